//! What a bake leaves: triangles that may be walked, edges that may be crossed, and what is wrong with them.

use std::sync::{Arc, OnceLock};

use serde::Serialize;

use super::{EdgeFilter, FaceFilter, Filter, Ground, Merge, Recipe, polygons::Joined};
use crate::{
    geometry::Point,
    maze::{Maze, World},
    mesh::{Link, MeshFault, PolyMesh, PolygonId, SightMesh, TriangleId, Triangulation, VertexId, validate},
};

/// A baked maze, ready for queries.
#[derive(Clone, Debug)]
pub struct NavMesh {
    world: Arc<dyn World>,
    filter: Arc<Filter>,
    walkable: Vec<TriangleId>,
    /// For each triangle ever born its place in `walkable`, or `u32::MAX`.
    index: Vec<u32>,
    joined: Joined,
    radius: f64,
    /// Looked at when it is first asked for.
    ground: OnceLock<Arc<Ground>>,
    /// The mesh of true walls, once it was asked for.
    walls: OnceLock<Arc<Self>>,
    /// Made when they are first asked for.
    sight_mesh: OnceLock<Arc<SightMesh>>,
}

/// A rule of bakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub enum BakeFault {
    /// The triangulation itself is broken.
    Mesh(MeshFault),
    /// Something walkable is not.
    Walkable(WalkableFault),
}

/// Rules for what may be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WalkableFault {
    /// A walkable triangle overlaps a wall.
    TriangleInWall,
    /// An open edge crosses a wall.
    EdgeInWall,
}

impl BakeFault {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mesh(MeshFault::NotLeft) => "not-left",
            Self::Mesh(MeshFault::NotDelaunay) => "not-delaunay",
            Self::Mesh(MeshFault::Crack) => "crack",
            Self::Mesh(MeshFault::EdgeOfThree) => "edge-of-three",
            Self::Mesh(MeshFault::LostVertex) => "lost-vertex",
            Self::Mesh(MeshFault::Dent) => "dent",
            Self::Mesh(MeshFault::CrossingConstraints) => "crossing-constraints",
            Self::Walkable(WalkableFault::TriangleInWall) => "triangle-in-wall",
            Self::Walkable(WalkableFault::EdgeInWall) => "edge-in-wall",
        }
    }

    /// What is wrong, in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Mesh(MeshFault::NotLeft) => "a triangle's corners don't turn left",
            Self::Mesh(MeshFault::NotDelaunay) => "a triangle's circle holds its neighbour's far corner",
            Self::Mesh(MeshFault::Crack) => "two triangles share a side but are not joined",
            Self::Mesh(MeshFault::EdgeOfThree) => "more than two triangles share a side",
            Self::Mesh(MeshFault::LostVertex) => "a sample belongs to no triangle",
            Self::Mesh(MeshFault::Dent) => "the mesh has a dent where the hull has none",
            Self::Mesh(MeshFault::CrossingConstraints) => "a constraint crosses another, and was not laid",
            Self::Walkable(WalkableFault::TriangleInWall) => "walkable triangle in, or too near, a wall",
            Self::Walkable(WalkableFault::EdgeInWall) => "an open edge crosses a wall",
        }
    }
}

/// A broken rule, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BakeViolation {
    /// Which rule.
    pub kind: BakeFault,
    /// The triangle, where one is to blame.
    pub triangle: Option<TriangleId>,
    /// Where.
    pub at: Point,
    /// The ends of the edge that is to blame; twice the vertex, where that is.
    #[serde(skip)]
    pub ends: Option<[VertexId; 2]>,
}

impl NavMesh {
    /// Makes a filtered mesh ready for queries, each triangle a polygon of its own.
    #[must_use]
    pub fn new(filter: Arc<Filter>, radius: f64) -> Self {
        Self::joined(filter, radius, |_| false)
    }

    /// Makes a mesh of merged polygons ready for queries.
    #[must_use]
    pub fn merged(merge: &Merge, radius: f64) -> Self {
        Self::joined(merge.filter().clone(), radius, |it| merge.is_removed(it))
    }

    fn joined(filter: Arc<Filter>, radius: f64, is_removed: impl Fn(Link) -> bool) -> Self {
        let mesh = filter.mesh().clone();
        let walkable: Vec<TriangleId> = mesh.inner().filter(|&it| filter.is_walkable(it)).collect();
        let mut index = vec![u32::MAX; mesh.triangles().len()];
        for (place, &triangle) in (0..).zip(&walkable) {
            index[triangle as usize] = place;
        }
        let joined = Joined::of(&filter, &walkable, is_removed);
        Self {
            world: filter.maze().clone(),
            filter,
            walkable,
            index,
            joined,
            radius,
            ground: OnceLock::new(),
            walls: OnceLock::new(),
            sight_mesh: OnceLock::new(),
        }
    }

    /// The triangulation below.
    #[must_use]
    pub fn mesh(&self) -> &Arc<Triangulation> {
        self.filter.mesh()
    }

    /// What may be walked on.
    #[must_use]
    pub fn world(&self) -> &Arc<dyn World> {
        &self.world
    }

    /// The cells of that.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        self.filter.maze()
    }

    /// What the filter found.
    #[must_use]
    pub fn filter(&self) -> &Arc<Filter> {
        &self.filter
    }

    /// How far the agent's centre stays from every wall.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether the mesh has polygons around corners that are round for the agent.
    #[must_use]
    pub fn has_round_corners(&self) -> bool {
        self.radius > 0.0 && self.filter.settings().recipe == Recipe::Walls
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
        let place = *self.index.get(triangle as usize)?;
        (place != u32::MAX).then_some(place as usize)
    }

    /// The convex polygons that a search goes over.
    #[inline]
    #[must_use]
    pub fn polygons(&self) -> &PolyMesh {
        &self.joined.mesh
    }

    /// The polygon that a triangle belongs to; none if it is not walkable.
    #[inline]
    #[must_use]
    pub fn polygon_of(&self, triangle: TriangleId) -> Option<PolygonId> {
        self.joined.of_triangle(triangle)
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

    /// The mesh of true walls for the same maze and agent, once it is known.
    #[must_use]
    pub fn walls(&self) -> Option<&Arc<Self>> {
        self.walls.get()
    }

    /// Keeps the mesh of true walls, unless one is kept already; gives the one that is.
    pub fn keep_walls(&self, walls: Arc<Self>) -> Arc<Self> {
        self.walls.get_or_init(|| walls).clone()
    }

    /// How floor, agent and mesh hang together; found when it is first asked for.
    #[must_use]
    pub fn ground(&self) -> &Ground {
        self.ground.get_or_init(|| Arc::new(Ground::of(self)))
    }

    /// The polygons' sides, laid out for searches that look through them; made when they are first asked for.
    #[inline]
    #[must_use]
    pub fn sight_mesh(&self) -> &SightMesh {
        self.sight_mesh.get_or_init(|| Arc::new(SightMesh::of(self.polygons())))
    }

    /// Everything that is wrong, exactly; `merged` vertices are excused.
    #[must_use]
    pub fn violations(&self, merged: impl Fn(u32) -> bool) -> Vec<BakeViolation> {
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
        let edges = self.walkable.iter().flat_map(|&it| [0, 1, 2].map(|side| Link::new(it, side))).filter(|&edge| {
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
