//! A single thing, drawn: what is selected, or to blame.

use super::{Mark, Role, Shape};
use crate::{
    geometry::Point,
    maze::cell_bounds,
    mesh::{FRAME, Triangulation, VertexId},
    trace::Thing,
};

/// Where things are to be found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Things<'a> {
    /// Vertices, edges and triangles, those of the past included.
    pub mesh: Option<&'a Triangulation>,
    /// Portals: the ends of each.
    pub portals: &'a [[Point; 2]],
    /// Corners and segments of the path.
    pub path: &'a [Point],
}

/// Draws a thing in a role; nothing if it is nowhere to be found.
pub fn draw_thing(thing: Thing, among: &Things<'_>, role: Role, out: &mut Vec<Mark>) {
    let shapes = shapes(thing, among).unwrap_or_default();
    out.extend(shapes.into_iter().map(|it| Mark::of(thing, role, it)));
}

fn shapes(thing: Thing, among: &Things<'_>) -> Option<Vec<Shape>> {
    let point = |vertex: VertexId| among.mesh.and_then(|it| it.points().get(vertex.index()).copied());
    let path = |index: u32| among.path.get(index as usize).copied();
    Some(match thing {
        Thing::Cell(column, row) => vec![Shape::Box(cell_bounds(i64::from(column), i64::from(row)))],
        Thing::Vertex(vertex) => vec![Shape::Dot(point(vertex)?)],
        Thing::Edge(a, b) => vec![Shape::Segment([point(a)?, point(b)?])],
        Thing::Triangle(triangle) => {
            let mesh = among.mesh?;
            let of = mesh.triangles().get(triangle.index())?;
            // Of a symbolic triangle the edge on the hull is all that can be seen.
            let hull = || [0, 1, 2].map(|side| of.edge(side)).into_iter().find(|it| !it.contains(&FRAME));
            let segment = || Some(Shape::Segment(hull()?.map(|it| mesh.point(it))));
            vec![mesh.corners(triangle).map(Shape::triangle).or_else(segment)?]
        }
        Thing::Portal(portal) => {
            let ends = *among.portals.get((portal as usize).checked_sub(1)?)?;
            vec![Shape::Segment(ends), Shape::Dot(ends[0]), Shape::Dot(ends[1])]
        }
        Thing::Corner(corner) => vec![Shape::Dot(path(corner)?)],
        Thing::Segment(segment) => vec![Shape::Segment([path(segment)?, path(segment.checked_add(1)?)?])],
    })
}
