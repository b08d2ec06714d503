//! The keyboard: each key that is pressed does what it stands for, in the order in which they were, however many come in a frame.

use egui::{Event, Key, KeyboardShortcut, Modifiers, Popup, Response, Ui};

use super::{
    Navscope,
    actions::{ACTIONS, Action},
};
use crate::debugger::Command;

/// Whether an event comes from the keyboard.
fn is_typed(event: &Event) -> bool {
    matches!(event, Event::Key { .. } | Event::Text(_) | Event::Ime(_) | Event::Copy | Event::Cut | Event::Paste(_))
}

/// Whether a key may close what has the keyboard.
fn may_close(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Enter | Key::Escape, pressed: true, .. })
}

/// What a key stands for: of several, that with the most modifiers, for a plain one would also take theirs.
fn meant(key: Key, modifiers: Modifiers, typing: bool) -> Option<&'static Action> {
    // While something is typed, only what could not be typed is a shortcut; undo is then the text's own.
    let belongs_to_text = |keys: &KeyboardShortcut| {
        !keys.modifiers.command || matches!(keys.logical_key, Key::Z | Key::Y | Key::ArrowLeft | Key::ArrowRight)
    };
    let bound = ACTIONS.iter().flat_map(|action| action.keys.iter().map(move |keys| (keys, action)));
    let fits = bound.filter(|(keys, _)| {
        let pressed = keys.logical_key == key && modifiers.matches_logically(keys.modifiers);
        pressed && !(typing && belongs_to_text(keys))
    });
    let count = |keys: &KeyboardShortcut| {
        let Modifiers { shift, alt, command, .. } = keys.modifiers;
        [shift, alt, command].into_iter().filter(|it| *it).count()
    };
    fits.min_by_key(|(keys, _)| std::cmp::Reverse(count(keys))).map(|it| it.1)
}

impl Navscope {
    /// Does what the keys pressed in this frame stand for. What is pressed behind a key that opens or closes something waits for
    /// the next frame, in which that is open or closed.
    pub(super) fn take_keys(&mut self, ui: &Ui) {
        // The field of a box that was closed may hold on to the keyboard for another frame.
        let taken = self.box_is_open();
        if std::mem::replace(&mut self.was_taken, taken) && !taken {
            ui.memory_mut(egui::Memory::stop_text_input);
        }
        let (typed, mut others): (Vec<Event>, Vec<Event>) =
            ui.input_mut(|input| std::mem::take(&mut input.events)).into_iter().partition(is_typed);
        let mut waiting = std::mem::take(&mut self.held_back).into_iter().chain(typed);
        for event in waiting.by_ref() {
            if self.keyboard_is_taken(ui) {
                let closes = may_close(&event);
                others.push(event);
                if closes {
                    break;
                }
            } else if let Event::Key { key, pressed: true, repeat, modifiers, .. } = event
                && let Some(action) = meant(key, modifiers, ui.ctx().text_edit_focused())
            {
                if (action.can)(self) && (action.repeats || !repeat) {
                    (action.run)(self, ui);
                    self.obey(ui);
                }
                if self.keyboard_is_taken(ui) || self.drawer.focus.is_some() {
                    break;
                }
            } else {
                others.push(event);
            }
        }
        self.held_back = waiting.collect();
        ui.input_mut(|input| input.events = others);
        if !self.held_back.is_empty() {
            ui.request_repaint();
        }
    }

    /// Whether something is open that has the keyboard for itself.
    fn keyboard_is_taken(&self, ui: &Ui) -> bool {
        self.box_is_open() || Popup::is_any_open(ui.ctx())
    }

    fn box_is_open(&self) -> bool {
        self.dialogs.are_open() || self.files.disk.asks() || self.launcher.is_open()
    }

    /// Does what was asked for. What is edited while no button of the pointer is down is an edit by itself.
    pub(super) fn obey(&mut self, ui: &Ui) {
        let commands = std::mem::take(&mut self.commands);
        if commands.is_empty() {
            return;
        }
        let edits = commands.iter().any(Command::edits);
        for command in commands {
            self.apply(command);
        }
        if edits && !ui.input(|input| input.pointer.any_down()) {
            self.apply(Command::Release);
        }
        ui.request_repaint();
    }
}

/// How often a button was clicked, or pressed by the keyboard, in this frame.
pub(super) fn times_clicked(ui: &Ui, button: &Response) -> usize {
    if !button.clicked() {
        return 0;
    }
    let is_press = |it: &&Event| match it {
        Event::Key { key: Key::Enter | Key::Space, pressed: true, .. } => button.has_focus(),
        Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed: false, .. } => {
            button.rect.contains(*pos)
        }
        _ => false,
    };
    ui.input(|input| input.events.iter().filter(is_press).count()).max(1)
}
