//! `navscope check`: runs the clicks of scenarios, and says which came out as expected.
//!
//! ```text
//! options ─▶ files ─▶ outputs claimed ─▶ (bless) ─▶ pictures, junit, baseline ─▶ table | json        audit
//! ```

mod audit;
mod baseline;
mod bless;
mod files;
mod json;
mod junit;
mod left_out;
mod options;
mod outputs;
mod pictures;
mod table;

use std::{io::Write as _, path::PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use left_out::LeftOut;
pub(super) use options::CheckOptions;
use outputs::Outputs;

use super::output::{self, Failure, Finding};
use crate::{
    debugger::check::{Count, Options, Plan, Suite, Tested, run},
    io::InputError,
};

/// All that is to be told.
#[derive(Debug)]
struct Results {
    suites: Vec<Suite>,
    tested: Vec<Tested>,
    /// What is wrong with files that were to be read or written.
    wrong: Vec<InputError>,
    /// What was written, and what was not and why.
    notes: Vec<String>,
    /// The picture of each test, where there is one.
    pictures: Vec<Option<PathBuf>>,
    /// What did not run.
    left_out: LeftOut,
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
    let files::Found { suites, bare, wrong, left_out, inputs } = files::find(options)?;
    let mut outputs = Outputs::claim(options, inputs)?;
    if options.audit {
        return audit::audit(options, &suites, wrong, left_out, &mut outputs);
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
    let count = Count { all: plan.all, passing: plan.passing };
    let left_out = LeftOut::of(count, options.partition, (plan.tests.len(), tested.len()), left_out);
    let mut results = Results { suites, tested, wrong, notes, pictures, left_out };
    if options.bless || options.update_missing {
        bless::bless(&mut results, options);
    }
    if let Some(folder) = &options.svg {
        pictures::draw_all(&mut results, folder, &mut outputs);
    }
    outputs.write_junit(|| junit::document(&results));
    outputs.write_baseline(|| baseline::text(&results));
    results.wrong.append(&mut outputs.unwritten);
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
    say_wrong(&results.wrong, (results.suites.len(), count), options)?;
    // Who holds everything against a baseline wants to know what got worse; what was bad already is told all the same.
    let good = since.map_or(results.failures() == 0, |it| !it.is_worse());
    Ok(Finding::good_if(good))
}

/// Fails if not all that was given could be read, or nothing was there to be run.
fn say_wrong(wrong: &[InputError], counts: (usize, Count), options: &CheckOptions) -> Result<(), Failure> {
    if !wrong.is_empty() {
        return Err(Failure::WrongFiles(wrong.to_vec()));
    }
    let message = match counts {
        (0, _) => "there are no scenarios: name files with clicks, or folders with .toml or .scen files in them",
        (_, Count { all: 0, .. }) => {
            "there are no clicks to check; keep some with K in the window, or write [[click]] tables"
        }
        (_, Count { passing: 0, .. }) if options.filter.is_some() => {
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
