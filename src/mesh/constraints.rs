//! Constraints: edges that a mesh has to have, and how far that came.
//!
//! They are laid one after the other once all vertices are inserted. A constraint runs from vertex to vertex: where others
//! lie on its way it falls into pieces. Which comes next follows from what was laid and refused so far, so there is nothing
//! else to replay. A constraint between two vertices in one place is no edge, and is passed over; where all vertices lie on a
//! line there is no mesh, and none is laid.

use std::{ops::Range, sync::Arc};

use serde::Serialize;

use super::{
    order::Order,
    triangle::{FRAME, Link, TriangleId, VertexId},
    triangulation::{CONSTRAINED, Triangulation, number},
};
use crate::geometry::{Numbers, Point};

/// The constraints of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Constraints {
    all: Arc<[[VertexId; 2]]>,
    laid: Vec<[VertexId; 2]>,
    /// For each piece the constraint that it belongs to.
    laid_by: Vec<u32>,
    refused: Vec<Refusal>,
    carvings: Vec<Carving>,
}

/// A constraint that crosses another, which was laid before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The constraint.
    pub constraint: u32,
    /// The piece that it crosses, as the side of a triangle has it.
    pub crossed: [VertexId; 2],
}

/// What is left to lay of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laying {
    /// The constraint.
    pub constraint: u32,
    /// How far it was laid.
    pub from: VertexId,
    /// Where it ends.
    pub to: VertexId,
}

/// The births of a piece that was no edge before.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Carving {
    /// The first triangle.
    first: TriangleId,
    /// How many events of constraints there were, this one included.
    at: usize,
}

impl Triangulation {
    /// An empty triangulation that is to hold `points`, and edges between them; with the index of the point that each vertex is.
    ///
    /// Constraints are directed, and given by the indices of their ends in `points`. They may touch and overlap; where two
    /// cross, the later one is refused.
    #[must_use]
    pub fn constrained(points: &[Point], constraints: &[[u32; 2]], order: Order) -> (Self, Vec<u32>) {
        let (mut mesh, order) = Self::of(points, order, super::Frame::Symbolic, Numbers::default());
        let mut vertices = vec![FRAME; points.len()];
        for (vertex, &point) in order.iter().enumerate() {
            vertices[point as usize] = VertexId::of_index(vertex);
        }
        mesh.constraints.all = constraints.iter().map(|ends| ends.map(|it| vertices[it as usize])).collect();
        (mesh, order)
    }

    /// The edges that the mesh has to have, directed, in the order in which they are laid.
    #[must_use]
    pub fn constraints(&self) -> &Arc<[[VertexId; 2]]> {
        &self.constraints.all
    }

    /// Where a constraint begins and ends: the vertices that stand for those it was given.
    #[must_use]
    pub fn constraint_ends(&self, constraint: u32) -> [VertexId; 2] {
        self.constraints.all[constraint as usize].map(|it| self.standing_for(it))
    }

    /// The pieces of constraints that were laid so far, in order, each directed as its constraint.
    #[must_use]
    pub fn laid(&self) -> &[[VertexId; 2]] {
        &self.constraints.laid
    }

    /// For each piece that was laid the constraint that it belongs to.
    #[must_use]
    pub fn laid_by(&self) -> &[u32] {
        &self.constraints.laid_by
    }

    /// The constraints that were refused so far.
    #[must_use]
    pub fn refused(&self) -> &[Refusal] {
        &self.constraints.refused
    }

    /// The vertices on the way of constraints, each with the constraint that it divides.
    pub fn dividing(&self) -> impl Iterator<Item = (u32, VertexId)> + '_ {
        let pieces = self.constraints.laid_by.iter().zip(&self.constraints.laid);
        let dividing = pieces.filter(|&(&it, piece)| piece[1] != self.constraint_ends(it)[1]);
        dividing.map(|(&it, piece)| (it, piece[1]))
    }

    /// Vertices that were left out for lying on an older one, each with that one; in order.
    #[must_use]
    pub fn merged(&self) -> &[[VertexId; 2]] {
        &self.merged
    }

    /// The vertex that stands for one: an older one in the same place, or itself.
    #[inline]
    #[must_use]
    pub fn standing_for(&self, vertex: VertexId) -> VertexId {
        let found = self.merged.binary_search_by_key(&vertex, |it| it[0]);
        found.map_or(vertex, |it| self.merged[it][1])
    }

    /// Whether a side belongs to an edge that was laid.
    #[inline]
    #[must_use]
    pub fn is_constrained(&self, side: Link) -> bool {
        self.marks[side.triangle().index()] & (CONSTRAINED << side.side()) != 0
    }

    /// The constraint to be laid next, or on; once all vertices are inserted.
    #[must_use]
    pub fn laying(&self) -> Option<Laying> {
        let Constraints { all, laid, laid_by, refused, .. } = &self.constraints;
        let mut constraint = laid_by.last().copied().unwrap_or(0);
        let mut reached = laid.last().map(|it| it[1]);
        if let Some(last) = refused.last().filter(|it| it.constraint >= constraint) {
            (constraint, reached) = (last.constraint + 1, None);
        }
        loop {
            let [from, to] = all.get(constraint as usize)?.map(|it| self.standing_for(it));
            let from = reached.take().unwrap_or(from);
            if from != to {
                return Some(Laying { constraint, from, to });
            }
            constraint += 1;
        }
    }

    /// How many events there are up to and including the one that dealt with a vertex.
    ///
    /// The first made a triangle, and each one behind it is about the next vertex.
    #[must_use]
    pub fn inserted_at(&self, vertex: VertexId) -> usize {
        let vertex = vertex.index();
        let is_framed = self.points().len() > self.samples();
        match is_framed {
            _ if vertex >= self.samples() => 1,
            true => vertex + 2,
            false => vertex.max(2) - 1,
        }
    }

    /// How many events there are up to and including the one that gave birth to a triangle.
    #[must_use]
    pub fn born_at(&self, triangle: TriangleId) -> usize {
        let carvings = &self.constraints.carvings;
        match carvings.partition_point(|it| it.first <= triangle) {
            0 => self.inserted_at(self.triangle(triangle).corners[0]),
            count => self.inserted_at(VertexId::of_index(self.samples() - 1)) + carvings[count - 1].at,
        }
    }

    /// The numbers of the triangles that the last constraint which crossed any was laid with. The first side of each is an edge
    /// born with it.
    #[must_use]
    pub fn newest_carving(&self) -> Range<u32> {
        let end = number(self.triangles().len());
        self.constraints.carvings.last().map_or(end, |it| it.first.number())..end
    }

    /// Notes that the next piece was laid.
    fn note_piece(&mut self, piece: [VertexId; 2]) {
        let laying = self.laying().expect("a piece is laid only of a constraint that is left");
        self.constraints.laid.push(piece);
        self.constraints.laid_by.push(laying.constraint);
    }

    fn forget_piece(&mut self) {
        self.constraints.laid.pop();
        self.constraints.laid_by.pop();
    }

    /// Marks an edge as laid, or as not.
    pub(super) fn constrain(&mut self, edge: Link, on: bool) {
        let across = self.across(edge);
        for side in [edge, across] {
            let marks = &mut self.marks[side.triangle().index()];
            let bit = CONSTRAINED << side.side();
            *marks = if on { *marks | bit } else { *marks & !bit };
        }
    }

    pub(super) fn lay(&mut self, piece: [VertexId; 2], edge: Link) {
        self.note_piece(piece);
        self.constrain(edge, true);
    }

    pub(super) fn unlay(&mut self, edge: Link, again: bool) {
        self.constrain(edge, again);
        self.forget_piece();
    }

    pub(super) fn carve(&mut self, piece: [VertexId; 2], detail: &[u32]) {
        self.note_piece(piece);
        let at = self.constraints.laid.len() + self.constraints.refused.len();
        self.constraints.carvings.push(Carving { first: TriangleId::of_index(self.triangles().len()), at });
        self.fill_pocket(piece[0], detail);
    }

    pub(super) fn uncarve(&mut self, from: VertexId, detail: &[u32]) {
        self.empty_pocket(from, detail);
        self.constraints.carvings.pop();
        self.forget_piece();
    }

    pub(super) fn refuse(&mut self, constraint: u32, crossed: [VertexId; 2]) {
        self.constraints.refused.push(Refusal { constraint, crossed });
    }

    pub(super) fn unrefuse(&mut self) {
        self.constraints.refused.pop();
    }
}
