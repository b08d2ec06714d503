//! What comes out of a click: a query's report, or what a ray meets.

use std::sync::Arc;

use super::super::{AuditReport, Gap, Halt, PathReport, Query, Through};
use crate::{
    bake::NavMesh,
    geometry::{Point, Spot},
    io::{Click, ClickKind, Settings},
    maze::{ViolationKind, World},
    pull::Course,
    search::Outcome,
    trace::Watch,
};

/// Runs a click over a mesh that is at hand. Rays look at the maze alone.
///
/// # Errors
///
/// It was cancelled.
pub fn answer(nav: &Arc<NavMesh>, settings: &Settings, click: &Click, watch: &Watch) -> Result<PathReport, Halt> {
    match click.kind {
        ClickKind::Path => {
            Query::run(nav, &settings.without_walkers(), click.start, click.goal, watch).map(|it| it.report)
        }
        ClickKind::Ray => Ok(ray(&**nav.world(), settings.radius, click.start, click.goal)),
    }
}

/// Whether a straight line from the start reaches the goal, as far as a body of a radius can go along it.
pub(super) fn ray(world: &dyn World, radius: f64, start: Spot, goal: Spot) -> PathReport {
    if !world.is_free(start, radius) || !goal.is_finite() {
        let outcome = if goal.is_finite() { Outcome::StartInWall } else { Outcome::GoalInWall };
        return straight(outcome, &[], None);
    }
    match world.audit_segment(start, goal, radius) {
        None => straight(Outcome::Found, &[start.at, goal.at], clearance(world, start, goal)),
        Some((kind, at)) => {
            let stop = if radius > 0.0 || kind == ViolationKind::TooClose {
                first_too_close(world, start, goal, radius)
            } else {
                at
            };
            straight(Outcome::Unreachable, &[start.at, stop], clearance(world, start, Spot::new(stop, start.height)))
        }
    }
}

/// How far a body gets along a segment that it can't follow to the end, found by halving: what it can follow is a beginning of it.
fn first_too_close(world: &dyn World, start: Spot, goal: Spot, radius: f64) -> Point {
    let along = |t: f64| Spot { at: start.at.towards(goal.at, t), ..goal };
    let (mut clear, mut blocked) = (0.0, 1.0);
    // As often as doubles can be halved to some use.
    for _ in 0..60 {
        let middle = f64::midpoint(clear, blocked);
        let is_clear = world.audit_segment(start, along(middle), radius).is_none();
        if is_clear { clear = middle } else { blocked = middle }
    }
    along(clear).at
}

fn clearance(world: &dyn World, start: Spot, goal: Spot) -> Option<f64> {
    let heights = start.height.zip(goal.height).map_or_else(Vec::new, |(from, to)| vec![from, to]);
    Course::of_points(&[start.at, goal.at]).at_heights(heights).clearance(world)
}

/// The report of a line without corners; of one that stays where it is, of a point.
fn straight(outcome: Outcome, points: &[Point], clearance: Option<f64>) -> PathReport {
    let (length, points) = match *points {
        [from, to] if from == to => (Some(0.0), &points[..1]),
        [from, to] => (Some(from.distance(to)), points),
        _ => (None, points),
    };
    PathReport {
        outcome,
        length,
        points: points.to_vec(),
        heights: Vec::new(),
        arcs: Vec::new(),
        corners: 0,
        through: Through::Sight,
        expansions: 0,
        gap: Gap::default(),
        weighed: None,
        clearance,
        elapsed_ms: 0.0,
        audit: AuditReport { has_path: length.is_some(), legal: true, violations: Vec::new() },
        needless_corners: Vec::new(),
        no_path: None,
        walk: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        maze::{Cell, Maze},
        search::Overestimate,
    };

    #[test]
    fn rays_end_at_the_first_wall() {
        let rows = ["......", "...#..", "......"];
        let row = |row: &&str| row.chars().map(|c| if c == '#' { Cell::Wall } else { Cell::Floor }).collect();
        let maze = Maze::from_rows(&rows.iter().map(row).collect::<Vec<Vec<Cell>>>());
        let told = |from: (f64, f64), to: (f64, f64), radius| {
            let it = ray(&maze, radius, from.into(), to.into());
            (it.outcome, it.length.map(|it| (it * 1e6).round() / 1e6))
        };
        assert_eq!(told((0.5, 0.5), (5.5, 0.5), 0.0), (Outcome::Found, Some(5.0)));
        assert_eq!(told((0.5, 1.5), (5.5, 1.5), 0.0), (Outcome::Unreachable, Some(2.5)));
        assert_eq!(told((5.5, 1.5), (0.5, 1.5), 0.0), (Outcome::Unreachable, Some(1.5)));
        assert_eq!(told((0.5, 1.5), (5.5, 1.5), 0.25), (Outcome::Unreachable, Some(2.25)));
        assert_eq!(told((0.5, 0.75), (5.5, 0.75), 0.25), (Outcome::Found, Some(5.0)));
        assert_eq!(told((0.5, 0.75), (5.5, 0.75), 0.5), (Outcome::Unreachable, Some(2.066_987)));
        assert_eq!(told((3.5, 1.5), (0.5, 1.5), 0.0), (Outcome::StartInWall, None));
        assert_eq!(told((0.5, 1.0), (5.5, 1.0), 0.0), (Outcome::Found, Some(5.0)), "along a wall");
        assert_eq!(told((0.5, 0.5), (f64::NAN, 0.5), 0.0), (Outcome::GoalInWall, None));
        assert_eq!(told((1.5, 1.5), (1.5, 1.5), 0.0), (Outcome::Found, Some(0.0)));
        assert_eq!(told((0.5, 0.5), (9.5, 0.5), 0.0), (Outcome::Unreachable, Some(5.5)), "out of the maze");
    }

    /// What a report says of each name that belongs to one graph, in the order in which it says it.
    fn said(through: Through) -> String {
        let report = PathReport { through, ..straight(Outcome::Found, &[], None) };
        let text = serde_json::to_string(&report).expect("JSON");
        let names: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).expect("an object");
        assert_eq!(names.len(), 22, "heights are left out where there are none: {text}");
        let of_a_graph = ["portals", "triangles", "triangle_ids", "cells", "overestimates", "reversed_portals"];
        of_a_graph.map(|it| names[it].to_string()).join(" ")
    }

    #[test]
    fn reports_have_one_form_for_all_graphs() {
        let mesh = Through::Mesh { portals: 1, triangle_ids: vec![7, 4], reversed_portals: vec![1] };
        let overestimates = Some(Overestimate { cell: (1, 2), h: 4.0, rest: 3.5 });
        assert_eq!(said(mesh), "1 2 [7,4] 0 null [1]");
        assert_eq!(said(Through::Sight), "0 0 [] 0 null []");
        assert_eq!(said(Through::Grid { cells: 3, overestimates }), r#"0 0 [] 3 {"cell":[1,2],"h":4.0,"rest":3.5} []"#);
    }
}
