//! Words that several stages tell with.

use crate::{
    geometry::{Point, Spot, distinct},
    maze::World,
    search::Outcome,
};

/// Why a search can't begin where its start or its goal can't be, as a sentence.
pub(super) fn refused(world: &dyn World, radius: f64, outcome: Outcome, [start, goal]: [Spot; 2]) -> String {
    let (name, p) = if outcome == Outcome::StartInWall { ("start", start) } else { ("goal", goal) };
    let why = world.hold_told(p, radius).unwrap_or_else(|| format!("{} is not free", p.at));
    format!("The {name} {why}.")
}

/// Numbers that are compared, in four decimals, or as many more as it takes to tell them apart.
pub(super) fn apart<const N: usize>(values: [f64; N]) -> [String; N] {
    let texts = values.map(|it| format!("{it:.4}"));
    let same = (0..N).any(|i| (0..i).any(|j| texts[i] == texts[j] && values[i] != values[j]));
    if same { distinct(values, 4) } else { texts }
}

/// The places that a predicate is asked about, in six decimals, or as many more as it takes to tell their coordinates apart.
pub(super) fn places<const N: usize>(points: [Point; N]) -> [String; N] {
    let (xs, ys) = (distinct(points.map(|it| it.x), 6), distinct(points.map(|it| it.y), 6));
    std::array::from_fn(|it| format!("({}, {})", xs[it], ys[it]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_compared_look_different_if_they_are() {
        for (values, told) in [
            ([5.0, 5.0], ["5.0000", "5.0000"]),
            ([5.0, 4.25], ["5.0000", "4.2500"]),
            ([5.0, 5.000_000_01], ["5", "5.00000001"]),
            ([f64::INFINITY, 2.5], ["inf", "2.5000"]),
        ] {
            assert_eq!(apart(values), told);
        }
        let near = [(0.5, 0.5), (0.500_000_01, 0.5)].map(Point::from);
        assert_eq!(places(near), ["(0.5, 0.5)", "(0.50000001, 0.5)"]);
    }
}
