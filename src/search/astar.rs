//! The search itself: best first, with re-opening, for the heuristics need not be consistent.

use std::{cmp::Ordering, collections::BinaryHeap, ops::ControlFlow};

use super::model::{NodeState, Outcome, Search, SearchEvent};
use crate::{
    bake::NavMesh,
    geometry::Point,
    mesh::TriangleId,
    record::{Recorder, Sink},
};

/// A waiting triangle. The greatest of a heap is the one to expand next.
#[derive(PartialEq)]
struct Waiting {
    f: f64,
    g: f64,
    triangle: TriangleId,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_f = other.f.total_cmp(&self.f);
        by_f.then(self.g.total_cmp(&other.g)).then(self.triangle.cmp(&other.triangle))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Waiting {
    fn new(search: &Search, triangle: TriangleId) -> Self {
        let node = search.node(triangle);
        Self { f: node.g + search.h(triangle, node.parent), g: node.g, triangle }
    }
}

/// Searches on from wherever the search stands.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn search<S: Sink<SearchEvent>>(search: &mut Recorder<Search, S>) -> ControlFlow<()> {
    if search.outcome().is_some() {
        return ControlFlow::Continue(());
    }
    let on_mesh = || search.nav().containing(search.start).next().is_some() && search.has_goal();
    if let Some(outcome) = refusal(search.nav(), search.start, search.goal, on_mesh) {
        return search.commit(SearchEvent::Ended { outcome });
    }
    if search.current().is_none() {
        let seeds = search.nav().polygons_at(search.start);
        for triangle in seeds.into_iter().skip(search.seeds) {
            search.commit(SearchEvent::Seeded { triangle })?;
        }
    }
    let open = search.reached().filter(|(_, node)| node.state == NodeState::Open);
    let mut heap: BinaryHeap<Waiting> = open.map(|(triangle, _)| Waiting::new(search, triangle)).collect();
    let nav = search.nav().clone();
    loop {
        if let Some(current) = search.current() {
            if search.is_goal(current) {
                return search.commit(SearchEvent::Ended { outcome: Outcome::Found });
            }
            relax_neighbours(search, &nav, &mut heap)?;
        }
        // An entry is stale if its node was expanded since, or waits with a better g.
        let is_fresh = |it: &Waiting| {
            let node = search.node(it.triangle);
            node.state == NodeState::Open && node.g.total_cmp(&it.g) == Ordering::Equal
        };
        let Some(next) = std::iter::from_fn(|| heap.pop()).find(is_fresh) else {
            return search.commit(SearchEvent::Ended { outcome: Outcome::Unreachable });
        };
        let was = (search.current(), search.side);
        search.commit(SearchEvent::Expanded { triangle: next.triangle, was })?;
    }
}

/// Why a query can't even begin, if so.
pub(super) fn refusal(nav: &NavMesh, start: Point, goal: Point, on_mesh: impl FnOnce() -> bool) -> Option<Outcome> {
    let maze = nav.maze();
    if !maze.is_free(start, nav.radius()) {
        Some(Outcome::StartInWall)
    } else if !maze.is_free(goal, nav.radius()) {
        Some(Outcome::GoalInWall)
    } else if !on_mesh() {
        Some(Outcome::OffMesh)
    } else {
        None
    }
}

fn relax_neighbours<S: Sink<SearchEvent>>(
    search: &mut Recorder<Search, S>,
    nav: &NavMesh,
    heap: &mut BinaryHeap<Waiting>,
) -> ControlFlow<()> {
    let place = search.current().and_then(|it| nav.polygons().place_of(it));
    let sides = place.map_or(&[][..], |it| nav.polygons().sides(it));
    for &via in sides.get(search.side as usize..).unwrap_or_default() {
        let Some(across) = nav.portal(via) else {
            search.observe(|_| SearchEvent::Blocked { via });
            continue;
        };
        let to = nav.polygons().of_triangle(across.triangle());
        let (g, was) = (search.cost_over(via, to), search.node(to));
        let next = search.side;
        if g < was.g {
            search.commit(SearchEvent::Relaxed { via, to, g, was, next })?;
            heap.push(Waiting::new(search, to));
        } else {
            search.observe(|_| SearchEvent::Refused { via, g });
        }
    }
    ControlFlow::Continue(())
}
