//! Level geometry: triangles in space, as a level designer's tools write them.
//!
//! Seen from above, x points right and y down, as everywhere here; the third number of a point is its height. A triangle faces up when its
//! corners turn left as seen from above. Nothing is said of how triangles meet: they may overlap, cross, hang in the air, or have no
//! area at all.

use crate::geometry::{Bounds, Point, rounded};

/// A triangle of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelTriangle {
    /// Its corners, by their places among the points.
    pub corners: [u32; 3],
    /// The kind of its ground: a place among the [kinds](Level::kinds), or [`NOT_WALKABLE`](Level::NOT_WALKABLE).
    pub kind: u8,
}

/// Triangles in space.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    points: Vec<[f64; 3]>,
    triangles: Vec<LevelTriangle>,
    kinds: Vec<String>,
}

impl Level {
    /// The kind of ground on which nobody can walk, however level it is.
    pub const NOT_WALKABLE: u8 = u8::MAX;

    /// The kind of ground of which nothing is said.
    pub const PLAIN: u8 = 0;

    /// A level of points (x, y, height), and of triangles between them, whose corners must be places of points.
    ///
    /// Kinds of ground have names from [`PLAIN`](Self::PLAIN) on.
    #[must_use]
    pub fn new(points: Vec<[f64; 3]>, triangles: Vec<LevelTriangle>, kinds: Vec<String>) -> Self {
        let are_points = |it: &LevelTriangle| it.corners.iter().all(|it| (*it as usize) < points.len());
        assert!(triangles.iter().all(are_points), "corners are places of points");
        Self { points, triangles, kinds }
    }

    /// Adds a square whose corners turn right, seen from its front.
    pub(super) fn square(&mut self, corners: [[f64; 3]; 4], kind: u8) {
        let first = u32::try_from(self.points.len()).expect("a few squares a cell, and cells are few enough");
        self.points.extend(corners);
        let triangle = |corners: [u32; 3]| LevelTriangle { corners: corners.map(|it| first + it), kind };
        self.triangles.extend([triangle([0, 3, 2]), triangle([0, 2, 1])]);
    }

    /// What there is of it, in few words.
    #[must_use]
    pub fn told(&self) -> String {
        let (Bounds { min, max }, [low, high]) = (self.bounds(), self.heights());
        let [width, depth, height] = [max.x - min.x, max.y - min.y, high - low].map(|it| rounded(it, 3));
        format!("{} triangles in space, {width} × {depth} in plan and {height} high", self.triangles.len())
    }

    /// Its points: x, y and height. \[world units]
    #[must_use]
    pub fn points(&self) -> &[[f64; 3]] {
        &self.points
    }

    /// Its triangles.
    #[must_use]
    pub fn triangles(&self) -> &[LevelTriangle] {
        &self.triangles
    }

    /// The names of the kinds of ground.
    #[must_use]
    pub fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// The corners of a triangle: x, y and height. \[world units]
    #[inline]
    #[must_use]
    pub fn corners(&self, triangle: usize) -> [[f64; 3]; 3] {
        self.triangles[triangle].corners.map(|it| self.points[it as usize])
    }

    /// The corners of a triangle as seen from above.
    #[must_use]
    pub fn corners_in_plan(&self, triangle: usize) -> [Point; 3] {
        self.corners(triangle).map(|[x, y, _]| Point::new(x, y))
    }

    /// The box around all points as seen from above, used by triangles or not; `min` lies beyond `max` if there are none.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds::around(self.points.iter().map(|&[x, y, _]| Point::new(x, y)))
    }

    /// The lowest and the highest height of a point; the first lies above the second if there are none.
    #[must_use]
    pub fn heights(&self) -> [f64; 2] {
        let none = [f64::INFINITY, f64::NEG_INFINITY];
        self.points.iter().fold(none, |[low, high], it| [low.min(it[2]), high.max(it[2])])
    }
}
