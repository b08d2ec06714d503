//! Scenarios as other programs read them.

use super::{Format, InputError, Scenario, format::Write};

/// Writes a scenario in a format. Tests name their maze `map`; formats that hold it themselves leave that unread.
///
/// # Errors
///
/// A click doesn't fit in, or the format is only read; the message says why.
pub fn export(scenario: &Scenario, format: Format, map: &str) -> Result<String, InputError> {
    match format.write {
        Write::Not => Err(InputError::whole(format!("the format “{}” is only read", format.name))),
        Write::Whole(_) if format == Format::MAP && !scenario.maze.is_flat() => {
            let what = if scenario.maze.has_cells() {
                "cells with heights fit in no"
            } else {
                "level geometry has no cells to draw a"
            };
            Err(InputError::whole(format!("{what} map of Moving AI; export it as obj or toml")))
        }
        Write::Whole(write) => Ok(write(scenario)),
        Write::Tests { .. } if scenario.clicks.is_empty() => {
            Err(InputError::whole("there is no click to write; keep one first"))
        }
        Write::Tests { write, .. } => write(scenario, map),
    }
}
