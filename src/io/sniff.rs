//! What a file in a folder holds, as far as click tests go, from its name and as little of it as will do.

use std::path::Path;

use toml_edit::DocumentMut;

use super::{MOST_BYTES, file_in, has_extension, read_text, recast};

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

/// So much of a file is looked at for the tests of `RecastDemo`, which have no ending of their own. \[bytes]
const BEGINNING: u64 = 1 << 16;

/// Tells what an ordinary file holds.
#[must_use]
pub fn holds(path: &Path) -> Holds {
    if has_extension(path, "scen") {
        Holds::Tests
    } else if has_extension(path, "toml") {
        // What can't be read is told of by whoever reads it.
        read_text(path, MOST_BYTES)
            .map_or(Holds::Tests, |text| if may_be_scenario(&text) { Holds::Tests } else { Holds::OtherToml })
    } else if !has_extension(path, "map") && beginning(path).is_some_and(|it| recast::is_test(&it)) {
        Holds::Tests
    } else {
        Holds::NoClicks
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
