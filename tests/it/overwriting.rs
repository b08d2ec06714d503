//! Nothing that somebody else wrote is written over unasked.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

use navscope::{
    debugger::{Command, Debugger},
    io::{self, Limits, NotSaved, Saved, Scenario, Seen, WhyNot, same_file, save, save_over},
    maze::Cell,
};

use crate::saving::{BY_HAND, Folder, crash, orphan};

fn open(path: &Path) -> Scenario {
    io::open(path, Limits::default()).expect("it opens")
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).expect("text")
}

/// A scenario that was read from a file and then changed.
fn edited(path: &Path) -> Scenario {
    let mut scenario = open(path);
    let cell = scenario.maze.index_of(4, 1).expect("inside");
    scenario.maze_mut().set_cells(&[cell], Cell::Wall);
    scenario
}

/// Which refusal it is, and what was found instead.
fn refusal(result: Result<Saved, NotSaved>) -> (&'static str, Seen) {
    match result.expect_err("refused").why {
        WhyNot::Changed(seen) => ("changed", *seen),
        WhyNot::Deleted(seen) => ("deleted", *seen),
        WhyNot::Taken(seen) => ("taken", *seen),
        WhyNot::Failed => panic!("another refusal"),
    }
}

/// What others do to a file while a scenario made of it is open.
type Deed = fn(&Path);

#[test]
fn a_file_that_changed_since_it_was_read_stays() {
    let deeds: [(&str, Deed); 7] = [
        ("changed", |it| fs::write(it, format!("{BY_HAND}# More.\n")).expect("written")),
        ("changed", |it| fs::write(it, "").expect("written")),
        // As long as before.
        ("changed", |it| fs::write(it, BY_HAND.replace("mill", "mull")).expect("written")),
        // As old as before, too.
        ("changed", |it| {
            let old = fs::metadata(it).and_then(|it| it.modified()).expect("a time");
            fs::write(it, BY_HAND.replace("mill", "mull")).expect("written");
            fs::File::options().append(true).open(it).and_then(|it| it.set_modified(old)).expect("set");
        }),
        // As editors save: another file takes its name.
        ("changed", |it| {
            let draft = it.with_extension("new");
            fs::write(&draft, "[maze]\nmap = \"..\"\n").expect("written");
            fs::rename(draft, it).expect("renamed");
        }),
        ("changed", |it| drop(save(&edited(it), it).expect("another window"))),
        ("deleted", |it| fs::remove_file(it).expect("removed")),
    ];
    for (index, (name, deed)) in deeds.into_iter().enumerate() {
        let folder = Folder::new();
        let path = folder.file("mill.toml", BY_HAND);
        let mut scenario = edited(&path);
        scenario.bookmarks.clear();
        scenario.clicks.clear();
        deed(&path);
        let then = fs::read(&path).ok();
        assert!(!scenario.seen.as_ref().expect("read").still_holds(), "deed {index} is noticed");
        let (why, there) = refusal(save(&scenario, &path));
        assert_eq!((why, fs::read(&path).ok()), (name, then), "deed {index}");
        assert_eq!(folder.names().len(), usize::from(there.is_there()), "no draft is left");
        // The user says: over that. But not over what comes after the question.
        fs::write(&path, "# Later still.\n").expect("written");
        let (why, later) = refusal(save_over(&scenario, &there));
        assert_eq!((why, &*text_of(&path)), (if index == 6 { "taken" } else { "changed" }, "# Later still.\n"));
        let saved = save_over(&scenario, &later).expect("saved");
        assert_eq!(text_of(&path), saved.text);
        assert!(saved.seen.still_holds());
    }
}

#[test]
fn a_file_that_is_as_it_was_is_saved() {
    let folder = Folder::new();
    let path = folder.file("mill.toml", &format!("\u{feff}{BY_HAND}"));
    let mut debugger = Debugger::new(edited(&path));
    assert!(debugger.scenario().seen.as_ref().expect("read").still_holds());
    // Touched, or written anew with the same bytes.
    fs::write(&path, format!("\u{feff}{BY_HAND}")).expect("written");
    assert!(debugger.scenario().seen.as_ref().expect("read").still_holds());
    for to in [Cell::Floor, Cell::Wall, Cell::Floor] {
        debugger.apply(Command::Paint { storey: 0, cells: vec![(4, 1)], to });
        debugger.apply(Command::Saved(save(debugger.scenario(), &path).expect("saved, again and again")));
    }
    // Somebody did the same: nothing is lost.
    debugger.apply(Command::Paint { storey: 0, cells: vec![(4, 1)], to: Cell::Wall });
    fs::write(&path, io::to_toml(debugger.scenario())).expect("written");
    save(debugger.scenario(), &path).expect("it says the same");
}

#[test]
fn a_name_that_is_taken_is_not_used_unasked() {
    let folder = Folder::new();
    let (path, other) = (folder.file("mill.toml", BY_HAND), folder.file("other.toml", "# Mine.\n"));
    let (why, there) = refusal(save(&edited(&path), &other));
    assert_eq!((why, &*text_of(&other)), ("taken", "# Mine.\n"));
    save_over(&edited(&path), &there).expect("saved");
    // What was never read from a file has none of its own.
    assert_eq!(refusal(save(&io::built_in("stair").expect("built in"), &path)).0, "taken");
    // A maze is saved beside itself.
    let maze = folder.file("plain.txt", "#..#\n");
    save(&open(&maze), &folder.0.join("plain.toml")).expect("saved");
    let maze = folder.file("plain.txt", "#...#\n");
    assert_eq!(refusal(save(&open(&maze), &folder.0.join("plain.toml"))).0, "taken", "by another maze");
}

#[cfg(unix)]
#[test]
fn one_file_under_many_names_is_one() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    let path = folder.file("mill.toml", BY_HAND);
    symlink("mill.toml", folder.0.join("link.toml")).expect("a link");
    fs::hard_link(&path, folder.0.join("hard.toml")).expect("a link");
    fs::create_dir(folder.0.join("inner")).expect("a folder");
    symlink(&folder.0, folder.0.join("inner/up")).expect("a link");
    let names = ["mill.toml", "link.toml", "hard.toml", "./inner/../mill.toml", "inner/up/mill.toml"];
    let paths: Vec<PathBuf> = names.iter().map(|it| folder.0.join(it)).collect();
    for (a, b) in paths.iter().flat_map(|a| paths.iter().map(move |b| (a, b))) {
        assert!(same_file(a, b), "{} {}", a.display(), b.display());
    }
    assert!(!same_file(&path, &folder.file("copy.toml", BY_HAND)));
    // Where there is no file yet, too.
    assert!(same_file(&folder.0.join("new.toml"), &folder.0.join("inner/up/new.toml")));
    assert!(!same_file(&folder.0.join("new.toml"), &folder.0.join("inner/new.toml")));
    save(&edited(&path), &folder.0.join("inner/up/link.toml")).expect("its own file");
    assert!(fs::symlink_metadata(folder.0.join("link.toml")).expect("there").is_symlink());
}

#[test]
fn a_change_long_ago_is_told_by_its_time_and_a_fresh_one_by_the_bytes() {
    let folder = Folder::new();
    let path = folder.file("mill.toml", BY_HAND);
    let set_time = |time: SystemTime| {
        fs::File::options().append(true).open(&path).and_then(|it| it.set_modified(time)).expect("set");
    };
    let long_ago = SystemTime::now() - Duration::from_hours(1);
    let mull = BY_HAND.replace("mill", "mull");
    for (then, told) in [(long_ago, false), (SystemTime::now(), true)] {
        fs::write(&path, BY_HAND).expect("written");
        set_time(then);
        let scenario = edited(&path);
        fs::write(&path, &mull).expect("written");
        set_time(then);
        let seen = scenario.seen.as_ref().expect("read");
        assert_eq!(seen.still_holds(), !told, "a time of long ago that was set back is believed at a glance");
        assert_eq!(refusal(save(&scenario, &path)).0, "changed", "but not when it counts");
    }
}

/// Each of many threads adds its own bookmark to what it finds, again and again until nobody else was faster.
#[test]
fn savers_take_turns() {
    let folder = Folder::new();
    let path = folder.file("mill.toml", "[maze]\nmap = \"S.G\"\n");
    let add = |number: usize| loop {
        let mut scenario = open(&path);
        scenario.bookmarks.push(format!("filter:{number}").parse().expect("a moment"));
        match save(&scenario, &path) {
            Ok(_) => break,
            Err(error) => assert!(matches!(error.why, WhyNot::Changed(_)), "{error}"),
        }
    };
    thread::scope(|scope| {
        for worker in 0..4 {
            scope.spawn(move || (0..8).for_each(|it| add(8 * worker + it)));
        }
    });
    let mut found: Vec<usize> = open(&path).bookmarks.iter().map(|it| it.at).collect();
    found.sort_unstable();
    assert_eq!(found, (0..32).collect::<Vec<_>>());
    assert_eq!(folder.names(), ["mill.toml"], "no draft and no lock is left");
}

#[test]
fn rescued_work_is_not_saved_over_what_came_since() {
    let folder = Folder::new();
    let sessions = folder.0.join("sessions");
    let path = folder.file("mill.toml", &format!("\u{feff}{BY_HAND}"));
    let rescued = |of: &Scenario, head: fn(String) -> String| {
        let text = crash(&sessions, of);
        fs::write(&text, head(text_of(&text))).expect("written");
        let orphan = orphan(&sessions);
        let scenario = orphan.load(Limits::default()).expect("it loads");
        orphan.discard().expect("discarded");
        scenario
    };
    let mine = edited(&path);
    // Nobody touched it.
    let scenario = rescued(&mine, |it| it);
    assert_eq!((&scenario.path, &scenario.seen), (&mine.path, &mine.seen));
    assert_eq!(io::to_toml(&scenario), io::to_toml(&mine), "mark and comments are kept");
    save(&scenario, &path).expect("saved");
    // Somebody did.
    fs::write(&path, BY_HAND).expect("written");
    assert_eq!(refusal(save(&rescued(&mine, |it| it), &path)).0, "changed");
    fs::remove_file(&path).expect("removed");
    assert_eq!(refusal(save(&rescued(&mine, |it| it), &path)).0, "deleted");
    // An older version did not note what stood there.
    fs::write(&path, BY_HAND).expect("written");
    let unmarked = |it: String| {
        let lines: Vec<&str> = it.split_inclusive('\n').collect();
        assert!(lines[1].starts_with("# Begun from {\"length\":"), "{}", lines[1]);
        [&lines[..1], &lines[2..]].concat().concat()
    };
    let old = rescued(&mine, unmarked);
    assert_eq!(io::to_toml(&old), io::to_toml(&mine));
    assert_eq!(refusal(save(&old, &path)).0, "taken");
    // A mark that is damaged is none.
    let torn = rescued(&mine, |it| it.replacen("\"length\":", "\"long\":", 1));
    assert_eq!(refusal(save(&torn, &path)).0, "taken");
}
