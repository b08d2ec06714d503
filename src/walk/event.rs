//! What happens to those who walk, and who they are.

use serde::Serialize;

use crate::{geometry::Point, record::Event};

/// One that walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Walker {
    /// The one that follows the path.
    Follower,
    /// The one that walks straight for the goal.
    Steerer,
}

impl Walker {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Follower, Self::Steerer];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Follower => "follower",
            Self::Steerer => "steerer",
        }
    }
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// At the goal.
    Arrived,
    /// Where it came no nearer.
    Stuck,
    /// After too many ticks.
    GaveUp,
}

impl Ending {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Arrived => "arrived",
            Self::Stuck => "stuck",
            Self::GaveUp => "gave-up",
        }
    }
}

/// What happened to those who walk.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum WalkEvent {
    /// All stand at the start.
    Started,
    /// A tick went by, and all who were on the way made a step.
    Stepped {
        /// How many places the steerer came to, bends first: those in the side array.
        places: u32,
    },
    /// One of them walks no more.
    Ended {
        /// Which one.
        who: Walker,
        /// How.
        how: Ending,
    },
    /// Observed: the steerer met a wall and slid along it.
    Slid {
        /// Where.
        at: Point,
        /// Column and row of the wall.
        wall: (i32, i32),
    },
}

/// How many words of the side array a place takes.
pub(super) const WORDS: usize = 4;

impl Event for WalkEvent {
    fn detail_len(&self) -> usize {
        if let Self::Stepped { places } = self { WORDS * *places as usize } else { 0 }
    }
}

/// A place as words of a side array.
#[expect(clippy::cast_possible_truncation, reason = "a coordinate is cut into halves")]
pub(super) fn write(p: Point) -> [u32; WORDS] {
    let [x, y] = [p.x.to_bits(), p.y.to_bits()];
    [(x >> 32) as u32, x as u32, (y >> 32) as u32, y as u32]
}

/// The place that words of a side array stand for.
pub(super) fn read(words: &[u32]) -> Point {
    let coordinate = |at: usize| f64::from_bits(u64::from(words[at]) << 32 | u64::from(words[at + 1]));
    Point::new(coordinate(0), coordinate(2))
}
