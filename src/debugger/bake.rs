//! A bake: the stages from a maze to a navmesh, recorded, and what is wrong with the result.

use std::{
    collections::BTreeSet,
    ops::ControlFlow,
    sync::{Arc, OnceLock},
};

use serde::Serialize;

use super::{
    fits::{check_outline, check_rectangles, check_size},
    lanes::{Recorded, lane, lane_mut, recorded},
    run::{Clock, Halt},
    track::{Lane, Track},
};
use crate::{
    bake::{BakeViolation, Filter, Finding, Merge, NavMesh, Outline, Recipe, Rectangles, Samples},
    geometry::{Policy, counted},
    io::Settings,
    maze::Maze,
    mesh::{MeshEvent, Triangulation, VertexId, windings},
    record::Unfinished,
    search::Graph,
    trace::{Replay, Stage, Watch},
};

/// A recorded bake.
#[derive(Debug)]
pub struct Bake {
    /// Samples, where the mesh is made of those.
    pub samples: Option<Track<Samples>>,
    /// Outlines of the walls, where it is made of those.
    pub outline: Option<Track<Outline>>,
    /// Rectangles of floor cells, where it is made of those.
    pub rectangles: Option<Track<Rectangles>>,
    /// Triangulation.
    pub mesh: Track<Triangulation>,
    /// Filter.
    pub filter: Track<Filter>,
    /// Merging, where that was asked for or is needed.
    pub merge: Option<Track<Merge>>,
    /// What came out.
    pub nav: Arc<NavMesh>,
    /// The point of the samples, outlines or rectangles that each vertex is.
    order: Vec<u32>,
    /// For each of those points, how many events there had been when it came about, that one's own included.
    placed_by: OnceLock<Vec<u32>>,
    /// Whether none of its stages ran.
    rests: bool,
    /// Sizes, times, and what is wrong with it.
    pub report: BakeReport,
}

/// Sizes and times of a bake.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BakeReport {
    /// How many rectangles cover the floor; none where the mesh is made of something else.
    pub rectangles: usize,
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
    /// How many convex polygons they are merged into; as many as triangles, unless that was asked for.
    pub polygons: usize,
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
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct StageTimes {
    /// Placing the samples.
    pub samples: f64,
    /// Outlining the walls.
    pub outline: f64,
    /// Covering the floor with rectangles.
    pub rectangles: f64,
    /// Bowyer–Watson, and laying constraints.
    pub triangulate: f64,
    /// Filtering triangles and edges.
    pub filter: f64,
    /// Merging triangles into polygons.
    pub merge: f64,
    /// Laying out the polygons, and what finds them by a place.
    pub layout: f64,
    /// Finding everything that is wrong.
    pub checks: f64,
}

impl StageTimes {
    /// All of them but the checks. \[ms]
    fn elapsed(&self) -> f64 {
        let placed = self.samples + self.outline + self.rectangles;
        placed + self.triangulate + self.filter + self.merge + self.layout
    }
}

impl BakeReport {
    /// How many rules are broken, and how much there is to know besides; of a mesh in which nothing can be walked, that.
    #[must_use]
    pub fn verdict(&self) -> String {
        let violations = match self.violations.len() {
            0 if self.walkable == 0 => "nothing can be walked".to_owned(),
            0 => "no violations".to_owned(),
            violations => counted(violations, "violation"),
        };
        match self.findings.len() {
            0 => violations,
            findings => format!("{violations}, {}", counted(findings, "note")),
        }
    }
}

impl Bake {
    /// Bakes a maze and checks the result.
    ///
    /// # Errors
    ///
    /// It was cancelled, or would be too large.
    pub fn run(maze: &Arc<Maze>, settings: &Settings, watch: &Watch) -> Result<Self, Halt> {
        let mut it = Self::unjudged(maze, settings, watch)?;
        if it.rests {
            it.report.findings = it.nav.narrow_passages();
            return Ok(it);
        }
        let mut clock = Clock::start();
        let (elapsed_ms, stages_ms) = (it.report.elapsed_ms, it.report.stages_ms);
        it.report = it.judge(settings, watch)?;
        (it.report.elapsed_ms, it.report.stages_ms) = (elapsed_ms, StageTimes { checks: clock.lap(), ..stages_ms });
        Ok(it)
    }

    /// Bakes a maze, and says nothing of the result but how long it took.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub(super) fn unjudged(maze: &Arc<Maze>, settings: &Settings, watch: &Watch) -> Result<Self, Halt> {
        if settings.search.graph == Graph::Grid {
            return Self::resting(maze, settings, watch);
        }
        let (bake, radius) = (&settings.bake, settings.radius);
        let mut clock = Clock::start();
        let mut times = StageTimes::default();
        let (mut samples, mut outline, mut rectangles, mut placed_by) = (None, None, None, OnceLock::new());
        let (mut mesh, order) = match bake.recipe {
            Recipe::Sampled => {
                check_size(maze, settings)?;
                let sampled = record(Samples::new(maze.clone(), bake.samples, bake.inset, radius), watch)?;
                times.samples = clock.lap();
                placed_by = sampled.model().placed_by().into();
                let sampled = samples.insert(sampled).model();
                Triangulation::of(sampled.points(), bake.order, bake.frame, settings.numbers)
            }
            Recipe::Walls => {
                let outlined = record(Outline::new(maze.clone(), radius, bake.arc_error), watch)?;
                times.outline = clock.lap();
                let outlined = outline.insert(outlined).model();
                check_outline(outlined)?;
                Triangulation::constrained(outlined.points(), outlined.edges(), bake.order)
            }
            Recipe::Rectangles => {
                let covered = record(Rectangles::new(maze.clone(), radius), watch)?;
                let sides = check_rectangles(rectangles.insert(covered).model())?;
                times.rectangles = clock.lap();
                placed_by = sides.first.iter().map(|it| it + 1).collect::<Vec<u32>>().into();
                Triangulation::constrained(&sides.points, &sides.edges, bake.order)
            }
        };
        mesh.reserve();
        let mesh = record(mesh, watch)?;
        times.triangulate = clock.lap();

        Halt::check(watch)?;
        let last = Arc::new(mesh.model().clone());
        let filter = match bake.recipe {
            Recipe::Sampled => Filter::new(last, maze.clone(), *bake, radius),
            Recipe::Walls | Recipe::Rectangles => {
                let winding = windings(&last).into();
                Filter::by_winding(last, maze.clone(), *bake, radius, winding)
            }
        };
        let filter = record(filter, watch)?;
        Halt::check(watch)?;
        let filtered = Arc::new(filter.model().clone());
        times.filter = clock.lap();

        let merge = bake.merges().then(|| record(Merge::new(filtered.clone()), watch)).transpose()?;
        if merge.is_some() {
            times.merge = clock.lap();
        }
        let nav = Arc::new(match &merge {
            Some(it) => NavMesh::merged(it.model(), radius),
            None => NavMesh::new(filtered, radius),
        });
        times.layout = clock.lap();

        Halt::check(watch)?;
        Ok(Self {
            samples: samples.map(Track::new),
            outline: outline.map(Track::new),
            rectangles: rectangles.map(Track::new),
            mesh: Track::new(mesh),
            filter: Track::new(filter),
            merge: merge.map(Track::new),
            nav,
            order,
            placed_by,
            rests: false,
            report: BakeReport { elapsed_ms: times.elapsed(), stages_ms: times, ..BakeReport::default() },
        })
    }

    /// No bake at all, where cells are searched. What its queries are held against, the mesh of the true walls, is made without a
    /// record; of a maze too large for that nothing is known.
    fn resting(maze: &Arc<Maze>, settings: &Settings, watch: &Watch) -> Result<Self, Halt> {
        let (bake, radius) = (settings.bake, settings.radius);
        let walls = NavMesh::of_walls(maze, bake, radius, &watch.cancel);
        Halt::check(watch)?;
        let none = NavMesh::empty(maze, bake, radius);
        Ok(Self {
            samples: None,
            outline: None,
            rectangles: None,
            mesh: Track::new(Replay::resting(Triangulation::clone(none.mesh()))),
            filter: Track::new(Replay::resting(Filter::clone(none.filter()))),
            merge: None,
            nav: Arc::new(walls.unwrap_or(none)),
            order: Vec::new(),
            placed_by: OnceLock::new(),
            rests: true,
            report: BakeReport::default(),
        })
    }

    /// Whether a mesh was baked; none is where cells are searched.
    #[must_use]
    pub fn ran(&self) -> bool {
        !self.rests
    }

    /// Counts everything, and finds all that is wrong.
    fn judge(&self, settings: &Settings, watch: &Watch) -> Result<BakeReport, Halt> {
        let (nav, mesh) = (&self.nav, self.mesh.replay());
        let mut merged = vec![false; mesh.model().samples()];
        let mut skipped = 0;
        for event in mesh.log().events() {
            if let MeshEvent::Merged { vertex, .. } = *event {
                merged[vertex as usize] = true;
            }
            skipped += usize::from(matches!(event, MeshEvent::Skipped { .. }));
        }
        // The article never merges; its duplicates are in no circle, and stand for nothing lost.
        let merges = settings.numbers.policy != Policy::Article;
        let doubled = if merges { Vec::new() } else { doubles_of_others(mesh.model()) };
        let excused = |vertex: u32| merged[vertex as usize] || doubled.get(vertex as usize) == Some(&true);
        let mut violations = nav.violations(excused);
        // A torn mesh may break a rule several times in one place.
        let mut seen = BTreeSet::new();
        violations.retain(|it| {
            let thing = it.ends.map(|[a, b]| [a.min(b), a.max(b)]).ok_or(it.triangle);
            seen.insert((it.kind.name(), thing, it.at.x.to_bits(), it.at.y.to_bits()))
        });
        Halt::check(watch)?;
        let findings = nav.ground().findings(nav);
        Halt::check(watch)?;
        Ok(BakeReport {
            rectangles: self.rectangles.as_ref().map_or(0, Lane::len),
            vertices: mesh.model().samples(),
            merged: merged.iter().filter(|it| **it).count(),
            skipped,
            triangles: mesh.model().inner().count(),
            walkable: nav.walkable().len(),
            closed_edges: nav.filter().closed_edges(),
            polygons: nav.polygons().count(),
            islands: nav.ground().islands.all().len(),
            violations,
            findings,
            events: self.lanes().iter().map(|it| it.len()).sum(),
            event_bytes: self.lanes().iter().map(|it| it.bytes()).sum(),
            ..BakeReport::default()
        })
    }

    /// The position after the event, of the samples, outlines or rectangles, by which the point came about that a vertex is.
    #[must_use]
    pub fn placed_by(&self, vertex: VertexId) -> Option<usize> {
        let point = *self.order.get(vertex as usize)? as usize;
        let placed_by = self.placed_by.get_or_init(|| self.outline.as_ref().map_or_else(Vec::new, points_by_event));
        placed_by.get(point).map(|&it| it as usize)
    }

    /// Its stages, in order.
    #[must_use]
    pub fn lanes(&self) -> Vec<&dyn Lane> {
        let lanes = [
            lane(self.samples.as_ref()),
            lane(self.outline.as_ref()),
            lane(self.rectangles.as_ref()),
            self.ran().then_some(&self.mesh as &dyn Lane),
            self.ran().then_some(&self.filter),
            lane(self.merge.as_ref()),
        ];
        lanes.into_iter().flatten().collect()
    }

    /// Its stages, to be moved.
    pub(super) fn lanes_mut(&mut self) -> impl Iterator<Item = &mut dyn Lane> {
        let ran = self.ran();
        let lanes = [
            lane_mut(self.samples.as_mut()),
            lane_mut(self.outline.as_mut()),
            lane_mut(self.rectangles.as_mut()),
            ran.then_some(&mut self.mesh as &mut dyn Lane),
            ran.then_some(&mut self.filter),
            lane_mut(self.merge.as_mut()),
        ];
        lanes.into_iter().flatten()
    }

    /// Its stages, to be gone through elsewhere.
    pub(super) fn recorded(&self) -> impl Iterator<Item = Recorded> {
        let stages = [
            self.samples.as_ref().map(recorded),
            self.outline.as_ref().map(recorded),
            self.rectangles.as_ref().map(recorded),
            self.ran().then(|| recorded(&self.mesh)),
            self.ran().then(|| recorded(&self.filter)),
            self.merge.as_ref().map(recorded),
        ];
        stages.into_iter().flatten()
    }
}

/// For each point of finished outlines, how many events there had been when it came about.
fn points_by_event(outline: &Track<Outline>) -> Vec<u32> {
    let mut placed_by = Vec::new();
    // Nobody stops it.
    let _ = outline.replay().recording().scan(false, &Watch::default(), |outline, seen| {
        placed_by.resize(outline.points().len(), u32::try_from(seen.moment.at).unwrap_or(u32::MAX));
        ControlFlow::Continue(())
    });
    placed_by
}

/// Runs a stage to its end.
pub(super) fn record<M: Stage>(model: M, watch: &Watch) -> Result<Replay<M>, Halt> {
    Replay::record_within(model, watch, M::MOST_BYTES).map_err(|why| match why {
        Unfinished::Cancelled => Halt::Cancelled,
        Unfinished::Full => Halt::too_long::<M>(),
    })
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
