//! A stage under the debugger: its replay, and the observations of the step that is being looked into.

use std::{
    any::Any,
    fmt::Debug,
    ops::{ControlFlow, Range},
    sync::Arc,
};

use super::{bake::StageSizes, check, pass::Searched};
use crate::{
    geometry::Bounds,
    picture::{Drawn, Mark, Shown},
    record::{Event as _, Level},
    trace::{Condition, Fact, LaneId, Lens, Moment, Replay, Rule, Stage, StageName, Watch},
};

/// An event or an observation, told.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Which stage.
    pub stage: StageName,
    /// How coarse.
    pub level: Level,
    /// In one word.
    pub kind: &'static str,
    /// As a sentence.
    pub sentence: String,
    /// The numbers behind it.
    pub facts: Vec<Fact>,
    /// The predicate that was asked.
    pub lens: Option<Lens>,
    /// The line of the stage's pseudo-code that it belongs to.
    pub step: usize,
    /// The rules that it broke.
    pub broken: Vec<Rule>,
}

/// An event or an observation, as it stands in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which stage.
    pub stage: StageName,
    /// How coarse.
    pub level: Level,
    /// In one word.
    pub kind: &'static str,
    /// Its ids and numbers in few words.
    pub brief: String,
}

/// An event or an observation, told in passing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recited {
    /// When: just after it.
    pub moment: Moment,
    /// How coarse.
    pub level: Level,
    /// In one word.
    pub kind: &'static str,
    /// As a sentence.
    pub sentence: String,
}

/// A stage under the debugger.
#[derive(Debug)]
pub struct Track<M: Stage> {
    replay: Replay<M>,
    /// What was observed between the position and the next change, as far as it was asked for.
    observations: Option<Vec<M::Event>>,
    /// How many of them have been stepped over.
    observed: usize,
}

impl<M: Stage> Track<M> {
    /// A stage at the end of its run.
    #[must_use]
    pub fn new(replay: Replay<M>) -> Self {
        Self { replay, observations: None, observed: 0 }
    }

    /// The recorded run.
    #[must_use]
    pub fn replay(&self) -> &Replay<M> {
        &self.replay
    }

    /// The recorded run, to be moved by hand.
    pub fn replay_mut(&mut self) -> &mut Replay<M> {
        self.forget();
        &mut self.replay
    }

    /// The state at the position.
    #[must_use]
    pub fn model(&self) -> &M {
        self.replay.model()
    }

    /// The observation, or else the event, that led here.
    #[must_use]
    pub fn current(&self) -> Option<&M::Event> {
        let observed = self.observed.checked_sub(1);
        match (observed, &self.observations) {
            (Some(last), Some(all)) => all.get(last),
            _ => self.replay.event(),
        }
    }

    fn load(&mut self) -> &[M::Event] {
        let replay = &mut self.replay;
        self.observations.get_or_insert_with(|| replay.observations())
    }

    fn forget(&mut self) {
        self.observations = None;
        self.observed = 0;
    }
}

/// A stage of whatever kind, as the debugger moves it.
pub trait Lane: Any + Debug + Send + Sync {
    /// Which lane of the run.
    fn id(&self) -> LaneId;
    /// Which stage.
    fn name(&self) -> StageName {
        self.id().stage
    }
    /// The lane as what it is.
    fn as_any(&self) -> &dyn Any;
    /// How many events it recorded.
    fn len(&self) -> usize;
    /// Whether it recorded none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// How many bytes they take.
    fn bytes(&self) -> usize;
    /// What it came to, where a report lists that.
    fn sizes(&self) -> Option<StageSizes>;
    /// How many of them are applied.
    fn at(&self) -> usize;
    /// How many observations of the step from here have been stepped over.
    fn observed(&self) -> usize;
    /// Moves to just after the first `target` events.
    fn seek(&mut self, target: usize);
    /// Moves to just after observation `observed` of the step from `target`.
    fn seek_into(&mut self, target: usize, observed: usize);
    /// Moves to the next event at most as fine as `level`; false if there is none.
    fn step_forward(&mut self, level: Level) -> bool;
    /// Moves to the previous event at most as fine as `level`; false if there is none.
    fn step_back(&mut self, level: Level) -> bool;
    /// The event or observation that led here, told.
    fn told(&self) -> Option<Told>;
    /// The event that leads to just after the first `at`, as it stands in a list.
    fn row(&self, at: usize) -> Option<Row>;
    /// Tells every event and observation at most as fine as `level` that meets a condition, in order, until told to stop.
    fn recite(&self, level: Level, condition: Option<&Condition>, listen: &mut dyn FnMut(Recited) -> ControlFlow<()>);
    /// Draws the state, as far as it lies in view.
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>);
    /// Draws the event or observation that led here.
    fn draw_event(&self, out: &mut Vec<Mark>);
    /// Where the event or observation that led here took place.
    fn event_bounds(&self) -> Option<Bounds>;
    /// Which lines of its pseudo-code it goes by.
    fn steps(&self) -> Range<usize>;
    /// How much happens in each of so many equal parts of the run; a half is the average. \[0 to 1]
    fn density(&self, buckets: usize) -> Vec<f32>;
    /// The positions after events that tell of something wrong.
    fn faults(&self) -> Vec<usize>;
    /// The event that leads to just after the first `at`, as a sentence; the position stays.
    fn sentence(&self, at: usize) -> Option<String>;
    /// Tells after each event, by its number, what all so far hash to.
    fn hashes(&self, tell: &mut dyn FnMut(usize, u64));
    /// What it recorded, to be gone through elsewhere.
    fn recorded(&self) -> Arc<dyn Searched>;
}

impl<M: Stage + Drawn> Lane for Track<M> {
    fn id(&self) -> LaneId {
        self.replay.recording().lane()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn len(&self) -> usize {
        self.replay.log().events().len()
    }

    fn bytes(&self) -> usize {
        self.replay.log().bytes()
    }

    fn sizes(&self) -> Option<StageSizes> {
        let sizes = self.replay.end().sizes();
        (!sizes.is_empty()).then(|| StageSizes { stage: M::NAME.name(), sizes })
    }

    fn at(&self) -> usize {
        self.replay.at()
    }

    fn observed(&self) -> usize {
        self.observed
    }

    fn seek(&mut self, target: usize) {
        self.forget();
        self.replay.seek(target);
    }

    fn seek_into(&mut self, target: usize, observed: usize) {
        self.seek(target);
        if observed > 0 {
            self.observed = observed.min(self.load().len());
        }
    }

    fn step_forward(&mut self, level: Level) -> bool {
        if level >= Level::Edit {
            let from = self.observed;
            let next = self.load()[from..].iter().position(|it| M::level(it) <= level);
            if let Some(next) = next {
                self.observed = from + next + 1;
                return true;
            }
            if self.at() < self.len() {
                // The next change may itself be too fine; then look into the step behind it.
                let stops = M::level(&self.replay.log().events()[self.at()]) <= level;
                self.seek(self.at() + 1);
                return stops || self.step_forward(level);
            }
            return false;
        }
        let next = self.replay.next_at(level);
        next.is_some_and(|it| {
            self.seek(it);
            true
        })
    }

    fn step_back(&mut self, level: Level) -> bool {
        if level >= Level::Edit {
            let before = self.observed.saturating_sub(1);
            let previous =
                self.observations.as_ref().and_then(|all| all[..before].iter().rposition(|it| M::level(it) <= level));
            if let Some(previous) = previous {
                self.observed = previous + 1;
                return true;
            }
            if self.observed > 0 {
                self.observed = 0;
                if self.replay.event().is_none_or(|it| M::level(it) <= level) {
                    return true;
                }
            }
            if self.at() == 0 {
                return false;
            }
            self.seek(self.at() - 1);
            let inner = self.load().iter().rposition(|it| M::level(it) <= level);
            if let Some(inner) = inner {
                self.observed = inner + 1;
                return true;
            }
            return self.replay.event().is_none_or(|it| M::level(it) <= level) || self.step_back(level);
        }
        if self.observed > 0 {
            self.observed = 0;
            if self.replay.event().is_some_and(|it| M::level(it) <= level) {
                return true;
            }
        }
        let at = self.at();
        let target = self.replay.previous_at(level).unwrap_or(0);
        self.seek(target);
        at > 0
    }

    fn told(&self) -> Option<Told> {
        self.current().map(|event| tell(self.model(), event))
    }

    fn row(&self, at: usize) -> Option<Row> {
        self.replay.log().events().get(at.checked_sub(1)?).map(|event| row(self.model(), event))
    }

    fn recite(&self, level: Level, condition: Option<&Condition>, listen: &mut dyn FnMut(Recited) -> ControlFlow<()>) {
        let observes = level >= Level::Edit && condition.is_none_or(|it| it.wants_observations(M::NAME));
        // Whoever stops listening has a reason that is not ours.
        let _ = self.replay.recording().scan(observes, &Watch::default(), |model, seen| {
            let event = seen.event;
            if M::level(event) > level || condition.is_some_and(|it| !it.matches(model, &seen)) {
                return ControlFlow::Continue(());
            }
            let sentence = model.sentence(event);
            listen(Recited { moment: seen.moment, level: M::level(event), kind: M::kind(event).word, sentence })
        });
    }

    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        self.model().draw(view, out);
    }

    fn draw_event(&self, out: &mut Vec<Mark>) {
        if let Some(event) = self.current() {
            let observing = self.observed > 0;
            let detail = if observing { &[] } else { self.replay.detail() };
            self.model().draw_event(event, detail, out);
        }
    }

    fn event_bounds(&self) -> Option<Bounds> {
        let mut marks = Vec::new();
        self.draw_event(&mut marks);
        let corners = marks.iter().flat_map(|it| it.shape.bounds());
        (!marks.is_empty()).then(|| Bounds::around(corners))
    }

    fn steps(&self) -> Range<usize> {
        self.replay.model().steps()
    }

    #[expect(clippy::cast_precision_loss, reason = "a picture needs no more")]
    fn density(&self, buckets: usize) -> Vec<f32> {
        let events = self.replay.log().events();
        let mut sums = vec![0usize; buckets];
        for (index, event) in events.iter().enumerate() {
            sums[index * buckets / events.len()] += weight::<M>(event);
        }
        let mean = sums.iter().sum::<usize>().max(1) as f32 / buckets as f32;
        sums.into_iter().map(|it| (it as f32 / mean / 2.0).min(1.0)).collect()
    }

    fn faults(&self) -> Vec<usize> {
        let events = (1..).zip(self.replay.log().events());
        events.filter(|(_, event)| M::is_fault(event)).map(|(at, _)| at).collect()
    }

    fn sentence(&self, at: usize) -> Option<String> {
        let mut replay = self.replay.from_start();
        replay.seek(at);
        replay.event().filter(|_| replay.at() == at).map(|event| replay.model().sentence(event))
    }

    fn hashes(&self, tell: &mut dyn FnMut(usize, u64)) {
        check::hashes(self.replay.log(), tell);
    }

    fn recorded(&self) -> Arc<dyn Searched> {
        self.replay.recording().clone()
    }
}

/// Changes count with what they bring along; operations count, and what is finer does not.
fn weight<M: Stage>(event: &M::Event) -> usize {
    usize::from(M::level(event) <= Level::Operation) + event.detail_len()
}

fn tell<M: Stage>(model: &M, event: &M::Event) -> Told {
    Told {
        stage: M::NAME,
        level: M::level(event),
        kind: M::kind(event).word,
        sentence: model.sentence(event),
        facts: model.facts(event),
        lens: model.lens(event),
        step: model.step(event),
        broken: M::RULES.iter().copied().filter(|it| model.breaks(event, *it)).collect(),
    }
}

/// An event as it stands in a list.
pub(super) fn row<M: Stage>(model: &M, event: &M::Event) -> Row {
    Row { stage: M::NAME, level: M::level(event), kind: M::kind(event).word, brief: model.brief(event) }
}
