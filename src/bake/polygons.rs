//! The convex polygons that a search goes over: walkable triangles, or several joined over the edges between them.
//!
//! A polygon bears the number of its oldest triangle, so that without any merging polygons and triangles are the same. A
//! side is that of the triangle which lies within; all sides of a polygon turn left around it.

use crate::{
    geometry::Point,
    mesh::{Link, TriangleId, Triangulation},
};

/// The polygons of a navmesh.
#[derive(Clone, Debug)]
pub struct Polygons {
    /// Their numbers, in order.
    ids: Vec<TriangleId>,
    /// For each triangle ever born the place of its polygon, or `u32::MAX`.
    of_triangle: Vec<u32>,
    /// Where each one's sides begin in `sides`; one more entry than polygons.
    starts: Vec<u32>,
    sides: Vec<Link>,
    /// Their centroids; none where each is a triangle.
    centres: Vec<Point>,
}

impl Polygons {
    /// Each walkable triangle, given in order of their numbers, for itself.
    pub(super) fn of_triangles(mesh: &Triangulation, walkable: &[TriangleId]) -> Self {
        let count = u32::try_from(walkable.len()).expect("fewer triangles than there are numbers");
        let mut of_triangle = vec![u32::MAX; mesh.triangles().len()];
        for (place, &id) in (0..).zip(walkable) {
            of_triangle[id as usize] = place;
        }
        let sides = walkable.iter().flat_map(|&id| [0, 1, 2].map(|side| Link::new(id, side))).collect();
        let starts = (0..=count).map(|it| 3 * it).collect();
        Self { ids: walkable.to_vec(), of_triangle, starts, sides, centres: Vec::new() }
    }

    /// Joins walkable triangles, given in order of their numbers, over those of their sides that were removed.
    ///
    /// What is joined must be convex.
    pub(super) fn of(mesh: &Triangulation, walkable: &[TriangleId], is_removed: impl Fn(Link) -> bool) -> Self {
        let mut it = Self {
            ids: Vec::with_capacity(walkable.len()),
            of_triangle: vec![u32::MAX; mesh.triangles().len()],
            starts: vec![0],
            sides: Vec::with_capacity(walkable.len() * 3),
            centres: Vec::new(),
        };
        let mut merged = false;
        let mut stack = Vec::new();
        for &id in walkable {
            if it.of_triangle[id as usize] != u32::MAX {
                continue;
            }
            let place = u32::try_from(it.ids.len()).expect("fewer polygons than triangles");
            let mut first = Link::NONE;
            it.of_triangle[id as usize] = place;
            stack.push(id);
            while let Some(triangle) = stack.pop() {
                for side in [0, 1, 2].map(|side| Link::new(triangle, side)) {
                    if !is_removed(side) {
                        first = if first == Link::NONE { side } else { first };
                        continue;
                    }
                    merged = true;
                    let beyond = across(mesh, side).triangle();
                    if it.of_triangle[beyond as usize] == u32::MAX {
                        it.of_triangle[beyond as usize] = place;
                        stack.push(beyond);
                    }
                }
            }
            it.sides.extend(around(mesh, first, &is_removed));
            it.ids.push(id);
            it.starts.push(u32::try_from(it.sides.len()).expect("fewer than 2^32 sides"));
        }
        if merged {
            it.centres = (0..it.ids.len()).map(|place| centroid(&it.corners(mesh, place))).collect();
        }
        it
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ids.len()
    }

    /// Their numbers, in order.
    #[must_use]
    pub fn ids(&self) -> &[TriangleId] {
        &self.ids
    }

    /// Whether any has more than one triangle.
    #[must_use]
    pub fn are_merged(&self) -> bool {
        !self.centres.is_empty()
    }

    /// Where the polygon stands that a triangle belongs to; nowhere if it is not walkable.
    #[inline]
    #[must_use]
    pub fn place_of(&self, triangle: TriangleId) -> Option<usize> {
        let place = *self.of_triangle.get(triangle as usize)?;
        (place != u32::MAX).then_some(place as usize)
    }

    /// The number of the polygon that a walkable triangle belongs to.
    #[inline]
    #[must_use]
    pub fn of_triangle(&self, triangle: TriangleId) -> TriangleId {
        self.place_of(triangle).map_or(triangle, |it| self.ids[it])
    }

    /// Whether the same polygon lies on both sides of a triangle's side.
    #[must_use]
    pub fn is_inside(&self, mesh: &Triangulation, side: Link) -> bool {
        let place = self.place_of(side.triangle());
        let across = across(mesh, side);
        self.are_merged() && place.is_some() && across != Link::NONE && self.place_of(across.triangle()) == place
    }

    /// The sides of the polygon at a place, turning left around it.
    #[inline]
    #[must_use]
    pub fn sides(&self, place: usize) -> &[Link] {
        &self.sides[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// The sides of all polygons, one polygon behind the other.
    #[inline]
    #[must_use]
    pub fn all_sides(&self) -> &[Link] {
        &self.sides
    }

    /// Where each polygon's sides begin among [all](Self::all_sides); one more entry than polygons.
    #[must_use]
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The corners of the polygon at a place, turning left; each is where the side of the same place begins.
    #[must_use]
    pub fn corners(&self, mesh: &Triangulation, place: usize) -> Vec<Point> {
        let begin = |side: &Link| mesh.point(mesh.triangles()[side.triangle() as usize].edge(side.side())[0]);
        self.sides(place).iter().map(begin).collect()
    }

    /// The centroid of the polygon at a place.
    #[must_use]
    pub fn centre(&self, mesh: &Triangulation, place: usize) -> Point {
        let of_triangle = || mesh.corners(self.ids[place]).map(Point::centroid).unwrap_or_default();
        self.centres.get(place).copied().unwrap_or_else(of_triangle)
    }
}

fn across(mesh: &Triangulation, side: Link) -> Link {
    mesh.triangles()[side.triangle() as usize].across[side.side()]
}

/// The sides around a polygon, from one of them on: behind each comes the next of its triangle, or if that was removed, the one
/// next to it beyond.
fn around(mesh: &Triangulation, first: Link, is_removed: impl Fn(Link) -> bool) -> Vec<Link> {
    let mut sides = vec![first];
    loop {
        let last = sides[sides.len() - 1];
        let mut next = Link::new(last.triangle(), (last.side() + 1) % 3);
        while is_removed(next) {
            let beyond = across(mesh, next);
            next = Link::new(beyond.triangle(), (beyond.side() + 1) % 3);
        }
        if next == first {
            return sides;
        }
        sides.push(next);
    }
}

/// The centroid of a polygon's area.
fn centroid(corners: &[Point]) -> Point {
    let from = corners[0];
    let (mut doubled, mut sum) = (0.0, Point::default());
    for pair in corners[1..].windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|it| Point::new(it.x - from.x, it.y - from.y));
        let area = a.x * b.y - a.y * b.x;
        doubled += area;
        sum = Point::new(sum.x + area * (a.x + b.x), sum.y + area * (a.y + b.y));
    }
    if doubled == 0.0 {
        return from;
    }
    Point::new(from.x + sum.x / (3.0 * doubled), from.y + sum.y / (3.0 * doubled))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Frame, Order, triangulate};
    use crate::{geometry::Numbers, record::run_unrecorded};

    #[test]
    fn triangles_are_polygons_of_which_no_side_was_removed() {
        let points: Vec<Point> = (0..40).map(|i| Point::new(f64::from(i * 7 % 11), f64::from(i * 5 % 13))).collect();
        let (mesh, _) = Triangulation::of(&points, Order::Brio, Frame::Symbolic, Numbers::default());
        let mesh = run_unrecorded(mesh, &false.into(), triangulate).expect("nobody cancels");
        // As after a filter that dropped some.
        let walkable: Vec<TriangleId> = mesh.inner().filter(|it| it % 5 > 0).collect();
        let [one, other] = [Polygons::of_triangles(&mesh, &walkable), Polygons::of(&mesh, &walkable, |_| false)];
        assert!(one.count() > 20);
        assert_eq!((&one.ids, &one.of_triangle, &one.starts), (&other.ids, &other.of_triangle, &other.starts));
        assert_eq!((&one.sides, &one.centres), (&other.sides, &other.centres));
    }
}
