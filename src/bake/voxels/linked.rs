//! Linked polygons as the mesh that is searched, and all that is wrong with them.

use super::{Joint, PolygonLinks, VoxelViolation};
use crate::{
    geometry::{Point, doubled_area},
    mesh::{PolyMesh, PolyMeshBuilder, Polygon, SideId, VertexId},
};

impl PolygonLinks {
    /// Where the sides of each polygon begin; one more entry than polygons.
    #[must_use]
    pub fn starts(&self) -> Vec<u32> {
        let begins = |side: &u32| *side == 0 || self.polygon(*side) != self.polygon(*side - 1);
        (0..self.sides()).filter(begins).chain([self.sides()]).collect()
    }

    /// For each polygon the component it belongs to, counted from the largest area on: polygons between which there is a way.
    #[must_use]
    pub fn components(&self) -> Vec<u32> {
        let starts = self.starts();
        let polygons = starts.len() - 1;
        let mut component = vec![u32::MAX; polygons];
        // For each the area and its first polygon.
        let mut sizes: Vec<(f64, u32)> = Vec::new();
        for first in (0..).take(polygons) {
            if component[first as usize] != u32::MAX {
                continue;
            }
            let (mut stack, mut area) = (vec![first], 0.0);
            component[first as usize] = first;
            while let Some(polygon) = stack.pop() {
                let sides = starts[polygon as usize]..starts[polygon as usize + 1];
                let places: Vec<Point> =
                    sides.clone().map(|it| self.corners[self.ends(it)[0] as usize].place()).collect();
                area += doubled_area(&places);
                for side in sides {
                    let Some((twin, Joint::Level | Joint::Jump)) = self.twin(side) else { continue };
                    let beyond = self.polygon(twin);
                    if component[beyond as usize] == u32::MAX {
                        component[beyond as usize] = first;
                        stack.push(beyond);
                    }
                }
            }
            sizes.push((area, first));
        }
        sizes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut rank = vec![0; polygons];
        for (place, (_, first)) in (0..).zip(sizes) {
            rank[first as usize] = place;
        }
        component.into_iter().map(|first| rank[first as usize]).collect()
    }

    /// The polygons in world units, each with its place as its name and its component as its floor. Links that were cut are closed.
    #[must_use]
    pub fn mesh(&self) -> PolyMesh {
        let ears = self.convex().ears();
        let points = self.vertices.iter().map(|&it| self.place(it)).collect();
        let heights = self.vertices.iter().map(|&it| self.height(it)).collect();
        let starts = self.starts();
        let mut builder = PolyMeshBuilder::over(points, starts.len() - 1).at_heights(heights);
        let polygons = self.convex().polygons();
        for (name, component) in (0..).zip(self.components()) {
            let sides = starts[name as usize]..starts[name as usize + 1];
            let ring = ears.all()[polygons[name as usize][0].triangle().index()].ring;
            let kind = ears.bridges().outlines()[ring as usize].kind;
            let floor = u16::try_from(component).unwrap_or(u16::MAX);
            let corners = sides.map(|it| VertexId::new(self.vertex_of[self.ends(it)[0] as usize]));
            builder.polygon(Polygon { name, kind, floor }, corners);
        }
        for (index, twin) in self.twins.iter().enumerate() {
            let Some((twin, joint)) = *twin else { continue };
            builder.link(SideId::of_index(index), SideId::of_index(twin as usize));
            if joint == Joint::Cut {
                builder.close(SideId::of_index(index));
            }
        }
        builder.finish()
    }

    /// The middle of a polygon's corners. \[world units]
    #[must_use]
    pub fn centre(&self, sides: std::ops::Range<u32>) -> Point {
        let places = sides.clone().map(|it| self.place(self.ends(it)[0]));
        let count = f64::from(sides.end - sides.start);
        places.fold(Point::default(), |sum, it| Point::new(sum.x + it.x / count, sum.y + it.y / count))
    }

    /// What is wrong, from the bridges on; a fault of links has the ends of its side.
    #[must_use]
    pub fn faults(&self) -> Vec<VoxelViolation> {
        let ears = self.convex().ears();
        let of_links = self.flaws.iter().filter_map(|it| {
            let (kind, side) = it.fault()?;
            let [a, b] = self.ends(side).map(|it| self.place(it));
            Some(VoxelViolation { kind, at: a.middle(b), ends: Some([a, b]) })
        });
        ears.bridges().faults().chain(ears.faults()).chain(self.convex().faults()).chain(of_links).collect()
    }
}
