//! Portals, funnel and path, drawn.

use super::{Drawn, Mark, Role, Shape, Shown, polygons::draw_polygons};
use crate::{
    geometry::Point,
    maze::Violation,
    mesh::PolygonId,
    pull::{Audit, AuditEvent, Course, Funnel, FunnelEvent, FunnelTest, Piece, Portal, PortalEvent, Portals, Side},
    trace::Thing,
};

/// How far the drawn line stays from an arc at most. \[cells]
const FLAT: f64 = 1e-4;

impl Drawn for Portals {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let mesh = self.nav().polygons();
        let last = self.corridor().last().and_then(|&it| mesh.behind(it));
        let mut crossed: Vec<PolygonId> = self.corridor().iter().map(|&it| mesh.owner(it)).chain(last).collect();
        crossed.sort_unstable();
        let role = |it| if crossed.binary_search(&it).is_ok() { Role::Corridor } else { Role::Walkable };
        draw_polygons(mesh, role, view, out);
        for (index, &portal) in (1..).zip(&self.portals()) {
            draw_portal(index, portal, out);
        }
    }

    fn draw_event(&self, event: &PortalEvent, _: &[u32], out: &mut Vec<Mark>) {
        match event {
            PortalEvent::Ordered { right_way_round, .. } => {
                let role = if *right_way_round { Role::Focus } else { Role::Violation };
                let newest = self.portals().last().copied();
                let thing = Thing::Portal(u32::try_from(self.portals().len()).unwrap_or(u32::MAX));
                out.extend(newest.map(|it| Mark::of(thing, role, Shape::Segment([it.left, it.right]))));
            }
            PortalEvent::Judged { vertex, .. } => {
                let p = self.nav().polygons().point(*vertex);
                out.push(Mark::of(Thing::Vertex(*vertex), Role::Candidate, Shape::Dot(p)));
            }
        }
    }
}

fn draw_portal(index: u32, portal: Portal, out: &mut Vec<Mark>) {
    let thing = Thing::Portal(index);
    out.push(Mark::of(thing, Role::Portal, Shape::Segment([portal.left, portal.right])));
    out.push(Mark::of(thing, Role::PortalLeft, Shape::Dot(portal.left)));
    out.push(Mark::of(thing, Role::PortalRight, Shape::Dot(portal.right)));
}

impl Drawn for Funnel {
    fn draw(&self, _: &Shown, out: &mut Vec<Mark>) {
        let inner = &self.portals()[1..self.portals().len() - 1];
        for (index, &portal) in (1..).zip(inner) {
            draw_portal(index, portal, out);
        }
        if !self.arrived() {
            let apex = self.apex();
            out.push(Mark::new(Role::FunnelLeft, Shape::Segment([apex, self.side(Side::Left)])));
            out.push(Mark::new(Role::FunnelRight, Shape::Segment([apex, self.side(Side::Right)])));
        }
        match self.is_finished() {
            true => draw_path(&self.path(), out),
            false => draw_unfinished(&self.path(), out),
        }
        if !self.arrived() {
            out.push(Mark::new(Role::Apex, Shape::Dot(self.apex())));
        }
    }

    fn draw_event(&self, event: &FunnelEvent, _: &[u32], out: &mut Vec<Mark>) {
        let portal = self.portals()[self.wedge().portal as usize];
        match *event {
            FunnelEvent::Reached { portal: index, .. } => {
                // The last one is the goal.
                let thing = (index as usize + 1 < self.portals().len()).then_some(Thing::Portal(index));
                let shapes =
                    [Shape::Segment([portal.left, portal.right]), Shape::Dot(portal.left), Shape::Dot(portal.right)];
                out.extend(shapes.map(|shape| Mark { role: Role::Focus, shape, of: thing }));
            }
            FunnelEvent::Tightened { side, .. } => {
                out.push(Mark::new(Role::Focus, Shape::Segment([self.apex(), self.side(side)])));
                out.push(Mark::new(Role::Focus, Shape::Dot(self.side(side))));
            }
            FunnelEvent::Turned { .. } => out.push(Mark::new(Role::Focus, Shape::Dot(self.apex()))),
            FunnelEvent::Arrived => out.push(Mark::new(Role::Focus, Shape::Dot(portal.left))),
            FunnelEvent::Straightened { was, .. } => {
                out.push(Mark::new(Role::Focus, Shape::Dot(self.place(was))));
            }
            FunnelEvent::Tested { side, test, turn, exact, .. } => {
                let along = match test {
                    FunnelTest::Narrows => self.side(side),
                    FunnelTest::StaysWithin => self.side(side.other()),
                };
                let candidate = portal.end(side);
                let role = if turn == exact { Role::Candidate } else { Role::Violation };
                out.push(Mark::new(Role::Focus, Shape::Segment([self.apex(), along])));
                out.push(Mark::new(role, Shape::Segment([self.apex(), candidate])));
                out.push(Mark::new(role, Shape::Dot(candidate)));
            }
            FunnelEvent::Kept { side } => out.push(Mark::new(Role::Candidate, Shape::Dot(portal.end(side)))),
        }
    }
}

impl Drawn for Audit {
    fn draw(&self, _: &Shown, out: &mut Vec<Mark>) {
        draw_course(self.course(), out);
        draw_violations(self.violations(), out);
    }

    fn draw_event(&self, event: &AuditEvent, _: &[u32], out: &mut Vec<Mark>) {
        let (segment, broken) = match *event {
            AuditEvent::Passed { segment } => (segment as usize, None),
            AuditEvent::Broke { violation } => (violation.segment, Some(violation)),
        };
        let role = if broken.is_some() { Role::Violation } else { Role::Focus };
        let thing = Thing::Segment(u32::try_from(segment).unwrap_or(u32::MAX));
        out.push(Mark::of(thing, role, shape_of(&self.course().pieces()[segment])));
        out.extend(broken.iter().map(violation));
    }
}

fn violation(it: &Violation) -> Mark {
    let segment = u32::try_from(it.segment).unwrap_or(u32::MAX);
    Mark::of(Thing::Segment(segment), Role::Violation, Shape::Dot(it.at))
}

/// Draws the rules that a path breaks, each at its place.
pub fn draw_violations(violations: &[Violation], out: &mut Vec<Mark>) {
    out.extend(violations.iter().map(violation));
}

/// Draws a finished path: its pieces and the places where they meet.
pub fn draw_course(course: &Course, out: &mut Vec<Mark>) {
    let pieces = (0..).zip(course.pieces());
    out.extend(pieces.map(|(index, piece)| Mark::of(Thing::Segment(index), Role::Path, shape_of(piece))));
    let meeting = (1..).zip(course.pieces().iter().skip(1));
    out.extend(meeting.map(|(index, piece)| Mark::of(Thing::Corner(index), Role::Corner, Shape::Dot(piece.from()))));
}

/// Draws a finished path without arcs.
pub fn draw_path(path: &[Point], out: &mut Vec<Mark>) {
    draw_course(&Course::of_points(path), out);
}

/// Arcs are drawn as lines with many bends, so near that no zoom tells them apart.
pub(super) fn shape_of(piece: &Piece) -> Shape {
    match piece {
        Piece::Segment { from, to } => Shape::Segment([*from, *to]),
        Piece::Arc(arc) => Shape::Polyline(arc.flattened(FLAT)),
    }
}

/// Draws a path whose corners may yet be left out, so that they have no numbers.
pub(super) fn draw_unfinished(path: &[Point], out: &mut Vec<Mark>) {
    if path.len() > 1 {
        out.push(Mark::new(Role::Path, Shape::Polyline(path.to_vec())));
        out.extend(path[1..path.len() - 1].iter().map(|&p| Mark::new(Role::Corner, Shape::Dot(p))));
    }
}

/// Draws the shortest path of all.
pub fn draw_optimum(optimum: &Course, out: &mut Vec<Mark>) {
    let pieces = optimum.pieces().iter();
    out.extend(pieces.map(|it| Mark::new(Role::Optimum, Shape::Polyline(it.flattened(FLAT)))));
}

/// Draws start and goal.
pub fn draw_ends(start: Option<Point>, goal: Option<Point>, out: &mut Vec<Mark>) {
    out.extend(start.map(|p| Mark::new(Role::Start, Shape::Dot(p))));
    out.extend(goal.map(|p| Mark::new(Role::Goal, Shape::Dot(p))));
}
