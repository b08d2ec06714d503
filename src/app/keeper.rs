//! Unsaved work is stored while the window is open, and offered again after a crash.

use std::{
    path::Path,
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use egui::{RichText, Ui};

use super::{
    commands::{Commands, Request},
    dialogs::ask,
};
use crate::{
    debugger::{Command, Debugger},
    io::{Limits, Orphan, Recovery},
};

/// How often work is stored.
const STORED_EVERY: Duration = Duration::from_secs(3);

/// What keeps unsaved work through a crash.
#[derive(Default)]
pub(super) struct Keeper {
    recovery: Option<Arc<Recovery>>,
    /// Work that crashes left, until the user answers.
    orphans: Vec<Orphan>,
    /// The version that was kept last, and when.
    stored: (u64, Option<Instant>),
    storing: Option<JoinHandle<()>>,
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // A file written after the window has closed would be offered as work of a window that crashed.
        if let Some(storing) = self.storing.take() {
            let _ = storing.join();
        }
    }
}

impl Keeper {
    /// Keeps unsaved work in a folder, and offers what a crash left there; says why it can't.
    pub(super) fn begin(&mut self, folder: &Path, commands: &mut Commands) {
        self.orphans = Recovery::orphans(folder);
        match Recovery::begin(folder) {
            Ok(recovery) => self.recovery = Some(Arc::new(recovery)),
            Err(error) => {
                let folder = folder.display();
                commands.notify(format!("Unsaved work can't be kept safe from a crash: {folder}: {error}"));
            }
        }
    }

    /// Whether what crashes left is offered.
    pub(super) fn asks(&self) -> bool {
        !self.orphans.is_empty()
    }

    /// Stores unsaved work every few seconds.
    pub(super) fn store(&mut self, ui: &Ui, debugger: &Debugger) {
        let Some(recovery) = &self.recovery else { return };
        let version = debugger.version();
        let (stored, when) = self.stored;
        if version == stored {
            return;
        }
        let busy = self.storing.as_ref().is_some_and(|it| !it.is_finished());
        if busy || when.is_some_and(|it| it.elapsed() < STORED_EVERY) {
            ui.request_repaint_after(STORED_EVERY);
            return;
        }
        self.stored = (version, Some(Instant::now()));
        let unsaved = debugger.is_unsaved();
        let (recovery, scenario) = (recovery.clone(), debugger.scenario().clone());
        let work = move || {
            // A disk that is full now may have room in three seconds.
            let _ = if unsaved { recovery.store(&scenario) } else { recovery.clear() };
        };
        self.storing = std::thread::Builder::new().name("navscope recovery".to_owned()).spawn(work).ok();
    }

    /// Offers what crashes left.
    pub(super) fn show(&mut self, ui: &Ui, limits: Limits, commands: &mut Commands) {
        if self.orphans.is_empty() {
            return;
        }
        let mut chosen = None;
        let title = "A window that crashed left unsaved work";
        let (later, close) = ask(ui.ctx(), "orphans", title, 480.0, |ui| {
            for (index, orphan) in self.orphans.iter().enumerate() {
                ui.horizontal(|ui| {
                    let name = orphan.original.as_deref().map_or(orphan.name.as_str().into(), Path::to_string_lossy);
                    ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
                });
                ui.horizontal(|ui| {
                    if ui.button("Restore").clicked() {
                        chosen = Some((index, true));
                    }
                    if ui.button("Discard").clicked() {
                        chosen = Some((index, false));
                    }
                    ui.weak(age(orphan.modified));
                });
                ui.add_space(8.0);
            }
            ui.button("Decide later").clicked()
        });
        match chosen {
            Some((index, true)) => {
                let orphan = self.orphans.remove(index);
                self.restore(orphan, limits, commands);
                self.orphans.clear();
            }
            Some((index, false)) => discard(self.orphans.remove(index), limits, commands),
            None if later || close => self.orphans.clear(),
            None => (),
        }
    }

    /// Opens the work that a crash left.
    fn restore(&self, orphan: Orphan, limits: Limits, commands: &mut Commands) {
        match orphan.load(limits) {
            Ok(scenario) => {
                // The old file is deleted only once its contents are stored as this window's own work.
                if self.recovery.as_ref().is_some_and(|it| it.store(&scenario).is_ok()) {
                    let _ = orphan.discard();
                }
                // The scenario that it replaces has no unsaved changes: the window has only just opened.
                commands.push(Command::Restore(Box::new(scenario)));
            }
            Err(error) => commands.notify(format!("{error}\nIt could not be restored.")),
        }
    }
}

/// Deletes the work that a crash left. A message offers to bring it back.
fn discard(orphan: Orphan, limits: Limits, commands: &mut Commands) {
    let (name, scenario) = (orphan.name.clone(), orphan.load(limits));
    match orphan.discard() {
        Ok(()) => {
            let text = format!("The work on {name} was discarded.");
            commands.push(Request::SayThrownAway(text, scenario.ok().map(Box::new)));
        }
        Err(error) => commands.notify(format!("It could not be discarded: {error}")),
    }
}

/// How long ago something was.
fn age(modified: std::time::SystemTime) -> String {
    let minutes = modified.elapsed().map_or(0, |it| it.as_secs() / 60);
    match minutes {
        0 => "just now".to_owned(),
        1 => "a minute ago".to_owned(),
        2..120 => format!("{minutes} minutes ago"),
        120..2880 => format!("{} hours ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}
