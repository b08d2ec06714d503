//! The tools, and what the one in hand does on the canvas: paint walls, floor and heights, place start and goal.

use std::collections::BTreeSet;

use egui::{Key, PointerButton, Response};

use super::{camera::Projection, commands::Commands};
use crate::{
    debugger::Command,
    geometry::{Bounds, Point},
    io::Scenario,
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
    /// Paints ground of the chosen height with the brush.
    Height,
    /// Raises the ground under the brush by a step, or lowers it.
    Raise,
    /// Lays a slope from one cell to another.
    Slope,
    /// Hangs beams over the ground with the brush.
    Beam,
    /// Takes away the ground under the brush.
    Hole,
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
    pub(super) const ALL: [Self; 13] = [
        Self::Select,
        Self::Wall,
        Self::Floor,
        Self::Height,
        Self::Raise,
        Self::Slope,
        Self::Beam,
        Self::Hole,
        Self::Line,
        Self::Rectangle,
        Self::Fill,
        Self::Start,
        Self::Goal,
    ];

    /// Its name in the menu, and a hint.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Select => ("Select", "click on things, drag start and goal, pan"),
            Self::Wall => ("Paint walls", "with the right button: floor"),
            Self::Floor => ("Paint floor", "with the right button: walls"),
            Self::Height => ("Set the height", "of the ground, in steps; with the right button: floor"),
            Self::Raise => ("Raise", "the ground by a step; with the right button: lower"),
            Self::Slope => ("Slope", "drag from one cell to another: ramps along a row or a column, else steps"),
            Self::Beam => ("Hang beams", "over the ground; with the right button: floor"),
            Self::Hole => ("Cut holes", "where there is nothing to stand on; with the right button: floor"),
            Self::Line => ("Line", "with the right button: of the other kind"),
            Self::Rectangle => ("Rectangle", "with the right button: of the other kind"),
            Self::Fill => ("Fill", "with the right button: with the other kind"),
            Self::Start => ("Place the start", "in the middle of a cell"),
            Self::Goal => ("Place the goal", "in the middle of a cell"),
        }
    }

    /// Whether the size of the brush matters.
    pub(super) fn has_size(self) -> bool {
        !matches!(self, Self::Select | Self::Rectangle | Self::Fill | Self::Start | Self::Goal)
    }

    /// What a brush of its own paints; none if the tool is no such brush.
    fn brush(self, height: u8) -> Option<Cell> {
        match self {
            Self::Wall => Some(Cell::Wall),
            Self::Floor => Some(Cell::Floor),
            Self::Height => Some(Cell::raised(height)),
            Self::Beam => Some(Cell::Beam),
            Self::Hole => Some(Cell::Hole),
            _ => None,
        }
    }
}

/// A cell by column and row.
type Place = (i64, i64);

/// A drag with a tool, from where it began.
struct Stroke {
    from: Place,
    last: Place,
    to: Cell,
    /// Whether the right button draws.
    is_other: bool,
    /// What was raised already, so that no cell is raised twice.
    raised: BTreeSet<Place>,
}

/// The tools, and the one in hand.
pub(super) struct Tools {
    pub(super) tool: Tool,
    /// What lines, rectangles and fills paint.
    pub(super) material: Cell,
    /// How wide the brush is. \[cells]
    pub(super) size: u32,
    /// How high ground is that is painted. \[1 to [`Cell::MOST_STEPS`] steps]
    pub(super) height: u8,
    /// Which floor is painted; 0 is the first.
    pub(super) storey: usize,
    stroke: Option<Stroke>,
}

impl Default for Tools {
    fn default() -> Self {
        Self { tool: Tool::Select, material: Cell::Wall, size: 1, height: 1, storey: 0, stroke: None }
    }
}

fn other(cell: Cell) -> Cell {
    if cell == Cell::Floor { Cell::Wall } else { Cell::Floor }
}

impl Tools {
    /// Takes a tool in hand.
    pub(super) fn take(&mut self, tool: Tool) {
        self.tool = tool;
        self.stroke = None;
        self.material = tool.brush(self.height).unwrap_or(self.material);
    }

    /// Paints higher ground from here on. \[steps]
    pub(super) fn raise(&mut self, by: i8) {
        self.height = self.height.saturating_add_signed(by).clamp(1, Cell::MOST_STEPS);
        if let Cell::Raised(_) = self.material {
            self.material = Cell::raised(self.height);
        }
    }

    /// Paints another floor from here on, as far as there is one.
    pub(super) fn climb(&mut self, by: isize, maze: &Maze) {
        self.storey = self.storey.saturating_add_signed(by).min(maze.storeys() - 1);
        self.stroke = None;
    }

    /// Makes the brush wider. \[cells]
    pub(super) fn grow(&mut self, by: i32) {
        self.size = self.size.saturating_add_signed(by).clamp(1, brush::MAX_BRUSH);
    }

    /// Paints the other kind from here on.
    pub(super) fn swap(&mut self) {
        self.material = other(self.material);
        self.tool = match self.tool {
            Tool::Floor => Tool::Wall,
            tool if tool.brush(self.height).is_some() => Tool::Floor,
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
        self.tool.brush(self.height).unwrap_or(self.material)
    }

    /// Uses the tool on the canvas.
    pub(super) fn work(
        &mut self,
        response: &Response,
        view: &Projection,
        scenario: &Scenario,
        commands: &mut Commands,
    ) {
        let maze = &scenario.maze;
        self.storey = self.storey.min(maze.storeys() - 1);
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
            let (to, is_other) = (self.paints(), button != PointerButton::Primary);
            let to = if is_other { other(to) } else { to };
            let mut stroke = Stroke { from: at, last: at, to, is_other, raised: BTreeSet::new() };
            commands.extend(self.begun(&mut stroke, scenario));
            self.stroke = Some(stroke);
        }
        let Some(mut stroke) = self.stroke.take() else { return };
        commands.extend(self.continued(&mut stroke, at, released, scenario));
        stroke.last = at;
        self.stroke = Some(stroke).filter(|_| !released);
    }

    /// What a stroke does that has come to a cell, and perhaps ends there.
    fn continued(&self, stroke: &mut Stroke, at: Place, released: bool, scenario: &Scenario) -> Option<Command> {
        let (maze, storey) = (&*scenario.maze, self.storey);
        let Stroke { from, last, to, .. } = *stroke;
        let moved = at != last;
        match self.tool {
            Tool::Start | Tool::Goal if moved => Some(self.placed(at, scenario)),
            Tool::Raise if moved => self.raised(stroke, brush::stroke(maze, last, at, self.size), maze),
            Tool::Line if released => {
                Some(Command::Paint { storey, cells: brush::stroke(maze, from, at, self.size), to })
            }
            Tool::Rectangle if released => Some(Command::Paint { storey, cells: brush::rectangle(maze, from, at), to }),
            Tool::Slope if released => {
                Some(Command::PaintEach { storey, cells: brush::slope(maze, storey, from, at, self.size) })
            }
            tool if moved && tool.brush(self.height).is_some() => {
                Some(Command::Paint { storey, cells: brush::stroke(maze, last, at, self.size), to })
            }
            _ => None,
        }
    }

    /// Puts the start or the goal into a cell: the maze's own, or on floors above the first the query's.
    fn placed(&self, at: Place, scenario: &Scenario) -> Command {
        let end = self.end();
        if self.storey == 0 {
            return Command::Place { end, cell: Some(at) };
        }
        let centre = cell_bounds(at.0, at.1);
        let centre = centre.min.towards(centre.max, 0.5);
        let place = scenario.spot_on(self.storey, centre);
        end.of([Command::SetStart(place), Command::SetGoal(place)])
    }

    /// Raises the ground of cells that the stroke has not raised yet, or lowers it.
    fn raised(&self, stroke: &mut Stroke, mut cells: Vec<Place>, maze: &Maze) -> Option<Command> {
        cells.retain(|it| stroke.raised.insert(*it));
        let by = if stroke.is_other { -1 } else { 1 };
        let cells = brush::raised(maze, self.storey, &cells, by);
        (!cells.is_empty()).then_some(Command::PaintEach { storey: self.storey, cells })
    }

    /// The end that the tool puts somewhere.
    fn end(&self) -> End {
        if self.tool == Tool::Goal { End::Goal } else { End::Start }
    }

    /// What a stroke does where it begins.
    fn begun(&self, stroke: &mut Stroke, scenario: &Scenario) -> Option<Command> {
        let (storey, at, to) = (self.storey, stroke.from, stroke.to);
        let under = || brush::stroke(&scenario.maze, at, at, self.size);
        match self.tool {
            Tool::Fill => Some(Command::Fill { storey, from: at, to }),
            Tool::Start | Tool::Goal => Some(self.placed(at, scenario)),
            Tool::Raise => self.raised(stroke, under(), &scenario.maze),
            tool => tool.brush(self.height).map(|_| Command::Paint { storey, cells: under(), to }),
        }
    }

    /// What the tool would do at a place, or is about to do.
    pub(super) fn preview(&self, at: Point, maze: &Maze) -> Vec<Mark> {
        let cell = (to_i64(at.x), to_i64(at.y));
        let stroke = self.stroke.as_ref();
        let (from, to) = stroke.map_or((cell, self.paints()), |it| (it.from, it.to));
        let role = role_of(to);
        let boxes = |cells: Vec<Place>, role| {
            cells.into_iter().map(move |(x, y)| Mark::new(role, Shape::Box(cell_bounds(x, y)))).collect()
        };
        match self.tool {
            Tool::Select => Vec::new(),
            Tool::Line | Tool::Slope if stroke.is_some() => boxes(brush::stroke(maze, from, cell, self.size), role),
            Tool::Rectangle if stroke.is_some() => {
                let [a, b] = [from, cell].map(|(x, y)| cell_bounds(x, y));
                vec![Mark::new(role, Shape::Box(Bounds::around([a.min, a.max, b.min, b.max])))]
            }
            tool if tool.has_size() => boxes(brush::stroke(maze, cell, cell, self.size), picture::Role::Hover),
            _ => boxes(vec![cell], picture::Role::Hover),
        }
    }
}

/// What painted cells look like.
pub(super) fn role_of(cell: Cell) -> picture::Role {
    match cell {
        Cell::Wall => picture::Role::Wall,
        Cell::Floor => picture::Role::Floor,
        Cell::Raised(_) => picture::Role::Raised,
        Cell::Ramp => picture::Role::Ramp,
        Cell::Beam => picture::Role::Beam,
        Cell::Hole => picture::Role::Hole,
    }
}
