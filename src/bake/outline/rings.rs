//! Following the border between walls and floor, floor on the left hand.
//!
//! Cells are squares, so the border bends in lattice points only, and by right angles. Where two walls meet in a corner, with
//! floor on the other two sides, the border stays with the floor cell that it came along: it turns left, as in a nook, so that
//! the rings on both sides touch there and none passes through. Islands and holes need no thought: whatever has floor on one
//! side and wall on the other is followed once. A maze without floor has no rings; beyond the maze all is wall.

use std::ops::Range;

use super::number;
use crate::{geometry::Point, maze::Maze};

/// A corner between cells: that many columns and rows from the maze's own corner.
pub(super) type Lattice = [u32; 2];

/// One of the four ways along the sides of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    East,
    North,
    West,
    South,
}

impl Heading {
    /// The heading from one corner to another that lies straight beside, above or below it.
    pub(super) fn between(from: Lattice, to: Lattice) -> Self {
        match (from[0] < to[0], from[0] > to[0], from[1] < to[1]) {
            (true, ..) => Self::East,
            (_, true, _) => Self::West,
            (.., true) => Self::South,
            _ => Self::North,
        }
    }

    pub(super) fn left(self) -> Self {
        match self {
            Self::East => Self::North,
            Self::North => Self::West,
            Self::West => Self::South,
            Self::South => Self::East,
        }
    }

    fn right(self) -> Self {
        self.left().left().left()
    }

    /// One cell in this direction.
    pub(super) fn step(self) -> [i64; 2] {
        match self {
            Self::East => [1, 0],
            Self::North => [0, -1],
            Self::West => [-1, 0],
            Self::South => [0, 1],
        }
    }

    fn advance(self, [x, y]: Lattice) -> Lattice {
        match self {
            Self::East => [x + 1, y],
            Self::North => [x, y - 1],
            Self::West => [x - 1, y],
            Self::South => [x, y + 1],
        }
    }

    /// Whether there is wall to the left and to the right of whoever goes on from a corner in this direction.
    fn walls_ahead(self, maze: &Maze, [x, y]: Lattice) -> [bool; 2] {
        let (x, y) = (i64::from(x), i64::from(y));
        let (left, right) = match self {
            Self::East => ((x, y - 1), (x, y)),
            Self::North => ((x - 1, y - 1), (x, y - 1)),
            Self::West => ((x - 1, y), (x - 1, y - 1)),
            Self::South => ((x, y), (x - 1, y)),
        };
        [maze.is_wall(left.0, left.1), maze.is_wall(right.0, right.1)]
    }
}

/// Where the border goes on from a corner that it came to in some direction.
fn bend(maze: &Maze, at: Lattice, heading: Heading) -> Heading {
    match heading.walls_ahead(maze, at) {
        [true, _] => heading.left(),
        [false, true] => heading,
        [false, false] => heading.right(),
    }
}

/// The next corner at which the border bends, and how it gets there.
pub(super) fn next_bend(maze: &Maze, mut at: Lattice, heading: Heading) -> (Lattice, Heading) {
    let heading = bend(maze, at, heading);
    loop {
        at = heading.advance(at);
        if heading.walls_ahead(maze, at) != [false, true] {
            return (at, heading);
        }
    }
}

/// The first floor cell, row by row from a place on, that has a wall above it and of which that side was not followed yet.
///
/// The border runs west along it, and the first such side in a row begins a straight run, so that its west end is a bend.
pub(super) fn next_start(
    maze: &Maze,
    [mut column, row]: Lattice,
    is_traced: impl Fn(usize) -> bool,
) -> Option<Lattice> {
    let [columns, rows] = [maze.columns(), maze.rows()].map(number);
    for row in row..rows {
        let before = row as usize * maze.columns();
        let starts = |&column: &u32| {
            let (x, y) = (i64::from(column), i64::from(row));
            !maze.is_wall(x, y) && maze.is_wall(x, y - 1) && !is_traced(before + column as usize)
        };
        if let Some(column) = (column..columns).find(starts) {
            return Some([column, row]);
        }
        column = 0;
    }
    None
}

/// The rings so far, the last of which may be open.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rings {
    columns: usize,
    corners: Vec<Lattice>,
    /// Where each closed ring ends in `corners`.
    ends: Vec<u32>,
    /// A bit for each cell: whether its upper side was followed.
    traced: Vec<u64>,
}

/// A ring's corner with what lies before and behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    pub(super) at: Lattice,
    /// How the ring comes to it, and how it goes on.
    pub(super) headings: [Heading; 2],
    /// How long the sides before and behind are. \[cells]
    pub(super) lengths: [f64; 2],
    /// Whether the corners before and behind are nooks.
    pub(super) nooks_beside: [bool; 2],
}

impl Bend {
    /// Whether the ring turns left here, so that the floor has a nook.
    pub(super) fn is_nook(&self) -> bool {
        self.headings[0].left() == self.headings[1]
    }

    /// Whether two walls meet here in a corner only, with floor on the other two sides.
    pub(super) fn is_sealed(&self, maze: &Maze) -> bool {
        self.is_nook() && self.headings[0].walls_ahead(maze, self.at) == [true, false]
    }
}

impl Rings {
    /// None yet.
    pub(super) fn new(maze: &Maze) -> Self {
        let cells = maze.columns() * maze.rows();
        Self { columns: maze.columns(), corners: Vec::new(), ends: Vec::new(), traced: vec![0; cells.div_ceil(64)] }
    }

    /// How many are closed.
    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// All corners, ring by ring.
    pub(super) fn corners(&self) -> &[Lattice] {
        &self.corners
    }

    /// The corners of a ring; of the one behind the last closed one, those so far.
    pub(super) fn range(&self, ring: usize) -> Range<usize> {
        let start = ring.checked_sub(1).map_or(0, |it| self.ends[it] as usize);
        start..self.ends.get(ring).map_or(self.corners.len(), |it| *it as usize)
    }

    /// The corners of the ring that is being followed.
    pub(super) fn open(&self) -> Range<usize> {
        self.range(self.count())
    }

    /// The ring that a corner belongs to.
    pub(super) fn ring_of(&self, corner: usize) -> usize {
        self.ends.partition_point(|&end| end as usize <= corner)
    }

    /// The place of a corner.
    pub(super) fn place(&self, corner: usize) -> Point {
        place(self.corners[corner])
    }

    /// How the open ring came to its last corner.
    pub(super) fn arrival(&self) -> Heading {
        match self.corners[self.open()] {
            // The first is the west end of a side with its floor below.
            [] | [_] => Heading::West,
            [.., before, last] => Heading::between(before, last),
        }
    }

    /// Whether the upper side of a cell was followed.
    pub(super) fn is_traced(&self, cell: usize) -> bool {
        self.traced[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// A corner of a closed ring, with what lies around it.
    pub(super) fn bend(&self, corner: usize) -> Bend {
        self.bend_in(self.range(self.ring_of(corner)), corner)
    }

    /// A corner of a closed ring, which has the corners in `range`, with what lies around it.
    pub(super) fn bend_in(&self, range: Range<usize>, corner: usize) -> Bend {
        let ring = &self.corners[range.clone()];
        let index = corner - range.start;
        // Rings have at least four corners.
        let around = match index.checked_sub(2).and_then(|it| ring.get(it..it + 5)) {
            Some(&[a, b, c, d, e]) => [a, b, c, d, e],
            _ => [ring.len() - 2, ring.len() - 1, 0, 1, 2].map(|it| {
                let wrapped = index + it;
                ring[if wrapped < ring.len() { wrapped } else { wrapped - ring.len() }]
            }),
        };
        let headings = [0, 1, 2, 3].map(|i| Heading::between(around[i], around[i + 1]));
        let length = |i: usize| {
            let [[ax, ay], [bx, by]] = [around[i], around[i + 1]];
            f64::from(ax.abs_diff(bx) + ay.abs_diff(by))
        };
        let is_nook = |i: usize| headings[i].left() == headings[i + 1];
        Bend {
            at: around[2],
            headings: [headings[1], headings[2]],
            lengths: [length(1), length(2)],
            nooks_beside: [is_nook(0), is_nook(2)],
        }
    }

    /// How many corners of closed rings the walls grow around.
    pub(super) fn convex_corners(&self) -> usize {
        let of_ring =
            |range: Range<usize>| range.clone().filter(move |&it| !self.bend_in(range.clone(), it).is_nook()).count();
        (0..self.count()).map(|ring| of_ring(self.range(ring))).sum()
    }

    /// Adds a corner to the open ring.
    pub(super) fn push(&mut self, corner: Lattice) {
        if let Some(&last) = self.corners[self.open()].last() {
            self.trace(last, corner);
        }
        self.corners.push(corner);
    }

    /// Undoes [`push`](Self::push).
    pub(super) fn pop(&mut self) {
        if let Some(corner) = self.corners.pop()
            && let Some(&last) = self.corners[self.open()].last()
        {
            self.trace(last, corner);
        }
    }

    /// Closes the open ring.
    pub(super) fn close(&mut self) {
        let open = self.open();
        self.trace(self.corners[open.end - 1], self.corners[open.start]);
        self.ends.push(number(self.corners.len()));
    }

    /// Undoes [`close`](Self::close).
    pub(super) fn reopen(&mut self) {
        self.ends.pop();
        let open = self.open();
        self.trace(self.corners[open.end - 1], self.corners[open.start]);
    }

    /// Marks the cells below a side that leads west, or unmarks them; every ring has such sides to be found by.
    fn trace(&mut self, from: Lattice, to: Lattice) {
        if from[1] == to[1] && from[0] > to[0] {
            let row = to[1] as usize * self.columns;
            for cell in row + to[0] as usize..row + from[0] as usize {
                self.traced[cell / 64] ^= 1 << (cell % 64);
            }
        }
    }
}

/// Where a corner between cells lies.
pub(super) fn place([x, y]: Lattice) -> Point {
    Point::new(f64::from(x), f64::from(y))
}
