//! Which scenarios are meant by the paths that were given.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::super::assign;
use super::options::CheckOptions;
use crate::{
    cli::output::Failure,
    debugger::check::Suite,
    io::{self, InputError, Limits, Scenario, apply_preset},
};

/// What was found under the paths.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Every scenario.
    pub(super) suites: Vec<Suite>,
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
    for path in &options.paths {
        let mut files = Vec::new();
        if path.is_dir() {
            gather(path, &mut files, &mut found.wrong);
        } else {
            files.push(path.clone());
        }
        for file in files {
            let within = file.strip_prefix(path).unwrap_or(&file);
            let name = match within.as_os_str().is_empty() || !path.is_dir() {
                true => {
                    file.file_name().map_or_else(|| file.display().to_string(), |it| it.to_string_lossy().into_owned())
                }
                false => slashed(within),
            };
            match load_all(&file, Limits { max_side: options.max_side }) {
                Ok(scenarios) => {
                    for mut scenario in scenarios {
                        change(&mut scenario, options)?;
                        // Tests of several mazes in one file are told apart by those.
                        let own = file.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
                        let part = scenario.name.strip_prefix(&own).unwrap_or("").to_owned();
                        let mut full = format!("{name}{part}");
                        if names.contains(&full) {
                            full = format!("{}{part}", slashed(&file));
                        }
                        names.insert(full.clone());
                        found.suites.push(Suite::new(full, scenario));
                    }
                }
                Err(error) => found.wrong.push(error),
            }
        }
    }
    Ok(found)
}

/// The scenarios of a file, or the built-in one of that name if there is no such file.
fn load_all(file: &Path, limits: Limits) -> Result<Vec<Scenario>, InputError> {
    match file.to_str().map(io::built_in) {
        Some(Ok(scenario)) if !file.exists() => Ok(vec![scenario]),
        _ => io::open_suite(file, limits),
    }
}

/// Sets what the options say.
fn change(scenario: &mut Scenario, options: &CheckOptions) -> Result<(), Failure> {
    if let Some(preset) = &options.preset {
        apply_preset(&mut scenario.settings, preset)?;
    }
    for assignment in &options.set {
        assign(&mut scenario.settings, assignment)?;
    }
    Ok(())
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
    fs::read_to_string(path).map_or(true, |text| {
        let mut lines = text.lines().map(str::trim_start);
        lines.any(|it| ["[maze", "maze", "[[click"].iter().any(|word| it.starts_with(word)))
    })
}
