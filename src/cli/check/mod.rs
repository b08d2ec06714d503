//! `navscope check`: runs the clicks of scenarios, and says which came out as expected.
//!
//! ```text
//! options ─▶ files ─▶ (bless) ─▶ table | json ─▶ junit, pictures, baseline        audit
//! ```

mod audit;
mod baseline;
mod bless;
mod files;
mod json;
mod junit;
mod options;
mod pictures;
mod table;

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub(super) use options::CheckOptions;

use super::output::{self, Failure, Finding};
use crate::{
    debugger::check::{Options, Plan, Suite, Tested, run},
    io::InputError,
};

/// All that is to be told.
#[derive(Debug)]
struct Results {
    suites: Vec<Suite>,
    tested: Vec<Tested>,
    /// What is wrong with files.
    wrong: Vec<InputError>,
    /// What was written, and what was not and why.
    notes: Vec<String>,
    /// The picture of each test, where there is one.
    pictures: Vec<Option<PathBuf>>,
    /// How many tests there are in all, those included that were not asked for.
    all: usize,
}

impl Results {
    fn suite(&self, it: &Tested) -> &Suite {
        &self.suites[it.test.suite]
    }

    fn name(&self, it: &Tested) -> String {
        self.suite(it).test_name(it.test.click, it.test.variant)
    }

    fn count(&self, verdict: &str) -> usize {
        self.tested.iter().filter(|it| it.checked.verdict.name() == verdict).count()
    }

    fn failures(&self) -> usize {
        self.tested.iter().filter(|it| it.checked.verdict.is_bad()).count()
    }
}

/// Runs what the options ask for.
pub(super) fn check(options: &CheckOptions) -> Result<Finding, Failure> {
    let files::Found { suites, bare, wrong } = files::find(options)?;
    if options.audit {
        return audit::audit(options, &suites, &wrong);
    }
    let plan = Plan::of(&suites, options.filter.as_ref(), options.partition);
    let traced = options.save_baseline.is_some() || options.baseline.is_some();
    let old = options.baseline.as_deref().map(baseline::read).transpose()?;
    let how = Options { jobs: options.jobs, timeout: options.timeout, fail_fast: options.fail_fast, traced };
    let bar = progress_bar(plan.tests.len());
    let tested = run(&suites, &plan, &how, &|done| bar.set_position(done as u64));
    bar.finish_and_clear();

    let pictures = vec![None; tested.len()];
    let notes = bare.iter().map(|it| format!("{it}: no clicks")).collect();
    let mut results = Results { suites, tested, wrong, notes, pictures, all: plan.all };
    if options.bless || options.update_missing {
        bless::bless(&mut results, options.update_missing);
    }
    if let Some(folder) = &options.svg {
        pictures::draw_all(&mut results, folder)?;
    }
    if let Some(file) = &options.junit {
        write(file, junit::document(&results)?.as_bytes())?;
    }
    if let Some(file) = &options.save_baseline {
        baseline::save(&results, file)?;
    }
    let since = old.map(|it| baseline::compare(&results, &it, options));
    if options.json {
        output::json(&mut std::io::stdout().lock(), &json::document(&results, since.as_ref()))?;
    } else {
        // Colours only where somebody sees them, and wants to.
        let mut out = anstream::AutoStream::auto(std::io::stdout().lock());
        table::write(&mut out, &results)?;
        if let Some(since) = &since {
            table::write_since(&mut out, since)?;
        }
        out.flush()?;
    }
    say_wrong(&results.wrong, (results.suites.len(), results.all, plan.tests.len()), options)?;
    // Who holds everything against a baseline wants to know what got worse; what was bad already is told all the same.
    let good = since.map_or(results.failures() == 0, |it| !it.is_worse());
    Ok(Finding::good_if(good))
}

/// Fails if not all that was given could be read, or nothing was there to be run.
fn say_wrong(wrong: &[InputError], counts: (usize, usize, usize), options: &CheckOptions) -> Result<(), Failure> {
    if !wrong.is_empty() {
        return Err(Failure::WrongFiles(wrong.to_vec()));
    }
    let message = match counts {
        (0, ..) => "there are no scenarios: name files with clicks, or folders with .toml or .scen files in them",
        (_, 0, _) => "there are no clicks to check; keep some with K in the window, or write [[click]] tables",
        (_, _, 0) if options.filter.is_some() && options.partition.is_none() => {
            "no test has a name like that (--filter); names are file › click › variant"
        }
        _ => return Ok(()),
    };
    Err(Failure::Wrong(message.to_owned()))
}

/// A bar on a terminal, and nothing elsewhere.
fn progress_bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len}, {elapsed}");
    style.map_or_else(|_| bar.clone(), |it| bar.clone().with_style(it))
}

/// Writes a file that may be written anew each time.
fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| Failure::Wrong(format!("{}: can't be written: {error}", file.display()));
    std::fs::write(file, bytes).map_err(wrong)
}
