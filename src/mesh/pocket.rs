//! The pocket that a constraint leaves when the triangles it crosses are removed, and how that is filled.
//!
//! The rim of the pocket falls into two chains of edges, one on each side of the constraint. Each is filled from an edge to be
//! towards the chain, at first from the constraint itself: a vertex of the chain is joined to the edge, which makes a triangle
//! and two more such edges, each with its part of the chain. Which vertex that was is all that has to be kept: the edges come
//! in a fixed order, and a choice is told by its place along the part of the chain, counted from 1. So no geometry is
//! needed to do it again.
//!
//! An edge may hang into the pocket, with both its sides on the rim; then two of the newborn meet there.

use super::{
    triangle::{Link, Triangle, TriangleId, VertexId},
    triangulation::{ALIVE, CONSTRAINED, RimEdge, Triangulation},
};

/// The two chains around a pocket, with room for what it takes to fill it.
#[derive(Clone, Debug, Default)]
pub(super) struct Pocket {
    /// To the left of the constraint as it runs, and to its right backwards.
    pub(super) chains: [Vec<RimEdge>; 2],
    /// Stretches of a chain, from one place to another, each with the side from which it is to be filled.
    stretches: Vec<(usize, usize, Link)>,
    /// Sides of newborn that are to meet each other, by what stood in their place.
    hanging: Vec<(u32, Link)>,
}

/// The vertex at a place of a chain. It begins where its first edge ends, for the chain runs against its edges.
#[inline]
pub(super) fn chain_vertex(chain: &[RimEdge], place: usize) -> VertexId {
    chain.get(place).map_or_else(|| chain[place - 1].from, |it| it.to)
}

impl Pocket {
    /// Finds the chains around triangles that a constraint crosses, given in order from vertex `from` on.
    pub(super) fn surround(&mut self, mesh: &Triangulation, from: VertexId, crossed: &[u32]) {
        let [left, right] = &mut self.chains;
        left.clear();
        right.clear();
        // Which side of a triangle the constraint came over; of the first, the one across from its beginning.
        let first = TriangleId::new(crossed[0]);
        let corner = mesh.triangle(first).corners.iter().position(|&it| it == from).unwrap_or(0);
        let mut side = Link::new(first, corner);
        for place in 0..crossed.len() {
            let rim = |inner: Link| {
                let [from, to] = mesh.ends(inner);
                RimEdge { from, to, outer: mesh.across(inner), inner }
            };
            let [one, other] = [side.next(), side.previous()];
            let next = crossed.get(place + 1);
            let goes_over = |side: Link| next.is_some_and(|&next| mesh.across(side).triangle().number() == next);
            if place == 0 {
                left.push(rim(one));
                right.push(rim(other));
                side = mesh.across(side);
            } else if goes_over(one) {
                left.push(rim(other));
                side = mesh.across(one);
            } else {
                right.push(rim(one));
                if next.is_none() {
                    left.push(rim(other));
                }
                side = mesh.across(other);
            }
        }
        right.reverse();
    }
}

impl Triangulation {
    /// Removes crossed triangles, and fills their pocket as the second half of `detail` says.
    pub(super) fn fill_pocket(&mut self, from: VertexId, detail: &[u32]) {
        let (crossed, mut choices) = detail.split_at(detail.len() / 2);
        let mut pocket = std::mem::take(&mut self.pocket);
        pocket.surround(self, from, crossed);
        self.set_alive(crossed, false);
        let mut base = Link::NONE;
        for side in 0..2 {
            let first = Link::new(TriangleId::of_index(self.triangles.len()), 0);
            self.fill_chain(&mut pocket, side, base, &mut choices);
            base = first;
        }
        self.constrain(base, true);
        pocket.hanging.sort_unstable_by_key(|it| it.0);
        for pair in pocket.hanging.chunks_exact(2) {
            self.set_across(pair[0].1, pair[1].1);
            self.set_across(pair[1].1, pair[0].1);
        }
        pocket.hanging.clear();
        self.pocket = pocket;
    }

    /// Fills what lies between a chain and the constraint, joining the first triangle to what fills the other side.
    fn fill_chain(&mut self, pocket: &mut Pocket, side: usize, base: Link, choices: &mut &[u32]) {
        let Pocket { chains, stretches, hanging } = pocket;
        let chain = &chains[side];
        stretches.push((0, chain.len(), base));
        while let Some((begin, end, base)) = stretches.pop() {
            let (&choice, rest) = choices.split_first().expect("a choice for each triangle");
            *choices = rest;
            let apex = begin + choice as usize;
            let corners = [apex, begin, end].map(|it| chain_vertex(chain, it));
            let born = TriangleId::of_index(self.triangles.len());
            self.triangles.push(Triangle { corners, across: [base, Link::NONE, Link::NONE] });
            self.marks.push(ALIVE);
            self.set_across(base, Link::new(born, 0));
            for (side, begin, end) in [(1, apex, end), (2, begin, apex)] {
                let side = Link::new(born, side);
                match end - begin {
                    1 => self.join_rim(side, chain[begin], hanging),
                    _ => stretches.push((begin, end, side)),
                }
            }
        }
    }

    /// Puts a newborn's side in the place of the one that went.
    fn join_rim(&mut self, side: Link, rim: RimEdge, hanging: &mut Vec<(u32, Link)>) {
        if self.is_constrained(rim.inner) {
            self.marks[side.triangle().index()] |= CONSTRAINED << side.side();
        }
        if self.is_alive(rim.outer.triangle()) {
            self.set_across(side, rim.outer);
            self.set_across(rim.outer, side);
        } else {
            hanging.push((rim.inner.index().min(rim.outer.index()), side));
        }
    }

    /// Undoes [`fill_pocket`](Self::fill_pocket).
    pub(super) fn empty_pocket(&mut self, from: VertexId, detail: &[u32]) {
        let crossed = &detail[..detail.len() / 2];
        self.cut_off(crossed.len());
        let mut pocket = std::mem::take(&mut self.pocket);
        pocket.surround(self, from, crossed);
        for edge in pocket.chains.iter().flatten() {
            self.set_across(edge.outer, edge.inner);
        }
        self.set_alive(crossed, true);
        self.pocket = pocket;
    }
}
