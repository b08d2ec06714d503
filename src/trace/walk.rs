//! Agents on their way, told.

use std::ops::ControlFlow;

use super::{Beside, Part, Quantity, Rule, StageName, Thing, kind::kinds, lens::Fact, stage::Stage};
use crate::{
    geometry::{beside, rounded},
    record::{Recorder, Sink},
    walk::{Ending, FAR, Walk, WalkEvent, Walker, walk},
};

impl Stage for Walk {
    const NAME: StageName = StageName::Walk;

    const WORD: &'static str = "walk";

    const PART: Part = Part::Path;

    const BESIDE: &'static [Beside] = &[Beside::Walkable, Beside::Path, Beside::Violations, Beside::Optimum];

    const STEPS: &'static [&'static str] = &[
        "all stand at the start",
        "while anybody is on the way: a tick goes by",
        "  the follower goes on along the path, up to speed × tick",
        "  the steerer turns to the goal, and goes straight, up to speed × tick",
        "    where it meets a wall, it slides along it with what is left, less what leads into the wall",
        "  who is at the goal has arrived",
        "  if the steerer came hardly nearer for a second, it is stuck",
        "  after very many ticks, who is still on the way gives up",
    ];

    kinds! { WalkEvent {
        WalkEvent::Started => change("started", Operation, 0),
        WalkEvent::Stepped { .. } => change("stepped", Operation, 1),
        WalkEvent::Ended { how: Ending::Arrived, .. } => change("arrived", Operation, 5),
        WalkEvent::Ended { how: Ending::Stuck, .. } => change("stuck", Operation, 6),
        WalkEvent::Ended { how: Ending::GaveUp, .. } => change("gave-up", Operation, 7),
        WalkEvent::Slid { .. } => observation("slid", Test, 4),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::Seconds, Quantity::Clearance, Quantity::Distance];

    const RULES: &'static [Rule] = &[Rule::BodyInWall];

    const TOO_MANY: &'static str = "choose longer ticks (a larger walk.tick)";

    fn run<S: Sink<WalkEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        walk(recorder)
    }

    fn brief(&self, event: &WalkEvent) -> String {
        match *event {
            WalkEvent::Started => "all".to_owned(),
            WalkEvent::Stepped { places: 0 | 1 } => "a tick".to_owned(),
            WalkEvent::Stepped { places } => format!("a tick, the steerer over {places} places"),
            WalkEvent::Ended { who, .. } => who.name().to_owned(),
            WalkEvent::Slid { at, wall: (column, row) } => format!("steerer at {at}, wall ({column}, {row})"),
        }
    }

    fn is_fault(event: &WalkEvent) -> bool {
        matches!(event, WalkEvent::Ended { how: Ending::Stuck | Ending::GaveUp, .. })
    }

    fn sentence(&self, event: &WalkEvent) -> String {
        let seconds = rounded(self.seconds(), 3);
        match *event {
            WalkEvent::Started => {
                let names: Vec<String> = self.walkers().map(|it| format!("the {}", it.name())).collect();
                format!(
                    "At the start stand {}.",
                    if names.is_empty() { "none".to_owned() } else { names.join(" and ") }
                )
            }
            WalkEvent::Stepped { .. } => {
                let all: Vec<String> = self.walkers().map(|it| self.whereabouts(it)).collect();
                format!("After {seconds} s {}.", all.join("; "))
            }
            WalkEvent::Ended { who, how } => {
                let walked = rounded(self.walked(who), 4);
                let name = who.name();
                match how {
                    Ending::Arrived => format!("After {seconds} s and {walked} cells the {name} has arrived."),
                    Ending::Stuck => format!(
                        "After {seconds} s and {walked} cells the {name} is stuck at {}, {} from the goal.",
                        self.place(who),
                        beside(self.distance(who), 0.0, 4)
                    ),
                    Ending::GaveUp => format!("After {seconds} s and {walked} cells the {name} gave up."),
                }
            }
            WalkEvent::Slid { at, wall: (column, row) } => {
                format!("The steerer met wall ({column}, {row}) at {at} and slid along it.")
            }
        }
    }

    fn facts(&self, _: &WalkEvent) -> Vec<Fact> {
        let mut facts = vec![
            Fact::new("time", format!("{} s", rounded(self.seconds(), 4))),
            Fact::new("radius", rounded(self.radius(), 6)),
        ];
        for who in self.walkers() {
            let labels = [who.name(), "clearance", "speed", "walked", "to the goal"];
            let speed = self.stepped(who) / self.settings().tick;
            let values = [
                format!("{:.6}", self.place(who)),
                self.clearance(who).map_or_else(|| format!("more than {FAR}"), |it| beside(it, self.radius(), 6)),
                format!("{} cells a second", rounded(speed, 4)),
                rounded(self.walked(who), 6),
                rounded(self.distance(who), 6),
            ];
            facts.extend(labels.into_iter().zip(values).map(|(label, value)| Fact::new(label, value)));
        }
        facts
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &WalkEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let WalkEvent::Slid { wall: (column, row), .. } = *event else { return None };
        let [column, row] = [column, row].map(|it| u32::try_from(it).ok());
        (thing == Thing::Cell(column?, row?)).then_some("slid along")
    }

    fn quantity(&self, _: &WalkEvent, which: Quantity) -> Option<f64> {
        match which {
            Quantity::Seconds => Some(self.seconds()),
            Quantity::Clearance => self.walkers().filter_map(|it| self.clearance(it)).reduce(f64::min),
            Quantity::Distance => self.walkers().map(|it| self.distance(it)).reduce(f64::min),
            _ => None,
        }
    }

    fn breaks(&self, event: &WalkEvent, rule: Rule) -> bool {
        let moved = matches!(event, WalkEvent::Started | WalkEvent::Stepped { .. });
        let is_inside = |who| !self.maze().is_free(self.place(who), self.radius());
        rule == Rule::BodyInWall && moved && self.walkers().any(is_inside)
    }
}

impl Walk {
    /// Where one of them is, in words.
    fn whereabouts(&self, who: Walker) -> String {
        let name = who.name();
        match self.ended(who) {
            Some((Ending::Arrived, _)) => format!("the {name} has arrived"),
            Some((Ending::Stuck, _)) => format!("the {name} is stuck at {}", self.place(who)),
            Some((Ending::GaveUp, _)) => format!("the {name} gave up at {}", self.place(who)),
            None => {
                let wall = match self.clearance(who) {
                    Some(clearance) => format!("{} from the nearest wall", beside(clearance, self.radius(), 4)),
                    None => "far from any wall".to_owned(),
                };
                format!("the {name} is at {}, {wall}", self.place(who))
            }
        }
    }
}
