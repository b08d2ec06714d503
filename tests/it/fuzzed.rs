//! The [properties](crate::properties) of every reader, on what is near to good inputs and on what is far from any.
//!
//! `fuzz/` looks for more of the same, for as long as one likes; what it found is told here by name.

use std::{fs, path::Path};

use crate::{properties, random::Random, saving::Folder};

type Property = fn(&[u8]);

/// Runs a property on the seeds of its name, on some inputs made of them, and on some made of pieces.
fn run(name: &str, rounds: usize, property: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/data/seeds").join(name);
    let mut files: Vec<_> = fs::read_dir(folder).expect("seeds").map(|it| it.expect("a file").path()).collect();
    files.sort();
    let seeds: Vec<Vec<u8>> = files.iter().map(|it| fs::read(it).expect("a seed")).collect();
    assert!(!seeds.is_empty());
    for seed in &seeds {
        property(seed);
    }
    let huge = ["18446744073709551615", "-1e999", "nan", "4294967296", "0", "1e-320"];
    let deep = ["[".repeat(2000), "{a=".repeat(500), "(".repeat(2000), "a.".repeat(1000)];
    let odd = ["\u{feff}", "\u{200b}", "\r", "\0", "\u{1b}[31m", "█", "\u{301}", "\u{202e}", "é", "“", "\\", "\"\"\""];
    let pieces: Vec<&[u8]> =
        huge.iter().chain(&odd).map(|it| it.as_bytes()).chain([&b"\xff"[..], b"\n", b" ", b"#"]).collect();
    let mut random = Random::new(7);
    for round in 0..rounds {
        let mut bytes = seeds[round % seeds.len()].clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() + 1);
            match random.below(6) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..(at + random.below(9)).min(bytes.len()))),
                2 if at < bytes.len() => bytes[at] = random.below(256) as u8,
                3 => {
                    let other = &seeds[random.below(seeds.len())];
                    let from = random.below(other.len() + 1);
                    let to = (from + random.below(20)).min(other.len());
                    bytes.splice(at..at, other[from..to].to_vec());
                }
                _ => drop(bytes.splice(at..at, random.pick(&pieces).to_vec())),
            }
        }
        if round % 97 == 0 {
            bytes.splice(0..0, deep[round / 97 % deep.len()].bytes());
        }
        property(&bytes);
    }
}

#[test]
fn whatever_is_read_keeps_to_the_properties() {
    let all: [(&str, usize, Property); 10] = [
        ("scenario", 1500, properties::scenario),
        ("text", 3000, properties::text),
        ("map", 2000, properties::map),
        ("baseline", 600, properties::baseline),
        ("queries", 2000, properties::queries),
        ("setting", 2000, properties::setting),
        ("condition", 2000, properties::condition),
        ("moment", 1000, properties::moment),
        ("filter", 1000, properties::filter),
        ("partition", 300, properties::partition),
    ];
    for (name, rounds, property) in all {
        run(name, rounds, property);
    }
    let folder = Folder::new();
    run("scen", 500, |bytes| properties::scen(bytes, &folder.0));
    run("recast", 500, |bytes| properties::recast(bytes, &folder.0));
    run("recovery", 300, |bytes| properties::recovery(bytes, &folder.0));
}

/// An escape at the end of a line, or for one, moves what is behind it to other lines and columns than those of the file.
#[test]
fn places_behind_escapes_are_in_the_file() {
    for map in [
        "\"\"\"\n..\\\n   .S\n.S\n\"\"\"",
        "\"\"\"..\\n.S.\\nS\n\"\"\"",
        "\"S\\u0053\"",
        "\"\"\"\n\\u0053........S\n\"\"\"",
    ] {
        properties::scenario(format!("[maze]\nmap = {map}\n").as_bytes());
    }
}

/// Height and width that are announced and don't follow take no room.
#[test]
fn announced_sizes_are_not_believed() {
    for (height, width) in [
        ("18446744073709551615", "1"),
        ("1", "18446744073709551615"),
        ("18446744073709551615", "18446744073709551615"),
        ("99999999999999999999999", "1"),
        ("4294967295", "1"),
        ("65535", "65535"),
        ("4294967296", "1"),
    ] {
        properties::map(format!("type octile\nheight {height}\nwidth {width}\nmap\n.\n").as_bytes());
    }
}
