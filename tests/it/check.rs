//! Click tests in the library: verdicts, plans, and that what comes out depends on nothing but the scenarios.

use std::time::Duration;

use navscope::{
    debugger::check::{Difference, Filter, Options, Partition, Plan, Suite, Tested, Verdict, departure, run},
    geometry::Point,
    io::{Click, ClickKind, Expect, Scenario, Value, Variant},
    search::Outcome,
};

use crate::rig;

#[expect(clippy::unnecessary_wraps, reason = "a click has one or none")]
fn expect(outcome: Outcome, length: Option<f64>, corners: Option<usize>) -> Option<Expect> {
    Some(Expect { outcome: Some(outcome), length, corners, tolerance: Expect::TOLERANCE })
}

fn variant(name: &str, changes: &[(&str, &str)], must_agree: bool) -> Variant {
    let changes = changes.iter().map(|(path, value)| ((*path).to_owned(), Value::from_text(value))).collect();
    Variant { name: name.to_owned(), changes, must_agree }
}

fn click(name: &str, start: (f64, f64), goal: (f64, f64), expect: Option<Expect>) -> Click {
    Click { expect, ..Click::new(name, Point::from(start), Point::from(goal)) }
}

/// A wall between two rooms, with a gap at the bottom.
fn rooms() -> Scenario {
    let maze = rig::maze(&["#######", "#..#..#", "#..#..#", "#.....#", "#######"]);
    let mut scenario = Scenario::of(maze.as_ref().clone());
    scenario.settings = rig::settings("optimal", &[]);
    scenario
}

/// How long the way around the wall is.
const AROUND: f64 = 2.0 * 1.581_138_830_084_189_7 + 1.0;

fn suite(scenario: Scenario) -> Vec<Suite> {
    vec![Suite::new("rooms.toml", scenario)]
}

fn run_all(suites: &[Suite], options: Options) -> Vec<Tested> {
    run(suites, &Plan::of(suites, None, None), &options, &|_| ())
}

/// What came of each test, in short.
fn verdicts(suites: &[Suite]) -> Vec<String> {
    let short = |it: &Tested| {
        let name = suites[it.test.suite].test_name(it.test.click, it.test.variant);
        let differences: Vec<String> = it.checked.verdict.differences().iter().map(ToString::to_string).collect();
        let said = match &it.checked.verdict {
            Verdict::Trouble(message) => message.clone(),
            _ => differences.join("; "),
        };
        format!("{name}: {} {said}", it.checked.verdict.name()).trim_end().to_owned()
    };
    run_all(suites, Options::default()).iter().map(short).collect()
}

#[test]
fn clicks_are_held_against_what_they_expect() {
    let mut scenario = rooms();
    let ends = |name: &str, expect| click(name, (2.5, 1.5), (4.5, 1.5), expect);
    scenario.clicks = vec![
        ends("as it is", expect(Outcome::Found, Some(AROUND), Some(2))),
        ends("other", expect(Outcome::Unreachable, Some(4.0), Some(1))),
        ends("any", None),
        click("in a wall", (2.5, 1.5), (3.5, 1.5), expect(Outcome::GoalInWall, None, None)),
        Click { kind: ClickKind::Ray, ..ends("ray", expect(Outcome::Unreachable, Some(0.5), Some(0))) },
        Click { kind: ClickKind::Ray, ..ends("long ray", expect(Outcome::Found, Some(2.0), Some(0))) },
    ];
    let found = verdicts(&suite(scenario));
    let expected = [
        "rooms.toml › as it is: passed",
        "rooms.toml › other: failed outcome found instead of unreachable; length 4.162278 instead of 4; corners 2 instead of 1",
        "rooms.toml › any: new",
        "rooms.toml › in a wall: passed",
        "rooms.toml › ray: passed",
        "rooms.toml › long ray: failed outcome unreachable instead of found; length 0.500000 instead of 2",
    ];
    assert_eq!(found, expected);
}

/// The texts are those that the window and `navscope path` have.
#[test]
fn differences_are_told_as_elsewhere() {
    let mut scenario = rooms();
    let wrong = expect(Outcome::Unreachable, Some(4.0), Some(1));
    scenario.clicks = vec![click("", (2.5, 1.5), (4.5, 1.5), wrong)];
    let all = run_all(&suite(scenario), Options::default());
    let report = all[0].checked.report.as_ref().expect("a report");
    let told: Vec<String> = all[0].checked.verdict.differences().iter().map(ToString::to_string).collect();
    let length = report.length.expect("found");
    let expected = [
        "outcome found instead of unreachable".to_owned(),
        format!("length {length:.6} instead of 4"),
        format!("corners {} instead of 1", report.corners),
    ];
    assert_eq!(told, expected);
}

#[test]
fn variants_agree_are_expected_to_or_are_shown() {
    let mut scenario = rooms();
    scenario.variants = vec![
        variant("sampled", &[("preset", "default")], false),
        variant("must", &[("preset", "default"), ("bake.samples", "1")], true),
        variant("article", &[("preset", "article")], true),
        variant("none", &[("agent.radius", "0.6")], false),
    ];
    let as_it_is = expect(Outcome::Found, Some(AROUND), Some(2));
    scenario.clicks = vec![click("plain", (2.5, 1.5), (4.5, 1.5), None), click("a", (2.5, 1.5), (4.5, 1.5), as_it_is)];
    scenario.clicks[1].expect_under.push(("none".to_owned(), expect(Outcome::StartInWall, None, None).expect("given")));
    let found = verdicts(&suite(scenario));
    let starts = |index: usize, with: &str| assert!(found[index].starts_with(with), "{found:#?}");
    starts(0, "rooms.toml › plain: new");
    starts(1, "rooms.toml › plain › sampled: shown length 4.542522 instead of 4.162278; corners 4 instead of 2");
    starts(2, "rooms.toml › plain › must: failed ");
    starts(3, "rooms.toml › plain › article: failed ");
    starts(4, "rooms.toml › plain › none: shown outcome start-in-wall instead of found");
    starts(5, "rooms.toml › a: passed");
    starts(9, "rooms.toml › a › none: passed");
    assert_eq!(found.len(), 10);
}

/// What breaks a rule has failed, whatever is expected, unless it is only to be looked at.
#[test]
fn illegal_paths_fail() {
    let mut scenario = rig::built_in("article_open_6_1");
    let (start, goal) = rig::ends(&scenario.maze);
    scenario.settings = rig::settings("article", &[]);
    scenario.variants = vec![variant("look", &[("preset", "article-mended")], false)];
    let length =
        rig::query(&rig::bake(&scenario.maze, &scenario.settings), &scenario.settings, start, goal).report.length;
    scenario.clicks = vec![Click::new("new", start, goal), Click::new("known", start, goal)];
    scenario.clicks[1].expect = expect(Outcome::Found, length, None);
    let all = run_all(&suite(scenario), Options::default());
    let names: Vec<&str> = all.iter().map(|it| it.checked.verdict.name()).collect();
    assert_eq!(names, ["failed", "shown", "failed", "shown"]);
    for it in &all {
        let is_law = |it: &Difference| matches!(it, Difference::Illegal { .. });
        assert!(it.checked.verdict.differences().iter().any(is_law), "{it:?}");
    }
    assert!(all[0].checked.verdict.differences()[0].to_string().starts_with("illegal: segment "));
}

/// Scenarios with many clicks, some of which fail.
fn many() -> Vec<Suite> {
    let mut random = crate::random::Random::new(7);
    let names = ["a.toml", "b.toml", "c.toml"];
    names
        .map(|name| {
            let maze = rig::random_maze(&mut random, 12, 12, 25);
            let mut scenario = Scenario::of(maze.as_ref().clone());
            scenario.variants = vec![
                variant("walls", &[("preset", "optimal")], false),
                variant("mid", &[("search.cost", "midpoints")], false),
            ];
            for number in 0..12 {
                let mut place = || Point::new(random.below(12) as f64 + 0.5, random.below(12) as f64 + 0.5);
                let (start, goal) = (place(), place());
                let expect = expect(Outcome::Found, Some(5.0), None).filter(|_| number % 4 == 2);
                scenario.clicks.push(Click { expect, ..Click::new(format!("click {number}"), start, goal) });
            }
            Suite::new(name, scenario)
        })
        .to_vec()
}

fn told(all: &[Tested]) -> Vec<String> {
    let told = |it: &Tested| {
        let mut checked = it.checked.clone();
        if let Some(report) = &mut checked.report {
            report.elapsed_ms = 0.0;
        }
        format!("{:?} {checked:?} {:?} {:?}", it.test, it.traces, it.bake_traces)
    };
    all.iter().map(told).collect()
}

#[test]
fn results_are_the_same_with_any_number_of_jobs() {
    let suites = many();
    for fail_fast in [false, true] {
        let with = |jobs: usize| {
            told(&run_all(&suites, Options { jobs: jobs.try_into().ok(), fail_fast, traced: true, timeout: None }))
        };
        let one = with(1);
        assert_eq!(one.len(), if fail_fast { 7 } else { 108 });
        for jobs in [2, 8] {
            assert_eq!(with(jobs), one, "{jobs} jobs");
        }
    }
}

#[test]
fn partitions_cover_everything_once() {
    let suites = many();
    let all = Plan::of(&suites, None, None);
    assert_eq!((all.tests.len(), all.all), (108, 108));
    for of in [1, 3, 8] {
        let parts = (1..=of).map(|part| Plan::of(&suites, None, Some(Partition { part, of })).tests);
        let mut union: Vec<_> = parts.flatten().collect();
        union.sort_by_key(|it| (it.suite, it.click, it.variant));
        assert_eq!(union, all.tests);
    }
    let walls = Plan::of(&suites, Some(&Filter::new("B.toml › * › walls")), None);
    assert_eq!((walls.tests.len(), walls.all), (12, 108));
    assert!(walls.tests.iter().all(|it| (it.suite, it.variant) == (1, Some(0))));
    // What a variant is held against is run all the same.
    let some = run(&suites, &walls, &Options::default(), &|_| ());
    let whole = run_all(&suites, Options::default());
    for it in &some {
        let same = whole.iter().find(|other| other.test == it.test).expect("it ran");
        assert_eq!(it.checked.verdict, same.checked.verdict);
    }
    assert!(some.iter().any(|it| !it.checked.verdict.differences().is_empty()));
}

#[test]
fn what_takes_too_long_is_stopped() {
    let mut random = crate::random::Random::new(1);
    let mut scenario = Scenario::of(rig::random_maze(&mut random, 300, 300, 20).as_ref().clone());
    scenario.clicks = vec![Click::new("slow", Point::new(0.5, 0.5), Point::new(299.5, 299.5))];
    scenario.clicks.push(Click { kind: ClickKind::Ray, ..scenario.clicks[0].clone() });
    let options = Options { timeout: Some(Duration::from_millis(1)), ..Options::default() };
    let all = run_all(&suite(scenario), options);
    assert_eq!(all.iter().map(|it| it.checked.verdict.name()).collect::<Vec<_>>()[0], "timed-out");
    assert!(all[1].checked.report.is_some(), "no mesh is needed for a ray");
}

#[test]
fn paths_part_at_their_first_other_corner() {
    let points = |all: &[(f64, f64)]| all.iter().map(|it| Point::from([it.0, it.1])).collect::<Vec<_>>();
    let was = points(&[(0.5, 0.5), (1.0, 1.0), (3.0, 1.0), (4.5, 0.5)]);
    assert_eq!(departure(&was, &was), None);
    assert_eq!(departure(&[], &was), None, "nothing was kept");
    let other = points(&[(0.5, 0.5), (1.0, 1.0), (3.0, 2.0), (4.5, 0.5)]);
    let told = departure(&was, &other).map(|it| it.to_string());
    assert_eq!(told.as_deref(), Some("corner 2 is at (3, 2) instead of (3, 1)"));
    let shorter = departure(&was, &was[..3]).map(|it| (it.index, it.is));
    assert_eq!(shorter, Some((3, None)));
    assert_eq!(departure(&was, &[]), None, "that there is no path is told otherwise");
}
