//! What is wrong with a run, and where.
//!
//! The bake's own checks, the audit of the path and what is worth knowing besides come together in one list, worst first. A
//! complaint once made stands where it stood, whatever the cursor does.

use super::{Bake, Debugger, Query, since::Bisection};
use crate::{
    bake::{BakeViolation, Finding, FindingKind},
    geometry::{Bounds, Point},
    maze::Violation,
    mesh::TriangleId,
    picture::{Mark, Role, Shape, Things, draw_thing},
    trace::{Moment, Thing},
};

/// A broken rule, whichever stage broke it.
#[derive(Clone, Debug, PartialEq)]
pub struct Complaint {
    /// The rule in a word, to group by: `triangle-in-wall`.
    pub kind: String,
    /// What is wrong, in words.
    pub text: String,
    /// Where.
    pub at: Point,
    /// What is to blame, if a thing is.
    pub thing: Option<Thing>,
    /// How many kinds are worse.
    rank: u8,
    /// Where in the reports it comes from.
    pub(super) subject: Subject,
}

/// Where in the reports a complaint comes from, by its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A violation of the bake.
    Bake(usize),
    /// A finding of the bake.
    Finding(usize),
    /// A violation of the path.
    Path(usize),
    /// A portal the wrong way round, counted from 1.
    Portal(u32),
    /// A corner that the path could do without, counted from 1.
    Corner(u32),
}

/// More faults than this need no marks of their own on a timeline.
const MOST_FAULTS: usize = 1000;

/// Every kind of complaint, worst first.
const KINDS: [&str; 18] = [
    "enters-wall",
    "through-sealed-corner",
    "too-close",
    "reversed-portal",
    "triangle-in-wall",
    "edge-in-wall",
    "not-left",
    "edge-of-three",
    "crack",
    "dent",
    "lost-vertex",
    "crossing-constraints",
    "not-delaunay",
    "split-floor",
    "needless-corner",
    "passage-too-narrow",
    "sliver",
    "island",
];

impl Complaint {
    /// Whether it is rather worth knowing than wrong: a fact of the maze, or what a sound run may well come to.
    #[must_use]
    pub fn is_note(&self) -> bool {
        matches!(self.subject, Subject::Finding(_) | Subject::Corner(_))
    }

    fn new(kind: &str, text: String, at: Point, thing: Option<Thing>, subject: Subject) -> Self {
        let rank = KINDS.iter().position(|it| *it == kind).unwrap_or(KINDS.len());
        Self { kind: kind.to_owned(), text, at, thing, rank: u8::try_from(rank).unwrap_or(u8::MAX), subject }
    }

    fn of_bake(index: usize, it: &BakeViolation) -> Self {
        let edge = it.ends.map(|[a, b]| if a == b { Thing::Vertex(a) } else { Thing::edge(a, b) });
        let thing = edge.or(it.triangle.map(Thing::Triangle));
        Self::new(it.kind.name(), it.kind.text().to_owned(), it.at, thing, Subject::Bake(index))
    }

    fn of_finding(index: usize, it: &Finding) -> Self {
        let thing = it.triangle.map(Thing::Triangle);
        Self::new(it.kind.name(), it.text.clone(), it.at, thing, Subject::Finding(index))
    }

    fn of_path(index: usize, it: &Violation) -> Self {
        let text = format!("segment {} {}", it.segment, it.kind.text());
        let thing = u32::try_from(it.segment).ok().map(Thing::Segment);
        Self::new(it.kind.name(), text, it.at, thing, Subject::Path(index))
    }

    fn of_portal(portal: u32, at: Point) -> Self {
        let text = format!("the left end of portal {portal} was taken for its right one");
        Self::new("reversed-portal", text, at, Some(Thing::Portal(portal)), Subject::Portal(portal))
    }

    fn of_corner(corner: u32, at: Point) -> Self {
        let text = format!("without corner {corner} the path would break no rule either");
        Self::new("needless-corner", text, at, Some(Thing::Corner(corner)), Subject::Corner(corner))
    }
}

/// What is known to be wrong, and what is being looked for.
#[derive(Debug, Default)]
pub(super) struct Diagnosis {
    complaints: Vec<Complaint>,
    /// Since when a complaint holds.
    pub(super) bisection: Bisection,
}

impl Diagnosis {
    /// Forgets all, and takes in what is wrong with a bake.
    pub(super) fn begin(&mut self, bake: Option<&Bake>) {
        let mut all: Vec<Complaint> = Vec::new();
        if let Some(report) = bake.map(|it| &it.report) {
            all.extend(report.violations.iter().enumerate().map(|(index, it)| Complaint::of_bake(index, it)));
            all.extend(report.findings.iter().enumerate().map(|(index, it)| Complaint::of_finding(index, it)));
        }
        all.sort_by_key(|it| it.rank);
        *self = Self { complaints: all, ..Self::default() };
    }

    /// Takes in what is wrong with a query, in the place of the one before. A bake may have far more complaints, which stay.
    pub(super) fn replace_query(&mut self, bake: Option<&Bake>, query: Option<&Query>) {
        self.bisection.clear();
        self.complaints.retain(|it| matches!(it.subject, Subject::Bake(_) | Subject::Finding(_)));
        if let Some(report) = query.map(|it| &it.report) {
            let corner = |&it: &u32| report.points.get(it as usize).map(|&at| Complaint::of_corner(it, at));
            let violations = report.audit.violations.iter().enumerate();
            self.complaints.extend(violations.map(|(index, it)| Complaint::of_path(index, it)));
            self.complaints.extend(report.needless_corners.iter().filter_map(corner));
        }
        if let (Some(bake), Some(query)) = (bake, query) {
            let corridor = query.corridor();
            self.complaints.extend(query.report.reversed_portals().iter().filter_map(|&portal| {
                let [a, b] = bake.nav.polygons().ends(*corridor.get(portal as usize - 1)?);
                Some(Complaint::of_portal(portal, a.middle(b)))
            }));
        }
        self.complaints.sort_by_key(|it| it.rank);
    }
}

impl Debugger {
    /// Every broken rule of the bake and the path, and what is worth knowing besides, worst first.
    #[must_use]
    pub fn complaints(&self) -> &[Complaint] {
        &self.diagnosis.complaints
    }

    /// The moments behind what is wrong with the bake, in order: where what is to blame was last decided on.
    #[must_use]
    pub fn fault_moments(&self) -> Vec<Moment> {
        let faults = self.complaints().iter().filter(|it| matches!(it.subject, Subject::Bake(_)) && !it.is_note());
        let blamed = faults.filter_map(|it| it.thing).take(MOST_FAULTS);
        let mut moments: Vec<Moment> =
            blamed.filter_map(|it| self.why_of(it).first().map(|cause| cause.moment)).collect();
        moments.sort_unstable();
        moments.dedup();
        moments
    }

    /// Why there is no path, in a sentence or two; none if there is one.
    #[must_use]
    pub fn why_no_path(&self) -> Option<&str> {
        self.query.as_ref()?.report.no_path.as_ref().map(|it| &*it.text)
    }

    /// Where to look for what stands in the way of a path; nothing if there is one.
    #[must_use]
    pub fn no_path_places(&self) -> &[Point] {
        let no_path = self.query.as_ref().and_then(|it| it.report.no_path.as_ref());
        no_path.map_or(&[], |it| &it.places)
    }

    /// A complaint, drawn: what it is about, and its place.
    #[must_use]
    pub fn picture_of_complaint(&self, index: usize) -> Vec<Mark> {
        let Some(complaint) = self.complaints().get(index) else { return Vec::new() };
        let finding = match complaint.subject {
            Subject::Finding(index) => self.bake.as_ref().and_then(|it| it.report.findings.get(index)),
            _ => None,
        };
        let mut marks = match finding.map(|it| it.kind) {
            Some(FindingKind::SplitFloor | FindingKind::Island) => self.picture_of_island(complaint.thing),
            _ => complaint.thing.map(|it| self.picture_of(it, Role::Violation)).unwrap_or_default(),
        };
        if let Some(gap) = finding.and_then(|it| it.gap) {
            let radius = self.settings().radius;
            marks.push(Mark::new(Role::Violation, Shape::Segment(gap)));
            marks.push(Mark::new(Role::Body, Shape::Circle { centre: complaint.at, radius }));
        }
        marks.push(Mark { role: Role::Violation, shape: Shape::Dot(complaint.at), of: complaint.thing });
        marks
    }

    /// The box around a complaint.
    #[must_use]
    pub fn bounds_of_complaint(&self, index: usize) -> Option<Bounds> {
        let marks = self.picture_of_complaint(index);
        (!marks.is_empty()).then(|| Bounds::around(marks.iter().flat_map(|it| it.shape.bounds())))
    }

    /// A thing in a role, wherever the cursor is: triangles of the past, portals, corners and segments of the finished path.
    #[must_use]
    pub fn picture_of(&self, thing: Thing, role: Role) -> Vec<Mark> {
        let (bake, query) = (self.bake.as_ref(), self.query.as_ref());
        let corridor = query.map(Query::corridor);
        let portals = bake
            .zip(corridor)
            .map(|(bake, corridor)| corridor.iter().map(|&it| bake.nav.polygons().ends(it)).collect());
        let portals: Vec<[Point; 2]> = portals.unwrap_or_default();
        let things = Things {
            mesh: bake.and_then(|it| it.nav.triangles()).map(|it| &**it.mesh()),
            portals: &portals,
            path: query.map_or(&[], |it| &it.report.points),
        };
        let mut marks = Vec::new();
        draw_thing(thing, &things, role, &mut marks);
        marks
    }

    /// The selected thing, drawn.
    #[must_use]
    pub fn picture_of_selected(&self) -> Vec<Mark> {
        self.selected().map(|it| self.picture_of(it, Role::Selected)).unwrap_or_default()
    }

    /// The box around a thing; none if it is nowhere to be found.
    #[must_use]
    pub fn bounds_of(&self, thing: Thing) -> Option<Bounds> {
        let marks = self.picture_of(thing, Role::Selected);
        (!marks.is_empty()).then(|| Bounds::around(marks.iter().flat_map(|it| it.shape.bounds())))
    }

    /// The island that a triangle belongs to, as far as a picture can take it.
    fn picture_of_island(&self, thing: Option<Thing>) -> Vec<Mark> {
        /// More triangles than this are a grey mass.
        const MOST: usize = 3000;
        let (Some(bake), Some(Thing::Triangle(first))) = (&self.bake, thing) else { return Vec::new() };
        let Some(made_of) = bake.nav.triangles() else { return Vec::new() };
        let islands = &bake.nav.ground().islands;
        let Some(island) = islands.of_triangle(&bake.nav, first) else { return Vec::new() };
        let triangles = islands.triangles(&bake.nav, island).take(MOST);
        let mark = |it: TriangleId| {
            let corners = made_of.mesh().corners(it)?;
            Some(Mark::of(Thing::Triangle(it), Role::Violation, Shape::triangle(corners)))
        };
        triangles.filter_map(mark).collect()
    }
}
