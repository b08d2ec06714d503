//! Level geometry as Wavefront's `.obj` has it: `v` is a point, `f` a face by the numbers of its points.
//!
//! Points are counted from 1, or backwards from the last one so far by negative numbers; what stands behind a slash (texture, normal) is
//! skipped. A face of more than three corners is cut into a fan of triangles from its first one. `usemtl` names the kind of ground
//! of the faces that follow, `o` and `g` what they belong to; a name with “unwalkable”, “not walkable” or “nonwalkable” in it says that
//! nobody can walk there. All else is skipped. Faces without area are kept: they may still be walls, as seen from above.
//!
//! Wavefront Technologies, "Advanced Visualizer Manual", appendix B1 (1995).

use std::{fmt::Write as _, ops::RangeInclusive};

use super::InputError;
use crate::{
    maze::{Level, LevelTriangle},
    record::limits::{MOST_LEVEL_TRIANGLES, MOST_POINTS},
};

/// Which axis of a file points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// The second, as in Recast, Unity and Maya.
    #[default]
    Y,
    /// The third, as in Blender and Unreal.
    Z,
    /// The first.
    X,
}

/// How the axes of a file lie in space.
///
/// A right-handed file with y up has x to the right and z towards who looks from above with x to the right, and so down on a screen. A
/// left-handed one is its mirror image: front faces turn the other way in it, and so their winding needs no change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axes {
    /// Which points up.
    pub up: UpAxis,
    /// Whether they are left-handed.
    pub left_handed: bool,
}

impl Axes {
    /// A point of a file as x, y (down) and height.
    fn place(self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        match (self.up, self.left_handed) {
            (UpAxis::Y, false) => [x, z, y],
            (UpAxis::Y, true) => [x, -z, y],
            (UpAxis::Z, false) => [x, -y, z],
            (UpAxis::Z, true) => [x, y, z],
            (UpAxis::X, false) => [z, y, x],
            (UpAxis::X, true) => [z, -y, x],
        }
    }

    /// The axes by the words for them: the one that points up, behind `left-` if they are left-handed.
    pub const WORDS: [(&str, Self); 6] = [
        ("y", Self { up: UpAxis::Y, left_handed: false }),
        ("z", Self { up: UpAxis::Z, left_handed: false }),
        ("x", Self { up: UpAxis::X, left_handed: false }),
        ("left-y", Self { up: UpAxis::Y, left_handed: true }),
        ("left-z", Self { up: UpAxis::Z, left_handed: true }),
        ("left-x", Self { up: UpAxis::X, left_handed: true }),
    ];

    /// A level that was read as if its file had the usual axes, as it is with these.
    #[must_use]
    pub fn turned(self, level: &Level) -> Level {
        let points = level.points().iter().map(|&[x, y, height]| self.place([x, height, y])).collect();
        Level::new(points, level.triangles().to_vec(), level.kinds().to_vec())
    }
}

/// Reads level geometry.
///
/// # Errors
///
/// A number is none, a face names a point that there is not, there is no face, or there is too much of anything.
pub fn parse_obj(text: &str, axes: Axes) -> Result<Level, InputError> {
    let mut reader = Reader {
        axes,
        points: Vec::new(),
        triangles: Vec::new(),
        kinds: vec!["plain".to_owned()],
        ground: Ground::default(),
    };
    for (index, line) in text.lines().enumerate() {
        reader.read(Line { number: index + 1, text: line })?;
    }
    if reader.triangles.is_empty() {
        return Err(InputError::whole(
            "there is no face in it; a line like “f 1 2 3” is one, behind the “v” lines of its points",
        ));
    }
    Ok(Level::new(reader.points, reader.triangles, reader.kinds))
}

/// Writes level geometry such that it is read as the same.
pub(super) fn write(level: &Level) -> String {
    let mut text = String::new();
    // Writing to a text can't fail.
    for [x, y, height] in level.points() {
        let _ = writeln!(text, "v {x} {height} {y}");
    }
    let mut kind = Level::PLAIN;
    for triangle in level.triangles() {
        if triangle.kind != kind {
            kind = triangle.kind;
            let name = level.kinds().get(usize::from(kind)).map_or("unwalkable", String::as_str);
            let _ = writeln!(text, "usemtl {name}");
        }
        let [a, b, c] = triangle.corners.map(|it| u64::from(it) + 1);
        let _ = writeln!(text, "f {a} {b} {c}");
    }
    text
}

/// What is known of the faces that follow.
#[derive(Default)]
struct Ground {
    /// The kind that their material stands for.
    kind: u8,
    /// Whether the names of their object and group say that nobody can walk there.
    is_barred: [bool; 2],
}

struct Reader {
    axes: Axes,
    points: Vec<[f64; 3]>,
    triangles: Vec<LevelTriangle>,
    kinds: Vec<String>,
    ground: Ground,
}

/// A line of a file.
#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl Line<'_> {
    /// About a word of it.
    fn wrong(self, word: &str, message: impl Into<String>) -> InputError {
        let before = &self.text[..word.as_ptr() as usize - self.text.as_ptr() as usize];
        InputError::at(self.number, before.chars().count() + 1, message)
    }

    /// About what is lacking at its end.
    fn lacks(self, message: impl Into<String>) -> InputError {
        InputError::at(self.number, self.text.trim_end().chars().count() + 1, message)
    }
}

impl Reader {
    fn read(&mut self, line: Line<'_>) -> Result<(), InputError> {
        let code = line.text.trim();
        let (word, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        match word {
            "v" => self.point(line, rest),
            "f" => self.face(line, rest),
            "usemtl" => self.material(line, rest.trim()),
            "o" => {
                self.ground.is_barred = [is_barred(rest), false];
                Ok(())
            }
            "g" => {
                self.ground.is_barred[1] = is_barred(rest);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn point(&mut self, line: Line<'_>, rest: &str) -> Result<(), InputError> {
        if self.points.len() == MOST_POINTS {
            return Err(line.lacks(format!("more than {MOST_POINTS} points; divide the level into several files")));
        }
        let mut place = [0.0; 3];
        let mut words = rest.split_whitespace();
        for it in &mut place {
            let word = words.next().ok_or_else(|| line.lacks("a point has three numbers, as in “v 1.5 0 -2”"))?;
            let number = word.parse().ok().filter(|it: &f64| it.is_finite());
            *it =
                number.ok_or_else(|| line.wrong(word, format!("“{word}” is no number; write one like 1.5 or -2e3")))?;
        }
        self.points.push(self.axes.place(place));
        Ok(())
    }

    fn face(&mut self, line: Line<'_>, rest: &str) -> Result<(), InputError> {
        let corners = rest.split_whitespace().map(|it| self.corner(line, it)).collect::<Result<Vec<u32>, _>>()?;
        if corners.len() < 3 {
            return Err(line.lacks(format!("{} corners; a face has three or more, as in “f 1 2 3”", corners.len())));
        }
        if self.triangles.len() + corners.len() - 2 > MOST_LEVEL_TRIANGLES {
            return Err(
                line.lacks(format!("more than {MOST_LEVEL_TRIANGLES} triangles; divide the level into several files"))
            );
        }
        let kind = if self.ground.is_barred.contains(&true) { Level::NOT_WALKABLE } else { self.ground.kind };
        let fan = corners.windows(2).skip(1).map(|it| LevelTriangle { corners: [corners[0], it[0], it[1]], kind });
        self.triangles.extend(fan);
        Ok(())
    }

    /// The place of the point that a corner of a face names.
    fn corner(&self, line: Line<'_>, word: &str) -> Result<u32, InputError> {
        let name = word.split('/').next().unwrap_or(word);
        let count = i64::try_from(self.points.len()).unwrap_or(i64::MAX);
        let number: i64 = name.parse().map_err(|_| {
            line.wrong(word, format!("“{word}” is no corner; write the number of a point, as in 3 or 3/1/2"))
        })?;
        let place = if number < 0 { number.saturating_add(count) } else { number - 1 };
        match u32::try_from(place) {
            Ok(at) if place < count => Ok(at),
            _ => {
                let message = format!(
                    "there is no point {number}: {count} come before this line, counted from 1 (or back from -1)"
                );
                Err(line.wrong(word, message))
            }
        }
    }

    fn material(&mut self, line: Line<'_>, name: &str) -> Result<(), InputError> {
        /// Of the kinds that a byte can tell apart one is not walkable.
        const MOST: RangeInclusive<usize> = 0..=Level::NOT_WALKABLE as usize - 1;
        let known = self.kinds.iter().skip(1).position(|it| it == name);
        let kind = known.map_or(self.kinds.len(), |it| it + 1);
        self.ground.kind = if is_barred(name) {
            Level::NOT_WALKABLE
        } else if name.is_empty() {
            Level::PLAIN
        } else if MOST.contains(&kind) {
            if known.is_none() {
                self.kinds.push(name.to_owned());
            }
            u8::try_from(kind).unwrap_or(Level::PLAIN)
        } else {
            let message = format!("more than {} materials; use one for several kinds of ground", MOST.end());
            return Err(line.wrong(name, message));
        };
        Ok(())
    }
}

/// Whether a name says that nobody can walk on what it names.
fn is_barred(name: &str) -> bool {
    let name = name.to_lowercase().replace(['_', '-'], " ");
    ["unwalkable", "not walkable", "nonwalkable", "non walkable"].iter().any(|it| name.contains(it))
}
