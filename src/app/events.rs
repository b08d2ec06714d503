//! The tab of events: only the rows in view are made, so a million scroll freely.

use egui::{Align2, FontId, Id, Label, Rect, RichText, Role, Sense, TextEdit, Ui, WidgetInfo, pos2, vec2};

use super::{commands::Commands, completions::Completions, theme};
use crate::{
    debugger::{Command, Debugger, Row},
    trace::Moment,
};

/// How high a row is. \[points]
const ROW: f32 = 18.0;
/// Where the columns begin. \[points]
const COLUMNS: [f32; 4] = [8.0, 92.0, 172.0, 268.0];

/// The list of events, and the filter above it.
#[derive(Default)]
pub(super) struct Events {
    /// The row at the top, and how much of it is scrolled out.
    top: f64,
    /// The run and the moment that were in view last: when they change, the list follows.
    followed: Option<(u64, Moment)>,
    /// What was typed into the filter.
    typed: String,
    completions: Completions,
    /// Whether the filter is to get the keyboard.
    pub(super) wants_keyboard: bool,
}

impl Events {
    pub(super) fn show(&mut self, ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
        self.filter_row(ui, debugger, commands);
        ui.add_space(4.0);
        let count = debugger.listed();
        let area = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(area, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::List, true, "list of events"));
        if count == 0 {
            let text = match debugger.filtered() {
                Some(hits) if !hits.finished => "Searching …",
                Some(_) => "No event meets this condition.",
                None => "Nothing has run.",
            };
            let colour = ui.visuals().weak_text_color();
            ui.painter().text(area.center(), Align2::CENTER_CENTER, text, FontId::proportional(13.0), colour);
            return;
        }
        let rows = f64::from(area.height() / ROW);
        self.follow(rows, debugger);
        if response.contains_pointer() {
            let wheel = ui.input(|input| input.smooth_scroll_delta().y);
            self.top -= f64::from(wheel / ROW);
        }
        let bar = Rect::from_min_max(pos2(area.max.x - 10.0, area.min.y), area.max);
        self.scroll_bar(ui, bar, count, rows);
        #[expect(clippy::cast_precision_loss, reason = "rows number less than 2^52")]
        let most = (count as f64 - rows).max(0.0);
        self.top = self.top.clamp(0.0, most);
        let rows_area = Rect::from_min_max(area.min, pos2(bar.min.x - 4.0, area.max.y));
        if let Some(moment) = self.rows(ui, rows_area, count, debugger) {
            commands.seek(moment);
        }
    }

    /// Scrolls to the cursor when that has moved.
    fn follow(&mut self, rows: f64, debugger: &Debugger) {
        let here = Some((debugger.run(), debugger.moment()));
        if self.followed == here {
            return;
        }
        self.followed = here;
        let Some(row) = debugger.listed_here() else { return };
        #[expect(clippy::cast_precision_loss, reason = "rows number less than 2^52")]
        let row = row as f64;
        let top = &mut self.top;
        // A row that is partly in view is moved no further than need be, so that the pointer stays near what it clicked.
        *top = match (row - *top, *top + rows - (row + 1.0)) {
            (above, _) if (-1.0..0.0).contains(&above) => row,
            (_, below) if (-1.0..0.0).contains(&below) => row + 1.0 - rows,
            (above, below) if above < 0.0 || below < 0.0 => row - rows / 2.0,
            _ => return,
        };
    }

    /// The rows in view; the moment of one that was clicked.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "between rows and points"
    )]
    fn rows(&self, ui: &Ui, area: Rect, count: usize, debugger: &Debugger) -> Option<Moment> {
        let top = self.top;
        let first = top.floor() as usize;
        let offset = (top - top.floor()) as f32 * ROW;
        let painter = ui.painter_at(area);
        let current = debugger.listed_here();
        let mut clicked = None;
        for index in 0..=(area.height() / ROW).ceil() as usize {
            let row = first + index;
            if row >= count {
                break;
            }
            let y = area.min.y + index as f32 * ROW - offset;
            if y >= area.max.y {
                break;
            }
            let Some(moment) = debugger.listed_at(row) else { continue };
            let place = Rect::from_min_size(pos2(area.min.x, y), vec2(area.width(), ROW));
            let response = ui.interact(place.intersect(area), ui.scope_id().with(("event row", index)), Sense::click());
            let is_current = current == Some(row);
            let Some(it) = debugger.row(moment) else { continue };
            let label = format!("event {moment}: {} {}", it.kind, it.brief);
            response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_current, &label));
            if is_current || response.hovered() {
                let visuals = ui.visuals();
                let fill = if is_current { visuals.selection.bg_fill } else { visuals.faint_bg_color };
                painter.rect_filled(place, 0.0, fill);
            }
            draw_row(ui, &painter, place, moment, &it);
            if response.clicked() {
                clicked = Some(moment);
            }
        }
        clicked
    }

    /// A bar that shows where in the list one is, to be dragged.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "between rows and points")]
    fn scroll_bar(&mut self, ui: &Ui, bar: Rect, count: usize, rows: f64) {
        let count = count as f64;
        if count <= rows {
            return;
        }
        let response = ui.interact(bar, ui.scope_id().with("events scroll bar"), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::slider(true, self.top, "scroll the events"));
        let length = ((rows / count) as f32 * bar.height()).max(20.0);
        let room = bar.height() - length;
        if let Some(pos) = response.interact_pointer_pos()
            && (response.dragged() || response.clicked())
        {
            let share = ((pos.y - bar.min.y - length / 2.0) / room.max(1.0)).clamp(0.0, 1.0);
            self.top = f64::from(share) * (count - rows);
        }
        let share = (self.top / (count - rows)).clamp(0.0, 1.0) as f32;
        let handle = Rect::from_min_size(pos2(bar.min.x + 2.0, bar.min.y + share * room), vec2(6.0, length));
        let active = response.hovered() || response.dragged();
        let visuals = ui.visuals();
        let fill = if active { visuals.text_color() } else { visuals.widgets.active.bg_fill };
        ui.painter().rect_filled(handle, 3.0, fill);
    }

    fn filter_row(&mut self, ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
        ui.horizontal(|ui| {
            let label = ui.label("filter");
            let hint = "words, kind:turned, triangle:812, certainty:exact, zone > 12, broken:any …";
            let width = (ui.available_width() - 190.0).max(120.0);
            let locked = Completions::take_tab(&self.typed);
            let edit = TextEdit::singleline(&mut self.typed).hint_text(hint).desired_width(width).lock_focus(locked);
            let edit = ui.add(edit.id(Id::unique("filter"))).labelled_by(label.id);
            if std::mem::take(&mut self.wants_keyboard) {
                edit.request_focus();
            }
            let completed = self.completions.show(ui, &edit, &mut self.typed);
            if edit.changed() || completed {
                commands.push(Command::Filter(self.typed.clone()));
            }
            if let Some((_, message)) = debugger.filter_error() {
                let text = RichText::new(format!("⚠ {message}")).color(theme::alarm(ui));
                ui.add(Label::new(text).truncate());
            } else if let Some(hits) = debugger.filtered() {
                let more = if hits.clipped { "more than " } else { "" };
                let under_way = if hits.finished { "" } else { " so far" };
                ui.weak(format!("{more}{} events{under_way}", theme::grouped(hits.moments.len())));
            } else {
                ui.weak(format!("all {} events", theme::grouped(debugger.position().1)));
            }
        });
    }
}

/// Draws a row: stage, number, kind and numbers.
fn draw_row(ui: &Ui, painter: &egui::Painter, place: Rect, moment: Moment, row: &Row) {
    let visuals = ui.visuals();
    let weak = visuals.weak_text_color();
    let at = if moment.observed > 0 { format!("{}.{}", moment.at, moment.observed) } else { moment.at.to_string() };
    let cells = [
        (moment.stage().name().to_owned(), weak),
        (at, weak),
        (row.kind.to_owned(), visuals.strong_text_color()),
        (row.brief.clone(), visuals.text_color()),
    ];
    for (index, (text, colour)) in cells.into_iter().enumerate() {
        let mono = index == 1 || index == 3;
        let font = if mono { FontId::monospace(12.0) } else { FontId::proportional(12.5) };
        let end = COLUMNS.get(index + 1).map_or(place.max.x, |it| place.min.x + it - 8.0);
        let clip = Rect::from_min_max(place.min, pos2(end, place.max.y)).intersect(painter.clip_rect());
        let at = pos2(place.min.x + COLUMNS[index], place.center().y);
        painter.with_clip_rect(clip).text(at, Align2::LEFT_CENTER, text, font, colour);
    }
}
