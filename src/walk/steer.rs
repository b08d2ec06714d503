//! Steering: straight for the goal, sliding along whatever is met on the way.
//!
//! A move ends where a wall is met; what is left of it goes on along the wall, without what led into it. So the goal never gets
//! further away but around a corner met head-on, which a body goes around on the side it leans to, or on its right; and a pocket that
//! opens towards where one came
//! from holds one forever. Every move is held against the rule for paths; one that would break it, as a body without a size may
//! between two walls that meet in a corner, ends before.
//!
//! Craig Reynolds, "Steering Behaviors For Autonomous Characters", Game Developers Conference 1999.

use super::contact::{Contact, first_contact};
use crate::{
    geometry::{Point, Vector},
    maze::{Maze, is_legal_segment},
};

/// How far a body goes before it looks for the goal again. \[cells]
const STRIDE: f64 = 1.0;

/// How many walls a stride may meet.
const MOST_CONTACTS: usize = 4;

/// Up to where a body that meets a corner counts as balanced on it: the part of a move that leads along, of that which leads
/// into it.
const BALANCE: f64 = 0.1;

/// What a step came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stride {
    /// Where the body bent, and where it came to.
    pub places: Vec<Point>,
    /// The walls it slid along.
    pub contacts: Vec<Contact>,
}

/// Moves a body straight for a goal, up to a distance. \[`radius` ≥ 0; cells]
#[must_use]
pub fn steer(maze: &Maze, radius: f64, from: Point, goal: Point, distance: f64) -> Stride {
    let mut it = Mover { maze, radius, at: from, stride: Stride::default() };
    let mut left = distance;
    while left > 0.0 && it.at != goal {
        let far = it.at.distance(goal);
        let stride = left.min(STRIDE);
        left -= stride;
        it.head_for(it.at.towards(goal, stride / far));
    }
    it.stride
}

struct Mover<'m> {
    maze: &'m Maze,
    radius: f64,
    at: Point,
    stride: Stride,
}

impl Mover<'_> {
    /// Moves towards a place, and along what lies between.
    fn head_for(&mut self, aim: Point) {
        let heading = aim - self.at;
        let mut motion = heading;
        for turn in 0..MOST_CONTACTS {
            if motion == Vector::default() {
                return;
            }
            let Some(contact) = first_contact(self.maze, self.radius, self.at, motion) else {
                let to = if turn == 0 { aim } else { self.at + motion };
                self.go(to);
                return;
            };
            self.stride.contacts.push(contact);
            if !self.go(contact.place) {
                return;
            }
            let Some(next) = slide(motion, heading, &contact) else { return };
            motion = next;
        }
    }

    /// Moves straight to a place, or as far as the rule for paths lets one; whether it was all the way.
    fn go(&mut self, to: Point) -> bool {
        let is_legal = |to: Point| is_legal_segment(self.maze, self.at, to, self.radius);
        let (reached, legal) = if is_legal(to) {
            (to, true)
        } else {
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..40 {
                let middle = f64::midpoint(low, high);
                if is_legal(self.at.towards(to, middle)) { low = middle } else { high = middle }
            }
            (if low > 0.0 { self.at.towards(to, low) } else { self.at }, false)
        };
        if reached != self.at {
            self.stride.places.push(reached);
            self.at = reached;
        }
        legal
    }
}

/// What is left of a move at a contact: the part along the wall; nothing if that leads back.
fn slide(motion: Vector, heading: Vector, contact: &Contact) -> Option<Vector> {
    let left = 1.0 - contact.t;
    let rest = motion * left;
    let into = rest.dot(contact.normal);
    let along = rest - contact.normal * into;
    let right = (-contact.normal).rightward();
    let to_right = along.dot(right);
    if contact.is_round && to_right.abs() <= BALANCE * into.abs() {
        // Nobody stays balanced on a corner.
        let way = if to_right >= -1e-9 * into.abs() { into.abs() } else { -into.abs() };
        return Some(right * way);
    }
    (along.dot(heading) >= 0.0).then_some(along)
}
