//! The keyboard: every key that was pressed runs its action, in order, however many there are in a frame.

use egui::{Event, Key, KeyboardShortcut, Modifiers, Popup, Response, Ui};

use super::{
    Navscope,
    actions::{ACTIONS, Action},
};

/// Whether an event comes from the keyboard.
fn is_typed(event: &Event) -> bool {
    matches!(event, Event::Key { .. } | Event::Text(_) | Event::Ime(_) | Event::Copy | Event::Cut | Event::Paste(_))
}

/// Whether a key may close what has the keyboard.
fn may_close(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Enter | Key::Escape, pressed: true, .. })
}

/// The action of a key. Of several that fit it is the one with the most modifiers: a plain key fits with any modifiers.
fn meant(key: Key, modifiers: Modifiers, typing: bool) -> Option<&'static Action> {
    // In a text field, keys that type or move within the text are no shortcuts, and undo is the field's own.
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

/// What the keyboard keeps from one frame to the next.
#[derive(Default)]
pub(super) struct Keyboard {
    /// Events that wait for the next frame, because a key before them opened or closed a box.
    held_back: Vec<Event>,
    /// Whether a box had the keyboard for itself.
    was_taken: bool,
}

impl Navscope {
    /// Runs the actions of the keys pressed in this frame. Keys after one that opens or closes a box wait for the next frame, in
    /// which the box is open or closed.
    pub(super) fn take_keys(&mut self, ui: &Ui) {
        // The field of a box that was closed may hold on to the keyboard for another frame.
        let taken = self.box_is_open();
        if std::mem::replace(&mut self.keyboard.was_taken, taken) && !taken {
            ui.memory_mut(egui::Memory::stop_text_input);
        }
        let (typed, mut others): (Vec<Event>, Vec<Event>) =
            ui.input_mut(|input| std::mem::take(&mut input.events)).into_iter().partition(is_typed);
        let mut waiting = std::mem::take(&mut self.keyboard.held_back).into_iter().chain(typed);
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
                if self.keyboard_is_taken(ui) || self.drawer.wants_keyboard() {
                    break;
                }
            } else {
                others.push(event);
            }
        }
        self.keyboard.held_back = waiting.collect();
        ui.input_mut(|input| input.events = others);
        if !self.keyboard.held_back.is_empty() {
            ui.request_repaint();
        }
    }

    /// Whether something is open that has the keyboard for itself.
    fn keyboard_is_taken(&self, ui: &Ui) -> bool {
        self.box_is_open() || Popup::is_any_open(ui.ctx())
    }

    fn box_is_open(&self) -> bool {
        self.dialogs.are_open() || self.files.ask() || self.launcher.is_open()
    }
}

/// How often a button was clicked, or pressed by the keyboard, in this frame.
pub(super) fn times_clicked(ui: &Ui, button: &Response) -> usize {
    if !button.clicked() {
        return 0;
    }
    // Asked before the input is locked: a second lock would wait for ever.
    let has_focus = button.has_focus();
    let is_press = |it: &&Event| match it {
        Event::Key { key: Key::Enter | Key::Space, pressed: true, .. } => has_focus,
        Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed: false, .. } => {
            button.rect.contains(*pos)
        }
        _ => false,
    };
    ui.input(|input| input.events.iter().filter(is_press).count()).max(1)
}
