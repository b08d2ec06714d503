//! Arcs of circles, shorter than half a circle.
//!
//! Everything here is rounded. A point counts as on the arc by its direction from the centre, so ends that lie a little off
//! the circle do no harm; an arc without length is its end, and one without a radius is its centre.

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use super::{Bounds, Point, Turn, Vector};

/// A part of a circle, travelled from one end to the other. \[shorter than half a circle]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CircularArc {
    /// The circle's centre.
    pub centre: Point,
    /// The circle's radius. \[cells]
    pub radius: f64,
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// Which way a traveller turns on it: left or right.
    pub turn: Turn,
}

impl CircularArc {
    /// How far a traveller turns on it. \[radians, 0 ≤ angle < π]
    #[must_use]
    pub fn angle(&self) -> f64 {
        let (u, v) = (self.direction(self.from), self.direction(self.to));
        self.cross(u, v).atan2(u.dot(v)).max(0.0)
    }

    /// How long it is. \[cells]
    #[must_use]
    pub fn length(&self) -> f64 {
        self.radius * self.angle()
    }

    /// Whether the ray from the centre through `p` meets it.
    #[must_use]
    pub fn faces(&self, p: Point) -> bool {
        let (u, v, w) = (self.direction(self.from), self.direction(self.to), self.direction(p));
        self.cross(u, w) >= 0.0 && self.cross(w, v) >= 0.0 && (u + v).dot(w) > 0.0
    }

    /// How far `p` is from it. \[cells]
    #[must_use]
    pub fn distance(&self, p: Point) -> f64 {
        if self.faces(p) {
            return (self.centre.distance(p) - self.radius).abs();
        }
        self.from.distance(p).min(self.to.distance(p))
    }

    /// A fraction of the way along it. \[0 ≤ t ≤ 1; exact at both ends]
    #[must_use]
    pub fn at(&self, t: f64) -> Point {
        if t <= 0.0 {
            return self.from;
        }
        if t >= 1.0 {
            return self.to;
        }
        let angle = self.angle() * t;
        let (sin, cos) = if self.turn == Turn::Left { -angle } else { angle }.sin_cos();
        let u = self.direction(self.from);
        Point::new(self.centre.x + u.x * cos - u.y * sin, self.centre.y + u.x * sin + u.y * cos)
    }

    /// What fraction of the way along it the ray from the centre through `p` meets it, if it does.
    #[must_use]
    pub fn fraction(&self, p: Point) -> Option<f64> {
        let before = Self { to: p, ..*self };
        let angle = self.angle();
        self.faces(p).then(|| if angle > 0.0 { (before.angle() / angle).min(1.0) } else { 0.0 })
    }

    /// The part of it between two fractions of the way.
    #[must_use]
    pub fn part(&self, from: f64, to: f64) -> Self {
        Self { from: self.at(from), to: self.at(to), ..*self }
    }

    /// Where it lies furthest left, right, up and down, as far as that is not at its ends.
    pub fn extremes(&self) -> impl Iterator<Item = Point> + use<> {
        let it = *self;
        let (Point { x, y }, r) = (it.centre, it.radius);
        [(x - r, y), (x + r, y), (x, y - r), (x, y + r)].map(Point::from).into_iter().filter(move |&p| it.faces(p))
    }

    /// The box around it.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds::around(self.extremes().chain([self.from, self.to]))
    }

    /// Where it crosses the upright line at `x`.
    pub fn crossings_upright(&self, x: f64) -> impl Iterator<Item = Point> + use<> {
        let it = *self;
        let half = half_chord(it.radius, x - it.centre.x);
        let points = half.map(|h| [it.centre.y - h, it.centre.y + h].map(|y| Point::new(x, y)));
        points.into_iter().flatten().filter(move |&p| it.faces(p))
    }

    /// Where it crosses the level line at `y`.
    pub fn crossings_level(&self, y: f64) -> impl Iterator<Item = Point> + use<> {
        let it = *self;
        let half = half_chord(it.radius, y - it.centre.y);
        let points = half.map(|h| [it.centre.x - h, it.centre.x + h].map(|x| Point::new(x, y)));
        points.into_iter().flatten().filter(move |&p| it.faces(p))
    }

    /// Points on it, both ends included, the lines between which stay within `off` of it. \[off > 0; cells]
    #[must_use]
    pub fn flattened(&self, off: f64) -> Vec<Point> {
        // A chord over an angle a leaves its circle by r (1 - cos(a / 2)), which is less than r a² / 8.
        let steps = (self.angle() / (8.0 * off / self.radius).sqrt()).ceil().clamp(1.0, 1024.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 1024")]
        let count = steps as u32;
        (0..=count).map(|it| self.at(f64::from(it) / steps)).collect()
    }

    fn direction(&self, p: Point) -> Vector {
        p - self.centre
    }

    /// The cross product of two directions, positive if the arc turns that way.
    fn cross(&self, u: Vector, v: Vector) -> f64 {
        let cross = u.cross(v);
        if self.turn == Turn::Left { -cross } else { cross }
    }
}

/// Half of the chord that a line so far from the centre cuts out of a circle.
fn half_chord(radius: f64, off: f64) -> Option<f64> {
    let square = (radius - off) * (radius + off);
    (square >= 0.0).then(|| square.sqrt())
}

impl Serialize for CircularArc {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("CircularArc", 5)?;
        fields.serialize_field("centre", &self.centre)?;
        fields.serialize_field("radius", &self.radius)?;
        fields.serialize_field("from", &self.from)?;
        fields.serialize_field("to", &self.to)?;
        fields.serialize_field("turn", self.turn.name())?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

    use super::*;

    fn arc(from: (f64, f64), to: (f64, f64), turn: Turn) -> CircularArc {
        CircularArc { centre: Point::new(5.0, 5.0), radius: 2.0, from: from.into(), to: to.into(), turn }
    }

    fn near(p: Point, q: (f64, f64)) -> bool {
        p.distance(q.into()) < 1e-12
    }

    #[test]
    fn a_quarter_turns_by_a_quarter() {
        // From below the centre to its right, with y down: a turn to the left.
        let quarter = arc((5.0, 7.0), (7.0, 5.0), Turn::Left);
        assert!((quarter.angle() - FRAC_PI_2).abs() < 1e-15 && (quarter.length() - 2.0 * FRAC_PI_2).abs() < 1e-15);
        let slant = 5.0 + 2.0f64.sqrt();
        assert!(near(quarter.at(0.5), (slant, slant)));
        assert!((quarter.part(0.0, 0.5).angle() - FRAC_PI_4).abs() < 1e-12);
        assert_eq!(quarter.fraction(Point::new(9.0, 9.0)), Some(0.5));
        assert_eq!(quarter.fraction(Point::new(1.0, 1.0)), None);
        assert_eq!(arc((7.0, 5.0), (5.0, 7.0), Turn::Left).angle(), 0.0);
        assert_eq!(arc((7.0, 5.0), (5.0, 7.0), Turn::Right).angle(), quarter.angle());
    }

    #[test]
    fn distances_end_where_the_arc_does() {
        let quarter = arc((5.0, 7.0), (7.0, 5.0), Turn::Left);
        assert!((quarter.distance(Point::new(8.0, 9.0)) - 3.0).abs() < 1e-12);
        assert_eq!(quarter.distance(Point::new(5.0, 3.0)), 8.0f64.sqrt());
        assert_eq!(quarter.distance(quarter.centre), 2.0);
    }

    #[test]
    fn boxes_and_crossings_see_what_bulges() {
        let (low, high) = (5.0 - 3.0f64.sqrt(), 5.0 + 3.0f64.sqrt());
        let over_the_right = arc((6.0, high), (6.0, low), Turn::Left);
        assert_eq!(over_the_right.bounds().max.x, 7.0);
        assert_eq!(over_the_right.crossings_upright(6.5).count(), 2);
        assert_eq!(over_the_right.crossings_upright(5.5).count(), 0);
        assert_eq!(over_the_right.crossings_level(5.0).collect::<Vec<_>>(), [Point::new(7.0, 5.0)]);
        assert_eq!(over_the_right.crossings_level(8.0).count(), 0);
    }

    #[test]
    fn flattened_it_stays_near() {
        let quarter = arc((5.0, 7.0), (7.0, 5.0), Turn::Left);
        let points = quarter.flattened(0.001);
        assert!(points.len() > 10 && points[0] == quarter.from && points[points.len() - 1] == quarter.to);
        for pair in points.windows(2) {
            assert!((pair[0].middle(pair[1]).distance(quarter.centre) - 2.0).abs() < 0.001);
        }
        let nothing = CircularArc { radius: 0.0, from: quarter.centre, to: quarter.centre, ..quarter };
        assert_eq!(nothing.flattened(0.001).len(), 2);
    }
}
