//! Reading a scenario: one TOML file with the maze, the settings, and all that is worth keeping with them.
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
//!
//! Lists are read next door. What means nothing is refused, with the place and what was perhaps meant.

use crate::geometry::Spot;
use std::ops::Range;

use toml_edit::{Document, Item, TableLike};

use super::painted::Painted;
use super::{
    InputError, Limits, Scenario, Settings,
    setting::Setting,
    settings::{SETTINGS, Value, setting},
};
use crate::{geometry::Point, trace::nearest};

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
    read(&document, text, limits)
}

/// What a scenario has beside the sections of its settings.
const OTHERS: &[&str] = &["maze", "floor", "query", "variant", "click", "breakpoint", "bookmark"];

/// The sections of the settings.
pub(super) fn sections() -> Vec<&'static str> {
    let mut sections: Vec<&str> = SETTINGS.iter().filter_map(|it| it.path.split('.').next()).collect();
    sections.dedup();
    sections
}

/// Reads a scenario from its document, parsed from `text`.
pub(super) fn read(document: &Document<String>, text: &str, limits: Limits) -> Result<Scenario, InputError> {
    let reader = Reader { text, limits };
    let mut settings = Settings::default();
    let mut maze = None;
    let mut ends = [None; 2];
    let (mut clicks, mut breakpoints, mut bookmarks) = (Vec::new(), Vec::new(), Vec::new());
    // Clicks name variants, which may stand behind them.
    let variants = document.get("variant").map_or_else(|| Ok(Vec::new()), |it| reader.variants(it))?;
    for (key, item) in document.as_table() {
        match key {
            "maze" => maze = Some(reader.maze(item, document.get("floor").is_some())?),
            "query" => ends = reader.query(item)?,
            // Variants are read above, floors with the maze.
            "variant" | "floor" => (),
            "click" => clicks = reader.list(item, key, |index, it| reader.click(index, it, &variants))?,
            "breakpoint" => breakpoints = reader.list(item, key, |_, it| reader.breakpoint(it))?,
            "bookmark" => bookmarks = reader.list(item, key, |_, it| reader.bookmark(it))?,
            _ => {
                for (setting, value) in reader.settings(key, item)? {
                    // It is in range.
                    let _ = setting.set(&mut settings, &value);
                }
            }
        }
    }
    let Painted { maze, ends: drawn } = reader.painted(maze, document.get("floor"))?;
    let [start, goal] = [0, 1].map(|it| ends[it].or(drawn[it]));
    let source = Some(text.into());
    Ok(Scenario { settings, start, goal, clicks, variants, breakpoints, bookmarks, source, ..Scenario::of(maze) })
}

/// Reads what stands in a text.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) limits: Limits,
}

impl Reader<'_> {
    pub(super) fn error(&self, span: Option<Range<usize>>, message: impl Into<String>) -> InputError {
        InputError::at_end_of(&self.text[..span.map_or(0, |it| it.start)], message)
    }

    /// About one character of a text, or about all of it where escapes hide which one that is.
    pub(super) fn error_within(&self, span: Option<Range<usize>>, at: usize, message: impl Into<String>) -> InputError {
        let raw = span.as_ref().map_or("", |it| &self.text[it.clone()]);
        let is_plain = !raw.contains(['\\', '\n']) && !raw.starts_with("\"\"\"") && !raw.starts_with("'''");
        let offset = raw.char_indices().nth(at + 1).filter(|_| is_plain).map_or(0, |it| it.0);
        self.error(span.map(|it| it.start + offset..it.end), message)
    }

    pub(super) fn table<'i>(&self, item: &'i Item, name: &str) -> Result<&'i dyn TableLike, InputError> {
        item.as_table_like().ok_or_else(|| self.error(item.span(), format!("“{name}” must be a table, as in [{name}]")))
    }

    /// Says that a key means nothing here, and which was perhaps meant.
    pub(super) fn unknown(&self, table: &dyn TableLike, key: &str, known: &[&str]) -> InputError {
        let span = table.get_key_value(key).and_then(|(key, item)| key.span().or_else(|| item.span()));
        let meant = nearest(key, known.iter().copied()).unwrap_or("");
        let known = known.join(", ");
        self.error(span, format!("“{key}” means nothing here; did you mean “{meant}”? Known are {known}"))
    }

    /// Reads the settings of a section.
    pub(super) fn settings(&self, section: &str, item: &Item) -> Result<Vec<(&'static Setting, Value)>, InputError> {
        let mut known = sections();
        if !known.contains(&section) {
            known.extend(OTHERS);
            let meant = nearest(section, known).unwrap_or("");
            let message = format!("“{section}” means nothing here; did you mean “{meant}”?");
            return Err(self.error(item.span(), message));
        }
        let table = self.table(item, section)?;
        let mut found = Vec::new();
        for (key, item) in table.iter() {
            let span = table.get_key_value(key).and_then(|(key, _)| key.span());
            let setting = setting(&format!("{section}.{key}"));
            let setting = setting.map_err(|message| self.error(span.or_else(|| item.span()), message))?;
            let value = match item.as_value() {
                Some(toml_edit::Value::String(it)) => Some(Value::from_text(it.value())),
                Some(toml_edit::Value::Boolean(it)) => Some(Value::Switch(*it.value())),
                Some(toml_edit::Value::Float(it)) => Some(Value::Number(*it.value())),
                #[expect(clippy::cast_precision_loss, reason = "no setting's range reaches 2^53")]
                Some(toml_edit::Value::Integer(it)) => Some(Value::Number(*it.value() as f64)),
                _ => None,
            };
            let wrong_type = || format!("{} takes {}", setting.path, setting.range());
            let value = value.ok_or_else(|| self.error(item.span(), wrong_type()))?;
            let checked = setting.set(&mut Settings::default(), &value);
            checked.map_err(|message| self.error(item.span(), message))?;
            found.push((setting, value));
        }
        Ok(found)
    }

    fn query(&self, item: &Item) -> Result<[Option<Spot>; 2], InputError> {
        let table = self.table(item, "query")?;
        let mut ends = [None; 2];
        for (key, item) in table.iter() {
            match key {
                "start" => ends[0] = Some(self.spot(item)?),
                "goal" => ends[1] = Some(self.spot(item)?),
                _ => return Err(self.unknown(table, key, &["start", "goal"])),
            }
        }
        Ok(ends)
    }

    /// A place that may have a height.
    pub(super) fn spot(&self, item: &Item) -> Result<Spot, InputError> {
        let place = item.as_value().and_then(as_numbers).and_then(|it| Spot::of_numbers(&it));
        place.ok_or_else(|| {
            self.error(item.span(), "a place is two numbers, as in [1.5, 2.5], or three with its height")
        })
    }

    /// A place in a list of such.
    pub(super) fn place(&self, value: &toml_edit::Value) -> Result<Point, InputError> {
        let place = as_numbers(value).and_then(|it| <[f64; 2]>::try_from(it).ok());
        place.map(Point::from).ok_or_else(|| self.error(value.span(), "a place is two numbers, as in [1.5, 2.5]"))
    }
}

fn as_numbers(value: &toml_edit::Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(as_number).collect()
}

#[expect(clippy::cast_precision_loss, reason = "coordinates beyond 2^53 are far outside anyway")]
pub(super) fn as_number(value: &toml_edit::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|it| it as f64)).filter(|it| it.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word in a text is found where it stands in the file, as far as that can be told.
    #[test]
    fn places_within_texts() {
        for (value, at, expected) in [
            (r#""kind:trund""#, 5, (2, 13)),
            ("'é = 3'", 2, (2, 10)),
            (r#""é = 3""#, 5, (2, 13)),
            (r#""""kind""""#, 2, (2, 7)),
            (r#""\u0041 = 3""#, 4, (2, 7)),
            (r#""""#, 0, (2, 8)),
            (r#""""#, 9, (2, 7)),
        ] {
            let text = format!("[x]\nat  = {value}\n");
            let document = Document::parse(text.clone()).expect("TOML");
            let span = document.get("x").and_then(|it| it.get("at")).and_then(Item::span);
            let reader = Reader { text: &text, limits: Limits::default() };
            assert_eq!(reader.error_within(span, at, "").place, Some(expected), "{value}");
        }
    }
}
