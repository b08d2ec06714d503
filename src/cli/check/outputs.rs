//! What a check writes beside what it prints: JUnit's XML, a baseline, pictures.
//!
//! Where it may be written is asked before anything runs. What fails after all is noted: the results are printed in any case.

use std::path::{Path, PathBuf};

use super::{junit, options::CheckOptions};
use crate::{
    cli::output::Failure,
    debugger::check::Baseline,
    io::{self, InputError, Output, OutputKind},
    picture::SVG,
};

/// The outputs of a check.
#[derive(Debug)]
pub(super) struct Outputs {
    all: io::Outputs,
    junit: Option<Output>,
    baseline: Option<Output>,
    /// What could not be written.
    pub(super) unwritten: Vec<InputError>,
}

impl Outputs {
    /// Claims what the options name, in a run that reads those files.
    pub(super) fn claim(options: &CheckOptions, mut inputs: Vec<PathBuf>) -> Result<Self, Failure> {
        inputs.extend(options.baseline.clone());
        let mut all = io::Outputs::new(inputs, options.force);
        if let Some(folder) = &options.svg {
            all.make_folder(folder)?;
        }
        let mut claim =
            |path: &Option<PathBuf>, kind: OutputKind| path.as_ref().map(|it| all.claim(it, kind, None)).transpose();
        let junit = claim(&options.junit, junit::KIND)?;
        let baseline = claim(&options.save_baseline, Baseline::KIND)?;
        Ok(Self { all, junit, baseline, unwritten: Vec::new() })
    }

    /// Writes JUnit's XML, if it is wanted.
    pub(super) fn write_junit(&mut self, text: impl FnOnce() -> Result<String, InputError>) {
        self.unwritten.extend(put(self.junit.as_ref(), text).err());
    }

    /// Writes the baseline, if it is wanted.
    pub(super) fn write_baseline(&mut self, text: impl FnOnce() -> Result<String, InputError>) {
        self.unwritten.extend(put(self.baseline.as_ref(), text).err());
    }

    /// Writes a picture; tells whether it is there.
    pub(super) fn draw(&mut self, path: &Path, svg: &str) -> bool {
        let written = self.all.claim(path, SVG, Some(svg.as_bytes())).and_then(|it| it.write(svg.as_bytes()));
        let is_there = written.is_ok();
        self.unwritten.extend(written.err());
        is_there
    }
}

fn put(to: Option<&Output>, text: impl FnOnce() -> Result<String, InputError>) -> Result<(), InputError> {
    to.map_or(Ok(()), |it| it.write(text()?.as_bytes()))
}
