//! Which polygons of a mesh lie in a place, or nearest to one, and how high they are there.
//!
//! What lies in a place is found by turns of the polygons' own corners, exactly. Heights between corners are rounded.

use super::{PolyMesh, PolygonId, SideId};
use crate::geometry::{Point, Spot, Turn, doubled_area, nearest_on_segment, triangle_contains, turn};

impl PolyMesh {
    /// All polygons whose closed area holds `p` in plan, whatever their floor, in order.
    pub fn polygons_at(&self, p: Point) -> impl Iterator<Item = PolygonId> + '_ {
        self.locator.at(p).into_iter().filter(move |&it| self.contains(it, p))
    }

    /// The polygons within `reach` of `p` in plan that come within a tolerance of a height, if one is given; each with its place
    /// nearest to `p`, the nearest first. One that holds `p` is at distance 0.
    #[must_use]
    pub fn nearest(&self, p: Point, reach: f64, height: Option<(f64, f64)>) -> Vec<(PolygonId, Point)> {
        let is_level = |polygon: PolygonId| {
            height.is_none_or(|(height, tolerance)| {
                let heights = || self.sides(polygon).map(|it| self.height(self.side(it).vertex));
                heights().any(|it| it <= height + tolerance) && heights().any(|it| it >= height - tolerance)
            })
        };
        let near = self.locator.near(p, reach).into_iter().filter(|&it| is_level(it));
        let mut found: Vec<(f64, PolygonId, Point)> = near
            .filter_map(|it| {
                let place = self.nearest_place(it, p)?;
                let distance = place.distance(p);
                (distance <= reach).then_some((distance, it, place))
            })
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.into_iter().map(|it| (it.1, it.2)).collect()
    }

    /// The place of a polygon that is nearest to `p`, as good as exactly, and certainly in the polygon.
    ///
    /// Rounding may put that place just outside, so it is moved inwards by next to nothing until it is found exactly; in a polygon too
    /// thin for that, the nearer end of its side is taken.
    fn nearest_place(&self, polygon: PolygonId, p: Point) -> Option<Point> {
        if self.contains(polygon, p) {
            return Some(p);
        }
        let nearest = |[a, b]: [Point; 2]| nearest_on_segment(p, a, b);
        let distance = |it: &[Point; 2]| nearest(*it).distance_squared(p);
        let side = self.sides(polygon).map(|it| self.ends(it)).min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        let (place, inside) = (nearest(side), self.centre(polygon));
        // First not at all, then from next to nothing up to a sixteenth of the way in.
        let steps = (0..=12).map(|step| f64::EPSILON * f64::powi(16.0, step));
        let inwards = std::iter::once(0.0).chain(steps).map(|t| place.towards(inside, t));
        let ends = side.map(|it| (it, it.distance_squared(p)));
        let end = if ends[1].1 < ends[0].1 { ends[1].0 } else { ends[0].0 };
        inwards.chain([end]).find(|&it| self.contains(polygon, it))
    }

    /// Whether the closed area of a convex polygon holds `p`, exactly.
    #[must_use]
    pub fn contains(&self, polygon: PolygonId, p: Point) -> bool {
        let mut corners = self.sides(polygon).map(|it| self.from(it));
        if corners.len() == 3 {
            let corners = [corners.next(), corners.next(), corners.next()].map(Option::unwrap_or_default);
            return triangle_contains(corners, p);
        }
        self.sides(polygon).all(|side| {
            let [a, b] = self.ends(side);
            turn(a, b, p).verdict != Turn::Right
        })
    }

    /// How high a polygon is in a place, which is taken for one of its own. Its corners need not lie in one plane: it is as high as the
    /// triangles between its first corner and its sides. \[world units]
    #[must_use]
    pub fn height_at(&self, polygon: PolygonId, p: Point) -> f64 {
        if self.is_flat() {
            return 0.0;
        }
        let corner = |side: SideId| (self.from(side), self.height(self.side(side).vertex));
        let corners: Vec<(Point, f64)> = self.sides(polygon).map(corner).collect();
        let Some((&first, rest)) = corners.split_first() else { return 0.0 };
        let mut triangles = rest.windows(2).map(|it| [first, it[0], it[1]]);
        let holding = triangles.clone().find(|it| triangle_contains(it.map(|it| it.0), p));
        holding.or_else(|| triangles.next()).and_then(|it| height_in(it, p)).unwrap_or(first.1)
    }

    /// The polygons that a place is on: all whose closed area holds it in plan where all is flat, or else those of them at its height;
    /// if it has none, those that are highest there.
    #[must_use]
    pub fn polygons_on(&self, place: Spot) -> Vec<PolygonId> {
        let held = self.polygons_at(place.at);
        if self.is_flat() {
            return held.collect();
        }
        let off = |it| {
            let height = self.height_at(it, place.at);
            place.height.map_or(-height, |wanted| (height - wanted).abs())
        };
        let found: Vec<(f64, PolygonId)> = held.map(|it| (off(it), it)).collect();
        let least = found.iter().map(|it| it.0).fold(f64::INFINITY, f64::min);
        let most = if place.height.is_some() { SAME_HEIGHT } else { least + SAME_HEIGHT };
        found.into_iter().filter(|it| it.0 <= most).map(|it| it.1).collect()
    }
}

/// Up to how far apart heights of a place on two polygons are one: what rounding makes of them. \[world units]
const SAME_HEIGHT: f64 = 1e-6;

/// How high a triangle in space is in a place; none of one without area in plan.
fn height_in([(a, low), (b, middle), (c, high)]: [(Point, f64); 3], p: Point) -> Option<f64> {
    let whole = doubled_area(&[a, b, c]);
    let weights = [[p, b, c], [a, p, c], [a, b, p]].map(|it| doubled_area(&it) / whole);
    (whole != 0.0).then(|| weights[0] * low + weights[1] * middle + weights[2] * high)
}
