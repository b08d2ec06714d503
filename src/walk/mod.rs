//! Agents on their way: one that follows the path, and one that walks straight for the goal and slides along walls.
//!
//! Both start at once and get a step each in every tick. The one that follows the path arrives wherever there is one; the one
//! that knows none gets stuck in the first pocket it meets, which is what paths are for.

mod contact;
mod event;
mod follow;
mod model;
mod steer;

pub use contact::{Contact, first_contact};
pub use event::{Ending, WalkEvent, Walker};
pub use follow::Ruler;
pub use model::{FAR, MOST_TICKS, Walk, walk};
pub use steer::{Stride, steer};

/// Who walks, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkSettings {
    /// Who walks.
    pub agents: Agents,
    /// How far they get in a second. \[> 0; cells a second]
    pub speed: f64,
    /// How long a step takes. \[> 0; seconds]
    pub tick: f64,
}

impl Default for WalkSettings {
    fn default() -> Self {
        Self { agents: Agents::Nobody, speed: 3.0, tick: 0.05 }
    }
}

/// Who walks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Agents {
    /// Nobody.
    #[default]
    Nobody,
    /// One that follows the path.
    Follower,
    /// One that walks straight for the goal and slides along the walls it meets, knowing no path.
    Steerer,
    /// Both at once.
    Both,
}

impl Agents {
    /// Whether one of them is among those who walk.
    #[must_use]
    pub fn include(self, walker: Walker) -> bool {
        match self {
            Self::Nobody => false,
            Self::Follower => walker == Walker::Follower,
            Self::Steerer => walker == Walker::Steerer,
            Self::Both => true,
        }
    }
}
