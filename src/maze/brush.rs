//! Which cells a tool covers.
//!
//! A stroke is the line from the middle of one cell to that of the next, thickened to a square brush. The line takes every
//! cell that it passes through, so that each shares a side with the next (John Amanatides and Andrew Woo, "A Fast Voxel
//! Traversal Algorithm for Ray Tracing", Eurographics 1987, 3–10): a way painted through walls can then be walked, which it
//! could not where two cells only meet in a corner, and no way leads through a painted wall. Rows follow in closed form,
//! column by column, so far ends cost nothing. Where the line passes through a corner, it takes one of the two cells beside
//! it, the same one in both directions. Cells outside the maze are left out.

use std::ops::Range;

use super::{Cell, Maze};

/// The largest brush. \[cells]
pub const MAX_BRUSH: u32 = 32;

/// What lies further out is taken to lie here: no maze reaches so far, and sums stay small. \[cells]
const FAR: i64 = 1 << 28;

/// The cells under a brush that moves from one cell to another. \[1 ≤ size ≤ [`MAX_BRUSH`]; what is not is brought there]
///
/// An even brush reaches one cell further to the left and up.
#[must_use]
pub fn stroke(maze: &Maze, from: (i64, i64), to: (i64, i64), size: u32) -> Vec<(i64, i64)> {
    let size = i64::from(size.clamp(1, MAX_BRUSH));
    let (before, behind) = (size / 2, size - size / 2 - 1);
    let [from, to] = [from.min(to), from.max(to)].map(|it| (it.0.clamp(-FAR, FAR), it.1.clamp(-FAR, FAR)));
    let (columns, rows) = (to.0 - from.0, to.1 - from.1);
    // The row, counted from the first, in which the line comes into a column, counted likewise. Rounding is half downwards
    // on the screen, whichever way the line slopes.
    let entered = |column: i64| match column {
        ..=0 => 0,
        it if it > columns => rows,
        it => (rows * (2 * it - 1) + columns).div_euclid(2 * columns),
    };
    let across = clipped(from.0 - before, to.0 + behind, maze.columns());
    across
        .flat_map(|column| {
            let at = column - from.0;
            let (first, last) = ((at - behind).max(0), (at + before).min(columns));
            let ends = [entered(first), entered(last + 1)];
            let (top, bottom) = (from.1 + ends[0].min(ends[1]), from.1 + ends[0].max(ends[1]));
            clipped(top - before, bottom + behind, maze.rows()).map(move |row| (column, row))
        })
        .collect()
}

/// The cells of the rectangle between two of its corners.
#[must_use]
pub fn rectangle(maze: &Maze, a: (i64, i64), b: (i64, i64)) -> Vec<(i64, i64)> {
    let across = clipped(a.0.min(b.0), a.0.max(b.0), maze.columns());
    let down = clipped(a.1.min(b.1), a.1.max(b.1), maze.rows());
    down.flat_map(|row| across.clone().map(move |column| (column, row))).collect()
}

/// Those of them that lie at the rectangle's rim.
#[must_use]
pub fn outline(maze: &Maze, a: (i64, i64), b: (i64, i64)) -> Vec<(i64, i64)> {
    let mut cells = rectangle(maze, a, b);
    cells.retain(|it| it.0 == a.0 || it.0 == b.0 || it.1 == a.1 || it.1 == b.1);
    cells
}

/// The indices of all cells of a floor that are of the same kind as one and hang together with it by their sides.
#[must_use]
pub fn fill(maze: &Maze, storey: usize, from: (i64, i64)) -> Vec<u32> {
    let Some(first) = maze.index_of(from.0, from.1) else { return Vec::new() };
    let (cells, columns) = (maze.storey(storey), maze.columns());
    let kind: Cell = cells[first as usize];
    let mut seen = vec![false; cells.len()];
    let mut found = Vec::new();
    let mut open = vec![first as usize];
    while let Some(seed) = open.pop() {
        if seen[seed] {
            continue;
        }
        let row = seed - seed % columns;
        let is_wanted = |seen: &[bool], index: usize| cells[index] == kind && !seen[index];
        let left = (row..seed).rev().take_while(|&it| is_wanted(&seen, it)).last().unwrap_or(seed);
        let right = (seed..row + columns).take_while(|&it| is_wanted(&seen, it)).last().unwrap_or(seed);
        seen[left..=right].fill(true);
        found.extend((left..=right).filter_map(|it| u32::try_from(it).ok()));
        let above = (row > 0).then(|| left - columns..=right - columns);
        let below = (row + columns < cells.len()).then(|| left + columns..=right + columns);
        for run in above.into_iter().chain(below) {
            let mut inside = false;
            for index in run {
                let wanted = is_wanted(&seen, index);
                if wanted && !inside {
                    open.push(index);
                }
                inside = wanted;
            }
        }
    }
    found
}

/// What cells of a floor become whose ground is raised by so many steps, or lowered if they are negative; those without ground of a
/// height of their own stay.
#[must_use]
pub fn raised(maze: &Maze, storey: usize, cells: &[(i64, i64)], by: i8) -> Vec<((i64, i64), Cell)> {
    let raise = |&(column, row): &(i64, i64)| match maze.cell_of(storey, column, row)? {
        Cell::Floor => Some(((column, row), Cell::raised(0u8.saturating_add_signed(by)))),
        Cell::Raised(steps) => Some(((column, row), Cell::raised(steps.saturating_add_signed(by)))),
        Cell::Wall | Cell::Ramp | Cell::Beam | Cell::Hole => None,
    };
    cells.iter().filter_map(raise).collect()
}

/// What the cells of a floor between two others become for a way from the one to the other to slope evenly: ramps where both lie in one
/// row or column, else ground in whole steps. The ends, and what lies beside them, stay. \[1 ≤ size ≤ [`MAX_BRUSH`]; what is not is
/// brought there]
#[must_use]
pub fn slope(maze: &Maze, storey: usize, from: (i64, i64), to: (i64, i64), size: u32) -> Vec<((i64, i64), Cell)> {
    let (way_x, way_y) = (to.0 - from.0, to.1 - from.1);
    let steps = |at: (i64, i64)| maze.cell_of(storey, at.0, at.1).and_then(Cell::steps);
    let (Some(low), Some(high)) = (steps(from), steps(to)) else { return Vec::new() };
    let length = way_x * way_x + way_y * way_y;
    let is_straight = way_x == 0 || way_y == 0;
    let cell = |(column, row): (i64, i64)| {
        let along = (column - from.0) * way_x + (row - from.1) * way_y;
        if along <= 0 || along >= length {
            return None;
        }
        if is_straight {
            return Some(((column, row), Cell::Ramp));
        }
        #[expect(clippy::cast_precision_loss, reason = "cells number less than 2^52")]
        let part = along as f64 / length as f64;
        let height = f64::from(low) + (f64::from(high) - f64::from(low)) * part;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it lies between two numbers of steps"
        )]
        Some(((column, row), Cell::raised(height.round() as u8)))
    };
    stroke(maze, from, to, size).into_iter().filter_map(cell).collect()
}

/// What of a range, its last included, lies in a maze of so many columns or rows.
fn clipped(first: i64, last: i64, side: usize) -> Range<i64> {
    first.max(0)..last.saturating_add(1).min(i64::try_from(side).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells drawn with `o`, in a maze of floor.
    #[track_caller]
    fn check(size: (i64, i64), cells: &[(i64, i64)], expected: &str) {
        let symbol = |column, row| if cells.contains(&(column, row)) { 'o' } else { '.' };
        let row = |row: i64| (0..size.0).map(|column| symbol(column, row)).collect();
        let drawn: Vec<String> = (0..size.1).map(row).collect();
        assert_eq!(drawn.join(" "), expected);
        let mut once = cells.to_vec();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), cells.len(), "a cell twice");
    }

    #[test]
    fn strokes() {
        let maze = Maze::filled(6, 4, Cell::Floor);
        let check = |from, to, size, expected: &str| {
            check((6, 4), &stroke(&maze, from, to, size), expected);
            check((6, 4), &stroke(&maze, to, from, size), expected);
        };
        check((1, 1), (1, 1), 1, "...... .o.... ...... ......");
        check((2, 1), (2, 1), 2, ".oo... .oo... ...... ......");
        check((2, 1), (2, 1), 3, ".ooo.. .ooo.. .ooo.. ......");
        check((0, 0), (3, 3), 1, "o..... oo.... .oo... ..oo..");
        check((0, 3), (3, 0), 1, "...o.. ..oo.. .oo... oo....");
        check((0, 0), (5, 1), 1, "ooo... ..oooo ...... ......");
        check((0, 0), (0, 3), 1, "o..... o..... o..... o.....");
        check((-9, 2), (99, 2), 1, "...... ...... oooooo ......");
        check((-9, 2), (-3, 2), 9, "oo.... oo.... oo.... oo....");
        check((-9, -9), (-3, 99), 9, "...... ...... ...... ......");
        check((i64::MIN, i64::MIN), (i64::MAX, i64::MAX), 1, "o..... oo.... .oo... ..oo..");
    }

    #[test]
    fn rectangles() {
        let maze = Maze::filled(5, 4, Cell::Floor);
        check((5, 4), &rectangle(&maze, (3, 2), (1, 0)), ".ooo. .ooo. .ooo. .....");
        check((5, 4), &outline(&maze, (1, 0), (3, 2)), ".ooo. .o.o. .ooo. .....");
        check((5, 4), &outline(&maze, (-1, 1), (3, i64::MAX)), "..... oooo. ...o. ...o.");
        check((5, 4), &rectangle(&maze, (7, 7), (9, 9)), "..... ..... ..... .....");
    }
}
