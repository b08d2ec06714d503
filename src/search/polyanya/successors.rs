//! What a node sees in the polygon behind its edge.
//!
//! The corners of the polygon are gone through as they lie from right to left. Between the bounds are the observable
//! successors, which keep the root. What lies beyond a bound can be got to only around an end of the edge, if the bound runs
//! through that end and a path can bend there; these are the non-observable successors, with that end for their root. A side on
//! the very line of a bound is grazed: nothing is seen through it, but a path can bend around its nearer end.
//!
//! Intervals of length zero are left out: what bends at that one point is found from the side next to it.

use super::{
    event::{Meets, Obstacle, PolyanyaEvent, Sight, SightState},
    view::{Bound, View},
};
use crate::{
    geometry::{Point, Side, Turn, on_segment},
    mesh::{Marks, SightMesh, VertexId},
};

/// Hears what is asked, and says whether a path may bend.
pub(super) trait Guide {
    /// Whether observations are wanted.
    fn listens(&self) -> bool;

    /// Hears an observation.
    fn hear(&mut self, event: PolyanyaEvent);

    /// Whether it is worth while to bend around a vertex, coming from a root on a path of length `g`.
    fn may_bend(&mut self, vertex: VertexId, hand: Side, from: VertexId, g: f64) -> bool;

    /// Whether the goal lies in a polygon, or in what hangs on it.
    fn leads_to_goal(&self, polygon: u32) -> bool;
}

/// Which way a vertex lies off a bound of a node, which is a ray.
#[inline]
pub(super) fn test<G: Guide>(
    view: &View<'_>,
    guide: &mut G,
    node: &Sight,
    (hand, [from, to]): (Side, [Point; 2]),
    (vertex, at): (VertexId, Point),
) -> Turn {
    let told = view.turn(from, to, at);
    if guide.listens() {
        let (root, bound, turn) = (node.root, node.bound(hand), told.verdict);
        let (value, certainty) = (told.value, told.certainty);
        guide.hear(PolyanyaEvent::Tested { root, bound, vertex, hand, turn, value, certainty });
    }
    told.verdict
}

/// The polygon behind an edge, with its corners numbered from the edge's right end on.
struct Behind<'a, G> {
    view: &'a View<'a>,
    guide: &'a mut G,
    out: &'a mut Vec<Sight>,
    /// What looks into it.
    node: Sight,
    /// The number of the node for its successors.
    parent: u32,
    first: u32,
    count: u32,
    /// The place of corner 0 among the sides.
    offset: u32,
}

/// Appends the successors of a node, from right to left; their f is that of the node.
pub(super) fn successors<G: Guide>(view: &View<'_>, parent: u32, node: &Sight, guide: &mut G, out: &mut Vec<Sight>) {
    let around = view.sides.around(view.sides.side(node.side).polygon);
    let (first, count) = (around.start, around.end - around.start);
    let offset = node.side - first + 1;
    let mut it = Behind { view, guide, out, node: *node, parent, first, count, offset };
    if view.sides.is_flat(view.sides.side(node.side).polygon) && it.is_seen_edge_on() {
        it.pass_flat();
    } else if node.meets.grazes.is_none() || it.bend_around_nearer_end() {
        it.look();
    }
}

/// Appends what is seen from the start in a polygon that holds it.
pub(super) fn seeds<G: Guide>(view: &View<'_>, polygon: u32, guide: &mut G, out: &mut Vec<Sight>) {
    let around = view.sides.around(polygon);
    for side in around {
        let [right, left] = view.ends(side);
        let [right_vertex, left_vertex] = [side, view.sides.next(side)].map(|it| view.sides.side(it).vertex);
        let root = super::START;
        let grazes = match view.turn(right, left, view.start).verdict {
            Turn::Left => None,
            // Whoever stands on a side also stands in the polygon across.
            Turn::Straight if !on_segment(right, left, view.start) => {
                let is_left = view.start.distance_squared(left) < view.start.distance_squared(right);
                Some(if is_left { Side::Left } else { Side::Right })
            }
            Turn::Straight | Turn::Right => continue,
        };
        let node = Sight {
            g: 0.0,
            f: 0.0,
            parent: Sight::NONE,
            side,
            root,
            left: Bound::through(left_vertex),
            right: Bound::through(right_vertex),
            meets: Meets { left_end: true, right_end: true, grazes },
            state: SightState::Open,
        };
        enter(view, node, guide, out);
    }
}

/// Puts down a node that looks through a side, given as one of the polygon that is left; unless that leads nowhere.
#[inline]
fn enter<G: Guide>(view: &View<'_>, mut node: Sight, guide: &mut G, out: &mut Vec<Sight>) {
    let left = node.side;
    let edge = view.sides.side(left);
    let why = if edge.across == SightMesh::NONE {
        Some(Obstacle::Border)
    } else if edge.marks.has(Marks::CUL_DE_SAC) && !guide.leads_to_goal(view.sides.side(edge.across).polygon) {
        Some(Obstacle::CulDeSac)
    } else {
        None
    };
    if let Some(why) = why {
        if guide.listens() {
            guide.hear(PolyanyaEvent::Blocked { side: left, why });
        }
        return;
    }
    let polygon = view.sides.side(edge.across).polygon;
    node.side = edge.across;
    // A line of sight along an edge is of use only for bending around its nearer end.
    if node.meets.grazes.is_none_or(|hand| view.bends(&node, hand) || view.sides.is_flat(polygon)) {
        out.push(node);
    }
}

impl<G: Guide> Behind<'_, G> {
    /// The side that begins at a corner.
    #[inline]
    fn side(&self, corner: u32) -> u32 {
        let at = self.offset + corner;
        self.first + if at >= self.count { at - self.count } else { at }
    }

    fn vertex(&self, corner: u32) -> VertexId {
        self.view.sides.side(self.side(corner)).vertex
    }

    fn is_straight(&self, corner: u32) -> bool {
        self.view.sides.side(self.side(corner)).marks.has(Marks::STRAIGHT)
    }

    /// The number of the last corner: the edge's left end.
    fn last(&self) -> u32 {
        self.count - 1
    }

    /// Which way a corner lies off a bound.
    #[inline]
    fn test(&mut self, bound: (Side, [Point; 2]), corner: u32) -> Turn {
        let at = self.view.sides.side(self.side(corner));
        test(self.view, self.guide, &self.node, bound, (at.vertex, at.from))
    }

    /// A bound of the view, as a ray.
    fn bound(&self, hand: Side) -> (Side, [Point; 2]) {
        (hand, self.view.ray(self.node.root, self.node.bound(hand)))
    }

    /// Looks through the side that ends at a corner, with another root or the same.
    #[inline]
    fn push(
        &mut self,
        corner: u32,
        root: VertexId,
        g: f64,
        left: (Bound, bool),
        right: (Bound, bool),
        grazes: Option<Side>,
    ) {
        let meets = Meets { left_end: left.1, right_end: right.1, grazes };
        let node = Sight {
            g,
            f: self.node.f,
            parent: self.parent,
            side: self.side(corner - 1),
            root,
            left: left.0,
            right: right.0,
            meets,
            state: SightState::Open,
        };
        enter(self.view, node, self.guide, self.out);
    }

    /// Looks along the side that ends at a corner.
    fn graze(&mut self, corner: u32, root: VertexId, g: f64, nearer: Side) {
        let ends = [corner, corner - 1].map(|it| Bound::through(self.vertex(it)));
        self.push(corner, root, g, (ends[0], true), (ends[1], true), Some(nearer));
    }

    /// Makes the nearer end of a grazed edge the root, if that is worth while.
    fn bend_around_nearer_end(&mut self) -> bool {
        let hand = self.node.meets.grazes.unwrap_or(Side::Left);
        let corner = if hand == Side::Left { self.last() } else { 0 };
        let Some(g) = self.bend(hand) else { return false };
        let root = self.vertex(corner);
        let ends = [self.last(), 0].map(|it| Bound::through(self.vertex(it)));
        let meets = Meets { left_end: true, right_end: true, grazes: None };
        self.node = Sight { g, root, left: ends[0], right: ends[1], meets, ..self.node };
        true
    }

    /// The length of the path to an end of the edge, if the path can bend there and that is worth while.
    fn bend(&mut self, hand: Side) -> Option<f64> {
        if !self.view.bends(&self.node, hand) {
            return None;
        }
        let corner = self.view.sides.side(self.side(if hand == Side::Left { self.last() } else { 0 }));
        let g = self.node.g + self.view.point(self.node.root).distance(corner.from);
        self.guide.may_bend(corner.vertex, hand, self.node.root, g).then_some(g)
    }

    /// Goes through the corners from right to left.
    fn look(&mut self) {
        let last = self.last();
        let Sight { root, meets, .. } = self.node;
        let (root_is_right, root_is_left) = (self.vertex(0) == root, self.vertex(last) == root);

        // The first corner left of the right bound, whether the bound runs through the one before, and along how many sides.
        let (mut begin, mut begins_at_corner, mut along) = (1, meets.right_end, 0);
        let bound = self.bound(Side::Right);
        while !root_is_right && begin < self.count {
            match self.test(bound, begin) {
                Turn::Left => break,
                Turn::Straight => {
                    along += u32::from(meets.right_end && along + 1 == begin);
                    begins_at_corner = true;
                }
                Turn::Right => begins_at_corner = false,
            }
            begin += 1;
        }
        if along > 0 {
            for corner in 1..=along {
                self.graze(corner, root, self.node.g, Side::Right);
            }
        } else if begin > 1 {
            self.look_around_right_end(begin, begins_at_corner);
        }
        if begin == self.count {
            return;
        }

        // The first corner not right of the left bound, and whether the bound runs through it.
        let (mut end, mut ends_at_corner) = (begin, meets.left_end);
        let bound = self.bound(Side::Left);
        while end < last {
            if !root_is_left {
                let turn = self.test(bound, end);
                if turn != Turn::Right {
                    ends_at_corner = turn == Turn::Straight;
                    break;
                }
            }
            end += 1;
        }
        self.look_ahead(begin, begins_at_corner, end, ends_at_corner);
        if end < last && meets.left_end {
            let is_along = ends_at_corner && (end + 1 == last || self.test(bound, end + 1) == Turn::Straight);
            if is_along {
                for corner in end + 1..=last {
                    self.graze(corner, root, self.node.g, Side::Left);
                }
            } else {
                self.look_around_left_end(end, ends_at_corner);
            }
        }
    }

    /// Looks through what lies between the bounds: the sides that end at the corners from `begin` to `end`.
    fn look_ahead(&mut self, begin: u32, begins_at_corner: bool, end: u32, ends_at_corner: bool) {
        let Sight { root, g, left, right, .. } = self.node;
        let (before_right, before_left) = self.along_root(root);
        for corner in begin..=end {
            let right_bound = match corner == begin {
                true => (right, begins_at_corner),
                false => (Bound::through(self.vertex(corner - 1)), true),
            };
            let left_bound = match corner == end {
                true => (left, ends_at_corner),
                false => (Bound::through(self.vertex(corner)), true),
            };
            if corner > 1 && corner <= before_right {
                self.graze(corner, root, g, Side::Right);
            } else if corner < self.last() && corner > before_left {
                self.graze(corner, root, g, Side::Left);
            } else {
                self.push(corner, root, g, left_bound, right_bound, None);
            }
        }
    }

    /// Looks through what lies right of the right bound: the sides that end at corners before `begin`, and part of the next one.
    fn look_around_right_end(&mut self, begin: u32, begins_at_corner: bool) {
        let Some(g) = self.bend(Side::Right) else { return };
        let (root, onwards) = (self.vertex(0), Bound::onwards(self.node.root));
        let (before, _) = self.along_root(root);
        for corner in 1..=begin.min(self.last()) {
            let right = (Bound::through(self.vertex(corner - 1)), true);
            if corner > 1 && corner <= before {
                self.graze(corner, root, g, Side::Right);
            } else if corner < begin {
                self.push(corner, root, g, (Bound::through(self.vertex(corner)), true), right, None);
            } else if !begins_at_corner {
                self.push(corner, root, g, (onwards, false), right, None);
            }
        }
    }

    /// Looks through what lies left of the left bound: the sides that end at corners behind `end`, and part of the one there.
    fn look_around_left_end(&mut self, end: u32, ends_at_corner: bool) {
        let Some(g) = self.bend(Side::Left) else { return };
        let (root, onwards) = (self.vertex(self.last()), Bound::onwards(self.node.root));
        let (_, before) = self.along_root(root);
        for corner in end + u32::from(ends_at_corner)..=self.last() {
            let left = (Bound::through(self.vertex(corner)), true);
            if corner < self.last() && corner > before {
                self.graze(corner, root, g, Side::Left);
            } else if corner > end {
                self.push(corner, root, g, left, (Bound::through(self.vertex(corner - 1)), true), None);
            } else {
                self.push(corner, root, g, left, (onwards, false), None);
            }
        }
    }

    /// Up to which corner, counted from the right end, and from which on up to the left end, all lie on one line with the root,
    /// if that is one of the ends.
    fn along_root(&self, root: VertexId) -> (u32, u32) {
        let last = self.last();
        let (mut right, mut left) = (1, last - 1);
        while self.vertex(0) == root && right < last && self.is_straight(right) {
            right += 1;
        }
        while self.vertex(last) == root && left > 0 && self.is_straight(left) {
            left -= 1;
        }
        (right, left)
    }

    /// Whether the root lies on the line of a polygon without area.
    fn is_seen_edge_on(&self) -> bool {
        let is_end = [0, self.last()].iter().any(|&it| self.vertex(it) == self.node.root);
        is_end || self.node.meets.grazes.is_some()
    }

    /// Passes a polygon without area along its line.
    fn pass_flat(&mut self) {
        let Sight { root, g, .. } = self.node;
        let at = self.view.point(root);
        for corner in 1..self.count {
            let [left, right] = [corner, corner - 1].map(|it| self.vertex(it));
            let ends = [corner, corner - 1].map(|it| self.view.sides.side(self.side(it)).from);
            if on_segment(ends[0], ends[1], at) {
                self.push(corner, root, g, (Bound::through(left), true), (Bound::through(right), true), None);
            } else {
                let is_left = at.distance_squared(ends[0]) < at.distance_squared(ends[1]);
                self.graze(corner, root, g, if is_left { Side::Left } else { Side::Right });
            }
        }
    }
}
