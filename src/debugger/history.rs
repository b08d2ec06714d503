//! What was changed in a scenario, edit by edit: undo is time travel.
//!
//! An edit is a gesture, such as all that is painted until the mouse button is let go, and has a log of its own. Taking it back
//! reverts that log, making it again applies it. A new edit drops those taken back, and the oldest are forgotten when all
//! together take more than [`HISTORY_LIMIT`]; the last one never is.

use std::collections::VecDeque;

use serde::{Serialize, de::DeserializeOwned};

use super::bakes::is_same_bake;
use crate::{
    geometry::Point,
    io::{Breakpoint, Click, Scenario, Settings},
    maze::{Cell, End, Maze},
    record::{Event, Level, Log, Replayable, Sink},
    trace::Moment,
};

/// How much the edits that can be taken back may take. \[bytes]
pub const HISTORY_LIMIT: usize = 1 << 28;

/// One change of a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "edits are made by hand, so there are few")]
pub enum Change {
    /// Cells became what they were not. Detail: their indices.
    Painted {
        /// What they became.
        to: Cell,
        /// How many.
        count: u32,
    },
    /// The maze's own start or goal was put somewhere, or taken away.
    Placed {
        /// Which of them.
        end: End,
        /// Where it was.
        was: Option<Point>,
        /// Where it is.
        now: Option<Point>,
    },
    /// The maze got another size, and all in it moved along. Detail: the old cells, packed, then the old clicks.
    Resized {
        /// Columns and rows before.
        was: [u32; 2],
        /// Columns and rows after.
        now: [u32; 2],
        /// How far the cells moved to the right and down.
        by: [i32; 2],
        /// How many words of the detail are clicks.
        clicks: u32,
    },
    /// The query's start or goal was put somewhere; nowhere is at the maze's own.
    Moved {
        /// Which of them.
        end: End,
        /// Where it was.
        was: Option<Point>,
        /// Where it is.
        now: Option<Point>,
    },
    /// A click was kept, edited or forgotten. Detail: the old click, if there was one, and the new, if there is one.
    ClickChanged {
        /// Its place in the list.
        index: u32,
        /// How many words of the detail are the old one.
        was: u32,
        /// How many are the new one.
        now: u32,
    },
    /// Breakpoints and bookmarks were changed. Detail: all of them before, then all of them after.
    StopsChanged {
        /// How many words of the detail are those before.
        was: u32,
        /// How many are those after.
        now: u32,
    },
    /// Settings were changed.
    SettingsChanged {
        /// All of them before.
        was: Settings,
        /// All of them after.
        now: Settings,
    },
}

impl Event for Change {
    fn level(&self) -> Level {
        Level::Edit
    }

    fn detail_len(&self) -> usize {
        match *self {
            Self::Painted { count, .. } => count as usize,
            Self::Resized { was, clicks, .. } => packed_words(was) + clicks as usize,
            Self::ClickChanged { was, now, .. } | Self::StopsChanged { was, now } => (was + now) as usize,
            _ => 0,
        }
    }
}

fn packed_words([columns, rows]: [u32; 2]) -> usize {
    (columns as usize * rows as usize).div_ceil(32)
}

/// Clicks, or other lists, as words of a detail.
pub(super) fn pack(lists: &(impl Serialize + ?Sized)) -> Vec<u32> {
    // Only what is no number could not be written, and no file has that.
    let bytes = serde_json::to_vec(lists).unwrap_or_default();
    // Spaces behind it mean nothing.
    bytes
        .chunks(4)
        .map(|it| u32::from_be_bytes(std::array::from_fn(|at| it.get(at).copied().unwrap_or(b' '))))
        .collect()
}

fn unpack<T: DeserializeOwned + Default>(words: &[u32]) -> T {
    let bytes: Vec<u8> = words.iter().flat_map(|it| it.to_be_bytes()).collect();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// Puts the clicks that some words tell of in the place of so many from `index` on.
fn replace(clicks: &mut Vec<Click>, index: u32, count: usize, words: &[u32]) {
    let index = (index as usize).min(clicks.len());
    clicks.splice(index..(index + count).min(clicks.len()), unpack::<Vec<Click>>(words));
}

/// Breakpoints and bookmarks as words of a detail.
pub(super) fn pack_stops(breakpoints: &[Breakpoint], bookmarks: &[Moment]) -> Vec<u32> {
    let breakpoints: Vec<(String, bool)> = breakpoints.iter().map(|it| (it.when.to_string(), it.on)).collect();
    let bookmarks: Vec<String> = bookmarks.iter().map(ToString::to_string).collect();
    pack(&(breakpoints, bookmarks))
}

/// Puts the breakpoints and bookmarks that some words tell of in the place of all.
fn replace_stops(scenario: &mut Scenario, words: &[u32]) {
    let (breakpoints, bookmarks): (Vec<(String, bool)>, Vec<String>) = unpack(words);
    // What was written just so is read.
    let breakpoint = |(when, on): (String, bool)| when.parse().ok().map(|when| Breakpoint { when, on });
    scenario.breakpoints = breakpoints.into_iter().filter_map(breakpoint).collect();
    scenario.bookmarks = bookmarks.iter().filter_map(|it| it.parse().ok()).collect();
}

impl Replayable for Scenario {
    type Event = Change;

    fn apply(&mut self, change: &Change, detail: &[u32]) {
        match *change {
            Change::Painted { to, .. } => self.maze_mut().set_cells(detail, to),
            Change::Placed { end, now, .. } => *self.maze_mut().end_mut(end) = now,
            Change::Resized { now: [columns, rows], by, .. } => {
                let by = by.map(i64::from).into();
                self.maze = self.maze.resized(columns as usize, rows as usize, by).into();
                for click in &mut self.clicks {
                    click.shift(by);
                }
            }
            Change::Moved { end, now, .. } => *self.end_mut(end) = now,
            Change::ClickChanged { index, was, .. } => {
                replace(&mut self.clicks, index, usize::from(was > 0), &detail[was as usize..]);
            }
            Change::StopsChanged { was, .. } => replace_stops(self, &detail[was as usize..]),
            Change::SettingsChanged { now, .. } => self.settings = now,
        }
    }

    fn revert(&mut self, change: &Change, detail: &[u32]) {
        match *change {
            Change::Painted { to: Cell::Wall, .. } => self.maze_mut().set_cells(detail, Cell::Floor),
            Change::Painted { to: Cell::Floor, .. } => self.maze_mut().set_cells(detail, Cell::Wall),
            Change::Placed { end, was, .. } => *self.maze_mut().end_mut(end) = was,
            Change::Resized { was: [columns, rows], by, .. } => {
                let (cells, clicks) = detail.split_at(packed_words([columns, rows]));
                let mut maze = Maze::unpacked(columns as usize, rows as usize, cells);
                // In the middle of cells this is exact.
                let back = by.map(|it| -i64::from(it)).into();
                [maze.start, maze.goal] = [self.maze.start, self.maze.goal].map(|it| it.map(|p| p.shifted(back)));
                self.maze = maze.into();
                self.clicks = unpack(clicks);
            }
            Change::Moved { end, was, .. } => *self.end_mut(end) = was,
            Change::ClickChanged { index, was, now } => {
                replace(&mut self.clicks, index, usize::from(now > 0), &detail[..was as usize]);
            }
            Change::StopsChanged { was, .. } => replace_stops(self, &detail[..was as usize]),
            Change::SettingsChanged { was, .. } => self.settings = was,
        }
    }
}

/// What a change asks to be done anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    #[default]
    Nothing,
    Query,
    Bake,
}

impl Change {
    fn due(&self) -> Due {
        match self {
            Self::Moved { .. } => Due::Query,
            Self::ClickChanged { .. } | Self::StopsChanged { .. } => Due::Nothing,
            Self::SettingsChanged { was, now } => match is_same_bake(was, now) {
                true => Due::Query,
                false => Due::Bake,
            },
            _ => Due::Bake,
        }
    }
}

/// What is under way until the mouse button is let go.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Gesture {
    /// Adds to what is painted.
    Painting,
    /// The last place counts, and so for the next two; what was passed on the way was never changed.
    Placing {
        end: End,
    },
    Moving {
        end: End,
    },
    Setting(String),
    Naming(usize),
    Tolerating(usize),
    /// Is an edit by itself.
    Single,
}

/// The edits that can be taken back or made again.
#[derive(Debug)]
pub(super) struct History {
    limit: usize,
    edits: VecDeque<Log<Change>>,
    /// How many of them are made.
    at: usize,
    bytes: usize,
    open: Option<Gesture>,
    /// Whether the open gesture has an edit already, the last one made.
    begun: bool,
    due: Due,
}

impl Default for History {
    fn default() -> Self {
        Self::within(HISTORY_LIMIT)
    }
}

impl History {
    /// No edits yet, and never more than so many bytes of them.
    fn within(limit: usize) -> Self {
        Self { limit, edits: VecDeque::new(), at: 0, bytes: 0, open: None, begun: false, due: Due::Nothing }
    }

    pub(super) fn can_undo(&self) -> bool {
        self.at > 0
    }

    pub(super) fn can_redo(&self) -> bool {
        self.at < self.edits.len()
    }

    /// Whether a gesture is under way.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// What the changes since the last time ask to be done anew.
    pub(super) fn take_due(&mut self) -> Due {
        std::mem::take(&mut self.due)
    }

    /// Whether a gesture goes on with the one that is under way.
    pub(super) fn goes_on(&self, gesture: &Gesture) -> bool {
        self.open.as_ref() == Some(gesture) && *gesture != Gesture::Single
    }

    /// Begins a gesture, or goes on with it. What does not add up begins from where the gesture did.
    pub(super) fn begin(&mut self, gesture: Gesture, scenario: &mut Scenario) {
        if !self.goes_on(&gesture) {
            self.release();
        } else if gesture != Gesture::Painting && self.begun {
            self.undo(scenario);
            self.drop_undone();
        } else if self.begun && self.edits.back().is_some_and(|it| it.bytes() > self.limit / 2) {
            self.release();
        }
        self.open = Some(gesture);
    }

    /// Makes a change, as part of the gesture.
    pub(super) fn commit(&mut self, change: &Change, detail: &[u32], scenario: &mut Scenario) {
        if !self.begun {
            self.drop_undone();
            self.edits.push_back(Log::default());
            self.at += 1;
            self.begun = true;
        }
        scenario.apply(change, detail);
        self.due = self.due.max(change.due());
        if let Some(edit) = self.edits.back_mut() {
            let before = edit.bytes();
            // A log keeps everything.
            let _ = edit.emit(*change, detail);
            self.bytes += edit.bytes() - before;
        }
        while self.bytes > self.limit && self.at > 1 {
            self.bytes -= self.edits.pop_front().map_or(0, |it| it.bytes());
            self.at -= 1;
        }
    }

    /// Ends the gesture.
    pub(super) fn release(&mut self) {
        self.open = None;
        self.begun = false;
    }

    /// Takes back the last edit, if there is one.
    pub(super) fn undo(&mut self, scenario: &mut Scenario) {
        let Some(edit) = self.at.checked_sub(1).and_then(|it| self.edits.get(it)) else { return };
        let mut end = edit.details().len();
        for change in edit.events().iter().rev() {
            let start = end - change.detail_len();
            scenario.revert(change, &edit.details()[start..end]);
            self.due = self.due.max(change.due());
            end = start;
        }
        self.at -= 1;
        self.begun = false;
    }

    /// Makes the edit again that was taken back last, if there is one.
    pub(super) fn redo(&mut self, scenario: &mut Scenario) {
        let Some(edit) = self.edits.get(self.at) else { return };
        let mut start = 0;
        for change in edit.events() {
            let end = start + change.detail_len();
            scenario.apply(change, &edit.details()[start..end]);
            self.due = self.due.max(change.due());
            start = end;
        }
        self.at += 1;
    }

    fn drop_undone(&mut self) {
        for edit in self.edits.drain(self.at..) {
            self.bytes -= edit.bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paints as many cells as there are, wall and floor in turn.
    fn paint(history: &mut History, scenario: &mut Scenario, to: Cell) {
        let all: Vec<u32> = (0..1000).collect();
        history.begin(Gesture::Painting, scenario);
        history.commit(&Change::Painted { to, count: 1000 }, &all, scenario);
    }

    #[test]
    fn the_oldest_edits_are_forgotten() {
        let mut scenario = Scenario::of(Maze::filled(100, 10, Cell::Floor));
        let mut history = History::within(50_000);
        for round in 0..100 {
            paint(&mut history, &mut scenario, if round % 2 == 0 { Cell::Wall } else { Cell::Floor });
            history.release();
            assert!(history.bytes <= 50_000);
            assert_eq!(history.bytes, history.edits.iter().map(Log::bytes).sum::<usize>());
        }
        assert!((8..=12).contains(&history.edits.len()), "{}", history.edits.len());
        let floor = |scenario: &Scenario| scenario.maze.floor().count();
        let mut expected = 1000;
        assert_eq!(floor(&scenario), expected);
        for _ in 0..history.edits.len() {
            assert!(history.can_undo());
            history.undo(&mut scenario);
            expected = 1000 - expected;
            assert_eq!(floor(&scenario), expected);
        }
        assert!(!history.can_undo());
    }

    #[test]
    fn one_gesture_without_an_end_is_bounded_too() {
        let mut scenario = Scenario::of(Maze::filled(100, 10, Cell::Floor));
        let mut history = History::within(50_000);
        for round in 0..100 {
            paint(&mut history, &mut scenario, if round % 2 == 0 { Cell::Wall } else { Cell::Floor });
            assert!(history.bytes <= 50_000);
        }
        assert!(history.is_open() && history.can_undo());
    }

    #[test]
    fn the_last_edit_is_kept_however_large() {
        let mut scenario = Scenario::of(Maze::filled(100, 10, Cell::Floor));
        let mut history = History::within(10);
        for to in [Cell::Wall, Cell::Floor] {
            paint(&mut history, &mut scenario, to);
            history.release();
        }
        assert_eq!(history.edits.len(), 1);
        history.undo(&mut scenario);
        assert_eq!(scenario.maze.floor().count(), 0);
    }
}
