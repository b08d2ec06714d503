//! A predicate seen close up: its formula with the numbers put in, what floats say, and what is so.

use crate::geometry::{Certainty, Numbers, Place, Point, Turn, in_circle, turn};

/// A number with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it is.
    pub label: &'static str,
    /// Its value, with its unit.
    pub value: String,
}

impl Fact {
    /// A fact.
    #[must_use]
    pub fn new(label: &'static str, value: impl Into<String>) -> Self {
        Self { label, value: value.into() }
    }
}

/// A predicate seen close up.
#[derive(Clone, Debug, PartialEq)]
pub struct Lens {
    /// The question, with the numbers put in.
    pub formula: String,
    /// The value in floating point.
    pub value: f64,
    /// What the value was held against: the bound of its rounding error, or an epsilon.
    pub bound: f64,
    /// What was answered.
    pub told: &'static str,
    /// What is so.
    pub exact: &'static str,
    /// How it was decided.
    pub certainty: Certainty,
    /// What the answer led to.
    pub consequence: String,
}

impl Lens {
    /// Whether what was answered is not so.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.told != self.exact
    }

    /// A turn that was asked for under `numbers`.
    #[must_use]
    pub fn on_turn(numbers: &Numbers, [a, b, p]: [Point; 3], told: Turn, consequence: String) -> Self {
        // The answer is the same whatever points there are else.
        let decided =
            crate::with_kernel!(numbers, &[a, b, p], |kernel| crate::geometry::Kernel::turn(&kernel, a, b, p));
        Self {
            formula: format!("turn({a:.6}, {b:.6}, {p:.6})"),
            value: decided.value,
            bound: decided.bound,
            told: told.name(),
            exact: turn(a, b, p).verdict.name(),
            certainty: decided.certainty,
            consequence,
        }
    }

    /// A circle that was tested under `numbers`.
    #[must_use]
    pub fn on_circle(numbers: &Numbers, [a, b, c]: [Point; 3], p: Point, told: Place, consequence: String) -> Self {
        let decided = crate::with_kernel!(numbers, &[a, b, c, p], |kernel| crate::geometry::Kernel::in_circle(
            &kernel, a, b, c, p
        ));
        // For corners that don't turn left the determinant's sign is the other way round.
        let exact = match (turn(a, b, c).verdict, in_circle(a, b, c, p).verdict) {
            (Turn::Right, Place::Inside) => Place::Outside,
            (Turn::Right, Place::Outside) => Place::Inside,
            (_, place) => place,
        };
        Self {
            formula: format!("in_circle({a:.6}, {b:.6}, {c:.6}; {p:.6})"),
            value: decided.value,
            bound: decided.bound,
            told: told.name(),
            exact: exact.name(),
            certainty: decided.certainty,
            consequence,
        }
    }
}
