//! `navscope export`: a scenario as other programs read it, with its map beside it.

use std::{fs, io::Write as _, path::Path};

use super::{
    adjusted,
    args::ExportOptions,
    load,
    output::{Failure, Finding},
};
use crate::{
    io::{self, ExportFormat, InputError, Limits, ScenKind, Scenario},
    trace::nearest,
};

/// Writes what the options ask for.
pub(super) fn export(options: &ExportOptions) -> Result<Finding, Failure> {
    let format = choose("format", &options.format, ExportFormat::ALL.map(|it| (it.name(), it)))?;
    let scenario = adjusted(opened(options)?, &options.input)?;
    let out = options.out.as_deref();
    let own = out.unwrap_or_else(|| Path::new(&scenario.name)).with_extension("map");
    let map = match &options.map {
        Some(map) => map.clone(),
        None => own.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned()),
    };
    let text = io::export(&scenario, format, &map)?;
    let Some(out) = out else {
        std::io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(Finding::Good);
    };
    if format.needs_map() && options.map.is_none() {
        put_map(&scenario, &own, options.input.max_side)?;
    }
    write(out, &text)?;
    Ok(Finding::Good)
}

fn opened(options: &ExportOptions) -> Result<Scenario, Failure> {
    let limits = Limits { max_side: options.input.max_side };
    let Some(word) = &options.scen else { return Ok(load(&options.input.file, limits)?) };
    let kinds = [("centres", ScenKind::Centres), ("corners", ScenKind::Corners)];
    let kind = choose("kind of .scen", word, kinds)?;
    let mut scenarios = io::open_suite_as(&options.input.file, kind, limits)?;
    match scenarios.pop() {
        Some(scenario) if scenarios.is_empty() => Ok(scenario),
        _ => Err(Failure::Wrong(format!("{}: holds tests of several mazes", options.input.file.display()))),
    }
}

/// What a word stands for.
fn choose<T: Copy, const N: usize>(what: &str, word: &str, choices: [(&str, T); N]) -> Result<T, Failure> {
    let found = choices.iter().find(|it| it.0 == word);
    found.map(|it| it.1).ok_or_else(|| {
        let words = choices.iter().map(|it| it.0);
        let meant = nearest(word, words.clone()).unwrap_or("");
        let known = words.collect::<Vec<_>>().join(", ");
        Failure::Wrong(format!("there is no {what} “{word}”; did you mean “{meant}”? There are {known}"))
    })
}

/// Writes the map that tests name, unless it lies there already.
fn put_map(scenario: &Scenario, path: &Path, max_side: usize) -> Result<(), Failure> {
    if !path.exists() {
        return write(path, &io::export(scenario, ExportFormat::Map, "")?);
    }
    let there = io::open(path, Limits { max_side })?.maze;
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
