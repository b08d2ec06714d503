//! Polygons and their sides, by their places in a [mesh](super::PolyMesh), and what is known of each.

use super::{VertexId, id::id};

id! {
    /// A polygon, by its place among all.
    PolygonId
}

id! {
    /// A side of a polygon, by its place among the sides of all.
    SideId
}

impl SideId {
    /// No side; its number means nothing.
    pub const NONE: Self = Self::new(u32::MAX);
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
