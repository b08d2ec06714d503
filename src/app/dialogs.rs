//! Opening files, and the list of keys.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use egui::{Grid, Modal, RichText, TextEdit, Ui};

use super::{Navscope, keys::KEYS};
use crate::io::{self, InputError, Scenario};

/// What comes back from a file chooser: the file read, or nothing and how long that took.
type Chosen = Result<Result<Scenario, InputError>, Duration>;

/// Which dialogs are open.
#[derive(Default)]
pub(super) struct Dialogs {
    /// The list of keys.
    pub(super) keys: bool,
    /// A path being typed, and why.
    path: Option<(String, Option<&'static str>)>,
    /// A file chooser that somebody has open.
    chooser: Option<Receiver<Chosen>>,
}

impl Dialogs {
    /// Asks for a path to be typed, saying why.
    pub(super) fn ask_for_path(&mut self, why: Option<&'static str>) {
        self.path = Some((String::new(), why));
    }
}

/// Nobody cancels a dialog faster than this: then there was none.
const TOO_FAST_FOR_A_HUMAN: Duration = Duration::from_millis(400);

impl Navscope {
    /// Opens the system's file chooser, on a thread of its own.
    pub(super) fn choose_file(&mut self, ui: &Ui) {
        if self.dialogs.chooser.is_some() {
            return;
        }
        let (sender, receiver) = channel();
        let limits = self.limits;
        let context = ui.ctx().clone();
        let spawned = std::thread::Builder::new().name("navscope file chooser".to_owned()).spawn(move || {
            let asked = Instant::now();
            let file = rfd::FileDialog::new()
                .set_title("Open a maze, map or scenario")
                .add_filter("mazes", &["txt", "map", "toml"])
                .add_filter("all files", &["*"])
                .pick_file();
            let chosen = file.map(|it| io::open(&it, limits)).ok_or_else(|| asked.elapsed());
            // The window may be gone by now, and then nobody wants it.
            let _ = sender.send(chosen);
            context.request_repaint();
        });
        match spawned {
            Ok(_) => self.dialogs.chooser = Some(receiver),
            Err(error) => self.notice = Some(format!("The file chooser could not be started: {error}")),
        }
    }

    /// Takes in what was chosen or dropped.
    pub(super) fn take_in_files(&mut self, ui: &Ui) {
        match self.dialogs.chooser.as_ref().map(Receiver::try_recv) {
            Some(Ok(Ok(opened))) => {
                self.dialogs.chooser = None;
                self.open(opened);
            }
            Some(Ok(Err(elapsed))) => {
                self.dialogs.chooser = None;
                if elapsed < TOO_FAST_FOR_A_HUMAN {
                    let why = "No file chooser answered (it takes a desktop portal). Type where the file is:";
                    self.dialogs.ask_for_path(Some(why));
                }
            }
            Some(Err(std::sync::mpsc::TryRecvError::Disconnected)) => self.dialogs.chooser = None,
            Some(Err(std::sync::mpsc::TryRecvError::Empty)) | None => (),
        }
        let dropped = ui.input(|input| input.raw.dropped_files.clone());
        for file in dropped {
            self.open(io::open(file.path(), self.limits));
        }
    }

    pub(super) fn show_dialogs(&mut self, ui: &Ui) {
        if self.dialogs.keys {
            let modal = Modal::new(egui::Id::unique("keys")).show(ui.ctx(), |ui| {
                ui.heading("Keys");
                ui.add_space(4.0);
                Grid::new("keys").num_columns(2).spacing([24.0, 4.0]).show(ui, |ui| {
                    for (key, what) in KEYS {
                        ui.label(RichText::new(*key).monospace());
                        ui.label(*what);
                        ui.end_row();
                    }
                });
                ui.add_space(8.0);
                ui.button("Close").clicked()
            });
            if modal.inner || modal.should_close() {
                self.dialogs.keys = false;
            }
        }
        self.show_path_dialog(ui);
    }

    fn show_path_dialog(&mut self, ui: &Ui) {
        let Some((mut path, why)) = self.dialogs.path.take() else { return };
        let modal = Modal::new(egui::Id::unique("path")).show(ui.ctx(), |ui| {
            ui.set_width(460.0);
            ui.heading("Open path");
            ui.add_space(4.0);
            let label = ui.label(why.unwrap_or("Where the file is (a text maze, a .map or a .toml scenario):"));
            let edit =
                ui.add(TextEdit::singleline(&mut path).desired_width(f32::INFINITY).hint_text("/path/to/maze.txt"));
            edit.request_focus();
            edit.labelled_by(label.id);
            let entered = ui.input(|input| input.key_pressed(egui::Key::Enter));
            ui.add_space(8.0);
            ui.horizontal(|ui| (ui.button("Open").clicked() || entered, ui.button("Cancel").clicked())).inner
        });
        let (open, cancel) = modal.inner;
        if open && !path.trim().is_empty() {
            let path = PathBuf::from(path.trim());
            self.open(io::open(Path::new(&path), self.limits));
        } else if !cancel && !modal.should_close() {
            self.dialogs.path = Some((path, why));
        }
    }
}
