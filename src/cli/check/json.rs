//! Results as one JSON document.

use std::path::PathBuf;

use serde::Serialize;

use super::{Results, left_out::LeftOut, table};
use crate::{
    debugger::{
        PathReport,
        check::{Departure, Difference, Since, Tested, Verdict},
    },
    io::{Expect, InputError},
};

#[derive(Serialize)]
pub(super) struct Document<'r> {
    summary: Summary,
    /// Files that can't be read, or could not be written.
    errors: Vec<Wrong<'r>>,
    notes: &'r [String],
    /// Tests and files that did not run.
    left_out: &'r LeftOut,
    tests: Vec<Case<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<&'r Since>,
}

#[derive(Serialize)]
struct Summary {
    tests: usize,
    left_out: usize,
    passed: usize,
    failed: usize,
    new: usize,
    shown: usize,
    timed_out: usize,
    trouble: usize,
    errors: usize,
}

#[derive(Serialize)]
pub(super) struct Wrong<'r> {
    file: &'r str,
    message: String,
}

#[derive(Serialize)]
struct Case<'r> {
    name: String,
    file: &'r str,
    click: &'r str,
    variant: Option<&'r str>,
    verdict: &'static str,
    /// Why it could not be run.
    message: Option<&'r str>,
    differences: &'r [Difference],
    expected: Option<Expected>,
    /// Where the path first leaves the one that was kept.
    departure: Option<Departure>,
    report: Option<&'r PathReport>,
    elapsed_ms: f64,
    picture: Option<&'r PathBuf>,
}

#[derive(Serialize)]
struct Expected {
    outcome: Option<&'static str>,
    length: Option<f64>,
    corners: Option<usize>,
    tolerance: f64,
}

impl From<&Expect> for Expected {
    fn from(it: &Expect) -> Self {
        let Expect { outcome, length, corners, tolerance } = *it;
        Self { outcome: outcome.map(crate::search::Outcome::name), length, corners, tolerance }
    }
}

pub(super) fn wrong(errors: &[InputError]) -> Vec<Wrong<'_>> {
    errors.iter().map(|it| Wrong { file: &it.file, message: it.to_string() }).collect()
}

/// The whole document.
pub(super) fn document<'r>(results: &'r Results, since: Option<&'r Since>) -> Document<'r> {
    Document {
        summary: Summary {
            tests: results.tested.len(),
            left_out: results.left_out.tests(),
            passed: results.count("passed"),
            failed: results.count("failed"),
            new: results.count("new"),
            shown: results.count("shown"),
            timed_out: results.count("timed-out"),
            trouble: results.count("trouble"),
            errors: results.wrong.len(),
        },
        errors: wrong(&results.wrong),
        notes: &results.notes,
        left_out: &results.left_out,
        tests: results.tested.iter().enumerate().map(|(place, it)| case(results, place, it)).collect(),
        since,
    }
}

fn case<'r>(results: &'r Results, place: usize, it: &'r Tested) -> Case<'r> {
    let suite = results.suite(it);
    Case {
        name: results.name(it),
        file: suite.name(),
        click: suite.click(it.test.click),
        variant: it.test.variant.map(|it| suite.variant(it)),
        verdict: it.checked.verdict.name(),
        message: match &it.checked.verdict {
            Verdict::Trouble(message) => Some(message),
            _ => None,
        },
        differences: it.checked.verdict.differences(),
        expected: table::expected(results, it).map(Expected::from),
        departure: table::departure_of(results, it),
        report: it.checked.report.as_ref(),
        elapsed_ms: it.elapsed_ms,
        picture: results.pictures[place].as_ref(),
    }
}
