//! The portals, told.

use std::ops::ControlFlow;

use super::{
    Quantity, Rule, Thing,
    quantity::count,
    stage::{Stage, StageName},
};
use crate::{
    mesh::VertexId,
    pull::{PortalEvent, Portals, order_portals},
    record::{Recorder, Sink},
};

impl Stage for Portals {
    const NAME: StageName = StageName::Portals;

    const STEPS: &'static [&'static str] = &[
        "for each edge that the corridor crosses, from start to goal",
        "  from, to = its ends, as the triangle that is left has them",
        "  winding: to is left and from is right, for corners turn left",
        "  fixed-point: which is left is as seen from the start",
        "  centroids: for both ends",
        "    cross = the direction of travel × the way to the end",
        "    the end with the larger cross product is right",
        "  reversed: from is left and to is right",
        "  put down the portal",
    ];

    const CHANGES: &'static [&'static str] = &["ordered"];

    const OBSERVATIONS: &'static [&'static str] = &["judged"];

    const QUANTITIES: &'static [Quantity] = &[Quantity::Portal];

    const RULES: &'static [Rule] = &[Rule::PortalReversed];

    fn run<S: Sink<PortalEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        order_portals(recorder)
    }

    fn kind(event: &PortalEvent) -> &'static str {
        match event {
            PortalEvent::Ordered { .. } => "ordered",
            PortalEvent::Judged { .. } => "judged",
        }
    }

    fn brief(event: &PortalEvent) -> String {
        match *event {
            PortalEvent::Ordered { left, right, right_way_round } => {
                let wrong = if right_way_round { "" } else { ", reversed" };
                format!("left {left}, right {right}{wrong}")
            }
            PortalEvent::Judged { vertex, cross } => format!("vertex {vertex}, cross {cross:.6}"),
        }
    }

    fn is_fault(event: &PortalEvent) -> bool {
        matches!(event, PortalEvent::Ordered { right_way_round: false, .. })
    }

    fn step(&self, event: &PortalEvent) -> usize {
        match event {
            PortalEvent::Judged { .. } => 5,
            PortalEvent::Ordered { .. } => 8,
        }
    }

    fn sentence(&self, event: &PortalEvent) -> String {
        match *event {
            PortalEvent::Ordered { left, right, right_way_round } => {
                let wrong = if right_way_round { "" } else { " That is the wrong way round!" };
                let portal = self.count();
                format!("Portal {portal}: vertex {left} is left, vertex {right} is right.{wrong}")
            }
            PortalEvent::Judged { vertex, cross } => {
                format!("Vertex {vertex} has cross product {cross:.6} with the line between the centroids.")
            }
        }
    }
    fn touch(&self, event: &PortalEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let is_this = |it: u32| it as usize == self.portal(event);
        let is_end = |it: VertexId, left: VertexId, right: VertexId| match it {
            _ if it == left => Some("ordered left"),
            _ if it == right => Some("ordered right"),
            _ => None,
        };
        match (*event, thing) {
            (PortalEvent::Ordered { .. }, Thing::Portal(it)) => is_this(it).then_some("ordered"),
            (PortalEvent::Judged { .. }, Thing::Portal(it)) => is_this(it).then_some("judged"),
            (PortalEvent::Ordered { left, right, .. }, Thing::Vertex(it)) => is_end(it, left, right),
            (PortalEvent::Judged { vertex, .. }, Thing::Vertex(it)) => (it == vertex).then_some("judged"),
            (PortalEvent::Ordered { left, right, .. }, Thing::Edge(..)) => {
                (Thing::edge(left, right) == thing).then_some("made a portal")
            }
            _ => None,
        }
    }

    fn quantity(&self, event: &PortalEvent, which: Quantity) -> Option<f64> {
        (which == Quantity::Portal).then(|| count(self.portal(event)))
    }

    fn breaks(&self, event: &PortalEvent, rule: Rule) -> bool {
        rule == Rule::PortalReversed && matches!(event, PortalEvent::Ordered { right_way_round: false, .. })
    }
}

impl Portals {
    /// The portal that an event is about, counted from 1.
    fn portal(&self, event: &PortalEvent) -> usize {
        match event {
            PortalEvent::Ordered { .. } => self.count(),
            PortalEvent::Judged { .. } => self.count() + 1,
        }
    }
}
