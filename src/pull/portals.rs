//! Which end of each portal is on the traveller's left.
//!
//! The corners of a polygon turn left, so whoever leaves it over the side from → to has `to` on the left hand: no arithmetic
//! is needed. The other rules compute it, and go wrong where their point of reference does.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{Portal, PortalOrder};
use crate::{
    bake::NavMesh,
    geometry::{Point, Turn, turn},
    mesh::{SideId, VertexId},
    record::{Event, Recorder, Replayable, Sink},
};

/// What happened to the portals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum PortalEvent {
    /// The next portal's ends were told apart.
    Ordered {
        /// The end taken for the left one.
        left: VertexId,
        /// The end taken for the right one.
        right: VertexId,
        /// Whether that is so.
        right_way_round: bool,
    },
    /// Observed: the cross product that an end was judged by.
    Judged {
        /// The end.
        vertex: VertexId,
        /// Its cross product with the direction of travel; the larger lies further to the right.
        cross: f64,
    },
}

impl Event for PortalEvent {}

/// The portals so far.
#[derive(Clone, Debug)]
pub struct Portals {
    nav: Arc<NavMesh>,
    corridor: Arc<[SideId]>,
    start: Point,
    order: PortalOrder,
    ends: Vec<[VertexId; 2]>,
}

impl PartialEq for Portals {
    fn eq(&self, other: &Self) -> bool {
        self.ends == other.ends
    }
}

impl Portals {
    /// None ordered yet; `corridor` lists the edges crossed, each as a side of the polygon that is left.
    #[must_use]
    pub fn new(nav: Arc<NavMesh>, corridor: Arc<[SideId]>, start: Point, order: PortalOrder) -> Self {
        Self { nav, corridor, start, order, ends: Vec::new() }
    }

    /// The mesh they belong to.
    #[must_use]
    pub fn nav(&self) -> &Arc<NavMesh> {
        &self.nav
    }

    /// The edges crossed.
    #[must_use]
    pub fn corridor(&self) -> &Arc<[SideId]> {
        &self.corridor
    }

    /// How many portals were ordered so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The portals ordered so far.
    #[must_use]
    pub fn portals(&self) -> Vec<Portal> {
        let point = |vertex| self.nav.polygons().point(vertex);
        self.ends.iter().map(|&[left, right]| Portal { left: point(left), right: point(right) }).collect()
    }
}

impl Replayable for Portals {
    type Event = PortalEvent;

    fn apply(&mut self, event: &PortalEvent, _: &[u32]) {
        if let PortalEvent::Ordered { left, right, .. } = *event {
            self.ends.push([left, right]);
        }
    }

    fn revert(&mut self, event: &PortalEvent, _: &[u32]) {
        if let PortalEvent::Ordered { .. } = event {
            self.ends.pop();
        }
    }
}

/// Orders whatever is not ordered yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn order_portals<S: Sink<PortalEvent>>(portals: &mut Recorder<Portals, S>) -> ControlFlow<()> {
    let (nav, corridor) = (portals.nav.clone(), portals.corridor.clone());
    let mesh = nav.polygons();
    for &edge in &corridor[portals.ends.len()..] {
        let [from, to] = mesh.vertices(edge);
        let by_winding = [to, from];
        let [left, right] = match portals.order {
            PortalOrder::Winding => by_winding,
            PortalOrder::Reversed => [from, to],
            PortalOrder::FixedPoint => match turn(portals.start, mesh.point(from), mesh.point(to)).verdict {
                Turn::Right => [from, to],
                Turn::Left | Turn::Straight => [to, from],
            },
            PortalOrder::Centroids => {
                let across = mesh.across(edge).unwrap_or(edge);
                let [here, there] = [edge, across].map(|it| mesh.centre(mesh.owner(it)));
                let cross = |vertex: VertexId| (there - here).cross(mesh.point(vertex) - here);
                for vertex in [from, to] {
                    portals.observe(|_| PortalEvent::Judged { vertex, cross: cross(vertex) });
                }
                // With y down the larger cross product is the right hand.
                if cross(from) >= cross(to) { [to, from] } else { [from, to] }
            }
        };
        portals.commit(PortalEvent::Ordered { left, right, right_way_round: [left, right] == by_winding })?;
    }
    ControlFlow::Continue(())
}
