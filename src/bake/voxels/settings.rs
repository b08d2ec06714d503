//! The settings of voxels, and what they come to when they are counted in voxels.

/// How level geometry is turned into voxels, and these into polygons. The defaults are those of `RecastDemo`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoxelSettings {
    /// How wide a column of voxels is. \[> 0; world units]
    pub cell_size: f64,
    /// How high a voxel is. \[> 0; world units]
    pub cell_height: f64,
    /// How much room an agent needs above its feet. \[> 0; world units]
    pub height: f64,
    /// How high an agent can step. \[≥ 0; world units]
    pub climb: f64,
    /// How steep a slope an agent can walk. \[0 ≤ slope < 90; degrees]
    pub slope: f64,
    /// In which numbers geometry is turned into voxels.
    pub rounding: Rounding,
    /// How the surface is divided into regions.
    pub partition: Partition,
    /// Regions of level geometry that hang together are removed if all of them are smaller. \[≥ 0; columns]
    pub min_region: u32,
    /// Regions that are not larger join a neighbour. \[≥ 0; columns]
    pub merge_region: u32,
    /// Whether a border between two regions is simplified once for both; off, each region is simplified as if it were alone.
    pub shared_borders: bool,
    /// How far a simplified outline may stay off the true one. \[≥ 0; columns]
    pub max_error: f64,
    /// How long a side along a wall may be; 0 for any length. \[≥ 0; world units]
    pub max_edge: f64,
    /// Within how much doubled area corners count as flat when ears are looked for; 0 to look exactly. \[≥ 0; columns²]
    pub ear_epsilon: f64,
    /// How many corners a polygon may have. \[≥ 3]
    pub max_corners: u32,
    /// How large a merged polygon may be; 0 for any size. \[≥ 0; world units²]
    pub max_area: f64,
    /// Whether triangles are merged without a look at the angles.
    pub greedy_concave: bool,
    /// Whether polygons are linked only where their heights fit.
    pub height_check: bool,
}

impl Default for VoxelSettings {
    fn default() -> Self {
        Self {
            cell_size: 0.3,
            cell_height: 0.2,
            height: 2.0,
            climb: 0.9,
            slope: 45.0,
            rounding: Rounding::Exact,
            partition: Partition::Watershed,
            min_region: 64,
            merge_region: 400,
            shared_borders: true,
            max_error: 1.3,
            max_edge: 12.0,
            ear_epsilon: 0.0,
            max_corners: 6,
            max_area: 0.0,
            greedy_concave: false,
            height_check: true,
        }
    }
}

/// In which numbers geometry is turned into voxels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// 64 bits; lengths that are as good as a whole number of voxels count as that.
    #[default]
    Exact,
    /// 32 bits, without tolerance, as in Recast.
    F32,
}

/// How a surface is divided into regions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Partition {
    /// Floods that begin where the walls are farthest.
    #[default]
    Watershed,
    /// Rows joined where they continue one row only.
    Monotone,
    /// As monotone, then joined into layers that do not overlap.
    Layers,
}

/// The agent's measures, counted in voxels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voxels {
    /// How far it stays from walls. \[columns]
    pub radius: u32,
    /// How much room it needs. \[voxels]
    pub height: u32,
    /// How high it can step. \[voxels]
    pub climb: u32,
    /// How long a side along a wall may be; 0 for any length. \[columns]
    pub max_edge: u32,
}

/// What a quotient may be off a whole number and still count as that.
const TOLERANCE: f64 = 1e-4;

impl VoxelSettings {
    /// The agent's measures in voxels: room and radius rounded up, the step and the longest side down.
    #[must_use]
    pub fn in_voxels(&self, radius: f64) -> Voxels {
        Voxels {
            radius: self.up(radius, self.cell_size),
            height: self.up(self.height, self.cell_height),
            climb: self.down(self.climb, self.cell_height),
            max_edge: self.down(self.max_edge, self.cell_size),
        }
    }

    fn up(&self, length: f64, unit: f64) -> u32 {
        whole(match self.rounding {
            Rounding::Exact => (length / unit - TOLERANCE).ceil(),
            Rounding::F32 => f64::from((to_f32(length) / to_f32(unit)).ceil()),
        })
    }

    fn down(&self, length: f64, unit: f64) -> u32 {
        whole(match self.rounding {
            Rounding::Exact => (length / unit + TOLERANCE).floor(),
            Rounding::F32 => f64::from((to_f32(length) / to_f32(unit)).floor()),
        })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "these are the numbers that Recast counts with")]
pub(super) fn to_f32(value: f64) -> f32 {
    value as f32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "out of range it is the nearest that is")]
fn whole(value: f64) -> u32 {
    value as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Recast makes of these in 32 bits, and what they are.
    #[test]
    fn measures_are_rounded_as_in_recast_or_as_they_are() {
        for (length, unit, up, exact) in
            [(0.6, 0.12, 6, 5), (0.6, 0.06, 11, 10), (0.6, 0.03, 21, 20), (0.6, 0.2, 3, 3), (0.6, 0.05, 12, 12)]
        {
            let settings = |rounding| VoxelSettings { cell_size: unit, rounding, ..VoxelSettings::default() };
            assert_eq!(settings(Rounding::F32).in_voxels(length).radius, up, "{length} / {unit}");
            assert_eq!(settings(Rounding::Exact).in_voxels(length).radius, exact, "{length} / {unit}");
        }
        for (length, unit, down, exact) in
            [(0.6, 0.2, 3, 3), (0.9, 0.3, 2, 3), (0.7, 0.1, 7, 7), (1.2, 0.2, 6, 6), (0.3, 0.2, 1, 1)]
        {
            let settings =
                |rounding| VoxelSettings { cell_height: unit, climb: length, rounding, ..VoxelSettings::default() };
            assert_eq!(settings(Rounding::F32).in_voxels(0.0).climb, down, "{length} / {unit}");
            assert_eq!(settings(Rounding::Exact).in_voxels(0.0).climb, exact, "{length} / {unit}");
        }
    }
}
