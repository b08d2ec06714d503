//! The legend: every colour that is on the canvas, named.

use egui::{Align2, Color32, FontId, Pos2, Rect, Shape as EguiShape, Ui};

use super::theme;
use crate::picture::{
    Mark, Role, outline,
    palette::{self, Glyph, Mode},
};

/// How wide the legend is. \[points]
pub(super) const WIDTH: f32 = 144.0;

/// Names every colour that is on the canvas.
pub(super) fn show(ui: &Ui, screen: Rect, mode: Mode, base: &[Role], event: &[Mark]) {
    let shown = |role: &Role| base.contains(role) || event.iter().any(|it| it.role == *role);
    let roles: Vec<Role> = Role::ALL.into_iter().filter(shown).collect();
    let (row, width, pad) = (17.0, WIDTH, 8.0);
    #[expect(clippy::cast_precision_loss, reason = "a few dozen rows")]
    let height = roles.len() as f32 * row + 2.0 * pad;
    if height > screen.height() - 32.0 {
        return;
    }
    let area =
        Rect::from_min_size(screen.right_bottom() - egui::vec2(width + 12.0, height + 12.0), egui::vec2(width, height));
    let painter = ui.painter_at(screen);
    let visuals = ui.visuals();
    painter.rect(area, 6.0, visuals.window_fill.gamma_multiply(0.92), visuals.window_stroke, egui::StrokeKind::Inside);
    let mut y = area.min.y + pad + row / 2.0;
    for role in roles {
        swatch(&painter, egui::pos2(area.min.x + 18.0, y), role, mode, visuals.weak_text_color());
        let at = egui::pos2(area.min.x + 36.0, y);
        painter.text(at, Align2::LEFT_CENTER, role.name(), FontId::proportional(11.5), visuals.text_color());
        y += row;
    }
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
        painter.line_segment([at - egui::vec2(9.0, 0.0), at + egui::vec2(9.0, 0.0)], (style.width, line));
    }
}
