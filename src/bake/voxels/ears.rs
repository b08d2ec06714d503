//! Rings cut into triangles, an ear at a time.
//!
//! A corner of a ring is an ear if the ring turns left there and the line between its two neighbours runs inside of the ring. Of all ears
//! the one with the shortest line is cut off, until nothing is left; a cut changes only whether the two neighbours are ears, so no
//! other corner is tested again. Every ring that does not cross itself has an ear, those with places that are passed twice included.
//! What is left of one that has none is given up and [named](EarEvent::GaveUp). In the end every ear is
//! checked again, by what it is and not by how it was found: that it turns left, and overlaps no other.
//!
//! With an epsilon a corner is an ear as many programs have it: if it does not turn right, and no corner lies in its triangle, both by
//! floats within an epsilon. So flat and reflex corners are cut off, and lines go through corners; the check finds them.
//!
//! Gary Meisters, "Polygons have ears", American Mathematical Monthly 82 (1975), 648–651; by the shortest line as in Recast's `triangulate`.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{
    Bridges, VoxelSettings,
    ear::{Cut, NoEar, no_ear, no_ear_within},
    fault::{VoxelFault, VoxelViolation},
    ring::Ring,
};
use crate::{
    geometry::Point,
    record::{Event, Recorder, Replayable, Sink},
};

/// What happened to the rings. Corners are told by their places in their rings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum EarEvent {
    /// A ring was begun. The side array holds which of its corners are ears.
    Began {
        /// The ring, by its place among the outlines.
        ring: u32,
        /// How many ears it has.
        ears: u32,
    },
    /// An ear was cut off.
    Cut {
        /// Its ring.
        ring: u32,
        /// Its corners, turning left; the second was cut off.
        corners: [u32; 3],
        /// The place of that among the corners that were left.
        at: u32,
        /// Whether the corners before and behind were ears.
        was: [bool; 2],
        /// Whether they are now.
        now: [bool; 2],
    },
    /// No corner that is left is an ear. The side array holds those corners.
    GaveUp {
        /// The ring.
        ring: u32,
        /// How many corners were left.
        left: u32,
    },
    /// An ear was found not to turn left.
    Misturned {
        /// The ear, by its place among all.
        ear: u32,
    },
    /// An ear was found to overlap another.
    Overlapped {
        /// The ear, by its place among all.
        ear: u32,
        /// The other, an earlier one.
        other: u32,
    },
    /// Observed: a corner is no ear.
    Refused {
        /// Its ring.
        ring: u32,
        /// Its corners: the one before, itself, the one behind.
        corners: [u32; 3],
        /// Why.
        why: NoEar,
    },
}

const _: () = assert!(size_of::<EarEvent>() <= 40, "there are as many as corners");

impl Event for EarEvent {
    fn detail_len(&self) -> usize {
        match *self {
            Self::Began { ears, .. } => ears as usize,
            Self::GaveUp { left, .. } => left as usize,
            Self::Cut { .. } | Self::Misturned { .. } | Self::Overlapped { .. } | Self::Refused { .. } => 0,
        }
    }
}

/// A triangle that was cut off a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ear {
    /// Its ring, by its place among the outlines.
    pub ring: u32,
    /// Its corners by their places in the ring, turning left; the second was cut off.
    pub corners: [u32; 3],
}

/// Something wrong with an ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Flaw {
    ear: u32,
    overlaps: Option<u32>,
}

/// The ears cut off so far.
#[derive(Clone, Debug)]
pub struct Ears {
    bridges: Arc<Bridges>,
    epsilon: f64,
    /// How many rings were begun.
    begun: u32,
    /// The corners that are left of the last one, in order.
    left: Vec<u32>,
    /// Which of them are ears.
    is_ear: Vec<bool>,
    all: Vec<Ear>,
    given_up: Vec<u32>,
    flaws: Vec<Flaw>,
}

impl PartialEq for Ears {
    fn eq(&self, other: &Self) -> bool {
        (self.begun, &self.left, &self.is_ear, &self.all, &self.given_up, &self.flaws)
            == (other.begun, &other.left, &other.is_ear, &other.all, &other.given_up, &other.flaws)
    }
}

impl Ears {
    /// Nothing was cut off yet. The holes must be joined.
    #[must_use]
    pub fn new(bridges: Arc<Bridges>, settings: &VoxelSettings) -> Self {
        Self {
            bridges,
            epsilon: settings.ear_epsilon,
            begun: 0,
            left: Vec::new(),
            is_ear: Vec::new(),
            all: Vec::new(),
            given_up: Vec::new(),
            flaws: Vec::new(),
        }
    }

    /// The rings.
    #[must_use]
    pub fn bridges(&self) -> &Arc<Bridges> {
        &self.bridges
    }

    /// All ears, in the order in which they were cut off.
    #[must_use]
    pub fn all(&self) -> &[Ear] {
        &self.all
    }

    /// The ring that is being cut, with its corners that are left; none if none is.
    #[must_use]
    pub fn at_work(&self) -> Option<(u32, &[u32])> {
        (!self.left.is_empty()).then(|| (self.begun - 1, &*self.left))
    }

    /// How many rings were not begun yet.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.rings().len() - self.begun as usize
    }

    /// Where a corner lies. \[world units]
    #[must_use]
    pub fn place(&self, ring: u32, corner: u32) -> Point {
        self.bridges.place(&self.rings()[ring as usize].vertices[corner as usize])
    }

    /// Where the corners of an ear lie. \[world units]
    #[must_use]
    pub fn places(&self, ear: u32) -> [Point; 3] {
        let Ear { ring, corners } = self.all[ear as usize];
        corners.map(|it| self.place(ring, it))
    }

    /// Where the corners of an ear lie. \[columns]
    pub(super) fn lattice(&self, ear: Ear) -> [Point; 3] {
        ear.corners.map(|it| self.rings()[ear.ring as usize].vertices[it as usize].place())
    }

    /// What is wrong with the ears, and with the rings.
    pub fn faults(&self) -> impl Iterator<Item = VoxelViolation> + '_ {
        let given_up = self.given_up.iter().map(|&ring| (VoxelFault::NotClipped, self.place(ring, 0)));
        let flaws = self.flaws.iter().map(|it| {
            let kind = if it.overlaps.is_some() { VoxelFault::EarsOverlap } else { VoxelFault::EarNotLeft };
            (kind, Point::centroid(self.places(it.ear)))
        });
        given_up.chain(flaws).map(|(kind, at)| VoxelViolation { kind, at, ends: None })
    }

    fn rings(&self) -> &[Ring] {
        self.bridges.outlines()
    }

    /// The place among those left of the ear with the shortest line, of several the first.
    fn shortest(&self, places: &[Point]) -> Option<usize> {
        let count = self.left.len();
        let place = |at: usize| places[self.left[at % count] as usize];
        let length = |at: usize| place(at + count - 1).distance_squared(place(at + 1));
        // As in Recast: by where the line begins.
        let ears = (1..=count).map(|at| at % count).filter(|&at| self.is_ear[at]);
        ears.map(|at| (length(at), at)).min_by(|a, b| a.0.total_cmp(&b.0)).map(|it| it.1)
    }

    fn cut(&mut self, ring: u32, corners: [u32; 3], at: usize, now: [bool; 2]) {
        self.all.push(Ear { ring, corners });
        let count = self.left.len();
        if count == 3 {
            self.left.clear();
            self.is_ear.clear();
            return;
        }
        self.is_ear[(at + count - 1) % count] = now[0];
        self.is_ear[(at + 1) % count] = now[1];
        self.left.remove(at);
        self.is_ear.remove(at);
    }

    fn mend(&mut self, corners: [u32; 3], at: usize, was: [bool; 2]) {
        self.all.pop();
        if self.left.is_empty() {
            self.left = vec![0; 3];
            self.is_ear = vec![true; 3];
            self.left[(at + 2) % 3] = corners[0];
            self.left[(at + 1) % 3] = corners[2];
            self.left[at] = corners[1];
        } else {
            self.left.insert(at, corners[1]);
            self.is_ear.insert(at, true);
        }
        let count = self.left.len();
        self.is_ear[(at + count - 1) % count] = was[0];
        self.is_ear[(at + 1) % count] = was[1];
    }
}

impl Replayable for Ears {
    type Event = EarEvent;

    fn apply(&mut self, event: &EarEvent, detail: &[u32]) {
        match *event {
            EarEvent::Began { ring, .. } => {
                self.begun += 1;
                let count = self.rings()[ring as usize].vertices.len();
                self.left = (0..).take(count).collect();
                self.is_ear = vec![false; count];
                for &it in detail {
                    self.is_ear[it as usize] = true;
                }
            }
            EarEvent::Cut { ring, corners, at, now, .. } => self.cut(ring, corners, at as usize, now),
            EarEvent::GaveUp { ring, .. } => {
                self.given_up.push(ring);
                self.left.clear();
                self.is_ear.clear();
            }
            EarEvent::Misturned { ear } => self.flaws.push(Flaw { ear, overlaps: None }),
            EarEvent::Overlapped { ear, other } => self.flaws.push(Flaw { ear, overlaps: Some(other) }),
            EarEvent::Refused { .. } => (),
        }
    }

    fn revert(&mut self, event: &EarEvent, detail: &[u32]) {
        match *event {
            EarEvent::Began { .. } => {
                self.begun -= 1;
                self.left.clear();
                self.is_ear.clear();
            }
            EarEvent::Cut { corners, at, was, .. } => self.mend(corners, at as usize, was),
            EarEvent::GaveUp { .. } => {
                self.given_up.pop();
                self.left = detail.to_vec();
                self.is_ear = vec![false; detail.len()];
            }
            EarEvent::Misturned { .. } | EarEvent::Overlapped { .. } => drop(self.flaws.pop()),
            EarEvent::Refused { .. } => (),
        }
    }
}

/// Cuts whatever is not cut yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn ears<S: Sink<EarEvent>>(ears: &mut Recorder<Ears, S>) -> ControlFlow<()> {
    loop {
        clip(ears)?;
        check(ears)?;
        if ears.waiting() == 0 {
            return ControlFlow::Continue(());
        }
        begin(ears)?;
    }
}

/// Begins the next ring.
fn begin<S: Sink<EarEvent>>(ears: &mut Recorder<Ears, S>) -> ControlFlow<()> {
    let ring = ears.begun;
    let places = ears.rings()[ring as usize].places();
    let left: Vec<u32> = (0..).take(places.len()).collect();
    let found: Vec<u32> = (0..left.len()).filter(|&at| test(ears, ring, &places, &left, at)).map(number).collect();
    ears.commit_with(EarEvent::Began { ring, ears: number(found.len()) }, &found)
}

/// Cuts what is left of the ring that was begun last.
fn clip<S: Sink<EarEvent>>(ears: &mut Recorder<Ears, S>) -> ControlFlow<()> {
    let Some((ring, _)) = ears.at_work() else { return ControlFlow::Continue(()) };
    let places = ears.rings()[ring as usize].places();
    while let Some(at) = ears.shortest(&places) {
        cut(ears, ring, &places, at)?;
    }
    if ears.left.is_empty() {
        return ControlFlow::Continue(());
    }
    let corners = ears.left.clone();
    ears.commit_with(EarEvent::GaveUp { ring, left: number(corners.len()) }, &corners)
}

/// Cuts off an ear.
fn cut<S: Sink<EarEvent>>(ears: &mut Recorder<Ears, S>, ring: u32, places: &[Point], at: usize) -> ControlFlow<()> {
    let count = ears.left.len();
    let [before, behind] = [(at + count - 1) % count, (at + 1) % count];
    let corners = [before, at, behind].map(|it| ears.left[it]);
    let was = [before, behind].map(|it| ears.is_ear[it]);
    let now = if count == 3 {
        [false; 2]
    } else {
        let mut rest = ears.left.clone();
        rest.remove(at);
        [before, behind].map(|it| test(ears, ring, places, &rest, if it > at { it - 1 } else { it }))
    };
    ears.commit(EarEvent::Cut { ring, corners, at: number(at), was, now })
}

/// Whether one of the corners that are left is an ear.
fn test<S: Sink<EarEvent>>(ears: &mut Recorder<Ears, S>, ring: u32, places: &[Point], left: &[u32], at: usize) -> bool {
    let refusal =
        if ears.epsilon > 0.0 { no_ear_within(ears.epsilon, places, left, at) } else { no_ear(places, left, at) };
    if let Some(why) = refusal {
        let corners = [left.len() - 1, 0, 1].map(|step| left[(at + step) % left.len()]);
        ears.observe(|_| EarEvent::Refused { ring, corners, why });
    }
    refusal.is_none()
}

/// Checks the ears of the last ring, from the one behind the last that was found wrong.
fn check<S: Sink<EarEvent>>(ears: &mut Recorder<Ears, S>) -> ControlFlow<()> {
    let ring = ears.begun.wrapping_sub(1);
    let first = ears.all.iter().rposition(|it| it.ring != ring).map_or(0, |it| it + 1);
    let checked = ears.flaws.last().map_or(0, |it| it.ear as usize + 1);
    let all: Vec<Cut> = ears.all[first..].iter().map(|&it| Cut::new(ears.lattice(it))).collect();
    for at in checked.saturating_sub(first)..all.len() {
        let ear = number(first + at);
        if !all[at].turns_left() {
            ears.commit(EarEvent::Misturned { ear })?;
        } else if let Some(other) = all[..at].iter().position(|it| it.overlaps(&all[at])) {
            ears.commit(EarEvent::Overlapped { ear, other: number(first + other) })?;
        }
    }
    ControlFlow::Continue(())
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 corners")
}
