//! What a stage's run is plotted as: numbers of its events, and how near its predicates came to zero.

use super::Quantity;

/// A number of events along a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curve {
    /// What it is called.
    pub title: &'static str,
    /// What its numbers are.
    pub unit: &'static str,
    /// The number.
    pub quantity: Quantity,
    /// The kinds of events that have it.
    pub kinds: &'static [&'static str],
    /// Which of neighbours in time stands for all of them.
    pub keeps: Keeps,
}

/// Which of several numbers stands for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// The largest.
    Largest,
    /// The smallest.
    Smallest,
    /// The last.
    Last,
}

/// A predicate of which it is plotted how near its values came to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// What is asked, in a word or two.
    pub name: &'static str,
    /// The kinds of observations that answer it.
    pub kinds: &'static [&'static str],
}

/// What waits in a search, and the f of what is expanded.
pub(super) const CURVES_OF_SEARCH: &[Curve] = &[
    Curve {
        title: "open list by expansion",
        unit: "waiting",
        quantity: Quantity::Open,
        kinds: &["expanded"],
        keeps: Keeps::Largest,
    },
    Curve { title: "f by expansion", unit: "f", quantity: Quantity::F, kinds: &["expanded"], keeps: Keeps::Last },
];
