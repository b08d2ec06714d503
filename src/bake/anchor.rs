//! Where a query enters the mesh that begins a little outside of it.
//!
//! A mesh stays on the safe side of round corners, by up to the arc error, while the agent may stand at exactly its radius from
//! a wall. Such a place is free, but in no polygon; the nearest place of the mesh to which the way is clear will do. Rounding
//! may put that just outside its triangle, so it is moved inwards by next to nothing until it is found exactly; in a triangle
//! too thin for that, the nearer end of its side is taken.

use super::NavMesh;
use crate::{
    geometry::{Point, nearest_on_segment, triangle_contains},
    maze::audit_segment,
    mesh::TriangleId,
};

/// What rounding adds to the arc error, and the slack of clearances. \[cells]
const ROUNDING: f64 = 4e-9;

/// How many times the arc error to look around, in turn: where two circles cross, what the mesh leaves out reaches further.
const REACHES: [f64; 3] = [1.0, 4.0, 16.0];

impl NavMesh {
    /// Where a query that begins (or ends) at `p` enters the mesh: there, if a polygon holds it, or at the nearest place of one
    /// within about the arc error to which the way is clear. None if that is not to be had, or `p` is not free.
    #[must_use]
    pub fn anchor(&self, p: Point) -> Option<Point> {
        if !p.is_finite() {
            return None;
        }
        if self.containing(p).next().is_some() {
            return Some(p);
        }
        if !self.maze().is_free(p, self.radius()) {
            return None;
        }
        REACHES.iter().find_map(|times| self.anchor_within(p, times * self.filter().settings().arc_error + ROUNDING))
    }

    fn anchor_within(&self, p: Point, reach: f64) -> Option<Point> {
        let near = self.near(p, reach);
        let mut places: Vec<Point> =
            near.filter_map(|it| self.enter(it, p)).filter(|it| it.distance(p) <= reach).collect();
        // Ties go to the oldest triangle.
        places.sort_by(|a, b| a.distance_squared(p).total_cmp(&b.distance_squared(p)));
        places.into_iter().find(|&it| audit_segment(self.maze(), p, it, self.radius()).is_none())
    }

    /// The place of a triangle that is nearest to a point outside, as good as exactly, and certainly in the triangle.
    fn enter(&self, triangle: TriangleId, p: Point) -> Option<Point> {
        let corners = self.mesh().corners(triangle)?;
        let sides = [0, 1, 2].map(|side| [corners[side], corners[(side + 1) % 3]]);
        let nearest = |[a, b]: [Point; 2]| nearest_on_segment(p, a, b);
        let by_distance = |a: &[Point; 2], b: &[Point; 2]| {
            nearest(*a).distance_squared(p).total_cmp(&nearest(*b).distance_squared(p))
        };
        let side = sides.into_iter().min_by(by_distance)?;
        let (place, inside) = (nearest(side), Point::centroid(corners));
        // First not at all, then from next to nothing up to a sixteenth of the way in.
        let steps = (0..=12).map(|step| f64::EPSILON * f64::powi(16.0, step));
        let inwards = std::iter::once(0.0).chain(steps).map(|t| place.towards(inside, t));
        let ends = side.map(|it| (it, it.distance_squared(p)));
        let end = if ends[1].1 < ends[0].1 { ends[1].0 } else { ends[0].0 };
        inwards.chain([end]).find(|&it| triangle_contains(corners, it))
    }
}
