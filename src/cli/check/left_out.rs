//! What a run leaves out, so that nobody takes it for checked.

use quick_junit::{Report, TestSuite};
use serde::Serialize;

use crate::{
    debugger::check::{Count, Partition},
    geometry::counted,
};

/// At most so many files are named for each reason.
const NAMED: usize = 3;

/// Tests and files that do not run.
#[derive(Debug, Default, Serialize)]
pub(super) struct LeftOut {
    /// Tests that `--filter` keeps out.
    filter: usize,
    /// Tests that pass it, but belong to other parts.
    partition: usize,
    /// Tests behind the first failure.
    fail_fast: usize,
    /// Files and folders in the folders that were named.
    files: Vec<LeftFile>,
    #[serde(skip)]
    part: Option<Partition>,
    #[serde(skip)]
    passing: usize,
}

/// A file or folder that is left out.
#[derive(Debug, Serialize)]
pub(super) struct LeftFile {
    /// Its name.
    pub(super) file: String,
    /// Why.
    pub(super) why: &'static str,
}

impl LeftOut {
    /// Of so many tests so many were to run, and so many did.
    pub(super) fn of(
        count: Count,
        part: Option<Partition>,
        (chosen, ran): (usize, usize),
        files: Vec<LeftFile>,
    ) -> Self {
        Self {
            filter: count.all - count.passing,
            partition: count.passing - chosen,
            fail_fast: chosen - ran,
            files,
            part,
            passing: count.passing,
        }
    }

    /// How many tests do not run.
    pub(super) fn tests(&self) -> usize {
        self.filter + self.partition + self.fail_fast
    }

    /// How many tests ran, out of how many, in words; `what` is what they are called, one of them.
    pub(super) fn told(&self, ran: usize, what: &str) -> String {
        let ran = match self.part {
            Some(part) => format!("{ran} of {} in part {part}", counted(self.passing, what)),
            None => counted(ran, what),
        };
        let others = [(self.filter, "by --filter"), (self.fail_fast, "behind the first failure")];
        let others: Vec<String> =
            others.iter().filter(|it| it.0 > 0).map(|(count, why)| format!("{count} left out {why}")).collect();
        if others.is_empty() { ran } else { format!("{ran} ({})", others.join(", ")) }
    }

    /// What is to be said of files: a line for each reason.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
        for LeftFile { file, why } in &self.files {
            match reasons.iter_mut().find(|it| it.0 == *why) {
                Some((_, files)) => files.push(file),
                None => reasons.push((why, vec![file])),
            }
        }
        let line = |(why, files): (&str, Vec<&str>)| {
            let more = files.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("left out, {why}: {}{more}", files[..files.len().min(NAMED)].join(", "))
        };
        reasons.into_iter().map(line).collect()
    }

    /// Adds a suite without cases whose properties tell the same, if there is anything to tell.
    pub(super) fn add_to(&self, report: &mut Report) {
        let tests = [("filter", self.filter), ("partition", self.partition), ("fail-fast", self.fail_fast)];
        let mut suite = TestSuite::new("left out");
        for (why, count) in tests.into_iter().filter(|it| it.1 > 0) {
            suite.add_property((why, count.to_string().as_str()));
        }
        for LeftFile { file, why } in &self.files {
            suite.add_property((file.as_str(), *why));
        }
        if !suite.properties.is_empty() {
            report.add_test_suite(suite);
        }
    }
}
