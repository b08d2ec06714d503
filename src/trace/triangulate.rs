//! The triangulation, told.

use std::ops::ControlFlow;

use super::{
    Quantity, Rule, Thing, constraints,
    lens::{Answer, Fact, Lens},
    phrases::places,
    quantity::count,
    stage::{Stage, StageName},
};
use crate::{
    geometry::{Certainty, Place, Turn, counted, in_circle, turn},
    mesh::{FRAME, Link, MeshEvent, TriangleId, Triangulation, VertexId, triangulate},
    record::{Recorder, Sink},
};

/// A triangle by its number and corners, as in `812 (3, 7, ∞)`.
pub(super) fn name_triangle(mesh: &Triangulation, triangle: TriangleId) -> String {
    let name = |corner: u32| if corner == FRAME { "∞".to_owned() } else { corner.to_string() };
    let corners = mesh.triangles()[triangle as usize].corners.map(name).join(", ");
    format!("{triangle} ({corners})")
}

/// The edge that a side of a triangle is.
pub(super) fn edge_of(mesh: &Triangulation, side: Link) -> Thing {
    let [a, b] = mesh.triangles()[side.triangle() as usize].edge(side.side());
    Thing::edge(a, b)
}

impl Stage for Triangulation {
    const NAME: StageName = StageName::Triangulate;

    const STEPS: &'static [&'static str] = &[
        "begin with one triangle and a symbolic one behind each side, or a super-triangle",
        "for each vertex v, in order of insertion",
        "  t = a triangle near v",
        "  while v lies beyond a side of t",
        "    t = the triangle across that side",
        "  if v lies on a corner of t: leave v out",
        "  zone = t, if its circle holds v",
        "  for each triangle u across a side of the zone",
        "    if u's circle holds v",
        "      put u into the zone",
        "    else",
        "      that side belongs to the rim",
        "  if the zone is empty: leave v out",
        "  remove the zone",
        "  join v to every edge of the rim",
        "for each constraint, from vertex a to vertex b, in order",
        "  while a is not b",
        "    test the vertices around a, until an edge or a triangle leads towards b",
        "    if an edge leads there, lay it; c is its other end",
        "    else, until a vertex c lies on the line from a to b",
        "      cross the side of the triangle that is in the way",
        "      if it was laid, refuse the constraint",
        "      test the vertex beyond it, which lies left or right of the line",
        "    on either side of a–c, for that edge and every new one",
        "      join it to the vertex whose circle with it holds none of the others",
        "    put these triangles in the place of those crossed, and lay a–c",
        "    a = c",
    ];

    const CHANGES: &'static [&'static str] =
        &["began", "inserted", "tore", "merged", "skipped", "laid", "carved", "refused"];

    const OBSERVATIONS: &'static [&'static str] = &["walked", "tested", "conflicted", "sided", "crossed", "fitted"];

    const QUANTITIES: &'static [Quantity] =
        &[Quantity::Zone, Quantity::Star, Quantity::Value, Quantity::Margin, Quantity::Bound];

    const RULES: &'static [Rule] = &[Rule::NotLeft, Rule::NotEmpty, Rule::WrongAnswer, Rule::FloatSign];

    const TOO_MANY: &'static str = "choose fewer samples a cell (bake.samples=1), coarser round corners (a larger bake.arc_error), or a smaller maze";

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
            MeshEvent::Laid { .. } => "laid",
            MeshEvent::Carved { .. } => "carved",
            MeshEvent::Refused { .. } => "refused",
            MeshEvent::Sided { .. } => "sided",
            MeshEvent::Crossed { .. } => "crossed",
            MeshEvent::Fitted { .. } => "fitted",
        }
    }

    fn brief(event: &MeshEvent) -> String {
        match *event {
            MeshEvent::Began { corners: [a, b, c] } => format!("vertices {a}, {b}, {c}"),
            MeshEvent::Inserted { vertex, removed } | MeshEvent::Tore { vertex, removed } => {
                format!("vertex {vertex}, {removed} removed")
            }
            MeshEvent::Merged { vertex, into } => format!("vertex {vertex} into {into}"),
            MeshEvent::Skipped { vertex } => format!("vertex {vertex}"),
            MeshEvent::Walked { edge, turn, certainty } => {
                format!("triangle {}, side {}: {}, {}", edge.triangle(), edge.side(), turn.name(), certainty.name())
            }
            MeshEvent::Tested { triangle, place, certainty } => {
                format!("triangle {triangle}: {}, {}", place.name(), certainty.name())
            }
            MeshEvent::Conflicted { triangle } => format!("triangle {triangle}"),
            _ => constraints::brief(event),
        }
    }

    fn certainty(event: &MeshEvent) -> Option<Certainty> {
        match *event {
            MeshEvent::Walked { certainty, .. }
            | MeshEvent::Tested { certainty, .. }
            | MeshEvent::Sided { certainty, .. } => Some(certainty),
            _ => None,
        }
    }

    fn is_fault(event: &MeshEvent) -> bool {
        matches!(event, MeshEvent::Tore { .. } | MeshEvent::Refused { .. })
    }

    fn step(&self, event: &MeshEvent) -> usize {
        match event {
            MeshEvent::Began { .. } => 0,
            // A side of a symbolic triangle stands for its circle.
            MeshEvent::Walked { edge, .. } if is_symbolic(self, edge.triangle()) => 8,
            MeshEvent::Walked { .. } => 3,
            MeshEvent::Merged { .. } => 5,
            MeshEvent::Tested { .. } => 8,
            MeshEvent::Conflicted { .. } => 9,
            MeshEvent::Skipped { .. } => 12,
            MeshEvent::Inserted { .. } | MeshEvent::Tore { .. } => 14,
            MeshEvent::Sided { corner, .. } if constraints::is_at_beginning(self, *corner) => 17,
            MeshEvent::Laid { .. } => 18,
            MeshEvent::Crossed { .. } => 20,
            MeshEvent::Refused { .. } => 21,
            MeshEvent::Sided { .. } => 22,
            MeshEvent::Fitted { .. } => 24,
            MeshEvent::Carved { .. } => 25,
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
                    counted(removed as usize, "triangle"),
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
            _ => constraints::sentence(self, event),
        }
    }

    fn facts(&self, event: &MeshEvent) -> Vec<Fact> {
        match *event {
            MeshEvent::Inserted { vertex, removed } | MeshEvent::Tore { vertex, removed } => {
                vec![
                    Fact::new("vertex", vertex.to_string()),
                    Fact::new("at", format!("{:.6}", self.point(vertex))),
                    Fact::new("conflict zone", counted(removed as usize, "triangle")),
                    Fact::new("star", counted(self.newest_star(vertex).len(), "triangle")),
                ]
            }
            _ => constraints::facts(self, event),
        }
    }

    fn touch(&self, event: &MeshEvent, zone: &[u32], thing: Thing) -> Option<&'static str> {
        match *event {
            MeshEvent::Began { corners } => match thing {
                Thing::Vertex(it) => corners.contains(&it).then_some("inserted"),
                Thing::Edge(a, b) => [a, b].iter().all(|it| corners.contains(it)).then_some("born"),
                Thing::Triangle(it) => ((it as usize) < self.triangles().len()).then_some("born"),
                _ => None,
            },
            MeshEvent::Inserted { vertex, .. } | MeshEvent::Tore { vertex, .. } => match thing {
                Thing::Vertex(it) => (it == vertex).then_some("inserted"),
                Thing::Triangle(it) if zone.contains(&it) => Some("removed"),
                Thing::Triangle(it) => self.newest_star(vertex).contains(&it).then_some("born"),
                Thing::Edge(a, b) => touch_edge(self, vertex, zone, [a, b]),
                _ => None,
            },
            MeshEvent::Merged { vertex, into } => match thing {
                Thing::Vertex(it) if it == vertex => Some("merged"),
                Thing::Vertex(it) => (it == into).then_some("stands for another"),
                _ => None,
            },
            MeshEvent::Skipped { vertex } => (thing == Thing::Vertex(vertex)).then_some("left out"),
            MeshEvent::Walked { edge, .. } if thing == Thing::Triangle(edge.triangle()) => Some("walked"),
            MeshEvent::Walked { edge, .. } => (edge_of(self, edge) == thing).then_some("walked"),
            MeshEvent::Tested { triangle, .. } => (thing == Thing::Triangle(triangle)).then_some("tested"),
            MeshEvent::Conflicted { triangle } => (thing == Thing::Triangle(triangle)).then_some("in conflict"),
            _ => constraints::touch(self, event, zone, thing),
        }
    }

    fn quantity(&self, event: &MeshEvent, which: Quantity) -> Option<f64> {
        match (*event, which) {
            (MeshEvent::Inserted { removed, .. } | MeshEvent::Tore { removed, .. }, Quantity::Zone) => {
                Some(f64::from(removed))
            }
            (MeshEvent::Inserted { vertex, .. } | MeshEvent::Tore { vertex, .. }, Quantity::Star) => {
                Some(count(self.newest_star(vertex).len()))
            }
            (MeshEvent::Carved { removed, .. }, Quantity::Zone | Quantity::Star) => Some(f64::from(removed)),
            _ if which.is_of_answers() => self.answer(event)?.quantity(which),
            _ => None,
        }
    }

    fn breaks(&self, event: &MeshEvent, rule: Rule) -> bool {
        let mut born = match *event {
            MeshEvent::Began { .. } => 0..1,
            MeshEvent::Inserted { vertex, .. } | MeshEvent::Tore { vertex, .. } => self.newest_star(vertex),
            MeshEvent::Carved { .. } => self.newest_carving(),
            _ => return rule.is_of_answers() && self.answer(event).is_some_and(|it| it.breaks(rule)),
        };
        match rule {
            Rule::NotLeft => born.any(|it| self.is_inner(it) && !turns_left(self, it)),
            Rule::NotEmpty => born.any(|it| self.is_inner(it) && holds_a_far_corner(self, it)),
            _ => false,
        }
    }

    fn answer(&self, event: &MeshEvent) -> Option<Answer> {
        let Some(&p) = self.points()[..self.samples()].get(self.next() as usize) else {
            return constraints::answer(self, event);
        };
        match *event {
            MeshEvent::Walked { edge, turn, .. } => {
                let [a, b] = self.triangles()[edge.triangle() as usize].edge(edge.side()).map(|it| self.point(it));
                Some(Answer::on_turn(self.numbers(), [a, b, p], turn))
            }
            MeshEvent::Tested { triangle, place, .. } => {
                Some(Answer::on_circle(self.numbers(), self.corners(triangle)?, p, place))
            }
            _ => None,
        }
    }

    fn lens(&self, event: &MeshEvent) -> Option<Lens> {
        if (self.next() as usize) >= self.samples() {
            return constraints::lens(self, event);
        }
        let answer = self.answer(event)?;
        let p = self.point(self.next());
        match *event {
            MeshEvent::Walked { edge, certainty, .. } => {
                let [a, b] = self.triangles()[edge.triangle() as usize].edge(edge.side()).map(|it| self.point(it));
                let consequence = |turn| match (is_symbolic(self, edge.triangle()), turn) {
                    (true, Turn::Left) => "the vertex lies outside the hull there: the symbolic triangle is removed",
                    (true, Turn::Straight) => "the vertex is in conflict only if it lies between the edge's ends",
                    (true, Turn::Right) => "the hull's edge does not see the vertex: the symbolic triangle stays",
                    (false, Turn::Right) => "the vertex lies beyond this side: the walk goes on there",
                    (false, _) => "the vertex is not beyond this side",
                };
                let formula = format!("turn({})", places([a, b, p]).join(", "));
                Some(Lens::new(formula, answer, certainty, Turn::ALL.map(|it| (it.name(), consequence(it)))))
            }
            MeshEvent::Tested { triangle, certainty, .. } => {
                let [a, b, c] = self.corners(triangle)?;
                let consequence = |place| match place {
                    Place::Inside => "the triangle is removed",
                    _ => "the triangle stays",
                };
                let [a, b, c, p] = places([a, b, c, p]);
                let formula = format!("in_circle({a}, {b}, {c}; {p})");
                Some(Lens::new(formula, answer, certainty, Place::ALL.map(|it| (it.name(), consequence(it)))))
            }
            _ => None,
        }
    }
}

/// What an insertion did to an edge: its vertex brings those to the rim, and takes those between two of its zone.
fn touch_edge(mesh: &Triangulation, vertex: VertexId, zone: &[u32], ends: [VertexId; 2]) -> Option<&'static str> {
    let has_both = |triangle: &TriangleId| {
        let corners = mesh.triangles()[*triangle as usize].corners;
        ends.iter().all(|it| corners.contains(it))
    };
    if ends.contains(&vertex) {
        return mesh.newest_star(vertex).any(|it| has_both(&it)).then_some("born");
    }
    let before = zone.iter().filter(|it| has_both(it)).count();
    // An odd number of the zone's triangles have an edge of the rim.
    (before > 0 && before % 2 == 0).then_some("removed")
}

fn is_symbolic(mesh: &Triangulation, triangle: TriangleId) -> bool {
    mesh.triangles()[triangle as usize].corners.contains(&FRAME)
}

fn turns_left(mesh: &Triangulation, triangle: TriangleId) -> bool {
    mesh.corners(triangle).is_none_or(|[a, b, c]| turn(a, b, c).verdict == Turn::Left)
}

/// Whether the circle of a triangle holds the far corner of a neighbour that has no corner of the frame, and that it sees.
fn holds_a_far_corner(mesh: &Triangulation, triangle: TriangleId) -> bool {
    let Some([a, b, c]) = mesh.corners(triangle) else { return false };
    let neighbours = mesh.triangles()[triangle as usize].across.into_iter();
    let is_seen = |it: &Link| *it != Link::NONE && mesh.is_inner(it.triangle()) && !mesh.is_constrained(*it);
    neighbours.filter(is_seen).any(|across| {
        let far = mesh.triangles()[across.triangle() as usize].corners[across.side()];
        in_circle(a, b, c, mesh.point(far)).verdict == Place::Inside
    })
}

fn circle_words(place: Place) -> &'static str {
    match place {
        Place::Inside => "inside the circle",
        Place::On => "on the circle",
        Place::Outside => "outside the circle",
    }
}
