//! How often the laid constraints turn around each triangle.
//!
//! Outside of the hull that is never. Stepping over a piece from its right to its left adds one turn to the left, so the sum is
//! handed on from triangle to triangle. Pieces laid several times count each, and opposite ones cancel. Where constraints
//! form no rings the sum depends on the way; then the first way counts that a flood from outside, in a fixed order, takes.

use super::{
    triangle::{FRAME, Link, TriangleId, VertexId},
    triangulation::{Triangulation, number},
};

/// For each triangle ever born how often the laid pieces turn left around it; 0 for the dead.
#[must_use]
pub fn windings(mesh: &Triangulation) -> Vec<i32> {
    /// No sum is as small as this.
    const UNKNOWN: i32 = i32::MIN;
    if mesh.laid().is_empty() {
        return vec![0; mesh.triangles().len()];
    }
    let pieces = Pieces::of(mesh);
    let mut windings = vec![UNKNOWN; mesh.triangles().len()];
    let mut flood = outside(mesh);
    for triangle in &flood {
        windings[triangle.index()] = 0;
    }
    while let Some(triangle) = flood.pop() {
        let winding = windings[triangle.index()];
        for side in triangle.sides() {
            let across = mesh.across(side);
            if across == Link::NONE || windings[across.triangle().index()] != UNKNOWN {
                continue;
            }
            let [from, to] = mesh.ends(side);
            let added = if mesh.is_constrained(side) { pieces.turns([to, from]) } else { 0 };
            windings[across.triangle().index()] = winding + added;
            flood.push(across.triangle());
        }
    }
    for winding in windings.iter_mut().filter(|it| **it == UNKNOWN) {
        *winding = 0;
    }
    windings
}

/// The symbolic triangles, one after the other around the hull.
fn outside(mesh: &Triangulation) -> Vec<TriangleId> {
    let at_infinity = |it: TriangleId| mesh.triangle(it).corners.iter().position(|&it| it == FRAME);
    let mut around = Vec::new();
    let mut next = mesh.living().find(|&it| at_infinity(it).is_some());
    while let Some((triangle, corner)) = next.and_then(|it| Some((it, at_infinity(it)?))) {
        around.push(triangle);
        let beyond = mesh.across(Link::new(triangle, corner).next()).triangle();
        next = (beyond != around[0]).then_some(beyond);
    }
    around
}

/// The laid pieces, found by their smaller vertex.
struct Pieces {
    /// Where those of each vertex begin; one more entry than vertices.
    starts: Vec<u32>,
    /// The larger vertex of each, and whether the piece leads there.
    others: Vec<(VertexId, bool)>,
}

impl Pieces {
    fn of(mesh: &Triangulation) -> Self {
        let mut starts = vec![0; mesh.points().len() + 1];
        for piece in mesh.laid() {
            starts[piece[0].min(piece[1]).index()] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut others = vec![(FRAME, false); mesh.laid().len()];
        for &[from, to] in mesh.laid() {
            // Filled from behind, so that in the end each vertex's entry is where its pieces begin.
            let start = &mut starts[from.min(to).index()];
            *start -= 1;
            others[*start as usize] = (from.max(to), from < to);
        }
        debug_assert_eq!(sum, number(others.len()), "every piece has its place");
        Self { starts, others }
    }

    /// How many pieces lead from one vertex to another, less those that lead back.
    fn turns(&self, [from, to]: [VertexId; 2]) -> i32 {
        let (lower, upper) = (from.min(to).index(), from.max(to));
        let here = &self.others[self.starts[lower] as usize..self.starts[lower + 1] as usize];
        let leads = |it: &&(VertexId, bool)| it.0 == upper;
        here.iter().filter(leads).map(|it| if it.1 == (from < to) { 1 } else { -1 }).sum()
    }
}
