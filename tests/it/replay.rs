//! A replay equals the run it replays: at every position, whichever way it got there, for every stage.

use std::{collections::BTreeSet, fmt::Debug, ops::ControlFlow, sync::Arc};

use expect_test::{Expect, expect};
use navscope::{
    geometry::{Bounds, Point, Spot},
    io::{BuiltIn, GALLERY, Settings},
    maze::Maze,
    mesh::{Frame, Order, Triangulation},
    picture::{Drawn, Shown},
    pipeline::{Halt, Key, Runner, bake as bake_stages, query as query_stages},
    pull::{Audit, Course, PullSettings, Refusal, Round, Rounding, Sight, Smooth, Smoothing},
    record::{Recorder, StopAfter},
    search::{Graph, GridSearch, Polyanya},
    trace::{Kind, Moment, Replay, Stage, StageName, Watch},
    walk::{Agents, Ending, Walk, WalkSettings, Walker},
};

use crate::{
    random::Random,
    rig::{bake, built_in, ends, record, settings},
};

/// A view of all mazes here, close enough that nothing is left out.
const WHOLE: Shown =
    Shown { area: Bounds { min: Point { x: -100.0, y: -100.0 }, max: Point { x: 200.0, y: 200.0 } }, scale: 40.0 };

/// What occurred in some runs.
#[derive(Default)]
pub(crate) struct Told {
    /// The kinds of events, each of its lines of pseudo-code by itself.
    kinds: BTreeSet<(StageName, Kind)>,
    /// The kinds of which some event was drawn.
    drawn: BTreeSet<(StageName, &'static str)>,
    /// The lines of pseudo-code that events belong to.
    steps: BTreeSet<(StageName, usize)>,
}

impl Told {
    /// The lines of pseudo-code that events belong to, a stage a line.
    fn lines(&self) -> String {
        let of = |stage: StageName| {
            let lines = self.steps.iter().filter(|it| it.0 == stage).map(|it| it.1.to_string());
            format!("{}: {}\n", stage.name(), lines.collect::<Vec<_>>().join(" "))
        };
        StageName::ALL.map(of).concat()
    }

    /// The kinds of events of some stages that did not occur, or were not drawn.
    pub(crate) fn missing(&self, stages: &[StageName]) -> Vec<(StageName, Kind)> {
        let kinds = stages.iter().flat_map(|&it| it.vocabulary().kinds.iter().map(move |kind| (it, *kind)));
        kinds.filter(|it| !self.kinds.contains(it) || !self.drawn.contains(&(it.0, it.1.word))).collect()
    }

    /// Has an event told and drawn as everywhere, and checks how.
    fn tell<M: Stage + Drawn>(&mut self, model: &M, event: &M::Event, detail: &[u32]) {
        let kind = M::kind(event);
        self.kinds.insert((M::NAME, *kind));
        let sentence = model.sentence(event);
        let is_sentence = sentence.starts_with(char::is_uppercase) && sentence.ends_with(['.', '!']);
        assert!(is_sentence && sentence.contains(' '), "{event:?}: {sentence}");
        let brief = model.brief(event);
        assert!(!brief.is_empty(), "{event:?}");
        assert_eq!(brief, brief.to_lowercase(), "conditions look for words in small letters");
        let step = model.step(event);
        assert!(model.steps().contains(&step), "{event:?} belongs to line {step}");
        self.steps.insert((M::NAME, step));
        assert!(model.facts(event).iter().all(|it| !it.label.is_empty() && !it.value.is_empty()), "{event:?}");
        let mut marks = Vec::new();
        model.draw_event(event, detail, &mut marks);
        if !marks.is_empty() {
            self.drawn.insert((M::NAME, kind.word));
        }
    }
}

/// Checks one stage, and gives its state at the end.
pub(crate) fn check<M>(fresh: M, told: &mut Told) -> M
where
    M: Stage + Drawn + Clone + Debug,
    M::Event: PartialEq + Debug,
{
    let mut replay = record(fresh.clone());
    let end = replay.model().clone();
    assert_same(&run_to_end(fresh.clone()), &end, "recording changed the result");
    let length = replay.log().events().len();
    let positions = positions(length);
    let stopped: Vec<M> = positions.iter().map(|&at| stopped_after(fresh.clone(), at)).collect();

    let all = scan(&replay, &positions, &stopped, told);
    assert!(M::KINDS.is_sorted_by_key(|it| !it.is_change), "changes come first");
    assert!(M::KINDS.iter().all(|it| it.step < M::STEPS.len()));
    let are_kinds = |words: &[&str]| words.iter().all(|word| M::KINDS.iter().any(|it| it.word == *word));
    assert!(M::CURVES.iter().all(|it| M::QUANTITIES.contains(&it.quantity) && are_kinds(it.kinds)));
    assert!(M::PREDICATES.iter().all(|it| are_kinds(it.kinds)));
    for (are_changes, events) in
        [(true, replay.log().events().to_vec()), (false, all.iter().map(|(_, it)| *it).collect())]
    {
        for event in &events {
            assert_eq!(M::kind(event).is_change, are_changes, "{event:?}");
        }
    }

    let forwards = 0..positions.len();
    let mut random = Random::new(length as u64);
    let jumps: Vec<usize> = forwards.clone().map(|_| random.below(positions.len())).collect();
    for index in forwards.clone().chain(forwards.rev()).chain(jumps) {
        let at = positions[index];
        replay.seek(at);
        assert_eq!(replay.at(), at);
        assert_eq!(replay.event(), at.checked_sub(1).map(|it| &replay.log().events()[it]));
        assert_same(replay.model(), &stopped[index], "the replay differs from the run");
        replay.model().draw(&WHOLE, &mut Vec::new());
    }
    let places = positions.iter().zip(&stopped);
    for (&at, stopped) in places.clone().chain(places.rev()) {
        replay.seek(at);
        let seen = replay.observations();
        let expected = all.iter().filter(|it| it.0.at == at).map(|it| it.1);
        assert_eq!(seen, expected.collect::<Vec<_>>(), "{} from {at}", M::NAME.name());
        assert_same(replay.model(), stopped, "taking observations changed the state");
        assert_same(&run_to_end(replay.model().clone()), &end, "running on from here ends elsewhere");
    }
    end
}

/// Goes through a run both ways, and gives its observations; the events must be those of the log, and the states those of the
/// run stopped there.
fn scan<M>(replay: &Replay<M>, positions: &[usize], stopped: &[M], told: &mut Told) -> Vec<(Moment, M::Event)>
where
    M: Stage + Drawn + Debug,
    M::Event: PartialEq,
{
    let mut observed = Vec::new();
    for observations in [false, true] {
        let (mut events, mut details, mut last) = (Vec::new(), Vec::new(), None);
        let result = replay.recording().scan(observations, &Watch::default(), |model, seen| {
            assert!(last < Some(seen.moment), "moments come in order");
            last = Some(seen.moment);
            let index = positions.binary_search(&seen.moment.at).ok();
            if let Some(index) = index.filter(|_| seen.moment.observed < 2) {
                assert_same(model, &stopped[index], "going through the run shows another state");
            }
            if observations {
                told.tell(model, seen.event, seen.detail);
            }
            if seen.is_observation() {
                observed.push((seen.moment, *seen.event));
            } else {
                events.push(*seen.event);
                details.extend_from_slice(seen.detail);
            }
            ControlFlow::Continue(())
        });
        assert!(result.is_continue());
        assert_eq!((&*events, &*details), (replay.log().events(), replay.log().details()), "{}", M::NAME.name());
    }
    observed
}

/// Says no more than where: these states are long.
#[track_caller]
fn assert_same<M: Stage>(one: &M, other: &M, message: &str) {
    assert!(one == other, "{}: {message}", M::NAME.name());
}

fn run_to_end<M: Stage>(model: M) -> M {
    let mut recorder = Recorder::new(model, ());
    assert!(M::run(&mut recorder).is_continue());
    recorder.into_parts().0
}

/// The state after `at` changes, by running the stage so far.
fn stopped_after<M: Stage>(fresh: M, at: usize) -> M {
    if at == 0 {
        return fresh;
    }
    let mut recorder = Recorder::new(fresh, StopAfter(at));
    assert!(M::run(&mut recorder).is_break());
    recorder.into_parts().0
}

/// Every position of a short run; of a long one the first, the last, and some between.
fn positions(length: usize) -> Vec<usize> {
    const MOST: usize = 48;
    if length <= MOST {
        return (0..=length).collect();
    }
    let mut random = Random::new(length as u64);
    let between = (0..MOST).map(|_| random.below(length));
    let all: BTreeSet<usize> = (0..4).chain(between).chain(length - 4..=length).collect();
    all.into_iter().collect()
}

/// Checks every stage that it runs.
struct Checker<'t>(&'t mut Told);

impl Runner for Checker<'_> {
    fn run<M: Stage + Drawn>(&mut self, _: Key, fresh: impl FnOnce() -> M) -> Result<Arc<M>, Halt> {
        Ok(Arc::new(check(fresh(), self.0)))
    }

    fn rest<M: Stage + Drawn>(&mut self, _: Key, fresh: impl FnOnce() -> M) -> Arc<M> {
        Arc::new(check(fresh(), self.0))
    }

    fn make<T: Send + Sync + 'static>(
        &mut self,
        _: &'static str,
        _: Key,
        make: impl FnOnce() -> Result<T, Halt>,
    ) -> Result<Arc<T>, Halt> {
        make().map(Arc::new)
    }
}

/// Checks all stages of one run, over the mesh and over the cells, and of one that rounds any path.
fn check_stages(maze: &Arc<Maze>, settings: &Settings, start: Point, goal: Point, told: &mut Told) {
    let runner = &mut Checker(told);
    let nav = bake_stages(maze, settings, runner).expect("small").nav;
    let ends = [start, goal].map(Spot::from);
    let way = query_stages(&nav, settings, ends, runner).expect("small");
    let mut cells = *settings;
    cells.search.graph = Graph::Grid;
    query_stages(&nav, &cells, ends, runner).expect("small");
    let round = check(Round::new(maze.clone(), way.corners.into(), settings.radius), told);
    check(Audit::of(maze.clone(), round.course().into(), settings.radius), told);
}

/// Settings that lead into every corner of every stage.
fn variants() -> Vec<Settings> {
    vec![
        settings("default", &[]),
        settings("article", &[]),
        settings("default", &["numbers.policy=f32", "numbers.collinear_epsilon=1"]),
        settings(
            "default",
            &["numbers.policy=float", "numbers.same_point_epsilon=0.3", "numbers.collinear_epsilon=0.1"],
        ),
        settings("default", &["bake.super_triangle=0.1"]),
        settings("default", &["agent.radius=0.3", "bake.inset=0.1", "search.method=dijkstra"]),
        settings("default", &["search.cost=midpoints", "bake.samples=2x2", "bake.order=given"]),
        settings("default", &["pull.portals=reversed", "bake.inset=0"]),
        settings("default", &["pull.funnel=textbook", "pull.portals=fixed-point"]),
        settings("default", &["bake.edge_filter=sampled", "bake.face_filter=centroid", "pull.portals=centroids"]),
        settings("default", &["bake.merge=true", "search.method=polyanya"]),
        settings("default", &["bake.recipe=walls", "agent.radius=0.4"]),
        settings("default", &["bake.recipe=rectangles"]),
        settings("default", &["bake.recipe=rectangles", "agent.radius=0.2", "search.cost=midpoints"]),
        settings("default", &["bake.recipe=rectangles", "search.method=polyanya", "bake.order=given"]),
        settings("optimal", &[]),
        settings("optimal", &["agent.radius=0.3", "bake.order=given"]),
        settings("optimal", &["agent.radius=0.5", "bake.arc_error=0.05"]),
        settings("optimal", &["agent.radius=1.1"]),
        settings("optimal", &["agent.radius=2.2", "bake.merge=false", "search.method=astar"]),
        settings("optimal", &["search.heuristic=manhattan", "search.corners=one-side"]),
        settings("optimal", &["search.weight=3", "search.heuristic=euclid", "search.corners=naive"]),
        settings("optimal", &["search.directions=four", "search.heuristic=chebyshev", "agent.radius=0.7"]),
    ]
}

#[test]
fn every_stage_replays_and_every_kind_of_event_occurs() {
    let mut told = Told::default();
    for name in ["article_open_6_1", "pillars", "diag_sealed"] {
        let maze = built_in(name).maze;
        let (start, goal) = ends(&maze);
        for settings in variants() {
            check_stages(&maze, &settings, start, goal, &mut told);
        }
    }
    check(constrained(1), &mut told);
    crate::regions::check_all(&mut told);
    crate::voxel_mesh::check_all(&mut told);
    check_rounding(&mut told);
    check_polyanya_where_paths_compete(&mut told);
    check_smoothing(&mut told);
    check_walking(&mut told);
    crate::voxels::check_voxels(&mut told);
    for goal in [Point::new(2.5, 2.5), Point::new(-3.0, 7.0)] {
        for settings in [settings("default", &[]), settings("optimal", &[])] {
            let maze = built_in("two-rooms").maze;
            check_stages(&maze, &settings, Point::new(0.5, 0.5), goal, &mut told);
        }
    }
    let declared = |it: StageName| it.vocabulary().kinds.iter().map(move |kind| (it, *kind));
    let declared: BTreeSet<(StageName, Kind)> = StageName::ALL.into_iter().flat_map(declared).collect();
    assert_eq!(told.kinds, declared);
    assert_eq!(told.drawn, declared.iter().map(|it| (it.0, it.1.word)).collect());
    lines_told().assert_eq(&told.lines());
}

/// Checks the rounding of paths over a block: well made, with a corner missing, and far from any circle.
fn check_rounding(told: &mut Told) {
    let rows = [".........", ".........", ".........", ".........", "....#....", ".........", "........."];
    let maze = crate::rig::maze(&rows);
    let [start, goal] = [(1.5, 3.9), (7.5, 3.9)].map(Point::from);
    let ways: [(&[(f64, f64)], Rounding); 3] = [
        (&[(3.5, 3.1), (4.0, 2.95), (5.0, 2.95), (5.5, 3.1)], Rounding::Settled),
        (&[(4.5, 2.7)], Rounding::Settled),
        (&[(4.5, 1.2)], Rounding::Refused(Refusal::Foreign)),
    ];
    for (way, expected) in ways {
        let path: Vec<Point> = [start].into_iter().chain(way.iter().copied().map(Point::from)).chain([goal]).collect();
        let round = check(Round::new(maze.clone(), path.into(), 1.0), told);
        assert_eq!(round.rounding(), expected);
        let audit = check(Audit::of(maze.clone(), Arc::new(round.course()), 1.0), told);
        assert!(audit.violations().is_empty());
    }
    let too_close = check(Audit::of(maze, Arc::new(Course::of_points(&[start, goal])), 1.0), told);
    assert_eq!(too_close.violations().len(), 1);
    let sealed = [(0.5, 0.5), (1.0, 1.0), (1.5, 1.5)].map(Point::from);
    let sealed = Audit::of(crate::rig::maze(&[".#", "#."]), Arc::new(Course::of_points(&sealed)), 0.0);
    assert!(!check(sealed, told).violations().is_empty());
}

/// Checks searches in which roots are reached on several ways, as long or longer.
fn check_polyanya_where_paths_compete(told: &mut Told) {
    for name in ["pillars", "random40", "zigzag"] {
        let maze = built_in(name).maze;
        let (start, goal) = ends(&maze);
        let nav = bake(&maze, &settings("default", &["bake.samples=2x2", "bake.inset=0"])).nav;
        check(Polyanya::new(nav.clone(), start, goal), told);
        check(Polyanya::new(nav.clone(), goal, start), told);
        check(Polyanya::new(nav, start, start), told);
    }
}

/// Checks every way to smooth paths from cell to cell.
fn check_smoothing(told: &mut Told) {
    for name in ["pillars", "zigzag", "diag"] {
        let maze = built_in(name).maze;
        let (start, goal) = ends(&maze);
        let search = record(GridSearch::new(maze.clone(), Settings::default().search, 0.0, start, goal));
        let path: Arc<[Point]> = search.model().path().into();
        for smoothing in [Smoothing::Off, Smoothing::Greedy, Smoothing::Farthest, Smoothing::BestSubset] {
            for sight in [Sight::Exact, Sight::Bresenham] {
                let settings = PullSettings { smoothing, sight, ..PullSettings::default() };
                let smooth = check(Smooth::new(maze.clone(), path.clone(), 0.0, settings), told);
                assert!(smooth.is_finished());
            }
        }
    }
}

/// Checks walks that end in every way.
fn check_walking(told: &mut Told) {
    let maze = crate::rig::maze(&["........", ".####...", ".....#..", ".####...", "........"]);
    let ends = [(2.5, 2.5), (7.5, 2.5)].map(Point::from);
    let way = [(2.5, 2.5), (0.5, 2.5), (0.5, 0.5), (7.5, 0.5), (7.5, 2.5)].map(Point::from);
    let path = Some(Arc::new(Course::of_points(&way)));
    for (radius, tick) in [(0.0, 0.05), (0.3, 0.05), (0.3, 1.0)] {
        let settings = WalkSettings { agents: Agents::Both, speed: 3.0, tick };
        let walk = check(Walk::new(maze.clone(), path.clone(), ends, radius, settings), told);
        let [follower, steerer] = Walker::ALL.map(|it| walk.ended(it).expect("over").0);
        assert_eq!((follower, steerer), (Ending::Arrived, Ending::Stuck));
    }
    // Too slow for so many ticks.
    let settings = WalkSettings { agents: Agents::Follower, speed: 0.1, tick: 0.001 };
    let walk = check(Walk::new(maze, path, ends, 0.0, settings), told);
    assert_eq!(walk.ended(Walker::Follower).expect("over").0, Ending::GaveUp);
}

/// The lines of pseudo-code that events belong to, counted from 0; the others only lead to these.
fn lines_told() -> Expect {
    expect![[r"
        samples: 3 5 7
        outline: 3 4 8 9 13 15 16
        rectangles: 2 4 5 7 8 9
        rasterise: 1 5 6
        low-hanging: 4 5
        ledges: 2 3 5 7 8
        headroom: 2 3
        erode: 1 3 4 7 8 10 11
        regions: 0 1 3 5 6 7 8 10 12 14 15 16 18 19 20 22 24 26 27 28 30 31 32 33 35 36 38 39
        contours: 1 4
        simplify: 1 3 4 5 7 8 9
        bridges: 3 4 5 6
        ears: 2 3 4 5 6 8 9 11 12
        convex: 1 2 4 5 6 8
        links: 2 3 4 7 8 9 10 11
        triangulate: 0 3 5 8 9 12 14 17 18 20 21 22 24 25
        filter: 2 4 7 9 12 14 17 19
        merge: 4 5
        search: 0 2 4 5 8 10 11 12
        polyanya: 0 1 3 5 6 7 9 11 14 15 16
        grid: 0 2 4 5 8 10 11 12
        portals: 5 8
        funnel: 1 4 5 6 7 9 12 13
        round: 1 4 6 8 9 10 12 14
        smooth: 2 3 5 8 9 12 13
        audit: 2 4 6 8
        walk: 0 1 4 5 6 7
    "]]
}

#[test]
fn every_built_in_maze_replays() {
    for BuiltIn { name, .. } in GALLERY {
        let scenario = built_in(name);
        let (start, goal) = scenario.first_query();
        let (start, goal) = (start.expect("a start").at, goal.expect("a goal").at);
        check_stages(&scenario.maze, &scenario.settings, start, goal, &mut Told::default());
    }
}

#[test]
fn a_refused_query_replays() {
    let maze = built_in("two-rooms").maze;
    let settings = settings("default", &[]);
    let mut told = Told::default();
    let inside = Point::new(2.5, 2.5);
    for (start, goal) in [(Point::new(0.5, 0.5), inside), (inside, Point::new(-3.0, 7.0)), (inside, inside)] {
        check_stages(&maze, &settings, start, goal, &mut told);
    }
}

/// Points that come so far apart that the walk needs hints, many of them on edges of the mesh before.
fn scattered() -> Vec<Point> {
    let column = |row: u32| [0.0, 900.0].map(|x| (x, f64::from(row)));
    let cell = |(x, y): (f64, f64)| {
        [(0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map(|(dx, dy)| Point::new(x + dx, y + dy))
    };
    (0..120).flat_map(column).flat_map(cell).collect()
}

#[test]
fn a_mesh_of_scattered_points_replays() {
    let settings = settings("default", &[]);
    let (mesh, _) = Triangulation::of(&scattered(), Order::Given, Frame::Symbolic, settings.numbers);
    check(mesh, &mut Told::default());
    let mut random = Random::new(7);
    let lattice: Vec<Point> = (0..3000).map(|_| random.lattice_point(0, 60)).collect();
    let (mesh, _) = Triangulation::of(&lattice, Order::Given, Frame::Symbolic, settings.numbers);
    check(mesh, &mut Told::default());
}

/// Points of a lattice with constraints between them, of which some cross, touch, and lie on each other.
fn constrained(seed: u64) -> Triangulation {
    let mut random = Random::new(seed);
    let side = random.pick(&[3, 8, 30]);
    let points: Vec<Point> = (0..40).map(|_| random.lattice_point(0, side)).collect();
    let mut constraints: Vec<[u32; 2]> = (0..12).map(|_| [(); 2].map(|()| random.below(40) as u32)).collect();
    constraints.push(constraints[0]);
    Triangulation::constrained(&points, &constraints, Order::Brio).0
}

#[test]
fn constrained_meshes_replay() {
    for seed in 2..60 {
        check(constrained(seed), &mut Told::default());
    }
}
