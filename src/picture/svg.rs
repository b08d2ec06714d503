//! Marks as SVG.

use std::fmt::Write as _;

use super::{
    Mark, Role, Shape,
    palette::{self, Glyph, Mode, Rgba, Style},
};
use crate::{
    geometry::{Bounds, Point},
    io::{OutputKind, visible},
};

/// The longer side of the picture. \[pixels]
const SIDE: f64 = 1200.0;
/// What is left free around the maze. \[pixels]
const MARGIN: f64 = 16.0;

/// What every picture begins with.
const BEGINNING: &str = "<svg class=\"navscope\" ";

/// Pictures as a kind of output.
pub const SVG: OutputKind = OutputKind { name: "a picture", is_own: |it| it.starts_with(BEGINNING.as_bytes()) };

/// Draws the marks, in order, into a picture of `area`, under a title that also tells what is seen.
#[must_use]
pub fn to_svg(marks: &[Mark], area: Bounds, title: &str, mode: Mode) -> String {
    let scale = (SIDE / area.side().max(1.0)).clamp(1.0, 64.0);
    let map = |p: Point| ((p.x - area.min.x) * scale + MARGIN, (p.y - area.min.y) * scale + MARGIN);
    let (width, height) = map(area.max);
    let (width, height) = (width + MARGIN, height + MARGIN);
    let mut svg = format!(
        "{BEGINNING}xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n"
    );
    let title = visible(title).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // Writing into a string can't fail.
    let _ = writeln!(svg, "<title>{title}</title>");
    let _ = writeln!(svg, "<style>\n{}</style>", style_sheet(marks, mode));
    let _ = writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>", colour(palette::backdrop(mode)));
    for mark in marks {
        let class = class(mark.role);
        match &mark.shape {
            Shape::Box(it) => {
                let ((x, y), (right, bottom)) = (map(it.min), map(it.max));
                let (width, height) = (right - x, bottom - y);
                let _ = writeln!(
                    svg,
                    "<rect class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"/>"
                );
            }
            Shape::Triangle { corners, lines } => {
                let _ = writeln!(svg, "<polygon class=\"{class} f\" points=\"{}\"/>", points(corners, map));
                for (i, _) in lines.iter().enumerate().filter(|(_, drawn)| **drawn) {
                    let side = [corners[i], corners[(i + 1) % 3]];
                    let _ = writeln!(svg, "<polyline class=\"{class} l\" points=\"{}\"/>", points(&side, map));
                }
            }
            Shape::Segment(it) => {
                let _ = writeln!(svg, "<polyline class=\"{class} l\" points=\"{}\"/>", points(it, map));
            }
            Shape::Polyline(it) => {
                let _ = writeln!(svg, "<polyline class=\"{class} l\" points=\"{}\"/>", points(it, map));
            }
            Shape::Circle { centre, radius } => {
                let (x, y) = map(*centre);
                let radius = radius * scale;
                let _ = writeln!(svg, "<circle class=\"{class} l\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\"/>");
            }
            Shape::Dot(it) => {
                svg.push_str(&glyph(map(*it), palette::style(mark.role, mode), &class));
                svg.push('\n');
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn points(points: &[Point], map: impl Fn(Point) -> (f64, f64)) -> String {
    let mapped: Vec<String> = points.iter().map(|&p| map(p)).map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
    mapped.join(" ")
}

fn class(role: Role) -> String {
    role.name().replace(", ", "-").replace(' ', "-")
}

/// One rule for each role that occurs.
fn style_sheet(marks: &[Mark], mode: Mode) -> String {
    let mut css = String::new();
    for role in Role::ALL.into_iter().filter(|role| marks.iter().any(|it| it.role == *role)) {
        let Style { fill, line, width, dash, .. } = palette::style(role, mode);
        let (class, fill, line) = (class(role), colour(fill), colour(line));
        let line_ends = match dash > 0.0 {
            true => format!("stroke-linecap:butt;stroke-dasharray:{dash}"),
            false => "stroke-linecap:round".to_owned(),
        };
        let _ = writeln!(
            css,
            ".{class}{{fill:{fill};stroke:{line};stroke-width:{width};stroke-linejoin:round;{line_ends}}}"
        );
    }
    css.push_str(".l{fill:none}\n.f{stroke:none}\n");
    css
}

fn colour([r, g, b, a]: Rgba) -> String {
    match a {
        0 => "none".to_owned(),
        255 => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => format!("rgba({r},{g},{b},{:.2})", f64::from(a) / 255.0),
    }
}

fn glyph((x, y): (f64, f64), style: Style, class: &str) -> String {
    let r = f64::from(style.dot);
    match style.glyph {
        Glyph::Disc => format!("<circle class=\"{class}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{r:.2}\"/>"),
        Glyph::Ring => format!("<circle class=\"{class} l\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{r:.2}\"/>"),
        Glyph::Cross => {
            format!("<path class=\"{class} l\" d=\"M{:.2},{:.2}l{d},{d}m0,-{d}l-{d},{d}\"/>", x - r, y - r, d = 2.0 * r)
        }
        Glyph::Square | Glyph::Diamond | Glyph::Triangle => {
            let corners: Vec<String> =
                outline(style.glyph).iter().map(|(dx, dy)| format!("{:.2},{:.2}", x + dx * r, y + dy * r)).collect();
            format!("<polygon class=\"{class}\" points=\"{}\"/>", corners.join(" "))
        }
    }
}

/// The corners of a glyph with corners, around the origin.
#[must_use]
pub fn outline(glyph: Glyph) -> &'static [(f64, f64)] {
    match glyph {
        Glyph::Square => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
        Glyph::Diamond => &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
        Glyph::Triangle => &[(0.0, -1.3), (1.15, 0.8), (-1.15, 0.8)],
        Glyph::Disc | Glyph::Ring | Glyph::Cross => &[],
    }
}
