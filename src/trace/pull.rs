//! The stages of string pulling, told.

use std::ops::ControlFlow;

use super::{
    lens::{Fact, Lens},
    stage::{Stage, StageName},
};
use crate::{
    geometry::{Certainty, Turn},
    pull::{
        Audit, AuditEvent, Dialect, Funnel, FunnelEvent, FunnelTest, PortalEvent, Portals, Side, audit, order_portals,
        pull_taut,
    },
    record::{Recorder, Sink},
};

impl Stage for Portals {
    const NAME: StageName = StageName::Portals;

    fn run<S: Sink<PortalEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        order_portals(recorder)
    }

    fn kind(event: &PortalEvent) -> &'static str {
        match event {
            PortalEvent::Ordered { .. } => "ordered",
            PortalEvent::Judged { .. } => "judged",
        }
    }

    fn sentence(&self, event: &PortalEvent) -> String {
        match *event {
            PortalEvent::Ordered { left, right, right_way_round } => {
                let wrong = if right_way_round { "" } else { " That is the wrong way round!" };
                let portal = self.portals().len();
                format!("Portal {portal}: vertex {left} is left, vertex {right} is right.{wrong}")
            }
            PortalEvent::Judged { vertex, cross } => {
                format!("Vertex {vertex} has cross product {cross:.6} with the line between the centroids.")
            }
        }
    }
}

impl Stage for Funnel {
    const NAME: StageName = StageName::Funnel;

    fn run<S: Sink<FunnelEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        pull_taut(recorder)
    }

    fn kind(event: &FunnelEvent) -> &'static str {
        match event {
            FunnelEvent::Reached { .. } => "reached",
            FunnelEvent::Tightened { .. } => "tightened",
            FunnelEvent::Turned { .. } => "turned",
            FunnelEvent::Arrived => "arrived",
            FunnelEvent::Straightened { .. } => "straightened",
            FunnelEvent::Tested { .. } => "tested",
            FunnelEvent::Kept { .. } => "kept",
        }
    }

    fn sentence(&self, event: &FunnelEvent) -> String {
        match *event {
            FunnelEvent::Reached { portal, .. } => {
                let it = self.portals()[portal as usize];
                if portal as usize + 1 == self.portals().len() {
                    format!("The goal {} came up for examination.", it.left)
                } else {
                    format!("Portal {portal} came up: left {}, right {}.", it.left, it.right)
                }
            }
            FunnelEvent::Tightened { side, was } => format!(
                "The {} side tightened from portal {} to portal {}, {}.",
                side.name(),
                was.0,
                self.wedge().portal,
                self.side(side),
            ),
            FunnelEvent::Turned { side, was } => format!(
                "The {} end of portal {} passed the {} side: its corner {} joined the path.",
                side.other().name(),
                was.portal,
                side.name(),
                self.apex(),
            ),
            FunnelEvent::Arrived => {
                format!("The goal was reached, with {} corners on the way.", self.corner_count())
            }
            FunnelEvent::Straightened { was, .. } => {
                format!("Corner {} was left out: the path does not bend there.", self.place(was))
            }
            FunnelEvent::Tested { side, test, turn, exact, certainty, .. } => {
                let question = match test {
                    FunnelTest::Narrows => format!("against the {} side", side.name()),
                    FunnelTest::StaysWithin => format!("against the {} side", side.other().name()),
                };
                let wrong = if certainty == Certainty::Rounded && turn != exact {
                    format!(" Exactly it is {}!", exact.name())
                } else {
                    String::new()
                };
                format!("The {} end of portal {} {question}: {}.{wrong}", side.name(), self.wedge().portal, turn.name())
            }
            FunnelEvent::Kept { side } => {
                format!("The {} side stays: portal {} would widen the funnel there.", side.name(), self.wedge().portal)
            }
        }
    }

    fn facts(&self, event: &FunnelEvent) -> Vec<Fact> {
        match event {
            FunnelEvent::Tested { .. } => Vec::new(),
            _ => vec![
                Fact::new("apex", format!("{:.6}", self.apex())),
                Fact::new("left", format!("{:.6}", self.side(Side::Left))),
                Fact::new("right", format!("{:.6}", self.side(Side::Right))),
                Fact::new(
                    "portal",
                    match (self.wedge().portal as usize, self.portals().len() - 2) {
                        (portal, last) if portal > last => "the goal".to_owned(),
                        (portal, last) => format!("{portal} of {last}"),
                    },
                ),
                Fact::new("corners", self.corner_count().to_string()),
            ],
        }
    }

    fn lens(&self, event: &FunnelEvent) -> Option<Lens> {
        let FunnelEvent::Tested { side, test, turn, value, certainty, exact } = *event else { return None };
        let along = match test {
            FunnelTest::Narrows => self.side(side),
            FunnelTest::StaysWithin => self.side(side.other()),
        };
        let candidate = self.portals()[self.wedge().portal as usize].end(side);
        let inward = if side == Side::Left { Turn::Right } else { Turn::Left };
        let consequence = match (test, turn) {
            (FunnelTest::Narrows, it) if it == inward.mirrored() => {
                "the candidate would widen the funnel: the side stays"
            }
            (FunnelTest::Narrows, _) => "the candidate narrows the funnel, unless it passed the other side",
            (FunnelTest::StaysWithin, it) if it == inward.mirrored() => {
                "the other side is not passed: the side tightens"
            }
            (FunnelTest::StaysWithin, Turn::Straight) if self.settings().funnel == Dialect::Exact => {
                "on the line is not past it: the side tightens"
            }
            (FunnelTest::StaysWithin, _) => "the other side is passed: its corner joins the path",
        };
        let bound = match self.settings().funnel {
            Dialect::Textbook => self.settings().epsilon,
            Dialect::Article => 0.0,
            Dialect::Exact => crate::geometry::turn(self.apex(), along, candidate).bound,
        };
        Some(Lens {
            formula: format!("turn({:.6}, {along:.6}, {candidate:.6})", self.apex()),
            value,
            bound,
            told: turn.name(),
            exact: exact.name(),
            certainty,
            consequence: consequence.to_owned(),
        })
    }
}

impl Stage for Audit {
    const NAME: StageName = StageName::Audit;

    fn run<S: Sink<AuditEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        audit(recorder)
    }

    fn kind(event: &AuditEvent) -> &'static str {
        match event {
            AuditEvent::Passed { .. } => "passed",
            AuditEvent::Broke { .. } => "broke",
        }
    }

    fn sentence(&self, event: &AuditEvent) -> String {
        match *event {
            AuditEvent::Passed { segment } => {
                let [a, b] = [0, 1].map(|end| self.path()[segment as usize + end]);
                format!("Segment {segment} from {a} to {b} breaks no rule.")
            }
            AuditEvent::Broke { violation } => {
                format!("Segment {} {} at {}.", violation.segment, violation.kind.text(), violation.at)
            }
        }
    }
}
