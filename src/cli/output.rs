//! What the commands print.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use serde::Serialize;

use crate::{
    debugger::{BakeReport, PathReport, Track},
    io::{InputError, Scenario},
    record::{Event as _, Level},
    search::Outcome,
    trace::{Condition, Seen, Stage, Watch},
};

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// All is well.
    Good,
    /// Something was found.
    Bad,
}

impl Finding {
    pub(super) fn good_if(good: bool) -> Self {
        if good { Self::Good } else { Self::Bad }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(super) enum Failure {
    /// The input is wrong.
    Wrong(String),
    /// Whoever read the output has seen enough.
    PipeClosed,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::Wrong(format!("the output can't be written: {error}")),
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Wrong(error.to_string())
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Wrong(message)
    }
}

/// Writes something as JSON over several lines.
pub(super) fn json(out: &mut impl Write, it: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, it).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Writes something as JSON in one line.
pub(super) fn json_line(out: &mut impl Write, it: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, it).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// At most this many violations are listed one by one.
const LISTED: usize = 20;

pub(super) fn bake(out: &mut impl Write, scenario: &Scenario, report: &BakeReport) -> Result<(), Failure> {
    let maze = &scenario.maze;
    writeln!(
        out,
        "{}: {} × {} cells, {} of them floor",
        scenario.name,
        maze.columns(),
        maze.rows(),
        maze.floor().count()
    )?;
    let left_out = match report.skipped {
        0 => String::new(),
        skipped => format!(", {skipped} left out"),
    };
    writeln!(out, "  vertices   {:>9}  ({} lie on others{left_out})", report.vertices, report.merged)?;
    writeln!(out, "  triangles  {:>9}", report.triangles)?;
    writeln!(out, "  walkable   {:>9}  ({} edges between them closed)", report.walkable, report.closed_edges)?;
    writeln!(out, "  islands    {:>9}", report.islands)?;
    let times = &report.stages_ms;
    writeln!(
        out,
        "  time       {:>9.1} ms  (samples {:.1}, triangulate {:.1}, filter {:.1}; checks {:.1} more)",
        report.elapsed_ms, times.samples, times.triangulate, times.filter, times.checks
    )?;
    writeln!(out, "  recorded   {:>9} events in {} bytes", report.events, report.event_bytes)?;
    match report.violations.len() {
        0 => writeln!(out, "  no violations")?,
        count => writeln!(out, "  {count} violations:")?,
    }
    for it in report.violations.iter().take(LISTED) {
        let triangle = it.triangle.map_or_else(String::new, |it| format!("triangle {it}, "));
        writeln!(out, "    {} ({triangle}at {})", it.kind.text(), it.at)?;
    }
    if report.violations.len() > LISTED {
        writeln!(out, "    … and {} more (all with --json)", report.violations.len() - LISTED)?;
    }
    if !report.findings.is_empty() {
        writeln!(out, "  good to know:")?;
    }
    for it in report.findings.iter().take(LISTED) {
        writeln!(out, "    {}: {} (at {})", it.kind.name(), it.text, it.at)?;
    }
    if report.findings.len() > LISTED {
        writeln!(out, "    … and {} more (with --json)", report.findings.len() - LISTED)?;
    }
    Ok(())
}

pub(super) fn path(out: &mut impl Write, report: &PathReport) -> Result<(), Failure> {
    write!(out, "{}", report.outcome.name())?;
    if let Some(length) = report.length {
        let through = if report.outcome == Outcome::Found { "" } else { " as a straight line all the same" };
        write!(
            out,
            "{through}: length {length:.6}, {} corners, {} portals, {} triangles",
            report.corners, report.portals, report.triangles
        )?;
    }
    writeln!(out)?;
    if let Some(no_path) = &report.no_path {
        writeln!(out, "  {}", no_path.text)?;
    }
    for point in &report.points {
        writeln!(out, "  {point:.6}")?;
    }
    if report.points.is_empty() {
        return Ok(());
    }
    let segments = report.points.len() - 1;
    match report.audit.violations.len() {
        0 => writeln!(out, "legal: none of its {segments} segments breaks a rule")?,
        broken => writeln!(out, "illegal: {broken} of its {segments} segments break a rule")?,
    }
    for it in &report.audit.violations {
        writeln!(out, "  segment {} {} at {:.6}", it.segment, it.kind.text(), it.at)?;
    }
    match report.reversed_portals.len() {
        0 => (),
        1 => writeln!(out, "1 portal was taken the wrong way round")?,
        count => writeln!(out, "{count} portals were taken the wrong way round")?,
    }
    match report.needless_corners.len() {
        0 => (),
        1 => writeln!(out, "1 corner is needless: without it the path would break no rule either")?,
        count => writeln!(out, "{count} corners are needless: without any one the path would break no rule either")?,
    }
    Ok(())
}

/// Writes whether a click came out as expected.
pub(super) fn expectation(out: &mut impl Write, name: &str, differences: &[String]) -> Result<(), Failure> {
    match differences {
        [] => writeln!(out, "as click “{name}” expects")?,
        _ => writeln!(out, "not as click “{name}” expects: {}", differences.join(", "))?,
    }
    Ok(())
}

/// Which events to tell.
pub(super) struct Choice {
    /// The finest level.
    pub(super) level: Level,
    /// What they must meet.
    pub(super) condition: Option<Condition>,
}

/// Writes the chosen events of a stage, a line each: moment, level, kind, sentence.
pub(super) fn trace<M: Stage>(out: &mut impl Write, track: &Track<M>, choice: &Choice) -> Result<(), Failure> {
    let Choice { level, condition } = choice;
    let observes = condition.as_ref().is_none_or(|it| it.wants_observations(M::NAME));
    let mut failure = None;
    let visit = |model: &M, seen: Seen<'_, M::Event>| {
        let event = seen.event;
        if event.level() > *level || condition.as_ref().is_some_and(|it| !it.matches(model, &seen)) {
            return ControlFlow::Continue(());
        }
        let (moment, sentence) = (seen.moment.to_string(), model.sentence(event));
        let written = writeln!(out, "{moment:<20} {:<9}  {:<12} {sentence}", event.level().name(), M::kind(event));
        written.map_or_else(
            |error| {
                failure = Some(error);
                ControlFlow::Break(())
            },
            ControlFlow::Continue,
        )
    };
    let scanned = track.replay().recording().scan(*level >= Level::Edit && observes, &Watch::default(), visit);
    debug_assert_eq!(scanned.is_break(), failure.is_some(), "nothing else stops it");
    failure.map_or(Ok(()), |error| Err(error.into()))
}
