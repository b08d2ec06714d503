//! How floor, agent and mesh hang together, and what is worth knowing of a bake without being a fault of it.
//!
//! The floor has its own [regions](Regions), the agent its own [rooms](Passages) in them, the mesh its own
//! [islands](Islands). Where an island ends because the floor does, that is a fact; where it ends though the agent could go
//! on, samples or filters have cut it off.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Islands, NavMesh, Passages, Recipe, Triangles};
use crate::{
    geometry::{Bounds, Point, Turn, counted, distinct, rounded, smallest_angle, turn},
    maze::{Regions, to_i64},
    mesh::TriangleId,
};

/// A walkable triangle with a smaller angle than this is a sliver. \[degrees]
pub const SLIVER_ANGLE: f64 = 1.0;

/// No more findings of a kind than this are listed.
pub const MOST_FINDINGS: usize = 300;

/// How floor, agent and mesh hang together.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The floor, for a body without size.
    pub regions: Regions,
    /// The floor, for the agent; none if the agent fits wherever the floor goes.
    pub passages: Option<Passages>,
    /// The mesh.
    pub islands: Islands,
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// There is nothing in the mesh that may be walked.
    NothingToWalk,
    /// An island is cut off from a larger one though the agent could get there.
    SplitFloor,
    /// The floor goes on, but the agent does not fit through.
    PassageTooNarrow,
    /// A walkable triangle has a very small angle.
    Sliver,
    /// An island is on floor, or in a room for the agent, that no larger one is in.
    Island,
}

impl FindingKind {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NothingToWalk => "nothing-to-walk",
            Self::SplitFloor => "split-floor",
            Self::PassageTooNarrow => "passage-too-narrow",
            Self::Sliver => "sliver",
            Self::Island => "island",
        }
    }
}

/// Something worth knowing of a bake, with its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// What it is about.
    pub kind: FindingKind,
    /// In words.
    pub text: String,
    /// The triangle, where one is to blame; of an island the first.
    pub triangle: Option<TriangleId>,
    /// Where.
    pub at: Point,
    /// The wall corners on both sides of a passage.
    #[serde(skip)]
    pub gap: Option<[Point; 2]>,
}

impl NavMesh {
    /// Where the floor goes on and the agent does not fit through, as [`findings`](Ground::findings) tell it.
    #[must_use]
    pub fn narrow_passages(&self) -> Vec<Finding> {
        if Passages::fits_everywhere(self.radius()) { Vec::new() } else { self.ground().passages_found(self) }
    }
}

impl Ground {
    /// Looks at a finished bake.
    #[must_use]
    pub fn of(nav: &NavMesh) -> Self {
        let fits = Passages::fits_everywhere(nav.radius());
        Self {
            regions: Regions::of(nav.maze()),
            passages: (!fits).then(|| Passages::new(nav.maze(), nav.radius())),
            islands: Islands::of(nav),
        }
    }

    /// What is worth knowing, by kind; no more than [`MOST_FINDINGS`] of each.
    #[must_use]
    pub fn findings(&self, nav: &NavMesh) -> Vec<Finding> {
        let (mut split, mut facts): (Vec<_>, Vec<_>) =
            self.islands_found(nav).into_iter().partition(|it| it.kind == FindingKind::SplitFloor);
        split.truncate(MOST_FINDINGS);
        facts.truncate(MOST_FINDINGS);
        split.extend(self.passages_found(nav));
        // Between walls there is no choice of corners, and exact arithmetic takes no harm.
        if let Some(triangles) = nav.triangles().filter(|_| nav.settings().recipe == Recipe::Sampled) {
            split.extend(slivers(triangles).take(MOST_FINDINGS));
        }
        split.append(&mut facts);
        nothing_to_walk(nav).into_iter().chain(split).collect()
    }

    fn passages_found(&self, nav: &NavMesh) -> Vec<Finding> {
        let Some(passages) = &self.passages else { return Vec::new() };
        let narrow = passages.too_narrow(nav.maze()).into_iter().take(MOST_FINDINGS);
        let finding = |gap: super::Gap| {
            let [width, across] = distinct([gap.width, 2.0 * nav.radius()], 3);
            Finding {
                kind: FindingKind::PassageTooNarrow,
                text: format!("a gap of {width} is too narrow for an agent of {across} across"),
                triangle: None,
                at: gap.middle(),
                gap: Some(gap.ends),
            }
        };
        narrow.map(finding).collect()
    }

    /// Every island but the largest, told as what it is.
    fn islands_found(&self, nav: &NavMesh) -> Vec<Finding> {
        if !nav.maze().is_flat() {
            return self.islands_apart(nav);
        }
        let main = self.main_islands(nav);
        let mut is_main = vec![false; self.islands.all().len()];
        main.iter().flatten().for_each(|&it| is_main[it as usize] = true);
        let mut first_in_room = BTreeMap::new();
        let mut found = Vec::new();
        for (number, island) in (0u32..).zip(self.islands.all()) {
            let room = self.passages.as_ref().and_then(|it| it.rooms_at(island.at).first().copied());
            let first = room.map(|it| *first_in_room.entry(it).or_insert(number));
            let region = self.regions.at(island.at).first().copied();
            let of_floor =
                region.map(|it| format!(" of {}", counted(self.regions.cells(it), "cell"))).unwrap_or_default();
            // Whoever shares the floor with a larger island may still be where the agent could never come from.
            let larger = first.unwrap_or_else(|| region.and_then(|it| main[it as usize]).unwrap_or(0));
            let name = format!("island {} of {}", number + 1, counted(island.size, nav.piece()));
            let (kind, text) = if number == 0 {
                continue;
            } else if is_main[number as usize] {
                (FindingKind::Island, format!("{name} is on floor{of_floor} that no larger one is on"))
            } else if larger == number {
                (FindingKind::Island, format!("{name} is where the agent fits, but gets to from no larger one"))
            } else {
                let text = format!("{name} is cut off from island {}, though its floor{of_floor} is not", larger + 1);
                (FindingKind::SplitFloor, text)
            };
            found.push(Finding {
                kind,
                text,
                triangle: Some(TriangleId::new(nav.polygons().name(island.first))),
                at: island.at,
                gap: None,
            });
        }
        found
    }

    /// Every island of level geometry but the largest: nobody knows a floor that would join them.
    fn islands_apart(&self, nav: &NavMesh) -> Vec<Finding> {
        let finding = |(number, island): (usize, &super::Island)| Finding {
            kind: FindingKind::Island,
            text: format!(
                "island {number} of {} is linked to no larger one, {} square units in plan",
                counted(island.size, nav.piece()),
                rounded(self.islands.area(nav, number - 1), 2)
            ),
            triangle: Some(TriangleId::new(nav.polygons().name(island.first))),
            at: island.at,
            gap: None,
        };
        (1..).zip(self.islands.all()).skip(1).map(finding).collect()
    }

    /// The largest island on each region of the floor.
    fn main_islands(&self, nav: &NavMesh) -> Vec<Option<u32>> {
        let mut main: Vec<Option<u32>> = vec![None; self.regions.count()];
        let Some(triangles) = nav.triangles() else { return main };
        for &triangle in triangles.walkable() {
            let Some(p) = triangles.mesh().corners(triangle).map(Point::centroid) else { continue };
            let Some(island) = self.islands.of_triangle(nav, triangle) else { continue };
            // A flat triangle may lie along a wall.
            let region = self.regions.of_cell(to_i64(p.x), to_i64(p.y));
            if let Some(region) = region.or_else(|| self.regions.at(p).first().copied()) {
                let known = main[region as usize];
                main[region as usize] = Some(known.map_or(island, |it| it.min(island)));
            }
        }
        main
    }
}

/// Says why nothing may be walked, if so.
fn nothing_to_walk(nav: &NavMesh) -> Option<Finding> {
    if nav.polygons().count() > 0 {
        return None;
    }
    let text = match nav.maze().floor().next() {
        None if !nav.maze().is_flat() => {
            "no region of the level is left for this agent: nothing can be walked".to_owned()
        }
        None => "no cell is floor: nothing can be walked".to_owned(),
        Some(_) if nav.radius() > 0.0 => {
            format!("an agent of radius {} fits nowhere: nothing can be walked", distinct([nav.radius(), 0.0], 3)[0])
        }
        Some(_) => format!("there is floor, but no {} on it: nothing can be walked", nav.piece()),
    };
    let Bounds { min, max } = nav.maze().bounds();
    let at = Point::new(f64::midpoint(min.x, max.x), f64::midpoint(min.y, max.y));
    Some(Finding { kind: FindingKind::NothingToWalk, text, triangle: None, at, gap: None })
}

fn slivers(triangles: &Triangles) -> impl Iterator<Item = Finding> + '_ {
    triangles.walkable().iter().filter_map(|&triangle| {
        let corners = triangles.mesh().corners(triangle)?;
        let angle = smallest_angle(corners);
        let [a, b, c] = corners;
        // Flat ones are faults of their own.
        (angle < SLIVER_ANGLE && turn(a, b, c).verdict == Turn::Left).then(|| Finding {
            kind: FindingKind::Sliver,
            text: format!("a walkable triangle has an angle of {}°", distinct([angle, SLIVER_ANGLE, 0.0], 3)[0]),
            triangle: Some(triangle),
            at: Point::centroid(corners),
            gap: None,
        })
    })
}
