//! Which part of the world is on the screen, and how large.

use egui::{Pos2, Rect, Vec2, emath::TSTransform};

use crate::{
    geometry::{Bounds, Point},
    picture::Shown,
};

/// A view of the world; the only place where world and screen meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Camera {
    /// What is in the middle. \[cells]
    centre: Point,
    /// How many points of the screen a cell has.
    pub(super) scale: f64,
}

/// A camera, to be remembered: what is in its middle, and its scale.
pub(super) type View = (f64, f64, f64);

/// The least and greatest scale.
const SCALES: (f64, f64) = (0.02, 20_000.0);

impl Camera {
    /// A camera as remembered; none if the numbers are out of range.
    pub(super) fn of((x, y, scale): View) -> Option<Self> {
        let sound = x.is_finite() && y.is_finite() && (SCALES.0..=SCALES.1).contains(&scale);
        sound.then_some(Self { centre: Point::new(x, y), scale })
    }

    /// What to remember it by.
    pub(super) fn view(&self) -> View {
        (self.centre.x, self.centre.y, self.scale)
    }

    /// All of `area` in a part of the screen, with some room around.
    pub(super) fn fitting(area: Bounds, room: Rect, screen: Rect) -> Self {
        let (width, height) = ((area.max.x - area.min.x).max(1.0), (area.max.y - area.min.y).max(1.0));
        let free = |side: f32| f64::from((side - 56.0).max(16.0));
        let scale = (free(room.width()) / width).min(free(room.height()) / height).clamp(SCALES.0, SCALES.1);
        let mut camera = Self { centre: area.min.middle(area.max), scale };
        camera.pan(room.center() - screen.center());
        camera
    }

    /// Where a place of the world is on the screen.
    #[expect(clippy::cast_possible_truncation, reason = "a screen needs no more")]
    pub(super) fn screen_from_world(&self, p: Point, screen: Rect) -> Pos2 {
        // However far out a place lies, it has a direction.
        let far = |it: f64| if it.is_nan() { 0.0 } else { it.clamp(-1e150, 1e150) };
        let (x, y) = (far((p.x - self.centre.x) * self.scale), far((p.y - self.centre.y) * self.scale));
        // Both by the same factor, or lines to far places would change their direction.
        let shrink = (1e6 / x.abs().max(y.abs()).max(1.0)).min(1.0);
        screen.center() + Vec2::new((x * shrink) as f32, (y * shrink) as f32)
    }

    /// Which place of the world is at a place of the screen.
    pub(super) fn world_from_screen(&self, p: Pos2, screen: Rect) -> Point {
        let off = p - screen.center();
        Point::new(self.centre.x + f64::from(off.x) / self.scale, self.centre.y + f64::from(off.y) / self.scale)
    }

    /// How a picture made with another camera is to be moved to suit this one.
    #[expect(clippy::cast_possible_truncation, reason = "a screen needs no more")]
    pub(super) fn moved_from(&self, other: &Self, screen: Rect) -> TSTransform {
        let scaling = self.scale / other.scale;
        let along =
            |centre: f32, from: f64, to: f64| (f64::from(centre) * (1.0 - scaling) + (from - to) * self.scale) as f32;
        let middle = screen.center();
        let x = along(middle.x, other.centre.x, self.centre.x);
        let y = along(middle.y, other.centre.y, self.centre.y);
        TSTransform { scaling: scaling as f32, translation: Vec2::new(x, y) }
    }

    /// The part of the world that is in view.
    pub(super) fn shown(&self, screen: Rect) -> Shown {
        let area =
            Bounds { min: self.world_from_screen(screen.min, screen), max: self.world_from_screen(screen.max, screen) };
        Shown { area, scale: self.scale }
    }

    /// Moves the world along with the pointer.
    pub(super) fn pan(&mut self, by: Vec2) {
        self.centre.x -= f64::from(by.x) / self.scale;
        self.centre.y -= f64::from(by.y) / self.scale;
    }

    /// Makes everything larger or smaller, and keeps what is under the pointer there.
    pub(super) fn zoom(&mut self, factor: f64, at: Pos2, screen: Rect) {
        if !factor.is_finite() {
            return;
        }
        let before = self.world_from_screen(at, screen);
        self.scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        let after = self.world_from_screen(at, screen);
        self.centre.x += before.x - after.x;
        self.centre.y += before.y - after.y;
    }

    /// Brings something into view, if it is not, without changing the scale.
    pub(super) fn show(&mut self, area: Bounds, screen: Rect) {
        if !self.shown(screen).area.touches(area) {
            self.centre_on(area);
        }
    }

    /// Brings something into view, large enough to make out.
    pub(super) fn show_well(&mut self, area: Bounds, screen: Rect) {
        if !area.min.is_finite() || !area.max.is_finite() {
            return;
        }
        let (room, side) = (f64::from(screen.size().min_elem()), area.side().max(1e-9));
        if !(room / 5.0..=room).contains(&(side * self.scale)) {
            self.scale = (room / 2.5 / side).clamp(SCALES.0, SCALES.1);
        }
        let Bounds { min, max } = self.shown(screen).area;
        if area.min.x < min.x || area.min.y < min.y || area.max.x > max.x || area.max.y > max.y {
            self.centre_on(area);
        }
    }

    /// Puts something in the middle.
    pub(super) fn centre_on(&mut self, area: Bounds) {
        let middle = area.min.middle(area.max);
        // A place with an infinite coordinate has no middle.
        if middle.is_finite() {
            self.centre = middle;
        }
    }
}

/// A camera and the part of the screen that it fills: where things of the world are on the screen, and the other way round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Projection {
    pub(super) camera: Camera,
    pub(super) screen: Rect,
}

impl Projection {
    /// Where a place of the world is on the screen.
    pub(super) fn screen_from_world(&self, p: Point) -> Pos2 {
        self.camera.screen_from_world(p, self.screen)
    }

    /// Which place of the world is at a place of the screen.
    pub(super) fn world_from_screen(&self, p: Pos2) -> Point {
        self.camera.world_from_screen(p, self.screen)
    }

    /// How many points of the screen a cell has.
    pub(super) fn scale(&self) -> f64 {
        self.camera.scale
    }
}
