//! Triangles and how they hang together.
//!
//! ```text
//! order ─▶ bowyer_watson (walk, hints, circles) ─▶ triangulation (event, triangle) ─▶ validate, locate
//! ```

mod bowyer_watson;
mod circles;
mod event;
mod hints;
mod locate;
mod order;
mod triangle;
mod triangulation;
mod validate;

pub use bowyer_watson::{Frame, triangulate};
pub use event::MeshEvent;
pub use locate::Locator;
pub use order::{Order, insertion_order};
pub use triangle::{FRAME, Link, Triangle, TriangleId, VertexId};
pub use triangulation::Triangulation;
pub use validate::{MeshFault, MeshViolation, validate};
