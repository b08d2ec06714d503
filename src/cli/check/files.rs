//! Which scenarios are meant by the paths that were given.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::options::CheckOptions;
use crate::{
    cli::output::Failure,
    debugger::check::Suite,
    io::{self, InputError},
};

/// What was found under the paths.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Every scenario.
    pub(super) suites: Vec<Suite>,
    /// The files that were named and have no clicks.
    pub(super) bare: Vec<String>,
    /// What is wrong with files that can't be read.
    pub(super) wrong: Vec<InputError>,
}

/// Finds every scenario under the paths: as given, and in folders by their names.
///
/// In a folder files of other kinds are none, and so is TOML that has neither a maze nor clicks; what begins with a point is left
/// out. A file that is named is read whatever it is.
pub(super) fn find(options: &CheckOptions) -> Result<Found, Failure> {
    let mut found = Found::default();
    let mut names = BTreeSet::new();
    let kind = options.reading.kind()?;
    for path in &options.paths {
        let mut files = Vec::new();
        if path.is_dir() {
            gather(path, &mut files, &mut found.wrong);
        } else {
            files.push(path.clone());
        }
        for file in files {
            let own_name = last_part(&file);
            let name = if path.is_dir() { slashed(file.strip_prefix(path).unwrap_or(&file)) } else { own_name.clone() };
            let scenarios = match options.reading.open(&file, kind) {
                Ok(it) => it,
                Err(error) => {
                    found.wrong.push(error);
                    continue;
                }
            };
            for scenario in scenarios {
                let scenario = options.reading.changed(scenario)?;
                // Tests of several mazes in one file are told apart by those.
                let part = scenario.name.strip_prefix(&own_name).unwrap_or("");
                let mut name = format!("{name}{part}");
                if !names.insert(name.clone()) {
                    name = format!("{}{part}", slashed(&file));
                    names.insert(name.clone());
                }
                if scenario.clicks.is_empty() && !path.is_dir() {
                    found.bare.push(name.clone());
                }
                found.suites.push(Suite::new(name, scenario));
            }
        }
    }
    Ok(found)
}

/// A path's last part, or all of it if it has none.
fn last_part(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |it| it.to_string_lossy().into_owned())
}

fn slashed(path: &Path) -> String {
    path.components().map(|it| it.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The files of a folder that may be scenarios, by their names.
fn gather(folder: &Path, files: &mut Vec<PathBuf>, wrong: &mut Vec<InputError>) {
    let unreadable = |error: std::io::Error, path: &Path| {
        InputError::whole(format!("can't be read: {error}")).in_file(&path.display().to_string())
    };
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match entries {
        Ok(it) => it,
        Err(error) => return wrong.push(unreadable(error, folder)),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries.iter().filter(|it| !it.file_name().as_encoded_bytes().starts_with(b".")) {
        let path = entry.path();
        let ends_in = |end: &str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(end));
        match entry.file_type() {
            // Links to folders are not followed, for they may lead in a circle.
            Ok(it) if it.is_dir() => gather(&path, files, wrong),
            Ok(_) if ends_in("scen") => files.push(path),
            Ok(_) if ends_in("toml") && path.is_file() && may_be_scenario(&path) => files.push(path),
            Ok(_) => (),
            Err(error) => wrong.push(unreadable(error, &path)),
        }
    }
}

/// Whether TOML has a maze or clicks, or can't be looked into, which is for others to complain about.
fn may_be_scenario(path: &Path) -> bool {
    io::read_text(path, io::MOST_BYTES).map_or(true, |text| {
        let mut lines = text.lines().map(str::trim_start);
        lines.any(|it| ["[maze", "maze", "[[click"].iter().any(|word| it.starts_with(word)))
    })
}
