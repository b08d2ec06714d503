//! The regions of a surface as they stand.

use std::sync::Arc;

use super::{
    RegionEvent, SweepWhy, Water,
    distance::Field,
    layers::Layers,
    patch::{Patch, patches},
};
use crate::{
    bake::voxels::{
        settings::{Partition, VoxelSettings},
        surface::{Surface, TopId},
    },
    record::Replayable,
};

/// How far small regions were looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sieve {
    /// The next region to look at.
    pub(super) next: u32,
    /// Whether they are merged by now, and no more removed.
    pub(super) merges: bool,
}

/// What one change made of patches: those that it changed as they were, and how far small regions had been looked for.
#[derive(Clone, Debug)]
struct Before {
    sieve: Sieve,
    patches: Vec<(u32, Patch)>,
}

/// The regions so far.
#[derive(Clone, Debug)]
pub struct RegionMap {
    surface: Arc<Surface>,
    settings: VoxelSettings,
    field: Option<Field>,
    /// The region of each top as it comes from the partition; 0 for none.
    raw: Vec<u32>,
    /// How far each top is from where its region was flooded. \[half columns]
    pub(super) steps: Vec<u16>,
    /// How many regions came from the partition.
    count: u32,
    pub(super) water: Water,
    /// The regions as they were counted; none before.
    pub(super) patches: Vec<Patch>,
    pub(super) layers: Layers,
    pub(super) sieve: Sieve,
    /// What the changes of patches changed, the last one last.
    before: Vec<Before>,
    /// The final number of each region from the partition, 0 for those that were removed; none before.
    numbers: Vec<u32>,
}

impl PartialEq for RegionMap {
    fn eq(&self, other: &Self) -> bool {
        (&self.field, &self.raw, &self.steps, self.count, self.water)
            == (&other.field, &other.raw, &other.steps, other.count, other.water)
            && (&self.patches, &self.layers, self.sieve, &self.numbers)
                == (&other.patches, &other.layers, other.sieve, &other.numbers)
    }
}

/// Before anything was measured.
const DRY: Water = Water { level: u16::MAX, round: 0, seed: TopId::NONE, settles: false };

impl RegionMap {
    /// No regions yet.
    #[must_use]
    pub fn new(surface: Arc<Surface>, settings: &VoxelSettings) -> Self {
        let tops = surface.tops().len();
        Self {
            surface,
            settings: *settings,
            field: None,
            raw: vec![0; tops],
            steps: vec![0; tops],
            count: 0,
            water: DRY,
            patches: Vec::new(),
            layers: Layers::default(),
            sieve: Sieve::default(),
            before: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// What is divided.
    #[must_use]
    pub fn surface(&self) -> &Arc<Surface> {
        &self.surface
    }

    /// How it is divided.
    #[must_use]
    pub fn settings(&self) -> &VoxelSettings {
        &self.settings
    }

    /// Whether regions become layers.
    pub(super) fn layered(&self) -> bool {
        self.settings.partition == Partition::Layers
    }

    /// Whether the regions are numbered.
    #[must_use]
    pub fn is_done(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// The region of a top at the moment; 0 for none.
    #[inline]
    #[must_use]
    pub fn region(&self, id: TopId) -> u32 {
        self.now(self.raw(id))
    }

    /// What a region from the partition has become; 0 if it was removed.
    #[must_use]
    pub fn now(&self, raw: u32) -> u32 {
        match self.numbers.get(raw as usize) {
            Some(&number) => number,
            None => self.patches.get(raw as usize).map_or(raw, |it| it.region),
        }
    }

    /// The region of a top as it came from the partition; 0 for none.
    #[inline]
    #[must_use]
    pub fn raw(&self, id: TopId) -> u32 {
        self.raw[id.index()]
    }

    /// How many regions came from the partition.
    #[must_use]
    pub fn regions_before(&self) -> u32 {
        self.count
    }

    /// How many regions there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        if self.patches.is_empty() { self.count } else { self.standing() }
    }

    /// How many regions were neither removed nor joined to another.
    pub(super) fn standing(&self) -> u32 {
        super::number(self.all().filter(|&it| self.stands(it)).count())
    }

    /// How many tops a region from the partition has, with those that joined it; none before they are counted.
    #[must_use]
    pub fn area(&self, raw: u32) -> Option<u32> {
        self.patches.get(raw as usize).map(|it| it.area)
    }

    /// How far a top is from the end of its ground, as it was measured and blurred; 0 before. \[half columns]
    #[must_use]
    pub fn distance(&self, id: TopId) -> u16 {
        self.field.as_ref().map_or(0, |it| it.blurred[id.index()])
    }

    /// The largest distance, before they were blurred; none before they are measured. \[half columns]
    #[must_use]
    pub fn farthest(&self) -> Option<u16> {
        self.field.as_ref().map(|it| it.farthest)
    }

    fn put(&mut self, tops: &[u32], region: u32) {
        for &it in tops {
            self.raw[it as usize] = region;
        }
    }

    fn spread(&mut self, tops: &[u32]) {
        // All at once: none joins another that joins in this round.
        let joined: Vec<Option<(u32, u16)>> =
            tops.iter().map(|&it| self.nearest(TopId::of_index(it as usize))).collect();
        for (&top, (region, steps)) in tops.iter().zip(joined.into_iter().flatten()) {
            (self.raw[top as usize], self.steps[top as usize]) = (region, steps);
        }
    }

    /// Changes patches, and remembers what they were.
    fn change(&mut self, changed: Vec<u32>, next: Sieve, change: impl FnOnce(&mut [Patch])) {
        let patches = changed.into_iter().map(|it| (it, self.patches[it as usize].clone())).collect();
        self.before.push(Before { sieve: self.sieve, patches });
        self.sieve = next;
        change(&mut self.patches);
    }

    fn change_back(&mut self) {
        let Some(Before { sieve, patches }) = self.before.pop() else { return };
        self.sieve = sieve;
        for (at, it) in patches {
            self.patches[at as usize] = it;
        }
    }

    fn merge(&mut self, region: u32, into: u32) {
        let is_near =
            |it: &Patch| it.neighbours.contains(&region) || it.stacked.contains(&region) || it.region == region;
        let changed = self.all().filter(|&it| it == into || is_near(&self.patches[it as usize])).collect();
        self.change(changed, Sieve { next: region + 1, merges: true }, |patches| {
            let mut small = std::mem::take(&mut patches[region as usize]);
            patches[into as usize].absorb(&small);
            small.neighbours.clear();
            patches[region as usize] = Patch { area: 0, ..small };
            for patch in patches {
                if patch.region == region {
                    patch.region = into;
                }
                patch.rename(region, into);
            }
        });
    }

    fn layer(&mut self, region: u32, into: u32) {
        let sieve = self.sieve;
        self.change(vec![region, into], sieve, |patches| {
            let other = &mut patches[region as usize];
            other.region = into;
            let area = std::mem::take(&mut other.area);
            let stacked = other.stacked.clone();
            let root = &mut patches[into as usize];
            root.area += area;
            for it in stacked {
                root.stack(it);
            }
        });
    }

    fn number(&mut self) {
        let mut numbers = vec![0; self.patches.len()];
        let mut last = 0;
        let mut of = vec![0; self.patches.len()];
        for (at, patch) in self.patches.iter().enumerate().filter(|(_, it)| it.region != 0) {
            let number: &mut u32 = &mut of[patch.region as usize];
            if *number == 0 {
                last += 1;
                *number = last;
            }
            numbers[at] = *number;
        }
        self.numbers = numbers;
    }
}

impl Replayable for RegionMap {
    type Event = RegionEvent;

    fn apply(&mut self, event: &RegionEvent, detail: &[u32]) {
        match *event {
            RegionEvent::Measured => {
                self.field = Some(Field::of(&self.surface));
                self.water = Water { level: self.highest(), ..DRY };
            }
            RegionEvent::Lowered { to, settles, .. } => self.water = Water { level: to, settles, ..DRY },
            RegionEvent::Spread { .. } => {
                self.spread(detail);
                self.water.round += 1;
            }
            RegionEvent::Flooded { region, seed, .. } => {
                self.put(detail, region);
                (self.count, self.water.seed) = (region, seed);
            }
            RegionEvent::Swept { region, .. } => {
                self.put(detail, region);
                self.count = self.count.max(region);
            }
            RegionEvent::Counted { .. } => self.patches = patches(self),
            RegionEvent::Removed { region, .. } => {
                self.change(detail.to_vec(), Sieve { next: region + 1, merges: false }, |patches| {
                    for &it in detail {
                        (patches[it as usize].region, patches[it as usize].area) = (0, 0);
                    }
                });
            }
            RegionEvent::Begun { region, .. } => {
                let at = super::number(self.layers.taken.len());
                (self.layers.root, self.layers.front, self.layers.next) = (at, at, 0);
                self.layers.taken.push(region);
            }
            RegionEvent::Layered { region, into, front, next, .. } => {
                (self.layers.front, self.layers.next) = (front, next);
                self.layers.taken.push(region);
                self.layer(region, into);
            }
            RegionEvent::Merged { region, into, .. } => self.merge(region, into),
            RegionEvent::Numbered { .. } => self.number(),
            RegionEvent::Blocked { .. } | RegionEvent::Stays { .. } | RegionEvent::Apart { .. } => (),
        }
    }

    fn revert(&mut self, event: &RegionEvent, detail: &[u32]) {
        match *event {
            RegionEvent::Measured => (self.field, self.water) = (None, DRY),
            RegionEvent::Lowered { was, .. } => self.water = was,
            RegionEvent::Spread { .. } => {
                self.put(detail, 0);
                for &it in detail {
                    self.steps[it as usize] = 0;
                }
                self.water.round -= 1;
            }
            RegionEvent::Flooded { region, was, .. } => {
                self.put(detail, 0);
                (self.count, self.water.seed) = (region - 1, was);
            }
            RegionEvent::Swept { region, why, .. } => {
                self.put(detail, 0);
                self.count = if why == SweepWhy::Continues { self.count } else { region - 1 };
            }
            RegionEvent::Counted { .. } => self.patches.clear(),
            RegionEvent::Removed { .. } | RegionEvent::Merged { .. } => self.change_back(),
            RegionEvent::Begun { was_root, was_front, was_next, .. } => {
                (self.layers.root, self.layers.front, self.layers.next) = (was_root, was_front, was_next);
                self.layers.taken.pop();
            }
            RegionEvent::Layered { was_front, was_next, .. } => {
                (self.layers.front, self.layers.next) = (was_front, was_next);
                self.layers.taken.pop();
                self.change_back();
            }
            RegionEvent::Numbered { .. } => self.numbers.clear(),
            RegionEvent::Blocked { .. } | RegionEvent::Stays { .. } | RegionEvent::Apart { .. } => (),
        }
    }
}
