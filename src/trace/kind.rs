//! The kinds of events that a stage has, in one table.

use crate::record::Level;

/// A kind of event, and what is so of all of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// Its name, one word.
    pub word: &'static str,
    /// Whether such events change the state; the others are observations.
    pub is_change: bool,
    /// How coarse they are.
    pub level: Level,
    /// The line of the stage's pseudo-code that they belong to, unless the state says otherwise.
    pub step: usize,
}

impl Kind {
    /// A kind of change.
    pub(super) const fn change(word: &'static str, level: Level, step: usize) -> Self {
        Self { word, is_change: true, level, step }
    }

    /// A kind of observation.
    pub(super) const fn observation(word: &'static str, level: Level, step: usize) -> Self {
        Self { word, is_change: false, level, step }
    }
}

/// Declares the kinds of a stage's events within its [`Stage`](super::Stage): a row for each, changes first.
///
/// A row is an arm of a match over all events, so an event without a row does not compile. Where events of one kind belong to
/// several lines of the pseudo-code, there is a row for each line.
macro_rules! kinds {
    ($event:ty { $($is:pat $(if $when:expr)? => $sort:ident($word:literal, $level:ident, $step:literal),)* }) => {
        const KINDS: &'static [$crate::trace::Kind] =
            &[$($crate::trace::Kind::$sort($word, $crate::record::Level::$level, $step)),*];

        fn kind(event: &$event) -> &'static $crate::trace::Kind {
            match event {
                $($is $(if $when)? => const { &$crate::trace::Kind::$sort($word, $crate::record::Level::$level, $step) },)*
            }
        }
    };
}

pub(super) use kinds;
