//! What holds of every reader for any input at all; run here on small ones, and by `fuzz/` on as many as there is time for.

use std::{collections::BTreeSet, fmt::Debug, fs, path::Path, sync::OnceLock};

use navscope::{
    debugger::check::{Baseline, Filter, Options, Partition, Plan, Since, Suite, Tested, run},
    geometry::Spot,
    io::{
        self, Format, InputError, Limits, Recovery, SETTINGS, ScenKind, Scenario, Settings, export, open_suite,
        open_suite_as, to_toml,
    },
    trace::{Condition, Moment},
};

const SMALL: Limits = Limits { max_side: 64 };

/// An error says something, about a place that is in the text or right behind it.
#[track_caller]
fn check_error(error: &InputError, bytes: &[u8]) {
    assert!(!error.message.is_empty(), "an error without a message");
    let text = String::from_utf8_lossy(bytes);
    let Some((line, column)) = error.place else { return };
    let found = text.split('\n').nth(line.wrapping_sub(1));
    let found = found.unwrap_or_else(|| panic!("{error}: there is no such line in {text:?}"));
    let columns = 1..=found.chars().count() + 1;
    assert!(columns.contains(&column), "{error}: there is no such column in {found:?}");
}

/// The same apart from where it was read from.
#[track_caller]
fn assert_same(was: &Scenario, now: &Scenario) {
    let content = |it: &Scenario| {
        let mut it = Scenario { name: String::new(), path: None, source: None, ..it.clone() };
        (it.start, it.goal) = (it.start.or(it.maze.start.map(Spot::from)), it.goal.or(it.maze.goal.map(Spot::from)));
        // In which order settings are changed, or variants expected, makes no difference.
        it.clicks.iter_mut().for_each(|it| it.expect_under.sort_by(|a, b| a.0.cmp(&b.0)));
        it.variants.iter_mut().for_each(|it| it.changes.sort_by(|a, b| a.0.cmp(&b.0)));
        it
    };
    assert_eq!(content(was), content(now));
}

/// A file read under a name; what is read is written, and reads the same again.
#[track_caller]
fn read(name: &str, bytes: &[u8], limits: Limits) -> Option<Scenario> {
    match io::parse_bytes(name, bytes, limits) {
        Err(error) => {
            check_error(&error, bytes);
            None
        }
        Ok(scenario) => {
            assert!(scenario.maze.columns() > 0 && scenario.maze.rows() > 0, "a maze without cells");
            let anew = to_toml(&Scenario { source: None, ..scenario.clone() });
            let again = io::parse("again.toml", &anew, Limits { max_side: usize::MAX });
            assert_same(&scenario, &again.unwrap_or_else(|error| panic!("{error}\n{anew}")));
            Some(scenario)
        }
    }
}

/// A scenario: where nothing changes, its own text is written.
pub(crate) fn scenario(bytes: &[u8]) {
    if let Some(scenario) = read("s.toml", bytes, SMALL) {
        assert_eq!(Some(&*to_toml(&scenario)), scenario.source.as_deref());
    }
}

/// A text maze.
pub(crate) fn text(bytes: &[u8]) {
    read("m.txt", bytes, SMALL);
}

/// A map, whatever size it announces.
pub(crate) fn map(bytes: &[u8]) {
    if let Some(scenario) = read("m.map", bytes, Limits { max_side: usize::MAX }) {
        let text = export(&scenario, Format::MAP, "").expect("any maze is a map");
        let again = io::parse("again.map", &text, Limits { max_side: usize::MAX }).expect("a map");
        assert_same(&scenario, &again);
    }
}

/// Gives a file contents, if they are not there yet.
fn put(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    if fs::read(&path).is_ok_and(|it| it == bytes) {
        return;
    }
    fs::write(&path, bytes).expect("a folder to write to");
}

const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n....\n.@..\n...@\n";

/// Moving AI's or Polyanya's tests, in a folder of their own: what fits into the format reads the same again.
pub(crate) fn scen(bytes: &[u8], folder: &Path) {
    put(folder, "a.map", MAP.as_bytes());
    put(folder, "t.scen", bytes);
    for (kind, format) in [(ScenKind::Centres, Format::MOVING_AI), (ScenKind::Corners, Format::POLYANYA)] {
        match open_suite_as(&folder.join("t.scen"), kind, SMALL) {
            Err(error) => check_error(&error, bytes),
            Ok(scenarios) => scenarios.iter().for_each(|it| check_tests(it, format, folder)),
        }
    }
}

/// `RecastDemo`'s tests.
pub(crate) fn recast(bytes: &[u8], folder: &Path) {
    put(folder, "a.map", MAP.as_bytes());
    put(folder, "t.txt", bytes);
    match open_suite(&folder.join("t.txt"), SMALL) {
        Err(error) => check_error(&error, bytes),
        Ok(scenarios) => {
            let tests = scenarios.iter().filter(|it| !it.clicks.is_empty());
            tests.for_each(|it| check_tests(it, Format::RECAST, folder));
        }
    }
}

/// What was read as tests is written as such, and reads the same.
#[track_caller]
fn check_tests(scenario: &Scenario, format: Format, folder: &Path) {
    // Polyanya's tests are told by the mesh that they name.
    let map = if format == Format::POLYANYA { "a.mesh" } else { "a.map" };
    let text = export(scenario, format, map).unwrap_or_else(|error| panic!("{error}"));
    let name = if format == Format::RECAST { "again.txt" } else { "again.scen" };
    put(folder, name, text.as_bytes());
    let again = open_suite(&folder.join(name), SMALL).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let ends = |it: &Scenario| it.clicks.iter().map(|it| (it.kind, it.start, it.goal)).collect::<Vec<_>>();
    assert_eq!(again.iter().map(ends).collect::<Vec<_>>(), [ends(scenario)], "{text}");
}

/// A suite of one test, with what came out of it.
fn tested() -> &'static (Vec<Suite>, Vec<Tested>) {
    static TESTED: OnceLock<(Vec<Suite>, Vec<Tested>)> = OnceLock::new();
    TESTED.get_or_init(|| {
        let text =
            "[maze]\nmap = '''\n...\n.#.\n...\n'''\n[[click]]\nname = \"c\"\nstart = [0.5, 0.5]\ngoal = [2.5, 2.5]\n";
        let suites = vec![Suite::new("a.toml", io::parse("a.toml", text, SMALL).expect("a scenario"))];
        let options = Options { traced: true, ..Options::default() };
        let tested = run(&suites, &Plan::of(&suites, None, None), &options, &|_| ());
        (suites, tested)
    })
}

/// A baseline of the one test that others are compared with.
#[cfg(test)]
pub(crate) fn some_baseline() -> String {
    let (suites, tested) = tested();
    Baseline::of(suites, tested).to_json().expect("JSON")
}

/// A baseline: what is read is written the same, and results can be held against it.
pub(crate) fn baseline(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Baseline::from_json(text) {
        Err(message) => assert!(!message.is_empty()),
        Ok(baseline) => {
            let written = baseline.to_json().expect("JSON");
            assert_eq!(Baseline::from_json(&written).as_ref(), Ok(&baseline), "{written}");
            let (suites, tested) = tested();
            let since = Since::of(&baseline, suites, tested, |_| true);
            assert!(since.changes.len() + since.same > 0, "the test is lost");
        }
    }
}

/// Queries: all are finite.
pub(crate) fn queries(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match io::parse_queries(text) {
        Err(error) => check_error(&error, bytes),
        Ok(queries) => {
            let line = |(from, to): &(navscope::geometry::Point, navscope::geometry::Point)| {
                format!("{} {} {} {}\n", from.x, from.y, to.x, to.y)
            };
            let written: String = queries.iter().map(line).collect();
            assert_eq!(io::parse_queries(&written).as_ref(), Ok(&queries));
        }
    }
}

/// Unsaved work of a session that crashed.
pub(crate) fn recovery(bytes: &[u8], folder: &Path) {
    put(folder, "session-1.toml", bytes);
    for orphan in Recovery::orphans(folder) {
        match orphan.load(SMALL) {
            Err(error) => check_error(&error, bytes),
            Ok(scenario) => {
                let text = to_toml(&scenario);
                let again = io::parse("again.toml", &text, SMALL).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_same(&scenario, &again);
            }
        }
    }
}

/// A setting: what it is set to it takes as written, too.
pub(crate) fn setting(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut settings = Settings::default();
    if let Err(message) = settings.assign(text) {
        assert!(!message.is_empty());
        assert_eq!(settings, Settings::default());
        return;
    }
    let mut again = Settings::default();
    for it in SETTINGS {
        let assignment = format!("{}={}", it.path, it.get(&settings));
        again.assign(&assignment).unwrap_or_else(|message| panic!("{assignment}: {message}"));
    }
    assert_eq!(settings, again);
}

/// What `FromStr` reads `Display` writes.
#[track_caller]
fn reads_again<T: std::str::FromStr<Err: Debug> + ToString + PartialEq + Debug>(read: &T) {
    assert_eq!(read.to_string().parse::<T>().as_ref().ok(), Some(read), "{}", read.to_string());
}

/// A condition.
pub(crate) fn condition(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match text.parse::<Condition>() {
        Err(error) => assert!(error.at <= text.chars().count() && !error.message.is_empty(), "{error}"),
        Ok(condition) => reads_again(&condition),
    }
}

/// A moment.
pub(crate) fn moment(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(moment) = text.parse::<Moment>() {
        reads_again(&moment);
    }
}

/// A filter in the first line, a name behind it: what is let through is what the slow way says.
pub(crate) fn filter(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (filter, name) = text.split_once('\n').unwrap_or((text, ""));
    let pattern = filter.to_lowercase();
    let pattern = if pattern.contains(['*', '?']) { pattern } else { format!("*{pattern}*") };
    // Where in the pattern one may be.
    let pattern: Vec<char> = pattern.chars().collect();
    let behind_stars = |places: BTreeSet<usize>| {
        let mut all = places.clone();
        for place in places {
            all.extend((place..pattern.len()).take_while(|&it| pattern[it] == '*').map(|it| it + 1));
        }
        all
    };
    let mut places = behind_stars(BTreeSet::from([0]));
    for letter in name.to_lowercase().chars() {
        let next = |&place: &usize| match pattern.get(place) {
            Some('*') => Some(place),
            Some(&it) if it == '?' || it == letter => Some(place + 1),
            _ => None,
        };
        places = behind_stars(places.iter().filter_map(next).collect());
    }
    assert_eq!(Filter::new(filter).passes(name), places.contains(&pattern.len()), "{filter:?} {name:?}");
}

/// A partition in the first line, a name behind it: a name is in one part.
pub(crate) fn partition(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (partition, name) = text.split_once('\n').unwrap_or((text, ""));
    if let Ok(partition) = partition.parse::<Partition>() {
        reads_again(&partition);
        let _ = partition.holds(name);
        if partition.of < 1000 {
            let parts = (1..=partition.of).filter(|&part| Partition { part, ..partition }.holds(name));
            assert_eq!(parts.count(), 1);
        }
    }
}
