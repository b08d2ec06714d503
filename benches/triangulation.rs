//! Delaunay triangulation beside spade and delaunator: recorded and not, in BRIO and in given order; seeking and stepping.
//!
//! `cargo bench --bench triangulation -- 100000` runs the sizes that hold that number.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "inputs are made of small numbers"
)]

use std::{hint::black_box, ops::ControlFlow};

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use navscope::{
    geometry::{Numbers, Point},
    mesh::{Frame, Order, Triangulation, triangulate},
    record::{Log, Recorder},
    trace::{Replay, Watch},
};
use spade::{DelaunayTriangulation, HierarchyHintGenerator, Point2, Triangulation as _};

/// The same pseudo-random numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn random(count: usize) -> Vec<Point> {
    let mut random = Random(42);
    (0..count).map(|_| Point::new(random.next() * 1000.0, random.next() * 1000.0)).collect()
}

/// Five points a cell, row by row, then shuffled.
fn five_a_cell(count: usize) -> Vec<Point> {
    let side = (count as f64 / 5.0).sqrt().round() as usize;
    let pattern = [(0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
    let cells = (0..side).flat_map(|y| (0..side).map(move |x| (x as f64, y as f64)));
    let mut points: Vec<Point> = cells.flat_map(|(x, y)| pattern.map(|(dx, dy)| Point::new(x + dx, y + dy))).collect();
    let mut random = Random(7);
    for i in (1..points.len()).rev() {
        points.swap(i, (random.next() * (i + 1) as f64) as usize);
    }
    points
}

fn ours(points: &[Point], order: Order, recorded: bool) -> usize {
    let (mut mesh, _) = Triangulation::of(points, order, Frame::Symbolic, Numbers::default());
    mesh.reserve();
    if recorded {
        let mut recorder = Recorder::new(mesh, Log::default());
        assert_eq!(triangulate(&mut recorder), ControlFlow::Continue(()));
        let (mesh, log) = recorder.into_parts();
        mesh.triangles().len() + log.events().len()
    } else {
        let mut recorder = Recorder::new(mesh, ());
        assert_eq!(triangulate(&mut recorder), ControlFlow::Continue(()));
        recorder.triangles().len()
    }
}

fn construction(c: &mut Criterion) {
    type Inputs = [(&'static str, fn(usize) -> Vec<Point>); 2];
    let inputs: Inputs = [("random", random), ("five a cell", five_a_cell)];
    for (name, make) in inputs {
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        for count in [10_000, 100_000, 1_000_000] {
            let points = make(count);
            let spade: Vec<Point2<f64>> = points.iter().map(|p| Point2::new(p.x, p.y)).collect();
            let delaunator: Vec<_> = points.iter().map(|p| delaunator::Point { x: p.x, y: p.y }).collect();
            group.throughput(Throughput::Elements(points.len() as u64));
            for (what, order, recorded) in [
                ("brio, recorded", Order::Brio, true),
                ("brio", Order::Brio, false),
                ("given order, recorded", Order::Given, true),
            ] {
                group.bench_with_input(BenchmarkId::new(what, count), &points, |b, points| {
                    b.iter(|| ours(black_box(points), order, recorded));
                });
            }
            group.bench_with_input(BenchmarkId::new("spade bulk_load", count), &spade, |b, points| {
                b.iter_batched(
                    || points.clone(),
                    |points| DelaunayTriangulation::<Point2<f64>>::bulk_load(points).map(|it| it.num_vertices()),
                    BatchSize::LargeInput,
                );
            });
            group.bench_with_input(BenchmarkId::new("spade with hierarchy", count), &spade, |b, points| {
                b.iter(|| {
                    let mut mesh: DelaunayTriangulation<_, (), (), (), HierarchyHintGenerator<f64>> =
                        DelaunayTriangulation::new();
                    for &p in points {
                        mesh.insert(p).expect("the points are finite");
                    }
                    mesh.num_vertices()
                });
            });
            group.bench_with_input(BenchmarkId::new("delaunator", count), &delaunator, |b, points| {
                b.iter(|| delaunator::triangulate(black_box(points)).triangles.len());
            });
        }
        group.finish();
    }
}

fn replay(c: &mut Criterion) {
    let mut group = c.benchmark_group("replay of 1,000,000");
    group.sample_size(10);
    let (mut mesh, _) = Triangulation::of(&random(1_000_000), Order::Brio, Frame::Symbolic, Numbers::default());
    mesh.reserve();
    let mut replay = Replay::record(mesh, &Watch::default()).expect("nobody cancels");
    group.bench_function("1000 steps back and forth", |b| {
        replay.seek(500_000);
        b.iter(|| {
            replay.seek(499_000);
            replay.seek(500_000);
        });
    });
    let mut random = Random(1);
    group.bench_function("seek anywhere", |b| {
        b.iter(|| replay.seek((random.next() * 1e6) as usize));
    });
    group.bench_function("living triangles half-way", |b| {
        replay.seek(500_000);
        b.iter(|| replay.model().living().fold(0u64, |sum, it| sum + u64::from(it.number())));
    });
    group.finish();
}

criterion_group!(benches, construction, replay);
criterion_main!(benches);
