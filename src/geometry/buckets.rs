//! Things sorted into numbered buckets, all in one list: a counting sort.
//!
//! Pairs are gone through twice: first each bucket is counted, then each thing is put behind those of its bucket that came before it.
//! Without pairs every bucket is empty.
//!
//! Harold Seward, "Information Sorting in the Application of Electronic Digital Computers to Business Operations", MIT (1954).

/// Things in numbered buckets.
#[derive(Clone, Debug)]
pub struct Buckets<T> {
    /// Where the things of each bucket begin; one more entry than buckets.
    starts: Vec<u32>,
    things: Vec<T>,
}

impl<T: Copy> Buckets<T> {
    /// Sorts pairs of a bucket and a thing, which come in the same order each time they are asked for. \[each bucket < `count`]
    #[must_use]
    pub fn new<I: Iterator<Item = (usize, T)>>(count: usize, pairs: impl Fn() -> I) -> Self {
        let mut starts = vec![0u32; count + 1];
        for (bucket, _) in pairs() {
            starts[bucket + 1] += 1;
        }
        for bucket in 0..count {
            starts[bucket + 1] += starts[bucket];
        }
        let mut next = starts.clone();
        let mut things = pairs().next().map_or_else(Vec::new, |(_, any)| vec![any; starts[count] as usize]);
        for (bucket, thing) in pairs() {
            things[next[bucket] as usize] = thing;
            next[bucket] += 1;
        }
        Self { starts, things }
    }

    /// The things of a bucket, in the order in which they came.
    #[inline]
    #[must_use]
    pub fn of(&self, bucket: usize) -> &[T] {
        &self.things[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// As [`of`](Self::of), to be changed.
    #[must_use]
    pub fn of_mut(&mut self, bucket: usize) -> &mut [T] {
        &mut self.things[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// How many things there are in all.
    #[must_use]
    pub fn count(&self) -> usize {
        self.things.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_keep_their_order_within_a_bucket() {
        let pairs = [(2, 'c'), (0, 'b'), (2, 'a'), (2, 'c'), (0, 'a')];
        let mut buckets = Buckets::new(4, || pairs.iter().copied());
        let all = |it: &Buckets<char>| (0..4).map(|bucket| it.of(bucket).iter().collect()).collect::<Vec<String>>();
        assert_eq!((all(&buckets), buckets.count()), (["ba", "", "cac", ""].map(String::from).to_vec(), 5));
        buckets.of_mut(2).sort_unstable();
        assert_eq!(all(&buckets), ["ba", "", "acc", ""]);
        assert!(Buckets::<u8>::new(1, std::iter::empty).of(0).is_empty());
    }
}
