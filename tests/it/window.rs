//! The window, driven through the labels that people hear and see.

use egui::{Key, Modifiers, Pos2};
use egui_kittest::{Harness, kittest::Queryable as _};
use navscope::{
    app::Navscope,
    debugger::Command,
    geometry::Point,
    io::{self, Limits, Value},
    search::Outcome,
    trace::{Moment, StageName},
};

use crate::window_rig::{CTRL, Window, canvas, click, click_at, moment, painted, place, press, seek, settle, window};

#[test]
fn it_opens_on_a_baked_maze_ready_to_step() {
    let mut app = Navscope::new(None, None);
    app.settle();
    let mut harness = Harness::builder().build_ui_state(|ui, app: &mut Navscope| app.ui(ui), app);
    settle(&mut harness);
    assert!(harness.state().debugger().bake().is_some());
    assert_eq!(harness.state().debugger().query().map(|it| it.report.outcome), Some(Outcome::Found));
    assert!(moment(&harness).starts_with("audit:"));
    harness.get_by_label("canvas");
    harness.get_by_label("Found, and legal");
}

#[test]
fn the_buttons_and_keys_step_at_every_level_both_ways() {
    let mut harness = window("article_open_6_1.txt");
    click(&mut harness, "To the beginning");
    assert_eq!(moment(&harness), "samples:0");
    click(&mut harness, "Step forwards");
    assert_eq!(moment(&harness), "samples:1");
    press(&mut harness, CTRL, Key::ArrowRight);
    press(&mut harness, CTRL, Key::ArrowRight);
    let end = moment(&harness);
    assert!(end.starts_with("triangulate:"), "{end}");
    press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
    let before = moment(&harness);
    assert_ne!(before, end);
    press(&mut harness, Modifiers::ALT, Key::ArrowRight);
    let first_test = moment(&harness);
    assert!(first_test.starts_with(&before) && first_test.ends_with(".1"), "{first_test}");
    press(&mut harness, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(moment(&harness), before);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(moment(&harness), end);
    press(&mut harness, CTRL, Key::ArrowLeft);
    assert!(moment(&harness).starts_with("samples:"));
    click(&mut harness, "To the end");
    assert!(moment(&harness).starts_with("audit:"));
}

#[test]
fn stepping_back_visits_what_stepping_forwards_did() {
    for level in [Key::Num2, Key::Num3, Key::Num4] {
        let mut harness = window("stair.txt");
        press(&mut harness, Modifiers::NONE, level);
        let at = Moment::after(StageName::Funnel, 3);
        harness.state_mut().apply(Command::Seek(at));
        let mut forwards = vec![moment(&harness)];
        for _ in 0..12 {
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
            forwards.push(moment(&harness));
        }
        let mut backwards = vec![moment(&harness)];
        for _ in 0..12 {
            press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
            backwards.push(moment(&harness));
        }
        backwards.reverse();
        assert_eq!(forwards[1..], backwards[1..], "{level:?}");
    }
}

#[test]
fn dragging_along_a_lane_scrubs() {
    let mut harness = window("pillars.txt");
    let lane = harness.get_by_label("stage triangulate").rect();
    for (share, expected) in [(0.25, 0.25), (0.75, 0.75), (0.5, 0.5)] {
        let at = Pos2::new(lane.min.x + lane.width() * share, lane.center().y + 8.0);
        harness.drag_at(at);
        harness.run_steps(2);
        harness.drop_at(at);
        settle(&mut harness);
        let Moment { lane, at, .. } = harness.state().debugger().moment();
        let stage = lane.stage;
        assert_eq!(stage, StageName::Triangulate);
        let all = harness.state().debugger().lane().expect("there is a lane").len();
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        let reached = at as f32 / all as f32;
        assert!((reached - expected).abs() < 0.02, "{reached} of the lane instead of {expected}");
    }
}

#[test]
fn a_drag_goes_on_over_the_seam_between_lanes() {
    let mut harness = window("pillars.txt");
    let [from, to] = ["stage samples", "stage funnel"].map(|it| harness.get_by_label(it).rect().center());
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(to);
    harness.run_steps(2);
    harness.drop_at(to);
    settle(&mut harness);
    assert_eq!(harness.state().debugger().moment().stage(), StageName::Funnel);
}

#[test]
fn a_setting_changes_the_bake_at_once() {
    let mut harness = window("pillars.txt");
    let before = harness.state().debugger().bake().expect("baked").report.vertices;
    harness.get_by(|node| node.value().as_deref() == Some("5") && node.label().as_deref() == Some("samples")).click();
    settle(&mut harness);
    click(&mut harness, "2x2");
    let after = harness.state().debugger().bake().expect("baked").report.vertices;
    assert_eq!(before, 222 * 5 + 2);
    assert_eq!(after, 222 * 4 + 2);
    click(&mut harness, "article");
    assert_eq!(harness.state().debugger().bake().expect("baked").report.walkable, 1999);
    harness.get_by_label_contains("segments break a rule");
}

#[test]
fn clicks_with_modifiers_set_start_and_goal() {
    let mut harness = window("pillars.txt");
    let at = place(&harness, 3.5, 10.5);
    click_at(&mut harness, at, Modifiers::SHIFT);
    let start = harness.state().debugger().start().expect("set");
    assert!(start.distance(Point::new(3.5, 10.5)) < 0.03, "{start}");
    let at = place(&harness, 1.5, 14.5);
    click_at(&mut harness, at, CTRL);
    let report = &harness.state().debugger().query().expect("queried").report;
    assert_eq!(report.outcome, Outcome::Found);
    assert!(report.points[report.points.len() - 1].distance(Point::new(1.5, 14.5)) < 0.03);
    let at = place(&harness, 0.5, 0.5);
    click_at(&mut harness, at, CTRL);
    harness.get_by_label_contains("The goal lies in a wall");
}

#[test]
fn a_bad_file_leaves_the_old_one_standing_and_says_why() {
    let mut harness = window("stair.txt");
    let opened = io::parse("bad.txt", "###\n#\t#\n", Limits::default());
    harness.state_mut().open(opened);
    settle(&mut harness);
    assert_eq!(harness.state().debugger().scenario().name, "stair.txt");
    harness.get_by_label_contains("bad.txt:2:2:");
    click(&mut harness, "Dismiss");
    assert_eq!(harness.state().notice(), None);
    let opened = io::parse("good.txt", "#####\n#S G#\n#####\n", Limits::default());
    harness.state_mut().open(opened);
    settle(&mut harness);
    assert_eq!(harness.state().debugger().scenario().name, "good.txt");
    harness.get_by_label("Found, and legal");
}

#[test]
fn the_lens_tells_a_rounded_answer_from_the_exact_one() {
    let mut harness = window("article_open_6_1.txt");
    harness.state_mut().apply(Command::Preset("article".to_owned()));
    settle(&mut harness);
    harness.state_mut().apply(Command::Seek(Moment::after(StageName::Funnel, 4)));
    let wrong = (0..2000).find(|_| {
        press(&mut harness, Modifiers::ALT, Key::ArrowRight);
        harness.state().debugger().told().and_then(|it| it.lens).is_some_and(|it| it.is_wrong())
    });
    assert!(wrong.is_some(), "the article's flipped signs show within the first tests");
    harness.get_by_label_contains("This answer is wrong");
}

#[test]
fn zooming_as_far_as_it_goes_shows_something_at_once() {
    let mut harness = window("stair.txt");
    let scale = |harness: &Window| place(harness, 1.0, 0.0).x - place(harness, 0.0, 0.0).x;
    for stage in [StageName::Triangulate, StageName::Search] {
        harness.state_mut().apply(Command::Seek(Moment::after(stage, 40)));
        settle(&mut harness);
        let fitted = scale(&harness);
        for (key, factor, limit) in [(Key::Minus, 1.0 / 1.5, 0.02), (Key::Plus, 1.5, 20_000.0)] {
            for _ in 0..60 {
                let expected = (scale(&harness) * factor).clamp(0.02, 20_000.0);
                harness.key_press(key);
                harness.run_steps(1);
                let reached = scale(&harness);
                // Places on the screen are rounded to single precision, which shows where cells are tiny.
                assert!((reached - expected).abs() < 1e-3 + 0.01 * expected, "{key:?}: {reached} and not {expected}");
                assert!(shows_a_picture(&harness), "{key:?}: nothing at {reached} points a cell");
            }
            let reached = scale(&harness);
            assert!((reached - limit).abs() < 1e-3 + 0.01 * limit, "{key:?}: {reached} and not {limit}");
        }
        press(&mut harness, Modifiers::NONE, Key::F);
        assert_eq!(scale(&harness), fitted);
    }
}

/// Whether any mark is painted on the canvas.
fn shows_a_picture(window: &Window) -> bool {
    let canvas = canvas(window);
    let mut shapes = window.output().shapes.iter();
    shapes.any(|it| {
        let is_mesh = matches!(&it.shape, egui::Shape::Mesh(mesh) if !mesh.is_empty());
        is_mesh && it.clip_rect == canvas && it.shape.visual_bounding_rect().intersects(canvas)
    })
}

#[test]
fn cells_tell_what_the_search_knows_of_them_where_there_is_room() {
    let mut harness = window("two-rooms.toml");
    let value = Value::Word("grid".to_owned());
    harness.state_mut().apply(Command::Set { path: "search.graph".to_owned(), value });
    settle(&mut harness);
    seek(&mut harness, "grid:40");
    let numbers = |harness: &Window| {
        let painted = painted(harness);
        painted.into_iter().filter(|(text, _)| text.starts_with("g ") && text.contains("\nh ")).count()
    };
    assert_eq!(numbers(&harness), 0, "they would not be legible");
    harness.state_mut().zoom_to_step(1.0);
    harness.state_mut().zoom(4.0);
    settle(&mut harness);
    harness.state_mut().pan(250.0);
    // A picture that took long is drawn anew a little later.
    (0..4).for_each(|_| settle(&mut harness));
    assert!(numbers(&harness) > 3);
}
