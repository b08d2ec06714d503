//! The funnel, told.

use std::ops::ControlFlow;

use super::{
    Beside, Curve, Keeps, Part, Predicate, Quantity, Rule, StageName, Thing,
    kind::kinds,
    lens::{Answer, Fact, Lens},
    phrases::places,
    quantity::count,
    stage::Stage,
};
use crate::{
    geometry::{Certainty, Point, Turn},
    pull::{Funnel, FunnelEvent, FunnelTest, Side, pull_taut},
    record::{Recorder, Sink},
};

impl Stage for Funnel {
    const NAME: StageName = StageName::Funnel;

    const WORD: &'static str = "funnel";

    const PART: Part = Part::Path;

    const BESIDE: &'static [Beside] = &[Beside::Walkable, Beside::Optimum];

    const STEPS: &'static [&'static str] = &[
        "apex, left and right = the start",
        "for each portal, the goal last",
        "  for each side of the funnel",
        "    p = the portal's end on that side",
        "    if p lies outside that side",
        "      keep the side",
        "    else if that side is the apex, or p has not passed the other side",
        "      tighten: the side runs to p",
        "    else",
        "      the other side's corner joins the path",
        "      apex, left and right = that corner",
        "      go on with the portal behind it",
        "the goal joins the path",
        "leave out the corners at which the path does not bend",
    ];

    kinds! { FunnelEvent {
        FunnelEvent::Reached { .. } => change("reached", Operation, 1),
        FunnelEvent::Tightened { .. } => change("tightened", Edit, 7),
        FunnelEvent::Turned { .. } => change("turned", Operation, 9),
        FunnelEvent::Arrived => change("arrived", Phase, 12),
        FunnelEvent::Straightened { .. } => change("straightened", Edit, 13),
        FunnelEvent::Tested { test: FunnelTest::Narrows, .. } => observation("tested", Test, 4),
        FunnelEvent::Tested { test: FunnelTest::StaysWithin, .. } => observation("tested", Test, 6),
        FunnelEvent::Kept { .. } => observation("kept", Test, 5),
    }}

    const QUANTITIES: &'static [Quantity] =
        &[Quantity::Portal, Quantity::Corners, Quantity::Angle, Quantity::Value, Quantity::Margin, Quantity::Bound];

    const RULES: &'static [Rule] = &[Rule::ApexRepeats, Rule::WrongAnswer, Rule::FloatSign];

    const CURVES: &'static [Curve] = &[Curve {
        title: "funnel angle by portal",
        unit: "degrees",
        quantity: Quantity::Angle,
        kinds: &["reached"],
        keeps: Keeps::Smallest,
    }];

    const PREDICATES: &'static [Predicate] = &[Predicate { name: "turn", kinds: &["tested"] }];

    fn run<S: Sink<FunnelEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        pull_taut(recorder)
    }

    fn brief(&self, event: &FunnelEvent) -> String {
        match *event {
            FunnelEvent::Reached { portal, .. } => format!("portal {portal}"),
            FunnelEvent::Tightened { side, was: (portal, _) } => format!("{}, from portal {portal}", side.name()),
            FunnelEvent::Turned { side, was } => {
                format!("{}, at portal {}", side.name(), was.sides[side as usize])
            }
            FunnelEvent::Arrived => "goal".to_owned(),
            FunnelEvent::Straightened { index, .. } => format!("corner {}", index + 1),
            FunnelEvent::Tested { side, test, turn, certainty, .. } => {
                let against = match test {
                    FunnelTest::Narrows => side,
                    FunnelTest::StaysWithin => side.other(),
                };
                let (end, against) = (side.name(), against.name());
                format!("{end} end against {against} side: {}, {}", turn.name(), certainty.name())
            }
            FunnelEvent::Kept { side } => side.name().to_owned(),
        }
    }

    fn certainty(event: &FunnelEvent) -> Option<Certainty> {
        let FunnelEvent::Tested { certainty, .. } = *event else { return None };
        Some(certainty)
    }

    fn sentence(&self, event: &FunnelEvent) -> String {
        match *event {
            FunnelEvent::Reached { portal, .. } => {
                let it = self.portals()[portal as usize];
                if portal as usize + 1 == self.portals().len() {
                    format!("The goal {} came up for examination.", it.left)
                } else {
                    format!("Portal {portal} came up: left {}, right {}.", it.left, it.right)
                }
            }
            FunnelEvent::Tightened { side, was } => format!(
                "The {} side tightened from portal {} to portal {}, {}.",
                side.name(),
                was.0,
                self.wedge().portal,
                self.side(side),
            ),
            FunnelEvent::Turned { side, was } => format!(
                "The {} end of portal {} passed the {} side: its corner {} joined the path.",
                side.other().name(),
                was.portal,
                side.name(),
                self.apex(),
            ),
            FunnelEvent::Arrived => {
                format!("The goal was reached, with {} corners on the way.", self.corner_count())
            }
            FunnelEvent::Straightened { was, .. } => {
                format!("Corner {} was left out: the path does not bend there.", self.place(was))
            }
            FunnelEvent::Tested { side, test, turn, exact, certainty, .. } => {
                let question = match test {
                    FunnelTest::Narrows => format!("against the {} side", side.name()),
                    FunnelTest::StaysWithin => format!("against the {} side", side.other().name()),
                };
                let wrong = if certainty == Certainty::Rounded && turn != exact {
                    format!(" Exactly it is {}!", exact.name())
                } else {
                    String::new()
                };
                format!("The {} end of portal {} {question}: {}.{wrong}", side.name(), self.wedge().portal, turn.name())
            }
            FunnelEvent::Kept { side } => {
                format!("The {} side stays: portal {} would widen the funnel there.", side.name(), self.wedge().portal)
            }
        }
    }

    fn facts(&self, event: &FunnelEvent) -> Vec<Fact> {
        if let FunnelEvent::Tested { .. } = event {
            return Vec::new();
        }
        let portal = match (self.wedge().portal as usize, self.portals().len() - 2) {
            (portal, last) if portal > last => "the goal".to_owned(),
            (portal, last) => format!("{portal} of {last}"),
        };
        vec![
            Fact::new("apex", format!("{:.6}", self.apex())),
            Fact::new("left", format!("{:.6}", self.side(Side::Left))),
            Fact::new("right", format!("{:.6}", self.side(Side::Right))),
            Fact::new("portal", portal),
            Fact::new("corners", self.corner_count().to_string()),
        ]
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Portal(_) | Thing::Corner(_))
    }

    fn touch(&self, event: &FunnelEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let inner = 1..self.portals().len() - 1;
        let portal = match thing {
            Thing::Portal(it) if inner.contains(&(it as usize)) => it,
            Thing::Corner(it) => {
                return match *event {
                    FunnelEvent::Turned { .. } => (it as usize == self.turns().len()).then_some("made"),
                    FunnelEvent::Straightened { index, .. } => (it == index + 1).then_some("left out"),
                    FunnelEvent::Reached { .. }
                    | FunnelEvent::Tightened { .. }
                    | FunnelEvent::Arrived
                    | FunnelEvent::Tested { .. }
                    | FunnelEvent::Kept { .. } => None,
                };
            }
            _ => return None,
        };
        let is_here = portal == self.wedge().portal;
        match *event {
            FunnelEvent::Turned { was, .. } if portal == was.portal => Some("passed the other side"),
            FunnelEvent::Turned { .. } => (portal == self.wedge().apex.portal).then_some("turned at"),
            FunnelEvent::Straightened { was, .. } => (portal == was.portal).then_some("its corner left out"),
            FunnelEvent::Tightened { was: (before, _), .. } if portal == before => Some("let go"),
            FunnelEvent::Reached { .. } => is_here.then_some("reached"),
            FunnelEvent::Tightened { .. } => is_here.then_some("tightened"),
            FunnelEvent::Tested { .. } => is_here.then_some("tested"),
            FunnelEvent::Kept { .. } => is_here.then_some("kept"),
            FunnelEvent::Arrived => None,
        }
    }

    fn quantity(&self, event: &FunnelEvent, which: Quantity) -> Option<f64> {
        match which {
            Quantity::Portal => Some(f64::from(self.wedge().portal)),
            Quantity::Corners => Some(count(self.turns().len())),
            Quantity::Angle => angle(self.apex(), self.side(Side::Left), self.side(Side::Right)),
            _ => self.answer(event)?.quantity(which),
        }
    }

    fn breaks(&self, event: &FunnelEvent, rule: Rule) -> bool {
        if let FunnelEvent::Turned { was, .. } = *event {
            return rule == Rule::ApexRepeats && self.place(was.apex) == self.apex();
        }
        rule.is_of_answers() && self.answer(event).is_some_and(|it| it.breaks(rule))
    }

    fn answer(&self, event: &FunnelEvent) -> Option<Answer> {
        let FunnelEvent::Tested { turn: told, value, exact, .. } = *event else { return None };
        let rules = self.settings().funnel.rules();
        let [a, b, c] = self.asked(event)?;
        let bound = rules.turn(self.settings().epsilon, a, b, c).bound;
        // A sign that is flipped on purpose is no fault of floats.
        let by_sign = Turn::of_cross(if rules.is_flipped { -value } else { value });
        let sign_is_wrong = by_sign != exact;
        Some(Answer { value, bound, unit: "cells²", sign_is_wrong, told: told.name(), exact: exact.name() })
    }

    fn lens(&self, event: &FunnelEvent) -> Option<Lens> {
        let FunnelEvent::Tested { side, test, certainty, .. } = *event else { return None };
        let [apex, along, candidate] = self.asked(event)?;
        let inward = if side == Side::Left { Turn::Right } else { Turn::Left };
        let rules = self.settings().funnel.rules();
        let consequence = |turn| match (test, turn) {
            (FunnelTest::Narrows, it) if it == inward.mirrored() => {
                "the candidate would widen the funnel: the side stays"
            }
            (FunnelTest::Narrows, _) => "the candidate narrows the funnel, unless it passed the other side",
            (FunnelTest::StaysWithin, it) if it == inward.mirrored() => {
                "the other side is not passed: the side tightens"
            }
            (FunnelTest::StaysWithin, Turn::Straight) if rules.tie_stays_within => {
                "on the line is not past it: the side tightens"
            }
            (FunnelTest::StaysWithin, _) => "the other side is passed: its corner joins the path",
        };
        let formula = format!("turn({})", places([apex, along, candidate]).join(", "));
        // The value is what was computed, so the formula must be too.
        let formula = if rules.is_flipped { format!("−{formula}, flipped by the article") } else { formula };
        let consequences = Turn::ALL.map(|it| (it.name(), consequence(it)));
        Some(Lens::new(formula, self.answer(event)?, certainty, consequences))
    }
}

impl Funnel {
    /// The three places that a test was about: apex, side and candidate.
    fn asked(&self, event: &FunnelEvent) -> Option<[Point; 3]> {
        let FunnelEvent::Tested { side, test, .. } = *event else { return None };
        let along = match test {
            FunnelTest::Narrows => self.side(side),
            FunnelTest::StaysWithin => self.side(side.other()),
        };
        Some([self.apex(), along, self.portals()[self.wedge().portal as usize].end(side)])
    }
}

/// How far the right side is turned from the left one; none while either is the apex itself. \[degrees]
fn angle(apex: Point, left: Point, right: Point) -> Option<f64> {
    if left == apex || right == apex {
        return None;
    }
    Some((left - apex).angle_to(right - apex).to_degrees())
}
