//! Unsaved work, kept aside while the window is open, and offered again after a crash.

use std::{
    path::Path,
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use egui::{RichText, Ui};

use super::{Navscope, dialogs::ask};
use crate::{
    debugger::Command,
    io::{Orphan, Recovery},
};

/// Work is kept aside this often.
const STORED_EVERY: Duration = Duration::from_secs(3);

/// What keeps unsaved work through a crash.
#[derive(Default)]
pub(super) struct Keeper {
    recovery: Option<Arc<Recovery>>,
    /// The version that was kept last, and when.
    stored: (u64, Option<Instant>),
    storing: Option<JoinHandle<()>>,
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // What is being stored would outlive the window, and be offered as if that had crashed.
        if let Some(storing) = self.storing.take() {
            let _ = storing.join();
        }
    }
}

impl Navscope {
    /// Keeps unsaved work in a folder, and offers what a crash left there.
    pub fn recover_in(&mut self, folder: &Path) {
        self.dialogs.orphans = Recovery::orphans(folder);
        match Recovery::begin(folder) {
            Ok(recovery) => self.files.keeper.recovery = Some(Arc::new(recovery)),
            Err(error) => {
                let folder = folder.display();
                self.notice = Some(format!("Unsaved work can't be kept safe from a crash: {folder}: {error}"));
            }
        }
    }

    /// Stores unsaved work at once; tells whether it is safe.
    pub(super) fn keep_for_recovery(&mut self) -> bool {
        let Some(recovery) = &self.files.keeper.recovery else { return false };
        recovery.store(self.debugger.scenario()).is_ok()
    }

    /// Stores unsaved work every few seconds.
    pub(super) fn store_for_recovery(&mut self, ui: &Ui) {
        let Some(recovery) = &self.files.keeper.recovery else { return };
        let version = self.debugger.version();
        let (stored, when) = self.files.keeper.stored;
        if version == stored {
            return;
        }
        let busy = self.files.keeper.storing.as_ref().is_some_and(|it| !it.is_finished());
        if busy || when.is_some_and(|it| it.elapsed() < STORED_EVERY) {
            ui.request_repaint_after(STORED_EVERY);
            return;
        }
        self.files.keeper.stored = (version, Some(Instant::now()));
        let unsaved = self.debugger.is_unsaved();
        let (recovery, scenario) = (recovery.clone(), self.debugger.scenario().clone());
        let work = move || {
            // A disk that is full now may have room in three seconds.
            let _ = if unsaved { recovery.store(&scenario) } else { recovery.clear() };
        };
        self.files.keeper.storing = std::thread::Builder::new().name("navscope recovery".to_owned()).spawn(work).ok();
    }

    /// Offers what crashes left.
    pub(super) fn orphans_dialog(&mut self, ui: &Ui) {
        if self.dialogs.orphans.is_empty() || self.dialogs.asking {
            return;
        }
        let mut chosen = None;
        let title = "A window that crashed left unsaved work";
        let (later, close) = ask(ui.ctx(), "orphans", title, 480.0, |ui| {
            for (index, orphan) in self.dialogs.orphans.iter().enumerate() {
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
                let orphan = self.dialogs.orphans.remove(index);
                self.restore(orphan);
                self.dialogs.orphans.clear();
            }
            Some((index, false)) => {
                let orphan = self.dialogs.orphans.remove(index);
                self.discard(orphan);
            }
            None if later || close => self.dialogs.orphans.clear(),
            None => (),
        }
    }

    /// Takes up what a crash left.
    fn restore(&mut self, orphan: Orphan) {
        match orphan.load(self.limits) {
            Ok(scenario) => {
                // What is open is the built-in maze, or a file that nobody has changed yet.
                self.apply(Command::Restore(Box::new(scenario)));
                if self.keep_for_recovery() {
                    let _ = orphan.discard();
                }
            }
            Err(error) => self.notice = Some(format!("{error}\nIt could not be restored.")),
        }
    }

    /// Throws away what a crash left; until that is said to be well, it can be had back.
    fn discard(&mut self, orphan: Orphan) {
        let (name, scenario) = (orphan.name.clone(), orphan.load(self.limits));
        match orphan.discard() {
            Ok(()) => self.say_thrown_away(format!("The work on {name} was discarded."), scenario.ok().map(Box::new)),
            Err(error) => self.notice = Some(format!("It could not be discarded: {error}")),
        }
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
