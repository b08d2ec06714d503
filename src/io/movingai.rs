//! Moving AI grid maps in and out: a header of four lines, then rows of terrain; `.`, `G` and `S` may be walked, all else blocks.
//!
//! Nathan Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE Transactions on Computational Intelligence and AI in
//! Games 4 (2012), 144–148.

use super::{InputError, Limits, text::check_side};
use crate::maze::{Cell, Maze};

/// Reads a `.map`.
pub(super) fn parse(text: &str, limits: Limits) -> Result<Maze, InputError> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let mut sides: [Option<usize>; 2] = [None, None];
    loop {
        let Some((number, line)) = lines.next() else {
            return Err(InputError::at_end_of(text, "the header ends without a line “map”"));
        };
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("map"), None) => break,
            (None, _) | (Some("type"), Some(_)) => (),
            (Some(key @ ("height" | "width")), value) => {
                let side = value.and_then(|it| it.parse().ok()).filter(|&it| it > 0);
                let column = key.len() + 2;
                let Some(side) = side else {
                    return Err(InputError::at(number, column, format!("“{key}” needs a whole number above 0")));
                };
                check_side(side, (number, column), limits, if key == "width" { "columns" } else { "rows" })?;
                sides[usize::from(key == "width")] = Some(side);
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
    let mut rows = Vec::with_capacity(height);
    let mut end = 1;
    for (number, line) in lines {
        end = number;
        if rows.len() == height {
            if line.trim().is_empty() {
                continue;
            }
            return Err(InputError::at(number, 1, format!("a row beyond the {height} that the header announces")));
        }
        let row: Vec<Cell> = line.chars().map(|it| if ".GS".contains(it) { Cell::Floor } else { Cell::Wall }).collect();
        if row.len() != width {
            let message = format!("this row has {} cells; the header announces {width}", row.len());
            return Err(InputError::at(number, row.len().min(width) + 1, message));
        }
        rows.push(row);
    }
    if rows.len() < height {
        let message = format!("only {} rows follow; the header announces {height}", rows.len());
        return Err(InputError::at(end, 1, message));
    }
    Ok(Maze::from_rows(&rows))
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
