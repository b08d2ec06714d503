//! What the commands print.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use serde::Serialize;

use crate::{
    debugger::{
        BakeReport, Compared, Halt, Lane, PathReport, Recited, StageSizes, StageTimes, Through, WalkReport,
        WalkerReport,
    },
    geometry::{ROUNDING, Spot, aligned, rounded, signed},
    io::{Difference, InputError, Scenario, VisibleJson, visible},
    maze::Maze,
    record::Level,
    search::{Outcome, Overestimate},
    trace::Condition,
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
    /// Files are wrong.
    WrongFiles(Vec<InputError>),
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

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Cancelled => Self::Wrong("cancelled".to_owned()),
            Halt::Refused(message) => Self::Wrong(message),
        }
    }
}

/// Writes something as JSON over several lines.
pub(super) fn json(out: &mut impl Write, it: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer_pretty(VisibleJson(&mut *out), it).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Writes something as JSON in one line.
pub(super) fn json_line(out: &mut impl Write, it: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(VisibleJson(&mut *out), it).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// At most this many violations are listed one by one.
const LISTED: usize = 20;

/// What was given, in a line.
fn given(maze: &Maze) -> String {
    let floor = if maze.has_cells() { format!(", {} of them floor", maze.floor().count()) } else { String::new() };
    maze.told() + &floor
}

/// What became of a triangulation.
fn triangulated(out: &mut impl Write, report: &BakeReport) -> Result<(), Failure> {
    let left_out = match report.skipped {
        0 => String::new(),
        skipped => format!(", {skipped} left out"),
    };
    if report.rectangles > 0 {
        writeln!(out, "  rectangles {:>9}", report.rectangles)?;
    }
    writeln!(out, "  vertices   {:>9}  ({} lie on others{left_out})", report.vertices, report.merged)?;
    writeln!(out, "  triangles  {:>9}", report.triangles)?;
    writeln!(out, "  walkable   {:>9}  ({} edges between them closed)", report.walkable, report.closed_edges)?;
    writeln!(out, "  polygons   {:>9}", report.polygons)?;
    writeln!(out, "  islands    {:>9}", report.islands)?;
    Ok(())
}

/// What became of a surface, stage by stage.
fn outlined(out: &mut impl Write, report: &BakeReport, area: f64) -> Result<(), Failure> {
    for StageSizes { stage, sizes } in &report.sizes {
        let sizes: Vec<String> = sizes.iter().map(|(word, size)| format!("{word} {size}")).collect();
        writeln!(out, "  {stage:<11} {}", sizes.join(", "))?;
    }
    writeln!(out, "  polygons   {:>9}  ({} square units in plan)", report.polygons, rounded(area, 2))?;
    writeln!(out, "  components {:>9}", report.islands)?;
    if !report.kinds.is_empty() {
        let kinds: Vec<String> =
            report.kinds.iter().enumerate().map(|(at, name)| format!("{at} {}", visible(name))).collect();
        writeln!(out, "  kinds        {}", kinds.join(", "))?;
    }
    for it in &report.rounding {
        writeln!(out, "  {:<12} counts as {}: {}", it.setting, it.counts_as(), it.told)?;
        if let Some(warning) = &it.warning {
            writeln!(out, "    note: {warning}")?;
        }
    }
    Ok(())
}

pub(super) fn bake(out: &mut impl Write, scenario: &Scenario, report: &BakeReport) -> Result<(), Failure> {
    writeln!(out, "{}: {}", visible(&scenario.name), given(&scenario.maze))?;
    match report.area {
        Some(area) => outlined(out, report, area)?,
        None => triangulated(out, report)?,
    }
    let times = &report.stages_ms;
    let ran: Vec<String> = times.ran().map(|(name, time)| format!("{name} {time:.1}")).collect();
    let (ran, checks) = (ran.join(", "), times.of(StageTimes::CHECKS));
    writeln!(out, "  time       {:>9.1} ms  ({ran}; checks {checks:.1} more)", report.elapsed_ms)?;
    writeln!(out, "  recorded   {:>9} events in {} bytes", report.events, report.event_bytes)?;
    writeln!(out, "  {}", report.verdict())?;
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

/// A part of a whole in percent, with its sign; nothing, where it comes from rounding.
pub(super) fn percent(part: f64, places: usize) -> String {
    let part = if part.abs() <= ROUNDING { 0.0 } else { part };
    format!("{} %", signed(part * 100.0, places))
}

/// Writes what came of a query: the path with its length, those who walked, and what the audit says.
pub(super) fn path(out: &mut impl Write, report: &PathReport) -> Result<(), Failure> {
    measured(out, report)?;
    if let Some(clearance) = report.clearance {
        writeln!(out, "  clearance {clearance:.6}")?;
    }
    if let Some(Overestimate { cell: (column, row), h, rest }) = report.overestimates() {
        writeln!(
            out,
            "  the heuristic overestimates: from cell ({column}, {row}) it takes {h:.6} where {rest:.6} are left"
        )?;
    }
    if let Some(no_path) = &report.no_path {
        writeln!(out, "  {}", no_path.text)?;
    }
    if let Some(it) = &report.walk {
        walked(out, it)?;
    }
    for (index, &at) in report.points.iter().enumerate() {
        writeln!(out, "  {:.6}", Spot::new(at, report.heights.get(index).copied()))?;
    }
    if report.points.is_empty() { Ok(()) } else { audited(out, report) }
}

/// How it ended, how long the path is, and by how much that exceeds the shortest.
fn measured(out: &mut impl Write, report: &PathReport) -> Result<(), Failure> {
    write!(out, "{}", report.outcome.name())?;
    let (length, best) = (report.length, report.gap.optimum);
    let [own, optimum] = [length.or(best).unwrap_or(0.0), best.or(length).unwrap_or(0.0)];
    let optimum = if (own - optimum).abs() <= ROUNDING * own { own } else { optimum };
    let [told_length, told_best] = aligned([own, optimum], 6);
    if report.length.is_some() {
        let through = if report.outcome == Outcome::Found { "" } else { " as a straight line all the same" };
        write!(out, "{through}: length {told_length}, {} corners, ", report.corners)?;
        match &report.through {
            Through::Grid { cells, .. } => write!(out, "{cells} cells, {} expanded", report.expansions)?,
            Through::Mesh { .. } | Through::Sight => {
                write!(out, "{} portals, {} triangles", report.portals(), report.triangle_ids().len())?;
            }
        }
    }
    writeln!(out)?;
    if best.is_some() {
        write!(out, "  optimum {told_best}")?;
        if let Some(excess) = report.gap.excess {
            write!(out, ": excess {}", percent(excess, 3))?;
            if let (Some(corridor), Some(funnel)) = (report.gap.corridor_excess, report.gap.funnel_excess) {
                write!(out, " (corridor {}, funnel {})", percent(corridor, 3), percent(funnel, 3))?;
            }
        }
        writeln!(out)?;
    }
    if let Some(it) = &report.weighed {
        writeln!(out, "  {}", it.told())?;
    }
    Ok(())
}

/// What became of those who walked.
fn walked(out: &mut impl Write, WalkReport { follower, steerer }: &WalkReport) -> Result<(), Failure> {
    for (name, it) in [("follower", follower), ("steerer", steerer)] {
        let Some(WalkerReport { outcome, seconds, walked, at }) = it else { continue };
        let (outcome, seconds) = (outcome.name(), rounded(*seconds, 4));
        writeln!(out, "  {name} {outcome} after {seconds} s and {walked:.6} cells, at {at:.6}")?;
    }
    Ok(())
}

/// Which rules a path breaks, and what else is odd about it.
fn audited(out: &mut impl Write, report: &PathReport) -> Result<(), Failure> {
    let segments = report.points.len() - 1;
    match report.audit.violations.len() {
        0 if segments == 0 => writeln!(out, "legal: it stays where it is")?,
        0 => writeln!(out, "legal: none of its {segments} segments breaks a rule")?,
        broken => writeln!(out, "illegal: {broken} of its {segments} segments break a rule")?,
    }
    for it in &report.audit.violations {
        writeln!(out, "  segment {} {} at {:.6}", it.segment, it.kind.text(), it.at)?;
    }
    for it in oddities(report) {
        writeln!(out, "{it}")?;
    }
    Ok(())
}

/// What is odd about a path besides the rules that it breaks, a sentence each.
pub(super) fn oddities(report: &PathReport) -> impl Iterator<Item = String> {
    let portals = match report.reversed_portals().len() {
        0 => None,
        1 => Some("1 portal was taken the wrong way round".to_owned()),
        count => Some(format!("{count} portals were taken the wrong way round")),
    };
    let corners = match report.needless_corners.len() {
        0 => None,
        1 => Some("1 corner is needless: without it the path would break no rule either".to_owned()),
        count => Some(format!("{count} corners are needless: without any one the path would break no rule either")),
    };
    [portals, corners].into_iter().flatten()
}

/// Writes whether a click came out as expected.
pub(super) fn expectation(out: &mut impl Write, name: &str, differences: &[Difference]) -> Result<(), Failure> {
    let told: Vec<String> = differences.iter().map(ToString::to_string).collect();
    let name = visible(name);
    match &told[..] {
        [] => writeln!(out, "as click “{name}” expects")?,
        _ => writeln!(out, "not as click “{name}” expects: {}", told.join(", "))?,
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

/// Writes a table of methods, a line each.
pub(super) fn compared(out: &mut impl Write, rows: &[Compared]) -> Result<(), Failure> {
    let percent = |it: Option<f64>| it.map_or_else(|| "–".to_owned(), |it| format!("{:+.2} %", it * 100.0));
    let cells = |it: Option<f64>| it.map_or_else(|| "–".to_owned(), |it| format!("{it:.4}"));
    let optimum = rows.iter().find_map(|it| it.gap.optimum);
    writeln!(out, "optimum {}", cells(optimum))?;
    writeln!(
        out,
        "{:<32} {:>11} {:>10} {:>10} {:>10} {:>7} {:>8} {:>9} {:>8} {:>9} {:>9}",
        "method",
        "length",
        "excess",
        "corridor",
        "funnel",
        "corners",
        "expanded",
        "clearance",
        "legal",
        "query ms",
        "bake ms"
    )?;
    for it in rows {
        if let Some(why) = &it.refused {
            writeln!(out, "{:<32} {:>11} {why}", it.method, it.outcome_name())?;
            continue;
        }
        let length = it.length.map_or_else(|| it.outcome_name().to_owned(), |it| format!("{it:.4}"));
        let legal = match (it.length, it.legal) {
            (None, _) => "–",
            (_, true) => "yes",
            (_, false) => "no",
        };
        writeln!(
            out,
            "{:<32} {length:>11} {:>10} {:>10} {:>10} {:>7} {:>8} {:>9} {legal:>8} {:>9.3} {:>9.1}",
            it.method,
            percent(it.gap.excess),
            percent(it.gap.corridor_excess),
            percent(it.gap.funnel_excess),
            it.corners,
            it.expansions,
            cells(it.clearance),
            it.query_ms,
            it.bake_ms,
        )?;
    }
    Ok(())
}

/// Writes the chosen events of a stage, a line each: moment, level, kind, sentence.
pub(super) fn trace(out: &mut impl Write, lane: &dyn Lane, choice: &Choice) -> Result<(), Failure> {
    let mut written = Ok(());
    lane.recite(choice.level, choice.condition.as_ref(), &mut |it| {
        let Recited { moment, level, kind, sentence } = it;
        written = writeln!(out, "{:<20} {:<9}  {kind:<12} {sentence}", moment.to_string(), level.name());
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Ok(written?)
}
