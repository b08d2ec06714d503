//! The rectangles, drawn.

use super::{Drawn, Mark, Role, Shape, Shown};
use crate::{
    bake::{Rectangle, RectangleEvent, Rectangles},
    geometry::{Bounds, Point},
    maze::cell_bounds,
    trace::Thing,
};

/// More rectangles at once are drawn only where they are large.
const MOST: usize = 30_000;

impl Drawn for Rectangles {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let seen: Vec<Bounds> = self.all().iter().map(Rectangle::bounds).filter(|it| view.area.touches(*it)).collect();
        let drawn = |least: f64| seen.iter().filter(move |it| view.resolves(it.side(), least));
        let mut least = 0.0;
        while view.scale.is_finite() && drawn(least).count() > MOST {
            least = (least * 1.4f64).max(1.0);
        }
        for &area in drawn(least) {
            out.push(Mark::new(Role::Walkable, Shape::Box(area)));
            out.push(Mark::new(Role::Outline, border(area)));
        }
    }

    fn draw_event(&self, event: &RectangleEvent, _: &[u32], out: &mut Vec<Mark>) {
        let whole = event.rectangle();
        let mut fill = |role: Role, it: Rectangle| out.push(Mark::new(role, Shape::Box(it.bounds())));
        match *event {
            RectangleEvent::Placed { .. } => fill(Role::Newborn, whole),
            RectangleEvent::Begun { .. } | RectangleEvent::Refused { .. } => fill(Role::Focus, whole),
            RectangleEvent::Widened { .. } => {
                fill(Role::Focus, Rectangle { columns: whole.columns - 1, ..whole });
                fill(Role::Newborn, Rectangle { column: whole.column + whole.columns - 1, columns: 1, ..whole });
            }
            RectangleEvent::Deepened { .. } => {
                fill(Role::Focus, Rectangle { rows: whole.rows - 1, ..whole });
                fill(Role::Newborn, Rectangle { row: whole.row + whole.rows - 1, rows: 1, ..whole });
            }
        }
        out.push(Mark::new(Role::Focus, border(whole.bounds())));
        if let RectangleEvent::Refused { column, row, .. } = *event {
            let cell = Shape::Box(cell_bounds(column.into(), row.into()));
            out.push(Mark::of(Thing::Cell(column, row), Role::Conflict, cell));
        }
    }
}

/// The line around a box.
fn border(Bounds { min, max }: Bounds) -> Shape {
    Shape::Polyline(vec![min, Point::new(min.x, max.y), max, Point::new(max.x, min.y), min])
}
