//! Words for spans and tops that several stages tell with: where they are, and lengths in voxels beside what these come to.

use super::{Thing, lens::Fact};
use crate::{
    bake::voxels::{Heading, Sift, SpanEvent, SpanRule, VoxelGrid},
    geometry::rounded,
};

/// A number of voxels, with the height that it comes to, as in “5 voxels (1)”.
pub(super) fn voxels(grid: &VoxelGrid, count: u32) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} voxel{plural} ({})", rounded(f64::from(count) * grid.cell_height, 3))
}

/// A number of halves of a column, with the length that it comes to, as in “1.5 columns (0.45)”.
pub(super) fn half_columns(grid: &VoxelGrid, count: u32) -> String {
    let columns = f64::from(count) / 2.0;
    let plural = if count == 2 { "" } else { "s" };
    format!("{} column{plural} ({})", rounded(columns, 1), rounded(columns * grid.cell_size, 3))
}

/// A place in a column, counted in voxels, with its height in the world, as in “7 (1.35)”.
pub(super) fn level(grid: &VoxelGrid, at: u16) -> String {
    format!("{at} ({})", rounded(grid.height(at.into()), 3))
}

/// A top in its column, as in “top 7 of column (3, 4)”.
pub(super) fn top(at: u16, (column, row): (u32, u32)) -> String {
    format!("top {at} of column ({column}, {row})")
}

/// Where the column on a side lies, as seen from above.
pub(super) fn side(heading: Heading) -> &'static str {
    match heading {
        Heading::Left => "to its left",
        Heading::Down => "in the row below",
        Heading::Right => "to its right",
        Heading::Up => "in the row above",
    }
}

impl<R: SpanRule> Sift<R> {
    /// The top of the span that an event is about.
    pub(super) fn top(&self, event: &SpanEvent<R::Why>) -> String {
        top(self.given().all()[event.span() as usize].high, self.given().column_of(event.span()))
    }

    /// What all events of spans have.
    pub(super) fn span_facts(&self, event: &SpanEvent<R::Why>) -> Vec<Fact> {
        let (span, (column, row)) = (self.given().all()[event.span() as usize], self.given().column_of(event.span()));
        let grid = self.grid();
        vec![
            Fact::new("column", format!("({column}, {row})")),
            Fact::new("span", format!("from {} to {}", level(grid, span.low), level(grid, span.high))),
        ]
    }

    /// What an event did to a column, if it is about a span of it.
    pub(super) fn touched(
        &self,
        event: &SpanEvent<R::Why>,
        thing: Thing,
        changed: &'static str,
    ) -> Option<&'static str> {
        let (column, row) = self.given().column_of(event.span());
        let word = match event {
            SpanEvent::Changed { .. } => changed,
            SpanEvent::Kept { .. } => "kept",
        };
        (thing == Thing::Cell(column, row)).then_some(word)
    }

    /// How far an agent can step up or down.
    pub(super) fn climb(&self) -> String {
        voxels(self.grid(), self.agent().climb)
    }
}

/// A text that begins a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut symbols = text.chars();
    symbols.next().map_or_else(String::new, |it| it.to_uppercase().chain(symbols).collect())
}
