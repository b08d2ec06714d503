//! Which walkable triangles hang together over open edges.

use super::{NavMesh, union::Union};
use crate::{
    geometry::Point,
    mesh::{Link, TriangleId},
};

/// Walkable triangles that hang together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Island {
    /// How many they are.
    pub triangles: usize,
    /// The first of them.
    pub first: TriangleId,
    /// The centroid of that one.
    pub at: Point,
}

/// The islands of a navmesh, the largest first; among equals the one that has the older triangle.
#[derive(Clone, Debug)]
pub struct Islands {
    islands: Vec<Island>,
    /// The island of each walkable triangle, in their order.
    of_place: Vec<u32>,
}

impl Islands {
    /// Finds the islands, in time that grows with the mesh and no faster.
    #[must_use]
    pub fn of(nav: &NavMesh) -> Self {
        let mut sets = Union::new(nav.walkable().len());
        for (place, &triangle) in (0..).zip(nav.walkable()) {
            for side in 0..3 {
                let across = nav.portal(Link::new(triangle, side));
                let beyond = across.and_then(|it| nav.place_of(it.triangle()));
                // In a torn mesh the way back may be missing; the search takes what way there is, and so do we.
                if let Some(beyond) = beyond.and_then(|it| u32::try_from(it).ok()) {
                    sets.join(place, beyond);
                }
            }
        }
        let mut of_place: Vec<u32> = (0..).take(nav.walkable().len()).map(|it| sets.find(it)).collect();
        let mut counts = vec![0; of_place.len()];
        for &set in &of_place {
            counts[set as usize] += 1;
        }
        let mut order: Vec<u32> = (0..).zip(&counts).filter(|it| *it.1 > 0).map(|it| it.0).collect();
        order.sort_by_key(|&set| (usize::MAX - counts[set as usize], set));
        let island = |&set: &u32| {
            let first = nav.walkable()[set as usize];
            let at = nav.mesh().corners(first).map(Point::centroid).unwrap_or_default();
            Island { triangles: counts[set as usize], first, at }
        };
        let islands = order.iter().map(island).collect();
        let mut number = vec![0; of_place.len()];
        for (island, &set) in (0..).zip(&order) {
            number[set as usize] = island;
        }
        for set in &mut of_place {
            *set = number[*set as usize];
        }
        Self { islands, of_place }
    }

    /// The islands, the largest first.
    #[must_use]
    pub fn all(&self) -> &[Island] {
        &self.islands
    }

    /// The island of each walkable triangle, in their order.
    #[must_use]
    pub fn of_places(&self) -> &[u32] {
        &self.of_place
    }

    /// The island that a triangle belongs to; none if it is not walkable.
    #[must_use]
    pub fn of_triangle(&self, nav: &NavMesh, triangle: TriangleId) -> Option<u32> {
        nav.place_of(triangle).map(|it| self.of_place[it])
    }

    /// The islands that hold a point: one as a rule, several where they touch.
    #[must_use]
    pub fn at(&self, nav: &NavMesh, p: Point) -> Vec<u32> {
        // All triangles of a polygon hang together; its name is that of one of them.
        let polygons = nav.polygons();
        let triangles = polygons.polygons_at(p).map(|it| polygons.name(it));
        let mut found: Vec<u32> = triangles.filter_map(|it| self.of_triangle(nav, it)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The triangles of an island, in order of their numbers.
    pub fn triangles<'a>(&'a self, nav: &'a NavMesh, island: u32) -> impl Iterator<Item = TriangleId> + 'a {
        let all = nav.walkable().iter().zip(&self.of_place);
        all.filter(move |it| *it.1 == island).map(|it| *it.0)
    }
}
