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
mod conflicts;
mod dialogs;
mod drawer;
mod events;
mod files;
mod icons;
mod inspector;
mod keeper;
mod keys;
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
mod room;
mod settings;
mod status;
mod theme;
mod timeline;
mod toast;
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
use room::Room;

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
    /// What is said in passing, and how many removals were told of.
    toast: Option<toast::Toast>,
    told_removals: u64,
    /// What the user should know, until dismissed.
    notice: Option<String>,
    /// How large inputs may be.
    limits: Limits,
    /// Whether the system is dark.
    system_is_dark: bool,
    /// What of the window there is room for.
    room: room::Room,
    /// Whether a button of the pointer was down in the last frame.
    was_down: bool,
    /// What was typed behind a key that opened or closed something.
    held_back: Vec<egui::Event>,
    /// Whether something had the keyboard for itself in the last frame.
    was_taken: bool,
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
            toast: None,
            told_removals: 0,
            notice,
            limits: Limits::default(),
            system_is_dark: true,
            room: room::Room::default(),
            was_down: false,
            held_back: Vec::new(),
            was_taken: false,
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
                return self.tell_removed();
            }
            Command::Resize { .. } => self.canvas.fit(),
            _ => (),
        }
        self.debugger.apply(command);
        self.tell_removed();
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
        self.measure(ui);
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
        self.obey(ui);
        if self.is_working() {
            ui.request_repaint_after(std::time::Duration::from_millis(16));
        }
    }

    /// Finds out what there is room for.
    fn measure(&mut self, ui: &Ui) -> Room {
        self.room = Room::within(ui.available_size(), self.remembered.settings, self.remembered.inspector);
        self.room
    }

    fn panels(&mut self, ui: &mut Ui) {
        self.drawer.clicks.hovered = None;
        let room = self.measure(ui);
        Panel::top("menu").show(ui, |ui| self.menu(ui));
        self.disk_bar(ui);
        if room.status {
            Panel::bottom("status").show(ui, |ui| self.status(ui));
        }
        // As high as can be, or some tools would be out of reach in a low window.
        Panel::left("tools").resizable(false).exact_size(room::TOOLS).show(ui, |ui| self.tool_rail(ui));
        if let Some(tab) = self.shown_tab() {
            let usual = (ui.available_height() * 0.24).clamp(112.0, 168.0);
            let heights = Room::drawer_heights(ui.available_height());
            Panel::bottom("drawer").resizable(true).default_size(usual).size_range(heights).show(ui, |ui| {
                self.tabs(ui);
                ui.add_space(4.0);
                self.drawer(ui, tab);
            });
        } else if room.tabs {
            Panel::bottom("tabs").resizable(false).show(ui, |ui| self.tabs(ui));
        }
        if room.buttons {
            Panel::bottom("timeline").resizable(false).show(ui, |ui| self.timeline(ui));
        }
        if self.shows_settings() {
            let panel = Panel::left("settings").default_size(268.0).size_range(room.settings_widths());
            panel.show(ui, |ui| self.settings_panel(ui));
        }
        if self.shows_inspector() {
            let widths = Room::inspector_widths(ui.available_width());
            let panel = Panel::right("inspector").default_size(316.0).size_range(widths);
            panel.show(ui, |ui| self.inspector(ui));
        }
        CentralPanel::no_frame().show(ui, |ui| self.canvas(ui));
    }

    /// Ends the edit that is being made when the pointer is let go.
    fn end_gesture(&mut self, ui: &Ui) {
        let down = ui.input(|input| input.pointer.any_down());
        if !down && self.was_down {
            self.command(Command::Release);
        }
        self.was_down = down;
    }
}
