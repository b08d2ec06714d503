//! Triangles and how they hang together.
//!
//! ```text
//! order ─▶ bowyer_watson (walk, hints, circles) ─┬▶ triangulation (event, triangle) ─▶ validate, locate
//!          lay ──────────────────────────────────┴▶ constraints, pocket ───────────▶ winding
//! polymesh: convex polygons, made of triangles or of anything else, for searches
//! ```

mod bowyer_watson;
mod circles;
mod constraints;
mod event;
mod hints;
mod id;
mod lay;
mod locate;
mod order;
mod pocket;
mod polygon;
mod places;
mod polymesh;
mod sight_mesh;
mod triangle;
mod triangulation;
mod validate;
mod winding;

pub use bowyer_watson::{Frame, triangulate};
pub use constraints::{Laying, Refusal};
pub use event::MeshEvent;
pub use locate::Locator;
pub use order::{Order, insertion_order};
pub use polygon::{HalfEdge, Polygon, PolygonId, SideId};
pub use polymesh::{PolyMesh, PolyMeshBuilder};
pub use sight_mesh::{Marks, SightMesh, SightSide};
pub use triangle::{FRAME, Link, Triangle, TriangleId, VertexId};
pub use triangulation::Triangulation;
pub use validate::{MeshFault, MeshViolation, validate};
pub use winding::windings;
