//! How much memory a run may take: all limits in one place. What would take more is refused, in words that say what to do.
//!
//! Each stops a run before it takes about two gigabytes more than its input did, but for a mesh of the most points there may be,
//! which takes up to five.

/// A mesh has no more points than this. \[points]
pub const MOST_POINTS: usize = 8_000_000;

/// A level has no more triangles than this. \[triangles]
pub const MOST_LEVEL_TRIANGLES: usize = 16_000_000;

/// Space is divided into no more columns of voxels than this. \[columns]
pub const MOST_COLUMNS: usize = 8_000_000;

/// The triangles of a level come into no more columns than this, those of each counted; they leave a span each. \[spans]
pub const MOST_SPANS: usize = 60_000_000;

/// The walls' outlines have no more points than this, for each is kept in several forms while edges are looked for that cross. \[points]
pub const MOST_OUTLINE_POINTS: usize = 4_000_000;

/// Edges that may cross are listed no more often than this in the squares of a grid; where there would be more, squares are larger.
/// \[entries of 4 bytes]
pub const MOST_GRID_ENTRIES: usize = 1 << 26;

/// The changes of a stage take no more than this. \[bytes]
pub const MOST_LOG_BYTES: usize = 1_600_000_000;

/// Polyanya makes no more changes than this; its state grows with them, by 48 bytes each. \[changes]
pub const MOST_SIGHTS: usize = 12_000_000;

/// Of the observations behind one change no more than this are kept, the first ones. \[observations]
pub const MOST_OBSERVATIONS: usize = 4_000_000;

/// Meshes of a comparison are kept for the next while all have no more polygons than this together. \[polygons]
pub const MOST_KEPT_POLYGONS: usize = 4_000_000;
