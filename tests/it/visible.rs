//! What strangers write into files, on its way out: to a terminal, a log, XML and JSON, through the program itself.

use std::fs;

use crate::{readers::navscope, saving::Folder};

/// Everything that a name can do harm by.
const NAMES: [&str; 9] = [
    "\u{1b}]0;title\u{7}\u{1b}[31m",
    "\u{9b}31m\u{9d}\u{85}",
    "a\r\n::error::b\n##[group]c",
    "::error file=a::b",
    "##[add-mask]x ##vso[task]y",
    "\u{202e}gnp\u{2066}\u{200b}\u{ad}\u{feff}",
    "\u{fffe}\u{ffff}\u{fdd0}\u{1fffe}",
    "]]> <b>&amp; \"q\" '\u{0}\u{7f}\u{2028}",
    "迷宫 מבוך 👩\u{200d}🚒 e\u{301}",
];

/// A name in quotes, as TOML writes it.
fn quoted(name: &str) -> String {
    let escape = |it: char| {
        if it.is_ascii_graphic() && !"\"\\".contains(it) { it.to_string() } else { format!("\\U{:08X}", u32::from(it)) }
    };
    format!("\"{}\"", name.chars().map(escape).collect::<String>())
}

/// Scenarios with all names, whose tests fail, in files named so too as far as the system lets them be.
fn folder() -> (Folder, Vec<String>) {
    let folder = Folder::new();
    let mut files = Vec::new();
    for (index, name) in NAMES.iter().enumerate() {
        let file_name: String = name.chars().filter(|it| !matches!(it, '/' | '\0')).collect();
        let file = format!("{file_name}.toml");
        let name = quoted(name);
        let text = format!(
            "[maze]\nmap = '''\nS.G\n'''\n[[variant]]\nname = {name}\nmust_agree = true\n[[click]]\nname = {name}\n\
             start = [0.5, 0.5]\ngoal = [2.5, 0.5]\nexpect = {{ length = 7 }}\n"
        );
        let is_there = fs::write(folder.0.join(&file), &text).is_ok();
        files.push(if is_there { file } else { format!("{index}.toml") });
        fs::write(folder.0.join(files.last().expect("one")), text).expect("written");
    }
    (folder, files)
}

/// What no reader of XML, terminal or log may be given.
fn is_raw(symbol: char) -> bool {
    symbol.is_control() && symbol != '\n'
        || matches!(symbol, '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{ad}' | '\u{feff}' | '\u{fdd0}'..='\u{fdef}')
        || u32::from(symbol) & 0xfffe == 0xfffe
}

#[track_caller]
fn assert_clean(text: &str, what: &str) {
    assert!(!text.contains(is_raw), "{what}: {text:?}");
    for line in text.lines() {
        assert!(
            !line.trim_start().starts_with("::") && !line.contains("##[") && !line.contains("##vso["),
            "{what}: {line:?}"
        );
    }
}

/// Runs the program; what it says is clean.
fn said(folder: &Folder, arguments: &[&str]) -> String {
    let output = navscope(folder, arguments);
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("UTF-8"));
    assert_clean(&out, &format!("{arguments:?}"));
    assert_clean(&err, &format!("{arguments:?}, errors"));
    assert!(!(out.clone() + &err).is_empty(), "{arguments:?}");
    out + &err
}

/// By the standard: Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF].
#[track_caller]
fn assert_xml(text: &str) -> String {
    assert!(
        text.chars().all(|it| matches!(it, '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'..)),
        "{text:?}"
    );
    assert_clean(text, "XML");
    let document = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    document.root_element().tag_name().name().to_owned()
}

#[test]
fn names_from_files_reach_no_terminal_raw() {
    let (folder, files) = folder();
    let all = said(&folder, &["check", ".", "--junit", "junit.xml", "--svg", "pictures", "--save-baseline", "b.json"]);
    assert!(all.contains("迷宫 מבוך 👩\u{200d}🚒 e\u{301}.toml › 迷宫"), "{all}");
    assert!(all.contains("\\u{1b}]0;title\\u{7}\\u{1b}[31m") && all.contains("a\\u{d}\\u{a}::error::b"), "{all}");
    said(&folder, &["check", ".", "--baseline", "b.json", "--set", "bake.recipe=walls"]);
    said(&folder, &["check", ".", "--audit", "--pairs", "2"]);
    said(&folder, &["check", ".", "--fail-fast", "--filter", "\u{1b}nothing"]);
    for file in &files {
        let file = &format!("./{file}");
        said(&folder, &["path", file, "--optimum"]);
        said(&folder, &["bake", file]);
        said(&folder, &["bake", file, "--json"]);
        said(&folder, &["compare", file]);
        let svg = said(&folder, &["draw", file]);
        assert_eq!(assert_xml(&svg), "svg");
    }
    assert_eq!(assert_xml(&fs::read_to_string(folder.0.join("junit.xml")).expect("written")), "testsuites");
    let pictures: Vec<_> = fs::read_dir(folder.0.join("pictures")).expect("a folder").collect();
    assert_eq!(pictures.len(), 2 * NAMES.len());
    for picture in pictures {
        let picture = picture.expect("a file");
        assert_clean(&picture.file_name().to_string_lossy(), "a picture's name");
        assert_eq!(assert_xml(&fs::read_to_string(picture.path()).expect("text")), "svg");
    }
}

#[test]
fn json_says_names_as_they_are_without_showing_them_raw() {
    let (folder, _) = folder();
    let out = navscope(&folder, &["check", ".", "--json"]).stdout;
    let out = String::from_utf8(out).expect("UTF-8");
    assert_clean(&out, "JSON");
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let tests = document["tests"].as_array().expect("tests");
    for name in NAMES {
        assert!(tests.iter().any(|it| it["click"] == name && it["variant"] == name), "{name:?}");
    }
}

/// Errors quote keys, values, symbols and paths.
#[test]
fn errors_quote_nothing_raw() {
    let folder = Folder::new();
    for (index, name) in NAMES.iter().enumerate() {
        let key = quoted(name);
        let plain: String = name.chars().filter(|it| !it.is_control()).collect();
        for (end, text) in [
            ("toml", format!("[maze]\nmap = '.'\n[bake]\n{key} = 1\n")),
            ("toml", format!("[maze]\nmap = '.'\n[bake]\norder = {key}\n")),
            ("toml", format!("[maze]\nmap = '.'\n{key} = 1\n")),
            ("toml", format!("[maze]\nmap = '.'\n[{key}]\n")),
            ("toml", format!("[maze]\nmap = '.'\n[[click]]\nname = {key}\nstart = [1, 1]\n")),
            ("toml", format!("[maze]\nmap = '.'\n[[variant]]\nname = {key}\n[[variant]]\nname = {key}\n")),
            ("toml", format!("[maze]\nmap = '.'\n[[breakpoint]]\nwhen = {key}\n[[bookmark]]\nat = {key}\n")),
            ("toml", format!("[maze]\nmap = {key}\n[x]\n")),
            ("map", format!("type {plain}\n")),
            ("map", format!("height 1\nwidth 1\nmap\n{plain}\n")),
            ("scen", format!("version 1\n0 {plain} 1 1 0 0 0 0 0\n")),
            ("txt", format!("f {plain}\npf 1 1 1 1 1 1\n")),
            ("txt", format!("f a\npf 1 1 1 1 1 {}\n", plain.replace(' ', ""))),
            ("txt", format!("#{plain}\n")),
        ] {
            let file = format!("{index}.{end}");
            fs::write(folder.0.join(&file), text).expect("written");
            navscope_is_clean(&folder, &["check", &file, "--junit", "junit.xml"]);
            if let Ok(junit) = fs::read_to_string(folder.0.join("junit.xml")) {
                assert_xml(&junit);
            }
        }
        let given: String = name.chars().filter(|it| *it != '\0').collect();
        fs::write(folder.0.join("q.txt"), &plain).expect("written");
        fs::write(folder.0.join("b.json"), format!("{{\"{plain}\": 1}}")).expect("written");
        for arguments in [
            &["bake", &given][..],
            &["path", "article", "--queries", "q.txt"],
            &["check", "0.toml", "--baseline", "b.json"],
            &["check", "0.toml", "--baseline", &given],
            &["path", "article", "--queries", &given],
            &["path", "article", "--set", &given],
            &["path", "article", "--from", &given],
            &["path", "article", &format!("--{given}")],
            &["trace", "article", "--where", &given],
            &["draw", "article", "--at", &given],
            &["draw", "article", "-o", &format!("none/{given}")],
            &["check", "none", "--partition", &given],
        ] {
            navscope_is_clean(&folder, arguments);
        }
    }
}

fn navscope_is_clean(folder: &Folder, arguments: &[&str]) {
    let output = navscope(folder, arguments);
    for (bytes, what) in [(output.stdout, "out"), (output.stderr, "errors")] {
        assert_clean(&String::from_utf8(bytes).expect("UTF-8"), &format!("{arguments:?}, {what}"));
    }
}
