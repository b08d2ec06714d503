//! The panel along the bottom: events, breakpoints, plots, violations, the comparison, the clicks, one at a time.

use egui::{
    Align, Align2, Button, FontId, Layout, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo,
    scroll_area::ScrollBarVisibility, vec2,
};
use serde::{Deserialize, Serialize};

use super::{
    breakpoints::Breakpoints,
    click_table::Table,
    clicks::Hovered,
    commands::{Commands, Request},
    compare::Compare,
    events::Events,
    plots::{self, Plots},
    theme,
    violations::Violations,
};
use crate::debugger::Debugger;

/// What the drawer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Tab {
    /// The events of the run.
    Events,
    /// Where to stop, and what to come back to.
    Breakpoints,
    /// Numbers over the run.
    Plots,
    /// Broken rules.
    Violations,
    /// Every method side by side.
    Compare,
    /// The scenario's clicks.
    Clicks,
}

impl Tab {
    pub(super) const ALL: [Self; 6] =
        [Self::Events, Self::Breakpoints, Self::Plots, Self::Violations, Self::Compare, Self::Clicks];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Events => "Events",
            Self::Breakpoints => "Breakpoints",
            Self::Plots => "Plots",
            Self::Violations => "Violations",
            Self::Compare => "Compare",
            Self::Clicks => "Clicks",
        }
    }
}

/// The drawer: which tab it shows, and what each holds.
#[derive(Default)]
pub(super) struct Drawer {
    /// The tab chosen last; none if the drawer is closed.
    pub(super) tab: Option<Tab>,
    pub(super) events: Events,
    pub(super) breakpoints: Breakpoints,
    pub(super) plots: Plots,
    pub(super) violations: Violations,
    pub(super) compare: Compare,
    pub(super) clicks: Table,
}

impl Drawer {
    /// Forgets what belongs to the run, but not which tab is shown.
    pub(super) fn reset(&mut self) {
        *self = Self { tab: self.tab, ..Self::default() };
    }

    /// Whether a field of it is to get the keyboard in the next frame.
    pub(super) fn wants_keyboard(&self) -> bool {
        self.events.wants_keyboard || self.breakpoints.wants_keyboard
    }

    /// Has the debugger work out what takes long only while its tab is shown.
    pub(super) fn ask(&mut self, shown: Option<Tab>, commands: &mut Commands) {
        self.plots.ask(shown == Some(Tab::Plots), commands);
        self.compare.ask(shown == Some(Tab::Compare), commands);
    }

    /// Shows what a tab holds.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        tab: Tab,
        hovered: &mut Option<Hovered>,
        debugger: &Debugger,
        commands: &mut Commands,
    ) {
        // However little a tab has to show, the drawer keeps its size.
        ui.set_min_height(ui.available_height().max(0.0));
        match tab {
            Tab::Events => self.events.show(ui, debugger, commands),
            Tab::Breakpoints => self.breakpoints.show(ui, debugger, commands),
            Tab::Plots => plots::show(ui, debugger, commands),
            Tab::Violations => self.violations.show(ui, debugger, commands),
            Tab::Compare => self.compare.show(ui, debugger),
            Tab::Clicks => self.clicks.show(ui, hovered, debugger, commands),
        }
    }

    /// The row of tabs, which is there when the drawer is closed, too.
    pub(super) fn tabs(&self, ui: &mut Ui, shown: Option<Tab>, debugger: &Debugger, commands: &mut Commands) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let all = ScrollArea::horizontal().max_width(ui.available_width() - 40.0);
            let all = all.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden).id_salt("tabs");
            all.show(ui, |ui| ui.horizontal(|ui| names(ui, shown, debugger, commands)));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.switch(ui, shown, commands);
                if debugger.is_finding() {
                    ui.weak("searching the run …");
                    ui.spinner();
                }
            });
        });
    }

    /// The button that opens and closes the drawer.
    fn switch(&self, ui: &mut Ui, shown: Option<Tab>, commands: &mut Commands) {
        let (icon, label) = match shown {
            Some(_) => ("⏷", "Hide the drawer"),
            None => ("⏶", "Show the drawer"),
        };
        let (area, button) = ui.allocate_exact_size(vec2(28.0, 22.0), Sense::click());
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
        let colour = ui.style().interact(&button).text_color();
        ui.painter().text(area.center(), Align2::CENTER_CENTER, icon, FontId::proportional(13.0), colour);
        if button.on_hover_text(label).clicked() {
            let opened = self.tab.or(Some(Tab::Events));
            commands.push(Request::ShowTab(if shown.is_some() { None } else { opened }));
        }
    }
}

/// A button for each tab, with how much in it needs a look.
fn names(ui: &mut Ui, shown: Option<Tab>, debugger: &Debugger, commands: &mut Commands) {
    for tab in Tab::ALL {
        let chosen = shown == Some(tab);
        let complaints = if tab == Tab::Violations { debugger.complaints() } else { &[] };
        let notes = complaints.iter().filter(|it| it.is_note()).count();
        let failed = if tab == Tab::Clicks { debugger.tally().failed } else { 0 };
        let text = match (complaints.len() - notes + failed, notes) {
            (0, 0) => RichText::new(tab.name()),
            (0, 1) => RichText::new(format!("{}  0 · 1 note", tab.name())),
            (0, notes) => RichText::new(format!("{}  0 · {} notes", tab.name(), theme::grouped(notes))),
            (faults, _) => RichText::new(format!("{}  {}", tab.name(), theme::grouped(faults))).color(theme::alarm(ui)),
        };
        let button = ui.add(Button::selectable(chosen, text).min_size(vec2(0.0, 22.0)));
        button.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, tab.name()));
        if button.clicked() {
            commands.push(Request::ShowTab((!chosen).then_some(tab)));
        }
    }
}
