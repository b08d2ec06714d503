//! The cursor: where it is, and moving it within a stage and over the seams between stages.

use super::{Bake, Debugger, Lane, Query, Run};
use crate::{
    record::Level,
    trace::{LaneId, Moment},
};

impl Debugger {
    /// The stages that have run, in order.
    #[must_use]
    pub fn lanes(&self) -> Vec<&dyn Lane> {
        let mut lanes: Vec<&dyn Lane> = Vec::new();
        if let Some(it) = &self.bake {
            lanes.extend(it.lanes());
        }
        if let Some(it) = &self.query {
            lanes.extend(it.lanes());
        }
        lanes
    }

    fn lane_mut(&mut self, lane: LaneId) -> Option<&mut (dyn Lane + 'static)> {
        let bake = self.bake.iter_mut().map(Bake::run_mut);
        let query = self.query.iter_mut().map(Query::run_mut);
        bake.chain(query).flat_map(Run::lanes_mut).find(|it| it.id() == lane)
    }

    /// A lane of the run.
    #[must_use]
    pub fn lane_of(&self, lane: LaneId) -> Option<&dyn Lane> {
        self.lanes().into_iter().find(|it| it.id() == lane)
    }

    /// The lane that the cursor is in.
    #[must_use]
    pub fn lane(&self) -> Option<&dyn Lane> {
        self.lane_of(self.lane)
    }

    /// Where the cursor is.
    #[must_use]
    pub fn moment(&self) -> Moment {
        let (at, observed) = self.lane().map_or((0, 0), |it| (it.at(), it.observed()));
        Moment { lane: self.lane, at, observed }
    }

    /// How many events all stages have together, and how many of them lie before the cursor.
    #[must_use]
    pub fn position(&self) -> (usize, usize) {
        let lanes = self.lanes();
        let before = lanes.iter().take_while(|it| it.id() < self.lane).map(|it| it.len());
        let here = self.lane().map_or(0, Lane::at);
        (before.sum::<usize>() + here, lanes.iter().map(|it| it.len()).sum())
    }

    /// The moment just after so many events of all stages together: the inverse of [`position`](Self::position).
    #[must_use]
    pub fn moment_of(&self, position: usize) -> Option<Moment> {
        let mut left = position;
        for lane in self.lanes() {
            // The seam between two stages belongs to the one that ends there.
            if left <= lane.len() {
                return Some(Moment::after(lane.id(), left));
            }
            left -= lane.len();
        }
        None
    }

    /// Notes whether the cursor stands at the end, and so is to stay there.
    pub(super) fn note_end(&mut self) {
        let (at, all) = self.position();
        self.at_end = at == all && self.moment().observed == 0;
    }

    pub(super) fn seek(&mut self, Moment { lane: id, at, observed }: Moment) {
        if let Some(lane) = self.lane_mut(id) {
            lane.seek_into(at, observed);
            self.lane = id;
        } else {
            self.seek_overall(usize::MAX);
        }
    }

    pub(super) fn seek_overall(&mut self, target: usize) {
        let target = target.min(self.position().1);
        if let Some(moment) = self.moment_of(target) {
            self.seek(moment);
        }
    }

    /// The lane before or behind the cursor's that has anything to show.
    fn neighbour(&self, forward: bool) -> Option<LaneId> {
        let lanes = self.lanes();
        let mut others = lanes.iter().filter(|it| !it.is_empty()).map(|it| it.id());
        match forward {
            true => others.find(|it| *it > self.lane),
            false => others.rfind(|it| *it < self.lane),
        }
    }

    pub(super) fn step_forward(&mut self, level: Level) {
        let Some(lane) = self.lane_mut(self.lane) else { return };
        if level > Level::Phase && lane.step_forward(level) {
            return;
        }
        let end = lane.len();
        if lane.at() < end {
            lane.seek(end);
        } else if let Some(next) = self.neighbour(true) {
            let target = if level == Level::Phase { usize::MAX } else { 0 };
            self.seek(Moment::after(next, target));
        }
    }

    pub(super) fn step_back(&mut self, level: Level) {
        let Some(lane) = self.lane_mut(self.lane) else { return };
        if level > Level::Phase && lane.step_back(level) {
            return;
        }
        if level == Level::Phase && self.neighbour(false).is_none() {
            self.seek(Moment::after(self.lane, 0));
        } else if let Some(previous) = self.neighbour(false) {
            self.seek(Moment::after(previous, usize::MAX));
        }
    }
}
