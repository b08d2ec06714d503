//! What happens in a search from cell to cell, and what is known of a cell.

use std::f64::consts::SQRT_2;

use super::{NodeState, Outcome};
use crate::{
    maze::{Direction, Hindrance},
    record::{Event, Level},
};

/// A cell by its column and row.
pub type GridCell = (u32, u32);

/// How a way is made up. Its length is worked out from these two counts, so that equal lengths are equal to the last bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// How many of its steps lead across a side.
    pub straight: u32,
    /// How many lead across a corner.
    pub diagonal: u32,
}

impl Steps {
    /// How long it is. \[cells]
    #[inline]
    #[must_use]
    pub fn length(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * SQRT_2
    }

    /// With one step more.
    #[inline]
    #[must_use]
    pub fn and(self, by: Direction) -> Self {
        let diagonal = u32::from(by.is_diagonal());
        Self { straight: self.straight + 1 - diagonal, diagonal: self.diagonal + diagonal }
    }
}

/// What is known of a cell, in one word: two counts of up to 29 bits, by which direction it was entered, and its state.
///
/// All bits are zero where nothing is known, so that the nodes of a large maze cost nothing until they are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridNode(pub(super) u64);

impl GridNode {
    const COUNT: u64 = (1 << 29) - 1;
    const CLOSED: u64 = 1;
    const REACHED: u64 = 1 << 1;
    const ENTERED: u64 = 1 << 2;

    pub(super) fn open(g: Steps, by: Option<Direction>) -> Self {
        let by = by.map_or(0, |it| Self::ENTERED | (it as u64) << 3);
        Self(u64::from(g.straight) << 35 | u64::from(g.diagonal) << 6 | by | Self::REACHED)
    }

    pub(super) fn closed(self) -> Self {
        Self(self.0 | Self::CLOSED)
    }

    pub(super) fn reopened(self) -> Self {
        Self(self.0 & !Self::CLOSED)
    }

    /// Whether it waits, was expanded, or is unknown.
    #[inline]
    #[must_use]
    pub fn state(self) -> NodeState {
        match (self.0 & Self::REACHED, self.0 & Self::CLOSED) {
            (0, _) => NodeState::Unknown,
            (_, 0) => NodeState::Open,
            _ => NodeState::Closed,
        }
    }

    /// The steps of the way to it; none where it is unknown.
    #[inline]
    #[must_use]
    pub fn steps(self) -> Option<Steps> {
        let count = |at: u32| u32::try_from(self.0 >> at & Self::COUNT).unwrap_or(u32::MAX);
        (self.0 & Self::REACHED != 0).then(|| Steps { straight: count(35), diagonal: count(6) })
    }

    /// The cost to get to its centre; infinite where it is unknown. \[cells]
    #[inline]
    #[must_use]
    pub fn g(self) -> f64 {
        self.steps().map_or(f64::INFINITY, Steps::length)
    }

    /// By which step it was entered; none for seeds.
    #[must_use]
    pub fn entered_by(self) -> Option<Direction> {
        (self.0 & Self::ENTERED != 0).then(|| Direction::ALL[usize::try_from(self.0 >> 3 & 7).unwrap_or_default()])
    }
}

/// What happened in a search from cell to cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GridEvent {
    /// The cell that the start lies in was opened.
    Seeded {
        /// The cell.
        cell: GridCell,
    },
    /// The open cell with the least f was closed; those around it are looked at next.
    Expanded {
        /// The cell.
        cell: GridCell,
        /// What was expanded before.
        was: Option<GridCell>,
        /// Which direction was next there.
        next: u8,
    },
    /// A cell got a better g, and is open from now on.
    Relaxed {
        /// The cell.
        to: GridCell,
        /// By which step from the expanded one.
        by: Direction,
        /// What was known of it before.
        was: GridNode,
        /// Which direction was next before.
        next: u8,
    },
    /// Observed: a cell had as good a g already.
    Refused {
        /// The cell that is expanded.
        from: GridCell,
        /// By which step.
        by: Direction,
    },
    /// Observed: a step is not to be taken.
    Blocked {
        /// The cell that is expanded.
        from: GridCell,
        /// Which step.
        by: Direction,
        /// What is in the way.
        why: Hindrance,
    },
    /// The search ended.
    Ended {
        /// How.
        outcome: Outcome,
    },
}

const _: () = assert!(size_of::<GridEvent>() <= 24, "there are several for each cell reached");

impl Event for GridEvent {
    fn level(&self) -> Level {
        match self {
            Self::Ended { .. } => Level::Phase,
            Self::Seeded { .. } | Self::Expanded { .. } => Level::Operation,
            Self::Relaxed { .. } => Level::Edit,
            Self::Refused { .. } | Self::Blocked { .. } => Level::Test,
        }
    }
}
