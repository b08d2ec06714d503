//! The palette: everything that can be done, found by typing a part of its name.

use egui::{Align, Area, Frame, Id, Key, Order, RichText, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, vec2};

use super::{
    actions::{Group, Offer},
    commands::{Commands, Request},
    recent::Recent,
    room,
};
use crate::{
    debugger::{Command, Debugger},
    io::{BuiltIn, GALLERY, PRESETS, SETTINGS, Value},
    trace::{Moment, Rule},
};

/// The palette.
#[derive(Default)]
pub(super) struct Launcher {
    open: bool,
    typed: String,
    chosen: usize,
    /// Whether it was shown in an earlier frame. In its first frame, the click that opened it must not close it.
    shown: bool,
}

impl Launcher {
    pub(super) fn toggle(&mut self) {
        *self = Self { open: !self.open, ..Self::default() };
    }

    /// Opens it with something typed already.
    pub(super) fn open_with(&mut self, typed: &str) {
        *self = Self { open: true, typed: typed.to_owned(), ..Self::default() };
    }

    pub(super) fn is_open(&self) -> bool {
        self.open
    }
}

/// A line of the palette.
struct Entry {
    name: String,
    group: &'static str,
    keys: String,
    can: bool,
    what: What,
}

impl Entry {
    fn new(name: String, group: &'static str, what: impl Into<Request>) -> Self {
        Self { name, group, keys: String::new(), can: true, what: What::Do(what.into()) }
    }
}

/// What a line does.
enum What {
    Do(Request),
    /// Puts a text into the field: a setting to which the user adds the value.
    Begin(String),
}

/// How well `typed` fits `name`: less is better; none if it does not. Each word must be there, or all letters in order.
fn fit(typed: &str, name: &str) -> Option<usize> {
    let words: Option<Vec<usize>> = typed.split_whitespace().map(|it| fit_word(it, name)).collect();
    words.map_or_else(|| fit_letters(typed, name), |it| Some(it.into_iter().sum()))
}

/// How well a word fits: best at the beginning of one.
fn fit_word(typed: &str, name: &str) -> Option<usize> {
    let (typed, name) = (typed.to_lowercase(), name.to_lowercase());
    let at = name.find(&typed)?;
    let begins_word = at == 0 || !name[..at].ends_with(char::is_alphanumeric);
    Some(if begins_word { at } else { 100 + at })
}

/// How many letters lie between those typed, if all are there in order.
fn fit_letters(typed: &str, name: &str) -> Option<usize> {
    let (typed, name) = (typed.to_lowercase(), name.to_lowercase());
    let mut rest = name.chars();
    let mut skipped = 1000;
    for letter in typed.chars().filter(|it| !it.is_whitespace()) {
        skipped += rest.by_ref().position(|it| it == letter)?;
    }
    Some(skipped)
}

/// All lines there are.
fn entries(ui: &Ui, offers: &[Offer], recent: &[Recent], debugger: &Debugger) -> Vec<Entry> {
    let actions = offers.iter().map(|&Offer { action, can, .. }| Entry {
        name: action.name.to_owned(),
        group: action.group.name(),
        keys: action.keys_text(ui),
        can,
        what: What::Do(Request::Act(action)),
    });
    let clicks = debugger.scenario().clicks.iter().enumerate();
    let clicks =
        clicks.map(|(index, it)| Entry::new(format!("Use click “{}”", it.name), "Clicks", Command::UseClick(index)));
    let rules = Rule::ALL.map(|it| {
        let command = Command::AddBreakpoint(format!("broken:{}", it.name()));
        Entry::new(format!("Break when {}", it.text()), "Breakpoints", command)
    });
    let presets = PRESETS
        .iter()
        .map(|&(name, _)| Entry::new(format!("Use preset {name}"), "Settings", Command::Preset(name.to_owned())));
    let settings = SETTINGS.iter().map(|it| Entry {
        name: format!("Set {}: {} now", it.path, it.get(debugger.settings())),
        group: "Settings",
        keys: String::new(),
        can: true,
        what: What::Begin(format!("{} = ", it.path)),
    });
    let gallery = GALLERY.iter().map(|&BuiltIn { name, about, .. }| {
        Entry::new(format!("Open {name}: {about}"), "Gallery", Request::OpenBuiltIn(name))
    });
    let recent = recent.iter().map(|it| {
        let name = it.path.file_name().map(|it| it.to_string_lossy()).unwrap_or_default();
        Entry::new(format!("Open {name}"), "Recent", Request::OpenPath(it.path.clone()))
    });
    actions.chain(clicks).chain(rules).chain(presets).chain(settings).chain(gallery).chain(recent).collect()
}

/// The lines that fit what is typed, the best first. If it is a moment, or a setting with a value, a line for that comes before.
fn fitting(typed: &str, entries: Vec<Entry>) -> Vec<Entry> {
    let typed = typed.trim();
    let fitting = entries.into_iter().filter_map(|it| fit(typed, &it.name).map(|fit| (fit, it)));
    let mut fitting: Vec<(usize, Entry)> = fitting.collect();
    fitting.sort_by_key(|it| it.0);
    let moment = typed.strip_prefix("go ").unwrap_or(typed).trim().parse::<Moment>().ok();
    let go = moment.map(|it| Entry::new(format!("Go to {it}"), Group::Run.name(), Request::Jump(Command::Seek(it))));
    let set = typed.split_once('=').and_then(|(path, value)| {
        let setting = SETTINGS.iter().find(|it| it.path == path.trim())?;
        let value = Value::from_text(value.trim());
        let name = format!("Set {} to {value}", setting.path);
        Some(Entry::new(name, "Settings", Command::Set { path: setting.path.to_owned(), value }))
    });
    go.into_iter().chain(set).chain(fitting.into_iter().map(|it| it.1)).collect()
}

impl Launcher {
    pub(super) fn show(
        &mut self,
        ui: &Ui,
        offers: &[Offer],
        recent: &[Recent],
        debugger: &Debugger,
        commands: &mut Commands,
    ) {
        if !self.open {
            return;
        }
        let screen = ui.ctx().content_rect();
        let width = room::at_most(520.0, screen.width() - 48.0);
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(egui::Modifiers::NONE, key));
        let [down, up, entered] = [Key::ArrowDown, Key::ArrowUp, Key::Enter].map(pressed);
        let top = (screen.height() * 0.1).min(64.0);
        let at = egui::pos2(screen.center().x - width / 2.0, screen.min.y + top);
        let height = (screen.height() - top - 96.0).clamp(24.0, 360.0);
        let area = Area::new(Id::unique("palette")).order(Order::Foreground).fixed_pos(at);
        let area = area.show(ui.ctx(), |ui| {
            let framed = Frame::popup(ui.style()).inner_margin(12).show(ui, |ui| {
                ui.set_width(room::at_most(width, width - 24.0));
                self.field(ui);
                let mut fitting = fitting(&self.typed, entries(ui, offers, recent, debugger));
                let last = fitting.len().saturating_sub(1);
                self.chosen = (self.chosen + down).min(last).saturating_sub(up);
                ui.add_space(8.0);
                let clicked = list(ui, &fitting, self.chosen, height);
                let run = clicked.or((entered > 0).then_some(self.chosen)).filter(|it| *it < fitting.len());
                run.map(|it| fitting.swap_remove(it).what)
            });
            framed.inner
        });
        let outside = area.response.clicked_elsewhere() && self.shown;
        self.shown = true;
        if area.inner.is_some() || outside || pressed(Key::Escape) > 0 {
            self.open = false;
        }
        match area.inner {
            Some(What::Begin(typed)) => self.open_with(&typed),
            Some(What::Do(request)) => commands.push(request),
            None => (),
        }
    }

    /// Where a part of a name is typed.
    fn field(&mut self, ui: &mut Ui) {
        let hint = "What to do; a moment like funnel:12; a setting like bake.samples = 1";
        let edit = TextEdit::singleline(&mut self.typed).hint_text(hint).desired_width(f32::INFINITY);
        let edit = ui.add(edit);
        edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "palette"));
        edit.request_focus();
        if edit.changed() {
            self.chosen = 0;
        }
    }
}

/// Shows lines; tells which was clicked.
fn list(ui: &mut Ui, entries: &[Entry], chosen: usize, height: f32) -> Option<usize> {
    if entries.is_empty() {
        ui.weak("Nothing is called that. Moments are written like triangulate:300 or funnel:end.");
    }
    let mut clicked = None;
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, it) in entries.iter().enumerate() {
            if line(ui, it, index == chosen) {
                clicked = Some(index);
            }
        }
    });
    clicked
}

/// Shows a line; tells whether it was clicked.
fn line(ui: &mut Ui, entry: &Entry, chosen: bool) -> bool {
    let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, entry.can, chosen, format!("palette: {}", entry.name)));
    if chosen {
        response.scroll_to_me(None);
    }
    if chosen || response.hovered() {
        let fill = if chosen { ui.visuals().selection.bg_fill } else { ui.visuals().faint_bg_color };
        ui.painter().rect_filled(area, 4.0, fill);
    }
    let visuals = ui.visuals();
    let name = if entry.can { visuals.text_color() } else { visuals.weak_text_color() };
    let weak = if chosen { visuals.text_color() } else { visuals.weak_text_color() };
    let row = area.shrink2(vec2(8.0, 0.0));
    let mut within =
        ui.new_child(egui::UiBuilder::new().max_rect(row).layout(egui::Layout::right_to_left(Align::Center)));
    within.label(RichText::new(&entry.keys).monospace().color(weak));
    within.with_layout(egui::Layout::left_to_right(Align::Center), |ui| {
        ui.label(RichText::new(entry.group).small().color(weak));
        ui.add(egui::Label::new(RichText::new(&entry.name).color(name)).truncate().selectable(false));
    });
    response.clicked()
}
