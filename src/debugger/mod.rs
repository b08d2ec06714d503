//! Scenario, results, traces and a cursor: commands in, state out.
//!
//! [`Debugger::apply`] is the only way to change anything. Bakes and queries run on a thread of their own; [`Debugger::poll`]
//! takes in what it finished, and until then the last results stand.

mod command;
mod cursor;
mod run;
mod track;
mod worker;

pub use command::{Command, Moment};
pub use run::{AuditReport, Bake, BakeReport, Halt, MAX_SAMPLES, PathReport, Query, StageTimes};
pub use track::{Lane, Told, Track};

use crate::{
    geometry::{Bounds, Point},
    io::{Scenario, Settings, apply_preset, setting},
    picture::{Mark, Shown, draw_ends, draw_maze, draw_walkable},
    trace::StageName,
};
use worker::{Job, Product, Worker};

/// A scenario under the debugger.
#[derive(Debug)]
pub struct Debugger {
    scenario: Scenario,
    start: Option<Point>,
    goal: Option<Point>,
    bake: Option<Bake>,
    query: Option<Query>,
    stage: StageName,
    /// Whether the cursor is to stay at the end when new results come in.
    at_end: bool,
    worker: Option<Worker>,
    /// Whether another query was asked for while one was under way.
    again: bool,
    /// Whether a bake that the settings ask for was cancelled.
    stale: bool,
    trouble: Option<String>,
    version: u64,
}

impl Debugger {
    /// A debugger on a scenario, with its bake under way.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        let (start, goal) = scenario.first_query();
        Self::between(scenario, start, goal)
    }

    /// As [`new`](Self::new), with a start and a goal of one's own.
    #[must_use]
    pub fn between(scenario: Scenario, start: Option<Point>, goal: Option<Point>) -> Self {
        let mut debugger = Self {
            scenario,
            start,
            goal,
            bake: None,
            query: None,
            stage: StageName::Audit,
            at_end: true,
            worker: None,
            again: false,
            stale: false,
            trouble: None,
            version: 0,
        };
        debugger.begin(true);
        debugger
    }

    /// The scenario as it stands.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The settings as they stand.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.scenario.settings
    }

    /// Where the query starts.
    #[must_use]
    pub fn start(&self) -> Option<Point> {
        self.start
    }

    /// Where it goes.
    #[must_use]
    pub fn goal(&self) -> Option<Point> {
        self.goal
    }

    /// The last bake that finished.
    #[must_use]
    pub fn bake(&self) -> Option<&Bake> {
        self.bake.as_ref()
    }

    /// The last query that finished.
    #[must_use]
    pub fn query(&self) -> Option<&Query> {
        self.query.as_ref()
    }

    /// What went wrong last, in words; gone with the next success.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// How far the work under way is, if any. \[0 to 1]
    #[must_use]
    pub fn progress(&self) -> Option<f32> {
        self.worker.as_ref().map(Worker::progress)
    }

    /// Whether a bake is under way, and not just a query.
    #[must_use]
    pub fn is_baking(&self) -> bool {
        self.worker.as_ref().is_some_and(Worker::bakes)
    }

    /// A number that changes whenever something that is shown has changed.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The stages that have run, in order.
    #[must_use]
    pub fn lanes(&self) -> Vec<&dyn Lane> {
        let mut lanes: Vec<&dyn Lane> = Vec::new();
        if let Some(it) = &self.bake {
            lanes.extend([&it.samples as &dyn Lane, &it.mesh, &it.filter]);
        }
        if let Some(it) = &self.query {
            lanes.extend([&it.search as &dyn Lane, &it.portals, &it.funnel, &it.audit]);
        }
        lanes
    }

    fn lane_mut(&mut self, stage: StageName) -> Option<&mut dyn Lane> {
        let (bake, query) = (self.bake.as_mut(), self.query.as_mut());
        match stage {
            StageName::Samples => bake.map(|it| &mut it.samples as &mut dyn Lane),
            StageName::Triangulate => bake.map(|it| &mut it.mesh as &mut dyn Lane),
            StageName::Filter => bake.map(|it| &mut it.filter as &mut dyn Lane),
            StageName::Search => query.map(|it| &mut it.search as &mut dyn Lane),
            StageName::Portals => query.map(|it| &mut it.portals as &mut dyn Lane),
            StageName::Funnel => query.map(|it| &mut it.funnel as &mut dyn Lane),
            StageName::Audit => query.map(|it| &mut it.audit as &mut dyn Lane),
        }
    }

    /// The stage that the cursor is in.
    #[must_use]
    pub fn lane(&self) -> Option<&dyn Lane> {
        self.lanes().into_iter().find(|it| it.name() == self.stage)
    }

    /// Where the cursor is.
    #[must_use]
    pub fn moment(&self) -> Moment {
        let (at, observed) = self.lane().map_or((0, 0), |it| (it.at(), it.observed()));
        Moment { stage: self.stage, at, observed }
    }

    /// How many events all stages have together, and how many of them lie before the cursor.
    #[must_use]
    pub fn position(&self) -> (usize, usize) {
        let lanes = self.lanes();
        let before = lanes.iter().take_while(|it| it.name() < self.stage).map(|it| it.len());
        let here = self.lane().map_or(0, Lane::at);
        (before.sum::<usize>() + here, lanes.iter().map(|it| it.len()).sum())
    }

    /// The event or observation that led here, told.
    #[must_use]
    pub fn told(&self) -> Option<Told> {
        self.lane().and_then(Lane::told)
    }

    /// What is to be seen at the cursor.
    #[must_use]
    pub fn picture(&self, view: &Shown) -> Vec<Mark> {
        let mut marks = Vec::new();
        draw_maze(&self.scenario.maze, view, &mut marks);
        if let (Some(bake), StageName::Funnel | StageName::Audit) = (&self.bake, self.stage) {
            draw_walkable(&bake.nav, view, &mut marks);
        }
        if let Some(lane) = self.lane() {
            lane.draw(view, &mut marks);
        }
        marks
    }

    /// What the last step changed, and start and goal above all.
    #[must_use]
    pub fn picture_of_event(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        if let Some(lane) = self.lane() {
            lane.draw_event(&mut marks);
        }
        draw_ends(self.start, self.goal, &mut marks);
        marks
    }

    /// Where the last step took place.
    #[must_use]
    pub fn event_bounds(&self) -> Option<Bounds> {
        self.lane().and_then(Lane::event_bounds)
    }

    /// Does what is commanded.
    pub fn apply(&mut self, command: Command) {
        self.version += 1;
        match command {
            Command::Open(scenario) => {
                let version = self.version;
                *self = Self::new(*scenario);
                self.version = version;
            }
            Command::Set { path, value } => {
                let result = setting(&path).and_then(|it| it.set(&mut self.scenario.settings, &value));
                let bakes = ["bake", "numbers", "agent"].iter().any(|it| path.starts_with(it));
                self.report(result, bakes);
            }
            Command::Preset(name) => {
                let result = apply_preset(&mut self.scenario.settings, &name);
                self.report(result, true);
            }
            Command::SetStart(p) => {
                self.start = Some(p);
                self.begin(false);
            }
            Command::SetGoal(p) => {
                self.goal = Some(p);
                self.begin(false);
            }
            Command::UseClick(index) => {
                if let Some(click) = self.scenario.clicks.get(index) {
                    (self.start, self.goal) = (Some(click.start), Some(click.goal));
                    self.begin(false);
                }
            }
            Command::Seek(Moment { stage, at, observed }) => self.seek(stage, at, observed),
            Command::SeekOverall(target) => self.seek_overall(target),
            Command::Step { level, forward: true } => self.step_forward(level),
            Command::Step { level, forward: false } => self.step_back(level),
            Command::Rebake => self.begin(true),
            Command::Cancel => match self.worker.take().map(|it| it.cancel().bakes) {
                Some(true) => {
                    self.stale = true;
                    self.trouble = Some("The bake was cancelled; what you see is older than the settings.".to_owned());
                }
                Some(false) => self.trouble = Some("The search was cancelled.".to_owned()),
                None => (),
            },
        }
        let (at, all) = self.position();
        self.at_end = at == all && self.moment().observed == 0;
    }

    fn report(&mut self, result: Result<(), String>, bakes: bool) {
        match result {
            Ok(()) => self.begin(bakes),
            Err(message) => self.trouble = Some(message),
        }
    }

    /// Starts a bake (if asked for, or still owed) and a query.
    fn begin(&mut self, bakes: bool) {
        // A query is short: let it finish, so that something is to be seen while start or goal is dragged.
        if !bakes && self.worker.as_ref().is_some_and(|it| !it.bakes()) {
            self.again = true;
            return;
        }
        let after = self.worker.take().map(Worker::cancel);
        let bakes = bakes || self.bake.is_none() || after.as_ref().is_some_and(|it| it.bakes);
        self.again = false;
        self.worker = Some(Worker::start(Job {
            maze: self.scenario.maze.clone(),
            settings: self.scenario.settings,
            nav: self.bake.as_ref().filter(|_| !bakes).map(|it| it.nav.clone()),
            ends: self.start.zip(self.goal),
            after,
        }));
    }

    /// Takes in what the worker finished; tells whether anything did.
    pub fn poll(&mut self) -> bool {
        if !self.worker.as_ref().is_some_and(Worker::is_finished) {
            return false;
        }
        self.settle()
    }

    /// Waits for the worker, and takes in what it finished; tells whether anything did.
    pub fn settle(&mut self) -> bool {
        let Some(worker) = self.worker.take() else { return false };
        self.version += 1;
        let moment = self.moment();
        match worker.finish() {
            Err(Halt::Cancelled) => (),
            Err(Halt::TooLarge(message)) => {
                self.trouble = Some(message);
                (self.bake, self.query) = (None, None);
            }
            Ok(Product { bake, query }) => {
                self.query = query;
                if bake.is_some() {
                    self.bake = bake;
                    self.stale = false;
                }
                if !self.stale {
                    self.trouble = None;
                }
                if self.at_end {
                    self.seek_overall(usize::MAX);
                } else {
                    self.seek(moment.stage, moment.at, moment.observed);
                }
            }
        }
        if std::mem::take(&mut self.again) {
            self.begin(false);
        }
        true
    }
}

impl Drop for Debugger {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.cancel();
        }
    }
}

impl Scenario {
    /// The start and goal to begin with: the maze's own, else those of the first click.
    #[must_use]
    pub fn first_query(&self) -> (Option<Point>, Option<Point>) {
        let click = self.clicks.first();
        match (self.maze.start, self.maze.goal) {
            (Some(start), Some(goal)) => (Some(start), Some(goal)),
            (start, goal) => match click {
                Some(click) => (Some(click.start), Some(click.goal)),
                None => (start, goal),
            },
        }
    }
}
