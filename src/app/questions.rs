//! What is asked about files: a path to open or to save to, and what to do with unsaved changes.

use std::path::PathBuf;

use egui::{Key, TextEdit, Ui};

use super::{
    commands::Commands,
    dialogs::ask,
    files::{Files, not_saved},
};
use crate::{
    debugger::Debugger,
    io::{NotSaved, Seen, WhyNot},
};

/// A path being typed.
pub(super) struct Typed {
    path: String,
    why: Option<&'static str>,
    saves: bool,
    /// What is wrong with it, or what to consider before trying again.
    wrong: Option<String>,
    /// The path at which there is a file already, and what that holds.
    replaces: Option<(String, Seen)>,
}

/// What is answered where a path is asked for.
enum Answer {
    Confirm,
    Cancel,
}

impl Typed {
    /// A path to begin with, and why it is asked for.
    pub(super) fn new(path: String, why: Option<&'static str>, saves: bool) -> Self {
        Self { path, why, saves, wrong: None, replaces: None }
    }

    /// The contents that the user agrees to replace.
    fn replaced(&self) -> Option<&Seen> {
        self.replaces.as_ref().filter(|it| it.0 == self.path).map(|it| &it.1)
    }

    /// Shows the box; the answer, if there is one in this frame.
    fn show(&mut self, ui: &Ui) -> Option<Answer> {
        let (title, verb, hint) = match (self.saves, self.replaced().is_some()) {
            (true, false) => ("Save to path", "Save", "/path/to/maze.toml"),
            (true, true) => ("Save to path", "Replace", "/path/to/maze.toml"),
            (false, _) => ("Open path", "Open", "/path/to/maze.txt"),
        };
        let why = self.why.unwrap_or(match self.saves {
            true => "Where to save the scenario (a .toml file):",
            false => "Where the file is (a text maze, a .map, a .toml scenario or a .scen):",
        });
        let ((done, cancel), close) = ask(ui.ctx(), "path", title, 460.0, |ui| {
            let label = ui.label(why);
            let edit = TextEdit::singleline(&mut self.path).desired_width(f32::INFINITY).hint_text(hint);
            let edit = ui.add(edit);
            edit.request_focus();
            edit.clone().labelled_by(label.id);
            if edit.changed() {
                (self.wrong, self.replaces) = (None, None);
            }
            if let Some(wrong) = &self.wrong {
                ui.colored_label(ui.visuals().error_fg_color, wrong);
            }
            let entered = ui.input(|input| input.key_pressed(Key::Enter));
            ui.add_space(8.0);
            ui.horizontal(|ui| (ui.button(verb).clicked() || entered, ui.button("Cancel").clicked())).inner
        });
        match (cancel || close, done && !self.path.trim().is_empty()) {
            (true, _) => Some(Answer::Cancel),
            (false, true) => Some(Answer::Confirm),
            (false, false) => None,
        }
    }
}

impl Files {
    /// Whether anything is asked in a box of its own.
    pub(super) fn ask(&self) -> bool {
        self.typed.is_some() || self.asks_about_changes || self.disk.asks() || self.keeper.asks()
    }

    /// Asks for a path to open, saying why.
    pub(super) fn ask_for_source(&mut self, why: Option<&'static str>) {
        self.typed = Some(Typed::new(String::new(), why, false));
    }

    /// Shows all that is asked.
    pub(super) fn show_questions(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        self.path_question(ui, debugger, commands);
        self.changes_question(ui, debugger, commands);
        self.conflict_question(ui, debugger, commands);
        if !self.asks_about_changes {
            self.keeper.show(ui, self.limits, commands);
        }
    }

    fn path_question(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        let Some(mut typed) = self.typed.take() else { return };
        match typed.show(ui) {
            Some(Answer::Cancel) => self.forget_next(),
            Some(Answer::Confirm) if self.try_path(&mut typed, debugger, commands) => (),
            _ => self.typed = Some(typed),
        }
    }

    /// Opens the typed path or saves to it. Returns false if it can't, and then puts the reason into `typed`.
    fn try_path(&mut self, typed: &mut Typed, debugger: &Debugger, commands: &mut Commands) -> bool {
        let path = PathBuf::from(typed.path.trim());
        if !typed.saves && !self.full(&path).exists() {
            typed.wrong = Some("There is no file of that name.".to_owned());
            return false;
        }
        if !typed.saves {
            self.open_path(&path, commands);
            return true;
        }
        let saved = match typed.replaced() {
            Some(seen) => self.save_over(seen, debugger, commands),
            None => self.save_to(&path, debugger, commands),
        };
        let error = match saved {
            Err(NotSaved { why: WhyNot::Taken(seen), .. }) => {
                typed.wrong = Some("There is a file of that name already.".to_owned());
                typed.replaces = Some((typed.path.clone(), *seen));
                return false;
            }
            saved => saved.or_else(|it| self.ask_about(it, debugger)).err(),
        };
        typed.wrong = error.map(|it| not_saved(&it));
        typed.wrong.is_none()
    }

    fn changes_question(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        // While a path is asked for, the question is answered already.
        self.asks_about_changes = self.wants_answer() && self.typed.is_none();
        if !self.asks_about_changes {
            return;
        }
        let name = &debugger.scenario().name;
        let (answer, close) = ask(ui.ctx(), "unsaved", "Unsaved changes", 380.0, |ui| {
            ui.label(format!("“{name}” has changes that are not saved."));
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                let save = ui.button("Save").clicked().then_some(Some(true));
                let discard = ui.button("Don't save").clicked().then_some(Some(false));
                let cancel = ui.button("Cancel").clicked().then_some(None);
                save.or(discard).or(cancel)
            })
            .inner
        });
        if let Some(answer) = answer.or(close.then_some(None)) {
            self.answer_unsaved(ui, answer, debugger, commands);
        }
    }
}
