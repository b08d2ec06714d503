//! The audit, told.

use std::ops::ControlFlow;

use super::{Beside, Part, Quantity, Rule, StageName, Thing, kind::kinds, quantity::count, stage::Stage};
use crate::{
    maze::ViolationKind,
    pull::{Audit, AuditEvent, Piece, audit},
    record::{Recorder, Sink},
};

impl Stage for Audit {
    const NAME: StageName = StageName::Audit;

    const WORD: &'static str = "audit";

    const PART: Part = Part::Path;

    const BESIDE: &'static [Beside] = &[Beside::Walkable, Beside::Optimum];

    const STEPS: &'static [&'static str] = &[
        "for each segment of the path, arcs around corners among them",
        "  if the bend at its beginning leads between two walls that meet in a corner",
        "    a rule is broken there",
        "  else if it enters a wall, or passes between two that meet in a corner",
        "    a rule is broken there",
        "  else if it comes nearer to a wall than the agent's radius",
        "    a rule is broken there",
        "  else",
        "    the segment is good",
    ];

    kinds! { AuditEvent {
        AuditEvent::Passed { .. } => change("passed", Operation, 8),
        AuditEvent::Broke { violation } if violation.kind == ViolationKind::TooClose => change("broke", Operation, 6),
        AuditEvent::Broke { .. } => change("broke", Operation, 4),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::Segment, Quantity::Length];

    const RULES: &'static [Rule] = &[Rule::PathInWall];

    fn run<S: Sink<AuditEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        audit(recorder)
    }

    fn brief(&self, event: &AuditEvent) -> String {
        match *event {
            AuditEvent::Passed { segment } => format!("segment {segment}"),
            AuditEvent::Broke { violation } => format!("segment {} {}", violation.segment, violation.kind.text()),
        }
    }

    fn is_fault(event: &AuditEvent) -> bool {
        matches!(event, AuditEvent::Broke { .. })
    }

    fn step(&self, event: &AuditEvent) -> usize {
        if let AuditEvent::Broke { violation } = event
            && violation.kind == ViolationKind::ThroughSealedCorner
            && violation.at == self.course().pieces()[violation.segment].from()
        {
            return 2;
        }
        Self::kind(event).step
    }

    fn sentence(&self, event: &AuditEvent) -> String {
        match *event {
            AuditEvent::Passed { segment } => {
                let piece = &self.course().pieces()[segment as usize];
                let around = match piece {
                    Piece::Segment { .. } => String::new(),
                    Piece::Arc(arc) => format!(" around {}", arc.centre),
                };
                format!("Segment {segment} from {} to {}{around} breaks no rule.", piece.from(), piece.to())
            }
            AuditEvent::Broke { violation } => {
                format!("Segment {} {} at {}.", violation.segment, violation.kind.text(), violation.at)
            }
        }
    }
    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Segment(_))
    }

    fn touch(&self, event: &AuditEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let Thing::Segment(it) = thing else { return None };
        let how = match event {
            AuditEvent::Passed { .. } => "passed",
            AuditEvent::Broke { .. } => "broke a rule",
        };
        (it as usize == segment_of(event)).then_some(how)
    }

    fn quantity(&self, event: &AuditEvent, which: Quantity) -> Option<f64> {
        let segment = segment_of(event);
        match which {
            Quantity::Segment => Some(count(segment)),
            Quantity::Length => Some(self.course().pieces()[segment].length()),
            _ => None,
        }
    }

    fn breaks(&self, event: &AuditEvent, rule: Rule) -> bool {
        rule == Rule::PathInWall && matches!(event, AuditEvent::Broke { .. })
    }
}

fn segment_of(event: &AuditEvent) -> usize {
    match *event {
        AuditEvent::Passed { segment } => segment as usize,
        AuditEvent::Broke { violation } => violation.segment,
    }
}
