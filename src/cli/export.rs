//! `navscope export`: a scenario as other programs read it, with its map beside it.

use std::{
    fs,
    io::{IsTerminal as _, Write as _},
    path::Path,
};

use super::{
    args::ExportOptions,
    input::choose,
    output::{Failure, Finding},
};
use crate::io::{self, ExportFormat, InputError, Limits, Scenario};

/// Writes what the options ask for.
pub(super) fn export(options: &ExportOptions) -> Result<Finding, Failure> {
    let format = choose("format", &options.format, ExportFormat::ALL.map(|it| (it.name(), it)))?;
    let scenario = options.input.scenario()?;
    let out = options.out.as_deref();
    let own = out.unwrap_or_else(|| Path::new(&scenario.name)).with_extension("map");
    let own_name = || own.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let mut map = options.map.clone().unwrap_or_else(own_name);
    if format == ExportFormat::Polyanya {
        // Its tests look like Moving AI's. That they are of a mesh tells them apart, and its own programs don't look.
        map = Path::new(&map).with_extension("mesh").to_string_lossy().into_owned();
    }
    let text = io::export(&scenario, format, &map)?;
    let Some(out) = out else {
        let mut stdout = std::io::stdout().lock();
        match stdout.is_terminal() {
            // To be looked at, and not to be kept.
            true => text.lines().try_for_each(|it| writeln!(stdout, "{}", io::visible(it)))?,
            false => stdout.write_all(text.as_bytes())?,
        }
        return Ok(Finding::Good);
    };
    if format.needs_map() && options.map.is_none() {
        put_map(&scenario, &own, options.input.reading.limits())?;
    }
    write(out, &text)?;
    Ok(Finding::Good)
}

/// Writes the map that tests name, unless it lies there already.
fn put_map(scenario: &Scenario, path: &Path, limits: Limits) -> Result<(), Failure> {
    if !path.exists() {
        return write(path, &io::export(scenario, ExportFormat::Map, "")?);
    }
    let there = io::open(path, limits)?.maze;
    if there.columns() == scenario.maze.columns() && there.cells() == scenario.maze.cells() {
        return Ok(());
    }
    let message = "lies there already with another maze; name a map with --map, or write elsewhere";
    Err(InputError::whole(message).in_file(&path.display().to_string()).into())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let wrong = |error| Failure::Wrong(format!("{}: can't be written: {error}", path.display()));
    fs::write(path, text).map_err(wrong)
}
