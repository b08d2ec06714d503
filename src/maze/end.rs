//! The two ends of a query.

use serde::Serialize;

/// Where a query starts, or where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum End {
    /// Where it starts.
    Start,
    /// Where it goes.
    Goal,
}

impl End {
    /// Both, as everything that has one value for each end lists them.
    pub const BOTH: [Self; 2] = [Self::Start, Self::Goal];

    /// Its name in files, on the command line and in sentences.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.of(["start", "goal"])
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        self.of([Self::Goal, Self::Start])
    }

    /// Its own of two values, that of the start and that of the goal.
    #[must_use]
    pub fn of<T>(self, [start, goal]: [T; 2]) -> T {
        match self {
            Self::Start => start,
            Self::Goal => goal,
        }
    }
}
