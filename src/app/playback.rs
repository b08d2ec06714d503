//! Moving along the run: buttons, playing, levels and speed.

use egui::{Align, Button, ComboBox, Layout, RichText, Role, Slider, Ui, WidgetInfo, vec2};

use super::{Navscope, actions::ACTIONS, icons, keys::times_clicked, theme};
use crate::{
    debugger::Command,
    io::Value,
    picture::{self, palette},
    record::Level,
    trace::{Moment, StageName},
    walk::Agents,
};

/// Playing, and moving to somewhere far.
#[derive(Default)]
pub(super) struct Playback {
    playing: bool,
    /// How much of an event is owed.
    owed: f64,
    /// Whether the agents' way is to be played as soon as it is known.
    wants_walk: bool,
    /// How fast events were played before somebody walked. \[events a second]
    speed_before: Option<f64>,
    /// Where scrubbing is going, if that takes more than a frame.
    pub(super) heading: Option<Moment>,
}

impl Playback {
    pub(super) fn stop(&mut self) {
        self.playing = false;
        self.heading = None;
        self.wants_walk = false;
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

impl Navscope {
    /// Starts playing from here, or from the beginning if there is nothing left; or stops.
    pub(super) fn toggle_play(&mut self) {
        self.playback.heading = None;
        self.playback.playing = !self.playback.playing;
        let (at, all) = self.debugger.position();
        if self.playback.playing && at == all {
            // Whoever watched agents walk wants to see that again.
            self.command(match self.stage() {
                StageName::Walk => Command::Seek(Moment::after(StageName::Walk, 0)),
                _ => Command::SeekOverall(0),
            });
        }
    }

    /// Lets agents walk, as fast as they do, once it is known where; or nobody any more.
    pub(super) fn toggle_walk(&mut self) {
        let walks = self.is_walking();
        let agents = if walks { "nobody" } else { "both" };
        self.command(Command::Set { path: "walk.agents".to_owned(), value: Value::Word(agents.to_owned()) });
        self.playback.stop();
        self.playback.wants_walk = !walks;
        if let Some(speed) = self.playback.speed_before.take().filter(|_| walks) {
            self.remembered.speed = speed;
        }
    }

    pub(super) fn is_walking(&self) -> bool {
        self.debugger.settings().walk.agents != Agents::Nobody
    }

    /// Begins to play the agents' way, once they have gone it; tells whether it did.
    fn begin_walk(&mut self) -> bool {
        let is_known = self.debugger.progress().is_none() && self.is_walking();
        if !self.playback.wants_walk || !is_known {
            return false;
        }
        self.playback.wants_walk = false;
        let is_there = self.debugger.lanes().iter().any(|it| it.name() == StageName::Walk);
        if is_there {
            self.command(Command::Seek(Moment::after(StageName::Walk, 0)));
            // A step is a tick.
            self.remembered.level = Level::ALL.iter().position(|it| *it == Level::Operation).unwrap_or(0);
            self.playback.speed_before = Some(self.remembered.speed);
            self.remembered.speed = (1.0 / self.debugger.settings().walk.tick).clamp(*SPEEDS.start(), *SPEEDS.end());
            self.playback.playing = true;
        }
        is_there
    }

    pub(super) fn change_speed(&mut self, factor: f64) {
        self.remembered.speed = (self.remembered.speed * factor).clamp(*SPEEDS.start(), *SPEEDS.end());
    }

    /// Moves on by as many events as the time since the last frame is worth.
    pub(super) fn play(&mut self, ui: &Ui) {
        self.head_on(ui);
        if self.begin_walk() || !self.playback.playing {
            return;
        }
        // Slow frames are made up for, but not a pause of the whole machine.
        let elapsed = f64::from(ui.input(|input| input.unstable_dt).min(1.0));
        self.playback.owed += elapsed * self.remembered.speed;
        let whole = self.playback.owed.floor();
        self.playback.owed -= whole;
        let level = self.level();
        // Looking into steps takes the longer the larger the mesh, so fewer of those are made one by one.
        let most = if level >= Level::Edit { STEPS_A_FRAME / 10.0 } else { STEPS_A_FRAME };
        if whole <= most {
            let mut left = whole;
            while left >= 1.0 {
                self.command(Command::Step { level, forward: true });
                left -= 1.0;
            }
        } else {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 10,000 a frame")]
            self.command(Command::SeekOverall(self.debugger.position().0 + whole as usize));
        }
        let (at, all) = self.debugger.position();
        if at >= all {
            self.playback.playing = false;
        }
        ui.request_repaint();
    }

    /// Stops playing and moves.
    pub(super) fn jump(&mut self, command: Command) {
        self.playback.stop();
        self.command(command);
    }

    pub(super) fn step(&mut self, level: Level, forward: bool) {
        self.jump(Command::Step { level, forward });
    }

    /// Moves towards a moment of a stage as dragging along the strip does: as far as a frame allows, and on in the next ones.
    pub fn scrub_to(&mut self, moment: Moment) {
        self.playback.playing = false;
        let here = self.debugger.lanes().iter().find(|it| it.name() == moment.stage()).map_or(0, |it| it.at());
        let reached = here + moment.at.saturating_sub(here).min(SCRUBBED_A_FRAME);
        let reached = reached - here.saturating_sub(moment.at).min(SCRUBBED_A_FRAME);
        self.playback.heading = (reached != moment.at).then_some(moment);
        self.command(Command::Seek(Moment::after(moment.stage(), reached)));
    }

    fn head_on(&mut self, ui: &Ui) {
        if let Some(moment) = self.playback.heading {
            self.scrub_to(moment);
            ui.request_repaint();
        }
    }

    /// The row of buttons above the strip.
    pub(super) fn transport(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let room = ui.available_width();
            self.buttons(ui, room);
            if room >= WITH_PACE {
                ui.add_space(8.0);
                self.pace(ui);
            }
            if room >= WITH_STOPS {
                ui.add_space(8.0);
                self.stops(ui);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.place(ui));
        });
    }

    fn buttons(&mut self, ui: &mut Ui, room: f32) {
        let playing = self.playback.playing;
        let icons = [
            ("⏮", "To the beginning"),
            ("⏪", "Step back, one level coarser"),
            ("⏴", "Step back"),
            (if playing { "⏸ Pause" } else { "▶ Play" }, "Play or pause"),
            ("⏵", "Step forwards"),
            ("⏩", "Step forwards, one level coarser"),
            ("⏭", "To the end"),
        ];
        ui.spacing_mut().item_spacing.x = 4.0;
        let shown = if room >= WITH_ALL_BUTTONS { &icons[..] } else { &icons[2..5] };
        for &(icon, name) in shown {
            let wide = name == "Play or pause";
            let label = match (wide, playing) {
                (true, true) => "Pause",
                (true, false) => "Play",
                _ => name,
            };
            self.action_button(ui, icon, name, label, if wide { 68.0 } else { 30.0 });
        }
        ui.spacing_mut().item_spacing.x = 8.0;
    }

    /// A button for something that can be done by name. Its glyph is for the eye; its label is for ears and tests.
    fn action_button(&mut self, ui: &mut Ui, icon: &str, name: &str, label: &str, width: f32) {
        let Some(action) = ACTIONS.iter().find(|it| it.name == name) else { return };
        let can = (action.can)(self);
        let button = ui.add_enabled_ui(can, |ui| ui.add_sized([width, 22.0], Button::new(icon))).inner;
        button.widget_info(|| WidgetInfo::labeled(Role::Button, can, label));
        let times = times_clicked(ui, &button);
        button.on_hover_text(format!("{label}  ({})", action.keys_text(ui)));
        for _ in 0..if action.repeats { times } else { times.min(1) } {
            (action.run)(self, ui);
        }
    }

    fn pace(&mut self, ui: &mut Ui) {
        let label = ui.label("level");
        let combo = ComboBox::from_id_salt("level").selected_text(self.level().name()).width(92.0);
        let inner = combo.show_ui(ui, |ui| {
            for (index, level) in Level::ALL.into_iter().enumerate() {
                ui.selectable_value(&mut self.remembered.level, index, level.name());
            }
        });
        let help = "How far a step goes: a stage, an operation, an edit, or a single test  (1 to 4)";
        inner.response.labelled_by(label.id).on_hover_text(help);
        ui.add_space(4.0);
        let label = ui.label("speed");
        ui.spacing_mut().slider_width = 80.0;
        // The same width at every speed, so that nothing beside it moves.
        ui.spacing_mut().interact_size.x = 76.0;
        let slider = Slider::new(&mut self.remembered.speed, SPEEDS).logarithmic(true).max_decimals(0).suffix(" /s");
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 100,000")]
        let slider = slider
            .custom_formatter(|it, _| theme::grouped(it.round() as usize))
            .custom_parser(|text| text.replace([',', '/', 's', ' '], "").parse().ok());
        ui.add(slider)
            .labelled_by(label.id)
            .on_hover_text("How many events a second playing goes through  (Page up, Page down)");
    }

    /// Breakpoints and bookmarks.
    fn stops(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.x = 4.0;
        let on = self.debugger.scenario().breakpoints.iter().filter(|it| it.on).count();
        for (icon, name) in [("⏴", "Run to the previous breakpoint"), ("⏵", "Run to the next breakpoint")] {
            self.action_button(ui, &format!("     {icon}"), name, name, 42.0);
            // No font has a filled diamond, which is what breakpoints are on the strip.
            let area = ui.min_rect();
            let at = egui::pos2(area.max.x - 28.0, area.center().y);
            icons::diamond(ui.painter(), at, 4.5, theme::color(palette::style(picture::Role::Apex, self.mode()).fill));
        }
        ui.label(RichText::new(on.to_string()).monospace().weak()).on_hover_text("How many breakpoints are on");
        let moment = self.debugger.moment();
        let kept = self.debugger.scenario().bookmarks.contains(&moment);
        let accent = theme::color(palette::accent(self.mode()));
        let flag = if kept { RichText::new("⚑").color(accent) } else { RichText::new("⚑").weak() };
        let button = ui.add_sized([30.0, 22.0], Button::new(flag).selected(kept).min_size(vec2(30.0, 22.0)));
        button.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, kept, "Bookmark this moment"));
        if button.on_hover_text("Bookmark this moment  (M; J goes to the next)").clicked() {
            self.command(Command::ToggleBookmark);
        }
    }

    /// Where the cursor is; in full if there is room.
    fn place(&self, ui: &mut Ui) {
        let (at, all) = self.debugger.position();
        let moment = self.debugger.moment();
        // A fixed width for the number that changes keeps the rest from moving.
        let all = theme::grouped(all);
        let at = format!("{:>width$}", theme::grouped(at), width = all.len());
        let texts = [format!("{moment}   event {at} of {all}"), format!("{moment}   {at} / {all}"), moment.to_string()];
        let font = egui::TextStyle::Monospace.resolve(ui.style());
        let width =
            |text: &String| ui.painter().layout_no_wrap(text.clone(), font.clone(), egui::Color32::WHITE).size().x;
        let room = ui.available_width();
        let text = texts.iter().find(|it| width(it) <= room).unwrap_or(&texts[2]);
        ui.add(egui::Label::new(RichText::new(text).monospace()).truncate());
    }

    /// The stage under the cursor.
    pub(super) fn stage(&self) -> StageName {
        self.debugger.moment().stage()
    }
}
