//! Low ceilings, told.

use std::ops::ControlFlow;

use super::{
    Part, StageName, Thing,
    kind::kinds,
    lens::Fact,
    spans::{capital, level, voxels},
    stage::Stage,
};
use crate::{
    bake::voxels::{Headroom, Room, SpanEvent, sift},
    record::{Recorder, Sink},
};

impl Stage for Headroom {
    const NAME: StageName = StageName::Headroom;

    const WORD: &'static str = "headroom";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each span on which one can walk",
        "  room = from its top to the span above it",
        "  if room < height: it falls",
        "  else it stays",
    ];

    kinds! { SpanEvent<Room> {
        SpanEvent::Changed { .. } => change("fell", Operation, 2),
        SpanEvent::Kept { .. } => observation("kept", Test, 3),
    }}

    fn run<S: Sink<SpanEvent<Room>>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        sift(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let (spans, walkable) = self.counts();
        vec![("spans", spans), ("walkable", walkable)]
    }

    fn brief(&self, event: &SpanEvent<Room>) -> String {
        self.top(event)
    }

    fn sentence(&self, event: &SpanEvent<Room>) -> String {
        let top = capital(&self.top(event));
        let (room, height) = (self.room(event), voxels(self.grid(), self.agent().height));
        match event {
            SpanEvent::Changed { .. } => {
                format!("{top} falls: the room above it is {room}, and the agent needs {height}.")
            }
            SpanEvent::Kept { .. } => {
                format!("{top} stays: the room above it is {room}, and the agent needs {height}.")
            }
        }
    }

    fn facts(&self, event: &SpanEvent<Room>) -> Vec<Fact> {
        let ceiling = event.why().ceiling.map_or_else(|| "none".to_owned(), |it| level(self.grid(), it));
        let mut facts = self.span_facts(event);
        facts.extend([
            Fact::new("ceiling", ceiling),
            Fact::new("room", self.room(event)),
            Fact::new("height", voxels(self.grid(), self.agent().height)),
        ]);
        facts
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &SpanEvent<Room>, _: &[u32], thing: Thing) -> Option<&'static str> {
        self.touched(event, thing, "fell")
    }
}

impl Headroom {
    /// The room above the span that an event is about.
    fn room(&self, event: &SpanEvent<Room>) -> String {
        let floor = self.given().all()[event.span() as usize].high;
        event.why().ceiling.map_or_else(|| "open".to_owned(), |it| voxels(self.grid(), u32::from(it - floor)))
    }
}
