//! How a thing came about: from its last cause back to the first, each with the moment at which it happened.
//!
//! A corner of the path is there because the funnel turned at a portal's end; the portal is in the corridor because the search
//! reached a triangle over it (on a grid, its cell from another); the triangle is there because the filter kept it, and its vertices because they were samples.

use super::{Bake, Debugger, Query, origin::origin};
use crate::{
    bake::{Filter, FilterEvent, Rectangles, SampleEvent, Samples},
    mesh::{FRAME, MeshEvent, PolygonId, SideId, TriangleId, Triangulation, VertexId},
    pull::{Corner, Funnel, FunnelEvent, PortalEvent, Portals, Round, Side},
    search::{GridSearch, Polyanya, PolyanyaEvent, START, Search, SearchEvent},
    trace::{Moment, Replay, StageName, Thing},
};

/// One link of the chain from a thing back to its cause.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// When.
    pub moment: Moment,
    /// What happened there, in a short sentence.
    pub text: String,
}

impl Debugger {
    /// How the selected thing, or else the corner that the current event made, or else the last of the path, came about: what it
    /// is, and its causes from the last to the first.
    #[must_use]
    pub fn why(&self) -> Option<(String, Vec<Cause>)> {
        if let Some(thing) = self.selected() {
            return Some((thing.to_string(), self.why_of(thing)));
        }
        let (bake, query) = (self.bake.as_ref()?, self.query.as_ref()?);
        let here = self.moment();
        if here.stage() == StageName::Funnel
            && let Some(funnel) = query.track::<Funnel>()
            && let Some(FunnelEvent::Turned { .. }) = funnel.current()
            && let Some(&corner) = funnel.model().turns().last()
        {
            let mut chain = Chain { bake, query: Some(query), causes: Vec::new() };
            chain.turn(funnel.replay(), here.at, corner);
            return Some(("the corner just made".to_owned(), chain.causes));
        }
        let corner = u32::try_from(query.funnel_corners()).ok().filter(|&it| it > 0)?;
        let thing = Thing::Corner(corner);
        Some((format!("{thing}, the last of the path"), self.why_of(thing)))
    }

    /// How a thing came about: from the last cause to the first.
    #[must_use]
    pub fn why_of(&self, thing: Thing) -> Vec<Cause> {
        let Some(bake) = &self.bake else { return Vec::new() };
        let mut chain = Chain { bake, query: self.query.as_ref(), causes: Vec::new() };
        match thing {
            Thing::Cell(column, row) => chain.cell(column, row),
            Thing::Vertex(vertex) => chain.vertex(vertex),
            Thing::Edge(a, b) => chain.edge([a, b]),
            Thing::Triangle(triangle) => chain.triangle(triangle),
            Thing::Portal(portal) => chain.portal(portal, &Side::BOTH),
            Thing::Corner(corner) => chain.corner(corner),
            Thing::Segment(segment) => chain.segment(segment),
        };
        chain.causes
    }
}

/// The position after the event that made a turn, for a turn of the finished path.
pub(super) fn event_of_turn(funnel: &Replay<Funnel>, turn: usize) -> Option<usize> {
    let mut made = Vec::new();
    for (at, event) in (1..).zip(funnel.log().events()) {
        if let FunnelEvent::Turned { .. } = event {
            made.push(at);
        } else if let FunnelEvent::Straightened { index, .. } = *event {
            made.remove(index as usize);
        }
    }
    made.get(turn).copied()
}

/// Which turn of the finished path a corner is, counted from 1.
pub(super) fn turn_of_corner(funnel: &Replay<Funnel>, corner: u32) -> Option<usize> {
    let stop = *funnel.end().stops().get(corner as usize)?;
    stop.checked_sub(1).filter(|&it| it < funnel.end().turns().len())
}

/// A chain of causes in the making.
pub(super) struct Chain<'d> {
    bake: &'d Bake,
    pub(super) query: Option<&'d Query>,
    causes: Vec<Cause>,
}

/// Whether there was anything to tell.
pub(super) type Told = Option<()>;

impl Chain<'_> {
    pub(super) fn push(&mut self, stage: StageName, at: usize, text: String) {
        self.push_moment(Moment::after(stage, at), text);
    }

    /// Adds a cause; what happened at a moment that is in the chain already is added there.
    fn push_moment(&mut self, moment: Moment, text: String) {
        match self.causes.iter_mut().find(|it| it.moment == moment) {
            None => self.causes.push(Cause { moment, text }),
            Some(same) if same.text.contains(&text) => (),
            Some(same) => same.text = format!("{} {text}", same.text),
        }
    }

    fn segment(&mut self, segment: u32) -> Told {
        let query = self.query?;
        let corners = u32::try_from(query.funnel_corners()).ok()?;
        self.audited(segment)?;
        if query.track::<GridSearch>().is_some() {
            return self.entered(*query.report.points.get(segment as usize + 1)?);
        }
        let corner = if segment < corners { segment + 1 } else { segment };
        if corner > 0 { self.pulled(corner) } else { None }
    }

    fn corner(&mut self, corner: u32) -> Told {
        let query = self.query?;
        if query.track::<GridSearch>().is_some() {
            self.audited(corner)?;
            return self.entered(*query.report.points.get(corner as usize)?);
        }
        let corners = query.funnel_corners();
        if corner == 0 || corner as usize > corners {
            return None;
        }
        // Rounding makes other segments of what the funnel left.
        if self.query?.track::<Round>().is_none() {
            self.audited(corner)?;
        }
        self.pulled(corner)
    }

    fn audited(&mut self, segment: u32) -> Told {
        let query = self.query?;
        if segment as usize + 1 >= query.report.points.len() {
            return None;
        }
        let broken = query.report.audit.violations.iter().find(|it| it.segment == segment as usize);
        let text = match broken {
            Some(it) => format!("Segment {segment} {}.", it.kind.text()),
            None => format!("Segment {segment} breaks no rule."),
        };
        self.push(StageName::Audit, segment as usize + 1, text);
        Some(())
    }

    /// The turn that made a corner of the finished path.
    fn pulled(&mut self, corner: u32) -> Told {
        let funnel = self.query?.track::<Funnel>()?.replay();
        let turn = turn_of_corner(funnel, corner)?;
        let made = *funnel.end().turns().get(turn)?;
        self.turn(funnel, event_of_turn(funnel, turn)?, made);
        Some(())
    }

    /// The event that made a turn, and what had led to it.
    fn turn(&mut self, funnel: &Replay<Funnel>, at: usize, corner: Corner) {
        let Corner { portal, side } = corner;
        let text = format!("The funnel turned at the {} end of portal {portal}.", side.name());
        self.push(StageName::Funnel, at, text);
        let mut scratch = funnel.clone();
        scratch.seek(at - 1);
        let tests = scratch.observations();
        if let Some(last) = tests.iter().rposition(|it| matches!(it, FunnelEvent::Tested { .. })) {
            let moment = Moment { observed: last + 1, ..Moment::after(StageName::Funnel, at - 1) };
            self.push_moment(moment, format!("The {} side was found to be passed.", side.name()));
        }
        // Start and goal are no portals of the corridor, and have no further causes.
        self.portal(portal, &[side]);
    }

    /// A portal, and how its ends on some sides came about.
    fn portal(&mut self, portal: u32, sides: &[Side]) -> Told {
        let query = self.query?;
        let index = (portal as usize).checked_sub(1)?;
        let events = query.track::<Portals>()?.replay().log().events();
        let PortalEvent::Ordered { left, right, .. } = *events.get(index)? else { return None };
        let via = *query.corridor().get(index)?;
        let to = self.bake.nav.polygons().behind(via)?;
        let text = format!("Portal {portal} was ordered: vertex {left} is left, vertex {right} is right.");
        self.push(StageName::Portals, index + 1, text);
        self.reached(via, to);
        let oldest = TriangleId::new(self.bake.nav.polygons().name(to));
        self.filtered(oldest);
        self.born(oldest);
        let ends: Vec<VertexId> = sides.iter().map(|it| [left, right][*it as usize]).collect();
        for &it in &ends {
            self.inserted(it);
        }
        for &it in &ends {
            self.sampled(it);
        }
        Some(())
    }

    /// How the search came over an edge for good.
    fn reached(&mut self, via: SideId, to: PolygonId) -> Told {
        let Some(search) = self.query?.track::<Search>() else { return self.seen(via, to) };
        let events = search.replay().log().events();
        let is_last = |it: &SearchEvent| matches!(*it, SearchEvent::Relaxed { to: it, .. } if it == to);
        let relaxed = events.iter().rposition(is_last)?;
        let mesh = self.bake.nav.polygons();
        let ([from, to], piece) = ([mesh.owner(via), to].map(|it| mesh.name(it)), mesh.word());
        self.push(
            StageName::Search,
            relaxed + 1,
            format!("{piece} {to} was reached from {} {from}.", piece.to_lowercase()),
        );
        let is_expansion = |it: &SearchEvent| matches!(it, SearchEvent::Expanded { .. });
        let expanded = events[..relaxed].iter().rposition(is_expansion)?;
        self.push(StageName::Search, expanded + 1, format!("{piece} {from} was expanded."));
        Some(())
    }

    /// How Polyanya came to look through an edge of the path.
    fn seen(&mut self, via: SideId, to: PolygonId) -> Told {
        let replay = self.query?.track::<Polyanya>()?.replay();
        let search = replay.end();
        let parents = std::iter::successors(search.current(), |&it| Some(search.node(it)?.parent));
        let mut path = parents.map_while(|it| Some((it, search.node(it)?)));
        let (number, node) = path.find(|(_, node)| search.via(node) == via)?;
        let is_push = |event: &PolyanyaEvent| matches!(event, PolyanyaEvent::Pushed { .. });
        let mut pushes = replay.log().events().iter().enumerate().filter(|it| is_push(it.1));
        let (index, _) = pushes.nth(number as usize)?;
        let root = if node.root == START { "the start".to_owned() } else { format!("vertex {}", node.root) };
        let to = self.bake.nav.polygons().name(to);
        self.push(StageName::Polyanya, index + 1, format!("The way into polygon {to} came into view from {root}."));
        Some(())
    }

    fn triangle(&mut self, triangle: TriangleId) -> Told {
        let mesh = self.bake.nav.triangles()?.mesh();
        let corners = mesh.triangles().get(triangle.index())?.corners;
        self.filtered(triangle);
        self.born(triangle);
        let mut vertices: Vec<VertexId> = corners.into_iter().filter(|&it| it != FRAME).collect();
        vertices.sort_by_key(|&it| std::cmp::Reverse(mesh.inserted_at(it)));
        for it in vertices {
            self.inserted(it);
        }
        Some(())
    }

    /// What the filter did with a triangle.
    fn filtered(&mut self, triangle: TriangleId) -> Told {
        let events = self.bake.track::<Filter>()?.replay().log().events();
        // The triangles come first, in order of their numbers.
        let index = events.partition_point(|it| match *it {
            FilterEvent::Kept { triangle: it }
            | FilterEvent::Dropped { triangle: it, .. }
            | FilterEvent::Covered { triangle: it, .. } => it < triangle,
            FilterEvent::Closed { .. } | FilterEvent::Passed { .. } => false,
        });
        let (it, what) = match *events.get(index)? {
            FilterEvent::Kept { triangle } => (triangle, "kept".to_owned()),
            FilterEvent::Dropped { triangle, column, row } => (triangle, format!("dropped for wall ({column}, {row})")),
            FilterEvent::Covered { triangle, .. } => (triangle, "found to be covered".to_owned()),
            FilterEvent::Closed { .. } | FilterEvent::Passed { .. } => return None,
        };
        (it == triangle).then(|| self.push(StageName::Filter, index + 1, format!("Triangle {triangle} was {what}.")))
    }

    fn born(&mut self, triangle: TriangleId) -> Told {
        let mesh = self.bake.nav.triangles()?.mesh();
        mesh.triangles().get(triangle.index())?;
        let at = mesh.born_at(triangle);
        self.push(StageName::Triangulate, at, format!("Triangle {triangle} was born."));
        Some(())
    }

    fn vertex(&mut self, vertex: VertexId) -> Told {
        self.inserted(vertex)?;
        self.sampled(vertex)
    }

    fn inserted(&mut self, vertex: VertexId) -> Told {
        let mesh = self.bake.nav.triangles()?.mesh();
        mesh.points().get(vertex.index())?;
        let at = mesh.inserted_at(vertex);
        let event = *self.bake.track::<Triangulation>()?.replay().log().events().get(at.checked_sub(1)?)?;
        let text = if let MeshEvent::Merged { into, .. } = event {
            format!("Vertex {vertex} was found to lie on vertex {into}.")
        } else if let MeshEvent::Skipped { .. } = event {
            format!("Vertex {vertex} was left out.")
        } else if let MeshEvent::Tore { .. } = event {
            format!("Vertex {vertex} was inserted, and tore the mesh.")
        } else {
            format!("Vertex {vertex} was inserted.")
        };
        self.push(StageName::Triangulate, at, text);
        Some(())
    }

    fn sampled(&mut self, vertex: VertexId) -> Told {
        let (stage, at, text) = origin(self.bake, vertex)?;
        self.push(stage, at, text);
        Some(())
    }

    fn edge(&mut self, ends: [VertexId; 2]) -> Told {
        let mesh = self.bake.nav.triangles()?.mesh();
        let events = self.bake.track::<Filter>()?.replay().log().events();
        // Edges come last.
        let closed = (1..=events.len()).rev().map_while(|at| {
            let FilterEvent::Closed { edge, .. } = events[at - 1] else { return None };
            Some((at, edge))
        });
        let mut closed = closed.filter(|(_, edge)| {
            let closed = mesh.ends(*edge);
            closed.iter().all(|it| ends.contains(it))
        });
        if let Some((at, _)) = closed.next() {
            self.push(StageName::Filter, at, format!("Edge {}–{} was closed.", ends[0], ends[1]));
        }
        self.laid(ends);
        let bearer = bearer(mesh, ends)?;
        let text = format!("Triangle {bearer} was born, and the edge with it.");
        self.push(StageName::Triangulate, mesh.born_at(bearer), text);
        Some(())
    }

    /// How an edge was last laid as a constraint, or refused.
    fn laid(&mut self, ends: [VertexId; 2]) -> Told {
        let mesh = self.bake.nav.triangles()?.mesh();
        let edge = Thing::edge(ends[0], ends[1]);
        let first = mesh.inserted_at(VertexId::of_index(mesh.samples().checked_sub(1)?));
        let replay = self.bake.track::<Triangulation>()?.replay();
        let events = replay.log().events().iter().enumerate().skip(first);
        let (index, verb) = events.rev().find_map(|(index, event)| {
            let (it, verb) = if let MeshEvent::Laid { from, to, .. } | MeshEvent::Carved { from, to, .. } = *event {
                ([from, to], "laid")
            } else if let MeshEvent::Refused { constraint, .. } = *event {
                (mesh.constraint_ends(constraint), "refused")
            } else {
                return None;
            };
            (Thing::edge(it[0], it[1]) == edge).then_some((index, verb))
        })?;
        let text = format!("Edge {}–{} was {verb} as a constraint.", ends[0], ends[1]);
        self.push(StageName::Triangulate, index + 1, text);
        Some(())
    }

    fn cell(&mut self, column: u32, row: u32) -> Told {
        self.relaxed((column, row));
        if let Some(rectangles) = self.bake.track::<Rectangles>() {
            let mut placed = rectangles.replay().log().events().iter().zip(1..);
            let at = placed.find(|(it, _)| it.rectangle().has(column, row))?.1;
            self.push(StageName::Rectangles, at, format!("Floor cell ({column}, {row}) came into rectangle {at}."));
            return Some(());
        }
        let events = self.bake.track::<Samples>()?.replay().log().events();
        let index = events.partition_point(|it| match *it {
            SampleEvent::Sampled { column: c, row: r } => (r, c) < (row, column),
            SampleEvent::Added { .. } | SampleEvent::Refused { .. } => false,
        });
        let sampled = SampleEvent::Sampled { column, row };
        events.get(index).filter(|it| **it == sampled)?;
        self.push(StageName::Samples, index + 1, format!("Floor cell ({column}, {row}) got its samples."));
        Some(())
    }
}

/// The triangle that an edge was last born with, if there ever was such an edge.
fn bearer(mesh: &Triangulation, ends: [VertexId; 2]) -> Option<TriangleId> {
    let count = mesh.triangles().len();
    let has = |of: &[VertexId]| ends.iter().all(|end| of.contains(end));
    let born_at = |it: usize| mesh.born_at(TriangleId::of_index(it));
    let inserted = mesh.inserted_at(VertexId::of_index(mesh.samples().checked_sub(1)?));
    // Triangles are numbered in order of birth. Those of constraints have as their first side what was born with them.
    let of_constraints = partition_point(count, |it| born_at(it) <= inserted);
    let youngest = (of_constraints..count).rev().find(|&it| has(&mesh.triangles()[it].edge(0)));
    let found = youngest.or_else(|| {
        // Else it was born with the newer of its ends.
        let at = ends.into_iter().map(|it| mesh.inserted_at(it)).max()?;
        let first = partition_point(of_constraints, |it| born_at(it) < at);
        let star = (first..of_constraints).take_while(|&it| born_at(it) == at);
        star.into_iter().find(|&it| has(&mesh.triangles()[it].corners))
    });
    found.map(TriangleId::of_index)
}

/// The first of so many numbers for which something does not hold that holds for all before.
fn partition_point(count: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}
