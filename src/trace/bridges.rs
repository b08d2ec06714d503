//! The bridges to holes, told.

use std::ops::ControlFlow;

use super::{Part, StageName, Thing, kind::kinds, lens::Fact, stage::Stage};
use crate::{
    bake::voxels::{BridgeEvent, Bridges, Obstacle, bridges},
    record::{Recorder, Sink},
};

impl Stage for Bridges {
    const NAME: StageName = StageName::Bridges;

    const WORD: &'static str = "bridges";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each outline, for each of its holes, from the left on",
        "  for each corner of the hole, from the leftmost on",
        "    for each corner of the outline that looks inwards to it, the nearest first",
        "      if the line between both would run through the hole: leave it",
        "      if it meets the outline or a hole that is not joined yet: leave it",
        "      join the hole to the outline over it; go to the next hole",
        "  if there is no such line: leave the hole out",
    ];

    kinds! { BridgeEvent {
        BridgeEvent::Bridged { .. } => change("bridged", Operation, 5),
        BridgeEvent::Stranded { .. } => change("stranded", Operation, 6),
        BridgeEvent::Refused { by: Obstacle::Hole, .. } => observation("refused", Test, 3),
        BridgeEvent::Refused { by: Obstacle::Side { .. }, .. } => observation("refused", Test, 4),
    }}

    const TOO_MANY: &'static str = "choose larger voxels (a larger voxels.cell_size), or a smaller level";

    fn run<S: Sink<BridgeEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        bridges(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        vec![("outlines", self.outlines().len()), ("unjoined", self.unjoined().count())]
    }

    fn brief(&self, event: &BridgeEvent) -> String {
        match *event {
            BridgeEvent::Bridged { hole, from, to } => format!("hole {hole}, corner {from} to {to}"),
            BridgeEvent::Stranded { hole } => format!("hole {hole}"),
            BridgeEvent::Refused { hole, from, to, by: Obstacle::Hole } => {
                format!("hole {hole}, corner {from} to {to}, the hole itself")
            }
            BridgeEvent::Refused { hole, from, to, by: Obstacle::Side { ring, at } } => {
                format!("hole {hole}, corner {from} to {to}, ring {ring}, side {at}")
            }
        }
    }

    fn is_fault(event: &BridgeEvent) -> bool {
        match event {
            BridgeEvent::Stranded { .. } => true,
            BridgeEvent::Bridged { .. } | BridgeEvent::Refused { .. } => false,
        }
    }

    fn sentence(&self, event: &BridgeEvent) -> String {
        match *event {
            BridgeEvent::Bridged { hole, from, to } => {
                let region = self.ring(hole).region;
                match self.bridge(hole, from, to) {
                    Some([a, b]) if a == b => {
                        format!(
                            "Hole {hole} touches the outline of region {region} in {a}, and was joined to it there."
                        )
                    }
                    Some([a, b]) => {
                        let length = a.distance(b);
                        format!(
                            "Hole {hole} was joined to the outline of region {region} by a bridge from {a} to {b}, {length:.3} long."
                        )
                    }
                    None => format!("Hole {hole} was joined to the outline of region {region}."),
                }
            }
            BridgeEvent::Stranded { hole } => {
                let region = self.ring(hole).region;
                let [at, _] = self.side(hole, 0);
                format!("Hole {hole} at {at} was left out: no bridge to an outline of region {region} is free.")
            }
            BridgeEvent::Refused { hole, from, to, by } => {
                let [a, b] = self.bridge(hole, from, to).unwrap_or_default();
                match by {
                    Obstacle::Hole => format!("No bridge from {a} to {b}: it would run through the hole itself."),
                    Obstacle::Side { ring, at } => {
                        let [c, d] = self.side(ring, at);
                        format!("No bridge from {a} to {b}: it meets the side from {c} to {d}.")
                    }
                }
            }
        }
    }

    fn facts(&self, event: &BridgeEvent) -> Vec<Fact> {
        match *event {
            BridgeEvent::Bridged { hole, from, to } | BridgeEvent::Refused { hole, from, to, .. } => {
                let [a, b] = self.bridge(hole, from, to).unwrap_or_default();
                vec![Fact::new("length of the bridge", format!("{:.6}", a.distance(b)))]
            }
            BridgeEvent::Stranded { .. } => Vec::new(),
        }
    }

    fn can_touch(_: Thing) -> bool {
        false
    }

    fn touch(&self, _: &BridgeEvent, _: &[u32], _: Thing) -> Option<&'static str> {
        None
    }
}
