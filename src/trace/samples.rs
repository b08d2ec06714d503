//! The samples, told.

use std::ops::ControlFlow;

use super::{
    Quantity, Thing,
    quantity::count,
    stage::{Stage, StageName},
};
use crate::{
    bake::{SampleEvent, Samples, sample},
    geometry::Point,
    record::{Recorder, Sink},
};

impl Stage for Samples {
    const NAME: StageName = StageName::Samples;

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

    const CHANGES: &'static [&'static str] = &["sampled", "added"];

    const OBSERVATIONS: &'static [&'static str] = &["refused"];

    const QUANTITIES: &'static [Quantity] = &[Quantity::Points];

    fn run<S: Sink<SampleEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        sample(recorder)
    }

    fn kind(event: &SampleEvent) -> &'static str {
        match event {
            SampleEvent::Sampled { .. } => "sampled",
            SampleEvent::Added { .. } => "added",
            SampleEvent::Refused { .. } => "refused",
        }
    }

    fn brief(event: &SampleEvent) -> String {
        match *event {
            SampleEvent::Sampled { column, row } => format!("cell ({column}, {row})"),
            SampleEvent::Added { end } => end.name().to_owned(),
            SampleEvent::Refused { column, row, index } => format!("cell ({column}, {row}), point {index}"),
        }
    }

    fn step(&self, event: &SampleEvent) -> usize {
        match event {
            SampleEvent::Refused { .. } => 3,
            SampleEvent::Sampled { .. } => 5,
            SampleEvent::Added { .. } => 7,
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
