//! The three rules that say on which spans an agent can walk: over low obstacles, not along ledges, and not without headroom.
//!
//! All compare whole numbers of voxels, and none panics whatever the spans and measures are.
//!
//! Mikko Mononen, Recast (2009), `RecastFilter.cpp`.

use serde::Serialize;

use super::{
    Heading, Spans, Voxels,
    sift::{Sift, SpanEvent, SpanRule},
    spans::OPEN,
};

/// A low obstacle on walkable ground can be walked on: a kerb, a step.
///
/// It is asked of spans that nobody can walk on, right above one that one can: they become walkable where the tops differ by no more
/// than a climb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LowHangingRule;

/// A span that is asked whether it is a low obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rise {
    /// How far its top lies above that of the span below. \[voxels]
    pub rise: u16,
}

/// The filter that lets agents walk over low obstacles.
pub type LowHanging = Sift<LowHangingRule>;

impl SpanRule for LowHangingRule {
    type Why = Rise;

    fn judge(spans: &Spans, cell: usize, span: usize, agent: &Voxels) -> Option<(bool, Rise)> {
        let below = span.checked_sub(1).filter(|it| spans.places(cell).contains(it))?;
        let [below, here] = [spans.all()[below], spans.all()[span]];
        if here.ground.is_some() || below.ground.is_none() {
            return None;
        }
        let rise = here.high - below.high;
        Some((u32::from(rise) <= agent.climb, Rise { rise }))
    }

    fn ground(spans: &Spans, span: usize) -> Option<u8> {
        span.checked_sub(1).and_then(|below| spans.all()[below].ground)
    }
}

/// Nobody walks along a ledge, or on a slope that is too steep from column to column.
///
/// A span is one where the column on a side lies outside, or has a floor that can be reached and is more than a climb below; and where the
/// floors that can be stepped to, its own among them, differ by more than a climb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LedgesRule;

/// What lies around a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Around {
    /// On a side there are no columns any more.
    Outside(Heading),
    /// On a side there is nothing to stand on.
    Void(Heading),
    /// On a side there is a floor that is too far below. \[voxels]
    Drop(Heading, u16),
    /// The lowest and the highest floor that can be stepped to, its own among them. \[voxels]
    Floors(u16, u16),
}

const _: () = assert!(size_of::<SpanEvent<Around>>() <= 16, "there may be as many as spans");

/// The filter that keeps agents from ledges.
pub type Ledges = Sift<LedgesRule>;

impl SpanRule for LedgesRule {
    type Why = Around;

    fn judge(spans: &Spans, cell: usize, span: usize, agent: &Voxels) -> Option<(bool, Around)> {
        let here = spans.all()[span];
        here.ground?;
        let (floor, ceiling) = (here.high, spans.ceiling(cell, span));
        let (mut lowest, mut highest) = (floor, floor);
        for heading in Heading::ALL {
            let Some(beyond) = spans.beyond(cell, heading) else {
                return Some((true, Around::Outside(heading)));
            };
            let has_room = |above: u16, below: u16| room(below, above.min(ceiling)) >= i64::from(agent.height);
            let lowest_ceiling = spans.in_cell(beyond).first().map_or(OPEN, |it| it.low);
            if has_room(lowest_ceiling, floor) {
                return Some((true, Around::Void(heading)));
            }
            for other in spans.places(beyond) {
                let top = spans.all()[other].high;
                if !has_room(spans.ceiling(beyond, other), floor.max(top)) {
                    continue;
                }
                if u32::from(floor.saturating_sub(top)) > agent.climb {
                    return Some((true, Around::Drop(heading, top)));
                }
                if u32::from(top.saturating_sub(floor)) <= agent.climb {
                    (lowest, highest) = (lowest.min(top), highest.max(top));
                }
            }
        }
        Some((u32::from(highest - lowest) > agent.climb, Around::Floors(lowest, highest)))
    }

    fn ground(_: &Spans, _: usize) -> Option<u8> {
        None
    }
}

/// Nobody walks where there is not enough room to stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadroomRule;

/// The room above a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Room {
    /// Where the next span begins; none where there is none. \[voxels]
    pub ceiling: Option<u16>,
}

/// The filter that keeps agents from where the ceiling is low.
pub type Headroom = Sift<HeadroomRule>;

impl SpanRule for HeadroomRule {
    type Why = Room;

    fn judge(spans: &Spans, cell: usize, span: usize, agent: &Voxels) -> Option<(bool, Room)> {
        let here = spans.all()[span];
        here.ground?;
        let ceiling = spans.ceiling(cell, span);
        let why = Room { ceiling: (ceiling != OPEN).then_some(ceiling) };
        Some((room(here.high, ceiling) < i64::from(agent.height), why))
    }

    fn ground(_: &Spans, _: usize) -> Option<u8> {
        None
    }
}

/// The room between a floor and a ceiling, negative where that is below it. \[voxels]
fn room(floor: u16, ceiling: u16) -> i64 {
    i64::from(ceiling) - i64::from(floor)
}
