//! The state of rounding: a chain of stops, the straight ways between them, and how it ended.
//!
//! A stop is a point of the polyline or a circle around a wall corner, passed on one side. The way between two stops is the
//! tangent to both, so the chain tells the whole path.

use std::sync::Arc;

use serde::Serialize;

use super::{
    Side,
    course::{Course, Piece},
    tangent::{Disc, Tangent},
};
use crate::{
    geometry::{CircularArc, Point, Turn, turn},
    maze::Maze,
    record::{Event, Replayable},
};

/// A convex corner of walls, by its column and row in the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WallCorner(pub u32, pub u32);

impl WallCorner {
    /// Where it is.
    #[must_use]
    pub fn place(self) -> Point {
        Point::new(f64::from(self.0), f64::from(self.1))
    }
}

/// Something that the path goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Stop {
    /// A point of the polyline, by its index.
    Point(u32),
    /// The circle around a wall corner.
    Circle {
        /// The corner.
        corner: WallCorner,
        /// On which side of the path the corner is.
        side: Side,
    },
}

/// What a way was pulled over, and has not been looked at yet: the triangle between it and a bend before.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Swept {
    /// Where the path bent before.
    pub bend: Point,
    /// Which way it turned there; wall corners on that side may now be too near.
    pub side: Side,
}

/// A stop, and the way on from there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChainLink {
    /// The stop.
    pub stop: Stop,
    /// What the way on from there was pulled over, until it is known to be clear.
    pub swept: Option<Swept>,
}

/// Why the polyline was left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Refusal {
    /// A corner of the polyline is not near the circle of any wall corner.
    Foreign,
    /// There is no straight way between two stops.
    Closed,
    /// The chain came to no rest.
    Restless,
    /// What came out is longer than the polyline, or breaks a rule.
    Unsound,
}

impl Refusal {
    /// What is the matter, in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Foreign => "a corner is near no circle",
            Self::Closed => "two circles leave no way between them",
            Self::Restless => "the chain came to no rest",
            Self::Unsound => "what came out is longer or breaks a rule",
        }
    }
}

/// What happened while the path was rounded. Links are counted along the chain from 0, which is the start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum RoundEvent {
    /// The next point of the polyline joined the chain.
    Joined,
    /// The circle around a wall corner took the place of a point.
    Hugged {
        /// The link.
        link: u32,
        /// The wall corner.
        corner: WallCorner,
        /// On which side of the path it is.
        side: Side,
        /// The point of the polyline.
        point: u32,
    },
    /// A stop does not hold the path back, and was let go.
    LetGo {
        /// The link.
        link: u32,
        /// The stop.
        was: Stop,
    },
    /// A wall corner is too near to a way, and pushed it off.
    PushedOff {
        /// The link at which the way begins.
        link: u32,
        /// The wall corner.
        corner: WallCorner,
    },
    /// No wall corner is too near to a way.
    Cleared {
        /// The link at which the way begins.
        link: u32,
        /// What it was pulled over.
        was: Swept,
    },
    /// The chain is taut.
    Settled,
    /// The polyline was left as it is.
    GaveUp {
        /// Why.
        why: Refusal,
    },
    /// Observed: a wall corner that is too near to a way.
    Measured {
        /// The link at which the way begins.
        link: u32,
        /// The wall corner.
        corner: WallCorner,
        /// How far the way would have to move. \[cells]
        depth: f64,
    },
}

impl Event for RoundEvent {}

/// How rounding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Rounding {
    /// It goes on.
    Unfinished,
    /// The chain is the path.
    Settled,
    /// The polyline is the path.
    Refused(Refusal),
}

/// A polyline on its way to becoming the taut path of a disc.
#[derive(Clone, Debug)]
pub struct Round {
    maze: Arc<Maze>,
    path: Arc<[Point]>,
    radius: f64,
    chain: Vec<ChainLink>,
    joined: u32,
    steps: usize,
    rounding: Rounding,
}

impl PartialEq for Round {
    fn eq(&self, other: &Self) -> bool {
        (&self.chain, self.joined, self.steps, self.rounding)
            == (&other.chain, other.joined, other.steps, other.rounding)
    }
}

impl Round {
    /// Nothing rounded yet. A path of a point (radius 0) or without a corner is as it should be.
    #[must_use]
    pub fn new(maze: Arc<Maze>, path: Arc<[Point]>, radius: f64) -> Self {
        Self { maze, path, radius, chain: Vec::new(), joined: 0, steps: 0, rounding: Rounding::Unfinished }
    }

    /// The maze.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        &self.maze
    }

    /// The polyline.
    #[must_use]
    pub fn path(&self) -> &Arc<[Point]> {
        &self.path
    }

    /// The radius of the circles.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The stops so far; the last one is a point of the polyline.
    #[must_use]
    pub fn chain(&self) -> &[ChainLink] {
        &self.chain
    }

    /// How many points of the polyline have joined the chain.
    #[must_use]
    pub fn joined(&self) -> usize {
        self.joined as usize
    }

    /// How many changes there were.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// How it stands.
    #[must_use]
    pub fn rounding(&self) -> Rounding {
        self.rounding
    }

    /// Whether there is nothing to round: the agent is a point, or the path has no corner.
    #[must_use]
    pub fn is_needless(&self) -> bool {
        self.radius <= 0.0 || self.path.len() < 3
    }

    /// The path: the taut one once the chain is settled, and the polyline before and otherwise.
    #[must_use]
    pub fn course(&self) -> Course {
        match self.rounding {
            Rounding::Settled => self.chained().unwrap_or_else(|| Course::of_points(&self.path)),
            Rounding::Unfinished | Rounding::Refused(_) => Course::of_points(&self.path),
        }
    }

    /// The path that the chain makes; none if there is no way between two stops.
    #[must_use]
    pub fn chained(&self) -> Option<Course> {
        let mut pieces = Vec::with_capacity(2 * self.chain.len());
        let mut before: Option<Tangent> = None;
        for (link, &ChainLink { stop, .. }) in self.chain.iter().enumerate() {
            let Some(way) = self.way(link) else {
                if link + 1 < self.chain.len() {
                    return None;
                }
                break;
            };
            if let (Some(before), Stop::Circle { side, .. }) = (before, stop) {
                let turn = if side == Side::Left { Turn::Left } else { Turn::Right };
                let centre = self.centre(stop);
                pieces.push(Piece::Arc(CircularArc {
                    centre,
                    radius: self.radius,
                    from: before.to,
                    to: way.from,
                    turn,
                }));
            }
            pieces.push(Piece::Segment { from: way.from, to: way.to });
            before = Some(way);
        }
        pieces.retain(|it| it.from() != it.to());
        Some(Course::of_pieces(pieces))
    }

    /// Where a stop is: the point, or the middle of the circle.
    #[must_use]
    pub fn centre(&self, stop: Stop) -> Point {
        match stop {
            Stop::Point(index) => self.path[index as usize],
            Stop::Circle { corner, .. } => corner.place(),
        }
    }

    /// The ends of the way on from a link; none behind the last, or if there is no straight way.
    #[must_use]
    pub fn leg(&self, link: usize) -> Option<[Point; 2]> {
        self.way(link).map(|it| [it.from, it.to])
    }

    pub(super) fn disc(&self, stop: Stop) -> Disc {
        match stop {
            Stop::Point(_) => Disc::point(self.centre(stop)),
            Stop::Circle { side, .. } => Disc::circle(self.centre(stop), self.radius, side),
        }
    }

    /// The way on from a link.
    pub(super) fn way(&self, link: usize) -> Option<Tangent> {
        let [from, to] = [self.chain.get(link)?, self.chain.get(link + 1)?].map(|it| self.disc(it.stop));
        Tangent::between(from, to)
    }

    /// Where the path bends at a link, and to which side; none where it goes straight on.
    pub(super) fn bend(&self, link: usize) -> Option<Swept> {
        let stop = self.chain[link].stop;
        let (before, after) = (self.way(link.checked_sub(1)?)?, self.way(link)?);
        let bend = match stop {
            Stop::Point(_) => self.centre(stop),
            Stop::Circle { side, .. } => before.meeting(&after, self.centre(stop), self.radius, side),
        };
        let turned = match stop {
            Stop::Point(_) => turn(before.from, bend, after.to).verdict,
            Stop::Circle { .. } => Turn::of_cross(before.turning(&after, Side::Right)),
        };
        let side = match turned {
            Turn::Left => Side::Left,
            Turn::Right => Side::Right,
            Turn::Straight => return None,
        };
        Some(Swept { bend, side })
    }
}

impl Replayable for Round {
    type Event = RoundEvent;

    fn apply(&mut self, event: &RoundEvent, _: &[u32]) {
        self.steps += 1;
        match *event {
            RoundEvent::Joined => {
                self.chain.push(ChainLink { stop: Stop::Point(self.joined), swept: None });
                self.joined += 1;
            }
            RoundEvent::Hugged { link, corner, side, point } => {
                let link = link as usize;
                let swept = Some(Swept { bend: self.path[point as usize], side });
                self.chain[link - 1].swept = swept;
                self.chain[link] = ChainLink { stop: Stop::Circle { corner, side }, swept };
            }
            RoundEvent::LetGo { link, .. } => {
                let link = link as usize;
                self.chain[link - 1].swept = self.bend(link);
                self.chain.remove(link);
            }
            RoundEvent::PushedOff { link, corner } => {
                let swept = self.chain[link as usize].swept;
                let side = swept.map_or(Side::Left, |it| it.side);
                self.chain.insert(link as usize + 1, ChainLink { stop: Stop::Circle { corner, side }, swept });
            }
            RoundEvent::Cleared { link, .. } => self.chain[link as usize].swept = None,
            RoundEvent::Settled => self.rounding = Rounding::Settled,
            RoundEvent::GaveUp { why } => self.rounding = Rounding::Refused(why),
            RoundEvent::Measured { .. } => (),
        }
    }

    fn revert(&mut self, event: &RoundEvent, _: &[u32]) {
        self.steps -= 1;
        match *event {
            RoundEvent::Joined => {
                self.chain.pop();
                self.joined -= 1;
            }
            // Before a stop is changed, the ways on both sides of it are clear.
            RoundEvent::Hugged { link, point, .. } => {
                let link = link as usize;
                self.chain[link - 1].swept = None;
                self.chain[link] = ChainLink { stop: Stop::Point(point), swept: None };
            }
            RoundEvent::LetGo { link, was } => {
                let link = link as usize;
                self.chain[link - 1].swept = None;
                self.chain.insert(link, ChainLink { stop: was, swept: None });
            }
            RoundEvent::PushedOff { link, .. } => {
                self.chain.remove(link as usize + 1);
            }
            RoundEvent::Cleared { link, was } => self.chain[link as usize].swept = Some(was),
            RoundEvent::Settled | RoundEvent::GaveUp { .. } => self.rounding = Rounding::Unfinished,
            RoundEvent::Measured { .. } => (),
        }
    }
}
