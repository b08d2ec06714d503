//! Finished meshes, held against the definition of Delaunay, against Euler, and against another library.
//!
//! The checks here ask the predicates' own source and whole numbers, never this crate's `validate`; that one is checked by
//! having to agree.

use std::collections::{BTreeMap, BTreeSet};

use navscope::{
    geometry::{Numbers, Point},
    mesh::{Frame, MeshEvent, MeshFault, Order, Triangulation, VertexId, insertion_order, validate},
};
use robust::Coord;
use spade::{DelaunayTriangulation, Point2, Triangulation as _};

use crate::{random::Random, rig::record};

/// A point by the bits of its coordinates, as far as it is told apart from others.
pub(crate) type Key = (u64, u64);

fn key(p: Point) -> Key {
    // Negative zero is zero.
    ((p.x + 0.0).to_bits(), (p.y + 0.0).to_bits())
}

fn coord(p: Point) -> Coord<f64> {
    // The crate's y points down, that of the predicates up.
    Coord { x: p.x, y: -p.y }
}

/// Positive if a → b → c turns left as seen on the screen.
pub(crate) fn orientation(a: Point, b: Point, c: Point) -> f64 {
    robust::orient2d(coord(a), coord(b), coord(c))
}

fn in_circle([a, b, c]: [Point; 3], p: Point) -> f64 {
    robust::incircle(coord(a), coord(b), coord(c), coord(p))
}

/// A mesh as triangles of points, with the points that were merged away.
pub(crate) struct Mesh {
    pub(crate) triangles: Vec<[Point; 3]>,
    pub(crate) merged: BTreeSet<VertexId>,
    pub(crate) faults: Vec<MeshFault>,
    points: Vec<Point>,
}

/// Triangulates exactly.
pub(crate) fn mesh(points: &[Point], order: Order, frame: Frame) -> Mesh {
    let (model, vertices) = Triangulation::of(points, order, frame, Numbers::default());
    let mut sorted = vertices.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..points.len() as u32), "every point is one vertex");
    let replay = record(model);
    let model = replay.model();
    let merged: BTreeMap<VertexId, VertexId> = (replay.log().events().iter())
        .filter_map(|it| if let MeshEvent::Merged { vertex, into } = *it { Some((vertex, into)) } else { None })
        .collect();
    for (&vertex, &into) in &merged {
        assert_eq!(key(model.point(vertex)), key(model.point(into)));
        assert!(into < vertex && !merged.contains_key(&into));
    }
    Mesh {
        triangles: model.inner().filter_map(|it| model.corners(it)).collect(),
        faults: validate(model, |it| merged.contains_key(&it)).into_iter().map(|it| it.kind).collect(),
        points: vertices.iter().map(|&it| points[it as usize]).collect(),
        merged: merged.into_keys().collect(),
    }
}

/// The distinct points, in order of x and y.
fn distinct(points: &[Point]) -> Vec<Point> {
    let mut points: Vec<Point> = points.to_vec();
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points.dedup_by_key(|it| key(*it));
    points
}

/// The hull, points on its sides included; empty if all points lie on a line. Andrew's monotone chain.
fn hull(points: &[Point]) -> Vec<Point> {
    let points = distinct(points);
    let flat = |it: &Point| orientation(points[0], points[points.len() - 1], *it) == 0.0;
    if points.iter().all(flat) {
        return Vec::new();
    }
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while chain.len() > 1 && orientation(chain[chain.len() - 2], chain[chain.len() - 1], p) < 0.0 {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    hull
}

/// How many triangles a triangulation has, by Euler.
pub(crate) fn euler(points: &[Point]) -> usize {
    match hull(points).len() {
        0 => 0,
        on_hull => 2 * distinct(points).len() - on_hull - 2,
    }
}

/// The two triangles (or one) at each edge, each by its third corner.
fn edges(triangles: &[[Point; 3]]) -> BTreeMap<[Key; 2], Vec<([Point; 3], Point)>> {
    let mut edges: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for &corners in triangles {
        for i in 0..3 {
            let mut ends = [key(corners[(i + 1) % 3]), key(corners[(i + 2) % 3])];
            ends.sort_unstable();
            edges.entry(ends).or_default().push((corners, corners[i]));
        }
    }
    edges
}

/// Twice the area of a polygon with whole coordinates.
fn area(corners: &[Point]) -> i128 {
    let whole = |value: f64| {
        assert_eq!(value.fract(), 0.0);
        value as i128
    };
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(p, q)| whole(q.x) * whole(p.y) - whole(p.x) * whole(q.y)).sum()
}

/// Holds a mesh against the definition.
fn check_mesh(mesh: &Mesh) {
    assert_eq!(mesh.faults, []);
    assert_eq!(mesh.triangles.len(), euler(&mesh.points), "{:?}", mesh.points);
    let edges = edges(&mesh.triangles);
    assert!(edges.values().all(|it| it.len() <= 2));
    for &corners in &mesh.triangles {
        assert!(orientation(corners[0], corners[1], corners[2]) > 0.0, "{corners:?}");
    }
    let local = edges.values().filter(|it| it.len() == 2).map(|it| (it[0].0, it[1].1));
    assert!(local.into_iter().all(|(corners, far)| in_circle(corners, far) <= 0.0));
    if mesh.points.len() <= 64 {
        let all = mesh.triangles.iter().flat_map(|&it| mesh.points.iter().map(move |&p| (it, p)));
        assert!(all.into_iter().all(|(corners, p)| in_circle(corners, p) <= 0.0));
    }
    let used: BTreeSet<Key> = mesh.triangles.iter().flatten().map(|it| key(*it)).collect();
    for (vertex, &p) in (0..).zip(&mesh.points) {
        assert!(mesh.triangles.is_empty() || used.contains(&key(p)), "vertex {vertex} {p:?} is lost");
    }
    let doubled = mesh.points.len() - distinct(&mesh.points).len();
    assert!(mesh.triangles.is_empty() || mesh.merged.len() == doubled);
    if mesh.points.iter().all(|it| it.x.fract() == 0.0 && it.y.fract() == 0.0 && it.x.abs().max(it.y.abs()) < 1e15) {
        let sum: i128 = mesh.triangles.iter().map(|it| area(it)).sum();
        assert_eq!(sum, area(&hull(&mesh.points)));
    }
}

/// Holds a mesh against spade's, which may have cut cocircular points another way.
fn check_against_spade(mesh: &Mesh) {
    let mut other: DelaunayTriangulation<Point2<f64>> = DelaunayTriangulation::new();
    for p in &mesh.points {
        other.insert(Point2::new(p.x, p.y)).expect("within its limits");
    }
    assert_eq!(mesh.triangles.len(), other.num_inner_faces());
    let theirs: BTreeSet<[Key; 2]> = (other.undirected_edges())
        .map(|it| {
            let mut ends = it.positions().map(|it| key(Point::new(it.x, it.y)));
            ends.sort_unstable();
            ends
        })
        .collect();
    for (ends, sides) in edges(&mesh.triangles) {
        let free = matches!(sides[..], [(corners, _), (_, far)] if in_circle(corners, far) == 0.0);
        assert!(free || theirs.contains(&ends), "edge {ends:?} is ours alone");
    }
}

/// Checks everything for some points, in either order.
pub(crate) fn check(points: &[Point]) {
    for order in [Order::Brio, Order::Given] {
        let mesh = mesh(points, order, Frame::Symbolic);
        check_mesh(&mesh);
        check_against_spade(&mesh);
    }
}

#[test]
fn regular_and_random_points() {
    let grid: Vec<Point> = (0..40).flat_map(|x| (0..30).map(move |y| Point::new(f64::from(x), f64::from(y)))).collect();
    check(&grid);
    let mut random = Random::new(1);
    let wide: Vec<Point> = (0..1500).map(|_| random.lattice_point(-1_000_000, 1_000_000)).collect();
    check(&wide);
    let doubled: Vec<Point> = (0..1500).map(|_| random.lattice_point(0, 25)).collect();
    check(&doubled);
    let fractions: Vec<Point> = (0..1000).map(|_| Point::new(random.fraction(), random.fraction())).collect();
    check(&fractions);
}

#[test]
fn scaled_and_shifted_points() {
    let mut random = Random::new(2);
    for scale in [1e-9, 1e-3, 0.1, 1e9] {
        for offset in [0.0, 0.3, 1e4] {
            let mut shifted = || random.lattice_point(-20, 20);
            let points = (0..200).map(|_| shifted());
            let points: Vec<Point> = points.map(|p| Point::new(p.x * scale + offset, p.y * scale - offset)).collect();
            check(&points);
        }
    }
}

/// All whole points at a squared distance from the origin.
fn circle(radius_squared: i64) -> Vec<Point> {
    let side = radius_squared.isqrt();
    let all = (-side..=side).flat_map(|x| (-side..=side).map(move |y| (x, y)));
    all.filter(|(x, y)| x * x + y * y == radius_squared).map(|(x, y)| Point::new(x as f64, y as f64)).collect()
}

#[test]
fn cocircular_points() {
    for (radius_squared, count) in [(25, 12), (5 * 13 * 17, 32), (25 * 13 * 17, 48), (5 * 13 * 17 * 29, 64)] {
        let mut points = circle(radius_squared);
        assert_eq!(points.len(), count);
        check(&points);
        points.push(Point::new(0.0, 0.0));
        check(&points);
        points.extend(circle(4 * radius_squared));
        check(&points);
    }
}

#[test]
fn points_on_a_line_make_no_triangle() {
    let empty = [vec![], vec![Point::new(1.0, 2.0)], vec![Point::new(1.0, 2.0), Point::new(3.0, 4.0)]];
    let along = |dx: f64, dy: f64| {
        (0..20).map(|i| Point::new(f64::from(i * 7 % 20) * dx, f64::from(i * 7 % 20) * dy)).collect()
    };
    let lines = [along(1.0, 0.0), along(0.0, 1.0), along(1.0, 3.0), along(0.5, -0.25), vec![Point::new(5.0, 5.0); 9]];
    for points in empty.into_iter().chain(lines) {
        check(&points);
        for order in [Order::Brio, Order::Given] {
            assert!(mesh(&points, order, Frame::Symbolic).triangles.is_empty());
            assert!(mesh(&points, order, Frame::Super(10.0)).triangles.is_empty());
        }
    }
}

#[test]
fn points_that_broke_other_libraries() {
    let cases: Vec<serde_json::Value> = serde_json::from_str(include_str!("data/points.json")).expect("JSON");
    assert_eq!(cases.len(), 7);
    for case in cases {
        let points: Vec<[f64; 2]> = serde_json::from_value(case["points"].clone()).expect("points");
        let points: Vec<Point> = points.into_iter().map(Point::from).collect();
        check(&points);
        let expected = match case["id"].as_str() {
            Some("bw-square100") => 1,
            Some("cocircular-17") => 15,
            Some("collinear-3of4" | "poly2tri-7") => 2,
            _ => continue,
        };
        assert_eq!(mesh(&points, Order::Brio, Frame::Symbolic).triangles.len(), expected, "{}", case["id"]);
    }
}

#[test]
fn an_order_of_insertion_takes_every_point_once() {
    let mut random = Random::new(3);
    for count in [0, 1, 2, 3, 999, 1000, 5000] {
        let points: Vec<Point> = (0..count).map(|_| random.lattice_point(0, 50)).collect();
        for order in [Order::Brio, Order::Given] {
            let mut order = insertion_order(&points, order);
            order.sort_unstable();
            assert!(order.into_iter().eq(0..count));
        }
    }
}
