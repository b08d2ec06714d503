//! Points in every floor cell, the same pattern in each; and the maze's own start and goal.
//!
//! Points in the same place (an inset of 0 or 0.5, a start in the middle of its cell) are left to the triangulation to merge.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use crate::{
    geometry::Point,
    maze::{End, Maze},
    record::{Event, Recorder, Replayable, Sink},
};

/// How many points a floor cell gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SamplesPerCell {
    /// Its centre and four points at the inset from its corners.
    #[default]
    Five,
    /// A square of n × n points, evenly spread between the insets; one is the centre. \[1 ≤ n]
    Square(u32),
}

impl SamplesPerCell {
    /// The points within the cell at the origin.
    #[must_use]
    pub fn pattern(self, inset: f64) -> Vec<Point> {
        let far = 1.0 - inset;
        match self {
            Self::Five => [(0.5, 0.5), (inset, inset), (far, inset), (inset, far), (far, far)].map(Point::from).into(),
            Self::Square(1) => vec![Point::new(0.5, 0.5)],
            Self::Square(n) => {
                let along = |i: u32| inset + (far - inset) * f64::from(i) / f64::from(n - 1);
                (0..n).flat_map(|row| (0..n).map(move |column| Point::new(along(column), along(row)))).collect()
            }
        }
    }

    /// How many points that are.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Five => 5,
            Self::Square(n) => n as usize * n as usize,
        }
    }
}

/// What happened to the samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum SampleEvent {
    /// A floor cell got its points.
    Sampled {
        /// The cell's column.
        column: u32,
        /// The cell's row.
        row: u32,
    },
    /// The maze's start or goal was added.
    Added {
        /// Which of them.
        end: End,
    },
    /// Observed: a point of the pattern was left out, for a wall is nearer than the radius.
    Refused {
        /// The cell's column.
        column: u32,
        /// The cell's row.
        row: u32,
        /// Which point of the pattern.
        index: u32,
    },
}

impl Event for SampleEvent {}

/// The samples so far.
#[derive(Clone, Debug)]
pub struct Samples {
    maze: Arc<Maze>,
    pattern: Arc<[Point]>,
    radius: f64,
    points: Vec<Point>,
    cursor: Cursor,
    /// The cursor before each event.
    before: Vec<Cursor>,
}

/// How far the samples got.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cursor {
    points: usize,
    /// The cell (row by row) to look at next.
    cell: usize,
    /// How many of start and goal were looked at.
    ends: usize,
}

impl PartialEq for Samples {
    fn eq(&self, other: &Self) -> bool {
        (&self.points, self.cursor) == (&other.points, other.cursor)
    }
}

impl Samples {
    /// No samples yet.
    #[must_use]
    pub fn new(maze: Arc<Maze>, per_cell: SamplesPerCell, inset: f64, radius: f64) -> Self {
        let pattern = per_cell.pattern(inset).into();
        Self { maze, pattern, radius, points: Vec::new(), cursor: Cursor::default(), before: Vec::new() }
    }

    /// The samples, in order.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The maze they come from.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        &self.maze
    }

    /// For each sample, how many events there had been when it was placed, that one's own included.
    #[must_use]
    pub fn placed_by(&self) -> Vec<u32> {
        let before = self.before.iter().map(|it| it.points).chain([self.points.len()]);
        let counts: Vec<usize> = before.collect();
        let placed = (1..).zip(counts.windows(2));
        placed.flat_map(|(at, pair)| std::iter::repeat_n(at, pair[1] - pair[0])).collect()
    }

    /// A point of the pattern in a cell.
    #[must_use]
    pub fn candidate(&self, index: usize, column: u32, row: u32) -> Point {
        let offset = self.pattern[index];
        Point::new(f64::from(column) + offset.x, f64::from(row) + offset.y)
    }

    /// Whether a body may stand at a point of a floor cell.
    fn is_free(&self, p: Point) -> bool {
        self.radius == 0.0 || self.maze.is_free(p, self.radius)
    }
}

impl Replayable for Samples {
    type Event = SampleEvent;

    fn apply(&mut self, event: &SampleEvent, _: &[u32]) {
        self.before.push(self.cursor);
        match *event {
            SampleEvent::Sampled { column, row } => {
                for index in 0..self.pattern.len() {
                    let p = self.candidate(index, column, row);
                    if self.is_free(p) {
                        self.points.push(p);
                    }
                }
                self.cursor.cell = row as usize * self.maze.columns() + column as usize + 1;
            }
            SampleEvent::Added { end } => {
                self.points.extend(self.maze.end(end));
                self.cursor.ends = end.of([1, 2]);
            }
            SampleEvent::Refused { .. } => (),
        }
        self.cursor.points = self.points.len();
    }

    fn revert(&mut self, _: &SampleEvent, _: &[u32]) {
        self.cursor = self.before.pop().unwrap_or_default();
        self.points.truncate(self.cursor.points);
    }
}

/// Samples the cells, and adds the ends, that are not sampled yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn sample<S: Sink<SampleEvent>>(samples: &mut Recorder<Samples, S>) -> ControlFlow<()> {
    let maze = samples.maze.clone();
    let done = samples.cursor.cell;
    let cells = maze.floor().skip_while(|&(column, row)| row * maze.columns() + column < done);
    for (column, row) in cells {
        let [column, row] = [column, row].map(|it| u32::try_from(it).expect("mazes are bounded"));
        if samples.wants_observations() {
            for index in 0..samples.pattern.len() {
                let index_word = u32::try_from(index).unwrap_or(u32::MAX);
                if !samples.is_free(samples.candidate(index, column, row)) {
                    samples.observe(|_| SampleEvent::Refused { column, row, index: index_word });
                }
            }
        }
        samples.commit(SampleEvent::Sampled { column, row })?;
    }
    for end in End::BOTH {
        if samples.cursor.ends < end.of([1, 2]) && samples.maze.end(end).is_some() {
            samples.commit(SampleEvent::Added { end })?;
        }
    }
    ControlFlow::Continue(())
}
