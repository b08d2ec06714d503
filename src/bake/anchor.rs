//! Where a query enters the mesh that begins a little outside of it.
//!
//! A mesh stays on the safe side of round corners, by up to the arc error, while the agent may stand at exactly its radius from
//! a wall. Such a place is free, but in no polygon; the nearest place of the mesh to which the way is clear will do.

use super::NavMesh;
use crate::geometry::Point;

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
        if self.polygons().polygons_at(p).next().is_some() {
            return Some(p);
        }
        if !self.world().is_free(p, self.radius()) {
            return None;
        }
        REACHES.iter().find_map(|times| self.anchor_within(p, times * self.filter().settings().arc_error + ROUNDING))
    }

    fn anchor_within(&self, p: Point, reach: f64) -> Option<Point> {
        // Of places as near the one in the oldest polygon comes first.
        let places = self.polygons().nearest(p, reach, None).into_iter().map(|it| it.1);
        places.into_iter().find(|&it| self.world().audit_segment(p, it, self.radius()).is_none())
    }
}
