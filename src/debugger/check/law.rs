//! The laws of an audit, and what is asked of which settings.
//!
//! | law | asked of |
//! |---|---|
//! | legal: the path breaks no rule | every path |
//! | not shorter than the optimum | every path |
//! | reachable: there is a path exactly if floor, cell by cell over their sides, joins the places | whoever promises that: see below |
//! | symmetric: there and back are equally long | searches for the shortest path |
//! | triangle: no detour through a third place is shorter | the same |
//!
//! Reachable is asked of bodies up to half a cell, for wider ones need more than floor; and only where what is searched is known to
//! go wherever they fit: true walls, cells, rectangles for a body without size, and samples of which each cell keeps a square. In
//! a corner where two walls meet a body within the slack of clearances stands on both sides, or on one: nothing is asked of it.

use serde::Serialize;

use crate::{
    bake::{Recipe, SamplesPerCell},
    io::Settings,
    maze::is_enough,
    pull::Smoothing,
    search::{Directions, Graph, Heuristic, Method},
};

/// A law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// The path breaks no rule.
    Legal,
    /// It is not shorter than the optimum.
    NotShorter,
    /// There is one exactly if floor joins its ends.
    Reachable,
    /// Back it is as long.
    Symmetric,
    /// No detour is shorter.
    Triangle,
}

impl Law {
    /// Every law.
    pub const ALL: [Self; 5] = [Self::Legal, Self::NotShorter, Self::Reachable, Self::Symmetric, Self::Triangle];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::NotShorter => "not-shorter",
            Self::Reachable => "reachable",
            Self::Symmetric => "symmetric",
            Self::Triangle => "triangle",
        }
    }

    /// Why it is not asked of some settings, if it isn't.
    #[must_use]
    pub fn excuse(self, settings: &Settings) -> Option<&'static str> {
        match self {
            Self::Legal | Self::NotShorter => None,
            Self::Reachable => no_promise(settings),
            Self::Symmetric | Self::Triangle => {
                (!seeks_shortest(settings)).then_some("the search does not look for the shortest path of all")
            }
        }
    }
}

/// Why there may be no path although floor joins two places, if that is known of some settings.
fn no_promise(settings: &Settings) -> Option<&'static str> {
    let (bake, radius) = (&settings.bake, settings.radius);
    if radius > 0.5 {
        return Some("a body wider than a cell does not fit everywhere that floor goes");
    }
    match (settings.search.graph, bake.recipe) {
        (Graph::Grid, _) | (Graph::Mesh, Recipe::Walls) => None,
        (Graph::Mesh, Recipe::Rectangles) => {
            (radius > 0.0).then_some("with a radius, rectangles leave out cells that are partly too near to a wall")
        }
        (Graph::Mesh, Recipe::Contours) => Some("simplified outlines leave out some floor, and take in some wall"),
        (Graph::Mesh, Recipe::Voxels) => Some("voxels leave out floor near walls, and close narrow doors"),
        (Graph::Mesh, Recipe::Sampled) => {
            let keeps_square = bake.samples != SamplesPerCell::Square(1) && bake.inset < 0.5;
            let is_kept = keeps_square && is_enough(bake.inset, radius);
            (!is_kept).then_some("with these samples and this radius, the sampled mesh may leave out a corridor")
        }
    }
}

/// Whether a search looks for the shortest path that its mesh or its cells have.
pub(super) fn seeks_shortest(settings: &Settings) -> bool {
    let search = &settings.search;
    match search.graph {
        Graph::Mesh => search.method == Method::Polyanya && covers_floor(settings),
        Graph::Grid => {
            let grid = &search.grid;
            let never_more = grid.directions == Directions::Four || grid.heuristic != Heuristic::Manhattan;
            let is_sure = search.method == Method::Dijkstra || (never_more && grid.weight <= 1.0);
            is_sure && settings.pull.smoothing == Smoothing::Off
        }
    }
}

/// Whether the mesh is all that is free.
pub(super) fn covers_floor(settings: &Settings) -> bool {
    settings.search.graph == Graph::Mesh
        && match settings.bake.recipe {
            Recipe::Walls => true,
            Recipe::Rectangles => settings.radius == 0.0,
            Recipe::Sampled | Recipe::Contours | Recipe::Voxels => false,
        }
}
