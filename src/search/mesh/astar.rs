//! The search itself: best first, with re-opening, for the heuristics need not be consistent.

use std::{cmp::Ordering, collections::BinaryHeap, ops::ControlFlow};

use super::{
    super::{Outcome, outcome::refusal, waiting::Waiting},
    model::{NodeState, Search, SearchEvent},
};
use crate::{
    mesh::{PolyMesh, PolygonId},
    record::{Recorder, Sink},
};

/// Among equal f and g the younger polygon comes first.
fn waiting(search: &Search, polygon: PolygonId) -> Waiting<PolygonId> {
    let node = search.node(polygon);
    Waiting { f: node.g + search.h(polygon, node.parent), g: node.g, key: polygon }
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
    if let Some(outcome) = refusal(search.nav(), search.ends(), || search.is_on_mesh()) {
        return search.commit(SearchEvent::Ended { outcome });
    }
    if search.current().is_none() {
        for seed in search.seeds..search.starts().len() {
            let polygon = search.starts()[seed];
            search.commit(SearchEvent::Seeded { polygon })?;
        }
    }
    let open = search.reached().filter(|(_, node)| node.state == NodeState::Open);
    let mut heap: BinaryHeap<_> = open.map(|(polygon, _)| waiting(search, polygon)).collect();
    let nav = search.nav().clone();
    loop {
        if let Some(current) = search.current() {
            if search.is_goal(current) {
                return search.commit(SearchEvent::Ended { outcome: Outcome::Found });
            }
            relax_neighbours(search, nav.polygons(), &mut heap)?;
        }
        // An entry is stale if its node was expanded since, or waits with a better g.
        let is_fresh = |it: &Waiting<PolygonId>| {
            let node = search.node(it.key);
            node.state == NodeState::Open && node.g.total_cmp(&it.g) == Ordering::Equal
        };
        let Some(next) = std::iter::from_fn(|| heap.pop()).find(is_fresh) else {
            return search.commit(SearchEvent::Ended { outcome: Outcome::Unreachable });
        };
        let was = (search.current(), search.side);
        search.commit(SearchEvent::Expanded { polygon: next.key, was })?;
    }
}

fn relax_neighbours<S: Sink<SearchEvent>>(
    search: &mut Recorder<Search, S>,
    mesh: &PolyMesh,
    heap: &mut BinaryHeap<Waiting<PolygonId>>,
) -> ControlFlow<()> {
    for via in search.sides_left() {
        let Some(to) = mesh.behind(via) else {
            search.observe(|_| SearchEvent::Blocked { via });
            continue;
        };
        let (g, was) = (search.cost_over(via, to), search.node(to));
        let next = search.side;
        if g < was.g {
            search.commit(SearchEvent::Relaxed { via, to, g, was, next })?;
            heap.push(waiting(search, to));
        } else {
            search.observe(|_| SearchEvent::Refused { via, g });
        }
    }
    ControlFlow::Continue(())
}
