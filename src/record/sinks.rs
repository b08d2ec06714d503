//! Sinks that stop, watch or look closer.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use super::{Event, Log, Sink, limits::MOST_OBSERVATIONS};

/// Stops a run after a number of changes (at least one).
#[derive(Clone, Copy, Debug)]
pub struct StopAfter(
    /// How many more changes to let through.
    pub usize,
);

impl<E> Sink<E> for StopAfter {
    fn emit(&mut self, _event: E, _detail: &[u32]) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Keeps the observations up to the next change, and stops there.
///
/// Running an algorithm from a model with this sink shows one step in detail.
#[derive(Clone, Debug)]
pub struct Observations<E>(
    /// What was observed, in order.
    pub Vec<E>,
);

impl<E> Default for Observations<E> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<E> Sink<E> for Observations<E> {
    fn emit(&mut self, _event: E, _detail: &[u32]) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn wants_observations(&self) -> bool {
        true
    }

    fn observe(&mut self, event: E) {
        if self.0.len() < MOST_OBSERVATIONS {
            self.0.push(event);
        }
    }
}

/// Keeps everything, and stops once that takes more than so many bytes.
#[derive(Clone, Debug)]
pub struct Bounded<E> {
    /// What was kept.
    pub log: Log<E>,
    /// How much may be. \[bytes]
    pub most: usize,
}

impl<E: Event> Bounded<E> {
    /// Whether more was to be kept than may be.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.log.bytes() > self.most
    }
}

impl<E: Event> Sink<E> for Bounded<E> {
    #[inline]
    fn emit(&mut self, event: E, detail: &[u32]) -> ControlFlow<()> {
        self.log.emit(event, detail)?;
        if self.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Keeps nothing, and stops when told to, or after so many changes.
#[derive(Clone, Copy, Debug)]
pub struct Unrecorded<'a> {
    /// Set by another thread to stop the run.
    pub cancel: &'a AtomicBool,
    /// How many more changes to let through.
    pub left: usize,
}

impl<E> Sink<E> for Unrecorded<'_> {
    #[inline]
    fn emit(&mut self, _event: E, _detail: &[u32]) -> ControlFlow<()> {
        if self.left == 0 || self.cancel.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        self.left -= 1;
        ControlFlow::Continue(())
    }
}

/// Passes everything on, counts it for whoever shows the progress, and stops when told to.
#[derive(Debug)]
pub struct Watched<'a, S> {
    /// The sink that gets the events.
    pub inner: S,
    /// Set by another thread to stop the run.
    pub cancel: &'a AtomicBool,
    /// How many changes there were so far.
    pub progress: &'a AtomicUsize,
}

impl<E, S: Sink<E>> Sink<E> for Watched<'_, S> {
    #[inline]
    fn emit(&mut self, event: E, detail: &[u32]) -> ControlFlow<()> {
        self.inner.emit(event, detail)?;
        self.progress.fetch_add(1, Ordering::Relaxed);
        if self.cancel.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn wants_observations(&self) -> bool {
        self.inner.wants_observations()
    }

    #[inline]
    fn observe(&mut self, event: E) {
        self.inner.observe(event);
    }
}
