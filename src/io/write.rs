//! Writing a scenario: into the text that it was read from, or as a new one.
//!
//! What a file says is a list of tables of fields. Where the text says the same already it stays, byte for byte, with all comments;
//! only what differs is replaced, added or removed. A new file is the smallest there is, changed likewise. Text that can't be
//! changed in place without saying something else (a click's expectation in a table of its own, say) is written anew.
//! Numbers are written with as many digits as it takes to read the same again; those that are none are left out.

use toml_edit::Document;

use super::{
    Breakpoint, Click, Expect, Limits, Scenario,
    patch::{Field, Patch, inline, quoted},
    read,
    settings::{SETTINGS, Value},
    text,
};
use crate::{geometry::Point, trace::Moment};

/// The smallest scenario.
const SMALLEST: &str = "[maze]\nmap = \".\"\n";

/// Whatever was read may be written.
const NO_LIMITS: Limits = Limits { max_side: usize::MAX };

/// A scenario as text. What it was read from is kept as far as it still holds, comments and all.
#[must_use]
pub fn to_toml(scenario: &Scenario) -> String {
    let source = scenario.source.as_deref();
    // What is as it was needs no second look.
    let holds = |it: &String| source == Some(it) || says(it, scenario);
    let kept = source.and_then(|it| rewritten(it, scenario)).filter(holds);
    kept.or_else(|| rewritten(SMALLEST, scenario)).unwrap_or_default()
}

/// The source, changed to say what the scenario is; nothing if it is no scenario.
fn rewritten(source: &str, scenario: &Scenario) -> Option<String> {
    let document = Document::parse(source.to_owned()).ok()?;
    let was = read::read(&document, source, NO_LIMITS).ok()?;
    let mut patch = Patch::new(source);
    if was.maze != scenario.maze {
        let map = document.get("maze")?.as_table_like()?.get("map")?;
        let rows = text::redrawn(&scenario.maze, &was.maze, map.as_str()?);
        patch.replace_block(map.span()?, &rows);
    }
    let tables = tables(&was).into_iter().zip(tables(scenario));
    for ((name, was), (_, now)) in tables {
        patch.table(name, document.get(name), &was, &now);
    }
    for ((name, was), (_, now)) in lists(&was).into_iter().zip(lists(scenario)) {
        patch.list(name, document.get(name), &was, &now);
    }
    Some(patch.finish())
}

/// Whether a text, read again, is the scenario.
fn says(text: &str, scenario: &Scenario) -> bool {
    let ends = |it: &Scenario| [it.start.or(it.maze.start), it.goal.or(it.maze.goal)];
    read::parse_toml(text, NO_LIMITS).is_ok_and(|read| {
        read.maze == scenario.maze
            && read.settings == scenario.settings
            && ends(&read) == ends(scenario)
            && read.clicks == scenario.clicks
            && read.breakpoints == scenario.breakpoints
            && read.bookmarks == scenario.bookmarks
    })
}

/// All tables but the maze's, in the order in which a new file has them.
fn tables(scenario: &Scenario) -> Vec<(&'static str, Vec<Field>)> {
    let defaults = super::Settings::default();
    let mut tables: Vec<(&str, Vec<Field>)> = Vec::new();
    for setting in SETTINGS {
        let Some((section, key)) = setting.path.split_once('.') else { continue };
        let value = setting.get(&scenario.settings);
        let field = Field {
            key,
            implied: value == setting.get(&defaults),
            value: match value {
                Value::Number(it) => number(it),
                Value::Word(it) => quoted(&it),
                Value::Switch(on) => on.to_string(),
            },
        };
        match tables.last_mut().filter(|it| it.0 == section) {
            Some((_, fields)) => fields.push(field),
            None => tables.push((section, vec![field])),
        }
    }
    let maze = &scenario.maze;
    let ends = [("start", false, scenario.start), ("goal", true, scenario.goal)];
    let query = ends.into_iter().filter_map(|(key, goal, chosen)| {
        // What no map can show is kept at least as the query's.
        let hidden = maze.end(goal).filter(|_| text::drawn_end(maze, goal).is_none());
        let value = chosen.or(hidden).filter(|it| it.is_finite())?;
        let implied = maze.end(goal) == Some(value) && hidden.is_none();
        Some(Field { key, value: point(value), implied })
    });
    tables.push(("query", query.collect()));
    tables
}

/// All lists, in the order in which a new file has them.
fn lists(scenario: &Scenario) -> [(&'static str, Vec<Vec<Field>>); 3] {
    [
        ("click", scenario.clicks.iter().enumerate().map(|(index, it)| click(index, it)).collect()),
        ("breakpoint", scenario.breakpoints.iter().map(breakpoint).collect()),
        ("bookmark", scenario.bookmarks.iter().map(bookmark).collect()),
    ]
}

fn click(index: usize, click: &Click) -> Vec<Field> {
    let name = Field { key: "name", value: quoted(&click.name), implied: click.name == Click::default_name(index) };
    let ends = [Field::new("start", point(click.start)), Field::new("goal", point(click.goal))];
    let expect = click.expect.iter().map(|it| Field::new("expect", inline(&expect(it))));
    [name].into_iter().chain(ends).chain(expect).collect()
}

fn expect(expect: &Expect) -> Vec<Field> {
    let outcome = expect.outcome.map(|it| Field::new("outcome", quoted(it.name())));
    let length = expect.length.map(|it| Field::new("length", number(it)));
    let corners = expect.corners.map(|it| Field::new("corners", it.to_string()));
    let tolerance = Field::new("tolerance", number(expect.tolerance));
    let tolerance = Some(tolerance).filter(|_| expect.tolerance != Expect::TOLERANCE);
    [outcome, length, corners, tolerance].into_iter().flatten().collect()
}

fn breakpoint(breakpoint: &Breakpoint) -> Vec<Field> {
    let on = Field { key: "on", value: breakpoint.on.to_string(), implied: breakpoint.on };
    vec![Field::new("when", quoted(&breakpoint.when.to_string())), on]
}

fn bookmark(at: &Moment) -> Vec<Field> {
    let at = at.to_string().replace(&usize::MAX.to_string(), "end");
    vec![Field::new("at", quoted(&at))]
}

fn point(p: Point) -> String {
    format!("[{}, {}]", number(p.x), number(p.y))
}

fn number(number: f64) -> String {
    // Beyond 2^63 digits alone would be an integer too large for the format.
    let is_plain = number == 0.0 || (1e-4..1e15).contains(&number.abs());
    if is_plain { format!("{number}") } else { format!("{number:e}") }
}
