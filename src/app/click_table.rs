//! The table of clicks in the drawer: each under the scenario's own settings and under every variant, and a line to edit one.

use egui::{
    Align, Align2, DragValue, FontId, Id, Layout, Rect, Role as Kind, ScrollArea, Sense, TextEdit, Ui, WidgetInfo,
    pos2, vec2,
};

use super::{
    Navscope,
    clicks::{ROW, SIGN, change, clipped, ground, sign, told},
    theme,
};
use crate::{
    debugger::{
        Command, Live,
        check::{Difference, Verdict},
    },
    io::{ClickKind, Expect},
    picture::palette,
};

/// How wide the parts of a row are. \[points]
const NAME: f32 = 200.0;
const NUMBER: f32 = 82.0;
const VARIANT: f32 = 150.0;

/// What a row of the table says beside its name.
const COLUMNS: [&str; 6] = ["outcome", "expected", "length", "change", "excess", "corners"];

impl Navscope {
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
        let area = self.brought_into_view(ui, ScrollArea::both().auto_shrink(false), 1);
        area.show_rows(ui, ROW, count + 1, |ui, range| {
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
                let all = ui.add_enabled(tally.failed > tally.illegal, egui::Button::new("Expect all that came out"));
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
                .custom_formatter(|it, _| significant(it).to_string())
                .custom_parser(|text| text.trim().parse().ok())
                .suffix(" cells");
            let drag = ui.add(drag).labelled_by(label.id);
            if drag.on_hover_text("How far off the length may be").changed() {
                self.command(Command::SetTolerance { index, tolerance: significant(tolerance) });
            }
        }
        let live = self.debugger.live(index, None);
        let differs = live.as_ref().is_some_and(|it| it.verdict != Verdict::Passed || it.has_moved());
        let legal = live.as_ref().and_then(|it| it.report).is_some_and(|it| it.audit.legal);
        let button = ui.add_enabled(differs && legal, egui::Button::new("Expect this"));
        let button = button.on_disabled_hover_text(match (differs, legal) {
            (true, false) => "A path that breaks a rule is never expected",
            _ => "It came out as expected",
        });
        if button.on_hover_text("From now on what came out is what is expected").clicked() {
            self.command(Command::ExpectNow(Some(index)));
        }
        if ui.button("Forget").on_hover_text("Takes the click out of the list  (Delete)").clicked() {
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
            right += VARIANT;
            let name = match variant.name.char_indices().nth(18) {
                Some((end, _)) => format!("{}…", &variant.name[..end]),
                None => variant.name.clone(),
            };
            painter.text(pos2(right, middle), Align2::RIGHT_CENTER, name, font.clone(), colour);
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
        let wrong = live.as_ref().map_or_else(Vec::new, |it| wrong_columns(&it.verdict));
        let alarm = theme::color(palette::alarm(self.mode()));
        let mut right = area.left() + SIGN + NAME;
        for (number, column) in numbers.iter().zip(COLUMNS) {
            right += NUMBER;
            let colour = if wrong.contains(&column) { alarm } else { text };
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
            let at = pos2(cell.right(), middle);
            let number = painter.text(at, Align2::RIGHT_CENTER, length, FontId::monospace(12.0), text);
            let at = pos2(number.left() - 8.0, middle);
            painter.text(at, Align2::RIGHT_CENTER, mark, FontId::proportional(13.0), colour);
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
        if help.is_empty() { response } else { response.on_hover_text_at_pointer(help) }
    }
}

/// The columns that tell what is not as expected.
fn wrong_columns(verdict: &Verdict) -> Vec<&'static str> {
    let columns = verdict.differences().iter().flat_map(|it| match it {
        Difference::Outcome { .. } | Difference::Illegal { .. } => &["outcome"][..],
        Difference::Length { .. } => &["length", "change"],
        Difference::Corners { .. } => &["corners"],
    });
    columns.copied().collect()
}

/// The numbers of a row, in columns.
fn numbers(live: Option<&Live>, expect: Option<&Expect>) -> [String; 6] {
    let none = || "–".to_owned();
    let report = live.and_then(|it| it.report);
    let cells = |it: Option<f64>| it.map_or_else(none, |it| format!("{it:.4}"));
    [
        report.map_or_else(none, |it| if it.audit.legal { it.outcome.name() } else { "illegal" }.to_owned()),
        cells(expect.and_then(|it| it.length)),
        cells(report.and_then(|it| it.length)),
        live.and_then(|it| change(it, expect)).filter(|it| it.starts_with(['+', '-'])).unwrap_or_else(none),
        report.and_then(|it| it.gap.excess).map_or_else(none, |it| format!("{:+.2} %", it * 100.0)),
        report.filter(|it| it.length.is_some()).map_or_else(none, |it| theme::grouped(it.corners)),
    ]
}

/// A number with at most four digits that count.
fn significant(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}
