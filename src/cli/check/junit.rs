//! Results as JUnit's XML: a suite a file, a case a click under each variant.
//!
//! What failed is a failure, what could not be run in time or at all an error; what is new or only shown is skipped, with the reason.
//! But for the times the same results give the same text.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Results, table};
use crate::{
    debugger::check::{Tested, Verdict, full_name},
    io::{InputError, OutputKind, visible},
};

/// What runs are called in their documents, audits too.
pub(super) const NAME: &str = "navscope check";

/// Such documents as a kind of output.
pub(super) const KIND: OutputKind = OutputKind {
    name: "a JUnit file",
    is_own: |it| String::from_utf8_lossy(it).contains(&format!("<testsuites name=\"{NAME}")),
};

/// The whole document.
pub(super) fn document(results: &Results) -> Result<String, InputError> {
    let mut report = Report::new(NAME);
    let mut total = Duration::ZERO;
    for (index, suite) in results.suites.iter().enumerate() {
        let mut of_suite = TestSuite::new(visible(suite.name()));
        let mut time = Duration::ZERO;
        let tests = results.tested.iter().enumerate().filter(|it| it.1.test.suite == index);
        for (place, it) in tests {
            let (case, took) = case(results, place, it);
            time += took;
            of_suite.add_test_case(case);
        }
        if !of_suite.test_cases.is_empty() {
            of_suite.set_time(time);
            total += time;
            report.add_test_suite(of_suite);
        }
    }
    report.set_time(total);
    results.left_out.add_to(&mut report);
    add_wrong(&mut report, &results.wrong);
    text(&report)
}

fn case(results: &Results, place: usize, it: &Tested) -> (TestCase, Duration) {
    let suite = results.suite(it);
    let variant = it.test.variant.map(|it| suite.variant(it));
    let name = full_name(std::iter::once(suite.click(it.test.click)).chain(variant));
    let mut status = match &it.checked.verdict {
        Verdict::Passed => TestCaseStatus::success(),
        Verdict::New | Verdict::Shown(_) => TestCaseStatus::skipped(),
        Verdict::Failed(_) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Verdict::TimedOut | Verdict::Trouble(_) => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    if it.checked.verdict != Verdict::Passed {
        let lines = table::details(results, place);
        let lines: Vec<_> = lines.iter().map(|it| visible(it)).collect();
        status.set_message(lines.first().map_or(it.checked.verdict.name(), |it| it));
        status.set_type(it.checked.verdict.name());
        status.set_description(lines.join("\n"));
    }
    let mut case = TestCase::new(visible(&name), status);
    let time = Duration::try_from_secs_f64(it.elapsed_ms / 1e3).unwrap_or_default();
    case.set_classname(visible(suite.name())).set_time(time);
    (case, time)
}

/// Files that can't be read are errors too.
pub(super) fn add_wrong(report: &mut Report, wrong: &[InputError]) {
    for error in wrong {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(visible(&error.to_string())).set_type("input");
        let mut case = TestCase::new("can be read", status);
        case.set_classname(visible(&error.file));
        let mut suite = TestSuite::new(visible(&error.file));
        suite.add_test_case(case);
        report.add_test_suite(suite);
    }
}

pub(super) fn text(report: &Report) -> Result<String, InputError> {
    report.to_string().map_err(|error| InputError::whole(format!("JUnit's XML can't be written: {error}")))
}
