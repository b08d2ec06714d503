//! What is known of each region of a partition: how large it is, what it touches, what lies above it.
//!
//! As in Recast's `mergeAndFilterRegions`, the neighbours are those along one border of the region in the order in which one comes by, so
//! that a neighbour that is there twice shares two borders with it.

use super::RegionMap;
use crate::bake::voxels::{
    border::border,
    surface::{Heading, Surface, TopId},
};

/// A region as it came from the partition, and what became of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Patch {
    /// The region that it is part of by now; 0 once it was removed.
    pub(super) region: u32,
    /// How many tops it has, with those that joined it; 0 once it joined another.
    pub(super) area: u32,
    /// The kind of its ground.
    pub(super) kind: u8,
    /// What lies beside it, 0 for walls.
    pub(super) neighbours: Vec<u32>,
    /// What lies above or below it.
    pub(super) stacked: Vec<u32>,
    /// Whether it lies above itself.
    pub(super) overlaps: bool,
}

impl Patch {
    /// Whether some of its border is a wall.
    pub(super) fn touches_wall(&self) -> bool {
        self.neighbours.contains(&0)
    }

    pub(super) fn stack(&mut self, other: u32) {
        if !self.stacked.contains(&other) {
            self.stacked.push(other);
        }
    }

    /// Puts one neighbour in the place of another.
    pub(super) fn rename(&mut self, old: u32, new: u32) {
        let places = self.neighbours.iter_mut().filter(|it| **it == old);
        if places.map(|it| *it = new).count() > 0 {
            self.tidy();
        }
        self.stacked.iter_mut().filter(|it| **it == old).for_each(|it| *it = new);
    }

    /// Takes another in, whose border with it is gone.
    pub(super) fn absorb(&mut self, other: &Self) {
        let rest = |of: &[u32], without: u32| {
            let at = of.iter().position(|&it| it == without).unwrap_or_default();
            [&of[(at + 1).min(of.len())..], &of[..at]].concat()
        };
        self.neighbours = [rest(&self.neighbours, other.region), rest(&other.neighbours, self.region)].concat();
        self.tidy();
        other.stacked.iter().for_each(|&it| self.stack(it));
        self.area += other.area;
    }

    /// Lists what comes twice in a row but once, around the end too.
    fn tidy(&mut self) {
        let mut at = 0;
        while at < self.neighbours.len() && self.neighbours.len() > 1 {
            let next = (at + 1) % self.neighbours.len();
            if self.neighbours[at] == self.neighbours[next] {
                self.neighbours.remove(at);
            } else {
                at += 1;
            }
        }
    }
}

/// The region beyond a side; 0 for a wall.
pub(super) fn raw_beyond(map: &RegionMap, (top, heading): (TopId, Heading)) -> u32 {
    map.surface().beyond(top, heading).map_or(0, |it| map.raw(it))
}

/// All regions, and nothing in place 0.
pub(super) fn patches(map: &RegionMap) -> Vec<Patch> {
    let mut patches: Vec<Patch> =
        (0..=map.regions_before()).map(|region| Patch { region, ..Patch::default() }).collect();
    let surface: &Surface = map.surface();
    for id in surface.ids() {
        let region = map.raw(id);
        if region == 0 {
            continue;
        }
        let top = surface.top(id);
        let patch = &mut patches[region as usize];
        patch.area += 1;
        patch.kind = top.kind;
        for other in surface.in_column(top.column, top.row).filter(|&it| it != id).map(|it| map.raw(it)) {
            patch.overlaps |= other == region;
            if other != 0 {
                patch.stack(other);
            }
        }
        if map.layered() {
            for beside in Heading::ALL.map(|heading| raw_beyond(map, (id, heading))) {
                if beside != 0 && beside != region && !patch.neighbours.contains(&beside) {
                    patch.neighbours.push(beside);
                }
            }
        } else if patch.neighbours.is_empty() {
            patch.neighbours = around(map, id);
        }
    }
    patches
}

/// What one comes by along the border of a top's region, if it has a side there; its first side leads.
fn around(map: &RegionMap, id: TopId) -> Vec<u32> {
    let is_border = |(top, heading)| raw_beyond(map, (top, heading)) != map.raw(top);
    let Some(start) = Heading::ALL.into_iter().map(|it| (id, it)).find(|&it| is_border(it)) else { return Vec::new() };
    let neighbours = border(map.surface(), start, is_border).into_iter().map(|it| raw_beyond(map, it)).collect();
    let mut patch = Patch { neighbours, ..Patch::default() };
    patch.neighbours.dedup();
    patch.tidy();
    patch.neighbours
}
