//! Rings to polygons and links, against what must be so of them, and beside Recast's own figures.

use std::{collections::BTreeSet, fs, sync::Arc};

use navscope::{
    bake::voxels::{
        Bridges, Convex, Ears, PolygonLinks, Ring, RingVertex, VoxelFault, VoxelGrid, VoxelSettings, bridges, convex,
        ears, links,
    },
    geometry::Point,
    mesh::{PolyMesh, VertexId},
    record::{Recorder, Replayable},
};

use crate::{
    random::Random,
    replay::{Told, check},
};

/// A grid of columns of side 1 from (0, 0) on, with voxels 0.5 high.
pub(crate) const GRID: VoxelGrid =
    VoxelGrid { corner: Point::new(0.0, 0.0), base: 0.0, cell_size: 1.0, cell_height: 0.5, columns: 100, rows: 100 };

/// Settings for that grid, with a step of two voxels.
fn plain() -> VoxelSettings {
    VoxelSettings { cell_size: 1.0, cell_height: 0.5, climb: 1.0, ..VoxelSettings::default() }
}

/// A ring of region 1 without other regions beyond it.
pub(crate) fn ring(places: &[(i32, i32)]) -> Ring {
    let vertices = places.iter().map(|&(x, y)| RingVertex { x, y, height: 1, beyond: 0 }).collect();
    Ring { region: 1, kind: 0, vertices }
}

/// A ring of a region at a height, with the regions beyond its sides.
fn region(region: u32, height: u16, corners: &[(i32, i32, u32)]) -> Ring {
    let vertices = corners.iter().map(|&(x, y, beyond)| RingVertex { x, y, height, beyond }).collect();
    Ring { region, kind: 0, vertices }
}

/// Runs a stage to its end without a record.
fn run<M: Replayable>(model: M, algorithm: impl FnOnce(&mut Recorder<M, ()>) -> std::ops::ControlFlow<()>) -> Arc<M> {
    let mut recorder = Recorder::new(model, ());
    assert!(algorithm(&mut recorder).is_continue());
    Arc::new(recorder.into_parts().0)
}

/// Takes rings through all stages.
pub(crate) fn linked(grid: VoxelGrid, rings: Vec<Ring>, settings: &VoxelSettings) -> Arc<PolygonLinks> {
    let bridges = run(Bridges::new(grid, &rings.into()), bridges);
    let ears = run(Ears::new(bridges, settings), ears);
    let convex = run(Convex::new(ears, settings), convex);
    run(PolygonLinks::new(convex), links)
}

/// The names of all faults.
pub(crate) fn named(links: &PolygonLinks) -> Vec<&'static str> {
    links.faults().iter().map(|it| it.kind.name()).collect()
}

/// Cells of which each knows its region; 0 is wall.
struct Cells {
    side: i32,
    regions: Vec<u32>,
}

impl Cells {
    /// Random cells, `walls` of a hundred of them wall, in regions of connected cells of one of so many patterns.
    fn random(random: &mut Random, side: i32, walls: usize, patterns: i32) -> Self {
        let patterned = |x: i32, y: i32| (x / 3 + y / 4) % patterns;
        let is_wall: Vec<bool> = (0..side * side).map(|_| random.chance(walls)).collect();
        let same = |(x, y): (i32, i32), (p, q): (i32, i32)| patterned(x, y) == patterned(p, q);
        Self { side, regions: flood(side, |it| !is_wall[(it.1 * side + it.0) as usize], same) }
    }

    fn at(&self, (x, y): (i32, i32)) -> u32 {
        let inside = (0..self.side).contains(&x) && (0..self.side).contains(&y);
        if inside { self.regions[(y * self.side + x) as usize] } else { 0 }
    }

    /// Whether the ring of a cell's region runs along its side in a heading.
    fn is_border(&self, cell: (i32, i32), heading: usize) -> bool {
        self.at(cell) != self.at(step(cell, heading))
    }

    /// The rings around all regions: corners where they turn or another region begins, and some in between.
    fn rings(&self) -> Vec<Ring> {
        let mut seen = BTreeSet::new();
        let mut rings = Vec::new();
        for cell in (0..self.side * self.side).map(|it| (it % self.side, it / self.side)) {
            for heading in 0..4 {
                if self.at(cell) != 0 && self.is_border(cell, heading) && !seen.contains(&(cell, heading)) {
                    rings.push(self.follow(cell, heading, &mut seen));
                }
            }
        }
        rings
    }

    /// The ring that has a side of a cell, the region to its left.
    fn follow(&self, cell: (i32, i32), heading: usize, seen: &mut BTreeSet<((i32, i32), usize)>) -> Ring {
        let mut sides = vec![(cell, heading)];
        loop {
            let (cell, heading) = sides[sides.len() - 1];
            seen.insert((cell, heading));
            let left = (heading + 1) % 4;
            let ahead = step(cell, left);
            let next = if self.is_border(cell, left) {
                (cell, left)
            } else if self.is_border(ahead, heading) {
                (ahead, heading)
            } else {
                (step(ahead, heading), (heading + 3) % 4)
            };
            if next == sides[0] {
                break;
            }
            sides.push(next);
        }
        let mut vertices = Vec::new();
        for (i, &(cell, heading)) in sides.iter().enumerate() {
            let (before, was) = sides[(i + sides.len() - 1) % sides.len()];
            let [beyond, beyond_before] = [(cell, heading), (before, was)].map(|it| self.at(step(it.0, it.1)));
            let (x, y) = (cell.0 + i32::from(heading >= 2), cell.1 + i32::from(heading == 1 || heading == 2));
            if was != heading || beyond != beyond_before || (x * 7 + y * 13) % 5 == 0 {
                vertices.push(RingVertex { x, y, height: 1, beyond });
            }
        }
        Ring { region: self.at(cell), kind: 0, vertices }
    }

    /// Areas of connected cells, whatever their region, the largest first.
    fn islands(&self) -> Vec<usize> {
        let islands = flood(self.side, |it| self.at(it) != 0, |_, _| true);
        let mut areas = vec![0; islands.iter().max().map_or(0, |&it| it as usize) + 1];
        for it in islands {
            areas[it as usize] += 1;
        }
        areas[0] = 0;
        areas.retain(|&it| it > 0);
        areas.sort_unstable_by(|a, b| b.cmp(a));
        areas
    }
}

/// The cell beside another: to the left, below, to the right, above.
fn step((x, y): (i32, i32), heading: usize) -> (i32, i32) {
    let (dx, dy) = [(-1, 0), (0, 1), (1, 0), (0, -1)][heading];
    (x + dx, y + dy)
}

/// Numbers cells from 1 on, so that neighbours that are joined have one number; 0 is none.
fn flood(side: i32, is: impl Fn((i32, i32)) -> bool, joined: impl Fn((i32, i32), (i32, i32)) -> bool) -> Vec<u32> {
    let mut numbers = vec![0; (side * side) as usize];
    let mut next = 1;
    for first in (0..side * side).map(|it| (it % side, it / side)) {
        let mut stack = vec![first];
        while let Some(cell) = stack.pop() {
            let place = (cell.1 * side + cell.0) as usize;
            if numbers[place] != 0 || !is(cell) {
                continue;
            }
            numbers[place] = next;
            let beside = (0..4).map(|it| step(cell, it));
            stack.extend(
                beside.filter(|it| (0..side).contains(&it.0) && (0..side).contains(&it.1) && joined(cell, *it)),
            );
        }
        next += u32::from(numbers[(first.1 * side + first.0) as usize] == next);
    }
    numbers
}

/// The rings around regions of random cells.
pub(crate) fn masked(random: &mut Random, side: i32, walls: usize, patterns: i32) -> Vec<Ring> {
    Cells::random(random, side, walls, patterns).rings()
}

/// Exactly, in whole numbers: how corners that lie on columns turn, positive to the left.
fn turned(a: Point, b: Point, c: Point) -> i64 {
    let whole = |it: Point| (it.x as i64, it.y as i64);
    let ((ax, ay), (bx, by), (cx, cy)) = (whole(a), whole(b), whole(c));
    (by - ay) * (cx - ax) - (bx - ax) * (cy - ay)
}

fn is_convex(mesh: &PolyMesh) -> bool {
    mesh.ids().all(|it| {
        let corners = mesh.corners(it);
        let count = corners.len();
        (0..count).all(|i| turned(corners[i], corners[(i + 1) % count], corners[(i + 2) % count]) > 0)
    })
}

#[test]
fn regions_of_random_cells_are_linked_without_a_crack() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let (side, walls, patterns) = (2 + random.below(14) as i32, random.below(50), 1 + random.below(4) as i32);
        let cells = Cells::random(&mut random, side, walls, patterns);
        let settings = VoxelSettings { max_corners: random.pick(&[3, 4, 6, 12]), ..plain() };
        let links = linked(GRID, cells.rings(), &settings);
        assert_eq!(named(&links), Vec::<&str>::new(), "seed {seed}");
        let mesh = links.mesh();
        assert!(is_convex(&mesh), "seed {seed}");
        let components = links.components();
        let mut areas = vec![0.0; cells.islands().len()];
        for polygon in mesh.ids() {
            assert!(mesh.sides(polygon).len() <= settings.max_corners as usize);
            assert_eq!(mesh.name(polygon), polygon.index() as u32);
            let component = components[polygon.index()] as usize;
            assert_eq!(usize::from(mesh.polygon(polygon).floor), component);
            areas[component] += shoelace(&mesh.corners(polygon));
            let centre = mesh.centre(polygon);
            assert!(mesh.polygons_at(centre).any(|it| it == polygon), "the centre lies within");
            for side in mesh.sides(polygon) {
                let Some(twin) = mesh.across(side) else { continue };
                assert_eq!(mesh.across(twin), Some(side));
                let [a, b] = mesh.vertices(side);
                assert_eq!(mesh.vertices(twin), [b, a]);
            }
        }
        let expected: Vec<f64> = cells.islands().into_iter().map(|it| it as f64).collect();
        assert_eq!(areas, expected, "seed {seed}: components are the islands of cells");
    }
}

#[test]
fn polygons_grow_no_larger_than_they_may() {
    let square = || vec![ring(&[(0, 0), (0, 2), (0, 4), (2, 4), (4, 4), (4, 2), (4, 0), (2, 0)])];
    let largest = |max_area| {
        let mesh = linked(GRID, square(), &VoxelSettings { max_area, ..plain() }).mesh();
        let areas: Vec<f64> = mesh.ids().map(|it| shoelace(&mesh.corners(it))).collect();
        assert_eq!(areas.iter().sum::<f64>(), 16.0);
        areas.into_iter().fold(0.0, f64::max)
    };
    assert!(largest(0.0) > 6.0);
    for limit in [4.0, 6.0] {
        assert!(largest(limit) <= limit);
    }
}

/// The one fault of links, with its place and the ends of its side.
#[track_caller]
fn only(links: &PolygonLinks, kind: VoxelFault, [a, b]: [(i32, i32); 2]) {
    let faults = links.faults();
    assert_eq!(faults.iter().map(|it| it.kind).collect::<Vec<_>>(), [kind]);
    let place = |it: (i32, i32)| Point::new(it.0.into(), it.1.into());
    let ends = faults[0].ends.expect("a side");
    assert!(ends == [a, b].map(place) || ends == [b, a].map(place), "{ends:?}");
    assert_eq!(faults[0].at, place(a).middle(place(b)));
}

/// Two squares beside each other, the second so many voxels higher.
fn stairs(apart: u16) -> Vec<Ring> {
    vec![
        region(1, 3, &[(0, 0, 0), (0, 2, 0), (2, 2, 2), (2, 0, 0)]),
        region(2, 3 + apart, &[(2, 0, 1), (2, 2, 0), (4, 2, 0), (4, 0, 0)]),
    ]
}

#[test]
fn a_border_whose_corners_differ_is_a_crack_on_both_sides() {
    assert_eq!(named(&linked(GRID, stairs(2), &plain())), Vec::<&str>::new());
    // Too high for corners to be welded, and simplified apart.
    assert_eq!(named(&linked(GRID, stairs(3), &plain())), ["border-crack"; 2]);
    let mut apart = stairs(0);
    apart[1].vertices[1].y = 3;
    let cracked = linked(GRID, apart, &plain());
    let faults: Vec<_> =
        cracked.faults().iter().map(|it| (it.kind, it.ends.expect("a side").map(|it| (it.x, it.y)))).collect();
    let crack = VoxelFault::BorderCrack;
    assert_eq!(faults, [(crack, [(2.0, 2.0), (2.0, 0.0)]), (crack, [(2.0, 0.0), (2.0, 3.0)])]);
    // A region without a polygon is no other side.
    assert_eq!(named(&linked(GRID, stairs(0)[..1].to_vec(), &plain())), Vec::<&str>::new());
}

/// A floor, and another above its right half, whose walls happen to lie above each other.
fn floors() -> Vec<Ring> {
    vec![
        region(1, 1, &[(0, 0, 0), (0, 2, 0), (2, 2, 0), (2, 0, 0)]),
        region(2, 11, &[(2, 0, 0), (2, 2, 0), (4, 2, 0), (4, 0, 0)]),
    ]
}

#[test]
fn links_without_a_check_of_heights_jump_between_floors() {
    let sound = linked(GRID, floors(), &plain());
    assert_eq!((named(&sound), sound.components()), (vec![], vec![0, 1]));
    let blind = linked(GRID, floors(), &VoxelSettings { height_check: false, ..plain() });
    only(&blind, VoxelFault::HeightJump, [(2, 0), (2, 2)]);
    assert_eq!(blind.components(), [0, 0], "and an agent can take it");
}

/// Two squares that differ by four voxels, whose corners are welded to those of two triangles half way between them.
fn ladder() -> Vec<Ring> {
    let mut rings =
        vec![region(3, 5, &[(2, 0, 0), (3, -2, 0), (1, -2, 0)]), region(4, 5, &[(2, 2, 0), (1, 4, 0), (3, 4, 0)])];
    rings.extend(stairs(4));
    rings
}

#[test]
fn links_higher_than_a_step_are_cut() {
    let cut = linked(GRID, ladder(), &plain());
    only(&cut, VoxelFault::HeightJump, [(2, 0), (2, 2)]);
    assert_eq!(cut.components().iter().max(), Some(&3), "nothing is joined");
    let mesh = cut.mesh();
    let twins: Vec<_> = mesh.ids().flat_map(|it| mesh.sides(it)).filter(|&it| mesh.twin(it).is_some()).collect();
    assert_eq!(twins.len(), 2);
    assert!(twins.iter().all(|&it| mesh.across(it).is_none()));
    assert_eq!(named(&linked(GRID, ladder(), &VoxelSettings { climb: 2.0, ..plain() })), Vec::<&str>::new());
}

/// Three squares of which two lie in the same place.
fn crowd() -> Vec<Ring> {
    let mut rings = stairs(0);
    rings.push(region(5, 3, &[(2, 0, 0), (2, 2, 0), (3, 2, 0), (3, 0, 0)]));
    rings
}

#[test]
fn a_side_of_three_is_named() {
    only(&linked(GRID, crowd(), &plain()), VoxelFault::SideOfThree, [(2, 0), (2, 2)]);
}

/// A yard with three holes.
fn yard() -> Vec<Ring> {
    vec![
        ring(&[(0, 0), (0, 12), (12, 12), (12, 5), (12, 0)]),
        ring(&[(7, 3), (11, 3), (11, 7), (7, 7)]),
        ring(&[(3, 3), (4, 3), (4, 4), (3, 4)]),
        ring(&[(9, 9), (10, 9), (10, 10), (9, 10)]),
    ]
}

#[test]
fn greedy_merging_makes_dents() {
    let greedy = VoxelSettings { greedy_concave: true, max_corners: 20, ..plain() };
    for rings in [yard(), vec![ring(&[(0, 0), (0, 4), (4, 4), (4, 2), (2, 2), (2, 0)])]] {
        let dented = linked(GRID, rings.clone(), &greedy);
        assert!(!named(&dented).is_empty() && named(&dented).iter().all(|it| *it == "concave"), "{:?}", named(&dented));
        assert!(!is_convex(&dented.mesh()));
        let sound = linked(GRID, rings, &VoxelSettings { greedy_concave: false, ..greedy });
        assert_eq!(named(&sound), Vec::<&str>::new());
        assert!(is_convex(&sound.mesh()));
    }
}

#[test]
fn places_are_in_world_units() {
    let grid = VoxelGrid { corner: Point::new(-3.0, 10.0), base: 2.0, cell_size: 0.5, ..GRID };
    let mut rings = stairs(2);
    rings[1].kind = 7;
    let mesh = linked(grid, rings, &plain()).mesh();
    let heights: Vec<f64> = (0..6).map(|it| mesh.height(VertexId::new(it))).collect();
    // The corners of the second square are welded to the first's, which stay as high as they were.
    assert_eq!(heights, [3.5, 3.5, 3.5, 3.5, 4.5, 4.5]);
    assert_eq!(mesh.bounds().min, Point::new(-3.0, 10.0));
    assert_eq!(mesh.bounds().max, Point::new(-1.0, 11.0));
    assert_eq!(mesh.ids().map(|it| mesh.polygon(it).kind).collect::<Vec<_>>(), [0, 7]);
}

/// Checks that all four stages replay, for rings that lead into every corner of them.
pub(crate) fn check_all(told: &mut Told) {
    let mut all = |rings: Vec<Ring>, settings: &VoxelSettings| {
        let bridges = check(Bridges::new(GRID, &rings.into()), told);
        let ears = check(Ears::new(Arc::new(bridges), settings), told);
        let convex = check(Convex::new(Arc::new(ears), settings), told);
        check(PolygonLinks::new(Arc::new(convex)), told)
    };
    for rings in [yard(), stairs(2), stairs(3), crowd(), floors(), ladder()] {
        all(rings.clone(), &plain());
        let pits =
            VoxelSettings { ear_epsilon: 1.5, greedy_concave: true, height_check: false, max_corners: 40, ..plain() };
        all(rings, &pits);
    }
    all(yard(), &VoxelSettings { max_area: 20.0, ..plain() });
    // The corner that is nearest to a hole lies behind it, or behind another hole.
    all(yard()[..2].to_vec(), &plain());
    let hidden = ring(&[(0, 0), (0, 12), (9, 12), (9, 5), (9, 0)]);
    all(vec![hidden, ring(&[(5, 5), (6, 6), (6, 7)]), ring(&[(7, 4), (8, 4), (8, 6), (7, 6)])], &plain());
    all(vec![ring(&[(9, 9), (9, 0), (0, 4), (0, 0)]), ring(&[(20, 1), (22, 1), (21, 2)])], &plain());
    let touching = [ring(&[(0, 0), (0, 6), (6, 6), (6, 0)]), ring(&[(0, 6), (2, 4), (3, 5)])];
    all(touching.to_vec(), &plain());
    for seed in 0..8 {
        let mut random = Random::new(seed);
        all(masked(&mut random, 9, 30, 3), &plain());
        all(masked(&mut random, 9, 30, 1), &VoxelSettings { ear_epsilon: 1.5, ..plain() });
    }
}

#[test]
fn rings_replay() {
    check_all(&mut Told::default());
}

#[test]
#[ignore = "reads Recast's figures from the directory that NAVSCOPE_REFERENCE3D names"]
#[expect(clippy::print_stdout, reason = "the figures are what it is run for")]
fn recasts_own_rings_give_its_polygons() {
    let folder = std::env::var("NAVSCOPE_REFERENCE3D").expect("a directory");
    let mut files: Vec<_> = fs::read_dir(folder).expect("a directory").map(|it| it.expect("an entry").path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "json") && !it.to_string_lossy().ends_with("truth.json"));
    files.sort();
    println!("| case | polygons | vertices | directed links | components | area | time |");
    for file in files {
        let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).expect("text")).expect("JSON");
        println!("| {} {}", file.file_stem().expect("a name").to_string_lossy(), beside_recast(&json));
    }
}

fn beside_recast(json: &serde_json::Value) -> String {
    let number = |it: &serde_json::Value| it.as_f64().expect("a number");
    let params = &json["params"];
    let settings = VoxelSettings {
        cell_size: number(&params["cellSize"]),
        cell_height: number(&params["cellHeight"]),
        climb: number(&params["agentMaxClimb"]),
        ..VoxelSettings::default()
    };
    let grid = VoxelGrid { cell_size: settings.cell_size, cell_height: settings.cell_height, ..GRID };
    let rings: Vec<Ring> = json["contourData"]
        .as_array()
        .expect("contours")
        .iter()
        .filter_map(|it| {
            let vertices: Vec<RingVertex> = it["vertices"]
                .as_array()
                .expect("vertices")
                .iter()
                .map(|it| {
                    let [x, y, z, beyond] = [0, 1, 2, 3].map(|i| it[i].as_i64().expect("whole"));
                    RingVertex { x: x as _, y: z as _, height: y as _, beyond: beyond as _ }
                })
                .collect();
            let region = it["region"].as_i64().expect("whole") as _;
            (!vertices.is_empty()).then_some(Ring { region, kind: 0, vertices })
        })
        .collect();
    let began = std::time::Instant::now();
    let links = linked(grid, rings, &settings);
    let elapsed = began.elapsed();
    assert_eq!(named(&links), Vec::<&str>::new());
    let mesh = links.mesh();
    let own = [
        mesh.count(),
        mesh.points().len(),
        mesh.ids().flat_map(|it| mesh.sides(it)).filter(|&it| mesh.across(it).is_some()).count(),
        links.components().iter().max().map_or(0, |&it| it as usize + 1),
    ];
    let polygons = json["polygonData"].as_array().expect("polygons");
    let vertices = json["vertexData"].as_array().expect("vertices");
    let neighbours = polygons.iter().flat_map(|it| it["n"].as_array().expect("neighbours"));
    let recasts = [
        polygons.len(),
        vertices.len(),
        neighbours.filter(|it| it.as_i64() != Some(-1)).count(),
        polygons.iter().filter_map(|it| it["component"].as_u64()).max().map_or(0, |it| it as usize + 1),
    ];
    assert_eq!(own, recasts);
    let area_of = |polygon: &serde_json::Value| {
        let corners = polygon["v"].as_array().expect("corners").iter().map(|it| {
            let at = &vertices[it.as_u64().expect("whole") as usize];
            Point::new(number(&at[0]), number(&at[2]))
        });
        shoelace(&corners.collect::<Vec<_>>()) * settings.cell_size * settings.cell_size
    };
    let areas = [mesh.ids().map(|it| shoelace(&mesh.corners(it))).sum::<f64>(), polygons.iter().map(area_of).sum()];
    assert!((areas[0] - areas[1]).abs() < 1e-6, "{areas:?}");
    let [polygons, vertices, links, components] = own;
    format!("| {polygons} | {vertices} | {links} | {components} | {:.3} | {elapsed:?} |", areas[0])
}

/// The area around which corners turn left.
fn shoelace(corners: &[Point]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| b.x * a.y - a.x * b.y).sum::<f64>() / 2.0
}
