//! What the commands print.

use std::io::{self, Write};

use serde::Serialize;

use crate::{
    debugger::{BakeReport, PathReport, Track},
    io::{InputError, Scenario},
    record::{Event as _, Level},
    search::Outcome,
    trace::Stage,
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
    match report.outcome {
        Outcome::Unreachable => {
            writeln!(out, "  no corridor of the sampled mesh joins start and goal; a finer one may (bake.samples)")?;
        }
        Outcome::OffMesh => {
            let message = "start or goal is on floor that the sampled mesh does not cover (bake.inset, bake.samples)";
            writeln!(out, "  {message}")?;
        }
        Outcome::Found | Outcome::StartInWall | Outcome::GoalInWall => (),
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

/// Writes a stage's events up to a level, a line each: moment, level, kind, sentence.
pub(super) fn trace<M: Stage>(out: &mut impl Write, track: &mut Track<M>, level: Level) -> Result<(), Failure> {
    let replay = track.replay_mut();
    let observations = if level >= Level::Edit { replay.all_observations(level) } else { Vec::new() };
    let mut observations = observations.into_iter().peekable();
    let mut line = |moment: String, event: &M::Event, model: &M| {
        let sentence = model.sentence(event);
        writeln!(out, "{moment:<20} {:<9}  {:<12} {sentence}", event.level().name(), M::kind(event))
    };
    replay.seek(0);
    loop {
        let at = replay.at();
        if let Some(event) = replay.event().filter(|it| it.level() <= level) {
            line(format!("{}:{at}", M::NAME.name()), event, replay.model())?;
        }
        while let Some((_, number, event)) = observations.next_if(|it| it.0 == at) {
            line(format!("{}:{at}.{number}", M::NAME.name()), &event, replay.model())?;
        }
        if at == replay.log().events().len() {
            return Ok(());
        }
        replay.seek(at + 1);
    }
}
