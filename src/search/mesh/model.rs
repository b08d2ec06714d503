//! What a search knows, and how it changes.

use std::sync::Arc;

use serde::Serialize;

use super::super::{Cost, Method, Outcome, SearchSettings};
use crate::{
    bake::NavMesh,
    geometry::{Point, Spot},
    mesh::{PolygonId, SideId},
    record::{Event, Replayable},
};

/// What happened in a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum SearchEvent {
    /// A polygon that holds the start was opened.
    Seeded {
        /// The polygon.
        polygon: PolygonId,
    },
    /// The open polygon with the least f was closed; its neighbours are looked at next.
    Expanded {
        /// The polygon.
        polygon: PolygonId,
        /// What was expanded before, and which of its sides was next.
        was: (Option<PolygonId>, u32),
    },
    /// A neighbour got a better g, and is open from now on.
    Relaxed {
        /// The edge crossed, as a side of the polygon that was left.
        via: SideId,
        /// The neighbour.
        to: PolygonId,
        /// Its new g.
        g: f64,
        /// What it was before.
        was: Node,
        /// Which side of the polygon that was left was next before.
        next: u32,
    },
    /// Observed: a neighbour had as good a g already.
    Refused {
        /// The edge, as a side of the polygon that was left.
        via: SideId,
        /// The g it would have got.
        g: f64,
    },
    /// Observed: an edge is closed, or nothing walkable lies behind it.
    Blocked {
        /// The edge, as a side of the polygon that was left.
        via: SideId,
    },
    /// The search ended.
    Ended {
        /// How.
        outcome: Outcome,
    },
}

const _: () = assert!(size_of::<SearchEvent>() <= 48, "there are several for each polygon reached");

impl Event for SearchEvent {}

/// What is known of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Node {
    /// The cost to get there. \[cells; under portal widths, their sum]
    pub g: f64,
    /// The edge it was entered by, as a side of the polygon before; none for seeds.
    pub parent: SideId,
    /// Whether it waits, was expanded, or is unknown.
    pub state: NodeState,
}

/// Whether a polygon waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum NodeState {
    /// Never reached.
    Unknown,
    /// Reached, and waiting.
    Open,
    /// Expanded.
    Closed,
}

impl Node {
    const UNKNOWN: Self = Self { g: f64::INFINITY, parent: SideId::NONE, state: NodeState::Unknown };
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Search {
    nav: Arc<NavMesh>,
    settings: SearchSettings,
    /// Where it starts.
    pub start: Point,
    /// Where it goes.
    pub goal: Point,
    heights: [Option<f64>; 2],
    /// The polygons that the start is on, and those that the goal is on.
    starts: Vec<PolygonId>,
    goals: Vec<PolygonId>,
    nodes: Vec<Node>,
    /// The least that a way may cost for its length.
    least: f64,
    /// How many nodes wait.
    open: usize,
    /// How many times one was expanded.
    expansions: usize,
    pub(super) seeds: usize,
    pub(super) current: Option<PolygonId>,
    /// The side of the current polygon to look at next.
    pub(super) side: u32,
    outcome: Option<Outcome>,
}

impl PartialEq for Search {
    fn eq(&self, other: &Self) -> bool {
        let rest = |it: &Self| (it.open, it.expansions, it.seeds, it.current, it.side, it.outcome);
        self.nodes == other.nodes && rest(self) == rest(other)
    }
}

impl Search {
    /// Nothing known yet.
    #[must_use]
    pub fn new(nav: Arc<NavMesh>, settings: SearchSettings, start: impl Into<Spot>, goal: impl Into<Spot>) -> Self {
        let [start, goal] = [start.into(), goal.into()];
        let [starts, goals] = [start, goal].map(|it| nav.polygons().polygons_on(it));
        let nodes = vec![Node::UNKNOWN; nav.polygons().count()];
        let least = if settings.costs.weigh() { settings.costs.least(nav.polygons()) } else { 1.0 };
        Self {
            nav,
            settings,
            least,
            start: start.at,
            goal: goal.at,
            heights: [start.height, goal.height],
            starts,
            goals,
            nodes,
            open: 0,
            expansions: 0,
            seeds: 0,
            current: None,
            side: 0,
            outcome: None,
        }
    }

    /// The mesh searched.
    #[must_use]
    pub fn nav(&self) -> &Arc<NavMesh> {
        &self.nav
    }

    /// What is searched for and how.
    #[must_use]
    pub fn settings(&self) -> &SearchSettings {
        &self.settings
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How many polygons wait.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open
    }

    /// How many times a polygon was expanded.
    #[must_use]
    pub fn expansions(&self) -> usize {
        self.expansions
    }

    /// The polygon whose neighbours are being looked at.
    #[must_use]
    pub fn current(&self) -> Option<PolygonId> {
        self.current
    }

    /// What is known of a polygon.
    #[inline]
    #[must_use]
    pub fn node(&self, polygon: PolygonId) -> Node {
        self.nodes[polygon.index()]
    }

    /// All polygons that were reached, in order, with what is known of them.
    pub fn reached(&self) -> impl Iterator<Item = (PolygonId, Node)> + '_ {
        let nodes = self.nav.polygons().ids().zip(self.nodes.iter().copied());
        nodes.filter(|(_, node)| node.state != NodeState::Unknown)
    }

    /// Whether a polygon holds the goal.
    #[inline]
    #[must_use]
    pub fn is_goal(&self, polygon: PolygonId) -> bool {
        self.goals.binary_search(&polygon).is_ok()
    }

    /// The polygons that the start is on.
    pub(super) fn starts(&self) -> &[PolygonId] {
        &self.starts
    }

    pub(super) fn is_on_mesh(&self) -> bool {
        !self.starts.is_empty() && !self.goals.is_empty()
    }

    /// Where it starts and goes.
    #[must_use]
    pub fn ends(&self) -> [Spot; 2] {
        [Spot::new(self.start, self.heights[0]), Spot::new(self.goal, self.heights[1])]
    }

    /// Where a polygon that was entered over `parent` counts as being.
    #[must_use]
    pub fn place(&self, polygon: PolygonId, parent: SideId) -> Point {
        if parent == SideId::NONE {
            return self.start;
        }
        if self.is_goal(polygon) {
            return self.goal;
        }
        if self.settings.cost == Cost::Midpoints {
            let [a, b] = self.nav.polygons().ends(parent);
            return a.middle(b);
        }
        self.nav.polygons().centre(polygon)
    }

    /// The g of the polygon `to` when it is entered from an expanded one over `via`.
    #[must_use]
    pub fn cost_over(&self, via: SideId, to: PolygonId) -> f64 {
        let mesh = self.nav.polygons();
        let left = mesh.owner(via);
        let from = self.node(left);
        let [a, b] = mesh.ends(via);
        let here = || self.place(left, from.parent);
        let length = match self.settings.cost {
            Cost::PortalWidth => a.distance(b),
            Cost::Centroids => here().distance(self.place(to, via)),
            Cost::Midpoints => {
                let middle = a.middle(b);
                here().distance(middle) + middle.distance(self.place(to, via))
            }
        };
        let length = if self.settings.costs.weigh() { self.weighed(via, to) } else { length };
        from.g + length * f64::from(mesh.side(via).cost)
    }

    /// What a step costs that leaves a polygon over a side, where ground has costs of its own.
    fn weighed(&self, via: SideId, to: PolygonId) -> f64 {
        let (mesh, costs) = (self.nav.polygons(), &self.settings.costs);
        let left = mesh.owner(via);
        let [a, b] = mesh.ends(via);
        let (here, there) = (self.place(left, self.node(left).parent), self.place(to, via));
        let ground = |polygon| costs.of_polygon(mesh, polygon);
        let way = |(leaves, from): (PolygonId, Point), (enters, to): (PolygonId, Point)| {
            from.distance(to) * costs.of_climb([mesh.height_at(leaves, from), mesh.height_at(enters, to)])
        };
        match self.settings.cost {
            Cost::PortalWidth => a.distance(b) * ground(to),
            // How much of it lies in which of the two is not known.
            Cost::Centroids => way((left, here), (to, there)) * f64::midpoint(ground(left), ground(to)),
            Cost::Midpoints => {
                let middle = a.middle(b);
                way((left, here), (left, middle)) * ground(left) + way((to, middle), (to, there)) * ground(to)
            }
        }
    }

    /// What is left at least, from a polygon that was entered over `parent`. Never more than there is.
    #[must_use]
    pub fn h(&self, polygon: PolygonId, parent: SideId) -> f64 {
        match (self.settings.method, self.settings.cost) {
            (Method::Dijkstra, _) | (_, Cost::PortalWidth) => 0.0,
            _ => self.place(polygon, parent).distance(self.goal) * self.least,
        }
    }

    /// The edges crossed on the cheapest way to `polygon`, in order, each as a side of the polygon that is left.
    #[must_use]
    pub fn corridor_to(&self, polygon: PolygonId) -> Vec<SideId> {
        let mut edges = Vec::new();
        let mut at = self.node(polygon).parent;
        // Parents of closed nodes can't run in circles, but a search may be looked at while it is being tampered with.
        while at != SideId::NONE && edges.len() <= self.nodes.len() {
            edges.push(at);
            at = self.node(self.nav.polygons().owner(at)).parent;
        }
        edges.reverse();
        edges
    }

    /// The sides of the polygon whose neighbours are being looked at, from the first on that was not looked at yet.
    pub(super) fn sides_left(&self) -> impl Iterator<Item = SideId> + use<> {
        let sides = self.current.map(|it| self.nav.polygons().sides(it));
        sides.into_iter().flatten().skip(self.side as usize)
    }

    fn set(&mut self, polygon: PolygonId, change: impl FnOnce(&mut Node)) {
        change(&mut self.nodes[polygon.index()]);
    }
}

impl Replayable for Search {
    type Event = SearchEvent;

    fn apply(&mut self, event: &SearchEvent, _: &[u32]) {
        match *event {
            SearchEvent::Seeded { polygon } => {
                self.set(polygon, |it| *it = Node { g: 0.0, parent: SideId::NONE, state: NodeState::Open });
                self.open += 1;
                self.seeds += 1;
            }
            SearchEvent::Expanded { polygon, .. } => {
                self.set(polygon, |it| it.state = NodeState::Closed);
                self.open -= 1;
                self.expansions += 1;
                self.current = Some(polygon);
                self.side = 0;
            }
            SearchEvent::Relaxed { via, to, g, was, .. } => {
                self.open += usize::from(was.state != NodeState::Open);
                self.set(to, |it| *it = Node { g, parent: via, state: NodeState::Open });
                self.side = self.nav.polygons().place_in_polygon(via) + 1;
            }
            SearchEvent::Ended { outcome } => self.outcome = Some(outcome),
            SearchEvent::Refused { .. } | SearchEvent::Blocked { .. } => (),
        }
    }

    fn revert(&mut self, event: &SearchEvent, _: &[u32]) {
        match *event {
            SearchEvent::Seeded { polygon } => {
                self.set(polygon, |it| *it = Node::UNKNOWN);
                self.open -= 1;
                self.seeds -= 1;
            }
            SearchEvent::Expanded { polygon, was } => {
                self.set(polygon, |it| it.state = NodeState::Open);
                self.open += 1;
                self.expansions -= 1;
                (self.current, self.side) = was;
            }
            SearchEvent::Relaxed { to, was, next, .. } => {
                self.set(to, |it| *it = was);
                self.open -= usize::from(was.state != NodeState::Open);
                self.side = next;
            }
            SearchEvent::Ended { .. } => self.outcome = None,
            SearchEvent::Refused { .. } | SearchEvent::Blocked { .. } => (),
        }
    }
}
