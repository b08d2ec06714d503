//! Text mazes: `#` is wall, `S` the start, `G` the goal, everything else floor; what is missing from short rows is wall.

use super::{InputError, Limits};
use crate::{
    geometry::Point,
    maze::{Cell, Maze},
};

/// Reads a text maze. Lines end in LF or CRLF; empty lines at the end don't count.
pub(super) fn parse(text: &str, limits: Limits) -> Result<Maze, InputError> {
    parse_within(text, limits, (0, 0))
}

/// As [`parse`], where so many lines, and so many columns before the first line, belong to the file around it.
pub(super) fn parse_within(text: &str, limits: Limits, around: (usize, usize)) -> Result<Maze, InputError> {
    let place = |row: usize, column: usize| {
        let before = if row == 0 { around.1 } else { 0 };
        (row + 1 + around.0, column + 1 + before)
    };
    let wrong = |row: usize, column: usize, message: String| {
        let (line, column) = place(row, column);
        InputError::at(line, column, message)
    };
    let mut rows = Vec::new();
    let mut ends: [Option<(usize, usize)>; 2] = [None, None];
    for (row, line) in text.trim_end_matches(['\n', '\r']).split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        check_side(row + 1, place(row, 0), limits, "rows")?;
        let mut cells = Vec::with_capacity(line.len());
        for (column, symbol) in line.chars().enumerate() {
            check_side(column + 1, place(row, column), limits, "columns")?;
            match symbol {
                '\t' => {
                    let message = "a tab has no width of its own; put one symbol a cell there (floor may be a space)";
                    return Err(wrong(row, column, message.to_owned()));
                }
                '\r' => {
                    let message = "a lone carriage return; end lines with LF or CRLF";
                    return Err(wrong(row, column, message.to_owned()));
                }
                'S' | 'G' => {
                    let end = &mut ends[usize::from(symbol == 'G')];
                    if let Some((first_row, first_column)) = *end {
                        let (line, first) = place(first_row, first_column);
                        let message =
                            format!("a second {symbol}; the first is in line {line}, column {first}: remove one");
                        return Err(wrong(row, column, message));
                    }
                    *end = Some((row, column));
                }
                _ => (),
            }
            cells.push(if symbol == '#' { Cell::Wall } else { Cell::Floor });
        }
        rows.push(cells);
    }
    let mut maze = Maze::from_rows(&rows);
    if maze.columns() == 0 {
        let message = "there is no cell; draw some with # for wall and spaces for floor";
        return Err(wrong(0, 0, message.to_owned()));
    }
    [maze.start, maze.goal] = ends.map(|it| it.map(centre_of_cell));
    Ok(maze)
}

fn centre_of_cell((row, column): (usize, usize)) -> Point {
    let [x, y] = [column, row].map(|it| f64::from(u32::try_from(it).unwrap_or(u32::MAX)) + 0.5);
    Point::new(x, y)
}

/// Refuses what is beyond the limits, at a place.
pub(super) fn check_side(
    side: usize,
    (line, column): (usize, usize),
    limits: Limits,
    what: &str,
) -> Result<(), InputError> {
    if side <= limits.max_side {
        return Ok(());
    }
    let message =
        format!("more than {0} {what}; mazes may have {0} × {0} cells (--max-side raises that)", limits.max_side);
    Err(InputError::at(line, column, message))
}
