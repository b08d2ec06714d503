//! What the pointer does on the canvas: select, or paint walls and floor, place start and goal.

use egui::{
    Align2, FontId, PointerButton, Rect, Response, Role, ScrollArea, Sense, Ui, WidgetInfo,
    scroll_area::ScrollBarVisibility, vec2,
};

use super::{Navscope, camera::Camera, icons};
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

    /// Its name in the menu, and what else to know of it.
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

/// The tool in hand.
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
    pub(super) fn grow(&mut self, by: i32) {
        self.size = self.size.saturating_add_signed(by).clamp(1, brush::MAX_BRUSH);
    }

    pub(super) fn swap(&mut self) {
        self.material = other(self.material);
        self.tool = match self.tool {
            Tool::Wall => Tool::Floor,
            Tool::Floor => Tool::Wall,
            tool => tool,
        };
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
}

impl Navscope {
    pub(super) fn take(&mut self, tool: Tool) {
        self.tools.tool = tool;
        self.tools.stroke = None;
        match tool {
            Tool::Wall => self.tools.material = Cell::Wall,
            Tool::Floor => self.tools.material = Cell::Floor,
            _ => (),
        }
    }

    /// The tool that works on the canvas, if not just selecting.
    pub(super) fn is_painting(&self) -> bool {
        self.tools.tool != Tool::Select
    }

    /// The strip of tools.
    pub(super) fn tool_rail(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.add_space(8.0);
        let all = ScrollArea::vertical().id_salt("tools").scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        all.show(ui, |ui| self.all_tools(ui));
    }

    fn all_tools(&mut self, ui: &mut Ui) {
        for tool in Tool::ALL {
            let chosen = self.tools.tool == tool;
            let (name, more) = tool.names();
            let keys = super::actions::ACTIONS.iter().find(|it| it.name == name).map(|it| it.keys_text(ui));
            let (area, response) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::click());
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, name));
            rail_button(ui, area, &response, chosen);
            icons::tool(&ui.painter_at(area), area, tool, self.mode(), ui.visuals().text_color());
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
        let name = match self.tools.material {
            Cell::Wall => "paints walls",
            Cell::Floor => "paints floor",
        };
        let (area, response) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        rail_button(ui, area, &response, false);
        let line = ui.visuals().weak_text_color();
        icons::material(&ui.painter_at(area), area, self.tools.material, self.mode(), line);
        let help = "What lines, rectangles and fills are of; the right button takes the other.\nClick to swap  (X)";
        if response.on_hover_text(help).clicked() {
            self.tools.swap();
        }
    }

    fn size_button(&mut self, ui: &mut Ui) {
        let (area, response) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::click());
        let size = self.tools.size;
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("brush size {size}")));
        rail_button(ui, area, &response, false);
        let colour =
            if self.tools.tool.has_size() { ui.visuals().text_color() } else { ui.visuals().weak_text_color() };
        let text = format!("{size}");
        ui.painter().text(area.center(), Align2::CENTER_CENTER, text, FontId::monospace(12.0), colour);
        let response = response.on_hover_text("How wide the brush is, in cells  ([ and ])\nClick for the next size");
        if response.clicked() {
            self.tools.size = if size >= 8 { 1 } else { size + 1 };
        }
    }

    /// Does on the canvas what the tool does.
    pub(super) fn use_tool(&mut self, ui: &Ui, response: &Response, camera: &Camera, screen: Rect) {
        let at = response.interact_pointer_pos().map(|it| camera.world_from_screen(it, screen));
        let Some(at) = at.map(|it| (to_i64(it.x), to_i64(it.y))) else {
            self.tools.stroke = None;
            return;
        };
        let pressed = [PointerButton::Primary, PointerButton::Secondary]
            .into_iter()
            .find(|&it| ui.input(|input| input.pointer.button_pressed(it)));
        let panning = ui.input(|input| input.key_down(egui::Key::Space));
        if let Some(button) = pressed.filter(|_| !panning && self.tools.stroke.is_none()) {
            let to = self.tools.paints();
            let to = if button == PointerButton::Primary { to } else { other(to) };
            self.tools.stroke = Some(Stroke { from: at, last: at, to });
            self.begin_stroke(at, to);
        }
        let Some(Stroke { from, last, to }) = self.tools.stroke else { return };
        let moved = at != last;
        let released = !ui.input(|input| input.pointer.any_down());
        match self.tools.tool {
            Tool::Wall | Tool::Floor if moved => self.paint(brush::stroke(self.maze(), last, at, self.tools.size), to),
            Tool::Start | Tool::Goal if moved => {
                let end = if self.tools.tool == Tool::Goal { End::Goal } else { End::Start };
                self.command(Command::Place { end, cell: Some(at) });
            }
            Tool::Line if released => self.paint(brush::stroke(self.maze(), from, at, self.tools.size), to),
            Tool::Rectangle if released => self.paint(brush::rectangle(self.maze(), from, at), to),
            _ => (),
        }
        self.tools.stroke = (!released).then_some(Stroke { from, last: at, to });
    }

    fn begin_stroke(&mut self, at: Place, to: Cell) {
        match self.tools.tool {
            Tool::Wall | Tool::Floor => self.paint(brush::stroke(self.maze(), at, at, self.tools.size), to),
            Tool::Fill => self.command(Command::Fill { from: at, to }),
            Tool::Start | Tool::Goal => {
                let end = if self.tools.tool == Tool::Goal { End::Goal } else { End::Start };
                self.command(Command::Place { end, cell: Some(at) });
            }
            Tool::Select | Tool::Line | Tool::Rectangle => (),
        }
    }

    fn paint(&mut self, cells: Vec<Place>, to: Cell) {
        self.command(Command::Paint { cells, to });
    }

    fn maze(&self) -> &Maze {
        &self.debugger.scenario().maze
    }

    /// What the tool would do at a place, or is about to do.
    pub(super) fn preview(&self, at: Point) -> Vec<Mark> {
        let cell = (to_i64(at.x), to_i64(at.y));
        let stroke = self.tools.stroke.as_ref();
        let (from, to) = stroke.map_or((cell, self.tools.paints()), |it| (it.from, it.to));
        let role = if to == Cell::Wall { picture::Role::Wall } else { picture::Role::Floor };
        let boxes = |cells: Vec<Place>, role| {
            cells.into_iter().map(move |(x, y)| Mark::new(role, Shape::Box(cell_bounds(x, y)))).collect()
        };
        match self.tools.tool {
            Tool::Select => Vec::new(),
            Tool::Line if stroke.is_some() => boxes(brush::stroke(self.maze(), from, cell, self.tools.size), role),
            Tool::Rectangle if stroke.is_some() => {
                let [a, b] = [from, cell].map(|(x, y)| cell_bounds(x, y));
                vec![Mark::new(role, Shape::Box(Bounds::around([a.min, a.max, b.min, b.max])))]
            }
            Tool::Wall | Tool::Floor | Tool::Line => {
                boxes(brush::stroke(self.maze(), cell, cell, self.tools.size), picture::Role::Hover)
            }
            _ => boxes(vec![cell], picture::Role::Hover),
        }
    }
}

/// The ground of a button of the strip.
fn rail_button(ui: &Ui, area: Rect, response: &Response, chosen: bool) {
    let visuals = ui.style().interact_selectable(response, chosen);
    if chosen || response.hovered() || response.has_focus() {
        ui.painter().rect(area, 4.0, visuals.bg_fill, visuals.bg_stroke, egui::StrokeKind::Inside);
    }
}
