//! What an ear is: exactly, in floats with an epsilon, and when it was cut off.
//!
//! Corners are given by all places of a ring, and which of these are left.

use serde::Serialize;

use super::diagonal::{in_cone, is_met};
use crate::{
    geometry::{Bounds, Kernel as _, Numbers, Point, Policy, Turn, turn},
    with_kernel,
};

/// Why a corner is no ear.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum NoEar {
    /// The ring does not turn left there.
    Turns(Turn),
    /// The line between its neighbours runs outside of the ring where it begins or ends, at this corner.
    Leaves(u32),
    /// That line meets the side between these corners.
    Met([u32; 2]),
    /// This corner lies in its triangle; told only with an epsilon.
    Holds(u32),
}

/// Why a corner is no ear, exactly.
pub(super) fn no_ear(places: &[Point], left: &[u32], at: usize) -> Option<NoEar> {
    let count = left.len();
    let place = |at: usize| places[left[at % count] as usize];
    let [before, behind] = [at + count - 1, at + 1];
    let line = [place(before), place(behind)];
    let turned = turn(line[0], place(at), line[1]).verdict;
    if turned != Turn::Left {
        return Some(NoEar::Turns(turned));
    }
    if count == 3 {
        return None;
    }
    for (end, other) in [(before, behind), (behind, before)] {
        if !in_cone([place(end + count - 1), place(end), place(end + 1)], place(other)) {
            return Some(NoEar::Leaves(left[end % count]));
        }
    }
    // The sides at both ends were seen to above.
    let mut sides = behind + 1..behind + count - 3;
    sides
        .find(|&side| is_met(line, [place(side), place(side + 1)]))
        .map(|side| NoEar::Met([side, side + 1].map(|it| left[it % count])))
}

/// Why a corner is no ear, in floats with an epsilon.
pub(super) fn no_ear_within(epsilon: f64, places: &[Point], left: &[u32], at: usize) -> Option<NoEar> {
    let numbers = Numbers { policy: Policy::Float, collinear_epsilon: epsilon, ..Numbers::default() };
    let count = left.len();
    let place = |at: usize| places[left[at % count] as usize];
    let turns = |a, b, c| with_kernel!(&numbers, &[], |kernel| kernel.turn(a, b, c)).verdict;
    let [a, b, c] = [at + count - 1, at, at + 1].map(place);
    let turned = turns(a, b, c);
    if turned == Turn::Right || count < 3 {
        return Some(NoEar::Turns(turned));
    }
    let holds = |p: Point| [[a, b], [b, c], [c, a]].iter().all(|&[from, to]| turns(from, to, p) == Turn::Left);
    (at + 2..at + count - 1).find(|&it| holds(place(it))).map(|it| NoEar::Holds(left[it % count]))
}

/// An ear that was cut off, to be held against others.
pub(super) struct Cut {
    corners: [Point; 3],
    area: Bounds,
    turns_left: bool,
}

impl Cut {
    /// An ear with its corners.
    pub(super) fn new(corners: [Point; 3]) -> Self {
        let [a, b, c] = corners;
        Self { corners, area: Bounds::around(corners), turns_left: turn(a, b, c).verdict == Turn::Left }
    }

    /// Whether it turns left, as all should.
    pub(super) fn turns_left(&self) -> bool {
        self.turns_left
    }

    /// Whether both have area in common: no side of either has the other beyond it.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let parts = |one: &Self, other: &Self| {
            let [a, b, c] = one.corners;
            let beyond = |from, to| other.corners.iter().all(|&p| turn(from, to, p).verdict != Turn::Left);
            beyond(a, b) || beyond(b, c) || beyond(c, a)
        };
        self.turns_left && self.area.touches(other.area) && !parts(self, other) && !parts(other, self)
    }
}
