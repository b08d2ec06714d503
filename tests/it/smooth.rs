//! Smoothing against brute force, and the claims of the article that it comes from.

use std::{collections::VecDeque, ops::ControlFlow, sync::Arc};

use navscope::{
    bake::Nearest,
    debugger::Debugger,
    geometry::{Point, Spot, path_length},
    maze::{Maze, ViolationKind, audit_segment, is_legal_segment},
    pipeline::shortest,
    pull::{Audit, PullSettings, Sight, Smooth, SmoothEvent, Smoothing, blocked_by, bresenham, sees},
    trace::{Condition, Moment, Replay, Rule, Seen, Stage, StageName, Thing, Watch},
};

use crate::{
    random::Random,
    rig::{bake, built_in, maze, random_maze, record, settings},
};

const WAYS: [Smoothing; 3] = [Smoothing::Greedy, Smoothing::Farthest, Smoothing::BestSubset];

/// A shortest path over the sides of cells, all its cells' centres.
fn four_way_path(maze: &Maze, from: (i64, i64), to: (i64, i64)) -> Option<Vec<Point>> {
    let index = |(column, row)| maze.index_of(column, row).map(|it| it as usize);
    let mut before: Vec<Option<(i64, i64)>> = vec![None; maze.cells().len()];
    let mut queue = VecDeque::from([to]);
    before[index(to)?] = Some(to);
    while let Some(cell @ (column, row)) = queue.pop_front() {
        if cell == from {
            let cells = std::iter::successors(Some(from), |&it| before[index(it)?].filter(|_| it != to));
            return Some(cells.map(|(column, row)| centre(column, row)).collect());
        }
        for next in [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)] {
            if let Some(place) = index(next).filter(|&it| !maze.is_wall(next.0, next.1) && before[it].is_none()) {
                before[place] = Some(cell);
                queue.push_back(next);
            }
        }
    }
    None
}

fn centre(column: i64, row: i64) -> Point {
    Point::new(column as f64 + 0.5, row as f64 + 0.5)
}

/// Random mazes, each with a path over cells from one corner's side to the other.
fn paths(count: u64, side: usize, walls: usize) -> impl Iterator<Item = (Arc<Maze>, Arc<[Point]>)> {
    (0..count).filter_map(move |seed| {
        let mut random = Random::new(seed);
        let maze = random_maze(&mut random, side, side, walls);
        let floor: Vec<(usize, usize)> = maze.floor().collect();
        let mut cell = || {
            let (column, row) = floor[random.below(floor.len())];
            (column as i64, row as i64)
        };
        let path = four_way_path(&maze, cell(), cell())?;
        Some((maze, path.into()))
    })
}

fn how(smoothing: Smoothing, sight: Sight) -> PullSettings {
    PullSettings { smoothing, sight, ..PullSettings::default() }
}

fn smoothed(maze: &Arc<Maze>, path: &Arc<[Point]>, radius: f64, smoothing: Smoothing, sight: Sight) -> Vec<Point> {
    record(Smooth::new(maze.clone(), path.clone(), radius, how(smoothing, sight))).model().points()
}

fn is_legal(maze: &Arc<Maze>, points: &[Point], radius: f64) -> bool {
    record(Audit::new(maze.clone(), points, radius)).model().violations().is_empty()
}

#[test]
fn the_article_s_smoothing_cuts_through_a_wall() {
    let gap = maze(&[".#.", "..."]);
    let path: Arc<[Point]> = four_way_path(&gap, (0, 0), (2, 0)).expect("a way around").into();
    assert_eq!(path.len(), 5);
    let points = smoothed(&gap, &path, 0.0, Smoothing::Greedy, Sight::Bresenham);
    assert_eq!(points, [centre(0, 0), centre(2, 1), centre(2, 0)]);
    let broken = audit_segment(&gap, points[0], points[1], 0.0);
    assert_eq!(broken, Some((ViolationKind::EntersWall, Point::new(1.0, 0.75))));
    // From there it runs within the wall until it leaves through the lower side.
    assert!((Point::new(1.0, 0.75).distance(Point::new(1.5, 1.0)) - 0.559).abs() < 1e-3);
    assert!(!sees(&gap, points[0], points[1], 0.0, Sight::Exact));
    assert_eq!(blocked_by(&gap, points[0], points[1], 0.0, Sight::Exact), Some((1, 0)));
    let points = smoothed(&gap, &path, 0.0, Smoothing::Greedy, Sight::Exact);
    assert!(is_legal(&gap, &points, 0.0), "{points:?}");
}

#[test]
fn bresenham_passes_between_walls_that_meet_in_a_corner() {
    let sealed = maze(&[".#", "#."]);
    let [a, b] = [centre(0, 0), centre(1, 1)];
    assert!(sees(&sealed, a, b, 0.0, Sight::Bresenham));
    assert_eq!(blocked_by(&sealed, a, b, 0.0, Sight::Bresenham), None);
    assert!(!sees(&sealed, a, b, 0.0, Sight::Exact));
    assert!(matches!(blocked_by(&sealed, a, b, 0.0, Sight::Exact), Some((1, 0) | (0, 1))));
}

#[test]
fn bresenham_s_line_stays_within_half_a_cell() {
    for (column, row) in (-9..=9).flat_map(|column| (-9..=9).map(move |row| (column, row))) {
        let cells: Vec<(i64, i64)> = bresenham((2, 3), (2 + column, 3 + row)).collect();
        assert_eq!(cells.len() as i64, column.abs().max(row.abs()) + 1);
        assert_eq!((cells[0], cells[cells.len() - 1]), ((2, 3), (2 + column, 3 + row)));
        for (x, y) in cells {
            let off = ((x - 2) * row - (y - 3) * column).abs();
            assert!(2 * off <= column.abs().max(row.abs()), "({column}, {row}) over ({x}, {y})");
        }
    }
}

#[test]
fn bresenham_may_see_there_and_not_back() {
    let (mut pairs, mut lopsided, mut through_walls, mut missed) = (0, 0, 0, 0);
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let maze = random_maze(&mut random, 12, 12, 30);
        let floor: Vec<(usize, usize)> = maze.floor().collect();
        for _ in 0..400 {
            let [a, b] = [(); 2].map(|()| floor[random.below(floor.len())]);
            let [a, b] = [a, b].map(|(column, row)| centre(column as i64, row as i64));
            let there = sees(&maze, a, b, 0.0, Sight::Bresenham);
            let exact = sees(&maze, a, b, 0.0, Sight::Exact);
            assert_eq!(exact, sees(&maze, b, a, 0.0, Sight::Exact));
            pairs += 1;
            lopsided += u32::from(there != sees(&maze, b, a, 0.0, Sight::Bresenham));
            through_walls += u32::from(there && !exact);
            missed += u32::from(exact && !there);
        }
    }
    // Between the centres of cells it misses nothing: where the line is clear, so are the cells that it is nearest to.
    assert_eq!((pairs, lopsided, through_walls, missed), (24_000, 1_405, 1_940, 0));
}

#[test]
fn the_article_s_smoothing_enters_walls_on_random_mazes() {
    let mut counts = [0; 4];
    for (maze, path) in paths(2_000, 12, 25) {
        counts[0] += 1;
        for (count, smoothing) in counts[1..].iter_mut().zip(WAYS) {
            let points = smoothed(&maze, &path, 0.0, smoothing, Sight::Bresenham);
            *count += u32::from(!is_legal(&maze, &points, 0.0));
        }
    }
    // Of so many; greedy, farthest, best subset.
    assert_eq!(counts, [1_849, 788, 821, 1_024]);
}

/// The length of the shortest way over a path's points, leaving out any, by trying all.
fn shortest_subset(maze: &Maze, path: &[Point], radius: f64) -> f64 {
    let last = path.len() - 1;
    let subsets = 0..1_usize << (last - 1);
    let lengths = subsets.filter_map(|subset| {
        let inner = (1..last).filter(|it| subset >> (it - 1) & 1 == 1);
        let points: Vec<usize> = std::iter::once(0).chain(inner).chain([last]).collect();
        let goes = |it: &[usize]| it[0] + 1 == it[1] || audit_segment(maze, path[it[0]], path[it[1]], radius).is_none();
        points.windows(2).all(goes).then(|| points.windows(2).map(|it| path[it[0]].distance(path[it[1]])).sum())
    });
    lengths.fold(f64::MAX, f64::min)
}

#[test]
fn the_best_subset_is_the_best_of_all() {
    let mut tried = 0;
    for (maze, path) in paths(600, 7, 30).filter(|it| (3..=13).contains(&it.1.len())) {
        for radius in [0.0, 0.3] {
            let best = smoothed(&maze, &path, radius, Smoothing::BestSubset, Sight::Exact);
            let expected = shortest_subset(&maze, &path, radius);
            assert!((path_length(&best) - expected).abs() < 1e-9, "{path:?}");
            tried += 1;
        }
    }
    assert!(tried > 400, "only {tried}");
}

#[test]
fn exact_sight_keeps_paths_legal_and_never_makes_them_longer() {
    // How often farthest is shorter than greedy, and how often longer.
    let (mut shorter, mut longer) = (0, 0);
    for (maze, path) in paths(400, 14, 28) {
        for radius in [0.0, 0.2, 0.5] {
            assert!(is_legal(&maze, &path, radius), "a way over the sides of cells leaves half a cell");
            let all = WAYS.map(|it| smoothed(&maze, &path, radius, it, Sight::Exact));
            for points in &all {
                assert!(is_legal(&maze, points, radius), "{points:?}");
                assert_eq!((points.first(), points.last()), (path.first(), path.last()));
                assert!(points.iter().all(|it| path.contains(it)));
            }
            let [greedy, farthest, best] = all.map(|it| path_length(&it));
            assert!(best <= greedy + 1e-9 && best <= farthest + 1e-9);
            assert!(greedy <= path_length(&path) + 1e-9 && farthest <= path_length(&path) + 1e-9);
            shorter += u32::from(farthest < greedy - 1e-9);
            longer += u32::from(farthest > greedy + 1e-9);
        }
    }
    // Neither is always the better one.
    assert!(shorter > 10 && longer > 0, "{shorter} shorter, {longer} longer");
}

#[test]
fn smoothed_paths_are_seldom_the_shortest() {
    let (mut sums, mut count) = ([0.0; 3], 0.0);
    for (maze, path) in paths(150, 14, 25).filter(|it| it.1.len() > 4) {
        let nav = bake(&maze, &settings("optimal", &[])).nav;
        let optimum =
            shortest(&nav, [path[0], path[path.len() - 1]].map(Spot::from), &Nearest::default(), &Watch::default())
                .expect("not cancelled");
        let optimum = optimum.expect("a way").length();
        for (sum, smoothing) in sums.iter_mut().zip(WAYS) {
            let length = path_length(&smoothed(&maze, &path, 0.0, smoothing, Sight::Exact));
            assert!(length >= optimum - 1e-9);
            *sum += length / optimum;
        }
        count += 1.0;
    }
    let means = sums.map(|it| (it / count * 1e3_f64).round() / 1e3);
    // Greedy, farthest, best subset.
    assert_eq!(means, [1.102, 1.096, 1.041]);
}

#[test]
fn what_is_legal_is_what_the_audit_passes() {
    let mut random = Random::new(5);
    let mut legal = 0;
    for seed in 0..40 {
        let maze = random_maze(&mut Random::new(seed), 9, 7, 20);
        for _ in 0..200 {
            let radius = random.pick(&[0.0, 0.0, 0.25, 0.5]);
            let mut place = || {
                let half = |it: i64| it as f64 / 2.0;
                match random.chance(50) {
                    true => Point::new(half(random.between(-1, 19)), half(random.between(-1, 15))),
                    false => Point::new(9.0 * random.fraction(), 7.0 * random.fraction()),
                }
            };
            let [a, b] = [place(), place()];
            let passes = audit_segment(&maze, a, b, radius).is_none();
            assert_eq!(is_legal_segment(&maze, a, b, radius), passes, "{a} to {b}");
            assert_eq!(blocked_by(&maze, a, b, radius, Sight::Exact).is_none(), passes, "{a} to {b}");
            legal += u32::from(passes);
        }
    }
    assert!(legal > 500, "only {legal}");
}

/// Goes through a run with its observations.
fn each(replay: &Replay<Smooth>, mut visit: impl FnMut(&Smooth, &Seen<'_, SmoothEvent>)) {
    let result = replay.recording().scan(true, &Watch::default(), |model, seen| {
        visit(model, &seen);
        ControlFlow::Continue(())
    });
    assert!(result.is_continue());
}

#[test]
fn a_wrong_look_breaks_a_rule() {
    let condition: Condition = "broken:sight-wrong".parse().expect("a condition");
    assert_eq!(condition.stages(), [StageName::Smooth]);
    assert!(condition.wants_observations(StageName::Smooth));
    let mut wrong = 0;
    for (maze, path) in paths(60, 10, 25) {
        for (smoothing, sight) in WAYS.into_iter().flat_map(|it| [(it, Sight::Bresenham), (it, Sight::Exact)]) {
            let replay = record(Smooth::new(maze.clone(), path.clone(), 0.0, how(smoothing, sight)));
            each(&replay, |model, seen| {
                let SmoothEvent::Looked { from, to, seen: told, .. } = *seen.event else {
                    assert!(!condition.matches(model, seen));
                    return;
                };
                let [a, b] = [from, to].map(|it| model.point(it));
                let breaks = told != audit_segment(&maze, a, b, 0.0).is_none();
                assert_eq!(condition.matches(model, seen), breaks);
                assert_eq!(model.breaks(seen.event, Rule::SightWrong), breaks);
                assert!(!breaks || sight == Sight::Bresenham);
                wrong += u32::from(breaks);
            });
        }
    }
    assert!(wrong > 20, "only {wrong}");
}

#[test]
fn short_paths_stay_as_they_are() {
    let open = maze(&["..", ".."]);
    let [a, b] = [centre(0, 0), centre(1, 1)];
    for smoothing in [Smoothing::Off, Smoothing::Greedy, Smoothing::Farthest, Smoothing::BestSubset] {
        for path in [&[][..], &[a], &[a, b], &[a, a]] {
            assert_eq!(smoothed(&open, &path.into(), 0.0, smoothing, Sight::Exact), path);
        }
        let corners: Arc<[Point]> = [a, centre(1, 0), b].into();
        let expected = if smoothing == Smoothing::Off { &corners[..] } else { &[a, b] };
        assert_eq!(smoothed(&open, &corners, 0.0, smoothing, Sight::Exact), expected);
    }
}

#[test]
fn straight_ways_have_no_points_in_between() {
    let hall = maze(&["..........", "..........", ".########."]);
    let path: Arc<[Point]> = (0..10).map(|it| centre(it, 0)).collect();
    for smoothing in WAYS {
        assert_eq!(smoothed(&hall, &path, 0.0, smoothing, Sight::Exact), [path[0], path[9]]);
    }
}

#[test]
fn what_a_point_went_through_is_told_by_its_cell() {
    let gap = maze(&[".#.", "..."]);
    let path: Arc<[Point]> = four_way_path(&gap, (0, 0), (2, 0)).expect("a way around").into();
    let replay = record(Smooth::new(gap, path, 0.0, how(Smoothing::Greedy, Sight::Bresenham)));
    let mut told = Vec::new();
    each(&replay, |model, seen| told.push((seen.moment, model.sentence(seen.event))));
    let at = |at, observed| Moment { lane: StageName::Smooth.into(), at, observed };
    let expected = [
        (at(0, 1), "Point 2 is in sight from point 0."),
        (at(1, 0), "Point 1 is left out: point 2 is in sight from point 0."),
        (at(1, 1), "Point 3 is in sight from point 0. Exactly it is out of sight, kept so by wall (1, 0)!"),
        (at(2, 0), "Point 2 is left out: point 3 is in sight from point 0."),
        (at(2, 1), "Point 4 is out of sight from point 0, kept so by wall (1, 0)."),
        (at(3, 0), "Point 3, (2.5, 1.5), stays."),
        (at(4, 0), "The goal, (2.5, 0.5), stays."),
    ];
    assert_eq!(told, expected.map(|(moment, text)| (moment, text.to_owned())));
    let condition: Condition = "cell:1,1".parse().expect("a condition");
    let mut touched = Vec::new();
    each(&replay, |model, seen| touched.extend(condition.matches(model, seen).then_some(seen.moment)));
    assert_eq!(touched, [at(2, 0)]);
}

#[test]
fn smoothing_is_a_stage_of_a_query_over_cells() {
    for (smoothing, text) in [("farthest", "stayed."), ("best-subset", "was found, over point")] {
        let mut scenario = built_in("pillars");
        let smoothing = format!("pull.smoothing={smoothing}");
        scenario.settings = settings("default", &["search.graph=grid", &smoothing]);
        let mut debugger = Debugger::new(scenario);
        debugger.settle();
        let query = debugger.query().expect("a query");
        let smooth = query.track::<Smooth>().expect("it is smoothed");
        assert_eq!(query.report.points, smooth.model().points());
        assert!(query.report.audit.legal && query.report.corners > 0);
        let excess = query.report.gap.excess.expect("an optimum");
        assert!((0.0..0.1).contains(&excess), "{excess}");
        let stages: Vec<&str> = query.lanes().iter().map(|it| it.name().name()).collect();
        assert_eq!(stages, ["grid", "smooth", "audit"]);
        let causes = debugger.why_of(Thing::Corner(1));
        let cause = causes.iter().find(|it| it.moment.stage() == StageName::Smooth).expect("smoothing kept it");
        assert!(cause.text.contains(text), "{}", cause.text);
    }
    // Nothing is smoothed where the mesh is searched, and a path from cell to cell only if asked.
    for changes in [&["pull.smoothing=greedy"][..], &["search.graph=grid"]] {
        let settings = settings("default", changes);
        let maze = built_in("pillars").maze;
        let (start, goal) = crate::rig::ends(&maze);
        assert!(crate::rig::query(&bake(&maze, &settings), &settings, start, goal).track::<Smooth>().is_none());
    }
}
