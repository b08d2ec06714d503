//! Differences of points: how far, and which way, one place lies from another.
//!
//! Products are rounded. Which side a place lies on is for [`turn`](super::turn) to say; what is here measures. A vector without
//! length has no direction: its products are zero, and so is its angle to any other.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::Point;

/// A difference of two places. \[world units, 1 = one cell; x right, y down]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Vector {
    /// A vector from its parts.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The cross product: with y down above zero where `other` points to the right of this. \[cells²]
    #[inline]
    #[must_use]
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The dot product: above zero where `other` points the same way rather than back. \[cells²]
    #[inline]
    #[must_use]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The squared length. \[cells²]
    #[inline]
    #[must_use]
    pub fn length_squared(self) -> f64 {
        self.dot(self)
    }

    /// The length. \[cells]
    #[inline]
    #[must_use]
    pub fn length(self) -> f64 {
        self.length_squared().sqrt()
    }

    /// How far `other` is turned from this. \[radians, −π to π; to the right above zero]
    #[must_use]
    pub fn angle_to(self, other: Self) -> f64 {
        self.cross(other).atan2(self.dot(other))
    }

    /// The vector turned to the traveller's right by a quarter.
    #[must_use]
    pub fn rightward(self) -> Self {
        Self::new(-self.y, self.x)
    }
}

impl Sub for Point {
    type Output = Vector;

    #[inline]
    fn sub(self, from: Self) -> Vector {
        Vector::new(self.x - from.x, self.y - from.y)
    }
}

impl Add<Vector> for Point {
    type Output = Self;

    #[inline]
    fn add(self, by: Vector) -> Self {
        Self::new(self.x + by.x, self.y + by.y)
    }
}

impl Add for Vector {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vector {
    type Output = Self;

    #[inline]
    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}

impl Div<f64> for Vector {
    type Output = Self;

    #[inline]
    fn div(self, by: f64) -> Self {
        Self::new(self.x / by, self.y / by)
    }
}

impl Neg for Vector {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

    use super::*;

    /// With y down a quarter to the right of going right is going down.
    #[test]
    fn angles_are_to_the_right() {
        let (right, down) = (Vector::new(2.0, 0.0), Vector::new(0.0, 3.0));
        for (to, angle) in
            [(down, FRAC_PI_2), (-down, -FRAC_PI_2), (right + down * (2.0 / 3.0), FRAC_PI_4), (-right, PI)]
        {
            assert_eq!(right.angle_to(to), angle, "{to:?}");
        }
        assert_eq!((right.cross(down), right.dot(down), right.rightward()), (6.0, 0.0, Vector::new(-0.0, 2.0)));
        assert_eq!(Vector::default().angle_to(down), 0.0);
    }

    #[test]
    fn differences_lead_from_place_to_place() {
        let (from, to) = (Point::new(1.5, -2.0), Point::new(4.5, 2.0));
        assert_eq!((from + (to - from), (to - from).length(), (to - from).length_squared()), (to, 5.0, 25.0));
    }
}
