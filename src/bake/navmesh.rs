//! What a bake leaves: polygons that may be walked, how they are joined, and what is wrong with them.

use std::sync::{Arc, OnceLock};

use serde::Serialize;

use super::{
    BakeSettings, Filter, Ground, Merge, Recipe, Triangles,
    voxels::{PolygonLinks, VoxelFault, VoxelViolation},
};
use crate::{
    geometry::Point,
    maze::{Maze, World},
    mesh::{Link, MeshFault, PolyMesh, SightMesh, TriangleId, VertexId},
};

/// A baked maze, ready for queries.
#[derive(Clone, Debug)]
pub struct NavMesh {
    world: Arc<dyn World>,
    maze: Arc<Maze>,
    settings: BakeSettings,
    radius: f64,
    polygons: PolyMesh,
    /// What the polygons were made of, if of triangles.
    triangles: Option<Triangles>,
    /// What is wrong with polygons that were made of something else.
    faults: Vec<VoxelViolation>,
    caches: Caches,
}

/// What follows from a navmesh, found when it is first asked for.
#[derive(Clone, Debug, Default)]
struct Caches {
    ground: OnceLock<Arc<Ground>>,
    /// The mesh of true walls.
    walls: OnceLock<Arc<NavMesh>>,
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
    /// Polygons of contours or voxels are broken.
    Outlined(VoxelFault),
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
            Self::Outlined(it) => it.name(),
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
            Self::Outlined(it) => it.text(),
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

impl From<&VoxelViolation> for BakeViolation {
    fn from(it: &VoxelViolation) -> Self {
        Self { kind: BakeFault::Outlined(it.kind), triangle: None, at: it.at, ends: None }
    }
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
        let (maze, settings) = (filter.maze().clone(), *filter.settings());
        let (triangles, polygons) = Triangles::joined(filter, is_removed);
        let caches = Caches::default();
        let (world, triangles) = (maze.clone(), Some(triangles));
        Self { world, maze, settings, radius, polygons, triangles, faults: Vec::new(), caches }
    }

    /// Makes linked polygons ready for queries that are held against a world.
    #[must_use]
    pub fn linked(
        links: &PolygonLinks,
        world: Arc<dyn World>,
        maze: Arc<Maze>,
        settings: BakeSettings,
        radius: f64,
    ) -> Self {
        let (polygons, faults) = (links.mesh(), links.faults());
        Self { world, maze, settings, radius, polygons, triangles: None, faults, caches: Caches::default() }
    }

    /// What may be walked on.
    #[must_use]
    pub fn world(&self) -> &Arc<dyn World> {
        &self.world
    }

    /// What was given.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        &self.maze
    }

    /// How it was baked.
    #[must_use]
    pub fn settings(&self) -> &BakeSettings {
        &self.settings
    }

    /// How far the agent's centre stays from every wall.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether the mesh has polygons around corners that are round for the agent.
    #[must_use]
    pub fn has_round_corners(&self) -> bool {
        self.radius > 0.0 && self.settings.recipe == Recipe::Walls
    }

    /// The convex polygons that a search goes over.
    #[inline]
    #[must_use]
    pub fn polygons(&self) -> &PolyMesh {
        &self.polygons
    }

    /// The triangles that those were made of; none if they were made of something else.
    #[inline]
    #[must_use]
    pub fn triangles(&self) -> Option<&Triangles> {
        self.triangles.as_ref()
    }

    /// What an island is counted in.
    #[must_use]
    pub fn piece(&self) -> &'static str {
        if self.triangles.is_some() { "triangle" } else { "polygon" }
    }

    /// The mesh of true walls for the same maze and agent, once it is known.
    #[must_use]
    pub fn walls(&self) -> Option<&Arc<Self>> {
        self.caches.walls.get()
    }

    /// Keeps the mesh of true walls, unless one is kept already; gives the one that is.
    pub fn keep_walls(&self, walls: Arc<Self>) -> Arc<Self> {
        self.caches.walls.get_or_init(|| walls).clone()
    }

    /// How floor, agent and mesh hang together.
    #[must_use]
    pub fn ground(&self) -> &Ground {
        self.caches.ground.get_or_init(|| Arc::new(Ground::of(self)))
    }

    /// The polygons' sides, laid out for searches that look through them.
    #[inline]
    #[must_use]
    pub fn sight_mesh(&self) -> &SightMesh {
        self.caches.sight_mesh.get_or_init(|| Arc::new(SightMesh::of(self.polygons())))
    }

    /// Everything that is wrong, exactly; `merged` vertices of a triangulation are excused.
    #[must_use]
    pub fn violations(&self, merged: impl Fn(VertexId) -> bool) -> Vec<BakeViolation> {
        match &self.triangles {
            Some(it) => it.violations(merged),
            None => self.faults.iter().map(BakeViolation::from).collect(),
        }
    }
}
