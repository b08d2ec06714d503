//! The contours, told.

use std::ops::ControlFlow;

use super::{Part, StageName, Thing, kind::kinds, lens::Fact, stage::Stage};
use crate::{
    bake::voxels::{ContourEvent, Contours, contours},
    record::{Recorder, Sink},
};

impl Stage for Contours {
    const NAME: StageName = StageName::Contours;

    const WORD: &'static str = "contours";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each top, row by row",
        "  if another region, or none, lies beyond all its sides: leave it",
        "  if that is so of one that is not walked yet",
        "    from it on, until it comes again",
        "      if that is so of the side: put its end to the ring, and turn left to the next",
        "      else step over it, and turn right",
    ];

    kinds! { ContourEvent {
        ContourEvent::Walked { .. } => change("walked", Operation, 4),
        ContourEvent::Lone { .. } => observation("lone", Test, 1),
    }}

    const TOO_MANY: &'static str = "choose larger voxels (a larger voxels.cell_size), or a smaller level";

    fn run<S: Sink<ContourEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        contours(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let vertices = self.all().iter().map(|it| it.ring.vertices.len()).sum();
        vec![("contours", self.all().len()), ("vertices", vertices)]
    }

    fn brief(&self, event: &ContourEvent) -> String {
        let (ContourEvent::Walked { top, .. } | ContourEvent::Lone { top }) = *event;
        let top = self.map().surface().top(top);
        format!("column ({}, {})", top.column, top.row)
    }

    fn sentence(&self, event: &ContourEvent) -> String {
        let (ContourEvent::Walked { top, .. } | ContourEvent::Lone { top }) = *event;
        let (place, region) = (self.map().surface().top(top), self.map().region(top));
        let (column, row) = (place.column, place.row);
        match event {
            ContourEvent::Walked { .. } => {
                let is_hole = self.all().last().is_some_and(|it| it.ring.is_hole());
                let count = self.all().last().map_or(0, |it| it.ring.vertices.len());
                let what = if is_hole { "A hole" } else { "The outline" };
                format!(
                    "{what} of region {region} was walked from column ({column}, {row}) on: it has {count} corners."
                )
            }
            ContourEvent::Lone { .. } => {
                format!("Column ({column}, {row}) touches nothing else of region {region}: it gets no ring.")
            }
        }
    }

    fn facts(&self, event: &ContourEvent) -> Vec<Fact> {
        let last = match event {
            ContourEvent::Walked { .. } => self.all().last(),
            ContourEvent::Lone { .. } => None,
        };
        let facts = last.map(|it| {
            let area = it.ring.doubled_area() / 2.0 * self.map().surface().grid().cell_size.powi(2);
            let walls = it.ring.vertices.iter().filter(|it| it.beyond == 0).count();
            vec![Fact::new("area in plan", format!("{area:.2}")), Fact::new("sides along walls", walls.to_string())]
        });
        facts.unwrap_or_default()
    }

    fn can_touch(_: Thing) -> bool {
        false
    }

    fn touch(&self, _: &ContourEvent, _: &[u32], _: Thing) -> Option<&'static str> {
        None
    }
}
