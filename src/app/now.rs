//! The panel on the right: what happened last, with its numbers and the predicate under the lens; the path; the bake.

use egui::{Color32, Frame, Grid, RichText, ScrollArea, Ui};

use super::{Navscope, theme};
use crate::{
    debugger::{Command, Told},
    geometry::{Bounds, Certainty, Point},
    picture::palette,
    search::Outcome,
    trace::{Fact, Lens},
};

/// At most this many violations are listed.
const LISTED: usize = 50;

impl Navscope {
    pub(super) fn now_panel(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            // Rows of text need no room for buttons.
            ui.spacing_mut().interact_size.y = 17.0;
            self.now(ui);
            ui.separator();
            self.path(ui);
            ui.separator();
            self.bake(ui);
            ui.add_space(12.0);
        });
    }

    fn now(&mut self, ui: &mut Ui) {
        theme::section(ui, "now");
        let version = self.debugger.version();
        if self.told.as_ref().is_none_or(|it| it.0 != version) {
            self.told = Some((version, self.debugger.told()));
        }
        let told = self.told.as_ref().and_then(|it| it.1.clone());
        let moment = self.debugger.moment();
        let (title, sentence) = match &told {
            Some(Told { level, kind, sentence, .. }) => {
                (format!("{moment} · {} · {kind}", level.name()), sentence.clone())
            }
            None => (
                format!("{moment}"),
                "Nothing has happened in this stage yet. Step forwards with the right arrow.".to_owned(),
            ),
        };
        // A fixed height for what changes at every step, so that nothing below it jumps.
        let height = 264.0;
        ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
            ui.set_min_height(height);
            ui.label(RichText::new(title).small().weak());
            ui.label(RichText::new(&sentence).size(14.0));
            ui.add_space(4.0);
            if let Some(told) = &told {
                facts(ui, &told.facts);
                if let Some(lens) = &told.lens {
                    self.lens(ui, lens);
                }
            }
        });
    }

    fn lens(&self, ui: &mut Ui, lens: &Lens) {
        let alarm = theme::color(palette::alarm(self.mode()));
        let frame = Frame::new().fill(ui.visuals().faint_bg_color).corner_radius(4).inner_margin(8);
        let frame = if lens.is_wrong() { frame.stroke((1.0, alarm)) } else { frame };
        frame.show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.label(RichText::new(&lens.formula).monospace());
            ui.add_space(2.0);
            let held = if lens.certainty == Certainty::Rounded { "epsilon" } else { "error bound" };
            let rows = [
                ("float value", format!("{:+.6e}", lens.value)),
                (held, format!("{:.3e}", lens.bound)),
                ("told", format!("{} ({})", lens.told, lens.certainty.name())),
                ("exactly", lens.exact.to_owned()),
            ];
            grid(ui, "lens", rows.into_iter(), |label| {
                (lens.is_wrong() && matches!(label, "told" | "exactly")).then_some(alarm)
            });
            ui.add_space(2.0);
            if lens.is_wrong() {
                ui.label(RichText::new("⚠ This answer is wrong.").color(alarm).strong());
            }
            ui.label(RichText::new(format!("So {}.", lens.consequence)).weak());
        });
    }

    fn path(&mut self, ui: &mut Ui) {
        theme::section(ui, "path");
        let (alarm, good) = (palette::alarm(self.mode()), palette::good(self.mode()));
        let Some(query) = self.debugger.query() else {
            let missing = match (self.debugger.start(), self.debugger.goal()) {
                (Some(_), Some(_)) if self.debugger.progress().is_some() => "Under way …",
                (None, None) => "Shift-click sets the start, ctrl-click the goal.",
                (None, _) => "Shift-click sets the start.",
                (_, None) => "Ctrl-click sets the goal.",
                _ => "None yet.",
            };
            ui.label(RichText::new(missing).weak());
            return;
        };
        let report = query.report.clone();
        let headline = match report.outcome {
            Outcome::Found if report.audit.legal => "Found, and legal".to_owned(),
            Outcome::Found => format!(
                "Found, but {} of {} segments break a rule",
                report.audit.violations.len(),
                report.points.len() - 1
            ),
            Outcome::Unreachable if report.length.is_some() => "Unreachable; a straight line all the same".to_owned(),
            Outcome::Unreachable => "Unreachable: no corridor joins start and goal".to_owned(),
            Outcome::StartInWall => "The start lies in a wall, or too near to one".to_owned(),
            Outcome::GoalInWall => "The goal lies in a wall, or too near to one".to_owned(),
            Outcome::OffMesh => "Start or goal is on floor that the mesh does not cover".to_owned(),
        };
        let colour = theme::color(if report.is_good() { good } else { alarm });
        ui.label(RichText::new(headline).color(colour).strong());
        let mut rows =
            vec![("from", query.search.model().start.to_string()), ("to", query.search.model().goal.to_string())];
        if let Some(length) = report.length {
            rows.push(("length", format!("{length:.6} cells")));
            rows.push(("corners", theme::grouped(report.corners)));
            rows.push(("portals", theme::grouped(report.portals)));
        }
        grid(ui, "path", rows.into_iter(), |_| None);
        let mut shown = None;
        for it in &report.audit.violations {
            let text = format!("⚠ segment {} {} at {}", it.segment, it.kind.text(), it.at);
            if ui.selectable_label(false, RichText::new(text).small()).on_hover_text("Show the place").clicked() {
                shown = Some((it.segment, it.at));
            }
        }
        if let Some((segment, at)) = shown {
            self.command(Command::Seek(crate::debugger::Moment {
                stage: crate::trace::StageName::Audit,
                at: segment + 1,
                observed: 0,
            }));
            self.canvas.show(around(at));
        }
    }

    fn bake(&mut self, ui: &mut Ui) {
        theme::section(ui, "bake");
        let Some(bake) = self.debugger.bake() else {
            ui.label(RichText::new("Under way …").weak());
            return;
        };
        let report = &bake.report;
        let rows = [
            ("vertices", theme::grouped(report.vertices)),
            ("triangles", theme::grouped(report.triangles)),
            ("walkable", theme::grouped(report.walkable)),
            ("edges closed", theme::grouped(report.closed_edges)),
            ("time", format!("{:.1} ms", report.elapsed_ms)),
        ];
        grid(ui, "bake", rows.into_iter(), |_| None);
        let count = report.violations.len();
        let colour = theme::color(if count == 0 { palette::good(self.mode()) } else { palette::alarm(self.mode()) });
        let headline =
            if count == 0 { "No violations".to_owned() } else { format!("{} violations", theme::grouped(count)) };
        ui.label(RichText::new(headline).color(colour).strong());
        let mut shown = None;
        for it in report.violations.iter().take(LISTED) {
            let text = format!("⚠ {} at {}", it.kind.text(), it.at);
            if ui.selectable_label(false, RichText::new(text).small()).on_hover_text("Show the place").clicked() {
                shown = Some(it.at);
            }
        }
        if count > LISTED {
            ui.label(RichText::new(format!("… and {} more", theme::grouped(count - LISTED))).weak());
        }
        if let Some(at) = shown {
            self.canvas.show(around(at));
        }
    }
}

fn around(at: Point) -> Bounds {
    Bounds { min: at, max: at }
}

fn facts(ui: &mut Ui, facts: &[Fact]) {
    grid(ui, "facts", facts.iter().map(|it| (it.label, it.value.clone())), |_| None);
}

/// Names on the left, values in tabular figures on the right.
fn grid(
    ui: &mut Ui,
    id: &str,
    rows: impl Iterator<Item = (&'static str, String)>,
    colour: impl Fn(&str) -> Option<Color32>,
) {
    Grid::new(id).num_columns(2).spacing([12.0, 3.0]).min_col_width(84.0).show(ui, |ui| {
        for (label, value) in rows {
            ui.label(RichText::new(label).weak());
            let text = RichText::new(value).monospace();
            ui.label(colour(label).map_or_else(|| text.clone(), |it| text.clone().color(it)));
            ui.end_row();
        }
    });
}
