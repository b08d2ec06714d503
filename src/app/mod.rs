//! The window: it shows what the debugger knows, and lets the user change it.
//!
//! Each panel is shown by a function `show` that reads the [`Debugger`] and adds to the `Commands`; these are carried out at the
//! end of the frame. A panel does not know the others: [`Navscope`] arranges them and hands them what they share. Only this module
//! names egui.

// What is done by name, and what panels ask for.
mod actions;
mod commands;
mod keys;

// The panels, from top to bottom and from left to right; each is a struct with its state, or a function if it has none.
mod menu;
mod tools;
mod settings;
mod clicks;
mod canvas;
mod inspector;
mod playback;
mod timeline;
mod drawer;
mod status;
mod strip;

// Parts of the canvas.
mod camera;
mod icons;
mod labels;
mod legend;
mod notice;
mod paint;
mod pointer;
mod toast;

// Parts of the inspector and of the drawer: one file a tab.
mod now;
mod events;
mod breakpoints;
mod plots;
mod violations;
mod compare;
mod click_table;

// Files, and what is asked in boxes of their own.
mod conflicts;
mod dialogs;
mod files;
mod keeper;
mod launcher;
mod questions;
mod recent;

// What the panels share.
mod completions;
mod missing;
mod room;
mod theme;

// The window in a desktop, and without one.
mod driving;
mod memory;
pub mod pictures;
mod raster;
mod window;

pub use actions::actions;
pub use raster::CpuRenderer;
pub use window::open_window;

use egui::{CentralPanel, Panel, Ui};
use serde::{Deserialize, Serialize};

use crate::{
    debugger::{Command, Debugger},
    io::{self, Scenario},
    picture::{Mark, palette::Mode},
};
use commands::{Commands, Request};
use drawer::Tab;
use memory::Remembered;
use room::Room;

/// Light or dark, or as the system has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Theme {
    Dark,
    Light,
    System,
}

/// The window: a debugger, the panels that show it, and what they ask for. It hands them what they share.
pub struct Navscope {
    debugger: Debugger,
    commands: Commands,
    // The panels.
    tools: tools::Tools,
    settings: settings::SettingsPanel,
    canvas: canvas::Canvas,
    notice: notice::Notice,
    toast: toast::Toast,
    inspector: inspector::Inspector,
    playback: playback::Playback,
    strip: timeline::Strip,
    drawer: drawer::Drawer,
    // What is asked in boxes of their own.
    dialogs: dialogs::Dialogs,
    files: files::Files,
    launcher: launcher::Launcher,
    // What the panels share.
    theme: Theme,
    /// Whether the system is dark.
    system_is_dark: bool,
    /// What of the window there is room for.
    room: Room,
    keyboard: keys::Keyboard,
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
        let mut window = Self {
            debugger: Debugger::new(scenario),
            commands: Commands::default(),
            tools: tools::Tools::default(),
            settings: settings::SettingsPanel::default(),
            canvas: canvas::Canvas::default(),
            notice: notice::Notice { text: notice },
            toast: toast::Toast::default(),
            inspector: inspector::Inspector::default(),
            playback: playback::Playback::default(),
            strip: timeline::Strip::default(),
            drawer: drawer::Drawer::default(),
            dialogs: dialogs::Dialogs::default(),
            files: files::Files::default(),
            launcher: launcher::Launcher::default(),
            theme: Theme::Dark,
            system_is_dark: true,
            room: Room::default(),
            keyboard: keys::Keyboard::default(),
            was_down: false,
        };
        window.restore(Remembered::default());
        window
    }

    /// Draws one frame, and does what was asked for in it.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.system_is_dark = ui.ctx().system_theme().is_none_or(|it| it == egui::Theme::Dark);
        theme::apply(ui, self.mode());
        self.measure(ui);
        self.debugger.poll();
        self.look_after_files(ui);
        self.playback.play(ui, &self.debugger, &mut self.commands);
        self.take_keys(ui);
        self.drawer.ask(self.shown_tab(), &mut self.commands);
        self.measure(ui);
        self.show_panels(ui);
        self.show_boxes(ui);
        self.end_gesture(ui);
        self.obey(ui);
        if self.is_working() {
            ui.request_repaint_after(std::time::Duration::from_millis(16));
        }
    }

    /// Takes in what threads brought, and looks after what happens to files meanwhile.
    fn look_after_files(&mut self, ui: &Ui) {
        self.files.take_arrivals(ui, &self.debugger, &mut self.commands);
        self.obey(ui);
        self.files.look_after_closing(ui, &self.debugger, &mut self.commands);
        self.files.look(ui, &self.debugger, &mut self.commands);
        self.files.keeper.store(ui, &self.debugger);
    }

    /// Finds out what there is room for.
    fn measure(&mut self, ui: &Ui) {
        self.room = Room::within(ui.available_size(), self.settings.open, self.inspector.open);
    }

    fn show_panels(&mut self, ui: &mut Ui) {
        let offers = actions::offers(self);
        let (room, tab) = (self.room, self.shown_tab());
        // The click under the pointer, which the canvas shows.
        let mut hovered = None;
        let (debugger, commands) = (&self.debugger, &mut self.commands);
        Panel::top("menu")
            .show(ui, |ui| menu::show(ui, room.menus, &offers, &mut self.files.recent, debugger, commands));
        self.files.show_bar(ui, room.notice, debugger, commands);
        if room.status {
            Panel::bottom("status").show(ui, |ui| status::show(ui, &self.canvas, room.menus, debugger, commands));
        }
        // As high as can be, or some tools would be out of reach in a low window.
        Panel::left("tools")
            .resizable(false)
            .exact_size(room::TOOLS)
            .show(ui, |ui| self.tools.show(ui, &debugger.scenario().maze, commands));
        if let Some(shown) = tab {
            let usual = (ui.available_height() * 0.24).clamp(112.0, 168.0);
            let heights = Room::drawer_heights(ui.available_height());
            Panel::bottom("drawer").resizable(true).default_size(usual).size_range(heights).show(ui, |ui| {
                self.drawer.tabs(ui, tab, debugger, commands);
                ui.add_space(4.0);
                self.drawer.show(ui, shown, &mut hovered, debugger, commands);
            });
        } else if room.tabs {
            let panel = Panel::bottom("tabs").resizable(false);
            panel.show(ui, |ui| self.drawer.tabs(ui, tab, debugger, commands));
        }
        if room.buttons {
            Panel::bottom("timeline").resizable(false).show(ui, |ui| {
                ui.add_space(4.0);
                self.playback.show(ui, &offers, debugger, commands);
                if room.strip {
                    ui.add_space(4.0);
                    self.strip.show(ui, debugger, commands);
                }
            });
        }
        if room.settings {
            let panel = Panel::left("settings").default_size(268.0).size_range(room.settings_widths());
            panel.show(ui, |ui| self.settings.show(ui, &mut hovered, debugger, commands));
        }
        if room.inspector {
            let widths = Room::inspector_widths(ui.available_width());
            let panel = Panel::right("inspector").default_size(316.0).size_range(widths);
            panel.show(ui, |ui| self.inspector.show(ui, debugger, commands));
        }
        CentralPanel::no_frame().show(ui, |ui| {
            let above = above_state(&self.drawer, tab, hovered, debugger);
            let screen = self.canvas.show(ui, &mut self.tools, above, debugger, commands);
            self.notice.show(ui, screen, debugger);
            self.toast.show(ui, screen, missing::ends(debugger).is_some(), commands);
        });
    }

    /// Shows what is asked in boxes of their own, above the panels.
    fn show_boxes(&mut self, ui: &Ui) {
        let (debugger, commands) = (&self.debugger, &mut self.commands);
        self.dialogs.show(ui, self.files.limits.max_side, debugger, commands);
        self.files.show_questions(ui, debugger, commands);
        if self.launcher.is_open() {
            let offers = actions::offers(self);
            self.launcher.show(ui, &offers, &self.files.recent, &self.debugger, &mut self.commands);
        }
    }

    /// Ends the edit that is being made when the pointer is let go.
    fn end_gesture(&mut self, ui: &Ui) {
        let down = ui.input(|input| input.pointer.any_down());
        if !down && self.was_down {
            self.commands.push(Command::Release);
        }
        self.was_down = down;
    }

    /// Does what was asked for. What is edited while no button of the pointer is down is an edit by itself.
    fn obey(&mut self, ui: &Ui) {
        let mut edits = false;
        while let Some(request) = self.commands.next() {
            edits |= matches!(&request, Request::Command(it) | Request::Jump(it) if it.edits());
            self.fulfil(request, ui);
            ui.request_repaint();
        }
        if edits && !ui.input(|input| input.pointer.any_down()) {
            self.apply(Command::Release);
        }
    }

    fn fulfil(&mut self, request: Request, ui: &Ui) {
        match request {
            Request::Command(command) => self.apply(command),
            Request::Jump(command) => {
                self.playback.stop();
                self.apply(command);
            }
            Request::Scrub(moment) => self.playback.scrub_to(moment, &self.debugger, &mut self.commands),
            Request::Act(action) if (action.can)(self) => (action.run)(self, ui),
            Request::Act(_) => (),
            Request::UseTheme(theme) => self.theme = theme,
            Request::ShowTab(tab) => self.show_tab(tab),
            Request::LookAt(area) => self.canvas.bring_into_view(area),
            Request::LookAtStep => self.canvas.follow(),
            Request::Open(opened) => self.files.open(*opened, &self.debugger, &mut self.commands),
            Request::OpenPath(path) => self.files.open_path(&path, &mut self.commands),
            Request::OpenBuiltIn(name) => self.files.open(io::built_in(name), &self.debugger, &mut self.commands),
            Request::Notify(text) => self.notice.text = text,
            Request::Say(text) => self.toast.say(text),
            Request::SayThrownAway(text, lost) => self.toast.say_thrown_away(text, lost, &self.debugger),
        }
    }

    /// Does what is commanded, as a panel would.
    pub fn apply(&mut self, command: Command) {
        match &command {
            Command::Open(scenario) => {
                self.files.remember_view(self.canvas.view(), &self.debugger);
                self.canvas.reset();
                self.drawer.reset();
                self.playback.stop();
                let opened = scenario.path.is_some();
                self.debugger.apply(command);
                if opened {
                    self.begin_remembering();
                }
                return self.toast.tell_removed(&self.debugger);
            }
            Command::Resize { .. } => self.canvas.fit(),
            _ => (),
        }
        self.debugger.apply(command);
        self.toast.tell_removed(&self.debugger);
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

    fn mode(&self) -> Mode {
        match self.theme {
            Theme::Light => Mode::Light,
            Theme::System if !self.system_is_dark => Mode::Light,
            _ => Mode::Dark,
        }
    }
}

/// What is drawn above the state: what the tab in view adds, what is selected, and what the last step changed.
fn above_state(
    drawer: &drawer::Drawer,
    tab: Option<Tab>,
    hovered: Option<clicks::Hovered>,
    debugger: &Debugger,
) -> Vec<Mark> {
    let mut above = if tab == Some(Tab::Compare) { drawer.compare.paths(debugger) } else { Vec::new() };
    above.extend(clicks::changed_paths(hovered, tab == Some(Tab::Clicks), debugger));
    above.extend(debugger.picture_of_selected());
    let broken = drawer.violations.looked_at(debugger);
    above.extend(broken.map(|it| debugger.picture_of_complaint(it)).unwrap_or_default());
    above.extend(debugger.picture_of_event());
    above
}
