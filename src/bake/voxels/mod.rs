//! From level geometry to polygons, by way of voxels; and from cells to polygons, by way of their outlines.
//!
//! Space is divided into columns, each of which has spans of voxels that something solid fills. The tops of the spans on which an agent
//! can stand make a surface; that is divided into regions without holes or overlaps, whose outlines become polygons.
//!
//! ```text
//! triangles ─▶ rasterise ─▶ low-hanging ─▶ ledges ─▶ headroom ─▶ surface ─▶ erode ─┐
//! cells ─────────────────────────────────────────────────────────▶ surface ────────┴─▶ regions ─▶ contours ─▶ simplify ─▶ bridges
//!                                                                                               ─▶ ears ─▶ convex ─▶ links ─▶ PolyMesh
//! ```
//!
//! Mikko Mononen, Recast (2009), <https://github.com/recastnavigation/recastnavigation>.

mod settings;
mod surface;

pub use settings::{Partition, Rounding, VoxelSettings, Voxels};
pub use surface::{Heading, Surface, Top, TopId, VoxelGrid};
