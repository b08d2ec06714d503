//! What is to be seen: marks with roles, without a word about windows.
//!
//! A mark's `role` is what it means, its `of` the thing it stands for; the window maps roles to its theme, the command line
//! writes the same marks as SVG, and tests compare them as text. Marks of a state persist, marks of an event vanish at the next
//! step.

mod bake;
mod bridges;
mod ears;
mod grid;
mod links;
mod level;
mod mark;
mod maze;
mod outline;
pub mod palette;
mod polyanya;
mod polygons;
mod pull;
mod rectangles;
mod regions;
mod round;
mod search;
mod smooth;
mod surface;
mod svg;
mod thing;
mod triangulate;
mod walk;

pub use mark::{Mark, Role, Shape};
pub use maze::{draw_maze, draw_storey};
pub use polygons::draw_walkable;
pub use pull::{draw_course, draw_ends, draw_optimum, draw_path, draw_violations};
pub use surface::draw_surface;
pub use svg::{SVG, outline, to_svg};
pub use thing::{Things, draw_thing};

use crate::{geometry::Bounds, record::Replayable};

/// The part of the world that is shown, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// What is in view. \[cells]
    pub area: Bounds,
    /// How many pixels a cell has.
    pub scale: f64,
}

impl Shown {
    /// Whether something of a size would be large enough to make out.
    #[must_use]
    pub fn resolves(&self, size: f64, pixels: f64) -> bool {
        size * self.scale >= pixels
    }
}

/// A state that can be drawn, and its events.
pub trait Drawn: Replayable {
    /// Draws the state, as far as it lies in view.
    fn draw(&self, view: &Shown, out: &mut Vec<Mark>);

    /// Draws an event or observation that led to the state; `detail` is the event's part of the side array.
    fn draw_event(&self, event: &Self::Event, detail: &[u32], out: &mut Vec<Mark>);
}
