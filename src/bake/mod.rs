//! From a maze to a navmesh.
//!
//! Recipe `sampled`: points in every floor cell, their [triangulation](crate::mesh), and a filter that drops the triangles in
//! walls and closes the edges through them.
//!
//! Recipe `walls`: the walls' outlines, grown by the agent's radius, as constraints of a triangulation of their corners, and a
//! filter that keeps what no wall covers: the mesh is all that is free. Either may be merged into convex polygons.
//!
//! Recipe `rectangles`: cells joined into rectangles, their sides as constraints, and a filter that keeps what lies in one; each
//! rectangle is merged into one polygon, and no two are.
//!
//! ```text
//! samples    ─▶ triangulate ─▶ filter              ─┬─▶ merge ─▶ navmesh (polygons, anchor)    
//! outline    ─▶ triangulate ─▶ filter (by winding) ─┤            ground (islands, passages)        walls: the optimum's own
//! rectangles ─▶ triangulate ─▶ filter (by winding) ─┘
//! ```

mod anchor;
mod filter;
mod ground;
mod islands;
mod merge;
mod navmesh;
mod outline;
mod passages;
mod polygons;
mod rectangles;
mod samples;
mod triangles;
mod union;
pub mod voxels;

pub use anchor::{Nearest, NearestBy};
pub use filter::{Filter, FilterEvent, filter};
pub use ground::{Finding, FindingKind, Ground, MOST_FINDINGS, SLIVER_ANGLE};
pub use islands::{Island, Islands};
pub use merge::{Merge, MergeEvent, merge};
pub use navmesh::{BakeFault, BakeViolation, NavMesh, WalkableFault};
pub use outline::{Outline, OutlineEvent, outline};
pub use passages::{Gap, Passages};
pub use rectangles::{Rectangle, RectangleEvent, RectangleSides, Rectangles, rectangles};
pub use samples::{SampleEvent, Samples, SamplesPerCell, sample};
pub use triangles::Triangles;

use crate::mesh::{Frame, Order};

/// How a maze is baked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BakeSettings {
    /// What the mesh is made of.
    pub recipe: Recipe,
    /// Whether triangles are merged into convex polygons; those of rectangles always are.
    pub merge: bool,
    /// How far the mesh may stay off what round corners leave free, on the safe side. \[> 0; cells]
    pub arc_error: f64,
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
            recipe: Recipe::Sampled,
            merge: false,
            arc_error: 0.001,
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

impl BakeSettings {
    /// Whether triangles are merged, asked for or not.
    #[must_use]
    pub fn merges(&self) -> bool {
        self.merge || self.recipe == Recipe::Rectangles
    }
}

/// What the mesh is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recipe {
    /// Samples of the floor, which never meet the walls.
    #[default]
    Sampled,
    /// The walls' outlines, grown by the agent's radius: the mesh is what is free, and all of it.
    Walls,
    /// Rectangles of floor cells, each as large as can be had.
    Rectangles,
    /// Regions of floor cells, their outlines simplified, as Recast makes polygons of a surface.
    Contours,
    /// Voxels of level geometry, the surface that can be walked on them, and its regions, as Recast does it.
    Voxels,
}

impl Recipe {
    /// Whether the mesh is a filtered triangulation.
    #[must_use]
    pub fn triangulates(self) -> bool {
        match self {
            Self::Sampled | Self::Walls | Self::Rectangles => true,
            Self::Contours | Self::Voxels => false,
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
