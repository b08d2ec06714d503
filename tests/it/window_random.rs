//! Anything, done in any order, in windows of any size, while files change on disk: nothing panics, the cursor always is somewhere,
//! there is a canvas, and what is open can always be saved.
//!
//! The suite does a few thousand actions. A million, in half an hour or so, from a seed of one's own if need be:
//!
//! ```sh
//! NAVSCOPE_RANDOM_ACTIONS=1000000 NAVSCOPE_RANDOM_SEED=1 cargo test --release --test it nothing_that_is_done_at_random
//! ```

use std::{
    collections::BTreeSet,
    fs,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use egui::{
    Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, Role, TouchPhase, Vec2, ViewportEvent, ViewportId,
};
use navscope::{
    app::{Navscope, actions},
    debugger::Lane,
    io::{self, Limits},
};

use crate::{
    random::Random,
    window_rig::{CTRL, Dropped, Folder, Seen, Window, app_in, builder, seen},
};

/// So many actions in a run; then another begins, from the next seed.
const STEPS: usize = 2000;
/// How many actions the suite does.
const ACTIONS: usize = 8000;
/// How large a window is at first. \[points]
const SIZE: [f32; 2] = [1280.0, 800.0];
/// What it may have to fit into later. \[points]
const SIZES: [[f32; 2]; 8] =
    [SIZE, SIZE, [200.0, 150.0], [320.0, 240.0], [640.0, 560.0], [400.0, 1080.0], [900.0, 560.0], [1920.0, 1080.0]];
const SCALES: [f32; 5] = [0.5, 1.0, 1.5, 2.0, 4.0];

const BUTTONS: [PointerButton; 5] = [
    PointerButton::Primary,
    PointerButton::Secondary,
    PointerButton::Middle,
    PointerButton::Extra1,
    PointerButton::Extra2,
];
const TEXTS: &[&str] = &[
    "a",
    " ",
    "kind:",
    "turned",
    "stage:funnel",
    "zone > 12",
    "-",
    "\"",
    "|",
    ":",
    "=",
    "triangle:3",
    "broken:any",
    "0",
    "9",
    "1e9",
    "-7",
    "nan",
    "ü",
    "漢",
    "\u{301}",
    "bake.samples = 1",
    "bake.samples=8x8",
    "bake.recipe = walls",
    "bake.merge = true",
    "agent.radius = 0.5",
    "search.method = polyanya",
    "use preset optimal",
    "funnel:3",
    "go audit:end",
    "samples:99999999999999999999",
    "use preset article",
    "step",
    ".toml",
    "qqqq",
];
const FILES: &[(&str, &str)] = &[
    ("empty.txt", ""),
    ("wall.txt", "#"),
    ("start.txt", "S"),
    ("small.txt", "#####\n#S G#\n#####\n"),
    ("tab.txt", "\t"),
    ("closed.txt", "###\n# #\n###\n"),
    ("twice.txt", "G G"),
    ("room.txt", "S      \n       \n   #   \n       \n      G\n"),
    ("bad.toml", "[maze\n"),
    ("other.toml", "[bake]\nsamples = 77\n"),
    ("good.toml", "# kept\n[maze]\nmap = \"\"\"\n#####\n#S G#\n#   #\n#####\n\"\"\"\n\n[bake]\nsamples = 1\n"),
    ("bad.map", "type octile\nheight 2\nwidth x\nmap\n"),
    (
        "walls.toml",
        "[maze]\nmap = \"\"\"\nS  #  \n # # #\n     G\n\"\"\"\n[bake]\nrecipe = \"walls\"\nmerge = true\n[agent]\nradius = 0.3\n",
    ),
    ("good.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n"),
];

/// Where things are drawn: more often on the canvas than elsewhere, and sometimes outside.
fn place(random: &mut Random, size: Vec2) -> Pos2 {
    let [width, height] = [size.x, size.y].map(|it| it as i64);
    let (x, y) = match random.below(4) {
        0 => (random.between(-30, width + 30), random.between(-30, height + 30)),
        1 => (random.between(0, width / 4), random.between(0, height)),
        2 => (random.between(width / 4, width * 3 / 4), random.between(24, (height * 3 / 4).max(24))),
        _ => (random.between(0, width), random.between(0, height)),
    };
    Pos2::new(x as f32, y as f32)
}

fn modifiers(random: &mut Random) -> Modifiers {
    let mut all = Modifiers::NONE;
    for it in [CTRL, Modifiers::SHIFT, Modifiers::ALT] {
        if random.chance(25) {
            all = all.plus(it);
        }
    }
    all
}

fn button(pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) -> Event {
    Event::PointerButton { pos, button, pressed, modifiers }
}

fn key(key: Key, pressed: bool, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }
}

/// One thing that somebody may do, as the events of some frames.
fn doing(random: &mut Random, size: Vec2) -> Vec<Vec<Event>> {
    match random.below(13) {
        0..=3 => {
            let (it, modifiers) = (random.pick(Key::ALL), modifiers(random));
            vec![vec![key(it, true, modifiers), key(it, false, modifiers)]]
        }
        4 | 5 => {
            // The keys of the tools, and those that move the cursor, more often than the rest.
            let it = random.pick(&[
                Key::B,
                Key::E,
                Key::L,
                Key::U,
                Key::I,
                Key::S,
                Key::G,
                Key::V,
                Key::X,
                Key::N,
                Key::M,
                Key::J,
                Key::ArrowLeft,
                Key::ArrowRight,
                Key::ArrowUp,
                Key::ArrowDown,
                Key::Num1,
                Key::Num4,
                Key::P,
                Key::F9,
                Key::Enter,
                Key::Escape,
                Key::Tab,
                Key::CloseBracket,
                Key::OpenBracket,
                Key::F,
            ]);
            let modifiers = if random.chance(20) { Modifiers::SHIFT } else { Modifiers::NONE };
            vec![vec![key(it, true, modifiers), key(it, false, modifiers)]]
        }
        6 | 7 => {
            let (at, it, modifiers) = (place(random, size), random.pick(&BUTTONS[..3]), modifiers(random));
            let it = if random.chance(5) { random.pick(&BUTTONS) } else { it };
            let moved = vec![Event::PointerMoved(at)];
            vec![moved, vec![button(at, it, true, modifiers), button(at, it, false, modifiers)]]
        }
        8 => {
            let (it, modifiers) = (random.pick(&BUTTONS[..3]), modifiers(random));
            let mut at = place(random, size);
            let mut frames = vec![vec![Event::PointerMoved(at), button(at, it, true, modifiers)]];
            for _ in 0..random.between(1, 4) {
                at = place(random, size);
                frames.push(vec![Event::PointerMoved(at)]);
            }
            // Some drags are never ended, others by the pointer's being gone.
            match random.below(12) {
                0 => (),
                1 => frames.push(vec![Event::PointerGone]),
                _ => frames.push(vec![button(at, it, false, modifiers)]),
            }
            frames
        }
        9 => {
            let delta = egui::vec2(random.between(-80, 80) as f32, random.between(-160, 160) as f32);
            let modifiers = modifiers(random);
            let (unit, phase) = (MouseWheelUnit::Point, TouchPhase::Move);
            let source = egui::MouseWheelSource::Wheel;
            vec![vec![
                Event::PointerMoved(place(random, size)),
                Event::MouseWheel { unit, delta, phase, source, modifiers },
            ]]
        }
        10 => vec![vec![Event::Text(random.pick(TEXTS).to_owned())]],
        // Many presses in a frame, or a key that is held down.
        11 => {
            let repeat = random.chance(30);
            let tap = |it| [key(it, true, Modifiers::NONE), key(it, false, Modifiers::NONE)];
            let one = random.pick(Key::ALL);
            let keys = (0..20).map(|_| if repeat { one } else { random.pick(Key::ALL) });
            vec![keys.collect::<Vec<_>>().into_iter().flat_map(tap).collect()]
        }
        _ if random.chance(50) => {
            let names: Vec<&str> = actions().map(|it| it.1).collect();
            let type_name = Event::Text(random.pick(&names).to_owned());
            let tap = |it, modifiers| vec![key(it, true, modifiers), key(it, false, modifiers)];
            vec![tap(Key::K, CTRL), vec![type_name], tap(Key::Enter, Modifiers::NONE)]
        }
        _ => {
            let chord =
                random.pick(&[Key::Z, Key::Y, Key::K, Key::N, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::S]);
            vec![vec![key(chord, true, CTRL), key(chord, false, CTRL)]]
        }
    }
}

/// What always holds of a window.
fn check(window: &Window, done: &str) {
    let canvas = seen(window).into_iter().find(|it| it.label == "canvas").map(|it| it.rect);
    let whole = window.ctx.content_rect().size();
    let is_small = whole.x < 200.0 || whole.y < 150.0;
    assert!(canvas.is_some_and(|it| is_small || it.is_positive()), "{done}: the canvas is at {canvas:?}");
    let debugger = window.state().debugger();
    let (at, all) = debugger.position();
    assert!(at <= all, "{done}");
    // Where cells are searched nothing is baked, so without a query nothing ran.
    let of_bake = debugger.moment().stage() <= navscope::trace::StageName::Filter;
    if debugger.bake().is_some_and(|it| debugger.query().is_some() || of_bake && it.ran()) {
        assert_eq!(debugger.lane().map(Lane::name), Some(debugger.moment().stage()), "{done}");
    }
    let bookmarks = &debugger.scenario().bookmarks;
    assert!(bookmarks.windows(2).all(|pair| pair[0] < pair[1]), "{done}: {bookmarks:?}");
}

/// What always holds of what could be saved.
fn check_scenario(window: &Window, done: &str) {
    let scenario = window.state().debugger().scenario();
    let text = io::to_toml(scenario);
    let read = match io::parse("written.toml", &text, Limits::default()) {
        Ok(read) => read,
        Err(error) => panic!("{done}: {error}\n{text}"),
    };
    assert_eq!(read.maze, scenario.maze, "{done}");
    assert_eq!(read.settings, scenario.settings, "{done}");
    assert_eq!(read.breakpoints, scenario.breakpoints, "{done}");
    assert_eq!(read.bookmarks, scenario.bookmarks, "{done}");
    assert_eq!(read.clicks, scenario.clicks, "{done}");
}

/// A window into which anything may be typed, even what no font has.
fn patient(app: Navscope, size: [f32; 2], pixels_per_point: f32) -> Window {
    let builder = builder(size, pixels_per_point).allow_missing_glyphs();
    builder.build_ui_state(|ui, app: &mut Navscope| app.ui(ui), app)
}

/// What always holds of a path that is typed to save to: it stays in the test's folder, from which paths without a root begin.
fn check_target(window: &Window, done: &str) {
    let is_field = |it: &Seen| it.role == Role::TextInput && it.label.to_lowercase().contains("where to save");
    if let Some(field) = seen(window).into_iter().find(is_field) {
        let stays =
            Path::new(&field.value).components().all(|it| matches!(it, Component::Normal(_) | Component::CurDir));
        assert!(stays, "{done}: {} may be written", field.value);
    }
}

/// The scenarios in the current folder and in the one around it: where a path that was cut short would lead.
fn scenarios_around() -> BTreeSet<PathBuf> {
    let entries = [".", ".."].into_iter().filter_map(|it| fs::read_dir(it).ok()).flatten();
    let paths = entries.filter_map(|it| Some(it.ok()?.path()));
    paths.filter(|it| it.extension().is_some_and(|it| it == "toml")).collect()
}

/// Gives up a maze that was made so large that baking it takes long.
fn keep_small(window: &mut Window, folder: &Folder) {
    let maze = &window.state().debugger().scenario().maze;
    if maze.columns() * maze.rows() > 3000 {
        *window.state_mut() = app_in(&folder.0, io::built_in("stair.txt").expect("built in"));
    }
}

/// Clicks on something that has a name, wherever it is.
fn click_named(random: &mut Random, window: &Window) -> Vec<Vec<Event>> {
    let named: Vec<_> = seen(window).into_iter().filter(|it| !it.label.is_empty() && it.rect.is_finite()).collect();
    let at = named[random.below(named.len())].rect.center();
    let (it, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    vec![vec![Event::PointerMoved(at)], vec![button(at, it, true, modifiers), button(at, it, false, modifiers)]]
}

/// Drags the edge of a panel somewhere.
fn drag_edge(random: &mut Random, window: &Window) -> Vec<Vec<Event>> {
    let edges: Vec<Rect> = seen(window).into_iter().filter(|it| it.role == Role::Splitter).map(|it| it.rect).collect();
    if edges.is_empty() {
        return Vec::new();
    }
    let (from, to) = (random.pick(&edges).center(), place(random, window.ctx.content_rect().size()));
    let end = |at, pressed| button(at, PointerButton::Primary, pressed, Modifiers::NONE);
    vec![vec![Event::PointerMoved(from), end(from, true)], vec![Event::PointerMoved(to)], vec![end(to, false)]]
}

/// Makes the window another, or does to a file what somebody else might.
fn disturb(random: &mut Random, window: &mut Window, folder: &Folder) -> String {
    match random.below(4) {
        0 => {
            let size = random.pick(&SIZES);
            window.set_size(size.into());
            format!("made {size:?}")
        }
        1 => {
            let scale = random.pick(&SCALES);
            window.set_pixels_per_point(scale);
            format!("scaled by {scale}")
        }
        2 => {
            let focus = &mut window.input_mut().focused;
            *focus = !*focus;
            "looked away".to_owned()
        }
        _ => {
            // The file that is open, more often than another.
            let open = window.state().debugger().scenario().path.clone().filter(|it| it.starts_with(&folder.0));
            let (name, text) = random.pick(FILES);
            let path = open.filter(|_| random.chance(70)).unwrap_or_else(|| folder.file(name));
            let done = if random.chance(25) { fs::remove_file(&path) } else { fs::write(&path, text) };
            format!("{} becomes {name}: {done:?}", path.display())
        }
    }
}

/// Does anything, and tells which of some things came into view.
fn run(seed: u64) -> BTreeSet<&'static str> {
    let folder = Folder::new(&format!("random-{seed}"));
    for (name, text) in FILES {
        folder.with(name, text);
    }
    let mut random = Random::new(seed);
    let mut met = BTreeSet::new();
    let mut window = patient(app_in(&folder.0, io::built_in("two-rooms.toml").expect("built in")), SIZE, 1.0);
    let mut frames = 0;
    while frames < STEPS {
        let done = if random.chance(3) {
            let (name, _) = random.pick(FILES);
            match random.below(3) {
                0 => {
                    let viewport = window.input_mut().viewports.get_mut(&ViewportId::ROOT).expect("there is one");
                    viewport.events.push(ViewportEvent::Close);
                }
                1 => window.input_mut().dropped_files.push(Arc::new(Dropped(folder.file(name)))),
                _ => window.state_mut().open(io::open(&folder.file(name), Limits::default())),
            }
            window.run_steps(1);
            format!("seed {seed}, frame {frames}, {name} or the end")
        } else if random.chance(5) {
            let done = disturb(&mut random, &mut window, &folder);
            window.run_steps(1);
            format!("seed {seed}, frame {frames}, {done}")
        } else {
            let size = window.ctx.content_rect().size();
            let frames_of = match random.below(20) {
                0..3 => click_named(&mut random, &window),
                3 => drag_edge(&mut random, &window),
                _ => doing(&mut random, size),
            };
            let done = format!("seed {seed}, frame {frames}, {frames_of:?}");
            for events in frames_of {
                window.input_mut().events.extend(events);
                window.run_steps(1);
                frames += 1;
            }
            done
        };
        frames += 1;
        if random.chance(10) {
            window.state_mut().settle();
        }
        keep_small(&mut window, &folder);
        check(&window, &done);
        check_target(&window, &done);
        if frames % 10 == 0 {
            check_scenario(&window, &done);
        }
        if frames % 3 == 0 {
            let shown: BTreeSet<String> = seen(&window).into_iter().flat_map(|it| [it.label, it.value]).collect();
            met.extend(REACHED.iter().filter(|it| shown.contains(**it)));
        }
    }
    // After all that, it can be brought to rest, and works.
    let rest = [
        vec![Event::PointerGone],
        vec![key(Key::Escape, true, Modifiers::NONE), key(Key::Escape, false, Modifiers::NONE)],
    ];
    for events in [rest.clone(), rest.clone(), rest.clone(), rest].into_iter().flatten() {
        window.input_mut().events.extend(events);
        window.run_steps(1);
    }
    window.state_mut().settle();
    check(&window, "at the end");
    check_scenario(&window, "at the end");
    // Nothing was written but what somebody asked for, and nothing half.
    for entry in fs::read_dir(&folder.0).expect("it is there") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(!name.ends_with('~') && !name.starts_with('.'), "{name}");
    }
    met
}

/// What comes into view sooner or later where everything is tried.
const REACHED: [&str; 11] = [
    "Create",
    "Unsaved changes",
    "Open path",
    "Save to path",
    "palette",
    "Dismiss",
    "Pause",
    "Clear",
    "No rule is broken.",
    "bookmarks",
    "Bake again",
];

#[test]
fn nothing_that_is_done_at_random_breaks_it() {
    let given = |name: &str| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let actions = given("NAVSCOPE_RANDOM_ACTIONS").map_or(ACTIONS, |it| it as usize);
    let first = given("NAVSCOPE_RANDOM_SEED").unwrap_or(7);
    let around = scenarios_around();
    let met: BTreeSet<_> = (first..).take(actions.div_ceil(STEPS)).flat_map(run).collect();
    assert_eq!(scenarios_around(), around, "nothing is written outside of the test's folder");
    // When a bake ends is nobody's guess, and what follows from it is not either.
    assert!(met.len() + 3 >= REACHED.len(), "much of the window was never seen: only {met:?}");
}

/// What happens in one frame happens between two states of the window; many things in one frame are no exception.
#[test]
fn many_things_in_one_frame_break_nothing() {
    let mut random = Random::new(11);
    let folder = Folder::new("random-many");
    let app = app_in(&folder.0, io::built_in("stair.txt").expect("built in"));
    let mut window = patient(app, [900.0, 560.0], 1.5);
    for frame in 0..250 {
        let events: Vec<Event> = (0..8).flat_map(|_| doing(&mut random, egui::vec2(900.0, 560.0))).flatten().collect();
        let done = format!("frame {frame}");
        window.input_mut().events.extend(events);
        window.run_steps(1);
        window.state_mut().settle();
        keep_small(&mut window, &folder);
        check(&window, &done);
        check_target(&window, &done);
        if frame % 10 == 0 {
            check_scenario(&window, &done);
        }
    }
}
