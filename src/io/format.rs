//! The formats of files, a row each: what one is called, how it is recognised, read and written.
//!
//! What a file is, which files of a folder hold tests, what the file chooser shows, the words of the command line and the README's list
//! follow from this table.

use std::path::Path;

use super::{
    InputError, Limits, ScenKind, Scenario,
    file_in::bare,
    foreign, movingai, obj,
    obj::Axes,
    parse_toml, recast, scen, sniff,
    sniff::Holds,
    suite::{Suite, tests_of_maps},
    text, to_toml,
};

use crate::maze::Level;

/// A format of files.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What such a file is, in a line.
    pub help: &'static str,
    /// How the names of such files end, without the point.
    pub extensions: &'static [&'static str],
    pub(super) known: Known,
    pub(super) read: Read,
    pub(super) clicks: Clicks,
    pub(super) write: Write,
}

/// How a file of a format is recognised.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// By the end of its name, whatever it holds.
    ByName,
    /// By its text, where its name does not say that it is of another format.
    ByText(fn(&str) -> bool),
    /// It is of none of the other formats.
    Otherwise,
}

/// Reads the tests of a file from its text; what the numbers of a `.scen` stand for may be known.
type ReadTests = fn(&Suite<'_>, &str, Option<ScenKind>) -> Result<Vec<Scenario>, InputError>;

/// How a format is read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Read {
    /// From the text of the file alone.
    Whole(fn(&str, Limits) -> Result<Scenario, InputError>),
    /// With the mazes that it names: a scenario each.
    Tests(ReadTests),
}

/// Whether a file that lies in a folder holds clicks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Clicks {
    Always,
    Never,
    /// That takes a look.
    Perhaps(fn(&Path) -> Holds),
}

/// How a format is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Write {
    /// It is only read.
    Not,
    /// With its maze.
    Whole(fn(&Scenario) -> String),
    /// As tests that name their map, or the mesh that was made of it.
    Tests { of_mesh: bool, write: fn(&Scenario, &str) -> Result<String, InputError> },
}

/// All formats.
pub const FORMATS: &[Format] =
    &[Format::MOVING_AI, Format::POLYANYA, Format::RECAST, Format::MAP, Format::OBJ, Format::TOML, Format::TEXT];

impl Format {
    /// Moving AI's tests.
    pub const MOVING_AI: Self = Self {
        name: "movingai",
        help: "tests of Moving AI: clicks between centres of cells, with their lengths",
        extensions: &["scen"],
        known: Known::ByName,
        read: Read::Tests(tests_of_maps),
        clicks: Clicks::Always,
        write: Write::Tests { of_mesh: false, write: |scenario, map| scen::write(scenario, map, ScenKind::Centres) },
    };

    /// Polyanya's tests. Their names end like those of Moving AI's; what their numbers stand for is found out, or said, as they are read.
    pub const POLYANYA: Self = Self {
        name: "polyanya",
        help: "tests of Polyanya: the same between corners of cells",
        extensions: &["scen"],
        known: Known::ByName,
        read: Read::Tests(tests_of_maps),
        clicks: Clicks::Always,
        // That they are of a mesh tells them apart from Moving AI's, and its own programs don't look.
        write: Write::Tests { of_mesh: true, write: |scenario, map| scen::write(scenario, map, ScenKind::Corners) },
    };

    /// `RecastDemo`'s tests.
    pub const RECAST: Self = Self {
        name: "recast",
        help: "tests of RecastDemo: clicks, without what is expected of them",
        extensions: &["txt"],
        known: Known::ByText(recast::is_test),
        read: Read::Tests(|suite, text, _| suite.tests_of_levels(text)),
        clicks: Clicks::Always,
        write: Write::Tests { of_mesh: false, write: recast::write },
    };

    /// A Moving AI map.
    pub const MAP: Self = Self {
        name: "map",
        help: "a map of Moving AI: the maze without start and goal",
        extensions: &["map"],
        known: Known::ByName,
        read: Read::Whole(|text, limits| movingai::parse(bare(text), limits).map(Scenario::of)),
        clicks: Clicks::Never,
        write: Write::Whole(|scenario| movingai::write(&scenario.maze)),
    };

    /// Level geometry.
    pub const OBJ: Self = Self {
        name: "obj",
        help: "level geometry: triangles in space, baked by way of voxels",
        extensions: &["obj"],
        known: Known::ByName,
        read: Read::Whole(|text, _| obj::parse_obj(bare(text), Axes::default()).map(Scenario::of_level)),
        clicks: Clicks::Never,
        write: Write::Whole(|scenario| match scenario.maze.level() {
            Some(level) => obj::write(level),
            None => obj::write(&Level::of_cells(&scenario.maze, &scenario.settings.level)),
        }),
    };

    /// A scenario, the only format that holds all of one.
    pub const TOML: Self = Self {
        name: "toml",
        help: "a scenario: the maze, any settings, clicks and what is expected of them",
        extensions: &["toml"],
        known: Known::ByName,
        read: Read::Whole(parse_toml),
        clicks: Clicks::Perhaps(sniff::in_toml),
        write: Write::Whole(to_toml),
    };

    /// A text maze.
    pub const TEXT: Self = Self {
        name: "text",
        help: "a maze drawn as text: # is wall, S the start, G the goal, digits ground so high, everything else floor",
        extensions: &["txt"],
        known: Known::Otherwise,
        read: Read::Whole(|text, limits| {
            foreign::check(bare(text)).and_then(|()| text::parse(bare(text), limits)).map(Scenario::of_map)
        }),
        clicks: Clicks::Never,
        write: Write::Not,
    };

    /// The formats that can be written.
    pub fn written() -> impl Iterator<Item = Self> {
        FORMATS.iter().copied().filter(|it| !matches!(it.write, Write::Not))
    }

    /// How the names of files end that hold a maze, without the points.
    #[must_use]
    pub fn endings_of_mazes() -> Vec<&'static str> {
        let mazes = FORMATS.iter().filter(|it| matches!(it.read, Read::Whole(_)));
        mazes.flat_map(|it| it.extensions).copied().collect()
    }

    /// Whether a file's name ends as those of this format do. Capitals make no difference.
    #[must_use]
    pub fn fits_name(&self, path: &Path) -> bool {
        path.extension().is_some_and(|end| self.extensions.iter().any(|it| end.eq_ignore_ascii_case(it)))
    }

    /// What tests of this format name for a map; nothing if a file of this format names none.
    #[must_use]
    pub fn name_of_map(&self, map: &str) -> Option<String> {
        match self.write {
            Write::Tests { of_mesh: true, .. } => {
                Some(Path::new(map).with_extension("mesh").to_string_lossy().into_owned())
            }
            Write::Tests { of_mesh: false, .. } => Some(map.to_owned()),
            Write::Not | Write::Whole(_) => None,
        }
    }

    /// Whether a file holds tests by its name alone, or may.
    #[must_use]
    pub fn may_hold_clicks(path: &Path) -> bool {
        Self::by_name(path).is_some_and(|it| !matches!(it.clicks, Clicks::Never))
    }

    /// The format that the end of a file's name tells, if it tells one.
    pub(super) fn by_name(path: &Path) -> Option<Self> {
        FORMATS.iter().copied().find(|it| matches!(it.known, Known::ByName) && it.fits_name(path))
    }

    /// The format of a file whose name tells none.
    pub(super) fn by_text(text: &str) -> Self {
        let is_known = |it: &Self| matches!(it.known, Known::ByText(is) if is(text));
        FORMATS.iter().copied().find(is_known).unwrap_or(Self::TEXT)
    }

    /// The format of a file with that text, without a byte-order mark.
    pub(super) fn of(path: &Path, text: &str) -> Self {
        Self::by_name(path).unwrap_or_else(|| Self::by_text(text))
    }
}

/// No two formats have one name.
impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_reached_and_has_a_name_of_its_own() {
        for (index, format) in FORMATS.iter().enumerate() {
            assert!(FORMATS[..index].iter().all(|it| it != format), "{}", format.name);
            let path = Path::new("file").with_extension(format.extensions[0].to_uppercase());
            let found = match format.known {
                Known::ByName => Format::by_name(&path),
                Known::ByText(_) | Known::Otherwise => {
                    assert!(Format::by_name(&path).is_none(), "{} is hidden by its name", format.name);
                    Some(*format)
                }
            };
            // Moving AI's tests and Polyanya's are read alike.
            let same = found.is_some_and(|it| it.extensions == format.extensions);
            assert!(same, "{}", format.name);
        }
        let others = FORMATS.iter().filter(|it| matches!(it.known, Known::Otherwise));
        assert_eq!(others.map(|it| it.name).collect::<Vec<_>>(), ["text"]);
        assert_eq!(Format::by_text("f maze.map\npf 1 0 1 2 0 2 0xffff 0x0\n"), Format::RECAST);
    }
}
