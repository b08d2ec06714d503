//! Outlines in the making, or made: rings, what they grew into, and where that was cut.

use std::sync::Arc;

use super::{
    curve::Curve,
    event::OutlineEvent,
    grow::Growth,
    rings::{Bend, Rings, place},
};
use crate::{
    geometry::Point,
    maze::Maze,
    record::{Replayable, limits::MOST_OUTLINE_POINTS},
};

/// Rounding moves a crossing by less than can be seen, and hardly ever into another edge; that so many rounds don't do is not
/// known to happen.
const MOST_ROUNDS: usize = 24;

/// The outlines of a maze's walls, so far.
#[derive(Clone, Debug)]
pub struct Outline {
    maze: Arc<Maze>,
    radius: f64,
    growth: Option<Arc<Growth>>,
    pub(super) rings: Rings,
    /// What came of each corner that has grown.
    grown: Vec<Grown>,
    /// How many rings have grown.
    joined: usize,
    pub(super) curve: Curve,
    /// A buffer that every step fills anew.
    buffer: Vec<Point>,
}

/// What came of a corner.
#[derive(Clone, Copy, Debug)]
struct Grown {
    first: u32,
    last: u32,
    /// How many points and edges there were before.
    before: [u32; 2],
}

impl PartialEq for Outline {
    fn eq(&self, other: &Self) -> bool {
        (&self.rings, &self.curve) == (&other.rings, &other.curve)
            && (self.grown.len(), self.joined) == (other.grown.len(), other.joined)
    }
}

impl Outline {
    /// None yet. \[`radius` ≥ 0, `arc_error` > 0; cells]
    #[must_use]
    pub fn new(maze: Arc<Maze>, radius: f64, arc_error: f64) -> Self {
        Self {
            growth: Growth::new(radius, arc_error).map(Arc::new),
            rings: Rings::new(&maze),
            maze,
            radius,
            grown: Vec::new(),
            joined: 0,
            curve: Curve::default(),
            buffer: Vec::new(),
        }
    }

    /// The maze whose walls they are.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        &self.maze
    }

    /// How far the agent's centre stays from every wall. \[cells]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether walls grow at all: a body that has hardly any size counts as one without.
    #[must_use]
    pub fn grows(&self) -> bool {
        self.growth.is_some()
    }

    /// The places where edges end, each once.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        self.curve.points()
    }

    /// The edges, each from one point to another, with what is free on the left.
    ///
    /// Those with covered ground on both sides are among them, and some lie on others.
    #[must_use]
    pub fn edges(&self) -> &[[u32; 2]] {
        self.curve.edges()
    }

    /// The ends of an edge.
    #[must_use]
    pub fn ends(&self, edge: u32) -> [Point; 2] {
        self.curve.ends(edge)
    }

    /// How many rings are closed.
    #[must_use]
    pub fn rings(&self) -> usize {
        self.rings.count()
    }

    /// How many rings have grown.
    #[must_use]
    pub fn joined(&self) -> usize {
        self.joined
    }

    /// How many corners have grown.
    pub(super) fn grown_corners(&self) -> usize {
        self.grown.len()
    }

    /// The corners of a ring; of the one behind the last closed one, those so far.
    #[must_use]
    pub fn ring(&self, ring: usize) -> Vec<Point> {
        self.rings.range(ring).map(|it| self.corner(it)).collect()
    }

    /// How many corners the rings have so far.
    #[must_use]
    pub fn corners(&self) -> usize {
        self.rings.corners().len()
    }

    /// A corner, counted through all rings.
    #[must_use]
    pub fn corner(&self, corner: usize) -> Point {
        self.rings.place(corner)
    }

    /// Whether the floor has a nook at a corner of a closed ring, so that the ring turns left there.
    #[must_use]
    pub fn is_nook(&self, corner: usize) -> bool {
        self.rings.bend(corner).is_nook()
    }

    /// The points that a corner of a closed ring grows into, in order.
    #[must_use]
    pub fn grown(&self, corner: usize) -> Vec<Point> {
        let mut points = Vec::new();
        self.grow(&self.rings.bend(corner), &mut points);
        points
    }

    /// How often all edges were cut.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.curve.rounds()
    }

    /// The point in which two edges were found to cross last, if they are not cut yet.
    #[must_use]
    pub fn last_crossing(&self) -> Option<Point> {
        self.curve.crossings().last().map(|it| self.points()[it.at as usize])
    }

    /// The points in which edges were cut last.
    pub fn last_cuts(&self) -> impl Iterator<Item = Point> + '_ {
        self.curve.last_cuts()
    }

    /// Whether there are so many points that no more are made: the radius is large for a maze like this, or the error small.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.points().len().max(self.expected_points()) > MOST_OUTLINE_POINTS
    }

    /// How many points there will be at least, as long as no corner has grown. Crossings make more.
    #[must_use]
    pub fn expected_points(&self) -> usize {
        let Some(growth) = self.growth.as_ref().filter(|_| self.grown.is_empty()) else { return self.corners() };
        let each = growth.points_of_corner();
        if self.corners().saturating_mul(each) <= MOST_OUTLINE_POINTS {
            return self.corners();
        }
        let convex = self.rings.convex_corners();
        convex.saturating_mul(each) + (self.corners() - convex)
    }

    /// Whether no two edges cross, and none is missing; told once there is nothing left to do.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.rounds() < MOST_ROUNDS && !self.is_too_large()
    }

    /// Whether any two edges may cross at all.
    pub(super) fn may_cross(&self) -> bool {
        self.growth.as_ref().is_some_and(|it| !it.keeps_apart())
    }

    /// The points that a bend becomes.
    fn grow(&self, bend: &Bend, out: &mut Vec<Point>) {
        match &self.growth {
            Some(growth) => growth.points(&self.maze, bend, out),
            None => out.push(place(bend.at)),
        }
    }

    /// Lets a corner grow, and joins what comes of it to what came of the one before in its ring.
    fn add_grown(&mut self, corner: u32) {
        if self.grown.is_empty() {
            let corners = self.corners();
            // About half of the corners are convex.
            let each = self.growth.as_ref().map_or(1, |it| it.points_of_corner() / 2 + 1);
            self.grown.reserve(corners);
            self.curve.reserve(corners.saturating_mul(each).min(MOST_OUTLINE_POINTS));
        }
        let before = self.curve.counts();
        let ring = self.rings.range(self.joined);
        let is_first = ring.start == corner as usize;
        let bend = self.rings.bend_in(ring, corner as usize);
        if let Some(growth) = &self.growth {
            growth.points(&self.maze, &bend, &mut self.buffer);
        } else {
            self.buffer.push(place(bend.at));
        }
        // Where walls do not grow, rings meet in sealed corners, and nowhere else.
        let may_meet = self.growth.as_ref().map_or_else(|| bend.is_sealed(&self.maze), |it| !it.keeps_apart());
        let [first, last] = self.curve.add_line(self.buffer.drain(..), may_meet);
        if let Some(before) = self.grown.last().filter(|_| !is_first) {
            self.curve.join(before.last, first);
        }
        self.grown.push(Grown { first, last, before });
    }

    /// The points between which a ring that has grown is to be closed.
    fn seam(&self, ring: u32) -> [u32; 2] {
        let range = self.rings.range(ring as usize);
        [self.grown[range.end - 1].last, self.grown[range.start].first]
    }
}

impl Replayable for Outline {
    type Event = OutlineEvent;

    fn apply(&mut self, event: &OutlineEvent, _: &[u32]) {
        match *event {
            OutlineEvent::Bent { column, row } => self.rings.push([column, row]),
            OutlineEvent::Closed { .. } => self.rings.close(),
            OutlineEvent::Grew { corner } => self.add_grown(corner),
            OutlineEvent::Joined { ring } => {
                let [last, first] = self.seam(ring);
                self.curve.join(last, first);
                self.joined += 1;
            }
            OutlineEvent::Crossed { one, other } => self.curve.cross(one, other),
            OutlineEvent::Cut { .. } => self.curve.cut(),
            OutlineEvent::Missed { .. } => (),
        }
    }

    fn revert(&mut self, event: &OutlineEvent, _: &[u32]) {
        match *event {
            OutlineEvent::Bent { .. } => self.rings.pop(),
            OutlineEvent::Closed { .. } => self.rings.reopen(),
            OutlineEvent::Grew { .. } => {
                if let Some(it) = self.grown.pop() {
                    self.curve.cut_back(it.before);
                }
            }
            OutlineEvent::Joined { ring } => {
                let [last, first] = self.seam(ring);
                let [points, edges] = self.curve.counts();
                self.curve.cut_back([points, edges - u32::from(last != first)]);
                self.joined -= 1;
            }
            OutlineEvent::Crossed { .. } => self.curve.uncross(),
            OutlineEvent::Cut { .. } => self.curve.mend(),
            OutlineEvent::Missed { .. } => (),
        }
    }
}
