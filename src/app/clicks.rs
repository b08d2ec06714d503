//! The list of clicks below the settings, with what came of each; and paths of clicks on the canvas, as they were and as they are.

use egui::{
    Align, Align2, Color32, FontId, Frame, Layout, Margin, Panel, Rect, Response, RichText, Role as Kind, ScrollArea,
    Sense, Ui, WidgetInfo, pos2, vec2,
};

use super::{
    commands::{Commands, Request},
    room, theme,
};
use crate::{
    debugger::{Command, Debugger, Live, check::Verdict},
    geometry::Bounds,
    io::{Click, Expect},
    picture::{Mark, Role, Shape},
};

/// The click under the pointer in the list or in the table, and the variant of it.
pub(super) type Hovered = (usize, Option<usize>);

/// How high a row is, and how wide the sign before its name. \[points]
pub(super) const ROW: f32 = 20.0;
pub(super) const SIGN: f32 = 24.0;

/// How many paths are on the canvas at most; more would hide each other.
const MOST_PATHS: usize = 24;

/// A sign for a verdict, with its colour and its word.
pub(super) fn sign(live: Option<&Live>, ui: &Ui) -> (&'static str, Color32, &'static str) {
    let (visuals, accent, good, alarm) = (ui.visuals(), theme::accent(ui), theme::good(ui), theme::alarm(ui));
    let Some(live) = live else { return ("…", visuals.weak_text_color(), "not run yet") };
    match &live.verdict {
        Verdict::Passed if live.has_moved() => ("✔", accent, "passed, by another path"),
        Verdict::Passed => ("✔", good, "passed"),
        Verdict::Failed(_) => ("✖", alarm, "failed"),
        Verdict::New => ("•", visuals.weak_text_color(), "nothing is expected"),
        Verdict::Shown(it) if it.is_empty() => ("=", visuals.weak_text_color(), "agrees"),
        Verdict::Shown(_) => ("≠", accent, "differs"),
        Verdict::TimedOut => ("✖", alarm, "took too long"),
        Verdict::Trouble(_) => ("✖", alarm, "could not be run"),
    }
}

/// How a result differs from what is expected, in words.
pub(super) fn told(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Trouble(message) => message.clone(),
        it => it.differences().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

/// The list of clicks.
#[derive(Default)]
pub(super) struct List {
    /// The click that the list was last scrolled to.
    in_view: Option<usize>,
}

impl List {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        hovered: &mut Option<Hovered>,
        debugger: &Debugger,
        commands: &mut Commands,
    ) {
        // In a low window the settings keep what room there is.
        let room = ui.available_height();
        let most = (room * 0.5).min(room - 96.0).max(40.0);
        let (least, usual) = (most.min(64.0), most.min(158.0));
        let frame = Frame::NONE.inner_margin(Margin { top: 2, bottom: 4, ..Margin::ZERO });
        let panel = Panel::bottom("clicks").frame(frame).resizable(true).default_size(usual).size_range(least..=most);
        panel.show(ui, |ui| {
            heading(ui, debugger, commands);
            self.rows(ui, hovered, debugger, commands);
        });
    }

    fn rows(&mut self, ui: &mut Ui, hovered: &mut Option<Hovered>, debugger: &Debugger, commands: &mut Commands) {
        let area = ScrollArea::vertical().auto_shrink(false).min_scrolled_height(room::SCROLLED);
        let area = brought_into_view(ui, area, &mut self.in_view, 0, debugger);
        let clicks = &debugger.scenario().clicks;
        if clicks.is_empty() {
            let text = "None kept yet. Shift-click sets the start, ctrl-click the goal; K keeps them as a test.";
            area.show(ui, |ui| ui.weak(text));
            return;
        }
        area.show_rows(ui, ROW, clicks.len(), |ui, range| {
            for (index, click) in clicks.iter().enumerate().take(range.end).skip(range.start) {
                let row = row(ui, index, click, debugger);
                if row.clicked() {
                    commands.push(Command::UseClick(index));
                }
                if row.hovered() {
                    *hovered = Some((index, None));
                }
            }
        });
    }
}

/// Scrolls rows to the click that is used, if that was another the last time, `in_view`. So many rows stand above the first.
pub(super) fn brought_into_view(
    ui: &Ui,
    area: ScrollArea,
    in_view: &mut Option<usize>,
    above: usize,
    debugger: &Debugger,
) -> ScrollArea {
    let used = debugger.kept_click();
    let before = std::mem::replace(in_view, used);
    match used.filter(|_| before != used) {
        Some(row) => {
            #[expect(clippy::cast_precision_loss, reason = "some thousand rows")]
            let top = (row + above) as f32 * (ROW + ui.spacing().item_spacing.y);
            area.vertical_scroll_offset((top - ui.available_height() / 2.0 + ROW).max(0.0))
        }
        None => area,
    }
}

fn heading(ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let weak = ui.visuals().weak_text_color();
        ui.label(RichText::new("CLICKS").size(11.0).strong().color(weak));
        let tally = debugger.tally();
        if tally.passed > 0 {
            ui.label(RichText::new(format!("{} ✔", theme::grouped(tally.passed))).color(theme::good(ui)));
        }
        if tally.failed > 0 {
            ui.label(RichText::new(format!("{} ✖", theme::grouped(tally.failed))).color(theme::alarm(ui)));
        }
        if debugger.is_running_clicks() {
            ui.add(egui::Spinner::new().size(12.0));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| keep_button(ui, debugger, commands));
    });
    ui.add_space(2.0);
}

fn keep_button(ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
    let kept = debugger.kept_click().is_some();
    let text = if kept { "Forget" } else { "Keep" };
    let button = ui.add_enabled(kept || debugger.may_keep(), egui::Button::new(text));
    let label = if kept { "Forget this click" } else { "Keep this click" };
    button.widget_info(|| WidgetInfo::labeled(Kind::Button, true, label));
    let help = match kept {
        true => "Forgets the click that has this start and goal  (Delete)",
        false => "Keeps start and goal in the file, with what came out as what is expected  (K)",
    };
    if button.on_hover_text(help).clicked() {
        commands.push(if kept { Command::ToggleClick } else { Command::Keep });
    }
}

fn row(ui: &mut Ui, index: usize, click: &Click, debugger: &Debugger) -> Response {
    let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let current = debugger.kept_click() == Some(index);
    let live = debugger.live(index, None);
    let (sign, colour, word) = sign(live.as_ref(), ui);
    let change = live.as_ref().and_then(|it| change(it, click.expect.as_ref()));
    let label = format!("click {}: {word}", click.name);
    response.widget_info(|| WidgetInfo::selected(Kind::ListItem, true, current, &label));
    ground(ui, area, &response, current);
    let (painter, middle) = (ui.painter_at(area), area.center().y);
    painter.text(pos2(area.left() + 12.0, middle), Align2::CENTER_CENTER, sign, FontId::proportional(13.0), colour);
    let mut right = area.right() - 6.0;
    if let Some(change) = &change {
        let at = pos2(right, middle);
        right = painter.text(at, Align2::RIGHT_CENTER, change, FontId::monospace(12.0), colour).left() - 8.0;
    }
    let name = Rect::from_x_y_ranges(area.left() + SIGN..=right, area.y_range());
    clipped(ui, &click.name, name, ui.visuals().text_color());
    let mut help = format!("{}\nfrom {} to {}", click.name, click.start, click.goal);
    if let Some(live) = live.filter(|it| it.verdict != Verdict::Passed) {
        let more = format!("\n{word}\n{}", told(&live.verdict));
        help.push_str(more.trim_end());
    }
    response.on_hover_text_at_pointer(help)
}

/// Paths of clicks, as they were and as they are: of the one under the pointer, and of those that are not as they were. These are
/// the one that is used, and all while the table is in view.
pub(super) fn changed_paths(hovered: Option<Hovered>, table_in_view: bool, debugger: &Debugger) -> Vec<Mark> {
    let all = 0..if table_in_view { debugger.scenario().clicks.len() } else { 0 };
    let has_moved = |it: &Hovered| debugger.live(it.0, it.1).is_some_and(|it| it.has_moved());
    let moved = all.map(|it| (it, None)).filter(has_moved);
    // The query's own path is there already, but not what it was.
    let own = debugger.kept_click().map(|it| (it, None)).filter(has_moved);
    let mut marks = Vec::new();
    for (index, variant) in moved.take(MOST_PATHS).chain(own).chain(hovered) {
        let Some(live) = debugger.live(index, variant) else { continue };
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
pub(super) fn keep(debugger: &Debugger, commands: &mut Commands) {
    let kept = debugger.kept_click().and_then(|it| debugger.scenario().clicks.get(it));
    commands.push(match kept {
        Some(it) => Request::Say(format!("This click is kept already, as “{}”. Delete forgets it.", it.name)),
        None => Command::Keep.into(),
    });
}

/// Uses the next or previous click of the list.
pub(super) fn go_on(forward: bool, debugger: &Debugger, commands: &mut Commands) {
    let count = debugger.scenario().clicks.len();
    let target = match (debugger.kept_click(), forward) {
        (None, true) => Some(0),
        (None, false) => count.checked_sub(1),
        (Some(at), true) => Some(at + 1),
        (Some(at), false) => at.checked_sub(1),
    };
    if let Some(target) = target.filter(|it| *it < count) {
        commands.push(Command::UseClick(target));
    }
}

/// Brings the click that is used into view.
pub(super) fn look_at(debugger: &Debugger, commands: &mut Commands) {
    if let Some(it) = debugger.kept_click().and_then(|it| debugger.scenario().clicks.get(it)) {
        commands.push(Request::LookAt(Bounds::around([it.start.at, it.goal.at]).grown(1.0)));
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

/// The background of a row.
pub(super) fn ground(ui: &Ui, area: Rect, response: &Response, chosen: bool) {
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
