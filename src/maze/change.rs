//! Changing a maze: cells by their index, the places of its start and goal, its size.
//!
//! A start or goal lies in the middle of a floor cell, the two in different ones. Callers that make walls or cut the maze down
//! remove those for which this would not hold.

use std::ops::Range;

use super::{Cell, End, Maze, Storey, to_f64, to_i64};
use crate::geometry::Point;

/// Cells that follow each other, row by row, and are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    first: u32,
    /// At least one. So few bits keep it small where it is of one cell, and cost nothing where it is long.
    count: u16,
    kind: Cell,
}

impl Stretch {
    /// Their indices.
    #[must_use]
    pub fn cells(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }

    /// Their kind when the stretch was made.
    #[must_use]
    pub fn kind(&self) -> Cell {
        self.kind
    }
}

impl Maze {
    /// No maze has more: cells are numbered by `u32`.
    pub const MOST_CELLS: usize = u32::MAX as usize;

    /// A maze all of one kind.
    #[must_use]
    pub fn filled(columns: usize, rows: usize, cell: Cell) -> Self {
        let (columns, rows) = if columns == 0 || rows == 0 { (0, 0) } else { (columns, rows) };
        Self { columns, rows, cells: vec![cell; columns * rows], ..Self::from_rows(&[]) }
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

    /// Gives cells of the first floor, named by their indices, another kind.
    ///
    /// # Panics
    ///
    /// An index is of no cell.
    pub fn set_cells(&mut self, indices: &[u32], to: Cell) {
        for &index in indices {
            self.cells[index as usize] = to;
        }
    }

    /// What some cells of a floor, named by their indices, are: stretches in the order given.
    ///
    /// # Panics
    ///
    /// An index is of no cell, or there is no such floor.
    #[must_use]
    pub fn stretches(&self, storey: usize, indices: &[u32]) -> Vec<Stretch> {
        let cells = self.storey(storey);
        let mut stretches: Vec<Stretch> = Vec::new();
        for &index in indices {
            let kind = cells[index as usize];
            match stretches.last_mut() {
                Some(last) if last.kind == kind && last.cells().end == index as usize && last.count < u16::MAX => {
                    last.count += 1;
                }
                _ => stretches.push(Stretch { first: index, count: 1, kind }),
            }
        }
        stretches
    }

    /// Gives the cells of a stretch of a floor another kind.
    ///
    /// # Panics
    ///
    /// The stretch is of a larger maze, or there is no such floor.
    pub fn set_stretch(&mut self, storey: usize, stretch: &Stretch, to: Cell) {
        self.storey_mut(storey)[stretch.cells()].fill(to);
    }

    /// Adds a floor above the first, the `number`-th of all; fills it up with holes, or cuts it off, where it has not as many cells as that.
    ///
    /// # Panics
    ///
    /// The number is 0, or greater than there are floors.
    pub fn add_storey(&mut self, number: usize, mut storey: Storey) {
        storey.cells.resize(self.cells.len(), Cell::Hole);
        self.above.insert(number - 1, storey);
    }

    /// Takes a floor above the first away.
    ///
    /// # Panics
    ///
    /// There is none of that number, or it is the first.
    pub fn remove_storey(&mut self, number: usize) -> Storey {
        self.above.remove(number - 1)
    }

    /// How high the ground of a floor lies, to be changed. \[world units]
    ///
    /// # Panics
    ///
    /// There is no such floor.
    pub fn storey_height_mut(&mut self, number: usize) -> &mut f64 {
        if number == 0 { &mut self.height } else { &mut self.above[number - 1].height }
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

    /// The same maze in another size, its cells and ends moved to the right and down. New cells are floor, and holes above the first floor.
    #[must_use]
    pub fn resized(&self, columns: usize, rows: usize, by: (i64, i64)) -> Self {
        let mut resized = Self { height: self.height, ..Self::filled(columns, rows, Cell::Floor) };
        for (number, storey) in (1..).zip(&self.above) {
            resized.add_storey(number, Storey { height: storey.height, cells: Vec::new() });
        }
        for row in 0..resized.rows {
            let Some(old_row) = shifted(row, by.1).filter(|it| *it < self.rows) else { continue };
            for column in 0..columns {
                let Some(old_column) = shifted(column, by.0).filter(|it| *it < self.columns) else { continue };
                for storey in 0..self.storeys() {
                    let cell = self.storey(storey)[old_row * self.columns + old_column];
                    resized.storey_mut(storey)[row * columns + column] = cell;
                }
            }
        }
        [resized.start, resized.goal] = [self.start, self.goal].map(|it| it.map(|p| p.shifted(by)));
        resized
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
    fn stretches_give_back_what_was() {
        let mut maze = Maze::filled(7, 3, Cell::Floor);
        maze.set_cells(&[3, 4, 9], Cell::Wall);
        let was = maze.clone();
        let stretches = maze.stretches(0, &[1, 2, 3, 4, 5, 9, 20, 0]);
        let told: Vec<_> = stretches.iter().map(|it| (it.cells(), it.kind())).collect();
        let (wall, floor) = (Cell::Wall, Cell::Floor);
        assert_eq!(told, [(1..3, floor), (3..5, wall), (5..6, floor), (9..10, wall), (20..21, floor), (0..1, floor)]);
        for stretch in &stretches {
            maze.set_stretch(0, stretch, wall);
        }
        assert_eq!(maze.floor().count(), 7 * 3 - 8);
        for stretch in &stretches {
            maze.set_stretch(0, stretch, stretch.kind());
        }
        assert_eq!(maze, was);
    }

    #[test]
    fn stretches_are_cut_where_they_are_long() {
        let cells = u32::from(u16::MAX) + 2;
        let maze = Maze::filled(cells as usize, 1, Cell::Wall);
        let all: Vec<u32> = (0..cells).collect();
        let stretches = maze.stretches(0, &all);
        assert_eq!(stretches.iter().map(|it| it.cells().len()).collect::<Vec<_>>(), [65_535, 2]);
        assert!(size_of::<Stretch>() <= 8, "a cell by itself takes no more");
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
