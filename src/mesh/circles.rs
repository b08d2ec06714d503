//! The living triangles whose circle may hold a point, for a search that must look at all of them.
//!
//! A grid lists for each square the triangles whose circle's box touches it. The large circles at the frame touch nearly
//! every square, so they have a list of their own, and so have triangles of whose circle nothing is known.

use super::{triangle::TriangleId, triangulation::Triangulation};
use crate::geometry::{Bounds, Kernel, Point};

/// Circles that touch more squares than this are large.
const LARGE: usize = 64;

/// A grid over the circles of a mesh's triangles.
pub(super) struct Circles {
    bounds: Bounds,
    /// How many squares the grid has along each side.
    side: usize,
    squares: Vec<Vec<TriangleId>>,
    large: Vec<TriangleId>,
    /// How many triangles are listed, dead ones included.
    known: usize,
}

impl Circles {
    /// A grid with no circles yet.
    pub(super) fn over(mesh: &Triangulation) -> Self {
        let bounds = Bounds::around(mesh.points()[..mesh.samples()].iter().copied());
        Self { bounds, side: mesh.samples().isqrt().clamp(1, 1024), squares: Vec::new(), large: Vec::new(), known: 0 }
    }

    /// The living triangles whose circle may hold `p`, in order of birth. None that holds it is left out.
    pub(super) fn around<K: Kernel>(&mut self, mesh: &Triangulation, p: Point, kernel: K) -> Vec<TriangleId> {
        self.squares.resize(self.side * self.side, Vec::new());
        for triangle in self.known..mesh.triangles().len() {
            self.list(mesh, TriangleId::of_index(triangle), kernel);
        }
        self.known = mesh.triangles().len();
        let square = self.along(self.bounds.min.y, p.y) * self.side + self.along(self.bounds.min.x, p.x);
        let mut found = Vec::new();
        for list in [&mut self.large, &mut self.squares[square]] {
            list.retain(|&it| mesh.is_alive(it));
            found.extend_from_slice(list);
        }
        found.sort_unstable();
        found
    }

    fn list<K: Kernel>(&mut self, mesh: &Triangulation, triangle: TriangleId, kernel: K) {
        let reach = mesh.corners(triangle).and_then(|[a, b, c]| kernel.reach(a, b, c));
        let Some(reach) = reach else { return self.large.push(triangle) };
        let columns = self.along(self.bounds.min.x, reach.min.x)..=self.along(self.bounds.min.x, reach.max.x);
        let rows = self.along(self.bounds.min.y, reach.min.y)..=self.along(self.bounds.min.y, reach.max.y);
        let (width, height) = (columns.end() + 1 - columns.start(), rows.end() + 1 - rows.start());
        if width.saturating_mul(height) > LARGE {
            return self.large.push(triangle);
        }
        for row in rows {
            for column in columns.clone() {
                self.squares[row * self.side + column].push(triangle);
            }
        }
    }

    /// Which square a coordinate falls into along one side; the first or last beyond the ends.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "saturates at the ends"
    )]
    fn along(&self, from: f64, at: f64) -> usize {
        let scale = self.side as f64 / self.bounds.side().max(f64::MIN_POSITIVE);
        (((at - from) * scale).max(0.0) as usize).min(self.side - 1)
    }
}
