//! What a run is about: the things whose history can be asked for.

use std::fmt;

use crate::mesh::{PolyMesh, PolygonId, TriangleId, VertexId};

/// Something that events touch and marks stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// A cell of the maze, by column and row.
    Cell(u32, u32),
    /// A vertex of the triangulation.
    Vertex(VertexId),
    /// An edge between two vertices, the smaller first.
    Edge(VertexId, VertexId),
    /// A triangle; of a mesh of polygons the one, or the polygon, that has its number for a name.
    Triangle(TriangleId),
    /// A portal of the corridor, counted from 1.
    Portal(u32),
    /// A corner of the path as it stands at the moment, counted from 1.
    Corner(u32),
    /// A segment of the path, counted from 0.
    Segment(u32),
}

impl Thing {
    /// A polygon, by its name.
    #[must_use]
    pub fn polygon(mesh: &PolyMesh, polygon: PolygonId) -> Self {
        Self::Triangle(TriangleId::new(mesh.name(polygon)))
    }

    /// The edge between two vertices.
    #[must_use]
    pub fn edge(a: VertexId, b: VertexId) -> Self {
        Self::Edge(a.min(b), a.max(b))
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cell(column, row) => write!(f, "cell ({column}, {row})"),
            Self::Vertex(id) => write!(f, "vertex {id}"),
            Self::Edge(a, b) => write!(f, "edge {a}–{b}"),
            Self::Triangle(id) => write!(f, "triangle {id}"),
            Self::Portal(id) => write!(f, "portal {id}"),
            Self::Corner(id) => write!(f, "corner {id}"),
            Self::Segment(id) => write!(f, "segment {id}"),
        }
    }
}
