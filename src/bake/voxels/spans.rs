//! Spans: what is solid in each column of voxels, from the lowest on, and whether one can walk on top of it.
//!
//! ```text
//!        ┌────┐ high       two spans of a column never overlap, and never touch:
//!        │span│            between a span's top and the next one's bottom there is room
//!        └────┘ low
//! ```

use std::ops::Range;

use serde::Serialize;

use super::{Heading, Surface, Top, TopId, VoxelGrid, Voxels};

/// Voxels of a column that something fills, one upon the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// Where it begins. \[voxels from the grid's base]
    pub low: u16,
    /// Where it ends: on this one may stand. \[> low; voxels from the grid's base]
    pub high: u16,
    /// The kind of ground on its top; none where nobody can walk.
    pub ground: Option<u8>,
}

/// How high a ceiling is that there is not. \[voxels from the grid's base]
pub(super) const OPEN: u16 = u16::MAX;

/// All spans, column by column and row by row; those of one column from the lowest on.
#[derive(Clone, Debug, PartialEq)]
pub struct Spans {
    grid: VoxelGrid,
    /// Where the spans of each column begin; one more entry than columns.
    starts: Vec<u32>,
    all: Vec<Span>,
}

impl Spans {
    /// The spans of all columns, each from the lowest on.
    #[must_use]
    pub fn new(grid: VoxelGrid, columns: &[Vec<Span>]) -> Self {
        let mut starts = Vec::with_capacity(columns.len() + 1);
        let mut all = Vec::with_capacity(columns.iter().map(Vec::len).sum());
        starts.push(0);
        for column in columns {
            all.extend_from_slice(column);
            starts.push(place(all.len()));
        }
        Self { grid, starts, all }
    }

    /// The columns.
    #[must_use]
    pub fn grid(&self) -> &VoxelGrid {
        &self.grid
    }

    /// All spans, in order.
    #[must_use]
    pub fn all(&self) -> &[Span] {
        &self.all
    }

    /// The spans of a column, from the lowest on.
    #[must_use]
    pub fn spans_at(&self, column: u32, row: u32) -> &[Span] {
        self.in_cell(self.grid.index(column, row))
    }

    /// The spans of the column at a place among all.
    #[inline]
    #[must_use]
    pub fn in_cell(&self, cell: usize) -> &[Span] {
        &self.all[self.places(cell)]
    }

    /// The places among all of the spans of a column.
    #[inline]
    pub(super) fn places(&self, cell: usize) -> Range<usize> {
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    /// The column and row of a span.
    #[must_use]
    pub fn column_of(&self, span: u32) -> (u32, u32) {
        self.grid.column_of(self.cell_of(span))
    }

    /// The place among all columns of that of a span; behind them where there is no such span.
    pub(super) fn cell_of(&self, span: u32) -> usize {
        self.starts[1..].partition_point(|it| *it <= span)
    }

    /// How many spans there are, and on how many of them one can walk.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.all.len(), self.all.iter().filter(|it| it.ground.is_some()).count())
    }

    /// Where the room above a span ends. \[voxels from the grid's base]
    #[inline]
    pub(super) fn ceiling(&self, cell: usize, span: usize) -> u16 {
        if span + 1 < self.starts[cell + 1] as usize { self.all[span + 1].low } else { OPEN }
    }

    /// The place among all columns of the one on a side, if there is one.
    #[inline]
    pub(super) fn beyond(&self, cell: usize, heading: Heading) -> Option<usize> {
        let (column, row) = self.grid.beyond(self.grid.column_of(cell), heading)?;
        Some(self.grid.index(column, row))
    }

    pub(super) fn set_ground(&mut self, span: u32, ground: Option<u8>) {
        self.all[span as usize].ground = ground;
    }

    /// The tops on which one can walk, each linked on each side to the lowest one that an agent can step to: it is no further up or
    /// down than `climb`, and both have `height` of room in common. Room above 255 voxels counts as 255.
    #[must_use]
    pub fn surface(&self, agent: &Voxels) -> Surface {
        let mut tops = Vec::with_capacity(self.counts().1);
        for cell in 0..self.grid.count() {
            let (column, row) = self.grid.column_of(cell);
            for at in self.places(cell) {
                let Span { high, ground: Some(kind), .. } = self.all[at] else { continue };
                let headroom = u8::try_from(self.ceiling(cell, at) - high).unwrap_or(u8::MAX);
                tops.push(Top { column, row, height: high, headroom, kind, links: [TopId::NONE; 4] });
            }
        }
        let unlinked = Surface::new(self.grid, tops);
        let link = |top: &Top, heading| {
            let (column, row) = self.grid.beyond((top.column, top.row), heading)?;
            unlinked.in_column(column, row).find(|&it| steps(top, unlinked.top(it), agent))
        };
        let linked = unlinked.tops().iter().map(|top| {
            let links = Heading::ALL.map(|heading| link(top, heading).unwrap_or(TopId::NONE));
            Top { links, ..*top }
        });
        Surface::new(self.grid, linked.collect())
    }
}

/// Whether an agent can step from one top to another beside it.
fn steps(from: &Top, to: &Top, agent: &Voxels) -> bool {
    let ceiling = |it: &Top| u32::from(it.height) + u32::from(it.headroom);
    let room = ceiling(from).min(ceiling(to)).saturating_sub(u32::from(from.height.max(to.height)));
    room >= agent.height && u32::from(from.height.abs_diff(to.height)) <= agent.climb
}

fn place(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than 2^32 spans")
}
