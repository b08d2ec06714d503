//! What `navscope check` calls its tests, which of them it runs, and what it says of the others.

use std::{collections::BTreeSet, fs};

use serde_json::Value;

use crate::check_cli::{Folder, good};

/// A scenario of clicks of some names, with some variants; all clicks are the same.
fn clicks(names: &[&str], variants: &[&str]) -> String {
    let variants = variants.iter().map(|it| format!("[[variant]]\nname = \"{it}\"\npreset = \"optimal\"\n"));
    let clicks = names.iter().map(|it| {
        format!("[[click]]\nname = \"{it}\"\nstart = [2.5, 1.5]\ngoal = [4.5, 1.5]\nexpect = {{ length = 4.542522 }}\n")
    });
    let maze = "[maze]\nmap = '''\n#######\n#..#..#\n#..#..#\n#.....#\n#######\n'''\n";
    std::iter::once(maze.to_owned()).chain(variants).chain(clicks).collect()
}

fn names(document: &Value) -> Vec<String> {
    let tests = document["tests"].as_array().expect("a list").iter();
    tests.map(|it| it["name"].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn every_test_has_a_name_of_its_own() {
    let folder = Folder::new("own-names", &[]);
    for (of_clicks, variants, expected) in [
        (&["a", "a (2)", "a"][..], &[][..], &["a.toml › a", "a.toml › a (2)", "a.toml › a (3)"][..]),
        (&["a › v", "a"], &["v"], &["a.toml › a ›› v", "a.toml › a ›› v › v", "a.toml › a", "a.toml › a › v"]),
    ] {
        folder.write("a.toml", &clicks(of_clicks, variants));
        assert_eq!(names(&folder.json("a.toml", 0)), expected);
        assert_eq!(folder.run("a.toml --save-baseline base.json").0, 0);
        let (code, out, _) = folder.run("a.toml --baseline base.json");
        assert!(code == 0 && out.contains(&format!("{} the same, 0 changed", expected.len())), "{out}");
        // The path of the last click alone is lost.
        let text = folder.read("a.toml");
        let at = text.rfind("goal = [4.5, 1.5]").expect("a click");
        folder.write("a.toml", &format!("{}goal = [3.5, 1.5]{}", &text[..at], &text[at + 17..]));
        let (code, out, _) = folder.run("a.toml --baseline base.json");
        let own = if variants.is_empty() { expected.len() - 1 } else { expected.len() - 2 };
        assert!(code == 1 && out.contains(&format!("path lost          {}\n", expected[own])), "{out}");
        let lost = out.lines().filter(|it| it.starts_with("path lost")).count();
        assert_eq!(lost, expected.len() - own, "{out}");
    }
}

#[test]
fn baselines_with_doubtful_names_are_refused() {
    let folder = Folder::new("doubtful", &[("a.toml", &clicks(&["a", "b"], &[]))]);
    folder.run("a.toml --save-baseline base.json");
    let base = folder.read("base.json");
    for (from, to, message) in [
        ("a.toml › b", "a.toml › a", "two tests in it are called “a.toml › a”; save it again"),
        ("\"version\":3", "\"version\":2", "is a baseline of version 2, and not 3; save it again"),
    ] {
        assert!(base.contains(from));
        folder.write("other.json", &base.replace(from, to));
        let (code, _, err) = folder.run("a.toml --baseline other.json");
        assert!(code == 2 && err.contains(message), "{code} {err}");
    }
}

#[test]
fn a_file_is_called_the_same_whatever_else_is_given() {
    let text = clicks(&["a"], &[]);
    let all = ["lv0/a.toml", "lv1/a.toml", "lv2/a.toml", "a.toml"].map(|it| (it, text.as_str()));
    let folder = Folder::new("whatever", &all);
    let named = |arguments: &str| names(&folder.json(arguments, 0)).into_iter().collect::<BTreeSet<_>>();
    let everything = named(".");
    assert_eq!(everything.len(), 4);
    for some in [
        "lv1 lv2",
        "lv2 lv1",
        "lv0 lv1 lv2",
        "lv1/a.toml",
        "a.toml lv2/",
        "./lv1 lv2/../lv2/a.toml a.toml",
        "lv1//a.toml lv1",
    ] {
        let some_names = named(some);
        assert!(
            !some.contains("..") && some_names.is_subset(&everything) || some.contains(".."),
            "{some}: {some_names:?}"
        );
    }
    assert_eq!(named("lv1 lv2"), named("lv2/a.toml ./lv1"));
    folder.run("lv1 lv2 --save-baseline base.json");
    let (code, out, _) = folder.run("lv0 lv2 lv1 --baseline base.json");
    assert!(code == 0 && out.contains("2 the same, 1 changed"), "{out}");
}

#[test]
fn a_file_given_twice_is_one() {
    let folder = Folder::new("twice", &[("lv/a.toml", &clicks(&["a"], &[])), ("lv/b.toml", &clicks(&["a"], &[]))]);
    let absolute = folder.0.join("lv/a.toml").display().to_string();
    let mut ways = vec!["lv lv/a.toml".to_owned(), "./lv/a.toml lv lv/".to_owned(), format!("{absolute} lv")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("lv/a.toml", folder.0.join("linked.toml")).expect("linked");
        fs::hard_link(folder.0.join("lv/b.toml"), folder.0.join("lv/second.toml")).expect("linked");
        ways.push("lv linked.toml".to_owned());
        ways.push(".".to_owned());
        let (_, out, _) = folder.run("lv");
        assert!(out.starts_with("left out, given under a shorter name too: lv/second.toml\n"), "{out}");
    }
    for way in ways {
        assert_eq!(names(&folder.json(&way, 0)), ["lv/a.toml › a", "lv/b.toml › a"], "{way}");
    }
    assert_eq!(
        names(&folder.json("click-tests click-tests.toml", 0)).len(),
        names(&folder.json("click-tests", 0)).len()
    );
}

#[test]
fn a_run_says_what_it_leaves_out() {
    let folder = Folder::new("says", &[("a.toml", &clicks(&["one", "two", "three"], &["v"]))]);
    for partition in ["", " --partition 1/2", " --partition 2/2"] {
        for audit in ["", " --audit --pairs 2"] {
            let (code, _, err) = folder.run(&format!("a.toml --filter typo{partition}{audit}"));
            assert!(code == 2 && err.contains("no test has a name like that"), "{partition}{audit}: {code} {err}");
        }
    }
    let parts = [1, 2].map(|it| folder.run(&format!("a.toml --filter *one --partition {it}/2")));
    let mut told: Vec<&str> = parts.iter().map(|it| it.1.lines().last().expect("a line")).collect();
    told.sort_unstable();
    assert_eq!(parts.each_ref().map(|it| it.0), [0, 0]);
    assert!(
        told[0].starts_with("0 of 1 test in part ") && told[0].ends_with("(5 left out by --filter): 0 passed"),
        "{told:?}"
    );
    assert!(told[1].starts_with("1 of 1 test in part ") && told[1].ends_with("1 passed"), "{told:?}");

    folder.write("a.toml", &clicks(&["one", "two", "three"], &[]).replace("4.54", "3"));
    let (code, out, _) = folder.run("a.toml --fail-fast --filter t --junit j.xml");
    assert!(code == 1 && out.contains("1 test (2 left out behind the first failure)"), "{out}");
    let left_out = &folder.json("a.toml --fail-fast --filter tw", 1)["left_out"];
    assert_eq!(*left_out, serde_json::json!({ "filter": 2, "partition": 0, "fail_fast": 0, "files": [] }));
    assert!(folder.read("j.xml").contains("<property name=\"fail-fast\" value=\"2\"/>"), "{}", folder.read("j.xml"));
}

#[test]
fn folders_run_what_runs_by_name_or_say_why_not() {
    let map = "[maze]\nmap = '''\n.....\n'''\n";
    let click = "start = [0.5, 0.5]\ngoal = [4.5, 0.5]\n";
    let recast = "s Solo Mesh\nf level.txt\npf 0.5 0 0.5 4.5 0 0.5 0xffff 0x0\n";
    let inline = "maze = { map = \"\"\".....\"\"\" }\n[[click]]\nstart = [0.5, 0.5]\ngoal = [4.5, 0.5]\n";
    let folder = Folder::new(
        "spelled",
        &[
            ("t/UPPER.TOML", &format!("{map}[[click]]\n{click}")),
            ("t/spaced.toml", &format!("[ maze ]{}[[ click ]]\n{click}", &map[6..])),
            ("t/quoted.toml", &format!("[\"maze\"]{}[['click']]\n{click}", &map[6..])),
            ("t/dotted.toml", &format!("maze.map = \"\"\".....\"\"\"\n[[click]]\n{click}")),
            ("t/inline.toml", inline),
            ("t/marked.toml", &format!("\u{feff}{map}[[click]]\n{click}")),
            ("t/level.txt", ".....\n"),
            ("t/recast.txt", recast),
            ("t/other.toml", "[package]\nname = \"maze\"\n"),
            ("t/.hidden.toml", "x"),
            ("elsewhere/c.toml", &good()),
        ],
    );
    let mut left = vec![("t/.hidden.toml", "begin with a point"), ("t/other.toml", "neither a maze nor clicks")];
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink("../elsewhere", folder.0.join("t/loop")).expect("linked");
        symlink("../t", folder.0.join("elsewhere/back")).expect("linked");
        symlink("nowhere.txt", folder.0.join("t/broken.txt")).expect("linked");
        symlink("../elsewhere/c.toml", folder.0.join("t/linked.toml")).expect("linked");
        left.extend([("t/loop", "links to folders are not followed"), ("t/broken.txt", "leads to no file")]);
    }
    let document = folder.json("t", 0);
    let mut ran: Vec<String> = names(&document);
    ran.sort();
    let mut expected = ["UPPER.TOML", "dotted.toml", "inline.toml", "marked.toml", "quoted.toml", "spaced.toml"]
        .map(|it| format!("t/{it} › click 1"))
        .to_vec();
    expected.push("t/recast.txt › Solo Mesh 1 (height 0 to 0, flags 0xffff 0x0)".to_owned());
    #[cfg(unix)]
    expected.push("t/linked.toml › around".to_owned());
    expected.sort();
    assert_eq!(ran, expected);
    // Each of them runs by name too.
    for name in &expected {
        let file = name.split(" › ").next().expect("a file");
        assert_eq!(names(&folder.json(file, 0)), [name.as_str()]);
    }
    folder.run("t --junit j.xml");
    let (out, junit) = (folder.run("t").1, folder.read("j.xml"));
    for (file, why) in left {
        let files = document["left_out"]["files"].as_array().expect("a list");
        let of_json = files.iter().find(|it| it["file"] == file).unwrap_or_else(|| panic!("{file}: {document}"));
        assert!(of_json["why"].as_str().is_some_and(|it| it.contains(why)), "{of_json}");
        assert!(out.contains(file) && out.contains(why), "{out}");
        assert!(junit.contains(&format!("property name=\"{file}\"")), "{junit}");
    }
    // What is broken is told, and not left out.
    folder.write("t/torn.toml", "[maze\n");
    let (code, _, err) = folder.run("t");
    assert!(code == 2 && err.contains("t/torn.toml:1:"), "{err}");
    // Audits need no clicks, and so say which mazes they miss.
    let out = folder.run("t --audit --pairs 1").1;
    assert!(out.contains("for it holds no clicks (name it to audit a maze): t/level.txt"), "{out}");
}

/// Numbers that are compared differ as they are told, and none is long.
#[test]
fn compared_numbers_look_different() {
    let text = |expect: &str| clicks(&["a"], &[]).replace("length = 4.542522", expect);
    let folder = Folder::new("digits", &[]);
    for expect in [
        "length = 4.5425221, tolerance = 1e-9",
        "length = 4.542522, tolerance = 0",
        "length = 1e300",
        "length = 5e-324",
    ] {
        folder.write("a.toml", &text(expect));
        let (code, out, _) = folder.run("a.toml");
        let line =
            out.lines().find(|it| it.trim_start().starts_with("length ")).unwrap_or_else(|| panic!("{expect}: {out}"));
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, now, "instead", "of", was, off] = words[..] else { panic!("{line}") };
        assert!(code == 1 && now != was && line.len() < 90, "{line}");
        assert!(off.bytes().any(|it| (b'1'..=b'9').contains(&it)), "{line}");
        assert!(out.lines().all(|it| it.len() < 160), "{out}");
        let row = out.lines().find(|it| it.starts_with("failed")).expect("a row");
        let lengths: Vec<&str> = row.split_whitespace().collect();
        assert_ne!(lengths[1], lengths[3], "{row}");
    }
    folder.write("a.toml", &text("length = 4"));
    folder.run("a.toml --save-baseline base.json");
    let base = folder.read("base.json");
    let at = base.find("\"length\":4.54252").expect("a length") + 9;
    folder.write(
        "base.json",
        &format!("{}4.5425220001{}", &base[..at], &base[at + base[at..].find(',').expect("more")..]),
    );
    let (_, out, _) = folder.run("a.toml --baseline base.json");
    let line = out.lines().find(|it| it.contains(" → ") && it.trim_start().starts_with("length "));
    if let Some(line) = line {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(words[1] != words[3] && words[4] != "(+0)", "{line}");
    }
}
