//! The filter, told.

use std::ops::{ControlFlow, Range};

use super::{
    Part, StageName, Thing,
    kind::kinds,
    lens::Fact,
    stage::Stage,
    triangulate::{edge_of, name_triangle},
};
use crate::{
    bake::{Filter, FilterEvent, Recipe, filter},
    geometry::Point,
    mesh::{Link, TriangleId, Triangulation},
    record::{Recorder, Sink},
};

/// An edge by its ends.
fn name_edge(mesh: &Triangulation, edge: Link) -> String {
    let [a, b] = mesh.ends(edge);
    format!("{a}–{b}")
}

impl Stage for Filter {
    const NAME: StageName = StageName::Filter;

    const WORD: &'static str = "filter";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each triangle between samples",
        "  if a wall is in it, or too near",
        "    drop it",
        "  else",
        "    keep it",
        "for each edge between two triangles that were kept",
        "  if a wall is in the way along it",
        "    close it",
        "  else",
        "    leave it open",
        "for each triangle between outlines",
        "  if they wind around it once",
        "    keep it",
        "  else",
        "    drop it, for walls cover it",
        "for each triangle between rectangles' corners",
        "  if it lies in a rectangle",
        "    keep it",
        "  else",
        "    drop it",
    ];

    kinds! { FilterEvent {
        FilterEvent::Kept { .. } => change("kept", Operation, 4),
        FilterEvent::Dropped { .. } => change("dropped", Operation, 2),
        FilterEvent::Covered { .. } => change("covered", Operation, 14),
        FilterEvent::Closed { .. } => change("closed", Operation, 7),
        FilterEvent::Passed { .. } => observation("passed", Test, 9),
    }}

    const TOO_MANY: &'static str = "choose fewer samples a cell (bake.samples=1), coarser round corners (a larger bake.arc_error), or a smaller maze";

    fn run<S: Sink<FilterEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        filter(recorder)
    }

    fn brief(&self, event: &FilterEvent) -> String {
        match *event {
            FilterEvent::Kept { triangle } => format!("triangle {triangle}"),
            FilterEvent::Dropped { triangle, column, row } => format!("triangle {triangle}, wall ({column}, {row})"),
            FilterEvent::Covered { triangle, winding } => format!("triangle {triangle}, winding {winding}"),
            FilterEvent::Closed { edge, .. } | FilterEvent::Passed { edge } => {
                format!("triangle {}, side {}", edge.triangle(), edge.side())
            }
        }
    }

    fn steps(&self) -> Range<usize> {
        match self.settings().recipe {
            Recipe::Sampled | Recipe::Contours | Recipe::Voxels => 0..10,
            Recipe::Walls => 10..15,
            Recipe::Rectangles => 15..20,
        }
    }

    fn step(&self, event: &FilterEvent) -> usize {
        let first = self.steps().start;
        match event {
            FilterEvent::Kept { .. } if first > 0 => first + 2,
            FilterEvent::Covered { .. } => first + 4,
            FilterEvent::Kept { .. }
            | FilterEvent::Dropped { .. }
            | FilterEvent::Closed { .. }
            | FilterEvent::Passed { .. } => Self::kind(event).step,
        }
    }

    fn sentence(&self, event: &FilterEvent) -> String {
        let mesh = self.mesh();
        match *event {
            FilterEvent::Kept { triangle } => {
                let why = match self.settings().recipe {
                    Recipe::Sampled | Recipe::Contours | Recipe::Voxels => "",
                    Recipe::Walls => ": outlines wind around it once",
                    Recipe::Rectangles => ": it lies in a rectangle",
                };
                format!("Triangle {} is walkable{why}.", name_triangle(mesh, triangle))
            }
            FilterEvent::Dropped { triangle, column, row } => {
                let how = if self.radius() > 0.0 { "is in it, or too near" } else { "is in it" };
                format!("Triangle {} was dropped: wall ({column}, {row}) {how}.", name_triangle(mesh, triangle))
            }
            FilterEvent::Covered { triangle, .. } if self.settings().recipe == Recipe::Rectangles => {
                format!("Triangle {} was dropped: it lies in no rectangle.", name_triangle(mesh, triangle))
            }
            FilterEvent::Covered { triangle, winding } => {
                let times = match winding {
                    0 => "don't wind around it".to_owned(),
                    _ => format!("wind around it {winding} times"),
                };
                format!("Triangle {} is covered: outlines {times}, not once.", name_triangle(mesh, triangle))
            }
            FilterEvent::Closed { edge, .. } => {
                format!("Edge {} was closed: a wall is in its way.", name_edge(mesh, edge))
            }
            FilterEvent::Passed { edge } => format!("Edge {} is open.", name_edge(mesh, edge)),
        }
    }

    fn facts(&self, event: &FilterEvent) -> Vec<Fact> {
        match *event {
            FilterEvent::Kept { triangle }
            | FilterEvent::Dropped { triangle, .. }
            | FilterEvent::Covered { triangle, .. } => {
                let centroid = self.mesh().corners(triangle).map(Point::centroid).unwrap_or_default();
                vec![Fact::new("triangle", triangle.to_string()), Fact::new("centroid", centroid.to_string())]
            }
            FilterEvent::Closed { .. } | FilterEvent::Passed { .. } => Vec::new(),
        }
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..) | Thing::Edge(..) | Thing::Triangle(_))
    }

    fn touch(&self, event: &FilterEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let mesh = self.mesh();
        let is_triangle = |it: TriangleId| thing == Thing::Triangle(it);
        match *event {
            FilterEvent::Kept { triangle } => is_triangle(triangle).then_some("kept"),
            FilterEvent::Dropped { triangle, column, row } => match thing {
                Thing::Cell(x, y) => {
                    ((i64::from(column), i64::from(row)) == (i64::from(x), i64::from(y))).then_some("in the way")
                }
                _ => is_triangle(triangle).then_some("dropped"),
            },
            FilterEvent::Covered { triangle, .. } => is_triangle(triangle).then_some("covered"),
            FilterEvent::Closed { edge, .. } => match thing {
                Thing::Triangle(it) => {
                    let across = mesh.across(edge);
                    [edge, across].iter().any(|side| side.triangle() == it).then_some("an edge closed")
                }
                _ => (edge_of(mesh, edge) == thing).then_some("closed"),
            },
            FilterEvent::Passed { edge } => (edge_of(mesh, edge) == thing).then_some("left open"),
        }
    }
}
