//! What can be wrong with polygons that were made from rings.

use serde::Serialize;

use crate::geometry::Point;

/// A rule that polygons made from rings keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VoxelFault {
    /// A hole can't be joined to an outline.
    NoBridge,
    /// What is left of a ring has no ear.
    NotClipped,
    /// The corners of an ear don't turn left.
    EarNotLeft,
    /// Two ears overlap.
    EarsOverlap,
    /// A polygon is not convex.
    Concave,
    /// More than two polygons share a side.
    SideOfThree,
    /// Two regions share a border but their polygons are not linked there.
    BorderCrack,
    /// A link leads higher than a step.
    HeightJump,
}

impl VoxelFault {
    /// Every fault.
    pub const ALL: [Self; 8] = [
        Self::NoBridge,
        Self::NotClipped,
        Self::EarNotLeft,
        Self::EarsOverlap,
        Self::Concave,
        Self::SideOfThree,
        Self::BorderCrack,
        Self::HeightJump,
    ];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoBridge => "no-bridge",
            Self::NotClipped => "not-clipped",
            Self::EarNotLeft => "ear-not-left",
            Self::EarsOverlap => "ears-overlap",
            Self::Concave => "concave",
            Self::SideOfThree => "side-of-three",
            Self::BorderCrack => "border-crack",
            Self::HeightJump => "height-jump",
        }
    }

    /// What is wrong, in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::NoBridge => "a hole can't be joined to an outline of its region",
            Self::NotClipped => "a ring can't be cut into triangles: it crosses itself, or has no area",
            Self::EarNotLeft => "a triangle that was cut off a ring does not turn left",
            Self::EarsOverlap => "two triangles that were cut off a ring overlap",
            Self::Concave => "a merged polygon is not convex",
            Self::SideOfThree => "more than two polygons share a side",
            Self::BorderCrack => "a crack in the border of two regions: their polygons are not linked there",
            Self::HeightJump => "a link between polygons is higher than a step",
        }
    }
}

/// A broken rule, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct VoxelViolation {
    /// Which rule.
    pub kind: VoxelFault,
    /// Where. \[world units]
    pub at: Point,
    /// The ends of the side that is to blame, where one is.
    #[serde(skip)]
    pub ends: Option<[Point; 2]>,
}
