//! Tests of other programs: what is read from theirs, what is said about bad ones, and that what is written reads the same.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use expect_test::{Expect, expect};
use navscope::{
    geometry::{Point, Spot},
    io::{self, Click, ClickKind, Format, Limits, ScenKind, Scenario, export, open_suite, open_suite_as},
    maze::{Cell, Maze, cell_centre},
    search::{Graph, Method, Outcome},
};

use crate::{
    random::Random,
    rig::{bake, maze, query, random_maze},
    saving::{Folder, random_text},
};

const SMALL: Limits = Limits { max_side: 64 };

/// Four columns, three rows.
const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n....\n.@..\n...@\n";

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/data/suites").join(name)
}

/// What was read, in short.
fn describe(scenarios: &[Scenario]) -> String {
    let mut lines = Vec::new();
    for it in scenarios {
        lines.push(format!("{}: {} × {}", it.name, it.maze.columns(), it.maze.rows()));
        for Click { name, start, goal, kind, expect, .. } in &it.clicks {
            let expect = expect.as_ref().map_or_else(String::new, |it| {
                let length = it.length.map_or_else(String::new, |length| format!(" {length} ± {}", it.tolerance));
                format!(", {}{length}", it.outcome.map_or("", Outcome::name))
            });
            lines.push(format!("  {name}: {} {start} → {goal}{expect}", kind.name()));
        }
    }
    lines.join("\n")
}

/// Reads a file of a folder that holds two maps and a maze.
#[track_caller]
fn check(name: &str, text: &str, expected: Expect) {
    let folder = folder();
    let said = match open_suite(&folder.file(name, text), SMALL) {
        Ok(scenarios) => describe(&scenarios),
        Err(error) => error.to_string().replace(&folder.0.display().to_string(), "FOLDER"),
    };
    expected.assert_eq(&said);
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("a.map", MAP);
    fs::create_dir_all(folder.0.join("maps")).expect("a folder");
    folder.file("maps/b c.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
    folder.file("m.toml", "[maze]\nmap = \"S.G\"\n[[click]]\nstart = [1, 1]\ngoal = [2, 2]\n");
    folder.file("own.map", "type octile\nheight 1\nwidth 1\nmap\n.\n");
    folder
}

#[test]
fn moving_ai_tests() {
    check(
        "t.scen",
        "version 1\n0\tdir/a.map\t4\t3\t0\t0\t3\t1\t4\n7 a.map 4 3 0 0 2 2 3.4142\r\n\n0\ta.map\t4\t3\t1\t0\t1\t0\t0\n",
        expect![[r"
            t.scen, a.map: 4 × 3
              1 (bucket 0): path (0.5, 0.5) → (3.5, 1.5), found 4 ± 0.00004
            t.scen, a.map: 4 × 3
              1 (bucket 7): path (0.5, 0.5) → (2.5, 2.5), found 3.4142 ± 0.00005
              2 (bucket 0): path (1.5, 0.5) → (1.5, 0.5), found 0 ± 0.000001"]],
    );
    check(
        "t.scen",
        "version 1.0\n0\tmaps/b c.map\t2\t1\t0\t0\t1\t0\t1.00000000\n0 a.map 4 3 0 0 0 1 1\n",
        expect![[r"
        t.scen, b c.map: 2 × 1
          1 (bucket 0): path (0.5, 0.5) → (1.5, 0.5), found 1 ± 0.00001
        t.scen, a.map: 4 × 3
          1 (bucket 0): path (0.5, 0.5) → (0.5, 1.5), found 1 ± 0.00001"]],
    );
    check(
        "own.map.scen",
        "version 1\n0 other.map 1 1 0 0 0 0 0\n",
        expect![[r"
        own.map.scen: 1 × 1
          1 (bucket 0): path (0.5, 0.5) → (0.5, 0.5), found 0 ± 0.000001"]],
    );
    check(
        "own.scen",
        "version 1\n0 other.map 1 1 0 0 0 0 0\n",
        expect![[r"
        own.scen: 1 × 1
          1 (bucket 0): path (0.5, 0.5) → (0.5, 0.5), found 0 ± 0.000001"]],
    );
}

#[test]
fn moving_ai_tests_ask_cells() {
    let scenario = io::open(&data("arena.map.scen"), Limits::default()).expect("they open");
    assert_eq!((scenario.settings.search.graph, scenario.settings.search.method), (Graph::Grid, Method::AStar));
    let variant = &scenario.variants[0];
    let any_angle = scenario.settings_under(variant);
    assert_eq!((any_angle.search.graph, any_angle.search.method), (Graph::Mesh, Method::Polyanya));
    assert!(!variant.must_agree && variant.name == "any-angle" && scenario.clicks.len() == 21);
    // The shortest path of all is shorter, but not by much.
    let bake = bake(&scenario.maze, &any_angle);
    for click in &scenario.clicks {
        let report = query(&bake, &any_angle, click.start.at, click.goal.at).report;
        let ratio = report.length.expect("a path") / click.expect.as_ref().and_then(|it| it.length).expect("a length");
        assert!((0.85..1.000_01).contains(&ratio), "{}: {ratio}", click.name);
    }
}

/// Polyanya's tests keep the lengths of eight directions: bounds for the shortest path, but where it is straight.
#[test]
fn polyanya_tests_bound_the_optimum() {
    let suite = open_suite_as(&data("arena.map.scen"), ScenKind::Corners, Limits::default()).expect("they open");
    let scenario = &suite[0];
    assert!(scenario.variants.is_empty());
    let bake = bake(&scenario.maze, &scenario.settings);
    let mut exact = 0;
    for click in &scenario.clicks {
        let report = query(&bake, &scenario.settings, click.start.at, click.goal.at).report;
        let length = report.length.expect("a path");
        let expect = click.expect.as_ref().expect("expected");
        assert_eq!(expect.differences(report.outcome, Some(length), None), [], "{}", click.name);
        exact += usize::from(expect.length.is_some());
        let at_most = click.name.split_once("at most ").map(|it| it.1.trim_end_matches(')').parse::<f64>());
        assert_eq!(at_most.is_none(), expect.length.is_some());
        assert!(at_most.is_none_or(|it| length <= it.expect("a number") + 1e-3), "{}: {length}", click.name);
    }
    assert!((3..scenario.clicks.len()).contains(&exact), "{exact}");
}

#[test]
fn polyanya_tests_are_told_by_their_meshes() {
    let folder = folder();
    let line = |length: &str| format!("version 1\n0\ta.map\t4\t3\t1\t1\t4\t3\t{length}\n");
    let scen = folder.file("t.scen", &line("4.41421"));
    let said = |kind: Option<ScenKind>| {
        let read = kind.map_or_else(|| open_suite(&scen, SMALL), |it| open_suite_as(&scen, it, SMALL));
        read.map_or_else(|it| it.message, |it| describe(&it))
    };
    expect!["4 lies outside the map, which goes from 0 to 3 there"].assert_eq(&said(None));
    let mesh = folder.file("a.mesh", "");
    expect![[r"
        t.scen: 4 × 3
          1 (bucket 0, at most 4.41421): path (1, 1) → (4, 3), found"]]
    .assert_eq(&said(None));
    expect!["4 lies outside the map, which goes from 0 to 3 there"].assert_eq(&said(Some(ScenKind::Centres)));
    fs::remove_file(mesh).expect("gone");
    // Shorter than eight directions allow: so lengths are those of the shortest paths.
    fs::write(&scen, line("3.7")).expect("written");
    expect![[r"
        t.scen: 4 × 3
          1 (bucket 0): path (1, 1) → (4, 3), found 3.7 ± 0.05"]]
    .assert_eq(&said(Some(ScenKind::Corners)));
}

#[test]
fn wrong_moving_ai_tests() {
    let line = |line: &str, expected: Expect| check("t.scen", &format!("version 1\n{line}\n"), expected);
    check("t.scen", "", expect!["FOLDER/t.scen:1:1: tests of this kind begin with a line “version 1”"]);
    check(
        "t.scen",
        "\n\n0 a.map 4 3 0 0 1 0 1\n",
        expect!["FOLDER/t.scen:3:1: tests of this kind begin with a line “version 1”"],
    );
    check("t.scen", "version 2\n", expect!["FOLDER/t.scen:1:1: tests of this kind begin with a line “version 1”"]);
    check(
        "t.scen",
        "version 1\n\n",
        expect!["FOLDER/t.scen:3:1: there is no test; add a line for each behind “version 1”"],
    );
    line(
        "0 a.map 4 3 0 0 1 0",
        expect![
            "FOLDER/t.scen:2:20: 8 columns; a line has nine: bucket, map, width, height, start x, start y, goal x, goal y, length"
        ],
    );
    line("x a.map 4 3 0 0 1 0 1", expect!["FOLDER/t.scen:2:1: a bucket is a whole number, 0 or more"]);
    line("0 a.map 4 3 0 -1 1 0 1", expect!["FOLDER/t.scen:2:15: a start’s y is a whole number, 0 or more"]);
    line("0 a.map 4 3 0 0 1 1.5 1", expect!["FOLDER/t.scen:2:19: a goal’s y is a whole number, 0 or more"]);
    line("0 a.map 4 3 0 0 1 0 long", expect!["FOLDER/t.scen:2:21: a length is a number, 0 or more"]);
    line("0 a.map 4 3 0 0 1 0 inf", expect!["FOLDER/t.scen:2:21: a length is a number, 0 or more"]);
    line("0 a.map 4 3 0 0 1 0 -1", expect!["FOLDER/t.scen:2:21: a length is a number, 0 or more"]);
    line(
        "0 a.map 8 6 0 0 1 0 1",
        expect![
            "FOLDER/t.scen:2:9: this test is for a map of 8 × 6 cells, and this one has 4 × 3; scaled tests are not read"
        ],
    );
    line(
        "0\ta.map\t4\t3\t0\t0\t4\t0\t4",
        expect!["FOLDER/t.scen:2:17: 4 lies outside the map, which goes from 0 to 3 there"],
    );
    line(
        "0\ta.map\t4\t3\t0\t3\t0\t0\t4",
        expect!["FOLDER/t.scen:2:15: 3 lies outside the map, which goes from 0 to 2 there"],
    );
    line(
        "0\té/ä.map\t4\t3\t0\t3\t0\t0\t4",
        expect!["FOLDER/t.scen:2:3: there is no map ä.map beside this file; put it there"],
    );
    line(
        "0 a.map 4 3 0 0 1 0 1\n0 /m.toml 3 1 0 0 1 0 x",
        expect!["FOLDER/t.scen:3:23: a length is a number, 0 or more"],
    );
    check(
        "t.scen",
        "version 1\n0 t.scen 4 3 0 0 1 0 1\n",
        expect![
            "FOLDER/t.scen: these tests name a maze that lies beside them; open the file where it lies, in its folder"
        ],
    );
    let said = io::parse_bytes("t.scen", b"version 1\n0 a.map 4 3 0 0 1 0 1\n", SMALL).expect_err("no folder");
    expect!["t.scen: these tests name a maze that lies beside them; open the file where it lies, in its folder"]
        .assert_eq(&said.to_string());
    let folder = folder();
    let two = folder.file("t.scen", "version 1\n0 a.map 4 3 0 0 1 0 1\n0 maps/b c.map 2 1 0 0 1 0 1\n");
    expect!["holds tests of 2 mazes; give each a file of its own to open one"]
        .assert_eq(&io::open(&two, SMALL).expect_err("two maps").message);
}

const RECAST: &str = "s Tile Mesh\nf m.toml\npf  1.5 -0.25 0.5  2.5 1.0 0.5  0x3 0x0\n# a comment\n";

#[test]
fn recast_tests() {
    check(
        "t.txt",
        RECAST,
        expect![[r"
        t.txt: 3 × 1
          Tile Mesh 1 (height -0.25 to 1.0, flags 0x3 0x0): path (1.5, 0.5) → (2.5, 0.5)"]],
    );
    check(
        "t.txt",
        "f m.toml\r\nrc 0.5 0 0.5 -7e1 0 0.25\r\ns One (1)\r\nf dir\\a.map\r\npf 1 2 3 4 5 6 ffef\r\nrc 1 2 3 4 5 6 0xFF 0\r\n",
        expect![[r"
            t.txt, m.toml: 3 × 1
              Solo Mesh 1 (height 0 to 0, flags 0xffff 0x0): ray (0.5, 0.5) → (-70, 0.25)
            t.txt, a.map: 4 × 3
              One (1) 1 (height 2 to 5, flags ffef 0x0): path (1, 3) → (4, 6)
              One (1) 2 (height 2 to 5, flags 0xFF 0): ray (1, 3) → (4, 6)"]],
    );
    // A maze all the same.
    check("t.txt", "s #\nf #\n", expect!["t.txt: 3 × 2"]);
}

#[test]
fn wrong_recast_tests() {
    let line = |line: &str, expected: Expect| check("t.txt", &format!("{RECAST}{line}\n"), expected);
    line(
        "pf 1 2 3 4 5",
        expect![
            "FOLDER/t.txt:5:1: 5 words behind “pf”; there are a start and a goal, x, height and z each, then two words of flags"
        ],
    );
    line(
        "pf 1 2 3 4 5 6 0x3 0x0 1",
        expect![
            "FOLDER/t.txt:5:1: 9 words behind “pf”; there are a start and a goal, x, height and z each, then two words of flags"
        ],
    );
    line("pf 1 2 é 4 5 6", expect!["FOLDER/t.txt:5:8: “é” is no number"]);
    line("pf 1 2 3 4 inf 6", expect!["FOLDER/t.txt:5:12: “inf” is no number"]);
    line(
        "rc 1 2 3 4 5 6 0x12345 0",
        expect!["FOLDER/t.txt:5:16: “0x12345” are no flags; write four hexadecimal digits, as in 0xffff"],
    );
    line(
        "  rc 1 2 3 4 5 6 0x3 no",
        expect!["FOLDER/t.txt:5:22: “no” are no flags; write four hexadecimal digits, as in 0xffff"],
    );
    line("xy 1 2", expect!["FOLDER/t.txt:5:1: “xy” means nothing here; a line begins with s, f, pf, rc or #"]);
    line("s", expect!["FOLDER/t.txt:5:1: “s” needs a name behind it, as in “f level.toml”"]);
    check(
        "t.txt",
        "s Solo\npf 1 2 3 4 5 6\n",
        expect!["FOLDER/t.txt:2:1: there is no level yet; name one before, as in “f level.toml”"],
    );
    check(
        "t.txt",
        "f none.toml\npf 1 2 3 4 5 6\n",
        expect!["FOLDER/t.txt:1:3: there is no maze none.toml beside this file; put it there to run its 1 test(s)"],
    );
    check(
        "t.txt",
        "f t.txt\npf 1 2 3 4 5 6\n",
        expect![
            "FOLDER/t.txt: these tests name a maze that lies beside them; open the file where it lies, in its folder"
        ],
    );
    let said = open_suite(&data("nav_mesh_test.txt"), SMALL).expect_err("a level in space");
    expect!["Some((2, 3)) there is no maze nav_test.obj beside this file; put it there to run its 6 test(s)"]
        .assert_eq(&format!("{:?} {}", said.place, said.message));
    let said = io::parse("t.txt", RECAST, SMALL).expect_err("no folder");
    expect!["t.txt: these tests name a maze that lies beside them; open the file where it lies, in its folder"]
        .assert_eq(&said.to_string());
}

/// A file's own text, read and written again.
fn written_again(folder: &Folder, name: &str, text: &str, format: Format, map: &str) -> String {
    let scenario = io::open(&folder.file(name, text), Limits::default()).expect("it opens");
    export(&scenario, format, map).expect("it fits")
}

#[test]
fn what_was_read_is_written_as_it_was() {
    let folder = Folder::new();
    fs::copy(data("arena.map"), folder.0.join("arena.map")).expect("copied");
    fs::copy(data("arena.map"), folder.0.join("maze.map")).expect("copied");
    let scen = fs::read_to_string(data("arena.map.scen")).expect("text");
    let map = "maps/dao/arena.map";
    assert_eq!(written_again(&folder, "t.scen", &scen, Format::MOVING_AI, map), scen);
    folder.file("arena.mesh", "");
    assert_eq!(written_again(&folder, "t.scen", &scen, Format::POLYANYA, map), scen);
    let recast = fs::read_to_string(data("nav_mesh_test.txt")).expect("text").replace("nav_test.obj", "maze.map");
    assert_eq!(written_again(&folder, "t.txt", &recast, Format::RECAST, "maze.map"), recast);
    // Through a scenario of ours, all the same.
    let scenario = io::open(&folder.file("t.txt", &recast), Limits::default()).expect("it opens");
    let toml = export(&scenario, Format::TOML, "").expect("it fits");
    let again = io::parse("t.toml", &toml, Limits::default()).expect("a scenario");
    assert_eq!(export(&again, Format::RECAST, "maze.map").expect("it fits"), recast);
}

/// A scenario of which all can be written in a format.
fn random_scenario(random: &mut Random, format: Format) -> Scenario {
    let (columns, rows) = (1 + random.below(9), 1 + random.below(9));
    let mut scenario = Scenario::of(Maze::filled(1, 1, Cell::Floor));
    scenario.maze = random_maze(random, columns, rows, 30);
    let count = 1 + random.below(6);
    let place = |random: &mut Random| match format.name {
        "movingai" => cell_centre(random.below(columns), random.below(rows)),
        "polyanya" => Point::new(random.below(columns + 1) as f64, random.below(rows + 1) as f64),
        _ => Point::new((random.fraction() - 0.5) * 1e3, random.fraction() * 10_f64.powi(random.between(-9, 9) as i32)),
    };
    for _ in 0..count {
        let (start, goal) = (place(random), place(random));
        let decimals = random.below(9);
        let length: f64 = format!("{:.decimals$}", random.fraction() * 100.0).parse().expect("a number");
        let expect = io::Expect { tolerance: 0.01, ..io::Expect::of(Outcome::Found, None, None) };
        let expect = Some(io::Expect { length: Some(length), ..expect }).filter(|_| format != Format::RECAST);
        let kind = if format == Format::RECAST { random.pick(&ClickKind::ALL) } else { ClickKind::Path };
        scenario.clicks.push(Click { kind, expect, ..Click::new(random_text(random), start, goal) });
    }
    scenario
}

/// What is written reads the same: names take the form of the format, and from then on all stays.
#[test]
fn what_is_exported_reads_the_same() {
    let folder = Folder::new();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let format = random.pick(&[Format::MOVING_AI, Format::POLYANYA, Format::RECAST]);
        let scenario = random_scenario(&mut random, format);
        folder.file("m.map", &export(&scenario, Format::MAP, "").expect("a map"));
        let name = if format == Format::RECAST { "t.txt" } else { "t.scen" };
        let read = |scenario: &Scenario| {
            let text = export(scenario, format, "some/m.map").expect("it fits");
            let path = folder.file(name, &text);
            let kind = if format == Format::MOVING_AI { ScenKind::Centres } else { ScenKind::Corners };
            let mut suite = open_suite_as(&path, kind, SMALL).unwrap_or_else(|error| panic!("{error}\n{text}"));
            (suite.pop().expect("one"), text)
        };
        let (once, text) = read(&scenario);
        assert_eq!((once.maze.columns(), once.maze.cells()), (scenario.maze.columns(), scenario.maze.cells()));
        assert_eq!((once.source.as_deref(), once.path.as_ref()), (None, Some(&folder.0.join(name))));
        assert_eq!(once.clicks.len(), scenario.clicks.len());
        for (was, now) in scenario.clicks.iter().zip(&once.clicks) {
            assert_eq!((was.kind, was.start, was.goal), (now.kind, now.start, now.goal), "{text}");
            if format == Format::MOVING_AI {
                let length = |it: &Click| it.expect.as_ref().and_then(|it| it.length);
                assert_eq!(length(was), length(now), "{text}");
            }
        }
        let (twice, again) = read(&once);
        assert_eq!((twice.clicks, again), (once.clicks, text));
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let mut scenario = Scenario::of(Maze::clone(&maze(&["....", "...."])));
    let expect = io::Expect::of(Outcome::Found, Some(2.0), None);
    let good = Click { expect: Some(expect.clone()), ..Click::new("door", Point::new(0.5, 0.5), Point::new(2.5, 0.5)) };
    let mut check = |format: Format, click: Click, map: &str, expected: Expect| {
        scenario.clicks = vec![click];
        expected.assert_eq(&export(&scenario, format, map).unwrap_or_else(|it| it.to_string()));
    };
    let (ai, corners) = (Format::MOVING_AI, Format::POLYANYA);
    check(
        ai,
        good.clone(),
        "a.map",
        expect![[r"
        version 1
        0	a.map	4	2	0	0	2	0	2.000
    "]],
    );
    check(ai, good.clone(), "a\n.map", expect!["a test names its map: give it a name, on one line"]);
    check(Format::RECAST, good.clone(), " ", expect!["tests name their level: give it a name, on one line"]);
    check(
        corners,
        good.clone(),
        "a.map",
        expect!["“door” can't be written as such a test: its start is no corner of a cell"],
    );
    check(
        ai,
        Click { goal: Spot::from((1.0, 0.5)), ..good.clone() },
        "a.map",
        expect!["“door” can't be written as such a test: its goal is no centre of a cell"],
    );
    check(
        ai,
        Click { start: Spot::from((-0.5, 0.5)), ..good.clone() },
        "a.map",
        expect!["“door” can't be written as such a test: its start is no centre of a cell"],
    );
    check(
        ai,
        Click { goal: Spot::from((4.5, 0.5)), ..good.clone() },
        "a.map",
        expect!["“door” can't be written as such a test: its goal is no centre of a cell"],
    );
    check(
        corners,
        Click { start: Spot::from((4.0, 2.0)), goal: Spot::from((0.0, 3.0)), ..good.clone() },
        "a",
        expect!["“door” can't be written as such a test: its goal is no corner of a cell"],
    );
    check(
        ai,
        Click { goal: Spot::from((f64::NAN, 0.5)), ..good.clone() },
        "a.map",
        expect!["“door” can't be written as such a test: its goal is no centre of a cell"],
    );
    check(
        ai,
        Click { kind: ClickKind::Ray, ..good.clone() },
        "a.map",
        expect!["“door” can't be written as such a test: it asks for a line of sight, not for a path"],
    );
    check(
        ai,
        Click { expect: None, ..good.clone() },
        "a.map",
        expect!["“door” can't be written as such a test: it expects no length, and each line has one"],
    );
    let unreachable = io::Expect::of(Outcome::Unreachable, None, None);
    check(
        ai,
        Click { expect: Some(unreachable), ..good.clone() },
        "a.map",
        expect![
            "“door” can't be written as such a test: it expects unreachable, and such tests know nothing but paths"
        ],
    );
    check(
        Format::RECAST,
        Click { name: "x 1 (height 1 to 2, flags 0x3 no)".to_owned(), ..good.clone() },
        "a",
        expect![[r"
            s Solo Mesh
            f a
            pf  0.500000 0.000000 0.500000  2.500000 0.000000 0.500000  0xffff 0x0
        "]],
    );
    scenario.clicks.clear();
    expect!["there is no click to write; keep one first"]
        .assert_eq(&export(&scenario, ai, "a.map").expect_err("no click").to_string());
    expect![[r"
        type octile
        height 2
        width 4
        map
        ....
        ....
    "]]
    .assert_eq(&export(&scenario, Format::MAP, "").expect("a maze"));
}

#[test]
fn reading_tests_never_panics() {
    let folder = folder();
    let scen = format!("{}0 a.map 4 3 0 0 2 2 3.4142\n", "version 1\n0\tdir/a.map\t4\t3\t0\t0\t3\t1\t4\n");
    let good = [("t.scen", scen), ("t.txt", format!("{RECAST}rc 1 2 3 4 5 6 0xffef 0x0\n"))];
    let alphabet = b"0123456789.-e \t\n\rpfrcs#x\xc3\xa9\xff\x00/\\";
    let mut random = Random::new(9);
    let mut readable = 0;
    for round in 0..3000 {
        let (name, text) = &good[round % 2];
        let mut bytes = text.clone().into_bytes();
        if round % 7 == 0 {
            bytes = (0..random.below(60)).map(|_| random.pick(alphabet)).collect();
        }
        for _ in 0..random.below(4) {
            let at = random.below(bytes.len() + 1);
            match random.below(3) {
                0 => bytes.insert(at, random.pick(alphabet)),
                1 => bytes.truncate(bytes.len() - bytes.len() / (1 + random.below(20))),
                _ if at < bytes.len() => bytes[at] = random.pick(alphabet),
                _ => (),
            }
        }
        let path = folder.0.join(name);
        fs::write(&path, &bytes).expect("written");
        match open_suite(&path, SMALL) {
            Ok(scenarios) => {
                assert!(!scenarios.is_empty());
                readable += 1;
            }
            Err(error) => {
                let place = error.place.expect("a place");
                assert!(place.0 > 0 && place.1 > 0 && !error.message.is_empty() && !error.file.is_empty(), "{error}");
            }
        }
        let _ = io::parse_bytes(name, &bytes, SMALL);
    }
    assert!(readable > 600, "{readable}");
}

/// Many lines, all of them about maps of their own or of one, take no more than a moment.
#[test]
fn long_tests_are_read_in_one_go() {
    let folder = folder();
    let line = "0\ta.map\t4\t3\t0\t0\t1\t0\t1\n";
    let scenario = io::open(&folder.file("t.scen", &format!("version 1\n{}", line.repeat(50_000))), SMALL);
    let scenario = scenario.expect("it opens");
    assert_eq!(scenario.clicks.len(), 50_000);
    assert_eq!(Arc::strong_count(&scenario.maze), 1);
}
