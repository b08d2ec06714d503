//! What an agent can stand on: the tops of spans, linked to those that it can step to.
//!
//! ```text
//!          up                  a top's four sides, as seen from above: x to the right, y down
//!        ┌────┐
//!   left │    │ right          a top is linked on a side to the lowest top of that column
//!        └────┘                to which an agent can step, and which has room for it
//!         down
//! ```

use serde::Serialize;

use crate::geometry::{Bounds, Point};

/// How space is divided into columns and voxels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoxelGrid {
    /// The corner of the first column in plan. \[world units]
    pub corner: Point,
    /// The height at which the lowest voxels begin. \[world units]
    pub base: f64,
    /// How wide a column is. \[> 0; world units]
    pub cell_size: f64,
    /// How high a voxel is. \[> 0; world units]
    pub cell_height: f64,
    /// How many columns lie side by side along x.
    pub columns: u32,
    /// How many along y.
    pub rows: u32,
}

impl VoxelGrid {
    /// How many columns there are in all.
    #[must_use]
    pub fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The place of a column among all, row by row.
    #[inline]
    #[must_use]
    pub fn index(&self, column: u32, row: u32) -> usize {
        row as usize * self.columns as usize + column as usize
    }

    /// The column and row at a place among all.
    #[inline]
    #[must_use]
    pub fn column_of(&self, index: usize) -> (u32, u32) {
        let columns = self.columns as usize;
        let whole = |it: usize| u32::try_from(it).expect("a column's place");
        (whole(index % columns), whole(index / columns))
    }

    /// The column on a side of another, if there is one.
    #[inline]
    #[must_use]
    pub fn beyond(&self, (column, row): (u32, u32), heading: Heading) -> Option<(u32, u32)> {
        let (x, y) = heading.step();
        let (column, row) = (column.checked_add_signed(x)?, row.checked_add_signed(y)?);
        (column < self.columns && row < self.rows).then_some((column, row))
    }

    /// The place of a corner between columns. \[world units]
    #[must_use]
    pub fn lattice(&self, x: f64, y: f64) -> Point {
        Point::new(self.corner.x + x * self.cell_size, self.corner.y + y * self.cell_size)
    }

    /// What a column covers in plan.
    #[must_use]
    pub fn bounds_of(&self, column: u32, row: u32) -> Bounds {
        let (x, y) = (f64::from(column), f64::from(row));
        Bounds { min: self.lattice(x, y), max: self.lattice(x + 1.0, y + 1.0) }
    }

    /// All columns together.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let max = self.lattice(f64::from(self.columns), f64::from(self.rows));
        Bounds { min: self.corner, max }
    }

    /// The height at which so many voxels end. \[world units]
    #[must_use]
    pub fn height(&self, voxels: f64) -> f64 {
        self.base + voxels * self.cell_height
    }

    /// The column and row that hold a place, if any does; of two the right, or lower, one.
    #[must_use]
    pub fn column_at(&self, p: Point) -> Option<(u32, u32)> {
        let along = |at: f64, from: f64, count: u32| {
            let place = ((at - from) / self.cell_size).floor();
            let inside = place >= 0.0 && place < f64::from(count);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is within the columns")]
            inside.then_some(place as u32)
        };
        Some((along(p.x, self.corner.x, self.columns)?, along(p.y, self.corner.y, self.rows)?))
    }
}

/// A top, by its place among all of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct TopId(u32);

impl TopId {
    /// No top.
    pub const NONE: Self = Self(u32::MAX);

    /// The top at a place. \[place < 2^32 - 1]
    #[inline]
    #[must_use]
    pub fn of_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 tops"))
    }

    /// Its place among all; meaningless for [`NONE`](Self::NONE).
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A side of a column, in the order in which one goes around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heading {
    /// Towards smaller x.
    Left,
    /// Towards larger y.
    Down,
    /// Towards larger x.
    Right,
    /// Towards smaller y.
    Up,
}

impl Heading {
    /// All four, turning left.
    pub const ALL: [Self; 4] = [Self::Left, Self::Down, Self::Right, Self::Up];

    /// The one to the left of it, as seen by who goes that way.
    #[must_use]
    pub fn to_left(self) -> Self {
        Self::ALL[(self as usize + 1) % 4]
    }

    /// The one to the right of it.
    #[must_use]
    pub fn to_right(self) -> Self {
        Self::ALL[(self as usize + 3) % 4]
    }

    /// The opposite one.
    #[must_use]
    pub fn back(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// How far it leads along x and y. \[columns]
    #[must_use]
    pub fn step(self) -> (i32, i32) {
        [(-1, 0), (0, 1), (1, 0), (0, -1)][self as usize]
    }
}

/// The upper end of a span, on which an agent can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Top {
    /// Its column.
    pub column: u32,
    /// Its row.
    pub row: u32,
    /// How many voxels there are below it. \[voxels from the grid's base]
    pub height: u16,
    /// How much room there is above it, as far as that matters. \[voxels]
    pub headroom: u8,
    /// The kind of its ground; 0 is plain floor.
    pub kind: u8,
    /// The tops that an agent can step to, a side each, in the order of [`Heading::ALL`]; [`TopId::NONE`] where there is none.
    pub links: [TopId; 4],
}

/// All tops, column by column and row by row; those of one column from the lowest on.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    grid: VoxelGrid,
    /// Where the tops of each column begin; one more entry than columns.
    starts: Vec<u32>,
    tops: Vec<Top>,
}

impl Surface {
    /// A surface of tops that are in order, their links set.
    #[must_use]
    pub fn new(grid: VoxelGrid, tops: Vec<Top>) -> Self {
        let mut starts = vec![0; grid.count() + 1];
        for top in &tops {
            starts[grid.index(top.column, top.row) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Self { grid, starts, tops }
    }

    /// The columns.
    #[must_use]
    pub fn grid(&self) -> &VoxelGrid {
        &self.grid
    }

    /// All tops, in order.
    #[must_use]
    pub fn tops(&self) -> &[Top] {
        &self.tops
    }

    /// All tops by their ids, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = TopId> + DoubleEndedIterator + use<> {
        (0..self.tops.len()).map(TopId::of_index)
    }

    /// A top.
    #[inline]
    #[must_use]
    pub fn top(&self, id: TopId) -> &Top {
        &self.tops[id.index()]
    }

    /// The tops of a column, from the lowest on.
    pub fn in_column(&self, column: u32, row: u32) -> impl DoubleEndedIterator<Item = TopId> + use<> {
        let at = self.grid.index(column, row);
        (self.starts[at]..self.starts[at + 1]).map(TopId)
    }

    /// The top that an agent can step to on a side.
    #[inline]
    #[must_use]
    pub fn beyond(&self, id: TopId, heading: Heading) -> Option<TopId> {
        let link = self.top(id).links[heading as usize];
        (link != TopId::NONE).then_some(link)
    }
}
