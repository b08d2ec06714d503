//! The merging of triangles into polygons, told.

use std::ops::ControlFlow;

use super::{
    Part, Quantity, Rule, StageName, Thing,
    kind::kinds,
    lens::{Answer, Fact, Lens},
    phrases::places,
    stage::Stage,
    triangulate::edge_of,
};
use crate::{
    bake::{Merge, MergeEvent, merge},
    geometry::{Certainty, Numbers, Point, Turn},
    mesh::{Link, VertexId},
    record::{Recorder, Sink},
};

impl Stage for Merge {
    const NAME: StageName = StageName::Merge;

    const WORD: &'static str = "merge";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each open edge, the longest first",
        "  for both of its ends",
        "    before = the corner before it, on the one side",
        "    behind = the corner behind it, on the other side",
        "    if before, the end, behind turn right: keep the edge",
        "  leave the edge out: both sides are one polygon",
    ];

    kinds! { MergeEvent {
        MergeEvent::Merged { .. } => change("merged", Operation, 5),
        MergeEvent::Tested { .. } => observation("tested", Test, 4),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::Value, Quantity::Margin, Quantity::Bound];

    const RULES: &'static [Rule] = &[Rule::WrongAnswer, Rule::FloatSign];

    const TOO_MANY: &'static str = "choose fewer samples a cell (bake.samples=1), coarser round corners (a larger bake.arc_error), or a smaller maze";

    fn run<S: Sink<MergeEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        merge(recorder)
    }

    fn brief(&self, event: &MergeEvent) -> String {
        match *event {
            MergeEvent::Merged { edge, along: 0, .. } => format!("triangle {}, side {}", edge.triangle(), edge.side()),
            MergeEvent::Merged { edge, along, .. } => {
                format!("triangle {}, side {}, {along} more", edge.triangle(), edge.side())
            }
            MergeEvent::Tested { edge, turn, .. } => {
                format!("triangle {}, side {}, {}", edge.triangle(), edge.side(), turn.name())
            }
        }
    }

    fn certainty(event: &MergeEvent) -> Option<Certainty> {
        match *event {
            MergeEvent::Tested { certainty, .. } => Some(certainty),
            MergeEvent::Merged { .. } => None,
        }
    }

    fn sentence(&self, event: &MergeEvent) -> String {
        match *event {
            MergeEvent::Merged { edge, along, .. } => {
                let [a, b] = self.ends(edge);
                let more = if along > 0 { format!(" with {along} in a row with it") } else { String::new() };
                format!("Edge {a}–{b} was left out{more}: what lies on both sides is one convex polygon.")
            }
            MergeEvent::Tested { edge, ends, turn, .. } => {
                let [a, b] = self.ends(edge);
                let [before, at, behind] = self.bend(edge, ends).unwrap_or([VertexId::new(0); 3]);
                let what = match turn {
                    Turn::Right => "that would be a dent",
                    Turn::Straight | Turn::Left => "that is no dent",
                };
                format!(
                    "Without edge {a}–{b} the outline would turn {} from {before} over {at} to {behind}: {what}.",
                    turn.name()
                )
            }
        }
    }

    fn facts(&self, event: &MergeEvent) -> Vec<Fact> {
        match *event {
            MergeEvent::Merged { edge, .. } => {
                let [a, b] = self.ends(edge).map(|it| self.filter().mesh().point(it));
                vec![
                    Fact::new("length of the edge", format!("{:.6}", a.distance(b))),
                    Fact::new("edges left out so far", self.count().to_string()),
                ]
            }
            MergeEvent::Tested { .. } => Vec::new(),
        }
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Edge(..) | Thing::Triangle(_))
    }

    fn touch(&self, event: &MergeEvent, along: &[u32], thing: Thing) -> Option<&'static str> {
        let (MergeEvent::Merged { edge, .. } | MergeEvent::Tested { edge, .. }) = *event;
        let mesh = self.filter().mesh();
        let how = match event {
            MergeEvent::Merged { .. } => "left out",
            MergeEvent::Tested { .. } => "tested",
        };
        match thing {
            Thing::Triangle(it) if matches!(event, MergeEvent::Merged { .. }) => {
                let beyond = mesh.across(edge);
                (it == edge.triangle() || it == beyond.triangle()).then_some("merged")
            }
            Thing::Edge(..) => {
                let mut sides = std::iter::once(edge).chain(along.iter().map(|&it| Link::of_index(it)));
                sides.any(|it| edge_of(mesh, it) == thing).then_some(how)
            }
            _ => None,
        }
    }

    fn quantity(&self, event: &MergeEvent, which: Quantity) -> Option<f64> {
        self.answer(event)?.quantity(which)
    }

    fn breaks(&self, event: &MergeEvent, rule: Rule) -> bool {
        self.answer(event).is_some_and(|it| it.breaks(rule))
    }

    fn answer(&self, event: &MergeEvent) -> Option<Answer> {
        let MergeEvent::Tested { edge, ends, turn, .. } = *event else { return None };
        Some(Answer::on_turn(&Numbers::default(), self.places(edge, ends)?, turn))
    }

    fn lens(&self, event: &MergeEvent) -> Option<Lens> {
        let MergeEvent::Tested { edge, ends, certainty, .. } = *event else { return None };
        let [a, b, c] = self.places(edge, ends)?;
        let consequence = |turn| match turn {
            Turn::Right => "the edge stays: without it there would be a dent",
            Turn::Left | Turn::Straight => "as far as this end goes the edge may be left out",
        };
        let formula = format!("turn({})", places([a, b, c]).join(", "));
        let answers = Turn::ALL.map(|it| (it.name(), consequence(it)));
        Some(Lens::new(formula, self.answer(event)?, certainty, answers))
    }
}

impl Merge {
    fn ends(&self, edge: Link) -> [VertexId; 2] {
        self.filter().mesh().ends(edge)
    }

    fn places(&self, edge: Link, ends: bool) -> Option<[Point; 3]> {
        Some(self.bend(edge, ends)?.map(|it| self.filter().mesh().point(it)))
    }
}
