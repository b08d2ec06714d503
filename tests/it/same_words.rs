//! A fact is told in one way wherever it is told, and numbers in as many digits as tell the difference.

use navscope::{
    geometry::{Point, Policy},
    io::setting,
    maze::Hold,
    search::{Outcome, Polyanya, PolyanyaEvent, SightState},
    trace::{Quantity, Stage as _, StageName},
};

use crate::rig::{bake, built_in, ends, maze, query, record, settings};

/// Start, radius, what is told of it, and the cause in short.
const HELD: &[((f64, f64), f64, &str, &str)] = &[
    ((1.5, 0.5), 0.0, "(1.5, 0.5) lies in wall (1, 0)", "the start lies in a wall"),
    ((1.000_000_1, 0.5), 0.0, "(1.0000001, 0.5) lies in wall (1, 0)", "the start lies in a wall"),
    ((1.999_999_9, 0.5), 0.3, "(1.9999999, 0.5) lies in wall (1, 0)", "the start lies in a wall"),
    ((11.000_000_1, 1.5), 0.0, "(11.0000001, 1.5) lies outside the maze", "the start lies outside the maze"),
    ((-0.000_000_1, 1.5), 0.2, "(-0.0000001, 1.5) lies outside the maze", "the start lies outside the maze"),
    ((1e300, 1.5), 0.0, "(1e300, 1.5) lies outside the maze", "the start lies outside the maze"),
    ((f64::NAN, 1.5), 0.0, "is no place", "the start is no place"),
    ((f64::INFINITY, 1.5), 0.0, "is no place", "the start is no place"),
    (
        (2.5, 0.6),
        0.500_000_1,
        "(2.5, 0.6) is 0.5 from wall (1, 0), and the agent needs 0.5000001",
        "the start is too near to a wall",
    ),
    ((2.5, 0.6), 0.6, "(2.5, 0.6) is 0.5 from wall (1, 0), and the agent needs 0.6", "the start is too near to a wall"),
    (
        (5.5, 2.75),
        0.25 + 1e-8,
        "(5.5, 2.75) is 0.25 from the border of the maze, and the agent needs 0.25000001",
        "the start is too near to a wall",
    ),
];

#[test]
fn why_an_end_is_not_free_is_told_in_one_way() {
    let maze = maze(&[".#.........", "...........", "..........."]);
    for &(p, radius, told, cause) in HELD {
        let p = Point::from(p);
        assert_eq!(maze.hold_told(p, radius).as_deref(), Some(told));
        assert_eq!(maze.hold(p, radius).is_none(), maze.is_free(p, radius));
        for method in ["astar", "dijkstra", "polyanya", "grid"] {
            let mut set = match method {
                "grid" => settings("grid", &[]),
                _ => settings("default", &[&format!("search.method={method}")]),
            };
            set.radius = radius;
            let asked = query(&bake(&maze, &set), &set, p, Point::new(8.5, 1.5));
            assert_eq!(asked.report.outcome, Outcome::StartInWall);
            let why = asked.report.no_path.clone().expect("a reason");
            assert_eq!((&*why.text, &*why.cause), (&*format!("The start {told}."), cause), "{method}");
            let searches = [StageName::Search, StageName::Polyanya, StageName::Grid];
            let lanes = asked.lanes();
            let lane = lanes.iter().find(|it| searches.contains(&it.name())).expect("a search");
            assert_eq!(lane.sentence(lane.len()).expect("it ended"), why.text, "{method}");
            // The goal is told of like the start.
            let asked = query(&bake(&maze, &set), &set, Point::new(8.5, 1.5), p);
            assert_eq!(asked.report.outcome, Outcome::GoalInWall);
            let why = asked.report.no_path.expect("a reason");
            assert_eq!((why.text, why.cause), (format!("The goal {told}."), cause.replace("start", "goal")));
        }
    }
    assert_eq!(maze.hold(Point::new(2.5, 1.5), 0.4), None);
    assert_eq!(maze.hold(Point::new(1.5, 0.5), 0.4), Some(Hold::InWall(1, 0)));
}

#[test]
fn gaps_and_bodies_that_differ_look_different() {
    let narrow = maze(&["....", "....", "#.##", "....", "...."]);
    let set = settings("default", &["agent.radius=0.5000001", "bake.samples=8x8"]);
    let baked = bake(&narrow, &set);
    let finding = baked.report.findings.iter().find(|it| it.gap.is_some()).expect("the gap");
    assert_eq!(finding.text, "a gap of 1 is too narrow for an agent of 1.0000002 across");
    let why = query(&baked, &set, Point::new(2.0, 1.0), Point::new(2.0, 4.0)).report.no_path.expect("a reason");
    assert_eq!(
        why.text,
        "The widest way between them goes through a gap of 1 at (1.5, 3); an agent of radius 0.5000001 needs 1.0000002."
    );
}

#[test]
fn polyanya_tells_what_is_left_and_what_is_carried_over() {
    let mut carried = 0;
    for (name, preset) in [("article_open_6_1", "optimal"), ("pillars", "optimal"), ("article_open_6_1", "default")] {
        let (maze, mut set) = (built_in(name).maze, settings(preset, &[]));
        set.search.method = navscope::search::Method::Polyanya;
        let (start, goal) = ends(&maze);
        let asked = query(&bake(&maze, &set), &set, start, goal);
        let track = asked.track::<Polyanya>().expect("that was searched");
        let mut replay = track.replay().from_start();
        for (at, event) in (1..).zip(track.replay().log().events()) {
            replay.seek(at);
            let PolyanyaEvent::Pushed { node } = *event else { continue };
            let model = replay.model();
            let left = model.view(model.nav()).estimate(&node);
            assert_eq!(model.quantity(event, Quantity::H), Some(left));
            let facts = model.facts(event);
            let of = |label: &str| facts.iter().find(|it| it.label == label).map(|it| it.value.clone());
            assert_eq!(of("h"), Some(format!("{left:.6}")));
            let own = node.g + left == node.f;
            assert_eq!((of("f").is_some(), of("f carried over").is_some()), (own, !own), "{name} {at}");
            carried += usize::from(!own && node.state == SightState::Followed);
        }
    }
    assert!(carried > 5, "{carried}");
    let (maze, set) = (built_in("article_open_6_1").maze, settings("optimal", &[]));
    let (start, goal) = ends(&maze);
    let asked = query(&bake(&maze, &set), &set, start, goal);
    let mut replay = asked.track::<Polyanya>().expect("searched").replay().from_start();
    replay.seek(12);
    let facts = replay.model().facts(replay.event().expect("an event"));
    let of = |label: &str| facts.iter().find(|it| it.label == label).map(|it| it.value.clone());
    assert!(of("h").is_some_and(|it| it.starts_with("15.70")), "{facts:?}");
    assert!(of("f carried over").is_some() && of("f").is_none(), "{facts:?}");
}

#[test]
fn units_go_by_the_formula() {
    for (policy, of_circles) in [("exact", "cells⁴"), ("float", "cells⁴"), ("f32", "cells⁴"), ("article", "cells²")]
    {
        let mut set = settings("default", &[&format!("numbers.policy={policy}")]);
        assert_eq!(set.numbers.policy == Policy::Article, policy == "article");
        assert_eq!(setting("numbers.in_circle_epsilon").expect("one").unit(&set), of_circles);
        assert_eq!(setting("numbers.collinear_epsilon").expect("one").unit(&set), "cells²");
        assert_eq!(setting("agent.radius").expect("one").unit(&set), "cells");
        assert_eq!(setting("bake.recipe").expect("one").unit(&set), "");
        for (funnel, unit) in [("exact", "cells²"), ("textbook", "cells²"), ("article", "cells")] {
            setting("pull.funnel")
                .expect("one")
                .set(&mut set, &navscope::io::Value::from_text(funnel))
                .expect("a funnel");
            assert_eq!(setting("pull.epsilon").expect("one").unit(&set), unit);
        }
        let points = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 2.5), (1.0, 1.0)].map(Point::from);
        let (mesh, _) = navscope::mesh::Triangulation::of(
            &points,
            navscope::mesh::Order::Given,
            navscope::mesh::Frame::Super(10.0),
            set.numbers,
        );
        let replay = record(mesh);
        let mut units = std::collections::BTreeSet::new();
        let _ = replay.recording().scan(true, &navscope::trace::Watch::default(), |mesh, seen| {
            if let (Some(answer), Some(lens)) = (mesh.answer(seen.event), mesh.lens(seen.event)) {
                assert_eq!(answer.unit, lens.unit);
                units.insert((lens.formula.split('(').next().expect("a name").to_owned(), lens.unit));
            }
            std::ops::ControlFlow::Continue(())
        });
        let unit = |of: &str| units.iter().filter(|it| it.0 == of).map(|it| it.1).collect::<Vec<_>>();
        assert_eq!(unit("in_circle"), [of_circles], "{units:?}");
        assert!(unit("turn").iter().all(|it| *it == "cells²"), "{units:?}");
    }
}
