//! The merging of ears into convex polygons, told.

use std::ops::ControlFlow;

use super::{Part, StageName, Thing, kind::kinds, lens::Fact, stage::Stage};
use crate::{
    bake::voxels::{Convex, ConvexEvent, Kept, convex},
    mesh::Link,
    record::{Recorder, Sink},
};

impl Stage for Convex {
    const NAME: StageName = StageName::Convex;

    const WORD: &'static str = "convex";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each side between two triangles of a ring, the longest first",
        "  keep it if the same polygon lies on both sides of it",
        "  keep it if the polygon without it has too many corners",
        "  for both of its ends (unless merged greedily)",
        "    keep it if the polygon without it does not turn left there",
        "  keep it if the polygon without it is too large",
        "  leave it out: both sides are one polygon",
        "for each merged polygon",
        "  if it turns right at a corner: name it",
    ];

    kinds! { ConvexEvent {
        ConvexEvent::Merged { .. } => change("merged", Operation, 6),
        ConvexEvent::Dented { .. } => change("dented", Operation, 8),
        ConvexEvent::Stayed { why: Kept::Same, .. } => observation("stayed", Test, 1),
        ConvexEvent::Stayed { why: Kept::Corners(_), .. } => observation("stayed", Test, 2),
        ConvexEvent::Stayed { why: Kept::Turns { .. }, .. } => observation("stayed", Test, 4),
        ConvexEvent::Stayed { why: Kept::Area, .. } => observation("stayed", Test, 5),
    }}

    const TOO_MANY: &'static str = "choose larger voxels (a larger voxels.cell_size), or a smaller level";

    fn run<S: Sink<ConvexEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        convex(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        vec![("polygons", self.count())]
    }

    fn brief(&self, event: &ConvexEvent) -> String {
        match *event {
            ConvexEvent::Merged { side, .. } => brief(side),
            ConvexEvent::Dented { polygon, side } => format!("polygon {polygon}, {}", brief(side)),
            ConvexEvent::Stayed { side, why } => {
                let why = match why {
                    Kept::Same => "one polygon".to_owned(),
                    Kept::Corners(count) => format!("{count} corners"),
                    Kept::Turns { turn, .. } => format!("turns {}", turn.name()),
                    Kept::Area => "too large".to_owned(),
                };
                format!("{}, {why}", brief(side))
            }
        }
    }

    fn is_fault(event: &ConvexEvent) -> bool {
        match event {
            ConvexEvent::Dented { .. } => true,
            ConvexEvent::Merged { .. } | ConvexEvent::Stayed { .. } => false,
        }
    }

    fn sentence(&self, event: &ConvexEvent) -> String {
        match *event {
            ConvexEvent::Merged { side, .. } => {
                let [a, b] = self.ends(side);
                let corners = self.outline(side).len();
                let count = self.count();
                format!(
                    "The side from {a} to {b} was left out: a polygon of {corners} corners; there are {count} polygons now."
                )
            }
            ConvexEvent::Dented { polygon, side } => {
                let [at, _] = self.ends(side);
                format!("The polygon of ear {polygon} is not convex: it turns right at {at}.")
            }
            ConvexEvent::Stayed { side, why } => {
                let [a, b] = self.ends(side);
                let most = self.settings().max_corners;
                let because = match why {
                    Kept::Same => "the same polygon lies on both sides of it".to_owned(),
                    Kept::Corners(count) => format!("the polygon would have {count} corners, and may have {most}"),
                    Kept::Turns { ends, turn } => {
                        format!("the polygon would turn {} at {}", turn.name(), if ends { b } else { a })
                    }
                    Kept::Area => format!("the polygon would be larger than {}", self.settings().max_area),
                };
                format!("The side from {a} to {b} stays: {because}.")
            }
        }
    }

    fn facts(&self, event: &ConvexEvent) -> Vec<Fact> {
        let (ConvexEvent::Merged { side, .. } | ConvexEvent::Dented { side, .. } | ConvexEvent::Stayed { side, .. }) =
            *event;
        let [a, b] = self.ends(side);
        vec![Fact::new("length of the side", format!("{:.6}", a.distance(b)))]
    }

    fn can_touch(_: Thing) -> bool {
        false
    }

    fn touch(&self, _: &ConvexEvent, _: &[u32], _: Thing) -> Option<&'static str> {
        None
    }
}

fn brief(side: Link) -> String {
    format!("ear {}, side {}", side.triangle(), side.side())
}
