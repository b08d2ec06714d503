//! Shortest ways from cell to cell, recorded and not, beside the `pathfinding` crate on the same grid.
//!
//! The maps are those of a folder named by `NAVSCOPE_MAPS`, each `NAME.map` with the queries of `NAME.map.scen`, between centres of
//! cells; without it, a built-in maze. `cargo bench --bench grid -- arena` runs those that hold that word. Of a map's queries
//! a hundred are taken, spread over all.

#![expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "maps are small")]
#![expect(clippy::print_stderr, reason = "a bench says what it leaves out")]

use std::{
    fs,
    hint::black_box,
    path::{Path, PathBuf},
    sync::Arc,
};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use navscope::{
    io::{self, Limits},
    maze::{Maze, cell_centre},
    record::{Log, Recorder, Sink},
    search::{GridEvent, GridSearch, SearchSettings, grid_search},
};
use pathfinding::prelude::astar;

/// A map with its queries, each from a column and row to another.
struct Map {
    name: String,
    maze: Arc<Maze>,
    queries: Vec<[[usize; 2]; 2]>,
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
        let words: Vec<usize> = line.split_whitespace().skip(4).filter_map(|it| it.parse().ok()).collect();
        let [x, y, to_x, to_y, ..] = words[..] else { return None };
        Some([[x, y], [to_x, to_y]])
    };
    let all: Vec<[[usize; 2]; 2]> = text.lines().filter_map(query).collect();
    let queries = all.iter().copied().step_by(all.len().div_ceil(100).max(1)).collect();
    Some(Map { name: path.file_stem()?.to_string_lossy().into_owned(), maze, queries })
}

/// A built-in maze, and queries between its cells.
fn built_in(name: &str) -> Map {
    let maze = io::built_in(name).expect("built in").maze;
    let floor: Vec<[usize; 2]> = maze.floor().map(|(column, row)| [column, row]).collect();
    let queries = (0..200).map(|i| [i * 7919, i * 104_729 + 31].map(|it| floor[it % floor.len()])).collect();
    Map { name: name.to_owned(), maze, queries }
}

fn ours<S: Sink<GridEvent>>(maze: &Arc<Maze>, query: [[usize; 2]; 2], sink: S) -> (GridSearch, S) {
    let [start, goal] = query.map(|[column, row]| cell_centre(column, row));
    let search = GridSearch::new(maze.clone(), SearchSettings::default(), 0.0, start, goal);
    let mut recorder = Recorder::new(search, sink);
    assert!(grid_search(&mut recorder).is_continue());
    recorder.into_parts()
}

/// The same for the crate, with costs of a millionth of a cell.
fn of_crate(maze: &Maze, [start, goal]: [[usize; 2]; 2]) -> Option<u32> {
    let [start, goal] = [start, goal].map(|[column, row]| (column as i32, row as i32));
    let is_open = |x: i32, y: i32| !maze.is_wall(i64::from(x), i64::from(y));
    let next = |&(x, y): &(i32, i32)| {
        let steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        steps.into_iter().filter_map(move |(dx, dy)| {
            let allowed = is_open(x + dx, y + dy) && is_open(x + dx, y) && is_open(x, y + dy);
            allowed.then_some(((x + dx, y + dy), if dx * dy == 0 { 1_000_000 } else { 1_414_214 }))
        })
    };
    let rest = |&(x, y): &(i32, i32)| {
        let (dx, dy) = (x.abs_diff(goal.0), y.abs_diff(goal.1));
        1_000_000 * dx.abs_diff(dy) + 1_414_214 * dx.min(dy)
    };
    astar(&start, next, rest, |it| *it == goal).map(|it| it.1)
}

fn grid(c: &mut Criterion) {
    for Map { name, maze, queries } in maps() {
        // A time is that of all queries together; elements a second are queries a second.
        let mut group = c.benchmark_group(format!("{name}, {} × {}", maze.columns(), maze.rows()));
        group.sample_size(10).throughput(Throughput::Elements(queries.len() as u64));
        group.bench_function("grid", |b| {
            b.iter(|| queries.iter().map(|it| ours(&maze, black_box(*it), ()).0.expansions()).sum::<usize>());
        });
        group.bench_function("grid, recorded", |b| {
            let events = |it: &[[usize; 2]; 2]| ours(&maze, black_box(*it), Log::default()).1.events().len();
            b.iter(|| queries.iter().map(events).sum::<usize>());
        });
        group.bench_function("pathfinding crate", |b| {
            b.iter(|| queries.iter().filter_map(|it| of_crate(&maze, black_box(*it))).map(u64::from).sum::<u64>());
        });
        group.finish();
    }
}

criterion_group!(benches, grid);
criterion_main!(benches);
