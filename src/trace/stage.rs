//! What makes an algorithm a stage that can be recorded, replayed and told.

use std::{
    fmt::Debug,
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicBool, AtomicUsize},
};

use serde::Serialize;

use super::{
    Quantity, Rule, Thing,
    lens::{Answer, Fact, Lens},
};
use crate::{
    bake::{Filter, Merge, Outline, Rectangles, Samples},
    geometry::Certainty,
    mesh::Triangulation,
    pull::{Audit, Funnel, Portals, Round, Smooth},
    record::{Recorder, Replayable, Sink, limits::MOST_LOG_BYTES},
    search::{GridSearch, Polyanya, Search},
    walk::Walk,
};

/// The stages of a run, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StageName {
    /// Points in floor cells.
    Samples,
    /// Outlines of the walls.
    Outline,
    /// Floor cells into rectangles.
    Rectangles,
    /// Bowyer–Watson.
    Triangulate,
    /// Walkable triangles and open edges.
    Filter,
    /// Triangles into convex polygons.
    Merge,
    /// A* or Dijkstra.
    Search,
    /// The shortest path of all.
    Polyanya,
    /// A* or Dijkstra from cell to cell.
    Grid,
    /// Left and right of each portal.
    Portals,
    /// String pulling.
    Funnel,
    /// The taut path around round corners.
    Round,
    /// Corners of a path from cell to cell left out.
    Smooth,
    /// The path against the walls.
    Audit,
    /// Agents on their way.
    Walk,
}

impl StageName {
    /// Every stage, in order.
    pub const ALL: [Self; 15] = [
        Self::Samples,
        Self::Outline,
        Self::Rectangles,
        Self::Triangulate,
        Self::Filter,
        Self::Merge,
        Self::Search,
        Self::Polyanya,
        Self::Grid,
        Self::Portals,
        Self::Funnel,
        Self::Round,
        Self::Smooth,
        Self::Audit,
        Self::Walk,
    ];

    /// The name used on the command line and in the window.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Samples => "samples",
            Self::Outline => "outline",
            Self::Rectangles => "rectangles",
            Self::Triangulate => "triangulate",
            Self::Filter => "filter",
            Self::Merge => "merge",
            Self::Search => "search",
            Self::Polyanya => "polyanya",
            Self::Grid => "grid",
            Self::Portals => "portals",
            Self::Funnel => "funnel",
            Self::Round => "round",
            Self::Smooth => "smooth",
            Self::Audit => "audit",
            Self::Walk => "walk",
        }
    }

    /// The words it is told with.
    #[must_use]
    pub fn vocabulary(self) -> Vocabulary {
        match self {
            Self::Samples => Vocabulary::of::<Samples>(),
            Self::Outline => Vocabulary::of::<Outline>(),
            Self::Rectangles => Vocabulary::of::<Rectangles>(),
            Self::Triangulate => Vocabulary::of::<Triangulation>(),
            Self::Filter => Vocabulary::of::<Filter>(),
            Self::Merge => Vocabulary::of::<Merge>(),
            Self::Search => Vocabulary::of::<Search>(),
            Self::Polyanya => Vocabulary::of::<Polyanya>(),
            Self::Grid => Vocabulary::of::<GridSearch>(),
            Self::Portals => Vocabulary::of::<Portals>(),
            Self::Funnel => Vocabulary::of::<Funnel>(),
            Self::Round => Vocabulary::of::<Round>(),
            Self::Audit => Vocabulary::of::<Audit>(),
            Self::Smooth => Vocabulary::of::<Smooth>(),
            Self::Walk => Vocabulary::of::<Walk>(),
        }
    }
}

/// The words that a stage is told with.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    /// The algorithm as pseudo-code, a line each; indented by two spaces a level.
    pub steps: &'static [&'static str],
    /// The kinds of its changes.
    pub changes: &'static [&'static str],
    /// The kinds of what it only observes.
    pub observations: &'static [&'static str],
    /// The numbers that its events may have.
    pub quantities: &'static [Quantity],
    /// The rules that its events may break.
    pub rules: &'static [Rule],
}

impl Vocabulary {
    fn of<M: Stage>() -> Self {
        Self {
            steps: M::STEPS,
            changes: M::CHANGES,
            observations: M::OBSERVATIONS,
            quantities: M::QUANTITIES,
            rules: M::RULES,
        }
    }
}

/// Lets another thread follow a run and stop it.
#[derive(Debug, Default)]
pub struct Watch {
    /// Set to stop the run.
    pub cancel: AtomicBool,
    /// How many changes there were so far.
    pub progress: AtomicUsize,
}

/// An algorithm with its state, as one stage of a run.
pub trait Stage:
    Replayable<Event: Debug + PartialEq + Serialize + Send + Sync>
    + Clone
    + Debug
    + PartialEq
    + Send
    + Sync
    + Sized
    + 'static
{
    /// Which stage.
    const NAME: StageName;

    /// The algorithm as pseudo-code, a line each; indented by two spaces a level.
    const STEPS: &'static [&'static str];

    /// The kinds of its changes.
    const CHANGES: &'static [&'static str];

    /// The kinds of what it only observes.
    const OBSERVATIONS: &'static [&'static str] = &[];

    /// The numbers that its events may have.
    const QUANTITIES: &'static [Quantity] = &[];

    /// The rules that its events may break.
    const RULES: &'static [Rule] = &[];

    /// How much memory its changes may take. \[bytes]
    const MOST_BYTES: usize = MOST_LOG_BYTES;

    /// What to do where they would take more.
    const TOO_MANY: &'static str = "choose a smaller maze";

    /// Runs on from wherever the state stands.
    ///
    /// # Errors
    ///
    /// `Break` when the sink stopped the run.
    fn run<S: Sink<Self::Event>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()>;

    /// The kind of an event in one word.
    fn kind(event: &Self::Event) -> &'static str;

    /// The ids and numbers of an event in few words, all in small letters: what a list of events shows beside its kind.
    fn brief(event: &Self::Event) -> String;

    /// Whether an event by itself tells of something wrong.
    fn is_fault(_event: &Self::Event) -> bool {
        false
    }

    /// How a predicate was decided, where the event is the answer to one.
    fn certainty(_event: &Self::Event) -> Option<Certainty> {
        None
    }

    // From here on the state is that after the event; for an observation, that before the change which it leads to.

    /// Which lines of [`STEPS`](Self::STEPS) this run goes by; it has no use for the others.
    fn steps(&self) -> Range<usize> {
        0..Self::STEPS.len()
    }

    /// The line of [`STEPS`](Self::STEPS) that an event belongs to.
    fn step(&self, event: &Self::Event) -> usize;

    /// The event as a sentence.
    fn sentence(&self, event: &Self::Event) -> String;

    /// The numbers behind it.
    fn facts(&self, _event: &Self::Event) -> Vec<Fact> {
        Vec::new()
    }

    /// What an event did to a thing, in a word or two (`born`, `removed`, `expanded`), if it touched it.
    fn touch(&self, event: &Self::Event, detail: &[u32], thing: Thing) -> Option<&'static str>;

    /// A number that an event has.
    fn quantity(&self, _event: &Self::Event, _which: Quantity) -> Option<f64> {
        None
    }

    /// Whether an event broke a rule.
    fn breaks(&self, _event: &Self::Event, _rule: Rule) -> bool {
        false
    }

    /// The answer to a predicate, held against what is so.
    fn answer(&self, _event: &Self::Event) -> Option<Answer> {
        None
    }

    /// The predicate that was asked, put under the lens.
    fn lens(&self, _event: &Self::Event) -> Option<Lens> {
        None
    }
}
