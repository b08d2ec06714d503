//! Spans and surfaces, drawn as seen from above: columns side by side as one box, where several spans lie above one another the highest
//! last. Where a column is less than a pixel, only as many are looked at as there are pixels.

use std::ops::Range;

use super::{Drawn, Mark, Role, Shape, Shown};
use crate::{
    bake::voxels::{
        Erode, ErodeEvent, Rasterise, RasteriseEvent, Sift, Span, SpanEvent, SpanRule, Surface, TopId, VoxelGrid,
    },
    geometry::Bounds,
    trace::Thing,
};

/// Smaller columns are not drawn one by one. \[pixels]
const SMALLEST_COLUMN: f64 = 6.0;
/// More columns at once are a grey mass, and cost more than a frame may.
const MOST_COLUMNS: usize = 20_000;

/// Draws what one can walk on.
pub fn draw_surface(surface: &Surface, view: &Shown, out: &mut Vec<Mark>) {
    draw_tops(surface, |_| Role::Walkable, view, out);
}

fn draw_tops(surface: &Surface, role: impl Fn(TopId) -> Role, view: &Shown, out: &mut Vec<Mark>) {
    let in_layer = |column, row, layer| surface.in_column(column, row).nth(layer).map(&role);
    draw_columns(surface.grid(), in_layer, view, out);
}

/// Draws the columns in view, layer upon layer: `role` is that of a column, its row, and a layer, if there is one.
fn draw_columns(grid: &VoxelGrid, role: impl Fn(u32, u32, usize) -> Option<Role>, view: &Shown, out: &mut Vec<Mark>) {
    let area = view.area.within(grid.bounds());
    let columns = range(area.min.x - grid.corner.x, area.max.x - grid.corner.x, grid.cell_size, grid.columns);
    let rows = range(area.min.y - grid.corner.y, area.max.y - grid.corner.y, grid.cell_size, grid.rows);
    let one_by_one = view.resolves(grid.cell_size, SMALLEST_COLUMN) && columns.len() * rows.len() <= MOST_COLUMNS;
    let stride = whole((1.0 / (grid.cell_size * view.scale)).ceil()).max(1);
    for row in rows.step_by(stride as usize) {
        for layer in 0.. {
            let looked_at = columns.clone().step_by(stride as usize);
            let roles: Vec<(u32, Option<Role>)> = looked_at.map(|it| (it, role(it, row, layer))).collect();
            if roles.iter().all(|it| it.1.is_none()) {
                break;
            }
            for run in roles.chunk_by(|one, other| one.1 == other.1 && !one_by_one) {
                let [(first, Some(role)), ..] = *run else { continue };
                let end = |it: u32, count: u32| f64::from(it.saturating_add(stride).min(count));
                let right = end(run[run.len() - 1].0, grid.columns);
                let (min, max) = (grid.lattice(first.into(), row.into()), grid.lattice(right, end(row, grid.rows)));
                let of = one_by_one.then_some(Thing::Cell(first, row));
                out.push(Mark { role, shape: Shape::Box(Bounds { min, max }), of });
            }
        }
    }
}

/// The columns that lie between two distances from the first one's beginning.
fn range(from: f64, to: f64, size: f64, count: u32) -> Range<u32> {
    whole((from / size).floor())..whole((to / size).ceil()).min(count)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "out of range it is the nearest that is")]
fn whole(value: f64) -> u32 {
    value as u32
}

fn role_of(span: Span) -> Role {
    if span.ground.is_some() { Role::Walkable } else { Role::Wall }
}

fn draw_column(grid: &VoxelGrid, (column, row): (u32, u32), role: Role, out: &mut Vec<Mark>) {
    out.push(Mark::of(Thing::Cell(column, row), role, Shape::Box(grid.bounds_of(column, row))));
}

impl Drawn for Rasterise {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let in_layer = |column, row, layer| self.spans_at(column, row).get(layer).map(|it| role_of(*it));
        draw_columns(self.grid(), in_layer, view, out);
    }

    fn draw_event(&self, event: &RasteriseEvent, _: &[u32], out: &mut Vec<Mark>) {
        let mut draw_triangle = |triangle: u32| {
            let [a, b, c] = self.level().corners_in_plan(triangle as usize);
            out.push(Mark::new(Role::Focus, Shape::Polyline(vec![a, b, c, a])));
        };
        match *event {
            RasteriseEvent::Added { at, .. } => {
                draw_triangle(at.triangle);
                draw_column(self.grid(), self.grid().column_of(at.cell as usize), Role::Newborn, out);
            }
            RasteriseEvent::Begun { triangle } => draw_triangle(triangle),
        }
    }
}

impl<R: SpanRule> Drawn for Sift<R> {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let in_layer = |column: u32, row: u32, layer: usize| {
            let now = self.spans().spans_at(column, row).get(layer)?;
            let has_fallen = now.ground.is_none() && self.given().spans_at(column, row)[layer].ground.is_some();
            Some(if has_fallen { Role::Dropped } else { role_of(*now) })
        };
        draw_columns(self.grid(), in_layer, view, out);
    }

    fn draw_event(&self, event: &SpanEvent<R::Why>, _: &[u32], out: &mut Vec<Mark>) {
        let at = self.given().column_of(event.span());
        let can_walk = self.spans().all()[event.span() as usize].ground.is_some();
        let role = match event {
            SpanEvent::Changed { .. } if can_walk => Role::Newborn,
            SpanEvent::Changed { .. } => Role::Conflict,
            SpanEvent::Kept { .. } => Role::Focus,
        };
        draw_column(self.grid(), at, role, out);
    }
}

impl Drawn for Erode {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let role = |top| if self.has_fallen(top) { Role::Dropped } else { Role::Walkable };
        draw_tops(self.given(), role, view, out);
    }

    fn draw_event(&self, event: &ErodeEvent, _: &[u32], out: &mut Vec<Mark>) {
        let mut draw = |id: TopId, role: Role| {
            let top = self.given().top(id);
            draw_column(self.grid(), (top.column, top.row), role, out);
        };
        match *event {
            ErodeEvent::Measured { top, by, .. } | ErodeEvent::Lowered { top, by, .. } => {
                draw(top, Role::Newborn);
                if by != TopId::NONE {
                    draw(by, Role::Focus);
                }
            }
            ErodeEvent::Compared { top, by, .. } => {
                draw(top, Role::Focus);
                draw(by, Role::Candidate);
            }
            ErodeEvent::Fell { top } => draw(top, Role::Conflict),
            ErodeEvent::Kept { top } => draw(top, Role::Focus),
        }
    }
}
