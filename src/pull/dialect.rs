//! The funnel as different programs wrote it: one loop, and the rules in which they differ as a row each.
//!
//! | dialect | arithmetic | sign | zero | same point | tie | first side | straightens |
//! |---|---|---|---|---|---|---|---|
//! | `exact` | exact | as is | 0 | equal | stays within | right | yes |
//! | `textbook` | floats | as is | within epsilon | within epsilon | passes | right | no |
//! | `article` | floats | flipped | 0 | within epsilon | passes | left | no |
//!
//! `textbook` is that of Mikko Mononen, "Simple Stupid Funnel Algorithm", Digesting Duck, March 2010.

use super::Side;
use crate::geometry::{Decided, Point, Turn, rounded_turn, turn};

/// A funnel as somebody wrote it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// With exact turns, ties told from turns, and corners that don't bend left out.
    #[default]
    Exact,
    /// Mononen's, with an epsilon.
    Textbook,
    /// As the article prints it: the sign of the area flipped, the comparisons not.
    Article,
}

/// The rules of a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column of the table above")]
pub struct Rules {
    /// How cross products are computed.
    pub arithmetic: Arithmetic,
    /// Whether their sign is flipped.
    pub is_flipped: bool,
    /// Whether one of at most epsilon counts as zero; else only zero does.
    pub has_wide_zero: bool,
    /// Whether two points whose coordinates differ by less than epsilon count as one; else only equal ones do.
    pub joins_near_points: bool,
    /// Whether a candidate on the line of the other side has not passed it.
    pub tie_stays_within: bool,
    /// The side of a portal that is looked at first.
    pub first: Side,
    /// Whether corners at which the path does not bend are left out in the end.
    pub straightens: bool,
}

/// How cross products are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// With the exact sign.
    Exact,
    /// In floating point, whatever that makes of the sign.
    Floats,
}

impl Dialect {
    /// Its row of rules.
    #[inline]
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Self::Exact => Rules {
                arithmetic: Arithmetic::Exact,
                is_flipped: false,
                has_wide_zero: false,
                joins_near_points: false,
                tie_stays_within: true,
                first: Side::Right,
                straightens: true,
            },
            Self::Textbook => Rules {
                arithmetic: Arithmetic::Floats,
                is_flipped: false,
                has_wide_zero: true,
                joins_near_points: true,
                tie_stays_within: false,
                first: Side::Right,
                straightens: false,
            },
            // With the article's y axis its right is our left.
            Self::Article => {
                Rules { is_flipped: true, has_wide_zero: false, first: Side::Left, ..Self::Textbook.rules() }
            }
        }
    }
}

impl Rules {
    /// Which way a → b → c turns, and what that was told by.
    #[must_use]
    pub fn turn(&self, epsilon: f64, a: Point, b: Point, c: Point) -> Decided<Turn> {
        let told = match self.arithmetic {
            Arithmetic::Exact => turn(a, b, c),
            Arithmetic::Floats => rounded_turn(a, b, c, if self.has_wide_zero { epsilon } else { 0.0 }),
        };
        match self.is_flipped {
            true => Decided { verdict: told.verdict.mirrored(), value: -told.value, ..told },
            false => told,
        }
    }

    /// Whether epsilon matters.
    #[must_use]
    pub fn uses_epsilon(&self) -> bool {
        self.has_wide_zero || self.joins_near_points
    }

    /// Whether two points count as one.
    #[must_use]
    pub fn is_same_point(&self, epsilon: f64, a: Point, b: Point) -> bool {
        a == b || self.joins_near_points && (a.x - b.x).abs() < epsilon && (a.y - b.y).abs() < epsilon
    }
}
