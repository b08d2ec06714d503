//! The triangulation, drawn: the mesh as it stands, and what an insertion or a constraint does to it.

use std::ops::Range;

use super::{
    Drawn, Mark, Role, Shape, Shown,
    bake::{SMALLEST_GAP, draw_triangles},
};
use crate::{
    geometry::{Article, Bounds, Point, Policy},
    mesh::{FRAME, Link, MeshEvent, TriangleId, Triangulation, VertexId},
    trace::Thing,
};

/// Shorter pieces of constraints are not drawn. \[pixels]
const SMALLEST_PIECE: f64 = 1.5;

impl Drawn for Triangulation {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let role = |triangle| self.corners(triangle).map(|_| Role::Mesh);
        draw_triangles(self, self.living(), role, |_| false, view, out);
        for &[a, b] in self.laid() {
            let ends = [a, b].map(|it| self.point(it));
            let area = Bounds::around(ends);
            if view.area.touches(area) && view.resolves(area.side(), SMALLEST_PIECE) {
                out.push(Mark::of(Thing::edge(a, b), Role::Constraint, Shape::Segment(ends)));
            }
        }
        if view.resolves(0.25, SMALLEST_GAP) {
            let samples = self.points()[..self.samples()].iter();
            let seen =
                (0..).map(VertexId::new).zip(samples).filter(|(_, p)| view.area.touches(Bounds { min: **p, max: **p }));
            out.extend(seen.map(|(vertex, &p)| Mark::of(Thing::Vertex(vertex), Role::Sample, Shape::Dot(p))));
        }
    }

    fn draw_event(&self, event: &MeshEvent, zone: &[u32], out: &mut Vec<Mark>) {
        let mut pen = Pen { mesh: self, out };
        match *event {
            MeshEvent::Began { corners } => {
                for vertex in corners {
                    pen.dot(vertex, Role::Focus);
                }
                pen.triangle(TriangleId::new(0), Role::Newborn);
            }
            MeshEvent::Inserted { vertex, .. } | MeshEvent::Tore { vertex, .. } => pen.insertion(vertex, zone),
            MeshEvent::Merged { vertex, .. } | MeshEvent::Skipped { vertex } => pen.dot(vertex, Role::Focus),
            MeshEvent::Conflicted { triangle } => {
                pen.triangle(triangle, Role::Conflict);
                pen.next();
            }
            MeshEvent::Walked { edge, .. } => {
                pen.triangle(edge.triangle(), Role::Focus);
                pen.side_of_points(edge);
                pen.next();
            }
            MeshEvent::Tested { triangle, .. } => {
                pen.triangle(triangle, Role::Focus);
                let circle = self.corners(triangle).map(|it| circumcircle(self, it));
                pen.out.extend(circle.map(|it| Mark::of(Thing::Triangle(triangle), Role::Circumcircle, it)));
                pen.next();
            }
            MeshEvent::Laid { from, to, .. } => pen.edge([from, to], Role::Focus),
            MeshEvent::Carved { from, to, removed } => pen.carving([from, to], &zone[..removed as usize]),
            MeshEvent::Refused { constraint, from, to } => {
                pen.edge(self.constraint_ends(constraint), Role::Candidate);
                pen.edge([from, to], Role::Conflict);
            }
            MeshEvent::Sided { corner, .. } => {
                pen.triangle(corner.triangle(), Role::Focus);
                pen.line();
                pen.dot(self.apex(corner), Role::Candidate);
            }
            MeshEvent::Crossed { edge } => {
                pen.triangle(edge.triangle(), Role::Focus);
                pen.line();
                pen.edge(pen.ends(edge), Role::Conflict);
            }
            MeshEvent::Fitted { from, to, apex } => {
                let corners = [from, to, apex].map(|it| self.point(it));
                pen.out.push(Mark::new(Role::Candidate, Shape::triangle(corners)));
                pen.out.push(Mark::new(Role::Circumcircle, circumcircle(self, corners)));
                pen.line();
                pen.dot(apex, Role::Focus);
            }
        }
    }
}

/// Draws parts of a mesh by their numbers.
struct Pen<'a> {
    mesh: &'a Triangulation,
    out: &'a mut Vec<Mark>,
}

impl Pen<'_> {
    /// The ends of a side of a triangle.
    fn ends(&self, side: Link) -> [VertexId; 2] {
        self.mesh.ends(side)
    }

    fn dot(&mut self, vertex: VertexId, role: Role) {
        self.out.push(Mark::of(Thing::Vertex(vertex), role, Shape::Dot(self.mesh.point(vertex))));
    }

    fn edge(&mut self, [a, b]: [VertexId; 2], role: Role) {
        let ends = [a, b].map(|it| self.mesh.point(it));
        self.out.push(Mark::of(Thing::edge(a, b), role, Shape::Segment(ends)));
    }

    /// A triangle; of a symbolic one the edge on the hull is all that can be seen.
    fn triangle(&mut self, id: TriangleId, role: Role) {
        let edges = id.sides().map(|side| self.ends(side));
        let hull = || edges.iter().find(|it| !it.contains(&FRAME)).map(|it| it.map(|end| self.mesh.point(end)));
        let shape = self.mesh.corners(id).map(Shape::triangle).or_else(|| hull().map(Shape::Segment));
        self.out.extend(shape.map(|it| Mark::of(Thing::Triangle(id), role, it)));
    }

    /// Triangles that were just born, by their numbers.
    fn newborn(&mut self, numbers: Range<u32>) {
        numbers.for_each(|it| self.triangle(TriangleId::new(it), Role::Newborn));
    }

    /// The vertex that comes next, while any does.
    fn next(&mut self) {
        let next = self.mesh.next();
        if next.index() < self.mesh.samples() {
            self.dot(next, Role::Candidate);
        }
    }

    /// The line along which a constraint is laid.
    fn line(&mut self) {
        if let Some(it) = self.mesh.laying() {
            self.edge([it.from, it.to], Role::Candidate);
        }
    }

    /// Whether both ends of an edge have a place; those of the symbolic frame have none.
    fn are_points(&self, ends: [VertexId; 2]) -> bool {
        ends.iter().all(|&it| it.index() < self.mesh.points().len())
    }

    /// The side that a vertex is held against, unless it leads to the symbolic frame.
    fn side_of_points(&mut self, side: Link) {
        let ends = self.ends(side);
        if self.are_points(ends) {
            self.edge(ends, Role::Candidate);
        }
    }

    /// A vertex with its star, and what was there before.
    fn insertion(&mut self, vertex: VertexId, zone: &[u32]) {
        self.newborn(self.mesh.newest_star(vertex));
        for side in zone.iter().flat_map(|&it| TriangleId::new(it).sides()) {
            let ends = self.ends(side);
            if self.are_points(ends) {
                let ends = ends.map(|it| self.mesh.point(it));
                self.out.push(Mark::of(Thing::Triangle(side.triangle()), Role::Conflict, Shape::Segment(ends)));
            }
        }
        self.dot(vertex, Role::Focus);
    }

    /// A piece of a constraint with the triangles beside it, and the edges that it crossed.
    fn carving(&mut self, piece: [VertexId; 2], crossed: &[u32]) {
        self.newborn(self.mesh.newest_carving());
        for pair in crossed.windows(2) {
            let [here, next] = [pair[0], pair[1]].map(TriangleId::new);
            if let Some(over) = here.sides().into_iter().find(|&it| self.mesh.across(it).triangle() == next) {
                self.edge(self.ends(over), Role::Conflict);
            }
        }
        self.edge(piece, Role::Focus);
    }
}

/// The circle through three points, as the numbers of a mesh have it.
fn circumcircle(mesh: &Triangulation, [a, b, c]: [Point; 3]) -> Shape {
    // Only the article takes flat triangles' centroids for centres.
    let mut numbers = *mesh.numbers();
    if numbers.policy != Policy::Article {
        numbers.collinear_epsilon = 0.0;
    }
    let (centre, radius_squared) = Article::from(&numbers).circumcircle(a, b, c);
    Shape::Circle { centre, radius: radius_squared.sqrt() }
}
