//! Boxes of their own: the list of keys, and the size of a maze.

use egui::{Context, DragValue, Frame, Grid, Id, Key, Modal, RichText, ScrollArea, Ui};

use super::{
    actions::{ACTIONS, Group, keys_text},
    commands::{Commands, Request},
    room, theme,
};
use crate::{
    debugger::{Command, Debugger},
    io::Scenario,
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

/// The boxes.
#[derive(Default)]
pub(super) struct Dialogs {
    /// Whether the list of keys is open.
    pub(super) keys: bool,
    size: Option<Size>,
}

impl Dialogs {
    /// Asks how large the maze is to be, or a new one.
    pub(super) fn ask_for_size(&mut self, resizes: bool) {
        self.size = Some(Size { resizes, columns: 0, rows: 0, anchor: [0, 0], walled: true, wrong: None });
    }

    /// Whether any is open.
    pub(super) fn are_open(&self) -> bool {
        self.keys || self.size.is_some()
    }

    /// Shows them. `max_side` limits columns and rows.
    pub(super) fn show(&mut self, ui: &Ui, max_side: usize, debugger: &Debugger, commands: &mut Commands) {
        if self.keys {
            self.keys = !keys_are_closed(ui);
        }
        let maze = &debugger.scenario().maze;
        if let Some(mut size) = self.size.take()
            && !size.show(ui, [maze.columns(), maze.rows()], max_side, commands)
        {
            self.size = Some(size);
        }
    }
}

/// A box in the middle, with everything behind it dimmed. Returns what `add` returns, and whether the user closes the box.
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
        // In a window that is lower than the box, the box scrolls.
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

/// Shows the list of keys; tells whether the user closes it.
fn keys_are_closed(ui: &Ui) -> bool {
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
                theme::section(&mut columns[0], "pointer");
                rows(&mut columns[0], "pointer", POINTER.iter().map(|it| (it.0.to_owned(), it.1)));
            });
        });
        ui.add_space(8.0);
        ui.button("Close").clicked()
    });
    closed || close
}

impl Size {
    /// Shows the box; tells whether it is done with.
    fn show(&mut self, ui: &Ui, old: [usize; 2], max_side: usize, commands: &mut Commands) -> bool {
        if self.columns == 0 {
            [self.columns, self.rows] = if self.resizes { old } else { [24, 16] };
        }
        let (title, verb) = if self.resizes { ("Resize the maze", "Resize") } else { ("New maze", "Create") };
        // The enter key confirms, unless it switched the widget that has the keyboard.
        let mut used = false;
        let ((done, cancel), close) = ask(ui.ctx(), "size", title, 300.0, |ui| {
            Grid::new("size").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| used = self.fields(ui, max_side));
            if let Some(wrong) = &self.wrong {
                ui.colored_label(ui.visuals().error_fg_color, wrong);
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| (ui.button(verb).clicked(), ui.button("Cancel").clicked())).inner
        });
        let entered = ui.input(|input| input.key_pressed(Key::Enter)) && !used && !cancel;
        let is_made = (done || entered) && self.make(old, commands);
        is_made || cancel || close
    }

    /// The fields of the grid; tells whether one that the enter key switches was switched.
    fn fields(&mut self, ui: &mut Ui, max_side: usize) -> bool {
        for (name, side) in [("columns", &mut self.columns), ("rows", &mut self.rows)] {
            let label = ui.label(name);
            ui.add(DragValue::new(side).range(1..=max_side).speed(0.25)).labelled_by(label.id);
            ui.end_row();
        }
        let used = if self.resizes {
            ui.label("old cells stay");
            anchors(ui, &mut self.anchor)
        } else {
            ui.label("border");
            ui.checkbox(&mut self.walled, "walls all around").clicked()
        };
        ui.end_row();
        used
    }

    /// Resizes the maze, or opens a new one; tells whether that is possible.
    fn make(&mut self, old: [usize; 2], commands: &mut Commands) -> bool {
        let Self { columns, rows, anchor, .. } = *self;
        if self.resizes {
            let by = (shift(columns, old[0], anchor[0]), shift(rows, old[1], anchor[1]));
            commands.push(Command::Resize { columns, rows, by });
            return true;
        }
        match Scenario::blank(columns, rows, self.walled) {
            Ok(blank) => commands.push(Request::Open(Box::new(Ok(blank)))),
            Err(wrong) => {
                self.wrong = Some(wrong.to_string());
                return false;
            }
        }
        true
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
    theme::section(ui, group.name());
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
