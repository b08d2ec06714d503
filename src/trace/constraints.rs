//! The laying of constraints, told: the part of the triangulation's story that begins when all vertices are in.

use super::{
    Thing,
    lens::{Answer, Fact, Lens},
    phrases::places,
    triangulate::edge_of,
};
use crate::{
    geometry::{Turn, counted},
    mesh::{Laying, Link, MeshEvent, Triangulation, VertexId},
};

/// The vertex at a corner.
fn vertex_at(mesh: &Triangulation, corner: Link) -> VertexId {
    mesh.triangles()[corner.triangle() as usize].corners[corner.side()]
}

/// The ids and numbers of an event in few words.
pub(super) fn brief(event: &MeshEvent) -> String {
    match *event {
        MeshEvent::Laid { from, to, again, .. } => format!("edge {from}–{to}{}", if again { ", again" } else { "" }),
        MeshEvent::Carved { from, to, removed } => format!("edge {from}–{to}, {removed} removed"),
        MeshEvent::Refused { constraint, from, to } => format!("constraint {constraint} at edge {from}–{to}"),
        MeshEvent::Sided { corner, turn, certainty } => {
            let (triangle, side) = (corner.triangle(), corner.side());
            format!("triangle {triangle}, corner {side}: {}, {}", turn.name(), certainty.name())
        }
        MeshEvent::Crossed { edge } => format!("triangle {}, side {}", edge.triangle(), edge.side()),
        MeshEvent::Fitted { from, to, apex } => format!("edge {from}–{to}, vertex {apex}"),
        _ => String::new(),
    }
}

/// The piece just laid: the constraint it belongs to, as in `constraint 5`, and how far along that it led.
fn name_piece(mesh: &Triangulation, to: VertexId) -> (String, String) {
    let constraint = mesh.laid_by().last().copied().unwrap_or(0);
    let [_, end] = mesh.constraint_ends(constraint);
    let on_the_way = if end == to { String::new() } else { format!("; vertex {to} lies on the way to {end}") };
    (format!("constraint {constraint}"), on_the_way)
}

/// An event as a sentence.
pub(super) fn sentence(mesh: &Triangulation, event: &MeshEvent) -> String {
    let Laying { constraint, from: begin, to: end } = next(mesh);
    match *event {
        MeshEvent::Laid { from, to, again, .. } => {
            let (name, on_the_way) = name_piece(mesh, to);
            let is_new = if again { "was laid before" } else { "stays from here on" };
            format!("Edge {from}–{to} is there already, and {is_new}: {name} runs along it{on_the_way}.")
        }
        MeshEvent::Carved { from, to, removed } => {
            let (name, on_the_way) = name_piece(mesh, to);
            let born = mesh.newest_carving();
            format!(
                "Edge {from}–{to} was laid for {name}: the {} it crosses gave way to as many, numbers {} to {}{on_the_way}.",
                counted(removed as usize, "triangle"),
                born.start,
                born.end - 1,
            )
        }
        MeshEvent::Refused { constraint, from, to } => {
            let [a, b] = mesh.constraint_ends(constraint);
            let others = mesh.laid().iter().zip(mesh.laid_by());
            let other =
                others.filter(|(piece, _)| Thing::edge(piece[0], piece[1]) == Thing::edge(from, to)).map(|it| it.1);
            let laid_for = other.into_iter().next().map(|it| format!(", laid for constraint {it}")).unwrap_or_default();
            format!("Constraint {constraint}, {a} to {b}, was refused: it crosses edge {from}–{to}{laid_for}.")
        }
        MeshEvent::Sided { corner, turn, .. } => {
            let side = match turn {
                Turn::Left => "to the left of",
                Turn::Straight => "on",
                Turn::Right => "to the right of",
            };
            let vertex = vertex_at(mesh, corner);
            format!("Vertex {vertex} lies {side} the line from {begin} to {end}, which is constraint {constraint}.")
        }
        MeshEvent::Crossed { edge } => {
            format!("Constraint {constraint}, {begin} to {end}, crosses {}.", edge_of(mesh, edge))
        }
        MeshEvent::Fitted { from, to, apex } => {
            format!(
                "Vertex {apex} is the one to join to {from}–{to}: their circle holds no other vertex beyond that edge."
            )
        }
        _ => String::new(),
    }
}

/// The constraint that an observation is about.
fn next(mesh: &Triangulation) -> Laying {
    mesh.laying().unwrap_or(Laying { constraint: 0, from: 0, to: 0 })
}

/// The numbers behind an event.
pub(super) fn facts(mesh: &Triangulation, event: &MeshEvent) -> Vec<Fact> {
    match *event {
        MeshEvent::Laid { from, to, .. } | MeshEvent::Carved { from, to, .. } => {
            let constraint = mesh.laid_by().last().copied().unwrap_or(0);
            let [a, b] = mesh.constraint_ends(constraint);
            let mut facts = vec![
                Fact::new("constraint", format!("{constraint}, {a} to {b}")),
                Fact::new("piece", format!("{from} to {to}")),
                Fact::new("length", format!("{:.6} cells", mesh.point(from).distance(mesh.point(to)))),
            ];
            if let MeshEvent::Carved { removed, .. } = *event {
                facts.push(Fact::new("crossed", counted(removed as usize, "triangle")));
            }
            facts
        }
        MeshEvent::Refused { constraint, from, to } => {
            let [a, b] = mesh.constraint_ends(constraint);
            vec![
                Fact::new("constraint", format!("{constraint}, {a} to {b}")),
                Fact::new("crosses", format!("edge {from}–{to}")),
            ]
        }
        _ => Vec::new(),
    }
}

/// What an event did to a thing.
pub(super) fn touch(mesh: &Triangulation, event: &MeshEvent, detail: &[u32], thing: Thing) -> Option<&'static str> {
    let is_edge = |a: VertexId, b: VertexId| thing == Thing::edge(a, b);
    match *event {
        MeshEvent::Laid { from, to, edge, .. } => match thing {
            Thing::Vertex(it) => [from, to].contains(&it).then_some("joined"),
            Thing::Edge(..) => is_edge(from, to).then_some("laid"),
            Thing::Triangle(it) => {
                let across = mesh.triangles()[edge.triangle() as usize].across[edge.side()];
                [edge, across].iter().any(|side| side.triangle() == it).then_some("a side laid")
            }
            _ => None,
        },
        MeshEvent::Carved { from, to, removed } => match thing {
            Thing::Vertex(it) => [from, to].contains(&it).then_some("joined"),
            Thing::Edge(..) if is_edge(from, to) => Some("laid"),
            Thing::Edge(a, b) => touch_edge(mesh, &detail[..removed as usize], [a, b]),
            Thing::Triangle(it) if detail[..removed as usize].contains(&it) => Some("removed"),
            Thing::Triangle(it) => mesh.newest_carving().contains(&it).then_some("born"),
            _ => None,
        },
        MeshEvent::Refused { constraint, from, to } => {
            let [a, b] = mesh.constraint_ends(constraint);
            match thing {
                Thing::Vertex(it) => [a, b].contains(&it).then_some("refused"),
                _ if is_edge(a, b) => Some("refused"),
                _ => is_edge(from, to).then_some("in the way"),
            }
        }
        MeshEvent::Sided { corner, .. } => (thing == Thing::Vertex(vertex_at(mesh, corner))).then_some("tested"),
        MeshEvent::Crossed { edge } if thing == Thing::Triangle(edge.triangle()) => Some("crossed"),
        MeshEvent::Crossed { edge } => (edge_of(mesh, edge) == thing).then_some("crossed"),
        MeshEvent::Fitted { apex, .. } => (thing == Thing::Vertex(apex)).then_some("chosen"),
        _ => None,
    }
}

/// What a constraint did to an edge by crossing triangles: each of the newborn came to one, and those between two crossed went.
fn touch_edge(mesh: &Triangulation, crossed: &[u32], ends: [VertexId; 2]) -> Option<&'static str> {
    let mut born = mesh.newest_carving();
    if born.any(|it| mesh.triangles()[it as usize].edge(0).iter().all(|end| ends.contains(end))) {
        return Some("born");
    }
    let has_both = |triangle: u32| ends.iter().all(|it| mesh.triangles()[triangle as usize].corners.contains(it));
    crossed.windows(2).any(|pair| pair.iter().all(|&it| has_both(it))).then_some("removed")
}

/// The answer to a predicate, held against what is so.
pub(super) fn answer(mesh: &Triangulation, event: &MeshEvent) -> Option<Answer> {
    let MeshEvent::Sided { corner, turn, .. } = *event else { return None };
    let Laying { from, to, .. } = mesh.laying()?;
    let points = [from, to, vertex_at(mesh, corner)].map(|it| mesh.point(it));
    Some(Answer::on_turn(mesh.numbers(), points, turn))
}

/// The predicate that was asked, put under the lens.
pub(super) fn lens(mesh: &Triangulation, event: &MeshEvent) -> Option<Lens> {
    let MeshEvent::Sided { corner, certainty, .. } = *event else { return None };
    let Laying { from, to, .. } = mesh.laying()?;
    let [a, b, p] = [from, to, vertex_at(mesh, corner)].map(|it| mesh.point(it));
    let is_first = is_at_beginning(mesh, corner);
    let consequence = |turn| match (is_first, turn) {
        (true, Turn::Straight) => "if the vertex lies ahead, the edge to it is a piece of the constraint",
        (true, Turn::Left) => "the constraint leaves to the right of the edge to this vertex",
        (true, Turn::Right) => "the constraint leaves to the left of the edge to this vertex",
        (false, Turn::Straight) => "the vertex lies on the constraint: a piece ends here",
        (false, Turn::Left) => "the vertex belongs to the left side; the constraint goes on to its right",
        (false, Turn::Right) => "the vertex belongs to the right side; the constraint goes on to its left",
    };
    let formula = format!("turn({})", places([a, b, p]).join(", "));
    Some(Lens::new(formula, answer(mesh, event)?, certainty, Turn::ALL.map(|it| (it.name(), consequence(it)))))
}

/// Whether a corner is looked at to find the way away from where a piece begins.
pub(super) fn is_at_beginning(mesh: &Triangulation, corner: Link) -> bool {
    mesh.triangles()[corner.triangle() as usize].corners.contains(&next(mesh).from)
}
