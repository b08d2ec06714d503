//! Rings cut into triangles, and these merged into convex polygons, drawn.

use super::{Drawn, Mark, Role, Shape, Shown, bridges::around};
use crate::{
    bake::voxels::{Convex, ConvexEvent, EarEvent, Ears, NoEar},
    geometry::{Bounds, Point},
    mesh::{Link, TriangleId},
};

/// More triangles at once are drawn only where they are large.
const MOST: usize = 30_000;

impl Drawn for Ears {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        draw_ears(self, view, |_, _| true, out);
        let outlines = self.bridges().outlines();
        let waiting = &outlines[outlines.len() - self.waiting()..];
        out.extend(waiting.iter().filter_map(|it| around(self.bridges(), it, Role::Outline, view)));
        if let Some((ring, left)) = self.at_work() {
            let places = left.iter().chain(left.first()).map(|&it| self.place(ring, it)).collect();
            out.push(Mark::new(Role::Outline, Shape::Polyline(places)));
        }
        out.extend(self.faults().map(|it| Mark::new(Role::Violation, Shape::Dot(it.at))));
    }

    fn draw_event(&self, event: &EarEvent, detail: &[u32], out: &mut Vec<Mark>) {
        let mut ear = |role: Role, ear: u32| out.push(Mark::new(role, Shape::triangle(self.places(ear))));
        match *event {
            EarEvent::Began { ring, .. } => {
                let ears = detail.iter().map(|&it| self.place(ring, it));
                out.extend(ears.map(|it| Mark::new(Role::Newborn, Shape::Dot(it))));
                out.push(Mark::new(Role::Focus, Shape::Dot(self.place(ring, 0))));
            }
            EarEvent::Cut { ring, corners, .. } => {
                let [a, b, c] = corners.map(|it| self.place(ring, it));
                out.push(Mark::new(Role::Newborn, Shape::triangle([a, b, c])));
                out.push(Mark::new(Role::Focus, Shape::Segment([a, c])));
                out.push(Mark::new(Role::Focus, Shape::Dot(b)));
            }
            EarEvent::GaveUp { ring, .. } => {
                let places = detail.iter().chain(detail.first()).map(|&it| self.place(ring, it)).collect();
                out.push(Mark::new(Role::Violation, Shape::Polyline(places)));
            }
            EarEvent::Misturned { ear: it } => ear(Role::Violation, it),
            EarEvent::Overlapped { ear: it, other } => {
                ear(Role::Conflict, other);
                ear(Role::Violation, it);
            }
            EarEvent::Refused { ring, corners, why } => {
                let place = |it: u32| self.place(ring, it);
                let [a, b, c] = corners.map(place);
                out.push(Mark::new(Role::Candidate, Shape::triangle([a, b, c])));
                out.push(Mark::new(Role::Focus, Shape::Dot(b)));
                match why {
                    NoEar::Turns(_) => (),
                    NoEar::Leaves(at) | NoEar::Holds(at) => {
                        out.push(Mark::new(Role::Conflict, Shape::Dot(place(at))));
                    }
                    NoEar::Met(side) => out.push(Mark::new(Role::Conflict, Shape::Segment(side.map(place)))),
                }
            }
        }
    }
}

impl Drawn for Convex {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let is_drawn = |ear: u32, side: usize| !self.is_removed(Link::new(TriangleId::new(ear), side));
        draw_ears(self.ears(), view, is_drawn, out);
        out.extend(self.faults().map(|it| Mark::new(Role::Violation, Shape::Dot(it.at))));
    }

    fn draw_event(&self, event: &ConvexEvent, _: &[u32], out: &mut Vec<Mark>) {
        match *event {
            ConvexEvent::Merged { side, .. } => {
                self.fill(side, Role::Newborn, out);
                out.push(Mark::new(Role::Focus, Shape::Segment(self.ends(side))));
            }
            ConvexEvent::Dented { side, .. } => {
                self.fill(side, Role::Focus, out);
                out.push(Mark::new(Role::Violation, Shape::Dot(self.ends(side)[0])));
            }
            ConvexEvent::Stayed { side, .. } => {
                let sides = [Some(side), self.across(side)];
                sides.into_iter().flatten().for_each(|it| self.fill(it, Role::Candidate, out));
                out.push(Mark::new(Role::Focus, Shape::Segment(self.ends(side))));
            }
        }
    }
}

impl Convex {
    /// Draws the polygon that has a side as a fan; where it is not convex that covers more than it.
    fn fill(&self, side: Link, role: Role, out: &mut Vec<Mark>) {
        let corners: Vec<Point> = self.outline(side).into_iter().map(|it| self.ends(it)[0]).collect();
        let count = corners.len();
        out.extend((2..count).map(|i| {
            let lines = [i == 2, true, i + 1 == count];
            Mark::new(role, Shape::Triangle { corners: [corners[0], corners[i - 1], corners[i]], lines })
        }));
    }
}

/// Draws ears in view, each with those of its sides that are to be drawn.
fn draw_ears(ears: &Ears, view: &Shown, is_drawn: impl Fn(u32, usize) -> bool, out: &mut Vec<Mark>) {
    let all = (0..).take(ears.all().len()).map(|it| (it, ears.places(it)));
    let seen: Vec<(u32, [Point; 3], f64)> = all
        .filter_map(|(ear, corners)| {
            let area = Bounds::around(corners);
            view.area.touches(area).then(|| (ear, corners, area.side()))
        })
        .collect();
    let drawn = |least: f64| seen.iter().filter(move |it| view.resolves(it.2, least));
    let mut least = 0.0;
    while view.scale.is_finite() && drawn(least).count() > MOST {
        least = (least * 1.4f64).max(1.0);
    }
    for &(ear, corners, _) in drawn(least) {
        let lines = [2, 0, 1].map(|side| is_drawn(ear, side));
        out.push(Mark::new(Role::Walkable, Shape::Triangle { corners, lines }));
    }
}
