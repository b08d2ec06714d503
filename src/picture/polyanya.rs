//! The search for the shortest path of all, drawn: what waits and what was expanded, the roots with the way to them, and what the
//! node in question sees.

use super::{
    Drawn, Mark, Role, Shape, Shown, draw_path,
    polygons::{draw_polygon, draw_polygons, edge},
};
use crate::{
    geometry::{Bounds, Point, Side},
    mesh::{SideId, VertexId},
    search::{Outcome, Polyanya, PolyanyaEvent, START, Sight, SightState},
    trace::Thing,
};

impl Drawn for Polyanya {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let roles = self.roles();
        let mesh = self.nav().polygons();
        draw_polygons(mesh, |it| roles[it.index()], view, out);
        let is_seen = |line: [Point; 2]| {
            let bounds = Bounds::around(line);
            view.area.touches(bounds) && view.resolves(bounds.side(), 3.0)
        };
        for node in self.nodes().iter().filter(|it| it.state == SightState::Open) {
            let line = self.interval(node);
            if is_seen(line) {
                out.push(Mark::of(Thing::polygon(mesh, self.polygon_of(node)), Role::OpenNode, Shape::Segment(line)));
            }
        }
        let at = self.view(self.nav());
        for [from, to] in self.branches() {
            let line = [from, to].map(|it| at.point(it));
            if is_seen(line) {
                out.push(Mark::of(Thing::Vertex(to), Role::Tree, Shape::Segment(line)));
            }
        }
        if self.outcome() == Some(Outcome::Found) {
            draw_path(&self.path(), out);
        }
    }

    fn draw_event(&self, event: &PolyanyaEvent, _: &[u32], out: &mut Vec<Mark>) {
        let at = self.view(self.nav());
        let mesh = self.nav().polygons();
        match *event {
            PolyanyaEvent::Pushed { node } => {
                if node.state == SightState::Followed {
                    draw_polygon(mesh, self.polygon_of(&node), Role::Newborn, out);
                }
                self.draw_sight(&node, out);
            }
            PolyanyaEvent::Expanded { node, .. } => {
                let Some(of) = self.node(node) else { return };
                draw_polygon(mesh, self.polygon_of(of), Role::Focus, out);
                self.draw_sight(of, out);
                let mut way: Vec<Point> = self.roots(node).into_iter().map(|it| at.point(it)).collect();
                way.reverse();
                if way.len() > 1 {
                    out.push(Mark::new(Role::Path, Shape::Polyline(way)));
                }
            }
            PolyanyaEvent::Dropped { node, .. } => {
                let Some(of) = self.node(node) else { return };
                let thing = Thing::polygon(mesh, self.polygon_of(of));
                out.push(Mark::of(thing, Role::Candidate, Shape::Segment(self.interval(of))));
                out.push(Mark::new(Role::Candidate, Shape::Dot(at.point(of.root))));
            }
            PolyanyaEvent::Ended { outcome } => {
                if outcome == Outcome::Found {
                    let edges = self.corridor();
                    let last = edges.last().and_then(|&it| mesh.behind(it));
                    let polygons = edges.iter().map(|&it| mesh.owner(it)).chain(last);
                    polygons.for_each(|it| draw_polygon(mesh, it, Role::Corridor, out));
                }
            }
            PolyanyaEvent::Tested { root, bound, vertex, hand, .. } => {
                let [from, to] = at.ray(root, bound);
                out.push(Mark::new(bound_role(hand), Shape::Segment([from, to])));
                out.push(Mark::new(Role::Apex, Shape::Dot(at.point(root))));
                out.push(Mark::new(Role::Candidate, Shape::Dot(at.point(vertex))));
            }
            PolyanyaEvent::Refused { vertex, .. } => {
                out.push(Mark::of(Thing::Vertex(vertex), Role::Candidate, Shape::Dot(at.point(vertex))));
            }
            PolyanyaEvent::Blocked { side, .. } => {
                out.push(edge(mesh, SideId::of_index(side as usize), Role::Candidate));
            }
        }
    }
}

fn bound_role(hand: Side) -> Role {
    match hand {
        Side::Left => Role::FunnelLeft,
        Side::Right => Role::FunnelRight,
    }
}

impl Polyanya {
    /// What each polygon is, by place: one with anything expanded is closed, one with anything waiting open.
    fn roles(&self) -> Vec<Role> {
        let mut roles = vec![Role::Walkable; self.nav().polygons().count()];
        let sides = self.nav().sight_mesh();
        for node in self.nodes() {
            let role = &mut roles[sides.side(node.side).polygon as usize];
            match node.state {
                SightState::Open if *role == Role::Walkable => *role = Role::OpenNode,
                SightState::Closed | SightState::Followed => *role = Role::ClosedNode,
                SightState::Open | SightState::Dropped => (),
            }
        }
        roles
    }

    /// The part of its edge that a node is, from left to right.
    fn interval(&self, node: &Sight) -> [Point; 2] {
        let view = self.view(self.nav());
        Side::BOTH.map(|it| view.interval_end(node, it))
    }

    /// From where to where paths went straight before they bent, each once.
    fn branches(&self) -> Vec<[VertexId; 2]> {
        let bent = |node: &Sight| {
            let before = self.node(node.parent)?.root;
            (node.root != START && before != node.root).then_some([before, node.root])
        };
        let mut branches: Vec<[VertexId; 2]> = self.nodes().iter().filter_map(bent).collect();
        branches.sort_unstable();
        branches.dedup();
        branches
    }

    /// Draws a node: its root, its bounds as far as its edge, and its interval.
    fn draw_sight(&self, node: &Sight, out: &mut Vec<Mark>) {
        let root = self.view(self.nav()).point(node.root);
        let [left, right] = self.interval(node);
        out.push(Mark::new(Role::FunnelLeft, Shape::Segment([root, left])));
        out.push(Mark::new(Role::FunnelRight, Shape::Segment([root, right])));
        out.push(Mark::of(
            Thing::polygon(self.nav().polygons(), self.polygon_of(node)),
            Role::Focus,
            Shape::Segment([left, right]),
        ));
        out.push(Mark::new(Role::Apex, Shape::Dot(root)));
    }
}
