//! What came out of many tests, kept; and what has changed since.
//!
//! A baseline holds each result, hashes of what happened on the way, and the input: maze and settings. So of a change it is
//! known where the runs first part. If the old input, run again, still does what it did, it is the input that was changed, and the
//! two events at which the runs part are told side by side; otherwise the program was, and the hashes tell between which events.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{Departure, StageTrace, Suite, Tested, Verdict, departure, parting::Reruns};
use crate::{
    geometry::{Point, Spot, aligned, signed},
    io::{ClickKind, Expect, OutputKind, SETTINGS, Scenario, Settings, Value, setting, to_toml},
};

/// The number of the format. Before 2, two tests could have one name, and hashes were of the events' names; before 3, polygons had the
/// numbers of triangles there.
const VERSION: u32 = 3;

/// Parting events are looked up for so many changes, the worst; runs are made again for that.
const LOOKED_INTO: usize = 20;

/// Results that were kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    version: u32,
    /// The mazes, as scenarios.
    inputs: Vec<String>,
    /// What happened in each bake.
    bakes: Vec<Vec<StageTrace>>,
    tests: Vec<Kept>,
}

/// A result that was kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) name: String,
    /// How the query ended, or why it did not.
    outcome: String,
    length: Option<f64>,
    corners: usize,
    points: Vec<[f64; 2]>,
    excess: Option<f64>,
    legal: bool,
    /// The number of the maze.
    pub(super) input: usize,
    /// What is set beyond the defaults.
    settings: Vec<[String; 2]>,
    pub(super) start: Spot,
    pub(super) goal: Spot,
    pub(super) is_ray: bool,
    /// The number of the bake.
    pub(super) bake: usize,
    pub(super) traces: Vec<StageTrace>,
}

impl Kept {
    pub(super) fn settings(&self) -> Result<Settings, String> {
        let mut settings = Settings::default();
        for [path, value] in &self.settings {
            setting(path)?.set(&mut settings, &Value::from_text(value))?;
        }
        Ok(settings)
    }
}

impl Baseline {
    /// As a kind of output.
    pub const KIND: OutputKind = OutputKind {
        name: "a baseline",
        is_own: |it| it.starts_with(b"{\"version\":") && String::from_utf8_lossy(it).contains("\"inputs\":["),
    };

    /// Keeps what came out.
    #[must_use]
    pub fn of(suites: &[Suite], tested: &[Tested]) -> Self {
        let mut baseline = Self { version: VERSION, inputs: Vec::new(), bakes: Vec::new(), tests: Vec::new() };
        let mut inputs: BTreeMap<usize, usize> = BTreeMap::new();
        for it in tested {
            let suite = &suites[it.test.suite];
            let scenario = &suite.scenario;
            let input = *inputs.entry(it.test.suite).or_insert_with(|| {
                baseline.inputs.push(to_toml(&Scenario::of(scenario.maze.as_ref().clone())));
                baseline.inputs.len() - 1
            });
            let bake = baseline.bakes.iter().position(|known| **known == *it.bake_traces).unwrap_or_else(|| {
                baseline.bakes.push(it.bake_traces.to_vec());
                baseline.bakes.len() - 1
            });
            let settings = it.test.variant.map(|it| scenario.settings_under(&scenario.variants[it]));
            let click = &scenario.clicks[it.test.click];
            let report = it.checked.report.as_ref();
            baseline.tests.push(Kept {
                name: suite.test_name(it.test.click, it.test.variant),
                outcome: report.map_or(it.checked.verdict.name(), |it| it.outcome.name()).to_owned(),
                length: report.and_then(|it| it.length),
                corners: report.map_or(0, |it| it.corners),
                points: report.map_or_else(Vec::new, |it| it.points.iter().map(|it| [it.x, it.y]).collect()),
                excess: report.and_then(|it| it.gap.excess),
                legal: report.is_none_or(|it| it.audit.legal),
                input,
                settings: written(&settings.unwrap_or(scenario.settings).without_walkers()),
                start: click.start,
                goal: click.goal,
                is_ray: click.kind == ClickKind::Ray,
                bake,
                traces: it.traces.clone(),
            });
        }
        baseline
    }

    /// As text.
    ///
    /// # Errors
    ///
    /// A number can't be written.
    pub fn to_json(&self) -> Result<String, String> {
        serde_json::to_string(self).map(|it| it + "\n").map_err(|it| it.to_string())
    }

    /// From text.
    ///
    /// # Errors
    ///
    /// It is not a baseline, or one of another version, or two tests in it have one name.
    pub fn from_json(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let wrong = |it: serde_json::Error| format!("is not a baseline: {it}");
        let Versioned { version } = serde_json::from_str(text).map_err(wrong)?;
        if version != VERSION {
            return Err(format!("is a baseline of version {version}, and not {VERSION}; save it again"));
        }
        let baseline: Self = serde_json::from_str(text).map_err(wrong)?;
        let is_whole = |it: &Kept| it.input < baseline.inputs.len() && it.bake < baseline.bakes.len();
        if !baseline.tests.iter().all(is_whole) {
            return Err("is not a baseline: a test has no maze or no bake; save it again".to_owned());
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = baseline.tests.iter().find(|it| !names.insert(&it.name)) {
            return Err(format!("is not a baseline: two tests in it are called “{}”; save it again", twice.name));
        }
        Ok(baseline)
    }

    pub(super) fn input(&self, it: &Kept) -> &str {
        &self.inputs[it.input]
    }

    pub(super) fn bake(&self, it: &Kept) -> &[StageTrace] {
        &self.bakes[it.bake]
    }
}

/// What is set beyond the defaults.
fn written(settings: &Settings) -> Vec<[String; 2]> {
    let defaults = Settings::default();
    let changed = SETTINGS.iter().filter(|it| it.get(settings) != it.get(&defaults));
    changed.map(|it| [it.path.to_owned(), it.get(settings).to_string()]).collect()
}

/// How bad a change is, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// There was a path, and is none any more.
    Lost,
    /// The path broke no rule, and does now.
    Illegal,
    /// There was a result, and is none any more: it takes too long, or can't be run.
    Undone,
    /// The path is longer.
    Longer,
    /// The query ends otherwise, and did not find a path before.
    Otherwise,
    /// It is another path of the same length.
    Other,
    /// The path is shorter, or breaks no rule any more, or there is one at last.
    Better,
    /// The same came out in another way.
    Trace,
    /// The test is there no more.
    Vanished,
    /// The test was not there.
    Appeared,
}

impl Harm {
    /// Whether anything got worse.
    #[must_use]
    pub fn is_worse(self) -> bool {
        self <= Self::Longer
    }

    /// The words for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lost => "path lost",
            Self::Illegal => "now illegal",
            Self::Undone => "no result",
            Self::Longer => "longer",
            Self::Otherwise => "other outcome",
            Self::Other => "other path",
            Self::Better => "better",
            Self::Trace => "other way there",
            Self::Vanished => "vanished",
            Self::Appeared => "appeared",
        }
    }
}

/// A test that has changed since.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Its full name.
    pub name: String,
    /// How bad it is.
    pub harm: Harm,
    /// How much longer the path is. \[cells]
    pub longer: Option<f64>,
    /// Where the path first leaves the old one.
    pub departure: Option<Departure>,
    /// Where the runs part.
    pub parting: Option<super::Parting>,
    /// All that in words, a line each.
    pub lines: Vec<String>,
}

/// What has changed since a baseline was kept, the worst first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Since {
    /// What has.
    pub changes: Vec<Change>,
    /// How many tests have not.
    pub same: usize,
}

impl Since {
    /// Whether anything got worse.
    #[must_use]
    pub fn is_worse(&self) -> bool {
        self.changes.iter().any(|it| it.harm.is_worse())
    }

    /// Holds results against a baseline; `asked` tells whether a test that did not run was to.
    #[must_use]
    pub fn of(old: &Baseline, suites: &[Suite], tested: &[Tested], asked: impl Fn(&str) -> bool) -> Self {
        let known: BTreeMap<&str, &Kept> = old.tests.iter().map(|it| (&*it.name, it)).collect();
        let now = Baseline::of(suites, tested);
        let mut since = Self { changes: Vec::new(), same: 0 };
        let mut found: Vec<(Change, Option<(&Kept, &Kept)>)> = Vec::new();
        for new in &now.tests {
            let Some(old_one) = known.get(&*new.name) else {
                found.push((Change::bare(&new.name, Harm::Appeared), None));
                continue;
            };
            let traces_differ = old_one.traces != new.traces || old.bake(old_one) != now.bake(new);
            match Change::between(old_one, new, traces_differ) {
                Some(change) => found.push((change, Some((old_one, new)))),
                None => since.same += 1,
            }
        }
        let names: BTreeSet<&str> = now.tests.iter().map(|it| &*it.name).collect();
        let vanished = old.tests.iter().filter(|it| !names.contains(&*it.name) && asked(&it.name));
        found.extend(vanished.map(|it| (Change::bare(&it.name, Harm::Vanished), None)));
        let longer = |it: &Change| it.longer.unwrap_or(0.0);
        found.sort_by(|(a, _), (b, _)| {
            let by_length = longer(b).partial_cmp(&longer(a)).unwrap_or(Ordering::Equal);
            a.harm.cmp(&b.harm).then(by_length)
        });
        let mut reruns = Reruns::default();
        for (index, (mut change, pair)) in found.into_iter().enumerate() {
            if let Some((was, is)) = pair {
                change.parting = reruns.parting((old, was), (&now, is), index < LOOKED_INTO);
                change.lines.extend(change.parting.iter().map(ToString::to_string));
            }
            since.changes.push(change);
        }
        since
    }
}

impl Change {
    fn bare(name: &str, harm: Harm) -> Self {
        Self { name: name.to_owned(), harm, longer: None, departure: None, parting: None, lines: Vec::new() }
    }

    /// How a result has changed, if it has.
    fn between(was: &Kept, is: &Kept, traces_differ: bool) -> Option<Self> {
        let [before, now] = [was, is].map(|it| it.points.iter().map(|&it| Point::from(it)).collect::<Vec<_>>());
        let departure = departure(&before, &now);
        let longer = was.length.zip(is.length).map(|(was, is)| is - was);
        let found = |it: &Kept| it.outcome == "found";
        let ended = |it: &Kept| it.outcome != Verdict::TimedOut.name() && it.outcome != "trouble";
        let harm = match () {
            () if ended(was) && !ended(is) => Harm::Undone,
            () if found(was) && !found(is) => Harm::Lost,
            () if was.legal && !is.legal => Harm::Illegal,
            () if found(is) && !found(was) => Harm::Better,
            () if was.outcome != is.outcome => Harm::Otherwise,
            () if longer.is_some_and(|it| it > Expect::TOLERANCE) => Harm::Longer,
            () if !was.legal && is.legal || longer.is_some_and(|it| it < -Expect::TOLERANCE) => Harm::Better,
            () if departure.is_some() || was.corners != is.corners => Harm::Other,
            () if traces_differ => Harm::Trace,
            () => return None,
        };
        let mut lines = Vec::new();
        if was.outcome != is.outcome {
            lines.push(format!("outcome {} instead of {}", is.outcome, was.outcome));
        }
        if let (Some(before), Some(now), Some(longer)) = (was.length, is.length, longer.filter(|it| *it != 0.0)) {
            let [before, now] = aligned([before, now], 6);
            lines.push(format!("length {before} → {now} ({})", signed(longer, 6)));
        }
        if was.corners != is.corners && was.length.and(is.length).is_some() {
            lines.push(format!("corners {} → {}", was.corners, is.corners));
        }
        match (was.legal, is.legal) {
            (true, false) => lines.push("its path breaks a rule, and did not".to_owned()),
            (false, true) => lines.push("its path breaks no rule any more".to_owned()),
            _ => (),
        }
        lines.extend(departure.map(|it| it.to_string()));
        Some(Self { longer, departure, lines, ..Self::bare(&is.name, harm) })
    }
}

/// The maze of an input.
pub(super) fn maze_of(input: &str) -> Option<Arc<crate::maze::Maze>> {
    let limits = crate::io::Limits { max_side: usize::MAX };
    crate::io::parse_toml(input, limits).ok().map(|it| it.maze)
}
