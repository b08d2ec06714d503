//! Agents on their way, drawn: their bodies, their trails, and how near walls are.

use super::{Drawn, Mark, Role, Shape, Shown};
use crate::{
    geometry::{Bounds, Point},
    maze::cell_bounds,
    pull::Piece,
    trace::Thing,
    walk::{Walk, WalkEvent, Walker},
};

/// How far the drawn trail stays from an arc at most. \[cells]
const FLAT: f64 = 1e-3;

impl Drawn for Walk {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        for who in self.walkers() {
            let trail = match who {
                Walker::Follower => self.followed(),
                Walker::Steerer => thinned(self.trail(), 1.0 / view.scale),
            };
            if trail.len() > 1 {
                out.push(Mark::new(role_of(who), Shape::Polyline(trail)));
            }
        }
        for who in self.walkers() {
            self.draw_body(who, out);
        }
    }

    fn draw_event(&self, event: &WalkEvent, _: &[u32], out: &mut Vec<Mark>) {
        match *event {
            WalkEvent::Started | WalkEvent::Stepped { .. } => {
                if self.walkers().any(|it| it == Walker::Steerer) {
                    let step: Vec<Point> = self.last_step().collect();
                    out.extend((step.len() > 1).then(|| Mark::new(Role::Focus, Shape::Polyline(step))));
                }
                for who in self.walkers() {
                    let nearest = self.nearest_wall(who);
                    out.extend(nearest.map(|wall| Mark::new(Role::Focus, Shape::Segment([self.place(who), wall]))));
                }
            }
            WalkEvent::Ended { who, .. } => out.push(Mark::new(Role::Focus, Shape::Dot(self.place(who)))),
            WalkEvent::Slid { at, wall: (column, row) } => {
                let thing = [column, row].map(|it| u32::try_from(it).ok());
                let of = if let [Some(column), Some(row)] = thing { Some(Thing::Cell(column, row)) } else { None };
                let shape = Shape::Box(cell_bounds(i64::from(column), i64::from(row)));
                out.push(Mark { role: Role::Candidate, shape, of });
                out.push(Mark::new(Role::Candidate, Shape::Dot(at)));
            }
        }
    }
}

impl Walk {
    /// A body in its size, and a dot for one that has none or is seen from afar; one in a wall is marked.
    fn draw_body(&self, who: Walker, out: &mut Vec<Mark>) {
        let (role, centre, radius) = (role_of(who), self.place(who), self.radius());
        if radius > 0.0 {
            out.push(Mark::new(role, Shape::Circle { centre, radius }));
        }
        out.push(Mark::new(role, Shape::Dot(centre)));
        if !self.maze().is_free(centre, radius) {
            out.push(Mark::new(Role::Violation, Shape::Dot(centre)));
        }
    }

    /// The part of the path that the follower has behind it.
    fn followed(&self) -> Vec<Point> {
        let Some(path) = self.path() else { return Vec::new() };
        let mut left = self.walked(Walker::Follower);
        let mut trail = Vec::new();
        for piece in path.course().pieces() {
            let length = piece.length();
            match *piece {
                _ if left >= length => trail.extend(piece.flattened(FLAT)),
                Piece::Arc(arc) if left > 0.0 => trail.extend(arc.part(0.0, left / length).flattened(FLAT)),
                _ => trail.push(piece.from()),
            }
            if left < length {
                break;
            }
            left -= length;
        }
        trail.push(self.place(Walker::Follower));
        trail.dedup();
        trail
    }

    /// The place of the nearest wall, unless that is far.
    fn nearest_wall(&self, who: Walker) -> Option<Point> {
        let p = self.place(who);
        let (column, row) = self.maze().wall_too_near(p, self.clearance(who)? + 1e-6)?;
        let Bounds { min, max } = cell_bounds(column, row);
        Some(Point::new(p.x.clamp(min.x, max.x), p.y.clamp(min.y, max.y)))
    }
}

fn role_of(who: Walker) -> Role {
    match who {
        Walker::Follower => Role::Follower,
        Walker::Steerer => Role::Steerer,
    }
}

/// A trail without places nearer than so to the one before; its end stays. \[cells]
fn thinned(trail: impl Iterator<Item = Point>, apart: f64) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    let mut last = None;
    for p in trail {
        last = Some(p);
        if kept.last().is_none_or(|it| it.distance(p) >= apart) {
            kept.push(p);
        }
    }
    kept.extend(last.filter(|it| kept.last() != Some(it)));
    kept
}
