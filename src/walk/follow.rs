//! A path with its milestones, so that a place on it is found by how far along it lies.

use std::sync::Arc;

use crate::{
    geometry::Point,
    pull::{Course, Piece},
};

/// A path with its milestones.
#[derive(Clone, Debug)]
pub struct Ruler {
    course: Arc<Course>,
    start: Point,
    /// How far along the path each of its pieces ends. \[cells]
    ends: Vec<f64>,
}

impl Ruler {
    /// Measures a path; nothing if it has no start.
    #[must_use]
    pub fn new(course: Arc<Course>) -> Option<Self> {
        let start = *course.points().first()?;
        let mut length = 0.0;
        let mut milestone = |piece: &Piece| {
            length += piece.length();
            length
        };
        let ends = course.pieces().iter().map(&mut milestone).collect();
        Some(Self { course, start, ends })
    }

    /// The path.
    #[must_use]
    pub fn course(&self) -> &Arc<Course> {
        &self.course
    }

    /// How long it is. \[cells]
    #[must_use]
    pub fn length(&self) -> f64 {
        self.ends.last().copied().unwrap_or(0.0)
    }

    /// The place so far along the path; its end if that is further than it goes. \[cells; exact at both ends]
    #[must_use]
    pub fn at(&self, distance: f64) -> Point {
        let index = self.ends.partition_point(|&end| end <= distance);
        let Some(piece) = self.course.pieces().get(index) else {
            return self.course.pieces().last().map_or(self.start, Piece::to);
        };
        let before = index.checked_sub(1).map_or(0.0, |it| self.ends[it]);
        // The piece is longer than what is left, so not 0 long.
        let fraction = ((distance - before) / (self.ends[index] - before)).clamp(0.0, 1.0);
        match piece {
            Piece::Segment { from, to } => from.towards(*to, fraction),
            Piece::Arc(arc) => arc.at(fraction),
        }
    }
}
