//! Baselines as files.

use std::path::Path;

use super::{Results, options::CheckOptions};
use crate::{
    cli::output::Failure,
    debugger::check::{Baseline, Since},
    io::{self, InputError},
};

/// Reads a baseline.
pub(super) fn read(file: &Path) -> Result<Baseline, Failure> {
    let wrong = |message: String| InputError::whole(message).in_file(&file.display().to_string());
    let text = io::read_text(file, io::MOST_BYTES)?;
    Ok(Baseline::from_json(&text).map_err(wrong)?)
}

/// What came out, as one.
pub(super) fn text(results: &Results) -> Result<String, InputError> {
    let text = Baseline::of(&results.suites, &results.tested).to_json();
    text.map_err(|error| InputError::whole(format!("the baseline can't be written: {error}")))
}

/// What has changed since. What was not to be run is not missed.
pub(super) fn compare(results: &Results, old: &Baseline, options: &CheckOptions) -> Since {
    Since::of(old, &results.suites, &results.tested, |name| {
        let passes = options.filter.as_ref().is_none_or(|it| it.passes(name));
        passes && options.partition.is_none_or(|it| it.holds(name)) && !options.fail_fast
    })
}
