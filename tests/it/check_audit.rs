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
        (Law::Reachable, "default", &["bake.samples=1"]),
        (Law::Symmetric, "optimal", &["pull.funnel=article"]),
        (Law::Symmetric, "optimal", &["pull.portals=reversed"]),
        (Law::Triangle, "optimal", &["pull.funnel=article"]),
    ] {
        let all = audited(preset, changes, &["random40.txt"], 60);
        let found = all[0].breaches.iter().find(|it| it.law == law);
        assert!(found.is_some(), "{law:?} under {preset} {changes:?}");
    }
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
