//! Numbers along a run, thinned to what a plot can show; worked out on a thread of their own, and only if asked for.

use std::{ops::ControlFlow, sync::Arc};

use super::{Debugger, background::Background};
use crate::{
    bake::NavMesh,
    geometry::Point,
    mesh::{MeshEvent, Triangulation},
    pull::{Funnel, FunnelEvent},
    search::{GridEvent, GridSearch, Search, SearchEvent},
    trace::{Answer, Moment, Quantity, Recording, Seen, Stage, StageName, Thing, Watch},
};

/// No series has more entries than this.
const MOST: usize = 2000;

/// Numbers along a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plots {
    /// How near each kind of predicate came to zero.
    pub margins: Vec<Margins>,
    /// How many triangles insertions removed: of neighbours in time the largest.
    pub zones: Vec<Dot>,
    /// How many triangles or cells wait, after expansions: of neighbours in time the most.
    pub open: Vec<Dot>,
    /// The f of expanded triangles or cells: of neighbours in time the last. \[cells]
    pub f: Vec<Dot>,
    /// How wide the funnel is as each portal comes up, where it has two sides. \[degrees]
    pub angles: Vec<Dot>,
    /// How many of the final triangles have a smallest angle of 0 to 2.5°, 2.5 to 5°, and so on up to 60°.
    pub smallest_angles: Vec<Bin>,
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

fn keep_largest(old: &mut Dot, new: Dot) {
    if new.value > old.value {
        *old = new;
    }
}

/// What the plots are worked out from.
struct Source {
    nav: Arc<NavMesh>,
    mesh: Arc<Recording<Triangulation>>,
    search: Option<Arc<Recording<Search>>>,
    grid: Option<Arc<Recording<GridSearch>>>,
    funnel: Option<Arc<Recording<Funnel>>>,
}

impl Source {
    /// Works all of it out; nothing if it was told to stop.
    fn plot(&self, watch: &Watch) -> Option<Plots> {
        let mut plots = Plots::default();
        self.plot_all(&mut plots, watch).is_continue().then_some(plots)
    }

    fn plot_all(&self, plots: &mut Plots, watch: &Watch) -> ControlFlow<()> {
        self.plot_mesh(plots, watch)?;
        if let Some(search) = &self.search {
            plot_search(search, |it| matches!(it, SearchEvent::Expanded { .. }), plots, watch)?;
        }
        if let Some(grid) = &self.grid {
            plot_search(grid, |it| matches!(it, GridEvent::Expanded { .. }), plots, watch)?;
        }
        if let Some(funnel) = &self.funnel {
            plot_funnel(funnel, plots, watch)?;
        }
        ControlFlow::Continue(())
    }

    fn plot_mesh(&self, plots: &mut Plots, watch: &Watch) -> ControlFlow<()> {
        // Where cells are searched none was baked.
        if self.mesh.log().events().is_empty() {
            return ControlFlow::Continue(());
        }
        let (mut turns, mut circles) = (Thinned::over(&self.mesh), Thinned::over(&self.mesh));
        let mut zones = Thinned::over(&self.mesh);
        self.mesh.scan(true, watch, |mesh, Seen { moment, event, .. }| {
            match (event, mesh.answer(event)) {
                (MeshEvent::Walked { .. } | MeshEvent::Sided { .. }, Some(answer)) => turns.put_answer(moment, &answer),
                (_, Some(answer)) => circles.put_answer(moment, &answer),
                (_, None) => (),
            }
            if let Some(value) = mesh.quantity(event, Quantity::Zone) {
                zones.put(moment.at, Dot { moment, value }, keep_largest);
            }
            ControlFlow::Continue(())
        })?;
        let of_circles = self.mesh.initial().numbers().unit_of_circles();
        for (predicate, unit, margins) in [("turn", "cells²", turns.kept), ("in circle", of_circles, circles.kept)] {
            plots.margins.push(Margins { stage: StageName::Triangulate, predicate, unit, margins });
        }
        plots.zones = zones.kept;
        plots.smallest_angles = smallest_angles(self.nav.mesh());
        ControlFlow::Continue(())
    }
}

/// What waits, and the f of what is expanded, in a search of either graph.
fn plot_search<M: Stage>(
    search: &Recording<M>,
    is_expansion: impl Fn(&M::Event) -> bool,
    plots: &mut Plots,
    watch: &Watch,
) -> ControlFlow<()> {
    let (mut open, mut f) = (Thinned::over(search), Thinned::over(search));
    search.scan(false, watch, |search, Seen { moment, event, .. }| {
        if is_expansion(event) {
            let dot = |which| search.quantity(event, which).map(|value| Dot { moment, value });
            if let (Some(waiting), Some(least)) = (dot(Quantity::Open), dot(Quantity::F)) {
                open.put(moment.at, waiting, keep_largest);
                f.put(moment.at, least, |old, new| *old = new);
            }
        }
        ControlFlow::Continue(())
    })?;
    (plots.open, plots.f) = (open.kept, f.kept);
    ControlFlow::Continue(())
}

fn plot_funnel(funnel: &Recording<Funnel>, plots: &mut Plots, watch: &Watch) -> ControlFlow<()> {
    let (mut turns, mut angles) = (Thinned::over(funnel), Thinned::over(funnel));
    funnel.scan(true, watch, |funnel, Seen { moment, event, .. }| {
        if let Some(answer) = funnel.answer(event) {
            turns.put_answer(moment, &answer);
        }
        if let (FunnelEvent::Reached { .. }, Some(value)) = (event, funnel.quantity(event, Quantity::Angle)) {
            // Of neighbours in time the narrowest.
            angles.put(moment.at, Dot { moment, value }, |old, new| {
                if new.value < old.value {
                    *old = new;
                }
            });
        }
        ControlFlow::Continue(())
    })?;
    plots.margins.push(Margins { stage: StageName::Funnel, predicate: "turn", unit: "cells²", margins: turns.kept });
    plots.angles = angles.kept;
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

/// The smallest angle of a triangle; 0 if it is flat. \[degrees]
fn smallest_angle(corners: [Point; 3]) -> f64 {
    let angle = |i: usize| {
        let [at, a, b] = [0, 1, 2].map(|step| corners[(i + step) % 3]);
        let [a, b] = [a, b].map(|it| Point::new(it.x - at.x, it.y - at.y));
        (a.x * b.y - a.y * b.x).abs().atan2(a.x * b.x + a.y * b.y)
    };
    [0, 1, 2].map(angle).into_iter().fold(f64::MAX, f64::min).to_degrees()
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
        let query = self.query.as_ref();
        let source = Source {
            nav: bake.nav.clone(),
            mesh: bake.mesh.replay().recording().clone(),
            search: query.and_then(|it| it.search.as_ref()).map(|it| it.replay().recording().clone()),
            grid: query.and_then(|it| it.grid.as_ref()).map(|it| it.replay().recording().clone()),
            funnel: query.filter(|it| it.grid.is_none()).map(|it| it.funnel.replay().recording().clone()),
        };
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
