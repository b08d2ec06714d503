//! What is wrong, where, since when and why: each against a slower way to the same answer.

use std::sync::Arc;

use std::collections::{BTreeMap, BTreeSet};

use navscope::{
    bake::{BakeViolation, Filter, FilterEvent, Islands, NavMesh, Samples},
    debugger::{Bake, Cause, Command, Complaint, Debugger, Lane, Query, Told},
    geometry::{Point, Spot, Turn, on_segment, turn},
    io::{Scenario, Settings},
    maze::{audit_segment, audit_vertex},
    mesh::{Link, MeshFault, SideId, TriangleId, Triangulation, VertexId, validate},
    picture::Role,
    pull::{Audit, Funnel, FunnelEvent, Portals, needless_corners},
    search::Search,
    trace::{Moment, StageName, Thing},
};

use crate::{
    random::Random,
    rig::{built_in, flat_gallery, random_maze, record, settings},
};

#[expect(clippy::large_types_passed_by_value, reason = "each test makes settings of its own")]
fn debugger(scenario: Scenario, settings: Settings) -> Debugger {
    let mut debugger = Debugger::new(Scenario { settings, ..scenario });
    debugger.settle();
    debugger
}

const CENTROID: &str = "bake.face_filter=centroid";
const SAMPLED: &str = "bake.edge_filter=sampled";

/// Scenarios with settings under which nearly everything goes wrong somewhere.
fn troubled() -> Vec<(&'static str, Settings)> {
    vec![
        ("article_open_6_1", settings("article", &[])),
        ("article_open_6_1", settings("article-mended", &[])),
        ("pillars", settings("default", &["numbers.policy=f32", "numbers.in_circle_epsilon=0.05"])),
        ("pillars", settings("default", &["numbers.policy=float", "numbers.collinear_epsilon=0.3"])),
        ("stair", settings("default", &["bake.super_triangle=0.1"])),
        ("diag", settings("default", &["bake.super_triangle=0.6", "bake.samples=2x2"])),
        ("article_open_9_11", settings("default", &["bake.face_filter=centroid", "pull.portals=reversed"])),
        ("zigzag", settings("default", &["pull.funnel=textbook", "pull.portals=fixed-point"])),
        ("random40", settings("default", &["bake.samples=1"])),
        ("random40", settings("default", &["bake.samples=1", "bake.face_filter=centroid", "bake.edge_filter=sampled"])),
        ("two-rooms", settings("default", &["agent.radius=0.3"])),
        ("two-rooms", settings("default", &["bake.inset=0.0001"])),
        ("pillars", settings("default", &["agent.radius=1.1", "bake.samples=6x6"])),
        (
            "two-rooms",
            settings(
                "default",
                &["agent.radius=0.45", "bake.samples=4x4", "bake.inset=0.25", CENTROID, SAMPLED, "bake.edge_step=10"],
            ),
        ),
        (
            "two-rooms",
            settings("default", &["numbers.policy=article", "numbers.in_circle_epsilon=1", "bake.super_triangle=10"]),
        ),
    ]
}

fn is_in(nav: &NavMesh, p: Point) -> bool {
    let area = nav.maze().bounds().grown(2.0);
    area.min.x <= p.x && p.x <= area.max.x && area.min.y <= p.y && p.y <= area.max.y
}

#[test]
fn complaints_are_all_that_is_wrong_worst_first() {
    let mut kinds = BTreeSet::new();
    let mut order: Vec<String> = Vec::new();
    for (name, settings) in troubled() {
        let debugger = debugger(built_in(name), settings);
        let (bake, query) = (debugger.bake().expect("baked"), debugger.query().expect("asked"));
        let complaints = debugger.complaints();
        let of = |kind: &str| complaints.iter().filter(|it| it.kind == kind).count();
        let places: BTreeSet<String> = bake
            .report
            .violations
            .iter()
            .map(|it| {
                format!(
                    "{:?} {:?} {:?} {:?}",
                    it.kind,
                    it.ends.map(|[a, b]| (a.min(b), a.max(b))),
                    it.at,
                    it.ends.is_none().then_some(it.triangle)
                )
            })
            .collect();
        let expected = places.len()
            + bake.report.findings.len()
            + query.report.audit.violations.len()
            + query.report.reversed_portals().len()
            + query.report.needless_corners.len();
        assert_eq!(complaints.len(), expected, "{name}");
        assert_eq!(of("reversed-portal"), query.report.reversed_portals().len());
        let runs: Vec<&String> = complaints.chunk_by(|a, b| a.kind == b.kind).map(|it| &it[0].kind).collect();
        assert_eq!(runs.iter().collect::<BTreeSet<_>>().len(), runs.len(), "kinds come one after the other");
        for pair in runs.windows(2) {
            let [one, other] = [0, 1].map(|it| order.iter().position(|kind| kind == pair[it]));
            assert!(one.zip(other).is_none_or(|(one, other)| one < other), "{runs:?} after {order:?}");
        }
        for (index, it) in complaints.iter().enumerate() {
            assert!(is_in(&bake.nav, it.at), "{it:?}");
            assert!(!it.text.is_empty());
            let marks = debugger.picture_of_complaint(index);
            assert!(marks.iter().any(|it| it.role == Role::Violation));
            assert!(debugger.bounds_of_complaint(index).is_some());
            let thing = it.thing.map(|it| debugger.bounds_of(it).expect("things can be found"));
            assert!(thing.is_some() || it.kind == "passage-too-narrow", "{it:?}");
        }
        kinds.extend(complaints.iter().map(|it| it.kind.clone()));
        if runs.len() > order.len() {
            order = runs.into_iter().cloned().collect();
        }
    }
    let missing: Vec<&str> = ALL_KINDS.iter().copied().filter(|it| !kinds.contains(*it)).collect();
    assert_eq!(missing, [""; 0]);
    assert_eq!(kinds.len(), ALL_KINDS.len(), "{kinds:?}");
}

const ALL_KINDS: &[&str] = &[
    "enters-wall",
    "too-close",
    "reversed-portal",
    "triangle-in-wall",
    "edge-in-wall",
    "not-left",
    "edge-of-three",
    "crack",
    "dent",
    "lost-vertex",
    "not-delaunay",
    "split-floor",
    "needless-corner",
    "passage-too-narrow",
    "sliver",
    "island",
];

#[test]
fn a_sound_run_has_no_faults() {
    for name in ["article_open_6_1", "two-rooms", "stair", "pillars"] {
        let debugger = debugger(built_in(name), settings("default", &[]));
        let faults: Vec<&Complaint> = debugger.complaints().iter().filter(|it| it.kind != "needless-corner").collect();
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!((debugger.why_no_path(), debugger.no_path_places()), (None, &[][..]));
    }
}

#[test]
fn needless_corners_are_those_one_can_do_without() {
    let mut counts = [0, 0];
    for (name, _) in flat_gallery() {
        for changes in [&[][..], &["agent.radius=0.2"], &["pull.funnel=textbook", "pull.epsilon=0"]] {
            let debugger = debugger(built_in(name), settings("default", changes));
            let report = &debugger.query().expect("asked").report;
            let (maze, radius) = (&debugger.scenario().maze, debugger.settings().radius);
            let is_legal = |path: &[Point]| {
                path.windows(2).all(|it| audit_segment(maze, it[0], it[1], radius).is_none())
                    && path.windows(3).all(|it| !audit_vertex(maze, it[0], it[1], it[2]))
            };
            if !is_legal(&report.points) {
                continue;
            }
            for corner in 1..=report.corners {
                let mut without = report.points.clone();
                without.remove(corner);
                let expected = is_legal(&without);
                let told = report.needless_corners.contains(&(corner as u32));
                assert_eq!(told, expected, "{name}: corner {corner}");
                counts[usize::from(told)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&it| it > 20), "{counts:?}");
}

#[test]
fn bends_in_sealed_corners_are_needed() {
    let mut random = Random::new(48);
    let mut counts = [0, 0];
    while counts[0] < 300 || counts[1] < 300 {
        let maze = random_maze(&mut random, 4, 4, 35);
        let path: Vec<Point> = (0..5).map(|_| random.lattice_point(0, 4)).collect();
        let is_legal = |path: &[Point]| {
            path.windows(2).all(|it| it[0] != it[1] && audit_segment(&maze, it[0], it[1], 0.0).is_none())
                && path.windows(3).all(|it| !audit_vertex(&maze, it[0], it[1], it[2]))
        };
        if !is_legal(&path) {
            continue;
        }
        let without = |corner: usize| [&path[..corner], &path[corner + 1..]].concat();
        let is_straight = |corner: usize| on_segment(path[corner - 1], path[corner + 1], path[corner]);
        let expected = (1..4).filter(|&it| is_legal(&without(it)) || is_straight(it));
        let expected: Vec<u32> = expected.filter(|&it| path[it - 1] != path[it + 1]).map(|it| it as u32).collect();
        let told = needless_corners(&*maze, &path.iter().copied().map(Spot::from).collect::<Vec<_>>(), 0.0);
        let told: Vec<u32> = told.into_iter().filter(|&it| path[it as usize - 1] != path[it as usize + 1]).collect();
        assert_eq!(told, expected, "{path:?} in {maze:?}");
        counts[usize::from(expected.is_empty())] += 1;
    }
}

#[test]
fn the_first_position_is_found_by_bisection() {
    let maze = built_in("pillars").maze;
    let settings = settings("default", &[]);
    let samples = record(navscope::bake::Samples::new(maze, settings.bake.samples, settings.bake.inset, 0.0));
    let end = samples.log().events().len();
    let counts: Vec<usize> = (0..=end)
        .map(|at| {
            let mut replay = samples.clone();
            replay.seek(at);
            replay.model().points().len()
        })
        .collect();
    for least in 0..=counts[end] {
        let expected = counts.iter().position(|&it| it >= least);
        assert_eq!(samples.first(|it| it.points().len() >= least), expected);
    }
    assert_eq!(samples.first(|_| false), None);
    assert_eq!(samples.first(|_| true), Some(0));
    assert_eq!(samples.at(), end, "the replay itself has not moved");
    let mut moved = samples.from_start();
    assert_eq!((moved.at(), moved.model().points().len()), (0, 0));
    moved.seek(end);
    assert!(moved.model() == samples.model());
}

/// Whether a complaint holds after so many events of the stage that its first event is in, told by the checks for the end of
/// a run, held against any moment of it.
fn holds(bake: &Bake, query: &Query, complaint: &Complaint, moment: Moment) -> bool {
    let (stage, at) = (moment.stage(), moment.at);
    let mesh = || {
        let mut replay = bake.track::<Triangulation>().expect("it ran").replay().clone();
        replay.seek(at);
        replay.model().clone()
    };
    let filter = || {
        let mut replay = bake.track::<Filter>().expect("it ran").replay().clone();
        replay.seek(at);
        replay.model().clone()
    };
    let at_place = |mesh: &Triangulation, kind: MeshFault| {
        validate(mesh, |_| true).iter().any(|it| it.kind == kind && it.at == complaint.at)
    };
    let used =
        |mesh: &Triangulation, vertex: VertexId| mesh.inner().any(|it| mesh.triangle(it).corners.contains(&vertex));
    match (&*complaint.kind, complaint.thing, stage) {
        ("not-left", Some(Thing::Triangle(it)), StageName::Triangulate) => {
            let mesh = mesh();
            validate(&mesh, |_| true).iter().any(|fault| fault.kind == MeshFault::NotLeft && fault.triangle == Some(it))
        }
        ("not-delaunay", Some(thing), StageName::Triangulate) => {
            let is_it = |it: &&BakeViolation| {
                it.kind.name() == complaint.kind && it.ends.map(|[a, b]| Thing::edge(a, b)) == Some(thing)
            };
            let fault = bake.report.violations.iter().find(is_it).expect("it comes from there");
            let (triangle, mesh) = (fault.triangle.expect("of a triangle"), mesh());
            let is_there = validate(&mesh, |_| true)
                .iter()
                .any(|it| (it.kind, it.ends, it.triangle) == (MeshFault::NotDelaunay, fault.ends, fault.triangle));
            // Its neighbour must be the one that it has at the end.
            let neighbours = |mesh: &Triangulation| mesh.triangle(triangle).across;
            is_there
                && (0..3).any(|side| {
                    let edge = mesh.triangle(triangle).edge(side);
                    Some(edge) == fault.ends
                        && neighbours(&mesh)[side] == neighbours(bake.nav.triangles().expect("triangles").mesh())[side]
                })
        }
        ("crack", _, StageName::Triangulate) => at_place(&mesh(), MeshFault::Crack),
        ("edge-of-three", _, StageName::Triangulate) => at_place(&mesh(), MeshFault::EdgeOfThree),
        ("dent", _, StageName::Triangulate) => at_place(&mesh(), MeshFault::Dent),
        ("lost-vertex", Some(Thing::Vertex(it)), StageName::Triangulate) => {
            let mesh = mesh();
            mesh.next() > it && !used(&mesh, it)
        }
        ("sliver", Some(Thing::Triangle(it)), StageName::Triangulate) => mesh().is_alive(it),
        ("triangle-in-wall", Some(Thing::Triangle(it)), StageName::Filter) => {
            let nav = NavMesh::new(Arc::new(filter()), bake.nav.radius());
            nav.violations(|_| true)
                .iter()
                .any(|fault| fault.triangle == Some(it) && fault.kind.name() == complaint.kind)
        }
        ("edge-in-wall", _, StageName::Filter) => {
            let nav = NavMesh::new(Arc::new(filter()), bake.nav.radius());
            nav.violations(|_| true).iter().any(|it| it.at == complaint.at && it.kind.name() == complaint.kind)
        }
        ("split-floor" | "island", Some(Thing::Triangle(first)), StageName::Filter) => {
            is_settled(bake, filter(), first)
        }
        ("passage-too-narrow", None, StageName::Filter) => {
            at == bake.track::<Filter>().expect("it ran").replay().log().events().len()
        }
        ("reversed-portal", Some(Thing::Portal(it)), StageName::Portals) => at >= it as usize,
        ("needless-corner", Some(Thing::Corner(it)), StageName::Funnel) => {
            let mut replay = query.track::<Funnel>().expect("it ran").replay().clone();
            replay.seek(at);
            at >= made_at(query, it as usize)
        }
        (_, Some(Thing::Segment(it)), StageName::Audit) => {
            let mut replay = query.track::<Audit>().expect("it ran").replay().clone();
            replay.seek(at);
            replay.model().violations().iter().any(|broken| broken.segment == it as usize)
        }
        _ => panic!("{complaint:?} in {stage:?}"),
    }
}

/// Whether an island is as it will be: it has all its triangles, and of those around it is known that they don't belong to it.
fn is_settled(bake: &Bake, filter: Filter, first: TriangleId) -> bool {
    let mesh = bake.nav.triangles().expect("triangles").mesh();
    let all = |nav: &NavMesh| {
        let islands = Islands::of(nav);
        let island = islands.of_triangle(nav, first);
        island.map(|it| islands.triangles(nav, it).collect::<Vec<_>>()).unwrap_or_default()
    };
    let (nav, expected) = (NavMesh::new(Arc::new(filter), bake.nav.radius()), all(&bake.nav));
    let known = |side: Link| {
        let across = mesh.across(side);
        let looked_at = |it| {
            nav.triangles().expect("triangles").filter().is_walkable(it)
                || nav.triangles().expect("triangles").filter().is_dropped(it)
        };
        across == Link::NONE || !mesh.is_inner(across.triangle()) || looked_at(across.triangle())
    };
    all(&nav) == expected && expected.iter().all(|&it| it.sides().into_iter().all(known))
}

/// The position after the event that made a corner of the finished path: followed backwards through whatever came after.
fn made_at(query: &Query, corner: usize) -> usize {
    let mut replay = query.track::<Funnel>().expect("it ran").replay().clone();
    replay.seek(usize::MAX);
    let mut turn = replay.model().stops()[corner] - 1;
    loop {
        let at = replay.at();
        let turns = replay.model().turns().len();
        match *replay.event().expect("corners are made by events") {
            FunnelEvent::Turned { .. } if turn + 1 == turns => return at,
            FunnelEvent::Straightened { index, .. } if index as usize <= turn => turn += 1,
            _ => (),
        }
        replay.seek(at - 1);
    }
}

#[test]
fn complaints_are_sought_where_they_begin() {
    let mut counts = BTreeMap::new();
    for (name, settings) in troubled() {
        let mut debugger = debugger(built_in(name), settings);
        let mut tried = BTreeMap::new();
        for index in 0..debugger.complaints().len() {
            let complaint = debugger.complaints()[index].clone();
            // The slow way is slow: a few of each kind will do.
            let tried = tried.entry(complaint.kind.clone()).or_insert(0);
            *tried += 1;
            if *tried > 6 {
                continue;
            }
            debugger.apply(Command::SeekFirst(index));
            debugger.settle();
            let moment = debugger.moment();
            let (bake, query) = (debugger.bake().expect("baked"), debugger.query().expect("asked"));
            assert!(holds(bake, query, &complaint, moment), "{name}: {complaint:?} not at {moment}");
            let before = Moment { at: moment.at - 1, ..moment };
            assert!(!holds(bake, query, &complaint, before), "{name}: {complaint:?} before {moment}");
            *counts.entry(complaint.kind).or_insert(0) += 1;
        }
    }
    assert_eq!(counts.len(), ALL_KINDS.len(), "{counts:?}");
}

#[test]
fn a_long_run_is_bisected_in_the_background() {
    let mut random = Random::new(46);
    let maze = random_maze(&mut random, 150, 150, 20);
    let settings = settings("default", &["bake.face_filter=centroid"]);
    let mut debugger = debugger(Scenario::of((*maze).clone()), settings);
    let index = debugger.complaints().iter().position(|it| it.kind == "triangle-in-wall").expect("some");
    assert!(
        debugger.bake().is_some_and(|it| it.track::<Filter>().expect("it ran").replay().log().events().len() > 100_000)
    );
    debugger.apply(Command::SeekFirst(index));
    assert!(debugger.is_seeking());
    let version = debugger.version();
    assert!(debugger.settle());
    assert!(!debugger.is_seeking() && debugger.version() > version);
    let Some(Thing::Triangle(triangle)) = debugger.complaints()[index].thing else { panic!("a triangle") };
    let bake = debugger.bake().expect("baked");
    assert_eq!(bake.track::<Filter>().expect("it ran").replay().event(), Some(&FilterEvent::Kept { triangle }));
    let elsewhere = Moment::after(StageName::Triangulate, 7);
    for command in [Command::Seek(elsewhere), Command::Rebake] {
        debugger.apply(Command::SeekFirst(index));
        assert!(debugger.is_seeking());
        debugger.apply(command);
        debugger.settle();
        assert!(!debugger.is_seeking());
    }
    assert_eq!(debugger.moment(), elsewhere, "whoever goes elsewhere meanwhile, stays there");
}

/// Goes to each cause, and checks that what is told there names the thing.
fn check_causes(debugger: &mut Debugger, causes: &[Cause], context: &str) {
    let mut seen = BTreeSet::new();
    for Cause { moment, text } in causes {
        assert!(seen.insert(*moment), "{context}: {moment} comes twice");
        debugger.apply(Command::Seek(*moment));
        assert_eq!(debugger.moment(), *moment, "{context}: {text}");
        let told = debugger.told().unwrap_or_else(|| panic!("{context}: nothing happened at {moment}"));
        for part in text.split_inclusive(". ") {
            assert!(
                is_told(debugger, *moment, &told, part),
                "{context}: “{part}” at {moment}, where “{}”",
                told.sentence
            );
        }
    }
}

/// Whether what is told at a moment names what a cause does.
fn is_told(debugger: &Debugger, moment: Moment, told: &Told, text: &str) -> bool {
    let numbers: Vec<&str> = text.split(|it: char| !it.is_ascii_digit()).filter(|it| !it.is_empty()).collect();
    let words: Vec<&str> = told.sentence.split(|it: char| !it.is_ascii_digit()).collect();
    let names_all = numbers.iter().all(|it| words.contains(it));
    let first = || numbers[0].parse().expect("a number");
    match (moment.stage(), told.kind) {
        // The first triangle is told of by its corners.
        (StageName::Triangulate, "began") => names_all || text.contains("was born"),
        (StageName::Triangulate, _) if text.contains("was born") => is_among_newborn(debugger, first()),
        (StageName::Samples, "sampled") if text.starts_with("Vertex") => {
            numbers[1..].iter().all(|it| words.contains(it)) && placed_here(debugger, VertexId::new(first()))
        }
        (StageName::Samples, "added") => placed_here(debugger, VertexId::new(first())),
        (StageName::Funnel, "tested") => told.lens.as_ref().is_some_and(|it| it.consequence.contains("is passed")),
        // It names the corner by its place, and which portal that belongs to is checked elsewhere.
        (StageName::Funnel, kind) => kind == "turned",
        _ => names_all,
    }
}

/// Whether a triangle was born by the event that the cursor is behind.
fn is_among_newborn(debugger: &Debugger, triangle: u32) -> bool {
    let replay = debugger.bake().expect("baked").track::<Triangulation>().expect("it ran").replay();
    let mut before = replay.clone();
    before.seek(replay.at() - 1);
    let born = before.model().triangles().len()..replay.model().triangles().len();
    born.contains(&(triangle as usize))
}

/// Whether the event that the cursor is behind placed the sample that a vertex is.
fn placed_here(debugger: &Debugger, vertex: VertexId) -> bool {
    let bake = debugger.bake().expect("baked");
    let replay = bake.track::<Samples>().expect("sampled").replay();
    let mut before = replay.clone();
    before.seek(replay.at() - 1);
    replay.model().points()[before.model().points().len()..]
        .contains(&bake.nav.triangles().expect("triangles").mesh().point(vertex))
}

#[test]
fn every_cause_is_where_it_is_said_to_be() {
    for (name, settings) in troubled() {
        let mut debugger = debugger(built_in(name), settings);
        let (bake, query) = (debugger.bake().expect("baked"), debugger.query().expect("asked"));
        let mesh = bake.nav.triangles().expect("triangles").mesh().clone();
        let report = query.report.clone();
        let mut things: Vec<Thing> = (1..=report.corners as u32).map(Thing::Corner).collect();
        things.extend((0..(report.points.len() as u32).saturating_sub(1)).map(Thing::Segment));
        things.extend((1..=report.portals() as u32).map(Thing::Portal));
        let mut random = Random::new(47);
        let triangles = mesh.triangles().len();
        for _ in 0..60 {
            let triangle = TriangleId::of_index(random.below(triangles));
            things.push(Thing::Triangle(triangle));
            let [a, b] = mesh.triangle(triangle).edge(random.below(3));
            let known = |it: VertexId| it.index() < mesh.points().len();
            if known(a) && known(b) {
                things.extend([Thing::edge(a, b), Thing::Vertex(a)]);
            }
            let (columns, rows) = (debugger.scenario().maze.columns(), debugger.scenario().maze.rows());
            things.push(Thing::Cell(random.below(columns) as u32, random.below(rows) as u32));
        }
        for thing in things {
            let causes = debugger.why_of(thing);
            let is_wall = |column, row| debugger.scenario().maze.is_wall(column, row);
            match thing {
                Thing::Cell(column, row) => {
                    assert_eq!(causes.is_empty(), is_wall(i64::from(column), i64::from(row)), "{name}: {thing}");
                }
                _ => assert!(!causes.is_empty(), "{name}: {thing}"),
            }
            check_causes(&mut debugger, &causes, &format!("{name}: {thing}"));
        }
    }
}

#[test]
fn a_corner_is_followed_back_to_its_sample() {
    let mut left_out = 0;
    let variants =
        [&[][..], &["pull.portals=reversed"], &["bake.samples=2x2", "bake.inset=0", "pull.portals=fixed-point"]];
    for (name, changes) in flat_gallery().flat_map(|it| variants.map(|changes| (it.0, changes))) {
        let mut debugger = debugger(built_in(name), settings("default", changes));
        let events = debugger.query().expect("asked").track::<Funnel>().expect("it ran").replay().log().events();
        left_out += events.iter().filter(|it| matches!(it, FunnelEvent::Straightened { .. })).count();
        let report = debugger.query().expect("asked").report.clone();
        for corner in 1..=report.corners {
            let causes = debugger.why_of(Thing::Corner(corner as u32));
            let stages: Vec<StageName> = causes.iter().map(|it| it.moment.stage()).collect();
            let lanes = debugger.lanes().into_iter().rev();
            let expected: Vec<StageName> = lanes.map(Lane::name).collect();
            let mut met = stages.clone();
            met.dedup();
            assert_eq!(met, expected, "{name}: each stage has its part, the last first");
            assert!(
                causes.is_sorted_by(|a, b| a.moment.stage() > b.moment.stage()
                    || a.moment >= b.moment
                    || a.moment.stage() == StageName::Filter),
                "{causes:?}"
            );

            let query = debugger.query().expect("asked");
            let turned = causes.iter().find(|it| it.moment.stage() == StageName::Funnel).expect("met").moment;
            assert_eq!(turned.at, made_at(query, corner), "{name}: corner {corner}");
            let mut funnel = query.track::<Funnel>().expect("it ran").replay().clone();
            funnel.seek(turned.at);
            let made = *funnel.model().turns().last().expect("it turned");
            assert_eq!(funnel.model().place(made), report.points[corner]);

            // The vertex inserted is the corner, and the sample lies there.
            let bake = debugger.bake().expect("baked");
            let sampled = causes.last().expect("met").moment;
            let mut samples = bake.track::<Samples>().expect("sampled").replay().clone();
            samples.seek(sampled.at - 1);
            let before = samples.model().points().len();
            samples.seek(sampled.at);
            assert!(samples.model().points()[before..].contains(&report.points[corner]));
            let is_last_relaxation = |it: &Cause| it.text.contains("was reached");
            let reached = causes.iter().find(|it| is_last_relaxation(it)).expect("met").moment.at;
            let via = query.track::<Portals>().expect("it ran").model().corridor()[made.portal as usize - 1];
            check_parent(query, via, reached);
            check_causes(&mut debugger, &causes, name);
        }
    }
    assert!(left_out > 10, "{left_out} corners were left out");
}

/// Just before `at` the triangle behind an edge had another parent or none, and from then on it has that edge.
fn check_parent(query: &Query, via: SideId, at: usize) {
    let mut search = query.track::<Search>().expect("searched").replay().clone();
    let to = search.model().nav().polygons().behind(via).expect("open");
    for position in at..=search.log().events().len() {
        search.seek(position);
        assert_eq!(search.model().node(to).parent, via);
    }
    let g = search.model().node(to).g;
    search.seek(at - 1);
    assert_ne!(search.model().node(to).g, g);
}

#[test]
fn the_turn_under_the_cursor_is_explained_even_if_it_is_left_out_later() {
    let mut debugger = debugger(built_in("article_open_6_1"), settings("article", &[]));
    let events: Vec<FunnelEvent> =
        debugger.query().expect("asked").track::<Funnel>().expect("it ran").replay().log().events().to_vec();
    let mut seen = 0;
    for (at, _) in (1..).zip(&events).filter(|it| matches!(it.1, FunnelEvent::Turned { .. })) {
        debugger.apply(Command::Seek(Moment::after(StageName::Funnel, at)));
        let (_, causes) = debugger.why().expect("a corner was made");
        assert_eq!(causes[0].moment, Moment::after(StageName::Funnel, at));
        check_causes(&mut debugger, &causes, "a turn");
        seen += 1;
    }
    assert!(seen > 20);
    debugger.apply(Command::SeekOverall(usize::MAX));
    let corners = debugger.query().expect("asked").report.corners as u32;
    assert_eq!(debugger.why().expect("there are corners").1, debugger.why_of(Thing::Corner(corners)));
}

#[test]
fn what_is_not_there_has_no_causes_and_no_picture() {
    let debugger = debugger(built_in("article"), settings("default", &[]));
    let most = u32::MAX;
    let [first, last, other] = [0, most, most - 1].map(VertexId::new);
    for thing in [
        Thing::Cell(most, most),
        Thing::Vertex(last),
        Thing::Vertex(other),
        Thing::edge(first, other),
        Thing::edge(other, other),
        Thing::Triangle(TriangleId::new(most)),
        Thing::Portal(0),
        Thing::Portal(1),
        Thing::Corner(0),
        Thing::Corner(1),
        Thing::Segment(0),
        Thing::Segment(most),
    ] {
        assert_eq!(debugger.why_of(thing), [], "{thing}");
        let is_cell = matches!(thing, Thing::Cell(..));
        assert_eq!(debugger.bounds_of(thing).is_some(), is_cell, "{thing}");
    }
    assert_eq!(debugger.why(), None);
    assert!(debugger.picture_of_complaint(usize::MAX).is_empty());
}

#[test]
fn corners_portals_and_segments_can_be_pointed_at() {
    let mut debugger = debugger(built_in("zigzag"), settings("default", &[]));
    let report = debugger.query().expect("asked").report.clone();
    let view = navscope::picture::Shown { area: debugger.scenario().maze.bounds(), scale: 30.0 };
    let things =
        |debugger: &Debugger| -> BTreeSet<Thing> { debugger.picture(&view).iter().filter_map(|it| it.of).collect() };
    for stage in [StageName::Audit, StageName::Funnel] {
        debugger.apply(Command::Seek(Moment::after(stage, usize::MAX)));
        let seen = things(&debugger);
        assert!((1..=report.corners as u32).all(|it| seen.contains(&Thing::Corner(it))));
        assert!((0..=report.corners as u32).all(|it| seen.contains(&Thing::Segment(it))));
        assert!(!seen.contains(&Thing::Corner(report.corners as u32 + 1)));
    }
    let seen = things(&debugger);
    assert!((1..=report.portals() as u32).all(|it| seen.contains(&Thing::Portal(it))));
    for corner in 1..=report.corners {
        let area = debugger.bounds_of(Thing::Corner(corner as u32)).expect("there");
        assert_eq!((area.min, area.max), (report.points[corner], report.points[corner]));
        let [before, after] = [report.points[corner - 1], report.points[corner + 1]];
        assert_ne!(turn(before, report.points[corner], after).verdict, Turn::Straight);
    }
}

/// The causes of a path do not depend on where the cursor stands, not even in the stage that they lie in.
#[test]
fn causes_are_the_same_from_everywhere() {
    for changes in [
        &["bake.recipe=walls", "agent.radius=0.3"][..],
        &["bake.recipe=walls", "search.method=polyanya", "bake.merge=true", "agent.radius=0.3"],
        &["bake.recipe=rectangles"],
        &["search.graph=grid", "pull.smoothing=farthest"],
        &[],
    ] {
        let mut debugger = debugger(built_in("two-rooms"), settings("default", changes));
        let corners = u32::try_from(debugger.query().expect("asked").report.corners).expect("few");
        let things: Vec<Thing> = (0..=corners).map(Thing::Corner).collect();
        let causes = |debugger: &Debugger| things.iter().map(|it| debugger.why_of(*it)).collect::<Vec<_>>();
        let expected = causes(&debugger);
        assert!(expected.iter().any(|it| !it.is_empty()), "{changes:?}");
        let stages: Vec<StageName> = debugger.lanes().iter().map(|it| it.name()).collect();
        for stage in stages {
            for at in [0, 1, usize::MAX] {
                debugger.apply(Command::Seek(Moment::after(stage, at)));
                assert_eq!(causes(&debugger), expected, "{changes:?} {} {at}", stage.name());
            }
        }
    }
}
