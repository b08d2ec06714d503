//! What segments and triangles do to points and to each other.

use super::{Bounds, Point, Turn, turn};

/// Whether `p` lies on the closed segment from `a` to `b`, exactly.
#[must_use]
pub fn on_segment(a: Point, b: Point, p: Point) -> bool {
    turn(a, b, p).verdict == Turn::Straight
        && (a.x.min(b.x)..=a.x.max(b.x)).contains(&p.x)
        && (a.y.min(b.y)..=a.y.max(b.y)).contains(&p.y)
}

/// Whether the closed triangle holds `p`, exactly, whichever way its corners turn.
///
/// A triangle without area holds the points of its longest side.
#[must_use]
pub fn triangle_contains([a, b, c]: [Point; 3], p: Point) -> bool {
    // Most that are asked about lie far off.
    if !Bounds::around([a, b, c]).touches(Bounds { min: p, max: p }) {
        return false;
    }
    let turns = [turn(a, b, p).verdict, turn(b, c, p).verdict, turn(c, a, p).verdict];
    if turns == [Turn::Straight; 3] {
        return on_segment(a, b, p) || on_segment(b, c, p) || on_segment(c, a, p);
    }
    !(turns.contains(&Turn::Left) && turns.contains(&Turn::Right))
}

/// The smallest angle of a triangle, which lies across from its shortest side; 0 if it is flat. \[degrees; 0 to 60]
#[must_use]
pub fn smallest_angle([a, b, c]: [Point; 3]) -> f64 {
    let mut sides = [[a, b, c], [b, c, a], [c, a, b]];
    sides.sort_by(|[p, q, _], [r, s, _]| p.distance_squared(*q).total_cmp(&r.distance_squared(*s)));
    let [p, q, across] = sides[0];
    (p - across).angle_to(q - across).abs().to_degrees()
}

/// The distance from `p` to the segment from `a` to `b`.
#[must_use]
pub fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    p.distance(nearest_on_segment(p, a, b))
}

/// The point of the segment from `a` to `b` that is nearest to `p`.
#[must_use]
pub fn nearest_on_segment(p: Point, a: Point, b: Point) -> Point {
    let length_squared = a.distance_squared(b);
    if length_squared == 0.0 {
        return a;
    }
    let along = (p - a).dot(b - a) / length_squared;
    a.towards(b, along.clamp(0.0, 1.0))
}

/// The distance between two segments; zero if they touch or cross, which is decided exactly.
#[must_use]
pub fn distance_between_segments([a, b]: [Point; 2], [c, d]: [Point; 2]) -> f64 {
    if segments_meet([a, b], [c, d]) {
        return 0.0;
    }
    distance_to_segment(a, c, d)
        .min(distance_to_segment(b, c, d))
        .min(distance_to_segment(c, a, b))
        .min(distance_to_segment(d, a, b))
}

/// How far from `a` to `b` the line through `c` and `d` is crossed, as a fraction of that way, rounded; no finite number where the
/// two are parallel.
#[must_use]
pub fn crossed_at([a, b]: [Point; 2], [c, d]: [Point; 2]) -> f64 {
    (c - a).cross(d - c) / (b - a).cross(d - c)
}

fn segments_meet([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    if on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b) {
        return true;
    }
    let sides = |a, b, c, d| {
        let (one, other) = (turn(a, b, c).verdict, turn(a, b, d).verdict);
        one != Turn::Straight && one == other.mirrored()
    };
    sides(a, b, c, d) && sides(c, d, a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_angles_are_measured() {
        let of = |c: (f64, f64)| smallest_angle([Point::default(), Point::new(1.0, 0.0), c.into()]);
        assert_eq!(
            [of((0.0, 1.0)), of((1.0, -1.0)), of((0.5, 0.5))],
            [45.0; 3],
            "to the last bit, as plots count by it"
        );
        assert!((of((0.5, 0.75f64.sqrt())) - 60.0).abs() < 1e-6);
        assert!((of((0.5, 0.005)) - 0.573).abs() < 1e-3);
        assert_eq!([of((0.5, 0.0)), of((0.0, 0.0)), of((7.0, 0.0))], [0.0; 3]);
    }

    #[test]
    fn crossings_are_fractions_of_the_way() {
        let at = |c: (f64, f64), d: (f64, f64)| {
            crossed_at([Point::new(1.0, 1.0), Point::new(5.0, 1.0)], [c.into(), d.into()])
        };
        assert_eq!(at((2.0, 0.0), (2.0, 9.0)), 0.25);
        assert_eq!(at((7.0, 3.0), (6.0, 2.0)), 1.0);
        assert_eq!(at((0.0, 9.0), (0.0, 8.0)), -0.25);
        assert!(!at((2.0, 0.0), (3.0, 0.0)).is_finite());
    }
}
