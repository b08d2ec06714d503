//! Painting, and taking edits back: brushes against what a line passes, fills and undo against models that can't be wrong.

use std::collections::BTreeSet;

use navscope::{
    debugger::{Command, Debugger, StoreyEdit},
    geometry::{Point, Spot},
    io::{Click, Scenario, Settings, Value},
    maze::{
        Cell, End, Maze,
        brush::{MAX_BRUSH, fill, outline, rectangle, stroke},
        cell_centre,
    },
};

use crate::{
    random::Random,
    rig::{built_in, maze, random_maze},
};

type Cells = BTreeSet<(i64, i64)>;

fn random_cell(random: &mut Random) -> (i64, i64) {
    (random.between(-6, 30), random.between(-6, 25))
}

/// Whether the line between the middles of two cells passes through the inside of a third, or ends there.
fn passes(from: (i64, i64), to: (i64, i64), cell: (i64, i64)) -> bool {
    // A corner of the cell lies on each side of the line, and the cell in its box. All doubled, so that it is whole.
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let side = |x: i64, y: i64| (dx * (2 * (cell.1 - from.1) + y) - dy * (2 * (cell.0 - from.0) + x)).signum();
    let sides = [side(-1, -1), side(1, -1), side(1, 1), side(-1, 1)];
    let within = |at: i64, a: i64, b: i64| a.min(b) <= at && at <= a.max(b);
    let boxed = within(cell.0, from.0, to.0) && within(cell.1, from.1, to.1);
    boxed && (from == to || (sides.contains(&1) && sides.contains(&-1)))
}

/// Whether cells hang together by their sides.
fn hang_together(cells: &Cells) -> bool {
    let Some(&first) = cells.first() else { return true };
    let (mut seen, mut open) = (Cells::from([first]), vec![first]);
    while let Some((x, y)) = open.pop() {
        for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if cells.contains(&next) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.len() == cells.len()
}

#[test]
fn strokes_have_no_gaps_and_cover_what_they_pass() {
    let maze = Maze::filled(25, 20, Cell::Floor);
    let mut random = Random::new(71);
    let mut corners = 0;
    for _ in 0..3000 {
        let (from, to) = (random_cell(&mut random), random_cell(&mut random));
        let thin = stroke(&maze, from, to, 1);
        let cells: Cells = thin.iter().copied().collect();
        assert_eq!(cells.len(), thin.len(), "no cell twice");
        assert_eq!(cells, stroke(&maze, to, from, 1).into_iter().collect(), "the same both ways");
        let all = (0..20).flat_map(|row| (0..25).map(move |column| (column, row)));
        let passed: Cells = all.filter(|&it| passes(from, to, it)).collect();
        assert!(cells.is_superset(&passed), "{from:?} {to:?}");
        assert!(hang_together(&cells), "{from:?} {to:?}");
        corners += cells.len() - passed.len();

        let size = random.below(41) as u32;
        let brush = i64::from(size.clamp(1, MAX_BRUSH));
        let reach = -(brush / 2)..brush - brush / 2;
        let unbounded = Maze::filled(120, 120, Cell::Floor);
        let shifted = |(x, y): (i64, i64)| (x + 40, y + 40);
        let line = stroke(&unbounded, shifted(from), shifted(to), 1);
        let thick: Cells = line
            .into_iter()
            .flat_map(|(x, y)| {
                reach
                    .clone()
                    .flat_map(move |dx| (-(brush / 2)..brush - brush / 2).map(move |dy| (x + dx - 40, y + dy - 40)))
            })
            .filter(|&(x, y)| (0..25).contains(&x) && (0..20).contains(&y))
            .collect();
        let told = stroke(&maze, from, to, size);
        assert_eq!(told.len(), thick.len());
        assert_eq!(told.into_iter().collect::<Cells>(), thick, "{from:?} {to:?} {brush}");
    }
    assert!(corners > 100, "lines through corners take a cell beside them");
}

#[test]
fn a_drag_has_no_gaps_however_fast_the_pointer_is() {
    let maze = Maze::filled(25, 20, Cell::Floor);
    let mut random = Random::new(72);
    for _ in 0..200 {
        let stops: Vec<(i64, i64)> = (0..5).map(|_| (random.between(0, 24), random.between(0, 19))).collect();
        let cells: Cells = stops.windows(2).flat_map(|it| stroke(&maze, it[0], it[1], 1)).collect();
        assert!(hang_together(&cells) && stops.iter().all(|it| cells.contains(it)));
    }
}

#[test]
fn rectangles_are_what_lies_between() {
    let maze = Maze::filled(25, 20, Cell::Floor);
    let mut random = Random::new(73);
    for _ in 0..300 {
        let (a, b) = (random_cell(&mut random), random_cell(&mut random));
        let (left, right, top, bottom) = (a.0.min(b.0), a.0.max(b.0), a.1.min(b.1), a.1.max(b.1));
        let all = (0..20).flat_map(|y| (0..25).map(move |x| (x, y)));
        let inside: Vec<_> = all.filter(|&(x, y)| left <= x && x <= right && top <= y && y <= bottom).collect();
        let is_rim = |it: &(i64, i64)| it.0 == left || it.0 == right || it.1 == top || it.1 == bottom;
        assert_eq!(rectangle(&maze, a, b), inside);
        assert_eq!(outline(&maze, a, b), inside.into_iter().filter(is_rim).collect::<Vec<_>>());
    }
}

#[test]
fn fills_reach_what_hangs_together_by_sides() {
    let mut random = Random::new(74);
    for round in 0..300 {
        let (columns, rows) = (1 + random.below(12), 1 + random.below(12));
        let maze = random_maze(&mut random, columns, rows, 20 + round % 60);
        let from = (random.below(columns) as i64, random.below(rows) as i64);
        // Labels spread until nothing changes.
        let mut reached = Cells::from([from]);
        loop {
            let next = |&(x, y): &(i64, i64)| [(x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
            let inside = |&(x, y): &(i64, i64)| 0 <= x && x < columns as i64 && 0 <= y && y < rows as i64;
            let same = |it: &(i64, i64)| inside(it) && maze.cell(it.0, it.1) == maze.cell(from.0, from.1);
            let more: Cells = reached.iter().flat_map(next).filter(same).collect();
            if more == reached {
                break;
            }
            reached = more;
        }
        let told = fill(&maze, 0, from);
        let cells: Cells =
            told.iter().map(|&it| (i64::from(it) % columns as i64, i64::from(it) / columns as i64)).collect();
        assert_eq!((cells.len(), &cells), (told.len(), &reached));
    }
    assert_eq!(fill(&maze(&["..#", "##.", "..."]), 0, (0, 0)).len(), 2, "not through a sealed corner");
    assert!(fill(&maze(&["..", ".."]), 0, (2, 0)).is_empty() && fill(&maze(&[".."]), 0, (-1, i64::MIN)).is_empty());
}

/// The largest maze there is, and the longest way through it.
#[test]
fn fills_of_the_largest_maze_end() {
    let side = 4096;
    assert_eq!(fill(&Maze::filled(side, side, Cell::Wall), 0, (17, 4000)).len(), side * side);
    let mut comb = Maze::filled(side, side, Cell::Floor);
    let is_wall = |it: &u32| (it / 4096) % 2 == 1 && it % 4096 != if (it / 4096) % 4 == 1 { 4095 } else { 0 };
    let walls: Vec<u32> = (0..4096 * 4096).filter(is_wall).collect();
    comb.set_cells(&walls, Cell::Wall);
    assert_eq!(fill(&comb, 0, (0, 0)).len(), side * side - walls.len());
}

fn paint(cells: &[(i64, i64)], to: Cell) -> Command {
    Command::Paint { storey: 0, cells: cells.to_vec(), to }
}

fn set(path: &str, value: f64) -> Command {
    Command::Set { path: path.to_owned(), value: Value::Number(value) }
}

/// What edits change.
type State = (Maze, Settings, Vec<Click>, Option<Spot>, Option<Spot>);

fn state(debugger: &Debugger) -> State {
    let Scenario { maze, settings, clicks, start, goal, .. } = debugger.scenario().clone();
    (Maze::clone(&maze), settings, clicks, start, goal)
}

#[track_caller]
fn check_ends(maze: &Maze) {
    for end in End::BOTH {
        if let Some(place) = maze.end(end) {
            let index = maze.end_index(end).expect("in the maze") as usize;
            assert_eq!(maze.cells()[index], Cell::Floor);
            assert_eq!(place, cell_centre(index % maze.columns(), index / maze.columns()));
        }
    }
    assert!(maze.start.is_none() || maze.start != maze.goal);
}

/// One command out of all that edit.
fn random_edit(random: &mut Random) -> Command {
    let cell = |random: &mut Random| (random.between(-2, 9), random.between(-2, 9));
    let flat = [Cell::Wall, Cell::Floor];
    let kind =
        |random: &mut Random| random.pick(&[Cell::raised(3), Cell::Raised(9), Cell::Ramp, Cell::Beam, Cell::Hole]);
    let to = if random.chance(80) { random.pick(&flat) } else { kind(random) };
    let storey = if random.chance(80) { 0 } else { random.below(3) };
    match random.below(15) {
        0..3 => {
            let count = random.below(6);
            Command::Paint { storey, cells: (0..count).map(|_| cell(random)).collect(), to }
        }
        3 => Command::Fill { storey, from: cell(random), to },
        13 => {
            let cells = (0..random.below(6)).map(|_| (cell(random), kind(random))).collect();
            Command::PaintEach { storey, cells }
        }
        14 => match random.below(3) {
            0 => Command::Storey(StoreyEdit::Add(random.fraction() * 5.0)),
            1 => Command::Storey(StoreyEdit::Remove(random.below(3))),
            _ => Command::Storey(StoreyEdit::Lift { storey, height: random.fraction() }),
        },
        4 => Command::Place { end: random.pick(&End::BOTH), cell: random.chance(80).then(|| cell(random)) },
        5 => {
            let by = (random.between(-2, 2), random.between(-2, 2));
            Command::Resize { columns: random.below(9), rows: random.below(9), by }
        }
        6 => random.pick(&[Command::SetStart, Command::SetGoal])(Point::new(random.fraction() * 8.0, 0.1).into()),
        7 => Command::UseClick(random.below(4)),
        8 => Command::Preset(random.pick(&["article", "default", "none"]).to_owned()),
        9 => Command::ForgetClick(random.below(3)),
        10 => Command::RenameClick { index: random.below(3), name: format!("a \"{}\" é", random.below(5)) },
        11 => Command::SetTolerance { index: random.below(3), tolerance: random.fraction() },
        _ => set(random.pick(&["bake.inset", "agent.radius"]), random.fraction()),
    }
}

#[test]
fn undo_and_redo_lead_through_the_same_states() {
    let mut taken_back = 0;
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut debugger = Debugger::new(built_in("two-rooms"));
        let query = debugger.scenario().first_query();
        // A naive model: a copy after each edit.
        let (mut copies, mut at) = (vec![state(&debugger)], 0usize);
        for _ in 0..60 {
            match random.below(5) {
                0 => {
                    assert_eq!(debugger.can_undo(), at > 0);
                    debugger.apply(Command::Undo);
                    taken_back += usize::from(at > 0);
                    at = at.saturating_sub(1);
                }
                1 => {
                    assert_eq!(debugger.can_redo(), at + 1 < copies.len());
                    debugger.apply(Command::Redo);
                    at = (at + 1).min(copies.len() - 1);
                }
                _ => {
                    debugger.apply(random_edit(&mut random));
                    debugger.apply(Command::Release);
                    if state(&debugger) != copies[at] {
                        copies.truncate(at + 1);
                        copies.push(state(&debugger));
                        at += 1;
                    }
                }
            }
            assert_eq!(state(&debugger), copies[at], "seed {seed}");
            check_ends(&debugger.scenario().maze);
            let saved = |it: &State| (it.0 == copies[0].0, it.1 == copies[0].1, it.2 == copies[0].2);
            let moved = debugger.scenario().first_query() != query && debugger.kept_click().is_none();
            assert_eq!(debugger.is_unsaved(), moved || saved(&copies[at]) != (true, true, true));
        }
        for (forward, last) in [(false, 0), (true, copies.len() - 1)] {
            while at != last {
                debugger.apply(if forward { Command::Redo } else { Command::Undo });
                at = if forward { at + 1 } else { at - 1 };
                assert_eq!(state(&debugger), copies[at]);
            }
        }
        assert!(debugger.can_undo() != (copies.len() == 1) && !debugger.can_redo());
    }
    assert!(taken_back > 200);
}

/// Does commands as one gesture, takes it back, and tells what it led to.
#[track_caller]
fn one_edit(scenario: &Scenario, commands: Vec<Command>) -> State {
    let mut debugger = Debugger::new(scenario.clone());
    let before = state(&debugger);
    for command in commands {
        debugger.apply(command);
    }
    debugger.apply(Command::Release);
    let after = state(&debugger);
    debugger.apply(Command::Undo);
    assert_eq!(state(&debugger), before);
    assert!(!debugger.can_undo());
    debugger.apply(Command::Redo);
    assert_eq!(state(&debugger), after);
    after
}

/// No file can hold such a click, but a scenario can.
#[test]
fn undo_gives_back_clicks_that_no_file_can_hold() {
    let mut scenario = built_in("two-rooms");
    scenario.clicks[0].kept.points = vec![Point::new(f64::INFINITY, 1.0)];
    scenario.clicks[1].name = "\u{0}\u{d7ff}\"".to_owned();
    for command in [
        Command::Resize { columns: 30, rows: 20, by: (3, 2) },
        Command::ForgetClick(0),
        Command::RenameClick { index: 0, name: "other".to_owned() },
    ] {
        assert_ne!(one_edit(&scenario, vec![command]).2, scenario.clicks);
    }
}

#[test]
fn one_drag_is_one_edit() {
    let scenario = built_in("two-rooms");
    let painted = one_edit(&scenario, (1..9).map(|it| paint(&[(it, 5), (it, 6)], Cell::Wall)).collect());
    assert!((1..9).all(|it| painted.0.is_wall(it, 5) && painted.0.is_wall(it, 6)));
    let there_and_back = vec![paint(&[(1, 1)], Cell::Wall), paint(&[(1, 1), (0, 0)], Cell::Floor)];
    assert!(!one_edit(&scenario, there_and_back).0.is_wall(0, 0));
    let slid = one_edit(&scenario, (0..9).map(|it| set("bake.inset", f64::from(it) / 20.0)).collect());
    assert_eq!(slid.1.bake.inset, 0.4);
    let moved =
        one_edit(&scenario, (1..9).map(|it| Command::SetGoal(Point::new(f64::from(it), 5.25).into())).collect());
    assert_eq!(moved.4, Some(Spot::from((8.0, 5.25))));
    let placed = one_edit(&scenario, (0..3).map(|it| Command::Place { end: End::Goal, cell: Some((it, 0)) }).collect());
    assert_eq!(placed.0.goal, Some(Point::new(2.5, 0.5)));
    assert!(
        placed.0.is_wall(0, 0) && placed.0.is_wall(1, 0) && !placed.0.is_wall(2, 0),
        "walls passed on the way stay"
    );
    one_edit(&scenario, vec![Command::UseClick(1)]);
    one_edit(&scenario, vec![Command::Preset("article".to_owned())]);
    one_edit(&scenario, vec![Command::Resize { columns: 30, rows: 3, by: (2, -4) }]);
}

#[test]
fn another_kind_of_edit_is_another_edit() {
    let mut debugger = Debugger::new(built_in("two-rooms"));
    let commands = vec![
        paint(&[(1, 1)], Cell::Wall),
        set("bake.inset", 0.1),
        set("agent.radius", 0.1),
        Command::SetStart(Point::new(1.0, 1.25).into()),
        Command::SetGoal(Point::new(1.0, 1.25).into()),
        Command::Place { end: End::Start, cell: Some((3, 3)) },
        Command::Place { end: End::Goal, cell: Some((4, 3)) },
        Command::UseClick(0),
        Command::UseClick(1),
        Command::Resize { columns: 21, rows: 12, by: (0, 0) },
        Command::Resize { columns: 22, rows: 12, by: (0, 0) },
        paint(&[(2, 1)], Cell::Wall),
    ];
    let mut states = Vec::new();
    for command in commands {
        states.push(state(&debugger));
        debugger.apply(command);
    }
    for before in states.iter().rev() {
        debugger.apply(Command::Undo);
        assert_eq!(state(&debugger), *before);
    }
    assert!(!debugger.can_undo());
}

#[test]
fn walls_take_away_the_ends_they_cover() {
    let scenario = built_in("two-rooms");
    let (start, goal) = (scenario.maze.start, scenario.maze.goal);
    let walled = one_edit(&scenario, vec![paint(&[(2, 1), (2, 2), (2, 3)], Cell::Wall)]);
    assert_eq!((walled.0.start, walled.0.goal), (None, goal));
    let filled = one_edit(&scenario, vec![Command::Fill { storey: 0, from: (1, 1), to: Cell::Wall }]);
    assert_eq!((filled.0.start, filled.0.goal, filled.0.floor().count()), (None, None, 0));
    let swapped = one_edit(&scenario, vec![Command::Place { end: End::Goal, cell: Some((2, 2)) }]);
    assert_eq!((swapped.0.start, swapped.0.goal), (None, start));
    let cut = one_edit(&scenario, vec![Command::Resize { columns: 8, rows: 12, by: (-1, 0) }]);
    assert_eq!((cut.0.start, cut.0.goal), (Some(Point::new(1.5, 2.5)), None));
    assert_eq!(cut.2[0].start, Spot::from((1.5, 2.5)), "clicks move along");
}

#[test]
fn placing_takes_the_query_along() {
    let mut debugger = Debugger::new(built_in("two-rooms"));
    debugger.apply(Command::SetStart(Point::new(5.25, 1.5).into()));
    assert_eq!(debugger.start(), Some(Point::new(5.25, 1.5)));
    assert!(debugger.is_unsaved() && debugger.can_undo());
    debugger.apply(Command::Place { end: End::Start, cell: Some((4, 3)) });
    assert_eq!(debugger.start(), Some(Point::new(4.5, 3.5)));
    debugger.apply(Command::Undo);
    assert_eq!(debugger.start(), Some(Point::new(5.25, 1.5)));
    debugger.apply(Command::Undo);
    assert_eq!(debugger.start(), Some(Point::new(2.5, 2.5)));
    debugger.apply(Command::SetStart(Point::new(2.5, 2.5).into()));
    assert_eq!(debugger.scenario().start, None);
}

#[test]
fn what_makes_no_sense_changes_nothing() {
    let mut debugger = Debugger::new(built_in("two-rooms"));
    let before = state(&debugger);
    let far = (i64::MAX, i64::MIN);
    for command in [
        paint(&[far, (-1, 0), (0, 12)], Cell::Floor),
        paint(&[], Cell::Wall),
        paint(&[(0, 0)], Cell::Wall),
        Command::Fill { storey: 0, from: far, to: Cell::Floor },
        Command::Place { end: End::Start, cell: Some(far) },
        Command::Place { end: End::Start, cell: Some((2, 2)) },
        Command::SetStart(Point::new(f64::NAN, 1.0).into()),
        Command::UseClick(99),
        Command::Resize { columns: 0, rows: 1, by: (0, 0) },
        Command::Resize { columns: 5000, rows: 1, by: (0, 0) },
        Command::Resize { columns: 20, rows: 12, by: (0, 0) },
        Command::Preset("nothing".to_owned()),
        set("bake.inset", 7.0),
        Command::Undo,
        Command::Redo,
        Command::Release,
    ] {
        debugger.apply(command.clone());
        assert_eq!(state(&debugger), before, "{command:?}");
        assert!(!debugger.can_undo() && !debugger.can_redo() && !debugger.is_unsaved(), "{command:?}");
    }
    debugger.apply(Command::Resize { columns: 3, rows: 3, by: far });
    assert_eq!(debugger.scenario().maze.floor().count(), 9);
    debugger.apply(Command::Undo);
    assert_eq!(state(&debugger), before);
}

#[test]
fn edits_are_baked_again_and_so_is_undo() {
    let mut debugger = Debugger::new(built_in("two-rooms"));
    let baked = |debugger: &mut Debugger| {
        while debugger.settle() {}
        debugger.bake().map(|it| it.nav.maze().floor().count())
    };
    let before = baked(&mut debugger);
    debugger.apply(paint(&[(8, 4), (8, 5), (8, 6)], Cell::Floor));
    assert_eq!(baked(&mut debugger), before.map(|it| it + 2));
    debugger.apply(Command::Undo);
    assert_eq!(baked(&mut debugger), before);
    debugger.apply(Command::Redo);
    assert_eq!(baked(&mut debugger), before.map(|it| it + 2));
    debugger.apply(set("bake.inset", 0.1));
    debugger.apply(Command::Undo);
    assert!(debugger.is_baking());
}

/// Painting does not cancel the bake that painting began: it would never be done.
#[test]
fn a_bake_is_left_to_finish_while_something_is_dragged() {
    let mut debugger = Debugger::new(Scenario::of(Maze::filled(120, 120, Cell::Floor)));
    while debugger.settle() {}
    let floor = |debugger: &Debugger| debugger.bake().map(|it| it.nav.maze().floor().count());
    debugger.apply(paint(&[(0, 0)], Cell::Wall));
    for column in 1..20 {
        debugger.apply(paint(&[(column, 0)], Cell::Wall));
    }
    debugger.settle();
    assert_eq!(floor(&debugger), Some(120 * 120 - 1), "the first that was begun");
    assert!(debugger.is_baking(), "and another is under way");
    debugger.apply(paint(&[(20, 0)], Cell::Wall));
    debugger.apply(Command::Release);
    debugger.settle();
    assert_eq!(floor(&debugger), Some(120 * 120 - 21), "the one in between was cancelled");
    assert!(!debugger.is_baking());
    debugger.apply(paint(&[(30, 0)], Cell::Wall));
    debugger.apply(paint(&[(31, 0)], Cell::Wall));
    debugger.apply(Command::Cancel);
    assert!(!debugger.settle() && debugger.trouble().is_some());
}

#[test]
fn opening_forgets_the_edits() {
    let mut debugger = Debugger::new(built_in("two-rooms"));
    debugger.apply(paint(&[(1, 1)], Cell::Wall));
    assert!(debugger.is_unsaved() && debugger.can_undo());
    let other = Scenario::blank(6, 5, true).expect("small");
    debugger.apply(Command::Open(Box::new(other.clone())));
    assert!(!debugger.is_unsaved() && !debugger.can_undo() && !debugger.can_redo());
    assert_eq!(debugger.scenario().maze.floor().count(), 12);
    debugger.apply(Command::Restore(Box::new(other)));
    assert!(debugger.is_unsaved() && !debugger.can_undo());
    for (columns, rows) in [(0, 3), (3, 0), (4097, 1), (1, usize::MAX)] {
        let message = Scenario::blank(columns, rows, false).expect_err("out of range").to_string();
        assert!(message.contains("4096"), "{message}");
    }
    for side in [1, 2, 4096] {
        assert_eq!(Scenario::blank(side, 1, true).expect("in range").maze.floor().count(), 0);
        assert_eq!(Scenario::blank(1, side, false).expect("in range").maze.floor().count(), side);
    }
}

#[test]
fn clicks_are_kept_with_what_came_out_and_forgotten_again() {
    let mut debugger = Debugger::new(crate::rig::built_in("two-rooms"));
    debugger.settle();
    let before = debugger.scenario().clicks.clone();
    assert!(!debugger.is_unsaved());
    debugger.apply(Command::SetStart(Point::new(4.25, 9.5).into()));
    assert!(!debugger.can_keep(), "the answer is to another query");
    debugger.apply(Command::ToggleClick);
    assert_eq!(debugger.scenario().clicks, before);
    debugger.settle();
    debugger.apply(Command::ToggleClick);
    let clicks = &debugger.scenario().clicks;
    let kept = clicks.last().expect("one was kept");
    let report = &debugger.query().expect("asked").report;
    assert_eq!((clicks.len(), kept.name.as_str(), debugger.kept_click()), (3, "click 1", Some(2)));
    assert!(debugger.is_unsaved());
    let expect = kept.expect.as_ref().expect("it expects something");
    assert_eq!(expect.differences(report.outcome, report.length, Some(report.corners)), []);
    assert!(!expect.differences(report.outcome, report.length.map(|it| it + 0.01), Some(report.corners)).is_empty());
    // It moves along when the maze is resized, and back, whatever was kept in between.
    let (start, goal) = (kept.start, kept.goal);
    debugger.apply(Command::Resize { columns: 30, rows: 20, by: (3, 2) });
    debugger.settle();
    debugger.apply(Command::SetStart(Point::new(5.5, 3.5).into()));
    debugger.settle();
    debugger.apply(Command::ToggleClick);
    let four = debugger.scenario().clicks.clone();
    assert_eq!((four.len(), four[2].start), (4, start.shifted((3, 2))));
    assert_eq!(four[2].kept.points.first(), Some(&four[2].start.at));
    for _ in 0..3 {
        debugger.apply(Command::Undo);
    }
    let clicks = &debugger.scenario().clicks;
    assert_eq!((clicks.len(), clicks[2].start, clicks[2].goal), (3, start, goal));
    for _ in 0..3 {
        debugger.apply(Command::Redo);
    }
    assert_eq!(debugger.scenario().clicks, four);
    debugger.apply(Command::Undo);
    debugger.apply(Command::RenameClick { index: 2, name: "far".to_owned() });
    debugger.apply(Command::SetTolerance { index: 2, tolerance: 0.25 });
    debugger.apply(Command::SetTolerance { index: 2, tolerance: f64::NAN });
    debugger.apply(Command::Release);
    let clicks = &debugger.scenario().clicks;
    assert_eq!((clicks[2].name.as_str(), clicks[2].expect.as_ref().map(|it| it.tolerance)), ("far", Some(0.25)));
    // What is written is read again.
    let text = navscope::io::to_toml(debugger.scenario());
    let read = navscope::io::parse("kept.toml", &text, navscope::io::Limits::default()).expect("well written");
    assert_eq!(&read.clicks, clicks);
    debugger.apply(Command::UseClick(2));
    debugger.apply(Command::ToggleClick);
    assert_eq!(debugger.scenario().clicks.len(), before.len());
    while debugger.can_undo() {
        debugger.apply(Command::Undo);
    }
    assert_eq!(debugger.scenario().clicks, before);
    assert!(!debugger.is_unsaved());
}
