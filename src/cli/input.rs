//! What the commands work on: files, or built-in mazes by their names, read and changed as the options say.

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::Failure;
use crate::{
    io::{self, Axes, InputError, Limits, ScenKind, Scenario, apply_preset},
    maze::Maze,
    trace::nearest,
};

/// How inputs are read, and what is set beyond them.
#[derive(Args, Debug)]
pub(super) struct Reading {
    /// Change a setting; may be given many times (`navscope settings` lists them)
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Set many at once, before any --set: article, article-mended, optimal, grid, default
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// The most columns, and the most rows, that an input may have
    #[arg(long, value_name = "N", default_value_t = 4096)]
    max_side: usize,
    /// What the numbers in a .scen are: centres (of cells) or corners; else corners if a .mesh is named or lies beside it
    #[arg(long, value_name = "KIND")]
    scen: Option<String>,
    /// Which axis of level geometry points up: y, z, x, or left-y, left-z, left-x where they are left-handed; y unless said
    #[arg(long, value_name = "AXIS")]
    axis: Option<String>,
    /// Where the maps and mazes lie that tests of other programs name, if not beside them; nothing else is read
    #[arg(long, value_name = "FOLDER")]
    maps: Option<PathBuf>,
}

/// An input, how to read it, and what to change.
#[derive(Args, Debug)]
pub(super) struct InputOptions {
    /// The maze, map or scenario, or the name of a built-in one
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) reading: Reading,
}

impl InputOptions {
    /// Opens the input, and makes the settings that the options ask for.
    pub(super) fn scenario(&self) -> Result<Scenario, Failure> {
        let reading = self.reading.kind()?;
        let mut scenarios = self.reading.open(&self.file, reading)?;
        match (scenarios.pop(), scenarios.is_empty()) {
            (Some(scenario), true) => self.reading.changed(scenario),
            _ => Err(Failure::Wrong(format!("{}: holds tests of several mazes", self.file.display()))),
        }
    }
}

impl Reading {
    /// How large inputs may be.
    pub(super) fn limits(&self) -> Limits {
        Limits { max_side: self.max_side }
    }

    /// What the numbers in a .scen are, if that was said.
    pub(super) fn kind(&self) -> Result<Option<ScenKind>, Failure> {
        let kinds = [("centres", ScenKind::Centres), ("corners", ScenKind::Corners)];
        self.scen.as_ref().map(|word| choose("kind of .scen", word, kinds)).transpose()
    }

    /// The scenarios of a file, or the built-in one of that name if there is no such file.
    pub(super) fn open(&self, file: &Path, kind: Option<ScenKind>) -> Result<Vec<Scenario>, InputError> {
        match file.to_str().map(io::built_in) {
            Some(Ok(scenario)) if !file.exists() => Ok(vec![scenario]),
            _ => io::open_suite_from(file, kind, self.maps.as_deref(), self.limits()),
        }
    }

    /// A scenario with the settings that the options ask for.
    pub(super) fn changed(&self, mut scenario: Scenario) -> Result<Scenario, Failure> {
        if let Some(preset) = &self.preset {
            apply_preset(&mut scenario.settings, preset)?;
        }
        for assignment in &self.set {
            scenario.settings.assign(assignment)?;
        }
        if let Some(word) = &self.axis {
            let axes = choose("axis", word, Axes::WORDS)?;
            let none = || Failure::Wrong("only level geometry has an axis that points up; leave --axis out".to_owned());
            let level = scenario.maze.level().ok_or_else(none)?;
            scenario.maze = Maze::of_level(axes.turned(level)).into();
        }
        Ok(scenario)
    }
}

/// The files that a scenario was read from.
pub(super) fn files(scenario: &Scenario) -> Vec<PathBuf> {
    scenario.path.iter().chain(&scenario.map).cloned().collect()
}

/// Opens a file, or the built-in maze of that name if there is no such file.
pub(super) fn load(path: &Path, limits: Limits) -> Result<Scenario, InputError> {
    match path.to_str().map(io::built_in) {
        Some(Ok(scenario)) if !path.exists() => Ok(scenario),
        _ => io::open(path, limits),
    }
}

/// What a word stands for.
pub(super) fn choose<'w, T: Copy>(what: &str, word: &str, choices: impl AsRef<[(&'w str, T)]>) -> Result<T, Failure> {
    let choices = choices.as_ref();
    let found = choices.iter().find(|it| it.0 == word);
    found.map(|it| it.1).ok_or_else(|| {
        let words = choices.iter().map(|it| it.0);
        let meant = nearest(word, words.clone()).unwrap_or("");
        let known = words.collect::<Vec<_>>().join(", ");
        Failure::Wrong(format!("there is no {what} “{word}”; did you mean “{meant}”? There are {known}"))
    })
}
