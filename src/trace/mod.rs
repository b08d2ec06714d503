//! Stored runs: moving about in them, telling them, and finding moments in them.
//!
//! ```text
//! a file for each stage ─▶ stage (kind, lens, plot, quantity, rule, thing)        triangulate ─▶ insertions, constraints
//! replay ─▶ recording        condition ─▶ language (words), completion
//! ```

mod audit;
mod bridges;
mod completion;
mod condition;
mod constraints;
mod erode;
mod contours;
mod convex;
mod ears;
mod filter;
mod funnel;
mod grid;
mod headroom;
mod insertions;
mod kind;
mod language;
mod ledges;
mod lens;
mod low_hanging;
mod links;
mod merge;
mod moment;
mod outline;
mod phrases;
mod plot;
mod polyanya;
mod portals;
mod quantity;
mod rasterise;
mod recording;
mod rectangles;
mod regions;
mod replay;
mod round;
mod rule;
mod samples;
mod search;
mod simplify;
mod smooth;
mod spans;
mod stage;
mod thing;
mod triangulate;
mod walk;
mod words;

stage::stages! {
    Samples: crate::bake::Samples,
    Outline: crate::bake::Outline,
    Rectangles: crate::bake::Rectangles,
    Rasterise: crate::bake::voxels::Rasterise,
    LowHanging: crate::bake::voxels::LowHanging,
    Ledges: crate::bake::voxels::Ledges,
    Headroom: crate::bake::voxels::Headroom,
    Erode: crate::bake::voxels::Erode,
    Regions: crate::bake::voxels::RegionMap,
    Contours: crate::bake::voxels::Contours,
    Simplify: crate::bake::voxels::Simplify,
    Bridges: crate::bake::voxels::Bridges,
    Ears: crate::bake::voxels::Ears,
    Convex: crate::bake::voxels::Convex,
    Links: crate::bake::voxels::PolygonLinks,
    Triangulate: crate::mesh::Triangulation,
    Filter: crate::bake::Filter,
    Merge: crate::bake::Merge,
    Search: crate::search::Search,
    Polyanya: crate::search::Polyanya,
    Grid: crate::search::GridSearch,
    Portals: crate::pull::Portals,
    Funnel: crate::pull::Funnel,
    Round: crate::pull::Round,
    Smooth: crate::pull::Smooth,
    Audit: crate::pull::Audit,
    Walk: crate::walk::Walk,
}

pub use completion::{Completion, complete};
pub use condition::{Condition, ConditionError};
pub use kind::Kind;
pub use lens::{Answer, Fact, Lens};
pub use moment::{LaneId, Moment};
pub use plot::{Curve, Keeps, Predicate};
pub use quantity::Quantity;
pub use recording::{Recording, Seen};
pub use replay::Replay;
pub use rule::Rule;
pub use stage::{Beside, Part, Stage, Vocabulary, Watch};
pub use thing::Thing;
pub use words::nearest;
