//! Searches: the same cost whatever the method, the same reachability as flood fills, and refusals told apart.

use std::sync::Arc;

use navscope::{
    bake::NavMesh,
    debugger::Bake,
    geometry::{Point, triangle_contains},
    maze::Maze,
    mesh::{Link, TriangleId},
    search::{Outcome, Search},
};

use crate::{
    random::Random,
    rig::{bake, built_in, ends, maze, query, random_maze, record, settings},
};

fn centre((column, row): (usize, usize)) -> Point {
    Point::new(column as f64 + 0.5, row as f64 + 0.5)
}

/// Two random floor cells; none if there is no floor.
fn two_cells(random: &mut Random, maze: &Maze) -> Option<[(usize, usize); 2]> {
    let floor: Vec<(usize, usize)> = maze.floor().collect();
    (!floor.is_empty()).then(|| [(); 2].map(|()| random.pick(&floor)))
}

/// The g of the goal, if it was found.
fn cost(bake: &Bake, changes: &[&str], start: Point, goal: Point) -> Option<f64> {
    let query = query(bake, &settings("default", changes), start, goal);
    let search = query.track::<Search>().expect("searched").model();
    let end = search.current().filter(|_| query.report.outcome == Outcome::Found)?;
    Some(search.node(end).g)
}

#[track_caller]
fn check_methods_agree(cost_setting: &str) {
    let mut random = Random::new(41);
    let mut found = 0;
    for round in 0..150 {
        let walls = random.pick(&[10, 25, 35]);
        let maze = random_maze(&mut random, 9, 8, walls);
        let bake = bake(&maze, &settings("default", &["bake.samples=2x2"]));
        for _ in 0..6 {
            let Some([start, goal]) = two_cells(&mut random, &maze) else { continue };
            let (start, goal) = (centre(start), centre(goal));
            let [fast, safe] = ["search.method=astar", "search.method=dijkstra"]
                .map(|method| cost(&bake, &[cost_setting, method], start, goal));
            let same = match (fast, safe) {
                (Some(fast), Some(safe)) => (fast - safe).abs() < 1e-9,
                (one, other) => one == other,
            };
            assert!(same, "round {round}, {start} → {goal}: {fast:?} by A*, {safe:?} by Dijkstra");
            found += usize::from(fast.is_some());
        }
    }
    assert!(found > 300, "{found}");
}

#[test]
fn both_methods_find_the_same_cost_by_centroids() {
    check_methods_agree("search.cost=centroids");
}

#[test]
fn both_methods_find_the_same_cost_by_midpoints() {
    check_methods_agree("search.cost=midpoints");
}

#[test]
fn both_methods_find_the_same_cost_by_portal_width() {
    check_methods_agree("search.cost=portal-width");
}

/// The cost of the corridor itself, added up from its start, is the g that the search claims.
#[test]
fn the_corridor_costs_what_the_search_says() {
    let mut random = Random::new(42);
    for cost in ["centroids", "midpoints", "portal-width"] {
        for method in ["astar", "dijkstra"] {
            let changes = [format!("search.cost={cost}"), format!("search.method={method}")];
            let settings = settings("default", &[&changes[0], &changes[1]]);
            for _ in 0..40 {
                let maze = random_maze(&mut random, 9, 8, 20);
                let Some([start, goal]) = two_cells(&mut random, &maze) else { continue };
                let query = query(&bake(&maze, &settings), &settings, centre(start), centre(goal));
                if query.report.outcome == Outcome::Found {
                    check_corridor(query.track::<Search>().expect("searched").model());
                }
            }
        }
    }
}

fn check_corridor(search: &Search) {
    let end = search.current().expect("found");
    let corridor = search.corridor_to(end);
    let mesh = search.nav().polygons();
    let mut at = corridor.first().map_or(end, |&it| mesh.owner(it));
    assert!(mesh.polygons_at(search.start).any(|it| it == at));
    for &edge in &corridor {
        assert_eq!(mesh.owner(edge), at);
        at = mesh.behind(edge).expect("open");
        let (before, after) = (search.node(mesh.owner(edge)).g, search.node(at).g);
        assert!((search.cost_over(edge, at) - after).abs() < 1e-12 && after >= before, "g jumps at {edge:?}");
    }
    assert_eq!(at, end);
    assert!(search.is_goal(end));
}

/// The walkable triangles whose closed area holds a place.
fn containing(nav: &NavMesh, p: Point) -> impl Iterator<Item = TriangleId> + '_ {
    let holds = move |it: &TriangleId| {
        nav.triangles().expect("triangles").mesh().corners(*it).is_some_and(|corners| triangle_contains(corners, p))
    };
    nav.triangles().expect("triangles").walkable().iter().copied().filter(holds)
}

/// The walkable triangles that hang together with those at a place.
fn flood(nav: &NavMesh, start: Point) -> Vec<TriangleId> {
    let mut reached: Vec<TriangleId> = containing(nav, start).collect();
    let mut next = 0;
    while next < reached.len() {
        for side in reached[next].sides() {
            let across = nav.triangles().expect("triangles").portal(side).map(Link::triangle);
            reached.extend(across.filter(|it| !reached.contains(it)));
        }
        next += 1;
    }
    reached
}

/// Whether two cells hang together over the sides of floor cells.
fn cells_connect(maze: &Maze, from: (usize, usize), to: (usize, usize)) -> bool {
    let cell = |(column, row): (usize, usize)| [column as i64, row as i64];
    let mut reached = vec![cell(from)];
    let mut next = 0;
    while next < reached.len() {
        let [column, row] = reached[next];
        for it in [[column + 1, row], [column - 1, row], [column, row + 1], [column, row - 1]] {
            if !maze.is_wall(it[0], it[1]) && !reached.contains(&it) {
                reached.push(it);
            }
        }
        next += 1;
    }
    reached.contains(&cell(to))
}

#[test]
fn reachable_is_what_floods_reach() {
    let mut random = Random::new(43);
    let default = settings("default", &[]);
    let others = [
        settings("default", &["bake.edge_filter=sampled", "bake.face_filter=centroid"]),
        settings("default", &["agent.radius=0.2"]),
        settings("default", &["bake.samples=1"]),
    ];
    let mut counts = [0, 0];
    for round in 0..120 {
        let walls = random.pick(&[30, 40, 50]);
        let maze = random_maze(&mut random, 10, 8, walls);
        for settings in [&default, &others[round % 3]] {
            let bake = bake(&maze, settings);
            for _ in 0..8 {
                let Some([from, to]) = two_cells(&mut random, &maze) else { continue };
                let (start, goal) = (centre(from), centre(to));
                let outcome = query(&bake, settings, start, goal).report.outcome;
                let found = outcome == Outcome::Found;
                let reached = flood(&bake.nav, start);
                assert_eq!(found, containing(&bake.nav, goal).any(|it| reached.contains(&it)));
                if settings == &default {
                    assert_eq!(found, cells_connect(&maze, from, to), "{start} → {goal}: {outcome:?} in {maze:?}");
                    assert!(found || outcome == Outcome::Unreachable);
                    counts[usize::from(found)] += 1;
                }
            }
        }
    }
    assert!(counts.iter().all(|&it| it > 200), "{counts:?}");
}

#[test]
fn refusals_are_told_apart() {
    let maze = maze(&["....", ".##.", ".#.#", "..##"]);
    let settings = settings("default", &[]);
    let bake = bake(&maze, &settings);
    let outcome = |start: (f64, f64), goal: (f64, f64)| {
        let report = query(&bake, &settings, start.into(), goal.into()).report;
        assert_eq!(report.length.is_some(), report.outcome == Outcome::Found);
        assert_eq!(report.points.is_empty(), report.outcome != Outcome::Found);
        report.outcome
    };
    assert_eq!(outcome((0.5, 0.5), (3.5, 1.5)), Outcome::Found);
    assert_eq!(outcome((0.5, 0.5), (2.5, 2.5)), Outcome::Unreachable);
    assert_eq!(outcome((1.5, 1.5), (0.5, 0.5)), Outcome::StartInWall);
    assert_eq!(outcome((-7.0, 2.0), (0.5, 0.5)), Outcome::StartInWall);
    assert_eq!(outcome((f64::NAN, 2.0), (0.5, 0.5)), Outcome::StartInWall);
    assert_eq!(outcome((0.5, 0.5), (1.5, 1.75)), Outcome::GoalInWall);
    assert_eq!(outcome((0.5, 0.5), (f64::INFINITY, 0.0)), Outcome::GoalInWall);
    assert_eq!(outcome((1.5, 1.5), (1.5, 1.5)), Outcome::StartInWall, "the start is looked at first");
    // Samples are a quarter of a cell inside, so the floor along the border is bare.
    assert_eq!(outcome((0.1, 0.1), (0.5, 0.5)), Outcome::OffMesh);
    assert_eq!(outcome((0.5, 0.5), (0.0, 0.0)), Outcome::OffMesh);
}

#[test]
fn a_body_too_wide_is_refused() {
    let maze = maze(&["...", "...", "..."]);
    let settings = settings("default", &["agent.radius=0.6"]);
    let bake = bake(&maze, &settings);
    let outcome =
        |start: (f64, f64), goal: (f64, f64)| query(&bake, &settings, start.into(), goal.into()).report.outcome;
    assert_eq!(outcome((0.5, 0.5), (1.5, 1.5)), Outcome::StartInWall);
    assert_eq!(outcome((1.5, 1.5), (2.5, 1.5)), Outcome::GoalInWall);
    assert_eq!(outcome((1.25, 1.25), (1.75, 1.75)), Outcome::Found);
}

#[test]
fn starts_and_goals_may_lie_on_vertices_and_edges() {
    let maze = maze(&["....", "....", ".##.", "...."]);
    let settings = settings("default", &[]);
    let bake = bake(&maze, &settings);
    // A cell's middle is a sample; between two samples of a row runs an edge.
    let (vertex, edge) = (Point::new(1.5, 0.5), Point::new(0.5, 0.25));
    assert!(containing(&bake.nav, vertex).count() > 2);
    assert_eq!(
        containing(&bake.nav, Point::new(1.0, 0.25)).count() + containing(&bake.nav, Point::new(1.0, 0.75)).count(),
        3
    );
    for start in [vertex, edge, Point::new(1.0, 0.75)] {
        for goal in [vertex, edge, Point::new(3.25, 3.75), Point::new(1.0, 0.75)] {
            let report = query(&bake, &settings, start, goal).report;
            assert_eq!((report.outcome, report.audit.legal), (Outcome::Found, true));
            assert_eq!((report.points[0], report.points[report.points.len() - 1]), (start, goal));
            assert!(report.length >= Some(start.distance(goal) - 1e-12));
            if start == goal {
                assert_eq!((report.length, report.points.len(), report.corners), (Some(0.0), 1, 0));
            }
        }
    }
}

#[test]
fn the_same_query_gives_the_same_log() {
    for (name, change) in
        [("zigzag", "search.cost=midpoints"), ("random40", "search.method=dijkstra"), ("pillars", "agent.radius=0")]
    {
        let settings = settings("default", &[change]);
        let maze = built_in(name).maze;
        let [one, other] = [(); 2].map(|()| {
            let nav: Arc<NavMesh> = bake(&maze, &settings).nav;
            let (start, goal) = ends(&maze);
            record(Search::new(nav, settings.search, start, goal))
        });
        assert_eq!(one.log(), other.log());
    }
}
