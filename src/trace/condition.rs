//! Conditions on events: one language for filtering them and for breakpoints.
//!
//! A condition is a list of terms that must all hold, as in `stage:funnel kind:turned|tightened` or `zone > 12 -vertex:3`; how they
//! are written is told in [`language`](super::language). None at all holds everywhere. Observations are only looked at where
//! a term asks for what only they have; looking at them takes a second run, and there are dozens to each event.

use std::{fmt, str::FromStr};

use super::{Quantity, Rule, Seen, Stage, StageName, Thing, Vocabulary, language};
use crate::{geometry::Certainty, record::Level};

/// A condition on events.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    text: String,
    terms: Vec<Term>,
    /// Where it may hold.
    stages: Vec<StageName>,
    /// Where it looks at observations.
    observing: Vec<StageName>,
}

/// One term of a condition.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term {
    /// Whether it holds where the test does not.
    pub(super) negated: bool,
    /// What is asked.
    pub(super) test: Test,
}

/// What a term asks of an event. The cheaper to answer, the further up.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    /// Is it of one of these stages?
    Stages(Vec<StageName>),
    /// Is it of one of these levels?
    Levels(Vec<Level>),
    /// Was it decided in one of these ways?
    Certainties(Vec<Certainty>),
    /// Is it of one of these kinds?
    Kinds(Vec<&'static str>),
    /// Does it touch one of these things?
    Touches(Vec<Thing>),
    /// Does a number of it compare like this?
    Compares(Quantity, Relation, f64),
    /// Does it break one of these rules?
    Breaks(Vec<Rule>),
    /// Do kind, stage or brief hold these words? \[in small letters]
    Says(String),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Less,
    AtMost,
    Equal,
    Unequal,
    AtLeast,
    Greater,
}

impl Relation {
    fn holds(self, one: f64, other: f64) -> bool {
        match self {
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Equal => one == other,
            Self::Unequal => one != other,
            Self::AtLeast => one >= other,
            Self::Greater => one > other,
        }
    }
}

impl Condition {
    /// The stages in which it may hold.
    #[must_use]
    pub fn stages(&self) -> &[StageName] {
        &self.stages
    }

    /// Whether it looks at the observations of a stage, and not only at its changes.
    #[must_use]
    pub fn wants_observations(&self, stage: StageName) -> bool {
        self.observing.contains(&stage)
    }

    /// Whether it holds for an event; the state is as [`Recording::scan`](super::Recording::scan) shows it.
    #[must_use]
    pub fn matches<M: Stage>(&self, model: &M, seen: &Seen<'_, M::Event>) -> bool {
        let looks = !seen.is_observation() || self.wants_observations(M::NAME);
        looks && self.terms.iter().all(|term| term.test.holds(model, seen) != term.negated)
    }
}

impl Test {
    fn cost(&self) -> usize {
        match self {
            Self::Stages(_) => 0,
            Self::Levels(_) | Self::Certainties(_) => 1,
            Self::Kinds(_) => 2,
            Self::Touches(_) => 3,
            Self::Compares(..) => 4,
            Self::Says(_) => 5,
            Self::Breaks(_) => 6,
        }
    }

    fn holds<M: Stage>(&self, model: &M, seen: &Seen<'_, M::Event>) -> bool {
        let event = seen.event;
        match self {
            Self::Stages(stages) => stages.contains(&M::NAME),
            Self::Levels(levels) => levels.contains(&M::level(event)),
            Self::Certainties(known) => M::certainty(event).is_some_and(|it| known.contains(&it)),
            Self::Kinds(kinds) => kinds.contains(&M::kind(event).word),
            Self::Touches(things) => things.iter().any(|&it| model.touch(event, seen.detail, it).is_some()),
            Self::Compares(quantity, relation, number) => {
                M::QUANTITIES.contains(quantity)
                    && model.quantity(event, *quantity).is_some_and(|it| relation.holds(it, *number))
            }
            Self::Breaks(rules) => rules.iter().any(|it| M::RULES.contains(it) && model.breaks(event, *it)),
            Self::Says(words) => {
                M::kind(event).word.contains(words) || M::WORD.contains(words) || model.brief(event).contains(words)
            }
        }
    }

    /// Whether it may hold in a stage at all.
    fn is_possible(&self, stage: StageName, words: &Vocabulary) -> bool {
        match self {
            Self::Stages(stages) => stages.contains(&stage),
            Self::Kinds(kinds) => words.kinds.iter().any(|it| kinds.contains(&it.word)),
            Self::Certainties(_) => words.quantities.iter().any(|it| it.is_of_answers()),
            Self::Touches(things) => things.iter().any(|it| (words.can_touch)(*it)),
            Self::Compares(quantity, ..) => words.quantities.contains(quantity),
            Self::Breaks(rules) => rules.iter().any(|it| words.rules.contains(it)),
            Self::Levels(_) | Self::Says(_) => true,
        }
    }

    /// Whether it names something that only observations have.
    fn wants_observations(&self, words: &Vocabulary) -> bool {
        match self {
            Self::Kinds(kinds) => words.kinds.iter().any(|it| !it.is_change && kinds.contains(&it.word)),
            Self::Levels(levels) => levels.iter().any(|it| *it >= Level::Edit),
            Self::Certainties(_) => true,
            Self::Compares(quantity, ..) => quantity.is_of_answers(),
            Self::Breaks(rules) => rules.iter().any(|it| it.is_of_answers()),
            Self::Stages(_) | Self::Touches(_) | Self::Says(_) => false,
        }
    }
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let mut terms = language::parse(text)?;
        terms.sort_by_key(|it| it.test.cost());
        let is_possible = |stage: &StageName| {
            let words = stage.vocabulary();
            terms.iter().all(|it| match (&it.test, it.negated) {
                (Test::Stages(stages), true) => !stages.contains(stage),
                (test, negated) => negated || test.is_possible(*stage, words),
            })
        };
        let stages: Vec<StageName> = StageName::ALL.into_iter().filter(is_possible).collect();
        let observes = |stage: &StageName| {
            let words = stage.vocabulary();
            let wants = |it: &Term| !it.negated && it.test.wants_observations(words);
            words.observes() && terms.iter().any(wants)
        };
        let observing = stages.iter().copied().filter(observes).collect();
        Ok(Self { text: text.trim().to_owned(), terms, stages, observing })
    }
}

impl Default for Condition {
    /// The one that holds everywhere.
    fn default() -> Self {
        Self { text: String::new(), terms: Vec::new(), stages: StageName::ALL.to_vec(), observing: Vec::new() }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What is wrong with a condition, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionError {
    /// Before which character, counted from 0.
    pub at: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.at + 1, self.message)
    }
}

impl std::error::Error for ConditionError {}
