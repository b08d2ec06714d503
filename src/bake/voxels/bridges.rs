//! Holes joined to the outlines of their regions, so that each outline is one ring.
//!
//! ```text
//! ┌───────────┐        from a hole's corner a bridge leads to a corner of the outline: the ring goes over it to
//! │   ┌───┐   │        the hole, around that, and over it back again. It is the shortest that meets neither the
//! │   │   │   │        ring nor any hole that is not joined yet; both of its ends are in the ring twice then.
//! ○┄┄┄○───┘   │
//! └───────────┘
//! ```
//!
//! The holes of an outline are taken from the left on, each first from its leftmost corner: whatever hides the outline from that lies further left, and was joined
//! before. A hole that touches its outline in a corner is joined there without a bridge. Where simplified rings cross each other there may
//! be no bridge; such a hole is left out and [named](BridgeEvent::Stranded), and so is one in no outline of its region.
//!
//! David Eberly, "Triangulation by Ear Clipping" (2002); the shortest bridge as in Recast's `mergeRegionHoles`, but tested against every side.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{
    VoxelGrid,
    diagonal::{in_cone, is_met, ring_holds},
    fault::{VoxelFault, VoxelViolation},
    ring::{Ring, RingVertex},
};
use crate::{
    geometry::Point,
    record::{Event, Recorder, Replayable, Sink},
};

/// What happened to the holes. Rings are told by their places among those that were given, corners by their places in their rings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum BridgeEvent {
    /// A hole was joined to its outline.
    Bridged {
        /// The hole.
        hole: u32,
        /// The hole's corner.
        from: u32,
        /// The outline's corner, as the outline was before.
        to: u32,
    },
    /// There is no bridge to a hole.
    Stranded {
        /// The hole.
        hole: u32,
    },
    /// Observed: a bridge may not be laid.
    Refused {
        /// The hole.
        hole: u32,
        /// The hole's corner.
        from: u32,
        /// The outline's corner.
        to: u32,
        /// What is in the way.
        by: Obstacle,
    },
}

/// What is in the way of a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Obstacle {
    /// The hole itself, at the bridge's end.
    Hole,
    /// A side, by the corner where it begins: of the outline as it is by now, or of a hole that is not joined yet.
    Side {
        /// The outline or hole.
        ring: u32,
        /// The corner.
        at: u32,
    },
}

const _: () = assert!(size_of::<BridgeEvent>() <= 40, "there are as many as holes");

impl Event for BridgeEvent {}

/// A hole, and where it belongs.
#[derive(Clone, Copy, Debug)]
struct Hole {
    /// Its place among the rings.
    ring: usize,
    /// The place among the outlines of the one it lies in.
    outline: Option<usize>,
    /// Its leftmost corner, of several the uppermost.
    leftmost: usize,
}

/// From the hole's leftmost corner every bridge is tried; from each other corner the shortest, as many as this, for they are asked only where rings cross.
const MOST_TRIES: usize = 32;

/// The rings so far.
#[derive(Clone, Debug)]
pub struct Bridges {
    grid: VoxelGrid,
    rings: Arc<[Ring]>,
    /// The places of the outlines among the rings.
    of: Arc<[usize]>,
    /// In the order in which they are joined.
    holes: Arc<[Hole]>,
    /// The outlines with the holes that were joined so far.
    outlines: Vec<Ring>,
    done: usize,
    stranded: Vec<u32>,
}

impl PartialEq for Bridges {
    fn eq(&self, other: &Self) -> bool {
        (&self.outlines, self.done, &self.stranded) == (&other.outlines, other.done, &other.stranded)
    }
}

impl Bridges {
    /// No hole is joined yet. Rings that turn right are holes.
    #[must_use]
    pub fn new(grid: VoxelGrid, rings: &Arc<[Ring]>) -> Self {
        let (holes, of): (Vec<usize>, Vec<usize>) = (0..rings.len()).partition(|&it| rings[it].is_hole());
        let outlines: Vec<Ring> = of.iter().map(|&it| rings[it].clone()).collect();
        let place = |ring: usize| {
            let places = rings[ring].places();
            let holds = |it: &Ring| {
                it.region == rings[ring].region && {
                    let outline = it.places();
                    places.iter().any(|&p| ring_holds(&outline, p))
                }
            };
            let key = |it: &usize| {
                let it = &rings[ring].vertices[*it];
                (it.x, it.y)
            };
            let leftmost = (0..places.len()).min_by_key(key).unwrap_or_default();
            Hole { ring, outline: outlines.iter().position(holds), leftmost }
        };
        let mut holes: Vec<Hole> = holes.into_iter().map(place).collect();
        holes.sort_by_key(|it| {
            let at = &rings[it.ring].vertices[it.leftmost];
            (it.outline, at.x, at.y)
        });
        Self { grid, rings: rings.clone(), of: of.into(), holes: holes.into(), outlines, done: 0, stranded: Vec::new() }
    }

    /// The columns.
    #[must_use]
    pub fn grid(&self) -> &VoxelGrid {
        &self.grid
    }

    /// The rings that were given.
    #[must_use]
    pub fn rings(&self) -> &Arc<[Ring]> {
        &self.rings
    }

    /// The outlines, in the order of the rings, with the holes that were joined so far.
    #[must_use]
    pub fn outlines(&self) -> &[Ring] {
        &self.outlines
    }

    /// The holes that are not joined yet, by their places among the rings.
    pub fn unjoined(&self) -> impl Iterator<Item = usize> + '_ {
        self.holes[self.done..].iter().map(|it| it.ring)
    }

    /// Where a corner of a ring lies. \[world units]
    #[must_use]
    pub fn place(&self, vertex: &RingVertex) -> Point {
        let Point { x, y } = vertex.place();
        self.grid.lattice(x, y)
    }

    /// The outline that a ring is by now; for a hole that was not joined the hole itself.
    #[must_use]
    pub fn ring(&self, ring: u32) -> &Ring {
        let outline = self.of.iter().position(|&it| it == ring as usize);
        outline.map_or_else(|| &self.rings[ring as usize], |it| &self.outlines[it])
    }

    /// The ends of a bridge between a hole's corner and one of its outline. \[world units]
    #[must_use]
    pub fn bridge(&self, hole: u32, from: u32, to: u32) -> Option<[Point; 2]> {
        let ring = &self.rings[hole as usize];
        let outline = self.outline_of(hole)?;
        Some([
            self.place(ring.vertices.get(from as usize)?),
            self.place(self.outlines[outline].vertices.get(to as usize)?),
        ])
    }

    /// The side of a ring, as it is by now, that begins at a corner. \[world units]
    #[must_use]
    pub fn side(&self, ring: u32, at: u32) -> [Point; 2] {
        let vertices = &self.ring(ring).vertices;
        [0, 1].map(|step| self.place(&vertices[(at as usize + step) % vertices.len()]))
    }

    /// The holes that could not be joined, and where each is.
    pub fn faults(&self) -> impl Iterator<Item = VoxelViolation> + '_ {
        self.stranded.iter().map(|&hole| {
            let [at, _] = self.side(hole, 0);
            VoxelViolation { kind: VoxelFault::NoBridge, at, ends: None }
        })
    }

    fn outline_of(&self, hole: u32) -> Option<usize> {
        self.holes.iter().find(|it| it.ring == hole as usize)?.outline
    }

    /// Puts a hole's corners into its outline behind a corner. The last of them leads on to where that corner led.
    fn join(&mut self, hole: u32, from: usize, to: usize) {
        let Some(outline) = self.outline_of(hole) else { return };
        let hole = &self.rings[hole as usize].vertices;
        let ring = &mut self.outlines[outline];
        let [end, begin] = [ring.vertices[to], hole[from]];
        let around = hole[from + 1..].iter().chain(&hole[..from]).copied();
        let new: Vec<RingVertex> = if begin.place() == end.place() {
            ring.vertices[to].beyond = begin.beyond;
            around.chain([RingVertex { beyond: end.beyond, ..begin }]).collect()
        } else {
            let inside = ring.region;
            ring.vertices[to].beyond = inside;
            [begin].into_iter().chain(around).chain([RingVertex { beyond: inside, ..begin }, end]).collect()
        };
        ring.vertices.splice(to + 1..=to, new);
    }

    fn part(&mut self, hole: u32, from: usize, to: usize) {
        let Some(outline) = self.outline_of(hole) else { return };
        let hole = &self.rings[hole as usize].vertices;
        let ring = &mut self.outlines[outline];
        let bridge = if hole[from].place() == ring.vertices[to].place() { 0 } else { 2 };
        let last = ring.vertices.drain(to + 1..=to + hole.len() + bridge).next_back();
        ring.vertices[to].beyond = last.map_or(0, |it| it.beyond);
    }
}

impl Replayable for Bridges {
    type Event = BridgeEvent;

    fn apply(&mut self, event: &BridgeEvent, _: &[u32]) {
        match *event {
            BridgeEvent::Bridged { hole, from, to } => self.join(hole, from as usize, to as usize),
            BridgeEvent::Stranded { hole } => self.stranded.push(hole),
            BridgeEvent::Refused { .. } => return,
        }
        self.done += 1;
    }

    fn revert(&mut self, event: &BridgeEvent, _: &[u32]) {
        match *event {
            BridgeEvent::Bridged { hole, from, to } => self.part(hole, from as usize, to as usize),
            BridgeEvent::Stranded { .. } => drop(self.stranded.pop()),
            BridgeEvent::Refused { .. } => return,
        }
        self.done -= 1;
    }
}

/// Joins whatever holes are not joined yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn bridges<S: Sink<BridgeEvent>>(bridges: &mut Recorder<Bridges, S>) -> ControlFlow<()> {
    while let Some(&hole) = bridges.holes.get(bridges.done) {
        let bridge = hole.outline.and_then(|outline| shortest(bridges, hole, outline));
        let hole = number(hole.ring);
        bridges.commit(match bridge {
            Some([from, to]) => BridgeEvent::Bridged { hole, from, to },
            None => BridgeEvent::Stranded { hole },
        })?;
    }
    ControlFlow::Continue(())
}

/// The shortest bridge from the first of a hole's corners that has one.
fn shortest<S: Sink<BridgeEvent>>(it: &mut Recorder<Bridges, S>, hole: Hole, outline: usize) -> Option<[u32; 2]> {
    let places = it.outlines[outline].places();
    // Each with its place among the rings; the hole itself comes last.
    let left = it.holes[it.done..].iter().filter(|other| other.outline == hole.outline);
    let others: Vec<(usize, Vec<Point>)> =
        left.map(|other| (other.ring, it.rings[other.ring].places())).rev().collect();
    let own = &others.last()?.1;
    for step in 0..own.len() {
        let from = (hole.leftmost + step) % own.len();
        let p = own[from];
        let ends = |to: usize| around(&places, to);
        let mut candidates: Vec<usize> =
            (0..places.len()).filter(|&to| places[to] == p || in_cone(ends(to), p)).collect();
        candidates.sort_by(|&a, &b| places[a].distance_squared(p).total_cmp(&places[b].distance_squared(p)));
        let most = if step == 0 { candidates.len() } else { MOST_TRIES };
        for to in candidates.into_iter().take(most) {
            let by = obstacle(around(own, from), ends(to), (number(it.of[outline]), &places), &others);
            let [from, to] = [from, to].map(number);
            match by {
                None => return Some([from, to]),
                Some(by) => it.observe(|_| BridgeEvent::Refused { hole: number(hole.ring), from, to, by }),
            }
        }
    }
    None
}

/// What is in the way of a bridge between two corners, each with those next to it.
fn obstacle(
    from: [Point; 3],
    to: [Point; 3],
    (ring, outline): (u32, &[Point]),
    others: &[(usize, Vec<Point>)],
) -> Option<Obstacle> {
    if from[1] == to[1] {
        return (!in_cone(to, from[0]) || !in_cone(to, from[2])).then_some(Obstacle::Hole);
    }
    if !in_cone(from, to[1]) {
        return Some(Obstacle::Hole);
    }
    let met = |corners: &[Point]| {
        (0..corners.len()).find(|&at| is_met([from[1], to[1]], [corners[at], corners[(at + 1) % corners.len()]]))
    };
    let of_outline = met(outline).map(|at| Obstacle::Side { ring, at: number(at) });
    of_outline.or_else(|| {
        others
            .iter()
            .find_map(|(ring, corners)| Some(Obstacle::Side { ring: number(*ring), at: number(met(corners)?) }))
    })
}

/// A corner with those next to it.
fn around(corners: &[Point], at: usize) -> [Point; 3] {
    let count = corners.len();
    [count - 1, 0, 1].map(|step| corners[(at + step) % count])
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 corners")
}
