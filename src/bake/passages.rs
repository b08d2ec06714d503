//! Where a round agent fits through, exactly.
//!
//! Walls are unit cells, so wherever two walls come nearest to each other, two of their corners do. The corners between wall
//! and floor are triangulated; every side of a wall is an edge then (the circle over it holds no other corner), so that each
//! triangle lies on floor or in walls. An edge with floor on both sides is a gap as wide as it is long, and an agent of
//! radius r gets from one triangle to the other if 2 r is no more than that: the centre, moving where it is farthest from
//! all walls, is nearest to them in the middle between two corners. Sealed corners are no edges, and so let nobody pass.
//! Where corners lie on a common circle either diagonal will do: it is never the narrowest way.
//!
//! Gaps are at least a cell wide. Up to half a cell of radius the agent therefore fits wherever the floor goes, and nothing
//! of this needs to be known.
//!
//! Ó'Dúnlaing and Yap, "A 'retraction' method for planning the motion of a disc", Journal of Algorithms 6 (1985), 104–111.

use super::union::Union;
use crate::{
    geometry::{Article, Bounds, Numbers, Point},
    maze::{Maze, cell_bounds, is_enough, to_i64},
    mesh::{Frame, Locator, Order, TriangleId, Triangulation, triangulate},
    record::Recorder,
};

/// The space between two wall corners, with floor on both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The corners.
    pub ends: [Point; 2],
    /// How far they are apart. \[cells]
    pub width: f64,
    /// The triangles on both sides.
    sides: [TriangleId; 2],
}

impl Gap {
    /// Its middle.
    #[must_use]
    pub fn middle(&self) -> Point {
        self.ends[0].middle(self.ends[1])
    }

    /// Makes the sets of the triangles on both sides one.
    fn join(&self, sets: &mut Union) {
        sets.join(self.sides[0].number(), self.sides[1].number());
    }
}

/// The gaps of a maze, and what an agent makes of them.
#[derive(Clone, Debug)]
pub struct Passages {
    mesh: Triangulation,
    /// The triangles on floor.
    floor: Vec<TriangleId>,
    radius: f64,
    /// The widest first.
    gaps: Vec<Gap>,
    /// How many of them let the agent through.
    open: usize,
    /// For each triangle the least number of those that the agent gets to from it; meaningless in walls.
    rooms: Vec<u32>,
    locator: Locator<TriangleId>,
}

impl Passages {
    /// Whether an agent fits wherever the floor goes, so that nothing needs to be looked at.
    #[must_use]
    pub fn fits_everywhere(radius: f64) -> bool {
        is_enough(0.5, radius)
    }

    /// Finds the gaps of a maze, and those that an agent fits through.
    #[must_use]
    pub fn new(maze: &Maze, radius: f64) -> Self {
        let (mesh, _) = Triangulation::of(&wall_corners(maze), Order::Brio, Frame::Symbolic, Numbers::default());
        let mut recorder = Recorder::new(mesh, ());
        // Nobody listens, so nobody stops it.
        let _ = triangulate(&mut recorder);
        let (mesh, ()) = recorder.into_parts();
        let is_floor = |triangle: TriangleId| {
            let centroid = mesh.corners(triangle).map(Point::centroid);
            centroid.is_some_and(|it| !maze.is_wall(to_i64(it.x), to_i64(it.y)))
        };
        let floor: Vec<TriangleId> = mesh.inner().filter(|&it| is_floor(it)).collect();
        let mut on_floor = vec![false; mesh.triangles().len()];
        for &it in &floor {
            on_floor[it.index()] = true;
        }
        let mut gaps = Vec::new();
        for side in floor.iter().flat_map(|&it| it.sides()) {
            let beyond = mesh.across(side).triangle();
            if side.triangle() < beyond && on_floor[beyond.index()] {
                let ends = mesh.ends(side).map(|it| mesh.point(it));
                let width = ends[0].distance(ends[1]);
                gaps.push(Gap { ends, width, sides: [side.triangle(), beyond] });
            }
        }
        gaps.sort_by(|a, b| b.width.total_cmp(&a.width));
        let open = gaps.partition_point(|it| is_enough(it.width / 2.0, radius));
        let mut sets = Union::new(mesh.triangles().len());
        for gap in &gaps[..open] {
            gap.join(&mut sets);
        }
        let rooms = (0..).take(mesh.triangles().len()).map(|it| sets.find(it)).collect();
        let locator = Locator::of_triangles(&mesh, &floor);
        Self { mesh, floor, radius, gaps, open, rooms, locator }
    }

    /// All gaps, the widest first.
    #[must_use]
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// The rooms, by arbitrary numbers, that an agent at `p` can get about in: one, if it may stand there.
    #[must_use]
    pub fn rooms_at(&self, p: Point) -> Vec<u32> {
        let mut found: Vec<u32> = self.locator.containing(&self.mesh, p).map(|it| self.rooms[it.index()]).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The narrowest gap on the widest way from one place to another; none if there is no way, or no gap on it.
    #[must_use]
    pub fn narrowest_between(&self, from: Point, to: Point) -> Option<&Gap> {
        let mut sets = Union::new(self.mesh.triangles().len());
        let [from, to] = [from, to].map(|p| {
            let mut around = self.locator.containing(&self.mesh, p);
            let first = around.next();
            // Whoever stands on an edge stands on both sides of it.
            first.inspect(|&first| around.for_each(|it| sets.join(first.number(), it.number())))
        });
        let (from, to) = (from?.number(), to?.number());
        if sets.find(from) == sets.find(to) {
            return None;
        }
        self.gaps.iter().find(|gap| {
            gap.join(&mut sets);
            sets.find(from) == sets.find(to)
        })
    }

    /// The gaps that an agent does not fit through and that part two rooms it fits into, the widest first.
    ///
    /// What is too small for the agent is counted to the room that it is widest open to, so that a long passage is told of
    /// once, and a niche not at all.
    #[must_use]
    pub fn too_narrow(&self, maze: &Maze) -> Vec<Gap> {
        let closed = &self.gaps[self.open..];
        if closed.is_empty() {
            return Vec::new();
        }
        let mut sets = Union::new(self.mesh.triangles().len());
        let mut is_roomy = vec![false; self.mesh.triangles().len()];
        for &triangle in &self.floor {
            let room = self.rooms[triangle.index()];
            sets.join(room, triangle.number());
            if !is_roomy[room as usize]
                && let Some(free) = self.middle_of(triangle).and_then(|it| free_place_near(maze, it, self.radius))
            {
                self.rooms_at(free).into_iter().for_each(|it| is_roomy[it as usize] = true);
            }
        }
        let parts = |gap: &&Gap| {
            let [one, other] = gap.sides.map(|it| sets.find(it.number()));
            if one != other && is_roomy[one as usize] && is_roomy[other as usize] {
                return true;
            }
            let roomy = is_roomy[one as usize] || is_roomy[other as usize];
            sets.join(one, other);
            is_roomy[one.min(other) as usize] = roomy;
            false
        };
        closed.iter().filter(parts).copied().collect()
    }

    /// The centre of a triangle's circle, if it lies in the triangle and the circle is large enough for the agent.
    ///
    /// Where it lies outside, there is as much room behind the longest side, and an agent that has any gets over that side.
    fn middle_of(&self, triangle: TriangleId) -> Option<Point> {
        let [a, b, c] = self.mesh.corners(triangle)?;
        let mut sides = [[a, b], [b, c], [c, a]].map(|[p, q]| p.distance_squared(q));
        sides.sort_by(f64::total_cmp);
        let numbers = Numbers { collinear_epsilon: 0.0, ..Numbers::default() };
        let (centre, radius_squared) = Article::from(&numbers).circumcircle(a, b, c);
        (sides[2] <= sides[0] + sides[1] && is_enough(radius_squared.sqrt(), self.radius)).then_some(centre)
    }
}

/// A place where an agent may stand, not far from one where walls may be a little too near: pushed off from the nearest one
/// until none is, or until that only leads nearer to others.
fn free_place_near(maze: &Maze, mut p: Point, radius: f64) -> Option<Point> {
    let (mut before, mut patience) = (0.0, 3);
    for _ in 0..20 {
        let Some((column, row)) = maze.wall_too_near(p, radius) else {
            return maze.is_free(p, radius).then_some(p);
        };
        let Bounds { min, max } = cell_bounds(column, row);
        let nearest = Point::new(p.x.clamp(min.x, max.x), p.y.clamp(min.y, max.y));
        let distance = nearest.distance(p);
        patience -= i32::from(distance <= before);
        if distance == 0.0 || patience == 0 {
            return None;
        }
        before = distance;
        let stretch = radius / distance;
        p = nearest + (p - nearest) * stretch;
    }
    None
}

/// The corners of cells that have both wall and floor around them, row by row.
fn wall_corners(maze: &Maze) -> Vec<Point> {
    let [columns, rows] = [maze.columns(), maze.rows()].map(|it| i64::try_from(it).unwrap_or(i64::MAX));
    let corners = (0..=rows).flat_map(|row| (0..=columns).map(move |column| (column, row)));
    let between = corners.filter(|&(column, row)| {
        let around = [(column - 1, row - 1), (column, row - 1), (column - 1, row), (column, row)];
        let walls = around.into_iter().filter(|&(column, row)| maze.is_wall(column, row)).count();
        0 < walls && walls < 4
    });
    between.map(|(column, row)| cell_bounds(column, row).min).collect()
}
