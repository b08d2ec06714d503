//! Triangles into convex polygons, by leaving out the edges between them that convexity does not need.
//!
//! The open edges are tried one after the other, the longest first: what is left are few polygons without long thin tips. An
//! edge may go if at neither of its ends the polygons on both sides would together have a dent; straight is no dent. Edges in a row
//! that the same two polygons share go together. Whatever
//! the order, no more than four times as many polygons are left as there must be. The sides of rectangles stay. Under rounded predicates a mesh may be torn:
//! only triangles that turn left and are linked both ways are merged.
//!
//! Stefan Hertel, Kurt Mehlhorn, "Fast triangulation of simple polygons", Foundations of Computation Theory (1983), 207–218.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{Filter, Recipe};
use crate::{
    geometry::{Certainty, Decided, Point, Turn, turn},
    mesh::{Link, TriangleId, Triangulation, VertexId},
    record::{Event, Recorder, Replayable, Sink},
};

/// What happened in merging. The side array of a merger holds the numbers of the sides that went along.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum MergeEvent {
    /// The polygons on both sides of an edge became one.
    Merged {
        /// The edge, as a side of the older triangle.
        edge: Link,
        /// How many more edges went, in a row with it: those that the same two polygons shared.
        along: u16,
        /// How many edges had been tried, this one included.
        tried: u32,
        /// How many had been when the one before was left out.
        was: u32,
    },
    /// Observed: whether there would be a dent at one end of an edge.
    Tested {
        /// The edge, as a side of the older triangle.
        edge: Link,
        /// Whether at the end where that side ends, or where it begins.
        ends: bool,
        /// How the outline would turn there; a dent is to the right.
        turn: Turn,
        /// How that was decided.
        certainty: Certainty,
    },
}

const _: () = assert!(size_of::<MergeEvent>() <= 16, "there are about as many as triangles");

impl Event for MergeEvent {
    fn detail_len(&self) -> usize {
        match *self {
            Self::Merged { along, .. } => usize::from(along),
            Self::Tested { .. } => 0,
        }
    }
}

/// No more edges go at once.
const MOST_ALONG: usize = 1000;

/// Which edges are left out so far.
#[derive(Clone, Debug)]
pub struct Merge {
    filter: Arc<Filter>,
    /// The edges to try, in order.
    edges: Arc<[Link]>,
    /// How many of them were tried when the last one was left out.
    tried: u32,
    /// For each triangle its sides that were left out, a bit each.
    removed: Vec<u8>,
    count: usize,
}

impl PartialEq for Merge {
    fn eq(&self, other: &Self) -> bool {
        (self.tried, self.count, &self.removed) == (other.tried, other.count, &other.removed)
    }
}

impl Merge {
    /// Nothing merged yet.
    #[must_use]
    pub fn new(filter: Arc<Filter>) -> Self {
        let mesh = filter.mesh();
        let keeps_sides = filter.settings().recipe == Recipe::Rectangles;
        let walkable = mesh.inner().filter(|&it| filter.is_walkable(it));
        let open = walkable.flat_map(TriangleId::sides).filter(|&edge| {
            let stays = filter.is_closed(edge) || keeps_sides && mesh.is_constrained(edge);
            let across = filter.neighbour(edge).filter(|_| !stays);
            across.is_some_and(|it| edge.triangle() < it.triangle() && filter.neighbour(it) == Some(edge))
        });
        let mut edges: Vec<(f64, Link)> = open.map(|it| (length_squared(mesh, it), it)).collect();
        edges.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.index().cmp(&b.1.index())));
        let edges = edges.into_iter().map(|it| it.1).collect();
        let removed = vec![0; mesh.triangles().len()];
        Self { filter, edges, tried: 0, removed, count: 0 }
    }

    /// The filter that says what may be walked.
    #[must_use]
    pub fn filter(&self) -> &Arc<Filter> {
        &self.filter
    }

    /// Whether a side was left out.
    #[inline]
    #[must_use]
    pub fn is_removed(&self, side: Link) -> bool {
        self.removed[side.triangle().index()] & (1 << side.side()) != 0
    }

    /// How many edges were left out.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Where the outline would bend if an edge were left out, at one of its ends: the corner before, that end, the corner behind.
    /// None where nothing is left of the outline there, or where it can't be left out.
    ///
    /// Edges that the same two polygons share beyond that end would go too, so that their far end is looked at.
    #[must_use]
    pub fn bend(&self, edge: Link, ends: bool) -> Option<[VertexId; 3]> {
        match self.end_of(if ends { edge } else { self.across(edge) }, &mut Vec::new()) {
            AtEnd::Bend(bend) => Some(bend),
            AtEnd::Gone | AtEnd::Stuck => None,
        }
    }

    /// What is at the end of a side, with the sides behind it that would have to go too.
    fn end_of(&self, side: Link, along: &mut Vec<Link>) -> AtEnd {
        let sides = |side: Link| self.filter.mesh().ends(side);
        let mut last = side;
        loop {
            let (behind, before) = (self.beside(last, 1), self.beside(self.across(last), 2));
            if behind == self.across(last) {
                return AtEnd::Gone;
            }
            if self.across(behind) != before {
                let ([at, behind], [before, _]) = (sides(behind), sides(before));
                return if before == behind { AtEnd::Stuck } else { AtEnd::Bend([before, at, behind]) };
            }
            if behind == side || self.filter.is_closed(behind) || along.len() >= MOST_ALONG {
                return AtEnd::Stuck;
            }
            along.push(behind);
            last = behind;
        }
    }

    /// The side of the same polygon that comes just before one (`step` 2) or just behind it (1).
    fn beside(&self, side: Link, step: usize) -> Link {
        let mut next = side.turned(step);
        while self.is_removed(next) {
            let across = self.across(next);
            next = across.turned(step);
        }
        next
    }

    fn across(&self, side: Link) -> Link {
        self.filter.mesh().across(side)
    }

    fn set(&mut self, edge: Link, along: &[u32], on: bool) {
        let along = along.iter().map(|&it| Link::of_index(it));
        for side in std::iter::once(edge).chain(along).flat_map(|it| [it, self.across(it)]).collect::<Vec<_>>() {
            let bit = 1 << side.side();
            let sides = &mut self.removed[side.triangle().index()];
            *sides = if on { *sides | bit } else { *sides & !bit };
        }
    }
}

impl Replayable for Merge {
    type Event = MergeEvent;

    fn apply(&mut self, event: &MergeEvent, along: &[u32]) {
        if let MergeEvent::Merged { edge, tried, .. } = *event {
            self.set(edge, along, true);
            self.tried = tried;
            self.count += 1 + along.len();
        }
    }

    fn revert(&mut self, event: &MergeEvent, along: &[u32]) {
        if let MergeEvent::Merged { edge, was, .. } = *event {
            self.set(edge, along, false);
            self.tried = was;
            self.count -= 1 + along.len();
        }
    }
}

/// What is at an end of an edge that may be left out.
enum AtEnd {
    /// The outline bends there: the corner before, that end, the corner behind.
    Bend([VertexId; 3]),
    /// Nothing of the outline is left there.
    Gone,
    /// The outline would turn back on itself.
    Stuck,
}

/// Tries whatever edges were not tried yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn merge<S: Sink<MergeEvent>>(merge: &mut Recorder<Merge, S>) -> ControlFlow<()> {
    let edges = merge.edges.clone();
    for (&edge, tried) in edges.iter().zip(1..).skip(merge.tried as usize) {
        let sound = [edge, merge.across(edge)].into_iter().all(|it| turns_left(merge.filter.mesh(), it));
        if !sound || merge.is_removed(edge) {
            continue;
        }
        let mut along = Vec::new();
        if [false, true].into_iter().all(|ends| stays_convex(merge, edge, ends, &mut along)) {
            let was = merge.tried;
            let sides: Vec<u32> = along.iter().map(|it| it.index()).collect();
            let along = u16::try_from(sides.len()).unwrap_or(u16::MAX);
            merge.commit_with(MergeEvent::Merged { edge, along, tried, was }, &sides)?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether there would be no dent at one end of an edge; with the edges beyond that end that would have to go too.
fn stays_convex<S: Sink<MergeEvent>>(
    merge: &mut Recorder<Merge, S>,
    edge: Link,
    ends: bool,
    along: &mut Vec<Link>,
) -> bool {
    let side = if ends { edge } else { merge.across(edge) };
    match merge.end_of(side, along) {
        AtEnd::Gone => true,
        AtEnd::Stuck => false,
        AtEnd::Bend(corners) => {
            let [a, b, c] = corners.map(|it| merge.filter.mesh().point(it));
            let Decided { verdict, certainty, .. } = turn(a, b, c);
            merge.observe(|_| MergeEvent::Tested { edge, ends, turn: verdict, certainty });
            verdict != Turn::Right
        }
    }
}

fn length_squared(mesh: &Triangulation, side: Link) -> f64 {
    let [a, b] = mesh.ends(side).map(|it| mesh.point(it));
    a.distance_squared(b)
}

fn turns_left(mesh: &Triangulation, side: Link) -> bool {
    let corners: Option<[Point; 3]> = mesh.corners(side.triangle());
    corners.is_some_and(|[a, b, c]| turn(a, b, c).verdict == Turn::Left)
}
