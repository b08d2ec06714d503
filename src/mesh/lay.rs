//! Laying constraints, so that the mesh becomes constrained Delaunay.
//!
//! From its first vertex a constraint is followed towards its last. If an edge leads that way it stays. Else the triangles
//! on the way are crossed one after the other, up to the next vertex on the line; they are removed, and each side of
//! their pocket is filled from the constraint outwards, joining every edge to the vertex whose circle with it holds none of the
//! others. What was laid before is never crossed: a constraint that would is refused there, and keeps the pieces it has.
//!
//! Marc Vigo Anglada, "An improved incremental algorithm for constructing restricted Delaunay triangulations", Computers &
//! Graphics 21 (1997), 215–223. That chains which touch themselves do no harm: Jonathan Shewchuk, Brielin Brown, "Fast segment
//! insertion and incremental construction of constrained Delaunay triangulations", Comput. Geom. 48 (2015), 554–574.

use std::ops::ControlFlow;

use super::{
    constraints::Laying,
    event::MeshEvent,
    pocket::{Pocket, chain_vertex},
    triangle::{FRAME, Link, TriangleId, VertexId},
    triangulation::{RimEdge, Triangulation, number},
};
use crate::{
    geometry::{Kernel, Place, Point, Turn},
    record::{Recorder, Sink},
};

/// Lays whatever is not laid yet; all vertices must be inserted. The kernel must be exact.
pub(super) fn lay_all<K: Kernel, S: Sink<MeshEvent>>(
    mesh: &mut Recorder<Triangulation, S>,
    kernel: K,
) -> ControlFlow<()> {
    if mesh.laying().is_none() {
        return ControlFlow::Continue(());
    }
    let mut layer = Layer::over(mesh, kernel);
    while let Some(Laying { constraint, from, to }) = mesh.laying() {
        match layer.follow(mesh, from, to) {
            Way::Edge(edge) => {
                let again = mesh.is_constrained(edge);
                let [from, to] = edge_at(mesh, edge);
                mesh.commit(MeshEvent::Laid { from, to, edge, again })?;
            }
            Way::Pocket(to) => {
                let removed = number(layer.detail.len());
                layer.fit(mesh, from);
                mesh.commit_with(MeshEvent::Carved { from, to, removed }, &layer.detail)?;
                layer.note_newborn(mesh);
            }
            Way::Blocked(edge) => {
                let [from, to] = edge_at(mesh, edge);
                mesh.commit(MeshEvent::Refused { constraint, from, to })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// How a constraint goes on from a vertex.
enum Way {
    /// Along an edge.
    Edge(Link),
    /// Across triangles, up to a vertex.
    Pocket(VertexId),
    /// It crosses an edge that was laid.
    Blocked(Link),
}

/// Lays constraints; keeps between them what helps to find the next, nothing that matters.
struct Layer<K> {
    kernel: K,
    /// The youngest living triangle at each vertex.
    at: Vec<TriangleId>,
    /// How many triangles `at` knows of.
    known: usize,
    /// The triangles crossed, and behind them how to fill their pocket.
    detail: Vec<u32>,
    pocket: Pocket,
    stretches: Vec<(usize, usize)>,
}

impl<K: Kernel> Layer<K> {
    fn over(mesh: &Triangulation, kernel: K) -> Self {
        let mut it = Self {
            kernel,
            at: vec![TriangleId::new(0); mesh.points().len()],
            known: 0,
            detail: Vec::new(),
            pocket: Pocket::default(),
            stretches: Vec::new(),
        };
        it.note_newborn(mesh);
        it
    }

    /// Takes note of triangles that were born since.
    ///
    /// All vertices around a pocket get a newborn, so that no triangle that is gone is remembered.
    fn note_newborn(&mut self, mesh: &Triangulation) {
        for (triangle, it) in mesh.triangles().iter().enumerate().skip(self.known) {
            let triangle = TriangleId::of_index(triangle);
            if mesh.is_alive(triangle) {
                for corner in it.corners.into_iter().filter(|&it| it != FRAME) {
                    self.at[corner.index()] = triangle;
                }
            }
        }
        self.known = mesh.triangles().len();
    }

    /// Finds how to get from a vertex towards another, and what is crossed on the way.
    fn follow<S: Sink<MeshEvent>>(
        &mut self,
        mesh: &mut Recorder<Triangulation, S>,
        from: VertexId,
        to: VertexId,
    ) -> Way {
        let triangle = self.at[from.index()];
        let side = mesh.triangle(triangle).corners.iter().position(|&it| it == from);
        let first = Link::new(triangle, side.unwrap_or(0));
        if let Some(edge) = edge_to(mesh, first, to) {
            return Way::Edge(edge);
        }
        match self.leave(mesh, first, to) {
            Way::Blocked(edge) => self.cross(mesh, [from, to], edge),
            way => way,
        }
    }

    /// Finds the edge that leads from a corner straight towards a vertex; else the side across from it that is in the way.
    fn leave<S: Sink<MeshEvent>>(&self, mesh: &mut Recorder<Triangulation, S>, first: Link, to: VertexId) -> Way {
        let from = mesh.apex(first);
        let ends = [from, to].map(|it| mesh.point(it));
        let mut known = None;
        let mut corner = first;
        loop {
            let [right, left] = [corner.next(), corner.previous()];
            let [right_vertex, left_vertex] = [right, left].map(|it| mesh.apex(it));
            let before = known.take();
            if right_vertex != FRAME && left_vertex != FRAME {
                match before.unwrap_or_else(|| self.side(mesh, ends, right)) {
                    Turn::Straight if is_ahead(ends, mesh.point(right_vertex)) => return Way::Edge(left),
                    Turn::Right => match self.side(mesh, ends, left) {
                        Turn::Straight if is_ahead(ends, mesh.point(left_vertex)) => {
                            return Way::Edge(mesh.across(right));
                        }
                        Turn::Left => return Way::Blocked(corner),
                        turn => known = Some(turn),
                    },
                    _ => (),
                }
            }
            corner = next_around(mesh, corner);
            if corner == first {
                // Only numbers beyond the predicates' range lead nowhere.
                return Way::Blocked(first);
            }
        }
    }

    /// Crosses triangles from a side on.
    fn cross<S: Sink<MeshEvent>>(
        &mut self,
        mesh: &mut Recorder<Triangulation, S>,
        [from, to]: [VertexId; 2],
        mut edge: Link,
    ) -> Way {
        let ends = [from, to].map(|it| mesh.point(it));
        self.detail.clear();
        self.detail.push(edge.triangle().number());
        loop {
            mesh.observe(|_| MeshEvent::Crossed { edge });
            let beyond = mesh.across(edge);
            let vertex = mesh.apex(beyond);
            if mesh.is_constrained(edge) || vertex == FRAME {
                return Way::Blocked(edge);
            }
            self.detail.push(beyond.triangle().number());
            if vertex == to {
                return Way::Pocket(to);
            }
            let over = match self.side(mesh, ends, beyond) {
                Turn::Straight => return Way::Pocket(vertex),
                Turn::Left => 1,
                Turn::Right => 2,
            };
            edge = beyond.turned(over);
        }
    }

    /// On which side of the constraint's line a corner lies.
    fn side<S: Sink<MeshEvent>>(
        &self,
        mesh: &mut Recorder<Triangulation, S>,
        [a, b]: [Point; 2],
        corner: Link,
    ) -> Turn {
        let vertex = mesh.apex(corner);
        let told = self.kernel.turn(a, b, mesh.point(vertex));
        mesh.observe(|_| MeshEvent::Sided { corner, turn: told.verdict, certainty: told.certainty });
        told.verdict
    }

    /// Finds how to fill the pocket of the triangles crossed, both sides of it.
    fn fit<S: Sink<MeshEvent>>(&mut self, mesh: &mut Recorder<Triangulation, S>, from: VertexId) {
        let mut pocket = std::mem::take(&mut self.pocket);
        pocket.surround(mesh, from, &self.detail);
        for chain in &pocket.chains {
            self.stretches.push((0, chain.len()));
            while let Some((begin, end)) = self.stretches.pop() {
                let apex = self.apex(mesh, chain, begin, end);
                let [from, to, vertex] = [begin, end, apex].map(|it| chain_vertex(chain, it));
                mesh.observe(|_| MeshEvent::Fitted { from, to, apex: vertex });
                self.detail.push(number(apex - begin));
                let parts = [(apex, end), (begin, apex)];
                self.stretches.extend(parts.into_iter().filter(|(begin, end)| end - begin > 1));
            }
        }
        self.pocket = pocket;
    }

    /// Which place between two of a chain has the vertex whose circle with those two holds none of the others.
    fn apex(&self, mesh: &Triangulation, chain: &[RimEdge], begin: usize, end: usize) -> usize {
        let point = |place: usize| mesh.point(chain_vertex(chain, place));
        let (a, b, middle) = (point(begin), point(end), begin.midpoint(end));
        let mut apex = begin + 1;
        for place in begin + 2..end {
            let is_better = match self.kernel.in_circle(a, b, point(apex), point(place)).verdict {
                Place::Inside => true,
                // On circles too, few edges lie behind each other.
                Place::On => place.abs_diff(middle) < apex.abs_diff(middle),
                Place::Outside => false,
            };
            if is_better {
                apex = place;
            }
        }
        apex
    }
}

fn edge_at(mesh: &Triangulation, side: Link) -> [VertexId; 2] {
    mesh.ends(side)
}

/// The same vertex as a corner of the next triangle around it, turning left.
fn next_around(mesh: &Triangulation, corner: Link) -> Link {
    let across = mesh.across(corner.next());
    across.next()
}

/// The edge from a corner to a vertex, if there is one, as a side of the triangle to its left.
fn edge_to(mesh: &Triangulation, first: Link, to: VertexId) -> Option<Link> {
    let mut corner = first;
    loop {
        if mesh.apex(corner.next()) == to {
            return Some(corner.previous());
        }
        corner = next_around(mesh, corner);
        if corner == first {
            return None;
        }
    }
}

/// Whether `p`, on the line from `a` to `b`, lies from `a` in the direction of `b`.
fn is_ahead([a, b]: [Point; 2], p: Point) -> bool {
    if a.x == b.x { (a.y < b.y) == (a.y < p.y) } else { (a.x < b.x) == (a.x < p.x) }
}
