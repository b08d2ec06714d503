//! Which things hold a point or come near to it: a grid of squares lists for each the things whose box touches it, and all that are
//! very large stand apart. Whoever asks has to look at each that is listed.

use super::{TriangleId, Triangulation};
use crate::geometry::{Bounds, Point, triangle_contains};

/// A grid over some things with boxes.
#[derive(Clone, Debug)]
pub struct Locator<T> {
    bounds: Bounds,
    side: usize,
    scale: f64,
    /// Where each square's things begin in `things`; one more entry than squares.
    starts: Vec<u32>,
    things: Vec<T>,
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
        let mut grid =
            Self { bounds, side, scale, starts: vec![0; side * side + 1], things: Vec::new(), large: Vec::new() };
        for &(thing, area) in boxes {
            if grid.is_large(area) {
                grid.large.push(thing);
                continue;
            }
            for square in grid.squares_of(area) {
                grid.starts[square + 1] += 1;
            }
        }
        for square in 0..side * side {
            grid.starts[square + 1] += grid.starts[square];
        }
        let Some(&(any, _)) = boxes.first() else { return grid };
        let mut filled = grid.starts.clone();
        grid.things = vec![any; grid.starts[side * side] as usize];
        for &(thing, area) in boxes {
            if grid.is_large(area) {
                continue;
            }
            for square in grid.squares_of(area) {
                grid.things[filled[square] as usize] = thing;
                filled[square] += 1;
            }
        }
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
        let range = square.map_or(0..0, |it| self.starts[it] as usize..self.starts[it + 1] as usize);
        let mut near: Vec<T> = self.things[range].iter().chain(&self.large).copied().collect();
        near.sort_unstable();
        near
    }

    /// The things whose box may come within `reach` of `p`: all that do, and few more, in order.
    #[must_use]
    pub fn near(&self, p: Point, reach: f64) -> Vec<T> {
        let area = Bounds { min: p, max: p }.grown(reach);
        let squares = self.bounds.touches(area).then(|| self.squares_of(area)).into_iter().flatten();
        let listed = squares.flat_map(|it| &self.things[self.starts[it] as usize..self.starts[it + 1] as usize]);
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
