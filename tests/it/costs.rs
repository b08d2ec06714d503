//! What ground costs: searches weigh its kinds and its climbs, and a path tells what it costs.

use std::fmt::Write as _;

use navscope::{
    debugger::{Bake, PathReport, Query},
    geometry::{Point, Spot},
    io::{Limits, Scenario, parse, setting},
    mesh::PolygonId,
    search::{Costs, Method, Search},
    trace::Watch,
};

use crate::{
    random::Random,
    rig::{bake, record, settings},
};

/// Level geometry of rectangles: x and z from corner to corner, the heights of the near and the far side, and a material.
fn level(rectangles: &[([f64; 4], [f64; 2], &str)], changes: &[&str]) -> Scenario {
    let mut text = String::new();
    for (count, ([x, z, right, far], [low, high], material)) in rectangles.iter().enumerate() {
        let _ = writeln!(text, "usemtl {material}");
        for [x, height, z] in [[x, low, z], [x, low, far], [right, high, far], [right, high, z]] {
            let _ = writeln!(text, "v {x} {height} {z}");
        }
        let first = count * 4 + 1;
        let _ = writeln!(text, "f {} {} {} {}", first, first + 1, first + 2, first + 3);
    }
    let mut scenario = parse("made.obj", &text, Limits::default()).expect("well made");
    scenario.settings = settings("recast", &["agent.radius=0", "regions.min_size=0", "contours.max_error=0"]);
    for change in changes {
        scenario.settings.assign(change).expect("in range");
    }
    scenario
}

fn ask(baked: &Bake, scenario: &Scenario, from: Spot, to: Spot) -> PathReport {
    Query::run(&baked.nav, &scenario.settings, from, to, &Watch::default()).expect("nobody cancels").report
}

/// A pool between two shores, and a way around it.
fn pool(changes: &[&str]) -> Scenario {
    let rectangles = [
        ([0.0, 0.0, 6.0, 12.0], [0.0; 2], "grass"),
        ([6.0, 0.0, 12.0, 6.0], [0.0; 2], "water"),
        ([6.0, 6.0, 12.0, 12.0], [0.0; 2], "grass"),
        ([12.0, 0.0, 18.0, 12.0], [0.0; 2], "grass"),
    ];
    level(&rectangles, changes)
}

/// The way through the water is taken until it costs more than the way around.
#[test]
fn costly_ground_is_gone_around() {
    let (from, to) = (Point::new(3.0, 1.0).into(), Point::new(15.0, 1.0).into());
    let through = |report: &PathReport| report.points.iter().all(|it| it.y < 3.0);
    for (changes, wades) in [
        (&[][..], true),
        (&["costs.kind_2=1.1"], true),
        (&["costs.kind_2=9"], false),
        (&["costs.kind_2=9", "search.cost=midpoints"], false),
        (&["costs.kind_2=9", "search.method=dijkstra"], false),
        // What weighs lengths only wades, and says so.
        (&["costs.kind_2=9", "search.method=polyanya"], true),
        (&["costs.kind_1=9"], true),
    ] {
        let scenario = pool(changes);
        let report = ask(&bake(&scenario.maze, &scenario.settings), &scenario, from, to);
        assert_eq!(through(&report), wades, "{changes:?}: {:?}", report.points);
        assert_eq!(report.weighed.is_some(), !changes.is_empty(), "{changes:?}");
        let told = report.weighed.map(|it| it.told()).unwrap_or_default();
        assert_eq!(told.contains("Polyanya weighs no costs"), changes.contains(&"search.method=polyanya"), "{told}");
    }
}

/// A path costs its length where all ground costs 1, and in each ground what that costs.
#[test]
fn a_path_tells_what_it_costs() {
    let (from, to): (Spot, Spot) = (Point::new(3.0, 1.0).into(), Point::new(15.0, 1.0).into());
    for (changes, expected) in [
        (&["costs.kind_3=5", "search.method=polyanya"][..], 12.0),
        (&["costs.kind_2=3", "search.method=polyanya"], 6.0 + 6.0 * 3.0),
        (&["costs.kind_1=2", "search.method=polyanya"], 6.0 * 2.0 + 6.0),
        (&["costs.kind_1=2", "costs.kind_2=0.5", "search.method=polyanya"], 6.0 * 2.0 + 6.0 * 0.5),
    ] {
        let scenario = pool(changes);
        let report = ask(&bake(&scenario.maze, &scenario.settings), &scenario, from, to);
        let cost = report.weighed.expect("some ground has a cost").cost;
        // Columns reach up to one over the shore.
        assert!((cost - expected).abs() < 0.3 * 2.0 * 3.0, "{changes:?}: {cost}, not {expected}");
        assert!(report.weighed.is_some_and(|it| it.searched.is_none()));
    }
    let plain = pool(&[]);
    let report = ask(&bake(&plain.maze, &plain.settings), &plain, from, to);
    assert!(report.weighed.is_none() && !serde_json::to_string(&report).expect("JSON").contains("weighed"));
}

/// Up the hill costs more, down it does not.
#[test]
fn only_the_way_up_is_dear() {
    let hill = |changes: &[&str]| {
        let rectangles = [
            ([0.0, 0.0, 4.0, 4.0], [0.0; 2], "grass"),
            ([4.0, 0.0, 10.0, 4.0], [0.0, 3.0], "grass"),
            ([10.0, 0.0, 14.0, 4.0], [3.0; 2], "grass"),
        ];
        level(&rectangles, changes)
    };
    let (low, high) = (Spot::new(Point::new(2.0, 2.0), Some(0.0)), Spot::new(Point::new(12.0, 2.0), Some(3.0)));
    let scenario = hill(&["costs.uphill=3", "search.cost=midpoints"]);
    let baked = bake(&scenario.maze, &scenario.settings);
    let [up, down] =
        [(low, high), (high, low)].map(|(from, to)| ask(&baked, &scenario, from, to).weighed.expect("weighed"));
    assert!(up.cost > down.cost + 6.0, "{up:?} {down:?}");
    assert!((down.cost - 10.0).abs() < 0.5, "{down:?}");
    assert!(up.searched > down.searched);
}

/// The least g of all ways, by trying all: what a search over centroids must find, whatever ground costs.
#[test]
fn weighed_searches_find_the_cheapest_way() {
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let materials = ["grass", "water", "road", "mud"];
        let mut rectangles = Vec::new();
        for row in 0..4u8 {
            for column in 0..4u8 {
                let [x, z] = [column, row].map(|it| f64::from(it) * 3.0);
                if random.chance(85) {
                    rectangles.push(([x, z, x + 3.0, z + 3.0], [0.0; 2], random.pick(&materials)));
                }
            }
        }
        let factors: Vec<String> =
            (1..5).map(|it| format!("costs.kind_{it}={}", random.pick(&[0.25, 1.0, 2.0, 7.5]))).collect();
        let changes: Vec<&str> = factors.iter().map(String::as_str).chain(["search.cost=centroids"]).collect();
        let scenario = level(&rectangles, &changes);
        let nav = bake(&scenario.maze, &scenario.settings).nav;
        let mut place = || Spot::from(Point::new(random.fraction() * 12.0, random.fraction() * 12.0));
        let ends = [place(), place()];
        let mut found = Vec::new();
        for method in [Method::AStar, Method::Dijkstra] {
            let chosen = navscope::search::SearchSettings { method, ..scenario.settings.search };
            let end = record(Search::new(nav.clone(), chosen, ends[0], ends[1])).end().clone();
            let goal = end.current().filter(|it| end.is_goal(*it));
            found.push(goal.map(|it| end.node(it).g));
        }
        let all = cheapest(&nav, &scenario, ends);
        for it in found {
            assert_eq!(it.is_some(), all.is_some(), "seed {seed}");
            assert!(
                it.zip(all).is_none_or(|(it, all)| (it - all).abs() <= 1e-9 * all.max(1.0)),
                "seed {seed}: {it:?}, not {all:?}"
            );
        }
    }
}

/// What the cheapest way costs, by relaxing every side until nothing changes.
fn cheapest(nav: &navscope::bake::NavMesh, scenario: &Scenario, [from, to]: [Spot; 2]) -> Option<f64> {
    let (mesh, costs) = (nav.polygons(), scenario.settings.search.costs);
    let [starts, goals] = [from, to].map(|it| mesh.polygons_on(it));
    let place = |polygon: PolygonId, is_start: bool| match (is_start, goals.contains(&polygon)) {
        (true, _) => from.at,
        (false, true) => to.at,
        (false, false) => mesh.centre(polygon),
    };
    // A polygon that holds the start is a place twice: as the start, and as one that is come to.
    let mut best = vec![[f64::INFINITY; 2]; mesh.count()];
    for start in &starts {
        best[start.index()][0] = 0.0;
    }
    let mut changes = true;
    while std::mem::take(&mut changes) {
        for side in mesh.ids().flat_map(|it| mesh.sides(it)) {
            let Some(to) = mesh.behind(side) else { continue };
            let left = mesh.owner(side);
            let factor = f64::midpoint(costs.of_polygon(mesh, left), costs.of_polygon(mesh, to));
            for (as_start, known) in [(true, best[left.index()][0]), (false, best[left.index()][1])] {
                let g = known + place(left, as_start).distance(place(to, false)) * factor;
                if g < best[to.index()][1] {
                    best[to.index()][1] = g;
                    changes = true;
                }
            }
        }
    }
    let reached = goals.iter().map(|it| best[it.index()][0].min(best[it.index()][1])).fold(f64::INFINITY, f64::min);
    Some(reached).filter(|it| it.is_finite())
}

#[test]
fn costs_are_checked_and_told() {
    for (assignment, is_fine) in [("costs.kind_1=0", false), ("costs.uphill=0.5", false), ("costs.kind_7=2.5", true)] {
        assert_eq!(settings("recast", &[]).assign(assignment).is_ok(), is_fine, "{assignment}");
    }
    assert!(setting("costs.kind_8").is_err());
    assert!((Costs::default().of_kind(200) - 1.0).abs() < 1e-12 && !Costs::default().weigh());
    let scenario = pool(&[]);
    assert_eq!(bake(&scenario.maze, &scenario.settings).report.kinds, ["plain", "grass", "water"]);
}
