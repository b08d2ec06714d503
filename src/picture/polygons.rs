//! Polygons, drawn: each as a fan of triangles, or where they are too small to be made out, as the cells that they cover.

use super::{
    Mark, Role, Shape, Shown,
    bake::{Coverage, least_size},
};
use crate::{
    geometry::{Bounds, Point},
    mesh::{PolyMesh, PolygonId, SideId},
    trace::Thing,
};

/// Draws a polygon, outlined.
pub(super) fn draw_polygon(mesh: &PolyMesh, polygon: PolygonId, role: Role, out: &mut Vec<Mark>) {
    let thing = Thing::polygon(mesh, polygon);
    fan(mesh, polygon, 0, |corners, sides| {
        out.push(Mark::of(thing, role, Shape::Triangle { corners, lines: sides.map(|it| it.is_some()) }));
    });
}

/// Draws all polygons, each in a role, as far as they are in view: one by one where they are large enough to make out, else as the
/// cells that they cover.
pub(super) fn draw_polygons(mesh: &PolyMesh, role: impl Fn(PolygonId) -> Role, view: &Shown, out: &mut Vec<Mark>) {
    let mut coverage = Coverage::new(view.area.within(mesh.bounds()));
    let box_of = |it| Bounds::around(mesh.sides(it).map(|side| mesh.point(mesh.side(side).vertex)));
    let boxes = mesh.ids().map(|it| (it, box_of(it))).filter(|(_, area)| view.area.touches(*area));
    let sizes: Vec<(PolygonId, f64)> = boxes.map(|(it, area)| (it, area.side() * view.scale)).collect();
    let least = least_size(&sizes, view);
    for (polygon, size) in sizes {
        let role_here = role(polygon);
        // A side shared by two in the same role is drawn with the older one.
        let is_drawn = |side: SideId| {
            let beyond = mesh.twin(side).map(|it| mesh.owner(it)).filter(|it| *it < polygon);
            beyond.is_none_or(|it| role(it) != role_here)
        };
        let thing = Thing::polygon(mesh, polygon);
        fan(mesh, polygon, mesh.sides(polygon).len() - 1, |corners, sides| {
            if size < least {
                coverage.cover_all(corners, role_here);
            } else {
                let lines = sides.map(|it| it.is_some_and(is_drawn));
                out.push(Mark::of(thing, role_here, Shape::Triangle { corners, lines }));
            }
        });
    }
    coverage.draw(out);
}

/// Draws the polygons that may be walked.
pub fn draw_walkable(mesh: &PolyMesh, view: &Shown, out: &mut Vec<Mark>) {
    draw_polygons(mesh, |_| Role::Walkable, view, out);
}

/// The edge that a side is.
pub(super) fn edge(mesh: &PolyMesh, side: SideId, role: Role) -> Mark {
    let [a, b] = mesh.vertices(side);
    Mark::of(Thing::edge(a, b), role, Shape::Segment(mesh.ends(side)))
}

/// Visits the triangles of a polygon around one of its corners, each with the sides of the polygon that it has.
fn fan(mesh: &PolyMesh, polygon: PolygonId, hub: usize, mut visit: impl FnMut([Point; 3], [Option<SideId>; 3])) {
    let sides: Vec<SideId> = mesh.sides(polygon).collect();
    let count = sides.len();
    let side = |place: usize| sides[(hub + place) % count];
    let corner = |place: usize| mesh.point(mesh.side(side(place)).vertex);
    for i in 2..count {
        let [first, last] = [(i == 2).then(|| side(0)), (i + 1 == count).then(|| side(i))];
        visit([corner(0), corner(i - 1), corner(i)], [first, Some(side(i - 1)), last]);
    }
}
