//! The maze of a scenario: a map of cells, floors above each other, or level geometry.
//!
//! ```toml
//! [maze]
//! map = "S123G"
//! [[floor]]
//! height = 3.0
//! map = "  4"
//! ```
//!
//! The first floor may be the `[maze]`, or the first `[[floor]]` of all.

use toml_edit::{Item, Table, TableLike};

use super::{
    InputError,
    error::place_behind,
    obj,
    patch::{Field, quoted},
    read::{Reader, as_number},
    text::{self, Storeys},
};
use crate::{
    geometry::Spot,
    maze::{Cell, Maze, Storey},
};

/// A maze with all its floors.
pub(super) struct Painted {
    pub(super) maze: Maze,
    /// Where the start and the goal are drawn on floors above the first.
    pub(super) ends: [Option<Spot>; 2],
}

impl Reader<'_> {
    /// The table `[maze]`; floors may lie above it.
    pub(super) fn maze(&self, item: &Item, has_floors: bool) -> Result<Maze, InputError> {
        const KNOWN: &[&str] = &["map", "height", "heights", "obj"];
        let table = self.table(item, "maze")?;
        if let Some((key, _)) = table.iter().find(|it| !KNOWN.contains(&it.0)) {
            return Err(self.unknown(table, key, KNOWN));
        }
        if let Some(item) = table.get("obj") {
            if let Some(other) = KNOWN[..3].iter().find_map(|it| table.get(it)) {
                return Err(self.error(other.span(), "a maze has either a “map” of cells or level geometry, “obj”"));
            }
            return self.level(self.map_text(item, "obj")?, item);
        }
        let heights = match table.get("heights") {
            None => false,
            Some(it) => it.as_bool().ok_or_else(|| {
                self.error(
                    it.span(),
                    "“heights” is true or false: whether symbols of the map stand for heights though none is a digit",
                )
            })?,
        };
        let Some(item) = table.get("map") else {
            return Err(self.error(item.span(), "[maze] needs a key “map”, or “obj” for level geometry"));
        };
        let storeys = if heights || has_floors { Storeys::First } else { Storeys::Only };
        let mut maze = self.map(item, storeys)?;
        maze.height = self.height(table)?.unwrap_or(0.0);
        Ok(maze)
    }

    /// The maze with all floors above its first.
    pub(super) fn painted(&self, maze: Option<Maze>, floors: Option<&Item>) -> Result<Painted, InputError> {
        let none = || InputError::at(1, 1, "there is no maze; add a table [maze] with a key “map”");
        let Some(item) = floors else {
            return Ok(Painted { maze: maze.ok_or_else(none)?, ends: [None; 2] });
        };
        let Some(tables) = item.as_array_of_tables() else {
            return Err(self.error(item.span(), "floors are tables of their own, as in [[floor]]"));
        };
        let mut tables = tables.iter();
        let maze = if let Some(maze) = maze {
            maze
        } else {
            let (height, item) = self.floor(tables.next().ok_or_else(none)?)?;
            let mut maze = self.map(item, Storeys::First)?;
            maze.height = height;
            maze
        };
        if !maze.has_cells() {
            return Err(self.error(item.span(), "floors lie above a “map” of cells, not above level geometry"));
        }
        let mut painted = Painted { maze, ends: [None; 2] };
        for table in tables {
            self.add_floor(&mut painted, table)?;
        }
        Ok(painted)
    }

    /// The height and the map of a floor.
    fn floor<'i>(&self, table: &'i Table) -> Result<(f64, &'i Item), InputError> {
        if let Some((key, _)) = table.iter().find(|it| !["height", "map"].contains(&it.0)) {
            return Err(self.unknown(table, key, &["height", "map"]));
        }
        let missing = |key: &str| self.error(table.span(), format!("a [[floor]] needs a key “{key}”"));
        Ok((self.height(table)?.ok_or_else(|| missing("height"))?, table.get("map").ok_or_else(|| missing("map"))?))
    }

    fn add_floor(&self, painted: &mut Painted, table: &Table) -> Result<(), InputError> {
        let (height, item) = self.floor(table)?;
        let drawn = self.map(item, Storeys::Above)?;
        let maze = &mut painted.maze;
        let [columns, rows] = [maze.columns(), maze.rows()];
        if drawn.columns() > columns || drawn.rows() > rows {
            let message = format!(
                "this floor has {} × {} cells, and the first only {columns} × {rows}; make the first as large as all others",
                drawn.columns(),
                drawn.rows()
            );
            return Err(self.error(item.span(), message));
        }
        for (end, place) in painted.ends.iter_mut().zip([drawn.start, drawn.goal]) {
            let Some(place) = place else { continue };
            if end.replace(Spot::new(place, Some(height))).is_some() {
                return Err(self.error(item.span(), "a second S or G on the floors above the first: remove one"));
            }
        }
        let mut cells = vec![Cell::Hole; columns * rows];
        for (row, from) in drawn.cells().chunks(drawn.columns().max(1)).enumerate() {
            cells[row * columns..][..from.len()].copy_from_slice(from);
        }
        maze.add_storey(maze.storeys(), Storey { height, cells });
        Ok(())
    }

    fn height(&self, table: &dyn TableLike) -> Result<Option<f64>, InputError> {
        let Some(item) = table.get("height") else { return Ok(None) };
        let height = item.as_value().and_then(as_number);
        height.map(Some).ok_or_else(|| self.error(item.span(), "“height” is a number of world units, as in 3.0"))
    }

    fn map_text<'i>(&self, item: &'i Item, key: &str) -> Result<&'i str, InputError> {
        let message = || format!("“{key}” must be a text, best between lines of three quotes");
        item.as_str().ok_or_else(|| self.error(item.span(), message()))
    }

    /// A map of cells.
    fn map(&self, item: &Item, storeys: Storeys) -> Result<Maze, InputError> {
        let map = self.map_text(item, "map")?;
        let start = item.span().map_or(0, |it| it.start);
        // Behind three quotes the text begins in the next line, if nothing else follows them.
        let quoted = &self.text[start..];
        let next_line = ["\"\"\"\n", "\"\"\"\r\n", "'''\n", "'''\r\n"].iter().any(|it| quoted.starts_with(it));
        let (line, column) = place_behind(&self.text[..start]);
        let quotes = if quoted.starts_with("\"\"\"") || quoted.starts_with("'''") { 3 } else { 1 };
        let raw = &self.text[item.span().unwrap_or(start..start)];
        if raw.starts_with('"') && raw.contains('\\') {
            // Behind escapes no symbol is where it stands in the file.
            let parsed = text::parse_within(map, self.limits, (0, 0), storeys);
            return parsed.map_err(|error| self.error(item.span(), error.message));
        }
        let around = if next_line { (line, 0) } else { (line - 1, column - 1 + quotes) };
        text::parse_within(map, self.limits, around, storeys)
    }

    /// Level geometry in a text.
    fn level(&self, text: &str, item: &Item) -> Result<Maze, InputError> {
        let parsed = obj::parse_obj(text, obj::Axes::default()).map(Maze::of_level);
        parsed.map_err(|error| {
            let place = error.place.map_or_else(String::new, |(line, _)| format!("line {line} of “obj”: "));
            self.error(item.span(), format!("{place}{}", error.message))
        })
    }
}

/// What the table of the maze says beside its map.
pub(super) fn of_maze(maze: &Maze) -> Vec<Field> {
    let is_told = |it: &Cell| matches!(it, Cell::Raised(_));
    let is_plain = maze.storeys() > 1 || maze.is_flat() || maze.cells().iter().any(is_told);
    let height = Field::new("height", super::write::number(maze.height)).implied_if(maze.height == 0.0);
    vec![height, Field::new("heights", "true".to_owned()).implied_if(is_plain || !maze.has_cells())]
}

/// The floors above the first, and that too where it is one of the list.
pub(super) fn floors(maze: &Maze, with_first: bool) -> Vec<Vec<Field>> {
    let floor = |number: usize| {
        let rows: Vec<String> = text::drawn(maze, number).iter().map(|it| escaped(it)).collect();
        let map = format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"));
        vec![Field::new("height", super::write::number(maze.storey_height(number))), Field::new("map", map)]
    };
    (usize::from(!with_first)..maze.storeys()).map(floor).collect()
}

fn escaped(row: &str) -> String {
    let quoted = quoted(row);
    quoted[1..quoted.len() - 1].to_owned()
}
