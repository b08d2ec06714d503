//! The palette: everything that can be done, found by typing a part of its name.

use egui::{Align, Area, Frame, Id, Key, Order, RichText, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, vec2};

use super::{
    Navscope,
    actions::{ACTIONS, Group},
    room,
};
use crate::{
    debugger::Command,
    io::{self, BuiltIn, GALLERY, PRESETS, SETTINGS, Value},
    trace::{Moment, Rule},
};

/// The palette's state.
#[derive(Default)]
pub(super) struct Launcher {
    open: bool,
    typed: String,
    chosen: usize,
    /// Whether it was shown already: the click that opened it was not one beside it.
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

/// What a line does.
#[derive(Clone)]
enum What {
    Action(usize),
    Gallery(&'static str),
    Preset(&'static str),
    Recent(std::path::PathBuf),
    Go(Moment),
    Break(Rule),
    Set(&'static str, Value),
    /// Goes on with a setting's value.
    Begin(String),
    Click(usize),
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

impl Navscope {
    /// All lines that fit what is typed, the best first.
    fn entries(&self, ui: &Ui) -> Vec<Entry> {
        let typed = self.launcher.typed.trim();
        let entry = |name: String, group, what| Entry { name, group, keys: String::new(), can: true, what };
        let actions = ACTIONS.iter().enumerate().map(|(index, it)| Entry {
            name: it.name.to_owned(),
            group: it.group.name(),
            keys: it.keys_text(ui),
            can: (it.can)(self),
            what: What::Action(index),
        });
        let gallery = GALLERY
            .iter()
            .map(|&BuiltIn { name, about, .. }| entry(format!("Open {name}: {about}"), "Gallery", What::Gallery(name)));
        let presets =
            PRESETS.iter().map(|&(name, _)| entry(format!("Use preset {name}"), "Settings", What::Preset(name)));
        let settings = SETTINGS.iter().map(|it| {
            let now = it.get(self.debugger.settings());
            entry(format!("Set {}: {now} now", it.path), "Settings", What::Begin(format!("{} = ", it.path)))
        });
        let recent = self.remembered.recent.iter().map(|it| {
            let name = it.path.file_name().map(|it| it.to_string_lossy()).unwrap_or_default();
            entry(format!("Open {name}"), "Recent", What::Recent(it.path.clone()))
        });
        let clicks = self.debugger.scenario().clicks.iter().enumerate();
        let clicks = clicks.map(|(index, it)| entry(format!("Use click “{}”", it.name), "Clicks", What::Click(index)));
        let rules = Rule::ALL.map(|it| entry(format!("Break when {}", it.text()), "Breakpoints", What::Break(it)));
        let mut fitting: Vec<(usize, Entry)> = actions
            .chain(clicks)
            .chain(rules)
            .chain(presets)
            .chain(settings)
            .chain(gallery)
            .chain(recent)
            .filter_map(|it| fit(typed, &it.name).map(|fit| (fit, it)))
            .collect();
        fitting.sort_by_key(|it| it.0);
        let moment = typed.strip_prefix("go ").unwrap_or(typed).trim().parse::<Moment>().ok();
        let go = moment.map(|it| entry(format!("Go to {it}"), Group::Run.name(), What::Go(it)));
        let set = typed.split_once('=').and_then(|(path, value)| {
            let setting = SETTINGS.iter().find(|it| it.path == path.trim())?;
            let value = Value::from_text(value.trim());
            Some(entry(format!("Set {} to {value}", setting.path), "Settings", What::Set(setting.path, value)))
        });
        go.into_iter().chain(set).chain(fitting.into_iter().map(|it| it.1)).collect()
    }

    pub(super) fn show_launcher(&mut self, ui: &Ui) {
        if !self.launcher.open {
            return;
        }
        let screen = ui.ctx().content_rect();
        let width = room::at_most(520.0, screen.width() - 48.0);
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(egui::Modifiers::NONE, key));
        let [down, up, entered] = [Key::ArrowDown, Key::ArrowUp, Key::Enter].map(pressed);
        let mut run = None;
        let top = (screen.height() * 0.1).min(64.0);
        let at = egui::pos2(screen.center().x - width / 2.0, screen.min.y + top);
        let height = (screen.height() - top - 96.0).clamp(24.0, 360.0);
        let area = Area::new(Id::unique("palette")).order(Order::Foreground).fixed_pos(at).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(12).show(ui, |ui| {
                ui.set_width(room::at_most(width, width - 24.0));
                let hint = "What to do; a moment like funnel:12; a setting like bake.samples = 1";
                let edit = TextEdit::singleline(&mut self.launcher.typed).hint_text(hint).desired_width(f32::INFINITY);
                let edit = ui.add(edit);
                edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "palette"));
                edit.request_focus();
                if edit.changed() {
                    self.launcher.chosen = 0;
                }
                let entries = self.entries(ui);
                let last = entries.len().saturating_sub(1);
                self.launcher.chosen = (self.launcher.chosen + down).min(last).saturating_sub(up);
                if entered > 0 {
                    run = entries.get(self.launcher.chosen).map(|it| it.what.clone());
                }
                ui.add_space(8.0);
                if entries.is_empty() {
                    let text = "Nothing is called that. Moments are written like triangulate:300 or funnel:end.";
                    ui.weak(text);
                }
                ScrollArea::vertical().max_height(height).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    for (index, it) in entries.iter().enumerate() {
                        if line(ui, it, index == self.launcher.chosen) {
                            run = Some(it.what.clone());
                        }
                    }
                });
            });
        });
        let outside = area.response.clicked_elsewhere() && self.launcher.shown;
        self.launcher.shown = true;
        if run.is_some() || outside || pressed(Key::Escape) > 0 {
            self.launcher.open = false;
        }
        if let Some(what) = run {
            self.run_entry(ui, what);
        }
    }

    fn run_entry(&mut self, ui: &Ui, what: What) {
        match what {
            What::Action(index) => {
                let action = &ACTIONS[index];
                if (action.can)(self) {
                    (action.run)(self, ui);
                }
            }
            What::Gallery(name) => self.open(io::built_in(name)),
            What::Preset(name) => self.command(Command::Preset(name.to_owned())),
            What::Recent(path) => self.open_path(&path),
            What::Go(moment) => self.jump(Command::Seek(moment)),
            What::Break(rule) => self.command(Command::AddBreakpoint(format!("broken:{}", rule.name()))),
            What::Begin(typed) => self.launcher.open_with(&typed),
            What::Set(path, value) => self.command(Command::Set { path: path.to_owned(), value }),
            What::Click(index) => self.command(Command::UseClick(index)),
        }
    }
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
