//! Walkable triangles as the polygons that a search goes over: each for itself, or several joined over the edges between them.
//!
//! A polygon is named after its oldest triangle. All its sides turn left around it, those of a triangle in the triangle's own order.

use super::Filter;
use crate::mesh::{Link, PolyMesh, PolyMeshBuilder, Polygon, SideId, TriangleId, Triangulation};

/// The polygons of a filtered mesh.
#[derive(Clone, Debug)]
pub(super) struct Joined {
    /// The polygons, in order of their names.
    pub(super) mesh: PolyMesh,
    /// For each triangle ever born the place of its polygon, or `u32::MAX`.
    pub(super) of_triangle: Vec<u32>,
}

impl Joined {
    /// Joins walkable triangles, given in order of their numbers, over those of their sides that were removed.
    ///
    /// What is joined must be convex.
    pub(super) fn of(filter: &Filter, walkable: &[TriangleId], is_removed: impl Fn(Link) -> bool) -> Self {
        let mesh = &**filter.mesh();
        let mut builder = PolyMeshBuilder::over(mesh.points().clone(), walkable.len());
        let mut of_triangle = vec![u32::MAX; mesh.triangles().len()];
        // For each side of a triangle that of the polygon.
        let mut side_of = vec![SideId::NONE; mesh.triangles().len() * 3];
        let mut links = Vec::with_capacity(walkable.len() * 3);
        let mut stack = Vec::new();
        let mut count = 0;
        for &oldest in walkable {
            if of_triangle[oldest.index()] != u32::MAX {
                continue;
            }
            let mut first = Link::NONE;
            of_triangle[oldest.index()] = count;
            stack.push(oldest);
            while let Some(triangle) = stack.pop() {
                for side in triangle.sides() {
                    if !is_removed(side) {
                        first = if first == Link::NONE { side } else { first };
                        continue;
                    }
                    let beyond = mesh.across(side).triangle();
                    if of_triangle[beyond.index()] == u32::MAX {
                        of_triangle[beyond.index()] = count;
                        stack.push(beyond);
                    }
                }
            }
            let begin = links.len();
            around(mesh, first, &is_removed, &mut links);
            let sides = &links[begin..];
            let polygon = Polygon { name: oldest.number(), ..Polygon::default() };
            let id = builder.polygon(polygon, sides.iter().map(|it| mesh.ends(*it)[0]));
            for (side, link) in builder.sides(id).zip(sides) {
                side_of[link.index() as usize] = side;
            }
            count += 1;
        }
        for (index, &link) in links.iter().enumerate() {
            let side = SideId::of_index(index);
            if let Some(twin) = filter.neighbour(link) {
                builder.link(side, side_of[twin.index() as usize]);
            }
            if filter.is_closed(link) {
                builder.close(side);
            }
        }
        Self { mesh: builder.finish(), of_triangle }
    }
}

/// Appends the sides around a polygon, from one of them on: behind each comes the next of its triangle, or if that was removed, the
/// one next to it beyond.
fn around(mesh: &Triangulation, first: Link, is_removed: impl Fn(Link) -> bool, sides: &mut Vec<Link>) {
    let mut last = first;
    loop {
        sides.push(last);
        let mut next = last.next();
        while is_removed(next) {
            let beyond = mesh.across(next);
            next = beyond.next();
        }
        if next == first {
            return;
        }
        last = next;
    }
}
