//! The panels around the canvas: what they list is so, and clicking in them goes where they say.

use egui::{Key, Modifiers, PointerButton, Pos2, Rect, Role};
use egui_kittest::kittest::Queryable as _;
use navscope::{
    app::Navscope,
    debugger::{Command, Complaint, Debugger, Lane},
    io::{self, Limits, Scenario},
    maze::Cell,
    record::Level,
    trace::{Moment, StageName, Thing},
};

use crate::window_rig::{
    CTRL, Folder, Seen, Window, app_on, canvas, cell, choose, click, click_at, click_with, drag, drawn, focused, is_on,
    labelled, moment, open_window, painted, place, press, retype, seek, seen, settle, shows, tap, tells, type_text,
    wheel, window, window_on,
};

/// The rows of the list of events that are in view: the moment, and whether the cursor is there.
fn listed(window: &Window) -> Vec<(String, bool, Rect)> {
    let rows = seen(window).into_iter().filter(|it| it.label.starts_with("event ") && it.role == Role::ListItem);
    let of = |it: &Seen| {
        let moment = it.label.trim_start_matches("event ").split(": ").next().unwrap_or_default().to_owned();
        (moment, it.on == Some(true), it.rect)
    };
    rows.map(|it| of(&it)).collect()
}

fn moments(window: &Window) -> Vec<String> {
    listed(window).into_iter().map(|it| it.0).collect()
}

fn filter(window: &mut Window, text: &str) {
    press(window, CTRL, Key::F);
    retype(window, text);
    window.state_mut().settle();
    settle(window);
}

/// A corridor with some corners, and few events.
fn bent() -> Scenario {
    drawn("bent.txt", &["#######", "#S  #G#", "### # #", "#     #", "#######"])
}

/// The events that meet a condition, in order; found the slow way, a row at a time.
fn rows_that(window: &Window, holds: impl Fn(Moment, &str, &str) -> bool) -> Vec<String> {
    let debugger = window.state().debugger();
    let all = (1..=debugger.position().1).filter_map(|it| debugger.moment_of(it));
    let told = all.filter(|it| debugger.row(*it).is_some_and(|row| holds(*it, row.kind, &row.brief)));
    told.map(|it| it.to_string()).collect()
}

#[test]
fn a_row_of_the_events_is_labelled_and_a_click_seeks_it() {
    let mut window = window("two-rooms.toml");
    seek(&mut window, "search:3");
    let rows = listed(&window);
    let current: Vec<_> = rows.iter().filter(|it| it.1).map(|it| it.0.as_str()).collect();
    assert_eq!(current, ["search:3"]);
    for index in 0..rows.len() {
        let list = window.get_by_label("list of events").rect();
        let (target, _, before) = listed(&window)[index].clone();
        click_at(&mut window, before.center(), Modifiers::NONE);
        assert_eq!(moment(&window), target);
        let current: Vec<_> = listed(&window).into_iter().filter(|it| it.1).collect();
        let [(_, _, after)] = &current[..] else { panic!("{target}: {current:?}") };
        assert_eq!(current[0].0, target);
        // It moves by no more than what of it was out of view.
        assert!(list.contains_rect(*after) && (after.center().y - before.center().y).abs() < 18.0, "{target}");
    }
    // A row says what the debugger tells.
    let it = window.state().debugger().moment();
    let row = window.state().debugger().row(it).expect("there is an event");
    assert!(shows(&window, &format!("event {it}: {} {}", row.kind, row.brief)));
}

#[test]
fn the_arrows_step_in_the_list() {
    let mut window = window_on(bent());
    let funnel = rows_that(&window, |it, _, _| it.stage() == StageName::Funnel);
    filter(&mut window, "stage:funnel");
    press(&mut window, Modifiers::NONE, Key::Enter);
    click_at(&mut window, canvas_corner(), Modifiers::NONE);
    seek(&mut window, "samples:0");
    let mut walked = Vec::new();
    for _ in 0..funnel.len() {
        tap(&mut window, Key::ArrowDown);
        walked.push(moment(&window));
    }
    assert_eq!(walked, funnel);
    tap(&mut window, Key::ArrowDown);
    assert_eq!(moment(&window), funnel[funnel.len() - 1], "behind the last there is none");
    seek(&mut window, "audit:1");
    let mut back = Vec::new();
    for _ in 0..funnel.len() {
        tap(&mut window, Key::ArrowUp);
        back.push(moment(&window));
    }
    back.reverse();
    assert_eq!(back, funnel);
    // Without a filter each event has its row.
    filter(&mut window, "");
    click_at(&mut window, canvas_corner(), Modifiers::NONE);
    seek(&mut window, "samples:4");
    tap(&mut window, Key::ArrowDown);
    assert_eq!(moment(&window), "samples:5");
    tap(&mut window, Key::ArrowUp);
    tap(&mut window, Key::ArrowUp);
    assert_eq!(moment(&window), "samples:3");
}

/// A place on the canvas where there is nothing to be hit.
fn canvas_corner() -> Pos2 {
    Pos2::new(330.0, 50.0)
}

#[test]
fn a_filter_narrows_the_list_as_it_is_typed_and_says_what_is_wrong_with_it() {
    let mut window = window("two-rooms.toml");
    let (_, all) = window.state().debugger().position();
    assert!(tells(&window, &format!("all {} events", grouped(all))));
    filter(&mut window, "kind:expanded");
    let expanded = rows_that(&window, |_, kind, _| kind == "expanded");
    assert!(expanded.len() > 3);
    assert!(tells(&window, &format!("{} events", grouped(expanded.len()))));
    assert!(moments(&window).iter().all(|it| expanded.contains(it)));
    filter(&mut window, "kind:nonsense");
    assert!(tells(&window, "⚠ "), "{:?}", window.state().debugger().filter_error());
    filter(&mut window, "triangle:99999999");
    assert!(moments(&window).is_empty());
    filter(&mut window, "");
    assert!(tells(&window, &format!("all {} events", grouped(all))));
}

fn grouped(number: usize) -> String {
    let text = number.to_string();
    let (head, tail) = text.split_at(text.len().saturating_sub(3));
    if head.is_empty() { tail.to_owned() } else { format!("{head},{tail}") }
}

#[test]
fn words_are_completed_by_tab_and_by_the_pointer() {
    let mut window = window("two-rooms.toml");
    press(&mut window, CTRL, Key::F);
    type_text(&mut window, "stage:fun");
    assert!(tells(&window, "stage:fun"));
    tap(&mut window, Key::Tab);
    let value = |window: &Window, label: &str| {
        let field = labelled(window, label).into_iter().find(|it| it.role == Role::TextInput);
        field.map(|it| it.value).unwrap_or_default()
    };
    assert_eq!(value(&window, "filter").trim(), "stage:funnel");
    assert_eq!(focused(&window).as_deref(), Some("filter"));
    assert!(moments(&window).iter().all(|it| it.starts_with("funnel:")));
    type_text(&mut window, " kind:tur");
    let offered = seen(&window).into_iter().find(|it| it.label.trim() == "turned").expect("it is offered");
    click_at(&mut window, offered.rect.center(), Modifiers::NONE);
    assert_eq!(value(&window, "filter").trim(), "stage:funnel kind:turned");
    assert_eq!(focused(&window).as_deref(), Some("filter"), "one goes on typing");
    let turned = rows_that(&window, |it, kind, _| it.stage() == StageName::Funnel && kind == "turned");
    window.state_mut().settle();
    settle(&mut window);
    let filtered = &window.state().debugger().filtered().expect("there is a filter").moments;
    assert_eq!(filtered.iter().map(ToString::to_string).collect::<Vec<_>>(), turned);
    assert!(!turned.is_empty() && moments(&window).iter().all(|it| turned.contains(it)));
}

#[test]
fn wheel_and_scroll_bar_reach_both_ends_of_a_long_list() {
    let mut window = window("random40.txt");
    let (_, all) = window.state().debugger().position();
    let [first, last] = [1, all].map(|it| window.state().debugger().moment_of(it).expect("in range").to_string());
    let list = window.get_by_label("list of events").rect();
    assert!(all > 10_000 && moments(&window).contains(&last));
    let bar = |window: &Window| window.get_by_label("scroll the events").rect();
    let at = bar(&window);
    drag(
        &mut window,
        &[at.center_bottom() - egui::vec2(0.0, 3.0), at.center(), at.center_top()],
        PointerButton::Primary,
    );
    assert!(moments(&window).contains(&first), "{:?}", moments(&window));
    drag(&mut window, &[at.center_top(), at.center_bottom()], PointerButton::Primary);
    assert!(moments(&window).contains(&last), "{:?}", moments(&window));
    let (_, _, rect) = listed(&window).into_iter().find(|it| it.0 == last).expect("in view");
    assert!(list.contains_rect(rect), "the last row is wholly in view: {rect:?} in {list:?}");
    click_at(&mut window, at.center_top() + egui::vec2(0.0, 1.0), Modifiers::NONE);
    assert!(moments(&window).contains(&first));
    wheel(&mut window, list.center(), -60.0);
    assert!(!moments(&window).contains(&first));
    wheel(&mut window, list.center(), 90.0);
    assert!(moments(&window).contains(&first));
    // The list follows the cursor.
    seek(&mut window, "filter:100");
    assert!(moments(&window).contains(&"filter:100".to_owned()));
    for _ in 0..12 {
        tap(&mut window, Key::ArrowDown);
        assert!(listed(&window).iter().any(|it| it.1 && list.contains_rect(it.2)), "{}", moment(&window));
    }
}

fn conditions(window: &Window) -> Vec<String> {
    window.state().debugger().scenario().breakpoints.iter().map(|it| it.when.to_string()).collect()
}

#[test]
fn breakpoints_are_added_in_four_ways() {
    let mut window = window("two-rooms.toml");
    tap(&mut window, Key::F9);
    type_text(&mut window, "kind:turned ");
    tap(&mut window, Key::Enter);
    assert_eq!(conditions(&window), ["kind:turned"]);
    // The keyboard is free again, to run there; and bad ones are explained.
    assert_eq!(focused(&window), None);
    tap(&mut window, Key::F9);
    assert_eq!(focused(&window).as_deref(), Some("break when"));
    type_text(&mut window, "zone > ");
    tap(&mut window, Key::Enter);
    assert_eq!(conditions(&window).len(), 1);
    assert!(window.state().debugger().said().is_some() || window.state().debugger().trouble().is_some());
    window.get_by_label("Common").click();
    settle(&mut window);
    let common = seen(&window).into_iter().find(|it| it.label.contains("apex moved")).expect("it is common");
    click_at(&mut window, common.rect.center(), Modifiers::NONE);
    assert_eq!(conditions(&window), ["kind:turned", "apex moved"]);
    // By the right button, on the canvas.
    seek(&mut window, "filter:end");
    let at = place(&window, 4.6, 2.55);
    click_with(&mut window, at, PointerButton::Secondary);
    let offered = seen(&window).into_iter().find(|it| it.label.starts_with("Break on triangle")).expect("offered");
    let thing = offered.label.trim_start_matches("Break on ").replace(' ', ":");
    click_at(&mut window, offered.rect.center(), Modifiers::NONE);
    assert_eq!(conditions(&window)[2], thing);
    // And by the inspector.
    click_at(&mut window, at, Modifiers::NONE);
    let thing = window.state().debugger().selected().expect("something is there").to_string();
    let other = place(&window, 13.6, 3.3);
    click_at(&mut window, other, Modifiers::NONE);
    let selected = window.state().debugger().selected().expect("something is there").to_string();
    assert_ne!(selected, thing);
    scroll_to(&mut window, "Break");
    click(&mut window, "Break");
    assert_eq!(conditions(&window)[3], selected.replace(' ', ":"));
}

#[test]
fn runs_stop_at_the_same_moments_both_ways() {
    let mut window = window_on(bent());
    let expected = rows_that(&window, |_, kind, _| kind == "turned" || kind == "expanded");
    for when in ["kind:turned", "kind:expanded"] {
        window.state_mut().apply(Command::AddBreakpoint(when.to_owned()));
    }
    seek(&mut window, "samples:0");
    let mut forwards = Vec::new();
    loop {
        let before = moment(&window);
        tap(&mut window, if forwards.len() % 2 == 0 { Key::N } else { Key::F5 });
        if moment(&window) == before {
            break;
        }
        forwards.push(moment(&window));
    }
    assert_eq!(forwards, expected);
    assert!(window.state().debugger().said().is_some(), "that there is no more is said");
    seek(&mut window, "audit:end");
    let mut backwards = Vec::new();
    for _ in 0..expected.len() {
        press(&mut window, Modifiers::SHIFT, if backwards.len() % 2 == 0 { Key::N } else { Key::F5 });
        backwards.push(moment(&window));
    }
    backwards.reverse();
    assert_eq!(backwards, expected);
    // Off, only the other one counts; removed, likewise.
    press(&mut window, CTRL, Key::Num2);
    click(&mut window, "break when kind:expanded");
    assert!(shows(&window, "off"));
    seek(&mut window, "samples:0");
    click(&mut window, "Run to the next breakpoint");
    let turned = rows_that(&window, |_, kind, _| kind == "turned");
    assert_eq!(moment(&window), turned[0]);
    assert!(tells(&window, &format!("{} hit", turned.len())));
    click(&mut window, "remove kind:turned");
    assert_eq!(conditions(&window), ["kind:expanded"]);
    click(&mut window, "break when kind:expanded");
    seek(&mut window, "samples:0");
    click(&mut window, "Run to the next breakpoint");
    assert!(moment(&window).starts_with("search:"));
}

#[test]
fn breakpoints_and_bookmarks_survive_saving() {
    let folder = Folder::new("stops");
    let mut window = window("two-rooms.toml");
    for (when, at) in [("kind:turned", "funnel:2"), ("zone > 5 -stage:search", "samples:4")] {
        window.state_mut().apply(Command::AddBreakpoint(when.to_owned()));
        seek(&mut window, at);
        tap(&mut window, Key::M);
    }
    press(&mut window, CTRL, Key::Num2);
    click(&mut window, "break when kind:turned");
    choose(&mut window, "File", "Save to path …");
    let path = folder.file("stops.toml");
    retype(&mut window, &path.display().to_string());
    tap(&mut window, Key::Enter);
    assert!(!window.state().debugger().is_unsaved());
    let opened = window_on(io::open(&path, Limits::default()).expect("saved"));
    let scenario = opened.state().debugger().scenario();
    let kept: Vec<_> = scenario.breakpoints.iter().map(|it| (it.when.to_string(), it.on)).collect();
    assert_eq!(kept, [("kind:turned".to_owned(), false), ("zone > 5 -stage:search".to_owned(), true)]);
    assert_eq!(scenario.bookmarks.iter().map(ToString::to_string).collect::<Vec<_>>(), ["samples:4", "funnel:2"]);
    // They are there to be gone to.
    let mut window = opened;
    press(&mut window, CTRL, Key::Num2);
    click(&mut window, "funnel:2");
    assert_eq!(moment(&window), "funnel:2");
    tap(&mut window, Key::M);
    assert_eq!(window.state().debugger().scenario().bookmarks.len(), 1);
    press(&mut window, Modifiers::SHIFT, Key::J);
    assert_eq!(moment(&window), "samples:4");
}

#[test]
fn why_there_is_no_path_is_told_and_shown() {
    let mut window = window("article.txt");
    let why = window.state().debugger().why_no_path().expect("there is none").to_owned();
    assert!(!why.is_empty());
    assert!(tells(&window, &why), "beside the path");
    press(&mut window, CTRL, Key::Num4);
    assert!(shows(&window, "Why no path?"));
    // Showing the places brings them into view.
    for _ in 0..12 {
        tap(&mut window, Key::Plus);
    }
    let places = window.state().debugger().no_path_places().to_vec();
    assert!(!places.is_empty());
    let button = labelled(&window, "Show").into_iter().next().expect("there are places");
    click_at(&mut window, button.rect.center(), Modifiers::NONE);
    for p in places {
        let at = window.state().screen_from_world(p).expect("drawn");
        assert!(canvas(&window).contains(at), "{p} is at {at:?}");
    }
}

#[test]
fn a_violation_is_selected_zoomed_to_and_sought() {
    let mut window = window("random40.txt");
    window.state_mut().apply(Command::Preset("article".to_owned()));
    settle(&mut window);
    press(&mut window, CTRL, Key::Num4);
    let complaints: Vec<(String, String)> = {
        let of = window.state().debugger().complaints().iter();
        of.map(|it| (it.kind.clone(), format!("{}, {}", it.text, it.at))).collect()
    };
    let mut kinds: Vec<String> = complaints.iter().map(|it| it.0.clone()).collect();
    kinds.dedup();
    assert!(kinds.len() > 1, "{kinds:?}");
    for kind in &kinds {
        let count = complaints.iter().filter(|it| it.0 == *kind).count();
        click(&mut window, &format!("{}  {}", kind.replace('-', " "), grouped(count)));
        let row = seen(&window).into_iter().find(|it| it.role == Role::ListItem).expect("a row");
        let index = complaints.iter().position(|it| it.0 == *kind).expect("of that kind");
        assert_eq!(row.label, complaints[index].1, "the first of that kind is listed first");
        tap(&mut window, Key::F);
        click_at(&mut window, row.rect.left_center() + egui::vec2(20.0, 0.0), Modifiers::NONE);
        let of = &window.state().debugger().complaints()[index];
        assert_eq!(window.state().debugger().selected(), of.thing, "{kind}");
        let at = window.state().screen_from_world(of.at).expect("drawn");
        assert!(canvas(&window).contains(at), "{kind}");
        // By another way: where the debugger says it held first.
        let mut other = Debugger::new(window.state().debugger().scenario().clone());
        while other.progress().is_some() || other.is_finding() {
            other.settle();
        }
        other.apply(Command::SeekFirst(index));
        while other.is_finding() {
            other.settle();
        }
        assert_eq!(other.moment().to_string(), moment(&window), "{kind}");
        click(&mut window, &format!("{}  {}", kind.replace('-', " "), grouped(count)));
    }
    assert!(is_on(&window, &format!("all  {}", grouped(complaints.len()))));
}

#[test]
fn a_click_into_a_plot_seeks() {
    let mut window = window("two-rooms.toml");
    press(&mut window, CTRL, Key::Num3);
    let plots: Vec<Seen> = seen(&window).into_iter().filter(|it| it.label.starts_with("plot: ")).collect();
    assert!(plots.iter().any(|it| it.label.contains("margin of")), "{plots:?}");
    // The drawer has a margin.
    let whole = window.ctx.content_rect().shrink(12.0);
    let mut tried = 0;
    for plot in plots.iter().filter(|it| whole.contains(it.rect.center())) {
        let mut reached = Vec::new();
        for share in [0.35, 0.6, 0.9] {
            seek(&mut window, "samples:1");
            let at = plot.rect.left_top() + plot.rect.size() * egui::vec2(share, 0.5);
            if !whole.contains(at) {
                continue;
            }
            click_at(&mut window, at, Modifiers::NONE);
            reached.push(window.state().debugger().moment());
            assert_ne!(moment(&window), "samples:1", "{} {:?} at {at:?}", plot.label, plot.rect);
        }
        assert!(reached.iter().all(|it| it.to_string() != "samples:1"), "{}: {reached:?}", plot.label);
        assert!(reached.windows(2).all(|pair| pair[0] <= pair[1]), "{}: {reached:?}", plot.label);
        assert!(reached.len() < 3 || reached[0] < reached[2], "{}: {reached:?}", plot.label);
        tried += 1;
    }
    assert!(tried >= 2, "{tried}");
    // Those further right are scrolled to, or there is a wider window.
    let mut app = app_on(io::built_in("two-rooms.toml").expect("built in"));
    app.set_dark(false);
    let mut wide = open_window(app, [3000.0, 900.0], 1.0);
    press(&mut wide, CTRL, Key::Num3);
    for (name, stage) in [
        ("conflict zone by insertion", StageName::Triangulate),
        ("open list by expansion", StageName::Search),
        ("f by expansion", StageName::Search),
        ("funnel angle by portal", StageName::Funnel),
    ] {
        seek(&mut wide, "samples:1");
        scroll_to(&mut wide, &format!("plot: {name}"));
        let plot = wide.get_by_label(&format!("plot: {name}")).rect();
        let [left, right] = [0.4, 0.9].map(|share| {
            click_at(&mut wide, plot.left_top() + plot.size() * egui::vec2(share, 0.5), Modifiers::NONE);
            wide.state().debugger().moment()
        });
        assert!(left.stage() == stage && right.stage() == stage && left < right, "{name}: {left} {right}");
    }
    // The histogram shows a triangle of the bar that is clicked.
    scroll_to(&mut wide, "plot: smallest angle of the final triangles");
    let plot = wide.get_by_label("plot: smallest angle of the final triangles").rect();
    let mut selected = false;
    for share in [0.3, 0.45, 0.6, 0.75, 0.9] {
        click_at(&mut wide, plot.left_top() + plot.size() * egui::vec2(share, 0.5), Modifiers::NONE);
        selected |= matches!(wide.state().debugger().selected(), Some(Thing::Triangle(_)));
    }
    assert!(selected);
}

#[test]
fn the_lens_tells_what_the_other_answers_would_have_done() {
    let mut window = window("two-rooms.toml");
    seek(&mut window, "funnel:2");
    let lens = (0..200).find_map(|_| {
        press(&mut window, Modifiers::ALT, Key::ArrowRight);
        window.state().debugger().told().and_then(|it| it.lens).filter(|it| !it.otherwise.is_empty())
    });
    let lens = lens.expect("the funnel asks predicates");
    assert!(tells(&window, &lens.formula));
    for (answer, consequence) in &lens.otherwise {
        assert!(tells(&window, &format!("Were it {answer}, {consequence}.")));
    }
    assert!(!tells(&window, "This answer is wrong"), "exact answers are not");
}

#[test]
fn why_is_a_chain_of_links() {
    let mut window = window("two-rooms.toml");
    let turned = rows_that(&window, |_, kind, _| kind == "turned");
    for at in turned {
        seek(&mut window, &at);
        let (_, causes) = window.state().debugger().why().expect("a corner has causes");
        assert!(causes.len() > 2, "{causes:?}");
        for cause in causes.iter().skip(1) {
            seek(&mut window, &at);
            let label = format!("because {}", cause.text);
            let Some(link) = labelled(&window, &label).into_iter().next() else { panic!("no link: {label}") };
            scroll_to(&mut window, &label);
            assert_eq!(link.role, Role::Link);
            let link = labelled(&window, &label).into_iter().next().expect("still there");
            click_at(&mut window, link.rect.center(), Modifiers::NONE);
            assert_eq!(window.state().debugger().moment(), cause.moment, "{label}");
        }
    }
}

/// Brings something of a panel that scrolls into view.
fn scroll_to(window: &mut Window, label: &str) {
    if let Some(it) = window.query_all_by_label(label).next() {
        it.scroll_to_me();
    }
    settle(window);
}

#[test]
fn a_triangle_that_is_clicked_tells_its_history() {
    let mut window = window("two-rooms.toml");
    seek(&mut window, "search:end");
    let at = place(&window, 4.6, 2.55);
    click_at(&mut window, at, Modifiers::NONE);
    let Some(Thing::Triangle(id)) = window.state().debugger().selected() else { panic!("a triangle is there") };
    let history = window.state().debugger().history().to_vec();
    assert!(history.len() > 1);
    // By another way: every row that names it touches it.
    let name = format!("triangle {id}");
    for (moment, how) in history {
        let label = format!("{name} {how} at {moment}");
        scroll_to(&mut window, &label);
        click(&mut window, &label);
        assert_eq!(window.state().debugger().moment(), moment);
    }
    scroll_to(&mut window, "Clear");
    click(&mut window, "Clear");
    assert_eq!(window.state().debugger().selected(), None);
    assert!(tells(&window, "Click something on the canvas to see its history."));
}

/// The inspector keeps telling exactly one line, wherever the cursor is.
#[test]
fn one_line_of_the_steps_is_the_current_one_at_every_moment() {
    let scenario = drawn("small.txt", &["######", "#S   #", "#  # #", "#   G#", "######"]);
    let mut window = open_window(app_on(scenario), [1280.0, 1600.0], 1.0);
    let lines = |window: &Window| {
        let steps = seen(window)
            .into_iter()
            .filter(|it| it.label.starts_with("current step: ") || it.value.starts_with("current step: "));
        steps.count()
    };
    for level in Level::ALL {
        seek(&mut window, "samples:0");
        let mut visited = 0;
        loop {
            let before = window.state().debugger().moment();
            let expected = usize::from(window.state().debugger().told().is_some());
            let begins = before.at == 0 && before.observed == 0;
            assert_eq!(expected, usize::from(!begins), "{before}");
            assert_eq!(lines(&window), expected, "{before} at level {}", level.name());
            window.state_mut().apply(Command::Step { level, forward: true });
            window.run_steps(2);
            visited += 1;
            // The finest level has thousands of moments; a part of each stage will do.
            if level == Level::Test && visited % 60 == 0 {
                window.state_mut().apply(Command::Step { level: Level::Phase, forward: true });
                window.run_steps(2);
            }
            if window.state().debugger().moment() == before {
                break;
            }
        }
        assert_eq!(window.state().debugger().moment().stage(), StageName::Audit, "{}", level.name());
    }
}

#[test]
fn playing_fast_reaches_the_end_and_stops() {
    let mut window = window("random40.txt");
    (0..12).for_each(|_| tap(&mut window, Key::PageUp));
    let speed = labelled(&window, "speed").into_iter().find(|it| it.role == Role::Slider).expect("a slider");
    assert_eq!(speed.number, Some(100_000.0));
    click(&mut window, "To the beginning");
    window.get_by_label("Play").click();
    let (mut last, mut frames) = (0, 0);
    loop {
        window.run_steps(1);
        frames += 1;
        let (at, all) = window.state().debugger().position();
        assert!(at >= last, "it never goes back");
        last = at;
        if at == all && shows(&window, "Play") {
            break;
        }
        assert!(frames < 100, "at {at} of {all}");
    }
    // From the end it begins again.
    tap(&mut window, Key::P);
    assert!(window.state().debugger().position().0 > 0);
    // It can be paused, and moving stops it.
    (0..12).for_each(|_| tap(&mut window, Key::PageDown));
    tap(&mut window, Key::Home);
    tap(&mut window, Key::P);
    assert!(shows(&window, "Pause"));
    tap(&mut window, Key::P);
    assert!(shows(&window, "Play"));
    let stopped = moment(&window);
    settle(&mut window);
    assert_eq!(moment(&window), stopped);
    tap(&mut window, Key::P);
    tap(&mut window, Key::ArrowRight);
    assert!(shows(&window, "Play"), "a step stops it");
}

#[test]
fn each_stage_has_a_lane_and_its_ends_are_at_its_ends() {
    let mut window = window("two-rooms.toml");
    let stages: Vec<StageName> = window.state().debugger().lanes().into_iter().map(Lane::name).collect();
    for &stage in &stages {
        let lane = window.get_by_label(&format!("stage {}", stage.name())).rect();
        for (x, end) in [(lane.min.x + 0.5, false), (lane.max.x - 0.5, true)] {
            click_at(&mut window, Pos2::new(x, lane.center().y), Modifiers::NONE);
            let it = window.state().debugger().lane().expect("there is a lane");
            assert_eq!(it.name(), stage);
            // A pixel may stand for several events.
            let slack = it.len() / 200;
            assert!(if end { it.at() + slack >= it.len() } else { it.at() <= slack }, "{stage:?} {end} {}", it.at());
        }
    }
    // Lanes stand side by side and in order.
    let lanes: Vec<Rect> =
        stages.iter().map(|it| window.get_by_label(&format!("stage {}", it.name())).rect()).collect();
    assert!(lanes.len() == 7 && lanes.windows(2).all(|pair| pair[0].max.x < pair[1].min.x));
}

/// The shapes painted within a part of the window, as text: equal where nothing differs.
fn shapes(window: &Window, area: Rect) -> Vec<String> {
    let within = window.output().shapes.iter().filter(|it| area.contains_rect(it.shape.visual_bounding_rect()));
    within.map(|it| format!("{:?}", it.shape)).collect()
}

#[test]
fn stops_bookmarks_and_faults_are_marked_on_the_lanes() {
    let mut window = window("two-rooms.toml");
    let lane = |window: &Window, stage: &str| window.get_by_label(&format!("stage {stage}")).rect();
    seek(&mut window, "samples:0");
    let count = |window: &Window, stage: &str| shapes(window, lane(window, stage).expand(4.0)).len();
    let before = count(&window, "funnel");
    window.state_mut().apply(Command::AddBreakpoint("stage:funnel".to_owned()));
    settle(&mut window);
    let with_stops = count(&window, "funnel");
    assert!(with_stops > before, "{with_stops} {before}");
    window.state_mut().apply(Command::EnableBreakpoint { index: 0, on: false });
    settle(&mut window);
    assert_eq!(count(&window, "funnel"), before);
    seek(&mut window, "funnel:2");
    tap(&mut window, Key::M);
    seek(&mut window, "samples:0");
    assert!(count(&window, "funnel") > before, "a bookmark is a flag");
    // The article's settings break rules, and where they do is marked.
    let mut window = crate::window_rig::window("article_open_6_1.txt");
    let before = count(&window, "audit");
    window.state_mut().apply(Command::Preset("article".to_owned()));
    settle(&mut window);
    let audit =
        window.state().debugger().lanes().into_iter().find(|it| it.name() == StageName::Audit).map(Lane::faults);
    assert!(audit.is_some_and(|it| !it.is_empty()));
    assert_ne!(count(&window, "audit"), before);
}

#[test]
fn a_layer_that_is_switched_off_is_gone_from_the_canvas() {
    let mut window = window("two-rooms.toml");
    seek(&mut window, "search:end");
    let mut tried = Vec::new();
    let layers: Vec<String> =
        seen(&window).into_iter().map(|it| it.label).filter(|it| it.starts_with("layer ")).collect();
    assert!(layers.len() > 6, "{layers:?}");
    for layer in &layers {
        window.remove_cursor();
        settle(&mut window);
        let mut picture = canvas(&window);
        picture.max.x -= 172.0;
        let before = meshes(&window, picture);
        click(&mut window, layer);
        window.remove_cursor();
        settle(&mut window);
        assert!(!is_on(&window, layer));
        let off = meshes(&window, picture);
        click(&mut window, layer);
        window.remove_cursor();
        settle(&mut window);
        assert!(is_on(&window, layer));
        assert_eq!(meshes(&window, picture), before, "{layer}");
        tried.push((layer.clone(), off != before));
    }
    let kept: Vec<_> = tried.into_iter().filter(|it| !it.1).collect();
    assert!(kept.is_empty(), "these make no difference: {kept:?}");
}

/// What is painted on a part of the window, but for texts.
fn meshes(window: &Window, area: Rect) -> Vec<String> {
    let shapes = window.output().shapes.iter().filter(|it| it.clip_rect.intersects(area));
    let of = shapes.filter_map(|it| match &it.shape {
        egui::Shape::Mesh(mesh) => Some(format!("{:?}", mesh.vertices)),
        _ => None,
    });
    of.collect()
}

#[test]
fn hidden_panels_leave_the_canvas_more_room() {
    let mut window = window("two-rooms.toml");
    let before = canvas(&window);
    tap(&mut window, Key::F2);
    let without_settings = canvas(&window);
    assert!(without_settings.min.x < before.min.x - 200.0);
    tap(&mut window, Key::F3);
    let without_inspector = canvas(&window);
    assert!(without_inspector.max.x > before.max.x + 200.0);
    click(&mut window, "Hide the drawer");
    let without_drawer = canvas(&window);
    assert!(without_drawer.max.y > before.max.y + 90.0);
    click(&mut window, "Show the drawer");
    tap(&mut window, Key::F2);
    tap(&mut window, Key::F3);
    assert_eq!(canvas(&window), before);
    // All of the maze is fitted into whatever room there is.
    let maze = window.state().debugger().scenario().maze.bounds();
    for corner in [maze.min, maze.max] {
        assert!(before.contains(window.state().screen_from_world(corner).expect("drawn")));
    }
}

#[test]
fn the_pointer_pans_and_zooms_about_itself() {
    let mut window = window("two-rooms.toml");
    let at = cell(&window, 4, 4);
    wheel(&mut window, at, 120.0);
    let zoomed = cell(&window, 4, 4);
    assert!(zoomed.distance(at) < 0.5, "what is under the pointer stays there");
    assert!(cell(&window, 5, 4).x - zoomed.x > 1.2 * 22.0);
    for button in [PointerButton::Middle, PointerButton::Primary, PointerButton::Secondary] {
        let before = cell(&window, 9, 9);
        drag(&mut window, &[at, at + egui::vec2(20.0, 10.0), at + egui::vec2(40.0, 20.0)], button);
        let moved = cell(&window, 9, 9) - before;
        assert!((moved - egui::vec2(40.0, 20.0)).length() < 1.0, "{button:?}: {moved:?}");
        assert!(!window.state().debugger().is_unsaved());
    }
    tap(&mut window, Key::F);
    assert!(cell(&window, 4, 4).distance(at) < 0.01);
}

#[test]
fn start_and_goal_are_dragged_and_route_anew() {
    let mut window = window("two-rooms.toml");
    let length = |window: &Window| window.state().debugger().query().and_then(|it| it.report.length);
    let before = length(&window).expect("found");
    let start = window.state().debugger().start().expect("there is one");
    let from = place(&window, start.x, start.y);
    let to = place(&window, 6.5, 5.5);
    drag(&mut window, &[from, from.lerp(to, 0.5), to], PointerButton::Primary);
    let moved = window.state().debugger().start().expect("there is one");
    assert!((moved.x - 6.5).abs() < 0.1 && (moved.y - 5.5).abs() < 0.1, "{moved}");
    assert!(length(&window).is_some_and(|it| it < before));
    press(&mut window, CTRL, Key::Z);
    assert_eq!(window.state().debugger().start(), Some(start));
    assert_eq!(length(&window), Some(before));
}

#[test]
fn clicks_of_the_scenario_are_taken_from_the_panel() {
    let mut window = window("two-rooms.toml");
    let goal = window.state().debugger().scenario().clicks[1].goal;
    click(&mut window, "click into the cellar: nothing is expected");
    assert_eq!(window.state().debugger().goal(), Some(goal.at));
    assert!(!window.state().debugger().is_unsaved(), "where one looks is no change");
}

#[test]
fn everything_works_where_there_is_next_to_nothing() {
    let hint = |window: &Window, text: &str| painted(window).iter().any(|it| it.0 == text);
    let neither = "Shift-click sets the start, ctrl-click the goal.";
    for (rows, missing) in [
        (&["#"][..], Some(neither)),
        (&[" "], Some(neither)),
        (&["S"], Some("Ctrl-click sets the goal.")),
        (&["SG"], None),
        (&["##", "##"], Some(neither)),
    ] {
        let mut window = window_on(drawn("tiny.txt", rows));
        let before = window.state().debugger().scenario().maze.clone();
        match missing {
            Some(text) => assert!(hint(&window, text), "{rows:?}: {text}"),
            None => assert!(shows(&window, "Found, and legal"), "{rows:?}"),
        }
        for (key, tab) in
            [(Key::Num2, "Breakpoints"), (Key::Num3, "Plots"), (Key::Num4, "Violations"), (Key::Num1, "Events")]
        {
            press(&mut window, CTRL, key);
            assert!(is_on(&window, tab), "{rows:?}: {tab}");
        }
        for key in
            [Key::Home, Key::ArrowRight, Key::ArrowLeft, Key::End, Key::P, Key::N, Key::M, Key::J, Key::ArrowUp, Key::F]
        {
            tap(&mut window, key);
            let (at, all) = window.state().debugger().position();
            assert!(at <= all, "{rows:?}, {key:?}: at {at} of {all}");
            let maze = window.state().debugger().scenario().maze.bounds();
            for corner in [maze.min, maze.max] {
                let at = window.state().screen_from_world(corner).expect("drawn");
                assert!(canvas(&window).contains(at), "{rows:?}, {key:?}: the maze is in view");
            }
        }
        window.state_mut().apply(Command::Paint { storey: 0, cells: vec![(0, 0)], to: Cell::Wall });
        settle(&mut window);
        assert_eq!(window.state().debugger().scenario().maze.cells()[0], Cell::Wall, "{rows:?}");
        press(&mut window, CTRL, Key::Z);
        assert_eq!(window.state().debugger().scenario().maze, before, "{rows:?}");
        assert_eq!(window.state().notice(), None, "{rows:?}");
    }
    let app: Navscope = app_on(drawn("long.txt", &["S                                                 G"; 1]));
    let window = open_window(app, [900.0, 560.0], 1.0);
    assert!(shows(&window, "Found, and legal"));
}

/// What the window lists, what it says of the bake, and what `bake` says are one count.
#[test]
fn the_window_counts_what_the_bake_counts() {
    for (maze, preset) in
        [("article_open_6_1.txt", "article"), ("two-rooms.toml", "default"), ("pillars.txt", "optimal")]
    {
        for radius in [0.0, 0.45] {
            let mut window = window(maze);
            window.state_mut().apply(Command::Preset(preset.to_owned()));
            let value = io::Value::Number(radius);
            window.state_mut().apply(Command::Set { path: "agent.radius".to_owned(), value });
            settle(&mut window);
            let debugger = window.state().debugger();
            let report = &debugger.bake().expect("baked").report;
            let of_path = ["enters-wall", "through-sealed-corner", "too-close", "reversed-portal", "needless-corner"];
            let of_bake = debugger.complaints().iter().filter(|it| !of_path.contains(&&*it.kind));
            let (notes, faults): (Vec<_>, Vec<_>) = of_bake.partition(|it| it.is_note());
            assert_eq!((notes.len(), faults.len()), (report.findings.len(), report.violations.len()), "{maze}");
            assert!(notes.iter().all(|it| it.kind != "crack") && report.verdict().contains("violation"));
            assert!(tells(&window, &report.verdict()), "{maze}, {preset}, {radius}: {}", report.verdict());
        }
    }
    // Floor that a coarse mesh leaves in parts is a limit of its recipe, and no fault.
    let rows = ["....####", "....####", "......##", "#####.##", "#####...", "#####...", "#####..."];
    let mut window = window_on(drawn("bent.txt", &rows));
    let value = io::Value::Number(1.0);
    window.state_mut().apply(Command::Set { path: "bake.samples".to_owned(), value });
    settle(&mut window);
    let complaints = window.state().debugger().complaints();
    assert!(complaints.iter().any(|it| it.kind == "split-floor") && complaints.iter().all(Complaint::is_note));
    press(&mut window, CTRL, Key::Num4);
    assert!(tells(&window, "No rule is broken.") && tells(&window, "no violations, "));
}
