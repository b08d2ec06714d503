//! Files: opening and saving them, on threads of their own where that may take long, and which were open before.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, channel},
    time::{Duration, Instant},
};

use egui::Ui;

use super::{
    commands::{Commands, Request},
    conflicts::Disk,
    keeper::Keeper,
    questions::Typed,
    recent::Recent,
};
use crate::{
    debugger::{Command, Debugger},
    io::{self, Format, InputError, Limits, NotSaved, Saved, Scenario, Seen},
};

/// What a background thread sends to the window.
pub(super) enum Arrival {
    /// A file was read.
    Opened(Result<Box<Scenario>, InputError>),
    /// The disk was checked for the open file: what it held when it was read, and what it holds now if that differs.
    Looked { seen: Seen, found: Option<Seen> },
    /// The open file was read again. `asked` tells whether the user asked for that.
    Reloaded { opened: Result<Box<Scenario>, InputError>, found: Seen, asked: bool },
    /// A place to save to was chosen.
    Target(PathBuf),
    /// The chooser was closed without a choice: after how long, and what it was for.
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

/// Opening, saving and watching of files.
#[expect(clippy::struct_excessive_bools, reason = "each is a question that is open or a thing that is waited for")]
pub(super) struct Files {
    arrivals: (Sender<Arrival>, Receiver<Arrival>),
    /// Whether a file chooser is open.
    choosing: bool,
    /// The folder that typed paths are relative to. If there is one, the system's file chooser is never opened.
    pub(super) typed_in: Option<PathBuf>,
    /// A path that is being typed.
    pub(super) typed: Option<Typed>,
    /// What waits for the answer about unsaved changes.
    pub(super) next: Option<Next>,
    /// What waits for a save that asks where to.
    after_save: bool,
    /// Whether the question about unsaved changes was shown in the last frame.
    pub(super) asks_about_changes: bool,
    /// Whether the window may close without asking.
    may_close: bool,
    /// The files that were open, the last one first.
    pub(super) recent: Vec<Recent>,
    /// How large inputs may be.
    pub(super) limits: Limits,
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
            typed: None,
            next: None,
            after_save: false,
            asks_about_changes: false,
            may_close: false,
            recent: Vec::new(),
            limits: Limits::default(),
            keeper: Keeper::default(),
            disk: Disk::default(),
        }
    }
}

/// A file chooser that closes sooner was never shown: no user cancels that fast.
const TOO_FAST_FOR_A_HUMAN: Duration = Duration::from_millis(400);

/// Why something was not saved.
pub(super) fn not_saved(error: &NotSaved) -> String {
    format!("{error}\nNothing was saved.")
}

/// Opening.
impl Files {
    /// Puts a file's contents in the place of the scenario; a bad file leaves it standing and says why.
    pub(super) fn open(&mut self, opened: Result<Scenario, InputError>, debugger: &Debugger, commands: &mut Commands) {
        match opened {
            Ok(scenario) => {
                commands.push(Request::Notify(None));
                self.go_on(Next::Open(Box::new(scenario)), debugger, commands);
            }
            Err(error) => commands.notify(format!("{error}\nWhat was open before still is.")),
        }
    }

    /// Opens a file, on a thread of its own.
    pub(super) fn open_path(&self, path: &Path, commands: &mut Commands) {
        let (path, limits) = (self.full(path), self.limits);
        self.in_background(commands, move || Arrival::Opened(io::open(&path, limits).map(Box::new)));
    }

    /// A typed path in full.
    pub(super) fn full(&self, path: &Path) -> PathBuf {
        self.typed_in.as_ref().map_or_else(|| path.to_owned(), |it| it.join(path))
    }

    /// Runs some work on a thread of its own, which sends what comes of it.
    pub(super) fn in_background(&self, commands: &mut Commands, work: impl FnOnce() -> Arrival + Send + 'static) {
        let sender = self.arrivals.0.clone();
        // Sending fails only if the window was closed meanwhile.
        let spawned = std::thread::Builder::new().name("navscope files".to_owned()).spawn(move || {
            let _ = sender.send(work());
        });
        if let Err(error) = spawned {
            commands.notify(format!("No thread could be started: {error}"));
        }
    }

    /// Opens the system's file chooser, or asks for a path where there is none.
    pub(super) fn choose_file(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        if self.typed_in.is_some() {
            return self.type_path_instead(Purpose::Open, debugger);
        }
        if std::mem::replace(&mut self.choosing, true) {
            return;
        }
        let (limits, context) = (self.limits, ui.ctx().clone());
        self.in_background(commands, move || {
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
    fn type_path_instead(&mut self, purpose: Purpose, debugger: &Debugger) {
        match purpose {
            Purpose::Open => self
                .ask_for_source(Some("No file chooser answered (it takes a desktop portal). Type where the file is:")),
            Purpose::Save => {
                let why = "No file chooser answered (it takes a desktop portal). Type where to save the scenario (a .toml file):";
                self.ask_for_target(Some(why), debugger);
            }
        }
    }
}

/// Saving.
impl Files {
    /// Saves where the scenario came from, if that is a scenario's file; else asks where to.
    pub(super) fn save(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        match &debugger.scenario().path {
            Some(path) if Format::TOML.fits_name(path) => {
                let result = self.save_to(path, debugger, commands);
                self.tell_of_save(result, debugger, commands);
            }
            _ => self.choose_target(ui, debugger, commands),
        }
    }

    /// Asks the system's file chooser where to save, or for a path where there is none.
    pub(super) fn choose_target(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        if self.typed_in.is_some() {
            return self.type_path_instead(Purpose::Save, debugger);
        }
        if std::mem::replace(&mut self.choosing, true) {
            return;
        }
        let (name, context) = (target_name(debugger), ui.ctx().clone());
        let folder = debugger.scenario().path.as_deref().and_then(Path::parent).map(Path::to_owned);
        self.in_background(commands, move || {
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

    /// Asks for a typed path to save to.
    pub(super) fn ask_for_target(&mut self, why: Option<&'static str>, debugger: &Debugger) {
        let proposal = debugger.scenario().path.as_ref().map(|it| it.with_extension("toml"));
        let proposal = proposal.unwrap_or_else(|| PathBuf::from(target_name(debugger)));
        let proposal = match &self.typed_in {
            Some(folder) => proposal.strip_prefix(folder).unwrap_or(&proposal).to_owned(),
            // In full, so that one sees which folder it will be in.
            None => std::path::absolute(&proposal).unwrap_or(proposal),
        };
        self.typed = Some(Typed::new(proposal.display().to_string(), why, true));
    }

    /// The file that a typed path to save to means: without an extension it is a `.toml` file.
    fn target(&self, path: &Path) -> PathBuf {
        let path = self.full(path);
        if path.extension().is_none() { path.with_extension("toml") } else { path }
    }

    /// Saves to a file, unless that holds something that this scenario was not read from. Then does what waited for the save.
    pub(super) fn save_to(
        &mut self,
        path: &Path,
        debugger: &Debugger,
        commands: &mut Commands,
    ) -> Result<(), NotSaved> {
        let saved = io::save(debugger.scenario(), &self.target(path))?;
        self.take_saved(saved, commands);
        Ok(())
    }

    /// Saves over the contents that the user agreed to replace, and over no others.
    pub(super) fn save_over(
        &mut self,
        seen: &Seen,
        debugger: &Debugger,
        commands: &mut Commands,
    ) -> Result<(), NotSaved> {
        let saved = io::save_over(debugger.scenario(), seen)?;
        self.take_saved(saved, commands);
        Ok(())
    }

    fn take_saved(&mut self, saved: Saved, commands: &mut Commands) {
        commands.push(Request::Notify(None));
        self.disk.forget();
        self.remember(saved.seen.path());
        commands.push(Command::Saved(saved));
        if std::mem::take(&mut self.after_save)
            && let Some(next) = self.next.take()
        {
            self.proceed(next, commands);
        }
    }

    /// Asks about what stood in the way of a save, or tells on the canvas what went wrong.
    pub(super) fn tell_of_save(&mut self, result: Result<(), NotSaved>, debugger: &Debugger, commands: &mut Commands) {
        if let Err(error) = result.or_else(|it| self.ask_about(it, debugger)) {
            commands.notify(not_saved(&error));
            self.forget_next();
        }
    }
}

/// What comes next, and when.
impl Files {
    /// Does what comes next, unless there are changes to be asked about first.
    fn go_on(&mut self, next: Next, debugger: &Debugger, commands: &mut Commands) {
        if debugger.is_unsaved() {
            self.next = Some(next);
        } else {
            self.proceed(next, commands);
        }
    }

    fn proceed(&mut self, next: Next, commands: &mut Commands) {
        match next {
            Next::Open(scenario) => commands.push(Command::Open(scenario)),
            Next::Quit => self.may_close = true,
        }
    }

    /// Takes the answer about unsaved changes: to save them, to drop them, or (none) to stay.
    pub(super) fn answer_unsaved(&mut self, ui: &Ui, save: Option<bool>, debugger: &Debugger, commands: &mut Commands) {
        match save {
            Some(true) => {
                self.after_save = true;
                self.save(ui, debugger, commands);
            }
            Some(false) => {
                if let Some(next) = self.next.take() {
                    self.proceed(next, commands);
                }
            }
            None => self.next = None,
        }
    }

    /// Whether the question about unsaved changes is to be asked now.
    pub(super) fn wants_answer(&self) -> bool {
        self.next.is_some() && !self.after_save
    }

    /// Forgets what waited for a save that did not come about.
    pub(super) fn forget_next(&mut self) {
        self.after_save = false;
        self.next = None;
    }

    /// Takes what background threads have sent, and files that were dropped on the window.
    pub(super) fn take_arrivals(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        while let Ok(arrival) = self.arrivals.1.try_recv() {
            match arrival {
                Arrival::Opened(opened) => {
                    self.choosing = false;
                    self.open(opened.map(|it| *it), debugger, commands);
                }
                Arrival::Target(path) => {
                    self.choosing = false;
                    let result = self.save_to(&path, debugger, commands);
                    self.tell_of_save(result, debugger, commands);
                }
                Arrival::Looked { seen, found } => self.take_look(&seen, found, debugger, commands),
                Arrival::Reloaded { opened, found, asked } => {
                    self.take_reloaded(opened, found, asked, debugger, commands);
                }
                Arrival::Nothing(elapsed, purpose) => {
                    self.choosing = false;
                    let nobody_asked = elapsed < TOO_FAST_FOR_A_HUMAN;
                    match purpose {
                        _ if nobody_asked => self.type_path_instead(purpose, debugger),
                        Purpose::Save => self.forget_next(),
                        Purpose::Open => (),
                    }
                }
            }
        }
        for file in ui.input(|input| input.raw.dropped_files.clone()) {
            self.open_path(file.path(), commands);
        }
        if self.choosing {
            ui.request_repaint_after(Duration::from_millis(100));
        }
    }

    /// Closes the window if that is asked for, once unsaved changes are out of the way.
    pub(super) fn look_after_closing(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        if ui.input(|input| input.viewport().close_requested()) && !self.may_close {
            self.go_on(Next::Quit, debugger, commands);
            if !self.may_close {
                ui.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            }
        } else if self.may_close {
            ui.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }
}

/// The name to propose for saving: the scenario's, ending in `.toml`.
fn target_name(debugger: &Debugger) -> String {
    Path::new(&debugger.scenario().name).with_extension("toml").display().to_string()
}
