//! Painting, sizes, files and what is not saved yet, through the window.

use std::{fs, sync::Arc};

use egui::{Key, Modifiers, PointerButton, Role, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;
use navscope::{
    app::Navscope,
    debugger::Command,
    geometry::Point,
    io::{self, Limits, Recovery, Scenario},
    maze::Cell,
    search::Outcome,
};

use crate::window_rig::{
    CTRL, Dropped, Folder, Window, app_on, cell, choose, click, drag, drawn, focused, is_on, labelled, open_window,
    press, retype, rows, settle, shows, tap, tells, title, type_text, wait_until, window, window_on,
};

const PRIMARY: PointerButton = PointerButton::Primary;
const SECONDARY: PointerButton = PointerButton::Secondary;

/// An empty room, nine cells wide and seven high.
fn room() -> Scenario {
    drawn("room.txt", &["S       G", "         ", "         ", "         ", "         ", "         ", "         "])
}

/// The same, all wall.
fn rock() -> Scenario {
    drawn("rock.txt", &["#########"; 7])
}

/// Drags from cell to cell.
fn stroke(window: &mut Window, cells: &[(u32, u32)], button: PointerButton) {
    let path: Vec<_> = cells.iter().map(|&(x, y)| cell(window, x, y)).collect();
    drag(window, &path, button);
}

fn outcome(window: &Window) -> Option<Outcome> {
    window.state().debugger().query().map(|it| it.report.outcome)
}

fn can_undo(window: &Window) -> bool {
    window.state().debugger().can_undo()
}

#[test]
fn a_drag_with_the_brush_is_one_undo() {
    let mut window = window_on(room());
    assert_eq!(title(&window), "room.txt");
    let before = rows(&window);
    tap(&mut window, Key::B);
    stroke(&mut window, &[(4, 1), (4, 3), (4, 5), (6, 5)], PRIMARY);
    let painted = [".........", "....#....", "....#....", "....#....", "....#....", "....###..", "........."];
    assert_eq!(rows(&window), painted);
    assert_eq!(title(&window), "room.txt •");
    press(&mut window, CTRL, Key::Z);
    assert_eq!(rows(&window), before);
    assert_eq!(title(&window), "room.txt");
    assert!(!can_undo(&window));
    press(&mut window, CTRL.plus(Modifiers::SHIFT), Key::Z);
    assert_eq!(rows(&window), painted);
    choose(&mut window, "Edit", "Undo");
    assert_eq!(rows(&window), before);
    press(&mut window, CTRL, Key::Y);
    assert_eq!(rows(&window), painted);
    press(&mut window, CTRL, Key::Z);
    choose(&mut window, "Edit", "Redo");
    assert_eq!(rows(&window), painted);
    assert_eq!(title(&window), "room.txt •");
    // Two drags are two.
    stroke(&mut window, &[(1, 6), (2, 6)], PRIMARY);
    press(&mut window, CTRL, Key::Z);
    assert_eq!(rows(&window), painted);
}

/// A tool, what is done with it, and what the room looks like then; the rock looks the other way round with the other button.
struct Use {
    keys: &'static [Key],
    path: &'static [(u32, u32)],
    painted: [&'static str; 7],
}

#[test]
fn each_tool_paints_what_it_is_for_and_the_other_button_the_other_kind() {
    let uses = [
        Use {
            keys: &[Key::B],
            path: &[(2, 2)],
            painted: [".........", ".........", "..#......", ".........", ".........", ".........", "........."],
        },
        Use {
            keys: &[Key::E, Key::X],
            path: &[(2, 2), (2, 3)],
            painted: [".........", ".........", "..#......", "..#......", ".........", ".........", "........."],
        },
        Use {
            keys: &[Key::L],
            path: &[(1, 5), (6, 1), (6, 5)],
            painted: [".........", ".........", ".........", ".........", ".........", ".######..", "........."],
        },
        Use {
            keys: &[Key::U],
            path: &[(6, 5), (1, 1), (3, 3)],
            painted: [".........", ".........", ".........", "...####..", "...####..", "...####..", "........."],
        },
        Use { keys: &[Key::I], path: &[(5, 5)], painted: ["#########"; 7] },
        Use {
            keys: &[Key::CloseBracket, Key::CloseBracket, Key::B],
            path: &[(2, 2)],
            painted: [".........", ".###.....", ".###.....", ".###.....", ".........", ".........", "........."],
        },
        Use {
            keys: &[Key::CloseBracket, Key::L],
            path: &[(3, 3), (6, 3)],
            painted: [".........", ".........", "..#####..", "..#####..", ".........", ".........", "........."],
        },
    ];
    for Use { keys, path, painted } in &uses {
        let mut window = window_on(room());
        keys.iter().for_each(|it| tap(&mut window, *it));
        stroke(&mut window, path, PRIMARY);
        assert_eq!(rows(&window), *painted, "{keys:?}");
        press(&mut window, CTRL, Key::Z);
        assert_eq!(rows(&window), ["........."; 7], "{keys:?}: one undo");
        assert!(!can_undo(&window), "{keys:?}: one undo");
        *window.state_mut() = app_on(rock());
        settle(&mut window);
        keys.iter().for_each(|it| tap(&mut window, *it));
        stroke(&mut window, path, SECONDARY);
        let dug = painted.map(|row| row.chars().map(|it| if it == '#' { '.' } else { '#' }).collect::<String>());
        assert_eq!(rows(&window), dug, "{keys:?} with the right button");
    }
}

#[test]
fn start_and_goal_are_placed_and_the_query_follows() {
    let mut window = window_on(room());
    let length = |window: &Window| window.state().debugger().query().and_then(|it| it.report.length);
    assert_eq!(length(&window).map(f64::round), Some(8.0));
    tap(&mut window, Key::S);
    stroke(&mut window, &[(4, 6), (5, 5), (6, 4)], PRIMARY);
    assert_eq!(window.state().debugger().scenario().maze.start, Some(Point::new(6.5, 4.5)));
    tap(&mut window, Key::G);
    stroke(&mut window, &[(6, 0)], PRIMARY);
    assert_eq!(window.state().debugger().scenario().maze.goal, Some(Point::new(6.5, 0.5)));
    assert_eq!(length(&window), Some(4.0));
    press(&mut window, CTRL, Key::Z);
    press(&mut window, CTRL, Key::Z);
    assert_eq!(length(&window).map(f64::round), Some(8.0));
    assert_eq!(title(&window), "room.txt");
    // A start in a wall digs it free.
    tap(&mut window, Key::B);
    stroke(&mut window, &[(4, 4)], PRIMARY);
    tap(&mut window, Key::S);
    stroke(&mut window, &[(4, 4)], PRIMARY);
    assert_eq!(rows(&window)[4], ".........");
    choose(&mut window, "Edit", "Take the start away");
    assert_eq!(window.state().debugger().start(), None);
    assert!(tells(&window, "Shift-click sets the start."));
}

#[test]
fn the_brush_grows_shrinks_and_goes_round() {
    let mut window = window_on(room());
    tap(&mut window, Key::OpenBracket);
    assert!(shows(&window, "brush size 1"));
    for size in [2, 3, 4, 5, 6, 7, 8, 1, 2] {
        let label = labelled_with(&window, "brush size");
        click(&mut window, &label);
        assert!(shows(&window, &format!("brush size {size}")));
    }
    (0..40).for_each(|_| tap(&mut window, Key::CloseBracket));
    assert!(shows(&window, "brush size 32"));
    tap(&mut window, Key::B);
    stroke(&mut window, &[(4, 3)], PRIMARY);
    assert_eq!(rows(&window), ["#########"; 7]);
    assert_eq!(window.state().debugger().scenario().maze.start, None);
}

fn labelled_with(window: &Window, text: &str) -> String {
    let found = crate::window_rig::seen(window).into_iter().find(|it| it.label.starts_with(text));
    found.expect("there is one").label
}

#[test]
fn the_tools_of_the_strip_and_its_buttons_do_what_their_keys_do() {
    let mut window = window_on(room());
    for tool in
        ["Paint walls", "Paint floor", "Line", "Rectangle", "Fill", "Place the start", "Place the goal", "Select"]
    {
        click(&mut window, tool);
        let on: Vec<String> =
            labelled(&window, tool).into_iter().filter(|it| it.on == Some(true)).map(|it| it.label).collect();
        assert_eq!(on, [tool]);
    }
    click(&mut window, "paints floor");
    assert!(shows(&window, "paints walls"));
}

#[test]
fn dragging_beyond_the_canvas_and_the_maze_paints_what_lies_within() {
    let mut window = window_on(room());
    tap(&mut window, Key::B);
    let from = cell(&window, 2, 3);
    drag(&mut window, &[from, egui::pos2(2.0, from.y), egui::pos2(-50.0, -50.0)], PRIMARY);
    assert_eq!(rows(&window)[3], "###......");
    assert!(can_undo(&window));
    press(&mut window, CTRL, Key::Z);
    assert_eq!(rows(&window), ["........."; 7]);
}

#[test]
fn undo_in_the_middle_of_a_drag_leaves_a_history_that_can_be_walked() {
    let mut window = window_on(room());
    tap(&mut window, Key::B);
    let [a, b, c] = [(1, 3), (4, 3), (7, 3)].map(|(x, y)| cell(&window, x, y));
    window.hover_at(a);
    window.drag_at(a);
    window.hover_at(b);
    window.run_steps(1);
    window.key_press_modifiers(CTRL, Key::Z);
    window.run_steps(1);
    window.hover_at(c);
    window.drop_at(c);
    settle(&mut window);
    for _ in 0..5 {
        press(&mut window, CTRL, Key::Z);
    }
    assert_eq!(rows(&window), ["........."; 7]);
    assert_eq!(title(&window), "room.txt");
}

#[test]
fn a_painted_wall_bakes_anew_and_changes_the_path() {
    let mut window = window_on(drawn("gap.txt", &["#######", "#S # G#", "#     #", "#  #  #", "#######"]));
    assert_eq!(outcome(&window), Some(Outcome::Found));
    let run = window.state().debugger().run();
    tap(&mut window, Key::B);
    stroke(&mut window, &[(3, 2)], PRIMARY);
    assert_eq!(outcome(&window), Some(Outcome::Unreachable));
    assert!(window.state().debugger().run() > run);
    assert!(tells(&window, "Unreachable: no corridor joins start and goal"));
    press(&mut window, CTRL, Key::Z);
    assert_eq!(outcome(&window), Some(Outcome::Found));
    assert!(shows(&window, "Found, and legal"));
}

#[test]
fn the_maze_is_resized_to_where_its_old_cells_stay() {
    // Which place is kept, and what a maze of 2 × 1 walls looks like in 4 × 3.
    let cases = [
        ("top left", ["##..", "....", "...."]),
        ("top", [".##.", "....", "...."]),
        ("right", ["....", "..##", "...."]),
        ("bottom right", ["....", "....", "..##"]),
    ];
    for (anchor, expected) in cases {
        let mut window = window_on(drawn("two.txt", &["##"]));
        choose(&mut window, "Edit", "Resize the maze …");
        set_size(&mut window, 4, 3);
        click(&mut window, anchor);
        click(&mut window, "Resize");
        assert_eq!(rows(&window), expected, "{anchor}");
        press(&mut window, CTRL, Key::Z);
        assert_eq!(rows(&window), ["##"]);
    }
    for way_out in ["Cancel", "Escape"] {
        let mut window = window_on(room());
        choose(&mut window, "Edit", "Resize the maze …");
        set_size(&mut window, 3, 3);
        match way_out {
            "Cancel" => click(&mut window, "Cancel"),
            _ => tap(&mut window, Key::Escape),
        }
        assert!(!shows(&window, "Resize"), "{way_out}");
        assert_eq!(rows(&window).len(), 7, "{way_out}");
        assert!(!can_undo(&window), "{way_out}");
    }
}

/// Types both sides into the dialog that is open.
fn set_size(window: &mut Window, columns: usize, rows: usize) {
    for (name, side) in [("columns", columns), ("rows", rows)] {
        let field = labelled(window, name).into_iter().find(|it| it.role == Role::SpinButton).expect("a field");
        crate::window_rig::click_at(window, field.rect.center(), Modifiers::NONE);
        retype(window, &side.to_string());
        // Leaving the field takes what stands there.
        tap(window, Key::Tab);
    }
}

#[test]
fn a_new_maze_has_the_size_that_was_typed() {
    let mut window = window_on(room());
    press(&mut window, CTRL, Key::N);
    set_size(&mut window, 5, 3);
    click(&mut window, "Create");
    assert_eq!(rows(&window), ["#####", "#...#", "#####"]);
    assert_eq!(title(&window), "untitled.toml");
    press(&mut window, CTRL, Key::N);
    set_size(&mut window, 2, 1);
    click(&mut window, "walls all around");
    click(&mut window, "Create");
    assert_eq!(rows(&window), [".."]);
    // The enter key confirms what is typed, ...
    press(&mut window, CTRL, Key::N);
    set_size(&mut window, 7, 16);
    let field = labelled(&window, "rows").into_iter().find(|it| it.role == Role::SpinButton).expect("a field");
    crate::window_rig::click_at(&mut window, field.rect.center(), Modifiers::NONE);
    retype(&mut window, "3");
    tap(&mut window, Key::Enter);
    assert_eq!(rows(&window), ["#######", "#.....#", "#######"]);
    // ... but not where it is for something else.
    let before = rows(&window);
    press(&mut window, CTRL, Key::N);
    set_size(&mut window, 4, 4);
    assert_eq!(focused(&window).as_deref(), Some("walls all around"));
    tap(&mut window, Key::Enter);
    assert!(shows(&window, "Create") && !is_on(&window, "walls all around"));
    (0..2).for_each(|_| tap(&mut window, Key::Tab));
    assert_eq!(focused(&window).as_deref(), Some("Cancel"));
    tap(&mut window, Key::Enter);
    assert!(!shows(&window, "Create"));
    assert_eq!(rows(&window), before);
    // What is out of range is brought into it.
    press(&mut window, CTRL, Key::N);
    set_size(&mut window, 0, 7);
    click(&mut window, "walls all around");
    click(&mut window, "Create");
    assert_eq!(rows(&window), ["."; 7]);
}

/// Makes the scenario differ from its file.
fn dirty(window: &mut Window) {
    tap(window, Key::B);
    stroke(window, &[(2, 2)], PRIMARY);
    tap(window, Key::V);
    assert!(window.state().debugger().is_unsaved());
}

fn asks(window: &Window) -> bool {
    shows(window, "Unsaved changes")
}

fn name(window: &Window) -> String {
    window.state().debugger().scenario().name.clone()
}

#[test]
fn opening_something_else_asks_about_changes() {
    let folder = Folder::new("asks");
    let path = folder.with("mine.toml", "# mine\n[maze]\nmap = \"\"\"\n#####\n#S G#\n#   #\n#   #\n#####\n\"\"\"\n");
    for answer in ["Save", "Don't save", "Cancel", "Escape"] {
        let before = fs::read_to_string(&path).expect("written");
        let mut window = window_on(io::open(&path, Limits::default()).expect("well written"));
        let walled = rows(&window)[2].contains(".#.");
        tap(&mut window, Key::B);
        stroke(&mut window, &[(2, if walled { 3 } else { 2 })], PRIMARY);
        tap(&mut window, Key::V);
        choose(&mut window, "Gallery", "stair.txt");
        assert!(asks(&window), "{answer}");
        assert_eq!(name(&window), "mine.toml");
        match answer {
            "Escape" => tap(&mut window, Key::Escape),
            _ => click(&mut window, answer),
        }
        assert!(!asks(&window), "{answer}");
        let kept = matches!(answer, "Cancel" | "Escape");
        assert_eq!(name(&window), if kept { "mine.toml" } else { "stair.txt" }, "{answer}");
        assert_eq!(window.state().debugger().is_unsaved(), kept, "{answer}");
        let after = fs::read_to_string(&path).expect("written");
        assert_eq!(after != before, answer == "Save", "{answer}");
        assert!(after.starts_with("# mine\n"));
    }
    // Without changes there is no question.
    let mut window = window_on(room());
    choose(&mut window, "Gallery", "stair.txt");
    assert_eq!(name(&window), "stair.txt");
}

/// The system asks the window to close; tells whether it lets itself be closed.
fn close(window: &mut Window) -> bool {
    let viewport = window.input_mut().viewports.get_mut(&ViewportId::ROOT).expect("there is one");
    viewport.events.push(ViewportEvent::Close);
    window.run_steps(1);
    !commands(window).contains(&ViewportCommand::CancelClose)
}

fn commands(window: &Window) -> Vec<ViewportCommand> {
    window.output().viewport_output.values().flat_map(|it| it.commands.clone()).collect()
}

#[test]
fn closing_asks_about_changes() {
    let mut window = window_on(room());
    assert!(close(&mut window), "nothing is lost");
    let folder = Folder::new("closes");
    for answer in ["Save", "Don't save", "Cancel"] {
        let path = folder.with("mine.toml", "[maze]\nmap = \"\"\"\n####\n#SG#\n#  #\n####\n\"\"\"\n");
        let mut window = window_on(io::open(&path, Limits::default()).expect("well written"));
        dirty(&mut window);
        assert!(!close(&mut window), "{answer}");
        settle(&mut window);
        assert!(asks(&window), "{answer}");
        assert!(!close(&mut window), "{answer}: asking twice is no answer");
        click(&mut window, answer);
        assert_eq!(commands(&window).contains(&ViewportCommand::Close), answer != "Cancel", "{answer}");
        let saved = fs::read_to_string(&path).expect("written").contains("# ##");
        assert_eq!(saved, answer == "Save", "{answer}");
        // What was not saved is there still, and asked about again.
        if answer == "Cancel" {
            assert!(!close(&mut window));
        }
    }
}

#[test]
fn closing_an_unnamed_maze_asks_where_to_save_it() {
    let folder = Folder::new("unnamed");
    let mut window = window_on(room());
    dirty(&mut window);
    assert!(!close(&mut window));
    settle(&mut window);
    click(&mut window, "Save");
    assert!(shows(&window, "Save to path"));
    click(&mut window, "Cancel");
    assert!(!commands(&window).contains(&ViewportCommand::Close));
    assert!(window.state().debugger().is_unsaved());
    assert!(!asks(&window));
    // And once more, with a place to save to.
    assert!(!close(&mut window));
    settle(&mut window);
    click(&mut window, "Save");
    let path = folder.file("room.toml");
    retype(&mut window, &path.display().to_string());
    tap(&mut window, Key::Enter);
    assert!(commands(&window).contains(&ViewportCommand::Close));
    assert!(io::open(&path, Limits::default()).expect("saved").maze.is_wall(2, 2));
}

#[test]
fn saving_asks_where_to_once_and_then_writes_in_place() {
    let folder = Folder::new("saves");
    let mut window = window_on(room());
    dirty(&mut window);
    press(&mut window, CTRL, Key::S);
    assert!(tells(&window, "No file chooser"));
    let path = folder.file("kept.toml");
    retype(&mut window, &path.with_extension("").display().to_string());
    click(&mut window, "Save");
    assert_eq!(title(&window), "kept.toml");
    assert_eq!(window.state().debugger().scenario().path.as_deref(), Some(&*path));
    let text = fs::read_to_string(&path).expect("saved");
    // Somebody writes a comment, and opens it again.
    fs::write(&path, format!("# by hand\n{text}\n# at the end\n")).expect("written");
    choose(&mut window, "File", "Open path …");
    type_text(&mut window, &path.display().to_string());
    tap(&mut window, Key::Enter);
    wait_until(&mut window, "the file", |it| {
        it.state().debugger().scenario().source.as_ref().is_some_and(|it| it.starts_with("# by hand"))
    });
    tap(&mut window, Key::B);
    stroke(&mut window, &[(5, 5), (6, 5)], PRIMARY);
    assert_eq!(title(&window), "kept.toml •");
    press(&mut window, CTRL, Key::S);
    assert_eq!(title(&window), "kept.toml");
    let text = fs::read_to_string(&path).expect("saved");
    assert!(text.starts_with("# by hand\n") && text.trim_end().ends_with("# at the end"), "{text}");
    let read = io::open(&path, Limits::default()).expect("well written");
    assert_eq!(read.maze, window.state().debugger().scenario().maze);
    assert_eq!(read.maze.cell(5, 5), Cell::Wall);
}

#[test]
fn a_save_that_fails_says_so_and_loses_nothing() {
    let folder = Folder::new("fails");
    let mut window = window_on(room());
    dirty(&mut window);
    let painted = rows(&window);
    fs::create_dir(folder.file("folder.toml")).expect("the folder is new");
    for path in ["nowhere/there.toml", "wrong.txt", "folder.toml"].map(|it| folder.file(it)) {
        choose(&mut window, "File", "Save to path …");
        retype(&mut window, &path.display().to_string());
        click(&mut window, "Save");
        assert!(tells(&window, "Nothing was saved."), "{path:?}");
        assert!(window.state().debugger().is_unsaved());
        assert_eq!(rows(&window), painted);
        tap(&mut window, Key::Escape);
        assert!(!tells(&window, "Nothing was saved."));
    }
    // With a question open, the answer does not throw away what could not be saved.
    choose(&mut window, "Gallery", "stair.txt");
    click(&mut window, "Save");
    retype(&mut window, &folder.file("nowhere/there.toml").display().to_string());
    click(&mut window, "Save");
    assert_eq!(rows(&window), painted);
    assert!(tells(&window, "there is no folder"));
    tap(&mut window, Key::Escape);
    assert!(!asks(&window));
    press(&mut window, CTRL, Key::Z);
    assert_eq!(rows(&window), ["........."; 7]);
}

#[test]
fn files_are_opened_by_dropping_them_and_bad_ones_say_what_is_wrong() {
    let folder = Folder::new("drops");
    let [good, bad] = [folder.with("good.txt", "#####\n#S G#\n#####\n"), folder.with("bad.txt", "#####\n#\tG#\n")];
    let mut window = window_on(room());
    for (path, opened, told) in [
        (good.clone(), "good.txt", None),
        (bad, "good.txt", Some("bad.txt:2:2:")),
        (folder.file("missing.txt"), "good.txt", Some("can't be read")),
        (folder.0.clone(), "good.txt", Some("is no ordinary file")),
    ] {
        window.input_mut().dropped_files.push(Arc::new(Dropped(path.clone())));
        wait_until(&mut window, "the file", |it| match told {
            None => name(it) == opened,
            Some(told) => it.state().notice().is_some_and(|it| it.contains(told)),
        });
        assert_eq!(name(&window), opened);
        if told.is_some() {
            assert!(tells(&window, "What was open before still is."));
        }
    }
    click(&mut window, "Dismiss");
    // It is among the recent ones, to be opened again.
    choose(&mut window, "Gallery", "stair.txt");
    window.get_by_label("File").click();
    settle(&mut window);
    window.get_by_label("Open recent").click();
    settle(&mut window);
    click(&mut window, "good.txt");
    wait_until(&mut window, "the file", |it| name(it) == "good.txt");
}

/// A folder with what a crash left: work on a room with a wall painted into it.
fn crashed(name: &str) -> Folder {
    let folder = Folder::new(name);
    let mut left = room();
    left.maze_mut().set_cells(&[0], Cell::Wall);
    let recovery = Recovery::begin(&folder.0).expect("the folder is new");
    recovery.store(&left).expect("it can be written");
    let text = fs::read(folder.file("session-1.toml")).expect("stored");
    drop(recovery);
    fs::write(folder.file("session-1.toml"), text).expect("as a crash would leave it");
    folder
}

fn recovering(folder: &Folder) -> Window {
    let mut app: Navscope = app_on(io::built_in("stair.txt").expect("built in"));
    app.recover_in(&folder.0);
    open_window(app, [1280.0, 800.0], 1.0)
}

#[test]
fn what_a_crash_left_is_restored_as_unsaved() {
    let folder = crashed("restores");
    let mut window = recovering(&folder);
    assert!(tells(&window, "A window that crashed left unsaved work"));
    click(&mut window, "Restore");
    assert_eq!(name(&window), "room.txt");
    assert_eq!(rows(&window)[0], "#........");
    assert_eq!(title(&window), "room.txt •");
    // It is still safe, for the next crash.
    assert!(fs::read_to_string(folder.file("session-2.toml")).expect("kept").contains("# Unsaved changes of"));
    assert!(!folder.file("session-1.toml").exists());
    drop(window);
    assert!(!folder.file("session-2.toml").exists(), "a window that is closed leaves nothing");
}

#[test]
fn what_a_crash_left_is_discarded_or_kept_for_later() {
    let folder = crashed("discards");
    let mut window = recovering(&folder);
    click(&mut window, "Decide later");
    assert!(!tells(&window, "Work was left"));
    assert_eq!(name(&window), "stair.txt");
    assert!(folder.file("session-1.toml").exists());
    drop(window);
    let mut window = recovering(&folder);
    click(&mut window, "Discard");
    assert!(!tells(&window, "Work was left"));
    assert_eq!(name(&window), "stair.txt");
    assert!(!folder.file("session-1.toml").exists());
}

#[test]
fn unsaved_work_is_kept_within_seconds_and_gone_when_it_is_saved() {
    let folder = Folder::new("keeps");
    let mut window = recovering(&folder);
    let kept = folder.file("session-1.toml");
    tap(&mut window, Key::B);
    stroke(&mut window, &[(3, 2)], PRIMARY);
    for _ in 0..80 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        settle(&mut window);
        if kept.exists() {
            break;
        }
    }
    let text = fs::read_to_string(&kept).expect("kept within four seconds");
    assert!(text.starts_with("# Unsaved changes of \"stair.txt\""), "{text}");
    let opened = window.state_mut();
    opened.apply(Command::Undo);
    drop(window);
    assert!(!kept.exists());
}

#[test]
fn work_restored_from_a_window_of_its_own_survives_undo() {
    let mut window = window("stair.txt");
    let mut left = room();
    left.maze_mut().set_cells(&[0], Cell::Wall);
    window.state_mut().apply(Command::Restore(Box::new(left)));
    settle(&mut window);
    press(&mut window, CTRL, Key::Z);
    assert_eq!(rows(&window)[0], "#........");
    assert_eq!(title(&window), "room.txt •");
}
