//! Which floor hangs together: cells joined over their sides.
//!
//! Two floor cells that meet in a corner only are never joined there: if both cells beside them are wall, the corner is
//! sealed; and if one of those is floor, it joins them over its sides anyhow. So what these regions part, no path joins, and
//! what they join, some path of a body without size does.

use super::{Maze, cell_bounds, to_i64};
use crate::geometry::{Bounds, Point};

/// The regions of a maze's floor, numbered row by row in the order of their first cells.
#[derive(Clone, Debug)]
pub struct Regions {
    columns: usize,
    /// The region of each cell, row by row; `u32::MAX` for walls.
    of_cell: Vec<u32>,
    /// How many cells each region has.
    cells: Vec<usize>,
}

impl Regions {
    const WALL: u32 = u32::MAX;

    /// Finds the regions, each cell looked at once.
    #[must_use]
    pub fn of(maze: &Maze) -> Self {
        let (columns, rows) = (maze.columns(), maze.rows());
        let mut of_cell = vec![Self::WALL; columns * rows];
        let mut cells = Vec::new();
        let mut stack = Vec::new();
        for (column, row) in maze.floor() {
            let first = row * columns + column;
            if of_cell[first] != Self::WALL {
                continue;
            }
            let region = u32::try_from(cells.len()).expect("no more regions than cells, and mazes are bounded");
            let mut count = 0;
            of_cell[first] = region;
            stack.push(first);
            while let Some(cell) = stack.pop() {
                count += 1;
                let (column, row) = (cell % columns, cell / columns);
                let beside = [
                    (column > 0).then(|| cell - 1),
                    (column + 1 < columns).then(|| cell + 1),
                    (row > 0).then(|| cell - columns),
                    (row + 1 < rows).then(|| cell + columns),
                ];
                for next in beside.into_iter().flatten() {
                    if maze.cells[next].is_floor() && of_cell[next] == Self::WALL {
                        of_cell[next] = region;
                        stack.push(next);
                    }
                }
            }
            cells.push(count);
        }
        Self { columns, of_cell, cells }
    }

    /// How many regions there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// How many cells a region has.
    #[must_use]
    pub fn cells(&self, region: u32) -> usize {
        self.cells[region as usize]
    }

    /// The region of a cell; none for walls, and none outside.
    #[must_use]
    pub fn of_cell(&self, column: i64, row: i64) -> Option<u32> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        let cell = row.checked_mul(self.columns)?.checked_add(column).filter(|_| column < self.columns)?;
        self.of_cell.get(cell).copied().filter(|&it| it != Self::WALL)
    }

    /// The regions whose closed cells hold a point: one as a rule, two at a sealed corner.
    #[must_use]
    pub fn at(&self, p: Point) -> Vec<u32> {
        let (column, row) = (to_i64(p.x), to_i64(p.y));
        let at = Bounds { min: p, max: p };
        let around = [(0, 0), (-1, 0), (0, -1), (-1, -1)];
        let around = around.map(|(dx, dy): (i64, i64)| (column.saturating_add(dx), row.saturating_add(dy)));
        let holding = around.into_iter().filter(|&(column, row)| cell_bounds(column, row).touches(at));
        let mut found: Vec<u32> = holding.filter_map(|(column, row)| self.of_cell(column, row)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::Cell;

    fn regions(rows: &[&str]) -> Regions {
        let row = |row: &&str| row.chars().map(|c| if c == '#' { Cell::Wall } else { Cell::Floor }).collect();
        Regions::of(&Maze::from_rows(&rows.iter().map(row).collect::<Vec<Vec<Cell>>>()))
    }

    #[test]
    fn cells_are_joined_over_sides_only() {
        let sealed = regions(&[".#", "#."]);
        assert_eq!((sealed.count(), sealed.of_cell(0, 0), sealed.of_cell(1, 1)), (2, Some(0), Some(1)));
        let open = regions(&[".#", ".."]);
        assert_eq!((open.count(), open.cells(0)), (1, 3));
        assert_eq!(regions(&["..#.", "##.#"]).count(), 3);
        assert_eq!(regions(&["##"]).count(), 0);
        assert_eq!(regions(&[]).count(), 0);
    }

    #[test]
    fn a_place_may_touch_several() {
        let sealed = regions(&[".#", "#."]);
        assert_eq!(sealed.at(Point::new(1.0, 1.0)), [0, 1]);
        assert_eq!(sealed.at(Point::new(0.0, 0.5)), [0]);
        assert_eq!(sealed.at(Point::new(1.0, 0.5)), [0]);
        assert_eq!(sealed.at(Point::new(1.5, 0.5)), [] as [u32; 0]);
        for outside in [f64::NAN, f64::INFINITY, -1e300, 1e300] {
            assert_eq!(sealed.at(Point::new(outside, 0.5)), [] as [u32; 0]);
        }
    }
}
