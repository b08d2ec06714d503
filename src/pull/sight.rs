//! Whether one point of a path over cells sees another.
//!
//! Exactly, it does if the segment between them breaks no rule for paths: the very rule that a finished path is held against,
//! so a line may graze a wall's corner, and a body needs clearance all along. Over the cells of Bresenham's line, as commonly
//! written, it does if none of them is wall: that passes over the corners of others and between two walls that meet in a corner,
//! may answer otherwise there and back, and knows of no body.
//!
//! Jack Bresenham, "Algorithm for computer control of a digital plotter", IBM Systems Journal 4 (1965), 25–30.

use super::Sight;
use crate::{
    geometry::{Bounds, Point},
    maze::{Maze, ViolationKind, audit_segment, cell_bounds, is_legal_segment, to_i64},
};

/// Whether `b` is in sight from `a`. \[`radius` ≥ 0]
#[must_use]
pub fn sees(maze: &Maze, a: Point, b: Point, radius: f64, sight: Sight) -> bool {
    match sight {
        Sight::Exact => is_legal_segment(maze, a, b, radius),
        Sight::Bresenham => {
            bresenham(maze.floor_at(a), maze.floor_at(b)).all(|(column, row)| !maze.is_wall(column, row))
        }
    }
}

/// The first wall that keeps `b` out of sight from `a`, if it is. \[`radius` ≥ 0]
#[must_use]
pub fn blocked_by(maze: &Maze, a: Point, b: Point, radius: f64, sight: Sight) -> Option<(i64, i64)> {
    match sight {
        Sight::Exact => audit_segment(maze, a, b, radius).and_then(|(kind, at)| match kind {
            ViolationKind::TooClose => maze.wall_too_near(at, radius),
            ViolationKind::EntersWall
            | ViolationKind::ThroughSealedCorner
            | ViolationKind::NoGround
            | ViolationKind::Jump => wall_beyond(maze, at, b),
        }),
        Sight::Bresenham => {
            bresenham(maze.floor_at(a), maze.floor_at(b)).find(|&(column, row)| maze.is_wall(column, row))
        }
    }
}

/// The wall at a place that whoever goes on towards `to` comes nearest to.
fn wall_beyond(maze: &Maze, at: Point, to: Point) -> Option<(i64, i64)> {
    let distance = at.distance(to);
    let ahead = if distance > 0.0 { at.towards(to, (1e-3 / distance).min(1.0)) } else { at };
    let walls = maze.cells_touching(Bounds { min: at, max: at }.grown(1e-9)).filter(|&(x, y)| maze.is_wall(x, y));
    let off = |&(column, row): &(i64, i64)| {
        let Bounds { min, max } = cell_bounds(column, row);
        ahead.distance_squared(min.middle(max))
    };
    walls.min_by(|one, other| off(one).total_cmp(&off(other)))
}

/// The cells of Bresenham's line between two cells, both included, as commonly written: with the sum of both errors, so that a
/// step may go across a corner.
pub fn bresenham(from: (i64, i64), to: (i64, i64)) -> impl Iterator<Item = (i64, i64)> {
    let (across, down) = ((to.0 - from.0).abs(), -(to.1 - from.1).abs());
    let (right, below) = (if from.0 < to.0 { 1 } else { -1 }, if from.1 < to.1 { 1 } else { -1 });
    let mut error = across + down;
    std::iter::successors(Some(from), move |&(mut column, mut row)| {
        if (column, row) == to {
            return None;
        }
        let twice = 2 * error;
        if twice >= down {
            error += down;
            column += right;
        }
        if twice <= across {
            error += across;
            row += below;
        }
        Some((column, row))
    })
}

impl Maze {
    /// A floor cell that a place lies in, the one to its right and below if it lies between some; else the cell of its coordinates.
    #[must_use]
    pub fn floor_at(&self, p: Point) -> (i64, i64) {
        let own = (to_i64(p.x), to_i64(p.y));
        let touching = || self.cells_touching(Bounds { min: p, max: p }).filter(|&(x, y)| !self.is_wall(x, y));
        if self.is_wall(own.0, own.1) { touching().last().unwrap_or(own) } else { own }
    }
}
