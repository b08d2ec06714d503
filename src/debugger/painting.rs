//! Edits of the maze: its cells, its floors and its size.

use std::collections::BTreeMap;

use super::{
    Debugger,
    command::StoreyEdit,
    history::{Change, Gesture, Values},
};
use crate::{
    bake::Recipe,
    io::{Limits, Scenario, apply_preset},
    maze::{Cell, End, Maze, Storey, brush},
    search::Graph,
};

impl Debugger {
    /// Whether there are cells to be edited; says so if not.
    pub(super) fn has_cells(&mut self) -> bool {
        let has_cells = self.scenario.maze.has_cells();
        if !has_cells {
            self.trouble = Some("Level geometry has no cells that could be painted.".to_owned());
        }
        has_cells
    }

    pub(super) fn paint(&mut self, storey: usize, cells: &[(i64, i64)], to: Cell) {
        if !self.has_cells() || storey >= self.scenario.maze.storeys() {
            return;
        }
        let mut indices: Vec<u32> =
            cells.iter().filter_map(|&(column, row)| self.scenario.maze.index_of(column, row)).collect();
        indices.sort_unstable();
        indices.dedup();
        self.begin_edit(Gesture::Painting);
        self.paint_indices(storey, indices, to);
    }

    /// Paints each cell as something of its own; of those named twice the last counts.
    pub(super) fn paint_each(&mut self, storey: usize, cells: &[((i64, i64), Cell)]) {
        let last: BTreeMap<(i64, i64), Cell> = cells.iter().copied().collect();
        let mut of_kind: BTreeMap<Cell, Vec<(i64, i64)>> = BTreeMap::new();
        for (place, cell) in last {
            of_kind.entry(cell).or_default().push(place);
        }
        for (cell, places) in of_kind {
            self.paint(storey, &places, cell);
        }
    }

    pub(super) fn fill(&mut self, storey: usize, from: (i64, i64), to: Cell) {
        if self.has_cells() && self.scenario.maze.cell_of(storey, from.0, from.1).is_some_and(|it| it != to) {
            self.begin_edit(Gesture::Painting);
            self.paint_indices(storey, brush::fill(&self.scenario.maze, storey, from), to);
        }
    }

    /// Paints cells of a floor, none of them twice. Whatever is no plain floor takes away the maze's own start or goal that it covers.
    pub(super) fn paint_indices(&mut self, storey: usize, mut indices: Vec<u32>, to: Cell) {
        let maze = &self.scenario.maze;
        indices.retain(|&it| maze.storey(storey)[it as usize] != to);
        if indices.is_empty() {
            return;
        }
        let is_ground_lost = storey == 0 && to != Cell::Floor;
        let covered = |end: &End| is_ground_lost && maze.end_index(*end).is_some_and(|it| indices.contains(&it));
        let covered: Vec<End> = End::BOTH.into_iter().filter(covered).collect();
        let query = self.scenario.first_query();
        for &end in &covered {
            self.place_end(end, None);
        }
        if !covered.is_empty() {
            self.hold_query(query);
        }
        let was = self.scenario.maze.stretches(storey, &indices).into();
        self.commit(Change::Painted { storey, was, now: to });
        if !to.is_flat() {
            self.bake_heights();
        }
    }

    /// Bakes by way of voxels from here on, where the recipe sees no heights.
    fn bake_heights(&mut self) {
        let was = self.scenario.settings;
        let mut now = was;
        if was.bake.recipe != Recipe::Voxels || was.search.graph != Graph::Mesh {
            // There is such a preset, and its values are in range.
            let _ = apply_preset(&mut now, "painted");
            self.commit(Change::Settings(Values { was, now }.into()));
            self.removed.tell("Cells have heights now, so the mesh is made of voxels (preset painted)".to_owned());
        }
    }

    pub(super) fn edit_storeys(&mut self, edit: StoreyEdit) {
        let gesture = match edit {
            StoreyEdit::Lift { storey, .. } => Gesture::Lifting(storey),
            StoreyEdit::Add(_) | StoreyEdit::Remove(_) => Gesture::Single,
        };
        let is_single = gesture == Gesture::Single;
        self.reshape(gesture, |maze| match edit {
            StoreyEdit::Add(height) if height.is_finite() => {
                maze.add_storey(maze.storeys(), Storey { height, cells: Vec::new() });
                true
            }
            StoreyEdit::Remove(storey) if (1..maze.storeys()).contains(&storey) => {
                maze.remove_storey(storey);
                true
            }
            StoreyEdit::Lift { storey, height } if storey < maze.storeys() && height.is_finite() => {
                std::mem::replace(maze.storey_height_mut(storey), height) != height
            }
            StoreyEdit::Add(_) | StoreyEdit::Remove(_) | StoreyEdit::Lift { .. } => false,
        });
        if is_single {
            self.history.release();
        }
    }

    /// Changes the maze's floors, if that says that it did.
    fn reshape(&mut self, gesture: Gesture, change: impl FnOnce(&mut Maze) -> bool) {
        if !self.has_cells() {
            return;
        }
        self.begin_edit(gesture);
        let mut now = Maze::clone(&self.scenario.maze);
        if !change(&mut now) {
            return;
        }
        let is_flat = now.is_flat();
        let (was, clicks) = (self.scenario.maze.clone(), self.scenario.clicks.clone());
        let clicks = Values { was: clicks.clone(), now: clicks };
        self.commit(Change::Reshaped { maze: Values { was, now: now.into() }, clicks });
        if !is_flat {
            self.bake_heights();
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
        self.commit(Change::Reshaped {
            maze: Values { was: maze.clone(), now: resized.into() },
            clicks: Values { was: clicks.clone(), now: shifted },
        });
        self.hold_query((start.map(|it| it.shifted(by)), goal.map(|it| it.shifted(by))));
        self.removed.note_outside(&self.scenario);
        self.history.release();
    }
}
