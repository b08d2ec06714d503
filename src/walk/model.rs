//! Who is where: the clock, the one that follows the path, and the one that steers, with its trail.
//!
//! The follower's place follows from the clock; the steerer's steps are kept, each with the places where it bent. It is stuck
//! once it has come hardly nearer to its goal for a second. Whoever is still on the way after very many ticks gives up.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    WalkSettings,
    event::{Ending, WORDS, WalkEvent, Walker, read, write},
    follow::Ruler,
    steer::{Stride, steer},
};
use crate::{
    geometry::Point,
    maze::Maze,
    pull::Course,
    record::{Recorder, Replayable, Sink},
};

/// After how many ticks whoever is still on the way gives up.
pub const MOST_TICKS: u32 = 100_000;

/// After how many places of its trail the steerer gives up.
const MOST_PLACES: usize = 1_000_000;

/// How much nearer the steerer must come in a second, as a part of what it could.
const PROGRESS: f64 = 1e-3;

/// How far walls are looked for. \[cells]
pub const FAR: f64 = 16.0;

/// Where the steerer was, and how far it had walked. \[cells]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Footprint {
    at: Point,
    walked: f64,
}

/// Those who walk, and the clock.
#[derive(Clone, Debug)]
pub struct Walk {
    maze: Arc<Maze>,
    path: Option<Ruler>,
    start: Point,
    goal: Point,
    radius: f64,
    settings: WalkSettings,
    has_started: bool,
    ticks: u32,
    /// Whether they walk at all.
    walks: [bool; 2],
    /// How they ended, and after how many ticks.
    ended: [Option<(Ending, u32)>; 2],
    /// Where the steerer was.
    trail: Vec<Footprint>,
    /// How long the trail was after each tick.
    steps: Vec<u32>,
}

impl PartialEq for Walk {
    fn eq(&self, other: &Self) -> bool {
        (self.has_started, self.ticks, self.ended) == (other.has_started, other.ticks, other.ended)
            && (&self.trail, &self.steps) == (&other.trail, &other.steps)
    }
}

impl Walk {
    /// Nobody has started yet. Without a path nobody follows it.
    #[must_use]
    pub fn new(
        maze: Arc<Maze>,
        path: Option<Arc<Course>>,
        [start, goal]: [Point; 2],
        radius: f64,
        settings: WalkSettings,
    ) -> Self {
        let path = path.and_then(Ruler::new).filter(|_| settings.agents.include(Walker::Follower));
        let walks = [path.is_some(), settings.agents.include(Walker::Steerer)];
        let (trail, steps) = (vec![Footprint { at: start, walked: 0.0 }], vec![1]);
        Self {
            maze,
            path,
            start,
            goal,
            radius,
            settings,
            has_started: false,
            ticks: 0,
            walks,
            ended: [None; 2],
            trail,
            steps,
        }
    }

    /// The maze.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        &self.maze
    }

    /// The path, where somebody follows it.
    #[must_use]
    pub fn path(&self) -> Option<&Ruler> {
        self.path.as_ref()
    }

    /// Where all go.
    #[must_use]
    pub fn goal(&self) -> Point {
        self.goal
    }

    /// How far bodies stay from every wall. \[cells]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// How they walk.
    #[must_use]
    pub fn settings(&self) -> &WalkSettings {
        &self.settings
    }

    /// How many ticks went by.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// How long all have walked. \[seconds]
    #[must_use]
    pub fn seconds(&self) -> f64 {
        f64::from(self.ticks) * self.settings.tick
    }

    /// Those who walk.
    pub fn walkers(&self) -> impl Iterator<Item = Walker> + use<> {
        let walks = self.walks;
        Walker::ALL.into_iter().filter(move |&it| walks[it as usize])
    }

    /// Where one of them is.
    #[must_use]
    pub fn place(&self, who: Walker) -> Point {
        match (who, &self.path) {
            (Walker::Follower, Some(path)) => path.at(self.walked(who)),
            (Walker::Follower, None) => self.start,
            (Walker::Steerer, _) => self.footprint().at,
        }
    }

    /// How far one of them has walked. \[cells]
    #[must_use]
    pub fn walked(&self, who: Walker) -> f64 {
        match who {
            Walker::Follower => self.path.as_ref().map_or(0.0, |it| it.length().min(self.reach())),
            Walker::Steerer => self.footprint().walked,
        }
    }

    /// How one of them ended, and after how many seconds, if it did.
    #[must_use]
    pub fn ended(&self, who: Walker) -> Option<(Ending, f64)> {
        self.ended[who as usize].map(|(how, ticks)| (how, f64::from(ticks) * self.settings.tick))
    }

    /// How far one of them is from the nearest wall, if that is less than [`FAR`]. \[cells]
    #[must_use]
    pub fn clearance(&self, who: Walker) -> Option<f64> {
        let p = self.place(who);
        // Most are near to some wall, and looking far costs more.
        let found = [1.0, FAR].into_iter().map(|reach| (reach, self.maze.clearance(p, p, reach)));
        found.into_iter().find(|&(reach, clearance)| clearance < reach).map(|it| it.1)
    }

    /// How far one of them is from the goal, as the crow flies. \[cells]
    #[must_use]
    pub fn distance(&self, who: Walker) -> f64 {
        self.place(who).distance(self.goal)
    }

    /// How far one of them came in the last tick. \[cells]
    #[must_use]
    pub fn stepped(&self, who: Walker) -> f64 {
        match who {
            Walker::Follower => {
                let before = f64::from(self.ticks.saturating_sub(1)) * self.settings.tick * self.settings.speed;
                self.walked(who) - before.min(self.walked(who))
            }
            Walker::Steerer => self.footprint().walked - self.footprint_before(1).walked,
        }
    }

    /// Where the steerer was, bend by bend, from its start on.
    #[must_use]
    pub fn trail(&self) -> impl ExactSizeIterator<Item = Point> + '_ {
        self.trail.iter().map(|it| it.at)
    }

    /// The trail of the last tick, from where that began.
    pub fn last_step(&self) -> impl Iterator<Item = Point> + '_ {
        let from = self.steps.len().checked_sub(2).map_or(0, |it| self.steps[it] as usize - 1);
        self.trail[from..].iter().map(|it| it.at)
    }

    /// How far one gets on a free way by now. \[cells]
    fn reach(&self) -> f64 {
        self.seconds() * self.settings.speed
    }

    fn footprint(&self) -> Footprint {
        self.trail[self.trail.len() - 1]
    }

    /// Where the steerer was so many ticks ago.
    fn footprint_before(&self, ticks: usize) -> Footprint {
        let index = self.steps.len().saturating_sub(ticks + 1);
        self.trail[self.steps[index] as usize - 1]
    }

    fn is_under_way(&self, who: Walker) -> bool {
        self.walks[who as usize] && self.ended[who as usize].is_none()
    }

    /// How a walk ends here, if it does.
    fn ending(&self, who: Walker) -> Option<Ending> {
        let has_arrived = match who {
            Walker::Follower => self.path.as_ref().is_none_or(|it| self.reach() >= it.length()),
            Walker::Steerer => self.place(who) == self.goal,
        };
        if has_arrived {
            return Some(Ending::Arrived);
        }
        if who == Walker::Steerer && self.is_stuck() {
            return Some(Ending::Stuck);
        }
        (self.ticks >= MOST_TICKS || self.trail.len() >= MOST_PLACES).then_some(Ending::GaveUp)
    }

    fn is_stuck(&self) -> bool {
        // Ticks take from a thousandth of a second up.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "limited before")]
        let second = (1.0 / self.settings.tick).ceil().clamp(1.0, f64::from(MOST_TICKS)) as u32;
        if self.ticks < second {
            return false;
        }
        let before = self.footprint_before(second as usize).at.distance(self.goal);
        let could = f64::from(second) * self.settings.tick * self.settings.speed;
        before - self.distance(Walker::Steerer) < PROGRESS * could
    }

    /// The end of a walk that comes next, if any does.
    fn next_end(&self) -> Option<WalkEvent> {
        let mut under_way = Walker::ALL.into_iter().filter(|&it| self.is_under_way(it));
        under_way.find_map(|who| self.ending(who).map(|how| WalkEvent::Ended { who, how }))
    }
}

impl Replayable for Walk {
    type Event = WalkEvent;

    fn apply(&mut self, event: &WalkEvent, detail: &[u32]) {
        match *event {
            WalkEvent::Started => self.has_started = true,
            WalkEvent::Stepped { .. } => {
                self.ticks += 1;
                for at in detail.chunks_exact(WORDS).map(read) {
                    let before = self.footprint();
                    self.trail.push(Footprint { at, walked: before.walked + before.at.distance(at) });
                }
                self.steps.push(u32::try_from(self.trail.len()).expect("far fewer places than 2^32"));
            }
            WalkEvent::Ended { who, how } => self.ended[who as usize] = Some((how, self.ticks)),
            WalkEvent::Slid { .. } => (),
        }
    }

    fn revert(&mut self, event: &WalkEvent, _: &[u32]) {
        match *event {
            WalkEvent::Started => self.has_started = false,
            WalkEvent::Stepped { places } => {
                self.ticks -= 1;
                self.trail.truncate(self.trail.len() - places as usize);
                self.steps.pop();
            }
            WalkEvent::Ended { who, .. } => self.ended[who as usize] = None,
            WalkEvent::Slid { .. } => (),
        }
    }
}

/// Walks on from wherever all stand.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn walk<S: Sink<WalkEvent>>(walk: &mut Recorder<Walk, S>) -> ControlFlow<()> {
    if !walk.has_started {
        walk.commit(WalkEvent::Started)?;
    }
    loop {
        if let Some(end) = walk.next_end() {
            walk.commit(end)?;
        } else if Walker::ALL.into_iter().any(|it| walk.is_under_way(it)) {
            let detail = step(walk);
            let places = u32::try_from(detail.len() / WORDS).expect("far fewer places than 2^32");
            walk.commit_with(WalkEvent::Stepped { places }, &detail)?;
        } else {
            return ControlFlow::Continue(());
        }
    }
}

/// The steerer's next step, as words.
fn step<S: Sink<WalkEvent>>(walk: &mut Recorder<Walk, S>) -> Vec<u32> {
    if !walk.is_under_way(Walker::Steerer) {
        return Vec::new();
    }
    let distance = walk.settings.speed * walk.settings.tick;
    let Stride { places, contacts } = steer(&walk.maze, walk.radius, walk.footprint().at, walk.goal, distance);
    for it in contacts {
        let [column, row] = [it.wall.0, it.wall.1].map(|it| i32::try_from(it).unwrap_or(i32::MAX));
        walk.observe(|_| WalkEvent::Slid { at: it.place, wall: (column, row) });
    }
    places.into_iter().flat_map(write).collect()
}
