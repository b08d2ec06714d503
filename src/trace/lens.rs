//! A predicate seen close up: its formula with the numbers put in, what floats say, and what is so.

use super::{Quantity, Rule};
use crate::{
    geometry::{Certainty, Decided, Kernel as _, Numbers, Place, Point, Policy, Turn, in_circle, turn},
    with_kernel,
};

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

/// A predicate's answer, held against what is so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The value in floating point.
    pub value: f64,
    /// What the value was held against: the bound of its rounding error, or an epsilon.
    pub bound: f64,
    /// The unit of both, by the formula.
    pub unit: &'static str,
    /// Whether the value's sign is not that of the exact one.
    pub sign_is_wrong: bool,
    /// What was answered.
    pub told: &'static str,
    /// What is so.
    pub exact: &'static str,
}

impl Answer {
    /// A turn that was answered under `numbers`.
    #[must_use]
    pub fn on_turn(numbers: &Numbers, [a, b, p]: [Point; 3], told: Turn) -> Self {
        let exact = turn(a, b, p);
        let decided = rounded(numbers, exact, || with_kernel!(numbers, &[], |kernel| kernel.turn(a, b, p)));
        Self {
            value: decided.value,
            bound: decided.bound,
            unit: "cells²",
            sign_is_wrong: Turn::of_cross(decided.value) != exact.verdict,
            told: told.name(),
            exact: exact.verdict.name(),
        }
    }

    /// A circle that was answered under `numbers`.
    #[must_use]
    pub fn on_circle(numbers: &Numbers, [a, b, c]: [Point; 3], p: Point, told: Place) -> Self {
        let exact = in_circle(a, b, c, p);
        let decided = rounded(numbers, exact, || with_kernel!(numbers, &[], |kernel| kernel.in_circle(a, b, c, p)));
        // For corners that don't turn left the determinant's sign is the other way round.
        let so = match (exact.verdict, turn(a, b, c).verdict) {
            (Place::Inside, Turn::Right) => Place::Outside,
            (Place::Outside, Turn::Right) => Place::Inside,
            (place, _) => place,
        };
        let sign = if numbers.policy == Policy::Article { so } else { exact.verdict };
        Self {
            value: decided.value,
            bound: decided.bound,
            unit: numbers.unit_of_circles(),
            sign_is_wrong: Place::of_value(decided.value) != sign,
            told: told.name(),
            exact: so.name(),
        }
    }

    /// Whether what was answered is not so.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.told != self.exact
    }

    /// One of its numbers.
    #[must_use]
    pub fn quantity(&self, which: Quantity) -> Option<f64> {
        match which {
            Quantity::Value => Some(self.value),
            Quantity::Margin => Some(self.value.abs()),
            Quantity::Bound => Some(self.bound),
            _ => None,
        }
    }

    /// Whether it breaks a rule.
    #[must_use]
    pub fn breaks(&self, rule: Rule) -> bool {
        match rule {
            Rule::WrongAnswer => self.is_wrong(),
            Rule::FloatSign => self.sign_is_wrong,
            _ => false,
        }
    }
}

/// The exact answer under the exact policy, which has been worked out anyway; else the policy's own.
fn rounded<T>(numbers: &Numbers, exact: Decided<T>, own: impl FnOnce() -> Decided<T>) -> Decided<T> {
    if numbers.policy == Policy::Exact { exact } else { own() }
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
    /// The unit of both, by the formula.
    pub unit: &'static str,
    /// What was answered.
    pub told: &'static str,
    /// What is so.
    pub exact: &'static str,
    /// How it was decided.
    pub certainty: Certainty,
    /// What the answer led to.
    pub consequence: &'static str,
    /// What other answers would have led to, where that is something else: those answers and their consequence.
    pub otherwise: Vec<(String, &'static str)>,
}

impl Lens {
    /// An answer, put under the lens; with what each possible answer leads to.
    #[must_use]
    pub fn new(
        formula: String,
        answer: Answer,
        certainty: Certainty,
        consequences: [(&'static str, &'static str); 3],
    ) -> Self {
        let Answer { value, bound, unit, told, exact, .. } = answer;
        let consequence = consequences.iter().find(|it| it.0 == told).map_or("", |it| it.1);
        let others: Vec<_> = consequences.into_iter().filter(|it| it.1 != consequence).collect();
        let otherwise = others
            .chunk_by(|one, other| one.1 == other.1)
            .map(|same| (same.iter().map(|it| it.0).collect::<Vec<_>>().join(" or "), same[0].1))
            .collect();
        Self { formula, value, bound, unit, told, exact, certainty, consequence, otherwise }
    }

    /// Whether what was answered is not so.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.told != self.exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_is_held_against_what_it_should_be() {
        let [a, b, c] = [(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)].map(Point::from);
        assert_eq!(turn(a, b, c).verdict, Turn::Right);
        let inside = Point::new(1.0, 1.0);
        for (policy, told) in [
            // The determinant's sign goes with the corners' turn, and so does the exact one; the answer is wrong.
            (Policy::Float, Place::Outside),
            // A radius knows no turn.
            (Policy::Article, Place::Inside),
        ] {
            let numbers = Numbers { policy, ..Numbers::default() };
            let answer = Answer::on_circle(&numbers, [a, b, c], inside, told);
            assert_eq!((answer.exact, answer.sign_is_wrong), ("inside", false), "{policy:?}");
            assert_eq!(answer.is_wrong(), policy == Policy::Float);
        }
    }
}
