//! Files out: what is written reads as the same again, what did not change stays byte for byte, and nothing is ever lost.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command as Process, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use expect_test::{Expect, expect};
use navscope::{
    debugger::{Command, Debugger},
    geometry::{Point, Spot},
    io::{
        self, Breakpoint, Click, ClickKind, GALLERY, Kept, Kind, Limits, NotSaved, Orphan, PRESETS, Recovery, SETTINGS,
        Saved, Scenario, Seen, Value, Variant, WhyNot, save, save_over, setting, to_toml,
    },
    maze::{Cell, End, Maze, cell_centre},
    search::Outcome,
    trace::{Moment, StageName},
};

use crate::{
    random::Random,
    rig::{built_in, random_maze},
};

/// A folder of a test's own, gone when the test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("navscope-test-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("written");
        path
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn read(text: &str) -> Scenario {
    io::parse("m.toml", text, Limits::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// All but where it was read from, and the order of what has none.
fn content(scenario: &Scenario) -> Scenario {
    let mut scenario = Scenario { name: String::new(), path: None, seen: None, source: None, ..scenario.clone() };
    for click in &mut scenario.clicks {
        click.expect_under.sort_by(|a, b| a.0.cmp(&b.0));
    }
    for variant in &mut scenario.variants {
        variant.changes.sort_by(|a, b| a.0.cmp(&b.0));
    }
    scenario
}

#[track_caller]
fn check_reads_the_same(scenario: &Scenario) -> String {
    let text = to_toml(scenario);
    assert_eq!(content(&read(&text)), content(scenario), "{text}");
    let again = to_toml(&read(&text));
    assert_eq!(again, text, "what was written is not changed by writing it again");
    text
}

fn random_number(random: &mut Random) -> f64 {
    let number = (random.fraction() - 0.5) * 20.0;
    match random.below(6) {
        0 => number.round(),
        1 => number * 1e-9,
        2 => number * 1e30,
        3 => (number * 4.0).round() / 4.0,
        _ => number,
    }
}

fn random_spot(random: &mut Random) -> Spot {
    Spot::new(random_point(random), random.chance(20).then(|| random_point(random).x))
}

fn random_point(random: &mut Random) -> Point {
    Point::new(random_number(random), random_number(random))
}

pub(crate) fn random_text(random: &mut Random) -> String {
    let symbols =
        ['a', ' ', '"', '\'', '\\', '\n', '\r', '\t', '#', '[', ']', '=', 'é', '€', '🧭', '\u{7f}', '\u{1}', '\u{85}'];
    (0..random.below(9)).map(|_| random.pick(&symbols)).collect()
}

fn random_expect(random: &mut Random) -> io::Expect {
    io::Expect {
        outcome: random.chance(50).then(|| random.pick(&[Outcome::Found, Outcome::Unreachable, Outcome::OffMesh])),
        length: random.chance(50).then(|| random_number(random).abs()),
        corners: random.chance(50).then(|| random.below(20)),
        tolerance: if random.chance(70) { io::Expect::TOLERANCE } else { random_number(random).abs() },
    }
}

fn random_click(random: &mut Random) -> Click {
    let name = if random.chance(30) { format!("click {}", 1 + random.below(3)) } else { random_text(random) };
    Click {
        kind: random.pick(&ClickKind::ALL),
        expect: random.chance(50).then(|| random_expect(random)),
        kept: random_kept(random),
        ..Click::new(name, random_spot(random), random_spot(random))
    }
}

fn random_kept(random: &mut Random) -> Kept {
    let (points, triangles) = (random.below(4), random.below(4));
    if random.chance(60) {
        return Kept::default();
    }
    Kept {
        points: (0..points).map(|_| random_point(random)).collect(),
        triangles: (0..triangles).map(|_| random.below(1000) as u32).collect(),
    }
}

fn random_variant(random: &mut Random) -> Variant {
    let mut changes = Vec::new();
    if random.chance(30) {
        let presets: Vec<&str> = PRESETS.iter().map(|it| it.0).collect();
        changes.push((Variant::PRESET.to_owned(), Value::Word(random.pick(&presets).to_owned())));
    }
    for setting in SETTINGS.iter().filter(|_| random.chance(8)).collect::<Vec<_>>() {
        changes.push((setting.path.to_owned(), random_value(random, setting.kind)));
    }
    let name = format!("{}{}", random.pick(&["walls", "grid", "a \"b\" \\ é", "with.dot"]), random.below(1000));
    Variant { name, changes, must_agree: random.chance(50) }
}

/// Changes variants, and what clicks expect under those there are.
fn change_variants(random: &mut Random, scenario: &mut Scenario) {
    change_list(random, &mut scenario.variants, random_variant);
    let mut names = BTreeSet::new();
    scenario.variants.retain(|it| names.insert(it.name.clone()));
    if let Some(variant) = scenario.variants.first_mut().filter(|_| random.chance(30)) {
        variant.changes.retain(|_| random.chance(60));
    }
    for click in &mut scenario.clicks {
        click.expect_under.retain(|it| names.contains(&it.0));
        for name in names.iter().filter(|_| random.chance(20)).collect::<Vec<_>>() {
            match click.expect_under.iter_mut().find(|it| it.0 == *name) {
                Some(_) if random.chance(30) => click.expect_under.retain(|it| it.0 != *name),
                Some(it) => it.1 = random_expect(random),
                None => click.expect_under.push((name.clone(), random_expect(random))),
            }
        }
        if random.chance(20) {
            click.kept = random_kept(random);
        }
    }
}

pub(crate) fn random_value(random: &mut Random, kind: Kind) -> Value {
    match kind {
        Kind::Choice(words) => Value::Word(random.pick(words).to_owned()),
        Kind::Switch => Value::Switch(random.chance(50)),
        Kind::Count { min, max, .. } => {
            Value::Number((f64::from(min) + f64::from(max - min) * random.fraction().powi(8)).round())
        }
        Kind::Number { min, max, .. } => Value::Number(min + (max - min) * random.fraction().powi(8)),
        Kind::Samples => Value::from_text(random.pick(&["5", "1", "2x2", "3x3"])),
        Kind::Frame => Value::from_text(random.pick(&["symbolic", "10", "0.5", "1e9"])),
    }
}

/// Changes some of everything.
fn change(random: &mut Random, scenario: &mut Scenario) {
    for setting in SETTINGS.iter().filter(|_| random.chance(15)).collect::<Vec<_>>() {
        let value = random_value(random, setting.kind);
        setting.set(&mut scenario.settings, &value).expect("in range");
    }
    if random.chance(40) {
        let (columns, rows) = (1 + random.below(7), 1 + random.below(7));
        scenario.maze = random_maze(random, columns, rows, 60);
        let maze = scenario.maze_mut();
        for end in End::BOTH {
            let (column, row) = (random.below(columns), random.below(rows));
            let index = maze.index_of(column as i64, row as i64).expect("in the maze");
            if random.chance(60) && maze.end_index(end.other()) != Some(index) {
                maze.set_cells(&[index], Cell::Floor);
                *maze.end_mut(end) = Some(cell_centre(column, row));
            }
        }
    } else {
        let maze = scenario.maze_mut();
        for _ in 0..random.below(3) {
            let index = random.below(maze.cells().len()) as u32;
            if maze.end_index(End::Start) != Some(index) && maze.end_index(End::Goal) != Some(index) {
                maze.set_cells(&[index], random.pick(&[Cell::Wall, Cell::Floor]));
            }
        }
    }
    for end in End::BOTH {
        if random.chance(30) {
            let own = scenario.maze.end(end).map(Spot::from);
            *scenario.end_mut(end) = random.chance(60).then(|| random_spot(random)).filter(|it| Some(*it) != own);
        }
    }
    change_list(random, &mut scenario.clicks, random_click);
    change_variants(random, scenario);
    change_list(random, &mut scenario.breakpoints, |random| Breakpoint {
        when: random.pick(&["kind:turned", "triangle:812", "certainty:exact"]).parse().expect("a condition"),
        on: random.chance(50),
    });
    change_list(random, &mut scenario.bookmarks, |random| Moment {
        lane: random.pick(&StageName::ALL).into(),
        at: if random.chance(10) { usize::MAX } else { random.below(1000) },
        observed: if random.chance(50) { 0 } else { random.below(50) },
    });
}

fn change_list<T>(random: &mut Random, list: &mut Vec<T>, new: fn(&mut Random) -> T) {
    for _ in 0..random.below(3) {
        let at = random.below(list.len() + 1);
        match random.below(3) {
            0 => list.insert(at, new(random)),
            1 if at < list.len() => drop(list.remove(at)),
            _ if at < list.len() => list[at] = new(random),
            _ => list.push(new(random)),
        }
    }
}

#[test]
fn what_is_written_reads_the_same() {
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let mut scenario = Scenario::of(Maze::filled(1, 1, Cell::Floor));
        change(&mut random, &mut scenario);
        let text = check_reads_the_same(&scenario);
        assert!(text.starts_with("[maze]\nmap = \"") && text.ends_with('\n') && !text.contains("\n\n\n"), "{text}");
        // And again, into that text, which is never written anew: its comment stays.
        let mut scenario = read(&format!("{text}# by hand"));
        for _ in 0..3 {
            change(&mut random, &mut scenario);
            let text = check_reads_the_same(&scenario);
            assert!(text.contains("# by hand"), "{text}");
            scenario = read(&text);
        }
    }
}

#[test]
fn every_maze_is_written_without_loss() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mazes");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let scenario = io::open(&path, Limits::default()).expect("it opens");
        let text = check_reads_the_same(&scenario);
        if path.extension().is_some_and(|it| it == "toml") {
            assert_eq!(text, fs::read_to_string(&path).expect("text"));
        }
        files += 1;
    }
    assert!(files >= GALLERY.len());
    let map = "type octile\nheight 2\nwidth 3\nmap\n.@G\nSTW\n";
    let scenario = io::parse("m.map", map, Limits::default()).expect("a map");
    assert_eq!(to_toml(&scenario), "[maze]\nmap = \"\"\"\n.#.\n.##\n\"\"\"\n");
}

/// The lines that went and those that came.
fn differences(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] =
                if old[i] == new[j] { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || common[i + 1][j] >= common[i][j + 1]) {
            lines.push(format!("-{}", old[i]));
            i += 1;
        } else {
            lines.push(format!("+{}", new[j]));
            j += 1;
        }
    }
    lines.join("\n").replace('\r', "␍")
}

/// Reads a text, changes the scenario, and compares what is written with the text.
#[track_caller]
fn check(source: &str, change: impl FnOnce(&mut Scenario), expected: Expect) {
    let mut scenario = read(source);
    assert_eq!(to_toml(&scenario), source, "nothing changed");
    change(&mut scenario);
    let text = to_toml(&scenario);
    assert_eq!(content(&read(&text)), content(&scenario), "{text}");
    expected.assert_eq(&differences(source, &text));
}

fn set(scenario: &mut Scenario, path: &str, value: &str) {
    setting(path).and_then(|it| it.set(&mut scenario.settings, &Value::from_text(value))).expect("a setting");
}

fn paint(scenario: &mut Scenario, column: i64, row: i64, to: Cell) {
    let maze = scenario.maze_mut();
    let index = maze.index_of(column, row).expect("in the maze");
    maze.set_cells(&[index], to);
}

/// Spaces, comments and numbers as nobody but a person would write them.
pub(crate) const BY_HAND: &str = r#"# The old mill.

# Settings come first here.
[bake]   # as measured on Tuesday
samples  =  "2x2"   # four are enough
inset=25e-2

[ maze ] # drawn by hand
map = '''
#########
#S      #   an exit? no
#  ''  G
#########
'''

# Where it stops.
[[breakpoint]]
when = "kind:turned"   # the first
on = true

# The second has no comment.
[[breakpoint]]
when = 'kind:relaxed'

[[click]]
name = "there" # and back
start = [1.50, 1.5]
goal = [ 7.5,
         2.5 ] # by the door
expect = { corners = 0 }

[pull]
# Nothing yet.
"#;

#[test]
fn what_people_wrote_stays() {
    let check = |change: fn(&mut Scenario), expected: Expect| check(BY_HAND, change, expected);
    check(|_| (), expect![""]);
    check(
        |it| {
            set(it, "bake.samples", "5");
            set(it, "bake.inset", "0.125");
            set(it, "bake.order", "given");
        },
        expect![[r#"
            -samples  =  "2x2"   # four are enough
            -inset=25e-2
            +samples  =  5   # four are enough
            +inset=0.125
            +order = "given""#]],
    );
    check(|it| set(it, "pull.funnel", "textbook"), expect![[r#"+funnel = "textbook""#]]);
    check(
        |it| set(it, "agent.radius", "1e-7"),
        expect![[r"
        +[agent]
        +radius = 1e-7
        +"]],
    );
    check(
        |it| paint(it, 3, 2, Cell::Wall),
        expect![[r"
        -#  ''  G
        +#  #'  G"]],
    );
    check(
        |it| paint(it, 15, 3, Cell::Floor),
        expect![[r"
        -#########
        +############### "]],
    );
    check(
        |it| it.maze_mut().start = Some(cell_centre(3, 1)),
        expect![[r"
        -#S      #   an exit? no
        +#  S    #   an exit? no"]],
    );
    check(
        |it| it.maze = it.maze.resized(10, 5, (0, 0)).into(),
        expect![[r"
            -#########
            -#S      #   an exit? no
            -#  ''  G
            -#########
            +##########
            +#S      # 
            +#  ''  G##
            +##########
            +         ."]],
    );
}

#[test]
fn what_people_wrote_around_lists_stays() {
    let check = |change: fn(&mut Scenario), expected: Expect| check(BY_HAND, change, expected);
    check(
        |it| (it.start, it.goal) = (Some(Spot::from((2.0, 1.25))), None),
        expect![[r"
        +[query]
        +start = [2, 1.25]
        +"]],
    );
    check(|it| it.breakpoints[1].on = false, expect!["+on = false"]);
    check(
        |it| drop(it.breakpoints.remove(0)),
        expect![[r#"
        -[[breakpoint]]
        -when = "kind:turned"   # the first
        -on = true"#]],
    );
    check(
        |it| it.breakpoints.clear(),
        expect![[r#"
        -[[breakpoint]]
        -when = "kind:turned"   # the first
        -on = true
        -[[breakpoint]]
        -when = 'kind:relaxed'"#]],
    );
    check(
        |it| it.breakpoints.push(Breakpoint { when: "triangle:812".parse().expect("a condition"), on: true }),
        expect![[r#"
            +[[breakpoint]]
            +when = "triangle:812"
            +"#]],
    );
    check(
        |it| it.bookmarks = vec!["funnel:12".parse().expect("a moment"), "audit:1.2".parse().expect("a moment")],
        expect![[r#"
            +[[bookmark]]
            +at = "funnel:12"
            +
            +[[bookmark]]
            +at = "audit:1.2"
            +"#]],
    );
    check(
        |it| it.clicks[0].goal.at.x = 2.0,
        expect![[r"
        -goal = [ 7.5,
        -         2.5 ] # by the door
        +goal = [2, 2.5] # by the door"]],
    );
    check(|it| it.clicks[0].expect = None, expect!["-expect = { corners = 0 }"]);
    check(
        |it| it.clicks[0].name = "click 1".to_owned(),
        expect![[r#"
        -name = "there" # and back
        +name = "click 1" # and back"#]],
    );
}

#[test]
fn other_ways_of_writing_stay_too() {
    let dotted = "bake.samples = 5\nmaze.map = \"..\"  # small\nagent.radius = 0.25\nquery.start = [0.5, 0.25]\nbake.inset = 0.1";
    let change = |it: &mut Scenario| {
        set(it, "bake.order", "given");
        set(it, "agent.radius", "0.5");
        paint(it, 1, 0, Cell::Wall);
        it.start = None;
        it.bookmarks.push("filter:3".parse().expect("a moment"));
    };
    check(
        dotted,
        change,
        expect![[r#"
        -maze.map = ".."  # small
        -agent.radius = 0.25
        -query.start = [0.5, 0.25]
        +maze.map = """
        +.#
        +"""  # small
        +agent.radius = 0.5
        +bake.order = "given"
        +
        +[[bookmark]]
        +at = "filter:3"
        +"#]],
    );
    let braces = "maze = { map = \"S.\" }\nbake = { samples = 5, inset = 0.25, } # all\nnumbers = {}\n";
    let change = |it: &mut Scenario| {
        set(it, "bake.order", "given");
        set(it, "numbers.policy", "f32");
        paint(it, 1, 0, Cell::Wall);
    };
    check(
        braces,
        change,
        expect![[r#"
            -maze = { map = "S." }
            -bake = { samples = 5, inset = 0.25, } # all
            -numbers = {}
            +maze = { map = """
            +S#
            +""" }
            +bake = { samples = 5, inset = 0.25, order = "given", } # all
            +numbers = { policy = "f32" }"#]],
    );
    let behind = "[maze]\nmap = \"\"\"#a#\n\\\"\\\\\\\n   \\u00e9#\n\n\"\"\"\n[query]\ngoal = [1, 2]\n\n\n# the end";
    check(
        behind,
        |it| paint(it, 0, 0, Cell::Floor),
        expect![[r##"
        -map = """#a#
        -\"\\\
        -   \u00e9#
        -
        +map = """
        +.a#
        +\"\\é#"##]],
    );
    check(
        behind,
        |it| it.goal = None,
        expect![[r"
        -[query]
        -goal = [1, 2]"]],
    );
    check(
        behind,
        |it| it.start = Some(Spot::from((0.1 + 0.2, -1e-5))),
        expect!["+start = [0.30000000000000004, -1e-5]"],
    );
}

#[test]
fn short_rows_and_line_endings_stay() {
    let short = "[maze]\nmap = \"\"\"\n.....\n\n. .\n\"\"\"\n";
    check(
        short,
        |it| paint(it, 4, 2, Cell::Floor),
        expect![[r"
            -. .
            +. .#."]],
    );
    check(
        short,
        |it| paint(it, 0, 0, Cell::Wall),
        expect![[r"
            -.....
            +#...."]],
    );
    check(
        short,
        |it| it.maze = it.maze.resized(5, 2, (0, 0)).into(),
        expect![[r"
        -
        -. .
        +#####"]],
    );
    let lone = "\u{feff}[maze]\r\nmap = \"\"\"\r\n#.#\r\n#G#\r\n\"\"\"\r\n# mixed\n[bake]\r\n";
    let change = |it: &mut Scenario| {
        set(it, "bake.inset", "0");
        set(it, "pull.epsilon", "0.5");
        paint(it, 0, 1, Cell::Floor);
    };
    check(
        lone,
        change,
        expect![[r"
        -#G#␍
        +.G#␍
        +inset = 0␍
        +␍
        +[pull]␍
        +epsilon = 0.5␍"]],
    );
}

/// A click without a name is called by its number: if that changes, its name must not.
#[test]
fn names_that_were_left_out_stay_out_while_they_hold() {
    let click = |x: i32| format!("[[click]]\nstart = [{x}, 0]\ngoal = [0, 0]\n");
    let source = format!("[maze]\nmap = \"..\"\n{}{}{}", click(1), click(2), click(3));
    check(
        &source,
        |it| drop(it.clicks.pop()),
        expect![[r"
        -[[click]]
        -start = [3, 0]
        -goal = [0, 0]"]],
    );
    check(
        &source,
        |it| drop(it.clicks.remove(0)),
        expect![[r#"
        -start = [1, 0]
        -goal = [0, 0]
        -[[click]]
        +name = "click 2"
        +name = "click 3""#]],
    );
}

/// What can't be changed in place is written anew; no value is lost.
#[test]
fn what_cant_be_changed_in_place_is_written_anew() {
    let mut scenario =
        read("[maze]\nmap = \"..\"\n[[click]]\nstart = [0, 0]\ngoal = [1, 0]\n[click.expect]\ncorners = 3\n");
    scenario.source = Some("no scenario".into());
    expect![[r#"
        [maze]
        map = """
        ..
        """

        [[click]]
        start = [0, 0]
        goal = [1, 0]
        expect = { corners = 3 }
    "#]]
    .assert_eq(&check_reads_the_same(&scenario));
}

/// Expectations in every form there is.
const EXPECTED: &str = r#"maze.map = "....."
[[variant]] # the first
name = "walls" # of brick
bake = { recipe = "walls",   # stone
         merge = true } # and mortar
agent.radius = 0.25 # thin
preset  = 'optimal'
[variant.search] # far
cost = "midpoints"

[[variant]]
must_agree = true
name = "a b"

[[click]]
start = [0.5, 0.5]
goal = [1.5, 0.5]
expect = { length = 1.00, # as measured
    # counted twice
    corners = 0 } # sure
kind = "ray"

[[click]]
expect.length = 2 # dotted
start = [0.5, 0.5]
goal = [2.5, 0.5]
expect.outcome = 'found'

# The third has tables.
[[click]]
start = [0.5, 0.5]
goal = [3.5, 0.5]

# What should come out.
[click.expect]
length = 3.0   # exactly
# Few:
corners = 0
tolerance = 0.0005

[click.kept]
points = [
    [0.5, 0.5], # from here
    [3.5, 0.5],
]

[click.expect_under.walls]
length = 3
[click.expect_under."a b"]
corners = 1 # why?

[[click]] # four
start = [0.5, 0.5]
goal = [4.5, 0.5]
expect_under = { walls.length = 4, "a b" = { corners = 2, outcome = "found", }, walls.corners = 7 } # both
"#;

/// Changes what [`EXPECTED`] holds, and compares; then the same with other line ends.
#[track_caller]
fn check_expected(change: fn(&mut Scenario), expected: Expect) {
    check(EXPECTED, change, expected);
    let source = EXPECTED.replace('\n', "\r\n");
    let mut scenario = read(&source);
    assert_eq!(to_toml(&scenario), source);
    change(&mut scenario);
    let text = to_toml(&scenario);
    assert_eq!(content(&read(&text)), content(&scenario), "{text}");
    assert!(!text.replace("\r\n", "").contains('\n'), "{text:?}");
}

#[test]
fn blessing_leaves_all_else_as_people_wrote_it() {
    let check = check_expected;
    check(|_| (), expect![""]);
    check(
        |it| {
            for (click, length) in it.clicks.iter_mut().zip([1.25, 2.0 / 3.0, 3.5]) {
                click.expect = click.expect.as_ref().map(|it| it.blessed(Outcome::Found, Some(length), Some(5)));
            }
        },
        expect![[r"
            -expect = { length = 1.00, # as measured
            +expect = { length = 1.25, # as measured
            -    corners = 0 } # sure
            +    corners = 5 } # sure
            -expect.length = 2 # dotted
            +expect.length = 0.666667 # dotted
            -length = 3.0   # exactly
            +length = 3.5   # exactly
            -corners = 0
            +corners = 5"]],
    );
    check(
        |it| {
            for click in &mut it.clicks {
                click.expect = click.expect.as_ref().map(|it| it.blessed(Outcome::Unreachable, None, None));
            }
        },
        expect![[r#"
            -expect = { length = 1.00, # as measured
            +expect = { outcome = "unreachable" # as measured
            -    corners = 0 } # sure
            + } # sure
            -expect.length = 2 # dotted
            -expect.outcome = 'found'
            +expect.outcome = "unreachable"
            -length = 3.0   # exactly
            -corners = 0
            +outcome = "unreachable""#]],
    );
    check(
        |it| it.clicks.iter_mut().for_each(|it| it.expect = None),
        expect![[r"
        -expect = { length = 1.00, # as measured
        -    # counted twice
        -    corners = 0 } # sure
        -expect.length = 2 # dotted
        -expect.outcome = 'found'
        -[click.expect]
        -length = 3.0   # exactly
        -# Few:
        -corners = 0
        -tolerance = 0.0005"]],
    );
    check(
        |it| {
            for click in &mut it.clicks {
                click.expect_under.iter_mut().for_each(|it| it.1 = it.1.blessed(Outcome::OffMesh, Some(9.0), None));
            }
        },
        expect![[r#"
            -length = 3
            +length = 9
            +outcome = "off-mesh"
            -corners = 1 # why?
            +outcome = "off-mesh"
            -expect_under = { walls.length = 4, "a b" = { corners = 2, outcome = "found", }, walls.corners = 7 } # both
            +expect_under = { walls.length = 9, "a b" = { outcome = "off-mesh", }, walls.outcome = "off-mesh" } # both"#]],
    );
    check(
        |it| it.clicks.iter_mut().for_each(|it| drop(it.expect_under.pop())),
        expect![[r#"
        -[click.expect_under."a b"]
        -corners = 1 # why?
        -expect_under = { walls.length = 4, "a b" = { corners = 2, outcome = "found", }, walls.corners = 7 } # both
        +expect_under = { walls.length = 4, walls.corners = 7 } # both"#]],
    );
    check(
        |it| it.clicks.iter_mut().for_each(|it| it.expect_under.clear()),
        expect![[r#"
        -[click.expect_under.walls]
        -length = 3
        -[click.expect_under."a b"]
        -corners = 1 # why?
        -
        -expect_under = { walls.length = 4, "a b" = { corners = 2, outcome = "found", }, walls.corners = 7 } # both"#]],
    );
}

#[test]
fn what_is_kept_and_variants_change_in_place() {
    let check = check_expected;
    check(
        |it| {
            it.clicks[2].kept.points[1].x = 9.0;
            it.clicks[2].kept.triangles = vec![1, 2];
            it.clicks[0].kept.triangles = vec![7];
            let expect = io::Expect::of(Outcome::Found, Some(1.0), None);
            it.clicks[0].expect_under.push(("walls".to_owned(), expect.clone()));
            it.clicks[0].expect_under.push(("a b".to_owned(), expect));
        },
        expect![[r#"
            +expect_under = { walls = { outcome = "found", length = 1 }, "a b" = { outcome = "found", length = 1 } }
            +kept = { triangles = [7] }
            -points = [
            -    [0.5, 0.5], # from here
            -    [3.5, 0.5],
            -]
            +points = [[0.5, 0.5], [9, 0.5]]
            +triangles = [1, 2]"#]],
    );
    check(
        |it| {
            it.variants[0].must_agree = true;
            it.variants[0].changes.retain(|it| it.0 != "bake.merge" && it.0 != "agent.radius");
            it.variants[0].changes.push(("bake.order".to_owned(), Value::Word("given".to_owned())));
            it.variants[0].changes.push(("agent.radius".to_owned(), Value::Number(0.5)));
            it.variants[0].changes.push(("search.method".to_owned(), Value::Word("dijkstra".to_owned())));
            it.variants[1].must_agree = false;
        },
        expect![[r#"
            -bake = { recipe = "walls",   # stone
            -         merge = true } # and mortar
            -agent.radius = 0.25 # thin
            +bake = { recipe = "walls", order = "given"   # stone
            + } # and mortar
            +agent.radius = 0.5 # thin
            +must_agree = true
            +method = "dijkstra"
            -must_agree = true
            +must_agree = false"#]],
    );
    check(
        |it| it.variants[0].changes.clear(),
        expect![[r#"
        -bake = { recipe = "walls",   # stone
        -         merge = true } # and mortar
        -agent.radius = 0.25 # thin
        -preset  = 'optimal'
        -[variant.search] # far
        -cost = "midpoints""#]],
    );
    check(
        |it| {
            it.variants.pop();
            it.clicks.iter_mut().for_each(|it| it.expect_under.retain(|it| it.0 != "a b"));
        },
        expect![[r#"
            -[[variant]]
            -must_agree = true
            -name = "a b"
            -
            -[click.expect_under."a b"]
            -corners = 1 # why?
            -expect_under = { walls.length = 4, "a b" = { corners = 2, outcome = "found", }, walls.corners = 7 } # both
            +expect_under = { walls.length = 4, walls.corners = 7 } # both"#]],
    );
}

#[test]
fn new_files_are_short_and_plain() {
    let mut scenario = Scenario::blank(4, 3, true).expect("small");
    scenario.maze_mut().start = Some(cell_centre(1, 1));
    set(&mut scenario, "bake.samples", "3x3");
    set(&mut scenario, "numbers.in_circle_epsilon", "1e-12");
    scenario.clicks.push(Click {
        expect: Some(io::Expect { outcome: Some(Outcome::Found), length: Some(2.5), corners: None, tolerance: 0.1 }),
        ..Click::new("a \"b\"\n\\ü", Point::new(1.5, 1.0), Point::new(1e300, -0.125))
    });
    scenario.breakpoints.push(Breakpoint { when: "kind:inserted".parse().expect("a condition"), on: false });
    scenario.bookmarks.push("search:end".parse().expect("a moment"));
    expect![[r#"
        [maze]
        map = """
        ####
        #S.#
        ####
        """

        [bake]
        samples = "3x3"

        [numbers]
        in_circle_epsilon = 1e-12

        [[click]]
        name = "a \"b\"\n\\ü"
        start = [1.5, 1]
        goal = [1e300, -0.125]
        expect = { outcome = "found", length = 2.5, tolerance = 0.1 }

        [[breakpoint]]
        when = "kind:inserted"
        on = false

        [[bookmark]]
        at = "search:end"
    "#]]
    .assert_eq(&check_reads_the_same(&scenario));
}

#[test]
fn scenarios_with_wrong_queries_breakpoints_and_bookmarks() {
    let check = |rest: &str, expected: Expect| {
        let text = format!("[maze]\nmap = \"..\"\n{rest}");
        expected.assert_eq(&io::parse("m.toml", &text, Limits::default()).expect_err("wrong").to_string());
    };
    check(
        "[query]\nstrat = [1, 2]\n",
        expect!["m.toml:4:1: “strat” means nothing here; did you mean “start”? Known are start, goal"],
    );
    check(
        "[query]\nstart = [1]\n",
        expect!["m.toml:4:9: a place is two numbers, as in [1.5, 2.5], or three with its height"],
    );
    check(
        "query = 3\n",
        expect!["m.toml:3:1: “query” means nothing here; did you mean “height”? Known are map, height, heights, obj"],
    );
    check(
        "[[breakpoint]]\non = true\n",
        expect![[r#"m.toml:3:1: a breakpoint needs a condition, as in when = "kind:turned""#]],
    );
    check("[[breakpoint]]\nwhen = 5\n", expect!["m.toml:4:8: a condition is a text in quotes"]);
    check("[[breakpoint]]\nwhen = \"kind:turned\"\non = 1\n", expect!["m.toml:5:6: “on” is true or false"]);
    check(
        "[[breakpoint]]\nwhen = \"kind:turned\"\noff = true\n",
        expect!["m.toml:5:1: “off” means nothing here; did you mean “on”? Known are when, on"],
    );
    check(
        "[breakpoint]\nwhen = \"kind:turned\"\n",
        expect!["m.toml:3:1: breakpoints are written as [[breakpoint]], with two brackets"],
    );
    check("[[bookmark]]\n", expect![[r#"m.toml:3:1: a bookmark needs a moment, as in at = "funnel:12""#]]);
    check(
        "[[bookmark]]\nat = \"funnel\"\n",
        expect![
            "m.toml:4:6: “funnel” is no moment; write it like funnel:12, with a stage of samples, outline, rectangles, rasterise, low-hanging, ledges, headroom, erode, regions, contours, simplify, bridges, ears, convex, links, triangulate, filter, merge, search, polyanya, grid, portals, funnel, round, smooth, audit, walk"
        ],
    );
    check("[[bookmark]]\nat = 12\n", expect![[r#"m.toml:4:6: a moment is a text, as in "funnel:12""#]]);
    check(
        "[[bookmark]]\nto = \"funnel:1\"\n",
        expect!["m.toml:4:1: “to” means nothing here; did you mean “at”? Known are at"],
    );
    check(
        "[[bookmrak]]\nat = \"funnel:1\"\n",
        expect!["m.toml:3:1: “bookmrak” means nothing here; did you mean “bookmark”?"],
    );
    let text = "[maze]\nmap = \"..\"\n[query]\nstart = [0.25, 1]\n[[breakpoint]]\nwhen = \"triangle:812\"\n[[bookmark]]\nat = \"audit:end\"\n";
    let scenario = read(text);
    assert_eq!((scenario.start, scenario.goal), (Some(Spot::from((0.25, 1.0))), None));
    assert!(scenario.breakpoints[0].on && scenario.breakpoints[0].when.to_string() == "triangle:812");
    assert_eq!(scenario.bookmarks, [Moment::after(StageName::Audit, usize::MAX)]);
}

#[track_caller]
fn refused(result: Result<Saved, NotSaved>, folder: &Folder, expected: Expect) {
    let message = result.expect_err("refused").to_string();
    expected.assert_eq(&message.replace(&folder.0.display().to_string(), "FOLDER"));
}

#[test]
fn what_cant_be_saved_changes_nothing() {
    let folder = Folder::new();
    let scenario = built_in("two-rooms");
    let text = folder.file("maze.txt", "..");
    refused(
        save(&scenario, &text),
        &folder,
        expect![
            "FOLDER/maze.txt: only the maze would fit in there, not the settings; save under a name that ends in .toml"
        ],
    );
    refused(
        save(&scenario, &folder.0.join("no/maze.toml")),
        &folder,
        expect!["FOLDER/no/maze.toml: can't be written: there is no folder FOLDER/no; make it, or save elsewhere"],
    );
    refused(
        save(&scenario, &text.join("maze.toml")),
        &folder,
        expect!["FOLDER/maze.txt/maze.toml: can't be written: FOLDER/maze.txt is no folder; save elsewhere"],
    );
    let inner = folder.0.join("inner.toml");
    fs::create_dir(&inner).expect("a folder");
    refused(
        save(&scenario, &inner),
        &folder,
        expect!["FOLDER/inner.toml: can't be written: it is a folder; save under another name"],
    );
    let old = folder.file("old.toml", "old");
    let mut permissions = fs::metadata(&old).expect("there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&old, permissions).expect("mine");
    refused(
        save(&scenario, &old),
        &folder,
        expect![
            "FOLDER/old.toml: can't be written: the file is read-only, or FOLDER belongs to somebody else; allow it, or save elsewhere"
        ],
    );
    assert_eq!(fs::read_to_string(&old).expect("text"), "old");
    assert_eq!(folder.names(), ["inner.toml", "maze.txt", "old.toml"], "no draft is left");
}

/// Which folder the processes below are to write in.
pub(crate) const CHILD_FOLDER: &str = "NAVSCOPE_TEST_FOLDER";

#[test]
#[ignore = "started by the test below, with little room for files"]
fn saving_without_room() {
    let Some(folder) = std::env::var_os(CHILD_FOLDER) else { return };
    let scenario = Scenario::of(Maze::filled(300, 300, Cell::Floor));
    let message = save(&scenario, &Path::new(&folder).join("old.toml")).expect_err("no room").to_string();
    assert!(message.contains("old.toml: can't be written: ") && message.contains("elsewhere"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_file_that_does_not_fit_leaves_the_old_one() {
    let folder = Folder::new();
    folder.file("old.toml", "old");
    let child = Process::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" --exact saving::saving_without_room --ignored"])
        .arg(std::env::current_exe().expect("this"))
        .env(CHILD_FOLDER, &folder.0)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && said.contains("1 passed"), "{said}");
    assert_eq!(fs::read_to_string(folder.0.join("old.toml")).expect("text"), "old");
    assert_eq!(folder.names(), ["old.toml"], "no draft is left");
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = Folder::new();
    let scenario = built_in("two-rooms");
    let real = folder.file("real.toml", "old");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("mine");
    let link = folder.0.join("link.toml");
    symlink("real.toml", &link).expect("a link");
    let written = save_over(&scenario, &Seen::now(&link).expect("a file")).expect("saved");
    assert_eq!(fs::read_to_string(&real).expect("text"), written.text);
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(fs::metadata(&real).expect("there").permissions().mode() & 0o777, 0o640);
    let dangling = folder.0.join("dangling.toml");
    symlink("later.toml", &dangling).expect("a link");
    save(&scenario, &dangling).expect("saved");
    assert_eq!(folder.names(), ["dangling.toml", "later.toml", "link.toml", "real.toml"]);
    let circle = folder.0.join("circle.toml");
    symlink("circle.toml", &circle).expect("a link");
    refused(
        save(&scenario, &circle),
        &folder,
        expect!["FOLDER/circle.toml: can't be written: its links lead in a circle; try again, or save elsewhere"],
    );
}

#[test]
fn saved_is_what_the_file_holds() {
    let folder = Folder::new();
    let path = folder.file("mine.toml", BY_HAND);
    let mut debugger = Debugger::new(io::open(&path, Limits::default()).expect("it opens"));
    assert!(!debugger.is_unsaved());
    let paint = |cell, to| Command::Paint { storey: 0, cells: vec![cell], to };
    debugger.apply(paint((4, 1), Cell::Wall));
    debugger.apply(Command::Release);
    assert!(debugger.is_unsaved());
    debugger.apply(paint((4, 1), Cell::Floor));
    assert!(!debugger.is_unsaved(), "painted back by hand");
    debugger.apply(Command::Undo);
    assert!(debugger.is_unsaved());
    let other = folder.0.join("other.toml");
    let saved = save(debugger.scenario(), &other).expect("saved");
    let text = saved.text.clone();
    debugger.apply(Command::Saved(saved));
    assert!(!debugger.is_unsaved() && debugger.can_undo() && debugger.can_redo());
    assert_eq!((debugger.scenario().name.as_str(), debugger.scenario().path.as_ref()), ("other.toml", Some(&other)));
    debugger.apply(Command::Undo);
    assert!(debugger.is_unsaved());
    debugger.apply(Command::Redo);
    assert!(!debugger.is_unsaved());
    assert_eq!(save(debugger.scenario(), &other).expect("saved").text, text, "nothing changed");
    assert!(text.contains("# by the door") && text.contains("#S  #"));
    let query = Command::Set { path: "agent.radius".to_owned(), value: Value::Number(0.1) };
    debugger.apply(query);
    assert!(debugger.is_unsaved());
}

#[test]
fn sessions_are_orphans_only_when_nobody_holds_them() {
    let folder = Folder::new();
    let sessions = folder.0.join("state/sessions");
    assert!(Recovery::orphans(&sessions).is_empty(), "there is no such folder yet");
    let (one, other) = (Recovery::begin(&sessions).expect("begun"), Recovery::begin(&sessions).expect("begun"));
    one.store(&built_in("stair")).expect("stored");
    other.store(&built_in("zigzag")).expect("stored");
    assert!(Recovery::orphans(&sessions).is_empty(), "both run");
    one.clear().expect("cleared");
    one.clear().expect("there is nothing to clear");
    one.store(&built_in("pillars")).expect("stored");
    drop(one);
    assert!(Recovery::orphans(&sessions).is_empty(), "it ended well");
    // A crash: the files stay, and the lock is free.
    let kept = fs::read(sessions.join("session-2.toml")).expect("kept");
    drop(other);
    fs::write(sessions.join("session-2.toml"), &kept).expect("written");
    fs::write(sessions.join(".session-2.toml.77-0.tmp"), &kept[..9]).expect("written");
    fs::write(sessions.join("session-x.toml"), "no session").expect("written");
    let three = Recovery::begin(&sessions).expect("begun");
    let four = Recovery::begin(&sessions).expect("begun");
    four.store(&built_in("diag")).expect("stored");
    assert!(sessions.join("session-3.toml").exists(), "the orphan's number is left alone");
    let mut orphans = Recovery::orphans(&sessions);
    assert!(Recovery::orphans(&sessions).is_empty(), "offered once at a time");
    let orphan = orphans.pop().expect("one");
    assert!(orphans.is_empty() && orphan.name == "zigzag.txt" && orphan.original.is_none());
    assert_eq!(content(&orphan.load(Limits::default()).expect("it loads")), content(&built_in("zigzag")));
    orphan.discard().expect("discarded");
    assert!(!sessions.join(".session-2.toml.77-0.tmp").exists() && !sessions.join("session-2.toml").exists());
    drop((three, four));
    assert!(Recovery::orphans(&sessions).is_empty());
}

/// Leaves unsaved work behind, as a crash does; tells where it lies.
pub(crate) fn crash(sessions: &Path, scenario: &Scenario) -> PathBuf {
    let session = Recovery::begin(sessions).expect("begun");
    session.store(scenario).expect("stored");
    // Not always the first: what another test is just starting holds copies of all locks for a moment.
    let paths = fs::read_dir(sessions).expect("a folder").map(|it| it.expect("an entry").path());
    let text = paths.filter(|it| it.extension().is_some_and(|it| it == "toml")).last().expect("kept");
    let kept = fs::read(&text).expect("kept");
    drop(session);
    fs::write(&text, kept).expect("written");
    text
}

/// What a crash left behind, once nobody holds copies of its lock.
pub(crate) fn orphan(sessions: &Path) -> Orphan {
    let tries = (0..400).map(|_| {
        std::thread::sleep(Duration::from_millis(5));
        Recovery::orphans(sessions).pop()
    });
    tries.flatten().next().expect("one")
}

#[test]
fn what_was_rescued_goes_on_from_its_own_file() {
    let folder = Folder::new();
    let sessions = folder.0.join("sessions");
    let original = BY_HAND;
    let path = folder.file("mill \"7\".toml", original);
    let mut debugger = Debugger::new(io::open(&path, Limits::default()).expect("it opens"));
    debugger.apply(Command::Paint { storey: 0, cells: vec![(4, 1)], to: Cell::Wall });
    crash(&sessions, debugger.scenario());
    fs::write(&path, format!("{original}# Added meanwhile.\n")).expect("written");

    let found = orphan(&sessions);
    assert_eq!((found.name.as_str(), found.original.as_ref()), ("mill \"7\".toml", Some(&path)));
    let rescued = found.load(Limits::default()).expect("it loads");
    assert_eq!(content(&rescued), content(debugger.scenario()));
    let mut window = Debugger::new(built_in("stair"));
    window.apply(Command::Restore(Box::new(rescued)));
    assert!(window.is_unsaved());
    let refusal = save(window.scenario(), &path).expect_err("it has changed");
    let WhyNot::Changed(there) = refusal.why else { panic!("{refusal}") };
    assert!(fs::read_to_string(&path).expect("text").ends_with("# Added meanwhile.\n"));
    let saved = save_over(window.scenario(), &there).expect("saved");
    let text = saved.text.clone();
    window.apply(Command::Saved(saved));
    assert!(!window.is_unsaved());
    expect![[r"
        -#S      #   an exit? no
        +#S  #   #   an exit? no"]]
    .assert_eq(&differences(original, &text));
    drop(found);

    // The file is gone, or is no scenario any more: the kept text has its comments too.
    for broken in [Some("[maze"), None] {
        match broken {
            Some(text) => fs::write(&path, text).expect("written"),
            None => fs::remove_file(&path).expect("removed"),
        }
        let rescued = orphan(&sessions).load(Limits::default()).expect("it loads");
        assert_eq!(rescued.path.as_ref(), Some(&path));
        let text = to_toml(&rescued);
        assert!(text.starts_with("# The old mill.") && text.contains("# by the door"), "{text}");
    }
}

#[test]
fn a_torn_session_is_an_error_and_no_panic() {
    let folder = Folder::new();
    for text in ["", "# Unsaved changes of", "# Unsaved changes of \"a\"", "\u{feff}\n", "[maze"] {
        folder.file("session-1.toml", text);
        let orphan = Recovery::orphans(&folder.0).pop().expect("one");
        assert!(!orphan.name.is_empty() && orphan.original.is_none());
        assert!(orphan.load(Limits::default()).is_err());
        orphan.discard().expect("discarded");
    }
    fs::write(folder.0.join("session-1.toml"), b"\xff\xfe").expect("written");
    assert!(Recovery::orphans(&folder.0)[0].load(Limits::default()).is_err());
}

#[test]
#[ignore = "started, and killed, by the test below"]
fn a_session_without_end() {
    let Some(folder) = std::env::var_os(CHILD_FOLDER) else { return };
    let session = Recovery::begin(Path::new(&folder)).expect("begun");
    for round in 1.. {
        let mut scenario = Scenario::of(Maze::filled(300, 300, Cell::Floor));
        scenario.bookmarks.push(Moment::after(StageName::Audit, round));
        let wall: Vec<u32> = (0..round as u32 % 90_000).collect();
        Arc::make_mut(&mut scenario.maze).set_cells(&wall, Cell::Wall);
        session.store(&scenario).expect("stored");
    }
}

#[test]
fn a_session_that_is_killed_leaves_a_whole_scenario() {
    let folder = Folder::new();
    for round in 0..12 {
        let mut child = Process::new(std::env::current_exe().expect("this"))
            .args(["--exact", "saving::a_session_without_end", "--ignored"])
            .env(CHILD_FOLDER, &folder.0)
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        let text = folder.0.join("session-1.toml");
        for _ in 0..2000 {
            if text.exists() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(Recovery::orphans(&folder.0).is_empty(), "it runs");
        std::thread::sleep(Duration::from_micros(1700 * round));
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let orphan = Recovery::orphans(&folder.0).pop().expect("one");
        let rescued = orphan.load(Limits::default()).expect("whole");
        let stored = rescued.bookmarks[0].at;
        assert_eq!(rescued.maze.floor().count(), 90_000 - stored % 90_000);
        orphan.discard().expect("discarded");
        assert_eq!(folder.names(), ["session-1.lock"]);
    }
}
