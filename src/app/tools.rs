//! The strip of tools on the left, and what the tool in hand does on the canvas: paint walls and floor, place start and goal.

use egui::{
    Align2, FontId, Key, PointerButton, Rect, Response, Role, ScrollArea, Sense, Ui, WidgetInfo,
    scroll_area::ScrollBarVisibility, vec2,
};

use super::{actions::ACTIONS, camera::Projection, commands::Commands, icons, theme};
use crate::{
    debugger::Command,
    geometry::{Bounds, Point},
    maze::{Cell, End, Maze, brush, cell_bounds, to_i64},
    picture::{self, Mark, Shape},
};

/// What the pointer does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tool {
    /// Selects things, moves start and goal, pans.
    #[default]
    Select,
    /// Paints walls with the brush.
    Wall,
    /// Paints floor with the brush.
    Floor,
    /// Paints a straight line.
    Line,
    /// Paints a rectangle.
    Rectangle,
    /// Paints all that is joined and of a kind.
    Fill,
    /// Places the maze's start.
    Start,
    /// Places its goal.
    Goal,
}

impl Tool {
    pub(super) const ALL: [Self; 8] =
        [Self::Select, Self::Wall, Self::Floor, Self::Line, Self::Rectangle, Self::Fill, Self::Start, Self::Goal];

    /// Its name in the menu, and a hint.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Select => ("Select", "click on things, drag start and goal, pan"),
            Self::Wall => ("Paint walls", "with the right button: floor"),
            Self::Floor => ("Paint floor", "with the right button: walls"),
            Self::Line => ("Line", "with the right button: of the other kind"),
            Self::Rectangle => ("Rectangle", "with the right button: of the other kind"),
            Self::Fill => ("Fill", "with the right button: with the other kind"),
            Self::Start => ("Place the start", "in the middle of a cell"),
            Self::Goal => ("Place the goal", "in the middle of a cell"),
        }
    }

    /// Whether the size of the brush matters.
    fn has_size(self) -> bool {
        matches!(self, Self::Wall | Self::Floor | Self::Line)
    }
}

/// A cell by column and row.
type Place = (i64, i64);

/// A drag with a tool, from where it began.
struct Stroke {
    from: Place,
    last: Place,
    to: Cell,
}

/// The tools, and the one in hand.
pub(super) struct Tools {
    pub(super) tool: Tool,
    /// What lines, rectangles and fills paint.
    material: Cell,
    /// How wide the brush is. \[cells]
    pub(super) size: u32,
    stroke: Option<Stroke>,
}

impl Default for Tools {
    fn default() -> Self {
        Self { tool: Tool::Select, material: Cell::Wall, size: 1, stroke: None }
    }
}

fn other(cell: Cell) -> Cell {
    match cell {
        Cell::Wall => Cell::Floor,
        Cell::Floor => Cell::Wall,
    }
}

impl Tools {
    /// Takes a tool in hand.
    pub(super) fn take(&mut self, tool: Tool) {
        self.tool = tool;
        self.stroke = None;
        match tool {
            Tool::Wall => self.material = Cell::Wall,
            Tool::Floor => self.material = Cell::Floor,
            _ => (),
        }
    }

    /// Makes the brush wider. \[cells]
    pub(super) fn grow(&mut self, by: i32) {
        self.size = self.size.saturating_add_signed(by).clamp(1, brush::MAX_BRUSH);
    }

    /// Paints the other kind from here on.
    pub(super) fn swap(&mut self) {
        self.material = other(self.material);
        self.tool = match self.tool {
            Tool::Wall => Tool::Floor,
            Tool::Floor => Tool::Wall,
            tool => tool,
        };
    }

    /// Whether the tool in hand changes the maze.
    pub(super) fn is_painting(&self) -> bool {
        self.tool != Tool::Select
    }

    /// Whether a stroke is being made.
    pub(super) fn is_drawing(&self) -> bool {
        self.stroke.is_some()
    }

    fn paints(&self) -> Cell {
        match self.tool {
            Tool::Wall => Cell::Wall,
            Tool::Floor => Cell::Floor,
            _ => self.material,
        }
    }

    /// Shows the strip of tools.
    pub(super) fn show(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.add_space(8.0);
        let all = ScrollArea::vertical().id_salt("tools").scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        all.show(ui, |ui| self.all_tools(ui));
    }

    fn all_tools(&mut self, ui: &mut Ui) {
        for tool in Tool::ALL {
            let chosen = self.tool == tool;
            let (name, more) = tool.names();
            let keys = ACTIONS.iter().find(|it| it.name == name).map(|it| it.keys_text(ui));
            let (area, response) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::click());
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, name));
            rail_button(ui, area, &response, chosen);
            icons::tool(&ui.painter_at(area), area, tool, theme::mode(ui), ui.visuals().text_color());
            let help = format!("{name}  ({})\n{more}", keys.unwrap_or_default());
            if response.on_hover_text(help).clicked() {
                self.take(tool);
            }
            if tool == Tool::Select {
                ui.add_space(4.0);
                ui.separator();
            }
        }
        ui.separator();
        self.material_button(ui);
        self.size_button(ui);
    }

    /// What lines, rectangles and fills paint.
    fn material_button(&mut self, ui: &mut Ui) {
        let name = match self.material {
            Cell::Wall => "paints walls",
            Cell::Floor => "paints floor",
        };
        let (area, response) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        rail_button(ui, area, &response, false);
        let line = ui.visuals().weak_text_color();
        icons::material(&ui.painter_at(area), area, self.material, theme::mode(ui), line);
        let help = "What lines, rectangles and fills are of; the right button takes the other.\nClick to swap  (X)";
        if response.on_hover_text(help).clicked() {
            self.swap();
        }
    }

    fn size_button(&mut self, ui: &mut Ui) {
        let (area, response) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::click());
        let size = self.size;
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("brush size {size}")));
        rail_button(ui, area, &response, false);
        let colour = if self.tool.has_size() { ui.visuals().text_color() } else { ui.visuals().weak_text_color() };
        let text = format!("{size}");
        ui.painter().text(area.center(), Align2::CENTER_CENTER, text, FontId::monospace(12.0), colour);
        let response = response.on_hover_text("How wide the brush is, in cells  ([ and ])\nClick for the next size");
        if response.clicked() {
            self.size = if size >= 8 { 1 } else { size + 1 };
        }
    }

    /// Uses the tool on the canvas.
    pub(super) fn work(&mut self, response: &Response, view: &Projection, maze: &Maze, commands: &mut Commands) {
        let at = response.interact_pointer_pos().map(|it| view.world_from_screen(it));
        let Some(at) = at.map(|it| (to_i64(it.x), to_i64(it.y))) else {
            self.stroke = None;
            return;
        };
        let (pressed, panning, released) = response.ctx.input(|input| {
            let mut buttons = [PointerButton::Primary, PointerButton::Secondary].into_iter();
            let pressed = buttons.find(|&it| input.pointer.button_pressed(it));
            (pressed, input.key_down(Key::Space), !input.pointer.any_down())
        });
        if let Some(button) = pressed.filter(|_| !panning && self.stroke.is_none()) {
            let to = self.paints();
            let to = if button == PointerButton::Primary { to } else { other(to) };
            self.stroke = Some(Stroke { from: at, last: at, to });
            commands.extend(self.begun(at, to, maze));
        }
        let Some(Stroke { from, last, to }) = self.stroke else { return };
        let moved = at != last;
        commands.extend(match self.tool {
            Tool::Wall | Tool::Floor if moved => {
                Some(Command::Paint { cells: brush::stroke(maze, last, at, self.size), to })
            }
            Tool::Start | Tool::Goal if moved => Some(Command::Place { end: self.end(), cell: Some(at) }),
            Tool::Line if released => Some(Command::Paint { cells: brush::stroke(maze, from, at, self.size), to }),
            Tool::Rectangle if released => Some(Command::Paint { cells: brush::rectangle(maze, from, at), to }),
            _ => None,
        });
        self.stroke = (!released).then_some(Stroke { from, last: at, to });
    }

    /// The end that the tool puts somewhere.
    fn end(&self) -> End {
        if self.tool == Tool::Goal { End::Goal } else { End::Start }
    }

    /// What a stroke does where it begins.
    fn begun(&self, at: Place, to: Cell, maze: &Maze) -> Option<Command> {
        match self.tool {
            Tool::Wall | Tool::Floor => Some(Command::Paint { cells: brush::stroke(maze, at, at, self.size), to }),
            Tool::Fill => Some(Command::Fill { from: at, to }),
            Tool::Start | Tool::Goal => Some(Command::Place { end: self.end(), cell: Some(at) }),
            Tool::Select | Tool::Line | Tool::Rectangle => None,
        }
    }

    /// What the tool would do at a place, or is about to do.
    pub(super) fn preview(&self, at: Point, maze: &Maze) -> Vec<Mark> {
        let cell = (to_i64(at.x), to_i64(at.y));
        let stroke = self.stroke.as_ref();
        let (from, to) = stroke.map_or((cell, self.paints()), |it| (it.from, it.to));
        let role = if to == Cell::Wall { picture::Role::Wall } else { picture::Role::Floor };
        let boxes = |cells: Vec<Place>, role| {
            cells.into_iter().map(move |(x, y)| Mark::new(role, Shape::Box(cell_bounds(x, y)))).collect()
        };
        match self.tool {
            Tool::Select => Vec::new(),
            Tool::Line if stroke.is_some() => boxes(brush::stroke(maze, from, cell, self.size), role),
            Tool::Rectangle if stroke.is_some() => {
                let [a, b] = [from, cell].map(|(x, y)| cell_bounds(x, y));
                vec![Mark::new(role, Shape::Box(Bounds::around([a.min, a.max, b.min, b.max])))]
            }
            Tool::Wall | Tool::Floor | Tool::Line => {
                boxes(brush::stroke(maze, cell, cell, self.size), picture::Role::Hover)
            }
            _ => boxes(vec![cell], picture::Role::Hover),
        }
    }
}

/// The background of a button of the strip.
fn rail_button(ui: &Ui, area: Rect, response: &Response, chosen: bool) {
    let visuals = ui.style().interact_selectable(response, chosen);
    if chosen || response.hovered() || response.has_focus() {
        ui.painter().rect(area, 4.0, visuals.bg_fill, visuals.bg_stroke, egui::StrokeKind::Inside);
    }
}
