//! Shortest paths by Polyanya, recorded and not, beside the `polyanya` crate on the same polygons.
//!
//! The maps are those of a folder named by `NAVSCOPE_MAPS`, each `NAME.map` with the queries of `NAME.map.scen`, whose cells are
//! taken as lattice corners; without it, a built-in maze. `cargo bench --bench queries -- arena` runs those that hold that word.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "maps are small, and the crate is f32"
)]
#![expect(clippy::print_stderr, reason = "a bench says what it leaves out")]

use std::{
    fs,
    hint::black_box,
    path::{Path, PathBuf},
    sync::Arc,
};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec2;
use navscope::{
    bake::NavMesh,
    debugger::Bake,
    geometry::Point,
    io::{self, Limits, Settings, Value, setting},
    maze::Maze,
    mesh::SightMesh,
    record::{Log, Recorder},
    search::{Polyanya, PolyanyaEvent, polyanya},
    trace::Watch,
};

/// True walls, merged into convex polygons.
const SETTINGS: [(&str, &str); 2] = [("bake.recipe", "walls"), ("bake.merge", "true")];

/// A map with its queries.
struct Map {
    name: String,
    maze: Arc<Maze>,
    queries: Vec<[Point; 2]>,
}

fn maps() -> Vec<Map> {
    let Some(folder) = std::env::var_os("NAVSCOPE_MAPS").map(PathBuf::from) else {
        eprintln!("NAVSCOPE_MAPS names no folder: its maps are skipped, and a built-in maze is run");
        return vec![built_in("random40")];
    };
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "map"));
    files.sort();
    files.iter().filter_map(|it| read(it)).collect()
}

fn read(path: &Path) -> Option<Map> {
    let scenarios = path.with_extension("map.scen");
    let Ok(text) = fs::read_to_string(&scenarios) else {
        eprintln!("{} is missing: its map is skipped", scenarios.display());
        return None;
    };
    let maze = io::open(path, Limits::default()).expect("a map").maze;
    let query = |line: &str| {
        let words: Vec<f64> = line.split_whitespace().skip(4).filter_map(|it| it.parse().ok()).collect();
        let [x, y, to_x, to_y, ..] = words[..] else { return None };
        Some([Point::new(x, y), Point::new(to_x, to_y)])
    };
    let queries = text.lines().filter_map(query).collect();
    Some(Map { name: path.file_stem()?.to_string_lossy().into_owned(), maze, queries })
}

/// A built-in maze, and queries between the corners of its cells.
fn built_in(name: &str) -> Map {
    let maze = io::built_in(name).expect("built in").maze;
    let floor: Vec<Point> = maze.floor().map(|(column, row)| Point::new(column as f64, row as f64)).collect();
    let queries = (0..200).map(|i| [i * 7919, i * 104_729 + 31].map(|it| floor[it % floor.len()])).collect();
    Map { name: name.to_owned(), maze, queries }
}

fn bake(maze: &Arc<Maze>) -> Arc<NavMesh> {
    let mut settings = Settings::default();
    for (path, value) in SETTINGS {
        setting(path).expect("a setting").set(&mut settings, &Value::from_text(value)).expect("in range");
    }
    let nav = Bake::run(maze, &settings, &Watch::default()).expect("nobody cancels").nav;
    // What is made when it is first asked for is no part of a query.
    black_box(nav.sight_mesh());
    nav
}

fn ours(nav: &Arc<NavMesh>, [start, goal]: [Point; 2]) -> usize {
    let mut recorder = Recorder::new(Polyanya::new(nav.clone(), start, goal), ());
    assert!(polyanya(&mut recorder).is_continue());
    recorder.expansions()
}

fn recorded(nav: &Arc<NavMesh>, [start, goal]: [Point; 2]) -> usize {
    let mut recorder = Recorder::new(Polyanya::new(nav.clone(), start, goal), Log::<PolyanyaEvent>::default());
    assert!(polyanya(&mut recorder).is_continue());
    recorder.into_parts().1.events().len()
}

/// The same polygons for the crate. Its y points up, so that its polygons turn left as ours do.
fn of_crate(nav: &NavMesh) -> polyanya::Mesh {
    let sides = nav.sight_mesh();
    let of = |it: u32| sides.side(it).polygon;
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); nav.triangles().expect("triangles").mesh().points().len()];
    let mut is_done = vec![false; sides.sides().len()];
    let all = || 0..sides.sides().len() as u32;
    // Fans begin at a border, where there is one.
    let at_border = all().filter(|&it| sides.side(sides.previous(it)).across == SightMesh::NONE);
    for first in at_border.chain(all()) {
        let mut fan = Vec::new();
        let mut corner = first;
        while !std::mem::replace(&mut is_done[corner as usize], true) {
            fan.push(of(corner));
            match sides.side(corner).across {
                SightMesh::NONE => {
                    fan.push(u32::MAX);
                    break;
                }
                across => corner = sides.next(across),
            }
        }
        around[sides.side(first).vertex.index()].extend(fan.iter().rev());
    }
    let vertices = nav.triangles().expect("triangles").mesh().points().iter().zip(around);
    let vertices = vertices.map(|(p, around)| polyanya::Vertex::new(coords(*p), around)).collect();
    let polygon = |place: u32| {
        let corners: Vec<u32> = sides.around(place).map(|it| sides.side(it).vertex.number()).collect();
        let ways = sides.around(place).filter(|&it| sides.side(it).across != SightMesh::NONE).count();
        polyanya::Polygon::new(corners, ways <= 1)
    };
    let polygons = (0..nav.polygons().count() as u32).map(polygon).collect();
    let mut mesh = polyanya::Mesh::new(vertices, polygons).expect("a sound mesh");
    mesh.bake();
    mesh
}

fn coords(p: Point) -> Vec2 {
    Vec2::new(p.x as f32, -p.y as f32)
}

fn queries(c: &mut Criterion) {
    for Map { name, maze, queries } in maps() {
        let nav = bake(&maze);
        let theirs = of_crate(&nav);
        // A time is that of all queries together; elements a second are queries a second.
        let mut group = c.benchmark_group(format!("{name}, {} polygons", nav.polygons().count()));
        group.sample_size(10).throughput(Throughput::Elements(queries.len() as u64));
        group.bench_function("polyanya", |b| {
            b.iter(|| queries.iter().map(|it| ours(&nav, black_box(*it))).sum::<usize>());
        });
        group.bench_function("polyanya, recorded", |b| {
            b.iter(|| queries.iter().map(|it| recorded(&nav, black_box(*it))).sum::<usize>());
        });
        group.bench_function("polyanya crate", |b| {
            b.iter(|| {
                let found = |&[start, goal]: &[Point; 2]| theirs.path(coords(start), coords(goal)).is_some();
                queries.iter().filter(|it| found(black_box(it))).count()
            });
        });
        group.finish();
    }
}

criterion_group!(benches, queries);
criterion_main!(benches);
