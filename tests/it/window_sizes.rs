//! Every size of the window: whatever is dragged where, there is a canvas, nothing lies over it, and nothing breaks.

use egui::{Key, Modifiers, PointerButton, Pos2, Rect, Role};
use navscope::{debugger::Command, io};

use crate::window_rig::{
    CTRL, Window, app_on, canvas, drag, labelled, open_window, press, seek, seen, settle, shows, tap, type_text,
};

/// Sizes of the window, from far smaller than it can be made by hand. \[points]
const SIZES: [[f32; 2]; 8] = [
    [200.0, 150.0],
    [200.0, 900.0],
    [300.0, 420.0],
    [400.0, 300.0],
    [640.0, 560.0],
    [900.0, 560.0],
    [1280.0, 200.0],
    [1920.0, 1080.0],
];

fn open(size: [f32; 2], pixels_per_point: f32) -> Window {
    open_window(app_on(io::built_in("click-tests.toml").expect("built in")), size, pixels_per_point)
}

/// What is wrong with where the canvas and the panels lie.
fn wrong(window: &Window) -> Option<String> {
    let whole = window.ctx.content_rect().expand(0.51);
    let canvases = labelled(window, "canvas");
    let [canvas] = &canvases[..] else { return Some(format!("{} canvases", canvases.len())) };
    if canvas.rect.width() < 90.0 || canvas.rect.height() < 48.0 || !whole.contains_rect(canvas.rect) {
        return Some(format!("the canvas is at {:?}", canvas.rect));
    }
    let panels: Vec<Rect> = panels(window);
    for (index, it) in panels.iter().enumerate() {
        let over = |other: Rect| it.shrink(1.0).intersects(other.shrink(1.0));
        if over(canvas.rect) || !whole.contains_rect(*it) {
            return Some(format!("a panel is at {it:?}, the canvas at {:?}", canvas.rect));
        }
        if let Some(other) = panels[index + 1..].iter().find(|other| over(**other)) {
            return Some(format!("a panel is at {it:?}, and another at {other:?}"));
        }
    }
    None
}

/// Where the panels are, those within others and the one around the canvas left out.
fn panels(window: &Window) -> Vec<Rect> {
    let seen = seen(window);
    let parents = |index: usize| std::iter::successors(seen[index].parent, |it| seen[*it].parent);
    let around: Vec<usize> = seen
        .iter()
        .position(|it| it.label == "canvas")
        .into_iter()
        .flat_map(|it| parents(it).collect::<Vec<_>>())
        .collect();
    let is_pane = |it: usize| seen[it].role == Role::Pane && seen[it].rect.is_finite() && !around.contains(&it);
    (0..seen.len()).filter(|&it| is_pane(it) && !parents(it).any(is_pane)).map(|it| seen[it].rect).collect()
}

/// The edges that can be dragged.
fn edges(window: &Window) -> Vec<Rect> {
    seen(window).into_iter().filter(|it| it.role == Role::Splitter).map(|it| it.rect).collect()
}

/// Drags every edge as far as the pointer goes, to both sides.
fn drag_all(window: &mut Window, check: impl Fn(&Window, &str)) {
    let size = window.ctx.content_rect().size();
    for to in [Pos2::ZERO, Pos2::new(size.x, size.y), Pos2::new(size.x * 0.6, size.y * 0.4)] {
        for index in 0..edges(window).len() {
            let Some(edge) = edges(window).get(index).copied() else { continue };
            let from = edge.center();
            let to = if edge.width() < edge.height() { Pos2::new(to.x, from.y) } else { Pos2::new(from.x, to.y) };
            drag(window, &[from, from.lerp(to, 0.5), to], PointerButton::Primary);
            check(window, &format!("dragged an edge from {from:?} to {to:?}"));
        }
    }
}

#[test]
fn there_is_a_canvas_in_every_size_wherever_the_panels_are_dragged() {
    for size in SIZES {
        for scale in [0.5, 1.0, 4.0] {
            let mut window = open(size, scale);
            let check = |window: &Window, done: &str| {
                let wrong = wrong(window);
                assert!(wrong.is_none(), "{size:?} × {scale}: {done}: {}", wrong.unwrap_or_default());
            };
            check(&window, "opened");
            drag_all(&mut window, check);
            // However it was dragged in a large window, it fits into a smaller one.
            window.set_size(egui::vec2(200.0, 150.0));
            settle(&mut window);
            check(&window, "made small");
            window.set_size(egui::vec2(640.0, 480.0));
            settle(&mut window);
            check(&window, "made large");
        }
    }
}

#[test]
fn every_panel_and_dialog_opens_in_every_size() {
    let tabs = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];
    for size in SIZES {
        let mut window = open(size, 1.0);
        for moment in ["triangulate:40", "funnel:2", "audit:end"] {
            seek(&mut window, moment);
        }
        for tab in tabs {
            press(&mut window, CTRL, tab);
            assert!(wrong(&window).is_none(), "{size:?}, {tab:?}: {:?}", wrong(&window));
        }
        for (modifiers, key) in [
            (CTRL, Key::N),
            (CTRL.plus(Modifiers::SHIFT), Key::O),
            (CTRL.plus(Modifiers::SHIFT), Key::S),
            (CTRL, Key::K),
            (Modifiers::NONE, Key::F1),
        ] {
            press(&mut window, modifiers, key);
            type_text(&mut window, "stair");
            tap(&mut window, Key::Escape);
            tap(&mut window, Key::Escape);
            assert!(!shows(&window, "Cancel"), "{size:?}, {key:?}");
        }
        for layers in [Key::F4, Key::F6, Key::F2, Key::F3] {
            tap(&mut window, layers);
            assert!(wrong(&window).is_none(), "{size:?}, {layers:?}");
        }
        for _ in 0..30 {
            window.state_mut().apply(Command::Step { level: navscope::record::Level::Test, forward: false });
            window.key_press(Key::Minus);
            window.run_steps(1);
        }
        assert!(canvas(&window).is_positive());
    }
}
