//! Saving, so that whatever happens on the way there is either the old file or the new one, whole.
//!
//! The text goes into a new file beside the old one, is flushed to the disk, and then takes its name; a crash leaves at most that
//! file behind. Links are followed and stay links; permissions stay. What can't be written changes nothing.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

use super::{InputError, Scenario, to_toml};

/// Writes a scenario to a `.toml`, and gives back the text that stands there then.
///
/// # Errors
///
/// The file is of another kind, or can't be written; the message says what to do. The old file is as it was.
pub fn save(scenario: &Scenario, path: &Path) -> Result<String, InputError> {
    let file = path.display().to_string();
    let wrong = |message: String| InputError::whole(message).in_file(&file);
    if !path.extension().is_some_and(|it| it.eq_ignore_ascii_case("toml")) {
        let message = "only the maze would fit in there, not the settings; save under a name that ends in .toml";
        return Err(wrong(message.to_owned()));
    }
    let text = to_toml(scenario);
    replace(path, text.as_bytes()).map_err(|error| wrong(format!("can't be written: {}", advice(&error, path))))?;
    Ok(text)
}

/// What went wrong, and what to do.
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

/// Gives a file new contents, all at once.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = followed(path)?;
    let old = match fs::metadata(&target) {
        Ok(it) => Some(it),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    match &old {
        Some(it) if it.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Some(it) if !it.is_file() => return Err(io::Error::other("it is no ordinary file")),
        _ => (),
    }
    // Another file could take its name all the same, but it is meant to stay.
    if old.as_ref().is_some_and(|it| it.permissions().readonly()) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let (draft, mut file) = draft_beside(&target)?;
    let written = (|| {
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&draft, &target)
    })();
    if written.is_err() {
        // What can't be removed either is at least no harm.
        let _ = fs::remove_file(&draft);
        return written;
    }
    // The name has to reach the disk too. Not every system opens folders, and the file is whole either way.
    let _ = File::open(folder_of(&target)).and_then(|it| it.sync_all());
    Ok(())
}

/// Where a path leads through links, the last of which may lead nowhere yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
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
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?.to_string_lossy();
    // Systems limit names, and this one becomes longer.
    let name: String = name.chars().take(40).collect();
    loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let draft = folder_of(path).join(format!(".{name}.{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&draft) {
            Ok(file) => return Ok((draft, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => (),
            Err(error) => return Err(error),
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(it) if !it.as_os_str().is_empty() => it,
        _ => Path::new("."),
    }
}
