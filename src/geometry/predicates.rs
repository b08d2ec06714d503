//! The two questions that all of this rests on: which way do three points turn, and does a circle hold a fourth.
//!
//! Each is evaluated in floating point with a bound on the rounding error; only when the value lies within the bound do
//! exact expansions decide. Collinear and cocircular points are told as such, never rounded to a side. Exact while no
//! product of four coordinate differences under- or overflows (differences between 1e-70 and 1e70).
//!
//! Jonathan Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", Discrete &
//! Computational Geometry 18 (1997), 305–363.

use serde::Serialize;

use super::{Point, Vector};

/// Which way a traveller turns, as seen on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Turn {
    /// To the traveller's left.
    Left,
    /// Straight on, or straight back.
    Straight,
    /// To the traveller's right.
    Right,
}

impl Turn {
    /// Every answer.
    pub const ALL: [Self; 3] = [Self::Left, Self::Straight, Self::Right];

    /// The turn of which `cross` is the cross product (in coordinates whose y points down).
    #[inline]
    #[must_use]
    pub fn of_cross(cross: f64) -> Self {
        if cross < 0.0 {
            Self::Left
        } else if cross > 0.0 {
            Self::Right
        } else {
            Self::Straight
        }
    }

    /// The turn in the mirror.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Straight => Self::Straight,
            Self::Right => Self::Left,
        }
    }

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Straight => "straight",
            Self::Right => "right",
        }
    }
}

/// Where a point lies relative to a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Place {
    /// Within it.
    Inside,
    /// On its line.
    On,
    /// Beyond it.
    Outside,
}

impl Place {
    /// Every answer.
    pub const ALL: [Self; 3] = [Self::Inside, Self::On, Self::Outside];

    /// The place of which `value` is the in-circle determinant, positive within.
    #[inline]
    #[must_use]
    pub fn of_value(value: f64) -> Self {
        if value > 0.0 {
            Self::Inside
        } else if value < 0.0 {
            Self::Outside
        } else {
            Self::On
        }
    }

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::On => "on the circle",
            Self::Outside => "outside",
        }
    }
}

/// How a predicate came to its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Certainty {
    /// The floating-point value was larger than its error bound.
    Filtered,
    /// It was not; expansions of growing length found a value off zero.
    Adaptive,
    /// The value was computed without any rounding, as a tie always is.
    Exact,
    /// It was rounded, and compared with an epsilon; the answer may be wrong.
    Rounded,
}

impl Certainty {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Filtered => "filtered",
            Self::Adaptive => "adaptive",
            Self::Exact => "exact",
            Self::Rounded => "rounded",
        }
    }
}

/// An answer together with what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided<T> {
    /// The answer.
    pub verdict: T,
    /// The floating-point value of the expression.
    pub value: f64,
    /// How far `value` can be off (exact policies), or the epsilon it was compared with (rounded ones).
    pub bound: f64,
    /// How it was decided.
    pub certainty: Certainty,
}

/// Half a unit in the last place of one.
const EPSILON: f64 = f64::EPSILON / 2.0;
/// Shewchuk's first error bounds, as multiples of the permanents.
const TURN_BOUND: f64 = (3.0 + 16.0 * EPSILON) * EPSILON;
const CIRCLE_BOUND: f64 = (10.0 + 96.0 * EPSILON) * EPSILON;

/// Tells exactly which way the path a → b → c turns.
///
/// The value is the cross product of b − a and c − a. Total: equal points are `Straight`.
#[inline]
#[must_use]
pub fn turn(a: Point, b: Point, c: Point) -> Decided<Turn> {
    turn_knowing(a, b, c, Knowledge::NONE)
}

/// What is known of all points that a predicate will be asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knowledge {
    /// No value is further off than this.
    pub(super) bound: f64,
    /// While the sum of the terms' magnitudes stays below this, nothing is rounded at all.
    pub(super) exact_below: f64,
}

impl Knowledge {
    /// Nothing.
    pub(super) const NONE: Self = Self { bound: f64::INFINITY, exact_below: 0.0 };

    /// What a box of a size around all points, and a grid that they lie on, say about turns.
    pub(super) fn of_turns(side: f64, unit: f64) -> Self {
        // A little more than twice the square, for the products here are rounded too.
        Self { bound: TURN_BOUND * 2.000_001 * (side * side), exact_below: EXACT_INTEGERS * (unit * unit) }
    }

    /// The same about circles.
    pub(super) fn of_circles(side: f64, unit: f64) -> Self {
        let (side, unit) = (side * side, unit * unit);
        Self { bound: CIRCLE_BOUND * 12.000_001 * (side * side), exact_below: EXACT_INTEGERS * (unit * unit) }
    }
}

/// 2⁵²: all integers up to here are floats, with a factor of two to spare.
pub(super) const EXACT_INTEGERS: f64 = 4_503_599_627_370_496.0;

/// As [`turn`], the faster the more is known.
#[inline]
pub(super) fn turn_knowing(a: Point, b: Point, c: Point, known: Knowledge) -> Decided<Turn> {
    let (left, right) = ((a.x - c.x) * (b.y - c.y), (a.y - c.y) * (b.x - c.x));
    let value = left - right;
    if value.abs() > known.bound {
        return Decided { verdict: Turn::of_cross(value), value, bound: known.bound, certainty: Certainty::Filtered };
    }
    let permanent = left.abs() + right.abs();
    let bound = TURN_BOUND * permanent;
    if value.abs() > bound {
        return Decided { verdict: Turn::of_cross(value), value, bound, certainty: Certainty::Filtered };
    }
    if permanent < known.exact_below {
        return Decided { verdict: Turn::of_cross(value), value, bound: 0.0, certainty: Certainty::Exact };
    }
    let sign = turn_slow(a, b, c);
    Decided { verdict: Turn::of_cross(sign), value, bound, certainty: certainty_of(sign) }
}

/// Tells exactly where `p` lies relative to the circle through `a`, `b`, `c`.
///
/// The corners must turn left; otherwise inside and outside are swapped. Cocircular points are `On`, never rounded to a
/// side.
#[inline]
#[must_use]
pub fn in_circle(a: Point, b: Point, c: Point, p: Point) -> Decided<Place> {
    in_circle_knowing(a, b, c, p, Knowledge::NONE)
}

/// As [`in_circle`], the faster the more is known.
#[inline]
pub(super) fn in_circle_knowing(a: Point, b: Point, c: Point, p: Point, known: Knowledge) -> Decided<Place> {
    let (value, permanent) = circle_determinant(a, b, c, p);
    if value.abs() > known.bound {
        return Decided { verdict: Place::of_value(value), value, bound: known.bound, certainty: Certainty::Filtered };
    }
    let bound = CIRCLE_BOUND * permanent;
    if value.abs() > bound {
        return Decided { verdict: Place::of_value(value), value, bound, certainty: Certainty::Filtered };
    }
    if permanent < known.exact_below {
        return Decided { verdict: Place::of_value(value), value, bound: 0.0, certainty: Certainty::Exact };
    }
    let sign = in_circle_slow(a, b, c, p);
    Decided { verdict: Place::of_value(sign), value, bound, certainty: certainty_of(sign) }
}

/// The in-circle determinant (positive within, for corners that turn left) and the sum of its terms' magnitudes.
#[inline]
pub(super) fn circle_determinant(a: Point, b: Point, c: Point, p: Point) -> (f64, f64) {
    let [a, b, c] = [a, b, c].map(|it| it - p);
    let (bc, cb) = (b.x * c.y, c.x * b.y);
    let (ca, ac) = (c.x * a.y, a.x * c.y);
    let (ab, ba) = (a.x * b.y, b.x * a.y);
    let [a_lift, b_lift, c_lift] = [a, b, c].map(Vector::length_squared);
    let value = a_lift * (cb - bc) + b_lift * (ac - ca) + c_lift * (ba - ab);
    let permanent = a_lift * (bc.abs() + cb.abs()) + b_lift * (ca.abs() + ac.abs()) + c_lift * (ab.abs() + ba.abs());
    (value, permanent)
}

fn certainty_of(sign: f64) -> Certainty {
    if sign == 0.0 { Certainty::Exact } else { Certainty::Adaptive }
}

#[cold]
#[inline(never)]
fn turn_slow(a: Point, b: Point, c: Point) -> f64 {
    robust::orient2d(coord(a), coord(b), coord(c))
}

#[cold]
#[inline(never)]
fn in_circle_slow(a: Point, b: Point, c: Point, p: Point) -> f64 {
    if is_box([a, b, c, p]) {
        return 0.0;
    }
    -robust::incircle(coord(a), coord(b), coord(c), coord(p))
}

/// Whether four points are the corners of a box along the axes, which lie on a circle.
///
/// Among the corners of walls no tie is more frequent, and none takes longer to find in expansions.
fn is_box([a, b, c, p]: [Point; 4]) -> bool {
    let across = |from: Point, one: Point, other: Point| {
        one == Point::new(from.x, p.y) && other == Point::new(p.x, from.y)
            || other == Point::new(from.x, p.y) && one == Point::new(p.x, from.y)
    };
    across(a, b, c) || across(b, c, a) || across(c, a, b)
}

fn coord(p: Point) -> robust::Coord<f64> {
    robust::Coord { x: p.x, y: p.y }
}

/// A traveller's side, as seen on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Side {
    /// The left.
    Left,
    /// The right.
    Right,
}

impl Side {
    /// Left and right.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// Twice the area around which some corners turn left; negative if they turn right, rounded. Exact for whole coordinates.
#[must_use]
pub fn doubled_area(corners: &[Point]) -> f64 {
    let Some((&hub, rest)) = corners.split_first() else { return 0.0 };
    // The value of a turn is the cross product, negative to the left.
    rest.windows(2).map(|pair| -turn(hub, pair[0], pair[1]).value).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_positive_to_the_left() {
        let square = [(0.0, 0.0), (0.0, 2.0), (3.0, 2.0), (3.0, 0.0)].map(Point::from);
        assert_eq!(doubled_area(&square), 12.0);
        assert_eq!(doubled_area(&[square[3], square[2], square[1], square[0]]), -12.0);
        assert_eq!(doubled_area(&[]), 0.0);
    }

    #[test]
    fn left_and_right_are_as_seen_on_the_screen() {
        let [a, b] = [Point::new(0.0, 0.0), Point::new(1.0, 0.0)];
        assert_eq!(turn(a, b, Point::new(1.0, -1.0)).verdict, Turn::Left, "up on the screen");
        assert_eq!(turn(a, b, Point::new(1.0, 1.0)).verdict, Turn::Right, "down on the screen");
        assert_eq!(turn(a, b, Point::new(9.0, 0.0)).verdict, Turn::Straight);
    }

    #[test]
    fn signs_are_exact_where_floats_give_zero() {
        // One unit in the last place off the diagonal, seen from 1e16 times as far.
        let (a, b) = (Point::new(0.5, 0.5), Point::new(12.0, 12.0));
        let mut certainties = Vec::new();
        for steps in -2..=2 {
            let off = Point::new(0.5 + f64::from(steps) * f64::EPSILON / 2.0, 0.5);
            let told = turn(a, b, off);
            let expected = [Turn::Right, Turn::Right, Turn::Straight, Turn::Left, Turn::Left];
            assert_eq!(told.verdict, expected[usize::try_from(steps + 2).expect("small")]);
            certainties.push(told.certainty);
        }
        assert_eq!(certainties[2], Certainty::Exact);
        assert!(certainties.contains(&Certainty::Adaptive) || certainties.contains(&Certainty::Filtered));
    }

    #[test]
    fn a_circle_holds_what_lies_within() {
        let [a, b, c] = [Point::new(0.0, 0.0), Point::new(1.0, 1.0), Point::new(1.0, 0.0)];
        assert_eq!(turn(a, b, c).verdict, Turn::Left);
        let cases = [((0.5, 0.5), Place::Inside), ((0.0, 1.0), Place::On), ((0.0, 1.0 + 1e-15), Place::Outside)];
        for (p, expected) in cases {
            assert_eq!(in_circle(a, b, c, p.into()).verdict, expected, "{p:?}");
        }
        assert_eq!(in_circle(a, b, c, Point::new(0.0, 1.0)).certainty, Certainty::Exact);
    }
}
