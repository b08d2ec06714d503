//! From level geometry to a surface that can be walked, on small levels: each stage against an answer found in another way.

use std::{collections::BTreeSet, fmt::Write as _, sync::Arc};

use navscope::{
    bake::voxels::{
        Erode, Headroom, HeadroomRule, Ledges, LedgesRule, LowHanging, LowHangingRule, Rasterise, Rounding, Span,
        Spans, Surface, Top, TopId, VoxelGrid, VoxelSettings, Voxels, erode, rasterise, sift,
    },
    geometry::{Bounds, Point},
    io::{Axes, parse_obj},
    maze::{Level, LevelTriangle},
    picture::{Mark, Role, Shape, Shown, draw_surface},
    record::{Recorder, run_unrecorded},
};

use crate::{
    random::Random,
    replay::{Told, check},
};

/// Level geometry as text, y up.
#[derive(Default)]
struct Obj {
    text: String,
    points: usize,
}

impl Obj {
    /// A face with its corners turning left as seen from its front.
    fn face(mut self, corners: &[[f64; 3]]) -> Self {
        let mut face = "f".to_owned();
        for [x, y, z] in corners {
            self.points += 1;
            writeln!(self.text, "v {x} {y} {z}").expect("a string");
            write!(face, " {}", self.points).expect("a string");
        }
        self.text += &face;
        self.text += "\n";
        self
    }

    /// A floor from one corner (x, z) to the other, at heights where x begins and where it ends.
    fn floor(self, [left, near]: [f64; 2], [right, far]: [f64; 2], heights: [f64; 2]) -> Self {
        let [low, high] = heights;
        self.face(&[[left, low, near], [left, low, far], [right, high, far], [right, high, near]])
    }

    /// A box.
    fn block(self, [l, b, n]: [f64; 3], [r, t, f]: [f64; 3]) -> Self {
        self.floor([l, n], [r, f], [t, t])
            .face(&[[l, b, n], [r, b, n], [r, b, f], [l, b, f]])
            .face(&[[l, b, n], [l, t, n], [r, t, n], [r, b, n]])
            .face(&[[l, b, f], [r, b, f], [r, t, f], [l, t, f]])
            .face(&[[l, b, n], [l, b, f], [l, t, f], [l, t, n]])
            .face(&[[r, b, n], [r, t, n], [r, t, f], [r, b, f]])
    }

    fn level(&self) -> Arc<Level> {
        Arc::new(parse_obj(&self.text, Axes::default()).expect("well made"))
    }
}

/// All stages of a level, at their ends.
struct Stages {
    raster: Rasterise,
    low: LowHanging,
    ledges: Ledges,
    headroom: Headroom,
    erode: Erode,
}

impl Stages {
    fn of(level: &Arc<Level>, settings: VoxelSettings, radius: f64) -> Self {
        Rasterise::check(level, &settings).expect("small");
        let (run, agent) = (false.into(), settings.in_voxels(radius));
        let raster = run_unrecorded(Rasterise::new(level.clone(), settings), &run, rasterise).expect("not cancelled");
        let low = LowHanging::new(Arc::new(raster.spans()), agent);
        let low = run_unrecorded(low, &run, sift::<LowHangingRule, _>).expect("not cancelled");
        let ledges = Ledges::new(low.spans().clone(), agent);
        let ledges = run_unrecorded(ledges, &run, sift::<LedgesRule, _>).expect("not cancelled");
        let headroom = Headroom::new(ledges.spans().clone(), agent);
        let headroom = run_unrecorded(headroom, &run, sift::<HeadroomRule, _>).expect("not cancelled");
        let surface = Arc::new(headroom.spans().surface(&agent));
        let erode = run_unrecorded(Erode::new(surface, agent.radius), &run, erode).expect("not cancelled");
        Self { raster, low, ledges, headroom, erode }
    }

    /// Checks each stage by itself, as replays are.
    fn check(level: &Arc<Level>, settings: VoxelSettings, radius: f64, told: &mut Told) {
        let agent = settings.in_voxels(radius);
        let raster = check(Rasterise::new(level.clone(), settings), told);
        let low = check(LowHanging::new(Arc::new(raster.spans()), agent), told);
        let ledges = check(Ledges::new(low.spans().clone(), agent), told);
        let headroom = check(Headroom::new(ledges.spans().clone(), agent), told);
        check(Erode::new(Arc::new(headroom.spans().surface(&agent)), agent.radius), told);
    }
}

/// Whether one can get from one place (x, z, height) to another over a surface.
fn are_linked(surface: &Surface, ends: [[f64; 3]; 2]) -> bool {
    let [from, to] = ends.map(|[x, y, height]| {
        let grid = surface.grid();
        let (column, row) = grid.column_at(Point::new(x, y)).expect("on the grid");
        let off = |it: &TopId| (grid.height(surface.top(*it).height.into()) - height).abs();
        surface.in_column(column, row).min_by(|a, b| off(a).total_cmp(&off(b))).expect("a top")
    });
    let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(top) = open.pop() {
        for next in surface.top(top).links {
            if next != TopId::NONE && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.contains(&to)
}

const BOTH: [Rounding; 2] = [Rounding::Exact, Rounding::F32];

fn with(rounding: Rounding) -> VoxelSettings {
    VoxelSettings { rounding, ..VoxelSettings::default() }
}

#[test]
fn a_floor_is_one_voxel_high_and_falls_at_its_border() {
    for rounding in BOTH {
        let stages = Stages::of(&Obj::default().floor([0.0, 0.0], [3.0, 3.0], [0.0, 0.0]).level(), with(rounding), 0.6);
        let floor = Span { low: 0, high: 1, ground: Some(0) };
        assert!((0..100).all(|cell| stages.raster.in_cell(cell) == [floor]), "{rounding:?}");
        let counts = [stages.raster.counts(), stages.low.counts(), stages.ledges.counts(), stages.headroom.counts()];
        assert_eq!(counts, [(100, 100), (100, 100), (100, 64), (100, 64)]);
        // Of 8 by 8 tops two columns fall along each side.
        assert_eq!(stages.erode.counts(), (64, 16));
        let left = stages.erode.surface();
        assert!(left.tops().iter().all(|it| (3..7).contains(&it.column) && (3..7).contains(&it.row)));
        assert!(left.tops().iter().all(|it| it.height == 1 && it.headroom == 255));
        let mut marks = Vec::new();
        let area = Bounds { min: Point::new(-9.0, -9.0), max: Point::new(9.0, 9.0) };
        draw_surface(&left, &Shown { area, scale: 10.0 }, &mut marks);
        let boxes = |it: &Mark| matches!((it.role, &it.shape), (Role::Walkable, Shape::Box(_)));
        assert_eq!((marks.len(), marks.iter().all(boxes)), (4, true), "rows are one box each");
        marks.clear();
        draw_surface(&left, &Shown { area, scale: 40.0 }, &mut marks);
        assert_eq!(marks.len(), 16, "large columns can be pointed at");
    }
}

#[test]
fn a_ramp_can_be_walked_if_it_is_less_steep_than_the_slope() {
    for rounding in BOTH {
        for (degrees, slope, walkable) in
            [(30.0, 45.0, true), (60.0, 45.0, false), (60.0, 61.0, true), (30.0, 29.0, false)]
        {
            let rise = 3.0 * f64::to_radians(degrees).tan();
            let level = Obj::default().floor([0.0, 0.0], [3.0, 3.0], [0.0, rise]).level();
            let stages = Stages::of(&level, VoxelSettings { slope, ..with(rounding) }, 0.0);
            assert!((stages.raster.steepness(0) - degrees).abs() < 1e-9);
            assert_eq!(stages.raster.counts(), (100, if walkable { 100 } else { 0 }), "{degrees} {slope} {rounding:?}");
        }
        // Seen from below it is no floor.
        let below = Obj::default().face(&[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [3.0, 0.0, 3.0], [0.0, 0.0, 3.0]]).level();
        assert_eq!(Stages::of(&below, with(rounding), 0.0).raster.counts(), (100, 0));
    }
}

/// A ground with five steps of 0.3 up to a platform.
fn stairs() -> Arc<Level> {
    let mut obj = Obj::default().floor([-3.0, 0.0], [9.0, 6.0], [0.0, 0.0]);
    for step in 0..5 {
        let (x, top) = (f64::from(step) * 0.9, f64::from(step + 1) * 0.3);
        let end = if step == 4 { 7.5 } else { x + 0.9 };
        obj = obj.block([x, 0.0, 1.5], [end, top, 4.5]);
    }
    obj.level()
}

#[test]
fn stairs_are_climbed_if_the_agent_can_climb_their_steps() {
    for rounding in BOTH {
        for (climb, linked) in [(0.9, true), (0.4, true), (0.2, false)] {
            let stages = Stages::of(&stairs(), VoxelSettings { climb, ..with(rounding) }, 0.0);
            let ends = [[-1.5, 3.0, 0.0], [6.0, 3.0, 1.5]];
            assert_eq!(are_linked(&stages.erode.surface(), ends), linked, "{climb} {rounding:?}");
        }
    }
}

/// A ground with a wall across, and in that a door; how wide it is, and from where.
fn door(width: f64, from: f64) -> Arc<Level> {
    let obj = Obj::default().floor([0.0, 0.0], [8.0, 12.0], [0.0, 0.0]);
    let wall = |obj: Obj, near, far| obj.block([3.7, 0.0, near], [4.3, 3.0, far]);
    wall(wall(obj, 0.0, from), from + width, 12.0).level()
}

/// In how many of 16 places within a column a door is open. \[width in world units]
fn open_in(settings: VoxelSettings, radius: f64, width: f64) -> usize {
    let places = (0..16).map(|place| 4.0 + settings.cell_size * (f64::from(place) / 16.0 + 0.03));
    let is_open = |from: &f64| {
        let ends = [[1.5, 6.0, 0.0], [6.5, 6.0, 0.0]];
        are_linked(&Stages::of(&door(width, *from), settings, radius).erode.surface(), ends)
    };
    places.filter(is_open).count()
}

/// What is said of doors holds wherever they lie: so columns of half the radius close one of 2.2 radii in 16 of 16 places.
#[test]
fn doors_are_open_or_closed_for_sure_where_it_is_said() {
    let radius = 0.6;
    for columns in [1.0, 1.5, 2.0, 2.1, 3.0, 5.0] {
        let settings = VoxelSettings { cell_size: radius / columns, ..VoxelSettings::default() };
        let [least, sure] = settings.doors(radius);
        assert_eq!(open_in(settings, radius, least - 0.01 * settings.cell_size), 0, "{columns}");
        assert_eq!(open_in(settings, radius, sure + 0.01 * settings.cell_size), 16, "{columns}");
        let between = open_in(settings, radius, f64::midpoint(least, sure));
        assert!((1..16).contains(&between), "{columns}: {between} of 16");
    }
    let half = VoxelSettings { cell_size: radius / 2.0, ..VoxelSettings::default() };
    assert_eq!((open_in(half, radius, 2.2 * radius), open_in(half, radius, 3.1 * radius)), (0, 16));
}

/// A ground with a beam above it, a plate that lies low, and a wall.
fn beam() -> Arc<Level> {
    let obj = Obj::default().floor([0.0, 0.0], [9.0, 6.0], [0.0, 0.0]).block([3.0, 1.5, 0.0], [3.6, 2.0, 6.0]);
    let plate = |obj: Obj, x: f64, y: f64| obj.face(&[[x, y, 1.5], [x + 0.9, y, 1.5], [x + 0.9, y, 3.0], [x, y, 3.0]]);
    let obj = plate(plate(obj, 1.5, 0.5), 5.1, 1.3);
    obj.block([7.0, 0.0, 2.0], [7.4, 3.0, 4.0]).level()
}

#[test]
fn nobody_walks_below_a_beam_but_over_a_low_plate() {
    for rounding in BOTH {
        let stages = Stages::of(&beam(), with(rounding), 0.0);
        let (below_beam, on_plate, below_plate) = ((10, 3), (6, 7), (18, 7));
        let walkable = |spans: &Spans, (column, row)| -> Vec<u16> {
            spans.spans_at(column, row).iter().filter(|it| it.ground.is_some()).map(|it| it.high).collect()
        };
        // The beam's own top can be walked on, but is a ledge; the floor below has too low a ceiling. A face on the border between two
        // voxels fills the upper one.
        assert_eq!(walkable(stages.low.spans(), below_beam), [1, 11]);
        assert_eq!(walkable(stages.ledges.spans(), below_beam), [1]);
        assert_eq!(walkable(stages.headroom.spans(), below_beam), [0; 0]);
        assert_eq!(walkable(&stages.raster.spans(), on_plate), [1]);
        assert_eq!(walkable(stages.low.spans(), on_plate), [1, 3]);
        assert_eq!(walkable(stages.headroom.spans(), on_plate), [3], "it can be stepped on, and hides the floor");
        assert_eq!(walkable(stages.low.spans(), below_plate), [1], "it hangs too high to be stepped on");
        assert_eq!(walkable(stages.headroom.spans(), below_plate), [0; 0]);
        let across = [[1.0, 4.5, 0.0], [8.4, 4.5, 0.0]];
        assert!(!are_linked(&stages.erode.surface(), across), "the beam hangs too low");
    }
}

/// A low span that comes after a high one takes over its top, and both grounds count.
#[test]
fn the_order_of_triangles_decides_on_whose_ground_one_walks() {
    let wall = |obj: Obj| obj.face(&[[0.0, 0.0, 1.5], [0.0, 3.0, 1.5], [3.0, 3.0, 1.5], [3.0, 0.0, 1.5]]);
    let floor = |obj: Obj| obj.floor([0.0, 0.0], [3.0, 3.0], [0.0, 0.0]);
    for rounding in BOTH {
        let on_wall = |obj: Obj| Stages::of(&obj.level(), with(rounding), 0.0).raster.spans_at(5, 5).to_vec();
        assert_eq!(on_wall(wall(floor(Obj::default()))), [Span { low: 0, high: 15, ground: None }]);
        assert_eq!(on_wall(floor(wall(Obj::default()))), [Span { low: 0, high: 15, ground: Some(0) }]);
    }
}

/// Levels that lead into every corner of every stage.
pub(crate) fn check_voxels(told: &mut Told) {
    for rounding in BOTH {
        Stages::check(&beam(), with(rounding), 0.6, told);
        Stages::check(&stairs(), VoxelSettings { climb: 0.2, ..with(rounding) }, 0.3, told);
    }
    let ramp =
        Obj::default().floor([0.0, 0.0], [3.0, 3.0], [0.0, 5.0]).floor([-3.0, 1.0], [-1.0, 2.0], [2.0, 2.0]).level();
    Stages::check(&ramp, VoxelSettings { slope: 70.0, ..with(Rounding::Exact) }, 0.3, told);
}

/// Triangles of all sorts in a box of 3 × 3 × 3: large, tiny, upright, flat, without area.
fn random_level(random: &mut Random, count: usize) -> Level {
    let (mut points, mut triangles) = (vec![[0.0; 3], [3.0; 3]], Vec::new());
    for _ in 0..count {
        let at = [(); 3].map(|()| random.fraction() * 3.0);
        let size = random.pick(&[0.01, 0.3, 3.0]);
        let flat = random.pick(&[3, 3, 3, 0, 1, 2]);
        let mut corner = || {
            let mut it = at.map(|it| (it + (random.fraction() - 0.5) * size).clamp(0.0, 3.0));
            if flat < 3 {
                it[flat] = at[flat];
            }
            // Some lie on the borders of columns and voxels.
            if random.chance(20) { it.map(|it| (it * 10.0).round() / 10.0) } else { it }
        };
        let mut corners = [corner(), corner(), corner()];
        if random.chance(5) {
            corners[2] = corners[random.below(2)];
        }
        let first = points.len() as u32;
        points.extend(corners);
        let kind = random.pick(&[0, 0, 1, Level::NOT_WALKABLE]);
        triangles.push(LevelTriangle { corners: [first, first + 1, first + 2], kind });
    }
    Level::new(points, triangles, vec!["plain".to_owned(), "road".to_owned()])
}

fn rasterised(level: Level, settings: VoxelSettings) -> Rasterise {
    run_unrecorded(Rasterise::new(Arc::new(level), settings), &false.into(), rasterise).expect("not cancelled")
}

/// The heights at which a triangle has points above a closed square: at its corners there, where its sides cross those of the square, and
/// at the square's corners below it.
fn heights_over(corners: [[f64; 3]; 3], area: Bounds) -> Vec<f64> {
    let inside = |[x, y, _]: [f64; 3]| (area.min.x..=area.max.x).contains(&x) && (area.min.y..=area.max.y).contains(&y);
    let mut found: Vec<f64> = corners.into_iter().filter(|it| inside(*it)).map(|it| it[2]).collect();
    for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (corners[a], corners[b])) {
        for (axis, at) in [(0, area.min.x), (0, area.max.x), (1, area.min.y), (1, area.max.y)] {
            let t = (at - a[axis]) / (b[axis] - a[axis]);
            if (0.0..=1.0).contains(&t) {
                let mut crossing: [f64; 3] = std::array::from_fn(|it| a[it] + (b[it] - a[it]) * t);
                crossing[axis] = at;
                found.extend(inside(crossing).then_some(crossing[2]));
            }
        }
    }
    let [a, b, c] = corners;
    let weight = |[px, py]: [f64; 2], q: [f64; 3], r: [f64; 3]| (q[0] - px) * (r[1] - py) - (r[0] - px) * (q[1] - py);
    let whole = weight([a[0], a[1]], b, c);
    for p in [[area.min.x, area.min.y], [area.max.x, area.min.y], [area.max.x, area.max.y], [area.min.x, area.max.y]] {
        let weights = [weight(p, b, c), weight(p, c, a), weight(p, a, b)].map(|it| it / whole);
        if weights.iter().all(|it| *it >= 0.0) {
            found.push(weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2]);
        }
    }
    found
}

#[test]
fn a_triangle_fills_of_each_column_what_lies_in_it() {
    let mut random = Random::new(14);
    let mut filled = 0;
    for _ in 0..400 {
        let level = random_level(&mut random, 1);
        let corners = level.corners(0);
        for rounding in BOTH {
            let raster = rasterised(level.clone(), with(rounding));
            let grid = *raster.grid();
            for cell in 0..grid.count() {
                let (column, row) = grid.column_of(cell);
                let area = grid.bounds_of(column, row);
                // What is nearer to a border than rounding can tell may count as either side of it.
                let slack = if rounding == Rounding::Exact { 1e-6 } else { 1e-4 };
                let [least, most] = [-slack, slack].map(|it| heights_over(corners, area.grown(it)));
                let spans = raster.in_cell(cell);
                assert!(spans.len() <= usize::from(!most.is_empty()), "{corners:?} {rounding:?} in {column}, {row}");
                assert!(spans.len() >= usize::from(!least.is_empty()), "{corners:?} {rounding:?} in {column}, {row}");
                let (Some(span), false) = (spans.first(), least.is_empty()) else { continue };
                filled += 1;
                assert!(span.low < span.high, "{corners:?} {span:?}");
                let ends =
                    |of: &[f64]| of.iter().fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(*it), high.max(*it)));
                let ((inner_low, inner_high), (outer_low, outer_high)) = (ends(&least), ends(&most));
                let voxel = |height: f64, off: f64| (height + off) / 0.2;
                let low = voxel(outer_low, -slack).floor().max(0.0)..=voxel(inner_low, slack).floor();
                let high =
                    voxel(inner_high, -slack).ceil()..=voxel(outer_high, slack).ceil().max(f64::from(span.low) + 1.0);
                assert!(low.contains(&f64::from(span.low)), "{corners:?} {span:?} {low:?}");
                assert!(high.contains(&f64::from(span.high)), "{corners:?} {span:?} {high:?}");
            }
        }
    }
    assert!(filled > 2000, "{filled}");
}

/// Touching intervals are runs of voxels, so the spans of many triangles are the runs of what each fills by itself.
#[test]
fn spans_are_what_all_triangles_fill_together() {
    let mut random = Random::new(15);
    for _ in 0..40 {
        let level = random_level(&mut random, 25);
        for rounding in BOTH {
            let all = rasterised(level.clone(), with(rounding));
            let mut filled: Vec<BTreeSet<u16>> = vec![BTreeSet::new(); all.grid().count()];
            for &triangle in level.triangles() {
                let one = Level::new(level.points().to_vec(), vec![triangle], level.kinds().to_vec());
                let one = rasterised(one, with(rounding));
                for (cell, voxels) in filled.iter_mut().enumerate() {
                    voxels.extend(one.in_cell(cell).iter().flat_map(|it| it.low..it.high));
                }
            }
            for (cell, voxels) in filled.iter().enumerate() {
                let spans = all.in_cell(cell);
                let joined: Vec<u16> = spans.iter().flat_map(|it| it.low..it.high).collect();
                assert_eq!(joined, voxels.iter().copied().collect::<Vec<_>>());
                assert!(spans.windows(2).all(|it| it[0].high < it[1].low), "they are apart");
            }
        }
    }
}

/// Columns of random spans.
fn random_spans(random: &mut Random, side: u32) -> Spans {
    let grid =
        VoxelGrid { corner: Point::default(), base: 0.0, cell_size: 0.3, cell_height: 0.2, columns: side, rows: side };
    let columns: Vec<Vec<Span>> = (0..grid.count())
        .map(|_| {
            let (mut column, mut at) = (Vec::new(), random.below(4) as u16);
            for _ in 0..random.below(4) {
                let high = at + 1 + random.below(4) as u16;
                column.push(Span { low: at, high, ground: random.pick(&[Some(0), Some(0), Some(3), None]) });
                at = high + 1 + random.below(7) as u16;
            }
            column
        })
        .collect();
    Spans::new(grid, &columns)
}

/// The free rooms of a column, from floor to ceiling; the lowest has no floor, the highest no ceiling.
fn rooms(spans: &[Span]) -> Vec<(i64, i64)> {
    let floors = std::iter::once(-1_000_000).chain(spans.iter().map(|it| i64::from(it.high)));
    let ceilings = spans.iter().map(|it| i64::from(it.low)).chain([1_000_000]);
    floors.zip(ceilings).collect()
}

#[test]
fn filters_do_what_their_definitions_say() {
    let mut random = Random::new(16);
    let mut changed = [0; 3];
    for _ in 0..300 {
        let spans = Arc::new(random_spans(&mut random, 6));
        let [height, climb] = [random.between(1, 8), random.between(0, 5)];
        let agent = Voxels { radius: 0, height: height as u32, climb: climb as u32, max_edge: 0 };
        let run = false.into();
        let low = run_unrecorded(LowHanging::new(spans.clone(), agent), &run, sift::<LowHangingRule, _>).expect("runs");
        let ledges = run_unrecorded(Ledges::new(spans.clone(), agent), &run, sift::<LedgesRule, _>).expect("runs");
        let headroom =
            run_unrecorded(Headroom::new(spans.clone(), agent), &run, sift::<HeadroomRule, _>).expect("runs");
        for (count, it) in changed.iter_mut().zip([low.changed(), ledges.changed(), headroom.changed()]) {
            *count += it.len();
        }
        for (cell, (column, row)) in (0..spans.grid().count()).map(|it| (it, spans.grid().column_of(it))) {
            let here = spans.in_cell(cell);
            let own = rooms(here);
            for (index, span) in here.iter().enumerate() {
                let below = index.checked_sub(1).map(|it| here[it]);
                let is_low = below.is_some_and(|it| it.ground.is_some() && i64::from(span.high - it.high) <= climb);
                let raised = if is_low { below.and_then(|it| it.ground) } else { None };
                assert_eq!(low.spans().in_cell(cell)[index].ground, span.ground.or(raised));

                let (floor, ceiling) = own[index + 1];
                let fits = ceiling - floor >= height;
                assert_eq!(headroom.spans().in_cell(cell)[index].ground, span.ground.filter(|_| fits));

                let mut is_ledge = false;
                let mut reach = vec![floor];
                for (x, y) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
                    let (x, y) = (i64::from(column) + x, i64::from(row) + y);
                    if !(0..6).contains(&x) || !(0..6).contains(&y) {
                        is_ledge = true;
                        continue;
                    }
                    for (other, above) in rooms(spans.spans_at(x as u32, y as u32)) {
                        if ceiling.min(above) - floor.max(other) >= height {
                            is_ledge |= floor - other > climb;
                            reach.extend(((floor - other).abs() <= climb).then_some(other));
                        }
                    }
                }
                is_ledge |= reach.iter().max().expect("its own") - reach.iter().min().expect("its own") > climb;
                assert_eq!(ledges.spans().in_cell(cell)[index].ground, span.ground.filter(|_| !is_ledge));
            }
        }
    }
    assert!(changed.iter().all(|it| *it > 100), "{changed:?}");
}

#[test]
fn tops_are_linked_to_the_lowest_that_can_be_stepped_to() {
    let mut random = Random::new(17);
    for _ in 0..200 {
        let spans = random_spans(&mut random, 5);
        let [height, climb] = [random.between(1, 6), random.between(0, 5)];
        let agent = Voxels { radius: 0, height: height as u32, climb: climb as u32, max_edge: 0 };
        let surface = spans.surface(&agent);
        assert_eq!(surface.tops().len(), spans.counts().1);
        let above = |(column, row): (u32, u32), floor: u16| {
            let all = rooms(spans.spans_at(column, row));
            all.into_iter().find(|it| it.0 == i64::from(floor)).expect("its room").1
        };
        for id in surface.ids() {
            let top = *surface.top(id);
            let room = above((top.column, top.row), top.height);
            assert_eq!(i64::from(top.headroom), (room - i64::from(top.height)).min(255));
            for (side, (x, y)) in [(-1, 0), (0, 1), (1, 0), (0, -1)].into_iter().enumerate() {
                let (x, y) = (i64::from(top.column) + x, i64::from(top.row) + y);
                let found = surface.ids().find(|it| {
                    let other = surface.top(*it);
                    let is_beside = (i64::from(other.column), i64::from(other.row)) == (x, y);
                    let ceiling = room.min(above((other.column, other.row), other.height));
                    is_beside
                        && i64::from(top.height.abs_diff(other.height)) <= climb
                        && ceiling - i64::from(top.height.max(other.height)) >= height
                });
                assert_eq!(top.links[side], found.unwrap_or(TopId::NONE));
            }
        }
    }
}

/// Steps of 2 and 3 to the nearest top on the border: nothing can stand in between, for around it would be border too.
#[test]
fn distances_are_those_to_the_nearest_border() {
    let mut random = Random::new(18);
    for _ in 0..60 {
        let side = 16;
        let grid = VoxelGrid {
            corner: Point::default(),
            base: 0.0,
            cell_size: 0.3,
            cell_height: 0.2,
            columns: side,
            rows: side,
        };
        let hole = random.pick(&[0, 2, 10]);
        let floor = Span { low: 0, high: 1, ground: Some(0) };
        let columns: Vec<Vec<Span>> =
            (0..grid.count()).map(|_| if random.chance(hole) { Vec::new() } else { vec![floor] }).collect();
        let surface =
            Arc::new(Spans::new(grid, &columns).surface(&Voxels { radius: 0, height: 10, climb: 4, max_edge: 0 }));
        let radius = random.below(5) as u32;
        let eroded = run_unrecorded(Erode::new(surface.clone(), radius), &false.into(), erode).expect("runs");
        let border: Vec<Top> = surface.tops().iter().filter(|it| it.links.contains(&TopId::NONE)).copied().collect();
        for id in surface.ids() {
            let top = surface.top(id);
            let to = |it: &Top| {
                let [x, y] = [top.column.abs_diff(it.column), top.row.abs_diff(it.row)];
                2 * x.max(y) + x.min(y)
            };
            let distance = border.iter().map(to).min().expect("there is a border");
            assert_eq!(eroded.distance(id).map(u32::from), Some(distance));
            assert_eq!(eroded.has_fallen(id), distance < 2 * radius);
        }
        let left = eroded.surface();
        assert_eq!(left.tops().len(), eroded.counts().1);
        for id in left.ids() {
            for other in left.top(id).links.into_iter().filter(|it| *it != TopId::NONE) {
                assert!(left.top(other).links.contains(&id), "links go both ways");
            }
        }
    }
}

/// From 128 columns on a byte does not hold twice the radius; here it still counts.
#[test]
fn a_large_radius_does_not_wrap() {
    let level = Obj::default().floor([0.0, 0.0], [300.0, 300.0], [0.0, 0.0]).level();
    let settings = VoxelSettings { cell_size: 1.0, ..with(Rounding::F32) };
    assert_eq!(Stages::of(&level, settings, 140.0).erode.counts(), (298 * 298, 18 * 18));
}

#[test]
fn random_levels_replay() {
    let mut random = Random::new(19);
    for round in 0..30 {
        let level = Arc::new(random_level(&mut random, 20));
        let settings = VoxelSettings { climb: random.pick(&[0.0, 0.4, 2.0]), ..with(BOTH[round % 2]) };
        Stages::check(&level, settings, random.pick(&[0.0, 0.3, 0.6]), &mut Told::default());
    }
}

#[test]
fn levels_without_floor_or_numbers_come_to_an_end() {
    let triangle = [LevelTriangle { corners: [0, 1, 2], kind: 0 }];
    let infinity = f64::INFINITY;
    for points in [
        vec![[0.0; 3]; 3],
        vec![[1.0, 2.0, 3.0], [1.1, 2.0, 3.0], [1.0, 2.1, 3.0]],
        vec![[f64::NAN, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0]],
        vec![[f64::NAN; 3]; 3],
        vec![[0.0, f64::NAN, 0.0], [3.0, f64::NAN, 0.0], [0.0, 3.0, infinity]],
    ] {
        for rounding in BOTH {
            let level = Arc::new(Level::new(points.clone(), triangle.to_vec(), vec!["plain".to_owned()]));
            if Rasterise::check(&level, &with(rounding)).is_ok() {
                assert_eq!(Stages::of(&level, with(rounding), 0.6).erode.counts(), (0, 0));
            }
        }
    }
    let none = Level::new(Vec::new(), Vec::new(), Vec::new());
    assert_eq!(Stages::of(&Arc::new(none), with(Rounding::F32), 0.6).raster.counts(), (0, 0));
}

#[test]
fn levels_that_would_take_too_much_are_refused() {
    let settings = with(Rounding::Exact);
    let check = |size: f64, height: f64, settings: &VoxelSettings| {
        let points = vec![[0.0; 3], [size, 0.0, 0.0], [0.0, size, height]];
        let level = Level::new(points, vec![LevelTriangle { corners: [0, 1, 2], kind: 0 }; 30], Vec::new());
        Rasterise::check(&level, settings)
    };
    assert_eq!(check(30.0, 3.0, &settings), Ok(()));
    for (size, height, told) in [
        (1e5, 3.0, "choose wider columns"),
        (800.0, 3.0, "triangles in about"),
        (f64::MAX, 3.0, "choose wider columns"),
        (30.0, 2e4, "choose higher voxels (voxels.cell_height above 0.3052)"),
        (30.0, f64::MAX, "choose higher voxels"),
    ] {
        let message = check(size, height, &settings).expect_err("too large");
        assert!(message.contains(told), "{message}");
    }
    let message = check(30.0, 3.0, &VoxelSettings { height: 60.0, ..settings }).expect_err("too high");
    assert!(message.contains("the agent's height is 300 voxels"), "{message}");
}

/// Each event says where it is and gives its numbers in voxels and in the world.
#[test]
fn what_fell_is_told_with_its_numbers() {
    let level = beam();
    let agent = with(Rounding::Exact).in_voxels(0.6);
    let stages = Stages::of(&level, with(Rounding::Exact), 0.6);
    let mut recorder =
        Recorder::new(Headroom::new(stages.ledges.spans().clone(), agent), navscope::record::Log::default());
    assert!(sift(&mut recorder).is_continue());
    let (headroom, log) = recorder.into_parts();
    let told = |at: usize| navscope::trace::Stage::sentence(&headroom, &log.events()[at]);
    let under_beam = (0..log.events().len()).map(told).find(|it| it.contains("of column (10, 3)")).expect("it falls");
    assert_eq!(
        under_beam,
        "Top 1 of column (10, 3) falls: the room above it is 6 voxels (1.2), and the agent needs 10 voxels (2)."
    );
}

#[test]
fn levels_are_read() {
    let text = "# a level\nmtllib x.mtl\no first\nv 0 0 0\nv 1 0 0 1\nv 1 0 1 0.5 0.5 0.5\n v  0 -2.5e-1 1\nvt 0 0\nvn 0 1 0\nusemtl Road\n\
                f 1 2/7 3//1 -1/2/3\nusemtl grass\nf -4 -3 -2\nusemtl Road\nf 1 2 3\nusemtl Not_Walkable-water\nf 1 2 3\n\
                usemtl\nf 1 2 3\ng Unwalkable roof\nf 1 2 3\ng other\nf 1 2 3\ns off\n";
    let level = parse_obj(text, Axes::default()).expect("well made");
    assert_eq!(level.points(), [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, -0.25]]);
    let triangles: Vec<([u32; 3], u8)> = level.triangles().iter().map(|it| (it.corners, it.kind)).collect();
    let barred = Level::NOT_WALKABLE;
    let kinds = [1, 1, 2, 1, barred, 0, barred, 0];
    let corners = |index: usize| if index == 1 { [0, 2, 3] } else { [0, 1, 2] };
    assert_eq!(triangles, kinds.into_iter().enumerate().map(|(it, kind)| (corners(it), kind)).collect::<Vec<_>>());
    assert_eq!(level.kinds(), ["plain", "Road", "grass"]);
    assert_eq!((level.bounds().max, level.heights()), (Point::new(1.0, 1.0), [-0.25, 0.0]));
}

#[test]
fn any_axis_may_point_up() {
    use navscope::io::UpAxis;
    // A floor that faces up, one to the right and two towards the viewer, in each of these files.
    for (up, left_handed, text) in [
        (UpAxis::Y, false, "v 0 3 0\nv 0 3 2\nv 1 3 2\nf 1 2 3"),
        (UpAxis::Y, true, "v 0 3 0\nv 0 3 -2\nv 1 3 -2\nf 1 2 3"),
        (UpAxis::Z, false, "v 0 0 3\nv 0 -2 3\nv 1 -2 3\nf 1 2 3"),
        (UpAxis::Z, true, "v 0 0 3\nv 0 2 3\nv 1 2 3\nf 1 2 3"),
        (UpAxis::X, false, "v 3 0 0\nv 3 2 0\nv 3 2 1\nf 1 2 3"),
        (UpAxis::X, true, "v 3 0 0\nv 3 -2 0\nv 3 -2 1\nf 1 2 3"),
    ] {
        let axes = Axes { up, left_handed };
        assert!(Axes::WORDS.iter().any(|it| it.1 == axes));
        let level = parse_obj(text, axes).expect("well made");
        assert_eq!(axes.turned(&parse_obj(text, Axes::default()).expect("well made")), level);
        assert_eq!(level.points(), [[0.0, 0.0, 3.0], [0.0, 2.0, 3.0], [1.0, 2.0, 3.0]]);
        let raster = Rasterise::new(Arc::new(level), with(Rounding::Exact));
        assert_eq!((raster.steepness(0), raster.ground(0)), (0.0, Some(0)));
    }
}

#[test]
fn what_is_wrong_with_a_level_is_said_with_its_place() {
    let points = "v 0 0 0\nv 1 0 0\nv 1 0 1\n";
    for (text, place, told) in [
        ("v 1 2".to_owned(), Some((1, 6)), "three numbers"),
        ("v 1 x 2".to_owned(), Some((1, 5)), "“x” is no number"),
        ("v 1 2 inf".to_owned(), Some((1, 7)), "“inf” is no number"),
        (format!("{points}f 1 2"), Some((4, 6)), "2 corners"),
        (format!("{points} f 1 2 4"), Some((4, 8)), "there is no point 4"),
        (format!("{points}f 1 2 0"), Some((4, 7)), "there is no point 0"),
        (format!("{points}f 1 2 -4"), Some((4, 7)), "there is no point -4"),
        (format!("{points}f 1 2 -9223372036854775808"), Some((4, 7)), "there is no point"),
        (format!("{points}f 1 ä/ 2"), Some((4, 5)), "“ä/” is no corner"),
        (points.to_owned(), None, "no face"),
        (String::new(), None, "no face"),
    ] {
        let error = parse_obj(&text, Axes::default()).expect_err("wrong");
        assert_eq!(error.place, place, "{text}");
        assert!(error.message.contains(told), "{text}: {}", error.message);
    }
    let materials = (0..260).fold(points.to_owned(), |text, it| format!("{text}usemtl m{it}\nf 1 2 3\n"));
    let error = parse_obj(&materials, Axes::default()).expect_err("too many");
    assert_eq!(error.place, Some((4 + 2 * 254, 8)));
}
