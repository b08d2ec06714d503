//! The triangles that a mesh was made of, where it was made of such: which may be walked, which edges crossed, and the polygon of each.

use std::sync::Arc;

use super::{
    EdgeFilter, FaceFilter, Filter,
    navmesh::{BakeFault, BakeViolation, WalkableFault},
    polygons::Joined,
};
use crate::{
    geometry::Point,
    mesh::{Link, PolyMesh, PolygonId, TriangleId, Triangulation, VertexId, validate},
};

/// The triangles of a filtered mesh.
#[derive(Clone, Debug)]
pub struct Triangles {
    filter: Arc<Filter>,
    walkable: Vec<TriangleId>,
    /// For each triangle ever born its place in `walkable`, or `u32::MAX`.
    index: Vec<u32>,
    /// For each triangle ever born the place of its polygon, or `u32::MAX`.
    of_triangle: Vec<u32>,
}

impl Triangles {
    /// The triangles of a filtered mesh, and the polygons that they make when they are joined over the sides that were removed.
    pub(super) fn joined(filter: Arc<Filter>, is_removed: impl Fn(Link) -> bool) -> (Self, PolyMesh) {
        let mesh = filter.mesh().clone();
        let walkable: Vec<TriangleId> = mesh.inner().filter(|&it| filter.is_walkable(it)).collect();
        let mut index = vec![u32::MAX; mesh.triangles().len()];
        for (place, &triangle) in (0..).zip(&walkable) {
            index[triangle.index()] = place;
        }
        let Joined { mesh: polygons, of_triangle } = Joined::of(&filter, &walkable, is_removed);
        (Self { filter, walkable, index, of_triangle }, polygons)
    }

    /// The triangulation below.
    #[must_use]
    pub fn mesh(&self) -> &Arc<Triangulation> {
        self.filter.mesh()
    }

    /// What the filter found.
    #[must_use]
    pub fn filter(&self) -> &Arc<Filter> {
        &self.filter
    }

    /// The walkable triangles, in order of their numbers.
    #[must_use]
    pub fn walkable(&self) -> &[TriangleId] {
        &self.walkable
    }

    /// Where a walkable triangle stands in [`walkable`](Self::walkable).
    #[inline]
    #[must_use]
    pub fn place_of(&self, triangle: TriangleId) -> Option<usize> {
        let place = *self.index.get(triangle.index())?;
        (place != u32::MAX).then_some(place as usize)
    }

    /// The polygon that a triangle belongs to; none if it is not walkable.
    #[inline]
    #[must_use]
    pub fn polygon_of(&self, triangle: TriangleId) -> Option<PolygonId> {
        let place = *self.of_triangle.get(triangle.index())?;
        (place != u32::MAX).then(|| PolygonId::of_index(place as usize))
    }

    /// The side across an edge, if one may cross there.
    #[inline]
    #[must_use]
    pub fn portal(&self, edge: Link) -> Option<Link> {
        self.filter.portal(edge)
    }

    /// The ends of an edge.
    #[inline]
    #[must_use]
    pub fn ends(&self, edge: Link) -> [Point; 2] {
        let mesh = self.mesh();
        mesh.ends(edge).map(|it| mesh.point(it))
    }

    /// Everything that is wrong, exactly; `merged` vertices are excused.
    #[must_use]
    pub fn violations(&self, merged: impl Fn(VertexId) -> bool) -> Vec<BakeViolation> {
        let mesh = self.mesh();
        let of_mesh = validate(mesh, merged).into_iter().map(|it| BakeViolation {
            kind: BakeFault::Mesh(it.kind),
            triangle: it.triangle,
            at: it.at,
            ends: it.ends,
        });
        let in_walls = self.walkable.iter().filter(|&&it| self.filter.wall_in(it, FaceFilter::Exact).is_some());
        let triangles = in_walls.map(|&it| BakeViolation {
            kind: BakeFault::Walkable(WalkableFault::TriangleInWall),
            triangle: Some(it),
            at: mesh.corners(it).map(Point::centroid).unwrap_or_default(),
            ends: None,
        });
        let edges = self.walkable.iter().flat_map(|&it| it.sides()).filter(|&edge| {
            let older = self.portal(edge).is_some_and(|across| edge.triangle() < across.triangle());
            older && self.filter.is_blocked(edge, EdgeFilter::Exact)
        });
        let edges = edges.map(|edge| {
            let [a, b] = self.ends(edge);
            BakeViolation {
                kind: BakeFault::Walkable(WalkableFault::EdgeInWall),
                triangle: Some(edge.triangle()),
                at: a.middle(b),
                ends: Some(mesh.ends(edge)),
            }
        });
        of_mesh.chain(triangles).chain(edges).collect()
    }
}
