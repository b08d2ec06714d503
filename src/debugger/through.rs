//! What a path leads through, by the graph that was searched for it; and the report as JSON, which has one form for all graphs.
//!
//! In JSON what belongs to another graph stands there as well, as zero, nothing or an empty list.

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use super::PathReport;
use crate::search::Overestimate;

/// What a path leads through, and what was noticed on the way.
#[derive(Clone, Debug, PartialEq)]
pub enum Through {
    /// Polygons of the mesh.
    Mesh {
        /// How many portals it crosses.
        portals: usize,
        /// The corridor's triangles, or polygons, in order, by their names.
        triangle_ids: Vec<u32>,
        /// Portals whose ends were taken the wrong way round, counted from 1.
        reversed_portals: Vec<u32>,
    },
    /// Cells of the maze.
    Grid {
        /// How many.
        cells: usize,
        /// The first cell that was reached from which the heuristic takes more than there is; none if there is none.
        overestimates: Option<Overestimate>,
    },
    /// Nothing that was searched: it is a straight line.
    Sight,
}

impl PathReport {
    /// How many portals it crosses.
    #[must_use]
    pub fn portals(&self) -> usize {
        if let Through::Mesh { portals, .. } = self.through { portals } else { 0 }
    }

    /// Which triangles, or polygons, its corridor has, in order.
    #[must_use]
    pub fn triangle_ids(&self) -> &[u32] {
        if let Through::Mesh { triangle_ids, .. } = &self.through { triangle_ids } else { &[] }
    }

    /// Portals whose ends were taken the wrong way round, counted from 1.
    #[must_use]
    pub fn reversed_portals(&self) -> &[u32] {
        if let Through::Mesh { reversed_portals, .. } = &self.through { reversed_portals } else { &[] }
    }

    /// How many cells it goes through.
    #[must_use]
    pub fn cells(&self) -> usize {
        if let Through::Grid { cells, .. } = self.through { cells } else { 0 }
    }

    /// The first cell that was reached from which the heuristic takes more than there is; none if there is none.
    #[must_use]
    pub fn overestimates(&self) -> Option<Overestimate> {
        if let Through::Grid { overestimates, .. } = self.through { overestimates } else { None }
    }
}

impl Serialize for PathReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("PathReport", 26)?;
        fields.serialize_field("outcome", &self.outcome)?;
        fields.serialize_field("length", &self.length)?;
        fields.serialize_field("points", &self.points)?;
        match &self.heights[..] {
            [] => fields.skip_field("heights")?,
            heights => fields.serialize_field("heights", heights)?,
        }
        fields.serialize_field("arcs", &self.arcs)?;
        fields.serialize_field("corners", &self.corners)?;
        fields.serialize_field("portals", &self.portals())?;
        fields.serialize_field("triangles", &self.triangle_ids().len())?;
        fields.serialize_field("triangle_ids", self.triangle_ids())?;
        fields.serialize_field("cells", &self.cells())?;
        fields.serialize_field("expansions", &self.expansions)?;
        fields.serialize_field("overestimates", &self.overestimates())?;
        fields.serialize_field("optimum", &self.gap.optimum)?;
        fields.serialize_field("excess", &self.gap.excess)?;
        fields.serialize_field("corridor_excess", &self.gap.corridor_excess)?;
        fields.serialize_field("funnel_excess", &self.gap.funnel_excess)?;
        match &self.weighed {
            None => fields.skip_field("weighed")?,
            weighed => fields.serialize_field("weighed", weighed)?,
        }
        fields.serialize_field("clearance", &self.clearance)?;
        fields.serialize_field("elapsed_ms", &self.elapsed_ms)?;
        fields.serialize_field("audit", &self.audit)?;
        fields.serialize_field("reversed_portals", self.reversed_portals())?;
        fields.serialize_field("needless_corners", &self.needless_corners)?;
        fields.serialize_field("no_path", &self.no_path)?;
        fields.serialize_field("walk", &self.walk)?;
        fields.end()
    }
}
