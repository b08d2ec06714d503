//! Triangles turned into spans: each is cut up by the columns, and leaves a span in all in which it has a piece.
//!
//! Spans that overlap or touch become one. On a span one can walk if its triangle is less steep than the slope and faces up; where spans
//! become one, the ground on top of the new one is that of the new triangle, but where the tops are no further apart than a climb, the
//! better ground of both: any is better than none, and other kinds are better than plain. The tops are compared after the new span has
//! taken over the higher one, as in Recast: a low span that comes later takes a high one's place and leaves it the ground of both.
//! So the order of the triangles matters.
//!
//! Triangles without area, upright or flat, leave spans where they lie, on which nobody can walk. Those with corners that are no numbers
//! leave none.
//!
//! Mikko Mononen, Recast (2009), `RecastRasterization.cpp`.

use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
};

use serde::Serialize;

use super::{
    Rounding, Span, Spans, VoxelGrid, VoxelSettings, Voxels,
    clip::{Clip, Filled, Real, can_be_walked, grid_around, uprightness},
};
use crate::{
    maze::Level,
    record::{
        Event, Recorder, Replayable, Sink,
        limits::{MOST_COLUMNS, MOST_SPANS},
    },
};

/// How far rasterising has come: of the triangle, all columns before one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// The triangle.
    pub triangle: u32,
    /// The column, by its place among all.
    pub cell: u32,
}

/// What happened to the spans.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum RasteriseEvent {
    /// A triangle left a span in a column; the spans that it became one with are in the side array.
    Added {
        /// The triangle and the column.
        at: Progress,
        /// How far it had come before.
        was: Progress,
        /// Where the triangle's piece begins. \[voxels]
        low: u16,
        /// Where it ends. \[voxels]
        high: u16,
        /// How many spans it became one with.
        joined: u16,
    },
    /// Observed: a triangle is next.
    Begun {
        /// The triangle.
        triangle: u32,
    },
}

const _: () = assert!(size_of::<RasteriseEvent>() <= 28, "there are several a column");

impl Event for RasteriseEvent {
    fn detail_len(&self) -> usize {
        match *self {
            Self::Added { joined, .. } => usize::from(joined) * 2,
            Self::Begun { .. } => 0,
        }
    }
}

/// The spans so far.
#[derive(Clone, Debug)]
pub struct Rasterise {
    level: Arc<Level>,
    settings: VoxelSettings,
    agent: Voxels,
    grid: VoxelGrid,
    /// For each triangle the ground of its spans.
    grounds: Arc<[Option<u8>]>,
    columns: Vec<Vec<Span>>,
    next: Progress,
}

impl PartialEq for Rasterise {
    fn eq(&self, other: &Self) -> bool {
        (&self.columns, self.next) == (&other.columns, other.next)
    }
}

impl Rasterise {
    /// No spans yet; the level must have been [checked](Self::check).
    #[must_use]
    pub fn new(level: Arc<Level>, settings: VoxelSettings) -> Self {
        let grid = grid_around(&level, &settings);
        let grounds = (0..level.triangles().len()).map(|it| ground(&level, &settings, it)).collect();
        let columns = vec![Vec::new(); grid.count()];
        let agent = settings.in_voxels(0.0);
        Self { level, settings, agent, grid, grounds, columns, next: Progress::default() }
    }

    /// Whether a level can be turned into voxels.
    ///
    /// # Errors
    ///
    /// It would take too much memory, or it is higher than voxels are counted; says what to do.
    pub fn check(level: &Level, settings: &VoxelSettings) -> Result<(), String> {
        let [low, high] = level.heights();
        let bounds = level.bounds();
        let voxels = (high - low) / settings.cell_height;
        let most = f64::from(u16::MAX - 1);
        if voxels > most {
            let least = (high - low) / most;
            return Err(format!(
                "the level is {voxels:.0} voxels high, and no more than {most} can be counted; choose higher voxels \
                 (voxels.cell_height above {least:.4})"
            ));
        }
        let columns = along(bounds.min.x, bounds.max.x, settings) * along(bounds.min.y, bounds.max.y, settings);
        if columns > count(MOST_COLUMNS) {
            return Err(too_fine(&format!("{columns:.0} columns"), MOST_COLUMNS));
        }
        let spans: f64 = (0..level.triangles().len()).map(|it| columns_under(level, it, settings.cell_size)).sum();
        if spans > count(MOST_SPANS) {
            return Err(too_fine(&format!("triangles in about {spans:.0} columns in all"), MOST_SPANS));
        }
        let room = settings.in_voxels(0.0).height;
        if room > u32::from(u8::MAX) {
            return Err(format!(
                "the agent's height is {room} voxels, and room is counted up to 255; choose higher voxels (voxels.cell_height)"
            ));
        }
        Ok(())
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &VoxelSettings {
        &self.settings
    }

    /// The agent's measures; without its radius.
    #[must_use]
    pub fn agent(&self) -> &Voxels {
        &self.agent
    }

    /// The columns.
    #[must_use]
    pub fn grid(&self) -> &VoxelGrid {
        &self.grid
    }

    /// The spans of a column so far, from the lowest on.
    #[must_use]
    pub fn spans_at(&self, column: u32, row: u32) -> &[Span] {
        self.in_cell(self.grid.index(column, row))
    }

    /// The spans so far of the column at a place among all.
    #[must_use]
    pub fn in_cell(&self, cell: usize) -> &[Span] {
        &self.columns[cell]
    }

    /// The ground on the spans of a triangle; none where nobody can walk.
    #[must_use]
    pub fn ground(&self, triangle: u32) -> Option<u8> {
        self.grounds[triangle as usize]
    }

    /// How steep a triangle is: 0 where it is level and faces up, 90 where it is upright, 180 where it faces down; not a number where it has
    /// no area. \[degrees]
    #[must_use]
    pub fn steepness(&self, triangle: u32) -> f64 {
        uprightness::<f64>(self.level.corners(triangle as usize)).clamp(-1.0, 1.0).acos().to_degrees()
    }

    /// The spans, for the filters.
    #[must_use]
    pub fn spans(&self) -> Spans {
        Spans::new(self.grid, &self.columns)
    }

    /// How many spans there are, and on how many of them one can walk.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let walkable = |column: &Vec<Span>| column.iter().filter(|it| it.ground.is_some()).count();
        (self.columns.iter().map(Vec::len).sum(), self.columns.iter().map(walkable).sum())
    }

    /// The spans of a column that a new one overlaps or touches, and what all of them become.
    fn joined(&self, cell: u32, new: Span) -> (Range<usize>, Span) {
        let column = &self.columns[cell as usize];
        let first = column.partition_point(|it| it.high < new.low);
        let (mut end, mut span) = (first, new);
        while let Some(other) = column.get(end).filter(|it| it.low <= span.high) {
            span.low = span.low.min(other.low);
            span.high = span.high.max(other.high);
            if u32::from(span.high.abs_diff(other.high)) <= self.agent.climb {
                span.ground = span.ground.max(other.ground);
            }
            end += 1;
        }
        (first..end, span)
    }

    fn new_span(&self, at: Progress, low: u16, high: u16) -> Span {
        Span { low, high, ground: self.ground(at.triangle) }
    }
}

/// The ground on the spans of a triangle.
fn ground(level: &Level, settings: &VoxelSettings, triangle: usize) -> Option<u8> {
    let corners = level.corners(triangle);
    let can_be_walked = match settings.rounding {
        Rounding::Exact => can_be_walked::<f64>(corners, settings.slope),
        Rounding::F32 => can_be_walked::<f32>(corners, settings.slope),
    };
    let kind = level.triangles()[triangle].kind;
    (kind != Level::NOT_WALKABLE && can_be_walked).then_some(kind)
}

/// How many columns lie between two coordinates, about.
fn along(min: f64, max: f64, settings: &VoxelSettings) -> f64 {
    ((max - min) / settings.cell_size + 0.5).max(0.0)
}

/// In how many columns a triangle has a piece, about: as many as its area fills, and those along its border.
fn columns_under(level: &Level, triangle: usize, size: f64) -> f64 {
    let [[ax, ay, _], [bx, by, _], [cx, cy, _]] = level.corners(triangle);
    let extent = |a: f64, b: f64, c: f64| (a.max(b).max(c) - a.min(b).min(c)) / size + 1.0;
    let (width, height) = (extent(ax, bx, cx), extent(ay, by, cy));
    let all = (width * height).min(width * height / 2.0 + width + height);
    if all.is_finite() { all } else { 0.0 }
}

fn too_fine(what: &str, most: usize) -> String {
    format!("the level would have {what}; there may be no more than {most}: choose wider columns (voxels.cell_size)")
}

#[expect(clippy::cast_precision_loss, reason = "limits are less than 2^53")]
fn count(things: usize) -> f64 {
    things as f64
}

impl Replayable for Rasterise {
    type Event = RasteriseEvent;

    fn apply(&mut self, event: &RasteriseEvent, _: &[u32]) {
        if let RasteriseEvent::Added { at, low, high, .. } = *event {
            let (joined, span) = self.joined(at.cell, self.new_span(at, low, high));
            self.columns[at.cell as usize].splice(joined, [span]);
            self.next = Progress { cell: at.cell + 1, ..at };
        }
    }

    fn revert(&mut self, event: &RasteriseEvent, detail: &[u32]) {
        if let RasteriseEvent::Added { at, was, high, .. } = *event {
            let column = &mut self.columns[at.cell as usize];
            let place = column.partition_point(|it| it.high < high);
            column.splice(place..=place, detail.chunks_exact(2).map(|it| unpacked([it[0], it[1]])));
            self.next = was;
        }
    }
}

/// A span as two words of the side array.
fn packed(span: Span) -> [u32; 2] {
    [u32::from(span.low) | u32::from(span.high) << 16, span.ground.map_or(0, |it| u32::from(it) + 1)]
}

#[expect(clippy::cast_possible_truncation, reason = "that is how it was packed")]
fn unpacked([extent, ground]: [u32; 2]) -> Span {
    Span { low: extent as u16, high: (extent >> 16) as u16, ground: ground.checked_sub(1).map(|it| it as u8) }
}

/// Turns the triangles into spans, from wherever it stands.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn rasterise<S: Sink<RasteriseEvent>>(it: &mut Recorder<Rasterise, S>) -> ControlFlow<()> {
    match it.settings.rounding {
        Rounding::Exact => rasterise_in::<f64, S>(it),
        Rounding::F32 => rasterise_in::<f32, S>(it),
    }
}

fn rasterise_in<N: Real, S: Sink<RasteriseEvent>>(it: &mut Recorder<Rasterise, S>) -> ControlFlow<()> {
    let level = it.level.clone();
    let mut clip = Clip::<N>::new(it.grid, level.heights()[1]);
    let (mut pieces, mut detail) = (Vec::new(), Vec::new());
    for (index, triangle) in (0..level.triangles().len()).zip(0..).skip(it.next.triangle as usize) {
        let from = if triangle == it.next.triangle { it.next.cell } else { 0 };
        if from == 0 {
            it.observe(|_| RasteriseEvent::Begun { triangle });
        }
        let corners = level.corners(index);
        if !corners.as_flattened().iter().all(|it| it.is_finite()) {
            continue;
        }
        clip.cut(corners, &mut pieces);
        for &Filled { cell, low, high } in pieces.iter().filter(|it| it.cell >= from as usize) {
            let at = Progress { triangle, cell: u32::try_from(cell).expect("columns are bounded") };
            let (joined, _) = it.joined(at.cell, it.new_span(at, low, high));
            detail.clear();
            detail.extend(it.columns[cell][joined.clone()].iter().flat_map(|it| packed(*it)));
            let joined = u16::try_from(joined.len()).expect("spans of a column are apart");
            let was = it.next;
            it.commit_with(RasteriseEvent::Added { at, was, low, high, joined }, &detail)?;
        }
    }
    ControlFlow::Continue(())
}
