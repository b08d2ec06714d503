//! The tab of plots: numbers over the run. A click on one goes to its moment.

use egui::{Color32, RichText, ScrollArea, Ui, WidgetInfo, vec2};
use egui_plot::{
    Bar, BarChart, HLine, Line, LineStyle, MarkerShape, Plot, PlotPoint, PlotPoints, PlotUi, Points, VLine,
};

use super::{commands::Commands, missing, theme};
use crate::{
    debugger::{Bin, Command, Debugger, Dot, Margins},
    picture::Role,
    trace::{Moment, StageName},
};

/// The row of plots.
#[derive(Default)]
pub(super) struct Plots {
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

impl Plots {
    /// Has the plots worked out while they are in view, and not else.
    pub(super) fn ask(&mut self, in_view: bool, commands: &mut Commands) {
        if in_view != self.asked {
            self.asked = in_view;
            commands.push(Command::Plot(in_view));
        }
    }
}

/// Shows all plots that have points.
pub(super) fn show(ui: &mut Ui, debugger: &Debugger, commands: &mut Commands) {
    let Some(plots) = debugger.plots() else {
        ui.weak(if debugger.bake().is_some() { "Working them out …" } else { missing::bake(debugger) });
        return;
    };
    let here = debugger.moment();
    ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        let width = ((ui.available_width() - 64.0) / 7.0).max(LEAST_WIDTH);
        let size = vec2(width, (ui.available_height() - 12.0).max(60.0));
        ui.horizontal_top(|ui| {
            let mut sought = None;
            for it in plots.margins.iter().filter(|it| !it.margins.is_empty()) {
                let title = format!("margin of {} in {} ({}, log)", it.predicate, it.stage.name(), it.unit);
                framed(ui, size, &title, |ui| sought = sought.or(margins(ui, &title, it, here)));
            }
            for it in plots.curves.iter().filter(|it| !it.dots.is_empty()) {
                let (title, series) = (it.curve.title, Series::of(it.curve.unit, &it.dots));
                framed(ui, size, title, |ui| sought = sought.or(curve(ui, title, &series, here)));
            }
            if let Some(moment) = sought {
                commands.seek(moment);
            }
            if !plots.smallest_angles.is_empty() {
                let title = "smallest angle of the final triangles";
                framed(ui, size, title, |ui| angles(ui, title, &plots.smallest_angles, commands));
            }
        });
    });
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

/// Draws where the cursor is, if it is in the stage of the points.
fn cursor(ui: &mut PlotUi<'_>, here: Moment, stage: Option<StageName>, colour: Color32) {
    if stage == Some(here.stage()) {
        ui.vline(VLine::new("cursor", at(here)).color(colour).width(1.5).allow_hover(false));
    }
}

/// Shows a number over the run; the moment of a point that was clicked.
fn curve(ui: &mut Ui, id: &str, series: &Series, here: Moment) -> Option<Moment> {
    let (accent, strong) = (theme::accent(ui), ui.visuals().strong_text_color());
    let stage = series.moments.first().map(|it| it.stage());
    let response = plot(id).show(ui, |ui| {
        ui.line(Line::new(&series.name, PlotPoints::from(series.points.clone())).color(accent).width(1.5));
        cursor(ui, here, stage, strong);
        ui.pointer_coordinate()
    });
    clicked(&response.response, id, response.inner).and_then(|it| series.nearest(it.x))
}

/// Shows the values that a predicate was decided by, and the bound they were compared with; the moment of a point that was clicked.
fn margins(ui: &mut Ui, id: &str, of: &Margins, here: Moment) -> Option<Moment> {
    let exponent = |value: f64| if value > 0.0 { value.log10().max(TIES) } else { TIES };
    let series = |name, dots: &mut dyn Iterator<Item = (Moment, f64)>| {
        let (moments, points) = dots.map(|(moment, value)| (moment, [at(moment), exponent(value)])).unzip();
        Series { name: String::from(name), points, moments }
    };
    let all = of.margins.iter();
    let values = series("margin", &mut all.clone().map(|it| (it.moment, it.value)));
    let bounds = series("held against", &mut all.clone().filter(|it| it.bound > 0.0).map(|it| (it.moment, it.bound)));
    let wrong = series("wrong", &mut all.filter_map(|it| Some((it.wrong?, it.value))));
    let [accent, alarm, strong] = [theme::accent(ui), theme::alarm(ui), ui.visuals().strong_text_color()];
    let bound = theme::color(theme::style(ui, Role::Circumcircle).line);
    let first = bounds.points.first().map(|it| it[1]);
    let constant = first.filter(|first| bounds.points.iter().all(|it| it[1] == *first));
    let plot = plot(id)
        .y_axis_formatter(|mark, _| if mark.value <= TIES { "0".to_owned() } else { format!("1e{:.0}", mark.value) });
    let points = |it: &Series| Points::new(&it.name, PlotPoints::from(it.points.clone()));
    let response = plot.show(ui, |ui| {
        ui.points(points(&values).color(accent).radius(1.6).shape(MarkerShape::Circle));
        if let Some(y) = constant {
            ui.hline(HLine::new(&bounds.name, y).color(bound).style(LineStyle::dashed_dense()));
        } else {
            let line = Line::new(&bounds.name, PlotPoints::from(bounds.points.clone()));
            ui.line(line.color(bound).width(1.0));
        }
        ui.points(points(&wrong).color(alarm).radius(3.0).shape(MarkerShape::Cross));
        cursor(ui, here, Some(of.stage), strong);
        ui.pointer_coordinate()
    });
    let it = clicked(&response.response, id, response.inner)?;
    // Near a wrong answer, that is what the user aims at.
    let bounds = response.transform.bounds();
    let near = wrong.nearest(it.x).filter(|wrong| (at(*wrong) - it.x).abs() < bounds.width() / 60.0);
    near.or_else(|| values.nearest(it.x))
}

/// Shows how many triangles have which smallest angle. A click selects an example and goes to where it was made.
#[expect(clippy::cast_precision_loss, reason = "a plot needs no more")]
fn angles(ui: &mut Ui, id: &str, bins: &[Bin], commands: &mut Commands) {
    let colour = theme::color(theme::style(ui, Role::Walkable).line).to_opaque();
    let bars = bins.iter().enumerate().map(|(index, it)| {
        let [from, middle, to] = [0.0, 0.5, 1.0].map(|it| (index as f64 + it) * Bin::WIDTH);
        Bar::new(middle, it.count as f64).width(Bin::WIDTH * 0.9).name(format!("{from}° to {to}°"))
    });
    let chart = BarChart::new("triangles", bars.collect()).color(colour);
    let response = plot(id).include_x(0.0).include_x(60.0).show(ui, |ui| {
        ui.bar_chart(chart);
        ui.pointer_coordinate()
    });
    let Some(it) = clicked(&response.response, id, response.inner) else { return };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates at the first bin")]
    let bin = (it.x / Bin::WIDTH) as usize;
    if let Some((thing, moment)) = bins.get(bin).and_then(|it| it.example) {
        commands.push(Command::Select(Some(thing)));
        commands.seek(moment);
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
