//! The strip through the whole run: a lane for each stage, side by side, with the density of events, breakpoints and bookmarks.

use egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Role, Sense, Shape, Ui, WidgetInfo, pos2, vec2,
};

use super::{
    commands::{Commands, Request},
    icons, missing, theme,
};
use crate::{
    debugger::Debugger,
    picture,
    trace::{LaneId, Moment},
};

/// The least width of a lane, so that its name fits; where there is less room, all share it. \[points]
const LEAST_LANE: f32 = 60.0;
/// How high lanes are, with their names. \[points]
const HEIGHT: f32 = 48.0;

/// A lane as it is drawn.
struct Lane {
    id: LaneId,
    len: usize,
    at: usize,
    area: Rect,
}

impl Lane {
    /// The part below the name.
    fn bar(&self) -> Rect {
        Rect::from_min_max(pos2(self.area.min.x, self.area.min.y + 18.0), pos2(self.area.max.x, self.area.max.y - 6.0))
    }

    /// Where a position lies.
    #[expect(clippy::cast_precision_loss, reason = "between pixels and events")]
    fn x(&self, at: usize) -> f32 {
        let share = if self.len == 0 { 0.0 } else { at.min(self.len) as f32 / self.len as f32 };
        self.area.min.x + self.area.width() * share
    }
}

/// What a lane is drawn from, kept until the run or the width changes.
struct Drawn {
    id: LaneId,
    buckets: usize,
    /// How much happens in each bucket: a half is what happens on average. \[0 to 1]
    density: Vec<f32>,
    /// The events at which a rule was broken.
    faults: Vec<usize>,
}

/// The strip, and what it is drawn from.
#[derive(Default)]
pub(super) struct Strip {
    run: u64,
    /// When the faults of the bake arose.
    faults: Vec<Moment>,
    drawn: Vec<Drawn>,
}

impl Strip {
    pub(super) fn show(&mut self, ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
        let (_, area) = ui.allocate_space(vec2(ui.available_width(), HEIGHT));
        let lanes = lay_out(area, debugger);
        if lanes.is_empty() {
            let (text, colour) = (missing::bake(debugger), ui.visuals().weak_text_color());
            ui.painter().text(area.center(), Align2::CENTER_CENTER, text, FontId::proportional(12.0), colour);
        }
        self.prepare(&lanes, debugger);
        let pointers: Vec<Pos2> = lanes.iter().filter_map(|lane| self.lane(ui, lane, debugger)).collect();
        if let Some(pos) = pointers.first() {
            scrub(&lanes, *pos, debugger, commands);
        }
    }

    /// Computes what the lanes are drawn from, where that is not kept.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a width in pixels")]
    fn prepare(&mut self, lanes: &[Lane], debugger: &Debugger) {
        if self.run != debugger.run() {
            *self = Self { run: debugger.run(), ..Self::default() };
        }
        if self.drawn.is_empty() {
            self.faults = debugger.fault_moments();
        }
        for lane in lanes {
            // With fewer events a bucket, equal parts would not hold equally many.
            let buckets = ((lane.area.width() / 2.0) as usize).min(lane.len / 8).max(1);
            if self.drawn.iter().any(|it| it.id == lane.id && it.buckets == buckets) {
                continue;
            }
            self.drawn.retain(|it| it.id != lane.id);
            let Some(it) = debugger.lane_of(lane.id) else { continue };
            let of_bake = self.faults.iter().filter(|it| it.lane == lane.id).map(|it| it.at);
            let mut faults: Vec<usize> = it.faults().into_iter().chain(of_bake).collect();
            faults.sort_unstable();
            let drawn = Drawn { id: lane.id, buckets, density: it.density(buckets), faults };
            self.drawn.push(drawn);
        }
    }

    /// Shows a lane; where the pointer is, if it moves the cursor.
    fn lane(&self, ui: &Ui, lane: &Lane, debugger: &Debugger) -> Option<Pos2> {
        let name = lane.id.to_string();
        let response = ui.interact(lane.area, ui.scope_id().with(("lane", &*name)), Sense::click_and_drag());
        #[expect(clippy::cast_precision_loss, reason = "a number to be read out")]
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Slider, lane.len > 0, format!("stage {name}"));
            info.value = Some(lane.at as f64);
            info
        });
        let here = debugger.moment().lane == lane.id;
        let visuals = ui.visuals();
        let accent = theme::accent(ui);
        let painter = ui.painter_at(lane.area.expand2(vec2(4.0, 0.0)));
        draw_name(&painter, ui, lane, here);
        let bar = lane.bar();
        painter.rect_filled(bar, CornerRadius::same(2), visuals.widgets.inactive.bg_fill);
        let x = lane.x(lane.at);
        let done = Rect::from_min_max(bar.min, pos2(x, bar.max.y));
        painter.rect_filled(done, CornerRadius::same(2), accent.gamma_multiply(if here { 0.4 } else { 0.22 }));
        self.density(&painter, lane, accent, visuals.weak_text_color());
        self.markers(ui, &painter, lane, debugger);
        if here {
            let head = Rect::from_center_size(pos2(x, bar.center().y), vec2(3.0, bar.height() + 6.0));
            painter.rect_filled(head, CornerRadius::same(1), visuals.strong_text_color());
        }
        let pointer = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked());
        if let Some(pos) = response.hover_pos().filter(|_| !response.dragged()) {
            let moment = Moment::after(lane.id, position_at(lane, pos.x));
            let row = debugger.row(moment);
            let what = row.map_or_else(|| "nothing yet".to_owned(), |it| format!("{} {}", it.kind, it.brief));
            response.on_hover_text(format!("{moment}  {what}"));
        }
        pointer
    }

    /// How much happens where: ticks where each event has room, else a profile.
    #[expect(clippy::cast_precision_loss, reason = "between pixels and events")]
    fn density(&self, painter: &Painter, lane: &Lane, accent: Color32, faint: Color32) {
        let bar = lane.bar();
        if lane.len > 0 && bar.width() / lane.len as f32 >= 4.0 {
            for event in 1..lane.len {
                painter.vline(lane.x(event), bar.y_range(), (1.0, faint.gamma_multiply(0.35)));
            }
            return;
        }
        let Some(drawn) = self.drawn.iter().find(|it| it.id == lane.id) else { return };
        let width = bar.width() / drawn.buckets as f32;
        let reached = lane.x(lane.at);
        let mut mesh = egui::Mesh::default();
        for (index, &share) in drawn.density.iter().enumerate() {
            let x = bar.min.x + width * index as f32;
            let top = bar.max.y - (bar.height() - 2.0) * share;
            let colour = if x < reached { accent.gamma_multiply(0.55) } else { faint.gamma_multiply(0.35) };
            mesh.add_colored_rect(Rect::from_min_max(pos2(x, top), pos2(x + width, bar.max.y)), colour);
        }
        painter.add(Shape::mesh(mesh));
    }

    /// Breakpoints met above, bookmarks as flags, faults below.
    fn markers(&self, ui: &Ui, painter: &Painter, lane: &Lane, debugger: &Debugger) {
        let bar = lane.bar();
        let (alarm, accent) = (theme::alarm(ui), theme::accent(ui));
        let stop = theme::color(theme::style(ui, picture::Role::Apex).fill);
        let faults = self.drawn.iter().find(|it| it.id == lane.id).map_or(&[][..], |it| &it.faults);
        for x in columns(faults.iter().map(|&it| lane.x(it))) {
            painter.circle_filled(pos2(x, bar.max.y + 2.5), 2.5, alarm);
        }
        for index in 0..debugger.scenario().breakpoints.len() {
            let Some(hits) = debugger.hits(index) else { continue };
            let from = hits.moments.partition_point(|it| it.lane < lane.id);
            let to = hits.moments.partition_point(|it| it.lane <= lane.id);
            for x in columns(hits.moments[from..to].iter().map(|it| lane.x(it.at))) {
                icons::diamond(painter, pos2(x, bar.min.y + 0.5), 3.5, stop);
            }
        }
        for it in debugger.scenario().bookmarks.iter().filter(|it| it.lane == lane.id) {
            let x = lane.x(it.at);
            painter.vline(x, bar.y_range(), (1.5, accent));
            let flag = vec![pos2(x, bar.min.y - 5.0), pos2(x + 7.0, bar.min.y - 2.0), pos2(x, bar.min.y + 1.0)];
            painter.add(Shape::convex_polygon(flag, accent, egui::Stroke::NONE));
        }
    }
}

/// Places the lanes side by side. Widths grow with the number of events, but slowly, so that short stages can be hit.
#[expect(clippy::cast_precision_loss, reason = "widths in pixels")]
fn lay_out(area: Rect, debugger: &Debugger) -> Vec<Lane> {
    let lanes = debugger.lanes();
    let (gap, count) = (4.0, lanes.len() as f32);
    let room = area.width() - gap * (count - 1.0);
    let least = LEAST_LANE.min(room / count).max(0.0);
    let room = (room - least * count).max(0.0);
    let weight = |len: usize| ((len + 2) as f32).log2() + if len > 0 { 4.0 } else { 0.0 };
    let sum: f32 = lanes.iter().map(|it| weight(it.len())).sum();
    let mut x = area.min.x;
    let mut laid = Vec::new();
    for lane in lanes {
        let width = least + room * weight(lane.len()) / sum;
        let area = Rect::from_min_size(pos2(x, area.min.y), vec2(width, area.height()));
        // Stages before the cursor's are over, those behind it have not begun.
        let at = match lane.id().cmp(&debugger.moment().lane) {
            std::cmp::Ordering::Less => lane.len(),
            std::cmp::Ordering::Equal => lane.at(),
            std::cmp::Ordering::Greater => 0,
        };
        laid.push(Lane { id: lane.id(), len: lane.len(), at, area });
        x += width + gap;
    }
    laid
}

/// Moves the cursor to where the pointer is, whichever lane it began its drag in.
fn scrub(lanes: &[Lane], pos: Pos2, debugger: &Debugger, commands: &mut Commands) {
    let Some(lane) = lanes.iter().rfind(|it| it.area.min.x <= pos.x).or(lanes.first()) else { return };
    let target = Moment::after(lane.id, position_at(lane, pos.x));
    if target != debugger.moment() {
        commands.push(Request::Scrub(target));
    }
}

/// The position that a place on the screen stands for.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between pixels and events"
)]
fn position_at(lane: &Lane, x: f32) -> usize {
    let share = ((x - lane.area.min.x) / lane.area.width()).clamp(0.0, 1.0);
    (f64::from(share) * lane.len as f64).round() as usize
}

/// Ascending places, no two in the same pixel.
fn columns(places: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut kept: Vec<f32> = Vec::new();
    for x in places {
        if kept.last().is_none_or(|last| x - last >= 1.0) {
            kept.push(x);
        }
    }
    kept
}

/// Draws a lane's name, as far as it fits.
fn draw_name(painter: &Painter, ui: &Ui, lane: &Lane, here: bool) {
    let name = lane.id.to_string();
    let colour = if here { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
    let full = format!("{name}  {}", theme::grouped(lane.len));
    let font = FontId::proportional(11.5);
    let fits = |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), colour).size().x <= lane.area.width();
    // A part of a name could be taken for all of it, so it ends as if it went on.
    let part = format!("{}-", name.split('-').next().unwrap_or(&name));
    let shown = [full.as_str(), &*name, &part, &name[..3]].into_iter().find(|it| fits(it)).unwrap_or("");
    let at = pos2(lane.area.min.x + 1.0, lane.area.min.y + 8.0);
    painter.text(at, Align2::LEFT_CENTER, shown, font, colour);
}
