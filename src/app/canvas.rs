//! The canvas: the picture at the cursor, to pan, zoom, hover and click.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use egui::{
    CursorIcon, Modifiers, PointerButton, Pos2, Rect, Response, RichText, Sense, Shape as EguiShape, Ui, WidgetInfo,
};

use super::{Navscope, camera::Camera, legend, paint, theme};
use crate::{
    debugger::Command,
    geometry::{Bounds, Point, triangle_contains},
    maze::to_i64,
    picture::{Mark, Role, Shape, Thing, palette},
    trace::StageName,
};

/// What the canvas remembers between frames.
#[derive(Default)]
pub(super) struct Canvas {
    /// Where the user put the camera; until then everything is fitted in.
    camera: Option<Camera>,
    /// What the last frame was drawn with.
    seen: Option<(Camera, Rect)>,
    cache: Option<Cache>,
    /// The end that is being dragged.
    dragged: Option<End>,
    /// What the pointer is over.
    pub(super) hover: Option<Hover>,
}

/// The state's picture, kept as long as nothing it depends on changes.
struct Cache {
    key: (u64, Camera, Rect, bool),
    marks: Vec<Mark>,
    shapes: Arc<Vec<EguiShape>>,
    roles: Vec<Role>,
    stage: StageName,
    /// When it was drawn, and how long that took. \[seconds of the interface's clock]
    drawn: f64,
    cost: Duration,
}

/// Pictures that take longer are not drawn anew at every step of a quick sequence, ...
const EXPENSIVE: Duration = Duration::from_millis(12);
/// ... but only this often. \[seconds]
const LAG: f64 = 0.15;

/// Start or goal.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Start,
    Goal,
}

/// What the pointer is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hover {
    pub(super) at: Point,
    pub(super) thing: Option<Thing>,
}

/// How near the pointer must be to take hold of something. \[points]
const REACH: f32 = 10.0;

impl Canvas {
    /// Shows everything.
    pub(super) fn fit(&mut self) {
        self.camera = None;
    }

    /// Zooms about the middle.
    pub(super) fn zoom(&mut self, factor: f64) {
        if let Some((mut camera, screen)) = self.seen {
            camera.zoom(factor, screen.center(), screen);
            self.camera = Some(camera);
        }
    }

    /// Brings something into view.
    pub(super) fn show(&mut self, area: Bounds) {
        if let Some((mut camera, screen)) = self.seen {
            camera.show(area, screen);
            self.camera = Some(camera);
        }
    }

    /// Puts something in the middle, so many times larger.
    pub(super) fn look_at(&mut self, area: Bounds, factor: f64) {
        if let Some((mut camera, screen)) = self.seen {
            camera.centre_on(area);
            camera.zoom(factor, screen.center(), screen);
            self.camera = Some(camera);
        }
    }

    /// The shape of what the pointer is over.
    fn hovered(&self) -> Option<Shape> {
        let thing = self.hover?.thing?;
        self.cache.as_ref()?.marks.iter().find(|it| it.of == Some(thing)).map(|it| it.shape.clone())
    }

    /// How many points of the screen a cell has.
    pub(super) fn scale(&self) -> Option<f64> {
        self.seen.map(|it| it.0.scale)
    }

    /// Where a place of the world is on the screen.
    pub(super) fn screen_from_world(&self, p: Point) -> Option<Pos2> {
        self.seen.map(|(camera, screen)| camera.screen_from_world(p, screen))
    }
}

impl Navscope {
    /// Where a place of the world is on the screen, once a frame was drawn.
    #[must_use]
    pub fn screen_from_world(&self, p: Point) -> Option<Pos2> {
        self.canvas.screen_from_world(p)
    }

    /// Makes the picture larger or smaller, about its middle.
    pub fn zoom(&mut self, factor: f64) {
        self.canvas.zoom(factor);
    }

    pub(super) fn canvas(&mut self, ui: &mut Ui) {
        let screen = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(screen, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, "canvas"));
        let mut room = screen;
        if self.remembered.legend {
            room.max.x = (room.max.x - legend::WIDTH - 12.0).max(room.center().x);
        }
        let whole = self.debugger.scenario().maze.bounds();
        let mut camera = self.canvas.camera.unwrap_or_else(|| Camera::fitting(whole, room, screen));
        if response.drag_started_by(PointerButton::Primary) {
            let origin = ui.input(|input| input.pointer.press_origin());
            let held = ui.input(|input| input.key_down(egui::Key::Space));
            self.canvas.dragged = origin.filter(|_| !held).and_then(|it| self.end_at(it, &camera, screen));
        }
        if self.move_camera(ui, &response, &mut camera, screen) {
            self.canvas.camera = Some(camera);
        }
        self.canvas.seen = Some((camera, screen));
        let mode = self.mode();
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, theme::color(palette::backdrop(mode)));
        self.refresh(ui, &camera, screen);
        if let Some(cache) = &self.canvas.cache {
            painter.extend(cache.shapes.iter().cloned());
        }
        let event = self.debugger.picture_of_event();
        painter.extend(paint::shapes(&event, &camera, screen, mode));
        self.point(ui, &response, &camera, screen);
        let hovered = self.canvas.hovered().map(|shape| Mark::new(Role::Hover, shape));
        painter.extend(paint::shapes(hovered.as_slice(), &camera, screen, mode));
        if self.remembered.legend {
            let base = self.canvas.cache.as_ref().map_or(&[][..], |it| &it.roles);
            legend::show(ui, screen, self.mode(), base, &event);
        }
        self.banner(ui, screen);
    }

    /// Pans and zooms; tells whether anything moved.
    fn move_camera(&self, ui: &Ui, response: &Response, camera: &mut Camera, screen: Rect) -> bool {
        let before = *camera;
        let space = ui.input(|input| input.key_down(egui::Key::Space));
        let plain = response.dragged_by(PointerButton::Primary) && (space || self.canvas.dragged.is_none());
        if plain || response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary) {
            camera.pan(response.drag_delta());
        }
        if let Some(at) = response.hover_pos() {
            let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            let factor = f64::from(wheel / 240.0).exp2() * f64::from(pinch);
            if (factor - 1.0).abs() > 1e-6 {
                camera.zoom(factor, at, screen);
            }
        }
        before != *camera
    }

    /// Draws the state anew if anything about it changed.
    fn refresh(&mut self, ui: &Ui, camera: &Camera, screen: Rect) {
        let key = (self.debugger.version(), *camera, screen, self.remembered.dark);
        let now = ui.input(|input| input.time);
        if let Some(cache) = &self.canvas.cache {
            let only_stepped = (cache.key.1, cache.key.2, cache.key.3) == (key.1, key.2, key.3);
            let rest = LAG - (now - cache.drawn);
            if cache.key == key {
                return;
            }
            // So many triangles are in view that one step more or less is not to be seen; what it changed is drawn above.
            if only_stepped && cache.cost > EXPENSIVE && rest > 0.0 && self.debugger.moment().stage == cache.stage {
                ui.request_repaint_after(Duration::from_secs_f64(rest));
                return;
            }
        }
        let begun = Instant::now();
        let stage = self.debugger.moment().stage;
        let marks = self.debugger.picture(&camera.shown(screen));
        let shapes = Arc::new(paint::shapes(&marks, camera, screen, self.mode()));
        let mut seen = [false; Role::ALL.len()];
        for mark in &marks {
            seen[mark.role as usize] = true;
        }
        let roles = Role::ALL.into_iter().filter(|role| seen[*role as usize]).collect();
        self.canvas.cache = Some(Cache { key, marks, shapes, roles, stage, drawn: now, cost: begun.elapsed() });
    }

    /// Hovers, clicks, and drags start and goal.
    fn point(&mut self, ui: &Ui, response: &Response, camera: &Camera, screen: Rect) {
        self.canvas.hover = response.hover_pos().map(|pos| {
            let at = camera.world_from_screen(pos, screen);
            let marks = self.canvas.cache.as_ref().map_or(&[][..], |it| &it.marks);
            Hover { at, thing: thing_at(marks, at, f64::from(REACH) / camera.scale) }
        });
        if let Some(pos) = response.hover_pos()
            && (self.canvas.dragged.or_else(|| self.end_at(pos, camera, screen)).is_some())
        {
            ui.set_cursor_icon(CursorIcon::Grab);
        }
        let at = response.interact_pointer_pos().map(|it| camera.world_from_screen(it, screen));
        let moved = response.dragged_by(PointerButton::Primary) && response.drag_delta() != egui::Vec2::ZERO;
        if let (Some(end), Some(at), true) = (self.canvas.dragged, at, moved) {
            self.command(end.set(at, camera));
        }
        if response.drag_stopped() {
            self.canvas.dragged = None;
        }
        if response.clicked()
            && let Some(at) = at
        {
            // What was held when the button went up; by the end of a slow frame it may be no more.
            let released = |event: &egui::Event| match *event {
                egui::Event::PointerButton { button: PointerButton::Primary, pressed: false, modifiers, .. } => {
                    Some(modifiers)
                }
                _ => None,
            };
            let modifiers = ui.input(|input| input.events.iter().rev().find_map(released).unwrap_or(input.modifiers));
            let end = match modifiers {
                it if it.matches_logically(Modifiers::SHIFT) => Some(End::Start),
                it if it.matches_logically(Modifiers::CTRL) || it.command => Some(End::Goal),
                _ => None,
            };
            if let Some(end) = end {
                self.command(end.set(at, camera));
            }
        }
    }

    /// Start or goal, if it is within reach of a place on the screen.
    fn end_at(&self, pos: Pos2, camera: &Camera, screen: Rect) -> Option<End> {
        let ends = [(End::Start, self.debugger.start()), (End::Goal, self.debugger.goal())];
        let near = |p: Option<Point>| p.is_some_and(|p| camera.screen_from_world(p, screen).distance(pos) <= REACH);
        ends.into_iter().find(|(_, p)| near(*p)).map(|it| it.0)
    }

    /// What the user should know, on top of the canvas.
    fn banner(&mut self, ui: &Ui, screen: Rect) {
        let said = self.notice.clone().or_else(|| self.debugger.trouble().map(str::to_owned));
        let Some(text) = said else { return };
        let dismissable = self.notice.is_some();
        let mut dismissed = false;
        egui::Area::new(egui::Id::unique("notice")).fixed_pos(screen.left_top() + egui::vec2(12.0, 12.0)).show(
            ui.ctx(),
            |ui| {
                egui::Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
                    ui.set_max_width((screen.width() - 60.0).clamp(120.0, 620.0));
                    ui.horizontal_top(|ui| {
                        ui.label(RichText::new("⚠").color(ui.visuals().error_fg_color));
                        ui.vertical(|ui| {
                            ui.label(text);
                            if dismissable {
                                dismissed = ui.button("Dismiss").clicked();
                            }
                        });
                    });
                });
            },
        );
        if dismissed {
            self.notice = None;
        }
    }
}

impl End {
    fn set(self, at: Point, camera: &Camera) -> Command {
        // As many decimals as the hand can aim at, but at least two: such places read well.
        let digits = 10f64.powf(camera.scale.log10().ceil().max(2.0));
        let at = Point::new((at.x * digits).round() / digits, (at.y * digits).round() / digits);
        match self {
            Self::Start => Command::SetStart(at),
            Self::Goal => Command::SetGoal(at),
        }
    }
}

/// The thing at a place: the nearest dot within reach, else the triangle there.
fn thing_at(marks: &[Mark], at: Point, reach: f64) -> Option<Thing> {
    let dots = marks.iter().filter_map(|it| match it.shape {
        Shape::Dot(p) if p.distance(at) <= reach / 2.0 => Some((p.distance(at), it.of?)),
        _ => None,
    });
    let nearest = dots.min_by(|a, b| a.0.total_cmp(&b.0)).map(|it| it.1);
    nearest.or_else(|| {
        marks.iter().rev().find_map(|it| match it.shape {
            Shape::Triangle { corners, .. } if triangle_contains(corners, at) => it.of,
            _ => None,
        })
    })
}

/// Which cell a place is in, and what that is, in words.
pub(super) fn describe(hover: Hover, maze: &crate::maze::Maze) -> String {
    let (column, row) = (to_i64(hover.at.x), to_i64(hover.at.y));
    let kind = if maze.is_wall(column, row) { "wall" } else { "floor" };
    let thing = match hover.thing {
        None => String::new(),
        Some(Thing::Vertex(id)) => format!(" · vertex {id}"),
        Some(Thing::Triangle(id)) => format!(" · triangle {id}"),
        Some(Thing::Portal(id)) => format!(" · portal {id}"),
        Some(Thing::Segment(id)) => format!(" · segment {id}"),
    };
    format!("({:.2}, {:.2})  cell ({column}, {row}) {kind}{thing}", hover.at.x, hover.at.y)
}
