//! One run through all stages, recorded: a bake, and a query on what it made.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use serde::Serialize;

use super::{no_path::NoPath, track::Track};
use crate::{
    bake::{BakeViolation, Filter, Finding, NavMesh, Samples},
    geometry::{Point, Policy, path_length},
    io::Settings,
    maze::{Maze, Violation},
    mesh::{MeshEvent, Triangulation},
    pull::{Audit, Funnel, PortalEvent, Portals, needless_corners},
    search::{Outcome, Search, Unreachable},
    trace::{Replay, Watch},
};

/// More samples than this are refused: their bake would take some five gigabytes.
pub const MAX_SAMPLES: usize = 8_000_000;

/// Why a run came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Somebody stopped it.
    Cancelled,
    /// It would be too large; says what to do.
    TooLarge(String),
}

impl Halt {
    /// Stops here if somebody asked for it.
    pub(super) fn check(watch: &Watch) -> Result<(), Self> {
        if watch.cancel.load(Ordering::Relaxed) { Err(Self::Cancelled) } else { Ok(()) }
    }
}

/// A recorded bake.
#[derive(Debug)]
pub struct Bake {
    /// Samples.
    pub samples: Track<Samples>,
    /// Triangulation.
    pub mesh: Track<Triangulation>,
    /// Filter.
    pub filter: Track<Filter>,
    /// What came out.
    pub nav: Arc<NavMesh>,
    /// For each vertex, how many events of the samples there had been when it was placed, that one's own included.
    pub placed_by: Vec<u32>,
    /// Sizes, times, and what is wrong with it.
    pub report: BakeReport,
}

/// Sizes and times of a bake.
#[derive(Clone, Debug, Serialize)]
pub struct BakeReport {
    /// How many points were given to the triangulation, those that lie on others included.
    pub vertices: usize,
    /// How many of them lie on others.
    pub merged: usize,
    /// How many were in no triangle's circle, and so left out.
    pub skipped: usize,
    /// How many triangles there are between them.
    pub triangles: usize,
    /// How many of those may be walked.
    pub walkable: usize,
    /// How many edges between walkable triangles are closed.
    pub closed_edges: usize,
    /// How many islands they make: sets of triangles that hang together over open edges.
    pub islands: usize,
    /// What is wrong, and where.
    pub violations: Vec<BakeViolation>,
    /// What is worth knowing without being wrong, and where; of each kind only so many.
    pub findings: Vec<Finding>,
    /// How long the bake took, checks not counted. \[ms]
    pub elapsed_ms: f64,
    /// How long each stage took. \[ms]
    pub stages_ms: StageTimes,
    /// How many events were recorded.
    pub events: usize,
    /// How many bytes the recorded events take.
    pub event_bytes: usize,
}

/// How long each stage of a bake took. \[ms]
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StageTimes {
    /// Placing the samples.
    pub samples: f64,
    /// Bowyer–Watson.
    pub triangulate: f64,
    /// Filtering triangles and edges.
    pub filter: f64,
    /// Finding everything that is wrong.
    pub checks: f64,
}

impl Bake {
    /// Bakes a maze and checks the result.
    ///
    /// # Errors
    ///
    /// It was cancelled, or would be too large.
    pub fn run(maze: &Arc<Maze>, settings: &Settings, watch: &Watch) -> Result<Self, Halt> {
        let bake = &settings.bake;
        let count = maze.floor().count().saturating_mul(bake.samples.count());
        if count > MAX_SAMPLES {
            let what_to_do = match maze.floor().count() <= MAX_SAMPLES {
                true => "choose fewer a cell (bake.samples = 1)",
                false => "even one a cell is too many for a maze of this size",
            };
            let message = format!("{count} samples are more than the {MAX_SAMPLES} that fit; {what_to_do}");
            return Err(Halt::TooLarge(message));
        }
        let mut clock = Clock::start();
        let samples = Samples::new(maze.clone(), bake.samples, bake.inset, settings.radius);
        let samples = Replay::record(samples, watch).ok_or(Halt::Cancelled)?;
        let samples_time = clock.lap();

        let (mut mesh, order) = Triangulation::of(samples.model().points(), bake.order, bake.frame, settings.numbers);
        mesh.reserve();
        let mesh = Replay::record(mesh, watch).ok_or(Halt::Cancelled)?;
        let triangulate_time = clock.lap();

        Halt::check(watch)?;
        let last = Arc::new(mesh.model().clone());
        let filter = Filter::new(last, maze.clone(), *bake, settings.radius);
        let filter = Replay::record(filter, watch).ok_or(Halt::Cancelled)?;
        Halt::check(watch)?;
        let nav = Arc::new(NavMesh::new(filter.model().clone(), settings.radius));
        let filter_time = clock.lap();

        let placed_by = samples.model().placed_by();
        let placed_by = order.into_iter().map(|it| placed_by[it as usize]).collect();
        let mut merged = vec![false; samples.model().points().len()];
        let mut skipped = 0;
        for event in mesh.log().events() {
            match *event {
                MeshEvent::Merged { vertex, .. } => merged[vertex as usize] = true,
                MeshEvent::Skipped { .. } => skipped += 1,
                _ => (),
            }
        }
        Halt::check(watch)?;
        // The article never merges; its duplicates are in no circle, and stand for nothing lost.
        let merges = settings.numbers.policy != Policy::Article;
        let doubled = if merges { Vec::new() } else { doubles_of_others(mesh.model()) };
        let excused = |vertex: u32| merged[vertex as usize] || doubled.get(vertex as usize) == Some(&true);
        let violations = nav.violations(excused);
        Halt::check(watch)?;
        let findings = nav.ground().findings(&nav);
        Halt::check(watch)?;
        let checks = clock.lap();
        let logs = [
            (samples.log().events().len(), samples.log().bytes()),
            (mesh.log().events().len(), mesh.log().bytes()),
            (filter.log().events().len(), filter.log().bytes()),
        ];
        let report = BakeReport {
            vertices: samples.model().points().len(),
            merged: merged.iter().filter(|it| **it).count(),
            skipped,
            triangles: mesh.model().inner().count(),
            walkable: nav.walkable().len(),
            closed_edges: nav.filter().closed_edges(),
            islands: nav.ground().islands.all().len(),
            violations,
            findings,
            elapsed_ms: ms(samples_time + triangulate_time + filter_time),
            stages_ms: StageTimes {
                samples: ms(samples_time),
                triangulate: ms(triangulate_time),
                filter: ms(filter_time),
                checks: ms(checks),
            },
            events: logs.iter().map(|it| it.0).sum(),
            event_bytes: logs.iter().map(|it| it.1).sum(),
        };
        let (samples, mesh, filter) = (Track::new(samples), Track::new(mesh), Track::new(filter));
        Ok(Self { samples, mesh, filter, nav, placed_by, report })
    }
}

/// Tells for each vertex whether it has the coordinates of an older one.
fn doubles_of_others(mesh: &Triangulation) -> Vec<bool> {
    let key = |vertex: u32| mesh.point(vertex);
    let count = u32::try_from(mesh.samples()).unwrap_or(u32::MAX);
    let mut sorted: Vec<u32> = (0..count).collect();
    sorted.sort_by(|&a, &b| {
        let (p, q) = (key(a), key(b));
        p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(a.cmp(&b))
    });
    let mut double = vec![false; mesh.samples()];
    for pair in sorted.windows(2) {
        double[pair[1] as usize] = key(pair[0]) == key(pair[1]);
    }
    double
}

/// A recorded query.
#[derive(Debug)]
pub struct Query {
    /// The search.
    pub search: Track<Search>,
    /// The portals of the corridor it found.
    pub portals: Track<Portals>,
    /// The funnel through them.
    pub funnel: Track<Funnel>,
    /// The path against the walls.
    pub audit: Track<Audit>,
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
    /// The path, start and goal included.
    pub points: Vec<Point>,
    /// How many corners it has between start and goal.
    pub corners: usize,
    /// How many portals it crosses.
    pub portals: usize,
    /// How many triangles the corridor has.
    pub triangles: usize,
    /// Which ones, in order.
    pub triangle_ids: Vec<u32>,
    /// What the audit says of it.
    pub audit: AuditReport,
    /// Portals whose ends were taken the wrong way round, counted from 1.
    pub reversed_portals: Vec<u32>,
    /// Corners without which the path would break no rule either, counted from 1.
    pub needless_corners: Vec<u32>,
    /// Why there is no path, if there is none.
    pub no_path: Option<NoPath>,
}

/// What the audit says of a path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditReport {
    /// Whether no rule is broken.
    pub legal: bool,
    /// Which rules are, and where.
    pub violations: Vec<Violation>,
}

impl PathReport {
    /// Whether there is a path, and it breaks no rule.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.outcome == Outcome::Found && self.audit.legal
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
        let search = Search::new(nav.clone(), settings.search, start, goal);
        let search = Replay::record(search, watch).ok_or(Halt::Cancelled)?;
        let outcome = search.model().outcome().unwrap_or(Outcome::Unreachable);
        let end = search.model().current().filter(|_| outcome == Outcome::Found);
        let corridor: Arc<[_]> = end.map_or_else(Vec::new, |it| search.model().corridor_to(it)).into();

        let portals = Portals::new(nav.clone(), corridor.clone(), start, settings.pull.portals);
        let portals = Replay::record(portals, watch).ok_or(Halt::Cancelled)?;

        let pulls = match outcome {
            Outcome::Found => true,
            Outcome::Unreachable => settings.search.unreachable == Unreachable::StraightLine,
            _ => false,
        };
        let funnel = Funnel::new(start, &portals.model().portals(), goal, settings.pull);
        let funnel = match pulls {
            true => Replay::record(funnel, watch).ok_or(Halt::Cancelled)?,
            false => Replay::resting(funnel),
        };
        let points = if pulls { funnel.model().path() } else { Vec::new() };

        let audit = Audit::new(nav.maze().clone(), points.clone().into(), settings.radius);
        let audit = Replay::record(audit, watch).ok_or(Halt::Cancelled)?;
        let violations = audit.model().violations().to_vec();
        let reversed = (1..).zip(portals.log().events());
        let reversed =
            reversed.filter(|it| matches!(it.1, PortalEvent::Ordered { right_way_round: false, .. })).map(|it| it.0);
        let triangle_ids: Vec<u32> = corridor.iter().map(|it| it.triangle()).chain(end).collect();
        let report = PathReport {
            outcome,
            length: pulls.then(|| path_length(&points)),
            corners: points.len().saturating_sub(2),
            portals: corridor.len(),
            triangles: triangle_ids.len(),
            triangle_ids,
            audit: AuditReport { legal: violations.is_empty(), violations },
            reversed_portals: reversed.collect(),
            needless_corners: needless_corners(nav.maze(), &points, settings.radius),
            no_path: NoPath::of(nav, start, goal, outcome),
            points,
        };
        let (search, portals) = (Track::new(search), Track::new(portals));
        let (funnel, audit) = (Track::new(funnel), Track::new(audit));
        Ok(Self { search, portals, funnel, audit, report })
    }
}

/// Measures one thing after another.
struct Clock(Instant);

impl Clock {
    fn start() -> Self {
        Self(Instant::now())
    }

    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now.duration_since(std::mem::replace(&mut self.0, now))
    }
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
