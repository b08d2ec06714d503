//! A line on the canvas that says what was just taken away, or why nothing was done, and goes by itself.

use std::time::Duration;

use egui::{Align2, Area, Frame, Id, Label, Rect, Role, Ui, WidgetInfo, vec2};

use super::Navscope;
use crate::{debugger::Command, io::Scenario};

/// How long it stays. \[seconds]
const STAYS: f64 = 12.0;

/// How to bring back what was taken away.
#[derive(Clone)]
enum Back {
    Undo,
    /// By opening what was thrown away. That is offered until it is answered.
    Restore(Box<Scenario>),
}

/// Something said in passing.
pub(super) struct Toast {
    text: String,
    back: Option<Back>,
    /// When it was shown first. \[seconds of the interface's clock]
    since: Option<f64>,
}

impl Navscope {
    /// Says something in passing.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.toast = Some(Toast { text: text.into(), back: None, since: None });
    }

    /// What is said in passing.
    #[must_use]
    pub fn toast(&self) -> Option<&str> {
        self.toast.as_ref().map(|it| &*it.text)
    }

    /// Says what the last command took away; or no more, if that is back.
    pub(super) fn tell_removed(&mut self) {
        let count = self.debugger.removals();
        if std::mem::replace(&mut self.told_removals, count) == count {
            return;
        }
        let removed = self.debugger.removed();
        self.toast = (!removed.is_empty()).then(|| {
            let text = format!("{}. Ctrl Z brings it back.", removed.join(". "));
            Toast { text, back: Some(Back::Undo), since: None }
        });
    }

    /// Says that a scenario was thrown away, which can be had back.
    pub(super) fn say_thrown_away(&mut self, text: String, lost: Option<Box<Scenario>>) {
        self.told_removals = self.debugger.removals();
        self.toast = Some(Toast { text, back: lost.map(Back::Restore), since: None });
    }

    /// Shows it at the bottom of the canvas, above what else is said there.
    pub(super) fn show_toast(&mut self, ui: &Ui, screen: Rect) {
        let now = ui.input(|input| input.time);
        let Some(toast) = &mut self.toast else { return };
        let left = STAYS - (now - *toast.since.get_or_insert(now));
        if left <= 0.0 && !matches!(toast.back, Some(Back::Restore(_))) {
            self.toast = None;
            return;
        }
        if left > 0.0 {
            ui.request_repaint_after(Duration::from_secs_f64(left));
        }
        let (text, can_go_back) = (toast.text.clone(), toast.back.is_some());
        let off = vec2(12.0, if self.missing_ends().is_some() { -52.0 } else { -12.0 });
        let width = (screen.width() - 48.0).clamp(60.0, 460.0);
        let area = Area::new(Id::unique("toast")).pivot(Align2::LEFT_BOTTOM).fixed_pos(screen.left_bottom() + off);
        let button = |ui: &mut Ui, text: &str, label: &str| {
            let button = ui.button(text);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
            button.clicked()
        };
        let shown = area.show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
                ui.set_max_width(width);
                ui.add(Label::new(&text).wrap());
                ui.add_space(4.0);
                let buttons = ui.horizontal(|ui| {
                    let back = can_go_back && button(ui, "Undo", "Bring it back");
                    (back, button(ui, "Close", "Close this message"))
                });
                buttons.inner
            })
        });
        let (back, close) = shown.inner.inner;
        if !back && !close {
            return;
        }
        match self.toast.take().and_then(|it| it.back).filter(|_| back) {
            Some(Back::Undo) => self.command(Command::Undo),
            Some(Back::Restore(scenario)) => self.command(Command::Restore(scenario)),
            None => (),
        }
    }
}
