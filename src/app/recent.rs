//! The files that were open, and how each was looked at.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{camera::View, files::Files};
use crate::debugger::Debugger;

/// A file that was open once, and how it was looked at.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Recent {
    pub(super) path: PathBuf,
    pub(super) view: Option<View>,
}

/// How many files are remembered.
const REMEMBERED: usize = 12;

impl Files {
    /// Puts a file to the front of those that were open.
    pub(super) fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let known = self.recent.iter().position(|it| it.path == path);
        let recent = known.map(|it| self.recent.remove(it));
        self.recent.insert(0, recent.unwrap_or(Recent { path, view: None }));
        self.recent.truncate(REMEMBERED);
    }

    fn recent(&mut self, path: Option<&Path>) -> Option<&mut Recent> {
        let path = std::path::absolute(path?).ok()?;
        self.recent.iter_mut().find(|it| it.path == path)
    }

    /// How a file was looked at when it was open last.
    pub(super) fn view_of(&mut self, path: &Path) -> Option<View> {
        self.recent(Some(path))?.view
    }

    /// Remembers how the open file is looked at.
    pub(super) fn remember_view(&mut self, view: Option<View>, debugger: &Debugger) {
        if let Some(recent) = self.recent(debugger.scenario().path.as_deref()) {
            recent.view = view;
        }
    }
}
