//! What may come next in a condition that is being written.

use std::ops::Range;

use super::{
    Quantity, Rule, StageName,
    language::{ANY, CERTAINTIES, KEYS, kinds},
};
use crate::{geometry::Certainty, record::Level};

/// Something that may be put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Which characters it takes the place of, counted from 0.
    pub range: Range<usize>,
    /// What to put there.
    pub text: String,
    /// What that means, in a few words.
    pub help: String,
}

/// What may stand at a place of a condition, counted in characters; best first, and nothing within quotes.
#[must_use]
pub fn complete(text: &str, cursor: usize) -> Vec<Completion> {
    let text: Vec<char> = text.chars().collect();
    let cursor = cursor.min(text.len());
    if text[..cursor].iter().filter(|it| **it == '"').count() % 2 == 1 {
        return Vec::new();
    }
    let is_word = |it: &char| !it.is_whitespace() && !":=<>!|\"".contains(*it);
    let mut start = cursor - text[..cursor].iter().rev().take_while(|it| is_word(it)).count();
    let end = cursor + text[cursor..].iter().take_while(|it| is_word(it)).count();
    let key = key_before(&text[..start]);
    if key.is_none() && start < cursor && text[start] == '-' {
        start += 1;
    }
    let begun: String = text[start..cursor].iter().flat_map(|it| it.to_lowercase()).collect();
    let known = match key {
        Some(key) => values(&key),
        None => terms(&begun),
    };
    let fits = |(name, _, _): &(String, String, String)| name.starts_with(&begun);
    known.into_iter().filter(fits).map(|(_, text, help)| Completion { range: start..end, text, help }).collect()
}

/// The name whose value stands behind `before`, if one does.
fn key_before(before: &[char]) -> Option<String> {
    let mut text: String = before.iter().collect();
    while let Some(rest) = text.strip_suffix('|') {
        text = rest.trim_end_matches(|it: char| !it.is_whitespace() && !":=|".contains(it)).to_owned();
    }
    let text = text.trim_end().strip_suffix([':', '=', '<', '>'])?;
    let text = text.strip_suffix('!').unwrap_or(text).trim_end();
    let name = text.rsplit(|it: char| !it.is_alphabetic()).next()?;
    Some(name.to_lowercase())
}

/// A word that may be begun, what it stands for, and what that means.
type Known = (String, String, String);

fn values(key: &str) -> Vec<Known> {
    let known = |name: &str, help: String| (name.to_owned(), name.to_owned(), help);
    match key {
        "stage" => StageName::ALL.map(|it| known(it.name(), "stage".to_owned())).into(),
        "level" => Level::ALL.map(|it| known(it.name(), "level".to_owned())).into(),
        "certainty" => CERTAINTIES.map(|it: Certainty| known(it.name(), "how it was decided".to_owned())).into(),
        "kind" => kinds().into_iter().map(|(kind, stages)| known(kind, of_stages(&stages))).collect(),
        "broken" => {
            let any = known(ANY, "any rule is broken".to_owned());
            std::iter::once(any).chain(Rule::ALL.map(|it| known(it.name(), it.text().to_owned()))).collect()
        }
        _ => Vec::new(),
    }
}

fn of_stages(stages: &[StageName]) -> String {
    let names: Vec<&str> = stages.iter().map(|it| it.name()).collect();
    format!("of {}", names.join(" and "))
}

/// Whole terms: keys and numbers, and once something is begun kinds and rules.
fn terms(begun: &str) -> Vec<Known> {
    let keys = KEYS.iter().map(|(key, help)| ((*key).to_owned(), format!("{key}:"), (*help).to_owned()));
    let numbers = Quantity::ALL.map(|it| (it.name().to_owned(), format!("{} > ", it.name()), it.text().to_owned()));
    let mut known: Vec<Known> = keys.chain(numbers).collect();
    if !begun.is_empty() {
        let named = |key: &str, (name, _, help): Known| (name.clone(), format!("{key}:{name}"), help);
        known.extend(values("kind").into_iter().map(|it| named("kind", it)));
        known.extend(values("broken").into_iter().map(|it| named("broken", it)));
        known.push(("apex moved".to_owned(), "apex moved".to_owned(), "the funnel turned".to_owned()));
    }
    known
}
