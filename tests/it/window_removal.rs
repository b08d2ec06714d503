//! What the window takes away: it says so, and one undo brings it back.

use egui::{Key, Modifiers, PointerButton};
use navscope::{
    debugger::Command,
    geometry::Point,
    io::{self, Scenario},
    maze::Cell,
    search::Outcome,
};

use crate::window_rig::{
    CTRL, Window, cell, click, drag, drawn, press, settle, shows, tap, tells, title, window, window_on,
};

fn scenario(window: &Window) -> Scenario {
    window.state().debugger().scenario().clone()
}

/// The parts of a scenario that can be lost.
fn parts(window: &Window) -> String {
    let it = scenario(window);
    let ends = (it.maze.start, it.maze.goal, it.start, it.goal);
    format!("{ends:?} {:?} {:?} {:?} {:?}", it.clicks, it.breakpoints, it.bookmarks, it.maze.cells().len())
}

fn ends(window: &Window) -> [Option<Point>; 2] {
    [window.state().debugger().start(), window.state().debugger().goal()]
}

fn room() -> Scenario {
    drawn("room.txt", &["S      ", "       ", "      G"])
}

/// A scenario with clicks besides S and G.
fn with_clicks() -> Scenario {
    let mut it = room();
    let click = |name: &str, x: f64| io::Click::new(name, Point::new(x, 0.5), Point::new(x, 2.5));
    it.clicks = vec![click("left", 1.5), click("right", 5.5)];
    it
}

/// Something that takes something away: how to get there, how to do it, and what is said.
type Case = (&'static str, fn(&mut Window), fn(&mut Window), &'static str);

fn apply(window: &mut Window, command: Command) {
    window.state_mut().apply(command);
    window.state_mut().apply(Command::Release);
    settle(window);
}

fn nothing(_: &mut Window) {}

const CASES: &[Case] = &[
    (
        "a click by its key",
        |it| apply(it, Command::UseClick(1)),
        |it| tap(it, Key::Delete),
        "The click “right” was removed",
    ),
    (
        "a click by its button",
        |it| apply(it, Command::UseClick(0)),
        |it| click(it, "Forget this click"),
        "The click “left” was removed",
    ),
    (
        "the goal under a wall",
        nothing,
        |it| {
            tap(it, Key::B);
            let at = cell(it, 6, 2);
            drag(it, &[at], PointerButton::Primary);
        },
        "The maze's goal was removed",
    ),
    (
        "start and goal under one stroke",
        nothing,
        |it| {
            tap(it, Key::B);
            let path = [cell(it, 0, 0), cell(it, 6, 0), cell(it, 6, 2)];
            drag(it, &path, PointerButton::Primary);
        },
        "The maze's start was removed. The maze's goal was removed",
    ),
    (
        "the goal under the start",
        nothing,
        |it| {
            tap(it, Key::S);
            let at = cell(it, 6, 2);
            drag(it, &[at], PointerButton::Primary);
        },
        "The maze's goal was removed",
    ),
    (
        "the start, asked for",
        nothing,
        |it| crate::window_rig::look_up(it, "take the start away"),
        "The maze's start was removed",
    ),
    (
        "what a smaller maze cuts off",
        nothing,
        |it| {
            it.state_mut().apply(Command::Resize { columns: 3, rows: 2, by: (0, 0) });
            settle(it);
        },
        "The maze's goal was removed. 2 clicks start or end outside of the maze now",
    ),
    (
        "a bookmark",
        |it| {
            apply(it, Command::SeekOverall(4));
            apply(it, Command::ToggleBookmark);
        },
        |it| tap(it, Key::M),
        "The bookmark samples:4 was removed",
    ),
    (
        "a breakpoint",
        |it| {
            apply(it, Command::AddBreakpoint("zone > 12".to_owned()));
            press(it, CTRL, Key::Num2);
        },
        |it| click(it, "remove zone > 12"),
        "The breakpoint “zone > 12” was removed",
    ),
];

#[test]
fn whatever_is_taken_away_is_told_and_comes_back() {
    for (name, prepare, remove, told) in CASES {
        for by_key in [true, false] {
            let mut window = window_on(with_clicks());
            prepare(&mut window);
            let before = parts(&window);
            remove(&mut window);
            assert_ne!(parts(&window), before, "{name}");
            assert!(tells(&window, told), "{name}: {:?}", window.state().toast());
            let unsaved = window.state().debugger().is_unsaved();
            assert_eq!(title(&window).ends_with('•'), unsaved, "{name}: {}", title(&window));
            if by_key {
                tap(&mut window, Key::V);
                press(&mut window, CTRL, Key::Z);
            } else {
                click(&mut window, "Bring it back");
            }
            assert_eq!(parts(&window), before, "{name}");
            assert!(!tells(&window, told), "{name}");
        }
    }
}

#[test]
fn a_query_stays_where_it_was_when_its_end_is_taken_away() {
    for (scenario, painted) in [(with_clicks(), (6, 2)), (with_clicks(), (0, 0)), (room(), (6, 2)), (room(), (0, 0))] {
        let mut window = window_on(scenario);
        let before = ends(&window);
        apply(&mut window, Command::Paint { storey: 0, cells: vec![painted], to: Cell::Wall });
        assert_eq!(ends(&window), before);
        let outcome = window.state().debugger().query().expect("there is one").report.outcome;
        assert_eq!(outcome, if painted == (0, 0) { Outcome::StartInWall } else { Outcome::GoalInWall });
        press(&mut window, CTRL, Key::Z);
        assert_eq!(ends(&window), before);
        assert_eq!(window.state().debugger().query().expect("there is one").report.outcome, Outcome::Found);
    }
    // Nor does it jump when the click it was taken from is forgotten.
    let mut only_clicks = with_clicks();
    (only_clicks.maze_mut().start, only_clicks.maze_mut().goal) = (None, None);
    let mut window = window_on(only_clicks);
    let before = ends(&window);
    tap(&mut window, Key::Delete);
    assert_eq!(ends(&window), before);
    assert_eq!(scenario(&window).clicks.len(), 1);
}

#[test]
fn the_key_that_keeps_never_forgets() {
    let mut window = window_on(room());
    tap(&mut window, Key::K);
    assert_eq!(scenario(&window).clicks.len(), 1);
    tap(&mut window, Key::K);
    assert_eq!(scenario(&window).clicks.len(), 1);
    assert!(tells(&window, "is kept already, as “click 1”. Delete forgets it."));
    tap(&mut window, Key::Delete);
    assert!(scenario(&window).clicks.is_empty());
    press(&mut window, CTRL, Key::Z);
    assert_eq!(scenario(&window).clicks.len(), 1);
}

#[test]
fn a_moved_goal_is_a_change_and_one_drag_one_undo() {
    let mut window = window_on(room());
    let before = ends(&window);
    assert!(!window.state().debugger().is_unsaved());
    let path = [cell(&window, 6, 2), cell(&window, 4, 1), cell(&window, 2, 2)];
    drag(&mut window, &path, PointerButton::Primary);
    assert_ne!(ends(&window), before);
    assert!(title(&window).ends_with('•'));
    assert!(io::to_toml(window.state().debugger().scenario()).contains("[query]\ngoal = [2."));
    // Nothing is lost at quit without a question.
    window.state_mut().open(io::built_in("stair.txt"));
    settle(&mut window);
    assert!(shows(&window, "Don't save"));
    tap(&mut window, Key::Escape);
    press(&mut window, CTRL, Key::Z);
    assert_eq!(ends(&window), before);
    assert!(!title(&window).ends_with('•'));
    let at = cell(&window, 3, 0);
    crate::window_rig::click_at(&mut window, at, Modifiers::SHIFT);
    assert!(window.state().debugger().is_unsaved());
    press(&mut window, CTRL, Key::Z);
    assert!(!window.state().debugger().is_unsaved());
}

#[test]
fn looking_at_a_click_that_the_file_has_is_no_change() {
    let mut window = window("click-tests.toml");
    for _ in 0..3 {
        tap(&mut window, Key::C);
        assert!(!window.state().debugger().is_unsaved());
    }
}

#[test]
fn what_is_said_goes_by_itself_and_when_it_is_closed() {
    let mut window = window_on(room());
    for close in [true, false] {
        tap(&mut window, Key::M);
        tap(&mut window, Key::M);
        assert!(window.state().toast().is_some());
        if close {
            click(&mut window, "Close this message");
        } else {
            window.input_mut().time = Some(window.ctx.input(|input| input.time) + 20.0);
            window.run_steps(2);
        }
        assert_eq!(window.state().toast(), None);
    }
}
