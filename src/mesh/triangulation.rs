//! A triangulation that only grows: who was born, who died, and who lies across which edge.
//!
//! Triangles are numbered in order of birth, are never changed but for the links of the living, and keep everything when
//! they die. So the mesh of any moment is a filter over the numbers, the history of one triangle costs nothing, and undoing
//! a step is cutting off its newborn and linking the old ones back.

use std::{ops::Range, sync::Arc};

use super::{
    constraints::Constraints,
    event::MeshEvent,
    pocket::Pocket,
    triangle::{FRAME, Link, Triangle, TriangleId, VertexId},
};
use crate::{
    geometry::{Numbers, Point},
    record::Replayable,
};

/// A triangulation in the making, or made.
#[derive(Clone, Debug)]
pub struct Triangulation {
    points: Arc<[Point]>,
    samples: usize,
    numbers: Numbers,
    pub(super) triangles: Vec<Triangle>,
    pub(super) marks: Vec<Marks>,
    next: VertexId,
    /// Vertices that were left out, each with the older one that stands for it; in order.
    pub(super) merged: Vec<[VertexId; 2]>,
    pub(super) constraints: Constraints,
    /// Buffers that every step fills anew.
    stack: Vec<Link>,
    pub(super) pocket: Pocket,
}

/// Marks of a triangle: bit 0 alive, bits 1 to 3 constrained sides.
pub(super) type Marks = u8;
pub(super) const ALIVE: Marks = 1;
pub(super) const CONSTRAINED: Marks = 2;

/// An edge between triangles that go, and what stays.
#[derive(Clone, Copy, Debug)]
pub(super) struct RimEdge {
    pub(super) from: VertexId,
    pub(super) to: VertexId,
    /// The side that stays.
    pub(super) outer: Link,
    /// The same side, of the triangle that goes.
    pub(super) inner: Link,
}

impl PartialEq for Triangulation {
    fn eq(&self, other: &Self) -> bool {
        (self.next, &self.merged, &self.constraints) == (other.next, &other.merged, &other.constraints)
            && self.triangles == other.triangles
            && self.marks == other.marks
    }
}

impl Triangulation {
    /// Nothing yet; `points` in order of insertion, of which the last ones, beyond `samples`, are corners of a frame.
    #[must_use]
    pub fn new(points: Arc<[Point]>, samples: usize, numbers: Numbers) -> Self {
        Self {
            points,
            samples,
            numbers,
            triangles: Vec::new(),
            marks: Vec::new(),
            next: VertexId::new(0),
            merged: Vec::new(),
            constraints: Constraints::default(),
            stack: Vec::new(),
            pocket: Pocket::default(),
        }
    }

    /// Sets memory aside for what a run usually takes.
    pub fn reserve(&mut self) {
        let births = self.samples * 7 + self.constraints().len() * 2 + 16;
        self.triangles.reserve(births);
        self.marks.reserve(births);
    }

    /// All points in order of insertion, the frame's included.
    #[must_use]
    pub fn points(&self) -> &Arc<[Point]> {
        &self.points
    }

    /// The place of a vertex, which must not be the one at infinity.
    #[inline]
    #[must_use]
    pub fn point(&self, vertex: VertexId) -> Point {
        self.points[vertex.index()]
    }

    /// How many vertices there are to insert; those beyond belong to the frame.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.samples
    }

    /// How its predicates are answered.
    #[must_use]
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// The next vertex to insert.
    #[must_use]
    pub fn next(&self) -> VertexId {
        self.next
    }

    /// All triangles ever born, by number.
    #[inline]
    #[must_use]
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// A triangle, dead or alive.
    #[inline]
    #[must_use]
    pub fn triangle(&self, id: TriangleId) -> &Triangle {
        &self.triangles[id.index()]
    }

    /// Whether a triangle was born and has not died.
    #[inline]
    #[must_use]
    pub fn is_alive(&self, triangle: TriangleId) -> bool {
        self.marks.get(triangle.index()).is_some_and(|it| it & ALIVE != 0)
    }

    /// Whether none of a triangle's corners belongs to the frame.
    #[inline]
    #[must_use]
    pub fn is_inner(&self, triangle: TriangleId) -> bool {
        self.triangle(triangle).corners.iter().all(|&corner| corner.index() < self.samples)
    }

    /// The places of a triangle's corners, if none lies at infinity.
    #[must_use]
    pub fn corners(&self, triangle: TriangleId) -> Option<[Point; 3]> {
        let corners = self.triangles.get(triangle.index())?.corners;
        (!corners.contains(&FRAME)).then(|| corners.map(|it| self.point(it)))
    }

    /// The living triangles, in order of birth.
    pub fn living(&self) -> impl Iterator<Item = TriangleId> + '_ {
        self.marks.iter().zip(0..).filter(|(marks, _)| **marks & ALIVE != 0).map(|(_, it)| TriangleId::new(it))
    }

    /// The living triangles without a corner of the frame.
    pub fn inner(&self) -> impl Iterator<Item = TriangleId> + '_ {
        self.living().filter(|&id| self.is_inner(id))
    }

    /// The youngest living triangle; what is inserted next is usually near.
    #[must_use]
    pub fn youngest(&self) -> Option<TriangleId> {
        // Only a tear can leave no newborn behind.
        self.marks.iter().rposition(|it| it & ALIVE != 0).map(TriangleId::of_index)
    }

    /// The numbers of the triangles that the last vertex inserted was born with; none for any other vertex.
    #[must_use]
    pub fn newest_star(&self, vertex: VertexId) -> Range<u32> {
        let star = self.triangles.iter().rev().take_while(|it| it.corners[0] == vertex).count();
        number(self.triangles.len() - star)..number(self.triangles.len())
    }

    /// Visits the rim of a zone that is a disc, in cyclic order.
    ///
    /// `zone` lists the triangles as a depth-first search over their sides met them; the same search here needs no marks,
    /// for the next of the zone it meets is the next of the list. The visitor may change anything but the zone.
    #[inline]
    fn around_disc(&mut self, zone: &[u32], mut visit: impl FnMut(&mut Self, RimEdge)) {
        let Some((&first, mut rest)) = zone.split_first() else { return };
        let mut stack = std::mem::take(&mut self.stack);
        stack.extend(TriangleId::new(first).sides().into_iter().rev());
        while let Some(inner) = stack.pop() {
            let triangle = self.triangle(inner.triangle());
            let outer = triangle.across[inner.side()];
            match rest.split_first() {
                Some((&expected, after)) if outer != Link::NONE && outer.triangle().number() == expected => {
                    rest = after;
                    stack.extend([outer.previous(), outer.next()]);
                }
                _ => {
                    let [from, to] = triangle.edge(inner.side());
                    visit(self, RimEdge { from, to, outer, inner });
                }
            }
        }
        self.stack = stack;
    }

    /// Joins `vertex` to the rim of a disc.
    fn raise_star(&mut self, vertex: VertexId, zone: &[u32]) {
        let base = self.triangles.len();
        self.around_disc(zone, |mesh, edge| {
            let born = TriangleId::of_index(mesh.triangles.len());
            // The star's first and last triangle meet; their common side is put right below.
            let before = TriangleId::new(born.number() - 1);
            let across = [edge.outer, Link::new(born.next(), 2), Link::new(before, 1)];
            mesh.triangles.push(Triangle { corners: [vertex, edge.from, edge.to], across });
            mesh.set_across(edge.outer, Link::new(born, 0));
        });
        let (first, last) = (TriangleId::of_index(base), TriangleId::of_index(self.triangles.len() - 1));
        self.triangles[base].across[2] = Link::new(last, 1);
        self.triangles[last.index()].across[1] = Link::new(first, 2);
        self.marks.resize(self.triangles.len(), ALIVE);
    }

    /// The rim of any zone of the dead: the edges that an odd number of its triangles have, which it counts.
    ///
    /// Behind them come the other edges that something living is linked to.
    fn torn_rim(&self, zone: &[u32]) -> (Vec<RimEdge>, usize) {
        let mut rim = Vec::new();
        let mut edges: Vec<RimEdge> = Vec::with_capacity(zone.len() * 3);
        for inner in zone.iter().flat_map(|&it| TriangleId::new(it).sides()) {
            let [from, to] = self.ends(inner);
            let across = self.across(inner);
            let outer = if across != Link::NONE && self.is_alive(across.triangle()) { across } else { Link::NONE };
            edges.push(RimEdge { from, to, outer, inner });
        }
        let ends = |it: &RimEdge| [it.from.min(it.to), it.from.max(it.to)];
        edges.sort_by_key(ends);
        let mut detached = Vec::new();
        for same in edges.chunk_by(|one, other| ends(one) == ends(other)) {
            let (kept, rest) = same.split_at(same.len() % 2);
            rim.extend_from_slice(kept);
            detached.extend(rest.iter().filter(|edge| edge.outer != Link::NONE));
        }
        let kept = rim.len();
        rim.append(&mut detached);
        (rim, kept)
    }

    /// Takes back the last so many births.
    pub(super) fn cut_off(&mut self, births: usize) {
        let left = self.triangles.len() - births;
        self.triangles.truncate(left);
        self.marks.truncate(left);
    }

    /// Joins `vertex` to every edge of any rim; where neighbours don't pair up, the mesh has a crack.
    fn raise_torn_star(&mut self, vertex: VertexId, rim: &[RimEdge]) {
        let base = self.triangles.len();
        for (j, edge) in rim.iter().enumerate() {
            let across = [edge.outer, Link::NONE, Link::NONE];
            self.triangles.push(Triangle { corners: [vertex, edge.from, edge.to], across });
            self.set_across(edge.outer, Link::new(TriangleId::of_index(base + j), 0));
        }
        self.marks.resize(base + rim.len(), ALIVE);
        let mut spokes: Vec<(VertexId, Link)> = (base..self.triangles.len())
            .flat_map(|it| {
                let [_, from, to] = self.triangles[it].corners;
                let it = TriangleId::of_index(it);
                [(from, Link::new(it, 2)), (to, Link::new(it, 1))]
            })
            .collect();
        spokes.sort_by_key(|&(vertex, link)| (vertex, link.side(), link.triangle()));
        for spoke in spokes.chunk_by(|one, other| one.0 == other.0) {
            let (ending, starting): (Vec<Link>, Vec<Link>) =
                spoke.iter().map(|it| it.1).partition(|link| link.side() == 1);
            for (one, other) in ending.into_iter().zip(starting) {
                self.set_across(one, other);
                self.set_across(other, one);
            }
        }
    }

    #[inline]
    pub(super) fn set_across(&mut self, at: Link, to: Link) {
        if at != Link::NONE {
            self.triangles[at.triangle().index()].across[at.side()] = to;
        }
    }

    pub(super) fn set_alive(&mut self, zone: &[u32], alive: bool) {
        for &triangle in zone {
            let marks = &mut self.marks[triangle as usize];
            *marks = if alive { *marks | ALIVE } else { *marks & !ALIVE };
        }
    }

    /// The first triangle, and if its corners are points, one symbolic triangle behind each side.
    fn begin(&mut self, corners: [VertexId; 3]) {
        let framed = corners[0].index() >= self.samples;
        let across = [1, 2, 3].map(|ghost| if framed { Link::NONE } else { Link::new(TriangleId::new(ghost), 2) });
        self.triangles.push(Triangle { corners, across });
        if !framed {
            for first in TriangleId::new(0).sides() {
                // The ghost behind a side sees it the other way round; behind its own sides lie the other two ghosts.
                let [to, from] = self.ends(first);
                let [before, after] = [first.previous(), first.next()].map(|it| TriangleId::of_index(it.side() + 1));
                let across = [Link::new(before, 1), Link::new(after, 0), first];
                self.triangles.push(Triangle { corners: [from, to, FRAME], across });
            }
            self.next = VertexId::new(3);
        }
        self.marks.resize(self.triangles.len(), ALIVE);
    }
}

impl Replayable for Triangulation {
    type Event = MeshEvent;

    #[inline]
    fn apply(&mut self, event: &MeshEvent, zone: &[u32]) {
        match *event {
            MeshEvent::Inserted { vertex, .. } => {
                self.set_alive(zone, false);
                self.raise_star(vertex, zone);
                self.next = vertex.next();
            }
            MeshEvent::Tore { vertex, .. } => {
                self.set_alive(zone, false);
                let (rim, kept) = self.torn_rim(zone);
                self.raise_torn_star(vertex, &rim[..kept]);
                for edge in &rim[kept..] {
                    self.set_across(edge.outer, Link::NONE);
                }
                self.next = vertex.next();
            }
            MeshEvent::Merged { vertex, into } => {
                self.merged.push([vertex, into]);
                self.next = vertex.next();
            }
            MeshEvent::Skipped { vertex } => self.next = vertex.next(),
            MeshEvent::Laid { from, to, edge, .. } => self.lay([from, to], edge),
            MeshEvent::Carved { from, to, .. } => self.carve([from, to], zone),
            MeshEvent::Refused { constraint, from, to } => self.refuse(constraint, [from, to]),
            MeshEvent::Began { corners } => self.begin(corners),
            MeshEvent::Walked { .. }
            | MeshEvent::Tested { .. }
            | MeshEvent::Conflicted { .. }
            | MeshEvent::Sided { .. }
            | MeshEvent::Crossed { .. }
            | MeshEvent::Fitted { .. } => (),
        }
    }

    fn revert(&mut self, event: &MeshEvent, zone: &[u32]) {
        match *event {
            MeshEvent::Inserted { vertex, .. } => {
                // A disc's rim has two edges more than the disc has triangles.
                self.cut_off(zone.len() + 2);
                self.around_disc(zone, |mesh, edge| mesh.set_across(edge.outer, edge.inner));
                self.set_alive(zone, true);
                self.next = vertex;
            }
            MeshEvent::Tore { vertex, .. } => {
                let (rim, kept) = self.torn_rim(zone);
                self.cut_off(kept);
                for edge in rim {
                    self.set_across(edge.outer, edge.inner);
                }
                self.set_alive(zone, true);
                self.next = vertex;
            }
            MeshEvent::Merged { vertex, .. } => {
                self.merged.pop();
                self.next = vertex;
            }
            MeshEvent::Skipped { vertex } => self.next = vertex,
            MeshEvent::Laid { edge, again, .. } => self.unlay(edge, again),
            MeshEvent::Carved { from, .. } => self.uncarve(from, zone),
            MeshEvent::Refused { .. } => self.unrefuse(),
            MeshEvent::Began { .. } => {
                self.triangles.clear();
                self.marks.clear();
                self.next = VertexId::new(0);
            }
            MeshEvent::Walked { .. }
            | MeshEvent::Tested { .. }
            | MeshEvent::Conflicted { .. }
            | MeshEvent::Sided { .. }
            | MeshEvent::Crossed { .. }
            | MeshEvent::Fitted { .. } => (),
        }
    }
}

/// How many triangles there are, as ids have it; runs are stopped long before there are more.
#[inline]
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^30 triangles")
}
