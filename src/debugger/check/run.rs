//! Runs many tests at once, and gives back what came out in the order of the plan, whatever finished first.
//!
//! The meshes that a suite's tests need are baked first, each once, then every click runs over its own. Each bake and each click has
//! the whole time limit to itself: what a click took does not depend on which one happened to need the mesh first.

use std::{
    collections::BTreeMap,
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rayon::prelude::*;

use super::{Checked, Plan, StageTrace, Suite, Test, Verdict, answer::ray, judge, timer::Timer, trace::traces};
use crate::{
    debugger::{
        Halt, PathReport, Query,
        bakes::{Baked, is_same_bake},
    },
    io::{Click, ClickKind, Scenario, Settings},
    pipeline::true_walls,
};

/// How tests are run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// How many at once; none for as many as the machine has cores.
    pub jobs: Option<NonZero<usize>>,
    /// How long a bake, and a click, may take.
    pub timeout: Option<Duration>,
    /// Whether to leave out what comes behind the first failure.
    pub fail_fast: bool,
    /// Whether to keep what happened, in few numbers.
    pub traced: bool,
}

/// More threads than this would only be in each other's way.
const MOST_JOBS: usize = 256;

impl Options {
    /// Does work with so many threads.
    pub(super) fn at_once<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let threads = self.jobs.map_or(0, |it| it.get().min(MOST_JOBS));
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(work),
            // Where there is no room for more threads there is still this one.
            Err(_) => work(),
        }
    }
}

/// A test that was run.
#[derive(Clone, Debug)]
pub struct Tested {
    /// Which.
    pub test: Test,
    /// What came of it.
    pub checked: Checked,
    /// How long it took, bakes not counted. \[ms]
    pub elapsed_ms: f64,
    /// What happened in its bake, in few numbers, if asked for.
    pub bake_traces: Arc<[StageTrace]>,
    /// What happened in its query.
    pub traces: Vec<StageTrace>,
}

/// Runs the tests of a plan over their suites, and tells each time how many are done.
///
/// With `fail_fast` those behind the first that failed are left out, and always the same ones.
#[must_use]
pub fn run(suites: &[Suite], plan: &Plan, options: &Options, progress: &(dyn Fn(usize) + Sync)) -> Vec<Tested> {
    let timer = Timer::new(options.timeout);
    let run =
        Run { options, timer: &timer, first_bad: AtomicUsize::new(usize::MAX), done: AtomicUsize::new(0), progress };
    let mut of_suites: Vec<Vec<(usize, Test)>> = vec![Vec::new(); suites.len()];
    for (number, test) in plan.tests.iter().enumerate() {
        of_suites[test.suite].push((number, *test));
    }
    let mut all: Vec<(usize, Tested)> = timer.watch_over(|| {
        options.at_once(|| {
            let of_suites = suites.par_iter().zip(&of_suites).filter(|it| !it.1.is_empty());
            of_suites.flat_map(|(suite, tests)| run.suite(suite, tests)).collect()
        })
    });
    all.sort_by_key(|it| it.0);
    let last = run.first_bad.into_inner();
    all.into_iter().filter(|it| it.0 <= last).map(|it| it.1).collect()
}

/// What all tests of a run share.
struct Run<'r> {
    options: &'r Options,
    timer: &'r Timer,
    /// The number of the first test that failed so far, if nothing behind it is wanted.
    first_bad: AtomicUsize,
    done: AtomicUsize,
    progress: &'r (dyn Fn(usize) + Sync),
}

/// A mesh for some settings, or why there is none.
struct Made {
    settings: Settings,
    baked: Result<Baked, Halt>,
}

impl Run<'_> {
    fn is_left_out(&self, number: usize) -> bool {
        number > self.first_bad.load(Ordering::Relaxed)
    }

    /// Runs tests of one suite.
    fn suite(&self, suite: &Suite, tests: &[(usize, Test)]) -> Vec<(usize, Tested)> {
        let scenario = &suite.scenario;
        let under: Vec<Settings> =
            scenario.variants.iter().map(|it| scenario.settings_under(it).without_walkers()).collect();
        let own = scenario.settings.without_walkers();
        let settings = |variant: Option<usize>| variant.map_or(&own, |it| &under[it]);
        let mut clicks: BTreeMap<usize, Vec<(usize, Test)>> = BTreeMap::new();
        for (number, test) in tests {
            clicks.entry(test.click).or_default().push((*number, *test));
        }

        let mut needed: Vec<(usize, Settings)> = Vec::new();
        for (click, tests) in &clicks {
            let own = needs_own(&scenario.clicks[*click], tests, suite).then_some((tests[0].0, None));
            let uses = tests.iter().map(|it| (it.0, it.1.variant)).chain(own);
            for (number, variant) in uses.filter(|_| asks_mesh(scenario, *click)) {
                let settings = settings(variant);
                if !needed.iter().any(|it| is_same_bake(&it.1, settings)) {
                    needed.push((number, *settings));
                }
            }
        }
        let made = self.made(scenario, needed);
        let clicks: Vec<_> = clicks.into_iter().collect();
        let of_click = |(click, tests): (usize, Vec<(usize, Test)>)| {
            let click = &scenario.clicks[click];
            let one =
                |number: usize, variant: Option<usize>| self.one(suite, click, (number, settings(variant)), &made);
            let needs_own = needs_own(click, &tests, suite);
            let own = (needs_own || tests[0].1.variant.is_none()).then(|| one(tests[0].0, None));
            let own_report = own.as_ref().and_then(|it| it.as_ref().ok()).map(|it| it.report.clone());
            let is_own = |it: &(usize, Test)| it.1.variant.is_none();
            let mut found = Vec::new();
            if let Some(own) = own.filter(|_| is_own(&tests[0])) {
                found.push(self.tested(tests[0], click, suite, own, None));
            }
            let variants = tests.par_iter().filter(|it| !is_own(it)).filter(|it| !self.is_left_out(it.0));
            let variants = variants.map(|it| {
                let ran = one(it.0, it.1.variant);
                self.tested(*it, click, suite, ran, own_report.as_ref())
            });
            found.par_extend(variants);
            found
        };
        clicks.into_par_iter().filter(|it| !self.is_left_out(it.1[0].0)).flat_map_iter(of_click).collect()
    }

    /// Bakes a mesh for each of some settings, with the number of the first test that asks for it.
    fn made(&self, scenario: &Scenario, needed: Vec<(usize, Settings)>) -> Vec<Made> {
        let one = |(number, settings)| {
            let timed = self.timer.begin(number);
            let baked = match self.is_left_out(number) {
                true => Err(Halt::Cancelled),
                false => Baked::of(&scenario.maze, &settings, self.options.traced, &timed.watch),
            };
            if let Ok(it) = &baked {
                // All queries ask for it, and would each make it on their own if they began at once.
                let _ = true_walls(&it.nav, &timed.watch);
            }
            Made { settings, baked }
        };
        needed.into_par_iter().map(one).collect()
    }

    /// Runs a click under some settings.
    fn one(
        &self,
        suite: &Suite,
        click: &Click,
        (number, settings): (usize, &Settings),
        made: &[Made],
    ) -> Result<Ran, Verdict> {
        let began = Instant::now();
        let elapsed_ms = |began: Instant| began.elapsed().as_secs_f64() * 1e3;
        if click.kind == ClickKind::Ray && suite.scenario.maze.is_flat() {
            let report = ray(&*suite.scenario.maze, settings.radius, click.start, click.goal);
            return Ok(Ran { report, elapsed_ms: elapsed_ms(began), bake_traces: Arc::default(), traces: Vec::new() });
        }
        let made = made.iter().find(|it| is_same_bake(&it.settings, settings));
        let baked = made.map_or(Err(&Halt::Cancelled), |it| it.baked.as_ref()).map_err(verdict_of)?;
        if click.kind == ClickKind::Ray {
            let report = ray(&**baked.nav.world(), settings.radius, click.start, click.goal);
            return Ok(Ran { report, elapsed_ms: elapsed_ms(began), bake_traces: Arc::default(), traces: Vec::new() });
        }
        let timed = self.timer.begin(number);
        let query = Query::run(&baked.nav, settings, click.start, click.goal, &timed.watch);
        let query = query.map_err(|it| verdict_of(&it))?;
        let traced = self.options.traced;
        Ok(Ran {
            bake_traces: baked.traces.clone(),
            traces: if traced { traces(&query.lanes()) } else { Vec::new() },
            report: query.report,
            elapsed_ms: elapsed_ms(began),
        })
    }

    /// Judges what came of a test.
    fn tested(
        &self,
        (number, test): (usize, Test),
        click: &Click,
        suite: &Suite,
        ran: Result<Ran, Verdict>,
        own: Option<&PathReport>,
    ) -> (usize, Tested) {
        let Test { click: index, variant, .. } = test;
        let (verdict, ran) = match ran {
            Ok(ran) => {
                let variant = variant.map(|it| &suite.scenario.variants[it]);
                (judge(click, variant, &ran.report, own), Some(ran))
            }
            Err(verdict) => (verdict, None),
        };
        if self.options.fail_fast && verdict.is_bad() {
            self.first_bad.fetch_min(number, Ordering::Relaxed);
            self.timer.stop_behind(self.first_bad.load(Ordering::Relaxed));
        }
        (self.progress)(self.done.fetch_add(1, Ordering::Relaxed) + 1);
        let (report, elapsed_ms, bake_traces, traces) = match ran {
            Some(it) => (Some(it.report), it.elapsed_ms, it.bake_traces, it.traces),
            None => (None, 0.0, Arc::default(), Vec::new()),
        };
        let checked = Checked { click: index, variant, verdict, report };
        (number, Tested { test, checked, elapsed_ms, bake_traces, traces })
    }
}

/// Whether some of a click's tests are held against what comes out under the scenario's own settings.
fn needs_own(click: &Click, tests: &[(usize, Test)], suite: &Suite) -> bool {
    let variants = tests.iter().filter_map(|it| it.1.variant).map(|it| &suite.scenario.variants[it]);
    variants
        .filter(|variant| !click.expect_under.iter().any(|it| it.0 == variant.name))
        .any(|variant| !variant.must_agree || click.expect.is_none())
}

/// What came out of a click.
struct Ran {
    report: PathReport,
    elapsed_ms: f64,
    bake_traces: Arc<[StageTrace]>,
    traces: Vec<StageTrace>,
}

fn verdict_of(halt: &Halt) -> Verdict {
    match halt {
        Halt::Cancelled => Verdict::TimedOut,
        Halt::Refused(message) => Verdict::Trouble(message.clone()),
    }
}

/// Whether a click is answered by a mesh: rays over cells look at those alone.
fn asks_mesh(scenario: &Scenario, click: usize) -> bool {
    scenario.clicks[click].kind == ClickKind::Path || !scenario.maze.is_flat()
}
