//! Room for an agent's body on its way from centre to centre of cells.
//!
//! On the line between two neighbouring centres the distance to a wall is least at one of three places: the two ends, and for a
//! step across a corner that corner. So it takes the distances of centres and lattice points only. Up to a radius of half a cell a
//! way that keeps to open cells has room everywhere, and only corners are in question. Beyond that the columns within reach are
//! looked at, of which it is known how far up and down their next walls are. Distances are rounded, within 1e-9.

use super::{DirectionSet, Maze, from_i64, is_enough, to_i64};
/// Where there is room for a body of some radius.
#[derive(Clone, Debug)]
pub struct Room {
    radius: f64,
    columns: usize,
    /// For each cell, how many floor cells there are from it up, and from it down, itself included; only for large bodies.
    runs: Vec<[u32; 2]>,
}

impl Room {
    /// The room that a maze has for a body. \[`radius` ≥ 0; cells]
    #[must_use]
    pub fn new(maze: &Maze, radius: f64) -> Self {
        let runs = if is_enough(0.5, radius) { Vec::new() } else { runs(maze) };
        Self { radius, columns: maze.columns(), runs }
    }

    /// The radius. \[cells]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether the body may stand in the middle of a floor cell.
    #[must_use]
    pub fn has_at_centre(&self, column: i64, row: i64) -> bool {
        self.runs.is_empty() || self.is_clear(2 * column + 1, 2 * row + 1)
    }

    /// Those of some steps from a cell, legal for a point, that the body has room for.
    #[inline]
    pub(super) fn steps(&self, column: i64, row: i64, of: DirectionSet) -> DirectionSet {
        if self.radius <= 0.0 { of } else { self.steps_of_body(column, row, of) }
    }

    fn steps_of_body(&self, column: i64, row: i64, of: DirectionSet) -> DirectionSet {
        if self.runs.is_empty() {
            return if is_enough(0.0, self.radius) { of } else { of.and(of.strict()) };
        }
        if !self.has_at_centre(column, row) {
            return DirectionSet::default();
        }
        let (x, y) = (2 * column + 1, 2 * row + 1);
        of.filter(|by| {
            let (dx, dy) = by.offset();
            self.is_clear(x + 2 * dx, y + 2 * dy) && (!by.is_diagonal() || self.is_clear(x + dx, y + dy))
        })
    }

    /// Whether no wall is too near to a place. \[half cells; not both even and odd: a centre or a lattice point]
    fn is_clear(&self, x: i64, y: i64) -> bool {
        let at = 0.5 * from_i64(x);
        let columns = to_i64(at - self.radius).max(-1)..=to_i64(at + self.radius);
        columns.map(|column| (column, self.gap_in_column(column, y))).all(|(column, down)| {
            let across = (from_i64(column) - at).max(at - from_i64(column + 1)).max(0.0);
            is_enough((across * across + down * down).sqrt(), self.radius)
        })
    }

    /// How far up or down the nearest wall of a column is from a level. \[level in half cells; cells]
    fn gap_in_column(&self, column: i64, y: i64) -> f64 {
        let run = |row: i64, way: usize| match (usize::try_from(column), usize::try_from(row)) {
            (Ok(column), Ok(row)) if column < self.columns => {
                self.runs.get(row * self.columns + column).map_or(0, |it| it[way])
            }
            _ => 0,
        };
        let (above, below) = (run((y - 1).div_euclid(2), 0), run(y.div_euclid(2), 1));
        // In the middle of a cell half of it is on either side.
        let half = if y % 2 == 0 { 0.0 } else { 0.5 };
        (f64::from(above.min(below)) - half).max(0.0)
    }
}

/// For each cell, how many floor cells there are from it up, and from it down.
fn runs(maze: &Maze) -> Vec<[u32; 2]> {
    let mut runs = vec![[0; 2]; maze.cells.len()];
    let run = |index: usize, before: u32| if maze.cells[index].is_floor() { before + 1 } else { 0 };
    for index in 0..runs.len() {
        let above = index.checked_sub(maze.columns).map_or(0, |it| runs[it][0]);
        runs[index][0] = run(index, above);
    }
    for index in (0..runs.len()).rev() {
        let below = runs.get(index + maze.columns).map_or(0, |it| it[1]);
        runs[index][1] = run(index, below);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::Cell;
    use crate::maze::{CornerRule, Direction, Hindrance, cell_centre};

    /// Mazes of all sorts: cells by a bad generator, good enough here.
    fn mazes() -> Vec<Maze> {
        let mut state = 1_u32;
        let mut cell = |walls: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 16 & 0xFF < walls { Cell::Wall } else { Cell::Floor }
        };
        let sizes = [(1, 1), (2, 5), (7, 6), (9, 9), (12, 8)];
        let all = sizes.into_iter().flat_map(|size| [0, 15, 40, 90].map(|walls| (size, walls)));
        all.map(|((columns, rows), walls)| {
            Maze::from_rows(&(0..rows).map(|_| (0..columns).map(|_| cell(walls)).collect()).collect::<Vec<Vec<Cell>>>())
        })
        .collect()
    }

    #[test]
    fn a_body_has_room_where_the_whole_step_keeps_clear_of_walls() {
        let radii =
            [0.0, 1e-10, 1e-8, 0.3, 0.5, 0.500_001, 0.6, std::f64::consts::FRAC_1_SQRT_2, 0.71, 1.0, 1.5, 2.2, 9.0];
        let (mut asked, mut hindered) = (0, 0);
        for maze in mazes() {
            for radius in radii {
                let room = Room::new(&maze, radius);
                for (column, row) in maze.floor() {
                    let at = cell_centre(column, row);
                    let [x, y] = [column, row].map(|it| i64::try_from(it).unwrap_or_default());
                    assert_eq!(room.has_at_centre(x, y), maze.is_clear(at, at, radius), "{at} {radius}");
                    for (by, rule) in Direction::ALL.into_iter().flat_map(|by| {
                        [CornerRule::Strict, CornerRule::OneSide, CornerRule::Naive].map(|rule| (by, rule))
                    }) {
                        let legal = maze.can_step((x, y), by, rule, &Room::new(&maze, 0.0));
                        let expected = legal && maze.is_clear(at, at.shifted(by.offset()), radius);
                        assert_eq!(maze.can_step((x, y), by, rule, &room), expected, "{at} {} {radius}", by.name());
                        let why = maze.hindrance((x, y), by, rule, &room);
                        assert_eq!(why == Some(Hindrance::Body), legal && !expected);
                        assert_eq!(why.is_none(), expected);
                        asked += 1;
                        hindered += usize::from(legal && !expected);
                    }
                }
            }
        }
        assert!(asked > 50_000 && hindered > 10_000, "{hindered} of {asked}");
    }
}
