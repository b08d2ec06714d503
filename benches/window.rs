//! Frames of the window at 1080p over a map of 512 × 512 cells, one sample a cell, without putting pixels: nothing going on,
//! panning, stepping, scrubbing; all in view, and close by.

use criterion::{Criterion, criterion_group, criterion_main};
use egui::{Event, Pos2};
use navscope::{
    app::{Navscope, pictures::Picture},
    debugger::{Command, Lane},
    io::{self, Limits, Value},
    record::Level,
    trace::{Moment, StageName},
};

const SIDE: usize = 512;

/// A map with every sixth cell wall, in no order.
fn map() -> String {
    let mut state = 1u64;
    let mut text = String::new();
    for row in 0..SIDE {
        for column in 0..SIDE {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let border = row == 0 || column == 0 || row + 1 == SIDE || column + 1 == SIDE;
            text.push(match (row, column) {
                (1, 1) => 'S',
                (510, 510) => 'G',
                _ if border || (state >> 33).is_multiple_of(6) => '#',
                _ => '.',
            });
        }
        text.push('\n');
    }
    text
}

fn frames(c: &mut Criterion) {
    let scenario = io::parse("map.txt", &map(), Limits::default()).expect("the map is sound");
    let mut app = Navscope::new(Some(scenario), None);
    app.apply(Command::Set { path: "bake.samples".to_owned(), value: Value::Number(1.0) });
    let mut picture = Picture::new(app, [1920, 1080], 1.0);
    picture.settled();
    let mut group = c.benchmark_group("a frame");
    group.sample_size(10);
    for (view, zooms) in [("all in view", 0), ("close by", 7)] {
        for _ in 0..zooms {
            picture.app().zoom(1.5);
            picture.primitives(Vec::new());
        }
        let seek = |picture: &mut Picture, stage, at| {
            picture.app().apply(Command::Seek(Moment::after(stage, at)));
            picture.primitives(Vec::new());
        };
        for stage in [StageName::Triangulate, StageName::Search] {
            let name = stage.name();
            seek(&mut picture, stage, 100_000);
            group.bench_function(format!("{view}, {name}: nothing going on"), |b| {
                b.iter(|| picture.primitives(Vec::new()));
            });
            group.bench_function(format!("{view}, {name}: stepping"), |b| {
                b.iter(|| {
                    picture.app().apply(Command::Step { level: Level::Operation, forward: true });
                    picture.primitives(Vec::new())
                });
            });
            let mut there = false;
            group.bench_function(format!("{view}, {name}: scrubbing by 2,000"), |b| {
                b.iter(|| {
                    there = !there;
                    let at = if there { 102_000 } else { 100_000 };
                    picture.app().apply(Command::Seek(Moment::after(stage, at)));
                    picture.primitives(Vec::new())
                });
            });
            let mut out = false;
            // As the pointer jumps from one end of the lane to the other: each frame goes as far as a frame may.
            group.bench_function(format!("{view}, {name}: scrubbing from end to end"), |b| {
                let mut target = usize::MAX;
                b.iter(|| {
                    let at = picture.app().debugger().moment().at;
                    let all = picture.app().debugger().lane().map_or(0, Lane::len);
                    if at == 0 || at == all {
                        target = if at == 0 { all } else { 0 };
                    }
                    picture.app().scrub_to(Moment::after(stage, target));
                    picture.primitives(Vec::new())
                });
            });
            seek(&mut picture, stage, 100_000);
            group.bench_function(format!("{view}, {name}: panning"), |b| {
                b.iter(|| {
                    there = !there;
                    picture.app().pan(if there { 5.0 } else { -5.0 });
                    picture.primitives(Vec::new())
                });
            });
            group.bench_function(format!("{view}, {name}: moving the pointer"), |b| {
                b.iter(|| {
                    out = !out;
                    let x = if out { 900.0 } else { 905.0 };
                    picture.primitives(vec![Event::PointerMoved(Pos2::new(x, 500.0))])
                });
            });
            group.bench_function(format!("{view}, {name}: zooming"), |b| {
                b.iter(|| {
                    out = !out;
                    picture.app().zoom(if out { 1.01 } else { 1.0 / 1.01 });
                    picture.primitives(Vec::new())
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, frames);
criterion_main!(benches);
