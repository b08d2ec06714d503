//! Text mazes in and out: `#` is wall, `S` the start, `G` the goal, everything else floor; what is missing from short rows is wall.
//!
//! A map with digits has heights: a digit is ground so many steps above its floor, `/` a ramp, `=` floor below a beam, `_` nothing. In
//! maps of floors above another, spaces and what is missing from short rows are nothing, too.
//!
//! Each symbol is a cell. What can't be seen or takes no room of its own would shift a row, and is refused; so is what is drawn for
//! walls elsewhere (blocks, lines, full-width signs), and a maze without `#` that other signs wall in: they are not meant as floor.

use unicode_width::UnicodeWidthChar as _;

use super::{InputError, Limits, visible::is_unseen};
use crate::maze::{Cell, End, Maze, cell_centre};

/// Which floor a map is of, and so what its symbols stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storeys {
    /// The only one: its digits tell whether it has heights.
    Only,
    /// The first of a maze with heights.
    First,
    /// One above the first.
    Above,
}

impl Storeys {
    /// How the symbols of a map are read.
    fn reading(self, map: &str) -> impl Fn(char) -> Cell + use<> {
        let has_heights = self != Self::Only || has_digits(map);
        move |symbol| match symbol {
            ' ' if self == Self::Above => Cell::Hole,
            '#' => Cell::Wall,
            symbol if has_heights => Cell::of_symbol(symbol),
            _ => Cell::Floor,
        }
    }
}

impl Storeys {
    /// Rows filled up with what is missing above the first floor: holes. Of the first it is wall, as everywhere.
    fn filled(self, mut rows: Vec<Vec<Cell>>, columns: usize) -> Vec<Vec<Cell>> {
        for row in rows.iter_mut().filter(|_| self == Self::Above) {
            row.resize(columns, Cell::Hole);
        }
        rows
    }
}

/// Whether the digits of a map say that it has heights.
pub(super) fn has_digits(map: &str) -> bool {
    map.contains(|it: char| it.is_ascii_digit())
}

/// Reads a text maze. Lines end in LF or CRLF; empty lines at the end don't count.
pub(super) fn parse(text: &str, limits: Limits) -> Result<Maze, InputError> {
    parse_within(text, limits, (0, 0), Storeys::Only)
}

/// As [`parse`], where so many lines, and so many columns before the first line, belong to the file around it.
pub(super) fn parse_within(
    text: &str,
    limits: Limits,
    around: (usize, usize),
    storeys: Storeys,
) -> Result<Maze, InputError> {
    let cell_of = storeys.reading(text);
    let place = |row: usize, column: usize| {
        let before = if row == 0 { around.1 } else { 0 };
        (row + 1 + around.0, column + 1 + before)
    };
    let wrong = |row: usize, column: usize, message: String| {
        let (line, column) = place(row, column);
        InputError::at(line, column, message)
    };
    let (mut rows, mut widest) = (Vec::new(), 0);
    let mut ends: [Option<(usize, usize)>; 2] = [None, None];
    for (row, line) in text.trim_end_matches(['\n', '\r']).split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        check_side(row + 1, place(row, 0), limits, "rows")?;
        let mut cells = Vec::new();
        for (column, symbol) in line.chars().enumerate() {
            check_side(column + 1, place(row, column), limits, "columns")?;
            if let Some(message) = unfit(symbol).or_else(|| drawn_as_wall(symbol)) {
                return Err(wrong(row, column, message));
            }
            match symbol {
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
            cells.push(cell_of(symbol));
        }
        widest = widest.max(cells.len());
        check_cells(widest, row + 1, place(row, 0))?;
        rows.push(cells);
    }
    if let Some(message) = walled_otherwise(text).filter(|_| storeys == Storeys::Only) {
        return Err(wrong(0, 0, message));
    }
    let mut maze = Maze::from_rows(&storeys.filled(rows, widest));
    if maze.columns() == 0 {
        let message = "there is no cell; draw some with # for wall and spaces for floor";
        return Err(wrong(0, 0, message.to_owned()));
    }
    [maze.start, maze.goal] = ends.map(|it| it.map(|(row, column)| cell_centre(column, row)));
    Ok(maze)
}

/// Why a symbol can be no cell: it can't be seen, or takes no room of its own.
pub(super) fn unfit(symbol: char) -> Option<String> {
    if symbol == ' ' || symbol.is_ascii_graphic() {
        return None;
    }
    let code = format!("U+{:04X}", u32::from(symbol));
    match symbol {
        '\t' => Some("a tab has no width of its own; put one symbol a cell there (floor may be a space)".to_owned()),
        '\r' => Some("a lone carriage return; end lines with LF or CRLF".to_owned()),
        '\u{fffd}' => Some(format!("{code} stands where a symbol was lost; put the right one there")),
        it if it.is_whitespace() => Some(format!("{code} is no plain space; put one there, or a point")),
        it if is_unseen(it) => Some(format!("{code} can't be seen, and would shift the row; remove it")),
        it if it.width().unwrap_or(0) == 0 => {
            Some(format!("{code} joins the symbol before it, and would shift the row; remove it"))
        }
        _ => None,
    }
}

/// What to do about a symbol that walls are drawn with elsewhere.
fn drawn_as_wall(symbol: char) -> Option<String> {
    let is_wall = matches!(symbol,
        '\u{2500}'..='\u{259f}' | '\u{25a0}'..='\u{25a9}' | '\u{25aa}' | '\u{25ae}' | '\u{25fc}' | '\u{25fe}' | '\u{2b1b}' | '\u{2b1c}'
        | '\u{25fb}' | '\u{25fd}' | '\u{266f}' | '\u{fe5f}' | '\u{ff03}' | '\u{ff27}' | '\u{ff33}' | '\u{1f7e5}'..='\u{1f7eb}' | '\u{1f9f1}');
    is_wall.then(|| {
        format!(
            "“{symbol}” (U+{:04X}) looks like a wall, but only # is one; draw walls with #, and floor with spaces or points",
            u32::from(symbol)
        )
    })
}

/// Signs that rooms are drawn with where `#` is not.
const OTHER_WALLS: &str = "+-|=_/\\@%*&$XxTWO";

/// What to do about a maze that has no `#`, but other signs all around.
fn walled_otherwise(text: &str) -> Option<String> {
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return None };
    if rows.len() < 3 || text.contains('#') {
        return None;
    }
    // Ones are walls only where zeros are floor.
    let is_binary = text.chars().all(|it| "01SG \r\n".contains(it));
    let is_wall = |it: char| OTHER_WALLS.contains(it) || it == '1' && is_binary;
    let is_around = [first, last].iter().all(|it| it.chars().all(|it| is_wall(it) || it == ' '))
        && rows.iter().all(|it| it.starts_with(is_wall) && it.ends_with(is_wall));
    let has_inside = rows.iter().any(|it| it.contains(|it| !is_wall(it)));
    let sign = first.chars().next().filter(|_| is_around && has_inside)?;
    Some(format!("there is no wall: “{sign}” goes all around, but only # is a wall; draw walls with #"))
}

/// The index of the cell in which a map shows the start, or the goal; none where it can't.
pub(super) fn drawn_end(maze: &Maze, end: End) -> Option<usize> {
    let index = maze.end_index(end)? as usize;
    let centre = cell_centre(index % maze.columns(), index / maze.columns());
    // Where the ground is of another kind, no other symbol can stand there.
    let is_floor = maze.cells()[index] == Cell::Floor;
    let is_taken = end == End::Goal && maze.end_index(End::Start) == maze.end_index(End::Goal);
    (is_floor && !is_taken && maze.end(end) == Some(centre)).then_some(index)
}

/// A floor of a maze with heights as rows of text. Above the first, what is missing are holes.
pub(super) fn drawn(maze: &Maze, storey: usize) -> Vec<String> {
    let symbol = |cell: &Cell| if *cell == Cell::Hole && storey > 0 { ' ' } else { cell.symbol() };
    let row = |cells: &[Cell]| cells.iter().map(symbol).collect::<String>().trim_end().to_owned();
    let mut rows: Vec<String> = maze.storey(storey).chunks(maze.columns().max(1)).map(row).collect();
    while rows.len() > 1 && rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    // A row needs a symbol.
    if rows.iter().all(String::is_empty) {
        return vec!["_".to_owned()];
    }
    rows
}

/// The first floor as rows of text. Where it is as it was, the symbols of its old map stay: floor may be drawn in many ways.
pub(super) fn redrawn(maze: &Maze, was: &Maze, map: &str, storeys: Storeys) -> Vec<String> {
    // With a digit somewhere, new or old, other symbols stand for other cells.
    let has_heights = maze.cells().iter().any(|it| !it.is_flat());
    let meant = if has_heights { Storeys::First } else { storeys }.reading(map);
    let has_spaces = map.contains(' ') && !map.contains('.');
    let ends = End::BOTH.map(|it| (drawn_end(maze, it), it.of(['S', 'G'])));
    // Where rows were removed, none of the others may be as wide as the maze: only full rows tell its width then.
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
                None => meant(*it) == *cell && !"SG\t\r".contains(*it),
            };
            // Spaces at the end of a line get lost too easily.
            let floor = if has_spaces && column + 1 < cells.len() { ' ' } else { '.' };
            let new = end.unwrap_or(match cell {
                Cell::Floor => floor,
                cell => cell.symbol(),
            });
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

/// Refuses more cells than can be numbered, at a place.
pub(super) fn check_cells(columns: usize, rows: usize, (line, column): (usize, usize)) -> Result<(), InputError> {
    if columns.checked_mul(rows).is_some_and(|it| it <= Maze::MOST_CELLS) {
        return Ok(());
    }
    let message =
        format!("{columns} × {rows} cells; no maze may have more than {}, whatever --max-side", Maze::MOST_CELLS);
    Err(InputError::at(line, column, message))
}
