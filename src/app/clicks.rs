//! The clicks: a list beside the settings with what came of each, and a table in the drawer to compare and to edit them.

use egui::{
    Align, Align2, Color32, DragValue, FontId, Id, Layout, Panel, Rect, RichText, Role as Kind, ScrollArea, Sense,
    TextEdit, Ui, WidgetInfo, pos2, vec2,
};

use super::{Navscope, drawer::Tab, theme};
use crate::{
    debugger::{Command, Live, check::Verdict},
    geometry::Bounds,
    io::{ClickKind, Expect},
    picture::{Mark, Role, Shape, palette},
};

/// What the clicks' panels remember between frames.
#[derive(Default)]
pub(super) struct Shown {
    /// The name being typed, and of which click.
    name: Option<(usize, String)>,
    /// The click, and the variant, under the pointer.
    hovered: Option<(usize, Option<usize>)>,
}

/// How high a row is, and how wide its parts. \[points]
const ROW: f32 = 20.0;
const SIGN: f32 = 24.0;
const NAME: f32 = 200.0;
const NUMBER: f32 = 82.0;
const VARIANT: f32 = 150.0;

/// What a row of the table says beside its name.
const COLUMNS: [&str; 6] = ["outcome", "expected", "length", "change", "excess", "corners"];

/// More paths than these on the canvas at once would only hide each other.
const MOST_PATHS: usize = 24;

/// A sign for a verdict, with its colour and its word.
fn sign(live: Option<&Live>, ui: &Ui) -> (&'static str, Color32, &'static str) {
    let visuals = ui.visuals();
    let mode = if visuals.dark_mode { palette::Mode::Dark } else { palette::Mode::Light };
    let (good, alarm) = (theme::color(palette::good(mode)), theme::color(palette::alarm(mode)));
    let Some(live) = live else { return ("…", visuals.weak_text_color(), "not run yet") };
    match &live.verdict {
        Verdict::Passed if live.has_moved() => ("✔", theme::color(palette::accent(mode)), "passed, by another path"),
        Verdict::Passed => ("✔", good, "passed"),
        Verdict::Failed(_) => ("✖", alarm, "failed"),
        Verdict::New => ("•", visuals.weak_text_color(), "nothing is expected"),
        Verdict::Shown(it) if it.is_empty() => ("=", visuals.weak_text_color(), "agrees"),
        Verdict::Shown(_) => ("≠", theme::color(palette::accent(mode)), "differs"),
        Verdict::TimedOut => ("✖", alarm, "took too long"),
        Verdict::Trouble(_) => ("✖", alarm, "could not be run"),
    }
}

/// What is not as expected, in words.
fn told(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Trouble(message) => message.clone(),
        it => it.differences().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

impl Navscope {
    /// The list beside the settings, always in view.
    pub(super) fn clicks_panel(&mut self, ui: &mut Ui) {
        let most = (ui.available_height() * 0.5).max(96.0);
        Panel::bottom("clicks").resizable(true).default_size(132.0).size_range(96.0..=most).show(ui, |ui| {
            self.clicks_heading(ui);
            let count = self.debugger.scenario().clicks.len();
            if count == 0 {
                let text = "None kept yet. Shift-click sets the start, ctrl-click the goal; K keeps them as a test.";
                ui.label(RichText::new(text).weak());
            }
            let mut chosen = None;
            self.drawer.clicks.hovered = None;
            ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, count, |ui, range| {
                for index in range {
                    if self.list_row(ui, index).clicked() {
                        chosen = Some(index);
                    }
                }
            });
            if let Some(index) = chosen {
                self.command(Command::UseClick(index));
            }
        });
    }

    fn clicks_heading(&mut self, ui: &mut Ui) {
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let weak = ui.visuals().weak_text_color();
            ui.label(RichText::new("CLICKS").size(11.0).strong().color(weak));
            let tally = self.debugger.tally();
            let [good, alarm] = [palette::good, palette::alarm].map(|it| theme::color(it(self.mode())));
            if tally.passed > 0 {
                ui.label(RichText::new(format!("{} ✔", theme::grouped(tally.passed))).color(good));
            }
            if tally.failed > 0 {
                ui.label(RichText::new(format!("{} ✖", theme::grouped(tally.failed))).color(alarm));
            }
            if self.debugger.is_running_clicks() {
                ui.add(egui::Spinner::new().size(12.0));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.keep_button(ui));
        });
        ui.add_space(2.0);
    }

    fn keep_button(&mut self, ui: &mut Ui) {
        let kept = self.debugger.kept_click().is_some();
        let text = if kept { "Forget" } else { "Keep" };
        let button = ui.add_enabled(kept || self.debugger.can_keep(), egui::Button::new(text));
        let label = if kept { "Forget this click" } else { "Keep this click" };
        button.widget_info(|| WidgetInfo::labeled(Kind::Button, true, label));
        let help = match kept {
            true => "Forgets the click that has this start and goal  (K)",
            false => "Keeps start and goal in the file, with what came out as what is expected  (K)",
        };
        if button.on_hover_text(help).clicked() {
            self.command(Command::ToggleClick);
        }
    }

    fn list_row(&mut self, ui: &mut Ui, index: usize) -> egui::Response {
        let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let Some(click) = self.debugger.scenario().clicks.get(index) else { return response };
        let current = self.debugger.kept_click() == Some(index);
        let live = self.debugger.live(index, None);
        let (sign, colour, word) = sign(live.as_ref(), ui);
        let change = live.as_ref().and_then(|it| change(it, click.expect.as_ref()));
        let label = format!("click {}: {word}", click.name);
        response.widget_info(|| WidgetInfo::selected(Kind::ListItem, true, current, &label));
        ground(ui, area, &response, current);
        let (painter, visuals) = (ui.painter_at(area), ui.visuals());
        let middle = area.center().y;
        painter.text(pos2(area.left() + 12.0, middle), Align2::CENTER_CENTER, sign, FontId::proportional(13.0), colour);
        let mut right = area.right() - 6.0;
        if let Some(change) = &change {
            let at = pos2(right, middle);
            right = painter.text(at, Align2::RIGHT_CENTER, change, FontId::monospace(12.0), colour).left() - 8.0;
        }
        clipped(
            ui,
            &click.name,
            Rect::from_x_y_ranges(area.left() + SIGN..=right, area.y_range()),
            visuals.text_color(),
        );
        let mut help = format!("from {} to {}", click.start, click.goal);
        if let Some(live) = live.filter(|it| it.verdict != Verdict::Passed) {
            help = format!("{help}\n{word}\n{}", told(&live.verdict)).trim_end().to_owned();
        }
        if response.hovered() {
            self.drawer.clicks.hovered = Some((index, None));
        }
        response.on_hover_text(help)
    }

    /// The table: every click under the scenario's own settings and under every variant.
    pub(super) fn clicks_tab(&mut self, ui: &mut Ui) {
        let scenario = self.debugger.scenario();
        if scenario.clicks.is_empty() {
            ui.weak("No clicks are kept. Shift-click sets the start, ctrl-click the goal, and K keeps them as a test.");
            return;
        }
        self.editor(ui);
        ui.add_space(4.0);
        let variants = self.debugger.scenario().variants.len();
        let count = self.debugger.scenario().clicks.len();
        #[expect(clippy::cast_precision_loss, reason = "there are few")]
        let width = SIGN + NAME + NUMBER * 6.0 + VARIANT * variants as f32 + 24.0;
        let mut chosen = None;
        ScrollArea::both().auto_shrink(false).show_rows(ui, ROW, count + 1, |ui, range| {
            ui.set_min_width(width);
            for row in range {
                match row.checked_sub(1) {
                    None => self.table_heading(ui),
                    Some(index) if self.table_row(ui, index).clicked() => chosen = Some(index),
                    Some(_) => (),
                }
            }
        });
        if let Some(index) = chosen {
            self.command(Command::UseClick(index));
        }
    }

    /// A line to edit the click that is used, or what to do for all.
    fn editor(&mut self, ui: &mut Ui) {
        let tally = self.debugger.tally();
        ui.horizontal(|ui| {
            if let Some(index) = self.debugger.kept_click() {
                self.edit_line(ui, index);
            } else {
                ui.weak("Choose a click to edit it.");
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let all = ui.add_enabled(tally.failed > 0, egui::Button::new("Expect all that came out"));
                let help =
                    "Makes of every click that fails what came out of it the expectation; broken rules never are";
                if all.on_hover_text(help).clicked() {
                    self.command(Command::ExpectNow(None));
                }
            });
        });
    }

    fn edit_line(&mut self, ui: &mut Ui, index: usize) {
        let Some(click) = self.debugger.scenario().clicks.get(index) else { return };
        let (name, expect) = (click.name.clone(), click.expect.clone());
        let label = ui.weak("name");
        let typed = &mut self.drawer.clicks.name;
        if typed.as_ref().is_none_or(|it| it.0 != index) {
            *typed = Some((index, name.clone()));
        }
        let Some((_, text)) = typed else { return };
        let edit = TextEdit::singleline(text).desired_width(200.0).id(Id::unique("click name"));
        let edit = ui.add(edit).labelled_by(label.id);
        let entered = edit.lost_focus().then(|| text.clone());
        if !edit.has_focus() {
            *typed = None;
        }
        if let Some(name) = entered.filter(|it| *it != name) {
            self.command(Command::RenameClick { index, name });
        }
        if let Some(expect) = expect {
            let label = ui.weak("tolerance");
            let mut tolerance = expect.tolerance;
            let drag = DragValue::new(&mut tolerance)
                .range(0.0..=1e6)
                .speed((expect.tolerance * 0.05).max(1e-5))
                .custom_formatter(|it, _| crate::io::Value::Number(it).to_string())
                .custom_parser(|text| text.trim().parse().ok())
                .suffix(" cells");
            let drag = ui.add(drag).labelled_by(label.id);
            if drag.on_hover_text("How far off the length may be").changed() {
                self.command(Command::SetTolerance { index, tolerance });
            }
        }
        let live = self.debugger.live(index, None);
        let differs = live.as_ref().is_some_and(|it| it.verdict != Verdict::Passed || it.has_moved());
        let button = ui.add_enabled(differs, egui::Button::new("Expect this"));
        if button.on_hover_text("From now on what came out is what is expected").clicked() {
            self.command(Command::ExpectNow(Some(index)));
        }
        if ui.button("Forget").on_hover_text("Takes the click out of the list  (K)").clicked() {
            self.command(Command::ForgetClick(index));
        }
    }

    fn table_heading(&self, ui: &mut Ui) {
        let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        let (painter, colour) = (ui.painter_at(area), ui.visuals().weak_text_color());
        let (middle, font) = (area.center().y, FontId::proportional(12.0));
        painter.text(pos2(area.left() + SIGN, middle), Align2::LEFT_CENTER, "click", font.clone(), colour);
        let mut right = area.left() + SIGN + NAME;
        for name in COLUMNS {
            right += NUMBER;
            painter.text(pos2(right, middle), Align2::RIGHT_CENTER, name, font.clone(), colour);
        }
        for variant in &self.debugger.scenario().variants {
            let cell = Rect::from_x_y_ranges(right + 20.0..=right + VARIANT, area.y_range());
            clipped(ui, &variant.name, cell, colour);
            right += VARIANT;
        }
    }

    fn table_row(&mut self, ui: &mut Ui, index: usize) -> egui::Response {
        let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let Some(click) = self.debugger.scenario().clicks.get(index) else { return response };
        let current = self.debugger.kept_click() == Some(index);
        let live = self.debugger.live(index, None);
        let (mark, colour, word) = sign(live.as_ref(), ui);
        let numbers = numbers(live.as_ref(), click.expect.as_ref());
        let said: Vec<String> = COLUMNS.iter().zip(&numbers).map(|(name, value)| format!("{name} {value}")).collect();
        let label = format!("test {}: {word}, {}", click.name, said.join(", "));
        response.widget_info(|| WidgetInfo::selected(Kind::ListItem, true, current, &label));
        ground(ui, area, &response, current);
        let (painter, text) = (ui.painter_at(area), ui.visuals().text_color());
        let middle = area.center().y;
        painter.text(pos2(area.left() + 12.0, middle), Align2::CENTER_CENTER, mark, FontId::proportional(13.0), colour);
        let ray = if click.kind == ClickKind::Ray { "  (ray)" } else { "" };
        let name = Rect::from_x_y_ranges(area.left() + SIGN..=area.left() + SIGN + NAME, area.y_range());
        clipped(ui, &format!("{}{ray}", click.name), name, text);
        let mut right = area.left() + SIGN + NAME;
        for (number, column) in numbers.iter().zip(COLUMNS) {
            right += NUMBER;
            let colour = if matches!(column, "outcome" | "length" | "change" | "corners") && mark == "✖" {
                colour
            } else {
                text
            };
            painter.text(pos2(right, middle), Align2::RIGHT_CENTER, number, FontId::monospace(12.0), colour);
        }
        let mut help = live.as_ref().map_or_else(String::new, |it| told(&it.verdict));
        let mut hovered = None;
        for (variant, it) in self.debugger.scenario().variants.iter().enumerate() {
            let live = self.debugger.live(index, Some(variant));
            let (mark, colour, word) = sign(live.as_ref(), ui);
            let length = live.as_ref().and_then(|it| it.report).map_or_else(String::new, |it| {
                it.length.map_or_else(|| it.outcome.name().to_owned(), |it| format!("{it:.4}"))
            });
            let cell = Rect::from_x_y_ranges(right + 20.0..=right + VARIANT, area.y_range());
            clipped(ui, &format!("{mark} {length}"), cell, colour);
            if response.hover_pos().is_some_and(|at| cell.contains(at)) {
                hovered = Some(variant);
                help =
                    format!("{}: {word}\n{}", it.name, live.as_ref().map_or_else(String::new, |it| told(&it.verdict)));
            }
            right += VARIANT;
        }
        if response.hovered() {
            self.drawer.clicks.hovered = Some((index, hovered));
        }
        let help = help.trim_end();
        if help.is_empty() { response } else { response.on_hover_text(help) }
    }

    /// The paths of clicks that go elsewhere than they did, and that of the one under the pointer: as they were, and as they are.
    pub(super) fn changed_paths(&self) -> Vec<Mark> {
        let hovered = self.drawer.clicks.hovered;
        let all = 0..if self.remembered.tab == Some(Tab::Clicks) { self.debugger.scenario().clicks.len() } else { 0 };
        let moved =
            all.map(|it| (it, None)).filter(|it| self.debugger.live(it.0, it.1).is_some_and(|it| it.has_moved()));
        // The query's own path is there already, but not what it was.
        let own = self.debugger.kept_click().map(|it| (it, None));
        let own = own.filter(|it| self.debugger.live(it.0, None).is_some_and(|it| it.has_moved()));
        let mut marks = Vec::new();
        for (index, variant) in moved.take(MOST_PATHS).chain(own).chain(hovered) {
            let Some(live) = self.debugger.live(index, variant) else { continue };
            if live.was.len() > 1 && live.has_moved() {
                marks.push(Mark::new(Role::PathBefore, Shape::Polyline(live.was.to_vec())));
            }
            let now = live.report.map(|it| it.points.clone()).filter(|it| it.len() > 1);
            let role = if hovered == Some((index, variant)) { Role::Selected } else { Role::Compared };
            if own != Some((index, variant)) || role == Role::Selected {
                marks.extend(now.map(|it| Mark::new(role, Shape::Polyline(it))));
            }
        }
        marks
    }

    /// Uses the next or previous click of the list.
    pub(super) fn go_to_click(&mut self, forward: bool) {
        let count = self.debugger.scenario().clicks.len();
        let target = match (self.debugger.kept_click(), forward) {
            (None, true) => Some(0),
            (None, false) => count.checked_sub(1),
            (Some(at), true) => Some(at + 1),
            (Some(at), false) => at.checked_sub(1),
        };
        if let Some(target) = target.filter(|it| *it < count) {
            self.command(Command::UseClick(target));
        }
    }

    /// Brings the click that is used into view.
    pub(super) fn show_click(&mut self) {
        if let Some(it) = self.debugger.kept_click().and_then(|it| self.debugger.scenario().clicks.get(it)) {
            self.canvas.bring_into_view(Bounds::around([it.start, it.goal]).grown(1.0));
        }
    }
}

/// How much longer or shorter a path is than was expected, if that can be said.
fn change(live: &Live, expect: Option<&Expect>) -> Option<String> {
    let (expected, now) = (expect?.length?, live.report?);
    match now.length {
        Some(length) if (length - expected).abs() > 5e-4 => Some(format!("{:+.3}", length - expected)),
        Some(_) => None,
        None => Some(now.outcome.name().to_owned()),
    }
}

/// The numbers of a row, in columns.
fn numbers(live: Option<&Live>, expect: Option<&Expect>) -> [String; 6] {
    let none = || "–".to_owned();
    let report = live.and_then(|it| it.report);
    let cells = |it: Option<f64>| it.map_or_else(none, |it| format!("{it:.4}"));
    [
        report.map_or_else(none, |it| it.outcome.name().to_owned()),
        cells(expect.and_then(|it| it.length)),
        cells(report.and_then(|it| it.length)),
        live.and_then(|it| change(it, expect)).filter(|it| it.starts_with(['+', '-'])).unwrap_or_else(none),
        report.and_then(|it| it.gap.excess).map_or_else(none, |it| format!("{:+.2} %", it * 100.0)),
        report.filter(|it| it.length.is_some()).map_or_else(none, |it| theme::grouped(it.corners)),
    ]
}

/// The ground of a row.
fn ground(ui: &Ui, area: Rect, response: &egui::Response, chosen: bool) {
    let visuals = ui.visuals();
    if chosen || response.hovered() {
        let fill = if chosen { visuals.selection.bg_fill } else { visuals.faint_bg_color };
        ui.painter().rect_filled(area, 2.0, fill);
    }
}

/// A text on the left of an area, with an ellipsis where it is too long.
fn clipped(ui: &Ui, text: &str, area: Rect, colour: Color32) {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(13.0), colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(area.width().max(0.0));
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(pos2(area.left(), area.center().y - galley.size().y / 2.0), galley, colour);
}
