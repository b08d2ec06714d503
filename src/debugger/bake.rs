//! A bake: the stages from a maze to a navmesh, recorded, and what is wrong with the result.

use std::{
    collections::BTreeSet,
    ops::ControlFlow,
    sync::{Arc, OnceLock},
    time::Instant,
};

use serde::{Serialize, Serializer};

use super::{
    run::{Known, Recorder, Run},
    track::{Lane, Track},
};
use crate::{
    bake::{
        BakeViolation, Finding, FindingKind, MOST_FINDINGS, NavMesh, Outline, Rectangles, Samples,
        voxels::{ClosedDoor, Erode, Rounded, closed_doors},
    },
    geometry::{Bounds, Policy, counted, rounded},
    io::Settings,
    maze::Maze,
    mesh::{MeshEvent, Triangulation, VertexId},
    picture::Drawn,
    pipeline::{Baked, Given, Halt, Key, LAYOUT, Runner as _, bake, check_kind, empty, walls_of},
    search::Graph,
    trace::{Part, Replay, Stage, StageName, Watch},
};

/// A recorded bake.
#[derive(Debug)]
pub struct Bake {
    run: Run,
    /// What came out.
    pub nav: Arc<NavMesh>,
    /// What was triangulated; nothing where no mesh was baked.
    given: Option<Arc<Given>>,
    /// For each point that was triangulated, how many events of the recipe's first stage there had been when it came about, that
    /// one's own included.
    placed_by: OnceLock<Vec<u32>>,
    /// Whether a mesh was baked; none is where cells are searched.
    ran: bool,
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
    /// What each stage came to, where no other figure here tells it.
    #[serde(rename = "stages", skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<StageSizes>,
    /// The kinds of ground of level geometry, by their numbers, where there is more than one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// What rounding made of the agent's measures, where they are counted in voxels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounding: Vec<Rounded>,
    /// As many as islands, under the name that is usual for meshes of voxels; none for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<usize>,
    /// What the polygons of a mesh of voxels or contours cover in plan; none for others. \[world units²]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
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

/// What a stage came to: some numbers, each with its word.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageSizes {
    /// The stage.
    pub stage: &'static str,
    /// How much of what.
    #[serde(flatten, serialize_with = "as_table")]
    pub sizes: Vec<(&'static str, usize)>,
}

fn as_table<S: Serializer>(sizes: &[(&'static str, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(sizes.iter().copied())
}

/// How long each stage of a bake took, in order; last the checks. \[ms]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageTimes(Vec<(&'static str, f64)>);

impl StageTimes {
    /// The name for the time that finding everything wrong takes.
    pub const CHECKS: &str = "checks";

    /// What ran, in order, but for the checks. \[ms]
    pub fn ran(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.0.iter().copied().filter(|it| it.0 != Self::CHECKS)
    }

    /// All of them together. \[ms]
    fn sum(&self) -> f64 {
        self.0.iter().map(|it| it.1).sum()
    }

    /// How long a stage took, or what is made between stages; 0 for what did not run. \[ms]
    #[must_use]
    pub fn of(&self, name: &str) -> f64 {
        self.0.iter().filter(|it| it.0 == name).map(|it| it.1).sum()
    }
}

impl Serialize for StageTimes {
    /// As a table of all stages that a bake may have, those that did not run included.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stages = StageName::ALL.into_iter().filter(|it| it.vocabulary().part == Part::Bake).map(StageName::name);
        serializer.collect_map(stages.chain([LAYOUT, Self::CHECKS]).map(|it| (it, self.of(it))))
    }
}

impl BakeReport {
    /// How many rules are broken, and how much there is to know besides; of a mesh in which nothing can be walked, that.
    #[must_use]
    pub fn verdict(&self) -> String {
        let violations = match self.violations.len() {
            0 if self.polygons == 0 => "nothing can be walked".to_owned(),
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
        Self::after(None, maze, settings, watch)
    }

    /// As [`run`](Self::run), taking over from an earlier run what has the same inputs.
    pub(super) fn after(
        known: Option<Known>,
        maze: &Arc<Maze>,
        settings: &Settings,
        watch: &Watch,
    ) -> Result<Self, Halt> {
        let mut it = Self::baked(known.unwrap_or_default(), maze, settings, watch)?;
        if !it.ran() {
            it.report.findings = it.nav.narrow_passages();
            return Ok(it);
        }
        let started = Instant::now();
        let report = it.judge(settings, watch)?;
        let BakeReport { elapsed_ms, mut stages_ms, .. } = it.report;
        stages_ms.0.push((StageTimes::CHECKS, started.elapsed().as_secs_f64() * 1e3));
        it.report = BakeReport { elapsed_ms, stages_ms, ..report };
        Ok(it)
    }

    /// Bakes a maze, and says nothing of the result but how long it took.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub(super) fn unjudged(maze: &Arc<Maze>, settings: &Settings, watch: &Watch) -> Result<Self, Halt> {
        Self::baked(Known::default(), maze, settings, watch)
    }

    fn baked(known: Known, maze: &Arc<Maze>, settings: &Settings, watch: &Watch) -> Result<Self, Halt> {
        check_kind(maze, settings)?;
        let mut recorder = Recorder::new(watch, known);
        let (nav, given) = match settings.search.graph {
            Graph::Mesh => {
                let Baked { nav, given } = bake(maze, settings, &mut recorder)?;
                (nav, given)
            }
            Graph::Grid => (walls_of_cells(maze, settings, &mut recorder)?, None),
        };
        let run = recorder.into_run();
        let ran = settings.search.graph == Graph::Mesh;
        let stages_ms = StageTimes(if ran { run.times() } else { Vec::new() });
        let report = BakeReport { elapsed_ms: stages_ms.sum(), stages_ms, ..BakeReport::default() };
        Ok(Self { run, nav, given, placed_by: OnceLock::new(), ran, report })
    }

    /// Whether a mesh was baked; none is where cells are searched.
    #[must_use]
    pub fn ran(&self) -> bool {
        self.ran
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

    /// Counts everything, and finds all that is wrong.
    fn judge(&self, settings: &Settings, watch: &Watch) -> Result<BakeReport, Halt> {
        let nav = &self.nav;
        let triangulated = self.track::<Triangulation>().map(|it| Inserted::of(it.replay()));
        let mut violations = match &triangulated {
            Some(it) => nav.violations(it.excused(settings.numbers.policy)),
            None => nav.violations(|_| false),
        };
        // A torn mesh may break a rule several times in one place.
        let mut seen = BTreeSet::new();
        violations.retain(|it| {
            let thing = it.ends.map(|[a, b]| [a.min(b), a.max(b)]).ok_or(it.triangle);
            seen.insert((it.kind.name(), thing, it.at.x.to_bits(), it.at.y.to_bits()))
        });
        Halt::check(&watch.cancel)?;
        let mut findings = nav.ground().findings(nav);
        findings.extend(self.doors_found(settings));
        Halt::check(&watch.cancel)?;
        let islands = nav.ground().islands.all().len();
        let is_outlined = nav.triangles().is_none();
        Ok(BakeReport {
            rectangles: self.track::<Rectangles>().map_or(0, Lane::len),
            walkable: nav.triangles().map_or(0, |it| it.walkable().len()),
            closed_edges: nav.triangles().map_or(0, |it| it.filter().closed_edges()),
            polygons: nav.polygons().count(),
            islands,
            sizes: self.lanes().iter().filter_map(|it| it.sizes()).collect(),
            rounding: settings.rounded(),
            kinds: nav.maze().level().filter(|it| it.kinds().len() > 1).map_or_else(Vec::new, |it| it.kinds().to_vec()),
            components: is_outlined.then_some(islands),
            area: is_outlined.then(|| nav.polygons().area()),
            violations,
            findings,
            events: self.lanes().iter().map(|it| it.len()).sum(),
            event_bytes: self.lanes().iter().map(|it| it.bytes()).sum(),
            ..triangulated.map_or_else(BakeReport::default, |it| it.report())
        })
    }

    /// The doors that erosion closed.
    fn doors_found(&self, settings: &Settings) -> Vec<Finding> {
        let Some(eroded) = self.track::<Erode>().map(|it| it.replay().end()) else { return Vec::new() };
        let needed = eroded.radius() * 2 + 1;
        let finding = |door: ClosedDoor| {
            let top = eroded.given().top(door.top);
            let Bounds { min, max } = eroded.grid().bounds_of(top.column, top.row);
            let wide = rounded(f64::from(door.width) * eroded.grid().cell_size, 3);
            let columns = counted(door.width as usize, "column");
            let text = format!(
                "a passage about {columns} wide ({wide}) was closed by erosion, for an agent of radius {} takes {needed}; a smaller \
                 radius opens it, or narrower columns (voxels.cell_size) if it is wide enough",
                rounded(settings.radius, 3)
            );
            Finding { kind: FindingKind::PassageTooNarrow, text, triangle: None, at: min.towards(max, 0.5), gap: None }
        };
        closed_doors(eroded).into_iter().take(MOST_FINDINGS).map(finding).collect()
    }

    /// The position after the event, of the samples, outlines or rectangles, by which the point came about that a vertex is.
    #[must_use]
    pub fn placed_by(&self, vertex: VertexId) -> Option<usize> {
        let point = *self.given.as_ref()?.order.get(vertex.index())? as usize;
        let placed_by = self.placed_by.get_or_init(|| self.points_by_event());
        placed_by.get(point).map(|&it| it as usize)
    }

    fn points_by_event(&self) -> Vec<u32> {
        if let Some(samples) = self.track::<Samples>() {
            return samples.replay().end().placed_by();
        }
        if let Some(rectangles) = self.track::<Rectangles>() {
            return rectangles.replay().end().sides().first.iter().map(|it| it + 1).collect();
        }
        self.track::<Outline>().map_or_else(Vec::new, points_by_event)
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

/// What queries over cells are held against: the mesh of the true walls, made without a record. One without polygons where that would
/// be too large.
fn walls_of_cells(maze: &Arc<Maze>, settings: &Settings, recorder: &mut Recorder) -> Result<Arc<NavMesh>, Halt> {
    let (bake, radius, watch) = (settings.bake, settings.radius, recorder.watch);
    let key = Key::of_maze(maze).and(&(radius, bake.arc_error));
    let walls = recorder.make(LAYOUT, key, || {
        let walls = walls_of(maze, bake, radius, watch)?;
        Ok(walls.unwrap_or_else(|| Arc::new(empty(maze, bake, radius))))
    })?;
    Ok(Arc::clone(&walls))
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

/// What became of the points that were given to a triangulation.
struct Inserted<'m> {
    mesh: &'m Triangulation,
    /// For each vertex whether it lies on another.
    merged: Vec<bool>,
    skipped: usize,
}

impl<'m> Inserted<'m> {
    fn of(replay: &'m Replay<Triangulation>) -> Self {
        let mesh = replay.model();
        let mut it = Self { mesh, merged: vec![false; mesh.samples()], skipped: 0 };
        for event in replay.log().events() {
            if let MeshEvent::Merged { vertex, .. } = *event {
                it.merged[vertex.index()] = true;
            }
            it.skipped += usize::from(matches!(event, MeshEvent::Skipped { .. }));
        }
        it
    }

    /// Which vertices need belong to no triangle, under a policy.
    fn excused(&self, policy: Policy) -> impl Fn(VertexId) -> bool + use<'_> {
        // The article never merges; its duplicates are in no circle, and stand for nothing lost.
        let merges = policy != Policy::Article;
        let doubled = if merges { Vec::new() } else { doubles_of_others(self.mesh) };
        move |vertex| self.merged[vertex.index()] || doubled.get(vertex.index()) == Some(&true)
    }

    fn report(&self) -> BakeReport {
        BakeReport {
            vertices: self.mesh.samples(),
            merged: self.merged.iter().filter(|it| **it).count(),
            skipped: self.skipped,
            triangles: self.mesh.inner().count(),
            ..BakeReport::default()
        }
    }
}

/// Tells for each vertex whether it has the coordinates of an older one.
fn doubles_of_others(mesh: &Triangulation) -> Vec<bool> {
    let mut sorted: Vec<VertexId> = (0..mesh.samples()).map(VertexId::of_index).collect();
    sorted.sort_by(|&a, &b| {
        let (p, q) = (mesh.point(a), mesh.point(b));
        p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(a.cmp(&b))
    });
    let mut double = vec![false; mesh.samples()];
    for pair in sorted.windows(2) {
        double[pair[1].index()] = mesh.point(pair[0]) == mesh.point(pair[1]);
    }
    double
}
