//! The edges that rings grow into: points, each place once, and what is cut where edges cross.

use super::{
    crossings::{crossing_point, sort_along},
    number,
    places::Places,
};
use crate::geometry::{Buckets, Point};

/// Points and edges so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Curve {
    points: Vec<Point>,
    places: Places,
    edges: Vec<[u32; 2]>,
    /// For each edge whether it may cross others that are old; empty before the first cut, when all may.
    is_new: Vec<bool>,
    crossings: Vec<Crossing>,
    rounds: Vec<Round>,
}

/// Two edges that cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossing {
    pub(super) edges: [u32; 2],
    /// In which point.
    pub(super) at: u32,
    /// Whether the point was made for it.
    is_new: bool,
}

/// The edges before they were cut, and where they were.
#[derive(Clone, Debug)]
struct Round {
    edges: Vec<[u32; 2]>,
    is_new: Vec<bool>,
    crossings: Vec<Crossing>,
}

/// No point.
const NONE: u32 = u32::MAX;

impl PartialEq for Curve {
    fn eq(&self, other: &Self) -> bool {
        (&self.points, &self.edges) == (&other.points, &other.edges)
            && (&self.is_new, &self.crossings) == (&other.is_new, &other.crossings)
            && self.rounds.len() == other.rounds.len()
    }
}

impl Curve {
    /// Sets memory aside for so many points, and as many edges.
    pub(super) fn reserve(&mut self, points: usize) {
        self.points.reserve(points);
        self.edges.reserve(points);
    }

    pub(super) fn points(&self) -> &[Point] {
        &self.points
    }

    pub(super) fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    pub(super) fn ends(&self, edge: u32) -> [Point; 2] {
        self.edges[edge as usize].map(|it| self.points[it as usize])
    }

    /// Whether an edge may cross others that are old.
    pub(super) fn is_new(&self, edge: u32) -> bool {
        self.is_new.get(edge as usize).copied().unwrap_or(true)
    }

    /// What was found to cross since all edges were last cut.
    pub(super) fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// How often all edges were cut.
    pub(super) fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// The points in which edges were cut last.
    pub(super) fn last_cuts(&self) -> impl Iterator<Item = Point> + '_ {
        let last = self.rounds.last().map_or(&[][..], |it| &it.crossings);
        last.iter().map(|it| self.points[it.at as usize])
    }

    /// The point in a place, and whether there was none before.
    fn place(&mut self, p: Point) -> (u32, bool) {
        self.places.find_or_put(&mut self.points, p)
    }

    /// Joins places with each other; gives the first point and the last. \[one place at least]
    ///
    /// Places that others share, before or later, may meet those.
    pub(super) fn add_line(&mut self, line: impl Iterator<Item = Point>, may_meet: bool) -> [u32; 2] {
        let [mut first, mut last] = [NONE; 2];
        for p in line {
            let point = if may_meet { self.place(p).0 } else { self.place_alone(p) };
            if last == NONE {
                first = point;
            } else {
                self.join(last, point);
            }
            last = point;
        }
        [first, last]
    }

    /// A new point in a place that no other shares.
    fn place_alone(&mut self, p: Point) -> u32 {
        let point = number(self.points.len());
        self.points.push(p);
        point
    }

    /// Joins two points, unless they are the same.
    pub(super) fn join(&mut self, from: u32, to: u32) {
        if from != to {
            self.edges.push([from, to]);
        }
    }

    /// Takes back the last points and edges, so that only so many are left.
    pub(super) fn cut_back(&mut self, [points, edges]: [u32; 2]) {
        while self.points.len() > points as usize {
            self.places.take_last(&mut self.points);
        }
        self.edges.truncate(edges as usize);
    }

    /// How many points and edges there are.
    pub(super) fn counts(&self) -> [u32; 2] {
        [number(self.points.len()), number(self.edges.len())]
    }

    /// Marks where two edges cross.
    pub(super) fn cross(&mut self, one: u32, other: u32) {
        let at = crossing_point(self.ends(one), self.ends(other));
        let (at, is_new) = self.place(at);
        self.crossings.push(Crossing { edges: [one, other], at, is_new });
    }

    /// Undoes [`cross`](Self::cross).
    pub(super) fn uncross(&mut self) {
        if self.crossings.pop().is_some_and(|it| it.is_new) {
            let [points, edges] = self.counts();
            self.cut_back([points - 1, edges]);
        }
    }

    /// Cuts all edges at their marks.
    pub(super) fn cut(&mut self) {
        let crossings = std::mem::take(&mut self.crossings);
        let edges = std::mem::take(&mut self.edges);
        let marked = || crossings.iter().flat_map(|it| it.edges.map(|edge| (edge as usize, it.at)));
        let mut marks = Buckets::new(edges.len(), marked);
        let mut is_new = Vec::with_capacity(edges.len() + marks.count());
        self.edges.reserve(edges.len() + marks.count());
        for (edge, &[from, to]) in edges.iter().enumerate() {
            let marks = marks.of_mut(edge);
            sort_along(&self.points, [from, to], marks);
            let [a, b] = [from, to].map(|it| self.points[it as usize]);
            // Along an axis marks are exact, so that the pieces lie where the whole did.
            let moved = !marks.is_empty() && a.x != b.x && a.y != b.y;
            let mut last = from;
            for &next in marks.iter().chain([&to]) {
                self.join(last, next);
                last = next;
            }
            is_new.resize(self.edges.len(), moved);
        }
        let is_new = std::mem::replace(&mut self.is_new, is_new);
        self.rounds.push(Round { edges, is_new, crossings });
    }

    /// Undoes [`cut`](Self::cut).
    pub(super) fn mend(&mut self) {
        if let Some(Round { edges, is_new, crossings }) = self.rounds.pop() {
            (self.edges, self.is_new, self.crossings) = (edges, is_new, crossings);
        }
    }
}
