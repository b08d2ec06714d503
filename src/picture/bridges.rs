//! The bridges from holes to their outlines, drawn.

use super::{Drawn, Mark, Role, Shape, Shown};
use crate::{
    bake::voxels::{BridgeEvent, Bridges, Obstacle, Ring},
    geometry::{Bounds, Point},
};

impl Drawn for Bridges {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let unjoined = self.unjoined().map(|it| &self.rings()[it]);
        out.extend(self.outlines().iter().chain(unjoined).filter_map(|it| around(self, it, Role::Outline, view)));
        out.extend(self.faults().map(|it| Mark::new(Role::Violation, Shape::Dot(it.at))));
    }

    fn draw_event(&self, event: &BridgeEvent, _: &[u32], out: &mut Vec<Mark>) {
        match *event {
            BridgeEvent::Bridged { hole, from, to } => {
                out.extend(whole(self, &self.rings()[hole as usize], Role::Focus));
                out.extend(self.bridge(hole, from, to).into_iter().flat_map(|it| line(it, Role::Newborn)));
            }
            BridgeEvent::Stranded { hole } => out.extend(whole(self, &self.rings()[hole as usize], Role::Violation)),
            BridgeEvent::Refused { hole, from, to, by } => {
                out.extend(self.bridge(hole, from, to).into_iter().flat_map(|it| line(it, Role::Candidate)));
                if let Obstacle::Side { ring, at } = by {
                    out.push(Mark::new(Role::Conflict, Shape::Segment(self.side(ring, at))));
                }
            }
        }
    }
}

/// A line with its ends.
fn line([a, b]: [Point; 2], role: Role) -> [Mark; 3] {
    [Shape::Segment([a, b]), Shape::Dot(a), Shape::Dot(b)].map(|it| Mark::new(role, it))
}

/// The line around a ring, if it lies in view.
pub(super) fn around(bridges: &Bridges, ring: &Ring, role: Role, view: &Shown) -> Option<Mark> {
    whole(bridges, ring, role).filter(|it| view.area.touches(Bounds::around(it.shape.bounds())))
}

/// The line around a ring.
fn whole(bridges: &Bridges, ring: &Ring, role: Role) -> Option<Mark> {
    let mut places: Vec<Point> = ring.vertices.iter().map(|it| bridges.place(it)).collect();
    places.push(*places.first()?);
    Some(Mark::new(role, Shape::Polyline(places)))
}
