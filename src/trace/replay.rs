//! A recorded run, and a position in it.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    LaneId,
    recording::Recording,
    stage::{Stage, Watch},
};
use crate::record::{Bounded, Event, Level, Log, Observations, Recorder, Unfinished, Watched};

/// Every change of a run, with the state as of some position.
///
/// Moving costs one `apply` or `revert` for each event in between, and the first move a copy of the state.
#[derive(Clone, Debug)]
pub struct Replay<M: Stage> {
    recording: Arc<Recording<M>>,
    state: State<M>,
    at: usize,
    detail_at: usize,
}

/// The state at a position.
#[derive(Clone, Debug)]
enum State<M> {
    /// The end of the run, which others share.
    End(Arc<M>),
    /// A state of its own, to be moved.
    Own(M),
    /// Being moved by the algorithm itself.
    Away,
}

impl<M: Clone> State<M> {
    fn get(&self) -> &M {
        match self {
            Self::End(model) => model,
            Self::Own(model) => model,
            Self::Away => unreachable!("the state is only away while a step is observed"),
        }
    }

    fn take(&mut self) -> M {
        match std::mem::replace(self, Self::Away) {
            Self::End(model) => Arc::unwrap_or_clone(model),
            Self::Own(model) => model,
            Self::Away => unreachable!("the state is only away while a step is observed"),
        }
    }

    fn own(&mut self) -> &mut M {
        if !matches!(self, Self::Own(_)) {
            *self = Self::Own(self.take());
        }
        let Self::Own(model) = self else { unreachable!("it was just made its own") };
        model
    }
}

impl<M: Stage> Replay<M> {
    /// Runs the stage from `model` to its end, and stays there; nothing if it was cancelled, or would take
    /// [too much memory](Stage::MOST_BYTES).
    #[must_use]
    pub fn record(model: M, watch: &Watch) -> Option<Self> {
        Self::record_within(M::NAME, model, watch, M::MOST_BYTES).ok()
    }

    /// Runs the stage from `model` to its end, as a lane of a run, and stays there; unless its changes take more than so many
    /// bytes.
    ///
    /// # Errors
    ///
    /// It was cancelled, or would take more.
    pub fn record_within(lane: impl Into<LaneId>, model: M, watch: &Watch, most: usize) -> Result<Self, Unfinished> {
        let initial = model.clone();
        let log = Bounded { log: Log::default(), most };
        let sink = Watched { inner: log, cancel: &watch.cancel, progress: &watch.progress };
        let mut recorder = Recorder::new(model, sink);
        let run = M::run(&mut recorder);
        let (model, Watched { inner, .. }) = recorder.into_parts();
        if run.is_break() {
            return Err(if inner.is_full() { Unfinished::Full } else { Unfinished::Cancelled });
        }
        Ok(Self::of(Arc::new(Recording::new(lane.into(), initial, inner.log, Arc::new(model)))))
    }

    /// A stage that did not run at all.
    #[must_use]
    pub fn resting(lane: impl Into<LaneId>, model: M) -> Self {
        Self::of(Arc::new(Recording::new(lane.into(), model.clone(), Log::default(), Arc::new(model))))
    }

    /// A recording, at its end.
    #[must_use]
    pub fn of(recording: Arc<Recording<M>>) -> Self {
        let log = recording.log();
        let (at, detail_at) = (log.events().len(), log.details().len());
        Self { state: State::End(recording.end().clone()), recording, at, detail_at }
    }

    /// The state after the first [`at`](Self::at) events.
    #[must_use]
    pub fn model(&self) -> &M {
        self.state.get()
    }

    /// The state at the end of the run, wherever the position is.
    #[must_use]
    pub fn end(&self) -> &Arc<M> {
        self.recording.end()
    }

    /// All changes.
    #[must_use]
    pub fn log(&self) -> &Log<M::Event> {
        self.recording.log()
    }

    /// The run itself, to be gone through elsewhere.
    #[must_use]
    pub fn recording(&self) -> &Arc<Recording<M>> {
        &self.recording
    }

    /// How many events have been applied.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The event that led here.
    #[must_use]
    pub fn event(&self) -> Option<&M::Event> {
        self.log().events().get(self.at.checked_sub(1)?)
    }

    /// The part of the side array that belongs to the event that led here.
    #[must_use]
    pub fn detail(&self) -> &[u32] {
        let length = self.event().map_or(0, Event::detail_len);
        &self.log().details()[self.detail_at - length..self.detail_at]
    }

    /// Moves to just after the first `target` events, or to the end.
    pub fn seek(&mut self, target: usize) {
        let log = self.recording.log();
        let events = log.events();
        let target = target.min(events.len());
        if target == self.at {
            return;
        }
        let model = self.state.own();
        while self.at < target {
            let event = &events[self.at];
            let end = self.detail_at + event.detail_len();
            model.apply(event, &log.details()[self.detail_at..end]);
            (self.at, self.detail_at) = (self.at + 1, end);
        }
        while target < self.at {
            let event = &events[self.at - 1];
            let start = self.detail_at - event.detail_len();
            model.revert(event, &log.details()[start..self.detail_at]);
            (self.at, self.detail_at) = (self.at - 1, start);
        }
    }

    /// What the algorithm observed between here and the next change: the same code runs again, with a sink that listens.
    pub fn observations(&mut self) -> Vec<M::Event> {
        // A stage at rest did not run, and must not now.
        if self.log().events().is_empty() {
            return Vec::new();
        }
        let mut recorder = Recorder::new(self.state.take(), Observations::default());
        let run = M::run(&mut recorder);
        let (mut model, observed) = recorder.into_parts();
        if run == ControlFlow::Break(()) {
            let event = &self.log().events()[self.at];
            let end = self.detail_at + event.detail_len();
            model.revert(event, &self.log().details()[self.detail_at..end]);
        }
        self.state = State::Own(model);
        observed.0
    }

    /// The same run at its very beginning, with a state of its own.
    #[must_use]
    pub fn from_start(&self) -> Self {
        let recording = self.recording.clone();
        Self { state: State::Own(recording.initial().clone()), recording, at: 0, detail_at: 0 }
    }

    /// The first position at which something holds; none if it does not hold at the end.
    ///
    /// What is asked must, once it holds, hold up to the end. If it comes and goes, the answer is some position at which it
    /// holds and before which it does not. The run is bisected on a state of its own, so that no more events are applied
    /// and reverted than there are.
    pub fn first(&self, holds: impl Fn(&M) -> bool) -> Option<usize> {
        let mut scratch = self.from_start();
        if holds(scratch.model()) {
            return Some(0);
        }
        let (mut before, mut since) = (0, self.log().events().len());
        while since > before + 1 {
            let middle = before.midpoint(since);
            scratch.seek(middle);
            if holds(scratch.model()) { since = middle } else { before = middle }
        }
        scratch.seek(since);
        holds(scratch.model()).then_some(since)
    }

    /// The position after the next event, from here on, that is at most as fine as `level`; the end if there is none.
    #[must_use]
    pub fn next_at(&self, level: Level) -> Option<usize> {
        let rest = &self.log().events()[self.at..];
        rest.iter().position(|it| M::level(it) <= level).map(|it| self.at + it + 1)
    }

    /// The position after the last event, before the one that led here, that is at most as fine as `level`.
    #[must_use]
    pub fn previous_at(&self, level: Level) -> Option<usize> {
        let before = &self.log().events()[..self.at.saturating_sub(1)];
        before.iter().rposition(|it| M::level(it) <= level).map(|it| it + 1)
    }
}
