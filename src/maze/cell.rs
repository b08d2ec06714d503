//! What the squares of a maze are, and the floors of a painted level that lie above its first.

use crate::geometry::Point;

use super::{Maze, to_i64};

/// A square of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// Nothing may enter it.
    Wall,
    /// Free to walk, at the height of its floor.
    Floor,
    /// Free to walk, so many steps higher. \[1 ≤ steps ≤ [`MOST_STEPS`](Self::MOST_STEPS)]
    Raised(u8),
    /// Slopes from the cell before it to the cell behind it, in its row or its column.
    Ramp,
    /// Free to walk below a beam.
    Beam,
    /// There is nothing: no wall, and no ground.
    Hole,
}

impl Cell {
    /// How many steps a cell can be raised: as many as one digit says.
    pub const MOST_STEPS: u8 = 9;

    /// A cell so many steps higher than its floor; as high as possible if those are too many.
    #[must_use]
    pub fn raised(steps: u8) -> Self {
        if steps == 0 { Self::Floor } else { Self::Raised(steps.min(Self::MOST_STEPS)) }
    }

    /// How many steps higher than its floor its ground lies; none where that has no height of its own.
    #[must_use]
    pub fn steps(self) -> Option<u8> {
        match self {
            Self::Floor | Self::Beam => Some(0),
            Self::Raised(steps) => Some(steps),
            Self::Wall | Self::Ramp | Self::Hole => None,
        }
    }

    /// Whether there is ground to walk on.
    #[inline]
    #[must_use]
    pub fn is_floor(self) -> bool {
        !matches!(self, Self::Wall | Self::Hole)
    }

    /// Whether a maze of such cells is flat.
    #[must_use]
    pub fn is_flat(self) -> bool {
        matches!(self, Self::Wall | Self::Floor)
    }

    /// The symbol that it is drawn with in a map with heights.
    #[must_use]
    pub fn symbol(self) -> char {
        match self {
            Self::Wall => '#',
            Self::Floor => '0',
            Self::Raised(steps) => char::from(b'0' + steps.min(Self::MOST_STEPS)),
            Self::Ramp => '/',
            Self::Beam => '=',
            Self::Hole => '_',
        }
    }

    /// The cell that a symbol stands for in a map with heights; floor where it stands for none.
    #[must_use]
    pub fn of_symbol(symbol: char) -> Self {
        match symbol {
            '#' => Self::Wall,
            '1'..='9' => Self::raised(symbol as u8 - b'0'),
            '/' => Self::Ramp,
            '=' => Self::Beam,
            '_' => Self::Hole,
            _ => Self::Floor,
        }
    }

    /// What it is, in a word or two.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Floor => "floor",
            Self::Raised(_) => "raised floor",
            Self::Ramp => "ramp",
            Self::Beam => "floor below a beam",
            Self::Hole => "hole",
        }
    }
}

/// A floor of a painted level above its first: as many cells as that has, at a height of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Storey {
    /// How high its ground lies where it is not raised. \[world units]
    pub height: f64,
    /// Its cells, row by row.
    pub cells: Vec<Cell>,
}

impl Maze {
    /// Whether it is made of cells that all lie at one height, so that the plan tells everything.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.has_cells() && self.above.is_empty() && self.cells.iter().all(|it| it.is_flat())
    }

    /// How many floors lie above each other.
    #[must_use]
    pub fn storeys(&self) -> usize {
        self.above.len() + 1
    }

    /// The cells of a floor, row by row. The first floor is number 0.
    ///
    /// # Panics
    ///
    /// There is no such floor.
    #[must_use]
    pub fn storey(&self, number: usize) -> &[Cell] {
        if number == 0 { &self.cells } else { &self.above[number - 1].cells }
    }

    /// As [`storey`](Self::storey), to be changed.
    pub(super) fn storey_mut(&mut self, number: usize) -> &mut [Cell] {
        if number == 0 { &mut self.cells } else { &mut self.above[number - 1].cells }
    }

    /// How high the ground of a floor lies where it is not raised. \[world units]
    ///
    /// # Panics
    ///
    /// There is no such floor.
    #[must_use]
    pub fn storey_height(&self, number: usize) -> f64 {
        if number == 0 { self.height } else { self.above[number - 1].height }
    }

    /// The cell of a floor in a column and row; nothing outside the maze, or where there is no such floor.
    #[must_use]
    pub fn cell_of(&self, storey: usize, column: i64, row: i64) -> Option<Cell> {
        let index = self.index_of(column, row)?;
        (storey < self.storeys()).then(|| self.storey(storey)[index as usize])
    }

    /// The cell of a floor that a place lies in.
    #[must_use]
    pub fn cell_at(&self, storey: usize, p: Point) -> Option<Cell> {
        self.cell_of(storey, to_i64(p.x), to_i64(p.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_symbol_of_its_own() {
        let raised = (0..=Cell::MOST_STEPS).map(Cell::raised);
        for cell in [Cell::Wall, Cell::Ramp, Cell::Beam, Cell::Hole].into_iter().chain(raised) {
            assert_eq!(Cell::of_symbol(cell.symbol()), cell);
        }
        assert_eq!(Cell::of_symbol(' '), Cell::Floor);
        assert_eq!(Cell::raised(200), Cell::Raised(9));
    }
}
