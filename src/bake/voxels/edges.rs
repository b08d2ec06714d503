//! The sides of polygons, and which of them lie on one edge.

use std::sync::Arc;

use super::{
    Convex, PolygonLinks,
    links::number,
    ring::{Ring, RingVertex},
};

/// A side of a polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct PolygonSide {
    /// Whose side it is.
    pub(super) polygon: u32,
    /// The corners where it begins and ends, by their places among those of all rings.
    pub(super) ends: [u32; 2],
    /// Whether it lies on the border of two regions.
    pub(super) is_border: bool,
}

/// Which sides lie on one edge.
pub(super) struct Edges {
    /// For each side the edge it lies on.
    edge_of: Vec<u32>,
    /// Where the sides of each edge begin; one more entry than edges.
    starts: Vec<u32>,
    /// The sides of all edges, and whether each leads from the lesser vertex to the greater.
    sides: Vec<(u32, bool)>,
}

impl Edges {
    pub(super) fn of(links: &PolygonLinks) -> Self {
        let key = |side: u32| {
            let [a, b] = links.ends(side).map(|it| links.vertex_of[it as usize]);
            (a.min(b), a.max(b), side, a < b)
        };
        let mut all: Vec<_> = (0..links.sides()).map(key).collect();
        all.sort_unstable();
        let (mut edge_of, mut starts) = (vec![0; all.len()], vec![0]);
        for group in all.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let edge = number(starts.len() - 1);
            for it in group {
                edge_of[it.2 as usize] = edge;
            }
            starts.push(starts[starts.len() - 1] + number(group.len()));
        }
        Self { edge_of, starts, sides: all.into_iter().map(|it| (it.2, it.3)).collect() }
    }

    /// The sides on the edge of a side, itself included, in order.
    pub(super) fn with(&self, side: u32) -> &[(u32, bool)] {
        let edge = self.edge_of[side as usize] as usize;
        &self.sides[self.starts[edge] as usize..self.starts[edge + 1] as usize]
    }

    pub(super) fn leads_up(&self, side: u32) -> bool {
        self.with(side).contains(&(side, true))
    }
}

/// The sides of all polygons; `first` tells the first corner of each ring.
pub(super) fn sides(convex: &Convex, first: &[u32]) -> Arc<[PolygonSide]> {
    let rings = convex.ears().bridges().outlines();
    let mut regions: Vec<_> = convex.ears().all().iter().map(|it| rings[it.ring as usize].region).collect();
    regions.sort_unstable();
    let mut sides = Vec::new();
    for (polygon, around) in (0..).zip(convex.polygons()) {
        for side in around {
            let (ring, [from, to]) = convex.corners(side);
            let Ring { region, vertices, .. } = &rings[ring as usize];
            let beyond = vertices[from as usize].beyond;
            let on_ring = (from + 1) % number(vertices.len()) == to;
            let is_border = on_ring && beyond != *region && regions.binary_search(&beyond).is_ok();
            sides.push(PolygonSide { polygon, ends: [from, to].map(|it| first[ring as usize] + it), is_border });
        }
    }
    sides.into()
}

/// For each corner its place among all places in plan.
pub(super) fn spots(corners: &[RingVertex]) -> Arc<[u32]> {
    let mut order: Vec<u32> = (0..).take(corners.len()).collect();
    let place = |it: u32| (corners[it as usize].x, corners[it as usize].y);
    order.sort_by_key(|&it| place(it));
    let mut spots = vec![0; corners.len()];
    for (spot, group) in (0..).zip(order.chunk_by(|&a, &b| place(a) == place(b))) {
        for &it in group {
            spots[it as usize] = spot;
        }
    }
    spots.into()
}
