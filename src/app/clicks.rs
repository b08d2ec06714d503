//! The clicks beside the settings: a list with what came of each, and old paths on the canvas beside the new.

use egui::{
    Align, Align2, Color32, FontId, Frame, Layout, Margin, Panel, Rect, RichText, Role as Kind, ScrollArea, Sense, Ui,
    WidgetInfo, pos2, vec2,
};

use super::{Navscope, drawer::Tab, theme};
use crate::{
    debugger::{Command, Live, check::Verdict},
    geometry::Bounds,
    io::Expect,
    picture::{Mark, Role, Shape, palette},
};

/// What the clicks' panels remember between frames.
#[derive(Default)]
pub(super) struct Shown {
    /// The name being typed, and of which click.
    pub(super) name: Option<(usize, String)>,
    /// The click that the list and the table were last scrolled to.
    pub(super) in_view: [Option<usize>; 2],
    /// The click, and the variant, under the pointer.
    pub(super) hovered: Option<(usize, Option<usize>)>,
}

/// How high a row is, and how wide the sign before its name. \[points]
pub(super) const ROW: f32 = 20.0;
pub(super) const SIGN: f32 = 24.0;

/// More paths than these on the canvas at once would only hide each other.
const MOST_PATHS: usize = 24;

/// A sign for a verdict, with its colour and its word.
pub(super) fn sign(live: Option<&Live>, ui: &Ui) -> (&'static str, Color32, &'static str) {
    let visuals = ui.visuals();
    let mode = if visuals.dark_mode { palette::Mode::Dark } else { palette::Mode::Light };
    let (good, alarm) = (theme::color(palette::good(mode)), theme::color(palette::alarm(mode)));
    let Some(live) = live else { return ("…", visuals.weak_text_color(), "not run yet") };
    match &live.verdict {
        Verdict::Passed if live.has_moved() => ("✔", theme::color(palette::accent(mode)), "passed, by another path"),
        Verdict::Passed => ("✔", good, "passed"),
        Verdict::Failed(_) => ("✖", alarm, "failed"),
        Verdict::New => ("•", visuals.weak_text_color(), "nothing is expected"),
        Verdict::Shown(it) if it.is_empty() => ("=", visuals.weak_text_color(), "agrees"),
        Verdict::Shown(_) => ("≠", theme::color(palette::accent(mode)), "differs"),
        Verdict::TimedOut => ("✖", alarm, "took too long"),
        Verdict::Trouble(_) => ("✖", alarm, "could not be run"),
    }
}

/// What is not as expected, in words.
pub(super) fn told(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Trouble(message) => message.clone(),
        it => it.differences().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

impl Navscope {
    /// The list beside the settings, always in view.
    pub(super) fn clicks_panel(&mut self, ui: &mut Ui) {
        // In a low window the settings keep what room there is.
        let room = ui.available_height();
        let most = (room * 0.5).min(room - 96.0).max(40.0);
        let (least, usual) = (most.min(64.0), most.min(158.0));
        let frame = Frame::NONE.inner_margin(Margin { top: 2, bottom: 4, ..Margin::ZERO });
        let panel = Panel::bottom("clicks").frame(frame).resizable(true).default_size(usual).size_range(least..=most);
        panel.show(ui, |ui| {
            self.clicks_heading(ui);
            self.list(ui);
        });
    }

    fn list(&mut self, ui: &mut Ui) {
        let area = ScrollArea::vertical().auto_shrink(false).min_scrolled_height(0.0);
        let area = self.brought_into_view(ui, area, 0);
        let count = self.debugger.scenario().clicks.len();
        if count == 0 {
            let text = "None kept yet. Shift-click sets the start, ctrl-click the goal; K keeps them as a test.";
            area.show(ui, |ui| ui.weak(text));
            return;
        }
        let mut chosen = None;
        area.show_rows(ui, ROW, count, |ui, range| {
            for index in range {
                if self.list_row(ui, index).clicked() {
                    chosen = Some(index);
                }
            }
        });
        if let Some(index) = chosen {
            self.command(Command::UseClick(index));
        }
    }

    /// Scrolls rows to the click that is used, if it was not the same before; of the list or the table.
    pub(super) fn brought_into_view(&mut self, ui: &Ui, area: ScrollArea, which: usize) -> ScrollArea {
        let used = self.debugger.kept_click();
        let before = std::mem::replace(&mut self.drawer.clicks.in_view[which], used);
        match used.filter(|_| before != used) {
            Some(row) => {
                #[expect(clippy::cast_precision_loss, reason = "some thousand rows")]
                let top = (row + which) as f32 * (ROW + ui.spacing().item_spacing.y);
                area.vertical_scroll_offset((top - ui.available_height() / 2.0 + ROW).max(0.0))
            }
            None => area,
        }
    }

    fn clicks_heading(&mut self, ui: &mut Ui) {
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let weak = ui.visuals().weak_text_color();
            ui.label(RichText::new("CLICKS").size(11.0).strong().color(weak));
            let tally = self.debugger.tally();
            let [good, alarm] = [palette::good, palette::alarm].map(|it| theme::color(it(self.mode())));
            if tally.passed > 0 {
                ui.label(RichText::new(format!("{} ✔", theme::grouped(tally.passed))).color(good));
            }
            if tally.failed > 0 {
                ui.label(RichText::new(format!("{} ✖", theme::grouped(tally.failed))).color(alarm));
            }
            if self.debugger.is_running_clicks() {
                ui.add(egui::Spinner::new().size(12.0));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.keep_button(ui));
        });
        ui.add_space(2.0);
    }

    fn keep_button(&mut self, ui: &mut Ui) {
        let kept = self.debugger.kept_click().is_some();
        let text = if kept { "Forget" } else { "Keep" };
        let button = ui.add_enabled(kept || self.debugger.may_keep(), egui::Button::new(text));
        let label = if kept { "Forget this click" } else { "Keep this click" };
        button.widget_info(|| WidgetInfo::labeled(Kind::Button, true, label));
        let help = match kept {
            true => "Forgets the click that has this start and goal  (Delete)",
            false => "Keeps start and goal in the file, with what came out as what is expected  (K)",
        };
        if button.on_hover_text(help).clicked() {
            self.command(if kept { Command::ToggleClick } else { Command::Keep });
        }
    }

    fn list_row(&mut self, ui: &mut Ui, index: usize) -> egui::Response {
        let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let Some(click) = self.debugger.scenario().clicks.get(index) else { return response };
        let current = self.debugger.kept_click() == Some(index);
        let live = self.debugger.live(index, None);
        let (sign, colour, word) = sign(live.as_ref(), ui);
        let change = live.as_ref().and_then(|it| change(it, click.expect.as_ref()));
        let label = format!("click {}: {word}", click.name);
        response.widget_info(|| WidgetInfo::selected(Kind::ListItem, true, current, &label));
        ground(ui, area, &response, current);
        let (painter, visuals) = (ui.painter_at(area), ui.visuals());
        let middle = area.center().y;
        painter.text(pos2(area.left() + 12.0, middle), Align2::CENTER_CENTER, sign, FontId::proportional(13.0), colour);
        let mut right = area.right() - 6.0;
        if let Some(change) = &change {
            let at = pos2(right, middle);
            right = painter.text(at, Align2::RIGHT_CENTER, change, FontId::monospace(12.0), colour).left() - 8.0;
        }
        clipped(
            ui,
            &click.name,
            Rect::from_x_y_ranges(area.left() + SIGN..=right, area.y_range()),
            visuals.text_color(),
        );
        let mut help = format!("{}\nfrom {} to {}", click.name, click.start, click.goal);
        if let Some(live) = live.filter(|it| it.verdict != Verdict::Passed) {
            let more = format!("\n{word}\n{}", told(&live.verdict));
            help.push_str(more.trim_end());
        }
        if response.hovered() {
            self.drawer.clicks.hovered = Some((index, None));
        }
        response.on_hover_text_at_pointer(help)
    }

    /// The paths of clicks that go elsewhere than they did, and that of the one under the pointer: as they were, and as they are.
    pub(super) fn changed_paths(&self) -> Vec<Mark> {
        let hovered = self.drawer.clicks.hovered;
        let all = 0..if self.shown_tab() == Some(Tab::Clicks) { self.debugger.scenario().clicks.len() } else { 0 };
        let moved =
            all.map(|it| (it, None)).filter(|it| self.debugger.live(it.0, it.1).is_some_and(|it| it.has_moved()));
        // The query's own path is there already, but not what it was.
        let own = self.debugger.kept_click().map(|it| (it, None));
        let own = own.filter(|it| self.debugger.live(it.0, None).is_some_and(|it| it.has_moved()));
        let mut marks = Vec::new();
        for (index, variant) in moved.take(MOST_PATHS).chain(own).chain(hovered) {
            let Some(live) = self.debugger.live(index, variant) else { continue };
            if live.was.len() > 1 && live.has_moved() {
                marks.push(Mark::new(Role::PathBefore, Shape::Polyline(live.was.to_vec())));
            }
            let now = live.report.map(|it| it.points.clone()).filter(|it| it.len() > 1);
            let role = if hovered == Some((index, variant)) { Role::Selected } else { Role::Compared };
            if own != Some((index, variant)) || role == Role::Selected {
                marks.extend(now.map(|it| Mark::new(role, Shape::Polyline(it))));
            }
        }
        marks
    }

    /// Keeps start and goal, unless they are; a key that keeps never forgets.
    pub(super) fn keep_click(&mut self) {
        let kept = self.debugger.kept_click().and_then(|it| self.debugger.scenario().clicks.get(it));
        match kept.map(|it| it.name.clone()) {
            Some(name) => self.say(format!("This click is kept already, as “{name}”. Delete forgets it.")),
            None => self.command(Command::Keep),
        }
    }

    /// Uses the next or previous click of the list.
    pub(super) fn go_to_click(&mut self, forward: bool) {
        let count = self.debugger.scenario().clicks.len();
        let target = match (self.debugger.kept_click(), forward) {
            (None, true) => Some(0),
            (None, false) => count.checked_sub(1),
            (Some(at), true) => Some(at + 1),
            (Some(at), false) => at.checked_sub(1),
        };
        if let Some(target) = target.filter(|it| *it < count) {
            self.command(Command::UseClick(target));
        }
    }

    /// Brings the click that is used into view.
    pub(super) fn show_click(&mut self) {
        if let Some(it) = self.debugger.kept_click().and_then(|it| self.debugger.scenario().clicks.get(it)) {
            self.canvas.bring_into_view(Bounds::around([it.start, it.goal]).grown(1.0));
        }
    }
}

/// How much longer or shorter a path is than was expected, if that can be said.
pub(super) fn change(live: &Live, expect: Option<&Expect>) -> Option<String> {
    let now = live.report?;
    if live.verdict.is_bad() && !now.audit.legal {
        return Some("illegal".to_owned());
    }
    let expected = expect?.length?;
    match now.length {
        Some(length) if (length - expected).abs() > 5e-4 => Some(format!("{:+.3}", length - expected)),
        Some(_) => None,
        None => Some(now.outcome.name().to_owned()),
    }
}

/// The ground of a row.
pub(super) fn ground(ui: &Ui, area: Rect, response: &egui::Response, chosen: bool) {
    let visuals = ui.visuals();
    if chosen || response.hovered() {
        let fill = if chosen { visuals.selection.bg_fill } else { visuals.faint_bg_color };
        ui.painter().rect_filled(area, 2.0, fill);
    }
}

/// A text on the left of an area, with an ellipsis where it is too long.
pub(super) fn clipped(ui: &Ui, text: &str, area: Rect, colour: Color32) {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(13.0), colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(area.width().max(0.0));
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(pos2(area.left(), area.center().y - galley.size().y / 2.0), galley, colour);
}
