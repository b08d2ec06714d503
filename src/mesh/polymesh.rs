//! A mesh of convex polygons: what a search goes over, whatever it was made from.
//!
//! ```text
//!        ┌──────────▲           a side s of polygon P, which lies to its left: it begins at the corner `vertex` of s,
//!        │    P    s│t    Q      and ends where next(s) begins; its twin t is the side of Q on the same edge, the other way round
//!        └─────────○▼──────
//! ```
//!
//! Sides are directed half-edges. One may go over s into Q unless s is closed; whether one may come back is said by t, so that a drop
//! leads one way only. Polygons may lie above each other; their corners have heights, and each
//! polygon has a floor and a kind of terrain. A polygon bears the name that it has where it came from.
//!
//! Broken meshes: whatever is handed to a [`PolyMeshBuilder`] is kept as it is, polygons without area, with dents or turned the other
//! way included; what is found at a place are those whose closed area holds it, by turns of their own corners.

use std::{ops::Range, sync::Arc};

use super::{HalfEdge, Polygon, PolygonId, SideId, VertexId, locate::Locator};
use crate::geometry::{Bounds, Point, Vector, doubled_area};

/// Convex polygons and how they are joined.
#[derive(Clone, Debug)]
pub struct PolyMesh {
    points: Arc<[Point]>,
    /// The height of each vertex; empty where all are 0.
    heights: Vec<f64>,
    polygons: Vec<Polygon>,
    /// Where each polygon's sides begin; one more entry than polygons.
    starts: Vec<u32>,
    sides: Vec<HalfEdge>,
    /// The centroid of each polygon; empty where all are triangles.
    centres: Vec<Point>,
    pub(super) locator: Locator<PolygonId>,
}

/// Puts a [`PolyMesh`] together.
#[derive(Clone, Debug)]
pub struct PolyMeshBuilder(PolyMesh);

impl PolyMeshBuilder {
    /// No polygon yet over some vertices, with room for so many.
    #[must_use]
    pub fn over(points: Arc<[Point]>, polygons: usize) -> Self {
        let mut starts = Vec::with_capacity(polygons + 1);
        starts.push(0);
        Self(PolyMesh {
            points,
            heights: Vec::new(),
            polygons: Vec::with_capacity(polygons),
            starts,
            sides: Vec::with_capacity(3 * polygons),
            centres: Vec::new(),
            locator: Locator::default(),
        })
    }

    /// Gives each vertex its height. \[world units]
    #[must_use]
    pub fn at_heights(mut self, heights: Vec<f64>) -> Self {
        debug_assert_eq!(heights.len(), self.0.points.len(), "each vertex has a height");
        self.0.heights = heights;
        self
    }

    /// Adds a polygon with its corners, turning left. No side leads anywhere yet.
    pub fn polygon(&mut self, polygon: Polygon, corners: impl IntoIterator<Item = VertexId>) -> PolygonId {
        let id = PolygonId::of_index(self.0.polygons.len());
        let side = |vertex| HalfEdge { vertex, polygon: id, twin: SideId::NONE, cost: 1.0 };
        self.0.polygons.push(polygon);
        self.0.sides.extend(corners.into_iter().map(side));
        self.0.starts.push(SideId::of_index(self.0.sides.len()).number());
        id
    }

    /// The sides of a polygon that was added.
    pub fn sides(&self, polygon: PolygonId) -> impl Iterator<Item = SideId> + use<> {
        self.0.sides(polygon)
    }

    /// Says which side of another polygon lies on the other side of the same edge. That one's twin is set by itself.
    pub fn link(&mut self, side: SideId, twin: SideId) {
        self.0.sides[side.index()].twin = twin;
    }

    /// Says that one may not go over a side, whatever lies behind it.
    pub fn close(&mut self, side: SideId) {
        self.set_cost(side, f32::INFINITY);
    }

    /// Says what the way behind a side is multiplied by. \[≥ 1]
    pub fn set_cost(&mut self, side: SideId, cost: f32) {
        self.0.sides[side.index()].cost = cost;
    }

    /// The mesh, ready to be asked.
    #[must_use]
    pub fn finish(self) -> PolyMesh {
        let mut mesh = self.0;
        if mesh.heights.iter().all(|it| *it == 0.0) {
            mesh.heights.clear();
        }
        if mesh.sides.len() > 3 * mesh.polygons.len() {
            mesh.centres = mesh.ids().map(|it| centroid(&mesh.corners(it))).collect();
        }
        let boxes: Vec<(PolygonId, Bounds)> =
            mesh.ids().map(|it| (it, Bounds::around(mesh.sides(it).map(|side| mesh.from(side))))).collect();
        mesh.locator = Locator::new(&boxes);
        mesh
    }
}

impl PolyMesh {
    /// The vertices' places in plan.
    #[must_use]
    pub fn points(&self) -> &Arc<[Point]> {
        &self.points
    }

    /// A vertex's place in plan.
    #[inline]
    #[must_use]
    pub fn point(&self, vertex: VertexId) -> Point {
        self.points[vertex.index()]
    }

    /// A vertex's height. \[world units]
    #[must_use]
    pub fn height(&self, vertex: VertexId) -> f64 {
        self.heights.get(vertex.index()).copied().unwrap_or(0.0)
    }

    /// Whether all is at height 0.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.heights.is_empty()
    }

    /// How many polygons there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.polygons.len()
    }

    /// All polygons, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = PolygonId> + DoubleEndedIterator + use<> {
        (0..self.polygons.len()).map(PolygonId::of_index)
    }

    /// What is known of a polygon.
    #[inline]
    #[must_use]
    pub fn polygon(&self, id: PolygonId) -> &Polygon {
        &self.polygons[id.index()]
    }

    /// What a polygon is called where it came from.
    #[inline]
    #[must_use]
    pub fn name(&self, id: PolygonId) -> u32 {
        self.polygon(id).name
    }

    /// Whether every polygon is a triangle.
    #[must_use]
    pub fn has_only_triangles(&self) -> bool {
        self.centres.is_empty()
    }

    /// What a polygon is called, at the beginning of a sentence.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if self.has_only_triangles() { "Triangle" } else { "Polygon" }
    }

    /// The sides of a polygon, turning left around it.
    #[inline]
    #[must_use]
    pub fn sides(&self, polygon: PolygonId) -> impl ExactSizeIterator<Item = SideId> + DoubleEndedIterator + use<> {
        self.around(polygon).map(SideId::new)
    }

    #[inline]
    fn around(&self, polygon: PolygonId) -> Range<u32> {
        self.starts[polygon.index()]..self.starts[polygon.index() + 1]
    }

    /// All sides, those of one polygon behind those of the other.
    #[inline]
    #[must_use]
    pub fn all_sides(&self) -> &[HalfEdge] {
        &self.sides
    }

    /// Where each polygon's sides begin among all; one more entry than polygons.
    #[must_use]
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// What is known of a side.
    #[inline]
    #[must_use]
    pub fn side(&self, side: SideId) -> &HalfEdge {
        &self.sides[side.index()]
    }

    /// Whose side it is.
    #[inline]
    #[must_use]
    pub fn owner(&self, side: SideId) -> PolygonId {
        self.side(side).polygon
    }

    /// How many sides of the same polygon come before it.
    #[must_use]
    pub fn place_in_polygon(&self, side: SideId) -> u32 {
        side.number() - self.starts[self.owner(side).index()]
    }

    /// The side to which one gets across a side, if one may.
    #[inline]
    #[must_use]
    pub fn across(&self, side: SideId) -> Option<SideId> {
        self.twin(side).filter(|_| self.side(side).cost.is_finite())
    }

    /// The side of another polygon on the same edge, whether or not one may go there.
    #[inline]
    #[must_use]
    pub fn twin(&self, side: SideId) -> Option<SideId> {
        let twin = self.side(side).twin;
        (twin != SideId::NONE).then_some(twin)
    }

    /// The polygon into which one gets across a side, if one may.
    #[inline]
    #[must_use]
    pub fn behind(&self, side: SideId) -> Option<PolygonId> {
        self.across(side).map(|it| self.owner(it))
    }

    /// The side behind another of the same polygon.
    #[inline]
    #[must_use]
    pub fn next(&self, side: SideId) -> SideId {
        let around = self.around(self.owner(side));
        let next = side.number() + 1;
        SideId::new(if next == around.end { around.start } else { next })
    }

    /// The vertices where a side begins and ends.
    #[inline]
    #[must_use]
    pub fn vertices(&self, side: SideId) -> [VertexId; 2] {
        [side, self.next(side)].map(|it| self.side(it).vertex)
    }

    /// Where a side begins and ends.
    #[inline]
    #[must_use]
    pub fn ends(&self, side: SideId) -> [Point; 2] {
        self.vertices(side).map(|it| self.point(it))
    }

    /// How much all polygons cover in plan, what lies above each other counted as often. \[world units²]
    #[must_use]
    pub fn area(&self) -> f64 {
        // The sum of nothing would be −0.
        self.ids().map(|it| self.area_of(it)).fold(0.0, |sum, it| sum + it)
    }

    /// How much a polygon covers in plan. \[world units²]
    #[must_use]
    pub fn area_of(&self, polygon: PolygonId) -> f64 {
        doubled_area(&self.corners(polygon)) / 2.0
    }

    /// The box around all polygons.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.locator.bounds()
    }

    pub(super) fn from(&self, side: SideId) -> Point {
        self.point(self.side(side).vertex)
    }

    /// The corners of a polygon, turning left; each is where the side of the same place begins.
    #[must_use]
    pub fn corners(&self, polygon: PolygonId) -> Vec<Point> {
        self.sides(polygon).map(|it| self.from(it)).collect()
    }

    /// The centroid of a polygon's area; of a mesh of triangles the mean of its corners.
    #[must_use]
    pub fn centre(&self, polygon: PolygonId) -> Point {
        self.centres.get(polygon.index()).copied().unwrap_or_else(|| match self.corners(polygon)[..] {
            // A triangle's sides begin with that across from its first corner.
            [b, c, a] => Point::centroid([a, b, c]),
            _ => Point::default(),
        })
    }
}

/// The centroid of a polygon's area.
fn centroid(corners: &[Point]) -> Point {
    let Some(&from) = corners.first() else { return Point::default() };
    let (mut doubled, mut sum) = (0.0, Vector::default());
    for pair in corners[1..].windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|it| it - from);
        let area = a.cross(b);
        doubled += area;
        sum = sum + (a + b) * area;
    }
    if doubled == 0.0 {
        return from;
    }
    from + sum / (3.0 * doubled)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares of side 2 with their left upper corners, heights and names, each with vertices of its own.
    fn squares(all: &[(f64, f64, f64)]) -> PolyMeshBuilder {
        let corners = |x: f64, y: f64| [(x, y), (x, y + 2.0), (x + 2.0, y + 2.0), (x + 2.0, y)].map(Point::from);
        let points: Vec<Point> = all.iter().flat_map(|it| corners(it.0, it.1)).collect();
        let heights = all.iter().flat_map(|it| [it.2; 4]).collect();
        let mut builder = PolyMeshBuilder::over(points.into(), all.len()).at_heights(heights);
        for (floor, first) in (0..).zip((0..).step_by(4).take(all.len())) {
            let polygon = Polygon { name: 100 + u32::from(floor), floor, ..Polygon::default() };
            builder.polygon(polygon, (first..first + 4).map(VertexId::new));
        }
        builder
    }

    #[test]
    fn polygons_above_each_other_are_all_found_and_told_apart_by_height() {
        let mesh = squares(&[(0.0, 0.0, 0.0), (1.0, 0.0, 3.0), (9.0, 9.0, 0.0)]).finish();
        let at = |x, y| mesh.polygons_at(Point::new(x, y)).map(|it| mesh.name(it)).collect::<Vec<_>>();
        assert_eq!(at(1.5, 1.0), [100, 101]);
        assert_eq!((at(0.5, 1.0), at(2.5, 2.0), at(3.5, 1.0)), (vec![100], vec![101], vec![]));
        let nearest = |p: (f64, f64), reach, height| {
            let found = mesh.nearest(p.into(), reach, height);
            found.iter().map(|&(it, place)| (mesh.name(it), place.x, place.y)).collect::<Vec<_>>()
        };
        assert_eq!(nearest((1.5, 1.0), 0.0, None), [(100, 1.5, 1.0), (101, 1.5, 1.0)]);
        assert_eq!(nearest((1.5, 1.0), 0.0, Some((2.9, 0.5))), [(101, 1.5, 1.0)]);
        assert_eq!(nearest((1.5, 1.0), 0.0, Some((1.5, 0.5))), []);
        assert_eq!(nearest((3.25, 1.0), 1.5, None), [(101, 3.0, 1.0), (100, 2.0, 1.0)]);
        assert_eq!(nearest((3.25, 1.0), 0.2, None), []);
        assert_eq!(mesh.polygon(mesh.polygons_at(Point::new(9.5, 9.5)).next().expect("one")).floor, 2);
    }

    #[test]
    fn a_drop_leads_one_way() {
        let mut builder = squares(&[(0.0, 0.0, 1.0), (2.0, 0.0, 0.0)]);
        let [upper, lower] = [0, 1].map(PolygonId::of_index);
        let (right, left) = (builder.sides(upper).nth(2).expect("four"), builder.sides(lower).next().expect("four"));
        builder.link(right, left);
        builder.link(left, right);
        builder.close(left);
        builder.set_cost(right, 2.5);
        let mesh = builder.finish();
        assert_eq!((mesh.behind(right), mesh.behind(left)), (Some(lower), None));
        assert_eq!((mesh.twin(right), mesh.twin(left)), (Some(left), Some(right)));
        assert_eq!((mesh.side(right).cost, mesh.ends(right)), (2.5, [(2.0, 2.0), (2.0, 0.0)].map(Point::from)));
        let around = std::iter::successors(Some(left), |&it| Some(mesh.next(it))).take(5).collect::<Vec<_>>();
        assert_eq!(around[..4], mesh.sides(lower).collect::<Vec<_>>()[..]);
        assert_eq!(around[4], left);
        assert_eq!(mesh.sides(lower).map(|it| mesh.place_in_polygon(it)).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert!(!mesh.has_only_triangles());
        assert_eq!(mesh.centre(lower), Point::new(3.0, 1.0));
    }

    #[test]
    fn places_of_broken_polygons_are_asked_about_without_harm() {
        let points: Vec<Point> =
            [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.0, 1.0), (f64::NAN, 0.0)].map(Point::from).into();
        for corners in [&[0, 1, 2][..], &[0, 3, 1], &[0, 1, 3], &[0, 0, 0], &[0, 1], &[3], &[], &[0, 4, 1]] {
            let mut builder = PolyMeshBuilder::over(points.clone().into(), 1);
            builder.polygon(Polygon::default(), corners.iter().copied().map(VertexId::new));
            let mesh = builder.finish();
            for p in [(0.0, 0.0), (0.25, 0.25), (9.0, 9.0), (f64::NAN, f64::INFINITY)].map(Point::from) {
                let _ = (mesh.polygons_at(p).count(), mesh.nearest(p, 0.5, None), mesh.bounds());
            }
        }
        let none = PolyMeshBuilder::over(Arc::new([]), 0).finish();
        assert_eq!((none.count(), none.polygons_at(Point::default()).count()), (0, 0));
    }
}
