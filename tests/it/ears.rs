//! Ear clipping of rings with holes, against areas, crossings and the count of triangles, in whole numbers of its own.

use std::sync::Arc;

use navscope::bake::voxels::{Ring, VoxelSettings};

use crate::{
    random::Random,
    voxel_mesh::{GRID, linked, masked, named, ring},
};

type Place = (i64, i64);

fn places(ring: &Ring) -> Vec<Place> {
    ring.vertices.iter().map(|it| (i64::from(it.x), i64::from(it.y))).collect()
}

/// Positive where a, b, c turn left on the screen.
fn left_of(a: Place, b: Place, c: Place) -> i64 {
    (b.1 - a.1) * (c.0 - a.0) - (b.0 - a.0) * (c.1 - a.1)
}

/// Twice the area around which corners turn left.
fn doubled(corners: &[Place]) -> i64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.1 * b.0 - b.1 * a.0).sum()
}

/// Whether two lines cross in a point inside of both.
fn cross([a, b]: [Place; 2], [c, d]: [Place; 2]) -> bool {
    let apart = |p: i64, q: i64| p.signum() * q.signum() < 0;
    apart(left_of(a, b, c), left_of(a, b, d)) && apart(left_of(c, d, a), left_of(c, d, b))
}

/// Whether a line has a place in it that is no end.
fn passes([a, b]: [Place; 2], p: Place) -> bool {
    let along = |a: Place| (a.0 - p.0, a.1 - p.1);
    let ((ax, ay), (bx, by)) = (along(a), along(b));
    left_of(a, b, p) == 0 && ax * bx + ay * by < 0
}

fn around<T: Copy>(corners: &[T]) -> impl Iterator<Item = [T; 2]> + '_ {
    (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]])
}

/// Cuts rings without a fault, and holds the triangles against the rings.
#[track_caller]
fn check(rings: &[Ring]) {
    let links = linked(GRID, rings.to_vec(), &VoxelSettings::default());
    assert_eq!(named(&links), Vec::<&str>::new(), "{rings:?}");
    let ears = links.convex().ears();
    let joined = ears.bridges().outlines();
    let triangles: Vec<[Place; 3]> = ears
        .all()
        .iter()
        .map(|it| it.corners.map(|corner| places(&joined[it.ring as usize])[corner as usize]))
        .collect();
    let expected: i64 = rings.iter().map(|it| doubled(&places(it))).sum();
    assert_eq!(triangles.iter().map(|it| doubled(it)).sum::<i64>(), expected, "the area is that of the rings");
    assert!(triangles.iter().all(|it| doubled(it) > 0), "all turn left");
    assert_eq!(triangles.len(), joined.iter().map(|it| it.vertices.len() - 2).sum::<usize>());
    let sides: Vec<[Place; 2]> = rings.iter().flat_map(|it| around(&places(it)).collect::<Vec<_>>()).collect();
    for triangle in &triangles {
        for line in around(triangle) {
            assert!(!sides.iter().any(|&side| cross(line, side)), "{line:?} crosses a side");
            assert!(!sides.iter().any(|it| passes(line, it[0])), "{line:?} goes through a corner");
        }
    }
    for [place, _] in sides {
        assert!(triangles.iter().any(|it| it.contains(&place)), "{place:?} is used");
    }
}

/// An outline and its holes, turned as they should be.
fn rings(all: &[&[(i32, i32)]]) -> Vec<Ring> {
    let turned = |index: usize, corners: &[(i32, i32)]| {
        let mut it = ring(corners);
        if (doubled(&places(&it)) > 0) != (index == 0) {
            it.vertices.reverse();
        }
        it
    };
    all.iter().enumerate().map(|(index, it)| turned(index, it)).collect()
}

/// Rings that other programs failed on, in whole numbers.
#[test]
fn known_hard_rings_are_cut_exactly() {
    // mapbox/earcut#177: two holes share a corner.
    check(&rings(&[&[(0, 0), (20, 0), (20, 25), (0, 25)], &[(3, 3), (2, 12), (9, 15)], &[(9, 21), (2, 12), (7, 22)]]));
    // mapbox/earcut#45: a hole shares a corner with the outline.
    check(&rings(&[
        &[(10, 10), (25, 10), (25, 40), (10, 40)],
        &[(15, 30), (20, 35), (10, 40)],
        &[(15, 15), (15, 20), (20, 15)],
    ]));
    // greenm01/poly2tri#90, in thousands.
    check(&rings(&[
        &[(374, 96), (374, 317), (576, 317), (576, 96)],
        &[(449, 291), (393, 205), (419, 177)],
        &[(539, 138), (419, 177), (420, 139)],
    ]));
    // greenm01/poly2tri#15, moved.
    check(&rings(&[&[(1_831_330, 0), (0, 465_866), (4_819_280, 3_228_920), (4_675_200, 562_252)]]));
    // MaulingMonkey/poly2tri-cs#7: a hole joined by a bridge already; moved.
    check(&rings(&[&[
        (2_200, 0),
        (263_211, 0),
        (265_787, 168_932),
        (231_469, 149_090),
        (228_145, 17_841),
        (35_432, 17_841),
        (35_432, 150_749),
        (231_469, 149_090),
        (265_787, 168_932),
        (0, 170_728),
    ]]));
}

#[test]
fn rings_around_random_cells_are_cut_exactly() {
    for seed in 0..120 {
        let mut random = Random::new(seed);
        let (side, walls) = (3 + random.below(12) as i32, 10 + random.below(50));
        check(&masked(&mut random, side, walls, 1));
    }
}

/// A ring of random corners on a lattice that does not touch itself, by undoing crossings.
fn random_ring(random: &mut Random, corners: usize, low: i64, high: i64) -> Option<Vec<Place>> {
    let mut ring: Vec<Place> = (0..corners).map(|_| (random.between(low, high), random.between(low, high))).collect();
    for _ in 0..200 {
        let meets = |i: usize, j: usize| {
            let side = |it: usize| [ring[it], ring[(it + 1) % corners]];
            meet(side(i), side(j))
        };
        let apart = |i: usize, j: usize| j > i + 1 && !(i == 0 && j == corners - 1);
        let pairs = (0..corners).flat_map(|i| (0..corners).map(move |j| (i, j)));
        let Some((i, j)) = pairs.filter(|&(i, j)| apart(i, j)).find(|&(i, j)| meets(i, j)) else {
            let flat = |i: usize| {
                let [a, b, c] = [0, 1, 2].map(|step| ring[(i + step) % corners]);
                a == b || passes([a, b], c) || passes([b, c], a) || a == c
            };
            return (!(0..corners).any(flat)).then_some(ring);
        };
        ring[i + 1..=j].reverse();
    }
    None
}

#[test]
fn random_rings_with_random_holes_are_cut_exactly() {
    let (mut cut, mut holes) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let (corners, side) = (4 + random.below(26), random.pick(&[9, 30, 300]));
        let Some(outline) = random_ring(&mut random, corners, 0, side) else { continue };
        let mut all = vec![outline];
        for _ in 0..12 {
            let (corners, low) = (3 + random.below(3), random.between(0, side - side / 4));
            let Some(hole) = random_ring(&mut random, corners, low, low + side / 3) else { continue };
            if all.iter().all(|other| !touch(other, &hole)) && all[1..].iter().all(|it| !holds(it, hole[0])) {
                let swallows = all[1..].iter().any(|it| holds(&hole, it[0]));
                if holds(&all[0], hole[0]) && !swallows {
                    all.push(hole);
                }
            }
        }
        let all: Vec<Vec<(i32, i32)>> =
            all.iter().map(|it| it.iter().map(|p| (p.0 as i32, p.1 as i32)).collect()).collect();
        let borrowed: Vec<&[(i32, i32)]> = all.iter().map(Vec::as_slice).collect();
        check(&rings(&borrowed));
        cut += 1;
        holes += all.len() - 1;
    }
    assert!(cut > 150 && holes > 150, "{cut} rings, {holes} holes");
}

/// Whether two rings have a place in common.
fn touch(one: &[Place], other: &[Place]) -> bool {
    around(one).any(|a| around(other).any(|b| meet(a, b)))
}

/// Whether two lines have a place in common, those of one on the other included.
fn meet(a: [Place; 2], b: [Place; 2]) -> bool {
    cross(a, b) || a.iter().any(|&p| passes(b, p) || b.contains(&p)) || b.iter().any(|&p| passes(a, p))
}

/// Whether a place that is on no side lies in a ring.
fn holds(ring: &[Place], p: Place) -> bool {
    around(ring)
        .filter(|&[a, b]| {
            let (low, high) = if a.1 < b.1 { (a, b) } else { (b, a) };
            low.1 <= p.1 && p.1 < high.1 && left_of(low, high, p) > 0
        })
        .count()
        % 2
        == 1
}

#[test]
fn rings_that_cross_themselves_are_named() {
    let links = |all: &[&[(i32, i32)]]| named(&linked(GRID, rings(all), &VoxelSettings::default()));
    assert_eq!(links(&[&[(0, 0), (0, 4), (9, 0), (9, 9)]]), ["not-clipped"]);
    assert_eq!(links(&[&[(0, 0), (2, 0), (4, 0)]]), ["not-clipped"]);
    // A hole beside its outline, and one in an outline of another region.
    let outline: &[(i32, i32)] = &[(0, 0), (0, 4), (4, 4), (4, 0)];
    assert_eq!(links(&[outline, &[(6, 1), (7, 2), (7, 1)]]), ["no-bridge"]);
    let mut other = rings(&[outline, &[(1, 1), (2, 2), (2, 1)]]);
    other[1].region += 1;
    assert_eq!(named(&linked(GRID, other, &VoxelSettings::default())), ["no-bridge"]);
}

/// Whatever rings are given, the stages end; what they can't do they name.
#[test]
fn broken_rings_do_no_harm() {
    // mapbox/earcut#147: holes that touch along parts of sides, moved.
    let outline = [
        (240, 340),
        (243, 177),
        (259, 0),
        (284, 90),
        (319, 20),
        (365, 300),
        (420, 10),
        (480, 400),
        (530, 380),
        (530, 300),
    ];
    let holes: [&[(i32, i32)]; 2] =
        [&[(300, 200), (300, 260), (340, 260), (340, 200)], &[(340, 210), (340, 300), (380, 300), (380, 210)]];
    linked(GRID, rings(&[&outline, holes[0], holes[1]]), &VoxelSettings::default());
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let count = 1 + random.below(5);
        let all: Vec<Ring> = (0..count)
            .map(|_| {
                let corners: Vec<(i32, i32)> =
                    (0..random.below(12)).map(|_| (random.below(9) as i32, random.below(9) as i32)).collect();
                let mut it = ring(&corners);
                it.region = 1 + random.below(2) as u32;
                it.vertices.iter_mut().for_each(|it| {
                    it.beyond = random.below(3) as u32;
                    it.height = random.below(6) as u16;
                });
                it
            })
            .collect();
        for (ear_epsilon, greedy_concave, height_check) in [(0.0, false, true), (2.5, true, false)] {
            let settings = VoxelSettings { ear_epsilon, greedy_concave, height_check, ..VoxelSettings::default() };
            let links = linked(GRID, all.clone(), &settings);
            let mesh = links.mesh();
            assert_eq!(mesh.count(), links.components().len());
        }
    }
}

/// The article's “very small epsilon” takes flat corners for ears, and a larger one reflex corners.
#[test]
fn an_epsilon_cuts_off_what_is_no_ear() {
    let of = |ear_epsilon: f64| VoxelSettings { ear_epsilon, ..VoxelSettings::default() };
    let flat = rings(&[&[(0, 0), (0, 6), (6, 6), (6, 0), (1, 0)]]);
    assert_eq!(named(&linked(GRID, flat.clone(), &of(1e-9)))[0], "ear-not-left");
    let reflex = rings(&[&[(0, 0), (0, 20), (3, 19), (6, 20), (6, 0)]]);
    let wide = named(&linked(GRID, reflex.clone(), &of(6.5)));
    assert!(wide.contains(&"ear-not-left"), "{wide:?}");
    for sound in [flat, reflex] {
        assert_eq!(named(&linked(GRID, sound, &of(0.0))), Vec::<&str>::new());
    }
    let overlapping = |seed: &u64| {
        let cells = masked(&mut Random::new(*seed), 9, 30, 1);
        named(&linked(GRID, cells, &of(1.5))).contains(&"ears-overlap")
    };
    assert!((0..20).any(|it| overlapping(&it)));
}

/// A comb of many thin teeth, each of another length.
fn comb(teeth: i32) -> Vec<Ring> {
    let mut places = vec![(4 * teeth, 0), (0, 0)];
    for tooth in 0..teeth {
        let (x, tip) = (4 * tooth, 1000 + (tooth * 7919) % 997);
        places.extend([(x + 1, tip), (x + 2, tip + 3), (x + 3, 2)]);
    }
    rings(&[&places])
}

#[test]
fn a_large_ring_is_cut() {
    let rings = comb(400);
    let links = linked(GRID, rings.clone(), &VoxelSettings::default());
    assert_eq!(named(&links), Vec::<&str>::new());
    assert_eq!(links.convex().ears().all().len(), rings[0].vertices.len() - 2);
}

#[test]
#[ignore = "tells how long a ring of 5,000 corners takes"]
#[expect(clippy::print_stdout, reason = "the figure is what it is run for")]
fn a_ring_of_five_thousand_corners() {
    let rings: Arc<[Ring]> = comb(1666).into();
    let began = std::time::Instant::now();
    let links = linked(GRID, rings.to_vec(), &VoxelSettings::default());
    println!("{} corners, {:?}, {:?}", rings[0].vertices.len(), began.elapsed(), named(&links));
}
