//! Smoothing, told.

use std::ops::ControlFlow;

use super::{Beside, Part, Quantity, Rule, StageName, Thing, kind::kinds, lens::Fact, quantity::count, stage::Stage};
use crate::{
    geometry::{path_length, rounded},
    maze::to_i64,
    pull::{Sight, Smooth, SmoothEvent, Smoothing, blocked_by, smooth},
    record::{Recorder, Sink},
};

impl Stage for Smooth {
    const NAME: StageName = StageName::Smooth;

    const WORD: &'static str = "smooth";

    const PART: Part = Part::Path;

    const BESIDE: &'static [Beside] = &[Beside::Optimum];

    const STEPS: &'static [&'static str] = &[
        "a = the start, which stays",
        "greedy: for each further point p, the goal last",
        "  if p is not the goal, and the point behind it is in sight from a",
        "    leave p out",
        "  else",
        "    p stays; a = p",
        "farthest: while a is not the goal",
        "  for each point p behind a, from the goal back",
        "    if p is in sight from a, or next to it",
        "      p stays, and those between are left out; a = p",
        "best subset: for each further point p, the goal last",
        "  for each point q before p, by the length of the way to p over q",
        "    if p is in sight from q, or next to it",
        "      the way to p leads over q; go on with the next p",
    ];

    kinds! { SmoothEvent {
        SmoothEvent::Kept { .. } => change("kept", Operation, 5),
        SmoothEvent::Dropped { .. } => change("left-out", Edit, 3),
        SmoothEvent::Linked { .. } => change("linked", Operation, 13),
        SmoothEvent::Looked { .. } => observation("looked", Test, 2),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::Corners, Quantity::Length];

    const RULES: &'static [Rule] = &[Rule::SightWrong];

    fn run<S: Sink<SmoothEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        smooth(recorder)
    }

    fn brief(&self, event: &SmoothEvent) -> String {
        match *event {
            SmoothEvent::Kept { point, .. } | SmoothEvent::Dropped { point } => format!("point {point}"),
            SmoothEvent::Linked { point, via } => format!("point {point} over {via}"),
            SmoothEvent::Looked { from, to, seen, exact } => {
                let wrong = if seen == exact { "" } else { ", wrongly" };
                format!("from point {from} to {to}: {}{wrong}", sight_of(seen))
            }
        }
    }

    fn step(&self, event: &SmoothEvent) -> usize {
        match (event, self.smoothing()) {
            (SmoothEvent::Looked { .. }, Smoothing::Farthest) => 8,
            (SmoothEvent::Looked { .. }, Smoothing::BestSubset) => 12,
            (SmoothEvent::Kept { .. }, Smoothing::Farthest) => 9,
            (
                SmoothEvent::Kept { .. }
                | SmoothEvent::Dropped { .. }
                | SmoothEvent::Linked { .. }
                | SmoothEvent::Looked { .. },
                _,
            ) => Self::kind(event).step,
        }
    }

    fn sentence(&self, event: &SmoothEvent) -> String {
        match *event {
            SmoothEvent::Kept { point, was } => {
                let between = match point - was {
                    0 => String::new(),
                    1 => format!(", and point {was} before it is left out"),
                    _ => format!(", and points {was} to {} before it are left out", point - 1),
                };
                let what = if point as usize + 1 == self.path().len() { "The goal" } else { "Point" };
                let number = if what == "Point" { format!(" {point}") } else { String::new() };
                format!("{what}{number}, {}, stays{between}.", self.point(point))
            }
            SmoothEvent::Dropped { point } => {
                let from = self.kept().last().copied().unwrap_or(0);
                format!("Point {point} is left out: point {} is in sight from point {from}.", point + 1)
            }
            SmoothEvent::Linked { point, via } => {
                let length = self.way(point).map_or(0.0, |it| it.1);
                format!("The shortest way to point {point}, {} cells, leads over point {via}.", rounded(length, 4))
            }
            SmoothEvent::Looked { from, to, seen, exact } => {
                let blocked = self.blocked(event, self.sight()).map_or_else(String::new, |it| format!(" by wall {it}"));
                let wrong = match (seen, exact) {
                    (true, false) => {
                        let wall =
                            self.blocked(event, Sight::Exact).map_or_else(String::new, |it| format!(" by wall {it}"));
                        format!(" Exactly it is out of sight, kept so{wall}!")
                    }
                    (false, true) => " Exactly it is in sight!".to_owned(),
                    _ => String::new(),
                };
                let kept = if seen { "" } else { ", kept so" };
                format!("Point {to} is {} from point {from}{kept}{blocked}.{wrong}", sight_of(seen))
            }
        }
    }

    fn facts(&self, event: &SmoothEvent) -> Vec<Fact> {
        let mut facts = vec![
            Fact::new("points", format!("{} of {} decided on", self.decided(), self.path().len())),
            Fact::new("stay so far", self.kept().len().to_string()),
            Fact::new("length so far", rounded(path_length(&self.points()), 6)),
        ];
        if let SmoothEvent::Looked { from, to, seen, exact } = *event {
            let wall = |sight| self.blocked(event, sight).unwrap_or_else(|| "none".to_owned());
            facts.push(Fact::new("from", format!("{:.6}", self.point(from))));
            facts.push(Fact::new("to", format!("{:.6}", self.point(to))));
            facts.push(Fact::new("told", sight_of(seen)));
            facts.push(Fact::new(
                "told by",
                if self.sight() == Sight::Exact { "the rule for paths" } else { "Bresenham" },
            ));
            facts.push(Fact::new("first wall", wall(self.sight())));
            if self.sight() != Sight::Exact {
                facts.push(Fact::new("exact", sight_of(exact)));
                facts.push(Fact::new("exactly the first wall", wall(Sight::Exact)));
            }
        }
        facts
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..) | Thing::Corner(_))
    }

    fn touch(&self, event: &SmoothEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let is_in = |point: u32| {
            let p = self.point(point);
            let cell = [to_i64(p.x), to_i64(p.y)].map(|it| u32::try_from(it).ok());
            matches!((cell, thing), ([Some(x), Some(y)], Thing::Cell(column, row)) if (x, y) == (column, row))
        };
        match *event {
            SmoothEvent::Kept { point, was } => {
                let made = self.kept().len() - 1;
                let is_goal = point as usize + 1 == self.path().len();
                if let Thing::Corner(it) = thing {
                    return (it as usize == made && !is_goal).then_some("made");
                }
                if is_in(point) {
                    return Some("stays");
                }
                (was..point).any(is_in).then_some("left out")
            }
            SmoothEvent::Dropped { point } => is_in(point).then_some("left out"),
            SmoothEvent::Linked { point, via } => {
                if is_in(point) {
                    return Some("linked");
                }
                is_in(via).then_some("led over")
            }
            SmoothEvent::Looked { from, to, .. } => {
                if is_in(from) {
                    return Some("looked from");
                }
                is_in(to).then_some("looked at")
            }
        }
    }

    fn quantity(&self, event: &SmoothEvent, which: Quantity) -> Option<f64> {
        let ends = match *event {
            SmoothEvent::Looked { from, to, .. } => Some((from, to)),
            SmoothEvent::Linked { point, via } => Some((via, point)),
            SmoothEvent::Kept { .. } | SmoothEvent::Dropped { .. } => None,
        };
        match which {
            Quantity::Corners => Some(count(self.corners())),
            Quantity::Length => ends.map(|(from, to)| self.point(from).distance(self.point(to))),
            _ => None,
        }
    }

    fn breaks(&self, event: &SmoothEvent, rule: Rule) -> bool {
        matches!((rule, *event), (Rule::SightWrong, SmoothEvent::Looked { seen, exact, .. }) if seen != exact)
    }
}

impl Smooth {
    /// How many points stay so far besides start and goal.
    fn corners(&self) -> usize {
        (self.kept().len() - usize::from(self.is_finished())).saturating_sub(1)
    }

    /// The wall that kept a point out of sight, in words.
    fn blocked(&self, event: &SmoothEvent, sight: Sight) -> Option<String> {
        let SmoothEvent::Looked { from, to, .. } = *event else { return None };
        let wall = blocked_by(self.maze(), self.point(from), self.point(to), self.radius(), sight);
        wall.map(|(column, row)| format!("({column}, {row})"))
    }
}

fn sight_of(seen: bool) -> &'static str {
    if seen { "in sight" } else { "out of sight" }
}
