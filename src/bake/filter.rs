//! Which triangles may be walked, and which edges between them may be crossed.
//!
//! First every triangle between samples is kept or dropped, then the edges between two that were kept are looked at. The
//! exact rules keep what lies on floor (and flat triangles, which overlap nothing); the article's (centroid in a wall cell, points along the edge in a wall cell) are here
//! to be seen failing: they keep triangles that cut walls, and close edges that only touch a corner.
//!
//! In a mesh of the walls' outlines no triangle lies on both sides of one. Those around which the outlines wind once are kept,
//! all others are covered; and whatever lies between two that were kept is open.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{BakeSettings, EdgeFilter, FaceFilter};
use crate::{
    geometry::{Bounds, Point, Turn, distance_between_segments, turn},
    maze::{Maze, audit_segment, cell_bounds, cell_corners, is_enough, to_i64},
    mesh::{Link, TriangleId, Triangulation},
    record::{Event, Recorder, Replayable, Sink},
};

/// What the filter found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum FilterEvent {
    /// A triangle may be walked.
    Kept {
        /// The triangle.
        triangle: TriangleId,
    },
    /// A triangle was dropped.
    Dropped {
        /// The triangle.
        triangle: TriangleId,
        /// The column of a wall cell in its way.
        column: i32,
        /// The row of that cell.
        row: i32,
    },
    /// A triangle was dropped, for the walls, grown by the radius, cover it.
    Covered {
        /// The triangle.
        triangle: TriangleId,
        /// How often the outlines wind around it; what is free they wind around once.
        winding: i32,
    },
    /// An edge between two walkable triangles was closed.
    Closed {
        /// The edge, as a side of the older triangle.
        edge: Link,
        /// Up to which edge all had been looked at before.
        was: u32,
    },
    /// Observed: an edge between two walkable triangles stays open.
    Passed {
        /// The edge, as a side of the older triangle.
        edge: Link,
    },
}

const _: () = assert!(size_of::<FilterEvent>() <= 16, "there are as many as triangles");

impl Event for FilterEvent {}

/// Marks of a triangle: bit 0 kept, bit 1 dropped, bits 2 to 4 closed sides.
type Marks = u8;
const KEPT: Marks = 1;
const DROPPED: Marks = 2;
const CLOSED: Marks = 4;

/// What is known of a mesh's triangles so far.
#[derive(Clone, Debug)]
pub struct Filter {
    mesh: Arc<Triangulation>,
    maze: Arc<Maze>,
    settings: BakeSettings,
    radius: f64,
    /// For each triangle ever born how often outlines wind around it, where those decide.
    windings: Option<Arc<[i32]>>,
    marks: Vec<Marks>,
    /// Every triangle before this has been looked at.
    faces_done: TriangleId,
    /// Every edge before this has been looked at.
    edges_done: u32,
}

impl PartialEq for Filter {
    fn eq(&self, other: &Self) -> bool {
        (&self.marks, self.edges_done) == (&other.marks, other.edges_done)
    }
}

impl Filter {
    /// Nothing known yet.
    #[must_use]
    pub fn new(mesh: Arc<Triangulation>, maze: Arc<Maze>, settings: BakeSettings, radius: f64) -> Self {
        let marks = vec![0; mesh.triangles().len()];
        Self { mesh, maze, settings, radius, windings: None, marks, faces_done: TriangleId::new(0), edges_done: 0 }
    }

    /// Nothing known yet; `windings` tells for each triangle ever born how often outlines wind around it, which decides alone.
    #[must_use]
    pub fn by_winding(
        mesh: Arc<Triangulation>,
        maze: Arc<Maze>,
        settings: BakeSettings,
        radius: f64,
        windings: Arc<[i32]>,
    ) -> Self {
        Self { windings: Some(windings), ..Self::new(mesh, maze, settings, radius) }
    }

    /// Whether outlines decide, and not walls.
    #[must_use]
    pub fn is_by_winding(&self) -> bool {
        self.windings.is_some()
    }

    /// The triangulation it looks at.
    #[must_use]
    pub fn mesh(&self) -> &Arc<Triangulation> {
        &self.mesh
    }

    /// The maze it looks at.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        &self.maze
    }

    /// How the maze is baked.
    #[must_use]
    pub fn settings(&self) -> &BakeSettings {
        &self.settings
    }

    /// How far the agent's centre stays from every wall. \[cells]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether a triangle was found walkable.
    #[inline]
    #[must_use]
    pub fn is_walkable(&self, triangle: TriangleId) -> bool {
        self.marks[triangle.index()] & KEPT != 0
    }

    /// Whether a triangle was dropped.
    #[must_use]
    pub fn is_dropped(&self, triangle: TriangleId) -> bool {
        self.marks[triangle.index()] & DROPPED != 0
    }

    /// Whether a side was closed.
    #[inline]
    #[must_use]
    pub fn is_closed(&self, edge: Link) -> bool {
        self.marks[edge.triangle().index()] & (CLOSED << edge.side()) != 0
    }

    /// How many edges were closed.
    #[must_use]
    pub fn closed_edges(&self) -> usize {
        self.marks.iter().map(|it| (it / CLOSED).count_ones() as usize).sum::<usize>() / 2
    }

    /// The side across an edge, if both triangles are walkable.
    #[inline]
    #[must_use]
    pub fn neighbour(&self, edge: Link) -> Option<Link> {
        let across = self.mesh.across(edge);
        (across != Link::NONE && self.is_walkable(across.triangle())).then_some(across)
    }

    /// The side across an edge, if one may cross there.
    #[inline]
    #[must_use]
    pub fn portal(&self, edge: Link) -> Option<Link> {
        self.neighbour(edge).filter(|_| !self.is_closed(edge))
    }

    /// The wall cell for which a triangle has to be dropped, if any.
    #[must_use]
    pub fn wall_in(&self, triangle: TriangleId, rule: FaceFilter) -> Option<(i64, i64)> {
        let corners = self.mesh.corners(triangle)?;
        match rule {
            FaceFilter::Exact => wall_overlapping(&self.maze, corners, self.radius),
            FaceFilter::Centroid => wall_at(&self.maze, Point::centroid(corners), self.radius),
        }
    }

    /// Whether an edge has to be closed.
    #[must_use]
    pub fn is_blocked(&self, edge: Link, rule: EdgeFilter) -> bool {
        let [a, b] = self.mesh.ends(edge).map(|it| self.mesh.point(it));
        match rule {
            EdgeFilter::Exact => audit_segment(&self.maze, a, b, self.radius).is_some(),
            EdgeFilter::Sampled => {
                let steps = (a.distance(b) / self.settings.edge_step).ceil().max(2.0);
                let mut i = 1.0;
                while i < steps {
                    let t = i / steps;
                    if wall_at(&self.maze, a.towards(b, t), self.radius).is_some() {
                        return true;
                    }
                    i += 1.0;
                }
                false
            }
        }
    }

    fn set(&mut self, event: &FilterEvent, on: bool) {
        let mut mark = |triangle: TriangleId, bit: Marks| {
            let marks = &mut self.marks[triangle.index()];
            *marks = if on { *marks | bit } else { *marks & !bit };
        };
        match *event {
            FilterEvent::Kept { triangle } => mark(triangle, KEPT),
            FilterEvent::Dropped { triangle, .. } | FilterEvent::Covered { triangle, .. } => mark(triangle, DROPPED),
            FilterEvent::Closed { edge, .. } => {
                let across = self.mesh.across(edge);
                for side in [edge, across] {
                    mark(side.triangle(), CLOSED << side.side());
                }
            }
            FilterEvent::Passed { .. } => (),
        }
    }
}

impl Replayable for Filter {
    type Event = FilterEvent;

    fn apply(&mut self, event: &FilterEvent, _: &[u32]) {
        self.set(event, true);
        match *event {
            FilterEvent::Kept { triangle }
            | FilterEvent::Dropped { triangle, .. }
            | FilterEvent::Covered { triangle, .. } => self.faces_done = triangle.next(),
            FilterEvent::Closed { edge, .. } => self.edges_done = edge.index() + 1,
            FilterEvent::Passed { .. } => (),
        }
    }

    fn revert(&mut self, event: &FilterEvent, _: &[u32]) {
        self.set(event, false);
        match *event {
            FilterEvent::Kept { triangle }
            | FilterEvent::Dropped { triangle, .. }
            | FilterEvent::Covered { triangle, .. } => self.faces_done = triangle,
            FilterEvent::Closed { was, .. } => self.edges_done = was,
            FilterEvent::Passed { .. } => (),
        }
    }
}

/// Looks at whatever was not looked at yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn filter<S: Sink<FilterEvent>>(filter: &mut Recorder<Filter, S>) -> ControlFlow<()> {
    let mesh = filter.mesh.clone();
    let BakeSettings { face_filter, edge_filter, .. } = filter.settings;
    let faces_done = filter.faces_done;
    if let Some(windings) = filter.windings.clone() {
        for triangle in mesh.inner().filter(|&it| it >= faces_done) {
            match windings.get(triangle.index()).copied().unwrap_or(0) {
                1 => filter.commit(FilterEvent::Kept { triangle })?,
                winding => filter.commit(FilterEvent::Covered { triangle, winding })?,
            }
        }
        return ControlFlow::Continue(());
    }
    for triangle in mesh.inner().filter(|&it| it >= faces_done) {
        match filter.wall_in(triangle, face_filter) {
            None => filter.commit(FilterEvent::Kept { triangle })?,
            Some((column, row)) => {
                let [column, row] = [column, row].map(|it| i32::try_from(it).unwrap_or(i32::MAX));
                filter.commit(FilterEvent::Dropped { triangle, column, row })?;
            }
        }
    }
    let edges_done = filter.edges_done;
    for triangle in mesh.inner().filter(|&it| it >= TriangleId::new(edges_done / 3)) {
        for edge in triangle.sides() {
            let first = edge.index() >= edges_done;
            let Some(across) = filter.neighbour(edge).filter(|_| first && filter.is_walkable(triangle)) else {
                continue;
            };
            if across.triangle() < triangle {
                continue;
            }
            if filter.is_blocked(edge, edge_filter) {
                let was = filter.edges_done;
                filter.commit(FilterEvent::Closed { edge, was })?;
            } else {
                filter.observe(|_| FilterEvent::Passed { edge });
            }
        }
    }
    ControlFlow::Continue(())
}

/// The wall cell that holds `p` (right and lower sides not counted, as rounding down has it), or comes within `radius` of it.
fn wall_at(maze: &Maze, p: Point, radius: f64) -> Option<(i64, i64)> {
    let (column, row) = (to_i64(p.x), to_i64(p.y));
    if maze.is_wall(column, row) {
        return Some((column, row));
    }
    maze.wall_too_near(p, radius)
}

/// A wall cell whose inside overlaps the triangle's inside, exactly; or that is nearer to the triangle than `radius`.
fn wall_overlapping(maze: &Maze, corners: [Point; 3], radius: f64) -> Option<(i64, i64)> {
    let near = Bounds::around(corners).grown(radius);
    if maze.is_open(near) {
        return None;
    }
    maze.cells_touching(near).find(|&(column, row)| {
        maze.is_wall(column, row)
            && (overlaps_cell(corners, column, row)
                || radius > 0.0 && !is_enough(distance_to_cell(corners, column, row), radius))
    })
}

/// Whether the open triangle and the open cell have a point in common: no side of either separates them.
fn overlaps_cell(corners: [Point; 3], column: i64, row: i64) -> bool {
    let (cell, area) = (cell_bounds(column, row), Bounds::around(corners));
    if area.max.x <= cell.min.x || area.min.x >= cell.max.x || area.max.y <= cell.min.y || area.min.y >= cell.max.y {
        return false;
    }
    let inward = match turn(corners[0], corners[1], corners[2]).verdict {
        Turn::Straight => return false,
        side => side,
    };
    (0..3).all(|i| {
        let (a, b) = (corners[i], corners[(i + 1) % 3]);
        cell_corners(column, row).iter().any(|&it| turn(a, b, it).verdict == inward)
    })
}

fn distance_to_cell(corners: [Point; 3], column: i64, row: i64) -> f64 {
    let cell = cell_corners(column, row);
    let sides = (0..3).flat_map(|i| (0..4).map(move |j| (i, j)));
    sides
        .map(|(i, j)| distance_between_segments([corners[i], corners[(i + 1) % 3]], [cell[j], cell[(j + 1) % 4]]))
        .fold(f64::MAX, f64::min)
}
