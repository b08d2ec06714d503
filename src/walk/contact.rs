//! Where a body on its way meets a wall.
//!
//! A disc that keeps off closed squares is a point that keeps off squares grown by its radius, with round corners. So a straight
//! move is held against the sides of the walls around, each pushed out by the radius, and against circles around their convex
//! corners. Only what the move leads towards stops it: whoever slides along a wall, or away from it, is not held back. A body
//! without a size may slide along sides and graze corners, and is stopped where it would enter.
//!
//! Contacts are rounded, far below the slack of the rule for clearance; who must be sure asks that rule.

use crate::{
    geometry::{Bounds, Point, Vector},
    maze::{Maze, cell_bounds},
};

/// By how much a circle is taken smaller than the body, so that rounding holds nobody back. \[cells]
const SKIN: f64 = 1e-10;

/// How far past a side a body may stand and still be held back by it. \[cells]
const SLACK: f64 = 1e-9;

/// A body that meets a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// After what fraction of the move. \[0 to 1]
    pub t: f64,
    /// Where the body's centre is then.
    pub place: Point,
    /// The way out of the wall. \[length 1]
    pub normal: Vector,
    /// Which wall.
    pub wall: (i64, i64),
    /// Whether it is met at a corner.
    pub is_round: bool,
}

/// The first wall that a body meets when it moves straight on from `at` by `motion`, if any. \[`radius` ≥ 0]
#[must_use]
pub fn first_contact(maze: &Maze, radius: f64, at: Point, motion: Vector) -> Option<Contact> {
    let near = maze.cells_touching(Bounds::around([at, at + motion]).grown(radius + SLACK));
    let walls = near.filter(|&(column, row)| maze.is_wall(column, row));
    let contacts = walls.flat_map(|wall| {
        let sides = [side_met(maze, radius, at, motion, wall), side_met_lying(maze, radius, at, motion, wall)];
        sides.into_iter().chain(corners_met(maze, radius, at, motion, wall)).flatten()
    });
    contacts.min_by(|one, other| one.t.total_cmp(&other.t))
}

/// The upright side of a wall that a body meets.
fn side_met(maze: &Maze, radius: f64, at: Point, motion: Vector, wall: (i64, i64)) -> Option<Contact> {
    let (column, row) = wall;
    let Bounds { min, max } = cell_bounds(column, row);
    let (plane, inward, beside) = match motion.x {
        x if x > 0.0 => (min.x - radius, 1.0, column - 1),
        x if x < 0.0 => (max.x + radius, -1.0, column + 1),
        _ => return None,
    };
    if maze.is_wall(beside, row) || (at.x - plane) * inward > SLACK {
        return None;
    }
    let t = ((plane - at.x) / motion.x).max(0.0);
    let y = at.y + motion.y * t;
    // A point that only touches an end of the side may go on, unless it leads inside.
    let meets = min.y < y && y < max.y
        || y == min.y && (motion.y > 0.0 || maze.is_wall(column, row - 1))
        || y == max.y && (motion.y < 0.0 || maze.is_wall(column, row + 1));
    let place = if t > 0.0 { Point::new(plane, y) } else { at };
    (t <= 1.0 && meets).then_some(Contact { t, place, normal: Vector::new(-inward, 0.0), wall, is_round: false })
}

/// The level side of a wall that a body meets.
fn side_met_lying(maze: &Maze, radius: f64, at: Point, motion: Vector, wall: (i64, i64)) -> Option<Contact> {
    let (column, row) = wall;
    let Bounds { min, max } = cell_bounds(column, row);
    let (plane, inward, beside) = match motion.y {
        y if y > 0.0 => (min.y - radius, 1.0, row - 1),
        y if y < 0.0 => (max.y + radius, -1.0, row + 1),
        _ => return None,
    };
    if maze.is_wall(column, beside) || (at.y - plane) * inward > SLACK {
        return None;
    }
    let t = ((plane - at.y) / motion.y).max(0.0);
    let x = at.x + motion.x * t;
    let meets = min.x < x && x < max.x
        || x == min.x && (motion.x > 0.0 || maze.is_wall(column - 1, row))
        || x == max.x && (motion.x < 0.0 || maze.is_wall(column + 1, row));
    let place = if t > 0.0 { Point::new(x, plane) } else { at };
    (t <= 1.0 && meets).then_some(Contact { t, place, normal: Vector::new(0.0, -inward), wall, is_round: false })
}

/// The corners of a wall that a body meets.
fn corners_met(
    maze: &Maze,
    radius: f64,
    at: Point,
    motion: Vector,
    wall: (i64, i64),
) -> impl Iterator<Item = Option<Contact>> {
    let (column, row) = wall;
    let Bounds { min, max } = cell_bounds(column, row);
    // Between neighbours that are wall too there is no corner to be met.
    let open = |columns: i64, rows: i64| {
        radius > SKIN && !maze.is_wall(column + columns, row) && !maze.is_wall(column, row + rows)
    };
    let corners = [
        (open(-1, -1), min),
        (open(1, -1), Point::new(max.x, min.y)),
        (open(1, 1), max),
        (open(-1, 1), Point::new(min.x, max.y)),
    ];
    corners.into_iter().map(move |(open, corner)| {
        let met = circle_met(corner, radius - SKIN, at, motion).filter(|_| open)?;
        let (t, place, normal) = met;
        Some(Contact { t, place, normal, wall, is_round: true })
    })
}

/// When, where and with what normal a moving point meets a circle.
fn circle_met(centre: Point, radius: f64, at: Point, motion: Vector) -> Option<(f64, Point, Vector)> {
    let from = at - centre;
    let squared = motion.length_squared();
    let along = from.dot(motion);
    // Whoever goes along the circle, or away from it, does not meet it.
    if along >= -1e-12 * squared.sqrt() * radius {
        return None;
    }
    let beyond = from.length_squared() - radius * radius;
    let t = if beyond <= 0.0 {
        0.0
    } else {
        let root = along * along - squared * beyond;
        // Of both roots the nearer, without taking one large number from another.
        if root > 0.0 { beyond / (root.sqrt() - along) } else { return None }
    };
    let place = if t > 0.0 { at + motion * t } else { at };
    let distance = centre.distance(place);
    let normal = (place - centre) / distance;
    (t <= 1.0 && distance > 0.0).then_some((t, place, normal))
}
