//! Why a body can't stand in a place: the one fact that searches, reports and the window tell, in the same words.

use super::{Maze, to_f64, to_i64};
use crate::geometry::{Point, distinct};

/// Why a body can't stand in a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold {
    /// It has no finite coordinates.
    Nowhere,
    /// It lies outside the maze.
    Outside,
    /// It lies in a wall cell: its column and row.
    InWall(i64, i64),
    /// A wall is nearer than the radius.
    TooNear {
        /// The column and the row of the nearest wall; outside the maze for its border; none if it can't be told.
        wall: Option<(i64, i64)>,
        /// How near. \[cells]
        distance: f64,
    },
}

impl Hold {
    /// What is to be said of the place in short: what follows “the start” or “the goal”.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Nowhere => "is no place",
            Self::Outside => "lies outside the maze",
            Self::InWall(..) => "lies in a wall",
            Self::TooNear { .. } => "is too near to a wall",
        }
    }
}

impl Maze {
    /// Why a body of `radius` can't stand at `p`; none if it [can](Self::is_free). \[radius ≥ 0; cells]
    #[must_use]
    pub fn hold(&self, p: Point, radius: f64) -> Option<Hold> {
        if self.is_free(p, radius) {
            return None;
        }
        let cell = (to_i64(p.x), to_i64(p.y));
        Some(if !p.is_finite() {
            Hold::Nowhere
        } else if self.is_free(p, 0.0) {
            Hold::TooNear { wall: self.wall_too_near(p, radius), distance: self.clearance(p, p, radius) }
        } else if self.holds(cell) {
            Hold::InWall(cell.0, cell.1)
        } else {
            Hold::Outside
        })
    }

    /// The same in words, with the place, as in “(2.5, 0.5) lies in wall (2, 0)”: what follows “the start” or “the goal”.
    #[must_use]
    pub fn hold_told(&self, p: Point, radius: f64) -> Option<String> {
        Some(match self.hold(p, radius)? {
            hold @ Hold::Nowhere => hold.text().to_owned(),
            hold @ Hold::Outside => format!("{} {}", self.place_told(p), hold.text()),
            Hold::InWall(column, row) => format!("{} lies in wall ({column}, {row})", self.place_told(p)),
            Hold::TooNear { wall, distance } => {
                let wall = match wall {
                    Some(cell) if !self.holds(cell) => "the border of the maze".to_owned(),
                    Some((column, row)) => format!("wall ({column}, {row})"),
                    None => "a wall".to_owned(),
                };
                let [near, needed] = distinct([distance, radius], 6);
                format!("{} is {near} from {wall}, and the agent needs {needed}", self.place_told(p))
            }
        })
    }

    /// A place, with as many digits as it takes to tell on which side of the next border between cells it lies.
    #[must_use]
    pub fn place_told(&self, p: Point) -> String {
        let told = |at: f64, end: usize| {
            let [at, _] = distinct([at, at.round().clamp(0.0, to_f64(end))], 3);
            at
        };
        format!("({}, {})", told(p.x, self.columns), told(p.y, self.rows))
    }

    /// Whether a cell is one of the maze's.
    fn holds(&self, (column, row): (i64, i64)) -> bool {
        let within = |at: i64, count: usize| usize::try_from(at).is_ok_and(|it| it < count);
        within(column, self.columns) && within(row, self.rows)
    }
}
