//! A finished path, held against the walls, piece by piece: exactly for segments, within 1e-9 for arcs.
//!
//! What is called a segment here is any piece of the path; a path without arcs has no others.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::course::{Course, Piece};
use crate::{
    geometry::{Point, Spot, on_segment},
    maze::{Violation, ViolationKind, World},
    record::{Event, Recorder, Replayable, Sink},
};

/// What the audit found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum AuditEvent {
    /// A segment breaks no rule, nor does the bend at its beginning.
    Passed {
        /// Its index.
        segment: u32,
    },
    /// A segment, or the bend at its beginning, breaks a rule.
    Broke {
        /// Which one, and where.
        violation: Violation,
    },
}

impl Event for AuditEvent {}

/// The segments looked at so far.
#[derive(Clone, Debug)]
pub struct Audit {
    world: Arc<dyn World>,
    course: Arc<Course>,
    radius: f64,
    done: usize,
    violations: Vec<Violation>,
}

impl PartialEq for Audit {
    fn eq(&self, other: &Self) -> bool {
        (self.done, &self.violations) == (other.done, &other.violations)
    }
}

impl Audit {
    /// Nothing looked at yet, of a path without arcs.
    #[must_use]
    pub fn new(world: Arc<dyn World>, path: &[Point], radius: f64) -> Self {
        Self::of(world, Arc::new(Course::of_points(path)), radius)
    }

    /// Nothing looked at yet.
    #[must_use]
    pub fn of(world: Arc<dyn World>, course: Arc<Course>, radius: f64) -> Self {
        Self { world, course, radius, done: 0, violations: Vec::new() }
    }

    /// The path.
    #[must_use]
    pub fn course(&self) -> &Arc<Course> {
        &self.course
    }

    /// The least distance of the whole path from any wall, zero where it touches one; none without a path. \[cells]
    #[must_use]
    pub fn clearance(&self) -> Option<f64> {
        self.course.clearance(&*self.world)
    }

    /// How many segments were looked at.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// What was found, at most one violation a segment.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// What is wrong with a segment or the bend at its beginning.
    fn look_at(&self, segment: usize) -> Option<Violation> {
        let piece = &self.course.pieces()[segment];
        let bend = segment.checked_sub(1).filter(|&before| match (&self.course.pieces()[before], piece) {
            (Piece::Segment { from, .. }, Piece::Segment { from: corner, to }) => {
                self.world.audit_vertex(*from, *corner, *to)
            }
            _ => false,
        });
        let (kind, at) = match bend {
            Some(_) => (ViolationKind::ThroughSealedCorner, piece.from()),
            None => self.course.audit(segment, &*self.world, self.radius)?,
        };
        Some(Violation { kind, segment, at })
    }
}

impl Replayable for Audit {
    type Event = AuditEvent;

    fn apply(&mut self, event: &AuditEvent, _: &[u32]) {
        self.done += 1;
        if let AuditEvent::Broke { violation } = event {
            self.violations.push(*violation);
        }
    }

    fn revert(&mut self, event: &AuditEvent, _: &[u32]) {
        self.done -= 1;
        if let AuditEvent::Broke { .. } = event {
            self.violations.pop();
        }
    }
}

/// The corners of a path that it could do without: it goes straight on there, or the way from the corner before to the corner
/// behind breaks no rule either. Counted from 1, for 0 is the start.
#[must_use]
pub fn needless_corners(world: &dyn World, path: &[Spot], radius: f64) -> Vec<u32> {
    let is_needless = |corner: &usize| {
        let (before, here, after) = (path[corner - 1], path[*corner], path[corner + 1]);
        if on_segment(before.at, after.at, here.at) {
            return true;
        }
        let bends_before = *corner > 1 && world.audit_vertex(path[corner - 2].at, before.at, after.at);
        let bends_behind = path.get(corner + 2).is_some_and(|&next| world.audit_vertex(before.at, after.at, next.at));
        !bends_before && !bends_behind && world.audit_segment(before, after, radius).is_none()
    };
    let corners = (1..path.len().saturating_sub(1)).filter(is_needless);
    corners.map(|it| u32::try_from(it).unwrap_or(u32::MAX)).collect()
}

/// Looks at whatever segments were not looked at yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn audit<S: Sink<AuditEvent>>(audit: &mut Recorder<Audit, S>) -> ControlFlow<()> {
    for segment in audit.done..audit.course.pieces().len() {
        let event = match audit.look_at(segment) {
            None => AuditEvent::Passed { segment: u32::try_from(segment).unwrap_or(u32::MAX) },
            Some(violation) => AuditEvent::Broke { violation },
        };
        audit.commit(event)?;
    }
    ControlFlow::Continue(())
}
