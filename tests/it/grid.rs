//! Searches from cell to cell: steps against the audit, ways against Floyd–Warshall and another crate, heuristics against the truth.

use std::{ops::ControlFlow, sync::Arc};

use navscope::{
    debugger::{Command, Debugger},
    geometry::{Bounds, Point},
    io::SETTINGS,
    maze::{Cell, CornerRule, Direction, Maze, Room, audit_segment, cell_centre, to_i64},
    picture::{Drawn, Shape, Shown},
    record::{Level, Recorder},
    search::{
        Directions, GridCell, GridSearch, GridSettings, Heuristic, Method, Outcome, SearchSettings, Steps, grid_search,
    },
    trace::{Condition, Stage as _, StageName, Thing, Watch},
};
use pathfinding::prelude::{astar, dijkstra_all};

use crate::{
    random::Random,
    rig::{bake, built_in, ends, maze, query, random_maze, settings},
};

const RULES: [CornerRule; 3] = [CornerRule::Strict, CornerRule::OneSide, CornerRule::Naive];
const HEURISTICS: [Heuristic; 5] =
    [Heuristic::Octile, Heuristic::Manhattan, Heuristic::Euclid, Heuristic::Chebyshev, Heuristic::Zero];

fn grid(directions: Directions, corners: CornerRule, heuristic: Heuristic) -> SearchSettings {
    let grid = GridSettings { directions, corners, heuristic, weight: 1.0 };
    SearchSettings { grid, ..SearchSettings::default() }
}

fn strict() -> SearchSettings {
    grid(Directions::Eight, CornerRule::Strict, Heuristic::Octile)
}

fn centre((column, row): GridCell) -> Point {
    cell_centre(column as usize, row as usize)
}

fn searched(maze: &Arc<Maze>, settings: SearchSettings, radius: f64, [start, goal]: [Point; 2]) -> GridSearch {
    let mut recorder = Recorder::new(GridSearch::new(maze.clone(), settings, radius, start, goal), ());
    assert!(grid_search(&mut recorder).is_continue());
    recorder.into_parts().0
}

/// The length from centre to centre, if there is a way.
fn length(search: &GridSearch) -> Option<f64> {
    let end = search.current().filter(|_| search.outcome() == Some(Outcome::Found))?;
    Some(search.node(end).g())
}

fn floor(maze: &Maze) -> Vec<GridCell> {
    maze.floor().map(|(column, row)| (column as u32, row as u32)).collect()
}

/// All mazes of three by three cells.
fn small_mazes() -> impl Iterator<Item = Arc<Maze>> {
    (0..512_u32).map(|bits| {
        let walls: Vec<u32> = (0..9).filter(|it| bits >> it & 1 == 1).collect();
        let mut maze = Maze::filled(3, 3, Cell::Floor);
        maze.set_cells(&walls, Cell::Wall);
        Arc::new(maze)
    })
}

/// The ways between all floor cells, by nothing but what the rules say.
fn floyd_warshall(maze: &Maze, rule: CornerRule, eight: bool) -> Vec<Vec<f64>> {
    let columns = maze.columns() as i64;
    let count = maze.cells().len();
    let mut ways = vec![vec![f64::INFINITY; count]; count];
    for (from, to) in (0..count).flat_map(|from| (0..count).map(move |to| (from, to))) {
        let [(x, y), (u, v)] = [from, to].map(|it| (it as i64 % columns, it as i64 / columns));
        let open = !maze.is_wall(x, y) && !maze.is_wall(u, v);
        let sides = [maze.is_wall(u, y), maze.is_wall(x, v)];
        let allowed = match rule {
            CornerRule::Strict => sides == [false, false],
            CornerRule::OneSide => sides != [true, true],
            CornerRule::Naive => true,
        };
        match ((x - u).abs(), (y - v).abs()) {
            (0, 0) if open => ways[from][to] = 0.0,
            (0, 1) | (1, 0) if open => ways[from][to] = 1.0,
            (1, 1) if open && allowed && eight => ways[from][to] = 2.0_f64.sqrt(),
            _ => (),
        }
    }
    for over in 0..count {
        for from in 0..count {
            for to in 0..count {
                ways[from][to] = ways[from][to].min(ways[from][over] + ways[over][to]);
            }
        }
    }
    ways
}

#[test]
fn one_open_side_is_what_the_audit_asks_for() {
    let mut steps = 0;
    for maze in small_mazes() {
        let room = Room::new(&maze, 0.0);
        for (column, row) in (0..3_u32).flat_map(|row| (0..3_u32).map(move |column| (column, row))) {
            for by in Direction::ALL {
                let at = centre((column, row));
                let audit = audit_segment(&maze, at, at.shifted(by.offset()), 0.0);
                let can = maze.can_step((column.into(), row.into()), by, CornerRule::OneSide, &room);
                assert_eq!(can, audit.is_none(), "({column}, {row}) {}: {audit:?}", by.name());
                steps += usize::from(can);
            }
        }
    }
    assert_eq!(
        steps,
        512 * 24 / 4 + 512 * 16 * 3 / 16,
        "across sides where both are open, across corners where one beside is"
    );
}

#[test]
fn every_way_through_every_small_maze_is_shortest() {
    let (mut pairs, mut unreachable) = (0, 0);
    for maze in small_mazes() {
        for (rule, directions) in RULES.into_iter().flat_map(|it| [(it, Directions::Eight), (it, Directions::Four)]) {
            let ways = floyd_warshall(&maze, rule, directions == Directions::Eight);
            let counts = (rule, directions) == (CornerRule::Strict, Directions::Eight);
            for (from, to) in
                floor(&maze).into_iter().flat_map(|from| floor(&maze).into_iter().map(move |to| (from, to)))
            {
                let search = searched(&maze, grid(directions, rule, Heuristic::Octile), 0.0, [from, to].map(centre));
                let [one, other] = [from, to].map(|(column, row)| (row * 3 + column) as usize);
                let expected = Some(ways[one][other]).filter(|it| it.is_finite());
                assert_eq!(length(&search).is_some(), expected.is_some());
                assert!((length(&search).unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < 1e-12);
                check_way(&search, 0.0);
                pairs += usize::from(counts);
                unreachable += usize::from(counts && expected.is_none());
            }
        }
    }
    assert_eq!((pairs, unreachable), (11_520, 2_424));
}

/// The way is one of allowed steps, as long as it says, and the path along it is legal where the rule is at least that for paths.
fn check_way(search: &GridSearch, radius: f64) {
    let (way, maze) = (search.way(), search.maze());
    let room = Room::new(maze, radius);
    let rule = search.settings().grid.corners;
    let mut sum = 0.0;
    for step in way.windows(2) {
        let by = Direction::ALL.into_iter().find(|it| it.beyond(step[0]) == Some(step[1])).expect("next to each other");
        assert!(maze.can_step((i64::from(step[0].0), i64::from(step[0].1)), by, rule, &room));
        sum += centre(step[0]).distance(centre(step[1]));
    }
    if let Some(length) = length(search) {
        assert!((length - sum).abs() < 1e-9 * (1.0 + sum), "{length} is not {sum}");
        assert_eq!((search.path().first(), search.path().last()), (Some(&search.start), Some(&search.goal)));
    }
    if rule != CornerRule::Naive {
        for piece in search.path().windows(2) {
            assert_eq!(audit_segment(maze, piece[0], piece[1], radius), None);
        }
    }
}

const FIVE: [&str; 5] = [".....", "..#..", ".#...", ".....", "....."];

#[test]
fn corners_are_cut_as_the_rule_says() {
    let five = maze(&FIVE);
    let ends = [(1, 1), (3, 3)].map(centre);
    let of = |rule| searched(&five, grid(Directions::Eight, rule, Heuristic::Octile), 0.0, ends);
    assert_eq!(length(&of(CornerRule::Naive)), Some(2.0 * std::f64::consts::SQRT_2));
    assert_eq!(length(&of(CornerRule::OneSide)), Some(2.0 + 2.0 * std::f64::consts::SQRT_2));
    let strict = of(CornerRule::Strict);
    assert_eq!(length(&strict), Some(6.0));
    let around = [(1, 1), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 3)];
    let mirrored = around.map(|(column, row)| (row, column));
    assert!(strict.way() == around || strict.way() == mirrored, "{:?}", strict.way());
    let sealed = maze(&[".#", "#."]);
    let through =
        |rule| searched(&sealed, grid(Directions::Eight, rule, Heuristic::Octile), 0.0, [(0, 0), (1, 1)].map(centre));
    assert_eq!(length(&through(CornerRule::Naive)), Some(std::f64::consts::SQRT_2));
    for rule in [CornerRule::Strict, CornerRule::OneSide] {
        assert_eq!(through(rule).outcome(), Some(Outcome::Unreachable));
    }
}

#[test]
fn ends_are_refused_in_walls_and_outside_and_where_a_body_has_no_room_in_the_middle() {
    let five = maze(&FIVE);
    let outcome = |start: (f64, f64), goal: (f64, f64), radius| {
        searched(&five, strict(), radius, [start, goal].map(Point::from)).outcome().expect("ended")
    };
    let free = (0.5, 0.5);
    assert_eq!(outcome((2.5, 1.5), free, 0.0), Outcome::StartInWall);
    assert_eq!(outcome((-0.5, 1.5), free, 0.0), Outcome::StartInWall);
    assert_eq!(outcome(free, (1.5, 2.5), 0.0), Outcome::GoalInWall);
    assert_eq!(outcome(free, (5.5, 5.5), 0.0), Outcome::GoalInWall);
    assert_eq!(outcome(free, (f64::NAN, 5.5), 0.0), Outcome::GoalInWall);
    assert_eq!(outcome((0.2, 0.2), (0.9, 0.1), 0.3), Outcome::StartInWall);
    // Between two walls a body of 0.7 stands nowhere but on the line between the cells.
    let gap = maze(&["########", "#......#", "#......#", "########"]);
    let [start, goal] = [(2.0, 2.0), (6.0, 2.0)].map(Point::from);
    assert_eq!(searched(&gap, strict(), 0.7, [start, goal]).outcome(), Some(Outcome::OffMesh));
    let set = settings("optimal", &["search.graph=grid", "agent.radius=0.7"]);
    let report = query(&bake(&gap, &set), &set, start, goal).report;
    assert_eq!(report.outcome, Outcome::OffMesh);
    assert!(report.gap.optimum.is_some());
    assert_eq!(
        report.no_path.expect("none").text,
        "The start (2, 2) is free, but the agent has no room in the middle of that cell, or on the way there, and the goal \
         (6, 2) is free, but the agent has no room in the middle of that cell, or on the way there."
    );
}

#[test]
fn a_body_may_fit_through_a_gap_but_not_over_centres() {
    let rows =
        ["........", "........", "........", "........", "...##...", "........", "........", "........", "........"];
    let narrow = maze(&[&rows[..], &["........"; 2]].concat());
    let set = settings("optimal", &["search.graph=grid", "agent.radius=1.2"]);
    let asked = query(&bake(&narrow, &set), &set, Point::new(1.5, 2.5), Point::new(6.5, 2.5));
    assert_eq!(asked.report.outcome, Outcome::Found);
    assert!(asked.report.audit.legal && asked.report.no_path.is_none());
    // Two rows wide: a body of 0.9 goes along the middle, on no centres.
    let pipe =
        maze(&["#############", "#...#####...#", "#...........#", "#...........#", "#...#####...#", "#############"]);
    let set = settings("optimal", &["search.graph=grid", "agent.radius=0.9"]);
    let asked = query(&bake(&pipe, &set), &set, Point::new(2.5, 2.5), Point::new(10.5, 2.5));
    assert_eq!(asked.report.outcome, Outcome::Unreachable);
    assert!(asked.report.gap.optimum.is_some());
    let no_path = asked.report.no_path.expect("none");
    assert_eq!(
        no_path.text,
        "An agent of radius 0.9 fits between them, but no steps from centre to centre of cells do. At least 8 steps between \
         them would bring it too near to a wall."
    );
    assert_eq!(no_path.places.len(), 8);
}

/// Those around a cell that may be stepped to, with costs of a million a cell, by the maze alone.
fn neighbours(maze: &Maze, (x, y): (i64, i64), strict: bool, eight: bool) -> Vec<((i64, i64), u64)> {
    let steps = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    let open = |x, y| !maze.is_wall(x, y);
    let allowed = |&(dx, dy): &(i64, i64)| {
        let beside = [open(x + dx, y), open(x, y + dy)];
        let corner = if strict { beside == [true, true] } else { beside.contains(&true) };
        open(x + dx, y + dy) && (dx * dy == 0 || corner && eight)
    };
    let cost = |(dx, dy): (i64, i64)| if dx * dy == 0 { 1_000_000 } else { 1_414_214 };
    steps.into_iter().filter(allowed).map(|(dx, dy)| ((x + dx, y + dy), cost((dx, dy)))).collect()
}

#[test]
fn ways_through_random_mazes_are_as_long_as_another_crate_has_them() {
    let mut random = Random::new(11);
    let (mut found, mut none) = (0, 0);
    for _ in 0..60 {
        let (columns, rows) = (1 + random.below(40), 1 + random.below(40));
        let walls = random.pick(&[5, 20, 35, 45]);
        let maze = random_maze(&mut random, columns, rows, walls);
        let floor = floor(&maze);
        for _ in 0..6 {
            let [from, to] = [(); 2].map(|()| floor.get(random.below(floor.len().max(1))).copied());
            let (Some(from), Some(to)) = (from, to) else { continue };
            let [start, goal] = [from, to].map(|(x, y)| (i64::from(x), i64::from(y)));
            for (rule, directions) in [
                (CornerRule::Strict, Directions::Eight),
                (CornerRule::OneSide, Directions::Eight),
                (CornerRule::Strict, Directions::Four),
            ] {
                let eight = directions == Directions::Eight;
                let next = |&at: &(i64, i64)| neighbours(&maze, at, rule == CornerRule::Strict, eight);
                let theirs = astar(&start, next, |_| 0, |it| *it == goal).map(|it| it.1 as f64 / 1e6);
                for heuristic in HEURISTICS.into_iter().filter(|it| *it != Heuristic::Manhattan || !eight) {
                    let search = searched(&maze, grid(directions, rule, heuristic), 0.0, [from, to].map(centre));
                    check_way(&search, 0.0);
                    assert_eq!(length(&search).is_some(), theirs.is_some());
                    let off = (length(&search).unwrap_or(0.0) - theirs.unwrap_or(0.0)).abs();
                    assert!(off < 1e-3, "{off} off, {heuristic:?}");
                    found += usize::from(theirs.is_some());
                    none += usize::from(theirs.is_none());
                }
            }
        }
    }
    assert!(found > 2000 && none > 500, "{found} found, {none} not");
}

#[test]
fn bodies_find_what_a_search_over_clear_segments_finds() {
    let mut random = Random::new(5);
    let (mut found, mut none) = (0, 0);
    for _ in 0..40 {
        let maze = random_maze(&mut random, 30, 24, 3);
        for radius in [0.3, 0.5, 0.75, 1.0, 1.6] {
            let is_clear = |from: (i64, i64), to: (i64, i64)| {
                let [a, b] = [from, to].map(|(x, y)| Point::new(x as f64 + 0.5, y as f64 + 0.5));
                maze.is_clear(a, b, radius)
            };
            let floor: Vec<GridCell> = floor(&maze);
            let [from, to] = [(); 2].map(|()| floor[random.below(floor.len())]);
            let [start, goal] = [from, to].map(|(x, y)| (i64::from(x), i64::from(y)));
            let next = |&at: &(i64, i64)| {
                let all = neighbours(&maze, at, true, true).into_iter();
                all.filter(|it| is_clear(at, it.0)).collect::<Vec<_>>()
            };
            let search = searched(&maze, strict(), radius, [from, to].map(centre));
            let stands = is_clear(start, start) && is_clear(goal, goal);
            let theirs = astar(&start, next, |_| 0, |it| *it == goal).filter(|_| stands).map(|it| it.1 as f64 / 1e6);
            assert_eq!(length(&search).is_some(), theirs.is_some(), "{:?}", search.outcome());
            assert!((length(&search).unwrap_or(0.0) - theirs.unwrap_or(0.0)).abs() < 1e-3);
            check_way(&search, radius);
            found += usize::from(theirs.is_some());
            none += usize::from(theirs.is_none());
        }
    }
    assert!(found > 60 && none > 40, "{found} found, {none} not");
}

#[test]
fn what_is_left_is_what_another_crate_has_and_overestimates_are_named() {
    let mut random = Random::new(3);
    let (mut named, mut longer, mut asked) = (0, 0, 0);
    for _ in 0..80 {
        let maze = random_maze(&mut random, 24, 24, 25);
        let floor = floor(&maze);
        let [from, to] = [(); 2].map(|()| floor[random.below(floor.len())]);
        let goal = (i64::from(to.0), i64::from(to.1));
        let rest = dijkstra_all(&goal, |&at| neighbours(&maze, at, true, true));
        let best = searched(&maze, strict(), 0.0, [from, to].map(centre));
        for heuristic in HEURISTICS {
            let search =
                searched(&maze, grid(Directions::Eight, CornerRule::Strict, heuristic), 0.0, [from, to].map(centre));
            for &(x, y) in &floor {
                let here = (i64::from(x), i64::from(y));
                let known = if here == goal { Some(0.0) } else { rest.get(&here).map(|it| it.1 as f64 / 1e6) };
                let ours = search.rest((x, y)).map(Steps::length);
                assert_eq!(ours.is_some(), known.is_some());
                assert!((ours.unwrap_or(0.0) - known.unwrap_or(0.0)).abs() < 1e-3);
                let over = known.is_some_and(|it| search.h((x, y)) > it + 1e-3);
                assert_eq!(search.overestimate((x, y)).is_some(), over, "{heuristic:?} at {here:?}");
                assert!(!over || heuristic == Heuristic::Manhattan);
                named += usize::from(over);
            }
            asked += 1;
            let is_longer = length(&search) > length(&best);
            assert!(!is_longer || heuristic == Heuristic::Manhattan);
            longer += usize::from(is_longer);
        }
    }
    assert!(named > 5000 && longer > 5, "{named} overestimates, {longer} of {asked} longer");
}

#[test]
fn in_four_directions_no_heuristic_overestimates() {
    let mut random = Random::new(8);
    for _ in 0..60 {
        let maze = random_maze(&mut random, 20, 20, 25);
        let floor = floor(&maze);
        let ends = [(); 2].map(|()| floor[random.below(floor.len())]);
        for heuristic in HEURISTICS {
            let set = grid(Directions::Four, CornerRule::Strict, heuristic);
            let search = searched(&maze, set, 0.0, ends.map(centre));
            for &cell in &floor {
                let rest = search.rest(cell).map(Steps::length);
                assert!(rest.is_none_or(|it| search.h(cell) <= it + 1e-9));
                assert_eq!(search.overestimate(cell), None);
            }
        }
    }
}

#[test]
fn the_report_names_the_first_cell_whose_rest_is_overestimated() {
    let maze = built_in("random40").maze;
    let (start, goal) = ends(&maze);
    let set = settings("default", &["search.graph=grid", "search.heuristic=manhattan"]);
    let baked = bake(&maze, &set);
    let asked = query(&baked, &set, start, goal);
    let over = asked.report.overestimates().expect("Manhattan overestimates in eight directions");
    assert_eq!(over.cell, (1, 1));
    assert!(over.h == 74.0 && (over.rest - 63.455_844).abs() < 1e-6, "{over:?}");
    assert_eq!(asked.report.cells(), asked.track::<GridSearch>().expect("searched").model().way().len());
    for change in
        ["search.heuristic=octile", "search.heuristic=euclid", "search.method=dijkstra", "search.directions=four"]
    {
        let set = settings("default", &["search.graph=grid", "search.heuristic=manhattan", change]);
        let asked = query(&baked, &set, start, goal);
        assert_eq!(asked.report.overestimates(), None);
        assert!(asked.report.audit.legal && asked.report.gap.excess >= Some(0.0));
    }
}

#[test]
fn octile_expands_fewer_cells_than_chebyshev_and_dijkstra_most() {
    for name in ["random40", "pillars", "article_open_6_1"] {
        let maze = built_in(name).maze;
        let (start, goal) = ends(&maze);
        let expansions = |heuristic, method| {
            let mut set = grid(Directions::Eight, CornerRule::Strict, heuristic);
            set.method = method;
            searched(&maze, set, 0.0, [start, goal]).expansions()
        };
        let octile = expansions(Heuristic::Octile, Method::AStar);
        let chebyshev = expansions(Heuristic::Chebyshev, Method::AStar);
        let dijkstra = expansions(Heuristic::Octile, Method::Dijkstra);
        assert!(octile <= chebyshev && chebyshev <= dijkstra, "{name}: {octile}, {chebyshev}, {dijkstra}");
        assert_eq!(dijkstra, expansions(Heuristic::Zero, Method::AStar));
    }
}

#[test]
fn known_lengths_over_the_gallery() {
    let known = [
        ("article_open_6_1", 22.0, Some(21.414), 19.071),
        ("article_open_9_11", 24.0, Some(23.414), 20.485),
        ("pillars", 30.0, Some(24.142), 22.385),
        ("diag", 30.0, Some(25.899), 15.556),
        ("stair", 18.0, Some(18.0), 12.728),
        ("zigzag", 101.0, Some(101.0), 82.841),
        ("random40", 74.0, Some(63.456), 55.255),
    ];
    for (name, four, strict, naive) in known {
        let maze = built_in(name).maze;
        let (start, goal) = ends(&maze);
        let of =
            |directions, rule| length(&searched(&maze, grid(directions, rule, Heuristic::Octile), 0.0, [start, goal]));
        let expected = [Some(four), strict, Some(naive)];
        let told = [
            of(Directions::Four, CornerRule::Strict),
            of(Directions::Eight, CornerRule::Strict),
            of(Directions::Eight, CornerRule::Naive),
        ];
        for (told, expected) in told.into_iter().zip(expected) {
            let (told, expected) = (told.expect("a way"), expected.expect("a way"));
            assert!((told - expected).abs() < 6e-4, "{name}: {told} instead of {expected}");
        }
    }
}

#[test]
fn ends_off_the_centres_and_on_borders_are_joined() {
    let five = maze(&["....", ".##.", "....", "...."]);
    let places = [(0.1, 0.2), (1.0, 0.5), (1.0, 1.0), (3.0, 3.0), (3.9, 2.0), (0.0, 0.0), (1.5, 1.0), (2.5, 2.5)];
    for (from, to) in places.into_iter().flat_map(|from| places.into_iter().map(move |to| (from, to))) {
        for radius in [0.0, 0.05] {
            let [start, goal] = [from, to].map(Point::from);
            if [start, goal].iter().any(|it| !five.is_free(*it, radius)) {
                continue;
            }
            let search = searched(&five, strict(), radius, [start, goal]);
            assert_eq!(search.outcome(), Some(Outcome::Found), "{start} to {goal}");
            check_way(&search, radius);
            let path = search.path();
            assert_eq!(path.len() == 1, start == goal, "{start} to {goal}");
            let length: f64 = path.windows(2).map(|it| it[0].distance(it[1])).sum();
            assert_eq!(length == 0.0, start == goal, "{start} to {goal}");
        }
    }
}

#[test]
fn any_maze_can_be_searched() {
    for (columns, rows, cell) in
        [(1, 1, Cell::Floor), (1, 1, Cell::Wall), (1, 9, Cell::Floor), (9, 1, Cell::Floor), (0, 0, Cell::Wall)]
    {
        let maze = Arc::new(Maze::filled(columns, rows, cell));
        let ends = [Point::new(0.5, 0.5), Point::new(columns as f64 - 0.5, rows as f64 - 0.5)];
        for radius in [0.0, 0.5, 0.8, 100.0] {
            let outcome = searched(&maze, strict(), radius, ends).outcome();
            let expected = if cell == Cell::Floor && radius <= 0.5 { Outcome::Found } else { Outcome::StartInWall };
            assert_eq!(outcome, Some(expected), "{columns} × {rows}, {radius}");
        }
    }
    let large = Arc::new(Maze::filled(512, 512, Cell::Floor));
    let search = searched(&large, strict(), 100.0, [Point::new(150.5, 150.5), Point::new(400.5, 300.5)]);
    assert_eq!(search.outcome(), Some(Outcome::Found));
}

/// A debugger on a maze whose cells are searched.
fn debugger(name: &str, changes: &[&str]) -> Debugger {
    let mut scenario = built_in(name);
    scenario.settings = settings("default", &[&["search.graph=grid"], changes].concat());
    let (start, goal) = scenario.first_query();
    let mut debugger = Debugger::between(scenario, start, goal);
    debugger.settle();
    debugger
}

#[test]
fn conditions_find_cells_and_overestimates() {
    let debugger = debugger("random40", &["search.heuristic=manhattan"]);
    let lanes = debugger.lanes();
    let names: Vec<StageName> = lanes.iter().map(|it| it.name()).filter(|it| *it >= StageName::Search).collect();
    assert_eq!(names, [StageName::Grid, StageName::Audit], "what does not run has no lane");
    let lane = lanes.iter().find(|it| it.name() == StageName::Grid).expect("it ran");
    let found = |condition: &str| {
        let condition: Condition = condition.parse().expect("a condition");
        let mut found: Vec<String> = Vec::new();
        lane.recite(Level::Test, Some(&condition), &mut |it| {
            found.push(format!("{} {} {}", it.moment, it.kind, it.sentence));
            ControlFlow::Continue(())
        });
        found
    };
    assert_eq!(
        found("broken:overestimate")[0],
        "grid:1 seeded Cell (1, 1) holds the start (1.5, 1.5), and was opened."
    );
    let report = &debugger.query().expect("asked").report;
    assert_eq!(report.overestimates().expect("named").cell, (1, 1));
    assert!(found("broken:overestimate h < 5").len() > 3 && found("broken:f-decreases").len() > 3);
    let touched = found("cell:1,2 kind:expanded|relaxed|seeded|reopened");
    assert!(touched.iter().any(|it| it.contains("expanded")) && touched.iter().all(|it| it.contains("(1, 2)")));
    assert!(found("kind:blocked").iter().any(|it| it.ends_with("a wall beside it is in the way.")));
    assert!(found("kind:reopened").iter().all(|it| it.contains("was reopened")));
}

#[test]
fn nothing_overestimates_in_a_sound_search() {
    let debugger = debugger("random40", &[]);
    let query = debugger.query().expect("asked");
    assert_eq!(query.report.overestimates(), None);
    let grid = query.track::<GridSearch>().expect("searched").replay();
    let broken = grid.recording().scan(false, &Watch::default(), |model, seen| {
        let rules = GridSearch::RULES.iter().any(|it| model.breaks(seen.event, *it));
        if rules { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(broken.is_continue());
}

#[test]
fn corners_and_segments_know_why_they_are_there() {
    for changes in [&[][..], &["search.directions=four"], &["search.corners=naive"]] {
        let mut debugger = debugger("random40", changes);
        let report = debugger.query().expect("asked").report.clone();
        let things =
            (1..=report.corners as u32).map(Thing::Corner).chain((0..=report.corners as u32).map(Thing::Segment));
        for thing in things {
            let causes = debugger.why_of(thing);
            let stages: Vec<StageName> = causes.iter().map(|it| it.moment.stage()).collect();
            assert_eq!(stages, [StageName::Audit, StageName::Grid, StageName::Grid], "{thing}: {causes:?}");
            assert!(causes[1].text.contains("was reached from") && causes[2].text.contains("was expanded"));
            for cause in causes {
                debugger.apply(Command::Seek(cause.moment));
                assert_eq!(debugger.moment(), cause.moment);
                assert!(!debugger.picture_of_event().is_empty());
            }
        }
        assert!(debugger.why().is_some());
        assert!(debugger.why_of(Thing::Portal(1)).is_empty());
        for complaint in 0..debugger.complaints().len() {
            debugger.apply(Command::SeekFirst(complaint));
            debugger.settle();
        }
    }
}

#[test]
fn plots_follow_what_waits() {
    let mut debugger = debugger("random40", &[]);
    debugger.apply(Command::Plot(true));
    debugger.settle();
    let plots = debugger.plots().expect("worked out");
    let open = plots.curve("open list by expansion");
    assert_eq!(open.len(), debugger.query().expect("asked").report.expansions);
    let f = plots.curve("f by expansion");
    assert!(f.windows(2).all(|it| it[0].value <= it[1].value + 1e-9));
    assert_eq!(plots.curves.len(), 2, "no other stage has anything plotted");
}

#[test]
fn cells_are_drawn_one_by_one_or_in_runs() {
    let large = random_maze(&mut Random::new(1), 300, 300, 10);
    let set = SearchSettings { method: Method::Dijkstra, ..strict() };
    let floor = floor(&large);
    let search = searched(&large, set, 0.0, [floor[0], floor[floor.len() - 1]].map(centre));
    let reached = floor.iter().filter(|&&it| search.node(it).steps().is_some()).count();
    let drawn = |area: Bounds, scale: f64| {
        let mut marks = Vec::new();
        search.draw(&Shown { area, scale }, &mut marks);
        let boxes = marks.iter().map(|it| match it.shape {
            Shape::Box(Bounds { min, max }) => to_i64((max.x - min.x) * (max.y - min.y) + 0.5),
            ref other => panic!("{other:?}"),
        });
        (
            usize::try_from(boxes.sum::<i64>()).expect("few"),
            marks.len(),
            marks.iter().filter(|it| it.of.is_some()).count(),
        )
    };
    let (cells, marks, things) = drawn(large.bounds(), 3.0);
    assert!(cells == reached && marks * 3 < cells && things == 0, "{marks} marks of {cells} cells, {reached} reached");
    let corner = Bounds { min: Point::new(0.0, 0.0), max: Point::new(39.5, 39.5) };
    let (cells, marks, things) = drawn(corner, 20.0);
    assert!(cells == marks && marks == things && marks > 1000);
    let (_, marks, _) = drawn(large.bounds(), 0.1);
    assert!(marks < 300 / 10 * 200);
}

#[test]
fn settings_matter_on_their_own_graph_only() {
    let matter = |changes: &[&str]| {
        let settings = settings("default", changes);
        let of = SETTINGS.iter().filter(|it| it.path.starts_with("search.") || it.path.starts_with("pull."));
        of.filter(|it| it.matters(&settings)).map(|it| it.path).collect::<Vec<_>>().join(" ")
    };
    let check = |changes: &[&str], expected: &str| assert_eq!(matter(changes), expected, "{changes:?}");
    check(&[], "search.graph search.method search.cost search.unreachable pull.portals pull.funnel");
    check(
        &["search.graph=grid"],
        "search.graph search.method search.directions search.corners search.heuristic search.weight pull.smoothing",
    );
    check(
        &["search.graph=grid", "search.method=dijkstra", "search.directions=four", "pull.smoothing=greedy"],
        "search.graph search.method search.directions pull.smoothing pull.sight",
    );
    check(
        &["search.graph=grid", "search.heuristic=zero", "pull.funnel=textbook"],
        "search.graph search.method search.directions search.corners search.heuristic pull.smoothing",
    );
}
