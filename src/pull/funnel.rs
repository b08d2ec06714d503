//! The simple stupid funnel algorithm: the shortest path through a corridor of portals.
//!
//! The funnel is the wedge seen from an apex through the portals so far. Each portal narrows it on the left, on the right, or
//! on both sides; when one side would pass the other, that other side's corner joins the path and becomes the next apex.
//! Linear in practice, quadratic at worst, since each turn restarts the scan at its corner.
//!
//! All dialects are this one loop; it reads their rules. In the exact one a candidate on the very line of the other side has
//! not passed it, so the path never bends too early or twice in one place.
//!
//! Mikko Mononen, "Simple Stupid Funnel Algorithm", Digesting Duck, March 2010; the idea goes back to Bernard Chazelle (1982)
//! and to Der-Tsai Lee and Franco Preparata (1984).

use std::ops::ControlFlow;

use super::{
    PullSettings, Side,
    funnel_model::{Funnel, FunnelEvent, FunnelTest, Wedge},
};
use crate::{
    geometry::{Point, Turn, turn},
    record::{Recorder, Sink},
};

/// What a portal's end does to the funnel.
enum Move {
    Keep,
    Tighten,
    Turn,
}

/// Pulls the path taut from wherever the funnel stands.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn pull_taut<S: Sink<FunnelEvent>>(funnel: &mut Recorder<Funnel, S>) -> ControlFlow<()> {
    let goal = u32::try_from(funnel.portals().len() - 1).expect("fewer than 2^32 portals");
    let rules = funnel.settings().funnel.rules();
    while !funnel.arrived() {
        let mut next = funnel.wedge().next;
        while let Some(side) = next {
            let was = funnel.wedge();
            match judge(funnel, side) {
                Move::Keep => {
                    funnel.observe(|_| FunnelEvent::Kept { side });
                    next = (side == rules.first).then(|| side.other());
                }
                Move::Tighten => {
                    let was = (was.sides[side as usize], was.next);
                    funnel.commit(FunnelEvent::Tightened { side, was })?;
                    next = funnel.wedge().next;
                }
                Move::Turn => {
                    funnel.commit(FunnelEvent::Turned { side: side.other(), was })?;
                    next = None;
                }
            }
        }
        let Wedge { portal, next, .. } = funnel.wedge();
        if portal == goal {
            funnel.commit(FunnelEvent::Arrived)?;
        } else {
            funnel.commit(FunnelEvent::Reached { portal: portal + 1, was: (portal, next) })?;
        }
    }
    if rules.straightens {
        let mut from = 0;
        while let Some(index) = funnel.needless(from) {
            let was = funnel.turns()[index];
            funnel.commit(FunnelEvent::Straightened { index: u32::try_from(index).unwrap_or(u32::MAX), was })?;
            from = index.saturating_sub(1);
        }
    }
    ControlFlow::Continue(())
}

/// Judges one end of the portal under examination.
fn judge<S: Sink<FunnelEvent>>(funnel: &mut Recorder<Funnel, S>, side: Side) -> Move {
    let PullSettings { funnel: dialect, epsilon, .. } = *funnel.settings();
    let rules = dialect.rules();
    let apex = funnel.apex();
    let candidate = funnel.portals()[funnel.wedge().portal as usize].end(side);
    let inward = match side {
        Side::Left => Turn::Right,
        Side::Right => Turn::Left,
    };
    let (own, other) = (funnel.side(side), funnel.side(side.other()));
    let mut ask = |test: FunnelTest, along: Point| {
        let told = rules.turn(epsilon, apex, along, candidate);
        funnel.observe(|_| FunnelEvent::Tested {
            side,
            test,
            turn: told.verdict,
            value: told.value,
            certainty: told.certainty,
            exact: turn(apex, along, candidate).verdict,
        });
        told.verdict
    };
    if ask(FunnelTest::Narrows, own) == inward.mirrored() {
        return Move::Keep;
    }
    if rules.is_same_point(epsilon, apex, own) {
        return Move::Tighten;
    }
    let stays = match ask(FunnelTest::StaysWithin, other) {
        Turn::Straight => rules.tie_stays_within,
        told => told == inward.mirrored(),
    };
    if stays { Move::Tighten } else { Move::Turn }
}
