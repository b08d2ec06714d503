//! Where a query enters a mesh and leaves it.

use crate::{bake::NavMesh, geometry::Point};

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
