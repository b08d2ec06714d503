//! The panel along the bottom: events, breakpoints, plots, violations, the comparison, the clicks, one at a time.

use egui::{Align, Layout, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, scroll_area::ScrollBarVisibility, vec2};
use serde::{Deserialize, Serialize};

use super::{Navscope, clicks, compare, events, plots, theme};
use crate::picture::palette;

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

/// What the drawer's panels remember between frames.
#[derive(Default)]
pub(super) struct Drawer {
    pub(super) events: events::List,
    pub(super) plots: plots::Shown,
    pub(super) compare: compare::Shown,
    pub(super) clicks: clicks::Shown,
    /// The breakpoint being typed.
    pub(super) breakpoint: String,
    /// What is to get the keyboard in the next frame.
    pub(super) focus: Option<Focus>,
    /// The violation looked at last, and of which run.
    pub(super) complaint: Option<(u64, usize)>,
    /// Which kinds of violations are listed; all if none.
    pub(super) kind: Option<String>,
}

/// A field of the drawer.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Focus {
    Filter,
    Breakpoint,
}

impl Navscope {
    /// Shows a tab, or hides the drawer if it is shown already.
    pub(super) fn toggle_tab(&mut self, tab: Tab) {
        let shown = self.shown_tab() == Some(tab);
        self.show_tab((!shown).then_some(tab));
    }

    fn show_tab(&mut self, tab: Option<Tab>) {
        self.remembered.tab = tab;
        self.say_if_narrow(tab.is_none() || self.room.drawer, "higher");
    }

    /// Lets the user type a filter.
    pub(super) fn focus_filter(&mut self) {
        self.show_tab(Some(Tab::Events));
        self.drawer.focus = Some(Focus::Filter);
    }

    /// Lets the user type a breakpoint.
    pub(super) fn ask_for_breakpoint(&mut self) {
        self.show_tab(Some(Tab::Breakpoints));
        self.drawer.focus = Some(Focus::Breakpoint);
    }

    /// The row of tabs, always there.
    pub(super) fn tabs(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let all = ScrollArea::horizontal().max_width(ui.available_width() - 40.0);
            let all = all.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden).id_salt("tabs");
            all.show(ui, |ui| ui.horizontal(|ui| self.names_of_tabs(ui)));
            self.right_of_tabs(ui);
        });
    }

    fn names_of_tabs(&mut self, ui: &mut Ui) {
        for tab in Tab::ALL {
            let chosen = self.shown_tab() == Some(tab);
            let complaints = if tab == Tab::Violations { self.debugger.complaints() } else { &[] };
            let notes = complaints.iter().filter(|it| it.is_note()).count();
            let failed = if tab == Tab::Clicks { self.debugger.tally().failed } else { 0 };
            let text = match (complaints.len() - notes + failed, notes) {
                (0, 0) => RichText::new(tab.name()),
                (0, 1) => RichText::new(format!("{}  0 · 1 note", tab.name())),
                (0, notes) => RichText::new(format!("{}  0 · {} notes", tab.name(), theme::grouped(notes))),
                (faults, _) => RichText::new(format!("{}  {}", tab.name(), theme::grouped(faults)))
                    .color(theme::color(palette::alarm(self.mode()))),
            };
            let button = ui.add(egui::Button::selectable(chosen, text).min_size(vec2(0.0, 22.0)));
            button.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, tab.name()));
            if button.clicked() {
                self.toggle_tab(tab);
            }
        }
    }

    /// The drawer's switch, and whether something is being looked for.
    fn right_of_tabs(&mut self, ui: &mut Ui) {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (icon, label) = match self.shown_tab() {
                Some(_) => ("⏷", "Hide the drawer"),
                None => ("⏶", "Show the drawer"),
            };
            let (area, button) = ui.allocate_exact_size(vec2(28.0, 22.0), Sense::click());
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
            let colour = ui.style().interact(&button).text_color();
            ui.painter().text(
                area.center(),
                egui::Align2::CENTER_CENTER,
                icon,
                egui::FontId::proportional(13.0),
                colour,
            );
            if button.on_hover_text(label).clicked() {
                self.show_tab(match self.shown_tab() {
                    Some(_) => None,
                    None => self.remembered.tab.or(Some(Tab::Events)),
                });
            }
            if self.debugger.is_finding() {
                ui.weak("searching the run …");
                ui.spinner();
            }
        });
    }

    /// What the chosen tab shows.
    pub(super) fn drawer(&mut self, ui: &mut Ui, tab: Tab) {
        // However little a tab has to show, the drawer keeps its size.
        ui.set_min_height(ui.available_height().max(0.0));
        match tab {
            Tab::Events => self.events_tab(ui),
            Tab::Breakpoints => self.breakpoints_tab(ui),
            Tab::Plots => self.plots_tab(ui),
            Tab::Violations => self.violations_tab(ui),
            Tab::Compare => self.compare_tab(ui),
            Tab::Clicks => self.clicks_tab(ui),
        }
    }
}
