//! Work on a thread of its own that can be told to stop.

use std::{
    sync::{Arc, atomic::Ordering},
    thread::JoinHandle,
};

use super::Debugger;
use crate::trace::Watch;

/// Work under way, or done and not taken in yet.
#[derive(Debug)]
pub(super) struct Task<T> {
    watch: Arc<Watch>,
    thread: JoinHandle<T>,
}

impl<T: Send + 'static> Task<T> {
    /// Starts work in the place of other work, which is told to stop and must have wound down first, or it would pile up.
    pub(super) fn start(name: &str, instead: Option<Self>, work: impl FnOnce(&Watch) -> T + Send + 'static) -> Self {
        if let Some(instead) = &instead {
            instead.cancel();
        }
        let watch = Arc::new(Watch::default());
        let watched = watch.clone();
        let work = move || {
            if let Some(instead) = instead {
                // What it made, or how it ended, is nobody's business any more.
                drop(instead.thread.join());
            }
            work(&watched)
        };
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(work);
        Self { watch, thread: thread.expect("the system has room for one more thread") }
    }

    /// Tells it to stop, without waiting for it.
    pub(super) fn cancel(&self) {
        self.watch.cancel.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for it.
    pub(super) fn finish(self) -> T {
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Drop for Debugger {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.cancel();
        }
        self.finder.stop();
        self.plotter.stop();
        self.comparison.stop();
        self.runs_of_clicks.stop();
    }
}
