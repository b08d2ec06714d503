//! What can happen to outlines.

use serde::Serialize;

use crate::record::Event;

/// What happened to the outlines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum OutlineEvent {
    /// The border between walls and floor bends: the ring got a corner.
    Bent {
        /// How many columns of cells lie to the left of the corner.
        column: u32,
        /// How many rows of cells lie above it.
        row: u32,
    },
    /// The border came back to where it began: the ring is complete.
    Closed {
        /// The ring, counted from 0.
        ring: u32,
    },
    /// A corner of a ring grew, and what came of it was joined to what came of the one before.
    Grew {
        /// The corner, counted from 0 through all rings.
        corner: u32,
    },
    /// What came of a ring's last corner was joined to what came of its first.
    Joined {
        /// The ring, counted from 0.
        ring: u32,
    },
    /// Two edges were found to cross, and will be cut there.
    Crossed {
        /// The edge with the smaller number.
        one: u32,
        /// The other.
        other: u32,
    },
    /// All edges that cross others were cut; edges have new numbers from here on.
    Cut {
        /// How many crossings there were.
        crossings: u32,
    },
    /// Observed: two edges come near each other, but don't cross.
    Missed {
        /// The edge with the smaller number.
        one: u32,
        /// The other.
        other: u32,
    },
}

const _: () = assert!(size_of::<OutlineEvent>() <= 12, "there are as many as corners, and more");

impl Event for OutlineEvent {}
