//! The pointer on the canvas: what it is over, clicks, start and goal by the hand, and the menu of the right button.

use egui::{CursorIcon, Modifiers, PointerButton, Pos2, Rect, Response, Ui};

use super::{Navscope, camera::Camera, inspector::condition_on};
use crate::{
    debugger::Command,
    geometry::{Point, distance_to_segment, triangle_contains},
    maze::to_i64,
    picture::{Mark, Shape},
    trace::Thing,
};

/// How near the pointer must be to take hold of something. \[points]
const REACH: f32 = 10.0;

/// Start or goal, in the hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Held {
    Start,
    Goal,
}

/// What the pointer is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hover {
    pub(super) at: Point,
    pub(super) thing: Option<Thing>,
}

impl Navscope {
    /// Takes start or goal into the hand, if a drag begins there.
    pub(super) fn take_hold(&mut self, ui: &Ui, response: &Response, camera: &Camera, screen: Rect) {
        if response.drag_started_by(PointerButton::Primary) && !self.is_painting() {
            let origin = ui.input(|input| input.pointer.press_origin());
            let space = ui.input(|input| input.key_down(egui::Key::Space));
            self.canvas.held = origin.filter(|_| !space).and_then(|it| self.end_at(it, camera, screen));
        }
    }

    /// Hovers, clicks, drags start and goal, paints.
    pub(super) fn point(&mut self, ui: &Ui, response: &Response, camera: &Camera, screen: Rect) {
        self.canvas.hover = response.hover_pos().map(|pos| {
            let at = camera.world_from_screen(pos, screen);
            // While a tool is in hand, cells are all that matters.
            let marks = if self.is_painting() { &[][..] } else { self.canvas.marks() };
            Hover { at, thing: thing_at(marks, at, f64::from(REACH) / camera.scale) }
        });
        // Start and goal are set with any tool in hand.
        let sets_ends = ui.input(|input| input.modifiers.shift || input.modifiers.command);
        if self.is_painting() && (!sets_ends || self.tools.is_drawing()) {
            if response.hovered() {
                ui.set_cursor_icon(CursorIcon::Crosshair);
            }
            self.use_tool(ui, response, camera, screen);
            return;
        }
        if let Some(pos) = response.hover_pos()
            && (self.canvas.held.is_some() || self.end_at(pos, camera, screen).is_some())
        {
            ui.set_cursor_icon(CursorIcon::Grab);
        }
        let at = response.interact_pointer_pos().map(|it| camera.world_from_screen(it, screen));
        let moved = response.dragged_by(PointerButton::Primary) && response.drag_delta() != egui::Vec2::ZERO;
        if let (Some(held), Some(at), true) = (self.canvas.held, at, moved) {
            self.command(held.set(at, camera));
        }
        if response.drag_stopped() {
            self.canvas.held = None;
        }
        if response.clicked()
            && let Some(at) = at
        {
            self.click(ui, at, camera);
        }
        if response.secondary_clicked() {
            self.canvas.asked = self.canvas.hover;
        }
        self.context_menu(response, camera);
    }

    fn click(&mut self, ui: &Ui, at: Point, camera: &Camera) {
        // What was held when the button went up; by the end of a slow frame it may be no more.
        let released = |event: &egui::Event| match *event {
            egui::Event::PointerButton { button: PointerButton::Primary, pressed: false, modifiers, .. } => {
                Some(modifiers)
            }
            _ => None,
        };
        let modifiers = ui.input(|input| input.events.iter().rev().find_map(released).unwrap_or(input.modifiers));
        let command = match modifiers {
            it if it.matches_logically(Modifiers::SHIFT) => Held::Start.set(at, camera),
            it if it.matches_logically(Modifiers::CTRL) || it.command => Held::Goal.set(at, camera),
            _ => Command::Select(self.canvas.hover.and_then(|it| it.thing)),
        };
        self.command(command);
    }

    fn context_menu(&mut self, response: &Response, camera: &Camera) {
        let Some(Hover { at, thing }) = self.canvas.asked else { return };
        response.context_menu(|ui| {
            ui.set_min_width(180.0);
            let (column, row) = (to_i64(at.x), to_i64(at.y));
            ui.weak(format!("{at:.2}  cell ({column}, {row})"));
            let mut chosen = None;
            if ui.button("Start here").clicked() {
                chosen = Some(Held::Start.set(at, camera));
            }
            if ui.button("Goal here").clicked() {
                chosen = Some(Held::Goal.set(at, camera));
            }
            ui.separator();
            if let Some(thing) = thing {
                if ui.button(format!("Select {thing}")).clicked() {
                    chosen = Some(Command::Select(Some(thing)));
                }
                if ui.button(format!("Break on {thing}")).clicked() {
                    chosen = Some(Command::AddBreakpoint(condition_on(thing)));
                }
            }
            if let (Ok(column), Ok(row)) = (u32::try_from(column), u32::try_from(row))
                && ui.button(format!("Select cell ({column}, {row})")).clicked()
            {
                chosen = Some(Command::Select(Some(Thing::Cell(column, row))));
            }
            if let Some(command) = chosen {
                self.command(command);
                ui.close();
            }
        });
    }

    /// Start or goal, if it is within reach of a place on the screen.
    fn end_at(&self, pos: Pos2, camera: &Camera, screen: Rect) -> Option<Held> {
        let ends = [(Held::Start, self.debugger.start()), (Held::Goal, self.debugger.goal())];
        let near = |p: Option<Point>| p.is_some_and(|p| camera.screen_from_world(p, screen).distance(pos) <= REACH);
        ends.into_iter().find(|(_, p)| near(*p)).map(|it| it.0)
    }
}

impl Held {
    fn set(self, at: Point, camera: &Camera) -> Command {
        // As many decimals as the hand can aim at, but at least two: such places read well.
        let digits = 10f64.powf(camera.scale.log10().ceil().max(2.0));
        let at = Point::new((at.x * digits).round() / digits, (at.y * digits).round() / digits);
        match self {
            Self::Start => Command::SetStart(at),
            Self::Goal => Command::SetGoal(at),
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
