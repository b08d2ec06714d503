//! Polygons and their sides, by their places in a [mesh](super::PolyMesh), and what is known of each.

use serde::Serialize;

use super::VertexId;

/// A polygon, by its place among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct PolygonId(u32);

/// A side of a polygon, by its place among the sides of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct SideId(pub(super) u32);

impl PolygonId {
    /// The polygon at a place. \[place < 2^32 - 1]
    #[inline]
    #[must_use]
    pub fn of_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 polygons"))
    }

    /// Its place among all.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl SideId {
    /// No side.
    pub const NONE: Self = Self(u32::MAX);

    /// The side at a place. \[place < 2^32 - 1]
    #[inline]
    #[must_use]
    pub fn of_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 sides"))
    }

    /// Its place among all; meaningless for [`NONE`](Self::NONE).
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a polygon besides its sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Polygon {
    /// What it is called where it came from: of triangles that were merged the oldest, of a file its place there.
    pub name: u32,
    /// Its kind of terrain; 0 is plain floor.
    pub kind: u8,
    /// Which floor it lies on, counted from 0.
    pub floor: u16,
}

/// A side of a polygon, which lies to its left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfEdge {
    /// The corner where it begins.
    pub vertex: VertexId,
    /// Whose side it is.
    pub polygon: PolygonId,
    /// The side of another polygon on the same edge, the other way round, or [`NONE`](SideId::NONE).
    pub(super) twin: SideId,
    /// What the way into the polygon behind it is multiplied by; infinite if one may not go there. \[≥ 1]
    pub cost: f32,
}
