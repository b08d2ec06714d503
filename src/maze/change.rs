//! Changing a maze: cells by their index, the places of its start and goal, its size.
//!
//! A start or goal lies in the middle of a floor cell, the two in different ones; whoever makes walls or cuts the maze down
//! takes away those that would not.

use super::{Cell, End, Maze, to_f64, to_i64};
use crate::geometry::Point;

impl Maze {
    /// No maze has more: cells are numbered by `u32`.
    pub const MOST_CELLS: usize = u32::MAX as usize;

    /// A maze all of one kind.
    #[must_use]
    pub fn filled(columns: usize, rows: usize, cell: Cell) -> Self {
        let (columns, rows) = if columns == 0 || rows == 0 { (0, 0) } else { (columns, rows) };
        Self { columns, rows, cells: vec![cell; columns * rows], start: None, goal: None }
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The index of the cell in a column and row, if it is in the maze.
    #[must_use]
    pub fn index_of(&self, column: i64, row: i64) -> Option<u32> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        let inside = column < self.columns && row < self.rows;
        u32::try_from(row * self.columns + column).ok().filter(|_| inside)
    }

    /// Gives cells, named by their indices, another kind.
    ///
    /// # Panics
    ///
    /// An index is of no cell.
    pub fn set_cells(&mut self, indices: &[u32], to: Cell) {
        for &index in indices {
            self.cells[index as usize] = to;
        }
    }

    /// The maze's own start, or its goal.
    #[must_use]
    pub fn end(&self, end: End) -> Option<Point> {
        end.of([self.start, self.goal])
    }

    /// As [`end`](Self::end), to be changed.
    pub fn end_mut(&mut self, end: End) -> &mut Option<Point> {
        end.of([&mut self.start, &mut self.goal])
    }

    /// The index of the cell that the start, or the goal, lies in.
    #[must_use]
    pub fn end_index(&self, end: End) -> Option<u32> {
        self.end(end).and_then(|it| self.index_of(to_i64(it.x), to_i64(it.y)))
    }

    /// The same maze in another size, its cells and ends moved to the right and down. New cells are floor.
    #[must_use]
    pub fn resized(&self, columns: usize, rows: usize, by: (i64, i64)) -> Self {
        let mut resized = Self::filled(columns, rows, Cell::Floor);
        for row in 0..resized.rows {
            let Some(old_row) = shifted(row, by.1).filter(|it| *it < self.rows) else { continue };
            for column in 0..columns {
                if let Some(old_column) = shifted(column, by.0).filter(|it| *it < self.columns) {
                    resized.cells[row * columns + column] = self.cells[old_row * self.columns + old_column];
                }
            }
        }
        [resized.start, resized.goal] = [self.start, self.goal].map(|it| it.map(|p| p.shifted(by)));
        resized
    }

    /// Which cells are wall, a bit each.
    #[must_use]
    pub fn packed(&self) -> Vec<u32> {
        let word = |cells: &[Cell]| cells.iter().rev().fold(0, |word, &it| word << 1 | u32::from(it == Cell::Wall));
        self.cells.chunks(32).map(word).collect()
    }

    /// A maze from its [packed](Self::packed) cells, without start and goal.
    #[must_use]
    pub fn unpacked(columns: usize, rows: usize, words: &[u32]) -> Self {
        let mut maze = Self::filled(columns, rows, Cell::Floor);
        for (cells, word) in maze.cells.chunks_mut(32).zip(words) {
            for (bit, cell) in cells.iter_mut().enumerate() {
                *cell = if word >> bit & 1 == 1 { Cell::Wall } else { Cell::Floor };
            }
        }
        maze
    }
}

/// Where something came from that was moved by so much.
fn shifted(to: usize, by: i64) -> Option<usize> {
    usize::try_from(i64::try_from(to).ok()?.checked_sub(by)?).ok()
}

/// The middle of a cell.
#[must_use]
pub fn cell_centre(column: usize, row: usize) -> Point {
    Point::new(to_f64(column) + 0.5, to_f64(row) + 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_packed_without_loss() {
        for (columns, rows) in [(1, 1), (7, 5), (32, 1), (33, 3), (64, 2)] {
            let mut maze = Maze::filled(columns, rows, Cell::Floor);
            let walls: Vec<u32> =
                (0..columns * rows).filter(|it| it % 3 == 1).filter_map(|it| it.try_into().ok()).collect();
            maze.set_cells(&walls, Cell::Wall);
            assert_eq!(maze.packed().len(), (columns * rows).div_ceil(32));
            assert_eq!(Maze::unpacked(columns, rows, &maze.packed()), maze);
        }
    }

    #[test]
    fn cells_and_ends_move_along_when_resized() {
        let mut maze = Maze::filled(2, 2, Cell::Wall);
        maze.set_cells(&[3], Cell::Floor);
        maze.start = Some(cell_centre(1, 1));
        let larger = maze.resized(4, 3, (1, 0));
        let drawn: String = (0..12).map(|it| if larger.is_wall(it % 4, it / 4) { '#' } else { '.' }).collect();
        assert_eq!(drawn, ".##..#......");
        assert_eq!(larger.start, Some(cell_centre(2, 1)));
        assert_eq!(larger.resized(2, 2, (-1, 0)), maze);
        let nothing_left = maze.resized(2, 2, (i64::MAX, i64::MIN));
        assert_eq!(nothing_left.floor().count(), 4);
    }
}
