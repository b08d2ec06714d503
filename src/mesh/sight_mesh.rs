//! The sides of all polygons, laid out for searches that look through them: each with where it begins, what lies across, whether
//! a taut path can bend there, and whether it leads into a cul-de-sac.
//!
//! A side bears its number among all sides of the [polygons](super::PolyMesh). A path can bend at a vertex only where the
//! polygons around it, from border to border, span more than half a turn; there is at most one such fan to a vertex. Polygons
//! that hang on the rest by a single side are trees, found by taking off leaves; a path enters one only for a goal within.
//!
//! Torn meshes: a polygon that doesn't turn left, or has a slit, and sides that don't agree on their ends, can't be crossed.
//! Polygons without area can.

use super::{PolyMesh, SideId, VertexId};
use crate::geometry::{Exact, Kernel as _, Point, Turn};

/// What is known of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    /// A path within these polygons can bend where the side begins.
    pub const BENDS: Self = Self(1);
    /// The polygon's corner where the side begins is straight.
    pub const STRAIGHT: Self = Self(2);
    /// What lies across hangs on this side alone.
    pub const CUL_DE_SAC: Self = Self(4);

    /// Whether some mark is among these.
    #[inline]
    #[must_use]
    pub fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    fn add(&mut self, mark: Self) {
        self.0 |= mark.0;
    }
}

/// A side of a polygon, which lies to its left.
#[derive(Clone, Copy, Debug)]
pub struct SightSide {
    /// Where it begins.
    pub from: Point,
    /// The vertex there.
    pub vertex: VertexId,
    /// The side across, or [`NONE`](SightMesh::NONE).
    pub across: u32,
    /// The place of its polygon.
    pub polygon: u32,
    /// What is known of it.
    pub marks: Marks,
}

/// All sides of all polygons.
#[derive(Clone, Debug)]
pub struct SightMesh {
    sides: Vec<SightSide>,
    /// Where each polygon's sides begin; one more entry than polygons.
    starts: Vec<u32>,
    /// For each polygon of a tree the numbers that it and what hangs on it have; empty for the others.
    trees: Vec<[u32; 2]>,
    exact: Exact,
    has_flat: bool,
}

impl SightMesh {
    /// No side.
    pub const NONE: u32 = u32::MAX;

    /// Lays out the sides of polygons.
    #[must_use]
    pub fn of(mesh: &PolyMesh) -> Self {
        let mut it = Self {
            sides: Vec::with_capacity(mesh.all_sides().len()),
            starts: mesh.starts().to_vec(),
            trees: vec![[0, 0]; mesh.count()],
            exact: Exact::for_points(mesh.points()),
            has_flat: false,
        };
        for polygon in mesh.ids() {
            for side in mesh.sides(polygon) {
                let vertex = mesh.side(side).vertex;
                let across = mesh.across(side).map_or(Self::NONE, SideId::number);
                let (from, polygon, marks) = (mesh.point(vertex), polygon.number(), Marks::default());
                it.sides.push(SightSide { from, vertex, across, polygon, marks });
            }
        }
        it.close_what_is_torn();
        it.mark_bends();
        it.mark_trees();
        it
    }

    /// A side.
    #[inline]
    #[must_use]
    pub fn side(&self, side: u32) -> &SightSide {
        &self.sides[side as usize]
    }

    /// All sides, those of one polygon behind those of the other.
    #[must_use]
    pub fn sides(&self) -> &[SightSide] {
        &self.sides
    }

    /// The numbers of the sides of the polygon at a place, turning left around it.
    #[inline]
    #[must_use]
    pub fn around(&self, polygon: u32) -> std::ops::Range<u32> {
        self.starts[polygon as usize]..self.starts[polygon as usize + 1]
    }

    /// The side behind another of the same polygon.
    #[inline]
    #[must_use]
    pub fn next(&self, side: u32) -> u32 {
        let around = self.around(self.side(side).polygon);
        if side + 1 == around.end { around.start } else { side + 1 }
    }

    /// The side before another of the same polygon.
    #[must_use]
    pub fn previous(&self, side: u32) -> u32 {
        let around = self.around(self.side(side).polygon);
        if side == around.start { around.end - 1 } else { side - 1 }
    }

    /// Where a side begins and ends.
    #[inline]
    #[must_use]
    pub fn ends(&self, side: u32) -> [Point; 2] {
        let SightSide { from, across, .. } = *self.side(side);
        let end = if across == Self::NONE { self.next(side) } else { across };
        [from, self.side(end).from]
    }

    /// Whether the polygon at a place is, or hangs by its own cul-de-sac on, another one.
    #[inline]
    #[must_use]
    pub fn hangs_on(&self, polygon: u32, other: u32) -> bool {
        let [[own, _], [begin, end]] = [polygon, other].map(|it| self.trees[it as usize]);
        polygon == other || (begin..end).contains(&own) && self.trees[polygon as usize] != [0, 0]
    }

    /// Answers turns among the vertices, the faster for knowing them all.
    #[must_use]
    pub fn exact(&self) -> &Exact {
        &self.exact
    }

    /// Whether any polygon has no area.
    #[must_use]
    pub fn has_flat(&self) -> bool {
        self.has_flat
    }

    /// Whether the polygon at a place has no area.
    #[must_use]
    pub fn is_flat(&self, polygon: u32) -> bool {
        self.has_flat && self.around(polygon).all(|it| self.side(it).marks.has(Marks::STRAIGHT))
    }

    fn turn(&self, a: u32, b: u32, c: u32) -> Turn {
        let [a, b, c] = [a, b, c].map(|it| self.side(it).from);
        self.exact.turn(a, b, c).verdict
    }

    /// Above zero if two corners that are on one line with a third lie on the same side of it.
    fn ahead(&self, centre: u32, one: u32, other: u32) -> f64 {
        let [centre, one, other] = [centre, one, other].map(|it| self.side(it).from);
        (one - centre).dot(other - centre)
    }

    fn close_what_is_torn(&mut self) {
        let mut turns = Vec::new();
        for polygon in 0..self.trees.len() {
            let around = self.starts[polygon]..self.starts[polygon + 1];
            turns.clear();
            turns.extend(around.clone().map(|it| self.turn(self.previous(it), it, self.next(it))));
            let is_flat = !turns.contains(&Turn::Left);
            // A corner that folds back is the tip of a slit, unless all of the polygon lies on one line.
            let folds = |it: u32| self.ahead(it, self.previous(it), self.next(it)) > 0.0;
            let slit = |(it, turn): (u32, &Turn)| *turn == Turn::Straight && !is_flat && folds(it);
            let is_sound = !turns.contains(&Turn::Right) && !around.clone().zip(&turns).any(slit);
            self.has_flat |= is_flat;
            for (side, &turn) in around.zip(&turns) {
                if turn == Turn::Straight {
                    self.sides[side as usize].marks.add(Marks::STRAIGHT);
                }
                if !is_sound {
                    self.close(side);
                }
            }
        }
        for side in 0..self.sides.len() {
            let side = u32::try_from(side).unwrap_or(Self::NONE);
            let across = self.side(side).across;
            if across == Self::NONE {
                continue;
            }
            let ends = |it: u32| [self.side(it).vertex, self.side(self.next(it)).vertex];
            let [from, to] = ends(side);
            if self.side(across).across != side || ends(across) != [to, from] {
                self.sides[side as usize].across = Self::NONE;
            }
        }
    }

    fn close(&mut self, side: u32) {
        let across = std::mem::replace(&mut self.sides[side as usize].across, Self::NONE);
        if across != Self::NONE {
            self.sides[across as usize].across = Self::NONE;
        }
    }

    /// Walks around each vertex from border to border, and looks how far that is.
    fn mark_bends(&mut self) {
        let mut fan = Vec::new();
        for first in 0..self.sides.len() {
            let first = u32::try_from(first).unwrap_or(Self::NONE);
            // A corner whose side before is a border is the leftmost of its fan.
            if self.side(self.previous(first)).across != Self::NONE {
                continue;
            }
            fan.clear();
            fan.push(first);
            let mut across = self.side(first).across;
            while across != Self::NONE && fan.len() < self.sides.len() {
                fan.push(self.next(across));
                across = self.side(fan[fan.len() - 1]).across;
            }
            if self.exceeds_half_turn(&fan) {
                for &corner in &fan {
                    self.sides[corner as usize].marks.add(Marks::BENDS);
                }
            }
        }
    }

    /// Whether corners that follow each other to the right around one vertex span more than half a turn together.
    fn exceeds_half_turn(&self, fan: &[u32]) -> bool {
        let (centre, first) = (fan[0], self.previous(fan[0]));
        let mut moved = false;
        fan.iter().any(|&corner| {
            let ray = self.next(corner);
            match self.turn(centre, first, ray) {
                Turn::Right => {
                    moved = true;
                    false
                }
                Turn::Left => true,
                Turn::Straight => {
                    let ahead = self.ahead(centre, first, ray);
                    let round = ahead > 0.0 && moved;
                    moved |= ahead < 0.0;
                    round
                }
            }
        })
    }

    /// Takes off leaves until none is left, and numbers what was taken so that a tree's numbers lie together.
    fn mark_trees(&mut self) {
        let count = self.trees.len();
        let degree = |it: usize| {
            let around = self.starts[it] as usize..self.starts[it + 1] as usize;
            self.sides[around].iter().filter(|it| it.across != Self::NONE).count()
        };
        let mut degrees: Vec<usize> = (0..count).map(degree).collect();
        let mut sizes = vec![1u32; count];
        let mut taken = vec![false; count];
        let mut leaves: Vec<usize> = (0..count).filter(|&it| degrees[it] <= 1).collect();
        // Where each leaf hangs.
        let mut gates = Vec::new();
        let mut next = 0;
        while next < leaves.len() {
            let leaf = leaves[next];
            next += 1;
            taken[leaf] = true;
            let is_gate = |&it: &u32| {
                let across = self.side(it).across;
                across != Self::NONE && !taken[self.side(across).polygon as usize]
            };
            let gate =
                (self.starts[leaf]..self.starts[leaf + 1]).find(is_gate).map_or(Self::NONE, |it| self.side(it).across);
            gates.push(gate);
            if gate != Self::NONE {
                let parent = self.side(gate).polygon as usize;
                sizes[parent] += sizes[leaf];
                degrees[parent] -= 1;
                if degrees[parent] == 1 {
                    leaves.push(parent);
                }
            }
        }
        // From the trunks outwards; zero is no number.
        let mut free = vec![0; count];
        let mut trunk = 1;
        for (&leaf, &gate) in leaves.iter().zip(&gates).rev() {
            let size = sizes[leaf];
            let parent = (gate != Self::NONE).then(|| self.side(gate).polygon as usize).filter(|&it| taken[it]);
            let first = parent.map_or(&mut trunk, |it| &mut free[it]);
            let own = *first;
            *first += size;
            self.trees[leaf] = [own, own + size];
            free[leaf] = own + 1;
            if gate != Self::NONE {
                self.sides[gate as usize].marks.add(Marks::CUL_DE_SAC);
            }
        }
    }
}
