//! The exact funnel's path is the shortest in its corridor, by comparison with a search over all corners; the other dialects end.

use std::collections::BTreeSet;

use navscope::{
    geometry::{Point, Turn, path_length, turn},
    io::Scenario,
    pull::{Dialect, Funnel, Portal, Portals, PullSettings},
    search::Search,
};

use crate::{
    random::Random,
    rig::{bake, flat_gallery, query, record, settings},
};

/// A corridor whose triangles overlap nowhere, with whole coordinates.
struct Corridor {
    start: Point,
    portals: Vec<Portal>,
    goal: Point,
}

/// Negative if a → b → c turns left on the screen. Exact, for the coordinates here are small whole numbers.
fn cross(a: Point, b: Point, c: Point) -> i64 {
    let [ax, ay, bx, by, cx, cy] = [a.x, a.y, b.x, b.y, c.x, c.y].map(|it| {
        assert!(it.fract() == 0.0 && it.abs() < 1e8);
        it as i64
    });
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// Whether the insides of two triangles that turn left are apart: a side of one has all of the other beyond it.
fn apart(one: [Point; 3], other: [Point; 3]) -> bool {
    let beyond = |one: [Point; 3], other: [Point; 3]| {
        (0..3).any(|i| other.iter().all(|&p| cross(one[i], one[(i + 1) % 3], p) >= 0))
    };
    beyond(one, other) || beyond(other, one)
}

/// A strip of random triangles, each glued to a side of the one before.
fn random_corridor(random: &mut Random, side: i64, most: usize) -> Corridor {
    let [start, mut left, mut right] = loop {
        let corners = [(); 3].map(|()| random.lattice_point(0, side));
        if cross(corners[0], corners[2], corners[1]) < 0 {
            break corners;
        }
    };
    let mut triangles = vec![[start, right, left]];
    let mut portals = Vec::new();
    for _ in 0..most {
        let fits = |p: &Point| cross(right, left, *p) > 0 && triangles.iter().all(|it| apart(*it, [left, right, *p]));
        let Some(p) = (0..20).map(|_| random.lattice_point(0, side)).find(fits) else { break };
        portals.push(Portal { left, right });
        triangles.push([left, right, p]);
        *(if random.chance(50) { &mut left } else { &mut right }) = p;
    }
    let start = random_point_in(random, triangles[0]);
    let goal = random_point_in(random, triangles[triangles.len() - 1]);
    Corridor { start, portals, goal }
}

/// A whole point of a closed triangle; often a corner.
fn random_point_in(random: &mut Random, corners: [Point; 3]) -> Point {
    let holds = |p: &Point| (0..3).all(|i| cross(corners[i], corners[(i + 1) % 3], *p) <= 0);
    let [low, high] = [f64::min, f64::max].map(|pick| corners.iter().flat_map(|it| [it.x, it.y]).reduce(pick));
    let (low, high) = (low.unwrap_or(0.0) as i64, high.unwrap_or(0.0) as i64);
    let inside = (0..8).map(|_| random.lattice_point(low, high)).find(holds);
    inside.unwrap_or_else(|| random.pick(&corners))
}

/// Whether the closed segment from `a` to `b` meets the portal.
fn crosses(a: Point, b: Point, portal: &Portal) -> bool {
    let (p, q) = (portal.left, portal.right);
    let sides = [cross(a, b, p), cross(a, b, q), cross(p, q, a), cross(p, q, b)].map(i64::signum);
    let within = |low: f64, it: f64, high: f64| low.min(high) <= it && it <= low.max(high);
    let on = |a: Point, b: Point, p: Point| within(a.x, p.x, b.x) && within(a.y, p.y, b.y);
    (sides[0] != sides[1] && sides[2] != sides[3])
        || (sides[0] == 0 && on(a, b, p))
        || (sides[1] == 0 && on(a, b, q))
        || (sides[2] == 0 && on(p, q, a))
        || (sides[3] == 0 && on(p, q, b))
}

/// The length of the shortest way through all portals: over every pair of corners that see each other.
fn shortest(Corridor { start, portals, goal }: &Corridor) -> f64 {
    // Corners in order of their portals, so no heap is needed.
    let ends = portals.iter().zip(1..).flat_map(|(it, index)| [(it.left, index), (it.right, index)]);
    let mut corners = vec![(*start, 0)];
    corners.extend(ends);
    corners.push((*goal, portals.len() + 1));
    let mut best = vec![f64::INFINITY; corners.len()];
    best[0] = 0.0;
    for from in 0..corners.len() {
        let (a, portal) = corners[from];
        if best[from].is_infinite() {
            continue;
        }
        for to in from + 1..corners.len() {
            let (b, beyond) = corners[to];
            let between = portals.get(portal..beyond.saturating_sub(1)).unwrap_or_default();
            if beyond > portal && between.iter().all(|it| crosses(a, b, it)) {
                best[to] = best[to].min(best[from] + a.distance(b));
            }
        }
    }
    best[corners.len() - 1]
}

fn pull(Corridor { start, portals, goal }: &Corridor, funnel: Dialect) -> Vec<Point> {
    let settings = PullSettings { funnel, ..PullSettings::default() };
    record(Funnel::new(*start, portals, *goal, settings)).model().path()
}

/// Checks that a path is as short as can be, bends at every corner, and stands still nowhere.
fn check_exact(corridor: &Corridor) {
    let path = pull(corridor, Dialect::Exact);
    let (length, expected) = (path_length(&path), shortest(corridor));
    let Corridor { start, portals, goal } = corridor;
    assert!((length - expected).abs() < 1e-9, "{length} for {expected}: {start:?} {portals:?} {goal:?} gave {path:?}");
    assert_eq!((path[0], path[path.len() - 1]), (*start, *goal));
    assert!(path.windows(2).all(|it| it[0] != it[1]), "{path:?} stands still");
    for bend in path.windows(3) {
        let goes_on =
            (bend[1].x - bend[0].x) * (bend[2].x - bend[1].x) + (bend[1].y - bend[0].y) * (bend[2].y - bend[1].y);
        let straight = turn(bend[0], bend[1], bend[2]).verdict == Turn::Straight;
        assert!(!straight || goes_on < 0.0, "{path:?} does not bend at {:?}", bend[1]);
    }
}

#[test]
fn the_exact_path_is_the_shortest_in_random_corridors() {
    let mut random = Random::new(21);
    let (mut portals, mut bends) = (0, 0);
    for round in 0..12_000 {
        let side = [4, 6, 9, 14][round % 4];
        let corridor = random_corridor(&mut random, side, 20);
        check_exact(&corridor);
        portals += corridor.portals.len();
        bends += pull(&corridor, Dialect::Exact).len().saturating_sub(2);
    }
    assert!(portals > 40_000 && bends > 3_000, "{portals} portals and {bends} bends");
}

/// Whether no three different points of a corridor lie on a line.
fn is_general(Corridor { start, portals, goal }: &Corridor) -> bool {
    let key = |p: &Point| (p.x as i64, p.y as i64);
    let all = portals.iter().flat_map(|it| [it.left, it.right]).chain([*start, *goal]);
    let points: Vec<Point> =
        all.map(|it| (key(&it), it)).collect::<std::collections::BTreeMap<_, _>>().into_values().collect();
    let ends: BTreeSet<_> = [key(start), key(goal)].into();
    let on_portals = portals.iter().flat_map(|it| [key(&it.left), key(&it.right)]).any(|it| ends.contains(&it));
    let triples = |i: usize| (0..i).flat_map(move |j| (0..j).map(move |k| (i, j, k)));
    let flat = (0..points.len()).flat_map(triples).any(|(i, j, k)| cross(points[i], points[j], points[k]) == 0);
    !flat && !on_portals
}

#[test]
fn the_textbook_funnel_is_right_where_nothing_lies_on_a_line() {
    let mut random = Random::new(22);
    let mut checked = 0;
    for _ in 0..4000 {
        let corridor = random_corridor(&mut random, 300, 14);
        if is_general(&corridor) {
            let [exact, textbook] = [Dialect::Exact, Dialect::Textbook].map(|it| pull(&corridor, it));
            assert_eq!(exact, textbook);
            checked += 1;
        }
    }
    assert!(checked > 1500, "{checked} corridors");
}

#[test]
fn the_exact_path_is_the_shortest_in_real_corridors() {
    let mut random = Random::new(23);
    let settings = settings("default", &[]);
    for (_, Scenario { maze, .. }) in flat_gallery() {
        let floor: Vec<(usize, usize)> = maze.floor().collect();
        let bake = bake(&maze, &settings);
        let mut place = || {
            let (column, row) = random.pick(&floor);
            let [x, y] = [(); 2].map(|()| random.between(2, 6) as f64 / 8.0);
            Point::new(column as f64 + x, row as f64 + y)
        };
        for _ in 0..12 {
            let query = query(&bake, &settings, place(), place());
            // In eighths of a cell all coordinates are whole.
            let eight = |p: Point| Point::new(p.x * 8.0, p.y * 8.0);
            let portals = query.track::<Portals>().expect("it ran").model().portals().into_iter();
            let portals = portals.map(|it| Portal { left: eight(it.left), right: eight(it.right) }).collect();
            let search = query.track::<Search>().expect("searched").model();
            if query.report.length.is_some() {
                check_exact(&Corridor { start: eight(search.start), portals, goal: eight(search.goal) });
            }
        }
    }
}

#[test]
fn corridors_that_broke_other_funnels() {
    let cases: Vec<serde_json::Value> = serde_json::from_str(include_str!("data/portals.json")).expect("JSON");
    assert_eq!(cases.len(), 2);
    for case in cases {
        // These are drawn with y up.
        let point = |value: &serde_json::Value| {
            let [x, y] = [0, 1].map(|it| value[it].as_f64().expect("a number"));
            Point::new(x, -y)
        };
        let portals = case["portals"].as_array().expect("portals").iter();
        let portals = portals.map(|it| Portal { left: point(&it[0]), right: point(&it[1]) }).collect();
        let mut corridor = Corridor { start: point(&case["start"]), portals, goal: point(&case["goal"]) };
        let path = pull(&corridor, Dialect::Exact);
        match case["id"].as_str() {
            Some("funnel-515") => assert_eq!(path, [corridor.start, corridor.goal]),
            Some("funnel-reversed-L") => {
                assert_eq!(path, [corridor.start, Point::new(2.0, -1.0), corridor.goal]);
                for portal in &mut corridor.portals {
                    std::mem::swap(&mut portal.left, &mut portal.right);
                }
                assert_ne!(pull(&corridor, Dialect::Exact), path);
            }
            other => panic!("unknown case {other:?}"),
        }
    }
}

#[test]
fn every_dialect_ends_in_a_long_arc() {
    let count = 800;
    let portal = |i: i32| {
        let (sin, cos) = (f64::from(i) / f64::from(count) * std::f64::consts::PI * 1.9).sin_cos();
        Portal { left: Point::new(100.0 * sin, -100.0 * cos), right: Point::new(101.0 * sin, -101.0 * cos) }
    };
    let portals: Vec<Portal> = (0..=count).rev().map(portal).collect();
    let middle = |it: &Portal| it.left.middle(it.right);
    let (start, goal) = (middle(&portals[0]), middle(&portals[portals.len() - 1]));
    for funnel in [Dialect::Exact, Dialect::Textbook, Dialect::Article] {
        let settings = PullSettings { funnel, ..PullSettings::default() };
        let replay = record(Funnel::new(start, &portals, goal, settings));
        let events = replay.log().events().len();
        assert!(replay.model().arrived() && events < 400 * portals.len(), "{events} events");
    }
}

#[test]
fn every_dialect_ends_on_portals_that_make_no_sense() {
    let mut random = Random::new(24);
    for _ in 0..3000 {
        let mut point = || random.lattice_point(0, 3);
        let portals: Vec<Portal> = (0..20).map(|_| Portal { left: point(), right: point() }).collect();
        let (start, goal) = (point(), point());
        let epsilon = random.pick(&[0.0, 1e-9, 0.5, 2.0, 1e6]);
        for funnel in [Dialect::Exact, Dialect::Textbook, Dialect::Article] {
            let settings = PullSettings { funnel, epsilon, ..PullSettings::default() };
            let replay = record(Funnel::new(start, &portals, goal, settings));
            let path = replay.model().path();
            assert_eq!((path[0], path[path.len() - 1]), (start, goal));
        }
    }
}
