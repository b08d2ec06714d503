//! The triangulation, told.

use std::ops::ControlFlow;

use super::{
    Curve, Keeps, Part, Predicate, Quantity, Rule, StageName, Thing, constraints, insertions,
    kind::kinds,
    lens::{Answer, Fact, Lens},
    phrases::places,
    quantity::count,
    stage::Stage,
};
use crate::{
    geometry::{Certainty, Place, Point, Turn, counted},
    mesh::{FRAME, Link, MeshEvent, TriangleId, Triangulation, VertexId, triangulate},
    record::{Recorder, Sink},
};

/// A triangle by its number and corners, as in `812 (3, 7, ∞)`.
pub(super) fn name_triangle(mesh: &Triangulation, triangle: TriangleId) -> String {
    let name = |corner: VertexId| if corner == FRAME { "∞".to_owned() } else { corner.to_string() };
    let corners = mesh.triangle(triangle).corners.map(name).join(", ");
    format!("{triangle} ({corners})")
}

/// The edge that a side of a triangle is.
pub(super) fn edge_of(mesh: &Triangulation, side: Link) -> Thing {
    let [a, b] = mesh.ends(side);
    Thing::edge(a, b)
}

impl Stage for Triangulation {
    const NAME: StageName = StageName::Triangulate;

    const WORD: &'static str = "triangulate";

    const PART: Part = Part::Bake;

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

    kinds! { MeshEvent {
        MeshEvent::Began { .. } => change("began", Phase, 0),
        MeshEvent::Inserted { .. } => change("inserted", Operation, 14),
        MeshEvent::Tore { .. } => change("tore", Operation, 14),
        MeshEvent::Merged { .. } => change("merged", Operation, 5),
        MeshEvent::Skipped { .. } => change("skipped", Operation, 12),
        MeshEvent::Laid { .. } => change("laid", Operation, 18),
        MeshEvent::Carved { .. } => change("carved", Operation, 25),
        MeshEvent::Refused { .. } => change("refused", Operation, 21),
        MeshEvent::Walked { .. } => observation("walked", Test, 3),
        MeshEvent::Tested { .. } => observation("tested", Test, 8),
        MeshEvent::Conflicted { .. } => observation("conflicted", Edit, 9),
        MeshEvent::Sided { .. } => observation("sided", Test, 22),
        MeshEvent::Crossed { .. } => observation("crossed", Edit, 20),
        MeshEvent::Fitted { .. } => observation("fitted", Edit, 24),
    }}

    const QUANTITIES: &'static [Quantity] =
        &[Quantity::Zone, Quantity::Star, Quantity::Value, Quantity::Margin, Quantity::Bound];

    const RULES: &'static [Rule] = &[Rule::NotLeft, Rule::NotEmpty, Rule::WrongAnswer, Rule::FloatSign];

    const CURVES: &'static [Curve] = &[Curve {
        title: "conflict zone by insertion",
        unit: "triangles",
        quantity: Quantity::Zone,
        kinds: &["inserted", "tore", "carved"],
        keeps: Keeps::Largest,
    }];

    const PREDICATES: &'static [Predicate] =
        &[Predicate { name: "turn", kinds: &["walked", "sided"] }, Predicate { name: "in circle", kinds: &["tested"] }];

    const TOO_MANY: &'static str = "choose fewer samples a cell (bake.samples=1), coarser round corners (a larger bake.arc_error), or a smaller maze";

    fn run<S: Sink<MeshEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        triangulate(recorder)
    }

    fn brief(&self, event: &MeshEvent) -> String {
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
            MeshEvent::Laid { from, to, again, .. } => {
                format!("edge {from}–{to}{}", if again { ", again" } else { "" })
            }
            MeshEvent::Carved { from, to, removed } => format!("edge {from}–{to}, {removed} removed"),
            MeshEvent::Refused { constraint, from, to } => format!("constraint {constraint} at edge {from}–{to}"),
            MeshEvent::Sided { corner, turn, certainty } => {
                let (triangle, side) = (corner.triangle(), corner.side());
                format!("triangle {triangle}, corner {side}: {}, {}", turn.name(), certainty.name())
            }
            MeshEvent::Crossed { edge } => format!("triangle {}, side {}", edge.triangle(), edge.side()),
            MeshEvent::Fitted { from, to, apex } => format!("edge {from}–{to}, vertex {apex}"),
        }
    }

    fn certainty(event: &MeshEvent) -> Option<Certainty> {
        let (MeshEvent::Walked { certainty, .. }
        | MeshEvent::Tested { certainty, .. }
        | MeshEvent::Sided { certainty, .. }) = *event
        else {
            return None;
        };
        Some(certainty)
    }

    fn is_fault(event: &MeshEvent) -> bool {
        matches!(event, MeshEvent::Tore { .. } | MeshEvent::Refused { .. })
    }

    fn step(&self, event: &MeshEvent) -> usize {
        // A side of a symbolic triangle stands for its circle.
        if let MeshEvent::Walked { edge, .. } = event
            && insertions::is_symbolic(self, edge.triangle())
        {
            return 8;
        }
        if let MeshEvent::Sided { corner, .. } = event
            && constraints::is_at_beginning(self, *corner)
        {
            return 17;
        }
        Self::kind(event).step
    }

    fn sentence(&self, event: &MeshEvent) -> String {
        let next = self.next();
        match *event {
            MeshEvent::Began { corners: [a, b, c] } => {
                let what = if a.index() >= self.samples() { "the super-triangle" } else { "the first triangle" };
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
            MeshEvent::Walked { edge, turn, .. } => insertions::walked(self, edge, turn),
            MeshEvent::Tested { triangle, place, .. } => {
                format!(
                    "Vertex {next} lies {} of triangle {}.",
                    insertions::circle_words(place),
                    name_triangle(self, triangle)
                )
            }
            MeshEvent::Conflicted { triangle } => {
                format!("Triangle {} is in conflict with vertex {next}.", name_triangle(self, triangle))
            }
            MeshEvent::Laid { from, to, again, .. } => constraints::laid(self, [from, to], again),
            MeshEvent::Carved { from, to, removed } => constraints::carved(self, [from, to], removed),
            MeshEvent::Refused { constraint, from, to } => constraints::refused(self, constraint, [from, to]),
            MeshEvent::Sided { corner, turn, .. } => constraints::sided(self, corner, turn),
            MeshEvent::Crossed { edge } => constraints::crossed(self, edge),
            MeshEvent::Fitted { from, to, apex } => format!(
                "Vertex {apex} is the one to join to {from}–{to}: their circle holds no other vertex beyond that edge."
            ),
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
            MeshEvent::Laid { from, to, .. } => constraints::facts_of_piece(self, [from, to]),
            MeshEvent::Carved { from, to, removed } => {
                let mut facts = constraints::facts_of_piece(self, [from, to]);
                facts.push(Fact::new("crossed", counted(removed as usize, "triangle")));
                facts
            }
            MeshEvent::Refused { constraint, from, to } => constraints::facts_of_refused(self, constraint, [from, to]),
            MeshEvent::Began { .. }
            | MeshEvent::Merged { .. }
            | MeshEvent::Skipped { .. }
            | MeshEvent::Walked { .. }
            | MeshEvent::Tested { .. }
            | MeshEvent::Conflicted { .. }
            | MeshEvent::Sided { .. }
            | MeshEvent::Crossed { .. }
            | MeshEvent::Fitted { .. } => Vec::new(),
        }
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Vertex(_) | Thing::Edge(..) | Thing::Triangle(_))
    }

    fn touch(&self, event: &MeshEvent, zone: &[u32], thing: Thing) -> Option<&'static str> {
        match *event {
            MeshEvent::Began { corners } => match thing {
                Thing::Vertex(it) => corners.contains(&it).then_some("inserted"),
                Thing::Edge(a, b) => [a, b].iter().all(|it| corners.contains(it)).then_some("born"),
                Thing::Triangle(it) => (it.index() < self.triangles().len()).then_some("born"),
                _ => None,
            },
            MeshEvent::Inserted { vertex, .. } | MeshEvent::Tore { vertex, .. } => match thing {
                Thing::Vertex(it) => (it == vertex).then_some("inserted"),
                Thing::Triangle(it) if zone.contains(&it.number()) => Some("removed"),
                Thing::Triangle(it) => self.newest_star(vertex).contains(&it.number()).then_some("born"),
                Thing::Edge(a, b) => insertions::touch_edge(self, vertex, zone, [a, b]),
                _ => None,
            },
            MeshEvent::Merged { vertex, into } => match thing {
                Thing::Vertex(it) if it == vertex => Some("merged"),
                Thing::Vertex(it) => (it == into).then_some("stands for another"),
                _ => None,
            },
            MeshEvent::Skipped { vertex } => (thing == Thing::Vertex(vertex)).then_some("left out"),
            MeshEvent::Walked { edge, .. } => is_side(self, edge, thing).then_some("walked"),
            MeshEvent::Tested { triangle, .. } => (thing == Thing::Triangle(triangle)).then_some("tested"),
            MeshEvent::Conflicted { triangle } => (thing == Thing::Triangle(triangle)).then_some("in conflict"),
            MeshEvent::Laid { from, to, edge, .. } => constraints::touch_by_laid(self, [from, to], edge, thing),
            MeshEvent::Carved { from, to, removed } => {
                constraints::touch_by_carved(self, [from, to], &zone[..removed as usize], thing)
            }
            MeshEvent::Refused { constraint, from, to } => {
                constraints::touch_by_refused(self, constraint, [from, to], thing)
            }
            MeshEvent::Sided { corner, .. } => {
                (thing == Thing::Vertex(constraints::vertex_at(self, corner))).then_some("tested")
            }
            MeshEvent::Crossed { edge } => is_side(self, edge, thing).then_some("crossed"),
            MeshEvent::Fitted { apex, .. } => (thing == Thing::Vertex(apex)).then_some("chosen"),
        }
    }

    fn quantity(&self, event: &MeshEvent, which: Quantity) -> Option<f64> {
        if which.is_of_answers() {
            return self.answer(event)?.quantity(which);
        }
        let (zone, star) = match *event {
            MeshEvent::Inserted { vertex, removed } | MeshEvent::Tore { vertex, removed } => {
                (f64::from(removed), count(self.newest_star(vertex).len()))
            }
            MeshEvent::Carved { removed, .. } => (f64::from(removed), f64::from(removed)),
            MeshEvent::Began { .. }
            | MeshEvent::Merged { .. }
            | MeshEvent::Skipped { .. }
            | MeshEvent::Laid { .. }
            | MeshEvent::Refused { .. }
            | MeshEvent::Walked { .. }
            | MeshEvent::Tested { .. }
            | MeshEvent::Conflicted { .. }
            | MeshEvent::Sided { .. }
            | MeshEvent::Crossed { .. }
            | MeshEvent::Fitted { .. } => return None,
        };
        match which {
            Quantity::Zone => Some(zone),
            Quantity::Star => Some(star),
            _ => None,
        }
    }

    fn breaks(&self, event: &MeshEvent, rule: Rule) -> bool {
        if rule.is_of_answers() {
            return self.answer(event).is_some_and(|it| it.breaks(rule));
        }
        let born = match *event {
            MeshEvent::Began { .. } => 0..1,
            MeshEvent::Inserted { vertex, .. } | MeshEvent::Tore { vertex, .. } => self.newest_star(vertex),
            MeshEvent::Carved { .. } => self.newest_carving(),
            MeshEvent::Merged { .. }
            | MeshEvent::Skipped { .. }
            | MeshEvent::Laid { .. }
            | MeshEvent::Refused { .. }
            | MeshEvent::Walked { .. }
            | MeshEvent::Tested { .. }
            | MeshEvent::Conflicted { .. }
            | MeshEvent::Sided { .. }
            | MeshEvent::Crossed { .. }
            | MeshEvent::Fitted { .. } => return false,
        };
        let mut born = born.map(TriangleId::new);
        match rule {
            Rule::NotLeft => born.any(|it| self.is_inner(it) && !insertions::turns_left(self, it)),
            Rule::NotEmpty => born.any(|it| self.is_inner(it) && insertions::holds_a_far_corner(self, it)),
            _ => false,
        }
    }

    fn answer(&self, event: &MeshEvent) -> Option<Answer> {
        if let MeshEvent::Sided { corner, turn, .. } = *event {
            return Some(Answer::on_turn(self.numbers(), constraints::asked(self, corner)?, turn));
        }
        let p = insertions::next_point(self)?;
        if let MeshEvent::Walked { edge, turn, .. } = *event {
            let [a, b] = ends_of(self, edge);
            return Some(Answer::on_turn(self.numbers(), [a, b, p], turn));
        }
        let MeshEvent::Tested { triangle, place, .. } = *event else { return None };
        Some(Answer::on_circle(self.numbers(), self.corners(triangle)?, p, place))
    }

    fn lens(&self, event: &MeshEvent) -> Option<Lens> {
        let answer = self.answer(event)?;
        if let MeshEvent::Sided { corner, certainty, .. } = *event {
            return constraints::lens(self, corner, certainty, answer);
        }
        let p = insertions::next_point(self)?;
        if let MeshEvent::Walked { edge, certainty, .. } = *event {
            let [a, b] = ends_of(self, edge);
            let consequence = |turn| match (insertions::is_symbolic(self, edge.triangle()), turn) {
                (true, Turn::Left) => "the vertex lies outside the hull there: the symbolic triangle is removed",
                (true, Turn::Straight) => "the vertex is in conflict only if it lies between the edge's ends",
                (true, Turn::Right) => "the hull's edge does not see the vertex: the symbolic triangle stays",
                (false, Turn::Right) => "the vertex lies beyond this side: the walk goes on there",
                (false, _) => "the vertex is not beyond this side",
            };
            let formula = format!("turn({})", places([a, b, p]).join(", "));
            return Some(Lens::new(formula, answer, certainty, Turn::ALL.map(|it| (it.name(), consequence(it)))));
        }
        let MeshEvent::Tested { triangle, certainty, .. } = *event else { return None };
        let [a, b, c] = self.corners(triangle)?;
        let consequence = |place| match place {
            Place::Inside => "the triangle is removed",
            Place::On | Place::Outside => "the triangle stays",
        };
        let [a, b, c, p] = places([a, b, c, p]);
        let formula = format!("in_circle({a}, {b}, {c}; {p})");
        Some(Lens::new(formula, answer, certainty, Place::ALL.map(|it| (it.name(), consequence(it)))))
    }
}

/// The ends of a side of a triangle.
fn ends_of(mesh: &Triangulation, side: Link) -> [Point; 2] {
    mesh.ends(side).map(|it| mesh.point(it))
}

/// Whether a thing is a side of a triangle, or the triangle itself.
fn is_side(mesh: &Triangulation, side: Link, thing: Thing) -> bool {
    thing == Thing::Triangle(side.triangle()) || thing == edge_of(mesh, side)
}
