//! The samples, told.

use std::ops::ControlFlow;

use super::{Part, Quantity, StageName, Thing, kind::kinds, quantity::count, stage::Stage};
use crate::{
    bake::{SampleEvent, Samples, sample},
    geometry::Point,
    record::{Recorder, Sink},
};

impl Stage for Samples {
    const NAME: StageName = StageName::Samples;

    const WORD: &'static str = "samples";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each floor cell, row by row",
        "  for each point of the pattern",
        "    if a wall is nearer than the agent's radius",
        "      leave the point out",
        "    else",
        "      add it to the samples",
        "if the maze has a start and a goal",
        "  add each as a sample",
    ];

    kinds! { SampleEvent {
        SampleEvent::Sampled { .. } => change("sampled", Operation, 5),
        SampleEvent::Added { .. } => change("added", Operation, 7),
        SampleEvent::Refused { .. } => observation("refused", Test, 3),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::Points];

    fn run<S: Sink<SampleEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        sample(recorder)
    }

    fn brief(&self, event: &SampleEvent) -> String {
        match *event {
            SampleEvent::Sampled { column, row } => format!("cell ({column}, {row})"),
            SampleEvent::Added { end } => end.name().to_owned(),
            SampleEvent::Refused { column, row, index } => format!("cell ({column}, {row}), point {index}"),
        }
    }

    fn sentence(&self, event: &SampleEvent) -> String {
        match *event {
            SampleEvent::Sampled { column, row } => {
                format!("Floor cell ({column}, {row}) got its points; there are {} now.", self.points().len())
            }
            SampleEvent::Added { end } => {
                format!("The {} {} was added as a point.", end.name(), self.maze().end(end).unwrap_or_default())
            }
            SampleEvent::Refused { column, row, index } => {
                format!(
                    "Point {index} of cell ({column}, {row}) is left out: a wall is nearer than the agent's radius."
                )
            }
        }
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &SampleEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let (cell, how) = match *event {
            SampleEvent::Sampled { column, row } => (Thing::Cell(column, row), "sampled"),
            SampleEvent::Refused { column, row, .. } => (Thing::Cell(column, row), "a point refused"),
            SampleEvent::Added { end } => (cell_of(self.maze().end(end)?), end.of(["start added", "goal added"])),
        };
        (cell == thing).then_some(how)
    }

    fn quantity(&self, _: &SampleEvent, which: Quantity) -> Option<f64> {
        (which == Quantity::Points).then(|| count(self.points().len()))
    }
}

/// The cell that a place of the maze lies in.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates, and mazes are bounded")]
fn cell_of(p: Point) -> Thing {
    Thing::Cell(p.x as u32, p.y as u32)
}
