//! The walls' outlines, grown by a radius: closed curves that wind once around what is free, floor on the left hand.
//!
//! First the border between walls and floor is followed around, ring by ring. Then every corner of a ring
//! grows. Then edges that cross are cut where they do; for that is rounded, the pieces may
//! cross others, so it is done again until none do. What is free is where the curves wind around once; elsewhere it is zero
//! times, or less. Without a radius the rings themselves are the outlines, and no two of their edges cross.
//!
//! A maze without floor has no outlines. Outside of the maze all is wall.
//!
//! ```text
//! rings ─▶ grow        crossings, places ─▶ curve        event ─▶ model (all of these) ─▶ run
//! ```

mod crossings;
mod curve;
mod event;
mod grow;
mod model;
mod places;
mod rings;
mod run;

pub use event::OutlineEvent;
pub use model::Outline;
pub use run::outline;

/// A place in a list as events and edges hold it.
fn number(place: usize) -> u32 {
    u32::try_from(place).expect("memory ends before numbers do")
}
