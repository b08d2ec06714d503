//! The links between polygons, told.

use std::ops::ControlFlow;

use super::{Part, StageName, Thing, kind::kinds, lens::Fact, stage::Stage};
use crate::{
    bake::voxels::{Joint, LinkEvent, PolygonLinks, WELDED, links},
    mesh::{TriangleId, VertexId},
    record::{Recorder, Sink},
};

impl Stage for PolygonLinks {
    const NAME: StageName = StageName::Links;

    const WORD: &'static str = "links";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each corner of each ring",
        "  for each vertex in its place, the youngest first",
        "    if it lies more than two voxels higher or lower: leave it (unless heights don't matter)",
        "    weld the corner to it; go to the next corner",
        "  make a vertex of it",
        "for each side of each polygon that is not linked",
        "  if a side that is not linked leads the other way between its vertices",
        "    link both if their heights differ by no more than a step",
        "    else cut the link, or name it where heights don't matter",
        "  else if other sides lie there: name it, as there is one too many",
        "  else if another region lies behind it: name it as a crack",
        "  else it is a wall",
    ];

    kinds! { LinkEvent {
        LinkEvent::Placed { .. } => change("placed", Edit, 4),
        LinkEvent::Welded { .. } => change("welded", Edit, 3),
        LinkEvent::Linked { joint: Joint::Level, .. } => change("linked", Operation, 7),
        LinkEvent::Linked { joint: Joint::Cut, .. } => change("cut", Operation, 8),
        LinkEvent::Linked { joint: Joint::Jump, .. } => change("jumped", Operation, 8),
        LinkEvent::Crowded { .. } => change("crowded", Operation, 9),
        LinkEvent::Cracked { .. } => change("cracked", Operation, 10),
        LinkEvent::Parted { .. } => observation("parted", Test, 2),
        LinkEvent::Walled { .. } => observation("walled", Test, 11),
    }}

    const TOO_MANY: &'static str = "choose larger voxels (a larger voxels.cell_size), or a smaller level";

    fn run<S: Sink<LinkEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        links(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        vec![("vertices", self.vertices()), ("sides", self.sides() as usize)]
    }

    fn brief(&self, event: &LinkEvent) -> String {
        match *event {
            LinkEvent::Placed { corner } => format!("corner {corner}"),
            LinkEvent::Welded { corner, vertex } | LinkEvent::Parted { corner, vertex } => {
                format!("corner {corner}, vertex {vertex}")
            }
            LinkEvent::Linked { side, twin, .. } => {
                format!("sides {side} and {twin}, polygons {} and {}", self.polygon(side), self.polygon(twin))
            }
            LinkEvent::Crowded { side, other, .. } => format!("side {side}, other {other}"),
            LinkEvent::Cracked { side, .. } | LinkEvent::Walled { side } => {
                format!("side {side}, polygon {}", self.polygon(side))
            }
        }
    }

    fn is_fault(event: &LinkEvent) -> bool {
        event.fault().is_some()
    }

    fn sentence(&self, event: &LinkEvent) -> String {
        match *event {
            LinkEvent::Placed { corner } => {
                let (at, height) = (self.place(corner), self.height(corner));
                format!("Corner {corner} at {at}, height {height:.3}, became vertex {}.", self.vertices() - 1)
            }
            LinkEvent::Welded { corner, vertex } => {
                let [height, other] = [corner, self.corner_of(vertex)].map(|it| self.height(it));
                let at = self.place(corner);
                format!(
                    "Corner {corner} at {at}, height {height:.3}, was welded to vertex {vertex} at height {other:.3}."
                )
            }
            LinkEvent::Parted { corner, vertex } => {
                let [height, other] = [corner, self.corner_of(vertex)].map(|it| self.height(it));
                let at = self.place(corner);
                format!(
                    "Corner {corner} at {at} is another vertex than {vertex}: their heights {height:.3} and {other:.3} differ by more than {WELDED} voxels."
                )
            }
            LinkEvent::Linked { side, twin, apart, joint, .. } => {
                let [one, other] = [side, twin].map(|it| self.polygon(it));
                let [a, b] = self.ends(side).map(|it| self.place(it));
                let step = self.step();
                let what = match joint {
                    Joint::Level => format!("are linked; their heights differ by {apart} voxels at most"),
                    Joint::Cut => format!("are not linked: their heights differ by {apart} voxels, a step is {step}"),
                    Joint::Jump => {
                        format!("are linked though their heights differ by {apart} voxels, a step is {step}")
                    }
                };
                format!("Polygons {one} and {other} share the side from {a} to {b} and {what}.")
            }
            LinkEvent::Crowded { side, other, .. } => {
                let [one, other] = [side, other].map(|it| self.polygon(it));
                let [a, b] = self.ends(side).map(|it| self.place(it));
                format!(
                    "Polygon {one} has the side from {a} to {b} too, as polygon {other} has: no link is left for it."
                )
            }
            LinkEvent::Cracked { side, .. } => {
                let [a, b] = self.ends(side).map(|it| self.place(it));
                let polygon = self.polygon(side);
                format!(
                    "Polygon {polygon} ends at the border of its region from {a} to {b}, but no polygon of the other region has that side: a crack."
                )
            }
            LinkEvent::Walled { side } => {
                let [a, b] = self.ends(side).map(|it| self.place(it));
                format!("Behind the side from {a} to {b} of polygon {} lies nothing.", self.polygon(side))
            }
        }
    }

    fn facts(&self, event: &LinkEvent) -> Vec<Fact> {
        match *event {
            LinkEvent::Placed { .. } | LinkEvent::Welded { .. } | LinkEvent::Parted { .. } => {
                vec![Fact::new("vertices so far", self.vertices().to_string())]
            }
            LinkEvent::Linked { apart, .. } => vec![
                Fact::new("difference of heights", format!("{apart} voxels")),
                Fact::new("step", format!("{} voxels", self.step())),
            ],
            LinkEvent::Crowded { .. } | LinkEvent::Cracked { .. } | LinkEvent::Walled { .. } => Vec::new(),
        }
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Vertex(_) | Thing::Edge(..) | Thing::Triangle(_))
    }

    fn touch(&self, event: &LinkEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let is_vertex = |it: u32| thing == Thing::Vertex(VertexId::new(it));
        let touches = |side: u32| {
            let ends = self.ends(side).map(|it| self.vertex_of(it).map(VertexId::new));
            let edge = if let [Some(a), Some(b)] = ends { Some(Thing::edge(a, b)) } else { None };
            Thing::Triangle(TriangleId::new(self.polygon(side))) == thing || edge == Some(thing)
        };
        match *event {
            LinkEvent::Placed { corner } => self.vertex_of(corner).is_some_and(is_vertex).then_some("placed"),
            LinkEvent::Welded { vertex, .. } => is_vertex(vertex).then_some("welded"),
            LinkEvent::Parted { vertex, .. } => is_vertex(vertex).then_some("compared"),
            LinkEvent::Linked { side, twin, joint, .. } => {
                let how = match joint {
                    Joint::Level => "linked",
                    Joint::Cut => "cut off",
                    Joint::Jump => "linked over a jump",
                };
                (touches(side) || touches(twin)).then_some(how)
            }
            LinkEvent::Crowded { side, .. } => touches(side).then_some("one too many"),
            LinkEvent::Cracked { side, .. } => touches(side).then_some("cracked"),
            LinkEvent::Walled { side } => touches(side).then_some("walled"),
        }
    }
}
