//! The search, told.

use std::ops::ControlFlow;

use super::{
    bake::name_triangle,
    lens::Fact,
    stage::{Stage, StageName},
};
use crate::{
    mesh::Link,
    record::{Recorder, Sink},
    search::{NodeState, Outcome, Search, SearchEvent, search},
};

impl Stage for Search {
    const NAME: StageName = StageName::Search;

    fn run<S: Sink<SearchEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        search(recorder)
    }

    fn kind(event: &SearchEvent) -> &'static str {
        match event {
            SearchEvent::Seeded { .. } => "seeded",
            SearchEvent::Expanded { .. } => "expanded",
            SearchEvent::Relaxed { was, .. } if was.state == NodeState::Closed => "reopened",
            SearchEvent::Relaxed { .. } => "relaxed",
            SearchEvent::Refused { .. } => "refused",
            SearchEvent::Blocked { .. } => "blocked",
            SearchEvent::Ended { .. } => "ended",
        }
    }

    fn sentence(&self, event: &SearchEvent) -> String {
        let mesh = self.nav().mesh();
        match *event {
            SearchEvent::Seeded { triangle } => {
                format!("Triangle {} holds the start {}, and was opened.", name_triangle(mesh, triangle), self.start)
            }
            SearchEvent::Expanded { triangle, .. } => {
                let node = self.node(triangle);
                let h = self.h(triangle, node.parent);
                let goal = if self.is_goal(triangle) { " It holds the goal." } else { "" };
                format!(
                    "Triangle {} was expanded: of all that wait its f = {:.4} is least (ties: larger g, then younger).{goal}",
                    name_triangle(mesh, triangle),
                    node.g + h,
                )
            }
            SearchEvent::Relaxed { via, to, g, was, .. } => {
                let how = match was.state {
                    NodeState::Unknown => "was opened with".to_owned(),
                    NodeState::Open => format!("got a better g than {:.4}:", was.g),
                    NodeState::Closed => format!("was reopened, for its g of {:.4} was not the best:", was.g),
                };
                format!("Triangle {} {how} g = {g:.4}, from triangle {}.", name_triangle(mesh, to), via.triangle())
            }
            SearchEvent::Refused { via, g } => {
                let to = mesh.triangles()[via.triangle() as usize].across[via.side()].triangle();
                let known = self.node(to).g;
                format!("Triangle {} keeps its g = {known:.4}; from here it would be {g:.4}.", name_triangle(mesh, to))
            }
            SearchEvent::Blocked { via } => {
                format!("Side {} of triangle {} leads nowhere.", via.side(), name_triangle(mesh, via.triangle()))
            }
            SearchEvent::Ended { outcome } => match outcome {
                Outcome::Found => "The goal was reached.".to_owned(),
                Outcome::Unreachable => "Nothing waits any more: there is no way to the goal.".to_owned(),
                Outcome::StartInWall => format!("The start {} lies in a wall, or too near to one.", self.start),
                Outcome::GoalInWall => format!("The goal {} lies in a wall, or too near to one.", self.goal),
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
            _ => Vec::new(),
        }
    }
}
