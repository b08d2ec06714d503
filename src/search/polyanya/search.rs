//! Polyanya: the shortest path of all over convex polygons, by looking through their sides.
//!
//! A node is a part of an edge (an interval) with the place where the path to it bent last (its root), from where all of it is
//! seen. Its successors are the parts of the other sides of the polygon behind: those that the root sees through the interval,
//! and those that a path gets to by bending around an end of it. f is the way to the root and from there through the interval
//! to the goal, as if nothing lay between; so when a node is taken whose polygon holds the goal, its path is the shortest.
//!
//! All decisions are turns of given points, asked exactly. Paths bend only where free space spans more than half a turn, a root
//! is kept with its shortest path alone, cul-de-sacs are entered for the goal only, and a single successor is expanded without
//! waiting. Among equal f the larger g comes first, then the older node. Start and goal may lie anywhere: on edges, on
//! vertices, on corners where walls meet (they belong to both sides, but no path passes there, for a path only crosses sides).
//!
//! Michael Cui, Daniel Harabor, Alban Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI 2017, 496–502.

use std::{cmp::Reverse, collections::BinaryHeap, ops::ControlFlow};

use super::{
    super::{Outcome, outcome::refusal, waiting::Waiting},
    event::{PolyanyaEvent, Sight, SightState},
    model::Polyanya,
    successors::{Guide, seeds, successors, test},
    view::{GOAL, View},
};
use crate::{
    geometry::{Side, Turn},
    mesh::VertexId,
    record::{Recorder, Sink},
};

/// The length of the shortest path to a vertex, and for either hand one more than the number of the node that bent around it
/// first among the widest; all zeros if there is none. \[cells]
type Root = (f64, [u32; 2]);

/// What a run needs besides its model, and can make from it at any time.
struct Scratch {
    heap: BinaryHeap<Waiting<Reverse<u32>>>,
    /// For each vertex; none before a path bends for the first time.
    roots: Vec<Root>,
    successors: Vec<Sight>,
}

impl Scratch {
    fn of(search: &Polyanya, view: &View<'_>) -> Self {
        let mut it =
            Self { heap: BinaryHeap::with_capacity(32), roots: Vec::new(), successors: Vec::with_capacity(16) };
        for (number, node) in (0..).zip(search.nodes()) {
            it.note(search, view, node);
            if node.state == SightState::Open {
                it.heap.push(Waiting { f: node.f, g: node.g, key: Reverse(number) });
            }
        }
        it
    }

    /// Notes the path to a new node's root, if it bends there for the first time.
    #[inline]
    fn note(&mut self, search: &Polyanya, view: &View<'_>, node: &Sight) {
        let Some(parent) = search.node(node.parent).filter(|it| it.root != node.root) else { return };
        if self.roots.is_empty() {
            self.roots = vec![(0.0, [0; 2]); view.points.len()];
        }
        let (g, by) = &mut self.roots[node.root.index()];
        if *by == [0; 2] || node.g < *g {
            (*g, *by) = (node.g, [0; 2]);
        }
        let is_left = view.sides.side(parent.side).vertex == node.root;
        by[usize::from(!is_left)] = node.parent + 1;
    }
}

/// Searches on from wherever the search stands.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn polyanya<S: Sink<PolyanyaEvent>>(search: &mut Recorder<Polyanya, S>) -> ControlFlow<()> {
    if search.outcome().is_some() {
        return ControlFlow::Continue(());
    }
    let on_mesh = !search.starts().is_empty() && !search.goals().is_empty();
    if let Some(outcome) = refusal(search.nav(), search.ends(), || on_mesh) {
        return search.commit(PolyanyaEvent::Ended { outcome });
    }
    if search.starts().iter().any(|it| search.goals().contains(it)) {
        return search.commit(PolyanyaEvent::Ended { outcome: Outcome::Found });
    }
    let nav = search.nav().clone();
    let view = search.view(&nav);
    let mut scratch = Scratch::of(search, &view);
    if search.current().is_none() {
        seed(search, &view, &mut scratch)?;
    }
    // Only polygons without area can be passed in circles.
    let most = if view.sides.has_flat() { view.sides.sides().len() * 16 + 1_000_000 } else { usize::MAX };
    let mut way = match search.current() {
        Some(current) => look_on(search, &view, &mut scratch, current)?,
        None => Way::Waits,
    };
    loop {
        let next = match way {
            Way::Arrives => return search.commit(PolyanyaEvent::Ended { outcome: Outcome::Found }),
            Way::GoesOn => search.current(),
            Way::Waits => take_least(search, &mut scratch)?,
        };
        let Some(next) = next.filter(|_| search.nodes().len() < most) else {
            return search.commit(PolyanyaEvent::Ended { outcome: Outcome::Unreachable });
        };
        way = look_on(search, &view, &mut scratch, next)?;
    }
}

/// How it goes on behind a node.
enum Way {
    /// The goal was reached.
    Arrives,
    /// The only successor is expanded already.
    GoesOn,
    /// With the node that has the least f.
    Waits,
}

/// Opens what is seen from the start.
fn seed<S: Sink<PolyanyaEvent>>(
    search: &mut Recorder<Polyanya, S>,
    view: &View<'_>,
    scratch: &mut Scratch,
) -> ControlFlow<()> {
    let mut out = std::mem::take(&mut scratch.successors);
    for start in 0..search.starts().len() {
        let polygon = search.starts()[start];
        seeds(view, polygon, &mut Looker::new(search, view, scratch, Sight::NONE), &mut out);
    }
    push_all(search, view, scratch, &out, 0.0)?;
    out.clear();
    scratch.successors = out;
    ControlFlow::Continue(())
}

/// Makes those successors of a node that are not made yet.
fn look_on<S: Sink<PolyanyaEvent>>(
    search: &mut Recorder<Polyanya, S>,
    view: &View<'_>,
    scratch: &mut Scratch,
    number: u32,
) -> ControlFlow<(), Way> {
    let node = search.nodes()[number as usize];
    if holds_goal(search, view, &node) {
        // Whoever has to leave a polygon to come back to it is not on the shortest path.
        let mut looker = Looker::new(search, view, scratch, number);
        let ask = |hand| {
            let ray = view.ray(node.root, node.bound(hand));
            test(view, &mut looker, &node, (hand, ray), (GOAL, view.goal))
        };
        let arrives = view.arrival(&node, ask).is_some();
        return ControlFlow::Continue(if arrives { Way::Arrives } else { Way::Waits });
    }
    let mut out = std::mem::take(&mut scratch.successors);
    out.clear();
    successors(view, number, &node, &mut Looker::new(search, view, scratch, number), &mut out);
    let way = match out[..] {
        [only] if search.next() == 0 && !holds_goal(search, view, &only) => {
            let node = Sight { state: SightState::Followed, ..only };
            search.commit(PolyanyaEvent::Pushed { node })?;
            scratch.note(search, view, &node);
            Way::GoesOn
        }
        _ => {
            push_all(search, view, scratch, &out, node.f)?;
            Way::Waits
        }
    };
    scratch.successors = out;
    ControlFlow::Continue(way)
}

/// Puts down successors from the first on that was not put down yet.
fn push_all<S: Sink<PolyanyaEvent>>(
    search: &mut Recorder<Polyanya, S>,
    view: &View<'_>,
    scratch: &mut Scratch,
    successors: &[Sight],
    least: f64,
) -> ControlFlow<()> {
    for node in successors.iter().skip(search.next() as usize) {
        let number = u32::try_from(search.nodes().len()).expect("fewer than 2^32 nodes");
        // No path is shorter for being known better.
        let f = (node.g + view.estimate(node)).max(least);
        let node = Sight { f, ..*node };
        search.commit(PolyanyaEvent::Pushed { node })?;
        scratch.note(search, view, &node);
        scratch.heap.push(Waiting { f, g: node.g, key: Reverse(number) });
    }
    ControlFlow::Continue(())
}

/// Takes the waiting node with the least f, if any waits; those whose root is reached on a shorter path by now are dropped.
fn take_least<S: Sink<PolyanyaEvent>>(
    search: &mut Recorder<Polyanya, S>,
    scratch: &mut Scratch,
) -> ControlFlow<(), Option<u32>> {
    while let Some(Waiting { g, key: Reverse(node), .. }) = scratch.heap.pop() {
        let was = (search.current().unwrap_or(Sight::NONE), search.next());
        let root = search.nodes()[node as usize].root;
        if scratch.roots.get(root.index()).is_some_and(|it| it.0 < g) {
            search.commit(PolyanyaEvent::Dropped { node, was: was.1 })?;
        } else {
            search.commit(PolyanyaEvent::Expanded { node, was })?;
            return ControlFlow::Continue(Some(node));
        }
    }
    ControlFlow::Continue(None)
}

fn holds_goal(search: &Polyanya, view: &View<'_>, node: &Sight) -> bool {
    search.goals().contains(&view.sides.side(node.side).polygon)
}

/// Looks around for a search.
struct Looker<'a, S> {
    search: &'a mut Recorder<Polyanya, S>,
    view: &'a View<'a>,
    roots: &'a [Root],
    /// The node that is expanded.
    number: u32,
    /// Whether nothing of what is behind it was told yet.
    is_first: bool,
}

impl<'a, S: Sink<PolyanyaEvent>> Looker<'a, S> {
    fn new(search: &'a mut Recorder<Polyanya, S>, view: &'a View<'a>, scratch: &'a Scratch, number: u32) -> Self {
        // Who looks again, to go on where it stopped, has told what there is to see.
        let is_first = search.next() == 0;
        Self { search, view, roots: &scratch.roots, number, is_first }
    }

    /// Whether a path may see more behind a vertex than another of the same length that bends there, coming from a node.
    fn is_wider(&self, vertex: VertexId, hand: Side, from: VertexId, than: u32) -> bool {
        let Some(other) = self.search.node(than).filter(|_| than != self.number) else { return true };
        let [a, at, b] = [other.root, vertex, from].map(|it| self.view.point(it));
        let wider = if hand == Side::Left { Turn::Left } else { Turn::Right };
        self.view.turn(a, at, b).verdict == wider
    }
}

impl<S: Sink<PolyanyaEvent>> Guide for Looker<'_, S> {
    #[inline]
    fn listens(&self) -> bool {
        self.search.wants_observations() && self.is_first
    }

    fn hear(&mut self, event: PolyanyaEvent) {
        self.search.observe(|_| event);
    }

    fn may_bend(&mut self, vertex: VertexId, hand: Side, from: VertexId, g: f64) -> bool {
        let Some(&(known, by)) = self.roots.get(vertex.index()) else { return true };
        let same_hand = by[usize::from(hand == Side::Right)];
        let may = by == [0; 2]
            || g < known
            || g == known && (same_hand == 0 || self.is_wider(vertex, hand, from, same_hand - 1));
        if !may && self.listens() {
            self.hear(PolyanyaEvent::Refused { vertex, g });
        }
        may
    }

    #[inline]
    fn leads_to_goal(&self, polygon: u32) -> bool {
        self.search.goals().iter().any(|&it| self.view.sides.hangs_on(it, polygon))
    }
}
