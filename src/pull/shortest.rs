//! The shortest path within a corridor, and of all: without a record, for others to be held against.

use std::sync::{Arc, atomic::AtomicBool};

use super::{Course, Funnel, PortalOrder, Portals, PullSettings, Round, order_portals, pull_taut, round};
use crate::{
    bake::NavMesh,
    geometry::Point,
    mesh::Link,
    record::{Unfinished, limits::MOST_SIGHTS, run_unrecorded, run_unrecorded_within},
    search::{Outcome, Polyanya, polyanya},
};

/// Where a query starts and goes, and where it enters the mesh and leaves it: elsewhere only if it starts or goes between a round
/// corner and the polygon that the mesh has around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// Where it starts.
    pub start: Point,
    /// Where it enters the mesh.
    pub entry: Point,
    /// Where it leaves the mesh.
    pub exit: Point,
    /// Where it goes.
    pub goal: Point,
}

impl Ends {
    /// Finds where a query enters and leaves a mesh.
    #[must_use]
    pub fn on(nav: &NavMesh, start: Point, goal: Point) -> Self {
        let [entry, exit] = [start, goal].map(|it| nav.anchor(it).unwrap_or(it));
        Self { start, entry, exit, goal }
    }

    /// A path within the mesh, with the ways to it and from it. A path that stays where it is has one point.
    #[must_use]
    pub fn with(&self, mut path: Vec<Point>) -> Vec<Point> {
        if self.start == self.goal {
            return vec![self.start];
        }
        if self.start != self.entry {
            path.insert(0, self.start);
        }
        if self.goal != self.exit {
            path.push(self.goal);
        }
        path
    }
}

/// The shortest path within a corridor of a mesh; nothing if it was cancelled.
#[must_use]
pub fn shortest_within(nav: &Arc<NavMesh>, corridor: Arc<[Link]>, ends: &Ends, cancel: &AtomicBool) -> Option<Course> {
    let portals = Portals::new(nav.clone(), corridor, ends.entry, PortalOrder::Winding);
    let portals = run_unrecorded(portals, cancel, order_portals)?.portals();
    let funnel = Funnel::new(ends.entry, &portals, ends.exit, PullSettings::default());
    let path = ends.with(run_unrecorded(funnel, cancel, pull_taut)?.path());
    if !nav.has_round_corners() {
        return Some(Course::of_points(&path));
    }
    Some(run_unrecorded(Round::new(nav.maze().clone(), path.into(), nav.radius()), cancel, round)?.course())
}

/// The shortest path of all through a mesh, if there is any, and it is found in so much memory as may be taken; nothing if it was
/// cancelled.
#[must_use]
pub fn shortest(nav: &Arc<NavMesh>, start: Point, goal: Point, cancel: &AtomicBool) -> Option<Option<Course>> {
    let ends = Ends::on(nav, start, goal);
    let search = Polyanya::new(nav.clone(), ends.entry, ends.exit);
    let search = match run_unrecorded_within(search, cancel, MOST_SIGHTS, polyanya) {
        Ok(search) => search,
        Err(Unfinished::Full) => return Some(None),
        Err(Unfinished::Cancelled) => return None,
    };
    if search.outcome() != Some(Outcome::Found) {
        return Some(None);
    }
    shortest_within(nav, search.corridor().into(), &ends, cancel).map(Some)
}
