//! The window: what the debugger knows, to be seen and pushed about.
//!
//! Panels read the [`Debugger`] and collect [`Command`]s; they are applied at the end of the frame. Only this module names egui.

mod actions;
mod breakpoints;
mod camera;
mod canvas;
mod click_table;
mod clicks;
mod compare;
mod dialogs;
mod drawer;
mod events;
mod files;
mod icons;
mod inspector;
mod keeper;
mod labels;
mod launcher;
mod legend;
mod menu;
mod now;
mod paint;
pub mod pictures;
mod playback;
mod plots;
mod pointer;
mod raster;
mod settings;
mod status;
mod theme;
mod timeline;
mod tools;
mod violations;
mod window;

pub use actions::actions;
pub use raster::CpuRenderer;
pub use window::open_window;

use egui::{CentralPanel, Panel, Ui};
use serde::{Deserialize, Serialize};

use crate::{
    debugger::{Command, Debugger},
    io::{self, Limits, Scenario},
    picture::palette::Mode,
    record::Level,
};

/// Light or dark, or as the system has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Theme {
    Dark,
    Light,
    System,
}

/// What is remembered from one start to the next.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each shows or hides a part of the window")]
struct Remembered {
    theme: Theme,
    level: usize,
    speed: f64,
    legend: bool,
    labels: bool,
    /// The names of the layers that are hidden.
    hidden: Vec<String>,
    settings: bool,
    /// Whether settings that change nothing as the others are are shown too.
    idle_settings: bool,
    inspector: bool,
    /// What the drawer shows; none if it is closed.
    tab: Option<drawer::Tab>,
    recent: Vec<files::Recent>,
}

impl Default for Remembered {
    fn default() -> Self {
        Self {
            theme: Theme::Dark,
            level: 1,
            speed: 60.0,
            legend: true,
            labels: true,
            hidden: Vec::new(),
            settings: true,
            idle_settings: false,
            inspector: true,
            tab: Some(drawer::Tab::Events),
            recent: Vec::new(),
        }
    }
}

/// The window's own state.
pub struct Navscope {
    debugger: Debugger,
    /// What the panels asked for in this frame.
    commands: Vec<Command>,
    remembered: Remembered,
    canvas: canvas::Canvas,
    tools: tools::Tools,
    playback: playback::Playback,
    strip: timeline::Strip,
    drawer: drawer::Drawer,
    dialogs: dialogs::Dialogs,
    launcher: launcher::Launcher,
    files: files::Files,
    /// What the inspector tells of the cursor.
    telling: inspector::Telling,
    /// What the user should know, until dismissed.
    notice: Option<String>,
    /// How large inputs may be.
    limits: Limits,
    /// Whether the system is dark.
    system_is_dark: bool,
    /// Whether a button of the pointer was down in the last frame.
    was_down: bool,
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
            tools: tools::Tools::default(),
            playback: playback::Playback::default(),
            strip: timeline::Strip::default(),
            drawer: drawer::Drawer::default(),
            dialogs: dialogs::Dialogs::default(),
            launcher: launcher::Launcher::default(),
            files: files::Files::default(),
            telling: inspector::Telling::default(),
            notice,
            limits: Limits::default(),
            system_is_dark: true,
            was_down: false,
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
        match &command {
            Command::Open(scenario) => {
                self.remember_view();
                self.canvas = canvas::Canvas::default();
                self.drawer = drawer::Drawer::default();
                self.playback.stop();
                let opened = scenario.path.is_some();
                self.debugger.apply(command);
                if opened {
                    self.begin_remembering();
                }
                return;
            }
            Command::Resize { .. } => self.canvas.fit(),
            _ => (),
        }
        self.debugger.apply(command);
    }

    /// Waits for everything under way.
    pub fn settle(&mut self) {
        while self.is_working() {
            self.debugger.settle();
        }
    }

    /// Whether anything is under way that will change what is shown.
    fn is_working(&self) -> bool {
        let it = &self.debugger;
        it.progress().is_some()
            || it.is_finding()
            || it.is_plotting()
            || it.is_seeking()
            || it.is_comparing()
            || it.is_running_clicks()
    }

    /// What was said to the user and not dismissed yet.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Light or dark from here on.
    pub fn set_dark(&mut self, dark: bool) {
        self.remembered.theme = if dark { Theme::Dark } else { Theme::Light };
    }

    fn mode(&self) -> Mode {
        match self.remembered.theme {
            Theme::Light => Mode::Light,
            Theme::System if !self.system_is_dark => Mode::Light,
            _ => Mode::Dark,
        }
    }

    fn level(&self) -> Level {
        Level::ALL.get(self.remembered.level).copied().unwrap_or(Level::Operation)
    }

    fn command(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Draws one frame, and does what was asked for in it.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.system_is_dark = ui.ctx().system_theme().is_none_or(|it| it == egui::Theme::Dark);
        theme::apply(ui, self.mode());
        self.debugger.poll();
        self.look_after_files(ui);
        self.play(ui);
        self.take_keys(ui);
        self.ask_for_plots();
        self.ask_for_comparison();
        self.panels(ui);
        self.show_dialogs(ui);
        self.show_launcher(ui);
        self.end_gesture(ui);
        for command in std::mem::take(&mut self.commands) {
            self.apply(command);
            ui.request_repaint();
        }
        if self.is_working() {
            ui.request_repaint_after(std::time::Duration::from_millis(16));
        }
    }

    fn panels(&mut self, ui: &mut Ui) {
        self.drawer.clicks.hovered = None;
        Panel::top("menu").show(ui, |ui| self.menu(ui));
        Panel::bottom("status").show(ui, |ui| self.status(ui));
        // As high as can be, or some tools would be out of reach in a low window.
        Panel::left("tools").resizable(false).exact_size(44.0).show(ui, |ui| self.tool_rail(ui));
        if let Some(tab) = self.remembered.tab {
            let most = (ui.available_height() * 0.6).max(120.0);
            let usual = (ui.available_height() * 0.24).clamp(112.0, 168.0);
            Panel::bottom("drawer").resizable(true).default_size(usual).size_range(96.0..=most).show(ui, |ui| {
                self.tabs(ui);
                ui.add_space(4.0);
                self.drawer(ui, tab);
            });
        } else {
            Panel::bottom("tabs").resizable(false).show(ui, |ui| self.tabs(ui));
        }
        Panel::bottom("timeline").resizable(false).show(ui, |ui| self.timeline(ui));
        if self.remembered.settings {
            let panel = Panel::left("settings").default_size(268.0).size_range(268.0..=380.0);
            panel.show(ui, |ui| self.settings_panel(ui));
        }
        if self.remembered.inspector {
            let panel = Panel::right("inspector").default_size(316.0).size_range(260.0..=520.0);
            panel.show(ui, |ui| self.inspector(ui));
        }
        CentralPanel::no_frame().show(ui, |ui| self.canvas(ui));
    }

    /// Ends the edit that is being made when the pointer is let go; edits by the keyboard end at once.
    fn end_gesture(&mut self, ui: &Ui) {
        let down = ui.input(|input| input.pointer.any_down());
        if !down && (self.was_down || self.commands.iter().any(Command::edits)) {
            self.command(Command::Release);
        }
        self.was_down = down;
    }
}
