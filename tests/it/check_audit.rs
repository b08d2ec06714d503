//! Laws that hold without expectations: they do hold, each is tried, and each is found broken where something breaks it.

use navscope::{
    debugger::check::{AuditPlan, Audited, Filter, Law, Options, Suite, audit},
    io::Scenario,
};

use crate::rig;

fn suites(preset: &str, changes: &[&str], mazes: &[&str]) -> Vec<Suite> {
    let suite = |name: &&str| {
        let mut scenario = Scenario::of(rig::maze_file(name).as_ref().clone());
        scenario.settings = rig::settings(preset, changes);
        Suite::new(*name, scenario)
    };
    mazes.iter().map(suite).collect()
}

fn audited(preset: &str, changes: &[&str], mazes: &[&str], pairs: usize) -> Vec<Audited> {
    let plan = AuditPlan { pairs, seed: 3, ..AuditPlan::default() };
    audit(&suites(preset, changes, mazes), &plan, &Options::default(), &|_| ())
}

const MAZES: [&str; 4] = ["random40.txt", "pillars.txt", "diag_sealed.txt", "article.txt"];

#[test]
fn sound_settings_keep_every_law() {
    let shortest = [true; 5];
    let any = [true, true, true, false, false];
    for (preset, changes, tried) in [
        ("optimal", &[][..], shortest),
        ("optimal", &["agent.radius=0.3"], shortest),
        ("optimal", &["agent.radius=0.5"], shortest),
        ("optimal", &["agent.radius=0.7"], [true, true, false, true, true]),
        ("optimal", &["bake.merge=false"], shortest),
        ("default", &[], any),
        ("default", &["bake.recipe=walls", "search.cost=midpoints"], any),
        ("default", &["search.graph=grid"], shortest),
        ("default", &["search.graph=grid", "search.directions=four"], shortest),
        ("default", &["search.graph=grid", "search.heuristic=manhattan"], any),
        ("default", &["search.graph=grid", "search.weight=3"], any),
    ] {
        let all = audited(preset, changes, &MAZES, 25);
        let mut checks = [0; 5];
        for it in &all {
            assert_eq!(it.breaches, [], "{preset} {changes:?}");
            assert_eq!((it.timed_out, &it.trouble), (0, &None));
            for (law, count) in Law::ALL.into_iter().zip(it.checks) {
                checks[law as usize] += count;
                assert_eq!(it.excuses[law as usize].is_none(), tried[law as usize], "{law:?} {preset} {changes:?}");
            }
        }
        assert_eq!(checks.map(|it| it > 0), tried, "{checks:?} {preset} {changes:?}");
    }
}

#[test]
fn every_law_is_found_broken() {
    for (law, preset, changes) in [
        (Law::Legal, "default", &["search.graph=grid", "search.corners=naive"][..]),
        (Law::Legal, "default", &["bake.face_filter=centroid"]),
        (Law::Legal, "article-mended", &[]),
        (Law::NotShorter, "default", &["search.graph=grid", "search.corners=naive"]),
        (Law::Reachable, "default", &["search.graph=grid", "search.corners=naive"]),
        (Law::Reachable, "default", &["bake.super_triangle=0.01"]),
        (Law::Reachable, "default", &["bake.super_triangle=0.01", "agent.radius=0.25"]),
        (Law::Symmetric, "optimal", &["pull.funnel=article"]),
        (Law::Symmetric, "optimal", &["pull.portals=reversed"]),
        (Law::Triangle, "optimal", &["pull.funnel=article"]),
    ] {
        let all = audited(preset, changes, &["random40.txt"], 60);
        let found = all[0].breaches.iter().find(|it| it.law == law);
        assert!(found.is_some(), "{law:?} under {preset} {changes:?}");
    }
}

/// Mazes in which walls meet in corners, and corridors of all kinds.
const CORNERS: [&[&str]; 4] = [
    &[".#", "#."],
    &["..#", ".#.", "#.."],
    &[".....", ".#.#.", "..#..", ".#.#.", "....."],
    &["....#...", ".##..#..", "#.#.##..", "...#..#.", "#.#.....", "..##.#.#"],
];

/// Where a radius is at the edge of what rounding allows, programs and laws agree.
#[test]
fn laws_hold_at_the_edges_of_tolerances() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let mut radii = vec![1e-12, 5e-10, 9.9e-10, 1e-9, 1.000_000_1e-9, 1.1e-9, 2e-9, 1e-8, 0.4];
    for edge in [0.5, half, 1.0] {
        radii.extend([-2e-9, -1e-9, -5e-10, 0.0, 5e-10, 1e-9, 2e-9].map(|it| edge + it));
    }
    let (mut tried, mut asked) = (0, 0);
    for radius in radii {
        for changes in [
            &["bake.recipe=walls", "search.method=polyanya"][..],
            &["bake.recipe=walls", "bake.merge=true"],
            &["bake.recipe=sampled"],
            &["bake.recipe=sampled", "bake.samples=3x3", "search.method=polyanya"],
            &["bake.recipe=rectangles", "search.method=polyanya"],
            &["search.graph=grid"],
        ] {
            let suite = |rows: &[&str]| {
                let mut scenario = Scenario::of(rig::maze(rows).as_ref().clone());
                scenario.settings = rig::settings("default", changes);
                scenario.settings.radius = radius;
                Suite::new("corners", scenario)
            };
            let suites = CORNERS.map(suite);
            let plan = AuditPlan { pairs: 12, seed: 3, ..AuditPlan::default() };
            for it in audit(&suites, &plan, &Options::default(), &|_| ()) {
                assert_eq!(it.breaches, [], "radius {radius:?} {changes:?}");
                assert_eq!((it.timed_out, &it.trouble), (0, &None));
                tried += it.tried;
                asked += it.checks[Law::Reachable as usize];
            }
        }
    }
    assert!(tried > 3000 && asked > 1500, "{asked} of {tried}");
}

/// What a recipe is known not to reach is no fault, and is said; where a recipe reaches everything the law is asked.
#[test]
fn the_law_of_reach_minds_what_recipes_promise() {
    for (changes, is_asked) in [
        (&[][..], true),
        (&["agent.radius=0.25"], true),
        (&["agent.radius=0.26"], false),
        (&["agent.radius=0.4"], false),
        (&["agent.radius=0.26", "bake.inset=0.3"], true),
        (&["bake.samples=1"], false),
        (&["bake.samples=2x2"], true),
        (&["bake.inset=0.5"], false),
        (&["bake.recipe=rectangles"], true),
        (&["bake.recipe=rectangles", "agent.radius=0.1"], false),
        (&["bake.recipe=walls", "agent.radius=0.4"], true),
        (&["bake.recipe=walls", "agent.radius=0.5"], true),
        (&["bake.recipe=walls", "agent.radius=0.51"], false),
        (&["search.graph=grid", "agent.radius=0.4"], true),
        (&["search.graph=grid", "agent.radius=0.51"], false),
    ] {
        let all = audited("default", changes, &["zigzag.txt", "random40.txt"], 10);
        for it in &all {
            assert_eq!(it.breaches, [], "{changes:?}");
            assert_eq!(it.excuses[Law::Reachable as usize].is_none(), is_asked, "{changes:?}");
            assert_eq!(it.checks[Law::Reachable as usize] > 0, is_asked, "{changes:?}");
        }
    }
}

/// However many pairs are asked for, what is kept is bounded, and an audit ends with its time.
#[test]
fn audits_are_bounded() {
    let suites = suites("default", &["search.graph=grid", "search.corners=naive"], &["diag_sealed.txt"]);
    let of = |pairs: usize, timeout: Option<std::time::Duration>| {
        let plan = AuditPlan { pairs, seed: 3, ..AuditPlan::default() };
        let options = Options { timeout, ..Options::default() };
        audit(&suites, &plan, &options, &|_| ()).remove(0)
    };
    let some = of(700, None);
    assert_eq!((some.tried, some.timed_out), (700, 0));
    let reach = Law::Reachable as usize;
    assert!(some.broken[reach] > Audited::MOST, "{:?}", some.broken);
    for (law, broken) in Law::ALL.into_iter().zip(some.broken) {
        let kept = some.breaches.iter().filter(|it| it.law == law).count();
        assert_eq!(kept, broken.min(Audited::MOST), "{law:?}");
    }
    let fewer = of(300, None);
    assert!(fewer.broken[reach] < some.broken[reach], "each batch has places of its own");
    let pairs = 1_000_000_000;
    let stopped = of(pairs, Some(std::time::Duration::from_millis(200)));
    assert_eq!(stopped.tried + stopped.timed_out, pairs);
    assert!(stopped.tried > 0 && stopped.timed_out > 0 && stopped.is_bad(), "{} tried", stopped.tried);
    assert!(stopped.breaches.len() <= Audited::MOST * 5);
}

/// A breach, pasted as a click, fails again.
#[test]
fn breaches_are_clicks() {
    let mut suites = suites("default", &["bake.face_filter=centroid"], &["random40.txt"]);
    let plan = AuditPlan { pairs: 40, seed: 3, ..AuditPlan::default() };
    let all = audit(&suites, &plan, &Options::default(), &|_| ());
    let clicks = all[0].breaches.iter().map(|it| navscope::io::Click::new(it.law.name(), it.start, it.goal));
    let clicks: Vec<_> = clicks.collect();
    assert!(!clicks.is_empty());
    let scenario = Scenario { clicks, ..suites.remove(0).scenario };
    let suites = [Suite::new("again", scenario)];
    let plan = navscope::debugger::check::Plan::of(&suites, None, None);
    let tested = navscope::debugger::check::run(&suites, &plan, &Options::default(), &|_| ());
    assert!(tested.iter().all(|it| it.checked.verdict.is_bad()));
}

#[test]
fn audits_repeat_and_depend_on_seed_and_name_alone() {
    let suites = suites("default", &["bake.face_filter=centroid"], &["random40.txt", "pillars.txt"]);
    let told = |seed: u64, jobs: usize| {
        let plan = AuditPlan { pairs: 20, seed, ..AuditPlan::default() };
        audit(&suites, &plan, &Options { jobs: jobs.try_into().ok(), ..Options::default() }, &|_| ())
    };
    assert_eq!(told(1, 1), told(1, 4));
    assert_ne!(told(1, 1)[0].breaches, told(2, 1)[0].breaches);
    let plan = AuditPlan { pairs: 20, seed: 1, filter: Some(Filter::new("random")), partition: None };
    assert_eq!(audit(&suites, &plan, &Options::default(), &|_| ()), told(1, 2)[..1]);
}

#[test]
fn mazes_without_room_have_no_checks() {
    for (rows, changes) in [(&["##", "##"][..], &[][..]), (&["..", ".."], &["agent.radius=40"])] {
        let mut scenario = Scenario::of(rig::maze(rows).as_ref().clone());
        scenario.settings = rig::settings("optimal", changes);
        let plan = AuditPlan { pairs: 5, ..AuditPlan::default() };
        let all = audit(&[Suite::new("none", scenario)], &plan, &Options::default(), &|_| ());
        assert_eq!((all[0].checks, all[0].is_bad()), ([0; 5], false), "{rows:?}");
    }
}
