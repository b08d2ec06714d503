//! Writing files: whatever happens on the way there is either the old file or the new one, whole.
//!
//! The bytes go into a draft beside the file, are flushed to the disk, and the draft then takes the file's name. Links are followed and
//! stay links; permissions stay. What can't be written changes nothing.
//!
//! Writers take turns by a lock on the folder, which the system frees however they end; so nobody's file changes between the last
//! look at it and the rename, and a draft that is found there is one of a writer that was killed, and is taken away. Where folders
//! can't be locked nothing is taken away, and only a program that writes within that moment is missed.

use std::{
    fs::{self, File, Metadata, OpenOptions, Permissions, TryLockError},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use super::InputError;

/// Others hold the lock for as long as a file takes to be written.
const PATIENCE: Duration = Duration::from_secs(20);

/// So much is written at once. \[bytes]
const PART: usize = 1 << 16;

/// Gives a file new contents, all at once, whatever stands there.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_if(path, bytes, |_| Ok(()))
}

/// Gives a file new contents, all at once, if it may be replaced as it is right before that.
pub(super) fn replace_if<E: From<io::Error>>(
    path: &Path,
    bytes: &[u8],
    may: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    let (target, old) = replaceable(path)?;
    let lock = lock_folder(folder_of(&target))?;
    if lock.is_some() {
        remove_drafts(&target);
    }
    step();
    let (draft, mut file) = draft_beside(&target)?;
    step();
    let written = fill(&mut file, bytes, old.map(|it| it.permissions()))
        .map_err(E::from)
        .and_then(|()| may(&target))
        .and_then(|()| Ok(fs::rename(&draft, &target)?));
    step();
    if written.is_err() {
        // What can't be removed either is at least no harm.
        let _ = fs::remove_file(&draft);
        return written;
    }
    // The name has to reach the disk too. Not every system opens folders, and the file is whole either way.
    let _ = File::open(folder_of(&target)).and_then(|it| it.sync_all());
    step();
    Ok(())
}

/// Where a path leads, and the file that is there, if there is one; fails if it can't be replaced.
fn replaceable(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    let target = followed(path)?;
    match fs::metadata(&target) {
        Ok(it) if it.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(it) if !it.is_file() => Err(io::Error::other("it is no ordinary file")),
        // Another file could take its name all the same, but it is meant to stay.
        Ok(it) if it.permissions().readonly() => Err(ErrorKind::PermissionDenied.into()),
        Ok(it) => Ok((target, Some(it))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok((target, None)),
        Err(error) => Err(error),
    }
}

/// Fails if a file can't be written, as far as that can be known without writing it.
pub(super) fn check_writable(path: &Path) -> io::Result<()> {
    let (target, _) = replaceable(path)?;
    fs::remove_file(draft_beside(&target)?.0)
}

/// Writes a draft down to the disk.
fn fill(file: &mut File, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    for part in bytes.chunks(PART) {
        file.write_all(part)?;
        step();
    }
    file.sync_all()?;
    step();
    Ok(())
}

/// Where a test ends the process, as a crash would: behind so many steps, counted over all files. Releases know nothing of it.
fn step() {
    #[cfg(debug_assertions)]
    {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed) + 1;
        if std::env::var("NAVSCOPE_TEST_DIES_AT").is_ok_and(|it| it == number.to_string()) {
            std::process::abort();
        }
    }
}

/// Waits for the lock of a folder; none where folders can't be opened or locked.
fn lock_folder(folder: &Path) -> io::Result<Option<File>> {
    let Ok(file) = File::open(folder) else { return Ok(None) };
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if since.elapsed() > PATIENCE => {
                let message = format!("another program keeps the folder {} locked", folder.display());
                return Err(io::Error::other(message));
            }
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// Where a path leads through links, the last of which may lead nowhere yet.
pub(super) fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // As many as systems follow themselves.
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// A new file in the folder of another, with a name of its own.
fn draft_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let prefix = draft_prefix(path).ok_or(ErrorKind::IsADirectory)?;
    loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let draft = folder_of(path).join(format!("{prefix}{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&draft) {
            Ok(file) => return Ok((draft, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => (),
            Err(error) => return Err(error),
        }
    }
}

/// What the names of a file's drafts begin with; two numbers follow, and an ending.
fn draft_prefix(path: &Path) -> Option<String> {
    // Systems limit names, and this one becomes longer.
    let name: String = path.file_name()?.to_string_lossy().chars().take(40).collect();
    Some(format!(".{name}."))
}

/// Removes what was begun to be written to a file but not finished. Only for who has a lock that all its writers take.
pub(super) fn remove_drafts(path: &Path) {
    let Some(prefix) = draft_prefix(path) else { return };
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    for entry in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_str().and_then(|it| it.strip_prefix(&prefix)?.strip_suffix(".tmp")?.split_once('-'));
        if name.is_some_and(|(process, count)| is_number(process) && is_number(count)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The folder that a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(it) if !it.as_os_str().is_empty() => it,
        _ => Path::new("."),
    }
}

/// What went wrong in writing a file, and what to do.
pub(super) fn unwritable(path: &Path, error: &io::Error) -> InputError {
    let message = format!("can't be written: {}", advice(error, path));
    InputError::whole(message).in_file(&path.display().to_string())
}

fn advice(error: &io::Error, path: &Path) -> String {
    let folder = folder_of(path).display();
    match error.kind() {
        ErrorKind::NotFound => format!("there is no folder {folder}; make it, or save elsewhere"),
        ErrorKind::NotADirectory => format!("{folder} is no folder; save elsewhere"),
        ErrorKind::IsADirectory => "it is a folder; save under another name".to_owned(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            format!("there is no room left in {folder}; make some, or save elsewhere")
        }
        ErrorKind::ReadOnlyFilesystem => format!("nothing can be written in {folder}; save elsewhere"),
        ErrorKind::PermissionDenied => {
            format!("the file is read-only, or {folder} belongs to somebody else; allow it, or save elsewhere")
        }
        _ => format!("{error}; try again, or save elsewhere"),
    }
}
