//! Level geometry and flat mazes by way of regions, from the file to the audited path.
//!
//! `levels.obj` is made up: stairs, a ramp of 30 and one of 60 degrees, a bridge over a corridor, a room behind a beam. What must be true of
//! it follows from its measures; its figures under Recast's settings are those of Recast and Detour themselves.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use navscope::{
    debugger::{Bake, Comparer, METHODS_OF_LEVELS, Query, check::answer},
    geometry::{Point, Spot},
    io::{self, ClickKind, Limits, Scenario, open_suite, parse, to_toml},
    search::Outcome,
    trace::Watch,
};

use crate::rig::{bake, ends, flat_gallery, query, settings};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/data/levels").join(name)
}

fn level() -> Scenario {
    io::open(&data("levels.obj"), Limits::default()).expect("it opens")
}

fn spot(x: f64, y: f64, height: f64) -> Spot {
    Spot::new(Point::new(x, y), Some(height))
}

fn ask(bake: &Bake, scenario: &Scenario, from: Spot, to: Spot) -> Query {
    Query::run(&bake.nav, &scenario.settings, from, to, &Watch::default()).expect("nobody cancels")
}

#[test]
fn a_level_comes_out_as_in_recast() {
    let scenario = level();
    let report = bake(&scenario.maze, &scenario.settings).report;
    assert_eq!(report.violations, []);
    assert_eq!((report.polygons, report.components), (25, Some(2)));
    assert!(report.area.is_some_and(|it| (it - 426.645).abs() < 0.01), "{:?}", report.area);
    let told = serde_json::to_value(&report).expect("JSON");
    let stages: Vec<_> = told["stages"].as_array().expect("a list").iter().take(5).collect();
    let figures = [("rasterise", 6850), ("low-hanging", 6850), ("ledges", 6365), ("headroom", 6306), ("erode", 4686)];
    for (stage, (name, walkable)) in stages.into_iter().zip(figures) {
        assert_eq!((stage["stage"].as_str(), stage["walkable"].as_u64()), (Some(name), Some(walkable)));
    }
}

#[test]
fn floors_above_each_other_are_told_apart() {
    let scenario = level();
    let bake = bake(&scenario.maze, &scenario.settings);
    let (south, north, platform) = (spot(3.0, 7.0, 0.0), spot(3.0, 15.0, 0.0), spot(7.8, 3.5, 1.5));
    let (below, bridge, room) = (spot(17.0, 10.0, 0.0), spot(17.0, 10.0, 3.0), spot(27.0, 3.5, 0.0));
    for (from, to) in [(south, platform), (below, north), (below, bridge), (north, bridge), (platform, north)] {
        for [from, to] in [[from, to], [to, from]] {
            let report = ask(&bake, &scenario, from, to).report;
            assert_eq!((report.outcome, report.audit.legal), (Outcome::Found, true), "{from} to {to}");
            assert_eq!(report.heights.len(), report.points.len());
            assert_eq!(report.heights.first().copied(), from.height, "it begins at its height");
        }
    }
    let up = ask(&bake, &scenario, below, bridge).report.length.expect("a way");
    assert!((18.0..21.5).contains(&up), "onto the bridge one goes around by the ramp: {up}");
    assert_eq!(ask(&bake, &scenario, south, room).report.outcome, Outcome::Unreachable);
    let highest = ask(&bake, &scenario, north, Point::new(17.0, 10.0).into()).report;
    assert!(
        highest.heights.last().is_some_and(|it| (it - 3.0).abs() < 0.3),
        "without a height the highest floor is meant"
    );
}

/// Detour's whole paths on this mesh are 111.18 long together, and two of its four rays are stopped.
#[test]
fn recasts_tests_of_a_level_run() {
    let suite = open_suite(&data("levels_test.txt"), Limits::default()).expect("it opens");
    let scenario = &suite[0];
    let bake = bake(&scenario.maze, &scenario.settings);
    let run = |kind: ClickKind| {
        let clicks = scenario.clicks.iter().filter(move |it| it.kind == kind);
        clicks.map(|it| answer(&bake.nav, &scenario.settings, it, &Watch::default()).expect("nobody cancels"))
    };
    let lengths: f64 = run(ClickKind::Path).filter(|it| it.outcome == Outcome::Found).filter_map(|it| it.length).sum();
    assert!(lengths <= 111.18 + 0.01, "{lengths}");
    let stopped = run(ClickKind::Ray).filter(|it| it.outcome != Outcome::Found).count();
    assert_eq!((run(ClickKind::Path).count(), run(ClickKind::Ray).count(), stopped), (6, 4, 2));
}

/// A door that is too narrow is named with its place and width, and leads to the event that closed it.
#[test]
fn a_door_that_erosion_closed_is_named() {
    let scenario = io::open(&data("doors.obj"), Limits::default()).expect("it opens");
    let baked = bake(&scenario.maze, &scenario.settings);
    let doors: Vec<_> = baked.report.findings.iter().filter(|it| it.text.contains("closed by erosion")).collect();
    assert!(!doors.is_empty(), "{:?}", baked.report.findings);
    let wide = settings("recast", &["agent.radius=0.1", "voxels.cell_size=0.1"]);
    let open = bake(&scenario.maze, &wide).report.findings;
    assert!(open.iter().all(|it| !it.text.contains("closed by erosion")), "{open:?}");
    // The floor was in one part before: each door that closed made one more.
    assert_eq!(baked.report.components, Some(doors.len() + 1));
}

/// Methods are compared over levels too, each from the height that was asked for; none of them is refused.
#[test]
fn methods_are_compared_over_levels() {
    let scenario = level();
    let (below, north) = (spot(17.0, 10.0, 0.0), spot(3.0, 15.0, 0.0));
    let mut rows = Vec::new();
    let done =
        Comparer::default().compare(&scenario.maze, &scenario.settings, [below, north], &Watch::default(), |it| {
            rows.push(it);
            ControlFlow::Continue(())
        });
    assert_eq!((done, rows.len()), (Ok(()), METHODS_OF_LEVELS.len()), "as set, and one partition that is set already");
    let shortest = rows.iter().find(|it| it.method == "Polyanya").and_then(|it| it.length).expect("a way");
    for row in &rows {
        assert_eq!((row.outcome, &row.refused), (Some(Outcome::Found), &None), "{}", row.method);
        let is_own_mesh = row.method.starts_with("A*") || row.method.starts_with("Dijkstra");
        assert!(!is_own_mesh || row.length.is_some_and(|it| it >= shortest - 1e-9), "{}", row.method);
        assert!(row.length.is_some_and(|it| it < 20.0), "{}: below the bridge, not over it", row.method);
    }
}

#[test]
fn a_level_is_saved_with_its_geometry() {
    let mut scenario = level();
    scenario.start = Some(spot(3.0, 7.0, 0.25));
    let read = parse("level.toml", &to_toml(&scenario), Limits::default()).expect("it can be read again");
    assert_eq!((&read.maze, &read.settings, read.start), (&scenario.maze, &scenario.settings, scenario.start));
}

#[test]
fn what_has_no_cells_is_refused_by_name() {
    let scenario = level();
    for (preset, lacks) in [("optimal", "cells that this recipe could bake"), ("grid", "cells to search")] {
        let refused = Bake::run(&scenario.maze, &settings(preset, &[]), &Watch::default());
        assert!(refused.is_err_and(|it| format!("{it:?}").contains(lacks)), "{preset}");
    }
}

/// Where outlines are not simplified, regions of cells are all of the floor, but for cells that stand alone: as in Recast, a region of
/// one column has no contour.
#[test]
fn contours_of_cells_cover_the_floor() {
    for (name, Scenario { maze, .. }) in flat_gallery() {
        let exact = settings("default", &["bake.recipe=contours", "contours.max_error=0"]);
        let baked = bake(&maze, &exact);
        let joins = |&(column, row): &(usize, usize)| {
            let (x, y) = (column as i64, row as i64);
            [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].into_iter().any(|(x, y)| !maze.is_wall(x, y))
        };
        let (area, floor) = (baked.nav.polygons().area(), maze.floor().filter(joins).count());
        assert!((area - f64::from(u32::try_from(floor).expect("few"))).abs() < 1e-6, "{name}: {area} of {floor}");
        assert_eq!(baked.report.violations, [], "{name}");
        if maze.start.is_none() || maze.goal.is_none() {
            continue;
        }
        let (start, goal) = ends(&maze);
        let walls = settings("default", &["bake.recipe=walls"]);
        let [by_contours, by_walls] = [(&baked, &exact), (&bake(&maze, &walls), &walls)]
            .map(|(bake, settings)| query(bake, settings, start, goal).report);
        assert_eq!(by_contours.outcome, by_walls.outcome, "{name}");
        assert!(by_contours.outcome != Outcome::Found || by_contours.audit.legal, "{name}");
    }
}
