//! Results for people: nothing but a line where all is well, and else what is not, line by line.

use std::io::Write;

use anstyle::{AnsiColor, Style};

use super::Results;
use crate::{
    cli::output::{Failure, oddities, percent},
    debugger::check::{Change, Departure, Difference, Since, Tested, Verdict, departure},
    geometry::{aligned, rounded},
    io::{Expect, visible},
};

/// At most so many tests that have not failed are listed.
const LISTED: usize = 20;

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const NEWS: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().dimmed();

/// What a test is held against, if that is written down.
pub(super) fn expected<'r>(results: &'r Results, it: &Tested) -> Option<&'r Expect> {
    let scenario = &results.suite(it).scenario;
    let click = &scenario.clicks[it.test.click];
    let Some(variant) = it.test.variant.map(|it| &scenario.variants[it]) else { return click.expect.as_ref() };
    let under = click.expect_under.iter().find(|it| it.0 == variant.name).map(|it| &it.1);
    under.or_else(|| click.expect.as_ref().filter(|_| variant.must_agree))
}

/// Where a path first leaves the one that was kept of its click.
pub(super) fn departure_of(results: &Results, it: &Tested) -> Option<Departure> {
    let click = &results.suite(it).scenario.clicks[it.test.click];
    departure(&click.kept.points, &it.checked.report.as_ref()?.points)
}

/// What is to be said of a test, a line each.
pub(super) fn details(results: &Results, place: usize) -> Vec<String> {
    let it = &results.tested[place];
    let mut lines: Vec<String> = match &it.checked.verdict {
        Verdict::Passed => return Vec::new(),
        Verdict::New => vec!["nothing is expected of it yet (--bless writes down what came out)".to_owned()],
        Verdict::TimedOut => vec!["it took longer than --timeout allows".to_owned()],
        Verdict::Trouble(message) => vec![message.clone()],
        Verdict::Shown(differences) if differences.is_empty() => {
            vec!["as under the scenario's own settings".to_owned()]
        }
        Verdict::Failed(differences) | Verdict::Shown(differences) => {
            let tolerance = expected(results, it).map_or(Expect::TOLERANCE, |it| it.tolerance);
            differences.iter().map(|it| difference(it, tolerance)).collect()
        }
    };
    let Some(report) = &it.checked.report else { return lines };
    if matches!(it.checked.verdict, Verdict::Failed(_)) {
        if let (Some(excess), Some(optimum)) = (report.gap.excess, report.gap.optimum) {
            lines.push(format!("{} over the optimum of {}", percent(excess, 3), rounded(optimum, 6)));
        }
        lines.extend(departure_of(results, it).map(|it| it.to_string()));
        if let Some(no_path) = &report.no_path {
            lines.push(no_path.text.clone());
        }
        lines.extend(oddities(report));
        if let Some(picture) = &results.pictures[place] {
            lines.push(format!("picture: {}", picture.display()));
        }
    }
    lines
}

/// A difference, with how large it is: in as many digits as show that the tolerance was not enough.
fn difference(it: &Difference, tolerance: f64) -> String {
    match it {
        Difference::Length { expected, actual: Some(actual) } => {
            let off = actual - expected;
            let [size, ..] = aligned([off.abs(), tolerance, 0.0], 6);
            format!("{it} ({}{size})", if off < 0.0 { "-" } else { "+" })
        }
        _ => it.to_string(),
    }
}

fn lengths(results: &Results, it: &Tested) -> String {
    let report = it.checked.report.as_ref();
    let is = report.and_then(|it| it.length);
    let outcome = |it: Option<crate::search::Outcome>, none: &'static str| it.map_or(none, |it| it.name()).to_owned();
    let other_now = || outcome(report.map(|it| it.outcome), "–");
    match expected(results, it) {
        Some(Expect { outcome: other, length: was, .. }) if it.checked.verdict.is_bad() => {
            let [was_text, is_text] = aligned([was.or(is).unwrap_or(0.0), is.or(*was).unwrap_or(0.0)], 4);
            let was = was.map_or_else(|| outcome(*other, "any"), |_| was_text);
            format!("{was} → {}", is.map_or_else(other_now, |_| is_text))
        }
        _ => is.map_or_else(other_now, |it| aligned([it], 4).concat()),
    }
}

/// Writes all that is worth a look, and how many there are of each.
pub(super) fn write(out: &mut impl Write, results: &Results) -> Result<(), Failure> {
    let rows: Vec<usize> =
        (0..results.tested.len()).filter(|&it| results.tested[it].checked.verdict != Verdict::Passed).collect();
    if !rows.is_empty() {
        writeln!(out, "{:<10} {:<26} {:>10} {:>8}  test", "verdict", "length", "excess", "corners")?;
    }
    let mut calm = 0;
    for place in rows {
        let it = &results.tested[place];
        let verdict = &it.checked.verdict;
        calm += usize::from(!verdict.is_bad());
        if calm > LISTED && !verdict.is_bad() {
            continue;
        }
        let style = if verdict.is_bad() { BAD } else { NEWS };
        let report = it.checked.report.as_ref();
        let excess = report.and_then(|it| it.gap.excess);
        let excess = excess.map_or_else(|| "–".to_owned(), |it| percent(it, 2));
        let corners = report.filter(|it| it.length.is_some());
        let corners = corners.map_or_else(|| "–".to_owned(), |it| it.corners.to_string());
        let (lengths, name) = (lengths(results, it), results.name(it));
        let name = visible(&name);
        write!(out, "{style}{:<10}{style:#} {lengths:<26} {excess:>10} {corners:>8}  {name}", verdict.name())?;
        let lines = details(results, place);
        if verdict.is_bad() {
            writeln!(out)?;
            for line in lines {
                writeln!(out, "{:11}{}", "", visible(&line))?;
            }
        } else {
            writeln!(out, "  {FAINT}{}{FAINT:#}", visible(&lines.join("; ")))?;
        }
    }
    if calm > LISTED {
        writeln!(out, "{FAINT}… and {} more that are new or shown (all with --json){FAINT:#}", calm - LISTED)?;
    }
    for note in results.left_out.lines().iter().chain(&results.notes) {
        writeln!(out, "{FAINT}{}{FAINT:#}", visible(note))?;
    }
    summary(out, results)
}

fn summary(out: &mut impl Write, results: &Results) -> Result<(), Failure> {
    let bad = [("failed", "failed"), ("timed-out", "timed out"), ("trouble", "could not be run")];
    let calm = [("new", "new"), ("shown", "shown")];
    let count = |(verdict, text): &(&str, &str)| {
        let count = results.count(verdict);
        (count > 0).then(|| format!(", {count} {text}"))
    };
    let bad: String = bad.iter().filter_map(count).collect();
    let calm: String = calm.iter().filter_map(count).collect();
    let tests = results.left_out.told(results.tested.len(), "test");
    let passed = results.count("passed");
    writeln!(out, "{tests}: {GOOD}{passed} passed{GOOD:#}{BAD}{bad}{BAD:#}{NEWS}{calm}{NEWS:#}")?;
    Ok(())
}

/// Writes what has changed since a baseline.
pub(super) fn write_since(out: &mut impl Write, since: &Since) -> Result<(), Failure> {
    for Change { name, harm, lines, .. } in &since.changes {
        let style = if harm.is_worse() { BAD } else { NEWS };
        writeln!(out, "{style}{:<18}{style:#} {}", harm.name(), visible(name))?;
        for line in lines {
            writeln!(out, "{:19}{}", "", visible(line))?;
        }
    }
    let worse = since.changes.iter().filter(|it| it.harm.is_worse()).count();
    let style = if worse > 0 { BAD } else { GOOD };
    let changed = since.changes.len();
    writeln!(
        out,
        "since the baseline: {} the same, {changed} changed, {style}{worse} of them for the worse{style:#}",
        since.same
    )?;
    Ok(())
}
