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
    io::{self, Breakpoint, Limits, Scenario, Settings, Value, apply_preset, setting},
    maze::{Cell, End, Maze, brush, cell_centre},
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

    /// Whether there are cells to be edited; says so if not.
    fn has_cells(&mut self) -> bool {
        let has_cells = self.scenario.maze.has_cells();
        if !has_cells {
            self.trouble = Some("Level geometry has no cells that could be painted.".to_owned());
        }
        has_cells
    }

    pub(super) fn paint(&mut self, cells: &[(i64, i64)], to: Cell) {
        if !self.has_cells() {
            return;
        }
        let mut indices: Vec<u32> =
            cells.iter().filter_map(|&(column, row)| self.scenario.maze.index_of(column, row)).collect();
        indices.sort_unstable();
        indices.dedup();
        self.begin_edit(Gesture::Painting);
        self.paint_indices(indices, to);
    }

    pub(super) fn fill(&mut self, from: (i64, i64), to: Cell) {
        if self.has_cells() && self.scenario.maze.cell(from.0, from.1) != to {
            self.begin_edit(Gesture::Painting);
            self.paint_indices(brush::fill(&self.scenario.maze, from), to);
        }
    }

    /// Paints cells, none of them twice. A wall takes away the start or goal that it covers.
    fn paint_indices(&mut self, mut indices: Vec<u32>, to: Cell) {
        let maze = &self.scenario.maze;
        indices.retain(|&it| maze.cells()[it as usize] != to);
        if indices.is_empty() {
            return;
        }
        let covered = |end: &End| to == Cell::Wall && maze.end_index(*end).is_some_and(|it| indices.contains(&it));
        let covered: Vec<End> = End::BOTH.into_iter().filter(covered).collect();
        let query = self.scenario.first_query();
        for &end in &covered {
            self.place_end(end, None);
        }
        if !covered.is_empty() {
            self.hold_query(query);
        }
        let was = self.scenario.maze.stretches(&indices).into();
        self.commit(Change::Painted { was, now: to });
    }

    pub(super) fn place(&mut self, end: End, cell: Option<(i64, i64)>) {
        if !self.has_cells() {
            return;
        }
        let index = cell.and_then(|it| self.scenario.maze.index_of(it.0, it.1));
        if cell.is_some() && index.is_none() {
            return;
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
        self.paint_indices(vec![index], Cell::Floor);
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

    fn place_end(&mut self, end: End, now: Option<Point>) {
        let was = self.scenario.maze.end(end);
        if was != now {
            self.commit(Change::Placed { end, place: Values { was, now } });
        }
    }

    pub(super) fn resize(&mut self, columns: usize, rows: usize, by: (i64, i64)) {
        if !self.has_cells() {
            return;
        }
        let maze = &self.scenario.maze;
        let size = [maze.columns(), maze.rows()];
        let most = size.map(|it| it.max(Limits::default().max_side));
        if columns == 0 || rows == 0 || columns > most[0] || rows > most[1] {
            let message =
                format!("A maze has 1 to {} columns and 1 to {} rows, not {columns} × {rows}.", most[0], most[1]);
            self.trouble = Some(message);
            return;
        }
        // Beyond the largest maze it makes no difference.
        let by = [by.0, by.1].map(|it| it.clamp(-(1 << 24), 1 << 24)).into();
        if size == [columns, rows] && by == (0, 0) {
            return;
        }
        self.begin_edit(Gesture::Single);
        let mut resized = self.scenario.maze.resized(columns, rows, by);
        let (start, goal) = self.scenario.first_query();
        for end in End::BOTH {
            if resized.end_index(end).is_none() {
                self.place_end(end, None);
                *resized.end_mut(end) = None;
            }
        }
        let Scenario { maze, clicks, .. } = &self.scenario;
        let mut shifted = clicks.clone();
        for click in &mut shifted {
            click.shift(by);
        }
        self.commit(Change::Resized {
            maze: Values { was: maze.clone(), now: resized.into() },
            clicks: Values { was: clicks.clone(), now: shifted },
        });
        self.hold_query((start.map(|it| it.shifted(by)), goal.map(|it| it.shifted(by))));
        self.removed.note_outside(&self.scenario);
        self.history.release();
    }

    pub(super) fn move_end(&mut self, end: End, place: Point) {
        if place.is_finite() {
            self.begin_edit(Gesture::Moving(end));
            self.move_end_within(end, place.into());
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
