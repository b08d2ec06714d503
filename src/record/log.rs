//! The kept changes of a run.

use std::ops::ControlFlow;

use super::{Event, Sink};

/// Every change of a run in order, with one side array for what varies in length.
///
/// As a sink it keeps everything. An event tells how many words of the side array are its own, so walking either way needs
/// no index.
#[derive(Clone, Debug, PartialEq)]
pub struct Log<E> {
    events: Vec<E>,
    details: Vec<u32>,
}

impl<E> Default for Log<E> {
    fn default() -> Self {
        Self { events: Vec::new(), details: Vec::new() }
    }
}

impl<E: Event> Log<E> {
    /// The changes, in order.
    #[must_use]
    pub fn events(&self) -> &[E] {
        &self.events
    }

    /// The side array of all the changes, in order.
    #[must_use]
    pub fn details(&self) -> &[u32] {
        &self.details
    }

    /// How many bytes the log holds, not counting what was set aside for growth.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.events.as_slice()) + size_of_val(self.details.as_slice())
    }
}

impl<E: Event> Sink<E> for Log<E> {
    #[inline]
    fn emit(&mut self, event: E, detail: &[u32]) -> ControlFlow<()> {
        debug_assert_eq!(event.detail_len(), detail.len(), "an event tells its detail's length");
        self.events.push(event);
        self.details.extend_from_slice(detail);
        ControlFlow::Continue(())
    }
}
