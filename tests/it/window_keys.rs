//! Keys that are pressed fast: none is dropped, and they act in the order in which they were pressed, however many come in a frame.

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use navscope::{
    debugger::Command,
    io::{self, Limits},
    record::Level,
};

use crate::window_rig::{CTRL, Window, app_on, drawn, open_window, seek, settle, window, window_on};

/// A key that goes down and up again.
fn tap((modifiers, key): (Modifiers, Key)) -> [Event; 2] {
    [true, false].map(|pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers })
}

/// Presses keys, so many in a frame. What is under way in the background stays under way.
fn press_all(window: &mut Window, keys: &[(Modifiers, Key)], in_a_frame: usize) {
    for some in keys.chunks(in_a_frame) {
        window.input_mut().events.extend(some.iter().flat_map(|it| tap(*it)));
        window.run_steps(1);
    }
    // What waits behind a key that opens something takes a frame each.
    window.run_steps(4);
}

fn position(window: &Window) -> usize {
    window.state().debugger().position().0
}

const PLAIN: Modifiers = Modifiers::NONE;

/// A map so large that a frame, a bake and a search take their time.
fn large() -> Window {
    let row = |y: usize| -> String { (0..512).map(|x| if x % 9 == 4 && y % 7 != 3 { '#' } else { '.' }).collect() };
    let mut rows: Vec<String> = (0..512).map(row).collect();
    rows[0].replace_range(0..1, "S");
    rows[511].replace_range(511..512, "G");
    let mut scenario = io::parse("large.txt", &rows.join("\n"), Limits::default()).expect("well drawn");
    io::apply_preset(&mut scenario.settings, "grid").expect("there is one");
    open_window(app_on(scenario), [900.0, 560.0], 1.0)
}

#[test]
fn twenty_presses_in_a_frame_are_twenty_steps() {
    let mut window = window("two-rooms.toml");
    for in_a_frame in [1, 3, 20] {
        for (key, from, to) in [
            ((PLAIN, Key::ArrowRight), 10, 30),
            ((PLAIN, Key::ArrowLeft), 30, 10),
            ((PLAIN, Key::ArrowDown), 10, 30),
            ((PLAIN, Key::ArrowUp), 30, 10),
        ] {
            press_all(&mut window, &[(PLAIN, Key::Num3)], 1);
            window.state_mut().apply(Command::SeekOverall(from));
            settle(&mut window);
            press_all(&mut window, &[key; 20], in_a_frame);
            assert_eq!(position(&window), to, "{key:?}, {in_a_frame} in a frame");
        }
    }
}

#[test]
fn keys_that_repeat_move_and_keys_that_switch_do_not() {
    let mut window = window("two-rooms.toml");
    window.state_mut().apply(Command::SeekOverall(5));
    settle(&mut window);
    let held = |key| Event::Key { key, physical_key: None, pressed: true, repeat: true, modifiers: PLAIN };
    window.input_mut().events.extend(std::iter::repeat_n(held(Key::ArrowDown), 20));
    window.run_steps(2);
    assert_eq!(position(&window), 25);
    // However long it is held down, a switch is switched once.
    for _ in 0..3 {
        window.input_mut().events.push(held(Key::M));
        window.run_steps(1);
    }
    assert_eq!(window.state().debugger().scenario().bookmarks.len(), 1);
}

#[test]
fn a_large_map_and_work_beside_it_drop_nothing() {
    let mut window = large();
    window.state_mut().apply(Command::SeekOverall(0));
    window.run_steps(1);
    // A bake and a search beside it.
    window.state_mut().apply(Command::Rebake);
    window.state_mut().apply(Command::Filter("certainty:exact zone > 3".to_owned()));
    window.state_mut().apply(Command::Filter(String::new()));
    press_all(&mut window, &[(PLAIN, Key::Num3)], 1);
    press_all(&mut window, &[(PLAIN, Key::ArrowRight); 20], 20);
    assert_eq!(position(&window), 20);
    press_all(&mut window, &[(PLAIN, Key::ArrowDown); 20], 7);
    assert_eq!(position(&window), 40);
    let keys: Vec<_> =
        (0..20).map(|it| if it % 4 == 3 { (PLAIN, Key::ArrowLeft) } else { (PLAIN, Key::ArrowRight) }).collect();
    press_all(&mut window, &keys, 20);
    assert_eq!(position(&window), 50);
    settle(&mut window);
    assert_eq!(position(&window), 50);
}

#[test]
fn a_button_that_has_the_keyboard_is_pressed_as_often_as_its_key() {
    let mut window = window("two-rooms.toml");
    for key in [Key::Enter, Key::Space] {
        seek(&mut window, "samples:0");
        window.get_by_label("Step forwards").focus();
        settle(&mut window);
        press_all(&mut window, &[(Modifiers::NONE, key); 3], 3);
        assert_eq!(position(&window), 3, "{key:?}");
    }
}

#[test]
fn levels_change_between_two_steps_of_a_frame() {
    let mut one = window("two-rooms.toml");
    let mut other = window("two-rooms.toml");
    let keys: Vec<(Modifiers, Key)> = [
        Key::Num3,
        Key::ArrowRight,
        Key::Num4,
        Key::ArrowRight,
        Key::ArrowRight,
        Key::Num1,
        Key::ArrowRight,
        Key::Num2,
        Key::ArrowLeft,
        Key::ArrowLeft,
    ]
    .map(|it| (PLAIN, it))
    .to_vec();
    for (window, in_a_frame) in [(&mut one, 1), (&mut other, 10)] {
        seek(window, "triangulate:10");
        press_all(window, &keys, in_a_frame);
    }
    assert_eq!(one.state().debugger().moment(), other.state().debugger().moment());
    assert_ne!(one.state().debugger().moment().to_string(), "triangulate:10");
}

#[test]
fn every_press_of_n_goes_one_breakpoint_further_even_while_they_are_looked_for() {
    let mut window = window("two-rooms.toml");
    let hits = |window: &mut Window| -> Vec<usize> {
        let debugger = window.state().debugger();
        let hits = debugger.hits(0).expect("it is on").moments.clone();
        let before = |it: &navscope::trace::Moment| {
            debugger.lanes().iter().take_while(|lane| lane.id() < it.lane).map(|it| it.len()).sum::<usize>() + it.at
        };
        hits.iter().map(before).collect()
    };
    let (n, back) = ((PLAIN, Key::N), (Modifiers::SHIFT, Key::N));
    window.state_mut().apply(Command::SeekOverall(0));
    window.state_mut().apply(Command::AddBreakpoint("kind:inserted".to_owned()));
    press_all(&mut window, &[n, n, n, n, n, (PLAIN, Key::Num2), (PLAIN, Key::ArrowRight), (PLAIN, Key::ArrowRight)], 8);
    settle(&mut window);
    let hits = hits(&mut window);
    assert_eq!(position(&window), hits[4] + 2, "{hits:?}");
    press_all(&mut window, &[back, back, back, n], 4);
    assert_eq!(position(&window), hits[4]);
}

#[test]
fn bookmarks_are_gone_through_press_by_press() {
    let mut window = window("two-rooms.toml");
    for at in [3, 9, 20, 41] {
        window.state_mut().apply(Command::SeekOverall(at));
        window.state_mut().apply(Command::ToggleBookmark);
    }
    window.state_mut().apply(Command::SeekOverall(0));
    press_all(&mut window, &[(PLAIN, Key::J); 3], 3);
    assert_eq!(position(&window), 20);
    press_all(&mut window, &[(Modifiers::SHIFT, Key::J); 2], 2);
    assert_eq!(position(&window), 3);
}

#[test]
fn twenty_undos_in_a_frame_take_twenty_edits_back() {
    let mut window = window_on(drawn("room.txt", &["S          ", "           ", "          G"]));
    let cells = |window: &Window| window.state().debugger().scenario().maze.cells().to_vec();
    let mut states = vec![cells(&window)];
    let floor: Vec<(usize, usize)> = window.state().debugger().scenario().maze.floor().take(30).collect();
    for (column, row) in floor {
        let cells_of = vec![(column as i64, row as i64)];
        window.state_mut().apply(Command::Paint { storey: 0, cells: cells_of, to: navscope::maze::Cell::Wall });
        window.state_mut().apply(Command::Release);
        states.push(cells(&window));
    }
    press_all(&mut window, &[(CTRL, Key::Z); 20], 20);
    let all = states.len() - 1;
    assert!(all >= 20 && cells(&window) == states[all - 20]);
    press_all(&mut window, &[(CTRL.plus(Modifiers::SHIFT), Key::Z); 7], 7);
    assert!(cells(&window) == states[all - 13]);
    let mixed = [(CTRL, Key::Z), (CTRL, Key::Z), (CTRL, Key::Y), (CTRL, Key::Z)];
    press_all(&mut window, &mixed, 4);
    assert!(cells(&window) == states[all - 15]);
}

#[test]
fn what_is_to_be_kept_waits_for_its_path() {
    let mut window = window("two-rooms.toml");
    let before = window.state().debugger().scenario().clicks.len();
    let start = window.state().debugger().start().expect("there is one");
    window.state_mut().apply(Command::SetGoal(start.towards(navscope::geometry::Point::new(1.5, 1.75), 0.5).into()));
    window.state_mut().apply(Command::Rebake);
    // The path is not known yet, and the second press is not to forget it again.
    press_all(&mut window, &[(PLAIN, Key::K), (PLAIN, Key::K)], 2);
    settle(&mut window);
    let clicks = &window.state().debugger().scenario().clicks;
    assert_eq!(clicks.len(), before + 1);
    assert!(clicks[before].expect.as_ref().is_some_and(|it| it.outcome.is_some()));
    // What came out of an edit is expected as soon as it has come out.
    window.state_mut().apply(Command::Set { path: "agent.radius".to_owned(), value: io::Value::Number(0.2) });
    press_all(&mut window, &[(Modifiers::SHIFT, Key::K)], 1);
    settle(&mut window);
    let it = window.state().debugger();
    let kept = it.kept_click().expect("it is in use");
    assert!(it.live(kept, None).is_some_and(|it| !it.verdict.is_bad()));
}

#[test]
fn what_is_typed_behind_a_key_that_opens_something_goes_there() {
    let mut window = window("two-rooms.toml");
    let mut events: Vec<Event> = tap((CTRL, Key::K)).to_vec();
    events.push(Event::Text("open stair".to_owned()));
    events.extend(tap((PLAIN, Key::Enter)));
    window.input_mut().events.extend(events);
    window.run_steps(5);
    settle(&mut window);
    assert_eq!(window.state().debugger().scenario().name, "stair.txt");
    // And behind one that closes it, to the window again.
    window.state_mut().apply(Command::SeekOverall(4));
    settle(&mut window);
    let keys = [(CTRL, Key::K), (PLAIN, Key::Escape), (PLAIN, Key::ArrowDown), (PLAIN, Key::ArrowDown)];
    press_all(&mut window, &keys, 4);
    settle(&mut window);
    assert_eq!(position(&window), 6);
}

#[test]
fn the_level_of_the_tests_is_stepped_through_one_by_one() {
    let mut one = window_on(io::built_in("stair.txt").expect("built in"));
    let mut other = window_on(io::built_in("stair.txt").expect("built in"));
    seek(&mut one, "triangulate:20");
    seek(&mut other, "triangulate:20");
    for _ in 0..20 {
        one.state_mut().apply(Command::Step { level: Level::Test, forward: true });
    }
    press_all(&mut other, &[(Modifiers::ALT, Key::ArrowRight); 20], 20);
    assert_eq!(one.state().debugger().moment(), other.state().debugger().moment());
}
