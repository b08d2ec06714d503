//! What happened, in order: the vocabulary shared by every algorithm.
//!
//! An algorithm reads its model freely and changes it only by committing events. The same `apply` runs live and in
//! replay, so a replay cannot drift from the run it replays. Changes are few and are kept; observations (a predicate
//! asked, a candidate refused) change nothing and are built only for a sink that wants them: to see them, run the same
//! code again from the model before, with such a sink.

pub mod limits;
mod log;
mod recorder;
mod sinks;

use std::ops::ControlFlow;

pub use log::Log;
pub use recorder::{Recorder, Unfinished, run_unrecorded, run_unrecorded_within};
pub use sinks::{Bounded, Observations, StopAfter, Unrecorded, Watched};

/// How coarse an event is; stepping "over" and "into" are the next event at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A stage began or ended.
    Phase,
    /// One turn of the algorithm's outer loop: a point inserted, a node expanded, a portal reached.
    Operation,
    /// One change within an operation: a triangle removed, a node relaxed, a side tightened.
    Edit,
    /// One decision that changed nothing by itself: a predicate asked, a candidate refused.
    Test,
}

impl Level {
    /// Every level, coarsest first.
    pub const ALL: [Self; 4] = [Self::Phase, Self::Operation, Self::Edit, Self::Test];

    /// The name used on the command line and in the window.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Phase => "phase",
            Self::Operation => "operation",
            Self::Edit => "edit",
            Self::Test => "test",
        }
    }
}

/// One fact about a run, in the past tense. Small: it carries ids and decisions, not geometry.
pub trait Event: Copy {
    /// How many words of the side array belong to it; what varies in length lies there.
    fn detail_len(&self) -> usize {
        0
    }
}

/// State that changes only by applying events, and changes back by reverting them.
pub trait Replayable {
    /// One change, or one observation that changes nothing.
    type Event: Event;

    /// Makes the change that `event` describes; `detail` is its part of the side array.
    fn apply(&mut self, event: &Self::Event, detail: &[u32]);

    /// Undoes the most recent [`apply`](Self::apply), which must have been of `event` with `detail`.
    fn revert(&mut self, event: &Self::Event, detail: &[u32]);
}

/// Where an algorithm sends its events, as they happen.
///
/// The algorithm drives and the sink only listens. A sink stops the run by returning [`ControlFlow::Break`]; the model is
/// then exactly as of that event.
pub trait Sink<E> {
    /// Receives one change, just after it was applied.
    ///
    /// # Errors
    ///
    /// `Break` if the run is to stop here.
    fn emit(&mut self, event: E, detail: &[u32]) -> ControlFlow<()>;

    /// Whether observations are wanted at all; when not, they are never built.
    #[inline]
    fn wants_observations(&self) -> bool {
        false
    }

    /// Receives one observation. Never called unless [wanted](Self::wants_observations).
    #[inline]
    fn observe(&mut self, _event: E) {}
}

/// Records nothing; every call compiles away.
impl<E> Sink<E> for () {
    #[inline]
    fn emit(&mut self, _event: E, _detail: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Lends a sink.
impl<E, S: Sink<E> + ?Sized> Sink<E> for &mut S {
    #[inline]
    fn emit(&mut self, event: E, detail: &[u32]) -> ControlFlow<()> {
        (**self).emit(event, detail)
    }

    #[inline]
    fn wants_observations(&self) -> bool {
        (**self).wants_observations()
    }

    #[inline]
    fn observe(&mut self, event: E) {
        (**self).observe(event);
    }
}
