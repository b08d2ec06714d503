//! Short ways to mazes, settings, bakes and queries.

use std::{path::Path, sync::Arc};

use navscope::{
    debugger::{Bake, Query},
    geometry::Point,
    io::{self, GALLERY, Limits, Scenario, Settings, Value, apply_preset, setting},
    maze::{Cell, Maze},
    search::Outcome,
    trace::{Replay, Stage, Watch},
};

use crate::random::Random;

/// The settings of a preset, with changes written as on the command line.
pub(crate) fn settings(preset: &str, changes: &[&str]) -> Settings {
    let mut settings = Settings::default();
    apply_preset(&mut settings, preset).expect("a preset");
    for change in changes {
        let (path, value) = change.split_once('=').expect("path=value");
        let setting = setting(path).expect("a setting");
        setting.set(&mut settings, &Value::from_text(value)).expect("in range");
    }
    settings
}

/// A scenario of the gallery.
pub(crate) fn built_in(name: &str) -> Scenario {
    io::built_in(name).expect("built in")
}

/// The scenarios of the gallery whose cells have no heights, by their names.
pub(crate) fn flat_gallery() -> impl Iterator<Item = (&'static str, Scenario)> {
    GALLERY.iter().map(|it| (it.name, built_in(it.name))).filter(|it| it.1.maze.is_flat())
}

/// Start and goal of a maze that has both.
pub(crate) fn ends(maze: &Maze) -> (Point, Point) {
    (maze.start.expect("a start"), maze.goal.expect("a goal"))
}

/// A maze as drawn: `#` is wall.
pub(crate) fn maze(rows: &[&str]) -> Arc<Maze> {
    let row = |row: &&str| row.chars().map(|it| if it == '#' { Cell::Wall } else { Cell::Floor }).collect();
    Arc::new(Maze::from_rows(&rows.iter().map(row).collect::<Vec<Vec<Cell>>>()))
}

/// A maze of random cells, `walls` of a hundred of them wall.
pub(crate) fn random_maze(random: &mut Random, columns: usize, rows: usize, walls: usize) -> Arc<Maze> {
    let mut cell = || if random.chance(walls) { Cell::Wall } else { Cell::Floor };
    let rows: Vec<Vec<Cell>> = (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
    Arc::new(Maze::from_rows(&rows))
}

/// Bakes a maze.
pub(crate) fn bake(maze: &Arc<Maze>, settings: &Settings) -> Bake {
    Bake::run(maze, settings, &Watch::default()).expect("small, and nobody cancels")
}

/// Asks a bake for a path.
pub(crate) fn query(bake: &Bake, settings: &Settings, start: Point, goal: Point) -> Query {
    Query::run(&bake.nav, settings, start, goal, &Watch::default()).expect("nobody cancels")
}

/// Runs a stage to its end, recorded.
pub(crate) fn record<M: Stage>(model: M) -> Replay<M> {
    Replay::record(model, &Watch::default()).expect("nobody cancels")
}

/// A query with an answer that was computed by a visibility graph (for bodies with a size, of tangents and arcs).
pub(crate) struct Golden {
    /// The file of the maze.
    pub(crate) maze: String,
    pub(crate) start: Point,
    pub(crate) goal: Point,
    pub(crate) radius: f64,
    pub(crate) outcome: Outcome,
    pub(crate) length: Option<f64>,
}

/// Queries of all sorts, with independent answers; those in one maze for one radius stand together.
pub(crate) fn golden() -> Vec<Golden> {
    let all: Vec<serde_json::Value> = serde_json::from_str(include_str!("data/golden.json")).expect("JSON");
    let read = |case: serde_json::Value| {
        let place = |it: &str| Point::from(serde_json::from_value::<[f64; 2]>(case[it].clone()).expect("a place"));
        Golden {
            maze: case["maze"].as_str().expect("a name").to_owned(),
            start: place("start"),
            goal: place("goal"),
            radius: case["radius"].as_f64().expect("a number"),
            outcome: match case["outcome"].as_str() {
                Some("ok") => Outcome::Found,
                Some("unreachable") => Outcome::Unreachable,
                Some("blocked-start") => Outcome::StartInWall,
                Some("blocked-goal") => Outcome::GoalInWall,
                other => panic!("unknown outcome {other:?}"),
            },
            length: case["length"].as_f64(),
        }
    };
    let mut all: Vec<Golden> = all.into_iter().map(read).collect();
    all.sort_by(|a, b| a.maze.cmp(&b.maze).then(a.radius.total_cmp(&b.radius)));
    all
}

/// A maze of the folder of mazes.
pub(crate) fn maze_file(name: &str) -> Arc<Maze> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("mazes").join(name);
    io::open(&path, Limits::default()).expect("a maze").maze
}
