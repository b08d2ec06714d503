//! Rectangles of cells, against the program that the article prints, and against all pairs of them.

use std::{collections::BTreeSet, sync::Arc};

use navscope::{
    bake::{NavMesh, Rectangle, RectangleEvent, Rectangles},
    debugger::{Bake, Debugger},
    geometry::Point,
    io::Scenario,
    maze::{Maze, cell_corners},
    mesh::{PolygonId, VertexId},
    picture::{Drawn as _, Mark, Role, Shape, Shown},
    trace::{Stage as _, StageName, Thing},
};

use crate::{
    random::Random,
    rig::{bake, built_in, golden, maze, maze_file, query, random_maze, record, settings},
};

/// Radii that leave all of the floor, the cells off the walls, and fewer.
const RADII: [f64; 7] = [0.0, 0.0, 0.2, 1.0, 1.2, 1.5, 2.1];

fn covered(maze: &Arc<Maze>, radius: f64) -> Vec<Rectangle> {
    record(Rectangles::new(maze.clone(), radius)).model().all().to_vec()
}

/// The rectangles of the article's program, word by word.
fn as_printed(columns: u32, rows: u32, blocked: impl Fn(u32, u32) -> bool) -> Vec<Rectangle> {
    let mut used = BTreeSet::new();
    let mut rectangles = Vec::new();
    for y in 0..rows {
        for x in 0..columns {
            if blocked(x, y) || used.contains(&(x, y)) {
                continue;
            }
            let mut w = 1;
            while x + w < columns && !blocked(x + w, y) && !used.contains(&(x + w, y)) {
                w += 1;
            }
            let mut h = 1;
            'outer: while y + h < rows {
                for i in 0..w {
                    if blocked(x + i, y + h) || used.contains(&(x + i, y + h)) {
                        break 'outer;
                    }
                }
                h += 1;
            }
            used.extend((0..h).flat_map(|j| (0..w).map(move |i| (x + i, y + j))));
            rectangles.push(Rectangle { column: x, row: y, columns: w, rows: h });
        }
    }
    rectangles
}

/// Whether a cell is floor, and none of its sides comes too near to a wall.
fn is_clear(maze: &Maze, column: u32, row: u32, radius: f64) -> bool {
    let corners = cell_corners(column.into(), row.into());
    let clear = |i: usize| maze.clearance(corners[i], corners[(i + 1) % 4], radius) >= radius - 1e-9;
    !maze.is_wall(column.into(), row.into()) && (radius == 0.0 || (0..4).all(clear))
}

#[test]
fn rectangles_are_as_many_as_the_article_has() {
    let empty = maze(&["...................."; 20]);
    assert_eq!(covered(&empty, 0.0).len(), 1);
    for (name, cells, count) in [("pillars", 222, 26), ("article", 89, 19), ("random40", 1012, 296)] {
        let maze = built_in(name).maze;
        assert_eq!((maze.floor().count(), covered(&maze, 0.0).len()), (cells, count), "{name}");
    }
    let checkerboard = maze(&[".#.#.#", "#.#.#.", ".#.#.#"]);
    assert_eq!(covered(&checkerboard, 0.0).len(), checkerboard.floor().count());
}

#[test]
fn the_clear_floor_is_covered_once_as_the_article_covers_it() {
    let mut random = Random::new(71);
    for round in 0..400 {
        let (columns, rows, walls) = (1 + random.below(14), 1 + random.below(14), random.pick(&[0, 3, 10, 30, 60]));
        let maze = random_maze(&mut random, columns, rows, walls);
        let radius = random.pick(&RADII);
        let found = covered(&maze, radius);
        let cells = (0..rows as u32).flat_map(|row| (0..columns as u32).map(move |column| (column, row)));
        for (column, row) in cells {
            let count = found.iter().filter(|it| it.has(column, row)).count();
            let clear = is_clear(&maze, column, row, radius);
            assert_eq!(count, usize::from(clear), "round {round}, radius {radius}: ({column}, {row}) in {maze:?}");
        }
        let blocked = |column, row| !is_clear(&maze, column, row, radius);
        assert_eq!(found, as_printed(columns as u32, rows as u32, blocked), "round {round}");
    }
}

/// A polygon's box, if it covers all of that.
fn rectangle_of(nav: &NavMesh, polygon: PolygonId) -> Option<Rectangle> {
    let corners = nav.polygons().corners(polygon);
    let whole = |it: f64| it as u32;
    let (mut min, mut max) = (corners[0], corners[0]);
    let mut doubled = 0.0;
    for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        (min, max) = (Point::new(min.x.min(a.x), min.y.min(a.y)), Point::new(max.x.max(a.x), max.y.max(a.y)));
        doubled += b.x * a.y - a.x * b.y;
    }
    let [columns, rows] = [max.x - min.x, max.y - min.y];
    let rectangle = Rectangle { column: whole(min.x), row: whole(min.y), columns: whole(columns), rows: whole(rows) };
    (doubled == 2.0 * columns * rows).then_some(rectangle)
}

/// What two rectangles share of their sides, from end to end; nothing if no more than a corner.
fn shared(a: &Rectangle, b: &Rectangle) -> Option<[[u32; 2]; 2]> {
    let left = a.column.max(b.column);
    let right = (a.column + a.columns).min(b.column + b.columns);
    let top = a.row.max(b.row);
    let bottom = (a.row + a.rows).min(b.row + b.rows);
    let meets = left <= right && top <= bottom && (left < right) != (top < bottom);
    meets.then_some([[left, top], [right, bottom]])
}

fn check_mesh(bake: &Bake) {
    let (nav, model) = (&bake.nav, bake.track::<Rectangles>().expect("they are what it is made of").model());
    assert_eq!(bake.report.violations, []);
    assert_eq!((bake.report.rectangles, bake.report.polygons), (model.all().len(), model.all().len()));
    let polygons: Vec<Rectangle> = nav.polygons().ids().map(|it| rectangle_of(nav, it).expect("a rectangle")).collect();
    let sorted = |all: &[Rectangle]| all.iter().copied().collect::<BTreeSet<_>>();
    assert_eq!(sorted(&polygons), sorted(model.all()));

    let mut portals = BTreeSet::new();
    for (id, own) in nav.polygons().ids().zip(&polygons) {
        for side in nav.polygons().sides(id) {
            let Some(beyond) = nav.polygons().behind(side) else { continue };
            let other = polygons[beyond.index()];
            let [a, b] = nav.polygons().ends(side).map(|it| [it.x as u32, it.y as u32]);
            assert!(portals.insert((*own, other, [a.min(b), a.max(b)])), "a side is crossed by one portal");
        }
    }
    let pairs = polygons.iter().flat_map(|a| polygons.iter().map(move |b| (a, b))).filter(|(a, b)| a != b);
    let expected = pairs.filter_map(|(a, b)| Some((*a, *b, shared(a, b)?))).collect();
    assert_eq!(portals, expected);
}

#[test]
fn each_polygon_is_a_rectangle_and_each_portal_a_shared_side() {
    let mut random = Random::new(72);
    for round in 0..150 {
        let (columns, rows, walls) = (1 + random.below(14), 1 + random.below(14), random.pick(&[0, 5, 15, 30, 60]));
        let maze = random_maze(&mut random, columns, rows, walls);
        let radius = RADII[round % RADII.len()];
        let order = random.pick(&["bake.order=brio", "bake.order=given"]);
        let changes = ["bake.recipe=rectangles", order, &format!("agent.radius={radius}")];
        check_mesh(&bake(&maze, &settings("default", &changes)));
    }
    check_mesh(&bake(&maze(&["#"]), &settings("default", &["bake.recipe=rectangles"])));
    // A long wall of gaps: many corners on one side.
    let comb = maze(&[".........................", "#.#.#.#.##.#..#.#.###.#.#", "#.#.#.#.##.#..#.#.###.#.#"]);
    check_mesh(&bake(&comb, &settings("default", &["bake.recipe=rectangles", "bake.merge=true"])));
}

/// The settings of rectangles with others.
const METHODS: [&str; 3] = ["search.method=polyanya", "search.cost=centroids", "search.cost=midpoints"];

#[test]
fn polyanya_over_rectangles_finds_the_shortest_path_of_all() {
    let [polyanya, centres, midpoints] = METHODS.map(|it| settings("default", &["bake.recipe=rectangles", it]));
    let (mut baked, mut paths) = (None::<(String, Bake)>, 0);
    // How much longer the others' paths are at worst.
    let mut worst = [1.0f64; 2];
    for case in golden().iter().filter(|it| it.radius == 0.0) {
        if baked.as_ref().is_none_or(|it| it.0 != case.maze) {
            baked = Some((case.maze.clone(), bake(&maze_file(&case.maze), &polyanya)));
        }
        let (name, bake) = baked.as_ref().expect("just baked");
        let told = format!("{name}: {} to {}", case.start, case.goal);
        let report = query(bake, &polyanya, case.start, case.goal).report;
        assert_eq!((report.outcome, report.audit.legal), (case.outcome, true), "{told}");
        let difference = report.length.zip(case.length).map(|(a, b)| (a - b).abs());
        assert_eq!(report.length.is_some(), case.length.is_some(), "{told}");
        assert!(difference.is_none_or(|it| it < 1e-9), "{told}: {:?}", report.length);
        for (settings, worst) in [&centres, &midpoints].into_iter().zip(&mut worst) {
            let report = query(bake, settings, case.start, case.goal).report;
            assert_eq!((report.outcome, report.audit.legal), (case.outcome, true), "{told}");
            let Some((length, optimum)) = report.length.zip(case.length) else { continue };
            assert!(length > optimum - 1e-9, "{told}: {length}");
            *worst = worst.max(if optimum > 0.0 { length / optimum } else { 1.0 });
            paths += 1;
        }
    }
    assert!(paths > 200, "{paths}");
    // Over centres as the article has it, other queries were measured up to 2.16 times too long.
    assert!((worst[0] - WORST[0]).abs() < 0.005 && (worst[1] - WORST[1]).abs() < 0.005, "{worst:?}");
}

/// How many times the optimum A* over centres and over midpoints makes a path at worst.
const WORST: [f64; 2] = [1.759, 1.446];

#[test]
fn paths_over_rectangles_are_legal_for_any_body() {
    let mut random = Random::new(73);
    let mut found = [0, 0];
    for round in 0..140 {
        let (columns, rows) = (2 + random.below(12), 2 + random.below(12));
        let walls = random.pick(&[2, 5, 15, 30]);
        let maze = random_maze(&mut random, columns, rows, walls);
        let radius = RADII[round % RADII.len()];
        let variants =
            METHODS.map(|it| settings("default", &["bake.recipe=rectangles", it, &format!("agent.radius={radius}")]));
        let baked = bake(&maze, &variants[0]);
        for _ in 0..5 {
            let mut place =
                || Point::new(random.below(4 * columns + 1) as f64 / 4.0, random.below(4 * rows + 1) as f64 / 4.0);
            let (start, goal) = (place(), place());
            for (method, settings) in variants.iter().enumerate() {
                let report = query(&baked, settings, start, goal).report;
                let told = format!("round {round}, radius {radius}, method {method}: {start} to {goal}");
                assert!(report.audit.legal, "{told}: {:?}", report.audit.violations);
                let Some(length) = report.length else {
                    // For a body without size the rectangles are all there is.
                    assert!(radius > 0.0 || report.gap.optimum.is_none(), "{told}");
                    continue;
                };
                found[usize::from(radius > 0.0)] += 1;
                let optimum = report.gap.optimum.expect("a legal path is a path");
                assert!(length >= optimum - 1e-9, "{told}");
                assert!(report.clearance.is_none_or(|it| it >= radius - 1e-9), "{told}");
                assert!(method > 0 || radius > 0.0 || length <= optimum + 1e-9, "{told}: {length} for {optimum}");
            }
        }
    }
    assert!(found.iter().all(|&it| it > 60), "{found:?}");
}

#[test]
fn every_step_is_told_and_drawn() {
    let maze = maze(&[".......", "..#....", "...#.#.", ".......", "......."]);
    for radius in [0.0, 0.4] {
        let mut replay = record(Rectangles::new(maze.clone(), radius));
        let shown = Shown { area: maze.bounds().grown(3.0), scale: 1e6 };
        let mut marks = Vec::new();
        let boxes = |marks: &[Mark], role: Role| {
            marks.iter().filter(|it| it.role == role && matches!(it.shape, Shape::Box(_))).count()
        };
        for at in 0..replay.log().events().len() {
            replay.seek(at);
            let model = replay.model().clone();
            let mut grown = None::<Rectangle>;
            for event in replay.observations() {
                let now = event.rectangle();
                match event {
                    RectangleEvent::Refused { rectangle, column, row } => {
                        assert_eq!(grown, Some(rectangle));
                        assert!(!model.is_free(column, row) && !rectangle.has(column, row));
                    }
                    RectangleEvent::Widened { .. } | RectangleEvent::Deepened { .. } => {
                        assert!(grown.is_some_and(|it| it < now && it.cells() < now.cells()));
                    }
                    RectangleEvent::Begun { .. } | RectangleEvent::Placed { .. } => assert_eq!(now.cells(), 1),
                }
                grown = Some(now);
                check_told(&model, &event, &mut marks);
                assert_eq!(boxes(&marks, Role::Conflict), usize::from(Rectangles::kind(&event).word == "refused"));
            }
            let placed = replay.log().events()[at];
            assert_eq!(Some(placed.rectangle()), grown);
            replay.seek(at + 1);
            check_told(replay.model(), &placed, &mut marks);
            marks.clear();
            replay.model().draw(&shown, &mut marks);
            assert_eq!(boxes(&marks, Role::Walkable), at + 1);
        }
    }
}

fn check_told(model: &Rectangles, event: &RectangleEvent, marks: &mut Vec<Mark>) {
    assert!(model.sentence(event).ends_with('.'));
    assert!(model.step(event) < Rectangles::STEPS.len());
    marks.clear();
    model.draw_event(event, &[], marks);
    assert!(!marks.is_empty());
    let cells = (0..48).map(|it| Thing::Cell(it % 8, it / 8));
    assert!(cells.filter_map(|it| model.touch(event, &[], it)).count() > 0, "{event:?}");
}

#[test]
fn corners_and_cells_know_their_rectangle() {
    let settings = settings("default", &["bake.recipe=rectangles"]);
    let mut debugger = Debugger::new(Scenario { settings, ..built_in("pillars") });
    debugger.settle();
    let bake = debugger.bake().expect("baked");
    let all = bake.track::<Rectangles>().expect("made of them").model().all().to_vec();
    let points = bake.nav.triangles().expect("triangles").mesh().points().to_vec();
    for (vertex, p) in (0..).map(VertexId::new).zip(&points[..bake.report.vertices]) {
        let cause = debugger.why_of(Thing::Vertex(vertex)).pop().expect("an origin");
        assert_eq!(cause.moment.stage(), StageName::Rectangles);
        let bounds = all[cause.moment.at - 1].bounds();
        assert!([bounds.min.x, bounds.max.x].contains(&p.x) && [bounds.min.y, bounds.max.y].contains(&p.y));
    }
    for (column, row) in debugger.scenario().maze.clone().floor() {
        let (column, row) = (column as u32, row as u32);
        let cause = debugger.why_of(Thing::Cell(column, row)).pop().expect("an origin");
        assert!(all[cause.moment.at - 1].has(column, row));
    }
    assert_eq!(debugger.why_of(Thing::Cell(99, 99)), []);
}
