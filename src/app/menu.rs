//! The bar at the top.

use egui::{Align, Layout, MenuBar, RichText, Role, Ui, WidgetInfo};

use super::Navscope;
use crate::{
    debugger::Command,
    io::{self, GALLERY},
    record::Level,
};

impl Navscope {
    pub(super) fn menu(&mut self, ui: &mut Ui) {
        MenuBar::new().ui(ui, |ui| {
            ui.menu_button("File", |ui| {
                if ui.button("Open …   Ctrl O").clicked() {
                    self.choose_file(ui);
                }
                if ui.button("Open path …").clicked() {
                    self.dialogs.ask_for_path(None);
                }
            });
            ui.menu_button("View", |ui| {
                if ui.button("Fit   F").clicked() {
                    self.canvas.fit();
                }
                if ui.button("Zoom in   +").clicked() {
                    self.canvas.zoom(1.5);
                }
                if ui.button("Zoom out   −").clicked() {
                    self.canvas.zoom(1.0 / 1.5);
                }
                if ui.button("Show the step   .").clicked() {
                    self.show_step();
                }
                ui.separator();
                ui.checkbox(&mut self.remembered.legend, "Legend");
                ui.checkbox(&mut self.remembered.dark, "Dark theme");
            });
            ui.menu_button("Run", |ui| {
                if ui.button("Play or pause   P").clicked() {
                    self.toggle_play();
                }
                if ui.button("Next stage   Ctrl Right").clicked() {
                    self.step(Level::Phase, true);
                }
                if ui.button("Previous stage   Ctrl Left").clicked() {
                    self.step(Level::Phase, false);
                }
                ui.separator();
                if ui.button("Bake again   R").clicked() {
                    self.command(Command::Rebake);
                }
            });
            ui.menu_button("Gallery", |ui| {
                for (name, _) in GALLERY {
                    if ui.button(*name).clicked() {
                        let opened = io::built_in(name);
                        self.open(opened);
                    }
                }
            });
            ui.menu_button("Help", |ui| {
                if ui.button("Keys   ?").clicked() {
                    self.dialogs.keys = true;
                }
            });
            let name = self.debugger.scenario().name.clone();
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let (icon, label) = if self.remembered.dark { ("☀", "Light theme") } else { ("🌙", "Dark theme") };
                let button = ui.button(icon);
                button.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
                if button.on_hover_text(label).clicked() {
                    self.remembered.dark = !self.remembered.dark;
                }
                ui.with_layout(Layout::centered_and_justified(egui::Direction::LeftToRight), |ui| {
                    ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
                });
            });
        });
    }

    /// Looks at what the last step changed from so many times nearer.
    pub fn zoom_to_step(&mut self, factor: f64) {
        if let Some(area) = self.debugger.event_bounds() {
            self.canvas.look_at(area, factor);
        }
    }

    /// Brings what the last step changed into view.
    pub(super) fn show_step(&mut self) {
        if let Some(area) = self.debugger.event_bounds() {
            self.canvas.show(area);
        }
    }
}
