//! The closed lines around regions: an outline each, and a hole for each island in it.
//!
//! ```text
//!   ┌──◀──┐         Vertices are corners between columns, x right, y down. An outline turns left around its region,
//!   │ ┌─▶┐│         as seen from above, a hole turns right: who follows either has the region on the left hand.
//!   ▼ ▲  ▼▲
//!   │ └◀─┘│
//!   └──▶──┘
//! ```

use crate::geometry::doubled_area;

/// A corner of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingVertex {
    /// Its place along x. \[columns]
    pub x: i32,
    /// Its place along y. \[columns]
    pub y: i32,
    /// How high it is. \[voxels from the grid's base]
    pub height: u16,
    /// The region across the side that begins here; 0 is a wall.
    pub beyond: u32,
}

/// A closed line along the border of a region, the last corner leading to the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The region. \[from 1 on]
    pub region: u32,
    /// The kind of the region's ground.
    pub kind: u8,
    /// The corners in order.
    pub vertices: Vec<RingVertex>,
}

impl Ring {
    /// Twice the area that it encloses, negative for a hole. \[columns²; exact]
    #[must_use]
    pub fn doubled_area(&self) -> f64 {
        doubled_area(&self.places())
    }

    /// Whether it goes around an island in its region.
    #[must_use]
    pub fn is_hole(&self) -> bool {
        self.doubled_area() < 0.0
    }
}
