//! The canvas: the picture at the cursor, to pan, zoom, hover, click and paint.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use egui::{FontId, PointerButton, Pos2, Rect, Response, Sense, Shape as EguiShape, Ui, WidgetInfo};

use super::{
    camera::{Camera, Projection, View},
    commands::Commands,
    labels,
    legend::Legend,
    missing, paint,
    pointer::{Hover, Pointer},
    theme,
    tools::Tools,
};
use crate::{
    debugger::{Debugger, Track},
    geometry::{Bounds, Point},
    maze::{Cell, Maze, to_i64},
    picture::{
        Mark, Role, Shape, draw_storey,
        palette::{self, Mode},
    },
    search::GridSearch,
    trace::StageName,
};

/// The canvas, and how it is looked at.
#[derive(Default)]
pub(super) struct Canvas {
    /// Where the user put the camera; until then everything is fitted in.
    camera: Option<Camera>,
    /// What the last frame was drawn with.
    seen: Option<Projection>,
    cache: Option<Cache>,
    pointer: Pointer,
    pub(super) legend: Legend,
    /// Whether ids and coordinates are shown.
    pub(super) labels: bool,
    /// What is to be brought into view once there is a view.
    wanted: Option<Bounds>,
    /// Whether the last step is to be brought into view.
    follows: bool,
}

/// What the picture of the state depends on.
#[derive(PartialEq)]
struct Key {
    version: u64,
    camera: Camera,
    /// The rest: the part of the screen, the colours and the hidden layers. When these change, the picture is drawn anew at once.
    look: (Rect, Mode, Vec<Role>),
}

/// The picture of the state, kept as long as nothing it depends on changes.
struct Cache {
    key: Key,
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
    /// Forgets how the maze is looked at, but not what of it is shown.
    pub(super) fn reset(&mut self) {
        *self = Self { legend: std::mem::take(&mut self.legend), labels: self.labels, ..Self::default() };
    }

    /// Shows everything.
    pub(super) fn fit(&mut self) {
        self.camera = None;
    }

    /// Moves the camera, once there is a view.
    fn aim(&mut self, by: impl FnOnce(&mut Camera, Rect)) {
        if let Some(Projection { mut camera, screen }) = self.seen {
            by(&mut camera, screen);
            self.camera = Some(camera);
        }
    }

    /// Zooms about the middle.
    pub(super) fn zoom(&mut self, factor: f64) {
        self.aim(|camera, screen| camera.zoom(factor, screen.center(), screen));
    }

    /// Moves the picture to the right. \[points]
    pub(super) fn pan(&mut self, by: f32) {
        self.aim(|camera, _| camera.pan(egui::vec2(by, 0.0)));
    }

    /// Brings something into view.
    pub(super) fn bring_near(&mut self, area: Bounds) {
        self.aim(|camera, screen| camera.show(area, screen));
    }

    /// Puts something in the middle, so many times larger.
    pub(super) fn look_at(&mut self, area: Bounds, factor: f64) {
        self.aim(|camera, screen| {
            camera.centre_on(area);
            camera.zoom(factor, screen.center(), screen);
        });
    }

    /// Brings something into view in the next frame, large enough to make out.
    pub(super) fn bring_into_view(&mut self, area: Bounds) {
        self.wanted = Some(area);
    }

    /// Brings the step into view in the next frame.
    pub(super) fn follow(&mut self) {
        self.follows = true;
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
    fn marks(&self) -> &[Mark] {
        self.cache.as_ref().map_or(&[], |it| &it.marks)
    }

    /// What the pointer is over.
    pub(super) fn hover(&self) -> Option<Hover> {
        self.pointer.hover
    }

    /// How many points of the screen a cell has.
    pub(super) fn scale(&self) -> Option<f64> {
        self.seen.map(|it| it.scale())
    }

    /// Where a place of the world is on the screen.
    pub(super) fn screen_from_world(&self, p: Point) -> Option<Pos2> {
        self.seen.map(|it| it.screen_from_world(p))
    }

    /// Shows the state with more marks above it; where it is on the screen.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        tools: &mut Tools,
        above: Vec<Mark>,
        debugger: &Debugger,
        commands: &mut Commands,
    ) -> Rect {
        let screen = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(screen, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, "canvas"));
        let view = Projection { camera: self.move_camera(&response, screen, tools.is_painting(), debugger), screen };
        self.seen = Some(view);
        let mode = theme::mode(ui);
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, theme::color(palette::backdrop(mode)));
        self.draw_state(ui, &view, debugger);
        let shown = self.draw_above(ui, &view, above);
        self.pointer.work(&response, &view, self.cache.as_ref().map_or(&[], |it| &it.marks), tools, debugger, commands);
        let hovered = self.hovered().map(|shape| Mark::new(Role::Hover, shape));
        painter.extend(paint::shapes(hovered.as_slice(), &view, mode));
        let maze = &debugger.scenario().maze;
        if tools.storey > 0 && tools.storey < maze.storeys() {
            let mut storey = Vec::new();
            draw_storey(maze, tools.storey, &view.camera.shown(screen), &mut storey);
            painter.extend(paint::shapes(&storey, &view, mode));
        }
        if let Some(Hover { at, .. }) = self.pointer.hover {
            painter.extend(paint::shapes(&tools.preview(at, maze), &view, mode));
        }
        if self.labels {
            let searched = debugger.query().and_then(|it| it.track::<GridSearch>());
            let searched = searched.filter(|_| debugger.moment().stage() == StageName::Grid).map(Track::model);
            labels::show(ui, maze, searched, self.marks(), &view);
        }
        self.legend.show(ui, screen, &shown);
        if let Some(text) = missing::ends(debugger) {
            hint(ui, screen, text);
        }
        screen
    }

    /// Where the camera is in this frame.
    fn move_camera(&mut self, response: &Response, screen: Rect, is_painting: bool, debugger: &Debugger) -> Camera {
        let mut room = screen;
        room.max.x -= self.legend.room(screen);
        let whole = debugger.scenario().maze.bounds();
        let mut camera = self.camera.unwrap_or_else(|| Camera::fitting(whole, room, screen));
        if let Some(area) = self.wanted.take() {
            camera.show_well(area, screen);
            self.camera = Some(camera);
        }
        if std::mem::take(&mut self.follows)
            && let Some(area) = debugger.event_bounds()
        {
            camera.show(area, screen);
            self.camera = self.camera.map(|_| camera);
        }
        if !is_painting {
            self.pointer.take_hold(response, &Projection { camera, screen }, debugger);
        }
        let before = camera;
        self.pan_and_zoom(response, screen, is_painting, &mut camera);
        if before != camera {
            self.camera = Some(camera);
        }
        camera
    }

    /// Moves the camera as the pointer says.
    fn pan_and_zoom(&self, response: &Response, screen: Rect, is_painting: bool, camera: &mut Camera) {
        let input =
            response.ctx.input(|it| (it.key_down(egui::Key::Space), it.smooth_scroll_delta().y, it.zoom_delta()));
        let (space, wheel, pinch) = input;
        let plain = response.dragged_by(PointerButton::Primary) && (space || (!self.pointer.holds() && !is_painting));
        let secondary = response.dragged_by(PointerButton::Secondary) && !is_painting;
        if plain || secondary || response.dragged_by(PointerButton::Middle) {
            camera.pan(response.drag_delta());
        }
        if let Some(at) = response.hover_pos() {
            let factor = f64::from(wheel / 240.0).exp2() * f64::from(pinch);
            if (factor - 1.0).abs() > 1e-6 {
                camera.zoom(factor, at, screen);
            }
        }
    }

    /// Draws the state. A picture that was made with another camera is moved.
    fn draw_state(&mut self, ui: &Ui, view: &Projection, debugger: &Debugger) {
        self.refresh(ui, view, debugger);
        let Some(cache) = &self.cache else { return };
        let drawn = &cache.key.camera;
        let moved = (*drawn != view.camera).then(|| view.camera.moved_from(drawn, view.screen));
        ui.painter_at(view.screen).extend(cache.shapes.iter().cloned().map(|mut it| {
            if let Some(by) = moved {
                it.transform(by);
            }
            it
        }));
    }

    /// Makes the picture of the state anew if anything that it depends on has changed.
    fn refresh(&mut self, ui: &Ui, view: &Projection, debugger: &Debugger) {
        let mode = theme::mode(ui);
        let mut hidden = self.legend.hidden.clone();
        hidden.sort_unstable_by_key(|it| *it as usize);
        let look = (view.screen, mode, hidden);
        let key = Key { version: debugger.version(), camera: view.camera, look };
        let now = ui.input(|input| input.time);
        let stage = debugger.moment().stage();
        if let Some(cache) = &self.cache {
            if cache.key == key {
                return;
            }
            // With so many triangles in view, a picture that is one step old looks the same; what the step changed is drawn above
            // it. While the camera moves, the old picture is moved with it.
            let rest = LAG - (now - cache.drawn);
            if cache.key.look == key.look && cache.cost > EXPENSIVE && rest > 0.0 && stage == cache.stage {
                ui.request_repaint_after(Duration::from_secs_f64(rest));
                return;
            }
        }
        let begun = Instant::now();
        let mut marks = debugger.picture(&view.camera.shown(view.screen));
        let mut seen = [false; Role::ALL.len()];
        for mark in &marks {
            seen[mark.role as usize] = true;
        }
        marks.retain(|it| !self.legend.hidden.contains(&it.role));
        let shapes = Arc::new(paint::shapes(&marks, view, mode));
        let roles = Role::ALL.into_iter().filter(|role| seen[*role as usize]).collect();
        self.cache = Some(Cache { key, marks, shapes, roles, stage, drawn: now, cost: begun.elapsed() });
    }

    /// Draws marks above the state; all roles that are on the canvas, hidden ones included.
    fn draw_above(&self, ui: &Ui, view: &Projection, mut above: Vec<Mark>) -> Vec<Role> {
        let mut roles = self.cache.as_ref().map_or_else(Vec::new, |it| it.roles.clone());
        roles.extend(above.iter().map(|it| it.role));
        above.retain(|it| !self.legend.hidden.contains(&it.role));
        ui.painter_at(view.screen).extend(paint::shapes(&above, view, theme::mode(ui)));
        roles
    }

    /// The shape of what the pointer is over.
    fn hovered(&self) -> Option<Shape> {
        let thing = self.pointer.hover?.thing?;
        self.marks().iter().find(|it| it.of == Some(thing)).map(|it| it.shape.clone())
    }
}

/// Shows what is missing for a path, below the picture.
fn hint(ui: &Ui, screen: Rect, text: &str) {
    let visuals = ui.visuals();
    let painter = ui.painter_at(screen);
    let width = (screen.width() - 48.0).max(60.0);
    let text = painter.layout(text.to_owned(), FontId::proportional(13.0), visuals.text_color(), width);
    let size = text.size() + egui::vec2(24.0, 12.0);
    let area = Rect::from_center_size(egui::pos2(screen.center().x, screen.max.y - 12.0 - size.y / 2.0), size);
    painter.rect(area, 6.0, visuals.window_fill, visuals.window_stroke, egui::StrokeKind::Inside);
    painter.galley(area.min + egui::vec2(12.0, 6.0), text, visuals.text_color());
}

/// Which cell a place is in, and what that is, in words.
pub(super) fn describe(hover: Hover, maze: &Maze) -> String {
    let thing = hover.thing.map_or_else(String::new, |it| format!(" · {it}"));
    if !maze.has_cells() {
        return format!("({:.2}, {:.2}){thing}", hover.at.x, hover.at.y);
    }
    let (column, row) = (to_i64(hover.at.x), to_i64(hover.at.y));
    let told = |storey: usize| maze.cell_of(storey, column, row).map(told);
    // Of floors above each other, each where there is something.
    let cells: Option<Vec<String>> = (0..maze.storeys()).map(told).collect();
    let place = match cells {
        None => "outside the maze".to_owned(),
        Some(cells) => {
            let above = cells[1..].iter().zip(2..).filter(|it| it.0 != Cell::Hole.text());
            let above = above.map(|(cell, storey)| format!("floor {storey}: {cell}"));
            let all: Vec<String> = [cells[0].clone()].into_iter().chain(above).collect();
            format!("cell ({column}, {row}) {}", all.join(", "))
        }
    };
    format!("({:.2}, {:.2})  {place}{thing}", hover.at.x, hover.at.y)
}

/// What a cell is, and how high.
fn told(cell: Cell) -> String {
    match cell {
        Cell::Raised(steps) => format!("{}, {steps} steps", cell.text()),
        _ => cell.text().to_owned(),
    }
}
