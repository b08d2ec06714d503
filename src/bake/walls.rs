//! The true walls, baked without a record: for the shortest path of all, whatever mesh somebody chose.

use std::sync::{Arc, atomic::AtomicBool};

use super::{BakeSettings, Filter, Merge, NavMesh, Outline, Recipe, filter, merge, outline};
use crate::{
    maze::Maze,
    mesh::{Order, Triangulation, triangulate, windings},
    record::run_unrecorded,
};

impl NavMesh {
    /// The mesh of true walls for the same maze and agent: this one if it is of that kind, else one that is baked when it is
    /// first asked for. Nothing if that was cancelled, or if the outlines have more corners than fit.
    #[must_use]
    pub fn true_walls(self: &Arc<Self>, cancel: &AtomicBool) -> Option<Arc<Self>> {
        let settings = *self.filter().settings();
        if settings.recipe == Recipe::Walls {
            return Some(self.clone());
        }
        if let Some(known) = self.walls.get() {
            return Some(known.clone());
        }
        let baked = Self::of_walls(self.maze(), settings, self.radius(), cancel)?;
        Some(self.walls.get_or_init(|| Arc::new(baked)).clone())
    }

    /// The mesh of a maze's true walls, merged, with the settings for round corners. Nothing as for
    /// [`true_walls`](Self::true_walls).
    #[must_use]
    pub fn of_walls(maze: &Arc<Maze>, settings: BakeSettings, radius: f64, cancel: &AtomicBool) -> Option<Self> {
        let settings = walls_only(settings);
        let outlined = run_unrecorded(Outline::new(maze.clone(), radius, settings.arc_error), cancel, outline)?;
        if !outlined.is_complete() {
            return None;
        }
        let (mut mesh, _) = Triangulation::constrained(outlined.points(), outlined.edges(), settings.order);
        mesh.reserve();
        let mesh = run_unrecorded(mesh, cancel, triangulate)?;
        let winding = windings(&mesh).into();
        let unfiltered = Filter::by_winding(Arc::new(mesh), maze.clone(), settings, radius, winding);
        let filtered = run_unrecorded(unfiltered, cancel, filter)?;
        let merged = run_unrecorded(Merge::new(Arc::new(filtered)), cancel, merge)?;
        Some(Self::merged(&merged, radius))
    }

    /// A mesh without polygons, for runs that search none.
    #[must_use]
    pub fn empty(maze: &Arc<Maze>, settings: BakeSettings, radius: f64) -> Self {
        let (mesh, _) = Triangulation::constrained(&[], &[], Order::Brio);
        Self::new(Arc::new(Filter::new(Arc::new(mesh), maze.clone(), walls_only(settings), radius)), radius)
    }
}

/// The same settings for the recipe `walls`, in an order that suits any maze.
fn walls_only(settings: BakeSettings) -> BakeSettings {
    BakeSettings { recipe: Recipe::Walls, order: Order::Brio, ..settings }
}
