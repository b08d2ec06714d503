//! Which polygons hang together over sides that may be crossed.

use super::{NavMesh, union::Union};
use crate::{
    geometry::{Point, Spot},
    mesh::{PolygonId, TriangleId},
};

/// Polygons that hang together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Island {
    /// How many triangles they were made of; how many polygons they are, if they were made of something else.
    pub size: usize,
    /// The first of them.
    pub first: PolygonId,
    /// The centroid of the triangle that it is named after, or its own.
    pub at: Point,
}

/// The islands of a navmesh, the largest first; among equals the one that has the older polygon.
#[derive(Clone, Debug)]
pub struct Islands {
    islands: Vec<Island>,
    /// The island of each polygon.
    of_polygon: Vec<u32>,
}

impl Islands {
    /// Finds the islands, in time that grows with the mesh and no faster.
    #[must_use]
    pub fn of(nav: &NavMesh) -> Self {
        let mesh = nav.polygons();
        let mut sets = Union::new(mesh.count());
        for polygon in mesh.ids() {
            for side in mesh.sides(polygon) {
                // In a torn mesh the way back may be missing; the search takes what way there is, and so do we.
                if let Some(beyond) = mesh.behind(side) {
                    sets.join(polygon.number(), beyond.number());
                }
            }
        }
        let mut of_polygon: Vec<u32> = (0..).take(mesh.count()).map(|it| sets.find(it)).collect();
        let mut sizes = vec![0; of_polygon.len()];
        match nav.triangles() {
            Some(triangles) => {
                for polygon in triangles.walkable().iter().filter_map(|&it| triangles.polygon_of(it)) {
                    sizes[of_polygon[polygon.index()] as usize] += 1;
                }
            }
            None => of_polygon.iter().for_each(|&set| sizes[set as usize] += 1),
        }
        let mut order: Vec<u32> = (0..).zip(&sizes).filter(|it| *it.1 > 0).map(|it| it.0).collect();
        order.sort_by_key(|&set| (usize::MAX - sizes[set as usize], set));
        let island = |&set: &u32| {
            let first = PolygonId::of_index(set as usize);
            Island { size: sizes[set as usize], first, at: centre(nav, first) }
        };
        let islands = order.iter().map(island).collect();
        let mut number = vec![0; of_polygon.len()];
        for (island, &set) in (0..).zip(&order) {
            number[set as usize] = island;
        }
        for set in &mut of_polygon {
            *set = number[*set as usize];
        }
        Self { islands, of_polygon }
    }

    /// The islands, the largest first.
    #[must_use]
    pub fn all(&self) -> &[Island] {
        &self.islands
    }

    /// The island that a polygon belongs to.
    #[must_use]
    pub fn of_polygon(&self, polygon: PolygonId) -> u32 {
        self.of_polygon[polygon.index()]
    }

    /// The island that a triangle belongs to; none if it is not walkable.
    #[must_use]
    pub fn of_triangle(&self, nav: &NavMesh, triangle: TriangleId) -> Option<u32> {
        nav.triangles()?.polygon_of(triangle).map(|it| self.of_polygon(it))
    }

    /// The islands that a place is on: one as a rule, several where they touch.
    #[must_use]
    pub fn at(&self, nav: &NavMesh, place: impl Into<Spot>) -> Vec<u32> {
        let mut found: Vec<u32> =
            nav.polygons().polygons_on(place.into()).into_iter().map(|it| self.of_polygon(it)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How much an island covers in plan. \[world units²]
    #[must_use]
    pub fn area(&self, nav: &NavMesh, island: usize) -> f64 {
        let is_of = |it: &PolygonId| self.of_polygon(*it) as usize == island;
        nav.polygons().ids().filter(is_of).map(|it| nav.polygons().area_of(it)).sum()
    }

    /// The triangles of an island, in order of their numbers; none of a mesh that is not made of such.
    pub fn triangles<'a>(&'a self, nav: &'a NavMesh, island: u32) -> impl Iterator<Item = TriangleId> + 'a {
        let all = nav.triangles().into_iter().flat_map(|it| it.walkable().iter().copied());
        all.filter(move |&it| self.of_triangle(nav, it) == Some(island))
    }
}

/// The centroid of the triangle that a polygon is named after, or its own.
fn centre(nav: &NavMesh, polygon: PolygonId) -> Point {
    let mesh = nav.polygons();
    let named_after = nav.triangles().and_then(|it| it.mesh().corners(TriangleId::new(mesh.name(polygon))));
    named_after.map_or_else(|| mesh.centre(polygon), Point::centroid)
}
