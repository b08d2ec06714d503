//! What came out, held against what is expected.

use std::fmt;

use serde::Serialize;

use super::super::PathReport;
use crate::{
    geometry::{Point, distinct},
    io::{Click, Difference, Expect, Variant},
};

/// What is to be said of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It came out as expected.
    Passed,
    /// It did not.
    Failed(Vec<Difference>),
    /// Nothing was expected.
    New,
    /// Nothing was expected of a variant that need not agree; how it differs from what came out under the scenario's own settings.
    Shown(Vec<Difference>),
    /// It took too long.
    TimedOut,
    /// It could not be run; says why.
    Trouble(String),
}

impl Verdict {
    /// The word for it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed(_) => "failed",
            Self::New => "new",
            Self::Shown(_) => "shown",
            Self::TimedOut => "timed-out",
            Self::Trouble(_) => "trouble",
        }
    }

    /// Whether it counts as a failure.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::TimedOut | Self::Trouble(_))
    }

    /// What is not as expected.
    #[must_use]
    pub fn differences(&self) -> &[Difference] {
        match self {
            Self::Failed(it) | Self::Shown(it) => it,
            _ => &[],
        }
    }
}

/// Judges what came out of a click under the scenario's own settings or a variant's; `own` is what came out under its own.
#[must_use]
pub fn judge(click: &Click, variant: Option<&Variant>, report: &PathReport, own: Option<&PathReport>) -> Verdict {
    let verdict = |mut differences: Vec<Difference>| {
        differences.extend(broken(report));
        if differences.is_empty() { Verdict::Passed } else { Verdict::Failed(differences) }
    };
    let expected = match variant {
        None => click.expect.as_ref(),
        Some(variant) => click.expect_under.iter().find(|it| it.0 == variant.name).map(|it| &it.1),
    };
    if let Some(expected) = expected {
        return verdict(differences(expected, report));
    }
    let tolerance = click.expect.as_ref().map_or(Expect::TOLERANCE, |it| it.tolerance);
    let own = own.map(|it| as_it_came(it, tolerance));
    match (variant, click.expect.as_ref().or(own.as_ref())) {
        (None, _) if report.audit.legal => Verdict::New,
        (None, _) => verdict(Vec::new()),
        (Some(variant), Some(expected)) if variant.must_agree => verdict(differences(expected, report)),
        (Some(variant), None) if variant.must_agree => {
            Verdict::Trouble("nothing came out under the scenario's own settings that it could agree with".to_owned())
        }
        (Some(_), expected) => {
            let mut all = own.as_ref().or(expected).map_or_else(Vec::new, |it| differences(it, report));
            all.extend(broken(report));
            Verdict::Shown(all)
        }
    }
}

/// The rules that a path breaks.
fn broken(report: &PathReport) -> impl Iterator<Item = Difference> + '_ {
    report.audit.violations.iter().map(|&violation| Difference::Illegal { violation })
}

/// An expectation that is met by what came out.
fn as_it_came(report: &PathReport, tolerance: f64) -> Expect {
    Expect { tolerance, ..Expect::of(report.outcome, report.length, report.length.map(|_| report.corners)) }
}

/// What of a report is not as expected.
fn differences(expect: &Expect, report: &PathReport) -> Vec<Difference> {
    expect.differences(report.outcome, report.length, report.length.map(|_| report.corners))
}

/// Where a path first leaves another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Departure {
    /// The number of the first point that is not the same, counted from 0, the start.
    pub index: usize,
    /// Where it was; none if the old path had ended.
    pub was: Option<Point>,
    /// Where it is; none if the new path has ended.
    pub is: Option<Point>,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, was, is } = self;
        match (was, is) {
            (Some(was), Some(is)) => {
                let ([x, old_x], [y, old_y]) = (distinct([is.x, was.x], 3), distinct([is.y, was.y], 3));
                write!(f, "corner {index} is at ({x}, {y}) instead of ({old_x}, {old_y})")
            }
            (Some(was), None) => write!(f, "corner {index} is no more; it was at {was:.3}"),
            (None, Some(is)) => write!(f, "corner {index}, at {is:.3}, is new"),
            (None, None) => Ok(()),
        }
    }
}

/// Where a path first leaves the one that it was; nothing if it doesn't, or if there was none, or is none.
#[must_use]
pub fn departure(was: &[Point], is: &[Point]) -> Option<Departure> {
    if was.is_empty() || is.is_empty() {
        return None;
    }
    // As near as places are printed.
    let same = |a: Option<&Point>, b: Option<&Point>| match (a, b) {
        (Some(a), Some(b)) => a.distance(*b) < 1e-6,
        _ => false,
    };
    let longer = was.len().max(is.len());
    let index = (0..longer).find(|&it| !same(was.get(it), is.get(it)))?;
    Some(Departure { index, was: was.get(index).copied(), is: is.get(index).copied() })
}
