//! What may be walked on, whatever it is made of.
//!
//! Searches over polygons, string pulling, audits and walks ask nothing else of what was given. Cells are the first kind of world; what only
//! cells can answer (steps from cell to cell, rectangles, the wall cells next to a place) is asked of the [`Maze`] itself.

use std::fmt::Debug;

use super::{Maze, ViolationKind, audit_arc, audit_segment, audit_vertex};
use crate::geometry::{Bounds, CircularArc, Point, Spot};

/// What may be walked on by a body with a radius, whose centre goes along the paths. Outside its bounds there is nothing.
pub trait World: Debug + Send + Sync {
    /// Whether a body may stand in a place.
    fn is_free(&self, place: Spot, radius: f64) -> bool;

    /// Why a body can't stand in a place, as what comes behind "The start"; none if it can.
    fn hold_told(&self, place: Spot, radius: f64) -> Option<String>;

    /// The first rule that a segment breaks, if any, and where.
    fn audit_segment(&self, from: Spot, to: Spot, radius: f64) -> Option<(ViolationKind, Point)>;

    /// The first rule that an arc breaks, if any, and where.
    fn audit_arc(&self, arc: &CircularArc, radius: f64) -> Option<(ViolationKind, Point)>;

    /// Whether a path that bends at `corner` passes through a sealed corner there.
    fn audit_vertex(&self, before: Point, corner: Point, after: Point) -> bool;

    /// How far a segment stays from everything in the way, as far as that is below `up_to`. \[world units]
    fn clearance(&self, from: Spot, to: Spot, up_to: f64) -> f64;

    /// How far an arc stays from everything in the way, as far as that is below `up_to`. \[world units]
    fn clearance_of_arc(&self, arc: &CircularArc, up_to: f64) -> f64;

    /// The box around it.
    fn bounds(&self) -> Bounds;
}

impl World for Maze {
    fn is_free(&self, place: Spot, radius: f64) -> bool {
        self.is_free(place.at, radius)
    }

    fn hold_told(&self, place: Spot, radius: f64) -> Option<String> {
        self.hold_told(place.at, radius)
    }

    fn audit_segment(&self, from: Spot, to: Spot, radius: f64) -> Option<(ViolationKind, Point)> {
        audit_segment(self, from.at, to.at, radius)
    }

    fn audit_arc(&self, arc: &CircularArc, radius: f64) -> Option<(ViolationKind, Point)> {
        audit_arc(self, arc, radius)
    }

    fn audit_vertex(&self, before: Point, corner: Point, after: Point) -> bool {
        audit_vertex(self, before, corner, after)
    }

    fn clearance(&self, from: Spot, to: Spot, up_to: f64) -> f64 {
        self.clearance(from.at, to.at, up_to)
    }

    fn clearance_of_arc(&self, arc: &CircularArc, up_to: f64) -> f64 {
        self.clearance_of_arc(arc, up_to)
    }

    fn bounds(&self) -> Bounds {
        self.bounds()
    }
}
