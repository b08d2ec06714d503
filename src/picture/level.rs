//! Level geometry, seen from above: what faces up as floor, the higher the later; what stands upright or is steep as wall.

use super::{Mark, Role, Shape, Shown, bake::least_size};
use crate::{
    geometry::{Bounds, Turn, turn},
    maze::Level,
};

/// What is steeper than this is drawn as wall. \[rise over run]
const STEEP: f64 = 1.0;

/// Draws the triangles in view: one by one, the smallest left out if there are too many.
pub(super) fn draw_level(level: &Level, view: &Shown, out: &mut Vec<Mark>) {
    let mut seen: Vec<(usize, f64)> = Vec::new();
    for triangle in 0..level.triangles().len() {
        let area = Bounds::around(level.corners_in_plan(triangle));
        if view.area.touches(area) {
            seen.push((triangle, area.side() * view.scale));
        }
    }
    let least = least_size(&seen, view);
    seen.retain(|it| it.1 >= least);
    let height = |triangle: usize| level.corners(triangle).iter().map(|it| it[2]).sum::<f64>();
    seen.sort_by(|a, b| height(a.0).total_cmp(&height(b.0)));
    for (triangle, _) in seen {
        let [a, b, c] = level.corners_in_plan(triangle);
        match turn(a, b, c).verdict {
            Turn::Left => {
                let role = if slope(level.corners(triangle)) > STEEP { Role::Wall } else { Role::Floor };
                out.push(Mark::new(role, Shape::triangle([a, b, c])));
            }
            // Upright: a line, as long as it gets.
            Turn::Straight => {
                let sides = [[a, b], [b, c], [c, a]];
                let longest = sides.into_iter().max_by(|p, q| p[0].distance(p[1]).total_cmp(&q[0].distance(q[1])));
                out.extend(longest.map(|it| Mark::new(Role::Wall, Shape::Polyline(it.into()))));
            }
            Turn::Right => (),
        }
    }
}

/// How steep a triangle is. \[rise over run; infinite if it is upright]
fn slope([a, b, c]: [[f64; 3]; 3]) -> f64 {
    let [u, v] = [b, c].map(|it| [it[0] - a[0], it[1] - a[1], it[2] - a[2]]);
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    normal[0].hypot(normal[1]) / normal[2].abs()
}
