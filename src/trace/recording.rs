//! A recorded run, to be gone through from its beginning.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    LaneId, Moment,
    stage::{Stage, Watch},
};
use crate::record::{Event as _, Log, Recorder, Sink, Watched};

/// A recorded run of a stage: the state before it, every change, and the state it ended in. Whoever shares it can go through the run
/// on a thread of their own.
#[derive(Debug)]
pub struct Recording<M: Stage> {
    lane: LaneId,
    initial: M,
    log: Log<M::Event>,
    end: Arc<M>,
}

/// An event or an observation, met on the way through a run.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a, E> {
    /// When: just after it.
    pub moment: Moment,
    /// What happened.
    pub event: &'a E,
    /// Its part of the side array.
    pub detail: &'a [u32],
}

impl<E> Seen<'_, E> {
    /// Whether it was only observed, and changed nothing.
    #[must_use]
    pub fn is_observation(&self) -> bool {
        self.moment.observed > 0
    }
}

impl<M: Stage> Recording<M> {
    pub(super) fn new(lane: LaneId, initial: M, log: Log<M::Event>, end: Arc<M>) -> Self {
        Self { lane, initial, log, end }
    }

    /// Which lane of the run it is.
    #[must_use]
    pub fn lane(&self) -> LaneId {
        self.lane
    }

    /// The state before the run.
    #[must_use]
    pub fn initial(&self) -> &M {
        &self.initial
    }

    /// The state after the run.
    #[must_use]
    pub fn end(&self) -> &Arc<M> {
        &self.end
    }

    /// All changes.
    #[must_use]
    pub fn log(&self) -> &Log<M::Event> {
        &self.log
    }

    /// Visits every event in order, and if asked every observation too.
    ///
    /// The state that is shown is that after an event, and that before the event to which an observation leads. To see
    /// observations the algorithm runs again; a second state follows it, for its own is out of sight meanwhile.
    ///
    /// # Errors
    ///
    /// `Break` if the visitor or the watch stopped it.
    pub fn scan(
        &self,
        observations: bool,
        watch: &Watch,
        visit: impl FnMut(&M, Seen<'_, M::Event>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let moment = Moment::after(self.lane, 0);
        let follower = Follower { model: self.initial.clone(), moment, visit, result: ControlFlow::Continue(()) };
        let mut sink = Watched { inner: follower, cancel: &watch.cancel, progress: &watch.progress };
        // A stage at rest did not run, and must not now.
        if observations && !self.log.events().is_empty() {
            let mut recorder = Recorder::new(self.initial.clone(), sink);
            M::run(&mut recorder)?;
            return recorder.into_parts().1.inner.result;
        }
        let mut details = self.log.details();
        for event in self.log.events() {
            let (detail, rest) = details.split_at(event.detail_len());
            sink.emit(*event, detail)?;
            details = rest;
        }
        ControlFlow::Continue(())
    }
}

/// Keeps a state in step with a run, and shows both to a visitor.
struct Follower<M, F> {
    model: M,
    moment: Moment,
    visit: F,
    /// What the visitor said; an observation can't stop the run by itself.
    result: ControlFlow<()>,
}

impl<M, F> Sink<M::Event> for Follower<M, F>
where
    M: Stage,
    F: FnMut(&M, Seen<'_, M::Event>) -> ControlFlow<()>,
{
    fn emit(&mut self, event: M::Event, detail: &[u32]) -> ControlFlow<()> {
        self.result?;
        self.model.apply(&event, detail);
        self.moment = Moment::after(self.moment.lane, self.moment.at + 1);
        (self.visit)(&self.model, Seen { moment: self.moment, event: &event, detail })
    }

    fn wants_observations(&self) -> bool {
        true
    }

    fn observe(&mut self, event: M::Event) {
        self.moment.observed += 1;
        if self.result.is_continue() {
            self.result = (self.visit)(&self.model, Seen { moment: self.moment, event: &event, detail: &[] });
        }
    }
}
