//! Every setting by its path, with its range, its unit and its default: one table for files, command line and window.

pub use super::value::Value;

use super::needs::{
    BLURRED, CELLS, EDGES_SAMPLED, EIGHT, GUESSING, INEXACT, JOINABLE, MERGING, MESH, OUTLINED, ROUND, SAMPLED,
    SMOOTHED, SPREAD, STEPPING, TRIANGULATED, VOXELS, WALKING, WEIGHABLE,
};
use super::setting::{FACTORS, Kind, MAX_SQUARE, Setting, choice, count, number, set_number, switch};
use crate::{
    bake::{
        BakeSettings, EdgeFilter, FaceFilter, NearestBy, Recipe, SamplesPerCell,
        voxels::{Partition, Rounded, Rounding, VoxelSettings},
    },
    geometry::{Numbers, Policy},
    maze::{CellHeights, CornerRule},
    mesh::{Frame, Order},
    pull::{Dialect, PortalOrder, PullSettings, Sight, Smoothing},
    search::{Cost, Costs, Directions, Graph, Heuristic, Method, SearchSettings, Unreachable},
    trace::nearest,
    walk::{Agents, WalkSettings},
};

/// All that can be chosen about a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// How the maze is baked.
    pub bake: BakeSettings,
    /// How high painted cells are, as level geometry.
    pub level: CellHeights,
    /// How level geometry becomes voxels, and regions of a surface polygons.
    pub voxels: VoxelSettings,
    /// How predicates are answered.
    pub numbers: Numbers,
    /// How a corridor is searched.
    pub search: SearchSettings,
    /// How it is pulled taut.
    pub pull: PullSettings,
    /// Who walks the path, and how.
    pub walk: WalkSettings,
    /// How far the agent's centre stays from every wall. \[0 ≤ radius; world units, 1 = one cell]
    ///
    /// Zero lets paths touch wall corners.
    pub radius: f64,
}

impl Settings {
    /// What rounding makes of the agent's measures, where they are counted in voxels.
    #[must_use]
    pub fn rounded(&self) -> Vec<Rounded> {
        let counts = self.search.graph == Graph::Mesh && self.bake.recipe == Recipe::Voxels;
        if counts { self.voxels.rounded(self.radius) } else { Vec::new() }
    }

    /// What ground costs: only meshes of voxels have kinds of it, and heights.
    #[must_use]
    pub fn costs(&self) -> Costs {
        if self.bake.recipe == Recipe::Voxels { self.search.costs } else { Costs::default() }
    }

    /// The same with nobody walking: how a path would be walked is no part of a test.
    #[must_use]
    pub fn without_walkers(self) -> Self {
        Self { walk: WalkSettings { agents: Agents::Nobody, ..self.walk }, ..self }
    }
}

/// The setting at a path.
///
/// # Errors
///
/// There is none; the message names the nearest.
pub fn setting(path: &str) -> Result<&'static Setting, String> {
    SETTINGS.iter().find(|it| it.path == path).ok_or_else(|| {
        let meant = nearest(path, SETTINGS.iter().map(|it| it.path));
        let meant =
            meant.map_or_else(|| "`navscope settings` lists them".to_owned(), |it| format!("did you mean “{it}”?"));
        format!("there is no setting “{path}”; {meant}")
    })
}

/// The cost factor of a kind of ground, by its number.
macro_rules! cost_of_kind {
    ($path:literal, $kind:literal) => {
        Setting {
            path: $path,
            help: "What a way costs for its length over ground of this kind; `navscope bake` tells the kinds by their numbers",
            kind: Kind::Number { min: LEAST_COST, max: MOST_COST, unit: "×" },
            needs: &[MESH, VOXELS],
            read: |settings| Value::Number(settings.search.costs.kinds[$kind]),
            write: |settings, value| {
                set_number(value, (LEAST_COST, MOST_COST), |it| settings.search.costs.kinds[$kind] = it)
            },
        }
    };
}

/// What ground may cost. \[factors]
const LEAST_COST: f64 = 0.001;
const MOST_COST: f64 = 1000.0;

/// Every setting, in the order of the pipeline.
pub const SETTINGS: &[Setting] = &[
    choice!("bake.recipe",
        "What the navmesh is made of: samples of the floor, the walls' outlines, rectangles of cells, the outlines of regions of cells, or voxels of level geometry",
        bake.recipe,
        ["sampled" => Recipe::Sampled, "walls" => Recipe::Walls, "rectangles" => Recipe::Rectangles,
         "contours" => Recipe::Contours, "voxels" => Recipe::Voxels],
        needs: [MESH]),
    Setting {
        path: "bake.samples",
        help: "Points in each floor cell: 5 are its centre and four around, 1 is its centre",
        kind: Kind::Samples,
        needs: &[MESH, SAMPLED],
        read: |settings| match settings.bake.samples {
            SamplesPerCell::Five => Value::Number(5.0),
            SamplesPerCell::Square(1) => Value::Number(1.0),
            SamplesPerCell::Square(n) => Value::Word(format!("{n}x{n}")),
        },
        write: |settings, value| {
            let samples = match value {
                Value::Number(5.0) => Some(SamplesPerCell::Five),
                Value::Number(1.0) => Some(SamplesPerCell::Square(1)),
                Value::Number(_) | Value::Switch(_) => None,
                Value::Word(word) => word
                    .split_once(['x', '×'])
                    .filter(|(a, b)| a == b)
                    .and_then(|(n, _)| n.parse().ok())
                    .filter(|n| (1..=MAX_SQUARE).contains(n))
                    .map(SamplesPerCell::Square),
            };
            samples.map(|it| settings.bake.samples = it).is_some()
        },
    },
    number!("bake.inset", "How far a cell's outer points lie from its sides", bake.inset, 0.0..=0.5, "cells",
        needs: [MESH, SAMPLED, SPREAD]),
    choice!("bake.order", "In which order points are inserted: spread out at random (brio) or as given",
        bake.order, ["brio" => Order::Brio, "given" => Order::Given],
        needs: [MESH, TRIANGULATED]),
    Setting {
        path: "bake.super_triangle",
        help: "What the triangulation starts from: a vertex at infinity, or a triangle so many times the points' box",
        kind: Kind::Frame,
        needs: &[MESH, SAMPLED],
        read: |settings| match settings.bake.frame {
            Frame::Symbolic => Value::Word("symbolic".to_owned()),
            Frame::Super(factor) => Value::Number(factor),
        },
        write: |settings, value| match value {
            Value::Word(word) if word == "symbolic" => {
                settings.bake.frame = Frame::Symbolic;
                true
            }
            _ => set_number(value, FACTORS, |it| settings.bake.frame = Frame::Super(it)),
        },
    },
    choice!("bake.face_filter", "Which triangles are dropped: those that overlap a wall, or whose centroid lies in one",
        bake.face_filter, ["exact" => FaceFilter::Exact, "centroid" => FaceFilter::Centroid],
        needs: [MESH, SAMPLED]),
    choice!("bake.edge_filter", "Which edges are closed: those that cross a wall, or of which some regular point lies in one",
        bake.edge_filter, ["exact" => EdgeFilter::Exact, "sampled" => EdgeFilter::Sampled],
        needs: [MESH, SAMPLED]),
    number!("bake.edge_step", "How far apart the sampled edge filter looks", bake.edge_step, 0.001..=10.0, "cells",
        needs: [MESH, SAMPLED, EDGES_SAMPLED]),
    number!(
        "bake.arc_error",
        "How far a mesh of walls may stay off what round corners leave free to an agent with a radius",
        bake.arc_error,
        0.000_001..=0.1,
        "cells",
        needs: [ROUND]
    ),
    switch!("bake.merge", "Whether triangles are merged into convex polygons", bake.merge, needs: [MESH, JOINABLE]),
    number!("level.wall_height", "How high walls are that are painted, above their floor", level.wall, 0.1..=1000.0,
        "world units", needs: [MESH, VOXELS]),
    number!("level.step", "How much higher each digit of a painted level lies", level.step, 0.001..=100.0, "world units",
        needs: [MESH, VOXELS]),
    number!("level.beam_height", "How high beams that are painted hang above their floor", level.beam, 0.0..=1000.0,
        "world units", needs: [MESH, VOXELS]),
    number!("voxels.cell_size", "How wide a column of voxels is; RecastDemo's 0.3", voxels.cell_size, 0.001..=1000.0,
        "world units", needs: [MESH, VOXELS]),
    number!("voxels.cell_height", "How high a voxel is; RecastDemo's 0.2", voxels.cell_height, 0.001..=1000.0, "world units",
        needs: [MESH, VOXELS]),
    choice!("voxels.rounding",
        "In which numbers geometry becomes voxels: in 64 bits with a tolerance for whole numbers, or in 32 bits as Recast does it",
        voxels.rounding, ["exact" => Rounding::Exact, "f32" => Rounding::F32],
        needs: [MESH, VOXELS]),
    choice!("regions.partition", "How a surface is divided into regions: floods from where walls are far, rows, or layers of rows",
        voxels.partition,
        ["watershed" => Partition::Watershed, "monotone" => Partition::Monotone, "layers" => Partition::Layers],
        needs: [MESH, OUTLINED]),
    count!("regions.min_size", "Regions that hang together are removed if all of them are smaller than this; RecastDemo's 8 × 8",
        voxels.min_region, 0..=1_000_000, "columns", needs: [MESH, VOXELS]),
    count!("regions.merge_size", "Regions no larger than this join a neighbour; RecastDemo's 20 × 20",
        voxels.merge_region, 0..=1_000_000, "columns", needs: [MESH, OUTLINED]),
    number!("contours.max_error", "How far a simplified outline may stay off the true one; RecastDemo's 1.3",
        voxels.max_error, 0.0..=100.0, "columns", needs: [MESH, OUTLINED]),
    number!("contours.max_edge", "How long a side along a wall may be, 0 for any length; RecastDemo's 12",
        voxels.max_edge, 0.0..=10000.0, "world units", needs: [MESH, OUTLINED]),
    switch!("contours.shared_borders", "Whether the border of two regions is simplified once for both; off tears cracks",
        voxels.shared_borders, needs: [MESH, OUTLINED]),
    number!("ears.epsilon", "Within how much doubled area a corner counts as flat when ears are cut; 0 looks exactly",
        voxels.ear_epsilon, 0.0..=1000.0, "columns²", needs: [MESH, OUTLINED]),
    count!("polygons.max_corners", "How many corners a polygon may have; RecastDemo's 6", voxels.max_corners, 3..=64, "corners",
        needs: [MESH, OUTLINED]),
    number!("polygons.max_area", "How large a merged polygon may be, 0 for any size", voxels.max_area, 0.0..=1e6, "world units²",
        needs: [MESH, OUTLINED]),
    switch!("polygons.greedy", "Whether triangles are merged without a look at the angles; that makes concave polygons",
        voxels.greedy_concave, needs: [MESH, OUTLINED]),
    switch!("links.height_check", "Whether polygons are linked only where their heights fit; off links floors above each other",
        voxels.height_check, needs: [MESH, OUTLINED]),
    choice!("numbers.policy", "How predicates are answered",
        numbers.policy,
        ["exact" => Policy::Exact, "float" => Policy::Float, "f32" => Policy::F32, "article" => Policy::Article],
        needs: [MESH, SAMPLED]),
    number!(
        "numbers.in_circle_epsilon",
        "What an in-circle value must exceed to count as inside",
        numbers.in_circle_epsilon,
        0.0..=1e6,
        "cells⁴ (cells² under article)",
        needs: [MESH, SAMPLED, INEXACT]
    ),
    number!(
        "numbers.collinear_epsilon",
        "Up to where a cross product counts as zero",
        numbers.collinear_epsilon,
        0.0..=1e6,
        "cells²",
        needs: [MESH, SAMPLED, INEXACT]
    ),
    number!(
        "numbers.same_point_epsilon",
        "Up to where two coordinates count as one (the article never merges)",
        numbers.same_point_epsilon,
        0.0..=1e6,
        "cells",
        needs: [MESH, SAMPLED, MERGING]
    ),
    choice!("search.graph", "What is searched: the polygons of the mesh, or the cells of the maze",
        search.graph, ["mesh" => Graph::Mesh, "grid" => Graph::Grid]),
    choice!("search.method", "Which triangle is expanded next: least g + h, or least g",
        search.method, ["astar" => Method::AStar, "dijkstra" => Method::Dijkstra, "polyanya" => Method::Polyanya]),
    choice!("search.nearest", "By which distance the polygon is nearest that a query enters a mesh with heights at",
        search.nearest.by, ["plan" => NearestBy::Plan, "space" => NearestBy::Space],
        needs: [MESH, VOXELS]),
    number!("search.reach", "How far from a mesh with heights a query may begin or end", search.nearest.reach, 0.0..=1000.0,
        "world units", needs: [MESH, VOXELS]),
    number!("search.tolerance", "How much higher or lower than it begins or ends a query may enter the mesh",
        search.nearest.tolerance, 0.0..=1000.0, "world units", needs: [MESH, VOXELS]),
    choice!("search.cost", "What a step costs: the way between centroids or edge midpoints, or the width of the edge",
        search.cost,
        ["centroids" => Cost::Centroids, "midpoints" => Cost::Midpoints, "portal-width" => Cost::PortalWidth],
        needs: [MESH, STEPPING]),
    choice!("search.directions", "Where one may step from a cell: across its sides, or its corners too",
        search.grid.directions, ["eight" => Directions::Eight, "four" => Directions::Four],
        needs: [CELLS]),
    choice!("search.corners", "When one may step across a corner: when both cells beside it are open, when one is, or always",
        search.grid.corners,
        ["strict" => CornerRule::Strict, "one-side" => CornerRule::OneSide, "naive" => CornerRule::Naive],
        needs: [CELLS, EIGHT]),
    choice!("search.heuristic", "What A* from cell to cell takes for the rest of the way",
        search.grid.heuristic,
        ["octile" => Heuristic::Octile, "manhattan" => Heuristic::Manhattan, "euclid" => Heuristic::Euclid,
         "chebyshev" => Heuristic::Chebyshev, "zero" => Heuristic::Zero],
        needs: [CELLS, GUESSING]),
    number!(
        "search.weight",
        "What the heuristic is multiplied by; above 1 paths may be longer than need be",
        search.grid.weight,
        0.0..=100.0,
        "×",
        needs: [CELLS, GUESSING, WEIGHABLE]
    ),
    choice!("search.unreachable", "What to answer when there is no way",
        search.unreachable, ["report" => Unreachable::Report, "straight-line" => Unreachable::StraightLine],
        needs: [MESH]),
    number!("costs.uphill", "What a way costs more that climbs; 1 as much as any other", search.costs.uphill, 1.0..=1000.0, "×",
        needs: [MESH, VOXELS]),
    cost_of_kind!("costs.kind_0", 0),
    cost_of_kind!("costs.kind_1", 1),
    cost_of_kind!("costs.kind_2", 2),
    cost_of_kind!("costs.kind_3", 3),
    cost_of_kind!("costs.kind_4", 4),
    cost_of_kind!("costs.kind_5", 5),
    cost_of_kind!("costs.kind_6", 6),
    cost_of_kind!("costs.kind_7", 7),
    choice!("pull.portals", "How a portal's left and right end are told apart",
        pull.portals,
        ["winding" => PortalOrder::Winding, "centroids" => PortalOrder::Centroids,
         "fixed-point" => PortalOrder::FixedPoint, "reversed" => PortalOrder::Reversed],
        needs: [MESH]),
    choice!("pull.funnel", "Which funnel pulls the path taut: exact, Mononen's, or as the article prints it",
        pull.funnel,
        ["exact" => Dialect::Exact, "textbook" => Dialect::Textbook, "article" => Dialect::Article],
        needs: [MESH]),
    number!(
        "pull.epsilon",
        "Up to where the textbook and article funnels take values for zero",
        pull.epsilon,
        0.0..=1e6,
        "cells², cells",
        needs: [MESH, BLURRED]
    ),
    choice!("pull.smoothing", "Which corners of a path from cell to cell are left out",
        pull.smoothing,
        ["off" => Smoothing::Off, "greedy" => Smoothing::Greedy, "farthest" => Smoothing::Farthest,
         "best-subset" => Smoothing::BestSubset],
        needs: [CELLS]),
    choice!("pull.sight", "How smoothing looks from corner to corner: exactly, or over the cells of Bresenham's line",
        pull.sight, ["exact" => Sight::Exact, "bresenham" => Sight::Bresenham],
        needs: [CELLS, SMOOTHED]),
    number!("agent.radius", "How far the agent's centre stays from every wall", radius, 0.0..=100.0, "cells"),
    number!("agent.height", "How much room the agent needs above its feet; RecastDemo's 2", voxels.height, 0.001..=1000.0,
        "world units", needs: [MESH, VOXELS]),
    number!("agent.climb", "How high the agent can step; RecastDemo's 0.9", voxels.climb, 0.0..=1000.0, "world units",
        needs: [MESH, VOXELS]),
    number!("agent.slope", "How steep a slope the agent can walk; RecastDemo's 45", voxels.slope, 0.0..=89.9, "degrees",
        needs: [MESH, VOXELS]),
    choice!("walk.agents", "Who walks once there is a path: one that follows it, one that goes straight for the goal, or both",
        walk.agents,
        ["nobody" => Agents::Nobody, "follower" => Agents::Follower, "steerer" => Agents::Steerer, "both" => Agents::Both]),
    number!("walk.speed", "How far an agent gets in a second", walk.speed, 0.1..=100.0, "cells/s", needs: [WALKING]),
    number!("walk.tick", "How long one of its steps takes", walk.tick, 0.001..=1.0, "s", needs: [WALKING]),
];
