//! What can happen to a triangulation.

use super::triangle::{Link, TriangleId, VertexId};
use crate::{
    geometry::{Certainty, Place, Turn},
    record::{Event, Level},
};

/// What happened to a triangulation. The side array of an insertion holds the triangles it removed.
#[derive(Clone, Copy, Debug, PartialEq)]
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
}

const _: () = assert!(size_of::<MeshEvent>() <= 16, "a run of a million insertions keeps a million of these");

impl Event for MeshEvent {
    fn level(&self) -> Level {
        match self {
            Self::Began { .. } => Level::Phase,
            Self::Inserted { .. } | Self::Tore { .. } | Self::Merged { .. } | Self::Skipped { .. } => Level::Operation,
            Self::Conflicted { .. } => Level::Edit,
            Self::Walked { .. } | Self::Tested { .. } => Level::Test,
        }
    }

    #[inline]
    fn detail_len(&self) -> usize {
        match *self {
            Self::Inserted { removed, .. } | Self::Tore { removed, .. } => removed as usize,
            _ => 0,
        }
    }
}
