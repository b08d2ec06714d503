//! The cells of a flat maze as a surface: one top for each that is clear of walls, all on one height.
//!
//! Only cells all of which the agent can reach are taken: less than what is free, never more. A maze without such cells has no tops.

use super::surface::{Heading, Surface, Top, TopId, VoxelGrid};
use crate::{geometry::Point, maze::Maze};

impl Surface {
    /// The cells that stay `radius` away from every wall, each linked to those beside it. \[radius ≥ 0; cells]
    #[must_use]
    pub fn of_cells(maze: &Maze, radius: f64) -> Self {
        let [columns, rows] = [maze.columns(), maze.rows()].map(|it| u32::try_from(it).expect("mazes are bounded"));
        let grid =
            VoxelGrid { corner: Point::new(0.0, 0.0), base: 0.0, cell_size: 1.0, cell_height: 1.0, columns, rows };
        let clear = maze.clear_cells(radius);
        let mut ids = vec![TopId::NONE; clear.len()];
        for (count, at) in (0..clear.len()).filter(|&at| clear[at]).enumerate() {
            ids[at] = TopId::of_index(count);
        }
        let beside = |column: u32, row: u32, heading: Heading| {
            let (x, y) = heading.step();
            let place = column.checked_add_signed(x).zip(row.checked_add_signed(y));
            let inside = place.filter(|it| it.0 < columns && it.1 < rows);
            inside.map_or(TopId::NONE, |it| ids[grid.index(it.0, it.1)])
        };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let tops = cells.filter(|&(column, row)| clear[grid.index(column, row)]).map(|(column, row)| Top {
            column,
            row,
            height: 0,
            headroom: u8::MAX,
            kind: 0,
            links: Heading::ALL.map(|heading| beside(column, row, heading)),
        });
        Self::new(grid, tops.collect())
    }
}
