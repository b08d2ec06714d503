//! Words that were perhaps meant.

/// The word most like `given`.
#[must_use]
pub fn nearest<'a>(given: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |word: &&str| strsim::jaro_winkler(given, word);
    words.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}
