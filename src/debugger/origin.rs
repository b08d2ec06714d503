//! Where vertices come from: samples of the floor, corners of outlines, or corners of rectangles.

use super::{Bake, Track};
use crate::{
    bake::{Outline, OutlineEvent, Rectangles, SampleEvent, Samples},
    mesh::VertexId,
    trace::{Stage, StageName},
};

/// The stage and the position after the event by which a vertex came about, and what happened there; none for corners of a frame.
pub(super) fn origin(bake: &Bake, vertex: VertexId) -> Option<(StageName, usize, String)> {
    let at = bake.placed_by(vertex)?;
    if let Some(outline) = bake.track() {
        return Some((StageName::Outline, at, outlined(vertex, outline, at)?));
    }
    if let Some(rectangles) = bake.track() {
        return Some((StageName::Rectangles, at, cornered(vertex, rectangles, at)?));
    }
    Some((StageName::Samples, at, placed(vertex, bake.track()?, at)?))
}

/// How a sample came about.
fn placed(vertex: VertexId, samples: &Track<Samples>, at: usize) -> Option<String> {
    Some(match *samples.replay().log().events().get(at.checked_sub(1)?)? {
        SampleEvent::Added { end } => format!("Vertex {vertex} is the maze's {}.", end.name()),
        SampleEvent::Sampled { column, row } | SampleEvent::Refused { column, row, .. } => {
            format!("Vertex {vertex} is a sample of cell ({column}, {row}).")
        }
    })
}

/// How a corner of an outline came about.
fn outlined(vertex: VertexId, outline: &Track<Outline>, at: usize) -> Option<String> {
    Some(match *outline.replay().log().events().get(at.checked_sub(1)?)? {
        OutlineEvent::Grew { corner } => {
            let corner = outline.replay().end().corner(corner as usize);
            format!("Vertex {vertex} came of the walls' corner {corner}, grown by the agent's radius.")
        }
        OutlineEvent::Cut { .. } => format!("Vertex {vertex} is where two outlines cross."),
        OutlineEvent::Bent { .. }
        | OutlineEvent::Closed { .. }
        | OutlineEvent::Joined { .. }
        | OutlineEvent::Crossed { .. }
        | OutlineEvent::Missed { .. } => format!("Vertex {vertex} is a corner of the walls."),
    })
}

/// How a corner of a rectangle came about.
fn cornered(vertex: VertexId, rectangles: &Track<Rectangles>, at: usize) -> Option<String> {
    let placed = rectangles.replay().log().events().get(at.checked_sub(1)?)?;
    Some(format!("Vertex {vertex} is a corner of rectangle {at}, {}.", rectangles.model().brief(placed)))
}
