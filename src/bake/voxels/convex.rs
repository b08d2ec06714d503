//! Triangles merged into convex polygons, by leaving out the sides between them, the longest first.
//!
//! A side may go if what it joins turns strictly left at both of its ends, and has no more corners and no more area than a polygon may
//! have. Merging only opens the angles at a side's ends and adds corners, so a side that had to stay once always has to: each
//! is tried once. Two corners of a ring in one place, as at the ends of bridges, count as one. Ears that don't turn left are left alone.
//!
//! Merged greedily the angles are not looked at. In the end every merged polygon is looked through for corners at which it
//! turns right, and [named](ConvexEvent::Dented) if there is one.
//!
//! Stefan Hertel, Kurt Mehlhorn, "Fast triangulation of simple polygons" (1983); in the order of Recast's `rcBuildPolyMesh`.

use std::{ops::ControlFlow, sync::Arc};

use serde::Serialize;

use super::{
    Ears, VoxelSettings,
    fault::{VoxelFault, VoxelViolation},
};
use crate::{
    geometry::{Point, Turn, doubled_area, turn},
    mesh::Link,
    record::{Event, Recorder, Replayable, Sink},
};

/// What happened in merging.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum ConvexEvent {
    /// The polygons on both sides of a side became one.
    Merged {
        /// The side, of the earlier ear.
        side: Link,
        /// How many sides had been tried, this one included.
        tried: u32,
        /// How many had been when the one before was left out.
        was: u32,
    },
    /// A merged polygon was found to turn right at a corner.
    Dented {
        /// Its first ear.
        polygon: u32,
        /// The side that begins at the corner.
        side: Link,
    },
    /// Observed: a side stays.
    Stayed {
        /// The side, of the earlier ear.
        side: Link,
        /// Why.
        why: Kept,
    },
}

/// Why a side stays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Kept {
    /// The polygon would have so many corners.
    Corners(u32),
    /// The polygon would not turn left at the end of the side, or where it begins.
    Turns {
        /// Whether where it ends.
        ends: bool,
        /// How it would turn.
        turn: Turn,
    },
    /// The polygon would be too large.
    Area,
    /// The same polygon lies on both sides already, around a hole.
    Same,
}

const _: () = assert!(size_of::<ConvexEvent>() <= 40, "there are about as many as triangles");

impl Event for ConvexEvent {}

/// Which sides are left out so far.
#[derive(Clone, Debug)]
pub struct Convex {
    ears: Arc<Ears>,
    settings: VoxelSettings,
    /// For each side of each ear the one across it in the same ring.
    across: Arc<[Link]>,
    /// The sides to try, in order.
    sides: Arc<[Link]>,
    /// How many of them were tried when the last one was left out.
    tried: u32,
    /// For each side of each ear whether it was left out.
    removed: Vec<bool>,
    count: usize,
    /// Dented polygons: the first ear, and the side that begins at the dent.
    dents: Vec<(u32, Link)>,
}

impl PartialEq for Convex {
    fn eq(&self, other: &Self) -> bool {
        (self.tried, &self.removed, &self.dents) == (other.tried, &other.removed, &other.dents)
    }
}

impl Convex {
    /// Nothing merged yet.
    #[must_use]
    pub fn new(ears: Arc<Ears>, settings: &VoxelSettings) -> Self {
        let across = across(&ears);
        let sound = |it: Link| {
            let [a, b, c] = ears.lattice(ears.all()[it.triangle().index()]);
            turn(a, b, c).verdict == Turn::Left
        };
        let mut sides: Vec<(f64, Link)> = Vec::new();
        for side in (0..).take(across.len()).map(Link::of_index) {
            let other = across[side.index() as usize];
            if other != Link::NONE && side.triangle() < other.triangle() && sound(side) && sound(other) {
                let [a, b] = lattice(&ears, side);
                sides.push((a.distance_squared(b), side));
            }
        }
        sides.sort_by(|a, b| b.0.total_cmp(&a.0));
        let sides = sides.into_iter().map(|it| it.1).collect();
        let removed = vec![false; across.len()];
        let settings = *settings;
        Self { ears, settings, across: across.into(), sides, tried: 0, removed, count: 0, dents: Vec::new() }
    }

    /// The triangles.
    #[must_use]
    pub fn ears(&self) -> &Arc<Ears> {
        &self.ears
    }

    /// How they are merged.
    #[must_use]
    pub fn settings(&self) -> &VoxelSettings {
        &self.settings
    }

    /// Whether a side was left out.
    #[must_use]
    pub fn is_removed(&self, side: Link) -> bool {
        self.removed[side.index() as usize]
    }

    /// How many polygons there are by now.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ears.all().len() - self.count
    }

    /// The ends of a side. \[world units]
    #[must_use]
    pub fn ends(&self, side: Link) -> [Point; 2] {
        let places = self.ears.places(side.triangle().number());
        [1, 2].map(|step| places[(side.side() + step) % 3])
    }

    /// The ring of a side, and the places in it of the corners where it begins and ends.
    #[must_use]
    pub fn corners(&self, side: Link) -> (u32, [u32; 2]) {
        let ear = self.ears.all()[side.triangle().index()];
        (ear.ring, [1, 2].map(|step| ear.corners[(side.side() + step) % 3]))
    }

    /// The side across a side in the same ring, if there is one.
    #[must_use]
    pub fn across(&self, side: Link) -> Option<Link> {
        Some(self.across[side.index() as usize]).filter(|it| *it != Link::NONE)
    }

    /// The sides of a polygon, turning left around it, from one of them on.
    #[must_use]
    pub fn around(&self, first: Link) -> Vec<Link> {
        let mut sides = vec![first];
        loop {
            let mut next = sides[sides.len() - 1].next();
            while self.is_removed(next) {
                next = self.across[next.index() as usize].next();
            }
            if next == first {
                return sides;
            }
            sides.push(next);
        }
    }

    /// The sides of the polygon that has a side, which may have been left out, in it.
    #[must_use]
    pub fn outline(&self, side: Link) -> Vec<Link> {
        let mut first = side;
        while self.is_removed(first) {
            first = self.across[first.index() as usize].next();
        }
        self.around(first)
    }

    /// The polygons, each by its sides; in the order of their first ears, which they are called after.
    #[must_use]
    pub fn polygons(&self) -> Vec<Vec<Link>> {
        let mut seen = vec![false; self.across.len()];
        let mut polygons = Vec::new();
        for side in (0..).take(self.across.len()).map(Link::of_index) {
            if !self.is_removed(side) && !seen[side.index() as usize] {
                let sides = self.around(side);
                for it in &sides {
                    seen[it.index() as usize] = true;
                }
                polygons.push(sides);
            }
        }
        polygons
    }

    /// The polygons that are not convex, and the corner at which each turns right.
    pub fn faults(&self) -> impl Iterator<Item = VoxelViolation> + '_ {
        self.dents.iter().map(|it| {
            let [at, _] = self.ends(it.1);
            VoxelViolation { kind: VoxelFault::Concave, at, ends: None }
        })
    }

    fn set(&mut self, side: Link, on: bool) {
        self.removed[side.index() as usize] = on;
        self.removed[self.across[side.index() as usize].index() as usize] = on;
    }
}

impl Replayable for Convex {
    type Event = ConvexEvent;

    fn apply(&mut self, event: &ConvexEvent, _: &[u32]) {
        match *event {
            ConvexEvent::Merged { side, tried, .. } => {
                self.set(side, true);
                self.tried = tried;
                self.count += 1;
            }
            ConvexEvent::Dented { polygon, side } => self.dents.push((polygon, side)),
            ConvexEvent::Stayed { .. } => (),
        }
    }

    fn revert(&mut self, event: &ConvexEvent, _: &[u32]) {
        match *event {
            ConvexEvent::Merged { side, was, .. } => {
                self.set(side, false);
                self.tried = was;
                self.count -= 1;
            }
            ConvexEvent::Dented { .. } => drop(self.dents.pop()),
            ConvexEvent::Stayed { .. } => (),
        }
    }
}

/// Tries whatever sides were not tried yet, and looks for dents.
///
/// # Errors
///
/// `Break` when the sink stopped the run.
pub fn convex<S: Sink<ConvexEvent>>(convex: &mut Recorder<Convex, S>) -> ControlFlow<()> {
    let sides = convex.sides.clone();
    // With dents found, all were tried.
    let from = if convex.dents.is_empty() { convex.tried as usize } else { sides.len() };
    for (&side, tried) in sides.iter().zip(1..).skip(from) {
        match why_kept(convex, side) {
            None => convex.commit(ConvexEvent::Merged { side, tried, was: convex.tried })?,
            Some(why) => convex.observe(|_| ConvexEvent::Stayed { side, why }),
        }
    }
    check(convex)
}

/// Why a side stays, if it has to.
fn why_kept(it: &Convex, side: Link) -> Option<Kept> {
    let across = it.across(side)?;
    let [one, other] = [side, across].map(|side| it.around(side));
    if one.contains(&across) {
        return Some(Kept::Same);
    }
    let corners = u32::try_from(one.len() + other.len() - 2).unwrap_or(u32::MAX);
    if corners > it.settings.max_corners {
        return Some(Kept::Corners(corners));
    }
    let places = |sides: &[Link]| sides.iter().map(|&side| lattice(&it.ears, side)[0]).collect::<Vec<_>>();
    let [p, q] = [places(&one), places(&other)];
    if !it.settings.greedy_concave {
        // Each begins at an end of the side: p at one, q at the other.
        for (ends, before, at, behind) in [(false, p[p.len() - 1], p[0], q[2]), (true, q[q.len() - 1], q[0], p[2])] {
            let turn = turn(before, at, behind).verdict;
            if turn != Turn::Left {
                return Some(Kept::Turns { ends, turn });
            }
        }
    }
    let unit = it.settings.cell_size * it.settings.cell_size / 2.0;
    let area = (doubled_area(&p) + doubled_area(&q)) * unit;
    (it.settings.max_area > 0.0 && area > it.settings.max_area).then_some(Kept::Area)
}

/// Looks for dents in merged polygons, from the one behind the last that has one.
fn check<S: Sink<ConvexEvent>>(convex: &mut Recorder<Convex, S>) -> ControlFlow<()> {
    let from = convex.dents.last().map_or(0, |it| it.0 + 1);
    for sides in convex.polygons() {
        let polygon = sides[0].triangle().number();
        let places: Vec<Point> = sides.iter().map(|&it| lattice(&convex.ears, it)[0]).collect();
        let count = places.len();
        let turns_right = |at: &usize| {
            let [a, b, c] = [count - 1, 0, 1].map(|step| places[(at + step) % count]);
            turn(a, b, c).verdict == Turn::Right
        };
        if polygon >= from
            && count > 3
            && let Some(at) = (0..count).find(turns_right)
        {
            convex.commit(ConvexEvent::Dented { polygon, side: sides[at] })?;
        }
    }
    ControlFlow::Continue(())
}

/// The ends of a side. \[columns]
fn lattice(ears: &Ears, side: Link) -> [Point; 2] {
    let corners = ears.lattice(ears.all()[side.triangle().index()]);
    [1, 2].map(|step| corners[(side.side() + step) % 3])
}

/// For each side of each ear the one across it: of the same ring, between the same places, the other way round.
fn across(ears: &Ears) -> Vec<Link> {
    let count = 3 * ears.all().len();
    let mut sides: Vec<_> = (0..)
        .take(count)
        .map(Link::of_index)
        .filter_map(|side| {
            let ear = ears.all()[side.triangle().index()];
            let corners = &ears.bridges().outlines()[ear.ring as usize].vertices;
            let [a, b] = [1, 2].map(|step| {
                let it = corners[ear.corners[(side.side() + step) % 3] as usize];
                (it.x, it.y, it.height)
            });
            (a != b).then(|| ((ear.ring, a.min(b), a.max(b)), a > b, side))
        })
        .collect();
    sides.sort_by_key(|it| (it.0, it.1, it.2.index()));
    let mut across = vec![Link::NONE; count];
    for pair in sides.chunk_by(|a, b| a.0 == b.0) {
        // Where rings cross, more than two may lie there.
        if let &[(_, false, one), (_, true, other)] = pair {
            across[one.index() as usize] = other;
            across[other.index() as usize] = one;
        }
    }
    across
}
