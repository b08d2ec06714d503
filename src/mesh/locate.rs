//! Which things hold a point or come near to it: a grid of squares lists for each the things whose box touches it, and all that are
//! very large stand apart. Whoever asks has to look at each that is listed.

use super::{TriangleId, Triangulation};
use crate::geometry::{Bounds, Buckets, Point, triangle_contains};

/// A grid over some things with boxes.
#[derive(Clone, Debug)]
pub struct Locator<T> {
    bounds: Bounds,
    side: usize,
    scale: f64,
    /// By square.
    things: Buckets<T>,
    /// Things over so many squares that listing them there would take more room than it saves time.
    large: Vec<T>,
}

/// Things over more squares than this are large.
const LARGE: usize = 256;

impl<T: Copy + Ord> Default for Locator<T> {
    /// A grid over nothing.
    fn default() -> Self {
        Self::new(&[])
    }
}

impl<T: Copy + Ord> Locator<T> {
    /// A grid with about half as many squares as there are things.
    #[must_use]
    pub fn new(boxes: &[(T, Bounds)]) -> Self {
        let bounds = Bounds::around(boxes.iter().flat_map(|(_, it)| [it.min, it.max]));
        // Most of what a grid costs is to list things that are small in squares that are small, too.
        let side = (boxes.len() / 2).isqrt().clamp(1, 1 << 12);
        #[expect(clippy::cast_precision_loss, reason = "at most 2^12")]
        let scale = side as f64 / bounds.side().max(f64::MIN_POSITIVE);
        let mut grid = Self { bounds, side, scale, things: Buckets::new(0, std::iter::empty), large: Vec::new() };
        let (large, small): (Vec<&(T, Bounds)>, Vec<_>) = boxes.iter().partition(|it| grid.is_large(it.1));
        grid.large = large.into_iter().map(|it| it.0).collect();
        let listed = || small.iter().flat_map(|it| grid.squares_of(it.1).map(|square| (square, it.0)));
        grid.things = Buckets::new(side * side, listed);
        grid
    }

    /// The box around all things.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The things whose box may hold `p`: all that do, and few more, in order.
    #[must_use]
    pub fn at(&self, p: Point) -> Vec<T> {
        let at = Bounds { min: p, max: p };
        let square = self.bounds.touches(at).then(|| self.squares_of(at).next()).flatten();
        let here = square.map_or(&[][..], |it| self.things.of(it));
        let mut near: Vec<T> = here.iter().chain(&self.large).copied().collect();
        near.sort_unstable();
        near
    }

    /// The things whose box may come within `reach` of `p`: all that do, and few more, in order.
    #[must_use]
    pub fn near(&self, p: Point, reach: f64) -> Vec<T> {
        let area = Bounds { min: p, max: p }.grown(reach);
        let squares = self.bounds.touches(area).then(|| self.squares_of(area)).into_iter().flatten();
        let listed = squares.flat_map(|it| self.things.of(it));
        let mut near: Vec<T> = listed.chain(&self.large).copied().collect();
        near.sort_unstable();
        near.dedup();
        near
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

    fn squares_of(&self, area: Bounds) -> impl Iterator<Item = usize> + use<T> {
        let (side, [[left, right], [top, bottom]]) = (self.side, self.squares(area));
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| row * side + column))
    }
}

impl Locator<TriangleId> {
    /// A grid over some triangles of a mesh, which must have no corner at infinity.
    #[must_use]
    pub fn of_triangles(mesh: &Triangulation, triangles: &[TriangleId]) -> Self {
        let boxes = triangles.iter().filter_map(|&it| mesh.corners(it).map(|corners| (it, Bounds::around(corners))));
        Self::new(&boxes.collect::<Vec<_>>())
    }

    /// The triangles whose closed area holds `p`, exactly, however torn the mesh, in order of their numbers. Flat triangles hold the
    /// points of their longest side.
    pub fn containing<'a>(&'a self, mesh: &'a Triangulation, p: Point) -> impl Iterator<Item = TriangleId> + 'a {
        let holds = move |it: &TriangleId| mesh.corners(*it).is_some_and(|corners| triangle_contains(corners, p));
        self.at(p).into_iter().filter(holds)
    }
}
