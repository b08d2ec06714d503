//! What a search knows, and how it changes.

use std::sync::Arc;

use serde::Serialize;

use super::{Cost, Method, SearchSettings};
use crate::{
    bake::NavMesh,
    geometry::Point,
    mesh::{Link, TriangleId},
    record::{Event, Level, Replayable},
};

/// How a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// There is a corridor, or a way from cell to cell.
    Found,
    /// Start and goal are on the mesh or the grid, and nothing joins them.
    Unreachable,
    /// The start lies in a wall, or nearer to one than the radius.
    StartInWall,
    /// The goal does.
    GoalInWall,
    /// Start or goal is on floor that no walkable triangle covers; from cell to cell, the agent can't get to the centre of its cell.
    OffMesh,
}

impl Outcome {
    /// The word for it, as in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Unreachable => "unreachable",
            Self::StartInWall => "start-in-wall",
            Self::GoalInWall => "goal-in-wall",
            Self::OffMesh => "off-mesh",
        }
    }
}

/// What happened in a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum SearchEvent {
    /// A triangle that holds the start was opened.
    Seeded {
        /// The triangle.
        triangle: TriangleId,
    },
    /// The open triangle with the least f was closed; its neighbours are looked at next.
    Expanded {
        /// The triangle.
        triangle: TriangleId,
        /// What was expanded before, and which of its sides was next.
        was: (Option<TriangleId>, u32),
    },
    /// A neighbour got a better g, and is open from now on.
    Relaxed {
        /// The edge crossed, as a side of the triangle that was left.
        via: Link,
        /// The neighbour.
        to: TriangleId,
        /// Its new g.
        g: f64,
        /// What it was before.
        was: Node,
        /// Which side of the polygon that was left was next before.
        next: u32,
    },
    /// Observed: a neighbour had as good a g already.
    Refused {
        /// The edge, as a side of the triangle that was left.
        via: Link,
        /// The g it would have got.
        g: f64,
    },
    /// Observed: an edge is closed, or nothing walkable lies behind it.
    Blocked {
        /// The edge, as a side of the triangle that was left.
        via: Link,
    },
    /// The search ended.
    Ended {
        /// How.
        outcome: Outcome,
    },
}

const _: () = assert!(size_of::<SearchEvent>() <= 48, "there are several for each triangle reached");

impl Event for SearchEvent {
    fn level(&self) -> Level {
        match self {
            Self::Ended { .. } => Level::Phase,
            Self::Seeded { .. } | Self::Expanded { .. } => Level::Operation,
            Self::Relaxed { .. } => Level::Edit,
            Self::Refused { .. } | Self::Blocked { .. } => Level::Test,
        }
    }
}

/// What is known of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Node {
    /// The cost to get there. \[cells; under portal widths, their sum]
    pub g: f64,
    /// The edge it was entered by, as a side of the triangle before; none for seeds.
    pub parent: Link,
    /// Whether it waits, was expanded, or is unknown.
    pub state: NodeState,
}

/// Whether a triangle waits.
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
    const UNKNOWN: Self = Self { g: f64::INFINITY, parent: Link::NONE, state: NodeState::Unknown };
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
    goals: Vec<TriangleId>,
    nodes: Vec<Node>,
    /// How many nodes wait.
    open: usize,
    /// How many times one was expanded.
    expansions: usize,
    pub(super) seeds: usize,
    pub(super) current: Option<TriangleId>,
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
    pub fn new(nav: Arc<NavMesh>, settings: SearchSettings, start: Point, goal: Point) -> Self {
        let goals = nav.polygons_at(goal);
        let nodes = vec![Node::UNKNOWN; nav.polygons().count()];
        Self {
            nav,
            settings,
            start,
            goal,
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

    /// How many triangles wait.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open
    }

    /// How many times a triangle was expanded.
    #[must_use]
    pub fn expansions(&self) -> usize {
        self.expansions
    }

    /// The triangle whose neighbours are being looked at.
    #[must_use]
    pub fn current(&self) -> Option<TriangleId> {
        self.current
    }

    /// What is known of the polygon that a triangle belongs to; unknown if it is not walkable.
    #[inline]
    #[must_use]
    pub fn node(&self, triangle: TriangleId) -> Node {
        self.nav.polygons().place_of(triangle).map_or(Node::UNKNOWN, |it| self.nodes[it])
    }

    /// The numbers of all polygons that were reached, with what is known of them.
    pub fn reached(&self) -> impl Iterator<Item = (TriangleId, Node)> + '_ {
        let nodes = self.nav.polygons().ids().iter().copied().zip(self.nodes.iter().copied());
        nodes.filter(|(_, node)| node.state != NodeState::Unknown)
    }

    /// Whether the polygon of a number holds the goal.
    #[inline]
    #[must_use]
    pub fn is_goal(&self, triangle: TriangleId) -> bool {
        self.goals.binary_search(&triangle).is_ok()
    }

    pub(super) fn has_goal(&self) -> bool {
        !self.goals.is_empty()
    }

    /// Where a triangle that was entered over `parent` counts as being.
    #[must_use]
    pub fn place(&self, triangle: TriangleId, parent: Link) -> Point {
        if parent == Link::NONE {
            return self.start;
        }
        if self.is_goal(triangle) {
            return self.goal;
        }
        if self.settings.cost == Cost::Midpoints {
            let [a, b] = self.nav.ends(parent);
            return a.middle(b);
        }
        let place = self.nav.polygons().place_of(triangle);
        place.map_or_else(Point::default, |it| self.nav.polygons().centre(self.nav.mesh(), it))
    }

    /// The g of the triangle `to` when it is entered from an expanded one over `via`.
    #[must_use]
    pub fn cost_over(&self, via: Link, to: TriangleId) -> f64 {
        let from = self.node(via.triangle());
        let [a, b] = self.nav.ends(via);
        let here = || self.place(via.triangle(), from.parent);
        from.g
            + match self.settings.cost {
                Cost::PortalWidth => a.distance(b),
                Cost::Centroids => here().distance(self.place(to, via)),
                Cost::Midpoints => {
                    let middle = a.middle(b);
                    here().distance(middle) + middle.distance(self.place(to, via))
                }
            }
    }

    /// What is left at least, from a triangle that was entered over `parent`. Never more than there is.
    #[must_use]
    pub fn h(&self, triangle: TriangleId, parent: Link) -> f64 {
        match (self.settings.method, self.settings.cost) {
            (Method::Dijkstra, _) | (_, Cost::PortalWidth) => 0.0,
            _ => self.place(triangle, parent).distance(self.goal),
        }
    }

    /// The edges crossed on the cheapest way to `triangle`, in order, each as a side of the triangle that is left.
    #[must_use]
    pub fn corridor_to(&self, triangle: TriangleId) -> Vec<Link> {
        let mut edges = Vec::new();
        let mut at = self.node(triangle).parent;
        // Parents of closed nodes can't run in circles, but a search may be looked at while it is being tampered with.
        while at != Link::NONE && edges.len() <= self.nodes.len() {
            edges.push(at);
            at = self.node(at.triangle()).parent;
        }
        edges.reverse();
        edges
    }

    /// The sides of the polygon whose neighbours are being looked at.
    pub(super) fn sides(&self) -> &[Link] {
        let place = self.current.and_then(|it| self.nav.polygons().place_of(it));
        place.map_or(&[], |it| self.nav.polygons().sides(it))
    }

    /// Which side of the current polygon comes behind one that is not looked at yet.
    fn side_behind(&self, via: Link) -> u32 {
        let behind = self.sides().iter().zip(1..).skip(self.side as usize).find(|it| *it.0 == via);
        behind.map_or(self.side, |it| it.1)
    }

    fn set(&mut self, triangle: TriangleId, change: impl FnOnce(&mut Node)) {
        if let Some(place) = self.nav.polygons().place_of(triangle) {
            change(&mut self.nodes[place]);
        }
    }
}

impl Replayable for Search {
    type Event = SearchEvent;

    fn apply(&mut self, event: &SearchEvent, _: &[u32]) {
        match *event {
            SearchEvent::Seeded { triangle } => {
                self.set(triangle, |it| *it = Node { g: 0.0, parent: Link::NONE, state: NodeState::Open });
                self.open += 1;
                self.seeds += 1;
            }
            SearchEvent::Expanded { triangle, .. } => {
                self.set(triangle, |it| it.state = NodeState::Closed);
                self.open -= 1;
                self.expansions += 1;
                self.current = Some(triangle);
                self.side = 0;
            }
            SearchEvent::Relaxed { via, to, g, was, .. } => {
                self.open += usize::from(was.state != NodeState::Open);
                self.set(to, |it| *it = Node { g, parent: via, state: NodeState::Open });
                self.side = self.side_behind(via);
            }
            SearchEvent::Ended { outcome } => self.outcome = Some(outcome),
            SearchEvent::Refused { .. } | SearchEvent::Blocked { .. } => (),
        }
    }

    fn revert(&mut self, event: &SearchEvent, _: &[u32]) {
        match *event {
            SearchEvent::Seeded { triangle } => {
                self.set(triangle, |it| *it = Node::UNKNOWN);
                self.open -= 1;
                self.seeds -= 1;
            }
            SearchEvent::Expanded { triangle, was } => {
                self.set(triangle, |it| it.state = NodeState::Open);
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
