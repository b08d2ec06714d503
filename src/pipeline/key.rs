//! Hashes of what a stage was given, by which its result is known again.

use std::fmt::{self, Debug, Write};

use crate::{
    io::{FNV_START, fnv_step},
    maze::Maze,
};

/// The hash of everything that a result follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u64);

impl Key {
    /// The hash of nothing.
    pub const NOTHING: Self = Self(FNV_START);

    /// The hash of a maze.
    #[must_use]
    pub fn of_maze(maze: &Maze) -> Self {
        let size = Self::NOTHING.and(&(maze.columns(), maze.rows(), maze.start, maze.goal));
        let size = maze.level().map_or(size, |it| size.and(it));
        let with_storey = |key: Self, storey: usize| {
            let key = key.and(&maze.storey_height(storey));
            // Symbols are plain letters.
            Self(maze.storey(storey).iter().fold(key.0, |hash, &cell| fnv_step(hash, cell.symbol() as u8)))
        };
        (0..maze.storeys()).fold(size, with_storey)
    }

    /// The hash of this and of settings behind it.
    #[must_use]
    pub fn and(self, settings: &impl Debug) -> Self {
        let mut hasher = Hasher(self.0);
        // Debug tells numbers to the last digit, and a hasher takes whatever it is told. The end is a mark, too.
        write!(hasher, "{settings:?};").expect("nothing is written anywhere");
        Self(hasher.0)
    }
}

struct Hasher(u64);

impl Write for Hasher {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = text.bytes().fold(self.0, fnv_step);
        Ok(())
    }
}
