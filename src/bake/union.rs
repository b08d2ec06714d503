//! Sets that are joined, and asked whether they are one.
//!
//! Bernard Galler, Michael Fischer, "An improved equivalence algorithm", Communications of the ACM 7 (1964), 301–303; with
//! path halving.

/// Numbers from 0 up, each in a set; a set goes by its least number.
#[derive(Clone, Debug)]
pub(super) struct Union(Vec<u32>);

impl Union {
    /// Every number below `count` in a set of its own.
    pub(super) fn new(count: usize) -> Self {
        let count = u32::try_from(count).expect("they number things that have 32-bit numbers");
        Self((0..count).collect())
    }

    /// The least number of the set.
    pub(super) fn find(&mut self, mut it: u32) -> u32 {
        while self.0[it as usize] != it {
            let above = self.0[self.0[it as usize] as usize];
            self.0[it as usize] = above;
            it = above;
        }
        it
    }

    /// Makes two sets one.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
