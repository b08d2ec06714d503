//! The simplifying of rings, told.

use std::ops::ControlFlow;

use super::{Part, StageName, Thing, kind::kinds, lens::Fact, stage::Stage};
use crate::{
    bake::voxels::{Simplify, SimplifyEvent, simplify},
    geometry::Point,
    record::{Recorder, Sink},
};

impl Stage for Simplify {
    const NAME: StageName = StageName::Simplify;

    const WORD: &'static str = "simplify";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each ring",
        "  keep the corners where the region beyond changes; if there are none, the first and the last from the left",
        "  for each stretch between corners that are kept",
        "    if it runs between two regions on ground of one kind: it stays straight",
        "    if its farthest corner is no farther from it than the error: it stays straight",
        "    else keep that corner, and look at both parts",
        "  for each side along a wall",
        "    if it is too long: keep the corner in its middle, and look at both parts",
        "  if there are three corners or more: it is done",
        "  else drop it",
    ];

    kinds! { SimplifyEvent {
        SimplifyEvent::Begun { .. } => change("begun", Operation, 1),
        SimplifyEvent::Kept { .. } => change("kept", Edit, 5),
        SimplifyEvent::Split { .. } => change("split", Edit, 7),
        SimplifyEvent::Closed { .. } => change("closed", Operation, 8),
        SimplifyEvent::Dropped { .. } => change("dropped", Operation, 9),
        SimplifyEvent::Near { .. } => observation("near", Test, 4),
        SimplifyEvent::Shared { .. } => observation("shared", Test, 3),
    }}

    const TOO_MANY: &'static str = "choose larger voxels (a larger voxels.cell_size), or a smaller level";

    fn run<S: Sink<SimplifyEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        simplify(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let vertices = self.rings().map(|it| it.1.vertices.len()).sum();
        vec![("contours", self.rings().count()), ("vertices", vertices)]
    }

    fn brief(&self, event: &SimplifyEvent) -> String {
        match *event {
            SimplifyEvent::Begun { ring, .. } | SimplifyEvent::Dropped { ring } => format!("ring {ring}"),
            SimplifyEvent::Closed { ring, corners } => format!("ring {ring}, {corners} corners"),
            SimplifyEvent::Kept { ring, corner, distance, .. } | SimplifyEvent::Near { ring, corner, distance, .. } => {
                format!("ring {ring}, corner {corner}, {distance:.3} off")
            }
            SimplifyEvent::Split { ring, corner, length, .. } => {
                format!("ring {ring}, corner {corner}, {length:.3} long")
            }
            SimplifyEvent::Shared { ring, beyond, .. } => format!("ring {ring}, region {beyond} beyond"),
        }
    }

    fn sentence(&self, event: &SimplifyEvent) -> String {
        let error = self.max_error();
        match *event {
            SimplifyEvent::Begun { ring, .. } => {
                let [count, all] =
                    [self.ring(ring as usize).vertices.len(), self.contours().all()[ring as usize].ring.vertices.len()];
                format!("Ring {ring} begins with {count} of its {all} corners.")
            }
            SimplifyEvent::Kept { ring, corner, distance, .. } => {
                let at = self.place(ring, corner);
                format!("Corner {at} is kept: it is {distance:.3} columns off the straight line, more than {error}.")
            }
            SimplifyEvent::Split { ring, corner, length, .. } => {
                let at = self.place(ring, corner);
                format!("A side along a wall was split at {at}: it is {length:.3} columns long.")
            }
            SimplifyEvent::Closed { ring, corners } => format!("Ring {ring} is done: it has {corners} corners left."),
            SimplifyEvent::Dropped { ring } => format!("Ring {ring} was dropped: it has too few corners left."),
            SimplifyEvent::Near { ring, at, corner, distance } => {
                let [a, b] = self.stretch(ring, at);
                let far = self.place(ring, corner);
                format!(
                    "The stretch from {a} to {b} stays straight: {far} is {distance:.3} columns off, no more than {error}."
                )
            }
            SimplifyEvent::Shared { ring, at, beyond } => {
                let [a, b] = self.stretch(ring, at);
                format!("The stretch from {a} to {b} stays straight: region {beyond} lies beyond, and shares it.")
            }
        }
    }

    fn facts(&self, event: &SimplifyEvent) -> Vec<Fact> {
        match *event {
            SimplifyEvent::Kept { distance, .. } | SimplifyEvent::Near { distance, .. } => {
                vec![Fact::new("distance in columns", format!("{distance:.6}"))]
            }
            SimplifyEvent::Split { length, .. } => vec![Fact::new("length in columns", format!("{length:.6}"))],
            SimplifyEvent::Begun { .. }
            | SimplifyEvent::Closed { .. }
            | SimplifyEvent::Dropped { .. }
            | SimplifyEvent::Shared { .. } => Vec::new(),
        }
    }

    fn can_touch(_: Thing) -> bool {
        false
    }

    fn touch(&self, _: &SimplifyEvent, _: &[u32], _: Thing) -> Option<&'static str> {
        None
    }
}

impl Simplify {
    fn place(&self, ring: u32, corner: u32) -> Point {
        let Point { x, y } = self.corner(ring, corner);
        self.contours().map().surface().grid().lattice(x, y)
    }

    fn stretch(&self, ring: u32, at: u32) -> [Point; 2] {
        self.ends(ring, at).map(|it| self.place(ring, it))
    }
}
