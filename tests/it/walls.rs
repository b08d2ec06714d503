//! The rules for paths, against an independent answer in whole numbers and fractions.
//!
//! All coordinates are quarters of a cell, so that sides and corners of walls are met all the time.

use std::collections::BTreeSet;

use navscope::{
    geometry::Point,
    maze::{Maze, ViolationKind, audit_segment, audit_vertex},
};

use crate::{
    random::Random,
    rig::{maze, random_maze},
};

/// How many units a cell has here.
const CELL: i64 = 4;

/// A place in quarters of a cell.
type Place = [i64; 2];

fn point([x, y]: Place) -> Point {
    Point::new(x as f64 / CELL as f64, y as f64 / CELL as f64)
}

/// A place on a segment, as a numerator over `scale` quarters.
#[derive(Clone, Copy)]
struct Fraction {
    at: Place,
    scale: i64,
}

/// The cells whose closed square holds a place.
fn cells_at(Fraction { at, scale }: Fraction) -> Vec<Place> {
    let unit = scale * CELL;
    let along = |value: i64| {
        let cell = value.div_euclid(unit);
        let low = if value.rem_euclid(unit) == 0 { cell - 1 } else { cell };
        low..=cell
    };
    along(at[0]).flat_map(|column| along(at[1]).map(move |row| [column, row])).collect()
}

fn is_wall(maze: &Maze, [column, row]: Place) -> bool {
    maze.is_wall(column, row)
}

/// Inside the union of the walls lies what no floor touches.
fn in_walls(maze: &Maze, at: Fraction) -> bool {
    cells_at(at).into_iter().all(|it| is_wall(maze, it))
}

/// The two floor cells at a sealed corner.
fn sealed(maze: &Maze, at: Fraction) -> Option<[Place; 2]> {
    let cells = cells_at(at);
    let free: Vec<Place> = cells.iter().copied().filter(|&it| !is_wall(maze, it)).collect();
    match (cells.len(), &free[..]) {
        (4, &[one, other]) if one[0] != other[0] && one[1] != other[1] => Some([one, other]),
        _ => None,
    }
}

/// Where a segment meets grid lines, and the middles between: every place where anything can change.
///
/// Places are told by their numerator over `scale`, beginning with 0 and ending with `scale`; every other one is a middle.
fn stops(a: Place, b: Place) -> Vec<(i64, Fraction)> {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let scale = 2 * if dx == 0 { 1 } else { dx.abs() } * if dy == 0 { 1 } else { dy.abs() };
    let mut stops: BTreeSet<i64> = [0, scale].into();
    for axis in 0..2 {
        let length = b[axis] - a[axis];
        let (low, high) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
        let lines = (low..=high).filter(|it| length != 0 && it.rem_euclid(CELL) == 0);
        stops.extend(lines.map(|line| scale / length * (line - a[axis])));
    }
    // Both neighbours are even, for the scale is twice a multiple of either length.
    let all: Vec<i64> = stops.into_iter().collect();
    let middles: Vec<i64> = all.windows(2).map(|it| i64::midpoint(it[0], it[1])).collect();
    let mut all: Vec<i64> = all.into_iter().chain(middles).collect();
    all.sort_unstable();
    let place = |t: i64| Fraction { at: [a[0] * scale + dx * t, a[1] * scale + dy * t], scale };
    all.into_iter().map(|t| (t, place(t))).collect()
}

/// Where a segment first breaks a rule, as a fraction of its length, and which rules it breaks there.
fn first_broken(maze: &Maze, a: Place, b: Place) -> Option<(f64, Vec<ViolationKind>)> {
    let stops = stops(a, b);
    let mut broken: Vec<(i64, ViolationKind)> = Vec::new();
    for (index, &(t, at)) in stops.iter().enumerate() {
        let is_middle = index % 2 == 1;
        if in_walls(maze, at) {
            let since = if is_middle { stops[index - 1].0 } else { t };
            broken.push((since, ViolationKind::EntersWall));
        }
        if is_middle || index == 0 || index + 1 == stops.len() {
            continue;
        }
        if let Some(free) = sealed(maze, at) {
            let side = |at: Fraction| free.into_iter().find(|it| cells_at(at).contains(it));
            let sides = (side(stops[index - 1].1), side(stops[index + 1].1));
            if matches!(sides, (Some(one), Some(other)) if one != other) {
                broken.push((t, ViolationKind::ThroughSealedCorner));
            }
        }
    }
    let first = broken.iter().map(|it| it.0).min()?;
    let scale = stops[stops.len() - 1].0.max(1);
    let kinds = broken.into_iter().filter(|it| it.0 == first).map(|it| it.1).collect();
    Some((first as f64 / scale as f64, kinds))
}

fn random_place(random: &mut Random, maze: &Maze, margin: i64) -> Place {
    [maze.columns(), maze.rows()].map(|side| random.between(-margin, side as i64 * CELL + margin))
}

#[test]
fn segments_are_audited_as_the_rules_say() {
    let mut random = Random::new(31);
    let mut told = [0, 0, 0];
    for _ in 0..2500 {
        let (columns, rows) = (1 + random.below(5), 1 + random.below(5));
        let walls = random.pick(&[20, 40, 60]);
        let maze = random_maze(&mut random, columns, rows, walls);
        for _ in 0..40 {
            let mut a = random_place(&mut random, &maze, 2);
            let mut b = random_place(&mut random, &maze, 2);
            match random.below(5) {
                0 => b[0] = a[0],
                1 => b[1] = a[1],
                2 => b = [a[0] + (b[1] - a[1]), b[1]],
                3 => {
                    let corner = [a[0], a[1]].map(|it| it.div_euclid(CELL) * CELL);
                    let [dx, dy] = [(); 2].map(|()| random.between(-5, 5));
                    (a, b) = ([corner[0] - dx, corner[1] - dy], [corner[0] + dx, corner[1] + dy]);
                }
                _ => (),
            }
            // Further out than one cell all is wall, and nobody asks where in it a path begins.
            let near =
                |p: Place| (0..2).all(|axis| (-CELL..=CELL * (1 + [columns, rows][axis] as i64)).contains(&p[axis]));
            if near(a) && near(b) {
                check_segment(&maze, a, b, &mut told);
            }
        }
    }
    assert!(told.iter().all(|&it| it > 300), "{told:?}");
}

fn check_segment(maze: &Maze, a: Place, b: Place, told: &mut [usize; 3]) {
    let answer = audit_segment(maze, point(a), point(b), 0.0);
    let expected = first_broken(maze, a, b);
    let context = || format!("{a:?} → {b:?} in quarters, in {maze:?}: {answer:?} instead of {expected:?}");
    match (&answer, &expected) {
        (None, None) => told[0] += 1,
        (Some((kind, at)), Some((t, kinds))) => {
            assert!(kinds.contains(kind), "{}", context());
            assert!(point(a).towards(point(b), *t).distance(*at) < 1e-9, "{}", context());
            told[1 + usize::from(*kind == ViolationKind::ThroughSealedCorner)] += 1;
        }
        _ => panic!("{}", context()),
    }
}

/// What a bend at a lattice point passes, by the floor cells on either side of it.
fn bend_is_sealed(maze: &Maze, before: Place, corner: Place, after: Place) -> bool {
    let Some(free) = sealed(maze, Fraction { at: corner, scale: 1 }) else { return false };
    let side = |p: Place| {
        // One fiftieth of the way; no segment here crosses another line before.
        let at = [0, 1].map(|axis| corner[axis] * 50 + p[axis] - corner[axis]);
        free.into_iter().find(|it| cells_at(Fraction { at, scale: 50 }).contains(it))
    };
    before != corner && after != corner && matches!((side(before), side(after)), (Some(a), Some(b)) if a != b)
}

#[test]
fn bends_are_audited_as_the_rules_say() {
    let mut random = Random::new(32);
    let mut broken = 0;
    for _ in 0..1500 {
        let maze = random_maze(&mut random, 4, 4, 50);
        for _ in 0..30 {
            let [before, after] = [(); 2].map(|()| random_place(&mut random, &maze, 0));
            let corner = [(); 2].map(|()| random.between(1, 3) * CELL);
            let expected = bend_is_sealed(&maze, before, corner, after);
            assert_eq!(audit_vertex(&maze, point(before), point(corner), point(after)), expected);
            broken += usize::from(expected);
        }
    }
    assert!(broken > 200, "{broken}");
}

/// The squared distance of a place from the nearest wall, in quarters; of walls outside a few rings will do.
fn distance_squared(maze: &Maze, [x, y]: Place) -> i64 {
    let [columns, rows] = [maze.columns(), maze.rows()].map(|it| it as i64 + 2);
    let cells = (-2..columns).flat_map(|column| (-2..rows).map(move |row| [column, row]));
    let beyond = |p: i64, cell: i64| (cell * CELL - p).max(p - (cell + 1) * CELL).max(0);
    let distance = |[column, row]: Place| beyond(x, column).pow(2) + beyond(y, row).pow(2);
    cells.filter(|it| is_wall(maze, *it)).map(distance).min().unwrap_or(i64::MAX)
}

#[test]
fn a_body_fits_where_it_has_room() {
    let mut random = Random::new(33);
    let mut counts = [0, 0];
    for _ in 0..1500 {
        let maze = random_maze(&mut random, 5, 4, 25);
        for _ in 0..30 {
            let at = random_place(&mut random, &maze, 2);
            let radius = random.pick(&[0, 0, 1, 2, 3, 5]);
            let on_floor = !in_walls(&maze, Fraction { at, scale: 1 });
            let expected = on_floor && distance_squared(&maze, at) >= radius * radius;
            let told = maze.is_free(point(at), radius as f64 / CELL as f64);
            assert_eq!(told, expected, "{at:?} {radius} in {maze:?}");
            counts[usize::from(told)] += 1;
        }
    }
    assert!(counts.iter().all(|&it| it > 5000), "{counts:?}");
    let open = maze(&["..", ".."]);
    assert!(![f64::NAN, f64::INFINITY, -1e300, 1e300].into_iter().any(|it| open.is_free(Point::new(it, 1.0), 0.0)));
}

#[test]
fn clearance_is_what_dense_samples_say() {
    let mut random = Random::new(34);
    for _ in 0..600 {
        let maze = random_maze(&mut random, 5, 5, 15);
        let [a, b] = [(); 2].map(|()| random_place(&mut random, &maze, 0));
        let steps = 64;
        let along = |step: i64| [0, 1].map(|axis| a[axis] * steps + (b[axis] - a[axis]) * step);
        // Both maze and places are blown up by the number of steps.
        let sampled = (0..=steps).map(|step| fine_distance(&maze, along(step), steps)).fold(f64::MAX, f64::min);
        let up_to = random.pick(&[0.3, 1.0, 2.0]);
        let told = maze.clearance(point(a), point(b), up_to);
        let gap = point(a).distance(point(b)) / steps as f64 / 2.0;
        let (low, high) = ((sampled - gap - 1e-9).min(up_to), (sampled + 1e-9).min(up_to));
        assert!((low..=high).contains(&told), "{told} for {sampled}: {a:?} → {b:?} up to {up_to} in {maze:?}");
        let close = audit_segment(&maze, point(a), point(b), up_to);
        assert_eq!(close.is_none(), first_broken(&maze, a, b).is_none() && told >= up_to - 1e-9);
    }
}

/// The distance of a place, in so many parts of a quarter, from the nearest wall. [cells]
fn fine_distance(maze: &Maze, [x, y]: Place, parts: i64) -> f64 {
    let [columns, rows] = [maze.columns(), maze.rows()].map(|it| it as i64 + 1);
    let cells = (-1..columns).flat_map(|column| (-1..rows).map(move |row| [column, row]));
    let unit = CELL * parts;
    let beyond = |p: i64, cell: i64| (cell * unit - p).max(p - (cell + 1) * unit).max(0);
    let distance = |[column, row]: Place| beyond(x, column).pow(2) + beyond(y, row).pow(2);
    let least = cells.filter(|it| is_wall(maze, *it)).map(distance).min().expect("the outside is wall");
    (least as f64).sqrt() / unit as f64
}
