//! Laws that hold for every path without anybody having to expect anything, tried on random places.
//!
//! Where the mesh is all that is free (recipes `walls`, and `rectangles` for a body without size) the places are any that are
//! free, corners and sides of cells too. A mesh of samples never reaches the walls, and who goes from cell to cell stands in their
//! middles: there the places are centres of cells, for elsewhere it would be no fault to find none.
//!
//! Round corners are baked as polygons, so the shortest path around one side is taken for that of all although the other may be
//! shorter, by `bake.arc_error` for each corner and each radian at most; the laws for lengths allow for that.

use rayon::prelude::*;
use serde::Serialize;

use super::{
    Count, Filter, Law, Options, Partition, Suite,
    law::{covers_floor, seeks_shortest},
    plan::full_name,
    random::Random,
    timer::Timer,
};
use crate::{
    debugger::{Halt, PathReport, Query, bakes::Baked},
    geometry::{Point, distinct},
    io::Settings,
    maze::Regions,
    pipeline::true_walls,
    search::Outcome,
    trace::Watch,
};

/// What lengths may be off by rounding. \[cells]
const ROUNDING: f64 = 1e-6;

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
    /// How often each was broken.
    pub broken: [usize; 5],
    /// Where they were broken; of each law at most [`Audited::MOST`], the first.
    pub breaches: Vec<Breach>,
    /// How many pairs were tried.
    pub tried: usize,
    /// How many pairs were not tried, or not to the end, before the time was over.
    pub timed_out: usize,
    /// How many pairs were not tried, for no place was found where the body may stand.
    pub without_place: usize,
    /// Why nothing could be tried.
    pub trouble: Option<String>,
}

/// Pairs are tried so many at a time, so that a run of any length needs the same memory.
const AT_ONCE: usize = 256;

impl Audited {
    /// So many breaches of a law are kept.
    pub const MOST: usize = 100;

    /// Takes in what came of a pair of places.
    fn take(&mut self, checks: Tried) {
        self.tried += 1;
        for (law, breach) in checks {
            self.checks[law as usize] += 1;
            if let Some(breach) = breach {
                self.broken[law as usize] += 1;
                if self.broken[law as usize] <= Self::MOST {
                    self.breaches.push(breach);
                }
            }
        }
    }

    /// Whether anything is wrong.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        self.broken != [0; 5] || self.timed_out > 0 || self.trouble.is_some()
    }

    /// Its name: file › variant.
    #[must_use]
    pub fn name(&self, suites: &[Suite]) -> String {
        name(&suites[self.suite], self.variant)
    }
}

fn name(suite: &Suite, variant: Option<usize>) -> String {
    full_name(std::iter::once(suite.name()).chain(variant.map(|it| suite.variant(it))))
}

impl AuditPlan {
    /// Which audits of some suites are to run, each a suite and a variant; with how many there are, and how many pass the filter.
    #[must_use]
    pub fn chosen(&self, suites: &[Suite]) -> (Vec<(usize, Option<usize>)>, Count) {
        let all = suites.iter().enumerate().flat_map(|(index, suite)| {
            let variants = (0..suite.scenario.variants.len()).map(Some);
            std::iter::once(None).chain(variants).map(move |variant| (index, variant))
        });
        Count::choose(all, |&(suite, variant)| name(&suites[suite], variant), self.filter.as_ref(), self.partition)
    }
}

/// Audits every maze under its own settings and each of its variants; tells each time how many are done.
#[must_use]
pub fn audit(suites: &[Suite], plan: &AuditPlan, options: &Options, progress: &(dyn Fn(usize) + Sync)) -> Vec<Audited> {
    let (chosen, _) = plan.chosen(suites);
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
        broken: [0; 5],
        breaches: Vec::new(),
        tried: 0,
        timed_out: 0,
        without_place: 0,
        trouble: None,
    };
    // The time is that of the bake and of all pairs together.
    let timed = timer.begin(number);
    let baked = match Baked::of(&scenario.maze, &settings, false, &timed.watch) {
        Ok(it) => it,
        Err(halt) => {
            audited.trouble = Some(match halt {
                Halt::Cancelled => "the bake took longer than --timeout allows".to_owned(),
                Halt::Refused(message) => message,
            });
            return audited;
        }
    };
    // All queries ask for it, and would each make it on their own if they began at once.
    let _ = true_walls(&baked.nav, &timed.watch);
    // The places are the same under every variant that allows them.
    let mut random = Random::new(plan.seed, suite.name());
    let (maze, anywhere) = (&scenario.maze, covers_floor(&settings));
    let trial = Trial { baked: &baked, settings: &settings, regions: &Regions::of(maze) };
    trial.all(&mut audited, plan.pairs, &timed.watch, || random.place(maze, settings.radius, anywhere));
    audited.breaches.sort_by_key(|it| it.law);
    audited
}

/// The laws that were tried, and how each was broken, if it was.
type Tried = Vec<(Law, Option<Breach>)>;

/// In which way a law that was tried was broken, if it was.
type Broken = Option<String>;

/// What pairs of places are tried on.
struct Trial<'t> {
    baked: &'t Baked,
    settings: &'t Settings,
    regions: &'t Regions,
}

impl Trial<'_> {
    /// Tries so many pairs, as far as there are places and time.
    fn all(&self, audited: &mut Audited, pairs: usize, watch: &Watch, mut place: impl FnMut() -> Option<Point>) {
        let mut left = pairs;
        while left > 0 {
            let trios = (0..left.min(AT_ONCE)).map_while(|_| Some([place()?, place()?, place()?]));
            let trios: Vec<[Point; 3]> = trios.collect();
            if trios.is_empty() {
                audited.without_place = left;
                return;
            }
            left -= trios.len();
            let tried: Vec<Result<Tried, Halt>> = trios.into_par_iter().map(|places| self.of(places, watch)).collect();
            for it in tried {
                match it {
                    Ok(checks) => audited.take(checks),
                    Err(Halt::Cancelled) => audited.timed_out += 1,
                    Err(Halt::Refused(message)) => audited.trouble = Some(message),
                }
            }
            if Halt::check(&watch.cancel).is_err() {
                audited.timed_out += left;
                return;
            }
        }
    }

    /// Tries all laws that apply on two places and a detour.
    fn of(&self, [a, b, c]: [Point; 3], watch: &Watch) -> Result<Tried, Halt> {
        let ask =
            |from: Point, to: Point| Query::run(&self.baked.nav, self.settings, from, to, watch).map(|it| it.report);
        let there = ask(a, b)?;
        let mut laws = vec![
            (Law::Legal, legal(&there)),
            (Law::NotShorter, self.not_shorter(&there)),
            (Law::Reachable, self.reachable(&there, [a, b])),
        ];
        if seeks_shortest(self.settings) {
            laws.push((Law::Symmetric, Some(self.symmetric(&there, &ask(b, a)?))));
            laws.push((Law::Triangle, self.triangle(&there, [&ask(a, c)?, &ask(c, b)?], c)));
        }
        let tried = laws.into_iter().filter_map(|(law, tried)| Some((law, tried?)));
        Ok(tried.map(|(law, broken)| (law, broken.map(|text| Breach { law, start: a, goal: b, text }))).collect())
    }

    /// [`Law::NotShorter`].
    fn not_shorter(&self, there: &PathReport) -> Option<Broken> {
        let (length, optimum) = (found(there)?, there.gap.optimum?);
        let slack = ROUNDING + self.slack(there);
        Some((length < optimum - slack).then(|| {
            let [length, optimum] = distinct([length, optimum], 6);
            format!("a path {length} long is shorter than the optimum of {optimum}")
        }))
    }

    /// [`Law::Reachable`], where it is sure which floor the places stand on.
    fn reachable(&self, there: &PathReport, ends: [Point; 2]) -> Option<Broken> {
        if Law::Reachable.excuse(self.settings).is_some() {
            return None;
        }
        let [here, beyond] = ends.map(|it| self.regions.at(it));
        let joined = here.iter().any(|it| beyond.contains(it));
        let is_sure = self.settings.radius == 0.0 || [&here, &beyond].iter().all(|it| it.len() == 1);
        is_sure.then(|| {
            (joined != (there.outcome == Outcome::Found)).then(|| {
                let floor = if joined { "floor joins the places" } else { "no floor joins the places" };
                format!("{}, but {floor}", there.outcome.name())
            })
        })
    }

    /// [`Law::Symmetric`].
    fn symmetric(&self, there: &PathReport, back: &PathReport) -> Broken {
        let slack = ROUNDING + self.slack(there).max(self.slack(back));
        let lengths = [found(there), found(back)];
        let differ = match lengths {
            [Some(there), Some(back)] => (there - back).abs() > slack,
            [there, back] => there != back,
        };
        differ.then(|| {
            let [there, back] = told(lengths);
            format!("{there} there, {back} back")
        })
    }

    /// [`Law::Triangle`], of a detour through a place that one may pass through: one may well stand in a corner where two walls
    /// meet, but not pass.
    fn triangle(&self, there: &PathReport, [first, second]: [&PathReport; 2], through: Point) -> Option<Broken> {
        let passes = match (&first.points[..], &second.points[..]) {
            ([.., before, _], [_, after, ..]) => !self.baked.nav.world().audit_vertex(*before, through, *after),
            _ => true,
        };
        let detour = found(first)? + found(second)?;
        let slack = ROUNDING + self.slack(first) + self.slack(second);
        let is_longer = found(there).is_none_or(|it| it > detour + slack);
        passes.then(|| {
            is_longer.then(|| {
                let [there, detour] = told([found(there), Some(detour)]);
                format!("{there} is longer than {detour} through {through:.6}")
            })
        })
    }

    /// By how much another path may be shorter than a shortest one was taken to be, as long as this one.
    fn slack(&self, report: &PathReport) -> f64 {
        let turned: f64 = report.arcs.iter().map(|it| 1.0 + it.angle).sum();
        self.settings.bake.arc_error * turned
    }
}

/// [`Law::Legal`], of what has a path.
fn legal(there: &PathReport) -> Option<Broken> {
    let first = there.audit.violations.first();
    let broken = first.map(|it| format!("segment {} {} at {:.6}", it.segment, it.kind.text(), it.at));
    (!there.points.is_empty()).then_some(broken)
}

/// How long a path is that was found.
fn found(it: &PathReport) -> Option<f64> {
    it.length.filter(|_| it.outcome == Outcome::Found)
}

/// Two lengths that are compared.
fn told(lengths: [Option<f64>; 2]) -> [String; 2] {
    let either = lengths[0].or(lengths[1]).unwrap_or(0.0);
    let texts = distinct(lengths.map(|it| it.unwrap_or(either)), 6);
    let mut told = lengths.into_iter().zip(texts).map(|it| it.0.map_or_else(|| "no path".to_owned(), |_| it.1));
    [(); 2].map(|()| told.next().unwrap_or_default())
}
