//! Numeric policies: the same predicates, answered exactly or as programs commonly answer them.
//!
//! The exact policy is what everything should use. The others exist to show what goes wrong with them.

use super::{
    Bounds, Certainty, Decided, Place, Point, Turn,
    predicates::{EXACT_INTEGERS, Knowledge, circle_determinant, in_circle_knowing, turn_knowing},
};

/// How predicates are answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Exactly, whatever it takes.
    #[default]
    Exact,
    /// In `f64`; what lies within an epsilon of zero counts as zero.
    Float,
    /// The same in `f32`.
    F32,
    /// By a rounded circumcentre and the squared radius less an epsilon, as a widely copied article prints it.
    Article,
}

/// A policy with its epsilons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// How predicates are answered.
    pub policy: Policy,
    /// What the in-circle value must exceed to count as inside. \[≥ 0; cell⁴ for determinants, cell² for the article's radius]
    pub in_circle_epsilon: f64,
    /// Up to where a cross product counts as zero. \[≥ 0; cell²]
    pub collinear_epsilon: f64,
    /// Up to where two coordinates count as the same. \[≥ 0; cell]
    pub same_point_epsilon: f64,
}

impl Numbers {
    /// The unit of what tells whether a point lies in a circle: a determinant, or the difference of two squared lengths.
    #[must_use]
    pub fn unit_of_circles(&self) -> &'static str {
        if self.policy == Policy::Article { "cells²" } else { "cells⁴" }
    }
}

impl Default for Numbers {
    fn default() -> Self {
        Self { policy: Policy::Exact, in_circle_epsilon: 1e-9, collinear_epsilon: 1e-12, same_point_epsilon: 1e-9 }
    }
}

/// A way of answering the predicates.
pub trait Kernel: Copy {
    /// Whether the answers are always right, so that what follows from geometry may be relied upon.
    const EXACT: bool;
    /// Whether the triangles in conflict are looked for among all, as the article does, instead of from a located one.
    const SCANS: bool = false;

    /// Which way a → b → c turns.
    fn turn(&self, a: Point, b: Point, c: Point) -> Decided<Turn>;

    /// Where `p` lies relative to the circle through `a`, `b`, `c`, which turn left.
    fn in_circle(&self, a: Point, b: Point, c: Point, p: Point) -> Decided<Place>;

    /// Whether two points count as one.
    fn same_point(&self, a: Point, b: Point) -> bool;

    /// A box that holds every point inside the circle through `a`, `b`, `c`, if there is a useful one.
    fn reach(&self, _a: Point, _b: Point, _c: Point) -> Option<Bounds> {
        None
    }
}

/// Exact answers.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    turns: Knowledge,
    circles: Knowledge,
    /// A box around all points.
    area: Bounds,
    /// The grid that they lie on, if they do.
    unit: Option<f64>,
}

impl Exact {
    /// Answers exactly, and the faster the coarser the grid that all of `points` lie on.
    ///
    /// In a box around them no value is further off than its side allows, which decides most questions at once. Where all
    /// coordinates are multiples of q, differences, products and sums are too (of q, q² and q⁴), and are exact as long as
    /// they stay below 2⁵² such units.
    #[must_use]
    pub fn for_points(points: &[Point]) -> Self {
        Self::within(Bounds::around(points.iter().copied()), grid_unit(points, 1.0))
    }

    /// Answers exactly for more points as well.
    #[must_use]
    pub fn including(&self, points: &[Point]) -> Self {
        let ends = [self.area.min, self.area.max].into_iter().filter(|_| self.area.min.x <= self.area.max.x);
        let area = Bounds::around(points.iter().copied().chain(ends));
        let unit = self.unit.and_then(|it| grid_unit(points, it)).filter(|it| is_exact_within(area, *it));
        Self::within(area, unit)
    }

    fn within(area: Bounds, unit: Option<f64>) -> Self {
        let (side, grid) = (area.side().max(0.0), unit.unwrap_or(0.0));
        Self { turns: Knowledge::of_turns(side, grid), circles: Knowledge::of_circles(side, grid), area, unit }
    }
}

/// Whether all multiples of a unit in a box are floats.
fn is_exact_within(area: Bounds, unit: f64) -> bool {
    [area.min, area.max].iter().flat_map(|p| [p.x, p.y]).all(|it| it.abs() < EXACT_INTEGERS * unit)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "what is too large is not whole then")]
fn is_whole(value: f64) -> bool {
    value as i64 as f64 == value
}

/// The largest power of two, at most `unit`, that all coordinates are small multiples of.
fn grid_unit(points: &[Point], mut unit: f64) -> Option<f64> {
    let mut largest = 0.0f64;
    for coordinate in points.iter().flat_map(|p| [p.x, p.y]) {
        largest = largest.max(coordinate.abs());
        // Casting there and back is several times as fast as `fract`.
        while !is_whole(coordinate / unit) {
            unit *= 0.5;
            if unit < 1.0 / 4096.0 {
                return None;
            }
        }
    }
    (largest < EXACT_INTEGERS * unit).then_some(unit)
}

impl Kernel for Exact {
    const EXACT: bool = true;

    #[inline]
    fn turn(&self, a: Point, b: Point, c: Point) -> Decided<Turn> {
        turn_knowing(a, b, c, self.turns)
    }

    #[inline]
    fn in_circle(&self, a: Point, b: Point, c: Point, p: Point) -> Decided<Place> {
        in_circle_knowing(a, b, c, p, self.circles)
    }

    #[inline]
    fn same_point(&self, a: Point, b: Point) -> bool {
        a == b
    }
}

/// `f64` with epsilons.
#[derive(Clone, Copy, Debug)]
pub struct Float(Numbers);

impl From<&Numbers> for Float {
    fn from(numbers: &Numbers) -> Self {
        Self(*numbers)
    }
}

impl Kernel for Float {
    const EXACT: bool = false;

    fn turn(&self, a: Point, b: Point, c: Point) -> Decided<Turn> {
        rounded_turn(a, b, c, self.0.collinear_epsilon)
    }

    fn in_circle(&self, a: Point, b: Point, c: Point, p: Point) -> Decided<Place> {
        place_within(circle_determinant(a, b, c, p).0, self.0.in_circle_epsilon)
    }

    fn same_point(&self, a: Point, b: Point) -> bool {
        same_within(a, b, self.0.same_point_epsilon)
    }
}

/// `f32` with epsilons: every input and every intermediate result is rounded.
#[derive(Clone, Copy, Debug)]
pub struct Single(Numbers);

impl From<&Numbers> for Single {
    fn from(numbers: &Numbers) -> Self {
        Self(*numbers)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what this policy shows")]
fn single(p: Point) -> (f32, f32) {
    (p.x as f32, p.y as f32)
}

impl Kernel for Single {
    const EXACT: bool = false;

    fn turn(&self, a: Point, b: Point, c: Point) -> Decided<Turn> {
        let [(ax, ay), (bx, by), (cx, cy)] = [a, b, c].map(single);
        turn_within(f64::from((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)), self.0.collinear_epsilon)
    }

    fn in_circle(&self, a: Point, b: Point, c: Point, p: Point) -> Decided<Place> {
        let (px, py) = single(p);
        let [(ax, ay), (bx, by), (cx, cy)] = [a, b, c].map(single).map(|(x, y)| (x - px, y - py));
        let (a_lift, b_lift, c_lift) = (ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy);
        let value = a_lift * (cx * by - bx * cy) + b_lift * (ax * cy - cx * ay) + c_lift * (bx * ay - ax * by);
        place_within(f64::from(value), self.0.in_circle_epsilon)
    }

    fn same_point(&self, a: Point, b: Point) -> bool {
        let [(ax, ay), (bx, by)] = [a, b].map(single);
        same_within(
            Point::new(f64::from(ax), f64::from(ay)),
            Point::new(f64::from(bx), f64::from(by)),
            self.0.same_point_epsilon,
        )
    }
}

/// A rounded circumcentre and r² − ε; the sign of the turn has no tolerance, and no two points are ever one.
#[derive(Clone, Copy, Debug)]
pub struct Article(Numbers);

impl From<&Numbers> for Article {
    fn from(numbers: &Numbers) -> Self {
        Self(*numbers)
    }
}

impl Article {
    /// The circle through three points as the article computes it: centre and squared radius.
    ///
    /// Nearly collinear corners get their centroid for a centre.
    #[must_use]
    pub fn circumcircle(&self, a: Point, b: Point, c: Point) -> (Point, f64) {
        let d = 2.0 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y));
        let centre = if d.abs() < self.0.collinear_epsilon {
            Point::centroid([a, b, c])
        } else {
            let [a2, b2, c2] = [a, b, c].map(|p| p.x * p.x + p.y * p.y);
            Point::new(
                (a2 * (b.y - c.y) + b2 * (c.y - a.y) + c2 * (a.y - b.y)) / d,
                (a2 * (c.x - b.x) + b2 * (a.x - c.x) + c2 * (b.x - a.x)) / d,
            )
        };
        let radius = centre.distance(a);
        (centre, radius * radius)
    }
}

impl Kernel for Article {
    const EXACT: bool = false;
    const SCANS: bool = true;

    fn turn(&self, a: Point, b: Point, c: Point) -> Decided<Turn> {
        rounded_turn(a, b, c, 0.0)
    }

    fn in_circle(&self, a: Point, b: Point, c: Point, p: Point) -> Decided<Place> {
        let (centre, radius_squared) = self.circumcircle(a, b, c);
        place_within(radius_squared - p.distance_squared(centre), self.0.in_circle_epsilon)
    }

    fn same_point(&self, _a: Point, _b: Point) -> bool {
        false
    }

    fn reach(&self, a: Point, b: Point, c: Point) -> Option<Bounds> {
        let (centre, radius_squared) = self.circumcircle(a, b, c);
        // A millionth more than makes up for the rounding of root and distance.
        let radius = radius_squared.sqrt() * (1.0 + 1e-6) + f64::MIN_POSITIVE;
        (centre.is_finite() && radius.is_finite()).then(|| Bounds { min: centre, max: centre }.grown(radius))
    }
}

/// Which way a → b → c turns by plain floats; straight up to a bound. \[`bound` ≥ 0; cell²]
#[must_use]
pub fn rounded_turn(a: Point, b: Point, c: Point, bound: f64) -> Decided<Turn> {
    turn_within((b - a).cross(c - a), bound)
}

fn turn_within(value: f64, bound: f64) -> Decided<Turn> {
    let verdict = if value.abs() <= bound { Turn::Straight } else { Turn::of_cross(value) };
    Decided { verdict, value, bound, certainty: Certainty::Rounded }
}

fn place_within(value: f64, bound: f64) -> Decided<Place> {
    let verdict = if value.abs() <= bound { Place::On } else { Place::of_value(value) };
    Decided { verdict, value, bound, certainty: Certainty::Rounded }
}

fn same_within(a: Point, b: Point, epsilon: f64) -> bool {
    (a.x - b.x).abs() <= epsilon && (a.y - b.y).abs() <= epsilon
}
