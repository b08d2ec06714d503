//! From a start and a goal to an audited path, over a mesh or over cells.

use std::sync::Arc;

use super::{Found, Halt, Key, Runner};
use crate::{
    bake::NavMesh,
    geometry::{Point, Spot},
    io::Settings,
    maze::Maze,
    mesh::SideId,
    pull::{Audit, Course, Ends, Funnel, Portals, PullSettings, Round, Smooth, Smoothing, corners_of, heights_along},
    search::{Graph, GridSearch, Method, Outcome, Polyanya, Search, SearchSettings, Unreachable},
    walk::Walk,
};

/// What a query came to.
#[derive(Clone, Debug)]
pub struct Way {
    /// Where it starts and goes, and where it enters the mesh and leaves it.
    pub ends: Ends,
    /// What the search found.
    pub found: Found,
    /// Whether there is a path, be it only a straight line in the place of one.
    pub has_path: bool,
    /// The corners of the path before it is led around round corners.
    pub corners: Vec<Point>,
    /// The path.
    pub course: Arc<Course>,
    /// The path against the walls.
    pub audit: Arc<Audit>,
}

/// Searches, pulls and audits a path.
///
/// Keys are of one mesh only: a runner that knows results must know them of the same one.
///
/// # Errors
///
/// It was cancelled, or would be too large.
pub fn query<R: Runner>(nav: &Arc<NavMesh>, settings: &Settings, ends: [Spot; 2], runner: &mut R) -> Result<Way, Halt> {
    let key = Key::NOTHING.and(&(ends, settings.radius));
    let pulled = match settings.search.graph {
        Graph::Grid => over_cells(nav.maze(), settings, ends, key, runner)?,
        Graph::Mesh => over_mesh(nav, settings, Ends::on(nav, ends, &settings.search.nearest), key, runner)?,
    };
    let Pulled { ends, found, has_path, corners, course, key } = pulled;
    let audit = runner.run(key, || Audit::of(nav.world().clone(), course.clone(), settings.radius))?;
    Ok(Way { ends, found, has_path, corners, course, audit })
}

/// A path before its audit.
struct Pulled {
    ends: Ends,
    found: Found,
    has_path: bool,
    corners: Vec<Point>,
    course: Arc<Course>,
    key: Key,
}

fn over_cells<R: Runner>(
    maze: &Arc<Maze>,
    settings: &Settings,
    [start, goal]: [Spot; 2],
    key: Key,
    runner: &mut R,
) -> Result<Pulled, Halt> {
    let radius = settings.radius;
    let key = key.and(&settings.search);
    let grid = runner.run(key, || GridSearch::new(maze.clone(), settings.search, radius, start.at, goal.at))?;
    let found = Found::by_grid(&grid);
    let path = grid.path();
    let key = key.and(&settings.pull);
    let corners = if path.is_empty() || settings.pull.smoothing == Smoothing::Off {
        corners_of(&path)
    } else {
        runner.run(key, || Smooth::new(maze.clone(), path.into(), radius, settings.pull))?.points()
    };
    let course = Arc::new(Course::of_points(&corners));
    let has_path = found.outcome == Outcome::Found;
    Ok(Pulled { ends: Ends { start, entry: start, exit: goal, goal }, found, has_path, corners, course, key })
}

fn over_mesh<R: Runner>(
    nav: &Arc<NavMesh>,
    settings: &Settings,
    ends: Ends,
    key: Key,
    runner: &mut R,
) -> Result<Pulled, Halt> {
    let search = SearchSettings { costs: settings.costs(), ..settings.search };
    let key = key.and(&search);
    let found = match search.method {
        Method::Polyanya => {
            Found::by_polyanya(&*runner.run(key, || Polyanya::new(nav.clone(), ends.entry, ends.exit))?)
        }
        Method::AStar | Method::Dijkstra => {
            Found::by_search(&*runner.run(key, || Search::new(nav.clone(), search, ends.entry, ends.exit))?)
        }
    };
    let key = key.and(&settings.pull);
    let has_path = match found.outcome {
        Outcome::Found => true,
        Outcome::Unreachable => settings.search.unreachable == Unreachable::StraightLine,
        Outcome::StartInWall | Outcome::GoalInWall | Outcome::OffMesh => false,
    };
    let corners = pull(nav, found.corridor.clone(), &ends, settings.pull, has_path, key, runner)?;
    let course = match found.outcome {
        Outcome::Found => lead(nav, &found.corridor, &ends, &corners, key, runner)?,
        _ => Arc::new(Course::of_points(&corners)),
    };
    Ok(Pulled { ends, found, has_path, corners, course, key })
}

/// Pulls a path taut within a corridor; none where it is not to be pulled.
pub(super) fn pull<R: Runner>(
    nav: &Arc<NavMesh>,
    corridor: Arc<[SideId]>,
    ends: &Ends,
    settings: PullSettings,
    pulls: bool,
    key: Key,
    runner: &mut R,
) -> Result<Vec<Point>, Halt> {
    let portals = runner.run(key, || Portals::new(nav.clone(), corridor, ends.entry.at, settings.portals))?;
    let funnel = || Funnel::new(ends.entry.at, &portals.portals(), ends.exit.at, settings);
    if pulls {
        Ok(ends.with(runner.run(key, funnel)?.path()))
    } else {
        runner.rest(key, funnel);
        Ok(Vec::new())
    }
}

/// Leads a path around round corners, where the mesh has polygons around those, and over heights, where it has such.
pub(super) fn lead<R: Runner>(
    nav: &Arc<NavMesh>,
    corridor: &[SideId],
    ends: &Ends,
    corners: &[Point],
    key: Key,
    runner: &mut R,
) -> Result<Arc<Course>, Halt> {
    if !nav.has_round_corners() {
        let heights = heights_along(nav.polygons(), corridor, ends, corners);
        return Ok(Arc::new(Course::of_points(corners).at_heights(heights)));
    }
    let rounded = runner.run(key, || Round::new(nav.maze().clone(), corners.into(), nav.radius()))?;
    Ok(Arc::new(rounded.course()))
}

/// Lets agents walk along a path, or straight for the goal; none if none is to, or the start is not free.
///
/// # Errors
///
/// As for [`query`].
pub fn walk<R: Runner>(
    maze: &Arc<Maze>,
    path: Option<&Arc<Course>>,
    ends: [Point; 2],
    settings: &Settings,
    runner: &mut R,
) -> Result<Option<Arc<Walk>>, Halt> {
    let walk = Walk::new(maze.clone(), path.cloned(), ends, settings.radius, settings.walk);
    let walks = walk.walkers().next().is_some() && maze.is_free(ends[0], settings.radius) && ends[1].is_finite();
    let key = Key::NOTHING.and(&(ends, settings.radius, settings.search, settings.pull, settings.walk));
    walks.then(|| runner.run(key, || walk)).transpose()
}
