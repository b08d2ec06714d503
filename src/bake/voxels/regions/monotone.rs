//! Regions as sweeps of rows: tops side by side in a row are one sweep, and it continues the region above if that continues nowhere else.
//!
//! One pass, no distances; but regions may become long and thin. As in Recast's `rcBuildRegionsMonotone`.

use std::{collections::BTreeMap, ops::ControlFlow};

use serde::Serialize;

use super::{RegionEvent, RegionMap};
use crate::{
    bake::voxels::surface::{Heading, TopId},
    record::{Recorder, Sink},
};

/// Why a sweep is in the region it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SweepWhy {
    /// Only one region lies above it, and that above no other sweep of the row.
    Continues,
    /// No region lies above it.
    Free,
    /// Several regions lie above it.
    Several,
    /// The region above it lies above another sweep, too.
    Split,
}

/// Tops side by side in a row.
struct Sweep {
    tops: Vec<TopId>,
    /// The first region above it, and along how many tops; 0 for none.
    above: (u32, usize),
    /// Whether there is another one.
    several: bool,
}

impl RegionMap {
    /// The sweeps of a row, in the order of their first tops.
    fn sweeps(&self, row: u32) -> Vec<Sweep> {
        let surface = self.surface();
        let columns = surface.grid().columns;
        let tops: Vec<TopId> = (0..columns).flat_map(|column| surface.in_column(column, row)).collect();
        let Some(first) = tops.first().copied() else { return Vec::new() };
        let alike = |id: TopId, heading| {
            let kind = surface.top(id).kind;
            surface.beyond(id, heading).filter(|&it| surface.top(it).kind == kind)
        };
        let mut sweeps: Vec<Sweep> = Vec::new();
        let mut sweep_of = Vec::with_capacity(tops.len());
        for &top in &tops {
            let left = alike(top, Heading::Left).map(|it| sweep_of[it.index() - first.index()]);
            let at = left.unwrap_or(sweeps.len());
            if at == sweeps.len() {
                sweeps.push(Sweep { tops: Vec::new(), above: (0, 0), several: false });
            }
            sweep_of.push(at);
            let sweep = &mut sweeps[at];
            sweep.tops.push(top);
            let above = alike(top, Heading::Up).map_or(0, |it| self.raw(it));
            if above == 0 || sweep.several {
                continue;
            }
            if sweep.above.0 == 0 || sweep.above.0 == above {
                sweep.above = (above, sweep.above.1 + 1);
            } else {
                sweep.several = true;
            }
        }
        sweeps
    }
}

/// Sweeps whatever is not in a region yet.
pub(super) fn monotone<S: Sink<RegionEvent>>(map: &mut Recorder<RegionMap, S>) -> ControlFlow<()> {
    let Some(first) = map.surface().ids().find(|&it| map.raw(it) == 0) else { return ControlFlow::Continue(()) };
    for row in map.surface().top(first).row..map.surface().grid().rows {
        let sweeps = map.sweeps(row);
        // Along how many tops each region above lies.
        let mut along: BTreeMap<u32, usize> = BTreeMap::new();
        for Sweep { above: (region, tops), .. } in &sweeps {
            *along.entry(*region).or_default() += tops;
        }
        for Sweep { tops, above: (above, touching), several } in sweeps {
            if map.raw(tops[0]) != 0 {
                continue;
            }
            let why = match above {
                _ if several => SweepWhy::Several,
                0 => SweepWhy::Free,
                _ if along[&above] == touching => SweepWhy::Continues,
                _ => SweepWhy::Split,
            };
            let region = if why == SweepWhy::Continues { above } else { map.regions_before() + 1 };
            let event = RegionEvent::Swept { region, row, why, tops: super::number(tops.len()) };
            map.commit_with(event, &super::words(&tops))?;
        }
    }
    ControlFlow::Continue(())
}
