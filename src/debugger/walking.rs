//! What became of the agents that walked from a query's start to its goal.

use serde::Serialize;

use crate::{
    geometry::Point,
    walk::{Ending, Walk, Walker},
};

/// What became of those who walked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WalkReport {
    /// Of the one that follows the path; none without one.
    pub follower: Option<WalkerReport>,
    /// Of the one that walks straight for the goal.
    pub steerer: Option<WalkerReport>,
}

/// What became of one that walked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WalkerReport {
    /// How the walk ended.
    pub outcome: Ending,
    /// After how long: whole ticks. \[seconds]
    pub seconds: f64,
    /// How far it had walked by then. \[cells]
    pub walked: f64,
    /// Where it ended.
    pub at: Point,
}

impl WalkReport {
    /// What became of those in a walk that is over.
    pub(super) fn of(walk: &Walk) -> Self {
        let of = |who| {
            let (outcome, seconds) = walk.ended(who)?;
            Some(WalkerReport { outcome, seconds, walked: walk.walked(who), at: walk.place(who) })
        };
        Self { follower: of(Walker::Follower), steerer: of(Walker::Steerer) }
    }
}
