//! What can be typed next, listed at a field for conditions.

use egui::{
    Area, Frame, Id, Key, Modifiers, Order, Response, RichText, Ui, pos2, text::CCursor, text_edit::TextEditState,
};

use super::room;
use crate::trace::{Completion, complete};

/// More completions than these are not listed.
const MOST: usize = 8;

/// The list of completions of a field.
#[derive(Default)]
pub(super) struct Completions {
    /// Whether one was clicked, until the button is let go.
    clicked: bool,
}

impl Completions {
    /// Whether the tab key completes what is typed. Where nothing is begun or can follow, it goes to the next field.
    pub(super) fn take_tab(typed: &str) -> bool {
        !typed.is_empty() && !following(typed).is_empty()
    }

    /// Lists what can be typed next while the field has the keyboard; tells whether something was chosen.
    pub(super) fn show(&mut self, ui: &Ui, edit: &Response, typed: &mut String) -> bool {
        if self.clicked {
            // Letting go of the button beside the field takes the keyboard away from it.
            edit.request_focus();
            self.clicked = ui.input(|input| input.pointer.any_down());
        }
        if !edit.has_focus() {
            return false;
        }
        let all = following(typed);
        if all.is_empty() {
            return false;
        }
        let tab = Self::take_tab(typed) && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab));
        let clicked = list(ui, edit, &all);
        let Some(it) = clicked.or(tab.then_some(0)).and_then(|it| all.get(it)) else { return false };
        let head: String = typed.chars().take(it.range.start).collect();
        *typed = format!("{head}{}", it.text);
        edit.request_focus();
        self.clicked = clicked.is_some();
        put_cursor_at_end(ui, edit.id, typed);
        true
    }
}

fn following(typed: &str) -> Vec<Completion> {
    complete(typed, typed.chars().count())
}

/// Lists completions above a field; tells which was pressed.
fn list(ui: &Ui, edit: &Response, all: &[Completion]) -> Option<usize> {
    let height = 22.0 * f32::from(u16::try_from(all.len().min(MOST)).unwrap_or(0)) + 16.0;
    let at = pos2(edit.rect.min.x, edit.rect.min.y - height - 4.0);
    let mut pressed = None;
    Area::new(edit.id.with("completions")).order(Order::Foreground).fixed_pos(at).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(room::at_most(380.0, ui.ctx().content_rect().width() - 24.0));
            ui.spacing_mut().item_spacing.y = 0.0;
            for (index, it) in all.iter().take(MOST).enumerate() {
                let text = format!("{:<18}", it.text);
                let row = ui.horizontal(|ui| {
                    let label = ui.selectable_label(index == 0, RichText::new(text).monospace());
                    ui.weak(&it.help);
                    label
                });
                // The field has lost the keyboard by the time a click is over, so the press must do.
                if row.inner.is_pointer_button_down_on() {
                    pressed = Some(index);
                }
            }
        });
    });
    pressed
}

fn put_cursor_at_end(ui: &Ui, field: Id, typed: &str) {
    if let Some(mut state) = TextEditState::load(ui.ctx(), field) {
        let end = CCursor::new(typed.chars().count());
        state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
        state.store(ui.ctx(), field);
    }
}
