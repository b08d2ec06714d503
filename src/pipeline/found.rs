//! What a search found, whichever it was.

use std::sync::Arc;

use crate::{
    bake::NavMesh,
    mesh::{PolygonId, SideId},
    search::{GridSearch, Outcome, Polyanya, Search},
};

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Found {
    /// How it ended.
    pub outcome: Outcome,
    /// The edges crossed, each as a side of the polygon that is left.
    pub corridor: Arc<[SideId]>,
    /// The polygons gone through.
    pub polygons: Vec<PolygonId>,
    /// How many nodes it expanded.
    pub expansions: usize,
    /// How many cells the path goes through, where cells were searched.
    pub cells: usize,
}

impl Found {
    pub(super) fn by_search(search: &Search) -> Self {
        let outcome = search.outcome().unwrap_or(Outcome::Unreachable);
        let end = search.current().filter(|_| outcome == Outcome::Found);
        let corridor = end.map_or_else(Vec::new, |it| search.corridor_to(it));
        Self::through(search.nav(), outcome, corridor, end, search.expansions())
    }

    pub(super) fn by_grid(search: &GridSearch) -> Self {
        let outcome = search.outcome().unwrap_or(Outcome::Unreachable);
        Self {
            outcome,
            corridor: Arc::new([]),
            polygons: Vec::new(),
            expansions: search.expansions(),
            cells: search.way().len(),
        }
    }

    pub(super) fn by_polyanya(search: &Polyanya) -> Self {
        let outcome = search.outcome().unwrap_or(Outcome::Unreachable);
        let nav = search.nav();
        let corridor = search.corridor();
        let last = corridor.last().and_then(|&it| nav.polygons().behind(it));
        // Without an edge between them, start and goal are in one polygon.
        let goals = search.goals();
        let common =
            || search.starts().iter().find(|it| goals.contains(it)).map(|&it| PolygonId::of_index(it as usize));
        let end = last.or_else(common).filter(|_| outcome == Outcome::Found);
        Self::through(nav, outcome, corridor, end, search.expansions())
    }

    fn through(
        nav: &NavMesh,
        outcome: Outcome,
        corridor: Vec<SideId>,
        end: Option<PolygonId>,
        expansions: usize,
    ) -> Self {
        let left = corridor.iter().map(|&it| nav.polygons().owner(it));
        Self { outcome, polygons: left.chain(end).collect(), corridor: corridor.into(), expansions, cells: 0 }
    }
}
