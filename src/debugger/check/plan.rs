//! Which tests there are, what they are called, and which of them are to run.
//!
//! A test is a click of a file under a variant, and so is its full name: file › click › variant. No two tests of a run have one
//! name: clicks of one name are numbered, and a “›” in a part is doubled, so that only a single one parts them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
};

use crate::io::{Scenario, fnv};

/// A scenario whose clicks are tests.
#[derive(Clone, Debug)]
pub struct Suite {
    name: String,
    /// The scenario.
    pub scenario: Scenario,
    /// The names of its clicks, no two the same.
    clicks: Vec<String>,
}

impl Suite {
    /// A suite of a name: its file, as it was given.
    #[must_use]
    pub fn new(name: impl Into<String>, scenario: Scenario) -> Self {
        let clicks = numbered(scenario.clicks.iter().map(|it| it.name.as_str()));
        Self { name: name.into(), scenario, clicks }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What one of its clicks is called.
    #[must_use]
    pub fn click(&self, click: usize) -> &str {
        &self.clicks[click]
    }

    /// What one of its variants is called.
    #[must_use]
    pub fn variant(&self, variant: usize) -> &str {
        &self.scenario.variants[variant].name
    }

    /// The full name of a test: file › click › variant.
    #[must_use]
    pub fn test_name(&self, click: usize, variant: Option<usize>) -> String {
        full_name([self.name(), self.click(click)].into_iter().chain(variant.map(|it| self.variant(it))))
    }
}

/// A full name of its parts. Other parts have another name, whatever stands in them.
#[must_use]
pub fn full_name<'p>(parts: impl IntoIterator<Item = &'p str>) -> String {
    parts.into_iter().map(|it| it.replace('›', "››")).collect::<Vec<_>>().join(" › ")
}

/// Names, no two the same: from the second on that is called so, each gets the next number that makes a name nobody has.
#[must_use]
pub fn numbered<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
    let mut taken: BTreeSet<String> = names.clone().map(str::to_owned).collect();
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    let free = |name: &'n str| {
        let last = last.entry(name).or_default();
        *last += 1;
        if *last == 1 {
            return name.to_owned();
        }
        loop {
            let free = format!("{name} ({last})");
            if taken.insert(free.clone()) {
                return free;
            }
            *last += 1;
        }
    };
    names.map(free).collect()
}

/// A click of a suite under the scenario's own settings or a variant's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// Which suite.
    pub suite: usize,
    /// Which click of its scenario.
    pub click: usize,
    /// Which variant; none for the scenario's own settings.
    pub variant: Option<usize>,
}

/// Which tests to run, by their full names: those that hold a text, or that a pattern fits as a whole, capitals or not.
///
/// A text with `*` (anything) or `?` (any one letter) is a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter(Vec<char>);

impl Filter {
    /// A filter as written.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let text = text.to_lowercase();
        let is_pattern = text.contains(['*', '?']);
        let pattern = if is_pattern { text } else { format!("*{text}*") };
        Self(pattern.chars().collect())
    }

    /// Whether a name is let through.
    #[must_use]
    pub fn passes(&self, name: &str) -> bool {
        let name: Vec<char> = name.to_lowercase().chars().collect();
        let (mut at, mut of_name) = (0, 0);
        // Where the last star stood, and how much of the name it takes so far.
        let mut star: Option<(usize, usize)> = None;
        while of_name < name.len() {
            match self.0.get(at) {
                Some('*') => {
                    star = Some((at, of_name));
                    at += 1;
                }
                Some(&it) if it == '?' || it == name[of_name] => (at, of_name) = (at + 1, of_name + 1),
                _ => match &mut star {
                    None => return false,
                    Some((place, taken)) => {
                        *taken += 1;
                        (at, of_name) = (*place + 1, *taken);
                    }
                },
            }
        }
        self.0[at..].iter().all(|it| *it == '*')
    }
}

/// One of several parts of all tests, each of which belongs to exactly one of them, by its full name alone: whatever else is
/// added or removed, it stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Which part, counted from 1.
    pub part: u64,
    /// How many there are.
    pub of: u64,
}

impl Partition {
    /// Whether a test of a name belongs to the part.
    #[must_use]
    pub fn holds(self, name: &str) -> bool {
        fnv(name.as_bytes()) % self.of == self.part - 1
    }
}

impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, of)| Some([part.parse().ok()?, of.parse().ok()?]));
        match numbers {
            Some([part, of]) if (1..=of).contains(&part) => Ok(Self { part, of }),
            _ => Err("a partition is one of so many, as in 2/8".to_owned()),
        }
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// The tests that are to run, in order: files as given, clicks as written, each under its own settings first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Those to run.
    pub tests: Vec<Test>,
    /// How many there are in all, those left out included.
    pub all: usize,
    /// How many of them the filter lets through, in all parts.
    pub passing: usize,
}

/// How many tests there are, whatever is to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// In all.
    pub all: usize,
    /// Those that the filter lets through, in all parts.
    pub passing: usize,
}

impl Count {
    /// Those that a filter and a partition let through, by their names, and how many there were.
    pub(super) fn choose<T>(
        all: impl Iterator<Item = T>,
        name: impl Fn(&T) -> String,
        filter: Option<&Filter>,
        partition: Option<Partition>,
    ) -> (Vec<T>, Self) {
        let (mut chosen, mut count) = (Vec::new(), Self::default());
        for it in all {
            let name = name(&it);
            let passes = filter.is_none_or(|it| it.passes(&name));
            count.all += 1;
            count.passing += usize::from(passes);
            if passes && partition.is_none_or(|it| it.holds(&name)) {
                chosen.push(it);
            }
        }
        (chosen, count)
    }
}

impl Plan {
    /// The tests of some suites that a filter and a partition let through.
    #[must_use]
    pub fn of(suites: &[Suite], filter: Option<&Filter>, partition: Option<Partition>) -> Self {
        let all = suites.iter().enumerate().flat_map(|(index, suite)| {
            (0..suite.scenario.clicks.len()).flat_map(move |click| {
                let variants = (0..suite.scenario.variants.len()).map(Some);
                std::iter::once(None).chain(variants).map(move |variant| Test { suite: index, click, variant })
            })
        });
        let name = |it: &Test| suites[it.suite].test_name(it.click, it.variant);
        let (tests, Count { all, passing }) = Count::choose(all, name, filter, partition);
        Self { tests, all, passing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_parts_or_patterns() {
        for (filter, name, expected) in [
            ("", "a › b", true),
            ("A › B", "a › b", true),
            ("›", "a › b", true),
            ("c", "a › b", false),
            ("a*", "a › b", true),
            ("*a", "a › b", false),
            ("*b", "a › b", true),
            ("a?›?b", "a › b", true),
            ("a?b", "a › b", false),
            ("*x*x*", "axbx", true),
            ("*x*x", "axbxb", false),
            ("*ab", "aab", true),
            ("?", "é", true),
            ("?", "", false),
            ("*", "", true),
        ] {
            assert_eq!(Filter::new(filter).passes(name), expected, "{filter} {name}");
        }
    }

    #[test]
    fn names_are_numbered_until_free() {
        for (names, expected) in [
            (&["a", "a (2)", "a"][..], &["a", "a (2)", "a (3)"][..]),
            (&["a", "a", "a (2)"], &["a", "a (3)", "a (2)"]),
            (&["a", "a", "a (2)", "a (2)"], &["a", "a (3)", "a (2)", "a (2) (2)"]),
            (&["", "", "b"], &["", " (2)", "b"]),
        ] {
            assert_eq!(numbered(names.iter().copied()), expected, "{names:?}");
        }
    }

    /// Of all short parts made of letters and separators, no others have the same name.
    #[test]
    fn full_names_have_their_parts_alone() {
        let mut parts = vec![String::new()];
        for _ in 0..4 {
            let longer = parts.iter().flat_map(|it| [" ", "›", "a"].map(|letter| format!("{it}{letter}")));
            parts = longer.chain(parts.iter().cloned()).collect();
            parts.sort();
            parts.dedup();
        }
        let mut names: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let pairs = parts.iter().flat_map(|a| parts.iter().map(move |b| vec![a.as_str(), b]));
        for it in parts.iter().map(|it| vec![it.as_str()]).chain(pairs) {
            let other = names.insert(full_name(it.iter().copied()), it.clone());
            assert_eq!(other, None, "the same name as {it:?}");
        }
    }

    #[test]
    fn partitions_are_written_as_fractions() {
        assert_eq!("2/8".parse(), Ok(Partition { part: 2, of: 8 }));
        for wrong in ["0/8", "9/8", "1/0", "0/0", "1", "a/b", "-1/3", "1/2/3", ""] {
            assert!(wrong.parse::<Partition>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn partitions_are_of_about_one_size() {
        let mut counts = [0; 8];
        for number in 0..8000 {
            let name = format!("mazes/a.toml › click {number}");
            let parts: Vec<u64> = (1..=8).filter(|&part| Partition { part, of: 8 }.holds(&name)).collect();
            assert_eq!(parts.len(), 1, "{name} is in {parts:?}");
            for (count, _) in counts.iter_mut().zip(1..).filter(|it| parts.contains(&it.1)) {
                *count += 1;
            }
        }
        assert!(counts.iter().all(|it| (800..1200).contains(it)), "{counts:?}");
    }
}
