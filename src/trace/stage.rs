//! What makes an algorithm a stage that can be recorded, replayed and told.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicUsize},
};

use super::lens::{Fact, Lens};
use crate::record::{Recorder, Replayable, Sink};

/// The stages of a run, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StageName {
    /// Points in floor cells.
    Samples,
    /// Bowyer–Watson.
    Triangulate,
    /// Walkable triangles and open edges.
    Filter,
    /// A* or Dijkstra.
    Search,
    /// Left and right of each portal.
    Portals,
    /// String pulling.
    Funnel,
    /// The path against the walls.
    Audit,
}

impl StageName {
    /// Every stage, in order.
    pub const ALL: [Self; 7] =
        [Self::Samples, Self::Triangulate, Self::Filter, Self::Search, Self::Portals, Self::Funnel, Self::Audit];

    /// The name used on the command line and in the window.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Samples => "samples",
            Self::Triangulate => "triangulate",
            Self::Filter => "filter",
            Self::Search => "search",
            Self::Portals => "portals",
            Self::Funnel => "funnel",
            Self::Audit => "audit",
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
pub trait Stage: Replayable + PartialEq + Sized {
    /// Which stage.
    const NAME: StageName;

    /// Runs on from wherever the state stands.
    ///
    /// # Errors
    ///
    /// `Break` when the sink stopped the run.
    fn run<S: Sink<Self::Event>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()>;

    /// The kind of an event in one word.
    fn kind(event: &Self::Event) -> &'static str;

    /// The event as a sentence. The state is that after the event.
    fn sentence(&self, event: &Self::Event) -> String;

    /// The numbers behind it. The state is that after the event.
    fn facts(&self, _event: &Self::Event) -> Vec<Fact> {
        Vec::new()
    }

    /// The predicate that was asked, put under the lens.
    fn lens(&self, _event: &Self::Event) -> Option<Lens> {
        None
    }
}
