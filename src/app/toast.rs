//! A message on the canvas that goes by itself: what was just taken away, or why nothing was done.

use std::time::Duration;

use egui::{Align2, Area, Frame, Id, Label, Rect, Role, Ui, WidgetInfo, vec2};

use super::commands::Commands;
use crate::{
    debugger::{Command, Debugger},
    io::Scenario,
};

/// How long it stays. \[seconds]
const STAYS: f64 = 12.0;

/// How to bring back what was taken away.
enum Back {
    Undo,
    /// By opening what was thrown away. That is offered until it is answered.
    Restore(Box<Scenario>),
}

struct Message {
    text: String,
    back: Option<Back>,
    /// When it was shown first. \[seconds of the interface's clock]
    since: Option<f64>,
}

/// What is said in passing.
#[derive(Default)]
pub(super) struct Toast {
    message: Option<Message>,
    /// How many removals were told of.
    told_removals: u64,
}

impl Toast {
    pub(super) fn say(&mut self, text: String) {
        self.message = Some(Message { text, back: None, since: None });
    }

    pub(super) fn text(&self) -> Option<&str> {
        self.message.as_ref().map(|it| &*it.text)
    }

    /// Says what the last command took away; or no more, if that is back.
    pub(super) fn tell_removed(&mut self, debugger: &Debugger) {
        let count = debugger.removals();
        if std::mem::replace(&mut self.told_removals, count) == count {
            return;
        }
        let removed = debugger.removed();
        self.message = (!removed.is_empty()).then(|| {
            let text = format!("{}. Ctrl Z brings it back.", removed.join(". "));
            Message { text, back: Some(Back::Undo), since: None }
        });
    }

    /// Says that a scenario was thrown away, which can be had back.
    pub(super) fn say_thrown_away(&mut self, text: String, lost: Option<Box<Scenario>>, debugger: &Debugger) {
        self.told_removals = debugger.removals();
        self.message = Some(Message { text, back: lost.map(Back::Restore), since: None });
    }

    /// Shows it at the bottom of the canvas; above a hint, if there is one.
    pub(super) fn show(&mut self, ui: &Ui, canvas: Rect, above_hint: bool, commands: &mut Commands) {
        let now = ui.input(|input| input.time);
        let Some(message) = &mut self.message else { return };
        let left = STAYS - (now - *message.since.get_or_insert(now));
        if left <= 0.0 && !matches!(message.back, Some(Back::Restore(_))) {
            self.message = None;
            return;
        }
        if left > 0.0 {
            ui.request_repaint_after(Duration::from_secs_f64(left));
        }
        let off = vec2(12.0, if above_hint { -52.0 } else { -12.0 });
        let width = (canvas.width() - 48.0).clamp(60.0, 460.0);
        let area = Area::new(Id::unique("toast")).pivot(Align2::LEFT_BOTTOM).fixed_pos(canvas.left_bottom() + off);
        let shown = area.show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
                ui.set_max_width(width);
                ui.add(Label::new(&message.text).wrap());
                ui.add_space(4.0);
                let buttons = ui.horizontal(|ui| {
                    let back = message.back.is_some() && button(ui, "Undo", "Bring it back");
                    (back, button(ui, "Close", "Close this message"))
                });
                buttons.inner
            })
        });
        let (back, close) = shown.inner.inner;
        if !back && !close {
            return;
        }
        match self.message.take().and_then(|it| it.back).filter(|_| back) {
            Some(Back::Undo) => commands.push(Command::Undo),
            Some(Back::Restore(scenario)) => commands.push(Command::Restore(scenario)),
            None => (),
        }
    }
}

/// A button with a label of its own for those who don't see it.
fn button(ui: &mut Ui, text: &str, label: &str) -> bool {
    let button = ui.button(text);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
    button.clicked()
}
