//! The same query through every method, side by side.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex},
};

use serde::Serialize;

use super::{Debugger, Gap, Halt, Query, background::Background, bakes::Baked};
use crate::{
    bake::Recipe,
    geometry::{Point, Spot},
    io::{Settings, Value, apply_preset, setting},
    maze::Maze,
    record::limits::MOST_KEPT_POLYGONS,
    search::{Graph, Outcome},
    trace::Watch,
    walk::WalkSettings,
};

/// A method by its name, and the settings that make it.
type Method = (&'static str, &'static [(&'static str, &'static str)]);

/// What is compared over flat cells: a name, and what is set beyond the defaults; one without a path names a preset to begin with. The
/// agent's radius, the samples and how round corners are baked are the scenario's own.
pub const METHODS: &[Method] = &[
    ("walls, Polyanya", &[("bake.recipe", "walls"), ("search.method", "polyanya")]),
    ("walls merged, Polyanya", &[("bake.recipe", "walls"), ("bake.merge", "true"), ("search.method", "polyanya")]),
    ("walls, A* over centroids", &[("bake.recipe", "walls")]),
    ("walls, A* over midpoints", &[("bake.recipe", "walls"), ("search.cost", "midpoints")]),
    ("walls merged, A* over centroids", &[("bake.recipe", "walls"), ("bake.merge", "true")]),
    (
        "walls merged, A* over midpoints",
        &[("bake.recipe", "walls"), ("bake.merge", "true"), ("search.cost", "midpoints")],
    ),
    ("rectangles, Polyanya", &[("bake.recipe", "rectangles"), ("search.method", "polyanya")]),
    ("rectangles, A* over centres", &[("bake.recipe", "rectangles")]),
    ("rectangles, A* over midpoints", &[("bake.recipe", "rectangles"), ("search.cost", "midpoints")]),
    ("grid, A*", &[("search.graph", "grid")]),
    ("grid, Dijkstra", &[("search.graph", "grid"), ("search.method", "dijkstra")]),
    (
        "grid, A*, 4 directions",
        &[("search.graph", "grid"), ("search.directions", "four"), ("search.heuristic", "manhattan")],
    ),
    ("grid, A*, grazing corners", &[("search.graph", "grid"), ("search.corners", "one-side")]),
    ("grid, A*, naive corners", &[("search.graph", "grid"), ("search.corners", "naive")]),
    (
        "grid, smoothed by Bresenham",
        &[("search.graph", "grid"), ("pull.smoothing", "greedy"), ("pull.sight", "bresenham")],
    ),
    ("grid, smoothed greedily", &[("search.graph", "grid"), ("pull.smoothing", "greedy")]),
    ("grid, smoothed to the farthest", &[("search.graph", "grid"), ("pull.smoothing", "farthest")]),
    ("grid, the best corners kept", &[("search.graph", "grid"), ("pull.smoothing", "best-subset")]),
    ("sampled, Polyanya", &[("search.method", "polyanya")]),
    ("sampled, A* over centroids", &[]),
    ("sampled, A* over midpoints", &[("search.cost", "midpoints")]),
    ("sampled, Dijkstra over centroids", &[("search.method", "dijkstra")]),
    ("article, signs mended", &[("", "article-mended")]),
    ("article", &[("", "article")]),
];

/// What is compared over levels, which only voxels can bake: a name, and what is set beyond the scenario's own settings.
pub const METHODS_OF_LEVELS: &[Method] = &[
    ("Polyanya", &[("search.method", "polyanya")]),
    ("A* over centroids", &[("search.method", "astar"), ("search.cost", "centroids")]),
    ("A* over midpoints", &[("search.method", "astar"), ("search.cost", "midpoints")]),
    ("A* over portal widths", &[("search.method", "astar"), ("search.cost", "portal-width")]),
    ("Dijkstra over midpoints", &[("search.method", "dijkstra"), ("search.cost", "midpoints")]),
    ("watershed, Polyanya", &[("regions.partition", "watershed"), ("search.method", "polyanya")]),
    ("monotone, Polyanya", &[("regions.partition", "monotone"), ("search.method", "polyanya")]),
    ("layers, Polyanya", &[("regions.partition", "layers"), ("search.method", "polyanya")]),
    ("outlines as they are, Polyanya", &[("contours.max_error", "0"), ("search.method", "polyanya")]),
];

/// What came out of one method.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// Which.
    pub method: &'static str,
    /// How the query ended; none if it was refused.
    pub outcome: Option<Outcome>,
    /// Why it was refused: it would take too much memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// How long the path is; none without a path. \[cells]
    pub length: Option<f64>,
    /// How much longer it is than the shortest of all.
    #[serde(flatten)]
    pub gap: Gap,
    /// How many corners it has.
    pub corners: usize,
    /// How many nodes were expanded.
    pub expansions: usize,
    /// Whether there is a path, and it breaks no rule.
    pub legal: bool,
    /// How near it comes to a wall. \[cells]
    pub clearance: Option<f64>,
    /// How long the search, the pulling and the audit took, recorded. \[ms]
    pub query_ms: f64,
    /// How long the bake took, recorded, checks not counted. \[ms]
    pub bake_ms: f64,
    /// The path.
    pub points: Vec<Point>,
}

/// Compares methods, and keeps their bakes as long as the maze is the same.
#[derive(Debug, Default)]
pub struct Comparer {
    maze: Option<Arc<Maze>>,
    bakes: Vec<Baked>,
}

impl Comparer {
    /// Sends a query through the scenario's own settings and every method; tells what came out of each at once.
    ///
    /// # Errors
    ///
    /// It was cancelled, or nobody listens any more. What would be too large is a row that says so.
    pub fn compare(
        &mut self,
        maze: &Arc<Maze>,
        own: &Settings,
        [start, goal]: [Spot; 2],
        watch: &Watch,
        mut tell: impl FnMut(Compared) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        let as_set = Settings { walk: WalkSettings::default(), ..*own };
        let base = if maze.is_flat() { of_agent(own) } else { over_voxels(as_set) };
        let mut methods: Vec<_> =
            methods(maze).iter().map(|&(method, changes)| (method, changed(&base, own, changes))).collect();
        // A partition of a name may be the one that is set.
        let all = methods.clone();
        methods.retain(|it| all.iter().find(|other| other.1 == it.1).is_some_and(|first| first.0 == it.0));
        methods.insert(0, ("as set", as_set));
        if self.maze.as_ref().is_none_or(|it| !Arc::ptr_eq(it, maze) && it != maze) {
            self.bakes.clear();
        }
        self.maze = Some(maze.clone());
        self.bakes.retain(|baked| methods.iter().any(|it| baked.serves(&it.1)));
        for (number, &(method, ref settings)) in methods.iter().enumerate() {
            let compared = match self.one(maze, method, settings, [start, goal], watch) {
                Err(Halt::Refused(message)) => Compared::refused(method, message),
                other => other?,
            };
            if tell(compared).is_break() {
                return Err(Halt::Cancelled);
            }
            // Many large meshes at once are more than memory has room for.
            let polygons: usize = self.bakes.iter().map(|it| it.nav.polygons().count()).sum();
            if polygons > MOST_KEPT_POLYGONS {
                self.bakes.retain(|baked| methods[number + 1..].iter().any(|it| baked.serves(&it.1)));
            }
        }
        Ok(())
    }

    /// Sends a query through a method.
    fn one(
        &mut self,
        maze: &Arc<Maze>,
        method: &'static str,
        settings: &Settings,
        [start, goal]: [Spot; 2],
        watch: &Watch,
    ) -> Result<Compared, Halt> {
        let known = self.bakes.iter().position(|it| it.serves(settings));
        let place = known.unwrap_or(self.bakes.len());
        if known.is_none() {
            self.bakes.push(Baked::of(maze, settings, false, watch)?);
        }
        let baked = &self.bakes[place];
        let report = Query::run(&baked.nav, settings, start, goal, watch)?.report;
        Ok(Compared {
            method,
            outcome: Some(report.outcome),
            refused: None,
            length: report.length,
            gap: report.gap,
            corners: report.corners,
            expansions: report.expansions,
            legal: report.audit.has_path && report.audit.legal,
            clearance: report.clearance,
            query_ms: report.elapsed_ms,
            bake_ms: baked.elapsed_ms,
            points: report.points,
        })
    }
}

impl Compared {
    /// A method whose mesh or search would take too much memory.
    fn refused(method: &'static str, why: String) -> Self {
        Self {
            method,
            outcome: None,
            refused: Some(why),
            length: None,
            gap: Gap::default(),
            corners: 0,
            expansions: 0,
            legal: false,
            clearance: None,
            query_ms: 0.0,
            bake_ms: 0.0,
            points: Vec::new(),
        }
    }

    /// How the query ended in a word, as [`Outcome::name`]; or that it was refused.
    #[must_use]
    pub fn outcome_name(&self) -> &'static str {
        self.outcome.map_or("refused", Outcome::name)
    }
}

/// The methods that can be compared over a maze.
fn methods(maze: &Maze) -> &'static [Method] {
    if maze.is_flat() { METHODS } else { METHODS_OF_LEVELS }
}

/// The defaults, for the samples of a scenario.
fn of_agent(own: &Settings) -> Settings {
    let mut settings = Settings::default();
    (settings.bake.samples, settings.bake.inset) = (own.bake.samples, own.bake.inset);
    settings
}

/// The same settings, by way of voxels.
fn over_voxels(mut settings: Settings) -> Settings {
    (settings.bake.recipe, settings.search.graph) = (Recipe::Voxels, Graph::Mesh);
    settings
}

/// Settings with some changes, for the agent of a scenario.
fn changed(base: &Settings, own: &Settings, changes: &[(&str, &str)]) -> Settings {
    let mut settings = *base;
    for &(path, value) in changes {
        let done = match path {
            "" => apply_preset(&mut settings, value),
            _ => setting(path).and_then(|it| it.set(&mut settings, &Value::from_text(value))),
        };
        done.expect("every method names settings and presets that there are");
    }
    settings.bake.arc_error = own.bake.arc_error;
    settings.radius = own.radius;
    settings
}

/// A comparison under way or done, if asked for.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    on: bool,
    work: Background<Asked, Compared>,
    /// Keeps bakes from one comparison to the next.
    comparer: Arc<Mutex<Comparer>>,
}

/// What a comparison is about.
#[derive(Clone, Debug, PartialEq)]
struct Asked {
    maze: Arc<Maze>,
    settings: Settings,
    ends: [Spot; 2],
}

impl Debugger {
    /// What came out of the methods so far; nothing until it is asked for.
    #[must_use]
    pub fn compared(&self) -> &[Compared] {
        self.comparison.work.answers()
    }

    /// Whether methods are still being compared.
    #[must_use]
    pub fn is_comparing(&self) -> bool {
        self.comparison.work.is_running()
    }

    /// Why the comparison broke off, if it did.
    #[must_use]
    pub fn comparison_trouble(&self) -> Option<&str> {
        self.comparison.work.trouble()
    }

    /// Switches the comparison on or off.
    pub(super) fn show_comparison(&mut self, on: bool) {
        self.comparison.on = on;
        if !on {
            self.comparison.work.stop();
        }
    }

    /// Starts a comparison of the present query, if one is asked for and the query has changed since the last one.
    pub(super) fn compare(&mut self) {
        let [Some(start), Some(goal)] = self.ends() else {
            self.comparison.work.clear();
            return;
        };
        // While something is being dragged or baked, what is compared would be old at once.
        if !self.comparison.on || self.progress().is_some() {
            return;
        }
        let asked = Asked { maze: self.scenario.maze.clone(), settings: self.scenario.settings, ends: [start, goal] };
        let comparer = self.comparison.comparer.clone();
        let Asked { maze, settings, ends } = asked.clone();
        self.comparison.work.ask("navscope compare", asked, move |watch, tell| {
            let mut comparer = comparer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            comparer.compare(&maze, &settings, ends, watch, tell)
        });
    }

    /// Takes in what was compared, waiting for the end if asked; returns whether there was anything.
    pub(super) fn take_compared(&mut self, wait: bool) -> bool {
        let changed = self.comparison.work.take(wait);
        self.version += u64::from(changed);
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_can_be_set() {
        let own = Settings { radius: 0.25, ..Settings::default() };
        for (methods, base, doubles) in [(METHODS, of_agent(&own), 0), (METHODS_OF_LEVELS, over_voxels(own), 1)] {
            let all: Vec<Settings> = methods.iter().map(|it| changed(&base, &own, it.1)).collect();
            assert!(all.iter().all(|it| it.radius == 0.25));
            let is_double = |index: &usize| all[..*index].contains(&all[*index]);
            assert_eq!((0..all.len()).filter(is_double).count(), doubles, "only the partition that is set");
        }
    }
}
