//! A runner that keeps nothing but what comes out.

use std::sync::{Arc, atomic::AtomicBool};

use super::{Halt, Key, Runner};
use crate::{picture::Drawn, record::run_unrecorded_within, trace::Stage};

/// Runs stages without a record. It refuses whatever could not be recorded either.
#[derive(Clone, Copy, Debug)]
pub struct Silent<'c> {
    /// Set to stop the run.
    pub cancel: &'c AtomicBool,
}

impl Runner for Silent<'_> {
    fn run<M: Stage + Drawn>(&mut self, _: Key, fresh: impl FnOnce() -> M) -> Result<Arc<M>, Halt> {
        let most = M::MOST_BYTES / size_of::<M::Event>();
        let end = run_unrecorded_within(fresh(), self.cancel, most, M::run).map_err(Halt::of::<M>)?;
        Halt::check(self.cancel)?;
        Ok(Arc::new(end))
    }

    fn rest<M: Stage + Drawn>(&mut self, _: Key, fresh: impl FnOnce() -> M) -> Arc<M> {
        Arc::new(fresh())
    }

    fn make<T: Send + Sync + 'static>(
        &mut self,
        _: &'static str,
        _: Key,
        make: impl FnOnce() -> Result<T, Halt>,
    ) -> Result<Arc<T>, Halt> {
        let made = make()?;
        Halt::check(self.cancel)?;
        Ok(Arc::new(made))
    }
}
