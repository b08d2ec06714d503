//! The bar at the top.

use egui::{Align, Button, Layout, MenuBar, RichText, Role, ScrollArea, Ui, WidgetInfo};

use super::{
    Navscope, Theme,
    actions::{ACTIONS, Action, Group},
    room,
};
use crate::{
    io::{self, BuiltIn, GALLERY},
    picture::palette::Mode,
};

impl Navscope {
    pub(super) fn menu(&mut self, ui: &mut Ui) {
        MenuBar::new().ui(ui, |ui| {
            if self.room.menus {
                self.menus(ui);
            } else {
                ui.menu_button("Menu", |ui| scrolled(ui, |ui| self.menus(ui)));
            }
            self.title(ui);
        });
    }

    fn menus(&mut self, ui: &mut Ui) {
        for group in Group::ALL {
            ui.menu_button(group.name(), |ui| {
                scrolled(ui, |ui| {
                    ui.set_min_width(room::at_most(232.0, ui.ctx().content_rect().width() - 48.0));
                    for action in ACTIONS.iter().filter(|it| it.group == group) {
                        self.menu_item(ui, action);
                        if action.name == "Open path …" {
                            self.recent_menu(ui);
                        }
                    }
                });
            });
            // The gallery stands before the help.
            if group == Group::Tools {
                self.gallery_menu(ui);
            }
        }
    }

    fn menu_item(&mut self, ui: &mut Ui, action: &Action) {
        if action.separated {
            ui.separator();
        }
        let ticked = action.is_on.is_some_and(|it| it(self));
        let mark = if ticked { "✔ " } else { "" };
        let button = Button::new(format!("{mark}{}", action.name)).shortcut_text(action.keys_text(ui));
        let response = ui.add_enabled((action.can)(self), button);
        response.widget_info(|| match action.is_on {
            Some(_) => WidgetInfo::selected(Role::CheckBox, true, ticked, action.name),
            None => WidgetInfo::labeled(Role::Button, (action.can)(self), action.name),
        });
        if response.clicked() {
            (action.run)(self, ui);
            ui.close();
        }
    }

    fn recent_menu(&mut self, ui: &mut Ui) {
        let mut chosen = None;
        ui.add_enabled_ui(!self.remembered.recent.is_empty(), |ui| {
            ui.menu_button("Open recent", |ui| {
                for recent in &self.remembered.recent {
                    let name = recent.path.file_name().map(|it| it.to_string_lossy()).unwrap_or_default();
                    if ui.button(name).on_hover_text(recent.path.display().to_string()).clicked() {
                        chosen = Some(recent.path.clone());
                    }
                }
                ui.separator();
                if ui.button("Forget these").clicked() {
                    self.remembered.recent.clear();
                }
            });
        });
        if let Some(path) = chosen {
            self.open_path(&path);
            ui.close();
        }
    }

    fn gallery_menu(&mut self, ui: &mut Ui) {
        ui.menu_button("Gallery", |ui| {
            ui.set_min_width(300.0);
            for &BuiltIn { name, about, .. } in GALLERY {
                let button = ui.add(Button::new(name).right_text(RichText::new(about).weak().small()));
                button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
                if button.clicked() {
                    self.open(io::built_in(name));
                    ui.close();
                }
            }
        });
    }

    /// The file's name in the middle, and the theme's switch on the right.
    fn title(&mut self, ui: &mut Ui) {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let dark = self.mode() == Mode::Dark;
            let (icon, label) =
                if dark { ("☀", "Change to the light theme") } else { ("🌙", "Change to the dark theme") };
            let button = ui.button(icon);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
            if button.on_hover_text(label).clicked() {
                self.remembered.theme = if dark { Theme::Light } else { Theme::Dark };
            }
            let scenario = self.debugger.scenario();
            let unsaved = if self.debugger.is_unsaved() { " •" } else { "" };
            let title = format!("{}{unsaved}", scenario.name);
            let hover = match (&scenario.path, unsaved) {
                (Some(path), "") => path.display().to_string(),
                (Some(path), _) => format!("{}\nIt has changes that are not saved.", path.display()),
                (None, "") => "This is built in; saving it asks where to.".to_owned(),
                (None, _) => "This is not saved anywhere yet.".to_owned(),
            };
            ui.with_layout(Layout::centered_and_justified(egui::Direction::LeftToRight), |ui| {
                ui.add(egui::Label::new(RichText::new(title).strong()).truncate()).on_hover_text(hover);
            });
        });
    }
}

/// A menu that scrolls where the window is lower than it is.
fn scrolled(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let most = (ui.ctx().content_rect().height() - 64.0).max(48.0);
    ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, add);
}
