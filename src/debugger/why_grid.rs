//! How a corner of a path from cell to cell came about: its cell was reached from another, and that one was expanded.

use super::why::{Chain, Told};
use crate::{
    geometry::Point,
    maze::to_i64,
    pull::{Smooth, SmoothEvent},
    search::{GridCell, GridEvent, GridSearch},
    trace::StageName,
};

impl Chain<'_> {
    /// How the search from cell to cell came for good to the cell with a place in it.
    pub(super) fn entered(&mut self, p: Point) -> Told {
        self.smoothed(p);
        self.relaxed(cell_at(p)?)
    }

    /// How smoothing came to keep the point in a place.
    fn smoothed(&mut self, p: Point) -> Told {
        let replay = self.query?.track::<Smooth>()?.replay();
        let point = u32::try_from(replay.model().path().iter().rposition(|it| *it == p)?).ok()?;
        let (index, text) = replay.log().events().iter().enumerate().find_map(|(index, event)| match *event {
            SmoothEvent::Kept { point: it, .. } if it == point => Some((index, format!("Point {point} stayed."))),
            SmoothEvent::Linked { point: it, via } if it == point => {
                Some((index, format!("The shortest way to point {point} was found, over point {via}.")))
            }
            SmoothEvent::Kept { .. }
            | SmoothEvent::Linked { .. }
            | SmoothEvent::Dropped { .. }
            | SmoothEvent::Looked { .. } => None,
        })?;
        self.push(StageName::Smooth, index + 1, text);
        Some(())
    }

    /// How it came for good to a cell.
    pub(super) fn relaxed(&mut self, (column, row): GridCell) -> Told {
        let events = self.query?.track::<GridSearch>()?.replay().log().events();
        let at = event_of_cell(events, (column, row))?;
        if let GridEvent::Relaxed { by, .. } = events[at - 1] {
            let (x, y) = by.opposite().beyond((column, row))?;
            self.push(StageName::Grid, at, format!("Cell ({column}, {row}) was reached from cell ({x}, {y})."));
            let is_expansion = |it: &GridEvent| matches!(it, GridEvent::Expanded { .. });
            let expanded = events[..at].iter().rposition(is_expansion)?;
            self.push(StageName::Grid, expanded + 1, format!("Cell ({x}, {y}) was expanded."));
        } else {
            self.push(StageName::Grid, at, format!("Cell ({column}, {row}) holds the start."));
        }
        Some(())
    }
}

/// The cell that a place lies in.
pub(super) fn cell_at(p: Point) -> Option<GridCell> {
    Some((u32::try_from(to_i64(p.x)).ok()?, u32::try_from(to_i64(p.y)).ok()?))
}

/// The position after the event by which the search from cell to cell came to a cell for good.
pub(super) fn event_of_cell(events: &[GridEvent], cell: GridCell) -> Option<usize> {
    let comes = |it: &GridEvent| matches!(*it, GridEvent::Seeded { cell: it } | GridEvent::Relaxed { to: it, .. } if it == cell);
    events.iter().rposition(comes).map(|it| it + 1)
}
