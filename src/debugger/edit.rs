//! Edits of the scenario, each of which can be taken back.
//!
//! What goes on until [`Command::Release`](super::Command::Release) is one edit, as long as it is of one kind: what is painted
//! adds up, what is dragged counts where it is let go. Cells outside the maze, sizes out of range and places that are no numbers
//! change nothing.

use std::sync::Arc;

use super::{
    Debugger,
    history::{Change, Due, Gesture, Stops, Values},
};
use crate::{
    geometry::{Point, Spot},
    io::{self, Breakpoint, Scenario, Settings, Value, apply_preset, setting},
    maze::{Cell, End, Maze, cell_centre},
    trace::Moment,
};

/// The scenario as its file has it.
#[derive(Debug)]
pub(super) struct Saved {
    /// None if no file has it.
    scenario: Option<Scenario>,
    /// Whether the maze is as it is there.
    has_maze: bool,
}

impl Saved {
    pub(super) fn of(scenario: &Scenario) -> Self {
        Self { scenario: Some(scenario.clone()), has_maze: true }
    }

    /// Nothing is saved.
    pub(super) fn forget(&mut self) {
        self.scenario = None;
    }

    /// Compares the maze anew, which takes a while if it is large.
    fn look_at(&mut self, maze: &Arc<Maze>) {
        self.has_maze = self.scenario.as_ref().is_some_and(|it| Arc::ptr_eq(&it.maze, maze) || it.maze == *maze);
    }

    fn has(&self, now: &Scenario) -> bool {
        let same = |it: &Scenario| {
            // Walkers are for looking at a path, and no file needs them.
            it.settings.without_walkers() == now.settings.without_walkers()
                && it.clicks == now.clicks
                && it.variants == now.variants
                && it.breakpoints == now.breakpoints
                && it.bookmarks == now.bookmarks
                && has_query(it, now)
        };
        self.has_maze && self.scenario.as_ref().is_some_and(same)
    }
}

/// Whether a file has the query as well, or a click that asks the same.
fn has_query(file: &Scenario, now: &Scenario) -> bool {
    let query = now.first_query();
    let is_click = || now.clicks.iter().any(|it| (Some(it.start), Some(it.goal)) == query);
    file.first_query() == query || is_click()
}

impl Debugger {
    /// Whether the scenario differs from what its file holds. Looking at another click is no difference, but a start or goal that was
    /// moved to where no click has it is one.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        !self.saved.has(&self.scenario)
    }

    /// Whether there is an edit to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether there is an edit to make again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    pub(super) fn place(&mut self, end: End, cell: Option<(i64, i64)>) {
        if !self.has_cells() {
            return;
        }
        let index = cell.and_then(|it| self.scenario.maze.index_of(it.0, it.1));
        if cell.is_some() && index.is_none() {
            return;
        }
        let kind = index.map(|it| self.scenario.maze.cells()[it as usize]);
        if let (Some(index), Some(Cell::Raised(_) | Cell::Ramp | Cell::Beam)) = (index, kind) {
            // Maps show no start or goal there, so it is the query's.
            let columns = self.scenario.maze.columns();
            let place = cell_centre(index as usize % columns, index as usize / columns);
            return self.move_end(end, self.scenario.spot_on(0, place));
        }
        self.begin_edit(Gesture::Placing(end));
        let query = self.scenario.first_query();
        let Some(index) = index else {
            self.place_end(end, None);
            // A click that happens to be there is not what was asked for.
            if end.of(self.scenario.own_ends()).is_some() {
                self.hold_query(query);
            }
            return;
        };
        if self.scenario.maze.end_index(end.other()) == Some(index) {
            self.place_end(end.other(), None);
        }
        self.paint_indices(0, vec![index], Cell::Floor);
        let columns = self.scenario.maze.columns();
        self.place_end(end, Some(cell_centre(index as usize % columns, index as usize / columns)));
        // The query comes along.
        let was = *self.scenario.end_mut(end);
        if was.is_some() {
            self.commit(Change::Moved { end, place: Values { was, now: None } });
        }
        let (start, goal) = query;
        self.hold_query(end.of([(None, goal), (start, None)]));
    }

    /// Keeps the query's start and goal where they were, though the maze's own were moved or removed.
    pub(super) fn hold_query(&mut self, (start, goal): (Option<Spot>, Option<Spot>)) {
        for end in End::BOTH {
            if let Some(place) = end.of([start, goal]) {
                self.move_end_within(end, place);
            }
        }
    }

    pub(super) fn place_end(&mut self, end: End, now: Option<Point>) {
        let was = self.scenario.maze.end(end);
        if was != now {
            self.commit(Change::Placed { end, place: Values { was, now } });
        }
    }

    pub(super) fn move_end(&mut self, end: End, place: Spot) {
        if place.is_finite() {
            self.begin_edit(Gesture::Moving(end));
            self.move_end_within(end, place);
        }
    }

    fn move_end_within(&mut self, end: End, place: Spot) {
        let now = Some(place).filter(|_| end.of(self.scenario.own_ends()) != Some(place));
        let was = *self.scenario.end_mut(end);
        if was != now {
            self.commit(Change::Moved { end, place: Values { was, now } });
        }
    }

    pub(super) fn use_click(&mut self, index: usize) {
        let Some(click) = self.scenario.clicks.get(index) else { return };
        let (start, goal) = (click.start, click.goal);
        self.begin_edit(Gesture::Single);
        self.move_end_within(End::Start, start);
        self.move_end_within(End::Goal, goal);
        self.history.release();
    }

    pub(super) fn set(&mut self, path: String, value: &Value) {
        let mut now = self.scenario.settings;
        let checked = setting(&path).and_then(|it| it.set(&mut now, value).map(|()| it));
        let setting = match checked {
            Ok(setting) => setting,
            Err(message) => return self.trouble = Some(message),
        };
        self.begin_edit(Gesture::Setting(path));
        now = self.scenario.settings;
        // The value was found to be in range above.
        let _ = setting.set(&mut now, value);
        self.change_settings(&now);
    }

    pub(super) fn set_preset(&mut self, name: &str) {
        let mut now = self.scenario.settings;
        if let Err(message) = apply_preset(&mut now, name) {
            return self.trouble = Some(message);
        }
        self.begin_edit(Gesture::Single);
        self.change_settings(&now);
        self.history.release();
    }

    fn change_settings(&mut self, now: &Settings) {
        let (was, now) = (self.scenario.settings, *now);
        if was == now {
            // A run clears the message about the last one.
            self.begin(false);
        } else {
            self.commit(Change::Settings(Values { was, now }.into()));
        }
    }

    /// Changes breakpoints and bookmarks.
    pub(super) fn change_stops(&mut self, edit: impl FnOnce(&mut Vec<Breakpoint>, &mut Vec<Moment>)) {
        let Scenario { breakpoints, bookmarks, .. } = &self.scenario;
        let was = Stops { breakpoints: breakpoints.clone(), bookmarks: bookmarks.clone() };
        let mut now = was.clone();
        edit(&mut now.breakpoints, &mut now.bookmarks);
        if was != now {
            self.begin_edit(Gesture::Single);
            self.commit(Change::Stops(Values { was, now }));
            self.history.release();
        }
    }

    pub(super) fn begin_edit(&mut self, gesture: Gesture) {
        // Painted cells add up, so what they removed does too; any other gesture begins anew.
        if gesture != Gesture::Painting || !self.history.goes_on(&gesture) {
            self.removed.clear();
        }
        self.history.begin(gesture, &mut self.scenario);
    }

    pub(super) fn commit(&mut self, change: Change) {
        self.removed.note(&change);
        self.history.commit(change, &mut self.scenario);
    }

    /// Does anew what the edits of the last command ask for.
    pub(super) fn follow_edits(&mut self) {
        match self.history.take_due() {
            Due::Nothing => (),
            Due::Query => self.begin(false),
            Due::Bake => {
                self.saved.look_at(&self.scenario.maze);
                self.begin(true);
            }
        }
    }

    pub(super) fn release(&mut self) {
        self.history.release();
        // The bake under way was begun in the middle of the gesture, and lacks what came after.
        if self.next == Due::Bake {
            self.begin(true);
        }
    }

    pub(super) fn undo(&mut self) {
        self.removed.clear();
        self.history.release();
        self.history.undo(&mut self.scenario);
    }

    pub(super) fn redo(&mut self) {
        self.removed.clear();
        self.history.release();
        self.history.redo(&mut self.scenario);
    }

    pub(super) fn saved(&mut self, saved: io::Saved) {
        let path = saved.seen.path();
        if let Some(name) = path.file_name() {
            self.scenario.name = name.to_string_lossy().into_owned();
        }
        self.scenario.path = Some(path.to_owned());
        self.scenario.seen = Some(saved.seen);
        self.scenario.source = Some(saved.text.into());
        self.saved = Saved::of(&self.scenario);
    }
}
