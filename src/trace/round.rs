//! Rounding, told.

use std::ops::ControlFlow;

use super::{Beside, Part, Quantity, StageName, Thing, kind::kinds, lens::Fact, quantity::count, stage::Stage};
use crate::{
    geometry::{distinct, rounded},
    pull::{Round, RoundEvent, Side, Stop, WallCorner, round},
    record::{Recorder, Sink},
};

impl Stage for Round {
    const NAME: StageName = StageName::Round;

    const WORD: &'static str = "round";

    const PART: Part = Part::Path;

    const BESIDE: &'static [Beside] = &[Beside::Walkable, Beside::Optimum];

    const STEPS: &'static [&'static str] = &[
        "for each point of the polyline",
        "  it joins the chain",
        "  while a stop before it does not hold the path back",
        "    if it is a point near a wall corner's circle, on the inner side of the bend",
        "      the path hugs the circle instead",
        "    else",
        "      let the stop go",
        "    for each way that moved",
        "      depth = how far each wall corner it was pulled over would push it off",
        "      if any, the deepest pushes it off: the path hugs its circle as well",
        "      else the way is clear",
        "if the chain is no longer than the polyline, and breaks no rule",
        "  the chain is the path",
        "else",
        "  give up: the polyline is the path",
    ];

    kinds! { RoundEvent {
        RoundEvent::Joined => change("joined", Operation, 1),
        RoundEvent::Hugged { .. } => change("hugged", Operation, 4),
        RoundEvent::LetGo { .. } => change("let-go", Edit, 6),
        RoundEvent::PushedOff { .. } => change("pushed-off", Edit, 9),
        RoundEvent::Cleared { .. } => change("cleared", Edit, 10),
        RoundEvent::Settled => change("settled", Phase, 12),
        RoundEvent::GaveUp { .. } => change("gave-up", Phase, 14),
        RoundEvent::Measured { .. } => observation("measured", Test, 8),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::Corners, Quantity::Segment, Quantity::Length];

    fn run<S: Sink<RoundEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        round(recorder)
    }

    fn brief(&self, event: &RoundEvent) -> String {
        match *event {
            RoundEvent::Joined => "point".to_owned(),
            RoundEvent::Hugged { link, corner: WallCorner(x, y), side, .. } => {
                format!("stop {link}, wall corner ({x}, {y}) on the {}", side.name())
            }
            RoundEvent::LetGo { link, was: Stop::Point(point) } => format!("stop {link}, point {point}"),
            RoundEvent::LetGo { link, was: Stop::Circle { corner: WallCorner(x, y), .. } } => {
                format!("stop {link}, wall corner ({x}, {y})")
            }
            RoundEvent::PushedOff { link, corner: WallCorner(x, y) } => {
                format!("way {link}, by wall corner ({x}, {y})")
            }
            RoundEvent::Cleared { link, .. } => format!("way {link}"),
            RoundEvent::Settled => "taut".to_owned(),
            RoundEvent::GaveUp { why } => why.text().to_owned(),
            RoundEvent::Measured { link, corner: WallCorner(x, y), depth } => {
                format!("way {link}, wall corner ({x}, {y}), depth {}", rounded(depth, 6))
            }
        }
    }

    fn is_fault(event: &RoundEvent) -> bool {
        matches!(event, RoundEvent::GaveUp { .. })
    }

    fn sentence(&self, event: &RoundEvent) -> String {
        match *event {
            RoundEvent::Joined => {
                let point = self.joined() - 1;
                format!("Point {point} of the polyline, {}, joined the chain.", self.path()[point])
            }
            RoundEvent::Hugged { link, corner: WallCorner(x, y), side, .. } => format!(
                "The path bends at stop {link} and hugs the circle around wall corner ({x}, {y}), on its {}.",
                side.name()
            ),
            RoundEvent::LetGo { link, was } => {
                format!("Stop {link}, {}, does not hold the path back and was let go.", self.name(was))
            }
            RoundEvent::PushedOff { link, corner: WallCorner(x, y) } => {
                format!("Wall corner ({x}, {y}) is too near to way {link} and pushed it off, as stop {}.", link + 1)
            }
            RoundEvent::Cleared { link, .. } => format!("No wall corner is too near to way {link}."),
            RoundEvent::Settled => {
                let course = self.course();
                format!("The chain is taut: {} cells in {} pieces.", rounded(course.length(), 6), course.pieces().len())
            }
            RoundEvent::GaveUp { why } => format!("The polyline stays as it is: {}.", why.text()),
            RoundEvent::Measured { link, corner: WallCorner(x, y), depth } => {
                format!("Wall corner ({x}, {y}) would push way {link} off by {}.", distinct([depth, 0.0], 6)[0])
            }
        }
    }

    fn facts(&self, event: &RoundEvent) -> Vec<Fact> {
        let mut facts = vec![
            Fact::new("stops", self.chain().len().to_string()),
            Fact::new("polyline", format!("{} of {} points", self.joined(), self.path().len())),
            Fact::new("radius", rounded(self.radius(), 6)),
        ];
        if let Some([from, to]) = leg_of(event).and_then(|it| self.leg(it)) {
            facts.push(Fact::new("from", format!("{from:.6}")));
            facts.push(Fact::new("to", format!("{to:.6}")));
        }
        facts
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Corner(_) | Thing::Segment(_))
    }

    fn touch(&self, event: &RoundEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let (corner, how) = match (*event, thing) {
            (RoundEvent::Joined, _) => (to_u32(self.chain().len() - 1), "joined"),
            (RoundEvent::Hugged { link, .. }, _) => (link, "hugged"),
            (RoundEvent::LetGo { link, .. }, _) => (link, "let go"),
            (RoundEvent::PushedOff { link, .. }, Thing::Segment(it)) => return (it == link).then_some("pushed off"),
            (RoundEvent::PushedOff { link, .. }, _) => (link + 1, "put in"),
            (RoundEvent::Cleared { link, .. }, Thing::Segment(it)) => return (it == link).then_some("clear"),
            (RoundEvent::Measured { link, .. }, Thing::Segment(it)) => return (it == link).then_some("measured"),
            (
                RoundEvent::Cleared { .. }
                | RoundEvent::Measured { .. }
                | RoundEvent::Settled
                | RoundEvent::GaveUp { .. },
                _,
            ) => return None,
        };
        // The start is no corner.
        (corner > 0 && thing == Thing::Corner(corner)).then_some(how)
    }

    fn quantity(&self, event: &RoundEvent, which: Quantity) -> Option<f64> {
        match which {
            Quantity::Corners => Some(count(self.chain().len().saturating_sub(2))),
            Quantity::Segment => leg_of(event).map(count),
            Quantity::Length => leg_of(event).and_then(|it| self.leg(it)).map(|[from, to]| from.distance(to)),
            _ => None,
        }
    }
}

impl Round {
    fn name(&self, stop: Stop) -> String {
        match stop {
            Stop::Point(index) => format!("the point {}", self.path()[index as usize]),
            Stop::Circle { corner: WallCorner(x, y), side: Side::Left } => {
                format!("wall corner ({x}, {y}) on the left")
            }
            Stop::Circle { corner: WallCorner(x, y), side: Side::Right } => {
                format!("wall corner ({x}, {y}) on the right")
            }
        }
    }
}

/// The way that an event is about, by the link at which it begins.
fn leg_of(event: &RoundEvent) -> Option<usize> {
    match *event {
        RoundEvent::PushedOff { link, .. } | RoundEvent::Cleared { link, .. } | RoundEvent::Measured { link, .. } => {
            Some(link as usize)
        }
        RoundEvent::Joined
        | RoundEvent::Hugged { .. }
        | RoundEvent::LetGo { .. }
        | RoundEvent::Settled
        | RoundEvent::GaveUp { .. } => None,
    }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
