//! The search itself: best first, with re-opening, for the heuristics need not be consistent.

use std::{cmp::Ordering, collections::BinaryHeap, ops::ControlFlow};

use super::model::{NodeState, Outcome, Search, SearchEvent};
use crate::{
    mesh::{Link, TriangleId},
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
    if let Some(outcome) = refusal(search) {
        return search.commit(SearchEvent::Ended { outcome });
    }
    if search.current().is_none() {
        let seeds: Vec<TriangleId> = search.nav().containing(search.start).skip(search.seeds).collect();
        for triangle in seeds {
            search.commit(SearchEvent::Seeded { triangle })?;
        }
    }
    let open = search.reached().filter(|(_, node)| node.state == NodeState::Open);
    let mut heap: BinaryHeap<Waiting> = open.map(|(triangle, _)| Waiting::new(search, triangle)).collect();
    loop {
        if let Some(current) = search.current() {
            if search.is_goal(current) {
                return search.commit(SearchEvent::Ended { outcome: Outcome::Found });
            }
            relax_neighbours(search, current, &mut heap)?;
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

/// Why the query can't even begin, if so.
fn refusal(search: &Search) -> Option<Outcome> {
    let (nav, maze) = (search.nav(), search.nav().maze());
    if !maze.is_free(search.start, nav.radius()) {
        Some(Outcome::StartInWall)
    } else if !maze.is_free(search.goal, nav.radius()) {
        Some(Outcome::GoalInWall)
    } else if nav.containing(search.start).next().is_none() || !search.has_goal() {
        Some(Outcome::OffMesh)
    } else {
        None
    }
}

fn relax_neighbours<S: Sink<SearchEvent>>(
    search: &mut Recorder<Search, S>,
    current: TriangleId,
    heap: &mut BinaryHeap<Waiting>,
) -> ControlFlow<()> {
    for side in usize::from(search.side)..3 {
        let via = Link::new(current, side);
        let Some(across) = search.nav().portal(via) else {
            search.observe(|_| SearchEvent::Blocked { via });
            continue;
        };
        let to = across.triangle();
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
