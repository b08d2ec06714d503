//! What a user can ask for, whichever face it comes through.

use crate::{geometry::Point, io::Scenario, io::Value, record::Level, trace::StageName};

/// A place in the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Which stage.
    pub stage: StageName,
    /// How many of its events are applied.
    pub at: usize,
    /// How many observations of the step from there have been stepped over.
    pub observed: usize,
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
        let names = || StageName::ALL.map(StageName::name).join(", ");
        let wrong = || format!("“{text}” is no moment; write it like funnel:12, with a stage of {}", names());
        let (stage, rest) = text.split_once(':').ok_or_else(wrong)?;
        let stage = StageName::ALL.into_iter().find(|it| it.name() == stage).ok_or_else(wrong)?;
        let (at, observed) = rest.split_once('.').unwrap_or((rest, "0"));
        let at = if at == "end" { usize::MAX } else { at.parse().map_err(|_| wrong())? };
        let observed = observed.parse().map_err(|_| wrong())?;
        Ok(Self { stage, at, observed })
    }
}

/// What a user can ask for.
#[derive(Clone, Debug)]
pub enum Command {
    /// Put another scenario in the place of this one.
    Open(Box<Scenario>),
    /// Change a setting.
    Set {
        /// Its path, as in `bake.inset`.
        path: String,
        /// Its new value.
        value: Value,
    },
    /// Set all that a preset names.
    Preset(String),
    /// Start the query somewhere else.
    SetStart(Point),
    /// Let it go somewhere else.
    SetGoal(Point),
    /// Take start and goal from a click of the scenario.
    UseClick(usize),
    /// Move the cursor to a moment.
    Seek(Moment),
    /// Move the cursor to just after so many events of all stages together.
    SeekOverall(usize),
    /// Move the cursor to the next or previous event at most so fine.
    Step {
        /// How fine.
        level: Level,
        /// Forwards or backwards.
        forward: bool,
    },
    /// Bake again.
    Rebake,
    /// Stop what is under way.
    Cancel,
}
