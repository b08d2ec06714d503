//! Where an agent may go on level geometry, as far as voxels tell: over the tops of walkable spans that are linked.
//!
//! A segment is held against the columns that it touches: it is legal if their tops lead, over links, from the one that it begins on to
//! the one that it ends on. So it may run along the border of two columns on either side, and passes no corner between columns that
//! are not linked around it. It is the agent's centre that goes over tops; how near it comes to where they end is its clearance, and no rule.

use std::{collections::BTreeSet, sync::Arc};

use super::{Heading, Surface, TopId};
use crate::{
    geometry::{Bounds, CircularArc, Point, Spot, distance_between_segments},
    maze::{ViolationKind, World},
};

/// The tops on which an agent may stand, before its radius is taken off them.
#[derive(Clone, Debug)]
pub struct Footing {
    surface: Arc<Surface>,
}

/// How far outside of a column a place may lie and still touch it: what rounding makes of places on its border. \[columns]
const TOUCH: f64 = 1e-9;

impl Footing {
    /// What may be walked on of a surface.
    #[must_use]
    pub fn new(surface: Arc<Surface>) -> Self {
        Self { surface }
    }

    /// The surface.
    #[must_use]
    pub fn surface(&self) -> &Arc<Surface> {
        &self.surface
    }

    /// The top that a place is on: of those in the columns that it touches the nearest to its height; the highest, if it has none.
    #[must_use]
    pub fn top_at(&self, place: Spot) -> Option<TopId> {
        let tops = self.columns_on(place.at, place.at).into_iter().flat_map(|it| self.surface.in_column(it.0, it.1));
        let off = |it: &TopId| {
            let height = self.height(*it);
            place.height.map_or(-height, |wanted| (height - wanted).abs())
        };
        tops.min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// How high a top is. \[world units]
    fn height(&self, top: TopId) -> f64 {
        self.surface.grid().height(f64::from(self.surface.top(top).height))
    }

    /// The columns that a segment touches, their borders included, row by row.
    fn columns_on(&self, from: Point, to: Point) -> Vec<(u32, u32)> {
        let grid = self.surface.grid();
        let scaled =
            |p: Point| Point::new((p.x - grid.corner.x) / grid.cell_size, (p.y - grid.corner.y) / grid.cell_size);
        let (from, to) = (scaled(from), scaled(to));
        if !from.is_finite() || !to.is_finite() {
            return Vec::new();
        }
        let rows = span(from.y.min(to.y), from.y.max(to.y), grid.rows);
        let in_row = |row: u32| {
            // The part of the segment that lies within the row.
            let [low, high] = [f64::from(row) - TOUCH, f64::from(row) + 1.0 + TOUCH];
            let rise = to.y - from.y;
            let [t, u] = if rise == 0.0 {
                [0.0, 1.0]
            } else {
                let [a, b] = [(low - from.y) / rise, (high - from.y) / rise];
                [a.min(b).max(0.0), a.max(b).min(1.0)]
            };
            let at = |t: f64| from.x + (to.x - from.x) * t;
            let [a, b] = [at(t), at(u)];
            span(a.min(b), a.max(b), grid.columns).map(move |column| (column, row))
        };
        rows.flat_map(in_row).collect()
    }

    /// Whether a top is in one of some columns, given row by row.
    fn is_in(&self, columns: &[(u32, u32)], top: TopId) -> bool {
        let top = self.surface.top(top);
        columns.binary_search_by_key(&(top.row, top.column), |&(column, row)| (row, column)).is_ok()
    }

    /// The tops that are reached from one over links, through such only of which a condition holds.
    fn reached(&self, from: TopId, holds: impl Fn(TopId) -> bool) -> Vec<TopId> {
        let mut known = BTreeSet::from([from]);
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&top) = reached.get(next) {
            next += 1;
            for beyond in Heading::ALL.into_iter().filter_map(|it| self.surface.beyond(top, it)) {
                if holds(beyond) && known.insert(beyond) {
                    reached.push(beyond);
                }
            }
        }
        reached
    }

    /// How far along a segment it leaves a column. \[0 ≤ t ≤ 1]
    fn leaves(&self, top: TopId, from: Point, to: Point) -> f64 {
        let Bounds { min, max } = self.bounds_of(top);
        let along = |from: f64, to: f64, low: f64, high: f64| match to - from {
            0.0 => 1.0,
            way => ((if way > 0.0 { high } else { low }) - from) / way,
        };
        along(from.x, to.x, min.x, max.x).min(along(from.y, to.y, min.y, max.y)).clamp(0.0, 1.0)
    }

    fn bounds_of(&self, top: TopId) -> Bounds {
        let top = self.surface.top(top);
        self.surface.grid().bounds_of(top.column, top.row)
    }

    /// The side of a top's column, as a segment.
    fn side(&self, top: TopId, heading: Heading) -> [Point; 2] {
        let Bounds { min, max } = self.bounds_of(top);
        let [left_top, right_top] = [min, Point::new(max.x, min.y)];
        let [left_low, right_low] = [Point::new(min.x, max.y), max];
        match heading {
            Heading::Left => [left_top, left_low],
            Heading::Down => [left_low, right_low],
            Heading::Right => [right_low, right_top],
            Heading::Up => [right_top, left_top],
        }
    }
}

/// The numbers of the columns that touch a stretch, as far as there are so many.
fn span(low: f64, high: f64, count: u32) -> std::ops::Range<u32> {
    let last = f64::from(count);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is within the columns")]
    let number = |it: f64| it.clamp(0.0, last) as u32;
    number((low - TOUCH).ceil() - 1.0)..number((high + TOUCH).floor() + 1.0)
}

impl World for Footing {
    /// Whether there is a top to stand on; a radius is none of its business.
    fn is_free(&self, place: Spot, _: f64) -> bool {
        self.top_at(place).is_some()
    }

    fn hold_told(&self, place: Spot, _: f64) -> Option<String> {
        if self.top_at(place).is_some() {
            return None;
        }
        let Bounds { min, max } = self.bounds();
        let Point { x, y } = place.at;
        let is_inside = (min.x..=max.x).contains(&x) && (min.y..=max.y).contains(&y);
        let why = if is_inside { "is on no span that can be walked" } else { "lies outside the level" };
        Some(format!("{place} {why}"))
    }

    fn audit_segment(&self, from: Spot, to: Spot, _: f64) -> Option<(ViolationKind, Point)> {
        let columns = self.columns_on(from.at, to.at);
        let Some(begins) = self.top_at(from) else { return Some((ViolationKind::NoGround, from.at)) };
        let reached = self.reached(begins, |it| self.is_in(&columns, it));
        let last = |it: &TopId| self.leaves(*it, from.at, to.at);
        match self.top_at(to) {
            Some(ends) if reached.contains(&ends) => None,
            ends => {
                let stop = reached.iter().map(last).fold(0.0, f64::max);
                let at = from.at.towards(to.at, stop);
                // Whether there is ground, but at another height than where the way ends.
                let beyond = self.columns_on(at, at).into_iter().flat_map(|it| self.surface.in_column(it.0, it.1));
                let (here, beyond): (Vec<TopId>, Vec<TopId>) = beyond.partition(|it| reached.contains(it));
                let is_level =
                    |it: &TopId| here.iter().any(|here| self.surface.top(*here).height == self.surface.top(*it).height);
                let is_ground = beyond.iter().any(|it| !is_level(it)) || (ends.is_some() && stop >= 1.0);
                Some((if is_ground { ViolationKind::Jump } else { ViolationKind::NoGround }, at))
            }
        }
    }

    fn audit_arc(&self, _: &CircularArc, _: f64) -> Option<(ViolationKind, Point)> {
        None
    }

    fn audit_vertex(&self, _: Point, _: Point, _: Point) -> bool {
        false
    }

    fn clearance(&self, from: Spot, to: Spot, up_to: f64) -> f64 {
        let Some(begins) = self.top_at(from) else { return 0.0 };
        let segment = [from.at, to.at];
        let columns = self.columns_on(from.at, to.at);
        let distance = |top: TopId, side: Heading| distance_between_segments(segment, self.side(top, side));
        let is_near = |it: TopId| Heading::ALL.into_iter().any(|side| distance(it, side) < up_to);
        let tops = self.reached(begins, |it| self.is_in(&columns, it) || is_near(it));
        let ends = tops.iter().flat_map(|&top| Heading::ALL.map(|side| (top, side)));
        let ends = ends.filter(|&(top, side)| self.surface.beyond(top, side).is_none());
        ends.map(|(top, side)| distance(top, side)).fold(up_to, f64::min)
    }

    fn clearance_of_arc(&self, _: &CircularArc, up_to: f64) -> f64 {
        up_to
    }

    fn bounds(&self) -> Bounds {
        self.surface.grid().bounds()
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Top, VoxelGrid},
        *,
    };

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "they are small and not negative"
    )]
    /// Columns of one unit: a digit is the height of a top, all else nothing. A step is one voxel.
    fn footing(rows: &[&str]) -> Footing {
        let height = |column: i32, row: i32| {
            let row = rows.get(usize::try_from(row).ok()?)?;
            row.chars().nth(usize::try_from(column).ok()?)?.to_digit(10)
        };
        let (columns, count) = (rows[0].len() as u32, rows.len() as u32);
        let (corner, cell_size) = (Point::default(), 1.0);
        let grid = VoxelGrid { corner, base: 0.0, cell_size, cell_height: 1.0, columns, rows: count };
        let places = (0..count).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let places: Vec<(u32, u32)> = places.filter(|it| height(it.0 as i32, it.1 as i32).is_some()).collect();
        let id = |at: (u32, u32)| places.iter().position(|it| *it == at).map_or(TopId::NONE, TopId::of_index);
        let tops = places.iter().map(|&(column, row)| {
            let own = height(column as i32, row as i32).expect("there is a top");
            let link = |heading: Heading| {
                let (x, y) = (column as i32 + heading.step().0, row as i32 + heading.step().1);
                let steps = height(x, y).is_some_and(|it| it.abs_diff(own) <= 1);
                if steps { id((x as u32, y as u32)) } else { TopId::NONE }
            };
            Top { column, row, height: own as u16, headroom: 255, kind: 0, links: Heading::ALL.map(link) }
        });
        Footing::new(Arc::new(Surface::new(grid, tops.collect())))
    }

    #[test]
    fn segments_stay_on_tops_that_are_linked() {
        let world = footing(&["0123", "0..3", "0000", "000."]);
        let audit = |from: (f64, f64), to: (f64, f64)| world.audit_segment(from.into(), to.into(), 0.0);
        let at = |x: f64, y: f64| Point::new(x, y);
        for (from, to, expected) in [
            // Up the stairs, and along the border between floor and a hole.
            ((0.5, 0.5), (3.5, 0.5), None),
            ((0.5, 1.0), (3.5, 1.0), None),
            ((0.5, 0.5), (0.5, 3.5), None),
            // Into the hole, from the side and from a corner.
            ((0.5, 1.5), (2.5, 1.5), Some((ViolationKind::NoGround, at(1.0, 1.5)))),
            ((0.5, 0.5), (2.5, 2.5), Some((ViolationKind::NoGround, at(1.0, 1.0)))),
            // Off the platform, which is too high.
            ((3.5, 1.5), (3.5, 2.5), Some((ViolationKind::Jump, at(3.5, 2.0)))),
            ((3.5, 2.5), (3.5, 0.5), Some((ViolationKind::Jump, at(3.5, 2.0)))),
            // Off the level.
            ((2.5, 3.5), (9.5, 3.5), Some((ViolationKind::NoGround, at(3.0, 3.5)))),
            ((9.0, 9.0), (0.5, 0.5), Some((ViolationKind::NoGround, at(9.0, 9.0)))),
            // Between two tops that meet in a corner.
            ((2.5, 3.5), (3.5, 2.5), None),
        ] {
            assert_eq!(audit(from, to), expected, "{from:?} to {to:?}");
        }
        let corner = footing(&["0.", ".0"]);
        let through = corner.audit_segment((0.5, 0.5).into(), (1.5, 1.5).into(), 0.0);
        assert_eq!(through, Some((ViolationKind::NoGround, at(1.0, 1.0))));
    }

    #[test]
    fn clearance_is_measured_to_where_tops_end() {
        let world = footing(&["00000", "00000", "00.00", "00005"]);
        for (from, to, up_to, expected) in [
            ((0.5, 0.5), (0.5, 0.5), 9.0, 0.5),
            ((1.5, 1.0), (1.5, 1.0), 9.0, 1.0),
            ((1.5, 1.25), (1.5, 2.5), 9.0, 0.5),
            ((1.75, 2.5), (1.75, 2.5), 9.0, 0.25),
            ((3.75, 3.5), (3.75, 3.5), 9.0, 0.25),
            ((1.5, 1.0), (1.5, 1.0), 0.75, 0.75),
            ((2.5, 2.5), (2.5, 2.5), 1.0, 0.0),
        ] {
            let told = world.clearance(Point::from(from).into(), Point::from(to).into(), up_to);
            assert!((told - expected).abs() < 1e-9, "{from:?} to {to:?}: {told}, not {expected}");
        }
    }

    #[test]
    fn a_place_without_a_top_is_told() {
        let world = footing(&["0.", "00"]);
        let told = |x, y| world.hold_told(Point::new(x, y).into(), 0.0);
        assert_eq!(told(0.5, 0.5), None);
        assert_eq!(told(1.5, 0.5).as_deref(), Some("(1.5, 0.5) is on no span that can be walked"));
        assert_eq!(told(5.0, 0.5).as_deref(), Some("(5, 0.5) lies outside the level"));
        assert!(!world.is_free(Point::new(f64::NAN, 0.0).into(), 0.0));
    }
}
