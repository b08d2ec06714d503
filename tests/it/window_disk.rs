//! Files that somebody else changes while they are open: noticed, asked about, and never written over unasked.

use std::{fs, path::Path};

use egui::{Key, Modifiers};
use navscope::{
    debugger::Command,
    io::{self, Limits},
    maze::Cell,
};

use crate::window_rig::{
    CTRL, Folder, Window, app_in, click, focused, open_window, press, rows, settle, shows, tap, tells, title,
    wait_until,
};

const MINE: &str = "[maze]\nmap = \"\"\"\n#####\n#S G#\n#####\n\"\"\"\n";
/// What somebody else makes of it.
const THEIRS: &str = "[maze]\nmap = \"\"\"\n#####\n#S G#\n#   #\n#####\n\"\"\"\n\n[[click]]\nname = \"theirs\"\nstart = [1.5, 1.5]\ngoal = [3.5, 1.5]\n";

/// A window on a file of a folder.
fn open(folder: &Folder) -> Window {
    let path = folder.with("mine.toml", MINE);
    let app = app_in(&folder.0, io::open(&path, Limits::default()).expect("well written"));
    open_window(app, [1280.0, 800.0], 1.0)
}

/// Makes the middle cell a wall.
fn edit(window: &mut Window) {
    window.state_mut().apply(Command::Paint { storey: 0, cells: vec![(2, 1)], to: Cell::Wall });
    window.state_mut().apply(Command::Release);
    settle(window);
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// Has the window lose the keyboard and get it again.
fn look_away(window: &mut Window) {
    for focus in [false, true] {
        window.input_mut().focused = focus;
        window.run_steps(1);
    }
}

fn saves(window: &mut Window) {
    press(window, CTRL, Key::S);
}

#[test]
fn saving_over_a_file_that_changed_asks() {
    for answer in ["Reload", "Overwrite", "Save as …", "Cancel"] {
        let folder = Folder::new("disk-changed");
        let mut window = open(&folder);
        let path = folder.file("mine.toml");
        edit(&mut window);
        fs::write(&path, THEIRS).expect("written");
        saves(&mut window);
        assert!(shows(&window, "Changed on disk") && tells(&window, "has changed since it was read"), "{answer}");
        assert_eq!(text(&path), THEIRS);
        click(&mut window, answer);
        match answer {
            "Reload" => {
                wait_until(&mut window, "the file", |it| it.state().debugger().scenario().clicks.len() == 1);
                assert_eq!(text(&path), THEIRS);
                assert!(!window.state().debugger().is_unsaved());
                // What was thrown away can be had back, and is not written over theirs either.
                click(&mut window, "Bring it back");
                assert_eq!(rows(&window)[1], "#.#.#");
                assert!(window.state().debugger().is_unsaved());
                saves(&mut window);
                assert!(shows(&window, "Changed on disk"));
                assert_eq!(text(&path), THEIRS);
            }
            "Overwrite" => {
                assert!(text(&path).contains("#S#G#") && !text(&path).contains("theirs"));
                assert!(!window.state().debugger().is_unsaved());
            }
            "Save as …" => {
                crate::window_rig::retype(&mut window, "other");
                tap(&mut window, Key::Enter);
                assert_eq!(text(&path), THEIRS);
                assert!(text(&folder.file("other.toml")).contains("#S#G#"));
                assert_eq!(title(&window), "other.toml");
            }
            _ => {
                assert_eq!(text(&path), THEIRS);
                assert!(window.state().debugger().is_unsaved() && !shows(&window, "Changed on disk"));
            }
        }
    }
}

/// By the keyboard alone, in a window of its smallest size too.
#[test]
fn every_answer_is_within_reach_of_the_keyboard() {
    for size in [[1280.0, 800.0], [400.0, 300.0], [200.0, 150.0]] {
        let folder = Folder::new("disk-keyboard");
        let path = folder.with("mine.toml", MINE);
        let app = app_in(&folder.0, io::open(&path, Limits::default()).expect("well written"));
        let mut window = open_window(app, size, 1.0);
        edit(&mut window);
        fs::write(&path, THEIRS).expect("written");
        saves(&mut window);
        let mut met = Vec::new();
        for _ in 0..12 {
            tap(&mut window, Key::Tab);
            met.extend(focused(&window));
            if met.last().is_some_and(|it| it == "Overwrite") {
                break;
            }
        }
        assert!(met.iter().any(|it| it == "Overwrite"), "{size:?}: {met:?}");
        tap(&mut window, Key::Enter);
        assert!(text(&path).contains("#S#G#"), "{size:?}");
        fs::write(&path, THEIRS).expect("written");
        window.state_mut().apply(Command::Paint { storey: 0, cells: vec![(3, 1)], to: Cell::Wall });
        saves(&mut window);
        tap(&mut window, Key::Escape);
        assert_eq!(text(&path), THEIRS, "{size:?}");
    }
}

#[test]
fn only_what_was_asked_about_is_written_over() {
    let folder = Folder::new("disk-again");
    let mut window = open(&folder);
    let path = folder.file("mine.toml");
    edit(&mut window);
    fs::write(&path, THEIRS).expect("written");
    saves(&mut window);
    let later = format!("{THEIRS}# and once more\n");
    fs::write(&path, &later).expect("written");
    click(&mut window, "Overwrite");
    assert_eq!(text(&path), later);
    assert!(shows(&window, "Changed on disk"), "it is another change");
    click(&mut window, "Overwrite");
    assert!(text(&path).contains("#S#G#"));
}

#[test]
fn a_file_that_was_removed_is_not_written_unasked() {
    let folder = Folder::new("disk-removed");
    let mut window = open(&folder);
    let path = folder.file("mine.toml");
    edit(&mut window);
    fs::remove_file(&path).expect("removed");
    saves(&mut window);
    assert!(shows(&window, "The file was removed") && !path.exists());
    assert!(!shows(&window, "Reload"));
    click(&mut window, "Cancel");
    assert!(!path.exists());
    saves(&mut window);
    click(&mut window, "Overwrite");
    assert!(text(&path).contains("#S#G#"));
}

#[test]
fn a_change_is_noticed_when_the_window_gets_the_keyboard() {
    let folder = Folder::new("disk-focus");
    let mut window = open(&folder);
    let path = folder.file("mine.toml");
    // With nothing to lose it is read again, and that is told.
    fs::write(&path, THEIRS).expect("written");
    look_away(&mut window);
    wait_until(&mut window, "the file", |it| it.state().debugger().scenario().clicks.len() == 1);
    wait_until(&mut window, "word", |it| tells(it, "mine.toml was read again: it had changed on disk."));
    // With something to lose one is asked.
    edit(&mut window);
    fs::write(&path, MINE).expect("written");
    look_away(&mut window);
    wait_until(&mut window, "the bar", |it| tells(it, "mine.toml has changed on disk"));
    assert_eq!(window.state().debugger().scenario().clicks.len(), 1);
    click(&mut window, "Not now");
    look_away(&mut window);
    settle(&mut window);
    std::thread::sleep(std::time::Duration::from_millis(50));
    settle(&mut window);
    assert!(!tells(&window, "mine.toml has changed on disk"), "once is enough");
    fs::write(&path, THEIRS.replace("theirs", "hers")).expect("written");
    look_away(&mut window);
    wait_until(&mut window, "the bar", |it| tells(it, "mine.toml has changed on disk"));
    click(&mut window, "Reload");
    wait_until(&mut window, "the file", |it| it.state().debugger().scenario().clicks[0].name == "hers");
    click(&mut window, "Close this message");
    // Removed, it is saved nowhere, which closing asks about.
    fs::remove_file(&path).expect("removed");
    look_away(&mut window);
    wait_until(&mut window, "the bar", |it| tells(it, "mine.toml was removed from the disk"));
    assert!(window.state().debugger().is_unsaved() && title(&window).ends_with('•'));
    click(&mut window, "Overwrite");
    assert!(path.exists() && !window.state().debugger().is_unsaved());
}

#[test]
fn a_file_that_became_bad_leaves_what_is_open() {
    let folder = Folder::new("disk-bad");
    let mut window = open(&folder);
    fs::write(folder.file("mine.toml"), "[maze\n").expect("written");
    look_away(&mut window);
    wait_until(&mut window, "the error", |it| tells(it, "What was open before still is."));
    assert_eq!(rows(&window)[1], "#...#");
}

#[test]
fn closing_saves_by_the_same_question() {
    let folder = Folder::new("disk-close");
    let mut window = open(&folder);
    let path = folder.file("mine.toml");
    edit(&mut window);
    fs::write(&path, THEIRS).expect("written");
    window.state_mut().open(io::built_in("stair.txt"));
    settle(&mut window);
    click(&mut window, "Save");
    assert!(shows(&window, "Changed on disk"));
    click(&mut window, "Cancel");
    assert_eq!((text(&path).as_str(), title(&window).as_str()), (THEIRS, "mine.toml •"));
    window.state_mut().open(io::built_in("stair.txt"));
    settle(&mut window);
    click(&mut window, "Save");
    click(&mut window, "Overwrite");
    assert!(text(&path).contains("#S#G#"));
    assert_eq!(window.state().debugger().scenario().name, "stair.txt");
}

#[test]
fn saving_under_the_name_of_another_file_asks() {
    let folder = Folder::new("disk-taken");
    let mut window = open(&folder);
    let other = folder.with("other.toml", THEIRS);
    press(&mut window, CTRL.plus(Modifiers::SHIFT), Key::S);
    crate::window_rig::retype(&mut window, "other");
    tap(&mut window, Key::Enter);
    assert!(tells(&window, "There is a file of that name already."));
    // It changes while one is asked.
    let later = format!("{THEIRS}# later\n");
    fs::write(&other, &later).expect("written");
    tap(&mut window, Key::Enter);
    assert_eq!(text(&other), later);
    assert!(shows(&window, "There is a file of that name already"));
    click(&mut window, "Overwrite");
    assert_eq!(text(&other).lines().count(), MINE.lines().count());
}

#[test]
fn work_that_was_rescued_is_not_saved_over_what_came_since() {
    let folder = Folder::new("disk-crash");
    let path = folder.with("mine.toml", MINE);
    let sessions = folder.file("sessions");
    let recovery = io::Recovery::begin(&sessions).expect("a folder");
    let mut scenario = io::open(&path, Limits::default()).expect("well written");
    scenario.maze_mut().set_cells(&[7], Cell::Wall);
    recovery.store(&scenario).expect("written");
    let kept = text(&sessions.join("session-1.toml"));
    drop(recovery);
    // As if that had crashed, and somebody edited the file then.
    fs::write(sessions.join("session-1.toml"), kept).expect("written");
    fs::write(&path, THEIRS).expect("written");
    let mut app = app_in(&folder.0, io::built_in("stair.txt").expect("built in"));
    app.recover_in(&sessions);
    let mut window = open_window(app, [900.0, 560.0], 1.0);
    click(&mut window, "Restore");
    saves(&mut window);
    assert!(shows(&window, "Changed on disk"));
    assert_eq!(text(&path), THEIRS);
}

#[test]
fn what_a_crash_left_and_was_discarded_can_be_had_back() {
    let folder = Folder::new("disk-discard");
    let text = "# Unsaved changes of \"a.toml\"\n[maze]\nmap = \"S G\"\n";
    folder.with("session-1.toml", text);
    let mut app = app_in(&folder.0, io::built_in("stair.txt").expect("built in"));
    app.recover_in(&folder.0);
    let mut window = open_window(app, [900.0, 560.0], 1.0);
    click(&mut window, "Discard");
    assert!(tells(&window, "The work on a.toml was discarded.") && !folder.file("session-1.toml").exists());
    click(&mut window, "Bring it back");
    assert_eq!(title(&window), "a.toml •");
}
