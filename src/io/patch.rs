//! Changing TOML in place: which bytes of a text give way to which others.
//!
//! The parser tells where everything stands; all else (comments, order, spaces, line endings) is never touched, and so can't get
//! lost. Lines are added behind the last of their table, tables at the end of the file or behind the last of their list. Of a
//! list, what is the same at its beginning and its end stays; in between one gives way to another. Comments on lines of their own
//! stay even if what they stood above goes.

use std::ops::Range;

use toml_edit::{Item, Table, TableLike};

/// One `key = value`.
pub(super) struct Field {
    pub(super) key: &'static str,
    /// As TOML.
    pub(super) value: String,
    /// Whether it is the same to leave it out.
    pub(super) implied: bool,
}

impl Field {
    /// A field that has to be there.
    pub(super) fn new(key: &'static str, value: String) -> Self {
        Self { key, value, implied: false }
    }
}

/// A text in quotes, on one line.
pub(super) fn quoted(text: &str) -> String {
    if !text.contains(|it: char| it == '"' || it == '\\' || it.is_control()) {
        return format!("\"{text}\"");
    }
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for symbol in text.chars() {
        match symbol {
            '"' | '\\' => quoted.extend(['\\', symbol]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            it if it.is_control() => quoted.extend(format!("\\u{:04X}", u32::from(it)).chars()),
            it => quoted.push(it),
        }
    }
    quoted.push('"');
    quoted
}

/// A table in braces.
pub(super) fn inline<'f>(fields: impl IntoIterator<Item = &'f Field>) -> String {
    let fields: Vec<String> = fields.into_iter().map(|it| format!("{} = {}", it.key, it.value)).collect();
    if fields.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", fields.join(", ")) }
}

/// What takes the place of some bytes.
enum New {
    Bytes(String),
    /// Whole lines: what stands before them is ended first.
    Lines(String),
    /// Lines with an empty one before them.
    Paragraph(String),
}

/// A text, and what is to be changed about it.
pub(super) struct Patch<'t> {
    text: &'t str,
    newline: &'static str,
    changes: Vec<(Range<usize>, New)>,
}

impl<'t> Patch<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let first_end = text.find('\n').unwrap_or(0);
        let newline = if text[..first_end].ends_with('\r') { "\r\n" } else { "\n" };
        Self { text, newline, changes: Vec::new() }
    }

    /// The changed text.
    pub(super) fn finish(mut self) -> String {
        // Lines belong to the table above, and so come before another. What is alike stays in order.
        self.changes.sort_by_key(|(range, new)| (range.start, matches!(new, New::Paragraph(_))));
        let mut out = String::with_capacity(self.text.len());
        let mut done = 0;
        for (range, new) in self.changes {
            out.push_str(&self.text[done.min(range.start)..range.start]);
            done = done.max(range.end);
            let is_begun = !matches!(new, New::Bytes(_)) && !out.is_empty();
            if is_begun && !out.ends_with('\n') {
                out.push_str(self.newline);
            }
            if is_begun && matches!(new, New::Paragraph(_)) && !ends_empty(&out) {
                out.push_str(self.newline);
            }
            let (New::Bytes(new) | New::Lines(new) | New::Paragraph(new)) = new;
            out.push_str(&new);
        }
        out.push_str(&self.text[done..]);
        out
    }

    /// Puts rows between lines of three quotes in the place of a text.
    pub(super) fn replace_block(&mut self, span: Range<usize>, rows: &[String]) {
        let is_literal = self.text[span.clone()].starts_with("'''") && !rows.iter().any(|it| it.contains("'''"));
        let quotes = if is_literal { "'''" } else { "\"\"\"" };
        let mut block = quotes.to_owned();
        for row in rows {
            block.push_str(self.newline);
            if is_literal {
                block.push_str(row);
            } else {
                let quoted = quoted(row);
                block.push_str(&quoted[1..quoted.len() - 1]);
            }
        }
        block.push_str(self.newline);
        block.push_str(quotes);
        self.changes.push((span, New::Bytes(block)));
    }

    /// Changes the fields of a table that may stand in any form, or nowhere yet.
    pub(super) fn table(&mut self, name: &str, item: Option<&Item>, was: &[Field], now: &[Field]) {
        match item {
            None => self.add_table(self.text.len(), &format!("[{name}]"), now),
            // Nothing is left of it.
            Some(Item::Table(table)) if now.is_empty() && !table.is_empty() && !table.is_dotted() => {
                self.remove_table(table);
            }
            Some(Item::Table(table)) => {
                let prefix = if table.is_dotted() { format!("{name}.") } else { String::new() };
                self.fields(table, &prefix, was, now);
            }
            Some(item) => {
                let Some((table, span)) = item.as_inline_table().zip(item.span()) else { return };
                if differs(table, was, now) {
                    let stays = |it: &&Field| !it.implied || table.contains_key(it.key);
                    self.changes.push((span, New::Bytes(inline(now.iter().filter(stays)))));
                }
            }
        }
    }

    /// Changes a list of tables.
    pub(super) fn list(&mut self, name: &str, item: Option<&Item>, was: &[Vec<Field>], now: &[Vec<Field>]) {
        let tables: Vec<&Table> = item.and_then(Item::as_array_of_tables).into_iter().flatten().collect();
        let stays = |old: usize, new: usize| !differs(tables[old], &was[old], &now[new]);
        let shorter = was.len().min(now.len());
        let head = (0..shorter).take_while(|&it| stays(it, it)).count();
        let tail = (1..=shorter - head).take_while(|&it| stays(was.len() - it, now.len() - it)).count();
        // There is no place to put anything before the first.
        let tail = if head == 0 && now.len() > was.len() { 0 } else { tail };
        let paired = head..shorter - tail;
        for index in paired.clone() {
            self.fields(tables[index], "", &was[index], &now[index]);
        }
        for table in &tables[paired.end..was.len() - tail] {
            self.remove_table(table);
        }
        let place = paired.end.checked_sub(1).map_or(self.text.len(), |it| self.end_of(tables[it]));
        for fields in &now[paired.end..now.len() - tail] {
            self.add_table(place, &format!("[[{name}]]"), fields);
        }
    }

    /// Changes the fields of a table, a line each.
    fn fields(&mut self, table: &Table, prefix: &str, was: &[Field], now: &[Field]) {
        let mut added = Vec::new();
        for field in now {
            let old = was.iter().find(|it| it.key == field.key);
            match table.get(field.key) {
                None if field.implied => (),
                None => added.push(format!("{prefix}{} = {}{}", field.key, field.value, self.newline)),
                Some(_) if old.is_some_and(|it| it.value == field.value) => (),
                Some(item) => {
                    let span = item.span().unwrap_or_default();
                    self.changes.push((span, New::Bytes(field.value.clone())));
                }
            }
        }
        if !added.is_empty() {
            let header = table.span().filter(|_| !table.is_dotted()).map_or(0, |it| it.end);
            let end = self.line_end(last_byte(table, false).max(header));
            self.changes.push((end..end, New::Lines(added.concat())));
        }
        for field in was.iter().filter(|old| now.iter().all(|it| it.key != old.key)) {
            let Some((key, item)) = table.get_key_value(field.key) else { continue };
            let Some(key) = key.span() else { continue };
            let end = item.span().map_or(key.end, |it| it.end);
            self.changes.push((self.line_start(key.start)..self.line_end(end), New::Bytes(String::new())));
        }
    }

    fn add_table(&mut self, place: usize, header: &str, fields: &[Field]) {
        let lines: Vec<String> =
            fields.iter().filter(|it| !it.implied).map(|it| format!("{} = {}", it.key, it.value)).collect();
        if !lines.is_empty() {
            let text = format!("{header}{1}{0}{1}", lines.join(self.newline), self.newline);
            self.changes.push((place..place, New::Paragraph(text)));
        }
    }

    /// Takes out a table, and an empty line before it.
    fn remove_table(&mut self, table: &Table) {
        let mut start = self.line_start(table.span().unwrap_or_default().start);
        if start > 0 && ends_empty(&self.text[..start]) {
            start = self.line_start(start - 1);
        }
        self.changes.push((start..self.end_of(table), New::Bytes(String::new())));
    }

    /// The place behind the last line of a table and of those within it.
    fn end_of(&self, table: &Table) -> usize {
        self.line_end(last_byte(table, true).max(table.span().map_or(0, |it| it.end)))
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |it| it + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |it| at + it + 1)
    }
}

/// Whether something has to be changed for a table to say what it should.
fn differs(table: &dyn TableLike, was: &[Field], now: &[Field]) -> bool {
    let says = |field: &Field| match was.iter().find(|it| it.key == field.key) {
        Some(old) if table.contains_key(field.key) => old.value == field.value,
        _ => field.implied,
    };
    let is_wanted = |old: &Field| now.iter().any(|it| it.key == old.key) || !table.contains_key(old.key);
    !(now.iter().all(says) && was.iter().all(is_wanted))
}

/// Where the last value of a table ends; those of tables within it that have headers of their own count if told so.
fn last_byte(table: &dyn TableLike, with_inner: bool) -> usize {
    let end = |item: &Item| match item {
        Item::Table(it) if it.is_dotted() => last_byte(it, with_inner),
        Item::Table(it) if with_inner => last_byte(it, true).max(it.span().map_or(0, |it| it.end)),
        Item::Table(_) => 0,
        item => item.span().map_or(0, |it| it.end),
    };
    table.iter().map(|(_, item)| end(item)).max().unwrap_or(0)
}

/// Whether a text ends with an empty line.
fn ends_empty(text: &str) -> bool {
    text.ends_with("\n\n") || text.ends_with("\n\r\n")
}
