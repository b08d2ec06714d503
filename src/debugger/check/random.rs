//! Pseudo-random numbers and places, the same on every machine.
//!
//! Guy Steele, Doug Lea, Christine Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.

use crate::{
    geometry::Point,
    io::fnv,
    maze::{Cell, Maze},
};

/// A generator; its whole state is one number.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// Equal seeds and names give equal numbers.
    pub(super) fn new(seed: u64, name: &str) -> Self {
        Self(seed ^ fnv(name.as_bytes()))
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `end`; 0 if that is 0.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.bits() % (end as u64).max(1)).unwrap_or(0)
    }

    /// A fraction in eighths, from 0 to 1, or any.
    fn fraction(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "less than 2^53")]
        let number = |it: u64| it as f64;
        match self.below(2) {
            0 => number(self.bits() % 9) / 8.0,
            _ => number(self.bits() >> 11) / number(1 << 53),
        }
    }

    /// 0 or 1.
    fn end(&mut self) -> f64 {
        if self.below(2) == 0 { 0.0 } else { 1.0 }
    }

    /// A floor cell; none if there is none.
    fn floor_cell(&mut self, maze: &Maze) -> Option<Point> {
        let (columns, rows) = (maze.columns(), maze.rows());
        let is_floor = |&(column, row): &(usize, usize)| {
            let at = |it: usize| i64::try_from(it).unwrap_or(-1);
            maze.cell(at(column), at(row)) == Cell::Floor
        };
        let mut tries = (0..1000).map(|_| (self.below(columns), self.below(rows)));
        // Where there is little floor, any will do.
        let cell = tries.find(is_floor).or_else(|| maze.floor().next())?;
        #[expect(clippy::cast_precision_loss, reason = "cells number less than 2^52")]
        let corner = Point::new(cell.0 as f64, cell.1 as f64);
        Some(corner)
    }

    /// A place where a body of a radius may stand: a cell's centre, or, if any place will do, its corners, its sides and its inside
    /// too. None if there is none, or none was found.
    pub(super) fn place(&mut self, maze: &Maze, radius: f64, anywhere: bool) -> Option<Point> {
        for _ in 0..200 {
            let corner = self.floor_cell(maze)?;
            let (x, y) = match self.below(4) {
                // A corner of a cell, its side, or anywhere in it.
                0 if anywhere => (self.end(), self.end()),
                1 if anywhere => {
                    let (along, across) = (self.fraction(), self.end());
                    if self.below(2) == 0 { (along, across) } else { (across, along) }
                }
                2 if anywhere => (self.fraction(), self.fraction()),
                _ => (0.5, 0.5),
            };
            let place = Point::new(corner.x + x, corner.y + y);
            if maze.is_free(place, radius) {
                return Some(place);
            }
        }
        None
    }
}
