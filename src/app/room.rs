//! Which parts of the window there is room for. The canvas always has some; the least needed parts are hidden first.

use std::ops::RangeInclusive;

use egui::{Vec2, vec2};

use super::{Navscope, drawer::Tab};

/// The least that the canvas keeps. \[points]
const CANVAS: Vec2 = vec2(150.0, 80.0);
/// How wide the strip of tools is. \[points]
pub(super) const TOOLS: f32 = 44.0;
/// How narrow and how wide the panels at the sides may be made. \[points]
const SETTINGS: (f32, f32) = (268.0, 380.0);
const INSPECTOR: (f32, f32) = (260.0, 520.0);
/// How low the drawer may be made. \[points]
const DRAWER: f32 = 96.0;
/// How wide the bar at the top must be for a name for each menu. \[points]
const MENUS: f32 = 430.0;

/// How high the rest is, about. \[points]
const MENU_BAR: f32 = 28.0;
const BUTTONS: f32 = 34.0;
const STRIP: f32 = 56.0;
const STATUS: f32 = 28.0;
const TABS: f32 = 34.0;
/// How high a notice above the canvas may become, its lines wrapped. \[points]
const NOTICE: f32 = 120.0;

/// How low what scrolls may get: a bar must hold its handle, or egui panics. \[points]
pub(super) const SCROLLED: f32 = 16.0;

/// The smaller of a width and the room for it, but never less than 24. \[points]
pub(super) fn at_most(width: f32, room: f32) -> f32 {
    width.min(room.max(24.0))
}

/// What of the window there is room for.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part of the window")]
pub(super) struct Room {
    /// How large the window is. \[points]
    size: Vec2,
    /// Whether each menu has a name in the bar; else all are in one.
    pub(super) menus: bool,
    pub(super) settings: bool,
    pub(super) inspector: bool,
    /// The buttons of the timeline, and below them its strip.
    pub(super) buttons: bool,
    pub(super) strip: bool,
    pub(super) status: bool,
    pub(super) tabs: bool,
    pub(super) drawer: bool,
    /// A notice above all else, on lines of its own.
    pub(super) notice: bool,
}

/// Takes a size from what is left; tells whether there was so much.
fn take(left: &mut f32, size: f32) -> bool {
    let fits = *left >= size;
    if fits {
        *left -= size;
    }
    fits
}

impl Room {
    /// What a window of a size has room for, if the settings and the inspector are wanted.
    pub(super) fn within(size: Vec2, settings: bool, inspector: bool) -> Self {
        let (mut width, mut height) = (size.x - TOOLS - CANVAS.x, size.y - MENU_BAR - CANVAS.y);
        Self {
            size,
            menus: size.x >= MENUS,
            inspector: inspector && take(&mut width, INSPECTOR.0),
            settings: settings && take(&mut width, SETTINGS.0),
            buttons: take(&mut height, BUTTONS),
            strip: take(&mut height, STRIP),
            status: take(&mut height, STATUS),
            tabs: take(&mut height, TABS),
            drawer: take(&mut height, DRAWER - TABS),
            notice: size.x >= MENUS && take(&mut height, NOTICE),
        }
    }

    /// How wide the settings may be. \[points]
    pub(super) fn settings_widths(&self) -> RangeInclusive<f32> {
        let others = TOOLS + CANVAS.x + if self.inspector { INSPECTOR.0 } else { 0.0 };
        SETTINGS.0..=SETTINGS.1.min(self.size.x - others).max(SETTINGS.0)
    }

    /// How wide the inspector may be, with so much room for it and the canvas. \[points]
    pub(super) fn inspector_widths(available: f32) -> RangeInclusive<f32> {
        INSPECTOR.0..=INSPECTOR.1.min(available - CANVAS.x).max(INSPECTOR.0)
    }

    /// How high the drawer may be, with so much room for it, the timeline and the canvas. \[points]
    pub(super) fn drawer_heights(available: f32) -> RangeInclusive<f32> {
        let most = (available * 0.6).min(available - BUTTONS - STRIP - CANVAS.y);
        DRAWER..=most.max(DRAWER)
    }
}

impl Navscope {
    /// Whether the settings are in view.
    pub(super) fn shows_settings(&self) -> bool {
        self.settings.open && self.room.settings
    }

    /// Whether the inspector is in view.
    pub(super) fn shows_inspector(&self) -> bool {
        self.inspector.open && self.room.inspector
    }

    /// The tab of the drawer that is in view.
    pub(super) fn shown_tab(&self) -> Option<Tab> {
        self.drawer.tab.filter(|_| self.room.drawer)
    }

    /// Shows the settings or hides them. Where there is room for one panel only, the inspector gives way.
    pub(super) fn toggle_settings(&mut self) {
        self.settings.open = !self.shows_settings();
        let room = Room::within(self.room.size, self.settings.open, self.inspector.open);
        if self.settings.open && !room.settings {
            self.inspector.open = false;
            self.say_if_narrow(Room::within(self.room.size, true, false).settings, "wider");
        }
    }

    /// Shows the inspector or hides it.
    pub(super) fn toggle_inspector(&mut self) {
        self.inspector.open = !self.shows_inspector();
        let room = Room::within(self.room.size, false, self.inspector.open);
        self.say_if_narrow(!self.inspector.open || room.inspector, "wider");
    }

    /// Shows a tab, or hides the drawer if it is shown already.
    pub(super) fn toggle_tab(&mut self, tab: Tab) {
        let shown = self.shown_tab() == Some(tab);
        self.show_tab((!shown).then_some(tab));
    }

    /// Shows a tab, or hides the drawer.
    pub(super) fn show_tab(&mut self, tab: Option<Tab>) {
        self.drawer.tab = tab;
        self.say_if_narrow(tab.is_none() || self.room.drawer, "higher");
    }

    /// Says that the window has to be larger for what was asked for.
    fn say_if_narrow(&mut self, fits: bool, how: &str) {
        if !fits {
            self.toast.say(format!("There is no room for that here. Make the window {how}."));
        }
    }
}
