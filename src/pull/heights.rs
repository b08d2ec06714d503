//! How high a path through a corridor is at its corners.
//!
//! A path bends at ends of portals only, and meets them in the order of the portals. So each corner is the end of the first portal, of
//! those not passed yet, that has an end there; corners of other floors in the same place in plan belong to other portals.

use super::Ends;
use crate::{
    geometry::{Point, Spot},
    mesh::{PolyMesh, SideId},
};

/// How high each point of a path is that leads through a corridor from end to end; nothing where all is flat. \[world units]
#[must_use]
pub fn heights_along(mesh: &PolyMesh, corridor: &[SideId], ends: &Ends, path: &[Point]) -> Vec<f64> {
    if mesh.is_flat() {
        return Vec::new();
    }
    let known = |place: Spot| place.height.unwrap_or(0.0);
    let mut passed = 0;
    let height = |(index, &p): (usize, &Point)| {
        if index + 1 == path.len() && p == ends.goal.at {
            return known(if ends.goal.height.is_some() { ends.goal } else { ends.exit });
        }
        if index == 0 && p == ends.start.at {
            return known(if ends.start.height.is_some() { ends.start } else { ends.entry });
        }
        let left = corridor[passed..].iter().flat_map(|&it| mesh.vertices(it).map(|vertex| (it, vertex)));
        let found = left.clone().find(|it| mesh.point(it.1) == p);
        let Some((side, vertex)) = found else {
            let at_exit = p == ends.exit.at && index + 2 >= path.len();
            return known(if at_exit { ends.exit } else { ends.entry });
        };
        passed = corridor.iter().position(|it| *it == side).unwrap_or(passed);
        mesh.height(vertex)
    };
    path.iter().enumerate().map(height).collect()
}
