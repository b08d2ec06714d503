//! What is remembered from one start of the window to the next.

use serde::{Deserialize, Serialize};

use super::{Navscope, Theme, drawer::Tab, recent::Recent};
use crate::{picture::Role, record::Level};

/// What is remembered. The names of the fields are those in the stored file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each shows or hides a part of the window")]
pub(super) struct Remembered {
    theme: Theme,
    /// The level of steps, by its place among all.
    level: usize,
    speed: f64,
    legend: bool,
    labels: bool,
    /// The names of the layers that are hidden.
    hidden: Vec<String>,
    settings: bool,
    idle_settings: bool,
    inspector: bool,
    tab: Option<Tab>,
    recent: Vec<Recent>,
}

impl Default for Remembered {
    fn default() -> Self {
        Self {
            theme: Theme::Dark,
            level: Level::Operation as usize,
            speed: 60.0,
            legend: true,
            labels: true,
            hidden: Vec::new(),
            settings: true,
            idle_settings: false,
            inspector: true,
            tab: Some(Tab::Events),
            recent: Vec::new(),
        }
    }
}

impl Navscope {
    /// What is to be remembered.
    pub(super) fn remembered(&mut self) -> Remembered {
        self.files.remember_view(self.canvas.view(), &self.debugger);
        Remembered {
            theme: self.theme,
            level: self.playback.level as usize,
            speed: self.playback.speed,
            legend: self.canvas.legend.open,
            labels: self.canvas.labels,
            hidden: self.canvas.legend.hidden.iter().map(|it| it.name().to_owned()).collect(),
            settings: self.settings.open,
            idle_settings: self.settings.idle,
            inspector: self.inspector.open,
            tab: self.drawer.tab,
            recent: self.files.recent.clone(),
        }
    }

    /// Makes the window as it is remembered.
    pub(super) fn restore(&mut self, it: Remembered) {
        self.theme = it.theme;
        self.playback.level = Level::ALL.get(it.level).copied().unwrap_or(Level::Operation);
        self.playback.speed = it.speed;
        self.canvas.legend.open = it.legend;
        self.canvas.labels = it.labels;
        let is_hidden = |role: &Role| it.hidden.iter().any(|name| name == role.name());
        self.canvas.legend.hidden = Role::ALL.into_iter().filter(is_hidden).collect();
        self.settings.open = it.settings;
        self.settings.idle = it.idle_settings;
        self.inspector.open = it.inspector;
        self.drawer.tab = it.tab;
        self.files.recent = it.recent;
    }

    /// Takes up what was remembered of the file that is open.
    pub(super) fn begin_remembering(&mut self) {
        if let Some(path) = self.debugger.scenario().path.clone() {
            self.canvas.set_view(self.files.view_of(&path));
            self.files.remember(&path);
        }
    }
}
