//! The lists of a scenario: variants, clicks, breakpoints and bookmarks, a table each.
//!
//! ```toml
//! [[variant]]
//! name = "walls"
//! must_agree = true
//! bake = { recipe = "walls", merge = true }
//! agent.radius = 0.25
//! [[click]]
//! start = [1.5, 1.5]
//! goal = [7.5, 1.5]
//! kind = "ray"
//! expect = { outcome = "found", length = 6 }
//! expect_under = { walls = { length = 6.2 } }
//! kept = { points = [[1.5, 1.5], [7.5, 1.5]], triangles = [3, 4, 9] }
//! [[breakpoint]]
//! when = "kind:turned"
//! on = false
//! [[bookmark]]
//! at = "funnel:12"
//! ```

use std::collections::BTreeSet;

use toml_edit::{Item, Table};

use super::{
    Breakpoint, Click, ClickKind, Expect, InputError, Kept, Settings, Value, Variant, apply_preset,
    read::{Reader, as_number, sections},
};
use crate::{
    geometry::Spot,
    search::Outcome,
    trace::{Condition, Moment, nearest},
};

impl Reader<'_> {
    /// Reads each table of a list.
    pub(super) fn list<T>(
        &self,
        item: &Item,
        name: &str,
        mut read: impl FnMut(usize, &Table) -> Result<T, InputError>,
    ) -> Result<Vec<T>, InputError> {
        let Some(tables) = item.as_array_of_tables() else {
            return Err(self.error(item.span(), format!("{name}s are written as [[{name}]], with two brackets")));
        };
        tables.iter().enumerate().map(|(index, table)| read(index, table)).collect()
    }

    /// Reads variants, no two of one name.
    pub(super) fn variants(&self, item: &Item) -> Result<Vec<Variant>, InputError> {
        let mut names = BTreeSet::new();
        self.list(item, "variant", |_, table| {
            let variant = self.variant(table)?;
            if !names.insert(variant.name.clone()) {
                let span = table.get("name").and_then(Item::span);
                let message = format!("a second variant is called “{}”; give each a name of its own", variant.name);
                return Err(self.error(span, message));
            }
            Ok(variant)
        })
    }

    fn variant(&self, table: &Table) -> Result<Variant, InputError> {
        let (mut name, mut must_agree, mut preset, mut changes) = (None, false, None, Vec::new());
        for (key, item) in table {
            match key {
                "name" => name = Some(self.name(item)?),
                "must_agree" => match item.as_bool() {
                    Some(it) => must_agree = it,
                    None => return Err(self.error(item.span(), "“must_agree” is true or false")),
                },
                Variant::PRESET => {
                    let word = item.as_str();
                    let word = word.ok_or_else(|| self.error(item.span(), "a preset is a name, as in \"optimal\""))?;
                    apply_preset(&mut Settings::default(), word).map_err(|it| self.error(item.span(), it))?;
                    preset = Some((key.to_owned(), Value::Word(word.to_owned())));
                }
                section if sections().contains(&section) => {
                    let read = self.settings(section, item)?;
                    changes.extend(read.into_iter().map(|(it, value)| (it.path.to_owned(), value)));
                }
                _ => {
                    let known = [&["name", "must_agree", Variant::PRESET], &*sections()].concat();
                    return Err(self.unknown(table, key, &known));
                }
            }
        }
        let needs = "a variant needs a name, as in name = \"walls\"";
        let name = name.filter(|it| !it.is_empty()).ok_or_else(|| self.error(table.span(), needs))?;
        Ok(Variant { name, changes: preset.into_iter().chain(changes).collect(), must_agree })
    }

    fn name(&self, item: &Item) -> Result<String, InputError> {
        item.as_str().map(str::to_owned).ok_or_else(|| self.error(item.span(), "a name is a text"))
    }

    pub(super) fn click(&self, index: usize, table: &Table, variants: &[Variant]) -> Result<Click, InputError> {
        let mut click = Click::new(Click::default_name(index), Spot::default(), Spot::default());
        let mut has_end = [false; 2];
        for (key, item) in table {
            match key {
                "name" => click.name = self.name(item)?,
                "start" => (click.start, has_end[0]) = (self.spot(item)?, true),
                "goal" => (click.goal, has_end[1]) = (self.spot(item)?, true),
                "kind" => {
                    let kind = ClickKind::ALL.into_iter().find(|it| item.as_str() == Some(it.name()));
                    let names = ClickKind::ALL.map(ClickKind::name);
                    click.kind = kind.ok_or_else(|| self.no_choice(item, "a kind", &names))?;
                }
                "expect" => click.expect = Some(self.expect(item, key)?),
                "expect_under" => click.expect_under = self.expect_under(item, variants)?,
                "kept" => click.kept = self.kept(item)?,
                _ => {
                    let known = ["name", "start", "goal", "kind", "expect", "expect_under", "kept"];
                    return Err(self.unknown(table, key, &known));
                }
            }
        }
        if has_end != [true; 2] {
            let message = format!("“{}” needs a start and a goal, as in start = [1.5, 2.5]", click.name);
            return Err(self.error(table.span(), message));
        }
        Ok(click)
    }

    /// Says that a value is none of some words, and which was perhaps meant.
    fn no_choice(&self, item: &Item, what: &str, words: &[&str]) -> InputError {
        let meant = item.as_str().and_then(|it| nearest(it, words.iter().copied()));
        let meant = meant.map_or_else(String::new, |it| format!("; did you mean “{it}”?"));
        self.error(item.span(), format!("{what} is one of {}{meant}", words.join(", ")))
    }

    fn expect_under(&self, item: &Item, variants: &[Variant]) -> Result<Vec<(String, Expect)>, InputError> {
        let table = self.table(item, "expect_under")?;
        let mut found = Vec::new();
        for (name, item) in table.iter() {
            if !variants.iter().any(|it| it.name == name) {
                let span = table.get_key_value(name).and_then(|(key, item)| key.span().or_else(|| item.span()));
                let meant = nearest(name, variants.iter().map(|it| it.name.as_str()));
                let meant = meant.map_or_else(
                    || "there are none; add one as [[variant]]".to_owned(),
                    |it| format!("did you mean “{it}”?"),
                );
                return Err(self.error(span, format!("no variant is called “{name}”; {meant}")));
            }
            found.push((name.to_owned(), self.expect(item, name)?));
        }
        Ok(found)
    }

    fn kept(&self, item: &Item) -> Result<Kept, InputError> {
        let table = self.table(item, "kept")?;
        let mut kept = Kept::default();
        for (key, item) in table.iter() {
            let values = || {
                let message = || format!("“{key}” is a list, as in {key} = []");
                item.as_array().ok_or_else(|| self.error(item.span(), message()))
            };
            match key {
                "points" => {
                    let point = |it: &toml_edit::Value| self.place(it);
                    kept.points = values()?.iter().map(point).collect::<Result<_, _>>()?;
                }
                "triangles" => {
                    let number = |it: &toml_edit::Value| {
                        let number = it.as_integer().and_then(|it| u32::try_from(it).ok());
                        number.ok_or_else(|| self.error(it.span(), "a triangle is a whole number, 0 or more"))
                    };
                    kept.triangles = values()?.iter().map(number).collect::<Result<_, _>>()?;
                }
                _ => return Err(self.unknown(table, key, &["points", "triangles"])),
            }
        }
        Ok(kept)
    }

    fn expect(&self, item: &Item, name: &str) -> Result<Expect, InputError> {
        let table = self.table(item, name)?;
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
                    let names = outcomes.map(Outcome::name);
                    expect.outcome = Some(found.ok_or_else(|| self.no_choice(item, "an outcome", &names))?);
                }
                _ => return Err(self.unknown(table, key, &["outcome", "length", "corners", "tolerance"])),
            }
        }
        Ok(expect)
    }

    pub(super) fn breakpoint(&self, table: &Table) -> Result<Breakpoint, InputError> {
        let (mut when, mut on) = (None, true);
        for (key, item) in table {
            match key {
                "when" => {
                    let text = item.as_str();
                    let text = text.ok_or_else(|| self.error(item.span(), "a condition is a text in quotes"))?;
                    let parsed = text.parse::<Condition>();
                    when = Some(parsed.map_err(|error| self.error_within(item.span(), error.at, error.message))?);
                }
                "on" => match item.as_bool() {
                    Some(it) => on = it,
                    None => return Err(self.error(item.span(), "“on” is true or false")),
                },
                _ => return Err(self.unknown(table, key, &["when", "on"])),
            }
        }
        let needs = "a breakpoint needs a condition, as in when = \"kind:turned\"";
        Ok(Breakpoint { when: when.ok_or_else(|| self.error(table.span(), needs))?, on })
    }

    pub(super) fn bookmark(&self, table: &Table) -> Result<Moment, InputError> {
        let mut at = None;
        for (key, item) in table {
            if key != "at" {
                return Err(self.unknown(table, key, &["at"]));
            }
            let text =
                item.as_str().ok_or_else(|| self.error(item.span(), "a moment is a text, as in \"funnel:12\""))?;
            at = Some(text.parse::<Moment>().map_err(|message| self.error(item.span(), message))?);
        }
        at.ok_or_else(|| self.error(table.span(), "a bookmark needs a moment, as in at = \"funnel:12\""))
    }
}
