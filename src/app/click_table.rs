//! The tab of clicks: a table of each under the scenario's own settings and under every variant, and a line to edit one.

use egui::{
    Align, Align2, Button, DragValue, FontId, Id, Layout, Rect, Response, Role as Kind, ScrollArea, Sense, TextEdit,
    Ui, WidgetInfo, pos2, vec2,
};

use super::{
    clicks::{Hovered, ROW, SIGN, brought_into_view, change, clipped, ground, sign, told},
    commands::Commands,
    theme,
};
use crate::{
    debugger::{
        Command, Debugger, Live,
        check::{Difference, Verdict},
    },
    io::{Click, ClickKind, Expect, Scenario, Variant},
};

/// How wide the parts of a row are. \[points]
const NAME: f32 = 200.0;
const NUMBER: f32 = 82.0;
const VARIANT: f32 = 150.0;

/// What a row of the table says beside its name.
const COLUMNS: [&str; 6] = ["outcome", "expected", "length", "change", "excess", "corners"];

/// The table of clicks.
#[derive(Default)]
pub(super) struct Table {
    /// The name being typed, and of which click.
    name: Option<(usize, String)>,
    /// The click that the table was last scrolled to.
    in_view: Option<usize>,
}

impl Table {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        hovered: &mut Option<Hovered>,
        debugger: &Debugger,
        commands: &mut Commands,
    ) {
        let Scenario { clicks, variants, .. } = debugger.scenario();
        if clicks.is_empty() {
            ui.weak("No clicks are kept. Shift-click sets the start, ctrl-click the goal, and K keeps them as a test.");
            return;
        }
        self.editor(ui, debugger, commands);
        ui.add_space(4.0);
        #[expect(clippy::cast_precision_loss, reason = "there are few")]
        let width = SIGN + NAME + NUMBER * 6.0 + VARIANT * variants.len() as f32 + 24.0;
        let area = ScrollArea::both().auto_shrink(false);
        let area = brought_into_view(ui, area, &mut self.in_view, 1, debugger);
        area.show_rows(ui, ROW, clicks.len() + 1, |ui, range| {
            ui.set_min_width(width);
            for line in range {
                let Some(index) = line.checked_sub(1) else {
                    heading(ui, variants);
                    continue;
                };
                let Some(click) = clicks.get(index) else { continue };
                let (row, variant) = row(ui, index, click, debugger);
                if row.clicked() {
                    commands.push(Command::UseClick(index));
                }
                if row.hovered() {
                    *hovered = Some((index, variant));
                }
            }
        });
    }

    /// A line to edit the click that is used, and what to do for all.
    fn editor(&mut self, ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
        ui.horizontal(|ui| {
            let used = debugger.kept_click();
            match used.and_then(|it| Some((it, debugger.scenario().clicks.get(it)?))) {
                Some((index, click)) => {
                    self.name_field(ui, index, click, commands);
                    tolerance_field(ui, index, click, commands);
                    buttons(ui, index, debugger, commands);
                }
                None if used.is_none() => _ = ui.weak("Choose a click to edit it."),
                None => (),
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let tally = debugger.tally();
                let all = ui.add_enabled(tally.failed > tally.illegal, Button::new("Expect all that came out"));
                let help =
                    "Makes of every click that fails what came out of it the expectation; broken rules never are";
                if all.on_hover_text(help).clicked() {
                    commands.push(Command::ExpectNow(None));
                }
            });
        });
    }

    fn name_field(&mut self, ui: &mut Ui, index: usize, click: &Click, commands: &mut Commands) {
        let label = ui.weak("name");
        if self.name.as_ref().is_none_or(|it| it.0 != index) {
            self.name = Some((index, click.name.clone()));
        }
        let Some((_, text)) = &mut self.name else { return };
        let edit = TextEdit::singleline(text).desired_width(200.0).id(Id::unique("click name"));
        let edit = ui.add(edit).labelled_by(label.id);
        let entered = edit.lost_focus().then(|| text.clone());
        if !edit.has_focus() {
            self.name = None;
        }
        if let Some(name) = entered.filter(|it| *it != click.name) {
            commands.push(Command::RenameClick { index, name });
        }
    }
}

/// How far off the length may be, if a length is expected.
fn tolerance_field(ui: &mut Ui, index: usize, click: &Click, commands: &mut Commands) {
    let Some(expect) = &click.expect else { return };
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
        commands.push(Command::SetTolerance { index, tolerance: significant(tolerance) });
    }
}

fn buttons(ui: &mut Ui, index: usize, debugger: &Debugger, commands: &mut Commands) {
    let live = debugger.live(index, None);
    let differs = live.as_ref().is_some_and(|it| it.verdict != Verdict::Passed || it.has_moved());
    let legal = live.as_ref().and_then(|it| it.report).is_some_and(|it| it.audit.legal);
    let button = ui.add_enabled(differs && legal, Button::new("Expect this"));
    let button = button.on_disabled_hover_text(match (differs, legal) {
        (true, false) => "A path that breaks a rule is never expected",
        _ => "It came out as expected",
    });
    if button.on_hover_text("From now on what came out is what is expected").clicked() {
        commands.push(Command::ExpectNow(Some(index)));
    }
    if ui.button("Forget").on_hover_text("Takes the click out of the list  (Delete)").clicked() {
        commands.push(Command::ForgetClick(index));
    }
}

fn heading(ui: &mut Ui, variants: &[Variant]) {
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let (painter, colour) = (ui.painter_at(area), ui.visuals().weak_text_color());
    let (middle, font) = (area.center().y, FontId::proportional(12.0));
    painter.text(pos2(area.left() + SIGN, middle), Align2::LEFT_CENTER, "click", font.clone(), colour);
    let mut right = area.left() + SIGN + NAME;
    for name in COLUMNS {
        right += NUMBER;
        painter.text(pos2(right, middle), Align2::RIGHT_CENTER, name, font.clone(), colour);
    }
    for variant in variants {
        right += VARIANT;
        let name = match variant.name.char_indices().nth(18) {
            Some((end, _)) => format!("{}…", &variant.name[..end]),
            None => variant.name.clone(),
        };
        painter.text(pos2(right, middle), Align2::RIGHT_CENTER, name, font.clone(), colour);
    }
}

/// The row of a click, and which variant of it is under the pointer.
fn row(ui: &mut Ui, index: usize, click: &Click, debugger: &Debugger) -> (Response, Option<usize>) {
    let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let current = debugger.kept_click() == Some(index);
    let live = debugger.live(index, None);
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
    let mut right = area.left() + SIGN + NAME;
    for (number, column) in numbers.iter().zip(COLUMNS) {
        right += NUMBER;
        let colour = if wrong.contains(&column) { theme::alarm(ui) } else { text };
        painter.text(pos2(right, middle), Align2::RIGHT_CENTER, number, FontId::monospace(12.0), colour);
    }
    let mut help = live.as_ref().map_or_else(String::new, |it| told(&it.verdict));
    let mut hovered = None;
    for (variant, it) in debugger.scenario().variants.iter().enumerate() {
        let live = debugger.live(index, Some(variant));
        let cell = Rect::from_x_y_ranges(right + 20.0..=right + VARIANT, area.y_range());
        let word = variant_cell(ui, area, cell, live.as_ref());
        if response.hover_pos().is_some_and(|at| cell.contains(at)) {
            hovered = Some(variant);
            help = format!("{}: {word}\n{}", it.name, live.as_ref().map_or_else(String::new, |it| told(&it.verdict)));
        }
        right += VARIANT;
    }
    let help = help.trim_end();
    (if help.is_empty() { response } else { response.on_hover_text_at_pointer(help) }, hovered)
}

/// Draws what came of a click under a variant into a cell of a row; the word for it.
fn variant_cell(ui: &Ui, row: Rect, cell: Rect, live: Option<&Live>) -> &'static str {
    let (mark, colour, word) = sign(live, ui);
    let length = live
        .and_then(|it| it.report)
        .map_or_else(String::new, |it| it.length.map_or_else(|| it.outcome.name().to_owned(), |it| format!("{it:.4}")));
    let (painter, text, at) = (ui.painter_at(row), ui.visuals().text_color(), cell.right_center());
    let number = painter.text(at, Align2::RIGHT_CENTER, length, FontId::monospace(12.0), text);
    let at = pos2(number.left() - 8.0, at.y);
    painter.text(at, Align2::RIGHT_CENTER, mark, FontId::proportional(13.0), colour);
    word
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

/// A number rounded to four significant digits.
fn significant(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}
