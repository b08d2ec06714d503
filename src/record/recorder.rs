//! A model together with the sink that hears of its changes.

use std::{
    ops::{ControlFlow, Deref},
    sync::atomic::AtomicBool,
};

use super::{Replayable, Sink, Unrecorded};

/// A model together with the sink that hears of its changes.
///
/// Reads go straight through [`Deref`]. There is deliberately no `DerefMut`: the only way to change the model is
/// [`commit`](Self::commit), so a change that is not in the log does not compile.
#[derive(Debug)]
pub struct Recorder<M, S> {
    model: M,
    sink: S,
}

impl<M: Replayable, S: Sink<M::Event>> Recorder<M, S> {
    /// Starts recording changes to `model`.
    pub fn new(model: M, sink: S) -> Self {
        Self { model, sink }
    }

    /// Applies `event`, then reports it.
    ///
    /// # Errors
    ///
    /// `Break` if the sink wants the run to stop; `?` passes that up.
    #[inline]
    pub fn commit(&mut self, event: M::Event) -> ControlFlow<()> {
        self.commit_with(event, &[])
    }

    /// Applies `event` together with its part of the side array, then reports both.
    ///
    /// # Errors
    ///
    /// As [`commit`](Self::commit).
    #[inline]
    pub fn commit_with(&mut self, event: M::Event, detail: &[u32]) -> ControlFlow<()> {
        self.model.apply(&event, detail);
        self.sink.emit(event, detail)
    }

    /// Whether anybody listens to observations; what only they need can be left out when not.
    #[inline]
    pub fn wants_observations(&self) -> bool {
        self.sink.wants_observations()
    }

    /// Reports something that changed nothing; `event` is built only if the sink wants it.
    #[inline]
    pub fn observe(&mut self, event: impl FnOnce(&M) -> M::Event) {
        if self.sink.wants_observations() {
            self.sink.observe(event(&self.model));
        }
    }

    /// Ends the recording.
    pub fn into_parts(self) -> (M, S) {
        (self.model, self.sink)
    }
}

impl<M, S> Deref for Recorder<M, S> {
    type Target = M;

    #[inline]
    fn deref(&self) -> &M {
        &self.model
    }
}

/// Runs an algorithm to its end without a record; nothing if it was cancelled.
pub fn run_unrecorded<'c, M: Replayable>(
    model: M,
    cancel: &'c AtomicBool,
    algorithm: impl FnOnce(&mut Recorder<M, Unrecorded<'c>>) -> ControlFlow<()>,
) -> Option<M> {
    run_unrecorded_within(model, cancel, usize::MAX, algorithm).ok()
}

/// Why a run did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// It was cancelled.
    Cancelled,
    /// It made more changes than it may.
    Full,
}

/// As [`run_unrecorded`], for no more than so many changes.
///
/// # Errors
///
/// It was cancelled, or there would be more changes.
pub fn run_unrecorded_within<'c, M: Replayable>(
    model: M,
    cancel: &'c AtomicBool,
    most: usize,
    algorithm: impl FnOnce(&mut Recorder<M, Unrecorded<'c>>) -> ControlFlow<()>,
) -> Result<M, Unfinished> {
    let mut recorder = Recorder::new(model, Unrecorded { cancel, left: most });
    let run = algorithm(&mut recorder);
    let (model, sink) = recorder.into_parts();
    match run {
        ControlFlow::Continue(()) => Ok(model),
        ControlFlow::Break(()) if sink.left == 0 => Err(Unfinished::Full),
        ControlFlow::Break(()) => Err(Unfinished::Cancelled),
    }
}
