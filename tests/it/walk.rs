//! Agents on their way: what they never do, whatever the maze, and where they end.

use std::{ops::ControlFlow, sync::Arc};

use navscope::{
    debugger::{Command, Debugger},
    geometry::{Bounds, Point, distance_to_segment, path_length, rounded},
    io::{Settings, Value, setting},
    maze::{Maze, audit_segment},
    picture::{Role, Shown},
    pull::{Audit, Course, Piece},
    record::Level,
    search::Outcome,
    trace::{Condition, Moment, Replay, Rule, Stage, StageName, Watch},
    walk::{Agents, Ending, Ruler, Walk, WalkEvent, WalkSettings, Walker, steer},
};

use crate::{
    random::Random,
    rig::{bake, built_in, ends, maze, query, random_maze, record, settings},
};

const POCKET: [&str; 5] = ["........", ".####...", ".....#..", ".####...", "........"];

/// Start and goal with the pocket between.
fn ends_of_pocket() -> [Point; 2] {
    [(2.5, 2.5), (7.5, 2.5)].map(Point::from)
}

fn walkers(agents: Agents, speed: f64, tick: f64) -> WalkSettings {
    WalkSettings { agents, speed, tick }
}

/// Every state after an event, with the event.
fn each<M: Stage>(replay: &Replay<M>, mut visit: impl FnMut(&M, &M::Event)) {
    let result = replay.recording().scan(false, &Watch::default(), |model, seen| {
        visit(model, seen.event);
        ControlFlow::Continue(())
    });
    assert!(result.is_continue());
}

#[test]
fn a_pocket_holds_the_steerer_and_not_the_follower() {
    let maze = maze(&POCKET);
    let [start, goal] = ends_of_pocket();
    for (radius, preset) in [(0.0, "default"), (0.3, "optimal"), (0.45, "optimal")] {
        let radius = format!("agent.radius={radius}");
        let settings = settings(preset, &[&radius, "walk.agents=both"]);
        let query = query(&bake(&maze, &settings), &settings, start, goal);
        let walk = query.report.walk.as_ref().expect("they walk");
        let [follower, steerer] = [&walk.follower, &walk.steerer].map(|it| it.as_ref().expect("one of both"));
        assert_eq!((follower.outcome, follower.at), (Ending::Arrived, goal));
        assert_eq!(steerer.outcome, Ending::Stuck);
        // It came to the far end of the pocket.
        assert!((steerer.at.x - (5.0 - settings.radius)).abs() < 0.01, "{}", steerer.at);
        let length = query.report.length.expect("a path");
        assert!((follower.walked - length).abs() < 1e-9);
        let least = length / settings.walk.speed;
        assert!((least - 1e-9..least + settings.walk.tick).contains(&follower.seconds), "{}", follower.seconds);
        assert!(query.track::<Walk>().expect("recorded").replay().log().events().len() > 20);
    }
}

#[test]
fn the_steerer_goes_straight_over_open_floor_and_around_a_single_corner() {
    let open = maze(&[".........", ".........", ".........", "........."]);
    let [start, goal] = [(0.5, 0.5), (8.5, 3.5)].map(Point::from);
    let walk = record(Walk::new(open, None, [start, goal], 0.3, walkers(Agents::Both, 3.0, 0.05)));
    let it = walk.model();
    assert_eq!(it.ended(Walker::Follower), None, "without a path nobody follows it");
    assert_eq!(it.ended(Walker::Steerer).map(|it| it.0), Some(Ending::Arrived));
    assert_eq!(it.place(Walker::Steerer), goal);
    assert!((it.walked(Walker::Steerer) - start.distance(goal)).abs() < 1e-9);
    // Head-on against a corner, and against one that is off the line.
    let block = maze(&["......", "......", "..#...", "......", "......", "......"]);
    for (start, goal) in [((0.5, 0.5), (4.5, 4.5)), ((0.5, 0.6), (4.5, 4.5)), ((4.5, 4.5), (0.5, 0.5))] {
        for radius in [0.0, 0.1, 0.4] {
            let [start, goal] = [start, goal].map(Point::from);
            let walk = Walk::new(block.clone(), None, [start, goal], radius, walkers(Agents::Steerer, 3.0, 0.05));
            let walk = record(walk);
            let ended = walk.model().ended(Walker::Steerer).map(|it| it.0);
            assert_eq!(ended, Some(Ending::Arrived), "{start} to {goal}, {radius}");
        }
    }
}

/// A free place for a body, if one is found.
fn free_place(random: &mut Random, maze: &Maze, radius: f64) -> Option<Point> {
    let side = |cells: usize| cells as f64;
    (0..60).find_map(|_| {
        let on_lattice = random.chance(30);
        let mut coordinate = |cells| {
            let it = side(cells) * random.fraction();
            if on_lattice { (2.0 * it).floor() / 2.0 } else { it }
        };
        let place = Point::new(coordinate(maze.columns()), coordinate(maze.rows()));
        maze.is_free(place, radius).then_some(place)
    })
}

#[test]
fn the_steerer_never_enters_a_wall() {
    let (mut arrived, mut stuck, mut slid) = (0, 0, 0);
    for seed in 0..700 {
        let mut random = Random::new(seed);
        let walls = random.pick(&[5, 15, 25, 35]);
        let [columns, rows] = [(); 2].map(|()| 1 + random.below(14));
        let maze = random_maze(&mut random, columns, rows, walls);
        let radius = random.pick(&[0.0, 0.0, 0.1, 0.25, 0.3, 0.49, 0.5, 0.7, 1.2]) * random.pick(&[1.0, 0.937]);
        let places = [(); 2].map(|()| free_place(&mut random, &maze, radius));
        let [Some(start), Some(goal)] = places else { continue };
        let (speed, tick) = (random.pick(&[0.7, 3.0, 20.0]), random.pick(&[0.01, 0.05, 0.3, 1.0]));
        let walk = record(Walk::new(maze.clone(), None, [start, goal], radius, walkers(Agents::Steerer, speed, tick)));
        let trail: Vec<Point> = walk.model().trail().collect();
        for pair in trail.windows(2) {
            let broken = audit_segment(&maze, pair[0], pair[1], radius);
            assert_eq!(broken, None, "seed {seed}: {} to {}, radius {radius}", pair[0], pair[1]);
        }
        let ended = walk.model().ended(Walker::Steerer).expect("all walks end").0;
        let at = walk.model().place(Walker::Steerer);
        assert_eq!(ended == Ending::Arrived, at == goal);
        arrived += u32::from(ended == Ending::Arrived);
        stuck += u32::from(ended == Ending::Stuck);
        each(&walk, |walk, event| {
            assert!(!walk.breaks(event, Rule::BodyInWall), "seed {seed}");
            let most = speed * tick * (1.0 + 1e-9) + 1e-9;
            assert!(walk.stepped(Walker::Steerer) <= most, "seed {seed}: nobody is faster than its speed");
        });
        slid += u32::from(trail.len() > 2 && path_length(&trail) > start.distance(goal) + 1e-6);
    }
    assert!(arrived > 200 && stuck > 80 && slid > 40, "{arrived} arrived, {stuck} stuck, {slid} slid");
}

#[test]
fn a_step_never_tunnels() {
    let wall = maze(&["..........", "....#.....", "....#.....", "....#.....", ".........."]);
    for radius in [0.0, 0.3] {
        let [start, goal] = [(1.5, 2.5), (9.5, 2.5)].map(Point::from);
        for distance in [0.5, 3.0, 50.0] {
            let stride = steer(&wall, radius, start, goal, distance);
            let way: Vec<Point> = std::iter::once(start).chain(stride.places).collect();
            assert!(way.windows(2).all(|it| audit_segment(&wall, it[0], it[1], radius).is_none()));
            assert!(way.iter().all(|it| it.x <= 4.0 - radius + 1e-9), "{way:?}");
        }
    }
}

#[test]
fn the_follower_keeps_to_the_path_and_arrives_in_time() {
    for name in ["article_open_6_1", "pillars", "zigzag", "two-rooms"] {
        let maze = built_in(name).maze;
        let (start, goal) = ends(&maze);
        for changes in [
            &["walk.agents=follower"][..],
            &["walk.agents=follower", "agent.radius=0.3", "walk.tick=0.37", "walk.speed=7"],
            &["walk.agents=both", "search.graph=grid", "pull.smoothing=farthest"],
        ] {
            let settings = settings("optimal", changes);
            let query = query(&bake(&maze, &settings), &settings, start, goal);
            let course = query.track::<Audit>().expect("it ran").replay().model().course().clone();
            let walk = query.track::<Walk>().expect("they walk").replay();
            let length = course.length();
            each(walk, |walk, event| {
                if let WalkEvent::Stepped { .. } = event {
                    let at = walk.place(Walker::Follower);
                    let off = course.pieces().iter().map(|it| distance(it, at)).fold(f64::MAX, f64::min);
                    assert!(off < 1e-9, "{name}: {at} is {off} off the path");
                    let far = walk.seconds() * settings.walk.speed;
                    assert!((walk.walked(Walker::Follower) - far.min(length)).abs() < 1e-9);
                    assert!(!walk.breaks(event, Rule::BodyInWall), "{name}");
                }
            });
            let follower = query.report.walk.expect("they walk").follower.expect("there is a path");
            let ticks = (length / (settings.walk.speed * settings.walk.tick)).ceil();
            assert!((follower.seconds - ticks * settings.walk.tick).abs() < 1e-9, "{name}");
            assert_eq!((follower.outcome, follower.at), (Ending::Arrived, goal));
        }
    }
}

fn distance(piece: &Piece, p: Point) -> f64 {
    match piece {
        Piece::Segment { from, to } => distance_to_segment(p, *from, *to),
        Piece::Arc(arc) => arc.distance(p),
    }
}

#[test]
fn a_ruler_is_exact_at_its_ends() {
    let points = [(0.1, 0.2), (3.7, 0.2), (3.7, 5.9)].map(Point::from);
    let ruler = Ruler::new(Arc::new(Course::of_points(&points))).expect("a start");
    assert_eq!(ruler.at(0.0), points[0]);
    assert_eq!(ruler.at(ruler.length()), points[2]);
    assert_eq!(ruler.at(1e9), points[2]);
    assert_eq!(ruler.at(3.6), points[1]);
    let still = Ruler::new(Arc::new(Course::of_points(&points[..1]))).expect("a start");
    assert_eq!((still.at(0.0), still.at(4.0), still.length()), (points[0], points[0], 0.0));
    assert!(Ruler::new(Arc::new(Course::default())).is_none());
}

#[test]
fn where_there_is_no_path_only_the_steerer_walks() {
    let sealed = maze(&["..#..", "..#.."]);
    let [start, goal] = [(0.5, 0.5), (4.5, 0.5)].map(Point::from);
    for graph in ["search.graph=mesh", "search.graph=grid"] {
        let both = settings("default", &[graph, "walk.agents=both"]);
        let it = query(&bake(&sealed, &both), &both, start, goal);
        assert_eq!(it.report.outcome, Outcome::Unreachable);
        let walk = it.report.walk.expect("the steerer walks");
        assert_eq!(walk.follower, None);
        assert_eq!(walk.steerer.expect("it walks").outcome, Ending::Stuck);
        let follower = settings("default", &[graph, "walk.agents=follower"]);
        let it = query(&bake(&sealed, &follower), &follower, start, goal);
        assert!(it.track::<Walk>().is_none() && it.report.walk.is_none());
        // In a wall nobody stands.
        let it = query(&bake(&sealed, &both), &both, Point::new(2.5, 0.5), goal);
        assert!(it.track::<Walk>().is_none());
    }
    let straight = settings("default", &["search.unreachable=straight-line", "walk.agents=follower"]);
    let it = query(&bake(&sealed, &straight), &straight, start, goal);
    let walk = it.track::<Walk>().expect("it follows the straight line");
    let mut broken = 0;
    each(walk.replay(), |walk, event| {
        let is_inside = (2.0 + 1e-9..3.0 - 1e-9).contains(&walk.place(Walker::Follower).x);
        assert_eq!(walk.breaks(event, Rule::BodyInWall), is_inside && !matches!(event, WalkEvent::Ended { .. }));
        broken += u32::from(is_inside);
    });
    assert!(broken > 3);
}

#[test]
fn whoever_stays_has_arrived_at_once() {
    let room = maze(&["..", ".."]);
    let p = Point::new(0.7, 0.6);
    let settings = settings("default", &["walk.agents=both"]);
    let it = query(&bake(&room, &settings), &settings, p, p);
    let walk = it.report.walk.expect("they walk");
    for it in [walk.follower, walk.steerer] {
        let it = it.expect("both");
        assert_eq!((it.outcome, it.seconds, it.walked, it.at), (Ending::Arrived, 0.0, 0.0, p));
    }
}

#[test]
fn nobody_walks_forever() {
    let hall = maze(&[&*".".repeat(60)]);
    let [start, goal] = [(0.5, 0.5), (59.5, 0.5)].map(Point::from);
    let course = Arc::new(Course::of_points(&[start, goal]));
    let walk = record(Walk::new(hall, Some(course), [start, goal], 0.0, walkers(Agents::Both, 0.1, 0.001)));
    for who in Walker::ALL {
        assert_eq!(walk.model().ended(who).map(|it| it.0), Some(Ending::GaveUp));
    }
    let (events, bytes) = (walk.log().events().len(), walk.log().bytes());
    assert!(events <= 100_010 && bytes < 6_000_000, "{events} events, {bytes} bytes");
}

#[test]
fn conditions_ask_for_walks() {
    let maze = maze(&POCKET);
    let [start, goal] = ends_of_pocket();
    let settings = settings("optimal", &["walk.agents=both", "agent.radius=0.2"]);
    let query = query(&bake(&maze, &settings), &settings, start, goal);
    let walk = query.track::<Walk>().expect("they walk").replay();
    let count = |text: &str| {
        let condition: Condition = text.parse().expect("a condition");
        assert_eq!(condition.stages(), [StageName::Walk], "{text}");
        let mut hits = 0;
        let observes = condition.wants_observations(StageName::Walk);
        let result = walk.recording().scan(observes, &Watch::default(), |model, seen| {
            hits += usize::from(condition.matches(model, &seen));
            ControlFlow::Continue(())
        });
        assert!(result.is_continue());
        hits
    };
    assert_eq!(count("kind:started"), 1);
    assert_eq!(count("kind:stuck"), 1);
    assert_eq!(count("kind:arrived stage:walk"), 1);
    assert_eq!(count("broken:body-in-wall"), 0);
    assert!(count("clearance < 0.2000001") > 5);
    assert!(count("seconds > 1") < count("seconds > 0.5"));
    assert!(count("distance < 2.8 stage:walk") > 0);
    assert!(count("cell:5,2 kind:slid") > 0);
}

#[test]
fn the_walk_is_the_last_stage_of_a_run() {
    let mut scenario = built_in("two-rooms");
    scenario.settings = settings("optimal", &["walk.agents=both", "agent.radius=0.2"]);
    let mut debugger = Debugger::new(scenario);
    debugger.settle();
    assert_eq!(debugger.moment().stage(), StageName::Walk);
    assert_eq!(debugger.position().0, debugger.position().1);
    let marks = debugger.picture(&everywhere());
    let roles: Vec<_> = marks.iter().map(|it| it.role).collect();
    for role in [Role::Walkable, Role::Path, Role::Follower, Role::Steerer, Role::Optimum] {
        assert!(roles.contains(&role), "{role:?}");
    }
    // A step back over the seam leads to the audit, and forward again.
    debugger.apply(Command::Step { level: Level::Phase, forward: false });
    assert_eq!(debugger.moment().stage(), StageName::Audit);
    debugger.apply(Command::Step { level: Level::Operation, forward: true });
    debugger.apply(Command::SeekOverall(usize::MAX));
    assert_eq!(debugger.moment().stage(), StageName::Walk);
    // Whoever stands at the end stays there when nobody walks any more, and when somebody does again.
    let agents = |debugger: &mut Debugger, word: &str| {
        let value = Value::Word(word.to_owned());
        debugger.apply(Command::Set { path: "walk.agents".to_owned(), value });
        debugger.settle();
        assert_eq!(debugger.position().0, debugger.position().1);
        debugger.moment().stage()
    };
    assert_eq!(agents(&mut debugger, "nobody"), StageName::Audit);
    assert!(debugger.query().expect("a query").report.walk.is_none());
    assert_eq!(agents(&mut debugger, "steerer"), StageName::Walk);
    assert!(debugger.query().expect("a query").report.audit.legal);
    debugger.apply(Command::Seek(Moment::after(StageName::Walk, 3)));
    let told = debugger.told().expect("an event");
    assert_eq!((told.kind, told.level), ("stepped", Level::Operation));
    assert!(told.sentence.starts_with("After 0.1 s the steerer is at ("), "{}", told.sentence);
    assert!(told.facts.iter().any(|it| it.label == "time"));
}

fn everywhere() -> Shown {
    let area = Bounds { min: Point::new(-10.0, -10.0), max: Point::new(100.0, 100.0) };
    Shown { area, scale: 20.0 }
}

#[test]
fn sentences_tell_where_all_are() {
    let maze = maze(&POCKET);
    let [start, goal] = ends_of_pocket();
    let course = Arc::new(Course::of_points(&[start, Point::new(0.5, 2.5)]));
    let walk = record(Walk::new(maze, Some(course), [start, goal], 0.0, walkers(Agents::Both, 1.0, 0.5)));
    let mut told = Vec::new();
    each(&walk, |walk, event| told.push(walk.sentence(event)));
    let expected = [
        "At the start stand the follower and the steerer.",
        "After 0.5 s the follower is at (2, 2.5), 0.5 from the nearest wall; the steerer is at (3, 2.5), 0.5 from the nearest wall.",
    ];
    assert_eq!(told[..2], expected);
    let stuck = told.iter().find(|it| it.contains("the steerer is stuck at (5, 2.5), 2.5 from the goal"));
    assert!(stuck.is_some(), "{told:#?}");
    assert_eq!(rounded(walk.model().walked(Walker::Steerer), 6), "2.5");
}

#[test]
fn speed_and_tick_matter_where_somebody_walks() {
    for path in ["walk.speed", "walk.tick"] {
        let setting = setting(path).expect("a setting");
        assert!(!setting.matters(&Settings::default()));
        assert!(setting.matters(&settings("default", &["walk.agents=steerer"])));
    }
}

/// Who slides along a wall is as far from it as the body is wide, and no digit of rounding more or less.
#[test]
fn clearances_are_told_without_their_rounding() {
    let maze = built_in("article").maze;
    let (start, goal) = ends(&maze);
    let settings = settings("default", &["agent.radius=0.35", "walk.agents=both"]);
    let query = query(&bake(&maze, &settings), &settings, start, goal);
    let (mut touching, mut told) = (0, Vec::new());
    each(query.track::<Walk>().expect("they walk").replay(), |model, event| {
        let rounds = |it: f64| it != 0.35 && (it - 0.35).abs() < 1e-12;
        touching += usize::from(model.clearance(Walker::Steerer).is_some_and(rounds));
        let facts = model.facts(event).into_iter().map(|it| it.value);
        told.extend(facts.chain([model.sentence(event)]));
    });
    assert!(touching > 0, "nobody came so near that rounding shows");
    let decimals = |it: &str| it.split('.').skip(1).map(|it| it.bytes().take_while(u8::is_ascii_digit).count()).max();
    let long: Vec<&String> = told.iter().filter(|it| decimals(it) > Some(8)).collect();
    assert!(long.is_empty(), "{long:?}");
}
