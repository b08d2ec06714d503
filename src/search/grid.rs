//! The cheapest way from cell to cell: Dijkstra's algorithm and A* over the cells of a maze, steppable.
//!
//! A cell is a node, a step from centre to centre that [`Maze::steps_from`](crate::maze::Maze::steps_from) allows an arc: 1 across a
//! side, √2 across a corner. The cells that hold the start are seeds (several when it lies on a side or a corner), and reaching any
//! that holds the goal ends the search. A cell that was closed is opened again if a better way to it turns up, for heuristics may
//! be inconsistent. Among equal f the cell with the larger g is expanded first, among equal g the one that is further down, then
//! further right. A start or goal whose cells' centres can't be got to is off the grid, which is told as off the mesh.
//!
//! Edsger Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1 (1959), 269–271. Peter Hart, Nils
//! Nilsson, Bertram Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE Transactions on
//! Systems Science and Cybernetics 4 (1968), 100–107. Grids with diagonals of √2, without cutting corners: Nathan Sturtevant,
//! "Benchmarks for Grid-Based Pathfinding", IEEE Transactions on Computational Intelligence and AI in Games 4 (2012), 144–148.

use std::{collections::BinaryHeap, ops::ControlFlow};

use super::{GridEvent, GridNode, GridSearch, NodeState, Outcome, Steps};
use crate::{
    maze::Direction,
    record::{Recorder, Sink},
};

/// A waiting cell, in one number. The greatest of a heap is the one to expand next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting(u128);

impl Waiting {
    /// The bits of numbers that are not negative are in the same order as the numbers.
    #[inline]
    fn new(index: u32, g: Steps, f: f64) -> Self {
        Self(u128::from(!f.to_bits()) << 64 | u128::from(Self::rank(g)) << 32 | u128::from(index))
    }

    #[expect(clippy::cast_possible_truncation, reason = "rounded, the order stays")]
    #[inline]
    fn rank(g: Steps) -> u32 {
        (g.length() as f32).to_bits()
    }

    #[expect(clippy::cast_possible_truncation, reason = "cut apart as it was put together")]
    #[inline]
    fn index(self) -> u32 {
        self.0 as u32
    }

    /// Whether a node still waits with the g that it came with.
    #[expect(clippy::cast_possible_truncation, reason = "cut apart as it was put together")]
    #[inline]
    fn is_fresh(self, node: GridNode) -> bool {
        node.state() == NodeState::Open && node.steps().is_some_and(|g| Self::rank(g) == (self.0 >> 32) as u32)
    }
}

/// Searches on from wherever the search stands.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn grid_search<S: Sink<GridEvent>>(search: &mut Recorder<GridSearch, S>) -> ControlFlow<()> {
    if search.outcome().is_some() {
        return ControlFlow::Continue(());
    }
    if let Some(outcome) = search.refusal() {
        return search.commit(GridEvent::Ended { outcome });
    }
    for seed in search.seeded()..search.starts().len() {
        let cell = search.starts()[seed];
        search.commit(GridEvent::Seeded { cell })?;
    }
    let mut heap = waiting(search);
    loop {
        if let Some(current) = search.current() {
            if search.is_goal(current) {
                return search.commit(GridEvent::Ended { outcome: Outcome::Found });
            }
            relax_around(search, &mut heap)?;
        }
        let Some(next) = std::iter::from_fn(|| heap.pop()).find(|it| it.is_fresh(search.node_at(it.index()))) else {
            return search.commit(GridEvent::Ended { outcome: Outcome::Unreachable });
        };
        let (cell, was) = (search.cell_of(next.index()), search.current());
        search.commit(GridEvent::Expanded { cell, was, next: search.next_direction() })?;
    }
}

/// All that waits.
fn waiting(search: &GridSearch) -> BinaryHeap<Waiting> {
    let waiting = |index: u32| {
        let node = search.node_at(index);
        let g = node.steps().filter(|_| node.state() == NodeState::Open)?;
        Some(Waiting::new(index, g, search.f(search.cell_of(index), g)))
    };
    match search.expansions() {
        0 => search.starts().iter().filter_map(|&it| waiting(search.index_of(it))).collect(),
        _ => (0..search.cells()).filter_map(waiting).collect(),
    }
}

#[inline]
fn relax_around<S: Sink<GridEvent>>(
    search: &mut Recorder<GridSearch, S>,
    heap: &mut BinaryHeap<Waiting>,
) -> ControlFlow<()> {
    let Some(from) = search.current() else { return ControlFlow::Continue(()) };
    let Some(here) = search.node(from).steps() else { return ControlFlow::Continue(()) };
    let steps = search.steps_from(from);
    for next in search.next_direction()..8 {
        let by = Direction::ALL[usize::from(next)];
        if !search.directions().contains(by) {
            continue;
        }
        if !steps.contains(by) {
            search.observe(|it| GridEvent::Blocked { from, by, why: it.hindrance(from, by) });
            continue;
        }
        let Some(to) = by.beyond(from) else { continue };
        let index = search.index_of(to);
        let (g, was, before) = (here.and(by), search.node_at(index), search.next_direction());
        if g.length() < was.g() {
            search.commit(GridEvent::Relaxed { to, by, was, next: before })?;
            heap.push(Waiting::new(index, g, search.f(to, g)));
        } else {
            search.observe(|_| GridEvent::Refused { from, by });
        }
    }
    ControlFlow::Continue(())
}
