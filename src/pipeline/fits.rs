//! Whether what a mesh is made of fits into memory, asked before the mesh is made.

use super::Halt;
use crate::{
    bake::{Outline, Recipe, RectangleSides, Rectangles},
    io::Settings,
    maze::Maze,
    record::limits::{MOST_OUTLINE_POINTS, MOST_POINTS},
    search::Graph,
};

/// Refuses what would not fit into memory.
pub(super) fn check_size(maze: &Maze, settings: &Settings) -> Result<(), Halt> {
    let floor = maze.floor().count();
    let count = floor.saturating_mul(settings.bake.samples.count());
    if count <= MOST_POINTS {
        return Ok(());
    }
    let what_to_do = match floor <= MOST_POINTS {
        true => "choose fewer a cell (bake.samples = 1)",
        false => "even one a cell is too many for a maze of this size",
    };
    Err(Halt::Refused(format!("{count} samples are more than the {MOST_POINTS} that fit; {what_to_do}")))
}

/// Refuses to take for flat what is not: level geometry, and cells with heights.
///
/// # Errors
///
/// It is asked for.
pub fn check_kind(maze: &Maze, settings: &Settings) -> Result<(), Halt> {
    let (graph, recipe) = (settings.search.graph, settings.bake.recipe);
    if (graph == Graph::Mesh && recipe == Recipe::Voxels) || maze.is_flat() {
        return Ok(());
    }
    let message = match (maze.has_cells(), graph) {
        (false, Graph::Grid) => {
            "level geometry has no cells to search; choose search.graph=mesh and bake.recipe=voxels"
        }
        (false, Graph::Mesh) => "level geometry has no cells that this recipe could bake; choose bake.recipe=voxels",
        (true, Graph::Grid) => {
            "the cells have heights, and a search over cells sees none; choose search.graph=mesh and bake.recipe=voxels"
        }
        (true, Graph::Mesh) => "the cells have heights, and this recipe sees none; choose bake.recipe=voxels",
    };
    Err(Halt::Refused(message.to_owned()))
}

/// Refuses mazes of more cells than recipes over a surface can take.
pub(super) fn check_cells(maze: &Maze, most: usize) -> Result<(), Halt> {
    let cells = maze.cells().len().saturating_mul(maze.storeys());
    if cells <= most {
        return Ok(());
    }
    Err(Halt::Refused(format!(
        "{cells} cells are more than the {most} that this recipe can take; choose bake.recipe=walls"
    )))
}

/// Refuses outlines that are not all there.
pub(super) fn check_outline(outline: &Outline) -> Result<(), Halt> {
    if outline.is_complete() {
        return Ok(());
    }
    let what_to_do = match outline.grows() {
        true => "choose coarser round corners (a larger bake.arc_error), or a smaller maze",
        false => "choose a smaller maze, or search its cells (search.graph=grid)",
    };
    let count = outline.points().len().max(outline.expected_points());
    Err(Halt::Refused(format!(
        "the walls' outlines have {count} points or more, and {MOST_OUTLINE_POINTS} fit; {what_to_do}"
    )))
}

/// The corners and sides of rectangles, unless they would not fit into memory.
pub(super) fn check_rectangles(rectangles: &Rectangles) -> Result<RectangleSides, Halt> {
    // No two have the same top left corner.
    let sides = (rectangles.all().len() <= MOST_POINTS).then(|| rectangles.sides());
    sides
        .filter(|it| it.points.len() <= MOST_POINTS)
        .ok_or_else(|| Halt::Refused("the floor falls into more rectangles than fit; choose a smaller maze".to_owned()))
}
