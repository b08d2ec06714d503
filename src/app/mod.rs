//! The window: what the debugger knows, to be seen and pushed about.
//!
//! Panels read the [`Debugger`] and collect [`Command`]s; they are applied at the end of the frame. Only this module names egui.

mod camera;
mod canvas;
mod dialogs;
mod keys;
mod legend;
mod menu;
mod now;
mod paint;
pub mod pictures;
mod raster;
mod settings;
mod theme;
mod timeline;
mod window;

pub use raster::CpuRenderer;
pub use window::open_window;

use egui::{CentralPanel, Panel, Ui};
use serde::{Deserialize, Serialize};

use crate::{
    debugger::{Command, Debugger, Told},
    io::{self, Limits, Scenario},
    picture::palette::Mode,
    record::Level,
};

/// What is remembered from one start to the next.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
struct Remembered {
    dark: bool,
    level: usize,
    speed: f64,
    legend: bool,
}

impl Default for Remembered {
    fn default() -> Self {
        Self { dark: true, level: 1, speed: 60.0, legend: true }
    }
}

/// The window's own state.
pub struct Navscope {
    debugger: Debugger,
    /// What the panels asked for in this frame.
    commands: Vec<Command>,
    remembered: Remembered,
    canvas: canvas::Canvas,
    playback: timeline::Playback,
    dialogs: dialogs::Dialogs,
    /// What the user should know, until dismissed.
    notice: Option<String>,
    /// What happened last, told, and the version of the debugger that it belongs to.
    told: Option<(u64, Option<Told>)>,
    /// How large inputs may be.
    limits: Limits,
}

impl Navscope {
    /// A window on a scenario, or on the built-in one; with something to say first.
    ///
    /// # Panics
    ///
    /// Never: the built-in maze is part of the program, and tested.
    #[must_use]
    pub fn new(scenario: Option<Scenario>, notice: Option<String>) -> Self {
        let scenario = scenario.unwrap_or_else(|| io::built_in("two-rooms.toml").expect("the built-in maze is sound"));
        Self {
            debugger: Debugger::new(scenario),
            commands: Vec::new(),
            remembered: Remembered::default(),
            canvas: canvas::Canvas::default(),
            playback: timeline::Playback::default(),
            dialogs: dialogs::Dialogs::default(),
            notice,
            told: None,
            limits: Limits::default(),
        }
    }

    /// How large files may be that are opened from here on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// What is debugged.
    #[must_use]
    pub fn debugger(&self) -> &Debugger {
        &self.debugger
    }

    /// Does what is commanded, as a panel would.
    pub fn apply(&mut self, command: Command) {
        if matches!(command, Command::Open(_)) {
            self.canvas = canvas::Canvas::default();
            self.playback.stop();
        }
        self.debugger.apply(command);
    }

    /// Waits for bakes and queries under way.
    pub fn settle(&mut self) {
        while self.debugger.progress().is_some() {
            self.debugger.settle();
        }
    }

    /// What was said to the user and not dismissed yet.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Light or dark from here on.
    pub fn set_dark(&mut self, dark: bool) {
        self.remembered.dark = dark;
    }

    fn mode(&self) -> Mode {
        if self.remembered.dark { Mode::Dark } else { Mode::Light }
    }

    fn level(&self) -> Level {
        Level::ALL.get(self.remembered.level).copied().unwrap_or(Level::Operation)
    }

    fn command(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Puts a file's contents in the place of the scenario; a bad file leaves it standing and says why.
    pub fn open(&mut self, opened: Result<Scenario, io::InputError>) {
        match opened {
            Ok(scenario) => {
                self.notice = None;
                self.command(Command::Open(Box::new(scenario)));
            }
            Err(error) => self.notice = Some(format!("{error}\nWhat was open before still is.")),
        }
    }

    /// Draws one frame, and does what was asked for in it.
    pub fn ui(&mut self, ui: &mut Ui) {
        theme::apply(ui, self.mode());
        self.debugger.poll();
        self.take_in_files(ui);
        self.play(ui);
        self.take_keys(ui);
        Panel::top("menu").show(ui, |ui| self.menu(ui));
        Panel::bottom("status").show(ui, |ui| self.status(ui));
        Panel::bottom("timeline").show(ui, |ui| self.timeline(ui));
        Panel::left("settings").default_size(268.0).size_range(268.0..=380.0).show(ui, |ui| self.settings_panel(ui));
        Panel::right("now").default_size(316.0).size_range(260.0..=460.0).show(ui, |ui| self.now_panel(ui));
        CentralPanel::no_frame().show(ui, |ui| self.canvas(ui));
        self.show_dialogs(ui);
        for command in std::mem::take(&mut self.commands) {
            self.apply(command);
            ui.request_repaint();
        }
        if self.debugger.progress().is_some() {
            ui.request_repaint_after(std::time::Duration::from_millis(16));
        }
    }
}
