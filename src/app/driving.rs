//! The window as tests, benches and pictures drive it.

use std::path::{Path, PathBuf};

use egui::Pos2;

use super::{Navscope, Theme};
use crate::{
    debugger::Debugger,
    geometry::Point,
    io::{InputError, Limits, Scenario},
    trace::Moment,
};

impl Navscope {
    /// What is debugged.
    #[must_use]
    pub fn debugger(&self) -> &Debugger {
        &self.debugger
    }

    /// How large files may be that are opened from here on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.files.limits = limits;
    }

    /// Light or dark from here on.
    pub fn set_dark(&mut self, dark: bool) {
        self.theme = if dark { Theme::Dark } else { Theme::Light };
    }

    /// Has paths typed from here on, as where the system has no file chooser. They begin in a folder.
    pub fn without_choosers(&mut self, folder: PathBuf) {
        self.files.typed_in = Some(folder);
    }

    /// Keeps unsaved work in a folder, and offers what a crash left there.
    pub fn recover_in(&mut self, folder: &Path) {
        self.files.keeper.begin(folder, &mut self.commands);
    }

    /// Puts a file's contents in the place of the scenario; a bad file leaves it standing and says why.
    pub fn open(&mut self, opened: Result<Scenario, InputError>) {
        self.files.open(opened, &self.debugger, &mut self.commands);
    }

    /// What was said to the user and not dismissed yet.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        self.notice.text.as_deref()
    }

    /// What is said in passing.
    #[must_use]
    pub fn toast(&self) -> Option<&str> {
        self.toast.text()
    }

    /// Where a place of the world is on the screen, once a frame was drawn.
    #[must_use]
    pub fn screen_from_world(&self, p: Point) -> Option<Pos2> {
        self.canvas.screen_from_world(p)
    }

    /// Makes the picture larger or smaller, about its middle.
    pub fn zoom(&mut self, factor: f64) {
        self.canvas.zoom(factor);
    }

    /// Moves the picture to the right. \[points]
    pub fn pan(&mut self, by: f32) {
        self.canvas.pan(by);
    }

    /// Looks at what the last step changed from so many times nearer.
    pub fn zoom_to_step(&mut self, factor: f64) {
        if let Some(area) = self.debugger.event_bounds() {
            self.canvas.look_at(area, factor);
        }
    }

    /// Moves towards a moment of a stage as dragging along the strip does: as far as a frame allows, and on in the next ones.
    pub fn scrub_to(&mut self, moment: Moment) {
        self.playback.scrub_to(moment, &self.debugger, &mut self.commands);
    }

    /// Waits for everything under way.
    pub fn settle(&mut self) {
        while self.is_working() {
            self.debugger.settle();
        }
    }
}
