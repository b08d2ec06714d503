//! Everything that can be done by name: one table for the menu bar, the keyboard, the palette and the list of keys.

use egui::{Context, Key, KeyboardShortcut, Modifiers, Ui};

use super::{Navscope, Theme, clicks, drawer::Tab, inspector, playback, tools::Tool};
use crate::{debugger::Command, maze::End, record::Level};

/// A menu of the bar at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// Files.
    File,
    /// Changes, undo and redo.
    Edit,
    /// What is shown.
    View,
    /// The run, and moving about in it.
    Run,
    /// What the pointer does.
    Tools,
    /// How to use all this.
    Help,
}

impl Group {
    pub(super) const ALL: [Self; 6] = [Self::File, Self::Edit, Self::View, Self::Run, Self::Tools, Self::Help];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Run => "Run",
            Self::Tools => "Tools",
            Self::Help => "Help",
        }
    }
}

/// Takes a tool in hand.
macro_rules! tool {
    ($name:literal, $keys:expr, $tool:ident) => {
        Action::new(Group::Tools, $name, $keys, |app, _| app.tools.take(Tool::$tool))
            .on(|app| app.tools.tool == Tool::$tool)
    };
}

/// Something that can be done.
pub(super) struct Action {
    pub(super) group: Group,
    pub(super) name: &'static str,
    pub(super) keys: &'static [KeyboardShortcut],
    /// Whether a menu draws a line above it.
    pub(super) separated: bool,
    /// Whether holding its key down does it again and again.
    pub(super) repeats: bool,
    /// Whether it can be done now.
    pub(super) can: fn(&Navscope) -> bool,
    /// Whether it is on, for what is switched.
    pub(super) is_on: Option<fn(&Navscope) -> bool>,
    pub(super) run: fn(&mut Navscope, &Ui),
}

impl Action {
    const fn new(
        group: Group,
        name: &'static str,
        keys: &'static [KeyboardShortcut],
        run: fn(&mut Navscope, &Ui),
    ) -> Self {
        Self { group, name, keys, separated: false, repeats: false, can: |_| true, is_on: None, run }
    }

    const fn separated(self) -> Self {
        Self { separated: true, ..self }
    }

    const fn repeated(self) -> Self {
        Self { repeats: true, ..self }
    }

    const fn when(self, can: fn(&Navscope) -> bool) -> Self {
        Self { can, ..self }
    }

    const fn on(self, is_on: fn(&Navscope) -> bool) -> Self {
        Self { is_on: Some(is_on), ..self }
    }

    /// Its keys as people write them, the first of several.
    pub(super) fn keys_text(&self, ui: &Ui) -> String {
        self.keys.first().map_or_else(String::new, |it| keys_text(ui.ctx(), *it))
    }
}

/// An action as it stands in a frame.
pub(super) struct Offer {
    pub(super) action: &'static Action,
    /// Whether it can be done.
    pub(super) can: bool,
    /// Whether it is on, for what is switched.
    pub(super) on: Option<bool>,
}

/// All actions as they stand.
pub(super) fn offers(app: &Navscope) -> Vec<Offer> {
    let offer = |action: &'static Action| {
        let (can, on) = ((action.can)(app), action.is_on.map(|it| it(app)));
        Offer { action, can, on }
    };
    ACTIONS.iter().map(offer).collect()
}

/// Keys as people write them: a sign by itself, and not its name.
pub(super) fn keys_text(context: &Context, keys: KeyboardShortcut) -> String {
    let text = context.format_shortcut(&keys);
    let sign = match keys.logical_key {
        Key::OpenBracket => "[",
        Key::CloseBracket => "]",
        Key::Questionmark => "?",
        Key::Period => ".",
        Key::Comma => ",",
        Key::Plus => "+",
        Key::Minus => "−",
        Key::Equals => "=",
        Key::Slash => "/",
        _ => return text,
    };
    text.replace(keys.logical_key.name(), sign)
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

/// Steps at a level, or at the chosen one.
fn step(app: &mut Navscope, level: Option<Level>, forward: bool) {
    let level = level.unwrap_or(app.playback.level);
    app.commands.jump(Command::Step { level, forward });
}

fn coarser(app: &Navscope) -> Level {
    let level = app.playback.level;
    if level > Level::Phase { Level::ALL[level as usize - 1] } else { level }
}

/// Everything that can be done by name, in the order of the menus.
pub(super) const ACTIONS: &[Action] = &[
    Action::new(Group::File, "New maze …", &[ctrl(Key::N)], |app, _| app.dialogs.ask_for_size(false)),
    Action::new(Group::File, "Open …", &[ctrl(Key::O)], |app, ui| {
        app.files.choose_file(ui, &app.debugger, &mut app.commands);
    }),
    Action::new(Group::File, "Open path …", &[ctrl_shift(Key::O)], |app, _| app.files.ask_for_source(None)),
    Action::new(Group::File, "Save", &[ctrl(Key::S)], |app, ui| {
        app.files.save(ui, &app.debugger, &mut app.commands);
    })
    .separated(),
    Action::new(Group::File, "Save as …", &[ctrl_shift(Key::S)], |app, ui| {
        app.files.choose_target(ui, &app.debugger, &mut app.commands);
    }),
    Action::new(Group::File, "Save to path …", &[], |app, _| app.files.ask_for_target(None, &app.debugger)),
    Action::new(Group::File, "Quit", &[ctrl(Key::Q)], |_, ui| ui.send_viewport_cmd(egui::ViewportCommand::Close))
        .separated(),
    Action::new(Group::Edit, "Undo", &[ctrl(Key::Z)], |app, _| app.commands.push(Command::Undo))
        .repeated()
        .when(|app| app.debugger.can_undo()),
    Action::new(Group::Edit, "Redo", &[ctrl_shift(Key::Z), ctrl(Key::Y)], |app, _| app.commands.push(Command::Redo))
        .repeated()
        .when(|app| app.debugger.can_redo()),
    Action::new(Group::Edit, "Resize the maze …", &[], |app, _| app.dialogs.ask_for_size(true)).separated(),
    Action::new(Group::Edit, "Take the start away", &[], |app, _| {
        app.commands.push(Command::Place { end: End::Start, cell: None });
    })
    .when(|app| app.debugger.scenario().maze.start.is_some()),
    Action::new(Group::Edit, "Take the goal away", &[], |app, _| {
        app.commands.push(Command::Place { end: End::Goal, cell: None });
    })
    .when(|app| app.debugger.scenario().maze.goal.is_some()),
    Action::new(Group::Edit, "Keep this click", &[plain(Key::K)], |app, _| {
        clicks::keep(&app.debugger, &mut app.commands);
    })
    .when(|app| app.debugger.kept_click().is_some() || app.debugger.may_keep())
    .on(|app| app.debugger.kept_click().is_some())
    .separated(),
    Action::new(Group::Edit, "Forget this click", &[plain(Key::Delete)], |app, _| {
        app.commands.push(Command::ToggleClick);
    })
    .when(|app| app.debugger.kept_click().is_some()),
    Action::new(Group::Edit, "Next click", &[plain(Key::C)], |app, _| {
        clicks::go_on(true, &app.debugger, &mut app.commands);
    })
    .repeated()
    .when(|app| !app.debugger.scenario().clicks.is_empty()),
    Action::new(Group::Edit, "Previous click", &[shift(Key::C)], |app, _| {
        clicks::go_on(false, &app.debugger, &mut app.commands);
    })
    .repeated()
    .when(|app| !app.debugger.scenario().clicks.is_empty()),
    Action::new(Group::Edit, "Show this click", &[], |app, _| clicks::look_at(&app.debugger, &mut app.commands))
        .when(|app| app.debugger.kept_click().is_some()),
    Action::new(Group::Edit, "Expect what came out", &[shift(Key::K)], |app, _| {
        app.commands.push(Command::ExpectNow(app.debugger.kept_click()));
    })
    .when(|app| app.debugger.kept_click().is_some()),
    Action::new(Group::View, "Fit", &[plain(Key::F)], |app, _| app.canvas.fit()),
    Action::new(Group::View, "Zoom in", &[plain(Key::Plus), plain(Key::Equals)], |app, _| app.canvas.zoom(1.5))
        .repeated(),
    Action::new(Group::View, "Zoom out", &[plain(Key::Minus)], |app, _| app.canvas.zoom(1.0 / 1.5)).repeated(),
    Action::new(Group::View, "Show the step", &[plain(Key::Period)], |app, _| {
        if let Some(area) = app.debugger.event_bounds() {
            app.canvas.bring_near(area);
        }
    }),
    Action::new(Group::View, "Show the selected thing", &[plain(Key::Comma)], |app, _| {
        inspector::look_at_selected(&app.debugger, &mut app.commands);
    })
    .when(|app| app.debugger.selected().is_some()),
    Action::new(Group::View, "Settings panel", &[plain(Key::F2)], |app, _| app.toggle_settings())
        .on(Navscope::shows_settings)
        .separated(),
    Action::new(Group::View, "Inspector", &[plain(Key::F3)], |app, _| app.toggle_inspector())
        .on(Navscope::shows_inspector),
    Action::new(Group::View, "Legend", &[plain(Key::F4)], |app, _| app.canvas.legend.open = !app.canvas.legend.open)
        .on(|app| app.canvas.legend.open),
    Action::new(Group::View, "Ids and coordinates", &[plain(Key::F6)], |app, _| {
        app.canvas.labels = !app.canvas.labels;
    })
    .on(|app| app.canvas.labels),
    Action::new(Group::View, "Show all layers", &[], |app, _| app.canvas.legend.hidden.clear())
        .when(|app| !app.canvas.legend.hidden.is_empty()),
    Action::new(Group::View, "Events", &[ctrl(Key::Num1)], |app, _| app.toggle_tab(Tab::Events))
        .on(|app| app.shown_tab() == Some(Tab::Events))
        .separated(),
    Action::new(Group::View, "Breakpoints", &[ctrl(Key::Num2)], |app, _| app.toggle_tab(Tab::Breakpoints))
        .on(|app| app.shown_tab() == Some(Tab::Breakpoints)),
    Action::new(Group::View, "Plots", &[ctrl(Key::Num3)], |app, _| app.toggle_tab(Tab::Plots))
        .on(|app| app.shown_tab() == Some(Tab::Plots)),
    Action::new(Group::View, "Violations", &[ctrl(Key::Num4)], |app, _| app.toggle_tab(Tab::Violations))
        .on(|app| app.shown_tab() == Some(Tab::Violations)),
    Action::new(Group::View, "Compare", &[ctrl(Key::Num5)], |app, _| app.toggle_tab(Tab::Compare))
        .on(|app| app.shown_tab() == Some(Tab::Compare)),
    Action::new(Group::View, "Clicks", &[ctrl(Key::Num6)], |app, _| app.toggle_tab(Tab::Clicks))
        .on(|app| app.shown_tab() == Some(Tab::Clicks)),
    Action::new(Group::View, "Settings that change nothing", &[], |app, _| {
        app.settings.idle = !app.settings.idle;
    })
    .on(|app| app.settings.idle),
    Action::new(Group::View, "Dark theme", &[], |app, _| app.theme = Theme::Dark)
        .on(|app| app.theme == Theme::Dark)
        .separated(),
    Action::new(Group::View, "Light theme", &[], |app, _| app.theme = Theme::Light).on(|app| app.theme == Theme::Light),
    Action::new(Group::View, "The system's theme", &[], |app, _| app.theme = Theme::System)
        .on(|app| app.theme == Theme::System),
    Action::new(Group::Run, "Play or pause", &[plain(Key::P)], |app, _| {
        app.playback.toggle(&app.debugger, &mut app.commands);
    }),
    Action::new(Group::Run, "Walk the path", &[plain(Key::W)], |app, _| {
        app.playback.toggle_walk(&app.debugger, &mut app.commands);
    })
    .when(|app| app.debugger.start().is_some() && app.debugger.goal().is_some())
    .on(|app| playback::is_walking(&app.debugger)),
    Action::new(Group::Run, "Faster", &[plain(Key::PageUp)], |app, _| app.playback.change_speed(2.0)).repeated(),
    Action::new(Group::Run, "Slower", &[plain(Key::PageDown)], |app, _| app.playback.change_speed(0.5)).repeated(),
    Action::new(Group::Run, "Step forwards", &[plain(Key::ArrowRight)], |app, _| step(app, None, true))
        .repeated()
        .separated(),
    Action::new(Group::Run, "Step back", &[plain(Key::ArrowLeft)], |app, _| step(app, None, false)).repeated(),
    Action::new(Group::Run, "Step forwards, one level coarser", &[shift(Key::ArrowRight)], |app, _| {
        step(app, Some(coarser(app)), true);
    })
    .repeated(),
    Action::new(Group::Run, "Step back, one level coarser", &[shift(Key::ArrowLeft)], |app, _| {
        step(app, Some(coarser(app)), false);
    })
    .repeated(),
    Action::new(Group::Run, "Next test", &[alt(Key::ArrowRight)], |app, _| step(app, Some(Level::Test), true))
        .repeated(),
    Action::new(Group::Run, "Previous test", &[alt(Key::ArrowLeft)], |app, _| step(app, Some(Level::Test), false))
        .repeated(),
    Action::new(Group::Run, "Next stage", &[ctrl(Key::ArrowRight)], |app, _| step(app, Some(Level::Phase), true))
        .repeated(),
    Action::new(Group::Run, "Previous stage", &[ctrl(Key::ArrowLeft)], |app, _| step(app, Some(Level::Phase), false))
        .repeated(),
    Action::new(Group::Run, "To the beginning", &[plain(Key::Home)], |app, _| {
        app.commands.jump(Command::SeekOverall(0));
    })
    .separated(),
    Action::new(Group::Run, "To the end", &[plain(Key::End)], |app, _| {
        app.commands.jump(Command::SeekOverall(usize::MAX));
    }),
    Action::new(Group::Run, "Go to moment …", &[ctrl(Key::G)], |app, _| app.launcher.open_with("go ")),
    Action::new(Group::Run, "Next event of the list", &[plain(Key::ArrowDown)], |app, _| {
        app.commands.jump(Command::StepInList { forward: true });
    })
    .repeated(),
    Action::new(Group::Run, "Previous event of the list", &[plain(Key::ArrowUp)], |app, _| {
        app.commands.jump(Command::StepInList { forward: false });
    })
    .repeated(),
    Action::new(Group::Run, "Step by phases", &[plain(Key::Num1)], |app, _| app.playback.level = Level::Phase)
        .on(|app| app.playback.level == Level::Phase)
        .separated(),
    Action::new(Group::Run, "Step by operations", &[plain(Key::Num2)], |app, _| app.playback.level = Level::Operation)
        .on(|app| app.playback.level == Level::Operation),
    Action::new(Group::Run, "Step by edits", &[plain(Key::Num3)], |app, _| app.playback.level = Level::Edit)
        .on(|app| app.playback.level == Level::Edit),
    Action::new(Group::Run, "Step by tests", &[plain(Key::Num4)], |app, _| app.playback.level = Level::Test)
        .on(|app| app.playback.level == Level::Test),
    Action::new(Group::Run, "Run to the next breakpoint", &[plain(Key::N), plain(Key::F5)], |app, _| {
        app.commands.jump(Command::RunTo { forward: true });
    })
    .repeated()
    .separated(),
    Action::new(Group::Run, "Run to the previous breakpoint", &[shift(Key::N), shift(Key::F5)], |app, _| {
        app.commands.jump(Command::RunTo { forward: false });
    })
    .repeated(),
    Action::new(Group::Run, "Add a breakpoint …", &[plain(Key::F9)], |app, _| {
        app.show_tab(Some(Tab::Breakpoints));
        app.drawer.breakpoints.wants_keyboard = true;
    }),
    Action::new(Group::Run, "Bookmark this moment", &[plain(Key::M)], |app, _| {
        app.commands.push(Command::ToggleBookmark);
    }),
    Action::new(Group::Run, "Next bookmark", &[plain(Key::J)], |app, _| {
        app.commands.jump(Command::StepToBookmark { forward: true });
    })
    .repeated()
    .when(|app| !app.debugger.scenario().bookmarks.is_empty()),
    Action::new(Group::Run, "Previous bookmark", &[shift(Key::J)], |app, _| {
        app.commands.jump(Command::StepToBookmark { forward: false });
    })
    .repeated()
    .when(|app| !app.debugger.scenario().bookmarks.is_empty()),
    Action::new(Group::Run, "Filter the events", &[ctrl(Key::F)], |app, _| {
        app.show_tab(Some(Tab::Events));
        app.drawer.events.wants_keyboard = true;
    }),
    Action::new(Group::Run, "Bake again", &[plain(Key::R)], |app, _| app.commands.push(Command::Rebake)).separated(),
    Action::new(Group::Run, "Cancel the bake", &[], |app, _| app.commands.push(Command::Cancel))
        .when(|app| app.debugger.progress().is_some()),
    tool!("Select", &[plain(Key::V), plain(Key::Escape)], Select),
    tool!("Paint walls", &[plain(Key::B)], Wall),
    tool!("Paint floor", &[plain(Key::E)], Floor),
    tool!("Set the height", &[plain(Key::H)], Height),
    tool!("Raise", &[plain(Key::A)], Raise),
    tool!("Slope", &[plain(Key::T)], Slope),
    tool!("Hang beams", &[plain(Key::D)], Beam),
    tool!("Cut holes", &[shift(Key::E)], Hole),
    tool!("Line", &[plain(Key::L)], Line),
    tool!("Rectangle", &[plain(Key::U)], Rectangle),
    tool!("Fill", &[plain(Key::I)], Fill),
    tool!("Place the start", &[plain(Key::S)], Start),
    tool!("Place the goal", &[plain(Key::G)], Goal),
    Action::new(Group::Tools, "Larger brush", &[plain(Key::CloseBracket)], |app, _| app.tools.grow(1))
        .repeated()
        .separated(),
    Action::new(Group::Tools, "Smaller brush", &[plain(Key::OpenBracket)], |app, _| app.tools.grow(-1)).repeated(),
    Action::new(Group::Tools, "Swap wall and floor", &[plain(Key::X)], |app, _| app.tools.swap()),
    Action::new(Group::Tools, "Higher ground", &[shift(Key::H)], |app, _| app.tools.raise(1)).repeated(),
    Action::new(Group::Tools, "Lower ground", &[shift(Key::L)], |app, _| app.tools.raise(-1)).repeated(),
    Action::new(Group::Tools, "Add a floor above", &[], |app, _| {
        app.tools.add_storey(&app.debugger.scenario().maze, &mut app.commands);
    })
    .when(|app| app.debugger.scenario().maze.has_cells()),
    Action::new(Group::Tools, "Paint the floor above", &[shift(Key::PageUp)], |app, _| {
        app.tools.climb(1, &app.debugger.scenario().maze);
    })
    .when(|app| app.tools.storey + 1 < app.debugger.scenario().maze.storeys()),
    Action::new(Group::Tools, "Paint the floor below", &[shift(Key::PageDown)], |app, _| {
        app.tools.climb(-1, &app.debugger.scenario().maze);
    })
    .when(|app| app.tools.storey > 0),
    Action::new(Group::Help, "Palette …", &[ctrl(Key::K)], |app, _| app.launcher.toggle()),
    Action::new(Group::Help, "Keys", &[plain(Key::Questionmark), shift(Key::Slash), plain(Key::F1)], |app, _| {
        app.dialogs.keys = !app.dialogs.keys;
    }),
];

/// Everything that can be done by name: its menu, its name, and its keys. For tests, which try all of it.
pub fn actions() -> impl Iterator<Item = (&'static str, &'static str, &'static [KeyboardShortcut])> {
    ACTIONS.iter().map(|it| (it.group.name(), it.name, it.keys))
}
