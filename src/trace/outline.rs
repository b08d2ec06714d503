//! The outlines, told.

use std::ops::ControlFlow;

use super::{Part, Quantity, StageName, Thing, kind::kinds, lens::Fact, quantity::count, stage::Stage};
use crate::{
    bake::{Outline, OutlineEvent, outline},
    geometry::Point,
    record::{Recorder, Sink},
};

impl Stage for Outline {
    const NAME: StageName = StageName::Outline;

    const WORD: &'static str = "outline";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each side between wall and floor that no ring has yet",
        "  follow the walls from there, floor on the left hand",
        "    at each bend, turning left where two walls meet in a corner",
        "      add a corner to the ring",
        "  close the ring",
        "for each ring",
        "  for each corner",
        "    move its sides outwards by the agent's radius",
        "    join them: around the corner, or through it where it is a nook",
        "  join the last to the first",
        "while any two edges cross",
        "  for each pair of edges that are near each other",
        "    if they cross",
        "      mark them there",
        "    else",
        "      leave them",
        "  cut all edges at their marks",
    ];

    kinds! { OutlineEvent {
        OutlineEvent::Bent { .. } => change("bent", Edit, 3),
        OutlineEvent::Closed { .. } => change("closed", Operation, 4),
        OutlineEvent::Grew { .. } => change("grew", Edit, 8),
        OutlineEvent::Joined { .. } => change("joined", Operation, 9),
        OutlineEvent::Crossed { .. } => change("crossed", Edit, 13),
        OutlineEvent::Cut { .. } => change("cut", Operation, 16),
        OutlineEvent::Missed { .. } => observation("missed", Test, 15),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::Points];

    const TOO_MANY: &'static str = "choose coarser round corners (a larger bake.arc_error), or a smaller maze";

    fn run<S: Sink<OutlineEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        outline(recorder)
    }

    fn brief(&self, event: &OutlineEvent) -> String {
        match *event {
            OutlineEvent::Bent { column, row } => format!("at ({column}, {row})"),
            OutlineEvent::Closed { ring } | OutlineEvent::Joined { ring } => format!("ring {ring}"),
            OutlineEvent::Grew { corner } => format!("corner {corner}"),
            OutlineEvent::Crossed { one, other } | OutlineEvent::Missed { one, other } => {
                format!("edges {one} and {other}")
            }
            OutlineEvent::Cut { crossings } => format!("{crossings} crossings"),
        }
    }

    fn sentence(&self, event: &OutlineEvent) -> String {
        match *event {
            OutlineEvent::Bent { column, row } => {
                format!("The border between wall and floor bends at ({column}, {row}).")
            }
            OutlineEvent::Closed { ring } => {
                format!("Ring {ring} is closed; it has {} corners.", self.ring(ring as usize).len())
            }
            OutlineEvent::Grew { corner } => {
                let (at, points) = (self.corner(corner as usize), self.grown(corner as usize).len());
                match (self.is_nook(corner as usize), points) {
                    _ if !self.grows() => format!("Corner {at} is where the outline bends too."),
                    (true, 1) => format!("In the nook at {at} the moved sides meet."),
                    (true, _) => {
                        format!("The nook at {at} has a short side: the outline goes through the corner itself.")
                    }
                    (false, _) => format!("The corner at {at} grew into an arc of {points} points."),
                }
            }
            OutlineEvent::Joined { ring } => format!("The outline of ring {ring} is closed."),
            OutlineEvent::Crossed { one, other } => {
                format!("Edges {one} and {other} cross at {}.", self.last_crossing().unwrap_or_default())
            }
            OutlineEvent::Cut { crossings: 1 } => "Both edges that cross were cut there.".to_owned(),
            OutlineEvent::Cut { crossings } => {
                format!("At {crossings} crossings edges were cut; there are {} now.", self.edges().len())
            }
            OutlineEvent::Missed { one, other } => format!("Edges {one} and {other} don't cross."),
        }
    }

    fn facts(&self, event: &OutlineEvent) -> Vec<Fact> {
        match *event {
            OutlineEvent::Crossed { one, other } | OutlineEvent::Missed { one, other } => {
                let name = |edge: u32| {
                    let [a, b] = self.ends(edge);
                    format!("{a} to {b}")
                };
                vec![Fact::new("one", name(one)), Fact::new("other", name(other))]
            }
            OutlineEvent::Bent { .. }
            | OutlineEvent::Closed { .. }
            | OutlineEvent::Grew { .. }
            | OutlineEvent::Joined { .. }
            | OutlineEvent::Cut { .. } => Vec::new(),
        }
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &OutlineEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let Thing::Cell(column, row) = thing else { return None };
        let cell = [f64::from(column), f64::from(row)];
        match *event {
            // The corner belongs to the four cells around it.
            OutlineEvent::Bent { column, row } => {
                touches(Point::new(f64::from(column), f64::from(row)), cell).then_some("has a corner")
            }
            OutlineEvent::Grew { corner } => touches(self.corner(corner as usize), cell).then_some("a corner grew"),
            OutlineEvent::Crossed { .. } => touches(self.last_crossing()?, cell).then_some("edges cross"),
            OutlineEvent::Closed { .. }
            | OutlineEvent::Joined { .. }
            | OutlineEvent::Cut { .. }
            | OutlineEvent::Missed { .. } => None,
        }
    }

    fn quantity(&self, event: &OutlineEvent, which: Quantity) -> Option<f64> {
        let counted = !matches!(event, OutlineEvent::Bent { .. } | OutlineEvent::Closed { .. });
        (which == Quantity::Points && counted).then(|| count(self.points().len()))
    }
}

/// Whether a closed cell holds a place.
fn touches(p: Point, [column, row]: [f64; 2]) -> bool {
    column <= p.x && p.x <= column + 1.0 && row <= p.y && p.y <= row + 1.0
}
