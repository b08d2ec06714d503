//! What every role looks like, in light and dark: the only place with colours but for the greys of the window's own widgets.
//!
//! Hues are those of Okabe and Ito, which people with any colour vision tell apart; shapes differ too. Masataka Okabe, Kei
//! Ito, "Color Universal Design" (2002).

use super::Role::{self, RegionA, RegionB, RegionC, RegionD, RegionE, RegionF};

/// A colour: red, green, blue, opacity. \[0 to 255]
pub type Rgba = [u8; 4];

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// Dark on light.
    Light,
    /// Light on dark.
    #[default]
    Dark,
}

/// How a role is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The inside of areas and dots.
    pub fill: Rgba,
    /// Lines, and the border of areas.
    pub line: Rgba,
    /// How wide lines are. \[pixels]
    pub width: f32,
    /// How long the dashes of lines with bends are, and the gaps between them; zero for a line in one piece. \[pixels]
    pub dash: f32,
    /// How large dots are. \[pixels, radius]
    pub dot: f32,
    /// What dots look like.
    pub glyph: Glyph,
}

/// The shape of a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// A disc.
    Disc,
    /// A ring.
    Ring,
    /// A square standing on its side.
    Square,
    /// A square standing on its corner.
    Diamond,
    /// A triangle.
    Triangle,
    /// Two crossed lines.
    Cross,
}

const BLUE: [u8; 3] = [0, 114, 178];
const SKY: [u8; 3] = [86, 180, 233];
const GREEN: [u8; 3] = [0, 158, 115];
const ORANGE: [u8; 3] = [230, 159, 0];
const VERMILION: [u8; 3] = [213, 94, 0];
const PURPLE: [u8; 3] = [204, 121, 167];
const YELLOW: [u8; 3] = [240, 228, 66];
const NONE: Rgba = [0, 0, 0, 0];

/// What lies behind everything: outside of the maze.
#[must_use]
pub fn backdrop(mode: Mode) -> Rgba {
    match mode {
        Mode::Light => [226, 228, 232, 255],
        Mode::Dark => [20, 22, 26, 255],
    }
}

/// The accent of the interface.
#[must_use]
pub fn accent(mode: Mode) -> Rgba {
    match mode {
        Mode::Light => with(BLUE, 255),
        Mode::Dark => with(SKY, 255),
    }
}

/// The colour of warnings in the interface.
#[must_use]
pub fn alarm(mode: Mode) -> Rgba {
    match mode {
        Mode::Light => [180, 60, 0, 255],
        Mode::Dark => [255, 128, 64, 255],
    }
}

/// The colour of good news in the interface.
#[must_use]
pub fn good(mode: Mode) -> Rgba {
    match mode {
        Mode::Light => [0, 118, 86, 255],
        Mode::Dark => [70, 200, 160, 255],
    }
}

fn with([r, g, b]: [u8; 3], opacity: u8) -> Rgba {
    [r, g, b, opacity]
}

/// The colour of regions; other roles have none.
fn region(role: Role, dark: bool) -> Rgba {
    let hues = [VERMILION, BLUE, ORANGE, GREEN, PURPLE, if dark { YELLOW } else { [150, 130, 0] }];
    let hue = Role::REGIONS.iter().zip(hues).find(|it| *it.0 == role);
    hue.map_or(NONE, |it| with(it.1, if dark { 90 } else { 80 }))
}

/// The colour of cells with heights; other roles have none.
fn height(role: Role, mode: Mode) -> Rgba {
    let dark = mode == Mode::Dark;
    match role {
        Role::Raised => with(if dark { SKY } else { BLUE }, if dark { 20 } else { 22 }),
        Role::Ramp => with(PURPLE, if dark { 60 } else { 80 }),
        Role::Beam => with(ORANGE, if dark { 60 } else { 80 }),
        Role::Hole => backdrop(mode),
        Role::Storey => with(if dark { [120, 128, 140] } else { [150, 170, 200] }, 90),
        _ => NONE,
    }
}

/// What a role looks like.
#[must_use]
pub fn style(role: Role, mode: Mode) -> Style {
    let dark = mode == Mode::Dark;
    let strong = |light: [u8; 3], on_dark: [u8; 3]| if dark { on_dark } else { light };
    let grey = |light: u8, on_dark: u8, opacity: u8| {
        let it = if dark { on_dark } else { light };
        [it, it, it, opacity]
    };
    let area =
        |fill: Rgba, line: Rgba, width: f32| Style { fill, line, width, dash: 0.0, dot: 0.0, glyph: Glyph::Disc };
    let line = |line: Rgba, width: f32| Style { fill: NONE, line, width, dash: 0.0, dot: 0.0, glyph: Glyph::Disc };
    let dot = |fill: Rgba, dot: f32, glyph: Glyph| Style { fill, line: fill, width: 1.5, dash: 0.0, dot, glyph };
    let both = |colour: [u8; 3], opacity: u8, width: f32, dot: f32, glyph: Glyph| Style {
        dot,
        glyph,
        ..area(with(colour, opacity), with(colour, 255), width)
    };
    match role {
        Role::Wall => area(if dark { [62, 68, 78, 255] } else { [92, 98, 108, 255] }, NONE, 0.0),
        Role::Floor => area(if dark { [33, 36, 42, 255] } else { [250, 250, 250, 255] }, NONE, 0.0),
        Role::Raised | Role::Ramp | Role::Beam | Role::Hole | Role::Storey => area(height(role, mode), NONE, 0.0),
        Role::Sample => dot(grey(70, 190, 200), 1.6, Glyph::Disc),
        Role::Outline => line(with(strong(BLUE, SKY), 255), 1.5),
        Role::Mesh => area(grey(110, 150, 12), grey(110, 150, 150), 1.0),
        Role::Walkable => area(with(GREEN, if dark { 26 } else { 30 }), with(GREEN, if dark { 120 } else { 150 }), 1.0),
        Role::Dropped => area(with(VERMILION, if dark { 30 } else { 26 }), with(VERMILION, 90), 1.0),
        Role::Closed => line(with(VERMILION, 255), 2.5),
        Role::Constraint => line(with(ORANGE, 230), 2.0),
        RegionA | RegionB | RegionC | RegionD | RegionE | RegionF => area(region(role, dark), NONE, 0.0),
        Role::Hover => both(strong(BLUE, SKY), 24, 1.5, 4.0, Glyph::Ring),
        Role::Selected => both(strong([122, 96, 0], YELLOW), 40, 3.0, 6.0, Glyph::Ring),
        Role::Focus => both(strong(BLUE, SKY), 60, 2.5, 5.0, Glyph::Ring),
        Role::Conflict => both(VERMILION, 60, 1.5, 4.0, Glyph::Cross),
        Role::Newborn => both(strong(BLUE, SKY), 50, 1.5, 4.0, Glyph::Disc),
        Role::Circumcircle | Role::Link => line(with(PURPLE, 230), 1.5),
        Role::Body => line(with(ORANGE, 255), 1.5),
        Role::OpenNode => area(with(SKY, 80), with(SKY, 170), 1.0),
        Role::ClosedNode => area(with(BLUE, if dark { 110 } else { 60 }), with(BLUE, 200), 1.0),
        Role::Tree => line(grey(60, 220, if dark { 110 } else { 130 }), 1.0),
        Role::Corridor => area(with(strong(ORANGE, YELLOW), if dark { 36 } else { 60 }), with(ORANGE, 140), 1.0),
        Role::Portal => line(grey(40, 230, 130), 1.5),
        Role::PortalLeft => both(strong(BLUE, SKY), 255, 1.5, 2.8, Glyph::Triangle),
        Role::PortalRight => both(ORANGE, 255, 1.5, 2.5, Glyph::Square),
        Role::FunnelLeft => both(strong(BLUE, SKY), 255, 3.0, 4.0, Glyph::Triangle),
        Role::FunnelRight => both(ORANGE, 255, 3.0, 3.6, Glyph::Square),
        Role::Apex => dot(with(PURPLE, 255), 6.0, Glyph::Diamond),
        Role::Candidate => both(PURPLE, 70, 2.0, 5.0, Glyph::Ring),
        Role::Circle => line(with(ORANGE, 200), 1.0),
        Role::Path => line(if dark { [255, 255, 255, 255] } else { [20, 20, 24, 255] }, 3.0),
        Role::Optimum => line(with(PURPLE, 255), 1.5),
        Role::Compared => line(with(strong(BLUE, SKY), 230), 2.0),
        Role::PathBefore => Style { dash: 7.0, ..line(with(ORANGE, 255), 2.0) },
        Role::Corner => dot(if dark { [255, 255, 255, 255] } else { [20, 20, 24, 255] }, 3.5, Glyph::Disc),
        Role::Follower => both(strong(BLUE, SKY), 255, 2.5, 6.0, Glyph::Triangle),
        Role::Steerer => both(ORANGE, 255, 2.5, 6.0, Glyph::Diamond),
        Role::Start => dot(with(GREEN, 255), 7.0, Glyph::Disc),
        Role::Goal => dot(with(VERMILION, 255), 7.0, Glyph::Square),
        Role::Violation => both(if dark { [255, 80, 60] } else { [200, 20, 20] }, 80, 3.0, 7.0, Glyph::Cross),
    }
}
