//! What is known of the article's program, measured elsewhere: reproduced by its preset, and mended by the defaults.

use navscope::{
    bake::{BakeFault, WalkableFault},
    debugger::{Bake, PathReport},
    io::Settings,
    maze::Maze,
    search::Outcome,
};

use crate::rig::{bake, built_in, ends, golden, maze_file, query, settings};

fn solve(bake: &Bake, maze: &Maze, settings: &Settings) -> PathReport {
    let (start, goal) = ends(maze);
    query(bake, settings, start, goal).report
}

fn triangles_in_walls(bake: &Bake) -> usize {
    let in_wall = BakeFault::Walkable(WalkableFault::TriangleInWall);
    bake.report.violations.iter().filter(|it| it.kind == in_wall).count()
}

#[test]
fn the_article_goes_straight_through_the_walls_of_its_maze() {
    let settings = settings("article", &[]);
    let maze = built_in("article").maze;
    let bake = bake(&maze, &settings);
    assert_eq!((bake.report.vertices, bake.report.walkable, triangles_in_walls(&bake)), (447, 609, 18));
    let report = solve(&bake, &maze, &settings);
    assert_eq!((report.outcome, report.portals(), report.points.len()), (Outcome::Unreachable, 0, 2));
    assert!((report.length.expect("a straight line") - 15.620).abs() < 0.0005);
    assert!(!report.audit.legal);
}

#[test]
fn the_defaults_tell_that_there_is_no_way() {
    for name in ["article", "diag_sealed"] {
        let (maze, settings) = (built_in(name).maze, settings("default", &[]));
        let bake = bake(&maze, &settings);
        assert_eq!(bake.report.violations, []);
        let report = solve(&bake, &maze, &settings);
        assert_eq!((report.outcome, report.length, report.points), (Outcome::Unreachable, None, vec![]));
    }
}

#[test]
fn a_sealed_corner_is_no_obstacle_to_the_article() {
    let settings = settings("article", &[]);
    let maze = built_in("diag_sealed").maze;
    let report = solve(&bake(&maze, &settings), &maze, &settings);
    assert_eq!((report.outcome, report.audit.legal), (Outcome::Unreachable, false));
    assert!((report.length.expect("a straight line") - 6.403).abs() < 0.0005);
}

/// Lengths as printed, with the signs mended, and with centroid costs besides; illegal segments of the second, if sure.
const LENGTHS: &[(&str, f64, f64, f64, Option<usize>)] = &[
    ("article_open_6_1", 46.83, 18.457, 18.733, Some(2)),
    ("article_open_9_11", 47.04, 19.198, 19.221, Some(3)),
    ("pillars", 55.87, 22.004, 21.789, None),
    ("diag", 55.19, 23.233, 23.284, None),
    ("stair", 28.30, 12.829, 12.815, None),
    ("zigzag", 189.1, 79.325, 79.513, Some(8)),
    ("random40", 143.7, 56.126, 55.941, None),
];

#[test]
fn the_article_finds_detours_and_mended_cuts_walls() {
    let printed = settings("article", &[]);
    let mended = settings("article-mended", &[]);
    let by_centroids = settings("article-mended", &["search.cost=centroids"]);
    for &(name, as_printed, as_mended, with_centroids, illegal) in LENGTHS {
        let maze = built_in(name).maze;
        let bake = bake(&maze, &printed);
        if name == "random40" {
            assert_eq!((bake.report.walkable, triangles_in_walls(&bake)), (8544, 485));
        }
        for (settings, expected, tolerance) in
            [(&printed, as_printed, 0.04), (&mended, as_mended, 0.025), (&by_centroids, with_centroids, 0.025)]
        {
            let report = solve(&bake, &maze, settings);
            assert_eq!(report.outcome, Outcome::Found);
            let length = report.length.expect("a path");
            assert!((length / expected - 1.0).abs() < tolerance, "{name}: {length} instead of {expected}");
        }
        if let Some(illegal) = illegal {
            assert_eq!(solve(&bake, &maze, &mended).audit.violations.len(), illegal, "{name}");
        }
    }
}

#[test]
fn the_defaults_find_legal_paths_on_sound_meshes() {
    let optima = [18.199, 18.740, 21.600, 22.395, 12.728, 72.786, 54.758];
    let settings = settings("default", &[]);
    for ((name, ..), optimum) in LENGTHS.iter().zip(optima) {
        let maze = built_in(name).maze;
        let bake = bake(&maze, &settings);
        assert_eq!(bake.report.violations, [], "{name}");
        let report = solve(&bake, &maze, &settings);
        assert_eq!((report.outcome, report.audit.legal), (Outcome::Found, true), "{name}");
        let length = report.length.expect("a path");
        // What the samples leave out at the walls makes the path longer, never shorter.
        assert!(length > optimum - 0.0005 && length < optimum * 1.2, "{name}: {length} for {optimum}");
    }
}

#[test]
fn portals_the_wrong_way_round_spoil_the_path() {
    let right = settings("default", &[]);
    for (name, order) in [
        ("article_open_6_1", "pull.portals=reversed"),
        ("zigzag", "pull.portals=reversed"),
        ("pillars", "pull.portals=reversed"),
        ("zigzag", "pull.portals=fixed-point"),
    ] {
        let maze = built_in(name).maze;
        let bake = bake(&maze, &right);
        let exact = solve(&bake, &maze, &right);
        let spoilt = solve(&bake, &maze, &settings("default", &[order]));
        assert!(exact.corners > 0 && exact.audit.legal);
        let [exact_length, length] = [&exact, &spoilt].map(|it| it.length.expect("a path"));
        assert!(!spoilt.audit.legal || length > exact_length * 1.01, "{name} {order}: {length} for {exact_length}");
    }
}

#[test]
fn no_answer_of_a_sampled_mesh_contradicts_the_oracle() {
    let settings = settings("default", &[]);
    let (mut answered, mut baked) = (0, None::<(String, Bake)>);
    let golden = golden();
    for case in golden.iter().filter(|it| it.radius == 0.0) {
        if baked.as_ref().is_none_or(|it| it.0 != case.maze) {
            baked = Some((case.maze.clone(), bake(&maze_file(&case.maze), &settings)));
        }
        let (name, bake) = baked.as_ref().expect("just baked");
        let report = query(bake, &settings, case.start, case.goal).report;
        let told = format!("{name}: {} to {}", case.start, case.goal);
        assert!(report.gap.optimum.zip(case.length).is_none_or(|(a, b)| (a - b).abs() < 1e-9), "{told}");
        assert_eq!(report.gap.optimum.is_some(), case.length.is_some(), "{told}");
        if report.outcome == Outcome::OffMesh {
            continue;
        }
        answered += 1;
        assert_eq!((report.outcome, report.audit.legal), (case.outcome, true), "{told}");
        assert!(report.length >= case.length.map(|it| it - 1e-9), "{told}: {:?}", report.length);
    }
    assert!(answered > 150, "{answered} of {}", golden.len());
}
