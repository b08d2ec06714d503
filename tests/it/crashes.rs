//! The program is killed at every step of every file that it writes, and finds disks full: a file is the old one or the new one, whole,
//! and nothing that was left behind is in the way of the next run.

use std::{fs, path::Path, process::Command};

use crate::check_cli::{Folder, answer, good, mixed};

/// The scenario of every command below.
const CLICK: &str =
    "[maze]\nmap = \"....\"\n[[click]]\nstart = [0.5, 0.5]\ngoal = [3.5, 0.5]\nexpect = { length = 3 }\n";

/// A command with what it reads, and the files that it writes.
const RUNS: &[(&str, &[&str])] = &[
    ("check mixed.toml other.toml --bless", &["mixed.toml", "other.toml"]),
    ("check mixed.toml --junit j.xml --save-baseline b.json --svg p", &["j.xml", "b.json", "p/mixed.toml-around.svg"]),
    ("draw click.toml -o d.svg", &["d.svg"]),
    ("export click.toml --as movingai -o e.scen --force", &["e.scen", "e.map"]),
    ("export click.toml --as toml -o t.toml --force", &["t.toml"]),
];

fn folder(name: &str) -> Folder {
    let other = mixed().replace("around", "another");
    let files = [("mixed.toml", &*mixed()), ("other.toml", &other), ("good.toml", &good()), ("click.toml", CLICK)];
    Folder::new(name, &files)
}

/// All files of a folder with their contents.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        match path.is_dir() {
            true => found.extend(files(&path).into_iter().map(|(it, bytes)| (format!("{name}/{it}"), bytes))),
            false => found.push((name, fs::read(&path).expect("bytes"))),
        }
    }
    found.sort();
    found
}

/// Runs a command that dies at a step; tells whether it got that far.
fn dies_at(mut command: Command, step: usize) -> bool {
    let output = command.env("NAVSCOPE_TEST_DIES_AT", step.to_string()).output().expect("it starts");
    output.status.code().is_none_or(|code| !(0..=2).contains(&code))
}

/// Times differ from run to run.
fn timeless(name: &str, bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).into_owned();
    if !name.contains(".xml") {
        return text;
    }
    text.split(" time=\"").map(|it| it.split_once('"').map_or(it, |it| it.1)).collect()
}

#[cfg(debug_assertions)]
#[test]
fn killed_at_any_step_files_are_whole() {
    for (number, (arguments, written)) in RUNS.iter().enumerate() {
        for is_there in [false, true] {
            let folder = folder(&format!("killed-{number}-{is_there}"));
            let before = files(&folder.0);
            answer(folder.any_command(arguments));
            let after = files(&folder.0);
            let find = |all: &[(String, Vec<u8>)], name: &str| {
                all.iter().find(|it| it.0 == name).map(|it| timeless(name, &it.1))
            };
            // Of outputs, what an earlier run wrote is there already, of something else.
            let earlier = |name: &str| match (is_there, find(&before, name)) {
                (_, Some(it)) => Some(it),
                (true, None) => find(&after, name).map(|it| it.replacen("mixed", "mined", 1) + "\n"),
                (false, None) => None,
            };
            let reset = || {
                fs::remove_dir_all(&folder.0).expect("removed");
                for (name, bytes) in &before {
                    folder.write(name, &String::from_utf8_lossy(bytes));
                }
                for name in written.iter().filter(|it| **it != "e.map") {
                    if let Some(text) = earlier(name) {
                        folder.write(name, &text);
                    }
                }
            };
            let mut steps = 0;
            loop {
                reset();
                if !dies_at(folder.any_command(arguments), steps + 1) {
                    break;
                }
                steps += 1;
                let now = files(&folder.0);
                for name in *written {
                    let found = find(&now, name);
                    let old =
                        if *name == "e.map" { None } else { earlier(name).map(|it| timeless(name, it.as_bytes())) };
                    let is_whole = found == old || found == find(&after, name);
                    assert!(is_whole, "{arguments}, step {steps}: {name} holds {found:?}");
                }
                // What was left behind is in nobody's way, and taken away.
                answer(folder.any_command(arguments));
                let now = files(&folder.0);
                let names: Vec<&String> = now.iter().map(|it| &it.0).collect();
                assert_eq!(names, after.iter().map(|it| &it.0).collect::<Vec<_>>(), "{arguments}, step {steps}");
                for name in *written {
                    assert_eq!(find(&now, name), find(&after, name), "{arguments}, step {steps}: {name}");
                }
            }
            assert!(steps >= 6 * written.len(), "{arguments} has {steps} steps only");
        }
    }
}

/// A limit of the size of files stands for a disk without room; half of each file would fit in.
#[cfg(unix)]
#[test]
fn without_room_the_old_file_stays_and_the_results_are_told() {
    let long = |it: &str| it.to_owned() + &"# A comment that takes room.\n".repeat(400);
    for (arguments, file) in [
        ("check mixed.toml --bless", "mixed.toml"),
        ("check many.toml --save-baseline b.json", "b.json"),
        ("check many.toml --junit j.xml", "j.xml"),
        ("draw middling.txt -o d.svg", "d.svg"),
        ("export large.txt --as map -o m.map --force", "m.map"),
    ] {
        let folder = folder(&format!("full-{file}"));
        folder.write("mixed.toml", &long(&mixed()));
        let clicks = "[[click]]\nstart = [0.5, 0.5]\ngoal = [3.5, 0.5]\n".repeat(100);
        folder.write("many.toml", &format!("[maze]\nmap = \"....\"\n{clicks}"));
        folder.write("large.txt", &format!("{}\n", "#.".repeat(60)).repeat(120));
        folder.write("middling.txt", &format!("{}\n", "#.".repeat(20)).repeat(20));
        answer(folder.any_command(arguments));
        if file == "mixed.toml" {
            folder.write("mixed.toml", &long(&mixed()));
        }
        let old = folder.read(file);
        assert!(old.len() > 9000, "{file} has {} bytes", old.len());
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_navscope")]);
        shell.args(arguments.split_whitespace()).current_dir(&folder.0);
        let (code, out, err) = answer(shell);
        assert_eq!(code, 2, "{arguments}: {err}");
        assert!(err.contains(&format!("{file}: can't be written: ")), "{err}");
        assert!(out.contains(" tests: ") || !arguments.starts_with("check"), "{out}");
        assert_eq!(folder.read(file), old, "{file}");
        assert!(files(&folder.0).iter().all(|it| !it.0.contains(".tmp")), "no draft is left");
    }
}

/// The lock of a writer that was killed is free, and one that is held is waited for.
#[cfg(unix)]
#[test]
fn a_writer_waits_for_another() {
    let folder = folder("turns");
    let lock = fs::File::open(&folder.0).expect("a folder");
    lock.lock().expect("locked");
    let mut waiting = folder.any_command("draw click.toml -o d.svg").spawn().expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(waiting.try_wait().expect("asked").is_none() && !folder.0.join("d.svg").exists());
    drop(lock);
    assert!(waiting.wait().expect("it ends").success());
    assert!(folder.read("d.svg").ends_with("</svg>\n"));
}
