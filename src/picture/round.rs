//! Rounding, drawn: the polyline, the chain that is pulled taut along it, and the circles that it hugs.

use super::{
    Drawn, Mark, Role, Shape, Shown,
    pull::{draw_course, shape_of},
};
use crate::{
    pull::{Course, Piece, Round, RoundEvent, Rounding, Stop, WallCorner},
    trace::Thing,
};

impl Drawn for Round {
    fn draw(&self, _: &Shown, out: &mut Vec<Mark>) {
        if self.rounding() != Rounding::Unfinished || self.is_needless() {
            self.draw_circles(out);
            draw_course(&self.course(), out);
            return;
        }
        out.push(Mark::new(Role::Tree, Shape::Polyline(self.path().to_vec())));
        self.draw_circles(out);
        let course = self.chained().unwrap_or_default();
        out.extend(course.pieces().iter().map(|it| Mark::new(Role::Path, shape_of(it))));
        for (index, link) in (0..).zip(self.chain()) {
            if let Stop::Point(_) = link.stop {
                let thing = (index > 0).then_some(Thing::Corner(index));
                out.push(Mark { role: Role::Corner, shape: Shape::Dot(self.centre(link.stop)), of: thing });
            }
        }
    }

    fn draw_event(&self, event: &RoundEvent, _: &[u32], out: &mut Vec<Mark>) {
        let circle = |corner: WallCorner, role: Role| {
            Mark::new(role, Shape::Circle { centre: corner.place(), radius: self.radius() })
        };
        let leg = |link: u32| {
            self.leg(link as usize).map(|it| Mark::of(Thing::Segment(link), Role::Focus, Shape::Segment(it)))
        };
        match *event {
            RoundEvent::Joined => {
                let last = self.chain().last().map(|it| self.centre(it.stop));
                out.extend(last.map(|it| Mark::new(Role::Focus, Shape::Dot(it))));
            }
            RoundEvent::Hugged { link, corner, point, .. } => {
                out.push(Mark::new(Role::Focus, Shape::Dot(self.path()[point as usize])));
                out.push(Mark { of: Some(Thing::Corner(link)), ..circle(corner, Role::Focus) });
            }
            RoundEvent::LetGo { link, was } => {
                out.push(Mark::new(Role::Conflict, Shape::Dot(self.centre(was))));
                if let Stop::Circle { corner, .. } = was {
                    out.push(circle(corner, Role::Conflict));
                }
                out.extend(link.checked_sub(1).and_then(leg));
            }
            RoundEvent::PushedOff { link, corner } => {
                out.extend([link, link + 1].into_iter().filter_map(leg));
                out.push(Mark { of: Some(Thing::Corner(link + 1)), ..circle(corner, Role::Focus) });
            }
            RoundEvent::Cleared { link, .. } => out.extend(leg(link)),
            RoundEvent::Settled => {
                let arcs = self.course();
                let arcs = (0..).zip(arcs.pieces()).filter(|(_, it)| matches!(it, Piece::Arc(_)));
                out.extend(arcs.map(|(index, it)| Mark::of(Thing::Segment(index), Role::Focus, shape_of(it))));
            }
            RoundEvent::GaveUp { .. } => {
                let pieces = Course::of_points(self.path());
                out.extend(pieces.pieces().iter().map(|it| Mark::new(Role::Violation, shape_of(it))));
            }
            RoundEvent::Measured { link, corner, .. } => {
                out.extend(leg(link));
                out.push(circle(corner, Role::Candidate));
            }
        }
    }
}

impl Round {
    /// Draws the circles that the chain goes around.
    fn draw_circles(&self, out: &mut Vec<Mark>) {
        for (index, link) in (0..).zip(self.chain()) {
            if let Stop::Circle { .. } = link.stop {
                let shape = Shape::Circle { centre: self.centre(link.stop), radius: self.radius() };
                out.push(Mark::of(Thing::Corner(index), Role::Circle, shape));
            }
        }
    }
}
