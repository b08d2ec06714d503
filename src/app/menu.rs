//! The bar at the top.

use egui::{Align, Button, Layout, MenuBar, RichText, Role, ScrollArea, Ui, WidgetInfo};

use super::{
    Theme,
    actions::{Group, Offer},
    commands::{Commands, Request},
    recent::Recent,
    room, theme,
};
use crate::{
    debugger::Debugger,
    io::{BuiltIn, GALLERY},
    picture::palette::Mode,
};

/// Shows the bar; each menu in it has a name where there is room for that.
pub(super) fn show(
    ui: &mut Ui,
    is_wide: bool,
    offers: &[Offer],
    recent: &mut Vec<Recent>,
    debugger: &Debugger,
    commands: &mut Commands,
) {
    MenuBar::new().ui(ui, |ui| {
        if is_wide {
            menus(ui, offers, recent, commands);
        } else {
            ui.menu_button("Menu", |ui| scrolled(ui, |ui| menus(ui, offers, recent, commands)));
        }
        title(ui, debugger, commands);
    });
}

fn menus(ui: &mut Ui, offers: &[Offer], recent: &mut Vec<Recent>, commands: &mut Commands) {
    for group in Group::ALL {
        ui.menu_button(group.name(), |ui| {
            scrolled(ui, |ui| {
                ui.set_min_width(room::at_most(232.0, ui.ctx().content_rect().width() - 48.0));
                for offer in offers.iter().filter(|it| it.action.group == group) {
                    item(ui, offer, commands);
                    if offer.action.name == "Open path …" {
                        recent_menu(ui, recent, commands);
                    }
                }
            });
        });
        // The gallery stands before the help.
        if group == Group::Tools {
            gallery_menu(ui, commands);
        }
    }
}

fn item(ui: &mut Ui, &Offer { action, can, on }: &Offer, commands: &mut Commands) {
    if action.separated {
        ui.separator();
    }
    let mark = if on == Some(true) { "✔ " } else { "" };
    let button = Button::new(format!("{mark}{}", action.name)).shortcut_text(action.keys_text(ui));
    let response = ui.add_enabled(can, button);
    response.widget_info(|| match on {
        Some(ticked) => WidgetInfo::selected(Role::CheckBox, true, ticked, action.name),
        None => WidgetInfo::labeled(Role::Button, can, action.name),
    });
    if response.clicked() {
        commands.push(Request::Act(action));
        ui.close();
    }
}

fn recent_menu(ui: &mut Ui, recent: &mut Vec<Recent>, commands: &mut Commands) {
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        let menu = ui.menu_button("Open recent", |ui| {
            let mut chosen = false;
            for Recent { path, .. } in recent.iter() {
                let name = path.file_name().map(|it| it.to_string_lossy()).unwrap_or_default();
                if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                    commands.push(Request::OpenPath(path.clone()));
                    chosen = true;
                }
            }
            ui.separator();
            if ui.button("Forget these").clicked() {
                recent.clear();
            }
            chosen
        });
        if menu.inner == Some(true) {
            ui.close();
        }
    });
}

fn gallery_menu(ui: &mut Ui, commands: &mut Commands) {
    ui.menu_button("Gallery", |ui| {
        ui.set_min_width(300.0);
        for &BuiltIn { name, about, .. } in GALLERY {
            let button = ui.add(Button::new(name).right_text(RichText::new(about).weak().small()));
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
            if button.clicked() {
                commands.push(Request::OpenBuiltIn(name));
                ui.close();
            }
        }
    });
}

/// The file's name in the middle, and the theme's switch on the right.
fn title(ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let (icon, label, other) = match theme::mode(ui) {
            Mode::Dark => ("☀", "Change to the light theme", Theme::Light),
            Mode::Light => ("🌙", "Change to the dark theme", Theme::Dark),
        };
        let button = ui.button(icon);
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
        if button.on_hover_text(label).clicked() {
            commands.push(Request::UseTheme(other));
        }
        let scenario = debugger.scenario();
        let unsaved = if debugger.is_unsaved() { " •" } else { "" };
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

/// A menu that scrolls where the window is lower than it is.
fn scrolled(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let most = (ui.ctx().content_rect().height() - 64.0).max(48.0);
    ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, add);
}
