//! Finding the point in a place, so that each place has one only.
//!
//! A table of open addresses with linear probing; nothing ever depends on the order of its slots. When a point is taken out,
//! those that were pushed on by it move up, so that no chain of probes has a gap.
//!
//! Donald Knuth, "The Art of Computer Programming" 3 (1998), 6.4, algorithms L and R.

use super::number;
use crate::geometry::Point;

/// Which point lies in which place; the points themselves are kept elsewhere, with others that need not be found.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    slots: Vec<u32>,
    /// How many slots are taken.
    taken: usize,
}

const FREE: u32 = u32::MAX;

impl Places {
    /// The point in a place; if there is none yet, a new one is put there.
    pub(super) fn find_or_put(&mut self, points: &mut Vec<Point>, p: Point) -> (u32, bool) {
        if (self.taken + 1) * 2 > self.slots.len() {
            self.grow(points);
        }
        let slot = self.slot_of(points, p);
        if self.slots[slot] != FREE {
            return (self.slots[slot], false);
        }
        let point = number(points.len());
        self.slots[slot] = point;
        self.taken += 1;
        points.push(p);
        (point, true)
    }

    /// Takes the last point out, if it is to be found at all.
    pub(super) fn take_last(&mut self, points: &mut Vec<Point>) {
        if let Some(&p) = points.last().filter(|_| self.taken > 0) {
            let slot = self.slot_of(points, p);
            if self.slots[slot] != FREE {
                self.free(points, slot);
            }
        }
        points.pop();
    }

    fn free(&mut self, points: &[Point], slot: usize) {
        let mask = self.slots.len() - 1;
        let (mut gap, mut next) = (slot, (slot + 1) & mask);
        while self.slots[next] != FREE {
            let home = scatter(points[self.slots[next] as usize]) & mask;
            // Whoever is at least as far from home as from the gap was pushed over it.
            if next.wrapping_sub(home) & mask >= next.wrapping_sub(gap) & mask {
                self.slots[gap] = self.slots[next];
                gap = next;
            }
            next = (next + 1) & mask;
        }
        self.slots[gap] = FREE;
        self.taken -= 1;
    }

    /// The slot that holds a place, or that it would get.
    fn slot_of(&self, points: &[Point], p: Point) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = scatter(p) & mask;
        while self.slots[slot] != FREE && points[self.slots[slot] as usize] != p {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self, points: &[Point]) {
        let more = vec![FREE; (self.slots.len() * 2).max(64)];
        for point in std::mem::replace(&mut self.slots, more).into_iter().filter(|it| *it != FREE) {
            let slot = self.slot_of(points, points[point as usize]);
            self.slots[slot] = point;
        }
    }
}

/// Mixes the bits of both coordinates, which are no zeros with a sign. Those of whole numbers are all at the upper end.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is as well mixed as the upper")]
fn scatter(p: Point) -> usize {
    let [x, y] = [p.x, p.y].map(|it| it.to_bits().wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut mixed = x ^ y.rotate_left(32);
    mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed ^ mixed >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_has_one_point_and_the_last_can_go() {
        let (mut places, mut points) = (Places::default(), Vec::new());
        let at = |i: u32| Point::new(f64::from(i % 40), f64::from(i / 40) / 8.0);
        for i in 0..1000 {
            assert_eq!(places.find_or_put(&mut points, at(i)), (i, true));
            assert_eq!(places.find_or_put(&mut points, at(i / 2)), (i / 2, false));
        }
        for left in (0u32..1000).rev() {
            places.take_last(&mut points);
            assert_eq!(u32::try_from(points.len()), Ok(left));
            for i in (0..left).step_by(1 + left as usize / 8) {
                assert_eq!(places.find_or_put(&mut points, at(i)), (i, false));
            }
        }
        assert!(places.taken == 0 && places.slots.iter().all(|it| *it == FREE));
        assert_eq!(places.find_or_put(&mut points, at(999)), (0, true));
    }
}
