//! What a search found, whichever it was, smoothed where cells were searched, and what is to be found at best.

use std::sync::Arc;

use super::{bake::record, run::Halt};
use crate::{
    bake::NavMesh,
    geometry::Point,
    io::Settings,
    mesh::{Link, TriangleId},
    pull::{Course, Smooth, Smoothing, shortest},
    search::{GridSearch, Outcome, Polyanya, Search},
    trace::{Replay, Watch},
};

/// What a search came to.
pub(super) struct Found {
    pub(super) outcome: Outcome,
    /// The edges crossed, each as a side of the polygon that is left.
    pub(super) corridor: Arc<[Link]>,
    /// The numbers of the polygons gone through.
    pub(super) polygons: Vec<TriangleId>,
    pub(super) expansions: usize,
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
        Self { outcome, corridor: Arc::new([]), polygons: Vec::new(), expansions: search.expansions() }
    }

    pub(super) fn by_polyanya(search: &Polyanya) -> Self {
        let outcome = search.outcome().unwrap_or(Outcome::Unreachable);
        let nav = search.nav();
        let corridor = search.corridor();
        let last = corridor.last().and_then(|&it| nav.portal(it)).map(|it| nav.polygons().of_triangle(it.triangle()));
        // Without an edge between them, start and goal are in one polygon.
        let goals = search.goals();
        let common =
            || search.starts().iter().find(|it| goals.contains(it)).map(|&it| nav.polygons().ids()[it as usize]);
        let end = last.or_else(common).filter(|_| outcome == Outcome::Found);
        Self::through(nav, outcome, corridor, end, search.expansions())
    }

    fn through(
        nav: &NavMesh,
        outcome: Outcome,
        corridor: Vec<Link>,
        end: Option<TriangleId>,
        expansions: usize,
    ) -> Self {
        let left = corridor.iter().map(|it| nav.polygons().of_triangle(it.triangle()));
        Self { outcome, polygons: left.chain(end).collect(), corridor: corridor.into(), expansions }
    }
}

/// The path from cell to cell with corners left out, where there is one and that is asked for.
pub(super) fn smooth(
    grid: Option<&Replay<GridSearch>>,
    settings: &Settings,
    watch: &Watch,
) -> Result<Option<Replay<Smooth>>, Halt> {
    let path = grid.map_or_else(Vec::new, |it| it.model().path());
    let Some(grid) = grid.filter(|_| !path.is_empty() && settings.pull.smoothing != Smoothing::Off) else {
        return Ok(None);
    };
    let smooth = Smooth::new(grid.model().maze().clone(), path.into(), settings.radius, settings.pull);
    record(smooth, watch).map(Some)
}

/// The shortest path of all that an agent can take, whatever mesh it has; none if there is no path.
pub(super) fn optimum(nav: &Arc<NavMesh>, start: Point, goal: Point, watch: &Watch) -> Result<Option<Course>, Halt> {
    let walls = nav.true_walls(&watch.cancel);
    Halt::check(watch)?;
    // Of a maze too large to be baked nothing is known.
    let Some(walls) = walls else { return Ok(None) };
    shortest(&walls, start, goal, &watch.cancel).ok_or(Halt::Cancelled)
}
