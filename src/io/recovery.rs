//! Unsaved work, kept where the next start finds it.
//!
//! Each session that runs has a number, and holds the lock of `session-N.lock`; the system frees it however the session ends. What is
//! not saved yet lies in `session-N.toml`, which is replaced all at once, with a first line that names its file. A session whose
//! lock is free and whose text is still there has crashed: an orphan. Lock files are empty and stay: taking one away could leave two
//! sessions with one number.

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    InputError, Limits, MOST_BYTES, Scenario, UNTITLED, open, parse, read_text, save::replace, to_toml, visible_json,
};

/// What the first line of a session begins with; a path or a name follows, in quotes as in JSON.
const MARK: &str = "# Unsaved changes of ";

/// A place for the unsaved work of one session. Dropped, it takes that work away: the session ended well.
#[derive(Debug)]
pub struct Recovery {
    text: PathBuf,
    /// Held as long as the session runs.
    _lock: File,
}

impl Recovery {
    /// Begins a session that keeps its work in a folder, which is made if need be.
    ///
    /// # Errors
    ///
    /// Nothing can be written there.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        for number in 1.. {
            let text = folder.join(format!("session-{number}.toml"));
            if let Some(lock) = try_lock(&text)?
                && !text.exists()
            {
                remove_drafts(&text);
                return Ok(Self { text, _lock: lock });
            }
        }
        Err(ErrorKind::StorageFull.into())
    }

    /// Keeps a scenario that is not saved. What was kept before stays until this is whole.
    ///
    /// # Errors
    ///
    /// It can't be written.
    pub fn store(&self, scenario: &Scenario) -> io::Result<()> {
        let path = scenario.path.as_ref().map(|it| std::path::absolute(it).unwrap_or_else(|_| it.clone()));
        let name = path.map_or_else(|| scenario.name.clone(), |it| it.to_string_lossy().into_owned());
        let text = to_toml(scenario);
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        // No comment may hold control characters.
        let name = serde_json::Value::from(name).to_string();
        let mut bytes = format!("{MARK}{}{newline}", visible_json(&name)).into_bytes();
        bytes.write_all(text.trim_start_matches('\u{feff}').as_bytes())?;
        replace(&self.text, &bytes)
    }

    /// Forgets what was kept: it is saved, or not wanted.
    ///
    /// # Errors
    ///
    /// It can't be removed.
    pub fn clear(&self) -> io::Result<()> {
        remove_if_there(&self.text)
    }

    /// The sessions in a folder that crashed with work unsaved, the latest first.
    #[must_use]
    pub fn orphans(folder: &Path) -> Vec<Orphan> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let is_session = |it: &PathBuf| {
            let stem = it.file_stem().and_then(OsStr::to_str);
            let number = stem.and_then(|it| it.strip_prefix("session-")).map(str::parse::<u32>);
            it.extension() == Some(OsStr::new("toml")) && matches!(number, Some(Ok(_)))
        };
        let texts = entries.map(|it| it.path()).filter(is_session);
        let mut orphans: Vec<Orphan> = texts.filter_map(Orphan::of).collect();
        orphans.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.text.cmp(&b.text)));
        orphans
    }
}

impl Drop for Recovery {
    fn drop(&mut self) {
        // Whoever unwinds has not ended well.
        if std::thread::panicking() {
            return;
        }
        // What can't be removed is offered at the next start, no worse.
        let _ = self.clear();
        remove_drafts(&self.text);
    }
}

/// What a session left behind that crashed. While it is looked at, nobody else is offered it.
#[derive(Debug)]
pub struct Orphan {
    /// What to call it: the name of its file.
    pub name: String,
    /// The file that the work was begun from or last saved to, if there is one.
    pub original: Option<PathBuf>,
    /// When it was kept last.
    pub modified: SystemTime,
    text: PathBuf,
    _lock: File,
}

impl Orphan {
    fn of(text: PathBuf) -> Option<Self> {
        let lock = try_lock(&text).ok()??;
        // Its session may have ended well since the folder was read.
        let modified = fs::metadata(&text).and_then(|it| it.modified()).ok()?;
        // What is wrong with it is told by those who load it.
        let kept = read_text(&text, MOST_BYTES).unwrap_or_default();
        let named = kept.lines().next().and_then(|it| it.strip_prefix(MARK));
        let named = named.and_then(|it| serde_json::from_str::<String>(it).ok());
        let named = named.unwrap_or_else(|| UNTITLED.to_owned());
        let path = PathBuf::from(&named);
        let name = path.file_name().map_or_else(|| named.clone(), |it| it.to_string_lossy().into_owned());
        Some(Self { name, original: Some(path).filter(|it| it.is_absolute()), modified, text, _lock: lock })
    }

    /// Reads it. Saving it will change its own file in place, if that is still there.
    ///
    /// # Errors
    ///
    /// It can't be read, or is no scenario.
    pub fn load(&self, limits: Limits) -> Result<Scenario, InputError> {
        let file = self.text.display().to_string();
        let mut scenario = parse(&file, &read_text(&self.text, MOST_BYTES)?, limits)?;
        let kept = scenario.source.take();
        let unmarked =
            kept.as_deref().map(|it| if it.starts_with(MARK) { it.split_once('\n').map_or("", |it| it.1) } else { it });
        // Its own text, as it is by now; but where that is gone, the kept one has its comments too.
        let original = self.original.as_ref().and_then(|it| open(it, limits).ok());
        scenario.source = original.and_then(|it| it.source).or_else(|| unmarked.map(Into::into));
        scenario.name.clone_from(&self.name);
        scenario.path.clone_from(&self.original);
        Ok(scenario)
    }

    /// Takes it away: it was restored and kept elsewhere, or is not wanted.
    ///
    /// # Errors
    ///
    /// It can't be removed.
    pub fn discard(self) -> io::Result<()> {
        remove_drafts(&self.text);
        remove_if_there(&self.text)
    }
}

/// The lock of a session, if nobody has it.
fn try_lock(text: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(text.with_extension("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes what a session began to write but did not finish. Only for who has its lock.
fn remove_drafts(text: &Path) {
    let Some((folder, name)) = text.parent().zip(text.file_name()) else { return };
    let prefix = format!(".{}.", name.to_string_lossy());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&prefix) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
