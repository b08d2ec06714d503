//! Rings with fewer corners: those where the region beyond changes, and of what runs along a wall as many as it takes.
//!
//! Corners where another region, or a wall, begins across the border are kept first, and where that is so for the region beyond, so that
//! all around keep them; Recast looks only at the ring itself, and leaves a crack where a region touches itself in such a corner. A stretch between two
//! regions stays straight, one for both; along a wall the corner that is farthest from the straight line is kept as long as it is
//! farther than the error. Each stretch is looked at from the same end, whichever way its ring runs, so that of equals both
//! sides would take the same. At last long sides along walls are split in the middle.
//!
//! David Douglas, Thomas Peucker, "Algorithms for the Reduction of the Number of Points Required to Represent a Digitized Line or
//! its Caricature" (1973); as in Recast's `simplifyContour`. Rings that come to fewer than three corners are dropped.

use std::{collections::BTreeSet, ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{
    contours::{Contour, Contours},
    links::number,
    ring::Ring,
    settings::VoxelSettings,
};
use crate::{
    geometry::{Point, nearest_on_segment},
    record::{Event, Recorder, Replayable, Sink},
};

/// What happened to the rings. Rings are told by their places among the contours, corners by theirs in the contour, stretches by the
/// place of their first corner among those that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum SimplifyEvent {
    /// A ring begins with the corners where the region beyond changes, or with two that are far from each other.
    Begun {
        /// The ring.
        ring: u32,
        /// The stretch that was looked at before.
        was: Stretch,
    },
    /// The corner of a stretch that is farthest from it is kept.
    Kept {
        /// The ring.
        ring: u32,
        /// The stretch.
        at: u32,
        /// The corner.
        corner: u32,
        /// How far it is from the stretch. \[columns]
        distance: f64,
        /// The stretch that was looked at before.
        was: Stretch,
    },
    /// A long side is split.
    Split {
        /// The ring.
        ring: u32,
        /// The side.
        at: u32,
        /// The corner in its middle.
        corner: u32,
        /// How long it is. \[columns]
        length: f64,
        /// The stretch that was looked at before.
        was: Stretch,
    },
    /// A ring is done.
    Closed {
        /// The ring.
        ring: u32,
        /// How many corners it has now.
        corners: u32,
    },
    /// A ring is dropped, for it has too few corners.
    Dropped {
        /// The ring.
        ring: u32,
    },
    /// Observed: no corner of a stretch is farther from it than the error.
    Near {
        /// The ring.
        ring: u32,
        /// The stretch.
        at: u32,
        /// The farthest corner.
        corner: u32,
        /// How far it is from the stretch. \[columns]
        distance: f64,
    },
    /// Observed: a stretch runs between two regions, and stays straight.
    Shared {
        /// The ring.
        ring: u32,
        /// The stretch.
        at: u32,
        /// The region beyond.
        beyond: u32,
    },
}

/// Where an algorithm stands in a ring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stretch {
    /// The place of its first corner among those that are kept.
    pub at: u32,
    /// Whether long sides are split by now.
    pub splits: bool,
}

const _: () = assert!(size_of::<SimplifyEvent>() <= 40, "there are as many as corners that are kept");

impl Event for SimplifyEvent {}

/// The rings so far.
#[derive(Clone, Debug)]
pub struct Simplify {
    contours: Arc<Contours>,
    max_error: f64,
    /// How long a side may be; 0 for any length. \[columns]
    max_edge: u32,
    shared_borders: bool,
    /// Where regions have corners at which what lies beyond changes: the region, and the corner's place.
    joints: Arc<BTreeSet<(u32, i32, i32)>>,
    /// The corners of each ring that are kept, by their places in its contour.
    kept: Vec<Vec<u32>>,
    /// The stretch of the last ring that is looked at.
    stretch: Stretch,
    /// How many rings are done.
    done: usize,
}

impl PartialEq for Simplify {
    fn eq(&self, other: &Self) -> bool {
        (&self.kept, self.stretch, self.done) == (&other.kept, other.stretch, other.done)
    }
}

impl Simplify {
    /// No ring is simplified yet.
    #[must_use]
    pub fn new(contours: Arc<Contours>, settings: &VoxelSettings) -> Self {
        let max_edge = settings.in_voxels(0.0).max_edge;
        let VoxelSettings { max_error, shared_borders, .. } = *settings;
        let (kept, stretch) = (Vec::new(), Stretch::default());
        let joints = Arc::new(BTreeSet::new());
        let mut it = Self { contours, max_error, max_edge, shared_borders, joints, kept, stretch, done: 0 };
        it.joints = Arc::new((0..it.contours.all().len()).flat_map(|ring| it.joints_of(ring)).collect());
        it
    }

    /// The rings that are simplified.
    #[must_use]
    pub fn contours(&self) -> &Arc<Contours> {
        &self.contours
    }

    /// How far a simplified ring may be from its contour along walls. \[columns]
    #[must_use]
    pub fn max_error(&self) -> f64 {
        self.max_error
    }

    /// How many rings are begun.
    #[must_use]
    pub fn begun(&self) -> usize {
        self.kept.len()
    }

    /// The simplified rings that are done, each with its place among the contours; those that were dropped are not there.
    pub fn rings(&self) -> impl Iterator<Item = (usize, Ring)> + '_ {
        (0..self.done).map(|ring| (ring, self.ring(ring))).filter(|(_, it)| it.vertices.len() >= 3)
    }

    /// A ring as far as it is simplified. Of corners in the same place that follow each other only one is in it.
    #[must_use]
    pub fn ring(&self, ring: usize) -> Ring {
        let Ring { region, kind, ref vertices } = self.contour(ring).ring;
        let mut vertices: Vec<_> = self.kept[ring].iter().map(|&it| vertices[it as usize]).collect();
        let mut at = 0;
        while at < vertices.len() {
            if vertices[at].place() == vertices[(at + 1) % vertices.len()].place() {
                vertices.remove(at);
            }
            at += 1;
        }
        Ring { region, kind, vertices }
    }

    /// The ends of a stretch of a ring, by their places in its contour.
    #[must_use]
    pub fn ends(&self, ring: u32, at: u32) -> [u32; 2] {
        let kept = &self.kept[ring as usize];
        [0, 1].map(|step| kept[(at as usize + step) % kept.len()])
    }

    /// A corner of a contour. \[columns]
    #[must_use]
    pub fn corner(&self, ring: u32, corner: u32) -> Point {
        self.contour(ring as usize).ring.vertices[corner as usize].place()
    }

    fn contour(&self, ring: usize) -> &Contour {
        &self.contours.all()[ring]
    }

    /// What lies beyond the side of a contour that begins in a corner, as far as that matters: the region, and whether its ground is of another kind.
    fn beyond(&self, ring: usize, corner: usize) -> (u32, bool) {
        let contour = self.contour(ring);
        match self.shared_borders {
            true => (contour.ring.vertices[corner].beyond, contour.kind_borders[corner]),
            false => (0, false),
        }
    }

    /// Whether what lies beyond changes in a corner.
    fn changes(&self, ring: usize, corner: usize) -> bool {
        let count = self.contour(ring).ring.vertices.len();
        self.beyond(ring, (corner + count - 1) % count) != self.beyond(ring, corner)
    }

    /// The corners of a ring in which what lies beyond changes, with its region.
    fn joints_of(&self, ring: usize) -> Vec<(u32, i32, i32)> {
        let Ring { region, ref vertices, .. } = self.contour(ring).ring;
        let joints = vertices.iter().enumerate().filter(|it| self.changes(ring, it.0));
        joints.map(|(_, it)| (region, it.x, it.y)).collect()
    }

    /// The corners that a ring begins with.
    fn first_corners(&self, ring: usize) -> Vec<u32> {
        let vertices = &self.contour(ring).ring.vertices;
        let count = vertices.len();
        let is_joint = |at: &usize| {
            let (beyond, _) = self.beyond(ring, *at);
            let place = &vertices[*at];
            self.changes(ring, *at) || beyond != 0 && self.joints.contains(&(beyond, place.x, place.y))
        };
        let corners: Vec<usize> = (0..count).filter(is_joint).collect();
        let corners = if corners.is_empty() {
            let place = |it: &usize| (vertices[*it].x, vertices[*it].y);
            let far = [(0..count).min_by_key(place), (0..count).rev().max_by_key(place)];
            far.into_iter().flatten().collect()
        } else {
            corners
        };
        corners.into_iter().map(number).collect()
    }

    /// The region beyond a stretch that stays straight for it, if it does.
    fn straight_for(&self, ring: usize, from: u32) -> Option<u32> {
        let (region, is_kind_border) = self.beyond(ring, from as usize);
        (region != 0 && !is_kind_border).then_some(region)
    }

    /// The corner of a stretch that is farthest from the line between its ends, and how far; none if there is none in between.
    fn farthest(&self, ring: u32, [from, to]: [u32; 2]) -> Option<(u32, f64)> {
        let count = number(self.contour(ring as usize).ring.vertices.len());
        let [a, b] = [from, to].map(|it| self.corner(ring, it));
        let forwards = (a.x, a.y) < (b.x, b.y);
        let ([a, b], [first, last], step) =
            if forwards { ([a, b], [from, to], 1) } else { ([b, a], [to, from], count - 1) };
        let mut best: Option<(u32, f64)> = None;
        let mut corner = (first + step) % count;
        while corner != last {
            let p = self.corner(ring, corner);
            let distance = p.distance_squared(nearest_on_segment(p, a, b));
            if distance > best.map_or(0.0, |it| it.1) {
                best = Some((corner, distance));
            }
            corner = (corner + step) % count;
        }
        best.map(|(corner, distance)| (corner, distance.sqrt()))
    }

    /// The corner in the middle of a side that is too long, and how long the side is.
    fn middle(&self, ring: u32, [from, to]: [u32; 2]) -> Option<(u32, f64)> {
        let (region, is_kind_border) = self.beyond(ring as usize, from as usize);
        let [a, b] = [from, to].map(|it| self.corner(ring, it));
        let length = a.distance(b);
        let count = number(self.contour(ring as usize).ring.vertices.len());
        let between = (to + count - from) % count;
        let is_wall = region == 0 && !is_kind_border;
        if !is_wall || self.max_edge == 0 || length <= f64::from(self.max_edge) || between < 2 {
            return None;
        }
        let forwards = (a.x, a.y) < (b.x, b.y);
        let half = if forwards { between / 2 } else { between.div_ceil(2) };
        Some(((from + half) % count, length))
    }
}

impl Replayable for Simplify {
    type Event = SimplifyEvent;

    fn apply(&mut self, event: &SimplifyEvent, _: &[u32]) {
        match *event {
            SimplifyEvent::Begun { ring, .. } => {
                self.kept.push(self.first_corners(ring as usize));
                self.stretch = Stretch::default();
            }
            SimplifyEvent::Kept { ring, at, corner, .. } => {
                self.kept[ring as usize].insert(at as usize + 1, corner);
                self.stretch = Stretch { at, splits: false };
            }
            SimplifyEvent::Split { ring, at, corner, .. } => {
                self.kept[ring as usize].insert(at as usize + 1, corner);
                self.stretch = Stretch { at, splits: true };
            }
            SimplifyEvent::Closed { .. } | SimplifyEvent::Dropped { .. } => self.done += 1,
            SimplifyEvent::Near { .. } | SimplifyEvent::Shared { .. } => (),
        }
    }

    fn revert(&mut self, event: &SimplifyEvent, _: &[u32]) {
        match *event {
            SimplifyEvent::Begun { was, .. } => {
                self.kept.pop();
                self.stretch = was;
            }
            SimplifyEvent::Kept { ring, at, was, .. } | SimplifyEvent::Split { ring, at, was, .. } => {
                self.kept[ring as usize].remove(at as usize + 1);
                self.stretch = was;
            }
            SimplifyEvent::Closed { .. } | SimplifyEvent::Dropped { .. } => self.done -= 1,
            SimplifyEvent::Near { .. } | SimplifyEvent::Shared { .. } => (),
        }
    }
}

/// Simplifies whatever is not simplified yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn simplify<S: Sink<SimplifyEvent>>(simplify: &mut Recorder<Simplify, S>) -> ControlFlow<()> {
    for place in simplify.done..simplify.contours.all().len() {
        let ring = number(place);
        if simplify.kept.len() == place {
            let was = simplify.stretch;
            simplify.commit(SimplifyEvent::Begun { ring, was })?;
        }
        if !simplify.stretch.splits {
            keep(simplify, ring)?;
        }
        split(simplify, ring)?;
        let corners = number(simplify.ring(place).vertices.len());
        simplify.commit(match corners {
            0..3 => SimplifyEvent::Dropped { ring },
            _ => SimplifyEvent::Closed { ring, corners },
        })?;
    }
    ControlFlow::Continue(())
}

/// Keeps what is far from the stretches between corners that are kept.
fn keep<S: Sink<SimplifyEvent>>(it: &mut Recorder<Simplify, S>, ring: u32) -> ControlFlow<()> {
    let mut at = it.stretch.at;
    while (at as usize) < it.kept[ring as usize].len() {
        let ends = it.ends(ring, at);
        let was = it.stretch;
        if let Some(beyond) = it.straight_for(ring as usize, ends[0]) {
            it.observe(|_| SimplifyEvent::Shared { ring, at, beyond });
        } else if let Some((corner, distance)) = it.farthest(ring, ends) {
            if distance > it.max_error {
                it.commit(SimplifyEvent::Kept { ring, at, corner, distance, was })?;
                continue;
            }
            it.observe(|_| SimplifyEvent::Near { ring, at, corner, distance });
        }
        at += 1;
    }
    ControlFlow::Continue(())
}

/// Splits long sides along walls.
fn split<S: Sink<SimplifyEvent>>(it: &mut Recorder<Simplify, S>, ring: u32) -> ControlFlow<()> {
    let mut at = if it.stretch.splits { it.stretch.at } else { 0 };
    while (at as usize) < it.kept[ring as usize].len() {
        match it.middle(ring, it.ends(ring, at)) {
            None => at += 1,
            Some((corner, length)) => {
                let was = it.stretch;
                it.commit(SimplifyEvent::Split { ring, at, corner, length, was })?;
            }
        }
    }
    ControlFlow::Continue(())
}
