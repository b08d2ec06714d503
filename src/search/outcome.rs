//! How a query ends.

use serde::Serialize;

use crate::{bake::NavMesh, geometry::Spot};

/// How a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// There is a corridor, or a way from cell to cell.
    Found,
    /// Start and goal are on the mesh or the grid, and nothing joins them.
    Unreachable,
    /// The start lies in a wall, or nearer to one than the radius.
    StartInWall,
    /// The goal does.
    GoalInWall,
    /// Start or goal is on floor that no walkable triangle covers; from cell to cell, the agent can't get to the centre of its cell.
    OffMesh,
}

impl Outcome {
    /// The word for it, as in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Unreachable => "unreachable",
            Self::StartInWall => "start-in-wall",
            Self::GoalInWall => "goal-in-wall",
            Self::OffMesh => "off-mesh",
        }
    }
}

/// Why a query can't even begin, if so.
pub(super) fn refusal(nav: &NavMesh, [start, goal]: [Spot; 2], on_mesh: impl FnOnce() -> bool) -> Option<Outcome> {
    let world = nav.world();
    if !world.is_free(start, nav.radius()) {
        Some(Outcome::StartInWall)
    } else if !world.is_free(goal, nav.radius()) {
        Some(Outcome::GoalInWall)
    } else if !on_mesh() {
        Some(Outcome::OffMesh)
    } else {
        None
    }
}
