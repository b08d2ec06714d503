//! Floor, agent and mesh: what hangs together, against answers found in other ways.

use std::collections::{BTreeMap, BTreeSet};

use navscope::{
    bake::{FindingKind, Passages},
    geometry::Point,
    maze::{Maze, Regions},
    mesh::TriangleId,
    search::Outcome,
};

use crate::{
    random::Random,
    rig::{bake, built_in, ends, maze, query, random_maze, settings},
};

/// Numbers for things that are equal along some pairs; equal numbers for what hangs together.
fn components(count: usize, pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut of: Vec<usize> = (0..count).collect();
    loop {
        let before = of.clone();
        for &(a, b) in pairs {
            let least = of[a].min(of[b]);
            (of[a], of[b]) = (least, least);
        }
        if of == before {
            return of;
        }
    }
}

#[test]
fn regions_are_what_paths_along_cells_join() {
    let mut random = Random::new(41);
    for _ in 0..300 {
        let (columns, rows, walls) = (1 + random.below(9), 1 + random.below(9), random.pick(&[20, 45, 70]));
        let maze = random_maze(&mut random, columns, rows, walls);
        let regions = Regions::of(&maze);
        let floor: Vec<(usize, usize)> = maze.floor().collect();
        let is_next = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let all = (0..floor.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let pairs: Vec<_> = all.filter(|&(a, b)| is_next(floor[a], floor[b])).collect();
        let expected = components(floor.len(), &pairs);
        let told: Vec<Option<u32>> = floor.iter().map(|&(x, y)| regions.of_cell(x as i64, y as i64)).collect();
        for a in 0..floor.len() {
            for b in 0..a {
                assert_eq!(told[a] == told[b], expected[a] == expected[b]);
            }
            let region = told[a].expect("floor has a region");
            assert_eq!(regions.cells(region), expected.iter().filter(|it| **it == expected[a]).count());
        }
        assert_eq!(regions.count(), expected.iter().collect::<BTreeSet<_>>().len());
    }
}

#[test]
fn islands_are_what_portals_join() {
    let mut random = Random::new(42);
    let mut several = 0;
    for round in 0..60 {
        let maze = random_maze(&mut random, 8, 8, 35);
        let preset = ["default", "article"][round % 2];
        let bake = bake(&maze, &settings(preset, &["bake.samples=2x2"]));
        let (nav, islands) = (&bake.nav, &bake.nav.ground().islands);
        let place = |it: TriangleId| nav.triangles().expect("triangles").place_of(it).expect("walkable");
        let sides = nav.triangles().expect("triangles").walkable().iter().flat_map(|&it| it.sides());
        let pairs: Vec<_> = sides
            .filter_map(|it| {
                Some((place(it.triangle()), place(nav.triangles().expect("triangles").portal(it)?.triangle())))
            })
            .collect();
        let expected = components(nav.triangles().expect("triangles").walkable().len(), &pairs);
        let mut sizes = BTreeMap::new();
        for (place, &triangle) in nav.triangles().expect("triangles").walkable().iter().enumerate() {
            let told = islands.of_triangle(nav, triangle).expect("walkable");
            *sizes.entry((told, expected[place])).or_insert(0) += 1;
            assert_eq!(islands.at(nav, islands.all()[told as usize].at), [told]);
        }
        assert_eq!(sizes.len(), islands.all().len(), "each island is one component, and each component one island");
        let told: Vec<usize> = islands.all().iter().map(|it| it.size).collect();
        assert_eq!(told, sizes.values().copied().collect::<Vec<usize>>());
        assert!(told.is_sorted_by(|a, b| a >= b));
        assert_eq!(bake.report.islands, told.len());
        several += usize::from(told.len() > 3);
    }
    assert!(several > 20, "{several}");
}

/// How far a place is from the nearest wall.
fn clearance(maze: &Maze, p: Point) -> f64 {
    let [columns, rows] = [maze.columns(), maze.rows()].map(|it| it as i64 + 1);
    let cells = (-1..columns).flat_map(|column| (-1..rows).map(move |row| (column, row)));
    let beyond = |p: f64, cell: i64| (cell as f64 - p).max(p - (cell + 1) as f64).max(0.0);
    let walls = cells.filter(|&(column, row)| maze.is_wall(column, row));
    walls.map(|(column, row)| beyond(p.x, column).hypot(beyond(p.y, row))).fold(f64::MAX, f64::min)
}

/// A fine grid over a maze, with the clearance of each place.
struct Grid {
    columns: usize,
    rows: usize,
    clearances: Vec<f64>,
}

impl Grid {
    const STEPS: usize = 16;
    const STEP: f64 = 1.0 / Self::STEPS as f64;

    fn over(maze: &Maze) -> Self {
        let (columns, rows) = (maze.columns() * Self::STEPS, maze.rows() * Self::STEPS);
        let mut grid = Self { columns, rows, clearances: Vec::new() };
        grid.clearances = (0..columns * rows).map(|it| clearance(maze, grid.place(it))).collect();
        grid
    }

    /// A place that lies on no line that anything depends on.
    fn place(&self, index: usize) -> Point {
        let at = |it: usize| (it as f64 + 0.37) * Self::STEP;
        Point::new(at(index % self.columns), at(index / self.columns))
    }

    /// What hangs together of all places with some clearance, over sides or over corners too; `usize::MAX` for the rest.
    fn parts(&self, least: f64, over_corners: bool) -> Vec<usize> {
        let mut parts = vec![usize::MAX; self.clearances.len()];
        for first in 0..parts.len() {
            let mut stack = vec![first];
            while let Some(at) = stack.pop() {
                if self.clearances[at] < least || parts[at] != usize::MAX {
                    continue;
                }
                parts[at] = first;
                let (x, y) = (at % self.columns, at / self.columns);
                for (dx, dy) in (0..3).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
                    let (column, row) = (x + dx, y + dy);
                    let within = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
                    if within && (over_corners || dx == 1 || dy == 1) {
                        stack.push((row - 1) * self.columns + column - 1);
                    }
                }
            }
        }
        parts
    }

    /// Parts of places between which an agent surely gets.
    fn surely_joined(&self, radius: f64) -> Vec<usize> {
        self.parts(radius + Self::STEP / 2.0, false)
    }

    /// Parts of places between which an agent may get; between others it surely does not.
    fn perhaps_joined(&self, radius: f64) -> Vec<usize> {
        self.parts(radius - Self::STEP * 0.71, true)
    }
}

/// No gap is twice as wide as any of these.
const RADII: [f64; 7] = [0.55, 0.65, 0.78, 0.92, 1.06, 1.25, 1.46];

#[test]
fn rooms_are_where_an_agent_gets_about() {
    let mut random = Random::new(43);
    let mut counts = [0, 0, 0];
    for _ in 0..40 {
        let (columns, rows) = (4 + random.below(6), 4 + random.below(5));
        let walls = random.pick(&[3, 8, 15, 25]);
        let maze = random_maze(&mut random, columns, rows, walls);
        let grid = Grid::over(&maze);
        for radius in RADII {
            let passages = Passages::new(&maze, radius);
            let (sure, perhaps) = (grid.surely_joined(radius), grid.perhaps_joined(radius));
            let mut room_of_part = BTreeMap::new();
            let mut part_of_room = BTreeMap::new();
            for index in (0..sure.len()).filter(|&it| sure[it] != usize::MAX) {
                let [room] = passages.rooms_at(grid.place(index))[..] else { panic!("free places are in one room") };
                let context = || format!("radius {radius} at {} in {maze:?}", grid.place(index));
                assert_eq!(*room_of_part.entry(sure[index]).or_insert(room), room, "{}", context());
                assert_eq!(*part_of_room.entry(room).or_insert(perhaps[index]), perhaps[index], "{}", context());
            }
            counts[0] += usize::from(part_of_room.len() > 1);
            counts[1] += usize::from(room_of_part.len() == part_of_room.len());
            counts[2] += 1;
            check_narrow(&maze, &passages, radius, &part_of_room);
        }
    }
    let [parted, agreed, all] = counts;
    assert!(parted > 40 && agreed > all * 9 / 10, "{counts:?}");
}

/// What is too narrow joins the rooms of each region, and is told of nowhere else.
fn check_narrow(maze: &Maze, passages: &Passages, radius: f64, part_of_room: &BTreeMap<u32, usize>) {
    let regions = Regions::of(maze);
    let narrow = passages.too_narrow(maze);
    assert!(narrow.is_sorted_by(|a, b| a.width >= b.width) && narrow.iter().all(|it| it.width < 2.0 * radius));
    for gap in &narrow {
        assert!((gap.ends[0].distance(gap.ends[1]) - gap.width).abs() < 1e-12);
        assert!(gap.ends.iter().all(|&it| clearance(maze, it) == 0.0));
        assert!(!regions.at(gap.middle()).is_empty(), "a gap is on floor");
    }
    let mut rooms = BTreeMap::new();
    for (column, row) in maze.floor() {
        let region = regions.of_cell(column as i64, row as i64).expect("floor");
        let steps = (0..8).flat_map(|x| (0..8).map(move |y| (f64::from(x) / 8.0 + 0.03, f64::from(y) / 8.0 + 0.04)));
        for (dx, dy) in steps {
            let p = Point::new(column as f64 + dx, row as f64 + dy);
            let known = passages.rooms_at(p).into_iter().filter(|it| part_of_room.contains_key(it));
            rooms.entry(region).or_insert_with(BTreeSet::new).extend(known);
        }
    }
    for (region, rooms) in rooms {
        let here = narrow.iter().filter(|it| regions.at(it.middle()).contains(&region)).count();
        assert!(here + 1 >= rooms.len(), "{here} gaps part {} rooms at radius {radius} in {maze:?}", rooms.len());
    }
}

#[test]
fn a_small_agent_gets_about_wherever_the_floor_goes() {
    let mut random = Random::new(49);
    for _ in 0..200 {
        let walls = random.pick(&[30, 45, 60]);
        let maze = random_maze(&mut random, 8, 8, walls);
        let (regions, passages) = (Regions::of(&maze), Passages::new(&maze, random.pick(&[0.1, 0.3, 0.5])));
        let mut pairs = BTreeSet::new();
        for (column, row) in maze.floor() {
            let [room] = passages.rooms_at(Point::new(column as f64 + 0.5, row as f64 + 0.5))[..] else {
                panic!("all around a cell's centre is one room")
            };
            pairs.insert((room, regions.of_cell(column as i64, row as i64)));
        }
        let rooms: BTreeSet<u32> = pairs.iter().map(|it| it.0).collect();
        assert_eq!([pairs.len(), rooms.len()], [regions.count(); 2], "{maze:?}");
        assert!(passages.too_narrow(&maze).is_empty());
    }
}

#[test]
fn the_narrowest_gap_is_where_agents_begin_to_fail() {
    let mut random = Random::new(44);
    let mut checked = BTreeMap::new();
    for _ in 0..60 {
        let maze = random_maze(&mut random, 9, 7, 12);
        let grid = Grid::over(&maze);
        let passages = Passages::new(&maze, 0.5);
        for _ in 0..40 {
            let [from, to] = [(); 2].map(|()| random.below(grid.clearances.len()));
            let [p, q] = [from, to].map(|it| grid.place(it));
            let Some(gap) = passages.narrowest_between(p, q) else { continue };
            let room = grid.clearances[from].min(grid.clearances[to]);
            let (fits, fails) = (gap.width / 2.0 - 0.12, gap.width / 2.0 + 0.06);
            // What does not fit at the ends says nothing of the way between.
            if room < fits + Grid::STEP {
                continue;
            }
            let sure = grid.surely_joined(fits);
            assert_eq!(sure[from], sure[to], "{p} to {q}: {gap:?} in {maze:?}");
            if room > fails + Grid::STEP {
                let perhaps = grid.perhaps_joined(fails);
                assert_ne!(perhaps[from], perhaps[to], "{p} to {q}: {gap:?} in {maze:?}");
                *checked.entry(format!("{:.3}", gap.width)).or_insert(0) += 1;
            }
        }
    }
    assert!(checked.len() >= 3, "{checked:?}");
}

#[test]
fn an_agent_fits_where_it_just_touches_both_sides() {
    let corridor = maze(&["...", "#.#", "..."]);
    let (above, below) = (Point::new(1.5, 0.5), Point::new(1.5, 2.5));
    let is_joined = |maze: &Maze, radius: f64| {
        let passages = Passages::new(maze, radius);
        passages.rooms_at(above) == passages.rooms_at(below)
    };
    assert!(is_joined(&corridor, 0.5));
    assert!(!is_joined(&corridor, 0.500_001));
    assert!(!is_joined(&maze(&["...", "###", "..."]), 0.1));
    assert!(!is_joined(&maze(&["...", "##.", "..#"]), 0.1));
    let diagonal = maze(&["....", "....", "#...", "....", "...#", "....", "...."]);
    for (radius, expected) in [(5f64.sqrt() / 2.0, true), (1.119, false)] {
        let passages = Passages::new(&diagonal, radius);
        let [one, other] = [(2.0, 1.2), (2.0, 5.8)].map(|it| passages.rooms_at(it.into()));
        assert_eq!(one == other, expected, "{radius}");
    }
}

#[test]
fn mazes_without_floor_have_no_passages() {
    for rows in [&[][..], &["#"], &["##", "##"]] {
        let passages = Passages::new(&maze(rows), 0.7);
        assert!(passages.gaps().is_empty() && passages.rooms_at(Point::new(0.5, 0.5)).is_empty());
        assert_eq!(passages.too_narrow(&maze(rows)), []);
    }
    let cell = Passages::new(&maze(&["."]), 0.7);
    assert_eq!(cell.rooms_at(Point::new(0.5, 0.4)).len(), 1);
    assert_eq!(cell.narrowest_between(Point::new(0.5, 0.4), Point::new(7.0, 7.0)), None);
}

/// Which places an agent gets to, computed by circular arcs in exact fractions.
#[test]
fn rooms_are_as_the_oracle_says() {
    let cases: Vec<serde_json::Value> = serde_json::from_str(include_str!("data/passages.json")).expect("JSON");
    let mut counts = [0, 0];
    for case in &cases {
        let rows: Vec<&str> = case["rows"].as_array().expect("rows").iter().filter_map(|it| it.as_str()).collect();
        let maze = maze(&rows);
        for query in case["queries"].as_array().expect("queries") {
            let number = |it: usize| query[it].as_f64().expect("a number");
            let (from, to) = (Point::new(number(1), number(2)), Point::new(number(3), number(4)));
            let passages = Passages::new(&maze, number(0));
            let [one, other] = [from, to].map(|it| passages.rooms_at(it));
            let is_joined = one.iter().any(|it| other.contains(it));
            assert_eq!(Some(is_joined), query[5].as_bool(), "{query} in {rows:#?}");
            counts[usize::from(is_joined)] += 1;
        }
    }
    assert!(counts[0] > 100 && counts[1] > 100, "{counts:?}");
}

#[test]
fn islands_are_told_as_what_they_are() {
    let kinds = |maze: &std::sync::Arc<Maze>, changes: &[&str]| {
        let bake = bake(maze, &settings("default", changes));
        assert_eq!(bake.report.violations, []);
        bake.report.findings.iter().map(|it| (it.kind, it.text.clone())).collect::<Vec<_>>()
    };
    let two = maze(&["...#..", "...#..", "...#.."]);
    let told = kinds(&two, &[]);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].0, FindingKind::Island);
    assert!(told[0].1.contains("of 6 cells that no larger one is on"), "{}", told[0].1);

    // With one sample a cell no triangle fits into a corridor that is a cell wide, nor around its bends.
    let bent = maze(&["....####", "....####", "......##", "#####.##", "#####...", "#####...", "#####..."]);
    let told = kinds(&bent, &["bake.samples=1"]);
    assert!(told.iter().any(|it| it.0 == FindingKind::SplitFloor), "{told:?}");
    assert_eq!(kinds(&bent, &[]), []);

    let told = kinds(&bent, &["agent.radius=0.75", "bake.samples=8x8", "bake.inset=0.02"]);
    let narrow: Vec<_> = told.iter().filter(|it| it.0 == FindingKind::PassageTooNarrow).collect();
    assert_eq!(narrow.len(), 1, "{told:?}");
    assert_eq!(narrow[0].1, "a gap of 1 is too narrow for an agent of 1.5 across");
    assert!(told.iter().any(|it| it.0 == FindingKind::Island && it.1.contains("the agent fits")), "{told:?}");
}

#[track_caller]
fn check_no_path(rows: &[&str], changes: &[&str], from: (f64, f64), to: (f64, f64), expected: &str) {
    let (maze, settings) = (maze(rows), settings("default", changes));
    let report = query(&bake(&maze, &settings), &settings, from.into(), to.into()).report;
    let no_path = report.no_path.expect("a reason");
    assert_eq!(no_path.text, expected);
    assert!(!no_path.places.is_empty());
}

#[test]
fn it_is_said_why_there_is_no_path() {
    let rooms = ["....", "....", "####", "...."];
    check_no_path(
        &rooms,
        &[],
        (0.5, 2.5),
        (9.0, 0.5),
        "The start (0.5, 2.5) lies in wall (0, 2), and the goal (9, 0.5) lies outside the maze.",
    );
    check_no_path(
        &rooms,
        &[],
        (f64::NAN, 0.5),
        (9.0, 0.5),
        "The start is no place, and the goal (9, 0.5) lies outside the maze.",
    );
    check_no_path(
        &rooms,
        &["agent.radius=0.5"],
        (1.5, 1.7),
        (0.2, 0.5),
        "The start (1.5, 1.7) is 0.3 from wall (1, 2), and the agent needs 0.5, and the goal (0.2, 0.5) is 0.2 from the \
         border of the maze, and the agent needs 0.5.",
    );
    check_no_path(
        &rooms,
        &[],
        (0.5, 0.5),
        (3.5, 3.5),
        "The floor does not join them: the start's region has 8 cells, the goal's has 4.",
    );
    check_no_path(
        &["."],
        &["bake.samples=1"],
        (0.5, 0.5),
        (0.5, 0.25),
        "The start (0.5, 0.5) is on floor, but no triangle at all is walkable, and the goal (0.5, 0.25) is on floor, but no \
         triangle at all is walkable.",
    );
    check_no_path(
        &[".."],
        &[],
        (0.5, 0.5),
        (0.125, 0.5),
        "The goal (0.125, 0.5) is on floor that the mesh does not cover: triangle 7, the nearest, is 0.125 away.",
    );
    let narrow = ["....", "....", "#.##", "....", "...."];
    check_no_path(
        &narrow,
        &["agent.radius=0.75", "bake.samples=8x8"],
        (2.0, 1.0),
        (2.0, 4.0),
        "The widest way between them goes through a gap of 1 at (1.5, 3); an agent of radius 0.75 needs 1.5.",
    );
    check_no_path(
        &["....####", "....####", "......##", "#####.##", "#####...", "#####...", "#####..."],
        &["bake.samples=1"],
        (1.6, 1.6),
        (6.1, 5.6),
        "The floor joins them, but the mesh does not: the start is in island 1 of 13 triangles, the goal in island 2 of 9 \
         triangles. Between them lie at least 2 dropped triangles.",
    );
}

#[test]
fn what_is_said_of_missing_paths_is_true() {
    let mut random = Random::new(45);
    let mut seen = BTreeMap::new();
    for round in 0..250 {
        let radius = [0.0, 0.3, 0.6, 0.8][round % 4];
        let walls = random.pick(if radius > 0.5 { &[6, 10, 15] } else { &[10, 25, 40] });
        let maze = random_maze(&mut random, 9, 9, walls);
        let settings = settings(
            "default",
            &[&format!("agent.radius={radius}"), ["bake.samples=6x6", "bake.samples=1"][round % 8 / 4]],
        );
        let bake = bake(&maze, &settings);
        let nav = &bake.nav;
        for _ in 0..20 {
            let [start, goal] = [(); 2].map(|()| {
                Point::new((random.fraction() * 18.0).round() / 2.0, (random.fraction() * 18.0).round() / 2.0)
            });
            let report = query(&bake, &settings, start, goal).report;
            let text = report.no_path.as_ref().map_or("", |it| &*it.text);
            let [from, to] = [start, goal].map(|it| Regions::of(&maze).at(it));
            let kind = match report.outcome {
                Outcome::Found => "",
                Outcome::StartInWall | Outcome::GoalInWall => "The ",
                Outcome::OffMesh => "does not cover",
                Outcome::Unreachable if from != to => "The floor does not join them",
                Outcome::Unreachable => match Passages::new(&maze, radius).narrowest_between(start, goal) {
                    Some(gap) if gap.width < 2.0 * radius => "The widest way",
                    _ => "but the mesh does not",
                },
            };
            let no_mesh =
                nav.triangles().expect("triangles").walkable().is_empty() && report.outcome == Outcome::OffMesh;
            assert!(text.contains(kind) || no_mesh, "{kind:?} in {text:?}");
            assert_eq!(text.is_empty(), report.outcome == Outcome::Found);
            *seen.entry(kind).or_insert(0) += 1;
        }
    }
    assert!(seen.len() == 6 && seen.values().all(|&it| it > 3), "{seen:?}");
}

#[test]
fn the_article_is_told_that_its_maze_has_no_way() {
    let maze = built_in("article").maze;
    let settings = settings("default", &[]);
    let (start, goal) = ends(&maze);
    let report = query(&bake(&maze, &settings), &settings, start, goal).report;
    let text = report.no_path.expect("a reason").text;
    assert_eq!(text, "The floor does not join them: the start's region has 49 cells, the goal's has 40.");
}
