//! The shortest path of all, by looking through the sides of convex polygons.

mod event;
mod model;
mod search;
mod successors;
mod view;

pub use event::{Meets, Obstacle, PolyanyaEvent, Sight, SightState};
pub use model::Polyanya;
pub use search::polyanya;
pub use view::{Arrival, Bound, GOAL, START, View};
