//! What is wrong with an input, where, and what to do.

use std::fmt;

/// A message about a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The file, as the user named it; empty until known.
    pub file: String,
    /// Line and column, counted from 1; none if the whole file is meant.
    pub place: Option<(usize, usize)>,
    /// What is wrong and what to do.
    pub message: String,
}

impl InputError {
    /// About the whole input.
    #[must_use]
    pub fn whole(message: impl Into<String>) -> Self {
        Self { file: String::new(), place: None, message: message.into() }
    }

    /// About one place, counted from 1.
    #[must_use]
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { file: String::new(), place: Some((line, column)), message: message.into() }
    }

    /// About the place right behind `before`.
    #[must_use]
    pub fn at_end_of(before: &str, message: impl Into<String>) -> Self {
        let (line, column) = place_behind(before);
        Self::at(line, column, message)
    }

    /// The same, where the text that it is about is only a line, the one of that number.
    #[must_use]
    pub(super) fn in_line(self, number: usize) -> Self {
        Self { place: self.place.map(|it| (number, it.1)), ..self }
    }

    /// The same, in a file.
    #[must_use]
    pub fn in_file(self, file: &str) -> Self {
        Self { file: file.to_owned(), ..self }
    }
}

/// Line and column of the place right behind a text, counted from 1.
pub(super) fn place_behind(before: &str) -> (usize, usize) {
    let before = before.strip_prefix('\u{feff}').unwrap_or(before);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}:", self.file)?;
        }
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}:")?;
        }
        if !self.file.is_empty() || self.place.is_some() {
            write!(f, " ")?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for InputError {}
