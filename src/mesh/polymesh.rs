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
use crate::geometry::{Bounds, Point, Spot, Turn, nearest_on_segment, triangle_contains, turn};

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
    locator: Locator<PolygonId>,
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
        self.0.starts.push(SideId::of_index(self.0.sides.len()).0);
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
        self.points[vertex as usize]
    }

    /// A vertex's height. \[world units]
    #[must_use]
    pub fn height(&self, vertex: VertexId) -> f64 {
        self.heights.get(vertex as usize).copied().unwrap_or(0.0)
    }

    /// Whether all is at height 0.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.heights.is_empty()
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

    /// The sides of a polygon, turning left around it.
    #[inline]
    #[must_use]
    pub fn sides(&self, polygon: PolygonId) -> impl ExactSizeIterator<Item = SideId> + DoubleEndedIterator + use<> {
        self.around(polygon).map(SideId)
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
        side.0 - self.starts[self.owner(side).index()]
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
        SideId(if side.0 + 1 == around.end { around.start } else { side.0 + 1 })
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

    /// The box around all polygons.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.locator.bounds()
    }

    fn from(&self, side: SideId) -> Point {
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
}

/// Up to how far apart heights of a place on two polygons are one: what rounding makes of them. \[world units]
const SAME_HEIGHT: f64 = 1e-6;

/// How high a triangle in space is in a place; none of one without area in plan.
fn height_in([(a, low), (b, middle), (c, high)]: [(Point, f64); 3], p: Point) -> Option<f64> {
    let doubled = |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let whole = doubled(a, b, c);
    let weights = [doubled(p, b, c), doubled(a, p, c), doubled(a, b, p)].map(|it| it / whole);
    (whole != 0.0).then(|| weights[0] * low + weights[1] * middle + weights[2] * high)
}

/// The centroid of a polygon's area.
fn centroid(corners: &[Point]) -> Point {
    let Some(&from) = corners.first() else { return Point::default() };
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

    /// Squares of side 2 with their left upper corners, heights and names, each with vertices of its own.
    fn squares(all: &[(f64, f64, f64)]) -> PolyMeshBuilder {
        let corners = |x: f64, y: f64| [(x, y), (x, y + 2.0), (x + 2.0, y + 2.0), (x + 2.0, y)].map(Point::from);
        let points: Vec<Point> = all.iter().flat_map(|it| corners(it.0, it.1)).collect();
        let heights = all.iter().flat_map(|it| [it.2; 4]).collect();
        let mut builder = PolyMeshBuilder::over(points.into(), all.len()).at_heights(heights);
        for (floor, first) in (0..).zip((0..).step_by(4).take(all.len())) {
            let polygon = Polygon { name: 100 + u32::from(floor), floor, ..Polygon::default() };
            builder.polygon(polygon, first..first + 4);
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
            builder.polygon(Polygon::default(), corners.iter().copied());
            let mesh = builder.finish();
            for p in [(0.0, 0.0), (0.25, 0.25), (9.0, 9.0), (f64::NAN, f64::INFINITY)].map(Point::from) {
                let _ = (mesh.polygons_at(p).count(), mesh.nearest(p, 0.5, None), mesh.bounds());
            }
        }
        let none = PolyMeshBuilder::over(Arc::new([]), 0).finish();
        assert_eq!((none.count(), none.polygons_at(Point::default()).count()), (0, 0));
    }
}
