//! A* and Dijkstra's algorithm from cell to cell.

mod estimate;
mod event;
mod model;
mod search;

pub use estimate::Overestimate;
pub use event::{GridCell, GridEvent, GridNode, Steps};
pub use model::GridSearch;
pub use search::grid_search;
