//! Which stages run one behind the other: from a maze to a navmesh, and from a start and a goal to an audited path.
//!
//! Each sequence is written once, for any [`Runner`]: one that records every stage, one that keeps nothing but what comes out
//! ([`Silent`]), one that tests. A runner hands each stage's end to the next stage, so that nobody copies it.
//!
//! ```text
//! bake:   samples │ outline │ rectangles ─▶ triangulate ─▶ filter ─▶ merge ─▶ navmesh
//!         level ─▶ rasterise ─▶ low-hanging ─▶ ledges ─▶ headroom ─▶ erode ─▶ surface
//!         surface │ cells ─▶ regions ─▶ contours ─▶ simplify ─▶ bridges ─▶ ears ─▶ convex ─▶ links ─▶ navmesh
//! query:  search │ polyanya ─▶ portals ─▶ funnel ─▶ round ─▶ audit          grid ─▶ smooth ─▶ audit
//! ```

mod bake;
mod fits;
mod found;
mod halt;
mod key;
mod optimum;
mod query;
mod silent;
mod surface;

pub use bake::{Baked, Given, LAYOUT, bake, empty, true_walls, walls_of};
pub use fits::check_kind;
pub use found::Found;
pub use halt::Halt;
pub use key::Key;
pub use optimum::{optimum, shortest, shortest_within};
pub use query::{Way, query, walk};
pub use silent::Silent;

use std::sync::Arc;

use crate::{picture::Drawn, trace::Stage};

/// What runs the stages of a sequence.
///
/// A key stands for everything that a result follows from, but for the kind of the result. A runner may give what it knows under
/// the same key, and not run the stage at all.
pub trait Runner {
    /// Runs a stage to its end, and gives its state there.
    ///
    /// # Errors
    ///
    /// It was cancelled, or would be too large.
    fn run<M: Stage + Drawn>(&mut self, key: Key, fresh: impl FnOnce() -> M) -> Result<Arc<M>, Halt>;

    /// Gives the state of a stage that has nothing to do, without running it.
    fn rest<M: Stage + Drawn>(&mut self, key: Key, fresh: impl FnOnce() -> M) -> Arc<M>;

    /// Makes something between the stages, under a name for the time that it takes.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    fn make<T: Send + Sync + 'static>(
        &mut self,
        name: &'static str,
        key: Key,
        make: impl FnOnce() -> Result<T, Halt>,
    ) -> Result<Arc<T>, Halt>;
}
