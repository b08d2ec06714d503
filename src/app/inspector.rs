//! The panel on the right: what happened last, why, the history of a thing, the algorithm as pseudo-code, and the results.

use egui::{CollapsingHeader, RichText, ScrollArea, Ui};

use super::{
    commands::{Commands, Request},
    missing, now, theme,
};
use crate::{
    debugger::{Cause, Command, Debugger, Lane, Query, Through, Told},
    geometry::rounded,
    search::{GridSearch, Outcome},
    trace::{Moment, StageName, Thing},
};

/// How many events of a history are listed.
const LISTED: usize = 100;

/// The inspector, and what it tells of the cursor, kept until something changes.
#[derive(Default)]
pub(super) struct Inspector {
    /// Whether it is to be shown where there is room for it.
    pub(super) open: bool,
    version: Option<u64>,
    told: Option<Told>,
    /// What `why` depends on: going through a long run for it takes too long to be done at every step.
    asked: Option<(u64, Option<Thing>, Option<Moment>)>,
    why: Option<(String, Vec<Cause>)>,
}

impl Inspector {
    pub(super) fn show(&mut self, ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
        self.update(debugger);
        // The id differs in each start of the program, so that it begins at the top and not where it was scrolled to last.
        let id = ("inspector", std::process::id());
        ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
            // Rows of text need no room for buttons.
            ui.spacing_mut().interact_size.y = 17.0;
            now::show(ui, self.told.as_ref(), debugger);
            section(ui, "why", |ui| why(ui, self.why.as_ref(), debugger, commands));
            section(ui, "thing", |ui| thing(ui, debugger, commands));
            section(ui, "steps", |ui| steps(ui, self.told.as_ref(), debugger));
            section(ui, "path", |ui| path(ui, debugger));
            section(ui, "bake", |ui| bake(ui, debugger));
            ui.add_space(12.0);
        });
    }

    /// Asks the debugger anew if something has changed.
    fn update(&mut self, debugger: &Debugger) {
        let version = Some(debugger.version());
        if self.version == version {
            return;
        }
        (self.version, self.told) = (version, debugger.told());
        let moment = Some(debugger.moment()).filter(|it| it.stage() == StageName::Funnel);
        let asked = Some((debugger.run(), debugger.selected(), moment));
        if self.asked != asked {
            (self.asked, self.why) = (asked, debugger.why());
        }
    }
}

/// From a corner back to the sample it came from, each a link.
fn why(ui: &mut Ui, why: Option<&(String, Vec<Cause>)>, debugger: &Debugger, commands: &mut Commands) {
    let Some((subject, causes)) = why else {
        ui.weak("Select a corner, triangle, vertex or portal to see what it came from.");
        return;
    };
    ui.label(RichText::new(format!("{subject}, because")).weak());
    let mut sought = None;
    for it in causes {
        ui.horizontal_top(|ui| {
            let here = debugger.moment() == it.moment;
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
        commands.seek_and_show(moment);
    }
}

/// Everything that happened to the selected thing.
fn thing(ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
    let Some(thing) = debugger.selected() else {
        ui.weak("Click something on the canvas to see its history.");
        return;
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(thing.to_string()).strong());
        if ui.small_button("Show").on_hover_text("Bring it into view  (,)").clicked() {
            look_at_selected(debugger, commands);
        }
        if ui.small_button("Break").on_hover_text("Stop whenever an event touches it").clicked() {
            commands.push(Command::AddBreakpoint(condition_on(thing)));
        }
        if ui.small_button("Clear").clicked() {
            commands.push(Command::Select(None));
        }
    });
    let history = debugger.history();
    if history.is_empty() {
        ui.weak(if debugger.is_finding() { "Searching the run …" } else { "No event touches it." });
        return;
    }
    let mut sought = None;
    for &(moment, how) in history.iter().take(LISTED) {
        let here = moment == debugger.moment();
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
        commands.seek_and_show(moment);
    }
}

/// The algorithm as pseudo-code, with the line that the last event belongs to.
fn steps(ui: &mut Ui, told: Option<&Told>, debugger: &Debugger) {
    let steps = debugger.moment().stage().vocabulary().steps;
    let current = told.map(|it| it.step);
    let shown = debugger.lane().map_or(0..steps.len(), Lane::steps);
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

fn path(ui: &mut Ui, debugger: &Debugger) {
    let Some(query) = debugger.query() else {
        let under_way = if debugger.progress().is_some() { "Under way …" } else { "None yet." };
        ui.weak(missing::ends(debugger).unwrap_or(under_way));
        return;
    };
    let report = &query.report;
    let colour = if report.is_good() { theme::good(ui) } else { theme::alarm(ui) };
    ui.label(RichText::new(headline(query)).color(colour).strong());
    if let Some(why) = debugger.why_no_path() {
        ui.label(RichText::new(why).weak());
    }
    let mut rows = vec![("from", query.start.to_string()), ("to", query.goal.to_string())];
    if let Some(length) = report.length {
        rows.push(("length", format!("{length:.6} cells")));
        let percent = |it: f64| format!("{:+.3} %", it * 100.0);
        if let Some(it) = &report.weighed {
            rows.push(("cost", rounded(it.cost, 6)));
            rows.extend(it.searched.map(|it| ("cost as searched", rounded(it, 6))));
        }
        rows.extend(report.gap.optimum.map(|it| ("optimum", format!("{it:.6} cells"))));
        rows.extend(report.gap.excess.map(|it| ("excess", percent(it))));
        rows.extend(report.gap.corridor_excess.map(|it| ("  of the corridor", percent(it))));
        rows.extend(report.gap.funnel_excess.map(|it| ("  of the funnel", percent(it))));
        rows.extend(report.clearance.map(|it| ("clearance", format!("{it:.6} cells"))));
        rows.push(("corners", theme::grouped(report.corners)));
        match report.through {
            Through::Grid { cells, .. } => rows.push(("cells", theme::grouped(cells))),
            Through::Mesh { .. } | Through::Sight => rows.push(("portals", theme::grouped(report.portals()))),
        }
        rows.extend(report.overestimates().map(|it| ("h overestimates", format!("from cell {:?}", it.cell))));
    }
    theme::grid(ui, "path", rows.into_iter(), |_| None);
}

/// What came of the query, in a line.
fn headline(query: &Query) -> String {
    let report = &query.report;
    match report.outcome {
        Outcome::Found if report.audit.legal => "Found, and legal".to_owned(),
        Outcome::Found => {
            format!("Found, but {} of {} segments break a rule", report.audit.violations.len(), report.points.len() - 1)
        }
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
    }
}

fn bake(ui: &mut Ui, debugger: &Debugger) {
    let Some(bake) = debugger.bake().filter(|it| it.ran()) else {
        ui.weak(missing::bake(debugger));
        return;
    };
    let report = &bake.report;
    let mut rows = vec![
        ("vertices", theme::grouped(report.vertices)),
        ("triangles", theme::grouped(report.triangles)),
        ("walkable", theme::grouped(report.walkable)),
        ("polygons", theme::grouped(report.polygons)),
        ("edges closed", theme::grouped(report.closed_edges)),
        ("time", format!("{:.1} ms", report.elapsed_ms)),
    ];
    let reused: Vec<String> = bake.recorded().reused().iter().map(ToString::to_string).collect();
    if !reused.is_empty() {
        rows.push(("reused", reused.join(", ")));
    }
    theme::grid(ui, "bake", rows.into_iter(), |_| None);
    let is_sound = report.violations.is_empty() && report.walkable > 0;
    let colour = if is_sound { theme::good(ui) } else { theme::alarm(ui) };
    ui.label(RichText::new(report.verdict()).color(colour).strong());
}

/// Brings the selected thing into view.
pub(super) fn look_at_selected(debugger: &Debugger, commands: &mut Commands) {
    if let Some(area) = debugger.selected().and_then(|it| debugger.bounds_of(it)) {
        commands.push(Request::LookAt(area));
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
