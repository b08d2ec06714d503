//! What the source keeps to, told by its text: layers, determinism, one place for colours, short files that say what they do.

use std::{collections::BTreeSet, fs, path::Path};

/// The modules, each above those that it may use. The last two are faces of the same debugger, and don't use each other.
const LAYERS: [&str; 15] = [
    "record", "geometry", "maze", "mesh", "bake", "search", "pull", "walk", "trace", "io", "picture", "pipeline",
    "debugger", "cli", "app",
];

/// Modules for which the same input must give the same trace, byte for byte.
const DETERMINISTIC: &[&str] = &["record", "geometry", "maze", "mesh", "bake", "search", "pull", "walk", "trace"];

/// A source file.
struct Source {
    /// From `src` on, with slashes.
    path: String,
    text: String,
}

impl Source {
    /// The module it belongs to; none for `lib.rs` and `main.rs`.
    fn module(&self) -> Option<&str> {
        self.path.split_once('/').map(|it| it.0)
    }

    /// Its lines with their numbers, without comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        lines.filter(|(_, line)| !line.trim_start().starts_with("//")).map(|(number, line)| {
            let comment = line.find(" // ").unwrap_or(line.len());
            (number, &line[..comment])
        })
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let names = path.strip_prefix(&root).expect("below src").components();
                let names: Vec<_> = names.map(|it| it.as_os_str().to_string_lossy().into_owned()).collect();
                sources.push(Source { path: names.join("/"), text: fs::read_to_string(&path).expect("text") });
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.len() > 50, "only {} files", sources.len());
    sources
}

/// Fails with all complaints at once.
#[track_caller]
fn expect_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The name at the beginning of a text.
fn leading_name(text: &str) -> &str {
    let end = text.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(text.len());
    &text[..end]
}

/// What follows `crate::` in some code: one name, or those of a group in braces.
fn used_modules(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, prefix) in code.match_indices("crate::") {
        let Some(group) = code[at + prefix.len()..].strip_prefix('{') else {
            found.push(leading_name(&code[at + prefix.len()..]).to_owned());
            continue;
        };
        let mut depth = 0;
        let mut first = true;
        for (index, symbol) in group.char_indices() {
            match symbol {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => first = true,
                it if it.is_alphabetic() && first && depth == 0 => {
                    found.push(leading_name(&group[index..]).to_owned());
                    first = false;
                }
                _ => (),
            }
        }
    }
    found
}

#[test]
fn uses_are_found_in_code() {
    let code = "use crate::{\n    a::{b, c},\n    d, e_f as g,\n};\nlet x = crate::h::i(); $crate::j!()";
    assert_eq!(used_modules(code), ["a", "d", "e_f", "h", "j"]);
}

#[test]
fn modules_use_those_below() {
    let mut complaints = Vec::new();
    for source in sources() {
        let Some(module) = source.module() else { continue };
        let layer = LAYERS.iter().position(|it| *it == module).expect("a known layer");
        let code: Vec<&str> = source.code().map(|it| it.1).collect();
        for used in used_modules(&code.join("\n")) {
            // A macro stands at the root of the crate, whichever module it is from.
            let below = LAYERS[..=layer].contains(&used.as_str()) || used == "with_kernel";
            if !below || (module, used.as_str()) == ("app", "cli") {
                complaints.push(format!("{} uses {used}", source.path));
            }
        }
    }
    expect_none(&complaints);
}

#[test]
fn every_module_has_a_layer() {
    let sources = sources();
    let lib = sources.iter().find(|it| it.path == "lib.rs").expect("lib.rs");
    let modules = lib.code().filter_map(|(_, line)| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    assert_eq!(modules.collect::<Vec<_>>(), LAYERS, "lib.rs lists them from the bottom up");
    let folders: BTreeSet<&str> = sources.iter().filter_map(Source::module).collect();
    assert_eq!(folders, LAYERS.into_iter().collect());
}

/// Complains about every line of code in the given files that has one of the words.
fn find_words(words: &[&str], applies: impl Fn(&Source) -> bool) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources().iter().filter(|it| applies(it)) {
        for (number, line) in source.code() {
            let found = words.iter().find(|word| line.contains(**word));
            complaints.extend(found.map(|word| format!("src/{}:{number}: {word}", source.path)));
        }
    }
    complaints
}

#[test]
fn only_the_window_names_its_libraries() {
    let words = ["egui", "eframe", "rfd::"];
    expect_none(&find_words(&words, |it| it.module() != Some("app") && it.path != "main.rs"));
    assert!(!find_words(&words, |it| it.module() == Some("app")).is_empty());
}

#[test]
fn the_engine_is_deterministic() {
    let is_engine = |it: &Source| it.module().is_some_and(|it| DETERMINISTIC.contains(&it));
    let words =
        ["std::time", "std::thread", "std::fs", "std::env", "Instant", "SystemTime", "thread::", "HashMap", "mul_add"];
    expect_none(&find_words(&words, is_engine));
    let mut complaints = Vec::new();
    for source in sources().iter().filter(|it| is_engine(it)) {
        let code: Vec<&str> = source.code().map(|it| it.1).collect();
        let code = code.join("\n");
        for name in ["time", "thread", "fs", "env"] {
            let grouped = |group: &str| {
                group
                    .split(';')
                    .next()
                    .unwrap_or("")
                    .split(['{', ',', '}', '\n'])
                    .any(|it| leading_name(it.trim()) == name)
            };
            if code.split("use std::{").skip(1).any(grouped) {
                complaints.push(format!("src/{} uses std::{name}", source.path));
            }
        }
    }
    expect_none(&complaints);
}

/// What writes files leaves them whole, and asks what it replaces.
#[test]
fn files_are_written_in_one_place() {
    let words = [
        "fs::write",
        "File::create",
        "File::options",
        "OpenOptions",
        "fs::rename",
        "fs::copy",
        "set_len",
        "hard_link",
        "BufWriter::new(file",
    ];
    // The last two hold locks and write to pipes.
    let known = ["io/file_out.rs", "io/recovery.rs", "io/output.rs"];
    expect_none(&find_words(&words, |it| !known.contains(&&*it.path)));
    let writing = ["fs::write", "File::create", "fs::rename", ".write_all("];
    expect_none(&find_words(&writing, |it| it.path == "io/recovery.rs"));
    assert!(!find_words(&words, |it| it.path == "io/file_out.rs").is_empty());
}

/// The set of visited triangles is only ever asked whether it holds one.
#[test]
fn hash_sets_are_never_walked() {
    let is_engine = |it: &Source| it.module().is_some_and(|it| DETERMINISTIC.contains(&it));
    let is_known = |it: &Source| it.path == "mesh/bowyer_watson.rs";
    expect_none(&find_words(&["HashSet"], |it| is_engine(it) && !is_known(it)));
    let walks =
        ["visited.iter", "visited.drain", "in &self.visited", "in self.visited", "visited.into_iter", "visited.retain"];
    expect_none(&find_words(&walks, is_known));
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut complaints = Vec::new();
    for source in sources() {
        let first = source.text.lines().find(|it| !it.is_empty() && !it.starts_with("#!"));
        if !first.is_some_and(|it| it.starts_with("//! ")) {
            complaints.push(format!("src/{} does not begin with what it is", source.path));
        }
        let length = source.text.lines().take_while(|it| !it.starts_with("#[cfg(test)]")).count();
        if length > 400 {
            complaints.push(format!("src/{} has {length} lines, more than 400", source.path));
        }
    }
    expect_none(&complaints);
}

/// How many lines a function may have, from `fn` to its closing brace.
const MOST_LINES: usize = 60;

/// The functions of some code with their numbers of lines: rustfmt puts the closing brace below the beginning of the line that
/// has the `fn`.
fn functions(code: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = code.lines().take_while(|it| !it.starts_with("#[cfg(test)]")).collect();
    let mut found = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        let words = line.trim_start();
        let indent = &line[..line.len() - words.len()];
        let words = words.strip_prefix("pub").map_or(words, |it| it.split_once(' ').map_or(it, |it| it.1));
        let Some(name) = words.strip_prefix("const ").unwrap_or(words).strip_prefix("fn ") else { continue };
        let ends = |it: &str| {
            it.strip_prefix(indent).is_some_and(|it| it == "}" || it.ends_with([';', '}']) && !it.starts_with(' '))
        };
        let length = lines[first..].iter().position(|it| ends(it)).map_or(lines.len() - first, |it| it + 1);
        found.push((leading_name(name), length));
    }
    found
}

#[test]
fn functions_are_found_with_their_lengths() {
    let code = "fn a() {}\nimpl B {\n    pub(super) const fn c(\n        d: u8,\n    ) -> u8 {\n        d\n    }\n    fn e();\n}\nfn f() {\n    g;\n}";
    assert_eq!(functions(code), [("a", 1), ("c", 5), ("e", 1), ("f", 3)]);
}

#[test]
fn functions_are_short() {
    let sources = sources();
    let all =
        sources.iter().flat_map(|it| functions(&it.text).into_iter().map(|(name, length)| (&it.path, name, length)));
    let long = all.filter(|it| it.2 > MOST_LINES);
    let told =
        long.map(|(path, name, length)| format!("src/{path}: {name} has {length} lines, more than {MOST_LINES}"));
    expect_none(&told.collect::<Vec<_>>());
}

/// There is one way into files, which knows how much may be read and what is text.
#[test]
fn files_are_read_in_one_place() {
    let words = [
        "fs::read(",
        "read_to_string",
        "read_to_end",
        "read_line",
        "File::open",
        "File::options",
        "BufReader",
        "from_utf8(",
    ];
    // Writing flushes and locks folders; JSON is written in pieces.
    let is_other = |it: &Source| !["io/file_in.rs", "io/file_out.rs", "io/visible.rs"].contains(&&*it.path);
    expect_none(&find_words(&words, is_other));
    assert!(!find_words(&words, |it| it.path == "io/file_in.rs").is_empty());
}

/// Whether a line names a colour by its numbers.
fn names_colour(line: &str) -> bool {
    let is_number = |it: &str| it.trim_start().starts_with(|it: char| it.is_ascii_digit());
    let calls =
        ["from_rgb(", "from_rgba_unmultiplied(", "from_rgba_premultiplied(", "from_gray(", "from_black_alpha(", "rgb("];
    let called = calls.iter().any(|call| line.split(call).skip(1).any(is_number));
    let hex = line.split('#').skip(1).any(|it| it.len() >= 6 && it.bytes().take(6).all(|it| it.is_ascii_hexdigit()));
    let names = ["RED", "GREEN", "BLUE", "YELLOW", "GRAY", "ORANGE", "GOLD", "BROWN", "PURPLE", "CYAN", "MAGENTA"];
    let named = line.split("Color32::").skip(1).any(|it| names.iter().any(|name| it.contains(name)));
    called || hex || named
}

#[test]
fn colours_are_chosen_in_one_place() {
    assert!(
        names_colour("Color32::from_rgb(1, 2, 3)") && names_colour("\"#00aaff\"") && names_colour("Color32::DARK_RED")
    );
    assert!(!names_colour("Color32::from_rgb(r, g, b)") && !names_colour("#[derive(Debug)]"));
    let mut complaints = Vec::new();
    for source in sources() {
        if ["picture/palette.rs", "app/theme.rs"].contains(&&*source.path) {
            continue;
        }
        for (number, line) in source.code().filter(|(_, line)| names_colour(line)) {
            complaints.push(format!("src/{}:{number}: {}", source.path, line.trim()));
        }
    }
    expect_none(&complaints);
}

/// The arms of every match in some code, as their patterns without guards, with the line of each. Code is laid out by rustfmt: arms
/// stand one level deeper than the line on which the match begins.
fn matches_of<'a>(code: &[(usize, &'a str)]) -> Vec<Vec<(usize, String)>> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let begins = |line: &'a str| line.ends_with('{') && [" match ", "(match "].iter().any(|it| line.contains(it));
    let mut all = Vec::new();
    for (index, (_, head)) in code.iter().enumerate().filter(|it| begins(it.1.1)) {
        let body = code[index + 1..].iter().take_while(|(_, it)| it.trim().is_empty() || indent(it) > indent(head));
        let mut arms: Vec<(usize, String)> = Vec::new();
        let mut in_pattern = false;
        for (number, line) in body {
            if !in_pattern && indent(line) == indent(head) + 4 && !line.trim_start().starts_with(['}', ')', ']']) {
                arms.push((*number, String::new()));
                in_pattern = true;
            }
            if let (true, Some((_, pattern))) = (in_pattern, arms.last_mut()) {
                let end = line.find("=>").unwrap_or(line.len());
                pattern.push_str(line[..end].trim());
                pattern.push(' ');
                in_pattern = end == line.len();
            }
        }
        for (_, pattern) in &mut arms {
            pattern.truncate(pattern.find(" if ").unwrap_or(pattern.len()));
        }
        all.push(arms);
    }
    all
}

/// What stands between separators outside of all brackets.
fn split_at(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, it) in text.char_indices() {
        match it {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if it == separator && depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + it.len_utf8();
            }
            _ => (),
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|it| !it.is_empty());
    parts
}

/// The arms of a match over events that would take a new one: the wildcards and names at the place of the event.
fn swallowing(arms: &[(usize, String)], names_event: impl Fn(&str) -> bool) -> Vec<usize> {
    // A pattern is an event by itself, or a tuple that has one at some place.
    let parts = |pattern: &str| -> Vec<Vec<String>> {
        let of_tuple = |it: &str| match it.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
            Some(inner) => split_at(inner, ',').into_iter().map(str::to_owned).collect(),
            None => vec![it.to_owned()],
        };
        split_at(pattern, '|').into_iter().map(of_tuple).collect()
    };
    let places = |it: &Vec<String>| (0..it.len()).filter(|&at| names_event(&it[at])).collect::<Vec<_>>();
    let of_events: BTreeSet<usize> = arms.iter().flat_map(|it| parts(&it.1)).flat_map(|it| places(&it)).collect();
    let takes_all = |it: &str| it.chars().all(|it| it.is_lowercase() || it == '_');
    let swallows = |it: &Vec<String>| match &it[..] {
        [all] => takes_all(all),
        parts => of_events.iter().any(|&at| parts.get(at).is_some_and(|it| takes_all(it))),
    };
    let found = arms.iter().filter(|it| !of_events.is_empty() && parts(&it.1).iter().any(swallows));
    found.map(|it| it.0).collect()
}

#[test]
fn matches_are_found_in_code() {
    let text = "
        let x = match *event {
            AEvent::One { .. } if x => {
                1
            }
            AEvent::Two
            | AEvent::Three => call(
                2,
            ),
            _ if y => 3,
        };
        match (event, thing) {
            (AEvent::One, Thing::Cell(..)) => 1,
            (
                AEvent::Two,
                _,
            ) => 2,
            (other, _) => 3,
        }
        match thing {
            Thing::Cell(..) => AEvent::One,
            _ => AEvent::Two,
        }";
    let code: Vec<(usize, &str)> = text.lines().enumerate().collect();
    let found: Vec<Vec<usize>> =
        matches_of(&code).iter().map(|it| swallowing(it, |it| it.contains("AEvent::"))).collect();
    assert_eq!(found, [vec![9], vec![17], vec![]]);
}

/// Who adds an event is told by the compiler where it has to be told, drawn, applied and reverted.
#[test]
fn matches_over_events_name_them_all() {
    let mut complaints = Vec::new();
    let mut found = 0;
    for source in sources() {
        let code: Vec<(usize, &str)> = source.code().collect();
        let own_impl = |line: usize| {
            let heads = code.iter().take_while(|it| it.0 < line).filter(|it| it.1.starts_with("impl"));
            heads.last().is_some_and(|it| it.1.ends_with("Event {"))
        };
        for arms in matches_of(&code) {
            let Some(&(first, _)) = arms.first() else { continue };
            let is_own = own_impl(first);
            let names_event = |pattern: &str| {
                let named = pattern.match_indices("Event::").any(|it| pattern[..it.0].ends_with(char::is_alphanumeric));
                named || is_own && pattern.contains("Self::")
            };
            found += usize::from(arms.iter().any(|it| names_event(&it.1)));
            let swallowing = swallowing(&arms, names_event);
            complaints.extend(swallowing.iter().map(|it| format!("src/{}:{it}: takes any event", source.path)));
        }
    }
    expect_none(&complaints);
    assert!(found > 100, "only {found} matches over events");
}
