//! What a ring's corner becomes when walls grow by a radius: the raw offset curve.
//!
//! What grown walls cover is the walls, a rectangle along each side and a sector around each convex corner. The border of all
//! of them together, each for itself, is a closed curve: each side moved outwards; around a convex corner an arc from one
//! moved side to the next; at a nook from the end of one moved side to the ring's own corner and on to the beginning of the
//! next. So the curve need not be mended where it crosses itself: by how often it winds around a place, floor counts one, and
//! each rectangle or sector one less, so that what is free counts one and whatever is covered, by however many, less. Where the
//! sides are long enough, a nook is a single point: that only takes away the square that both rectangles cover.
//!
//! Arcs are polygons around them, on the safe side: tangents, at the ends, at 45 degrees, and evenly between. They widen the
//! corner by at most the error. Two corners that are hardly far enough apart for a body get a tangent in exactly that direction.
//!
//! Ron Wein, "Exact and efficient construction of planar Minkowski sums using the convolution method", 14th European Symposium
//! on Algorithms (2006), 829–840.

use super::rings::{Bend, Heading};
use crate::{geometry::Point, maze::Maze};

/// Less than the radius by half of what is allowed to be missing, so that a passage of exactly twice the radius stays open.
const SLACK: f64 = 5e-10;

/// The tangent of 22.5 degrees: half of half a quarter.
const EIGHTH: f64 = std::f64::consts::SQRT_2 - 1.0;

/// No quarter of an arc gets more tangents than twice this; the least error and the largest radius ask for fewer.
const MOST_STEPS: f64 = 4096.0;

/// How walls grow.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    /// By how much. \[> 0; cells]
    by: f64,
    /// The normals of a quarter's tangents, from one axis to the other.
    normals: Vec<[f64; 2]>,
    /// Between them the corners of the polygon around a quarter.
    quarter: Vec<[f64; 2]>,
    /// How far the polygon's corners are from the wall's. \[cells]
    reach: f64,
    /// The steps, right and down, from a corner to another that is hardly far enough for both to stay apart.
    critical: Vec<[u32; 2]>,
}

impl Growth {
    /// Growth for a body, unless it has hardly any size.
    pub(super) fn new(radius: f64, arc_error: f64) -> Option<Self> {
        let by = radius - SLACK;
        if by <= 0.0 {
            return None;
        }
        // Tangents whose half-angles have evenly spread tangents: the first are the farthest apart, and meet at
        // √(1 + step²) times the radius. Only what rounds the same everywhere is used, which sines and cosines do not.
        let excess = arc_error / by;
        let most = (excess * (2.0 + excess)).sqrt();
        let steps = (EIGHTH / most).ceil().clamp(1.0, MOST_STEPS);
        let step = EIGHTH / steps;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let half: Vec<[f64; 2]> = (0..steps as u32)
            .map(|i| {
                let s = step * f64::from(i);
                [(1.0 - s * s) / (1.0 + s * s), 2.0 * s / (1.0 + s * s)]
            })
            .collect();
        let middle = [std::f64::consts::FRAC_1_SQRT_2; 2];
        let mirrored = half.iter().rev().map(|&[u, v]| [v, u]);
        let normals: Vec<[f64; 2]> = half.iter().copied().chain([middle]).chain(mirrored).collect();
        let quarter = polygon(&normals, by);
        let reach = by * (1.0 + step * step).sqrt();
        Some(Self { by, critical: critical_steps(by, step), normals, quarter, reach })
    }

    /// Whether walls on two sides of some floor never grow into each other, so that no two edges cross or touch.
    ///
    /// Corners that face each other along an axis or at 45 degrees have tangents there, and all others are more than two cells
    /// apart.
    pub(super) fn keeps_apart(&self) -> bool {
        self.by < 0.5 && self.reach < 1.0
    }

    /// How many points a convex corner becomes, as a rule.
    pub(super) fn points_of_corner(&self) -> usize {
        self.quarter.len()
    }

    /// The points that a bend becomes, in order.
    pub(super) fn points(&self, maze: &Maze, bend: &Bend, out: &mut Vec<Point>) {
        // The moved sides lie to the left of the ring.
        let [before, behind] = bend.headings.map(Heading::left);
        let put = |u: f64, v: f64| {
            let ([ux, uy], [vx, vy]) = (unit(before), unit(behind));
            Point::new(f64::from(bend.at[0]) + (ux * u + vx * v), f64::from(bend.at[1]) + (uy * u + vy * v))
        };
        if bend.is_nook() {
            match self.is_trimmed(bend) {
                true => out.push(put(self.by, self.by)),
                false => out.extend([put(self.by, 0.0), put(0.0, 0.0), put(0.0, self.by)]),
            }
            return;
        }
        let facing = self.facing(maze, bend, [before, behind]);
        if facing.is_empty() {
            out.extend(self.quarter.iter().map(|&[u, v]| put(u, v)));
            return;
        }
        let mut normals = self.normals.clone();
        normals.extend(facing);
        normals.sort_by(|a, b| a[1].total_cmp(&b[1]));
        normals.dedup();
        out.extend(polygon(&normals, self.by).into_iter().map(|[u, v]| put(u, v)));
    }

    /// Whether the sides at a nook are long enough for their rectangles to be cut off where they meet: so that of those that
    /// cover a place, at least one is left.
    fn is_trimmed(&self, bend: &Bend) -> bool {
        let is_long = |i: usize| bend.lengths[i] >= if bend.nooks_beside[i] { 2.0 * self.by } else { self.by };
        is_long(0) && is_long(1)
    }

    /// Normals of tangents towards corners that face this one, hardly far enough away.
    fn facing(&self, maze: &Maze, bend: &Bend, [before, behind]: [Heading; 2]) -> Vec<[f64; 2]> {
        let (u, v) = (before.step(), behind.step());
        let [sx, sy] = [u[0] + v[0], u[1] + v[1]];
        let faces = |&[i, j]: &[u32; 2]| {
            let (i, j) = (i64::from(i), i64::from(j));
            let (x, y) = (i64::from(bend.at[0]) + i * sx, i64::from(bend.at[1]) + j * sy);
            if !is_convex(maze, x, y, [sx, sy]) {
                return None;
            }
            #[expect(clippy::cast_precision_loss, reason = "no longer than a few radii")]
            let [along, across] = [i, j].map(|it| it as f64);
            let length = (along * along + across * across).sqrt();
            let normal = [along / length, across / length];
            Some(if u[0] == 0 { [normal[1], normal[0]] } else { normal })
        };
        self.critical.iter().filter_map(faces).collect()
    }
}

/// Whether the only wall around a lattice point is the one in a quadrant.
fn is_convex(maze: &Maze, x: i64, y: i64, [sx, sy]: [i64; 2]) -> bool {
    let is_wall = |sx: i64, sy: i64| maze.is_wall(x + (sx - 1) / 2, y + (sy - 1) / 2);
    is_wall(sx, sy) && !is_wall(-sx, sy) && !is_wall(sx, -sy) && !is_wall(-sx, -sy)
}

fn unit(heading: Heading) -> [f64; 2] {
    match heading {
        Heading::East => [1.0, 0.0],
        Heading::North => [0.0, -1.0],
        Heading::West => [-1.0, 0.0],
        Heading::South => [0.0, 1.0],
    }
}

/// Where tangents of a circle around the origin meet, each with the next.
fn polygon(normals: &[[f64; 2]], radius: f64) -> Vec<[f64; 2]> {
    let meet = |pair: &[[f64; 2]]| {
        let [[a, b], [c, d]] = [pair[0], pair[1]];
        let dot = a * c + b * d;
        [(a + c) / (1.0 + dot) * radius, (b + d) / (1.0 + dot) * radius]
    };
    normals.windows(2).map(meet).collect()
}

/// Steps between lattice points so long that two circles around their ends keep apart, but polygons around those need not.
fn critical_steps(by: f64, step: f64) -> Vec<[u32; 2]> {
    let least = 4.0 * by * by;
    let most = least * (1.0 + step * step) * (1.0 + 1e-12);
    let mut steps = Vec::new();
    let mut i = 1u32;
    while f64::from(i) * f64::from(i) <= most {
        let square = f64::from(i) * f64::from(i);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no longer than a few radii")]
        let mut j = ((least - square).max(0.0).sqrt().floor() as u32).max(1);
        while square + f64::from(j) * f64::from(j) <= most {
            // At 45 degrees there is a tangent anyhow.
            if square + f64::from(j) * f64::from(j) >= least && i != j {
                steps.push([i, j]);
            }
            j += 1;
        }
        i += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_lie_around_the_arc_and_near_it() {
        for (radius, error) in [(0.4, 0.001), (0.5, 0.1), (2.2, 0.000_001), (100.0, 0.01), (1e-6, 0.1)] {
            let growth = Growth::new(radius, error).expect("a radius");
            let by = growth.by;
            assert!(growth.quarter.len().is_multiple_of(2) && growth.normals.len() == growth.quarter.len() + 1);
            for &[u, v] in &growth.quarter {
                assert!(u.hypot(v) <= by + error * (1.0 + 1e-9), "{radius} {error}: {u} {v}");
            }
            for pair in growth.quarter.windows(2) {
                let [[a, b], [c, d]] = [pair[0], pair[1]];
                let distance = (a * d - b * c) / (c - a).hypot(d - b);
                assert!((distance - by).abs() < 1e-12 * (1.0 + by), "{distance}");
            }
            assert_eq!(growth.quarter.first().map(|it| it[0]), Some(by), "the first lies on the moved side");
            assert!(growth.quarter.iter().zip(growth.quarter.iter().rev()).all(|(a, b)| a[0] == b[1]), "it is even");
        }
        assert!(Growth::new(5e-10, 0.1).is_none());
    }

    #[test]
    fn steps_are_critical_when_circles_keep_apart_and_polygons_may_not() {
        let critical = |radius: f64, error| Growth::new(radius, error).expect("a radius").critical;
        assert_eq!(critical(5f64.sqrt() / 2.0, 0.001), [[1, 2], [2, 1]]);
        assert_eq!(critical(0.5f64.sqrt(), 0.001), [] as [[u32; 2]; 0]);
        assert_eq!(critical(2.5, 0.001), [[3, 4], [4, 3]]);
        assert_eq!(critical(2.45, 0.1), [[3, 4], [4, 3]]);
    }
}
