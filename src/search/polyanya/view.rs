//! What is seen from a root: the bounds of the view, all told exactly from vertices, and only then in numbers.
//!
//! A bound is a ray: from the root through a vertex, or onwards along the line by which the path came to the root. So whether a
//! vertex is in view is one [turn](crate::geometry::turn) of three given points, and nothing that was rounded before is ever
//! asked about. The ends of the interval that a view has on its edge are computed only for estimates and pictures.

use serde::Serialize;

use super::event::Sight;
use crate::{
    geometry::{Decided, Exact, Kernel as _, Point, Side, Turn},
    mesh::{Marks, SightMesh, VertexId},
};

/// The start, where a vertex is asked for.
pub const START: VertexId = VertexId::new(ONWARDS - 1);
/// The goal, where a vertex is asked for.
pub const GOAL: VertexId = VertexId::new(ONWARDS - 2);

/// The bit of a bound that leads onwards; vertices have smaller numbers.
const ONWARDS: u32 = 1 << 31;

/// A ray that bounds what is seen from a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bound(u32);

impl Bound {
    /// From the root through a vertex; if that is the root itself, nothing bounds the view on this side.
    #[must_use]
    pub fn through(vertex: VertexId) -> Self {
        Self(vertex.number())
    }

    /// From the root on, along the line that comes from the root before.
    #[must_use]
    pub fn onwards(from: VertexId) -> Self {
        Self(from.number() | ONWARDS)
    }

    /// The vertex, or the root before.
    #[must_use]
    pub fn vertex(self) -> VertexId {
        VertexId::new(self.0 & !ONWARDS)
    }

    /// Whether it is the line by which the path came to the root.
    #[must_use]
    pub fn is_onwards(self) -> bool {
        self.0 & ONWARDS != 0
    }
}

/// How a path gets to the goal from the last node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Arrival {
    /// Straight from the root.
    Direct,
    /// Around an end of the edge.
    Around(Side),
}

/// What is needed to look around.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The sides of the polygons.
    pub sides: &'a SightMesh,
    /// Where the vertices are.
    pub points: &'a [Point],
    /// Where the path starts.
    pub start: Point,
    /// Where it goes.
    pub goal: Point,
    /// Answers turns.
    pub exact: Exact,
}

impl View<'_> {
    /// Where a vertex is, or the start, or the goal.
    #[inline]
    #[must_use]
    pub fn point(&self, vertex: VertexId) -> Point {
        match vertex {
            START => self.start,
            GOAL => self.goal,
            _ => self.points[vertex.index()],
        }
    }

    /// Which way a → b → c turns, exactly.
    #[inline]
    #[must_use]
    pub fn turn(&self, a: Point, b: Point, c: Point) -> Decided<Turn> {
        self.exact.turn(a, b, c)
    }

    /// Two points on the line of a bound, the further one last; both are the root if there is no bound.
    #[inline]
    #[must_use]
    pub fn ray(&self, root: VertexId, bound: Bound) -> [Point; 2] {
        let [root, other] = [root, bound.vertex()].map(|it| self.point(it));
        if bound.is_onwards() { [other, root] } else { [root, other] }
    }

    /// The left and the right end of the edge that is looked through into the polygon of a side.
    #[inline]
    #[must_use]
    pub fn ends(&self, side: u32) -> [Point; 2] {
        self.sides.ends(side)
    }

    /// Where the interval of a node ends on one side; rounded, unless that is an end of the edge.
    #[must_use]
    pub fn interval_end(&self, node: &Sight, hand: Side) -> Point {
        let [left, right] = self.ends(node.side);
        let (at_end, end) = match hand {
            Side::Left => (node.meets.left_end, left),
            Side::Right => (node.meets.right_end, right),
        };
        if at_end {
            return end;
        }
        let [from, to] = self.ray(node.root, node.bound(hand));
        let along = Point::new(to.x - from.x, to.y - from.y);
        let cross = |p: Point| along.x * (p.y - from.y) - along.y * (p.x - from.x);
        let (at_left, at_right) = (cross(left), cross(right));
        let t = at_left / (at_left - at_right);
        // No number at all if the edge lies along the bound.
        if t.is_finite() { left.towards(right, t.clamp(0.0, 1.0)) } else { end }
    }

    /// The length of the shortest way from a node's root through its interval to the goal, whatever lies behind the edge. \[cells]
    #[must_use]
    pub fn estimate(&self, node: &Sight) -> f64 {
        let [left, right] = self.ends(node.side);
        let root = self.point(node.root);
        let goal = match self.turn(left, right, self.goal).verdict {
            Turn::Right => mirrored(self.goal, left, right),
            Turn::Left | Turn::Straight => self.goal,
        };
        let bend = |hand| {
            let end = self.interval_end(node, hand);
            root.distance(end) + end.distance(goal)
        };
        if let Some(hand) = node.meets.grazes {
            // Nothing beyond the edge is seen, but only what bends around its nearer end.
            return bend(hand);
        }
        if self.off_bound(node, Side::Left, goal).verdict == Turn::Left {
            bend(Side::Left)
        } else if self.off_bound(node, Side::Right, goal).verdict == Turn::Right {
            bend(Side::Right)
        } else {
            root.distance(goal)
        }
    }

    /// Whether a path may bend around an end of the edge that a node looks through, once it is in the polygon behind.
    #[inline]
    #[must_use]
    pub fn bends(&self, node: &Sight, hand: Side) -> bool {
        let (at_end, corner) = match hand {
            Side::Left => (node.meets.left_end, self.sides.side(node.side)),
            Side::Right => (node.meets.right_end, self.sides.side(self.sides.next(node.side))),
        };
        at_end && corner.marks.has(Marks::BENDS) && corner.vertex != node.root
    }

    /// How the path gets from a node to the goal in the polygon behind its edge, if it stays taut; `ask` is asked about turns.
    #[must_use]
    pub fn arrival(&self, node: &Sight, mut ask: impl FnMut(Side) -> Turn) -> Option<Arrival> {
        if let Some(hand) = node.meets.grazes {
            return Some(Arrival::Around(hand));
        }
        let hand = if ask(Side::Left) == Turn::Left {
            Side::Left
        } else if ask(Side::Right) == Turn::Right {
            Side::Right
        } else {
            return Some(Arrival::Direct);
        };
        self.bends(node, hand).then_some(Arrival::Around(hand))
    }

    /// Which way a place lies off a bound of a node.
    #[inline]
    #[must_use]
    pub fn off_bound(&self, node: &Sight, hand: Side, p: Point) -> Decided<Turn> {
        let [from, to] = self.ray(node.root, node.bound(hand));
        self.turn(from, to, p)
    }
}

/// The mirror image of `p` beyond the line through `a` and `b`.
fn mirrored(p: Point, a: Point, b: Point) -> Point {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length_squared = dx * dx + dy * dy;
    if length_squared == 0.0 {
        return p;
    }
    let away = 2.0 * (dx * (p.y - a.y) - dy * (p.x - a.x)) / length_squared;
    Point::new(p.x + dy * away, p.y - dx * away)
}
