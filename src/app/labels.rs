//! Ids of triangles and vertices, g, h and f of cells, and the numbers of columns and rows, where there is room for them.

use egui::{Align2, Color32, FontId, Painter, Rect, Ui, Visuals, pos2};

use super::camera::Projection;
use crate::{
    geometry::{Bounds, Point, doubled_area},
    maze::Maze,
    picture::{Mark, Shape},
    search::GridSearch,
    trace::Thing,
};

/// Smaller triangles have no room for their number. \[points]
const LEAST_TRIANGLE: f64 = 64.0;
/// Where a cell is smaller, vertices have no room for theirs. \[points]
const LEAST_CELL: f64 = 90.0;
/// Where a cell is smaller, it has no room for three numbers. \[points]
const LEAST_NUMBERS: f64 = 48.0;
/// How many labels are drawn at most; more can't be read.
const MOST: usize = 400;

/// Draws them.
pub(super) fn show(ui: &Ui, maze: &Maze, cells: Option<&GridSearch>, marks: &[Mark], view: &Projection) {
    let painter = ui.painter_at(view.screen);
    let weak = ui.visuals().weak_text_color();
    ids(&painter, marks, view, weak);
    if let Some(search) = cells.filter(|_| view.scale() >= LEAST_NUMBERS) {
        estimates(&painter, search, marks, view, ui.visuals());
    }
    rulers(&painter, maze, view, ui);
}

/// The part of the screen without the rulers. A label beside a number of theirs would read as one number with it.
fn free(view: &Projection) -> Rect {
    Rect::from_min_max(view.screen.min + egui::vec2(44.0, 22.0), view.screen.max)
}

fn ids(painter: &Painter, marks: &[Mark], view: &Projection, colour: Color32) {
    let font = FontId::monospace(10.0);
    // A thin triangle may be long, and still have no room.
    let size = |it: &Mark| {
        let Shape::Triangle { corners, .. } = it.shape else { return 0.0 };
        doubled_area(&corners).abs().sqrt().min(Bounds::around(corners).side()) * view.scale()
    };
    // A polygon is drawn as several triangles in a row; its name stands in the largest.
    let things = marks.chunk_by(|a, b| a.of == b.of && matches!(a.of, Some(Thing::Triangle(_))));
    let largest = things.filter_map(|it| it.iter().max_by(|a, b| size(a).total_cmp(&size(b))));
    let labelled = largest.filter_map(|it| match (it.of?, &it.shape) {
        (Thing::Triangle(id), Shape::Triangle { corners, .. }) => {
            (size(it) >= LEAST_TRIANGLE).then(|| (Point::centroid(*corners), id.number(), Align2::CENTER_CENTER))
        }
        (Thing::Vertex(id), Shape::Dot(p)) if view.scale() >= LEAST_CELL => {
            Some((*p, id.number(), Align2::LEFT_BOTTOM))
        }
        _ => None,
    });
    let visible = labelled.map(|(p, id, align)| (view.screen_from_world(p), id, align));
    let free = free(view);
    for (at, id, align) in visible.filter(|it| free.contains(it.0)).take(MOST) {
        let off = if align == Align2::LEFT_BOTTOM { egui::vec2(3.0, -2.0) } else { egui::Vec2::ZERO };
        painter.text(at + off, align, id, font.clone(), colour);
    }
}

/// What a search knows of the cells that are drawn: g and h above, f below. An h that is more than the rest of the way is marked.
fn estimates(painter: &Painter, search: &GridSearch, marks: &[Mark], view: &Projection, visuals: &Visuals) {
    let (colour, ground) = (visuals.text_color(), visuals.panel_fill.gamma_multiply(0.7));
    let cells = marks.iter().filter_map(|it| match it.of? {
        Thing::Cell(column, row) => Some((column, row)),
        _ => None,
    });
    let cells = cells.filter_map(|cell| Some((cell, search.node(cell).steps()?)));
    let free = free(view);
    let middles = cells.map(|(cell, g)| (view.screen_from_world(search.centre(cell)), cell, g));
    for (at, cell, g) in middles.filter(|it| free.contains(it.0)).take(MOST) {
        let too_much = search.rest_at_hand(cell).is_some_and(|rest| search.h(cell) > rest.length() + 1e-9);
        let sign = if too_much { "!" } else { "" };
        let text = format!("g {:.2}\nh {:.2}{sign}\nf {:.2}", g.length(), search.h(cell), search.f(cell, g));
        let text = painter.layout_no_wrap(text, FontId::monospace(10.0), colour);
        let area = Align2::CENTER_CENTER.anchor_size(at, text.size());
        painter.rect_filled(area.expand(2.0), 3.0, ground);
        painter.galley(area.min, text, colour);
    }
}

/// Columns along the top, rows along the left.
fn rulers(painter: &Painter, maze: &Maze, view: &Projection, ui: &Ui) {
    let screen = view.screen;
    // Every how many cells there is a number, so that they don't touch.
    let Some(step) =
        [1u32, 2, 5, 10, 20, 50, 100, 200, 500, 1000].into_iter().find(|it| f64::from(*it) * view.scale() >= 28.0)
    else {
        return;
    };
    // Along the maze where that is in view, else along the edges, as far as there is room.
    let corner = view.screen_from_world(Point::default());
    let top = (corner.y - 8.0).min(screen.max.y).max(screen.min.y + 8.0);
    let left = (corner.x - 6.0).min(screen.max.x).max(screen.min.x + 26.0);
    let count = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    for column in (0..count(maze.columns())).step_by(step as usize) {
        let x = view.screen_from_world(Point::new(f64::from(column) + 0.5, 0.0)).x;
        if (left + 12.0..screen.max.x).contains(&x) {
            number(painter, pos2(x, top), Align2::CENTER_CENTER, column, ui);
        }
    }
    for row in (0..count(maze.rows())).step_by(step as usize) {
        let y = view.screen_from_world(Point::new(0.0, f64::from(row) + 0.5)).y;
        if (top + 10.0..screen.max.y).contains(&y) {
            number(painter, pos2(left, y), Align2::RIGHT_CENTER, row, ui);
        }
    }
}

/// A number on a ground of its own, so that it can be read on whatever lies below.
fn number(painter: &Painter, at: egui::Pos2, align: Align2, number: u32, ui: &Ui) {
    let visuals = ui.visuals();
    let text = painter.layout_no_wrap(number.to_string(), FontId::monospace(10.0), visuals.weak_text_color());
    let area = align.anchor_size(at, text.size());
    painter.rect_filled(area.expand2(egui::vec2(2.0, 0.0)), 3.0, visuals.panel_fill.gamma_multiply(0.8));
    painter.galley(area.min, text, visuals.weak_text_color());
}
