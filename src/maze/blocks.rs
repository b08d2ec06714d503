//! A painted level as level geometry: its cells as squares of ground, walls and beams as blocks.
//!
//! A wall stands on its floor's own height, however high the ground beside it. A beam hangs above its floor, and reaches as high as walls do.
//! Where the ground of two cells beside each other differs in height, something upright stands between them. A ramp is part of a row of
//! ramps, along its row of cells or its column: it slopes evenly from the ground before them to the ground behind them. Of the two the
//! one counts that has ground at both ends, and then the one that climbs more; where only one end has ground, the ramps lie level with it,
//! and where none has, at the floor's own height.

use super::{Cell, Level, Maze, cell_corners};

/// How high what is painted is, as level geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellHeights {
    /// How high walls are above their floor. \[> 0; world units]
    pub wall: f64,
    /// How much higher each digit lies. \[> 0; world units]
    pub step: f64,
    /// How high beams hang above their floor. \[≥ 0; world units]
    pub beam: f64,
}

impl Default for CellHeights {
    fn default() -> Self {
        Self { wall: 3.0, step: 0.3, beam: 1.5 }
    }
}

/// Along a row of cells or along a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Row,
    Column,
}

/// A ramp: its heights where it begins and ends, along its axis.
#[derive(Clone, Copy, Debug)]
struct Incline {
    axis: Axis,
    ends: [f64; 2],
    /// Whether there is ground at both ends of its row of ramps, and how much that differs in height.
    rank: (bool, f64),
}

impl CellHeights {
    /// The heights of the corners of a floor's cells, in the order of [`cell_corners`]; none where there is no ground. \[world units]
    #[must_use]
    pub fn corners(&self, maze: &Maze, storey: usize) -> Vec<Option<[f64; 4]>> {
        let (cells, base) = (maze.storey(storey), maze.storey_height(storey));
        let ground = |cell: Cell| cell.steps().map(|it| base + f64::from(it) * self.step);
        let (columns, rows) = (maze.columns(), maze.rows());
        let mut inclines: Vec<Option<Incline>> = vec![None; cells.len()];
        for row in 0..rows {
            let line: Vec<usize> = (0..columns).map(|it| row * columns + it).collect();
            lay_ramps(&line, cells, Axis::Row, &ground, &mut inclines);
        }
        for column in 0..columns {
            let line: Vec<usize> = (0..rows).map(|it| it * columns + column).collect();
            lay_ramps(&line, cells, Axis::Column, &ground, &mut inclines);
        }
        let corners = |(cell, incline): (&Cell, &Option<Incline>)| match (cell, incline) {
            (Cell::Ramp, Some(Incline { axis: Axis::Row, ends: [a, b], .. })) => Some([*a, *b, *b, *a]),
            (Cell::Ramp, Some(Incline { axis: Axis::Column, ends: [a, b], .. })) => Some([*a, *a, *b, *b]),
            (Cell::Ramp, None) => Some([base; 4]),
            (cell, _) => ground(*cell).map(|it| [it; 4]),
        };
        cells.iter().zip(&inclines).map(corners).collect()
    }
}

/// Lays the ramps of a line of cells, where they are better that way than before.
fn lay_ramps(
    line: &[usize],
    cells: &[Cell],
    axis: Axis,
    ground: &impl Fn(Cell) -> Option<f64>,
    inclines: &mut [Option<Incline>],
) {
    let height = |at: Option<usize>| at.and_then(|it| line.get(it)).and_then(|&it| ground(cells[it]));
    let mut first = 0;
    for ramps in line.chunk_by(|&a, &b| cells[a] == cells[b]) {
        let end = first + ramps.len();
        let ends = [height(first.checked_sub(1)), height(Some(end))];
        first = end;
        if cells[ramps[0]] != Cell::Ramp {
            continue;
        }
        let Some(from) = ends[0].or(ends[1]) else { continue };
        let to = ends[1].unwrap_or(from);
        let rank = (ends[0].is_some() && ends[1].is_some(), (to - from).abs());
        #[expect(clippy::cast_precision_loss, reason = "a line has less than 2^52 cells")]
        let part = |at: usize| from + (to - from) * (at as f64 / ramps.len() as f64);
        for (at, &cell) in ramps.iter().enumerate() {
            if inclines[cell].is_none_or(|it| it.rank < rank) {
                inclines[cell] = Some(Incline { axis, ends: [part(at), part(at + 1)], rank });
            }
        }
    }
}

impl Level {
    /// All floors of a painted level, with their walls and beams as blocks on which nobody walks.
    #[must_use]
    pub fn of_cells(maze: &Maze, heights: &CellHeights) -> Self {
        let mut level = Self::new(Vec::new(), Vec::new(), vec!["plain".to_owned()]);
        for storey in 0..maze.storeys() {
            level.add_storey(maze, storey, heights);
        }
        level
    }

    fn add_storey(&mut self, maze: &Maze, storey: usize, heights: &CellHeights) {
        let corners = heights.corners(maze, storey);
        let (columns, base) = (maze.columns(), maze.storey_height(storey));
        let top = base + heights.wall;
        for (index, cell) in maze.storey(storey).iter().enumerate() {
            let [column, row] = [index % columns, index / columns].map(|it| i64::try_from(it).unwrap_or(i64::MAX));
            match cell {
                Cell::Wall => self.block(column, row, [base, top]),
                Cell::Beam => {
                    let bottom = base + heights.beam;
                    self.block(column, row, [bottom, top.max(bottom)]);
                    self.square(
                        [0, 3, 2, 1].map(|it| at_height(cell_corners(column, row)[it], bottom)),
                        Self::NOT_WALKABLE,
                    );
                }
                _ => (),
            }
            let Some(ground) = corners[index] else { continue };
            let square = cell_corners(column, row);
            self.square([0, 1, 2, 3].map(|it| at_height(square[it], ground[it])), Self::PLAIN);
            let right = (index % columns + 1 < columns).then(|| index + 1).and_then(|it| corners[it]);
            let below = corners.get(index + columns).copied().flatten();
            // The corners that the sides share: 1 and 2 with the right one's 0 and 3; 2 and 3 with the lower one's 1 and 0.
            for (other, [a, b], [there_a, there_b]) in [(right, [1, 2], [0, 3]), (below, [2, 3], [1, 0])] {
                let Some(other) = other else { continue };
                let (here, there) = ([ground[a], ground[b]], [other[there_a], other[there_b]]);
                if here != there {
                    self.upright([square[a], square[b]], here, there);
                }
            }
        }
    }

    /// The top and the sides of a block.
    fn block(&mut self, column: i64, row: i64, [low, high]: [f64; 2]) {
        let corners = cell_corners(column, row);
        self.square(corners.map(|it| at_height(it, high)), Self::NOT_WALKABLE);
        for (at, &from) in corners.iter().enumerate() {
            self.upright([from, corners[(at + 1) % 4]], [low; 2], [high; 2]);
        }
    }

    /// What stands between two cells whose ground differs in height, over the side that they share.
    fn upright(&mut self, [from, to]: [crate::geometry::Point; 2], here: [f64; 2], there: [f64; 2]) {
        let side =
            [at_height(from, there[0]), at_height(from, here[0]), at_height(to, here[1]), at_height(to, there[1])];
        self.square(side, Self::NOT_WALKABLE);
    }
}

fn at_height(p: crate::geometry::Point, height: f64) -> [f64; 3] {
    [p.x, p.y, height]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A maze of symbols, with rows parted by `|`.
    fn maze(map: &str) -> Maze {
        let rows: Vec<Vec<Cell>> = map.split('|').map(|it| it.chars().map(Cell::of_symbol).collect()).collect();
        Maze::from_rows(&rows)
    }

    #[test]
    fn ramps_slope_from_the_ground_before_them_to_the_ground_behind_them() {
        let heights = CellHeights { step: 1.0, ..CellHeights::default() };
        let (up, level) = (|a: f64, b: f64| Some([a, b, b, a]), |a: f64| Some([a; 4]));
        let down = |a: f64, b: f64| Some([a, a, b, b]);
        for (map, at, expected) in [
            ("0//4", 1, up(0.0, 2.0)),
            ("0//4", 2, up(2.0, 4.0)),
            ("3/0", 1, up(3.0, 0.0)),
            ("0|/|2", 1, down(0.0, 2.0)),
            ("2/#", 1, level(2.0)),
            ("#/#", 1, level(0.0)),
            ("#/3", 1, level(3.0)),
            // The way that climbs more, and one with both ends before one with less.
            ("#1#|0/9|#1#", 4, up(0.0, 9.0)),
            ("#0#|1/1|#5#", 4, down(0.0, 5.0)),
            ("#1#|#/9|#2#", 4, down(1.0, 2.0)),
            // Equal ways: along the row.
            ("#0#|0/2|#2#", 4, up(0.0, 2.0)),
        ] {
            let corners = heights.corners(&maze(map), 0);
            assert_eq!(corners[at], expected, "{map} at {at}");
        }
    }

    /// Where ground of different heights meets there is something upright; each square that can be walked is there once.
    #[test]
    fn levels_have_ground_blocks_and_sides() {
        let count = |map: &str| {
            let level = Level::of_cells(&maze(map), &CellHeights::default());
            let walkable = level.triangles().iter().filter(|it| it.kind == Level::PLAIN).count();
            (walkable, level.triangles().len() - walkable)
        };
        for (map, expected) in [
            ("00", (4, 0)),
            ("01", (4, 2)),
            ("0|1", (4, 2)),
            ("#", (0, 10)),
            ("=", (2, 12)),
            ("_", (0, 0)),
            ("0/1", (6, 0)),
            ("00|/0|10", (12, 2 + 2)),
        ] {
            assert_eq!(count(map), expected, "{map}");
        }
    }
}
