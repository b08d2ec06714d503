//! The shortest path within a corridor, and of all: without a record, for others to be held against.

use std::sync::Arc;

use super::{
    Found, Halt, Key, Runner, Silent,
    bake::true_walls,
    query::{lead, pull},
};
use crate::{
    bake::{NavMesh, Nearest},
    geometry::Spot,
    mesh::SideId,
    pull::{Course, Ends, PullSettings},
    search::{Outcome, Polyanya},
    trace::Watch,
};

/// The shortest path within a corridor of a mesh.
///
/// # Errors
///
/// It was cancelled.
pub fn shortest_within(
    nav: &Arc<NavMesh>,
    corridor: &Arc<[SideId]>,
    ends: &Ends,
    watch: &Watch,
) -> Result<Arc<Course>, Halt> {
    let mut runner = Silent { cancel: &watch.cancel };
    let corners = pull(nav, corridor.clone(), ends, PullSettings::default(), true, Key::NOTHING, &mut runner)?;
    lead(nav, corridor, ends, &corners, Key::NOTHING, &mut runner)
}

/// The shortest path of all through a mesh; none if there is none, or if finding it would take too much memory.
///
/// # Errors
///
/// It was cancelled.
pub fn shortest(
    nav: &Arc<NavMesh>,
    ends: [Spot; 2],
    nearest: &Nearest,
    watch: &Watch,
) -> Result<Option<Arc<Course>>, Halt> {
    let ends = Ends::on(nav, ends, nearest);
    let mut runner = Silent { cancel: &watch.cancel };
    let found = match runner.run(Key::NOTHING, || Polyanya::new(nav.clone(), ends.entry, ends.exit)) {
        Ok(search) => Found::by_polyanya(&search),
        Err(Halt::Refused(_)) => return Ok(None),
        Err(Halt::Cancelled) => return Err(Halt::Cancelled),
    };
    match found.outcome {
        Outcome::Found => shortest_within(nav, &found.corridor, &ends, watch).map(Some),
        _ => Ok(None),
    }
}

/// The shortest path of all that an agent can take, whatever mesh it has; none if there is none, or if the walls are too large to be
/// baked.
///
/// # Errors
///
/// It was cancelled.
pub fn optimum(
    nav: &Arc<NavMesh>,
    ends: [Spot; 2],
    nearest: &Nearest,
    watch: &Watch,
) -> Result<Option<Arc<Course>>, Halt> {
    match true_walls(nav, watch)? {
        Some(walls) => shortest(&walls, ends, nearest, watch),
        None => Ok(None),
    }
}
