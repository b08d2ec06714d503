//! `navscope check --audit`: laws that need no expectations, tried on random places.

use std::{fmt::Write as _, io::Write};

use anstyle::{AnsiColor, Style};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde::Serialize;

use super::{
    json, junit,
    left_out::{LeftFile, LeftOut},
    options::CheckOptions,
    outputs::Outputs,
    progress_bar,
};
use crate::{
    cli::output::{self, Failure, Finding},
    debugger::check::{AuditPlan, Audited, Breach, Law, Options, Suite, audit as run},
    geometry::Point,
    io::{InputError, visible},
};

/// At most so many breaches of a law are listed for each maze.
const LISTED: usize = 5;

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const FAINT: Style = Style::new().dimmed();

/// Audits all suites.
pub(super) fn audit(
    options: &CheckOptions,
    suites: &[Suite],
    mut wrong: Vec<InputError>,
    left_out: Vec<LeftFile>,
    outputs: &mut Outputs,
) -> Result<Finding, Failure> {
    let CheckOptions { pairs, seed, partition, .. } = *options;
    let plan = AuditPlan { pairs, seed, filter: options.filter.clone(), partition };
    let how = Options { jobs: options.jobs, timeout: options.timeout, ..Options::default() };
    let (chosen, count) = plan.chosen(suites);
    let bar = progress_bar(chosen.len());
    let all = run(suites, &plan, &how, &|done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let left_out = LeftOut::of(count, partition, (chosen.len(), all.len()), left_out);
    outputs.write_junit(|| document((suites, &all), &wrong, &left_out));
    wrong.append(&mut outputs.unwritten);
    if options.json {
        let cases: Vec<Case<'_>> = all.iter().map(|it| case(suites, it)).collect();
        output::json(
            &mut std::io::stdout().lock(),
            &Document { errors: json::wrong(&wrong), left_out: &left_out, audits: cases },
        )?;
    } else {
        let mut out = anstream::AutoStream::auto(std::io::stdout().lock());
        table(&mut out, suites, &all, &left_out)?;
        out.flush()?;
    }
    super::say_wrong(&wrong, (suites.len(), count), options)?;
    let bad = all.iter().any(Audited::is_bad);
    if !bad && !all.is_empty() && all.iter().all(|it| it.tried == 0) {
        return Err(Failure::Wrong("no check was made: no maze has two places to go between".to_owned()));
    }
    Ok(Finding::good_if(!bad))
}

/// A breach as a click that can be kept.
fn click(it: &Breach) -> String {
    let place = |p: Point| format!("[{}, {}]", p.x, p.y);
    format!("[[click]]\nname = \"{}\"\nstart = {}\ngoal = {}", it.law.name(), place(it.start), place(it.goal))
}

fn table(out: &mut impl Write, suites: &[Suite], all: &[Audited], left_out: &LeftOut) -> Result<(), Failure> {
    let mut checks = 0;
    for it in all {
        checks += it.checks.iter().sum::<usize>();
        let style = if it.is_bad() { BAD } else { GOOD };
        let word = match it.checks.iter().sum::<usize>() {
            _ if it.broken != [0; 5] => "broken",
            _ if it.is_bad() => "stopped",
            0 => "nothing",
            _ => "holds",
        };
        write!(out, "{style}{word:<8}{style:#} {}:", visible(&it.name(suites)))?;
        for (law, count) in Law::ALL.iter().zip(it.checks) {
            let broken = it.broken[*law as usize];
            let broken = if broken > 0 { format!(" {BAD}({broken} broken){BAD:#}") } else { String::new() };
            write!(out, " {} {count}{broken}", law.name())?;
        }
        writeln!(out)?;
        for (law, excuse) in Law::ALL.iter().zip(it.excuses).filter(|it| it.1.is_some()) {
            writeln!(out, "         {FAINT}{} not asked: {}{FAINT:#}", law.name(), excuse.unwrap_or_default())?;
        }
        if let Some(message) = &it.trouble {
            writeln!(out, "         {}", visible(message))?;
        }
        for line in untried(it) {
            writeln!(out, "         {line}")?;
        }
        for law in Law::ALL {
            let broken: Vec<&Breach> = it.breaches.iter().filter(|it| it.law == law).collect();
            for breach in broken.iter().take(LISTED) {
                writeln!(out, "         {}: {}", law.name(), breach.text)?;
                for line in click(breach).lines() {
                    writeln!(out, "             {line}")?;
                }
            }
            let count = it.broken[law as usize];
            if count > LISTED {
                let most = count.min(Audited::MOST);
                writeln!(out, "         … and {} more (the first {most} with --json)", count - LISTED)?;
            }
        }
    }
    let bad = all.iter().filter(|it| it.broken != [0; 5]).count();
    let style = if bad > 0 { BAD } else { GOOD };
    for line in left_out.lines() {
        writeln!(out, "{FAINT}{line}{FAINT:#}")?;
    }
    let audits = left_out.told(all.len(), "audit");
    let stopped = match all.iter().filter(|it| it.broken == [0; 5] && it.is_bad()).count() {
        0 => String::new(),
        count => format!(", {BAD}{count} stopped before the end{BAD:#}"),
    };
    writeln!(out, "{audits}, {checks} checks: {style}{bad} with broken laws{style:#}{stopped}")?;
    Ok(())
}

/// Which pairs were not tried, and why.
fn untried(it: &Audited) -> impl Iterator<Item = String> {
    let pairs = it.tried + it.timed_out + it.without_place;
    let reasons = [
        (it.timed_out, "took longer than --timeout allows, or were not tried before that was over"),
        (it.without_place, "were not tried, for no place was found where the body may stand"),
    ];
    reasons.into_iter().filter(|it| it.0 > 0).map(move |(count, why)| format!("{count} of {pairs} pairs {why}"))
}

#[derive(Serialize)]
struct Document<'r> {
    errors: Vec<json::Wrong<'r>>,
    left_out: &'r LeftOut,
    audits: Vec<Case<'r>>,
}

#[derive(Serialize)]
struct Case<'r> {
    name: String,
    file: &'r str,
    variant: Option<&'r str>,
    laws: Vec<OfLaw>,
    /// The first of each law.
    breaches: Vec<Told<'r>>,
    tried: usize,
    timed_out: usize,
    without_place: usize,
    trouble: Option<&'r str>,
}

#[derive(Serialize)]
struct OfLaw {
    law: Law,
    checks: usize,
    broken: usize,
    not_asked: Option<&'static str>,
}

#[derive(Serialize)]
struct Told<'r> {
    #[serde(flatten)]
    breach: &'r Breach,
    /// To be pasted into a scenario.
    click: String,
}

fn case<'r>(suites: &'r [Suite], it: &'r Audited) -> Case<'r> {
    let suite = &suites[it.suite];
    let laws = Law::ALL.iter().zip(it.checks).zip(it.excuses).map(|((&law, checks), not_asked)| OfLaw {
        law,
        checks,
        broken: it.broken[law as usize],
        not_asked,
    });
    Case {
        name: it.name(suites),
        file: suite.name(),
        variant: it.variant.map(|it| suite.variant(it)),
        laws: laws.collect(),
        breaches: it.breaches.iter().map(|it| Told { breach: it, click: click(it) }).collect(),
        tried: it.tried,
        timed_out: it.timed_out,
        without_place: it.without_place,
        trouble: it.trouble.as_deref(),
    }
}

/// As JUnit's XML: a suite a maze under some settings, a case a law.
fn document(
    (suites, all): (&[Suite], &[Audited]),
    wrong: &[InputError],
    left_out: &LeftOut,
) -> Result<String, InputError> {
    let mut report = Report::new(format!("{} --audit", junit::NAME));
    for it in all {
        let name = it.name(suites);
        let mut suite = TestSuite::new(visible(&name));
        for (index, law) in Law::ALL.into_iter().enumerate() {
            let broken: Vec<&Breach> = it.breaches.iter().filter(|it| it.law == law).collect();
            let status = match (broken.first(), it.excuses[index], it.checks[index]) {
                (Some(first), ..) => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    let mut text = String::new();
                    for it in &broken {
                        // Writing into a string can't fail.
                        let _ = writeln!(text, "{}\n{}\n", it.text, click(it));
                    }
                    status.set_message(first.text.as_str()).set_type(law.name()).set_description(text);
                    status
                }
                (None, Some(excuse), _) => skipped(excuse),
                (None, None, 0) => skipped("no check was made"),
                _ => TestCaseStatus::success(),
            };
            let mut case = TestCase::new(format!("{} ({} checks)", law.name(), it.checks[index]), status);
            case.set_classname(visible(&name));
            suite.add_test_case(case);
        }
        let late = (it.timed_out > 0).then(|| untried(it).collect::<Vec<_>>().join("; "));
        if let Some(message) = it.trouble.clone().or(late) {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(visible(&message));
            suite.add_test_case(TestCase::new("can be run", status));
        }
        report.add_test_suite(suite);
    }
    left_out.add_to(&mut report);
    junit::add_wrong(&mut report, wrong);
    junit::text(&report)
}

fn skipped(message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(message);
    status
}
