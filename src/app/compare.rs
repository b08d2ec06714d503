//! The query sent through every method: a row each with its length beside the optimum, and its path over the canvas.

use std::collections::BTreeSet;

use egui::{Align2, FontId, Rect, RichText, Role as Kind, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::{Navscope, theme};
use crate::{
    debugger::{Command, Compared},
    geometry::path_length,
    picture::{Mark, Role, Shape, palette},
};

/// What the comparison remembers between frames.
#[derive(Default)]
pub(super) struct Shown {
    /// Whether the debugger was asked for it.
    asked: bool,
    /// The methods whose paths are shown on the canvas.
    methods: BTreeSet<&'static str>,
    /// The one under the pointer.
    hovered: Option<&'static str>,
}

/// How high a row is, how wide its name, and how wide each number. \[points]
const ROW: f32 = 20.0;
const NAME: f32 = 232.0;
const NUMBER: f32 = 78.0;
/// A bar narrower than this tells nothing. \[points]
const LEAST_BAR: f32 = 60.0;

/// The numbers of a row, in columns.
const COLUMNS: [&str; 10] = [
    "length",
    "excess",
    "of corridor",
    "of funnel",
    "corners",
    "expanded",
    "clearance",
    "legal",
    "query ms",
    "bake ms",
];

fn numbers(it: &Compared) -> [String; 10] {
    let percent = |it: Option<f64>| it.map_or_else(|| "–".to_owned(), |it| format!("{:+.2} %", it * 100.0));
    let legal = match (it.length, it.legal) {
        (None, _) => "–",
        (_, true) => "yes",
        (_, false) => "no",
    };
    [
        it.length.map_or_else(|| it.outcome_name().to_owned(), |it| format!("{it:.4}")),
        percent(it.gap.excess),
        percent(it.gap.corridor_excess),
        percent(it.gap.funnel_excess),
        theme::grouped(it.corners),
        theme::grouped(it.expansions),
        it.clearance.map_or_else(|| "–".to_owned(), |it| format!("{it:.4}")),
        legal.to_owned(),
        format!("{:.3}", it.query_ms),
        format!("{:.1}", it.bake_ms),
    ]
}

impl Navscope {
    /// Has the methods compared while that is looked at, and not else.
    pub(super) fn ask_for_comparison(&mut self) {
        let wanted = self.shown_tab() == Some(super::drawer::Tab::Compare);
        if wanted != self.drawer.compare.asked {
            self.drawer.compare.asked = wanted;
            self.command(Command::Compare(wanted));
        }
    }

    pub(super) fn compare_tab(&mut self, ui: &mut Ui) {
        self.drawer.compare.hovered = None;
        let rows = self.debugger.compared().to_vec();
        if rows.is_empty() {
            let text = match (self.debugger.start().zip(self.debugger.goal()), self.debugger.is_comparing()) {
                (None, _) => {
                    "There is nothing to compare without a start and a goal: shift-click and ctrl-click the floor."
                }
                (_, true) => "Sending the query through every method …",
                (_, false) => "Waiting for the bake …",
            };
            ui.weak(text);
            return;
        }
        let optimum = rows.iter().find_map(|it| it.gap.optimum);
        let longest = rows.iter().filter_map(|it| it.length).chain(optimum).fold(0.0, f64::max);
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let numbers_width = NUMBER * 10.0;
            let bar = (ui.available_width() - NAME - numbers_width - 24.0).max(0.0);
            let bar = if bar < LEAST_BAR { 0.0 } else { bar };
            ui.set_min_width(NAME + bar + numbers_width + 16.0);
            heading(ui, bar, optimum);
            for it in &rows {
                self.row(ui, it, bar, optimum, longest);
            }
            if let Some(trouble) = self.debugger.comparison_trouble() {
                ui.label(RichText::new(trouble).color(theme::color(palette::alarm(self.mode()))));
            } else if self.debugger.is_comparing() {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.weak("more to come …");
                });
            }
        });
    }

    fn row(&mut self, ui: &mut Ui, it: &Compared, bar: f32, optimum: Option<f64>, longest: f64) {
        let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let chosen = self.drawer.compare.methods.contains(it.method);
        let numbers = numbers(it);
        let told: Vec<String> = COLUMNS.iter().zip(&numbers).map(|(name, value)| format!("{name} {value}")).collect();
        let label = format!("{}: {}", it.method, told.join(", "));
        response.widget_info(|| WidgetInfo::selected(Kind::CheckBox, true, chosen, &label));
        if response.hovered() {
            self.drawer.compare.hovered = Some(it.method);
        }
        if response.clicked() && !self.drawer.compare.methods.remove(it.method) {
            self.drawer.compare.methods.insert(it.method);
        }
        let (mode, visuals) = (self.mode(), ui.visuals());
        if chosen || response.hovered() {
            let fill = if chosen { visuals.selection.bg_fill } else { visuals.faint_bg_color };
            ui.painter().rect_filled(area, 2.0, fill);
        }
        let painter = ui.painter_at(area);
        let middle = area.center().y;
        let strong = if it.method == "as set" { visuals.strong_text_color() } else { visuals.text_color() };
        let name = pos2(area.left() + 8.0, middle);
        painter.text(name, Align2::LEFT_CENTER, it.method, FontId::proportional(13.0), strong);
        let fault = it.length.is_some() && !it.legal;
        if bar > 0.0 && longest > 0.0 {
            let left = area.left() + NAME;
            let at = |length: f64| left + (bar - 16.0) * fraction(length, longest);
            if let Some(length) = it.length {
                let colour = theme::color(if fault { palette::alarm(mode) } else { palette::accent(mode) });
                let bar = Rect::from_min_max(pos2(left, middle - 5.0), pos2(at(length), middle + 5.0));
                painter.rect_filled(bar, 1.0, colour.gamma_multiply(0.7));
            }
            if let Some(optimum) = optimum {
                let line = Stroke::new(1.5, theme::color(palette::style(Role::Optimum, mode).line));
                painter.vline(at(optimum), area.top()..=area.bottom(), line);
            }
        }
        for (column, (text, heading)) in (1u8..).zip(numbers.iter().zip(COLUMNS)) {
            let right = area.left() + NAME + bar + NUMBER * f32::from(column);
            let colour = match heading {
                "legal" if fault => theme::color(palette::alarm(mode)),
                "length" if it.length.is_none() => visuals.weak_text_color(),
                _ => visuals.text_color(),
            };
            painter.text(pos2(right, middle), Align2::RIGHT_CENTER, text, FontId::monospace(12.0), colour);
        }
        let shows = if chosen { "Hide its path" } else { "Show its path on the canvas" };
        response.on_hover_text_at_pointer(it.refused.as_deref().unwrap_or(shows));
    }

    /// Shows the paths of some methods on the canvas.
    pub(super) fn show_compared(&mut self, methods: &[&'static str]) {
        self.drawer.compare.methods.extend(methods);
    }

    /// The paths that are compared, as far as they are to be seen.
    pub(super) fn compared_paths(&self) -> Vec<Mark> {
        if self.shown_tab() != Some(super::drawer::Tab::Compare) {
            return Vec::new();
        }
        let shown = &self.drawer.compare;
        let rows = self.debugger.compared().iter().filter(|it| path_length(&it.points) > 0.0);
        let role = |method| match shown.hovered == Some(method) {
            true => Some(Role::Selected),
            false => shown.methods.contains(method).then_some(Role::Compared),
        };
        rows.filter_map(|it| Some(Mark::new(role(it.method)?, Shape::Polyline(it.points.clone())))).collect()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a bar needs no more")]
fn fraction(part: f64, whole: f64) -> f32 {
    (part / whole) as f32
}

fn heading(ui: &mut Ui, bar: f32, optimum: Option<f64>) {
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let (painter, colour) = (ui.painter_at(area), ui.visuals().weak_text_color());
    let middle = area.center().y;
    let name = optimum.map_or_else(|| "no path at all".to_owned(), |it| format!("optimum {it:.4}"));
    painter.text(pos2(area.left() + 8.0, middle), Align2::LEFT_CENTER, name, FontId::proportional(12.0), colour);
    for (column, text) in (1u8..).zip(COLUMNS) {
        let right = area.left() + NAME + bar + NUMBER * f32::from(column);
        painter.text(pos2(right, middle), Align2::RIGHT_CENTER, text, FontId::proportional(12.0), colour);
    }
}
