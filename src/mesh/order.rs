//! In which order points are inserted.
//!
//! The order changes nothing about a Delaunay triangulation but its cost: row by row each point tears down a long thin strip
//! of what the row before built, thirty triangles a step. BRIO takes the points in rounds, each a few times as large as all before,
//! and within a round along a Hilbert curve, so that neighbours in time are neighbours in space.
//!
//! Nina Amenta, Sunghee Choi, Günter Rote, "Incremental Constructions con BRIO", 19th Symposium on Computational Geometry (2003), 211–219.

use crate::geometry::{Bounds, Point};

/// An order of insertion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Biased randomised insertion order: rounds of growing size, a Hilbert curve within each.
    #[default]
    Brio,
    /// As the points were given.
    Given,
}

/// The indices of `points` in order of insertion.
#[must_use]
pub fn insertion_order(points: &[Point], order: Order) -> Vec<u32> {
    let count = u32::try_from(points.len()).expect("fewer than 2^32 points");
    match order {
        Order::Brio if count < 1 << INDEX_BITS => brio(points, count),
        Order::Given | Order::Brio => (0..count).collect(),
    }
}

/// How many bits a point's index has in a sorting key; beyond as many points the order is the given one.
const INDEX_BITS: u32 = 28;

/// Rounds hold a quarter of what comes after them; the first holds about this many points.
const FIRST_ROUND: u32 = 1000;

fn brio(points: &[Point], count: u32) -> Vec<u32> {
    let rounds = (count / FIRST_ROUND).max(1).ilog2().div_ceil(2);
    let curve = Hilbert::over(points);
    let mut random = SplitMix(0);
    // Round, place on the curve and index in one word: sorting those is twice as fast as sorting tuples.
    let mut keys: Vec<u64> = points
        .iter()
        .zip(0..count)
        .map(|(&point, index)| {
            let halvings = (random.next() | 1 << 63).trailing_zeros();
            let round = rounds.saturating_sub(halvings / 2);
            u64::from(round) << 60 | u64::from(curve.index(point)) << INDEX_BITS | u64::from(index)
        })
        .collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| (key & ((1 << INDEX_BITS) - 1)) as u32).collect()
}

/// A Hilbert curve through a square around some points, of so many cells that few points share one.
struct Hilbert {
    min: Point,
    scale: f64,
    /// The square has 2^bits × 2^bits cells. \[at most 16]
    bits: u32,
}

impl Hilbert {
    fn over(points: &[Point]) -> Self {
        let bounds = Bounds::around(points.iter().copied());
        let bits = (points.len().max(1).ilog2() / 2 + 3).min(16);
        let cells = f64::from((1u32 << bits) - 1);
        Self { min: bounds.min, scale: cells / bounds.side().max(f64::MIN_POSITIVE), bits }
    }

    /// How far along the curve a point lies.
    fn index(&self, p: Point) -> u32 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "scaled to 16 bits")]
        let [mut x, mut y] = [(p.x - self.min.x) * self.scale, (p.y - self.min.y) * self.scale].map(|it| it as u32);
        let mut index = 0;
        for bit in (0..self.bits).rev() {
            let [right, down] = [x, y].map(|it| it >> bit & 1);
            index = index << 2 | (3 * right) ^ down;
            if down == 0 {
                // On the right the curve runs backwards.
                let flip = 0u32.wrapping_sub(right);
                (x, y) = (y ^ flip, x ^ flip);
            }
        }
        index
    }
}

/// A small generator of well-mixed numbers, the same on every machine.
///
/// Guy Steele, Doug Lea, Christine Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }
}
