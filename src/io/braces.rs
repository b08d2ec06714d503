//! Changing a table in braces in place, comments and commas and all.
//!
//! An entry reaches from its key to its value, and a comma behind it belongs to it. Dotted keys are entries as they stand, however
//! many tables they go through. What is added comes behind the last that stays, else in the place of the first. Where nothing is
//! left, neither are the comments between the braces.

use std::ops::Range;

use toml_edit::{InlineTable, Value};

use super::patch::{Field, Patch, key};

/// One `key = value` between braces.
struct Entry {
    start: usize,
    value: Range<usize>,
    comma: Option<usize>,
    stays: bool,
}

/// What is to happen to the entries of a table.
#[derive(Default)]
struct Plan {
    added: Vec<String>,
    /// The values of those that go.
    removed: Vec<Range<usize>>,
}

impl Patch<'_> {
    /// Changes a table in braces, which stands at `span`.
    pub(super) fn braces(&mut self, table: &InlineTable, span: Option<Range<usize>>, was: &[Field], now: &[Field]) {
        let Some(span) = span else { return };
        let mut plan = Plan::default();
        self.plan(table, "", was, now, &mut plan);
        let entries = self.entries(table, &span, &plan.removed);
        let last = entries.iter().rposition(|it| it.stays);
        let (Some(first), false) = (entries.first(), last.is_none() && plan.added.is_empty()) else {
            if !(entries.is_empty() && plan.added.is_empty()) {
                let added = plan.added.join(", ");
                self.replace(span, if added.is_empty() { "{}".to_owned() } else { format!("{{ {added} }}") });
            }
            return;
        };
        match last {
            Some(last) => {
                let end = entries[last].value.end;
                plan.added.iter().for_each(|it| self.replace(end..end, format!(", {it}")));
            }
            None => self.replace(first.start..first.value.end, plan.added.join(", ")),
        }
        let last = last.unwrap_or(0);
        // A comma that nothing follows any more goes too, unless one stood at the end before.
        let is_last = last + 1 < entries.len() && entries.last().is_some_and(|it| it.comma.is_none());
        if let Some(comma) = entries[last].comma.filter(|_| is_last) {
            self.replace(comma..comma + 1, "");
        }
        for (_, entry) in entries.iter().enumerate().filter(|(index, it)| !it.stays && *index != last) {
            self.remove_entry(entry);
        }
    }

    /// Changes values, and says what is to be added and removed.
    fn plan(&mut self, table: &InlineTable, prefix: &str, was: &[Field], now: &[Field], plan: &mut Plan) {
        for field in now {
            let old = was.iter().find(|it| it.key == field.key);
            let old_fields = old.map_or(&[][..], Field::fields);
            match table.get(&field.key) {
                None if field.implied => (),
                None => plan.added.push(format!("{prefix}{}", field.line())),
                Some(_) if old.is_some_and(|it| it.content == field.content) => (),
                Some(Value::InlineTable(inner)) if inner.is_dotted() => {
                    self.plan(inner, &format!("{prefix}{}.", key(&field.key)), old_fields, field.fields(), plan);
                }
                Some(Value::InlineTable(inner)) => self.braces(inner, inner.span(), old_fields, field.fields()),
                Some(value) => self.replace(value.span().unwrap_or_default(), field.value()),
            }
        }
        for old in was.iter().filter(|old| now.iter().all(|it| it.key != old.key)) {
            if let Some(value) = table.get(&old.key) {
                values(value, &mut plan.removed);
            }
        }
    }

    /// The entries of a table, in the order of the text.
    fn entries(&self, table: &InlineTable, span: &Range<usize>, removed: &[Range<usize>]) -> Vec<Entry> {
        let mut all = Vec::new();
        for (_, value) in table {
            values(value, &mut all);
        }
        all.sort_by_key(|it| it.start);
        let mut at = span.start + 1;
        let entry = |value: Range<usize>| {
            let start = self.skip(at);
            let behind = self.skip(value.end);
            let comma = self.text[behind..].starts_with(',').then_some(behind);
            at = comma.map_or(behind, |it| it + 1);
            let stays = !removed.contains(&value);
            Entry { start, value, comma, stays }
        };
        all.into_iter().map(entry).collect()
    }

    /// The first place from `at` on where something other than spaces, line ends and comments stands.
    fn skip(&self, mut at: usize) -> usize {
        loop {
            let rest = &self.text[at..];
            at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            if !self.text[at..].starts_with('#') {
                return at;
            }
            at = self.line_end(at);
        }
    }

    /// Takes out an entry: all its lines if nothing else stands on them.
    fn remove_entry(&mut self, entry: &Entry) {
        let end = entry.comma.map_or(entry.value.end, |it| it + 1);
        let line = self.line_start(entry.start);
        let before = &self.text[line..entry.start];
        let rest = &self.text[end..self.line_end(end)];
        let behind = rest.trim_start_matches([' ', '\t']);
        if before.trim().is_empty() && (behind.trim().is_empty() || behind.starts_with('#')) {
            return self.replace(line..self.line_end(end), "");
        }
        match entry.comma {
            // What stands behind it takes its place.
            Some(_) => self.replace(entry.start..end + rest.len() - behind.len(), ""),
            None => self.replace(line + before.trim_end_matches([' ', '\t']).len()..end, ""),
        }
    }
}

/// Where the values of a table stand, those of dotted keys one by one.
fn values(value: &Value, found: &mut Vec<Range<usize>>) {
    match value {
        Value::InlineTable(table) if table.is_dotted() => {
            for (_, value) in table {
                values(value, found);
            }
        }
        value => found.extend(value.span()),
    }
}
