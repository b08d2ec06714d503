//! Everything that can be done by name, done in every way: through its menu, its keys, and the palette.

use std::{cell::RefCell, collections::BTreeSet};

use egui::{Key, KeyboardShortcut, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use navscope::{
    app::{Navscope, actions},
    debugger::{Command, StoreyEdit, check::Verdict},
    geometry::Point,
    io::Scenario,
    maze::Cell,
    trace::{Moment, Thing},
};

use crate::window_rig::{
    CTRL, Folder, Window, app_on, canvas, choose, click, drawn, focused, is_on, labelled, look_up, moment, painted,
    press, seek, settle, shows, tap, tells, window_on,
};

/// What an action does: not yet so once all is prepared, and so when it was done.
struct Check {
    name: &'static str,
    prepare: fn(&mut Window),
    holds: fn(&Window) -> bool,
}

const fn check(name: &'static str, prepare: fn(&mut Window), holds: fn(&Window) -> bool) -> Check {
    Check { name, prepare, holds }
}

fn nothing(_: &mut Window) {}

fn small() -> Scenario {
    drawn("small.txt", &["#########", "#S      #", "#   #   #", "#      G#", "#########"])
}

fn apply(window: &mut Window, command: Command) {
    window.state_mut().apply(command);
    settle(window);
}

fn paint(window: &mut Window) {
    apply(window, Command::Paint { storey: 0, cells: vec![(3, 1)], to: Cell::Wall });
    apply(window, Command::Release);
}

fn add_floor(window: &mut Window) {
    apply(window, Command::Storey(StoreyEdit::Add(3.0)));
}

fn is_painted(window: &Window) -> bool {
    window.state().debugger().scenario().maze.is_wall(3, 1)
}

/// Whether a place of the world is in view.
fn is_in_view(window: &Window, p: Point) -> bool {
    window.state().screen_from_world(p).is_some_and(|it| canvas(window).contains(it))
}

/// Whether all of the maze is in view.
fn fits(window: &Window) -> bool {
    let bounds = window.state().debugger().scenario().maze.bounds();
    is_in_view(window, bounds.min) && is_in_view(window, bounds.max)
}

fn zoom(window: &mut Window, factor: f64) {
    window.state_mut().zoom(factor);
    settle(window);
}

/// Looks at nothing but what happened last.
fn look_closely(window: &mut Window) {
    window.state_mut().zoom_to_step(40.0);
    settle(window);
}

fn step_is_in_view(window: &Window) -> bool {
    let area = window.state().debugger().event_bounds().expect("something happened");
    is_in_view(window, area.min.middle(area.max))
}

fn speed(window: &Window) -> Option<f64> {
    let found = labelled(window, "speed").into_iter().find(|it| it.role == Role::Slider)?;
    found.number
}

fn level(window: &Window) -> String {
    let found = labelled(window, "level").into_iter().find(|it| it.role == Role::ComboBox);
    found.map(|it| it.value).unwrap_or_default()
}

fn has_tool(window: &Window, tool: &str) -> bool {
    labelled(window, tool).iter().any(|it| it.role == Role::RadioButton && it.on == Some(true))
}

fn hide_drawer(window: &mut Window) {
    click(window, "Hide the drawer");
}

fn show_violations(window: &mut Window) {
    click(window, "Violations");
}

fn is_at_end_of(window: &Window, stage: &str) -> bool {
    let lane = window.state().debugger().lane().expect("baked");
    lane.name().name() == stage && lane.at() == lane.len()
}

fn bookmark(window: &mut Window, at: &str) {
    seek(window, at);
    apply(window, Command::ToggleBookmark);
}

fn break_in_filter(window: &mut Window) {
    apply(window, Command::AddBreakpoint("stage:filter".to_owned()));
}

/// The folder that the window's file is in, for as long as the file is needed.
fn save_place(window: &mut Window) {
    thread_local! {
        static FOLDER: RefCell<Option<Folder>> = const { RefCell::new(None) };
    }
    FOLDER.with_borrow_mut(|it| {
        let folder = it.get_or_insert_with(|| {
            let thread = std::thread::current();
            Folder::new(&format!("actions-{}", thread.name().unwrap_or("test").replace("::", "-")))
        });
        let path = folder.with("open.toml", "[maze]\nmap = \"\"\"\n######\n#S  G#\n######\n\"\"\"\n");
        let opened = navscope::io::open(&path, navscope::io::Limits::default());
        *window.state_mut() = app_on(opened.expect("well written"));
    });
    settle(window);
    paint(window);
}

fn is_saved(window: &Window) -> bool {
    let scenario = window.state().debugger().scenario();
    let text = std::fs::read_to_string(scenario.path.as_ref().expect("opened from there")).expect("a file");
    text.contains("#S #G#") && !window.state().debugger().is_unsaved()
}

fn bake_something_large(window: &mut Window) {
    let row = format!("#S{}G#", " ".repeat(300));
    let rows: Vec<&str> = std::iter::repeat_n(row.as_str(), 1).collect();
    let blank = format!("#{}#", " ".repeat(302));
    let rows: Vec<&str> = rows.into_iter().chain(std::iter::repeat_n(blank.as_str(), 300)).collect();
    *window.state_mut() = Navscope::new(Some(drawn("large.txt", &rows)), None);
    window.run_steps(1);
}

/// Whether the window was asked to close.
fn closes(window: &Window) -> bool {
    window.ctx.data(|data| data.get_temp::<bool>(egui::Id::unique("closes")).unwrap_or(false))
}

/// Remembers that the window was asked to close, for that is told in one frame only.
#[derive(Debug)]
struct Closing;

impl egui::Plugin for Closing {
    fn debug_name(&self) -> &'static str {
        "closing"
    }

    fn output_hook(&mut self, context: &egui::Context, output: &mut egui::FullOutput) {
        let mut commands = output.viewport_output.values().flat_map(|it| &it.commands);
        if commands.any(|it| *it == egui::ViewportCommand::Close) {
            context.data_mut(|data| data.insert_temp(egui::Id::unique("closes"), true));
        }
    }
}

/// Keeps the query, and another one; the first is used.
fn keep_two(window: &mut Window) {
    apply(window, Command::ToggleClick);
    let goal = window.state().debugger().goal().expect("there is one");
    apply(window, Command::SetGoal(goal.towards(window.state().debugger().start().expect("there is one"), 0.1).into()));
    apply(window, Command::ToggleClick);
    apply(window, Command::UseClick(0));
}

fn keep_two_and_use_the_last(window: &mut Window) {
    keep_two(window);
    apply(window, Command::UseClick(1));
}

const CHECKS: &[Check] = &[
    check("New maze …", nothing, |it| shows(it, "Create")),
    check("Open …", nothing, |it| shows(it, "Open path") && tells(it, "No file chooser")),
    check("Open path …", nothing, |it| shows(it, "Open path") && !tells(it, "No file chooser")),
    check("Save", save_place, is_saved),
    check("Save as …", nothing, |it| shows(it, "Save to path") && tells(it, "No file chooser")),
    check("Save to path …", nothing, |it| shows(it, "Save to path") && !tells(it, "No file chooser")),
    check("Quit", nothing, closes),
    check("Undo", paint, |it| !is_painted(it)),
    check(
        "Redo",
        |it| {
            paint(it);
            apply(it, Command::Undo);
        },
        is_painted,
    ),
    check("Resize the maze …", nothing, |it| shows(it, "Resize")),
    check("Take the start away", nothing, |it| it.state().debugger().scenario().maze.start.is_none()),
    check("Take the goal away", nothing, |it| it.state().debugger().scenario().maze.goal.is_none()),
    check("Keep this click", nothing, |it| it.state().debugger().kept_click().is_some()),
    check(
        "Forget this click",
        |it| apply(it, Command::ToggleClick),
        |it| it.state().debugger().scenario().clicks.is_empty(),
    ),
    check("Next click", keep_two, |it| it.state().debugger().kept_click() == Some(1)),
    check("Previous click", keep_two_and_use_the_last, |it| it.state().debugger().kept_click() == Some(0)),
    check(
        "Show this click",
        |it| {
            keep_two(it);
            it.state_mut().pan(100_000.0);
            settle(it);
        },
        |it| is_in_view(it, it.state().debugger().scenario().clicks[0].start.at),
    ),
    check(
        "Expect what came out",
        |it| {
            keep_two(it);
            paint(it);
            apply(it, Command::Release);
        },
        |it| it.state().debugger().live(0, None).is_some_and(|it| it.verdict == Verdict::Passed),
    ),
    check("Fit", |it| zoom(it, 5.0), fits),
    check("Zoom in", nothing, |it| !fits(it)),
    check("Zoom out", |it| zoom(it, 1.4), fits),
    check(
        "Show the step",
        |it| {
            seek(it, "samples:1");
            look_closely(it);
            seek(it, "samples:end");
        },
        step_is_in_view,
    ),
    check(
        "Show the selected thing",
        |it| {
            seek(it, "samples:1");
            look_closely(it);
            apply(it, Command::Select(Some(Thing::Cell(7, 3))));
        },
        |it| is_in_view(it, Point::new(7.5, 3.5)),
    ),
    check("Settings panel", nothing, |it| !shows(it, "PRESETS")),
    check("Inspector", nothing, |it| !shows(it, "WHY")),
    check("Legend", nothing, |it| !is_on(it, "legend")),
    check("Ids and coordinates", nothing, |it| {
        !painted(it).iter().any(|(text, at)| text == "8" && is_on_canvas(it, at))
    }),
    check("Clicks", keep_two, |it| tells(it, "test click 1: passed, outcome found")),
    check("Settings that change nothing", nothing, |it| shows(it, "edge step")),
    check("Show all layers", |it| click(it, "layer wall"), |it| is_on(it, "layer wall")),
    check("Events", hide_drawer, |it| shows(it, "list of events")),
    check("Breakpoints", nothing, |it| shows(it, "bookmarks")),
    check("Plots", nothing, |it| shows(it, "plot: smallest angle of the final triangles")),
    check("Violations", nothing, |it| shows(it, "No rule is broken.") || tells(it, "all  ")),
    check("Compare", nothing, |it| tells(it, "walls, Polyanya: length ")),
    check(
        "Dark theme",
        |it| {
            it.input_mut().system_theme = Some(egui::Theme::Light);
            it.state_mut().set_dark(false);
        },
        |it| shows(it, "Change to the light theme"),
    ),
    check("Light theme", nothing, |it| shows(it, "Change to the dark theme")),
    check(
        "The system's theme",
        |it| it.input_mut().system_theme = Some(egui::Theme::Light),
        |it| shows(it, "Change to the dark theme"),
    ),
    check(
        "Play or pause",
        |it| {
            (0..3).for_each(|_| tap(it, Key::PageDown));
            seek(it, "samples:0");
        },
        |it| shows(it, "Pause") && moment(it) != "samples:0",
    ),
    check("Walk the path", nothing, |it| moment(it).starts_with("walk:") && shows(it, "Pause")),
    check("Faster", nothing, |it| speed(it) == Some(120.0)),
    check("Slower", nothing, |it| speed(it) == Some(30.0)),
    check("Step forwards", |it| seek(it, "samples:3"), |it| moment(it) == "samples:4"),
    check("Step back", |it| seek(it, "samples:3"), |it| moment(it) == "samples:2"),
    check("Step forwards, one level coarser", |it| seek(it, "samples:3"), |it| is_at_end_of(it, "samples")),
    check("Step back, one level coarser", |it| seek(it, "triangulate:3"), |it| is_at_end_of(it, "samples")),
    check("Next test", |it| seek(it, "triangulate:40"), |it| moment(it) == "triangulate:40.1"),
    check("Previous test", |it| seek(it, "triangulate:40.2"), |it| moment(it) == "triangulate:40.1"),
    check("Next stage", |it| seek(it, "samples:3"), |it| is_at_end_of(it, "samples")),
    check("Previous stage", |it| seek(it, "triangulate:3"), |it| is_at_end_of(it, "samples")),
    check("To the beginning", nothing, |it| moment(it) == "samples:0"),
    check("To the end", |it| seek(it, "samples:3"), |it| is_at_end_of(it, "audit")),
    check("Go to moment …", nothing, |it| labelled(it, "palette").iter().any(|it| it.value == "go ")),
    check(
        "Next event of the list",
        |it| {
            seek(it, "samples:3");
            apply(it, Command::Filter("stage:triangulate".to_owned()));
        },
        |it| moment(it) == "triangulate:1",
    ),
    check(
        "Previous event of the list",
        |it| {
            seek(it, "audit:end");
            apply(it, Command::Filter("stage:samples".to_owned()));
        },
        |it| is_at_end_of(it, "samples"),
    ),
    check("Step by phases", nothing, |it| level(it) == "phase"),
    check("Step by operations", |it| tap(it, Key::Num1), |it| level(it) == "operation"),
    check("Step by edits", nothing, |it| level(it) == "edit"),
    check("Step by tests", nothing, |it| level(it) == "test"),
    check(
        "Run to the next breakpoint",
        |it| {
            break_in_filter(it);
            seek(it, "samples:3");
        },
        |it| moment(it) == "filter:1",
    ),
    check("Run to the previous breakpoint", break_in_filter, |it| is_at_end_of(it, "filter")),
    check("Add a breakpoint …", nothing, |it| focused(it).as_deref() == Some("break when")),
    check(
        "Bookmark this moment",
        |it| seek(it, "samples:7"),
        |it| it.state().debugger().scenario().bookmarks.iter().any(|it| it.to_string() == "samples:7"),
    ),
    check(
        "Next bookmark",
        |it| {
            bookmark(it, "filter:2");
            seek(it, "samples:3");
        },
        |it| moment(it) == "filter:2",
    ),
    check(
        "Previous bookmark",
        |it| {
            bookmark(it, "samples:2");
            bookmark(it, "filter:2");
            seek(it, "audit:end");
        },
        |it| moment(it) == "filter:2",
    ),
    check("Filter the events", show_violations, |it| focused(it).as_deref() == Some("filter")),
    check("Bake again", nothing, |it| it.state().debugger().run() > 1),
    check("Cancel the bake", bake_something_large, |it| {
        it.state().debugger().trouble().is_some_and(|it| it.contains("cancelled"))
    }),
    check("Select", |it| tap(it, Key::B), |it| has_tool(it, "Select")),
    check("Paint walls", nothing, |it| has_tool(it, "Paint walls")),
    check("Paint floor", nothing, |it| has_tool(it, "Paint floor")),
    check("Set the height", nothing, |it| has_tool(it, "Set the height")),
    check("Raise", nothing, |it| has_tool(it, "Raise")),
    check("Slope", nothing, |it| has_tool(it, "Slope")),
    check("Hang beams", nothing, |it| has_tool(it, "Hang beams")),
    check("Cut holes", nothing, |it| has_tool(it, "Cut holes")),
    check("Higher ground", nothing, |it| shows(it, "ground 2 steps high")),
    check(
        "Lower ground",
        |it| {
            for _ in 0..2 {
                press(it, egui::Modifiers::SHIFT, Key::H);
            }
        },
        |it| shows(it, "ground 2 steps high"),
    ),
    check("Add a floor above", nothing, |it| shows(it, "floor 2 of 2")),
    check("Paint the floor above", add_floor, |it| shows(it, "floor 2 of 2")),
    check(
        "Paint the floor below",
        |it| {
            add_floor(it);
            press(it, egui::Modifiers::SHIFT, Key::PageUp);
        },
        |it| shows(it, "floor 1 of 2"),
    ),
    check("Line", nothing, |it| has_tool(it, "Line")),
    check("Rectangle", nothing, |it| has_tool(it, "Rectangle")),
    check("Fill", nothing, |it| has_tool(it, "Fill")),
    check("Place the start", nothing, |it| has_tool(it, "Place the start")),
    check("Place the goal", nothing, |it| has_tool(it, "Place the goal")),
    check("Larger brush", nothing, |it| shows(it, "brush size 2")),
    check(
        "Smaller brush",
        |it| {
            tap(it, Key::CloseBracket);
            tap(it, Key::CloseBracket);
        },
        |it| shows(it, "brush size 2"),
    ),
    check("Swap wall and floor", nothing, |it| shows(it, "paints floor")),
    check("Palette …", nothing, |it| shows(it, "palette")),
    check("Keys", nothing, |it| shows(it, "Close")),
];

fn is_on_canvas(window: &Window, at: &egui::Rect) -> bool {
    canvas(window).contains_rect(*at)
}

/// Does each action in some ways, each time in a window like new.
fn try_all(ways: impl Fn(&'static str, &'static str, &'static [KeyboardShortcut]) -> Vec<Way>) {
    let mut window = window_on(small());
    window.ctx.add_plugin(Closing);
    let mut failed = Vec::new();
    for (menu, name, keys) in actions() {
        let Some(check) = CHECKS.iter().find(|it| it.name == name) else { continue };
        for way in ways(menu, name, keys) {
            window.input_mut().system_theme = Some(egui::Theme::Dark);
            *window.state_mut() = app_on(small());
            window.state_mut().set_dark(true);
            window.ctx.data_mut(|data| data.remove_temp::<bool>(egui::Id::unique("closes")));
            egui::Popup::close_all(&window.ctx);
            window.ctx.memory_mut(egui::Memory::stop_text_input);
            settle(&mut window);
            (check.prepare)(&mut window);
            // A bake that is to be cancelled must not be waited for.
            let waits = window.state().debugger().progress().is_none();
            window.run_steps(2);
            if (check.holds)(&window) {
                failed.push(format!("“{name}” holds before it is done"));
            }
            match way {
                Way::Menu if waits => choose(&mut window, menu, name),
                Way::Palette if waits => look_up(&mut window, name),
                Way::Keys(keys) => {
                    let command = if keys.modifiers.command { CTRL } else { Modifiers::NONE };
                    press(&mut window, keys.modifiers | command, keys.logical_key);
                }
                Way::Menu => {
                    window.get_by_label(menu).click();
                    window.run_steps(2);
                    window.get_by_label(name).click();
                    window.run_steps(1);
                }
                Way::Palette => {
                    window.key_press_modifiers(CTRL, Key::K);
                    window.event(egui::Event::Text(name.to_owned()));
                    window.key_press(Key::Enter);
                    window.run_steps(1);
                }
            }
            if !(check.holds)(&window) {
                failed.push(format!("“{name}” does not do what it says, by {way:?}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[derive(Debug)]
enum Way {
    Menu,
    Palette,
    Keys(KeyboardShortcut),
}

#[test]
fn each_action_has_a_check() {
    let names: BTreeSet<&str> = actions().map(|it| it.1).collect();
    assert_eq!(names.len(), actions().count(), "no two actions have one name");
    let checked: BTreeSet<&str> = CHECKS.iter().map(|it| it.name).collect();
    assert_eq!(names, checked);
    assert_eq!(checked.len(), CHECKS.len());
}

#[test]
fn no_two_actions_have_the_same_keys() {
    let mut seen = Vec::new();
    for (_, name, keys) in actions() {
        for it in keys {
            assert!(!seen.contains(&it), "{name}: {it:?} is taken");
            seen.push(it);
        }
    }
}

#[test]
fn each_action_does_what_it_says_from_its_menu() {
    try_all(|_, _, _| vec![Way::Menu]);
}

#[test]
fn each_action_does_what_it_says_by_each_of_its_keys() {
    try_all(|_, _, keys| keys.iter().map(|it| Way::Keys(*it)).collect());
}

#[test]
fn each_action_does_what_it_says_from_the_palette() {
    try_all(|_, _, _| vec![Way::Palette]);
}

#[test]
fn the_palette_goes_to_moments_sets_settings_and_opens_the_gallery() {
    let mut window = window_on(small());
    look_up(&mut window, "triangulate:7");
    assert_eq!(moment(&window), "triangulate:7");
    look_up(&mut window, "go filter:2");
    assert_eq!(moment(&window), "filter:2");
    look_up(&mut window, "bake.samples = 1");
    assert_eq!(window.state().debugger().bake().expect("baked").report.vertices, 20 + 2);
    look_up(&mut window, "use preset article");
    assert_eq!(window.state().debugger().bake().expect("baked").report.vertices, 20 * 5 + 2);
    look_up(&mut window, "break when f decreases");
    assert_eq!(window.state().debugger().scenario().breakpoints[0].when.to_string(), "broken:f-decreases");
    apply(&mut window, Command::RemoveBreakpoint(0));
    for _ in 0..4 {
        press(&mut window, CTRL, Key::Z);
    }
    assert!(!window.state().debugger().is_unsaved());
    look_up(&mut window, "open stair");
    assert_eq!(window.state().debugger().scenario().name, "stair.txt");
    // Nothing fits, and nothing happens.
    let before = moment(&window);
    look_up(&mut window, "qqqq");
    tap(&mut window, Key::Escape);
    assert!(!shows(&window, "palette"));
    assert_eq!(moment(&window), before);
    assert_eq!(window.state().debugger().moment(), before.parse::<Moment>().expect("a moment"));
}

#[test]
fn the_arrows_choose_in_the_palette() {
    let mut window = window_on(small());
    press(&mut window, CTRL, Key::K);
    crate::window_rig::type_text(&mut window, "step by");
    for _ in 0..5 {
        tap(&mut window, Key::ArrowDown);
    }
    for _ in 0..3 {
        tap(&mut window, Key::ArrowUp);
    }
    let chosen: Vec<String> = crate::window_rig::seen(&window)
        .into_iter()
        .filter(|it| it.label.starts_with("palette: ") && it.on == Some(true))
        .map(|it| it.label)
        .collect();
    let [chosen] = &chosen[..] else { panic!("{chosen:?}") };
    tap(&mut window, Key::Enter);
    let level = level(&window);
    assert!(chosen.contains(&level), "{chosen} gave {level}");
}
