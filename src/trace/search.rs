//! The search, told.

use std::ops::ControlFlow;

use super::{
    Curve, Part, Quantity, Rule, StageName, Thing,
    kind::kinds,
    lens::Fact,
    phrases::{apart, refused},
    plot::CURVES_OF_SEARCH,
    quantity::count,
    stage::Stage,
    triangulate::{edge_of, name_triangle},
};
use crate::{
    geometry::ROUNDING,
    mesh::{Link, TriangleId},
    record::{Recorder, Sink},
    search::{NodeState, Outcome, Search, SearchEvent, search},
};

impl Stage for Search {
    const NAME: StageName = StageName::Search;

    const WORD: &'static str = "search";

    const PART: Part = Part::Search;

    const STEPS: &'static [&'static str] = &[
        "if start or goal lies in a wall, or off the mesh: give up",
        "for each triangle t that holds the start",
        "  g(t) = 0, and t waits",
        "while any triangle waits",
        "  t = the one with the least f = g + h; it waits no more",
        "  if t holds the goal: done",
        "  for each side of t",
        "    u = the triangle across it",
        "    if u is not walkable, or the edge is closed: next side",
        "    g' = g(t) + the cost of the step",
        "    if g' is not less than g(u): next side",
        "    g(u) = g', parent(u) = t, and u waits",
        "there is no way",
    ];

    kinds! { SearchEvent {
        SearchEvent::Seeded { .. } => change("seeded", Operation, 2),
        SearchEvent::Expanded { .. } => change("expanded", Operation, 4),
        SearchEvent::Relaxed { was, .. } if was.state != NodeState::Closed => change("relaxed", Edit, 11),
        SearchEvent::Relaxed { .. } => change("reopened", Edit, 11),
        SearchEvent::Ended { outcome: Outcome::Found } => change("ended", Phase, 5),
        SearchEvent::Ended { outcome: Outcome::Unreachable } => change("ended", Phase, 12),
        SearchEvent::Ended { .. } => change("ended", Phase, 0),
        SearchEvent::Refused { .. } => observation("refused", Test, 10),
        SearchEvent::Blocked { .. } => observation("blocked", Test, 8),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::G, Quantity::H, Quantity::F, Quantity::Open];

    const RULES: &'static [Rule] = &[Rule::FDecreases];

    const CURVES: &'static [Curve] = CURVES_OF_SEARCH;

    const TOO_MANY: &'static str =
        "merge triangles (bake.merge=true), or bake walls (bake.recipe=walls) or fewer samples (bake.samples=1)";

    fn run<S: Sink<SearchEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        search(recorder)
    }

    fn brief(event: &SearchEvent) -> String {
        match *event {
            SearchEvent::Seeded { triangle } | SearchEvent::Expanded { triangle, .. } => format!("triangle {triangle}"),
            SearchEvent::Relaxed { via, to, g, .. } => format!("triangle {to} from {}, g {g:.4}", via.triangle()),
            SearchEvent::Refused { via, g } => format!("triangle {}, side {}, g {g:.4}", via.triangle(), via.side()),
            SearchEvent::Blocked { via } => format!("triangle {}, side {}", via.triangle(), via.side()),
            SearchEvent::Ended { outcome } => outcome.name().to_owned(),
        }
    }

    fn sentence(&self, event: &SearchEvent) -> String {
        let mesh = self.nav().mesh();
        match *event {
            SearchEvent::Seeded { triangle } => {
                format!("{} holds the start {}, and was opened.", self.named(triangle), self.start)
            }
            SearchEvent::Expanded { triangle, .. } => {
                let node = self.node(triangle);
                let h = self.h(triangle, node.parent);
                let goal = if self.is_goal(triangle) { " It holds the goal." } else { "" };
                format!(
                    "{} was expanded: of all that wait its f = {:.4} is least (ties: larger g, then younger).{goal}",
                    self.named(triangle),
                    node.g + h,
                )
            }
            SearchEvent::Relaxed { via, to, g, was, .. } => {
                let [g, before] = apart([g, was.g]);
                let how = match was.state {
                    NodeState::Unknown => "was opened with".to_owned(),
                    NodeState::Open => format!("got a better g than {before}:"),
                    NodeState::Closed => format!("was reopened, for its g of {before} was not the best:"),
                };
                {
                    let from = self.nav().polygons().of_triangle(via.triangle());
                    format!("{} {how} g = {g}, from {} {from}.", self.named(to), self.word().to_lowercase())
                }
            }
            SearchEvent::Refused { via, g } => {
                let to = self.behind(via);
                let [known, g] = apart([self.node(to).g, g]);
                format!("{} keeps its g = {known}; from here it would be {g}.", self.named(to))
            }
            SearchEvent::Blocked { via } => {
                format!("Side {} of triangle {} leads nowhere.", via.side(), name_triangle(mesh, via.triangle()))
            }
            SearchEvent::Ended { outcome } => match outcome {
                Outcome::Found => "The goal was reached.".to_owned(),
                Outcome::Unreachable => "Nothing waits any more: there is no way to the goal.".to_owned(),
                Outcome::StartInWall | Outcome::GoalInWall => {
                    refused(self.nav().maze(), self.nav().radius(), outcome, [self.start, self.goal])
                }
                Outcome::OffMesh => "Start or goal is on floor that no walkable triangle covers.".to_owned(),
            },
        }
    }

    fn facts(&self, event: &SearchEvent) -> Vec<Fact> {
        let of = |triangle| {
            let node = self.node(triangle);
            let h = self.h(triangle, node.parent);
            let parent = match node.parent {
                Link::NONE => "none".to_owned(),
                link => format!("triangle {}", link.triangle()),
            };
            vec![
                Fact::new("triangle", triangle.to_string()),
                Fact::new("g", format!("{:.6}", node.g)),
                Fact::new("h", format!("{h:.6}")),
                Fact::new("f", format!("{:.6}", node.g + h)),
                Fact::new("parent", parent),
            ]
        };
        match *event {
            SearchEvent::Expanded { triangle, .. } | SearchEvent::Seeded { triangle } => of(triangle),
            SearchEvent::Relaxed { to, .. } => of(to),
            SearchEvent::Refused { .. } | SearchEvent::Blocked { .. } | SearchEvent::Ended { .. } => Vec::new(),
        }
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Edge(..) | Thing::Triangle(_))
    }

    fn touch(&self, event: &SearchEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let (triangle, how) = match *event {
            SearchEvent::Seeded { triangle } => (triangle, "opened"),
            SearchEvent::Expanded { triangle, .. } => (triangle, "expanded"),
            SearchEvent::Relaxed { via, to, was, .. } => {
                let how = match was.state {
                    NodeState::Unknown => "opened",
                    NodeState::Open => "relaxed",
                    NodeState::Closed => "reopened",
                };
                if let Thing::Edge(..) = thing {
                    return (edge_of(self.nav().mesh(), via) == thing).then_some("crossed");
                }
                (to, how)
            }
            SearchEvent::Refused { via, .. } => (self.behind(via), "refused"),
            SearchEvent::Blocked { via } => match thing {
                Thing::Edge(..) => return (edge_of(self.nav().mesh(), via) == thing).then_some("blocked"),
                _ => (via.triangle(), "a side blocked"),
            },
            SearchEvent::Ended { .. } => return None,
        };
        (thing == Thing::Triangle(triangle)).then_some(how)
    }

    fn quantity(&self, event: &SearchEvent, which: Quantity) -> Option<f64> {
        if which == Quantity::Open {
            return Some(count(self.open()));
        }
        let (triangle, parent, g) = match *event {
            SearchEvent::Seeded { triangle } | SearchEvent::Expanded { triangle, .. } => {
                let node = self.node(triangle);
                (triangle, node.parent, node.g)
            }
            SearchEvent::Relaxed { via, to, g, .. } => (to, via, g),
            SearchEvent::Refused { via, g } => (self.behind(via), via, g),
            SearchEvent::Blocked { .. } | SearchEvent::Ended { .. } => return None,
        };
        match which {
            Quantity::G => Some(g),
            Quantity::H => Some(self.h(triangle, parent)),
            Quantity::F => Some(g + self.h(triangle, parent)),
            _ => None,
        }
    }

    fn breaks(&self, event: &SearchEvent, rule: Rule) -> bool {
        let (Rule::FDecreases, SearchEvent::Expanded { triangle, was: (Some(before), _) }) = (rule, *event) else {
            return false;
        };
        // What was expanded before keeps its g until now: a triangle does not relax itself.
        let [before, now] = [before, triangle].map(|it| self.node(it).g + self.h(it, self.node(it).parent));
        now < before * (1.0 - ROUNDING)
    }
}

impl Search {
    /// What a node is.
    fn word(&self) -> &'static str {
        if self.nav().polygons().are_merged() { "Polygon" } else { "Triangle" }
    }

    /// A node by its number, at the beginning of a sentence.
    fn named(&self, id: TriangleId) -> String {
        match self.nav().polygons().are_merged() {
            true => format!("Polygon {id}"),
            false => format!("Triangle {}", name_triangle(self.nav().mesh(), id)),
        }
    }

    /// The polygon behind an edge.
    fn behind(&self, via: Link) -> TriangleId {
        let across = self.nav().mesh().triangles()[via.triangle() as usize].across[via.side()];
        self.nav().polygons().of_triangle(across.triangle())
    }
}
