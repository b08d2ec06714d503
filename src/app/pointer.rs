//! The pointer on the canvas: what it is over, clicks, drags of start and goal, and the menu of the right button.

use egui::{CursorIcon, Modifiers, PointerButton, Pos2, Response, Ui};

use super::{camera::Projection, commands::Commands, inspector::condition_on, tools::Tools};
use crate::{
    debugger::{Command, Debugger},
    geometry::{Point, distance_to_segment, triangle_contains},
    maze::to_i64,
    picture::{Mark, Shape},
    trace::Thing,
};

/// How near the pointer must be to take hold of something. \[points]
const REACH: f32 = 10.0;

/// Start or goal, as it is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Held {
    Start,
    Goal,
}

/// What the pointer is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hover {
    pub(super) at: Point,
    pub(super) thing: Option<Thing>,
}

/// The pointer on the canvas.
#[derive(Default)]
pub(super) struct Pointer {
    /// The end that is being dragged.
    held: Option<Held>,
    /// What the pointer is over.
    pub(super) hover: Option<Hover>,
    /// Where the menu was asked for.
    asked: Option<Hover>,
}

impl Pointer {
    /// Begins to drag start or goal, if the drag begins there.
    pub(super) fn take_hold(&mut self, response: &Response, view: &Projection, debugger: &Debugger) {
        if response.drag_started_by(PointerButton::Primary) {
            let origin = response.ctx.input(|input| input.pointer.press_origin());
            let space = response.ctx.input(|input| input.key_down(egui::Key::Space));
            self.held = origin.filter(|_| !space).and_then(|it| end_at(it, view, debugger));
        }
    }

    /// Whether start or goal is dragged.
    pub(super) fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// Hovers, clicks, drags start and goal, paints.
    pub(super) fn work(
        &mut self,
        response: &Response,
        view: &Projection,
        marks: &[Mark],
        tools: &mut Tools,
        debugger: &Debugger,
        commands: &mut Commands,
    ) {
        self.hover = response.hover_pos().map(|pos| {
            let at = view.world_from_screen(pos);
            // While a tool is in hand, cells are all that matters.
            let marks = if tools.is_painting() { &[][..] } else { marks };
            Hover { at, thing: thing_at(marks, at, f64::from(REACH) / view.scale()) }
        });
        // Start and goal are set with any tool in hand.
        let sets_ends = response.ctx.input(|input| input.modifiers.shift || input.modifiers.command);
        if tools.is_painting() && (!sets_ends || tools.is_drawing()) {
            if response.hovered() {
                response.ctx.set_cursor_icon(CursorIcon::Crosshair);
            }
            tools.work(response, view, debugger.scenario(), commands);
            return;
        }
        if let Some(pos) = response.hover_pos()
            && (self.held.is_some() || end_at(pos, view, debugger).is_some())
        {
            response.ctx.set_cursor_icon(CursorIcon::Grab);
        }
        let at = response.interact_pointer_pos().map(|it| view.world_from_screen(it));
        let moved = response.dragged_by(PointerButton::Primary) && response.drag_delta() != egui::Vec2::ZERO;
        if let (Some(held), Some(at), true) = (self.held, at, moved) {
            commands.push(held.set(at, tools.storey, view, debugger));
        }
        if response.drag_stopped() {
            self.held = None;
        }
        if let Some(at) = at.filter(|_| response.clicked()) {
            commands.push(self.clicked(response, at, view, tools, debugger));
        }
        if response.secondary_clicked() {
            self.asked = self.hover;
        }
        self.context_menu(response, view, tools, debugger, commands);
    }

    /// What a click does: it sets the start or the goal, or selects.
    fn clicked(
        &self,
        response: &Response,
        at: Point,
        view: &Projection,
        tools: &Tools,
        debugger: &Debugger,
    ) -> Command {
        // The modifier keys as they were when the button was released; in a slow frame they may be up since.
        let released = |event: &egui::Event| match *event {
            egui::Event::PointerButton { button: PointerButton::Primary, pressed: false, modifiers, .. } => {
                Some(modifiers)
            }
            _ => None,
        };
        let last = |input: &egui::InputState| input.events.iter().rev().find_map(released).unwrap_or(input.modifiers);
        match response.ctx.input(last) {
            it if it.matches_logically(Modifiers::SHIFT) => Held::Start.set(at, tools.storey, view, debugger),
            it if it.matches_logically(Modifiers::CTRL) || it.command => {
                Held::Goal.set(at, tools.storey, view, debugger)
            }
            _ => Command::Select(self.hover.and_then(|it| it.thing)),
        }
    }

    /// The menu of the right button.
    fn context_menu(
        &self,
        response: &Response,
        view: &Projection,
        tools: &Tools,
        debugger: &Debugger,
        commands: &mut Commands,
    ) {
        let Some(Hover { at, thing }) = self.asked else { return };
        response.context_menu(|ui| {
            ui.set_min_width(180.0);
            let (column, row) = (to_i64(at.x), to_i64(at.y));
            ui.weak(format!("{at:.2}  cell ({column}, {row})"));
            let mut item = |ui: &mut Ui, text: String, command: Command| {
                if ui.button(text).clicked() {
                    commands.push(command);
                    ui.close();
                }
            };
            item(ui, "Start here".to_owned(), Held::Start.set(at, tools.storey, view, debugger));
            item(ui, "Goal here".to_owned(), Held::Goal.set(at, tools.storey, view, debugger));
            ui.separator();
            if let Some(thing) = thing {
                item(ui, format!("Select {thing}"), Command::Select(Some(thing)));
                item(ui, format!("Break on {thing}"), Command::AddBreakpoint(condition_on(thing)));
            }
            if let (Ok(column), Ok(row)) = (u32::try_from(column), u32::try_from(row)) {
                let cell = Command::Select(Some(Thing::Cell(column, row)));
                item(ui, format!("Select cell ({column}, {row})"), cell);
            }
        });
    }
}

/// Start or goal, if it is within reach of a place on the screen.
fn end_at(pos: Pos2, view: &Projection, debugger: &Debugger) -> Option<Held> {
    let ends = [(Held::Start, debugger.start()), (Held::Goal, debugger.goal())];
    let near = |p: Option<Point>| p.is_some_and(|p| view.screen_from_world(p).distance(pos) <= REACH);
    ends.into_iter().find(|(_, p)| near(*p)).map(|it| it.0)
}

impl Held {
    /// Puts it into a place on a floor.
    fn set(self, at: Point, storey: usize, view: &Projection, debugger: &Debugger) -> Command {
        // As many decimals as the hand can aim at, but at least two: such places read well.
        let digits = 10f64.powf(view.scale().log10().ceil().max(2.0));
        let at = Point::new((at.x * digits).round() / digits, (at.y * digits).round() / digits);
        let place = debugger.scenario().spot_on(storey, at);
        match self {
            Self::Start => Command::SetStart(place),
            Self::Goal => Command::SetGoal(place),
        }
    }
}

/// The thing at a place: the nearest dot within reach, else the nearest line, else the triangle there.
fn thing_at(marks: &[Mark], at: Point, reach: f64) -> Option<Thing> {
    let dots = marks.iter().filter_map(|it| match it.shape {
        Shape::Dot(p) if p.distance(at) <= reach / 2.0 => Some((p.distance(at), it.of?)),
        _ => None,
    });
    let lines = marks.iter().filter_map(|it| match it.shape {
        Shape::Segment([a, b]) => {
            let distance = distance_to_segment(at, a, b);
            Some((distance, it.of?)).filter(|_| distance <= reach / 3.0)
        }
        _ => None,
    });
    let nearest =
        |things: &mut dyn Iterator<Item = (f64, Thing)>| things.min_by(|a, b| a.0.total_cmp(&b.0)).map(|it| it.1);
    nearest(&mut { dots }).or_else(|| nearest(&mut { lines })).or_else(|| {
        marks.iter().rev().find_map(|it| match it.shape {
            Shape::Triangle { corners, .. } if triangle_contains(corners, at) => it.of,
            _ => None,
        })
    })
}
