//! The taut path of a disc: against an independent search over tangents and arcs, against attempts to shorten it, and with
//! polylines that are not quite what a mesh gives.

use std::{
    f64::consts::{FRAC_PI_2, PI},
    sync::Arc,
};

use navscope::{
    bake::Nearest,
    geometry::{CircularArc, Point, Turn, path_length},
    maze::{Maze, ViolationKind, audit_arc, audit_segment},
    pull::{Audit, AuditEvent, Course, Piece, Refusal, Round, Rounding},
};
use serde_json::Value;

use crate::{
    random::Random,
    rig::{bake, built_in, maze, query, random_maze, record, settings},
};

/// A maze, and a shortest path in it.
struct Case {
    name: String,
    maze: Arc<Maze>,
    radius: f64,
    length: f64,
    /// Points, and between the ends of an arc its centre.
    path: Vec<Stop>,
}

#[derive(Clone, Copy)]
enum Stop {
    Point(Point),
    Circle(Point),
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Paths with arcs that an independent program found, in mazes with passages of any width.
fn cases() -> Vec<Case> {
    let mazes: Vec<Value> = serde_json::from_str(include_str!("data/discs.json")).expect("JSON");
    let mut cases = Vec::new();
    for it in &mazes {
        let rows = it["rows"].as_array().expect("rows").iter().map(|it| it.as_str().expect("a row"));
        let maze = maze(&rows.collect::<Vec<_>>());
        for query in it["queries"].as_array().expect("queries") {
            let stop = |it: &Value| match it[0].is_number() {
                true => Stop::Point(Point::new(number(&it[0]), number(&it[1]))),
                false => Stop::Circle(Point::new(number(&it[1]), number(&it[2]))),
            };
            cases.push(Case {
                name: it["name"].as_str().expect("a name").to_owned(),
                maze: maze.clone(),
                radius: number(&query["radius"]),
                length: number(&query["length"]),
                path: query["path"].as_array().expect("a path").iter().map(stop).collect(),
            });
        }
    }
    assert!(cases.len() > 150, "only {} paths", cases.len());
    cases
}

impl Case {
    /// The path with each arc replaced by lines that touch it, so many for a quarter; none if it is too near to a wall.
    fn polyline(&self, a_quarter: f64) -> Option<Vec<Point>> {
        let mut points: Vec<Point> = Vec::new();
        for (index, &stop) in self.path.iter().enumerate() {
            match (stop, self.path.get(index.wrapping_sub(1)), self.path.get(index + 1)) {
                (Stop::Point(p), ..) => points.push(p),
                (Stop::Circle(centre), Some(Stop::Point(from)), Some(Stop::Point(to))) => {
                    points.extend(around(centre, self.radius, *from, *to, a_quarter));
                }
                _ => panic!("an arc has ends"),
            }
        }
        points.dedup_by(|a, b| a.distance(*b) < 1e-12);
        self.is_legal(&points).then_some(points)
    }

    fn is_legal(&self, path: &[Point]) -> bool {
        path.windows(2).all(|it| audit_segment(&self.maze, it[0], it[1], self.radius).is_none())
    }

    fn round(&self, path: &[Point]) -> (Rounding, Course) {
        let round = record(Round::new(self.maze.clone(), path.into(), self.radius));
        (round.model().rounding(), round.model().course())
    }

    /// Checks what comes out of a polyline.
    #[track_caller]
    fn check(&self, path: &[Point]) {
        let (rounding, course) = self.round(path);
        let told = format!("{}, radius {}: {rounding:?} {path:?}", self.name, self.radius);
        assert!(rounding == Rounding::Settled || path.len() < 3, "{told}");
        let (length, expected) = (course.length(), self.length);
        assert!((length - expected).abs() < 1e-9, "{length} instead of {expected}: {told}");
        let (points, last) = (course.points(), path.len() - 1);
        assert_eq!((points[0], points[points.len() - 1]), (path[0], path[last]), "{told}");
        let audit = record(Audit::of(self.maze.clone(), Arc::new(course), self.radius));
        assert_eq!(audit.model().violations(), [], "{told}");
        assert!(audit.model().clearance().is_some_and(|it| it >= self.radius - 1e-9), "{told}");
    }
}

/// The corners of a polygon around an arc.
fn around(centre: Point, radius: f64, from: Point, to: Point, a_quarter: f64) -> Vec<Point> {
    let [first, last] = [from, to].map(|it| (it.y - centre.y).atan2(it.x - centre.x));
    let angle = (last - first + 3.0 * PI).rem_euclid(2.0 * PI) - PI;
    let steps = (a_quarter * angle.abs() / FRAC_PI_2).ceil().max(1.0);
    let step = angle / steps;
    let corner = |index: f64| {
        let (sin, cos) = (first + step * (index + 0.5)).sin_cos();
        let far = radius / (step / 2.0).cos();
        Point::new(centre.x + far * cos, centre.y + far * sin)
    };
    (0..100).map(f64::from).take_while(|index| *index < steps).map(corner).collect()
}

#[test]
fn a_polyline_around_circles_becomes_the_shortest_path() {
    let mut checked = 0;
    for case in cases() {
        // However coarse the polygons are.
        for a_quarter in [1.0, 2.0, 5.0, 16.0] {
            if let Some(path) = case.polyline(a_quarter) {
                case.check(&path);
                checked += 1;
            }
        }
    }
    assert!(checked > 600, "{checked} polylines");
}

#[test]
fn points_may_be_missing_needless_or_out_of_place() {
    let mut random = Random::new(61);
    let (mut checked, mut foreign) = (0, 0);
    for case in cases() {
        for round in 0..12 {
            let Some(mut path) = case.polyline(random.pick(&[1.0, 2.0, 5.0, 16.0])).filter(|it| it.len() > 2) else {
                continue;
            };
            let index = 1 + random.below(path.len() - 2);
            match round % 3 {
                0 => {
                    path.remove(index);
                }
                1 => path.insert(index, path[index - 1].towards(path[index], random.fraction())),
                _ => {
                    for p in 1..path.len() - 1 {
                        let mut off = || (random.fraction() - 0.5) * 0.1 * case.radius;
                        path[p] = Point::new(path[p].x + off(), path[p].y + off());
                    }
                }
            }
            if !case.is_legal(&path) {
                continue;
            }
            // What bends away from every circle is taken for a path of another kind, and left alone.
            if case.round(&path).0 == Rounding::Refused(Refusal::Foreign) {
                foreign += 1;
            } else {
                case.check(&path);
                checked += 1;
            }
        }
    }
    assert!(checked > 1000 && foreign < checked / 4, "{checked} checked, {foreign} foreign");
}

#[test]
fn no_way_nearby_is_shorter() {
    let mut random = Random::new(62);
    let mut closest = 1.0f64;
    for case in cases().iter().step_by(3) {
        let Some(mut path) = case.polyline(4.0).filter(|it| it.len() > 2) else { continue };
        let length = case.round(&path).1.length();
        assert!(length <= path_length(&path) + 1e-9);
        // Corners move at random, mostly towards their neighbours, whenever that is legal and shorter.
        for _ in 0..400 {
            let index = 1 + random.below(path.len() - 2);
            let (before, here, after) = (path[index - 1], path[index], path[index + 1]);
            let size = 0.1f64.powi(i32::try_from(random.below(6)).expect("small"));
            let mut off = || (random.fraction() - 0.5) * size;
            let inwards = here.towards(before.middle(after), size * 0.5);
            let there = Point::new(inwards.x + off(), inwards.y + off());
            let shorter = before.distance(there) + there.distance(after) < before.distance(here) + here.distance(after);
            if shorter && case.is_legal(&[before, there, after]) {
                path[index] = there;
            }
        }
        // Clearances have a slack of 1e-9, and every corner may use it.
        let reached = path_length(&path);
        assert!(reached > length - 1e-8, "{}: {reached} is shorter than {length}", case.name);
        closest = closest.min(reached - length);
    }
    assert!(closest < 1e-3, "the attempts came no nearer than {closest}");
}

#[test]
fn start_and_goal_may_lie_on_a_circle() {
    let block = maze(&[".....", ".....", "..#..", ".....", "....."]);
    let (corner, radius) = (Point::new(3.0, 2.0), 0.7);
    let on = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Point::new(corner.x + radius * cos, corner.y - radius * sin)
    };
    for (from, to) in [(10.0, 80.0), (80.0, 10.0), (0.0, 90.0), (44.0, 46.0), (90.0, 0.0)] {
        let [start, goal] = [from, to].map(on);
        let mut path = vec![start];
        path.extend(around(corner, radius, start, goal, 3.0));
        path.push(goal);
        let length = radius * (to - from).abs().to_radians();
        Case { name: format!("{from} to {to}"), maze: block.clone(), radius, length, path: Vec::new() }.check(&path);
    }
    // The way to the mesh and back leads outwards first.
    let [start, goal] = [5.0, 85.0].map(on);
    let outwards = |p: Point| Point::new(corner.x + 1.02 * (p.x - corner.x), corner.y + 1.02 * (p.y - corner.y));
    let mut path = vec![start, outwards(start)];
    path.extend(around(corner, 1.02 * radius, outwards(start), outwards(goal), 6.0));
    path.extend([outwards(goal), goal]);
    let length = radius * 80f64.to_radians();
    Case { name: "there and back".to_owned(), maze: block, radius, length, path: Vec::new() }.check(&path);
}

#[test]
fn other_paths_stay_as_they_are() {
    let hall = maze(&["........"; 8]);
    let path = [(1.0, 1.0), (4.0, 5.0), (7.0, 1.0)].map(Point::from);
    let check = |path: &[Point], radius: f64, expected: Rounding| {
        let case = Case { name: String::new(), maze: hall.clone(), radius, length: 0.0, path: Vec::new() };
        let (rounding, course) = case.round(path);
        assert_eq!((rounding, course), (expected, Course::of_points(path)));
    };
    check(&path, 0.5, Rounding::Refused(Refusal::Foreign));
    check(&path, 0.0, Rounding::Unfinished);
    check(&path[..2], 0.5, Rounding::Unfinished);
    check(&path[..1], 0.5, Rounding::Unfinished);
    check(&[], 0.5, Rounding::Unfinished);
    // A path through a wall is not made worse, nor does anything panic on a path that makes no sense.
    let mut random = Random::new(63);
    for _ in 0..300 {
        let maze = random_maze(&mut random, 9, 7, 30);
        let radius = random.pick(&[0.25, 0.5, 1.3, 40.0, 1e9]);
        let path: Vec<Point> = (0..random.below(12)).map(|_| random.lattice_point(-2, 10)).collect();
        let round = record(Round::new(maze, path.clone().into(), radius));
        let length = round.model().course().length();
        assert!(length <= path_length(&path) + 1e-9 && round.log().events().len() < 3000);
    }
}

fn arc(centre: (f64, f64), radius: f64, degrees: [f64; 2], turn: Turn) -> CircularArc {
    let on = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Point::new(centre.0 + radius * cos, centre.1 + radius * sin)
    };
    let [from, to] = degrees.map(on);
    CircularArc { centre: centre.into(), radius, from, to, turn }
}

#[test]
fn arcs_keep_the_rules_for_paths() {
    let gap = maze(&[".....", "..#..", "....."]);
    let check = |arc: CircularArc, radius: f64, expected: Option<ViolationKind>| {
        assert_eq!(audit_arc(&gap, &arc, radius).map(|it| it.0), expected, "{arc:?}");
        let back = CircularArc { from: arc.to, to: arc.from, turn: arc.turn.mirrored(), ..arc };
        assert_eq!(audit_arc(&gap, &back, radius).map(|it| it.0), expected, "{back:?}");
    };
    // With y down angles grow to the right.
    let around = |radius: f64| arc((2.0, 1.0), radius, [180.0, 270.0], Turn::Right);
    check(around(0.5), 0.5, None);
    check(around(0.49), 0.5, Some(ViolationKind::TooClose));
    check(arc((2.0, 1.0), 0.5, [170.0, 270.0], Turn::Right), 0.5, Some(ViolationKind::TooClose));
    check(arc((2.0, 1.0), 0.5, [100.0, 270.0], Turn::Right), 0.5, Some(ViolationKind::TooClose));
    check(arc((2.0, 1.0), 0.5, [80.0, 200.0], Turn::Right), 0.5, Some(ViolationKind::EntersWall));
    check(around(0.5), 0.0, None);
    check(arc((2.5, 0.5), 0.5, [10.0, 170.0], Turn::Right), 0.0, None);
    check(arc((2.5, 0.5), 0.501, [10.0, 170.0], Turn::Right), 0.0, Some(ViolationKind::EntersWall));
    check(arc((2.5, 1.5), 0.75, [200.0, 340.0], Turn::Right), 0.0, None);
    check(arc((2.5, 1.5), 0.6, [200.0, 340.0], Turn::Right), 0.0, Some(ViolationKind::EntersWall));
    check(arc((4.8, 1.5), 0.5, [300.0, 60.0], Turn::Right), 0.1, Some(ViolationKind::EntersWall));
}

#[test]
fn the_audit_goes_through_all_pieces() {
    let gap = maze(&[".....", "..#..", "....."]);
    let around = arc((2.0, 1.0), 0.5, [180.0, 270.0], Turn::Right);
    let lead_in = Piece::Segment { from: Point::new(1.5, 2.5), to: around.from };
    let lead_out = Piece::Segment { from: around.to, to: Point::new(4.0, 0.9) };
    let course = Course::of_pieces(vec![lead_in, Piece::Arc(around), lead_out]);
    assert!((course.length() - (1.5 + FRAC_PI_2 * 0.5 + 2.0f64.hypot(0.4))).abs() < 1e-12);
    let audit = record(Audit::of(gap, Arc::new(course.clone()), 0.5));
    assert_eq!(audit.model().violations().iter().map(|it| it.segment).collect::<Vec<_>>(), [2]);
    let passed = audit.log().events().iter().filter(|it| matches!(it, AuditEvent::Passed { .. })).count();
    assert_eq!((audit.model().done(), passed), (3, 2));
    let json = serde_json::to_value(&course).expect("JSON");
    assert_eq!(json[0]["kind"], "segment");
    assert_eq!((&json[1]["kind"], &json[1]["turn"]), (&Value::from("arc"), &Value::from("right")));
    assert_eq!(json[1]["centre"], serde_json::json!([2.0, 1.0]));
}

/// The distance from a place to the nearest of all walls.
fn to_walls(maze: &Maze, p: Point) -> f64 {
    let beyond = |p: f64, low: i64| (low as f64 - p).max(p - low as f64 - 1.0).max(0.0);
    let cells = (-1..=maze.rows() as i64).flat_map(|row| (-1..=maze.columns() as i64).map(move |column| (column, row)));
    let walls = cells.filter(|&(column, row)| maze.is_wall(column, row));
    walls.map(|(column, row)| beyond(p.x, column).hypot(beyond(p.y, row))).fold(f64::MAX, f64::min)
}

#[test]
fn clearances_are_those_of_many_places() {
    let mut random = Random::new(64);
    let mut checked = 0;
    for _ in 0..500 {
        let walls = random.pick(&[3, 10, 30]);
        let maze = random_maze(&mut random, 12, 9, walls);
        let mut place = || Point::new(12.0 * random.fraction(), 9.0 * random.fraction());
        let (a, b, centre) = (place(), place(), place());
        let degrees = 360.0 * random.fraction();
        let arc = arc(
            (centre.x, centre.y),
            3.0 * random.fraction(),
            [degrees, degrees + 170.0 * random.fraction()],
            Turn::Right,
        );
        for piece in [Piece::Segment { from: a, to: b }, Piece::Arc(arc)] {
            let inside = piece.flattened(0.01).into_iter().all(|p| p.x > 0.1 && p.x < 11.9 && p.y > 0.1 && p.y < 8.9);
            if !inside {
                continue;
            }
            checked += 1;
            let steps = 400;
            let at = |step: i32| match piece {
                Piece::Segment { from, to } => from.towards(to, f64::from(step) / f64::from(steps)),
                Piece::Arc(arc) => arc.at(f64::from(step) / f64::from(steps)),
            };
            let sampled = (0..=steps).map(|step| to_walls(&maze, at(step))).fold(f64::MAX, f64::min);
            let told = Course::of_pieces(vec![piece]).clearance(&*maze).expect("a piece");
            let between = piece.length() / f64::from(steps);
            assert!(told <= sampled + 1e-9 && told >= sampled - between, "{told} for {sampled}: {piece:?}");
        }
    }
    assert!(checked > 500, "{checked} pieces");
}

#[test]
fn touching_a_wall_leaves_no_clearance() {
    let maze = built_in("pillars").maze;
    let settings = settings("default", &[]);
    let bake = bake(&maze, &settings);
    let query = query(&bake, &settings, maze.start.expect("a start"), maze.goal.expect("a goal"));
    let path = &query.report.points;
    let clearance = Course::of_points(path).clearance(&*maze).expect("a path");
    let sampled = path.iter().map(|&p| to_walls(&maze, p)).fold(f64::MAX, f64::min);
    assert!(clearance <= sampled && clearance >= 0.0);
    let corner = Course::of_points(&[Point::new(0.5, 0.5), Point::new(1.0, 1.0)]);
    let room = self::maze(&["..", ".#"]);
    assert_eq!(corner.clearance(&*room), Some(0.0));
    assert_eq!(Course::of_points(&[Point::new(0.25, 0.5)]).clearance(&*room), Some(0.25));
    assert_eq!(Course::of_points(&[]).clearance(&*room), None);
}

#[test]
fn queries_enter_the_mesh_where_it_is_near() {
    let mut random = Random::new(65);
    let mut moved = 0;
    for (name, radius, error) in [("pillars", "0.3", 0.02), ("stair", "0", 0.05), ("random40", "0.25", 0.1)] {
        let maze = built_in(name).maze;
        let changes = [format!("agent.radius={radius}"), format!("bake.arc_error={error}")];
        let settings = settings("default", &[&changes[0], &changes[1]]);
        let nav = bake(&maze, &settings).nav;
        let sides: Vec<[Point; 2]> = nav
            .triangles()
            .expect("triangles")
            .walkable()
            .iter()
            .flat_map(|&it| it.sides())
            .filter(|&it| nav.triangles().expect("triangles").portal(it).is_none())
            .map(|it| nav.triangles().expect("triangles").ends(it))
            .collect();
        for _ in 0..400 {
            // Next to the border of the mesh, on either side.
            let [a, b] = random.pick(&sides);
            let on = a.towards(b, random.fraction());
            let mut off = || (random.fraction() - 0.5) * error;
            let p = Point::new(on.x + off(), on.y + off());
            let anchor = nav.anchor(p.into(), &Nearest::default()).map(|it| it.at);
            if nav.polygons().polygons_at(p).next().is_some() {
                assert_eq!(anchor, Some(p));
            } else if !maze.is_free(p, nav.radius()) {
                assert_eq!(anchor, None);
            } else if let Some(q) = anchor {
                assert!(nav.polygons().polygons_at(q).next().is_some(), "{q:?} is in no polygon");
                assert!(q.distance(p) <= on.distance(p) + 1e-7, "{q:?} is further from {p:?} than {on:?}");
                assert!(audit_segment(&maze, p, q, nav.radius()).is_none());
                moved += 1;
            } else {
                assert!(audit_segment(&maze, p, on, nav.radius()).is_some(), "{p:?} could reach {on:?}");
            }
        }
        assert_eq!(nav.anchor(Point::new(f64::NAN, 1.0).into(), &Nearest::default()), None);
        assert_eq!(nav.anchor(Point::new(-1.0, 1e300).into(), &Nearest::default()), None);
    }
    assert!(moved > 300, "{moved} moved");
}
