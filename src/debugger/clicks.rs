//! The scenario's clicks, run anew in the background whenever the maze or a setting changes: what came out, whether that is as
//! expected, and what it was before.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    Debugger, Halt, PathReport,
    background::Background,
    bakes::{Baked, is_same_bake},
    check::{Verdict, answer, judge},
};
use crate::{
    bake::NavMesh,
    geometry::{Point, Spot},
    io::{Click, ClickKind, Settings, Variant},
    maze::Maze,
};

/// A click as it stands, under the scenario's own settings or a variant's.
#[derive(Clone, Debug)]
pub struct Live<'d> {
    /// What came out, if anything did.
    pub report: Option<&'d PathReport>,
    /// Whether that is as expected.
    pub verdict: Verdict,
    /// The path that it was: when it was kept, or else when the file was opened. Of a variant, the path under the scenario's own
    /// settings.
    pub was: &'d [Point],
}

impl Live<'_> {
    /// Whether the path goes elsewhere than it did.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        let now = self.report.map_or(&[][..], |it| &it.points);
        // As near as places are noted.
        let same = |(a, b): (&Point, &Point)| a.distance(*b) < 1e-6;
        let stayed = now.len() == self.was.len() && now.iter().zip(self.was).all(same);
        !self.was.is_empty() && !stayed
    }
}

/// How many clicks there are of each kind, under the scenario's own settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// As expected.
    pub passed: usize,
    /// Not as expected.
    pub failed: usize,
    /// Those of them that break a rule, and so can't become expected.
    pub illegal: usize,
}

/// What the runs are about.
#[derive(Clone, Debug, PartialEq)]
struct Asked {
    maze: Arc<Maze>,
    settings: Settings,
    variants: Vec<Variant>,
    /// Kind, start and goal of each click.
    clicks: Vec<Ends>,
}

/// What a click asks.
type Ends = (ClickKind, [Spot; 2]);

fn ends(click: &Click) -> Ends {
    (click.kind, [click.start, click.goal])
}

/// The clicks' runs, under way or done.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// Click by click under the scenario's own settings, then so under each variant.
    work: Background<Asked, Result<PathReport, String>>,
    /// The paths when the file was opened.
    first: Option<BTreeMap<[u64; 6], Vec<Point>>>,
    /// Keeps the variants' bakes from one run to the next.
    bakes: Arc<Mutex<Vec<Baked>>>,
}

fn key([a, b]: [Spot; 2]) -> [u64; 6] {
    // No height is not a number, and no number is taken for it.
    let numbers = |it: Spot| [it.at.x, it.at.y, it.height.unwrap_or(f64::NAN)].map(f64::to_bits);
    let ([x, y, height], [to_x, to_y, to_height]) = (numbers(a), numbers(b));
    [x, y, height, to_x, to_y, to_height]
}

impl Debugger {
    /// A click under the scenario's own settings or a variant's; nothing until it has run.
    #[must_use]
    pub fn live(&self, click: usize, variant: Option<usize>) -> Option<Live<'_>> {
        let it = self.scenario.clicks.get(click)?;
        let (answers, asked) = (self.runs_of_clicks.work.answers(), self.runs_of_clicks.work.asked()?);
        // What was edited meanwhile is asked anew at once, but for a moment there are more or fewer.
        if asked.clicks.get(click) != Some(&ends(it)) {
            return None;
        }
        let answer_under = |variant: Option<usize>| {
            let place = variant.map_or(0, |it| it + 1) * asked.clicks.len() + click;
            answers.get(place)
        };
        let own = answer_under(None).and_then(|it| it.as_ref().ok());
        let report = match answer_under(variant)? {
            Ok(report) => report,
            Err(message) => {
                return Some(Live { report: None, verdict: Verdict::Trouble(message.clone()), was: &[] });
            }
        };
        let verdict = judge(it, variant.and_then(|it| self.scenario.variants.get(it)), report, own);
        let first = || self.runs_of_clicks.first.as_ref()?.get(&key([it.start, it.goal]));
        let was = match variant {
            Some(_) => own.map_or(&[][..], |it| &it.points),
            None if it.kept.points.is_empty() => first().map_or(&[][..], |it| it),
            None => &it.kept.points,
        };
        Some(Live { report: Some(report), verdict, was })
    }

    /// How many clicks come out as expected, and how many do not.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for live in (0..self.scenario.clicks.len()).filter_map(|it| self.live(it, None)) {
            tally.passed += usize::from(live.verdict == Verdict::Passed);
            tally.failed += usize::from(live.verdict.is_bad());
            tally.illegal += usize::from(live.verdict.is_bad() && live.report.is_none_or(|it| !it.audit.legal));
        }
        tally
    }

    /// Whether clicks are still being run.
    #[must_use]
    pub fn is_running_clicks(&self) -> bool {
        self.runs_of_clicks.work.is_running()
    }

    /// Starts a run of all clicks if the scenario has changed since the last one.
    pub(super) fn run_clicks(&mut self) {
        let scenario = &self.scenario;
        let Some(nav) = self.bake.as_ref().map(|it| it.nav.clone()).filter(|_| !scenario.clicks.is_empty()) else {
            self.runs_of_clicks.work.clear();
            return;
        };
        // While something is being baked, what came out would be old at once.
        if self.stale || self.worker.as_ref().is_some_and(super::worker::Worker::bakes) {
            return;
        }
        let is_asked = self.runs_of_clicks.work.asked().is_some_and(|it| {
            it.settings == scenario.settings
                && it.variants == scenario.variants
                && it.clicks.len() == scenario.clicks.len()
                && scenario.clicks.iter().zip(&it.clicks).all(|(click, asked)| ends(click) == *asked)
                && (Arc::ptr_eq(&it.maze, &scenario.maze) || it.maze == scenario.maze)
        });
        if is_asked {
            return;
        }
        let asked = Asked {
            maze: scenario.maze.clone(),
            settings: scenario.settings,
            variants: scenario.variants.clone(),
            clicks: scenario.clicks.iter().map(ends).collect(),
        };
        let (clicks, scenario) = (scenario.clicks.clone(), scenario.clone());
        let bakes = self.runs_of_clicks.bakes.clone();
        self.runs_of_clicks.work.ask("navscope clicks", asked, move |watch, tell| {
            let mut bakes = bakes.lock().unwrap_or_else(PoisonError::into_inner);
            let variants = scenario.variants.iter().map(|it| scenario.settings_under(it));
            let all: Vec<Settings> = std::iter::once(scenario.settings).chain(variants).collect();
            let is_wanted = |baked: &Baked| all.iter().any(|it| baked.serves(it));
            bakes.retain(|it| *it.nav.maze() == scenario.maze && is_wanted(it));
            for settings in &all {
                let ready = mesh(&nav, &mut bakes, &scenario.settings, settings, watch);
                for click in &clicks {
                    Halt::check(&watch.cancel)?;
                    let answer = match &ready {
                        Ok(nav) => Ok(answer(nav, settings, click, watch)?),
                        Err(message) => Err(message.clone()),
                    };
                    if tell(answer).is_break() {
                        return Err(Halt::Cancelled);
                    }
                }
            }
            Ok(())
        });
    }

    /// Takes in the results of clicks, waiting for the end if asked; returns whether there were any.
    pub(super) fn take_clicks(&mut self, wait: bool) -> bool {
        let changed = self.runs_of_clicks.work.take(wait);
        self.version += u64::from(changed);
        let count = self.scenario.clicks.len();
        let runs = &mut self.runs_of_clicks;
        let done = changed && runs.work.answers().len() >= count;
        if done && runs.first.is_none() {
            let paths = self.scenario.clicks.iter().zip(runs.work.answers());
            let paths =
                paths.filter_map(|(it, answer)| Some((key([it.start, it.goal]), answer.as_ref().ok()?.points.clone())));
            runs.first = Some(paths.collect());
        }
        if changed {
            self.keep_what_waits();
        }
        changed
    }
}

/// The mesh for some settings: the one at hand, one that is kept, or a new one, which is kept.
fn mesh(
    nav: &Arc<NavMesh>,
    bakes: &mut Vec<Baked>,
    own: &Settings,
    settings: &Settings,
    watch: &crate::trace::Watch,
) -> Result<Arc<NavMesh>, String> {
    if is_same_bake(own, settings) {
        return Ok(nav.clone());
    }
    if let Some(known) = bakes.iter().find(|it| it.serves(settings)) {
        return Ok(known.nav.clone());
    }
    let baked = Baked::of(nav.maze(), settings, false, watch).map_err(|halt| match halt {
        Halt::Refused(message) => message,
        Halt::Cancelled => "cancelled".to_owned(),
    })?;
    let nav = baked.nav.clone();
    bakes.push(baked);
    Ok(nav)
}
