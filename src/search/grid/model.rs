//! What a search from cell to cell knows, and how it changes.

use std::sync::{Arc, OnceLock};

use super::{
    super::{Directions, Method, Outcome, SearchSettings},
    GridCell, GridEvent, GridNode,
};
use crate::{
    geometry::{Bounds, Point},
    maze::{Direction, DirectionSet, Hindrance, Maze, Room, audit_segment, cell_bounds, cell_centre},
    record::Replayable,
};

/// A search from cell to cell under way.
#[derive(Clone, Debug)]
pub struct GridSearch {
    maze: Arc<Maze>,
    settings: SearchSettings,
    room: Arc<Room>,
    /// Where it starts.
    pub start: Point,
    /// Where it goes.
    pub goal: Point,
    starts: Arc<[GridCell]>,
    goals: Arc<[GridCell]>,
    refusal: Option<Outcome>,
    /// A [`GridNode`] for each cell, as a bare number.
    nodes: Vec<u64>,
    /// What a step in each direction adds to an index, going around at 2^32.
    offsets: [u32; 8],
    open: usize,
    expansions: usize,
    seeded: usize,
    current: Option<GridCell>,
    /// The direction to look in next, from the current cell.
    next: u8,
    outcome: Option<Outcome>,
    /// The nodes of a search backwards, to every cell; made when first asked for.
    pub(super) rest: Arc<OnceLock<Vec<u64>>>,
}

impl PartialEq for GridSearch {
    fn eq(&self, other: &Self) -> bool {
        let rest = |it: &Self| (it.open, it.expansions, it.seeded, it.current, it.next, it.outcome);
        self.nodes == other.nodes && rest(self) == rest(other)
    }
}

impl GridSearch {
    /// Nothing known yet. \[`radius` ≥ 0; cells]
    #[must_use]
    pub fn new(maze: Arc<Maze>, settings: SearchSettings, radius: f64, start: Point, goal: Point) -> Self {
        let room = Arc::new(Room::new(&maze, radius));
        let [starts, goals] = [start, goal].map(|it| cells_at(&maze, it, radius));
        let refusal = if !maze.is_free(start, radius) {
            Some(Outcome::StartInWall)
        } else if !maze.is_free(goal, radius) {
            Some(Outcome::GoalInWall)
        } else {
            (starts.is_empty() || goals.is_empty()).then_some(Outcome::OffMesh)
        };
        let nodes = vec![0; maze.cells().len()];
        let columns = i64::try_from(maze.columns()).unwrap_or(i64::MAX);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "indices go around at 2^32")]
        let offsets = Direction::ALL.map(|it| (it.offset().1 * columns + it.offset().0) as u32);
        Self {
            maze,
            settings,
            room,
            start,
            goal,
            starts,
            goals,
            refusal,
            nodes,
            offsets,
            open: 0,
            expansions: 0,
            seeded: 0,
            current: None,
            next: 0,
            outcome: None,
            rest: Arc::default(),
        }
    }

    /// The same search backwards, by Dijkstra's algorithm, to every cell that can be got to.
    pub(super) fn backwards(&self) -> Self {
        let settings = SearchSettings { method: Method::Dijkstra, ..self.settings };
        let (starts, goals, refusal) = (self.goals.clone(), Arc::default(), None);
        let back = Self::new(self.maze.clone(), settings, self.room.radius(), self.goal, self.start);
        Self { starts, goals, refusal, ..back }
    }

    /// All nodes, row by row, as bare numbers.
    pub(super) fn into_nodes(self) -> Vec<u64> {
        self.nodes
    }

    /// The maze.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        &self.maze
    }

    /// The agent's radius. \[cells]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.room.radius()
    }

    /// What is searched for and how.
    #[must_use]
    pub fn settings(&self) -> &SearchSettings {
        &self.settings
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Why it can't even begin, if so.
    pub(super) fn refusal(&self) -> Option<Outcome> {
        self.refusal
    }

    /// How many cells wait.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open
    }

    /// How many times a cell was expanded.
    #[must_use]
    pub fn expansions(&self) -> usize {
        self.expansions
    }

    /// The cell around which is being looked.
    #[inline]
    #[must_use]
    pub fn current(&self) -> Option<GridCell> {
        self.current
    }

    /// The cells that hold the start, and from whose centres it can be got to.
    #[must_use]
    pub fn starts(&self) -> &[GridCell] {
        &self.starts
    }

    /// The same of the goal.
    #[must_use]
    pub fn goals(&self) -> &[GridCell] {
        &self.goals
    }

    /// Whether a cell holds the goal.
    #[inline]
    #[must_use]
    pub fn is_goal(&self, cell: GridCell) -> bool {
        self.goals.contains(&cell)
    }

    /// What is known of a cell; nothing outside the maze.
    #[inline]
    #[must_use]
    pub fn node(&self, cell: GridCell) -> GridNode {
        if self.is_inside(cell) { self.node_at(self.index_of(cell)) } else { GridNode(0) }
    }

    #[inline]
    pub(super) fn is_inside(&self, (column, row): GridCell) -> bool {
        (column as usize) < self.maze.columns() && (row as usize) < self.maze.rows()
    }

    #[inline]
    pub(super) fn node_at(&self, index: u32) -> GridNode {
        GridNode(self.nodes[index as usize])
    }

    pub(super) fn seeded(&self) -> usize {
        self.seeded
    }

    #[inline]
    pub(super) fn next_direction(&self) -> u8 {
        self.next
    }

    /// The index of a cell next to one, which must be in the maze.
    #[inline]
    pub(super) fn index_beyond(&self, index: u32, by: Direction) -> u32 {
        index.wrapping_add(self.offsets[by as usize])
    }

    /// How many cells there are.
    pub(super) fn cells(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a maze of 2^32 cells does not fit into memory with its nodes")]
    #[inline]
    pub(super) fn index_of(&self, (column, row): GridCell) -> u32 {
        row * self.maze.columns() as u32 + column
    }

    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    #[inline]
    pub(super) fn cell_of(&self, index: u32) -> GridCell {
        let columns = self.maze.columns() as u32;
        (index % columns, index / columns)
    }

    /// Where one may look from a cell at all.
    #[inline]
    pub(super) fn directions(&self) -> DirectionSet {
        match self.settings.grid.directions {
            Directions::Four => DirectionSet::STRAIGHT,
            Directions::Eight => DirectionSet::ALL,
        }
    }

    /// Where one may step from a cell.
    #[inline]
    #[must_use]
    pub fn steps_from(&self, (column, row): GridCell) -> DirectionSet {
        let steps = self.maze.steps_from(i64::from(column), i64::from(row), self.settings.grid.corners, &self.room);
        steps.and(self.directions())
    }

    /// What keeps one from a step that is not to be taken.
    pub(super) fn hindrance(&self, (column, row): GridCell, by: Direction) -> Hindrance {
        let from = (i64::from(column), i64::from(row));
        self.maze.hindrance(from, by, self.settings.grid.corners, &self.room).unwrap_or(Hindrance::Corner)
    }

    /// The cells on the cheapest way to one that was reached, from a seed on.
    #[must_use]
    pub fn way_to(&self, cell: GridCell) -> Vec<GridCell> {
        let before = |&at: &GridCell| self.node(at).entered_by()?.opposite().beyond(at);
        // Parents of closed nodes can't run in circles, but a search may be looked at while it is being tampered with.
        let mut way: Vec<GridCell> = std::iter::successors(Some(cell), before).take(self.nodes.len()).collect();
        way.reverse();
        way
    }

    /// The cells of the way that was found.
    #[must_use]
    pub fn way(&self) -> Vec<GridCell> {
        let end = self.current.filter(|_| self.outcome == Some(Outcome::Found));
        end.map(|it| self.way_to(it)).unwrap_or_default()
    }

    /// That way from the start over the centres of its cells to the goal; nothing if there is none. Where one cell holds both
    /// and nothing lies between, it is straight; where both are one place, it is that point.
    #[must_use]
    pub fn path(&self) -> Vec<Point> {
        let way = self.way();
        if self.start == self.goal && !way.is_empty() {
            return vec![self.start];
        }
        let straight = way.len() == 1 && audit_segment(&self.maze, self.start, self.goal, self.room.radius()).is_none();
        let centres = way.iter().filter(|_| !straight).map(|&it| self.centre(it));
        let ends = (!way.is_empty()).then_some([self.start, self.goal]);
        let mut path: Vec<Point> =
            ends.iter().map(|it| it[0]).chain(centres).chain(ends.iter().map(|it| it[1])).collect();
        path.dedup();
        path
    }

    /// The middle of a cell.
    #[must_use]
    pub fn centre(&self, (column, row): GridCell) -> Point {
        cell_centre(column as usize, row as usize)
    }

    fn set(&mut self, cell: GridCell, node: GridNode) {
        let index = self.index_of(cell);
        self.nodes[index as usize] = node.0;
    }
}

/// The floor cells that hold a place, and from whose centres a body can get there.
fn cells_at(maze: &Maze, p: Point, radius: f64) -> Arc<[GridCell]> {
    let at = Bounds { min: p, max: p };
    let touching = maze.cells_touching(at).filter(|_| maze.is_free(p, radius));
    let cells = touching.filter_map(|(x, y)| {
        let cell = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let centre = cell_centre(cell.0 as usize, cell.1 as usize);
        let joined = !maze.is_wall(x, y) && cell_bounds(x, y).touches(at);
        (joined && audit_segment(maze, p, centre, radius).is_none()).then_some(cell)
    });
    cells.collect()
}

impl Replayable for GridSearch {
    type Event = GridEvent;

    #[expect(
        clippy::inline_always,
        reason = "where an event is committed its kind is known, and of this one line is left"
    )]
    #[inline(always)]
    fn apply(&mut self, event: &GridEvent, _: &[u32]) {
        match *event {
            GridEvent::Seeded { cell } => {
                self.set(cell, GridNode::SEED);
                self.open += 1;
                self.seeded += 1;
            }
            GridEvent::Expanded { cell, .. } => {
                let index = self.index_of(cell) as usize;
                self.nodes[index] = GridNode(self.nodes[index]).closed().0;
                self.open -= 1;
                self.expansions += 1;
                (self.current, self.next) = (Some(cell), 0);
            }
            GridEvent::Relaxed { to, by, was, .. } => {
                self.open += usize::from(!was.is_open());
                let index = self.index_of(to);
                // It is known where the step came from; what is the current cell need not be looked up.
                let here = self.node_at(self.index_beyond(index, by.opposite()));
                self.nodes[index as usize] = here.step(by).0;
                self.next = by as u8 + 1;
            }
            GridEvent::Ended { outcome } => self.outcome = Some(outcome),
            GridEvent::Refused { .. } | GridEvent::Blocked { .. } => (),
        }
    }

    fn revert(&mut self, event: &GridEvent, _: &[u32]) {
        match *event {
            GridEvent::Seeded { cell } => {
                self.set(cell, GridNode(0));
                self.open -= 1;
                self.seeded -= 1;
            }
            GridEvent::Expanded { cell, was, next } => {
                self.set(cell, self.node(cell).reopened());
                self.open += 1;
                self.expansions -= 1;
                (self.current, self.next) = (was, next);
            }
            GridEvent::Relaxed { to, was, next, .. } => {
                self.set(to, was);
                self.open -= usize::from(!was.is_open());
                self.next = next;
            }
            GridEvent::Ended { .. } => self.outcome = None,
            GridEvent::Refused { .. } | GridEvent::Blocked { .. } => (),
        }
    }
}
