//! Which lines between two corners of a ring run inside of it, decided exactly.
//!
//! A ring turns left around its inside; holes that are joined to it make it pass through places twice. A line from one of its corners to
//! another runs inside if it leaves both between the two sides that meet there, and meets no side in between. Sides that
//! end in the same place as the line are met there alone, unless they lie on it. Sides that cross each other make answers that
//! mean nothing, but no harm.
//!
//! Joseph O'Rourke, "Computational Geometry in C" (1998), chapter 1.

use super::ring::{Ring, RingVertex};
use crate::geometry::{Bounds, Point, Turn, on_segment, turn};

impl RingVertex {
    /// Where it lies. \[columns]
    pub(super) fn place(&self) -> Point {
        Point::new(f64::from(self.x), f64::from(self.y))
    }
}

impl Ring {
    /// Where its corners lie. \[columns]
    pub(super) fn places(&self) -> Vec<Point> {
        self.vertices.iter().map(RingVertex::place).collect()
    }
}

/// Whether the way from a corner to `p` begins strictly between the sides that meet at the corner; `before` and `behind` are the
/// corners next to it.
pub(super) fn in_cone([before, at, behind]: [Point; 3], p: Point) -> bool {
    let turns = |a, b, c| turn(a, b, c).verdict;
    if turns(before, at, behind) == Turn::Right {
        turns(at, p, behind) == Turn::Right || turns(p, at, before) == Turn::Right
    } else {
        turns(at, p, before) == Turn::Left && turns(p, at, behind) == Turn::Left
    }
}

/// Whether a side meets a line between two corners anywhere but where both end.
pub(super) fn is_met([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    if !Bounds::around([a, b]).touches(Bounds::around([c, d])) {
        return false;
    }
    if let Some((near, far)) = [(a, b), (b, a)].into_iter().find(|it| it.0 == c || it.0 == d) {
        let end = if near == c { d } else { c };
        return on_segment(a, b, end) || on_segment(c, d, far);
    }
    let parts = |a, b, c, d| {
        let sides = [turn(a, b, c).verdict, turn(a, b, d).verdict];
        sides[0] == sides[1] && sides[0] != Turn::Straight
    };
    !parts(a, b, c, d) && !parts(c, d, a, b)
}

/// Whether the closed area of a ring holds `p`.
pub(super) fn ring_holds(corners: &[Point], p: Point) -> bool {
    let mut inside = false;
    for (i, &b) in corners.iter().enumerate() {
        let a = corners[(i + corners.len() - 1) % corners.len()];
        if on_segment(a, b, p) {
            return true;
        }
        if (a.y > p.y) != (b.y > p.y) {
            let [low, high] = if a.y < b.y { [a, b] } else { [b, a] };
            inside ^= turn(low, high, p).verdict == Turn::Left;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: i32, y: i32) -> Point {
        Point::new(x.into(), y.into())
    }

    #[test]
    fn lines_leave_a_corner_between_its_sides() {
        // On the screen: down, then to the right, turning left; the inside is above and to the right.
        let corner = [p(0, 0), p(0, 4), p(4, 4)];
        for (to, inside) in [(p(4, 0), true), (p(0, 1), false), (p(9, 4), false), (p(-1, 5), false), (p(3, 9), false)] {
            assert_eq!(in_cone(corner, to), inside, "{to}");
            let reflex = [corner[2], corner[1], corner[0]];
            let on_side = to == p(0, 1) || to == p(9, 4);
            assert_eq!(in_cone(reflex, to), !inside && !on_side, "{to}, from outside");
        }
    }

    #[test]
    fn sides_meet_lines_but_not_at_common_ends() {
        let line = [p(0, 0), p(4, 4)];
        for (side, met) in [
            ([p(0, 4), p(4, 0)], true),
            ([p(2, 2), p(9, 2)], true),
            ([p(5, 5), p(9, 9)], false),
            ([p(4, 4), p(9, 2)], false),
            ([p(4, 4), p(2, 2)], true),
            ([p(8, 8), p(0, 0)], true),
            ([p(0, 0), p(4, 4)], true),
            ([p(0, 0), p(-4, -4)], false),
            ([p(0, 1), p(3, 4)], false),
            ([p(1, 1), p(2, 2)], true),
        ] {
            assert_eq!(is_met(line, side), met, "{side:?}");
            assert_eq!(is_met([line[1], line[0]], [side[1], side[0]]), met, "{side:?}");
        }
    }

    #[test]
    fn a_ring_holds_what_is_in_it_or_on_it() {
        let square = [p(0, 0), p(0, 2), p(3, 2), p(3, 0)];
        for (at, held) in [(p(1, 1), true), (p(3, 1), true), (p(0, 0), true), (p(4, 1), false), (p(1, 3), false)] {
            assert_eq!(ring_holds(&square, at), held, "{at}");
        }
    }
}
