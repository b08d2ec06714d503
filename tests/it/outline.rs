//! Outlines of walls, against what is free by distance, and counted by brute force.

use std::sync::Arc;

use navscope::{
    bake::{BakeSettings, Filter, NavMesh, Outline, Passages, filter, outline},
    geometry::{Point, Turn, turn},
    maze::{Maze, Regions},
    mesh::{Order, Triangulation, triangulate, windings},
    picture::{Drawn, Mark, Role, Shape, Shown},
    record::Recorder,
    trace::{Stage, Thing},
};

use crate::{
    random::Random,
    rig::{maze, random_maze, record},
};

const ARC_ERROR: f64 = 0.001;

/// Radii at which passages of mazes just open or close, and others.
const RADII: [f64; 9] = [0.25, 0.4, 0.5, 0.6, std::f64::consts::FRAC_1_SQRT_2, 1.0, 1.118_033_988_749_895, 1.3, 2.2];

fn outlined(maze: &Arc<Maze>, radius: f64, arc_error: f64) -> Outline {
    let mut recorder = Recorder::new(Outline::new(maze.clone(), radius, arc_error), ());
    assert!(outline(&mut recorder).is_continue());
    recorder.into_parts().0
}

fn ends(outline: &Outline) -> Vec<[Point; 2]> {
    outline.edges().iter().map(|it| it.map(|end| outline.points()[end as usize])).collect()
}

/// How often edges that turn left wind around a place, by what a ray to the right meets.
fn winding(edges: &[[Point; 2]], p: Point) -> i32 {
    let meets = |&[a, b]: &[Point; 2]| match (a.y > p.y, b.y > p.y) {
        (true, false) => i32::from(turn(a, b, p).verdict == Turn::Left),
        (false, true) => -i32::from(turn(a, b, p).verdict == Turn::Right),
        _ => 0,
    };
    edges.iter().map(meets).sum()
}

/// How far a place is from the nearest wall; nothing within.
fn clearance(maze: &Maze, p: Point) -> f64 {
    let [columns, rows] = [maze.columns(), maze.rows()].map(|it| it as i64 + 1);
    let cells = (-1..columns).flat_map(|column| (-1..rows).map(move |row| (column, row)));
    let beyond = |p: f64, cell: i64| (cell as f64 - p).max(p - (cell + 1) as f64).max(0.0);
    let walls = cells.filter(|&(column, row)| maze.is_wall(column, row));
    walls.map(|(column, row)| beyond(p.x, column).hypot(beyond(p.y, row))).fold(f64::MAX, f64::min)
}

#[track_caller]
fn check_shape(outline: &Outline) {
    let mut degrees = vec![0i32; outline.points().len()];
    for &[from, to] in outline.edges() {
        assert_ne!(from, to);
        degrees[from as usize] += 1;
        degrees[to as usize] -= 1;
    }
    assert!(degrees.iter().all(|it| *it == 0), "all outlines are closed");
    assert!(outline.is_complete());
    let mut places: Vec<(u64, u64)> = outline.points().iter().map(|p| (p.x.to_bits(), p.y.to_bits())).collect();
    places.sort_unstable();
    assert!(places.windows(2).all(|it| it[0] != it[1]), "each place has one point");
    let edges = ends(outline);
    let parts = |[a, b]: [Point; 2], [c, d]: [Point; 2]| {
        let one = turn(a, b, c).verdict;
        one != Turn::Straight && turn(a, b, d).verdict == one.mirrored()
    };
    for (i, &one) in edges.iter().enumerate() {
        for &other in &edges[..i] {
            assert!(!parts(one, other) || !parts(other, one), "{one:?} crosses {other:?}");
        }
    }
}

#[test]
fn without_a_radius_outlines_bound_the_floor() {
    let mut random = Random::new(1);
    for round in 0..200 {
        let (columns, rows, walls) = (1 + random.below(12), 1 + random.below(12), random.pick(&[0, 10, 40, 60, 100]));
        let maze = random_maze(&mut random, columns, rows, walls);
        let outline = outlined(&maze, [0.0, 1e-10][round % 2], ARC_ERROR);
        check_shape(&outline);
        let edges = ends(&outline);
        let area: f64 = edges.iter().map(|[a, b]| b.x * a.y - a.x * b.y).sum();
        assert_eq!(area / 2.0, maze.floor().count() as f64);
        for (column, row) in (-1..=columns as i64).flat_map(|x| (-1..=rows as i64).map(move |y| (x, y))) {
            let centre = Point::new(column as f64 + 0.5, row as f64 + 0.5);
            assert_eq!(winding(&edges, centre), i32::from(!maze.is_wall(column, row)));
        }
    }
}

#[test]
fn what_outlines_wind_around_once_is_free() {
    let mut random = Random::new(2);
    for round in 0..90 {
        let (columns, rows, walls) = (1 + random.below(9), 1 + random.below(9), random.pick(&[0, 5, 15, 30, 50]));
        let maze = random_maze(&mut random, columns, rows, walls);
        let radius = RADII[round % RADII.len()];
        let arc_error = random.pick(&[0.1, 0.01, ARC_ERROR]);
        let outline = outlined(&maze, radius, arc_error);
        check_shape(&outline);
        let edges = ends(&outline);
        for _ in 0..300 {
            let p = Point::new(random.fraction() * columns as f64, random.fraction() * rows as f64);
            let (clearance, winding) = (clearance(&maze, p), winding(&edges, p));
            assert!(winding <= 1);
            if clearance > radius + arc_error + 1e-6 {
                assert_eq!(winding, 1, "{p} is {clearance} from the walls, and {radius} is enough");
            } else if clearance < radius - 1e-6 {
                assert!(winding <= 0, "{p} is only {clearance} from the walls, not {radius}");
            }
        }
    }
}

/// The mesh that outlines bound.
fn baked(outline: &Outline) -> NavMesh {
    let (mesh, _) = Triangulation::constrained(outline.points(), outline.edges(), Order::Brio);
    let mut recorder = Recorder::new(mesh, ());
    assert!(triangulate(&mut recorder).is_continue());
    let mesh = Arc::new(recorder.into_parts().0);
    assert_eq!(mesh.refused(), []);
    let windings = windings(&mesh).into();
    let (maze, radius) = (outline.maze().clone(), outline.radius());
    let mut recorder = Recorder::new(Filter::by_winding(mesh, maze, BakeSettings::default(), radius, windings), ());
    assert!(filter(&mut recorder).is_continue());
    NavMesh::new(Arc::new(recorder.into_parts().0), radius)
}

fn area(nav: &NavMesh) -> f64 {
    let area = |[a, b, c]: [Point; 3]| ((b.y - a.y) * (c.x - a.x) - (b.x - a.x) * (c.y - a.y)) / 2.0;
    nav.triangles()
        .expect("triangles")
        .walkable()
        .iter()
        .filter_map(|&it| nav.triangles().expect("triangles").mesh().corners(it))
        .map(area)
        .sum()
}

/// By what a body of some size can get from one place to another.
enum Joined {
    Cells(Regions),
    Gaps(Box<Passages>),
}

impl Joined {
    fn of(maze: &Maze, radius: f64) -> Self {
        match Passages::fits_everywhere(radius) {
            true => Self::Cells(Regions::of(maze)),
            false => Self::Gaps(Box::new(Passages::new(maze, radius))),
        }
    }

    fn at(&self, p: Point) -> Vec<u32> {
        match self {
            Self::Cells(regions) => regions.at(p),
            Self::Gaps(passages) => passages.rooms_at(p),
        }
    }
}

/// Checks a maze's mesh for a body: what it covers, and what hangs together.
fn check_mesh(maze: &Arc<Maze>, radius: f64, arc_error: f64, places: &[Point]) {
    let outline = outlined(maze, radius, arc_error);
    let nav = baked(&outline);
    let merged = nav.triangles().expect("triangles").mesh().merged().to_vec();
    let wrong = nav.violations(|vertex| merged.iter().any(|it| it[0] == vertex));
    assert_eq!(wrong, [], "radius {radius}, {maze:?}");
    if radius == 0.0 {
        assert_eq!(area(&nav), maze.floor().count() as f64);
    }
    let (joined, islands) = (Joined::of(maze, radius), &nav.ground().islands);
    let mut seen: Vec<(Point, Vec<u32>, Vec<u32>)> = Vec::new();
    for &p in places {
        let clearance = clearance(maze, p);
        let is_covered = nav.polygons().polygons_at(p).next().is_none();
        if clearance < radius - 1e-6 {
            assert!(is_covered, "{p} is only {clearance} from the walls, not {radius}; {maze:?}");
        } else if clearance > radius + arc_error + 1e-6 {
            assert!(!is_covered, "{p} is {clearance} from the walls, and {radius} is enough; {maze:?}");
            seen.push((p, joined.at(p), islands.at(&nav, p)));
        }
    }
    for (i, (p, rooms, islands)) in seen.iter().enumerate() {
        for (q, other_rooms, other_islands) in &seen[..i] {
            let meet = |one: &[u32], other: &[u32]| one.iter().any(|it| other.contains(it));
            let expected = meet(rooms, other_rooms);
            assert_eq!(meet(islands, other_islands), expected, "{p} and {q}, radius {radius}, {maze:?}");
        }
    }
}

#[test]
fn the_mesh_is_what_is_free_and_hangs_together_as_it_does() {
    let mut random = Random::new(3);
    for round in 0..180 {
        let (columns, rows, walls) = (1 + random.below(12), 1 + random.below(12), random.pick(&[0, 3, 10, 25, 45]));
        let maze = random_maze(&mut random, columns, rows, walls);
        let radius = [0.0].iter().chain(&RADII).copied().nth(round % 10).expect("ten");
        let mut place = || Point::new(random.fraction() * columns as f64, random.fraction() * rows as f64);
        let places: Vec<Point> = (0..120).map(|_| place()).collect();
        check_mesh(&maze, radius, random.pick(&[0.05, 0.01, ARC_ERROR]), &places);
    }
}

/// A maze with two places in it.
type Way = (Vec<String>, [(f64, f64); 2]);

/// The same in the mirror.
fn mirrored((rows, places): &Way) -> Way {
    let width = rows[0].len() as f64;
    (rows.iter().map(|it| it.chars().rev().collect()).collect(), places.map(|(x, y)| (width - x, y)))
}

/// The same with rows and columns swapped.
fn transposed((rows, places): &Way) -> Way {
    let column = |i: usize| rows.iter().map(|row| char::from(row.as_bytes()[i])).collect();
    ((0..rows[0].len()).map(column).collect(), places.map(|(x, y)| (y, x)))
}

/// Checks whether a body gets from one place to another, however the maze is turned.
#[track_caller]
fn check_passage(rows: &[&str], places: [(f64, f64); 2], cases: &[(f64, bool)]) {
    let mut way: Way = (rows.iter().map(|it| (*it).to_owned()).collect(), places);
    for turn in 0..8 {
        way = if turn % 2 == 0 { mirrored(&way) } else { transposed(&way) };
        let maze = maze(&way.0.iter().map(String::as_str).collect::<Vec<_>>());
        for &(radius, open) in cases {
            for arc_error in [0.1, 0.001, 0.000_01] {
                let nav = baked(&outlined(&maze, radius, arc_error));
                assert_eq!(nav.violations(|_| false), []);
                let [from, to] = way.1.map(|it| nav.ground().islands.at(&nav, Point::from(it)));
                assert!(!from.is_empty() && !to.is_empty(), "one may stand there");
                let is_open = from.iter().any(|it| to.contains(it));
                assert_eq!(is_open, open, "{:?}, radius {radius}, error {arc_error}", way.0);
            }
        }
    }
}

#[test]
fn passages_as_wide_as_the_body_are_open() {
    let rows = ["....###....", "....###....", "...........", "....###....", "....###...."];
    check_passage(&rows, [(1.0, 2.5), (10.0, 2.5)], &[(0.0, true), (0.5, true), (0.500_001, false), (0.6, false)]);
    let rows = ["....###....", "...........", "...........", "....###...."];
    check_passage(&rows, [(2.0, 2.0), (9.0, 2.0)], &[(0.5, true), (1.0, true), (1.000_001, false)]);
    let rows = ["###....", "###....", "###....", ".......", "....###", "....###", "....###"];
    let half_diagonal = std::f64::consts::FRAC_1_SQRT_2;
    check_passage(&rows, [(5.5, 1.5), (1.5, 5.5)], &[(0.7, true), (half_diagonal, true), (0.707_108, false)]);
    let rows = ["###......", "###......", "###......", ".........", ".....####", ".....####", ".....####"];
    check_passage(&rows, [(6.5, 1.6), (2.0, 5.4)], &[(1.1, true), (RADII[6], true), (1.118_035, false)]);
}

#[test]
fn two_walls_that_meet_in_a_corner_let_nobody_through() {
    let rows = ["...###", "...###", "...###", "###...", "###...", "###..."];
    check_passage(&rows, [(1.5, 1.5), (4.5, 4.5)], &[(0.0, false), (0.1, false), (1.0, false)]);
}

/// How many lines between two points some marks have in a role.
fn lines(marks: &[Mark], role: Role) -> usize {
    let of_role = marks.iter().filter(|it| it.role == role);
    of_role.map(|it| if let Shape::Polyline(points) = &it.shape { points.len() - 1 } else { 0 }).sum()
}

#[test]
fn every_step_is_told_and_drawn() {
    let maze = maze(&[".......", "..#....", "...#.#.", ".......", "..##..."]);
    for radius in [0.0, 0.4, 0.8] {
        let mut replay = record(Outline::new(maze.clone(), radius, 0.01));
        let shown = Shown { area: maze.bounds().grown(3.0), scale: 1e6 };
        let mut marks = Vec::new();
        for at in 1..=replay.log().events().len() {
            replay.seek(at);
            let (outline, event) = (replay.model().clone(), *replay.event().expect("there was one"));
            let observed = replay.observations();
            for event in observed.iter().chain([&event]) {
                assert!(outline.sentence(event).ends_with('.'));
                assert!(outline.step(event) < Outline::STEPS.len());
                marks.clear();
                outline.draw_event(event, &[], &mut marks);
                assert!(!marks.is_empty());
            }
            let touched = (0..35).any(|it| outline.touch(&event, &[], Thing::Cell(it % 7, it / 7)).is_some());
            assert_eq!(touched, ["bent", "grew", "crossed"].contains(&Outline::kind(&event).word), "{event:?}");
            marks.clear();
            outline.draw(&shown, &mut marks);
            let open = outline.ring(outline.rings()).len().saturating_sub(1);
            let rings: usize = (outline.joined()..outline.rings()).map(|it| outline.ring(it).len()).sum();
            assert_eq!(lines(&marks, Role::Outline), outline.edges().len() + rings + open);
        }
    }
}
