//! The line at the bottom: what is under the pointer, what goes on, and what came out.

use egui::{Align, Label, Layout, ProgressBar, RichText, Ui};

use super::{
    canvas::{self, Canvas},
    commands::Commands,
    theme,
};
use crate::{
    debugger::{Command, Debugger},
    search::Outcome,
};

/// Shows the line; the scale of the canvas only where there is room for it.
pub(super) fn show(ui: &mut Ui, canvas: &Canvas, is_wide: bool, debugger: &Debugger, commands: &mut Commands) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            result(ui, debugger);
            if let Some(scale) = canvas.scale().filter(|_| is_wide) {
                let unit = if debugger.scenario().maze.has_cells() { "cell" } else { "unit" };
                ui.label(RichText::new(format!("{scale:.1} px a {unit}")).monospace().weak());
            }
            progress(ui, debugger, commands);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let maze = &debugger.scenario().maze;
                let text = match canvas.hover() {
                    Some(hover) => canvas::describe(hover, maze),
                    None => maze.told(),
                };
                ui.add(Label::new(RichText::new(text).monospace()).truncate());
            });
        });
    });
}

/// The length of the path, or why there is none.
fn result(ui: &mut Ui, debugger: &Debugger) {
    let Some(report) = debugger.query().map(|it| &it.report) else { return };
    let name = report.outcome.name();
    let text = if let Some(length) = report.length {
        let excess = report.gap.excess.map_or_else(String::new, |it| format!(" {:+.2} %", it * 100.0));
        let legal = if report.audit.legal { "legal" } else { "illegal" };
        let outcome = if report.outcome == Outcome::Found { String::new() } else { format!("{name} · ") };
        format!("{outcome}length {length:.3}{excess} · {legal}")
    } else {
        let cause = report.no_path.as_ref().map_or_else(String::new, |it| format!(" · {}", it.cause));
        format!("{name}{cause}")
    };
    let colour = if report.is_good() { theme::good(ui) } else { theme::alarm(ui) };
    ui.add(Label::new(RichText::new(text).monospace().color(colour)).truncate());
}

/// How far the bake is, and a button to cancel it.
fn progress(ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
    let Some(progress) = debugger.progress().filter(|_| debugger.is_baking()) else { return };
    // The checks behind the bake are not counted.
    let text = match progress {
        0.99.. => "checking …".to_owned(),
        it => format!("baking {:.0} %", it * 100.0),
    };
    if ui.button("Cancel").clicked() {
        commands.push(Command::Cancel);
    }
    ui.add(ProgressBar::new(progress).desired_width(120.0).text(text));
}
