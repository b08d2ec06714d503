//! The walk of a query: agents on their way from its start to its goal, and what became of them.

use std::sync::Arc;

use serde::Serialize;

use super::{bake::record, run::Halt};
use crate::{
    geometry::Point,
    io::Settings,
    maze::Maze,
    pull::Course,
    trace::{Replay, Watch},
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

/// Lets those walk who are to; nothing if nobody is, or the start is not free.
pub(super) fn walk(
    maze: &Arc<Maze>,
    path: Option<&Arc<Course>>,
    ends: [Point; 2],
    settings: &Settings,
    watch: &Watch,
) -> Result<Option<Replay<Walk>>, Halt> {
    let walk = Walk::new(maze.clone(), path.cloned(), ends, settings.radius, settings.walk);
    let walks = walk.walkers().next().is_some() && maze.is_free(ends[0], settings.radius) && ends[1].is_finite();
    walks.then(|| record(walk, watch)).transpose()
}
