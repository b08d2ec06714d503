//! The regions, told.

use std::ops::{ControlFlow, Range};

use super::{Part, StageName, Thing, kind::kinds, lens::Fact, stage::Stage};
use crate::{
    bake::voxels::{MergeWhy, Partition, RegionEvent, RegionMap, SweepWhy, TopId, Unfit, regions},
    geometry::{Point, counted},
    record::{Recorder, Sink},
};

/// The line of the watershed with which merging begins.
const COUNTS: usize = 8;
/// Where the lines of sweeps begin.
const SWEEPS: usize = 17;
/// The line of sweeps with which merging begins.
const COUNTS_SWEPT: usize = 20;
/// Where the lines of layers begin.
const LAYERS: usize = 29;
/// How many lines there are.
const END: usize = 40;

impl Stage for RegionMap {
    const NAME: StageName = StageName::Regions;

    const WORD: &'static str = "regions";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "measure how far each top is from where its ground ends, and blur that",
        "for each level, from the farthest on down by 2",
        "  up to 8 times, at the last level until nothing changes",
        "    each free top of the level that a region touches joins it",
        "  for each free top of the level",
        "    if a region touches it, or its corners: leave it",
        "    else flood a new region from it, down to the next level",
        "join what is left to the regions that touch it, until nothing changes",
        "count the tops of each region, what it touches, and what lies above it",
        "for each group of regions that touch",
        "  if it has too few tops: remove it",
        "until nothing changes, for each region",
        "  if it is large enough and touches a wall: leave it",
        "  for each neighbour",
        "    if both don't fit: leave them apart",
        "  join it to the smallest neighbour that fits",
        "number the regions that are left",
        "for each row, for each sweep of tops side by side",
        "  if one region lies above it, and above no other sweep: it continues that",
        "  else it begins a region",
        "count the tops of each region, what it touches, and what lies above it",
        "for each group of regions that touch",
        "  if it has too few tops: remove it",
        "until nothing changes, for each region",
        "  if it is large enough and touches a wall: leave it",
        "  for each neighbour",
        "    if both don't fit: leave them apart",
        "  join it to the smallest neighbour that fits",
        "number the regions that are left",
        "for each row, for each sweep of tops side by side",
        "  if one region lies above it, and above no other sweep: it continues that",
        "  else it begins a region",
        "count the tops of each region, what it touches, and what lies above it",
        "for each region in no layer: begin a layer with it",
        "  for each neighbour of what is in the layer",
        "    if it lies above or below the layer: leave it apart",
        "    else it joins the layer",
        "for each layer",
        "  if it has too few tops: remove it",
        "number the layers that are left",
    ];

    kinds! { RegionEvent {
        RegionEvent::Measured => change("measured", Phase, 0),
        RegionEvent::Lowered { .. } => change("lowered", Operation, 1),
        RegionEvent::Spread { .. } => change("spread", Edit, 3),
        RegionEvent::Flooded { .. } => change("flooded", Operation, 6),
        RegionEvent::Swept { .. } => change("swept", Operation, 19),
        RegionEvent::Counted { .. } => change("counted", Phase, 8),
        RegionEvent::Removed { .. } => change("removed", Operation, 10),
        RegionEvent::Begun { .. } => change("begun", Operation, 33),
        RegionEvent::Layered { .. } => change("layered", Edit, 36),
        RegionEvent::Merged { .. } => change("merged", Operation, 15),
        RegionEvent::Numbered { .. } => change("numbered", Phase, 16),
        RegionEvent::Blocked { .. } => observation("blocked", Test, 5),
        RegionEvent::Stays { .. } => observation("stays", Test, 12),
        RegionEvent::Apart { .. } => observation("apart", Test, 14),
    }}

    const TOO_MANY: &'static str = "choose larger voxels (a larger voxels.cell_size), or a smaller level";

    fn run<S: Sink<RegionEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        regions(recorder)
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        vec![("before", self.regions_before() as usize), ("regions", self.count() as usize)]
    }

    fn brief(&self, event: &RegionEvent) -> String {
        match *event {
            RegionEvent::Measured => "distances".to_owned(),
            RegionEvent::Lowered { to, settles: false, .. } => format!("level {to}"),
            RegionEvent::Lowered { .. } => "the rest".to_owned(),
            RegionEvent::Spread { level, round, tops } => format!("level {level}, round {round}, {tops} tops"),
            RegionEvent::Flooded { region, tops, .. } | RegionEvent::Swept { region, tops, .. } => {
                format!("region {region}, {tops} tops")
            }
            RegionEvent::Counted { regions } | RegionEvent::Numbered { regions } => format!("{regions} regions"),
            RegionEvent::Removed { region, area, .. } | RegionEvent::Stays { region, area } => {
                format!("region {region}, {area} tops")
            }
            RegionEvent::Begun { region, .. } => format!("region {region}"),
            RegionEvent::Layered { region, into, .. } => format!("region {region} to {into}"),
            RegionEvent::Merged { region, into, area, .. } => format!("region {region} to {into}, {area} tops"),
            RegionEvent::Blocked { by, .. } => format!("by region {by}"),
            RegionEvent::Apart { region, other, .. } => format!("region {region} and {other}"),
        }
    }

    fn steps(&self) -> Range<usize> {
        match self.settings().partition {
            Partition::Watershed => 0..SWEEPS,
            Partition::Monotone => SWEEPS..LAYERS,
            Partition::Layers => LAYERS..END,
        }
    }

    fn step(&self, event: &RegionEvent) -> usize {
        let line = Self::kind(event).step;
        let first = self.steps().start;
        match (event, self.settings().partition) {
            (RegionEvent::Swept { why: SweepWhy::Continues, .. }, _) => first + 1,
            (RegionEvent::Swept { why: SweepWhy::Free | SweepWhy::Several | SweepWhy::Split, .. }, _) => first + 2,
            (RegionEvent::Lowered { settles: true, .. }, _) => COUNTS - 1,
            (RegionEvent::Counted { .. }, Partition::Layers) => LAYERS + 3,
            (RegionEvent::Apart { .. }, Partition::Layers) => LAYERS + 6,
            (RegionEvent::Removed { .. }, Partition::Layers) => END - 2,
            (RegionEvent::Numbered { .. }, Partition::Layers) => END - 1,
            (
                RegionEvent::Counted { .. }
                | RegionEvent::Removed { .. }
                | RegionEvent::Merged { .. }
                | RegionEvent::Numbered { .. }
                | RegionEvent::Stays { .. }
                | RegionEvent::Apart { .. },
                Partition::Monotone,
            ) => line + COUNTS_SWEPT - COUNTS,
            (
                RegionEvent::Measured
                | RegionEvent::Lowered { .. }
                | RegionEvent::Spread { .. }
                | RegionEvent::Flooded { .. }
                | RegionEvent::Counted { .. }
                | RegionEvent::Removed { .. }
                | RegionEvent::Begun { .. }
                | RegionEvent::Layered { .. }
                | RegionEvent::Merged { .. }
                | RegionEvent::Numbered { .. }
                | RegionEvent::Blocked { .. }
                | RegionEvent::Stays { .. }
                | RegionEvent::Apart { .. },
                Partition::Watershed | Partition::Monotone | Partition::Layers,
            ) => line,
        }
    }

    fn sentence(&self, event: &RegionEvent) -> String {
        match *event {
            RegionEvent::Measured => {
                let farthest = f64::from(self.farthest().unwrap_or_default()) / 2.0;
                format!("The top that is farthest from where its ground ends is {farthest} columns away from that.")
            }
            RegionEvent::Lowered { to, settles, .. } => lowered(to, settles),
            RegionEvent::Spread { round, tops, .. } => {
                format!("In round {round} of this level {} joined the regions beside them.", self.size(tops))
            }
            RegionEvent::Flooded { region, seed, tops, .. } => {
                format!(
                    "Region {region} was flooded from {}, for no region touches it: {}.",
                    self.name(seed),
                    self.size(tops)
                )
            }
            RegionEvent::Swept { region, row, why, tops } => self.swept(region, row, why, tops),
            RegionEvent::Counted { regions } => {
                format!("There are {regions} regions; they were counted, and what touches them.")
            }
            RegionEvent::Removed { region, area, regions } => self.removed(region, area, regions),
            RegionEvent::Begun { region, .. } => format!("Region {region} is in no layer: one begins with it."),
            RegionEvent::Layered { region, into, by, .. } => {
                format!(
                    "Region {region} touches region {by}, and lies above or below nothing in the layer of region {into}: it joined that."
                )
            }
            RegionEvent::Merged { region, into, area, why } => {
                let because = match why {
                    MergeWhy::Small => format!("it is not larger than {}", self.size(self.settings().merge_region)),
                    MergeWhy::Inner => "it touches no wall".to_owned(),
                };
                format!(
                    "Region {region} ({}) joined region {into}, the smallest that fits: {because}.",
                    self.size(area)
                )
            }
            RegionEvent::Numbered { regions } => format!("There are {regions} regions left, numbered from 1 on."),
            RegionEvent::Blocked { seed, by } => {
                format!("No region begins at {}: region {by} touches it.", self.name(seed))
            }
            RegionEvent::Stays { region, area } => {
                format!(
                    "Region {region} stays by itself: with {} it is large enough, and it touches a wall.",
                    self.size(area)
                )
            }
            RegionEvent::Apart { region, other, why } => apart(region, other, why),
        }
    }

    fn facts(&self, event: &RegionEvent) -> Vec<Fact> {
        let (RegionEvent::Spread { tops, .. }
        | RegionEvent::Flooded { tops, .. }
        | RegionEvent::Swept { tops, .. }
        | RegionEvent::Removed { area: tops, .. }
        | RegionEvent::Merged { area: tops, .. }
        | RegionEvent::Stays { area: tops, .. }) = *event
        else {
            return Vec::new();
        };
        vec![Fact::new("tops", tops.to_string()), Fact::new("area", format!("{:.2}", self.plan(tops)))]
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &RegionEvent, detail: &[u32], thing: Thing) -> Option<&'static str> {
        let Thing::Cell(column, row) = thing else { return None };
        let grid = self.surface().grid();
        // Only there are columns the cells that one sees.
        if (grid.cell_size, grid.corner) != (1.0, Point::new(0.0, 0.0)) || column >= grid.columns || row >= grid.rows {
            return None;
        }
        let mut there = self.surface().in_column(column, row);
        match event {
            RegionEvent::Spread { .. } | RegionEvent::Flooded { .. } | RegionEvent::Swept { .. } => {
                there.any(|it| detail.iter().any(|&top| top as usize == it.index())).then_some("came into a region")
            }
            RegionEvent::Removed { .. } => there.any(|it| detail.contains(&self.raw(it))).then_some("removed"),
            RegionEvent::Merged { region, .. } | RegionEvent::Layered { region, .. } => {
                there.any(|it| self.raw(it) == *region).then_some("joined another region")
            }
            RegionEvent::Blocked { seed, .. } => there.any(|it| it == *seed).then_some("left for later"),
            RegionEvent::Measured
            | RegionEvent::Lowered { .. }
            | RegionEvent::Counted { .. }
            | RegionEvent::Begun { .. }
            | RegionEvent::Numbered { .. }
            | RegionEvent::Stays { .. }
            | RegionEvent::Apart { .. } => None,
        }
    }
}

impl RegionMap {
    fn swept(&self, region: u32, row: u32, why: SweepWhy, tops: u32) -> String {
        let size = self.size(tops);
        match why {
            SweepWhy::Continues => {
                format!("A sweep of {size} in row {row} continues region {region}, which lies above no other sweep.")
            }
            SweepWhy::Free => {
                format!("A sweep of {size} in row {row} begins region {region}: no region lies above it.")
            }
            SweepWhy::Several => {
                format!("A sweep of {size} in row {row} begins region {region}: several regions lie above it.")
            }
            SweepWhy::Split => {
                format!(
                    "A sweep of {size} in row {row} begins region {region}: the region above it lies above another sweep, too."
                )
            }
        }
    }

    fn removed(&self, region: u32, area: u32, regions: u32) -> String {
        let least = self.size(self.settings().min_region);
        let size = self.size(area);
        match regions {
            1 => format!("Region {region} was removed: it is {size}, less than {least}."),
            _ => format!(
                "Region {region} and all {regions} that touch were removed: together they are {size}, less than {least}."
            ),
        }
    }

    /// So many tops, and how much ground that is.
    fn size(&self, tops: u32) -> String {
        format!("{} ({:.2} in plan)", counted(tops as usize, "top"), self.plan(tops))
    }

    /// How much ground some tops are in plan. \[world units²]
    fn plan(&self, tops: u32) -> f64 {
        f64::from(tops) * self.surface().grid().cell_size.powi(2)
    }

    fn name(&self, top: TopId) -> String {
        let top = self.surface().top(top);
        format!("column ({}, {})", top.column, top.row)
    }
}

fn lowered(to: u16, settles: bool) -> String {
    if settles {
        return "No region begins any more: what is left joins those that touch it.".to_owned();
    }
    let columns = f64::from(to) / 2.0;
    format!("The level was lowered: tops at least {columns} columns from where their ground ends come next.")
}

fn apart(region: u32, other: u32, why: Unfit) -> String {
    let because = match why {
        Unfit::Kind => "their ground is of different kinds",
        Unfit::Borders => "they share several borders, and would enclose what lies between these",
        Unfit::Stacked => "one lies above the other",
        Unfit::Overlaps => "that lies above itself",
    };
    format!("Region {region} can't join region {other}: {because}.")
}
