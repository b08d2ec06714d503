//! A place in a run.

use super::StageName;

/// A lane of a run: one run of a stage. Lanes are in the order of their stages; of those of the same stage, in order of running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LaneId {
    /// Which stage.
    pub stage: StageName,
    /// How many lanes of that stage are before it.
    pub nth: u16,
}

impl LaneId {
    /// The first lane of a stage.
    #[must_use]
    pub const fn first(stage: StageName) -> Self {
        Self { stage, nth: 0 }
    }
}

impl From<StageName> for LaneId {
    fn from(stage: StageName) -> Self {
        Self::first(stage)
    }
}

impl std::fmt::Display for LaneId {
    /// `funnel` for the first of a stage, `funnel#2` for the second.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.stage.name())?;
        if self.nth > 0 {
            write!(f, "#{}", u32::from(self.nth) + 1)?;
        }
        Ok(())
    }
}

impl std::str::FromStr for LaneId {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (stage, number) = text.split_once('#').unwrap_or((text, "1"));
        let stage = StageName::of_name(stage).ok_or(())?;
        let nth = number.parse().ok().and_then(|it: u16| it.checked_sub(1)).ok_or(())?;
        Ok(Self { stage, nth })
    }
}

/// A place in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// Which lane.
    pub lane: LaneId,
    /// How many of its events are applied.
    pub at: usize,
    /// How many observations of the step from there have been stepped over.
    pub observed: usize,
}

impl Moment {
    /// Just after so many events of a lane; a stage stands for its first one.
    #[must_use]
    pub fn after(lane: impl Into<LaneId>, at: usize) -> Self {
        Self { lane: lane.into(), at, observed: 0 }
    }

    /// Which stage.
    #[must_use]
    pub fn stage(self) -> StageName {
        self.lane.stage
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.lane, self.at)?;
        if self.observed > 0 {
            write!(f, ".{}", self.observed)?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Moment {
    type Err = String;

    /// Reads `stage:event` or `stage:event.observation`; `stage:end` is its end, and `stage#2` the second lane of a stage.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("“{text}” is no moment; write it like funnel:12, with a stage of {}", StageName::names());
        let (lane, rest) = text.split_once(':').ok_or_else(wrong)?;
        let lane = lane.parse().map_err(|()| wrong())?;
        let (at, observed) = rest.split_once('.').unwrap_or((rest, "0"));
        let at = if at == "end" { usize::MAX } else { at.parse().map_err(|_| wrong())? };
        let observed = observed.parse().map_err(|_| wrong())?;
        Ok(Self { lane, at, observed })
    }
}
