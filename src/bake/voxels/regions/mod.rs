//! A surface divided into regions that have no holes in them, or not many, and never lie above themselves.
//!
//! ```text
//! watershed ─┐                      ┌─▶ remove small groups ─▶ merge ─┐
//! monotone ──┼─▶ count (patches) ───┤                                 ├─▶ number
//! layers ────┘   (as monotone)      └─▶ join to layers ─▶ remove ─────┘
//! ```
//!
//! A region is of one kind of ground, and its tops are linked; in each column it has but one top, as far as the partition can see to that.
//! A surface without tops has no regions. Mikko Mononen, Recast (2009).

mod distance;
mod event;
mod layers;
mod merge;
mod model;
mod monotone;
mod patch;
mod watershed;

use std::ops::ControlFlow;

pub use event::{RegionEvent, Water};
pub use merge::{MergeWhy, Unfit};
pub use model::RegionMap;
pub use monotone::SweepWhy;

use super::{links::number, settings::Partition, surface::TopId};
use crate::record::{Recorder, Sink};

/// Divides whatever is not divided yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn regions<S: Sink<RegionEvent>>(map: &mut Recorder<RegionMap, S>) -> ControlFlow<()> {
    if map.is_done() {
        return ControlFlow::Continue(());
    }
    if map.patches.is_empty() {
        match map.settings().partition {
            Partition::Watershed => watershed::watershed(map)?,
            Partition::Monotone | Partition::Layers => monotone::monotone(map)?,
        }
        map.commit(RegionEvent::Counted { regions: map.regions_before() })?;
    }
    if map.layered() {
        if map.sieve.next == 0 {
            layers::layers(map)?;
        }
        layers::remove_layers(map)?;
    } else {
        if !map.sieve.merges {
            merge::remove_groups(map)?;
        }
        merge::merge(map)?;
    }
    map.commit(RegionEvent::Numbered { regions: map.standing() })
}

/// Tops as words of a side array.
fn words(tops: &[TopId]) -> Vec<u32> {
    tops.iter().map(|it| number(it.index())).collect()
}
