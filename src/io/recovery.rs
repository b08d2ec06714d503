//! Unsaved work, kept where the next start finds it.
//!
//! Each session that runs has a number, and holds the lock of `session-N.lock`; the system frees it however the session ends. What is
//! not saved yet lies in `session-N.toml`, which is replaced all at once. Its first line names the scenario's own file, and the second
//! says what stood in there, so that saving what was rescued does not undo what somebody else did since. A session whose lock is
//! free and whose text is still there has crashed: an orphan. Lock files are empty and stay: taking one away could leave two
//! sessions with one number.

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    InputError, Limits, Scenario, Seen, UNTITLED, parse_bytes,
    replace::{remove_drafts, replace},
    to_toml,
};

/// What the first line of a session begins with; a path or a name follows, in quotes as in JSON.
const MARK: &str = "# Unsaved changes of ";

/// What the second line begins with, if there is one; length and hash of the file follow, or null if there was none.
const SEEN_MARK: &str = "# Begun from ";

const BYTE_ORDER_MARK: char = '\u{feff}';

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
        let mut whole = String::new();
        let bare = text.strip_prefix(BYTE_ORDER_MARK);
        whole.extend(bare.map(|_| BYTE_ORDER_MARK));
        // Writing to a text can't fail.
        let _ = write!(whole, "{MARK}{}{newline}", serde_json::Value::from(name));
        if let Some(seen) = &scenario.seen {
            let _ = write!(whole, "{SEEN_MARK}{}{newline}", serde_json::to_string(&seen.contents())?);
        }
        whole += bare.unwrap_or(&text);
        replace(&self.text, whole.as_bytes())
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
    /// What stood in that file, if that is known.
    seen: Option<Seen>,
    text: PathBuf,
    _lock: File,
}

impl Orphan {
    fn of(text: PathBuf) -> Option<Self> {
        let lock = try_lock(&text).ok()??;
        // Its session may have ended well since the folder was read.
        let modified = fs::metadata(&text).and_then(|it| it.modified()).ok()?;
        let head = Head::of(&String::from_utf8_lossy(&fs::read(&text).ok()?)).0;
        let named = head.name.unwrap_or_else(|| UNTITLED.to_owned());
        let path = PathBuf::from(&named);
        let name = path.file_name().map_or_else(|| named.clone(), |it| it.to_string_lossy().into_owned());
        let original = Some(path).filter(|it| it.is_absolute());
        let contents = head.contents.and_then(|it| serde_json::from_str(&it).ok());
        let seen = original.as_ref().zip(contents).map(|(path, contents)| Seen::with(path, contents));
        Some(Self { name, original, modified, seen, text, _lock: lock })
    }

    /// Reads it. Saving it will change its own file in place, if that is as it was.
    ///
    /// # Errors
    ///
    /// It can't be read, or is no scenario.
    pub fn load(&self, limits: Limits) -> Result<Scenario, InputError> {
        let file = self.text.display().to_string();
        let unreadable = |error: io::Error| InputError::whole(format!("can't be read: {error}")).in_file(&file);
        let bytes = fs::read(&self.text).map_err(unreadable)?;
        let mut scenario = parse_bytes(&file, &bytes, limits)?;
        // What was kept has the comments of the scenario's own file.
        scenario.source = scenario.source.map(|it| Head::of(&it).1.into());
        scenario.name.clone_from(&self.name);
        scenario.path.clone_from(&self.original);
        scenario.seen.clone_from(&self.seen);
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

/// What the first lines of a session say.
#[derive(Default)]
struct Head {
    /// The path of the scenario's own file, or its name.
    name: Option<String>,
    /// What stood in there, as JSON.
    contents: Option<String>,
}

impl Head {
    /// Takes them off a text; gives back the rest.
    fn of(text: &str) -> (Self, String) {
        let bare = text.strip_prefix(BYTE_ORDER_MARK);
        let (mut head, mut rest) = (Self::default(), bare.unwrap_or(text));
        if let Some((name, behind)) = marked(rest, MARK) {
            (head.name, rest) = (serde_json::from_str(name).ok(), behind);
            if let Some((contents, behind)) = marked(rest, SEEN_MARK) {
                (head.contents, rest) = (Some(contents.to_owned()), behind);
            }
        }
        (head, bare.map(|_| BYTE_ORDER_MARK).into_iter().chain(rest.chars()).collect())
    }
}

/// What follows a mark in the first line, and the lines behind it.
fn marked<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let text = text.strip_prefix(mark)?;
    Some(text.split_once('\n').unwrap_or((text, "")))
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
