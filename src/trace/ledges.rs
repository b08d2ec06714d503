//! Ledges, told.

use std::ops::ControlFlow;

use super::{
    Part, StageName, Thing,
    kind::kinds,
    lens::Fact,
    spans::{capital, level, side, voxels},
    stage::Stage,
};
use crate::{
    bake::voxels::{Around, Ledges, SpanEvent, sift},
    record::{Recorder, Sink},
};

impl Stage for Ledges {
    const NAME: StageName = StageName::Ledges;

    const WORD: &'static str = "ledges";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each span on which one can walk",
        "  for each of its four sides",
        "    if there are no columns any more: it falls",
        "    if there is room to go and nothing to stand on: it falls",
        "    for each floor there, with room to go to it",
        "      if it is more than climb below: the span falls",
        "      if it is no more than climb above: it can be stepped to",
        "  if these floors and its own differ by more than climb: it falls",
        "  else it stays",
    ];

    kinds! { SpanEvent<Around> {
        SpanEvent::Changed { why: Around::Outside(_), .. } => change("fell", Operation, 2),
        SpanEvent::Changed { why: Around::Void(_), .. } => change("fell", Operation, 3),
        SpanEvent::Changed { why: Around::Drop(..), .. } => change("fell", Operation, 5),
        SpanEvent::Changed { why: Around::Floors(..), .. } => change("fell", Operation, 7),
        SpanEvent::Kept { .. } => observation("kept", Test, 8),
    }}

    fn run<S: Sink<SpanEvent<Around>>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        sift(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let (spans, walkable) = self.counts();
        vec![("spans", spans), ("walkable", walkable)]
    }

    fn brief(&self, event: &SpanEvent<Around>) -> String {
        self.top(event)
    }

    fn sentence(&self, event: &SpanEvent<Around>) -> String {
        let (top, climb) = (capital(&self.top(event)), self.climb());
        let (is_fallen, grid) = (matches!(event, SpanEvent::Changed { .. }), self.grid());
        match event.why() {
            Around::Outside(heading) => format!("{top} falls: {} there are no columns any more.", side(heading)),
            Around::Void(heading) => format!("{top} falls: {} there is nothing to stand on.", side(heading)),
            Around::Drop(heading, floor) => {
                let drop = voxels(grid, self.drop(event, floor));
                format!(
                    "{top} falls: {} the floor lies {drop} below, more than the agent can step down, {climb}.",
                    side(heading)
                )
            }
            Around::Floors(low, high) => {
                let apart = voxels(grid, u32::from(high - low));
                let verdict = if is_fallen { "falls" } else { "stays" };
                let more = if is_fallen { "more" } else { "no more" };
                format!(
                    "{top} {verdict}: the floors around it lie at {low} to {high}, {apart} apart, {more} than the agent can climb, \
                     {climb}."
                )
            }
        }
    }

    fn facts(&self, event: &SpanEvent<Around>) -> Vec<Fact> {
        let (mut facts, grid) = (self.span_facts(event), self.grid());
        match event.why() {
            Around::Outside(heading) => facts.push(Fact::new("no columns", side(heading))),
            Around::Void(heading) => facts.push(Fact::new("no floor", side(heading))),
            Around::Drop(heading, floor) => facts.extend([
                Fact::new("floor", format!("{} {}", level(grid, floor), side(heading))),
                Fact::new("drop", voxels(grid, self.drop(event, floor))),
            ]),
            Around::Floors(low, high) => facts.extend([
                Fact::new("floors", format!("from {} to {}", level(grid, low), level(grid, high))),
                Fact::new("apart", voxels(grid, u32::from(high - low))),
            ]),
        }
        facts.push(Fact::new("climb", self.climb()));
        facts.push(Fact::new("height", voxels(grid, self.agent().height)));
        facts
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &SpanEvent<Around>, _: &[u32], thing: Thing) -> Option<&'static str> {
        self.touched(event, thing, "fell")
    }
}

impl Ledges {
    /// How far a floor lies below the span. \[voxels]
    fn drop(&self, event: &SpanEvent<Around>, floor: u16) -> u32 {
        u32::from(self.given().all()[event.span() as usize].high.saturating_sub(floor))
    }
}
