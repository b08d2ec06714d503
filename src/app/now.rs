//! The top of the inspector: what the last step did, in a sentence, its numbers, and the predicate that was tested.

use egui::{Frame, RichText, ScrollArea, Ui};

use super::{missing, theme};
use crate::{
    debugger::{Debugger, Told},
    geometry::Certainty,
    trace::{Fact, Lens, Rule},
};

/// A fixed height for what changes at every step, so that nothing below it jumps. \[points]
const HEIGHT: f32 = 292.0;

/// Shows what is told of the cursor.
pub(super) fn show(ui: &mut Ui, told: Option<&Told>, debugger: &Debugger) {
    theme::section(ui, "now");
    let moment = debugger.moment();
    let (title, sentence) = match told {
        Some(Told { level, kind, sentence, .. }) => {
            (format!("{moment} · {} · {kind}", level.name()), sentence.as_str())
        }
        None if debugger.lanes().is_empty() => (String::new(), missing::bake(debugger)),
        None => (moment.to_string(), "Nothing has happened in this stage yet. Step forwards with the right arrow."),
    };
    let area = ScrollArea::vertical().id_salt("now").max_height(HEIGHT).min_scrolled_height(HEIGHT).auto_shrink(false);
    area.show(ui, |ui| {
        ui.label(RichText::new(title).small().weak());
        ui.label(RichText::new(sentence).size(14.0));
        for rule in told.iter().flat_map(|it| &it.broken).filter(|it| **it != Rule::WrongAnswer) {
            ui.label(RichText::new(format!("⚠ Here {}.", rule.text())).color(theme::alarm(ui)));
        }
        ui.add_space(4.0);
        let Some(told) = told else { return };
        if !told.facts.is_empty() {
            facts(ui, &told.facts);
        }
        if let Some(it) = &told.lens {
            lens(ui, it);
        }
    });
}

fn lens(ui: &mut Ui, lens: &Lens) {
    let alarm = theme::alarm(ui);
    let frame = Frame::new().fill(ui.visuals().faint_bg_color).corner_radius(4).inner_margin(6);
    let frame = if lens.is_wrong() { frame.stroke((1.0, alarm)) } else { frame };
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width().max(0.0));
        ui.label(RichText::new(&lens.formula).monospace());
        ui.add_space(2.0);
        let held = if lens.certainty == Certainty::Rounded { "epsilon" } else { "error bound" };
        let rows = [
            ("float value", format!("{:+.6e} {}", lens.value, lens.unit)),
            (held, format!("{:.3e} {}", lens.bound, lens.unit)),
            ("told", format!("{} ({})", lens.told, lens.certainty.name())),
            ("exactly", lens.exact.to_owned()),
        ];
        theme::grid(ui, "lens", rows.into_iter(), |label| {
            (lens.is_wrong() && matches!(label, "told" | "exactly")).then_some(alarm)
        });
        ui.add_space(2.0);
        if lens.is_wrong() {
            ui.label(RichText::new("⚠ This answer is wrong.").color(alarm).strong());
        }
        ui.label(RichText::new(format!("So {}.", lens.consequence)).weak());
        for (answer, consequence) in &lens.otherwise {
            ui.label(RichText::new(format!("Were it {answer}, {consequence}.")).small().weak());
        }
    });
}

fn facts(ui: &mut Ui, facts: &[Fact]) {
    theme::grid(ui, "facts", facts.iter().map(|it| (it.label, it.value.clone())), |_| None);
}
