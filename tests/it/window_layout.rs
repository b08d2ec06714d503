//! Where things lie: within the window, beside each other, and in the same place from step to step; in every size and theme.

use std::collections::{BTreeSet, HashMap};

use egui::{Id, Key, Modifiers, Rect, Role};
use egui_kittest::kittest::Queryable as _;
use navscope::{
    app::Navscope,
    debugger::Command,
    io::{self, Limits},
    mesh::TriangleId,
    record::Level,
    trace::{StageName, Thing},
};

use crate::window_rig::{
    CTRL, Folder, Window, app_on, click, labelled, open_window, painted, press, seek, seen, settle, tap,
};

/// Sizes of the window, and how many pixels a point has.
const SIZES: [([f32; 2], f32); 5] = [
    ([900.0, 560.0], 1.0),
    ([900.0, 560.0], 2.0),
    ([1280.0, 800.0], 1.0),
    ([1280.0, 800.0], 1.5),
    ([1920.0, 1080.0], 1.0),
];

/// A state of the window, and how to get there.
type State = (&'static str, fn() -> Navscope, fn(&mut Window));

fn rooms() -> Navscope {
    app_on(io::built_in("two-rooms.toml").expect("built in"))
}

/// The longest name that a file is likely to have, settings that go wrong, and a message.
fn long() -> Navscope {
    let mut scenario = io::built_in("article_open_6_1.txt").expect("built in");
    scenario.name = format!("{}.txt", "a_rather_long_name_".repeat(7).get(..116).unwrap_or_default());
    assert_eq!(scenario.name.len(), 120);
    let mut app = app_on(scenario);
    app.apply(Command::Preset("article".to_owned()));
    app.settle();
    app
}

fn noticed() -> Navscope {
    let mut app = long();
    let name = format!("{}.txt", "x".repeat(200));
    app.open(io::parse(&name, "###\n#\t#\n", Limits::default()));
    app
}

/// Goes to where the lens is red, with all that can be told being told.
fn to_a_wrong_answer(window: &mut Window) {
    window.state_mut().apply(Command::Select(Some(Thing::Triangle(TriangleId::new(40)))));
    seek(window, "funnel:4");
    for _ in 0..300 {
        window.state_mut().apply(Command::Step { level: Level::Test, forward: true });
        if window.state().debugger().told().and_then(|it| it.lens).is_some_and(|it| it.is_wrong()) {
            break;
        }
    }
    settle(window);
}

fn show_tab(window: &mut Window, tab: Key) {
    if tab != Key::Num1 {
        press(window, CTRL, tab);
    }
}

const STATES: [State; 8] = [
    ("the events", rooms, |it| show_tab(it, Key::Num1)),
    ("a wrong answer under the lens", long, to_a_wrong_answer),
    ("breakpoints and bookmarks", long, |it| {
        for when in
            ["broken:any", "zone > 12 -vertex:3 stage:triangulate kind:tore|born|inserted level:edit", "apex moved"]
        {
            it.state_mut().apply(Command::AddBreakpoint(when.to_owned()));
        }
        for at in ["samples:3", "triangulate:300", "audit:end"] {
            seek(it, at);
            it.state_mut().apply(Command::ToggleBookmark);
        }
        show_tab(it, Key::Num2);
    }),
    ("plots", rooms, |it| show_tab(it, Key::Num3)),
    ("violations", long, |it| show_tab(it, Key::Num4)),
    ("a message", noticed, |it| tap(it, Key::F9)),
    ("no drawer", rooms, |it| click(it, "Hide the drawer")),
    ("no panels", rooms, |it| {
        tap(it, Key::F2);
        tap(it, Key::F3);
    }),
];

/// A widget that can be clicked or dragged: its name, where it is, and what of that is not cut off.
#[derive(Clone, Debug)]
struct Widget {
    index: usize,
    name: String,
    role: Role,
    rect: Rect,
    shown: Rect,
    layer: egui::LayerId,
}

fn widgets(window: &Window) -> (Vec<crate::window_rig::Seen>, Vec<Widget>) {
    let seen = seen(window);
    let known: HashMap<u64, usize> = seen.iter().enumerate().map(|(index, it)| (it.id, index)).collect();
    let mut found = Vec::new();
    window.ctx.viewport(|viewport| {
        for (layer, widgets) in viewport.prev_pass.widgets.layers() {
            for it in widgets {
                let Some(&index) = known.get(&Id::value(&it.id)) else { continue };
                let node = &seen[index];
                if it.sense.interactive() && !node.label.is_empty() {
                    found.push(Widget {
                        index,
                        name: node.label.clone(),
                        role: node.role,
                        rect: it.rect,
                        shown: it.interact_rect,
                        layer: *layer,
                    });
                }
            }
        }
    });
    (seen, found)
}

/// Whether a node is another's ancestor.
fn holds(seen: &[crate::window_rig::Seen], outer: usize, inner: usize) -> bool {
    std::iter::successors(seen[inner].parent, |it| seen[*it].parent).any(|it| it == outer)
}

/// What is wrong with where things lie.
fn complaints(window: &Window) -> Vec<String> {
    let whole = window.ctx.content_rect().expand(0.51);
    let (seen, widgets) = widgets(window);
    assert!(widgets.len() > 30, "{}", widgets.len());
    let canvas = window.get_by_label("canvas").rect();
    let mut complaints = Vec::new();
    for it in &widgets {
        if it.shown.is_positive() && !whole.contains_rect(it.shown) {
            complaints.push(format!("“{}” lies outside the window: {:?}", it.name, it.shown));
        }
        if !it.rect.is_positive() && it.role != Role::Splitter {
            complaints.push(format!("“{}” has no size: {:?}", it.name, it.rect));
        }
        // Only what scrolls may be cut off: settings, inspector, and what the drawer lists.
        let scrolls =
            it.rect.min.y > canvas.max.y + 60.0 || it.rect.max.x <= canvas.min.x || it.rect.min.x >= canvas.max.x;
        let cut = it.shown.is_positive() && !it.shown.expand(1.0).contains_rect(it.rect);
        let tools = it.rect.min.x < 40.0 && it.rect.max.x < 48.0;
        if (cut || !it.shown.is_positive()) && (!scrolls || tools) {
            complaints.push(format!("“{}” is cut off: {:?} of {:?}", it.name, it.shown, it.rect));
        }
    }
    for (index, a) in widgets.iter().enumerate() {
        for b in &widgets[index + 1..] {
            let common = a.shown.intersect(b.shown);
            let apart = !common.is_positive() || common.width() < 1.0 || common.height() < 1.0;
            let is_ground = |it: &Widget| {
                ["canvas", "list of events"].contains(&&*it.name)
                    || it.role == Role::Splitter
                    || it.name.starts_with("plot: ")
            };
            if apart || a.layer != b.layer || is_ground(a) || is_ground(b) {
                continue;
            }
            if holds(&seen, a.index, b.index) || holds(&seen, b.index, a.index) {
                continue;
            }
            complaints.push(format!("“{}” {:?} and “{}” {:?} lie over each other", a.name, a.shown, b.name, b.shown));
        }
    }
    complaints
}

#[test]
fn everything_lies_within_the_window_and_nothing_over_anything_else() {
    let mut wrong = Vec::new();
    for (size, pixels_per_point) in SIZES {
        for (name, open, prepare) in STATES {
            let mut app = open();
            let dark = pixels_per_point != 1.5;
            app.set_dark(dark);
            let mut window = open_window(app, size, pixels_per_point);
            assert_eq!(window.ctx.content_rect().size(), egui::Vec2::from(size));
            prepare(&mut window);
            for it in complaints(&window) {
                wrong.push(format!("{size:?} × {pixels_per_point}, {name}: {it}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} complaints:\n{}", wrong.len(), wrong.join("\n"));
}

/// Themes differ in colours, and in nothing else.
#[test]
fn both_themes_have_everything_in_the_same_places() {
    for (name, open, prepare) in STATES {
        let [dark, light] = [true, false].map(|dark| {
            let mut app = open();
            app.set_dark(dark);
            let mut window = open_window(app, [1280.0, 800.0], 1.0);
            prepare(&mut window);
            let (_, widgets) = widgets(&window);
            let switch = ["Change to the light theme", "Change to the dark theme"];
            let places = widgets.into_iter().filter(|it| !switch.contains(&&*it.name));
            places.map(|it| format!("{} {:?}", it.name, it.rect)).collect::<BTreeSet<_>>()
        });
        assert_eq!(dark, light, "{name}");
    }
}

/// The panels, and what is fixed in them.
fn fixed(window: &Window) -> Vec<(String, Rect)> {
    let seen = seen(window);
    let panes = seen.iter().filter(|it| it.role == Role::Pane).map(|it| (format!("pane {}", it.id), it.rect));
    let mut all: Vec<(String, Rect)> = panes.collect();
    let names = [
        "canvas",
        "list of events",
        "Step forwards",
        "Play",
        "To the end",
        "Bookmark this moment",
        "File",
        "Help",
        "legend",
    ];
    for it in seen.iter().filter(|it| names.contains(&&*it.label)) {
        all.push((it.label.clone(), it.rect));
    }
    // The headings below what changes.
    for (text, at) in painted(window) {
        if ["WHY", "NOW"].contains(&&*text) {
            all.push((text, at));
        }
    }
    all
}

#[test]
fn nothing_jumps_while_stepping() {
    for (size, pixels_per_point) in [([900.0, 560.0], 1.0), ([1280.0, 800.0], 1.0), ([1920.0, 1080.0], 1.5)] {
        let mut window = open_window(long(), size, pixels_per_point);
        for stage in
            [StageName::Samples, StageName::Triangulate, StageName::Search, StageName::Funnel, StageName::Audit]
        {
            seek(&mut window, &format!("{}:1", stage.name()));
            // The legend names what is on the canvas, and grows and shrinks with it.
            let without_legend =
                |window: &Window| -> Vec<_> { fixed(window).into_iter().filter(|it| it.0 != "legend").collect() };
            let before = without_legend(&window);
            assert!(before.len() > 9, "{before:?}");
            for step in 0..30 {
                window.state_mut().apply(Command::Step { level: Level::Test, forward: true });
                window.run_steps(2);
                assert_eq!(without_legend(&window), before, "{size:?}, {} step {step}", stage.name());
            }
        }
    }
}

/// A dialog, and how to get to it.
type Dialog = (&'static str, fn(&mut Window));

/// Menus and dialogs are wholly in view even in the smallest window.
#[test]
fn menus_and_dialogs_fit_into_the_smallest_window() {
    let mut wrong = Vec::new();
    let mut window = open_window(long(), [900.0, 560.0], 1.0);
    let whole = window.ctx.content_rect();
    let new = |window: &Window, before: &[u64]| -> Vec<Widget> {
        let (seen, widgets) = widgets(window);
        widgets.into_iter().filter(|it| !before.contains(&seen[it.index].id)).collect()
    };
    for menu in ["File", "Edit", "View", "Run", "Tools", "Gallery", "Help"] {
        let before: Vec<u64> = seen(&window).into_iter().map(|it| it.id).collect();
        let button = labelled(&window, menu)[0].rect.center();
        crate::window_rig::click_at(&mut window, button, Modifiers::NONE);
        let items = new(&window, &before);
        assert!(items.len() > 1, "{menu}");
        let out = items.iter().filter(|it| it.shown.is_positive() && !whole.contains_rect(it.shown));
        wrong.extend(out.map(|it| format!("{menu}: “{}” lies outside: {:?}", it.name, it.shown)));
        // What is not in view is scrolled to.
        let middle = items[0].rect.center();
        crate::window_rig::wheel(&mut window, middle, -2000.0);
        let last = new(&window, &before).into_iter().max_by(|a, b| a.rect.max.y.total_cmp(&b.rect.max.y));
        let last = last.expect("there are some");
        if !last.shown.expand(1.0).contains_rect(last.rect) {
            wrong.push(format!("{menu}: “{}” is out of reach: {:?}", last.name, last.rect));
        }
        tap(&mut window, Key::Escape);
    }
    let dialogs: [Dialog; 6] = [
        ("new maze", |it| press(it, CTRL, Key::N)),
        ("open path", |it| press(it, CTRL.plus(Modifiers::SHIFT), Key::O)),
        ("save", |it| press(it, CTRL, Key::S)),
        ("palette", |it| press(it, CTRL, Key::K)),
        ("keys", |it| tap(it, Key::F1)),
        ("unsaved", |it| {
            it.state_mut().apply(Command::Paint { storey: 0, cells: vec![(0, 0)], to: navscope::maze::Cell::Floor });
            it.state_mut().open(io::built_in("stair.txt"));
            settle(it);
        }),
    ];
    for (name, show) in dialogs {
        let before: Vec<u64> = seen(&window).into_iter().map(|it| it.id).collect();
        show(&mut window);
        let after: Vec<u64> = seen(&window).into_iter().map(|it| it.id).collect();
        assert!(after.iter().any(|it| !before.contains(it)), "{name} shows nothing");
        // What scrolls is cut, and so not outside.
        let (_, widgets) = widgets(&window);
        for it in widgets.iter().filter(|it| it.shown.is_positive() && !whole.contains_rect(it.shown)) {
            wrong.push(format!("{name}: “{}” lies outside: {:?}", it.name, it.shown));
        }
        tap(&mut window, Key::Escape);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is painted is painted within the window, and texts that stand for themselves are whole.
#[test]
fn texts_of_the_panels_are_not_cut_by_the_window() {
    for (size, pixels_per_point) in SIZES {
        for (name, open, prepare) in STATES {
            let mut window = open_window(open(), size, pixels_per_point);
            prepare(&mut window);
            let whole = window.ctx.content_rect().expand(1.0);
            for it in &window.output().shapes {
                let egui::Shape::Text(text) = &it.shape else { continue };
                let area = text.visual_bounding_rect();
                // What is scrolled out of view, or behind a panel, is clipped.
                if it.clip_rect.contains_rect(area) {
                    let text = text.galley.text();
                    assert!(whole.contains_rect(area), "{size:?} × {pixels_per_point}, {name}: {text:?} at {area:?}");
                }
            }
        }
    }
}

#[test]
fn a_folder_of_recent_files_with_long_names_fits() {
    let folder = Folder::new("recent");
    let mut window = open_window(rooms(), [900.0, 560.0], 1.0);
    for index in 0..3 {
        let path = folder.with(&format!("{index}-{}.txt", "n".repeat(110)), "#####\n#S G#\n#####\n");
        let opened = io::open(&path, Limits::default());
        window.state_mut().open(opened);
        settle(&mut window);
    }
    window.get_by_label("File").click();
    settle(&mut window);
    window.get_by_label("Open recent").click();
    settle(&mut window);
    let whole = window.ctx.content_rect();
    let found = seen(&window).into_iter().filter(|it| it.label.contains("-nnn") && it.role == Role::Button);
    let found: Vec<_> = found.collect();
    assert_eq!(found.len(), 3);
    for it in found {
        assert!(whole.contains_rect(it.rect), "{:?}", it.rect);
    }
}
