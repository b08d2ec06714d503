//! What would take too much memory is refused before it does, in words that name the setting; and nobody pays for a mesh that is
//! not searched.

use std::{ops::ControlFlow, sync::Arc};

use navscope::{
    bake::{Outline, outline},
    debugger::{Bake, Comparer, Debugger, Halt, Query},
    geometry::{Point, Spot},
    io::{Scenario, Settings},
    maze::{Cell, Maze},
    pipeline::{empty, walls_of},
    record::{Unfinished, run_unrecorded, run_unrecorded_within},
    search::{Outcome, Polyanya, polyanya},
    trace::{Replay, StageName, Watch},
};

use crate::rig::{bake, maze, query, random_maze, settings};

fn open(side: usize) -> Arc<Maze> {
    Arc::new(Maze::from_rows(&vec![vec![Cell::Floor; side]; side]))
}

/// Single walls, two cells apart.
fn pillars(side: usize) -> Arc<Maze> {
    let cell = |x, y| if x % 2 == 1 && y % 2 == 1 { Cell::Wall } else { Cell::Floor };
    Arc::new(Maze::from_rows(&(0..side).map(|y| (0..side).map(|x| cell(x, y)).collect()).collect::<Vec<_>>()))
}

/// Corridors a cell wide, joined at alternate ends.
fn comb() -> Arc<Maze> {
    maze(&[".............", "############.", ".............", ".############", "............."])
}

fn too_large<T>(result: Result<T, Halt>) -> String {
    match result.err() {
        Some(Halt::Refused(message)) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_run_stops_once_its_record_is_full() {
    let baked = bake(&comb(), &settings("default", &[]));
    let search = || Polyanya::new(baked.nav.clone(), Point::new(0.5, 0.5), Point::new(12.5, 4.5));
    let watch = Watch::default();
    let whole = Replay::record_within(StageName::Search, search(), &watch, usize::MAX).expect("nobody cancels");
    let (bytes, changes) = (whole.log().bytes(), whole.log().events().len());
    assert!(changes > 500, "{changes}");
    let again = Replay::record_within(StageName::Search, search(), &watch, bytes).expect("just enough");
    assert_eq!(again.model(), whole.model());
    assert_eq!(Replay::record_within(StageName::Search, search(), &watch, bytes - 1).err(), Some(Unfinished::Full));
    watch.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(Replay::record_within(StageName::Search, search(), &watch, bytes).err(), Some(Unfinished::Cancelled));

    let cancel = false.into();
    let silent = run_unrecorded_within(search(), &cancel, changes, polyanya).expect("just enough");
    assert_eq!(&silent, whole.model());
    assert_eq!(run_unrecorded_within(search(), &cancel, changes - 1, polyanya).err(), Some(Unfinished::Full));
}

#[test]
fn outlines_are_refused_before_they_grow() {
    let settings = settings("default", &["bake.recipe=walls", "agent.radius=0.4", "bake.arc_error=1e-6"]);
    let maze = pillars(129);
    let made = Outline::new(maze.clone(), settings.radius, settings.bake.arc_error);
    let made = run_unrecorded(made, &false.into(), outline).expect("nobody cancels");
    assert_eq!((made.is_complete(), made.joined(), made.points().len()), (false, 0, 0));
    let message = too_large(Bake::run(&maze, &settings, &Watch::default()));
    assert!(message.contains(" points or more, and 4000000 fit") && message.contains("bake.arc_error"), "{message}");
    // What is expected is what comes.
    let small = pillars(9);
    let mut made = Outline::new(small.clone(), settings.radius, settings.bake.arc_error);
    assert_eq!(made.expected_points(), 0);
    made = run_unrecorded(made, &false.into(), outline).expect("nobody cancels");
    assert!(made.is_complete() && made.points().len() > 16 * 4 * 100, "{}", made.points().len());
    // Of such walls nothing is known, and the rest of a query stands.
    let samples = Settings { bake: navscope::bake::BakeSettings { arc_error: 1e-6, ..Default::default() }, ..settings };
    let nav = Arc::new(empty(&maze, samples.bake, 0.4));
    assert!(walls_of(&maze, samples.bake, 0.4, &Watch::default()).expect("nobody cancels").is_none());
    let set = Settings { search: crate::rig::settings("grid", &[]).search, ..samples };
    let found = Query::run(&nav, &set, Point::new(0.5, 0.5), Point::new(128.5, 0.5), &Watch::default());
    let report = found.expect("nobody cancels").report;
    assert_eq!((report.outcome, report.length, report.gap.optimum), (Outcome::Found, Some(128.0), None));
}

#[test]
fn a_search_over_cells_bakes_no_mesh() {
    // More samples than fit.
    let set = settings("grid", &["bake.samples=16x16"]);
    let [start, goal] = [(0.5, 0.5), (179.5, 100.5)].map(Point::from);
    let maze = open(180);
    let baked = bake(&maze, &set);
    assert!(!baked.ran() && baked.lanes().is_empty() && baked.report.events == 0);
    let asked = query(&baked, &set, start, goal);
    assert_eq!(asked.report.outcome, Outcome::Found);
    assert!((asked.report.gap.optimum.expect("walls") - start.distance(goal)).abs() < 1e-9);
    let names: Vec<StageName> = asked.lanes().iter().map(|it| it.name()).collect();
    assert_eq!(names, [StageName::Grid, StageName::Audit]);

    let mut mesh = set;
    mesh.search.graph = navscope::search::Graph::Mesh;
    let message = too_large(Bake::run(&maze, &mesh, &Watch::default()));
    assert!(message.contains("8294400 samples") && message.contains("bake.samples"), "{message}");

    let mut debugger =
        Debugger::between(Scenario { settings: set, ..scenario(&maze) }, Some(start.into()), Some(goal.into()));
    debugger.settle();
    assert_eq!((debugger.trouble(), debugger.lanes().len()), (None, 2));
    // Whoever goes over to the mesh is told; and back, there is the path again.
    let set_graph = |debugger: &mut Debugger, word: &str| {
        let value = navscope::io::Value::from_text(word);
        debugger.apply(navscope::debugger::Command::Set { path: "search.graph".to_owned(), value });
        debugger.settle();
    };
    set_graph(&mut debugger, "mesh");
    assert!(debugger.trouble().is_some_and(|it| it.contains("8294400 samples")), "{:?}", debugger.trouble());
    set_graph(&mut debugger, "grid");
    assert_eq!((debugger.trouble(), debugger.lanes().len()), (None, 2));
}

fn scenario(maze: &Arc<Maze>) -> Scenario {
    let mut scenario = crate::rig::built_in("diag");
    scenario.maze = maze.clone();
    scenario.clicks.clear();
    scenario
}

#[test]
fn what_is_found_over_cells_is_the_same_without_a_bake() {
    let mut random = crate::random::Random::new(1217);
    for round in 0..30 {
        let maze = random_maze(&mut random, 12, 9, 20 + round);
        let radius = [0.0, 0.3, 0.6][round % 3];
        let set = settings("grid", &["pull.smoothing=greedy", &format!("agent.radius={radius}")]);
        let mut sampled = set;
        sampled.search.graph = navscope::search::Graph::Mesh;
        let [lazy, eager] = [bake(&maze, &set), bake(&maze, &sampled)];
        for place in [(11.5, 8.5), (6.5, 4.5), (2.5, 7.5), (12.5, 3.5)] {
            let report = |bake: &Bake| {
                let report = query(bake, &set, Point::new(0.5, 0.5), place.into()).report;
                navscope::debugger::PathReport { elapsed_ms: 0.0, ..report }
            };
            assert_eq!(report(&lazy), report(&eager), "{maze:?} {radius} {place:?}");
        }
    }
}

#[test]
fn what_is_refused_is_a_row_of_a_comparison() {
    let own = settings("default", &["bake.samples=16x16"]);
    let mut rows = Vec::new();
    let ends = [(0.5, 0.5), (179.5, 100.5)].map(Point::from);
    // The article's own way through so many samples takes for ever.
    let last = "sampled, Dijkstra over centroids";
    let done = Comparer::default().compare(&open(180), &own, ends.map(Spot::from), &Watch::default(), |row| {
        rows.push(row);
        if rows.last().is_some_and(|it| it.method == last) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(done, Err(Halt::Cancelled));
    for it in &rows {
        let is_sampled = it.method.starts_with("sampled") || it.method == "as set";
        assert_eq!(it.refused.is_some(), is_sampled, "{it:?}");
        assert_eq!(it.outcome, (!is_sampled).then_some(Outcome::Found), "{}", it.method);
        assert_eq!(it.outcome_name() == "refused", is_sampled);
        assert!(it.refused.iter().all(|why| why.contains("bake.samples")), "{it:?}");
        let json = serde_json::to_value(it).expect("JSON");
        assert_eq!((json["outcome"].is_null(), json.get("refused").is_some()), (is_sampled, is_sampled));
    }
    assert_eq!(rows.len(), 23);
}

#[test]
fn a_bake_tells_what_merging_took_only_where_it_merged() {
    for (change, merges) in [("bake.merge=false", false), ("bake.merge=true", true)] {
        let times = bake(&open(20), &settings("default", &[change])).report.stages_ms;
        assert_eq!((times.of("merge") > 0.0, times.of("layout") > 0.0), (merges, true), "{times:?}");
    }
}
