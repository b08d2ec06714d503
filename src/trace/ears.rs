//! The ears of rings, told.

use std::ops::ControlFlow;

use super::{Part, StageName, Thing, kind::kinds, lens::Fact, stage::Stage};
use crate::{
    bake::voxels::{EarEvent, Ears, NoEar, ears},
    geometry::Point,
    record::{Recorder, Sink},
};

impl Stage for Ears {
    const NAME: StageName = StageName::Ears;

    const WORD: &'static str = "ears";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each ring",
        "  for each corner",
        "    it is no ear if the ring does not turn left there",
        "    it is no ear if the line between its neighbours leaves the ring at one of them",
        "    it is no ear if that line meets another side of the ring",
        "    it is no ear if another corner lies in its triangle (with an epsilon)",
        "  begin with the corners that are ears",
        "  while corners are left",
        "    cut off the ear with the shortest line; see again whether its neighbours are ears",
        "    if there is no ear: give up what is left",
        "  for each triangle that was cut off",
        "    if it does not turn left: name it",
        "    if it overlaps an earlier one: name it",
    ];

    kinds! { EarEvent {
        EarEvent::Began { .. } => change("began", Operation, 6),
        EarEvent::Cut { .. } => change("cut", Edit, 8),
        EarEvent::GaveUp { .. } => change("gave-up", Operation, 9),
        EarEvent::Misturned { .. } => change("misturned", Edit, 11),
        EarEvent::Overlapped { .. } => change("overlapped", Edit, 12),
        EarEvent::Refused { why: NoEar::Turns(_), .. } => observation("refused", Test, 2),
        EarEvent::Refused { why: NoEar::Leaves(_), .. } => observation("refused", Test, 3),
        EarEvent::Refused { why: NoEar::Met(_), .. } => observation("refused", Test, 4),
        EarEvent::Refused { why: NoEar::Holds(_), .. } => observation("refused", Test, 5),
    }}

    const TOO_MANY: &'static str = "choose larger voxels (a larger voxels.cell_size), or a smaller level";

    fn run<S: Sink<EarEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        ears(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        vec![("triangles", self.all().len())]
    }

    fn brief(&self, event: &EarEvent) -> String {
        match *event {
            EarEvent::Began { ring, ears } => format!("ring {ring}, {ears} ears"),
            EarEvent::Cut { ring, corners: [a, b, c], .. } => format!("ring {ring}, corners {a}, {b}, {c}"),
            EarEvent::GaveUp { ring, left } => format!("ring {ring}, {left} corners left"),
            EarEvent::Misturned { ear } => format!("ear {ear}"),
            EarEvent::Overlapped { ear, other } => format!("ear {ear}, other {other}"),
            EarEvent::Refused { ring, corners: [_, at, _], why } => format!("ring {ring}, corner {at}, {}", brief(why)),
        }
    }

    fn is_fault(event: &EarEvent) -> bool {
        match event {
            EarEvent::GaveUp { .. } | EarEvent::Misturned { .. } | EarEvent::Overlapped { .. } => true,
            EarEvent::Began { .. } | EarEvent::Cut { .. } | EarEvent::Refused { .. } => false,
        }
    }

    fn sentence(&self, event: &EarEvent) -> String {
        match *event {
            EarEvent::Began { ring, ears } => {
                let Some((_, left)) = self.at_work() else { return format!("Ring {ring} has no corners.") };
                format!("Ring {ring} was begun: {ears} of its {} corners are ears.", left.len())
            }
            EarEvent::Cut { ring, corners, .. } => {
                let [a, b, c] = corners.map(|it| self.place(ring, it));
                let left = self.at_work().map_or(0, |it| it.1.len());
                format!(
                    "The ear at {b} was cut off by the line from {a} to {c}; {left} corners of ring {ring} are left."
                )
            }
            EarEvent::GaveUp { ring, left } => {
                format!(
                    "Ring {ring} was given up with {left} corners left: none of them is an ear, so the ring crosses itself, or has no area."
                )
            }
            EarEvent::Misturned { ear } => {
                let [a, b, c] = self.places(ear);
                format!("Ear {ear} does not turn left from {a} over {b} to {c}.")
            }
            EarEvent::Overlapped { ear, other } => {
                let at = Point::centroid(self.places(ear));
                format!("Ear {ear} at {at} overlaps ear {other}.")
            }
            EarEvent::Refused { ring, corners: [a, b, c], why } => {
                let place = |it| self.place(ring, it);
                let because = match why {
                    NoEar::Turns(turn) => format!("the ring turns {} there", turn.name()),
                    NoEar::Leaves(at) => {
                        format!("the line from {} to {} leaves the ring at {}", place(a), place(c), place(at))
                    }
                    NoEar::Met(side) => {
                        let [from, to] = side.map(place);
                        format!("the line from {} to {} meets the side from {from} to {to}", place(a), place(c))
                    }
                    NoEar::Holds(at) => format!("corner {at} at {} lies in its triangle", place(at)),
                };
                format!("Corner {b} of ring {ring} at {} is no ear: {because}.", place(b))
            }
        }
    }

    fn facts(&self, event: &EarEvent) -> Vec<Fact> {
        let length = |ring, corners: [u32; 3]| {
            let [a, _, c] = corners.map(|it| self.place(ring, it));
            vec![Fact::new("length of the line", format!("{:.6}", a.distance(c)))]
        };
        match *event {
            EarEvent::Cut { ring, corners, .. } | EarEvent::Refused { ring, corners, .. } => length(ring, corners),
            EarEvent::Began { .. }
            | EarEvent::GaveUp { .. }
            | EarEvent::Misturned { .. }
            | EarEvent::Overlapped { .. } => {
                vec![Fact::new("ears cut off so far", self.all().len().to_string())]
            }
        }
    }

    fn can_touch(_: Thing) -> bool {
        false
    }

    fn touch(&self, _: &EarEvent, _: &[u32], _: Thing) -> Option<&'static str> {
        None
    }
}

fn brief(why: NoEar) -> String {
    match why {
        NoEar::Turns(turn) => format!("turns {}", turn.name()),
        NoEar::Leaves(at) => format!("leaves at {at}"),
        NoEar::Met([from, to]) => format!("meets side {from} to {to}"),
        NoEar::Holds(at) => format!("holds {at}"),
    }
}
