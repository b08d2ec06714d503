//! The floor as rectangles of cells, taken greedily: row by row, each as wide as can be had and then as deep.
//!
//! A rectangle begins in the first cell that is in none yet, is widened to the right cell by cell, and then deepened row by row,
//! as long as all that it takes in is free: on floor, and in no rectangle. So every cell that may be walked comes into exactly
//! one, and two rectangles share one side at most. The sides, each directed so that its rectangle lies to the left, are the
//! constraints of a triangulation of the corners: within a rectangle they wind around once, elsewhere never; and since no corner
//! lies inside of a rectangle, all its triangles merge into one polygon again.
//!
//! This is greedy meshing as voxel worlds do it: Mikola Lysenko, "Meshing in a Minecraft Game" (2012). It is not the fewest
//! rectangles, and on a checkerboard it gains nothing.
//!
//! For an agent with a radius only cells all of which is [clear](Maze::clear_cells) are taken: less than what is free, never
//! more. A maze without such cells has no rectangles.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use crate::{
    geometry::{Bounds, Point},
    maze::Maze,
    record::{Event, Recorder, Replayable, Sink},
};

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Rectangle {
    /// Its first column.
    pub column: u32,
    /// Its first row.
    pub row: u32,
    /// How many columns it has. \[≥ 1]
    pub columns: u32,
    /// How many rows it has. \[≥ 1]
    pub rows: u32,
}

impl Rectangle {
    /// Whether a cell is in it.
    #[must_use]
    pub fn has(&self, column: u32, row: u32) -> bool {
        (self.column..self.column + self.columns).contains(&column) && (self.row..self.row + self.rows).contains(&row)
    }

    /// How many cells it has.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// What it covers.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let [[left, top], [right, bottom]] = [self.lattice()[0], self.lattice()[2]].map(|it| it.map(f64::from));
        Bounds { min: Point::new(left, top), max: Point::new(right, bottom) }
    }

    /// Its corners, turning left: top left, bottom left, bottom right, top right.
    fn lattice(&self) -> [[u32; 2]; 4] {
        let (right, bottom) = (self.column + self.columns, self.row + self.rows);
        [[self.column, self.row], [self.column, bottom], [right, bottom], [right, self.row]]
    }
}

/// What happened to the rectangles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum RectangleEvent {
    /// A rectangle can't grow any further, and takes its cells.
    Placed {
        /// The rectangle.
        rectangle: Rectangle,
    },
    /// Observed: a rectangle begins in a cell.
    Begun {
        /// The rectangle, of that cell alone.
        rectangle: Rectangle,
    },
    /// Observed: a rectangle took in the cell to its right.
    Widened {
        /// The rectangle, with that cell.
        rectangle: Rectangle,
    },
    /// Observed: a rectangle took in the row below.
    Deepened {
        /// The rectangle, with that row.
        rectangle: Rectangle,
    },
    /// Observed: a rectangle may not take in a cell, and so grows no further that way.
    Refused {
        /// The rectangle.
        rectangle: Rectangle,
        /// The column of the cell: that to its right, or one below.
        column: u32,
        /// The row of the cell.
        row: u32,
    },
}

const _: () = assert!(size_of::<RectangleEvent>() <= 28, "there may be as many as cells");

impl RectangleEvent {
    /// The rectangle it is about, as it is then.
    #[must_use]
    pub fn rectangle(&self) -> Rectangle {
        match *self {
            Self::Placed { rectangle }
            | Self::Begun { rectangle }
            | Self::Widened { rectangle }
            | Self::Deepened { rectangle }
            | Self::Refused { rectangle, .. } => rectangle,
        }
    }
}

impl Event for RectangleEvent {}

/// The corners of rectangles and the sides between them.
#[derive(Clone, Debug, PartialEq)]
pub struct RectangleSides {
    /// The corners, row by row, each place once.
    pub points: Vec<Point>,
    /// The sides by the places of their ends among the corners, four a rectangle, turning left around it.
    pub edges: Vec<[u32; 2]>,
    /// For each corner the first rectangle that has it.
    pub first: Vec<u32>,
}

/// The rectangles so far.
#[derive(Clone, Debug)]
pub struct Rectangles {
    maze: Arc<Maze>,
    all: Vec<Rectangle>,
    /// For each cell, row by row, whether a rectangle may still take it in.
    free: Vec<bool>,
}

impl PartialEq for Rectangles {
    fn eq(&self, other: &Self) -> bool {
        (&self.all, &self.free) == (&other.all, &other.free)
    }
}

impl Rectangles {
    /// No rectangles yet.
    #[must_use]
    pub fn new(maze: Arc<Maze>, radius: f64) -> Self {
        let free = maze.clear_cells(radius);
        Self { maze, all: Vec::new(), free }
    }

    /// The maze that they cover.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        &self.maze
    }

    /// The rectangles, in order.
    #[must_use]
    pub fn all(&self) -> &[Rectangle] {
        &self.all
    }

    /// Whether a rectangle may still take in a cell.
    #[must_use]
    pub fn is_free(&self, column: u32, row: u32) -> bool {
        let (column, row) = (column as usize, row as usize);
        column < self.maze.columns() && row < self.maze.rows() && self.free[row * self.maze.columns() + column]
    }

    /// Which rectangle has a cell.
    #[must_use]
    pub fn at(&self, column: u32, row: u32) -> Option<usize> {
        self.all.iter().position(|it| it.has(column, row))
    }

    /// The corners and sides, for a triangulation.
    #[must_use]
    pub fn sides(&self) -> RectangleSides {
        // Row by row, and of those in one place the one of the first rectangle first.
        let mut corners: Vec<([u32; 2], u32)> = Vec::with_capacity(self.all.len() * 4);
        let all = self.all.iter().flat_map(|it| it.lattice().map(|[x, y]| [y, x]));
        corners.extend(all.zip(0..));
        corners.sort_unstable();
        let (mut points, mut first, mut place) = (Vec::new(), Vec::new(), vec![0; corners.len()]);
        for group in corners.chunk_by(|a, b| a.0 == b.0) {
            let (at, [y, x]) = (u32::try_from(points.len()).expect("fewer than cells"), group[0].0);
            points.push(Point::new(f64::from(x), f64::from(y)));
            first.push(group[0].1 / 4);
            for &(_, corner) in group {
                place[corner as usize] = at;
            }
        }
        let edges = place.chunks_exact(4).flat_map(|it| [0, 1, 2, 3].map(|i| [it[i], it[(i + 1) % 4]])).collect();
        RectangleSides { points, edges, first }
    }

    fn mark(&mut self, rectangle: Rectangle, free: bool) {
        let columns = self.maze.columns();
        for row in rectangle.row..rectangle.row + rectangle.rows {
            let from = row as usize * columns + rectangle.column as usize;
            self.free[from..from + rectangle.columns as usize].fill(free);
        }
    }
}

impl Replayable for Rectangles {
    type Event = RectangleEvent;

    fn apply(&mut self, event: &RectangleEvent, _: &[u32]) {
        if let RectangleEvent::Placed { rectangle } = *event {
            self.mark(rectangle, false);
            self.all.push(rectangle);
        }
    }

    fn revert(&mut self, event: &RectangleEvent, _: &[u32]) {
        if let RectangleEvent::Placed { rectangle } = *event {
            self.all.pop();
            self.mark(rectangle, true);
        }
    }
}

/// Covers whatever is not covered yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn rectangles<S: Sink<RectangleEvent>>(rectangles: &mut Recorder<Rectangles, S>) -> ControlFlow<()> {
    let [columns, rows] =
        [rectangles.maze.columns(), rectangles.maze.rows()].map(|it| u32::try_from(it).expect("mazes are bounded"));
    // All that comes before the last one's first cell was looked at.
    let done = rectangles.all.last().map_or((0, 0), |it| (it.row, it.column));
    for row in done.0..rows {
        for column in if row == done.0 { done.1 } else { 0 }..columns {
            if rectangles.is_free(column, row) {
                let rectangle = grow(rectangles, column, row);
                rectangles.commit(RectangleEvent::Placed { rectangle })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The widest rectangle from a cell on, as deep as it gets.
fn grow<S: Sink<RectangleEvent>>(it: &mut Recorder<Rectangles, S>, column: u32, row: u32) -> Rectangle {
    let mut rectangle = Rectangle { column, row, columns: 1, rows: 1 };
    it.observe(|_| RectangleEvent::Begun { rectangle });
    let mut right = column + 1;
    while it.is_free(right, row) {
        rectangle.columns += 1;
        it.observe(|_| RectangleEvent::Widened { rectangle });
        right += 1;
    }
    it.observe(|_| RectangleEvent::Refused { rectangle, column: right, row });
    let mut below = row + 1;
    let taken = loop {
        if let Some(taken) = (column..right).find(|&column| !it.is_free(column, below)) {
            break taken;
        }
        rectangle.rows += 1;
        it.observe(|_| RectangleEvent::Deepened { rectangle });
        below += 1;
    };
    it.observe(|_| RectangleEvent::Refused { rectangle, column: taken, row: below });
    rectangle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{maze::Cell, record::run_unrecorded};

    fn covered(rows: &[&str], radius: f64) -> Rectangles {
        let row = |row: &&str| row.chars().map(|it| if it == '#' { Cell::Wall } else { Cell::Floor }).collect();
        let maze = Arc::new(Maze::from_rows(&rows.iter().map(row).collect::<Vec<Vec<Cell>>>()));
        run_unrecorded(Rectangles::new(maze, radius), &false.into(), rectangles).expect("nobody cancels")
    }

    #[track_caller]
    fn check(rows: &[&str], radius: f64, expected: &[[u32; 4]]) {
        let found = covered(rows, radius);
        let found: Vec<[u32; 4]> = found.all.iter().map(|it| [it.column, it.row, it.columns, it.rows]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn rectangles_grow_to_the_right_and_then_down() {
        check(&["...#", "....", "#..."], 0.0, &[[0, 0, 3, 2], [3, 1, 1, 2], [1, 2, 2, 1]]);
        check(&[".#", "#."], 0.0, &[[0, 0, 1, 1], [1, 1, 1, 1]]);
        check(&["."], 0.0, &[[0, 0, 1, 1]]);
        check(&["##", "##"], 0.0, &[]);
        check(&[], 0.0, &[]);
    }

    #[test]
    fn a_body_gets_only_cells_that_are_clear() {
        check(&["....", "....", "...."], 0.25, &[[1, 1, 2, 1]]);
        check(&["....", "....", "...."], 1.25, &[]);
        check(&["....", "....", "...#"], 0.25, &[[1, 1, 1, 1]]);
    }

    #[test]
    fn corners_in_one_place_are_one() {
        let sides = covered(&["..", "#."], 0.0).sides();
        // Two cells beside each other, and one below the second.
        let points = [(0.0, 0.0), (2.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 1.0), (1.0, 2.0), (2.0, 2.0)];
        assert_eq!(sides.points, points.map(Point::from));
        assert_eq!(sides.first, [0, 0, 0, 1, 0, 1, 1]);
        assert_eq!(sides.edges, [[0, 2], [2, 4], [4, 1], [1, 0], [3, 5], [5, 6], [6, 4], [4, 3]]);
    }
}
