//! Every broken rule with its place; and why there is no path.

use egui::{RichText, ScrollArea, Ui};

use super::{Navscope, theme};
use crate::{
    debugger::{Command, Complaint},
    geometry::Bounds,
    picture::palette,
};

impl Navscope {
    pub(super) fn violations_tab(&mut self, ui: &mut Ui) {
        let alarm = theme::color(palette::alarm(self.mode()));
        if let Some(why) = self.debugger.why_no_path().map(str::to_owned) {
            let places = self.debugger.no_path_places().to_vec();
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("Why no path?").strong().color(alarm));
                ui.label(why);
                if !places.is_empty() && ui.button("Show").on_hover_text("Bring the places into view").clicked() {
                    self.canvas.bring_into_view(Bounds::around(places.iter().copied()));
                }
            });
            ui.add_space(4.0);
        }
        let complaints = self.debugger.complaints();
        if complaints.is_empty() {
            let (text, colour) = match self.debugger.bake() {
                Some(_) => ("No rule is broken.", theme::color(palette::good(self.mode()))),
                None => (self.no_bake(), ui.visuals().weak_text_color()),
            };
            ui.label(RichText::new(text).color(colour));
            return;
        }
        if complaints.iter().all(Complaint::is_note) {
            ui.label(RichText::new("No rule is broken. Good to know:").color(theme::color(palette::good(self.mode()))));
        }
        self.kinds(ui);
        ui.add_space(4.0);
        let complaints = self.debugger.complaints();
        let kind = self.drawer.kind.as_deref().filter(|kind| complaints.iter().any(|it| it.kind == *kind));
        let listed: Vec<usize> =
            (0..complaints.len()).filter(|&it| kind.is_none_or(|kind| complaints[it].kind == kind)).collect();
        let mut shown = None;
        let row = 20.0;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, row, listed.len(), |ui, range| {
            for &index in &listed[range] {
                let it = &complaints[index];
                let chosen = self.complaint() == Some(index);
                let thing = it.thing.map_or_else(String::new, |it| format!("  ({it})"));
                let text = format!("{}, {}", it.text, it.at);
                let row = row_of(ui, row, chosen, &format!("{:.2}", it.at), &format!("{}{thing}", it.text), &text);
                if row.on_hover_text("Show the place, and the first event at which it held").clicked() {
                    shown = Some(index);
                }
            }
        });
        if let Some(index) = shown {
            self.show_complaint(index);
        }
    }

    /// The violation looked at last, if it is of this run.
    pub(super) fn complaint(&self) -> Option<usize> {
        self.drawer.complaint.filter(|it| it.0 == self.debugger.run()).map(|it| it.1)
    }

    /// How many there are of each kind, to list only those.
    fn kinds(&mut self, ui: &mut Ui) {
        let mut kinds: Vec<(String, usize)> = Vec::new();
        for it in self.debugger.complaints() {
            match kinds.iter_mut().find(|(kind, _)| *kind == it.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((it.kind.clone(), 1)),
            }
        }
        ui.horizontal_wrapped(|ui| {
            let all: usize = kinds.iter().map(|it| it.1).sum();
            if ui.selectable_label(self.drawer.kind.is_none(), format!("all  {}", theme::grouped(all))).clicked() {
                self.drawer.kind = None;
            }
            for (kind, count) in kinds {
                let chosen = self.drawer.kind.as_deref() == Some(&kind);
                let text = format!("{}  {}", kind.replace('-', " "), theme::grouped(count));
                if ui.selectable_label(chosen, text).clicked() {
                    self.drawer.kind = (!chosen).then_some(kind);
                }
            }
        });
    }

    /// Zooms to a broken rule's place, and seeks to the first event at which it held.
    pub(super) fn show_complaint(&mut self, index: usize) {
        let Some(it) = self.debugger.complaints().get(index) else { return };
        let thing = it.thing;
        self.drawer.complaint = Some((self.debugger.run(), index));
        self.command(Command::Select(thing));
        self.jump(Command::SeekFirst(index));
        if let Some(area) = self.debugger.bounds_of_complaint(index) {
            self.canvas.bring_into_view(area.grown(1.0));
        }
    }
}

/// A row to be clicked on, wherever in it: a place, and what is wrong there.
fn row_of(ui: &mut Ui, height: f32, chosen: bool, place: &str, what: &str, label: &str) -> egui::Response {
    let (area, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), height), egui::Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListItem, true, chosen, label));
    let visuals = ui.visuals();
    if chosen || response.hovered() {
        let fill = if chosen { visuals.selection.bg_fill } else { visuals.faint_bg_color };
        ui.painter().rect_filled(area, 2.0, fill);
    }
    let painter = ui.painter_at(area);
    let middle = area.left_center();
    let at = |x: f32| middle + egui::vec2(x, 0.0);
    let left = egui::Align2::LEFT_CENTER;
    painter.text(at(8.0), left, place, egui::FontId::monospace(12.0), visuals.weak_text_color());
    painter.text(at(136.0), left, what, egui::FontId::proportional(13.0), visuals.text_color());
    response
}
