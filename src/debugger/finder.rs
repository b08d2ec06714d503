//! Finding moments: what the filter lists, where breakpoints are met, the history of a thing. One pass over the run, on a
//! thread of its own, answers all of it.
//!
//! What was found stays as long as the run and the question do. A new pass only looks for what is not known yet; the one
//! before is told to stop.

use std::{collections::VecDeque, str::FromStr as _, sync::Arc};

use super::{
    Bake, Debugger, Query, Run,
    background::Background,
    moves::Move,
    pass::{Batch, Searched, Wanted, pass},
    track::Row,
};
use crate::{
    io::Breakpoint,
    trace::{Condition, ConditionError, Moment, Thing},
};

/// No more moments than this are kept of a list.
pub(super) const MOST_HITS: usize = 1_000_000;

/// The moments that were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// In order.
    pub moments: Vec<Moment>,
    /// Whether the whole run was looked at.
    pub finished: bool,
    /// Whether there are more than are kept.
    pub clipped: bool,
    /// What stands in a list at those that are observations.
    rows: Vec<(Moment, Row)>,
}

impl Hits {
    fn push(&mut self, moment: Moment, row: Option<Row>) {
        if self.moments.len() == MOST_HITS {
            self.clipped = true;
            return;
        }
        self.moments.push(moment);
        self.rows.extend(row.map(|row| (moment, row)));
    }

    fn row(&self, moment: Moment) -> Option<&Row> {
        let found = self.rows.binary_search_by_key(&moment, |it| it.0).ok()?;
        Some(&self.rows[found].1)
    }

    /// The nearest moment after or before another.
    pub(super) fn next(&self, moment: Moment, forward: bool) -> Option<Moment> {
        let after = self.moments.partition_point(|it| *it <= moment);
        let before = self.moments.partition_point(|it| *it < moment);
        let index = if forward { Some(after) } else { before.checked_sub(1) };
        self.moments.get(index?).copied()
    }
}

/// What happened to a thing.
#[derive(Debug)]
struct History {
    thing: Thing,
    touches: Vec<(Moment, &'static str)>,
    finished: bool,
}

/// What is asked of the run, and what was found.
#[derive(Debug, Default)]
pub(super) struct Finder {
    selected: Option<Thing>,
    /// The filter as written.
    text: String,
    /// The last filter that was written rightly.
    filter: Option<Condition>,
    error: Option<ConditionError>,
    found: Vec<(Condition, Hits)>,
    history: Option<History>,
    pass: Background<Wanted, Batch>,
    /// Up to where the pass under way has found all.
    reached: Option<Moment>,
    /// Where the cursor is to go, one after the other, as soon as that is known; each forwards or backwards.
    pub(super) moves: VecDeque<(Move, bool)>,
    said: Option<String>,
}

impl Finder {
    /// Forgets what was found: the run has changed, and with it what numbers stand for; those of the bake only if that has.
    pub(super) fn forget(&mut self, bake: bool) {
        self.stop();
        self.selected.take_if(|it| match it {
            Thing::Cell(..) => false,
            Thing::Vertex(_) | Thing::Edge(..) | Thing::Triangle(_) => bake,
            Thing::Portal(_) | Thing::Corner(_) | Thing::Segment(_) => true,
        });
        self.found.clear();
        self.history = None;
    }

    /// Tells the pass under way to stop.
    pub(super) fn stop(&mut self) {
        self.pass.clear();
        self.reached = None;
    }

    /// Forgets what was said about the last command, and the moves that wait if the cursor is to go to a place of its own.
    pub(super) fn hear(&mut self, goes: bool) {
        self.said = None;
        if goes {
            self.moves.clear();
        }
    }

    /// Says something about the last command.
    pub(super) fn say(&mut self, said: String) {
        self.said = Some(said);
    }

    /// Up to where all was found that is being looked for.
    pub(super) fn reached(&self) -> Option<Moment> {
        self.reached
    }

    pub(super) fn hits(&self, condition: &Condition) -> Option<&Hits> {
        self.found.iter().find(|it| it.0 == *condition).map(|it| &it.1)
    }

    /// Of what is wanted, what was not found yet.
    fn missing(&self, wanted: &Wanted) -> Wanted {
        let is_known = |it: &&Condition| self.hits(it).is_some_and(|it| it.finished);
        let conditions = wanted.conditions.iter().filter(|it| !is_known(it)).cloned().collect();
        let known = self.history.as_ref().filter(|it| it.finished).map(|it| it.thing);
        Wanted { conditions, thing: wanted.thing.filter(|it| known != Some(*it)) }
    }

    /// Starts a pass for what is wanted and not known yet, and stops one for anything else.
    fn look_for(&mut self, wanted: &Wanted, stages: impl FnOnce() -> Vec<Arc<dyn Searched>>) {
        let missing = self.missing(wanted);
        if self.pass.is_running() && self.pass.asked() == Some(&missing) {
            return;
        }
        self.stop();
        self.found.retain(|it| it.1.finished && wanted.conditions.contains(&it.0));
        self.history.take_if(|it| !it.finished || wanted.thing != Some(it.thing));
        if missing.is_empty() {
            return;
        }
        self.found.extend(missing.conditions.iter().map(|it| (it.clone(), Hits::default())));
        if let Some(thing) = missing.thing {
            self.history = Some(History { thing, touches: Vec::new(), finished: false });
        }
        let stages = stages();
        self.pass.ask("navscope find", missing.clone(), move |watch, tell| {
            pass(&missing, &stages, watch, tell);
            Ok(())
        });
    }

    /// Takes in what was found, waiting for the end if asked; returns whether anything was.
    fn take_in(&mut self, wait: bool) -> bool {
        let was_running = self.pass.is_running();
        let changed = self.pass.take(wait);
        let batches = self.pass.take_answers();
        let conditions = self.pass.asked().map_or(&[][..], |it| &it.conditions);
        for batch in batches {
            self.reached = batch.reached.or(self.reached);
            put_in(batch, conditions, &mut self.found, &mut self.history);
        }
        if was_running && !self.pass.is_running() {
            self.reached = None;
            self.found.iter_mut().for_each(|it| it.1.finished = true);
            self.history.iter_mut().for_each(|it| it.finished = true);
        }
        changed
    }
}

fn put_in(batch: Batch, conditions: &[Condition], found: &mut [(Condition, Hits)], history: &mut Option<History>) {
    for hit in batch.hits {
        if let Some((_, hits)) = found.iter_mut().find(|it| it.0 == conditions[hit.condition]) {
            hits.push(hit.moment, hit.row);
        }
    }
    if let Some(history) = history {
        history.touches.extend(batch.touches);
    }
}

impl Debugger {
    /// The thing whose history is asked for.
    #[must_use]
    pub fn selected(&self) -> Option<Thing> {
        self.finder.selected
    }

    /// What happened to the selected thing, in order; the list fills as the run is gone through.
    #[must_use]
    pub fn history(&self) -> &[(Moment, &'static str)] {
        self.finder.history.as_ref().map_or(&[], |it| &it.touches)
    }

    /// The condition that events are filtered by, as written; empty if by none.
    #[must_use]
    pub fn filter_text(&self) -> &str {
        &self.finder.text
    }

    /// What is wrong with that condition, and before which character.
    #[must_use]
    pub fn filter_error(&self) -> Option<(usize, &str)> {
        self.finder.error.as_ref().map(|it| (it.at, &*it.message))
    }

    /// The events that meet the filter; none if there is no filter, and so all do. While what is written is wrong, those that
    /// meet what was right last.
    #[must_use]
    pub fn filtered(&self) -> Option<&Hits> {
        self.finder.hits(self.finder.filter.as_ref()?)
    }

    /// Where a breakpoint of the scenario is met; none while it is off.
    #[must_use]
    pub fn hits(&self, breakpoint: usize) -> Option<&Hits> {
        let breakpoint = self.scenario.breakpoints.get(breakpoint).filter(|it| it.on)?;
        self.finder.hits(&breakpoint.when)
    }

    /// Whether moments are being looked for.
    #[must_use]
    pub fn is_finding(&self) -> bool {
        self.finder.pass.is_running()
    }

    /// What there is to say about the last command; gone with the next.
    #[must_use]
    pub fn said(&self) -> Option<&str> {
        self.finder.said.as_deref()
    }

    /// What stands in a list of events at a moment; of observations only at those that were found.
    #[must_use]
    pub fn row(&self, moment: Moment) -> Option<Row> {
        if moment.observed > 0 {
            return self.finder.found.iter().find_map(|it| it.1.row(moment)).cloned();
        }
        self.lane_of(moment.lane)?.row(moment.at)
    }

    /// Starts a pass for what is wanted and not known yet.
    pub(super) fn find(&mut self) {
        let breakpoints = self.scenario.breakpoints.iter().filter(|it| it.on).map(|it| &it.when);
        let mut conditions: Vec<Condition> = Vec::new();
        for condition in self.finder.filter.iter().chain(breakpoints) {
            if !conditions.contains(condition) {
                conditions.push(condition.clone());
            }
        }
        let wanted = Wanted { conditions, thing: self.finder.selected };
        let (bake, query) = (self.bake.as_ref(), self.query.as_ref());
        self.finder.look_for(&wanted, || {
            let runs = bake.map(Bake::recorded).into_iter().chain(query.map(Query::recorded));
            runs.flat_map(Run::recorded).collect()
        });
        self.make_moves();
    }

    /// Takes in what was found, waiting for the end if asked; returns whether anything was.
    pub(super) fn take_found(&mut self, wait: bool) -> bool {
        let changed = self.finder.take_in(wait);
        if changed {
            self.version += 1;
            self.make_moves();
        }
        changed
    }

    pub(super) fn select(&mut self, thing: Option<Thing>) {
        self.finder.selected = thing;
    }

    pub(super) fn filter(&mut self, text: String) {
        self.finder.error = None;
        match Condition::from_str(&text) {
            Ok(condition) => self.finder.filter = Some(condition).filter(|_| !text.trim().is_empty()),
            Err(error) => self.finder.error = Some(error),
        }
        self.finder.text = text;
    }

    pub(super) fn add_breakpoint(&mut self, when: &str) {
        match Condition::from_str(when) {
            Err(error) => self.finder.say(error.to_string()),
            Ok(_) if when.trim().is_empty() => self.finder.say("A breakpoint needs a condition.".to_owned()),
            Ok(when) => self.change_stops(|all, _| match all.iter_mut().find(|it| it.when == when) {
                Some(known) => known.on = true,
                None => all.push(Breakpoint { when, on: true }),
            }),
        }
    }

    pub(super) fn enable_breakpoint(&mut self, index: usize, on: bool) {
        self.change_stops(|all, _| {
            if let Some(breakpoint) = all.get_mut(index) {
                breakpoint.on = on;
            }
        });
    }

    pub(super) fn remove_breakpoint(&mut self, index: usize) {
        let Some(when) = self.scenario.breakpoints.get(index).map(|it| it.when.to_string()) else { return };
        self.change_stops(|all, _| drop(all.remove(index)));
        self.removed.tell(format!("The breakpoint “{when}” was removed"));
    }

    pub(super) fn toggle_bookmark(&mut self) {
        let moment = self.moment();
        let known = self.scenario.bookmarks.binary_search(&moment);
        self.change_stops(|_, bookmarks| match known {
            Ok(index) => drop(bookmarks.remove(index)),
            Err(index) => bookmarks.insert(index, moment),
        });
        if known.is_ok() {
            self.removed.tell(format!("The bookmark {moment} was removed"));
        }
    }
}
