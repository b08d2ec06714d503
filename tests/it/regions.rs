//! Surfaces to regions, contours and simplified rings, against what must be so of them, and beside Recast's own figures.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::Arc,
};

use navscope::{
    bake::voxels::{
        Contours, Heading, Partition, RegionMap, Ring, RingVertex, Simplify, Surface, Top, TopId, VoxelGrid,
        VoxelSettings, contours, regions, simplify,
    },
    geometry::{Point, distance_to_segment},
    io::{BuiltIn, GALLERY},
    record::{Recorder, Replayable},
    trace::StageName,
};

use crate::{
    random::Random,
    replay::{Told, check},
    rig::{built_in, maze, random_maze},
};

/// Runs a stage to its end without a record.
fn run<M: Replayable>(model: M, algorithm: impl FnOnce(&mut Recorder<M, ()>) -> std::ops::ControlFlow<()>) -> Arc<M> {
    let mut recorder = Recorder::new(model, ());
    assert!(algorithm(&mut recorder).is_continue());
    Arc::new(recorder.into_parts().0)
}

/// A file of columns, a token for each.
struct Columns(BTreeMap<String, Vec<String>>);

fn tokens(line: &str) -> Vec<String> {
    let each = line.split_whitespace().flat_map(|token| match token.split_once('x') {
        Some((count, token)) => vec![token.to_owned(); count.parse().expect("a count")],
        None => vec![token.to_owned()],
    });
    each.collect()
}

impl Columns {
    fn read(path: &Path, rows: usize) -> Self {
        let text = fs::read_to_string(path).expect("columns");
        let mut lines = text.lines().skip(1);
        let mut stages = BTreeMap::new();
        while let Some(line) = lines.next() {
            let name = line.split_whitespace().nth(1).expect("a stage").to_owned();
            stages.insert(name, lines.by_ref().take(rows).flat_map(tokens).collect());
        }
        Self(stages)
    }

    /// The tops of a stage with their headroom, linked as in Recast.
    fn surface(&self, stage: &str, grid: VoxelGrid, (height, climb): (u16, u16)) -> Surface {
        let number = |it: &str| it.parse::<u16>().expect("a number");
        let list = |it: &str| if it == "-" { Vec::new() } else { it.split(',').map(str::to_owned).collect::<Vec<_>>() };
        let mut tops: Vec<Top> = Vec::new();
        let mut columns: Vec<Vec<usize>> = vec![Vec::new(); grid.count()];
        // Links were made before tops were eroded.
        let stand = |stage: &str| {
            self.0[stage].iter().map(|it| list(it).iter().map(|it| number(it)).collect()).collect::<Vec<Vec<u16>>>()
        };
        let (all, kept) = (stand("afterLowHeight"), stand(stage));
        for (at, spans) in self.0["rasterized"].iter().enumerate() {
            let spans: Vec<(u16, u16)> = list(spans)
                .iter()
                .map(|it| it.trim_end_matches('w').split_once(':').expect("a span"))
                .map(|(low, high)| (number(low), number(high)))
                .collect();
            for (place, span) in spans.iter().enumerate().filter(|(_, it)| all[at].contains(&it.1)) {
                let room = spans.get(place + 1).map_or(u16::MAX, |it| it.0) - span.1;
                columns[at].push(tops.len());
                tops.push(Top {
                    column: at as u32 % grid.columns,
                    row: at as u32 / grid.columns,
                    height: span.1,
                    headroom: room.min(255) as u8,
                    kind: 0,
                    links: [TopId::NONE; 4],
                });
            }
        }
        let mut new = vec![TopId::NONE; tops.len()];
        let is_kept = |it: &Top| kept[grid.index(it.column, it.row)].contains(&it.height);
        let left: Vec<usize> = (0..tops.len()).filter(|&it| is_kept(&tops[it])).collect();
        left.iter().enumerate().for_each(|(to, &from)| new[from] = TopId::of_index(to));
        let link = |top: &Top, heading: Heading| {
            let (x, y) = heading.step();
            let (x, y) = (top.column.checked_add_signed(x)?, top.row.checked_add_signed(y)?);
            let beside = (x < grid.columns && y < grid.rows).then(|| &columns[grid.index(x, y)])?;
            let fits = |it: &usize| {
                let (a, b) = (top, &tops[*it]);
                let end = |it: &Top| it.height + u16::from(it.headroom);
                i32::from(end(a).min(end(b))) - i32::from(a.height.max(b.height)) >= i32::from(height)
                    && a.height.abs_diff(b.height) <= climb
            };
            beside.iter().find(|it| fits(it)).map(|&it| new[it])
        };
        let linked = |&it: &usize| Top {
            links: Heading::ALL.map(|heading| link(&tops[it], heading).unwrap_or(TopId::NONE)),
            ..tops[it]
        };
        Surface::new(grid, left.iter().map(linked).collect())
    }
}

/// The partition as Recast has it: in each column the regions by their tops.
fn partition_of(path: &Path) -> Vec<Vec<(u16, u32)>> {
    let text = fs::read_to_string(path).expect("regions");
    let column = |token: String| {
        let region = |it: &str| {
            let (region, top) = it.split_once('@').expect("region@top");
            (top.parse().expect("a top"), region.parse().expect("a region"))
        };
        if token == "-" { Vec::new() } else { token.split(',').map(region).collect() }
    };
    text.lines().skip(1).flat_map(tokens).map(column).collect()
}

/// The regions by their tops, numbered anew in the order in which they come.
fn canonical(map: &RegionMap) -> Vec<Vec<(u16, u32)>> {
    let surface = map.surface();
    let mut numbers = BTreeMap::new();
    let mut column = |x, y| {
        let tops = surface.in_column(x, y).filter(|&it| map.region(it) != 0);
        let region = |it: TopId| {
            let next = numbers.len() as u32 + 1;
            (surface.top(it).height, *numbers.entry(map.region(it)).or_insert(next))
        };
        tops.map(region).collect::<Vec<_>>()
    };
    let grid = surface.grid();
    (0..grid.rows).flat_map(|y| (0..grid.columns).map(move |x| (x, y))).map(|(x, y)| column(x, y)).collect()
}

#[test]
#[ignore = "reads Recast's figures from the directory that NAVSCOPE_REFERENCE3D names"]
#[expect(clippy::print_stdout, reason = "the figures are what it is run for")]
fn stages_give_what_recast_gives() {
    let folder = std::env::var("NAVSCOPE_REFERENCE3D").expect("a directory");
    let mut files: Vec<_> = fs::read_dir(folder).expect("a directory").map(|it| it.expect("an entry").path()).collect();
    let is_case = |it: &Path| {
        let name = it.to_string_lossy();
        name.ends_with(".json") && !name.contains("truth") && !name.contains("detail") && !name.contains("queries")
    };
    files.retain(|it| is_case(it));
    files.sort();
    let mut wrong = 0;
    for file in files {
        let data: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).expect("text")).expect("JSON");
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let case = name.rsplit_once('.').expect("a partition").0;
        let at = |path: &str| data.pointer(path).and_then(serde_json::Value::as_f64).expect("a number");
        let whole = |path: &str| at(path) as u32;
        let grid = VoxelGrid {
            corner: Point::new(at("/mesh/bmin/0"), at("/mesh/bmin/2")),
            base: at("/mesh/bmin/1"),
            cell_size: at("/params/cellSize"),
            cell_height: at("/params/cellHeight"),
            columns: whole("/stages/heightfield/width"),
            rows: whole("/stages/heightfield/height"),
        };
        let columns = Columns::read(&file.with_file_name(format!("{case}.columns.txt")), grid.rows as usize);
        let agent = (whole("/derived/walkableHeight") as u16, whole("/derived/walkableClimb") as u16);
        let [ground, surface] = ["afterLowHeight", "eroded"].map(|stage| Arc::new(columns.surface(stage, grid, agent)));
        let settings = VoxelSettings {
            cell_size: 1.0,
            max_edge: at("/derived/maxEdgeLen"),
            max_error: at("/params/edgeMaxError"),
            min_region: whole("/derived/minRegionArea"),
            merge_region: whole("/derived/mergeRegionArea"),
            partition: match data["params"]["partition"].as_str().expect("a partition") {
                "watershed" => Partition::Watershed,
                "monotone" => Partition::Monotone,
                _ => Partition::Layers,
            },
            ..VoxelSettings::default()
        };
        let map = run(RegionMap::new(surface, &settings), regions);
        let walked = run(Contours::new(map.clone(), ground), contours);
        let simple = run(Simplify::new(walked.clone(), &settings), simplify);
        let rings: Vec<_> = simple.rings().map(|it| it.1).collect();
        let ours = partition_of(&file.with_file_name(format!("{name}.regions.txt")));
        let same = canonical(&map) == ours;
        let raw: usize = walked.all().iter().map(|it| it.ring.vertices.len()).sum();
        let figures = [
            ("before", map.regions_before() as usize, "/stages/regions/beforeMerge"),
            ("after", map.count() as usize, "/stages/regions/afterMerge"),
            ("contours", rings.len(), "/stages/contours/count"),
            ("holes", rings.iter().filter(|it| it.is_hole()).count(), "/stages/contours/holes"),
            ("raw", raw, "/stages/contours/rawVertices"),
            ("simple", rings.iter().map(|it| it.vertices.len()).sum(), "/stages/contours/simplifiedVertices"),
        ];
        let line: Vec<String> =
            figures.iter().map(|(word, ours, path)| format!("{word} {ours}/{}", at(path))).collect();
        let fits = figures.iter().all(|(_, ours, path)| *ours == at(path) as usize);
        wrong += usize::from(!same || !fits);
        println!("{name}: partition {}, {}", if same { "same" } else { "DIFFERS" }, line.join(", "));
        let theirs = rings_of(&data);
        let mine: Vec<Vec<[i32; 3]>> =
            rings.iter().map(|it| it.vertices.iter().map(|it| [it.x, i32::from(it.height), it.y]).collect()).collect();
        let plain = |it: &Vec<Vec<[i32; 3]>>| {
            it.iter().map(|it| it.iter().map(|it| [it[0], it[2]]).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        println!("    rings equal with heights: {}, in plan: {}", theirs == mine, plain(&theirs) == plain(&mine));
    }
    assert_eq!(wrong, 0);
}

/// The rings that Recast has, as far as no hole was bridged.
fn rings_of(data: &serde_json::Value) -> Vec<Vec<[i32; 3]>> {
    let ring = |it: &serde_json::Value| {
        let vertices = it["vertices"].as_array().expect("vertices").iter();
        vertices.map(|it| [0, 1, 2].map(|at| it[at].as_i64().expect("a number") as i32)).collect()
    };
    data["contourData"].as_array().expect("contours").iter().map(ring).collect()
}

const PARTITIONS: [Partition; 3] = [Partition::Watershed, Partition::Monotone, Partition::Layers];

/// Settings under which small mazes keep their regions.
fn small(partition: Partition) -> VoxelSettings {
    VoxelSettings { cell_size: 1.0, partition, min_region: 3, merge_region: 12, ..VoxelSettings::default() }
}

/// Takes a surface through all stages.
fn simplified(surface: &Arc<Surface>, settings: &VoxelSettings) -> Arc<Simplify> {
    let map = run(RegionMap::new(surface.clone(), settings), regions);
    let walked = run(Contours::new(map, surface.clone()), contours);
    run(Simplify::new(walked, settings), simplify)
}

/// How many tops each region has, after a check that each is connected and that none is left out by the partition.
fn areas(map: &RegionMap) -> BTreeMap<u32, usize> {
    let surface = map.surface();
    let mut areas = BTreeMap::new();
    let mut seen = vec![false; surface.tops().len()];
    for id in surface.ids().filter(|&it| map.region(it) != 0) {
        if seen[id.index()] {
            continue;
        }
        let (mut stack, mut count) = (vec![id], 0);
        seen[id.index()] = true;
        while let Some(top) = stack.pop() {
            count += 1;
            for beside in Heading::ALL.into_iter().filter_map(|it| surface.beyond(top, it)) {
                if map.region(beside) == map.region(id) && !seen[beside.index()] {
                    seen[beside.index()] = true;
                    stack.push(beside);
                }
            }
        }
        assert_eq!(areas.insert(map.region(id), count), None, "region {} is in two parts", map.region(id));
    }
    assert!(surface.ids().all(|it| map.raw(it) != 0), "the partition leaves a top out");
    assert!(areas.keys().copied().eq(1..=map.count()), "regions count from 1");
    areas
}

/// The sides of rings between regions, each with the region on its left and that beyond.
fn borders<'r>(rings: impl Iterator<Item = &'r Ring>) -> BTreeMap<[(i32, i32); 2], (u32, u32)> {
    let mut sides = BTreeMap::new();
    for ring in rings {
        let next = ring.vertices.iter().cycle().skip(1);
        for (a, b) in ring.vertices.iter().zip(next).filter(|it| it.0.beyond != 0) {
            let was = sides.insert([(a.x, a.y), (b.x, b.y)], (ring.region, a.beyond));
            assert_eq!(was, None, "two rings have a side in common");
        }
    }
    sides
}

/// How many sides have no reverse in the ring of the region beyond.
fn cracks<'r>(rings: impl Iterator<Item = &'r Ring>) -> usize {
    let sides = borders(rings);
    sides.iter().filter(|&(&[a, b], &(left, right))| sides.get(&[b, a]) != Some(&(right, left))).count()
}

/// Checks what must be so of regions, contours and rings.
fn check_rings(surface: &Arc<Surface>, settings: &VoxelSettings) {
    let simple = simplified(surface, settings);
    let (walked, map) = (simple.contours(), simple.contours().map());
    let areas = areas(map);
    let mut doubled: BTreeMap<u32, f64> = BTreeMap::new();
    for it in walked.all() {
        *doubled.entry(it.ring.region).or_default() += it.ring.doubled_area();
        let next = it.ring.vertices.iter().cycle().skip(1);
        let steps = it.ring.vertices.iter().zip(next).map(|(a, b)| (a.x - b.x).abs() + (a.y - b.y).abs());
        assert!(steps.into_iter().all(|it| it == 1), "a contour has a gap");
    }
    for (region, area) in areas.into_iter().filter(|it| it.1 > 1) {
        assert_eq!(doubled.get(&region), Some(&(2.0 * area as f64)), "region {region}");
    }
    let lone: BTreeSet<u32> = (1..=map.count()).filter(|it| !doubled.contains_key(it)).collect();
    let whole = walked.all().iter().map(|it| &it.ring);
    let beside_lone = borders(whole.clone()).values().filter(|it| lone.contains(&it.1)).count();
    assert_eq!(cracks(whole), beside_lone);
    let rings: Vec<(usize, Ring)> = simple.rings().collect();
    let there: BTreeSet<usize> = rings.iter().map(|it| it.0).collect();
    if lone.is_empty() && there.len() == walked.all().len() {
        assert_eq!(cracks(rings.iter().map(|it| &it.1)), 0);
    }
    for (place, ring) in &rings {
        // Where a side is split, it may go through corners on either side of the line that it was.
        let most = if settings.max_edge == 0.0 { settings.max_error } else { 2.0 * settings.max_error };
        check_error(&walked.all()[*place].ring, ring, most);
    }
}

/// Checks that along walls a ring keeps within the error of its contour.
fn check_error(contour: &Ring, ring: &Ring, error: f64) {
    let place = |it: &RingVertex| Point::new(it.x.into(), it.y.into());
    for (at, vertex) in contour.vertices.iter().enumerate() {
        let before = &contour.vertices[(at + contour.vertices.len() - 1) % contour.vertices.len()];
        if (vertex.beyond, before.beyond) != (0, 0) {
            continue;
        }
        let next = ring.vertices.iter().cycle().skip(1);
        let distances =
            ring.vertices.iter().zip(next).map(|(a, b)| distance_to_segment(place(vertex), place(a), place(b)));
        assert!(distances.fold(f64::MAX, f64::min) <= error + 1e-9, "{vertex:?} is far from its ring");
    }
}

#[test]
fn built_in_mazes_have_whole_regions_and_rings_without_cracks() {
    for BuiltIn { name, .. } in GALLERY {
        let maze = built_in(name).maze;
        for partition in PARTITIONS {
            let radii: &[f64] = if maze.columns() > 30 { &[0.0] } else { &[0.0, 0.4] };
            for &radius in radii {
                check_rings(&Arc::new(Surface::of_cells(&maze, radius)), &small(partition));
            }
        }
    }
}

#[test]
fn random_mazes_have_whole_regions_and_rings_without_cracks() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let [columns, rows] = [(); 2].map(|()| 1 + random.below(40));
        let walls = random.pick(&[0, 5, 15, 30]);
        let surface = Arc::new(Surface::of_cells(&random_maze(&mut random, columns, rows, walls), 0.0));
        for partition in PARTITIONS {
            let (min_region, merge_region) = (random.below(20) as u32, random.below(80) as u32);
            let max_error = random.pick(&[0.0, 0.5, 1.3, 3.0]);
            let max_edge = random.pick(&[0.0, 3.0, 12.0]);
            check_rings(&surface, &VoxelSettings { min_region, merge_region, max_error, max_edge, ..small(partition) });
        }
    }
}

#[test]
fn borders_simplified_apart_crack() {
    let mut apart = 0;
    for seed in 0..10 {
        let maze = random_maze(&mut Random::new(seed), 40, 40, 10);
        let surface = Arc::new(Surface::of_cells(&maze, 0.0));
        let settings = VoxelSettings { min_region: 0, shared_borders: false, ..small(Partition::Monotone) };
        let rings: Vec<Ring> = simplified(&surface, &settings).rings().map(|it| it.1).collect();
        apart += cracks(rings.iter());
    }
    assert!(apart > 100, "only {apart} cracks");
}

/// A surface like that of a maze, with a second floor above part of it and ground of two kinds.
fn two_floors(random: &mut Random) -> Arc<Surface> {
    let flat = Surface::of_cells(&random_maze(random, 24, 18, 8), 0.0);
    let above = |it: &Top| (6..15).contains(&it.column) && (4..12).contains(&it.row);
    let mut tops: Vec<Top> = flat.tops().iter().map(|&it| Top { kind: u8::from(it.column > 18), ..it }).collect();
    tops.extend(flat.tops().iter().filter(|it| above(it)).map(|&it| Top { height: 20, ..it }));
    tops.sort_by_key(|it| (it.row, it.column, it.height));
    let find = |column: u32, row: u32, height: u16| {
        tops.iter().position(|it| (it.column, it.row, it.height) == (column, row, height)).map(TopId::of_index)
    };
    let link = |top: &Top, heading: Heading| {
        let (x, y) = heading.step();
        let (x, y) = (top.column.checked_add_signed(x)?, top.row.checked_add_signed(y)?);
        // One leads down from the upper floor along its left side.
        let other = if top.height == 20 { 0 } else { 20 };
        let climbs = top.column.min(x) == 5 && heading.step().1 == 0;
        find(x, y, top.height)
            .filter(|_| !(climbs && top.height == 0 && find(x, y, 20).is_some()))
            .or_else(|| find(x, y, other).filter(|_| climbs))
    };
    let linked: Vec<Top> = tops
        .iter()
        .map(|it| Top { links: Heading::ALL.map(|to| link(it, to).unwrap_or(TopId::NONE)), ..*it })
        .collect();
    Arc::new(Surface::new(*flat.grid(), linked))
}

/// Checks all three stages on some surfaces, so that every kind of event occurs.
pub(crate) fn check_all(told: &mut Told) {
    let mut all = |surface: &Arc<Surface>, settings: &VoxelSettings| {
        let map = check(RegionMap::new(surface.clone(), settings), told);
        let walked = check(Contours::new(Arc::new(map), surface.clone()), told);
        check(Simplify::new(Arc::new(walked), settings), told);
    };
    for partition in PARTITIONS {
        for seed in 0..4 {
            let mut random = Random::new(seed);
            let settings = VoxelSettings { max_edge: 4.0, ..small(partition) };
            let flat = random_maze(&mut random, 20, 16, 25);
            all(&Arc::new(Surface::of_cells(&flat, 0.0)), &settings);
            all(
                &Arc::new(Surface::of_cells(&flat, 0.0)),
                &VoxelSettings { min_region: 0, merge_region: 0, ..settings },
            );
            all(&two_floors(&mut random), &settings);
            all(&two_floors(&mut random), &VoxelSettings { shared_borders: false, merge_region: 400, ..settings });
        }
        all(&Arc::new(Surface::of_cells(&maze(&["##"]), 0.0)), &small(partition));
    }
}

#[test]
fn regions_contours_and_rings_replay() {
    let mut told = Told::default();
    check_all(&mut told);
    assert_eq!(told.missing(&[StageName::Regions, StageName::Contours, StageName::Simplify]), []);
}
