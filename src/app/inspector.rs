//! The panel on the right: what happened last, why, the history of a thing, the algorithm's line, and what came out.

use egui::{CollapsingHeader, RichText, ScrollArea, Ui};

use super::{Navscope, theme};
use crate::{
    debugger::{Cause, Command, Lane, Told},
    picture::palette,
    search::{GridSearch, Outcome},
    trace::{Moment, StageName, Thing},
};

/// How much of a history is listed without asking.
const LISTED: usize = 100;

/// What is told of the cursor, kept until something changes.
#[derive(Default)]
pub(super) struct Telling {
    version: Option<u64>,
    pub(super) told: Option<Told>,
    /// What `why` depends on: going through a long run for it takes too long to be done at every step.
    asked: Option<(u64, Option<Thing>, Option<Moment>)>,
    why: Option<(String, Vec<Cause>)>,
}

impl Navscope {
    pub(super) fn inspector(&mut self, ui: &mut Ui) {
        self.tell();
        // Each start begins at the top, whatever is remembered of the last.
        let id = ("inspector", std::process::id());
        ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
            // Rows of text need no room for buttons.
            ui.spacing_mut().interact_size.y = 17.0;
            self.now(ui);
            section(ui, "why", |ui| self.why(ui));
            section(ui, "thing", |ui| self.thing(ui));
            section(ui, "steps", |ui| self.steps(ui));
            section(ui, "path", |ui| self.path(ui));
            section(ui, "bake", |ui| self.bake(ui));
            ui.add_space(12.0);
        });
    }

    /// Brings up to date what is told.
    fn tell(&mut self) {
        let version = Some(self.debugger.version());
        if self.telling.version == version {
            return;
        }
        (self.telling.version, self.telling.told) = (version, self.debugger.told());
        let moment = Some(self.debugger.moment()).filter(|it| it.stage() == StageName::Funnel);
        let asked = Some((self.debugger.run(), self.debugger.selected(), moment));
        if self.telling.asked != asked {
            (self.telling.asked, self.telling.why) = (asked, self.debugger.why());
        }
    }

    /// What is missing for a path, and how to give it.
    pub(super) fn missing_ends(&self) -> Option<&'static str> {
        match (self.debugger.start(), self.debugger.goal()) {
            (Some(_), Some(_)) => None,
            (None, None) => Some("Shift-click sets the start, ctrl-click the goal."),
            (None, _) => Some("Shift-click sets the start."),
            (_, None) => Some("Ctrl-click sets the goal."),
        }
    }

    /// Why there is no bake to show.
    pub(super) fn no_bake(&self) -> &'static str {
        match (self.debugger.progress(), self.debugger.bake()) {
            (None, Some(bake)) if !bake.ran() => "Cells are searched, so no mesh is baked.",
            (Some(_), _) => "Baking …",
            (None, _) => "There is no bake.",
        }
    }

    /// From a corner back to the sample it came from, each a link.
    fn why(&mut self, ui: &mut Ui) {
        let Some((subject, why)) = &self.telling.why else {
            ui.weak("Select a corner, triangle, vertex or portal to see what it came from.");
            return;
        };
        ui.label(RichText::new(format!("{subject}, because")).weak());
        let mut sought = None;
        for it in why {
            ui.horizontal_top(|ui| {
                let here = self.debugger.moment() == it.moment;
                let moment = RichText::new(it.moment.to_string()).monospace();
                let link = ui.scope(|ui| if here { ui.label(moment.strong()) } else { ui.link(moment) }).inner;
                link.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, format!("because {}", it.text)));
                if link.clicked() {
                    sought = Some(it.moment);
                }
            });
            let sentence = ui.indent(("cause", it.moment.to_string(), &it.text), |ui| {
                ui.add(egui::Label::new(RichText::new(&it.text).weak()).sense(egui::Sense::click()))
            });
            if sentence.inner.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                sought = Some(it.moment);
            }
        }
        if let Some(moment) = sought {
            self.jump(Command::Seek(moment));
            self.canvas.follow();
        }
    }

    /// Everything that happened to the selected thing.
    fn thing(&mut self, ui: &mut Ui) {
        let Some(thing) = self.debugger.selected() else {
            ui.weak("Click something on the canvas to see its history.");
            return;
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(thing.to_string()).strong());
            if ui.small_button("Show").on_hover_text("Bring it into view  (,)").clicked() {
                self.show_selected();
            }
            if ui.small_button("Break").on_hover_text("Stop whenever an event touches it").clicked() {
                self.command(Command::AddBreakpoint(condition_on(thing)));
            }
            if ui.small_button("Clear").clicked() {
                self.command(Command::Select(None));
            }
        });
        let history = self.debugger.history();
        if history.is_empty() {
            ui.weak(if self.debugger.is_finding() { "Searching the run …" } else { "No event touches it." });
            return;
        }
        let mut sought = None;
        for &(moment, how) in history.iter().take(LISTED) {
            let here = moment == self.debugger.moment();
            ui.horizontal(|ui| {
                let text = RichText::new(format!("{:<18}", moment.to_string())).monospace();
                let row = ui.selectable_label(here, text);
                row.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::ListItem, true, here, format!("{thing} {how} at {moment}"))
                });
                if row.clicked() {
                    sought = Some(moment);
                }
                ui.label(how);
            });
        }
        if history.len() > LISTED {
            ui.weak(format!(
                "… and {} more; filter the events by {} to see all",
                history.len() - LISTED,
                condition_on(thing)
            ));
        }
        if let Some(moment) = sought {
            self.jump(Command::Seek(moment));
            self.canvas.follow();
        }
    }

    /// The algorithm as pseudo-code, with the line that the last event belongs to.
    fn steps(&mut self, ui: &mut Ui) {
        let steps = self.stage().vocabulary().steps;
        let current = self.telling.told.as_ref().map(|it| it.step);
        let shown = self.debugger.lane().map_or(0..steps.len(), Lane::steps);
        ui.spacing_mut().item_spacing.y = 1.0;
        for (index, line) in steps.iter().enumerate().take(shown.end).skip(shown.start) {
            let here = current == Some(index);
            let words = line.trim_start();
            #[expect(clippy::cast_precision_loss, reason = "a few spaces")]
            let indent = (line.len() - words.len()) as f32 * 7.0;
            let text = RichText::new(words).monospace().size(11.5);
            let text = if here { text.color(ui.visuals().strong_text_color()) } else { text.weak() };
            let fill = if here { ui.visuals().selection.bg_fill } else { egui::Color32::TRANSPARENT };
            let frame = egui::Frame::new().fill(fill).corner_radius(2).inner_margin(egui::Margin::symmetric(4, 1));
            frame.show(ui, |ui| {
                ui.set_min_width(ui.available_width().max(0.0));
                // What does not fit in a line goes on below its beginning.
                let label = ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 0.0;
                    ui.add_space(indent);
                    ui.add(egui::Label::new(text).wrap())
                });
                label.inner.widget_info(|| {
                    let marked = if here { "current step: " } else { "step: " };
                    egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{marked}{words}"))
                });
            });
        }
    }

    fn path(&mut self, ui: &mut Ui) {
        let (alarm, good) = (palette::alarm(self.mode()), palette::good(self.mode()));
        let Some(query) = self.debugger.query() else {
            let under_way = if self.debugger.progress().is_some() { "Under way …" } else { "None yet." };
            ui.weak(self.missing_ends().unwrap_or(under_way));
            return;
        };
        let report = &query.report;
        let headline = match report.outcome {
            Outcome::Found if report.audit.legal => "Found, and legal".to_owned(),
            Outcome::Found => format!(
                "Found, but {} of {} segments break a rule",
                report.audit.violations.len(),
                report.points.len() - 1
            ),
            Outcome::Unreachable if report.length.is_some() => "Unreachable; a straight line all the same".to_owned(),
            Outcome::Unreachable if query.track::<GridSearch>().is_some() => {
                "Unreachable: no steps join start and goal".to_owned()
            }
            Outcome::Unreachable => "Unreachable: no corridor joins start and goal".to_owned(),
            Outcome::StartInWall | Outcome::GoalInWall | Outcome::OffMesh => {
                let cause = report.no_path.as_ref().map_or(report.outcome.name(), |it| &it.cause);
                let first = cause.chars().next().map(|it| it.to_uppercase().to_string());
                first.unwrap_or_default() + cause.get(1..).unwrap_or_default()
            }
        };
        let colour = theme::color(if report.is_good() { good } else { alarm });
        ui.label(RichText::new(headline).color(colour).strong());
        if let Some(why) = self.debugger.why_no_path() {
            ui.label(RichText::new(why).weak());
        }
        let mut rows = vec![("from", query.start.to_string()), ("to", query.goal.to_string())];
        if let Some(length) = report.length {
            rows.push(("length", format!("{length:.6} cells")));
            let percent = |it: f64| format!("{:+.3} %", it * 100.0);
            rows.extend(report.gap.optimum.map(|it| ("optimum", format!("{it:.6} cells"))));
            rows.extend(report.gap.excess.map(|it| ("excess", percent(it))));
            rows.extend(report.gap.corridor_excess.map(|it| ("  of the corridor", percent(it))));
            rows.extend(report.gap.funnel_excess.map(|it| ("  of the funnel", percent(it))));
            rows.extend(report.clearance.map(|it| ("clearance", format!("{it:.6} cells"))));
            rows.push(("corners", theme::grouped(report.corners)));
            match query.track::<GridSearch>() {
                Some(_) => rows.push(("cells", theme::grouped(report.cells))),
                None => rows.push(("portals", theme::grouped(report.portals))),
            }
            rows.extend(report.overestimates.map(|it| ("h overestimates", format!("from cell {:?}", it.cell))));
        }
        theme::grid(ui, "path", rows.into_iter(), |_| None);
    }

    fn bake(&mut self, ui: &mut Ui) {
        let Some(bake) = self.debugger.bake().filter(|it| it.ran()) else {
            ui.weak(self.no_bake());
            return;
        };
        let report = &bake.report;
        let rows = [
            ("vertices", theme::grouped(report.vertices)),
            ("triangles", theme::grouped(report.triangles)),
            ("walkable", theme::grouped(report.walkable)),
            ("polygons", theme::grouped(report.polygons)),
            ("edges closed", theme::grouped(report.closed_edges)),
            ("time", format!("{:.1} ms", report.elapsed_ms)),
        ];
        theme::grid(ui, "bake", rows.into_iter(), |_| None);
        let count = report.violations.len();
        let colour = theme::color(if count == 0 && report.walkable > 0 {
            palette::good(self.mode())
        } else {
            palette::alarm(self.mode())
        });
        ui.label(RichText::new(report.verdict()).color(colour).strong());
    }
}

/// The condition that an event touches a thing.
pub(super) fn condition_on(thing: Thing) -> String {
    match thing {
        Thing::Cell(column, row) => format!("cell:{column},{row}"),
        Thing::Vertex(id) => format!("vertex:{id}"),
        Thing::Edge(a, b) => format!("edge:{a}-{b}"),
        Thing::Triangle(id) => format!("triangle:{id}"),
        Thing::Portal(id) => format!("portal:{id}"),
        Thing::Corner(id) => format!("corner:{id}"),
        Thing::Segment(id) => format!("segment:{id}"),
    }
}

/// A part that can be folded away.
fn section(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui)) {
    ui.add_space(4.0);
    let text = RichText::new(title.to_uppercase()).size(11.0).strong().color(ui.visuals().weak_text_color());
    CollapsingHeader::new(text).id_salt(title).default_open(true).show_unindented(ui, add);
}
