//! Laws that hold for every path without anybody having to expect anything, tried on random places.
//!
//! Where the mesh is all that is free (recipes `walls`, and `rectangles` for a body without size) the places are any that are
//! free, corners and sides of cells too. A mesh of samples never reaches the walls, and who goes from cell to cell stands in their
//! middles: there the places are centres of cells, for elsewhere it would be no fault to find none.
//!
//! | law | asked of |
//! |---|---|
//! | legal: the path breaks no rule | every path |
//! | not shorter than the optimum | every path |
//! | reachable: there is a path exactly if floor, cell by cell over their sides, joins the places | bodies up to half a cell: wider ones need more than floor |
//! | symmetric: there and back are equally long | searches for the shortest path |
//! | triangle: no detour through a third place is shorter | the same |
//!
//! Round corners are baked as polygons, so the shortest path around one side is taken for that of all although the other may be
//! shorter, by `bake.arc_error` for each corner and each radian at most; the laws for lengths allow for that.

use rayon::prelude::*;
use serde::Serialize;

use super::{Filter, Options, Partition, Suite, random::Random, timer::Timer};
use crate::{
    bake::Recipe,
    debugger::{Halt, PathReport, Query, bakes::Baked},
    geometry::Point,
    io::Settings,
    maze::{Regions, audit_vertex},
    pull::Smoothing,
    search::{Directions, Graph, Heuristic, Method, Outcome},
};

/// What lengths may be off by rounding. \[cells]
const ROUNDING: f64 = 1e-6;

/// A law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// The path breaks no rule.
    Legal,
    /// It is not shorter than the optimum.
    NotShorter,
    /// There is one exactly if floor joins its ends.
    Reachable,
    /// Back it is as long.
    Symmetric,
    /// No detour is shorter.
    Triangle,
}

impl Law {
    /// Every law.
    pub const ALL: [Self; 5] = [Self::Legal, Self::NotShorter, Self::Reachable, Self::Symmetric, Self::Triangle];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::NotShorter => "not-shorter",
            Self::Reachable => "reachable",
            Self::Symmetric => "symmetric",
            Self::Triangle => "triangle",
        }
    }

    /// Why it is not asked of some settings, if it isn't.
    #[must_use]
    pub fn excuse(self, settings: &Settings) -> Option<&'static str> {
        match self {
            Self::Legal | Self::NotShorter => None,
            Self::Reachable => (settings.radius > 0.5).then_some("a body wider than a cell needs more than floor"),
            Self::Symmetric | Self::Triangle => {
                (!seeks_shortest(settings)).then_some("the search does not look for the shortest path of all")
            }
        }
    }
}

/// Whether a search looks for the shortest path that its mesh or its cells have.
fn seeks_shortest(settings: &Settings) -> bool {
    let search = &settings.search;
    match search.graph {
        Graph::Mesh => search.method == Method::Polyanya && covers_floor(settings),
        Graph::Grid => {
            let grid = &search.grid;
            let never_more = grid.directions == Directions::Four || grid.heuristic != Heuristic::Manhattan;
            let is_sure = search.method == Method::Dijkstra || (never_more && grid.weight <= 1.0);
            is_sure && settings.pull.smoothing == Smoothing::Off
        }
    }
}

/// Whether the mesh is all that is free.
fn covers_floor(settings: &Settings) -> bool {
    settings.search.graph == Graph::Mesh
        && match settings.bake.recipe {
            Recipe::Walls => true,
            Recipe::Rectangles => settings.radius == 0.0,
            Recipe::Sampled => false,
        }
}

/// How mazes are audited.
#[derive(Clone, Debug, Default)]
pub struct AuditPlan {
    /// How many pairs of places to try in each maze.
    pub pairs: usize,
    /// What the places follow from, beside the suite's name.
    pub seed: u64,
    /// Only audits whose name (file › variant) passes.
    pub filter: Option<Filter>,
    /// Only those of one part.
    pub partition: Option<Partition>,
}

/// A law that was broken.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Breach {
    /// Which.
    pub law: Law,
    /// From where.
    pub start: Point,
    /// To where.
    pub goal: Point,
    /// In which way.
    pub text: String,
}

/// A maze under some settings, audited.
#[derive(Clone, Debug, PartialEq)]
pub struct Audited {
    /// Which suite.
    pub suite: usize,
    /// Under which of its variants; none for its own settings.
    pub variant: Option<usize>,
    /// How often each law was tried.
    pub checks: [usize; 5],
    /// Why some were not.
    pub excuses: [Option<&'static str>; 5],
    /// Where they were broken.
    pub breaches: Vec<Breach>,
    /// How many pairs took too long.
    pub timed_out: usize,
    /// Why nothing could be tried.
    pub trouble: Option<String>,
}

impl Audited {
    /// Whether anything is wrong.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        !self.breaches.is_empty() || self.timed_out > 0 || self.trouble.is_some()
    }

    /// Its name: file › variant.
    #[must_use]
    pub fn name(&self, suites: &[Suite]) -> String {
        name(&suites[self.suite], self.variant)
    }
}

fn name(suite: &Suite, variant: Option<usize>) -> String {
    let variant = variant.map_or_else(String::new, |it| format!(" › {}", suite.variant(it)));
    format!("{}{variant}", suite.name())
}

/// Audits every maze under its own settings and each of its variants; tells each time how many are done.
#[must_use]
pub fn audit(suites: &[Suite], plan: &AuditPlan, options: &Options, progress: &(dyn Fn(usize) + Sync)) -> Vec<Audited> {
    let mut chosen: Vec<(usize, Option<usize>)> = Vec::new();
    for (index, suite) in suites.iter().enumerate() {
        let variants = (0..suite.scenario.variants.len()).map(Some);
        for variant in std::iter::once(None).chain(variants) {
            let name = name(suite, variant);
            let passes = plan.filter.as_ref().is_none_or(|it| it.passes(&name));
            if passes && plan.partition.is_none_or(|it| it.holds(&name)) {
                chosen.push((index, variant));
            }
        }
    }
    let timer = Timer::new(options.timeout);
    let done = std::sync::atomic::AtomicUsize::new(0);
    timer.watch_over(|| {
        options.at_once(|| {
            let one = |(number, (suite, variant))| {
                let audited = one(&suites[suite], (suite, variant), plan, number, &timer);
                progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1);
                audited
            };
            chosen.into_par_iter().enumerate().map(one).collect()
        })
    })
}

fn one(
    suite: &Suite,
    (index, variant): (usize, Option<usize>),
    plan: &AuditPlan,
    number: usize,
    timer: &Timer,
) -> Audited {
    let scenario = &suite.scenario;
    let settings =
        variant.map_or(scenario.settings, |it| scenario.settings_under(&scenario.variants[it])).without_walkers();
    let mut audited = Audited {
        suite: index,
        variant,
        checks: [0; 5],
        excuses: Law::ALL.map(|it| it.excuse(&settings)),
        breaches: Vec::new(),
        timed_out: 0,
        trouble: None,
    };
    let timed = timer.begin(number);
    let baked = match Baked::of(&scenario.maze, &settings, false, &timed.watch) {
        Ok(it) => it,
        Err(halt) => {
            audited.trouble = Some(match halt {
                Halt::Cancelled => "the bake took longer than --timeout allows".to_owned(),
                Halt::TooLarge(message) => message,
            });
            return audited;
        }
    };
    drop(timed);
    // The places are the same under every variant that allows them.
    let mut random = Random::new(plan.seed, suite.name());
    let anywhere = covers_floor(&settings);
    let mut place = || random.place(&scenario.maze, settings.radius, anywhere);
    let trios: Vec<[Point; 3]> = (0..plan.pairs).map_while(|_| Some([place()?, place()?, place()?])).collect();
    let regions = Regions::of(&scenario.maze);
    let trial = Trial { baked: &baked, settings: &settings, regions: &regions };
    let tried: Vec<Result<Tried, Halt>> = trios
        .into_par_iter()
        .map(|places| {
            let timed = timer.begin(number);
            trial.of(places, &timed.watch)
        })
        .collect();
    for it in tried {
        match it {
            Ok(checks) => {
                for (law, breach) in checks {
                    audited.checks[law as usize] += 1;
                    audited.breaches.extend(breach);
                }
            }
            Err(_) => audited.timed_out += 1,
        }
    }
    audited.breaches.sort_by_key(|it| it.law);
    audited
}

/// The laws that were tried, and how each was broken, if it was.
type Tried = Vec<(Law, Option<Breach>)>;

/// What pairs of places are tried on.
struct Trial<'t> {
    baked: &'t Baked,
    settings: &'t Settings,
    regions: &'t Regions,
}

impl Trial<'_> {
    /// Tries all laws that apply on two places and a detour.
    fn of(&self, [a, b, c]: [Point; 3], watch: &crate::trace::Watch) -> Result<Tried, Halt> {
        let ask =
            |from: Point, to: Point| Query::run(&self.baked.nav, self.settings, from, to, watch).map(|it| it.report);
        let there = ask(a, b)?;
        let mut checks = Vec::new();
        let mut check = |law: Law, broken: Option<String>| {
            checks.push((law, broken.map(|text| Breach { law, start: a, goal: b, text })));
        };
        if !there.points.is_empty() {
            let first = there.audit.violations.first();
            check(Law::Legal, first.map(|it| format!("segment {} {} at {:.6}", it.segment, it.kind.text(), it.at)));
        }
        let found = |it: &PathReport| it.length.filter(|_| it.outcome == Outcome::Found);
        if let (Some(length), Some(optimum)) = (found(&there), there.gap.optimum) {
            let slack = ROUNDING + self.slack(&there);
            let text = || format!("a path {length:.6} long is shorter than the optimum of {optimum:.6}");
            check(Law::NotShorter, (length < optimum - slack).then(text));
        }
        if Law::Reachable.excuse(self.settings).is_none() {
            let [here, beyond] = [a, b].map(|it| self.regions.at(it));
            let joined = here.iter().any(|it| beyond.contains(it));
            let text = || {
                let floor = if joined { "floor joins the places" } else { "no floor joins the places" };
                format!("{}, but {floor}", there.outcome.name())
            };
            check(Law::Reachable, (joined != (there.outcome == Outcome::Found)).then(text));
        }
        if !seeks_shortest(self.settings) {
            return Ok(checks);
        }
        let back = ask(b, a)?;
        let [there_is, back_is] = [found(&there), found(&back)];
        let slack = ROUNDING + self.slack(&there).max(self.slack(&back));
        let text = || format!("{} there, {} back", told(there_is), told(back_is));
        let differ = match (there_is, back_is) {
            (Some(there), Some(back)) => (there - back).abs() > slack,
            (there, back) => there != back,
        };
        check(Law::Symmetric, differ.then(text));
        let (first, second) = (ask(a, c)?, ask(c, b)?);
        // One may well stand in a corner where two walls meet, but not pass through.
        let passes = match (&first.points[..], &second.points[..]) {
            ([.., before, _], [_, after, ..]) => !audit_vertex(self.baked.nav.maze(), *before, c, *after),
            _ => true,
        };
        if let (Some(to), Some(from), true) = (found(&first), found(&second), passes) {
            let slack = ROUNDING + self.slack(&first) + self.slack(&second);
            let is_longer = there_is.is_none_or(|it| it > to + from + slack);
            let text = || format!("{} is longer than {:.6} through {c}", told(there_is), to + from);
            check(Law::Triangle, is_longer.then(text));
        }
        Ok(checks)
    }

    /// By how much another path may be shorter than a shortest one was taken to be, as long as this one.
    fn slack(&self, report: &PathReport) -> f64 {
        let turned: f64 = report.arcs.iter().map(|it| 1.0 + it.angle).sum();
        self.settings.bake.arc_error * turned
    }
}

fn told(length: Option<f64>) -> String {
    length.map_or_else(|| "no path".to_owned(), |it| format!("{it:.6}"))
}
