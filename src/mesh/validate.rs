//! What is wrong with a triangulation, exactly, and where.
//!
//! A sound one has none of these faults; one built with rounded predicates or too small a frame may have any. Edges laid as
//! constraints need not be Delaunay.

use serde::Serialize;

use super::{
    constraints::Refusal,
    triangle::{Link, TriangleId, VertexId},
    triangulation::Triangulation,
};
use crate::geometry::{Place, Point, Turn, crossed_at, in_circle, turn};

/// A rule of triangulations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeshFault {
    /// A triangle's corners don't turn left: it is flat, or lies over its neighbours.
    NotLeft,
    /// The circle of a triangle holds the far corner of its neighbour.
    NotDelaunay,
    /// A side has no neighbour though the mesh goes on behind it.
    Crack,
    /// More than two triangles share a side.
    EdgeOfThree,
    /// A vertex belongs to no triangle.
    LostVertex,
    /// The border of the mesh has a dent where the hull has none.
    Dent,
    /// A constraint crosses another, and was not laid.
    CrossingConstraints,
}

/// A broken rule, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MeshViolation {
    /// Which rule.
    pub kind: MeshFault,
    /// The triangle, where one is to blame.
    pub triangle: Option<TriangleId>,
    /// Where.
    pub at: Point,
    /// The ends of the edge that is to blame; twice the vertex, where that is.
    #[serde(skip)]
    pub ends: Option<[VertexId; 2]>,
}

/// Checks every rule on the triangles between samples; `merged` vertices are excused.
#[must_use]
pub fn validate(mesh: &Triangulation, merged: impl Fn(VertexId) -> bool) -> Vec<MeshViolation> {
    let inner: Vec<TriangleId> = mesh.inner().collect();
    let mut found = Vec::new();
    let place = |triangle: TriangleId| mesh.corners(triangle).map(Point::centroid).unwrap_or_default();
    let mut sides: Vec<([VertexId; 2], Link)> = Vec::with_capacity(inner.len() * 3);
    let mut used = vec![false; mesh.samples()];
    for &id in &inner {
        let Some([a, b, c]) = mesh.corners(id) else { continue };
        if turn(a, b, c).verdict != Turn::Left {
            found.push(MeshViolation { kind: MeshFault::NotLeft, triangle: Some(id), at: place(id), ends: None });
        }
        for side in id.sides() {
            let [from, to] = mesh.ends(side);
            used[from.index()] = true;
            sides.push(([from.min(to), from.max(to)], side));
            let across = mesh.across(side);
            if across == Link::NONE || across.triangle() < id || !mesh.is_inner(across.triangle()) {
                continue;
            }
            if mesh.is_constrained(across) {
                continue;
            }
            let far = mesh.apex(across);
            if in_circle(a, b, c, mesh.point(far)).verdict == Place::Inside {
                let at = mesh.point(from).middle(mesh.point(to));
                let ends = Some([from, to]);
                found.push(MeshViolation { kind: MeshFault::NotDelaunay, triangle: Some(id), at, ends });
            }
        }
    }
    let excused = inner.is_empty() && is_flat(mesh);
    let lost = (0..).map(VertexId::new).zip(&used).filter(|&(vertex, &used)| !used && !excused && !merged(vertex));
    found.extend(lost.map(|(vertex, _)| MeshViolation {
        kind: MeshFault::LostVertex,
        triangle: None,
        at: mesh.point(vertex),
        ends: Some([vertex; 2]),
    }));
    sides.sort_unstable_by_key(|it| it.0);
    check_sides(mesh, &sides, &mut found);
    found.extend(mesh.refused().iter().map(|it| crossing(mesh, it)));
    found.sort_by_key(|it| it.kind);
    found
}

/// A constraint that was refused, where it crosses another.
fn crossing(mesh: &Triangulation, &Refusal { constraint, crossed }: &Refusal) -> MeshViolation {
    let ends = mesh.constraint_ends(constraint);
    let [[a, b], [c, d]] = [ends, crossed].map(|it| it.map(|end| mesh.point(end)));
    let t = crossed_at([a, b], [c, d]);
    // Rounding may find nearly parallel ones to have no common point.
    let at = if t.is_finite() { a.towards(b, t.clamp(0.0, 1.0)) } else { c.middle(d) };
    MeshViolation { kind: MeshFault::CrossingConstraints, triangle: None, at, ends: Some(ends) }
}

/// Whether all samples lie on a line, so that there can be no triangle.
fn is_flat(mesh: &Triangulation) -> bool {
    let points = &mesh.points()[..mesh.samples()];
    let ends = points.first().zip(points.iter().find(|&&it| it != points[0]));
    ends.is_none_or(|(&a, &b)| points.iter().all(|&it| turn(a, b, it).verdict == Turn::Straight))
}

/// Checks how sides pair up, and that those without a partner run around the hull.
fn check_sides(mesh: &Triangulation, sides: &[([VertexId; 2], Link)], found: &mut Vec<MeshViolation>) {
    let mut border: Vec<[VertexId; 2]> = Vec::new();
    for same in sides.chunk_by(|one, other| one.0 == other.0) {
        let (ends, first) = same[0];
        let at = mesh.point(ends[0]).middle(mesh.point(ends[1]));
        let mut report =
            |kind| found.push(MeshViolation { kind, triangle: Some(first.triangle()), at, ends: Some(ends) });
        let across = |link: Link| mesh.across(link);
        match same {
            [_] => {
                let edge = mesh.ends(first);
                border.push(edge);
            }
            [(_, one), (_, other)] if across(*one) == *other && across(*other) == *one => (),
            [_, _] => report(MeshFault::Crack),
            _ => report(MeshFault::EdgeOfThree),
        }
    }
    border.sort_unstable();
    for &[from, to] in &border {
        let nexts = border.iter().skip(border.partition_point(|it| it[0] < to)).take_while(|it| it[0] == to);
        let [a, b] = [from, to].map(|it| mesh.point(it));
        // Inside lies to the left of the border, so a hull never turns right.
        if nexts.map(|it| mesh.point(it[1])).any(|next| turn(a, b, next).verdict == Turn::Right) {
            found.push(MeshViolation { kind: MeshFault::Dent, triangle: None, at: b, ends: Some([to; 2]) });
        }
    }
}
