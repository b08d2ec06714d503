//! Whole bakes of true walls beside spade's constrained triangulation alone, and beside the whole bake of the `polyanya` crate.
//!
//! The maps are those of a folder named by `NAVSCOPE_MAPS`; without it, a built-in maze. All are given the walls around the
//! largest floor; our bake outlines the whole maze itself, and records every step where it says so.

#![expect(clippy::cast_possible_truncation, reason = "the crate is f32")]
#![expect(clippy::print_stderr, reason = "a bench says what it leaves out")]

use std::{fs, hint::black_box, ops::ControlFlow, path::PathBuf, sync::Arc};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use glam::Vec2;
use navscope::{
    bake::{BakeSettings, Filter, Merge, NavMesh, Outline, Recipe, Rectangles, filter, merge, outline, rectangles},
    geometry::Point,
    io::{self, Limits},
    maze::{Maze, Regions, to_i64},
    mesh::{Order, Triangulation, triangulate, windings},
    record::{Log, Recorder, Replayable, Sink},
};
use spade::{ConstrainedDelaunayTriangulation, Point2};

fn maps() -> Vec<(String, Arc<Maze>)> {
    let Some(folder) = std::env::var_os("NAVSCOPE_MAPS").map(PathBuf::from) else {
        eprintln!("NAVSCOPE_MAPS names no folder: its maps are skipped, and a built-in maze is run");
        return vec![("random40".to_owned(), io::built_in("random40").expect("built in").maze)];
    };
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "map"));
    files.sort();
    let name = |it: &PathBuf| it.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    files.iter().map(|it| (name(it), io::open(it, Limits::default()).expect("a map").maze)).collect()
}

/// Runs an algorithm to its end.
fn run<M, S>(model: M, sink: S, algorithm: impl FnOnce(&mut Recorder<M, S>) -> ControlFlow<()>) -> M
where
    M: Replayable,
    S: Sink<M::Event>,
{
    let mut recorder = Recorder::new(model, sink);
    assert!(algorithm(&mut recorder).is_continue(), "nobody stops it");
    recorder.into_parts().0
}

fn settings() -> BakeSettings {
    BakeSettings { recipe: Recipe::Walls, merge: true, ..BakeSettings::default() }
}

/// The whole bake; what happens is kept in logs if that is asked for.
macro_rules! bake {
    ($maze:expr, $sink:expr) => {{
        let outlined = run(Outline::new($maze.clone(), 0.0, settings().arc_error), $sink, outline);
        let (mut mesh, _) = Triangulation::constrained(outlined.points(), outlined.edges(), Order::Brio);
        mesh.reserve();
        let mesh = Arc::new(run(mesh, $sink, triangulate));
        let winding = windings(&mesh).into();
        let filtered = run(Filter::by_winding(mesh, $maze.clone(), settings(), 0.0, winding), $sink, filter);
        let merged = run(Merge::new(Arc::new(filtered)), $sink, merge);
        NavMesh::merged(&merged, 0.0).polygons().count()
    }};
}

/// The whole bake of rectangles.
fn of_rectangles(maze: &Arc<Maze>) -> usize {
    let settings = BakeSettings { recipe: Recipe::Rectangles, ..BakeSettings::default() };
    let sides = run(Rectangles::new(maze.clone(), 0.0), (), rectangles).sides();
    let (mut mesh, _) = Triangulation::constrained(&sides.points, &sides.edges, Order::Brio);
    mesh.reserve();
    let mesh = Arc::new(run(mesh, (), triangulate));
    let winding = windings(&mesh).into();
    let filtered = run(Filter::by_winding(mesh, maze.clone(), settings, 0.0, winding), (), filter);
    let merged = run(Merge::new(Arc::new(filtered)), (), merge);
    NavMesh::merged(&merged, 0.0).polygons().count()
}

/// The rings around the largest floor, that around all of it first.
fn rings(maze: &Arc<Maze>) -> Vec<Vec<Point>> {
    let outlined = run(Outline::new(maze.clone(), 0.0, 0.001), (), outline);
    let regions = Regions::of(maze);
    let largest = (0..).take(regions.count()).max_by_key(|&it| regions.cells(it));
    // Floor lies to the left of each side.
    let floor = |ring: &[Point]| {
        let (a, b) = (ring[0], ring[1]);
        let length = a.distance(b);
        let (x, y) = ((a.x + b.x + (b.y - a.y) / length) / 2.0, (a.y + b.y - (b.x - a.x) / length) / 2.0);
        regions.of_cell(to_i64(x), to_i64(y))
    };
    let mut rings: Vec<Vec<Point>> = (0..outlined.rings()).map(|it| outlined.ring(it)).collect();
    rings.retain(|it| floor(it) == largest);
    let area = |ring: &[Point]| -> f64 {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(a, b)| b.x * a.y - a.x * b.y).sum()
    };
    rings.sort_by(|a, b| area(b).total_cmp(&area(a)));
    rings
}

fn spade_alone(rings: &[Vec<Point>]) -> usize {
    let mut edges = Vec::new();
    let mut vertices = Vec::new();
    for ring in rings {
        let first = vertices.len();
        vertices.extend(ring.iter().map(|it| Point2::new(it.x, it.y)));
        edges.extend((first..vertices.len()).map(|it| [it, if it + 1 < vertices.len() { it + 1 } else { first }]));
    }
    let mesh = ConstrainedDelaunayTriangulation::<Point2<f64>>::bulk_load_cdt(vertices, edges);
    spade::Triangulation::num_inner_faces(&mesh.expect("sound input"))
}

fn of_crate(rings: &[Vec<Point>]) -> usize {
    let coords = |ring: &Vec<Point>| ring.iter().map(|it| Vec2::new(it.x as f32, it.y as f32)).collect::<Vec<_>>();
    let mut walls = polyanya::Triangulation::from_outer_edges(&coords(&rings[0]));
    walls.add_obstacles(rings[1..].iter().map(coords));
    let mut mesh = walls.as_navmesh();
    mesh.merge_polygons();
    mesh.bake();
    mesh.layers[0].polygons.len()
}

fn walls(c: &mut Criterion) {
    for (name, maze) in maps() {
        let rings = rings(&maze);
        let corners: usize = rings.iter().map(Vec::len).sum();
        let mut group = c.benchmark_group(format!("{name}, {corners} corners"));
        group.sample_size(10);
        group.bench_function("bake, recorded", |b| b.iter(|| bake!(black_box(&maze), Log::default())));
        group.bench_function("bake", |b| b.iter(|| bake!(black_box(&maze), ())));
        group.bench_function("rectangles of the whole maze", |b| b.iter(|| of_rectangles(black_box(&maze))));
        group.bench_function("spade's constrained triangulation alone", |b| {
            b.iter_batched(|| rings.clone(), |it| spade_alone(&it), BatchSize::LargeInput);
        });
        group.bench_function("polyanya crate, whole bake", |b| b.iter(|| of_crate(black_box(&rings))));
        group.finish();
    }
}

criterion_group!(benches, walls);
criterion_main!(benches);
