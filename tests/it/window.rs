//! The window, driven through the labels that people hear and see.

use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::{Harness, kittest::Queryable as _};
use navscope::{
    app::Navscope,
    debugger::{Command, Moment},
    geometry::Point,
    io::{self, Limits},
    search::Outcome,
    trace::StageName,
};

fn window(maze: &str) -> Harness<'static, Navscope> {
    let mut app = Navscope::new(Some(io::built_in(maze).expect("built in")), None);
    app.settle();
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(20)
        .build_ui_state(|ui, app: &mut Navscope| app.ui(ui), app);
    settle(&mut harness);
    harness
}

/// Lets the window do what it was asked, and the work behind it finish.
fn settle(harness: &mut Harness<'_, Navscope>) {
    for _ in 0..3 {
        harness.run_steps(2);
        harness.state_mut().settle();
    }
    harness.run_steps(2);
}

fn press(harness: &mut Harness<'_, Navscope>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    settle(harness);
}

fn click(harness: &mut Harness<'_, Navscope>, label: &str) {
    harness.get_by_label(label).click();
    settle(harness);
}

fn click_at(harness: &mut Harness<'_, Navscope>, at: Pos2, modifiers: Modifiers) {
    harness.event_modifiers(Event::PointerMoved(at), modifiers);
    for pressed in [true, false] {
        let event = Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers };
        harness.event_modifiers(event, modifiers);
    }
    settle(harness);
}

fn moment(harness: &Harness<'_, Navscope>) -> String {
    harness.state().debugger().moment().to_string()
}

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
    press(&mut harness, Modifiers::CTRL, Key::ArrowRight);
    press(&mut harness, Modifiers::CTRL, Key::ArrowRight);
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
    press(&mut harness, Modifiers::CTRL, Key::ArrowLeft);
    assert!(moment(&harness).starts_with("samples:"));
    click(&mut harness, "To the end");
    assert!(moment(&harness).starts_with("audit:"));
}

#[test]
fn stepping_back_visits_what_stepping_forwards_did() {
    for level in [Key::Num2, Key::Num3, Key::Num4] {
        let mut harness = window("stair.txt");
        press(&mut harness, Modifiers::NONE, level);
        let at = Moment { stage: StageName::Funnel, at: 3, observed: 0 };
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
        let Moment { stage, at, .. } = harness.state().debugger().moment();
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
    assert_eq!(harness.state().debugger().moment().stage, StageName::Funnel);
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
    let place = |harness: &Harness<'_, Navscope>, x, y| {
        harness.state().screen_from_world(Point::new(x, y)).expect("a frame was drawn")
    };
    let at = place(&harness, 3.5, 10.5);
    click_at(&mut harness, at, Modifiers::SHIFT);
    let start = harness.state().debugger().start().expect("set");
    assert!(start.distance(Point::new(3.5, 10.5)) < 0.03, "{start}");
    let at = place(&harness, 1.5, 14.5);
    click_at(&mut harness, at, Modifiers::CTRL);
    let report = &harness.state().debugger().query().expect("queried").report;
    assert_eq!(report.outcome, Outcome::Found);
    assert!(report.points[report.points.len() - 1].distance(Point::new(1.5, 14.5)) < 0.03);
    let at = place(&harness, 0.5, 0.5);
    click_at(&mut harness, at, Modifiers::CTRL);
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
    harness.state_mut().apply(Command::Seek(Moment { stage: StageName::Funnel, at: 4, observed: 0 }));
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
    for stage in [StageName::Triangulate, StageName::Search] {
        harness.state_mut().apply(Command::Seek(Moment { stage, at: 40, observed: 0 }));
        for key in [Key::Minus, Key::Plus] {
            for _ in 0..60 {
                harness.key_press(key);
                harness.run_steps(1);
            }
        }
        press(&mut harness, Modifiers::NONE, Key::F);
    }
}

/// Clicks, keys, drags and files in any order: nothing panics, and the cursor always is somewhere.
#[test]
fn nothing_that_is_done_at_random_breaks_it() {
    let mut harness = window("article.txt");
    let mut random = crate::random::Random::new(7);
    let keys = [
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::Home,
        Key::End,
        Key::F,
        Key::Plus,
        Key::Minus,
        Key::Period,
        Key::R,
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::P,
        Key::Questionmark,
        Key::Escape,
        Key::Tab,
        Key::Enter,
    ];
    let modifiers = [Modifiers::NONE, Modifiers::SHIFT, Modifiers::CTRL, Modifiers::ALT];
    let files = ["", "#", "S", "#####\n#S G#\n#####\n", "\t", "###\n# #\n###\n", "G G"];
    for step in 0..1500 {
        #[expect(clippy::cast_precision_loss, reason = "places on a screen")]
        let mut at = || Pos2::new(random.below(1280) as f32, random.below(800) as f32);
        let (from, to) = (at(), at());
        let modifier = modifiers[random.below(4)];
        match random.below(8) {
            0..=2 => click_quietly(&mut harness, from, modifier),
            3 => {
                harness.drag_at(from);
                harness.run_steps(1);
                harness.drag_at(to);
                harness.run_steps(1);
                harness.drop_at(to);
            }
            4 if step % 20 == 0 => {
                let opened = io::parse("random.txt", files[random.below(files.len())], Limits::default());
                harness.state_mut().open(opened);
            }
            5 => harness.event(Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: egui::vec2(0.0, if random.below(2) == 0 { 40.0 } else { -40.0 }),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Wheel,
                modifiers: Modifiers::NONE,
            }),
            _ => harness.key_press_modifiers(modifier, keys[random.below(keys.len())]),
        }
        harness.run_steps(1);
        if step % 7 == 0 {
            harness.state_mut().settle();
        }
        let debugger = harness.state().debugger();
        let (at, all) = debugger.position();
        assert!(at <= all);
        if debugger.bake().is_some() {
            assert_eq!(debugger.lane().map(navscope::debugger::Lane::name), Some(debugger.moment().stage));
        }
    }
}

/// As [`click_at`], without waiting for the work behind it.
fn click_quietly(harness: &mut Harness<'_, Navscope>, at: Pos2, modifiers: Modifiers) {
    for pressed in [true, false] {
        let event = Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers };
        harness.event_modifiers(event, modifiers);
    }
}
