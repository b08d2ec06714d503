//! Where a query enters the mesh that begins a little outside of it.
//!
//! A mesh stays on the safe side of round corners, by up to the arc error, while the agent may stand at exactly its radius from
//! a wall. Such a place is free, but in no polygon; the nearest place of the mesh to which the way is clear will do.
//!
//! A mesh of voxels stays off the walls by up to some columns, and has floors above each other. A query there enters the polygon that is
//! nearest to where it begins.

use super::NavMesh;
use crate::geometry::{Point, Spot};

/// What rounding adds to the arc error, and the slack of clearances. \[cells]
const ROUNDING: f64 = 4e-9;

/// How many times the arc error to look around, in turn: where two circles cross, what the mesh leaves out reaches further.
const REACHES: [f64; 3] = [1.0, 4.0, 16.0];

/// Which polygon of a mesh with heights is nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// By which distance.
    pub by: NearestBy,
    /// How far away in plan it may be. \[≥ 0; world units]
    pub reach: f64,
    /// How much higher or lower it may be. \[≥ 0; world units]
    pub tolerance: f64,
}

impl Default for Nearest {
    fn default() -> Self {
        Self { by: NearestBy::Plan, reach: 2.0, tolerance: 2.0 }
    }
}

/// By which distance a polygon is the nearest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NearestBy {
    /// That in plan; of polygons that are as near, that in height.
    #[default]
    Plan,
    /// That in space, by which a platform may be nearer than the floor that one stands on.
    Space,
}

impl NavMesh {
    /// Where a query that begins (or ends) in a place enters the mesh.
    ///
    /// On a flat mesh that is there, if a polygon holds it, or at the nearest place of one within about the arc error to which the way is
    /// clear. None if that is not to be had, or the place is not free. On a mesh with heights it is in the nearest polygon.
    #[must_use]
    pub fn anchor(&self, place: Spot, nearest: &Nearest) -> Option<Spot> {
        if !place.at.is_finite() {
            return None;
        }
        if self.polygons().is_flat() {
            self.anchor_in_plan(place.at).map(Spot::from)
        } else {
            self.anchor_in_space(place, nearest)
        }
    }

    fn anchor_in_space(&self, place: Spot, nearest: &Nearest) -> Option<Spot> {
        let level = place.height.map(|it| (it, nearest.tolerance));
        let near = self.polygons().nearest(place.at, nearest.reach, level).into_iter();
        let spots = near.map(|(polygon, at)| Spot::new(at, Some(self.polygons().height_at(polygon, at))));
        let off =
            |it: &Spot| it.height.zip(place.height).map_or(it.height.map_or(0.0, |it| -it), |(a, b)| (a - b).abs());
        let distance = |it: &Spot| match nearest.by {
            NearestBy::Plan => [place.at.distance(it.at), off(it)],
            NearestBy::Space => [place.distance(*it), 0.0],
        };
        let fits = |it: &Spot| place.height.is_none() || off(it) <= nearest.tolerance;
        spots.filter(fits).min_by(|a, b| {
            let ([a, b], [c, d]) = (distance(a), distance(b));
            a.total_cmp(&c).then(b.total_cmp(&d))
        })
    }

    fn anchor_in_plan(&self, p: Point) -> Option<Point> {
        if self.polygons().polygons_at(p).next().is_some() {
            return Some(p);
        }
        if !self.world().is_free(p.into(), self.radius()) {
            return None;
        }
        REACHES.iter().find_map(|times| self.anchor_within(p, times * self.settings().arc_error + ROUNDING))
    }

    fn anchor_within(&self, p: Point, reach: f64) -> Option<Point> {
        // Of places as near the one in the oldest polygon comes first.
        let places = self.polygons().nearest(p, reach, None).into_iter().map(|it| it.1);
        places.into_iter().find(|&it| self.world().audit_segment(p.into(), it.into(), self.radius()).is_none())
    }
}
