//! The line at the bottom: what is under the pointer, what goes on, and what came out.

use egui::{Align, Layout, ProgressBar, RichText, Ui};

use super::{Navscope, canvas, theme};
use crate::{debugger::Command, picture::palette, search::Outcome};

impl Navscope {
    pub(super) fn status(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.result(ui);
                self.scale_and_progress(ui);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let maze = &self.debugger.scenario().maze;
                    let text = match self.canvas.hover {
                        Some(hover) => canvas::describe(hover, maze),
                        None => format!("{} × {} cells", maze.columns(), maze.rows()),
                    };
                    ui.add(egui::Label::new(RichText::new(text).monospace()).truncate());
                });
            });
        });
    }

    fn result(&self, ui: &mut Ui) {
        let Some(report) = self.debugger.query().map(|it| &it.report) else { return };
        let excess = report.gap.excess.map_or_else(String::new, |it| format!(" {:+.2} %", it * 100.0));
        let (text, colour) = match (report.length, report.is_good()) {
            (Some(length), true) => (format!("length {length:.3}{excess} · legal"), palette::good(self.mode())),
            (Some(length), false) => {
                let legal = if report.audit.legal { "legal" } else { "illegal" };
                let outcome = match report.outcome {
                    Outcome::Found => String::new(),
                    other => format!("{} · ", other.name()),
                };
                (format!("{outcome}length {length:.3}{excess} · {legal}"), palette::alarm(self.mode()))
            }
            (None, _) => {
                let cause = report.no_path.as_ref().map_or_else(String::new, |it| format!(" · {}", it.cause));
                (format!("{}{cause}", report.outcome.name()), palette::alarm(self.mode()))
            }
        };
        ui.add(egui::Label::new(RichText::new(text).monospace().color(theme::color(colour))).truncate());
    }

    fn scale_and_progress(&mut self, ui: &mut Ui) {
        if let Some(scale) = self.canvas.scale().filter(|_| self.room.menus) {
            ui.label(RichText::new(format!("{scale:.1} px a cell")).monospace().weak());
        }
        if let Some(progress) = self.debugger.progress().filter(|_| self.debugger.is_baking()) {
            // The checks behind the bake are not counted.
            let text = match progress {
                0.99.. => "checking …".to_owned(),
                it => format!("baking {:.0} %", it * 100.0),
            };
            if ui.button("Cancel").clicked() {
                self.command(Command::Cancel);
            }
            ui.add(ProgressBar::new(progress).desired_width(120.0).text(text));
        }
    }
}
