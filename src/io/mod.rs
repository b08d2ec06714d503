//! Files in and out, one format a file.

mod braces;
mod error;
mod export;
mod file_in;
mod file_out;
mod fnv;
mod foreign;
mod format;
mod gallery;
mod lists;
mod movingai;
mod needs;
mod obj;
mod output;
mod painted;
mod patch;
mod presets;
mod queries;
mod read;
mod recast;
mod recovery;
mod save;
mod scen;
mod scenario;
mod seen;
mod setting;
mod settings;
mod sniff;
mod suite;
mod text;
mod units;
mod value;
mod visible;
mod write;

use std::{path::Path, sync::Arc};

pub use error::InputError;
pub use export::export;
pub use file_in::{MOST_BYTES, MOST_QUERIES_BYTES, read_stream, read_text};
pub use fnv::{FNV_START, fnv, fnv_step};
pub use format::{FORMATS, Format};
pub use gallery::{BuiltIn, GALLERY, built_in};
pub use obj::{Axes, UpAxis, parse_obj};
pub use output::{Output, OutputKind, Outputs, is_stream};
pub use presets::{PRESETS, apply_preset};
pub use queries::parse_queries;
pub use read::parse_toml;
pub use recovery::{Orphan, Recovery};
pub use save::{NotSaved, Saved, WhyNot, save, save_over};
pub use scen::ScenKind;
pub use scenario::{Breakpoint, Click, ClickKind, Difference, Expect, Kept, Scenario, Variant};
pub use seen::{Identity, Seen, same_file};
pub use setting::{Kind, Setting};
pub use settings::{SETTINGS, Settings, Value, setting};
pub use sniff::{Holds, holds};
pub use suite::{open_suite, open_suite_as, open_suite_from};
pub use visible::{VisibleJson, visible, visible_json};
pub use write::to_toml;

use crate::maze::{Cell, Level, Maze, brush};
use format::Read;

/// How large an input may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most columns, and the most rows.
    pub max_side: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_side: 4096 }
    }
}

/// The name of a scenario that has no file yet.
const UNTITLED: &str = "untitled.toml";

/// Reads a file of any of the [`FORMATS`]: a scenario, a maze, or tests of a single maze, which has to lie beside them.
///
/// # Errors
///
/// The file can't be read, is no text, or breaks a rule of its format; the error names the place and says what to do.
pub fn open(path: &Path, limits: Limits) -> Result<Scenario, InputError> {
    let mut scenarios = open_suite(path, limits)?;
    let count = scenarios.len();
    match scenarios.pop() {
        Some(scenario) if count == 1 => Ok(scenario),
        _ => {
            let message = format!("holds tests of {count} mazes; give each a file of its own to open one");
            Err(InputError::whole(message).in_file(&path.display().to_string()))
        }
    }
}

/// As [`open`], for a file whose contents are at hand. Foreign tests name a maze that lies beside them, and so can't be read.
///
/// # Errors
///
/// As [`open`].
pub fn parse_bytes(file: &str, bytes: &[u8], limits: Limits) -> Result<Scenario, InputError> {
    match file_in::decode(bytes) {
        Ok(text) => parse_decoded(file, text, limits),
        Err(error) => Err(error.in_file(file)),
    }
}

/// As [`parse_bytes`], for text at hand; the format follows from the end of `file`.
///
/// # Errors
///
/// As [`open`].
pub fn parse(file: &str, text: &str, limits: Limits) -> Result<Scenario, InputError> {
    file_in::check_symbols(text).map_err(|error| error.in_file(file))?;
    parse_decoded(file, text, limits)
}

fn parse_decoded(file: &str, text: &str, limits: Limits) -> Result<Scenario, InputError> {
    let path = Path::new(file);
    let scenario = match Format::of(path, file_in::bare(text)).read {
        Read::Whole(read) => read(text, limits),
        Read::Tests(_) => Err(InputError::whole(
            "these tests name a maze that lies beside them; open the file where it lies, in its folder",
        )),
    };
    let mut scenario = scenario.map_err(|error| error.in_file(file))?;
    scenario.name = path.file_name().map_or_else(|| file.to_owned(), |it| it.to_string_lossy().into_owned());
    Ok(scenario)
}

impl Scenario {
    /// A new maze, all floor, with or without a wall around.
    ///
    /// # Errors
    ///
    /// A side is out of range; the message says what is allowed.
    pub fn blank(columns: usize, rows: usize, walled: bool) -> Result<Self, InputError> {
        let most = Limits::default().max_side;
        if ![columns, rows].iter().all(|it| (1..=most).contains(it)) {
            let message = format!("a maze has 1 to {most} columns and 1 to {most} rows, not {columns} × {rows}");
            return Err(InputError::whole(message));
        }
        let mut maze = Maze::filled(columns, rows, Cell::Floor);
        if walled {
            let [right, bottom] = [columns, rows].map(|it| i64::try_from(it).unwrap_or(i64::MAX) - 1);
            let border = brush::outline(&maze, (0, 0), (right, bottom));
            let border: Vec<u32> = border.into_iter().filter_map(|(x, y)| maze.index_of(x, y)).collect();
            maze.set_cells(&border, Cell::Wall);
        }
        Ok(Self { name: UNTITLED.to_owned(), ..Self::of(maze) })
    }

    /// Level geometry, baked as `RecastDemo` does by default.
    #[must_use]
    pub fn of_level(level: Level) -> Self {
        Self::under_preset(Maze::of_level(level), "recast")
    }

    /// A map of cells, with all settings at their defaults; with voxels that fit them where they have heights.
    #[must_use]
    pub fn of_map(maze: Maze) -> Self {
        let preset = if maze.is_flat() { "default" } else { "painted" };
        Self::under_preset(maze, preset)
    }

    fn under_preset(maze: Maze, preset: &str) -> Self {
        let mut scenario = Self::of(maze);
        // There is such a preset, and its values are in range.
        let _ = apply_preset(&mut scenario.settings, preset);
        scenario
    }

    /// A maze with all settings at their defaults.
    #[must_use]
    pub fn of(maze: Maze) -> Self {
        Self {
            name: String::new(),
            maze: Arc::new(maze),
            settings: Settings::default(),
            start: None,
            goal: None,
            clicks: Vec::new(),
            variants: Vec::new(),
            breakpoints: Vec::new(),
            bookmarks: Vec::new(),
            path: None,
            seen: None,
            map: None,
            source: None,
        }
    }
}
