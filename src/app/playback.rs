//! Moving along the run: buttons, playing, levels and speed.

use egui::{Align, Button, ComboBox, Layout, RichText, Role, Slider, Ui, WidgetInfo, vec2};

use super::{
    actions::Offer,
    commands::{Commands, Request},
    icons,
    keys::times_clicked,
    theme,
};
use crate::{
    debugger::{Command, Debugger},
    io::Value,
    picture,
    record::Level,
    trace::{Moment, StageName},
    walk::Agents,
};

/// The row of buttons, and playing.
pub(super) struct Playback {
    /// How far a step goes.
    pub(super) level: Level,
    /// How fast it plays. \[events a second]
    pub(super) speed: f64,
    playing: bool,
    /// The part of an event that the time so far was worth, but that was not played yet.
    owed: f64,
    /// Whether the agents' walk is to be played as soon as it is computed.
    wants_walk: bool,
    /// The speed before the agents walked. \[events a second]
    speed_before: Option<f64>,
    /// Where scrubbing is going, if that takes more than a frame.
    heading: Option<Moment>,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            level: Level::Operation,
            speed: 60.0,
            playing: false,
            owed: 0.0,
            wants_walk: false,
            speed_before: None,
            heading: None,
        }
    }
}

/// Speeds. \[events a second]
const SPEEDS: std::ops::RangeInclusive<f64> = 1.0..=100_000.0;
/// The most single steps that a frame makes; beyond, playing moves by events of whatever level.
const STEPS_A_FRAME: f64 = 200.0;
/// How much room the row of buttons takes with all of them, with breakpoints and bookmarks, and with level and speed. \[points]
const WITH_ALL_BUTTONS: f32 = 290.0;
const WITH_STOPS: f32 = 450.0;
const WITH_PACE: f32 = 820.0;
/// The most events that scrubbing goes over in a frame: some milliseconds' worth.
const SCRUBBED_A_FRAME: usize = 50_000;

impl Playback {
    /// Stops playing and moving.
    pub(super) fn stop(&mut self) {
        self.playing = false;
        self.heading = None;
        self.wants_walk = false;
    }

    /// Starts playing from here, or from the beginning if there is nothing left; or stops.
    pub(super) fn toggle(&mut self, debugger: &Debugger, commands: &mut Commands) {
        self.heading = None;
        self.playing = !self.playing;
        let (at, all) = debugger.position();
        if self.playing && at == all {
            // After the agents' walk, the walk alone is played again.
            commands.push(match debugger.moment().stage() {
                StageName::Walk => Command::Seek(Moment::after(StageName::Walk, 0)),
                _ => Command::SeekOverall(0),
            });
        }
    }

    /// Has both agents walk, and plays that in real time once it is computed; or has nobody walk.
    pub(super) fn toggle_walk(&mut self, debugger: &Debugger, commands: &mut Commands) {
        let walks = is_walking(debugger);
        let agents = if walks { "nobody" } else { "both" };
        commands.push(Command::Set { path: "walk.agents".to_owned(), value: Value::Word(agents.to_owned()) });
        self.stop();
        self.wants_walk = !walks;
        if let Some(speed) = self.speed_before.take().filter(|_| walks) {
            self.speed = speed;
        }
    }

    /// Begins to play the agents' walk once it is computed; tells whether it did.
    fn begin_walk(&mut self, debugger: &Debugger, commands: &mut Commands) -> bool {
        let is_known = debugger.progress().is_none() && is_walking(debugger);
        if !self.wants_walk || !is_known {
            return false;
        }
        self.wants_walk = false;
        let is_there = debugger.lanes().iter().any(|it| it.name() == StageName::Walk);
        if is_there {
            commands.push(Command::Seek(Moment::after(StageName::Walk, 0)));
            // A step is a tick.
            self.level = Level::Operation;
            self.speed_before = Some(self.speed);
            self.speed = (1.0 / debugger.settings().walk.tick).clamp(*SPEEDS.start(), *SPEEDS.end());
            self.playing = true;
        }
        is_there
    }

    /// Plays so many times faster.
    pub(super) fn change_speed(&mut self, factor: f64) {
        self.speed = (self.speed * factor).clamp(*SPEEDS.start(), *SPEEDS.end());
    }

    /// Moves on by as many events as the time since the last frame is worth.
    pub(super) fn play(&mut self, ui: &Ui, debugger: &Debugger, commands: &mut Commands) {
        if let Some(moment) = self.heading {
            self.scrub_to(moment, debugger, commands);
            ui.request_repaint();
        }
        if self.begin_walk(debugger, commands) || !self.playing {
            return;
        }
        // Slow frames are made up for, but no more than a second: the machine may have slept.
        let elapsed = f64::from(ui.input(|input| input.unstable_dt).min(1.0));
        self.owed += elapsed * self.speed;
        let whole = self.owed.floor();
        self.owed -= whole;
        let (at, all) = debugger.position();
        // Steps finer than operations re-run the algorithm, which takes long in a large mesh, so fewer are made in a frame.
        let most = if self.level >= Level::Edit { STEPS_A_FRAME / 10.0 } else { STEPS_A_FRAME };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 100,000 a frame")]
        let count = whole as usize;
        if whole <= most {
            commands.extend((0..count).map(|_| Command::Step { level: self.level, forward: true }));
        } else {
            commands.push(Command::SeekOverall(at + count));
        }
        self.playing = at < all;
        ui.request_repaint();
    }

    /// Moves towards a moment of a stage as dragging along the strip does: as far as a frame allows, and on in the next ones.
    pub(super) fn scrub_to(&mut self, moment: Moment, debugger: &Debugger, commands: &mut Commands) {
        self.playing = false;
        let here = debugger.lanes().iter().find(|it| it.name() == moment.stage()).map_or(0, |it| it.at());
        let reached = here + moment.at.saturating_sub(here).min(SCRUBBED_A_FRAME);
        let reached = reached - here.saturating_sub(moment.at).min(SCRUBBED_A_FRAME);
        self.heading = (reached != moment.at).then_some(moment);
        commands.push(Command::Seek(Moment::after(moment.stage(), reached)));
    }

    /// Shows the row of buttons above the strip.
    pub(super) fn show(&mut self, ui: &mut Ui, offers: &[Offer], debugger: &Debugger, commands: &mut Commands) {
        ui.horizontal(|ui| {
            let room = ui.available_width();
            self.buttons(ui, room, offers, commands);
            if room >= WITH_PACE {
                ui.add_space(8.0);
                self.pace(ui);
            }
            if room >= WITH_STOPS {
                ui.add_space(8.0);
                stops(ui, offers, debugger, commands);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| place(ui, debugger));
        });
    }

    fn buttons(&self, ui: &mut Ui, room: f32, offers: &[Offer], commands: &mut Commands) {
        let icons = [
            ("⏮", "To the beginning"),
            ("⏪", "Step back, one level coarser"),
            ("⏴", "Step back"),
            (if self.playing { "⏸ Pause" } else { "▶ Play" }, "Play or pause"),
            ("⏵", "Step forwards"),
            ("⏩", "Step forwards, one level coarser"),
            ("⏭", "To the end"),
        ];
        ui.spacing_mut().item_spacing.x = 4.0;
        let shown = if room >= WITH_ALL_BUTTONS { &icons[..] } else { &icons[2..5] };
        for &(icon, name) in shown {
            let (label, width) = match (name, self.playing) {
                ("Play or pause", true) => ("Pause", 68.0),
                ("Play or pause", false) => ("Play", 68.0),
                _ => (name, 30.0),
            };
            action_button(ui, icon, (name, label), width, offers, commands);
        }
        ui.spacing_mut().item_spacing.x = 8.0;
    }

    /// How far a step goes, and how fast it plays.
    fn pace(&mut self, ui: &mut Ui) {
        let label = ui.label("level");
        let combo = ComboBox::from_id_salt("level").selected_text(self.level.name()).width(92.0);
        let inner = combo.show_ui(ui, |ui| {
            for level in Level::ALL {
                ui.selectable_value(&mut self.level, level, level.name());
            }
        });
        let help = "How far a step goes: a stage, an operation, an edit, or a single test  (1 to 4)";
        inner.response.labelled_by(label.id).on_hover_text(help);
        ui.add_space(4.0);
        let label = ui.label("speed");
        ui.spacing_mut().slider_width = 80.0;
        // The same width at every speed, so that nothing beside it moves.
        ui.spacing_mut().interact_size.x = 76.0;
        let slider = Slider::new(&mut self.speed, SPEEDS).logarithmic(true).max_decimals(0).suffix(" /s");
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 100,000")]
        let slider = slider
            .custom_formatter(|it, _| theme::grouped(it.round() as usize))
            .custom_parser(|text| text.replace([',', '/', 's', ' '], "").parse().ok());
        ui.add(slider)
            .labelled_by(label.id)
            .on_hover_text("How many events a second playing goes through  (Page up, Page down)");
    }
}

/// Whether agents walk.
pub(super) fn is_walking(debugger: &Debugger) -> bool {
    debugger.settings().walk.agents != Agents::Nobody
}

/// A button for an action by its name. It shows the glyph; screen readers and tests get the label.
fn action_button(
    ui: &mut Ui,
    icon: &str,
    (name, label): (&str, &str),
    width: f32,
    offers: &[Offer],
    commands: &mut Commands,
) {
    let Some(&Offer { action, can, .. }) = offers.iter().find(|it| it.action.name == name) else { return };
    let button = ui.add_enabled_ui(can, |ui| ui.add_sized([width, 22.0], Button::new(icon))).inner;
    button.widget_info(|| WidgetInfo::labeled(Role::Button, can, label));
    let times = times_clicked(ui, &button);
    button.on_hover_text(format!("{label}  ({})", action.keys_text(ui)));
    commands.extend((0..if action.repeats { times } else { times.min(1) }).map(|_| Request::Act(action)));
}

/// Breakpoints and bookmarks.
fn stops(ui: &mut Ui, offers: &[Offer], debugger: &Debugger, commands: &mut Commands) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let on = debugger.scenario().breakpoints.iter().filter(|it| it.on).count();
    for (icon, name) in [("⏴", "Run to the previous breakpoint"), ("⏵", "Run to the next breakpoint")] {
        action_button(ui, &format!("     {icon}"), (name, name), 42.0, offers, commands);
        // No font has a filled diamond, which is what breakpoints are on the strip.
        let area = ui.min_rect();
        let at = egui::pos2(area.max.x - 28.0, area.center().y);
        icons::diamond(ui.painter(), at, 4.5, theme::color(theme::style(ui, picture::Role::Apex).fill));
    }
    ui.label(RichText::new(on.to_string()).monospace().weak()).on_hover_text("How many breakpoints are on");
    let kept = debugger.scenario().bookmarks.contains(&debugger.moment());
    let flag = if kept { RichText::new("⚑").color(theme::accent(ui)) } else { RichText::new("⚑").weak() };
    let button = ui.add_sized([30.0, 22.0], Button::new(flag).selected(kept).min_size(vec2(30.0, 22.0)));
    button.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, kept, "Bookmark this moment"));
    if button.on_hover_text("Bookmark this moment  (M; J goes to the next)").clicked() {
        commands.push(Command::ToggleBookmark);
    }
}

/// Where the cursor is; in full if there is room.
fn place(ui: &mut Ui, debugger: &Debugger) {
    let (at, all) = debugger.position();
    let moment = debugger.moment();
    // A fixed width for the number that changes keeps the rest from moving.
    let all = theme::grouped(all);
    let at = format!("{:>width$}", theme::grouped(at), width = all.len());
    let texts = [format!("{moment}   event {at} of {all}"), format!("{moment}   {at} / {all}"), moment.to_string()];
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let width = |text: &String| ui.painter().layout_no_wrap(text.clone(), font.clone(), egui::Color32::WHITE).size().x;
    let room = ui.available_width();
    let text = texts.iter().find(|it| width(it) <= room).unwrap_or(&texts[2]);
    ui.add(egui::Label::new(RichText::new(text).monospace()).truncate());
}
