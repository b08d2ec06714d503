//! Suites: files with tests of one maze or of many, a scenario a maze.
//!
//! Foreign tests name their mazes, and may come from strangers. Those mazes are looked for in the folder of the file, or one that the
//! user names, and nowhere else: under the name's last part, under the whole name, and for a `.scen` under its own name. A name or a
//! link that leads out of the folder is refused.

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use super::{
    InputError, Limits, Scenario,
    file_in::{MOST_BYTES, bare, read_marked, read_seen},
    format::{Format, Read},
    parse_decoded, recast, scen,
    scen::ScenKind,
};

/// Reads all scenarios of a file: one of a scenario, map or text maze, one for each map of a `.scen`, in the order in which they
/// come up, and one for each level of a `RecastDemo` test. A `.scen` is taken for one of Polyanya's if its tests name a `.mesh`, or one of
/// its name or its map's lies beside it.
///
/// # Errors
///
/// As [`open`](super::open).
pub fn open_suite(path: &Path, limits: Limits) -> Result<Vec<Scenario>, InputError> {
    open_suite_from(path, None, None, limits)
}

/// As [`open_suite`], where the coordinates of a `.scen` are known to stand for something.
///
/// # Errors
///
/// As [`open`](super::open).
pub fn open_suite_as(path: &Path, kind: ScenKind, limits: Limits) -> Result<Vec<Scenario>, InputError> {
    open_suite_from(path, Some(kind), None, limits)
}

/// As [`open_suite`], where it may be known what the coordinates of a `.scen` stand for, and in which other folder the mazes lie
/// that tests name.
///
/// # Errors
///
/// As [`open`](super::open).
pub fn open_suite_from(
    path: &Path,
    kind: Option<ScenKind>,
    mazes: Option<&Path>,
    limits: Limits,
) -> Result<Vec<Scenario>, InputError> {
    let (text, seen) = read_seen(path, MOST_BYTES)?;
    let suite = Suite { path, mazes, limits };
    let in_file = |error: InputError| match error.file.is_empty() {
        true => error.in_file(&path.display().to_string()),
        false => error,
    };
    let mut scenarios = suite.read(&text, kind).map_err(in_file)?;
    for scenario in &mut scenarios {
        scenario.seen = Some(seen.clone());
    }
    Ok(scenarios)
}

/// A file with tests, and where to look for what they name.
pub(super) struct Suite<'p> {
    path: &'p Path,
    /// A folder that the user names.
    mazes: Option<&'p Path>,
    limits: Limits,
}

impl Suite<'_> {
    fn read(&self, text: &str, kind: Option<ScenKind>) -> Result<Vec<Scenario>, InputError> {
        let Self { path, limits, .. } = *self;
        let mut scenarios = match Format::of(path, bare(text)).read {
            Read::Tests(read) => read(self, bare(text), kind)?,
            Read::Whole(_) => vec![parse_decoded(&path.display().to_string(), text, limits)?],
        };
        let several = scenarios.len() > 1;
        let name = path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
        for scenario in &mut scenarios {
            scenario.name = if several { format!("{name}, {}", scenario.name) } else { name.clone() };
            scenario.path = Some(path.to_owned());
        }
        Ok(scenarios)
    }

    fn tests_of_map(&self, lines: &[&scen::Line], kind: Option<ScenKind>) -> Result<Scenario, InputError> {
        let line = lines[0];
        // Polyanya's tests are of a mesh, which was made of the map of that name.
        let is_mesh = has_ending(line.map, "mesh");
        let map = if is_mesh { format!("{}map", &line.map[..line.map.len() - 4]) } else { line.map.to_owned() };
        let name = last_part(&map);
        // The map's ending comes off first, as in “arena.map.scen”.
        let own = self.path.with_extension("");
        let own = if Format::MAP.fits_name(&own) { own } else { own.with_extension("map") };
        let own_name = own.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
        let found = match self.find(&map) {
            Ok(None) | Err(_) if self.find(&own_name).is_ok_and(|it| it.is_some()) => self.find(&own_name),
            it => it,
        };
        let found = found.map_err(|message| line.map_error(message))?;
        let missing = || line.map_error(format!("there is no map {name} beside this file; put it there"));
        let map = found.ok_or_else(missing)?;
        let has_mesh = || [&own, &map].iter().any(|it| sibling(self.path, it).is_some_and(|it| it.is_file()));
        let guessed = || if is_mesh || has_mesh() { ScenKind::Corners } else { ScenKind::Centres };
        let maze = Arc::unwrap_or_clone(self.open_maze(&map)?.maze);
        let scenario = scen::scenario(maze, lines, kind.unwrap_or_else(guessed))?;
        Ok(Scenario { name: name.to_owned(), map: Some(map), ..scenario })
    }

    /// The tests of `RecastDemo`: a scenario for each level.
    pub(super) fn tests_of_levels(&self, text: &str) -> Result<Vec<Scenario>, InputError> {
        recast::parse(text)?.into_iter().map(|it| self.tests_of_level(it)).collect()
    }

    fn tests_of_level(&self, part: recast::Part) -> Result<Scenario, InputError> {
        let (line, column) = part.place;
        let wrong = |message: String| InputError::at(line, column, message);
        let (level, count) = (part.level, part.clicks.len());
        if ["gset", "set"].iter().any(|it| has_ending(level, it)) {
            let message = format!(
                "{level} names level geometry with settings of its own, which is not read; name its .obj to run its {count} test(s)"
            );
            return Err(wrong(message));
        }
        let missing =
            || wrong(format!("there is no maze {level} beside this file; put it there to run its {count} test(s)"));
        let map = self.find(level).map_err(wrong)?.ok_or_else(missing)?;
        let maze = self.open_maze(&map)?;
        // What else the maze's own file tests is its own business.
        let mut scenario = Scenario { clicks: part.clicks, ..maze };
        if scenario.maze.has_cells() {
            // Cells have no heights; they stay in the clicks' names.
            for click in &mut scenario.clicks {
                (click.start.height, click.goal.height) = (None, None);
            }
        }
        let name = last_part(level).to_owned();
        Ok(Scenario { name, map: Some(map), source: None, variants: Vec::new(), ..scenario })
    }

    /// Opens what foreign tests name: a maze, and not again such tests.
    fn open_maze(&self, path: &Path) -> Result<Scenario, InputError> {
        let text = read_marked(path, MOST_BYTES)?;
        parse_decoded(&path.display().to_string(), &text, self.limits)
    }

    /// The file that a name means, in one of the folders; else says that it leads out of them.
    fn find(&self, name: &str) -> Result<Option<PathBuf>, String> {
        let own = self.path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let whole = PathBuf::from(name.replace('\\', "/"));
        let is_within = |it: Component| matches!(it, Component::Normal(_) | Component::CurDir);
        let mut leads_out = !whole.components().all(is_within);
        let parts = [Some(PathBuf::from(last_part(name))), Some(whole).filter(|_| !leads_out)];
        for folder in self.mazes.into_iter().chain([own]) {
            for part in parts.iter().flatten().filter(|it| it.file_name().is_some()) {
                let found = folder.join(part);
                if found.is_file() {
                    if lies_in(&found, folder) {
                        return Ok(Some(found));
                    }
                    leads_out = true;
                }
            }
        }
        let message = "leads out of this file's folder; put the maze there, or name its folder with --maps FOLDER";
        if leads_out { Err(format!("“{name}” {message}")) } else { Ok(None) }
    }
}

/// The tests of a `.scen`: a scenario for each map, in the order in which they come up.
pub(super) fn tests_of_maps(
    suite: &Suite<'_>,
    text: &str,
    kind: Option<ScenKind>,
) -> Result<Vec<Scenario>, InputError> {
    let lines = scen::parse(text)?;
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
    maps.iter().map(|lines| suite.tests_of_map(lines, kind)).collect()
}

/// Whether a file lies in a folder, links followed.
fn lies_in(file: &Path, folder: &Path) -> bool {
    let real = [file, folder].map(Path::canonicalize);
    matches!(real, [Ok(file), Ok(folder)] if file.starts_with(&folder))
}

/// Whether a name, or a path, ends like this behind its last point.
fn has_ending(name: impl AsRef<Path>, ending: &str) -> bool {
    name.as_ref().extension().is_some_and(|it| it.eq_ignore_ascii_case(ending))
}

/// The mesh of a map, beside a file.
fn sibling(path: &Path, map: &Path) -> Option<PathBuf> {
    Some(path.with_file_name(Path::new(map.file_stem()?).with_extension("mesh")))
}

/// A name without its folders, those of other systems too.
fn last_part(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}
