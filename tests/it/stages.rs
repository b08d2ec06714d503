//! What lists the stages lists all of them.

use std::{fs, path::Path};

use navscope::{
    debugger::BakeReport,
    trace::{Part, StageName},
};

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("text")
}

/// What stands between two texts.
#[track_caller]
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).expect("the beginning");
    rest.split_once(to).expect("the end").0
}

#[test]
fn the_readme_lists_all_stages() {
    let text = file("README.md");
    let list = between(&text, "after so many events of a stage: ", ", as far as a run has them");
    let named: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    assert_eq!(named, StageName::ALL.map(StageName::name));
}

#[test]
fn the_figure_of_the_code_shows_all_stages() {
    let text = file("src/lib.rs");
    let figure = between(&text, "```text", "```");
    let words: Vec<&str> = figure.split(|it: char| !it.is_ascii_alphabetic() && it != '-').collect();
    for stage in StageName::ALL {
        assert!(words.contains(&stage.name()), "{}", stage.name());
    }
}

#[test]
fn the_times_of_a_bake_are_those_of_its_stages() {
    let report = serde_json::to_value(BakeReport::default()).expect("JSON");
    let times: Vec<&String> = report["stages_ms"].as_object().expect("an object").keys().collect();
    let of_bake = StageName::ALL.into_iter().filter(|it| it.vocabulary().part == Part::Bake).map(StageName::name);
    let mut expected: Vec<&str> = of_bake.chain(["layout", "checks"]).collect();
    expected.sort_unstable();
    let mut times: Vec<&str> = times.into_iter().map(String::as_str).collect();
    times.sort_unstable();
    assert_eq!(times, expected);
}
