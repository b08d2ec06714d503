//! A message at the top of the canvas that stays: what went wrong, until the user closes it; or what the debugger says.

use egui::{Area, Frame, Id, Rect, RichText, Ui, vec2};

use crate::debugger::Debugger;

/// What the user should know.
#[derive(Default)]
pub(super) struct Notice {
    /// What went wrong, until the user closes it.
    pub(super) text: Option<String>,
}

impl Notice {
    pub(super) fn show(&mut self, ui: &Ui, canvas: Rect, debugger: &Debugger) {
        let Some(text) = self.text.as_deref().or(debugger.said()).or(debugger.trouble()) else { return };
        let area = Area::new(Id::unique("notice")).fixed_pos(canvas.left_top() + vec2(12.0, 12.0));
        let shown = area.show(ui.ctx(), |ui| {
            let framed = Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
                ui.set_max_width((canvas.width() - 60.0).clamp(60.0, 620.0));
                let row = ui.horizontal_top(|ui| {
                    ui.label(RichText::new("⚠").color(ui.visuals().error_fg_color));
                    let column = ui.vertical(|ui| {
                        ui.label(text);
                        self.text.is_some() && ui.button("Dismiss").clicked()
                    });
                    column.inner
                });
                row.inner
            });
            framed.inner
        });
        if shown.inner {
            self.text = None;
        }
    }
}
