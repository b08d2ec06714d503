//! Polygons linked to their neighbours, over sides that two of them share.
//!
//! First the corners of all rings become vertices: one that has the same place as an earlier one, no more than two voxels higher or lower, is
//! welded to it; of several to the youngest. Then each side is linked to the side between the same two vertices that leads the other
//! way. Where the corners' own heights differ by more than a step the link is cut. Nothing else links: a side that ends on another
//! one without a vertex there is a wall.
//!
//! A side behind which, by the outlines, another region lies, but no polygon that it could be linked to, is a crack; a side on an edge that two others share
//! is one too many. Both are named. Without a check of heights vertices are welded and sides linked whatever lies
//! between them, and links that are higher than a step are named.
//!
//! Mikko Mononen, Recast (2009), `addVertex` and `buildMeshAdjacency`.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{
    Convex, VoxelFault,
    edges::{Edges, PolygonSide, sides, spots},
    ring::RingVertex,
};
use crate::{
    geometry::Point,
    record::{Event, Recorder, Replayable, Sink},
};

/// What happened in linking. Corners are told by their places among those of all rings, sides by theirs among those of all polygons.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum LinkEvent {
    /// A corner became a vertex.
    Placed {
        /// The corner.
        corner: u32,
    },
    /// A corner was welded to a vertex.
    Welded {
        /// The corner.
        corner: u32,
        /// The vertex.
        vertex: u32,
    },
    /// Two sides were linked, or found to be one edge but too far apart in height.
    Linked {
        /// The earlier side.
        side: u32,
        /// The later one.
        twin: u32,
        /// How far apart their ends are in height, the farther ones. \[voxels]
        apart: u32,
        /// What became of the link.
        joint: Joint,
        /// How many sides had been looked at.
        was: u32,
    },
    /// A side lies on an edge that others share already.
    Crowded {
        /// The side.
        side: u32,
        /// One of the others.
        other: u32,
        /// How many sides had been looked at.
        was: u32,
    },
    /// A side on the border to another region has no polygon behind it.
    Cracked {
        /// The side.
        side: u32,
        /// How many sides had been looked at.
        was: u32,
    },
    /// Observed: a corner was not welded to a vertex in the same place.
    Parted {
        /// The corner.
        corner: u32,
        /// The vertex.
        vertex: u32,
    },
    /// Observed: a side has nothing behind it.
    Walled {
        /// The side.
        side: u32,
    },
}

/// What became of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Joint {
    /// It can be walked.
    Level,
    /// It was cut, as it is higher than a step.
    Cut,
    /// It can be walked though it is higher than a step.
    Jump,
}

const _: () = assert!(size_of::<LinkEvent>() <= 40, "there are as many as sides");

impl Event for LinkEvent {}

/// Heights that differ by no more than this are welded. \[voxels]
pub const WELDED: u32 = 2;

/// The links made so far.
#[derive(Clone, Debug)]
pub struct PolygonLinks {
    convex: Arc<Convex>,
    /// The corners of all rings, one ring behind the other.
    pub(super) corners: Arc<[RingVertex]>,
    /// For each corner its place among all places in plan.
    spots: Arc<[u32]>,
    /// The sides of all polygons, one polygon behind the other.
    pub(super) sides: Arc<[PolygonSide]>,
    /// For each corner so far its vertex.
    pub(super) vertex_of: Vec<u32>,
    /// For each vertex its first corner.
    pub(super) vertices: Vec<u32>,
    /// How many sides were looked at.
    looked: u32,
    /// For each side its twin, and what became of the link.
    pub(super) twins: Vec<Option<(u32, Joint)>>,
    /// The events that tell of something wrong.
    pub(super) flaws: Vec<LinkEvent>,
}

impl PartialEq for PolygonLinks {
    fn eq(&self, other: &Self) -> bool {
        (&self.vertex_of, &self.vertices, self.looked, &self.twins, &self.flaws)
            == (&other.vertex_of, &other.vertices, other.looked, &other.twins, &other.flaws)
    }
}

impl PolygonLinks {
    /// Nothing linked yet.
    #[must_use]
    pub fn new(convex: Arc<Convex>) -> Self {
        let rings = convex.ears().bridges().outlines();
        let corners: Arc<[RingVertex]> = rings.iter().flat_map(|it| it.vertices.iter().copied()).collect();
        let mut first = vec![0];
        first.extend(rings.iter().scan(0, |sum, it| {
            *sum += number(it.vertices.len());
            Some(*sum)
        }));
        let sides = sides(&convex, &first);
        let twins = vec![None; sides.len()];
        let spots = spots(&corners);
        let (vertex_of, vertices, flaws) = (Vec::new(), Vec::new(), Vec::new());
        Self { convex, corners, spots, sides, vertex_of, vertices, looked: 0, twins, flaws }
    }

    /// The polygons.
    #[must_use]
    pub fn convex(&self) -> &Arc<Convex> {
        &self.convex
    }

    /// How many vertices there are by now.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.vertices.len()
    }

    /// Where a corner lies. \[world units]
    #[must_use]
    pub fn place(&self, corner: u32) -> Point {
        self.convex.ears().bridges().place(&self.corners[corner as usize])
    }

    /// How high a corner lies. \[world units]
    #[must_use]
    pub fn height(&self, corner: u32) -> f64 {
        self.convex.ears().bridges().grid().height(self.corners[corner as usize].height.into())
    }

    /// The first corner of a vertex.
    #[must_use]
    pub fn corner_of(&self, vertex: u32) -> u32 {
        self.vertices[vertex as usize]
    }

    /// The vertex of a corner, if it has become or joined one.
    #[must_use]
    pub fn vertex_of(&self, corner: u32) -> Option<u32> {
        self.vertex_of.get(corner as usize).copied()
    }

    /// How many sides all polygons have.
    #[must_use]
    pub fn sides(&self) -> u32 {
        number(self.sides.len())
    }

    /// The corners where a side begins and ends.
    #[must_use]
    pub fn ends(&self, side: u32) -> [u32; 2] {
        self.sides[side as usize].ends
    }

    /// The polygon of a side.
    #[must_use]
    pub fn polygon(&self, side: u32) -> u32 {
        self.sides[side as usize].polygon
    }

    /// The side to which a side is linked, and what became of the link.
    #[must_use]
    pub fn twin(&self, side: u32) -> Option<(u32, Joint)> {
        self.twins[side as usize]
    }

    /// The events so far that tell of something wrong.
    #[must_use]
    pub fn flaws(&self) -> &[LinkEvent] {
        &self.flaws
    }

    /// The height up to which a link is no jump: a step, but never less than what is welded. \[voxels]
    #[must_use]
    pub fn step(&self) -> u32 {
        let settings = self.convex.settings();
        settings.in_voxels(0.0).climb.max(WELDED)
    }

    fn set(&mut self, [side, twin]: [u32; 2], joint: Option<Joint>) {
        self.twins[side as usize] = joint.map(|it| (twin, it));
        self.twins[twin as usize] = joint.map(|it| (side, it));
    }
}

impl LinkEvent {
    /// What it tells of something wrong, and with which side.
    #[must_use]
    pub fn fault(&self) -> Option<(VoxelFault, u32)> {
        match *self {
            Self::Linked { side, joint: Joint::Cut | Joint::Jump, .. } => Some((VoxelFault::HeightJump, side)),
            Self::Crowded { side, .. } => Some((VoxelFault::SideOfThree, side)),
            Self::Cracked { side, .. } => Some((VoxelFault::BorderCrack, side)),
            Self::Linked { joint: Joint::Level, .. }
            | Self::Placed { .. }
            | Self::Welded { .. }
            | Self::Parted { .. }
            | Self::Walled { .. } => None,
        }
    }
}

impl Replayable for PolygonLinks {
    type Event = LinkEvent;

    fn apply(&mut self, event: &LinkEvent, _: &[u32]) {
        match *event {
            LinkEvent::Placed { corner } => {
                self.vertex_of.push(number(self.vertices.len()));
                self.vertices.push(corner);
            }
            LinkEvent::Welded { vertex, .. } => self.vertex_of.push(vertex),
            LinkEvent::Linked { side, twin, joint, .. } => {
                self.set([side, twin], Some(joint));
                self.looked = side + 1;
            }
            LinkEvent::Crowded { side, .. } | LinkEvent::Cracked { side, .. } => self.looked = side + 1,
            LinkEvent::Parted { .. } | LinkEvent::Walled { .. } => (),
        }
        if event.fault().is_some() {
            self.flaws.push(*event);
        }
    }

    fn revert(&mut self, event: &LinkEvent, _: &[u32]) {
        match *event {
            LinkEvent::Placed { .. } => {
                self.vertex_of.pop();
                self.vertices.pop();
            }
            LinkEvent::Welded { .. } => drop(self.vertex_of.pop()),
            LinkEvent::Linked { side, twin, was, .. } => {
                self.set([side, twin], None);
                self.looked = was;
            }
            LinkEvent::Crowded { was, .. } | LinkEvent::Cracked { was, .. } => self.looked = was,
            LinkEvent::Parted { .. } | LinkEvent::Walled { .. } => (),
        }
        if event.fault().is_some() {
            self.flaws.pop();
        }
    }
}

/// Welds whatever corners are not welded yet, and links whatever sides are not linked.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn links<S: Sink<LinkEvent>>(links: &mut Recorder<PolygonLinks, S>) -> ControlFlow<()> {
    weld(links)?;
    let edges = Edges::of(links);
    for side in links.looked..links.sides() {
        if links.twin(side).is_some() {
            continue;
        }
        let (was, on_edge) = (links.looked, edges.with(side));
        let is_free = |it: &&(u32, bool)| it.1 != edges.leads_up(side) && links.twin(it.0).is_none();
        let twin = on_edge.iter().find(is_free).map(|it| it.0);
        let other = on_edge.iter().map(|it| it.0).find(|&it| it != side);
        match (twin, other) {
            (Some(twin), _) => {
                let (apart, joint) = links.joint(side, twin);
                links.commit(LinkEvent::Linked { side, twin, apart, joint, was })?;
            }
            (None, Some(other)) => links.commit(LinkEvent::Crowded { side, other, was })?,
            (None, None) if links.sides[side as usize].is_border => links.commit(LinkEvent::Cracked { side, was })?,
            (None, None) => links.observe(|_| LinkEvent::Walled { side }),
        }
    }
    ControlFlow::Continue(())
}

impl PolygonLinks {
    /// How far apart in height two sides between the same vertices are, and what becomes of their link.
    fn joint(&self, side: u32, twin: u32) -> (u32, Joint) {
        let [[a, b], [c, d]] = [side, twin].map(|it| self.ends(it).map(|it| self.corners[it as usize].height));
        let apart = u32::from(a.abs_diff(d).max(b.abs_diff(c)));
        let joint = match apart > self.step() {
            false => Joint::Level,
            true if self.convex.settings().height_check => Joint::Cut,
            true => Joint::Jump,
        };
        (apart, joint)
    }
}

/// Makes vertices of corners.
fn weld<S: Sink<LinkEvent>>(links: &mut Recorder<PolygonLinks, S>) -> ControlFlow<()> {
    // For each place its vertices, the youngest last.
    let mut at: Vec<Vec<u32>> = vec![Vec::new(); links.spots.iter().max().map_or(0, |&it| it as usize + 1)];
    for (vertex, &corner) in (0..).zip(&links.vertices) {
        at[links.spots[corner as usize] as usize].push(vertex);
    }
    let checks = links.convex.settings().height_check;
    for corner in number(links.vertex_of.len())..number(links.corners.len()) {
        let here = &mut at[links.spots[corner as usize] as usize];
        let height = |it: u32| links.corners[it as usize].height;
        let is_near = |it: u32| !checks || u32::from(height(links.corner_of(it)).abs_diff(height(corner))) <= WELDED;
        let near = here.iter().rposition(|&it| is_near(it));
        for &vertex in here[near.map_or(0, |it| it + 1)..].iter().rev() {
            links.observe(|_| LinkEvent::Parted { corner, vertex });
        }
        if let Some(near) = near {
            links.commit(LinkEvent::Welded { corner, vertex: here[near] })?;
        } else {
            here.push(number(links.vertices.len()));
            links.commit(LinkEvent::Placed { corner })?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 corners")
}
