//! Files in: what is read from good ones, what is said about bad ones, and that nothing at all makes reading panic.

use expect_test::{Expect, expect};
use navscope::io::{self, BuiltIn, ClickKind, FORMATS, Format, GALLERY, Limits, Scenario, Value};

use crate::{random::Random, rig::settings};

const SMALL: Limits = Limits { max_side: 8 };

/// What was read, in short.
fn describe(scenario: &Scenario) -> String {
    let Scenario { maze, clicks, .. } = scenario;
    let end = |it: Option<navscope::geometry::Point>| it.map_or_else(|| "none".to_owned(), |it| it.to_string());
    let (start, goal) = (end(maze.start), end(maze.goal));
    let size = format!("{} × {}, {} floor", maze.columns(), maze.rows(), maze.floor().count());
    let clicks = clicks.iter().map(|it| format!("{}: {} → {}, {:?}", it.name, it.start, it.goal, it.expect));
    [format!("{size}, S {start}, G {goal}")].into_iter().chain(clicks).collect::<Vec<_>>().join(" | ")
}

#[track_caller]
fn check(file: &str, text: &str, expected: Expect) {
    let said = match io::parse(file, text, SMALL) {
        Ok(scenario) => describe(&scenario),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&said);
}

#[test]
fn text_mazes() {
    let check = |text: &str, expected: Expect| check("m.txt", text, expected);
    check("#####\n#S.G#\n#####\n", expect!["5 × 3, 3 floor, S (1.5, 1.5), G (3.5, 1.5)"]);
    check("ab#\nc\n", expect!["3 × 2, 3 floor, S none, G none"]);
    check("#S#\r\n# #\r\n#G#\r\n\r\n", expect!["3 × 3, 3 floor, S (1.5, 0.5), G (1.5, 2.5)"]);
    check("\u{feff}S G", expect!["3 × 1, 3 floor, S (0.5, 0.5), G (2.5, 0.5)"]);
    check("..\n\n..\n", expect!["2 × 3, 4 floor, S none, G none"]);
    check("été\n", expect!["3 × 1, 3 floor, S none, G none"]);
    check(
        "##\n#\t#\n",
        expect!["m.txt:2:2: a tab has no width of its own; put one symbol a cell there (floor may be a space)"],
    );
    check("S.\n.S\n", expect!["m.txt:2:2: a second S; the first is in line 1, column 1: remove one"]);
    check("G\nS\n\n.G\n", expect!["m.txt:4:2: a second G; the first is in line 1, column 1: remove one"]);
    check("", expect!["m.txt:1:1: there is no cell; draw some with # for wall and spaces for floor"]);
    check("\n\n\n", expect!["m.txt:1:1: there is no cell; draw some with # for wall and spaces for floor"]);
    check("#\r.\n", expect!["m.txt:1:2: a lone carriage return; end lines with LF or CRLF"]);
    check(
        "........\n.........\n",
        expect!["m.txt:2:9: more than 8 columns; mazes may have 8 × 8 cells (--max-side raises that)"],
    );
    check(
        ".\n.\n.\n.\n.\n.\n.\n.\n.\n",
        expect!["m.txt:9:1: more than 8 rows; mazes may have 8 × 8 cells (--max-side raises that)"],
    );
}

#[test]
fn moving_ai_maps() {
    let check = |text: &str, expected: Expect| check("m.map", text, expected);
    check("type octile\nheight 2\nwidth 3\nmap\n.@G\nSTW\n", expect!["3 × 2, 3 floor, S none, G none"]);
    check("type octile\r\nheight 1\r\nwidth 2\r\nmap\r\n..\r\n\r\n", expect!["2 × 1, 2 floor, S none, G none"]);
    check("width 2\nheight 1\nmap\n...\n", expect!["m.map:4:3: this row has 3 cells; the header announces 2"]);
    check("width 2\nheight 1\nmap\n.\n", expect!["m.map:4:2: this row has 1 cells; the header announces 2"]);
    check("width 2\nheight 2\nmap\n..\n", expect!["m.map:4:1: only 1 rows follow; the header announces 2"]);
    check("width 2\nheight 1\nmap\n..\n..\n", expect!["m.map:5:1: a row beyond the 1 that the header announces"]);
    check("height 1\nmap\n..\n", expect!["m.map:1:1: the header must give “height” and “width” before the line “map”"]);
    check("type octile\nheight 1\nwidth 2\n", expect!["m.map:4:1: the header ends without a line “map”"]);
    check("width two\nheight 1\nmap\n..\n", expect!["m.map:1:7: “width” needs a whole number above 0"]);
    check("width 0\nheight 1\nmap\n\n", expect!["m.map:1:7: “width” needs a whole number above 0"]);
    check(
        "width 9\nheight 1\nmap\n.........\n",
        expect!["m.map:1:7: more than 8 columns; mazes may have 8 × 8 cells (--max-side raises that)"],
    );
    check(
        "colour red\nmap\n",
        expect!["m.map:1:1: a header has the lines “type octile”, “height H”, “width W” and “map”, nothing else"],
    );
    check("", expect!["m.map:1:1: the header ends without a line “map”"]);
}

const MAP: &str = "[maze]\nmap = \"\"\"\n####\n#S.#\n#.G#\n####\n\"\"\"\n";

#[test]
fn scenarios() {
    check("m.toml", MAP, expect!["4 × 4, 4 floor, S (1.5, 1.5), G (2.5, 2.5)"]);
    check(
        "m.toml",
        "[maze]\nmap = '..'\n[bake]\nsamples = \"2x2\"\ninset = 0.1\n",
        expect!["2 × 1, 2 floor, S none, G none"],
    );
    let click = "[[click]]\nname = \"across\"\nstart = [1.5, 1.5]\ngoal = [2, 2]\nexpect = { length = 2, corners = 0, outcome = \"found\" }\n[[click]]\nstart = [0, 0]\ngoal = [1, 1]\n";
    check(
        "m.toml",
        &format!("{MAP}{click}"),
        expect![
            "4 × 4, 4 floor, S (1.5, 1.5), G (2.5, 2.5) | across: (1.5, 1.5) → (2, 2), Some(Expect { outcome: Some(Found), length: Some(2.0), corners: Some(0), tolerance: 0.0005 }) | click 2: (0, 0) → (1, 1), None"
        ],
    );
    for BuiltIn { name, text, .. } in GALLERY {
        assert!(io::parse(name, text, Limits::default()).is_ok());
    }
}

#[test]
fn scenarios_with_wrong_settings() {
    let check = |rest: &str, expected: Expect| check("m.toml", &format!("{MAP}{rest}"), expected);
    check(
        "[bake]\nsampels = 5\n",
        expect!["m.toml:9:1: there is no setting “bake.sampels”; did you mean “bake.samples”?"],
    );
    check("[bakery]\nsamples = 5\n", expect!["m.toml:8:1: “bakery” means nothing here; did you mean “bake”?"]);
    check(
        "[bake]\nsamples = 7\n",
        expect!["m.toml:9:11: bake.samples can't be “7”: it takes 5, 1, or a square like 2x2, up to 16x16"],
    );
    check(
        "[bake]\ninset = 0.75\n",
        expect!["m.toml:9:9: bake.inset can't be “0.75”: it takes a number from 0 to 0.5 cells"],
    );
    check(
        "[bake]\ninset = nan\n",
        expect!["m.toml:9:9: bake.inset can't be “NaN”: it takes a number from 0 to 0.5 cells"],
    );
    check(
        "[bake]\norder = \"brioo\"\n",
        expect!["m.toml:9:9: bake.order can't be “brioo”: it takes brio, given; did you mean “brio”?"],
    );
    check(
        "[bake]\nsuper_triangle = -1\n",
        expect![
            "m.toml:9:18: bake.super_triangle can't be “-1”: it takes symbolic, or a factor from 0.01 to 1000000000"
        ],
    );
    check(
        "[agent]\nradius = true\n",
        expect!["m.toml:9:10: agent.radius can't be “true”: it takes a number from 0 to 100 cells"],
    );
    check(
        "[numbers]\npolicy = \"f64\"\n",
        expect!["m.toml:9:10: numbers.policy can't be “f64”: it takes exact, float, f32, article; did you mean “f32”?"],
    );
    check(
        "bake = 3\n",
        expect!["m.toml:8:1: “bake” means nothing here; did you mean “obj”? Known are map, height, heights, obj"],
    );
}

#[test]
fn scenarios_with_wrong_clicks() {
    let check = |rest: &str, expected: Expect| check("m.toml", &format!("{MAP}{rest}"), expected);
    check(
        "[[click]]\nname = \"half\"\nstart = [1, 1]\n",
        expect!["m.toml:8:1: “half” needs a start and a goal, as in start = [1.5, 2.5]"],
    );
    check(
        "[[click]]\nstart = [1]\ngoal = [2, 2]\n",
        expect!["m.toml:9:9: a place is two numbers, as in [1.5, 2.5], or three with its height"],
    );
    check(
        "[[click]]\nstart = [1, inf]\ngoal = [2, 2]\n",
        expect!["m.toml:9:9: a place is two numbers, as in [1.5, 2.5], or three with its height"],
    );
    check(
        "[[click]]\nstart = [1, 1]\ngaol = [2, 2]\n",
        expect![
            "m.toml:10:1: “gaol” means nothing here; did you mean “goal”? Known are name, start, goal, kind, expect, expect_under, kept"
        ],
    );
    check("[[click]]\nname = 5\n", expect!["m.toml:9:8: a name is a text"]);
    check("[click]\nstart = [1, 1]\n", expect!["m.toml:8:1: clicks are written as [[click]], with two brackets"]);
    check(
        "[[click]]\nstart = [1, 1]\ngoal = [2, 2]\nexpect = { lenght = 1 }\n",
        expect![
            "m.toml:11:12: “lenght” means nothing here; did you mean “length”? Known are outcome, length, corners, tolerance"
        ],
    );
    check(
        "[[click]]\nstart = [1, 1]\ngoal = [2, 2]\nexpect = { length = -1 }\n",
        expect!["m.toml:11:21: “length” is a number, 0 or more"],
    );
    check(
        "[[click]]\nstart = [1, 1]\ngoal = [2, 2]\nexpect = { corners = 1.5 }\n",
        expect!["m.toml:11:22: “corners” is a whole number, 0 or more"],
    );
    check(
        "[[click]]\nstart = [1, 1]\ngoal = [2, 2]\nexpect = { outcome = \"lost\" }\n",
        expect![
            "m.toml:11:22: an outcome is one of found, unreachable, start-in-wall, goal-in-wall, off-mesh; did you mean “start-in-wall”?"
        ],
    );
}

const VARIANTS: &str = "[[variant]]\nname = \"walls\"\nbake.recipe = \"walls\"\n[[variant]]\nname = \"grid\"\n";

#[test]
fn variants_and_what_is_expected_under_them() {
    let text = "[[click]]\nstart = [1, 1]\ngoal = [2, 2]\nkind = \"ray\"\nkept = { points = [[1, 1], [2, 2]], triangles = [3, 4] }\n\
                expect_under = { walls = { length = 1.5 } }\n[[variant]]\nagent.radius = 0.25\nmust_agree = true\nbake.merge = true\n\
                preset = \"optimal\"\nname = \"walls\"\n[variant.search]\nmethod = \"dijkstra\"\ngraph = \"grid\"\n";
    let scenario = io::parse("m.toml", &format!("{MAP}{text}"), SMALL).expect("a scenario");
    let changes = scenario.variants[0].changes.iter().map(|(path, value)| format!("{path}={value}"));
    expect!["preset=optimal agent.radius=0.25 bake.merge=true search.method=dijkstra search.graph=grid"]
        .assert_eq(&changes.collect::<Vec<_>>().join(" "));
    let changes = ["agent.radius=0.25", "search.method=dijkstra", "search.graph=grid"];
    assert_eq!(scenario.settings_under(&scenario.variants[0]), settings("optimal", &changes));
    // The scenario's own settings hold where the variant changes nothing.
    let mut own = scenario.clone();
    own.settings = settings("article", &[]);
    own.variants[0].changes = vec![("bake.merge".to_owned(), Value::Switch(true))];
    assert_eq!(own.settings_under(&own.variants[0]), settings("article", &["bake.merge=true"]));
    assert!(scenario.variants[0].must_agree);
    let click = &scenario.clicks[0];
    assert_eq!((click.kind, click.expect_under[0].0.as_str()), (ClickKind::Ray, "walls"));
    assert_eq!((click.kept.points.len(), &*click.kept.triangles), (2, &[3, 4][..]));
}

#[test]
fn scenarios_with_wrong_variants() {
    let check = |rest: &str, expected: Expect| check("m.toml", &format!("{MAP}{VARIANTS}{rest}"), expected);
    check(
        "[[variant]]\nmust_agree = true\n",
        expect![[r#"m.toml:13:1: a variant needs a name, as in name = "walls""#]],
    );
    check("[[variant]]\nname = \"\"\n", expect![[r#"m.toml:13:1: a variant needs a name, as in name = "walls""#]]);
    check("[[variant]]\nname = 1\n", expect!["m.toml:14:8: a name is a text"]);
    check(
        "[[variant]]\nmust_agree = true\nname = \"walls\"\n",
        expect!["m.toml:15:8: a second variant is called “walls”; give each a name of its own"],
    );
    check("[[variant]]\nname = \"a\"\nmust_agree = 1\n", expect!["m.toml:15:14: “must_agree” is true or false"]);
    check(
        "[[variant]]\nname = \"a\"\nmust_agre = true\n",
        expect![
            "m.toml:15:1: “must_agre” means nothing here; did you mean “must_agree”? Known are name, must_agree, preset, bake, level, voxels, regions, contours, ears, polygons, links, numbers, search, costs, pull, agent, walk"
        ],
    );
    check(
        "[[variant]]\nname = \"a\"\npreset = \"optimum\"\n",
        expect![
            "m.toml:15:10: there is no preset “optimum”; did you mean “optimal”? There are article, article-mended, optimal, recast, painted, grid, default"
        ],
    );
    check("[[variant]]\nname = \"a\"\npreset = 3\n", expect![[r#"m.toml:15:10: a preset is a name, as in "optimal""#]]);
    check(
        "[[variant]]\nname = \"a\"\nbake = { recipe = \"wals\" }\n",
        expect![
            "m.toml:15:19: bake.recipe can't be “wals”: it takes sampled, walls, rectangles, contours, voxels; did you mean “walls”?"
        ],
    );
    check(
        "[[variant]]\nname = \"a\"\nbake = { recip = \"walls\" }\n",
        expect!["m.toml:15:10: there is no setting “bake.recip”; did you mean “bake.recipe”?"],
    );
    check(
        "[[variant]]\nname = \"a\"\n[variant.agent]\nradius = -1\n",
        expect!["m.toml:16:10: agent.radius can't be “-1”: it takes a number from 0 to 100 cells"],
    );
    check(
        "[[variant]]\nname = \"a\"\nagent.radius = [1]\n",
        expect!["m.toml:15:16: agent.radius takes a number from 0 to 100 cells"],
    );
    check("[[variant]]\nname = \"a\"\nagent = 1\n", expect!["m.toml:15:9: “agent” must be a table, as in [agent]"]);
    check("[variants]\nname = \"a\"\n", expect!["m.toml:13:1: “variants” means nothing here; did you mean “variant”?"]);
}

#[test]
fn clicks_that_expect_or_keep_what_means_nothing() {
    let check = |rest: &str, expected: Expect| check("m.toml", &format!("{MAP}{VARIANTS}{rest}"), expected);
    let click = "[[click]]\nstart = [1, 1]\ngoal = [2, 2]\n";
    check(
        &format!("{click}kind = \"rays\"\n"),
        expect!["m.toml:16:8: a kind is one of path, ray; did you mean “ray”?"],
    );
    check(&format!("{click}kind = 3\n"), expect!["m.toml:16:8: a kind is one of path, ray"]);
    check(
        &format!("{click}expect_under = {{ wall = {{ length = 1 }} }}\n"),
        expect!["m.toml:16:18: no variant is called “wall”; did you mean “walls”?"],
    );
    check(
        &format!("{click}expect_under = {{ walls = 1 }}\n"),
        expect!["m.toml:16:26: “walls” must be a table, as in [walls]"],
    );
    check(
        &format!("{click}expect_under.walls.lenght = 1\n"),
        expect![
            "m.toml:16:20: “lenght” means nothing here; did you mean “length”? Known are outcome, length, corners, tolerance"
        ],
    );
    check(
        &format!("{click}expect_under = 1\n"),
        expect!["m.toml:16:16: “expect_under” must be a table, as in [expect_under]"],
    );
    check(
        &format!("{click}kept = {{ point = [] }}\n"),
        expect!["m.toml:16:10: “point” means nothing here; did you mean “points”? Known are points, triangles"],
    );
    check(
        &format!("{click}kept = {{ points = [[1, 2], [3]] }}\n"),
        expect!["m.toml:16:28: a place is two numbers, as in [1.5, 2.5]"],
    );
    check(
        &format!("{click}kept = {{ points = [[1, nan]] }}\n"),
        expect!["m.toml:16:20: a place is two numbers, as in [1.5, 2.5]"],
    );
    check(&format!("{click}kept = {{ points = 1 }}\n"), expect!["m.toml:16:19: “points” is a list, as in points = []"]);
    check(
        &format!("{click}kept = {{ triangles = [1, -2] }}\n"),
        expect!["m.toml:16:26: a triangle is a whole number, 0 or more"],
    );
    check(
        &format!("{click}kept = {{ triangles = [4294967296] }}\n"),
        expect!["m.toml:16:23: a triangle is a whole number, 0 or more"],
    );
    check(
        &format!("{click}expect = {{ outcome = \"fond\" }}\n"),
        expect![
            "m.toml:16:22: an outcome is one of found, unreachable, start-in-wall, goal-in-wall, off-mesh; did you mean “found”?"
        ],
    );
    self::check(
        "m.toml",
        &format!("{MAP}{click}expect_under = {{ walls = {{ length = 1 }} }}\n"),
        expect!["m.toml:11:18: no variant is called “walls”; there are none; add one as [[variant]]"],
    );
    self::check(
        "m.toml",
        &format!("{MAP}[variant]\nname = \"a\"\n"),
        expect!["m.toml:8:1: variants are written as [[variant]], with two brackets"],
    );
}

#[test]
fn scenarios_with_wrong_maps() {
    let check = |text: &str, expected: Expect| check("m.toml", text, expected);
    check("", expect!["m.toml:1:1: there is no maze; add a table [maze] with a key “map”"]);
    check("[maze]\n", expect!["m.toml:1:1: [maze] needs a key “map”, or “obj” for level geometry"]);
    check("[maze]\nmap = 3\n", expect!["m.toml:2:7: “map” must be a text, best between lines of three quotes"]);
    check(
        "[maze]\nmaps = ''\n",
        expect!["m.toml:2:1: “maps” means nothing here; did you mean “map”? Known are map, height, heights, obj"],
    );
    check("maze = 1\n", expect!["m.toml:1:8: “maze” must be a table, as in [maze]"]);
    check(
        "# a comment\n\n[maze]\nmap = \"\"\"\n#S#\n#\t#\n\"\"\"\n",
        expect!["m.toml:6:2: a tab has no width of its own; put one symbol a cell there (floor may be a space)"],
    );
    check(
        "[maze]\nmap = '''\n..\n.S\nS.\n'''\n",
        expect!["m.toml:5:1: a second S; the first is in line 4, column 2: remove one"],
    );
    check(
        "[maze]\nmap = \"\"\"S.S\n..\"\"\"\n",
        expect!["m.toml:2:12: a second S; the first is in line 2, column 10: remove one"],
    );
    check(
        "[maze]\nmap = \"\"\"..\n.\t\"\"\"\n",
        expect!["m.toml:3:2: a tab has no width of its own; put one symbol a cell there (floor may be a space)"],
    );
    check(
        "[maze]\r\nmap = \"\"\"\r\n..\r\nSS\r\n\"\"\"\r\n",
        expect!["m.toml:4:2: a second S; the first is in line 4, column 1: remove one"],
    );
    check(
        "[maze]\nmap = \"\"\"\n.........\n\"\"\"\n",
        expect!["m.toml:3:9: more than 8 columns; mazes may have 8 × 8 cells (--max-side raises that)"],
    );
    check("[maze\n", expect!["m.toml:1:6: unclosed table, expected `]`"]);
    check("[maze]\nmap = \"..\nx = 1\n", expect![[r#"m.toml:2:10: invalid basic string, expected `"`"#]]);
}

#[test]
fn bytes_that_are_no_text() {
    let said = |bytes: &[u8]| io::parse_bytes("m.txt", bytes, SMALL).expect_err("no text").to_string();
    expect!["m.txt:2:2: is not UTF-8 text; save it as a plain text file"].assert_eq(&said(b"..\n.\xff\n"));
    expect!["m.txt:1:1: is UTF-16 text, by its byte-order mark; save it as UTF-8"].assert_eq(&said(b"\xff\xfe.\0.\0"));
}

/// Reads anything as every format. Whatever comes of it is fine, if it comes.
fn read_as_everything(bytes: &[u8]) -> usize {
    let read = |file: &&str| match io::parse_bytes(file, bytes, SMALL) {
        Ok(scenario) => {
            assert!(scenario.maze.columns() <= 8 && scenario.maze.rows() <= 8);
            true
        }
        Err(error) => {
            assert!(!error.message.is_empty() && error.place.is_none_or(|(line, column)| line > 0 && column > 0));
            false
        }
    };
    ["m.txt", "m.map", "m.toml"].iter().filter(|it| read(it)).count()
}

#[test]
fn reading_never_panics() {
    let mut random = Random::new(62);
    let good = [
        format!(
            "{MAP}[bake]\nsamples = 5\n[[click]]\nstart = [1, 1]\ngoal = [2, 2]\nexpect = {{ length = 1.5 }}\n\
             kind = \"ray\"\nexpect_under = {{ a = {{ corners = 1 }} }}\nkept = {{ points = [[1, 1]], triangles = [1] }}\n\
             [[variant]]\nname = \"a\"\npreset = \"optimal\"\nbake = {{ merge = true }}\n"
        ),
        "type octile\nheight 2\nwidth 3\nmap\n.@G\nSTW\n".to_owned(),
        "#####\r\n#S.G#\r\n#####\r\n".to_owned(),
    ];
    let alphabet = b"#.SG \n\r\t\"'[]{}=,01.-e\xc3\xa9\xf0\x9f\xff\x00map";
    let mut readable = 0;
    for round in 0..20_000 {
        let mut bytes = good[round % 3].clone().into_bytes();
        if round % 5 == 0 {
            bytes = (0..random.below(60)).map(|_| random.pick(alphabet)).collect();
        }
        for _ in 0..random.below(4) {
            let at = random.below(bytes.len() + 1);
            match random.below(3) {
                0 => bytes.insert(at, random.pick(alphabet)),
                1 => bytes.truncate(bytes.len() - bytes.len() / (1 + random.below(20))),
                _ if at < bytes.len() => bytes[at] = random.below(256) as u8,
                _ => (),
            }
        }
        readable += read_as_everything(&bytes);
    }
    assert!(readable > 2000, "{readable}");
}

/// The README is read before `--help` is.
#[test]
fn the_readme_lists_every_format() {
    let readme = include_str!("../../README.md");
    let rows = readme.lines().skip_while(|it| *it != "## Files").filter(|it| it.starts_with("| `"));
    let row = |it: &Format| {
        let endings: Vec<String> = it.extensions.iter().map(|it| format!("`.{it}`")).collect();
        let use_of = if Format::written().any(|written| written == *it) { "read, written" } else { "read" };
        format!("| `{}` | {} | {} | {use_of} |", it.name, endings.join(", "), it.help)
    };
    let expected: Vec<String> = FORMATS.iter().map(row).collect();
    assert_eq!(rows.collect::<Vec<_>>(), expected, "the table under “Files”");
    let names: Vec<&str> = Format::written().map(|it| it.name).collect();
    assert!(readme.contains(&format!("`navscope export FILE --as {}`", names.join("|"))));
}
