//! Scenarios: a maze with settings, clicks, breakpoints and bookmarks.

use std::{fmt, path::PathBuf, sync::Arc};

use serde::Serialize;

use super::{Seen, Settings, Value, apply_preset, setting};
use crate::{
    geometry::{Point, Spot, aligned, distinct},
    maze::{Cell, End, Maze, Violation},
    search::Outcome,
    trace::{Condition, Moment},
};

/// A maze with settings and clicks.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What to call it: its file's name.
    pub name: String,
    /// The maze.
    pub maze: Arc<Maze>,
    /// How it is baked, searched and pulled.
    pub settings: Settings,
    /// Where the query starts, if not at the maze's own start.
    pub start: Option<Spot>,
    /// Where it goes, if not to the maze's own goal.
    pub goal: Option<Spot>,
    /// Start and goal pairs worth keeping.
    pub clicks: Vec<Click>,
    /// Other settings that every click is tried with.
    pub variants: Vec<Variant>,
    /// Where to stop.
    pub breakpoints: Vec<Breakpoint>,
    /// Moments worth coming back to.
    pub bookmarks: Vec<Moment>,
    /// The file it was read from or saved to, if any.
    pub path: Option<PathBuf>,
    /// What stood there then. Saving does not replace anything else.
    pub seen: Option<Seen>,
    /// The file that its maze was read from, where tests of another program name one.
    pub map: Option<PathBuf>,
    /// The text of that file, if it is a scenario: saving keeps its comments and order.
    pub source: Option<Arc<str>>,
}

impl Scenario {
    /// The maze, to be changed; copied first if it is shared.
    pub fn maze_mut(&mut self) -> &mut Maze {
        Arc::make_mut(&mut self.maze)
    }

    /// Where the query starts or goes, if not at the maze's own, to be changed.
    pub fn end_mut(&mut self, end: End) -> &mut Option<Spot> {
        end.of([&mut self.start, &mut self.goal])
    }

    /// Where the query starts and goes unless said otherwise: at the maze's own start and goal, else those of the first click.
    #[must_use]
    pub fn own_ends(&self) -> [Option<Spot>; 2] {
        let drawn = |end: Option<Point>| end.map(|it| self.spot_on(0, it));
        match (self.maze.start, self.maze.goal, self.clicks.first()) {
            (None, _, Some(click)) | (_, None, Some(click)) => [Some(click.start), Some(click.goal)],
            (start, goal, _) => [start, goal].map(drawn),
        }
    }

    /// A place on a floor of the maze: with the height of its ground where floors lie above each other, and so only that tells them apart.
    #[must_use]
    pub fn spot_on(&self, storey: usize, at: Point) -> Spot {
        let steps = self.maze.cell_at(storey, at).and_then(Cell::steps).unwrap_or(0);
        let storeys = self.maze.storeys();
        let height = || self.maze.storey_height(storey) + f64::from(steps) * self.settings.level.step;
        Spot::new(at, (storeys > 1 && storey < storeys).then(height))
    }

    /// The start and goal to begin with: those chosen, else [its own](Self::own_ends).
    #[must_use]
    pub fn first_query(&self) -> (Option<Spot>, Option<Spot>) {
        let [start, goal] = self.own_ends();
        (self.start.or(start), self.goal.or(goal))
    }

    /// The settings under a variant: the scenario's own with the variant's changes. A preset comes first, wherever it stands, as
    /// on the command line. What is out of range changes nothing; no file holds such.
    #[must_use]
    pub fn settings_under(&self, variant: &Variant) -> Settings {
        let mut settings = self.settings;
        let (presets, others): (Vec<_>, Vec<_>) = variant.changes.iter().partition(|it| it.0 == Variant::PRESET);
        for (path, value) in presets.into_iter().chain(others) {
            // Reading the file, or the arguments, reported what is wrong with a variant.
            let _ = if path == Variant::PRESET {
                apply_preset(&mut settings, &value.to_string())
            } else {
                setting(path).and_then(|it| it.set(&mut settings, value))
            };
        }
        settings
    }
}

/// Where to stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoint {
    /// When.
    pub when: Condition,
    /// Whether it is on.
    pub on: bool,
}

/// A start and a goal, and what is expected of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Click {
    /// What to call it.
    pub name: String,
    /// From where.
    pub start: Spot,
    /// To where.
    pub goal: Spot,
    /// Whether it asks for a path, or only whether one sees from the start to the goal.
    pub kind: ClickKind,
    /// What should come out.
    pub expect: Option<Expect>,
    /// What should come out under a variant, by its name.
    pub expect_under: Vec<(String, Expect)>,
    /// What came out when it was kept: a note, compared with nothing, but drawn beside what comes out now.
    pub kept: Kept,
}

/// What a click asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClickKind {
    /// A path.
    #[default]
    Path,
    /// Whether a straight line from the start reaches the goal: found if so; else unreachable, and the length is that to the wall.
    Ray,
}

impl ClickKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Path, Self::Ray];

    /// Its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Ray => "ray",
        }
    }
}

/// What came out of a click when it was kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// The path, start and goal included.
    pub points: Vec<Point>,
    /// The numbers of the triangles, or polygons, that it crossed.
    pub triangles: Vec<u32>,
}

/// Settings that every click is tried with beside the scenario's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// What to call it.
    pub name: String,
    /// What it sets, beyond the scenario's own settings; in the order written. A preset has the path `preset`.
    pub changes: Vec<(String, Value)>,
    /// Whether clicks must come out as under the scenario's own settings; else differences are only shown.
    pub must_agree: bool,
}

impl Variant {
    /// What stands for a path where a preset is meant.
    pub const PRESET: &str = "preset";
}

impl Click {
    /// Moves it, and what is noted of it, by so many columns and rows.
    pub fn shift(&mut self, by: (i64, i64)) {
        let places = [&mut self.start.at, &mut self.goal.at].into_iter().chain(&mut self.kept.points);
        for place in places {
            *place = place.shifted(by);
        }
    }

    /// A click of which nothing is expected.
    #[must_use]
    pub fn new(name: impl Into<String>, start: impl Into<Spot>, goal: impl Into<Spot>) -> Self {
        Self {
            name: name.into(),
            start: start.into(),
            goal: goal.into(),
            kind: ClickKind::Path,
            expect: None,
            expect_under: Vec::new(),
            kept: Kept::default(),
        }
    }

    /// What a click is called that has no name.
    pub(super) fn default_name(index: usize) -> String {
        format!("click {}", index + 1)
    }
}

/// What should come out of a click. What is not given may be anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// How the query ends.
    pub outcome: Option<Outcome>,
    /// How long the path is. \[cells]
    pub length: Option<f64>,
    /// How many corners it has between start and goal.
    pub corners: Option<usize>,
    /// How far off the length may be. \[cells]
    pub tolerance: f64,
}

impl Expect {
    /// How far off a length may be where nothing is said: half a unit of the third decimal, as lengths are written.
    pub const TOLERANCE: f64 = 0.0005;

    /// What to expect if all is to stay as it came out.
    #[must_use]
    pub fn of(outcome: Outcome, length: Option<f64>, corners: Option<usize>) -> Self {
        let tolerance = Self::TOLERANCE;
        let length = length.map(|it| rounded(it, tolerance));
        Self { outcome: Some(outcome), length, corners, tolerance }
    }

    /// The same expectations, met by what came out. What was not expected is not from now on either, but for an outcome other
    /// than a path, which is always said; a length that is near enough stays as it is written.
    #[must_use]
    pub fn blessed(&self, outcome: Outcome, length: Option<f64>, corners: Option<usize>) -> Self {
        let near =
            |was: f64, now: f64| if (now - was).abs() <= self.tolerance { was } else { rounded(now, self.tolerance) };
        Self {
            outcome: Some(outcome).filter(|_| self.outcome.is_some() || outcome != Outcome::Found),
            length: self.length.zip(length).map(|(was, now)| near(was, now)),
            corners: self.corners.and(corners),
            tolerance: self.tolerance,
        }
    }

    /// What of an actual outcome is not as expected.
    #[must_use]
    pub fn differences(&self, outcome: Outcome, length: Option<f64>, corners: Option<usize>) -> Vec<Difference> {
        let off = |expected: &f64| length.is_none_or(|it| (it - expected).abs() > self.tolerance);
        let of_outcome = self.outcome.filter(|&it| it != outcome);
        let of_length = self.length.filter(off);
        let of_corners = self.corners.filter(|&it| corners != Some(it));
        let all = [
            of_outcome.map(|expected| Difference::Outcome { expected, actual: outcome }),
            of_length.map(|expected| Difference::Length { expected, actual: length }),
            of_corners.map(|expected| Difference::Corners { expected, actual: corners }),
        ];
        all.into_iter().flatten().collect()
    }
}

/// A length in six decimals, or in as many as the tolerance asks for.
fn rounded(length: f64, tolerance: f64) -> f64 {
    let mut candidates = (6..16).map(|decimals| 10_f64.powi(decimals)).map(|it| (length * it).round() / it);
    candidates.find(|it| (it - length).abs() <= tolerance).unwrap_or(length)
}

/// Something that is not as expected.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Difference {
    /// How the query ended.
    Outcome {
        /// What was expected.
        expected: Outcome,
        /// What came out.
        actual: Outcome,
    },
    /// How long the path is, further off than is allowed. \[cells]
    Length {
        /// What was expected.
        expected: f64,
        /// What came out; none without a path.
        actual: Option<f64>,
    },
    /// How many corners it has.
    Corners {
        /// What was expected.
        expected: usize,
        /// What came out; none without a path.
        actual: Option<usize>,
    },
    /// It breaks a rule.
    Illegal {
        /// Which, and where.
        violation: Violation,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let none = || "none".to_owned();
        match self {
            Self::Outcome { expected, actual } => {
                write!(f, "outcome {} instead of {}", actual.name(), expected.name())
            }
            Self::Length { expected, actual } => {
                let both = [actual.unwrap_or(*expected), *expected];
                let ([now, _], [_, was]) = (aligned(both, 6), distinct(both, 6));
                let now = actual.map_or_else(none, |_| now);
                write!(f, "length {now} instead of {was}")
            }
            Self::Corners { expected, actual } => {
                let actual = actual.map_or_else(none, |it| it.to_string());
                write!(f, "corners {actual} instead of {expected}")
            }
            Self::Illegal { violation } => {
                let Violation { segment, kind, at } = violation;
                write!(f, "illegal: segment {segment} {} at {at:.3}", kind.text())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blessing_changes_what_was_expected_and_nothing_else() {
        use Outcome::{Found, Unreachable};
        let expect = |outcome, length, corners, tolerance| Expect { outcome, length, corners, tolerance };
        let all = expect(Some(Found), Some(2.0), Some(1), 0.01);
        for (was, came, now) in [
            (&all, (Found, Some(2.001), Some(1)), all.clone()),
            (&all, (Found, Some(3.000_000_04), Some(2)), expect(Some(Found), Some(3.0), Some(2), 0.01)),
            (&all, (Unreachable, None, None), expect(Some(Unreachable), None, None, 0.01)),
            (&expect(None, Some(1.0), None, 0.1), (Found, Some(2.5), Some(7)), expect(None, Some(2.5), None, 0.1)),
            (
                &expect(None, Some(1.0), None, 0.1),
                (Unreachable, None, None),
                expect(Some(Unreachable), None, None, 0.1),
            ),
            (
                &expect(Some(Unreachable), None, None, 0.1),
                (Found, Some(2.0), Some(0)),
                expect(Some(Found), None, None, 0.1),
            ),
            (
                &expect(None, Some(1.0), None, 0.0),
                (Found, Some(2_f64.sqrt()), None),
                expect(None, Some(2_f64.sqrt()), None, 0.0),
            ),
            (
                &expect(None, Some(1.0), None, 0.1),
                (Unreachable, Some(0.25), None),
                expect(Some(Unreachable), Some(0.25), None, 0.1),
            ),
        ] {
            let blessed = was.blessed(came.0, came.1, came.2);
            assert_eq!(blessed, now);
            assert!(blessed.differences(came.0, came.1, came.2).is_empty(), "{blessed:?}");
        }
        assert_eq!(
            Expect::of(Found, Some(3_f64.sqrt()), Some(3)),
            expect(Some(Found), Some(1.732_051), Some(3), 0.0005)
        );
        assert_eq!(Expect::of(Unreachable, None, None), expect(Some(Unreachable), None, None, 0.0005));
    }
}
