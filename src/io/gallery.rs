//! The built-in mazes.

use super::{InputError, Limits, Scenario, parse};

/// A built-in maze.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// The name of its file.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub about: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

macro_rules! built_in {
    ($name:literal, $about:literal) => {
        BuiltIn { name: $name, about: $about, text: include_str!(concat!("../../mazes/", $name)) }
    };
}

/// All built-in mazes, in the order in which they are listed. The window opens the first.
pub const GALLERY: &[BuiltIn] = &[
    built_in!("two-rooms.toml", "two rooms, a click to keep"),
    built_in!("article.txt", "the article's maze: no way"),
    built_in!("article_open_6_1.txt", "the same, opened in one place"),
    built_in!("article_open_9_11.txt", "the same, opened elsewhere"),
    built_in!("pillars.txt", "pillars: many equal ways"),
    built_in!("diag.txt", "walls that meet in corners"),
    built_in!("diag_sealed.txt", "a sealed corner"),
    built_in!("stair.txt", "a diagonal stair, two cells wide"),
    built_in!("zigzag.txt", "a corridor that folds"),
    built_in!("random40.txt", "40 × 40 at random"),
    built_in!("pocket.txt", "a pocket to get stuck in (W)"),
    built_in!("bridge.toml", "stairs, a bridge, a corridor below"),
    built_in!("click-tests.toml", "clicks as tests, with variants"),
];

/// A built-in scenario by the name of its file, with or without its ending.
///
/// # Errors
///
/// There is none of that name; the message names those there are.
pub fn built_in(name: &str) -> Result<Scenario, InputError> {
    let found = GALLERY.iter().find(|it| it.name == name || it.name.split('.').next() == Some(name));
    let Some(BuiltIn { name, text, .. }) = found else {
        let names: Vec<&str> = GALLERY.iter().map(|it| it.name).collect();
        return Err(InputError::whole(format!("no built-in maze is called “{name}”; there are {}", names.join(", "))));
    };
    parse(name, text, Limits::default())
}
