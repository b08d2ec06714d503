//! The search, drawn: open and expanded triangles, and the tree between them.

use super::{Drawn, Mark, Role, Shape, Shown, bake::draw_nav, bake::draw_polygon};
use crate::{
    geometry::Bounds,
    mesh::{Link, TriangleId},
    search::{NodeState, Outcome, Search, SearchEvent},
    trace::Thing,
};

impl Drawn for Search {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let role = |triangle| match self.node(triangle).state {
            NodeState::Unknown => Role::Walkable,
            NodeState::Open => Role::OpenNode,
            NodeState::Closed => Role::ClosedNode,
        };
        draw_nav(self.nav(), role, view, out);
        for (triangle, node) in self.reached().filter(|(_, node)| node.parent != Link::NONE) {
            let branch = self.branch(triangle, node.parent);
            if view.area.touches(Bounds::around(branch)) && view.resolves(Bounds::around(branch).side(), 3.0) {
                out.push(Mark::of(Thing::Triangle(triangle), Role::Tree, Shape::Segment(branch)));
            }
        }
    }

    fn draw_event(&self, event: &SearchEvent, _: &[u32], out: &mut Vec<Mark>) {
        let nav = self.nav();
        let edge = |via: Link, role: Role| {
            let [a, b] = nav.mesh().triangles()[via.triangle() as usize].edge(via.side());
            Mark::of(Thing::edge(a, b), role, Shape::Segment(nav.ends(via)))
        };
        match *event {
            SearchEvent::Seeded { triangle: id } => draw_polygon(nav, id, Role::Focus, out),
            SearchEvent::Expanded { triangle: id, .. } => {
                draw_polygon(nav, id, Role::Focus, out);
                let way = self.corridor_to(id);
                let ids = way.iter().skip(1).map(|it| it.triangle()).chain([id]);
                for (id, &parent) in ids.zip(&way) {
                    let branch = Shape::Segment(self.branch(id, parent));
                    out.push(Mark::of(Thing::Triangle(id), Role::Path, branch));
                }
            }
            SearchEvent::Relaxed { via, to, .. } => {
                draw_polygon(nav, to, Role::Newborn, out);
                out.push(edge(via, Role::Focus));
                out.push(Mark::of(Thing::Triangle(to), Role::Path, Shape::Segment(self.branch(to, via))));
            }
            SearchEvent::Refused { via, .. } | SearchEvent::Blocked { via } => {
                draw_polygon(nav, nav.polygons().of_triangle(via.triangle()), Role::Focus, out);
                out.push(edge(via, Role::Candidate));
            }
            SearchEvent::Ended { outcome } => {
                if let Some(end) = self.current().filter(|_| outcome == Outcome::Found) {
                    let ids = self.corridor_to(end).into_iter().map(Link::triangle).chain([end]);
                    ids.for_each(|it| draw_polygon(nav, nav.polygons().of_triangle(it), Role::Corridor, out));
                }
            }
        }
    }
}

impl Search {
    /// The line from a triangle's parent to it.
    fn branch(&self, triangle: TriangleId, parent: Link) -> [crate::geometry::Point; 2] {
        let from = parent.triangle();
        [self.place(from, self.node(from).parent), self.place(triangle, parent)]
    }
}
