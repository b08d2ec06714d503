//! Marks as egui meshes. One mesh holds thousands of them, so that a frame costs one shape.

use egui::{Color32, Mesh, Pos2, Rect, Shape as EguiShape, Stroke, Vec2, vec2};

use super::{camera::Projection, theme::color};
use crate::{
    geometry::Point,
    picture::{
        Mark, Shape, outline,
        palette::{Glyph, Mode, Style, style},
    },
};

/// Lines beyond the screen by more than this are cut there. \[points]
const MARGIN: f32 = 64.0;

/// Draws marks, in order, into shapes.
pub(super) fn shapes(marks: &[Mark], view: &Projection, mode: Mode) -> Vec<EguiShape> {
    let mut painter = Painter { view, mode, mesh: Mesh::default() };
    let mut shapes = Vec::new();
    for mark in marks {
        if let Shape::Circle { centre, radius } = mark.shape {
            painter.circle(mark, centre, radius, &mut shapes);
        } else {
            painter.mark(mark);
        }
    }
    painter.flush(&mut shapes);
    shapes
}

/// Thinner triangles are drawn without their sides, which would hide them. \[points]
const LEAST_HEIGHT: f32 = 2.5;

struct Painter<'a> {
    view: &'a Projection,
    mode: Mode,
    mesh: Mesh,
}

impl Painter<'_> {
    fn flush(&mut self, shapes: &mut Vec<EguiShape>) {
        let mesh = std::mem::take(&mut self.mesh);
        if !mesh.is_empty() {
            shapes.push(EguiShape::mesh(mesh));
        }
    }

    fn at(&self, p: Point) -> Pos2 {
        self.view.screen_from_world(p)
    }

    fn mark(&mut self, mark: &Mark) {
        let style = style(mark.role, self.mode);
        match &mark.shape {
            Shape::Box(it) => {
                let area =
                    Rect::from_min_max(self.at(it.min), self.at(it.max)).intersect(self.view.screen.expand(MARGIN));
                if area.is_positive() {
                    self.mesh.add_colored_rect(area, color(style.fill));
                }
            }
            Shape::Triangle { corners, lines } => self.triangle(corners, *lines, &style),
            Shape::Segment([a, b]) => self.line(self.at(*a), self.at(*b), style.width, color(style.line)),
            Shape::Polyline(points) => {
                let mut gone = 0.0;
                for pair in points.windows(2) {
                    self.dashed(self.at(pair[0]), self.at(pair[1]), &style, &mut gone);
                }
            }
            Shape::Dot(p) => self.glyph(self.at(*p), &style),
            Shape::Circle { .. } => (),
        }
    }

    fn triangle(&mut self, corners: &[Point; 3], lines: [bool; 3], style: &Style) {
        let places = corners.map(|it| self.at(it));
        let fill = color(style.fill);
        if fill.a() > 0 {
            let first = self.next_index();
            for place in places {
                self.mesh.colored_vertex(place, fill);
            }
            self.mesh.add_triangle(first, first + 1, first + 2);
        }
        if height(places) < LEAST_HEIGHT {
            return;
        }
        let line = color(style.line);
        for i in (0..3).filter(|&i| lines[i]) {
            self.line(places[i], places[(i + 1) % 3], style.width, line);
        }
    }

    fn next_index(&self) -> u32 {
        u32::try_from(self.mesh.vertices.len()).unwrap_or(u32::MAX)
    }

    /// A line with soft edges: full colour along the middle, none at half a point beyond its width.
    fn line(&mut self, a: Pos2, b: Pos2, width: f32, line: Color32) {
        if line.a() == 0 {
            return;
        }
        let Some((a, b)) = clipped(a, b, self.view.screen.expand(MARGIN)) else { return };
        let along = (b - a).normalized();
        if along == Vec2::ZERO {
            return;
        }
        let across = along.rot90();
        let first = self.next_index();
        let (core, soft) = ((width - 1.0) / 2.0, width.max(1.0) / 2.0 + 0.5);
        let none = Color32::TRANSPARENT;
        // Up to a point wide the full colour is but a line along the middle.
        let thin = [(-soft, none), (0.0, line), (soft, none)];
        let thick = [(-soft, none), (-core, line), (core, line), (soft, none)];
        let profile: &[(f32, Color32)] = if core <= 0.0 { &thin } else { &thick };
        for end in [a, b] {
            for &(off, paint) in profile {
                self.mesh.colored_vertex(end + across * off, paint);
            }
        }
        let count = if core <= 0.0 { 3 } else { 4 };
        for i in 0..count - 1 {
            self.mesh.add_triangle(first + i, first + i + 1, first + i + count);
            self.mesh.add_triangle(first + i + 1, first + i + count + 1, first + i + count);
        }
    }

    /// A part of a line with bends, `gone` so far from its beginning; what is off the screen is passed over.
    fn dashed(&mut self, a: Pos2, b: Pos2, style: &Style, gone: &mut f32) {
        let (width, line) = (style.width, color(style.line));
        if style.dash <= 0.0 {
            return self.line(a, b, width, line);
        }
        let length = a.distance(b);
        if let Some((from, to)) = clipped(a, b, self.view.screen.expand(MARGIN)) {
            let (period, along) = (style.dash * 2.0, (b - a) / length.max(f32::MIN_POSITIVE));
            let (start, end) = (a.distance(from), a.distance(to));
            // The dash that the start lies in may have begun before.
            let mut at = ((*gone + start) / period).floor() * period - *gone;
            while at < end {
                let (first, last) = (at.max(start), (at + style.dash).min(end));
                if first < last {
                    self.line(a + along * first, a + along * last, width, line);
                }
                at += period;
            }
        }
        *gone = (*gone + length) % (style.dash * 2.0);
    }

    /// A filled convex outline with soft edges.
    fn polygon(&mut self, corners: &[Pos2], fill: Color32) {
        let first = self.next_index();
        for &corner in corners {
            self.mesh.colored_vertex(corner, fill);
        }
        let count = u32::try_from(corners.len()).unwrap_or(0);
        for i in 2..count {
            self.mesh.add_triangle(first, first + i - 1, first + i);
        }
        for i in 0..corners.len() {
            self.line(corners[i], corners[(i + 1) % corners.len()], 1.0, fill);
        }
    }

    fn glyph(&mut self, at: Pos2, style: &Style) {
        let r = style.dot;
        if !self.view.screen.expand(r * 2.0).contains(at) || r == 0.0 {
            return;
        }
        let fill = Color32::from_rgba_unmultiplied(style.fill[0], style.fill[1], style.fill[2], 255);
        let line = color(style.line);
        match style.glyph {
            Glyph::Disc if r < 2.0 => self.polygon(&ring(at, r, 6), fill),
            Glyph::Disc => self.polygon(&ring(at, r, 20), fill),
            Glyph::Ring => {
                let corners = ring(at, r, 20);
                for i in 0..corners.len() {
                    self.line(corners[i], corners[(i + 1) % corners.len()], style.width, line);
                }
            }
            Glyph::Cross => {
                for across in [vec2(r, r), vec2(r, -r)] {
                    self.line(at - across, at + across, style.width, line);
                }
            }
            Glyph::Square | Glyph::Diamond | Glyph::Triangle => {
                #[expect(clippy::cast_possible_truncation, reason = "a screen needs no more")]
                let corners: Vec<Pos2> =
                    outline(style.glyph).iter().map(|&(x, y)| at + vec2(x as f32, y as f32) * r).collect();
                self.polygon(&corners, fill);
            }
        }
    }

    /// Circles are few, and egui rounds them well.
    #[expect(clippy::cast_possible_truncation, reason = "a screen needs no more")]
    fn circle(&mut self, mark: &Mark, centre: Point, radius: f64, shapes: &mut Vec<EguiShape>) {
        self.flush(shapes);
        let style = style(mark.role, self.mode);
        let radius = (radius * self.view.scale()) as f32;
        // Circles through nearly collinear points are as good as lines, and larger than floats draw well.
        if radius < 50_000.0 {
            let stroke = Stroke::new(style.width, color(style.line));
            shapes.push(EguiShape::circle_stroke(self.at(centre), radius, stroke));
        }
    }
}

/// How high a triangle is above its longest side.
fn height([a, b, c]: [Pos2; 3]) -> f32 {
    let (u, v) = (b - a, c - a);
    let longest = u.length().max(v.length()).max((c - b).length());
    (u.x * v.y - u.y * v.x).abs() / longest.max(f32::MIN_POSITIVE)
}

fn ring(at: Pos2, radius: f32, corners: u8) -> Vec<Pos2> {
    (0..corners)
        .map(|i| at + Vec2::angled(std::f32::consts::TAU * f32::from(i) / f32::from(corners)) * radius)
        .collect()
}

/// The part of a line that lies within a box (Liang and Barsky, 1984).
fn clipped(a: Pos2, b: Pos2, area: Rect) -> Option<(Pos2, Pos2)> {
    let way = b - a;
    let (mut from, mut to) = (0.0f32, 1.0f32);
    for (speed, room) in
        [(-way.x, a.x - area.min.x), (way.x, area.max.x - a.x), (-way.y, a.y - area.min.y), (way.y, area.max.y - a.y)]
    {
        if speed == 0.0 && room < 0.0 {
            return None;
        }
        if speed < 0.0 {
            from = from.max(room / speed);
        } else if speed > 0.0 {
            to = to.min(room / speed);
        }
    }
    (from <= to).then(|| (a + way * from, a + way * to))
}
