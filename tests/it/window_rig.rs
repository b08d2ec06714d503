//! Ways to drive the window, through the labels that people hear and see.

use std::{
    fs,
    path::{Path, PathBuf},
};

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Role, accesskit};
use egui_kittest::{
    Harness, HarnessBuilder,
    kittest::{NodeT as _, Queryable as _},
};
use navscope::{
    app::Navscope,
    debugger::Command,
    geometry::Point,
    io::{self, Limits, Scenario},
    maze::Cell,
};

/// A window without a system around it.
pub(crate) type Window = Harness<'static, Navscope>;

/// The control key, as egui tells it where it is the one for commands.
pub(crate) const CTRL: Modifiers = Modifiers::CTRL.plus(Modifiers::COMMAND);

/// A window on a maze of the gallery, baked.
pub(crate) fn window(maze: &str) -> Window {
    window_on(io::built_in(maze).expect("built in"))
}

/// A window on a scenario, baked.
pub(crate) fn window_on(scenario: Scenario) -> Window {
    open_window(app_on(scenario), [1280.0, 800.0], 1.0)
}

/// What a window shows, with its work done. The system's file choosers are not asked for, and nothing is written but in
/// folders that a test made itself.
pub(crate) fn app_on(scenario: Scenario) -> Navscope {
    app_in(Path::new("/there is no such folder"), scenario)
}

/// The same, with a folder for paths that are not absolute.
pub(crate) fn app_in(folder: &Path, scenario: Scenario) -> Navscope {
    let mut app = Navscope::new(Some(scenario), None);
    app.without_choosers(folder.to_owned());
    app.settle();
    app
}

/// A window of a size. \[points]
pub(crate) fn open_window(app: Navscope, size: [f32; 2], pixels_per_point: f32) -> Window {
    let mut window = builder(size, pixels_per_point).build_ui_state(|ui, app: &mut Navscope| app.ui(ui), app);
    settle(&mut window);
    window
}

/// How windows are made. They panic at letters that no font has.
pub(crate) fn builder(size: [f32; 2], pixels_per_point: f32) -> HarnessBuilder<Navscope> {
    Harness::builder().with_size(size).with_pixels_per_point(pixels_per_point).with_max_steps(20)
}

/// A scenario drawn as text.
pub(crate) fn drawn(name: &str, rows: &[&str]) -> Scenario {
    io::parse(name, &rows.join("\n"), Limits::default()).expect("well drawn")
}

/// Lets the window do what it was asked, and the work behind it finish.
pub(crate) fn settle(window: &mut Window) {
    for _ in 0..3 {
        window.run_steps(2);
        window.state_mut().settle();
    }
    window.run_steps(2);
}

pub(crate) fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

/// Presses a key that needs no other.
pub(crate) fn tap(window: &mut Window, key: Key) {
    press(window, Modifiers::NONE, key);
}

/// Types into whatever has the keyboard.
pub(crate) fn type_text(window: &mut Window, text: &str) {
    window.event(Event::Text(text.to_owned()));
    settle(window);
}

/// Takes the place of whatever a field holds.
pub(crate) fn retype(window: &mut Window, text: &str) {
    window.key_press_modifiers(CTRL, Key::A);
    window.key_press(Key::Delete);
    type_text(window, text);
}

#[track_caller]
pub(crate) fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    settle(window);
}

fn button(at: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) -> Event {
    Event::PointerButton { pos: at, button, pressed, modifiers }
}

pub(crate) fn click_at(window: &mut Window, at: Pos2, modifiers: Modifiers) {
    window.event_modifiers(Event::PointerMoved(at), modifiers);
    for pressed in [true, false] {
        window.event_modifiers(button(at, PointerButton::Primary, pressed, modifiers), modifiers);
    }
    settle(window);
}

/// Clicks with another button than the first.
pub(crate) fn click_with(window: &mut Window, at: Pos2, which: PointerButton) {
    drag(window, &[at], which);
}

/// Presses a button at the first place, and lets it go at the last.
pub(crate) fn drag(window: &mut Window, path: &[Pos2], which: PointerButton) {
    let [first, .., last] = [&path[..1], path].concat()[..] else { panic!("a drag has a place to begin") };
    window.event(Event::PointerMoved(first));
    window.event(button(first, which, true, Modifiers::NONE));
    for at in &path[1..] {
        window.event(Event::PointerMoved(*at));
    }
    window.event(button(last, which, false, Modifiers::NONE));
    settle(window);
}

/// Turns the wheel over a place. \[points, upwards]
pub(crate) fn wheel(window: &mut Window, at: Pos2, by: f32) {
    window.hover_at(at);
    window.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, by),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    settle(window);
}

pub(crate) fn moment(window: &Window) -> String {
    window.state().debugger().moment().to_string()
}

pub(crate) fn seek(window: &mut Window, moment: &str) {
    window.state_mut().apply(Command::Seek(moment.parse().expect("a moment")));
    settle(window);
}

/// The middle of a cell on the screen.
pub(crate) fn cell(window: &Window, column: u32, row: u32) -> Pos2 {
    place(window, f64::from(column) + 0.5, f64::from(row) + 0.5)
}

/// A place of the world on the screen.
pub(crate) fn place(window: &Window, x: f64, y: f64) -> Pos2 {
    window.state().screen_from_world(Point::new(x, y)).expect("a frame was drawn")
}

/// The maze as it is drawn in a file.
pub(crate) fn rows(window: &Window) -> Vec<String> {
    let maze = &window.state().debugger().scenario().maze;
    let lines = maze.cells().chunks(maze.columns());
    lines.map(|row| row.iter().map(|it| if *it == Cell::Wall { '#' } else { '.' }).collect()).collect()
}

/// A node of the tree that screen readers are given.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) id: u64,
    pub(crate) parent: Option<usize>,
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) number: Option<f64>,
    pub(crate) role: Role,
    pub(crate) rect: Rect,
    pub(crate) on: Option<bool>,
    pub(crate) focused: bool,
}

/// All nodes, parents before their children.
pub(crate) fn seen(window: &Window) -> Vec<Seen> {
    let mut found: Vec<Seen> = Vec::new();
    let mut open = vec![(window.root(), None)];
    while let Some((node, parent)) = open.pop() {
        let it = node.accesskit_node();
        found.push(Seen {
            id: it.locate().0.0,
            parent,
            label: it.label().unwrap_or_default(),
            value: it.value().unwrap_or_default(),
            number: it.numeric_value(),
            role: it.role(),
            rect: if it.has_bounds() { node.rect() } else { Rect::NOTHING },
            on: it.toggled().map(|it| it == accesskit::Toggled::True),
            focused: it.is_focused(),
        });
        let index = found.len() - 1;
        let children: Vec<_> = node.children().map(|it| (it, Some(index))).collect();
        open.extend(children.into_iter().rev());
    }
    found
}

/// Those with a label.
pub(crate) fn labelled(window: &Window, label: &str) -> Vec<Seen> {
    seen(window).into_iter().filter(|it| it.label == label).collect()
}

/// Whether there is a node with a label, or a text that says it.
pub(crate) fn shows(window: &Window, text: &str) -> bool {
    seen(window).iter().any(|it| it.label == text || (it.role == Role::Label && it.value == text))
}

/// Whether a part of a label or a text says something.
pub(crate) fn tells(window: &Window, text: &str) -> bool {
    seen(window).iter().any(|it| it.label.contains(text) || it.value.contains(text))
}

/// Whether something that is switched is on.
pub(crate) fn is_on(window: &Window, label: &str) -> bool {
    labelled(window, label).iter().any(|it| it.on == Some(true))
}

/// The label of what has the keyboard.
pub(crate) fn focused(window: &Window) -> Option<String> {
    seen(window).into_iter().find(|it| it.focused && it.role != Role::Window).map(|it| it.label)
}

/// Where the canvas is.
pub(crate) fn canvas(window: &Window) -> Rect {
    window.get_by_label("canvas").rect()
}

/// Every text that was painted, and where.
pub(crate) fn painted(window: &Window) -> Vec<(String, Rect)> {
    fn collect(shape: &egui::Shape, clip: Rect, out: &mut Vec<(String, Rect)>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|it| collect(it, clip, out)),
            egui::Shape::Text(text) => {
                let area = text.visual_bounding_rect();
                if clip.intersects(area) {
                    out.push((text.galley.text().to_owned(), area));
                }
            }
            _ => (),
        }
    }
    let mut out = Vec::new();
    for it in &window.output().shapes {
        collect(&it.shape, it.clip_rect, &mut out);
    }
    out
}

/// What stands in the middle of the bar at the top.
pub(crate) fn title(window: &Window) -> String {
    let name = &window.state().debugger().scenario().name;
    let on_top = painted(window).into_iter().filter(|(_, at)| at.max.y < 32.0);
    let titles: Vec<String> = on_top.map(|it| it.0).filter(|it| it.starts_with(name)).collect();
    titles.last().cloned().unwrap_or_default()
}

/// What of a widget is not cut off.
pub(crate) fn in_view(window: &Window, node: &Seen) -> Rect {
    window.ctx.viewport(|viewport| {
        let mut all = viewport.prev_pass.widgets.layers().flat_map(|it| it.1);
        all.find(|it| it.id.value() == node.id).map_or(Rect::NOTHING, |it| it.interact_rect.expand(0.5))
    })
}

/// Opens a menu of the bar and chooses something from it.
#[track_caller]
pub(crate) fn choose(window: &mut Window, menu: &str, item: &str) {
    let menus = labelled(window, menu);
    let Some(bar) = menus.iter().find(|it| it.rect.max.y < 40.0).map(|it| it.rect) else {
        panic!("no {menu}: {menus:?}")
    };
    let before: Vec<u64> = seen(window).into_iter().map(|it| it.id).collect();
    click_at(window, bar.center(), Modifiers::NONE);
    let items = labelled(window, item).into_iter().filter(|it| !before.contains(&it.id));
    let items: Vec<Seen> = items.collect();
    let [only] = &items[..] else { panic!("{menu} has {} “{item}”", items.len()) };
    let at = only.rect.center();
    assert!(in_view(window, only).contains_rect(only.rect), "{menu}: “{item}” is not wholly in view");
    click_at(window, at, Modifiers::NONE);
}

/// Opens the palette, types, and takes what is first.
pub(crate) fn look_up(window: &mut Window, text: &str) {
    press(window, CTRL, Key::K);
    type_text(window, text);
    tap(window, Key::Enter);
}

/// A folder of one's own, gone when the test is over.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder for tests can be written");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file, and tells where it is.
    pub(crate) fn with(&self, name: &str, text: &str) -> PathBuf {
        let path = self.file(name);
        fs::write(&path, text).expect("the folder for tests can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Waits until a thread of the background has brought something.
#[track_caller]
pub(crate) fn wait_until(window: &mut Window, what: &str, holds: impl Fn(&Window) -> bool) {
    for _ in 0..400 {
        settle(window);
        if holds(window) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("waited for {what} in vain; notice: {:?}", window.state().notice());
}

/// A file that is let go over the window.
#[derive(Debug)]
pub(crate) struct Dropped(pub(crate) PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|it| it.to_string())
    }
}
