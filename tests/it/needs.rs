//! When settings matter: what is said to change nothing changes nothing, and nothing is said never to matter.

use std::sync::Arc;

use navscope::{
    debugger::{Bake, PathReport, Query},
    geometry::Point,
    io::{SETTINGS, Settings, Value, setting},
    maze::Maze,
    trace::Watch,
};

use crate::{random::Random, rig::maze, saving::random_value};

/// Settings of which each is its default or any other value.
fn random_settings(random: &mut Random) -> Settings {
    let mut settings = Settings::default();
    for setting in SETTINGS {
        if random.chance(50) {
            let value = random_value(random, setting.kind);
            setting.set(&mut settings, &value).expect("in range");
        }
    }
    settings
}

#[test]
fn every_setting_matters_somewhere_and_always_or_not_everywhere() {
    let mut random = Random::new(91);
    let all: Vec<Settings> = (0..1000).map(|_| random_settings(&mut random)).collect();
    for setting in SETTINGS {
        let count = all.iter().filter(|it| setting.matters(it)).count();
        assert!(count > 0, "{} never matters", setting.path);
        assert_eq!(count == all.len(), setting.when().is_empty(), "{}: {}", setting.path, setting.when());
    }
    let always = SETTINGS.iter().filter(|it| it.when().is_empty()).map(|it| it.path).collect::<Vec<_>>().join(" ");
    assert_eq!(always, "search.graph search.method agent.radius walk.agents");
}

fn answer(maze: &Arc<Maze>, settings: &Settings) -> Result<PathReport, String> {
    let watch = Watch::default();
    let bake = Bake::run(maze, settings, &watch).map_err(|it| format!("{it:?}"))?;
    let query = Query::run(&bake.nav, settings, Point::new(0.5, 0.5), Point::new(5.5, 3.5), &watch);
    // How long it took is no part of an answer.
    query.map(|it| PathReport { elapsed_ms: 0.0, ..it.report }).map_err(|it| format!("{it:?}"))
}

#[test]
fn what_does_not_matter_changes_nothing() {
    let maze = maze(&["......", ".##.#.", "....#.", "#.#..."]);
    let mut random = Random::new(92);
    let mut tried = 0;
    for round in 0..80 {
        let mut settings = random_settings(&mut random);
        // Anything larger fits nowhere.
        settings.radius = random.pick(&[0.0, 0.0, 0.2, 0.4]);
        let expected = answer(&maze, &settings);
        for idle in SETTINGS.iter().filter(|it| !it.matters(&settings)) {
            let mut changed = settings;
            let value = random_value(&mut random, idle.kind);
            idle.set(&mut changed, &value).expect("in range");
            if changed != settings && random.chance(60) {
                assert_eq!(answer(&maze, &changed), expected, "round {round}: {}={value}, {settings:?}", idle.path);
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn what_a_setting_needs_is_said() {
    let when = |path| setting(path).expect("a setting").when();
    assert_eq!(when("search.corners"), "Only where cells are searched and there are eight directions.");
    assert_eq!(when("agent.radius"), "");
    let mut settings = Settings::default();
    assert!(!setting("search.corners").expect("a setting").matters(&settings));
    setting("search.graph").and_then(|it| it.set(&mut settings, &Value::Word("grid".to_owned()))).expect("a word");
    assert!(setting("search.corners").expect("a setting").matters(&settings));
}
