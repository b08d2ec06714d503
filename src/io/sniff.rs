//! What a file in a folder holds, as far as click tests go, from its name and as little of it as will do.

use std::path::Path;

use toml_edit::DocumentMut;

use super::{Format, MOST_BYTES, file_in, format::Clicks, read_text};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Clicks, or a scenario that may have some; or what looks like that, and can't be read.
    Tests,
    /// TOML about something else.
    OtherToml,
    /// A maze without clicks, or anything else.
    NoClicks,
}

/// So much of a file is looked at where its name does not tell its format. \[bytes]
const BEGINNING: u64 = 1 << 16;

/// Tells what an ordinary file holds.
#[must_use]
pub fn holds(path: &Path) -> Holds {
    let format = Format::by_name(path).or_else(|| beginning(path).map(|it| Format::by_text(&it)));
    match format.map_or(Clicks::Never, |it| it.clicks) {
        Clicks::Always => Holds::Tests,
        Clicks::Never => Holds::NoClicks,
        Clicks::Perhaps(look) => look(path),
    }
}

/// What a file holds that is called one of TOML.
pub(super) fn in_toml(path: &Path) -> Holds {
    match read_text(path, MOST_BYTES) {
        Ok(text) if !may_be_scenario(&text) => Holds::OtherToml,
        // Why it can't be read is said when it is opened.
        Ok(_) | Err(_) => Holds::Tests,
    }
}

/// Whether TOML has a maze or clicks, however they are written; or mentions them, and is broken.
fn may_be_scenario(text: &str) -> bool {
    let text = file_in::bare(text);
    if !["maze", "click", "\\u"].iter().any(|it| text.contains(it)) {
        return false;
    }
    text.parse::<DocumentMut>().map_or(true, |it| ["maze", "click"].iter().any(|key| it.contains_key(key)))
}

/// The first lines of a file, if they are text.
fn beginning(path: &Path) -> Option<String> {
    let bytes = file_in::beginning(path, BEGINNING).ok()?;
    let is_cut = bytes.len() as u64 == BEGINNING;
    let end = if is_cut { bytes.iter().rposition(|it| *it == b'\n')? } else { bytes.len() };
    file_in::decode(&bytes[..end]).ok().map(|it| file_in::bare(it).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_are_known_however_they_are_written() {
        for text in [
            "[maze]\nmap = \"...\"",
            "  [ maze ]\n",
            "[\"maze\"]\n",
            "['maze']\n",
            "maze.map = \"...\"",
            "maze = { map = \"...\" }",
            "[maze.inner]",
            "\"m\\u0061ze\" = 1",
            "\u{feff}[maze]",
            "x = 1\n[[ click ]]\n",
            "click = []",
            "[maze\n",
        ] {
            assert!(may_be_scenario(text), "{text}");
        }
        for text in [
            "",
            "[package]\nname = \"maze\"",
            "[dependencies]\nclick = \"1\"",
            "text = '''\n[maze]\n'''",
            "# [maze]",
            "mazes = 3",
            "[broken",
        ] {
            assert!(!may_be_scenario(text), "{text}");
        }
    }
}
