//! A run is a list of lanes; what has the same inputs as in the run before is taken over from there.

use navscope::{
    debugger::{Command, Debugger, PathReport},
    io::Value,
    trace::{LaneId, Moment, StageName},
};

use crate::rig::built_in;

fn debugger(changes: &[&str]) -> Debugger {
    let mut debugger = Debugger::new(built_in("pillars"));
    debugger.settle();
    for change in changes {
        set(&mut debugger, change);
    }
    debugger
}

fn set(debugger: &mut Debugger, change: &str) {
    let (path, value) = change.split_once('=').expect("path=value");
    debugger.apply(Command::Set { path: path.to_owned(), value: Value::from_text(value) });
    debugger.apply(Command::Release);
    debugger.settle();
}

/// The stages that the last run took over.
fn reused(debugger: &Debugger) -> String {
    let bake = debugger.bake().expect("baked").recorded().reused();
    let query = debugger.query().map_or_else(Vec::new, |it| it.recorded().reused());
    bake.iter().chain(&query).map(LaneId::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_change_runs_again_from_the_first_stage_whose_input_differs() {
    for (before, change, expected) in [
        (&[][..], "bake.face_filter=centroid", "samples triangulate"),
        (&[], "bake.edge_step=0.2", "samples triangulate"),
        (&[], "bake.merge=true", "samples triangulate filter"),
        (&[], "bake.order=given", "samples"),
        (&[], "numbers.policy=f32", "samples"),
        (&[], "bake.inset=0.2", ""),
        (&[], "agent.radius=0.1", ""),
        (&["bake.recipe=walls"], "bake.order=given", "outline"),
        (&["bake.recipe=walls"], "bake.merge=true", "outline triangulate filter"),
        (&["bake.recipe=walls"], "bake.arc_error=0.01", ""),
        (&["bake.recipe=rectangles"], "bake.order=given", "rectangles"),
        // What only a query depends on leaves the bake as it is.
        (&[], "pull.funnel=textbook", "search"),
        (&[], "walk.agents=follower", "search portals funnel audit"),
        (&[], "search.cost=midpoints", ""),
        (&["bake.recipe=walls"], "search.method=polyanya", ""),
        (&["search.graph=grid"], "pull.smoothing=greedy", "grid"),
    ] {
        let mut debugger = debugger(before);
        set(&mut debugger, change);
        let of_bake = change.starts_with("bake") || change.starts_with("numbers") || change.starts_with("agent");
        let told = if of_bake { reused(&debugger) } else { reused_by_query(&debugger) };
        assert_eq!(told, expected, "{before:?} {change}");
    }
}

fn reused_by_query(debugger: &Debugger) -> String {
    let all = debugger.query().expect("asked").recorded().reused();
    all.iter().map(LaneId::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_taken_over_is_what_would_come_out() {
    let changes = [
        "bake.merge=true",
        "pull.funnel=textbook",
        "search.method=polyanya",
        "bake.face_filter=centroid",
        "bake.recipe=walls",
        "bake.arc_error=0.02",
        "pull.funnel=exact",
        "agent.radius=0.25",
        "search.graph=grid",
        "pull.smoothing=greedy",
        "search.graph=mesh",
        "bake.recipe=rectangles",
        "bake.recipe=sampled",
        "bake.face_filter=exact",
    ];
    let mut debugger = debugger(&[]);
    for change in changes {
        set(&mut debugger, change);
        let mut fresh = Debugger::new(debugger.scenario().clone());
        fresh.settle();
        assert_eq!(lanes(&debugger), lanes(&fresh), "{change}");
        let report = |it: &Debugger| it.query().map(|it| PathReport { elapsed_ms: 0.0, ..it.report.clone() });
        assert_eq!(report(&debugger), report(&fresh), "{change}");
        let violations = |it: &Debugger| it.bake().map(|it| it.report.violations.clone());
        assert_eq!(violations(&debugger), violations(&fresh), "{change}");
    }
}

/// The name of each lane, and what its events hash to.
fn lanes(debugger: &Debugger) -> Vec<(LaneId, Vec<u64>)> {
    let hashes = |lane: &dyn navscope::debugger::Lane| {
        let mut all = Vec::new();
        lane.hashes(&mut |_, hash| all.push(hash));
        all
    };
    debugger.lanes().into_iter().map(|it| (it.id(), hashes(it))).collect()
}

#[test]
fn a_cell_that_changes_and_changes_back_is_another_input() {
    let mut debugger = debugger(&[]);
    let cell = (1, 1);
    debugger.apply(Command::Paint { storey: 0, cells: vec![cell], to: navscope::maze::Cell::Wall });
    debugger.apply(Command::Release);
    debugger.settle();
    assert_eq!(reused(&debugger), "");
    set(&mut debugger, "bake.face_filter=centroid");
    assert_eq!(reused(&debugger), "samples triangulate");
    debugger.apply(Command::Rebake);
    debugger.settle();
    assert_eq!(reused(&debugger), "", "whoever asks for it wants it run");
}

#[test]
fn moments_name_the_lane_of_a_stage() {
    let second = LaneId { stage: StageName::Funnel, nth: 1 };
    for (text, moment) in [
        ("funnel:4.1", Moment { observed: 1, ..Moment::after(StageName::Funnel, 4) }),
        ("funnel#2:4", Moment::after(second, 4)),
    ] {
        assert_eq!(text.parse::<Moment>().as_ref(), Ok(&moment));
        assert_eq!(moment.to_string(), text);
    }
    assert_eq!("funnel#1:4".parse::<Moment>(), Ok(Moment::after(StageName::Funnel, 4)));
    for wrong in ["funnel#0:4", "funnel#:4", "funnel#x:4", "funnel#65537:1", "#2:4", "tunnel#2:1"] {
        assert!(wrong.parse::<Moment>().is_err(), "{wrong}");
    }
    assert!(Moment::after(second, 0) > Moment::after(StageName::Funnel, 9));
    assert!(Moment::after(second, 9) < Moment::after(StageName::Audit, 0));
}
