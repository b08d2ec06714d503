//! Which edges of a set cross, and where.
//!
//! Whether two edges cross properly, in a single point within both, is decided exactly. Where they do is rounded, but never out
//! of the box that both share; on an edge along an axis it is exact. Edges are looked up in a grid of up to four times as
//! many buckets as there are edges, most of which are short and lie near each other. A pair that shares several buckets is looked at in one of them only: that of the upper left corner of the
//! box that they share.
//!
//! Randolph Franklin et al., "Uniform grids: a technique for intersection detection on serial and parallel machines", Auto-Carto
//! 9 (1989), 100–109.

use crate::{
    geometry::{Bounds, Buckets, Point, Turn, crossed_at, turn},
    record::limits::MOST_GRID_ENTRIES,
};

/// Whether two edges cross in a single point that is the end of neither.
pub(super) fn cross_properly([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let parts = |a: Point, b: Point, c: Point, d: Point| {
        let one = turn(a, b, c).verdict;
        one != Turn::Straight && turn(a, b, d).verdict == one.mirrored()
    };
    parts(a, b, c, d) && parts(c, d, a, b)
}

/// Where two edges cross that are known to, rounded.
pub(super) fn crossing_point([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Point {
    let along = |from: f64, to: f64, t: f64| from + (to - from) * t;
    let at = if a.x == b.x {
        Point::new(a.x, along(c.y, d.y, (a.x - c.x) / (d.x - c.x)))
    } else if a.y == b.y {
        Point::new(along(c.x, d.x, (a.y - c.y) / (d.y - c.y)), a.y)
    } else if c.x == d.x {
        Point::new(c.x, along(a.y, b.y, (c.x - a.x) / (b.x - a.x)))
    } else if c.y == d.y {
        Point::new(along(a.x, b.x, (c.y - a.y) / (b.y - a.y)), c.y)
    } else {
        a + (b - a) * crossed_at([a, b], [c, d])
    };
    let shared = Bounds::around([a, b]).within(Bounds::around([c, d]));
    // Adding zero makes a negative zero a plain one.
    Point::new(at.x.max(shared.min.x).min(shared.max.x) + 0.0, at.y.max(shared.min.y).min(shared.max.y) + 0.0)
}

/// Edges by the buckets that their boxes touch.
pub(super) struct Grid {
    min: Point,
    /// Buckets a cell.
    scale: f64,
    columns: usize,
    boxes: Vec<Bounds>,
    edges: Buckets<u32>,
}

impl Grid {
    /// Sorts edges into buckets.
    pub(super) fn new(points: &[Point], edges: &[[u32; 2]]) -> Self {
        Self::within(points, edges, MOST_GRID_ENTRIES)
    }

    /// As [`new`](Self::new), with larger buckets if edges would be listed more often than that.
    fn within(points: &[Point], edges: &[[u32; 2]], most_entries: usize) -> Self {
        let boxes: Vec<Bounds> = edges.iter().map(|it| Bounds::around(it.map(|end| points[end as usize]))).collect();
        let whole = Bounds::around(boxes.iter().flat_map(|it| [it.min, it.max]));
        let side = if edges.is_empty() { 1.0 } else { whole.side().max(1e-6) };
        let most = u32::try_from((edges.len() * 4).clamp(1, 1 << 26)).unwrap_or(1);
        let mut scale = f64::from(most).sqrt() / side;
        let entries = |scale: f64| {
            let along =
                |from: f64, to: f64| index((to - whole.min.x) * scale) - index((from - whole.min.x) * scale) + 1;
            let down = |from: f64, to: f64| index((to - whole.min.y) * scale) - index((from - whole.min.y) * scale) + 1;
            boxes.iter().map(|it| along(it.min.x, it.max.x) * down(it.min.y, it.max.y)).fold(0, usize::saturating_add)
        };
        // Many edges over many squares each, as of walls that grow by many cells, would take far more room than they do.
        while scale * side > 1.0 && entries(scale) > most_entries {
            scale /= 2.0;
        }
        let [columns, rows] = if edges.is_empty() {
            [1, 1]
        } else {
            [whole.max.x - whole.min.x, whole.max.y - whole.min.y].map(|it| index(it * scale) + 1)
        };
        let mut it = Self { min: whole.min, scale, columns, boxes, edges: Buckets::new(0, std::iter::empty) };
        let listed =
            || (0..).zip(&it.boxes).flat_map(|(edge, area)| it.buckets(*area).map(move |bucket| (bucket, edge)));
        it.edges = Buckets::new(columns * rows, listed);
        it
    }

    /// The buckets that a box touches.
    fn buckets(&self, area: Bounds) -> impl Iterator<Item = usize> + use<> {
        let [left, right] = [area.min.x, area.max.x].map(|it| index((it - self.min.x) * self.scale));
        let [top, bottom] = [area.min.y, area.max.y].map(|it| index((it - self.min.y) * self.scale));
        let columns = self.columns;
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| row * columns + column))
    }

    /// Edges with a larger number than `edge` whose boxes touch its box, each once.
    pub(super) fn later_neighbours(&self, edge: u32) -> impl Iterator<Item = u32> + '_ {
        let area = self.boxes[edge as usize];
        self.buckets(area).flat_map(move |bucket| {
            let here = self.edges.of(bucket).iter().copied();
            here.filter(move |&other| {
                let beside = self.boxes[other as usize];
                let corner = || Point::new(area.min.x.max(beside.min.x), area.min.y.max(beside.min.y));
                other > edge && area.touches(beside) && self.bucket_of(corner()) == bucket
            })
        })
    }

    fn bucket_of(&self, p: Point) -> usize {
        index((p.y - self.min.y) * self.scale) * self.columns + index((p.x - self.min.x) * self.scale)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no less than zero, and few buckets")]
fn index(scaled: f64) -> usize {
    scaled as usize
}

/// Sorts the points in which an edge is cut, from its beginning to its end.
pub(super) fn sort_along(points: &[Point], [from, to]: [u32; 2], cuts: &mut [u32]) {
    let [a, b] = [from, to].map(|it| points[it as usize]);
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    // How far along, first on the longer axis; where that is too coarse, on the other.
    let key = |cut: u32| {
        let p = points[cut as usize];
        let (x, y) = (p.x * dx.signum(), p.y * dy.signum());
        if dx.abs() >= dy.abs() { (x, y) } else { (y, x) }
    };
    cuts.sort_by(|&one, &other| {
        let (one, other) = (key(one), key(other));
        one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_buckets_list_edges_less_often_and_find_the_same_neighbours() {
        let spread = |i: u32, by: u32| f64::from(i * by % 101) / 4.0;
        let points: Vec<Point> = (0..400).map(|i| Point::new(spread(i, 37), spread(i, 53))).collect();
        let edges: Vec<[u32; 2]> = (0..399).map(|i| [i, i + 1]).collect();
        let neighbours = |grid: &Grid| {
            let of = |edge| {
                let mut all: Vec<u32> = grid.later_neighbours(edge).collect();
                all.sort_unstable();
                all
            };
            (0..399).map(of).collect::<Vec<_>>()
        };
        let fine = Grid::new(&points, &edges);
        assert!(fine.edges.count() > 20_000, "{}", fine.edges.count());
        for most in [20_000, 4000, 1] {
            let coarse = Grid::within(&points, &edges, most);
            assert!(coarse.edges.count() <= most.max(4 * edges.len()), "{} {most}", coarse.edges.count());
            assert_eq!(neighbours(&coarse), neighbours(&fine));
        }
    }
}
