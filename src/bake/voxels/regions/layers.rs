//! Regions joined to layers, as long as nothing in a layer lies above another part of it.
//!
//! From a region on its neighbours are taken, and theirs, the first found first; one that lies above or below what was taken stays out.
//! A layer is one floor seen from above, holes and all. As in Recast's `rcBuildLayerRegions`.

use std::ops::ControlFlow;

use super::{RegionEvent, RegionMap};
use crate::record::{Recorder, Sink};

/// How far layers have come.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layers {
    /// The regions in the order in which they were taken, layer by layer.
    pub(super) taken: Vec<u32>,
    /// Where the last layer begins among them.
    pub(super) root: u32,
    /// Whose neighbours are looked at.
    pub(super) front: u32,
    /// The next of its neighbours.
    pub(super) next: u32,
}

impl RegionMap {
    fn root(&self) -> u32 {
        self.layers.taken.get(self.layers.root as usize).copied().unwrap_or_default()
    }
}

/// Takes regions into layers.
pub(super) fn layers<S: Sink<RegionEvent>>(map: &mut Recorder<RegionMap, S>) -> ControlFlow<()> {
    if !map.layers.taken.is_empty() {
        fill(map)?;
    }
    for region in map.root() + 1..super::number(map.patches.len()) {
        // What was taken comes later than its layer's first.
        if map.patches[region as usize].region == region {
            let [was_root, was_front, was_next] = [map.layers.root, map.layers.front, map.layers.next];
            map.commit(RegionEvent::Begun { region, was_root, was_front, was_next })?;
            fill(map)?;
        }
    }
    ControlFlow::Continue(())
}

/// Takes all that is connected into the last layer.
fn fill<S: Sink<RegionEvent>>(map: &mut Recorder<RegionMap, S>) -> ControlFlow<()> {
    let root = map.root();
    let [was_front, was_next] = [map.layers.front, map.layers.next];
    let (mut front, mut next) = (was_front, was_next);
    while let Some(&by) = map.layers.taken.get(front as usize) {
        let patch = &map.patches[by as usize];
        let Some(&region) = patch.neighbours.get(next as usize) else {
            (front, next) = (front + 1, 0);
            continue;
        };
        next += 1;
        let other = &map.patches[region as usize];
        if region <= root || other.region != region || other.kind != patch.kind {
            continue;
        }
        if map.patches[root as usize].stacked.contains(&region) {
            map.observe(|_| RegionEvent::Apart { region, other: root, why: super::Unfit::Stacked });
            continue;
        }
        let [was_front, was_next] = [map.layers.front, map.layers.next];
        map.commit(RegionEvent::Layered { region, into: root, by, front, next, was_front, was_next })?;
    }
    ControlFlow::Continue(())
}

/// Removes layers that are small.
pub(super) fn remove_layers<S: Sink<RegionEvent>>(map: &mut Recorder<RegionMap, S>) -> ControlFlow<()> {
    for region in map.sieve.next.max(1)..super::number(map.patches.len()) {
        let area = map.patches[region as usize].area;
        if map.stands(region) && area < map.settings().min_region {
            let layer: Vec<u32> = map.all().filter(|&it| map.patches[it as usize].region == region).collect();
            map.commit_with(RegionEvent::Removed { region, area, regions: super::number(layer.len()) }, &layer)?;
        }
    }
    ControlFlow::Continue(())
}
