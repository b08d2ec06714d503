//! The search from cell to cell, drawn: open and expanded cells, and the way to the one in question.
//!
//! Cells are boxes. Where they are large enough to be pointed at each is one, of its own thing; else runs of cells in one state
//! are, and where a cell is less than a pixel no more rows are drawn than there are pixels.

use super::{Drawn, Mark, Role, Shape, Shown, draw_path};
use crate::{
    geometry::{Bounds, Point},
    maze::{cell_bounds, to_i64},
    search::{GridCell, GridEvent, GridSearch, NodeState, Outcome},
    trace::Thing,
};

/// Smaller cells are not drawn one by one. \[pixels]
const SMALLEST_CELL: f64 = 6.0;
/// More cells at once are a grey mass, and cost more than a frame may.
const MOST_CELLS: f64 = 20_000.0;

impl Drawn for GridSearch {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let area = view.area.within(self.maze().bounds());
        let seen = (area.max.x - area.min.x) * (area.max.y - area.min.y);
        let one_by_one = view.resolves(1.0, SMALLEST_CELL) && seen <= MOST_CELLS;
        let stride = to_i64((1.0 / view.scale).ceil()).max(1);
        let columns = to_i64(area.min.x)..=to_i64(area.max.x);
        let rows = to_i64(area.min.y)..=to_i64(area.max.y);
        for row in rows.step_by(usize::try_from(stride).unwrap_or(1)) {
            let roles: Vec<Option<Role>> = columns.clone().map(|column| self.role(column, row)).collect();
            let mut column = *columns.start();
            for run in roles.chunk_by(|one, other| one == other && !one_by_one) {
                let next = column + i64::try_from(run.len()).unwrap_or_default();
                if let Some(role) = run[0] {
                    let (min, max) = (cell_bounds(column, row).min, cell_bounds(next - 1, row + stride - 1).max);
                    let max = Point::new(max.x, max.y.min(self.maze().bounds().max.y));
                    let of = one_by_one.then(|| thing(column, row)).flatten();
                    out.push(Mark { role, shape: Shape::Box(Bounds { min, max }), of });
                }
                column = next;
            }
        }
    }

    fn draw_event(&self, event: &GridEvent, _: &[u32], out: &mut Vec<Mark>) {
        match *event {
            GridEvent::Seeded { cell } => draw_cell(cell, Role::Focus, out),
            GridEvent::Expanded { cell, .. } => {
                draw_cell(cell, Role::Focus, out);
                self.draw_way(cell, out);
            }
            GridEvent::Relaxed { to, .. } => {
                draw_cell(to, Role::Newborn, out);
                self.draw_way(to, out);
            }
            GridEvent::Refused { from, by } | GridEvent::Blocked { from, by, .. } => {
                draw_cell(from, Role::Focus, out);
                let centre = self.centre(from);
                out.push(Mark::new(Role::Candidate, Shape::Segment([centre, centre.shifted(by.offset())])));
            }
            GridEvent::Ended { outcome } => {
                if outcome == Outcome::Found {
                    self.way().into_iter().for_each(|it| draw_cell(it, Role::Corridor, out));
                    draw_path(&self.path(), out);
                }
            }
        }
    }
}

fn thing(column: i64, row: i64) -> Option<Thing> {
    Some(Thing::Cell(u32::try_from(column).ok()?, u32::try_from(row).ok()?))
}

fn draw_cell((column, row): GridCell, role: Role, out: &mut Vec<Mark>) {
    let area = cell_bounds(i64::from(column), i64::from(row));
    out.push(Mark::of(Thing::Cell(column, row), role, Shape::Box(area)));
}

impl GridSearch {
    fn role(&self, column: i64, row: i64) -> Option<Role> {
        let cell = (u32::try_from(column).ok()?, u32::try_from(row).ok()?);
        match self.node(cell).state() {
            NodeState::Unknown => None,
            NodeState::Open => Some(Role::OpenNode),
            NodeState::Closed => Some(Role::ClosedNode),
        }
    }

    /// The way back from a cell to the start.
    fn draw_way(&self, to: GridCell, out: &mut Vec<Mark>) {
        let way: Vec<Point> = self.way_to(to).into_iter().map(|it| self.centre(it)).collect();
        if way.len() > 1 {
            out.push(Mark::of(Thing::Cell(to.0, to.1), Role::Path, Shape::Polyline(way)));
        }
    }
}
