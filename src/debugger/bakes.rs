//! Bakes of one maze, each kept for all the queries that can share it.

use std::sync::Arc;

use super::{
    Bake, Halt,
    check::{StageTrace, traces},
};
use crate::{
    bake::{BakeSettings, NavMesh, voxels::VoxelSettings},
    geometry::Numbers,
    io::Settings,
    maze::Maze,
    search::Graph,
    trace::Watch,
};

/// A bake that is kept.
#[derive(Debug)]
pub(super) struct Baked {
    settings: Settings,
    /// What came out.
    pub(super) nav: Arc<NavMesh>,
    /// How long it took, recorded. \[ms]
    pub(super) elapsed_ms: f64,
    /// What happened, in few numbers, if that was asked for.
    pub(super) traces: Arc<[StageTrace]>,
}

impl Baked {
    /// Bakes a maze, and keeps no record of it; but for few numbers, if asked to.
    pub(super) fn of(maze: &Arc<Maze>, settings: &Settings, traced: bool, watch: &Watch) -> Result<Self, Halt> {
        let bake = Bake::unjudged(maze, settings, watch)?;
        let traces = if traced { traces(&bake.lanes()).into() } else { Arc::default() };
        Ok(Self { settings: *settings, nav: bake.nav, elapsed_ms: bake.report.elapsed_ms, traces })
    }

    /// Whether settings lead to the same mesh.
    pub(super) fn serves(&self, settings: &Settings) -> bool {
        is_same_bake(&self.settings, settings)
    }
}

/// Whether settings lead to the same mesh, as far as their queries can tell. Who searches cells has none but that of the true
/// walls.
pub(super) fn is_same_bake(one: &Settings, other: &Settings) -> bool {
    let key = |it: &Settings| match it.search.graph {
        Graph::Mesh => (Graph::Mesh, it.bake, it.voxels, it.numbers, it.radius),
        Graph::Grid => {
            let bake = BakeSettings { arc_error: it.bake.arc_error, ..BakeSettings::default() };
            (Graph::Grid, bake, VoxelSettings::default(), Numbers::default(), it.radius)
        }
    };
    key(one) == key(other)
}
