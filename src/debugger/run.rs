//! What happened: lanes in order, each a stage that was recorded, with what it was given and how long it took.
//!
//! A lane whose inputs are those of a lane of an earlier run is taken over from there, and its stage does not run again.

use std::{any::Any, sync::Arc, time::Instant};

use super::{
    pass::Searched,
    track::{Lane, Track},
};
use crate::{
    picture::Drawn,
    pipeline::{Halt, Key, Runner},
    trace::{LaneId, Recording, Replay, Stage, Watch},
};

/// The lanes of a run, in order of running, which is that of their [ids](LaneId).
#[derive(Debug, Default)]
pub struct Run {
    lanes: Vec<Box<dyn Lane>>,
    known: Known,
}

/// Results, each under the name of what made it and the key of what that was given.
#[derive(Clone, Debug, Default)]
pub(super) struct Known(Vec<Kept>);

#[derive(Clone, Debug)]
struct Kept {
    name: Name,
    key: Key,
    elapsed_ms: f64,
    /// Whether it was taken over from an earlier run.
    reused: bool,
    /// A recording, or what was made.
    result: Arc<dyn Any + Send + Sync>,
}

/// What a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Lane(LaneId),
    Made(&'static str),
}

impl Name {
    /// The stage, or what was made between stages.
    fn word(self) -> &'static str {
        match self {
            Self::Lane(lane) => lane.stage.name(),
            Self::Made(word) => word,
        }
    }
}

impl Run {
    /// The lanes, in order.
    #[must_use]
    pub fn lanes(&self) -> Vec<&dyn Lane> {
        self.lanes.iter().map(|it| &**it).collect()
    }

    /// The lanes, to be moved.
    pub(super) fn lanes_mut(&mut self) -> impl Iterator<Item = &mut (dyn Lane + 'static)> {
        self.lanes.iter_mut().map(|it| &mut **it)
    }

    /// The first lane of a stage, if that ran.
    #[must_use]
    pub fn track<M: Stage + Drawn>(&self) -> Option<&Track<M>> {
        self.lanes.iter().find_map(|it| it.as_any().downcast_ref())
    }

    /// What its stages recorded, to be gone through elsewhere.
    pub(super) fn recorded(&self) -> impl Iterator<Item = Arc<dyn Searched>> {
        self.lanes.iter().map(|it| it.recorded())
    }

    /// What it knows, for a run with the same inputs to take over.
    pub(super) fn known(&self) -> Known {
        self.known.clone()
    }

    /// How long each stage took, or what was made between stages, in order. Of what was taken over from an earlier run, how long it
    /// took there. \[ms]
    #[must_use]
    pub fn times(&self) -> Vec<(&'static str, f64)> {
        let mut times: Vec<(&'static str, f64)> = Vec::new();
        for Kept { name, elapsed_ms, .. } in &self.known.0 {
            match times.iter_mut().find(|it| it.0 == name.word()) {
                Some(same) => same.1 += elapsed_ms,
                None => times.push((name.word(), *elapsed_ms)),
            }
        }
        times
    }

    /// The lanes that were taken over from an earlier run, in order.
    #[must_use]
    pub fn reused(&self) -> Vec<LaneId> {
        let reused = self.known.0.iter().filter(|it| it.reused);
        let lanes = reused.filter_map(|it| match it.name {
            Name::Lane(lane) => Some(lane),
            Name::Made(_) => None,
        });
        lanes.collect()
    }
}

impl Known {
    fn find(&self, name: Name, key: Key) -> Option<Kept> {
        let found = self.0.iter().find(|it| it.name == name && it.key == key);
        found.map(|it| Kept { reused: true, ..it.clone() })
    }
}

/// Runs stages and records them.
pub(super) struct Recorder<'w> {
    pub(super) watch: &'w Watch,
    run: Run,
    /// Results of an earlier run.
    known: Known,
}

impl<'w> Recorder<'w> {
    /// Nothing recorded yet.
    pub(super) fn new(watch: &'w Watch, known: Known) -> Self {
        Self { watch, run: Run::default(), known }
    }

    /// What was recorded.
    pub(super) fn into_run(self) -> Run {
        self.run
    }

    fn next_lane<M: Stage>(&self) -> LaneId {
        let before = self.run.lanes.iter().filter(|it| it.id().stage == M::NAME).count();
        LaneId { stage: M::NAME, nth: u16::try_from(before).unwrap_or(u16::MAX) }
    }

    fn keep<M: Stage + Drawn>(&mut self, kept: Kept, recording: Arc<Recording<M>>) -> Arc<M> {
        let end = recording.end().clone();
        self.run.known.0.push(kept);
        self.run.lanes.push(Box::new(Track::new(Replay::of(recording))));
        end
    }
}

impl Runner for Recorder<'_> {
    fn run<M: Stage + Drawn>(&mut self, key: Key, fresh: impl FnOnce() -> M) -> Result<Arc<M>, Halt> {
        let started = Instant::now();
        let lane = self.next_lane::<M>();
        let name = Name::Lane(lane);
        if let Some(known) = self.known.find(name, key)
            && let Ok(recording) = known.result.clone().downcast::<Recording<M>>()
        {
            return Ok(self.keep(known, recording));
        }
        let replay = Replay::record_within(lane, fresh(), self.watch, M::MOST_BYTES).map_err(Halt::of::<M>)?;
        Halt::check(&self.watch.cancel)?;
        let recording = replay.recording().clone();
        let kept = Kept { name, key, elapsed_ms: elapsed_ms(started), reused: false, result: recording.clone() };
        Ok(self.keep(kept, recording))
    }

    fn rest<M: Stage + Drawn>(&mut self, _: Key, fresh: impl FnOnce() -> M) -> Arc<M> {
        let replay = Replay::resting(self.next_lane::<M>(), fresh());
        let end = replay.end().clone();
        self.run.lanes.push(Box::new(Track::new(replay)));
        end
    }

    fn make<T: Send + Sync + 'static>(
        &mut self,
        name: &'static str,
        key: Key,
        make: impl FnOnce() -> Result<T, Halt>,
    ) -> Result<Arc<T>, Halt> {
        let started = Instant::now();
        let name = Name::Made(name);
        if let Some(known) = self.known.find(name, key)
            && let Ok(made) = known.result.clone().downcast::<T>()
        {
            self.run.known.0.push(known);
            return Ok(made);
        }
        let made = Arc::new(make()?);
        Halt::check(&self.watch.cancel)?;
        let kept = Kept { name, key, elapsed_ms: elapsed_ms(started), reused: false, result: made.clone() };
        self.run.known.0.push(kept);
        Ok(made)
    }
}

/// How long it has been since. \[ms]
fn elapsed_ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}
