//! What may be written behind `navscope check`.

use std::{num::NonZero, path::PathBuf, time::Duration};

use clap::Args;

use super::super::input::Reading;
use crate::debugger::check::{Filter, Partition};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that somebody may give")]
pub(in super::super) struct CheckOptions {
    /// Scenarios and other files with clicks, and folders, looked through as deep as they go for files with clicks
    #[arg(required = true)]
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) reading: Reading,
    /// Only tests whose full name (file › click › variant) holds a text; with * or ? in it, those that it fits as a whole
    #[arg(long, value_name = "TEXT", value_parser = filter)]
    pub(super) filter: Option<Filter>,
    /// Only one part of so many, as in 2/8; each test belongs to exactly one, by its full name
    #[arg(long, value_name = "PART/OF")]
    pub(super) partition: Option<Partition>,
    /// How many tests to run at once; else as many as there are cores
    #[arg(short, long, value_name = "N")]
    pub(super) jobs: Option<NonZero<usize>>,
    /// How long a click may take, each bake that clicks share, and each audit of a maze; else as long as it takes
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) timeout: Option<Duration>,
    /// Stop at the first failure, in the order of the tests
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Also write the results as JUnit's XML
    #[arg(long, value_name = "FILE")]
    pub(super) junit: Option<PathBuf>,
    /// Also draw each failure as SVG: the maze, the path as it is, and dashed as it was kept
    #[arg(long, value_name = "FOLDER")]
    pub(super) svg: Option<PathBuf>,
    /// Write what came out into the scenarios as what is expected, where it is not as expected or new
    #[arg(long, conflicts_with_all = ["set", "preset", "audit", "update_missing"])]
    pub(super) bless: bool,
    /// The same only for clicks of which nothing is expected yet
    #[arg(long, conflicts_with_all = ["set", "preset", "audit"])]
    pub(super) update_missing: bool,
    /// Keep what came out, and what happened on the way, to be held against later
    #[arg(long, value_name = "FILE", conflicts_with = "audit")]
    pub(super) save_baseline: Option<PathBuf>,
    /// Tell what has changed since a baseline was saved, the worst first
    #[arg(long, value_name = "FILE", conflicts_with = "audit")]
    pub(super) baseline: Option<PathBuf>,
    /// Replace files that Navscope did not write, too, by --junit, --svg and --save-baseline; but none that is read
    #[arg(long)]
    pub(super) force: bool,
    /// Instead of clicks, send random queries through each maze, and hold what comes out against laws that need no expectations
    #[arg(long)]
    pub(super) audit: bool,
    /// How many pairs of places to audit in each maze
    #[arg(long, value_name = "N", default_value_t = 100, requires = "audit")]
    pub(super) pairs: usize,
    /// What the random places follow from, beside the file's name
    #[arg(long, value_name = "S", default_value_t = 0, requires = "audit")]
    pub(super) seed: u64,
}

#[expect(clippy::unnecessary_wraps, reason = "options are read by functions that may fail")]
fn filter(text: &str) -> Result<Filter, String> {
    Ok(Filter::new(text))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|it: &f64| *it > 0.0 && *it <= 1e9);
    seconds
        .and_then(|it| Duration::try_from_secs_f64(it).ok())
        .ok_or_else(|| "a time is a number of seconds above 0 and up to 1e9, as in 2.5".to_owned())
}
