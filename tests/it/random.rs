//! Pseudo-random numbers, the same on every machine and in every run.
//!
//! Guy Steele, Doug Lea, Christine Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.

use navscope::geometry::Point;

/// A generator; its whole state is one number.
pub(crate) struct Random(u64);

impl Random {
    /// Equal seeds give equal numbers.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.bits() % end as u64).expect("below a usize")
    }

    /// A whole number, both ends included.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.below(usize::try_from(high - low + 1).expect("low ≤ high"))).expect("small")
    }

    /// Whether one of `percent` cases in a hundred came up.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some things.
    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A fraction from 0 up to below 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A point with whole coordinates in a square, both ends included.
    pub(crate) fn lattice_point(&mut self, low: i64, high: i64) -> Point {
        let [x, y] = [(); 2].map(|()| self.between(low, high) as f64);
        Point::new(x, y)
    }
}

#[test]
fn numbers_stay_in_their_ranges_and_repeat() {
    let draw = |seed| {
        let mut random = Random::new(seed);
        (0..100).map(|_| (random.between(-3, 3), random.below(5))).collect::<Vec<_>>()
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    assert!(draw(1).iter().all(|&(a, b)| (-3..=3).contains(&a) && b < 5));
    assert!((-3..=3).all(|it| draw(1).iter().any(|&(a, _)| a == it)));
}
