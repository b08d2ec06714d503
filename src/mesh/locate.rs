//! Which triangles hold a point: all of them, exactly, on edges and vertices too, however torn the mesh.
//!
//! A grid of buckets lists for each square the triangles whose box touches it; those of the point's square are tested, and
//! all that are very large. Flat triangles hold the points of their longest side.

use super::{triangle::TriangleId, triangulation::Triangulation};
use crate::geometry::{Bounds, Point, triangle_contains};

/// A grid over some triangles of a mesh.
#[derive(Clone, Debug)]
pub struct Locator {
    bounds: Bounds,
    side: usize,
    scale: f64,
    /// Where each bucket's triangles begin in `triangles`; one more entry than buckets.
    starts: Vec<u32>,
    triangles: Vec<TriangleId>,
    /// Triangles over so many squares that listing them there would take more room than it saves time.
    large: Vec<TriangleId>,
}

/// Triangles over more squares than this are large.
const LARGE: usize = 256;

impl Locator {
    /// A grid with about half as many buckets as there are `triangles`, which must have no corner at infinity.
    #[must_use]
    pub fn new(mesh: &Triangulation, triangles: &[TriangleId]) -> Self {
        let boxes = || triangles.iter().filter_map(|&it| mesh.corners(it).map(|corners| (it, Bounds::around(corners))));
        let bounds = Bounds::around(boxes().flat_map(|(_, it)| [it.min, it.max]));
        // Most of what a grid costs is to list triangles that are small in squares that are small, too.
        let side = (triangles.len() / 2).isqrt().clamp(1, 1 << 12);
        #[expect(clippy::cast_precision_loss, reason = "at most 2^12")]
        let scale = side as f64 / bounds.side().max(f64::MIN_POSITIVE);
        let mut grid =
            Self { bounds, side, scale, starts: vec![0; side * side + 1], triangles: Vec::new(), large: Vec::new() };
        for (triangle, area) in boxes() {
            if grid.is_large(area) {
                grid.large.push(triangle);
                continue;
            }
            for bucket in grid.buckets(area) {
                grid.starts[bucket + 1] += 1;
            }
        }
        for bucket in 0..side * side {
            grid.starts[bucket + 1] += grid.starts[bucket];
        }
        let mut filled = grid.starts.clone();
        grid.triangles = vec![0; grid.starts[side * side] as usize];
        for (triangle, area) in boxes() {
            if grid.is_large(area) {
                continue;
            }
            for bucket in grid.buckets(area) {
                grid.triangles[filled[bucket] as usize] = triangle;
                filled[bucket] += 1;
            }
        }
        grid
    }

    /// The triangles whose closed area holds `p`, in order of their numbers.
    pub fn containing<'a>(&'a self, mesh: &'a Triangulation, p: Point) -> impl Iterator<Item = TriangleId> + 'a {
        let at = Bounds { min: p, max: p };
        let bucket = self.bounds.touches(at).then(|| self.buckets(at).next()).flatten();
        let range = bucket.map_or(0..0, |it| self.starts[it] as usize..self.starts[it + 1] as usize);
        let mut near: Vec<TriangleId> = self.triangles[range].iter().chain(&self.large).copied().collect();
        near.retain(|&it| mesh.corners(it).is_some_and(|corners| triangle_contains(corners, p)));
        near.sort_unstable();
        near.into_iter()
    }

    /// The triangles whose box comes near to `p`, and few more, in order of their numbers.
    pub fn near(&self, p: Point, reach: f64) -> impl Iterator<Item = TriangleId> + use<> {
        let area = Bounds { min: p, max: p }.grown(reach);
        let buckets = self.bounds.touches(area).then(|| self.buckets(area)).into_iter().flatten();
        let listed = buckets.flat_map(|it| &self.triangles[self.starts[it] as usize..self.starts[it + 1] as usize]);
        let mut near: Vec<TriangleId> = listed.chain(&self.large).copied().collect();
        near.sort_unstable();
        near.dedup();
        near.into_iter()
    }

    /// The first and the last column, and row, of the squares that a box touches.
    fn squares(&self, area: Bounds) -> [[usize; 2]; 2] {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates at the first bucket")]
        let along = |from: f64, p: f64| (((p - from) * self.scale) as usize).min(self.side - 1);
        let min = self.bounds.min;
        [[area.min.x, area.max.x].map(|it| along(min.x, it)), [area.min.y, area.max.y].map(|it| along(min.y, it))]
    }

    fn is_large(&self, area: Bounds) -> bool {
        let [columns, rows] = self.squares(area).map(|[first, last]| last - first + 1);
        columns * rows > LARGE
    }

    fn buckets(&self, area: Bounds) -> impl Iterator<Item = usize> + use<> {
        let (side, [[left, right], [top, bottom]]) = (self.side, self.squares(area));
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| row * side + column))
    }
}
