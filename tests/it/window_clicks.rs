//! Clicks in the window: kept, run anew at every change, edited, and their old paths beside the new.

use egui::{Key, Modifiers, accesskit::Role};
use navscope::{
    debugger::{Command, check::Verdict},
    geometry::Point,
    io,
    maze::Cell,
    picture,
};

use crate::window_rig::{Window, click, labelled, press, retype, settle, shows, tells, window_on};

const SCENARIO: &str = r#"
[maze]
map = """
#########
#S  #  G#
#       #
#   #   #
#########
"""
[[variant]]
name = "walls"
preset = "optimal"
[[click]]
name = "through the gap"
start = [1.5, 1.5]
goal = [7.5, 1.5]
expect = { outcome = "found", length = 6.2610 }
[[click]]
name = "a name so long that no panel is ever wide enough to show all of it, whatever one does"
start = [1.5, 3.5]
goal = [3.5, 3.5]
expect = { length = 2, corners = 0 }
[[click]]
name = "wrong"
start = [1.5, 1.5]
goal = [1.5, 3.5]
expect = { length = 3 }
[[click]]
name = "open"
start = [5.5, 1.5]
goal = [5.5, 3.5]
"#;

fn open() -> Window {
    let scenario = io::parse("clicks.toml", SCENARIO, io::Limits::default()).expect("well written");
    window_on(scenario)
}

fn list(window: &Window) -> Vec<String> {
    let mut rows: Vec<_> = Vec::new();
    for name in ["through the gap", "a name so long", "wrong", "open"] {
        let found = crate::window_rig::seen(window);
        let row =
            found.into_iter().find(|it| it.role == Role::ListItem && it.label.starts_with(&format!("click {name}")));
        rows.push(row.map_or_else(String::new, |it| it.label.rsplit(": ").next().unwrap_or("").to_owned()));
    }
    rows
}

fn block(window: &mut Window, rows: &[i64]) {
    let cells = rows.iter().map(|&row| (4, row)).collect();
    window.state_mut().apply(Command::Paint { storey: 0, cells, to: Cell::Wall });
    window.state_mut().apply(Command::Release);
    settle(window);
}

#[test]
fn every_click_has_its_verdict_in_the_list() {
    let window = open();
    assert_eq!(list(&window), ["passed", "passed", "failed", "nothing is expected"]);
    assert!(tells(&window, "2 ✔") && tells(&window, "1 ✖"));
}

#[test]
fn editing_the_maze_runs_all_clicks_anew() {
    let mut window = open();
    block(&mut window, &[2]);
    assert_eq!(list(&window), ["failed", "passed", "failed", "nothing is expected"]);
    window.state_mut().apply(Command::Undo);
    settle(&mut window);
    assert_eq!(list(&window), ["passed", "passed", "failed", "nothing is expected"]);
    window.state_mut().apply(Command::Set { path: "agent.radius".to_owned(), value: io::Value::Number(0.4) });
    settle(&mut window);
    assert_eq!(window.state().debugger().tally().failed, 2, "{:?}", list(&window));
}

#[test]
fn variants_are_shown_beside_and_do_not_fail() {
    let mut window = open();
    click(&mut window, "Clicks");
    assert!(tells(&window, "test through the gap: passed, outcome found, expected 6.2610"));
    assert!(shows(&window, "walls") || crate::window_rig::painted(&window).iter().any(|it| it.0 == "walls"));
    let live = window.state().debugger().live(0, Some(0)).expect("it ran");
    assert!(matches!(live.verdict, Verdict::Shown(_)), "{:?}", live.verdict);
    assert!(live.report.is_some_and(|it| it.gap.excess == Some(0.0)));
}

#[test]
fn old_paths_are_drawn_beside_new_ones() {
    let before =
        |window: &Window| crate::window_rig::labelled(window, "layer path before").iter().any(|it| it.on == Some(true));
    let mut window = open();
    click(&mut window, "Clicks");
    assert!(!before(&window));
    // Another way round, by a doorway further off.
    window.state_mut().apply(Command::Paint { storey: 0, cells: vec![(4, 3)], to: Cell::Floor });
    window.state_mut().apply(Command::Release);
    settle(&mut window);
    block(&mut window, &[2]);
    assert!(before(&window));
    assert_eq!(picture::Role::PathBefore.name(), "path before");
}

#[test]
fn what_came_out_becomes_what_is_expected() {
    let mut window = open();
    click(&mut window, "Clicks");
    click(&mut window, "Expect all that came out");
    assert_eq!(list(&window), ["passed", "passed", "passed", "nothing is expected"]);
    let clicks = &window.state().debugger().scenario().clicks;
    let expect = clicks[2].expect.as_ref().expect("kept");
    assert_eq!((expect.length, expect.corners), (Some(2.0), None), "what was not asked for is not added");
    press(&mut window, crate::window_rig::CTRL, Key::Z);
    assert_eq!(list(&window), ["passed", "passed", "failed", "nothing is expected"]);
    window.state_mut().apply(Command::UseClick(3));
    settle(&mut window);
    click(&mut window, "Expect this");
    assert_eq!(list(&window)[3], "passed");
}

#[test]
fn clicks_are_renamed_and_forgotten() {
    let mut window = open();
    click(&mut window, "Clicks");
    window.state_mut().apply(Command::UseClick(2));
    settle(&mut window);
    let field = labelled(&window, "name").into_iter().find(|it| it.role == Role::TextInput).expect("a field");
    crate::window_rig::click_at(&mut window, field.rect.center(), Modifiers::NONE);
    retype(&mut window, "short way");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(window.state().debugger().scenario().clicks[2].name, "short way");
    window.state_mut().apply(Command::SetTolerance { index: 2, tolerance: 1.5 });
    window.state_mut().apply(Command::Release);
    settle(&mut window);
    assert_eq!(window.state().debugger().tally().failed, 0);
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(window.state().debugger().scenario().clicks.len(), 3);
    press(&mut window, crate::window_rig::CTRL, Key::Z);
    assert_eq!(window.state().debugger().scenario().clicks[2].name, "short way");
}

#[test]
fn illegal_paths_never_become_expected() {
    let mut window = open();
    window.state_mut().apply(Command::Preset("article".to_owned()));
    settle(&mut window);
    let clicks = window.state().debugger().scenario().clicks.clone();
    let illegal: Vec<usize> = (0..clicks.len())
        .filter(|&it| {
            let live = window.state().debugger().live(it, None);
            live.and_then(|it| it.report).is_some_and(|it| !it.audit.legal)
        })
        .collect();
    window.state_mut().apply(Command::Paint { storey: 0, cells: vec![(4, 2)], to: Cell::Wall });
    window.state_mut().apply(Command::Release);
    settle(&mut window);
    let live = window.state().debugger().live(0, None).expect("it ran");
    assert!(live.report.is_some_and(|it| !it.audit.legal), "a straight line through the wall; {illegal:?}");
    window.state_mut().apply(Command::ExpectNow(Some(0)));
    settle(&mut window);
    assert_eq!(window.state().debugger().scenario().clicks[0].expect, clicks[0].expect);
}

#[test]
fn keys_go_from_click_to_click() {
    let mut window = open();
    let at = |window: &Window| window.state().debugger().kept_click();
    window.state_mut().apply(Command::SetStart(Point::new(6.25, 2.25).into()));
    settle(&mut window);
    assert_eq!(at(&window), None);
    for expected in [0, 1, 2, 3, 3] {
        press(&mut window, Modifiers::NONE, Key::C);
        assert_eq!(at(&window), Some(expected));
    }
    press(&mut window, Modifiers::SHIFT, Key::C);
    assert_eq!(at(&window), Some(2));
}
