//! The tools' icons. They are drawn, because no font has them all.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use super::{
    theme,
    tools::{Tool, role_of},
};
use crate::{
    maze::Cell,
    picture::{
        Role,
        palette::{self, Mode},
    },
};

/// Draws a tool's icon in the middle of a button.
pub(super) fn tool(painter: &Painter, area: Rect, tool: Tool, mode: Mode, colour: Color32) {
    // The icons are designed on a grid of 16 × 16.
    let at = |x: f32, y: f32| area.center() + vec2(x - 8.0, y - 8.0);
    let line = Stroke::new(1.5, colour);
    let cell = |x: f32, y: f32, size: f32| Rect::from_min_size(at(x, y), vec2(size, size));
    match tool {
        Tool::Select => {
            let outline = [at(4.0, 1.5), at(4.0, 13.0), at(7.0, 10.2), at(9.0, 14.5), at(11.0, 13.6), at(9.0, 9.4)];
            let outline = outline.into_iter().chain([at(13.0, 9.4)]).collect();
            painter.add(Shape::closed_line(outline, line));
        }
        Tool::Wall => {
            painter.line_segment([at(3.0, 13.0), at(5.0, 9.0)], line);
            painter.add(Shape::closed_line(vec![at(5.0, 9.0), at(11.0, 2.5), at(13.5, 5.0), at(7.0, 11.0)], line));
            painter.line_segment([at(3.0, 13.0), at(7.0, 11.0)], line);
        }
        Tool::Floor => {
            painter.add(Shape::closed_line(
                vec![at(2.5, 9.5), at(8.5, 3.0), at(13.5, 7.5), at(7.5, 13.5), at(6.0, 13.5)],
                line,
            ));
            painter.line_segment([at(5.5, 6.4), at(10.6, 10.8)], line);
        }
        Tool::Height | Tool::Raise | Tool::Slope | Tool::Beam | Tool::Hole => of_heights(painter, area, tool, colour),
        Tool::Line => {
            painter.line_segment([at(3.5, 12.5), at(12.5, 3.5)], line);
            for end in [at(3.5, 12.5), at(12.5, 3.5)] {
                painter.circle_filled(end, 2.2, colour);
            }
        }
        Tool::Rectangle => {
            painter.rect_stroke(Rect::from_min_max(at(2.5, 4.0), at(13.5, 12.5)), 0.0, line, StrokeKind::Middle);
        }
        Tool::Fill => {
            let filled = Color32::from_rgba_unmultiplied(colour.r(), colour.g(), colour.b(), 90);
            for (x, y) in [(2.0, 6.0), (6.0, 6.0), (6.0, 10.0), (10.0, 10.0), (10.0, 6.0), (2.0, 10.0)] {
                painter.rect_filled(cell(x, y, 4.0), 0.0, filled);
            }
            painter.rect_stroke(Rect::from_min_max(at(2.0, 6.0), at(14.0, 14.0)), 0.0, line, StrokeKind::Middle);
            painter.line_segment([at(8.0, 1.5), at(8.0, 8.5)], line);
            painter.add(Shape::line(vec![at(5.5, 6.5), at(8.0, 9.5), at(10.5, 6.5)], line));
        }
        Tool::Start => letter(painter, area, "S", Role::Start, mode),
        Tool::Goal => letter(painter, area, "G", Role::Goal, mode),
    }
}

/// The same, of the tools that paint heights.
fn of_heights(painter: &Painter, area: Rect, tool: Tool, colour: Color32) {
    let at = |x: f32, y: f32| area.center() + vec2(x - 8.0, y - 8.0);
    let line = Stroke::new(1.5, colour);
    match tool {
        Tool::Height => {
            painter.add(Shape::line(vec![at(2.0, 13.0), at(6.0, 13.0), at(6.0, 5.0), at(14.0, 5.0)], line));
            painter.line_segment([at(2.0, 5.0), at(4.0, 5.0)], line);
        }
        Tool::Raise => {
            painter.line_segment([at(3.0, 13.5), at(13.0, 13.5)], line);
            painter.line_segment([at(8.0, 3.0), at(8.0, 11.0)], line);
            painter.add(Shape::line(vec![at(4.5, 6.0), at(8.0, 2.5), at(11.5, 6.0)], line));
        }
        Tool::Slope => {
            painter.add(Shape::closed_line(vec![at(2.0, 13.0), at(14.0, 13.0), at(14.0, 4.0)], line));
        }
        Tool::Beam => {
            painter.rect_filled(Rect::from_min_max(at(2.0, 3.0), at(14.0, 6.5)), 0.0, colour);
            painter.line_segment([at(2.0, 13.5), at(14.0, 13.5)], line);
        }
        _ => {
            painter.rect_stroke(Rect::from_min_max(at(2.5, 2.5), at(13.5, 13.5)), 0.0, line, StrokeKind::Middle);
            painter.line_segment([at(5.5, 5.5), at(10.5, 10.5)], line);
            painter.line_segment([at(10.5, 5.5), at(5.5, 10.5)], line);
        }
    }
}

/// A letter on the shape that stands for an end on the canvas.
fn letter(painter: &Painter, area: Rect, text: &str, role: Role, mode: Mode) {
    let fill = theme::color(palette::style(role, mode).fill);
    match role {
        Role::Start => {
            painter.circle_filled(area.center(), 8.5, fill);
        }
        _ => {
            painter.rect_filled(Rect::from_center_size(area.center(), vec2(15.0, 15.0)), 1.0, fill);
        }
    }
    let font = egui::FontId::proportional(11.5);
    painter.text(area.center(), egui::Align2::CENTER_CENTER, text, font, Color32::WHITE);
}

/// Two squares, the one in front of the kind that is painted.
pub(super) fn material(painter: &Painter, area: Rect, front: Cell, mode: Mode, line: Color32) {
    let colour = |cell: Cell| theme::color(palette::style(role_of(cell), mode).fill);
    let back = if front == Cell::Floor { Cell::Wall } else { Cell::Floor };
    let edge = Stroke::new(1.0, line);
    for (cell, at) in [(back, pos2(2.5, 2.5)), (front, pos2(-3.0, -3.0))] {
        let middle: Pos2 = area.center() + at.to_vec2();
        painter.rect(Rect::from_center_size(middle, vec2(12.0, 12.0)), 1.0, colour(cell), edge, StrokeKind::Inside);
    }
}

/// A filled diamond, which stands for a breakpoint.
pub(super) fn diamond(painter: &Painter, at: Pos2, radius: f32, fill: Color32) {
    let corners = [(0.0, -radius), (radius, 0.0), (0.0, radius), (-radius, 0.0)];
    let corners = corners.map(|(x, y)| at + vec2(x, y)).to_vec();
    painter.add(Shape::convex_polygon(corners, fill, Stroke::NONE));
}
