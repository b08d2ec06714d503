//! A* and Dijkstra's algorithm over polygons: a polygon is a node, and a side that leads into another one an arc.

mod astar;
mod model;

pub use astar::search;
pub use model::{Node, NodeState, Search, SearchEvent};
