//! `navscope export`: a scenario as other programs read it, with its map beside it.

use std::{
    io::{IsTerminal as _, Write as _},
    path::Path,
};

use super::{
    args::ExportOptions,
    input::{choose, files},
    output::{Failure, Finding},
};
use crate::io::{self, Format, InputError, Output, OutputKind, Outputs, Scenario};

/// Writes what the options ask for.
pub(super) fn export(options: &ExportOptions) -> Result<Finding, Failure> {
    let formats: Vec<(&str, Format)> = Format::written().map(|it| (it.name, it)).collect();
    let format = choose("format", &options.format, formats)?;
    let scenario = options.input.scenario()?;
    let is_file = !io::is_stream(&options.out);
    let own = if is_file { &options.out } else { Path::new(&scenario.name) }.with_extension("map");
    let map = format.name_of_map(&options.map.clone().unwrap_or_else(|| last_part(&own)));
    let text = io::export(&scenario, format, map.as_deref().unwrap_or_default())?;
    let mut stdout = std::io::stdout().lock();
    if options.out == Path::new("-") && stdout.is_terminal() {
        // On a terminal, what can't be seen is shown by its number.
        text.lines().try_for_each(|it| writeln!(stdout, "{}", io::visible(it)))?;
        return Ok(Finding::Good);
    }
    drop(stdout);
    let map = map.filter(|_| is_file);
    if map.as_ref().is_some_and(|it| last_part(Path::new(it)).eq_ignore_ascii_case(&last_part(&options.out))) {
        return Err(wrong(&options.out, "the tests' map has this name already; give the tests another one").into());
    }
    let mut outputs = Outputs::new(files(&scenario), options.force);
    let puts_map = map.is_some() && options.map.is_none();
    let map_text = if puts_map { io::export(&scenario, Format::MAP, "")? } else { String::new() };
    let map = if puts_map { claim_map(&scenario, &own, &map_text, &mut outputs, options)? } else { None };
    let out = outputs.claim(&options.out, OutputKind::EXPORT, Some(text.as_bytes()))?;
    if let Some(map) = map {
        map.write(map_text.as_bytes())?;
    }
    out.write(text.as_bytes())?;
    Ok(Finding::Good)
}

/// The map that tests name, unless it lies there already.
fn claim_map(
    scenario: &Scenario,
    path: &Path,
    bytes: &str,
    outputs: &mut Outputs,
    options: &ExportOptions,
) -> Result<Option<Output>, InputError> {
    if path.exists() {
        let is_same = |there: &Scenario| {
            there.maze.columns() == scenario.maze.columns() && there.maze.cells() == scenario.maze.cells()
        };
        match io::open(path, options.input.reading.limits()) {
            Ok(there) if is_same(&there) => return Ok(None),
            Ok(_) if !options.force => {
                let message = "lies there already with another maze; name a map with --map, or write elsewhere";
                return Err(wrong(path, message));
            }
            Err(error) if !options.force => return Err(error),
            _ => (),
        }
    }
    outputs.claim(path, OutputKind::EXPORT, Some(bytes.as_bytes())).map(Some)
}

fn last_part(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned())
}

fn wrong(path: &Path, message: &str) -> InputError {
    InputError::whole(message).in_file(&path.display().to_string())
}
