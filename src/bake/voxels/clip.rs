//! A triangle cut up by the columns of a grid, and what its piece in each of them fills.
//!
//! Rows are cut off the triangle one by one, and columns off each row; a column that has a piece, however small, gets a span from the
//! voxel of the piece's lowest point to that of its highest: at least one voxel, and never less than the piece. A triangle that only
//! touches a column's side may leave a span there. One with a corner that is no number leaves whatever comes of it.
//!
//! Mikko Mononen, Recast (2009), `RecastRasterization.cpp`: the order of operations is the same, so that in 32 bits all spans are.

use std::ops::{Add, Div, Mul, Sub};

use super::{Rounding, VoxelGrid, VoxelSettings, settings::to_f32};
use crate::{geometry::Point, maze::Level};

/// The numbers that geometry is turned into voxels with.
pub(super) trait Real:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// How far something may be from a whole number of voxels and still count as that. \[voxels]
    const SLACK: f64;
    /// By how much the upward part of a normal must be above a slope's.
    const STEEP_SLACK: f64;
    /// Above this no span ends. \[voxels]
    const HIGHEST: u16;

    fn of(value: f64) -> Self;
    fn to_f64(self) -> f64;
    fn root(self) -> Self;
}

impl Real for f64 {
    // Far above what rounding makes of a height, and far below what is meant by one.
    const SLACK: f64 = 1e-7;
    const STEEP_SLACK: f64 = 1e-9;
    const HIGHEST: u16 = u16::MAX - 1;

    fn of(value: f64) -> Self {
        value
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn root(self) -> Self {
        self.sqrt()
    }
}

impl Real for f32 {
    const SLACK: f64 = 0.0;
    const STEEP_SLACK: f64 = 0.0;
    /// Recast keeps heights in 13 bits.
    const HIGHEST: u16 = (1 << 13) - 1;

    fn of(value: f64) -> Self {
        to_f32(value)
    }

    fn to_f64(self) -> f64 {
        self.into()
    }

    fn root(self) -> Self {
        self.sqrt()
    }
}

/// A point as x, y and height.
type Place<N> = [N; 3];

/// A grid around all points of a level; it has no columns where there are none, or where they lie in less than half a one.
pub(super) fn grid_around(level: &Level, settings: &VoxelSettings) -> VoxelGrid {
    match settings.rounding {
        Rounding::Exact => grid::<f64>(level, settings),
        Rounding::F32 => grid::<f32>(level, settings),
    }
}

fn grid<N: Real>(level: &Level, settings: &VoxelSettings) -> VoxelGrid {
    let size = N::of(settings.cell_size);
    let bounds = level.bounds();
    // Half a cell at the far end may fall off: the nearest whole number of cells is taken.
    let count = |min: f64, max: f64| whole(((N::of(max) - N::of(min)) / size + N::of(0.5)).to_f64());
    let [low, _] = level.heights();
    let known = |it: f64| if it.is_finite() { N::of(it).to_f64() } else { 0.0 };
    VoxelGrid {
        corner: Point::new(known(bounds.min.x), known(bounds.min.y)),
        base: known(low),
        cell_size: size.to_f64(),
        cell_height: N::of(settings.cell_height).to_f64(),
        columns: count(bounds.min.x, bounds.max.x),
        rows: count(bounds.min.y, bounds.max.y),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "out of range it is the nearest that is")]
fn whole(value: f64) -> u32 {
    value as u32
}

/// How much of a triangle's normal points up: 1 where it is level, 0 where it is upright, less where it faces down; not a number where it
/// has no area.
pub(super) fn uprightness<N: Real>(corners: [[f64; 3]; 3]) -> N {
    let [a, b, c] = corners.map(|it| it.map(N::of));
    let [[ux, uy, uz], [vx, vy, vz]] = [b, c].map(|it| [it[0] - a[0], it[1] - a[1], it[2] - a[2]]);
    // As the level has it: heights are the second axis there.
    let normal = [uz * vy - uy * vz, uy * vx - ux * vy, ux * vz - uz * vx];
    let length = (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]).root();
    normal[1] * (N::of(1.0) / length)
}

/// How much of the normal points up on the steepest slope that nobody can walk.
pub(super) fn uprightness_of_slope<N: Real>(degrees: f64) -> N {
    // In 32 bits the angle is rounded before its cosine is taken.
    let radians = N::of(degrees) / N::of(180.0) * N::of(std::f64::consts::PI);
    N::of(radians.to_f64().cos())
}

/// Whether a triangle is less steep than a slope, and faces up.
pub(super) fn can_be_walked<N: Real>(corners: [[f64; 3]; 3], degrees: f64) -> bool {
    uprightness::<N>(corners).to_f64() > uprightness_of_slope::<N>(degrees).to_f64() + N::STEEP_SLACK
}

/// What a triangle fills of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Filled {
    /// The column's place among all.
    pub(super) cell: usize,
    /// The first of the voxels.
    pub(super) low: u16,
    /// Where they end.
    pub(super) high: u16,
}

/// Cuts up triangles.
pub(super) struct Clip<N> {
    grid: VoxelGrid,
    corner: [N; 2],
    base: N,
    /// How high the highest point lies above the base.
    height: N,
    size: N,
    inverse_size: N,
    inverse_height: N,
    /// Pieces: what is left of the triangle, the row, what is left of it, and the piece in a column.
    left: Vec<Place<N>>,
    row: Vec<Place<N>>,
    piece: Vec<Place<N>>,
    spare: Vec<Place<N>>,
}

impl<N: Real> Clip<N> {
    pub(super) fn new(grid: VoxelGrid, top: f64) -> Self {
        let [size, voxel] = [grid.cell_size, grid.cell_height].map(N::of);
        let base = N::of(grid.base);
        let new = || Vec::with_capacity(12);
        Self {
            grid,
            corner: [grid.corner.x, grid.corner.y].map(N::of),
            base,
            height: N::of(top) - base,
            size,
            inverse_size: N::of(1.0) / size,
            inverse_height: N::of(1.0) / voxel,
            left: new(),
            row: new(),
            piece: new(),
            spare: new(),
        }
    }

    /// What a triangle fills, column by column and row by row.
    pub(super) fn cut(&mut self, corners: [[f64; 3]; 3], out: &mut Vec<Filled>) {
        out.clear();
        if self.grid.count() == 0 {
            return;
        }
        self.left.clear();
        self.left.extend(corners.map(|it| it.map(N::of)));
        let last = i64::from(self.grid.rows) - 1;
        let (from, to) = self.range(&self.left, 1);
        for row in from.clamp(-1, last)..=to.clamp(0, last) {
            let end = self.end(1, row);
            divide(&self.left, 1, end, &mut self.row, &mut self.spare);
            std::mem::swap(&mut self.left, &mut self.spare);
            if self.row.len() >= 3 && row >= 0 {
                self.cut_row(row, out);
            }
        }
    }

    fn cut_row(&mut self, row: i64, out: &mut Vec<Filled>) {
        let last = i64::from(self.grid.columns) - 1;
        let (from, to) = self.range(&self.row, 0);
        if to < 0 || from > last {
            return;
        }
        for column in from.max(-1)..=to.min(last) {
            let end = self.end(0, column);
            divide(&self.row, 0, end, &mut self.piece, &mut self.spare);
            std::mem::swap(&mut self.row, &mut self.spare);
            if self.piece.len() < 3 || column < 0 {
                continue;
            }
            if let Some((low, high)) = self.voxels() {
                let [column, row] = [column, row].map(|it| u32::try_from(it).expect("within the grid"));
                out.push(Filled { cell: self.grid.index(column, row), low, high });
            }
        }
    }

    /// The voxels from the lowest to the highest point of the piece; none where it lies above or below all points.
    fn voxels(&self) -> Option<(u16, u16)> {
        let (low, high) = extent(&self.piece, 2);
        let (low, high) = (low - self.base, high - self.base);
        let zero = N::of(0.0);
        if high < zero || low > self.height {
            return None;
        }
        let low = if low < zero { zero } else { low };
        let high = if high > self.height { self.height } else { high };
        let clamped = |voxels: f64, from: u16| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within 16 bits, or no number")]
            let voxels = voxels.clamp(0.0, f64::from(N::HIGHEST)) as u16;
            voxels.clamp(from, N::HIGHEST)
        };
        let low = clamped(((low * self.inverse_height).to_f64() + N::SLACK).floor(), 0).min(N::HIGHEST - 1);
        Some((low, clamped(((high * self.inverse_height).to_f64() - N::SLACK).ceil(), low + 1)))
    }

    /// Where a row or column ends.
    fn end(&self, axis: usize, index: i64) -> N {
        #[expect(clippy::cast_precision_loss, reason = "columns number less than 2^32")]
        let index = N::of(index as f64);
        self.corner[axis] + index * self.size + self.size
    }

    /// The first and the last row, or column, in which a polygon lies; there may be no such. What lies less than one before the first counts
    /// as in it.
    fn range(&self, polygon: &[Place<N>], axis: usize) -> (i64, i64) {
        let (low, high) = extent(polygon, axis);
        #[expect(clippy::cast_possible_truncation, reason = "out of range it is the nearest that is")]
        let index = |it: N| ((it - self.corner[axis]) * self.inverse_size).to_f64() as i64;
        (index(low), index(high))
    }
}

/// The smallest and the largest coordinate of a polygon.
fn extent<N: Real>(polygon: &[Place<N>], axis: usize) -> (N, N) {
    let first = polygon[0][axis];
    polygon.iter().fold((first, first), |(low, high), it| {
        (if it[axis] < low { it[axis] } else { low }, if it[axis] > high { it[axis] } else { high })
    })
}

/// Divides a polygon at a plane across an axis: what lies before it, and what lies behind. A corner on it belongs to both.
fn divide<N: Real>(polygon: &[Place<N>], axis: usize, at: N, near: &mut Vec<Place<N>>, far: &mut Vec<Place<N>>) {
    near.clear();
    far.clear();
    let zero = N::of(0.0);
    let Some(mut from) = polygon.last() else { return };
    for to in polygon {
        let (before, here) = (at - from[axis], at - to[axis]);
        let is_crossed = (before >= zero) != (here >= zero);
        if is_crossed {
            let part = before / (before - here);
            let crossing = [0, 1, 2].map(|it| from[it] + (to[it] - from[it]) * part);
            near.push(crossing);
            far.push(crossing);
        }
        // A corner on the plane lies where it is crossed.
        if here > zero || here >= zero && !is_crossed {
            near.push(*to);
        }
        if !(here > zero || here >= zero && is_crossed) {
            far.push(*to);
        }
        from = to;
    }
}
