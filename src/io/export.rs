//! Foreign files out: tests and mazes as other programs read them.

use super::{InputError, Scenario, movingai, recast, scen, scen::ScenKind, to_toml};

/// What a scenario may be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Moving AI's tests, a `.scen`: clicks between centres of cells, with their expected lengths.
    MovingAi,
    /// Polyanya's: the same between corners of cells.
    Polyanya,
    /// RecastDemo's tests: what is expected does not fit in.
    Recast,
    /// A Moving AI map: the maze without start and goal.
    Map,
    /// A scenario of its own.
    Toml,
}

impl ExportFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::MovingAi, Self::Polyanya, Self::Recast, Self::Map, Self::Toml];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MovingAi => "movingai",
            Self::Polyanya => "polyanya",
            Self::Recast => "recast",
            Self::Map => "map",
            Self::Toml => "toml",
        }
    }

    /// Whether what is written names a map that has to lie beside it.
    #[must_use]
    pub fn needs_map(self) -> bool {
        matches!(self, Self::MovingAi | Self::Polyanya | Self::Recast)
    }
}

/// Writes a scenario for another program. Tests name their maze `map`; formats that hold it themselves leave that unread.
///
/// # Errors
///
/// A click doesn't fit in; the message names it and says why.
pub fn export(scenario: &Scenario, format: ExportFormat, map: &str) -> Result<String, InputError> {
    if format.needs_map() && scenario.clicks.is_empty() {
        return Err(InputError::whole("there is no click to write; keep one first"));
    }
    match format {
        ExportFormat::MovingAi => scen::write(scenario, map, ScenKind::Centres),
        ExportFormat::Polyanya => scen::write(scenario, map, ScenKind::Corners),
        ExportFormat::Recast => recast::write(scenario, map),
        ExportFormat::Map => Ok(movingai::write(&scenario.maze)),
        ExportFormat::Toml => Ok(to_toml(scenario)),
    }
}
