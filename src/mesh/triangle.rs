//! Vertices, triangles, and the links between them.
//!
//! ```text
//!              apex ○            a link is a side of a triangle, and has the number of the corner across from it, its apex;
//!        previous  ╱ ╲  next     it leads from the corner that follows the apex to the next one, with the triangle on its left
//!                 ╱   ╲
//!                ○─────○         across it lies a link of another triangle, which leads the other way
//!             from ───▶ to
//! ```

use std::fmt;

use serde::Serialize;

use super::{Triangulation, id::id};

id! {
    /// A vertex, numbered in order of insertion.
    VertexId
}

id! {
    /// A triangle, numbered in order of birth.
    TriangleId
}

/// The vertex at infinity, which closes the outside of the hull with symbolic triangles.
pub const FRAME: VertexId = VertexId::new(u32::MAX);

impl fmt::Display for VertexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl fmt::Display for TriangleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl TriangleId {
    /// Its sides, each across from the corner of the same place.
    #[inline]
    #[must_use]
    pub fn sides(self) -> [Link; 3] {
        [0, 1, 2].map(|side| Link::new(self, side))
    }
}

/// One side of a triangle, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Link(u32);

impl Link {
    /// No triangle lies there.
    pub const NONE: Self = Self(u32::MAX);

    /// The side of `triangle` that lies across from its corner `side`. \[side < 3]
    #[inline]
    #[must_use]
    pub fn new(triangle: TriangleId, side: usize) -> Self {
        debug_assert!(side < 3 && triangle.number() < 1 << 30, "a link holds thirty bits of id");
        Self(triangle.number() << 2 | [0, 1, 2][side])
    }

    /// A number for the side among those of all triangles.
    #[inline]
    #[must_use]
    pub fn index(self) -> u32 {
        (self.0 >> 2) * 3 + (self.0 & 3)
    }

    /// The side of a number.
    #[inline]
    #[must_use]
    pub fn of_index(index: u32) -> Self {
        Self::new(TriangleId::new(index / 3), index as usize % 3)
    }

    /// The triangle; meaningless for [`NONE`](Self::NONE).
    #[inline]
    #[must_use]
    pub fn triangle(self) -> TriangleId {
        TriangleId::new(self.0 >> 2)
    }

    /// The corner across from the side.
    #[inline]
    #[must_use]
    pub fn side(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The side of the same triangle that begins where this one ends.
    #[inline]
    #[must_use]
    pub fn next(self) -> Self {
        self.turned(1)
    }

    /// The side of the same triangle that ends where this one begins.
    #[inline]
    #[must_use]
    pub fn previous(self) -> Self {
        self.turned(2)
    }

    /// The side of the same triangle that comes so many sides behind this one.
    #[inline]
    #[must_use]
    pub fn turned(self, sides: usize) -> Self {
        Self::new(self.triangle(), (self.side() + sides) % 3)
    }
}

/// Three corners that turn left, and what lies across from each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    /// The corners, turning left; the newest first.
    pub corners: [VertexId; 3],
    /// The neighbour's side across from each corner.
    pub across: [Link; 3],
}

impl Triangle {
    /// The side across from corner `side`, so directed that the triangle lies to its left.
    #[inline]
    #[must_use]
    pub fn edge(&self, side: usize) -> [VertexId; 2] {
        [self.corners[(side + 1) % 3], self.corners[(side + 2) % 3]]
    }
}

impl Triangulation {
    /// What lies across a side.
    #[inline]
    #[must_use]
    pub fn across(&self, side: Link) -> Link {
        self.triangle(side.triangle()).across[side.side()]
    }

    /// The vertices where a side begins and ends; its triangle lies to its left.
    #[inline]
    #[must_use]
    pub fn ends(&self, side: Link) -> [VertexId; 2] {
        self.triangle(side.triangle()).edge(side.side())
    }

    /// The corner across from a side.
    #[inline]
    #[must_use]
    pub fn apex(&self, side: Link) -> VertexId {
        self.triangle(side.triangle()).corners[side.side()]
    }
}
