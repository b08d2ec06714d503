//! Where a query enters a mesh and leaves it.

use crate::{
    bake::{NavMesh, Nearest},
    geometry::{Point, Spot},
};

/// Where a query starts and goes, and where it enters the mesh and leaves it: elsewhere only if it starts or goes between a round
/// corner and the polygon that the mesh has around it, or beside a mesh of voxels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// Where it starts.
    pub start: Spot,
    /// Where it enters the mesh.
    pub entry: Spot,
    /// Where it leaves the mesh.
    pub exit: Spot,
    /// Where it goes.
    pub goal: Spot,
}

impl Ends {
    /// Finds where a query enters and leaves a mesh.
    #[must_use]
    pub fn on(nav: &NavMesh, [start, goal]: [Spot; 2], nearest: &Nearest) -> Self {
        let [entry, exit] = [start, goal].map(|it| nav.anchor(it, nearest).unwrap_or(it));
        Self { start, entry, exit, goal }
    }

    /// A path within the mesh, with the ways to it and from it. A path that stays where it is has one point.
    #[must_use]
    pub fn with(&self, mut path: Vec<Point>) -> Vec<Point> {
        if self.start == self.goal {
            return vec![self.start.at];
        }
        if self.start.at != self.entry.at {
            path.insert(0, self.start.at);
        }
        if self.goal.at != self.exit.at {
            path.push(self.goal.at);
        }
        path
    }
}
