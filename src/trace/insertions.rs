//! The insertion of vertices, told: the part of the triangulation's story that ends when all of them are in.

use super::triangulate::name_triangle;
use crate::{
    geometry::{Place, Point, Turn, in_circle, turn},
    mesh::{FRAME, Link, TriangleId, Triangulation, VertexId},
};

/// Where the vertex lies that comes next.
pub(super) fn next_point(mesh: &Triangulation) -> Option<Point> {
    mesh.points()[..mesh.samples()].get(mesh.next().index()).copied()
}

/// How the next vertex was found to lie off a side, as a sentence.
pub(super) fn walked(mesh: &Triangulation, edge: Link, turn: Turn) -> String {
    let (next, triangle) = (mesh.next(), name_triangle(mesh, edge.triangle()));
    if is_symbolic(mesh, edge.triangle()) {
        let seen = match turn {
            Turn::Left => "lies outside",
            Turn::Straight => "lies on the line of",
            Turn::Right => "is not seen from",
        };
        return format!("Vertex {next} {seen} the hull's edge at symbolic triangle {triangle}.");
    }
    let beyond = match turn {
        Turn::Left => "on the near side of",
        Turn::Straight => "on the line of",
        Turn::Right => "beyond",
    };
    format!("Vertex {next} lies {beyond} side {} of triangle {triangle}.", edge.side())
}

/// What an insertion did to an edge: its vertex brings those to the rim, and takes those between two of its zone.
pub(super) fn touch_edge(
    mesh: &Triangulation,
    vertex: VertexId,
    zone: &[u32],
    ends: [VertexId; 2],
) -> Option<&'static str> {
    let has_both = |number: u32| {
        let corners = mesh.triangle(TriangleId::new(number)).corners;
        ends.iter().all(|it| corners.contains(it))
    };
    if ends.contains(&vertex) {
        return mesh.newest_star(vertex).any(has_both).then_some("born");
    }
    let before = zone.iter().filter(|it| has_both(**it)).count();
    // An odd number of the zone's triangles have an edge of the rim.
    (before > 0 && before % 2 == 0).then_some("removed")
}

/// Whether a triangle lies beyond the hull.
pub(super) fn is_symbolic(mesh: &Triangulation, triangle: TriangleId) -> bool {
    mesh.triangle(triangle).corners.contains(&FRAME)
}

/// Whether the corners of a triangle turn left.
pub(super) fn turns_left(mesh: &Triangulation, triangle: TriangleId) -> bool {
    mesh.corners(triangle).is_none_or(|[a, b, c]| turn(a, b, c).verdict == Turn::Left)
}

/// Whether the circle of a triangle holds the far corner of a neighbour that has no corner of the frame, and that it sees.
pub(super) fn holds_a_far_corner(mesh: &Triangulation, triangle: TriangleId) -> bool {
    let Some([a, b, c]) = mesh.corners(triangle) else { return false };
    let neighbours = mesh.triangle(triangle).across.into_iter();
    let is_seen = |it: &Link| *it != Link::NONE && mesh.is_inner(it.triangle()) && !mesh.is_constrained(*it);
    neighbours.filter(is_seen).any(|across| {
        let far = mesh.apex(across);
        in_circle(a, b, c, mesh.point(far)).verdict == Place::Inside
    })
}

/// Where a vertex lies off a circle, in words.
pub(super) fn circle_words(place: Place) -> &'static str {
    match place {
        Place::Inside => "inside the circle",
        Place::On => "on the circle",
        Place::Outside => "outside the circle",
    }
}
