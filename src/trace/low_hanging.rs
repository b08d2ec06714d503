//! Low obstacles, told.

use std::ops::ControlFlow;

use super::{
    Part, StageName, Thing,
    kind::kinds,
    lens::Fact,
    spans::{capital, voxels},
    stage::Stage,
};
use crate::{
    bake::voxels::{LowHanging, Rise, SpanEvent, sift},
    record::{Recorder, Sink},
};

impl Stage for LowHanging {
    const NAME: StageName = StageName::LowHanging;

    const WORD: &'static str = "low-hanging";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each span on which nobody can walk",
        "  if one could walk on the span right below it",
        "    rise = how far its top lies above that one’s",
        "    if rise ≤ climb",
        "      it is a low obstacle: one can walk on it",
        "    else it stays as it is",
    ];

    kinds! { SpanEvent<Rise> {
        SpanEvent::Changed { .. } => change("raised", Operation, 4),
        SpanEvent::Kept { .. } => observation("kept", Test, 5),
    }}

    fn run<S: Sink<SpanEvent<Rise>>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        sift(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let (spans, walkable) = self.counts();
        vec![("spans", spans), ("walkable", walkable)]
    }

    fn brief(&self, event: &SpanEvent<Rise>) -> String {
        self.top(event)
    }

    fn sentence(&self, event: &SpanEvent<Rise>) -> String {
        let rise = voxels(self.grid(), event.why().rise.into());
        let (top, climb) = (capital(&self.top(event)), self.climb());
        match event {
            SpanEvent::Changed { .. } => format!(
                "{top} lies {rise} above walkable ground, no more than the agent can climb, {climb}: one can walk on it."
            ),
            SpanEvent::Kept { .. } => {
                format!(
                    "{top} lies {rise} above walkable ground, more than the agent can climb, {climb}: it stays an obstacle."
                )
            }
        }
    }

    fn facts(&self, event: &SpanEvent<Rise>) -> Vec<Fact> {
        let mut facts = self.span_facts(event);
        facts.push(Fact::new("rise", voxels(self.grid(), event.why().rise.into())));
        facts.push(Fact::new("climb", self.climb()));
        facts
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &SpanEvent<Rise>, _: &[u32], thing: Thing) -> Option<&'static str> {
        self.touched(event, thing, "raised")
    }
}
