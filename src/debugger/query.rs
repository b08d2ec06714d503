//! A query: the stages from a start and a goal to an audited path, and those who walk it, recorded, and what came out.

use std::sync::Arc;

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use super::{
    no_path::NoPath,
    run::{Known, Recorder, Run},
    through::Through,
    track::{Lane, Track},
    walking::WalkReport,
};
use crate::{
    bake::NavMesh,
    geometry::{CircularArc, Point, Spot, rounded, turn},
    io::Settings,
    maze::Violation,
    mesh::SideId,
    picture::Drawn,
    pipeline::{Halt, Key, Runner as _, Way, optimum, query, shortest_within, walk},
    pull::{Audit, Course, Funnel, Piece, PortalEvent, Portals, Round, needless_corners},
    search::{Graph, GridSearch, Outcome, Search},
    trace::{Replay, Stage, StageName, Watch},
};

/// A recorded query.
#[derive(Debug)]
pub struct Query {
    run: Run,
    /// Where it starts.
    pub start: Point,
    /// Where it goes.
    pub goal: Point,
    /// The shortest path of all; none if there is no path.
    pub optimum: Option<Arc<Course>>,
    /// What came out.
    pub report: PathReport,
}

/// What came out of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct PathReport {
    /// How it ended.
    pub outcome: Outcome,
    /// How long the path is, in space where it has heights; none without a path. \[cells]
    pub length: Option<f64>,
    /// The path, start and goal included; of arcs both ends.
    pub points: Vec<Point>,
    /// How high each of its points is; none where all is flat. \[world units]
    pub heights: Vec<f64>,
    /// Where it goes around a wall corner instead of straight on.
    pub arcs: Vec<ArcReport>,
    /// How many corners it has between start and goal; an arc is one.
    pub corners: usize,
    /// What it leads through, by the graph that was searched.
    pub through: Through,
    /// How many nodes the search expanded.
    pub expansions: usize,
    /// How much longer it is than the shortest of all.
    pub gap: Gap,
    /// What it costs, where ground has costs of its own.
    pub weighed: Option<Weighed>,
    /// How near it comes to a wall; none without a path. \[cells]
    pub clearance: Option<f64>,
    /// How long the search, the pulling and the audit took, recorded; what they are held against is not counted. \[ms]
    pub elapsed_ms: f64,
    /// What the audit says of it.
    pub audit: AuditReport,
    /// Corners without which the path would break no rule either, counted from 1.
    pub needless_corners: Vec<u32>,
    /// Why there is no path, if there is none.
    pub no_path: Option<NoPath>,
    /// What became of those who walked, if any did.
    pub walk: Option<WalkReport>,
}

/// How much longer a path is than the shortest that the agent can take, and where that comes from.
///
/// (1 + excess) = (1 + corridor excess) × (1 + funnel excess). A path through walls may well be shorter than the optimum. Where there are
/// heights, ratios are those of lengths in plan: that is what paths are the shortest in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Gap {
    /// The length of the shortest path of all; none if there is no path. \[cells]
    pub optimum: Option<f64>,
    /// What the path's length exceeds that by. \[ratio minus 1]
    pub excess: Option<f64>,
    /// What the shortest path within its corridor exceeds it by: the search chose worse polygons. \[ratio minus 1]
    pub corridor_excess: Option<f64>,
    /// What its length exceeds the shortest within its corridor by: it was not pulled taut. \[ratio minus 1]
    pub funnel_excess: Option<f64>,
}

impl Gap {
    fn of(length: Option<f64>, in_corridor: Option<f64>, optimum: Option<f64>) -> Self {
        let excess = |longer: Option<f64>, shorter: Option<f64>| match (longer?, shorter?) {
            (longer, shorter) if longer == shorter => Some(0.0),
            (_, 0.0) => None,
            (longer, shorter) => Some(longer / shorter - 1.0),
        };
        Self {
            optimum,
            excess: excess(length, optimum),
            corridor_excess: excess(in_corridor, optimum),
            funnel_excess: excess(length, in_corridor),
        }
    }
}

/// What a path costs where ground has costs of its own.
///
/// Funnels pull in lengths, so there may be a cheaper path than the one that was pulled, within its corridor and elsewhere. Polyanya weighs
/// nothing at all.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Weighed {
    /// What it costs. \[lengths times factors, in plan]
    pub cost: f64,
    /// What the search took the way for; none of Polyanya.
    pub searched: Option<f64>,
}

impl Weighed {
    /// What that means, in a sentence without its full stop.
    #[must_use]
    pub fn told(&self) -> String {
        let cost = rounded(self.cost, 6);
        let why = match self.searched {
            None => "Polyanya weighs no costs: it is the shortest path, and may not be the cheapest".to_owned(),
            Some(searched) => {
                format!(
                    "the search took the way for {}; pulled taut in lengths, it may not be the cheapest",
                    rounded(searched, 6)
                )
            }
        };
        format!("cost {cost}: {why}")
    }
}

/// A part of a path that is no straight segment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ArcReport {
    /// Which part, counted from 0: it leads from the point of that number to the next.
    pub segment: usize,
    /// The wall corner that it goes around. \[its radius is the agent's]
    pub centre: Point,
    /// How far the path turns on it. \[radians]
    pub angle: f64,
}

impl ArcReport {
    fn all(course: &Course) -> Vec<Self> {
        let arcs = course.pieces().iter().enumerate().filter_map(|(segment, piece)| match piece {
            Piece::Arc(arc) => Some(Self { segment, centre: arc.centre, angle: arc.angle() }),
            Piece::Segment { .. } => None,
        });
        arcs.collect()
    }
}

/// What the audit says of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditReport {
    /// Whether there was a path to look at.
    pub has_path: bool,
    /// Whether no rule is broken; none is where there is no path.
    pub legal: bool,
    /// Which rules are, and where.
    pub violations: Vec<Violation>,
}

impl Serialize for AuditReport {
    /// With null for `legal` where there is no path, which is neither legal nor illegal.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("AuditReport", 2)?;
        fields.serialize_field("legal", &self.has_path.then_some(self.legal))?;
        fields.serialize_field("violations", &self.violations)?;
        fields.end()
    }
}

impl PathReport {
    /// What came of a query, with the lengths of the shortest path within its corridor and of all; nothing of those who walked.
    fn of(
        nav: &Arc<NavMesh>,
        settings: &Settings,
        way: &Way,
        in_corridor: Option<f64>,
        best: Option<&Course>,
        run: &Run,
    ) -> Self {
        let Way { ends, found, course, corners, .. } = way;
        let length = way.has_path.then(|| course.length_in_space());
        let in_plan = length.filter(|_| found.outcome == Outcome::Found).map(|_| course.length());
        let violations = way.audit.violations().to_vec();
        let arcs = ArcReport::all(course);
        // Where there are heights, nobody but the mesh itself knows what the agent's radius leaves.
        let needless = match arcs.is_empty() && course.heights().is_empty() {
            true => {
                let corners: Vec<Spot> = corners.iter().copied().map(Spot::from).collect();
                needless_corners(&**nav.world(), &corners, settings.radius)
            }
            false => Vec::new(),
        };
        let grid = run.track::<GridSearch>().map(Track::replay);
        let times = run.times().into_iter().filter(|it| ![StageName::Walk.name(), OPTIMUM].contains(&it.0));
        Self {
            outcome: found.outcome,
            length,
            points: course.points(),
            heights: course.heights().to_vec(),
            arcs,
            corners: course.corners(),
            through: match grid {
                Some(it) => {
                    Through::Grid { cells: found.cells, overestimates: it.end().first_overestimate(it.log().events()) }
                }
                None => Through::Mesh {
                    portals: found.corridor.len(),
                    triangle_ids: found.polygons.iter().map(|&it| nav.polygons().name(it)).collect(),
                    reversed_portals: run.track::<Portals>().map_or_else(Vec::new, |it| reversed_portals(it.replay())),
                },
            },
            expansions: found.expansions,
            gap: Gap {
                optimum: best.map(Course::length_in_space),
                ..Gap::of(in_plan, in_corridor, best.map(Course::length))
            },
            weighed: Self::weighed(nav, settings, way, run),
            clearance: course.clearance(&**nav.world()),
            elapsed_ms: times.map(|it| it.1).sum(),
            audit: AuditReport { has_path: length.is_some(), legal: violations.is_empty(), violations },
            needless_corners: needless,
            no_path: match grid {
                Some(grid) => NoPath::of_grid(nav, grid.end(), best.is_some()),
                None => NoPath::of(nav, ends.start.at, ends.goal.at, found.outcome),
            },
            walk: None,
        }
    }

    fn weighed(nav: &NavMesh, settings: &Settings, way: &Way, run: &Run) -> Option<Weighed> {
        let costs = settings.costs();
        let first = *way.found.polygons.first()?;
        if !costs.weigh() || way.found.outcome != Outcome::Found {
            return None;
        }
        let search = run.track::<Search>().map(|it| it.replay().end());
        Some(Weighed {
            cost: costs.of_path(nav.polygons(), first, &way.found.corridor, &way.course.points()),
            searched: search.and_then(|it| Some(it.node(it.current()?).g)),
        })
    }

    /// Whether there is a path, and it breaks no rule.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.outcome == Outcome::Found && self.audit.legal
    }

    /// The path, piece by piece, of a body of the radius that it was found for.
    #[must_use]
    pub fn course(&self, radius: f64) -> Course {
        let piece = |(segment, ends): (usize, &[Point])| {
            let (from, to) = (ends[0], ends[1]);
            let arc = self.arcs.iter().find(|it| it.segment == segment);
            arc.map_or(Piece::Segment { from, to }, |&ArcReport { centre, .. }| {
                Piece::Arc(CircularArc { centre, radius, from, to, turn: turn(from, to, centre).verdict })
            })
        };
        match self.points[..] {
            [_] => Course::of_points(&self.points),
            _ => Course::of_pieces(self.points.windows(2).enumerate().map(piece).collect()),
        }
    }
}

impl Query {
    /// Searches, pulls and audits a path.
    ///
    /// # Errors
    ///
    /// It was cancelled, or would be too large.
    pub fn run(
        nav: &Arc<NavMesh>,
        settings: &Settings,
        start: impl Into<Spot>,
        goal: impl Into<Spot>,
        watch: &Watch,
    ) -> Result<Self, Halt> {
        Self::after(None, nav, settings, [start.into(), goal.into()], watch)
    }

    /// As [`run`](Self::run), taking over from an earlier run over the same mesh what has the same inputs.
    pub(super) fn after(
        known: Option<Known>,
        nav: &Arc<NavMesh>,
        settings: &Settings,
        ends: [Spot; 2],
        watch: &Watch,
    ) -> Result<Self, Halt> {
        let mut recorder = Recorder::new(watch, known.unwrap_or_default());
        let way = query(nav, settings, ends, &mut recorder)?;
        let path = way.has_path.then_some(&way.course);
        let walked = walk(nav.maze(), path, ends.map(|it| it.at), settings, &mut recorder)?;
        let [start, goal] = ends.map(|it| it.at);
        let key = Key::NOTHING.and(&(ends, settings.radius));
        let optimum = recorder.make(OPTIMUM, key, || optimum(nav, ends, &settings.search.nearest, watch))?;
        let optimum = Option::clone(&optimum);
        let in_corridor = match way.found.outcome {
            Outcome::Found if settings.search.graph == Graph::Mesh => {
                Some(shortest_within(nav, &way.found.corridor, &way.ends, watch)?.length())
            }
            _ => None,
        };
        let run = recorder.into_run();
        let mut report = PathReport::of(nav, settings, &way, in_corridor, optimum.as_deref(), &run);
        report.walk = walked.map(|it| WalkReport::of(&it));
        Ok(Self { run, start, goal, optimum, report })
    }

    /// What its stages recorded.
    #[must_use]
    pub fn recorded(&self) -> &Run {
        &self.run
    }

    /// The recording of a stage, if that ran.
    #[must_use]
    pub fn track<M: Stage + Drawn>(&self) -> Option<&Track<M>> {
        self.run.track()
    }

    /// The audited path.
    #[must_use]
    pub fn course(&self) -> Option<&Arc<Course>> {
        self.track::<Audit>().map(|it| it.model().course())
    }

    /// The edges crossed, each as a side of the polygon that is left; none where cells were searched.
    #[must_use]
    pub fn corridor(&self) -> &[SideId] {
        self.track::<Portals>().map_or(&[], |it| it.model().corridor())
    }

    /// How many corners the funnel left; rounding may make others of them.
    pub(super) fn funnel_corners(&self) -> usize {
        match (self.track::<Round>(), self.track::<Funnel>()) {
            (Some(_), Some(funnel)) => funnel.replay().end().path().len().saturating_sub(2),
            _ => self.report.corners,
        }
    }

    /// Its stages, in order.
    #[must_use]
    pub fn lanes(&self) -> Vec<&dyn Lane> {
        self.run.lanes()
    }

    /// What its stages recorded, to be moved.
    pub(super) fn run_mut(&mut self) -> &mut Run {
        &mut self.run
    }
}

/// The name for the time that the shortest path of all takes.
const OPTIMUM: &str = "optimum";

/// The portals whose ends were taken the wrong way round, counted from 1.
fn reversed_portals(portals: &Replay<Portals>) -> Vec<u32> {
    let is_reversed = |it: &PortalEvent| matches!(it, PortalEvent::Ordered { right_way_round: false, .. });
    (1..).zip(portals.log().events()).filter(|it| is_reversed(it.1)).map(|it| it.0).collect()
}
