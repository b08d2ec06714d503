//! Around the border of what some tops have in common, side by side, with it on the left hand.

use super::surface::{Heading, Surface, TopId};

/// A side of a top.
pub(super) type Side = (TopId, Heading);

/// The sides along a border, from one of its sides on until it comes back to that.
///
/// A link that goes one way only may make it run in circles elsewhere; it ends then once it has more steps behind it than there are sides.
pub(super) fn border(surface: &Surface, start: Side, is_border: impl Fn(Side) -> bool) -> Vec<Side> {
    let mut sides = Vec::new();
    let (mut top, mut heading) = start;
    for _ in 0..=surface.tops().len() * 4 {
        if is_border((top, heading)) {
            sides.push((top, heading));
            heading = heading.to_left();
        } else {
            let Some(beyond) = surface.beyond(top, heading) else { break };
            (top, heading) = (beyond, heading.to_right());
        }
        if (top, heading) == start {
            break;
        }
    }
    sides
}
