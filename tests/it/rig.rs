//! Short ways to mazes, settings, bakes and queries.

use std::sync::Arc;

use navscope::{
    debugger::{Bake, Query},
    geometry::Point,
    io::{self, Scenario, Settings, Value, apply_preset, setting},
    maze::{Cell, Maze},
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
