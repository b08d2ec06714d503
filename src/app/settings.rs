//! The panel on the left: every setting of the run with its unit. A change re-bakes at once. Settings that have no effect with the
//! others as they are can be hidden.

use egui::{ComboBox, DragValue, Label, Response, RichText, ScrollArea, Ui};

use super::{
    clicks::{Hovered, List},
    commands::Commands,
    room, theme,
};
use crate::{
    bake::voxels::Rounded,
    debugger::{Command, Debugger},
    io::{Kind, PRESETS, SETTINGS, Setting, Settings, Value},
};

/// What the choice of samples offers; files may ask for others.
const SAMPLES: [&str; 6] = ["1", "5", "2x2", "3x3", "4x4", "8x8"];

/// How wide names and fields are. \[points]
const LABEL_WIDTH: f32 = 118.0;
const FIELD_WIDTH: f32 = 118.0;

/// The settings, and the list of clicks below them.
#[derive(Default)]
pub(super) struct SettingsPanel {
    /// Whether it is to be shown where there is room for it.
    pub(super) open: bool,
    /// Whether settings that have no effect with the others as they are, are listed too.
    pub(super) idle: bool,
    clicks: List,
}

impl SettingsPanel {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        hovered: &mut Option<Hovered>,
        debugger: &Debugger,
        commands: &mut Commands,
    ) {
        self.clicks.show(ui, hovered, debugger, commands);
        let id = ("settings", std::process::id());
        ScrollArea::vertical().id_salt(id).auto_shrink(false).min_scrolled_height(room::SCROLLED).show(ui, |ui| {
            presets(ui, commands);
            let mut section = "";
            let settings = debugger.settings();
            let rounded = settings.rounded();
            let kinds = debugger.scenario().maze.level().map_or(&[][..], |it| it.kinds());
            for setting in SETTINGS.iter().filter(|it| self.idle || it.matters(settings)) {
                let (group, name) = setting.path.split_once('.').unwrap_or(("", setting.path));
                // Kinds of ground go by their names, and those that there are not cost nothing.
                let number = setting.path.strip_prefix("costs.kind_").and_then(|it| it.parse::<usize>().ok());
                let kind = number.and_then(|it| kinds.get(it));
                if number.is_some() && kind.is_none() {
                    continue;
                }
                let name = kind.map_or(name, String::as_str);
                if group != section {
                    theme::section(ui, group);
                    section = group;
                }
                row(ui, setting, name, settings, commands);
                if let Some(it) = rounded.iter().find(|it| it.setting == setting.path) {
                    what_rounding_made(ui, it);
                }
            }
            self.idle_switch(ui, settings);
            ui.add_space(12.0);
        });
    }

    /// A link that lists the settings without an effect, or hides them.
    fn idle_switch(&mut self, ui: &mut Ui, settings: &Settings) {
        let idle = SETTINGS.iter().filter(|it| !it.matters(settings)).count();
        let text = match self.idle {
            true => "Hide what changes nothing now".to_owned(),
            false => format!("Show {idle} more that change nothing now"),
        };
        ui.add_space(8.0);
        if (idle > 0 || self.idle) && ui.link(RichText::new(text).weak()).clicked() {
            self.idle = !self.idle;
        }
    }
}

fn presets(ui: &mut Ui, commands: &mut Commands) {
    theme::section(ui, "presets");
    ui.horizontal_wrapped(|ui| {
        for (name, _) in PRESETS {
            if ui.button(*name).on_hover_text("Sets everything below at once").clicked() {
                commands.push(Command::Preset((*name).to_owned()));
            }
        }
    });
}

/// The name of a setting, and a field for its value.
fn row(ui: &mut Ui, setting: &Setting, name: &str, settings: &Settings, commands: &mut Commands) {
    let before = setting.get(settings);
    let is_default = before == setting.get(&Settings::default());
    let help = format!("{}.\n{} takes {}. {}", setting.help, setting.path, setting.range(), setting.when())
        .trim_end()
        .to_owned();
    let words = name.replace('_', " ");
    ui.horizontal(|ui| {
        let text = if is_default { RichText::new(&words) } else { RichText::new(&words).strong() };
        let size = egui::vec2(LABEL_WIDTH, ui.spacing().interact_size.y);
        let left = egui::Layout::left_to_right(egui::Align::Center);
        let label = ui.allocate_ui_with_layout(size, left, |ui| {
            ui.set_min_width(LABEL_WIDTH);
            ui.label(text)
        });
        let label = label.inner.on_hover_text(&help);
        if !setting.matters(settings) {
            ui.disable();
        }
        let response = match setting.kind {
            Kind::Choice([only]) => {
                let response = ui.label(RichText::new(*only).weak());
                response.on_hover_text(&help);
                return;
            }
            Kind::Choice(words) => choose(ui, setting, words, &before, commands),
            Kind::Switch => switch(ui, setting, &before, commands),
            Kind::Samples => choose(ui, setting, &SAMPLES, &before, commands),
            Kind::Frame => frame(ui, setting, &before, commands),
            Kind::Count { min, max, .. } => number(ui, setting, settings, (f64::from(min), f64::from(max)), commands),
            Kind::Number { min, max, .. } => number(ui, setting, settings, (min, max), commands),
        };
        response.labelled_by(label.id).on_hover_text(&help);
    });
}

/// What a setting counts as in voxels, below its row; and a warning, where much is lost by that.
fn what_rounding_made(ui: &mut Ui, it: &Rounded) {
    let text = RichText::new(format!("counts as {}", it.counts_as())).small();
    let text = if it.warning.is_some() { text.color(theme::alarm(ui)) } else { text.weak() };
    let more = it.warning.iter().fold(it.told.clone(), |told, warning| format!("{told}.\n{warning}"));
    ui.label(text).on_hover_text(format!("{more}."));
    if let Some(warning) = &it.warning {
        ui.add(Label::new(RichText::new(warning).small().color(theme::alarm(ui))).wrap());
    }
}

fn set(setting: &Setting, value: Value, commands: &mut Commands) {
    commands.push(Command::Set { path: setting.path.to_owned(), value });
}

fn switch(ui: &mut Ui, setting: &Setting, before: &Value, commands: &mut Commands) -> Response {
    let mut on = *before == Value::Switch(true);
    let response = ui.checkbox(&mut on, "");
    if response.changed() {
        set(setting, Value::Switch(on), commands);
    }
    response
}

fn choose(ui: &mut Ui, setting: &Setting, words: &[&str], before: &Value, commands: &mut Commands) -> Response {
    let shown = before.to_string();
    let combo = ComboBox::from_id_salt(setting.path).selected_text(&shown).width(ui.available_width().min(FIELD_WIDTH));
    let inner = combo.show_ui(ui, |ui| {
        for word in words {
            if ui.selectable_label(shown == *word, *word).clicked() && shown != *word {
                set(setting, Value::from_text(word), commands);
            }
        }
    });
    inner.response
}

fn number(
    ui: &mut Ui,
    setting: &Setting,
    settings: &Settings,
    (min, max): (f64, f64),
    commands: &mut Commands,
) -> Response {
    let unit = setting.unit(settings);
    let mut number = if let Value::Number(it) = setting.get(settings) { it } else { min };
    let (tiny, whole) = (max > 1000.0, matches!(setting.kind, Kind::Count { .. }));
    let speed = match (whole, tiny) {
        (true, _) => (number * 0.01).max(0.1),
        (false, true) => (number * 0.05).max(1e-15),
        (false, false) => 0.005,
    };
    let drag = DragValue::new(&mut number)
        .range(min..=max)
        .speed(speed)
        .custom_formatter(|it, _| Value::Number(it).to_string())
        .custom_parser(|text| text.trim().parse().ok())
        .suffix(format!(" {unit}"));
    let drag = match (whole, tiny) {
        (true, _) => drag.max_decimals(0),
        (false, true) => drag,
        (false, false) => drag.max_decimals(3),
    };
    let size = egui::vec2(ui.available_width().min(FIELD_WIDTH), ui.spacing().interact_size.y);
    let response = ui.add_sized(size, drag);
    if response.changed() {
        // Dragging moves in steps of a thousandth; further digits are rounding errors.
        let number = match (whole, tiny) {
            (true, _) => number.round(),
            (false, true) => number,
            (false, false) => (number * 1000.0).round() / 1000.0,
        };
        set(setting, Value::Number(number), commands);
    }
    response
}

fn frame(ui: &mut Ui, setting: &Setting, before: &Value, commands: &mut Commands) -> Response {
    let shown = match before {
        Value::Number(factor) => format!("× {factor}"),
        other => other.to_string(),
    };
    let combo = ComboBox::from_id_salt(setting.path).selected_text(&shown).width(ui.available_width().min(FIELD_WIDTH));
    let inner = combo.show_ui(ui, |ui| {
        if ui.selectable_label(shown == "symbolic", "symbolic").clicked() {
            set(setting, Value::Word("symbolic".to_owned()), commands);
        }
        for factor in [0.1, 1.0, 10.0, 100.0, 1e6] {
            let text = format!("× {factor}");
            if ui.selectable_label(shown == text, &text).clicked() {
                set(setting, Value::Number(factor), commands);
            }
        }
    });
    inner.response
}
