//! Straight ways that touch two circles, each on a given side; a circle without a radius is a point.
//!
//! Circles passed on the same side have their outer tangent, on different sides the inner one. Where circles overlap there is no
//! inner tangent, nor any from a point inside; an overlap within the slack of clearances counts as touching, and the way then
//! leads straight across, with no length.

use super::Side;
use crate::geometry::{Point, Vector};

/// What rounding and the slack of clearances on either side of a passage allow. \[cells]
const SLACK: f64 = 2.5e-9;

/// A circle that a path passes, or a point that it goes through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Disc {
    centre: Point,
    /// The radius if the centre is on the traveller's left, and minus the radius if it is on the right.
    offset: f64,
}

impl Disc {
    /// A single point.
    pub(super) fn point(centre: Point) -> Self {
        Self { centre, offset: 0.0 }
    }

    /// A circle with its centre on one side of the path.
    pub(super) fn circle(centre: Point, radius: f64, side: Side) -> Self {
        Self { centre, offset: if side == Side::Left { radius } else { -radius } }
    }
}

/// A straight way from one circle to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tangent {
    /// Where it leaves the first.
    pub(super) from: Point,
    /// Where it meets the second.
    pub(super) to: Point,
    /// Where it leads, of length 1 even if the way has none.
    pub(super) heading: Vector,
}

impl Tangent {
    /// The way from one circle to the next, if there is one.
    pub(super) fn between(a: Disc, b: Disc) -> Option<Self> {
        let way = b.centre - a.centre;
        let square = way.length_squared();
        let distance = square.sqrt();
        if distance == 0.0 {
            return None;
        }
        let across = a.offset - b.offset;
        let right = way.rightward();
        let overlap = across.abs() - distance;
        if overlap >= 0.0 {
            let heading = right * (-across.signum() / distance);
            let at = a.centre.towards(b.centre, a.offset.abs() / across.abs());
            return (overlap <= SLACK).then_some(Self { from: at, to: at, heading });
        }
        // The way from centre to centre is L ahead and `across` to the right; turned back, it gives the heading.
        let length = ((distance - across.abs()) * (distance + across.abs())).sqrt();
        let heading = (way * length - right * across) / square;
        let touch = |it: Disc| match it.offset {
            0.0 => it.centre,
            offset => it.centre + heading.rightward() * offset,
        };
        Some(Self { from: touch(a), to: touch(b), heading })
    }

    /// How far to one side of the line through it a place lies. \[cells; negative on the other side]
    pub(super) fn off(&self, p: Point, side: Side) -> f64 {
        to_side(self.heading, p - self.from, side)
    }

    /// How much going on with another turns to one side: the sine of the angle.
    pub(super) fn turning(&self, next: &Self, side: Side) -> f64 {
        to_side(self.heading, next.heading, side)
    }

    /// Where the lines meet of this and the next, that both touch a circle around `centre`.
    pub(super) fn meeting(&self, next: &Self, centre: Point, radius: f64, side: Side) -> Point {
        let [u, v] = [self.heading.rightward(), next.heading.rightward()];
        let offset = if side == Side::Left { radius } else { -radius };
        // Not 1 + u · v: that rounds elsewhere. The legs are clear, so they never turn back; should they all the same, what is far away will do.
        let reach = offset / (1.0 + u.x * v.x + u.y * v.y).max(1e-6);
        centre + (u + v) * reach
    }
}

/// How far one direction reaches to a side of another.
fn to_side(heading: Vector, way: Vector, side: Side) -> f64 {
    let off = heading.rightward().dot(way);
    if side == Side::Right { off } else { -off }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: Disc, b: Disc, expected: [(f64, f64); 2]) {
        let Tangent { from, to, .. } = Tangent::between(a, b).expect("a tangent");
        let [p, q] = expected.map(Point::from);
        assert!(from.distance(p) < 1e-12 && to.distance(q) < 1e-12, "{from:?} {to:?}");
    }

    #[test]
    fn tangents_touch_on_their_sides() {
        let circle = |x, y, side| Disc::circle(Point::new(x, y), 1.0, side);
        // With y down, a circle on the left is passed below it.
        check(circle(0.0, 0.0, Side::Left), circle(4.0, 0.0, Side::Left), [(0.0, 1.0), (4.0, 1.0)]);
        check(circle(0.0, 0.0, Side::Right), circle(4.0, 0.0, Side::Right), [(0.0, -1.0), (4.0, -1.0)]);
        check(circle(0.0, 0.0, Side::Left), circle(0.0, 2.0, Side::Right), [(0.0, 1.0), (0.0, 1.0)]);
        check(Disc::point(Point::new(-2.0, 1.0)), circle(0.0, 0.0, Side::Left), [(-2.0, 1.0), (0.0, 1.0)]);
        let slant = 0.75f64.sqrt();
        check(circle(0.0, 0.0, Side::Left), circle(4.0, 0.0, Side::Right), [(0.5, slant), (3.5, -slant)]);
    }

    #[test]
    fn there_is_no_way_between_circles_that_overlap() {
        let (a, b) = (Point::new(0.0, 0.0), Point::new(0.0, 1.0));
        let between =
            |radius| Tangent::between(Disc::circle(a, radius, Side::Left), Disc::circle(b, radius, Side::Right));
        let touching = between(0.5 + 1e-9).expect("within the slack");
        assert_eq!((touching.from, touching.to), (Point::new(0.0, 0.5), Point::new(0.0, 0.5)));
        assert!((touching.heading - Vector::new(1.0, 0.0)).length() < 1e-12);
        assert_eq!(between(0.6), None);
        assert_eq!(Tangent::between(Disc::point(a), Disc::circle(b, 1.1, Side::Left)), None);
        let leaving = Tangent::between(Disc::point(a), Disc::circle(b, 1.0, Side::Left)).expect("on the circle");
        assert_eq!((leaving.from, leaving.to), (a, a));
    }
}
