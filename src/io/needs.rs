//! What must hold of other settings for a setting to change anything.

use super::Settings;
use crate::{
    bake::{EdgeFilter, Recipe, SamplesPerCell},
    geometry::Policy,
    pull::Smoothing,
    search::{Directions, Graph, Heuristic, Method},
    walk::Agents,
};

/// A condition on settings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    /// What must hold, in words that follow on “where”.
    pub(super) text: &'static str,
    pub(super) holds: fn(&Settings) -> bool,
}

const fn need(text: &'static str, holds: fn(&Settings) -> bool) -> Need {
    Need { text, holds }
}

/// For a search over cells no mesh is baked.
pub(super) const MESH: Need = need("a mesh is searched", |it| it.search.graph == Graph::Mesh);

pub(super) const CELLS: Need = need("cells are searched", |it| it.search.graph == Graph::Grid);

/// Walls and rectangles need no samples, and their mesh is always exact.
pub(super) const SAMPLED: Need = need("the mesh is made of samples", |it| it.bake.recipe == Recipe::Sampled);

pub(super) const SPREAD: Need =
    need("a cell has more than one sample", |it| it.bake.samples != SamplesPerCell::Square(1));

pub(super) const EDGES_SAMPLED: Need =
    need("the edge filter is sampled", |it| it.bake.edge_filter == EdgeFilter::Sampled);

/// Over cells too: around round corners the shortest path, which all are held against, is as exact as this.
pub(super) const ROUND: Need = need("the agent has a radius", |it| it.radius > 0.0);

/// Rectangles are polygons from the beginning, and regions merge triangles of their own.
pub(super) const JOINABLE: Need =
    need("the mesh is made of samples or walls", |it| matches!(it.bake.recipe, Recipe::Sampled | Recipe::Walls));

pub(super) const TRIANGULATED: Need =
    need("the mesh is made of samples, walls or rectangles", |it| it.bake.recipe.triangulates());

pub(super) const OUTLINED: Need =
    need("the mesh is made of contours or voxels", |it| matches!(it.bake.recipe, Recipe::Contours | Recipe::Voxels));

pub(super) const VOXELS: Need = need("the mesh is made of voxels", |it| it.bake.recipe == Recipe::Voxels);

pub(super) const INEXACT: Need = need("the policy is not exact", |it| it.numbers.policy != Policy::Exact);

pub(super) const MERGING: Need =
    need("the policy is float or f32", |it| matches!(it.numbers.policy, Policy::Float | Policy::F32));

/// Polyanya's costs are lengths of paths.
pub(super) const STEPPING: Need = need("the method is not polyanya", |it| it.search.method != Method::Polyanya);

pub(super) const EIGHT: Need = need("there are eight directions", |it| it.search.grid.directions == Directions::Eight);

pub(super) const GUESSING: Need = need("the method is not dijkstra", |it| it.search.method != Method::Dijkstra);

pub(super) const WEIGHABLE: Need = need("the heuristic is not zero", |it| it.search.grid.heuristic != Heuristic::Zero);

pub(super) const BLURRED: Need =
    need("the funnel compares with an epsilon", |it| it.pull.funnel.rules().uses_epsilon());

pub(super) const SMOOTHED: Need = need("the path is smoothed", |it| it.pull.smoothing != Smoothing::Off);

pub(super) const WALKING: Need = need("somebody walks", |it| it.walk.agents != Agents::Nobody);
