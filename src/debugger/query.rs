//! A query: the stages from a start and a goal to an audited path, and those who walk it, recorded, and what came out.

use std::sync::Arc;

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use super::{
    bake::record,
    found::{Found, optimum, smooth},
    lanes::{Recorded, lane, lane_mut, recorded},
    no_path::NoPath,
    run::{Clock, Halt},
    track::{Lane, Track},
    walking::{WalkReport, walk},
};
use crate::{
    bake::NavMesh,
    geometry::{CircularArc, Point, turn},
    io::Settings,
    maze::Violation,
    pull::{
        Audit, Course, Ends, Funnel, Piece, PortalEvent, Portals, Round, Smooth, corners_of, needless_corners,
        shortest_within,
    },
    search::{Graph, GridSearch, Method, Outcome, Overestimate, Polyanya, Search, Unreachable},
    trace::{Replay, Watch},
    walk::Walk,
};

/// A recorded query.
#[derive(Debug)]
pub struct Query {
    /// Where it starts.
    pub start: Point,
    /// Where it goes.
    pub goal: Point,
    /// A* or Dijkstra, where one of those is the method.
    pub search: Option<Track<Search>>,
    /// Polyanya, where that is.
    pub polyanya: Option<Track<Polyanya>>,
    /// The same from cell to cell, where the grid is searched; portals and funnel rest then.
    pub grid: Option<Track<GridSearch>>,
    /// The portals of the corridor it found.
    pub portals: Track<Portals>,
    /// The funnel through them.
    pub funnel: Track<Funnel>,
    /// The path around round corners, where the mesh has polygons around those.
    pub round: Option<Track<Round>>,
    /// The path from cell to cell with corners left out, where that is asked for.
    pub smooth: Option<Track<Smooth>>,
    /// The path against the walls.
    pub audit: Track<Audit>,
    /// Agents on their way, where some are to walk and may stand at the start.
    pub walk: Option<Track<Walk>>,
    /// The shortest path of all; none if there is no path.
    pub optimum: Option<Course>,
    /// What came out.
    pub report: PathReport,
}

/// What came out of a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathReport {
    /// How it ended.
    pub outcome: Outcome,
    /// How long the path is; none without a path. \[cells]
    pub length: Option<f64>,
    /// The path, start and goal included; of arcs both ends.
    pub points: Vec<Point>,
    /// Where it goes around a wall corner instead of straight on.
    pub arcs: Vec<ArcReport>,
    /// How many corners it has between start and goal; an arc is one.
    pub corners: usize,
    /// How many portals it crosses.
    pub portals: usize,
    /// How many triangles, or polygons, the corridor has.
    pub triangles: usize,
    /// Which ones, in order.
    pub triangle_ids: Vec<u32>,
    /// How many cells the path goes through, where the grid was searched.
    pub cells: usize,
    /// How many nodes the search expanded.
    pub expansions: usize,
    /// The first cell that was reached from which the heuristic takes more than there is; none if there is none.
    pub overestimates: Option<Overestimate>,
    /// How much longer it is than the shortest of all.
    #[serde(flatten)]
    pub gap: Gap,
    /// How near it comes to a wall; none without a path. \[cells]
    pub clearance: Option<f64>,
    /// How long the search, the pulling and the audit took, recorded; what they are held against is not counted. \[ms]
    pub elapsed_ms: f64,
    /// What the audit says of it.
    pub audit: AuditReport,
    /// Portals whose ends were taken the wrong way round, counted from 1.
    pub reversed_portals: Vec<u32>,
    /// Corners without which the path would break no rule either, counted from 1.
    pub needless_corners: Vec<u32>,
    /// Why there is no path, if there is none.
    pub no_path: Option<NoPath>,
    /// What became of those who walked, if any did.
    pub walk: Option<WalkReport>,
}

/// How much longer a path is than the shortest that the agent can take, and where that comes from.
///
/// (1 + excess) = (1 + corridor excess) × (1 + funnel excess). A path through walls may well be shorter than the optimum.
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
    /// It was cancelled.
    pub fn run(
        nav: &Arc<NavMesh>,
        settings: &Settings,
        start: Point,
        goal: Point,
        watch: &Watch,
    ) -> Result<Self, Halt> {
        let mut clock = Clock::start();
        let ends = Ends::on(nav, start, goal);
        let (mut search, mut polyanya, mut grid) = (None, None, None);
        let found = match (settings.search.graph, settings.search.method) {
            (Graph::Grid, _) => {
                let maze = nav.maze().clone();
                let cells = record(GridSearch::new(maze, settings.search, settings.radius, start, goal), watch)?;
                let found = Found::by_grid(cells.model());
                grid = Some(cells);
                found
            }
            (Graph::Mesh, Method::Polyanya) => {
                let sights = record(Polyanya::new(nav.clone(), ends.entry, ends.exit), watch)?;
                let found = Found::by_polyanya(sights.model());
                polyanya = Some(sights);
                found
            }
            (Graph::Mesh, Method::AStar | Method::Dijkstra) => {
                let triangles = record(Search::new(nav.clone(), settings.search, ends.entry, ends.exit), watch)?;
                let found = Found::by_search(triangles.model());
                search = Some(triangles);
                found
            }
        };
        let portals = Portals::new(nav.clone(), found.corridor.clone(), ends.entry, settings.pull.portals);
        let portals = if grid.is_none() { record(portals, watch)? } else { Replay::resting(portals) };

        let is_found = found.outcome == Outcome::Found;
        let pulls = match found.outcome {
            Outcome::Found => true,
            Outcome::Unreachable => grid.is_none() && settings.search.unreachable == Unreachable::StraightLine,
            _ => false,
        };
        let funnel = Funnel::new(ends.entry, &portals.model().portals(), ends.exit, settings.pull);
        let funnel = if pulls && grid.is_none() { record(funnel, watch)? } else { Replay::resting(funnel) };
        let smooth = smooth(grid.as_ref(), settings, watch)?;
        let polyline = match (&grid, &smooth) {
            (_, Some(smooth)) => smooth.model().points(),
            (Some(grid), None) => corners_of(&grid.model().path()),
            (None, None) if pulls => ends.with(funnel.model().path()),
            (None, None) => Vec::new(),
        };

        let rounds = nav.has_round_corners() && is_found && grid.is_none();
        let round = || record(Round::new(nav.maze().clone(), polyline.clone().into(), settings.radius), watch);
        let round = rounds.then(round).transpose()?;
        let course = round.as_ref().map_or_else(|| Course::of_points(&polyline), |it| it.model().course());
        let course = Arc::new(course);

        let audit = record(Audit::of(nav.maze().clone(), course.clone(), settings.radius), watch)?;
        let elapsed_ms = clock.lap();
        let walk = walk(nav.maze(), pulls.then_some(&course), [start, goal], settings, watch)?;

        let length = pulls.then(|| course.length());
        let optimum = optimum(nav, start, goal, watch)?;
        let in_corridor = match is_found && grid.is_none() {
            true => {
                let taut = shortest_within(nav, found.corridor.clone(), &ends, &watch.cancel);
                Some(taut.ok_or(Halt::Cancelled)?.length())
            }
            false => None,
        };
        let violations = audit.model().violations().to_vec();
        let has_arcs = course.pieces().iter().any(|it| matches!(it, Piece::Arc(_)));
        let needless = if has_arcs { Vec::new() } else { needless_corners(nav.maze(), &polyline, settings.radius) };
        let report = PathReport {
            outcome: found.outcome,
            length,
            points: course.points(),
            arcs: ArcReport::all(&course),
            corners: course.corners(),
            portals: found.corridor.len(),
            triangles: found.polygons.len(),
            triangle_ids: found.polygons,
            cells: grid.as_ref().map_or(0, |it| it.model().way().len()),
            expansions: found.expansions,
            overestimates: grid.as_ref().and_then(|it| it.model().first_overestimate(it.log().events())),
            gap: Gap::of(length.filter(|_| is_found), in_corridor, optimum.as_ref().map(Course::length)),
            clearance: course.clearance(nav.maze()),
            elapsed_ms,
            audit: AuditReport { has_path: length.is_some(), legal: violations.is_empty(), violations },
            reversed_portals: reversed_portals(&portals),
            needless_corners: needless,
            no_path: match &grid {
                Some(grid) => NoPath::of_grid(nav, grid.model(), optimum.is_some()),
                None => NoPath::of(nav, start, goal, found.outcome),
            },
            walk: walk.as_ref().map(|it| WalkReport::of(it.model())),
        };
        Ok(Self {
            start,
            goal,
            search: search.map(Track::new),
            polyanya: polyanya.map(Track::new),
            grid: grid.map(Track::new),
            portals: Track::new(portals),
            funnel: Track::new(funnel),
            round: round.map(Track::new),
            smooth: smooth.map(Track::new),
            audit: Track::new(audit),
            walk: walk.map(Track::new),
            optimum,
            report,
        })
    }

    /// How many corners the funnel left; rounding may make others of them.
    pub(super) fn funnel_corners(&self) -> usize {
        if self.round.is_none() {
            return self.report.corners;
        }
        let mut funnel = self.funnel.replay().clone();
        funnel.seek(usize::MAX);
        funnel.model().path().len().saturating_sub(2)
    }

    /// Its stages, in order.
    #[must_use]
    pub fn lanes(&self) -> Vec<&dyn Lane> {
        let of_mesh = self.grid.is_none();
        let lanes = [
            lane(self.search.as_ref()),
            lane(self.polyanya.as_ref()),
            lane(self.grid.as_ref()),
            of_mesh.then_some(&self.portals as &dyn Lane),
            of_mesh.then_some(&self.funnel as &dyn Lane),
            lane(self.round.as_ref()),
            lane(self.smooth.as_ref()),
            Some(&self.audit),
            lane(self.walk.as_ref()),
        ];
        lanes.into_iter().flatten().collect()
    }

    /// Its stages, to be moved.
    pub(super) fn lanes_mut(&mut self) -> impl Iterator<Item = &mut dyn Lane> {
        let of_mesh = self.grid.is_none();
        let lanes = [
            lane_mut(self.search.as_mut()),
            lane_mut(self.polyanya.as_mut()),
            lane_mut(self.grid.as_mut()),
            of_mesh.then_some(&mut self.portals as &mut dyn Lane),
            of_mesh.then_some(&mut self.funnel as &mut dyn Lane),
            lane_mut(self.round.as_mut()),
            lane_mut(self.smooth.as_mut()),
            Some(&mut self.audit),
            lane_mut(self.walk.as_mut()),
        ];
        lanes.into_iter().flatten()
    }

    /// Its stages, to be gone through elsewhere.
    pub(super) fn recorded(&self) -> impl Iterator<Item = Recorded> {
        let of_mesh = self.grid.is_none();
        let stages = [
            self.search.as_ref().map(recorded),
            self.polyanya.as_ref().map(recorded),
            self.grid.as_ref().map(recorded),
            of_mesh.then(|| recorded(&self.portals)),
            of_mesh.then(|| recorded(&self.funnel)),
            self.round.as_ref().map(recorded),
            self.smooth.as_ref().map(recorded),
            Some(recorded(&self.audit)),
            self.walk.as_ref().map(recorded),
        ];
        stages.into_iter().flatten()
    }
}

/// The portals whose ends were taken the wrong way round, counted from 1.
fn reversed_portals(portals: &Replay<Portals>) -> Vec<u32> {
    let is_reversed = |it: &PortalEvent| matches!(it, PortalEvent::Ordered { right_way_round: false, .. });
    (1..).zip(portals.log().events()).filter(|it| is_reversed(it.1)).map(|it| it.0).collect()
}
