//! What was given, seen from above: cells, each floor with its walls, or level geometry.
//!
//! Ground is tinted once for each step that it is raised. Floors above the first are drawn over it, half transparent.

use super::{Mark, Role, Shape, Shown, level::draw_level};
use crate::{
    geometry::{Bounds, Point},
    maze::{Cell, Maze, cell_bounds, to_i64},
};

/// Draws all floors in view, runs of equal cells as one box; or level geometry.
pub fn draw_maze(maze: &Maze, view: &Shown, out: &mut Vec<Mark>) {
    if let Some(level) = maze.level() {
        return draw_level(level, view, out);
    }
    out.push(Mark::new(Role::Floor, Shape::Box(maze.bounds())));
    for storey in 0..maze.storeys() {
        draw_storey(maze, storey, view, out);
    }
}

/// Draws a floor in view, without the ground of the first.
pub fn draw_storey(maze: &Maze, storey: usize, view: &Shown, out: &mut Vec<Mark>) {
    let whole = maze.bounds();
    let columns = to_i64(view.area.min.x.max(0.0))..=to_i64(view.area.max.x.min(whole.max.x - 1.0));
    let rows = to_i64(view.area.min.y.max(0.0))..=to_i64(view.area.max.y.min(whole.max.y - 1.0));
    // Where a cell is less than a pixel, only as many rows are drawn as there are pixels.
    let stride = usize::try_from(to_i64((1.0 / view.scale).ceil())).unwrap_or(1).max(1);
    for row in rows.step_by(stride) {
        let last = row + i64::try_from(stride).unwrap_or(1) - 1;
        let [first, end] = [maze.index_of(*columns.start(), row), maze.index_of(*columns.end(), row)];
        let Some((first, end)) = first.zip(end).map(|it| (it.0 as usize, it.1 as usize)) else { continue };
        let cells = &maze.storey(storey)[first..=end];
        let mut draw = |role: Role, is_drawn: &dyn Fn(Cell) -> bool| {
            let mut column = *columns.start();
            for run in cells.chunk_by(|a, b| is_drawn(*a) == is_drawn(*b)) {
                let from = column;
                column += i64::try_from(run.len()).unwrap_or(0);
                if is_drawn(run[0]) {
                    let max = cell_bounds(column - 1, last).max;
                    let area =
                        Bounds { min: cell_bounds(from, row).min, max: Point::new(max.x, max.y.min(whole.max.y)) };
                    out.push(Mark::new(role, Shape::Box(area)));
                }
            }
        };
        if storey > 0 {
            draw(Role::Storey, &|it| it.is_floor());
        }
        draw(Role::Wall, &|it| it == Cell::Wall);
        if cells.iter().all(|it| it.is_flat()) {
            continue;
        }
        for step in 1..=Cell::MOST_STEPS {
            draw(Role::Raised, &|it| it.steps().is_some_and(|it| it >= step));
        }
        draw(Role::Ramp, &|it| it == Cell::Ramp);
        draw(Role::Beam, &|it| it == Cell::Beam);
        if storey == 0 {
            draw(Role::Hole, &|it| it == Cell::Hole);
        }
    }
}
