//! The stages of a bake, drawn; the triangulation has a file of its own.

use super::{Drawn, Mark, Role, Shape, Shown};
use crate::{
    bake::{Filter, FilterEvent, Merge, MergeEvent, SampleEvent, Samples},
    geometry::{Bounds, Point, Turn},
    maze::{cell_bounds, to_i64},
    mesh::{Link, TriangleId, Triangulation},
    trace::Thing,
};

/// Smaller triangles are not drawn one by one, if there are many. \[pixels]
const SMALLEST_TRIANGLE: f64 = 5.0;
/// So many are drawn one by one however small they are.
const FEW_TRIANGLES: usize = 10_000;
/// More triangles at once are a grey mass, and cost more than a frame may.
const MOST_TRIANGLES: usize = 30_000;
/// Smaller distances between samples are not drawn. \[pixels]
pub(super) const SMALLEST_GAP: f64 = 3.0;

impl Drawn for Samples {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        if view.resolves(0.25, SMALLEST_GAP) {
            // They are no vertices yet, and will be numbered in another order.
            let seen = self.points().iter().filter(|&&p| view.area.touches(Bounds { min: p, max: p }));
            out.extend(seen.map(|&p| Mark::new(Role::Sample, Shape::Dot(p))));
        }
    }

    fn draw_event(&self, event: &SampleEvent, _: &[u32], out: &mut Vec<Mark>) {
        match *event {
            SampleEvent::Sampled { column, row } => {
                let cell = cell_bounds(i64::from(column), i64::from(row));
                out.push(Mark::new(Role::Focus, Shape::Box(cell)));
                let within = |p: &&Point| cell.touches(Bounds { min: **p, max: **p });
                let newest = self.points().iter().rev().take_while(within);
                out.extend(newest.map(|&p| Mark::new(Role::Newborn, Shape::Dot(p))));
            }
            SampleEvent::Added { .. } => {
                out.extend(self.points().last().map(|&p| Mark::new(Role::Focus, Shape::Dot(p))));
            }
            SampleEvent::Refused { column, row, index } => {
                let p = self.candidate(index as usize, column, row);
                out.push(Mark::new(Role::Candidate, Shape::Dot(p)));
            }
        }
    }
}

/// Draws the triangles of a mesh that have a role, as far as they are in view: one by one where they are large enough to make
/// out, else as the cells that they cover.
pub(super) fn draw_triangles(
    mesh: &Triangulation,
    triangles: impl Iterator<Item = TriangleId>,
    role: impl Fn(TriangleId) -> Option<Role>,
    is_removed: impl Fn(Link) -> bool,
    view: &Shown,
    out: &mut Vec<Mark>,
) {
    let whole = Bounds::around(mesh.points()[..mesh.samples()].iter().copied());
    let mut coverage = Coverage::new(view.area.within(whole));
    let mut sizes: Vec<(TriangleId, f64)> = Vec::new();
    for triangle in triangles {
        let Some(corners) = mesh.corners(triangle) else { continue };
        let area = Bounds::around(corners);
        if view.area.touches(area) {
            sizes.push((triangle, area.side() * view.scale));
        }
    }
    let least = least_size(&sizes, view);
    for (triangle, size) in sizes {
        let (Some(corners), Some(role_here)) = (mesh.corners(triangle), role(triangle)) else { continue };
        if size < least {
            coverage.cover_all(corners, role_here);
            continue;
        }
        let across = mesh.triangle(triangle).across;
        // A side shared by two of a kind is drawn with the older one.
        let lines = [2, 0, 1].map(|corner: usize| {
            let beyond = across[corner];
            let shared = beyond != Link::NONE && beyond.triangle() < triangle;
            (!shared || role(beyond.triangle()) != Some(role_here)) && !is_removed(Link::new(triangle, corner))
        });
        out.push(Mark::of(Thing::Triangle(triangle), role_here, Shape::Triangle { corners, lines }));
    }
    coverage.draw(out);
}

/// From which size on triangles are drawn one by one: so that there are not too many. \[pixels]
pub(super) fn least_size<T>(sizes: &[(T, f64)], view: &Shown) -> f64 {
    if sizes.len() <= FEW_TRIANGLES {
        return 0.0;
    }
    let mut least = SMALLEST_TRIANGLE;
    while view.scale.is_finite() && sizes.iter().filter(|it| it.1 >= least).count() > MOST_TRIANGLES {
        least *= 1.4;
    }
    least
}

/// What covers each cell in view, where that is too fine to be drawn.
pub(super) struct Coverage {
    min: Point,
    columns: usize,
    rows: usize,
    roles: Vec<Option<Role>>,
}

impl Coverage {
    pub(super) fn new(area: Bounds) -> Self {
        let min = Point::new(area.min.x.floor(), area.min.y.floor());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what mazes can have")]
        let [columns, rows] =
            [area.max.x - min.x, area.max.y - min.y].map(|it| it.ceil().clamp(0.0, 65536.0) as usize + 1);
        Self { min, columns, rows, roles: Vec::new() }
    }

    /// Covers the cells that a triangle mostly lies in.
    pub(super) fn cover_all(&mut self, corners: [Point; 3], role: Role) {
        let centroid = Point::centroid(corners);
        self.cover(centroid, role);
        // Where there is about one triangle a cell, some cells hold the middle of none.
        if Bounds::around(corners).side() >= 1.0 {
            for corner in corners {
                self.cover(corner.middle(centroid), role);
            }
        }
    }

    fn cover(&mut self, p: Point, role: Role) {
        if self.roles.is_empty() {
            self.roles = vec![None; self.columns * self.rows];
        }
        let [column, row] =
            [p.x - self.min.x, p.y - self.min.y].map(|it| usize::try_from(to_i64(it)).unwrap_or(usize::MAX));
        if column < self.columns && row < self.rows {
            self.roles[row * self.columns + column] = Some(role);
        }
    }

    /// Runs of cells in one role, as boxes.
    pub(super) fn draw(&self, out: &mut Vec<Mark>) {
        for (row, cells) in (0u32..).zip(self.roles.chunks(self.columns)) {
            let y = self.min.y + f64::from(row);
            let mut x = self.min.x;
            for run in cells.chunk_by(|one, other| one == other) {
                let end = x + f64::from(u32::try_from(run.len()).unwrap_or(u32::MAX));
                if let Some(role) = run[0] {
                    let area = Bounds { min: Point::new(x, y), max: Point::new(end, y + 1.0) };
                    out.push(Mark::new(role, Shape::Box(area)));
                }
                x = end;
            }
        }
    }
}

impl Drawn for Filter {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let mesh = self.mesh();
        let role = |it| match (self.is_walkable(it), self.is_dropped(it)) {
            (true, _) => Some(Role::Walkable),
            (_, true) => Some(Role::Dropped),
            _ => mesh.is_inner(it).then_some(Role::Mesh),
        };
        draw_triangles(mesh, mesh.inner(), role, |_| false, view, out);
        for triangle in mesh.inner() {
            for edge in triangle.sides() {
                if self.is_closed(edge) {
                    let [a, b] = mesh.ends(edge);
                    let ends = [a, b].map(|it| mesh.point(it));
                    if view.area.touches(Bounds::around(ends)) {
                        out.push(Mark::of(Thing::edge(a, b), Role::Closed, Shape::Segment(ends)));
                    }
                }
            }
        }
    }

    fn draw_event(&self, event: &FilterEvent, _: &[u32], out: &mut Vec<Mark>) {
        let mesh = self.mesh();
        let triangle = |id: TriangleId| {
            let corners = mesh.corners(id);
            corners.map(|it| Mark::of(Thing::Triangle(id), Role::Focus, Shape::triangle(it)))
        };
        match *event {
            FilterEvent::Kept { triangle: id } | FilterEvent::Covered { triangle: id, .. } => out.extend(triangle(id)),
            FilterEvent::Dropped { triangle: id, column, row } => {
                out.extend(triangle(id));
                let cell = cell_bounds(i64::from(column), i64::from(row));
                out.push(Mark::new(Role::Conflict, Shape::Box(cell)));
            }
            FilterEvent::Closed { edge, .. } | FilterEvent::Passed { edge } => {
                let [a, b] = mesh.ends(edge);
                let ends = [a, b].map(|it| mesh.point(it));
                out.push(Mark::of(Thing::edge(a, b), Role::Focus, Shape::Segment(ends)));
            }
        }
    }
}

impl Drawn for Merge {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let filter = self.filter();
        let role = |it| filter.is_walkable(it).then_some(Role::Walkable);
        draw_triangles(filter.mesh(), filter.mesh().inner(), role, |side| self.is_removed(side), view, out);
    }

    fn draw_event(&self, event: &MergeEvent, _: &[u32], out: &mut Vec<Mark>) {
        let mesh = self.filter().mesh();
        let (MergeEvent::Merged { edge, .. } | MergeEvent::Tested { edge, .. }) = *event;
        let ends = mesh.ends(edge);
        let thing = Thing::edge(ends[0], ends[1]);
        out.push(Mark::of(thing, Role::Focus, Shape::Segment(ends.map(|it| mesh.point(it)))));
        if let MergeEvent::Tested { ends, turn, .. } = *event
            && let Some(bend) = self.bend(edge, ends)
        {
            let [before, at, behind] = bend.map(|it| mesh.point(it));
            let role = if turn == Turn::Right { Role::Conflict } else { Role::Candidate };
            out.push(Mark::new(role, Shape::Polyline(vec![before, at, behind])));
            out.push(Mark::new(role, Shape::Dot(at)));
        }
    }
}
