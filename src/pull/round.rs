//! From a polyline around circles to the shortest path of a disc in the same homotopy class.
//!
//! The disc's centre keeps its radius from every wall, so the shortest way is made of straight lines and arcs around convex wall
//! corners; a mesh with polygons around those gives a polyline that is a little longer. The points of the polyline join a chain,
//! one by one, and the chain is pulled taut each time: a point near a circle on the inner side of the bend gives way to the
//! circle, and whatever does not hold the path back is let go. Each of these pulls the path over a triangle. If a wall corner
//! comes too near by that, the deepest of all pushes the path off: no other can hold it further out, so it belongs to the hull
//! of those that do, as in quickhull.
//!
//! A disc among walls is a point among walls grown by its radius: Tomás Lozano-Pérez, "Spatial Planning: A Configuration Space
//! Approach", IEEE Transactions on Computers 32 (1983). What the shortest path of a homotopy class is made of: John Hershberger
//! and Jack Snoeyink, "Computing minimum length paths of a given homotopy class", Computational Geometry 4 (1994).
//!
//! A polyline that has nothing to do with circles stays as it is, and so does one for which nothing better comes out, be it
//! because a passage is closed or because rounding leads the chain in circles; how many steps there may be is bounded.

use std::ops::ControlFlow;

use super::{
    Side,
    round_model::{Refusal, Round, RoundEvent, Rounding, Stop, Swept, WallCorner},
    tangent::{Disc, Tangent},
};
use crate::{
    geometry::{distance_to_segment, path_length},
    record::{Recorder, Sink},
};

/// How much nearer than the radius a wall corner may be: a little less than clearances may. \[cells]
const SLACK: f64 = 0.9e-9;

/// The next change, or why there is none.
type Step = Result<RoundEvent, Refusal>;

/// A wall corner that is too near, and how far it would push the way off. \[cells]
type Push = (WallCorner, f64);

/// Rounds on from wherever the chain stands.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn round<S: Sink<RoundEvent>>(round: &mut Recorder<Round, S>) -> ControlFlow<()> {
    if round.is_needless() {
        return ControlFlow::Continue(());
    }
    let most = 1000 + 64 * round.path().len();
    // Before this link, all is known to be taut.
    let mut taut = 0;
    while round.rounding() == Rounding::Unfinished {
        let step = match round.steps() < most {
            true => next_step(round, &mut taut),
            false => Err(Refusal::Restless),
        };
        round.commit(step.unwrap_or_else(|why| RoundEvent::GaveUp { why }))?;
    }
    ControlFlow::Continue(())
}

fn next_step<S: Sink<RoundEvent>>(round: &mut Recorder<Round, S>, taut: &mut usize) -> Step {
    for link in *taut..round.chain().len() {
        let swept = round.chain()[link].swept;
        if let Some(swept) = swept {
            return look_along(round, link, swept);
        }
    }
    for link in (*taut).max(1)..round.chain().len().saturating_sub(1) {
        if let Some(step) = round.judge(link) {
            *taut = link.saturating_sub(2);
            return step;
        }
    }
    *taut = round.chain().len().saturating_sub(2);
    match round.joined() < round.path().len() {
        true => Ok(RoundEvent::Joined),
        false if round.is_sound() => Ok(RoundEvent::Settled),
        false => Err(Refusal::Unsound),
    }
}

/// Looks for wall corners that came too near to the way on from a link.
fn look_along<S: Sink<RoundEvent>>(round: &mut Recorder<Round, S>, link: usize, swept: Swept) -> Step {
    let number = to_u32(link);
    let [one, next] = [0, 1].map(|it| round.chain()[link + it].stop);
    if one == next {
        return Ok(RoundEvent::Cleared { link: number, was: swept });
    }
    let near = round.too_near(link, swept)?;
    for &(corner, depth) in &near {
        round.observe(|_| RoundEvent::Measured { link: number, corner, depth });
    }
    Ok(match deepest(near) {
        Some(corner) => RoundEvent::PushedOff { link: number, corner },
        None => RoundEvent::Cleared { link: number, was: swept },
    })
}

impl Round {
    /// What is to be done about a link between first and last, if anything.
    fn judge(&self, link: usize) -> Option<Step> {
        let was = self.chain()[link].stop;
        let number = to_u32(link);
        let let_go = Some(Ok(RoundEvent::LetGo { link: number, was }));
        let [before, after] = [link - 1, link + 1].map(|it| self.chain()[it].stop);
        if was == before || was == after {
            return let_go;
        }
        match was {
            Stop::Circle { side, .. } => {
                let (Some(one), Some(next)) = (self.way(link - 1), self.way(link)) else {
                    return Some(Err(Refusal::Closed));
                };
                if one.turning(&next, side) <= 0.0 { let_go } else { None }
            }
            Stop::Point(point) => {
                let Some(swept) = self.bend(link) else { return let_go };
                let side = swept.side;
                Some(match self.circle_at(swept, [before, after]) {
                    Ok(Some(corner)) if Stop::Circle { corner, side } != before => {
                        Ok(RoundEvent::Hugged { link: number, corner, side, point })
                    }
                    Ok(_) => Ok(RoundEvent::LetGo { link: number, was }),
                    Err(why) => Err(why),
                })
            }
        }
    }

    /// The wall corner that a bend to one side goes around: of those near by, the one that would push the straight way furthest
    /// off. None if none would, and a refusal if no wall corner is near.
    ///
    /// A polygon around a circle is nowhere further from it than the corner of the square around it.
    fn circle_at(&self, swept: Swept, [before, after]: [Stop; 2]) -> Result<Option<WallCorner>, Refusal> {
        let reach = self.radius() * std::f64::consts::SQRT_2 * (1.0 + 1e-9) + 1e-9;
        let at = [swept.bend];
        let corners = self.maze().convex_corners_near(&at, reach).map(|(x, y)| WallCorner(to_u32(x), to_u32(y)));
        let mut near = corners.filter(|&it| swept.bend.distance(it.place()) <= reach).peekable();
        near.peek().ok_or(Refusal::Foreign)?;
        let straight = self.straight(before, after, swept)?;
        Ok(deepest(near.filter_map(|it| Some((it, straight.depth(self, it)?)))))
    }

    /// The straight way between two stops, with what it was pulled over.
    fn straight(&self, before: Stop, after: Stop, swept: Swept) -> Result<Straight, Refusal> {
        let [one, next] = [before, after].map(|it| self.disc(it));
        let bend = Disc::point(swept.bend);
        let way = Tangent::between(one, next).ok_or(Refusal::Closed)?;
        Ok(Straight { way, old: [Tangent::between(one, bend), Tangent::between(bend, next)], side: swept.side })
    }

    /// The wall corners on the swept side that are too near to the way on from a link, or were even swept over, each with how
    /// far it would push the way off.
    fn too_near(&self, link: usize, swept: Swept) -> Result<Vec<Push>, Refusal> {
        let [before, after] = [link, link + 1].map(|it| self.chain()[it].stop);
        let straight = self.straight(before, after, swept)?;
        let is_stop = |it: WallCorner| {
            [before, after].iter().any(|stop| matches!(stop, Stop::Circle { corner, .. } if *corner == it))
        };
        let triangle = [straight.way.from, swept.bend, straight.way.to];
        let corners =
            self.maze().convex_corners_near(&triangle, self.radius()).map(|(x, y)| WallCorner(to_u32(x), to_u32(y)));
        Ok(corners.filter(|&it| !is_stop(it)).filter_map(|it| Some((it, straight.depth(self, it)?))).collect())
    }

    /// Whether the path that came out is no longer than the polyline, and breaks no rule.
    fn is_sound(&self) -> bool {
        self.chained().is_some_and(|course| {
            course.length() <= path_length(self.path()) + 1e-9
                && (0..course.pieces().len()).all(|it| course.audit(it, &**self.maze(), self.radius()).is_none())
        })
    }
}

/// A straight way that takes the place of one with a bend.
struct Straight {
    way: Tangent,
    /// To the bend and on from there; none where the bend is inside a circle.
    old: [Option<Tangent>; 2],
    /// To which side it bent.
    side: Side,
}

impl Straight {
    /// How far a wall corner would push the way off, if it is too near or was even swept over.
    fn depth(&self, round: &Round, corner: WallCorner) -> Option<f64> {
        let p = corner.place();
        let beyond = self.way.off(p, self.side.other());
        let near = distance_to_segment(p, self.way.from, self.way.to) < round.radius() - SLACK;
        // What lies beyond the old way as well is on the other side of the path.
        let is_inside = || self.old.iter().flatten().all(|it| it.off(p, self.side) >= 0.0);
        let too_near = if beyond <= SLACK { near } else { is_inside() };
        too_near.then(|| round.radius() + beyond)
    }
}

/// The corner of the greatest depth; of several the first.
fn deepest(corners: impl IntoIterator<Item = Push>) -> Option<WallCorner> {
    let deeper = |one: Push, other: Push| if other.1 > one.1 { other } else { one };
    corners.into_iter().reduce(deeper).map(|it| it.0)
}

/// Links and lattice coordinates are few; of the latter none is negative.
fn to_u32(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}
