//! The portals, told.

use std::ops::ControlFlow;

use super::{Beside, Part, Quantity, Rule, StageName, Thing, kind::kinds, quantity::count, stage::Stage};
use crate::{
    pull::{PortalEvent, Portals, order_portals},
    record::{Recorder, Sink},
};

impl Stage for Portals {
    const NAME: StageName = StageName::Portals;

    const WORD: &'static str = "portals";

    const PART: Part = Part::Path;

    const BESIDE: &'static [Beside] = &[Beside::Optimum];

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

    kinds! { PortalEvent {
        PortalEvent::Ordered { .. } => change("ordered", Operation, 8),
        PortalEvent::Judged { .. } => observation("judged", Test, 5),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::Portal];

    const RULES: &'static [Rule] = &[Rule::PortalReversed];

    fn run<S: Sink<PortalEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        order_portals(recorder)
    }

    fn brief(&self, event: &PortalEvent) -> String {
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
    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Vertex(_) | Thing::Edge(..) | Thing::Portal(_))
    }

    fn touch(&self, event: &PortalEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let is_this = |it: u32| it as usize == self.portal(event);
        match *event {
            PortalEvent::Ordered { left, right, .. } => match thing {
                Thing::Portal(it) => is_this(it).then_some("ordered"),
                Thing::Vertex(it) if it == left => Some("ordered left"),
                Thing::Vertex(it) if it == right => Some("ordered right"),
                _ => (Thing::edge(left, right) == thing).then_some("made a portal"),
            },
            PortalEvent::Judged { vertex, .. } => match thing {
                Thing::Portal(it) => is_this(it).then_some("judged"),
                _ => (thing == Thing::Vertex(vertex)).then_some("judged"),
            },
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
