//! What is missing for a path or for a picture, in words.

use crate::debugger::Debugger;

/// Which of start and goal is missing, and how to set it.
pub(super) fn ends(debugger: &Debugger) -> Option<&'static str> {
    match (debugger.start(), debugger.goal()) {
        (Some(_), Some(_)) => None,
        (None, None) => Some("Shift-click sets the start, ctrl-click the goal."),
        (None, _) => Some("Shift-click sets the start."),
        (_, None) => Some("Ctrl-click sets the goal."),
    }
}

/// Why there is no bake to show.
pub(super) fn bake(debugger: &Debugger) -> &'static str {
    match (debugger.progress(), debugger.bake()) {
        (None, Some(bake)) if !bake.ran() => "Cells are searched, so no mesh is baked.",
        (Some(_), _) => "Baking …",
        (None, _) => "There is no bake.",
    }
}
