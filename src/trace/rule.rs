//! The rules that every step of a sound run keeps.

/// A rule that every step of a sound run keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A triangle was born whose corners don't turn left.
    NotLeft,
    /// A triangle was born whose circle holds a neighbour's far corner.
    NotEmpty,
    /// A triangle or cell was expanded with a lesser f than the one before.
    FDecreases,
    /// The heuristic takes more for the rest of the way than there is.
    Overestimate,
    /// The funnel turned at the place where its apex was already.
    ApexRepeats,
    /// A portal's ends were taken the wrong way round.
    PortalReversed,
    /// A segment of the path breaks a rule for paths.
    PathInWall,
    /// The body of an agent on its way is in a wall, or nearer to one than its radius.
    BodyInWall,
    /// A point was told to be in sight that is not, or the other way round.
    SightWrong,
    /// A predicate was answered wrongly.
    WrongAnswer,
    /// The sign of a predicate in plain floats is not the exact one.
    FloatSign,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 11] = [
        Self::NotLeft,
        Self::NotEmpty,
        Self::FDecreases,
        Self::Overestimate,
        Self::ApexRepeats,
        Self::PortalReversed,
        Self::PathInWall,
        Self::BodyInWall,
        Self::SightWrong,
        Self::WrongAnswer,
        Self::FloatSign,
    ];

    /// The word for it in conditions, as in `broken:not-left`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NotLeft => "not-left",
            Self::NotEmpty => "not-empty",
            Self::FDecreases => "f-decreases",
            Self::Overestimate => "overestimate",
            Self::ApexRepeats => "apex-repeats",
            Self::PortalReversed => "portal-reversed",
            Self::PathInWall => "path-in-wall",
            Self::BodyInWall => "body-in-wall",
            Self::SightWrong => "sight-wrong",
            Self::WrongAnswer => "wrong-answer",
            Self::FloatSign => "float-sign",
        }
    }

    /// What is broken, in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::NotLeft => "a triangle does not turn left",
            Self::NotEmpty => "a circle is not empty",
            Self::FDecreases => "f decreases",
            Self::Overestimate => "h overestimates",
            Self::ApexRepeats => "the apex repeats",
            Self::PortalReversed => "a portal is reversed",
            Self::PathInWall => "the path breaks a rule",
            Self::BodyInWall => "a body is in a wall, or too near to one",
            Self::SightWrong => "what is in sight was told wrongly",
            Self::WrongAnswer => "an answer is wrong",
            Self::FloatSign => "the float's sign is wrong",
        }
    }

    /// Whether only the answer to a predicate can break it, and so only an observation.
    #[must_use]
    pub fn is_of_answers(self) -> bool {
        matches!(self, Self::SightWrong | Self::WrongAnswer | Self::FloatSign)
    }
}
