//! Where two runs part: the first event that is not the same.

use std::{fmt, sync::Arc};

use serde::Serialize;

use super::{
    StageTrace,
    baseline::{Baseline, Kept, maze_of},
    traces,
};
use crate::{
    debugger::{Bake, Lane, Query, bakes::is_same_bake},
    io::Settings,
    maze::Maze,
    trace::Watch,
};

/// Where two runs of a test part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parting {
    /// In which stage.
    pub stage: String,
    /// After so many events all was the same.
    pub same: usize,
    /// After so many it was not; one more, if it is known exactly.
    pub by: usize,
    /// What happened then, before, if that can be told.
    pub was: Option<String>,
    /// What happens now.
    pub is: Option<String>,
    /// Whether the old input still runs as it did, so that it is the input that was changed; if not, the program was. Nothing if that
    /// was not tried.
    pub repeats: Option<bool>,
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stage, same, by, .. } = self;
        let place = match by - same {
            1 => format!("{stage}:{by}"),
            _ => format!("{stage}, between events {} and {by}", same + 1),
        };
        write!(f, "the runs part at {place}")?;
        match self.repeats {
            Some(true) => write!(f, " (the input has changed)")?,
            Some(false) => write!(f, " (the program has changed)")?,
            None => (),
        }
        let nothing = "nothing, for the stage was over";
        match (&self.was, &self.is) {
            (None, None) => Ok(()),
            (was, Some(is)) if self.repeats != Some(true) && was.is_none() => write!(f, ": now {is}"),
            (was, is) => {
                let [was, is] = [was, is].map(|it| it.as_deref().unwrap_or(nothing));
                write!(f, ": was {was} Now {is}")
            }
        }
    }
}

/// A test's bake and query, recorded.
struct Recorded {
    bake: Arc<Bake>,
    query: Option<Query>,
}

/// Runs made again, one old and one new, kept for the next test with the same mesh.
#[derive(Default)]
pub(super) struct Reruns {
    bakes: [Option<(String, Settings, Arc<Bake>)>; 2],
}

impl Reruns {
    /// Where two runs part, if they do. The events are only told if they are to be looked into.
    pub(super) fn parting(
        &mut self,
        (old, was): (&Baseline, &Kept),
        (new, is): (&Baseline, &Kept),
        looks_into: bool,
    ) -> Option<Parting> {
        let stages = |baseline: &Baseline, it: &Kept| [baseline.bake(it), &it.traces].concat();
        let (before, now) = (stages(old, was), stages(new, is));
        let (stage, same, by) = first_parting(&before, &now)?;
        let mut parting = Parting { stage, same, by, was: None, is: None, repeats: None };
        if !looks_into {
            return Some(parting);
        }
        let [first, second] = &mut self.bakes;
        let again = rerun(first, old.input(was), was).filter(|it| traced(it) == before);
        let fresh = rerun(second, new.input(is), is);
        parting.repeats = Some(again.is_some());
        if let (Some(again), Some(fresh)) = (&again, &fresh) {
            parting.same = same_events(again, fresh, &parting.stage);
            parting.by = parting.same + 1;
        }
        if parting.by == parting.same + 1 {
            let tell = |it: &Option<Recorded>| it.as_ref().and_then(|it| told(it, &parting.stage, parting.by));
            (parting.was, parting.is) = (tell(&again), tell(&fresh));
        }
        Some(parting)
    }
}

/// The first stage that is not the same, with the numbers of events after which it was and was not.
fn first_parting(before: &[StageTrace], now: &[StageTrace]) -> Option<(String, usize, usize)> {
    for (was, is) in before.iter().zip(now) {
        if was.stage != is.stage {
            return Some((is.stage.clone(), 0, 1));
        }
        if let Some((same, by)) = was.parts_from(is) {
            return Some((is.stage.clone(), same, by));
        }
    }
    let longer = if before.len() > now.len() { before } else { now };
    let next = longer.get(before.len().min(now.len()))?;
    Some((next.stage.clone(), 0, 1))
}

fn rerun(known: &mut Option<(String, Settings, Arc<Bake>)>, input: &str, it: &Kept) -> Option<Recorded> {
    if it.is_ray {
        return None;
    }
    let settings = it.settings().ok()?;
    let watch = Watch::default();
    let same = |known: &(String, Settings, Arc<Bake>)| known.0 == input && is_same_bake(&known.1, &settings);
    if !known.as_ref().is_some_and(same) {
        let maze: Arc<Maze> = maze_of(input)?;
        let bake = Bake::unjudged(&maze, &settings, &watch).ok()?;
        *known = Some((input.to_owned(), settings, Arc::new(bake)));
    }
    let bake = known.as_ref()?.2.clone();
    let query = Query::run(&bake.nav, &settings, it.start, it.goal, &watch).ok();
    Some(Recorded { bake, query })
}

fn lanes(it: &Recorded) -> Vec<&dyn Lane> {
    it.bake.lanes().into_iter().chain(it.query.iter().flat_map(Query::lanes)).collect()
}

fn traced(it: &Recorded) -> Vec<StageTrace> {
    traces(&lanes(it))
}

/// How many events of a stage are the same in both runs.
fn same_events(one: &Recorded, other: &Recorded, stage: &str) -> usize {
    let all = |it: &Recorded| {
        let mut hashes = Vec::new();
        if let Some(lane) = lanes(it).into_iter().find(|it| it.name().name() == stage) {
            lane.hashes(&mut |_, hash| hashes.push(hash));
        }
        hashes
    };
    all(one).iter().zip(&all(other)).take_while(|(a, b)| a == b).count()
}

/// The event that leads to just after the first `at` of a stage, as a sentence.
fn told(it: &Recorded, stage: &str, at: usize) -> Option<String> {
    let lane = lanes(it).into_iter().find(|it| it.name().name() == stage)?;
    lane.sentence(at).map(|it| format!("“{it}”"))
}
