//! What was changed in a scenario, edit by edit, so that it can be taken back and made again.
//!
//! A change keeps the values before it and after it, so the same code makes it and takes it back. An edit is a gesture, such as all
//! that is painted until the mouse button is let go: one or more changes. A new edit drops those taken back, and the oldest are
//! forgotten when all together take more than [`HISTORY_LIMIT`]; the last one never is.

use std::{collections::VecDeque, sync::Arc};

use super::bakes::is_same_bake;
use crate::{
    geometry::{Point, Spot},
    io::{Breakpoint, Click, Scenario, Settings},
    maze::{Cell, End, Maze, Stretch},
    trace::Moment,
};

/// How much the edits that can be taken back may take. \[bytes]
const HISTORY_LIMIT: usize = 1 << 28;

/// A value before a change and after it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Values<T> {
    pub(super) was: T,
    pub(super) now: T,
}

impl<T> Values<T> {
    /// The value that holds while the change is made, or while it is not.
    fn when(&self, made: bool) -> &T {
        if made { &self.now } else { &self.was }
    }

    fn both(&self) -> [&T; 2] {
        [&self.was, &self.now]
    }
}

/// The breakpoints and bookmarks of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stops {
    pub(super) breakpoints: Vec<Breakpoint>,
    pub(super) bookmarks: Vec<Moment>,
}

/// One change of a scenario.
#[derive(Debug)]
pub(super) enum Change {
    /// Cells of a floor became another kind.
    Painted { storey: usize, was: Box<[Stretch]>, now: Cell },
    /// The maze's own start or goal was put somewhere, or taken away.
    Placed { end: End, place: Values<Option<Point>> },
    /// The maze got another size, and all in it moved along; or other floors.
    Reshaped { maze: Values<Arc<Maze>>, clicks: Values<Vec<Click>> },
    /// The query's start or goal was put somewhere; nowhere means at the maze's own.
    Moved { end: End, place: Values<Option<Spot>> },
    /// The click at a place of the list was added (it was none), edited, or removed (it is none now).
    Click { index: usize, click: Box<Values<Option<Click>>> },
    /// Breakpoints and bookmarks were changed.
    Stops(Values<Stops>),
    /// Settings were changed.
    Settings(Box<Values<Settings>>),
}

impl Change {
    /// Makes the change in a scenario that is as it was before it.
    fn apply(&self, scenario: &mut Scenario) {
        self.set(true, scenario);
    }

    /// Takes the change back in a scenario that is as it was after it.
    fn revert(&self, scenario: &mut Scenario) {
        self.set(false, scenario);
    }

    fn set(&self, made: bool, scenario: &mut Scenario) {
        match self {
            Self::Painted { storey, was, now } => {
                let maze = scenario.maze_mut();
                for stretch in was {
                    maze.set_stretch(*storey, stretch, if made { *now } else { stretch.kind() });
                }
            }
            Self::Placed { end, place } => *scenario.maze_mut().end_mut(*end) = *place.when(made),
            Self::Reshaped { maze, clicks } => {
                scenario.maze = maze.when(made).clone();
                scenario.clicks.clone_from(clicks.when(made));
            }
            Self::Moved { end, place } => *scenario.end_mut(*end) = *place.when(made),
            Self::Click { index, click } => {
                let replaced = usize::from(click.when(!made).is_some());
                scenario.clicks.splice(*index..*index + replaced, click.when(made).clone());
            }
            Self::Stops(stops) => {
                let Stops { breakpoints, bookmarks } = stops.when(made).clone();
                (scenario.breakpoints, scenario.bookmarks) = (breakpoints, bookmarks);
            }
            Self::Settings(settings) => scenario.settings = *settings.when(made),
        }
    }

    /// How much memory it takes. \[bytes]
    fn bytes(&self) -> usize {
        let apart = match self {
            Self::Painted { was, .. } => size_of_val(&**was),
            Self::Placed { .. } | Self::Moved { .. } => 0,
            Self::Reshaped { maze, clicks } => {
                let mazes = maze.both().map(|it| it.storeys() * size_of_val(it.cells()));
                mazes.into_iter().chain(clicks.both().into_iter().flatten().map(bytes_of_click)).sum()
            }
            Self::Click { click, .. } => click.both().into_iter().flatten().map(bytes_of_click).sum(),
            Self::Stops(stops) => stops.both().map(bytes_of_stops).iter().sum(),
            Self::Settings(settings) => size_of_val(&**settings),
        };
        size_of::<Self>() + apart
    }

    /// What has to be done anew because of it.
    fn due(&self) -> Due {
        match self {
            Self::Moved { .. } => Due::Query,
            Self::Click { .. } | Self::Stops(_) => Due::Nothing,
            Self::Settings(it) if is_same_bake(&it.was, &it.now) => Due::Query,
            Self::Painted { .. } | Self::Placed { .. } | Self::Reshaped { .. } | Self::Settings(_) => Due::Bake,
        }
    }
}

fn bytes_of_click(click: &Click) -> usize {
    let names = click.expect_under.iter().map(|it| size_of_val(it) + it.0.len()).sum::<usize>() + click.name.len();
    size_of::<Click>() + names + size_of_val(&*click.kept.points) + size_of_val(&*click.kept.triangles)
}

fn bytes_of_stops(stops: &Stops) -> usize {
    let texts: usize = stops.breakpoints.iter().map(|it| it.when.to_string().len()).sum();
    texts + size_of_val(&*stops.breakpoints) + size_of_val(&*stops.bookmarks)
}

/// What has to be done anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    #[default]
    Nothing,
    Query,
    Bake,
}

/// What is under way until the mouse button is let go.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Gesture {
    /// Adds to what is painted.
    Painting,
    /// The last place counts, and so for the next two; what was passed on the way was never changed.
    Placing(End),
    Moving(End),
    Setting(String),
    Naming(usize),
    Tolerating(usize),
    Lifting(usize),
    /// Is an edit by itself.
    Single,
}

/// The changes of one gesture, in order.
#[derive(Debug, Default)]
struct Edit {
    changes: Vec<Change>,
    /// How much memory they take.
    bytes: usize,
}

/// The edits that can be taken back or made again.
#[derive(Debug)]
pub(super) struct History {
    limit: usize,
    edits: VecDeque<Edit>,
    /// How many of them are made.
    at: usize,
    /// How much memory all of them take.
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

    /// What has to be done anew because of the changes since the last call.
    pub(super) fn take_due(&mut self) -> Due {
        std::mem::take(&mut self.due)
    }

    /// Whether a gesture goes on with the one that is under way.
    pub(super) fn goes_on(&self, gesture: &Gesture) -> bool {
        self.open.as_ref() == Some(gesture) && *gesture != Gesture::Single
    }

    /// Begins a gesture, or goes on with it. Of a gesture whose changes do not add up, the changes so far are taken back.
    pub(super) fn begin(&mut self, gesture: Gesture, scenario: &mut Scenario) {
        if !self.goes_on(&gesture) {
            self.release();
        } else if gesture != Gesture::Painting && self.begun {
            self.undo(scenario);
            self.drop_undone();
        } else if self.begun && self.edits.back().is_some_and(|it| it.bytes > self.limit / 2) {
            self.release();
        }
        self.open = Some(gesture);
    }

    /// Makes a change, as part of the gesture.
    pub(super) fn commit(&mut self, change: Change, scenario: &mut Scenario) {
        if !self.begun {
            self.drop_undone();
            self.edits.push_back(Edit::default());
            self.at += 1;
            self.begun = true;
        }
        change.apply(scenario);
        self.due = self.due.max(change.due());
        if let Some(edit) = self.edits.back_mut() {
            let bytes = change.bytes();
            edit.changes.push(change);
            edit.bytes += bytes;
            self.bytes += bytes;
        }
        while self.bytes > self.limit && self.at > 1 {
            self.bytes -= self.edits.pop_front().map_or(0, |it| it.bytes);
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
        for change in edit.changes.iter().rev() {
            change.revert(scenario);
            self.due = self.due.max(change.due());
        }
        self.at -= 1;
        self.begun = false;
    }

    /// Makes the edit again that was taken back last, if there is one.
    pub(super) fn redo(&mut self, scenario: &mut Scenario) {
        let Some(edit) = self.edits.get(self.at) else { return };
        for change in &edit.changes {
            change.apply(scenario);
            self.due = self.due.max(change.due());
        }
        self.at += 1;
    }

    fn drop_undone(&mut self) {
        for edit in self.edits.drain(self.at..) {
            self.bytes -= edit.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::brush;

    /// Paints every second cell, so that each is a stretch of its own.
    fn paint(history: &mut History, scenario: &mut Scenario, to: Cell) {
        let cells: Vec<u32> = (0..1000).step_by(2).collect();
        history.begin(Gesture::Painting, scenario);
        let was = scenario.maze.stretches(0, &cells).into();
        history.commit(Change::Painted { storey: 0, was, now: to }, scenario);
    }

    #[test]
    fn the_oldest_edits_are_forgotten() {
        let mut scenario = Scenario::of(Maze::filled(100, 10, Cell::Floor));
        let mut history = History::within(50_000);
        for round in 0..100 {
            paint(&mut history, &mut scenario, if round % 2 == 0 { Cell::Wall } else { Cell::Floor });
            history.release();
            assert!(history.bytes <= 50_000);
            assert_eq!(history.bytes, history.edits.iter().map(|it| it.bytes).sum::<usize>());
        }
        assert!((8..=12).contains(&history.edits.len()), "{}", history.edits.len());
        let floor = |scenario: &Scenario| scenario.maze.floor().count();
        let mut expected = 1000;
        assert_eq!(floor(&scenario), expected);
        for _ in 0..history.edits.len() {
            assert!(history.can_undo());
            history.undo(&mut scenario);
            expected = 1500 - expected;
            assert_eq!(floor(&scenario), expected);
        }
        assert!(!history.can_undo());
    }

    #[test]
    fn a_fill_takes_little_memory() {
        let side = 1024;
        let mut maze = Maze::filled(side, side, Cell::Floor);
        let filled = |maze: &Maze| {
            let cells = brush::fill(maze, 0, (0, 0));
            (Change::Painted { storey: 0, was: maze.stretches(0, &cells).into(), now: Cell::Wall }.bytes(), cells.len())
        };
        assert!(filled(&maze).0 < 1000);
        // The teeth of a comb, seven cells wide.
        let walls: Vec<u32> =
            (side..side * side).filter(|it| it % 8 == 7).filter_map(|it| it.try_into().ok()).collect();
        maze.set_cells(&walls, Cell::Wall);
        let (bytes, cells) = filled(&maze);
        assert_eq!(cells + walls.len(), side * side);
        assert!(bytes < 2 * cells, "{bytes} bytes for {cells} cells");
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
        assert_eq!(scenario.maze.floor().count(), 500);
    }
}
