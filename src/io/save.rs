//! Saving scenarios, never over what came into a file since it was read.

use std::{fmt, io, path::Path};

use super::{
    Format, InputError, Scenario, Seen,
    file_out::{replace_if, unwritable},
    same_file,
    seen::Contents,
    to_toml,
};

/// A scenario was written.
#[derive(Clone, Debug)]
pub struct Saved {
    /// What stands in the file.
    pub text: String,
    /// The same in few bytes, with the file's path.
    pub seen: Seen,
}

/// A scenario was not written; the file is as it was.
#[derive(Clone, Debug)]
pub struct NotSaved {
    /// Why.
    pub why: WhyNot,
    /// The same in words, with what to do.
    pub error: InputError,
}

/// Why a scenario was not written. What stands in the file now can be written over with [`save_over`], if the user says so.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyNot {
    /// The file has changed since it was read.
    Changed(Box<Seen>),
    /// It was removed since.
    Deleted(Box<Seen>),
    /// A file is there that this scenario was not read from.
    Taken(Box<Seen>),
    /// It can't be written, or not under this name.
    Failed,
}

impl fmt::Display for NotSaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for NotSaved {}

impl From<NotSaved> for InputError {
    fn from(it: NotSaved) -> Self {
        it.error
    }
}

/// Writes a scenario to a `.toml`: to a new file, or to its own if that is as it was when it was read or last written.
///
/// # Errors
///
/// Something else stands there, the name ends otherwise, or it can't be written; the file is as it was.
pub fn save(scenario: &Scenario, path: &Path) -> Result<Saved, NotSaved> {
    let own = scenario.seen.as_ref().filter(|it| same_file(it.path(), path));
    save_expecting(scenario, path, own.and_then(Seen::contents))
}

/// Writes a scenario over just what was seen in a `.toml`, and nothing that came there since.
///
/// # Errors
///
/// As [`save`].
pub fn save_over(scenario: &Scenario, seen: &Seen) -> Result<Saved, NotSaved> {
    save_expecting(scenario, seen.path(), seen.contents())
}

fn save_expecting(scenario: &Scenario, path: &Path, expected: Option<Contents>) -> Result<Saved, NotSaved> {
    let failed = |message: String| {
        let error = InputError::whole(message).in_file(&path.display().to_string());
        NotSaved { why: WhyNot::Failed, error }
    };
    if !Format::TOML.fits_name(path) {
        let message = "only the maze would fit in there, not the settings; save under a name that ends in .toml";
        return Err(failed(message.to_owned()));
    }
    let text = to_toml(scenario);
    let contents = Some(Contents::of(text.as_bytes()));
    let written = replace_if(path, text.as_bytes(), |target| {
        let now = Seen::now(target)?.contents();
        // What stands there already is not lost.
        if now == expected || now == contents { Ok(()) } else { Err(Refusal::Holds(now)) }
    });
    match written {
        Ok(()) => Ok(Saved { text, seen: Seen::with(path, contents) }),
        Err(Refusal::Failed(error)) => Err(NotSaved { why: WhyNot::Failed, error: unwritable(path, &error) }),
        Err(Refusal::Holds(now)) => {
            let seen = Box::new(Seen::with(path, now));
            let (why, message) = match (expected, now) {
                (_, None) => (WhyNot::Deleted(seen), "was removed since it was read"),
                (None, _) => (WhyNot::Taken(seen), "is there already, and holds something else"),
                _ => (WhyNot::Changed(seen), "has changed since it was read"),
            };
            Err(NotSaved { why, ..failed(format!("{message}; it is left as it is")) })
        }
    }
}

/// Why a file was not replaced.
enum Refusal {
    /// It holds something else than was expected.
    Holds(Option<Contents>),
    Failed(io::Error),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}
