//! Outlining, step by step: every decision is taken from the state alone, so that it may stop and go on anywhere.

use std::ops::ControlFlow;

use super::{
    crossings::{Grid, cross_properly},
    event::OutlineEvent,
    model::Outline,
    number,
    rings::{Heading, next_bend, next_start},
};
use crate::record::{Recorder, Sink};

/// Outlines whatever is not outlined yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn outline<S: Sink<OutlineEvent>>(outline: &mut Recorder<Outline, S>) -> ControlFlow<()> {
    if outline.grown_corners() == 0 {
        trace_rings(outline)?;
    }
    grow_rings(outline)?;
    while outline.may_cross() && outline.is_complete() && cut_crossings(outline)? {}
    ControlFlow::Continue(())
}

fn trace_rings<S: Sink<OutlineEvent>>(outline: &mut Recorder<Outline, S>) -> ControlFlow<()> {
    let maze = outline.maze().clone();
    // No ring begins before the one that was closed last.
    let last = outline.rings.count().checked_sub(1);
    let mut from = last.map_or([0, 0], |it| outline.rings.corners()[outline.rings.range(it).start]);
    loop {
        if outline.rings.open().is_empty() {
            let Some([column, row]) = next_start(&maze, from, |it| outline.rings.is_traced(it)) else {
                return ControlFlow::Continue(());
            };
            outline.commit(OutlineEvent::Bent { column, row })?;
        }
        let open = outline.rings.open();
        let first = outline.rings.corners()[open.start];
        let (mut at, mut heading) = (outline.rings.corners()[open.end - 1], outline.rings.arrival());
        from = first;
        loop {
            (at, heading) = next_bend(&maze, at, heading);
            if at == first && heading == Heading::West {
                break;
            }
            outline.commit(OutlineEvent::Bent { column: at[0], row: at[1] })?;
        }
        let ring = number(outline.rings.count());
        outline.commit(OutlineEvent::Closed { ring })?;
    }
}

fn grow_rings<S: Sink<OutlineEvent>>(outline: &mut Recorder<Outline, S>) -> ControlFlow<()> {
    for ring in outline.joined()..outline.rings.count() {
        for corner in outline.grown_corners()..outline.rings.range(ring).end {
            if outline.is_too_large() {
                return ControlFlow::Continue(());
            }
            outline.commit(OutlineEvent::Grew { corner: number(corner) })?;
        }
        outline.commit(OutlineEvent::Joined { ring: number(ring) })?;
    }
    ControlFlow::Continue(())
}

/// Finds the crossings of all edges, and cuts them there; tells whether there were any.
fn cut_crossings<S: Sink<OutlineEvent>>(outline: &mut Recorder<Outline, S>) -> ControlFlow<(), bool> {
    let grid = Grid::new(outline.points(), outline.edges());
    // Pairs come in order of their first edges, so that those known already come first.
    let known = outline.curve.crossings();
    let first = known.last().map_or(0, |it| it.edges[0]);
    let mut known = known.iter().rev().take_while(|it| it.edges[0] == first).count();
    for one in first..number(outline.edges().len()) {
        if outline.is_too_large() {
            return ControlFlow::Continue(false);
        }
        for other in grid.later_neighbours(one) {
            // Where neither was moved by a cut, they were looked at before.
            if !outline.curve.is_new(one) && !outline.curve.is_new(other) {
                continue;
            }
            let crosses = cross_properly(outline.ends(one), outline.ends(other));
            if known > 0 {
                known -= usize::from(crosses);
            } else if crosses {
                outline.commit(OutlineEvent::Crossed { one, other })?;
            } else {
                outline.observe(|_| OutlineEvent::Missed { one, other });
            }
        }
    }
    let crossings = number(outline.curve.crossings().len());
    if crossings > 0 {
        outline.commit(OutlineEvent::Cut { crossings })?;
    }
    ControlFlow::Continue(crossings > 0)
}
