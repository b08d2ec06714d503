//! The surface moved in by the agent's radius, told.

use std::ops::ControlFlow;

use super::{
    Part, StageName, Thing,
    kind::kinds,
    lens::Fact,
    spans::{capital, half_columns, level, side, top},
    stage::Stage,
};
use crate::{
    bake::voxels::{Erode, ErodeEvent, Heading, TopId, erode},
    record::{Recorder, Sink},
};

impl Stage for Erode {
    const NAME: StageName = StageName::Erode;

    const WORD: &'static str = "erode";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each top, from the first to the last",
        "  if it lacks a link on some side: its distance is 0",
        "  else for those to its left and above, and at the corners behind these",
        "    by way of it the border is 1 column further, or 1.5 at a corner",
        "  its distance is the least of these",
        "for each top, from the last to the first",
        "  for those to its right and below, and at the corners behind these",
        "    by way of it the border is 1 column further, or 1.5 at a corner",
        "  if that is nearer: its distance is lowered",
        "for each top",
        "  if its distance < radius: it falls",
        "  else it stays",
    ];

    kinds! { ErodeEvent {
        ErodeEvent::Measured { by: TopId::NONE, .. } => change("measured", Edit, 1),
        ErodeEvent::Measured { .. } => change("measured", Edit, 4),
        ErodeEvent::Lowered { .. } => change("lowered", Edit, 8),
        ErodeEvent::Fell { .. } => change("fell", Operation, 10),
        ErodeEvent::Compared { .. } => observation("compared", Test, 3),
        ErodeEvent::Kept { .. } => observation("kept", Test, 11),
    }}

    const TOO_MANY: &'static str = "choose wider columns (a larger voxels.cell_size)";

    fn run<S: Sink<ErodeEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        erode(recorder)
    }

    fn step(&self, event: &ErodeEvent) -> usize {
        match event {
            // All are measured only when the second pass has begun.
            ErodeEvent::Compared { top, .. } if self.distance(*top).is_some() => 7,
            ErodeEvent::Compared { .. }
            | ErodeEvent::Measured { .. }
            | ErodeEvent::Lowered { .. }
            | ErodeEvent::Fell { .. }
            | ErodeEvent::Kept { .. } => Self::kind(event).step,
        }
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let (spans, walkable) = self.counts();
        vec![("spans", spans), ("walkable", walkable)]
    }

    fn brief(&self, event: &ErodeEvent) -> String {
        self.name_of(event.top())
    }

    fn sentence(&self, event: &ErodeEvent) -> String {
        let top = capital(&self.name_of(event.top()));
        let far = |distance: u16| half_columns(self.grid(), distance.into());
        let radius = half_columns(self.grid(), self.radius() * 2);
        match *event {
            ErodeEvent::Measured { top: id, by: TopId::NONE, .. } => {
                let lacking = Heading::ALL.into_iter().find(|it| self.given().beyond(id, *it).is_none());
                let where_to = lacking.map_or("on some side", side);
                format!("{top} is on the border: {where_to} there is no top that an agent can step to.")
            }
            ErodeEvent::Measured { distance, by, .. } => {
                format!("{top} is {} from the border, by way of {}.", far(distance), self.name_of(by))
            }
            ErodeEvent::Lowered { distance, was, by, .. } => {
                let way = self.name_of(by);
                format!("{top} is {} from the border by way of {way}, nearer than {}.", far(distance), far(was))
            }
            ErodeEvent::Compared { distance, by, .. } => {
                format!("{top} would be {} from the border by way of {}.", far(distance), self.name_of(by))
            }
            ErodeEvent::Fell { top: id } => {
                let distance = self.distance(id).unwrap_or_default();
                format!("{top} falls: it is {} from the border, less than the radius, {radius}.", far(distance))
            }
            ErodeEvent::Kept { top: id } => {
                let distance = self.distance(id).unwrap_or_default();
                format!("{top} stays: it is {} from the border, and the radius is {radius}.", far(distance))
            }
        }
    }

    fn facts(&self, event: &ErodeEvent) -> Vec<Fact> {
        let far = |distance: u16| half_columns(self.grid(), distance.into());
        let top = self.given().top(event.top());
        let mut facts = vec![
            Fact::new("column", format!("({}, {})", top.column, top.row)),
            Fact::new("top", level(self.grid(), top.height)),
        ];
        match *event {
            ErodeEvent::Measured { distance, .. } | ErodeEvent::Compared { distance, .. } => {
                facts.push(Fact::new("distance", far(distance)));
            }
            ErodeEvent::Lowered { distance, was, .. } => {
                facts.extend([Fact::new("distance", far(distance)), Fact::new("before", far(was))]);
            }
            ErodeEvent::Fell { top } | ErodeEvent::Kept { top } => {
                facts.push(Fact::new("distance", far(self.distance(top).unwrap_or_default())));
            }
        }
        facts.push(Fact::new("radius", half_columns(self.grid(), self.radius() * 2)));
        facts
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &ErodeEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let word = match event {
            ErodeEvent::Measured { .. } => "measured",
            ErodeEvent::Lowered { .. } => "lowered",
            ErodeEvent::Fell { .. } => "fell",
            ErodeEvent::Compared { .. } => "compared",
            ErodeEvent::Kept { .. } => "kept",
        };
        let top = self.given().top(event.top());
        (thing == Thing::Cell(top.column, top.row)).then_some(word)
    }
}

impl Erode {
    fn name_of(&self, id: TopId) -> String {
        let it = self.given().top(id);
        top(it.height, (it.column, it.row))
    }
}
