//! Points in the plane, and boxes around them.

use serde::{Deserialize, Serialize, de::Error as _};

use super::rounded;

/// A place. \[world units, 1 = one cell; x right, y down]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// A place from its coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The distance to another place, rounded. \[cells]
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        self.distance_squared(other).sqrt()
    }

    /// The squared distance to another place.
    #[must_use]
    pub fn distance_squared(self, other: Self) -> f64 {
        (other - self).length_squared()
    }

    /// The place a fraction `t` of the way to `other`. \[0 ≤ t ≤ 1; exact at both ends]
    #[must_use]
    pub fn towards(self, other: Self, t: f64) -> Self {
        if t >= 1.0 {
            return other;
        }
        self + (other - self) * t
    }

    /// The middle between two places.
    #[must_use]
    pub fn middle(self, other: Self) -> Self {
        Self::new(f64::midpoint(self.x, other.x), f64::midpoint(self.y, other.y))
    }

    /// The place so many cells further to the right and down, rounded.
    #[must_use]
    pub fn shifted(self, by: (i64, i64)) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "cells number less than 2^52")]
        let [x, y] = [by.0 as f64, by.1 as f64];
        Self::new(self.x + x, self.y + y)
    }

    /// The centre of gravity of a triangle.
    #[must_use]
    pub fn centroid([a, b, c]: [Self; 3]) -> Self {
        Self::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0)
    }

    /// Whether both coordinates are numbers and not infinite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Self::new(x, y)
    }
}

impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Self {
        Self::new(x, y)
    }
}

impl std::fmt::Display for Spot {
    /// As its place in plan, with its height behind if it has one.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(height) = self.height else { return self.at.fmt(f) };
        let places = f.precision().unwrap_or(3);
        let [x, y, height] = [self.at.x, self.at.y, height].map(|it| rounded(it, places));
        write!(f, "({x}, {y}, {height})")
    }
}

impl From<(f64, f64)> for Spot {
    fn from(at: (f64, f64)) -> Self {
        Point::from(at).into()
    }
}

impl From<Spot> for Vec<f64> {
    /// Two numbers, or three with a height.
    fn from(it: Spot) -> Self {
        [it.at.x, it.at.y].into_iter().chain(it.height).collect()
    }
}

impl Spot {
    /// A place from its coordinates, the third of which is its height; none of any other number of them, or if one is not finite.
    #[must_use]
    pub fn of_numbers(numbers: &[f64]) -> Option<Self> {
        let place = match *numbers {
            [x, y] => Point::new(x, y).into(),
            [x, y, height] => Self::new(Point::new(x, y), Some(height)),
            _ => return None,
        };
        Some(place).filter(|it: &Self| it.is_finite())
    }
}

impl Serialize for Spot {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Vec::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers = Vec::deserialize(deserializer)?;
        Self::of_numbers(&numbers).ok_or_else(|| D::Error::custom("a place is two numbers, or three with its height"))
    }
}

impl Serialize for Point {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x, self.y].serialize(serializer)
    }
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let places = f.precision().unwrap_or(3);
        write!(f, "({}, {})", rounded(self.x, places), rounded(self.y, places))
    }
}

/// A place in plan, and how high it is where that matters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// Where it is in plan.
    pub at: Point,
    /// How high it is; none where all is flat, or where any height will do. \[world units]
    pub height: Option<f64>,
}

impl Spot {
    /// A place of a height.
    #[must_use]
    pub const fn new(at: Point, height: Option<f64>) -> Self {
        Self { at, height }
    }

    /// The place so many cells further to the right and down, rounded.
    #[must_use]
    pub fn shifted(self, by: (i64, i64)) -> Self {
        Self { at: self.at.shifted(by), ..self }
    }

    /// Whether its coordinates, and its height if it has one, are numbers.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.at.is_finite() && self.height.is_none_or(f64::is_finite)
    }

    /// The distance to another place: in space where both have a height, else in plan. \[world units]
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        let plan = self.at.distance(other.at);
        self.height.zip(other.height).map_or(plan, |(from, to)| plan.hypot(to - from))
    }
}

impl From<Point> for Spot {
    fn from(at: Point) -> Self {
        Self { at, height: None }
    }
}

/// The length of a polyline. \[cells]
#[must_use]
pub fn path_length(points: &[Point]) -> f64 {
    // The sum of nothing would be −0.
    points.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, |sum, it| sum + it)
}

/// An axis-parallel box; empty until something is put in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Smallest coordinates.
    pub min: Point,
    /// Largest coordinates.
    pub max: Point,
}

impl Bounds {
    /// The smallest box around `points`; `min` lies beyond `max` if there are none.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = Point>) -> Self {
        let mut it = Self { min: Point::new(f64::MAX, f64::MAX), max: Point::new(f64::MIN, f64::MIN) };
        // Plain comparisons: `f64::min` would also look for what is no number, and this runs for every triangle drawn.
        let lower = |a: f64, b: f64| if a < b { a } else { b };
        let upper = |a: f64, b: f64| if a > b { a } else { b };
        for p in points {
            it.min = Point::new(lower(it.min.x, p.x), lower(it.min.y, p.y));
            it.max = Point::new(upper(it.max.x, p.x), upper(it.max.y, p.y));
        }
        it
    }

    /// The box with `margin` added on every side.
    #[must_use]
    pub fn grown(self, margin: f64) -> Self {
        Self {
            min: Point::new(self.min.x - margin, self.min.y - margin),
            max: Point::new(self.max.x + margin, self.max.y + margin),
        }
    }

    /// The part of the box that lies within another; `min` may lie beyond `max` if there is none.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        Self {
            min: Point::new(self.min.x.max(other.min.x), self.min.y.max(other.min.y)),
            max: Point::new(self.max.x.min(other.max.x), self.max.y.min(other.max.y)),
        }
    }

    /// Whether the boxes share a point, borders included.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    /// The longer side.
    #[must_use]
    pub fn side(self) -> f64 {
        (self.max.x - self.min.x).max(self.max.y - self.min.y)
    }
}
