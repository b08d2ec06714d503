//! The legend: every colour that is on the canvas, named, and switched on and off.

use egui::{Align2, Color32, FontId, Pos2, Rect, Sense, Shape as EguiShape, Ui, WidgetInfo};

use super::theme;
use crate::picture::{
    Role, outline,
    palette::{self, Glyph, Mode},
};

/// How wide the legend is. \[points]
const WIDTH: f32 = 148.0;

/// How wide it is when folded. \[points]
const FOLDED: f32 = 84.0;
/// How high a row is. \[points]
const ROW: f32 = 18.0;
/// How much room there is around the rows. \[points]
const PAD: f32 = 8.0;

/// How much room to leave it beside the picture. \[points]
pub(super) fn room(open: bool, screen: Rect) -> f32 {
    if open && screen.width() >= 3.0 * WIDTH { WIDTH + 12.0 } else { 0.0 }
}

/// What was clicked in the legend.
pub(super) enum Clicked {
    /// Its title, which folds and unfolds it.
    Title,
    /// A role, which is hidden or shown again.
    Layer(Role),
}

/// Names every colour that is on the canvas, or was hidden.
pub(super) fn show(ui: &Ui, screen: Rect, mode: Mode, open: bool, shown: &[Role], hidden: &[Role]) -> Option<Clicked> {
    let roles: Vec<Role> = Role::ALL.into_iter().filter(|it| shown.contains(it) || hidden.contains(it)).collect();
    #[expect(clippy::cast_precision_loss, reason = "a few dozen rows")]
    let height = |rows: usize| rows as f32 * ROW + 2.0 * PAD;
    let fits = height(roles.len() + 1) <= screen.height() - 24.0 && screen.width() >= 2.5 * WIDTH;
    let roles = if open && fits { &roles[..] } else { &[] };
    let size = egui::vec2(if roles.is_empty() { FOLDED } else { WIDTH }, height(roles.len() + 1) - 6.0);
    let area = Rect::from_min_size(screen.right_bottom() - size - egui::vec2(12.0, 12.0), size);
    let painter = ui.painter_at(screen);
    let visuals = ui.visuals();
    painter.rect(area, 6.0, visuals.window_fill.gamma_multiply(0.92), visuals.window_stroke, egui::StrokeKind::Inside);
    let mut clicked = None;
    let row = |index: usize| {
        #[expect(clippy::cast_precision_loss, reason = "a few dozen rows")]
        let top = area.min.y + PAD - 3.0 + index as f32 * ROW;
        Rect::from_min_size(egui::pos2(area.min.x + 4.0, top), egui::vec2(area.width() - 8.0, ROW))
    };
    let title = ui.interact(row(0), ui.scope_id().with("legend"), Sense::click());
    title.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, true, open, "legend"));
    let colour = ui.style().interact(&title).text_color();
    let font = FontId::proportional(11.5);
    painter.text(row(0).left_center() + egui::vec2(6.0, 0.0), Align2::LEFT_CENTER, "legend", font.clone(), colour);
    let arrow = if roles.is_empty() { "⏶" } else { "⏷" };
    painter.text(row(0).right_center() - egui::vec2(6.0, 0.0), Align2::RIGHT_CENTER, arrow, font.clone(), colour);
    if title.on_hover_text("Names the colours; click to fold or unfold  (F4)").clicked() {
        clicked = Some(Clicked::Title);
    }
    for (index, &role) in (1..).zip(roles) {
        let row = row(index);
        let response = ui.interact(row, ui.scope_id().with(("layer", role.name())), Sense::click());
        let on = !hidden.contains(&role);
        response.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, true, on, format!("layer {}", role.name())));
        if response.hovered() {
            painter.rect_filled(row, 3.0, visuals.widgets.hovered.bg_fill);
        }
        let text = if on { visuals.text_color() } else { visuals.weak_text_color().gamma_multiply(0.6) };
        if on {
            swatch(&painter, egui::pos2(area.min.x + 18.0, row.center().y), role, mode, visuals.weak_text_color());
        }
        let at = egui::pos2(area.min.x + 36.0, row.center().y);
        let name = painter.text(at, Align2::LEFT_CENTER, role.name(), font.clone(), text);
        if !on {
            painter.hline(name.x_range(), name.center().y, (1.0, text));
        }
        let what = if on { "Click to hide" } else { "Click to show" };
        if response.on_hover_text(what).clicked() {
            clicked = Some(Clicked::Layer(role));
        }
    }
    clicked
}

/// A small sample of how a role looks.
fn swatch(painter: &egui::Painter, at: Pos2, role: Role, mode: Mode, faint: Color32) {
    let style = palette::style(role, mode);
    let (fill, line) = (theme::color(style.fill), theme::color(style.line));
    if style.dot > 0.0 {
        let r = style.dot.clamp(2.0, 5.0);
        match style.glyph {
            Glyph::Disc => {
                painter.circle_filled(at, r, fill.to_opaque());
            }
            Glyph::Ring => {
                painter.circle_stroke(at, r, (style.width, line));
            }
            Glyph::Cross => {
                painter.line_segment([at - egui::vec2(r, r), at + egui::vec2(r, r)], (style.width, line));
                painter.line_segment([at - egui::vec2(r, -r), at + egui::vec2(r, -r)], (style.width, line));
            }
            Glyph::Square | Glyph::Diamond | Glyph::Triangle => {
                #[expect(clippy::cast_possible_truncation, reason = "a screen needs no more")]
                let corners =
                    outline(style.glyph).iter().map(|&(x, y)| at + egui::vec2(x as f32, y as f32) * r).collect();
                painter.add(EguiShape::convex_polygon(corners, fill.to_opaque(), egui::Stroke::NONE));
            }
        }
    } else if fill.a() > 0 {
        let area = Rect::from_center_size(at, egui::vec2(16.0, 10.0));
        // Areas without a line of their own get one, or floor on a ground of its colour would not be seen.
        let line = if style.width > 0.0 { (style.width.min(1.5), line) } else { (1.0, faint.gamma_multiply(0.5)) };
        painter.rect(area, 1.0, fill, line, egui::StrokeKind::Inside);
    } else {
        // Of a dashed line two dashes.
        let gap = if style.dash > 0.0 { 2.5 } else { 0.0 };
        for side in [-1.0, 1.0] {
            let ends = [at + egui::vec2(9.0 * side, 0.0), at + egui::vec2(gap * side, 0.0)];
            painter.line_segment(ends, (style.width, line));
        }
    }
}
