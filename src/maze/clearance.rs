//! How far places, segments and arcs stay from walls, and which cells and wall corners are near enough to matter.
//!
//! Distances are rounded, within 1e-9. Only cells near the segment are looked at, row by row, so that a long slanted one costs
//! its length and not the area of its box. Walls beyond the border form a half-plane: near enough is the ring of cells around
//! the maze.

use super::{Cell, Maze, cell_bounds, cell_corners, from_i64, is_enough, to_f64, to_i64};
use crate::geometry::{Bounds, CircularArc, Point, distance_between_segments};

impl Maze {
    /// Whether a body of `radius` may stand at `p`: some floor cell holds it, and no wall is nearer than `radius`.
    #[must_use]
    pub fn is_free(&self, p: Point, radius: f64) -> bool {
        if !p.is_finite() {
            return false;
        }
        let at = Bounds { min: p, max: p };
        self.cells_touching(at).any(|(column, row)| !self.is_wall(column, row) && cell_bounds(column, row).touches(at))
            && self.is_clear(p, p, radius)
    }

    /// A wall cell that is too near to `p` for a body of `radius`, if any; the nearest.
    #[must_use]
    pub fn wall_too_near(&self, p: Point, radius: f64) -> Option<(i64, i64)> {
        if radius <= 0.0 {
            return None;
        }
        let walls = self.cells_touching(Bounds { min: p, max: p }.grown(radius)).filter(|&(x, y)| self.is_wall(x, y));
        let nearest = walls.map(|(x, y)| (distance_to_cell(p, p, x, y), (x, y))).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.filter(|&(distance, _)| !is_enough(distance, radius)).map(|(_, cell)| cell)
    }

    /// Whether the segment from `a` to `b` stays `radius` away from every wall.
    #[must_use]
    pub fn is_clear(&self, a: Point, b: Point, radius: f64) -> bool {
        let is_far =
            |(x, y)| is_enough(gap_to_cell(a, b, x, y), radius) || is_enough(distance_to_cell(a, b, x, y), radius);
        radius <= 0.0 || self.walls_near(&[a, b], radius).all(is_far)
    }

    /// For each cell, row by row, whether it is floor all of which stays `radius` away from every wall.
    #[must_use]
    pub fn clear_cells(&self, radius: f64) -> Vec<bool> {
        let mut clear: Vec<bool> = self.cells.iter().map(|it| it.is_floor()).collect();
        let is_near = |columns: usize, rows: usize| {
            let gap = |cells: usize| to_f64(cells.saturating_sub(1));
            !is_enough(gap(columns).hypot(gap(rows)), radius)
        };
        // For each number of rows up to how many columns away a wall is too near; no wall is further off than the border.
        let reach: Vec<usize> = (0..=self.rows)
            .take_while(|&rows| is_near(0, rows))
            .map(|rows| (0..=self.columns).take_while(|&columns| is_near(columns, rows)).count() - 1)
            .collect();
        if reach.is_empty() || self.columns == 0 {
            return clear;
        }
        let along: Vec<usize> = self.cells.chunks_exact(self.columns).flat_map(columns_to_walls).collect();
        for (row, line) in clear.chunks_exact_mut(self.columns).enumerate() {
            for (rows, &reach) in reach.iter().enumerate() {
                for other in [row.checked_sub(rows), Some(row + rows)] {
                    // Beyond the border all is wall.
                    let Some(other) = other.filter(|&it| it < self.rows) else {
                        line.fill(false);
                        continue;
                    };
                    let along = &along[other * self.columns..(other + 1) * self.columns];
                    line.iter_mut().zip(along).for_each(|(clear, &columns)| *clear &= columns > reach);
                }
            }
        }
        clear
    }

    /// How far the segment from `a` to `b` stays from every wall, as far as that is below `up_to`. \[cells]
    #[must_use]
    pub fn clearance(&self, a: Point, b: Point, up_to: f64) -> f64 {
        let ends = [a, b];
        self.walls_near(&ends, up_to).fold(up_to.max(0.0), |least, (column, row)| {
            match gap_to_cell(a, b, column, row) {
                gap if gap >= least => least,
                _ => least.min(distance_to_cell(a, b, column, row)),
            }
        })
    }

    /// How far an arc stays from every wall, as far as that is below `up_to`. \[cells]
    #[must_use]
    pub fn clearance_of_arc(&self, arc: &CircularArc, up_to: f64) -> f64 {
        let Bounds { min, max } = arc.bounds();
        let around = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        let distances = self.walls_near(&around, up_to).map(|(column, row)| distance_from_arc(arc, column, row));
        distances.fold(up_to.max(0.0), f64::min)
    }

    /// The convex corners of walls (of the four cells around, one is wall) that may be within `reach` of a convex polygon, by
    /// their coordinates, row by row: all that are, and few more.
    pub fn convex_corners_near<'a>(
        &'a self,
        polygon: &'a [Point],
        reach: f64,
    ) -> impl Iterator<Item = (i64, i64)> + 'a {
        let Bounds { min, max } = Bounds::around(polygon.iter().copied()).grown(reach);
        let Bounds { max: end, .. } = self.bounds();
        let rows = to_i64(min.y.max(0.0))..=to_i64(max.y.min(end.y));
        let lattice = rows.flat_map(move |y| {
            let strip = columns_within(polygon, from_i64(y) - reach, from_i64(y) + reach, reach);
            let columns = strip.map(|(from, to)| to_i64(from.max(0.0))..=to_i64(to.min(end.x)));
            columns.into_iter().flatten().map(move |x| (x, y))
        });
        lattice.filter(|&(x, y)| {
            let around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)];
            around.into_iter().filter(|&(column, row)| self.is_wall(column, row)).count() == 1
        })
    }

    /// The wall cells that may be within `reach` of a convex polygon (or segment): all that are, and few more.
    fn walls_near<'a>(&'a self, polygon: &'a [Point], reach: f64) -> impl Iterator<Item = (i64, i64)> + 'a {
        let Bounds { min, max } = Bounds::around(polygon.iter().copied()).grown(reach);
        let Bounds { max: end, .. } = self.bounds();
        let limits = |low: f64, high: f64, end: f64| to_i64((low - 1.0).ceil().max(-1.0))..=to_i64(high.min(end));
        limits(min.y, max.y, end.y).filter(move |_| reach >= 0.0).flat_map(move |row| {
            let strip = columns_within(polygon, from_i64(row) - reach, from_i64(row + 1) + reach, reach);
            let columns = strip.map(|(from, to)| limits(from, to, end.x));
            columns.into_iter().flatten().map(move |column| (column, row)).filter(|&(x, y)| self.is_wall(x, y))
        })
    }
}

/// For each cell of a row how many columns away the nearest wall of that row is.
fn columns_to_walls(row: &[Cell]) -> Vec<usize> {
    let mut columns = vec![0; row.len()];
    // From the left and from the right, beyond the border first.
    let mut last = 0;
    for (cell, it) in row.iter().zip(&mut columns) {
        last = if cell.is_floor() { last + 1 } else { 0 };
        *it = last;
    }
    last = 0;
    for (cell, it) in row.iter().zip(&mut columns).rev() {
        last = if cell.is_floor() { last + 1 } else { 0 };
        *it = last.min(*it);
    }
    columns
}

/// How far left and right the part of a convex polygon between two levels goes, widened by `reach`; nothing if there is none.
fn columns_within(polygon: &[Point], low: f64, high: f64, reach: f64) -> Option<(f64, f64)> {
    let mut span: Option<(f64, f64)> = None;
    let mut take = |x: f64| {
        let (from, to) = span.unwrap_or((x, x));
        span = Some((from.min(x), to.max(x)));
    };
    // Levels are taken a little wider, for what is clipped is rounded.
    let (low, high) = (low - 1e-6, high + 1e-6);
    for (index, &a) in polygon.iter().enumerate() {
        let b = polygon[(index + 1) % polygon.len()];
        if (low..=high).contains(&a.y) {
            take(a.x);
        }
        for level in [low, high] {
            if (a.y < level) != (b.y < level) {
                take(a.towards(b, (level - a.y) / (b.y - a.y)).x);
            }
        }
    }
    span.map(|(from, to)| (from - reach - 1e-6, to + reach + 1e-6))
}

/// What the distance between a segment and a cell is at least: how far their boxes are apart, or the cell and the segment's
/// line. Many times as fast as the distance itself.
fn gap_to_cell(a: Point, b: Point, column: i64, row: i64) -> f64 {
    let (Bounds { min, max }, cell) = (Bounds::around([a, b]), cell_bounds(column, row));
    let across = (cell.min.x - max.x).max(min.x - cell.max.x).max(0.0);
    let down = (cell.min.y - max.y).max(min.y - cell.max.y).max(0.0);
    let way = b - a;
    let length = way.length();
    let middle = cell.min.middle(cell.max);
    // Half of a cell's shadow on the line's normal.
    let half = 0.5 * (way.x.abs() + way.y.abs());
    let off = way.cross(middle - a).abs() - half;
    let beside = if length > 0.0 { off / length } else { 0.0 };
    across.max(down).max(beside)
}

/// The distance between a segment and a closed cell; zero if they touch.
fn distance_to_cell(a: Point, b: Point, column: i64, row: i64) -> f64 {
    let cell = cell_bounds(column, row);
    if cell.touches(Bounds { min: a, max: a }) {
        return 0.0;
    }
    if a == b {
        let beyond = |p: f64, low: f64, high: f64| (low - p).max(p - high).max(0.0);
        return beyond(a.x, cell.min.x, cell.max.x).hypot(beyond(a.y, cell.min.y, cell.max.y));
    }
    let corners = cell_corners(column, row);
    (0..4).map(|i| distance_between_segments([a, b], [corners[i], corners[(i + 1) % 4]])).fold(f64::MAX, f64::min)
}

/// The distance between an arc and a closed cell; zero if they touch.
///
/// It is least at an end, where the arc faces a corner, where it lies furthest to one side, or where it enters.
fn distance_from_arc(arc: &CircularArc, column: i64, row: i64) -> f64 {
    let cell = cell_bounds(column, row);
    let within = |p: f64, low: f64, high: f64| low <= p && p <= high;
    let meets = [cell.min.x, cell.max.x]
        .into_iter()
        .flat_map(|x| arc.crossings_upright(x))
        .any(|p| within(p.y, cell.min.y, cell.max.y))
        || [cell.min.y, cell.max.y]
            .into_iter()
            .flat_map(|y| arc.crossings_level(y))
            .any(|p| within(p.x, cell.min.x, cell.max.x));
    if meets {
        return 0.0;
    }
    let places = arc.extremes().chain([arc.from, arc.to]).map(|p| distance_to_cell(p, p, column, row));
    places.chain(cell_corners(column, row).map(|it| arc.distance(it))).fold(f64::MAX, f64::min)
}
