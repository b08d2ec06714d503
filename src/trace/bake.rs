//! The stages of a bake, told.

use std::ops::ControlFlow;

use super::{
    lens::{Fact, Lens},
    stage::{Stage, StageName},
};
use crate::{
    bake::{Filter, FilterEvent, SampleEvent, Samples, filter, sample},
    geometry::{Place, Point, Turn},
    mesh::{FRAME, Link, MeshEvent, TriangleId, Triangulation, triangulate},
    record::{Recorder, Sink},
};

impl Stage for Samples {
    const NAME: StageName = StageName::Samples;

    fn run<S: Sink<SampleEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        sample(recorder)
    }

    fn kind(event: &SampleEvent) -> &'static str {
        match event {
            SampleEvent::Sampled { .. } => "sampled",
            SampleEvent::Added { .. } => "added",
            SampleEvent::Refused { .. } => "refused",
        }
    }

    fn sentence(&self, event: &SampleEvent) -> String {
        match *event {
            SampleEvent::Sampled { column, row } => {
                format!("Floor cell ({column}, {row}) got its points; there are {} now.", self.points().len())
            }
            SampleEvent::Added { goal } => {
                let (which, at) = if goal { ("goal", self.maze().goal) } else { ("start", self.maze().start) };
                format!("The {which} {} was added as a point.", at.unwrap_or_default())
            }
            SampleEvent::Refused { column, row, index } => {
                format!(
                    "Point {index} of cell ({column}, {row}) is left out: a wall is nearer than the agent's radius."
                )
            }
        }
    }
}

/// A triangle by its number and corners, as in `812 (3, 7, ∞)`.
pub(super) fn name_triangle(mesh: &Triangulation, triangle: TriangleId) -> String {
    let name = |corner: u32| if corner == FRAME { "∞".to_owned() } else { corner.to_string() };
    let corners = mesh.triangles()[triangle as usize].corners.map(name).join(", ");
    format!("{triangle} ({corners})")
}

impl Stage for Triangulation {
    const NAME: StageName = StageName::Triangulate;

    fn run<S: Sink<MeshEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        triangulate(recorder)
    }

    fn kind(event: &MeshEvent) -> &'static str {
        match event {
            MeshEvent::Began { .. } => "began",
            MeshEvent::Inserted { .. } => "inserted",
            MeshEvent::Tore { .. } => "tore",
            MeshEvent::Merged { .. } => "merged",
            MeshEvent::Skipped { .. } => "skipped",
            MeshEvent::Walked { .. } => "walked",
            MeshEvent::Tested { .. } => "tested",
            MeshEvent::Conflicted { .. } => "conflicted",
        }
    }

    fn sentence(&self, event: &MeshEvent) -> String {
        let next = self.next();
        match *event {
            MeshEvent::Began { corners: [a, b, c] } => {
                let what = if a as usize >= self.samples() { "the super-triangle" } else { "the first triangle" };
                format!("Vertices {a}, {b} and {c} make {what}.")
            }
            MeshEvent::Inserted { vertex, removed } => {
                let star = self.newest_star(vertex);
                format!(
                    "Vertex {vertex} {} was inserted: {} in conflict gave way to {}, numbers {} to {}.",
                    self.point(vertex),
                    count_triangles(removed as usize),
                    star.len(),
                    star.start,
                    star.end - 1,
                )
            }
            MeshEvent::Tore { vertex, removed } => format!(
                "Vertex {vertex} {} tore the mesh: the {removed} triangles in conflict with it form no disc.",
                self.point(vertex)
            ),
            MeshEvent::Merged { vertex, into } => {
                format!("Vertex {vertex} {} lies on vertex {into}, and was left out.", self.point(vertex))
            }
            MeshEvent::Skipped { vertex } => {
                format!("Vertex {vertex} {} is in no triangle's circle, and was left out.", self.point(vertex))
            }
            MeshEvent::Walked { edge, turn, .. } => {
                let beyond = match turn {
                    Turn::Left => "on the near side of",
                    Turn::Straight => "on the line of",
                    Turn::Right => "beyond",
                };
                let triangle = name_triangle(self, edge.triangle());
                if self.triangles()[edge.triangle() as usize].corners.contains(&FRAME) {
                    let seen = match turn {
                        Turn::Left => "lies outside",
                        Turn::Straight => "lies on the line of",
                        Turn::Right => "is not seen from",
                    };
                    return format!("Vertex {next} {seen} the hull's edge at symbolic triangle {triangle}.");
                }
                format!("Vertex {next} lies {beyond} side {} of triangle {triangle}.", edge.side())
            }
            MeshEvent::Tested { triangle, place, .. } => {
                format!("Vertex {next} lies {} of triangle {}.", circle_words(place), name_triangle(self, triangle))
            }
            MeshEvent::Conflicted { triangle } => {
                format!("Triangle {} is in conflict with vertex {next}.", name_triangle(self, triangle))
            }
        }
    }

    fn facts(&self, event: &MeshEvent) -> Vec<Fact> {
        match *event {
            MeshEvent::Inserted { vertex, removed } | MeshEvent::Tore { vertex, removed } => {
                vec![
                    Fact::new("vertex", vertex.to_string()),
                    Fact::new("at", format!("{:.6}", self.point(vertex))),
                    Fact::new("conflict zone", count_triangles(removed as usize)),
                    Fact::new("star", count_triangles(self.newest_star(vertex).len())),
                ]
            }
            _ => Vec::new(),
        }
    }

    fn lens(&self, event: &MeshEvent) -> Option<Lens> {
        if self.next() as usize >= self.samples() {
            return None;
        }
        let p = self.point(self.next());
        match *event {
            MeshEvent::Walked { edge, turn, .. } => {
                let ends = self.triangles()[edge.triangle() as usize].edge(edge.side());
                let [a, b] = ends.map(|it| self.point(it));
                let at_hull = self.triangles()[edge.triangle() as usize].corners.contains(&FRAME);
                let consequence = match (at_hull, turn) {
                    (true, Turn::Left) => "the vertex lies outside the hull there: the symbolic triangle is removed",
                    (true, Turn::Straight) => "the vertex is in conflict only if it lies between the edge's ends",
                    (true, Turn::Right) => "the hull's edge does not see the vertex: the symbolic triangle stays",
                    (false, Turn::Right) => "the vertex lies beyond this side: the walk goes on there",
                    (false, _) => "the vertex is not beyond this side",
                };
                Some(Lens::on_turn(self.numbers(), [a, b, p], turn, consequence.to_owned()))
            }
            MeshEvent::Tested { triangle, place, .. } => {
                let corners = self.corners(triangle)?;
                let consequence = match place {
                    Place::Inside => "the triangle is removed",
                    _ => "the triangle stays",
                };
                Some(Lens::on_circle(self.numbers(), corners, p, place, consequence.to_owned()))
            }
            _ => None,
        }
    }
}

fn count_triangles(count: usize) -> String {
    match count {
        1 => "1 triangle".to_owned(),
        _ => format!("{count} triangles"),
    }
}

fn circle_words(place: Place) -> &'static str {
    match place {
        Place::Inside => "inside the circle",
        Place::On => "on the circle",
        Place::Outside => "outside the circle",
    }
}

/// An edge by its ends.
fn name_edge(mesh: &Triangulation, edge: Link) -> String {
    let [a, b] = mesh.triangles()[edge.triangle() as usize].edge(edge.side());
    format!("{a}–{b}")
}

impl Stage for Filter {
    const NAME: StageName = StageName::Filter;

    fn run<S: Sink<FilterEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        filter(recorder)
    }

    fn kind(event: &FilterEvent) -> &'static str {
        match event {
            FilterEvent::Kept { .. } => "kept",
            FilterEvent::Dropped { .. } => "dropped",
            FilterEvent::Closed { .. } => "closed",
            FilterEvent::Passed { .. } => "passed",
        }
    }

    fn sentence(&self, event: &FilterEvent) -> String {
        let mesh = self.mesh();
        match *event {
            FilterEvent::Kept { triangle } => format!("Triangle {} is walkable.", name_triangle(mesh, triangle)),
            FilterEvent::Dropped { triangle, column, row } => {
                let how = if self.radius() > 0.0 { "is in it, or too near" } else { "is in it" };
                format!("Triangle {} was dropped: wall ({column}, {row}) {how}.", name_triangle(mesh, triangle))
            }
            FilterEvent::Closed { edge, .. } => {
                format!("Edge {} was closed: a wall is in its way.", name_edge(mesh, edge))
            }
            FilterEvent::Passed { edge } => format!("Edge {} is open.", name_edge(mesh, edge)),
        }
    }

    fn facts(&self, event: &FilterEvent) -> Vec<Fact> {
        match *event {
            FilterEvent::Kept { triangle } | FilterEvent::Dropped { triangle, .. } => {
                let centroid = self.mesh().corners(triangle).map(Point::centroid).unwrap_or_default();
                vec![Fact::new("triangle", triangle.to_string()), Fact::new("centroid", centroid.to_string())]
            }
            _ => Vec::new(),
        }
    }
}
