//! Constrained meshes, held against the definition in whole numbers, against another library, and against what a plain look at
//! every segment says about crossing, laying and winding.

use std::collections::{BTreeMap, BTreeSet};

use navscope::{
    geometry::Point,
    mesh::{FRAME, MeshFault, Order, TriangleId, Triangulation, VertexId, validate, windings},
    trace::{Replay, Stage as _, Thing},
};
use robust::Coord;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation as _};

use crate::{
    delaunay::{euler, orientation},
    random::Random,
    rig::record,
};

/// A point with whole coordinates.
type Whole = (i64, i64);

fn point((x, y): Whole) -> Point {
    Point::new(x as f64, y as f64)
}

fn whole(p: Point) -> Whole {
    assert_eq!((p.x.fract(), p.y.fract()), (0.0, 0.0));
    (p.x as i64, p.y as i64)
}

/// Positive if a → b → c turns left as seen on the screen.
fn cross(a: Whole, b: Whole, c: Whole) -> i64 {
    (b.1 - a.1) * (c.0 - a.0) - (b.0 - a.0) * (c.1 - a.1)
}

/// Lays constraints between points.
fn lay(points: &[Point], constraints: &[[u32; 2]], order: Order) -> Replay<Triangulation> {
    let (mesh, vertices) = Triangulation::constrained(points, constraints, order);
    assert!((0..).map(VertexId::new).zip(&vertices).all(|(vertex, &it)| mesh.point(vertex) == points[it as usize]));
    record(mesh)
}

/// What became of constraints.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    pieces: Vec<[Whole; 2]>,
    /// Each refused constraint, with the ends of the piece that it crosses, in order.
    refused: Vec<(u32, [Whole; 2])>,
}

fn outcome(mesh: &Triangulation) -> Outcome {
    let ends = |ends: [VertexId; 2]| ends.map(|it| whole(mesh.point(it)));
    let sorted = |mut ends: [Whole; 2]| {
        ends.sort_unstable();
        ends
    };
    Outcome {
        pieces: mesh.laid().iter().map(|&it| ends(it)).collect(),
        refused: mesh.refused().iter().map(|it| (it.constraint, sorted(ends(it.crossed)))).collect(),
    }
}

/// What has to become of constraints: each is cut at the points on it, and its pieces are held against all before.
fn expected_outcome(points: &[Whole], constraints: &[[u32; 2]]) -> Outcome {
    let mut outcome = Outcome::default();
    for (number, &[a, b]) in (0..).zip(constraints) {
        let [a, b] = [points[a as usize], points[b as usize]];
        if a == b {
            continue;
        }
        let along = |p: Whole| (p.0 - a.0) * (b.0 - a.0) + (p.1 - a.1) * (b.1 - a.1);
        let is_on = |p: &Whole| cross(a, b, *p) == 0 && (0..=along(b)).contains(&along(*p));
        let mut stops: Vec<Whole> = points.iter().copied().filter(is_on).collect();
        stops.sort_by_key(|&it| along(it));
        stops.dedup();
        for piece in stops.windows(2) {
            let [c, d] = [piece[0], piece[1]];
            let crosses = |[p, q]: &[Whole; 2]| {
                cross(c, d, *p).signum() * cross(c, d, *q).signum() < 0
                    && cross(*p, *q, c).signum() * cross(*p, *q, d).signum() < 0
            };
            // Of several the first on the way.
            let crossed: Vec<[Whole; 2]> = outcome.pieces.iter().copied().filter(crosses).collect();
            let at = |[p, q]: [Whole; 2]| cross(p, q, c) as f64 / (cross(p, q, c) - cross(p, q, d)) as f64;
            if let Some(mut first) = crossed.into_iter().min_by(|one, other| at(*one).total_cmp(&at(*other))) {
                first.sort_unstable();
                outcome.refused.push((number, first));
                break;
            }
            outcome.pieces.push([c, d]);
        }
    }
    outcome
}

/// The living sides of inner triangles by their ends, with the far corner and whether they are constrained.
fn sides(mesh: &Triangulation) -> BTreeMap<[VertexId; 2], Vec<(VertexId, bool)>> {
    let mut sides: BTreeMap<[VertexId; 2], Vec<(VertexId, bool)>> = BTreeMap::new();
    for triangle in mesh.inner() {
        let it = mesh.triangle(triangle);
        for side in 0..3 {
            let mut ends = it.edge(side);
            ends.sort_unstable();
            let is_constrained = mesh.is_constrained(navscope::mesh::Link::new(triangle, side));
            sides.entry(ends).or_default().push((it.corners[side], is_constrained));
        }
    }
    sides
}

/// Holds a mesh against the definition: a triangulation of all points, with all pieces in it, and each edge between two
/// triangles either laid or with no far corner in a circle.
fn check_mesh(mesh: &Triangulation) {
    let points = &mesh.points()[..];
    let faults = validate(mesh, |it| mesh.standing_for(it) != it);
    assert!(faults.iter().all(|it| it.kind == MeshFault::CrossingConstraints), "{faults:?}");
    assert_eq!(faults.len(), mesh.refused().len());
    assert_eq!(mesh.inner().count(), euler(points));
    for [a, b, c] in mesh.inner().filter_map(|it| mesh.corners(it)) {
        assert!(orientation(a, b, c) > 0.0);
    }
    let laid: BTreeSet<[VertexId; 2]> = mesh.laid().iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    let sides = sides(mesh);
    assert!(laid.iter().all(|it| sides.contains_key(it)), "every piece is an edge");
    let coord = |vertex: VertexId| Coord { x: mesh.point(vertex).x, y: mesh.point(vertex).y };
    for (ends, both) in &sides {
        assert!(both.iter().all(|it| it.1 == laid.contains(ends)), "{ends:?}");
        if let [(one, false), (other, _)] = both[..] {
            let [a, b] = ends.map(coord);
            // The sign of the circle goes with that of the turn.
            let turn = robust::orient2d(a, b, coord(one));
            let value = robust::incircle(a, b, coord(one), coord(other));
            assert!(value * turn.signum() <= 0.0, "{ends:?} is not Delaunay");
        }
    }
    // Links lead there and back, ghosts included, and both sides agree on what they are.
    for triangle in mesh.living() {
        for side in 0..3 {
            let side = navscope::mesh::Link::new(triangle, side);
            let across = mesh.triangle(triangle).across[side.side()];
            let of = mesh.triangle(across.triangle());
            let [from, to] = of.edge(across.side());
            assert!(mesh.is_alive(across.triangle()));
            assert_eq!(of.across[across.side()], side);
            assert_eq!(mesh.triangle(triangle).edge(side.side()), [to, from]);
            assert_eq!(mesh.is_constrained(side), mesh.is_constrained(across));
        }
    }
}

/// Holds what was laid against spade's, for constraints of which none is refused.
fn check_against_spade(points: &[Point], constraints: &[[u32; 2]], mesh: &Triangulation) {
    let mut other: ConstrainedDelaunayTriangulation<Point2<f64>> = ConstrainedDelaunayTriangulation::new();
    let handles: Vec<_> =
        points.iter().map(|p| other.insert(Point2::new(p.x, p.y)).expect("within its limits")).collect();
    for &[a, b] in constraints {
        other.add_constraint(handles[a as usize], handles[b as usize]);
    }
    let key = |ends: [Whole; 2]| [ends[0].min(ends[1]), ends[0].max(ends[1])];
    let theirs: BTreeSet<[Whole; 2]> = (other.undirected_edges())
        .filter(|it| it.is_constraint_edge())
        .map(|it| key(it.positions().map(|it| whole(Point::new(it.x, it.y)))))
        .collect();
    let ours: BTreeSet<[Whole; 2]> = mesh.laid().iter().map(|it| key(it.map(|end| whole(mesh.point(end))))).collect();
    assert_eq!(ours, theirs);
    assert_eq!(mesh.inner().count(), other.num_inner_faces());
}

/// Points and constraints with small whole coordinates.
fn random_case(random: &mut Random) -> (Vec<Whole>, Vec<[u32; 2]>) {
    let (count, side) = (2 + random.below(24), random.pick(&[2, 4, 7, 20, 1000]));
    let points: Vec<Whole> = (0..count).map(|_| (random.between(0, side), random.between(0, side))).collect();
    let constraints = (0..random.below(16)).map(|_| [(); 2].map(|()| random.below(count) as u32)).collect();
    (points, constraints)
}

#[test]
fn thousands_of_random_sets() {
    let mut random = Random::new(61);
    let mut counts = [0; 4];
    for round in 0..6000 {
        let (points, mut constraints) = random_case(&mut random);
        let real: Vec<Point> = points.iter().map(|&it| point(it)).collect();
        let order = random.pick(&[Order::Brio, Order::Given]);
        let replay = lay(&real, &constraints, order);
        let mesh = replay.model();
        check_mesh(mesh);
        if mesh.triangles().is_empty() {
            assert_eq!((mesh.laid(), mesh.refused()), (&[][..], &[][..]));
            continue;
        }
        let expected = expected_outcome(&points, &constraints);
        assert_eq!(outcome(mesh), expected, "round {round}: {points:?} {constraints:?}");
        let carved = replay.log().events().iter().filter(|it| Triangulation::kind(it).word == "carved").count();
        counts[0] += expected.refused.len();
        counts[1] += carved;
        counts[2] += mesh.dividing().count();
        // Where none is refused, spade takes them too.
        let refused: BTreeSet<u32> = expected.refused.iter().map(|it| it.0).collect();
        let mut number = 0;
        constraints.retain(|_| {
            number += 1;
            !refused.contains(&(number - 1))
        });
        let replay = lay(&real, &constraints, order);
        if replay.model().refused().is_empty() {
            check_against_spade(&real, &constraints, replay.model());
            counts[3] += 1;
        }
    }
    assert!(counts.iter().all(|&it| it > 1000), "{counts:?}");
}

/// A ring's constraints, from the number of its first point on.
fn ring_edges(first: usize, count: usize) -> Vec<[u32; 2]> {
    (0..count).map(|it| [(first + it) as u32, (first + (it + 1) % count) as u32]).collect()
}

/// Points and constraints of rings.
fn rings(rings: &[Vec<Point>]) -> (Vec<Point>, Vec<[u32; 2]>) {
    let mut first = 0;
    let edges = rings.iter().flat_map(|ring| {
        first += ring.len();
        ring_edges(first - ring.len(), ring.len())
    });
    (rings.concat(), edges.collect())
}

/// How often directed segments turn left around a point, by the ray to its right. Everything is tripled, so that centroids are
/// whole.
fn winding_of(segments: &[[Whole; 2]], p: Whole) -> i32 {
    let turns = segments.iter().map(|&[a, b]| {
        let ([a, b], side) = ([a, b].map(|it| (3 * it.0, 3 * it.1)), |it: Whole| it.1 > p.1);
        match (side(a), side(b)) {
            // To the right of p it goes up the screen, or down.
            (true, false) => i32::from(cross(a, b, p) > 0),
            (false, true) => -i32::from(cross(a, b, p) < 0),
            _ => 0,
        }
    });
    turns.sum()
}

#[test]
fn windings_are_those_of_a_ray() {
    let mut random = Random::new(62);
    let mut seen: BTreeMap<i32, usize> = BTreeMap::new();
    let mut meshes = 0;
    while meshes < 1500 {
        let side = random.pick(&[3, 5, 9]);
        let count = 1 + random.below(4);
        let corners = |random: &mut Random| {
            let count = 3 + random.below(3);
            (0..count).map(|_| random.lattice_point(0, side)).collect::<Vec<Point>>()
        };
        let mut all: Vec<Vec<Point>> = (0..count).map(|_| corners(&mut random)).collect();
        if random.chance(30) {
            all.push(all[0].clone());
        }
        if random.chance(30) {
            all.push(all[0].iter().rev().copied().collect());
        }
        let (points, edges) = rings(&all);
        let replay = lay(&points, &edges, random.pick(&[Order::Brio, Order::Given]));
        let mesh = replay.model();
        // Rings that cross are not all there.
        if mesh.triangles().is_empty() || !mesh.refused().is_empty() {
            continue;
        }
        meshes += 1;
        let segments: Vec<[Whole; 2]> = edges.iter().map(|it| it.map(|end| whole(points[end as usize]))).collect();
        let windings = windings(mesh);
        assert_eq!(windings.len(), mesh.triangles().len());
        for (triangle, &told) in (0..).map(TriangleId::new).zip(&windings) {
            if !mesh.is_alive(triangle) || !mesh.is_inner(triangle) {
                assert_eq!(told, 0, "neither the dead nor what lies outside");
                continue;
            }
            let [a, b, c] = mesh.corners(triangle).expect("inner").map(whole);
            let expected = winding_of(&segments, (a.0 + b.0 + c.0, a.1 + b.1 + c.1));
            assert_eq!(told, expected, "{all:?}");
            *seen.entry(told).or_default() += 1;
        }
    }
    assert!((-2..=2).all(|it| seen.get(&it).is_some_and(|&it| it > 100)), "{seen:?}");
}

#[test]
fn windings_of_torn_rings_are_the_same_every_time() {
    let mut random = Random::new(63);
    for _ in 0..200 {
        let (points, constraints) = random_case(&mut random);
        let points: Vec<Point> = points.into_iter().map(point).collect();
        let mut replay = lay(&points, &constraints, Order::Brio);
        let told = windings(replay.model());
        for (triangle, &it) in (0..).map(TriangleId::new).zip(&told) {
            assert!(replay.model().is_alive(triangle) || it == 0);
            assert!(it.unsigned_abs() as usize <= constraints.len());
        }
        replay.seek(0);
        replay.seek(usize::MAX);
        assert_eq!(windings(replay.model()), told);
    }
}

/// A case of the corpus.
fn corpus(kind: &str) -> Vec<serde_json::Value> {
    let cases: Vec<serde_json::Value> = serde_json::from_str(include_str!("data/corpus.json")).expect("JSON");
    let cases = cases.into_iter().filter(|it| it["kind"].as_str().is_some_and(|it| it.starts_with(kind)));
    cases.collect()
}

fn read<T: serde::de::DeserializeOwned>(value: &serde_json::Value) -> T {
    serde_json::from_value(value.clone()).expect("as the corpus has it")
}

fn read_points(value: &serde_json::Value) -> Vec<Point> {
    read::<Vec<[f64; 2]>>(value).into_iter().map(Point::from).collect()
}

fn names(mesh: &Triangulation, vertices: &[u32], of: VertexId) -> u32 {
    assert!(of.index() < mesh.samples());
    vertices[of.index()]
}

#[test]
fn graphs_that_broke_other_libraries() {
    let cases = corpus("pslg");
    assert_eq!(cases.len(), 4);
    for case in cases {
        let (points, edges) = (read_points(&case["points"]), read::<Vec<[u32; 2]>>(&case["edges"]));
        for order in [Order::Brio, Order::Given] {
            let (mesh, vertices) = Triangulation::constrained(&points, &edges, order);
            let replay = record(mesh);
            let mesh = replay.model();
            check_mesh(mesh);
            let merged: Vec<[u32; 2]> =
                mesh.merged().iter().map(|it| it.map(|vertex| names(mesh, &vertices, vertex))).collect();
            let refused: Vec<u32> = mesh.refused().iter().map(|it| it.constraint).collect();
            match case["id"].as_str() {
                Some("cdt-174") => assert_eq!((mesh.inner().count(), &refused[..]), (1, &[][..])),
                Some("cdt-120") => {
                    assert!(merged == [[4, 5]] || merged == [[5, 4]], "{merged:?}");
                    assert_eq!(refused, [5; 0]);
                }
                Some("cgal-3267") => assert!(refused.len() <= 1),
                Some("baby-shark-18") => assert_eq!(refused, [5; 0]),
                id => panic!("{id:?} is new"),
            }
        }
    }
}

#[test]
fn segments_that_broke_other_libraries() {
    let cases = corpus("segments");
    assert_eq!(cases.len(), 2);
    for case in cases {
        let segments: Vec<[[f64; 2]; 2]> = read(&case["segments"]);
        let points: Vec<Point> = segments.iter().flatten().map(|&it| Point::from(it)).collect();
        let edges: Vec<[u32; 2]> = (0..).step_by(2).map(|it| [it, it + 1]).take(segments.len()).collect();
        for order in [Order::Brio, Order::Given] {
            let replay = lay(&points, &edges, order);
            check_mesh(replay.model());
            check_mesh(lay(&points, &edges.iter().rev().copied().collect::<Vec<_>>(), order).model());
        }
    }
}

/// Twice the area of a ring, positive if it turns left as seen on the screen.
fn doubled_area(ring: &[Point]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(p, q)| q.x * p.y - p.x * q.y).sum()
}

/// What a mesh of rings has to say for itself.
#[derive(Debug)]
struct Told {
    free_area: f64,
    free_triangles: usize,
    /// Points that several corners of rings share.
    repeated: Vec<Point>,
    /// Corners of rings on edges of rings.
    touching: Vec<Point>,
    refused: usize,
    /// Whether a hole lies where there is no ring around it.
    hole_outside: bool,
}

/// Lays an outer ring, turned to the left, and holes, turned to the right.
fn tell(case: &serde_json::Value, order: Order) -> Told {
    let mut all: Vec<Vec<Point>> = case["rings"].as_array().expect("rings").iter().map(read_points).collect();
    for (place, ring) in all.iter_mut().enumerate() {
        if (doubled_area(ring) > 0.0) != (place == 0) {
            ring.reverse();
        }
    }
    let (points, edges) = rings(&all);
    let replay = lay(&points, &edges, order);
    let mesh = replay.model();
    check_mesh(mesh);
    let windings = windings(mesh);
    let free: Vec<[Point; 3]> =
        mesh.inner().filter(|&it| windings[it.index()] == 1).filter_map(|it| mesh.corners(it)).collect();
    Told {
        free_area: free.iter().map(|it| doubled_area(it)).sum::<f64>() / 2.0,
        free_triangles: free.len(),
        repeated: mesh.merged().iter().map(|it| mesh.point(it[1])).collect(),
        touching: mesh.dividing().map(|it| mesh.point(it.1)).collect(),
        refused: mesh.refused().len(),
        hole_outside: mesh.inner().any(|it| windings[it.index()] < 0),
    }
}

#[test]
fn rings_that_broke_other_libraries() {
    let cases = corpus("rings");
    assert_eq!(cases.len(), 9);
    for (case, order) in cases.iter().flat_map(|it| [(it, Order::Brio), (it, Order::Given)]) {
        let id = case["id"].as_str().expect("a name");
        let told = tell(case, order);
        let is_sound = told.refused == 0 && !told.hole_outside;
        match id {
            "earcut-177" => assert!(is_sound && told.free_area == 454.5, "{told:?}"),
            "earcut-45" => assert!(is_sound && told.free_area == 400.0, "{told:?}"),
            "earcut-147" => {
                let areas = case["rings"].as_array().expect("rings").iter().map(|it| doubled_area(&read_points(it)));
                let areas: Vec<f64> = areas.map(|it| it.abs() / 2.0).collect();
                assert!(is_sound && told.free_area == areas[0] - areas[1..].iter().sum::<f64>(), "{told:?}");
                assert!(!told.touching.is_empty(), "holes touch along parts of edges");
            }
            "earcut-161" => assert!(told.hole_outside, "{told:?}"),
            "poly2tri-39" => assert!(is_sound && told.free_triangles == 3, "{told:?}"),
            "poly2tri-90" => {
                assert!(is_sound && told.free_area == 40_479_500_000.0, "{told:?}");
                assert_eq!(told.repeated, [Point::new(419_000.0, 177_000.0)]);
            }
            "poly2tri-18" => assert!(told.refused > 0 || !told.touching.is_empty(), "{told:?}"),
            "poly2tri-15a" => assert!(is_sound && told.free_triangles == 2, "{told:?}"),
            "poly2tri-cs-7" => {
                let mut repeated = told.repeated.clone();
                repeated.sort_by(|p, q| p.x.total_cmp(&q.x));
                assert_eq!(repeated, [(22.9269, 14.909), (26.3587, 16.8932)].map(Point::from));
                assert!(is_sound, "{told:?}");
            }
            id => panic!("{id} is new"),
        }
    }
}

/// The edges of the mesh, those outside of the hull left out.
fn edges(mesh: &Triangulation) -> BTreeSet<[VertexId; 2]> {
    let of = |triangle: TriangleId| triangle.sides().map(|side| mesh.ends(side));
    let all = mesh.living().flat_map(of).filter(|it| !it.contains(&FRAME));
    all.map(|[a, b]| [a.min(b), a.max(b)]).collect()
}

/// What events say they did to edges and triangles is what they did; and every triangle was born when it says.
#[test]
fn what_is_told_is_what_happened() {
    let mut random = Random::new(64);
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..150 {
        let (points, constraints) = random_case(&mut random);
        let points: Vec<Point> = points.into_iter().map(point).collect();
        let mut replay = lay(&points, &constraints, Order::Brio);
        let mut born_at = BTreeMap::new();
        for at in 1..=replay.log().events().len() {
            replay.seek(at - 1);
            let before = replay.model().clone();
            replay.seek(at);
            let (mesh, event) = (replay.model(), &replay.log().events()[at - 1]);
            for triangle in before.triangles().len()..mesh.triangles().len() {
                born_at.insert(TriangleId::of_index(triangle), at);
            }
            let touch = |thing| mesh.touch(event, replay.detail(), thing);
            for triangle in (0..mesh.triangles().len()).map(TriangleId::of_index) {
                let expected = match (before.is_alive(triangle), mesh.is_alive(triangle)) {
                    (true, false) => Some("removed"),
                    (false, true) => Some("born"),
                    _ => None,
                };
                let told = touch(Thing::Triangle(triangle)).filter(|it| *it != "a side laid");
                assert_eq!(told, expected, "triangle {triangle}: {event:?}");
            }
            let newly_laid = mesh.laid().get(before.laid().len()).map(|&[a, b]| [a.min(b), a.max(b)]);
            let (old, new) = (edges(&before), edges(mesh));
            for edge in old.union(&new) {
                let expected = match (old.contains(edge), new.contains(edge)) {
                    _ if newly_laid == Some(*edge) => Some("laid"),
                    (true, false) => Some("removed"),
                    (false, true) => Some("born"),
                    _ => None,
                };
                let told_here =
                    touch(Thing::edge(edge[0], edge[1])).filter(|it| !["in the way", "refused"].contains(it));
                assert_eq!(told_here, expected, "edge {edge:?}: {event:?}");
                *told.entry(expected.unwrap_or("left")).or_default() += 1;
            }
            assert!(mesh.sentence(event).ends_with('.'), "{}", mesh.sentence(event));
        }
        let mesh = replay.model();
        assert!(born_at.iter().all(|(&it, &at)| mesh.born_at(it) == at));
    }
    assert!(["laid", "removed", "born"].iter().all(|it| told[it] > 100), "{told:?}");
}

#[test]
fn no_edges_among_points_on_a_line_or_in_one_place() {
    let line: Vec<Point> = (0..6).map(|it| Point::new(f64::from(it), 2.0 * f64::from(it))).collect();
    for points in [vec![], line[..1].to_vec(), line[..2].to_vec(), line.clone(), vec![line[0]; 5]] {
        let count = points.len() as u32;
        let constraints: Vec<[u32; 2]> = (0..count).flat_map(|a| (0..count).map(move |b| [a, b])).collect();
        let replay = lay(&points, &constraints, Order::Brio);
        let mesh = replay.model();
        assert_eq!((mesh.laid().len(), mesh.refused().len(), windings(mesh).len()), (0, 0, 0));
        assert_eq!(validate(mesh, |_| false), []);
    }
    let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)].map(Point::from);
    let replay = lay(&square, &[[0, 0], [0, 4], [4, 0]], Order::Given);
    assert_eq!((replay.model().laid(), replay.model().laying()), (&[][..], None));
}

/// A constraint along a comb of many teeth, above a comb.
#[test]
fn a_constraint_may_cross_very_many_triangles() {
    let teeth = 20_000;
    let mut points = vec![Point::new(0.0, 0.0), Point::new(f64::from(teeth), 0.0)];
    for x in 0..teeth {
        let x = f64::from(x) + 0.5;
        points.extend([Point::new(x, 0.25 + (x * 0.7).sin() * 0.1), Point::new(x, -0.25 + (x * 0.3).cos() * 0.1)]);
    }
    // Points on a circle all lie in no circle of each other.
    let round: Vec<Point> =
        (0..2000).map(|it| f64::from(it) * 0.003).map(|it| Point::new(it.cos(), it.sin())).collect();
    for (points, ends, least) in [(points, [0, 1], 20_000), (round, [0, 1000], 15)] {
        let mut replay = lay(&points, &[ends], Order::Brio);
        let end = replay.model().clone();
        check_mesh(&end);
        assert_eq!(end.laid().len(), 1);
        assert!(replay.detail().len() > 2 * least, "{} triangles crossed", replay.detail().len() / 2);
        let length = replay.log().events().len();
        replay.seek(length - 1);
        assert_eq!(replay.model().laid().len(), 0);
        replay.seek(length);
        assert!(*replay.model() == end);
    }
}

#[test]
fn what_crosses_is_told_with_its_place() {
    let points = [(0.0, 0.0), (4.0, 4.0), (0.0, 4.0), (4.0, 0.0), (1.0, 3.0)].map(Point::from);
    let replay = lay(&points, &[[0, 1], [2, 3]], Order::Given);
    let mesh = replay.model();
    let faults = validate(mesh, |_| false);
    assert_eq!(faults.len(), 1);
    assert_eq!((faults[0].kind, faults[0].at), (MeshFault::CrossingConstraints, Point::new(2.0, 2.0)));
    assert_eq!(faults[0].ends.map(|it| it.map(|end| mesh.point(end))), Some([points[2], points[3]]));
    let event = replay.log().events().last().expect("an event");
    assert!(Triangulation::is_fault(event));
    let names = [0, 1, 2, 3]
        .map(|it| (0..5).map(VertexId::new).find(|&vertex| mesh.point(vertex) == points[it]).expect("a vertex"));
    let sentence = format!(
        "Constraint 1, {} to {}, was refused: it crosses edge {}–{}, laid for constraint 0.",
        names[2], names[3], names[0], names[1]
    );
    let other = sentence.replace(&format!("{}–{}", names[0], names[1]), &format!("{}–{}", names[1], names[0]));
    assert!([sentence, other].contains(&mesh.sentence(event)), "{}", mesh.sentence(event));
    // What leads up to the crossing stays.
    assert_eq!(mesh.laid().len(), 2);
    assert_eq!(mesh.dividing().map(|it| (it.0, mesh.point(it.1))).collect::<Vec<_>>(), [(1, points[4])]);
}

/// Edges whose both sides are removed stay: they hang into the pocket from the rim.
#[test]
fn edges_hang_into_a_pocket() {
    let count = 20;
    let mut points = vec![Point::new(-20.0, 0.0), Point::new(10.0 * f64::from(count) + 20.0, 0.0)];
    let mut constraints = Vec::new();
    for x in (0..count).map(|it| 10.0 * f64::from(it)) {
        let first = points.len() as u32;
        points.extend([(x, 10.0), (x, 0.1), (x - 5.0, -0.1)].map(Point::from));
        if first.is_multiple_of(2) {
            constraints.push([first, first + 1]);
        }
    }
    constraints.push([0, 1]);
    let mut replay = lay(&points, &constraints, Order::Brio);
    let length = replay.log().events().len();
    let (end, detail) = (replay.model().clone(), replay.detail().to_vec());
    check_mesh(&end);
    replay.seek(length - 1);
    let removed = &detail[..detail.len() / 2];
    let hangs = |ends: &[VertexId; 2]| {
        let around = replay.model().living();
        let mut around = around.filter(|&it| ends.iter().all(|end| end_of(replay.model(), it, *end)));
        edges(&end).contains(ends) && around.all(|it| removed.contains(&it.number()))
    };
    assert!(edges(replay.model()).iter().filter(|it| hangs(it)).count() >= 18);
    check_mesh(replay.model());
    replay.seek(length);
    assert!(*replay.model() == end);
}

fn end_of(mesh: &Triangulation, triangle: TriangleId, vertex: VertexId) -> bool {
    mesh.triangle(triangle).corners.contains(&vertex)
}
