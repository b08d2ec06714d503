//! The laying of constraints, told: the part of the triangulation's story that begins when all vertices are in.

use super::{
    Thing,
    lens::{Answer, Fact, Lens},
    phrases::places,
    triangulate::edge_of,
};
use crate::{
    geometry::{Certainty, Point, Turn, counted},
    mesh::{Laying, Link, TriangleId, Triangulation, VertexId},
};

/// The vertex at a corner.
pub(super) fn vertex_at(mesh: &Triangulation, corner: Link) -> VertexId {
    mesh.apex(corner)
}

/// The piece just laid: the constraint it belongs to, as in `constraint 5`, and how far along that it led.
fn name_piece(mesh: &Triangulation, to: VertexId) -> (String, String) {
    let constraint = mesh.laid_by().last().copied().unwrap_or(0);
    let [_, end] = mesh.constraint_ends(constraint);
    let on_the_way = if end == to { String::new() } else { format!("; vertex {to} lies on the way to {end}") };
    (format!("constraint {constraint}"), on_the_way)
}

/// That a piece was an edge already, as a sentence.
pub(super) fn laid(mesh: &Triangulation, [from, to]: [VertexId; 2], again: bool) -> String {
    let (name, on_the_way) = name_piece(mesh, to);
    let is_new = if again { "was laid before" } else { "stays from here on" };
    format!("Edge {from}–{to} is there already, and {is_new}: {name} runs along it{on_the_way}.")
}

/// That triangles gave way to a piece, as a sentence.
pub(super) fn carved(mesh: &Triangulation, [from, to]: [VertexId; 2], removed: u32) -> String {
    let (name, on_the_way) = name_piece(mesh, to);
    let born = mesh.newest_carving();
    format!(
        "Edge {from}–{to} was laid for {name}: the {} it crosses gave way to as many, numbers {} to {}{on_the_way}.",
        counted(removed as usize, "triangle"),
        born.start,
        born.end - 1,
    )
}

/// That a constraint crosses a piece of another, as a sentence.
pub(super) fn refused(mesh: &Triangulation, constraint: u32, [from, to]: [VertexId; 2]) -> String {
    let [a, b] = mesh.constraint_ends(constraint);
    let others = mesh.laid().iter().zip(mesh.laid_by());
    let other = others.filter(|(piece, _)| Thing::edge(piece[0], piece[1]) == Thing::edge(from, to)).map(|it| it.1);
    let laid_for = other.into_iter().next().map(|it| format!(", laid for constraint {it}")).unwrap_or_default();
    format!("Constraint {constraint}, {a} to {b}, was refused: it crosses edge {from}–{to}{laid_for}.")
}

/// On which side of a constraint a vertex lies, as a sentence.
pub(super) fn sided(mesh: &Triangulation, corner: Link, turn: Turn) -> String {
    let Laying { constraint, from, to } = next(mesh);
    let side = match turn {
        Turn::Left => "to the left of",
        Turn::Straight => "on",
        Turn::Right => "to the right of",
    };
    let vertex = vertex_at(mesh, corner);
    format!("Vertex {vertex} lies {side} the line from {from} to {to}, which is constraint {constraint}.")
}

/// Which edge a constraint crosses, as a sentence.
pub(super) fn crossed(mesh: &Triangulation, edge: Link) -> String {
    let Laying { constraint, from, to } = next(mesh);
    format!("Constraint {constraint}, {from} to {to}, crosses {}.", edge_of(mesh, edge))
}

/// The constraint that an observation is about.
fn next(mesh: &Triangulation) -> Laying {
    mesh.laying().unwrap_or(Laying { constraint: 0, from: VertexId::new(0), to: VertexId::new(0) })
}

/// The numbers behind a piece just laid.
pub(super) fn facts_of_piece(mesh: &Triangulation, [from, to]: [VertexId; 2]) -> Vec<Fact> {
    let constraint = mesh.laid_by().last().copied().unwrap_or(0);
    let [a, b] = mesh.constraint_ends(constraint);
    vec![
        Fact::new("constraint", format!("{constraint}, {a} to {b}")),
        Fact::new("piece", format!("{from} to {to}")),
        Fact::new("length", format!("{:.6} cells", mesh.point(from).distance(mesh.point(to)))),
    ]
}

/// The numbers behind a constraint that was refused.
pub(super) fn facts_of_refused(mesh: &Triangulation, constraint: u32, [from, to]: [VertexId; 2]) -> Vec<Fact> {
    let [a, b] = mesh.constraint_ends(constraint);
    vec![
        Fact::new("constraint", format!("{constraint}, {a} to {b}")),
        Fact::new("crosses", format!("edge {from}–{to}")),
    ]
}

/// What a piece that was an edge already did to a thing.
pub(super) fn touch_by_laid(
    mesh: &Triangulation,
    [from, to]: [VertexId; 2],
    edge: Link,
    thing: Thing,
) -> Option<&'static str> {
    match thing {
        Thing::Vertex(it) => [from, to].contains(&it).then_some("joined"),
        Thing::Triangle(it) => {
            let across = mesh.across(edge);
            [edge, across].iter().any(|side| side.triangle() == it).then_some("a side laid")
        }
        _ => (thing == Thing::edge(from, to)).then_some("laid"),
    }
}

/// What a piece that triangles gave way to did to a thing.
pub(super) fn touch_by_carved(
    mesh: &Triangulation,
    [from, to]: [VertexId; 2],
    crossed: &[u32],
    thing: Thing,
) -> Option<&'static str> {
    match thing {
        Thing::Vertex(it) => [from, to].contains(&it).then_some("joined"),
        Thing::Edge(..) if thing == Thing::edge(from, to) => Some("laid"),
        Thing::Edge(a, b) => touch_edge(mesh, crossed, [a, b]),
        Thing::Triangle(it) if crossed.contains(&it.number()) => Some("removed"),
        Thing::Triangle(it) => mesh.newest_carving().contains(&it.number()).then_some("born"),
        _ => None,
    }
}

/// What a constraint that was refused did to a thing.
pub(super) fn touch_by_refused(
    mesh: &Triangulation,
    constraint: u32,
    [from, to]: [VertexId; 2],
    thing: Thing,
) -> Option<&'static str> {
    let [a, b] = mesh.constraint_ends(constraint);
    match thing {
        Thing::Vertex(it) => [a, b].contains(&it).then_some("refused"),
        _ if thing == Thing::edge(a, b) => Some("refused"),
        _ => (thing == Thing::edge(from, to)).then_some("in the way"),
    }
}

/// What a constraint did to an edge by crossing triangles: each of the newborn came to one, and those between two crossed went.
fn touch_edge(mesh: &Triangulation, crossed: &[u32], ends: [VertexId; 2]) -> Option<&'static str> {
    let mut born = mesh.newest_carving().map(TriangleId::new);
    if born.any(|it| mesh.triangle(it).edge(0).iter().all(|end| ends.contains(end))) {
        return Some("born");
    }
    let has_both = |number: u32| {
        let corners = mesh.triangle(TriangleId::new(number)).corners;
        ends.iter().all(|it| corners.contains(it))
    };
    crossed.windows(2).any(|pair| pair.iter().all(|&it| has_both(it))).then_some("removed")
}

/// The three places that a test was about: the ends of a piece, and the vertex at a corner.
pub(super) fn asked(mesh: &Triangulation, corner: Link) -> Option<[Point; 3]> {
    let Laying { from, to, .. } = mesh.laying()?;
    Some([from, to, vertex_at(mesh, corner)].map(|it| mesh.point(it)))
}

/// The test of a vertex against a constraint, put under the lens.
pub(super) fn lens(mesh: &Triangulation, corner: Link, certainty: Certainty, answer: Answer) -> Option<Lens> {
    let is_first = is_at_beginning(mesh, corner);
    let consequence = |turn| match (is_first, turn) {
        (true, Turn::Straight) => "if the vertex lies ahead, the edge to it is a piece of the constraint",
        (true, Turn::Left) => "the constraint leaves to the right of the edge to this vertex",
        (true, Turn::Right) => "the constraint leaves to the left of the edge to this vertex",
        (false, Turn::Straight) => "the vertex lies on the constraint: a piece ends here",
        (false, Turn::Left) => "the vertex belongs to the left side; the constraint goes on to its right",
        (false, Turn::Right) => "the vertex belongs to the right side; the constraint goes on to its left",
    };
    let formula = format!("turn({})", places(asked(mesh, corner)?).join(", "));
    Some(Lens::new(formula, answer, certainty, Turn::ALL.map(|it| (it.name(), consequence(it)))))
}

/// Whether a corner is looked at to find the way away from where a piece begins.
pub(super) fn is_at_beginning(mesh: &Triangulation, corner: Link) -> bool {
    mesh.triangle(corner.triangle()).corners.contains(&next(mesh).from)
}
