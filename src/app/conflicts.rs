//! Files that another program changes while they are open: the user is told, and asked before they are overwritten.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};

use egui::{Panel, Ui};

use super::{
    commands::{Commands, Request},
    dialogs::ask,
    files::{Arrival, Files},
};
use crate::{
    debugger::{Command, Debugger},
    io::{self, InputError, NotSaved, Scenario, Seen, WhyNot, same_file},
};

/// The disk is looked at no more often than this. \[seconds]
const LOOKED_EVERY: f64 = 2.0;

/// What stands on the disk in the place of what was read.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    seen: Seen,
    /// Whether it is the open scenario's own file.
    is_own: bool,
}

/// What the user answers.
#[derive(Clone, Copy, PartialEq)]
enum Answer {
    Reload,
    Overwrite,
    Elsewhere,
    Cancel,
}

/// What is known of the open file on the disk.
#[derive(Default)]
pub(super) struct Disk {
    /// The contents that a save would overwrite, until the user answers.
    asked: Option<Found>,
    /// New contents that were noticed, until the user answers.
    noticed: Option<Seen>,
    /// New contents that the user knows of and wants to leave alone.
    let_be: Option<Seen>,
    /// Whether a thread is reading the file.
    looking: bool,
    /// When it was looked last. \[seconds of the interface's clock]
    looked: f64,
    had_focus: bool,
    watched: Option<Arc<Watched>>,
}

/// What a thread watches while the window is idle.
#[derive(Default)]
struct Watched {
    path: Mutex<Option<PathBuf>>,
    changed: AtomicBool,
}

/// What of a file changes when its contents do: its length and its time; none if it is not there.
type Traces = Option<(u64, Option<SystemTime>)>;

fn traces(path: &std::path::Path) -> Traces {
    fs::metadata(path).ok().map(|it| (it.len(), it.modified().ok()))
}

/// Looks at a file every few seconds, and wakes the window when it changes, as long as there is a window.
fn watch(watched: &Weak<Watched>, context: &egui::Context) {
    let mut last: Option<(PathBuf, Traces)> = None;
    while let Some(it) = watched.upgrade() {
        let path = it.path.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let now = path.map(|path| (path.clone(), traces(&path)));
        let same_path = now.as_ref().map(|it| &it.0) == last.as_ref().map(|it| &it.0);
        if same_path && now != last {
            it.changed.store(true, Ordering::Relaxed);
            context.request_repaint();
        }
        last = now;
        drop(it);
        std::thread::sleep(Duration::from_secs_f64(LOOKED_EVERY));
    }
}

impl Disk {
    /// Forgets all of it: the file is as it was just written or read.
    pub(super) fn forget(&mut self) {
        (self.asked, self.noticed, self.let_be) = (None, None, None);
    }

    /// Whether something is asked in a box of its own.
    pub(super) fn asks(&self) -> bool {
        self.asked.is_some()
    }
}

impl Files {
    /// Has an idle window notice what happens to its file.
    pub(super) fn watch(&mut self, context: egui::Context) {
        let watched = Arc::new(Watched::default());
        let weak = Arc::downgrade(&watched);
        let spawned =
            std::thread::Builder::new().name("navscope disk".to_owned()).spawn(move || watch(&weak, &context));
        // Without the thread, the window looks when it gets the keyboard.
        self.disk.watched = spawned.is_ok().then_some(watched);
    }

    /// Looks at the open file when the window gets the keyboard, and every few seconds while it is in use.
    pub(super) fn look(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        let (now, focused) = ui.input(|input| (input.time, input.raw.focused));
        let disk = &mut self.disk;
        let gained = focused && !std::mem::replace(&mut disk.had_focus, focused);
        let mut due = gained || now - disk.looked > LOOKED_EVERY;
        if let Some(watched) = &disk.watched {
            due |= watched.changed.swap(false, Ordering::Relaxed);
            let path = &debugger.scenario().path;
            let mut known = watched.path.lock().unwrap_or_else(PoisonError::into_inner);
            if *known != *path {
                known.clone_from(path);
            }
        }
        let Some(seen) = debugger.scenario().seen.clone().filter(|_| due && !disk.looking && disk.asked.is_none())
        else {
            return;
        };
        (disk.looking, disk.looked) = (true, now);
        let context = ui.ctx().clone();
        self.in_background(commands, move || {
            let found = if seen.still_holds() { None } else { Seen::now(seen.path()).ok() };
            if found.is_some() {
                context.request_repaint();
            }
            Arrival::Looked { seen, found }
        });
    }

    /// Takes what the disk holds now. A file that changed is read again if no changes are lost by that.
    pub(super) fn take_look(&mut self, seen: &Seen, found: Option<Seen>, debugger: &Debugger, commands: &mut Commands) {
        self.disk.looking = false;
        if debugger.scenario().seen.as_ref() != Some(seen) || self.disk.asked.is_some() {
            return;
        }
        let found = found.filter(|it| it != seen);
        if found.is_none() || found == self.disk.let_be {
            self.disk.noticed = None;
            return;
        }
        match &found {
            Some(it) if it.is_there() && !debugger.is_unsaved() => self.reload(it.clone(), false, commands),
            Some(it) if !it.is_there() => commands.push(Command::Lost),
            _ => (),
        }
        self.disk.noticed = found;
    }

    /// Reads the open file again.
    fn reload(&self, found: Seen, asked: bool, commands: &mut Commands) {
        let limits = self.limits;
        self.in_background(commands, move || {
            let opened = io::open(found.path(), limits).map(Box::new);
            Arrival::Reloaded { opened, found, asked }
        });
    }

    /// Puts the file as it is now in the place of what is open. What is thrown away by that can be brought back.
    pub(super) fn take_reloaded(
        &mut self,
        opened: Result<Box<Scenario>, InputError>,
        found: Seen,
        asked: bool,
        debugger: &Debugger,
        commands: &mut Commands,
    ) {
        // What was edited meanwhile, or another file that was opened, stays.
        let is_open = debugger.scenario().path.as_deref() == Some(found.path());
        if !is_open || !asked && debugger.is_unsaved() {
            return;
        }
        self.disk.noticed = None;
        match opened {
            Ok(scenario) => {
                let lost = debugger.is_unsaved().then(|| Box::new(debugger.scenario().clone()));
                let name = scenario.name.clone();
                commands.push(Command::Open(scenario));
                let text = match lost {
                    Some(_) => format!("{name} was read again from the disk. Your changes were dropped."),
                    None => format!("{name} was read again: it had changed on disk."),
                };
                commands.push(Request::SayThrownAway(text, lost));
            }
            Err(error) => {
                self.disk.let_be = Some(found);
                commands.notify(format!("{error}\nThe file has changed on disk. What was open before still is."));
            }
        }
    }

    /// Asks about what kept a scenario from being saved. Returns the error if that is nothing to ask about.
    pub(super) fn ask_about(&mut self, error: NotSaved, debugger: &Debugger) -> Result<(), NotSaved> {
        let (WhyNot::Changed(seen) | WhyNot::Deleted(seen) | WhyNot::Taken(seen)) = &error.why else {
            return Err(error);
        };
        let own = debugger.scenario().path.as_deref();
        let is_own = own.is_some_and(|it| same_file(it, seen.path()));
        self.disk.asked = Some(Found { seen: Seen::clone(seen), is_own });
        self.disk.noticed = None;
        Ok(())
    }

    /// The question before a file is written over that somebody else changed.
    pub(super) fn conflict_question(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        // While a path is asked for, that is answered first.
        let Some(found) = self.disk.asked.clone().filter(|_| self.typed.is_none()) else { return };
        let title = match (found.is_own, found.seen.is_there()) {
            (_, false) => "The file was removed",
            (true, true) => "Changed on disk",
            (false, true) => "There is a file of that name already",
        };
        let (answer, close) = ask(ui.ctx(), "conflict", title, 420.0, |ui| {
            ui.label(question(&found));
            ui.add_space(12.0);
            answers(ui, &found, "Cancel")
        });
        if let Some(answer) = answer.or(close.then_some(Answer::Cancel)) {
            self.disk.asked = None;
            self.answer_conflict(ui, answer, found.seen, debugger, commands);
        }
    }

    fn answer_conflict(&mut self, ui: &Ui, answer: Answer, seen: Seen, debugger: &Debugger, commands: &mut Commands) {
        match answer {
            Answer::Reload => {
                self.forget_next();
                self.reload(seen, true, commands);
            }
            Answer::Overwrite => {
                let result = self.save_over(&seen, debugger, commands);
                self.tell_of_save(result, debugger, commands);
            }
            Answer::Elsewhere => self.choose_target(ui, debugger, commands),
            Answer::Cancel => {
                self.forget_next();
                self.disk.let_be = Some(seen);
            }
        }
    }

    /// What was noticed on the disk, as a bar above all else; asked in a box where there is no room for one.
    pub(super) fn show_bar(&mut self, ui: &mut Ui, has_room: bool, debugger: &Debugger, commands: &mut Commands) {
        let Some(seen) = self.disk.noticed.clone().filter(|_| !self.disk.asks()) else { return };
        // A file that is about to be read again needs no question.
        if seen.is_there() && !debugger.is_unsaved() {
            return;
        }
        let found = Found { seen, is_own: true };
        if !has_room {
            // A bar would take the canvas's room.
            self.disk.asked = Some(found);
            return;
        }
        let name = &debugger.scenario().name;
        let shown = Panel::top("disk").resizable(false).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(egui::RichText::new("⚠").color(ui.visuals().warn_fg_color));
                ui.label(match found.seen.is_there() {
                    true => format!("{name} has changed on disk, and there are unsaved changes here."),
                    false => format!("{name} was removed from the disk. What is open is not saved anywhere."),
                });
                answers(ui, &found, "Not now")
            })
            .inner
        });
        if let Some(answer) = shown.inner {
            self.disk.noticed = None;
            self.answer_conflict(ui, answer, found.seen, debugger, commands);
        }
    }
}

/// What has happened, and what the answers do.
fn question(found: &Found) -> String {
    let path = found.seen.path().display();
    match (found.is_own, found.seen.is_there()) {
        (true, true) => format!(
            "{path} has changed since it was read. Reload opens it anew and drops your changes; Overwrite saves yours and drops those on the disk."
        ),
        (_, false) => format!("{path} was removed since it was read. Overwrite saves it again."),
        (false, true) => format!("{path} holds something else. Overwrite replaces it."),
    }
}

fn answers(ui: &mut Ui, found: &Found, cancel: &'static str) -> Option<Answer> {
    let reload = (found.is_own && found.seen.is_there()).then_some(("Reload", Answer::Reload));
    let others = [("Overwrite", Answer::Overwrite), ("Save as …", Answer::Elsewhere), (cancel, Answer::Cancel)];
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for (name, answer) in reload.into_iter().chain(others) {
            if ui.button(name).clicked() {
                chosen = Some(answer);
            }
        }
    });
    chosen
}
