//! Numbers over the run, to be clicked on.

use egui::{Color32, RichText, ScrollArea, Ui, WidgetInfo, vec2};
use egui_plot::{
    Bar, BarChart, HLine, Line, LineStyle, MarkerShape, Plot, PlotPoint, PlotPoints, PlotUi, Points, VLine,
};

use super::{Navscope, theme};
use crate::{
    debugger::{Bin, Command, Dot, Margins},
    picture::{Role, palette},
    trace::{Moment, StageName},
};

/// What the plots remember between frames.
#[derive(Default)]
pub(super) struct Shown {
    /// Whether the debugger was asked for them.
    asked: bool,
}

/// The least width of a plot. \[points]
const LEAST_WIDTH: f32 = 264.0;
/// What stands for zero where the scale is logarithmic. \[exponent of ten]
const TIES: f64 = -20.0;

/// Points of a plot, and the moments they stand for.
struct Series {
    name: String,
    points: Vec<[f64; 2]>,
    moments: Vec<Moment>,
}

#[expect(clippy::cast_precision_loss, reason = "a plot needs no more")]
fn at(moment: Moment) -> f64 {
    moment.at as f64
}

impl Series {
    fn of(name: &str, dots: &[Dot]) -> Self {
        Self {
            name: name.to_owned(),
            points: dots.iter().map(|it| [at(it.moment), it.value]).collect(),
            moments: dots.iter().map(|it| it.moment).collect(),
        }
    }

    /// The moment of the point that is nearest along the run.
    fn nearest(&self, x: f64) -> Option<Moment> {
        let behind = self.points.partition_point(|it| it[0] < x);
        let near = [behind.checked_sub(1), Some(behind).filter(|it| *it < self.points.len())];
        let distance = |it: &usize| (self.points[*it][0] - x).abs();
        let nearest = near.into_iter().flatten().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        self.moments.get(nearest).copied()
    }
}

impl Navscope {
    /// Has the plots worked out while they are looked at, and not else.
    pub(super) fn ask_for_plots(&mut self) {
        let wanted = self.shown_tab() == Some(super::drawer::Tab::Plots);
        if wanted != self.drawer.plots.asked {
            self.drawer.plots.asked = wanted;
            self.command(Command::Plot(wanted));
        }
    }

    pub(super) fn plots_tab(&mut self, ui: &mut Ui) {
        let Some(plots) = self.debugger.plots().cloned() else {
            let text = if self.debugger.bake().is_some() { "Working them out …" } else { self.no_bake() };
            ui.weak(text);
            return;
        };
        let mut clicked = None;
        ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
            let width = ((ui.available_width() - 64.0) / 7.0).max(LEAST_WIDTH);
            let size = vec2(width, (ui.available_height() - 12.0).max(60.0));
            ui.horizontal_top(|ui| {
                for it in plots.margins.iter().filter(|it| !it.margins.is_empty()) {
                    let title = format!("margin of {} in {} ({}, log)", it.predicate, it.stage.name(), it.unit);
                    framed(ui, size, &title, |ui| clicked = clicked.or(self.margins(ui, &title, it)));
                }
                let accent = theme::color(palette::accent(self.mode()));
                for it in plots.curves.iter().filter(|it| !it.dots.is_empty()) {
                    let (title, series) = (it.curve.title, Series::of(it.curve.unit, &it.dots));
                    framed(ui, size, title, |ui| clicked = clicked.or(self.curve(ui, title, &series, accent)));
                }
                if !plots.smallest_angles.is_empty() {
                    let title = "smallest angle of the final triangles";
                    framed(ui, size, title, |ui| self.angles(ui, title, &plots.smallest_angles));
                }
            });
        });
        if let Some(moment) = clicked {
            self.jump(Command::Seek(moment));
        }
    }

    /// A plot as all of them are.
    fn plot<'a>(id: &str) -> Plot<'a> {
        Plot::new(id)
            .show_background(false)
            .allow_scroll(false)
            .allow_zoom([true, false])
            .allow_boxed_zoom(false)
            .allow_double_click_reset(true)
            .y_axis_min_width(34.0)
            .show_grid([false, true])
    }

    /// Where the cursor is, if it is in the stage of the points.
    fn cursor(&self, ui: &mut PlotUi<'_>, stage: Option<StageName>, colour: Color32) {
        let here = self.debugger.moment();
        if stage == Some(here.stage()) {
            ui.vline(VLine::new("cursor", at(here)).color(colour).width(1.5).allow_hover(false));
        }
    }

    fn curve(&self, ui: &mut Ui, id: &str, series: &Series, colour: Color32) -> Option<Moment> {
        let cursor = ui.visuals().strong_text_color();
        let stage = series.moments.first().map(|it| it.stage());
        let response = Self::plot(id).show(ui, |ui| {
            ui.line(Line::new(&series.name, PlotPoints::from(series.points.clone())).color(colour).width(1.5));
            self.cursor(ui, stage, cursor);
            ui.pointer_coordinate()
        });
        clicked(&response.response, id, response.inner).and_then(|it| series.nearest(it.x))
    }

    fn margins(&self, ui: &mut Ui, id: &str, of: &Margins) -> Option<Moment> {
        let exponent = |value: f64| if value > 0.0 { value.log10().max(TIES) } else { TIES };
        let points = |value: &dyn Fn(&crate::debugger::Margin) -> Option<f64>| -> Vec<[f64; 2]> {
            of.margins.iter().filter_map(|it| Some([at(it.moment), exponent(value(it)?)])).collect()
        };
        let (values, bounds) = (points(&|it| Some(it.value)), points(&|it| Some(it.bound).filter(|it| *it > 0.0)));
        let wrong: Vec<[f64; 2]> =
            of.margins.iter().filter_map(|it| Some([at(it.wrong?), exponent(it.value)])).collect();
        let series = Series {
            name: "margin".to_owned(),
            points: values.clone(),
            moments: of.margins.iter().map(|it| it.moment).collect(),
        };
        let broken = Series {
            name: "wrong".to_owned(),
            points: wrong.clone(),
            moments: of.margins.iter().filter_map(|it| it.wrong).collect(),
        };
        let mode = self.mode();
        let [accent, alarm] = [palette::accent(mode), palette::alarm(mode)].map(theme::color);
        let bound = theme::color(palette::style(Role::Circumcircle, mode).line);
        let cursor = ui.visuals().strong_text_color();
        let first = bounds.first().map(|it| it[1]);
        let constant = first.filter(|first| bounds.iter().all(|it| it[1] == *first));
        let plot = Self::plot(id).y_axis_formatter(|mark, _| {
            if mark.value <= TIES { "0".to_owned() } else { format!("1e{:.0}", mark.value) }
        });
        let response = plot.show(ui, |ui| {
            ui.points(
                Points::new("margin", PlotPoints::from(values)).color(accent).radius(1.6).shape(MarkerShape::Circle),
            );
            match constant {
                Some(y) => ui.hline(HLine::new("held against", y).color(bound).style(LineStyle::dashed_dense())),
                None => ui.line(Line::new("held against", PlotPoints::from(bounds)).color(bound).width(1.0)),
            }
            ui.points(Points::new("wrong", PlotPoints::from(wrong)).color(alarm).radius(3.0).shape(MarkerShape::Cross));
            self.cursor(ui, Some(of.stage), cursor);
            ui.pointer_coordinate()
        });
        let it = clicked(&response.response, id, response.inner)?;
        // A wrong answer is what one aims at where there is one near.
        let bounds = response.transform.bounds();
        let near = broken.nearest(it.x).filter(|wrong| (at(*wrong) - it.x).abs() < bounds.width() / 60.0);
        near.or_else(|| series.nearest(it.x))
    }

    #[expect(clippy::cast_precision_loss, reason = "a plot needs no more")]
    fn angles(&mut self, ui: &mut Ui, id: &str, bins: &[Bin]) {
        let colour = theme::color(palette::style(Role::Walkable, self.mode()).line).to_opaque();
        let middle = |index: usize| (index as f64 + 0.5) * Bin::WIDTH;
        let bars = bins.iter().enumerate().map(|(index, it)| {
            Bar::new(middle(index), it.count as f64).width(Bin::WIDTH * 0.9).name(format!(
                "{}° to {}°",
                index as f64 * Bin::WIDTH,
                (index + 1) as f64 * Bin::WIDTH
            ))
        });
        let chart = BarChart::new("triangles", bars.collect()).color(colour);
        let response = Self::plot(id).include_x(0.0).include_x(60.0).show(ui, |ui| {
            ui.bar_chart(chart);
            ui.pointer_coordinate()
        });
        let Some(it) = clicked(&response.response, id, response.inner) else { return };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates at the first bin")]
        let bin = (it.x / Bin::WIDTH) as usize;
        if let Some((thing, moment)) = bins.get(bin).and_then(|it| it.example) {
            self.command(Command::Select(Some(thing)));
            self.jump(Command::Seek(moment));
        }
    }
}

/// Names the plot, and tells where it was clicked, if it was.
fn clicked(response: &egui::Response, name: &str, at: Option<PlotPoint>) -> Option<PlotPoint> {
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, format!("plot: {name}")));
    at.filter(|_| response.clicked())
}

/// A plot below its title.
fn framed(ui: &mut Ui, size: egui::Vec2, title: &str, add: impl FnOnce(&mut Ui)) {
    ui.allocate_ui(size, |ui| {
        ui.set_min_size(size);
        ui.set_max_size(size);
        ui.vertical(|ui| {
            ui.label(RichText::new(title).small().weak());
            add(ui);
        });
    });
}
