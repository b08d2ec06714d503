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
};
use crate::{
    geometry::ROUNDING,
    mesh::{PolyMesh, PolygonId, SideId, VertexId},
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

    fn brief(&self, event: &SearchEvent) -> String {
        match *event {
            SearchEvent::Seeded { polygon } | SearchEvent::Expanded { polygon, .. } => {
                format!("{} {}", self.word().to_lowercase(), self.name(polygon))
            }
            SearchEvent::Relaxed { via, to, g, .. } => {
                let (word, from) = (self.word().to_lowercase(), self.name(self.left_over(via)));
                format!("{word} {} from {from}, g {g:.4}", self.name(to))
            }
            SearchEvent::Refused { via, g } => format!("{}, g {g:.4}", self.side(via)),
            SearchEvent::Blocked { via } => self.side(via),
            SearchEvent::Ended { outcome } => outcome.name().to_owned(),
        }
    }

    fn sentence(&self, event: &SearchEvent) -> String {
        match *event {
            SearchEvent::Seeded { polygon } => {
                format!("{} holds the start {}, and was opened.", self.named(polygon), self.start)
            }
            SearchEvent::Expanded { polygon, .. } => {
                let node = self.node(polygon);
                let h = self.h(polygon, node.parent);
                let goal = if self.is_goal(polygon) { " It holds the goal." } else { "" };
                format!(
                    "{} was expanded: of all that wait its f = {:.4} is least (ties: larger g, then younger).{goal}",
                    self.named(polygon),
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
                let (word, from) = (self.word().to_lowercase(), self.name(self.left_over(via)));
                format!("{} {how} g = {g}, from {word} {from}.", self.named(to))
            }
            SearchEvent::Refused { via, g } => {
                let Some(to) = self.nav().polygons().behind(via) else { return String::new() };
                let [known, g] = apart([self.node(to).g, g]);
                format!("{} keeps its g = {known}; from here it would be {g}.", self.named(to))
            }
            SearchEvent::Blocked { via } => {
                let place = self.nav().polygons().place_in_polygon(via);
                let of = self.named(self.left_over(via)).to_lowercase();
                format!("Side {place} of {of} leads nowhere.")
            }
            SearchEvent::Ended { outcome } => match outcome {
                Outcome::Found => "The goal was reached.".to_owned(),
                Outcome::Unreachable => "Nothing waits any more: there is no way to the goal.".to_owned(),
                Outcome::StartInWall | Outcome::GoalInWall => {
                    refused(&**self.nav().world(), self.nav().radius(), outcome, self.ends())
                }
                Outcome::OffMesh => "Start or goal is on floor that no walkable triangle covers.".to_owned(),
            },
        }
    }

    fn facts(&self, event: &SearchEvent) -> Vec<Fact> {
        let of = |polygon: PolygonId| {
            let node = self.node(polygon);
            let h = self.h(polygon, node.parent);
            let parent = match node.parent {
                SideId::NONE => "none".to_owned(),
                side => format!("triangle {}", self.name(self.left_over(side))),
            };
            vec![
                Fact::new("triangle", self.name(polygon).to_string()),
                Fact::new("g", format!("{:.6}", node.g)),
                Fact::new("h", format!("{h:.6}")),
                Fact::new("f", format!("{:.6}", node.g + h)),
                Fact::new("parent", parent),
            ]
        };
        match *event {
            SearchEvent::Expanded { polygon, .. } | SearchEvent::Seeded { polygon } => of(polygon),
            SearchEvent::Relaxed { to, .. } => of(to),
            SearchEvent::Refused { .. } | SearchEvent::Blocked { .. } | SearchEvent::Ended { .. } => Vec::new(),
        }
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Edge(..) | Thing::Triangle(_))
    }

    fn touch(&self, event: &SearchEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let mesh = self.nav().polygons();
        let (polygon, how) = match *event {
            SearchEvent::Seeded { polygon } => (polygon, "opened"),
            SearchEvent::Expanded { polygon, .. } => (polygon, "expanded"),
            SearchEvent::Relaxed { via, to, was, .. } => {
                let how = match was.state {
                    NodeState::Unknown => "opened",
                    NodeState::Open => "relaxed",
                    NodeState::Closed => "reopened",
                };
                if let Thing::Edge(..) = thing {
                    return (edge_of(mesh, via) == thing).then_some("crossed");
                }
                (to, how)
            }
            SearchEvent::Refused { via, .. } => (mesh.behind(via)?, "refused"),
            SearchEvent::Blocked { via } => match thing {
                Thing::Edge(..) => return (edge_of(mesh, via) == thing).then_some("blocked"),
                _ => (mesh.owner(via), "a side blocked"),
            },
            SearchEvent::Ended { .. } => return None,
        };
        (thing == Thing::polygon(self.nav().polygons(), polygon)).then_some(how)
    }

    fn quantity(&self, event: &SearchEvent, which: Quantity) -> Option<f64> {
        if which == Quantity::Open {
            return Some(count(self.open()));
        }
        let (polygon, parent, g) = match *event {
            SearchEvent::Seeded { polygon } | SearchEvent::Expanded { polygon, .. } => {
                let node = self.node(polygon);
                (polygon, node.parent, node.g)
            }
            SearchEvent::Relaxed { via, to, g, .. } => (to, via, g),
            SearchEvent::Refused { via, g } => (self.nav().polygons().behind(via)?, via, g),
            SearchEvent::Blocked { .. } | SearchEvent::Ended { .. } => return None,
        };
        match which {
            Quantity::G => Some(g),
            Quantity::H => Some(self.h(polygon, parent)),
            Quantity::F => Some(g + self.h(polygon, parent)),
            _ => None,
        }
    }

    fn breaks(&self, event: &SearchEvent, rule: Rule) -> bool {
        let (Rule::FDecreases, SearchEvent::Expanded { polygon, was: (Some(before), _) }) = (rule, *event) else {
            return false;
        };
        // What was expanded before keeps its g until now: a polygon does not relax itself.
        let [before, now] = [before, polygon].map(|it| self.node(it).g + self.h(it, self.node(it).parent));
        now < before * (1.0 - ROUNDING)
    }
}

impl Search {
    /// What a node is.
    fn word(&self) -> &'static str {
        self.nav().polygons().word()
    }

    /// What a node is called.
    fn name(&self, polygon: PolygonId) -> u32 {
        self.nav().polygons().name(polygon)
    }

    /// A node at the beginning of a sentence: by its name, and of a triangle with its corners.
    fn named(&self, polygon: PolygonId) -> String {
        let (mesh, word, name) = (self.nav().polygons(), self.word(), self.name(polygon));
        let corners: Vec<VertexId> = mesh.sides(polygon).map(|it| mesh.side(it).vertex).collect();
        match corners[..] {
            // A triangle's sides begin with that across from its first corner.
            [b, c, a] if mesh.has_only_triangles() => format!("{word} {name} ({a}, {b}, {c})"),
            _ => format!("{word} {name}"),
        }
    }

    /// The polygon that is left over a side.
    fn left_over(&self, via: SideId) -> PolygonId {
        self.nav().polygons().owner(via)
    }

    /// A side, by the name of its polygon and its place there.
    fn side(&self, side: SideId) -> String {
        let (word, place) = (self.word().to_lowercase(), self.nav().polygons().place_in_polygon(side));
        format!("{word} {}, side {place}", self.name(self.left_over(side)))
    }
}

/// The edge that a side of a polygon is.
pub(super) fn edge_of(mesh: &PolyMesh, side: SideId) -> Thing {
    let [a, b] = mesh.vertices(side);
    Thing::edge(a, b)
}
