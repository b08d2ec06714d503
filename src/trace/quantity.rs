//! The numbers of events that conditions compare and plots show.

/// A number that an event may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// How many samples there are.
    Points,
    /// How many cells a rectangle has.
    Cells,
    /// How many triangles an insertion removed.
    Zone,
    /// How many triangles an insertion gave birth to.
    Star,
    /// A predicate's value in floating point. \[cell² for turns, cell⁴ for circles, cell² for the article's]
    Value,
    /// How far that value is from zero.
    Margin,
    /// What the value was held against: the bound of its rounding error, or an epsilon.
    Bound,
    /// The cost to get to a triangle or cell. \[cells]
    G,
    /// What is taken for the rest of the way from there. \[cells]
    H,
    /// Their sum. \[cells]
    F,
    /// How many triangles or cells wait.
    Open,
    /// The portal that is looked at.
    Portal,
    /// How many corners the funnel has found, those in one place counted each.
    Corners,
    /// How wide the funnel is at its apex, negative if its sides have crossed. \[degrees, −180 to 180]
    Angle,
    /// The segment of the path that is looked at.
    Segment,
    /// How long that segment is. \[cells]
    Length,
    /// How long agents have walked. \[seconds]
    Seconds,
    /// How near one of them is to a wall, if that is not far. \[cells]
    Clearance,
    /// How far the nearest of them is from the goal, as the crow flies. \[cells]
    Distance,
}

impl Quantity {
    /// Every quantity.
    pub const ALL: [Self; 19] = [
        Self::Points,
        Self::Cells,
        Self::Zone,
        Self::Star,
        Self::Value,
        Self::Margin,
        Self::Bound,
        Self::G,
        Self::H,
        Self::F,
        Self::Open,
        Self::Portal,
        Self::Corners,
        Self::Angle,
        Self::Segment,
        Self::Length,
        Self::Seconds,
        Self::Clearance,
        Self::Distance,
    ];

    /// The word for it in conditions, as in `zone > 12`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Cells => "cells",
            Self::Zone => "zone",
            Self::Star => "star",
            Self::Value => "value",
            Self::Margin => "margin",
            Self::Bound => "bound",
            Self::G => "g",
            Self::H => "h",
            Self::F => "f",
            Self::Open => "open",
            Self::Portal => "portal",
            Self::Corners => "corners",
            Self::Angle => "angle",
            Self::Segment => "segment",
            Self::Length => "length",
            Self::Seconds => "seconds",
            Self::Clearance => "clearance",
            Self::Distance => "distance",
        }
    }

    /// What it is, in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Points => "samples so far",
            Self::Cells => "cells of a rectangle",
            Self::Zone => "triangles that an insertion removed",
            Self::Star => "triangles that an insertion gave birth to",
            Self::Value => "a predicate's value in floating point",
            Self::Margin => "how far a predicate's value is from zero",
            Self::Bound => "the error bound or epsilon that a value was held against",
            Self::G => "cost to get to a triangle or cell",
            Self::H => "what is taken for the rest from there",
            Self::F => "g + h",
            Self::Open => "triangles or cells that wait",
            Self::Portal => "the portal that is looked at",
            Self::Corners => "corners of the path so far",
            Self::Angle => "width of the funnel at its apex, in degrees",
            Self::Segment => "the segment that is looked at",
            Self::Length => "length of that segment, in cells",
            Self::Seconds => "how long agents have walked, in seconds",
            Self::Clearance => "how near an agent on its way is to a wall, in cells",
            Self::Distance => "how far the nearest agent is from the goal, in cells",
        }
    }

    /// Whether only the answer to a predicate has it, and so only an observation.
    #[must_use]
    pub fn is_of_answers(self) -> bool {
        matches!(self, Self::Value | Self::Margin | Self::Bound)
    }
}

/// A number of things, as conditions compare it.
#[expect(clippy::cast_precision_loss, reason = "no run has 2^53 of anything")]
pub(super) fn count(things: usize) -> f64 {
    things as f64
}
