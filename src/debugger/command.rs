//! What a user can ask for, whichever face it comes through.

use super::moves::Move;
use crate::{
    geometry::Spot,
    io::{Saved, Scenario, Value},
    maze::{Cell, End},
    record::Level,
    trace::{Moment, Thing},
};

/// What can be done with the floors of a painted level.
#[derive(Clone, Copy, Debug)]
pub enum StoreyEdit {
    /// Add one, all holes, above the highest, at a height. \[world units]
    Add(f64),
    /// Take one above the first away.
    Remove(usize),
    /// Lay one higher or lower.
    Lift {
        /// Which; 0 is the first.
        storey: usize,
        /// How high its ground lies where it is not raised. \[world units]
        height: f64,
    },
}

/// What a user can ask for.
#[derive(Clone, Debug)]
pub enum Command {
    /// Put another scenario in the place of this one.
    Open(Box<Scenario>),
    /// The same, for one that was never saved as it is: rescued from a crash.
    Restore(Box<Scenario>),
    /// Change a setting.
    Set {
        /// Its path, as in `bake.inset`.
        path: String,
        /// Its new value.
        value: Value,
    },
    /// Set all that a preset names.
    Preset(String),
    /// Start the query somewhere else.
    SetStart(Spot),
    /// Let it go somewhere else.
    SetGoal(Spot),
    /// Take start and goal from a click of the scenario.
    UseClick(usize),
    /// Keep start and goal as a click that expects what comes out, as soon as that is known.
    Keep,
    /// Keep start and goal as a click that expects what came out; or forget the click that has them.
    ToggleClick,
    /// Expect of a click what came out of it; of all that came out otherwise if none is named.
    ExpectNow(Option<usize>),
    /// Forget a click.
    ForgetClick(usize),
    /// Call a click something else.
    RenameClick {
        /// Which.
        index: usize,
        /// What to call it.
        name: String,
    },
    /// Let a click's length be off by more or less.
    SetTolerance {
        /// Which.
        index: usize,
        /// By how much. \[≥ 0; cells]
        tolerance: f64,
    },
    /// Move the cursor to a moment.
    Seek(Moment),
    /// Move the cursor to just after so many events of all stages together.
    SeekOverall(usize),
    /// Move the cursor to the next or previous event at most so fine.
    Step {
        /// How fine.
        level: Level,
        /// Forwards or backwards.
        forward: bool,
    },
    /// Make cells of a floor something else. Until [`Release`](Self::Release) all painting is one edit.
    Paint {
        /// Which floor; 0 is the first.
        storey: usize,
        /// Columns and rows; those outside the maze are passed over.
        cells: Vec<(i64, i64)>,
        /// What they become.
        to: Cell,
    },
    /// The same, where each cell becomes something of its own: raised ground, slopes.
    PaintEach {
        /// Which floor; 0 is the first.
        storey: usize,
        /// Columns and rows, and what they become; those outside the maze are passed over.
        cells: Vec<((i64, i64), Cell)>,
    },
    /// Make a cell, and all of its kind that hang together with it by their sides, something else.
    Fill {
        /// Which floor; 0 is the first.
        storey: usize,
        /// Column and row.
        from: (i64, i64),
        /// What they become.
        to: Cell,
    },
    /// Add a floor, take one away, or lay one higher or lower.
    Storey(StoreyEdit),
    /// Put the maze's own start or goal into the middle of a cell, which becomes floor; or take it away.
    Place {
        /// Which of them.
        end: End,
        /// Column and row.
        cell: Option<(i64, i64)>,
    },
    /// Give the maze another size; new cells are floor.
    Resize {
        /// How many columns it gets.
        columns: usize,
        /// How many rows it gets.
        rows: usize,
        /// How far the old cells move to the right and down.
        by: (i64, i64),
    },
    /// The mouse button was let go: what is edited from here on is another edit.
    Release,
    /// Take back the last edit.
    Undo,
    /// Make the edit that was taken back last again.
    Redo,
    /// The scenario's file is no more, and so nothing of it is saved.
    Lost,
    /// The scenario was written to a file.
    Saved(Saved),
    /// Ask for the history of a thing, or of none.
    Select(Option<Thing>),
    /// List the events that meet a condition; all if it is empty.
    Filter(String),
    /// Stop where a condition is met.
    AddBreakpoint(String),
    /// Switch a breakpoint on or off.
    EnableBreakpoint {
        /// Which.
        index: usize,
        /// Whether it is on.
        on: bool,
    },
    /// Forget a breakpoint.
    RemoveBreakpoint(usize),
    /// Move the cursor to the next or previous event of the list, as filtered.
    StepInList {
        /// Next or previous.
        forward: bool,
    },
    /// Move the cursor to the next or previous bookmark.
    StepToBookmark {
        /// Next or previous.
        forward: bool,
    },
    /// Move the cursor to the next or previous moment at which a breakpoint is met.
    RunTo {
        /// Next or previous.
        forward: bool,
    },
    /// Mark where the cursor is, or take that mark away.
    ToggleBookmark,
    /// Send the query through every method, and again whenever it changes; or no more.
    Compare(bool),
    /// Work out the plots, and again whenever the run changes; or no more.
    Plot(bool),
    /// Move the cursor to the first event at which a broken rule was broken; by its place in the list of all.
    SeekFirst(usize),
    /// Bake again.
    Rebake,
    /// Stop what is under way.
    Cancel,
}

impl Command {
    /// Whether it edits the scenario, so that it can be taken back.
    #[must_use]
    pub fn edits(&self) -> bool {
        matches!(
            self,
            Self::Set { .. }
                | Self::Preset(_)
                | Self::SetStart(_)
                | Self::SetGoal(_)
                | Self::UseClick(_)
                | Self::Keep
                | Self::ToggleClick
                | Self::ExpectNow(_)
                | Self::ForgetClick(_)
                | Self::RenameClick { .. }
                | Self::SetTolerance { .. }
                | Self::Paint { .. }
                | Self::Fill { .. }
                | Self::Place { .. }
                | Self::Resize { .. }
                | Self::AddBreakpoint(_)
                | Self::EnableBreakpoint { .. }
                | Self::RemoveBreakpoint(_)
                | Self::ToggleBookmark
        )
    }

    /// Whether it takes the cursor to a place of its own.
    pub(super) fn goes(&self) -> bool {
        matches!(self, Self::Seek(_) | Self::SeekOverall(_) | Self::SeekFirst(_))
    }

    /// The move from where the cursor is, and whether it is forwards, if it is one.
    pub(super) fn step(&self) -> Option<(Move, bool)> {
        match *self {
            Self::Step { level, forward } => Some((Move::Step(level), forward)),
            Self::StepInList { forward } => Some((Move::Listed, forward)),
            Self::StepToBookmark { forward } => Some((Move::Bookmark, forward)),
            Self::RunTo { forward } => Some((Move::Breakpoint, forward)),
            _ => None,
        }
    }
}
