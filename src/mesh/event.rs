//! What can happen to a triangulation.

use serde::Serialize;

use super::triangle::{Link, TriangleId, VertexId};
use crate::{
    geometry::{Certainty, Place, Turn},
    record::Event,
};

/// What happened to a triangulation.
///
/// The side array of an insertion holds the triangles it removed. That of a carved constraint holds the triangles it crosses,
/// in order, and as many choices of a vertex to join (see `pocket`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum MeshEvent {
    /// The first triangle was made: of the frame, or of three points with symbolic triangles around.
    Began {
        /// Its corners, turning left.
        corners: [VertexId; 3],
    },
    /// A vertex took the place of its conflict zone, a disc of triangles.
    Inserted {
        /// The vertex.
        vertex: VertexId,
        /// How many triangles were removed.
        removed: u32,
    },
    /// A vertex took the place of a conflict zone that was no disc; the mesh may be torn from here on.
    Tore {
        /// The vertex.
        vertex: VertexId,
        /// How many triangles were removed.
        removed: u32,
    },
    /// A vertex lay on an older one, and was left out.
    Merged {
        /// The vertex.
        vertex: VertexId,
        /// The one that stands for it.
        into: VertexId,
    },
    /// A vertex was in conflict with no triangle, and was left out.
    Skipped {
        /// The vertex.
        vertex: VertexId,
    },
    /// A piece of a constraint was an edge already; it stays from here on.
    Laid {
        /// Where the piece begins.
        from: VertexId,
        /// Where it ends.
        to: VertexId,
        /// The edge, as a side of the triangle to the left of the piece.
        edge: Link,
        /// Whether the edge was laid before.
        again: bool,
    },
    /// A piece of a constraint became an edge: the triangles it crosses gave way to as many others.
    Carved {
        /// Where the piece begins.
        from: VertexId,
        /// Where it ends.
        to: VertexId,
        /// How many triangles were removed.
        removed: u32,
    },
    /// A constraint crosses a piece of another, and was left there.
    Refused {
        /// The constraint.
        constraint: u32,
        /// Where the piece begins that it crosses.
        from: VertexId,
        /// Where that piece ends.
        to: VertexId,
    },
    /// Observed: the vertex was held against the side of a triangle, on the walk or at the hull.
    Walked {
        /// The side tested.
        edge: Link,
        /// Which way the vertex lies from that side.
        turn: Turn,
        /// How that was decided.
        certainty: Certainty,
    },
    /// Observed: a triangle's circle was tested against the vertex.
    Tested {
        /// The triangle.
        triangle: TriangleId,
        /// Where the vertex lies.
        place: Place,
        /// How that was decided.
        certainty: Certainty,
    },
    /// Observed: a triangle joined the conflict zone.
    Conflicted {
        /// The triangle.
        triangle: TriangleId,
    },
    /// Observed: a vertex was held against the line of a constraint.
    Sided {
        /// The vertex, as the corner of a triangle across from this side.
        corner: Link,
        /// Which way the vertex lies from the line.
        turn: Turn,
        /// How that was decided.
        certainty: Certainty,
    },
    /// Observed: a constraint crosses an edge.
    Crossed {
        /// The edge, as a side of the triangle before it.
        edge: Link,
    },
    /// Observed: of all the vertices beyond an edge to be, one has no other in its circle with the edge.
    Fitted {
        /// Where the edge begins; the vertex lies to the left.
        from: VertexId,
        /// Where it ends.
        to: VertexId,
        /// The vertex.
        apex: VertexId,
    },
}

const _: () = assert!(size_of::<MeshEvent>() <= 16, "a run of a million insertions keeps a million of these");

impl Event for MeshEvent {
    #[inline]
    fn detail_len(&self) -> usize {
        match *self {
            Self::Inserted { removed, .. } | Self::Tore { removed, .. } => removed as usize,
            Self::Carved { removed, .. } => 2 * removed as usize,
            Self::Began { .. }
            | Self::Merged { .. }
            | Self::Skipped { .. }
            | Self::Laid { .. }
            | Self::Refused { .. }
            | Self::Walked { .. }
            | Self::Tested { .. }
            | Self::Conflicted { .. }
            | Self::Sided { .. }
            | Self::Crossed { .. }
            | Self::Fitted { .. } => 0,
        }
    }
}
