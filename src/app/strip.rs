//! The strip of tools on the left: the tools, what they paint, and on which floor.

use egui::{
    Align2, DragValue, FontId, Grid, Popup, PopupCloseBehavior, Rect, Response, Role, ScrollArea, Sense, Ui,
    WidgetInfo, scroll_area::ScrollBarVisibility, vec2,
};

use super::{
    actions::ACTIONS,
    commands::Commands,
    icons, theme,
    tools::{Tool, Tools},
};
use crate::{
    debugger::{Command, StoreyEdit},
    maze::{Cell, CellHeights, Maze},
};

/// Where there is less room than this, buttons are lower. \[points]
const LOW: f32 = 640.0;

/// How large a button of the strip is. \[points]
fn button_size(ui: &Ui) -> egui::Vec2 {
    vec2(28.0, ui.spacing().interact_size.y)
}

impl Tools {
    /// Shows the strip of tools.
    pub(super) fn show(&mut self, ui: &mut Ui, maze: &Maze, commands: &mut Commands) {
        let is_low = ui.available_height() < LOW;
        let spacing = ui.spacing_mut();
        (spacing.item_spacing.y, spacing.interact_size.y) = if is_low { (2.0, 24.0) } else { (4.0, 28.0) };
        ui.add_space(8.0);
        let all = ScrollArea::vertical().id_salt("tools").scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        all.show(ui, |ui| self.all_tools(ui, maze, commands));
    }

    fn all_tools(&mut self, ui: &mut Ui, maze: &Maze, commands: &mut Commands) {
        for tool in Tool::ALL {
            let chosen = self.tool == tool;
            let (name, more) = tool.names();
            let keys = ACTIONS.iter().find(|it| it.name == name).map(|it| it.keys_text(ui));
            let (area, response) = ui.allocate_exact_size(button_size(ui), Sense::click());
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, name));
            rail_button(ui, area, &response, chosen);
            icons::tool(&ui.painter_at(area), area, tool, theme::mode(ui), ui.visuals().text_color());
            let help = format!("{name}  ({})\n{more}", keys.unwrap_or_default());
            if response.on_hover_text(help).clicked() {
                self.take(tool);
            }
            if tool == Tool::Select {
                ui.add_space(4.0);
                ui.separator();
            }
        }
        ui.separator();
        self.material_button(ui);
        self.size_button(ui);
        self.height_button(ui);
        self.storey_button(ui, maze, commands);
    }

    /// What lines, rectangles and fills paint.
    fn material_button(&mut self, ui: &mut Ui) {
        let name = match self.material {
            Cell::Wall => "paints walls".to_owned(),
            cell => format!("paints {}", cell.text()),
        };
        let (area, response) = ui.allocate_exact_size(button_size(ui), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        rail_button(ui, area, &response, false);
        let line = ui.visuals().weak_text_color();
        icons::material(&ui.painter_at(area), area, self.material, theme::mode(ui), line);
        let help = "What lines, rectangles and fills are of; the right button takes floor, or walls for floor.\nClick to swap  (X)";
        if response.on_hover_text(help).clicked() {
            self.swap();
        }
    }

    fn size_button(&mut self, ui: &mut Ui) {
        let size = self.size;
        let response = number_button(ui, &format!("brush size {size}"), &format!("{size}"), self.tool.has_size());
        let response = response.on_hover_text("How wide the brush is, in cells  ([ and ])\nClick for the next size");
        if response.clicked() {
            self.size = if size >= 8 { 1 } else { size + 1 };
        }
    }

    fn height_button(&mut self, ui: &mut Ui) {
        let height = self.height;
        let response =
            number_button(ui, &format!("ground {height} steps high"), &format!("+{height}"), self.tool == Tool::Height);
        if response.on_hover_text("How high ground is that is painted, in steps\nClick for the next height").clicked() {
            self.raise(if height == Cell::MOST_STEPS { 1 - i8::try_from(height).unwrap_or(0) } else { 1 });
        }
    }

    /// The floors above each other: which one is painted, and a menu to add, lift and remove them.
    fn storey_button(&mut self, ui: &mut Ui, maze: &Maze, commands: &mut Commands) {
        self.storey = self.storey.min(maze.storeys() - 1);
        let (now, all) = (self.storey + 1, maze.storeys());
        let response = number_button(ui, &format!("floor {now} of {all}"), &format!("{now}/{all}"), all > 1);
        let response = response.on_hover_text("Floors above each other: which one is painted");
        Popup::menu(&response).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
            ui.set_min_width(220.0);
            if !maze.has_cells() {
                ui.label("Level geometry has no floors that could be painted.");
                return;
            }
            self.storeys(ui, maze, commands);
        });
    }

    fn storeys(&mut self, ui: &mut Ui, maze: &Maze, commands: &mut Commands) {
        Grid::new("floors").num_columns(3).spacing([12.0, 6.0]).show(ui, |ui| {
            // The highest on top, as they lie.
            for storey in (0..maze.storeys()).rev() {
                let name = format!("Floor {}", storey + 1);
                if ui.radio(self.storey == storey, &name).clicked() {
                    self.storey = storey;
                }
                let mut height = maze.storey_height(storey);
                let drag = DragValue::new(&mut height).speed(0.05).range(-1000.0..=1000.0).max_decimals(3);
                let response = ui.add(drag).on_hover_text("How high its ground lies, in world units");
                response.widget_info(|| {
                    WidgetInfo::labeled(Role::SpinButton, true, format!("height of floor {}", storey + 1))
                });
                if response.changed() {
                    commands.push(Command::Storey(StoreyEdit::Lift { storey, height }));
                }
                if response.drag_stopped() || response.lost_focus() {
                    commands.push(Command::Release);
                }
                if storey > 0 && ui.button("Remove").on_hover_text(format!("Remove floor {}", storey + 1)).clicked() {
                    commands.push(Command::Storey(StoreyEdit::Remove(storey)));
                }
                ui.end_row();
            }
        });
        ui.separator();
        if ui.button("Add a floor above").clicked() {
            self.add_storey(maze, commands);
        }
    }

    /// Adds a floor as high above the highest as walls usually are, and paints that from here on.
    pub(super) fn add_storey(&mut self, maze: &Maze, commands: &mut Commands) {
        let height = maze.storey_height(maze.storeys() - 1) + CellHeights::default().wall;
        commands.push(Command::Storey(StoreyEdit::Add(height)));
        self.storey = maze.storeys();
    }
}

/// A button with a number on it.
fn number_button(ui: &mut Ui, name: &str, text: &str, matters: bool) -> Response {
    let (area, response) = ui.allocate_exact_size(button_size(ui), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    rail_button(ui, area, &response, false);
    let colour = if matters { ui.visuals().text_color() } else { ui.visuals().weak_text_color() };
    ui.painter().text(area.center(), Align2::CENTER_CENTER, text, FontId::monospace(12.0), colour);
    response
}

/// The background of a button of the strip.
fn rail_button(ui: &Ui, area: Rect, response: &Response, chosen: bool) {
    let visuals = ui.style().interact_selectable(response, chosen);
    if chosen || response.hovered() || response.has_focus() {
        ui.painter().rect(area, 4.0, visuals.bg_fill, visuals.bg_stroke, egui::StrokeKind::Inside);
    }
}
