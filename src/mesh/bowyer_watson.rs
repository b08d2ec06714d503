//! Delaunay triangulation, a point at a time.
//!
//! Each point is in conflict with the triangles whose circumcircle holds it. They form a star-shaped disc around it; they
//! are removed, and the point is joined to the disc's rim. The disc is found by walking to the point and growing from
//! there. Outside the hull lie triangles with one corner at infinity, whose "circle" is the half-plane beyond their edge, so
//! no frame can ever be too small; a frame of chosen size can be had too, to see how that fails.
//!
//! Equal points: the first stands for all. All points on a line: no triangles. Under rounded predicates the conflicts may form
//! no disc; the step is then told as one that [tore](MeshEvent::Tore) the mesh, and the run goes on as well as it can.
//!
//! Adrian Bowyer, "Computing Dirichlet tessellations", and David Watson, "Computing the n-dimensional Delaunay tessellation",
//! The Computer Journal 24 (1981), 162–166 and 167–172. Symbolic infinity and the walk as in CGAL: Olivier Devillers, Sylvain
//! Pion, Monique Teillaud, "Walking in a triangulation", Int. J. Found. Comput. Sci. 13 (2002), 181–199.

use std::{
    collections::HashSet,
    ops::{ControlFlow, Deref},
    sync::Arc,
};

use super::{
    circles::Circles,
    event::MeshEvent,
    hints::Hints,
    lay::lay_all,
    order::{Order, insertion_order},
    triangle::{FRAME, Link, TriangleId, VertexId},
    triangulation::{Triangulation, number},
};
use crate::{
    geometry::{Bounds, Kernel, Numbers, Place, Point, Turn, triangle_contains, turn},
    record::{Recorder, Sink},
    with_kernel,
};

/// What the triangulation starts from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Frame {
    /// Three of the points, and a vertex at infinity.
    #[default]
    Symbolic,
    /// A super-triangle: the points' box, blown up by a factor. \[> 0; the article's is 10]
    Super(f64),
}

impl Triangulation {
    /// An empty triangulation that is to hold `points`, with the index of the point that each vertex is.
    #[must_use]
    pub fn of(points: &[Point], order: Order, frame: Frame, numbers: Numbers) -> (Self, Vec<u32>) {
        let mut order = insertion_order(points, order);
        match frame {
            Frame::Symbolic => {
                begin_with_a_triangle(points, &mut order);
                let points: Arc<[Point]> = order.iter().map(|&it| points[it as usize]).collect();
                let samples = points.len();
                (Self::new(points, samples, numbers), order)
            }
            Frame::Super(factor) => {
                let corners = super_triangle(points, factor);
                let samples = points.len();
                let points = order.iter().map(|&it| points[it as usize]).chain(corners).collect();
                (Self::new(points, samples, numbers), order)
            }
        }
    }
}

/// Moves the first three points that make a triangle to the front, if there are such.
fn begin_with_a_triangle(points: &[Point], order: &mut [u32]) {
    let at = |order: &[u32], i: usize| points[order[i] as usize];
    for corner in 1..3 {
        let found = (corner..order.len()).find(|&i| match corner {
            1 => at(order, i) != at(order, 0),
            _ => turn(at(order, 0), at(order, 1), at(order, i)).verdict != Turn::Straight,
        });
        if let Some(found) = found {
            order[corner..=found].rotate_right(1);
        }
    }
}

/// The article's super-triangle, its corners turning left.
fn super_triangle(points: &[Point], factor: f64) -> [Point; 3] {
    let Bounds { min, max } = Bounds::around(points.iter().copied());
    let (dx, dy) = ((max.x - min.x) * factor + 1.0, (max.y - min.y) * factor + 1.0);
    [
        Point::new(min.x - dx, min.y - dy),
        Point::new(min.x - dx, min.y + 2.0 * dy),
        Point::new(min.x + 2.0 * dx, min.y - dy),
    ]
}

/// Inserts whatever is not inserted yet, and then lays the constraints.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn triangulate<S: Sink<MeshEvent>>(mesh: &mut Recorder<Triangulation, S>) -> ControlFlow<()> {
    let numbers = *mesh.numbers();
    let points = mesh.points().clone();
    with_kernel!(&numbers, &points, |kernel| insert_all(mesh, kernel))
}

fn insert_all<K: Kernel, S: Sink<MeshEvent>>(mesh: &mut Recorder<Triangulation, S>, kernel: K) -> ControlFlow<()> {
    if mesh.triangles().is_empty() {
        let Some(corners) = first_corners(mesh) else { return ControlFlow::Continue(()) };
        mesh.commit(MeshEvent::Began { corners })?;
    }
    let mut search = ConflictSearch::new(mesh, kernel);
    while mesh.next().index() < mesh.samples() {
        let vertex = mesh.next();
        match search.find(mesh, vertex) {
            Found::Disc => mesh.commit_with(MeshEvent::Inserted { vertex, removed: search.removed() }, &search.zone)?,
            Found::Torn => mesh.commit_with(MeshEvent::Tore { vertex, removed: search.removed() }, &search.zone)?,
            Found::Vertex(into) => mesh.commit(MeshEvent::Merged { vertex, into })?,
            Found::Nothing => mesh.commit(MeshEvent::Skipped { vertex })?,
        }
    }
    if K::EXACT { lay_all(mesh, kernel) } else { ControlFlow::Continue(()) }
}

/// The frame's corners, or the first three points; none if those lie on a line, as then all points do.
fn first_corners(mesh: &Triangulation) -> Option<[VertexId; 3]> {
    let samples = mesh.samples();
    if mesh.points().len() > samples {
        return Some([samples, samples + 1, samples + 2].map(VertexId::of_index));
    }
    if samples < 3 {
        return None;
    }
    let [a, b, c] = [0, 1, 2].map(VertexId::new);
    match turn(mesh.point(a), mesh.point(b), mesh.point(c)).verdict {
        Turn::Left => Some([a, b, c]),
        Turn::Right => Some([a, c, b]),
        Turn::Straight => None,
    }
}

/// What the search for a vertex's conflict zone came to.
enum Found {
    /// A disc of triangles.
    Disc,
    /// Triangles that form no disc.
    Torn,
    /// An older vertex in the same place.
    Vertex(VertexId),
    /// No conflict.
    Nothing,
}

/// Finds conflict zones; keeps buffers and hints between the searches, nothing that matters.
struct ConflictSearch<K> {
    kernel: K,
    /// The last zone found.
    zone: Vec<u32>,
    stack: Vec<Link>,
    /// Whether predicates and frame are beyond doubt, so that every zone is a disc around its vertex.
    sound: bool,
    visited: HashSet<TriangleId>,
    hints: Option<Hints>,
    circles: Circles,
    /// How many more triangles may be born; a torn mesh could grow without end.
    budget: usize,
}

impl<K: Kernel> ConflictSearch<K> {
    fn new(mesh: &Triangulation, kernel: K) -> Self {
        let framed = mesh.points().len() > mesh.samples();
        let sound = K::EXACT && (!framed || frame_holds_all(mesh));
        Self {
            kernel,
            zone: Vec::new(),
            stack: Vec::new(),
            sound,
            visited: HashSet::new(),
            hints: if K::SCANS { None } else { Hints::if_scattered(mesh) },
            circles: Circles::over(mesh),
            budget: if sound { usize::MAX } else { mesh.samples() * 64 + 4096 },
        }
    }

    fn removed(&self) -> u32 {
        number(self.zone.len())
    }

    fn find<S: Sink<MeshEvent>>(&mut self, mesh: &mut Recorder<Triangulation, S>, vertex: VertexId) -> Found {
        self.zone.clear();
        if mesh.triangles().len() > self.budget {
            return Found::Nothing;
        }
        if K::SCANS {
            return self.scan(mesh, vertex);
        }
        let p = mesh.point(vertex);
        let hint = self.hints.as_mut().and_then(|it| it.near(mesh, p)).or_else(|| mesh.youngest());
        let Some(at) = hint.and_then(|from| self.walk(mesh, p, from)) else { return Found::Nothing };
        let same = |&corner: &VertexId| corner != FRAME && self.kernel.same_point(mesh.point(corner), p);
        if let Some(into) = mesh.triangle(at).corners.into_iter().find(same) {
            return Found::Vertex(into);
        }
        let kernel = self.kernel;
        // Under sound predicates the triangle that holds the point is in conflict beyond question.
        if !self.sound && !conflicts(kernel, mesh, p, at) {
            return Found::Nothing;
        }
        if self.sound {
            mesh.observe(|_| MeshEvent::Conflicted { triangle: at });
        }
        self.grow(mesh, at, |mesh, it| conflicts(kernel, mesh, p, it))
    }

    /// Walks from one triangle to the next over a side that has `p` beyond it, until there is none.
    ///
    /// Ends in the triangle that holds `p`, symbolic ones included; nowhere only if a torn mesh leads in circles.
    #[inline]
    fn walk<S: Sink<MeshEvent>>(
        &self,
        mesh: &mut Recorder<Triangulation, S>,
        p: Point,
        mut at: TriangleId,
    ) -> Option<TriangleId> {
        let mut came_over = 3;
        let corners = mesh.triangle(at).corners;
        if let Some(side) = corners.iter().position(|&it| it == FRAME) {
            let inward = mesh.triangle(at).across[side];
            if inward == Link::NONE {
                return Some(at);
            }
            at = inward.triangle();
        }
        // A sound walk always ends; a torn mesh may lead in circles, and no straight walk is longer than this.
        let mut steps = if self.sound { usize::MAX } else { 8 * mesh.triangles().len().isqrt() + 1000 };
        'walk: while steps > 0 {
            steps -= 1;
            let triangle = *mesh.triangle(at);
            if triangle.corners.contains(&FRAME) {
                return Some(at);
            }
            for side in (0..3).filter(|&side| side != came_over) {
                let [from, to] = triangle.edge(side);
                let told = self.kernel.turn(mesh.point(from), mesh.point(to), p);
                mesh.observe(|_| MeshEvent::Walked {
                    edge: Link::new(at, side),
                    turn: told.verdict,
                    certainty: told.certainty,
                });
                let across = triangle.across[side];
                if told.verdict == Turn::Right && across != Link::NONE {
                    at = across.triangle();
                    came_over = across.side();
                    continue 'walk;
                }
            }
            return Some(at);
        }
        None
    }

    /// Grows the zone from a triangle in conflict, depth first over the sides.
    #[inline]
    fn grow<M: Deref<Target = Triangulation>>(
        &mut self,
        mesh: &mut M,
        first: TriangleId,
        mut conflicts: impl FnMut(&mut M, TriangleId) -> bool,
    ) -> Found {
        let mut disc = true;
        self.zone.clear();
        self.zone.push(first.number());
        if !self.sound {
            self.visited.clear();
            self.visited.insert(first);
        }
        self.stack.extend(first.sides().into_iter().rev());
        while let Some(inner) = self.stack.pop() {
            let outer = mesh.across(inner);
            if outer == Link::NONE {
                continue;
            }
            let beyond = outer.triangle();
            if !self.sound && self.visited.contains(&beyond) {
                disc = false;
            } else if conflicts(mesh, beyond) {
                if !self.sound {
                    self.visited.insert(beyond);
                }
                self.zone.push(beyond.number());
                self.stack.extend([outer.previous(), outer.next()]);
            }
        }
        if disc { Found::Disc } else { Found::Torn }
    }

    /// Tests every living triangle, as the article does, and sees whether the conflicts happen to form a disc.
    fn scan<S: Sink<MeshEvent>>(&mut self, mesh: &mut Recorder<Triangulation, S>, vertex: VertexId) -> Found {
        let p = mesh.point(vertex);
        let mut conflicts = self.circles.around(mesh, p, self.kernel);
        conflicts.retain(|&it| self::conflicts(self.kernel, mesh, p, it));
        let Some(&first) = conflicts.first() else { return Found::Nothing };
        let found = self.grow(mesh, first, |_, it| conflicts.binary_search(&it).is_ok());
        if self.zone.len() == conflicts.len() {
            return found;
        }
        self.zone = conflicts.into_iter().map(TriangleId::number).collect();
        Found::Torn
    }
}

/// Whether a triangle's circle holds `p`; that of a symbolic triangle is the half-plane beyond its edge, and the edge.
#[inline]
fn conflicts<K: Kernel, S: Sink<MeshEvent>>(
    kernel: K,
    mesh: &mut Recorder<Triangulation, S>,
    p: Point,
    triangle: TriangleId,
) -> bool {
    let corners = mesh.triangle(triangle).corners;
    let in_conflict = if let Some(infinite) = corners.iter().position(|&it| it == FRAME) {
        let [a, b] = mesh.triangle(triangle).edge(infinite).map(|it| mesh.point(it));
        let told = kernel.turn(a, b, p);
        mesh.observe(|_| MeshEvent::Walked {
            edge: Link::new(triangle, infinite),
            turn: told.verdict,
            certainty: told.certainty,
        });
        let between = |p: f64, a: f64, b: f64| a.min(b) < p && p < a.max(b);
        match told.verdict {
            Turn::Left => true,
            Turn::Straight => between(p.x, a.x, b.x) || between(p.y, a.y, b.y),
            Turn::Right => false,
        }
    } else {
        let [a, b, c] = corners.map(|it| mesh.point(it));
        let told = kernel.in_circle(a, b, c, p);
        mesh.observe(|_| MeshEvent::Tested { triangle, place: told.verdict, certainty: told.certainty });
        told.verdict == Place::Inside
    };
    if in_conflict {
        mesh.observe(|_| MeshEvent::Conflicted { triangle });
    }
    in_conflict
}

/// Whether the frame's triangle holds every point inside.
fn frame_holds_all(mesh: &Triangulation) -> bool {
    let corners = &mesh.points()[mesh.samples()..];
    let Ok(frame) = <[Point; 3]>::try_from(corners) else { return false };
    mesh.points()[..mesh.samples()].iter().all(|&p| {
        let on_the_rim = (0..3).any(|i| turn(frame[i], frame[(i + 1) % 3], p).verdict == Turn::Straight);
        triangle_contains(frame, p) && !on_the_rim
    })
}
