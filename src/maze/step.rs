//! Steps from cell to cell: when one may go from a cell to one of the eight around it.
//!
//! This is the only way into the graph of cells. What the step is taken along is the line between the two centres. Where an agent
//! has a body, that line must keep away from walls, whatever the rule for corners says. All eight steps are decided at once, a
//! bit each. Outside the maze everything is wall, and from a wall or into one no step leads.

use serde::Serialize;

use super::{Cell, Maze, Room};

/// When one may step to a cell that meets this one in a corner only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CornerRule {
    /// When both cells beside the step are open: the way never touches a wall.
    #[default]
    Strict,
    /// When one of them is: the way may graze the other's corner.
    OneSide,
    /// Always, even between two walls that meet in that corner.
    Naive,
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[expect(missing_docs, reason = "as on a map, with north where y is least")]
pub enum Direction {
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
    North,
    NorthEast,
}

impl Direction {
    /// Every direction, clockwise.
    pub const ALL: [Self; 8] = [
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
        Self::North,
        Self::NorthEast,
    ];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::East => "east",
            Self::SouthEast => "south-east",
            Self::South => "south",
            Self::SouthWest => "south-west",
            Self::West => "west",
            Self::NorthWest => "north-west",
            Self::North => "north",
            Self::NorthEast => "north-east",
        }
    }

    /// How far it leads in columns and in rows.
    #[inline]
    #[must_use]
    pub fn offset(self) -> (i64, i64) {
        const OFFSETS: [(i64, i64); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        OFFSETS[self as usize]
    }

    /// The cell that it leads to from another; none outside of all that can be counted.
    #[inline]
    #[must_use]
    pub fn beyond(self, (column, row): (u32, u32)) -> Option<(u32, u32)> {
        let (dx, dy) = self.offset();
        Some((u32::try_from(i64::from(column) + dx).ok()?, u32::try_from(i64::from(row) + dy).ok()?))
    }

    /// The way back.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Whether it leads across a corner.
    #[inline]
    #[must_use]
    pub fn is_diagonal(self) -> bool {
        self as u8 & 1 == 1
    }
}

/// Some of the eight directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// All eight.
    pub const ALL: Self = Self(u8::MAX);
    /// The four across a side.
    pub const STRAIGHT: Self = Self(0b0101_0101);

    /// Whether a direction is among them.
    #[inline]
    #[must_use]
    pub fn contains(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    /// Those that are among others too.
    #[inline]
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// Those from one on, clockwise, by its place among [all](Direction::ALL).
    #[inline]
    pub fn from(self, first: u8) -> impl Iterator<Item = Direction> {
        let mut left = u16::from(self.0) >> first << first;
        std::iter::from_fn(move || {
            let next = *Direction::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(next)
        })
    }

    /// Those across a side, and those across a corner between two of them.
    #[inline]
    pub(super) fn strict(self) -> Self {
        CornerRule::Strict.steps(self)
    }

    /// Those for which something holds.
    #[inline]
    pub(super) fn filter(self, holds: impl Fn(Direction) -> bool) -> Self {
        let bit = |it: Direction| u8::from(self.contains(it) && holds(it)) << it as u8;
        Self(Direction::ALL.into_iter().map(bit).fold(0, |all, it| all | it))
    }
}

/// What is in the way of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Hindrance {
    /// The cell is wall.
    Wall,
    /// The cell is floor, but the rule for corners forbids to go there.
    Corner,
    /// The agent's body would come too near to a wall.
    Body,
}

impl Hindrance {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Corner => "corner",
            Self::Body => "body",
        }
    }
}

impl CornerRule {
    /// Where one may step, from which cells around are open.
    #[inline]
    fn steps(self, open: DirectionSet) -> DirectionSet {
        let open = open.0;
        // The cell beside a step across a corner lies an eighth of a turn to either side.
        let (one, other) = (open.rotate_left(1), open.rotate_right(1));
        let straight = DirectionSet::STRAIGHT.0;
        DirectionSet(match self {
            Self::Strict => open & (straight | one & other),
            Self::OneSide => open & (straight | one | other),
            Self::Naive => open,
        })
    }
}

impl Maze {
    /// Where one may step from a cell.
    #[inline]
    #[must_use]
    pub fn steps_from(&self, column: i64, row: i64, rule: CornerRule, room: &Room) -> DirectionSet {
        room.steps(column, row, rule.steps(self.open_around(column, row)))
    }

    /// Whether one may step from a cell in a direction.
    #[must_use]
    pub fn can_step(&self, (column, row): (i64, i64), by: Direction, rule: CornerRule, room: &Room) -> bool {
        self.steps_from(column, row, rule, room).contains(by)
    }

    /// What keeps one from stepping from a cell in a direction, if anything does.
    #[must_use]
    pub fn hindrance(
        &self,
        (column, row): (i64, i64),
        by: Direction,
        rule: CornerRule,
        room: &Room,
    ) -> Option<Hindrance> {
        let open = self.open_around(column, row);
        let steps = rule.steps(open);
        if !open.contains(by) {
            Some(Hindrance::Wall)
        } else if !steps.contains(by) {
            Some(Hindrance::Corner)
        } else {
            (!room.steps(column, row, steps).contains(by)).then_some(Hindrance::Body)
        }
    }

    /// In which directions there are floor cells; none of a wall.
    #[inline]
    fn open_around(&self, column: i64, row: i64) -> DirectionSet {
        let Some([above, here, below]) = self.rows_around(column, row) else { return self.open_at_border(column, row) };
        if !here[1].is_floor() {
            return DirectionSet::default();
        }
        let around = [here[2], below[2], below[1], below[0], here[0], above[0], above[1], above[2]];
        let bit = |at: usize| u8::from(around[at].is_floor()) << at;
        DirectionSet((0..8).map(bit).fold(0, |all, it| all | it))
    }

    #[cold]
    fn open_at_border(&self, column: i64, row: i64) -> DirectionSet {
        DirectionSet::ALL.filter(|by| {
            let (dx, dy) = by.offset();
            !self.is_wall(column, row) && !self.is_wall(column + dx, row + dy)
        })
    }

    /// The three by three cells around a cell that is not at the border.
    #[inline]
    fn rows_around(&self, column: i64, row: i64) -> Option<[&[Cell; 3]; 3]> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        if column == 0 || row == 0 || column + 1 >= self.columns || row + 1 >= self.rows {
            return None;
        }
        let first = (row - 1) * self.columns + column - 1;
        let cells = |row: usize| self.cells[first + row * self.columns..].first_chunk();
        Some([cells(0)?, cells(1)?, cells(2)?])
    }
}
