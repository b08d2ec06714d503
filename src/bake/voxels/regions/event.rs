//! What happens to regions.

use serde::Serialize;

use super::{MergeWhy, SweepWhy, Unfit};
use crate::{bake::voxels::surface::TopId, record::Event};

/// How far the water has sunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Water {
    /// Its level. \[half columns]
    pub level: u16,
    /// How many rounds tops joined regions in at this level.
    pub round: u32,
    /// From where a region was flooded last at this level, if any was.
    pub seed: TopId,
    /// Whether no region begins any more.
    pub settles: bool,
}

/// What happened to the regions. They are told by the numbers that they have from the partition, until they are numbered anew.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum RegionEvent {
    /// It was measured how far each top is from the end of its ground.
    Measured,
    /// The level was lowered.
    Lowered {
        /// The new level. \[half columns]
        to: u16,
        /// Whether no region begins any more.
        settles: bool,
        /// How far the water had sunk before.
        was: Water,
    },
    /// Tops joined the regions beside them; its part of the side array lists them.
    Spread {
        /// The level. \[half columns]
        level: u16,
        /// Which round of the level it is, from 1 on.
        round: u32,
        /// How many tops.
        tops: u32,
    },
    /// A region was flooded; its part of the side array lists the tops.
    Flooded {
        /// The region.
        region: u32,
        /// The level. \[half columns]
        level: u16,
        /// Where it began.
        seed: TopId,
        /// Where the one before began at this level, if any did.
        was: TopId,
        /// How many tops.
        tops: u32,
    },
    /// A sweep of a row came into a region; its part of the side array lists the tops.
    Swept {
        /// The region.
        region: u32,
        /// The row.
        row: u32,
        /// Why it is this region.
        why: SweepWhy,
        /// How many tops.
        tops: u32,
    },
    /// The regions' tops and neighbours were counted.
    Counted {
        /// How many regions there are.
        regions: u32,
    },
    /// Regions that touch each other, or a layer, were removed, for they are small together; its part of the side array lists them.
    Removed {
        /// The first of them.
        region: u32,
        /// How many tops they have together.
        area: u32,
        /// How many there are.
        regions: u32,
    },
    /// A layer begins with a region.
    Begun {
        /// The region.
        region: u32,
        /// Where the layer before began.
        was_root: u32,
        /// Whose neighbours were looked at last.
        was_front: u32,
        /// How many of them.
        was_next: u32,
    },
    /// A region joined a layer.
    Layered {
        /// The region.
        region: u32,
        /// The first region of the layer.
        into: u32,
        /// The region of the layer that it touches.
        by: u32,
        /// The place of that among all that were taken.
        front: u32,
        /// How many of its neighbours were looked at.
        next: u32,
        /// Whose neighbours were looked at before.
        was_front: u32,
        /// How many of them.
        was_next: u32,
    },
    /// A region joined a neighbour.
    Merged {
        /// The region.
        region: u32,
        /// The neighbour.
        into: u32,
        /// How many tops the region had.
        area: u32,
        /// Why it was to join any.
        why: MergeWhy,
    },
    /// The regions that are left were numbered from 1 on.
    Numbered {
        /// How many there are.
        regions: u32,
    },
    /// Observed: no region begins at a top, for one touches it.
    Blocked {
        /// The top.
        seed: TopId,
        /// That region.
        by: u32,
    },
    /// Observed: a region is large enough, and touches a wall.
    Stays {
        /// The region.
        region: u32,
        /// How many tops it has.
        area: u32,
    },
    /// Observed: a region can't join another.
    Apart {
        /// The region.
        region: u32,
        /// The other: a neighbour, or the first region of a layer.
        other: u32,
        /// Why not.
        why: Unfit,
    },
}

const _: () = assert!(size_of::<RegionEvent>() <= 40, "there may be as many as sweeps of rows");

impl Event for RegionEvent {
    fn detail_len(&self) -> usize {
        match *self {
            Self::Spread { tops, .. } | Self::Flooded { tops, .. } | Self::Swept { tops, .. } => tops as usize,
            Self::Removed { regions, .. } => regions as usize,
            Self::Measured
            | Self::Lowered { .. }
            | Self::Counted { .. }
            | Self::Begun { .. }
            | Self::Layered { .. }
            | Self::Merged { .. }
            | Self::Numbered { .. }
            | Self::Blocked { .. }
            | Self::Stays { .. }
            | Self::Apart { .. } => 0,
        }
    }
}
