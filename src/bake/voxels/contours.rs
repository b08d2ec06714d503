//! The rings around regions: walked side by side with the region on the left hand.
//!
//! ```text
//!   ┌───┬───┐     Each side of a top beyond which another region lies, or none, is in one ring. A ring's vertices are the corners between
//!   │ ▢ │ ▢ │     columns that one passes, as high as the highest of the up to four tops that meet there, so that neighbours agree on them.
//!   └───┼───┤
//!       │ ▢ │     A region gets one ring for its outline and one for each hole; a region of one top alone gets none.
//!       └───┘
//! ```
//!
//! As in Recast's `rcBuildContours`. Heights are looked up on the surface before it was eroded, as there.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{
    border::{Side, border},
    links::number,
    regions::RegionMap,
    ring::{Ring, RingVertex},
    surface::{Heading, Surface, TopId},
};
use crate::record::{Event, Recorder, Replayable, Sink};

/// What happened to the contours.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum ContourEvent {
    /// A ring was walked; its part of the side array lists the places of its sides that another ring had before, which links that go one way only bring about.
    Walked {
        /// The top where it begins.
        top: TopId,
        /// The side of that.
        heading: Heading,
        /// From which top on rings were looked for.
        was: TopId,
        /// How many of its sides another ring had before.
        again: u32,
    },
    /// Observed: a top that is a region by itself gets no ring.
    Lone {
        /// The top.
        top: TopId,
    },
}

const _: () = assert!(size_of::<ContourEvent>() <= 40, "there are as many as rings");

impl Event for ContourEvent {
    fn detail_len(&self) -> usize {
        match *self {
            Self::Walked { again, .. } => again as usize,
            Self::Lone { .. } => 0,
        }
    }
}

/// A ring with all its corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contour {
    /// The ring.
    pub ring: Ring,
    /// For each vertex whether ground of another kind lies across the side that begins there.
    pub kind_borders: Vec<bool>,
}

/// The contours so far.
#[derive(Clone, Debug)]
pub struct Contours {
    map: Arc<RegionMap>,
    ground: Arc<Surface>,
    /// For each top its sides that are to be walked, a bit each.
    open: Vec<u8>,
    /// From which top on there may be any.
    next: TopId,
    all: Vec<Contour>,
}

impl PartialEq for Contours {
    fn eq(&self, other: &Self) -> bool {
        (&self.open, self.next, &self.all) == (&other.open, other.next, &other.all)
    }
}

/// All four sides of a top.
const ALL_SIDES: u8 = 0b1111;

impl Contours {
    /// No contours yet. `ground` is the surface before it was eroded: all tops of the regions, and those around them.
    #[must_use]
    pub fn new(map: Arc<RegionMap>, ground: Arc<Surface>) -> Self {
        let sides = |id: TopId| {
            let is_open = |&heading: &Heading| map.region(id) != 0 && is_border(&map, (id, heading));
            Heading::ALL.into_iter().filter(is_open).map(bit).sum()
        };
        let open = map.surface().ids().map(sides).collect();
        Self { map, ground, open, next: TopId::of_index(0), all: Vec::new() }
    }

    /// The regions.
    #[must_use]
    pub fn map(&self) -> &Arc<RegionMap> {
        &self.map
    }

    /// The rings with all their corners, in the order in which they were walked.
    #[must_use]
    pub fn all(&self) -> &[Contour] {
        &self.all
    }

    /// The sides of the ring that has a side.
    fn sides(&self, start: Side) -> Vec<Side> {
        border(self.map.surface(), start, |side| is_border(&self.map, side))
    }

    fn walk(&self, sides: &[Side]) -> Contour {
        let surface = self.map.surface();
        let (first, _) = sides[0];
        let kind = surface.top(first).kind;
        // A side's corner begins the side that comes next.
        let next = |at: usize| sides[(at + 1) % sides.len()];
        let beyond = |(top, heading): Side| surface.beyond(top, heading);
        let vertex = |at: usize| {
            let (x, y) = corner(surface, sides[at]);
            let region = beyond(next(at)).map_or(0, |it| self.map.region(it));
            RingVertex { x, y, height: self.height(sides[at]), beyond: region }
        };
        let vertices = (0..sides.len()).map(vertex).collect();
        let is_other = |at: usize| beyond(next(at)).is_some_and(|it| surface.top(it).kind != kind);
        let kind_borders = (0..sides.len()).map(is_other).collect();
        Contour { ring: Ring { region: self.map.region(first), kind, vertices }, kind_borders }
    }

    /// The height of the corner where a side ends: that of the highest top around. \[voxels]
    fn height(&self, (top, heading): Side) -> u16 {
        let own = self.map.surface().top(top);
        let same = |it: &TopId| self.ground.top(*it).height == own.height;
        let Some(top) = self.ground.in_column(own.column, own.row).find(same) else { return own.height };
        let around =
            [[heading, heading.to_left()], [heading.to_left(), heading]].into_iter().flat_map(|[one, other]| {
                let beside = self.ground.beyond(top, one);
                [beside, beside.and_then(|it| self.ground.beyond(it, other))]
            });
        around.flatten().map(|it| self.ground.top(it).height).fold(own.height, u16::max)
    }
}

fn bit(heading: Heading) -> u8 {
    1 << heading as u8
}

fn is_border(map: &RegionMap, (top, heading): Side) -> bool {
    map.surface().beyond(top, heading).map_or(0, |it| map.region(it)) != map.region(top)
}

/// Where a side ends, for who walks with its top on the left hand. \[columns]
fn corner(surface: &Surface, (top, heading): Side) -> (i32, i32) {
    let top = surface.top(top);
    let [x, y] = [top.column, top.row].map(|it| i32::try_from(it).expect("fewer than 2^31 columns"));
    match heading {
        Heading::Left => (x, y + 1),
        Heading::Down => (x + 1, y + 1),
        Heading::Right => (x + 1, y),
        Heading::Up => (x, y),
    }
}

impl Replayable for Contours {
    type Event = ContourEvent;

    fn apply(&mut self, event: &ContourEvent, _: &[u32]) {
        if let ContourEvent::Walked { top, heading, .. } = *event {
            let sides = self.sides((top, heading));
            for &(top, heading) in &sides {
                self.open[top.index()] &= !bit(heading);
            }
            self.all.push(self.walk(&sides));
            self.next = TopId::of_index(top.index() + 1);
        }
    }

    fn revert(&mut self, event: &ContourEvent, again: &[u32]) {
        if let ContourEvent::Walked { top, heading, was, .. } = *event {
            let sides = self.sides((top, heading));
            let before: Vec<Side> = again.iter().map(|&it| sides[it as usize]).collect();
            for &(top, heading) in sides.iter().filter(|it| !before.contains(it)) {
                self.open[top.index()] |= bit(heading);
            }
            self.all.pop();
            self.next = was;
        }
    }
}

/// Walks whatever is not walked yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn contours<S: Sink<ContourEvent>>(contours: &mut Recorder<Contours, S>) -> ControlFlow<()> {
    for at in contours.next.index()..contours.open.len() {
        let top = TopId::of_index(at);
        let open = contours.open[at];
        if open == ALL_SIDES {
            contours.observe(|_| ContourEvent::Lone { top });
        } else if let Some(heading) = Heading::ALL.into_iter().find(|&it| open & bit(it) != 0) {
            let was = contours.next;
            let sides = contours.sides((top, heading)).into_iter();
            let had = |(_, (top, heading)): &(u32, Side)| contours.open[top.index()] & bit(*heading) == 0;
            let again: Vec<u32> = (0..).zip(sides).filter(had).map(|it| it.0).collect();
            contours.commit_with(ContourEvent::Walked { top, heading, was, again: number(again.len()) }, &again)?;
        }
    }
    ControlFlow::Continue(())
}
