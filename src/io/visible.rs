//! Text as it may go to a terminal, a log or XML: what can't be seen, or changes what is seen, is shown by its number.
//!
//! Names, keys, values and messages hold whatever a file says. [`visible`] shows of them, as `\u{1b}`: control characters and line
//! ends, what turns the direction of writing, characters without width or of no meaning, and what begins a command in logs of
//! machines (`::` in the beginning, `##[`, `##vso[`). A backslash is shown so where `u{` follows: what is shown can be turned back.
//! Joiners and selectors of form stay where they join something, as in Persian or in emoji.

use std::{borrow::Cow, fmt::Write as _, io};

/// A text in one line, in which nothing is hidden.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(
        text,
        |text, at, symbol| is_hidden_at(text, at, symbol) || begins_command(&text[at..], at, text),
        |out, it| {
            // Writing into a string can't fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(it));
        },
    )
}

/// JSON in which nothing is hidden: the same, as JSON writes it. The line ends between its parts stay.
#[must_use]
pub fn visible_json(json: &str) -> Cow<'_, str> {
    let hides = |text: &str, at, symbol| {
        symbol != '\n' && (is_hidden_at(text, at, symbol) && symbol != '\\' || begins_log_command(&text[at..]))
    };
    shown(json, hides, |out, it| {
        for unit in it.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

/// Writes JSON on, [visibly](visible_json). Each piece must be whole characters, as serializers write them.
#[derive(Debug)]
pub struct VisibleJson<W>(pub W);

impl<W: io::Write> io::Write for VisibleJson<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(visible_json(text).as_bytes())?,
            Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A text with some characters replaced.
fn shown(text: &str, hides: impl Fn(&str, usize, char) -> bool, write: impl Fn(&mut String, char)) -> Cow<'_, str> {
    let Some((first, _)) = text.char_indices().find(|it| hides(text, it.0, it.1)) else { return Cow::Borrowed(text) };
    let mut out = text[..first].to_owned();
    for (at, symbol) in text[first..].char_indices() {
        match hides(text, first + at, symbol) {
            true => write(&mut out, symbol),
            false => out.push(symbol),
        }
    }
    Cow::Owned(out)
}

fn is_hidden_at(text: &str, at: usize, symbol: char) -> bool {
    match symbol {
        ' '..='[' | ']'..='~' => false,
        '\\' => text[at + 1..].starts_with("u{"),
        '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' => {
            let before = text[..at].chars().next_back();
            !before.is_some_and(|it| !it.is_ascii() && !is_unseen(it))
        }
        it => is_unseen(it),
    }
}

/// Whether a character can't be seen, turns what is seen, or means nothing: controls, line separators, what Unicode calls default
/// ignorable, and its noncharacters.
pub(super) fn is_unseen(symbol: char) -> bool {
    let is_ignorable = matches!(symbol,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}');
    let is_none = u32::from(symbol) & 0xfffe == 0xfffe || matches!(symbol, '\u{fdd0}'..='\u{fdef}');
    symbol.is_control() || is_ignorable || is_none
}

/// Whether a command to a machine that reads a log begins here: GitHub's, in either of its forms, or of its kin.
fn begins_command(rest: &str, at: usize, text: &str) -> bool {
    rest.starts_with("::") && text[..at].trim_start().is_empty() || begins_log_command(rest)
}

fn begins_log_command(rest: &str) -> bool {
    let word = rest.strip_prefix("##").map(|it| it.trim_start_matches(|it: char| it.is_ascii_alphanumeric()));
    word.is_some_and(|it| it.starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_shown() {
        for (text, expected) in [
            ("plain, “quoted”\u{a0}– C:\\use", "plain, “quoted”\u{a0}– C:\\use"),
            ("\u{1b}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"),
            ("\u{9b}31m\u{85}\u{7f}\0", "\\u{9b}31m\\u{85}\\u{7f}\\u{0}"),
            ("a\r\n::error::b", "a\\u{d}\\u{a}::error::b"),
            ("::error::b", "\\u{3a}:error::b"),
            (" ::error::b", " \\u{3a}:error::b"),
            ("a ::b ##[group]c ##vso[x] ## [d]", "a ::b \\u{23}#[group]c \\u{23}#vso[x] ## [d]"),
            ("\u{202e}gnp.\u{2066}\u{200f}", "\\u{202e}gnp.\\u{2066}\\u{200f}"),
            ("\u{2028}\u{2029}\u{feff}\u{ad}", "\\u{2028}\\u{2029}\\u{feff}\\u{ad}"),
            ("\u{fffe}\u{ffff}\u{fdd0}\u{10ffff}\u{e0041}", "\\u{fffe}\\u{ffff}\\u{fdd0}\\u{10ffff}\\u{e0041}"),
            ("\\u{1b}", "\\u{5c}u{1b}"),
            (
                "迷宫 מבוך متاهة می\u{200c}خواهم 👩\u{200d}🚒 ❤\u{fe0f} e\u{301}",
                "迷宫 מבוך متاهة می\u{200c}خواهم 👩\u{200d}🚒 ❤\u{fe0f} e\u{301}",
            ),
            ("a\u{200d}b\u{200c}\u{fe0f}", "a\\u{200d}b\\u{200c}\\u{fe0f}"),
        ] {
            assert_eq!(visible(text), expected);
        }
        assert_eq!(
            visible_json("{\n  \"a\u{9b}\u{7f}\\n\u{202e}\u{e0041}##[x]\\\\u{\": 1}"),
            "{\n  \"a\\u009b\\u007f\\n\\u202e\\udb40\\udc41\\u0023#[x]\\\\u{\": 1}"
        );
    }

    /// Whatever was shown can be turned back, and shows nothing more.
    #[test]
    fn what_is_shown_can_be_turned_back() {
        let pieces = ["\\", "u{", "1b", "}", "\u{1b}", "::", "#", "[", "\n", "é", "\u{200d}", "a"];
        for number in 0..pieces.len().pow(4) {
            let text: String = (0..4).map(|it| pieces[number / pieces.len().pow(it) % pieces.len()]).collect();
            let shown = visible(&text);
            let mut parts = shown.split("\\u{");
            let mut back = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                let (code, rest) = part.split_once('}').expect("an end");
                back.extend(u32::from_str_radix(code, 16).ok().and_then(char::from_u32));
                back.push_str(rest);
            }
            assert_eq!(back, text, "{shown}");
            assert!(!shown.contains(is_unseen) || shown.contains("é\u{200d}"), "{shown}");
        }
    }
}
