//! Finding moments in a run: conditions, breakpoints, histories, broken rules and plots, against slow and simple answers.

use std::{collections::BTreeSet, ops::ControlFlow, sync::Arc};

use expect_test::{Expect, expect};
use navscope::{
    bake::{Filter, Samples},
    debugger::{Command, Debugger, Told, Track},
    geometry::{Place, Point, Turn, in_circle, turn},
    io::Scenario,
    maze::Maze,
    mesh::{FRAME, Link, MeshEvent, TriangleId, Triangulation, VertexId},
    pull::{Audit, Funnel, Portals},
    record::Replayable as _,
    search::{NodeState, Search, SearchEvent},
    trace::{Condition, Lens, Moment, Rule, Stage, StageName, Thing, Watch, complete},
};

use crate::{
    random::Random,
    rig::{built_in, maze, settings},
};

/// A debugger with all of its work done.
fn debugger(maze: &Arc<Maze>, preset: &str, changes: &[&str], (start, goal): (Point, Point)) -> Debugger {
    let scenario = Scenario { settings: settings(preset, changes), ..Scenario::of(Maze::clone(maze)) };
    let mut debugger = Debugger::between(scenario, Some(start.into()), Some(goal.into()));
    debugger.settle();
    debugger
}

fn small() -> Arc<Maze> {
    maze(&["      ", "  ##  ", "   #  ", "#     "])
}

const ENDS: (Point, Point) = (Point::new(0.5, 0.5), Point::new(5.5, 3.5));

fn apply(debugger: &mut Debugger, command: Command) {
    debugger.apply(command);
    while debugger.progress().is_some() || debugger.is_finding() || debugger.is_plotting() {
        debugger.settle();
    }
}

/// Every moment of a run in order, told; observations included.
fn all_moments(debugger: &mut Debugger) -> Vec<(Moment, Told)> {
    let lengths: Vec<(StageName, usize)> = debugger.lanes().iter().map(|it| (it.name(), it.len())).collect();
    let mut all = Vec::new();
    for (stage, length) in lengths {
        for at in 0..=length {
            for observed in 0.. {
                let moment = Moment { lane: stage.into(), at, observed };
                debugger.apply(Command::Seek(moment));
                if debugger.moment() != moment {
                    break;
                }
                if moment != Moment::after(stage, 0) {
                    all.push((moment, debugger.told().expect("something happened")));
                }
            }
        }
    }
    all
}

fn found(debugger: &mut Debugger, condition: &str) -> Vec<Moment> {
    apply(debugger, Command::Filter(condition.to_owned()));
    assert_eq!(debugger.filter_error(), None, "{condition}");
    let hits = debugger.filtered().expect("there is a filter");
    assert!(hits.finished && !hits.clipped);
    hits.moments.clone()
}

fn fact(told: &Told, label: &str) -> Option<f64> {
    told.facts.iter().find(|it| it.label == label)?.value.split(' ').next()?.parse().ok()
}

fn margin(told: &Told) -> Option<f64> {
    told.lens.as_ref().map(|it| it.value.abs())
}

fn is_decided(told: &Told, how: &str) -> bool {
    told.lens.as_ref().is_some_and(|it| it.certainty.name() == how)
}

/// Whether a condition holds, told another way; of observations only those that it looks at are given.
type Oracle = fn(&Told) -> bool;

/// Conditions that look at changes only.
const OF_CHANGES: &[(&str, Oracle)] = &[
    ("stage:funnel", |it| it.stage == StageName::Funnel),
    ("stage:funnel|audit -kind:turned", |it| it.stage >= StageName::Funnel && it.kind != "turned"),
    ("Level:Operation", |it| it.level.name() == "operation"),
    ("kind:turned|tightened", |it| ["turned", "tightened"].contains(&it.kind)),
    ("Apex moved", |it| it.kind == "turned"),
    ("kind : relaxed f >= 5", |it| it.kind == "relaxed" && fact(it, "f") >= Some(5.0)),
    ("g<2 kind != relaxed", |it| it.kind != "relaxed" && fact(it, "g").is_some_and(|it| it < 2.0)),
    ("zone > 4", |it| fact(it, "conflict zone") > Some(4.0)),
    ("zone = 2", |it| fact(it, "conflict zone") == Some(2.0)),
    ("zone!=2", |it| fact(it, "conflict zone").is_some_and(|it| it != 2.0)),
    ("-zone>=4", |it| fact(it, "conflict zone").is_none_or(|it| it < 4.0)),
    ("star <= 4", |it| fact(it, "star").is_some_and(|it| it <= 4.0)),
    ("corners >= 1 kind:reached", |it| it.kind == "reached" && fact(it, "corners") >= Some(1.0)),
    ("EXPANDED", |it| it.kind == "expanded"),
    ("search -expanded", |it| it.stage == StageName::Search && it.kind != "expanded"),
    ("\"tri\" filt", |it| it.stage == StageName::Filter),
    ("broken:portal-reversed|path-in-wall", |it| {
        it.broken.iter().any(|it| [Rule::PortalReversed, Rule::PathInWall].contains(it))
    }),
    ("cell:0,0", |it| it.kind == "sampled" && it.sentence.contains("(0, 0)")),
    ("vertex:7", |it| {
        it.stage == StageName::Triangulate && it.sentence.starts_with("Vertex 7 ")
            || it.sentence.contains("vertex 7 is")
            || it.sentence.starts_with("Vertices") && it.sentence.contains(" 7")
    }),
    ("segment:0", |it| it.sentence.starts_with("Segment 0 ")),
    ("-stage:triangulate|samples|filter", |it| it.stage >= StageName::Search),
    ("-broken:any -sampled", |it| it.broken.is_empty() && it.kind != "sampled"),
];

/// Conditions that look at the observations of some stages, and which those are.
const OF_OBSERVATIONS: &[(&str, &[StageName], Oracle)] = &[
    ("certainty:exact", &[StageName::Triangulate, StageName::Funnel], |it| is_decided(it, "exact")),
    ("certainty = filtered|adaptive stage:funnel", &[StageName::Funnel], |it| {
        it.stage == StageName::Funnel && (is_decided(it, "filtered") || is_decided(it, "adaptive"))
    }),
    ("margin < 0.25", &[StageName::Triangulate, StageName::Funnel], |it| margin(it).is_some_and(|it| it < 0.25)),
    ("value > 1e-1 kind:tested", &[StageName::Triangulate, StageName::Funnel], |it| {
        it.kind == "tested" && it.lens.as_ref().is_some_and(|it| it.value > 0.1)
    }),
    ("kind:kept", &[StageName::Funnel], |it| it.kind == "kept"),
    ("kind:tested|turned", &[StageName::Triangulate, StageName::Funnel], |it| ["tested", "turned"].contains(&it.kind)),
    ("level:test stage:search", &[StageName::Search], |it| it.stage == StageName::Search && it.level.name() == "test"),
    ("broken:wrong-answer", &[StageName::Triangulate, StageName::Funnel], |it| {
        it.lens.as_ref().is_some_and(Lens::is_wrong)
    }),
    ("broken:any", &[StageName::Triangulate, StageName::Funnel], |it| !it.broken.is_empty()),
    ("conflicted \"triangle 9\" level:edit", &[StageName::Triangulate], |it| {
        it.kind == "conflicted" && it.sentence.starts_with("Triangle 9")
    }),
];

#[test]
fn conditions_find_what_a_look_at_every_moment_finds() {
    let maze = small();
    for (preset, changes) in [
        ("default", &[][..]),
        ("article", &[]),
        ("default", &["numbers.policy=f32", "pull.portals=reversed", "pull.funnel=textbook", "pull.epsilon=0.3"]),
    ] {
        let mut debugger = debugger(&maze, preset, changes, ENDS);
        let all = all_moments(&mut debugger);
        let mut ever = 0;
        let of_changes = OF_CHANGES.iter().map(|&(text, oracle)| (text, &[][..], oracle));
        for (text, observed, oracle) in of_changes.chain(OF_OBSERVATIONS.iter().copied()) {
            let looked_at = all.iter().filter(|(it, _)| it.observed == 0 || observed.contains(&it.stage()));
            let expected: Vec<Moment> = looked_at.filter(|it| oracle(&it.1)).map(|it| it.0).collect();
            assert_eq!(found(&mut debugger, text), expected, "{text} under {preset} {changes:?}");
            ever += usize::from(!expected.is_empty());
            for &moment in &expected {
                let row = debugger.row(moment).expect("it was found");
                let told = &all[all.binary_search_by_key(&moment, |it| it.0).expect("a moment")].1;
                assert_eq!((row.stage, row.level, row.kind), (told.stage, told.level, told.kind));
            }
        }
        assert!(ever > 24, "only {ever} conditions are ever met");
    }
}

#[test]
fn breakpoints_stop_at_the_same_moments_both_ways() {
    let mut debugger = debugger(&small(), "default", &[], ENDS);
    let conditions = ["zone > 4", "apex moved", "stage:funnel certainty:exact"];
    let mut expected: Vec<Moment> = conditions.iter().flat_map(|it| found(&mut debugger, it)).collect();
    expected.sort_unstable();
    expected.dedup();
    apply(&mut debugger, Command::Filter(String::new()));
    assert!(debugger.filtered().is_none());
    for condition in conditions.iter().chain(&["stage:audit", "apex moved"]) {
        apply(&mut debugger, Command::AddBreakpoint((*condition).to_owned()));
    }
    assert_eq!(debugger.scenario().breakpoints.len(), 4, "the same again is no other breakpoint");
    apply(&mut debugger, Command::EnableBreakpoint { index: 3, on: false });
    assert!(debugger.hits(3).is_none() && debugger.hits(2).is_some_and(|it| it.finished));

    let mut walk = |from: usize, forward: bool| {
        apply(&mut debugger, Command::SeekOverall(from));
        let mut visited = Vec::new();
        loop {
            apply(&mut debugger, Command::RunTo { forward });
            if let Some(said) = debugger.said() {
                assert!(said.starts_with("No breakpoint is met"), "{said}");
                break visited;
            }
            assert_ne!(visited.last(), Some(&debugger.moment()), "it moves on");
            visited.push(debugger.moment());
        }
    };
    assert_eq!(walk(0, true), expected);
    expected.reverse();
    assert_eq!(walk(usize::MAX, false), expected);

    apply(&mut debugger, Command::Step { level: navscope::record::Level::Operation, forward: true });
    assert_eq!(debugger.said(), None, "what was said goes with the next command");
    for _ in 0..4 {
        apply(&mut debugger, Command::RemoveBreakpoint(0));
    }
    apply(&mut debugger, Command::RunTo { forward: true });
    assert_eq!(debugger.said(), Some("There is no breakpoint that is on."));
    apply(&mut debugger, Command::AddBreakpoint("zone >".to_owned()));
    assert_eq!(debugger.said(), Some("character 7: “zone >” needs a value behind it"));
    apply(&mut debugger, Command::AddBreakpoint(" ".to_owned()));
    assert!(debugger.said().is_some() && debugger.scenario().breakpoints.is_empty());
}

#[test]
fn a_run_to_a_breakpoint_waits_until_it_is_found_unless_the_cursor_goes_elsewhere() {
    let mut debugger = debugger(&small(), "default", &[], ENDS);
    debugger.apply(Command::SeekOverall(0));
    debugger.apply(Command::AddBreakpoint("apex moved".to_owned()));
    debugger.apply(Command::RunTo { forward: true });
    debugger.settle();
    assert_eq!(debugger.told().map(|it| it.kind), Some("turned"));

    debugger.apply(Command::AddBreakpoint("kind:arrived".to_owned()));
    debugger.apply(Command::EnableBreakpoint { index: 0, on: false });
    debugger.apply(Command::RunTo { forward: true });
    debugger.apply(Command::SeekOverall(3));
    debugger.settle();
    assert_eq!((debugger.position().0, debugger.said()), (3, None));

    debugger.apply(Command::AddBreakpoint("stage:audit".to_owned()));
    debugger.apply(Command::RunTo { forward: true });
    for _ in 0..3 {
        debugger.apply(Command::RemoveBreakpoint(0));
    }
    debugger.settle();
    apply(&mut debugger, Command::AddBreakpoint("kind:arrived".to_owned()));
    assert_eq!(debugger.position().0, 3, "a wish does not outlive its breakpoints");
}

#[test]
fn what_was_found_is_forgotten_when_the_run_changes() {
    let mut debugger = debugger(&small(), "default", &[], ENDS);
    let before = found(&mut debugger, "stage:samples|search");
    apply(&mut debugger, Command::Select(Some(Thing::Segment(0))));
    assert_eq!(debugger.history().len(), 1);
    apply(&mut debugger, Command::SetGoal(Point::new(4.5, 2.5).into()));
    assert_eq!(debugger.selected(), None, "another path has other segments");
    apply(&mut debugger, Command::Select(Some(Thing::Triangle(TriangleId::new(0)))));
    let touches = debugger.history().len();
    assert!(touches > 1);
    apply(&mut debugger, Command::Plot(true));
    let plots = debugger.plots().cloned();
    apply(&mut debugger, Command::SetStart(Point::new(4.5, 3.5).into()));
    let after = debugger.filtered().expect("a filter").clone();
    assert!(after.finished && after.moments.len() < before.len());
    assert_eq!(debugger.selected(), Some(Thing::Triangle(TriangleId::new(0))), "the mesh is the same");
    assert!(!debugger.history().is_empty());
    assert!(debugger.plots().is_some() && debugger.plots() != plots.as_ref());
    apply(&mut debugger, Command::Plot(false));
    assert!(debugger.plots().is_none());

    apply(&mut debugger, Command::Filter("stage:serach".to_owned()));
    assert_eq!(debugger.filter_error(), Some((6, "there is no stage “serach”; did you mean “search”?")));
    assert_eq!((debugger.filtered(), debugger.filter_text()), (Some(&after), "stage:serach"));
}

#[test]
fn rows_and_moments_have_places_of_their_own() {
    let mut debugger = debugger(&small(), "default", &[], ENDS);
    let all = debugger.position().1;
    assert_eq!(debugger.moment_of(all + 1), None);
    for position in 0..=all {
        let moment = debugger.moment_of(position).expect("within the run");
        debugger.apply(Command::Seek(moment));
        assert_eq!((debugger.position().0, debugger.moment()), (position, moment));
        let told = debugger.told().map(|it| (it.stage, it.level, it.kind));
        assert_eq!(debugger.row(moment).map(|it| (it.stage, it.level, it.kind)), told);
        if position % 7 == 0 {
            debugger.apply(Command::ToggleBookmark);
        }
    }
    let marked: Vec<Moment> = debugger.scenario().bookmarks.clone();
    assert_eq!(marked.len(), all / 7 + 1);
    assert!(marked.is_sorted());
    debugger.apply(Command::Seek(marked[3]));
    debugger.apply(Command::ToggleBookmark);
    assert!(
        debugger.scenario().bookmarks.len() == marked.len() - 1 && !debugger.scenario().bookmarks.contains(&marked[3])
    );
}

#[test]
fn a_stage_at_rest_has_no_observations() {
    let sealed = maze(&["  #  ", "  #  "]);
    let mut debugger = debugger(&sealed, "default", &[], (Point::new(0.5, 0.5), Point::new(4.5, 0.5)));
    for stage in StageName::ALL {
        debugger.apply(Command::Seek(Moment { lane: stage.into(), at: 0, observed: 9 }));
    }
    assert_eq!(found(&mut debugger, "level:test stage:funnel"), []);
}

/// Visits every state of a stage, together with the one before.
fn each_step<M: Stage>(track: &Track<M>, mut visit: impl FnMut(Moment, &M, &M, &M::Event)) {
    let mut replay = track.replay().clone();
    replay.seek(0);
    let mut before = replay.model().clone();
    for at in 1..=replay.log().events().len() {
        replay.seek(at);
        let event = *replay.event().expect("one led here");
        visit(Moment::after(M::NAME, at), &before, replay.model(), &event);
        before = replay.model().clone();
    }
}

/// The edges of the living triangles.
fn edges(mesh: &Triangulation) -> BTreeSet<Thing> {
    let sides = mesh.living().flat_map(|it| it.sides().map(|side| mesh.ends(side)));
    sides.filter(|it| !it.contains(&FRAME)).map(|[a, b]| Thing::edge(a, b)).collect()
}

/// What changed for which thing in the mesh, by what is alive before and after each step.
fn mesh_history(track: &Track<Triangulation>) -> Vec<(Thing, Moment, &'static str)> {
    let mut found = Vec::new();
    each_step(track, |moment, before, after, _| {
        for id in (0..after.triangles().len()).map(TriangleId::of_index) {
            match (before.is_alive(id), after.is_alive(id)) {
                (false, true) => found.push((Thing::Triangle(id), moment, "born")),
                (true, false) => found.push((Thing::Triangle(id), moment, "removed")),
                _ => (),
            }
        }
        let (old, new) = (edges(before), edges(after));
        found.extend(new.difference(&old).map(|it| (*it, moment, "born")));
        found.extend(old.difference(&new).map(|it| (*it, moment, "removed")));
    });
    found
}

#[test]
fn histories_equal_what_changes_from_state_to_state() {
    for changes in [&[][..], &["bake.order=given"], &["bake.super_triangle=10"], &["bake.samples=1"]] {
        let mut debugger = debugger(&small(), "default", changes, ENDS);
        let bake = debugger.bake().expect("baked");
        let expected = mesh_history(bake.track::<Triangulation>().expect("it ran"));
        let mut opened = Vec::new();
        each_step(debugger.query().expect("asked").track::<Search>().expect("searched"), |moment, before, after, _| {
            for &triangle in after.nav().triangles().expect("triangles").walkable() {
                let polygon = after.nav().triangles().expect("triangles").polygon_of(triangle).expect("walkable");
                let how = match (before.node(polygon).state, after.node(polygon).state) {
                    (NodeState::Unknown, NodeState::Open) => "opened",
                    (NodeState::Closed, NodeState::Open) => "reopened",
                    (NodeState::Open, NodeState::Closed) => "expanded",
                    _ if before.node(polygon) != after.node(polygon) => "relaxed",
                    _ => continue,
                };
                opened.push((Thing::Triangle(triangle), moment, how));
            }
        });
        let things: BTreeSet<Thing> = expected.iter().map(|it| it.0).collect();
        assert!(things.len() > 20);
        for thing in things {
            apply(&mut debugger, Command::Select(Some(thing)));
            let of_this = |it: &&(Thing, Moment, &'static str)| it.0 == thing;
            let of = |stage: StageName| {
                let history = debugger.history().iter().filter(move |it| it.0.stage() == stage);
                history.map(|&(moment, how)| (thing, moment, how)).collect::<Vec<_>>()
            };
            assert_eq!(of(StageName::Triangulate), expected.iter().filter(of_this).copied().collect::<Vec<_>>());
            if let Thing::Triangle(_) = thing {
                assert_eq!(of(StageName::Search), opened.iter().filter(of_this).copied().collect::<Vec<_>>());
                assert!(of(StageName::Filter).len() <= 4);
            }
            assert!(debugger.history().is_sorted_by_key(|it| it.0));
        }
    }
}

#[test]
fn things_are_touched_only_in_the_stages_that_say_so() {
    let mut debugger = debugger(&small(), "default", &["pull.portals=centroids"], ENDS);
    let things = [
        (Thing::Cell(1, 1), "cell:1,1"),
        (Thing::Vertex(VertexId::new(2)), "vertex:2"),
        (Thing::edge(VertexId::new(1), VertexId::new(0)), "edge:1-0"),
        (Thing::Triangle(TriangleId::new(12)), "triangle:12"),
        (Thing::Portal(1), "portal:1"),
        (Thing::Corner(1), "corner:1"),
        (Thing::Segment(1), "segment:1"),
    ];
    let bake = debugger.bake().expect("baked");
    let query = debugger.query().expect("asked");
    let mut touched = BTreeSet::new();
    touched.extend(touches(bake.track::<Samples>().expect("sampled"), &things));
    touched.extend(touches(bake.track::<Triangulation>().expect("it ran"), &things));
    touched.extend(touches(bake.track::<Filter>().expect("it ran"), &things));
    touched.extend(touches(query.track::<Search>().expect("searched"), &things));
    touched.extend(touches(query.track::<Portals>().expect("it ran"), &things));
    touched.extend(touches(query.track::<Funnel>().expect("it ran"), &things));
    touched.extend(touches(query.track::<Audit>().expect("it ran"), &things));
    for (stage, thing) in &touched {
        assert!((stage.vocabulary().can_touch)(*thing), "{thing} in {}", stage.name());
    }
    assert!(things.iter().all(|(thing, _)| touched.iter().any(|it| it.1 == *thing)), "{touched:?}");
    for (thing, condition) in things {
        apply(&mut debugger, Command::Select(Some(thing)));
        let history: Vec<Moment> = debugger.history().iter().map(|it| it.0).collect();
        assert_eq!(found(&mut debugger, condition), history, "{condition}");
    }
}

/// Which of some things a stage touches at all, observations included.
fn touches<M: Stage>(track: &Track<M>, things: &[(Thing, &str)]) -> Vec<(StageName, Thing)> {
    let mut touched = Vec::new();
    let result = track.replay().recording().scan(true, &Watch::default(), |model, seen| {
        let these = things.iter().map(|it| it.0);
        touched.extend(
            these.filter(|it| model.touch(seen.event, seen.detail, *it).is_some()).map(|thing| (M::NAME, thing)),
        );
        ControlFlow::Continue(())
    });
    assert!(result.is_continue());
    touched
}

/// The moments at which a triangle is there that was not there before and breaks a rule, by a look at every state.
fn mesh_faults(track: &Track<Triangulation>, rule: Rule) -> Vec<Moment> {
    let mut found = Vec::new();
    each_step(track, |moment, before, after, _| {
        let point = |vertex: VertexId| after.point(vertex);
        let bad = after.inner().filter(|it| it.index() >= before.triangles().len()).any(|id| {
            let triangle = after.triangle(id);
            let [a, b, c] = triangle.corners.map(point);
            match rule {
                Rule::NotLeft => turn(a, b, c).verdict != Turn::Left,
                _ => triangle.across.iter().filter(|it| **it != Link::NONE).any(|across| {
                    let far = after.apex(*across);
                    after.is_inner(across.triangle()) && in_circle(a, b, c, point(far)).verdict == Place::Inside
                }),
            }
        });
        if bad {
            found.push(moment);
        }
    });
    found
}

/// Mazes and settings that break one rule or another.
fn faulty() -> Vec<Debugger> {
    let mut random = Random::new(5);
    let mazes =
        [small(), crate::rig::random_maze(&mut random, 9, 7, 20), crate::rig::random_maze(&mut random, 7, 9, 25)];
    let variants: &[(&str, &[&str])] = &[
        ("article", &[]),
        ("article-mended", &[]),
        ("default", &["numbers.policy=float", "numbers.in_circle_epsilon=0.01", "numbers.collinear_epsilon=0.1"]),
        ("default", &["numbers.policy=f32", "bake.inset=0.1"]),
        ("default", &["bake.super_triangle=0.1"]),
        ("default", &["pull.portals=reversed", "search.cost=midpoints"]),
        ("default", &["pull.funnel=textbook", "pull.portals=fixed-point", "pull.epsilon=0.2"]),
    ];
    let mut all = Vec::new();
    for maze in mazes {
        let floor: Vec<Point> =
            maze.floor().map(|(column, row)| Point::new(column as f64 + 0.5, row as f64 + 0.5)).collect();
        let ends = (floor[0], floor[floor.len() - 1]);
        all.extend(variants.iter().map(|(preset, changes)| debugger(&maze, preset, changes, ends)));
    }
    all
}

#[test]
fn rules_break_exactly_where_a_look_at_every_state_says() {
    let mut broken = BTreeSet::new();
    for mut debugger in faulty() {
        let bake = debugger.bake().expect("baked");
        let query = debugger.query().expect("asked");
        let mut expected: Vec<(Rule, Vec<Moment>)> = Vec::new();
        for rule in [Rule::NotLeft, Rule::NotEmpty] {
            expected.push((rule, mesh_faults(bake.track::<Triangulation>().expect("it ran"), rule)));
        }
        let (mut decreases, mut last) = (Vec::new(), f64::NEG_INFINITY);
        each_step(query.track::<Search>().expect("searched"), |moment, before, after, _| {
            let Some(now) = after.current().filter(|_| before.current() != after.current()) else { return };
            let f = after.node(now).g + after.h(now, after.node(now).parent);
            if f < last - 1e-9 * last {
                decreases.push(moment);
            }
            last = f;
        });
        expected.push((Rule::FDecreases, decreases));
        let mut repeats = Vec::new();
        each_step(query.track::<Funnel>().expect("it ran"), |moment, before, after, _| {
            if after.turns().len() > before.turns().len() && before.apex() == after.apex() {
                repeats.push(moment);
            }
        });
        expected.push((Rule::ApexRepeats, repeats));
        let mut reversed = Vec::new();
        each_step(query.track::<Portals>().expect("it ran"), |moment, before, after, _| {
            let edge = after.corridor()[before.count()];
            let [from, to] = after.nav().polygons().ends(edge);
            let portal = after.portals()[before.count()];
            if (portal.left, portal.right) != (to, from) {
                reversed.push(moment);
            }
        });
        expected.push((Rule::PortalReversed, reversed));
        let in_wall = query.report.audit.violations.iter();
        let in_wall = in_wall.map(|it| Moment::after(StageName::Audit, it.segment + 1)).collect();
        expected.push((Rule::PathInWall, in_wall));
        for (rule, expected) in expected {
            if !expected.is_empty() {
                broken.insert(rule);
            }
            assert_eq!(found(&mut debugger, &format!("broken:{}", rule.name())), expected, "{}", rule.name());
        }
    }
    // What is left of a way is never overestimated, nor is a step, so f can't decrease in earnest.
    let all = [Rule::NotLeft, Rule::NotEmpty, Rule::ApexRepeats, Rule::PortalReversed, Rule::PathInWall];
    assert_eq!(broken.into_iter().collect::<Vec<_>>(), all);
}

#[test]
fn a_tampered_search_is_found_out() {
    let debugger = debugger(&small(), "default", &[], ENDS);
    let mut replay = debugger.query().expect("asked").track::<Search>().expect("searched").replay().clone();
    let events = replay.log().events().to_vec();
    let last = events.iter().rposition(|it| matches!(it, SearchEvent::Expanded { .. }));
    replay.seek(last.expect("some are expanded"));
    let mut search = replay.model().clone();
    let expanded = events[replay.at()];
    let SearchEvent::Expanded { polygon, .. } = expanded else { panic!("{expanded:?}") };
    let was = search.node(polygon);
    for (g, breaks) in [(was.g, false), (was.g - 1e-12, false), (was.g - 2.0, true)] {
        let tampered = SearchEvent::Relaxed { via: was.parent, to: polygon, g, was, next: 0 };
        search.apply(&tampered, &[]);
        search.apply(&expanded, &[]);
        assert_eq!(search.breaks(&expanded, Rule::FDecreases), breaks, "{g}");
        search.revert(&expanded, &[]);
        search.revert(&tampered, &[]);
    }
}

#[test]
fn the_sign_of_plain_floats_is_held_against_exact_arithmetic() {
    let mut wrong = 0;
    for mut debugger in faulty() {
        let numbers = debugger.settings().numbers;
        let mut expected = Vec::new();
        let mesh = debugger.bake().expect("baked").track::<Triangulation>().expect("it ran");
        let result = mesh.replay().recording().scan(true, &Watch::default(), |mesh, seen| {
            let value = mesh.answer(seen.event).map(|it| it.value);
            let (Some(value), true) = (value, mesh.next().index() < mesh.samples()) else {
                return ControlFlow::Continue(());
            };
            let p = mesh.point(mesh.next());
            let is_wrong = match *seen.event {
                MeshEvent::Walked { edge, .. } => {
                    let [a, b] = mesh.ends(edge).map(|it| mesh.point(it));
                    Turn::of_cross(value) != turn(a, b, p).verdict
                }
                MeshEvent::Tested { triangle, .. } => {
                    let [a, b, c] = mesh.corners(triangle).expect("no frame");
                    let flips =
                        numbers.policy == navscope::geometry::Policy::Article && turn(a, b, c).verdict == Turn::Right;
                    let exact = in_circle(a, b, c, p).verdict;
                    Place::of_value(if flips { -value } else { value }) != exact
                }
                _ => false,
            };
            if is_wrong {
                expected.push(seen.moment);
            }
            ControlFlow::Continue(())
        });
        assert!(result.is_continue());
        wrong += expected.len();
        assert_eq!(found(&mut debugger, "broken:float-sign stage:triangulate"), expected);
    }
    assert!(wrong > 100, "{wrong}");
}

/// The curve of how many triangles insertions removed.
const ZONES: &str = "conflict zone by insertion";

#[test]
fn plots_show_what_a_look_at_every_moment_shows() {
    let changes = &["numbers.policy=f32", "pull.funnel=textbook", "pull.epsilon=0.3", "bake.inset=0.1"];
    let mut debugger = debugger(&small(), "default", changes, ENDS);
    assert!(debugger.plots().is_none() && !debugger.is_plotting(), "nothing is done that nobody asked for");
    apply(&mut debugger, Command::Plot(true));
    let plots = debugger.plots().expect("worked out").clone();
    let all = all_moments(&mut debugger);

    let zones: Vec<(Moment, f64)> =
        all.iter().filter_map(|(it, told)| Some((*it, fact(told, "conflict zone")?))).collect();
    assert_eq!(plots.curve(ZONES).iter().map(|it| (it.moment, it.value)).collect::<Vec<_>>(), zones);
    let expanded = all.iter().filter(|it| it.1.kind == "expanded");
    let f: Vec<(Moment, f64)> = expanded.clone().map(|(it, told)| (*it, fact(told, "f").expect("an f"))).collect();
    let close = |dots: &[navscope::debugger::Dot]| {
        dots.iter().map(|it| (it.moment, (it.value * 1e6).round() / 1e6)).collect::<Vec<_>>()
    };
    assert_eq!(close(plots.curve("f by expansion")), f);
    let mut open = Vec::new();
    each_step(debugger.query().expect("asked").track::<Search>().expect("searched"), |moment, before, after, _| {
        if before.current() != after.current() {
            open.push((moment, after.reached().filter(|it| it.1.state == NodeState::Open).count() as f64));
        }
    });
    assert_eq!(close(plots.curve("open list by expansion")), open);
    let angles = plots.curve("funnel angle by portal");
    assert!(!angles.is_empty());
    for dot in angles {
        debugger.apply(Command::Seek(dot.moment));
        assert_eq!(debugger.told().map(|it| it.kind), Some("reached"));
        assert!(dot.value > 0.0 && dot.value < 180.0);
    }

    for margins in &plots.margins {
        let kind = |told: &Told| match margins.predicate {
            "in circle" => told.kind == "tested",
            _ => {
                ["walked", "tested"].contains(&told.kind)
                    && !told.lens.as_ref().is_some_and(|it| it.formula.starts_with("in"))
            }
        };
        let asked: Vec<_> = all.iter().filter(|(_, told)| told.stage == margins.stage && kind(told)).collect();
        let values = asked.iter().filter_map(|it| margin(&it.1));
        let least = values.clone().filter(|it| *it > 0.0).fold(f64::MAX, f64::min);
        let shown = margins.margins.iter().filter(|it| it.value > 0.0).map(|it| it.value).fold(f64::MAX, f64::min);
        assert_eq!(shown, least, "{}", margins.predicate);
        let ties: usize = margins.margins.iter().map(|it| it.ties).sum();
        assert_eq!(ties, values.filter(|it| *it == 0.0).count());
        let wrong = asked.iter().find(|it| it.1.lens.as_ref().is_some_and(Lens::is_wrong)).map(|it| it.0);
        assert_eq!(margins.margins.iter().find_map(|it| it.wrong), wrong);
        assert!(margins.margins.is_sorted_by_key(|it| it.moment));
    }

    let mesh = &debugger.bake().expect("baked").nav.triangles().expect("triangles").mesh().clone();
    assert_eq!(plots.smallest_angles.iter().map(|it| it.count).sum::<usize>(), mesh.inner().count());
    for (index, bin) in plots.smallest_angles.iter().enumerate() {
        assert_eq!(bin.example.is_some(), bin.count > 0);
        let Some((Thing::Triangle(id), moment)) = bin.example else { continue };
        let [a, b, c] = mesh.corners(id).expect("inner");
        // By the law of cosines.
        let angle = |a: Point, b: Point, c: Point| {
            let (ab, ac, bc) = (a.distance_squared(b), a.distance_squared(c), b.distance_squared(c));
            ((ab + ac - bc) / (2.0 * (ab * ac).sqrt())).clamp(-1.0, 1.0).acos().to_degrees()
        };
        let least = angle(a, b, c).min(angle(b, c, a)).min(angle(c, a, b));
        let bounds = (index as f64 * 2.5 - 1e-5)..(index as f64 * 2.5 + 2.5 + 1e-5);
        assert!(bounds.contains(&least), "{least} in bin {index}");
        apply(&mut debugger, Command::Select(Some(Thing::Triangle(id))));
        assert_eq!(debugger.history().first(), Some(&(moment, "born")));
    }
}

#[test]
fn long_series_are_thinned() {
    let scenario = built_in("random40");
    let mut debugger = Debugger::new(scenario);
    debugger.settle();
    apply(&mut debugger, Command::Plot(true));
    let plots = debugger.plots().expect("worked out");
    assert_eq!(plots.curves.len(), 4);
    let lengths = plots.curves.iter().map(|it| it.dots.len());
    assert!(lengths.chain(plots.margins.iter().map(|it| it.margins.len())).all(|it| it <= 2000));
    assert!(plots.curve(ZONES).len() > 1000);
    let zones =
        debugger.bake().expect("baked").track::<Triangulation>().expect("it ran").replay().log().events().iter();
    let largest =
        zones.filter_map(|it| if let MeshEvent::Inserted { removed, .. } = it { Some(*removed) } else { None });
    assert_eq!(
        plots.curve(ZONES).iter().map(|it| it.value).fold(0.0, f64::max),
        f64::from(largest.max().expect("some"))
    );

    let circles = &plots.margins[1];
    let (mut least, mut ties) = (f64::MAX, 0);
    let recording = debugger.bake().expect("baked").track::<Triangulation>().expect("it ran").replay().recording();
    let result = recording.scan(true, &Watch::default(), |mesh, seen| {
        if let (MeshEvent::Tested { .. }, Some(answer)) = (seen.event, mesh.answer(seen.event)) {
            match answer.value.abs() {
                0.0 => ties += 1,
                value => least = least.min(value),
            }
        }
        ControlFlow::Continue(())
    });
    assert!(result.is_continue() && ties > 1000);
    assert_eq!(circles.predicate, "in circle");
    assert_eq!(circles.margins.iter().map(|it| it.ties).sum::<usize>(), ties);
    let shown = circles.margins.iter().map(|it| it.value).filter(|it| *it > 0.0);
    assert_eq!(shown.clone().fold(f64::MAX, f64::min), least);
    assert!(shown.count() > circles.margins.len() / 2, "ties don't hide what is near to one");
}

#[track_caller]
fn check_wrong(condition: &str, expected: Expect) {
    let error = condition.parse::<Condition>().expect_err("it is wrong");
    expected.assert_eq(&error.to_string());
    assert!(error.at <= condition.chars().count());
}

#[test]
fn wrong_conditions_are_told_with_their_place() {
    check_wrong("stage:funel", expect!["character 7: there is no stage “funel”; did you mean “funnel”?"]);
    check_wrong(
        "zone > 3 kind:turned|tigtened",
        expect!["character 22: there is no kind “tigtened”; did you mean “tightened”?"],
    );
    check_wrong("level:", expect!["character 7: “level:” needs a value behind it"]);
    check_wrong("zone >", expect!["character 7: “zone >” needs a value behind it"]);
    check_wrong("zone > twelve", expect!["character 8: “twelve” is no number"]);
    check_wrong("zone > 1e999", expect!["character 8: “1e999” is no number"]);
    check_wrong(
        "zoen = 3",
        expect!["character 1: “zoen” means nothing before “=”; did you mean “zone”? Words to look for go into quotes"],
    );
    check_wrong("kind > 3", expect!["character 1: “kind” is no number, and is not compared; write kind:3"]);
    check_wrong(
        "a > 3",
        expect!["character 1: “a” means nothing before “>”; did you mean “angle”? Words to look for go into quotes"],
    );
    check_wrong("  < 3", expect!["character 3: “<” needs a name before it, as in zone > 12 or kind:turned"]);
    check_wrong("wörter \"offen", expect!["character 8: the quotes that begin here don't end"]);
    check_wrong("kept - dropped", expect!["character 6: “-” negates a term; it stands before one without a space"]);
    check_wrong("triangle:x", expect!["character 10: “x” is no triangle; write its number, as in triangle:3"]);
    check_wrong("vertex:1|-2", expect!["character 10: “-2” is no vertex; write its number, as in vertex:3"]);
    check_wrong("edge:3", expect!["character 6: “3” is no edge; write its vertices, as in edge:3-7"]);
    check_wrong("cell:3;4", expect!["character 6: “3;4” is no cell; write column and row, as in cell:3,4"]);
    check_wrong("kind:turned||kept", expect!["character 13: a kind is missing here"]);
    check_wrong("broken:floats", expect!["character 8: there is no rule “floats”; did you mean “float-sign”?"]);
    check_wrong("certainty:sure", expect!["character 11: there is no certainty “sure”; did you mean “rounded”?"]);
}

#[test]
fn conditions_are_shown_as_written_and_know_where_they_may_hold() {
    let check = |text: &str, stages: &str, observing: &str| {
        let condition: Condition = text.parse().expect("a condition");
        assert_eq!(condition.to_string(), text.trim());
        let names = |it: &[StageName]| it.iter().map(|it| it.name()).collect::<Vec<_>>().join(" ");
        assert_eq!(names(condition.stages()), stages, "{text}");
        let observing: Vec<&str> = observing.split(' ').filter(|it| !it.is_empty()).collect();
        for stage in StageName::ALL {
            assert_eq!(condition.wants_observations(stage), observing.contains(&stage.name()), "{text}");
        }
    };
    let all = &*StageName::ALL.map(StageName::name).join(" ");
    check(" ", all, "");
    check("turned", all, "");
    check("kind:turned", "funnel", "");
    check(
        "kind:kept",
        "low-hanging ledges headroom erode simplify filter funnel smooth",
        "low-hanging ledges headroom erode funnel",
    );
    check("-kind:kept", all, "");
    check("stage:search zone>3", "", "");
    check("margin < 1", "triangulate merge polyanya funnel", "triangulate merge polyanya funnel");
    check("margin < 1 portal > 2", "funnel", "funnel");
    check("portal:2", "portals funnel", "");
    check("portal:2 level:test", "portals funnel", "portals funnel");
    check(
        "broken:any",
        "triangulate merge search polyanya grid portals funnel smooth audit walk",
        "triangulate merge search polyanya grid portals funnel smooth walk",
    );
    check("broken:not-left", "triangulate", "");
    check("-stage:triangulate certainty!=exact", &all.replace("triangulate ", ""), "");
}

#[test]
fn conditions_can_be_completed() {
    let texts = |text: &str, cursor: usize| complete(text, cursor).into_iter().map(|it| it.text).collect::<Vec<_>>();
    assert_eq!(texts("stage:fi", 8), ["filter"]);
    assert_eq!(texts("kind:turned|ti", 14), ["tightened"]);
    assert_eq!(texts("kind != rel", 11), ["relaxed"]);
    assert_eq!(texts("zo", 2), ["zone > "]);
    assert_eq!(texts("-Tur", 4), ["kind:turned"]);
    assert_eq!(texts("zone > 3 fl", 11), ["kind:flooded", "broken:float-sign"]);
    assert_eq!(texts("\"fl", 3), [] as [&str; 0]);
    assert_eq!([texts("zone >= ", 8), texts("zone > ", 7), texts("portal:", 7)].concat(), [] as [&str; 0]);
    assert!(texts("", 0).contains(&"stage:".to_owned()) && texts("", 0).contains(&"margin > ".to_owned()));
    let one = &complete("kept stage:fixx -zone>3", 13)[0];
    assert_eq!((&*one.text, one.range.clone()), ("filter", 11..15), "it takes the place of the whole word");
    for completion in complete("", 0).iter().chain(&complete("e", 1)) {
        assert!(!completion.help.is_empty());
    }
}

#[test]
fn random_conditions_never_panic() {
    let mut debugger = debugger(&maze(&["  ", " #"]), "default", &[], (Point::new(0.5, 0.5), Point::new(0.5, 1.5)));
    let mut words: Vec<String> = [
        ":",
        "=",
        "!=",
        "<",
        ">",
        "<=",
        ">=",
        "|",
        "-",
        "\"",
        " ",
        "  ",
        ",",
        "–",
        "ä",
        "∞",
        "\t",
        "!",
        "0",
        "7",
        "-1",
        "1e-9",
        "nan",
        "inf",
        "4294967296",
        "apex",
        "moved",
        "any",
    ]
    .map(str::to_owned)
    .into();
    words.extend(complete("", 0).into_iter().map(|it| it.text));
    words.extend(
        ["kind:", "broken:", "stage:", "level:", "certainty:"]
            .iter()
            .flat_map(|key| complete(key, key.len()).into_iter().map(move |it| format!("{key}{}", it.text))),
    );
    let mut random = Random::new(11);
    let mut right = 0;
    for _ in 0..4000 {
        let count = 1 + random.below(6);
        let text: String = (0..count).map(|_| words[random.below(words.len())].clone()).collect();
        for cursor in 0..=text.chars().count() + 1 {
            for it in complete(&text, cursor) {
                assert!(it.range.start <= cursor && it.range.end <= text.chars().count());
            }
        }
        match text.parse::<Condition>() {
            Ok(condition) => {
                right += 1;
                assert_eq!(condition.to_string().parse(), Ok(condition));
                debugger.apply(Command::Filter(text));
                debugger.settle();
            }
            Err(error) => assert!(error.at <= text.chars().count() && !error.message.is_empty(), "{text}"),
        }
    }
    assert!(right > 300, "{right}");
}
