//! What rounding makes of the agent's measures when they are counted in voxels, and where that decides who gets where.

use serde::Serialize;

use super::VoxelSettings;
use crate::geometry::{counted, rounded};

/// A measure of the agent, counted in voxels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rounded {
    /// The setting, by its path.
    pub setting: &'static str,
    /// How many columns or voxels it is; none for the slope, which is not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voxels: Option<u32>,
    /// What that amounts to. \[world units; degrees for the slope]
    pub comes_to: f64,
    /// What follows from it, as a sentence without a full stop.
    pub told: String,
    /// What is lost by it, if that is much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

impl Rounded {
    /// What it counts as, with its unit.
    #[must_use]
    pub fn counts_as(&self) -> String {
        let comes_to = rounded(self.comes_to, 3);
        match self.voxels {
            None => format!("{comes_to}°"),
            Some(count) if self.setting == "agent.radius" => {
                format!("{}, {comes_to}", counted(count as usize, "column"))
            }
            Some(count) => format!("{}, {comes_to}", counted(count as usize, "voxel")),
        }
    }
}

/// How much wider than it is an agent may be taken for without a warning.
const WIDER: f64 = 1.1;

/// How much of a step may be lost without a warning.
const LOST: f64 = 0.25;

impl VoxelSettings {
    /// What rounding makes of an agent of a radius. \[radius ≥ 0; world units]
    #[must_use]
    pub fn rounded(&self, radius: f64) -> Vec<Rounded> {
        vec![self.radius_rounded(radius), self.height_rounded(), self.climb_rounded(), self.slope_rounded()]
    }

    /// How wide a door along columns must be at least to be open, and from which width on it is open wherever it lies. \[world units]
    ///
    /// It is open if, between the columns that its jambs touch, there is one more than the agent takes on both sides of it. As the jambs may
    /// lie anywhere in their columns, one more or less fits.
    #[must_use]
    pub fn doors(&self, radius: f64) -> [f64; 2] {
        let columns = self.in_voxels(radius).radius;
        [1, 2].map(|more| f64::from(columns.saturating_mul(2).saturating_add(more)) * self.cell_size)
    }

    fn radius_rounded(&self, radius: f64) -> Rounded {
        let columns = self.in_voxels(radius).radius;
        let comes_to = f64::from(columns) * self.cell_size;
        let [least, sure] = self.doors(radius).map(told);
        let wider = radius > 0.0 && comes_to > radius * WIDER;
        Rounded {
            setting: "agent.radius",
            voxels: Some(columns),
            comes_to,
            told: format!("a door is open for sure from {sure} on, and closed below {least}"),
            warning: wider.then(|| {
                let percent = (comes_to / radius - 1.0) * 100.0;
                format!("the agent is taken for {percent:.0} % wider than it is; choose columns that divide its radius (voxels.cell_size)")
            }),
        }
    }

    fn height_rounded(&self) -> Rounded {
        let voxels = self.in_voxels(0.0).height;
        let comes_to = f64::from(voxels) * self.cell_height;
        let told = format!("room of less than {} is too low", told(comes_to));
        Rounded { setting: "agent.height", voxels: Some(voxels), comes_to, told, warning: None }
    }

    fn climb_rounded(&self) -> Rounded {
        let agent = self.in_voxels(0.0);
        let comes_to = f64::from(agent.climb) * self.cell_height;
        let warning = if agent.climb >= agent.height {
            Some(
                "who climbs as high as there is room gets onto walls, and between floors; choose a smaller climb"
                    .to_owned(),
            )
        } else if agent.climb == 0 && self.climb > 0.0 {
            Some("every step is too high; choose lower voxels (voxels.cell_height)".to_owned())
        } else if comes_to < self.climb * (1.0 - LOST) {
            let climb = told(self.climb);
            Some(format!("a step of {climb} is refused; choose voxels that divide the climb (voxels.cell_height)"))
        } else {
            None
        };
        let told = format!("steps of more than {} are too high", told(comes_to));
        Rounded { setting: "agent.climb", voxels: Some(agent.climb), comes_to, told, warning }
    }

    /// On a ramp the ground differs across two columns by what it climbs within them; if that is more than a step, the ledge filter takes the
    /// ramp away.
    fn slope_rounded(&self) -> Rounded {
        let step = f64::from(self.in_voxels(0.0).climb) * self.cell_height;
        let steepest = (step / (2.0 * self.cell_size)).atan().to_degrees();
        let comes_to = steepest.min(self.slope);
        let warning = (steepest < self.slope).then(|| {
            "steeper ramps are taken for ledges; choose narrower columns (voxels.cell_size) or a larger climb"
                .to_owned()
        });
        let told = format!("ramps of up to {}° can be walked", told(comes_to));
        Rounded { setting: "agent.slope", voxels: None, comes_to, told, warning }
    }
}

fn told(length: f64) -> String {
    rounded(length, 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounding_decides_is_warned_of() {
        let all = |change: fn(&mut VoxelSettings), radius: f64| {
            let mut settings = VoxelSettings::default();
            change(&mut settings);
            settings.rounded(radius)
        };
        let warned = |change: fn(&mut VoxelSettings), radius: f64| {
            let named = all(change, radius).into_iter().filter(|it| it.warning.is_some());
            named.map(|it| it.setting).collect::<Vec<_>>()
        };
        assert_eq!(warned(|_| (), 0.6), [""; 0], "RecastDemo's own are fine");
        assert_eq!(warned(|it| it.cell_size = 0.29, 0.6), ["agent.radius"]);
        assert_eq!(warned(|it| it.climb = 0.3, 0.6), ["agent.climb", "agent.slope"]);
        assert_eq!(warned(|it| it.climb = 0.1, 0.6), ["agent.climb", "agent.slope"]);
        assert_eq!(warned(|it| it.climb = 2.0, 0.6), ["agent.climb"]);
        assert_eq!(warned(|it| it.slope = 60.0, 0.6), ["agent.slope"]);
        let radius = &all(|_| (), 0.6)[0];
        assert_eq!(
            (radius.voxels, radius.told.contains("from 1.8 on, and closed below 1.5")),
            (Some(2), true),
            "{radius:?}"
        );
    }
}
