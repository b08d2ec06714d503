//! The walls' outlines, drawn.

use super::{Drawn, Mark, Role, Shape, Shown};
use crate::{
    bake::{Outline, OutlineEvent},
    geometry::{Bounds, Point},
};

/// Shorter edges are not drawn one by one, but as one line from where they begin to where they end. \[pixels]
const SHORTEST: f64 = 1.5;

impl Drawn for Outline {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let mut line = Line::default();
        // Of rings that have not grown yet, the ring itself.
        for ring in self.joined()..=self.rings() {
            let mut corners = self.ring(ring);
            if ring < self.rings() {
                corners.extend(corners.first().copied());
            }
            for pair in corners.windows(2) {
                line.go([pair[0], pair[1]], view, out);
            }
            line.end(out);
        }
        for &edge in self.edges() {
            line.go(edge.map(|it| self.points()[it as usize]), view, out);
        }
        line.end(out);
    }

    fn draw_event(&self, event: &OutlineEvent, _: &[u32], out: &mut Vec<Mark>) {
        let ring = |ring: u32| {
            let mut corners = self.ring(ring as usize);
            corners.extend(corners.first().copied());
            Mark::new(Role::Focus, Shape::Polyline(corners))
        };
        match *event {
            OutlineEvent::Bent { column, row } => {
                let at = Point::new(f64::from(column), f64::from(row));
                let before = self.ring(self.rings()).into_iter().rev().nth(1);
                out.extend(before.map(|it| Mark::new(Role::Newborn, Shape::Segment([it, at]))));
                out.push(Mark::new(Role::Focus, Shape::Dot(at)));
            }
            OutlineEvent::Closed { ring: it } | OutlineEvent::Joined { ring: it } => out.push(ring(it)),
            OutlineEvent::Grew { corner } => {
                let points = self.grown(corner as usize);
                out.extend(points.iter().map(|&it| Mark::new(Role::Newborn, Shape::Dot(it))));
                out.push(Mark::new(Role::Newborn, Shape::Polyline(points)));
                out.push(Mark::new(Role::Focus, Shape::Dot(self.corner(corner as usize))));
            }
            OutlineEvent::Crossed { one, other } => {
                out.extend([one, other].map(|it| Mark::new(Role::Conflict, Shape::Segment(self.ends(it)))));
                out.extend(self.last_crossing().map(|it| Mark::new(Role::Focus, Shape::Dot(it))));
            }
            OutlineEvent::Missed { one, other } => {
                out.extend([one, other].map(|it| Mark::new(Role::Candidate, Shape::Segment(self.ends(it)))));
            }
            OutlineEvent::Cut { .. } => {
                out.extend(self.last_cuts().map(|it| Mark::new(Role::Newborn, Shape::Dot(it))));
            }
        }
    }
}

/// A line that edges are put to, as long as each begins where the one before ended.
#[derive(Default)]
struct Line {
    points: Vec<Point>,
    /// Where the last edge ended, which may be too near to the last point to be one itself.
    end: Option<Point>,
}

impl Line {
    fn go(&mut self, [from, to]: [Point; 2], view: &Shown, out: &mut Vec<Mark>) {
        if !view.area.touches(Bounds::around([from, to])) {
            return self.end(out);
        }
        if self.end != Some(from) {
            self.end(out);
            self.points.push(from);
        }
        if self.points.last().is_some_and(|last| view.resolves(last.distance(to), SHORTEST)) {
            self.points.push(to);
        }
        self.end = Some(to);
    }

    fn end(&mut self, out: &mut Vec<Mark>) {
        let mut points = std::mem::take(&mut self.points);
        points.extend(self.end.take().filter(|it| points.last() != Some(it)));
        if points.len() > 1 {
            out.push(Mark::new(Role::Outline, Shape::Polyline(points)));
        }
    }
}
