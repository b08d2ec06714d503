//! Where a path may go. Baking, smoothing and auditing all ask here.
//!
//! Walls are closed squares. A path may touch a wall's side or corner but never enter the inside of their union (so it may
//! not run along the side that two walls share), and it never passes between two walls that meet in a corner (a sealed
//! corner). Whether a path enters a wall is decided exactly, for any segment in the maze or near it; clearances are rounded,
//! within 1e-9.

use serde::Serialize;

use super::{Maze, cell_bounds, cell_corners, from_i64, to_i64};
use crate::geometry::{Bounds, CircularArc, Point, Turn, on_segment, turn};

/// A broken rule, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Violation {
    /// Which rule.
    pub kind: ViolationKind,
    /// Which segment of the path, counted from 0.
    pub segment: usize,
    /// Where it begins to be broken; for a body too close, where it comes closest.
    pub at: Point,
}

/// The rules for a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ViolationKind {
    /// The path enters the inside of the walls.
    EntersWall,
    /// The path passes between two walls that meet in a corner.
    ThroughSealedCorner,
    /// The path comes nearer to a wall than the agent's radius.
    TooClose,
    /// On level geometry: the path leaves what can be walked, over an edge, into a wall or below a ceiling that is too low.
    NoGround,
    /// On level geometry: the path goes from one height to another that the agent can't step to.
    Jump,
}

impl ViolationKind {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::EntersWall => "enters-wall",
            Self::ThroughSealedCorner => "through-sealed-corner",
            Self::TooClose => "too-close",
            Self::NoGround => "no-ground",
            Self::Jump => "jump",
        }
    }

    /// What is wrong, in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::EntersWall => "enters a wall",
            Self::ThroughSealedCorner => "passes between two walls that meet in a corner",
            Self::TooClose => "comes closer to a wall than the agent's radius",
            Self::NoGround => "leaves what can be walked",
            Self::Jump => "jumps to a height that the agent can't step to",
        }
    }
}

/// The first rule that the segment from `a` to `b` breaks, if any, and where.
///
/// A radius above zero asks for clearance too. \[`radius` ≥ 0]
#[must_use]
pub fn audit_segment(maze: &Maze, a: Point, b: Point, radius: f64) -> Option<(ViolationKind, Point)> {
    if maze.is_open(Bounds::around([a, b]).grown(radius)) {
        return None;
    }
    let wall = walls_entered(maze, a, b).map(|it| (ViolationKind::EntersWall, it));
    let corner = sealed_corners_on(maze, a, b)
        .filter(|&corner| crosses_sealed(maze, corner, a, b))
        .map(|it| (ViolationKind::ThroughSealedCorner, it));
    let first = wall.chain(corner).min_by(|(_, p), (_, q)| a.distance_squared(*p).total_cmp(&a.distance_squared(*q)));
    first.or_else(|| {
        let close = !maze.is_clear(a, b, radius);
        close.then(|| (ViolationKind::TooClose, closest_approach(maze, a, b, radius)))
    })
}

/// Whether the segment from `a` to `b` breaks no rule; as [`audit_segment`] has it, but sooner told.
#[must_use]
pub fn is_legal_segment(maze: &Maze, a: Point, b: Point, radius: f64) -> bool {
    walls_entered(maze, a, b).next().is_none()
        && !sealed_corners_on(maze, a, b).any(|corner| crosses_sealed(maze, corner, a, b))
        && maze.is_clear(a, b, radius)
}

/// The first rule that an arc breaks, if any, and where; rounded, within 1e-9.
///
/// A radius above zero asks for clearance too. \[`radius` ≥ 0]
#[must_use]
pub fn audit_arc(maze: &Maze, arc: &CircularArc, radius: f64) -> Option<(ViolationKind, Point)> {
    if maze.is_open(arc.bounds().grown(radius)) {
        return None;
    }
    wall_entered_by_arc(maze, arc).map(|it| (ViolationKind::EntersWall, it)).or_else(|| {
        let close = !is_enough(maze.clearance_of_arc(arc, radius), radius);
        close.then(|| (ViolationKind::TooClose, closest_approach_of_arc(maze, arc, radius)))
    })
}

/// Whether a clearance is enough for a body. \[cells]
///
/// The slack covers the rounding of a distance, far below any size of a cell.
#[must_use]
pub fn is_enough(clearance: f64, radius: f64) -> bool {
    clearance >= radius - 1e-9
}

/// Whether a path that bends at `corner`, coming from `before` and going on to `after`, passes through a sealed corner there.
#[must_use]
pub fn audit_vertex(maze: &Maze, before: Point, corner: Point, after: Point) -> bool {
    is_sealed(maze, corner) && crosses_sealed(maze, corner, before, after)
}

/// Where the segment enters walls, in no order.
fn walls_entered(maze: &Maze, a: Point, b: Point) -> impl Iterator<Item = Point> + '_ {
    let inside = cells_along(maze, a, b)
        .filter(move |&(column, row)| maze.is_wall(column, row) && enters_square(a, b, column, row))
        .map(move |(column, row)| entry_point(a, b, cell_bounds(column, row)));
    inside.chain(shared_sides_entered(maze, a, b))
}

/// Cells that the segment may pass through: all that it does, and few more.
fn cells_along(maze: &Maze, a: Point, b: Point) -> impl Iterator<Item = (i64, i64)> + '_ {
    let (from, to) = if a.x <= b.x { (a, b) } else { (b, a) };
    let area = maze.bounds().grown(1.0);
    let columns = to_i64(from.x.max(area.min.x)) - 1..=to_i64(to.x.min(area.max.x));
    columns.flat_map(move |column| {
        let y_at = |x: f64| {
            let t = if to.x > from.x { ((x - from.x) / (to.x - from.x)).clamp(0.0, 1.0) } else { 0.0 };
            from.y + (to.y - from.y) * t
        };
        let steep = to.x - from.x < 1e-6;
        let (top, bottom) = match steep {
            true => (from.y, to.y),
            false => (y_at(from_i64(column)), y_at(from_i64(column + 1))),
        };
        let rows = to_i64(top.min(bottom).max(area.min.y)) - 1..=to_i64(top.max(bottom).min(area.max.y)) + 1;
        rows.map(move |row| (column, row))
    })
}

/// Whether the segment meets the open square of a cell: no line along an axis or along the segment separates them.
fn enters_square(a: Point, b: Point, column: i64, row: i64) -> bool {
    let Bounds { min, max } = cell_bounds(column, row);
    if a == b {
        return min.x < a.x && a.x < max.x && min.y < a.y && a.y < max.y;
    }
    if a.x.max(b.x) <= min.x || a.x.min(b.x) >= max.x || a.y.max(b.y) <= min.y || a.y.min(b.y) >= max.y {
        return false;
    }
    let sides = cell_corners(column, row).map(|corner| turn(a, b, corner).verdict);
    sides.contains(&Turn::Left) && sides.contains(&Turn::Right)
}

/// Where a segment along a grid line runs inside the walls: both cells beside it are wall.
fn shared_sides_entered(maze: &Maze, a: Point, b: Point) -> impl Iterator<Item = Point> + '_ {
    let upright = a.x == b.x && a.x.fract() == 0.0;
    let level = a.y == b.y && a.y.fract() == 0.0;
    let line = to_i64(if upright { a.x } else { a.y });
    let (from, to) = if upright { (a.y.min(b.y), a.y.max(b.y)) } else { (a.x.min(b.x), a.x.max(b.x)) };
    let bounds = maze.bounds();
    let limit = if upright { bounds.max.y } else { bounds.max.x };
    let along = to_i64(from.max(-1.0))..=to_i64(to.min(limit + 1.0));
    along.filter(move |_| upright || level).filter_map(move |step| {
        // A lattice point belongs to the sides on either end of it, so a segment must cover some of a side, unless it is a
        // single point within it.
        let covered = from < from_i64(step + 1) && to > from_i64(step);
        let walled = match (upright, level) {
            (true, true) => return lone_corner_in_walls(maze, a),
            (true, false) => maze.is_wall(line - 1, step) && maze.is_wall(line, step),
            _ => maze.is_wall(step, line - 1) && maze.is_wall(step, line),
        };
        (covered && walled).then(|| {
            let along = from.max(from_i64(step)).min(to);
            let reached = if upright { a.y } else { a.x }.clamp(along, to.min(from_i64(step + 1)));
            if upright { Point::new(a.x, reached) } else { Point::new(reached, a.y) }
        })
    })
}

/// A segment that is a single lattice point is inside if all four cells around are wall.
fn lone_corner_in_walls(maze: &Maze, p: Point) -> Option<Point> {
    around(p).iter().all(|&(column, row)| maze.is_wall(column, row)).then_some(p)
}

/// Sealed corners that the segment touches.
fn sealed_corners_on(maze: &Maze, a: Point, b: Point) -> impl Iterator<Item = Point> + '_ {
    cells_along(maze, a, b)
        .map(|(column, row)| cell_bounds(column, row).min)
        .filter(move |&corner| is_sealed(maze, corner) && on_segment(a, b, corner))
}

/// The four cells around a lattice point, in turn.
fn around(corner: Point) -> [(i64, i64); 4] {
    let (column, row) = (to_i64(corner.x), to_i64(corner.y));
    [(column - 1, row - 1), (column, row - 1), (column, row), (column - 1, row)]
}

/// Whether the only two walls around a lattice point lie across from each other.
fn is_sealed(maze: &Maze, p: Point) -> bool {
    if p.x.fract() != 0.0 || p.y.fract() != 0.0 {
        return false;
    }
    let walls = around(p).map(|(column, row)| maze.is_wall(column, row));
    walls[0] == walls[2] && walls[1] == walls[3] && walls[0] != walls[1]
}

/// Whether coming from one place and going to another changes sides at a sealed corner.
fn crosses_sealed(maze: &Maze, corner: Point, from: Point, to: Point) -> bool {
    let side_of = |p: Point| {
        let cells = around(corner);
        (0..4).find(|&i| {
            let (column, row) = cells[i];
            let cell = cell_bounds(column, row);
            let beside = |p: f64, c: f64, low: f64| if low < c { p <= c } else { p >= c };
            !maze.is_wall(column, row) && beside(p.x, corner.x, cell.min.x) && beside(p.y, corner.y, cell.min.y)
        })
    };
    // Whoever comes from a wall or goes into one is told so elsewhere.
    let changes = || matches!((side_of(from), side_of(to)), (Some(one), Some(other)) if one != other);
    from != corner && to != corner && changes()
}

/// Where the segment from `a` enters a box that it is known to enter.
fn entry_point(a: Point, b: Point, area: Bounds) -> Point {
    let entered = |from: f64, to: f64, low: f64, high: f64| {
        if from < low {
            (low - from) / (to - from)
        } else if from > high {
            (from - high) / (from - to)
        } else {
            0.0
        }
    };
    let t = entered(a.x, b.x, area.min.x, area.max.x).max(entered(a.y, b.y, area.min.y, area.max.y));
    a.towards(b, t.clamp(0.0, 1.0))
}

/// Where an arc enters walls first: between two grid lines that it crosses it is in one cell.
fn wall_entered_by_arc(maze: &Maze, arc: &CircularArc) -> Option<Point> {
    let area = arc.bounds().within(maze.bounds().grown(1.0));
    let lines = |low: f64, high: f64| (to_i64(low)..=to_i64(high) + 1).map(from_i64);
    let upright = lines(area.min.x, area.max.x).flat_map(|x| arc.crossings_upright(x));
    let level = lines(area.min.y, area.max.y).flat_map(|y| arc.crossings_level(y));
    let mut cuts: Vec<f64> = upright.chain(level).filter_map(|it| arc.fraction(it)).chain([0.0, 1.0]).collect();
    cuts.sort_by(f64::total_cmp);
    // What is shorter than the rules' slack enters nothing.
    let long = |pair: &&[f64]| (pair[1] - pair[0]) * arc.length() > 1e-9;
    let entered = cuts.windows(2).filter(long).find(|pair| {
        let middle = arc.at(f64::midpoint(pair[0], pair[1]));
        maze.is_wall(to_i64(middle.x), to_i64(middle.y))
    });
    entered.map(|pair| arc.at(pair[0]))
}

/// A place where an arc is nearer to a wall than `radius`, found by halving: some half always is.
fn closest_approach_of_arc(maze: &Maze, arc: &CircularArc, radius: f64) -> Point {
    let mut arc = *arc;
    for _ in 0..40 {
        let [first, second] = [arc.part(0.0, 0.5), arc.part(0.5, 1.0)];
        let closer = maze.clearance_of_arc(&first, radius) <= maze.clearance_of_arc(&second, radius);
        arc = if closer { first } else { second };
    }
    arc.at(0.5)
}

/// A place where the segment is nearer to a wall than `radius`, found by halving: some half always is.
fn closest_approach(maze: &Maze, mut a: Point, mut b: Point, radius: f64) -> Point {
    for _ in 0..40 {
        let middle = a.middle(b);
        let [first, second] = [maze.clearance(a, middle, radius), maze.clearance(middle, b, radius)];
        if first <= second { b = middle } else { a = middle }
    }
    a.middle(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::Cell;

    fn maze(rows: &[&str]) -> Maze {
        let row = |row: &&str| row.chars().map(|c| if c == '#' { Cell::Wall } else { Cell::Floor }).collect();
        Maze::from_rows(&rows.iter().map(row).collect::<Vec<Vec<Cell>>>())
    }

    #[track_caller]
    fn check(rows: &[&str], from: (f64, f64), to: (f64, f64), expected: Option<(ViolationKind, (f64, f64))>) {
        let told = audit_segment(&maze(rows), from.into(), to.into(), 0.0);
        assert_eq!(told.map(|it| it.0), expected.map(|it| it.0));
        if let (Some((_, at)), Some((_, place))) = (told, expected) {
            assert!(at.distance(place.into()) < 1e-9, "{at:?} instead of {place:?}");
        }
        // Backwards the same rule is broken, at a place of its own.
        let back = audit_segment(&maze(rows), to.into(), from.into(), 0.0).map(|it| it.0);
        assert_eq!(back, expected.map(|it| it.0));
    }

    #[test]
    fn walls_may_be_touched_but_not_entered() {
        use ViolationKind::{EntersWall, ThroughSealedCorner};
        let gap = [".#.", "..."];
        check(&gap, (0.5, 0.5), (2.5, 0.5), Some((EntersWall, (1.0, 0.5))));
        check(&gap, (0.5, 1.0), (2.5, 1.0), None);
        check(&gap, (0.0, 0.0), (1.0, 1.0), None);
        check(&gap, (1.0, 0.25), (1.0, 1.0), None);
        check(&gap, (0.5, 0.75), (1.5, 1.5), None);
        check(&gap, (0.5, 0.5), (1.5, 1.500_001), None);
        check(&gap, (0.5, 0.499_999), (1.5, 1.499_999), Some((EntersWall, (1.0, 0.999_999))));
        check(&gap, (0.5, 0.5), (0.5, -0.5), Some((EntersWall, (0.5, 0.0))));
        let sealed = [".#", "#."];
        check(&sealed, (0.5, 0.5), (1.5, 1.5), Some((ThroughSealedCorner, (1.0, 1.0))));
        check(&sealed, (0.5, 0.5), (1.0, 1.0), None);
        check(&sealed, (1.0, 0.5), (1.0, 1.5), Some((ThroughSealedCorner, (1.0, 1.0))));
        let solid = ["##.", "##."];
        check(&solid, (1.0, 0.25), (1.0, 0.75), Some((EntersWall, (1.0, 0.25))));
        check(&solid, (2.0, 0.25), (2.0, 1.75), None);
        check(&solid, (0.0, 1.0), (3.0, 1.0), Some((EntersWall, (0.0, 1.0))));
    }

    #[test]
    fn a_bend_in_a_sealed_corner_changes_sides() {
        let sealed = maze(&[".#.", "#..", "..."]);
        let corner = Point::new(1.0, 1.0);
        assert!(audit_vertex(&sealed, Point::new(0.5, 0.5), corner, Point::new(1.5, 2.0)));
        assert!(!audit_vertex(&sealed, Point::new(1.0, 2.0), corner, Point::new(2.0, 1.0)));
    }

    #[test]
    fn a_body_keeps_its_distance() {
        let gap = maze(&[".#.", "...", "..."]);
        let told = |y: f64| audit_segment(&gap, Point::new(0.5, y), Point::new(2.5, y), 0.4).map(|it| it.0);
        assert_eq!(told(1.4), None);
        assert_eq!(told(1.3), Some(ViolationKind::TooClose));
        assert!(gap.is_free(Point::new(0.5, 0.5), 0.5));
        assert!(!gap.is_free(Point::new(0.6, 0.5), 0.5));
    }
}
