//! A finished path, piece by piece: straight segments, and arcs around wall corners.

use serde::{Serialize, Serializer};

use crate::{
    geometry::{Bounds, CircularArc, Point, Spot, on_segment},
    maze::{ViolationKind, World},
};

/// A part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Piece {
    /// Straight on.
    Segment {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
    },
    /// Around a wall corner.
    Arc(CircularArc),
}

impl Piece {
    /// Where it begins.
    #[must_use]
    pub fn from(&self) -> Point {
        match *self {
            Self::Segment { from, .. } => from,
            Self::Arc(arc) => arc.from,
        }
    }

    /// Where it ends.
    #[must_use]
    pub fn to(&self) -> Point {
        match *self {
            Self::Segment { to, .. } => to,
            Self::Arc(arc) => arc.to,
        }
    }

    /// How long it is in plan. \[cells]
    #[must_use]
    pub fn length(&self) -> f64 {
        match self {
            Self::Segment { from, to } => from.distance(*to),
            Self::Arc(arc) => arc.length(),
        }
    }

    /// Points on it, both ends included, the lines between which stay within `off` of it. \[off > 0; cells]
    #[must_use]
    pub fn flattened(&self, off: f64) -> Vec<Point> {
        match self {
            Self::Segment { from, to } => vec![*from, *to],
            Self::Arc(arc) => arc.flattened(off),
        }
    }
}

/// A path: its start, and pieces that each begin where the one before ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    start: Option<Point>,
    pieces: Vec<Piece>,
    /// How high each of its [points](Self::points) is; empty where all is flat. \[world units]
    heights: Vec<f64>,
}

impl Course {
    /// A path from its pieces.
    #[must_use]
    pub fn of_pieces(pieces: Vec<Piece>) -> Self {
        Self { start: pieces.first().map(Piece::from), pieces, heights: Vec::new() }
    }

    /// A path without arcs.
    #[must_use]
    pub fn of_points(points: &[Point]) -> Self {
        let pieces = points.windows(2).map(|it| Piece::Segment { from: it[0], to: it[1] }).collect();
        Self { start: points.first().copied(), pieces, heights: Vec::new() }
    }

    /// The same path, each of its [points](Self::points) at a height; none where all is flat. \[world units]
    #[must_use]
    pub fn at_heights(self, heights: Vec<f64>) -> Self {
        debug_assert!(heights.is_empty() || heights.len() == self.points().len(), "each point has a height");
        Self { heights, ..self }
    }

    /// How high each of its [points](Self::points) is; none where all is flat. \[world units]
    #[must_use]
    pub fn heights(&self) -> &[f64] {
        &self.heights
    }

    /// The pieces; none where the path stays at its start.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Where it begins, where one piece meets the next, and where it ends.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        self.start.into_iter().chain(self.pieces.iter().map(Piece::to)).collect()
    }

    /// Its [points](Self::points), each with its height if it has one.
    #[must_use]
    pub fn spots(&self) -> Vec<Spot> {
        let points = self.points().into_iter().enumerate();
        points.map(|(index, at)| Spot::new(at, self.heights.get(index).copied())).collect()
    }

    /// How many corners it has between its ends; an arc is one.
    #[must_use]
    pub fn corners(&self) -> usize {
        let is_arc = |it: &Piece| matches!(it, Piece::Arc(_));
        let bends = self.pieces.windows(2).filter(|it| !it.iter().any(is_arc)).count();
        bends + self.pieces.iter().filter(|it| is_arc(it)).count()
    }

    /// How long it is in plan. \[cells]
    #[must_use]
    pub fn length(&self) -> f64 {
        // The sum of nothing would be −0.
        self.pieces.iter().map(Piece::length).fold(0.0, |sum, it| sum + it)
    }

    /// How long it is in space, straight from each of its points to the next; that in plan where all is flat. \[world units]
    #[must_use]
    pub fn length_in_space(&self) -> f64 {
        if self.heights.is_empty() {
            return self.length();
        }
        let length = |it: usize| {
            let [from, to] = self.ends(it);
            from.distance(to)
        };
        (0..self.pieces.len()).map(length).fold(0.0, |sum, it| sum + it)
    }

    /// Where a piece begins and ends.
    fn ends(&self, piece: usize) -> [Spot; 2] {
        let height = |it: usize| self.heights.get(it).copied();
        let it = &self.pieces[piece];
        [Spot::new(it.from(), height(piece)), Spot::new(it.to(), height(piece + 1))]
    }

    /// The first rule that a piece breaks, if any, and where.
    #[must_use]
    pub fn audit(&self, piece: usize, world: &dyn World, radius: f64) -> Option<(ViolationKind, Point)> {
        match &self.pieces[piece] {
            Piece::Segment { .. } => {
                let [from, to] = self.ends(piece);
                world.audit_segment(from, to, radius)
            }
            Piece::Arc(arc) => world.audit_arc(arc, radius),
        }
    }

    /// How far a piece stays from every wall, as far as that is below `up_to`. \[cells]
    fn clearance_of(&self, piece: usize, world: &dyn World, up_to: f64) -> f64 {
        match &self.pieces[piece] {
            Piece::Segment { .. } => {
                let [from, to] = self.ends(piece);
                world.clearance(from, to, up_to)
            }
            Piece::Arc(arc) => world.clearance_of_arc(arc, up_to),
        }
    }

    /// The least distance of the whole path from any wall, zero where it touches one; none without a start. \[cells]
    #[must_use]
    pub fn clearance(&self, world: &dyn World) -> Option<f64> {
        let start = self.start?;
        let Bounds { min, max } = world.bounds();
        // Outside there is nothing to walk on, so nothing is further away than the border.
        let border = [start.x - min.x, max.x - start.x, start.y - min.y, max.y - start.y];
        let border = border.into_iter().fold(f64::MAX, f64::min).max(0.0);
        let mut reach = border.min(1.0);
        let spot = Spot::new(start, self.heights.first().copied());
        let mut least = world.clearance(spot, spot, reach);
        while least == reach && reach < border {
            reach = (2.0 * reach).min(border);
            least = world.clearance(spot, spot, reach);
        }
        Some((0..self.pieces.len()).fold(least, |least, piece| self.clearance_of(piece, world, least)))
    }
}

/// A path without the points at which it goes straight on; its ends stay.
#[must_use]
pub fn corners_of(path: &[Point]) -> Vec<Point> {
    let is_corner = |at: &usize| *at == 0 || at + 1 == path.len() || !on_segment(path[at - 1], path[at + 1], path[*at]);
    (0..path.len()).filter(is_corner).map(|it| path[it]).collect()
}

impl Serialize for Course {
    /// As the list of its pieces.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.pieces.serialize(serializer)
    }
}
