//! What the search for the shortest path of all knows, and how it changes.

use std::sync::Arc;

use super::{
    super::Outcome,
    event::{PolyanyaEvent, Sight, SightState},
    view::{Arrival, View},
};
use crate::{
    bake::NavMesh,
    geometry::{Exact, Point, Side, Spot, Turn, path_length},
    mesh::{PolygonId, SideId, VertexId},
    record::Replayable,
};

/// A search under way.
#[derive(Clone, Debug)]
pub struct Polyanya {
    nav: Arc<NavMesh>,
    /// Where it starts.
    pub start: Point,
    /// Where it goes.
    pub goal: Point,
    heights: [Option<f64>; 2],
    exact: Exact,
    /// The places of the polygons that hold the start, and of those that hold the goal.
    starts: Vec<u32>,
    goals: Vec<u32>,
    nodes: Vec<Sight>,
    open: usize,
    expansions: usize,
    current: u32,
    /// How many successors of the current node were made; more than there are when others have come up since.
    next: u32,
    outcome: Option<Outcome>,
}

impl PartialEq for Polyanya {
    fn eq(&self, other: &Self) -> bool {
        let rest = |it: &Self| (it.open, it.expansions, it.current, it.next, it.outcome);
        self.nodes == other.nodes && rest(self) == rest(other)
    }
}

impl Polyanya {
    /// Nothing known yet.
    #[must_use]
    pub fn new(nav: Arc<NavMesh>, start: impl Into<Spot>, goal: impl Into<Spot>) -> Self {
        let [start, goal] = [start.into(), goal.into()];
        let [starts, goals] = [start, goal].map(|it| polygons_on(&nav, it));
        let exact = nav.sight_mesh().exact().including(&[start.at, goal.at]);
        Self {
            nav,
            start: start.at,
            goal: goal.at,
            heights: [start.height, goal.height],
            exact,
            starts,
            goals,
            nodes: Vec::with_capacity(32),
            open: 0,
            expansions: 0,
            current: Sight::NONE,
            next: 0,
            outcome: None,
        }
    }

    /// The mesh searched.
    #[must_use]
    pub fn nav(&self) -> &Arc<NavMesh> {
        &self.nav
    }

    /// Where it starts and goes.
    #[must_use]
    pub fn ends(&self) -> [Spot; 2] {
        [Spot::new(self.start, self.heights[0]), Spot::new(self.goal, self.heights[1])]
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// All nodes so far, in order of their numbers.
    #[inline]
    #[must_use]
    pub fn nodes(&self) -> &[Sight] {
        &self.nodes
    }

    /// A node by its number.
    #[inline]
    #[must_use]
    pub fn node(&self, number: u32) -> Option<&Sight> {
        self.nodes.get(number as usize)
    }

    /// How many nodes wait.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open
    }

    /// How many nodes were expanded.
    #[must_use]
    pub fn expansions(&self) -> usize {
        self.expansions
    }

    /// The number of the node whose successors are being made.
    #[must_use]
    pub fn current(&self) -> Option<u32> {
        (self.current != Sight::NONE).then_some(self.current)
    }

    /// How many successors of the current node were made, or how many nodes at the start.
    #[must_use]
    pub fn next(&self) -> u32 {
        self.next
    }

    /// The places of the polygons that hold the start.
    #[must_use]
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The places of the polygons that hold the goal.
    #[inline]
    #[must_use]
    pub fn goals(&self) -> &[u32] {
        &self.goals
    }

    /// What is needed to look around in the mesh searched.
    #[must_use]
    pub fn view<'a>(&self, nav: &'a NavMesh) -> View<'a> {
        let (sides, points) = (nav.sight_mesh(), &nav.polygons().points()[..]);
        View { sides, points, start: self.start, goal: self.goal, exact: self.exact }
    }

    /// The polygon that a node looks into.
    #[must_use]
    pub fn polygon_of(&self, node: &Sight) -> PolygonId {
        PolygonId::of_index(self.nav.sight_mesh().side(node.side).polygon as usize)
    }

    /// The edge that a node looks through, as a side of the polygon that is left.
    #[must_use]
    pub fn via(&self, node: &Sight) -> SideId {
        SideId::of_index(self.nav.sight_mesh().side(node.side).across as usize)
    }

    /// Where the path to a node begins and bends, the last bend first.
    #[must_use]
    pub fn roots(&self, node: u32) -> Vec<VertexId> {
        let mut roots = Vec::new();
        let mut at = self.node(node);
        while let Some(node) = at {
            if roots.last() != Some(&node.root) {
                roots.push(node.root);
            }
            at = self.node(node.parent);
        }
        roots
    }

    /// The path to the goal once it is found, from start to goal. No point comes twice, and it bends at each.
    #[must_use]
    pub fn path(&self) -> Vec<Point> {
        if self.outcome != Some(Outcome::Found) {
            return Vec::new();
        }
        let view = self.view(&self.nav);
        let mut path = vec![self.goal];
        if let Some(node) = self.node(self.current) {
            let [left, right] = view.ends(node.side);
            match view.arrival(node, |hand| view.off_bound(node, hand, self.goal).verdict) {
                Some(Arrival::Around(Side::Left)) => path.push(left),
                Some(Arrival::Around(Side::Right)) => path.push(right),
                Some(Arrival::Direct) | None => (),
            }
            path.extend(self.roots(self.current).into_iter().map(|it| view.point(it)));
        }
        path.push(self.start);
        path.reverse();
        path.dedup();
        straighten(&view, &mut path);
        path
    }

    /// The length of the path, once it is found. \[cells]
    #[must_use]
    pub fn length(&self) -> Option<f64> {
        (self.outcome == Some(Outcome::Found)).then(|| path_length(&self.path()))
    }

    /// The edges that the path crosses, from start to goal, each as a side of the polygon that is left.
    #[must_use]
    pub fn corridor(&self) -> Vec<SideId> {
        if self.outcome == Some(Outcome::Found) { self.corridor_to(self.current) } else { Vec::new() }
    }

    /// The edges that the path to a node crosses.
    #[must_use]
    pub fn corridor_to(&self, node: u32) -> Vec<SideId> {
        let mut edges = Vec::new();
        let mut at = self.node(node);
        while let Some(node) = at {
            edges.push(self.via(node));
            at = self.node(node.parent);
        }
        edges.reverse();
        edges
    }
}

/// The places of the polygons whose closed area holds `p`.
fn polygons_on(nav: &NavMesh, place: Spot) -> Vec<u32> {
    nav.polygons().polygons_on(place).into_iter().map(PolygonId::number).collect()
}

/// Leaves out the points at which a path goes straight on.
fn straighten(view: &View<'_>, path: &mut Vec<Point>) {
    let mut kept: Vec<Point> = Vec::with_capacity(path.len());
    for &p in &*path {
        while let [.., a, b] = kept[..] {
            let ahead = (b.x - a.x) * (p.x - b.x) + (b.y - a.y) * (p.y - b.y) > 0.0;
            if !ahead || view.turn(a, b, p).verdict != Turn::Straight {
                break;
            }
            kept.pop();
        }
        kept.push(p);
    }
    *path = kept;
}

impl Replayable for Polyanya {
    type Event = PolyanyaEvent;

    #[inline]
    fn apply(&mut self, event: &PolyanyaEvent, _: &[u32]) {
        match *event {
            PolyanyaEvent::Pushed { node } => {
                if node.state == SightState::Followed {
                    self.current = u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes");
                    self.next = 0;
                    self.expansions += 1;
                } else {
                    self.open += 1;
                    self.next += 1;
                }
                self.nodes.push(node);
            }
            PolyanyaEvent::Expanded { node, .. } => {
                self.nodes[node as usize].state = SightState::Closed;
                self.open -= 1;
                self.expansions += 1;
                (self.current, self.next) = (node, 0);
            }
            PolyanyaEvent::Dropped { node, .. } => {
                self.nodes[node as usize].state = SightState::Dropped;
                self.open -= 1;
                self.next = u32::MAX;
            }
            PolyanyaEvent::Ended { outcome } => self.outcome = Some(outcome),
            PolyanyaEvent::Tested { .. } | PolyanyaEvent::Refused { .. } | PolyanyaEvent::Blocked { .. } => (),
        }
    }

    fn revert(&mut self, event: &PolyanyaEvent, _: &[u32]) {
        match *event {
            PolyanyaEvent::Pushed { node } => {
                self.nodes.pop();
                if node.state == SightState::Followed {
                    (self.current, self.next) = (node.parent, 0);
                    self.expansions -= 1;
                } else {
                    self.open -= 1;
                    self.next -= 1;
                }
            }
            PolyanyaEvent::Expanded { node, was } => {
                self.nodes[node as usize].state = SightState::Open;
                self.open += 1;
                self.expansions -= 1;
                (self.current, self.next) = was;
            }
            PolyanyaEvent::Dropped { node, was } => {
                self.nodes[node as usize].state = SightState::Open;
                self.open += 1;
                self.next = was;
            }
            PolyanyaEvent::Ended { .. } => self.outcome = None,
            PolyanyaEvent::Tested { .. } | PolyanyaEvent::Refused { .. } | PolyanyaEvent::Blocked { .. } => (),
        }
    }
}
