//! What commands write, where it may go, and that results are told whatever becomes of it.

use std::{fs, thread, time::Duration};

use crate::check_cli::{Folder, MAZE, answer, good, mixed};

const CLICK: &str =
    "[maze]\nmap = \"....\"\n[[click]]\nstart = [0.5, 0.5]\ngoal = [3.5, 0.5]\nexpect = { length = 3 }\n";
const MAP: &str = "type octile\nheight 1\nwidth 4\nmap\n....\n";
const SCEN: &str = "version 1\n0\tarena.map\t4\t1\t0\t0\t3\t0\t3.000\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(
        name,
        &[
            ("t.toml", CLICK),
            ("other.toml", &good()),
            ("broken.toml", "[maze\n"),
            ("arena.map", MAP),
            ("arena.scen", SCEN),
            ("notes.txt", "Mine.\n"),
            ("inner/x.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"),
            ("pytest.xml", "<?xml version=\"1.0\"?><testsuites name=\"pytest\"/>\n"),
            ("data.json", "{\"version\": 3}\n"),
        ],
    );
    answer(folder.any_command("check t.toml --save-baseline base.json"));
    folder
}

/// All that lies in a folder, with its contents.
fn all(folder: &Folder) -> Vec<(std::path::PathBuf, Option<Vec<u8>>)> {
    let mut all = Vec::new();
    for inner in ["", "inner"] {
        let entries = fs::read_dir(folder.0.join(inner)).expect("a folder");
        all.extend(entries.map(|it| it.expect("an entry").path()).map(|it| (it.clone(), fs::read(it).ok())));
    }
    all.sort();
    all
}

#[test]
fn no_output_replaces_an_input_or_anothers_file() {
    let folder = folder("replaced");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("t.toml", folder.0.join("link.toml")).expect("a link");
        fs::hard_link(folder.0.join("t.toml"), folder.0.join("hard.toml")).expect("a link");
    }
    let before = all(&folder);
    let read = ["it is an input of this run"].as_slice();
    let foreign = ["a file is there already", "--force"].as_slice();
    let mut cases: Vec<(&str, &[&str])> = vec![
        // What is read, even if it is to be replaced by force.
        ("draw t.toml -o t.toml", read),
        ("draw t.toml -o t.toml --force", read),
        ("draw t.toml -o inner/../t.toml --force", read),
        ("export t.toml --as map -o t.toml --force", read),
        ("export t.toml --as toml -o t.toml --force", read),
        ("export arena.map --as map -o arena.map --force", read),
        ("export arena.scen --as map -o arena.map --force", read),
        ("export arena.scen --as movingai -o arena.scen --force", read),
        ("check t.toml --junit t.toml --force", read),
        ("check t.toml --save-baseline t.toml", read),
        ("check . --junit other.toml --force", read),
        ("check t.toml broken.toml --junit broken.toml --force", read),
        ("check arena.scen --junit arena.map --force", read),
        ("check t.toml --baseline base.json --save-baseline base.json", read),
        ("check t.toml --audit --pairs 1 --junit t.toml --force", read),
        // What others wrote.
        ("draw t.toml -o notes.txt", foreign),
        ("draw t.toml -o inner/x.svg", foreign),
        ("draw t.toml -o arena.map", foreign),
        ("export t.toml --as toml -o other.toml", foreign),
        ("export t.toml --as map -o notes.txt", foreign),
        ("export t.toml --as movingai -o notes.txt", foreign),
        ("export t.toml --as movingai -o arena.map", &["the tests' map has this name already"]),
        ("export t.toml --as movingai -o arena.map --force", &["the tests' map has this name already"]),
        ("export t.toml --as recast -o arena.map --map inner/ARENA.map", &["the tests' map has this name already"]),
        ("export t.toml --as recast -o arena.map --map a.map", foreign),
        ("export other.toml --as recast -o arena.txt", &["arena.map: lies there already with another maze"]),
        ("check t.toml --junit pytest.xml", foreign),
        ("check t.toml --junit other.toml", foreign),
        ("check t.toml --junit base.json", foreign),
        ("check t.toml --save-baseline data.json", foreign),
        ("check t.toml --save-baseline arena.map", foreign),
        // Two outputs in one place, or none where one could be.
        ("check t.toml --junit x --save-baseline x", &["two outputs"]),
        ("check t.toml --junit x --save-baseline ./inner/../X", &["two outputs"]),
        ("check t.toml --junit inner", &["it is a folder"]),
        ("check t.toml --junit none/x.xml", &["there is no folder none"]),
        ("check t.toml --save-baseline notes.txt/x", &["is no folder"]),
        ("check t.toml --svg notes.txt", &["can't be made"]),
        ("draw t.toml -o none/x.svg", &["there is no folder none"]),
        ("export t.toml --as map -o none/x.map", &["there is no folder none"]),
    ];
    if cfg!(unix) {
        cases.push(("draw t.toml -o link.toml --force", read));
        cases.push(("check t.toml --junit hard.toml --force", read));
        cases.push(("check link.toml --save-baseline hard.toml --force", read));
    }
    for (arguments, expected) in cases {
        let (code, out, err) = answer(folder.any_command(arguments));
        assert_eq!((code, &*out), (2, ""), "{arguments} is refused before it runs: {err}");
        assert!(expected.iter().all(|it| err.contains(it)) && err.lines().count() == 1, "{arguments}: {err}");
        assert!(all(&folder) == before, "{arguments} changed something");
    }
}

#[test]
fn what_navscope_wrote_is_written_anew() {
    let folder = folder("anew");
    for (arguments, file) in [
        ("draw t.toml -o d.svg", "d.svg"),
        ("check t.toml --junit j.xml", "j.xml"),
        ("check t.toml --audit --pairs 1 --junit j.xml", "j.xml"),
        ("check t.toml --save-baseline base.json", "base.json"),
        ("export t.toml --as movingai -o arena.scen", "arena.scen"),
        ("export t.toml --as map -o arena.map", "arena.map"),
        ("export t.toml --as toml -o empty.toml", "empty.toml"),
    ] {
        folder.write("empty.toml", "");
        for _ in 0..2 {
            let (code, _, err) = answer(folder.any_command(arguments));
            assert_eq!((code, &*err), (0, ""), "{arguments}");
        }
        assert!(!folder.read(file).is_empty());
    }
    for (arguments, file) in [
        ("draw t.toml -o notes.txt --force", "notes.txt"),
        ("export other.toml --as map -o arena.map --force", "arena.map"),
        ("check t.toml --junit pytest.xml --force", "pytest.xml"),
        ("check t.toml --save-baseline data.json --force", "data.json"),
    ] {
        let old = folder.read(file);
        let (code, _, err) = answer(folder.any_command(arguments));
        assert_eq!((code, &*err), (0, ""), "{arguments}");
        assert_ne!(folder.read(file), old, "{arguments}");
    }
}

#[test]
fn pictures_replace_no_others() {
    let folder = Folder::new("pictures", &[("mixed.toml", &mixed()), ("p/mixed.toml-around.svg", "Mine.\n")]);
    let (code, out, err) = answer(folder.any_command("check mixed.toml --svg p --junit j.xml"));
    assert_eq!(code, 2);
    assert!(
        out.contains(" tests: ") && err.contains("p/mixed.toml-around.svg: a file is there already"),
        "{out} {err}"
    );
    assert!(!out.contains("picture:") && folder.read("p/mixed.toml-around.svg") == "Mine.\n");
    assert!(folder.read("j.xml").contains("around"), "the rest is written");
    let (code, out, err) = answer(folder.any_command("check mixed.toml --svg p --json --force"));
    assert_eq!((code, &*err), (1, ""));
    assert!(out.contains("p/mixed.toml-around.svg") && folder.read("p/mixed.toml-around.svg").starts_with("<svg"));
}

/// Devices, pipes and standard output take what they always took.
#[cfg(unix)]
#[test]
fn streams_are_written_straight_through() {
    let folder = folder("streams");
    let plain = answer(folder.any_command("draw t.toml")).1;
    for arguments in ["draw t.toml -o -", "draw t.toml -o /dev/stdout", "draw t.toml -o /dev/fd/1"] {
        assert_eq!(answer(folder.any_command(arguments)), (0, plain.clone(), String::new()), "{arguments}");
    }
    assert_eq!(answer(folder.any_command("draw t.toml -o /dev/stderr")), (0, String::new(), plain.clone()));
    assert_eq!(answer(folder.any_command("draw t.toml -o /dev/null")), (0, String::new(), String::new()));
    assert_eq!(answer(folder.any_command("export t.toml --as movingai -o -")).1, SCEN.replace("arena.map", "t.map"));
    let (code, out, err) = answer(folder.any_command("check t.toml --junit /dev/stdout --save-baseline /dev/null"));
    assert_eq!((code, &*err), (0, ""));
    assert!(out.contains("</testsuites>") && out.contains("1 test"), "{out}");
    // A pipe with a name.
    let pipe = folder.0.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|it| it.success()));
    let reader = thread::spawn(move || fs::read_to_string(pipe).expect("text"));
    assert_eq!(answer(folder.any_command("draw t.toml -o pipe")), (0, String::new(), String::new()));
    assert_eq!(reader.join().expect("read"), plain);
    // What a device refuses is told, behind the results.
    let (code, out, err) = answer(folder.any_command("check t.toml --junit /dev/full"));
    assert!(code == 2 && out.contains("1 test") && err.contains("/dev/full: can't be written"), "{code} {out} {err}");
}

/// Runs a command that blesses, and does something else while it waits to write the first file: until then it has read and run all.
#[cfg(target_os = "linux")]
fn meanwhile(folder: &Folder, arguments: &str, deed: impl FnOnce()) -> (i32, String, String) {
    let lock = fs::File::open(&folder.0).expect("a folder");
    lock.lock().expect("locked");
    let piped = std::process::Stdio::piped;
    let child = folder.any_command(arguments).stdout(piped()).stderr(piped()).spawn().expect("it starts");
    let opened = format!("/proc/{}/fd", child.id());
    // The system tells files by where links to their folders lead.
    let place = folder.0.canonicalize().expect("a folder");
    let waits = || {
        let files = fs::read_dir(&opened).into_iter().flatten().flatten();
        files.filter_map(|it| fs::read_link(it.path()).ok()).any(|it| it == place)
    };
    for _ in 0..3000 {
        if waits() {
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    assert!(waits(), "it never came to write");
    deed();
    drop(lock);
    let output = child.wait_with_output().expect("it ends");
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    (output.status.code().expect("no signal"), out, err)
}

/// Three clicks of which nothing is expected yet.
fn new_clicks() -> String {
    let click = |it: usize| format!("[[click]]\nname = \"c{it}\"\nstart = [1.5, {it}.5]\ngoal = [5.5, 3.5]\n");
    MAZE.to_owned() + &(1..4).map(click).collect::<Vec<_>>().concat()
}

#[cfg(target_os = "linux")]
#[test]
fn results_are_told_whatever_becomes_of_the_outputs() {
    let folder = Folder::new("told", &[("t.toml", &new_clicks()), ("out/x", "")]);
    let arguments = "check t.toml --junit out/j.xml --save-baseline out/b.json --svg out/p --bless --json";
    let remove = || fs::remove_dir_all(folder.0.join("out")).expect("removed");
    let (code, out, err) = meanwhile(&folder, arguments, remove);
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &document["notes"][0]), (2, &"t.toml: 3 expectations written".into()));
    assert_eq!(document["errors"].as_array().map(Vec::len), Some(2), "{err}");
    assert!(err.contains("out/j.xml: can't be written") && err.contains("out/b.json: can't be written"), "{err}");
}

/// What comes to lie where an output is to go, while the run goes on, stays.
#[cfg(target_os = "linux")]
#[test]
fn what_came_meanwhile_is_not_replaced() {
    let folder = Folder::new("came", &[("t.toml", &new_clicks())]);
    let put = || folder.write("j.xml", "Mine.\n");
    let (code, out, err) = meanwhile(&folder, "check t.toml --bless --junit j.xml", put);
    assert!(code == 2 && out.contains("3 tests: ") && err.contains("j.xml: a file is there already"), "{out} {err}");
    assert_eq!(folder.read("j.xml"), "Mine.\n");
}

/// What somebody does to a file while its clicks run; whether expectations are written nevertheless, and what is said else.
#[cfg(target_os = "linux")]
type Meddling = (&'static str, fn(&str) -> Option<String>, bool, &'static str);

#[cfg(target_os = "linux")]
#[test]
fn blessing_keeps_what_others_write_meanwhile() {
    const MINE: &str = "[[click]]\nname = \"mine\"\nstart = [2.5, 1.5]\ngoal = [2.5, 3.5]\n";
    let deeds: &[Meddling] = &[
        ("a click behind", |it| Some(it.to_owned() + MINE), true, ""),
        ("a click before", |it| Some(it.replacen("[[click]]", &format!("{MINE}[[click]]"), 1)), true, ""),
        (
            "clicks in another order",
            |it| {
                let mut parts: Vec<&str> = it.split("[[click]]").collect();
                parts[1..].reverse();
                Some(parts.join("[[click]]"))
            },
            true,
            "",
        ),
        ("a comment", |it| Some(format!("# Mine.\n{it}")), true, ""),
        ("a click removed", |it| it.rfind("[[click]]").map(|at| it[..at].to_owned()), false, "its click “c3” changed"),
        ("another maze", |it| Some(it.replacen(".#", "..", 1)), false, "its maze changed"),
        ("other settings", |it| Some(format!("[agent]\nradius = 0.25\n{it}")), false, "its settings changed"),
        (
            "a variant",
            |it| Some(it.to_owned() + "[[variant]]\nname = \"v\"\npreset = \"optimal\"\n"),
            false,
            "its variants changed",
        ),
        ("a click moved", |it| Some(it.replacen("[5.5, 3.5]", "[4.5, 3.5]", 1)), false, "its click “c1” changed"),
        (
            "an expectation",
            |it| Some(it.replacen("3.5]", "3.5]\nexpect = { corners = 9 }", 1)),
            false,
            "its click “c1” changed",
        ),
        ("no scenario", |_| Some("[maze\n".to_owned()), false, "t.toml:1:"),
        ("nothing", |_| None, false, "was removed since it was read"),
    ];
    for (what, deed, written, said) in deeds {
        let folder = Folder::new("meddled", &[("t.toml", &new_clicks())]);
        let path = folder.0.join("t.toml");
        let meddled = deed(&new_clicks());
        let (code, _, err) = meanwhile(&folder, "check t.toml --bless", || match &meddled {
            Some(text) => fs::write(&path, text).expect("written"),
            None => fs::remove_file(&path).expect("removed"),
        });
        assert_eq!(code, if *written { 0 } else { 2 }, "{what}: {err}");
        assert!(err.contains(said), "{what}: {err}");
        let now = fs::read_to_string(&path).ok();
        if !written {
            assert_eq!(now, meddled, "{what}: left as it is");
            continue;
        }
        let now = now.expect("text");
        let lines = now.split_inclusive('\n').filter(|it| !it.starts_with("expect") && !it.starts_with("kept"));
        assert_eq!((Some(lines.collect()), now.matches("expect = ").count()), (meddled, 3), "{what}");
        assert_eq!(answer(folder.any_command("check t.toml")).0, 0, "{what}: each click has its own expectation");
    }
}

#[test]
fn two_parts_that_bless_at_once_both_land() {
    let click =
        |it: usize| format!("[[click]]\nname = \"c{it}\"\nstart = [1.5, 1.5]\ngoal = [{}.5, 3.5]\n", 1 + it % 5);
    let clicks = (0..40).map(click).collect::<Vec<_>>().concat();
    for round in 0..3 {
        let folder = Folder::new(&format!("parts-{round}"), &[("t.toml", &format!("{MAZE}{clicks}"))]);
        let parts: Vec<_> = (1..=4)
            .map(|it| {
                folder
                    .any_command(&format!("check t.toml --bless --partition {it}/4"))
                    .stdout(std::process::Stdio::null())
                    .spawn()
                    .expect("it starts")
            })
            .collect();
        for mut part in parts {
            assert!(part.wait().expect("it ends").success());
        }
        assert_eq!(folder.read("t.toml").matches("expect = ").count(), 40);
        assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1, "no draft is left");
    }
}
