//! What a search from cell to cell takes for the rest of the way, and how much there really is.
//!
//! A heuristic is admissible if it never takes more than there is; only then is the first way to the goal a shortest. In eight
//! directions the sum of columns and rows is not, nor is any other times a weight above 1. Whether it overestimates is not guessed
//! but found out, by a search backwards from the goal.

use std::f64::consts::SQRT_2;

use serde::Serialize;

use super::{
    super::{Directions, Heuristic, Method},
    GridCell, GridEvent, GridNode, GridSearch, Steps, grid_search,
};
use crate::record::Recorder;

/// What is left from a cell, as the heuristic has it, times the weight.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimate {
    straight: f64,
    diagonal: f64,
    /// As the crow flies.
    line: f64,
}

impl Estimate {
    /// Counts are added up before anything is rounded, so that what is equal stays equal.
    #[inline]
    fn after(self, g: Steps) -> f64 {
        let (straight, diagonal) = (f64::from(g.straight) + self.straight, f64::from(g.diagonal) + self.diagonal);
        straight + diagonal * SQRT_2 + self.line
    }
}

/// A cell from which the heuristic takes more than there is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Overestimate {
    /// Column and row.
    pub cell: GridCell,
    /// What the heuristic takes, times the weight. \[cells]
    pub h: f64,
    /// What there is. \[cells]
    pub rest: f64,
}

impl GridSearch {
    #[inline]
    fn estimate_to(&self, (column, row): GridCell, goal: GridCell) -> Estimate {
        let grid = &self.settings().grid;
        let (dx, dy) = (f64::from(column.abs_diff(goal.0)), f64::from(row.abs_diff(goal.1)));
        let (more, less) = (dx.max(dy), dx.min(dy));
        let (straight, diagonal, line) = match grid.heuristic {
            _ if self.settings().method == Method::Dijkstra => (0.0, 0.0, 0.0),
            Heuristic::Octile => (more - less, less, 0.0),
            Heuristic::Manhattan => (dx + dy, 0.0, 0.0),
            Heuristic::Euclid => (0.0, 0.0, (dx * dx + dy * dy).sqrt()),
            Heuristic::Chebyshev => (more, 0.0, 0.0),
            Heuristic::Zero => (0.0, 0.0, 0.0),
        };
        Estimate { straight: grid.weight * straight, diagonal: grid.weight * diagonal, line: grid.weight * line }
    }

    /// What is taken for the whole way over a cell that is got to in some steps: g + h. \[cells]
    #[inline]
    #[must_use]
    pub fn f(&self, cell: GridCell, g: Steps) -> f64 {
        match *self.goals() {
            [goal] => self.estimate_to(cell, goal).after(g),
            [] => g.length(),
            ref goals => goals.iter().map(|&it| self.estimate_to(cell, it).after(g)).fold(f64::INFINITY, f64::min),
        }
    }

    /// What is taken for the rest of the way from a cell, times the weight. \[cells]
    #[must_use]
    pub fn h(&self, cell: GridCell) -> f64 {
        self.f(cell, Steps::default())
    }

    /// What is really left from a cell: a search backwards tells, which goes on to every cell and is run once. None where there is
    /// no way.
    #[must_use]
    pub fn rest(&self, cell: GridCell) -> Option<Steps> {
        let nodes = self.rest.get_or_init(|| {
            let mut recorder = Recorder::new(self.backwards(), ());
            // Nobody stops it.
            let _ = grid_search(&mut recorder);
            recorder.into_parts().0.into_nodes()
        });
        let node = self.is_inside(cell).then(|| GridNode(nodes[self.index_of(cell) as usize]));
        node.and_then(GridNode::steps)
    }

    /// As [`rest`](Self::rest), but only if that is known already or quickly found.
    #[must_use]
    pub fn rest_at_hand(&self, cell: GridCell) -> Option<Steps> {
        /// Larger mazes take longer than a picture may.
        const MOST: u32 = 1 << 18;
        (self.rest.get().is_some() || self.cells() <= MOST).then(|| self.rest(cell)).flatten()
    }

    /// Whether the heuristic may take more than there is.
    #[must_use]
    pub fn may_overestimate(&self) -> bool {
        let grid = &self.settings().grid;
        let diagonal = grid.directions == Directions::Eight;
        let by_itself = grid.heuristic == Heuristic::Manhattan && diagonal;
        let is_asked = self.settings().method != Method::Dijkstra && grid.heuristic != Heuristic::Zero;
        is_asked && (grid.weight > 1.0 || by_itself)
    }

    /// The first cell that a search reached from which the heuristic takes more than there is.
    #[must_use]
    pub fn first_overestimate(&self, events: &[GridEvent]) -> Option<Overestimate> {
        let reached = events.iter().filter_map(|it| match *it {
            GridEvent::Seeded { cell } | GridEvent::Relaxed { to: cell, .. } => Some(cell),
            GridEvent::Expanded { .. }
            | GridEvent::Refused { .. }
            | GridEvent::Blocked { .. }
            | GridEvent::Ended { .. } => None,
        });
        reached.take_while(|_| self.may_overestimate()).find_map(|it| self.overestimate(it))
    }

    /// How much too much the heuristic takes for the rest of the way from a cell, if it does.
    #[must_use]
    pub fn overestimate(&self, cell: GridCell) -> Option<Overestimate> {
        /// Far more than the rounding of either side, and far less than two lengths of ways differ by.
        const ROUNDING: f64 = 1e-12;
        let (h, rest) = (self.h(cell), self.may_overestimate().then(|| self.rest(cell)).flatten()?.length());
        (h > rest * (1.0 + ROUNDING)).then_some(Overestimate { cell, h, rest })
    }
}
