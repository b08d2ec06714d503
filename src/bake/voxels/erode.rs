//! The surface moved in by the agent's radius: tops that are too near to its border fall.
//!
//! Distances to the border are counted as 2 for a step to a side and 3 for one to a corner, in two passes: from the first top to the
//! last by way of those before it, then back by way of those behind it. A top that lacks a link on some side is on the border. A top
//! falls that is nearer than twice the radius in columns; so along a straight wall exactly so many columns fall.
//!
//! The distance is that to a column's own side along rows and columns; elsewhere it is up to 8 % off: 3 stands for twice the root of 2.
//! Recast keeps it in a byte; here it is counted to 65535, where it stays.
//!
//! Gunilla Borgefors, "Distance Transformations in Digital Images", Computer Vision, Graphics, and Image Processing 34 (1986), 344–371.
//! Mikko Mononen, Recast (2009), `RecastArea.cpp`.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{Heading, Surface, Top, TopId, VoxelGrid};
use crate::record::{Event, Recorder, Replayable, Sink};

/// What happened to the tops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ErodeEvent {
    /// A top got its distance, by way of those before it.
    Measured {
        /// The top.
        top: TopId,
        /// The distance. \[halves of a column]
        distance: u16,
        /// From which top that is counted on; none on the border.
        by: TopId,
    },
    /// The border is nearer to a top by way of those behind it.
    Lowered {
        /// The top.
        top: TopId,
        /// The distance now. \[halves of a column]
        distance: u16,
        /// What it was.
        was: u16,
        /// From which top it is counted on.
        by: TopId,
    },
    /// A top is nearer to the border than the radius, and falls.
    Fell {
        /// The top.
        top: TopId,
    },
    /// Observed: a top was asked how near the border is by way of another.
    Compared {
        /// The top.
        top: TopId,
        /// The distance by way of the other. \[halves of a column]
        distance: u16,
        /// The other.
        by: TopId,
    },
    /// Observed: a top is far enough from the border.
    Kept {
        /// The top.
        top: TopId,
    },
}

const _: () = assert!(size_of::<ErodeEvent>() <= 16, "there are several a top");

impl Event for ErodeEvent {}

impl ErodeEvent {
    /// The top that it is about.
    #[must_use]
    pub fn top(&self) -> TopId {
        match *self {
            Self::Measured { top, .. }
            | Self::Lowered { top, .. }
            | Self::Fell { top }
            | Self::Compared { top, .. }
            | Self::Kept { top } => top,
        }
    }
}

/// How far the border is from each top, and which tops fell.
#[derive(Clone, Debug)]
pub struct Erode {
    surface: Arc<Surface>,
    radius: u32,
    /// The distance of each top that was measured. \[halves of a column]
    distances: Vec<u16>,
    /// The tops whose distance was lowered, in order.
    lowered: Vec<TopId>,
    /// The tops that fell, in order.
    fallen: Vec<TopId>,
}

impl PartialEq for Erode {
    fn eq(&self, other: &Self) -> bool {
        (&self.distances, &self.lowered, &self.fallen) == (&other.distances, &other.lowered, &other.fallen)
    }
}

impl Erode {
    /// No top is measured yet. \[radius in columns]
    #[must_use]
    pub fn new(surface: Arc<Surface>, radius: u32) -> Self {
        Self { surface, radius, distances: Vec::new(), lowered: Vec::new(), fallen: Vec::new() }
    }

    /// The surface as it was given.
    #[must_use]
    pub fn given(&self) -> &Arc<Surface> {
        &self.surface
    }

    /// How far from the border tops must be. \[columns]
    #[must_use]
    pub fn radius(&self) -> u32 {
        self.radius
    }

    /// The columns.
    #[must_use]
    pub fn grid(&self) -> &VoxelGrid {
        self.surface.grid()
    }

    /// How far a top is from the border, as far as that is known. \[halves of a column]
    #[must_use]
    pub fn distance(&self, top: TopId) -> Option<u16> {
        self.distances.get(top.index()).copied()
    }

    /// Whether a top fell.
    #[must_use]
    pub fn has_fallen(&self, top: TopId) -> bool {
        self.fallen.binary_search(&top).is_ok()
    }

    /// The tops that fell, in order.
    #[must_use]
    pub fn fallen(&self) -> &[TopId] {
        &self.fallen
    }

    /// How many tops there were, and how many are left.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.surface.tops().len(), self.surface.tops().len() - self.fallen.len())
    }

    /// The surface without the tops that fell.
    #[must_use]
    pub fn surface(&self) -> Surface {
        let mut places = vec![TopId::NONE; self.surface.tops().len()];
        let left: Vec<TopId> = self.surface.ids().filter(|it| !self.has_fallen(*it)).collect();
        for (place, id) in left.iter().enumerate() {
            places[id.index()] = TopId::of_index(place);
        }
        let now = |link: TopId| if link == TopId::NONE { link } else { places[link.index()] };
        let top = |id: &TopId| {
            let top = self.surface.top(*id);
            Top { links: top.links.map(now), ..*top }
        };
        Surface::new(*self.grid(), left.iter().map(top).collect())
    }

    /// Whether a top lacks a link on some side.
    fn is_on_border(&self, top: TopId) -> bool {
        self.surface.top(top).links.contains(&TopId::NONE)
    }

    /// The tops by way of which a pass measures, each with the distance to it: on two sides, and at the corner behind each of these.
    fn ways(&self, top: TopId, sides: [(Heading, Heading); 2]) -> [Option<(TopId, u16)>; 4] {
        let [[a, b], [c, d]] = sides.map(|(side, turned)| {
            let straight = self.surface.beyond(top, side);
            let corner = straight.and_then(|it| self.surface.beyond(it, turned));
            [straight.map(|it| (it, 2)), corner.map(|it| (it, 3))]
        });
        [a, b, c, d]
    }
}

/// The tops before one: to its left and above.
const BEFORE: [(Heading, Heading); 2] = [(Heading::Left, Heading::Up), (Heading::Up, Heading::Right)];
/// The tops behind one: to its right and below.
const BEHIND: [(Heading, Heading); 2] = [(Heading::Right, Heading::Down), (Heading::Down, Heading::Left)];

impl Replayable for Erode {
    type Event = ErodeEvent;

    fn apply(&mut self, event: &ErodeEvent, _: &[u32]) {
        match *event {
            ErodeEvent::Measured { distance, .. } => self.distances.push(distance),
            ErodeEvent::Lowered { top, distance, .. } => {
                self.distances[top.index()] = distance;
                self.lowered.push(top);
            }
            ErodeEvent::Fell { top } => self.fallen.push(top),
            ErodeEvent::Compared { .. } | ErodeEvent::Kept { .. } => (),
        }
    }

    fn revert(&mut self, event: &ErodeEvent, _: &[u32]) {
        match *event {
            ErodeEvent::Measured { .. } => {
                self.distances.pop();
            }
            ErodeEvent::Lowered { top, was, .. } => {
                self.distances[top.index()] = was;
                self.lowered.pop();
            }
            ErodeEvent::Fell { .. } => {
                self.fallen.pop();
            }
            ErodeEvent::Compared { .. } | ErodeEvent::Kept { .. } => (),
        }
    }
}

/// Measures all tops, and lets those fall that are too near to the border, from wherever it stands.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn erode<S: Sink<ErodeEvent>>(it: &mut Recorder<Erode, S>) -> ControlFlow<()> {
    let tops = it.surface.tops().len();
    for top in (it.distances.len()..tops).map(TopId::of_index) {
        let (distance, by) = if it.is_on_border(top) { (0, TopId::NONE) } else { nearest(it, top, BEFORE) };
        it.commit(ErodeEvent::Measured { top, distance, by })?;
    }
    if it.fallen.is_empty() {
        let end = it.lowered.last().map_or(tops, |it| it.index());
        for top in (0..end).rev().map(TopId::of_index) {
            let was = it.distances[top.index()];
            if was == 0 {
                continue;
            }
            let (distance, by) = nearest(it, top, BEHIND);
            if distance < was {
                it.commit(ErodeEvent::Lowered { top, distance, was, by })?;
            }
        }
    }
    let next = it.fallen.last().map_or(0, |it| it.index() + 1);
    for top in (next..tops).map(TopId::of_index) {
        if u64::from(it.distances[top.index()]) < 2 * u64::from(it.radius) {
            it.commit(ErodeEvent::Fell { top })?;
        } else {
            it.observe(|_| ErodeEvent::Kept { top });
        }
    }
    ControlFlow::Continue(())
}

/// The nearest way from a top to the border, by way of others on some sides.
fn nearest<S: Sink<ErodeEvent>>(
    it: &mut Recorder<Erode, S>,
    top: TopId,
    sides: [(Heading, Heading); 2],
) -> (u16, TopId) {
    let mut least = (u16::MAX, TopId::NONE);
    for (by, step) in it.ways(top, sides).into_iter().flatten() {
        let distance = it.distances[by.index()].saturating_add(step);
        it.observe(|_| ErodeEvent::Compared { top, distance, by });
        if distance < least.0 {
            least = (distance, by);
        }
    }
    least
}
