//! The tab of violations: every broken rule with its place; and why there is no path.

use egui::{Align2, FontId, Response, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::{
    commands::{Commands, Request},
    missing, theme,
};
use crate::{
    debugger::{Command, Complaint, Debugger},
    geometry::Bounds,
};

/// How high a row is. \[points]
const ROW: f32 = 20.0;

/// The list of broken rules.
#[derive(Default)]
pub(super) struct Violations {
    /// The one looked at last, and of which run.
    looked_at: Option<(u64, usize)>,
    /// Which kind is listed; all if none.
    kind: Option<String>,
}

impl Violations {
    pub(super) fn show(&mut self, ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
        no_path(ui, debugger, commands);
        let complaints = debugger.complaints();
        if complaints.is_empty() {
            let (text, colour) = match debugger.bake() {
                Some(_) => ("No rule is broken.", theme::good(ui)),
                None => (missing::bake(debugger), ui.visuals().weak_text_color()),
            };
            ui.label(RichText::new(text).color(colour));
            return;
        }
        if complaints.iter().all(Complaint::is_note) {
            ui.label(RichText::new("No rule is broken. Good to know:").color(theme::good(ui)));
        }
        self.kinds(ui, complaints);
        ui.add_space(4.0);
        let kind = self.kind.as_deref().filter(|kind| complaints.iter().any(|it| it.kind == *kind));
        let listed = complaints.iter().enumerate().filter(|it| kind.is_none_or(|kind| it.1.kind == kind));
        let listed: Vec<(usize, &Complaint)> = listed.collect();
        let chosen = self.looked_at(debugger);
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, listed.len(), |ui, range| {
            for &(index, it) in &listed[range] {
                let row = row(ui, it, chosen == Some(index));
                if row.on_hover_text("Show the place, and the first event at which it held").clicked() {
                    self.looked_at = Some((debugger.run(), index));
                    look_at(index, it, debugger, commands);
                }
            }
        });
    }

    /// The one looked at last, if it is of this run.
    pub(super) fn looked_at(&self, debugger: &Debugger) -> Option<usize> {
        self.looked_at.filter(|it| it.0 == debugger.run()).map(|it| it.1)
    }

    /// How many there are of each kind, to list only those.
    fn kinds(&mut self, ui: &mut Ui, complaints: &[Complaint]) {
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for it in complaints {
            match kinds.iter_mut().find(|(kind, _)| *kind == it.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((&it.kind, 1)),
            }
        }
        ui.horizontal_wrapped(|ui| {
            let all = theme::grouped(complaints.len());
            if ui.selectable_label(self.kind.is_none(), format!("all  {all}")).clicked() {
                self.kind = None;
            }
            for (kind, count) in kinds {
                let chosen = self.kind.as_deref() == Some(kind);
                let text = format!("{}  {}", kind.replace('-', " "), theme::grouped(count));
                if ui.selectable_label(chosen, text).clicked() {
                    self.kind = (!chosen).then(|| kind.to_owned());
                }
            }
        });
    }
}

/// Why there is no path.
fn no_path(ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
    let Some(why) = debugger.why_no_path() else { return };
    let places = debugger.no_path_places();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Why no path?").strong().color(theme::alarm(ui)));
        ui.label(why);
        if !places.is_empty() && ui.button("Show").on_hover_text("Bring the places into view").clicked() {
            commands.push(Request::LookAt(Bounds::around(places.iter().copied())));
        }
    });
    ui.add_space(4.0);
}

/// Brings a broken rule's place into view, and seeks the first event at which it was broken.
fn look_at(index: usize, it: &Complaint, debugger: &Debugger, commands: &mut Commands) {
    commands.push(Command::Select(it.thing));
    commands.jump(Command::SeekFirst(index));
    if let Some(area) = debugger.bounds_of_complaint(index) {
        commands.push(Request::LookAt(area.grown(1.0)));
    }
}

/// A row, to be clicked anywhere: a place, and what is wrong there.
fn row(ui: &mut Ui, it: &Complaint, chosen: bool) -> Response {
    let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let label = format!("{}, {}", it.text, it.at);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen, &label));
    let visuals = ui.visuals();
    if chosen || response.hovered() {
        let fill = if chosen { visuals.selection.bg_fill } else { visuals.faint_bg_color };
        ui.painter().rect_filled(area, 2.0, fill);
    }
    let thing = it.thing.map_or_else(String::new, |it| format!("  ({it})"));
    let texts = [
        (8.0, format!("{:.2}", it.at), FontId::monospace(12.0), visuals.weak_text_color()),
        (136.0, format!("{}{thing}", it.text), FontId::proportional(13.0), visuals.text_color()),
    ];
    for (x, text, font, colour) in texts {
        ui.painter_at(area).text(area.left_center() + vec2(x, 0.0), Align2::LEFT_CENTER, text, font, colour);
    }
    response
}
