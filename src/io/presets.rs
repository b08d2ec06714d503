//! Settings changed as on a command line: one by one, and by the names of many.

use super::{Settings, Value, setting};
use crate::trace::nearest;

/// Named sets of values. The article's own, the same with its funnel's signs right, what finds the shortest path of all, and A* from
/// cell to cell that cuts no corners; what `RecastDemo` does by default, and voxels that fit cells with heights.
pub const PRESETS: &[(&str, &[(&str, &str)])] = &[
    (
        "article",
        &[
            ("bake.recipe", "sampled"),
            ("bake.merge", "false"),
            ("bake.samples", "5"),
            ("bake.inset", "0.25"),
            ("bake.order", "given"),
            ("bake.super_triangle", "10"),
            ("bake.face_filter", "centroid"),
            ("bake.edge_filter", "sampled"),
            ("bake.edge_step", "0.1"),
            ("numbers.policy", "article"),
            ("numbers.in_circle_epsilon", "1e-9"),
            ("numbers.collinear_epsilon", "1e-12"),
            ("numbers.same_point_epsilon", "1e-9"),
            ("search.graph", "mesh"),
            ("search.method", "dijkstra"),
            ("search.cost", "portal-width"),
            ("search.unreachable", "straight-line"),
            ("pull.portals", "centroids"),
            ("pull.funnel", "article"),
            ("pull.epsilon", "1e-9"),
            ("agent.radius", "0"),
        ],
    ),
    ("article-mended", &[("", "article"), ("pull.funnel", "textbook")]),
    (
        "optimal",
        &[
            ("bake.recipe", "walls"),
            ("bake.merge", "true"),
            ("search.graph", "mesh"),
            ("search.method", "polyanya"),
            ("search.unreachable", "report"),
            ("pull.portals", "winding"),
            ("pull.funnel", "exact"),
        ],
    ),
    (
        "recast",
        &[
            ("bake.recipe", "voxels"),
            ("voxels.cell_size", "0.3"),
            ("voxels.cell_height", "0.2"),
            ("voxels.rounding", "f32"),
            ("regions.partition", "watershed"),
            ("regions.min_size", "64"),
            ("regions.merge_size", "400"),
            ("contours.max_error", "1.3"),
            ("contours.max_edge", "12"),
            ("polygons.max_corners", "6"),
            ("search.graph", "mesh"),
            ("search.method", "astar"),
            ("search.nearest", "plan"),
            ("search.cost", "midpoints"),
            ("agent.radius", "0.6"),
            ("agent.height", "2"),
            ("agent.climb", "0.9"),
            ("agent.slope", "45"),
        ],
    ),
    (
        "painted",
        &[
            ("bake.recipe", "voxels"),
            // Sides of cells, and steps, lie where voxels meet.
            ("voxels.cell_size", "0.25"),
            ("voxels.cell_height", "0.1"),
            ("regions.min_size", "4"),
            ("contours.max_error", "0"),
            ("search.graph", "mesh"),
        ],
    ),
    (
        "grid",
        &[
            ("search.graph", "grid"),
            ("search.method", "astar"),
            ("search.corners", "strict"),
            ("search.heuristic", "octile"),
        ],
    ),
    ("default", &[]),
];

/// Sets all that a preset names. One without a path names a preset to begin with.
///
/// # Errors
///
/// There is no such preset; the message names those there are.
pub fn apply_preset(settings: &mut Settings, name: &str) -> Result<(), String> {
    let Some((_, values)) = PRESETS.iter().find(|it| it.0 == name) else {
        let names: Vec<&str> = PRESETS.iter().map(|it| it.0).collect();
        let meant = nearest(name, names.iter().copied()).unwrap_or("");
        return Err(format!("there is no preset “{name}”; did you mean “{meant}”? There are {}", names.join(", ")));
    };
    if values.is_empty() {
        *settings = Settings::default();
    }
    for &(path, value) in *values {
        match path {
            "" => apply_preset(settings, value)?,
            _ => setting(path)?.set(settings, &Value::from_text(value))?,
        }
    }
    Ok(())
}

impl Settings {
    /// Sets one as written on a command line, `PATH=VALUE`.
    ///
    /// # Errors
    ///
    /// There is no such setting, or the value is out of range; the message says what was perhaps meant.
    pub fn assign(&mut self, assignment: &str) -> Result<(), String> {
        let (path, value) = assignment.split_once('=').ok_or_else(|| {
            format!("“{assignment}” sets nothing; write --set PATH=VALUE, as in --set bake.samples=1")
        })?;
        setting(path.trim())?.set(self, &Value::from_text(value.trim()))
    }
}
