//! From a surface to a navmesh: the stages that flat mazes and level geometry share, and those that make a surface of level geometry.

use std::sync::Arc;

use super::{Baked, Halt, Key, Runner, bake::LAYOUT, fits::check_cells};
use crate::{
    bake::{
        NavMesh,
        voxels::{
            Bridges, Contours, Convex, Ears, Erode, Footing, Headroom, Ledges, LowHanging, PolygonLinks, Rasterise,
            RegionMap, Ring, Simplify, Surface, VoxelSettings,
        },
    },
    io::Settings,
    maze::{Level, Maze, World},
    record::limits::{MOST_COLUMNS, MOST_LEVEL_TRIANGLES},
};

/// Makes polygons of the floor of a flat maze, by way of the outlines of its regions.
pub(super) fn contours<R: Runner>(
    maze: &Arc<Maze>,
    settings: &Settings,
    key: Key,
    runner: &mut R,
) -> Result<Baked, Halt> {
    check_cells(maze, MOST_COLUMNS)?;
    let surface = runner.make(LAYOUT, key, || Ok(Surface::of_cells(maze, settings.radius)))?;
    // A region of few columns is noise where those are voxels; a cell is floor that somebody has drawn.
    let voxels = VoxelSettings { min_region: 0, cell_size: 1.0, cell_height: 1.0, ..settings.voxels };
    outlined(maze, maze.clone(), [&surface, &surface], &Settings { voxels, ..*settings }, key, runner)
}

/// Makes polygons of level geometry, by way of voxels; of cells their floor, and blocks of their walls.
pub(super) fn voxels<R: Runner>(
    maze: &Arc<Maze>,
    settings: &Settings,
    key: Key,
    runner: &mut R,
) -> Result<Baked, Halt> {
    let (voxels, agent) = (settings.voxels, settings.voxels.in_voxels(settings.radius));
    // A beam has six sides, and there is ground below it; each is two triangles, and so is what stands beside it.
    check_cells(maze, MOST_LEVEL_TRIANGLES / 18)?;
    let level = maze.level().cloned().unwrap_or_else(|| Arc::new(Level::of_cells(maze, &settings.level)));
    Rasterise::check(&level, &voxels).map_err(Halt::Refused)?;
    // The radius comes with erosion, for nothing before asks for it.
    let geometry = (voxels.cell_size, voxels.cell_height, voxels.rounding, voxels.slope, voxels.climb, settings.level);
    let with_radius = key;
    let key = Key::of_maze(maze).and(&geometry);
    let raster = runner.run(key, || Rasterise::new(level, voxels))?;
    let spans = runner.make(LAYOUT, key, || Ok(raster.spans()))?;
    let low = runner.run(key, || LowHanging::new(spans, agent))?;
    let key = key.and(&voxels.height);
    let ledges = runner.run(key, || Ledges::new(low.spans().clone(), agent))?;
    let headroom = runner.run(key, || Headroom::new(ledges.spans().clone(), agent))?;
    let surface = runner.make(LAYOUT, key, || Ok(headroom.spans().surface(&agent)))?;

    let key = with_radius.and(&(geometry, voxels.height));
    let eroded = runner.run(key, || Erode::new(surface.clone(), agent.radius))?;
    let left = runner.make(LAYOUT, key.and(&"eroded"), || Ok(eroded.surface()))?;
    outlined(maze, Arc::new(Footing::new(surface.clone())), [&surface, &left], settings, key, runner)
}

/// Makes polygons of a surface, given before erosion and after it.
fn outlined<R: Runner>(
    maze: &Arc<Maze>,
    world: Arc<dyn World>,
    [ground, surface]: [&Arc<Surface>; 2],
    settings: &Settings,
    key: Key,
    runner: &mut R,
) -> Result<Baked, Halt> {
    let voxels = settings.voxels;
    let key = key.and(&(voxels.partition, voxels.min_region, voxels.merge_region));
    let regions = runner.run(key, || RegionMap::new(surface.clone(), &voxels))?;
    let contours = runner.run(key, || Contours::new(regions, ground.clone()))?;
    let key = key.and(&(voxels.max_error, voxels.max_edge, voxels.shared_borders));
    let simplified = runner.run(key, || Simplify::new(contours, &voxels))?;
    let rings: Arc<[Ring]> = simplified.rings().map(|it| it.1).collect();
    let bridges = runner.run(key, || Bridges::new(*surface.grid(), &rings))?;
    let key = key.and(&voxels);
    let ears = runner.run(key, || Ears::new(bridges, &voxels))?;
    let convex = runner.run(key, || Convex::new(ears, &voxels))?;
    let links = runner.run(key, || PolygonLinks::new(convex))?;
    let nav = || NavMesh::linked(&links, world, maze.clone(), settings.bake, settings.radius);
    Ok(Baked { nav: runner.make(LAYOUT, key.and(&settings.bake), || Ok(nav()))?, given: None })
}
