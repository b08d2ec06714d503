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

use super::{super::Outcome, GridEvent, GridNode, GridSearch};
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
    fn new(index: u32, g: f64, f: f64) -> Self {
        Self(u128::from(!f.to_bits()) << 64 | u128::from(Self::rank(g)) << 32 | u128::from(index))
    }

    #[expect(clippy::cast_possible_truncation, reason = "rounded, the order stays")]
    #[inline]
    fn rank(g: f64) -> u32 {
        (g as f32).to_bits()
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
        node.is_open() && Self::rank(node.g()) == (self.0 >> 32) as u32
    }
}

/// All that waits, the best of what came last in hand: it often is the best of all, and then needs no place in the heap.
#[derive(Default)]
struct Queue {
    hand: Option<Waiting>,
    heap: BinaryHeap<Waiting>,
}

impl Queue {
    #[inline]
    fn push(&mut self, it: Waiting) {
        match &mut self.hand {
            Some(hand) if it <= *hand => self.heap.push(it),
            hand => self.heap.extend(hand.replace(it)),
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<Waiting> {
        let Some(mut best) = self.hand.take() else { return self.heap.pop() };
        if let Some(mut top) = self.heap.peek_mut().filter(|it| **it > best) {
            std::mem::swap(&mut *top, &mut best);
        }
        Some(best)
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
    let mut queue = Queue { hand: None, heap: waiting(search) };
    loop {
        if let Some(current) = search.current() {
            if search.is_goal(current) {
                return search.commit(GridEvent::Ended { outcome: Outcome::Found });
            }
            relax_around(search, &mut queue)?;
        }
        let Some(next) = std::iter::from_fn(|| queue.pop()).find(|it| it.is_fresh(search.node_at(it.index()))) else {
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
        let g = node.steps().filter(|_| node.is_open())?;
        Some(Waiting::new(index, g.length(), search.f(search.cell_of(index), g)))
    };
    match search.expansions() {
        0 => search.starts().iter().filter_map(|&it| waiting(search.index_of(it))).collect(),
        _ => (0..search.cells()).filter_map(waiting).collect(),
    }
}

#[inline]
fn relax_around<S: Sink<GridEvent>>(search: &mut Recorder<GridSearch, S>, queue: &mut Queue) -> ControlFlow<()> {
    let Some(from) = search.current() else { return ControlFlow::Continue(()) };
    let index = search.index_of(from);
    let Some(here) = search.node_at(index).steps() else { return ControlFlow::Continue(()) };
    let lengths = [Direction::East, Direction::SouthEast].map(|it| here.and(it).length());
    let steps = search.steps_from(from);
    let looked_at = if search.wants_observations() { search.directions() } else { steps };
    for by in looked_at.from(search.next_direction()) {
        if !steps.contains(by) {
            search.observe(|it| GridEvent::Blocked { from, by, why: it.hindrance(from, by) });
            continue;
        }
        let beyond = search.index_beyond(index, by);
        let (g, was) = (lengths[by as usize & 1], search.node_at(beyond));
        if was.is_bettered_by(g) {
            let Some(to) = by.beyond(from) else { continue };
            search.commit(GridEvent::Relaxed { to, by, was, next: search.next_direction() })?;
            queue.push(Waiting::new(beyond, g, search.f(to, here.and(by))));
        } else {
            search.observe(|_| GridEvent::Refused { from, by });
        }
    }
    ControlFlow::Continue(())
}
