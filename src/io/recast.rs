//! `RecastDemo`'s tests: a line each, begun by what it is.
//!
//! `s` names the sample that runs them, `f` the level; `pf` asks for a path and `rc` for a line of sight, each with a start, a goal
//! (x, height, z) and two words of flags in hexadecimal: which areas may be used, and which not. A comment begins with `#`.
//!
//! Levels there lie in space, and heights are called y. Seen from above, x points right and z towards who looks at a screen: down,
//! as our y does. So z is our y, unturned. Flags and the sample mean nothing here, nor do heights on mazes of cells; they are kept in
//! the names of the clicks and written again.
//!
//! Mikko Mononen, `RecastDemo/Source/TestCase.cpp` in <https://github.com/recastnavigation/recastnavigation>, 2010.

use std::fmt::Write as _;

use super::{Click, ClickKind, InputError, Scenario};
use crate::geometry::{Point, Spot};

/// The tests of one level.
#[derive(Debug)]
pub(super) struct Part<'t> {
    /// The level, as written.
    pub(super) level: &'t str,
    /// Where that stands.
    pub(super) place: (usize, usize),
    pub(super) clicks: Vec<Click>,
}

/// Whether a text looks like such tests and not like a maze.
pub(super) fn is_test(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('#'));
    let first = lines.clone().next().and_then(|it| it.split_once(char::is_whitespace));
    let begins = first.is_some_and(|it| ["s", "f", "pf", "rc"].contains(&it.0));
    let asks = |line: &str| {
        let mut words = line.split_whitespace();
        matches!(words.next(), Some("pf" | "rc")) && words.next().is_some_and(|it| it.parse::<f64>().is_ok())
    };
    begins && lines.any(asks)
}

/// Reads the tests, in one part for each `f`.
pub(super) fn parse(text: &str) -> Result<Vec<Part<'_>>, InputError> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut sample = "Solo Mesh";
    for (index, text) in text.lines().enumerate() {
        let line = Line { number: index + 1, text };
        let (word, rest) = line.words();
        let kind = match word {
            "" => continue,
            _ if word.starts_with('#') => continue,
            "s" | "f" if rest.is_empty() => {
                return Err(line.wrong(word, format!("“{word}” needs a name behind it, as in “f level.toml”")));
            }
            "s" => {
                sample = rest;
                continue;
            }
            "f" => {
                parts.push(Part { level: rest, place: line.place(rest), clicks: Vec::new() });
                continue;
            }
            "pf" => ClickKind::Path,
            "rc" => ClickKind::Ray,
            _ => {
                let message = format!("“{word}” means nothing here; a line begins with s, f, pf, rc or #");
                return Err(line.wrong(word, message));
            }
        };
        let Some(part) = parts.last_mut() else {
            return Err(line.wrong(word, "there is no level yet; name one before, as in “f level.toml”".to_owned()));
        };
        part.clicks.push(line.click(kind, sample, part.clicks.len() + 1)?);
    }
    parts.retain(|it| !it.clicks.is_empty());
    if parts.is_empty() {
        return Err(InputError::at_end_of(
            text,
            "there is no test; add one, as in “pf 1.5 0 1.5 7.5 0 1.5 0xffff 0x0”",
        ));
    }
    Ok(parts)
}

/// A line of tests.
struct Line<'t> {
    /// Counted from 1.
    number: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// The word that says what it is, and what follows.
    fn words(&self) -> (&'t str, &'t str) {
        let code = self.text.trim();
        let (word, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        (word, rest.trim_start())
    }

    /// Where a part of it stands.
    fn place(&self, at: &str) -> (usize, usize) {
        (self.number, self.text[..at.as_ptr() as usize - self.text.as_ptr() as usize].chars().count() + 1)
    }

    fn wrong(&self, at: &str, message: String) -> InputError {
        InputError { place: Some(self.place(at)), ..InputError::whole(message) }
    }

    /// The click that it asks for; `count` is its number within its level, from 1.
    fn click(&self, kind: ClickKind, sample: &str, count: usize) -> Result<Click, InputError> {
        let (word, rest) = self.words();
        let words: Vec<&str> = rest.split_whitespace().collect();
        if !(6..=8).contains(&words.len()) {
            let message = format!(
                "{} words behind “{word}”; there are a start and a goal, x, height and z each, then two words of flags",
                words.len()
            );
            return Err(self.wrong(word, message));
        }
        let mut numbers = [0.0; 6];
        for (number, word) in numbers.iter_mut().zip(&words) {
            let parsed = word.parse().ok().filter(|it: &f64| it.is_finite());
            *number = parsed.ok_or_else(|| self.wrong(word, format!("“{word}” is no number")))?;
        }
        if let Some(flags) = words[6..].iter().find(|it| !is_flags(it)) {
            let message = format!("“{flags}” are no flags; write four hexadecimal digits, as in 0xffff");
            return Err(self.wrong(flags, message));
        }
        let note = Note {
            sample,
            heights: [words[1], words[4]],
            flags: [6, 7].map(|at| words.get(at).copied().unwrap_or(Note::FLAGS[at - 6])),
        };
        let [start, goal] = [&numbers[..3], &numbers[3..]].map(spot);
        Ok(Click { kind, ..Click::new(note.name(count), start, goal) })
    }
}

/// A place from its x, height and z.
fn spot(numbers: &[f64]) -> Spot {
    Spot::new(Point::new(numbers[0], numbers[2]), Some(numbers[1]))
}

/// Writes the clicks of a scenario, for a level of that name.
pub(super) fn write(scenario: &Scenario, level: &str) -> Result<String, InputError> {
    if level.trim().is_empty() || level.contains(char::is_control) {
        return Err(InputError::whole("tests name their level: give it a name, on one line"));
    }
    let mut sample = "";
    let mut text = format!("f {level}\n");
    for click in &scenario.clicks {
        let note = Note::of(&click.name);
        if note.sample != sample {
            sample = note.sample;
            // The first stands at the top, as in `RecastDemo`'s own.
            let at = if text.contains("\ns ") || text.starts_with("s ") { text.len() } else { 0 };
            text.insert_str(at, &format!("s {sample}\n"));
        }
        let word = if click.kind == ClickKind::Ray { "rc" } else { "pf" };
        let [[sx, sz], [gx, gz]] = [click.start, click.goal].map(|it| [it.at.x, it.at.y].map(digits));
        let [include, exclude] = note.flags;
        let heights = [(click.start, note.heights[0]), (click.goal, note.heights[1])];
        let [start_height, goal_height] = heights.map(|(it, noted)| it.height.map_or_else(|| noted.to_owned(), digits));
        // Writing to a text can't fail.
        let _ = writeln!(text, "{word}  {sx} {start_height} {sz}  {gx} {goal_height} {gz}  {include} {exclude}");
    }
    Ok(text)
}

/// Six decimals, as C prints them, or as many as it takes to read the same again.
fn digits(number: f64) -> String {
    let six = format!("{number:.6}");
    if six.parse() == Ok(number) { six } else { format!("{number}") }
}

fn is_flags(word: &str) -> bool {
    let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).unwrap_or(word);
    (1..=4).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_hexdigit())
}

/// What a click's name says about the line it was read from.
struct Note<'n> {
    sample: &'n str,
    heights: [&'n str; 2],
    flags: [&'n str; 2],
}

impl<'n> Note<'n> {
    /// Everything may be used, and nothing may not.
    const FLAGS: [&'static str; 2] = ["0xffff", "0x0"];

    fn name(&self, number: usize) -> String {
        let (sample, [from, to], [include, exclude]) = (self.sample, self.heights, self.flags);
        format!("{sample} {number} (height {from} to {to}, flags {include} {exclude})")
    }

    fn of(name: &'n str) -> Self {
        Self::parse(name).unwrap_or(Self { sample: "Solo Mesh", heights: ["0.000000"; 2], flags: Self::FLAGS })
    }

    fn parse(name: &'n str) -> Option<Self> {
        let (before, inner) = name.strip_suffix(')')?.rsplit_once(" (height ")?;
        let (sample, _) = before.rsplit_once(' ')?;
        let (heights, flags) = inner.split_once(", flags ")?;
        let (from, to) = heights.split_once(" to ")?;
        let (include, exclude) = flags.split_once(' ')?;
        let is_number = |it: &&str| it.parse().is_ok_and(f64::is_finite);
        let is_sound = [from, to].iter().all(is_number) && is_flags(include) && is_flags(exclude);
        let is_name = !sample.trim().is_empty() && sample.trim() == sample && !sample.contains(char::is_control);
        (is_sound && is_name).then_some(Self { sample, heights: [from, to], flags: [include, exclude] })
    }
}
