//! Unsaved work, kept aside while the window is open, and offered again after a crash.

use std::{
    path::Path,
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use egui::Ui;

use super::Navscope;
use crate::io::Recovery;

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
}
