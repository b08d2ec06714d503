//! The keyboard.

use egui::{Key, KeyboardShortcut, Modifiers, Ui};

use super::Navscope;
use crate::{debugger::Command, record::Level};

/// Every key, and what it does.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("→  ←", "step forwards, back, at the chosen level"),
    ("Shift → ←", "step one level coarser"),
    ("Alt → ←", "step by single tests"),
    ("Ctrl → ←", "to the next, previous stage"),
    ("1 2 3 4", "choose the level: phase, operation, edit, test"),
    ("Home  End", "to the beginning, to the end"),
    ("P", "play or pause"),
    ("F", "fit the maze into view"),
    ("+  −", "zoom in, out"),
    (".", "bring the step into view"),
    ("R", "bake again"),
    ("Ctrl O", "open a file"),
    ("?", "these keys"),
    ("wheel", "zoom at the pointer"),
    ("drag", "pan; on start or goal, move it"),
    ("Shift click", "set the start"),
    ("Ctrl click", "set the goal"),
];

impl Navscope {
    pub(super) fn take_keys(&mut self, ui: &mut Ui) {
        if ui.ctx().text_edit_focused() {
            return;
        }
        let pressed = |modifiers: Modifiers, key: Key| {
            ui.input_mut(|input| input.consume_shortcut(&KeyboardShortcut::new(modifiers, key)))
        };
        let level = self.level();
        let coarser = if level > Level::Phase { Level::ALL[level as usize - 1] } else { level };
        for (key, forward) in [(Key::ArrowRight, true), (Key::ArrowLeft, false)] {
            // The most modifiers first: a plain shortcut would also take theirs.
            for (modifiers, level) in [
                (Modifiers::CTRL, Level::Phase),
                (Modifiers::ALT, Level::Test),
                (Modifiers::SHIFT, coarser),
                (Modifiers::NONE, level),
            ] {
                if pressed(modifiers, key) {
                    self.step(level, forward);
                }
            }
        }
        if pressed(Modifiers::CTRL, Key::O) {
            self.choose_file(ui);
        }
        for (index, key) in [Key::Num1, Key::Num2, Key::Num3, Key::Num4].into_iter().enumerate() {
            if pressed(Modifiers::NONE, key) {
                self.remembered.level = index;
            }
        }
        if pressed(Modifiers::NONE, Key::Home) {
            self.playback.stop();
            self.command(Command::SeekOverall(0));
        }
        if pressed(Modifiers::NONE, Key::End) {
            self.playback.stop();
            self.command(Command::SeekOverall(usize::MAX));
        }
        if pressed(Modifiers::NONE, Key::P) {
            self.toggle_play();
        }
        if pressed(Modifiers::NONE, Key::F) {
            self.canvas.fit();
        }
        if pressed(Modifiers::NONE, Key::Plus) || pressed(Modifiers::NONE, Key::Equals) {
            self.canvas.zoom(1.5);
        }
        if pressed(Modifiers::NONE, Key::Minus) {
            self.canvas.zoom(1.0 / 1.5);
        }
        if pressed(Modifiers::NONE, Key::Period) {
            self.show_step();
        }
        if pressed(Modifiers::NONE, Key::R) {
            self.command(Command::Rebake);
        }
        if pressed(Modifiers::NONE, Key::Questionmark) || pressed(Modifiers::SHIFT, Key::Slash) {
            self.dialogs.keys = !self.dialogs.keys;
        }
    }
}
