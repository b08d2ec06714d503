//! The tab that compares methods: the query is sent through each, which has a row with its length beside the optimum. A click shows
//! its path on the canvas.

use std::collections::BTreeSet;

use egui::{Align2, FontId, Rect, RichText, Role as Kind, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::{commands::Commands, theme};
use crate::{
    debugger::{Command, Compared, Debugger},
    geometry::path_length,
    picture::{Mark, Role, Shape},
};

/// The table of methods.
#[derive(Default)]
pub(super) struct Compare {
    /// Whether the debugger was asked for the comparison.
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

impl Compare {
    /// Has the methods compared while the table is in view, and not else.
    pub(super) fn ask(&mut self, in_view: bool, commands: &mut Commands) {
        if in_view != self.asked {
            self.asked = in_view;
            commands.push(Command::Compare(in_view));
        }
    }

    pub(super) fn show(&mut self, ui: &mut Ui, debugger: &Debugger) {
        self.hovered = None;
        let rows = debugger.compared();
        if rows.is_empty() {
            let text = match (debugger.start().zip(debugger.goal()), debugger.is_comparing()) {
                (None, _) => {
                    "There is nothing to compare without a start and a goal: shift-click and ctrl-click the floor."
                }
                (_, true) => "Sending the query through every method …",
                (_, false) => "Waiting for the bake …",
            };
            ui.weak(text);
            return;
        }
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let scale = Scale::of(rows, ui.available_width());
            ui.set_min_width(NAME + scale.width + NUMBER * 10.0 + 16.0);
            heading(ui, &scale);
            for it in rows {
                self.row(ui, it, &scale);
            }
            if let Some(trouble) = debugger.comparison_trouble() {
                ui.label(RichText::new(trouble).color(theme::alarm(ui)));
            } else if debugger.is_comparing() {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.weak("more to come …");
                });
            }
        });
    }

    /// A row, which a click shows on the canvas or takes off it.
    fn row(&mut self, ui: &mut Ui, it: &Compared, scale: &Scale) {
        let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let chosen = self.methods.contains(it.method);
        let numbers = numbers(it);
        let told: Vec<String> = COLUMNS.iter().zip(&numbers).map(|(name, value)| format!("{name} {value}")).collect();
        let label = format!("{}: {}", it.method, told.join(", "));
        response.widget_info(|| WidgetInfo::selected(Kind::CheckBox, true, chosen, &label));
        if response.hovered() {
            self.hovered = Some(it.method);
        }
        if response.clicked() && !self.methods.remove(it.method) {
            self.methods.insert(it.method);
        }
        let visuals = ui.visuals();
        if chosen || response.hovered() {
            let fill = if chosen { visuals.selection.bg_fill } else { visuals.faint_bg_color };
            ui.painter().rect_filled(area, 2.0, fill);
        }
        draw_row(ui, area, it, &numbers, scale);
        let shows = if chosen { "Hide its path" } else { "Show its path on the canvas" };
        response.on_hover_text_at_pointer(it.refused.as_deref().unwrap_or(shows));
    }

    /// Shows the paths of some methods on the canvas.
    pub(super) fn choose(&mut self, methods: &[&'static str]) {
        self.methods.extend(methods);
    }

    /// The paths that are to be seen on the canvas.
    pub(super) fn paths(&self, debugger: &Debugger) -> Vec<Mark> {
        let rows = debugger.compared().iter().filter(|it| path_length(&it.points) > 0.0);
        let role = |method| match self.hovered == Some(method) {
            true => Some(Role::Selected),
            false => self.methods.contains(method).then_some(Role::Compared),
        };
        rows.filter_map(|it| Some(Mark::new(role(it.method)?, Shape::Polyline(it.points.clone())))).collect()
    }
}

/// How long the bars are.
struct Scale {
    /// How wide the column of bars is; zero if there is no room for it. \[points]
    width: f32,
    optimum: Option<f64>,
    /// The length of the longest bar. \[cells]
    longest: f64,
}

impl Scale {
    fn of(rows: &[Compared], available: f32) -> Self {
        let width = available - NAME - NUMBER * 10.0 - 24.0;
        let optimum = rows.iter().find_map(|it| it.gap.optimum);
        let longest = rows.iter().filter_map(|it| it.length).chain(optimum).fold(0.0, f64::max);
        Self { width: if width < LEAST_BAR { 0.0 } else { width }, optimum, longest }
    }

    /// How far from the left a bar of a length ends. \[points]
    fn end(&self, length: f64) -> f32 {
        NAME + (self.width - 16.0) * fraction(length, self.longest)
    }
}

/// Draws a row: the method's name, a bar for the length, and numbers.
fn draw_row(ui: &Ui, area: Rect, it: &Compared, numbers: &[String; 10], scale: &Scale) {
    let (painter, visuals) = (ui.painter_at(area), ui.visuals());
    let middle = area.center().y;
    let strong = if it.method == "as set" { visuals.strong_text_color() } else { visuals.text_color() };
    let name = pos2(area.left() + 8.0, middle);
    painter.text(name, Align2::LEFT_CENTER, it.method, FontId::proportional(13.0), strong);
    let fault = it.length.is_some() && !it.legal;
    if scale.width > 0.0 && scale.longest > 0.0 {
        if let Some(length) = it.length {
            let colour = if fault { theme::alarm(ui) } else { theme::accent(ui) };
            let ends = [(NAME, -5.0), (scale.end(length), 5.0)].map(|(x, y)| pos2(area.left() + x, middle + y));
            painter.rect_filled(Rect::from_min_max(ends[0], ends[1]), 1.0, colour.gamma_multiply(0.7));
        }
        if let Some(optimum) = scale.optimum {
            let line = Stroke::new(1.5, theme::color(theme::style(ui, Role::Optimum).line));
            painter.vline(area.left() + scale.end(optimum), area.top()..=area.bottom(), line);
        }
    }
    for (column, (text, heading)) in (1u8..).zip(numbers.iter().zip(COLUMNS)) {
        let right = area.left() + NAME + scale.width + NUMBER * f32::from(column);
        let colour = match heading {
            "legal" if fault => theme::alarm(ui),
            "length" if it.length.is_none() => visuals.weak_text_color(),
            _ => visuals.text_color(),
        };
        painter.text(pos2(right, middle), Align2::RIGHT_CENTER, text, FontId::monospace(12.0), colour);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a bar needs no more")]
fn fraction(part: f64, whole: f64) -> f32 {
    (part / whole) as f32
}

fn heading(ui: &mut Ui, scale: &Scale) {
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let (painter, colour) = (ui.painter_at(area), ui.visuals().weak_text_color());
    let middle = area.center().y;
    let name = scale.optimum.map_or_else(|| "no path at all".to_owned(), |it| format!("optimum {it:.4}"));
    painter.text(pos2(area.left() + 8.0, middle), Align2::LEFT_CENTER, name, FontId::proportional(12.0), colour);
    for (column, text) in (1u8..).zip(COLUMNS) {
        let right = area.left() + NAME + scale.width + NUMBER * f32::from(column);
        painter.text(pos2(right, middle), Align2::RIGHT_CENTER, text, FontId::proportional(12.0), colour);
    }
}
