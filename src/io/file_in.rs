//! The one way into files: what is opened, how much is read, and which bytes are text; the same for every format.
//!
//! A file over its limit is refused before it is read, and what has no length, or grows meanwhile, as soon as more than that has
//! come. Text is UTF-8, with or without a byte-order mark, in lines that end in LF or CRLF, and has no control characters but tabs.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

use super::{InputError, Seen, seen};

/// No maze, map, test or baseline within the limits is larger. \[bytes]
pub const MOST_BYTES: u64 = 1 << 28;

/// The most that is read of queries: some two million. \[bytes]
pub const MOST_QUERIES_BYTES: u64 = 1 << 26;

/// What text may begin with, to say that it is UTF-8.
const MARK: char = '\u{feff}';

/// Reads an ordinary file as text, of no more than so many bytes; without its byte-order mark.
///
/// # Errors
///
/// It can't be read, is larger or no text; with the file, and the place of the first byte that is none.
pub fn read_text(path: &Path, most: u64) -> Result<String, InputError> {
    read_marked(path, most).map(unmarked)
}

/// As [`read_text`], but of anything that gives bytes, and of standard input under the name `-`.
///
/// # Errors
///
/// As [`read_text`].
pub fn read_stream(path: &Path, most: u64) -> Result<String, InputError> {
    let bytes = match path == Path::new("-") {
        true => bounded(io::stdin().lock(), most),
        false => check_size(path, most, true).and_then(|()| bounded(File::open(path).map_err(unreadable)?, most)),
    };
    let text = bytes.and_then(text_of).map(unmarked);
    text.map_err(|error| error.in_file(&path.display().to_string()))
}

/// As [`read_text`], with the byte-order mark: as it stands in the file.
pub(super) fn read_marked(path: &Path, most: u64) -> Result<String, InputError> {
    // Opening a pipe would wait for somebody to write into it.
    let bytes = check_size(path, most, false).and_then(|()| bounded(File::open(path).map_err(unreadable)?, most));
    bytes.and_then(text_of).map_err(|error| error.in_file(&path.display().to_string()))
}

/// As [`read_marked`], with what is seen of the file, to tell later whether it has changed.
pub(super) fn read_seen(path: &Path, most: u64) -> Result<(String, Seen), InputError> {
    let modified = seen::settled_time(path);
    let text = read_marked(path, most)?;
    let seen = Seen::read(path, text.as_bytes(), modified);
    Ok((text, seen))
}

/// The first bytes of a file, so many at most.
pub(super) fn beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
fn unreadable(error: io::Error) -> InputError {
    InputError::whole(format!("can't be read: {error}"))
}

fn check_size(path: &Path, most: u64, is_stream: bool) -> Result<(), InputError> {
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() && (!is_stream || metadata.is_dir()) {
        return Err(InputError::whole("is no ordinary file; name one with a maze, map or scenario"));
    }
    if metadata.len() > most { Err(too_large(most)) } else { Ok(()) }
}

fn bounded(from: impl Read, most: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

fn too_large(most: u64) -> InputError {
    InputError::whole(format!(
        "is larger than {} MiB, the most that is read of such a file; name a smaller one",
        most >> 20
    ))
}

fn text_of(bytes: Vec<u8>) -> Result<String, InputError> {
    decode(&bytes)?;
    String::from_utf8(bytes).map_err(|error| no_text(error.as_bytes(), error.utf8_error()))
}

fn unmarked(mut text: String) -> String {
    if text.starts_with(MARK) {
        text.drain(..MARK.len_utf8());
    }
    text
}

/// A text without its byte-order mark.
pub(super) fn bare(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Bytes that begin no text, and what they begin.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"\xff\xfe\0\0", "UTF-32 text; save it as UTF-8"),
    (b"\0\0\xfe\xff", "UTF-32 text; save it as UTF-8"),
    (b"\xff\xfe", "UTF-16 text, by its byte-order mark; save it as UTF-8"),
    (b"\xfe\xff", "UTF-16 text, by its byte-order mark; save it as UTF-8"),
    (b"\x89PNG", "a PNG picture; draw the maze as text, with # for wall"),
    (b"GIF8", "a GIF picture; draw the maze as text, with # for wall"),
    (b"\xff\xd8\xff", "a JPEG picture; draw the maze as text, with # for wall"),
    (b"%PDF-", "a PDF document; save it as plain text"),
    (b"PK\x03\x04", "a ZIP archive, or a document in one; unpack it, or save it as plain text"),
    (b"\x1f\x8b", "compressed by gzip; unpack it first"),
    (b"\x7fELF", "a program; name a maze, map or scenario"),
];

/// Bytes as text; a byte-order mark stays.
///
/// # Errors
///
/// They are no text, with the place of the first that is none.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, InputError> {
    if let Some((_, what)) = SIGNATURES.iter().find(|it| bytes.starts_with(it.0)) {
        return Err(InputError::at(1, 1, format!("is {what}")));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| no_text(bytes, error))?;
    check_symbols(text)?;
    Ok(text)
}

fn no_text(bytes: &[u8], error: std::str::Utf8Error) -> InputError {
    let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
    InputError::at_end_of(&before, "is not UTF-8 text; save it as a plain text file")
}

/// Refuses control characters, and carriage returns that end no line.
pub(super) fn check_symbols(text: &str) -> Result<(), InputError> {
    let bytes = text.as_bytes();
    let is_wrong = |&(at, byte): &(usize, &u8)| match byte {
        b'\t' | b'\n' => false,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        it => it.is_ascii_control(),
    };
    let Some((at, byte)) = bytes.iter().enumerate().find(is_wrong) else { return Ok(()) };
    let message = match byte {
        b'\r' => "a lone carriage return; end lines with LF or CRLF".to_owned(),
        0 => "a NUL character (U+0000), as in files that are no text, or text in UTF-16; save it as UTF-8".to_owned(),
        it => format!("a control character (U+{it:04X}); remove it, or name a text file"),
    };
    Err(InputError::at_end_of(&text[..at], message))
}
