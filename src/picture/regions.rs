//! Regions, contours and simplified rings, drawn: tops in the colour of their region, rings as lines over them.

use super::{Drawn, Mark, Role, Shape, Shown};
use crate::{
    bake::voxels::{ContourEvent, Contours, RegionEvent, RegionMap, Ring, Simplify, SimplifyEvent, TopId, VoxelGrid},
    geometry::{Bounds, Point},
};

/// Rings of more corners are drawn with but some of them.
const MOST: usize = 4000;

/// What a region is drawn in.
fn role(region: u32) -> Role {
    Role::REGIONS[region as usize % Role::REGIONS.len()]
}

/// Draws the regions of all tops in view, tops side by side as one box; where columns are smaller than a pixel, one for several.
fn draw_regions(map: &RegionMap, view: &Shown, out: &mut Vec<Mark>) {
    let grid = map.surface().grid();
    let Some([from, to]) = in_view(grid, view.area) else { return };
    let mut step = 1;
    while view.scale.is_finite() && !view.resolves(grid.cell_size * f64::from(step), 1.0) && step < 1 << 20 {
        step *= 2;
    }
    for row in (from.1..=to.1).step_by(step as usize) {
        let mut tops: Vec<(usize, u32, u32)> = Vec::new();
        for column in (from.0..=to.0).step_by(step as usize) {
            let floors = map.surface().in_column(column, row).enumerate();
            tops.extend(floors.map(|(floor, it)| (floor, column, map.region(it))).filter(|it| it.2 != 0));
        }
        tops.sort_unstable();
        for run in tops.chunk_by(|a, b| (a.0, a.1 + step, a.2) == *b) {
            let [first, last] = [run[0], run[run.len() - 1]];
            let (min, max) = (grid.bounds_of(first.1, row).min, grid.bounds_of(last.1 + step - 1, row + step - 1).max);
            out.push(Mark::new(role(first.2), Shape::Box(Bounds { min, max })));
        }
    }
}

/// The first and the last column and row that are in view.
fn in_view(grid: &VoxelGrid, area: Bounds) -> Option<[(u32, u32); 2]> {
    let all = grid.bounds();
    if grid.count() == 0 || !all.touches(area) {
        return None;
    }
    let clamped = |p: Point| {
        let p = Point::new(p.x.clamp(all.min.x, all.max.x), p.y.clamp(all.min.y, all.max.y));
        let last = (grid.columns - 1, grid.rows - 1);
        let along = |x: f64, y: f64| grid.column_at(Point::new(x, y));
        let inside = grid.bounds_of(last.0, last.1).min;
        along(p.x.min(inside.x), p.y.min(inside.y)).unwrap_or(last)
    };
    let [from, to] = [clamped(area.min), clamped(area.max)];
    Some([from, to])
}

/// Draws some tops by themselves.
fn draw_tops(map: &RegionMap, tops: impl Iterator<Item = TopId>, role: Role, out: &mut Vec<Mark>) {
    let grid = map.surface().grid();
    let boxes = tops.map(|it| map.surface().top(it)).map(|it| grid.bounds_of(it.column, it.row));
    out.extend(boxes.map(|it| Mark::new(role, Shape::Box(it))));
}

/// The line around a ring, coarse where it has very many corners.
fn line(grid: &VoxelGrid, ring: &Ring) -> Shape {
    let place = |at: usize| {
        let it = &ring.vertices[at];
        grid.lattice(f64::from(it.x), f64::from(it.y))
    };
    let count = ring.vertices.len();
    let step = count / MOST + 1;
    Shape::Polyline((0..count).step_by(step).chain((count > 0).then_some(0)).map(place).collect())
}

/// Draws rings as far as they are in view.
fn draw_rings<'r>(grid: &VoxelGrid, rings: impl Iterator<Item = &'r Ring>, view: &Shown, out: &mut Vec<Mark>) {
    let shapes = rings.map(|it| line(grid, it)).filter(|it| view.area.touches(Bounds::around(it.bounds())));
    out.extend(shapes.map(|it| Mark::new(Role::Outline, it)));
}

impl Drawn for RegionMap {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        draw_regions(self, view, out);
    }

    fn draw_event(&self, event: &RegionEvent, detail: &[u32], out: &mut Vec<Mark>) {
        let listed = || detail.iter().map(|&it| TopId::of_index(it as usize));
        let of = |is: &dyn Fn(u32) -> bool| {
            self.surface().ids().filter(|&it| self.raw(it) != 0 && is(self.raw(it))).collect::<Vec<_>>()
        };
        let mut tops = |tops: Vec<TopId>, role: Role| draw_tops(self, tops.into_iter(), role, out);
        match *event {
            // They are about the whole surface; what is in it stays in view.
            RegionEvent::Measured | RegionEvent::Counted { .. } | RegionEvent::Numbered { .. } => {
                let Bounds { min, max } = self.surface().grid().bounds();
                let around = [min, Point::new(min.x, max.y), max, Point::new(max.x, min.y), min];
                out.push(Mark::new(Role::Focus, Shape::Polyline(around.into())));
            }
            RegionEvent::Lowered { to, .. } => {
                let free = self.surface().ids().filter(|&it| self.raw(it) == 0 && self.distance(it) >= to);
                tops(free.collect(), Role::Candidate);
            }
            RegionEvent::Spread { .. } | RegionEvent::Swept { .. } => tops(listed().collect(), Role::Newborn),
            RegionEvent::Flooded { seed, .. } => {
                tops(listed().collect(), Role::Newborn);
                tops(vec![seed], Role::Focus);
            }
            RegionEvent::Removed { .. } => tops(of(&|it| detail.contains(&it)), Role::Dropped),
            RegionEvent::Begun { region, .. } | RegionEvent::Stays { region, .. } => {
                tops(of(&|it| it == region), Role::Focus);
            }
            RegionEvent::Layered { region, into, .. } | RegionEvent::Merged { region, into, .. } => {
                tops(of(&|it| it != region && self.now(it) == into), Role::Focus);
                tops(of(&|it| it == region), Role::Newborn);
            }
            RegionEvent::Blocked { seed, .. } => tops(vec![seed], Role::Conflict),
            RegionEvent::Apart { region, other, .. } => {
                tops(of(&|it| self.now(it) == region || it == region), Role::Focus);
                tops(of(&|it| self.now(it) == other), Role::Conflict);
            }
        }
    }
}

impl Drawn for Contours {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        draw_regions(self.map(), view, out);
        draw_rings(self.map().surface().grid(), self.all().iter().map(|it| &it.ring), view, out);
    }

    fn draw_event(&self, event: &ContourEvent, _: &[u32], out: &mut Vec<Mark>) {
        match *event {
            ContourEvent::Walked { top, .. } => {
                let ring = self.all().last().map(|it| line(self.map().surface().grid(), &it.ring));
                out.extend(ring.map(|it| Mark::new(Role::Newborn, it)));
                draw_tops(self.map(), [top].into_iter(), Role::Focus, out);
            }
            ContourEvent::Lone { top } => draw_tops(self.map(), [top].into_iter(), Role::Conflict, out),
        }
    }
}

impl Drawn for Simplify {
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>) {
        let grid = self.contours().map().surface().grid();
        draw_regions(self.contours().map(), view, out);
        draw_rings(grid, self.contours().all()[self.begun()..].iter().map(|it| &it.ring), view, out);
        let rings: Vec<Ring> = (0..self.begun()).map(|it| self.ring(it)).collect();
        draw_rings(grid, rings.iter(), view, out);
    }

    fn draw_event(&self, event: &SimplifyEvent, _: &[u32], out: &mut Vec<Mark>) {
        let grid = self.contours().map().surface().grid();
        let lattice = |p: Point| grid.lattice(p.x, p.y);
        let place = |ring: u32, corner: u32| lattice(self.corner(ring, corner));
        let raw = |ring: u32| line(grid, &self.contours().all()[ring as usize].ring);
        let mut stretch = |ring: u32, at: u32, role: Role| {
            let ends = self.ends(ring, at).map(|it| place(ring, it));
            out.push(Mark::new(role, Shape::Segment(ends)));
        };
        match *event {
            SimplifyEvent::Begun { ring, .. } => {
                out.push(Mark::new(Role::Candidate, raw(ring)));
                let kept = self.ring(ring as usize).vertices.into_iter();
                let dots = kept.map(|it| grid.lattice(f64::from(it.x), f64::from(it.y)));
                out.extend(dots.map(|it| Mark::new(Role::Focus, Shape::Dot(it))));
            }
            SimplifyEvent::Kept { ring, at, corner, .. } | SimplifyEvent::Split { ring, at, corner, .. } => {
                stretch(ring, at, Role::Newborn);
                stretch(ring, at + 1, Role::Newborn);
                out.push(Mark::new(Role::Focus, Shape::Dot(place(ring, corner))));
            }
            SimplifyEvent::Closed { ring, .. } => {
                out.push(Mark::new(Role::Focus, line(grid, &self.ring(ring as usize))));
            }
            SimplifyEvent::Dropped { ring } => out.push(Mark::new(Role::Dropped, raw(ring))),
            SimplifyEvent::Near { ring, at, corner, .. } => {
                stretch(ring, at, Role::Focus);
                out.push(Mark::new(Role::Candidate, Shape::Dot(place(ring, corner))));
            }
            SimplifyEvent::Shared { ring, at, .. } => stretch(ring, at, Role::Focus),
        }
    }
}
