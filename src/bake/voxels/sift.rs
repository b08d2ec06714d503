//! A filter of spans: a rule that looks at one span after another, and says where one can walk that one could not, or the other way round.
//!
//! Rules ask about spans as they were given, never about what the filter itself has made of them; so the order in which they are looked at
//! does not matter. No filter moves a span.

use std::{fmt::Debug, marker::PhantomData, ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{Spans, VoxelGrid, Voxels};
use crate::record::{Event, Recorder, Replayable, Sink};

/// A rule for spans.
pub trait SpanRule: Clone + Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The numbers behind its verdict on a span.
    type Why: Copy + Debug + PartialEq + Serialize + Send + Sync + 'static;

    /// Whether a span changes, and why or why not; nothing where the rule does not concern it.
    ///
    /// `cell` is the place of its column among all, `span` its own.
    fn judge(spans: &Spans, cell: usize, span: usize, agent: &Voxels) -> Option<(bool, Self::Why)>;

    /// The ground on a span that changes.
    fn ground(spans: &Spans, span: usize) -> Option<u8>;
}

/// What happened to a span.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum SpanEvent<W> {
    /// It changed: one can walk on it now, or no more.
    Changed {
        /// The span, by its place among all.
        span: u32,
        /// Why.
        why: W,
    },
    /// Observed: the rule was asked about it, and it stays as it is.
    Kept {
        /// The span.
        span: u32,
        /// Why.
        why: W,
    },
}

impl<W: Copy> Event for SpanEvent<W> {}

impl<W: Copy> SpanEvent<W> {
    /// The span.
    #[must_use]
    pub fn span(&self) -> u32 {
        match *self {
            Self::Changed { span, .. } | Self::Kept { span, .. } => span,
        }
    }

    /// Why it changed, or not.
    #[must_use]
    pub fn why(&self) -> W {
        match *self {
            Self::Changed { why, .. } | Self::Kept { why, .. } => why,
        }
    }
}

/// The spans, as far as a rule has looked at them.
#[derive(Clone, Debug)]
pub struct Sift<R> {
    given: Arc<Spans>,
    now: Arc<Spans>,
    agent: Voxels,
    /// The spans that changed, in order.
    changed: Vec<u32>,
    rule: PhantomData<R>,
}

impl<R> PartialEq for Sift<R> {
    fn eq(&self, other: &Self) -> bool {
        (&self.changed, &self.now) == (&other.changed, &other.now)
    }
}

impl<R: SpanRule> Sift<R> {
    /// No span is looked at yet.
    #[must_use]
    pub fn new(given: Arc<Spans>, agent: Voxels) -> Self {
        Self { now: given.clone(), given, agent, changed: Vec::new(), rule: PhantomData }
    }

    /// The spans as they were given.
    #[must_use]
    pub fn given(&self) -> &Arc<Spans> {
        &self.given
    }

    /// The spans as they are now.
    #[must_use]
    pub fn spans(&self) -> &Arc<Spans> {
        &self.now
    }

    /// The agent's measures.
    #[must_use]
    pub fn agent(&self) -> &Voxels {
        &self.agent
    }

    /// The columns.
    #[must_use]
    pub fn grid(&self) -> &VoxelGrid {
        self.given.grid()
    }

    /// The spans that changed, in order.
    #[must_use]
    pub fn changed(&self) -> &[u32] {
        &self.changed
    }

    /// How many spans there are, and on how many of them one can walk.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        self.now.counts()
    }
}

impl<R: SpanRule> Replayable for Sift<R> {
    type Event = SpanEvent<R::Why>;

    fn apply(&mut self, event: &Self::Event, _: &[u32]) {
        if let SpanEvent::Changed { span, .. } = *event {
            let ground = R::ground(&self.given, span as usize);
            Arc::make_mut(&mut self.now).set_ground(span, ground);
            self.changed.push(span);
        }
    }

    fn revert(&mut self, event: &Self::Event, _: &[u32]) {
        if let SpanEvent::Changed { span, .. } = *event {
            let ground = self.given.all()[span as usize].ground;
            Arc::make_mut(&mut self.now).set_ground(span, ground);
            self.changed.pop();
        }
    }
}

/// Asks the rule about all spans behind the last one that changed.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn sift<R: SpanRule, S: Sink<SpanEvent<R::Why>>>(it: &mut Recorder<Sift<R>, S>) -> ControlFlow<()> {
    let given = it.given.clone();
    let next = it.changed.last().map_or(0, |it| it + 1);
    for cell in given.cell_of(next)..given.grid().count() {
        for place in given.places(cell) {
            let span = u32::try_from(place).expect("fewer than 2^32 spans");
            if span < next {
                continue;
            }
            match R::judge(&given, cell, place, &it.agent) {
                Some((true, why)) => it.commit(SpanEvent::Changed { span, why })?,
                Some((false, why)) => it.observe(|_| SpanEvent::Kept { span, why }),
                None => (),
            }
        }
    }
    ControlFlow::Continue(())
}
