//! Bakes and queries on a thread of their own, one after the other.

use std::{
    sync::{Arc, atomic::Ordering},
    thread::JoinHandle,
};

use super::{Bake, Debugger, Halt, Query, run::Known};
use crate::{
    bake::{NavMesh, Recipe},
    geometry::Spot,
    io::Settings,
    maze::Maze,
    trace::Watch,
};

/// Work on its thread.
type Thread = JoinHandle<Result<Product, Halt>>;

/// What is to be done.
pub(super) struct Job {
    pub(super) maze: Arc<Maze>,
    pub(super) settings: Settings,
    /// The bake to query; if there is none, one is made first.
    pub(super) nav: Option<Arc<NavMesh>>,
    /// What earlier runs know.
    pub(super) before: Before,
    pub(super) ends: Option<(Spot, Spot)>,
    /// Cancelled work that must have wound down first, or it would pile up.
    pub(super) after: Option<Cancelled>,
}

/// What earlier runs know, to be taken over where inputs are the same.
#[derive(Default)]
pub(super) struct Before {
    pub(super) bake: Option<Known>,
    /// Of a query, and the mesh that it went over.
    pub(super) query: Option<(Arc<NavMesh>, Known)>,
}

/// What was done.
pub(super) struct Product {
    pub(super) bake: Option<Bake>,
    pub(super) query: Option<Query>,
    /// Why there is no query though one was asked for.
    pub(super) trouble: Option<String>,
}

/// Work that was told to stop.
pub(super) struct Cancelled {
    /// Whether a bake was among it.
    pub(super) bakes: bool,
    thread: Thread,
}

/// Work under way.
#[derive(Debug)]
pub(super) struct Worker {
    watch: Arc<Watch>,
    bakes: bool,
    /// About how many events there will be.
    expected: usize,
    thread: Thread,
}

impl Worker {
    pub(super) fn start(job: Job) -> Self {
        let watch = Arc::new(Watch::default());
        let bakes = job.nav.is_none();
        let cells = if bakes { job.maze.floor().count() } else { 0 };
        let expected = match job.settings.bake.recipe {
            // An event a floor cell, one a sample, and about two triangles a sample to be kept or dropped.
            Recipe::Sampled => cells * (1 + 3 * job.settings.bake.samples.count()),
            // How many corners walls and rectangles have is not known before; many cells have none, some have four.
            Recipe::Walls | Recipe::Rectangles | Recipe::Contours | Recipe::Voxels => cells * 4,
        };
        let watched = watch.clone();
        let thread = std::thread::Builder::new()
            .name("navscope bake".to_owned())
            .spawn(move || work(job, &watched))
            .expect("the system has room for one more thread");
        Self { watch, bakes, expected: expected.max(1), thread }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Whether a bake is among the work.
    pub(super) fn bakes(&self) -> bool {
        self.bakes
    }

    #[expect(clippy::cast_precision_loss, reason = "a progress bar needs no more")]
    pub(super) fn progress(&self) -> f32 {
        (self.watch.progress.load(Ordering::Relaxed) as f32 / self.expected as f32).min(0.99)
    }

    /// Tells the work to stop, without waiting for it.
    pub(super) fn cancel(self) -> Cancelled {
        self.watch.cancel.store(true, Ordering::Relaxed);
        Cancelled { bakes: self.bakes, thread: self.thread }
    }

    pub(super) fn finish(self) -> Result<Product, Halt> {
        match self.thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

fn work(mut job: Job, watch: &Watch) -> Result<Product, Halt> {
    if let Some(before) = job.after.take() {
        // What it made, or how it ended, is nobody's business any more.
        drop(before.thread.join());
    }
    Halt::check(&watch.cancel)?;
    let bake = match &job.nav {
        Some(_) => None,
        None => Some(Bake::after(job.before.bake, &job.maze, &job.settings, watch)?),
    };
    let nav = job.nav.as_ref().or_else(|| bake.as_ref().map(|it| &it.nav));
    let query = match (nav, job.ends) {
        (Some(nav), Some((start, goal))) => {
            let known = job.before.query.filter(|it| Arc::ptr_eq(&it.0, nav)).map(|it| it.1);
            Query::after(known, nav, &job.settings, [start, goal], watch).map(Some)
        }
        _ => Ok(None),
    };
    match query {
        Ok(query) => Ok(Product { bake, query, trouble: None }),
        // What was baked is worth looking at all the same.
        Err(Halt::Refused(message)) => Ok(Product { bake, query: None, trouble: Some(message) }),
        Err(Halt::Cancelled) => Err(Halt::Cancelled),
    }
}

impl Debugger {
    /// Bakes once more, and takes over nothing from the bake before.
    pub(super) fn bake_anew(&mut self) {
        self.anew = true;
        self.begin(true);
    }

    /// What the runs that are shown know, for the next bake or query.
    pub(super) fn before(&mut self, bakes: bool) -> Before {
        if bakes && std::mem::take(&mut self.anew) {
            return Before::default();
        }
        let (bake, query) = (self.bake.as_ref(), self.query.as_ref());
        Before {
            bake: bake.map(|it| it.recorded().known()),
            query: bake.zip(query).map(|(bake, query)| (bake.nav.clone(), query.recorded().known())),
        }
    }
}
