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

mod border;
mod bridges;
mod cells;
mod contours;
mod convex;
mod diagonal;
mod doors;
mod ear;
mod ears;
mod edges;
mod fault;
mod footing;
mod linked;
mod links;
mod regions;
mod ring;
mod clip;
mod erode;
mod rasterise;
mod rounded;
mod rules;
mod settings;
mod sift;
mod spans;
mod simplify;
mod surface;

pub use bridges::{BridgeEvent, Bridges, Obstacle, bridges};
pub use contours::{Contour, ContourEvent, Contours, contours};
pub use convex::{Convex, ConvexEvent, Kept, convex};
pub use doors::{ClosedDoor, closed_doors};
pub use ear::NoEar;
pub use ears::{Ear, EarEvent, Ears, ears};
pub use erode::{Erode, ErodeEvent, erode};
pub use fault::{VoxelFault, VoxelViolation};
pub use footing::Footing;
pub use links::{Joint, LinkEvent, PolygonLinks, WELDED, links};
pub use rasterise::{Progress, Rasterise, RasteriseEvent, rasterise};
pub use regions::{MergeWhy, RegionEvent, RegionMap, SweepWhy, Unfit, Water, regions};
pub use ring::{Ring, RingVertex};
pub use rounded::Rounded;
pub use rules::{Around, Headroom, HeadroomRule, Ledges, LedgesRule, LowHanging, LowHangingRule, Rise, Room};
pub use settings::{Partition, Rounding, VoxelSettings, Voxels};
pub use sift::{Sift, SpanEvent, SpanRule, sift};
pub use simplify::{Simplify, SimplifyEvent, simplify};
pub use spans::{Span, Spans};
pub use surface::{Heading, Surface, Top, TopId, VoxelGrid};
