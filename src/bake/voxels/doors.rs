//! The doors that erosion closed: where parts of the surface that are left hung together before, and how wide they were there.
//!
//! Tops are looked at from the farthest from the border on, and joined to those that were looked at already. Where one that fell joins
//! parts of each of which something is left, it is the narrowest place of the widest way between them: a door. So of a part that fell
//! into several there is one door less than of these, and no wider one was closed.
//!
//! Joseph Kruskal, "On the Shortest Spanning Subtree of a Graph and the Traveling Salesman Problem", Proceedings of the AMS 7 (1956), 48–50.

use super::{Erode, Heading, TopId};

/// A door that erosion closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedDoor {
    /// The top in its middle.
    pub top: TopId,
    /// How wide it was. \[columns]
    pub width: u32,
}

/// The doors that were closed, the widest first.
#[must_use]
pub fn closed_doors(eroded: &Erode) -> Vec<ClosedDoor> {
    let surface = eroded.given();
    let distance = |top: TopId| eroded.distance(top).unwrap_or(0);
    let mut order: Vec<TopId> = surface.ids().collect();
    order.sort_by_key(|&it| std::cmp::Reverse(distance(it)));
    let mut parts = Parts { parent: order.iter().map(|_| None).collect(), is_left: vec![false; order.len()] };
    let mut doors = Vec::new();
    for top in order {
        let has_fallen = eroded.has_fallen(top);
        parts.parent[top.index()] = Some(top.index());
        parts.is_left[top.index()] = !has_fallen;
        for other in Heading::ALL.into_iter().filter_map(|it| surface.beyond(top, it)) {
            let joins = parts.join(top.index(), other.index());
            if has_fallen && joins {
                // From the middle of a column to the border of one beside it counts nothing.
                doors.push(ClosedDoor { top, width: u32::from(distance(top)) + 1 });
            }
        }
    }
    doors
}

/// Parts of the surface, each with one of its tops that stands for it.
struct Parts {
    /// For each top another of its part, or itself; none for those that were not looked at yet.
    parent: Vec<Option<usize>>,
    /// For tops that stand for their part whether something of that is left.
    is_left: Vec<bool>,
}

impl Parts {
    /// The top that stands for the part of one that was looked at.
    fn part(&mut self, mut at: usize) -> Option<usize> {
        while let Some(up) = self.parent[at].filter(|&it| it != at) {
            self.parent[at] = self.parent[up];
            at = up;
        }
        self.parent[at]
    }

    /// Joins the parts of two tops; tells whether there were two, with something left of each.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (Some(a), Some(b)) = (self.part(a), self.part(b)) else { return false };
        if a == b {
            return false;
        }
        let are_left = self.is_left[a] && self.is_left[b];
        self.is_left[b] |= self.is_left[a];
        self.parent[a] = Some(b);
        are_left
    }
}
