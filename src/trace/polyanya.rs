//! The search for the shortest path of all, told.

use std::ops::ControlFlow;

use super::{
    Part, Quantity, Rule, StageName, Thing,
    kind::kinds,
    lens::{Answer, Fact, Lens},
    phrases::{places, refused},
    quantity::count,
    search::edge_of,
    stage::Stage,
};
use crate::{
    geometry::{Certainty, Decided, Point, Side, Turn},
    mesh::{SideId, VertexId},
    record::{Recorder, Sink, limits::MOST_SIGHTS},
    search::{Bound, GOAL, Obstacle, Outcome, Polyanya, PolyanyaEvent, START, Sight, SightState, polyanya},
};

impl Stage for Polyanya {
    const NAME: StageName = StageName::Polyanya;

    const WORD: &'static str = "polyanya";

    const PART: Part = Part::Search;

    const STEPS: &'static [&'static str] = &[
        "if start or goal lies in a wall, or off the mesh: give up",
        "if a polygon holds both: done",
        "for each side of the polygons that hold the start",
        "  the start sees all of it: push it, with the start for its root",
        "while any interval waits",
        "  take the one with the least f = g + h",
        "  if its root was reached on a shorter path since: drop it, and take the next",
        "  if the polygon behind holds the goal: done",
        "  for each corner of that polygon, from right to left",
        "    tell on which side of the view's bounds it lies",
        "  for each side of it, from right to left",
        "    if it leads nowhere, or into a cul-de-sac without the goal: next side",
        "    what lies between the bounds keeps the root",
        "    what lies beyond a bound has the edge's end for its root, if a path can bend there",
        "    if as short a path to that root is known that sees as much: next side",
        "    push it; the only one is expanded at once",
        "there is no way",
    ];

    kinds! { PolyanyaEvent {
        PolyanyaEvent::Pushed { node } if node.parent == Sight::NONE => change("pushed", Edit, 3),
        PolyanyaEvent::Pushed { node } if node.state != SightState::Followed => change("pushed", Edit, 15),
        PolyanyaEvent::Pushed { .. } => change("followed", Operation, 15),
        PolyanyaEvent::Expanded { .. } => change("expanded", Operation, 5),
        PolyanyaEvent::Dropped { .. } => change("dropped", Edit, 6),
        PolyanyaEvent::Ended { outcome: Outcome::Found } => change("ended", Phase, 7),
        PolyanyaEvent::Ended { outcome: Outcome::Unreachable } => change("ended", Phase, 16),
        PolyanyaEvent::Ended { .. } => change("ended", Phase, 0),
        PolyanyaEvent::Tested { .. } => observation("tested", Test, 9),
        PolyanyaEvent::Refused { .. } => observation("pruned", Test, 14),
        PolyanyaEvent::Blocked { .. } => observation("blocked", Test, 11),
    }}

    const QUANTITIES: &'static [Quantity] =
        &[Quantity::G, Quantity::H, Quantity::F, Quantity::Open, Quantity::Value, Quantity::Margin, Quantity::Bound];

    const RULES: &'static [Rule] = &[Rule::FDecreases, Rule::WrongAnswer, Rule::FloatSign];

    const MOST_BYTES: usize = MOST_SIGHTS * size_of::<PolyanyaEvent>();

    const TOO_MANY: &'static str = "merge triangles (bake.merge=true), bake walls (bake.recipe=walls) or fewer samples (bake.samples=1), or search with search.method=astar";

    fn run<S: Sink<PolyanyaEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        polyanya(recorder)
    }

    fn brief(&self, event: &PolyanyaEvent) -> String {
        match *event {
            PolyanyaEvent::Pushed { node } => {
                format!("root {}, g {:.4}, f {:.4}", name_vertex(node.root), node.g, node.f)
            }
            PolyanyaEvent::Expanded { node, .. } | PolyanyaEvent::Dropped { node, .. } => format!("node {node}"),
            PolyanyaEvent::Ended { outcome } => outcome.name().to_owned(),
            PolyanyaEvent::Tested { vertex, hand, turn, certainty, .. } => {
                let vertex = name_vertex(vertex);
                format!("{vertex} against {} bound: {}, {}", hand.name(), turn.name(), certainty.name())
            }
            PolyanyaEvent::Refused { vertex, g } => format!("{}, g {g:.4}", name_vertex(vertex)),
            PolyanyaEvent::Blocked { side, why } => format!("side {side}, {}", why.name()),
        }
    }

    fn certainty(event: &PolyanyaEvent) -> Option<Certainty> {
        let PolyanyaEvent::Tested { certainty, .. } = *event else { return None };
        Some(certainty)
    }

    fn step(&self, event: &PolyanyaEvent) -> usize {
        let is_trivial = matches!(event, PolyanyaEvent::Ended { outcome: Outcome::Found }) && self.current().is_none();
        if is_trivial { 1 } else { Self::kind(event).step }
    }

    fn sentence(&self, event: &PolyanyaEvent) -> String {
        match *event {
            PolyanyaEvent::Pushed { node } => {
                let [polygon, root, f] =
                    [self.name(&node).to_string(), name_vertex(node.root), format!("{:.4}", node.f)];
                let edge = edge_of(self.nav().polygons(), self.via(&node));
                if node.state == SightState::Followed {
                    return format!("Only {edge} leads on, seen from {root}: polygon {polygon} comes next, unasked.");
                }
                let bends = self.node(node.parent).is_some_and(|it| it.root != node.root);
                let how = if bends { "A path bent around" } else { "It is seen from" };
                format!("The {edge} into polygon {polygon} waits with f = {f}. {how} {root}, g = {:.4}.", node.g)
            }
            PolyanyaEvent::Expanded { node, .. } => {
                let Some(of) = self.node(node) else { return String::new() };
                let goal = if self.is_at_goal(of) { " It holds the goal." } else { "" };
                format!(
                    "Node {node} was taken: of all that wait its f = {:.4} is least. From {} polygon {} comes into view.{goal}",
                    of.f,
                    name_vertex(of.root),
                    self.name(of),
                )
            }
            PolyanyaEvent::Dropped { node, .. } => {
                let root = self.node(node).map_or(START, |it| it.root);
                format!("Node {node} was dropped: {} was reached on a shorter path since.", name_vertex(root))
            }
            PolyanyaEvent::Ended { outcome } => match outcome {
                Outcome::Found if self.current().is_none() => {
                    "One polygon holds start and goal: the path is straight.".to_owned()
                }
                Outcome::Found => {
                    format!("The goal was reached. No path is shorter than {:.6}.", self.length().unwrap_or_default())
                }
                Outcome::Unreachable => "Nothing waits any more: there is no way to the goal.".to_owned(),
                Outcome::StartInWall | Outcome::GoalInWall => {
                    refused(&**self.nav().world(), self.nav().radius(), outcome, self.ends())
                }
                Outcome::OffMesh => "Start or goal is on floor that no walkable polygon covers.".to_owned(),
            },
            PolyanyaEvent::Tested { root, vertex, hand, turn, .. } => {
                let [root, vertex] = [root, vertex].map(name_vertex);
                format!("Seen from {root}, {vertex} lies {} of the {} bound.", where_off(turn), hand.name())
            }
            PolyanyaEvent::Refused { vertex, g } => format!(
                "No path bends around {} here: with g = {g:.4} it would see nothing that a path as short does not.",
                name_vertex(vertex),
            ),
            PolyanyaEvent::Blocked { side, why } => {
                let edge = edge_of(self.nav().polygons(), SideId::of_index(side as usize));
                match why {
                    Obstacle::Border => format!("The {edge} leads nowhere."),
                    Obstacle::CulDeSac => format!("The {edge} leads into a cul-de-sac without the goal."),
                }
            }
        }
    }

    fn facts(&self, event: &PolyanyaEvent) -> Vec<Fact> {
        let Some(node) = self.told(event) else { return Vec::new() };
        let view = self.view(self.nav());
        let estimate = view.estimate(&node);
        let is_own = node.f == node.g + estimate;
        let [h, f] = [estimate, node.f].map(|it| format!("{it:.6}"));
        let end = |hand| format!("{:.6}", view.interval_end(&node, hand));
        let bound = |bound: Bound| match bound.is_onwards() {
            true => format!("on from {}", name_vertex(bound.vertex())),
            false => format!("through {}", name_vertex(bound.vertex())),
        };
        vec![
            Fact::new("polygon", self.name(&node).to_string()),
            Fact::new("root", format!("{} {:.6}", name_vertex(node.root), view.point(node.root))),
            Fact::new("left bound", bound(node.left)),
            Fact::new("right bound", bound(node.right)),
            Fact::new("left end", end(Side::Left)),
            Fact::new("right end", end(Side::Right)),
            Fact::new("g", format!("{:.6}", node.g)),
            Fact::new("h", h),
            // No path is shorter for being known better, and who is the only one is not asked.
            Fact::new(if is_own { "f" } else { "f carried over" }, f),
            Fact::new(
                "parent",
                if node.parent == Sight::NONE { "none".into() } else { format!("node {}", node.parent) },
            ),
        ]
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Vertex(_) | Thing::Edge(..) | Thing::Triangle(_))
    }

    fn touch(&self, event: &PolyanyaEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let (node, how) = match *event {
            PolyanyaEvent::Pushed { node } if node.state == SightState::Followed => (node, "followed"),
            PolyanyaEvent::Pushed { node } => (node, "opened"),
            PolyanyaEvent::Expanded { node, .. } => (*self.node(node)?, "expanded"),
            PolyanyaEvent::Dropped { node, .. } => (*self.node(node)?, "dropped"),
            PolyanyaEvent::Ended { .. } => return None,
            PolyanyaEvent::Tested { vertex, .. } => return (thing == Thing::Vertex(vertex)).then_some("tested"),
            PolyanyaEvent::Refused { vertex, .. } => {
                return (thing == Thing::Vertex(vertex)).then_some("not made a root");
            }
            PolyanyaEvent::Blocked { side, .. } => {
                return (edge_of(self.nav().polygons(), SideId::of_index(side as usize)) == thing).then_some("blocked");
            }
        };
        match thing {
            Thing::Triangle(it) => (it.number() == self.name(&node)).then_some(how),
            Thing::Edge(..) => (edge_of(self.nav().polygons(), self.via(&node)) == thing).then_some(match how {
                "opened" | "followed" => "seen",
                _ => how,
            }),
            Thing::Vertex(it) if it == node.root => match *event {
                PolyanyaEvent::Pushed { .. } => {
                    let bends = self.node(node.parent).is_none_or(|parent| parent.root != node.root);
                    Some(if bends { "made a root" } else { "looked from" })
                }
                PolyanyaEvent::Expanded { .. } => Some("looked from"),
                PolyanyaEvent::Dropped { .. }
                | PolyanyaEvent::Ended { .. }
                | PolyanyaEvent::Tested { .. }
                | PolyanyaEvent::Refused { .. }
                | PolyanyaEvent::Blocked { .. } => None,
            },
            _ => None,
        }
    }

    fn quantity(&self, event: &PolyanyaEvent, which: Quantity) -> Option<f64> {
        if which == Quantity::Open {
            return Some(count(self.open()));
        }
        if which.is_of_answers() {
            return self.answer(event)?.quantity(which);
        }
        if let (PolyanyaEvent::Refused { g, .. }, Quantity::G) = (event, which) {
            return Some(*g);
        }
        let node = self.told(event)?;
        match which {
            Quantity::G => Some(node.g),
            Quantity::H => Some(self.view(self.nav()).estimate(&node)),
            Quantity::F => Some(node.f),
            _ => None,
        }
    }

    fn breaks(&self, event: &PolyanyaEvent, rule: Rule) -> bool {
        if rule.is_of_answers() {
            return self.answer(event).is_some_and(|it| it.breaks(rule));
        }
        let f = |it| self.node(it).map(|it| it.f);
        rule == Rule::FDecreases
            && match *event {
                PolyanyaEvent::Expanded { node, was: (before, _) } => f(node) < f(before),
                PolyanyaEvent::Pushed { node } => f(node.parent).is_some_and(|before| node.f < before),
                PolyanyaEvent::Dropped { .. }
                | PolyanyaEvent::Ended { .. }
                | PolyanyaEvent::Tested { .. }
                | PolyanyaEvent::Refused { .. }
                | PolyanyaEvent::Blocked { .. } => false,
            }
    }

    fn answer(&self, event: &PolyanyaEvent) -> Option<Answer> {
        let PolyanyaEvent::Tested { turn: told, value, .. } = *event else { return None };
        let [a, b, c] = self.asked(event)?;
        let Decided { verdict, bound, .. } = crate::geometry::turn(a, b, c);
        let sign_is_wrong = Turn::of_cross(value) != verdict;
        Some(Answer { value, bound, unit: "cells²", sign_is_wrong, told: told.name(), exact: verdict.name() })
    }

    fn lens(&self, event: &PolyanyaEvent) -> Option<Lens> {
        let PolyanyaEvent::Tested { hand, vertex, certainty, .. } = *event else { return None };
        let [a, b, c] = self.asked(event)?;
        let inward = if hand == Side::Left { Turn::Right } else { Turn::Left };
        let consequence = |turn| match (turn, vertex == GOAL) {
            (Turn::Straight, false) => "it lies on the bound: a side may end there, or be grazed",
            (Turn::Straight, true) => "it lies on the bound, and so in view",
            (it, false) if it == inward => "it lies within this bound: the sides there are seen",
            (it, true) if it == inward => "it lies within this bound",
            (_, false) => "it is out of view: what lies there is got to by bending only",
            (_, true) => "it is out of view: the path has to bend",
        };
        let formula = format!("turn({})", places([a, b, c]).join(", "));
        let consequences = Turn::ALL.map(|it| (it.name(), consequence(it)));
        Some(Lens::new(formula, self.answer(event)?, certainty, consequences))
    }
}

impl Polyanya {
    /// The node that a change is about.
    fn told(&self, event: &PolyanyaEvent) -> Option<Sight> {
        match *event {
            PolyanyaEvent::Pushed { node } => Some(node),
            PolyanyaEvent::Expanded { node, .. } | PolyanyaEvent::Dropped { node, .. } => self.node(node).copied(),
            PolyanyaEvent::Ended { .. }
            | PolyanyaEvent::Tested { .. }
            | PolyanyaEvent::Refused { .. }
            | PolyanyaEvent::Blocked { .. } => None,
        }
    }

    /// The three places that a test was about: two on the bound, and the one in question.
    fn asked(&self, event: &PolyanyaEvent) -> Option<[Point; 3]> {
        let PolyanyaEvent::Tested { root, bound, vertex, .. } = *event else { return None };
        let view = self.view(self.nav());
        let [from, to] = view.ray(root, bound);
        Some([from, to, view.point(vertex)])
    }

    /// What the polygon that a node looks into is called.
    fn name(&self, node: &Sight) -> u32 {
        self.nav().polygons().name(self.polygon_of(node))
    }

    /// Whether the polygon that a node looks into holds the goal.
    fn is_at_goal(&self, node: &Sight) -> bool {
        self.goals().iter().any(|&it| it as usize == self.polygon_of(node).index())
    }
}

/// A vertex by its name; start and goal have no number.
fn name_vertex(vertex: VertexId) -> String {
    match vertex {
        START => "the start".to_owned(),
        GOAL => "the goal".to_owned(),
        _ => format!("vertex {vertex}"),
    }
}

fn where_off(turn: Turn) -> &'static str {
    match turn {
        Turn::Left => "left",
        Turn::Straight => "on the line",
        Turn::Right => "right",
    }
}
