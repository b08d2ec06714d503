//! Click tests: a scenario's clicks, each run under the scenario's own settings and under its variants, and what comes out held
//! against what is expected.
//!
//! ```text
//! suites ─▶ plan (filter, partition) ─▶ run (bakes shared, jobs, timer) ─▶ tested: report + verdict (differences)
//!                                          traces ─▶ baseline                audit: laws that hold without expectations
//! ```
//!
//! What fails a test: an outcome, a length or a number of corners that is not as expected, and a path that breaks a rule, expected
//! or not: a path through a wall is wrong whoever wrote it down. Of a variant that nothing is expected of and that need not agree,
//! differences and broken rules are only shown: whoever adds it wants to look at it. What takes too long or can't be baked has
//! failed too. A click of which nothing is expected is new, which is no failure.

mod answer;
mod audit;
mod baseline;
mod law;
mod parting;
mod plan;
mod random;
mod run;
mod timer;
mod trace;
mod verdict;

pub use crate::io::Difference;
pub use answer::answer;
pub use audit::{AuditPlan, Audited, Breach, audit};
pub use baseline::{Baseline, Change, Harm, Since};
pub use law::Law;
pub use parting::Parting;
pub use plan::{Count, Filter, Partition, Plan, Suite, Test, full_name, numbered};
pub use run::{Options, Tested, run};
pub(super) use trace::hashes;
pub use trace::{StageTrace, traces};
pub use verdict::{Departure, Verdict, departure, judge};

use super::PathReport;

/// A click under the scenario's own settings or a variant's, run and judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Which click of the scenario.
    pub click: usize,
    /// Under which of its variants; none for its own settings.
    pub variant: Option<usize>,
    /// What is to be said of it.
    pub verdict: Verdict,
    /// What came out, if anything did.
    pub report: Option<PathReport>,
}
