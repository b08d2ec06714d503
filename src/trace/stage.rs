//! What makes an algorithm a stage that can be recorded, replayed and told: all that it declares of itself.

use std::{
    fmt::Debug,
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicBool, AtomicUsize},
};

use serde::Serialize;

use super::{
    Curve, Kind, Predicate, Quantity, Rule, StageName, Thing,
    lens::{Answer, Fact, Lens},
};
use crate::{
    geometry::Certainty,
    record::{Level, Recorder, Replayable, Sink, limits::MOST_LOG_BYTES},
};

/// Registers the stages, each with a line `Name: model`, in the order in which a run has them.
macro_rules! stages {
    ($($name:ident: $model:path,)*) => {
        /// The stages of a run, in order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum StageName {
            $(#[doc = concat!("That of [`", stringify!($model), "`].")] $name,)*
        }

        impl StageName {
            /// Every stage, in order.
            pub const ALL: [Self; [$(Self::$name),*].len()] = [$(Self::$name),*];

            /// What it declares of itself.
            #[must_use]
            pub fn vocabulary(self) -> &'static Vocabulary {
                match self {
                    $(Self::$name => const { &Vocabulary::of::<$model>() },)*
                }
            }

            /// The name used on the command line and in the window.
            #[must_use]
            pub fn name(self) -> &'static str {
                self.vocabulary().name
            }

            /// The names of all stages, in order.
            #[must_use]
            pub fn names() -> String {
                Self::ALL.map(Self::name).join(", ")
            }

            /// The stage of a name.
            #[must_use]
            pub fn of_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|it| it.name() == name)
            }
        }

        $(const _: () = assert!(matches!(<$model as Stage>::NAME, StageName::$name), "a stage has one name");)*
    };
}

pub(super) use stages;

/// The part of a run that a stage belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// From a maze to a navmesh.
    Bake,
    /// From a start to a goal, over the mesh or the cells.
    Search,
    /// From what was found to a path, and along it.
    Path,
}

/// What else of a run is drawn with a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The walkable part of the mesh, below it.
    Walkable,
    /// The finished path, below it.
    Path,
    /// The rules that the path breaks, above it.
    Violations,
    /// The shortest path of all, above it.
    Optimum,
}

/// What a stage declares of itself whatever it is about, so that it can be asked by its name.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    /// Its name on the command line and in the window.
    pub name: &'static str,
    /// The part of a run that it belongs to.
    pub part: Part,
    /// What is drawn with it.
    pub beside: &'static [Beside],
    /// The algorithm as pseudo-code, a line each; indented by two spaces a level.
    pub steps: &'static [&'static str],
    /// The kinds of its events, changes first.
    pub kinds: &'static [Kind],
    /// The numbers that its events may have.
    pub quantities: &'static [Quantity],
    /// The rules that its events may break.
    pub rules: &'static [Rule],
    /// Whether its events may touch a thing.
    pub can_touch: fn(Thing) -> bool,
}

impl Vocabulary {
    pub(super) const fn of<M: Stage>() -> Self {
        Self {
            name: M::WORD,
            part: M::PART,
            beside: M::BESIDE,
            steps: M::STEPS,
            kinds: M::KINDS,
            quantities: M::QUANTITIES,
            rules: M::RULES,
            can_touch: M::can_touch,
        }
    }

    /// Whether it has observations at all.
    #[must_use]
    pub fn observes(&self) -> bool {
        self.kinds.iter().any(|it| !it.is_change)
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

    /// Its name on the command line and in the window.
    const WORD: &'static str;

    /// The part of a run that it belongs to.
    const PART: Part;

    /// What is drawn with it.
    const BESIDE: &'static [Beside] = &[];

    /// The algorithm as pseudo-code, a line each; indented by two spaces a level.
    const STEPS: &'static [&'static str];

    /// The kinds of its events, changes first; declared with `kinds!`, together with [`kind`](Self::kind).
    const KINDS: &'static [Kind];

    /// The numbers that its events may have.
    const QUANTITIES: &'static [Quantity] = &[];

    /// The rules that its events may break.
    const RULES: &'static [Rule] = &[];

    /// The numbers along a run that are plotted.
    const CURVES: &'static [Curve] = &[];

    /// The predicates of which it is plotted how near they came to zero.
    const PREDICATES: &'static [Predicate] = &[];

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

    /// The kind of an event.
    fn kind(event: &Self::Event) -> &'static Kind;

    /// How coarse an event is.
    fn level(event: &Self::Event) -> Level {
        Self::kind(event).level
    }

    /// The ids and numbers of an event in few words, all in small letters: what a list of events shows beside its kind. It must not
    /// depend on what changes in the run, for a list asks about all events in one state.
    fn brief(&self, event: &Self::Event) -> String;

    /// Whether an event by itself tells of something wrong.
    fn is_fault(_event: &Self::Event) -> bool {
        false
    }

    /// How much of what its state holds, each in a word, as a report of the run lists it; nothing that another stage tells better.
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        Vec::new()
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

    /// The line of [`STEPS`](Self::STEPS) that an event belongs to; that of its kind, unless the state says otherwise.
    fn step(&self, event: &Self::Event) -> usize {
        Self::kind(event).step
    }

    /// The event as a sentence.
    fn sentence(&self, event: &Self::Event) -> String;

    /// The numbers behind it.
    fn facts(&self, _event: &Self::Event) -> Vec<Fact> {
        Vec::new()
    }

    /// Whether events may touch a thing at all.
    fn can_touch(thing: Thing) -> bool;

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
