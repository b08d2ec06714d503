//! Breakpoints and bookmarks.

use egui::{Id, Key, RichText, ScrollArea, TextEdit, Ui};

use super::{Navscope, drawer::Focus, events::takes_tab, theme};
use crate::{debugger::Command, picture::palette, trace::Rule};

/// Conditions worth stopping at that are not rules.
const COMMON: &[&str] = &["apex moved", "certainty = exact", "zone > 12", "kind:reopened", "kind:tore"];

impl Navscope {
    pub(super) fn breakpoints_tab(&mut self, ui: &mut Ui) {
        ui.columns(2, |columns| {
            let [left, right] = columns else { return };
            self.breakpoints(left);
            self.bookmarks(right);
        });
    }

    fn breakpoints(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let label = ui.label("break when");
            let mut typed = std::mem::take(&mut self.drawer.breakpoint);
            let width = (ui.available_width() - 150.0).max(100.0);
            let locked = takes_tab(&typed);
            let edit = TextEdit::singleline(&mut typed).hint_text("zone > 12, apex moved, triangle:812 …");
            let edit =
                ui.add(edit.desired_width(width).lock_focus(locked).id(Id::unique("breakpoint"))).labelled_by(label.id);
            if self.drawer.focus == Some(Focus::Breakpoint) {
                edit.request_focus();
                self.drawer.focus = None;
            }
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            self.completions(ui, &edit, &mut typed);
            let add = ui.button("Add").clicked() || entered;
            if add && !typed.trim().is_empty() {
                self.command(Command::AddBreakpoint(std::mem::take(&mut typed)));
            }
            self.drawer.breakpoint = typed;
            ui.menu_button("Common", |ui| {
                let rules = Rule::ALL.map(|it| (format!("broken:{}", it.name()), it.text()));
                for (when, what) in rules.into_iter().chain(COMMON.iter().map(|it| ((*it).to_owned(), ""))) {
                    let button = egui::Button::new(&when).right_text(RichText::new(what).weak().small());
                    if ui.add(button).clicked() {
                        self.command(Command::AddBreakpoint(when));
                        ui.close();
                    }
                }
            })
            .response
            .on_hover_text("Rules that every sound run keeps, and other common conditions");
        });
        ui.add_space(4.0);
        if self.debugger.scenario().breakpoints.is_empty() {
            ui.weak("None yet. They are saved with the scenario; N runs to the next hit, Shift N to the previous.");
        }
        let mut commands = Vec::new();
        ScrollArea::vertical().id_salt("breakpoints").auto_shrink(false).show(ui, |ui| {
            for (index, it) in self.debugger.scenario().breakpoints.iter().enumerate() {
                ui.horizontal(|ui| {
                    let mut on = it.on;
                    let when = it.when.to_string();
                    let name = format!("break when {when}");
                    let check = ui.checkbox(&mut on, RichText::new(&when).monospace());
                    check.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, on, &name));
                    if check.changed() {
                        commands.push(Command::EnableBreakpoint { index, on });
                    }
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        let remove = ui.small_button("✖").on_hover_text("Remove");
                        let name = format!("remove {when}");
                        remove.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
                        if remove.clicked() {
                            commands.push(Command::RemoveBreakpoint(index));
                        }
                        ui.weak(self.hits_text(index));
                    });
                });
            }
        });
        self.commands.extend(commands);
    }

    /// How often a breakpoint is met.
    fn hits_text(&self, index: usize) -> String {
        let Some(hits) = self.debugger.hits(index) else { return "off".to_owned() };
        let count = theme::grouped(hits.moments.len());
        match (hits.finished, hits.clipped, hits.moments.len()) {
            (false, ..) => format!("{count} hits so far"),
            (true, true, _) => format!("more than {count} hits"),
            (true, false, 0) => "never met".to_owned(),
            (true, false, 1) => "1 hit".to_owned(),
            (true, false, _) => format!("{count} hits"),
        }
    }

    fn bookmarks(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.label("bookmarks");
            let moment = self.debugger.moment();
            let kept = self.debugger.scenario().bookmarks.contains(&moment);
            let text = if kept { format!("Forget {moment}") } else { format!("Keep {moment}") };
            if ui.button(text).on_hover_text("Bookmark this moment  (M)").clicked() {
                self.command(Command::ToggleBookmark);
            }
        });
        ui.add_space(4.0);
        if self.debugger.scenario().bookmarks.is_empty() {
            ui.weak("None yet. M marks the moment; J and Shift J go from one to the next.");
        }
        let mut sought = None;
        ScrollArea::vertical().id_salt("bookmarks").auto_shrink(false).show(ui, |ui| {
            for &moment in &self.debugger.scenario().bookmarks {
                let here = moment == self.debugger.moment();
                let row = self.debugger.row(moment);
                let what = row
                    .map_or_else(|| "beyond the end of this run".to_owned(), |it| format!("{} {}", it.kind, it.brief));
                ui.horizontal(|ui| {
                    let flag = RichText::new("⚑").color(theme::color(palette::accent(self.mode())));
                    ui.label(flag);
                    if ui.selectable_label(here, RichText::new(moment.to_string()).monospace()).clicked() {
                        sought = Some(moment);
                    }
                    ui.add(egui::Label::new(RichText::new(what).weak()).truncate());
                });
            }
        });
        if let Some(moment) = sought {
            self.jump(Command::Seek(moment));
            self.canvas.follow();
        }
    }
}
