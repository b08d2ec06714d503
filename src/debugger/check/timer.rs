//! Stops work that takes too long, or that nobody waits for any more.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, atomic::Ordering},
    time::{Duration, Instant},
};

use crate::trace::Watch;

/// Watches over work under way.
#[derive(Debug, Default)]
pub(super) struct Timer {
    state: Mutex<State>,
    changed: Condvar,
    /// How long each piece of work may take.
    limit: Option<Duration>,
}

#[derive(Debug, Default)]
struct State {
    under_way: Vec<Work>,
    begun: usize,
    is_over: bool,
}

#[derive(Debug)]
struct Work {
    number: usize,
    /// For which test it is done.
    test: usize,
    until: Option<Instant>,
    watch: Arc<Watch>,
}

impl Timer {
    pub(super) fn new(limit: Option<Duration>) -> Self {
        Self { limit, ..Self::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Whoever panicked left nothing half done here.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets work begin; its time runs until the guard goes.
    pub(super) fn begin(&self, test: usize) -> Timed<'_> {
        let watch = Arc::new(Watch::default());
        let mut state = self.lock();
        let number = state.begun;
        state.begun += 1;
        // A time too long to be told never ends.
        let until = self.limit.and_then(|it| Instant::now().checked_add(it));
        state.under_way.push(Work { number, test, until, watch: watch.clone() });
        drop(state);
        if until.is_some() {
            self.changed.notify_all();
        }
        Timed { timer: self, number, watch }
    }

    /// Stops all work for tests behind one.
    pub(super) fn stop_behind(&self, test: usize) {
        for it in self.lock().under_way.iter().filter(|it| it.test > test) {
            it.watch.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Keeps watch, on a thread of its own, over whatever begins while something is done.
    pub(super) fn watch_over<T>(&self, work: impl FnOnce() -> T) -> T {
        std::thread::scope(|scope| {
            scope.spawn(|| self.keep_watch());
            // It must end even if somebody panics.
            let _over = Over(self);
            work()
        })
    }

    fn keep_watch(&self) {
        let mut state = self.lock();
        while !state.is_over {
            let now = Instant::now();
            let (late, early): (Vec<_>, Vec<_>) =
                state.under_way.iter().filter_map(|it| Some((it.until?, it))).partition(|it| it.0 <= now);
            for (_, it) in late {
                it.watch.cancel.store(true, Ordering::Relaxed);
            }
            let next = early.into_iter().map(|it| it.0).min();
            state = match next {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(it) => self.changed.wait_timeout(state, it - now).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }
}

/// Ends the watch when it goes.
struct Over<'t>(&'t Timer);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.changed.notify_all();
    }
}

/// Work under way.
#[derive(Debug)]
pub(super) struct Timed<'t> {
    timer: &'t Timer,
    number: usize,
    pub(super) watch: Arc<Watch>,
}

impl Drop for Timed<'_> {
    fn drop(&mut self) {
        self.timer.lock().under_way.retain(|it| it.number != self.number);
    }
}
