//! From a maze to a navmesh.
//!
//! Recipe `sampled`: points in every floor cell, their [triangulation](crate::mesh), and a filter that drops the triangles in
//! walls and closes the edges through them.

mod filter;
mod ground;
mod islands;
mod navmesh;
mod passages;
mod samples;
mod union;

pub use filter::{Filter, FilterEvent, filter};
pub use ground::{Finding, FindingKind, Ground, MOST_FINDINGS, SLIVER_ANGLE};
pub use islands::{Island, Islands};
pub use navmesh::{BakeFault, BakeViolation, NavMesh, WalkableFault};
pub use passages::{Gap, Passages};
pub use samples::{SampleEvent, Samples, SamplesPerCell, sample};

use crate::mesh::{Frame, Order};

/// How a maze is baked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BakeSettings {
    /// How many points each floor cell gets.
    pub samples: SamplesPerCell,
    /// How far the outer points of a cell lie from its sides. \[0 ≤ inset ≤ 0.5; cells]
    pub inset: f64,
    /// In which order the points are inserted.
    pub order: Order,
    /// What the triangulation starts from.
    pub frame: Frame,
    /// Which triangles are dropped as lying in a wall.
    pub face_filter: FaceFilter,
    /// Which edges are closed as crossing a wall.
    pub edge_filter: EdgeFilter,
    /// How far apart the sampling edge filter looks. \[> 0; cells]
    pub edge_step: f64,
}

impl Default for BakeSettings {
    fn default() -> Self {
        Self {
            samples: SamplesPerCell::Five,
            inset: 0.25,
            order: Order::Brio,
            frame: Frame::Symbolic,
            face_filter: FaceFilter::Exact,
            edge_filter: EdgeFilter::Exact,
            edge_step: 0.1,
        }
    }
}

/// Which triangles are dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FaceFilter {
    /// Those that overlap a wall (or come nearer than the radius).
    #[default]
    Exact,
    /// Those whose centroid lies in a wall (or nearer than the radius), as the article does it.
    Centroid,
}

/// Which edges are closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgeFilter {
    /// Those along which one may not walk.
    #[default]
    Exact,
    /// Those of which some point at a regular distance lies in a wall cell, as the article does it.
    Sampled,
}
