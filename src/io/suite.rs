//! Suites: files with tests of one maze or of many, a scenario a maze.
//!
//! Foreign tests name their mazes. Those are looked for beside the file: under the name's last part, under the whole name, and
//! for a `.scen` under its own name.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{InputError, Limits, Scenario, has_extension, parse, read_text, recast, scen, scen::ScenKind};

/// Reads all scenarios of a file: one of a scenario, map or text maze, one for each map of a `.scen`, in the order in which they
/// come up, and one for each level of a `RecastDemo` test. A `.scen` is taken for one of Polyanya's if a `.mesh` of its name or its
/// map's lies beside it.
///
/// # Errors
///
/// As [`open`](super::open).
pub fn open_suite(path: &Path, limits: Limits) -> Result<Vec<Scenario>, InputError> {
    open_as(path, None, limits)
}

/// As [`open_suite`], where the coordinates of a `.scen` are known to stand for something.
///
/// # Errors
///
/// As [`open`](super::open).
pub fn open_suite_as(path: &Path, kind: ScenKind, limits: Limits) -> Result<Vec<Scenario>, InputError> {
    open_as(path, Some(kind), limits)
}

fn open_as(path: &Path, kind: Option<ScenKind>, limits: Limits) -> Result<Vec<Scenario>, InputError> {
    let file = path.display().to_string();
    let (text, seen) = read_text(path, &file)?;
    let scenarios = read(path, &text, kind, limits);
    let mut scenarios = scenarios.map_err(|error| if error.file.is_empty() { error.in_file(&file) } else { error })?;
    for scenario in &mut scenarios {
        scenario.seen = Some(seen.clone());
    }
    Ok(scenarios)
}

/// Reads the scenarios of a text, which stands at a path.
pub(super) fn read(
    path: &Path,
    text: &str,
    kind: Option<ScenKind>,
    limits: Limits,
) -> Result<Vec<Scenario>, InputError> {
    let mut scenarios = if has_extension(path, "scen") {
        tests_of_maps(path, text, kind, limits)?
    } else if is_recast(path, text) {
        tests_of_levels(path, text, limits)?
    } else {
        vec![parse(&path.display().to_string(), text, limits)?]
    };
    let several = scenarios.len() > 1;
    let name = path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    for scenario in &mut scenarios {
        scenario.name = if several { format!("{name}, {}", scenario.name) } else { name.clone() };
        scenario.path = Some(path.to_owned());
    }
    Ok(scenarios)
}

/// Whether a file holds `RecastDemo`'s tests.
pub(super) fn is_recast(path: &Path, text: &str) -> bool {
    !["toml", "map", "scen"].iter().any(|it| has_extension(path, it)) && recast::is_test(text)
}

fn tests_of_maps(path: &Path, text: &str, kind: Option<ScenKind>, limits: Limits) -> Result<Vec<Scenario>, InputError> {
    let lines = scen::parse(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    let Some(first) = lines.first() else {
        return Err(InputError::at_end_of(text, "there is no test; add a line for each behind “version 1”"));
    };
    let mut numbers = BTreeMap::from([(first.map, 0)]);
    let mut maps = vec![Vec::new()];
    for line in &lines {
        let number = *numbers.entry(line.map).or_insert(maps.len());
        if number == maps.len() {
            maps.push(Vec::new());
        }
        maps[number].push(line);
    }
    let mut scenarios = Vec::new();
    for lines in maps {
        let [line, ..] = lines[..] else { continue };
        // The map's ending comes off first, as in “arena.map.scen”.
        let own = path.with_extension("");
        let own = if has_extension(&own, "map") { own } else { own.with_extension("map") };
        let found = beside(path, line.map).or_else(|| Some(own.clone()).filter(|it| it.is_file()));
        let name = last_part(line.map);
        let missing = || line.map_error(format!("there is no map {name} beside this file; put it there"));
        let map = found.ok_or_else(missing)?;
        let has_mesh = || [&own, &map].iter().any(|it| sibling(path, it).is_some_and(|it| it.is_file()));
        let guessed = || if has_mesh() { ScenKind::Corners } else { ScenKind::Centres };
        let maze = open_maze(&map, limits)?.maze;
        let maze = Arc::unwrap_or_clone(maze);
        let scenario = scen::scenario(maze, &lines, kind.unwrap_or_else(guessed))?;
        scenarios.push(Scenario { name: name.to_owned(), ..scenario });
    }
    Ok(scenarios)
}

/// The mesh of a map, beside a file.
fn sibling(path: &Path, map: &Path) -> Option<PathBuf> {
    Some(path.with_file_name(Path::new(map.file_stem()?).with_extension("mesh")))
}

fn tests_of_levels(path: &Path, text: &str, limits: Limits) -> Result<Vec<Scenario>, InputError> {
    let parts = recast::parse(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    let mut scenarios = Vec::new();
    for part in parts {
        let (line, column) = part.place;
        let wrong = |message: String| InputError::at(line, column, message);
        let (level, count) = (part.level, part.clicks.len());
        if ["obj", "gset", "set"].iter().any(|it| has_extension(Path::new(level), it)) {
            let message = format!(
                "{level} lies in space, and such levels can't be baked yet; name a maze instead to run its {count} test(s)"
            );
            return Err(wrong(message));
        }
        let missing =
            || wrong(format!("there is no maze {level} beside this file; put it there to run its {count} test(s)"));
        let maze = open_maze(&beside(path, level).ok_or_else(missing)?, limits)?;
        // What else the maze's own file tests is its own business.
        let scenario = Scenario { clicks: part.clicks, ..maze };
        scenarios.push(Scenario { name: last_part(level).to_owned(), source: None, variants: Vec::new(), ..scenario });
    }
    Ok(scenarios)
}

/// Opens what foreign tests name: a maze, and not again such tests.
fn open_maze(path: &Path, limits: Limits) -> Result<Scenario, InputError> {
    let file = path.display().to_string();
    let (text, _) = read_text(path, &file)?;
    parse(&file, &text, limits)
}

/// The file that a name means, if it lies beside another.
fn beside(path: &Path, name: &str) -> Option<PathBuf> {
    let folder = path.parent()?;
    let parts = [Path::new(last_part(name)).to_owned(), PathBuf::from(name.replace('\\', "/"))];
    parts.into_iter().filter(|it| it.components().next().is_some()).map(|it| folder.join(it)).find(|it| it.is_file())
}

/// A name without its folders, those of other systems too.
fn last_part(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}
