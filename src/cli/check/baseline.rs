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

/// Writes one.
pub(super) fn save(results: &Results, file: &Path) -> Result<(), Failure> {
    super::write(file, Baseline::of(&results.suites, &results.tested).to_json()?.as_bytes())
}

/// What has changed since. What was not to be run is not missed.
pub(super) fn compare(results: &Results, old: &Baseline, options: &CheckOptions) -> Since {
    Since::of(old, &results.suites, &results.tested, |name| {
        let passes = options.filter.as_ref().is_none_or(|it| it.passes(name));
        passes && options.partition.is_none_or(|it| it.holds(name)) && !options.fail_fast
    })
}
