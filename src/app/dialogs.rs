//! What is asked in a box of its own: paths, sizes, unsaved changes, work that a crash left; and the list of keys.

use std::path::PathBuf;

use egui::{Context, DragValue, Frame, Grid, Id, Key, Modal, RichText, ScrollArea, TextEdit, Ui};

use super::{
    Navscope,
    actions::{ACTIONS, Group, keys_text},
    files::not_saved,
    room,
};
use crate::{
    debugger::Command,
    io::{NotSaved, Orphan, Scenario, Seen, WhyNot},
};

/// What the pointer does, for the list of keys.
const POINTER: &[(&str, &str)] = &[
    ("wheel", "zoom at the pointer"),
    ("drag", "pan; on start or goal, move it"),
    ("middle drag, Space drag", "pan, with any tool"),
    ("click", "select what is there"),
    ("Shift click", "set the start"),
    ("Ctrl click", "set the goal"),
    ("right click", "all that can be done there"),
];

/// A path being typed.
struct Typed {
    path: String,
    why: Option<&'static str>,
    saves: bool,
    /// What went wrong with it, or what to think about before trying again.
    wrong: Option<String>,
    /// The path at which a file was asked about, and what that holds.
    replaces: Option<(String, Seen)>,
}

impl Typed {
    fn new(path: String, why: Option<&'static str>, saves: bool) -> Self {
        Self { path, why, saves, wrong: None, replaces: None }
    }

    /// What is agreed to be replaced.
    fn replaced(&self) -> Option<&Seen> {
        self.replaces.as_ref().filter(|it| it.0 == self.path).map(|it| &it.1)
    }
}

/// A size being chosen.
struct Size {
    /// Whether the open maze gets it, or a new one.
    resizes: bool,
    columns: usize,
    rows: usize,
    /// Where the old cells go. \[0 left or top, 1 middle, 2 right or bottom]
    anchor: [usize; 2],
    walled: bool,
    wrong: Option<String>,
}

/// Which dialogs are open.
#[derive(Default)]
pub(super) struct Dialogs {
    /// The list of keys.
    pub(super) keys: bool,
    path: Option<Typed>,
    size: Option<Size>,
    /// What crashes left.
    pub(super) orphans: Vec<Orphan>,
    /// Whether the question about unsaved changes was shown in the last frame.
    pub(super) asking: bool,
}

impl Dialogs {
    /// Asks for a path to be typed, saying why.
    pub(super) fn ask_for_path(&mut self, why: Option<&'static str>) {
        self.path = Some(Typed::new(String::new(), why, false));
    }

    /// Asks for a path to save to.
    pub(super) fn ask_for_target(&mut self, path: String, why: Option<&'static str>) {
        self.path = Some(Typed::new(path, why, true));
    }

    /// Asks how large the maze is to be, or a new one.
    pub(super) fn ask_for_size(&mut self, resizes: bool) {
        self.size = Some(Size { resizes, columns: 0, rows: 0, anchor: [0, 0], walled: true, wrong: None });
    }

    /// Whether a path is asked for.
    pub(super) fn asks_for_path(&self) -> bool {
        self.path.is_some()
    }

    /// Whether anything is asked.
    pub(super) fn are_open(&self) -> bool {
        self.keys || self.path.is_some() || self.size.is_some() || !self.orphans.is_empty() || self.asking
    }
}

/// A box in the middle, with everything behind it dimmed; tells what was answered, or that it is to be closed.
pub(super) fn ask<R>(
    context: &Context,
    name: &str,
    title: &str,
    width: f32,
    add: impl FnOnce(&mut Ui) -> R,
) -> (R, bool) {
    let style = context.global_style();
    let modal = Modal::new(Id::unique(name)).frame(Frame::popup(&style).inner_margin(16)).show(context, |ui| {
        let whole = context.content_rect();
        ui.set_width(room::at_most(width, whole.width() - 48.0));
        // Where the window is lower than the box, that is scrolled.
        let most = (whole.height() - 48.0).max(60.0);
        let scrolled = ScrollArea::vertical().id_salt(name).max_height(most).min_scrolled_height(most);
        let scrolled = scrolled.show(ui, |ui| {
            ui.heading(title);
            ui.add_space(8.0);
            add(ui)
        });
        scrolled.inner
    });
    let close = modal.should_close();
    (modal.inner, close)
}

impl Navscope {
    pub(super) fn show_dialogs(&mut self, ui: &Ui) {
        self.keys_dialog(ui);
        self.path_dialog(ui);
        self.size_dialog(ui);
        self.unsaved_dialog(ui);
        self.conflict_dialog(ui);
        self.orphans_dialog(ui);
    }

    fn keys_dialog(&mut self, ui: &Ui) {
        if !self.dialogs.keys {
            return;
        }
        let height = (ui.ctx().content_rect().height() - 160.0).max(60.0);
        let (closed, close) = ask(ui.ctx(), "keys", "Keys", 720.0, |ui| {
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                ui.columns(2, |columns| {
                    let halves =
                        [&[Group::File, Group::Edit, Group::View, Group::Help][..], &[Group::Run, Group::Tools][..]];
                    for (column, groups) in columns.iter_mut().zip(halves) {
                        for group in groups {
                            keys_of(column, *group);
                        }
                    }
                    super::theme::section(&mut columns[0], "pointer");
                    rows(&mut columns[0], "pointer", POINTER.iter().map(|it| (it.0.to_owned(), it.1)));
                });
            });
            ui.add_space(8.0);
            ui.button("Close").clicked()
        });
        if closed || close {
            self.dialogs.keys = false;
        }
    }

    fn path_dialog(&mut self, ui: &Ui) {
        let Some(mut typed) = self.dialogs.path.take() else { return };
        let (title, verb, hint) = match (typed.saves, typed.replaced().is_some()) {
            (true, false) => ("Save to path", "Save", "/path/to/maze.toml"),
            (true, true) => ("Save to path", "Replace", "/path/to/maze.toml"),
            (false, _) => ("Open path", "Open", "/path/to/maze.txt"),
        };
        let why = typed.why.unwrap_or(match typed.saves {
            true => "Where to save the scenario (a .toml file):",
            false => "Where the file is (a text maze, a .map, a .toml scenario or a .scen):",
        });
        let ((done, cancel), close) = ask(ui.ctx(), "path", title, 460.0, |ui| {
            let label = ui.label(why);
            let edit = TextEdit::singleline(&mut typed.path).desired_width(f32::INFINITY).hint_text(hint);
            let edit = ui.add(edit);
            edit.request_focus();
            edit.clone().labelled_by(label.id);
            if edit.changed() {
                (typed.wrong, typed.replaces) = (None, None);
            }
            if let Some(wrong) = &typed.wrong {
                ui.colored_label(ui.visuals().error_fg_color, wrong);
            }
            let entered = ui.input(|input| input.key_pressed(Key::Enter));
            ui.add_space(8.0);
            ui.horizontal(|ui| (ui.button(verb).clicked() || entered, ui.button("Cancel").clicked())).inner
        });
        if cancel || close {
            self.forget_next();
        } else if !done || typed.path.trim().is_empty() || !self.try_path(&mut typed) {
            self.dialogs.path = Some(typed);
        }
    }

    /// Opens or saves what was typed; tells whether that is done with, and else what to do.
    fn try_path(&mut self, typed: &mut Typed) -> bool {
        let path = PathBuf::from(typed.path.trim());
        if !typed.saves && !self.is_there(&path) {
            typed.wrong = Some("There is no file of that name.".to_owned());
            return false;
        }
        if !typed.saves {
            self.open_path(&path);
            return true;
        }
        let saved = match typed.replaced() {
            Some(seen) => self.save_over(seen),
            None => self.save_to(&path),
        };
        let error = match saved {
            Err(NotSaved { why: WhyNot::Taken(seen), .. }) => {
                typed.wrong = Some("There is a file of that name already.".to_owned());
                typed.replaces = Some((typed.path.clone(), *seen));
                return false;
            }
            saved => saved.or_else(|it| self.ask_about(it)).err(),
        };
        typed.wrong = error.map(|it| not_saved(&it));
        typed.wrong.is_none()
    }

    fn size_dialog(&mut self, ui: &Ui) {
        let Some(mut size) = self.dialogs.size.take() else { return };
        let maze = &self.debugger.scenario().maze;
        let (columns, rows) = (maze.columns(), maze.rows());
        if size.columns == 0 {
            (size.columns, size.rows) = if size.resizes { (columns, rows) } else { (24, 16) };
        }
        let most = self.limits.max_side;
        let (title, verb) = if size.resizes { ("Resize the maze", "Resize") } else { ("New maze", "Create") };
        // The enter key confirms, unless it was for what has the keyboard.
        let mut used = false;
        let ((done, cancel), close) = ask(ui.ctx(), "size", title, 300.0, |ui| {
            Grid::new("size").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
                for (name, side) in [("columns", &mut size.columns), ("rows", &mut size.rows)] {
                    let label = ui.label(name);
                    ui.add(DragValue::new(side).range(1..=most).speed(0.25)).labelled_by(label.id);
                    ui.end_row();
                }
                if size.resizes {
                    ui.label("old cells stay");
                    used |= anchors(ui, &mut size.anchor);
                    ui.end_row();
                } else {
                    ui.label("border");
                    used |= ui.checkbox(&mut size.walled, "walls all around").clicked();
                    ui.end_row();
                }
            });
            if let Some(wrong) = &size.wrong {
                ui.colored_label(ui.visuals().error_fg_color, wrong);
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| (ui.button(verb).clicked(), ui.button("Cancel").clicked())).inner
        });
        let entered = ui.input(|input| input.key_pressed(Key::Enter)) && !used && !cancel;
        if done || entered {
            if size.resizes {
                let [x, y] = [(size.columns, columns, size.anchor[0]), (size.rows, rows, size.anchor[1])]
                    .map(|(new, old, anchor)| shift(new, old, anchor));
                self.command(Command::Resize { columns: size.columns, rows: size.rows, by: (x, y) });
                self.canvas.fit();
                return;
            }
            match Scenario::blank(size.columns, size.rows, size.walled) {
                Ok(blank) => {
                    self.open(Ok(blank));
                    return;
                }
                Err(wrong) => size.wrong = Some(wrong.to_string()),
            }
        }
        if !cancel && !close {
            self.dialogs.size = Some(size);
        }
    }

    fn unsaved_dialog(&mut self, ui: &Ui) {
        // While a path is asked for, the question is answered already.
        self.dialogs.asking = self.asks_about_changes() && self.dialogs.path.is_none();
        if !self.dialogs.asking {
            return;
        }
        let name = self.debugger.scenario().name.clone();
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
            self.answer_unsaved(ui, answer);
        }
    }
}

/// How far old cells move if they stay at an edge or in the middle.
fn shift(new: usize, old: usize, anchor: usize) -> i64 {
    let [new, old] = [new, old].map(|it| i64::try_from(it).unwrap_or(i64::MAX));
    match anchor {
        0 => 0,
        1 => (new - old).div_euclid(2),
        _ => new - old,
    }
}

/// Nine places to choose from; tells whether one was chosen.
fn anchors(ui: &mut Ui, anchor: &mut [usize; 2]) -> bool {
    let mut chose = false;
    let names =
        [["top left", "top", "top right"], ["left", "middle", "right"], ["bottom left", "bottom", "bottom right"]];
    Grid::new("anchors").spacing([2.0, 2.0]).min_col_width(0.0).show(ui, |ui| {
        for (row, names) in names.iter().enumerate() {
            for (column, name) in names.iter().enumerate() {
                let chosen = *anchor == [column, row];
                let (area, response) = ui.allocate_exact_size(egui::vec2(22.0, 18.0), egui::Sense::click());
                response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, *name));
                let visuals = ui.style().interact_selectable(&response, chosen);
                ui.painter().rect(area, 2.0, visuals.bg_fill, visuals.bg_stroke, egui::StrokeKind::Inside);
                if chosen {
                    ui.painter().circle_filled(area.center(), 3.0, visuals.text_color());
                }
                if response.on_hover_text(*name).clicked() {
                    *anchor = [column, row];
                    chose = true;
                }
            }
            ui.end_row();
        }
    });
    chose
}

/// The keys of a group.
fn keys_of(ui: &mut Ui, group: Group) {
    super::theme::section(ui, group.name());
    let context = ui.ctx().clone();
    let bound = ACTIONS.iter().filter(|it| it.group == group && !it.keys.is_empty()).map(|it| {
        let keys: Vec<String> = it.keys.iter().map(|keys| keys_text(&context, *keys)).collect();
        (keys.join("  "), it.name)
    });
    rows(ui, group.name(), bound);
}

fn rows(ui: &mut Ui, id: &str, rows: impl Iterator<Item = (String, &'static str)>) {
    Grid::new(id).num_columns(2).spacing([16.0, 4.0]).min_col_width(112.0).show(ui, |ui| {
        for (key, what) in rows {
            ui.label(RichText::new(key).monospace());
            ui.label(what);
            ui.end_row();
        }
    });
}
