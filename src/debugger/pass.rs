//! One pass over a run, which finds all that is asked for at once.
//!
//! The run is gone through in order, so what was found so far is complete up to the moment that was reached. Stages in which
//! nothing can be found are passed over; observations are only looked at where something asks for them.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    finder::MOST_HITS,
    plots::{Plots, plot_stage},
    track::{Row, row},
};
use crate::trace::{Condition, Moment, Recording, Seen, Stage, StageName, Thing, Watch};

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Wanted {
    /// Events that meet these.
    pub(super) conditions: Vec<Condition>,
    /// Events that touch this.
    pub(super) thing: Option<Thing>,
}

impl Wanted {
    pub(super) fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.thing.is_none()
    }
}

/// Something that was found.
#[derive(Debug)]
pub(super) struct Hit {
    /// By which condition.
    pub(super) condition: usize,
    pub(super) moment: Moment,
    /// Its row in a list of events, if it was an observation: those are not stored elsewhere.
    pub(super) row: Option<Row>,
}

/// What was found since the last batch.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) hits: Vec<Hit>,
    pub(super) touches: Vec<(Moment, &'static str)>,
    /// Up to where all was found.
    pub(super) reached: Option<Moment>,
}

/// A recorded stage of whatever kind.
pub trait Searched: Send + Sync {
    fn search(&self, search: &mut Search<'_>, watch: &Watch) -> ControlFlow<()>;
    fn plot(&self, plots: &mut Plots, watch: &Watch) -> ControlFlow<()>;
}

impl<M: Stage> Searched for Recording<M> {
    fn search(&self, search: &mut Search<'_>, watch: &Watch) -> ControlFlow<()> {
        let Some(observations) = search.enter(M::NAME) else { return ControlFlow::Continue(()) };
        self.scan(observations, watch, |model, seen| search.visit(model, &seen))?;
        search.send()
    }

    fn plot(&self, plots: &mut Plots, watch: &Watch) -> ControlFlow<()> {
        plot_stage(self, plots, watch)
    }
}

/// Goes through a run, and tells what is found in batches, until it is told to stop.
pub(super) fn pass(wanted: &Wanted, stages: &[Arc<dyn Searched>], watch: &Watch, tell: Tell<'_>) {
    let mut search = Search::new(wanted, tell);
    // When it is cancelled it breaks off; what it found until then was handed over.
    let _ = stages.iter().try_for_each(|it| it.search(&mut search, watch));
}

/// How many events are looked at between batches, and how many hits make one.
const BATCH: usize = 1 << 16;
const BATCH_HITS: usize = 1 << 12;

/// A condition, and how many events met it.
struct Asked {
    condition: Condition,
    hits: usize,
    /// Whether it may hold in the present stage.
    here: bool,
}

/// Takes a batch; breaks if it is not asked for any more.
type Tell<'t> = &'t mut dyn FnMut(Batch) -> ControlFlow<()>;

/// A pass under way.
pub struct Search<'t> {
    asked: Vec<Asked>,
    thing: Option<Thing>,
    /// Whether the present stage may touch the thing.
    touches: bool,
    looked_at: usize,
    batch: Batch,
    tell: Tell<'t>,
}

impl<'t> Search<'t> {
    fn new(wanted: &Wanted, tell: Tell<'t>) -> Self {
        let ask = |condition: &Condition| Asked { condition: condition.clone(), hits: 0, here: false };
        let asked = wanted.conditions.iter().map(ask).collect();
        Self { asked, thing: wanted.thing, touches: false, looked_at: 0, batch: Batch::default(), tell }
    }

    /// Prepares for a stage: whether its observations are wanted; nothing if there is nothing to find in it.
    fn enter(&mut self, stage: StageName) -> Option<bool> {
        let mut observations = false;
        for it in &mut self.asked {
            it.here = it.hits <= MOST_HITS && it.condition.stages().contains(&stage);
            observations |= it.here && it.condition.wants_observations(stage);
        }
        self.touches = self.thing.is_some_and(|it| (stage.vocabulary().can_touch)(it));
        (self.touches || self.asked.iter().any(|it| it.here)).then_some(observations)
    }

    fn visit<M: Stage>(&mut self, model: &M, seen: &Seen<'_, M::Event>) -> ControlFlow<()> {
        for (condition, it) in self.asked.iter_mut().enumerate() {
            if it.here && it.condition.matches(model, seen) {
                it.hits += 1;
                // One more than are kept, to tell that there are more.
                it.here = it.hits <= MOST_HITS;
                let row = seen.is_observation().then(|| row(model, seen.event));
                self.batch.hits.push(Hit { condition, moment: seen.moment, row });
            }
        }
        if let Some(thing) = self.thing.filter(|_| self.touches && !seen.is_observation()) {
            let how = model.touch(seen.event, seen.detail, thing);
            self.batch.touches.extend(how.map(|how| (seen.moment, how)));
        }
        self.batch.reached = Some(seen.moment);
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(BATCH) || self.batch.hits.len() >= BATCH_HITS {
            return self.send();
        }
        ControlFlow::Continue(())
    }

    /// Hands over what was found; breaks off if it is not asked for any more.
    fn send(&mut self) -> ControlFlow<()> {
        (self.tell)(std::mem::take(&mut self.batch))
    }
}
