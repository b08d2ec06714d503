//! Many small, nasty point sets: exact meshes stay right, and rounded ones may tear but never hang, crash or fail to replay.

use navscope::{
    geometry::{Article, Kernel as _, Numbers, Place, Point, Policy},
    mesh::{Frame, MeshFault, Order, TriangleId, Triangulation},
    record::{Recorder, StopAfter},
    trace::Stage as _,
};

use crate::{
    delaunay::{check, euler, mesh},
    random::Random,
    rig::record,
};

#[test]
fn thousands_of_small_degenerate_sets() {
    let mut random = Random::new(11);
    for _ in 0..3000 {
        let (count, side) = (random.below(14), random.between(1, 5));
        let points: Vec<Point> = (0..count).map(|_| random.lattice_point(0, side)).collect();
        check(&points);
    }
}

/// A frame that is too small loses triangles. Then that is told, and only then.
#[test]
fn what_a_frame_loses_is_told() {
    let mut random = Random::new(12);
    let mut told = [0, 0, 0];
    for round in 0..3000 {
        let (count, side) = (3 + random.below(12), random.pick(&[3, 5, 100]));
        let points: Vec<Point> = (0..count).map(|_| random.lattice_point(0, side)).collect();
        let factor = random.pick(&[0.1, 1.0, 2.0, 10.0, 1e6]);
        let mesh = mesh(&points, random.pick(&[Order::Brio, Order::Given]), Frame::Super(factor));
        let complete = mesh.triangles.len() == euler(&points);
        assert!(complete || !mesh.faults.is_empty(), "round {round}, {factor}: {points:?}");
        // From a factor of 2 on the frame holds all points; smaller ones may do worse than lose something.
        if factor >= 2.0 {
            assert_eq!(mesh.faults.is_empty(), complete, "round {round}, {factor}: {points:?}");
            let only_lost = mesh.faults.iter().all(|it| matches!(it, MeshFault::Dent | MeshFault::LostVertex));
            assert!(only_lost, "round {round}, {factor}: {:?}", mesh.faults);
        }
        told[0] += usize::from(complete);
        told[1] += usize::from(mesh.faults.contains(&MeshFault::Dent));
        told[2] += usize::from(mesh.faults.contains(&MeshFault::LostVertex));
    }
    assert!(told.iter().all(|&it| it > 100), "{told:?}");
}

#[test]
fn a_flat_corner_needs_a_large_frame() {
    let flat = [(75.0, 90.0), (80.0, 80.0), (90.0, 75.0)].map(Point::from);
    let lost = [MeshFault::LostVertex; 3];
    let [small, large] = [0.1, 1e3].map(|factor| mesh(&flat, Order::Given, Frame::Super(factor)));
    assert_eq!((small.triangles.len(), &small.faults[..]), (0, &lost[..]));
    assert_eq!((large.triangles.len(), &large.faults[..]), (1, &[][..]));
    let corner = [&flat[..], &[Point::new(100.0, 100.0)]].concat();
    let [small, large] = [0.5, 1e3].map(|factor| mesh(&corner, Order::Given, Frame::Super(factor)));
    assert_eq!((small.triangles.len(), &small.faults[..]), (1, &lost[..1]));
    assert_eq!((large.triangles.len(), &large.faults[..]), (2, &[][..]));
}

/// Points of some shape, at some scale, perhaps far away.
fn nasty_points(random: &mut Random) -> Vec<Point> {
    let count = random.below(40);
    let side = random.pick(&[1, 4, 6, 30, 1000]);
    let scale = random.pick(&[1e-9, 1e-3, 1.0, 1.0, 0.1, 1e6]);
    let offset = random.pick(&[0.0, 0.0, 1e4, 1e9, 1e15, 1e100]);
    let mut points: Vec<Point> = (0..count)
        .map(|_| random.lattice_point(0, side))
        .map(|p| Point::new(p.x * scale + offset, p.y * scale - offset))
        .collect();
    if random.chance(30) {
        let again: Vec<Point> = points.iter().copied().step_by(2).collect();
        points.extend(again);
    }
    points
}

fn nasty_numbers(random: &mut Random) -> Numbers {
    let mut epsilon = || random.pick(&[0.0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 1.0, 100.0, 1e6]);
    let [in_circle_epsilon, collinear_epsilon, same_point_epsilon] = [epsilon(), epsilon(), epsilon()];
    let policy = random.pick(&[Policy::Float, Policy::F32, Policy::Article]);
    Numbers { policy, in_circle_epsilon, collinear_epsilon, same_point_epsilon }
}

#[test]
fn torn_meshes_end_and_replay() {
    let mut random = Random::new(13);
    let mut torn = 0;
    for _ in 0..3000 {
        let (points, numbers) = (nasty_points(&mut random), nasty_numbers(&mut random));
        let frame = match random.pick(&[0.0, 0.0, 0.01, 0.1, 1.0, 10.0, 1e6]) {
            0.0 => Frame::Symbolic,
            factor => Frame::Super(factor),
        };
        let order = random.pick(&[Order::Brio, Order::Given]);
        let (fresh, _) = Triangulation::of(&points, order, frame, numbers);
        torn += usize::from(replays(fresh, &mut random));
    }
    assert!(torn > 100, "{torn} meshes tore");
}

/// Enough points, far enough apart in time, for the walk to start from hints.
#[test]
fn large_torn_meshes_end_and_replay() {
    let mut random = Random::new(14);
    for _ in 0..24 {
        let numbers = Numbers { policy: random.pick(&[Policy::Float, Policy::F32]), ..nasty_numbers(&mut random) };
        let points: Vec<Point> = (0..1200).map(|_| random.lattice_point(0, 60)).collect();
        let frame = random.pick(&[Frame::Symbolic, Frame::Super(1.0)]);
        let (fresh, _) = Triangulation::of(&points, Order::Given, frame, numbers);
        replays(fresh, &mut random);
    }
}

/// Whatever it takes to find them quickly, the triangles removed are all those alive whose circle holds the vertex.
#[test]
fn the_article_removes_every_triangle_in_conflict() {
    let mut random = Random::new(15);
    let mut removed = 0;
    for round in 0..600 {
        let numbers = match round % 2 {
            0 => Numbers { policy: Policy::Article, ..Numbers::default() },
            _ => Numbers { policy: Policy::Article, ..nasty_numbers(&mut random) },
        };
        let points = match round {
            0 => (0..700).map(|_| random.lattice_point(0, 90)).collect(),
            _ => nasty_points(&mut random),
        };
        let frame = Frame::Super(random.pick(&[0.1, 1.0, 10.0, 1e3]));
        let (fresh, _) = Triangulation::of(&points, random.pick(&[Order::Given, Order::Brio]), frame, numbers);
        removed += check_conflicts(fresh, Article::from(&numbers));
    }
    assert!(removed > 5000, "{removed}");
}

/// Holds every step against a look at all living triangles; gives how many were removed.
fn check_conflicts(fresh: Triangulation, kernel: Article) -> usize {
    let mut replay = record(fresh);
    let mut removed = 0;
    for at in 1..replay.log().events().len() {
        replay.seek(at);
        let mesh = replay.model();
        let p = mesh.point(mesh.next());
        let holds = |&it: &TriangleId| {
            let [a, b, c] = mesh.corners(it).expect("no corner at infinity");
            kernel.in_circle(a, b, c, p).verdict == Place::Inside
        };
        let expected: Vec<u32> = mesh.living().filter(holds).map(TriangleId::number).collect();
        // A torn mesh that grows without end is left alone from some size on.
        let gave_up = mesh.triangles().len() > 4096;
        replay.seek(at + 1);
        let mut zone = replay.detail().to_vec();
        zone.sort_unstable();
        assert!(zone == expected || (gave_up && zone.is_empty()), "event {at}: {zone:?} instead of {expected:?}");
        removed += zone.len();
    }
    removed
}

/// Checks that a run replays at its ends and at some positions between; tells whether the mesh tore.
fn replays(fresh: Triangulation, random: &mut Random) -> bool {
    let mut replay = record(fresh.clone());
    let length = replay.log().events().len();
    let end = replay.model().clone();
    replay.seek(0);
    assert!(*replay.model() == fresh, "reverting all leaves nothing");
    for _ in 0..4 {
        let at = random.below(length + 1);
        replay.seek(at);
        if at > 0 {
            let mut stopped = Recorder::new(fresh.clone(), StopAfter(at));
            assert!(Triangulation::run(&mut stopped).is_break());
            assert!(*replay.model() == *stopped, "the replay differs from the run at {at} of {length}");
        }
        let before = replay.model().clone();
        replay.observations();
        assert!(*replay.model() == before, "taking observations changed the mesh");
    }
    replay.seek(length);
    assert!(*replay.model() == end);
    replay.log().events().iter().any(|it| Triangulation::kind(it).word == "tore")
}
