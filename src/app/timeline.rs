//! The strip through the whole run, one lane a stage; the buttons that move along it; the line at the bottom.

use egui::{
    Align, Align2, Button, ComboBox, CornerRadius, FontId, Layout, Pos2, Rect, RichText, Role, Sense, Slider, Ui,
    WidgetInfo,
};

use super::{Navscope, canvas, theme};
use crate::{
    debugger::{Command, Moment},
    picture::palette,
    record::Level,
    search::Outcome,
    trace::StageName,
};

/// Playing, and how much of an event is owed.
#[derive(Default)]
pub(super) struct Playback {
    playing: bool,
    owed: f64,
}

impl Playback {
    pub(super) fn stop(&mut self) {
        self.playing = false;
    }
}

/// Speeds. \[events a second]
const SPEEDS: std::ops::RangeInclusive<f64> = 1.0..=100_000.0;
/// The most single steps that a frame makes; beyond, playing moves by events of whatever level.
const STEPS_A_FRAME: f64 = 200.0;

/// The least width of a lane, so that its name fits. \[points]
const LEAST_LANE: f32 = 60.0;

/// A lane as it is drawn.
struct Lane {
    stage: StageName,
    len: usize,
    at: usize,
    area: Rect,
}

impl Navscope {
    /// Starts playing from here, or from the beginning if there is nothing left; or stops.
    pub(super) fn toggle_play(&mut self) {
        self.playback.playing = !self.playback.playing;
        let (at, all) = self.debugger.position();
        if self.playback.playing && at == all {
            self.command(Command::SeekOverall(0));
        }
    }

    /// Moves on by as many events as the time since the last frame is worth.
    pub(super) fn play(&mut self, ui: &Ui) {
        if !self.playback.playing {
            return;
        }
        let elapsed = f64::from(ui.input(|input| input.stable_dt).min(0.1));
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

    pub(super) fn step(&mut self, level: Level, forward: bool) {
        self.playback.playing = false;
        self.command(Command::Step { level, forward });
    }

    pub(super) fn timeline(&mut self, ui: &mut Ui) {
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            self.buttons(ui);
            ui.add_space(8.0);
            self.pace(ui);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.place(ui));
        });
        ui.add_space(2.0);
        self.strip(ui);
        ui.add_space(4.0);
    }

    fn buttons(&mut self, ui: &mut Ui) {
        let level = self.level();
        let coarser = if level > Level::Phase { Level::ALL[level as usize - 1] } else { level };
        let playing = self.playback.playing;
        let buttons: [(&str, &str, &str); 7] = [
            ("⏮", "To the beginning", "Home"),
            ("⏪", "Step back, one level coarser", "Shift Left"),
            ("⏴", "Step back", "Left"),
            (if playing { "⏸ Pause" } else { "▶ Play" }, if playing { "Pause" } else { "Play" }, "P"),
            ("⏵", "Step forwards", "Right"),
            ("⏩", "Step forwards, one level coarser", "Shift Right"),
            ("⏭", "To the end", "End"),
        ];
        for (index, (icon, label, key)) in buttons.into_iter().enumerate() {
            // The glyph is for the eye; its name is for ears, tests and the hover text.
            let width = if index == 3 { 68.0 } else { 30.0 };
            let button = ui.add_sized([width, 22.0], Button::new(icon));
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
            if !button.on_hover_text(format!("{label}  ({key})")).clicked() {
                continue;
            }
            match index {
                0 => self.command(Command::SeekOverall(0)),
                1 => self.step(coarser, false),
                2 => self.step(level, false),
                3 => self.toggle_play(),
                4 => self.step(level, true),
                5 => self.step(coarser, true),
                _ => self.command(Command::SeekOverall(usize::MAX)),
            }
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
        ui.add_space(8.0);
        let label = ui.label("speed");
        let slider = Slider::new(&mut self.remembered.speed, SPEEDS).logarithmic(true).max_decimals(0).suffix(" /s");
        ui.add(slider).labelled_by(label.id).on_hover_text("How many events a second playing goes through");
    }

    fn place(&self, ui: &mut Ui) {
        let (at, all) = self.debugger.position();
        let moment = self.debugger.moment();
        let text = format!("{moment}   event {} of {}", theme::grouped(at), theme::grouped(all));
        ui.label(RichText::new(text).monospace());
    }

    fn strip(&mut self, ui: &mut Ui) {
        let (_, area) = ui.allocate_space(egui::vec2(ui.available_width(), 40.0));
        let lanes = self.lay_out(area);
        if lanes.is_empty() {
            let text = if self.debugger.progress().is_some() { "Baking …" } else { "Nothing has run." };
            ui.painter().text(
                area.center(),
                Align2::CENTER_CENTER,
                text,
                FontId::proportional(12.0),
                ui.visuals().weak_text_color(),
            );
        }
        let pointers: Vec<Pos2> = lanes.iter().filter_map(|lane| self.lane(ui, lane)).collect();
        if let Some(pos) = pointers.first() {
            self.scrub(&lanes, *pos);
        }
    }

    /// Moves the cursor to where the pointer is, whichever lane it began its drag in.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between pixels and events"
    )]
    fn scrub(&mut self, lanes: &[Lane], pos: Pos2) {
        let Some(lane) = lanes.iter().rfind(|it| it.area.min.x <= pos.x).or(lanes.first()) else { return };
        let share = ((pos.x - lane.area.min.x) / lane.area.width()).clamp(0.0, 1.0);
        let at = (f64::from(share) * lane.len as f64).round() as usize;
        self.playback.playing = false;
        let target = Moment { stage: lane.stage, at, observed: 0 };
        if target != self.debugger.moment() {
            self.command(Command::Seek(target));
        }
    }

    /// Places the lanes side by side. Widths grow with the number of events, but slowly, so that short stages can be hit.
    #[expect(clippy::cast_precision_loss, reason = "widths in pixels")]
    fn lay_out(&self, area: Rect) -> Vec<Lane> {
        let lanes = self.debugger.lanes();
        let gap = 4.0;
        let weight = |len: usize| ((len + 2) as f32).log2() + if len > 0 { 4.0 } else { 0.0 };
        let sum: f32 = lanes.iter().map(|it| weight(it.len())).sum();
        let room = area.width() - gap * (lanes.len().saturating_sub(1)) as f32 - LEAST_LANE * lanes.len() as f32;
        let mut x = area.min.x;
        let mut laid = Vec::new();
        for lane in lanes {
            let width = LEAST_LANE + room * weight(lane.len()) / sum;
            let area = Rect::from_min_size(egui::pos2(x, area.min.y), egui::vec2(width, area.height()));
            // Stages before the cursor's are over, those behind it have not begun.
            let at = match lane.name().cmp(&self.debugger.moment().stage) {
                std::cmp::Ordering::Less => lane.len(),
                std::cmp::Ordering::Equal => lane.at(),
                std::cmp::Ordering::Greater => 0,
            };
            laid.push(Lane { stage: lane.name(), len: lane.len(), at, area });
            x += width + gap;
        }
        laid
    }

    #[expect(clippy::cast_precision_loss, reason = "between pixels and events")]
    fn lane(&self, ui: &Ui, lane: &Lane) -> Option<Pos2> {
        let name = lane.stage.name();
        let bar = Rect::from_min_max(egui::pos2(lane.area.min.x, lane.area.min.y + 18.0), lane.area.max);
        let response = ui.interact(lane.area, ui.scope_id().with(("lane", name)), Sense::click_and_drag());
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Slider, lane.len > 0, format!("stage {name}"));
            info.value = Some(lane.at as f64);
            info
        });
        let here = self.debugger.moment().stage == lane.stage;
        let visuals = ui.visuals();
        let accent = theme::color(palette::accent(self.mode()));
        let painter = ui.painter_at(lane.area.expand(2.0));
        let text_colour = if here { visuals.strong_text_color() } else { visuals.weak_text_color() };
        let at = egui::pos2(lane.area.min.x + 1.0, lane.area.min.y + 8.0);
        let full = format!("{name}  {}", theme::grouped(lane.len));
        let font = FontId::proportional(11.5);
        let fits = |text: &str| {
            painter.layout_no_wrap(text.to_owned(), font.clone(), text_colour).size().x <= lane.area.width()
        };
        let shown = [full.as_str(), name, &name[..3]].into_iter().find(|it| fits(it)).unwrap_or("");
        painter.text(at, Align2::LEFT_CENTER, shown, font.clone(), text_colour);
        painter.rect_filled(bar, CornerRadius::same(3), visuals.widgets.inactive.bg_fill);
        let share = if lane.len == 0 { 0.0 } else { lane.at as f32 / lane.len as f32 };
        let x = bar.min.x + bar.width() * share;
        let done = Rect::from_min_max(bar.min, egui::pos2(x, bar.max.y));
        painter.rect_filled(done, CornerRadius::same(3), accent.gamma_multiply(if here { 0.55 } else { 0.3 }));
        if lane.len > 0 && bar.width() / lane.len as f32 >= 4.0 {
            for event in 1..lane.len {
                let x = bar.min.x + bar.width() * event as f32 / lane.len as f32;
                painter.vline(x, bar.y_range(), (1.0, visuals.panel_fill));
            }
        }
        self.mark_violations(&painter, lane, bar);
        if here {
            let head = Rect::from_center_size(egui::pos2(x, bar.center().y), egui::vec2(3.0, bar.height() + 4.0));
            painter.rect_filled(head, CornerRadius::same(1), visuals.strong_text_color());
        }
        let pointer = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked());
        response.on_hover_text(format!("{name}: {} of {} events", theme::grouped(lane.at), theme::grouped(lane.len)));
        pointer
    }

    /// Marks where segments of the path break a rule.
    #[expect(clippy::cast_precision_loss, reason = "between pixels and events")]
    fn mark_violations(&self, painter: &egui::Painter, lane: &Lane, bar: Rect) {
        let Some(query) = self.debugger.query().filter(|_| lane.stage == StageName::Audit) else { return };
        let alarm = theme::color(palette::alarm(self.mode()));
        for it in &query.report.audit.violations {
            let x = bar.min.x + bar.width() * (it.segment as f32 + 0.5) / lane.len.max(1) as f32;
            painter.circle_filled(egui::pos2(x, bar.center().y), 3.0, alarm);
        }
    }

    pub(super) fn status(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let maze = &self.debugger.scenario().maze;
            let text = match self.canvas.hover {
                Some(hover) => canvas::describe(hover, maze),
                None => format!("{} × {} cells", maze.columns(), maze.rows()),
            };
            ui.label(RichText::new(text).monospace());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if let Some(report) = self.debugger.query().map(|it| &it.report) {
                    let (text, colour) = match (report.length, report.is_good()) {
                        (Some(length), true) => (format!("length {length:.3} · legal"), palette::good(self.mode())),
                        (Some(length), false) => {
                            let legal = if report.audit.legal { "legal" } else { "illegal" };
                            let outcome = match report.outcome {
                                Outcome::Found => String::new(),
                                other => format!("{} · ", other.name()),
                            };
                            (format!("{outcome}length {length:.3} · {legal}"), palette::alarm(self.mode()))
                        }
                        (None, _) => (report.outcome.name().to_owned(), palette::alarm(self.mode())),
                    };
                    ui.label(RichText::new(text).monospace().color(theme::color(colour)));
                }
                if let Some(scale) = self.canvas.scale() {
                    ui.label(RichText::new(format!("{scale:.1} px a cell")).monospace().weak());
                }
                if let Some(progress) = self.debugger.progress().filter(|_| self.debugger.is_baking()) {
                    if ui.button("Cancel").clicked() {
                        self.command(Command::Cancel);
                    }
                    ui.add(
                        egui::ProgressBar::new(progress)
                            .desired_width(120.0)
                            .text(format!("baking {:.0} %", progress * 100.0)),
                    );
                }
            });
        });
    }
}
