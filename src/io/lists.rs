//! The lists of a scenario: clicks, breakpoints and bookmarks, a table each.
//!
//! ```toml
//! [[breakpoint]]
//! when = "kind:turned"
//! on = false
//! [[bookmark]]
//! at = "funnel:12"
//! ```

use toml_edit::{Item, Table};

use super::{
    Breakpoint, Click, Expect, InputError,
    read::{Reader, as_number},
};
use crate::{
    search::Outcome,
    trace::{Condition, Moment},
};

impl Reader<'_> {
    /// Reads each table of a list.
    pub(super) fn list<T>(
        &self,
        item: &Item,
        name: &str,
        read: fn(&Self, usize, &Table) -> Result<T, InputError>,
    ) -> Result<Vec<T>, InputError> {
        let Some(tables) = item.as_array_of_tables() else {
            return Err(self.error(item.span(), format!("{name}s are written as [[{name}]], with two brackets")));
        };
        tables.iter().enumerate().map(|(index, table)| read(self, index, table)).collect()
    }

    pub(super) fn click(&self, index: usize, table: &Table) -> Result<Click, InputError> {
        let (mut name, mut ends, mut expect) = (Click::default_name(index), [None, None], None);
        for (key, item) in table {
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
            return Err(
                self.error(table.span(), format!("“{name}” needs a start and a goal, as in start = [1.5, 2.5]"))
            );
        };
        Ok(Click { expect, ..Click::new(name, start, goal) })
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

    pub(super) fn breakpoint(&self, _index: usize, table: &Table) -> Result<Breakpoint, InputError> {
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

    pub(super) fn bookmark(&self, _index: usize, table: &Table) -> Result<Moment, InputError> {
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
