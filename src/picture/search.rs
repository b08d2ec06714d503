//! The search, drawn: open and expanded triangles, and the tree between them.

use super::{
    Drawn, Mark, Role, Shape, Shown,
    polygons::{draw_polygon, draw_polygons, edge},
};
use crate::{
    geometry::{Bounds, Point},
    mesh::{PolygonId, SideId},
    search::{NodeState, Outcome, Search, SearchEvent},
    trace::Thing,
};

impl Drawn for Search {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let role = |polygon| match self.node(polygon).state {
            NodeState::Unknown => Role::Walkable,
            NodeState::Open => Role::OpenNode,
            NodeState::Closed => Role::ClosedNode,
        };
        draw_polygons(self.nav().polygons(), role, view, out);
        for (polygon, node) in self.reached().filter(|(_, node)| node.parent != SideId::NONE) {
            let branch = self.branch(polygon, node.parent);
            if view.area.touches(Bounds::around(branch)) && view.resolves(Bounds::around(branch).side(), 3.0) {
                out.push(Mark::of(self.thing(polygon), Role::Tree, Shape::Segment(branch)));
            }
        }
    }

    fn draw_event(&self, event: &SearchEvent, _: &[u32], out: &mut Vec<Mark>) {
        let mesh = self.nav().polygons();
        match *event {
            SearchEvent::Seeded { polygon } => draw_polygon(mesh, polygon, Role::Focus, out),
            SearchEvent::Expanded { polygon, .. } => {
                draw_polygon(mesh, polygon, Role::Focus, out);
                let way = self.corridor_to(polygon);
                let polygons = way.iter().skip(1).map(|&it| mesh.owner(it)).chain([polygon]);
                for (polygon, &parent) in polygons.zip(&way) {
                    let branch = Shape::Segment(self.branch(polygon, parent));
                    out.push(Mark::of(self.thing(polygon), Role::Path, branch));
                }
            }
            SearchEvent::Relaxed { via, to, .. } => {
                draw_polygon(mesh, to, Role::Newborn, out);
                out.push(edge(mesh, via, Role::Focus));
                out.push(Mark::of(self.thing(to), Role::Path, Shape::Segment(self.branch(to, via))));
            }
            SearchEvent::Refused { via, .. } | SearchEvent::Blocked { via } => {
                draw_polygon(mesh, mesh.owner(via), Role::Focus, out);
                out.push(edge(mesh, via, Role::Candidate));
            }
            SearchEvent::Ended { outcome } => {
                if let Some(end) = self.current().filter(|_| outcome == Outcome::Found) {
                    let polygons = self.corridor_to(end).into_iter().map(|it| mesh.owner(it)).chain([end]);
                    polygons.for_each(|it| draw_polygon(mesh, it, Role::Corridor, out));
                }
            }
        }
    }
}

impl Search {
    /// A polygon, as what is hovered and chosen.
    fn thing(&self, polygon: PolygonId) -> Thing {
        Thing::polygon(self.nav().polygons(), polygon)
    }

    /// The line from a polygon's parent to it.
    fn branch(&self, polygon: PolygonId, parent: SideId) -> [Point; 2] {
        let from = self.nav().polygons().owner(parent);
        [self.place(from, self.node(from).parent), self.place(polygon, parent)]
    }
}
