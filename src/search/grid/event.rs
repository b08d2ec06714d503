//! What happens in a search from cell to cell, and what is known of a cell.

use std::f64::consts::SQRT_2;

use serde::Serialize;

use super::super::{NodeState, Outcome};
use crate::{
    maze::{Direction, Hindrance},
    record::Event,
};

/// A cell by its column and row.
pub type GridCell = (u32, u32);

/// How a way is made up. Its length is worked out from these two counts, so that equal lengths are equal to the last bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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

/// What is known of a cell, in one word: two counts of steps, the last step, and its state.
///
/// All bits are zero where nothing is known, so that the nodes of a large maze cost next to nothing until they are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GridNode(pub(super) u64);

impl GridNode {
    const CLOSED: u64 = 1;
    const REACHED: u64 = 1 << 1;
    /// Where the last step stands, counted from 1.
    const BY: u32 = 2;
    const DIAGONAL: u32 = 6;
    const STRAIGHT: u32 = 35;
    /// The bits of both counts; of each there are 29.
    const COUNTS: u64 = u64::MAX << Self::DIAGONAL;

    /// A cell from which all ways begin.
    pub(super) const SEED: Self = Self(Self::REACHED);

    /// A neighbour, open, as it is when entered from here.
    #[inline]
    pub(super) fn step(self, by: Direction) -> Self {
        let count = [1 << Self::STRAIGHT, 1 << Self::DIAGONAL][by as usize & 1];
        Self(((self.0 & Self::COUNTS) + count) | ((by as u64 + 1) << Self::BY) | Self::REACHED)
    }

    #[inline]
    pub(super) fn closed(self) -> Self {
        Self(self.0 | Self::CLOSED)
    }

    pub(super) fn reopened(self) -> Self {
        Self(self.0 & !Self::CLOSED)
    }

    /// Whether a way of this length would be better. No branch hangs on what is known: nobody could foretell it.
    #[inline]
    pub(super) fn is_bettered_by(self, g: f64) -> bool {
        (self.0 == 0) | (g < self.counts().length())
    }

    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.0 & (Self::REACHED | Self::CLOSED) == Self::REACHED
    }

    /// Whether it waits, was expanded, or is unknown.
    #[inline]
    #[must_use]
    pub fn state(self) -> NodeState {
        match self.0 & (Self::REACHED | Self::CLOSED) {
            0 => NodeState::Unknown,
            Self::REACHED => NodeState::Open,
            _ => NodeState::Closed,
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "29 bits each")]
    #[inline]
    fn counts(self) -> Steps {
        let (straight, diagonal) = (self.0 >> Self::STRAIGHT, self.0 << 29 >> 35);
        Steps { straight: straight as u32, diagonal: diagonal as u32 }
    }

    /// The steps of the way to it; none where it is unknown.
    #[inline]
    #[must_use]
    pub fn steps(self) -> Option<Steps> {
        (self.0 != 0).then(|| self.counts())
    }

    /// The cost to get to its centre; infinite where it is unknown. \[cells]
    #[inline]
    #[must_use]
    pub fn g(self) -> f64 {
        if self.0 == 0 { f64::INFINITY } else { self.counts().length() }
    }

    /// By which step it was entered; none for seeds.
    #[must_use]
    pub fn entered_by(self) -> Option<Direction> {
        let number = usize::try_from(self.0 >> Self::BY & 0b1111).unwrap_or_default();
        Direction::ALL.get(number.checked_sub(1)?).copied()
    }
}

/// What happened in a search from cell to cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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

impl Event for GridEvent {}
