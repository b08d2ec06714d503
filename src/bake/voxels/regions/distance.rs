//! How far each top is from where its ground ends: the field in which water rises.
//!
//! Steps to the side count 2, diagonal ones 3, so that both are about as long as they are; two passes over all tops reach all. Where the
//! ground becomes of another kind it ends, too. A blur over the nine tops around makes fewer peaks, each of which would become a region.
//!
//! Gunilla Borgefors, "Distance Transformations in Digital Images" (1986); as in Recast's `rcBuildDistanceField`.

use crate::bake::voxels::surface::{Heading, Surface, TopId};

/// Distances of all tops, by their places.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    /// The distances, blurred. \[half columns]
    pub(super) blurred: Vec<u16>,
    /// The largest of them before they were blurred. \[half columns]
    pub(super) farthest: u16,
}

impl Field {
    /// The distances on a surface.
    pub(super) fn of(surface: &Surface) -> Self {
        let distances = measured(surface);
        let farthest = distances.iter().copied().max().unwrap_or_default();
        Self { blurred: surface.ids().map(|it| blurred(surface, &distances, it)).collect(), farthest }
    }
}

fn measured(surface: &Surface) -> Vec<u16> {
    let goes_on =
        |id: TopId, heading| surface.beyond(id, heading).is_some_and(|it| surface.top(it).kind == surface.top(id).kind);
    let first = |id| if Heading::ALL.iter().all(|&heading| goes_on(id, heading)) { u16::MAX } else { 0 };
    let mut distances: Vec<u16> = surface.ids().map(first).collect();
    let mut relax = |id: TopId, headings: [Heading; 2]| {
        for heading in headings {
            let Some(beside) = surface.beyond(id, heading) else { continue };
            let corner = surface.beyond(beside, heading.to_right());
            let ways = [(Some(beside), 2), (corner, 3)];
            let least =
                ways.into_iter().filter_map(|(it, step)| Some(distances[it?.index()].saturating_add(step))).min();
            distances[id.index()] = distances[id.index()].min(least.unwrap_or(u16::MAX));
        }
    };
    surface.ids().for_each(|id| relax(id, [Heading::Left, Heading::Up]));
    surface.ids().rev().for_each(|id| relax(id, [Heading::Right, Heading::Down]));
    distances
}

/// The mean of the nine distances around a top, its own for those that are missing; near the border it stays as it is.
fn blurred(surface: &Surface, distances: &[u16], id: TopId) -> u16 {
    let own = distances[id.index()];
    if own <= 2 {
        return own;
    }
    let at = |it: Option<TopId>| u32::from(it.map_or(own, |it| distances[it.index()]));
    let around = Heading::ALL.map(|heading| {
        let beside = surface.beyond(id, heading);
        at(beside) + at(beside.and_then(|it| surface.beyond(it, heading.to_left())))
    });
    let sum = u32::from(own) + around.iter().sum::<u32>();
    u16::try_from((sum + 5) / 9).unwrap_or(u16::MAX)
}
