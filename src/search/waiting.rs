//! What waits in a best-first search, in order.

use std::cmp::Ordering;

/// A waiting node. The greatest of a heap is the one to expand next: that with the least f; among equal f that with the larger g, for it
/// is nearer to its goal; then that with the greatest key.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Waiting<K> {
    pub(super) f: f64,
    pub(super) g: f64,
    pub(super) key: K,
}

impl<K: PartialEq> Eq for Waiting<K> {}

impl<K: Ord> Ord for Waiting<K> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let by_f = other.f.total_cmp(&self.f);
        by_f.then_with(|| self.g.total_cmp(&other.g)).then_with(|| self.key.cmp(&other.key))
    }
}

impl<K: Ord> PartialOrd for Waiting<K> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
