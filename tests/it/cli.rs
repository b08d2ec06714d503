//! The command line, as somebody types it.

use std::{
    env, fs,
    io::{Read as _, Write as _},
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use expect_test::{Expect, expect};
use serde_json::Value;

fn navscope(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_navscope"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

fn answer(mut command: Command) -> Answer {
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Answer { code: status.code(), out: text(stdout), err: text(stderr) }
}

fn run(arguments: &str) -> Answer {
    answer(navscope(arguments))
}

/// Runs a command that must answer in JSON.
fn json(arguments: &str, code: i32) -> Value {
    let answer = run(arguments);
    assert_eq!((answer.code, &*answer.err), (Some(code), ""));
    serde_json::from_str(&answer.out).expect("JSON")
}

/// A file with some contents, which is gone again at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
        fs::write(&path, text).expect("written");
        Self(path)
    }

    /// Its path; folders with spaces in their names would break the tests apart.
    fn path(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = fs::remove_file(&self.0);
    }
}

/// What is said about wrong input, and that this is exit code 2 and nothing else.
#[track_caller]
fn check_wrong(arguments: &str, expected: Expect) {
    check_wrong_in("a file that is not named", arguments, expected);
}

/// The same about a file, the name of which is not the same twice.
#[track_caller]
fn check_wrong_in(file: &str, arguments: &str, expected: Expect) {
    let answer = run(arguments);
    assert_eq!((answer.code, &*answer.out), (Some(2), ""), "{}", answer.err);
    let message = answer.err.strip_prefix("navscope: ").expect("it says who speaks");
    expected.assert_eq(&message.trim_end().replace(file, "FILE"));
}

#[test]
fn bakes_are_told_in_json() {
    let report = json("bake two-rooms --json", 0);
    for field in ["vertices", "triangles", "walkable", "merged", "closed_edges"] {
        assert!(report[field].is_u64(), "{field} in {report}");
    }
    assert!(report["elapsed_ms"].is_f64());
    assert_eq!(report["violations"], serde_json::json!([]));
    let report = json("bake article --preset article --json", 1);
    assert_eq!((&report["vertices"], &report["walkable"]), (&447.into(), &609.into()));
    let violations = report["violations"].as_array().expect("a list");
    let in_walls = violations.iter().filter(|it| it["kind"] == "triangle-in-wall");
    assert_eq!(in_walls.inspect(|it| assert!(it["at"][1].is_f64() && it["triangle"].is_u64())).count(), 18);
}

#[test]
fn paths_are_told_in_json() {
    let report = json("path article_open_6_1 --json", 0);
    assert_eq!(
        (&report["outcome"], &report["audit"]),
        (&"found".into(), &serde_json::json!({ "legal": true, "violations": [] }))
    );
    let points = report["points"].as_array().expect("a list");
    assert_eq!(points[0], serde_json::json!([1.5, 1.5]));
    assert_eq!(report["corners"].as_u64(), Some(points.len() as u64 - 2));
    let [portals, triangles] = ["portals", "triangles"].map(|it| report[it].as_u64().expect("a number"));
    assert_eq!(portals + 1, triangles);
    assert!(report["length"].as_f64().is_some_and(|it| it > 18.199 && it < 19.5));

    let report = json("path article_open_6_1 --preset article-mended --json", 1);
    let violations = report["audit"]["violations"].as_array().expect("a list");
    assert_eq!((&report["audit"]["legal"], violations.len()), (&false.into(), 2));
    for it in violations {
        assert!(it["kind"] == "enters-wall" && it["segment"].is_u64() && it["at"][0].is_f64(), "{it}");
    }
    let report = json("path article --json", 1);
    assert_eq!((&report["outcome"], &report["length"]), (&"unreachable".into(), &Value::Null));
    assert_eq!(json("path article --json --from 1.1,1.1 --to 1.5,1.5", 1)["outcome"], "off-mesh");
    assert_eq!(json("path article --json --from -1,-1 --to 1.5,1.5", 1)["outcome"], "start-in-wall");
}

#[test]
fn answers_are_told_in_words() {
    let told = run("path article --preset article");
    assert_eq!(told.code, Some(1));
    assert!(told.out.contains("unreachable") && told.out.contains("15.620499") && told.out.contains("illegal"));
    let told = run("bake stair");
    assert_eq!(told.code, Some(0));
    assert!(told.out.contains("no violations") && told.out.contains("walkable"));
    assert!(run("settings").out.contains("bake.super_triangle = symbolic"));
    let mazes = run("mazes").out;
    assert_eq!(mazes.lines().collect::<Vec<_>>(), navscope::io::GALLERY.iter().map(|it| it.name).collect::<Vec<_>>());
    assert_eq!(run("--help").code, Some(0));
    assert_eq!(run("--version").out.trim(), concat!("navscope ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn files_are_opened_like_built_in_mazes() {
    let maze = Scratch::new("m.txt", "######\n#S  G#\n######\n");
    let path = maze.path();
    assert_eq!(json(&format!("path {path} --json"), 0)["length"], 3.0);
    assert_eq!(json(&format!("path {path} --json --max-side 6"), 0)["length"], 3.0);
    check_wrong_in(
        &path,
        &format!("path {path} --max-side 5"),
        expect!["FILE:1:6: more than 5 columns; mazes may have 5 × 5 cells (--max-side raises that)"],
    );
    let missing = run("bake no-such-maze.txt");
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.starts_with("navscope: no-such-maze.txt: can't be read: "), "{}", missing.err);
    let bad = Scratch::new("bad.toml", "[maze]\nmap = \"\"\"\n#S#\n#S#\n\"\"\"\n");
    check_wrong_in(
        &bad.path(),
        &format!("bake {}", bad.path()),
        expect!["FILE:4:2: a second S; the first is in line 3, column 2: remove one"],
    );
    let open = Scratch::new("open.txt", "...\n");
    check_wrong_in(
        &open.path(),
        &format!("path {}", open.path()),
        expect!["there is no start (S): the maze has none, and no click; give --from X,Y"],
    );
}

#[test]
fn queries_come_from_a_file() {
    let good = "# two ways\n1.5 1.5 13.5 11.5   # from S to G\n\n  1.5 1.5\t1.5 1.5\n";
    let queries = Scratch::new("queries", good);
    let answer = run(&format!("path article_open_6_1 --queries {}", queries.path()));
    assert_eq!((answer.code, &*answer.err), (Some(0), ""));
    let lines: Vec<Value> = answer.out.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0]["length"].as_f64() > Some(18.0) && lines[1]["length"] == 0.0);
    let blocked = Scratch::new("blocked", "0.5 0.5 1.5 1.5\n1.5 1.5 1.5 2.5\n");
    let answer = run(&format!("path article_open_6_1 --queries {}", blocked.path()));
    assert_eq!((answer.code, answer.out.lines().count()), (Some(1), 2));

    let check = |text: &str, expected: Expect| {
        let queries = Scratch::new(&format!("bad{}", text.len()), text);
        check_wrong_in(&queries.path(), &format!("path stair --queries {}", queries.path()), expected);
    };
    check("1 1 2 2\n1 1 two 2\n", expect!["FILE:2:5: “two” is no number; a query is a line “x1 y1 x2 y2”"]);
    check("1 1 2 2\n\n1 1 2 # and?\n", expect!["FILE:3:6: 3 numbers; a query is a line “x1 y1 x2 y2”"]);
    check("1 1 2 2 3\n", expect!["FILE:1:10: 5 numbers; a query is a line “x1 y1 x2 y2”"]);
    check("1 1 2 inf\n", expect!["FILE:1:7: “inf” is no number; a query is a line “x1 y1 x2 y2”"]);
}

#[test]
fn queries_come_from_standard_input() {
    let mut command = navscope("path stair --queries -");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(b"1.5 1.5 1.5 1.25\n").expect("written");
    let mut out = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut out).expect("read");
    assert_eq!((child.wait().expect("it ends").code(), out.lines().count()), (Some(0), 1));
}

#[test]
fn traces_tell_every_event() {
    let all = run("trace stair --level test").out;
    for stage in ["samples:", "triangulate:", "filter:", "search:", "portals:", "funnel:", "audit:"] {
        assert!(all.lines().any(|it| it.starts_with(stage)), "{stage}");
    }
    let funnel = run("trace stair --stage funnel --level operation").out;
    assert!(!funnel.is_empty() && funnel.lines().all(|it| it.starts_with("funnel:")));
    assert!(all.lines().count() > run("trace stair").out.lines().count());
    assert_eq!(all, run("trace stair --level test").out, "the same run is told the same way");
    check_wrong(
        "trace stair --stage funel",
        expect![
            "there is no stage “funel”; there are samples, outline, rectangles, rasterise, low-hanging, ledges, headroom, erode, regions, contours, simplify, bridges, ears, convex, links, triangulate, filter, merge, search, polyanya, grid, portals, funnel, round, smooth, audit, walk"
        ],
    );
    check_wrong(
        "trace stair --level tests",
        expect!["there is no level “tests”; there are phase, operation, edit, test"],
    );
}

#[test]
fn traces_tell_what_meets_a_condition() {
    let told = |condition: &str, rest: &str| {
        let mut command = navscope(&format!("trace article_open_6_1 {rest}"));
        command.args(["--where", condition]);
        let answer = answer(command);
        assert_eq!((answer.code, &*answer.err), (Some(0), ""), "{condition}");
        answer.out.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = run("trace article_open_6_1 --level test").out;
    let of_kind = |kind: &str| {
        let lines = all.lines().filter(|it| it.split_whitespace().nth(2) == Some(kind));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(told("kind:turned", ""), of_kind("turned"));
    assert_eq!(told("kind:walked", ""), of_kind("walked"));
    assert_eq!(told("kind:walked", "--level edit"), [] as [String; 0]);
    assert_eq!(told("tightened", "--stage search"), [] as [String; 0]);
    assert_eq!(told("-stage:triangulate kind:tested", ""), told("kind:tested", "--stage funnel"));
    let mut command = navscope("trace stair");
    command.args(["--where", "zone > 3 kind:turnt"]);
    let wrong = answer(command);
    let message = "navscope: --where, character 15: there is no kind “turnt”; did you mean “turned”?";
    assert_eq!((wrong.code, &*wrong.out, wrong.err.trim_end()), (Some(2), "", message));
}

#[test]
fn any_moment_can_be_drawn() {
    for at in ["", "--at funnel:2", "--at triangulate:end --dark", "--at search:0", "--at triangulate:5.1"] {
        let answer = run(&format!("draw stair {at}"));
        assert_eq!((answer.code, &*answer.err), (Some(0), ""), "{at}");
        assert!(answer.out.starts_with("<svg") && answer.out.trim_end().ends_with("</svg>"), "{at}");
    }
    let out = Scratch::new("out.svg", "");
    assert_eq!(run(&format!("draw stair -o {}", out.path())).code, Some(0));
    assert!(fs::read_to_string(&out.0).expect("written").starts_with("<svg"));
    check_wrong(
        "draw stair --at funnel:99999",
        expect!["stage funnel has 139 events; funnel:99999 lies behind its end"],
    );
    check_wrong("draw stair --at triangulate:5.9999", expect!["the step from triangulate:5 has 6 observations"]);
    check_wrong(
        "draw stair --at funel:3",
        expect![
            "“funel:3” is no moment; write it like funnel:12, with a stage of samples, outline, rectangles, rasterise, low-hanging, ledges, headroom, erode, regions, contours, simplify, bridges, ears, convex, links, triangulate, filter, merge, search, polyanya, grid, portals, funnel, round, smooth, audit, walk"
        ],
    );
    check_wrong(
        "draw stair --at funnel",
        expect![
            "“funnel” is no moment; write it like funnel:12, with a stage of samples, outline, rectangles, rasterise, low-hanging, ledges, headroom, erode, regions, contours, simplify, bridges, ears, convex, links, triangulate, filter, merge, search, polyanya, grid, portals, funnel, round, smooth, audit, walk"
        ],
    );
}

#[test]
fn wrong_settings_are_refused() {
    check_wrong(
        "bake stair --set bake.insets=0.2",
        expect!["there is no setting “bake.insets”; did you mean “bake.inset”?"],
    );
    check_wrong(
        "bake stair --set bake.inset=0.7",
        expect!["bake.inset can't be “0.7”: it takes a number from 0 to 0.5 cells"],
    );
    check_wrong(
        "bake stair --set bake.inset=wide",
        expect!["bake.inset can't be “wide”: it takes a number from 0 to 0.5 cells"],
    );
    check_wrong(
        "bake stair --set numbers.policy=exakt",
        expect!["numbers.policy can't be “exakt”: it takes exact, float, f32, article; did you mean “exact”?"],
    );
    check_wrong(
        "bake stair --set bake.inset",
        expect!["“bake.inset” sets nothing; write --set PATH=VALUE, as in --set bake.samples=1"],
    );
    check_wrong(
        "bake stair --preset articles",
        expect![
            "there is no preset “articles”; did you mean “article”? There are article, article-mended, optimal, recast, painted, grid, default"
        ],
    );
    let usage = run("bake");
    assert_eq!((usage.code, &*usage.out), (Some(2), ""));
    assert_eq!(run("path stair --from 1").code, Some(2));
}

#[test]
fn a_closed_pipe_is_no_failure() {
    for arguments in ["trace zigzag --level test", "draw zigzag", "bake zigzag --json", "settings"] {
        let mut child = navscope(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut err).expect("read");
        assert_eq!((child.wait().expect("it ends").code(), &*err), (Some(0), ""), "{arguments}");
    }
}

#[test]
fn a_path_is_held_against_what_its_click_expects() {
    let told = |expect: &str| {
        let text = format!(
            "[maze]\nmap = '''\n#####\n#   #\n#####\n'''\n[[click]]\nname = 'along'\nstart = [1.5, 1.5]\ngoal = [3.5, 1.5]\nexpect = {expect}\n"
        );
        let file = Scratch::new("expects.toml", &text);
        let answer = run(&format!("path {}", file.path()));
        (answer.code, answer.out.lines().last().unwrap_or_default().to_owned())
    };
    assert_eq!(told("{ length = 2, corners = 0 }"), (Some(0), "as click “along” expects".to_owned()));
    let differs = "not as click “along” expects: outcome found instead of unreachable".to_owned();
    assert_eq!(told("{ outcome = 'unreachable' }"), (Some(1), differs));
}

#[test]
fn the_optimum_is_told_for_any_settings() {
    let number = |report: &Value, key: &str| report[key].as_f64().unwrap_or_else(|| panic!("{key}: {report}"));
    let article = json("path article_open_6_1 --preset article --json", 1);
    let optimum = json("path article_open_6_1 --preset article --optimum --json", 0);
    assert!((number(&optimum, "length") - 18.199).abs() < 5e-4, "{optimum}");
    assert_eq!(number(&article, "optimum"), number(&optimum, "length"));
    assert_eq!(["excess", "corridor_excess", "funnel_excess"].map(|it| number(&optimum, it)), [0.0; 3]);
    assert!(number(&article, "excess") > 1.0 && number(&article, "funnel_excess") > 1.0, "{article}");
    assert_eq!(number(&optimum, "clearance"), 0.0);

    let wide = json("path pillars --optimum --set agent.radius=0.4 --json", 0);
    assert!(!wide["arcs"].as_array().expect("a list").is_empty(), "{wide}");
    assert!((number(&wide, "clearance") - 0.4).abs() < 1e-8, "{wide}");

    let here = run("path stair --optimum --from 1.5,1.5 --to 1.5,1.5");
    assert!(here.out.starts_with("found: length 0.000000, 0 corners"), "{}", here.out);
    let none = json("path article --optimum --json", 1);
    assert_eq!(["length", "optimum", "excess", "clearance"].map(|it| none[it].is_null()), [true; 4], "{none}");
    let polyanya = json("path article_open_6_1 --method polyanya --json", 0);
    assert!(
        number(&polyanya, "excess") > 0.0 && number(&polyanya, "expansions") > 0.0,
        "a mesh of samples: {polyanya}"
    );
    check_wrong(
        "path stair --method poliania",
        expect!["search.method can't be “poliania”: it takes astar, dijkstra, polyanya; did you mean “polyanya”?"],
    );
}

#[test]
fn one_query_is_sent_through_every_method() {
    let rows = json("compare article_open_6_1 --json", 0);
    let rows = rows.as_array().expect("a list");
    let methods: Vec<&str> = rows.iter().filter_map(|it| it["method"].as_str()).collect();
    assert!(methods[0] == "as set" && methods.contains(&"walls, Polyanya") && methods.contains(&"article"));
    let optimum = rows[1]["length"].as_f64().expect("a path");
    for row in rows {
        assert_eq!(row["optimum"].as_f64(), Some(optimum), "{row}");
        let is_article = row["method"].as_str().is_some_and(|it| it.starts_with("article"));
        assert_eq!(row["legal"].as_bool(), Some(!is_article), "{row}");
        let excess = row["excess"].as_f64().expect("a number");
        assert!((row["length"].as_f64().expect("a path") / optimum - 1.0 - excess).abs() < 1e-12, "{row}");
    }
    let table = run("compare article_open_6_1 --preset article");
    assert_eq!((table.code, table.out.lines().count()), (Some(1), rows.len() + 2), "its own way is illegal");
    let none = run("compare diag_sealed");
    assert_eq!(none.code, Some(1));
    assert!(none.out.contains("optimum –") && none.out.contains("unreachable"), "{}", none.out);
}

#[test]
fn a_stage_that_did_not_run_is_named() {
    check_wrong(
        "trace stair --stage outline",
        expect!["stage outline did not run; with these settings there are samples, triangulate, filter"],
    );
    let all = run("trace stair --preset optimal --set agent.radius=0.2 --level test").out;
    for stage in ["outline", "triangulate", "filter", "merge", "polyanya", "portals", "funnel", "round", "audit"] {
        assert!(all.lines().any(|it| it.starts_with(&format!("{stage}:"))), "{stage}");
    }
}

#[test]
fn paths_from_cell_to_cell_are_told_in_cells() {
    let five = Scratch::new("five.txt", ".....\n..#..\n.#...\n.....\n.....\n");
    let ask =
        |more: &str| run(&format!("path {} --from 1.5,1.5 --to 3.5,3.5 --set search.graph=grid {more}", five.path()));
    let answer = ask("--set search.corners=naive");
    assert_eq!(answer.code, Some(1));
    expect![[r"
        found: length 2.828427, 0 corners, 3 cells, 3 expanded
          optimum 4.256617: excess -33.552 %
          clearance 0.000000
          (1.5, 1.5)
          (3.5, 3.5)
        illegal: 1 of its 1 segments break a rule
          segment 0 passes between two walls that meet in a corner at (2, 2)
    "]]
    .assert_eq(&answer.out);
    let answer = ask("--set search.heuristic=manhattan --set search.corners=one-side");
    assert_eq!(answer.code, Some(0));
    expect![[r"
        found: length 4.828427, 2 corners, 5 cells, 5 expanded
          optimum 4.256617: excess +13.433 %
          clearance 0.000000
          the heuristic overestimates: from cell (0, 2) it takes 4.000000 where 3.414214 are left
          (1.5, 1.5)
          (0.5, 2.5)
          (1.5, 3.5)
          (3.5, 3.5)
        legal: none of its 3 segments breaks a rule
    "]]
    .assert_eq(&answer.out);
}

/// Tests go out with the map that they name, and come back as they were.
#[test]
fn clicks_are_exported_with_their_map() {
    let text = "[maze]\nmap = \"....\"\n[[click]]\nstart = [0.5, 0.5]\ngoal = [3.5, 0.5]\nexpect = { length = 3 }\n";
    let file = Scratch::new("export.toml", text);
    let out = Scratch::new("export.scen", "");
    let map = Scratch(out.0.with_extension("map"));
    let answer = run(&format!("export {} --as movingai -o {}", file.path(), out.path()));
    assert_eq!((answer.code, &*answer.out, &*answer.err), (Some(0), "", ""));
    let name = map.0.file_name().expect("a name").to_string_lossy().into_owned();
    let written = fs::read_to_string(&out.0).expect("text");
    assert_eq!(written, format!("version 1\n0\t{name}\t4\t1\t0\t0\t3\t0\t3.000\n"));
    assert_eq!(fs::read_to_string(&map.0).expect("text"), "type octile\nheight 1\nwidth 4\nmap\n....\n");
    // Again, over the same map; and out again, to standard output.
    assert_eq!(run(&format!("export {} --as movingai -o {}", file.path(), out.path())).code, Some(0));
    let again = run(&format!("export {} --as movingai --scen centres --map {name}", out.path()));
    assert_eq!((again.code, again.out), (Some(0), written));
    check_wrong_in(
        &map.path(),
        &format!("export article --as recast -o {}", out.path()),
        expect!["there is no click to write; keep one first"],
    );
    fs::write(&map.0, "type octile\nheight 1\nwidth 1\nmap\n.\n").expect("written");
    check_wrong_in(
        &map.path(),
        &format!("export {} --as recast -o {}", file.path(), out.path()),
        expect!["FILE: lies there already with another maze; name a map with --map, or write elsewhere"],
    );
    check_wrong(
        "export article --as moving",
        expect![
            "there is no format “moving”; did you mean “movingai”? There are movingai, polyanya, recast, map, obj, toml"
        ],
    );
    check_wrong(
        "export article --as map --scen center",
        expect!["there is no kind of .scen “center”; did you mean “centres”? There are centres, corners"],
    );
}
