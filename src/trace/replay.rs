//! A recorded run, and a position in it.

use std::ops::ControlFlow;

use super::stage::{Stage, Watch};
use crate::record::{Event, Level, Log, Observations, Recorder, Sink, Watched};

/// Every change of a run, with the state as of some position.
///
/// Moving costs one `apply` or `revert` for each event in between.
#[derive(Clone, Debug)]
pub struct Replay<M: Stage> {
    model: Option<M>,
    log: Log<M::Event>,
    at: usize,
    detail_at: usize,
}

impl<M: Stage> Replay<M> {
    /// Runs the stage from `model` to its end, and stays there; nothing if it was cancelled.
    #[must_use]
    pub fn record(model: M, watch: &Watch) -> Option<Self> {
        let sink = Watched { inner: Log::default(), cancel: &watch.cancel, progress: &watch.progress };
        let mut recorder = Recorder::new(model, sink);
        if M::run(&mut recorder).is_break() {
            return None;
        }
        let (model, Watched { inner: log, .. }) = recorder.into_parts();
        let (at, detail_at) = (log.events().len(), log.details().len());
        Some(Self { model: Some(model), log, at, detail_at })
    }

    /// A stage that did not run at all.
    #[must_use]
    pub fn resting(model: M) -> Self {
        Self { model: Some(model), log: Log::default(), at: 0, detail_at: 0 }
    }

    /// The state after the first [`at`](Self::at) events.
    #[must_use]
    pub fn model(&self) -> &M {
        self.model.as_ref().expect("the model is only away while a step is observed")
    }

    /// All changes.
    #[must_use]
    pub fn log(&self) -> &Log<M::Event> {
        &self.log
    }

    /// How many events have been applied.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The event that led here.
    #[must_use]
    pub fn event(&self) -> Option<&M::Event> {
        self.log.events().get(self.at.checked_sub(1)?)
    }

    /// The part of the side array that belongs to the event that led here.
    #[must_use]
    pub fn detail(&self) -> &[u32] {
        let length = self.event().map_or(0, Event::detail_len);
        &self.log.details()[self.detail_at - length..self.detail_at]
    }

    /// Moves to just after the first `target` events, or to the end.
    pub fn seek(&mut self, target: usize) {
        let events = self.log.events();
        let model = self.model.as_mut().expect("the model is only away while a step is observed");
        let target = target.min(events.len());
        while self.at < target {
            let event = &events[self.at];
            let end = self.detail_at + event.detail_len();
            model.apply(event, &self.log.details()[self.detail_at..end]);
            (self.at, self.detail_at) = (self.at + 1, end);
        }
        while target < self.at {
            let event = &events[self.at - 1];
            let start = self.detail_at - event.detail_len();
            model.revert(event, &self.log.details()[start..self.detail_at]);
            (self.at, self.detail_at) = (self.at - 1, start);
        }
    }

    /// What the algorithm observed between here and the next change: the same code runs again, with a sink that listens.
    pub fn observations(&mut self) -> Vec<M::Event> {
        let Some(model) = self.model.take() else { return Vec::new() };
        let mut recorder = Recorder::new(model, Observations::default());
        let run = M::run(&mut recorder);
        let (mut model, observed) = recorder.into_parts();
        if run == ControlFlow::Break(()) {
            let event = &self.log.events()[self.at];
            let end = self.detail_at + event.detail_len();
            model.revert(event, &self.log.details()[self.detail_at..end]);
        }
        self.model = Some(model);
        observed.0
    }

    /// Every observation of the whole run that is at most as fine as `level`, with the position before the change it led to
    /// and its number there, counted from 1. Ends at the end.
    pub fn all_observations(&mut self, level: Level) -> Vec<(usize, usize, M::Event)> {
        self.seek(0);
        let Some(model) = self.model.take() else { return Vec::new() };
        let mut recorder = Recorder::new(model, AllObservations { level, at: 0, number: 0, seen: Vec::new() });
        // The sink never stops the run.
        let _ = M::run(&mut recorder);
        let (model, all) = recorder.into_parts();
        self.model = Some(model);
        (self.at, self.detail_at) = (self.log.events().len(), self.log.details().len());
        all.seen
    }

    /// The position after the next event, from here on, that is at most as fine as `level`; the end if there is none.
    #[must_use]
    pub fn next_at(&self, level: Level) -> Option<usize> {
        let rest = &self.log.events()[self.at..];
        rest.iter().position(|it| it.level() <= level).map(|it| self.at + it + 1)
    }

    /// The position after the last event, before the one that led here, that is at most as fine as `level`.
    #[must_use]
    pub fn previous_at(&self, level: Level) -> Option<usize> {
        let before = &self.log.events()[..self.at.saturating_sub(1)];
        before.iter().rposition(|it| it.level() <= level).map(|it| it + 1)
    }
}

/// Keeps observations up to a level, and counts changes.
struct AllObservations<E> {
    level: Level,
    at: usize,
    /// How many observations there were since the last change.
    number: usize,
    seen: Vec<(usize, usize, E)>,
}

impl<E: Event> Sink<E> for AllObservations<E> {
    fn emit(&mut self, _event: E, _detail: &[u32]) -> ControlFlow<()> {
        self.at += 1;
        self.number = 0;
        ControlFlow::Continue(())
    }

    fn wants_observations(&self) -> bool {
        true
    }

    fn observe(&mut self, event: E) {
        self.number += 1;
        if event.level() <= self.level {
            self.seen.push((self.at, self.number, event));
        }
    }
}
