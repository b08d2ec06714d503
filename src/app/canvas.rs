//! The canvas: the picture at the cursor, to pan, zoom, hover, click and paint.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use egui::{PointerButton, Pos2, Rect, Response, RichText, Sense, Shape as EguiShape, Ui, WidgetInfo};

use super::{
    Navscope,
    camera::{Camera, View},
    labels, legend, paint,
    pointer::{Held, Hover},
    theme,
};
use crate::{
    debugger::Track,
    geometry::{Bounds, Point},
    maze::to_i64,
    picture::{Mark, Role, Shape, palette},
    search::GridSearch,
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
    pub(super) held: Option<Held>,
    /// What the pointer is over.
    pub(super) hover: Option<Hover>,
    /// Where the menu was asked for.
    pub(super) asked: Option<Hover>,
    /// What is to be brought into view once there is a view.
    wanted: Option<Bounds>,
    /// Whether the step that is gone to is to be brought into view.
    follows: bool,
}

/// The state's picture, kept as long as nothing it depends on changes.
struct Cache {
    key: (u64, Camera, Rect, bool, u64),
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

    fn pan(&mut self, by: f32) {
        if let Some((mut camera, _)) = self.seen {
            camera.pan(egui::vec2(by, 0.0));
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

    /// Brings something into view in the next frame, large enough to make out.
    pub(super) fn bring_into_view(&mut self, area: Bounds) {
        self.wanted = Some(area);
    }

    /// Brings the step into view in the next frame.
    pub(super) fn follow(&mut self) {
        self.follows = true;
    }

    /// Puts something in the middle, so many times larger.
    pub(super) fn look_at(&mut self, area: Bounds, factor: f64) {
        if let Some((mut camera, screen)) = self.seen {
            camera.centre_on(area);
            camera.zoom(factor, screen.center(), screen);
            self.camera = Some(camera);
        }
    }

    /// How it is looked at, to be remembered; none if all is fitted in.
    pub(super) fn view(&self) -> Option<View> {
        self.camera.map(|it| it.view())
    }

    /// Looks at it as remembered.
    pub(super) fn set_view(&mut self, view: Option<View>) {
        self.camera = view.and_then(Camera::of);
    }

    /// The marks of the state, as last drawn.
    pub(super) fn marks(&self) -> &[Mark] {
        self.cache.as_ref().map_or(&[], |it| &it.marks)
    }

    /// The shape of what the pointer is over.
    fn hovered(&self) -> Option<Shape> {
        let thing = self.hover?.thing?;
        self.marks().iter().find(|it| it.of == Some(thing)).map(|it| it.shape.clone())
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

    /// Moves the picture to the right. \[points]
    pub fn pan(&mut self, by: f32) {
        self.canvas.pan(by);
    }

    /// Looks at what the last step changed from so many times nearer.
    pub fn zoom_to_step(&mut self, factor: f64) {
        if let Some(area) = self.debugger.event_bounds() {
            self.canvas.look_at(area, factor);
        }
    }

    /// Brings what the last step changed into view.
    pub(super) fn show_step(&mut self) {
        if let Some(area) = self.debugger.event_bounds() {
            self.canvas.show(area);
        }
    }

    /// Brings the selected thing into view.
    pub(super) fn show_selected(&mut self) {
        if let Some(area) = self.debugger.selected().and_then(|it| self.debugger.bounds_of(it)) {
            self.canvas.bring_into_view(area);
        }
    }

    pub(super) fn canvas(&mut self, ui: &mut Ui) {
        let screen = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(screen, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, "canvas"));
        let mut room = screen;
        room.max.x -= legend::room(self.remembered.legend, screen);
        let whole = self.debugger.scenario().maze.bounds();
        let mut camera = self.canvas.camera.unwrap_or_else(|| Camera::fitting(whole, room, screen));
        if let Some(area) = self.canvas.wanted.take() {
            camera.show_well(area, screen);
            self.canvas.camera = Some(camera);
        }
        if std::mem::take(&mut self.canvas.follows)
            && let Some(area) = self.debugger.event_bounds()
        {
            camera.show(area, screen);
            self.canvas.camera = self.canvas.camera.map(|_| camera);
        }
        self.take_hold(ui, &response, &camera, screen);
        if self.move_camera(ui, &response, &mut camera, screen) {
            self.canvas.camera = Some(camera);
        }
        self.canvas.seen = Some((camera, screen));
        let mode = self.mode();
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, theme::color(palette::backdrop(mode)));
        self.refresh(ui, &camera, screen);
        if let Some(cache) = &self.canvas.cache {
            let moved = (cache.key.1 != camera).then(|| camera.moved_from(&cache.key.1, screen));
            painter.extend(cache.shapes.iter().cloned().map(|mut it| {
                if let Some(by) = moved {
                    it.transform(by);
                }
                it
            }));
        }
        let mut above = self.compared_paths();
        above.extend(self.changed_paths());
        above.extend(self.debugger.picture_of_selected());
        above.extend(self.complaint().map(|it| self.debugger.picture_of_complaint(it)).unwrap_or_default());
        above.extend(self.debugger.picture_of_event());
        let shown: Vec<Role> = self.shown_roles(&above);
        above.retain(|it| !self.remembered.hidden.iter().any(|hidden| hidden == it.role.name()));
        painter.extend(paint::shapes(&above, &camera, screen, mode));
        self.point(ui, &response, &camera, screen);
        let hovered = self.canvas.hovered().map(|shape| Mark::new(Role::Hover, shape));
        painter.extend(paint::shapes(hovered.as_slice(), &camera, screen, mode));
        if let Some(at) = self.canvas.hover.map(|it| it.at) {
            painter.extend(paint::shapes(&self.preview(at), &camera, screen, mode));
        }
        if self.remembered.labels {
            let searched = self.debugger.query().and_then(|it| it.track::<GridSearch>());
            let searched = searched.filter(|_| self.stage() == StageName::Grid).map(Track::model);
            labels::show(ui, &self.debugger.scenario().maze, searched, self.canvas.marks(), &camera, screen);
        }
        let hidden = self.hidden_roles();
        match legend::show(ui, screen, mode, self.remembered.legend, &shown, &hidden) {
            Some(legend::Clicked::Title) => self.remembered.legend = !self.remembered.legend,
            Some(legend::Clicked::Layer(role)) => self.switch_layer(role),
            None => (),
        }
        self.hint(ui, screen);
        self.banner(ui, screen);
        self.show_toast(ui, screen);
    }

    /// What is missing for a path, below the picture.
    fn hint(&self, ui: &Ui, screen: Rect) {
        let Some(text) = self.missing_ends() else { return };
        let visuals = ui.visuals();
        let painter = ui.painter_at(screen);
        let width = (screen.width() - 48.0).max(60.0);
        let text = painter.layout(text.to_owned(), egui::FontId::proportional(13.0), visuals.text_color(), width);
        let size = text.size() + egui::vec2(24.0, 12.0);
        let area = Rect::from_center_size(egui::pos2(screen.center().x, screen.max.y - 12.0 - size.y / 2.0), size);
        painter.rect(area, 6.0, visuals.window_fill, visuals.window_stroke, egui::StrokeKind::Inside);
        painter.galley(area.min + egui::vec2(12.0, 6.0), text, visuals.text_color());
    }

    /// The roles that are on the canvas, hidden ones included.
    fn shown_roles(&self, above: &[Mark]) -> Vec<Role> {
        let mut roles = self.canvas.cache.as_ref().map_or_else(Vec::new, |it| it.roles.clone());
        roles.extend(above.iter().map(|it| it.role));
        roles
    }

    fn hidden_roles(&self) -> Vec<Role> {
        let is_hidden = |role: &Role| self.remembered.hidden.iter().any(|it| it == role.name());
        Role::ALL.into_iter().filter(is_hidden).collect()
    }

    /// Hides a layer, or shows it again.
    fn switch_layer(&mut self, role: Role) {
        let hidden = &mut self.remembered.hidden;
        match hidden.iter().position(|it| it == role.name()) {
            Some(index) => drop(hidden.remove(index)),
            None => hidden.push(role.name().to_owned()),
        }
    }

    /// Pans and zooms; tells whether anything moved.
    fn move_camera(&self, ui: &Ui, response: &Response, camera: &mut Camera, screen: Rect) -> bool {
        let before = *camera;
        let space = ui.input(|input| input.key_down(egui::Key::Space));
        let plain = response.dragged_by(PointerButton::Primary)
            && (space || (self.canvas.held.is_none() && !self.is_painting()));
        let secondary = response.dragged_by(PointerButton::Secondary) && !self.is_painting();
        if plain || secondary || response.dragged_by(PointerButton::Middle) {
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
        let hidden = self.hidden_roles();
        let layers = hidden.iter().fold(0u64, |bits, role| bits | 1 << (*role as u64));
        let key = (self.debugger.version(), *camera, screen, self.mode() == palette::Mode::Dark, layers);
        let now = ui.input(|input| input.time);
        if let Some(cache) = &self.canvas.cache {
            let only_moved = (cache.key.2, cache.key.3, cache.key.4) == (key.2, key.3, key.4);
            let rest = LAG - (now - cache.drawn);
            if cache.key == key {
                return;
            }
            // So many triangles are in view that one step more or less is not to be seen; what it changed is drawn above. A
            // picture that is panned or zoomed is moved as it is, until it is drawn anew.
            if only_moved && cache.cost > EXPENSIVE && rest > 0.0 && self.stage() == cache.stage {
                ui.request_repaint_after(Duration::from_secs_f64(rest));
                return;
            }
        }
        let begun = Instant::now();
        let stage = self.stage();
        let mut marks = self.debugger.picture(&camera.shown(screen));
        let mut seen = [false; Role::ALL.len()];
        for mark in &marks {
            seen[mark.role as usize] = true;
        }
        marks.retain(|it| !hidden.contains(&it.role));
        let shapes = Arc::new(paint::shapes(&marks, camera, screen, self.mode()));
        let roles = Role::ALL.into_iter().filter(|role| seen[*role as usize]).collect();
        self.canvas.cache = Some(Cache { key, marks, shapes, roles, stage, drawn: now, cost: begun.elapsed() });
    }

    /// What the user should know, on top of the canvas.
    fn banner(&mut self, ui: &Ui, screen: Rect) {
        let said = self.debugger.said().or(self.debugger.trouble()).map(str::to_owned);
        let said = self.notice.clone().or(said);
        let Some(text) = said else { return };
        let dismissable = self.notice.is_some();
        let mut dismissed = false;
        egui::Area::new(egui::Id::unique("notice")).fixed_pos(screen.left_top() + egui::vec2(12.0, 12.0)).show(
            ui.ctx(),
            |ui| {
                egui::Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
                    ui.set_max_width((screen.width() - 60.0).clamp(60.0, 620.0));
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

/// Which cell a place is in, and what that is, in words.
pub(super) fn describe(hover: Hover, maze: &crate::maze::Maze) -> String {
    let (column, row) = (to_i64(hover.at.x), to_i64(hover.at.y));
    let place = match (maze.index_of(column, row), maze.is_wall(column, row)) {
        (None, _) => "outside the maze".to_owned(),
        (_, true) => format!("cell ({column}, {row}) wall"),
        (_, false) => format!("cell ({column}, {row}) floor"),
    };
    let thing = hover.thing.map_or_else(String::new, |it| format!(" · {it}"));
    format!("({:.2}, {:.2})  {place}{thing}", hover.at.x, hover.at.y)
}
