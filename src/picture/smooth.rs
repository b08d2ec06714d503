//! Smoothing, drawn: the path as it was, what stays of it, and the line that is looked along.

use super::{
    Drawn, Mark, Role, Shape, Shown,
    pull::{draw_path, draw_unfinished},
};
use crate::{
    maze::cell_bounds,
    pull::{Sight, Smooth, SmoothEvent, Smoothing, blocked_by, bresenham},
    trace::Thing,
};

impl Drawn for Smooth {
    fn draw(&self, _: &Shown, out: &mut Vec<Mark>) {
        if self.path().len() > 1 {
            out.push(Mark::new(Role::Tree, Shape::Polyline(self.path().to_vec())));
        }
        if self.is_finished() {
            return draw_path(&self.points(), out);
        }
        if self.smoothing() == Smoothing::BestSubset {
            let points = (1..).zip(1..self.decided());
            let ways = points.filter_map(|(point, _)| Some((self.way(point)?.0, point)));
            out.extend(ways.map(|(via, point)| self.line(Role::Tree, via, point)));
        }
        draw_unfinished(&self.points(), out);
    }

    fn draw_event(&self, event: &SmoothEvent, _: &[u32], out: &mut Vec<Mark>) {
        let dot = |role, point| Mark::new(role, Shape::Dot(self.point(point)));
        match *event {
            SmoothEvent::Kept { point, was } => {
                if let [.., from, to] = self.kept()[..] {
                    out.push(self.line(Role::Focus, from, to));
                }
                out.extend((was..point).map(|it| dot(Role::Conflict, it)));
                out.push(dot(Role::Focus, point));
            }
            SmoothEvent::Dropped { point } => out.push(dot(Role::Conflict, point)),
            SmoothEvent::Linked { point, via } => {
                out.push(self.line(Role::Focus, via, point));
                out.push(dot(Role::Focus, point));
            }
            SmoothEvent::Looked { from, to, seen, exact } => {
                self.draw_cells(from, to, out);
                let role = match (seen, exact) {
                    (true, true) => Role::Candidate,
                    (false, false) => Role::Conflict,
                    _ => Role::Violation,
                };
                out.push(self.line(role, from, to));
                out.push(dot(Role::Focus, from));
                out.push(dot(Role::Candidate, to));
            }
        }
    }
}

impl Smooth {
    fn line(&self, role: Role, from: u32, to: u32) -> Mark {
        Mark::new(role, Shape::Segment([self.point(from), self.point(to)]))
    }

    /// Draws the cells that were looked over, and the walls that are in the way: as it was told, and exactly.
    fn draw_cells(&self, from: u32, to: u32, out: &mut Vec<Mark>) {
        let ends @ [a, b] = [from, to].map(|it| self.point(it));
        let cell = |role, (column, row): (i64, i64)| {
            let thing = [column, row].map(|it| u32::try_from(it).ok());
            let of = if let [Some(column), Some(row)] = thing { Some(Thing::Cell(column, row)) } else { None };
            Mark { role, shape: Shape::Box(cell_bounds(column, row)), of }
        };
        if self.sight() == Sight::Bresenham {
            let [first, last] = ends.map(|it| self.maze().floor_at(it));
            let passed = bresenham(first, last).take_while(|&(column, row)| !self.maze().is_wall(column, row));
            out.extend(passed.map(|it| cell(Role::Candidate, it)));
        }
        let told = blocked_by(self.maze(), a, b, self.radius(), self.sight());
        out.extend(told.map(|it| cell(Role::Conflict, it)));
        let exact = blocked_by(self.maze(), a, b, self.radius(), Sight::Exact);
        out.extend(exact.filter(|_| told.is_none()).map(|it| cell(Role::Violation, it)));
    }
}
