//! Writing a scenario: into the text that it was read from, or as a new one.
//!
//! What a file says is a list of tables of fields. Where the text says the same already it stays, byte for byte, with all comments;
//! only what differs is replaced, added or removed. A new file is the smallest there is, changed likewise. Should a text turn out
//! to say something else when changed in place, it is written anew: no value is lost.
//! Numbers are written with as many digits as it takes to read the same again; those that are none are left out.

use crate::geometry::Spot;
use toml_edit::Document;

use super::{
    Breakpoint, Click, ClickKind, Expect, Kept, Limits, Scenario, Variant, obj, painted,
    patch::{Content, Field, Patch, quoted},
    read,
    settings::{SETTINGS, Value},
    text::{self, Storeys},
};
use crate::{
    geometry::Point,
    maze::{End, Maze},
    trace::Moment,
};

/// The smallest scenario.
const SMALLEST: &str = "[maze]\nmap = \".\"\n";

/// The smallest scenario of level geometry.
const SMALLEST_LEVEL: &str = "[maze]\nobj = \"\"\"\nv 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n\"\"\"\n";

/// Whatever was read may be written.
const NO_LIMITS: Limits = Limits { max_side: usize::MAX };

/// A scenario as text. What it was read from is kept as far as it still holds, comments and all.
#[must_use]
pub fn to_toml(scenario: &Scenario) -> String {
    let source = scenario.source.as_deref();
    // What is as it was needs no second look.
    let holds = |it: &String| source == Some(it) || says(it, scenario);
    let kept = source.and_then(|it| rewritten(it, scenario)).filter(holds);
    let smallest = if scenario.maze.has_cells() { SMALLEST } else { SMALLEST_LEVEL };
    kept.or_else(|| rewritten(smallest, scenario)).unwrap_or_default()
}

/// The source, changed to say what the scenario is; nothing if it is no scenario.
fn rewritten(source: &str, scenario: &Scenario) -> Option<String> {
    let document = Document::parse(source.to_owned()).ok()?;
    let was = read::read(&document, source, NO_LIMITS).ok()?;
    let mut patch = Patch::new(source);
    let has_maze = document.contains_key("maze");
    if has_maze && has_other_map(&was.maze, &scenario.maze) {
        let key = if scenario.maze.has_cells() { "map" } else { "obj" };
        let map = document.get("maze")?.as_table_like()?.get(key)?;
        let storeys = if scenario.maze.storeys() > 1 { Storeys::First } else { Storeys::Only };
        let rows = match scenario.maze.level() {
            Some(level) => obj::write(level).lines().map(str::to_owned).collect(),
            None => text::redrawn(&scenario.maze, &was.maze, map.as_str()?, storeys),
        };
        patch.replace_block(map.span()?, &rows);
    }
    if has_maze {
        patch.table("maze", document.get("maze"), &painted::of_maze(&was.maze), &painted::of_maze(&scenario.maze));
    }
    let tables = tables(&was).into_iter().zip(tables(scenario));
    let [old_lists, new_lists] = [&was, scenario].map(|it| lists(it, !has_maze));
    // Floors that stay as they are drawn show where the query starts and goes, if they did.
    let has_drawn_ends = old_lists[0] == new_lists[0];
    for ((name, was), (_, mut now)) in tables {
        for field in &mut now {
            let is_said = was.iter().any(|it| (&it.key, &it.content) == (&field.key, &field.content));
            field.implied |= is_said && has_drawn_ends;
        }
        patch.table(name, document.get(name), &was, &now);
    }
    for ((name, was), (_, now)) in old_lists.into_iter().zip(new_lists) {
        patch.list(name, document.get(name), &was, &now);
    }
    Some(patch.finish())
}

/// Whether the map of the first floor is to be drawn anew, or the level geometry.
fn has_other_map(was: &Maze, now: &Maze) -> bool {
    (was.columns(), was.cells(), was.level(), was.start, was.goal)
        != (now.columns(), now.cells(), now.level(), now.start, now.goal)
}

/// Whether a text, read again, is the scenario.
fn says(text: &str, scenario: &Scenario) -> bool {
    let ends = |it: &Scenario| [it.start.or(it.maze.start.map(Spot::from)), it.goal.or(it.maze.goal.map(Spot::from))];
    // In which order settings are changed, or variants expected, makes no difference.
    let clicks = |it: &Scenario| {
        let mut clicks = it.clicks.clone();
        for click in &mut clicks {
            click.expect_under.sort_by(|a, b| a.0.cmp(&b.0));
        }
        clicks
    };
    let variants = |it: &Scenario| {
        let mut variants = it.variants.clone();
        for variant in &mut variants {
            variant.changes.sort_by(|a, b| a.0.cmp(&b.0));
        }
        variants
    };
    read::parse_toml(text, NO_LIMITS).is_ok_and(|read| {
        read.maze == scenario.maze
            && read.settings == scenario.settings
            && ends(&read) == ends(scenario)
            && clicks(&read) == clicks(scenario)
            && variants(&read) == variants(scenario)
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
        let field = Field::new(key, written(&value)).implied_if(value == setting.get(&defaults));
        match tables.last_mut().filter(|it| it.0 == section) {
            Some((_, fields)) => fields.push(field),
            None => tables.push((section, vec![field])),
        }
    }
    let maze = &scenario.maze;
    let query = End::BOTH.into_iter().filter_map(|end| {
        // What no map can show is kept at least as the query's.
        let hidden = maze.end(end).filter(|_| text::drawn_end(maze, end).is_none()).map(Spot::from);
        let value = end.of([scenario.start, scenario.goal]).or(hidden).filter(|it| it.is_finite())?;
        let implied = maze.end(end).map(Spot::from) == Some(value) && hidden.is_none();
        Some(Field::new(end.name(), spot(value)).implied_if(implied))
    });
    tables.push(("query", query.collect()));
    tables
}

/// All lists, in the order in which a new file has them.
fn lists(scenario: &Scenario, with_first_floor: bool) -> [(&'static str, Vec<Vec<Field>>); 5] {
    [
        ("floor", painted::floors(&scenario.maze, with_first_floor)),
        ("variant", scenario.variants.iter().map(variant).collect()),
        ("click", scenario.clicks.iter().enumerate().map(|(index, it)| click(index, it)).collect()),
        ("breakpoint", scenario.breakpoints.iter().map(breakpoint).collect()),
        ("bookmark", scenario.bookmarks.iter().map(bookmark).collect()),
    ]
}

fn variant(variant: &Variant) -> Vec<Field> {
    let name = Field::new("name", quoted(&variant.name));
    let must_agree = Field::new("must_agree", variant.must_agree.to_string()).implied_if(!variant.must_agree);
    let mut fields = vec![name, must_agree];
    for (path, value) in &variant.changes {
        let Some((section, key)) = path.split_once('.') else {
            put(&mut fields, Field::new(path, written(value)));
            continue;
        };
        let field = Field::new(key, written(value));
        match fields.iter_mut().find(|it| it.key == section).map(|it| &mut it.content) {
            Some(Content::Table(fields)) => put(fields, field),
            _ => fields.push(Field::table(section, vec![field])),
        }
    }
    fields
}

/// Adds a field, or changes the one of that key.
fn put(fields: &mut Vec<Field>, field: Field) {
    match fields.iter_mut().find(|it| it.key == field.key) {
        Some(old) => *old = field,
        None => fields.push(field),
    }
}

fn click(index: usize, click: &Click) -> Vec<Field> {
    let name = Field::new("name", quoted(&click.name)).implied_if(click.name == Click::default_name(index));
    let ends = [Field::new("start", spot(click.start)), Field::new("goal", spot(click.goal))];
    let kind = Field::new("kind", quoted(click.kind.name())).implied_if(click.kind == ClickKind::default());
    let expect_of = |it: &Expect| Field::table("expect", expect(it));
    let under = click.expect_under.iter().map(|(name, it)| Field::table(name, expect(it))).collect::<Vec<_>>();
    let under = Some(under).filter(|it| !it.is_empty()).map(|it| Field::table("expect_under", it));
    let kept = Some(&click.kept).filter(|it| **it != Kept::default()).map(|it| Field::table("kept", kept(it)));
    let others = click.expect.as_ref().map(expect_of).into_iter().chain(under).chain(kept);
    [name].into_iter().chain(ends).chain([kind]).chain(others).collect()
}

fn expect(expect: &Expect) -> Vec<Field> {
    let outcome = expect.outcome.map(|it| Field::new("outcome", quoted(it.name())));
    let length = expect.length.filter(|it| it.is_finite()).map(|it| Field::new("length", number(it)));
    let corners = expect.corners.map(|it| Field::new("corners", it.to_string()));
    let is_usual = expect.tolerance == Expect::TOLERANCE || !expect.tolerance.is_finite();
    let tolerance = Field::new("tolerance", number(expect.tolerance)).implied_if(is_usual);
    outcome.into_iter().chain(length).chain(corners).chain([tolerance]).collect()
}

fn kept(kept: &Kept) -> Vec<Field> {
    let list = |it: Vec<String>| format!("[{}]", it.join(", "));
    let points = kept.points.iter().copied().filter(|it| it.is_finite()).map(point).collect();
    let triangles = kept.triangles.iter().map(u32::to_string).collect();
    [("points", points), ("triangles", triangles)]
        .into_iter()
        .filter(|it: &(&str, Vec<String>)| !it.1.is_empty())
        .map(|(key, it)| Field::new(key, list(it)))
        .collect()
}

fn breakpoint(breakpoint: &Breakpoint) -> Vec<Field> {
    let on = Field::new("on", breakpoint.on.to_string()).implied_if(breakpoint.on);
    vec![Field::new("when", quoted(&breakpoint.when.to_string())), on]
}

fn bookmark(at: &Moment) -> Vec<Field> {
    let at = at.to_string().replace(&usize::MAX.to_string(), "end");
    vec![Field::new("at", quoted(&at))]
}

/// The value of a setting.
fn written(value: &Value) -> String {
    match value {
        Value::Number(it) => number(*it),
        Value::Word(it) => quoted(it),
        Value::Switch(on) => on.to_string(),
    }
}

fn point(p: Point) -> String {
    format!("[{}, {}]", number(p.x), number(p.y))
}

fn spot(place: Spot) -> String {
    format!("[{}]", Vec::from(place).into_iter().map(number).collect::<Vec<_>>().join(", "))
}

pub(super) fn number(number: f64) -> String {
    // Beyond 2^63 digits alone would be an integer too large for the format.
    let is_plain = number == 0.0 || (1e-4..1e15).contains(&number.abs());
    if is_plain { format!("{number}") } else { format!("{number:e}") }
}
