//! What a text is that is no maze, as far as it shows: so that it is not taken for one, all floor.
//!
//! A maze is made of symbols, and hardly ever looks like any of these: each is told by what it must have, not by guessing. Prose and
//! source code are told by their words: two or more of different letters, three and longer, that make up more than a third of it.
//! A text with walls whose rows are all of one length is a maze, whatever is written on its floor.

use super::InputError;

/// What something looks like, and what to do about it.
type Look = (fn(&[&str]) -> bool, &'static str, &'static str);

const DRAW: &str = "draw a maze with # for wall and spaces or points for floor";

const LOOKS: &[Look] = &[
    (is_scen, "Moving AI's or Polyanya's tests", "give it a name that ends in .scen"),
    (is_map, "a Moving AI map", "give it a name that ends in .map"),
    (is_tests, "tests of RecastDemo", "name their level before them, as in “f level.toml”"),
    (|it| it.first() == Some(&"mesh"), "a mesh of Polyanya's", "name the map or the .scen that it belongs to"),
    (is_json, "JSON", DRAW),
    (is_markup, "XML or HTML", DRAW),
    (|it| it.first().is_some_and(|it| it.starts_with("#!/")), "a script", DRAW),
    (is_toml, "TOML", "give it a name that ends in .toml if it is a scenario"),
    (is_picture, "a PNM picture", DRAW),
    (is_object, "a Wavefront OBJ, which lies in space", "draw a maze, as text with # for wall"),
    (
        is_table,
        "a table of values with separators",
        "put the cells beside each other, one symbol each, with # for wall",
    ),
    (is_numbers, "lines of numbers", "give queries by --queries; draw a maze with # for wall"),
    (is_list, "YAML", DRAW),
    (is_prose, "words and no maze", DRAW),
];

/// Says what a text looks like, if it looks like something else than a maze.
pub(super) fn check(text: &str) -> Result<(), InputError> {
    // What is within is not looked at in all of a long text.
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|it| !it.is_empty()).take(1000).collect();
    match LOOKS.iter().find(|it| it.0(&lines)) {
        Some((_, what, advice)) => Err(InputError::at(1, 1, format!("looks like {what}; {advice}"))),
        None => Ok(()),
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}

fn is_scen(lines: &[&str]) -> bool {
    let words: Vec<&str> = lines.first().map_or_else(Vec::new, |it| it.split_whitespace().collect());
    matches!(words[..], ["version", number] if is_number(number))
}

fn is_map(lines: &[&str]) -> bool {
    let words = lines.iter().take(6).map(|it| it.split_whitespace().collect::<Vec<_>>());
    let heads = words.filter(|it| match it[..] {
        [word, value] => {
            word.eq_ignore_ascii_case("type")
                || ["height", "width"].iter().any(|it| word.eq_ignore_ascii_case(it)) && is_number(value)
        }
        [word] => word.eq_ignore_ascii_case("map"),
        _ => false,
    });
    heads.count() >= 3
}

fn is_tests(lines: &[&str]) -> bool {
    lines.iter().any(|line| {
        let mut words = line.split_whitespace();
        matches!(words.next(), Some("pf" | "rc")) && words.next().is_some_and(is_number)
    })
}

fn is_json(lines: &[&str]) -> bool {
    let mut symbols = lines.iter().flat_map(|it| it.chars()).filter(|it| !it.is_whitespace());
    let next_is = |it: Option<char>, of: &str| it.is_some_and(|it| of.contains(it) || it.is_ascii_digit());
    match symbols.next() {
        Some('{') => next_is(symbols.next(), "\"}"),
        Some('[') => {
            let second = symbols.next();
            next_is(second, "\"{-")
                || second == Some(']') && symbols.next().is_none()
                || second == Some('[') && next_is(symbols.next(), "\"{-[")
        }
        _ => false,
    }
}

fn is_markup(lines: &[&str]) -> bool {
    let second = lines.first().and_then(|it| it.strip_prefix('<')).and_then(|it| it.chars().next());
    second.is_some_and(|it| it.is_ascii_alphabetic() || "!?/".contains(it))
}

/// A key or a name of at least two letters.
fn is_key(word: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || "_-.".contains(it);
    word.len() >= 2 && word.starts_with(|it: char| it.is_ascii_alphabetic()) && word.chars().all(is_part)
}

fn is_toml(lines: &[&str]) -> bool {
    lines.iter().any(|line| {
        let header = line.trim_start_matches('[').split_once(']').filter(|_| line.starts_with('['));
        let is_header = header.is_some_and(|(name, rest)| is_key(name) && rest.trim_start_matches(']').is_empty());
        is_header || line.split_once('=').is_some_and(|(key, value)| is_key(key.trim_end()) && !value.trim().is_empty())
    })
}

fn is_picture(lines: &[&str]) -> bool {
    let word = lines.first().and_then(|it| it.split_whitespace().next());
    matches!(word, Some("P1" | "P2" | "P3" | "P4" | "P5" | "P6")) && lines.len() > 1
}

fn is_object(lines: &[&str]) -> bool {
    lines.iter().any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.len() >= 4 && matches!(words[0], "v" | "vn") && words[1..].iter().all(|it| is_number(it))
    })
}

fn is_table(lines: &[&str]) -> bool {
    [',', ';', '\t'].iter().any(|&separator| {
        let rows: Vec<Vec<&str>> = lines.iter().map(|it| it.split(separator).map(str::trim).collect()).collect();
        let width = rows.first().map_or(0, Vec::len);
        let mut fields = rows.iter().flatten();
        let is_even = width > 1 && rows.iter().all(|it| it.len() == width) && fields.clone().all(|it| !it.is_empty());
        let has_walls = fields.clone().any(|it| it.contains('#'));
        // Of one line, or among walls, a separator might be a symbol like others.
        let is_plain = fields.clone().all(|it| is_number(it)) || has_walls && fields.all(|it| it.chars().count() == 1);
        is_even && (is_plain || rows.len() > 1 && !has_walls)
    })
}

fn is_numbers(lines: &[&str]) -> bool {
    let mut data =
        lines.iter().map(|it| it.split('#').next().unwrap_or("")).filter(|it| !it.trim().is_empty()).peekable();
    let is_row = |line: &str| line.split_whitespace().count() > 1 && line.split_whitespace().all(is_number);
    data.peek().is_some() && data.all(is_row)
}

fn is_list(lines: &[&str]) -> bool {
    let lines: Vec<&&str> = lines.iter().filter(|it| !it.starts_with("# ")).collect();
    let is_entry = |line: &&&str| {
        let entry = line.strip_prefix("- ").unwrap_or(line);
        let key = entry.split_once(": ").map(|it| it.0).or_else(|| entry.strip_suffix(':'));
        key.is_some_and(is_key) || entry.len() < line.len() && !entry.contains('#')
    };
    lines.first() == Some(&&"---") && lines.len() > 1 || !lines.is_empty() && lines.iter().all(is_entry)
}

fn is_prose(lines: &[&str]) -> bool {
    let (mut words, mut letters, mut all) = (0, 0, 0);
    for line in lines {
        all += line.chars().filter(|it| !it.is_whitespace()).count();
        for word in line.split(|it: char| !it.is_alphabetic()) {
            let first = word.chars().next();
            if word.chars().count() >= 3 && word.chars().any(|it| Some(it) != first) {
                words += 1;
                letters += word.chars().count();
            }
        }
    }
    let has_walls = lines.iter().any(|it| it.contains('#'));
    let length = lines.first().map_or(0, |it| it.chars().count());
    let is_drawn = has_walls && lines.len() > 1 && lines.iter().all(|it| it.chars().count() == length);
    words >= 2 && letters * 3 > all && !is_drawn
}
