//! What goes into every reader: which files are read at all, which bytes are text, what is taken for a maze, and whose mazes tests
//! may read.

use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Output},
};

use navscope::{
    io::{self, Format, Limits, Scenario, export, open_suite, open_suite_from},
    maze::{Cell, Maze},
};

use crate::saving::Folder;

/// Runs the program in a folder.
pub(crate) fn navscope(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_navscope"));
    command.args(arguments).current_dir(&folder.0).output().expect("it starts")
}

/// What was said, and the exit code.
#[track_caller]
fn said(folder: &Folder, arguments: &[&str]) -> (String, Option<i32>) {
    let Output { stdout, stderr, status } = navscope(folder, arguments);
    (String::from_utf8(stdout).expect("UTF-8") + &String::from_utf8(stderr).expect("UTF-8"), status.code())
}

fn read(file: &str, text: &str) -> Result<Scenario, String> {
    io::parse(file, text, Limits::default()).map_err(|it| it.to_string())
}

#[test]
fn what_is_no_maze_is_told_by_its_look() {
    let looks: &[(&str, &str)] = &[
        ("JSON", "{\"a\": [1, 2]}\n"),
        ("JSON", "[\n  {\"x\": 1}\n]"),
        ("JSON", "[[1,0],[0,1]]"),
        ("JSON", "{ \"cut off\": "),
        ("JSON", "{}"),
        ("JSON", "[]"),
        ("XML", "<?xml version=\"1.0\"?>\n<map/>"),
        ("XML", "<!DOCTYPE html><html></html>"),
        ("XML", "<svg xmlns=\"x\"/>"),
        ("TOML", "[maze]\nmap = \"\"\"\n####\n#SG#\n####\n\"\"\"\n"),
        ("TOML", "# ours\n[[click]]\nstart = [1, 1]\n"),
        ("TOML", "radius = 0.5\n"),
        ("table", "1,0,1\n0,1,0\n"),
        ("table", "name;age\nbo;3\n"),
        ("table", "#,#,#\n#,.,#\n"),
        ("table", "0,1,2"),
        ("words", "fn main() {\n    println!(\"hello\");\n}\n"),
        ("words", "#include <stdio.h>\nint main(void) { return 0; }\n"),
        ("words", "# A title\n\nSome words of prose.\n"),
        ("words", "def solve(maze):\n    # walls\n    return None\n"),
        ("words", "今天天气，很好很好。"),
        ("script", "#!/bin/sh\nls\n"),
        ("a Moving AI map", "type octile\nheight 1\nwidth 2\nmap\n..\n"),
        ("Moving AI's or Polyanya's tests", "version 1\n0 a.map 4 3 0 0 1 0 1\n"),
        ("RecastDemo", "x\npf 1 2 3 4 5 6 0xffff 0x0\n"),
        ("mesh", "mesh\n2\n4 2\n"),
        ("OBJ", "# Blender\nv 1.0 0.0 -1.5\nf 1 2 3\n"),
        ("numbers", "1.5 1.5 7.5 1.5\n"),
        ("numbers", "1 2\n3 4\n"),
        ("YAML", "---\na: 1\n"),
        ("YAML", "maze: 1\nends: 2\n"),
        ("PNM", "P1\n3 1\n0 1 0\n"),
    ];
    for (look, text) in looks {
        for file in ["m.txt", "m", "m.maze", "m.json"] {
            let error = read(file, text).expect_err(text);
            assert!(error.starts_with(&format!("{file}:1:1: looks like ")) && error.contains(look), "{error}\n{text}");
        }
    }
    for (what, bytes) in [
        ("PNG", &b"\x89PNG\r\n\x1a\n"[..]),
        ("GIF", b"GIF89a"),
        ("JPEG", b"\xff\xd8\xff\xe0"),
        ("PDF", b"%PDF-1.7\n"),
        ("ZIP", b"PK\x03\x04"),
        ("gzip", b"\x1f\x8b\x08"),
        ("program", b"\x7fELF\x02"),
        ("UTF-16", b"\xff\xfe#\0"),
        ("UTF-16", b"\xfe\xff\0#"),
        ("UTF-32", b"\xff\xfe\0\0#\0\0\0"),
    ] {
        for file in ["m.txt", "m.map", "m.toml", "m.scen"] {
            let error = io::parse_bytes(file, bytes, Limits::default()).expect_err(what).to_string();
            assert!(error.contains(what) && error.starts_with(&format!("{file}:1:1: is ")), "{error}");
        }
    }
}

#[test]
fn mazes_are_read_whatever_their_floor() {
    for text in [
        "#####\n#S G#\n#####\n",
        "##########\n#KITCHEN #\n#.hall...#\n##########\n",
        "S.G\n",
        "....\n....\n",
        "0123\n4567\n",
        "1111\n1221\n1111\n",
        "#abc#\n#defg\n#####\n",
        "# # #\n  #\n",
        "###\n#~#\n#,,#,,\n",
        "été\n",
        "[]##\n",
        "<>#\n",
        "+--+\n|##|\n+--+\n",
        "S = G\n#####\n",
        "迷#\n",
    ] {
        let scenario = read("m.txt", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let floor = text.lines().flat_map(str::chars).filter(|it| *it != '#').count();
        assert_eq!(scenario.maze.floor().count(), floor, "{text}");
    }
}

/// Each with the place and the code point, in a text maze, in a scenario's map, and in the rows of a map.
#[test]
fn symbols_that_are_no_cells_are_refused() {
    let unseen = "\u{200b}\u{200c}\u{200d}\u{feff}\u{202e}\u{2066}\u{200f}\u{ad}\u{2060}\u{301}\u{20dd}\u{fe0f}\u{fffd}\u{a0}\u{3000}\u{2003}\u{2028}\u{85}\u{9b}\u{ffff}\u{e0041}\u{3164}";
    let drawn = "█▓▒░■□▪◼⬛⬜─│┌＃♯🟥🧱";
    for symbol in unseen.chars().chain(drawn.chars()) {
        let code = format!("U+{:04X}", u32::from(symbol));
        let rows = format!("####\n#.{symbol}.#\n####");
        let mut files =
            vec![("m.txt", rows.clone(), (2, 3)), ("m.toml", format!("[maze]\nmap = '''\n{rows}\n'''\n"), (4, 3))];
        if !drawn.contains(symbol) {
            files.push(("m.map", format!("height 1\nwidth 4\nmap\n#.{symbol}#\n"), (4, 3)));
        }
        for (file, text, place) in files {
            let error = io::parse(file, &text, Limits::default()).expect_err(&code);
            assert!(error.message.contains(&code) && error.place == Some(place), "{code}: {error}");
        }
    }
    // What blocks a map's cell may look like anything.
    assert_eq!(read("m.map", "height 1\nwidth 2\nmap\n█.\n").expect("a map").maze.floor().count(), 1);
    for text in
        ["+---+\n|S G|\n+---+\n", "@@@\n@.@\n@@@\n", "1111\n1001\n1111\n", "XX X\nX  X\nX XX\n", " ___\n|S G|\n|___|\n"]
    {
        for (file, text) in [("m.txt", text.to_owned()), ("m.toml", format!("[maze]\nmap = '''\n{text}'''\n"))] {
            let error = read(file, &text).expect_err(&text);
            assert!(error.contains("only # is a wall"), "{error}");
        }
    }
}

/// Texts of all formats that are read by name, good ones, of three lines and more.
const TEXTS: [(&str, &str); 3] = [
    ("m.txt", "####\n#SG#\n####\n"),
    ("m.map", "type octile\nheight 1\nwidth 2\nmap\n..\n"),
    ("m.toml", "[maze]\nmap = '''\n####\n#SG#\n####\n'''\n"),
];

#[test]
fn bytes_are_text_by_one_rule_in_every_format() {
    let folder = Folder::new();
    folder.file("maze.map", TEXTS[1].1);
    let tests =
        [("t.scen", "version 1\n0 maze.map 2 1 0 0 1 0 1\n"), ("t.txt", "f maze.map\npf 0.5 0 0.5 1.5 0 0.5\n\n")];
    let opened = |name: &str, bytes: &[u8]| {
        let path = folder.0.join(name);
        fs::write(&path, bytes).expect("written");
        open_suite(&path, Limits::default()).map(|it| it[0].clone()).map_err(|it| (it.place, it.message))
    };
    for (name, text) in TEXTS.into_iter().chain(tests) {
        let content = |it: Scenario| (it.maze, it.clicks);
        let plain = content(opened(name, text.as_bytes()).expect(name));
        let crlf = text.replace('\n', "\r\n");
        for same in [crlf.clone(), format!("\u{feff}{text}"), format!("\u{feff}{crlf}")] {
            assert_eq!(opened(name, same.as_bytes()).map(content), Ok(plain.clone()), "{name}: {same:?}");
        }
        for (inside, said) in
            [("\r", "lone carriage return"), ("\0", "NUL"), ("\u{1b}", "U+001B"), ("\u{7f}", "U+007F")]
        {
            let at = text.match_indices('\n').nth(1).expect("lines").0;
            let column = text[..at].lines().last().expect("a line").len() + 1;
            let broken = format!("{}{inside}{}", &text[..at], &text[at..].replacen('\n', "x\n", 1));
            let (place, message) = opened(name, broken.as_bytes()).expect_err(said);
            assert!(message.contains(said) && place == Some((2, column)), "{name}: {message} {place:?}");
        }
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(opened(name, &utf16).expect_err("UTF-16").1.contains("NUL"));
        let (place, message) = opened(name, &[text.as_bytes(), b"\xc3("].concat()).expect_err("bad");
        assert!(
            message.contains("is not UTF-8") && place == Some((text.lines().count() + 1, 1)),
            "{message} {place:?}"
        );
    }
}

#[test]
fn queries_are_read_as_other_files_are() {
    let folder = Folder::new();
    folder.file("m.txt", "....\n");
    let ask = |bytes: &[u8]| {
        fs::write(folder.0.join("q.txt"), bytes).expect("written");
        said(&folder, &["path", "m.txt", "--queries", "q.txt"])
    };
    for (bytes, wanted) in [
        (&b""[..], "q.txt: there is no query"),
        (b"# none\n\n", "q.txt: there is no query"),
        (b"\xef\xbb\xbf", "q.txt: there is no query"),
        (b"0.5 0.5 1.5 0.5\r0.5 0.5 1.5 0.5\r", "q.txt:1:16: a lone carriage return"),
        (b"0.5 0.5 1.5 \0", "q.txt:1:13: a NUL"),
        (b"\xff\xfe1\0", "q.txt:1:1: is UTF-16"),
        (b"0.5 0.5 1.5\n", "q.txt:1:12: 3 numbers"),
    ] {
        let (out, code) = ask(bytes);
        assert!(out.starts_with(&format!("navscope: {wanted}")) && code == Some(2), "{out}");
    }
    let (out, code) = ask(b"\xef\xbb\xbf0.5 0.5 1.5 0.5 # one\r\n");
    assert!(code == Some(0) && out.lines().count() == 1, "{out}");
    let (out, code) = said(&folder, &["path", "m.txt", "--queries", "."]);
    assert!(code == Some(2) && out.contains("is no ordinary file"), "{out}");
}

/// A file that takes no room on the disk, however long it is.
fn long(folder: &Folder, name: &str, bytes: u64) {
    File::create(folder.0.join(name)).and_then(|it| it.set_len(bytes)).expect("sparse");
}

/// They are refused by their length: reading five gigabytes would take seconds and as much memory.
#[test]
fn files_over_the_limit_are_not_read() {
    let folder = Folder::new();
    for name in ["long.toml", "long.map", "long.txt", "long.scen", "long.json"] {
        long(&folder, name, 5 << 30);
    }
    folder.file("good.toml", "[maze]\nmap = '...'\n[[click]]\nstart = [0.5, 0.5]\ngoal = [2.5, 0.5]\n");
    let runs: &[&[&str]] = &[
        &["check", "."],
        &["check", "long.toml"],
        &["bake", "long.map"],
        &["bake", "long.txt"],
        &["check", "long.scen"],
        &["check", "good.toml", "--baseline", "long.json"],
        &["path", "good.toml", "--queries", "long.json"],
    ];
    for arguments in runs {
        let (out, code) = said(&folder, arguments);
        assert!(code == Some(2) && out.contains(" MiB, the most that is read of such a file"), "{arguments:?}: {out}");
    }
    let error = open_suite(&folder.0.join("long.toml"), Limits::default()).expect_err("too long");
    assert!(error.message.starts_with("is larger than 256 MiB"), "{error}");
    // What has no length is read up to the limit.
    if Path::new("/dev/zero").exists() {
        let (out, code) = said(&folder, &["path", "good.toml", "--queries", "/dev/zero"]);
        assert!(code == Some(2) && out.contains("/dev/zero: is larger than 64 MiB"), "{out}");
        let (out, code) = said(&folder, &["bake", "/dev/zero"]);
        assert!(code == Some(2) && out.contains("/dev/zero: is no ordinary file"), "{out}");
    }
}

#[test]
fn moving_ai_maps_with_odd_headers() {
    for (text, floor) in [
        ("TYPE Octile\nHeight 1\nWIDTH 2\nMap\n..\n", Ok(2)),
        ("type octile \nheight\t1 \nwidth 2\nmap \n.@  \n \n", Ok(1)),
        ("height 1\nwidth 2\nmap\n..\t\n", Ok(2)),
        ("type tile\nheight 1\nwidth 1\nmap\n.\n", Err("m.map:1:1: a map of “type tile”; only “type octile” is read")),
        ("height 1 1\nwidth 1\nmap\n.\n", Err("m.map:1:8: “height” needs a whole number above 0")),
        ("height\nwidth 1\nmap\n.\n", Err("m.map:1:7: “height” needs a whole number above 0")),
        ("height 1\nheight 2\nwidth 1\nmap\n.\n", Err("m.map:2:1: a second “height”; remove one")),
        ("height 1\nwidth 2\nmap\n.\t\n", Err("m.map:4:2: a tab has no width of its own")),
        ("height 1\nwidth 2\nmap\n. .\n", Err("m.map:4:3: this row has 3 cells; the header announces 2")),
    ] {
        let said = read("m.map", text).map(|it| it.maze.floor().count());
        match (said, floor) {
            (Ok(said), Ok(floor)) => assert_eq!(said, floor, "{text}"),
            (Err(said), Err(wanted)) => assert!(said.starts_with(wanted), "{said}"),
            (said, wanted) => panic!("{said:?} instead of {wanted:?}: {text}"),
        }
    }
}

/// Whatever is announced, and however much is allowed.
#[test]
fn mazes_have_as_many_cells_as_can_be_numbered() {
    let all = Limits { max_side: usize::MAX };
    for (file, text, wanted) in [
        (
            "m.map",
            "height 18446744073709551615\nwidth 1\nmap\n.\n".to_owned(),
            "1 × 18446744073709551615 cells; no maze may have more",
        ),
        ("m.map", "height 65536\nwidth 65536\nmap\n.\n".to_owned(), "65536 × 65536 cells"),
        ("m.map", "height 65535\nwidth 65535\nmap\n.\n".to_owned(), "this row has 1 cells"),
        ("m.map", "height 4000000000\nwidth 1\nmap\n.\n".to_owned(), "only 1 rows follow"),
        ("m.txt", format!("{}\n{}", ".".repeat(70_000), ".\n".repeat(62_000)), "70000 × 61357 cells"),
    ] {
        let error = io::parse(file, &text, all).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error}");
    }
    let error = read("m.map", "height 99999999999999999999999\nwidth 1\nmap\n").expect_err("too high");
    assert!(error.contains("more than 4096 rows"), "{error}");
}

#[test]
fn a_maze_without_floor_is_said_to_be_none() {
    let folder = Folder::new();
    folder.file("m.txt", "###\n###\n");
    folder.file("m.map", "type octile\nheight 1\nwidth 2\nmap\n@T\n");
    folder.file("m.toml", "[maze]\nmap = '##'\n");
    folder.file("small.txt", "###\n#.#\n###\n");
    let wall: &[&[&str]] = &[
        &["m.txt"],
        &["m.map"],
        &["m.toml"],
        &["m.txt", "--preset", "optimal"],
        &["small.txt", "--preset", "optimal", "--set", "agent.radius=0.75"],
    ];
    for arguments in wall {
        let (out, code) = said(&folder, &[&["bake"][..], arguments].concat());
        assert!(code == Some(1) && out.matches("nothing can be walked").count() == 2, "{out}");
        assert!(!out.contains("no violations"), "{out}");
        let (out, code) = said(&folder, &[&["bake", "--json"][..], arguments].concat());
        let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert!(code == Some(1) && report["findings"][0]["kind"] == "nothing-to-walk", "{out}");
    }
    let (out, code) = said(&folder, &["bake", "small.txt"]);
    assert!(code == Some(0) && out.contains("no violations") && !out.contains("nothing"), "{out}");
}

#[test]
fn tests_read_mazes_of_their_own_folder_only() {
    let folder = Folder::new();
    for name in ["inner/maps", "other"] {
        fs::create_dir_all(folder.0.join(name)).expect("a folder");
    }
    let map = TEXTS[1].1;
    for name in ["secret.map", "other/far.map", "inner/near.map", "inner/maps/deep.map"] {
        folder.file(name, map);
    }
    let absolute = folder.0.join("secret.map").display().to_string();
    let mut names = vec![
        ("near.map", true),
        ("maps/deep.map", true),
        ("maps\\deep.map", true),
        ("./maps/deep.map", true),
        ("any/where/near.map", true),
        ("../far/../near.map", true),
        ("../secret.map", false),
        ("..\\secret.map", false),
        ("maps/../../secret.map", false),
        ("../other/far.map", false),
        ("..", false),
        (absolute.as_str(), false),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.map", folder.0.join("inner/link.map")).expect("a link");
        std::os::unix::fs::symlink("near.map", folder.0.join("inner/inside.map")).expect("a link");
        std::os::unix::fs::symlink("../other", folder.0.join("inner/away")).expect("a link");
        names.extend([("link.map", false), ("inside.map", true), ("away/far.map", false)]);
    }
    let tests = |name: &str| {
        [
            ("inner/t.scen", format!("version 1\n0 {name} 2 1 0 0 1 0 1\n")),
            ("inner/t.txt", format!("f {name}\npf 0.5 0 0.5 1.5 0 0.5\n")),
        ]
    };
    for (name, is_allowed) in names {
        for (file, text) in tests(name) {
            let read = open_suite(&folder.file(file, &text), Limits::default());
            match read {
                Ok(_) => assert!(is_allowed, "{name} was read"),
                Err(error) => {
                    assert!(
                        !is_allowed && error.message.contains("leads out of this file's folder"),
                        "{name}: {error}"
                    );
                }
            }
        }
    }
    // What the user names may be read.
    for (file, text) in tests("../other/far.map") {
        let path = folder.file(file, &text);
        let other = folder.0.join("other");
        assert!(open_suite_from(&path, None, Some(&other), Limits::default()).is_ok());
        assert!(open_suite_from(&path, None, Some(&folder.0), Limits::default()).is_err());
        let (out, code) = said(&folder, &["check", file, "--maps", "other"]);
        assert!(code != Some(2), "{out}");
        let (out, code) = said(&folder, &["check", file]);
        assert!(code == Some(2) && out.contains("--maps FOLDER"), "{out}");
    }
    // A file named without a folder lies in the current one.
    fs::write(folder.0.join("t.scen"), "version 1\n0 secret.map 2 1 0 0 1 0 1\n").expect("written");
    assert_eq!(said(&folder, &["check", "t.scen"]).1, Some(0));
}

/// Written by the command, and read without being told what it is.
#[test]
fn exports_come_back_as_what_they_were() {
    let folder = Folder::new();
    let click = |ends: &str| {
        format!("[maze]\nmap = '''\n....\n.#..\n....\n'''\n[[click]]\n{ends}\nexpect = {{ length = 2 }}\n")
    };
    folder.file("centres.toml", &click("start = [0.5, 0.5]\ngoal = [2.5, 0.5]"));
    folder.file("corners.toml", &click("start = [0, 0]\ngoal = [2, 0]"));
    for (format, from, to) in [
        ("movingai", "centres.toml", "ai.scen"),
        ("polyanya", "corners.toml", "poly.scen"),
        ("recast", "centres.toml", "tests.txt"),
        ("toml", "corners.toml", "again.toml"),
    ] {
        let (out, code) = said(&folder, &["export", from, "--as", format, "-o", to]);
        assert_eq!((out.as_str(), code), ("", Some(0)));
        let [was, now] = [from, to].map(|it| io::open(&folder.0.join(it), Limits::default()).expect(it));
        let ends = |it: &Scenario| it.clicks.iter().map(|it| (it.start, it.goal)).collect::<Vec<_>>();
        assert_eq!(ends(&was), ends(&now), "{format}");
        assert_eq!((was.maze.columns(), was.maze.cells()), (now.maze.columns(), now.maze.cells()), "{format}");
    }
    assert!(!folder.0.join("poly.mesh").exists());
    // Also under a name of the user's.
    let (scen, _) = said(&folder, &["export", "corners.toml", "--as", "polyanya", "--map", "maps/poly.map"]);
    assert!(scen.contains("\tmaps/poly.mesh\t"), "{scen}");
    let read = open_suite(&folder.file("p.scen", &scen), Limits::default()).expect("its map lies there");
    assert_eq!((read[0].clicks[0].start.at.x, &*read[0].name), (0.0, "p.scen"));
    // A maze alone.
    let maze = Scenario::of(Maze::filled(3, 2, Cell::Floor));
    let map = export(&maze, Format::MAP, "").expect("a map");
    assert_eq!(io::parse("m.map", &map, Limits::default()).expect("a map").maze, maze.maze);
}
