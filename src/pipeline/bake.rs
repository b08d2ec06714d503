//! From a maze to a navmesh: the stages of each recipe.

use std::sync::Arc;

use super::{
    Halt, Key, Runner, Silent,
    fits::{check_kind, check_outline, check_rectangles, check_size},
    surface::{contours, voxels},
};
use crate::{
    bake::{BakeSettings, Filter, Merge, NavMesh, Outline, Recipe, Rectangles, Samples},
    io::Settings,
    maze::Maze,
    mesh::{Order, Triangulation, windings},
    trace::{Stage, Watch},
};

/// What a bake leaves.
#[derive(Clone, Debug)]
pub struct Baked {
    /// The navmesh.
    pub nav: Arc<NavMesh>,
    /// What was triangulated; none where that is not how the mesh is made.
    pub given: Option<Arc<Given>>,
}

/// What is given to a triangulation.
#[derive(Clone, Debug)]
pub struct Given {
    /// The triangulation before its first step.
    mesh: Triangulation,
    /// Which of the points each vertex is.
    pub order: Vec<u32>,
}

impl From<(Triangulation, Vec<u32>)> for Given {
    fn from((mesh, order): (Triangulation, Vec<u32>)) -> Self {
        Self { mesh, order }
    }
}

impl Given {
    fn to_mesh(&self) -> Triangulation {
        let mut mesh = self.mesh.clone();
        mesh.reserve();
        mesh
    }
}

/// The name for the time that a navmesh takes when all stages are done.
pub const LAYOUT: &str = "layout";

/// Bakes a maze as its recipe says.
///
/// # Errors
///
/// It was cancelled, would be too large, or the maze lacks what the recipe needs.
pub fn bake<R: Runner>(maze: &Arc<Maze>, settings: &Settings, runner: &mut R) -> Result<Baked, Halt> {
    let key = Key::of_maze(maze).and(&settings.radius);
    check_kind(maze, settings)?;
    match settings.bake.recipe {
        Recipe::Sampled => {
            let given = sampled(maze, settings, key, runner)?;
            triangulated(maze, settings, given, false, runner)
        }
        Recipe::Walls => {
            let given = walls(maze, settings, key, runner)?;
            triangulated(maze, settings, given, true, runner)
        }
        Recipe::Rectangles => {
            let given = rectangles(maze, settings, key, runner)?;
            triangulated(maze, settings, given, true, runner)
        }
        Recipe::Contours => contours(maze, settings, key, runner),
        Recipe::Voxels => voxels(maze, settings, key, runner),
    }
}

/// Triangulates what was given, and keeps what no wall covers: what outlines wind around once, or what meets no wall cell.
fn triangulated<R: Runner>(
    maze: &Arc<Maze>,
    settings: &Settings,
    (given, key): (Arc<Given>, Key),
    by_winding: bool,
    runner: &mut R,
) -> Result<Baked, Halt> {
    let radius = settings.radius;
    // Only merging asks whether to merge.
    let bake = BakeSettings { merge: false, ..settings.bake };
    let mesh = runner.run(key, || given.to_mesh())?;

    let key = key.and(&bake);
    let filter = runner.run(key, || {
        if by_winding {
            let windings = windings(&mesh).into();
            Filter::by_winding(mesh, maze.clone(), bake, radius, windings)
        } else {
            Filter::new(mesh, maze.clone(), bake, radius)
        }
    })?;

    let merges = settings.bake.merges();
    let merge = merges.then(|| runner.run(key, || Merge::new(filter.clone()))).transpose()?;
    let nav = runner.make(LAYOUT, key.and(&merges), || {
        Ok(match &merge {
            Some(it) => NavMesh::merged(it, radius),
            None => NavMesh::new(filter, radius),
        })
    })?;
    Ok(Baked { nav, given: Some(given) })
}

/// The name for the time that it takes to lay out what is triangulated.
const POINTS: &str = <Triangulation as Stage>::WORD;

fn sampled<R: Runner>(
    maze: &Arc<Maze>,
    settings: &Settings,
    key: Key,
    runner: &mut R,
) -> Result<(Arc<Given>, Key), Halt> {
    let (bake, radius) = (&settings.bake, settings.radius);
    check_size(maze, settings)?;
    let key = key.and(&(bake.samples, bake.inset));
    let samples = runner.run(key, || Samples::new(maze.clone(), bake.samples, bake.inset, radius))?;
    let key = key.and(&(bake.order, bake.frame, settings.numbers));
    let given = || Triangulation::of(samples.points(), bake.order, bake.frame, settings.numbers);
    Ok((runner.make(POINTS, key, || Ok(given().into()))?, key))
}

fn walls<R: Runner>(
    maze: &Arc<Maze>,
    settings: &Settings,
    key: Key,
    runner: &mut R,
) -> Result<(Arc<Given>, Key), Halt> {
    let (bake, radius) = (&settings.bake, settings.radius);
    let key = key.and(&bake.arc_error);
    let outline = runner.run(key, || Outline::new(maze.clone(), radius, bake.arc_error))?;
    check_outline(&outline)?;
    let key = key.and(&bake.order);
    let given = || Triangulation::constrained(outline.points(), outline.edges(), bake.order);
    Ok((runner.make(POINTS, key, || Ok(given().into()))?, key))
}

fn rectangles<R: Runner>(
    maze: &Arc<Maze>,
    settings: &Settings,
    key: Key,
    runner: &mut R,
) -> Result<(Arc<Given>, Key), Halt> {
    let (bake, radius) = (&settings.bake, settings.radius);
    let rectangles = runner.run(key, || Rectangles::new(maze.clone(), radius))?;
    let key = key.and(&bake.order);
    let given = || {
        let sides = check_rectangles(&rectangles)?;
        Ok(Triangulation::constrained(&sides.points, &sides.edges, bake.order).into())
    };
    Ok((runner.make(POINTS, key, given)?, key))
}

/// The mesh of true walls for the same maze and agent, merged: the mesh itself if it is of that kind, else one that is baked when it
/// is first asked for. None if it would be too large.
///
/// # Errors
///
/// It was cancelled.
pub fn true_walls(nav: &Arc<NavMesh>, watch: &Watch) -> Result<Option<Arc<NavMesh>>, Halt> {
    let settings = *nav.settings();
    // Level geometry has no walls to be outlined: what its own mesh has is the best that there is.
    if settings.recipe == Recipe::Walls || !nav.maze().is_flat() {
        return Ok(Some(nav.clone()));
    }
    if let Some(known) = nav.walls() {
        return Ok(Some(known.clone()));
    }
    Ok(walls_of(nav.maze(), settings, nav.radius(), watch)?.map(|walls| nav.keep_walls(walls)))
}

/// The mesh of the true walls of a maze, merged, with the settings for round corners. None if it would be too large.
///
/// # Errors
///
/// It was cancelled.
pub fn walls_of(
    maze: &Arc<Maze>,
    settings: BakeSettings,
    radius: f64,
    watch: &Watch,
) -> Result<Option<Arc<NavMesh>>, Halt> {
    let walls = BakeSettings { merge: true, ..walls_only(settings) };
    let settings = Settings { bake: walls, radius, ..Settings::default() };
    match bake(maze, &settings, &mut Silent { cancel: &watch.cancel }) {
        Ok(baked) => Ok(Some(baked.nav)),
        Err(Halt::Refused(_)) => Ok(None),
        Err(Halt::Cancelled) => Err(Halt::Cancelled),
    }
}

/// The same settings for the recipe `walls`, in an order that suits any maze.
fn walls_only(settings: BakeSettings) -> BakeSettings {
    BakeSettings { recipe: Recipe::Walls, order: Order::Brio, ..settings }
}

/// A mesh without polygons, which counts as one of true walls: for runs over cells whose walls are too large to be baked.
#[must_use]
pub fn empty(maze: &Arc<Maze>, settings: BakeSettings, radius: f64) -> NavMesh {
    let (mesh, _) = Triangulation::constrained(&[], &[], Order::Brio);
    NavMesh::new(Arc::new(Filter::new(Arc::new(mesh), maze.clone(), walls_only(settings), radius)), radius)
}
