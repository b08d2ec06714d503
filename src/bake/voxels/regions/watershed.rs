//! Regions as water that sinks: each begins where the ground is farthest from its borders, and grows to where it meets another.
//!
//! The level is lowered step by step. What becomes free first joins the regions that are there, a few rounds at a time; only
//! then a free top that no region touches begins one, which floods all connected ground down to the next level. So regions meet in
//! narrow places. After the last level what is left joins its neighbours.
//!
//! Luc Vincent, Pierre Soille, "Watersheds in Digital Spaces: An Efficient Algorithm Based on Immersion Simulations" (1991); as in
//! Recast's `rcBuildRegions`. There a surface that is nowhere wider than two columns has no regions; here it is flooded from level 0.

use std::{cmp::Reverse, ops::ControlFlow};

use super::{RegionEvent, RegionMap};
use crate::{
    bake::voxels::surface::{Heading, TopId},
    record::{Recorder, Sink},
};

/// How far the level is lowered at a time. \[half columns]
const DROP: u16 = 2;

/// How many rounds tops join regions in before others begin, but for the last level.
const ROUNDS: u32 = 8;

/// Over how many levels free tops are looked at in the order of their distance; those from further up come row by row.
const SORTED_LEVELS: u16 = 8;

impl RegionMap {
    /// The level before the first.
    pub(super) fn highest(&self) -> u16 {
        self.farthest().map_or(DROP, |it| (it.saturating_add(1) & !1).max(DROP))
    }

    /// The region that a top joins, and in how many steps it is reached: that of the neighbour with the fewest.
    pub(super) fn nearest(&self, id: TopId) -> Option<(u32, u16)> {
        let mut best = None;
        for beside in self.alike(id).flatten() {
            let (region, steps) = (self.raw(beside), self.steps[beside.index()].saturating_add(2));
            if region != 0 && best.is_none_or(|(_, least)| steps < least) {
                best = Some((region, steps));
            }
        }
        best
    }

    /// The neighbours on the four sides, as far as their ground is of the same kind.
    fn alike(&self, id: TopId) -> impl Iterator<Item = Option<TopId>> + '_ {
        Heading::ALL.into_iter().map(move |heading| self.alike_beyond(id, id, heading))
    }

    fn alike_beyond(&self, of: TopId, id: TopId, heading: Heading) -> Option<TopId> {
        let kind = self.surface().top(of).kind;
        self.surface().beyond(id, heading).filter(|&it| self.surface().top(it).kind == kind)
    }

    /// A region beside a top, or beyond one of its corners.
    fn region_around(&self, id: TopId) -> Option<u32> {
        Heading::ALL.into_iter().find_map(|heading| {
            let beside = self.alike_beyond(id, id, heading)?;
            let corner = self.alike_beyond(id, beside, heading.to_left());
            [Some(beside), corner].into_iter().flatten().map(|it| self.raw(it)).find(|&it| it != 0)
        })
    }

    /// In which order free tops of a level begin regions.
    fn order(&self, id: TopId) -> (Reverse<u16>, TopId) {
        let drops = (self.highest() - self.water.level) / DROP - 1;
        let sorted_at = self.water.level / DROP + drops % SORTED_LEVELS;
        (Reverse(sorted_at.saturating_sub(self.distance(id) / DROP)), id)
    }

    /// The free tops down to the level.
    fn waiting(&self) -> Vec<TopId> {
        let level = self.water.level;
        self.surface().ids().filter(|&it| self.raw(it) == 0 && self.distance(it) >= level).collect()
    }
}

/// Floods whatever is not in a region yet.
pub(super) fn watershed<S: Sink<RegionEvent>>(map: &mut Recorder<RegionMap, S>) -> ControlFlow<()> {
    if map.farthest().is_none() {
        map.commit(RegionEvent::Measured)?;
    }
    let mut reached = vec![false; map.surface().tops().len()];
    loop {
        let was = map.water;
        if was.level < map.highest() {
            let mut waiting = map.waiting();
            spread(map, &mut waiting)?;
            if was.settles {
                return ControlFlow::Continue(());
            }
            flood(map, waiting, &mut reached)?;
        }
        let was = map.water;
        map.commit(RegionEvent::Lowered { to: was.level.saturating_sub(DROP), settles: was.level == 0, was })?;
    }
}

/// Joins free tops to the regions beside them, in rounds.
fn spread<S: Sink<RegionEvent>>(map: &mut Recorder<RegionMap, S>, waiting: &mut Vec<TopId>) -> ControlFlow<()> {
    while map.water.seed == TopId::NONE && (map.water.level == 0 || map.water.round < ROUNDS) {
        let (joining, left) = waiting.drain(..).partition::<Vec<TopId>, _>(|&it| map.nearest(it).is_some());
        *waiting = left;
        if joining.is_empty() {
            break;
        }
        let (level, round, tops) = (map.water.level, map.water.round + 1, super::number(joining.len()));
        map.commit_with(RegionEvent::Spread { level, round, tops }, &super::words(&joining))?;
    }
    ControlFlow::Continue(())
}

/// Begins regions in free tops that none touches.
fn flood<S: Sink<RegionEvent>>(
    map: &mut Recorder<RegionMap, S>,
    mut waiting: Vec<TopId>,
    reached: &mut [bool],
) -> ControlFlow<()> {
    waiting.sort_by_key(|&it| map.order(it));
    let last = (map.water.seed != TopId::NONE).then(|| map.order(map.water.seed));
    for seed in waiting {
        if map.raw(seed) != 0 || last.is_some_and(|it| map.order(seed) <= it) {
            continue;
        }
        if let Some(by) = map.region_around(seed) {
            map.observe(|_| RegionEvent::Blocked { seed, by });
            continue;
        }
        let tops = flooded(map, seed, reached);
        let (level, region, was) = (map.water.level, map.regions_before() + 1, map.water.seed);
        let event = RegionEvent::Flooded { region, level, seed, was, tops: super::number(tops.len()) };
        map.commit_with(event, &super::words(&tops))?;
    }
    ControlFlow::Continue(())
}

/// The free tops down to the next level that are connected to a seed and that no region touches. `reached` is false everywhere, before and after.
fn flooded(map: &RegionMap, seed: TopId, reached: &mut [bool]) -> Vec<TopId> {
    let bottom = map.water.level.saturating_sub(DROP);
    let (mut stack, mut seen, mut tops) = (vec![seed], vec![seed], Vec::new());
    reached[seed.index()] = true;
    while let Some(top) = stack.pop() {
        if map.region_around(top).is_some() {
            continue;
        }
        tops.push(top);
        for beside in map.alike(top).flatten() {
            if map.raw(beside) == 0 && map.distance(beside) >= bottom && !reached[beside.index()] {
                reached[beside.index()] = true;
                stack.push(beside);
                seen.push(beside);
            }
        }
    }
    for it in seen {
        reached[it.index()] = false;
    }
    tops
}
