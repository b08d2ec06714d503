//! A part of an edge as it is seen from a root, and what happens to it in a search.

use serde::Serialize;

use super::{super::Outcome, view::Bound};
use crate::{
    geometry::{Certainty, Side, Turn},
    mesh::VertexId,
    record::Event,
};

/// A part of an edge, and the place where the path to it bent last, from where all of it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sight {
    /// The length of the path to the root. \[cells]
    pub g: f64,
    /// The length of any path through here at least: g and what is estimated to be left, or what it was before if that is more
    /// or it is followed. \[cells]
    pub f: f64,
    /// The node it came from, or [`NONE`](Self::NONE).
    pub parent: u32,
    /// The edge looked through: its half within the polygon that is entered.
    pub side: u32,
    /// The vertex where the path bent last, or [`START`](super::START).
    pub root: VertexId,
    /// What bounds the view on the left.
    pub left: Bound,
    /// What bounds the view on the right.
    pub right: Bound,
    /// How the view meets the edge.
    pub meets: Meets,
    /// Whether it waits.
    pub state: SightState,
}

/// How a view meets its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Meets {
    /// Whether the left bound runs through the edge's left end.
    pub left_end: bool,
    /// Whether the right bound runs through the edge's right end.
    pub right_end: bool,
    /// Whether the view is but a line along the edge, and which end is the nearer one.
    pub grazes: Option<Side>,
}

/// Whether a node waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SightState {
    /// It waits.
    Open,
    /// It was expanded without waiting, being the only successor.
    Followed,
    /// It was expanded.
    Closed,
    /// It was taken out, for its root had been reached on a shorter path.
    Dropped,
}

impl Sight {
    /// No node.
    pub const NONE: u32 = u32::MAX;

    /// What bounds the view on one side.
    #[inline]
    #[must_use]
    pub fn bound(&self, hand: Side) -> Bound {
        if hand == Side::Left { self.left } else { self.right }
    }
}

/// Why a side of the polygon was not looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Obstacle {
    /// Nothing that may be walked lies behind it.
    Border,
    /// The goal does not lie in what hangs on it.
    CulDeSac,
}

impl Obstacle {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Border => "border",
            Self::CulDeSac => "cul-de-sac",
        }
    }
}

/// What happened in the search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum PolyanyaEvent {
    /// A part of an edge came into view; it waits, or if it is the only successor is expanded at once.
    Pushed {
        /// All of it.
        node: Sight,
    },
    /// The node with the least f was taken; what is seen behind it comes next.
    Expanded {
        /// Its number.
        node: u32,
        /// What was expanded before, and how many successors of that had been made.
        was: (u32, u32),
    },
    /// A node was taken out unexpanded: its root has been reached on a shorter path since.
    Dropped {
        /// Its number.
        node: u32,
        /// How many successors of the current node had been made.
        was: u32,
    },
    /// The search ended.
    Ended {
        /// How.
        outcome: Outcome,
    },
    /// Observed: a turn was asked for, to tell what is in view.
    Tested {
        /// The root.
        root: VertexId,
        /// The bound.
        bound: Bound,
        /// The vertex in question, or [`GOAL`](super::GOAL).
        vertex: VertexId,
        /// Which bound it is.
        hand: Side,
        /// The answer.
        turn: Turn,
        /// The cross product in floating point.
        value: f64,
        /// How it was decided.
        certainty: Certainty,
    },
    /// Observed: a path as short leads to a vertex already, and sees all that would be seen.
    Refused {
        /// The vertex.
        vertex: VertexId,
        /// How long the path would be.
        g: f64,
    },
    /// Observed: a side of the polygon was not looked through.
    Blocked {
        /// The side.
        side: u32,
        /// Why.
        why: Obstacle,
    },
}

const _: () = assert!(size_of::<PolyanyaEvent>() <= 48, "there is one for each part of an edge in view");

impl Event for PolyanyaEvent {}
