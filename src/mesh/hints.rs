//! Where to start walking, for points that come in no helpful order.
//!
//! A pyramid of grids remembers a vertex a cell, coarser grids filling up first; the walk starts at the vertex in the
//! finest cell around the point that has one.

use super::{
    triangle::{FRAME, TriangleId, VertexId},
    triangulation::Triangulation,
};
use crate::geometry::{Bounds, Point};

/// A vertex near any place, and a living triangle at it.
pub(super) struct Hints {
    bounds: Bounds,
    /// From 1 × 1 cells up, each twice as fine.
    levels: Vec<Vec<VertexId>>,
    /// The youngest triangle at each vertex, which therefore lives.
    at: Vec<TriangleId>,
    /// The first corner of the last triangle that `at` knows of.
    newest: VertexId,
    /// How many triangles `at` knows of.
    known: usize,
}

impl Hints {
    /// Hints for the vertices of `mesh`, if consecutive ones tend to lie far apart.
    pub(super) fn if_scattered(mesh: &Triangulation) -> Option<Self> {
        let points = &mesh.points()[..mesh.samples()];
        let bounds = Bounds::around(points.iter().copied());
        let count = count_as_f64(points.len());
        let strides: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let (width, height) = (bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y);
        let spacing = (width * height / count).sqrt();
        (points.len() > 1000 && strides / count > 16.0 * spacing).then(|| {
            let finest = points.len().ilog2() / 2;
            Self {
                bounds,
                levels: (0..=finest).map(|level| vec![FRAME; 1 << (2 * level)]).collect(),
                at: vec![TriangleId::new(0); mesh.points().len()],
                newest: FRAME,
                known: 0,
            }
        })
    }

    /// A triangle at some vertex near `p`.
    ///
    /// What is remembered follows from the triangles born so far, so a run that is taken up again walks the same way.
    pub(super) fn near(&mut self, mesh: &Triangulation, p: Point) -> Option<TriangleId> {
        for (triangle, it) in mesh.triangles().iter().enumerate().skip(self.known) {
            for &corner in it.corners.iter().filter(|&&corner| corner != FRAME) {
                self.at[corner.index()] = TriangleId::of_index(triangle);
            }
            let newest = it.corners[0];
            if self.newest != newest && newest.index() < mesh.samples() {
                self.note(mesh.point(newest), newest);
            }
            self.newest = newest;
        }
        self.known = mesh.triangles().len();
        let cells = (0..self.levels.len()).rev().map(|level| self.levels[level][self.cell(level, p)]);
        let vertex = cells.into_iter().find(|&it| it != FRAME)?;
        // In a torn mesh a vertex may have lost all its triangles.
        Some(self.at[vertex.index()]).filter(|&it| mesh.is_alive(it))
    }

    /// Remembers that `vertex` lies at `p`.
    fn note(&mut self, p: Point, vertex: VertexId) {
        for level in (0..self.levels.len()).rev() {
            let cell = self.cell(level, p);
            let known = std::mem::replace(&mut self.levels[level][cell], vertex) != FRAME;
            if known {
                break;
            }
        }
    }

    fn cell(&self, level: usize, p: Point) -> usize {
        let side = 1usize << level;
        let scale = count_as_f64(side) / self.bounds.side().max(f64::MIN_POSITIVE);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates at the first cell")]
        let along = |from: f64, p: f64| (((p - from) * scale) as usize).min(side - 1);
        along(self.bounds.min.y, p.y) * side + along(self.bounds.min.x, p.x)
    }
}

#[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 points")]
fn count_as_f64(count: usize) -> f64 {
    count as f64
}
