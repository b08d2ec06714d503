//! Small regions removed or joined to their neighbours, as in Recast's `mergeAndFilterRegions`.
//!
//! First whole groups of regions that touch are removed if they are small together. Then each region that is small, or touches no wall, joins
//! the smallest of its neighbours that fit: on the same ground, along one common border only, and not above or below one another.
//! Regions that joined count as one from then on; this is done until nothing changes.

use std::ops::ControlFlow;

use serde::Serialize;

use super::{RegionEvent, RegionMap};
use crate::record::{Recorder, Sink};

/// Why a region joins another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum MergeWhy {
    /// It is small.
    Small,
    /// It touches no wall.
    Inner,
}

/// Why two regions stay apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Unfit {
    /// Their ground is of different kinds.
    Kind,
    /// They share several borders, and would enclose what lies between these.
    Borders,
    /// One lies above the other.
    Stacked,
    /// The neighbour lies above itself.
    Overlaps,
}

impl RegionMap {
    /// Why a neighbour can't be joined, if it can't.
    fn unfit(&self, one: u32, other: u32) -> Option<Unfit> {
        let [a, b] = [one, other].map(|it| &self.patches[it as usize]);
        let borders = |of: &[u32], with: u32| of.iter().filter(|&&it| it == with).count();
        if b.overlaps {
            Some(Unfit::Overlaps)
        } else if a.kind != b.kind {
            Some(Unfit::Kind)
        } else if borders(&a.neighbours, b.region) > 1 || borders(&b.neighbours, a.region) > 1 {
            Some(Unfit::Borders)
        } else if a.stacked.contains(&b.region) || b.stacked.contains(&a.region) {
            Some(Unfit::Stacked)
        } else {
            None
        }
    }

    /// The regions that are connected to one and were not seen before, it first.
    fn group(&self, first: u32, seen: &mut [bool]) -> Vec<u32> {
        let (mut stack, mut group) = (vec![first], Vec::new());
        seen[first as usize] = true;
        while let Some(region) = stack.pop() {
            group.push(region);
            for &beside in &self.patches[region as usize].neighbours {
                if self.patches[beside as usize].region != 0 && !seen[beside as usize] {
                    seen[beside as usize] = true;
                    stack.push(beside);
                }
            }
        }
        group
    }

    /// Whether a region is still there by itself.
    pub(super) fn stands(&self, region: u32) -> bool {
        let patch = &self.patches[region as usize];
        patch.region == region && patch.area > 0 && region != 0
    }

    pub(super) fn all(&self) -> std::ops::Range<u32> {
        1..super::number(self.patches.len())
    }
}

/// Removes groups of regions that are small together.
pub(super) fn remove_groups<S: Sink<RegionEvent>>(map: &mut Recorder<RegionMap, S>) -> ControlFlow<()> {
    let mut seen = vec![false; map.patches.len()];
    for first in map.all() {
        if seen[first as usize] || !map.stands(first) {
            continue;
        }
        let group = map.group(first, &mut seen);
        let area = group.iter().map(|&it| map.patches[it as usize].area).sum();
        if first >= map.sieve.next && area < map.settings().min_region {
            map.commit_with(RegionEvent::Removed { region: first, area, regions: super::number(group.len()) }, &group)?;
        }
    }
    ControlFlow::Continue(())
}

/// Joins small and inner regions to their neighbours.
pub(super) fn merge<S: Sink<RegionEvent>>(map: &mut Recorder<RegionMap, S>) -> ControlFlow<()> {
    let (mut next, mut merged) = if map.sieve.merges { (map.sieve.next, true) } else { (1, false) };
    loop {
        for region in next..super::number(map.patches.len()) {
            if let Some(event) = joining(map, region) {
                map.commit(event)?;
                merged = true;
            }
        }
        if !merged {
            return ControlFlow::Continue(());
        }
        (next, merged) = (1, false);
    }
}

/// How a region joins a neighbour, if it does.
fn joining<S: Sink<RegionEvent>>(map: &mut Recorder<RegionMap, S>, region: u32) -> Option<RegionEvent> {
    let patch = map.patches[region as usize].clone();
    if !map.stands(region) || patch.overlaps {
        return None;
    }
    if patch.area > map.settings().merge_region && patch.touches_wall() {
        map.observe(|_| RegionEvent::Stays { region, area: patch.area });
        return None;
    }
    let mut best: Option<(u32, u32)> = None;
    for other in patch.neighbours {
        if other == region || !map.stands(other) {
            continue;
        }
        if let Some(why) = map.unfit(region, other) {
            map.observe(|_| RegionEvent::Apart { region, other, why });
            continue;
        }
        let area = map.patches[other as usize].area;
        if best.is_none_or(|(least, _)| area < least) {
            best = Some((area, other));
        }
    }
    let (_, into) = best?;
    let why = if patch.area > map.settings().merge_region { MergeWhy::Inner } else { MergeWhy::Small };
    let borders = |of: u32, with: u32| map.patches[of as usize].neighbours.contains(&with);
    // As only one border of each is known, a region within another is no neighbour of that.
    (borders(region, into) && borders(into, region)).then_some(RegionEvent::Merged {
        region,
        into,
        area: patch.area,
        why,
    })
}
