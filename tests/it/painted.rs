//! Painted levels: cells with heights, floors above each other, from the map to the path, and back into the file.

use navscope::{
    bake::Recipe,
    debugger::{Bake, Command, Debugger, Query, StoreyEdit},
    geometry::{Point, Spot},
    io::{Format, Limits, Scenario, export, parse, to_toml},
    maze::{Cell, Level, Maze, Storey, brush},
    search::{Graph, Outcome},
    trace::Watch,
};

use crate::{
    random::Random,
    rig::{bake, built_in, settings},
};

fn read(text: &str) -> Scenario {
    parse("level.toml", text, Limits::default()).expect("it can be read")
}

fn drawn(maze: &Maze, storey: usize) -> String {
    let rows = maze.storey(storey).chunks(maze.columns());
    rows.map(|it| it.iter().map(|it| it.symbol()).collect::<String>()).collect::<Vec<_>>().join("|")
}

fn spot(x: f64, y: f64, height: f64) -> Spot {
    Spot::new(Point::new(x, y), Some(height))
}

fn ask(bake: &Bake, scenario: &Scenario, from: Spot, to: Spot) -> navscope::debugger::PathReport {
    Query::run(&bake.nav, &scenario.settings, from, to, &Watch::default()).expect("nobody cancels").report
}

/// What the symbols of maps stand for; only where there are heights do others than walls mean anything.
#[test]
fn maps_have_heights_where_they_have_digits() {
    for (map, expected, is_flat) in [
        ("S.G", "000", true),
        ("./=_#", "0000#", true),
        ("0/=_#", "0/=_#", false),
        ("12|3", "12|3#", false),
        ("0 .x", "0000", true),
    ] {
        let scenario = parse("maze.txt", &map.replace('|', "\n"), Limits::default()).expect("it can be read");
        assert_eq!((drawn(&scenario.maze, 0).as_str(), scenario.maze.is_flat()), (expected, is_flat), "{map}");
        let recipe = scenario.settings.bake.recipe;
        assert_eq!(recipe == Recipe::Voxels, !is_flat, "{map} is baked in the way that sees it");
    }
}

#[test]
fn floors_are_read_in_both_forms() {
    for text in [
        "[maze]\nmap = \"S/.\"\n[[floor]]\nheight = 3\nmap = \" 1G\"\n",
        "[[floor]]\nheight = 0\nmap = \"S/.\"\n[[floor]]\nheight = 3.0\nmap = \"_1G\"\n",
    ] {
        let scenario = read(text);
        let maze = &scenario.maze;
        assert_eq!((drawn(maze, 0), drawn(maze, 1), maze.storeys()), ("0/0".to_owned(), "_10".to_owned(), 2));
        assert_eq!(scenario.first_query(), (Some(spot(0.5, 0.5, 0.0)), Some(spot(2.5, 0.5, 3.0))));
        assert_eq!(to_toml(&scenario), text, "nothing is lost or moved");
    }
}

#[test]
fn what_is_wrong_with_a_floor_is_told_with_its_place() {
    for (text, place, words) in [
        ("[maze]\nmap = \".\"\n[[floor]]\nmap = \".\"\n", (3, 1), "height"),
        ("[maze]\nmap = \".\"\n[[floor]]\nheight = 1\n", (3, 1), "map"),
        ("[maze]\nmap = \".\"\n[[floor]]\nheight = 1\nmap = \"..\"\n", (5, 7), "the first only 1 × 1"),
        ("[maze]\nmap = \".\"\n[[floor]]\nheight = \"x\"\nmap = \".\"\n", (4, 10), "number"),
        ("[maze]\nmap = \".\"\n[[floor]]\nhigh = 1\nmap = \".\"\n", (4, 1), "did you mean “height”"),
        ("[maze]\nmap = \".\"\n[floor]\nheight = 1\nmap = \".\"\n", (3, 1), "[[floor]]"),
        (
            "[maze]\nmap = \"..\"\n[[floor]]\nheight = 1\nmap = \"S\"\n[[floor]]\nheight = 2\nmap = \"S\"\n",
            (8, 7),
            "second",
        ),
        ("[maze]\nmap = \".\"\nheights = 1\n", (3, 11), "true or false"),
        ("[maze]\nmap = \"0\tx\"\n", (2, 9), "tab"),
    ] {
        let error = parse("level.toml", text, Limits::default()).expect_err(text);
        assert_eq!(error.place, Some(place), "{text}: {error}");
        assert!(error.message.contains(words), "{text}: {error}");
    }
}

/// Whatever is painted is the same once it was saved and read again, whether into its old file or a new one; comments stay.
#[test]
fn painted_levels_are_saved_as_they_are() {
    let kinds = [Cell::Wall, Cell::Floor, Cell::Raised(1), Cell::Raised(9), Cell::Ramp, Cell::Beam, Cell::Hole];
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let few = 1 + random.below(kinds.len());
        let cells =
            |random: &mut Random, count: usize| (0..count).map(|_| random.pick(&kinds[..few])).collect::<Vec<_>>();
        let (columns, rows) = (1 + random.below(5), 1 + random.below(4));
        let lines: Vec<Vec<Cell>> = (0..rows).map(|_| cells(&mut random, columns)).collect();
        let mut maze = Maze::from_rows(&lines);
        for storey in 1..=random.below(3) {
            let height = random.fraction() * 9.0;
            maze.add_storey(storey, Storey { height, cells: cells(&mut random, columns * rows) });
        }
        let mut scenario = Scenario::of(maze);
        let text = to_toml(&scenario);
        assert_eq!(read(&text).maze, scenario.maze, "seed {seed}: {text}");
        for source in [
            "# kept\n[maze] # too\nmap = \"S.\"\n[agent] # and this\nradius = 0.25\n",
            "# kept\n[[floor]] # too\nheight = 0\nmap = \"S.\"\n[agent] # and this\nradius = 0.25\n",
        ] {
            scenario.settings = read(source).settings;
            scenario.source = Some(source.into());
            let text = to_toml(&scenario);
            assert_eq!(read(&text).maze, scenario.maze, "seed {seed}: {text}");
            assert!(["# kept", "# too", "# and this"].iter().all(|it| text.contains(it)), "seed {seed}: {text}");
        }
    }
}

#[test]
fn the_bridge_is_walked_over_and_under() {
    let scenario = built_in("bridge");
    let bake = bake(&scenario.maze, &scenario.settings);
    assert_eq!((bake.report.violations.len(), bake.report.components), (0, Some(1)));
    let (start, goal) = scenario.first_query();
    let (start, goal) = (start.expect("a start"), goal.expect("a goal"));
    let bridge = spot(12.5, 3.5, 2.7);
    let length = |from: Spot, to: Spot| {
        let report = ask(&bake, &scenario, from, to);
        assert!(report.audit.legal, "{from} to {to}");
        report.length.expect("a way")
    };
    assert!(length(start, bridge) < 12.0, "straight up the stairs");
    assert!(length(start, goal) > 15.0, "around, and under the bridge");
    let under = length(start, spot(12.5, 3.5, 0.0));
    assert!(length(bridge, spot(12.5, 3.5, 0.0)) > 20.0 && under > 13.0, "down the stairs, and around");
    for click in &scenario.clicks {
        assert!(length(click.start, click.goal) > 0.0, "{}", click.name);
    }
}

/// Digits are steps that an agent takes or not; ramps are slopes; beams lower the room; walls stand on their floor.
#[test]
fn heights_decide_who_gets_where() {
    let cases = [
        // One step is 0.3 high.
        ("00003333", &[][..], true),
        ("00004444", &[], false),
        ("00004444", &["level.step=0.2"], true),
        ("00003333", &["agent.climb=0.2"], false),
        // 1.2 over four cells is no slope for somebody who climbs 0.9 at once; over one it is too steep.
        ("00////44", &[], true),
        ("0000/444", &[], false),
        ("0000/444", &["agent.slope=60"], true),
        ("000==000", &[], false),
        ("000==000", &["level.beam_height=2.5"], true),
        ("000==000", &["agent.height=1.2"], true),
        ("000__000", &[], false),
        ("000##000", &[], false),
        ("000##000", &["level.wall_height=0.5"], false),
    ];
    for (row, changes, expected) in cases {
        let map = [row; 4].join("\n");
        let maze = &parse("maze.txt", &map, Limits::default()).expect("it can be read").maze;
        let settings = settings("painted", changes);
        let bake = bake(maze, &settings);
        let scenario = Scenario { settings, ..Scenario::of(Maze::clone(maze)) };
        let report = ask(&bake, &scenario, Point::new(1.0, 2.0).into(), Point::new(7.0, 2.0).into());
        assert_eq!(report.outcome == Outcome::Found, expected, "{row} under {changes:?}: {:?}", report.outcome);
        assert!(report.audit.legal);
    }
}

/// What is written as level geometry bakes to the same, cell by cell.
#[test]
fn a_painted_level_is_the_level_geometry_that_it_is_written_as() {
    let scenario = built_in("bridge");
    let text = export(&scenario, Format::OBJ, "").expect("it has a form as triangles");
    let geometry = parse("bridge.obj", &text, Limits::default()).expect("it can be read");
    let [painted, given] = [&scenario.maze, &geometry.maze].map(|it| bake(it, &scenario.settings).report);
    assert_eq!(serde_json::to_value(&painted.sizes).expect("JSON"), serde_json::to_value(&given.sizes).expect("JSON"));
    assert!(export(&scenario, Format::MAP, "").is_err_and(|it| it.message.contains("heights")));
}

#[test]
fn what_sees_no_heights_is_refused() {
    let scenario = built_in("bridge");
    for (preset, changes) in
        [("optimal", &[][..]), ("default", &[]), ("grid", &[]), ("default", &["bake.recipe=contours"])]
    {
        let refused = Bake::run(&scenario.maze, &settings(preset, changes), &Watch::default());
        let message = format!("{:?}", refused.err());
        assert!(
            message.contains("heights") && message.contains("bake.recipe=voxels"),
            "{preset} {changes:?}: {message}"
        );
    }
}

/// The first height that is painted makes voxels of the mesh, within the same edit.
#[test]
fn painting_a_height_changes_the_recipe_and_is_one_edit() {
    let mut debugger = Debugger::new(built_in("two-rooms"));
    let before = debugger.scenario().clone();
    debugger.apply(Command::Paint { storey: 0, cells: vec![(2, 2), (3, 2)], to: Cell::Raised(2) });
    debugger.apply(Command::Release);
    let settings = debugger.scenario().settings;
    assert_eq!((settings.bake.recipe, settings.search.graph), (Recipe::Voxels, Graph::Mesh));
    assert_eq!(debugger.scenario().maze.cell(3, 2), Cell::Raised(2));
    assert!(debugger.removed().iter().any(|it| it.contains("voxels")), "{:?}", debugger.removed());
    debugger.apply(Command::Undo);
    assert_eq!((&debugger.scenario().maze, debugger.scenario().settings), (&before.maze, before.settings));
    assert!(!debugger.can_undo());
}

#[test]
fn floors_are_added_lifted_and_removed() {
    let mut debugger = Debugger::new(built_in("two-rooms"));
    let first = Maze::clone(&debugger.scenario().maze);
    debugger.apply(Command::Storey(StoreyEdit::Add(3.0)));
    debugger.apply(Command::Paint { storey: 1, cells: vec![(2, 2)], to: Cell::Floor });
    debugger.apply(Command::Release);
    for height in [3.5, 4.0] {
        debugger.apply(Command::Storey(StoreyEdit::Lift { storey: 1, height }));
    }
    debugger.apply(Command::Release);
    let maze = debugger.scenario().maze.clone();
    assert_eq!((maze.storeys(), maze.storey_height(1), maze.cell_of(1, 2, 2)), (2, 4.0, Some(Cell::Floor)));
    debugger.apply(Command::Undo);
    assert!((debugger.scenario().maze.storey_height(1) - 3.0).abs() < 1e-12, "lifting is one edit");
    debugger.apply(Command::Redo);
    for nothing in [
        Command::Storey(StoreyEdit::Remove(0)),
        Command::Storey(StoreyEdit::Remove(2)),
        Command::Storey(StoreyEdit::Lift { storey: 7, height: 1.0 }),
    ] {
        debugger.apply(nothing);
        assert_eq!(debugger.scenario().maze, maze);
    }
    debugger.apply(Command::Storey(StoreyEdit::Remove(1)));
    assert_eq!(*debugger.scenario().maze, first);
    debugger.apply(Command::Undo);
    assert_eq!(debugger.scenario().maze, maze);
}

#[test]
fn brushes_raise_and_slope() {
    let maze = &parse("maze.txt", "0000#4\n012_=/\n900000", Limits::default()).expect("it can be read").maze;
    let raised =
        |cells: &[(i64, i64)], by| brush::raised(maze, 0, cells, by).into_iter().map(|it| it.1).collect::<Vec<_>>();
    let row: Vec<(i64, i64)> = (-1..7).map(|it| (it, 1)).collect();
    assert_eq!(raised(&row, 1), [Cell::Raised(1), Cell::Raised(2), Cell::Raised(3)]);
    assert_eq!(raised(&row, -1), [Cell::Floor, Cell::Floor, Cell::Raised(1)]);
    assert_eq!(raised(&[(0, 2)], 1), [Cell::Raised(9)]);
    let slope = |from, to, size| brush::slope(maze, 0, from, to, size);
    assert_eq!(slope((0, 2), (3, 2), 1), [((1, 2), Cell::Ramp), ((2, 2), Cell::Ramp)]);
    assert_eq!(slope((0, 0), (4, 0), 1), [], "a wall has no height to slope to");
    let steps = slope((0, 2), (2, 0), 1);
    assert!(steps.contains(&((1, 1), Cell::Raised(5))), "half of nine steps, rounded: {steps:?}");
    assert!(steps.iter().all(|it| it.1.steps().is_some_and(|it| (1..9).contains(&it))));
}

/// The ground of every cell is where its symbol says: under each there is a span of that height.
#[test]
fn ground_lies_as_high_as_its_symbol_says() {
    let scenario = parse("maze.txt", "0123456789\n0123456789", Limits::default()).expect("it can be read");
    let heights = scenario.settings.level;
    let level = Level::of_cells(&scenario.maze, &heights);
    for digit in 0..10u8 {
        let x = f64::from(digit) + 0.5;
        let ground = (0..level.triangles().len()).filter(|&it| level.triangles()[it].kind == Level::PLAIN);
        let of_cell = |it: &usize| level.corners_in_plan(*it).iter().all(|p| (p.x - x).abs() < 0.6);
        let high: Vec<f64> = ground.filter(of_cell).flat_map(|it| level.corners(it).map(|it| it[2])).collect();
        assert!(
            !high.is_empty() && high.iter().all(|it| (it - f64::from(digit) * 0.3).abs() < 1e-12),
            "{digit}: {high:?}"
        );
    }
    let bake = bake(&scenario.maze, &scenario.settings);
    assert!(bake.nav.world().is_free(Point::new(1.5, 1.0).into(), 0.0));
}
