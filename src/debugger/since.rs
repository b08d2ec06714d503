//! Since when a complaint holds: the first event of its stage at which it did.
//!
//! Most need a bisection of the run, on a state of its own; that of a long run happens on a thread of its own.

use super::{
    Bake, Debugger, Halt, Track,
    background::Background,
    diagnosis::Subject,
    why::{event_of_turn, turn_of_corner},
    why_grid::{cell_at, event_of_cell},
};
use crate::{
    bake::{
        BakeFault, BakeViolation, Filter, Finding, FindingKind, WalkableFault,
        voxels::{Bridges, Convex, Ears, Erode, ErodeEvent, PolygonLinks, TopId, VoxelFault},
    },
    geometry::{Turn, turn},
    mesh::{Link, MeshFault, TriangleId, Triangulation, VertexId},
    picture::Drawn,
    pull::Funnel,
    record::Replayable,
    search::GridSearch,
    trace::{Moment, Replay, Stage, StageName, Watch},
};

/// Runs of more events than this are bisected on a thread of their own.
const MOST_AT_ONCE: usize = 100_000;

/// The moment since when the complaint about a subject holds, if there is one.
pub(super) type Bisection = Background<Subject, Moment>;

/// Finds a moment, unless it is told to stop.
type Bisect = Box<dyn FnOnce(&Watch) -> Option<Moment> + Send>;

/// How to find a moment.
enum Since {
    /// It is known.
    Known(Moment),
    /// It takes a bisection of a run with so many events.
    Bisect(usize, Bisect),
}

impl Since {
    fn bisect<M>(replay: &Replay<M>, holds: impl Fn(&M) -> bool + Send + 'static) -> Self
    where
        M: Stage + Send + 'static,
        <M as Replayable>::Event: Send + Sync,
    {
        let events = replay.log().events().len();
        let scratch = replay.from_start();
        let first = move |watch: &Watch| {
            // Its answer is not used once it is stopped, so the bisection is shortened by a wrong one.
            let first = scratch.first(|it| Halt::check(&watch.cancel).is_err() || holds(it));
            first.map(|at| Moment::after(M::NAME, at))
        };
        Self::Bisect(events, Box::new(first))
    }
}

impl Debugger {
    /// Moves the cursor to the first event at which a complaint held, at once or when it is found.
    pub(super) fn seek_first(&mut self, index: usize) {
        self.diagnosis.bisection.clear();
        let Some(subject) = self.complaints().get(index).map(|it| it.subject) else { return };
        match self.since(subject) {
            Some(Since::Known(moment)) => self.seek(moment),
            Some(Since::Bisect(events, first)) if events <= MOST_AT_ONCE => {
                if let Some(moment) = first(&Watch::default()) {
                    self.seek(moment);
                }
            }
            Some(Since::Bisect(_, first)) => {
                self.diagnosis.bisection.ask("navscope bisection", subject, |watch, tell| {
                    // There is nothing else to find, wanted or not.
                    let _ = first(watch).map(tell);
                    Ok(())
                });
            }
            None => (),
        }
    }

    /// Whether the first event of a complaint is being looked for.
    #[must_use]
    pub fn is_seeking(&self) -> bool {
        self.diagnosis.bisection.is_running()
    }

    /// Moves the cursor to where a bisection led, waiting for its end if asked; returns whether it led anywhere.
    pub(super) fn take_bisected(&mut self, wait: bool) -> bool {
        self.diagnosis.bisection.take(wait);
        let Some(moment) = self.diagnosis.bisection.take_answers().pop() else { return false };
        self.version += 1;
        self.seek(moment);
        self.note_end();
        true
    }

    fn since(&self, subject: Subject) -> Option<Since> {
        let at = |stage, at| Some(Since::Known(Moment::after(stage, at)));
        match subject {
            Subject::Bake(index) => {
                let bake = self.bake.as_ref()?;
                since_of_bake(bake, bake.report.violations.get(index)?)
            }
            Subject::Finding(index) => {
                let bake = self.bake.as_ref()?;
                since_of_finding(bake, bake.report.findings.get(index)?)
            }
            Subject::Path(index) => {
                let violation = self.query.as_ref()?.report.audit.violations.get(index)?;
                at(StageName::Audit, violation.segment + 1)
            }
            Subject::Portal(portal) => at(StageName::Portals, portal as usize),
            Subject::Corner(corner) => {
                let query = self.query.as_ref()?;
                if let Some(grid) = query.track::<GridSearch>() {
                    let cell = cell_at(*query.report.points.get(corner as usize)?)?;
                    return at(StageName::Grid, event_of_cell(grid.replay().log().events(), cell)?);
                }
                let funnel = query.track::<Funnel>()?.replay();
                at(StageName::Funnel, event_of_turn(funnel, turn_of_corner(funnel, corner)?)?)
            }
        }
    }
}

/// When a fault of outlined polygons came about: the faults of a stage are told in the order of its events that are faults.
fn since_of_outlined(bake: &Bake, it: &BakeViolation, kind: VoxelFault) -> Option<Since> {
    let stage = stage_of(kind);
    let is_of_stage = |kind: BakeFault| matches!(kind, BakeFault::Outlined(it) if stage_of(it) == stage);
    let faults = bake.nav.violations(|_| false).into_iter().filter(|it| is_of_stage(it.kind));
    let nth = faults.enumerate().find(|(_, fault)| fault == it)?.0;
    let at = match stage {
        StageName::Bridges => nth_fault::<Bridges>(bake, nth),
        StageName::Ears => nth_fault::<Ears>(bake, nth),
        StageName::Convex => nth_fault::<Convex>(bake, nth),
        _ => nth_fault::<PolygonLinks>(bake, nth),
    };
    Some(Since::Known(Moment::after(stage, at?)))
}

/// The stage that finds a fault.
fn stage_of(kind: VoxelFault) -> StageName {
    match kind {
        VoxelFault::NoBridge => StageName::Bridges,
        VoxelFault::NotClipped | VoxelFault::EarNotLeft | VoxelFault::EarsOverlap => StageName::Ears,
        VoxelFault::Concave => StageName::Convex,
        VoxelFault::SideOfThree | VoxelFault::BorderCrack | VoxelFault::HeightJump => StageName::Links,
    }
}

/// The position after the event of a stage that is its fault of a number, counted from 0.
fn nth_fault<M: Stage + Drawn>(bake: &Bake, nth: usize) -> Option<usize> {
    let events = bake.track::<M>()?.replay().log().events();
    (1..).zip(events).filter(|it| M::is_fault(it.1)).nth(nth).map(|it| it.0)
}

fn since_of_bake(bake: &Bake, it: &BakeViolation) -> Option<Since> {
    if let BakeFault::Outlined(kind) = it.kind {
        return since_of_outlined(bake, it, kind);
    }
    let (mesh, filter) = (bake.track::<Triangulation>()?.replay(), bake.track::<Filter>()?.replay());
    let since = match it.kind {
        BakeFault::Mesh(MeshFault::NotLeft) => {
            let triangle = it.triangle?;
            Since::bisect(mesh, move |mesh| mesh.is_alive(triangle))
        }
        BakeFault::Mesh(MeshFault::NotDelaunay) => {
            let edge = side_between(bake.nav.triangles()?.mesh(), it.triangle?, it.ends?)?;
            let other = across(bake.nav.triangles()?.mesh(), edge);
            Since::bisect(mesh, move |mesh| {
                mesh.is_alive(edge.triangle()) && mesh.is_alive(other.triangle()) && across(mesh, edge) == other
            })
        }
        BakeFault::Mesh(MeshFault::Crack) => {
            let ends = it.ends?;
            Since::bisect(mesh, move |mesh| is_cracked(mesh, ends))
        }
        BakeFault::Mesh(MeshFault::EdgeOfThree) => {
            let ends = it.ends?;
            Since::bisect(mesh, move |mesh| sides_between(mesh, ends).count() > 2)
        }
        BakeFault::Mesh(MeshFault::LostVertex) => {
            let [vertex, _] = it.ends?;
            Since::bisect(mesh, move |mesh| mesh.next() > vertex && inner_at(mesh, vertex).next().is_none())
        }
        BakeFault::Mesh(MeshFault::Dent) => {
            let [vertex, _] = it.ends?;
            Since::bisect(mesh, move |mesh| is_dented(mesh, vertex))
        }
        BakeFault::Mesh(MeshFault::CrossingConstraints) => {
            let ends = it.ends?;
            Since::bisect(mesh, move |mesh| mesh.refused().iter().any(|it| mesh.constraint_ends(it.constraint) == ends))
        }
        BakeFault::Walkable(WalkableFault::TriangleInWall) => {
            let triangle = it.triangle?;
            Since::bisect(filter, move |filter| filter.is_walkable(triangle))
        }
        BakeFault::Outlined(_) => return None,
        BakeFault::Walkable(WalkableFault::EdgeInWall) => {
            let edge = side_between(bake.nav.triangles()?.mesh(), it.triangle?, it.ends?)?;
            Since::bisect(filter, move |filter| {
                filter.is_walkable(edge.triangle()) && filter.neighbour(edge).is_some() && !filter.is_closed(edge)
            })
        }
    };
    Some(since)
}

fn since_of_finding(bake: &Bake, it: &Finding) -> Option<Since> {
    let filter = || bake.track::<Filter>().map(Track::replay);
    let since = match it.kind {
        FindingKind::Sliver => {
            let triangle = it.triangle?;
            Since::bisect(bake.track::<Triangulation>()?.replay(), move |mesh| mesh.is_alive(triangle))
        }
        FindingKind::SplitFloor | FindingKind::Island => {
            let island = bake.nav.ground().islands.of_triangle(&bake.nav, it.triangle?)?;
            let triangles: Vec<TriangleId> = bake.nav.ground().islands.triangles(&bake.nav, island).collect();
            Since::bisect(filter()?, move |filter| is_apart(filter, &triangles))
        }
        FindingKind::PassageTooNarrow if bake.track::<Erode>().is_some() => {
            let eroded = bake.track::<Erode>()?.replay();
            let (column, row) = eroded.end().grid().column_at(it.at)?;
            let of_column: Vec<TopId> = eroded.end().given().in_column(column, row).collect();
            let falls = |it: &ErodeEvent| matches!(it, ErodeEvent::Fell { top } if of_column.contains(top));
            Since::Known(Moment::after(StageName::Erode, eroded.log().events().iter().position(falls)? + 1))
        }
        // The walls were there from the beginning; what was left of the mesh is there at the end.
        FindingKind::PassageTooNarrow | FindingKind::NothingToWalk => {
            Since::Known(Moment::after(StageName::Filter, filter()?.log().events().len()))
        }
    };
    Some(since)
}

fn across(mesh: &Triangulation, edge: Link) -> Link {
    mesh.triangles().get(edge.triangle().index()).map_or(Link::NONE, |it| it.across[edge.side()])
}

/// The side of a triangle that lies between two vertices.
fn side_between(mesh: &Triangulation, triangle: TriangleId, ends: [VertexId; 2]) -> Option<Link> {
    let it = mesh.triangles().get(triangle.index())?;
    let side = (0..3).find(|&side| it.edge(side).iter().all(|end| ends.contains(end)))?;
    Some(Link::new(triangle, side))
}

/// The inner triangles at a vertex.
fn inner_at(mesh: &Triangulation, vertex: VertexId) -> impl Iterator<Item = TriangleId> + '_ {
    mesh.living().filter(move |&it| mesh.triangle(it).corners.contains(&vertex) && mesh.is_inner(it))
}

/// The sides of inner triangles that lie between two vertices.
fn sides_between(mesh: &Triangulation, ends: [VertexId; 2]) -> impl Iterator<Item = Link> + '_ {
    inner_at(mesh, ends[0]).filter_map(move |it| side_between(mesh, it, ends))
}

fn is_cracked(mesh: &Triangulation, ends: [VertexId; 2]) -> bool {
    let sides: Vec<Link> = sides_between(mesh, ends).collect();
    matches!(sides[..], [one, other] if across(mesh, one) != other || across(mesh, other) != one)
}

/// Whether the border of the inner triangles turns right at a vertex.
fn is_dented(mesh: &Triangulation, vertex: VertexId) -> bool {
    let around: Vec<TriangleId> = inner_at(mesh, vertex).collect();
    let sides = around.iter().flat_map(|&it| it.sides()).map(|side| mesh.ends(side));
    let sides: Vec<[VertexId; 2]> = sides.filter(|it| it.contains(&vertex)).collect();
    let has = |&[a, b]: &[VertexId; 2], it: &&[VertexId; 2]| it.contains(&a) && it.contains(&b);
    let border = || sides.iter().filter(|side| sides.iter().filter(|it| has(side, it)).count() == 1);
    border().filter(|it| it[1] == vertex).any(|&[from, _]| {
        let mut nexts = border().filter(|it| it[0] == vertex).map(|it| it[1]);
        nexts.any(|next| turn(mesh.point(from), mesh.point(vertex), mesh.point(next)).verdict == Turn::Right)
    })
}

/// Whether some triangles are all walkable, and nothing beyond them will be.
fn is_apart(filter: &Filter, triangles: &[TriangleId]) -> bool {
    let mesh = filter.mesh();
    triangles.iter().all(|&it| {
        let sides = it.sides();
        filter.is_walkable(it)
            && sides.into_iter().all(|side| {
                let beyond = across(mesh, side);
                beyond == Link::NONE
                    || !mesh.is_inner(beyond.triangle())
                    || filter.is_dropped(beyond.triangle())
                    || filter.is_closed(side)
                    || triangles.binary_search(&beyond.triangle()).is_ok()
            })
    })
}
