//! The legend: every colour that is on the canvas, named, and switched on and off.

use egui::{
    Align2, FontId, Painter, Pos2, Rect, Sense, Shape as EguiShape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::theme;
use crate::picture::{Role, outline, palette::Glyph};

const FONT: FontId = FontId::proportional(11.5);
/// How wide the legend is. \[points]
const WIDTH: f32 = 148.0;
/// How wide it is when folded. \[points]
const FOLDED: f32 = 84.0;
/// How high a row is. \[points]
const ROW: f32 = 18.0;
/// How much room there is around the rows. \[points]
const PAD: f32 = 8.0;

/// The legend.
#[derive(Default)]
pub(super) struct Legend {
    /// Whether it is unfolded.
    pub(super) open: bool,
    /// The layers that are switched off.
    pub(super) hidden: Vec<Role>,
}

impl Legend {
    /// How much room to leave it beside the picture. \[points]
    pub(super) fn room(&self, screen: Rect) -> f32 {
        if self.open && screen.width() >= 3.0 * WIDTH { WIDTH + 12.0 } else { 0.0 }
    }

    /// Names every colour that is on the canvas, or was hidden.
    pub(super) fn show(&mut self, ui: &Ui, screen: Rect, shown: &[Role]) {
        let is_listed = |it: &Role| shown.contains(it) || self.hidden.contains(it);
        let roles: Vec<Role> = Role::ALL.into_iter().filter(is_listed).collect();
        #[expect(clippy::cast_precision_loss, reason = "a few dozen rows")]
        let height = |rows: usize| rows as f32 * ROW + 2.0 * PAD;
        let fits = height(roles.len() + 1) <= screen.height() - 24.0 && screen.width() >= 2.5 * WIDTH;
        let roles = if self.open && fits { &roles[..] } else { &[] };
        let size = vec2(if roles.is_empty() { FOLDED } else { WIDTH }, height(roles.len() + 1) - 6.0);
        let area = Rect::from_min_size(screen.right_bottom() - size - vec2(12.0, 12.0), size);
        let (painter, visuals) = (ui.painter_at(screen), ui.visuals());
        let fill = visuals.window_fill.gamma_multiply(0.92);
        painter.rect(area, 6.0, fill, visuals.window_stroke, StrokeKind::Inside);
        let row = |index: usize| {
            #[expect(clippy::cast_precision_loss, reason = "a few dozen rows")]
            let top = area.min.y + PAD - 3.0 + index as f32 * ROW;
            Rect::from_min_size(pos2(area.min.x + 4.0, top), vec2(area.width() - 8.0, ROW))
        };
        let is_folded = roles.is_empty();
        self.title(ui, &painter, row(0), is_folded);
        for (index, &role) in (1..).zip(roles) {
            self.layer(ui, &painter, row(index), role);
        }
    }

    /// The title, which folds and unfolds the legend.
    fn title(&mut self, ui: &Ui, painter: &Painter, row: Rect, is_folded: bool) {
        let title = ui.interact(row, ui.scope_id().with("legend"), Sense::click());
        title.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, true, self.open, "legend"));
        let colour = ui.style().interact(&title).text_color();
        let arrow = if is_folded { "⏶" } else { "⏷" };
        painter.text(row.left_center() + vec2(6.0, 0.0), Align2::LEFT_CENTER, "legend", FONT, colour);
        painter.text(row.right_center() - vec2(6.0, 0.0), Align2::RIGHT_CENTER, arrow, FONT, colour);
        if title.on_hover_text("Names the colours; click to fold or unfold  (F4)").clicked() {
            self.open = !self.open;
        }
    }

    /// A role, which a click hides or shows again.
    fn layer(&mut self, ui: &Ui, painter: &Painter, row: Rect, role: Role) {
        let response = ui.interact(row, ui.scope_id().with(("layer", role.name())), Sense::click());
        let on = !self.hidden.contains(&role);
        response.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, true, on, format!("layer {}", role.name())));
        let visuals = ui.visuals();
        if response.hovered() {
            painter.rect_filled(row, 3.0, visuals.widgets.hovered.bg_fill);
        }
        let text = if on { visuals.text_color() } else { visuals.weak_text_color().gamma_multiply(0.6) };
        if on {
            swatch(ui, painter, row.left_center() + vec2(14.0, 0.0), role);
        }
        let at = row.left_center() + vec2(32.0, 0.0);
        let name = painter.text(at, Align2::LEFT_CENTER, role.name(), FONT, text);
        if !on {
            painter.hline(name.x_range(), name.center().y, (1.0, text));
        }
        if !response.on_hover_text(if on { "Click to hide" } else { "Click to show" }).clicked() {
            return;
        }
        match on {
            true => self.hidden.push(role),
            false => self.hidden.retain(|it| *it != role),
        }
    }
}

/// A small sample of how a role looks.
fn swatch(ui: &Ui, painter: &Painter, at: Pos2, role: Role) {
    let style = theme::style(ui, role);
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
                painter.line_segment([at - vec2(r, r), at + vec2(r, r)], (style.width, line));
                painter.line_segment([at - vec2(r, -r), at + vec2(r, -r)], (style.width, line));
            }
            Glyph::Square | Glyph::Diamond | Glyph::Triangle => {
                #[expect(clippy::cast_possible_truncation, reason = "a screen needs no more")]
                let corners = outline(style.glyph).iter().map(|&(x, y)| at + vec2(x as f32, y as f32) * r).collect();
                painter.add(EguiShape::convex_polygon(corners, fill.to_opaque(), Stroke::NONE));
            }
        }
    } else if fill.a() > 0 {
        let area = Rect::from_center_size(at, vec2(16.0, 10.0));
        // Areas without a line of their own get one, or floor on a ground of its colour would not be seen.
        let line = if style.width > 0.0 {
            (style.width.min(1.5), line)
        } else {
            (1.0, ui.visuals().weak_text_color().gamma_multiply(0.5))
        };
        painter.rect(area, 1.0, fill, line, StrokeKind::Inside);
    } else {
        // Of a dashed line two dashes.
        let gap = if style.dash > 0.0 { 2.5 } else { 0.0 };
        for side in [-1.0, 1.0] {
            let ends = [at + vec2(9.0 * side, 0.0), at + vec2(gap * side, 0.0)];
            painter.line_segment(ends, (style.width, line));
        }
    }
}
