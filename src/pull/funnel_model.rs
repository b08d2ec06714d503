//! The state of the funnel: apex, both sides, the portal under examination, and the path so far.

use std::sync::Arc;

use serde::Serialize;

use super::{Portal, PullSettings, Side};
use crate::{
    geometry::{Certainty, Point, Turn, turn},
    record::{Event, Replayable},
};

/// An end of a portal. Portal 0 is the start, the last one the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Corner {
    /// Which portal.
    pub portal: u32,
    /// Which end.
    pub side: Side,
}

/// A question the funnel asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum FunnelTest {
    /// Does the candidate lie on the inner side of the side it would replace?
    Narrows,
    /// Has the candidate not passed the other side?
    StaysWithin,
}

/// All of the funnel that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Wedge {
    /// The corner that the tip is.
    pub apex: Corner,
    /// The portals whose ends the left and right side are.
    pub sides: [u32; 2],
    /// The portal under examination.
    pub portal: u32,
    /// The side of it to look at next; none when it is done.
    pub next: Option<Side>,
}

/// What happened in the funnel. Portals are indices; a view looks the geometry up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum FunnelEvent {
    /// The next portal came up for examination.
    Reached {
        /// Its index.
        portal: u32,
        /// The one before, and the side that was next.
        was: (u32, Option<Side>),
    },
    /// The portal narrowed the funnel on one side.
    Tightened {
        /// The side that moved.
        side: Side,
        /// The portal whose end the side was before, and the side of the new portal that was next.
        was: (u32, Option<Side>),
    },
    /// A candidate passed the other side: that side's corner joined the path, and the scan restarts behind it.
    Turned {
        /// The side whose corner joined the path.
        side: Side,
        /// The funnel before.
        was: Wedge,
    },
    /// The goal was reached.
    Arrived,
    /// A corner at which the path does not bend was left out.
    Straightened {
        /// Its index in the path.
        index: u32,
        /// The corner.
        was: Corner,
    },
    /// Observed: a turn was asked for.
    Tested {
        /// Which side's end of the portal is the candidate.
        side: Side,
        /// The question.
        test: FunnelTest,
        /// The answer: which way apex → side → candidate turns.
        turn: Turn,
        /// The cross product in floating point.
        value: f64,
        /// How it was decided.
        certainty: Certainty,
        /// What exact arithmetic says.
        exact: Turn,
    },
    /// Observed: the candidate would have widened the funnel, so that side stays.
    Kept {
        /// The side.
        side: Side,
    },
}

impl Event for FunnelEvent {}

/// The funnel and the path so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Funnel {
    portals: Arc<[Portal]>,
    settings: PullSettings,
    wedge: Wedge,
    turns: Vec<Corner>,
    arrived: bool,
}

impl Funnel {
    /// A funnel at the start, before the first portal.
    #[must_use]
    pub fn new(start: Point, portals: &[Portal], goal: Point, settings: PullSettings) -> Self {
        let ends = |point| std::iter::once(Portal::point(point));
        Self {
            portals: ends(start).chain(portals.iter().copied()).chain(ends(goal)).collect(),
            settings,
            wedge: Wedge { apex: Corner { portal: 0, side: Side::Left }, sides: [0, 0], portal: 0, next: None },
            turns: Vec::new(),
            arrived: false,
        }
    }

    /// The portals, with the start before and the goal behind them.
    #[must_use]
    pub fn portals(&self) -> &[Portal] {
        &self.portals
    }

    /// How it is pulled.
    #[must_use]
    pub fn settings(&self) -> &PullSettings {
        &self.settings
    }

    /// What moves.
    #[must_use]
    pub fn wedge(&self) -> Wedge {
        self.wedge
    }

    /// The tip of the funnel.
    #[must_use]
    pub fn apex(&self) -> Point {
        self.place(self.wedge.apex)
    }

    /// The corner that a side runs to.
    #[must_use]
    pub fn side_corner(&self, side: Side) -> Corner {
        // A side that has not moved since the last turn is the apex itself, which may be the other end of its portal.
        let Wedge { apex, sides, .. } = self.wedge;
        let portal = sides[side as usize];
        if portal == apex.portal { apex } else { Corner { portal, side } }
    }

    /// Where a side runs to.
    #[must_use]
    pub fn side(&self, side: Side) -> Point {
        self.place(self.side_corner(side))
    }

    /// Where a corner lies.
    #[must_use]
    pub fn place(&self, corner: Corner) -> Point {
        self.portals[corner.portal as usize].end(corner.side)
    }

    /// Whether the goal was reached.
    #[must_use]
    pub fn arrived(&self) -> bool {
        self.arrived
    }

    /// The corners of the path so far, without start and goal.
    #[must_use]
    pub fn turns(&self) -> &[Corner] {
        &self.turns
    }

    /// The path so far; with the goal once that is reached. No two neighbours are the same point.
    #[must_use]
    pub fn path(&self) -> Vec<Point> {
        self.stops().into_iter().map(|it| self.stop(it)).collect()
    }

    /// Which stops the path so far has: 0 is the start, then come the turns, and behind them the goal once that is reached.
    ///
    /// Those in the same place as the one before are left out.
    #[must_use]
    pub fn stops(&self) -> Vec<usize> {
        let epsilon = if self.settings.funnel.rules().joins_near_points { self.settings.epsilon } else { 0.0 };
        let end = self.turns.len() + usize::from(self.arrived);
        let mut last = self.stop(0);
        let mut keeps = |&index: &usize| {
            let p = self.stop(index);
            let again = index > 0 && (p == last || p.distance(last) < epsilon);
            // Start and goal stay whatever lies next to them, unless they are one.
            let keep = !again || (index == end && p != last);
            if keep {
                last = p;
            }
            keep
        };
        (0..=end).filter(|it| keeps(it)).collect()
    }

    fn stop(&self, index: usize) -> Point {
        match index.checked_sub(1).map(|it| self.turns.get(it)) {
            None => self.portals[0].left,
            Some(Some(&turn)) => self.place(turn),
            Some(None) => self.portals[self.portals.len() - 1].left,
        }
    }

    /// Whether the path is as it will stay.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.arrived && (!self.settings.funnel.rules().straightens || self.needless(0).is_none())
    }

    /// How many corners the path so far has behind its start, those in the same place counted once.
    #[must_use]
    pub fn corner_count(&self) -> usize {
        self.path().len().saturating_sub(1 + usize::from(self.arrived))
    }

    /// The first corner at or after `from` at which the path goes straight on, if any.
    pub(super) fn needless(&self, from: usize) -> Option<usize> {
        let place = |i: usize| self.place(self.turns[i]);
        let goal = self.portals.last()?.left;
        (from..self.turns.len()).find(|&i| {
            let before = if i == 0 { self.portals[0].left } else { place(i - 1) };
            let after = if i + 1 == self.turns.len() { goal } else { place(i + 1) };
            let here = place(i);
            let between = |low: f64, p: f64, high: f64| low.min(high) <= p && p <= low.max(high);
            turn(before, here, after).verdict == Turn::Straight
                && between(before.x, here.x, after.x)
                && between(before.y, here.y, after.y)
        })
    }
}

impl Replayable for Funnel {
    type Event = FunnelEvent;

    fn apply(&mut self, event: &FunnelEvent, _: &[u32]) {
        let first = self.settings.funnel.rules().first;
        match *event {
            FunnelEvent::Reached { portal, .. } => {
                self.wedge.portal = portal;
                self.wedge.next = Some(first);
            }
            FunnelEvent::Tightened { side, .. } => {
                self.wedge.sides[side as usize] = self.wedge.portal;
                self.wedge.next = (side == first).then(|| side.other());
            }
            FunnelEvent::Turned { side, .. } => {
                let apex = self.side_corner(side);
                self.turns.push(apex);
                self.wedge = Wedge { apex, sides: [apex.portal; 2], portal: apex.portal, next: None };
            }
            FunnelEvent::Arrived => self.arrived = true,
            FunnelEvent::Straightened { index, .. } => {
                self.turns.remove(index as usize);
            }
            FunnelEvent::Tested { .. } | FunnelEvent::Kept { .. } => (),
        }
    }

    fn revert(&mut self, event: &FunnelEvent, _: &[u32]) {
        match *event {
            FunnelEvent::Reached { was: (portal, next), .. } => {
                (self.wedge.portal, self.wedge.next) = (portal, next);
            }
            FunnelEvent::Tightened { side, was: (portal, next) } => {
                self.wedge.sides[side as usize] = portal;
                self.wedge.next = next;
            }
            FunnelEvent::Turned { was, .. } => {
                self.turns.pop();
                self.wedge = was;
            }
            FunnelEvent::Arrived => self.arrived = false,
            FunnelEvent::Straightened { index, was } => self.turns.insert(index as usize, was),
            FunnelEvent::Tested { .. } | FunnelEvent::Kept { .. } => (),
        }
    }
}
