//! Moving AI tests: a line `version 1`, then a line a query: bucket, map, width, height, start x, start y, goal x, goal y, length.
//!
//! The numbers name cells, whose centres the query joins, and the length is that of the shortest path in eight directions that cuts
//! no corner. Polyanya's tests look the same, but their numbers name corners of cells, and most keep the lengths of the eight
//! directions, which the shortest path of all only undercuts. Such lengths bound it from above and are kept in the click's name;
//! what is expected then is a path, and its length where a straight line is as short. Where one line is shorter than eight
//! directions allow, the lengths of all are taken for those of the shortest paths.
//!
//! Lengths are written with six digits or eight decimals, by programs that added them up in single precision or double. A length
//! may be off by half a unit of its last decimal, and by a hundred-thousandth of itself: twice what six digits leave out, and far
//! less than the least detour.
//!
//! Nathan Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE Transactions on Computational Intelligence and AI in
//! Games 4 (2012), 144–148. Michael Cui, Daniel Harabor, Alban Grastien, "Compromise-free Pathfinding on a Navigation Mesh",
//! IJCAI 2017, 496–502.

use std::{f64::consts::SQRT_2, fmt::Write as _};

use super::{Click, ClickKind, Expect, InputError, Scenario, Settings, Value, Variant, apply_preset, setting};
use crate::{
    geometry::Point,
    maze::{End, Maze, cell_centre, to_i64},
    search::Outcome,
};

/// What the coordinates of a `.scen` stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScenKind {
    /// Cells, by their centres, as in Moving AI's own tests.
    Centres,
    /// Corners of cells, as in Polyanya's.
    Corners,
}

/// A line of a `.scen`.
#[derive(Debug)]
pub(super) struct Line<'t> {
    /// Which, counted from 1.
    number: usize,
    text: &'t str,
    words: Vec<&'t str>,
    /// The map, as written.
    pub(super) map: &'t str,
    bucket: u32,
    /// Columns and rows of the map, then those of start and goal.
    cells: [u32; 6],
    length: f64,
}

/// Reads the lines, whatever their maps.
pub(super) fn parse(text: &str) -> Result<Vec<Line<'_>>, InputError> {
    let mut lines = text.lines().enumerate().filter(|it| !it.1.trim().is_empty());
    let version = lines.next();
    let is_version = version.is_some_and(|(_, line)| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words[..], ["version", "1" | "1.0"])
    });
    if !is_version {
        let message = "tests of this kind begin with a line “version 1”";
        return Err(InputError::at(version.map_or(1, |it| it.0 + 1), 1, message));
    }
    lines.map(|(index, line)| Line::parse(index + 1, line)).collect()
}

impl<'t> Line<'t> {
    fn parse(number: usize, text: &'t str) -> Result<Self, InputError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(behind_map) = words.len().checked_sub(7).filter(|it| *it >= 2) else {
            let message = format!(
                "{} columns; a line has nine: bucket, map, width, height, start x, start y, goal x, goal y, length",
                words.len()
            );
            return Err(InputError::at(number, text.trim_end().chars().count() + 1, message));
        };
        // A map's name may have spaces.
        let last = words[behind_map - 1];
        let map = &text[offset(text, words[1])..offset(text, last) + last.len()];
        let mut line = Self { number, text, words, map, bucket: 0, cells: [0; 6], length: 0.0 };
        line.bucket = line.whole(0)?;
        for index in 0..6 {
            line.cells[index] = line.whole(behind_map + index)?;
        }
        let length = line.words[behind_map + 6].parse().ok().filter(|it: &f64| it.is_finite() && *it >= 0.0);
        line.length = length.ok_or_else(|| line.error(behind_map + 6, "a length is a number, 0 or more"))?;
        Ok(line)
    }

    fn whole(&self, word: usize) -> Result<u32, InputError> {
        let names = ["a bucket", "a width", "a height", "a start’s x", "a start’s y", "a goal’s x", "a goal’s y"];
        let name = names[if word == 0 { 0 } else { word + 8 - self.words.len() }];
        self.words[word].parse().map_err(|_| self.error(word, format!("{name} is a whole number, 0 or more")))
    }

    fn error(&self, word: usize, message: impl Into<String>) -> InputError {
        InputError::at_end_of(&self.text[..offset(self.text, self.words[word])], message).in_line(self.number)
    }

    /// About the map.
    pub(super) fn map_error(&self, message: impl Into<String>) -> InputError {
        self.error(1, message)
    }

    /// The place of start or goal, if it lies on the map.
    fn place(&self, end: End, kind: ScenKind) -> Result<Point, InputError> {
        let at = end.of([2, 4]);
        let most = [0, 1].map(|axis| self.cells[axis].saturating_sub(u32::from(kind == ScenKind::Centres)));
        for axis in [0, 1] {
            let (given, most) = (self.cells[at + axis], most[axis]);
            if given > most {
                let word = self.words.len() - 7 + at + axis;
                return Err(
                    self.error(word, format!("{given} lies outside the map, which goes from 0 to {most} there"))
                );
            }
        }
        let [x, y] = [self.cells[at], self.cells[at + 1]];
        Ok(match kind {
            ScenKind::Centres => cell_centre(x as usize, y as usize),
            ScenKind::Corners => Point::new(f64::from(x), f64::from(y)),
        })
    }

    fn tolerance(&self) -> f64 {
        tolerance(self.words[self.words.len() - 1], self.length)
    }

    /// The shortest way to the goal if nothing stood in between: straight, and in eight directions.
    fn shortest(&self) -> [f64; 2] {
        let [dx, dy] = [0, 1].map(|axis| f64::from(self.cells[2 + axis].abs_diff(self.cells[4 + axis])));
        [dx.hypot(dy), dx.max(dy) + (SQRT_2 - 1.0) * dx.min(dy)]
    }
}

/// Where a word stands in its line. \[bytes]
fn offset(line: &str, word: &str) -> usize {
    word.as_ptr() as usize - line.as_ptr() as usize
}

/// How far off a length may be that is written like this.
fn tolerance(written: &str, length: f64) -> f64 {
    let decimals = written.split_once('.').map_or(0, |it| it.1.len().min(30));
    let half_unit = if decimals == 0 { 0.0 } else { 0.5 / 10_f64.powi(i32::try_from(decimals).unwrap_or(30)) };
    half_unit.max(1e-5 * length).max(1e-6)
}

/// Makes a scenario of the lines of one map.
pub(super) fn scenario(maze: Maze, lines: &[&Line], kind: ScenKind) -> Result<Scenario, InputError> {
    let [columns, rows] = [maze.columns(), maze.rows()];
    let mut scenario = Scenario::of(maze);
    scenario.settings = settings(kind);
    if kind == ScenKind::Centres {
        let word = |it: &str| Value::Word(it.to_owned());
        scenario.variants.push(Variant {
            name: "any-angle".to_owned(),
            changes: vec![(Variant::PRESET.to_owned(), word("optimal")), ("search.graph".to_owned(), word("mesh"))],
            must_agree: false,
        });
    }
    let undercuts = |it: &&Line| it.length < it.shortest()[1] - it.tolerance();
    let is_exact = kind == ScenKind::Centres || lines.iter().any(undercuts);
    for (index, line) in lines.iter().enumerate() {
        let [width, height, ..] = line.cells;
        if [width as usize, height as usize] != [columns, rows] {
            let message = format!(
                "this test is for a map of {width} × {height} cells, and this one has {columns} × {rows}; scaled tests are not \
                 read"
            );
            return Err(line.error(line.words.len() - 7, message));
        }
        let (start, goal) = (line.place(End::Start, kind)?, line.place(End::Goal, kind)?);
        let (length, tolerance) = (line.length, line.tolerance());
        let is_exact = is_exact || (length - line.shortest()[0]).abs() <= tolerance;
        let bound = if is_exact { String::new() } else { format!(", at most {}", digits(length, tolerance)) };
        let expect = Expect {
            outcome: Some(Outcome::Found),
            length: Some(length).filter(|_| is_exact),
            corners: None,
            tolerance: if is_exact { tolerance } else { Expect::TOLERANCE },
        };
        let name = format!("{} (bucket {}{bound})", index + 1, line.bucket);
        scenario.clicks.push(Click { expect: Some(expect), ..Click::new(name, start, goal) });
    }
    Ok(scenario)
}

/// How such tests are run.
fn settings(kind: ScenKind) -> Settings {
    let mut settings = Settings::default();
    // They are in range.
    let _ = apply_preset(&mut settings, "optimal");
    if kind == ScenKind::Centres {
        for (path, word) in [
            ("search.graph", "grid"),
            ("search.method", "astar"),
            ("search.directions", "eight"),
            ("search.corners", "strict"),
            ("search.heuristic", "octile"),
            ("pull.smoothing", "off"),
        ] {
            let _ = setting(path).and_then(|it| it.set(&mut settings, &Value::Word(word.to_owned())));
        }
    }
    settings
}

/// A length as such files have it: as short as reads the same again, tolerance and all.
fn digits(length: f64, tolerance_wanted: f64) -> String {
    let shortest = format!("{length}");
    let candidates = std::iter::once(shortest.clone()).chain((1..9).map(|decimals| format!("{length:.decimals$}")));
    let mut fitting = candidates.filter(|it| {
        it.parse() == Ok(length) && (tolerance(it, length) - tolerance_wanted).abs() <= 1e-9 * tolerance_wanted
    });
    fitting.next().unwrap_or(shortest)
}

/// Writes the clicks of a scenario, for a map of that name.
pub(super) fn write(scenario: &Scenario, map: &str, kind: ScenKind) -> Result<String, InputError> {
    let maze = &scenario.maze;
    if map.trim().is_empty() || map.contains(char::is_control) {
        return Err(InputError::whole("a test names its map: give it a name, on one line"));
    }
    let mut text = "version 1\n".to_owned();
    for click in &scenario.clicks {
        let wrong = |why: &str| InputError::whole(format!("“{}” can't be written as such a test: {why}", click.name));
        if click.kind != ClickKind::Path {
            return Err(wrong("it asks for a line of sight, not for a path"));
        }
        let start = cell(maze, click.start.at, kind).ok_or_else(|| wrong(&misplaced("start", kind)))?;
        let goal = cell(maze, click.goal.at, kind).ok_or_else(|| wrong(&misplaced("goal", kind)))?;
        if let Some(outcome) = click.expect.as_ref().and_then(|it| it.outcome).filter(|it| *it != Outcome::Found) {
            return Err(wrong(&format!("it expects {}, and such tests know nothing but paths", outcome.name())));
        }
        let note = Note::of(&click.name);
        let expected = click.expect.as_ref().and_then(|it| Some((it.length?, it.tolerance)));
        let length = match (expected, note.at_most) {
            (Some((length, tolerance)), _) => digits(length, tolerance),
            (None, Some(at_most)) => at_most.to_owned(),
            (None, None) => return Err(wrong("it expects no length, and each line has one")),
        };
        let bucket = note.bucket.unwrap_or_else(|| to_i64(expected.map_or(0.0, |it| it.0) / 4.0));
        let [columns, rows] = [maze.columns(), maze.rows()];
        let [sx, sy, gx, gy] = [start[0], start[1], goal[0], goal[1]];
        // Writing to a text can't fail.
        let _ = writeln!(text, "{bucket}\t{map}\t{columns}\t{rows}\t{sx}\t{sy}\t{gx}\t{gy}\t{length}");
    }
    Ok(text)
}

fn misplaced(end: &str, kind: ScenKind) -> String {
    match kind {
        ScenKind::Centres => format!("its {end} is no centre of a cell"),
        ScenKind::Corners => format!("its {end} is no corner of a cell"),
    }
}

/// The numbers that stand for a place in the maze.
fn cell(maze: &Maze, place: Point, kind: ScenKind) -> Option<[i64; 2]> {
    let shift = if kind == ScenKind::Centres { 0.5 } else { 0.0 };
    let [x, y] = [place.x - shift, place.y - shift];
    let is_whole = x.fract() == 0.0 && y.fract() == 0.0;
    let bounds = maze.bounds();
    let is_inside = (0.0..=bounds.max.x - 2.0 * shift).contains(&x) && (0.0..=bounds.max.y - 2.0 * shift).contains(&y);
    (is_whole && is_inside).then(|| [x, y].map(to_i64))
}

/// What a click's name says about the line it was read from.
#[derive(Default)]
struct Note<'n> {
    bucket: Option<i64>,
    at_most: Option<&'n str>,
}

impl<'n> Note<'n> {
    fn of(name: &'n str) -> Self {
        let inner = name.strip_suffix(')').and_then(|it| it.rsplit_once(" (bucket "));
        let Some((_, inner)) = inner else { return Self::default() };
        let (bucket, at_most) = inner.split_once(", at most ").map_or((inner, None), |it| (it.0, Some(it.1)));
        let is_length = |it: &&str| it.parse().is_ok_and(|it: f64| it.is_finite() && it >= 0.0);
        Self { bucket: bucket.parse().ok().filter(|it| *it >= 0), at_most: at_most.filter(is_length) }
    }
}
