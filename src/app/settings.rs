//! The panel on the left: every setting of the run with its unit. A change re-bakes at once. Those that change nothing as the others
//! are can be hidden.

use egui::{ComboBox, DragValue, RichText, ScrollArea, Ui};

use super::{Navscope, theme};
use crate::{
    debugger::Command,
    io::{Kind, PRESETS, SETTINGS, Setting, Value},
};

/// What the choice of samples offers; files may ask for others.
const SAMPLES: [&str; 6] = ["1", "5", "2x2", "3x3", "4x4", "8x8"];

/// How wide names and fields are. \[points]
const LABEL_WIDTH: f32 = 118.0;
const FIELD_WIDTH: f32 = 118.0;

impl Navscope {
    pub(super) fn settings_panel(&mut self, ui: &mut Ui) {
        self.clicks_panel(ui);
        ScrollArea::vertical()
            .id_salt(("settings", std::process::id()))
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .show(ui, |ui| {
                theme::section(ui, "presets");
                ui.horizontal_wrapped(|ui| {
                    for (name, _) in PRESETS {
                        if ui.button(*name).on_hover_text("Sets everything below at once").clicked() {
                            self.command(Command::Preset((*name).to_owned()));
                        }
                    }
                });
                let mut section = "";
                let (all, settings) = (self.remembered.idle_settings, *self.debugger.settings());
                for setting in SETTINGS.iter().filter(|it| all || it.matters(&settings)) {
                    let (group, name) = setting.path.split_once('.').unwrap_or(("", setting.path));
                    if group != section {
                        theme::section(ui, group);
                        section = group;
                    }
                    self.setting(ui, setting, name);
                }
                self.idle_switch(ui);
                ui.add_space(12.0);
            });
    }

    /// Shows settings that change nothing as the others are, or hides them.
    fn idle_switch(&mut self, ui: &mut Ui) {
        let idle = SETTINGS.iter().filter(|it| !it.matters(self.debugger.settings())).count();
        let text = match self.remembered.idle_settings {
            true => "Hide what changes nothing now".to_owned(),
            false => format!("Show {idle} more that change nothing now"),
        };
        ui.add_space(8.0);
        if (idle > 0 || self.remembered.idle_settings) && ui.link(RichText::new(text).weak()).clicked() {
            self.remembered.idle_settings = !self.remembered.idle_settings;
        }
    }

    fn setting(&mut self, ui: &mut Ui, setting: &Setting, name: &str) {
        let before = setting.get(self.debugger.settings());
        let is_default = before == setting.get(&crate::io::Settings::default());
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
            if !setting.matters(self.debugger.settings()) {
                ui.disable();
            }
            let response = match setting.kind {
                Kind::Choice([only]) => {
                    let response = ui.label(RichText::new(*only).weak());
                    response.on_hover_text(&help);
                    return;
                }
                Kind::Choice(words) => self.choose(ui, setting, words, &before),
                Kind::Switch => self.switch(ui, setting, &before),
                Kind::Samples => self.choose(ui, setting, &SAMPLES, &before),
                Kind::Frame => self.frame(ui, setting, &before),
                Kind::Number { min, max, .. } => self.number(ui, setting, &before, (min, max)),
            };
            response.labelled_by(label.id).on_hover_text(&help);
        });
    }

    fn set(&mut self, setting: &Setting, value: Value) {
        self.command(Command::Set { path: setting.path.to_owned(), value });
    }

    fn switch(&mut self, ui: &mut Ui, setting: &Setting, before: &Value) -> egui::Response {
        let mut on = *before == Value::Switch(true);
        let response = ui.checkbox(&mut on, "");
        if response.changed() {
            self.set(setting, Value::Switch(on));
        }
        response
    }

    fn choose(&mut self, ui: &mut Ui, setting: &Setting, words: &[&str], before: &Value) -> egui::Response {
        let shown = before.to_string();
        let combo =
            ComboBox::from_id_salt(setting.path).selected_text(&shown).width(ui.available_width().min(FIELD_WIDTH));
        let inner = combo.show_ui(ui, |ui| {
            for word in words {
                if ui.selectable_label(shown == *word, *word).clicked() && shown != *word {
                    self.set(setting, Value::from_text(word));
                }
            }
        });
        inner.response
    }

    fn number(&mut self, ui: &mut Ui, setting: &Setting, before: &Value, (min, max): (f64, f64)) -> egui::Response {
        let unit = setting.unit(self.debugger.settings());
        let mut number = if let Value::Number(it) = before { *it } else { min };
        let tiny = max > 1000.0;
        let speed = if tiny { (number * 0.05).max(1e-15) } else { 0.005 };
        let drag = DragValue::new(&mut number)
            .range(min..=max)
            .speed(speed)
            .custom_formatter(|it, _| Value::Number(it).to_string())
            .custom_parser(|text| text.trim().parse().ok())
            .suffix(format!(" {unit}"));
        let drag = if tiny { drag } else { drag.max_decimals(3) };
        let size = egui::vec2(ui.available_width().min(FIELD_WIDTH), ui.spacing().interact_size.y);
        let response = ui.add_sized(size, drag);
        if response.changed() {
            // Dragging moves in steps of thousandths; what rounding adds behind them is noise.
            let number = if tiny { number } else { (number * 1000.0).round() / 1000.0 };
            self.set(setting, Value::Number(number));
        }
        response
    }

    fn frame(&mut self, ui: &mut Ui, setting: &Setting, before: &Value) -> egui::Response {
        let shown = match before {
            Value::Number(factor) => format!("× {factor}"),
            other => other.to_string(),
        };
        let combo =
            ComboBox::from_id_salt(setting.path).selected_text(&shown).width(ui.available_width().min(FIELD_WIDTH));
        let inner = combo.show_ui(ui, |ui| {
            if ui.selectable_label(shown == "symbolic", "symbolic").clicked() {
                self.set(setting, Value::Word("symbolic".to_owned()));
            }
            for factor in [0.1, 1.0, 10.0, 100.0, 1e6] {
                let text = format!("× {factor}");
                if ui.selectable_label(shown == text, &text).clicked() {
                    self.set(setting, Value::Number(factor));
                }
            }
        });
        inner.response
    }
}
