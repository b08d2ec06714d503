//! Polygons and the links between them, drawn: each link as a line from centre to centre.

use super::{Drawn, Mark, Role, Shape, Shown};
use crate::{
    bake::voxels::{Joint, LinkEvent, PolygonLinks},
    geometry::{Bounds, Point},
    mesh::{TriangleId, VertexId},
    trace::Thing,
};

/// More polygons at once are drawn only where they are large.
const MOST: usize = 30_000;

impl Drawn for PolygonLinks {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let starts = self.starts();
        let seen: Vec<(u32, f64)> = (0..)
            .zip(starts.windows(2))
            .filter_map(|(polygon, it)| {
                let area = Bounds::around((it[0]..it[1]).map(|side| self.place(self.ends(side)[0])));
                view.area.touches(area).then(|| (polygon, area.side()))
            })
            .collect();
        let drawn = |least: f64| seen.iter().filter(move |it| view.resolves(it.1, least));
        let mut least = 0.0;
        while view.scale.is_finite() && drawn(least).count() > MOST {
            least = (least * 1.4f64).max(1.0);
        }
        let mut links = Vec::new();
        for &(polygon, _) in drawn(least) {
            self.fan(&starts, polygon, Role::Walkable, out);
            for side in starts[polygon as usize]..starts[polygon as usize + 1] {
                if self.twin(side).is_some_and(|it| side < it.0) {
                    links.push(self.link(&starts, side));
                }
            }
        }
        out.extend(links.into_iter().flatten());
        out.extend(self.flaws().iter().filter_map(|it| {
            let (_, side) = it.fault()?;
            Some(self.side(side, Role::Violation))
        }));
    }

    fn draw_event(&self, event: &LinkEvent, _: &[u32], out: &mut Vec<Mark>) {
        let dot = |role: Role, corner: u32| Mark::new(role, Shape::Dot(self.place(corner)));
        match *event {
            LinkEvent::Placed { corner } => out.push(dot(Role::Newborn, corner)),
            LinkEvent::Welded { corner, .. } => out.push(dot(Role::Focus, corner)),
            LinkEvent::Parted { corner, .. } => out.push(dot(Role::Candidate, corner)),
            LinkEvent::Linked { side, twin, joint, .. } => {
                let starts = self.starts();
                for it in [side, twin] {
                    self.fan(&starts, self.polygon(it), Role::Newborn, out);
                }
                out.push(self.side(side, if joint == Joint::Level { Role::Focus } else { Role::Violation }));
                out.extend(self.link(&starts, side));
            }
            LinkEvent::Crowded { side, other, .. } => {
                let starts = self.starts();
                for it in [side, other] {
                    self.fan(&starts, self.polygon(it), Role::Focus, out);
                }
                out.push(self.side(side, Role::Violation));
            }
            LinkEvent::Cracked { side, .. } => {
                self.fan(&self.starts(), self.polygon(side), Role::Focus, out);
                out.push(self.side(side, Role::Violation));
            }
            LinkEvent::Walled { side } => out.push(self.side(side, Role::Candidate)),
        }
    }
}

impl PolygonLinks {
    fn side(&self, side: u32, role: Role) -> Mark {
        let corners = self.ends(side);
        let shape = Shape::Segment(corners.map(|it| self.place(it)));
        match corners.map(|it| self.vertex_of(it).map(VertexId::new)) {
            [Some(a), Some(b)] => Mark::of(Thing::edge(a, b), role, shape),
            _ => Mark::new(role, shape),
        }
    }

    /// The line of a link, if it was not cut.
    fn link(&self, starts: &[u32], side: u32) -> Option<Mark> {
        let role = match self.twin(side)? {
            (_, Joint::Level) => Role::Link,
            (_, Joint::Jump) => Role::Violation,
            (_, Joint::Cut) => return None,
        };
        let (twin, _) = self.twin(side)?;
        let centre = |it: u32| {
            let polygon = self.polygon(it) as usize;
            self.centre(starts[polygon]..starts[polygon + 1])
        };
        Some(Mark::new(role, Shape::Segment([side, twin].map(centre))))
    }

    /// Draws a polygon as a fan.
    fn fan(&self, starts: &[u32], polygon: u32, role: Role, out: &mut Vec<Mark>) {
        let sides = starts[polygon as usize]..starts[polygon as usize + 1];
        let corners: Vec<Point> = sides.map(|it| self.place(self.ends(it)[0])).collect();
        let count = corners.len();
        out.extend((2..count).map(|i| {
            let (corners, lines) = ([corners[0], corners[i - 1], corners[i]], [i == 2, true, i + 1 == count]);
            Mark::of(Thing::Triangle(TriangleId::new(polygon)), role, Shape::Triangle { corners, lines })
        }));
    }
}
