//! What stood in a file when it was looked at last, so that nothing that came since is lost.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

use super::{
    MOST_BYTES,
    file_in::beginning,
    file_out::{folder_of, followed},
    fnv,
};

/// What stood in a file, or that there was none. Two are equal if they are of the same path and contents.
#[derive(Clone, Debug)]
pub struct Seen {
    path: PathBuf,
    contents: Option<Contents>,
    /// When the file was changed last; none if that was too short a time before for another change to have another time.
    modified: Option<SystemTime>,
}

/// Bytes, in few. What no input may be as long as is told apart by its length alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Contents {
    length: u64,
    hash: u64,
}

impl PartialEq for Seen {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.contents == other.contents
    }
}

impl Contents {
    pub(super) fn of(bytes: &[u8]) -> Self {
        Self { length: bytes.len() as u64, hash: fnv(bytes) }
    }

    fn read(path: &Path) -> io::Result<Self> {
        let length = fs::metadata(path)?.len();
        if length > MOST_BYTES {
            return Ok(Self { length, hash: 0 });
        }
        Ok(Self::of(&beginning(path, MOST_BYTES)?))
    }
}

impl Seen {
    /// There is no file.
    #[must_use]
    pub fn nothing(path: &Path) -> Self {
        Self { path: path.to_owned(), contents: None, modified: None }
    }

    /// What stands there now.
    ///
    /// # Errors
    ///
    /// It is no ordinary file, or can't be read.
    pub fn now(path: &Path) -> io::Result<Self> {
        let modified = settled_time(path);
        let contents = match fs::metadata(path) {
            Ok(it) if it.is_file() => Some(Contents::read(path)?),
            Ok(it) if it.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(_) => return Err(io::Error::other("it is no ordinary file")),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        Ok(Self { path: path.to_owned(), contents, modified })
    }

    /// What was read from a file that was changed last at that time.
    pub(super) fn read(path: &Path, bytes: &[u8], modified: Option<SystemTime>) -> Self {
        Self { path: path.to_owned(), contents: Some(Contents::of(bytes)), modified }
    }

    pub(super) fn with(path: &Path, contents: Option<Contents>) -> Self {
        Self { path: path.to_owned(), contents, modified: None }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there was a file.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.contents.is_some()
    }

    pub(super) fn contents(&self) -> Option<Contents> {
        self.contents
    }

    /// Whether the file still holds that. Its bytes are only read where its length and time don't tell. What can't be read does not.
    #[must_use]
    pub fn still_holds(&self) -> bool {
        match (fs::metadata(&self.path), self.contents) {
            (Ok(now), Some(contents)) if now.is_file() && now.len() == contents.length => {
                let same_time = self.modified.is_some() && now.modified().ok() == self.modified;
                same_time || Contents::read(&self.path).is_ok_and(|it| it == contents)
            }
            (Err(error), None) => error.kind() == ErrorKind::NotFound,
            _ => false,
        }
    }
}

/// When a file was changed last, if that is long enough ago for a later change to have a later time.
pub(super) fn settled_time(path: &Path) -> Option<SystemTime> {
    // Some systems keep times to two seconds.
    const COARSEST: Duration = Duration::from_secs(3);
    let modified = fs::metadata(path).ok()?.modified().ok()?;
    let age = SystemTime::now().duration_since(modified).ok()?;
    (age > COARSEST).then_some(modified)
}

/// The one path of the place that a path leads to, if its folder is there.
pub(super) fn place(path: &Path) -> Option<PathBuf> {
    let path = followed(path).ok()?;
    fs::canonicalize(&path).ok().or_else(|| Some(fs::canonicalize(folder_of(&path)).ok()?.join(path.file_name()?)))
}

/// What all paths to one file have in common, be there a file or not: through links, hard links and other spellings.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Identity(Key);

#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    /// Its numbers on the disk.
    #[cfg(unix)]
    Disk { device: u64, file: u64 },
    #[cfg(not(unix))]
    Open(same_file::Handle),
    /// There is no file: the one path of its place.
    Place(PathBuf),
    /// There is not even a folder: the path itself.
    Path(PathBuf),
}

impl Identity {
    /// That of the file that a path leads to.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let missing = || place(path).map_or_else(|| Key::Path(path.to_owned()), Key::Place);
        Self(Key::of_file(path).unwrap_or_else(missing))
    }
}

impl Key {
    #[cfg(unix)]
    fn of_file(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;

        let it = fs::metadata(path).ok()?;
        Some(Self::Disk { device: it.dev(), file: it.ino() })
    }

    #[cfg(not(unix))]
    fn of_file(path: &Path) -> Option<Self> {
        // Opening anything but a file could wait forever.
        path.is_file().then(|| same_file::Handle::from_path(path).ok()).flatten().map(Self::Open)
    }
}

/// Whether two paths lead to the same file, or to the same place for one.
#[must_use]
pub fn same_file(a: &Path, b: &Path) -> bool {
    a == b || Identity::of(a) == Identity::of(b)
}
