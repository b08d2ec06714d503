//! Scenario, results, traces and a cursor: commands in, state out.
//!
//! [`Debugger::apply`] is the only way to change anything. Bakes and queries run on a thread of their own; [`Debugger::poll`]
//! takes in what it finished, and until then the last results stand.

mod background;
mod bake;
mod bakes;
pub mod check;
mod clicks;
mod command;
mod compare;
mod cursor;
mod diagnosis;
mod edit;
mod fewest;
mod finder;
mod history;
mod keep;
mod moves;
mod no_path;
mod no_way;
mod origin;
mod painting;
mod pass;
mod plots;
mod query;
mod removed;
mod run;
mod since;
mod through;
mod track;
mod view;
mod walking;
mod why;
mod why_grid;
mod worker;

pub use crate::pipeline::Halt;
pub use bake::{Bake, BakeReport, StageSizes, StageTimes};
pub use clicks::{Live, Tally};
pub use command::{Command, StoreyEdit};
pub use compare::{Compared, Comparer, METHODS, METHODS_OF_LEVELS};
pub use diagnosis::Complaint;
pub use finder::Hits;
pub use no_path::NoPath;
pub use plots::{Bin, Dot, Margin, Margins, Plots, Plotted};
pub use query::{AuditReport, Gap, PathReport, Query};
pub use run::Run;
pub use through::Through;
pub use track::{Lane, Recited, Row, Told, Track};
pub use walking::{WalkReport, WalkerReport};
pub use why::Cause;

use crate::{
    geometry::Spot,
    io::{Scenario, Settings},
    maze::End,
    trace::{LaneId, StageName},
};
use clicks::Runs;
use compare::Comparison;
use diagnosis::Diagnosis;
use edit::Saved;
use finder::Finder;
use history::{Due, History};
use keep::Waiting;
use plots::Plotter;
use removed::Removed;
use worker::{Job, Product, Worker};

/// A scenario under the debugger.
#[derive(Debug)]
pub struct Debugger {
    scenario: Scenario,
    history: History,
    saved: Saved,
    removed: Removed,
    waiting: Waiting,
    bake: Option<Bake>,
    query: Option<Query>,
    /// Where the cursor is.
    lane: LaneId,
    /// Whether the cursor is to stay at the end when new results come in.
    at_end: bool,
    worker: Option<Worker>,
    /// What is to be done when the work under way has finished.
    next: Due,
    /// Whether the next bake is to take over nothing from the one before.
    anew: bool,
    /// Whether a bake that the settings ask for was cancelled.
    stale: bool,
    trouble: Option<String>,
    finder: Finder,
    plotter: Plotter,
    comparison: Comparison,
    runs_of_clicks: Runs,
    diagnosis: Diagnosis,
    version: u64,
    /// How many runs there were.
    runs: u64,
}

impl Debugger {
    /// A debugger on a scenario, with its bake under way.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        Self::between(scenario, None, None)
    }

    /// As [`new`](Self::new), with a start and a goal of one's own, as far as they are given.
    #[must_use]
    pub fn between(mut scenario: Scenario, start: Option<Spot>, goal: Option<Spot>) -> Self {
        for end in End::BOTH {
            let place = end.of([start, goal]);
            if place.is_some() {
                *scenario.end_mut(end) = place.filter(|_| place != end.of(scenario.own_ends()));
            }
        }
        let mut debugger = Self {
            saved: Saved::of(&scenario),
            scenario,
            history: History::default(),
            removed: Removed::default(),
            waiting: Waiting::default(),
            bake: None,
            query: None,
            lane: StageName::Audit.into(),
            at_end: true,
            worker: None,
            next: Due::Nothing,
            anew: false,
            stale: false,
            trouble: None,
            finder: Finder::default(),
            plotter: Plotter::default(),
            comparison: Comparison::default(),
            runs_of_clicks: Runs::default(),
            diagnosis: Diagnosis::default(),
            version: 0,
            runs: 0,
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

    /// Where the query starts and goes.
    #[must_use]
    pub fn ends(&self) -> [Option<Spot>; 2] {
        self.scenario.first_query().into()
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

    /// A number that changes whenever the run does, be it the bake or only the query.
    #[must_use]
    pub fn run(&self) -> u64 {
        self.runs
    }

    /// A number that changes whenever something that is shown has changed.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The event or observation that led here, told.
    #[must_use]
    pub fn told(&self) -> Option<Told> {
        self.lane().and_then(Lane::told)
    }

    /// Does what is commanded.
    pub fn apply(&mut self, command: Command) {
        self.version += 1;
        self.prepare(&command);
        match command {
            Command::Open(scenario) => {
                let (version, runs) = (self.version, self.runs);
                *self = Self::new(*scenario);
                (self.version, self.runs) = (version, runs + 1);
            }
            Command::Restore(scenario) => {
                self.apply(Command::Open(scenario));
                self.saved.forget();
            }
            Command::Set { path, value } => self.set(path, &value),
            Command::Preset(name) => self.set_preset(&name),
            Command::SetStart(p) => self.move_end(End::Start, p),
            Command::SetGoal(p) => self.move_end(End::Goal, p),
            Command::UseClick(index) => self.use_click(index),
            Command::Keep => self.keep(),
            Command::ToggleClick => self.toggle_click(),
            Command::ExpectNow(click) => self.expect_now(click),
            Command::ForgetClick(index) => self.forget_click(index),
            Command::RenameClick { index, name } => self.rename_click(index, name),
            Command::SetTolerance { index, tolerance } => self.set_tolerance(index, tolerance),
            Command::Seek(moment) => self.seek(moment),
            Command::SeekOverall(target) => self.seek_overall(target),
            Command::Paint { storey, cells, to } => self.paint(storey, &cells, to),
            Command::PaintEach { storey, cells } => self.paint_each(storey, &cells),
            Command::Fill { storey, from, to } => self.fill(storey, from, to),
            Command::Storey(edit) => self.edit_storeys(edit),
            Command::Place { end, cell } => self.place(end, cell),
            Command::Resize { columns, rows, by } => self.resize(columns, rows, by),
            Command::Release => self.release(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Lost => self.saved.forget(),
            Command::Saved(saved) => self.saved(saved),
            Command::Select(thing) => self.select(thing),
            Command::Filter(text) => self.filter(text),
            Command::AddBreakpoint(when) => self.add_breakpoint(&when),
            Command::EnableBreakpoint { index, on } => self.enable_breakpoint(index, on),
            Command::RemoveBreakpoint(index) => self.remove_breakpoint(index),
            Command::Plot(on) => self.show_plots(on),
            Command::Compare(on) => self.show_comparison(on),
            Command::ToggleBookmark => self.toggle_bookmark(),
            Command::SeekFirst(index) => self.seek_first(index),
            Command::Rebake => self.bake_anew(),
            Command::Cancel => self.cancel(),
            Command::Step { .. }
            | Command::StepInList { .. }
            | Command::StepToBookmark { .. }
            | Command::RunTo { .. } => (),
        }
        self.follow_edits();
        self.note_end();
        self.find();
        self.plot();
        self.compare();
        self.run_clicks();
    }

    /// Takes back what a command replaces.
    fn prepare(&mut self, command: &Command) {
        // The window sends these by itself, so they don't replace what was said about the user's last command.
        if !matches!(command, Command::Release | Command::Plot(_) | Command::Compare(_)) {
            self.finder.hear(command.goes());
        }
        self.let_go_of_what_waits(command);
        if command.goes() || command.step().is_some() {
            // The cursor was sent elsewhere, so it must not follow the bisection any more.
            self.diagnosis.bisection.clear();
        }
        self.finder.moves.extend(command.step());
    }

    /// Starts a bake (if asked for, or still owed) and a query.
    fn begin(&mut self, bakes: bool) {
        let due = if bakes { Due::Bake } else { Due::Query };
        // What is under way may finish, so that something is to be seen while something is dragged. Only a bake that nobody
        // waits for any more gives way to the next.
        let lets_finish = |it: &Worker| !bakes || (it.bakes() && self.history.is_open());
        if self.worker.as_ref().is_some_and(lets_finish) {
            self.next = self.next.max(due);
            return;
        }
        let after = self.worker.take().map(Worker::cancel);
        let bakes = bakes || self.bake.is_none();
        self.next = Due::Nothing;
        self.worker = Some(Worker::start(Job {
            maze: self.scenario.maze.clone(),
            settings: self.scenario.settings,
            nav: self.bake.as_ref().filter(|_| !bakes).map(|it| it.nav.clone()),
            before: self.before(bakes),
            ends: self.ends()[0].zip(self.ends()[1]),
            after,
        }));
    }

    fn cancel(&mut self) {
        self.next = Due::Nothing;
        match self.worker.take().map(|it| it.cancel().bakes) {
            Some(true) => {
                self.stale = true;
                self.trouble = Some("The bake was cancelled; what you see is older than the settings.".to_owned());
            }
            Some(false) => self.trouble = Some("The search was cancelled.".to_owned()),
            None => (),
        }
    }

    /// Takes in what was finished or found; tells whether anything was.
    pub fn poll(&mut self) -> bool {
        let baked = self.worker.as_ref().is_some_and(Worker::is_finished) && self.take_in();
        let since = self.take_bisected(false);
        let found = self.take_found(false);
        let compared = self.take_compared(false);
        let ran = self.take_clicks(false);
        self.take_plots(false) || ran || compared || found || since || baked
    }

    /// Waits for all that is under way, and takes in what was finished and found; tells whether anything was.
    pub fn settle(&mut self) -> bool {
        let baked = self.take_in();
        // What is found in a run that is about to be replaced is of no use.
        let is_last = self.worker.is_none();
        let since = is_last && self.take_bisected(true);
        let found = is_last && self.take_found(true);
        let compared = is_last && self.take_compared(true);
        let ran = is_last && self.take_clicks(true);
        is_last && self.take_plots(true) || ran || compared || found || since || baked
    }

    /// Waits for the worker, and takes in what it finished; tells whether anything did.
    fn take_in(&mut self) -> bool {
        let Some(worker) = self.worker.take() else { return false };
        self.version += 1;
        let moment = self.moment();
        match worker.finish() {
            Err(Halt::Cancelled) => (),
            Err(Halt::Refused(message)) => {
                self.trouble = Some(message);
                (self.bake, self.query) = (None, None);
                self.forget(true);
                self.diagnosis = Diagnosis::default();
            }
            Ok(Product { bake, query, trouble }) => {
                self.forget(bake.is_some());
                self.query = query;
                if bake.is_some() {
                    self.bake = bake;
                    self.diagnosis.begin(self.bake.as_ref());
                    self.stale = false;
                }
                if !self.stale || trouble.is_some() {
                    self.trouble = trouble;
                }
                self.diagnosis.replace_query(self.bake.as_ref(), self.query.as_ref());
                if self.at_end {
                    self.seek_overall(usize::MAX);
                } else {
                    self.seek(moment);
                }
            }
        }
        match std::mem::take(&mut self.next) {
            Due::Nothing => (),
            due => self.begin(due == Due::Bake),
        }
        self.find();
        self.plot();
        self.compare();
        self.run_clicks();
        self.keep_what_waits();
        true
    }

    /// Forgets what was found in a run that is no more.
    fn forget(&mut self, bake: bool) {
        self.runs += 1;
        self.finder.forget(bake);
        self.plotter.work.clear();
    }
}
