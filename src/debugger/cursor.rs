//! Moving the cursor: within a stage, and over the seams between stages.

use super::Debugger;
use crate::{record::Level, trace::StageName};

impl Debugger {
    pub(super) fn seek(&mut self, stage: StageName, at: usize, observed: usize) {
        if let Some(lane) = self.lane_mut(stage) {
            lane.seek_into(at, observed);
            self.stage = stage;
        } else {
            self.seek_overall(usize::MAX);
        }
    }

    pub(super) fn seek_overall(&mut self, target: usize) {
        let mut left = target;
        let mut place = None;
        for lane in self.lanes() {
            // The seam between two stages belongs to the one that ends there.
            place = Some((lane.name(), left.min(lane.len())));
            if left <= lane.len() {
                break;
            }
            left -= lane.len();
        }
        if let Some((stage, at)) = place {
            self.seek(stage, at, 0);
        }
    }

    /// The stage before or behind the cursor's that has anything to show.
    fn neighbour(&self, forward: bool) -> Option<StageName> {
        let lanes = self.lanes();
        let mut others = lanes.iter().filter(|it| !it.is_empty()).map(|it| it.name());
        match forward {
            true => others.find(|it| *it > self.stage),
            false => others.rfind(|it| *it < self.stage),
        }
    }

    pub(super) fn step_forward(&mut self, level: Level) {
        let Some(lane) = self.lane_mut(self.stage) else { return };
        if level > Level::Phase && lane.step_forward(level) {
            return;
        }
        let end = lane.len();
        if lane.at() < end {
            lane.seek(end);
        } else if let Some(next) = self.neighbour(true) {
            let target = if level == Level::Phase { usize::MAX } else { 0 };
            self.seek(next, target, 0);
        }
    }

    pub(super) fn step_back(&mut self, level: Level) {
        let Some(lane) = self.lane_mut(self.stage) else { return };
        if level > Level::Phase && lane.step_back(level) {
            return;
        }
        if level == Level::Phase && self.neighbour(false).is_none() {
            self.seek(self.stage, 0, 0);
        } else if let Some(previous) = self.neighbour(false) {
            self.seek(previous, usize::MAX, 0);
        }
    }
}
