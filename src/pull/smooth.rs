//! Smoothing: which points of a path from cell to cell it can do without.
//!
//! Nothing is moved, points are only left out, so the corners that stay are still centres of cells and the path is seldom the
//! shortest of all. Three ways: *greedy*, as commonly written, goes along the path until a point is out of sight, and so
//! misses what is in sight again behind it; *farthest* looks from the far end; *best subset* finds the shortest way over the
//! path's points, leaving out any, by dynamic programming. A step that the path itself takes needs no look, so what comes out
//! is never longer, and breaks no rule that the path does not break, as long as sight is exact.
//!
//! A path of less than three points stays as it is. Of ways that go straight on, best subset takes the one with fewer points.
//!
//! The greedy one is usually traced to Marco Pinter, "Toward More Realistic Pathfinding", Game Developer Magazine (April 2001).

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{PullSettings, Sight, Smoothing, sight::sees};
use crate::{
    geometry::{Point, on_segment},
    maze::Maze,
    record::{Event, Recorder, Replayable, Sink},
};

/// What happened while a path was smoothed. Points are indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SmoothEvent {
    /// A point stays, and those between it and the last one that does are left out.
    Kept {
        /// Which one.
        point: u32,
        /// The first that was not decided on.
        was: u32,
    },
    /// A point is left out.
    Dropped {
        /// Which one.
        point: u32,
    },
    /// The shortest way to a point was found.
    Linked {
        /// To which one.
        point: u32,
        /// The last point before it on that way.
        via: u32,
    },
    /// Observed: it was looked from one point to another.
    Looked {
        /// From which one.
        from: u32,
        /// To which one.
        to: u32,
        /// Whether it was in sight.
        seen: bool,
        /// Whether it is, by the rule for paths.
        exact: bool,
    },
}

const _: () = assert!(size_of::<SmoothEvent>() <= 12, "there are as many as points");

impl Event for SmoothEvent {}

/// The shortest way to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Way {
    /// The last point before it.
    via: u32,
    /// How long it is. \[cells]
    length: f64,
}

/// A path from cell to cell, and what was decided on its points.
#[derive(Clone, Debug)]
pub struct Smooth {
    maze: Arc<Maze>,
    path: Arc<[Point]>,
    radius: f64,
    smoothing: Smoothing,
    sight: Sight,
    /// The points that stay.
    kept: Vec<u32>,
    /// How many points were decided on.
    decided: u32,
    /// For the best subset, the shortest way to each of them.
    ways: Vec<Way>,
}

impl PartialEq for Smooth {
    fn eq(&self, other: &Self) -> bool {
        (&self.kept, self.decided, &self.ways) == (&other.kept, other.decided, &other.ways)
    }
}

impl Smooth {
    /// Nothing decided yet but that the start stays.
    #[must_use]
    pub fn new(maze: Arc<Maze>, path: Arc<[Point]>, radius: f64, settings: PullSettings) -> Self {
        let PullSettings { smoothing, sight, .. } = settings;
        let decided = u32::from(!path.is_empty());
        let kept = (0..decided).collect();
        let ways = (0..decided).map(|via| Way { via, length: 0.0 }).collect();
        Self { maze, path, radius, smoothing, sight, kept, decided, ways }
    }

    /// The maze.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        &self.maze
    }

    /// The path as it was.
    #[must_use]
    pub fn path(&self) -> &[Point] {
        &self.path
    }

    /// How far the agent's centre stays from every wall. \[cells]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Which points are left out.
    #[must_use]
    pub fn smoothing(&self) -> Smoothing {
        self.smoothing
    }

    /// How it is looked from point to point.
    #[must_use]
    pub fn sight(&self) -> Sight {
        self.sight
    }

    /// How many points were decided on.
    #[must_use]
    pub fn decided(&self) -> usize {
        self.decided as usize
    }

    /// Whether all were.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.decided() == self.path.len()
    }

    /// The points that stay, start and goal among them; for the best subset, those on the shortest way to the point decided on
    /// last.
    #[must_use]
    pub fn kept(&self) -> Vec<u32> {
        if self.smoothing != Smoothing::BestSubset {
            return self.kept.clone();
        }
        let last = self.decided.checked_sub(1);
        let mut way: Vec<u32> =
            std::iter::successors(last, |&it| Some(self.ways[it as usize].via).filter(|_| it > 0)).collect();
        way.reverse();
        way
    }

    /// Where they lie.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        self.kept().into_iter().map(|it| self.point(it)).collect()
    }

    /// Where a point lies.
    #[must_use]
    pub fn point(&self, index: u32) -> Point {
        self.path[index as usize]
    }

    /// The shortest way to a point, if it was found: the last point before it, and how long it is. \[cells]
    #[must_use]
    pub fn way(&self, point: u32) -> Option<(u32, f64)> {
        self.ways.get(point as usize).map(|it| (it.via, it.length))
    }

    fn sees(&self, from: u32, to: u32, sight: Sight) -> bool {
        sees(&self.maze, self.point(from), self.point(to), self.radius, sight)
    }

    /// How long the way to a point over another is.
    fn length_over(&self, via: u32, point: u32) -> f64 {
        self.ways[via as usize].length + self.point(via).distance(self.point(point))
    }
}

impl Replayable for Smooth {
    type Event = SmoothEvent;

    fn apply(&mut self, event: &SmoothEvent, _: &[u32]) {
        match *event {
            SmoothEvent::Kept { point, .. } => {
                self.kept.push(point);
                self.decided = point + 1;
            }
            SmoothEvent::Dropped { .. } => self.decided += 1,
            SmoothEvent::Linked { point, via } => {
                self.ways.push(Way { via, length: self.length_over(via, point) });
                self.decided += 1;
            }
            SmoothEvent::Looked { .. } => (),
        }
    }

    fn revert(&mut self, event: &SmoothEvent, _: &[u32]) {
        match *event {
            SmoothEvent::Kept { was, .. } => {
                self.kept.pop();
                self.decided = was;
            }
            SmoothEvent::Dropped { .. } => self.decided -= 1,
            SmoothEvent::Linked { .. } => {
                self.ways.pop();
                self.decided -= 1;
            }
            SmoothEvent::Looked { .. } => (),
        }
    }
}

/// Decides on whatever points were not decided on yet.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn smooth<S: Sink<SmoothEvent>>(smooth: &mut Recorder<Smooth, S>) -> ControlFlow<()> {
    let count = u32::try_from(smooth.path.len()).expect("fewer than 2^32 points");
    while smooth.decided < count {
        let (next, last) = (smooth.decided, count - 1);
        let event = match smooth.smoothing {
            Smoothing::Off => SmoothEvent::Kept { point: next, was: next },
            Smoothing::Greedy => greedy(smooth, next, last),
            Smoothing::Farthest => farthest(smooth, next, last),
            Smoothing::BestSubset => SmoothEvent::Linked { point: next, via: best(smooth, next) },
        };
        smooth.commit(event)?;
    }
    ControlFlow::Continue(())
}

/// A point is left out if the one behind it is in sight from the last that stays.
fn greedy<S: Sink<SmoothEvent>>(smooth: &mut Recorder<Smooth, S>, next: u32, last: u32) -> SmoothEvent {
    match next < last && look(smooth, anchor(smooth), next + 1) {
        true => SmoothEvent::Dropped { point: next },
        false => SmoothEvent::Kept { point: next, was: next },
    }
}

/// The point farthest along the path that is in sight from the last that stays, stays too.
fn farthest<S: Sink<SmoothEvent>>(smooth: &mut Recorder<Smooth, S>, next: u32, last: u32) -> SmoothEvent {
    let anchor = anchor(smooth);
    let seen = (next + 1..=last).rev().find(|&it| look(smooth, anchor, it));
    SmoothEvent::Kept { point: seen.unwrap_or(next), was: next }
}

/// The last point that stays so far.
fn anchor(smooth: &Smooth) -> u32 {
    smooth.kept.last().copied().unwrap_or(0)
}

/// The point over which the way to another is the shortest.
fn best<S: Sink<SmoothEvent>>(smooth: &mut Recorder<Smooth, S>, point: u32) -> u32 {
    let mut ways: Vec<(f64, u32)> = (0..point).map(|via| (smooth.length_over(via, point), via)).collect();
    ways.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let seen = ways.into_iter().map(|it| it.1).find(|&via| via + 1 == point || look(smooth, via, point));
    let mut via = seen.unwrap_or(0);
    // Lengths that are equal on paper differ by rounding.
    while let Some(before) = smooth.way(via).map(|it| it.0).filter(|_| via > 0) {
        let straight = on_segment(smooth.point(before), smooth.point(point), smooth.point(via));
        if !straight || !look(smooth, before, point) {
            break;
        }
        via = before;
    }
    via
}

/// Looks from one point to another.
fn look<S: Sink<SmoothEvent>>(smooth: &mut Recorder<Smooth, S>, from: u32, to: u32) -> bool {
    let seen = smooth.sees(from, to, smooth.sight);
    smooth.observe(|it| SmoothEvent::Looked { from, to, seen, exact: it.sees(from, to, Sight::Exact) });
    seen
}
