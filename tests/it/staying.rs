//! Start equals goal: a path of one point, without a segment, whatever it is searched with; and what is said where there is none.

use navscope::{
    debugger::{PathReport, Query, check::answer},
    geometry::Point,
    io::{Click, ClickKind, Settings},
    search::Outcome,
    trace::Watch,
};

use crate::rig;

const ROWS: [&str; 5] = ["######", "#....#", "#.#..#", "#....#", "######"];

/// A cell's centre, a place on its side, a corner of a wall, and one on no line at all.
const PLACES: [(f64, f64); 5] = [(1.5, 1.5), (4.0, 1.5), (2.0, 2.0), (3.125, 2.25), (4.0, 3.0)];

fn all_settings() -> Vec<Vec<&'static str>> {
    let recipes = ["bake.recipe=sampled", "bake.recipe=walls", "bake.recipe=rectangles"];
    let methods = ["search.method=astar", "search.method=dijkstra", "search.method=polyanya"];
    let mut all = Vec::new();
    for recipe in recipes {
        for method in methods {
            for more in [
                &[][..],
                &["bake.merge=true"],
                &["agent.radius=0.25"],
                &["search.unreachable=straight-line"],
                &["pull.funnel=article"],
                &["pull.funnel=textbook"],
                &["walk.agents=both"],
            ] {
                all.push([&[recipe, method][..], more].concat());
            }
        }
    }
    for more in [
        &[][..],
        &["search.method=dijkstra"],
        &["pull.smoothing=greedy"],
        &["pull.smoothing=farthest"],
        &["pull.smoothing=best-subset"],
        &["agent.radius=0.25"],
        &["walk.agents=both"],
    ] {
        all.push([&["search.graph=grid"][..], more].concat());
    }
    all
}

fn report(changes: &[&str], kind: ClickKind, place: Point) -> PathReport {
    let (maze, settings) = (rig::maze(&ROWS), rig::settings("default", changes));
    let nav = rig::bake(&maze, &settings).nav;
    if settings.walk != Settings::default().walk {
        return Query::run(&nav, &settings, place, place, &Watch::default()).expect("nobody stops it").report;
    }
    let click = Click { kind, ..Click::new("here", place, place) };
    answer(&nav, &settings, &click, &Watch::default()).expect("nobody stops it")
}

#[test]
fn a_path_that_stays_has_one_point() {
    let mut found = 0;
    for changes in all_settings() {
        let radius = rig::settings("default", &changes).radius;
        for place in PLACES.map(Point::from) {
            let it = report(&changes, ClickKind::Path, place);
            let told = format!("{changes:?} at {place}");
            let is_free = rig::maze(&ROWS).is_free(place, radius);
            match it.outcome {
                Outcome::Found => {
                    assert!(is_free, "{told}");
                    assert_eq!((&it.points[..], it.length, it.corners), (&[place][..], Some(0.0), 0), "{told}");
                    assert_eq!(it.gap.excess.unwrap_or(0.0), 0.0, "{told}");
                    assert!(it.arcs.is_empty() && it.needless_corners.is_empty() && it.audit.legal, "{told}");
                    assert_eq!(it.course(radius).points(), [place], "{told}");
                    found += 1;
                }
                Outcome::StartInWall => assert!(!is_free, "{told}"),
                // A mesh of samples, or of cells that are clear as a whole, does not go everywhere.
                Outcome::OffMesh => {
                    assert!(
                        is_free && !changes.contains(&"bake.recipe=walls") && !changes.contains(&"search.graph=grid"),
                        "{told}"
                    );
                }
                other => panic!("{told}: {other:?}"),
            }
        }
        let wall = report(&changes, ClickKind::Path, Point::new(2.5, 2.5));
        assert_eq!((wall.outcome, wall.length, wall.points.len()), (Outcome::StartInWall, None, 0), "{changes:?}");
    }
    assert!(found > 150, "{found}");
    let ray = report(&[], ClickKind::Ray, Point::new(1.5, 1.5));
    assert_eq!((ray.outcome, ray.points.len(), ray.length), (Outcome::Found, 1, Some(0.0)));
}

#[test]
fn no_path_is_neither_legal_nor_illegal() {
    let json = |it: &PathReport| serde_json::to_value(it).expect("JSON")["audit"].clone();
    let here = report(&[], ClickKind::Path, Point::new(1.5, 1.5));
    assert_eq!(json(&here), serde_json::json!({ "legal": true, "violations": [] }));
    for kind in ClickKind::ALL {
        let none = report(&[], kind, Point::new(2.5, 2.5));
        assert_eq!(json(&none), serde_json::json!({ "legal": null, "violations": [] }));
        assert!(none.audit.legal, "who expects no path is content");
    }
}
