//! A place in a run.

use super::StageName;

/// A place in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// Which stage.
    pub stage: StageName,
    /// How many of its events are applied.
    pub at: usize,
    /// How many observations of the step from there have been stepped over.
    pub observed: usize,
}

impl Moment {
    /// Just after so many events of a stage.
    #[must_use]
    pub fn after(stage: StageName, at: usize) -> Self {
        Self { stage, at, observed: 0 }
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.stage.name(), self.at)?;
        if self.observed > 0 {
            write!(f, ".{}", self.observed)?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Moment {
    type Err = String;

    /// Reads `stage:event` or `stage:event.observation`; `stage:end` is its end.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("“{text}” is no moment; write it like funnel:12, with a stage of {}", StageName::names());
        let (stage, rest) = text.split_once(':').ok_or_else(wrong)?;
        let stage = StageName::of_name(stage).ok_or_else(wrong)?;
        let (at, observed) = rest.split_once('.').unwrap_or((rest, "0"));
        let at = if at == "end" { usize::MAX } else { at.parse().map_err(|_| wrong())? };
        let observed = observed.parse().map_err(|_| wrong())?;
        Ok(Self { stage, at, observed })
    }
}
