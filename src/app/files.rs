//! Files: opening and saving them, what was open before, and what a crash left behind.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, channel},
    time::{Duration, Instant},
};

use egui::Ui;
use serde::{Deserialize, Serialize};

use super::{Navscope, camera::View, conflicts::Disk, keeper::Keeper};
use crate::{
    debugger::Command,
    io::{self, Format, InputError, NotSaved, Saved, Scenario, Seen},
};

/// A file that was open once, and how it was looked at.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Recent {
    pub(super) path: PathBuf,
    pub(super) view: Option<View>,
}

/// So many files are remembered.
const REMEMBERED: usize = 12;

/// What a thread of the background brings.
pub(super) enum Arrival {
    /// A file was read.
    Opened(Result<Box<Scenario>, InputError>),
    /// The open file was looked at: what was known of it, and what stands there instead.
    Looked { seen: Seen, found: Option<Seen> },
    /// The open file was read again; whether somebody said that it should be.
    Reloaded { opened: Result<Box<Scenario>, InputError>, found: Seen, asked: bool },
    /// A place to save to was chosen.
    Target(PathBuf),
    /// Nothing was chosen; how long that took, and for what it was.
    Nothing(Duration, Purpose),
}

/// What a file is chosen for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Purpose {
    Open,
    Save,
}

/// What is to happen once unsaved changes are out of the way.
pub(super) enum Next {
    /// Put a scenario in the place of the one that is open.
    Open(Box<Scenario>),
    /// Close the window.
    Quit,
}

/// What goes on with files.
pub(super) struct Files {
    arrivals: (Sender<Arrival>, Receiver<Arrival>),
    /// Whether a file chooser is open.
    choosing: bool,
    /// Where typed paths begin, if the system's file chooser is never asked for.
    typed_in: Option<PathBuf>,
    /// What waits for the answer about unsaved changes.
    pub(super) next: Option<Next>,
    /// What waits for a save that asks where to.
    after_save: bool,
    /// Whether the window may close without asking.
    may_close: bool,
    /// What keeps unsaved work through a crash.
    pub(super) keeper: Keeper,
    /// What is known of the open file on the disk.
    pub(super) disk: Disk,
}

impl Default for Files {
    fn default() -> Self {
        Self {
            arrivals: channel(),
            choosing: false,
            typed_in: None,
            next: None,
            after_save: false,
            may_close: false,
            keeper: Keeper::default(),
            disk: Disk::default(),
        }
    }
}

impl Files {
    /// A path as typed, from where such paths begin.
    fn full(&self, path: &Path) -> PathBuf {
        self.typed_in.as_ref().map_or_else(|| path.to_owned(), |it| it.join(path))
    }
}

/// Nobody cancels a dialog faster than this: then there was none.
const TOO_FAST_FOR_A_HUMAN: Duration = Duration::from_millis(400);

/// Why something was not saved.
pub(super) fn not_saved(error: &NotSaved) -> String {
    format!("{error}\nNothing was saved.")
}

impl Navscope {
    /// Puts a file's contents in the place of the scenario; a bad file leaves it standing and says why.
    pub fn open(&mut self, opened: Result<Scenario, InputError>) {
        match opened {
            Ok(scenario) => {
                self.notice = None;
                self.go_on(Next::Open(Box::new(scenario)));
            }
            Err(error) => self.notice = Some(format!("{error}\nWhat was open before still is.")),
        }
    }

    /// Opens a file, on a thread of its own.
    pub(super) fn open_path(&mut self, path: &Path) {
        let (path, limits) = (self.files.full(path), self.limits);
        self.in_background(move || Arrival::Opened(io::open(&path, limits).map(Box::new)));
    }

    pub(super) fn in_background(&mut self, work: impl FnOnce() -> Arrival + Send + 'static) {
        let sender = self.files.arrivals.0.clone();
        // The window may be gone by the time something arrives, and then nobody wants it.
        let spawned = std::thread::Builder::new().name("navscope files".to_owned()).spawn(move || {
            let _ = sender.send(work());
        });
        if let Err(error) = spawned {
            self.notice = Some(format!("No thread could be started: {error}"));
        }
    }

    /// Has paths typed from here on, as where the system has no file chooser. They begin in a folder.
    pub fn without_choosers(&mut self, folder: PathBuf) {
        self.files.typed_in = Some(folder);
    }

    /// Opens the system's file chooser.
    pub(super) fn choose_file(&mut self, ui: &Ui) {
        if self.files.typed_in.is_some() {
            return self.type_path_instead(Purpose::Open);
        }
        if std::mem::replace(&mut self.files.choosing, true) {
            return;
        }
        let (limits, context) = (self.limits, ui.ctx().clone());
        self.in_background(move || {
            let asked = Instant::now();
            let chosen = rfd::FileDialog::new()
                .set_title("Open a maze, map or scenario")
                .add_filter("mazes", &Format::endings_of_mazes())
                .add_filter("all files", &["*"])
                .pick_file();
            context.request_repaint();
            match chosen {
                Some(path) => Arrival::Opened(io::open(&path, limits).map(Box::new)),
                None => Arrival::Nothing(asked.elapsed(), Purpose::Open),
            }
        });
    }

    /// Asks for a typed path where there is no file chooser.
    fn type_path_instead(&mut self, purpose: Purpose) {
        match purpose {
            Purpose::Open => self
                .dialogs
                .ask_for_path(Some("No file chooser answered (it takes a desktop portal). Type where the file is:")),
            Purpose::Save => self.ask_for_target(Some(
                "No file chooser answered (it takes a desktop portal). Type where to save the scenario (a .toml file):",
            )),
        }
    }

    /// Asks the system's file chooser where to save.
    pub(super) fn choose_target(&mut self, ui: &Ui) {
        if self.files.typed_in.is_some() {
            return self.type_path_instead(Purpose::Save);
        }
        if std::mem::replace(&mut self.files.choosing, true) {
            return;
        }
        let (name, context) = (self.target_name(), ui.ctx().clone());
        let folder = self.debugger.scenario().path.as_deref().and_then(Path::parent).map(Path::to_owned);
        self.in_background(move || {
            let asked = Instant::now();
            let mut dialog = rfd::FileDialog::new().set_title("Save the scenario").set_file_name(name);
            if let Some(folder) = folder {
                dialog = dialog.set_directory(folder);
            }
            let chosen = dialog.add_filter("scenarios", Format::TOML.extensions).save_file();
            context.request_repaint();
            chosen.map_or_else(|| Arrival::Nothing(asked.elapsed(), Purpose::Save), Arrival::Target)
        });
    }

    /// The name to propose for saving: the scenario's, ending in `.toml`.
    fn target_name(&self) -> String {
        let name = Path::new(&self.debugger.scenario().name).with_extension("toml");
        name.display().to_string()
    }

    /// Asks for a typed path to save to.
    pub(super) fn ask_for_target(&mut self, why: Option<&'static str>) {
        let scenario = self.debugger.scenario();
        let proposal = scenario.path.as_ref().map(|it| it.with_extension("toml"));
        let proposal = proposal.unwrap_or_else(|| self.files.full(Path::new(&self.target_name())));
        // In full, so that one sees which folder it will be in.
        let proposal = std::path::absolute(&proposal).unwrap_or(proposal);
        self.dialogs.ask_for_target(proposal.display().to_string(), why);
    }

    /// Saves where the scenario came from, if that is a scenario's file; else asks where to.
    pub(super) fn save(&mut self, ui: &Ui) {
        match &self.debugger.scenario().path {
            Some(path) if Format::TOML.fits_name(path) => {
                let result = self.save_to(&path.clone());
                self.tell_of_save(result);
            }
            _ => self.choose_target(ui),
        }
    }

    /// Where a typed path leads: to a scenario's file, if it says nothing else.
    fn target(&self, path: &Path) -> PathBuf {
        let path = self.files.full(path);
        if path.extension().is_none() { path.with_extension("toml") } else { path }
    }

    /// Whether a typed path leads to a file.
    pub(super) fn is_there(&self, path: &Path) -> bool {
        self.files.full(path).exists()
    }

    /// Saves to a file, unless that holds what this scenario was not read from, and then does what waited for it.
    pub(super) fn save_to(&mut self, path: &Path) -> Result<(), NotSaved> {
        let path = self.target(path);
        let saved = io::save(self.debugger.scenario(), &path)?;
        self.take_saved(saved);
        Ok(())
    }

    /// Saves over what was asked about, and nothing else.
    pub(super) fn save_over(&mut self, seen: &Seen) -> Result<(), NotSaved> {
        let saved = io::save_over(self.debugger.scenario(), seen)?;
        self.take_saved(saved);
        Ok(())
    }

    fn take_saved(&mut self, saved: Saved) {
        self.notice = None;
        self.files.disk.forget();
        let path = saved.seen.path().to_owned();
        self.debugger.apply(Command::Saved(saved));
        self.remember(&path);
        if std::mem::take(&mut self.files.after_save)
            && let Some(next) = self.files.next.take()
        {
            self.proceed(next);
        }
    }

    /// Asks about what stood in the way of a save, or tells on the canvas what went wrong.
    pub(super) fn tell_of_save(&mut self, result: Result<(), NotSaved>) {
        if let Err(error) = result.or_else(|it| self.ask_about(it)) {
            self.notice = Some(not_saved(&error));
            self.forget_next();
        }
    }

    /// Does what comes next, unless there are changes to be asked about first.
    fn go_on(&mut self, next: Next) {
        if self.debugger.is_unsaved() {
            self.files.next = Some(next);
        } else {
            self.proceed(next);
        }
    }

    fn proceed(&mut self, next: Next) {
        match next {
            Next::Open(scenario) => self.command(Command::Open(scenario)),
            Next::Quit => self.files.may_close = true,
        }
    }

    /// The answer about unsaved changes: save them, or let them go; none takes everything back.
    pub(super) fn answer_unsaved(&mut self, ui: &Ui, save: Option<bool>) {
        match save {
            Some(true) => {
                self.files.after_save = true;
                self.save(ui);
            }
            Some(false) => {
                if let Some(next) = self.files.next.take() {
                    self.proceed(next);
                }
            }
            None => self.files.next = None,
        }
    }

    /// Whether the question about unsaved changes is to be asked now.
    pub(super) fn asks_about_changes(&self) -> bool {
        self.files.next.is_some() && !self.files.after_save
    }

    /// Takes in what was chosen, read or dropped, and looks after closing.
    pub(super) fn look_after_files(&mut self, ui: &Ui) {
        while let Ok(arrival) = self.files.arrivals.1.try_recv() {
            match arrival {
                Arrival::Opened(opened) => {
                    self.files.choosing = false;
                    self.open(opened.map(|it| *it));
                }
                Arrival::Target(path) => {
                    self.files.choosing = false;
                    let result = self.save_to(&path);
                    self.tell_of_save(result);
                }
                Arrival::Looked { seen, found } => self.take_look(&seen, found),
                Arrival::Reloaded { opened, found, asked } => self.take_reloaded(opened, found, asked),
                Arrival::Nothing(elapsed, purpose) => {
                    self.files.choosing = false;
                    let nobody_asked = elapsed < TOO_FAST_FOR_A_HUMAN;
                    match purpose {
                        _ if nobody_asked => self.type_path_instead(purpose),
                        Purpose::Save => self.forget_next(),
                        Purpose::Open => (),
                    }
                }
            }
        }
        for file in ui.input(|input| input.raw.dropped_files.clone()) {
            self.open_path(file.path());
        }
        if ui.input(|input| input.viewport().close_requested()) && !self.files.may_close {
            self.go_on(Next::Quit);
            if !self.files.may_close {
                ui.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            }
        } else if self.files.may_close {
            ui.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        self.look_at_disk(ui);
        self.store_for_recovery(ui);
        if self.files.choosing {
            ui.request_repaint_after(Duration::from_millis(100));
        }
    }

    /// Forgets what waited for a save that did not come about.
    pub(super) fn forget_next(&mut self) {
        self.files.after_save = false;
        self.files.next = None;
    }

    /// Puts a file to the front of those that were open.
    pub(super) fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let known = self.remembered.recent.iter().position(|it| it.path == path);
        let recent = known.map(|it| self.remembered.recent.remove(it));
        self.remembered.recent.insert(0, recent.unwrap_or(Recent { path, view: None }));
        self.remembered.recent.truncate(REMEMBERED);
    }

    /// Takes up what was remembered of the file that is open.
    pub(super) fn begin_remembering(&mut self) {
        if let Some(path) = self.debugger.scenario().path.clone() {
            self.canvas.set_view(self.remembered_view(&path));
            self.remember(&path);
        }
    }

    /// How a file was looked at when it was open last.
    pub(super) fn remembered_view(&self, path: &Path) -> Option<View> {
        let path = std::path::absolute(path).ok()?;
        self.remembered.recent.iter().find(|it| it.path == path)?.view
    }

    /// Remembers how the open file is looked at.
    pub(super) fn remember_view(&mut self) {
        let view = self.canvas.view();
        let Some(path) = self.debugger.scenario().path.as_ref().and_then(|it| std::path::absolute(it).ok()) else {
            return;
        };
        if let Some(recent) = self.remembered.recent.iter_mut().find(|it| it.path == path) {
            recent.view = view;
        }
    }
}
