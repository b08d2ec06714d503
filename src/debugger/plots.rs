//! Numbers along a run, thinned to what a plot can show; worked out on a thread of their own, and only if asked for.

use std::{ops::ControlFlow, sync::Arc};

use super::{Debugger, Query, Run, background::Background, pass::Searched};
use crate::{
    bake::NavMesh,
    geometry::smallest_angle,
    mesh::Triangulation,
    trace::{Answer, Curve, Keeps, Moment, Recording, Seen, Stage, StageName, Thing, Watch},
};

/// No series has more entries than this.
const MOST: usize = 2000;

/// Numbers along a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plots {
    /// How near each kind of predicate came to zero.
    pub margins: Vec<Margins>,
    /// The numbers that stages have plotted.
    pub curves: Vec<Plotted>,
    /// How many of the final triangles have a smallest angle of 0 to 2.5°, 2.5 to 5°, and so on up to 60°.
    pub smallest_angles: Vec<Bin>,
}

impl Plots {
    /// A curve by its title; empty if there is none.
    #[must_use]
    pub fn curve(&self, title: &str) -> &[Dot] {
        self.curves.iter().find(|it| it.curve.title == title).map_or(&[], |it| &it.dots)
    }
}

/// A number along the run of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Plotted {
    /// Which number.
    pub curve: &'static Curve,
    /// In order; of neighbours in time one.
    pub dots: Vec<Dot>,
}

/// A number at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// When.
    pub moment: Moment,
    /// How much.
    pub value: f64,
}

/// How near the predicates of one kind came to zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Margins {
    /// Which stage asked.
    pub stage: StageName,
    /// What it asked, in a word.
    pub predicate: &'static str,
    /// The unit of the answers' values.
    pub unit: &'static str,
    /// In order.
    pub margins: Vec<Margin>,
}

/// How near to zero the answers came within a short time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// When the value was nearest to zero, ties left aside unless there is nothing else.
    pub moment: Moment,
    /// How near that was; 0 only if all were ties.
    pub value: f64,
    /// What it was held against: the bound of its rounding error, or an epsilon.
    pub bound: f64,
    /// How many values were zero.
    pub ties: usize,
    /// When the first answer was wrong, if any was.
    pub wrong: Option<Moment>,
}

/// Triangles of about the same smallest angle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// How many.
    pub count: usize,
    /// The oldest of them, and when it was born.
    pub example: Option<(Thing, Moment)>,
}

impl Bin {
    /// How wide a bin is. \[degrees]
    pub const WIDTH: f64 = 2.5;
}

/// Values along a stage, one for each stretch of its events.
struct Thinned<T> {
    /// How many events a stretch has.
    stretch: usize,
    last: usize,
    kept: Vec<T>,
}

impl<T> Thinned<T> {
    fn over<M: Stage>(recording: &Recording<M>) -> Self {
        let stretch = (recording.log().events().len() + 1).div_ceil(MOST);
        Self { stretch, last: 0, kept: Vec::new() }
    }

    /// Adds a value, or merges it into the one that stands for its stretch.
    fn put(&mut self, at: usize, value: T, merge: impl FnOnce(&mut T, T)) {
        let place = at / self.stretch;
        match self.kept.last_mut().filter(|_| self.last == place) {
            Some(last) => merge(last, value),
            None => self.kept.push(value),
        }
        self.last = place;
    }
}

impl Thinned<Margin> {
    fn put_answer(&mut self, moment: Moment, answer: &Answer) {
        let (value, wrong) = (answer.value.abs(), answer.is_wrong().then_some(moment));
        let margin = Margin { moment, value, bound: answer.bound, ties: usize::from(value == 0.0), wrong };
        self.put(moment.at, margin, |old, new| {
            let nearer = new.value != 0.0 && (new.value < old.value || old.value == 0.0);
            let (ties, wrong) = (old.ties + new.ties, old.wrong.or(new.wrong));
            *old = Margin { ties, wrong, ..if nearer { new } else { *old } };
        });
    }
}

impl Thinned<Dot> {
    fn put_dot(&mut self, new: Dot, keeps: Keeps) {
        self.put(new.moment.at, new, |old, new| {
            let is_kept = match keeps {
                Keeps::Largest => new.value > old.value,
                Keeps::Smallest => new.value < old.value,
                Keeps::Last => true,
            };
            if is_kept {
                *old = new;
            }
        });
    }
}

/// What the plots are worked out from.
struct Source {
    /// The mesh, if one was baked.
    nav: Option<Arc<NavMesh>>,
    stages: Vec<Arc<dyn Searched>>,
}

impl Source {
    /// Works all of it out; nothing if it was told to stop.
    fn plot(&self, watch: &Watch) -> Option<Plots> {
        let mut plots = Plots::default();
        self.stages.iter().try_for_each(|it| it.plot(&mut plots, watch)).continue_value()?;
        plots.smallest_angles =
            self.nav.as_ref().and_then(|it| it.triangles()).map_or_else(Vec::new, |it| smallest_angles(it.mesh()));
        Some(plots)
    }
}

/// Plots what a stage has plotted.
pub(super) fn plot_stage<M: Stage>(recording: &Recording<M>, plots: &mut Plots, watch: &Watch) -> ControlFlow<()> {
    if recording.log().events().is_empty() || M::CURVES.is_empty() && M::PREDICATES.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut curves: Vec<_> = M::CURVES.iter().map(|it| (it, Thinned::over(recording))).collect();
    let mut predicates: Vec<_> = M::PREDICATES.iter().map(|it| (it, "", Thinned::over(recording))).collect();
    recording.scan(!predicates.is_empty(), watch, |model, Seen { moment, event, .. }| {
        let kind = M::kind(event).word;
        for (curve, dots) in curves.iter_mut().filter(|it| it.0.kinds.contains(&kind)) {
            if let Some(value) = model.quantity(event, curve.quantity) {
                dots.put_dot(Dot { moment, value }, curve.keeps);
            }
        }
        for (_, unit, margins) in predicates.iter_mut().filter(|it| it.0.kinds.contains(&kind)) {
            if let Some(answer) = model.answer(event) {
                *unit = answer.unit;
                margins.put_answer(moment, &answer);
            }
        }
        ControlFlow::Continue(())
    })?;
    plots.curves.extend(curves.into_iter().map(|(curve, dots)| Plotted { curve, dots: dots.kept }));
    let margins = predicates.into_iter().map(|(it, unit, margins)| Margins {
        stage: M::NAME,
        predicate: it.name,
        unit,
        margins: margins.kept,
    });
    plots.margins.extend(margins);
    ControlFlow::Continue(())
}

fn smallest_angles(mesh: &Triangulation) -> Vec<Bin> {
    let mut bins = vec![Bin::default(); 24];
    for triangle in mesh.inner() {
        let Some(corners) = mesh.corners(triangle) else { continue };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an angle of at most 60 degrees")]
        let bin = (smallest_angle(corners) / Bin::WIDTH) as usize;
        let bin = &mut bins[bin.min(23)];
        bin.count += 1;
        let born = || Moment::after(StageName::Triangulate, mesh.born_at(triangle));
        bin.example.get_or_insert_with(|| (Thing::Triangle(triangle), born()));
    }
    bins
}

/// The plots, if asked for.
#[derive(Debug, Default)]
pub(super) struct Plotter {
    on: bool,
    /// Of the run of that number.
    pub(super) work: Background<u64, Plots>,
}

impl Debugger {
    /// Numbers along the run; none until they are asked for and worked out.
    #[must_use]
    pub fn plots(&self) -> Option<&Plots> {
        self.plotter.work.answers().first()
    }

    /// Whether plots are being worked out.
    #[must_use]
    pub fn is_plotting(&self) -> bool {
        self.plotter.work.is_running()
    }

    /// Switches the plots on or off.
    pub(super) fn show_plots(&mut self, on: bool) {
        self.plotter.on = on;
        if !on {
            self.plotter.work.clear();
        }
    }

    /// Sees to it that the plots are worked out, if they are asked for.
    pub(super) fn plot(&mut self) {
        let Some(bake) = &self.bake else { return };
        if !self.plotter.on || self.plotter.work.asked() == Some(&self.runs) {
            return;
        }
        let runs = std::iter::once(bake.recorded()).chain(self.query.as_ref().map(Query::recorded));
        let source =
            Source { nav: bake.ran().then(|| bake.nav.clone()), stages: runs.flat_map(Run::recorded).collect() };
        self.plotter.work.ask("navscope plot", self.runs, move |watch, tell| {
            if let Some(plots) = source.plot(watch) {
                // There is nothing else to work out, wanted or not.
                let _ = tell(plots);
            }
            Ok(())
        });
    }

    /// Takes in the plots, waiting for them if asked; returns whether there were any.
    pub(super) fn take_plots(&mut self, wait: bool) -> bool {
        let changed = self.plotter.work.take(wait);
        self.version += u64::from(changed);
        changed
    }
}
