//! The search from cell to cell, told.

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
    geometry::{ROUNDING, Spot},
    maze::Hindrance,
    record::{Recorder, Sink},
    search::{GridCell, GridEvent, GridSearch, NodeState, Outcome, Steps, grid_search},
};

impl Stage for GridSearch {
    const NAME: StageName = StageName::Grid;

    const WORD: &'static str = "grid";

    const PART: Part = Part::Search;

    const STEPS: &'static [&'static str] = &[
        "if start or goal lies in a wall, or too far from the centre of its cell: give up",
        "for each cell c that holds the start",
        "  g(c) = 0, and c waits",
        "while any cell waits",
        "  c = the one with the least f = g + weight · h; it waits no more",
        "  if c holds the goal: done",
        "  for each direction, clockwise from east",
        "    d = the cell there",
        "    if d is wall, a corner forbids it, or the body has no room: next direction",
        "    g' = g(c) + 1, or + √2 across a corner",
        "    if g' is not less than g(d): next direction",
        "    g(d) = g', parent(d) = c, and d waits",
        "there is no way",
    ];

    kinds! { GridEvent {
        GridEvent::Seeded { .. } => change("seeded", Operation, 2),
        GridEvent::Expanded { .. } => change("expanded", Operation, 4),
        GridEvent::Relaxed { was, .. } if was.state() != NodeState::Closed => change("relaxed", Edit, 11),
        GridEvent::Relaxed { .. } => change("reopened", Edit, 11),
        GridEvent::Ended { outcome: Outcome::Found } => change("ended", Phase, 5),
        GridEvent::Ended { outcome: Outcome::Unreachable } => change("ended", Phase, 12),
        GridEvent::Ended { .. } => change("ended", Phase, 0),
        GridEvent::Refused { .. } => observation("refused", Test, 10),
        GridEvent::Blocked { .. } => observation("blocked", Test, 8),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::G, Quantity::H, Quantity::F, Quantity::Open];

    const RULES: &'static [Rule] = &[Rule::FDecreases, Rule::Overestimate];

    const CURVES: &'static [Curve] = CURVES_OF_SEARCH;

    fn run<S: Sink<GridEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        grid_search(recorder)
    }

    fn brief(&self, event: &GridEvent) -> String {
        match *event {
            GridEvent::Seeded { cell } | GridEvent::Expanded { cell, .. } => name(cell),
            GridEvent::Relaxed { to, by, .. } => format!("{}, {} of its parent", name(to), by.name()),
            GridEvent::Refused { from, by } => format!("{} of {}", by.name(), name(from)),
            GridEvent::Blocked { from, by, why } => format!("{} of {}, {}", by.name(), name(from), why.name()),
            GridEvent::Ended { outcome } => outcome.name().to_owned(),
        }
    }

    fn sentence(&self, event: &GridEvent) -> String {
        match *event {
            GridEvent::Seeded { cell } => format!("Cell {} holds the start {}, and was opened.", at(cell), self.start),
            GridEvent::Expanded { cell, .. } => {
                let goal = if self.is_goal(cell) { " It holds the goal." } else { "" };
                let f = self.f(cell, self.steps(cell));
                format!(
                    "Cell {} was expanded: of all that wait its f = {f:.4} is least (ties: larger g, then lower row, then further \
                     right).{goal}",
                    at(cell)
                )
            }
            GridEvent::Relaxed { to, was, .. } => {
                let [g, before] = apart([self.node(to).g(), was.g()]);
                let how = match was.state() {
                    NodeState::Unknown => "was opened with".to_owned(),
                    NodeState::Open => format!("got a better g than {before}:"),
                    NodeState::Closed => format!("was reopened, for its g of {before} was not the best:"),
                };
                let from = self.current().map(at).unwrap_or_default();
                format!("Cell {} {how} g = {g}, from cell {from}.", at(to))
            }
            GridEvent::Refused { from, by } => {
                let to = by.beyond(from).unwrap_or(from);
                let [known, g] = apart([self.node(to).g(), self.steps(from).and(by).length()]);
                format!("Cell {} keeps its g = {known}; from {} it would be {g}.", at(to), at(from))
            }
            GridEvent::Blocked { from, by, why } => {
                let step = format!("From cell {} there is no step {}: ", at(from), by.name());
                step + match why {
                    Hindrance::Wall => "a wall is there.",
                    Hindrance::Corner => "a wall beside it is in the way.",
                    Hindrance::Body => "the agent's body would come too near to a wall.",
                }
            }
            GridEvent::Ended { outcome } => match outcome {
                Outcome::Found => {
                    let steps = self.current().map(|it| self.steps(it)).unwrap_or_default();
                    format!(
                        "The goal was reached, in {} steps across sides and {} across corners: {:.6} from centre to centre.",
                        steps.straight,
                        steps.diagonal,
                        steps.length()
                    )
                }
                Outcome::Unreachable => "Nothing waits any more: there is no way to the goal.".to_owned(),
                Outcome::StartInWall | Outcome::GoalInWall => {
                    refused(&**self.maze(), self.radius(), outcome, [self.start, self.goal].map(Spot::from))
                }
                Outcome::OffMesh => "The agent can't stand in the middle of its cell, or not get there.".to_owned(),
            },
        }
    }

    fn facts(&self, event: &GridEvent) -> Vec<Fact> {
        let Some(cell) = told(event) else { return Vec::new() };
        let (node, steps) = (self.node(cell), self.steps(cell));
        let parent = node.entered_by().and_then(|_| self.way_to(cell).iter().rev().nth(1).copied());
        let mut facts = vec![
            Fact::new("cell", at(cell)),
            Fact::new("g", format!("{:.6}", steps.length())),
            Fact::new("steps", format!("{} straight, {} diagonal", steps.straight, steps.diagonal)),
            Fact::new("h", format!("{:.6}", self.h(cell))),
        ];
        if let Some(rest) = self.rest_at_hand(cell) {
            facts.push(Fact::new("true rest", format!("{:.6}", rest.length())));
        }
        facts.push(Fact::new("f", format!("{:.6}", self.f(cell, steps))));
        facts.push(Fact::new("parent", parent.map_or_else(|| "none".to_owned(), |it| format!("cell {}", at(it)))));
        facts
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &GridEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let (cell, how) = match *event {
            GridEvent::Seeded { cell } => (cell, "opened"),
            GridEvent::Expanded { cell, .. } => (cell, "expanded"),
            GridEvent::Relaxed { to, was, .. } => match was.state() {
                NodeState::Unknown => (to, "opened"),
                NodeState::Open => (to, "relaxed"),
                NodeState::Closed => (to, "reopened"),
            },
            GridEvent::Refused { from, by } => (by.beyond(from)?, "refused"),
            GridEvent::Blocked { from, by, .. } => (by.beyond(from)?, "blocked"),
            GridEvent::Ended { .. } => return None,
        };
        (thing == Thing::Cell(cell.0, cell.1)).then_some(how)
    }

    fn quantity(&self, event: &GridEvent, which: Quantity) -> Option<f64> {
        if which == Quantity::Open {
            return Some(count(self.open()));
        }
        let (cell, g) = match *event {
            GridEvent::Refused { from, by } => (by.beyond(from)?, self.steps(from).and(by)),
            GridEvent::Seeded { cell } | GridEvent::Expanded { cell, .. } | GridEvent::Relaxed { to: cell, .. } => {
                (cell, self.steps(cell))
            }
            GridEvent::Blocked { .. } | GridEvent::Ended { .. } => return None,
        };
        match which {
            Quantity::G => Some(g.length()),
            Quantity::H => Some(self.h(cell)),
            Quantity::F => Some(self.f(cell, g)),
            _ => None,
        }
    }

    fn breaks(&self, event: &GridEvent, rule: Rule) -> bool {
        match rule {
            Rule::FDecreases => {
                let GridEvent::Expanded { cell, was: Some(before), .. } = *event else { return false };
                // What was expanded before keeps its g until now: a cell does not relax itself.
                let [before, now] = [before, cell].map(|it| self.f(it, self.steps(it)));
                now < before * (1.0 - ROUNDING)
            }
            Rule::Overestimate => told(event).is_some_and(|it| self.overestimate(it).is_some()),
            _ => false,
        }
    }
}

impl GridSearch {
    /// The steps to a cell that was reached.
    fn steps(&self, cell: GridCell) -> Steps {
        self.node(cell).steps().unwrap_or_default()
    }
}

/// The cell that a change is about.
fn told(event: &GridEvent) -> Option<GridCell> {
    match *event {
        GridEvent::Seeded { cell } | GridEvent::Expanded { cell, .. } | GridEvent::Relaxed { to: cell, .. } => {
            Some(cell)
        }
        GridEvent::Refused { .. } | GridEvent::Blocked { .. } | GridEvent::Ended { .. } => None,
    }
}

fn at((column, row): GridCell) -> String {
    format!("({column}, {row})")
}

fn name(cell: GridCell) -> String {
    format!("cell {}", at(cell))
}
