//! The shortest path of all, against one found by looking from every corner to every other.

use std::sync::Arc;

use navscope::{
    bake::NavMesh,
    geometry::{Point, on_segment, path_length},
    io::Settings,
    maze::{Maze, audit_segment, audit_vertex},
    pull::{Funnel, Portals, PullSettings, order_portals, pull_taut},
    record::Recorder,
    search::{Outcome, Polyanya, SightState, polyanya},
    trace::{Rule, Stage as _},
};

use crate::{
    random::Random,
    rig::{bake, built_in, ends, golden, maze, maze_file, random_maze, record, settings},
};

/// Shortest paths by sight: from corner to corner of the walls, as far as no wall lies between, decided exactly.
struct Sights<'a> {
    maze: &'a Maze,
    corners: Vec<Point>,
    /// Which corners see each other.
    seen: Vec<Vec<usize>>,
}

impl<'a> Sights<'a> {
    fn of(maze: &'a Maze) -> Self {
        let (columns, rows) = (maze.columns() as i64, maze.rows() as i64);
        let lattice = (0..=rows).flat_map(|y| (0..=columns).map(move |x| (x, y)));
        let is_corner = |&(x, y): &(i64, i64)| {
            let walls = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)];
            walls.iter().filter(|it| maze.is_wall(it.0, it.1)).count() == 1
        };
        let corners: Vec<Point> = lattice.filter(is_corner).map(|(x, y)| Point::new(x as f64, y as f64)).collect();
        let seen = corners.iter().map(|&from| Self::seen_from(maze, &corners, from)).collect();
        Self { maze, corners, seen }
    }

    fn seen_from(maze: &Maze, corners: &[Point], from: Point) -> Vec<usize> {
        (0..corners.len()).filter(|&it| audit_segment(maze, from, corners[it], 0.0).is_none()).collect()
    }

    /// The length of the shortest path, if there is one.
    fn length(&self, start: Point, goal: Point) -> Option<f64> {
        if audit_segment(self.maze, start, goal, 0.0).is_none() {
            return Some(start.distance(goal));
        }
        let to_goal = Self::seen_from(self.maze, &self.corners, goal);
        let mut lengths = vec![f64::INFINITY; self.corners.len()];
        for it in Self::seen_from(self.maze, &self.corners, start) {
            lengths[it] = start.distance(self.corners[it]);
        }
        let mut open: Vec<usize> = (0..lengths.len()).collect();
        while let Some(at) = (0..open.len()).min_by(|&a, &b| lengths[open[a]].total_cmp(&lengths[open[b]])) {
            let corner = open.swap_remove(at);
            for &next in &self.seen[corner] {
                let length = lengths[corner] + self.corners[corner].distance(self.corners[next]);
                lengths[next] = lengths[next].min(length);
            }
        }
        let whole = to_goal.into_iter().map(|it| lengths[it] + self.corners[it].distance(goal));
        whole.fold(None, |least: Option<f64>, it| if it < least.unwrap_or(f64::INFINITY) { Some(it) } else { least })
    }
}

/// Runs a query to its end.
fn solve(nav: &Arc<NavMesh>, start: Point, goal: Point) -> Polyanya {
    let mut recorder = Recorder::new(Polyanya::new(nav.clone(), start, goal), ());
    assert!(polyanya(&mut recorder).is_continue());
    recorder.into_parts().0
}

/// The length of what the exact funnel makes of a corridor.
fn pulled(search: &Polyanya) -> f64 {
    let settings = PullSettings::default();
    let corridor: Arc<[_]> = search.corridor().into();
    let mut portals = Recorder::new(Portals::new(search.nav().clone(), corridor, search.start, settings.portals), ());
    assert!(order_portals(&mut portals).is_continue());
    let mut funnel = Recorder::new(Funnel::new(search.start, &portals.portals(), search.goal, settings), ());
    assert!(pull_taut(&mut funnel).is_continue());
    path_length(&funnel.path())
}

/// A place of some sort that floor touches, or any.
fn place(random: &mut Random, maze: &Maze) -> Point {
    let [columns, rows] = [maze.columns(), maze.rows()];
    let cell = Point::new(random.below(columns) as f64, random.below(rows) as f64);
    let offset = match random.below(4) {
        0 => [0.0, 0.0],
        1 => [0.5, 0.5],
        2 => [random.below(5) as f64 / 4.0, random.below(5) as f64 / 4.0],
        _ => [random.fraction(), random.fraction()],
    };
    Point::new(cell.x + offset[0], cell.y + offset[1])
}

/// Checks everything about one query; gives whether there is a path.
#[track_caller]
fn check(nav: &Arc<NavMesh>, sights: &Sights<'_>, start: Point, goal: Point) -> bool {
    let maze = sights.maze;
    let search = solve(nav, start, goal);
    let context = || format!("{start:?} → {goal:?} in {maze:?}");
    let refused = match (maze.is_free(start, 0.0), maze.is_free(goal, 0.0)) {
        (false, _) => Some(Outcome::StartInWall),
        (true, false) => Some(Outcome::GoalInWall),
        _ => None,
    };
    if let Some(refused) = refused {
        assert_eq!(search.outcome(), Some(refused), "{}", context());
        return false;
    }
    let expected = sights.length(start, goal);
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * (1.0 + a);
    match (search.length(), expected) {
        (Some(length), Some(expected)) => {
            assert!(close(length, expected), "{length} instead of {expected}: {}, {:?}", context(), search.path());
        }
        (length, expected) => assert_eq!(length, expected, "{}", context()),
    }
    let back = solve(nav, goal, start);
    let Some(length) = search.length() else {
        assert_eq!(back.outcome(), Some(Outcome::Unreachable));
        return false;
    };
    assert!(back.length().is_some_and(|it| close(it, length)), "{:?} back: {}", back.length(), context());
    check_path(&search, maze);
    let pulled = pulled(&search);
    assert!(close(pulled, length), "{pulled} by the funnel, {length}: {}, {:?}", context(), search.path());
    true
}

/// A path is legal, bends at each of its points, and its corridor joins start and goal.
#[track_caller]
fn check_path(search: &Polyanya, maze: &Maze) {
    let (nav, start, goal) = (search.nav(), search.start, search.goal);
    let context = || format!("{start:?} → {goal:?} in {maze:?}");
    let path = search.path();
    assert_eq!((path[0], path[path.len() - 1]), (start, goal));
    assert_eq!(path.len() == 1, start == goal);
    for pair in path.windows(2) {
        assert!(pair[0] != pair[1] && audit_segment(maze, pair[0], pair[1], 0.0).is_none(), "{path:?}: {}", context());
    }
    for three in path.windows(3) {
        assert!(!on_segment(three[0], three[2], three[1]), "{path:?} goes straight on: {}", context());
        assert!(!audit_vertex(maze, three[0], three[1], three[2]), "{path:?}: {}", context());
    }
    let corridor = search.corridor();
    let mesh = nav.polygons();
    let ids = |p| mesh.polygons_at(p).collect::<Vec<_>>();
    let mut at = ids(start);
    for &edge in &corridor {
        assert!(at.contains(&mesh.owner(edge)), "{}", context());
        at = vec![mesh.behind(edge).expect("open")];
    }
    assert!(at.iter().any(|it| ids(goal).contains(it)));
}

/// Meshes that cover the floor to the last corner.
fn covering() -> [Settings; 2] {
    ["bake.samples=2x2", "bake.samples=5"].map(|it| settings("default", &[it, "bake.inset=0"]))
}

#[test]
fn no_path_is_shorter_or_longer_than_by_sight() {
    let mut random = Random::new(71);
    let (mut found, mut not) = (0, 0);
    for round in 0..2000 {
        let (columns, rows) = (2 + random.below(8), 2 + random.below(8));
        let walls = random.pick(&[5, 15, 25, 35, 45, 55]);
        let maze = random_maze(&mut random, columns, rows, walls);
        let sights = Sights::of(&maze);
        let bake = bake(&maze, &covering()[round % 2]);
        for _ in 0..12 {
            let [start, goal] = [(); 2].map(|()| place(&mut random, &maze));
            if check(&bake.nav, &sights, start, goal) { found += 1 } else { not += 1 }
        }
    }
    assert!(found > 5000 && not > 5000, "{found}, {not}");
}

/// Exact answers to queries of all sorts, computed by a visibility graph in whole numbers.
#[test]
fn lengths_are_those_of_the_oracle() {
    let mut baked = None::<(String, Arc<NavMesh>)>;
    for case in golden().iter().filter(|it| it.radius == 0.0) {
        if baked.as_ref().is_none_or(|it| it.0 != case.maze) {
            baked = Some((case.maze.clone(), bake(&maze_file(&case.maze), &covering()[0]).nav));
        }
        let (name, nav) = baked.as_ref().expect("just baked");
        let told = format!("{name}: {} to {}", case.start, case.goal);
        let search = solve(nav, case.start, case.goal);
        assert_eq!(search.outcome(), Some(case.outcome), "{told}");
        match case.length {
            Some(expected) => {
                let length = search.length().expect("found");
                assert!((length - expected).abs() < 1e-9, "{told}: {length}");
                check_path(&search, nav.maze());
                assert!((pulled(&search) - expected).abs() < 1e-9, "{told}");
            }
            None => assert_eq!(search.path(), [], "{told}"),
        }
    }
}

/// On whatever mesh the samples make: no path is shorter than by sight, and all that is found is legal.
#[test]
fn meshes_that_leave_floor_bare_give_detours_at_most() {
    let mut random = Random::new(72);
    let mut found = 0;
    for change in ["bake.samples=1", "bake.samples=5", "bake.edge_filter=sampled", "bake.samples=2x2"] {
        let settings = settings("default", &[change]);
        for _ in 0..60 {
            let maze = random_maze(&mut random, 9, 8, 25);
            let sights = Sights::of(&maze);
            let nav = bake(&maze, &settings).nav;
            for _ in 0..6 {
                let [start, goal] = [(); 2].map(|()| place(&mut random, &maze));
                let search = solve(&nav, start, goal);
                if let Some(length) = search.length() {
                    found += 1;
                    check_path(&search, &maze);
                    assert!(length > sights.length(start, goal).expect("legal, so there is one") - 1e-9);
                    assert!((pulled(&search) - length).abs() < 1e-9);
                }
            }
        }
    }
    assert!(found > 200, "{found}");
}

#[test]
fn torn_meshes_end() {
    for changes in [
        &["numbers.policy=f32", "numbers.collinear_epsilon=1"][..],
        &["numbers.policy=float", "numbers.same_point_epsilon=0.3", "numbers.collinear_epsilon=0.1"],
        &["numbers.policy=article", "bake.super_triangle=0.1", "bake.face_filter=centroid"],
    ] {
        for name in ["article_open_6_1", "pillars", "zigzag"] {
            let maze = built_in(name).maze;
            let nav = bake(&maze, &settings("default", changes)).nav;
            let (start, goal) = ends(&maze);
            assert!(solve(&nav, start, goal).outcome().is_some());
        }
    }
}

#[track_caller]
fn check_length(rows: &[&str], start: (f64, f64), goal: (f64, f64), expected: Option<f64>) {
    let maze = maze(rows);
    for settings in covering() {
        let nav = bake(&maze, &settings).nav;
        for (start, goal) in [(start, goal), (goal, start)] {
            let search = solve(&nav, start.into(), goal.into());
            let same = match (search.length(), expected) {
                (Some(length), Some(expected)) => (length - expected).abs() < 1e-12,
                (length, expected) => length == expected,
            };
            assert!(same, "{:?} instead of {expected:?} from {start:?} to {goal:?}", search.length());
        }
    }
}

#[test]
fn places_of_all_sorts() {
    let sealed = [".#.", "#..", "..."];
    check_length(&sealed, (0.5, 0.5), (1.0, 1.0), Some(0.5f64.sqrt()));
    check_length(&sealed, (1.0, 1.0), (2.0, 2.0), Some(2.0f64.sqrt()));
    check_length(&sealed, (0.5, 0.5), (1.5, 1.5), None);
    check_length(&sealed, (1.0, 1.0), (1.0, 1.0), Some(0.0));
    check_length(&sealed, (2.5, 0.25), (2.5, 0.25), Some(0.0));
    let block = ["....", ".##.", ".##.", "...."];
    // Along walls, from corner to corner, and around three of them.
    check_length(&block, (1.0, 1.0), (3.0, 1.0), Some(2.0));
    check_length(&block, (1.0, 1.0), (3.0, 3.0), Some(4.0));
    check_length(&block, (0.0, 1.0), (4.0, 1.0), Some(4.0));
    check_length(&block, (1.0, 2.0), (3.0, 2.0), Some(4.0));
    check_length(&block, (1.0, 1.5), (3.0, 1.5), Some(3.0));
    check_length(&["."], (0.0, 0.0), (1.0, 1.0), Some(2.0f64.sqrt()));
    check_length(&[".#.", ".#."], (0.5, 0.5), (2.5, 0.5), None);
    check_length(&["...", ".#.", "..."], (1.0, 0.0), (1.0, 3.0), Some(3.0));
}

#[test]
fn refusals_are_told_apart() {
    let maze = maze(&["..", ".#"]);
    let outcome = |nav: &Arc<NavMesh>, start: (f64, f64), goal: (f64, f64)| {
        let search = solve(nav, start.into(), goal.into());
        assert_eq!((search.path().len(), search.length(), search.corridor().len()), (0, None, 0));
        search.outcome()
    };
    let nav = bake(&maze, &covering()[0]).nav;
    assert_eq!(outcome(&nav, (1.5, 1.5), (0.5, 0.5)), Some(Outcome::StartInWall));
    assert_eq!(outcome(&nav, (0.5, 0.5), (1.5, 1.5)), Some(Outcome::GoalInWall));
    assert_eq!(outcome(&nav, (f64::NAN, 0.5), (f64::INFINITY, 1.5)), Some(Outcome::StartInWall));
    let nav = bake(&maze, &settings("default", &[])).nav;
    assert_eq!(outcome(&nav, (0.0, 0.0), (0.5, 0.5)), Some(Outcome::OffMesh));
}

/// f never decreases, expansions are counted, and equal searches leave equal logs.
#[test]
fn nodes_are_taken_in_order() {
    for name in ["pillars", "zigzag", "random40", "diag_sealed"] {
        let maze = built_in(name).maze;
        let (start, goal) = ends(&maze);
        let nav = bake(&maze, &covering()[0]).nav;
        let mut replay = record(Polyanya::new(nav.clone(), start, goal));
        assert_eq!(replay.log(), record(Polyanya::new(nav, start, goal)).log());
        let end = replay.model();
        let expanded = |it: &SightState| matches!(it, SightState::Closed | SightState::Followed);
        assert_eq!(end.expansions(), end.nodes().iter().filter(|it| expanded(&it.state)).count());
        assert_eq!(end.open(), end.nodes().iter().filter(|it| it.state == SightState::Open).count());
        let length = replay.log().events().len();
        for at in 1..=length {
            replay.seek(at);
            let event = *replay.event().expect("not at the beginning");
            assert!(!replay.model().breaks(&event, Rule::FDecreases), "{name}: f decreases at {at}");
        }
    }
}
