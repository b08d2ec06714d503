//! What was given: a rectangle of cells and where the walls are, or level geometry.

mod blocks;
pub mod brush;
mod cell;
mod change;
mod clearance;
mod end;
mod free;
mod level;
mod regions;
mod room;
mod step;
mod walls;
mod world;

pub use blocks::CellHeights;
pub use cell::{Cell, Storey};
pub use change::{Stretch, cell_centre};
pub use end::End;
pub use free::Hold;
pub use level::{Level, LevelTriangle};
pub use regions::Regions;
pub use room::Room;
pub use step::{CornerRule, Direction, DirectionSet, Hindrance};
pub use walls::{Violation, ViolationKind, audit_arc, audit_segment, audit_vertex, is_enough, is_legal_segment};
pub use world::World;

use std::sync::Arc;

use crate::geometry::{Bounds, Point};

/// A rectangle of cells; cell (column, row) covers \[column, column + 1] × \[row, row + 1]. Outside everything is wall. Cells may have
/// heights, and there may be other floors above them: that is a painted level. Or level geometry, and then there are no cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Maze {
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
    /// How high the ground of the first floor lies where it is not raised. \[world units]
    pub height: f64,
    /// The floors above the first, from the lowest on.
    above: Vec<Storey>,
    /// What was given instead of cells.
    level: Option<Arc<Level>>,
    /// Where the file says to start, if it does: in the middle of a floor cell.
    pub start: Option<Point>,
    /// Where the file says to go, if it does: in the middle of another.
    pub goal: Option<Point>,
}

impl Maze {
    /// A maze from its rows; short rows are filled up with wall.
    #[must_use]
    pub fn from_rows(rows: &[Vec<Cell>]) -> Self {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut cells = Vec::with_capacity(columns * rows.len());
        for row in rows {
            cells.extend_from_slice(row);
            cells.extend(std::iter::repeat_n(Cell::Wall, columns - row.len()));
        }
        let rows = if columns == 0 { 0 } else { rows.len() };
        Self { columns, rows, cells, height: 0.0, above: Vec::new(), level: None, start: None, goal: None }
    }

    /// Level geometry, without cells.
    #[must_use]
    pub fn of_level(level: Level) -> Self {
        Self { level: Some(Arc::new(level)), ..Self::from_rows(&[]) }
    }

    /// Whether there are cells, and not level geometry instead.
    #[must_use]
    pub fn has_cells(&self) -> bool {
        self.level.is_none()
    }

    /// The level geometry that was given instead of cells.
    #[must_use]
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.level.as_ref()
    }

    /// What there is of it, in few words.
    #[must_use]
    pub fn told(&self) -> String {
        match &self.level {
            Some(level) => level.told(),
            None if self.above.is_empty() => format!("{} × {} cells", self.columns, self.rows),
            None => format!("{} floors of {} × {} cells", self.storeys(), self.columns, self.rows),
        }
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The cell in a column and row; wall outside the maze.
    #[inline]
    #[must_use]
    pub fn cell(&self, column: i64, row: i64) -> Cell {
        match (usize::try_from(column), usize::try_from(row)) {
            (Ok(column), Ok(row)) if column < self.columns && row < self.rows => {
                self.cells[row * self.columns + column]
            }
            _ => Cell::Wall,
        }
    }

    /// Whether the cell in a column and row is wall, or nothing.
    #[inline]
    #[must_use]
    pub fn is_wall(&self, column: i64, row: i64) -> bool {
        !self.cell(column, row).is_floor()
    }

    /// Columns and rows of the cells of the first floor on which one can stand, row by row.
    pub fn floor(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| cell.is_floor())
            .map(|(index, _)| (index % self.columns, index / self.columns))
    }

    /// The box around all cells, or around the level geometry.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        if let Some(level) = &self.level {
            return level.bounds();
        }
        Bounds { min: Point::default(), max: Point::new(to_f64(self.columns), to_f64(self.rows())) }
    }

    /// The columns and rows of all cells whose closed square touches the box, as far as they are in the maze or next to it.
    pub fn cells_touching(&self, area: Bounds) -> impl Iterator<Item = (i64, i64)> + use<> {
        let Bounds { max, .. } = self.bounds();
        let [left, right] = [(area.min.x - 1.0).ceil().max(-1.0), area.max.x.min(max.x)].map(to_i64);
        let [top, bottom] = [(area.min.y - 1.0).ceil().max(-1.0), area.max.y.min(max.y)].map(to_i64);
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| (column, row)))
    }

    /// Whether no wall touches the box.
    #[must_use]
    pub fn is_open(&self, area: Bounds) -> bool {
        let within = area.min.x > 0.0 && area.min.y > 0.0 && area.touches(self.bounds());
        within && self.cells_touching(area).all(|(column, row)| !self.is_wall(column, row))
    }
}

/// The square that a cell covers.
#[must_use]
pub fn cell_bounds(column: i64, row: i64) -> Bounds {
    let [x, y] = [column, row].map(from_i64);
    Bounds { min: Point::new(x, y), max: Point::new(x + 1.0, y + 1.0) }
}

/// The corners of a cell, turning right: top left, top right, bottom right, bottom left.
#[must_use]
pub fn cell_corners(column: i64, row: i64) -> [Point; 4] {
    let Bounds { min, max } = cell_bounds(column, row);
    [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)]
}

#[expect(clippy::cast_precision_loss, reason = "cells number less than 2^52")]
fn to_f64(cells: usize) -> f64 {
    cells as f64
}

#[expect(clippy::cast_precision_loss, reason = "cells number less than 2^52")]
fn from_i64(cells: i64) -> f64 {
    cells as f64
}

/// The cell that a coordinate lies in; far outside, some cell far outside.
#[expect(clippy::cast_possible_truncation, reason = "saturates, which is as good as any cell outside")]
#[inline]
#[must_use]
pub fn to_i64(coordinate: f64) -> i64 {
    // Cutting off and mending what lies below zero is several times as fast as `floor`.
    let cut = coordinate as i64;
    cut.saturating_sub(i64::from(from_i64(cut) > coordinate))
}
