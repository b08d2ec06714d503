//! From a corridor to a taut path: which end of each portal is left, the funnel between them, arcs around wall corners, and an
//! audit of what came out.

mod audit;
mod course;
mod dialect;
mod funnel;
mod funnel_model;
mod heights;
mod portals;
mod round;
mod round_model;
mod ends;
mod sight;
mod smooth;
mod tangent;

pub use audit::{Audit, AuditEvent, audit, needless_corners};
pub use course::{Course, Piece, corners_of};
pub use dialect::{Arithmetic, Dialect, Rules};
pub use ends::Ends;
pub use funnel::pull_taut;
pub use funnel_model::{Corner, Funnel, FunnelEvent, FunnelTest, Wedge};
pub use heights::heights_along;
pub use portals::{PortalEvent, Portals, order_portals};
pub use round::round;
pub use round_model::{ChainLink, Refusal, Round, RoundEvent, Rounding, Stop, Swept, WallCorner};
pub use sight::{blocked_by, bresenham, sees};
pub use smooth::{Smooth, SmoothEvent, smooth};

use serde::Serialize;

use crate::geometry::Point;
pub use crate::geometry::Side;

/// How a corridor is pulled taut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PullSettings {
    /// Which end of a portal is left.
    pub portals: PortalOrder,
    /// Which funnel.
    pub funnel: Dialect,
    /// Which corners of a path from cell to cell are left out.
    pub smoothing: Smoothing,
    /// How smoothing looks from corner to corner.
    pub sight: Sight,
    /// Up to where the textbook funnel takes a cross product for zero and two coordinates for the same. \[≥ 0; cell², cell]
    pub epsilon: f64,
}

impl Default for PullSettings {
    fn default() -> Self {
        Self {
            portals: PortalOrder::Winding,
            funnel: Dialect::Exact,
            smoothing: Smoothing::Off,
            sight: Sight::Exact,
            epsilon: 1e-9,
        }
    }
}

/// How left and right are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PortalOrder {
    /// By the corners' order in the triangle that is left: no arithmetic, so never wrong.
    #[default]
    Winding,
    /// By cross products with the line from centroid to centroid, as the article does it.
    Centroids,
    /// As seen from the start, however far the corridor has turned since: the article's second pit.
    FixedPoint,
    /// The wrong way round, to see what that does.
    Reversed,
}

/// Which corners of a path from cell to cell are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Smoothing {
    /// None.
    #[default]
    Off,
    /// From each corner kept, those up to the last before the first that is out of sight, as commonly written.
    Greedy,
    /// From each corner kept, those up to the farthest along the path that is in sight.
    Farthest,
    /// Those without which the path is the shortest of all that can be had by leaving some out.
    BestSubset,
}

/// How smoothing looks from corner to corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Sight {
    /// Exactly: by the rule that finished paths are held against.
    #[default]
    Exact,
    /// Over the cells of Bresenham's line, as commonly written: it passes between walls that meet in a corner, and may see from here to
    /// there but not back.
    Bresenham,
}

/// An edge that the path must cross, seen in the direction of travel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portal {
    /// The end on the traveller's left.
    pub left: Point,
    /// The end on the traveller's right.
    pub right: Point,
}

impl Portal {
    /// The end on one side.
    #[must_use]
    pub fn end(&self, side: Side) -> Point {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    /// A portal that is a single point.
    #[must_use]
    pub fn point(p: Point) -> Self {
        Self { left: p, right: p }
    }
}
