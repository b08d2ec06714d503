//! Changing TOML in place: which bytes of a text give way to which others.
//!
//! The parser tells where everything stands; all else (comments, order, spaces, line endings) is never touched, and so can't get
//! lost. A table within a table may have a header of its own, dotted keys or braces, and keeps them. Lines are added behind the
//! last of their table, tables at the end of the file or behind the last of their list. Of a list, what is the same at its
//! beginning and its end stays; in between one gives way to another. Comments on lines of their own stay even if what they stood
//! above goes.

use std::ops::Range;

use toml_edit::{Item, Table, TableLike};

/// One `key = value`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    /// As read, without quotes.
    pub(super) key: String,
    pub(super) content: Content,
    /// Whether it is the same to leave it out.
    pub(super) implied: bool,
}

/// What a key stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    /// A value, as TOML.
    Value(String),
    /// More fields.
    Table(Vec<Field>),
}

impl Field {
    /// A field that has to be there.
    pub(super) fn new(key: impl Into<String>, value: String) -> Self {
        Self { key: key.into(), content: Content::Value(value), implied: false }
    }

    /// A table that has to be there.
    pub(super) fn table(key: impl Into<String>, fields: Vec<Self>) -> Self {
        Self { key: key.into(), content: Content::Table(fields), implied: false }
    }

    /// The same, which may be left out if so.
    pub(super) fn implied_if(self, implied: bool) -> Self {
        Self { implied, ..self }
    }

    /// The fields, if it is a table.
    pub(super) fn fields(&self) -> &[Self] {
        match &self.content {
            Content::Value(_) => &[],
            Content::Table(fields) => fields,
        }
    }

    /// As TOML, on one line.
    pub(super) fn line(&self) -> String {
        format!("{} = {}", key(&self.key), self.value())
    }

    /// What stands behind the key.
    pub(super) fn value(&self) -> String {
        match &self.content {
            Content::Value(value) => value.clone(),
            Content::Table(fields) => inline(fields),
        }
    }
}

/// A key, in quotes if it needs them.
pub(super) fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it));
    if is_bare { name.to_owned() } else { quoted(name) }
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
pub(super) fn inline(fields: &[Field]) -> String {
    let fields: Vec<String> = fields.iter().filter(|it| !it.implied).map(Field::line).collect();
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
    pub(super) text: &'t str,
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

    /// Puts bytes in the place of others.
    pub(super) fn replace(&mut self, span: Range<usize>, new: impl Into<String>) {
        self.changes.push((span, New::Bytes(new.into())));
    }

    /// Changes the fields of a table that may stand in any form, or nowhere yet.
    pub(super) fn table(&mut self, name: &str, item: Option<&Item>, was: &[Field], now: &[Field]) {
        match item {
            None => self.add_table(self.text.len(), &format!("[{name}]"), now),
            // Nothing is left of it.
            Some(Item::Table(table)) if now.is_empty() && !table.is_empty() && !table.is_dotted() => {
                self.remove_table(table);
            }
            Some(item) => self.nested(item, name, name, was, now),
        }
    }

    /// Changes the fields of a table in any form. Its header, if it has one, is `header`; its keys, if they are dotted, begin
    /// with `prefix`.
    fn nested(&mut self, item: &Item, header: &str, prefix: &str, was: &[Field], now: &[Field]) {
        match item {
            Item::Table(table) => {
                let prefix = if table.is_dotted() { format!("{prefix}.") } else { String::new() };
                self.fields(table, header, &prefix, was, now);
            }
            Item::Value(toml_edit::Value::InlineTable(table)) => self.braces(table, item.span(), was, now),
            _ => (),
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
            self.fields(tables[index], name, "", &was[index], &now[index]);
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
    fn fields(&mut self, table: &Table, header: &str, prefix: &str, was: &[Field], now: &[Field]) {
        let mut added = Vec::new();
        for field in now {
            let old = was.iter().find(|it| it.key == field.key);
            let name = key(&field.key);
            match table.get(&field.key) {
                None if field.implied => (),
                // Where there is no header there are no lines either.
                None if table.is_implicit() && !table.is_dotted() => {
                    self.add_table(self.end_of(table), &format!("[{header}.{name}]"), field.fields());
                }
                None => added.push(format!("{prefix}{}{}", field.line(), self.newline)),
                Some(_) if old.is_some_and(|it| it.content == field.content) => (),
                Some(item) if item.is_table_like() => {
                    let was = old.map_or(&[][..], Field::fields);
                    self.nested(item, &format!("{header}.{name}"), &format!("{prefix}{name}"), was, field.fields());
                }
                Some(item) => self.replace(item.span().unwrap_or_default(), field.value()),
            }
        }
        if !added.is_empty() {
            let header = table.span().filter(|_| !table.is_dotted()).map_or(0, |it| it.end);
            let end = self.line_end(last_byte(table, false).max(header));
            self.changes.push((end..end, New::Lines(added.concat())));
        }
        for field in was.iter().filter(|old| now.iter().all(|it| it.key != old.key)) {
            if let Some((key, item)) = table.get_key_value(&field.key) {
                self.remove(key.span(), item);
            }
        }
    }

    /// Takes out a key with all that it stands for.
    fn remove(&mut self, key: Option<Range<usize>>, item: &Item) {
        match item {
            Item::Table(table) if !table.is_dotted() => self.remove_table(table),
            Item::Table(table) => {
                for (key, _) in table {
                    if let Some((key, item)) = table.get_key_value(key) {
                        self.remove(key.span(), item);
                    }
                }
            }
            _ => {
                let Some(key) = key else { return };
                let end = item.span().map_or(key.end, |it| it.end);
                self.replace(self.line_start(key.start)..self.line_end(end), "");
            }
        }
    }

    fn add_table(&mut self, place: usize, header: &str, fields: &[Field]) {
        let lines: Vec<String> = fields.iter().filter(|it| !it.implied).map(Field::line).collect();
        if !lines.is_empty() {
            let text = format!("{header}{1}{0}{1}", lines.join(self.newline), self.newline);
            self.changes.push((place..place, New::Paragraph(text)));
        }
    }

    /// Takes out a table with those within it, and an empty line before each.
    fn remove_table(&mut self, table: &Table) {
        let header = table.span().filter(|_| !table.is_implicit());
        if let Some(header) = header {
            let mut start = self.line_start(header.start);
            if start > 0 && ends_empty(&self.text[..start]) {
                start = self.line_start(start - 1);
            }
            self.replace(start..self.line_end(last_byte(table, false).max(header.end)), "");
        }
        for table in table.iter().filter_map(|(_, it)| it.as_table()).filter(|it| !it.is_dotted()) {
            self.remove_table(table);
        }
    }

    /// The place behind the last line of a table and of those within it.
    fn end_of(&self, table: &Table) -> usize {
        self.line_end(last_byte(table, true).max(table.span().map_or(0, |it| it.end)))
    }

    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |it| it + 1)
    }

    pub(super) fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |it| at + it + 1)
    }
}

/// Whether something has to be changed for a table to say what it should.
fn differs(table: &dyn TableLike, was: &[Field], now: &[Field]) -> bool {
    let says = |field: &Field| match was.iter().find(|it| it.key == field.key) {
        Some(old) if table.contains_key(&field.key) => old.content == field.content,
        _ => field.implied,
    };
    let is_wanted = |old: &Field| now.iter().any(|it| it.key == old.key) || !table.contains_key(&old.key);
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
