//! Which scenarios are meant by the paths that were given, and what they are called.
//!
//! A file is called what it was given as, and one in a folder by the folder and its place in there: `check mazes` and
//! `check mazes/a.toml` both say `mazes/a.toml`, whatever else is given. A file that is given twice, be it by another way, a link
//! or a second name on the disk, is one, and called by the shortest.

use std::{
    collections::HashMap,
    fs,
    path::{Component, Path, PathBuf},
};

use super::{left_out::LeftFile, options::CheckOptions};
use crate::{
    cli::output::Failure,
    debugger::check::{Suite, numbered},
    io::{self, Format, Holds, Identity, InputError, Scenario},
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
    /// What in folders is no scenario, and files given again.
    pub(super) left_out: Vec<LeftFile>,
    /// All files that were read, or were to be.
    pub(super) inputs: Vec<PathBuf>,
}

/// A file that is to be read.
#[derive(Debug)]
struct Given {
    path: PathBuf,
    name: String,
    /// Whether it was named itself, and not only lies in a folder that was.
    is_named: bool,
}

/// Finds every scenario under the paths: as given, and in folders by their names.
///
/// In a folder only what holds tests is read. A file that is named is read whatever it is.
pub(super) fn find(options: &CheckOptions) -> Result<Found, Failure> {
    let mut found = Found::default();
    let mut files = Vec::new();
    for path in &options.paths {
        if path.is_dir() {
            gather(path, options.audit, &mut files, &mut found);
        } else {
            files.push(Given { path: path.clone(), name: name_of(path), is_named: true });
        }
    }
    let kind = options.reading.kind()?;
    let mut named: Vec<(String, Scenario)> = Vec::new();
    for file in each_once(files, &mut found.left_out) {
        found.inputs.push(file.path.clone());
        let scenarios = match options.reading.open(&file.path, kind) {
            Ok(it) => it,
            Err(error) => {
                found.wrong.push(error);
                continue;
            }
        };
        let own_name = last_part(&file.path);
        for scenario in scenarios {
            let scenario = options.reading.changed(scenario)?;
            found.inputs.extend(scenario.map.clone());
            // Tests of several mazes in one file are told apart by those.
            let part = scenario.name.strip_prefix(&own_name).unwrap_or("");
            let name = format!("{}{part}", file.name);
            if scenario.clicks.is_empty() && file.is_named {
                found.bare.push(name.clone());
            }
            named.push((name, scenario));
        }
    }
    // Two mazes of one file may have one name, and so may files whose names can't be written.
    let names = numbered(named.iter().map(|it| it.0.as_str()));
    found.suites = names.into_iter().zip(named).map(|(name, (_, scenario))| Suite::new(name, scenario)).collect();
    Ok(found)
}

/// The same files, each once: where it was first given, under the shortest of its names.
fn each_once(files: Vec<Given>, left_out: &mut Vec<LeftFile>) -> Vec<Given> {
    let mut places: HashMap<Identity, usize> = HashMap::new();
    let mut once: Vec<Given> = Vec::new();
    for mut file in files {
        let place = *places.entry(identity(&file.path)).or_insert(once.len());
        let Some(known) = once.get_mut(place) else {
            once.push(file);
            continue;
        };
        known.is_named |= file.is_named;
        if known.name == file.name {
            continue;
        }
        if (file.name.len(), &file.name) < (known.name.len(), &known.name) {
            (known.name, file.name) = (file.name, std::mem::take(&mut known.name));
            known.path = file.path;
        }
        left_out.push(LeftFile { file: file.name, why: "given under a shorter name too" });
    }
    once
}

/// What a path leads to: a file, or a built-in maze, whether its ending is given or not.
fn identity(path: &Path) -> Identity {
    match path.to_str().map(io::built_in) {
        Some(Ok(maze)) if !path.exists() => Identity::of(Path::new(&maze.name)),
        _ => Identity::of(path),
    }
}

/// A path's last part, or all of it if it has none.
fn last_part(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |it| it.to_string_lossy().into_owned())
}

/// What a file is called: its path as given, with slashes and without needless points. Bytes that are no text are written as numbers.
fn name_of(path: &Path) -> String {
    let mut name = String::new();
    for part in path.components() {
        match part {
            Component::CurDir => continue,
            Component::RootDir => name.push('/'),
            _ if name.is_empty() || name.ends_with('/') => (),
            _ => name.push('/'),
        }
        if part == Component::RootDir {
            continue;
        }
        for chunk in part.as_os_str().as_encoded_bytes().utf8_chunks() {
            name.push_str(chunk.valid());
            name.extend(chunk.invalid().iter().map(|it| format!("\\x{it:02X}")));
        }
    }
    name
}

/// The files of a folder that hold tests, by their names. Mazes without clicks are only missed by audits.
fn gather(folder: &Path, audits: bool, files: &mut Vec<Given>, found: &mut Found) {
    let unreadable = |error: std::io::Error, path: &Path| {
        InputError::whole(format!("can't be read: {error}")).in_file(&path.display().to_string())
    };
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match entries {
        Ok(it) => it,
        Err(error) => return found.wrong.push(unreadable(error, folder)),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let kind = match entry.file_type() {
            Ok(it) => it,
            Err(error) => {
                found.wrong.push(unreadable(error, &path));
                continue;
            }
        };
        if kind.is_dir() && !is_hidden {
            gather(&path, audits, files, found);
            continue;
        }
        let name = name_of(&path);
        match why_not(&path, kind.is_symlink(), is_hidden) {
            None => files.push(Given { path, name, is_named: false }),
            Some(NO_CLICKS) if !audits => (),
            Some(why) => found.left_out.push(LeftFile { file: name, why }),
        }
    }
}

const NO_CLICKS: &str = "for it holds no clicks (name it to audit a maze)";

/// Why something in a folder is not read, if it isn't.
fn why_not(path: &Path, is_link: bool, is_hidden: bool) -> Option<&'static str> {
    if is_hidden {
        return Some("for names that begin with a point are not looked at");
    }
    match fs::metadata(path) {
        // A link to a folder may lead in a circle.
        Ok(it) if it.is_dir() => Some("for links to folders are not followed; name what they lead to"),
        Ok(it) if it.is_file() => match io::holds(path) {
            Holds::Tests => None,
            Holds::OtherToml => Some("for it has neither a maze nor clicks"),
            Holds::NoClicks => Some(NO_CLICKS),
        },
        // What is wrong is said when it is opened.
        _ if Format::may_hold_clicks(path) => None,
        _ if is_link => Some("for the link leads to no file"),
        _ => Some("for it is no ordinary file"),
    }
}
