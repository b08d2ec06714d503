//! How the window looks: spacing on a grid of four points, quiet greys, one accent. Colours come from the palette.

use egui::{
    Color32, CornerRadius, FontFamily, FontId, Grid, RichText, Stroke, TextStyle, Theme, Ui, Visuals,
    style::{Selection, WidgetVisuals},
};

use crate::picture::{
    Role,
    palette::{self, Mode, Rgba},
};

/// Light or dark, as a part of the window is.
pub(super) fn mode(ui: &Ui) -> Mode {
    if ui.visuals().dark_mode { Mode::Dark } else { Mode::Light }
}

/// The colour of what matters most.
pub(super) fn accent(ui: &Ui) -> Color32 {
    color(palette::accent(mode(ui)))
}

/// The colour of what is wrong.
pub(super) fn alarm(ui: &Ui) -> Color32 {
    color(palette::alarm(mode(ui)))
}

/// The colour of what is as it should be.
pub(super) fn good(ui: &Ui) -> Color32 {
    color(palette::good(mode(ui)))
}

/// How marks of a role look.
pub(super) fn style(ui: &Ui, role: Role) -> palette::Style {
    palette::style(role, mode(ui))
}

/// An egui colour.
pub(super) fn color([r, g, b, a]: Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

fn grey(value: u8) -> Color32 {
    Color32::from_gray(value)
}

/// Makes the window look as it should.
pub(super) fn apply(ui: &mut Ui, mode: Mode) {
    let theme = if mode == Mode::Dark { Theme::Dark } else { Theme::Light };
    ui.ctx().set_theme(theme);
    ui.ctx().style_mut_of(theme, |style| {
        style.visuals = visuals(mode);
        style.spacing.item_spacing = egui::vec2(8.0, 4.0);
        style.spacing.button_padding = egui::vec2(8.0, 3.0);
        style.spacing.interact_size.y = 22.0;
        style.spacing.slider_width = 96.0;
        style.spacing.combo_width = 116.0;
        for (text, size, family) in [
            (TextStyle::Body, 13.0, FontFamily::Proportional),
            (TextStyle::Button, 13.0, FontFamily::Proportional),
            (TextStyle::Small, 11.0, FontFamily::Proportional),
            (TextStyle::Heading, 15.0, FontFamily::Proportional),
            (TextStyle::Monospace, 12.0, FontFamily::Monospace),
        ] {
            style.text_styles.insert(text, FontId::new(size, family));
        }
    });
    // What is drawn in this very frame must look the same already.
    let style = ui.ctx().style_of(theme);
    ui.set_style(style);
}

fn visuals(mode: Mode) -> Visuals {
    let dark = mode == Mode::Dark;
    let mut it = if dark { Visuals::dark() } else { Visuals::light() };
    let pick = |light: u8, on_dark: u8| grey(if dark { on_dark } else { light });
    let accent = color(palette::accent(mode));
    it.panel_fill = if dark { Color32::from_rgb(28, 31, 36) } else { Color32::from_rgb(245, 246, 248) };
    it.window_fill = if dark { Color32::from_rgb(34, 37, 43) } else { Color32::WHITE };
    it.extreme_bg_color = if dark { Color32::from_rgb(20, 22, 26) } else { Color32::WHITE };
    it.faint_bg_color = if dark { Color32::from_rgb(34, 37, 43) } else { Color32::from_rgb(236, 238, 241) };
    it.selection = Selection {
        bg_fill: if dark { Color32::from_rgb(24, 84, 120) } else { Color32::from_rgb(190, 222, 244) },
        stroke: Stroke::new(1.0, if dark { Color32::WHITE } else { Color32::from_rgb(10, 50, 80) }),
    };
    it.hyperlink_color = accent;
    it.error_fg_color = color(palette::alarm(mode));
    it.warn_fg_color = color(palette::alarm(mode));
    let edge = Stroke::new(1.0, pick(208, 52));
    let radius = CornerRadius::same(4);
    let widget = |fill: Color32, text: Color32, line: Stroke| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: line,
        corner_radius: radius,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    it.widgets.noninteractive = widget(it.panel_fill, pick(44, 208), edge);
    it.widgets.inactive = widget(pick(228, 50), pick(36, 216), Stroke::new(1.0, pick(206, 60)));
    it.widgets.hovered = widget(pick(218, 62), pick(10, 245), Stroke::new(1.0, accent));
    it.widgets.active = widget(pick(206, 74), pick(0, 255), Stroke::new(1.0, accent));
    it.widgets.open = widget(pick(222, 58), pick(10, 240), Stroke::new(1.0, pick(190, 80)));
    it.window_stroke = Stroke::new(1.0, pick(196, 70));
    it
}

/// A heading of a section.
pub(super) fn section(ui: &mut Ui, title: &str) {
    ui.add_space(8.0);
    let weak = ui.visuals().weak_text_color();
    ui.label(RichText::new(title.to_uppercase()).size(11.0).strong().color(weak));
    ui.add_space(2.0);
}

/// A number with thousands set apart.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Names on the left, values in tabular figures on the right.
pub(super) fn grid(
    ui: &mut Ui,
    id: &str,
    rows: impl Iterator<Item = (&'static str, String)>,
    colour: impl Fn(&str) -> Option<Color32>,
) {
    Grid::new(id).num_columns(2).spacing([12.0, 2.0]).min_col_width(84.0).show(ui, |ui| {
        for (label, value) in rows {
            ui.label(RichText::new(label).weak());
            let text = RichText::new(value).monospace();
            ui.label(colour(label).map_or_else(|| text.clone(), |it| text.clone().color(it)));
            ui.end_row();
        }
    });
}
