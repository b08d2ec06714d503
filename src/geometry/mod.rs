//! Points, vectors, the two predicates, arcs, what segments and triangles do to each other, and how numbers are printed.
//!
//! World units: one cell is 1 × 1, x right, y **down**. Left and right are a traveller's own, as seen on the screen. Only
//! [`Turn::of_cross`] turns the sign of a cross product into a side.

mod arc;
mod buckets;
mod kernel;
mod number;
mod point;
mod predicates;
mod segment;
mod vector;

pub use arc::CircularArc;
pub use buckets::Buckets;
pub use kernel::{Article, Exact, Float, Kernel, Numbers, Policy, Single, rounded_turn};
pub use number::{ROUNDING, aligned, beside, counted, distinct, rounded, signed};
pub use point::{Bounds, Point, Spot, path_length};
pub use predicates::{Certainty, Decided, Place, Side, Turn, doubled_area, in_circle, turn};
pub use segment::{
    crossed_at, distance_between_segments, distance_to_segment, nearest_on_segment, on_segment, smallest_angle,
    triangle_contains,
};
pub use vector::Vector;

/// Dispatches once on the policy, so that the code behind runs monomorphic.
#[macro_export]
macro_rules! with_kernel {
    ($numbers:expr, $points:expr, |$kernel:ident| $body:expr) => {
        match $numbers.policy {
            $crate::geometry::Policy::Exact => {
                let $kernel = $crate::geometry::Exact::for_points($points);
                $body
            }
            $crate::geometry::Policy::Float => {
                let $kernel = $crate::geometry::Float::from($numbers);
                $body
            }
            $crate::geometry::Policy::F32 => {
                let $kernel = $crate::geometry::Single::from($numbers);
                $body
            }
            $crate::geometry::Policy::Article => {
                let $kernel = $crate::geometry::Article::from($numbers);
                $body
            }
        }
    };
}
