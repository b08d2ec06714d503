//! Scenarios: one TOML file with the maze, the settings and the clicks.
//!
//! ```toml
//! [maze]
//! map = """
//! #####
//! #S G#
//! #####
//! """
//! [bake]
//! samples = 5
//! [[click]]
//! name = "along"
//! start = [1.5, 1.5]
//! goal = [3.5, 1.5]
//! expect = { length = 2, corners = 0 }
//! ```

use std::{ops::Range, sync::Arc};

use toml_edit::{Document, Item, TableLike};

use super::{
    InputError, Limits, Settings,
    error::place_behind,
    settings::{SETTINGS, Value, nearest, setting},
    text,
};
use crate::{geometry::Point, maze::Maze, search::Outcome};

/// A maze with settings and clicks.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What to call it: its file's name.
    pub name: String,
    /// The maze.
    pub maze: Arc<Maze>,
    /// How it is baked, searched and pulled.
    pub settings: Settings,
    /// Start and goal pairs worth keeping.
    pub clicks: Vec<Click>,
}

/// A start and a goal, and what is expected of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Click {
    /// What to call it.
    pub name: String,
    /// From where.
    pub start: Point,
    /// To where.
    pub goal: Point,
    /// What should come out.
    pub expect: Option<Expect>,
}

/// What should come out of a click. What is not given may be anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// How the query ends.
    pub outcome: Option<Outcome>,
    /// How long the path is. \[cells]
    pub length: Option<f64>,
    /// How many corners it has between start and goal.
    pub corners: Option<usize>,
    /// How far off the length may be. \[cells]
    pub tolerance: f64,
}

impl Expect {
    /// How far off a length may be where nothing is said: half a unit of the third decimal, as lengths are written.
    pub const TOLERANCE: f64 = 0.0005;

    /// What of an actual outcome is not as expected, in words.
    #[must_use]
    pub fn differences(&self, outcome: Outcome, length: Option<f64>, corners: Option<usize>) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(expected) = self.outcome.filter(|&it| it != outcome) {
            found.push(format!("outcome {} instead of {}", outcome.name(), expected.name()));
        }
        let off = |expected: &f64| length.is_none_or(|it| (it - expected).abs() > self.tolerance);
        if let Some(expected) = self.length.filter(off) {
            let actual = length.map_or_else(|| "none".to_owned(), |it| format!("{it:.6}"));
            found.push(format!("length {actual} instead of {expected}"));
        }
        if let Some(expected) = self.corners.filter(|&it| corners != Some(it)) {
            let actual = corners.map_or_else(|| "none".to_owned(), |it| it.to_string());
            found.push(format!("corners {actual} instead of {expected}"));
        }
        found
    }
}

/// Reads a scenario.
///
/// # Errors
///
/// It is no TOML, has keys or values that mean nothing, or its map breaks a rule; with line and column.
pub fn parse_toml(text: &str, limits: Limits) -> Result<Scenario, InputError> {
    let document = Document::parse(text.to_owned()).map_err(|error| {
        let at = error.span().map_or(0, |it| it.start);
        InputError::at_end_of(&text[..at], error.message().trim())
    })?;
    let reader = Reader { text, limits };
    let mut settings = Settings::default();
    let mut maze = None;
    let mut clicks = Vec::new();
    for (key, item) in document.as_table() {
        match key {
            "maze" => maze = Some(reader.maze(item)?),
            "click" => clicks = reader.clicks(item)?,
            _ => reader.settings(key, item, &mut settings)?,
        }
    }
    let maze = maze.ok_or_else(|| InputError::at(1, 1, "there is no maze; add a table [maze] with a key “map”"))?;
    Ok(Scenario { name: String::new(), maze: Arc::new(maze), settings, clicks })
}

struct Reader<'t> {
    text: &'t str,
    limits: Limits,
}

impl Reader<'_> {
    fn error(&self, span: Option<Range<usize>>, message: impl Into<String>) -> InputError {
        InputError::at_end_of(&self.text[..span.map_or(0, |it| it.start)], message)
    }

    fn table<'i>(&self, item: &'i Item, name: &str) -> Result<&'i dyn TableLike, InputError> {
        item.as_table_like().ok_or_else(|| self.error(item.span(), format!("“{name}” must be a table, as in [{name}]")))
    }

    /// Says that a key means nothing here, and which was perhaps meant.
    fn unknown(&self, table: &dyn TableLike, key: &str, known: &[&str]) -> InputError {
        let span = table.get_key_value(key).and_then(|(key, item)| key.span().or_else(|| item.span()));
        let meant = nearest(key, known.iter().copied()).unwrap_or("");
        let known = known.join(", ");
        self.error(span, format!("“{key}” means nothing here; did you mean “{meant}”? Known are {known}"))
    }

    fn maze(&self, item: &Item) -> Result<Maze, InputError> {
        let table = self.table(item, "maze")?;
        let mut maze = None;
        for (key, item) in table.iter() {
            if key != "map" {
                return Err(self.unknown(table, key, &["map"]));
            }
            let Some(map) = item.as_str() else {
                return Err(self.error(item.span(), "“map” must be a text, best between lines of three quotes"));
            };
            let start = item.span().map_or(0, |it| it.start);
            // Behind three quotes the text begins in the next line, if nothing else follows them.
            let quoted = &self.text[start..];
            let next_line = ["\"\"\"\n", "\"\"\"\r\n", "'''\n", "'''\r\n"].iter().any(|it| quoted.starts_with(it));
            let (line, column) = place_behind(&self.text[..start]);
            let quotes = if quoted.starts_with("\"\"\"") || quoted.starts_with("'''") { 3 } else { 1 };
            if !self.text[item.span().unwrap_or(start..start)].contains('\n') && map.contains('\n') {
                // Rows behind escapes have no line of their own.
                let parsed = text::parse(map, self.limits);
                maze = Some(parsed.map_err(|error| self.error(item.span(), error.message))?);
                continue;
            }
            let around = if next_line { (line, 0) } else { (line - 1, column - 1 + quotes) };
            maze = Some(text::parse_within(map, self.limits, around)?);
        }
        maze.ok_or_else(|| self.error(item.span(), "[maze] needs a key “map”"))
    }

    fn settings(&self, section: &str, item: &Item, settings: &mut Settings) -> Result<(), InputError> {
        let mut sections: Vec<&str> = SETTINGS.iter().filter_map(|it| it.path.split('.').next()).collect();
        sections.dedup();
        if !sections.contains(&section) {
            sections.extend(["maze", "click"]);
            let meant = nearest(section, sections.iter().copied()).unwrap_or("");
            let message = format!("“{section}” means nothing here; did you mean “{meant}”?");
            return Err(self.error(item.span(), message));
        }
        let table = self.table(item, section)?;
        for (key, item) in table.iter() {
            let span = table.get_key_value(key).and_then(|(key, _)| key.span());
            let found = setting(&format!("{section}.{key}"));
            let found = found.map_err(|message| self.error(span.or_else(|| item.span()), message))?;
            let value = match item.as_value() {
                Some(toml_edit::Value::String(it)) => Some(Value::from_text(it.value())),
                Some(toml_edit::Value::Float(it)) => Some(Value::Number(*it.value())),
                #[expect(clippy::cast_precision_loss, reason = "no setting's range reaches 2^53")]
                Some(toml_edit::Value::Integer(it)) => Some(Value::Number(*it.value() as f64)),
                _ => None,
            };
            let wrong_type = || format!("{} takes {}", found.path, found.range());
            let value = value.ok_or_else(|| self.error(item.span(), wrong_type()))?;
            found.set(settings, &value).map_err(|message| self.error(item.span(), message))?;
        }
        Ok(())
    }

    fn clicks(&self, item: &Item) -> Result<Vec<Click>, InputError> {
        let Some(tables) = item.as_array_of_tables() else {
            return Err(self.error(item.span(), "clicks are written as [[click]], with two brackets"));
        };
        tables.iter().enumerate().map(|(index, table)| self.click(index, table, table.span())).collect()
    }

    fn click(&self, index: usize, table: &dyn TableLike, span: Option<Range<usize>>) -> Result<Click, InputError> {
        let (mut name, mut ends, mut expect) = (format!("click {}", index + 1), [None, None], None);
        for (key, item) in table.iter() {
            match key {
                "name" => match item.as_str() {
                    Some(it) => it.clone_into(&mut name),
                    None => return Err(self.error(item.span(), "a name is a text")),
                },
                "start" => ends[0] = Some(self.point(item)?),
                "goal" => ends[1] = Some(self.point(item)?),
                "expect" => expect = Some(self.expect(item)?),
                _ => return Err(self.unknown(table, key, &["name", "start", "goal", "expect"])),
            }
        }
        let [Some(start), Some(goal)] = ends else {
            return Err(self.error(span, format!("“{name}” needs a start and a goal, as in start = [1.5, 2.5]")));
        };
        Ok(Click { name, start, goal, expect })
    }

    fn point(&self, item: &Item) -> Result<Point, InputError> {
        let wrong = || self.error(item.span(), "a place is two numbers, as in [1.5, 2.5]");
        let values: Vec<f64> =
            item.as_array().ok_or_else(wrong)?.iter().map(as_number).collect::<Option<_>>().ok_or_else(wrong)?;
        let [x, y] = values[..] else { return Err(wrong()) };
        Ok(Point::new(x, y))
    }

    fn expect(&self, item: &Item) -> Result<Expect, InputError> {
        let table = self.table(item, "expect")?;
        let mut expect = Expect { outcome: None, length: None, corners: None, tolerance: Expect::TOLERANCE };
        for (key, item) in table.iter() {
            let number = || {
                let value = item.as_value().and_then(as_number).filter(|it| *it >= 0.0);
                value.ok_or_else(|| self.error(item.span(), format!("“{key}” is a number, 0 or more")))
            };
            match key {
                "length" => expect.length = Some(number()?),
                "tolerance" => expect.tolerance = number()?,
                "corners" => {
                    let corners = item.as_integer().and_then(|it| usize::try_from(it).ok());
                    let message = "“corners” is a whole number, 0 or more";
                    expect.corners = Some(corners.ok_or_else(|| self.error(item.span(), message))?);
                }
                "outcome" => {
                    let outcomes = [
                        Outcome::Found,
                        Outcome::Unreachable,
                        Outcome::StartInWall,
                        Outcome::GoalInWall,
                        Outcome::OffMesh,
                    ];
                    let found = outcomes.into_iter().find(|it| item.as_str() == Some(it.name()));
                    let names = outcomes.map(Outcome::name).join(", ");
                    let wrong = || self.error(item.span(), format!("an outcome is one of {names}"));
                    expect.outcome = Some(found.ok_or_else(wrong)?);
                }
                _ => return Err(self.unknown(table, key, &["outcome", "length", "corners", "tolerance"])),
            }
        }
        Ok(expect)
    }
}

#[expect(clippy::cast_precision_loss, reason = "coordinates beyond 2^53 are far outside anyway")]
fn as_number(value: &toml_edit::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|it| it as f64)).filter(|it| it.is_finite())
}
