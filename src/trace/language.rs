//! How conditions are written.
//!
//! Terms stand between spaces; a `-` before one negates it.
//!
//! | term | holds for |
//! |---|---|
//! | `stage:funnel` | events of a stage |
//! | `kind:turned` | events of a kind |
//! | `level:operation` | events of a level |
//! | `certainty:exact` | predicates decided in a way |
//! | `broken:float-sign`, `broken:any` | events that break a rule |
//! | `triangle:812`, `vertex:3`, `edge:3-7`, `portal:2`, `corner:1`, `segment:0`, `cell:3,4` | events that touch a thing |
//! | `zone > 12`, `f >= 3.5`, `margin < 1e-12` | events of which a number compares like this |
//! | `apex moved` | the same as `kind:turned` |
//! | any other word, or `"some words"` | events whose kind, stage or brief holds them |
//!
//! Between words of one value a `|` means "or"; `=` stands for `:`, and `!=` negates. Spaces around either change nothing, nor
//! do capitals. Whatever is written wrongly is told with its place; nothing is guessed.

use super::{
    ConditionError, Quantity, Rule, StageName, Thing,
    condition::{Relation, Term, Test},
    nearest,
};
use crate::{
    geometry::Certainty,
    mesh::{TriangleId, VertexId},
    record::Level,
};

/// What may stand before a colon, with what it asks for.
pub(super) const KEYS: [(&str, &str); 12] = [
    ("stage", "events of a stage"),
    ("kind", "events of a kind"),
    ("level", "events of a level"),
    ("certainty", "predicates decided in a way"),
    ("broken", "events that break a rule"),
    ("triangle", "events that touch a triangle"),
    ("vertex", "events that touch a vertex"),
    ("edge", "events that touch an edge, as in edge:3-7"),
    ("portal", "events that touch a portal, counted from 1"),
    ("corner", "events that touch a corner of the path, counted from 1"),
    ("segment", "events that touch a segment of the path, counted from 0"),
    ("cell", "events that touch a cell, as in cell:3,4"),
];

/// Stands for every rule.
pub(super) const ANY: &str = "any";

/// Every way in which a predicate is decided.
pub(super) const CERTAINTIES: [Certainty; 4] =
    [Certainty::Filtered, Certainty::Adaptive, Certainty::Exact, Certainty::Rounded];

/// The kinds of all stages, each with the stages that know it.
pub(super) fn kinds() -> Vec<(&'static str, Vec<StageName>)> {
    let mut kinds: Vec<(&'static str, Vec<StageName>)> = Vec::new();
    for stage in StageName::ALL {
        for kind in stage.vocabulary().kinds {
            match kinds.iter_mut().find(|it| it.0 == kind.word) {
                Some((_, stages)) if stages.contains(&stage) => (),
                Some((_, stages)) => stages.push(stage),
                None => kinds.push((kind.word, vec![stage])),
            }
        }
    }
    kinds
}

/// Reads the terms of a condition.
pub(super) fn parse(text: &str) -> Result<Vec<Term>, ConditionError> {
    let mut reader = Reader { text: text.chars().collect(), at: 0 };
    let mut terms = Vec::new();
    while reader.skip_spaces().is_some() {
        terms.push(reader.term()?);
    }
    Ok(terms)
}

fn wrong<T>(at: usize, message: impl Into<String>) -> Result<T, ConditionError> {
    Err(ConditionError { at, message: message.into() })
}

/// A word with its place.
type Placed = (usize, String);

struct Reader {
    text: Vec<char>,
    at: usize,
}

impl Reader {
    /// Goes to the next character that is no space, and gives it.
    fn skip_spaces(&mut self) -> Option<char> {
        self.take_while(|it, _| it.is_whitespace());
        self.text.get(self.at).copied()
    }

    /// Takes characters as long as they, together with the one behind, are of some sort.
    fn take_while(&mut self, goes_on: impl Fn(char, Option<char>) -> bool) -> String {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|&it| goes_on(it, self.text.get(self.at + 1).copied())) {
            self.at += 1;
        }
        self.text[start..self.at].iter().collect()
    }

    fn term(&mut self) -> Result<Term, ConditionError> {
        let start = self.at;
        let negated = self.text[start] == '-';
        self.at += usize::from(negated);
        let Some(first) = self.text.get(self.at).filter(|it| !it.is_whitespace()) else {
            return wrong(start, "“-” negates a term; it stands before one without a space");
        };
        if *first == '"' {
            return Ok(Term { negated, test: Test::Says(self.quoted()?) });
        }
        let name_at = self.at;
        let name = self.take_while(|it, next| !it.is_whitespace() && it != '"' && !begins_relation(it, next));
        let name = name.to_lowercase();
        let behind = self.at;
        self.skip_spaces();
        let relation_at = self.at;
        if let Some(relation) = self.relation() {
            let written: String = self.text[relation_at..self.at].iter().collect();
            if name.is_empty() {
                return wrong(
                    relation_at,
                    format!("“{written}” needs a name before it, as in zone > 12 or kind:turned"),
                );
            }
            self.skip_spaces();
            return self.comparison((name_at, name), relation, &written, negated);
        }
        if name == "apex" && self.take_while(|it, _| !it.is_whitespace()).to_lowercase() == "moved" {
            return Ok(Term { negated, test: Test::Kinds(vec!["turned"]) });
        }
        self.at = behind;
        Ok(Term { negated, test: Test::Says(name) })
    }

    /// Takes words in quotes, which may hold anything but quotes.
    fn quoted(&mut self) -> Result<String, ConditionError> {
        let start = self.at;
        self.at += 1;
        let words = self.take_while(|it, _| it != '"');
        if self.at == self.text.len() {
            return wrong(start, "the quotes that begin here don't end");
        }
        self.at += 1;
        Ok(words.to_lowercase())
    }

    /// Takes `:` and whatever compares.
    fn relation(&mut self) -> Option<Relation> {
        let pair = (self.text.get(self.at).copied()?, self.text.get(self.at + 1).copied());
        let (relation, length) = match pair {
            ('<', Some('=')) => (Relation::AtMost, 2),
            ('>', Some('=')) => (Relation::AtLeast, 2),
            ('!', Some('=')) => (Relation::Unequal, 2),
            ('<', _) => (Relation::Less, 1),
            ('>', _) => (Relation::Greater, 1),
            (':' | '=', _) => (Relation::Equal, 1),
            _ => return None,
        };
        self.at += length;
        Some(relation)
    }

    /// Reads what follows a name and a relation.
    fn comparison(
        &mut self,
        (name_at, name): Placed,
        relation: Relation,
        written: &str,
        negated: bool,
    ) -> Result<Term, ConditionError> {
        let quantity = Quantity::ALL.into_iter().find(|it| it.name() == name);
        let is_key = KEYS.iter().any(|it| it.0 == name);
        if quantity.is_none() && !is_key {
            let known = KEYS.iter().map(|it| it.0).chain(Quantity::ALL.map(Quantity::name));
            let meant = nearest(&name, known).unwrap_or_default();
            let message = format!(
                "“{name}” means nothing before “{written}”; did you mean “{meant}”? Words to look for go into quotes"
            );
            return wrong(name_at, message);
        }
        let compares = !matches!(relation, Relation::Equal | Relation::Unequal);
        let value_at = self.at;
        let value = match self.text.get(self.at) {
            Some('"') => self.quoted()?,
            _ => self.take_while(|it, _| !it.is_whitespace()).to_lowercase(),
        };
        if value.is_empty() {
            let space = if written == ":" { "" } else { " " };
            return wrong(value_at, format!("“{name}{space}{written}” needs a value behind it"));
        }
        match quantity {
            Some(quantity) if compares || !is_key => {
                let number = value.parse().ok().filter(|it: &f64| it.is_finite());
                let Some(number) = number else { return wrong(value_at, format!("“{value}” is no number")) };
                Ok(Term { negated, test: Test::Compares(quantity, relation, number) })
            }
            None if compares => {
                wrong(name_at, format!("“{name}” is no number, and is not compared; write {name}:{value}"))
            }
            _ => {
                let test = ask(&name, &alternatives(value_at, &value))?;
                Ok(Term { negated: negated != (relation == Relation::Unequal), test })
            }
        }
    }
}

fn begins_relation(it: char, next: Option<char>) -> bool {
    matches!(it, ':' | '=' | '<' | '>') || (it == '!' && next == Some('='))
}

/// The words of a value, with their places.
fn alternatives(at: usize, value: &str) -> Vec<Placed> {
    let mut start = at;
    let placed = |word: &str| {
        let here = start;
        start += word.chars().count() + 1;
        (here, word.to_owned())
    };
    value.split('|').map(placed).collect()
}

/// What a key asks for.
fn ask(key: &str, words: &[Placed]) -> Result<Test, ConditionError> {
    if let Some((at, _)) = words.iter().find(|it| it.1.is_empty()) {
        return wrong(*at, format!("a {} is missing here", noun(key)));
    }
    Ok(match key {
        "stage" => Test::Stages(pick(key, words, &StageName::ALL, StageName::name)?),
        "kind" => {
            let known: Vec<&str> = kinds().into_iter().map(|it| it.0).collect();
            Test::Kinds(pick(key, words, &known, |it| it)?)
        }
        "level" => Test::Levels(pick(key, words, &Level::ALL, Level::name)?),
        "certainty" => Test::Certainties(pick(key, words, &CERTAINTIES, Certainty::name)?),
        "broken" if words.iter().any(|it| it.1 == ANY) => Test::Breaks(Rule::ALL.to_vec()),
        "broken" => Test::Breaks(pick(key, words, &Rule::ALL, Rule::name)?),
        _ => {
            let things: Result<_, _> = words.iter().map(|word| thing(key, word)).collect();
            Test::Touches(things?)
        }
    })
}

/// Looks words up among those that are known.
fn pick<T: Copy>(
    key: &str,
    words: &[Placed],
    known: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<Vec<T>, ConditionError> {
    let find = |(at, word): &Placed| {
        let found = known.iter().copied().find(|&it| name(it) == word);
        let meant = nearest(word, known.iter().map(|&it| name(it))).unwrap_or_default();
        let message = format!("there is no {} “{word}”; did you mean “{meant}”?", noun(key));
        found.map_or_else(|| wrong(*at, message), Ok)
    };
    words.iter().map(find).collect()
}

/// What the values of a key are called.
fn noun(key: &str) -> &str {
    if key == "broken" { "rule" } else { key }
}

/// Reads the thing that a key and a word name.
fn thing(key: &str, (at, word): &Placed) -> Result<Thing, ConditionError> {
    let number = |text: &str| text.parse::<u32>().ok();
    let pair = |between: &[char]| {
        let (one, other) = word.split_once(between)?;
        Some((number(one)?, number(other)?))
    };
    let found = match key {
        "vertex" => number(word).map(|it| Thing::Vertex(VertexId::new(it))),
        "portal" => number(word).map(Thing::Portal),
        "corner" => number(word).map(Thing::Corner),
        "segment" => number(word).map(Thing::Segment),
        "edge" => pair(&['-', '–']).map(|(a, b)| Thing::edge(VertexId::new(a), VertexId::new(b))),
        "cell" => pair(&[',']).map(|(column, row)| Thing::Cell(column, row)),
        _ => number(word).map(|it| Thing::Triangle(TriangleId::new(it))),
    };
    let message = match key {
        "edge" => format!("“{word}” is no edge; write its vertices, as in edge:3-7"),
        "cell" => format!("“{word}” is no cell; write column and row, as in cell:3,4"),
        _ => format!("“{word}” is no {key}; write its number, as in {key}:3"),
    };
    found.map_or_else(|| wrong(*at, message), Ok)
}
