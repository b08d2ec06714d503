//! Moving AI grid maps in and out: a header of four lines, then rows of terrain; `.`, `G` and `S` may be walked, all else blocks.
//!
//! Nathan Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE Transactions on Computational Intelligence and AI in
//! Games 4 (2012), 144–148.

use super::{
    InputError, Limits,
    text::{check_cells, check_side, unfit},
};
use crate::maze::{Cell, Maze};

/// Reads a `.map`. Capitals in the header make no difference, nor do spaces at the end of a line.
pub(super) fn parse(text: &str, limits: Limits) -> Result<Maze, InputError> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let [height, width] = sides(text, &mut lines, limits)?;
    // Rows are kept as they come: what is announced need not be true.
    let mut rows = Vec::new();
    let mut end = 1;
    for (number, line) in lines {
        end = number;
        if rows.len() == height {
            if line.trim().is_empty() {
                continue;
            }
            return Err(InputError::at(number, 1, format!("a row beyond the {height} that the header announces")));
        }
        rows.push(row(line, width).map_err(|(column, message)| InputError::at(number, column, message))?);
    }
    if rows.len() < height {
        let message = format!("only {} rows follow; the header announces {height}", rows.len());
        return Err(InputError::at(end, 1, message));
    }
    Ok(Maze::from_rows(&rows))
}

/// Reads the header, up to the line “map”: height and width.
fn sides<'t>(
    text: &str,
    lines: &mut impl Iterator<Item = (usize, &'t str)>,
    limits: Limits,
) -> Result<[usize; 2], InputError> {
    let mut sides: [Option<usize>; 2] = [None, None];
    loop {
        let Some((number, line)) = lines.next() else {
            return Err(InputError::at_end_of(text, "the header ends without a line “map”"));
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        let key = words.first().map(|it| it.to_ascii_lowercase());
        match (key.as_deref(), &words[..]) {
            (Some("map"), [_]) => break,
            (None, _) => (),
            (Some("type"), [_, kind]) if kind.eq_ignore_ascii_case("octile") => (),
            (Some("type"), [_, kind, ..]) => {
                let message = format!("a map of “type {kind}”; only “type octile” is read");
                return Err(InputError::at(number, 1, message));
            }
            (Some(key @ ("height" | "width")), [_, values @ ..]) => {
                let column = key.len() + 2;
                let at = (number, column.min(line.chars().count() + 1));
                let [Some(side)] = values.iter().map(|it| whole(it)).collect::<Vec<_>>()[..] else {
                    return Err(InputError::at(at.0, at.1, format!("“{key}” needs a whole number above 0")));
                };
                check_side(side, at, limits, if key == "width" { "columns" } else { "rows" })?;
                if sides[usize::from(key == "width")].replace(side).is_some() {
                    return Err(InputError::at(number, 1, format!("a second “{key}”; remove one")));
                }
                let [height, width] = sides.map(|it| it.unwrap_or(1));
                check_cells(width, height, at)?;
            }
            (Some(_), _) => {
                let message = "a header has the lines “type octile”, “height H”, “width W” and “map”, nothing else";
                return Err(InputError::at(number, 1, message));
            }
        }
    }
    let [Some(height), Some(width)] = sides else {
        return Err(InputError::at(1, 1, "the header must give “height” and “width” before the line “map”"));
    };
    Ok([height, width])
}

/// A whole number above 0; the largest there is, if it is larger.
fn whole(word: &str) -> Option<usize> {
    let is_whole = !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
    is_whole.then(|| word.parse().unwrap_or(usize::MAX)).filter(|&it| it > 0)
}

/// Reads a row of so many cells; else says what is wrong, and in which column.
fn row(line: &str, width: usize) -> Result<Vec<Cell>, (usize, String)> {
    let mut cells = Vec::new();
    for (index, symbol) in line.chars().enumerate() {
        if index >= width && line.chars().skip(index).all(char::is_whitespace) {
            break;
        }
        if let Some(message) = unfit(symbol) {
            return Err((index + 1, message));
        }
        cells.push(if ".GS".contains(symbol) { Cell::Floor } else { Cell::Wall });
    }
    if cells.len() == width {
        return Ok(cells);
    }
    let message = format!("this row has {} cells; the header announces {width}", cells.len());
    Err((cells.len().min(width) + 1, message))
}

/// Writes a maze as a `.map`.
pub(super) fn write(maze: &Maze) -> String {
    let mut text = format!("type octile\nheight {}\nwidth {}\nmap\n", maze.rows(), maze.columns());
    for row in maze.cells().chunks(maze.columns().max(1)) {
        text.extend(row.iter().map(|it| if *it == Cell::Wall { '@' } else { '.' }));
        text.push('\n');
    }
    text
}
