//! Moves from where the cursor is: to the next event, row of the list, breakpoint or bookmark.
//!
//! Where one leads may still have to be found. Those given meanwhile wait and are made in order, so that no key is pressed in vain;
//! going to a place that is named takes all of them back.

use super::{Debugger, Hits};
use crate::{record::Level, trace::Moment};

/// A move, forwards or backwards.
#[derive(Clone, Copy, Debug)]
pub(super) enum Move {
    /// To an event at most so fine.
    Step(Level),
    /// To an event of the list.
    Listed,
    /// To where a breakpoint is met.
    Breakpoint,
    /// To a bookmark.
    Bookmark,
}

/// Where a move leads, if it leads anywhere; or that this is not known yet.
type Target = Result<Option<Moment>, Unknown>;

struct Unknown;

impl Debugger {
    /// Makes the moves that wait, as far as it is known where they lead.
    pub(super) fn make_moves(&mut self) {
        while let Some((next, forward)) = self.finder.moves.front().copied() {
            // What is being made may well be what the move is about.
            if self.lane().is_none() && self.worker.is_some() {
                return;
            }
            let target = match next {
                Move::Step(level) => {
                    self.finder.moves.pop_front();
                    if forward {
                        self.step_forward(level);
                    } else {
                        self.step_back(level);
                    }
                    self.note_end();
                    continue;
                }
                Move::Listed => self.next_listed(forward),
                Move::Breakpoint => self.next_breakpoint(forward),
                Move::Bookmark => Ok(self.next_bookmark(forward)),
            };
            let Ok(target) = target else { return };
            self.finder.moves.pop_front();
            if let Some(moment) = target {
                self.seek(moment);
                self.note_end();
            }
        }
    }

    /// How many rows the list of events has: those that meet the filter, as far as they are found.
    #[must_use]
    pub fn listed(&self) -> usize {
        self.filtered().map_or_else(|| self.position().1, |it| it.moments.len())
    }

    /// The moment of a row of the list.
    #[must_use]
    pub fn listed_at(&self, row: usize) -> Option<Moment> {
        match self.filtered() {
            Some(hits) => hits.moments.get(row).copied(),
            // Row 0 is the first event, after which one event is applied.
            None => self.moment_of(row + 1),
        }
    }

    /// The last row of the list at or before the cursor, if any.
    #[must_use]
    pub fn listed_here(&self) -> Option<usize> {
        match self.filtered() {
            Some(hits) => {
                let moment = self.moment();
                hits.moments.partition_point(|it| *it <= moment).checked_sub(1)
            }
            None => self.position().0.checked_sub(1),
        }
    }

    /// Whether all moments that hits can have up to here are found, or, forwards, the next one is.
    fn is_found(&self, hits: &[&Hits], found: Option<Moment>, forward: bool) -> bool {
        let reached = self.finder.reached();
        hits.iter().all(|it| it.finished)
            || match found {
                Some(found) if forward => reached >= Some(found),
                _ => !forward && reached >= Some(self.moment()),
            }
    }

    fn next_listed(&self, forward: bool) -> Target {
        let row = self.listed_here();
        let here = row.and_then(|it| self.listed_at(it)) == Some(self.moment());
        let target = match (forward, row) {
            (true, row) => Some(row.map_or(0, |it| it + 1)),
            // Between two rows the one before is the previous one.
            (false, Some(row)) if !here => Some(row),
            (false, row) => row.and_then(|it| it.checked_sub(1)),
        };
        let target = target.and_then(|it| self.listed_at(it));
        let hits: Vec<&Hits> = self.filtered().into_iter().collect();
        if self.is_found(&hits, target, forward) { Ok(target) } else { Err(Unknown) }
    }

    fn next_breakpoint(&mut self, forward: bool) -> Target {
        let on = self.scenario.breakpoints.iter().filter(|it| it.on);
        let hits: Vec<&Hits> = on.filter_map(|it| self.finder.hits(&it.when)).collect();
        let here = self.moment();
        let found = hits.iter().filter_map(|it| it.next(here, forward));
        let found = if forward { found.min() } else { found.max() };
        if !self.is_found(&hits, found, forward) {
            return Err(Unknown);
        }
        if found.is_none() {
            let which = if forward { "after" } else { "before" };
            let said = match (hits.is_empty(), hits.iter().any(|it| it.clipped)) {
                (true, _) => "There is no breakpoint that is on.".to_owned(),
                (_, true) => format!("No breakpoint is met {which} this moment, as far as they are listed."),
                (_, false) => format!("No breakpoint is met {which} this moment."),
            };
            self.finder.say(said);
        }
        Ok(found)
    }

    fn next_bookmark(&self, forward: bool) -> Option<Moment> {
        let (moment, bookmarks) = (self.moment(), &self.scenario.bookmarks);
        match forward {
            true => bookmarks.iter().find(|it| **it > moment).copied(),
            false => bookmarks.iter().rfind(|it| **it < moment).copied(),
        }
    }
}
