//! The shortest path of all, and every other path held against it.

use std::{ops::ControlFlow, sync::Arc};

use navscope::{
    bake::NavMesh,
    debugger::{Bake, Compared, Comparer, METHODS},
    geometry::{Point, Spot, Turn, turn},
    io::{Scenario, Settings},
    maze::Maze,
    search::Outcome,
    trace::Watch,
};

use crate::{
    random::Random,
    rig::{bake, built_in, ends, flat_gallery, golden, maze, maze_file, query, random_maze, settings},
};

/// Radii that let an agent through everywhere, just so, and hardly anywhere.
const RADII: [f64; 7] = [0.0, 0.2, 0.45, 0.5, 0.6, 1.0, 1.3];

#[test]
fn true_walls_give_the_shortest_path_of_all() {
    let variants: [&[&str]; 3] = [&[], &["bake.merge=false"], &["bake.arc_error=0.02"]];
    for changes in variants {
        let mut baked = None::<(String, f64, Settings, Bake)>;
        for case in golden() {
            if baked.as_ref().is_none_or(|it| (&it.0, it.1) != (&case.maze, case.radius)) {
                let settings = settings("optimal", &[changes, &[&format!("agent.radius={}", case.radius)]].concat());
                let bake = bake(&maze_file(&case.maze), &settings);
                assert_eq!(bake.report.violations, [], "{} {}", case.maze, case.radius);
                baked = Some((case.maze.clone(), case.radius, settings, bake));
            }
            let (name, radius, settings, bake) = baked.as_ref().expect("just baked");
            let report = query(bake, settings, case.start, case.goal).report;
            let told = format!("{name}, radius {radius}: {} to {}", case.start, case.goal);
            assert_eq!((report.outcome, report.audit.legal), (case.outcome, true), "{told}");
            let exact = if *radius == 0.0 { 1e-9 } else { 1e-6 };
            match (report.length, case.length) {
                (None, None) => (),
                (Some(length), Some(expected)) => assert!((length - expected).abs() < exact, "{told}: {length}"),
                (length, _) => panic!("{told}: {length:?}"),
            }
            let excess = [report.gap.excess, report.gap.corridor_excess, report.gap.funnel_excess];
            assert!(excess.into_iter().flatten().all(|it| it.abs() < 1e-9), "{told}: {excess:?}");
            assert!(report.clearance.is_none_or(|it| it >= radius - 1e-9), "{told}: {:?}", report.clearance);
        }
    }
}

fn compared(maze: &Arc<Maze>, settings: &Settings, ends: [Point; 2], comparer: &mut Comparer) -> Vec<Compared> {
    let mut rows = Vec::new();
    let done = comparer.compare(maze, settings, ends.map(Spot::from), &Watch::default(), |row| {
        rows.push(row);
        ControlFlow::Continue(())
    });
    done.expect("small, and nobody cancels");
    rows
}

/// What must hold of every method, whatever comes out.
fn check_rows(rows: &[Compared], radius: f64, told: &str) {
    assert_eq!(rows.len(), METHODS.len() + 1);
    let optimum = rows[1].length;
    assert_eq!(rows[1].outcome == Some(Outcome::Found), optimum.is_some());
    for it in rows {
        let told = format!("{told}, {}", it.method);
        assert_eq!(it.gap.optimum.is_some(), optimum.is_some(), "{told}");
        let same = it.gap.optimum.zip(optimum).is_none_or(|(a, b)| (a - b).abs() <= 1e-9 * b.max(1.0));
        assert!(same, "{told}: the optimum is {optimum:?}, not {:?}", it.gap.optimum);
        let (Some(Outcome::Found), Some(length)) = (it.outcome, it.length) else { continue };
        if it.legal {
            let optimum = optimum.unwrap_or_else(|| panic!("{told}: a legal path where there is none"));
            assert!(length >= optimum - 1e-9, "{told}: {length} is shorter than {optimum}");
            assert!(it.clearance.is_some_and(|it| it >= radius - 1e-9), "{told}: {:?}", it.clearance);
        }
        if it.method.starts_with("walls") {
            assert!(it.legal, "{told}");
            assert!(it.gap.funnel_excess.is_some_and(|it| it.abs() < 1e-9), "{told}: {:?}", it.gap);
        }
        let covers_all = it.method.starts_with("walls") || it.method.starts_with("rectangles") && radius == 0.0;
        if it.method.ends_with("Polyanya") && covers_all {
            assert!(it.gap.excess.is_some_and(|it| it.abs() < 1e-9), "{told}: {:?}", it.gap);
        }
        if let (Some(excess), Some(corridor), Some(funnel)) =
            (it.gap.excess, it.gap.corridor_excess, it.gap.funnel_excess)
        {
            let product = (1.0 + corridor) * (1.0 + funnel);
            assert!((1.0 + excess - product).abs() < 1e-9 * product, "{told}: {:?}", it.gap);
        }
    }
    let walls: Vec<Option<Outcome>> =
        rows.iter().filter(|it| it.method.starts_with("walls")).map(|it| it.outcome).collect();
    assert!(walls.iter().all(|it| *it == walls[0]), "{told}: {walls:?}");
}

#[test]
fn every_method_is_held_against_the_optimum() {
    let mut random = Random::new(11);
    let mut found = 0;
    for round in 0..90 {
        let (columns, rows) = (2 + random.below(9), 2 + random.below(9));
        let walls = 10 + random.below(35);
        let maze = random_maze(&mut random, columns, rows, walls);
        let radius = RADII[round % RADII.len()];
        let settings = settings("default", &[&format!("agent.radius={radius}")]);
        let mut comparer = Comparer::default();
        for _ in 0..4 {
            let mut place = || {
                let quarter = |it: usize| it as f64 / 4.0;
                Point::new(quarter(random.below(4 * columns + 1)), quarter(random.below(4 * rows + 1)))
            };
            let ends = [place(), place()];
            let rows = compared(&maze, &settings, ends, &mut comparer);
            check_rows(&rows, radius, &format!("round {round}, radius {radius}, {} to {}", ends[0], ends[1]));
            found += usize::from(rows[1].length.is_some());
        }
    }
    assert!(found > 40, "{found}");
}

#[test]
fn every_method_solves_the_gallery() {
    for (name, scenario) in flat_gallery() {
        let (start, goal) = ends_of(name);
        let rows = compared(&scenario.maze, &scenario.settings, [start, goal], &mut Comparer::default());
        check_rows(&rows, 0.0, name);
    }
}

fn ends_of(name: &str) -> (Point, Point) {
    let (start, goal) = built_in(name).first_query();
    (start.expect("a start").at, goal.expect("a goal").at)
}

#[test]
fn there_is_as_far_as_back() {
    let mut random = Random::new(12);
    for radius in RADII {
        let settings = settings("optimal", &[&format!("agent.radius={radius}")]);
        for _ in 0..12 {
            let maze = random_maze(&mut random, 12, 9, 25);
            let bake = bake(&maze, &settings);
            for _ in 0..6 {
                let [a, b] = [(); 2].map(|()| Point::new(random.fraction() * 12.0, random.fraction() * 9.0));
                let there = query(&bake, &settings, a, b).report;
                let back = query(&bake, &settings, b, a).report;
                let close = there.length.zip(back.length).is_none_or(|(a, b)| (a - b).abs() < 1e-9 * a.max(1.0));
                assert!(close, "radius {radius}, {a} to {b}: {:?} there, {:?} back", there.length, back.length);
                assert_eq!(there.length.is_some(), back.length.is_some(), "radius {radius}, {a} to {b}");
            }
        }
    }
}

/// The doubled area of a polygon, negative as it turns left with y down.
fn doubled_area(corners: &[Point]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

/// Checks that polygons are convex, cover the triangles they are made of, and could not be larger.
fn check_polygons(nav: &NavMesh, told: &str) {
    let polygons = nav.polygons();
    let mut area = 0.0;
    for polygon in polygons.ids() {
        let corners = polygons.corners(polygon);
        area += doubled_area(&corners);
        for i in 0..corners.len() {
            let [a, b, c] = [0, 1, 2].map(|step| corners[(i + step) % corners.len()]);
            assert_ne!(turn(a, b, c).verdict, Turn::Right, "{told}: a dent at {b}");
        }
        let centre = polygons.centre(polygon);
        assert!(polygons.polygons_at(centre).any(|it| it == polygon), "{told}: {centre} is outside");
        // Over no side of it there is a neighbour with which it would still be convex.
        for (i, side) in polygons.sides(polygon).enumerate() {
            let Some(across) = polygons.across(side) else { continue };
            let other = polygons.owner(across);
            assert_ne!(other, polygon, "{told}: the polygon borders on itself");
            let theirs = polygons.corners(other);
            let j = polygons.place_in_polygon(across) as usize;
            let at = |of: &[Point], index: usize| of[index % of.len()];
            let before = at(&corners, i + corners.len() - 1);
            let behind = at(&corners, i + 2);
            let (begin, end) = (at(&corners, i), at(&corners, i + 1));
            // Of several sides in a row that two polygons share, the last one's far end may be what keeps them all.
            let is_shared_on = before == at(&theirs, j + 2) || behind == at(&theirs, j + theirs.len() - 1);
            if is_shared_on {
                continue;
            }
            let dent = |a, b, c| turn(a, b, c).verdict == Turn::Right;
            let first = dent(before, begin, at(&theirs, j + 2));
            let last = dent(at(&theirs, j + theirs.len() - 1), end, behind);
            assert!(first || last, "{told}: the edge from {begin} to {end} is needless");
        }
    }
    let triangles = nav
        .triangles()
        .expect("triangles")
        .walkable()
        .iter()
        .filter_map(|&it| nav.triangles().expect("triangles").mesh().corners(it))
        .map(|it| doubled_area(&it))
        .sum::<f64>();
    assert!((area - triangles).abs() < 1e-9 * triangles.abs().max(1.0), "{told}: {area} for {triangles}");
}

#[test]
fn merged_polygons_are_convex_and_as_large_as_can_be() {
    let mut random = Random::new(13);
    for round in 0..80 {
        let side = 3 + random.below(14);
        let walls = random.below(60);
        let maze = random_maze(&mut random, side, side, walls);
        let radius = RADII[round % RADII.len()];
        let change = format!("agent.radius={radius}");
        let merged = bake(&maze, &settings("optimal", &[&change]));
        check_polygons(&merged.nav, &format!("round {round}"));
        assert_eq!(merged.report.violations, [], "round {round}");
        let sampled = bake(&maze, &settings("default", &[&change, "bake.merge=true"]));
        check_polygons(&sampled.nav, &format!("round {round}, sampled"));
        assert!(merged.report.polygons <= merged.report.walkable);
    }
    let hall = bake(&maze(&[".....", ".....", "....."]), &settings("optimal", &[]));
    assert_eq!((hall.report.walkable, hall.report.polygons), (2, 1));
}

#[test]
fn merging_leads_to_the_same_paths_and_fewer_expansions() {
    for (name, Scenario { maze, .. }) in flat_gallery() {
        let Some((start, goal)) = maze.start.zip(maze.goal) else { continue };
        let [merged, split] = ["true", "false"].map(|on| {
            let settings = settings("optimal", &[&format!("bake.merge={on}")]);
            query(&bake(&maze, &settings), &settings, start, goal).report
        });
        assert_eq!(merged.outcome, split.outcome, "{name}");
        let close = merged.length.zip(split.length).is_none_or(|(a, b)| (a - b).abs() < 1e-9);
        assert!(close && merged.expansions <= split.expansions, "{name}: {merged:?} {split:?}");
    }
}

/// Corridors of one and two cells, a gap between two corners, and a gap a knight's move wide.
#[test]
fn a_passage_of_exactly_twice_the_radius_is_open() {
    let corridor = ["..#####", "......#", "##.####", "##....."];
    let wide = ["....######", "..........", "..........", "###..#####", "###.......", "###......."];
    let corners = ["....", ".#..", "..#.", "...."];
    let knight = ["......", "......", ".#....", "...#..", "......", "......"];
    for (rows, radius, from, to) in [
        (&corridor[..], 0.5, (0.5, 0.5), (6.5, 3.5)),
        (&wide[..], 1.0, (1.0, 1.0), (9.0, 5.0)),
        (&corners[..], 0.5, (0.5, 0.5), (3.5, 0.5)),
        (&knight[..], 0.5, (0.5, 0.5), (5.5, 5.5)),
    ] {
        let maze = maze(rows);
        for (radius, open) in [(radius, true), (radius + 1e-8, false), (radius - 1e-8, true)] {
            let settings = settings("optimal", &[&format!("agent.radius={radius}")]);
            let report = query(&bake(&maze, &settings), &settings, from.into(), to.into()).report;
            // Beyond exactly half of it the ends are too near to a wall themselves.
            assert_eq!(report.outcome == Outcome::Found, open, "{rows:?} {radius}: {report:?}");
            assert!(report.audit.legal, "{rows:?} {radius}");
        }
    }
}

#[test]
fn the_gap_tells_the_funnel_from_the_corridor() {
    let maze = built_in("article_open_6_1").maze;
    let (start, goal) = ends(&maze);
    let gap = |preset: &str| {
        let settings = settings(preset, &[]);
        query(&bake(&maze, &settings), &settings, start, goal).report.gap
    };
    let (broken, mended, optimal) = (gap("article"), gap("article-mended"), gap("optimal"));
    assert!(broken.funnel_excess > Some(1.0) && mended.funnel_excess.is_some_and(|it| it.abs() < 0.01), "{broken:?}");
    assert_eq!(broken.corridor_excess, mended.corridor_excess);
    assert!(optimal.optimum.is_some_and(|it| (it - 18.199).abs() < 5e-4), "{optimal:?}");
    assert_eq!(broken.optimum, optimal.optimum);
}
