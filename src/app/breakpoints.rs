//! The tab of breakpoints and bookmarks.

use egui::{Align, Button, Checkbox, Id, Key, Label, Layout, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};

use super::{commands::Commands, completions::Completions, theme};
use crate::{
    debugger::{Command, Debugger},
    io::Breakpoint,
    trace::{Moment, Rule},
};

/// Conditions worth stopping at that are not rules.
const COMMON: &[&str] = &["apex moved", "certainty = exact", "zone > 12", "kind:reopened", "kind:tore"];

/// Breakpoints on the left, bookmarks on the right.
#[derive(Default)]
pub(super) struct Breakpoints {
    /// The condition being typed.
    typed: String,
    completions: Completions,
    /// Whether the field for a condition is to get the keyboard.
    pub(super) wants_keyboard: bool,
}

impl Breakpoints {
    pub(super) fn show(&mut self, ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
        ui.columns(2, |columns| {
            let [left, right] = columns else { return };
            left.horizontal(|ui| {
                self.field(ui, commands);
                common(ui, commands);
            });
            left.add_space(4.0);
            breakpoints(left, debugger, commands);
            bookmarks(right, debugger, commands);
        });
    }

    /// Where a condition is typed.
    fn field(&mut self, ui: &mut Ui, commands: &mut Commands) {
        let label = ui.label("break when");
        let width = (ui.available_width() - 150.0).max(100.0);
        let locked = Completions::take_tab(&self.typed);
        let edit = TextEdit::singleline(&mut self.typed).hint_text("zone > 12, apex moved, triangle:812 …");
        let edit = edit.desired_width(width).lock_focus(locked).id(Id::unique("breakpoint"));
        let edit = ui.add(edit).labelled_by(label.id);
        if std::mem::take(&mut self.wants_keyboard) {
            edit.request_focus();
        }
        let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        self.completions.show(ui, &edit, &mut self.typed);
        let add = ui.button("Add").clicked() || entered;
        if add && !self.typed.trim().is_empty() {
            commands.push(Command::AddBreakpoint(std::mem::take(&mut self.typed)));
        }
    }
}

/// A menu of conditions to choose from.
fn common(ui: &mut Ui, commands: &mut Commands) {
    let menu = ui.menu_button("Common", |ui| {
        let rules = Rule::ALL.map(|it| (format!("broken:{}", it.name()), it.text()));
        for (when, what) in rules.into_iter().chain(COMMON.iter().map(|it| ((*it).to_owned(), ""))) {
            let button = Button::new(&when).right_text(RichText::new(what).weak().small());
            if ui.add(button).clicked() {
                commands.push(Command::AddBreakpoint(when));
                ui.close();
            }
        }
    });
    menu.response.on_hover_text("Rules that every sound run keeps, and other common conditions");
}

fn breakpoints(ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
    let all = &debugger.scenario().breakpoints;
    if all.is_empty() {
        ui.weak("None yet. They are saved with the scenario; N runs to the next hit, Shift N to the previous.");
    }
    ScrollArea::vertical().id_salt("breakpoints").auto_shrink(false).show(ui, |ui| {
        for (index, it) in all.iter().enumerate() {
            ui.horizontal(|ui| breakpoint(ui, index, it, debugger, commands));
        }
    });
}

fn breakpoint(ui: &mut Ui, index: usize, it: &Breakpoint, debugger: &Debugger, commands: &mut Commands) {
    let mut on = it.on;
    let when = it.when.to_string();
    let check = ui.add(Checkbox::new(&mut on, RichText::new(&when).monospace()));
    check.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, format!("break when {when}")));
    if check.changed() {
        commands.push(Command::EnableBreakpoint { index, on });
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let remove = ui.small_button("✖").on_hover_text("Remove");
        remove.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("remove {when}")));
        if remove.clicked() {
            commands.push(Command::RemoveBreakpoint(index));
        }
        ui.weak(hits(index, debugger));
    });
}

/// How often a breakpoint is met.
fn hits(index: usize, debugger: &Debugger) -> String {
    let Some(hits) = debugger.hits(index) else { return "off".to_owned() };
    let count = theme::grouped(hits.moments.len());
    match (hits.finished, hits.clipped, hits.moments.len()) {
        (false, ..) => format!("{count} hits so far"),
        (true, true, _) => format!("more than {count} hits"),
        (true, false, 0) => "never met".to_owned(),
        (true, false, 1) => "1 hit".to_owned(),
        (true, false, _) => format!("{count} hits"),
    }
}

fn bookmarks(ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
    let (all, moment) = (&debugger.scenario().bookmarks, debugger.moment());
    ui.horizontal(|ui| {
        ui.label("bookmarks");
        let text = if all.contains(&moment) { format!("Forget {moment}") } else { format!("Keep {moment}") };
        if ui.button(text).on_hover_text("Bookmark this moment  (M)").clicked() {
            commands.push(Command::ToggleBookmark);
        }
    });
    ui.add_space(4.0);
    if all.is_empty() {
        ui.weak("None yet. M marks the moment; J and Shift J go from one to the next.");
    }
    ScrollArea::vertical().id_salt("bookmarks").auto_shrink(false).show(ui, |ui| {
        for &moment in all {
            ui.horizontal(|ui| bookmark(ui, moment, debugger, commands));
        }
    });
}

fn bookmark(ui: &mut Ui, moment: Moment, debugger: &Debugger, commands: &mut Commands) {
    let what = debugger.row(moment).map(|it| format!("{} {}", it.kind, it.brief));
    let what = what.unwrap_or_else(|| "beyond the end of this run".to_owned());
    ui.label(RichText::new("⚑").color(theme::accent(ui)));
    let here = moment == debugger.moment();
    if ui.selectable_label(here, RichText::new(moment.to_string()).monospace()).clicked() {
        commands.seek_and_show(moment);
    }
    ui.add(Label::new(RichText::new(what).weak()).truncate());
}
