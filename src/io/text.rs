//! Text mazes in and out: `#` is wall, `S` the start, `G` the goal, everything else floor; what is missing from short rows is wall.

use super::{InputError, Limits};
use crate::maze::{Cell, Maze, cell_centre};

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
    [maze.start, maze.goal] = ends.map(|it| it.map(|(row, column)| cell_centre(column, row)));
    Ok(maze)
}

/// The index of the cell in which a map shows the start, or the goal; none where it can't.
pub(super) fn drawn_end(maze: &Maze, goal: bool) -> Option<usize> {
    let index = maze.end_index(goal)? as usize;
    let centre = cell_centre(index % maze.columns(), index / maze.columns());
    let is_floor = maze.cells()[index] == Cell::Floor;
    let is_taken = goal && maze.end_index(false) == maze.end_index(true);
    (is_floor && !is_taken && maze.end(goal) == Some(centre)).then_some(index)
}

/// A maze as rows of text. Where it is as it was, the symbols of its old map stay: floor may be drawn in many ways.
pub(super) fn redrawn(maze: &Maze, was: &Maze, map: &str) -> Vec<String> {
    let has_spaces = map.contains(' ') && !map.contains('.');
    let ends = [(drawn_end(maze, false), 'S'), (drawn_end(maze, true), 'G')];
    // Where old rows go missing, perhaps those do that tell how wide the maze is.
    let may_be_short = maze.columns() == was.columns() && maze.rows() >= was.rows();
    let mut old_rows = map.split('\n').map(|it| it.strip_suffix('\r').unwrap_or(it));
    let rows = maze.cells().chunks(maze.columns().max(1)).enumerate();
    let redraw = |(row, cells): (usize, &[Cell])| {
        let mut old = old_rows.next().filter(|_| row < was.rows()).map(str::chars);
        let mut drawn = String::with_capacity(cells.len());
        let mut needed = 0;
        for (column, cell) in cells.iter().enumerate() {
            let end = ends.iter().find(|it| it.0 == Some(row * maze.columns() + column)).map(|it| it.1);
            let old = old.as_mut().and_then(Iterator::next);
            let as_before = |it: &char| match end {
                Some(end) => *it == end,
                None => (*it == '#') == (*cell == Cell::Wall) && !"SG\t\r".contains(*it),
            };
            // Spaces at the end of a line get lost too easily.
            let floor = if has_spaces && column + 1 < cells.len() { ' ' } else { '.' };
            let new = end.unwrap_or(if *cell == Cell::Wall { '#' } else { floor });
            let symbol = old.filter(as_before).unwrap_or(new);
            drawn.push(symbol);
            if old.is_some() || symbol != '#' || !may_be_short || row >= was.rows() {
                needed = drawn.len();
            }
        }
        // Empty rows at the end don't count.
        drawn.truncate(needed.max(usize::from(row + 1 == maze.rows())));
        drawn
    };
    rows.map(redraw).collect()
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
