//! The cheapest corridor of polygons from a start to a goal: Dijkstra's algorithm and A*, steppable. The same from cell to cell
//! is told in [`grid_search`], and Polyanya in [`polyanya`].
//!
//! A polygon is a node, a side that leads into another one an arc. All polygons that hold the start are seeds
//! (several when it lies on an edge or a vertex), and reaching any that holds the goal ends the search. Among equal f the node
//! with the larger g is expanded first, for it is nearer to its goal; among equal g the younger polygon: so the result never depends
//! on how a heap or a hash happens to be laid out.
//!
//! Edsger Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1 (1959), 269–271. Peter Hart, Nils
//! Nilsson, Bertram Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE Transactions on
//! Systems Science and Cybernetics 4 (1968), 100–107.

mod costs;
mod grid;
mod mesh;
mod outcome;
mod polyanya;
mod waiting;

pub use costs::Costs;
pub use grid::{GridCell, GridEvent, GridNode, GridSearch, Overestimate, Steps, grid_search};
pub use mesh::{Node, NodeState, Search, SearchEvent, search};
pub use outcome::Outcome;
pub use polyanya::{
    Arrival, Bound, GOAL, Meets, Obstacle, Polyanya, PolyanyaEvent, START, Sight, SightState, View, polyanya,
};

use crate::{bake::Nearest, maze::CornerRule};

/// How a corridor is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchSettings {
    /// What is searched.
    pub graph: Graph,
    /// Which node comes next.
    pub method: Method,
    /// What a step costs.
    pub cost: Cost,
    /// What that is multiplied by on each kind of ground, and uphill.
    pub costs: Costs,
    /// What to answer when there is no way.
    pub unreachable: Unreachable,
    /// Which polygon is nearest to where a query begins or ends, on meshes with heights.
    pub nearest: Nearest,
    /// How cells are searched, where those are.
    pub grid: GridSettings,
}

/// What is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Graph {
    /// The polygons of the mesh.
    #[default]
    Mesh,
    /// The cells of the maze.
    Grid,
}

/// How cells are searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridSettings {
    /// Where one may step from a cell.
    pub directions: Directions,
    /// When one may step to a cell that meets this one in a corner only.
    pub corners: CornerRule,
    /// What is taken for the rest of the way.
    pub heuristic: Heuristic,
    /// What that is multiplied by. \[0 ≤ weight; above 1 paths may be longer than need be]
    pub weight: f64,
}

impl Default for GridSettings {
    fn default() -> Self {
        let (directions, corners) = (Directions::Eight, CornerRule::Strict);
        Self { directions, corners, heuristic: Heuristic::Octile, weight: 1.0 }
    }
}

/// Where one may step from a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Directions {
    /// To the cells that share a side with it.
    Four,
    /// To those that share a corner with it too.
    #[default]
    Eight,
}

/// What is taken for the rest of the way, from the distances in columns and in rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heuristic {
    /// The length of the shortest way in eight directions over open floor.
    #[default]
    Octile,
    /// Their sum: the same in four directions. In eight it overestimates.
    Manhattan,
    /// The length of the straight line.
    Euclid,
    /// The larger of them: the number of steps in eight directions.
    Chebyshev,
    /// Nothing.
    Zero,
}

/// Which node comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The one with the least g + h.
    #[default]
    AStar,
    /// The one with the least g.
    Dijkstra,
    /// Not triangles but intervals of their sides, as seen from where the path bent last: the shortest path of all. Over cells the
    /// same as A*.
    Polyanya,
}

/// What a step from triangle to triangle costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cost {
    /// The distance between their centroids; start and goal stand for those of their own triangles.
    #[default]
    Centroids,
    /// The distance between the middles of the edges crossed.
    Midpoints,
    /// The width of the edge crossed, as the article has it: no distance at all, so nothing is known of what is left, and h is 0.
    PortalWidth,
}

/// What to answer when there is no way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unreachable {
    /// That there is none.
    #[default]
    Report,
    /// A straight line, through whatever lies between, as the article's program does.
    StraightLine,
}
