//! The rectangles, told.

use std::ops::ControlFlow;

use super::{Part, Quantity, StageName, Thing, kind::kinds, lens::Fact, quantity::count, stage::Stage};
use crate::{
    bake::{Rectangle, RectangleEvent, Rectangles, rectangles},
    record::{Recorder, Sink},
};

impl Stage for Rectangles {
    const NAME: StageName = StageName::Rectangles;

    const WORD: &'static str = "rectangles";

    const PART: Part = Part::Bake;

    const STEPS: &'static [&'static str] = &[
        "for each cell, row by row",
        "  if it is free: floor, clear of walls, in no rectangle yet",
        "    begin a rectangle with it",
        "    while the cell to the right is free",
        "      widen the rectangle by it",
        "    stop at the cell that is not",
        "    while all cells in the row below are free",
        "      deepen the rectangle by them",
        "    stop at the cell that is not",
        "    its cells are free no more",
    ];

    kinds! { RectangleEvent {
        RectangleEvent::Placed { .. } => change("placed", Operation, 9),
        RectangleEvent::Begun { .. } => observation("begun", Test, 2),
        RectangleEvent::Widened { .. } => observation("widened", Test, 4),
        RectangleEvent::Deepened { .. } => observation("deepened", Test, 7),
        RectangleEvent::Refused { rectangle, row, .. } if *row == rectangle.row => observation("refused", Test, 5),
        RectangleEvent::Refused { .. } => observation("refused", Test, 8),
    }}

    const QUANTITIES: &'static [Quantity] = &[Quantity::Cells];

    fn run<S: Sink<RectangleEvent>>(recorder: &mut Recorder<Self, S>) -> ControlFlow<()> {
        rectangles(recorder)
    }

    fn brief(&self, event: &RectangleEvent) -> String {
        match *event {
            RectangleEvent::Begun { rectangle } => format!("cell ({}, {})", rectangle.column, rectangle.row),
            RectangleEvent::Refused { column, row, .. } => format!("cell ({column}, {row})"),
            RectangleEvent::Placed { rectangle }
            | RectangleEvent::Widened { rectangle }
            | RectangleEvent::Deepened { rectangle } => size_and_place(rectangle),
        }
    }

    fn sentence(&self, event: &RectangleEvent) -> String {
        match *event {
            RectangleEvent::Begun { rectangle: Rectangle { column, row, .. } } => {
                format!("Cell ({column}, {row}) is in no rectangle yet: one begins there.")
            }
            RectangleEvent::Widened { rectangle } => {
                format!("The rectangle took in the cell to its right; it is {}.", size_and_place(rectangle))
            }
            RectangleEvent::Deepened { rectangle } => {
                format!("The rectangle took in the row below; it is {}.", size_and_place(rectangle))
            }
            RectangleEvent::Refused { rectangle, column, row } => {
                let way = if row == rectangle.row { "wider" } else { "deeper" };
                format!("The rectangle gets no {way}: cell ({column}, {row}) {}.", self.why_not(column, row))
            }
            RectangleEvent::Placed { rectangle } => match self.all().len() {
                1 => format!("The first rectangle is {}.", size_and_place(rectangle)),
                count => format!("Rectangle {count} is {}.", size_and_place(rectangle)),
            },
        }
    }

    fn facts(&self, event: &RectangleEvent) -> Vec<Fact> {
        let rectangle = event.rectangle();
        let facts = [("rectangle", size_and_place(rectangle)), ("cells", rectangle.cells().to_string())];
        facts.map(|(name, value)| Fact::new(name, value)).into()
    }

    fn can_touch(thing: Thing) -> bool {
        matches!(thing, Thing::Cell(..))
    }

    fn touch(&self, event: &RectangleEvent, _: &[u32], thing: Thing) -> Option<&'static str> {
        let Thing::Cell(column, row) = thing else { return None };
        let has = |rectangle: Rectangle| rectangle.has(column, row);
        match *event {
            RectangleEvent::Placed { rectangle } => has(rectangle).then_some("placed"),
            RectangleEvent::Begun { rectangle } => has(rectangle).then_some("begun with"),
            RectangleEvent::Widened { rectangle: it } => {
                has(Rectangle { column: it.column + it.columns - 1, columns: 1, ..it }).then_some("taken in")
            }
            RectangleEvent::Deepened { rectangle: it } => {
                has(Rectangle { row: it.row + it.rows - 1, rows: 1, ..it }).then_some("taken in")
            }
            RectangleEvent::Refused { column: x, row: y, .. } => ((x, y) == (column, row)).then_some("refused"),
        }
    }

    fn quantity(&self, event: &RectangleEvent, which: Quantity) -> Option<f64> {
        (which == Quantity::Cells).then(|| count(event.rectangle().cells()))
    }
}

impl Rectangles {
    /// Why no rectangle may take in a cell.
    fn why_not(&self, column: u32, row: u32) -> String {
        let [columns, rows] = [self.maze().columns(), self.maze().rows()];
        if column as usize >= columns || row as usize >= rows {
            "is outside of the maze".to_owned()
        } else if self.maze().is_wall(column.into(), row.into()) {
            "is wall".to_owned()
        } else {
            match self.at(column, row) {
                Some(index) => format!("is in rectangle {} already", index + 1),
                None => "is not clear of walls".to_owned(),
            }
        }
    }
}

/// How large a rectangle is, and where.
fn size_and_place(Rectangle { column, row, columns, rows }: Rectangle) -> String {
    format!("{columns} × {rows} from ({column}, {row})")
}
