//! `navscope check`, as somebody types it.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::Value;

/// A folder that is gone again at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("check-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("made");
        let folder = Self(path);
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("made");
        fs::write(path, text).expect("written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("text")
    }

    fn command(&self, arguments: &str) -> Command {
        self.any_command(&format!("check {arguments}"))
    }

    pub(crate) fn any_command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_navscope"));
        command.args(arguments.split_whitespace()).stdin(Stdio::null()).current_dir(&self.0);
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    /// Exit code, output and errors.
    pub(crate) fn run(&self, arguments: &str) -> (i32, String, String) {
        answer(self.command(arguments))
    }

    pub(crate) fn json(&self, arguments: &str, code: i32) -> Value {
        let (exit, out, err) = self.run(&format!("{arguments} --json"));
        assert_eq!((exit, &*err), (code, ""));
        serde_json::from_str(&out).expect("JSON")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn answer(mut command: Command) -> (i32, String, String) {
    let output = command.output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

pub(crate) const MAZE: &str = "[maze]\nmap = '''\n#######\n#..#..#\n#..#..#\n#.....#\n#######\n'''\n\n";

/// What passes.
pub(crate) fn good() -> String {
    format!(
        "{MAZE}[bake]\nrecipe = \"walls\"\n[search]\nmethod = \"polyanya\"\n\n[[click]]\nname = \"around\"\nstart = [2.5, 1.5]\n\
         goal = [4.5, 1.5]\nexpect = {{ length = 4.162278, corners = 2 }}\n"
    )
}

/// What fails, is new, and is shown, under names that are hard to write down.
pub(crate) fn mixed() -> String {
    format!(
        "# kept\n{MAZE}[[variant]] # another way\nname = \"<walls> & 'Polyanya'\"\npreset = \"optimal\"\n\n\
         [[click]]   # the first\nname = \"around\"\nstart = [2.5, 1.5]\ngoal = [4.5, 1.5]\n\
         expect = {{ outcome = \"found\", length = 4 }}   # wrong\n\n[[click]]\nname = \"new ]]> \\\"odd\\\" \\u0007/..\"\n\
         start = [1.5, 1.5]\ngoal = [5.5, 1.5]\n"
    )
}

#[test]
fn what_passes_is_told_in_a_line() {
    let folder = Folder::new("passes", &[("a.toml", &good()), ("deeper/b.toml", &good()), ("m.txt", "###\n")]);
    assert_eq!(folder.run("."), (0, "2 tests: 2 passed\n".to_owned(), String::new()));
    let names: Vec<Value> =
        folder.json(".", 0)["tests"].as_array().expect("a list").iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["a.toml › around", "deeper/b.toml › around"]);
    assert_eq!(folder.run("a.toml m.txt").1, "m.txt: no clicks\n1 test: 1 passed\n");
    let names = folder.json("a.toml . --filter a.toml", 0);
    assert_eq!(names["tests"].as_array().map(Vec::len), Some(1), "a file given twice is one");
}

#[test]
fn what_fails_is_told_at_length() {
    let folder = Folder::new("fails", &[("mixed.toml", &mixed())]);
    let (code, out, err) = folder.run("mixed.toml");
    assert_eq!((code, &*err), (1, ""));
    for line in [
        "failed     4.0000 → 4.5425               +9.14 %        4  mixed.toml › around",
        "           length 4.542522 instead of 4 (+0.542522)",
        "           +9.135 % over the optimum of 4.162278",
        "4 tests: 0 passed, 1 failed, 1 new, 2 shown",
    ] {
        assert!(out.lines().any(|it| it == line), "{line}\n{out}");
    }
    assert!(!out.contains('\x1b'), "nobody sees colours in a pipe");
    let with = |variables: &[(&str, &str)]| {
        let mut command = folder.command("mixed.toml");
        command.envs(variables.iter().copied());
        answer(command).1.contains('\x1b')
    };
    assert!(with(&[("CLICOLOR_FORCE", "1")]));
    assert!(!with(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

/// Somebody breaks the funnel, and sees what and where.
#[test]
fn a_broken_funnel_is_found() {
    let folder = Folder::new("funnel", &[("good.toml", &good())]);
    assert_eq!(folder.run("good.toml --bless").0, 0);
    for (broken, told) in [
        ("pull.funnel=article", "corners are needless"),
        ("pull.portals=reversed", "portals were taken the wrong way round"),
    ] {
        let (code, out, _) = folder.run(&format!("good.toml --set {broken} --set bake.recipe=sampled"));
        assert_eq!(code, 1, "{broken}");
        assert!(out.contains(told) && out.contains("over the optimum of 4.162278"), "{out}");
    }
}

#[test]
fn wrong_input_is_told_and_the_rest_runs() {
    let folder = Folder::new("wrong", &[("a.toml", &good()), ("b.toml", "[maze]\nmapp = 3\n"), ("c.toml", &good())]);
    folder.write("Cargo.toml", "[package]\nname = \"no scenario\"\n");
    let (code, out, err) = folder.run(".");
    let told = "left out, for it has neither a maze nor clicks: Cargo.toml\n2 tests: 2 passed\n";
    assert_eq!((code, &*out), (2, told));
    assert!(err.starts_with("navscope: ./b.toml:2:1: “mapp” means nothing here") && err.lines().count() == 1, "{err}");
    let document = folder.run(". --json --junit j.xml");
    assert_eq!(document.0, 2);
    let errors = &serde_json::from_str::<Value>(&document.1).expect("JSON")["errors"];
    assert_eq!(errors[0]["file"], "./b.toml");
    assert!(folder.read("j.xml").contains("errors=\"1\""));

    for (arguments, message) in [
        ("none.toml", "none.toml: can't be read"),
        ("a.toml --filter nothing", "no test has a name like that"),
        ("a.toml --set bake.samplez=1", "there is no setting “bake.samplez”"),
        ("a.toml --baseline none.json", "none.json: can't be read"),
        ("a.toml --baseline a.toml", "a.toml: is not a baseline"),
        ("a.toml --junit none/j.xml", "none/j.xml: can't be written"),
        ("a.toml --partition 9/8", "a partition is one of so many"),
        ("a.toml --timeout 0", "a time is a number of seconds above 0"),
        ("a.toml --bless --set agent.radius=1", "cannot be used with"),
        ("", "required"),
    ] {
        let (code, _, err) = folder.run(arguments);
        assert!(code == 2 && err.contains(message), "{arguments}: {code} {err}");
    }
    let empty = Folder::new("empty", &[("m.txt", "...\n")]);
    assert!(empty.run(".").2.contains("there are no scenarios"));
    assert!(empty.run("m.txt").2.contains("there are no clicks to check"));
    assert_eq!(empty.run("m.txt").0, 2);
    empty.write("wall.txt", "###\n");
    let (code, out, err) = empty.run("wall.txt --audit");
    assert!(code == 2 && out.contains("nothing") && err.contains("no check was made"), "{code} {out} {err}");
}

#[test]
fn results_are_told_in_json() {
    let folder = Folder::new("json", &[("mixed.toml", &mixed())]);
    let document = folder.json("mixed.toml", 1);
    let summary = serde_json::json!({
        "tests": 4, "left_out": 0, "passed": 0, "failed": 1, "new": 1, "shown": 2, "timed_out": 0, "trouble": 0, "errors": 0
    });
    assert_eq!(document["summary"], summary);
    let first = &document["tests"][0];
    assert_eq!([&first["file"], &first["click"], &first["verdict"]], ["mixed.toml", "around", "failed"]);
    assert_eq!(first["variant"], Value::Null);
    assert_eq!(first["differences"][0]["kind"], "length");
    assert_eq!(first["expected"]["length"], 4.0);
    assert!(first["report"]["excess"].as_f64().is_some_and(|it| (it - 0.0913).abs() < 1e-3));
    assert_eq!(document["tests"][1]["variant"], "<walls> & 'Polyanya'");
}

#[test]
fn junit_can_be_read() {
    let folder = Folder::new("junit", &[("mixed.toml", &mixed()), ("good.toml", &good())]);
    assert_eq!(folder.run(". --junit j.xml").0, 1);
    let text = folder.read("j.xml");
    let document = roxmltree::Document::parse(&text).expect("XML");
    let named = |name: &str| document.descendants().filter(|it| it.has_tag_name(name)).collect::<Vec<_>>();
    let suites = named("testsuite");
    let names: Vec<_> = suites.iter().filter_map(|it| it.attribute("name")).collect();
    assert_eq!(names, ["good.toml", "mixed.toml"]);
    let cases = named("testcase");
    let names: Vec<_> = cases.iter().filter_map(|it| it.attribute("name")).collect();
    assert_eq!(names.len(), 5);
    assert_eq!(names[2], "around › <walls> & 'Polyanya'");
    assert!(names[3].starts_with("new ]]> \"odd\""), "{}", names[3]);
    assert_eq!((named("failure").len(), named("skipped").len()), (1, 3));
    assert_eq!(named("failure")[0].attribute("message"), Some("length 4.542522 instead of 4 (+0.542522)"));
    let root = document.root_element();
    let counts = ["tests", "failures", "errors", "skipped"].map(|it| root.attribute(it));
    assert_eq!(counts, [Some("5"), Some("1"), Some("0"), Some("3")]);
    // But for the times it is always the same.
    let timeless =
        |text: &str| text.split(" time=\"").map(|it| it.split_once('"').map_or(it, |it| it.1)).collect::<String>();
    folder.run(". --junit k.xml --jobs 1");
    assert_eq!(timeless(&folder.read("k.xml")), timeless(&text));
}

#[test]
fn failures_are_drawn() {
    let folder = Folder::new("drawn", &[("mixed.toml", &mixed()), ("b/mixed.toml", &mixed())]);
    folder.run(". --bless");
    for name in ["mixed.toml", "b/mixed.toml"] {
        let wrong = folder.read(name).replace("4.542522", "4").replace("5.590584", "4");
        folder.write(name, &wrong);
    }
    let (code, out, _) = folder.run(". --svg pictures/new");
    assert_eq!(code, 1);
    assert!(out.contains("picture: pictures/new/mixed.toml-around.svg"), "{out}");
    let mut names: Vec<_> = fs::read_dir(folder.0.join("pictures/new"))
        .expect("made")
        .map(|it| it.expect("an entry").file_name())
        .collect();
    names.sort();
    let expected =
        ["b-mixed.toml-around.svg", "b-mixed.toml-new-odd.svg", "mixed.toml-around.svg", "mixed.toml-new-odd.svg"];
    assert_eq!(names, expected);
    let picture = folder.read("pictures/new/mixed.toml-around.svg");
    assert!(roxmltree::Document::parse(&picture).is_ok());
    assert!(picture.contains("class=\"path-before l\"") && picture.contains("stroke-dasharray"), "{picture}");
}

#[test]
fn partitions_make_up_the_whole() {
    let folder = Folder::new("partition", &[("a.toml", &mixed()), ("b/c.toml", &mixed()), ("d.toml", &good())]);
    let names = |arguments: &str| -> Vec<String> {
        let (_, out, err) = folder.run(&format!(". --json {arguments}"));
        let document: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
        let tests = document["tests"].as_array().expect("a list").iter();
        tests.map(|it| it["name"].as_str().expect("a text").to_owned()).collect()
    };
    let mut all = names("");
    assert_eq!(all.len(), 9);
    let mut union: Vec<String> = (1..=4).flat_map(|part| names(&format!("--partition {part}/4"))).collect();
    all.sort();
    union.sort();
    assert_eq!(union, all);
    assert_eq!(names("--filter *POLYANYA*").len(), 4);
    assert_eq!(names("--fail-fast"), ["a.toml › around"]);
}

#[test]
fn blessing_changes_nothing_else() {
    let folder = Folder::new("bless", &[("mixed.toml", &mixed()), ("good.toml", &good())]);
    let (code, out, err) = folder.run(". --bless");
    assert_eq!((code, &*err), (0, ""), "{out}");
    assert!(
        out.contains("mixed.toml: 2 expectations written") && out.ends_with("5 tests: 3 passed, 2 shown\n"),
        "{out}"
    );
    assert_eq!(folder.read("good.toml"), good(), "what passes is not touched");
    let new = folder.read("mixed.toml");
    let kept: Vec<&str> = new.lines().filter(|it| it.starts_with("kept = { points = [[")).collect();
    assert_eq!(kept.len(), 2);
    let rest: String = new.lines().filter(|it| !kept.contains(it)).flat_map(|it| [it, "\n"]).collect();
    let expected = mixed().replace("length = 4 }   # wrong", "length = 4.542522 }   # wrong")
        + "expect = { outcome = \"found\", length = 5.590584, corners = 4 }\n";
    assert_eq!(rest, expected);
    assert_eq!(folder.run(". --bless").0, 0);
    assert_eq!(folder.read("mixed.toml"), new, "once is enough");
}

#[test]
fn only_missing_expectations_are_added_if_asked() {
    let folder = Folder::new("missing", &[("mixed.toml", &mixed())]);
    assert_eq!(folder.run(". --update-missing").0, 1);
    let new = folder.read("mixed.toml");
    assert!(new.contains("length = 4 }   # wrong") && new.contains("length = 5.590584"), "{new}");
}

#[test]
fn what_is_wrong_is_not_blessed() {
    let illegal = include_str!("../../mazes/article_open_6_1.txt");
    let (start, goal) = ("[1.5, 1.5]", "[13.5, 11.5]");
    let text = format!(
        "[maze]\nmap = '''\n{illegal}'''\n[bake]\nface_filter = \"centroid\"\nedge_filter = \"sampled\"\n[pull]\nfunnel = \"article\"\n\
         [[click]]\nstart = {start}\ngoal = {goal}\n"
    );
    let folder =
        Folder::new("refused", &[("illegal.toml", &text), ("m.map", "type octile\nheight 1\nwidth 5\nmap\n.....\n")]);
    let (code, out, _) = folder.run("illegal.toml --bless");
    assert_eq!(code, 1);
    assert!(out.contains("illegal.toml › click 1: not blessed, for its path breaks a rule"), "{out}");
    assert_eq!(folder.read("illegal.toml"), text);

    let scen = "version 1\n0\tm.map\t5\t1\t0\t0\t4\t0\t9\n";
    folder.write("m.scen", scen);
    let (code, _, err) = folder.run("m.scen --bless");
    assert!(
        code == 2 && err.contains("m.scen: expectations can only be written into a .toml scenario"),
        "{code} {err}"
    );
    assert_eq!(folder.read("m.scen"), scen);
}

#[test]
fn what_takes_too_long_fails() {
    let row = |y: usize| {
        (0..200).map(|x| if (x * 7 + y * 13_usize).is_multiple_of(11) { '#' } else { '.' }).collect::<String>()
    };
    let map: Vec<String> = (0..200).map(row).collect();
    let text =
        format!("[maze]\nmap = '''\n{}\n'''\n[[click]]\nstart = [0.5, 1.5]\ngoal = [198.5, 198.5]\n", map.join("\n"));
    let folder = Folder::new("slow", &[("slow.toml", &text)]);
    let (code, out, _) = folder.run("slow.toml --timeout 0.001 --bless");
    assert_eq!(code, 1);
    assert!(out.contains("timed-out") && out.contains("not blessed, for it took too long"), "{out}");
    assert_eq!(folder.read("slow.toml"), text);
}

#[test]
fn a_baseline_tells_what_has_changed() {
    let folder = Folder::new("baseline", &[("a.toml", &mixed()), ("b.toml", &good())]);
    assert_eq!(folder.run(". --save-baseline base.json").0, 1);
    let (code, out, _) = folder.run(". --baseline base.json");
    assert!(out.ends_with("since the baseline: 5 the same, 0 changed, 0 of them for the worse\n"), "{out}");
    assert_eq!(code, 0, "what was bad already is no news");

    // The gap moves away, and the first thing that happens otherwise is told.
    folder.write("b.toml", &good().replace("#..#..#\n#.....#", "#..#..#\n#..#..#\n#.....#"));
    let since = folder.json(". --baseline base.json", 1)["since"].clone();
    assert_eq!((&since["same"], since["changes"].as_array().map(Vec::len)), (&4.into(), Some(1)));
    let change = &since["changes"][0];
    assert_eq!([&change["name"], &change["harm"]], ["b.toml › around", "longer"]);
    assert_eq!(change["parting"]["stage"], "outline");
    assert_eq!(change["parting"]["repeats"], true);
    let sentence = |which: &str| change["parting"][which].as_str().expect("told").to_owned();
    assert_ne!(sentence("was"), sentence("is"));
    let out = folder.run(". --baseline base.json").1;
    assert!(out.contains("(the input has changed): was “") && out.contains("length 4.162278 → "), "{out}");
    folder.write("b.toml", &good());

    // Where the old run does not repeat, the program must have changed: as if a hash had been another.
    let base = folder.read("base.json");
    let at = base.find("\"stage\":\"funnel\"").expect("a funnel");
    let hash = at + base[at..].find("\"hashes\":\"").expect("hashes") + 10;
    let other = if &base[hash..=hash] == "0" { "1" } else { "0" };
    folder.write("other.json", &format!("{}{other}{}", &base[..hash], &base[hash + 1..]));
    let (code, out, _) = folder.run(". --baseline other.json");
    assert!(code == 0 && out.contains("the runs part at funnel:1 (the program has changed): now “"), "{code} {out}");

    folder.write("c.toml", &good());
    fs::remove_file(folder.0.join("b.toml")).expect("removed");
    let out = folder.run(". --baseline base.json").1;
    assert!(
        out.contains("vanished           b.toml › around") && out.contains("appeared           c.toml › around"),
        "{out}"
    );
    let out = folder.run(". --filter a.toml --baseline base.json").1;
    assert!(out.contains("0 changed"), "what is not asked for is not missed: {out}");
    folder.write("broken.json", &base[..base.len() / 2]);
    assert_eq!(folder.run(". --baseline broken.json").0, 2);
}

#[test]
fn laws_are_audited() {
    let folder = Folder::new("audit", &[("a.toml", &mixed()), ("none.txt", "##\n##\n")]);
    let (code, out, err) = folder.run(". none.txt --audit --pairs 20 --seed 5");
    assert_eq!((code, &*err), (0, ""), "{out}");
    assert!(out.contains("holds    a.toml: legal 20 not-shorter 20 reachable 20 symmetric 0 triangle 0"), "{out}");
    assert!(out.contains(
        "holds    a.toml › <walls> & 'Polyanya': legal 20 not-shorter 20 reachable 20 symmetric 20 triangle 20"
    ));
    assert!(out.contains("nothing  none.txt: legal 0 not-shorter 0"), "{out}");
    let broken = "mixed --audit --set search.graph=grid --set search.corners=naive";
    let broken = broken.replace("mixed", "sealed.txt");
    folder.write("sealed.txt", ".#\n#.\n");
    let (code, out, _) = folder.run(&format!("{broken} --junit j.xml"));
    assert!(code == 1 && out.contains("start = [") && out.contains("passes between two walls"), "{out}");
    let text = folder.read("j.xml");
    let document = roxmltree::Document::parse(&text).expect("XML");
    assert!(document.descendants().filter(|it| it.has_tag_name("failure")).count() >= 2);
    let document = folder.json(&broken, 1);
    let click = document["audits"][0]["breaches"][0]["click"].as_str().expect("a text");
    assert!(click.starts_with("[[click]]\nname = \"legal\"\nstart = ["), "{click}");
}
