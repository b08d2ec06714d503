//! What ground costs to walk: a factor for each of its kinds, and one for ways that climb.
//!
//! A way costs its length times the factor of the ground that it leads over, and times that of climbing where it ends higher than it
//! begins. With other factors than 1 the shortest path is not the cheapest: searches weigh, funnels pull in lengths.

use crate::{
    geometry::{Point, Turn, crossed_at, turn},
    mesh::{PolyMesh, PolygonId, SideId},
};

/// What ground costs to walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// A factor for each kind of ground, by its number; kinds beyond have 1. \[> 0]
    pub kinds: [f64; Self::KINDS],
    /// What a way costs more that climbs. \[factor ≥ 1]
    pub uphill: f64,
}

impl Default for Costs {
    fn default() -> Self {
        Self { kinds: [1.0; Self::KINDS], uphill: 1.0 }
    }
}

impl Costs {
    /// So many kinds of ground can have a factor.
    pub const KINDS: usize = 8;

    /// Whether costs are anything but lengths.
    #[must_use]
    pub fn weigh(&self) -> bool {
        *self != Self::default()
    }

    /// The factor of a kind of ground.
    #[must_use]
    pub fn of_kind(&self, kind: u8) -> f64 {
        self.kinds.get(usize::from(kind)).copied().unwrap_or(1.0)
    }

    /// The factor of the ground of a polygon.
    #[must_use]
    pub fn of_polygon(&self, mesh: &PolyMesh, polygon: PolygonId) -> f64 {
        self.of_kind(mesh.polygon(polygon).kind)
    }

    /// The least factor of a mesh: no way costs less for its length.
    #[must_use]
    pub fn least(&self, mesh: &PolyMesh) -> f64 {
        let least = mesh.ids().map(|it| self.of_polygon(mesh, it)).fold(f64::INFINITY, f64::min);
        if least.is_finite() { least } else { 1.0 }
    }

    /// The factor of a way that begins and ends at these heights.
    #[must_use]
    pub fn of_climb(&self, [from, to]: [f64; 2]) -> f64 {
        if to > from { self.uphill } else { 1.0 }
    }

    /// What a path costs that leads through a corridor: each part within a polygon by the ground there. Its points are those of the path
    /// from the first polygon of the corridor to the last.
    #[must_use]
    pub fn of_path(&self, mesh: &PolyMesh, first: PolygonId, corridor: &[SideId], path: &[Point]) -> f64 {
        let Some((&start, mut rest)) = path.split_first() else { return 0.0 };
        let (mut at, mut polygon, mut cost) = (start, first, 0.0);
        let part = |polygon: PolygonId, from: Point, to: Point| {
            let climb = [from, to].map(|it| mesh.height_at(polygon, it));
            from.distance(to) * self.of_polygon(mesh, polygon) * self.of_climb(climb)
        };
        for &side in corridor {
            let ends = mesh.ends(side);
            // Corners of the path are ends of portals, and so may lie on several sides one behind the other.
            while let Some((&to, behind)) = rest.split_first() {
                let is_beyond = turn(ends[0], ends[1], to).verdict != Turn::Left;
                let crossed = crossed_at([at, to], ends);
                let meets = if is_beyond && crossed.is_finite() { at.towards(to, crossed.clamp(0.0, 1.0)) } else { to };
                cost += part(polygon, at, meets);
                at = meets;
                if is_beyond {
                    break;
                }
                rest = behind;
            }
            polygon = mesh.behind(side).unwrap_or(polygon);
        }
        for &to in rest {
            cost += part(polygon, at, to);
            at = to;
        }
        cost
    }
}
